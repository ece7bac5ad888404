"""`plyground list`, `plyground show` and `plyground rules`."""

from argparse import Namespace

from rich.table import Table

from .. import Game, Info, Scoring, info
from .. import rules as rules_of
from .selection import filtered_ids, game_with_options
from .terminal import console, print_summary, print_table, show_text


def list_variants(arguments: Namespace) -> None:
    """Print a table of the variants that match ``--family`` and ``--seats``."""
    print_table(
        ("id", "?title", "?family", "#seats", "?board", "?#actions", "?notes"),
        (
            (
                found.id,
                found.title,
                found.family,
                str(found.num_seats),
                board_text(found),
                f"{found.num_actions:,}",
                ", ".join(notes(found)),
            )
            for found in map(info, filtered_ids(arguments))
        ),
    )


def show(arguments: Namespace) -> None:
    """Print the properties of a variant and its initial position."""
    rules = game_with_options(arguments, arguments.id)
    if arguments.action is not None:
        _show_action(rules, arguments.action)
    if arguments.planes:
        _show_planes(rules)
    if arguments.planes or arguments.action is not None:
        return
    state = rules.start(arguments.seed) if arguments.start is None else rules.from_fen(arguments.start)
    table = Table(title=rules.info.title, box=None, show_header=False, title_justify="left", title_style="bold")
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    for name, value in properties(rules.info).items():
        table.add_row(name, value)
    console().print(table)
    print()
    print_summary(rules.info)
    print(f"\n{state.fen}\n\n{state.text()}")
    if not state.is_terminal:
        print(f"{len(state.legal_steps())} legal steps: {' '.join(state.legal_steps())}")


def rules(arguments: Namespace) -> None:
    """Show the rules of a variant."""
    found = game_with_options(arguments, arguments.id)
    show_text(rules_of(found.id, **found.options))


def properties(found: Info) -> dict[str, str]:
    """Return the properties of a variant as text."""
    planes, rows, columns = found.observation_shape
    teams, order = (" ".join(map(str, numbers)) for numbers in (found.seat_teams, found.turn_order))
    # Games of the user's own have no section in the documents.
    documented = {"family": found.family, "rules": f"docs/rules/{found.family}.md, section {found.rules}"}
    return {
        "id": found.id,
        **(documented if found.rules else {}),
        "seats": f"{found.num_seats}, teams {teams}, turn order {order}",
        "score": score_text(found.scoring),
        "board": board_text(found),
        "options": "\n".join(option_lines(found)) or "none",
        "notes": ", ".join(notes(found)) or "perfect information, no chance",
        "actions": f"{found.num_actions:,}",
        "longest game": f"{found.max_steps:,} steps",
        "observation": f"{planes} planes x {rows} rows x {columns} columns; --planes describes the planes",
    }


def _show_action(rules: Game, action: int) -> None:
    """Print the meaning of an action: in rows and columns, and with the cell names of each seat."""
    print(f"action {action}: {rules.action_text(action)}")
    for seat in range(rules.num_seats):
        print(f"seat {seat}: {rules.action_text(action, seat)}")


def _show_planes(rules: Game) -> None:
    """Print a table of the planes of observations."""
    print_table(
        ("plane", "~description", "~encoding"),
        ((f"{plane.index} {plane.name}", plane.description, plane.encoding) for plane in rules.info.planes),
    )


def board_text(found: Info) -> str:
    """Return the size of the board, such as ``8x8, 32 cells``."""
    _, rows, columns = found.observation_shape
    cells = len(found.cells)
    return f"{rows}x{columns}" if cells == rows * columns else f"{rows}x{columns}, {cells} cells"


def option_lines(found: Info) -> list[str]:
    """Return one line for each option: its value, its meaning and its valid values."""
    return [
        f"{spec.name}={_option_text(found.options[spec.name])}: {spec.description} ({spec.valid_values})"
        for spec in found.option_specs
    ]


def _option_text(value: bool | int | str) -> str:
    """Return a value as ``--set`` accepts it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def score_name(scoring: Scoring) -> str:
    """Return the name of the score in games without winners."""
    return "strokes" if scoring.kind == "strokes" else "score"


def score_text(scoring: Scoring) -> str:
    """Return a short description of the results of a game."""
    if scoring.kind == "win":
        return f"win +1, loss {scoring.min_return:.4g}"
    if scoring.kind == "shared":
        return f"shared by all seats, from {scoring.min_return:g} to {scoring.max_return:g}"
    return f"strokes, from {-scoring.max_return:g} to {-scoring.min_return:g}, fewer is better"


def notes(found: Info) -> list[str]:
    """Return the properties that most games do not have."""
    return [
        word
        for word, applies in (
            ("hidden information", found.has_hidden_information),
            ("chance", found.has_chance),
            ("simultaneous steps", found.is_simultaneous),
            ("shared score", found.scoring.kind == "shared"),
            ("strokes", found.scoring.kind == "strokes"),
            ("teams", 1 < len(set(found.seat_teams)) < found.num_seats),
        )
        if applies
    ]
