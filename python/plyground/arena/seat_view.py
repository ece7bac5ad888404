"""What one seat may see of a game, as text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from .._core import Info, State
from ..player_ids import CHANCE

History: TypeAlias = Literal["new", "all"]
"""The steps that are shown: those since the last step of the seat, or all."""

MAX_PLAIN_STEPS: Final = 24
"""Longer lists of legal steps are grouped."""

MAX_DESCRIBED_STEPS: Final = 8
"""The most steps without cells that are described one by one."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one seat may see of a state. `seat_view` makes it."""

    seat: int
    """The seat."""
    name: str
    """The color of the seat, such as ``white``, with a number where several seats have the same color."""
    board: str
    """The board and everything off the board, from the seat's side, with the names of the pieces."""
    position: str
    """The position string as the seat may know it."""
    played: tuple[tuple[str, str], ...]
    """The steps that were made, each with the name of the seat that made it. Question marks stand for what the seat cannot
    know."""
    is_since_start: bool
    """Whether `played` has all steps since the start of the record, and not only those since the last step of the seat."""
    legal_steps: tuple[str, ...]
    """The legal steps, if the seat is to act."""
    legal_steps_text: str
    """The legal steps in lines, grouped if there are many, with descriptions of examples."""
    is_mid_turn: bool
    """Whether the seat has made a step of its turn and must make another."""
    is_simultaneous: bool
    """Whether the next step is a commit, which other seats see only after all of them have committed."""


def seat_view(state: State, seat: int, history: History = "new", actors: Sequence[int] | None = None) -> SeatView:
    """Return what a seat may see of a state, as text.

    Parameters
    ----------
    state : State
        A state. It is not changed.
    seat : int
        The seat that observes.
    history : {"new", "all"}
        Whether to return the steps since the last step of the seat, or all steps.
    actors : sequence of int, optional
        The player of each step in the record, if the caller knows it: see `step_actors`.

    Returns
    -------
    SeatView
        The view.

    Raises
    ------
    ValueError
        If the game has no such seat.

    Examples
    --------
    >>> import plyground as pg
    >>> state = pg.game("english-draughts").start()
    >>> state.apply("11-15")
    >>> view = seat_view(state, 1)
    >>> view.name, view.played, view.legal_steps[:3]
    ('white', (('black', '11-15'),), ('21-17', '22-17', '22-18'))
    """
    info = state.game.info
    acts = state.current_player == seat
    legal = tuple(state.legal_steps()) if acts else ()
    actors = step_actors(state) if actors is None else actors
    first = 0 if history == "all" else _first_new(actors, seat)
    # Without hidden information a seat sees all steps, which takes less time than the history of its observations.
    steps = state.observation_history(seat)[1::2] if info.has_hidden_information else state.steps
    names = {player: seat_name(info, player) for player in (*range(info.num_seats), CHANCE)}
    return SeatView(
        seat=seat,
        name=names[seat],
        board="\n".join([state.text(seat).rstrip(), *_legend(state, seat)]),
        position=state.observation_string(seat),
        played=tuple((names[actor], step) for actor, step in zip(actors[first:], steps[first:], strict=True)),
        is_since_start=first == 0,
        legal_steps=legal,
        legal_steps_text=_steps_text(state, seat, legal),
        is_mid_turn=acts and state.is_mid_turn,
        is_simultaneous=acts and state.is_simultaneous,
    )


def _first_new(actors: Sequence[int], seat: int) -> int:
    """Return the number of steps up to the last step of a seat."""
    return next((at for at in range(len(actors), 0, -1) if actors[at - 1] == seat), 0)


def step_actors(state: State) -> list[int]:
    """Return the player of each step in the record of a state."""
    replayed = state.game.from_fen(state.start_fen)
    actors = []
    for action in state.actions.tolist():
        actors.append(replayed.current_player)
        replayed.apply(action)
    return actors


def seat_name(info: Info, player: int) -> str:
    """Return the name of a seat in texts: its color, with a number where several seats have it; or ``chance``.

    Examples
    --------
    >>> import plyground as pg
    >>> [seat_name(pg.info("crowded-house"), seat) for seat in (0, 1, 2, -2)]
    ['white 1', 'black 1', 'white 2', 'chance']
    """
    if player == CHANCE:
        return "chance"
    colors: Sequence[str] = info.seat_colors
    color = colors[player]
    return color if colors.count(color) == 1 else f"{color} {colors[: player + 1].count(color)}"


def _legend(state: State, seat: int) -> Iterator[str]:
    """Yield a line with what the letters on the board stand for, if there are any."""
    info = state.game.info
    stacks = state.pieces(seat).values()
    kinds = {
        (
            piece["text"],
            piece.get("color"),
            piece["seat"],
            piece["kind"],
            tuple(mark["words"] for mark in piece["marks"]),
        )
        for stack in stacks
        for piece in stack
    }
    meanings: dict[str, set[str]] = {}
    for text, color, owner, kind, marks in kinds:
        side = color or ("" if owner is None else seat_name(info, owner))
        meanings.setdefault(text, set()).add(", ".join([f"{side} {kind}".lstrip(), *marks]))
    legend = "; ".join(f"{text} = {' or '.join(sorted(meanings[text]))}" for text in sorted(meanings))
    has_stacks = any(len(stack) > 1 for stack in stacks)
    if legend:
        yield f"pieces: {legend}{'; the first letter of a stack is its top piece' if has_stacks else ''}"


def _steps_text(state: State, seat: int, steps: Sequence[str]) -> str:
    """Return the legal steps in lines: moves by first cell if there are many, other choices by kind, then what they mean."""
    moves: dict[str, list[str]] = {}
    choices: dict[str, list[str]] = {}
    for step in steps:
        cells = state.game.step_cells(step)
        if len(cells) > 1:
            moves.setdefault(f"from {cells[0]}", []).append(step)
        else:
            choices.setdefault(step.partition(":")[0] if ":" in step else "others", []).append(step)
    all_moves = [step for group in moves.values() for step in group]
    if len(all_moves) > MAX_PLAIN_STEPS:
        lines = [f"{name}: {' '.join(group)}" for name, group in {**moves, **choices}.items()]
    else:
        lines = [" ".join(group) for group in (all_moves, *choices.values()) if group]
    # All choices of a small group are described, and one of a larger group.
    examples = all_moves[:1]
    for group in choices.values():
        examples += group if len(group) <= MAX_DESCRIBED_STEPS else group[:1]
    lines += [f"{step} means: {state.game.action_text(state.action_of(step), seat)}" for step in examples]
    return "\n".join(lines)
