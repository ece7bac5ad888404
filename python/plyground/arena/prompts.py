"""The texts that a language model gets: instructions for a seat, and the position before each answer."""

from itertools import groupby
from operator import itemgetter
from typing import Final

from .._core import Game, State
from .rules_summary import rules_summary
from .seat_view import History, SeatView, seat_name, seat_view

PROMPT_FORMAT: Final = 1
"""The version of the texts. It changes with their wording, so that results of different texts are not compared."""

ANSWER_FORM: Final = """\
A step is one choice: a move, one jump of a multiple capture, or another choice that the rules ask for. You make one step for \
each answer, as the list of legal steps writes it.
You may reason first. End your answer with one line:
step: <your step>"""
"""What an answer looks like."""


def instructions(game: Game, seat: int) -> str:
    """Return what does not change during a game: the rules, the seat, its goal, and the form of an answer.

    Parameters
    ----------
    game : Game
        The game.
    seat : int
        The seat that the reader plays.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> import plyground as pg
    >>> text = instructions(pg.game("tri-stax-3"), 1)
    >>> "You are seat 1: black." in text
    True
    """
    return f"You play a board game by text.\n\n{role_text(game, seat)}\n\n{ANSWER_FORM}"


def role_text(game: Game, seat: int) -> str:
    """Return the rules of a game, a seat in it, and what the seat plays for."""
    info = game.info
    order = ", ".join(seat_name(info, each) for each in info.turn_order)
    return "\n".join(
        [
            f"Game: {rules_summary(game)}",
            "",
            f"Seats: {info.num_seats}, in the order of turns: {order}.",
            f"You are seat {seat}: {seat_name(info, seat)}.{_team(game, seat)}",
            f"Goal: {_goal(game)}",
            *_properties(game),
        ]
    )


def _team(game: Game, seat: int) -> str:
    info = game.info
    team = info.seat_teams[seat]
    partners = [
        seat_name(info, each) for each in range(info.num_seats) if info.seat_teams[each] == team and each != seat
    ]
    return f" Your partners are {' and '.join(partners)}." if partners else ""


def _goal(game: Game) -> str:
    """Return what seats play for, by the kind of scores."""
    scoring = game.info.scoring
    if scoring.kind == "win":
        return f"win the game. A win counts +1, a draw 0, a loss {scoring.min_return:.3g}."
    if scoring.kind == "shared":
        low, high = scoring.min_return, scoring.max_return
        return f"all seats play together and get the same score, from {low:g} to {high:g}. A higher score is better."
    return f"use as few strokes as possible. The number of strokes is from {-scoring.max_return:g} to {-scoring.min_return:g}."


def _properties(game: Game) -> list[str]:
    info = game.info
    return [
        *(["Some information is hidden from you. Question marks stand for it."] if info.has_hidden_information else []),
        *(["Some steps are made by chance."] if info.has_chance else []),
        *(["Some choices are made simultaneously: others see yours after all have chosen."] * info.is_simultaneous),
    ]


def position_text(view: SeatView, legal_steps: bool = True) -> str:
    """Return what a seat sees before its step: steps, board, position string and legal steps."""
    sections = [_steps_section(view), view.board, f"position string: {view.position}"]
    if view.legal_steps and legal_steps:
        count = len(view.legal_steps)
        sections.append(f"{count} legal step{'s' * (count != 1)}:\n{view.legal_steps_text}")
    if view.is_mid_turn:
        sections.append("Your turn continues: you must make another step.")
    if view.is_simultaneous:
        sections.append("All seats choose simultaneously now: you see the choices of the others after all have chosen.")
    return "\n\n".join(sections)


def _steps_section(view: SeatView) -> str:
    """Return the steps in the order in which they were made, with the steps of one seat in a row on one line."""
    head = "Steps since the start" if view.is_since_start else "Steps since your last step"
    rows = [" ".join([f"{name}:", *(step for _, step in run)]) for name, run in groupby(view.played, key=itemgetter(0))]
    return "\n".join([f"{head}:{'' if rows else ' none'}", *rows])


def seat_text(state: State, seat: int, *, legal_steps: bool = True, history: History = "new") -> str:
    """Return what a seat may see of a state as a prompt describes it.

    Parameters
    ----------
    state : State
        A state. It is not changed.
    seat : int
        The seat that observes.
    legal_steps : bool
        Whether to list the legal steps if the seat is to act.
    history : {"new", "all"}
        Whether to list the steps since the last step of the seat, or all steps.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> import plyground as pg
    >>> state = pg.game("checkers", size=4).start()
    >>> state.apply("a1-b2")
    >>> print(seat_text(state, 1))
    Steps since the start:
    white: a1-b2
    <BLANKLINE>
    1  . a . .
    2  . . a .
    3  . . . .
    4  b . b .
       d c b a
    black to act
    last: a1-b2
    pieces: a = white man; b = black man
    <BLANKLINE>
    position string: 1b1b/4/1a2/2a1 b - 0 0 -
    <BLANKLINE>
    3 legal steps:
    b4-a3 b4-c3 d4-c3
    b4-a3 means: move or jump north-east from b4, seen from seat 1
    """
    return position_text(seat_view(state, seat, history), legal_steps)
