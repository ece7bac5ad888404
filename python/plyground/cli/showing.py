"""`plyground list` and `plyground show`."""

from argparse import Namespace

from rich.table import Table

from .. import Game, Info, Scores, info
from .picking import asked, picked
from .terminal import console, print_table


def list_variants(arguments: Namespace) -> None:
    """Prints a table of all variants, or of those that are picked."""
    print_table(
        ("id", "?title", "?family", "#seats", "?board", "?#actions", "?notes"),
        (
            (
                found.id,
                found.title,
                found.family,
                str(found.num_seats),
                board(found),
                f"{found.num_actions:,}",
                ", ".join(notes(found)),
            )
            for found in map(info, picked(arguments))
        ),
    )


def show(arguments: Namespace) -> None:
    """Prints what a variant is, and where it starts."""
    rules = asked(arguments, arguments.id)
    if arguments.action is not None:
        show_action(rules, arguments.action)
    if arguments.planes:
        show_planes(rules)
    if arguments.planes or arguments.action is not None:
        return
    state = rules.start(arguments.seed) if arguments.fen is None else rules.from_fen(arguments.fen)
    found = rules.info
    planes, rows, columns = found.observation_shape
    facts = {
        "id": found.id,
        "family": found.family,
        "rules": found.rules,
        "seats": f"{found.num_seats}, teams {' '.join(map(str, found.teams))}, sequence {' '.join(map(str, found.turn_order))}",
        "score": score(found.scores),
        "board": board(found),
        "options": "\n".join(options(found)) or "none",
        "notes": ", ".join(notes(found)) or "all in the open, no chance",
        "actions": f"{found.num_actions:,}",
        "longest game": f"{found.max_steps:,} steps",
        "observation": f"{planes} planes x {rows} rows x {columns} columns",
        "planes": ", ".join(found.plane_names),
    }
    table = Table(title=found.title, box=None, show_header=False, title_justify="left", title_style="bold")
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    for name, fact in facts.items():
        table.add_row(name, fact)
    console().print(table)
    print(f"\n{state.fen}\n\n{state.text()}")
    if not state.is_terminal:
        print(f"\n{len(state.legal_steps())} legal steps: {' '.join(state.legal_steps())}")


def show_action(rules: Game, action: int) -> None:
    """Prints what an action means: in rows and columns, and with the cells as each seat sees them."""
    print(f"action {action}: {rules.action_text(action)}")
    for seat in range(rules.num_seats):
        print(f"of seat {seat}: {rules.action_text(action, seat)}")


def show_planes(rules: Game) -> None:
    """Prints a table of the planes of observations."""
    print_table(
        ("plane", "~what it shows", "~numbers"),
        ((f"{plane.index} {plane.name}", plane.description, plane.encoding) for plane in rules.info.planes),
    )


def board(found: Info) -> str:
    """What a game is played on, in a few words."""
    _, rows, columns = found.observation_shape
    cells = len(found.cells)
    return f"{rows}x{columns}" if cells == rows * columns else f"{rows}x{columns}, {cells} cells"


def options(found: Info) -> list[str]:
    """The options, each with what it takes and does."""
    return [
        f"{spec.name}={found.options[spec.name]}: {spec.description} ({spec.valid_values})"
        for spec in found.option_specs
    ]


def score_name(scores: Scores) -> str:
    """What a score is called, in games that nobody wins."""
    return "strokes" if scores.kind == "strokes" else "score"


def score(scores: Scores) -> str:
    """What seats play for, in a few words."""
    if scores.kind == "win":
        return f"a win is +1, a loss {scores.min_return:.4g}"
    if scores.kind == "shared":
        return f"one for all seats, from {scores.min_return:g} to {scores.max_return:g}"
    return f"strokes, from {-scores.max_return:g} to {-scores.min_return:g}, the fewer the better"


def notes(found: Info) -> list[str]:
    """What is out of the ordinary."""
    return [
        word
        for word, applies in (
            ("hidden information", found.has_hidden_information),
            ("chance", found.has_chance),
            ("commits", found.is_simultaneous),
            ("shared score", found.scores.kind == "shared"),
            ("strokes", found.scores.kind == "strokes"),
            ("teams", 1 < len(set(found.teams)) < found.num_seats),
        )
        if applies
    ]
