"""Compensations for the first move: what the texts of candidates mean, and the games that measure them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..._core import Game, State, agent
from ...game_descriptions import game_dict, game_from_dict
from ..design.handicaps import second_seat, start_of, weakest_men, with_first_seat, without_pieces
from ..design.starts import Starts
from ..statistics.pie_rule import HALVES
from .game_plan import with_options

DRAW_ODDS: Final = "+draw-odds-"
"""What the id of a game with draw odds has between the id of the game and the seat."""

ASSISTANT: Final = "ab:2"
"""The agent that finds the first turns after which a position is nearly even."""

FORMS: Final = "none, pie, pie=TURNS, draw-odds=SEAT, first=SEAT, without=CELL, start=POSITION, OPTION=VALUE"
"""The forms of candidates."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A compensation, with the game and the start positions that measure it."""

    text: str
    """The text, which `compensation` accepts."""
    title: str
    """What it is, in words."""
    game: Game
    """The game that is played."""
    starts: Starts
    """The start positions: for the pie rule those after each first turn."""
    turns: tuple[str, ...] = ()
    """The first turns, for the pie rule."""

    def games(self, games: int, games_per_round: int) -> int:
        """Return the number of games to play: for the pie rule whole rounds of each first turn and half, at least two."""
        if not self.turns:
            return games
        least = len(self.turns) * HALVES * games_per_round
        return max(2, games // least) * least


def compensated(game: Game, seat: int) -> Game:
    """Return a game in which a draw counts as a win of the side of a seat."""
    if DRAW_ODDS in game.id:
        raise ValueError(f"{game.id} has draw odds already")
    described = game_dict(game)
    return game_from_dict({**described, "id": f"{game.id}{DRAW_ODDS}{seat}"})


def candidate(text: str, rules: Game, starts: Starts) -> Candidate:
    """Return the candidate that a text describes.

    Parameters
    ----------
    text
        The text, in one of `FORMS`.
    rules
        The game.
    starts
        Where its games begin without compensation.
    """
    if not isinstance(text, str):
        raise TypeError(f"a candidate must be a text such as 'pie', got {text!r:.80}")
    kind, given, value = text.partition("=")
    if kind == "none" and not given:
        return Candidate(text, "no compensation", rules, starts)
    if kind == "draw-odds" and value.isdecimal():
        return Candidate(text, f"draw odds for {_seat_name(rules, int(value))}", compensated(rules, int(value)), starts)
    if kind == "start" and value:
        rules.from_fen(value)
        return Candidate(text, f"start {value}", rules, _from(starts, [value]))
    if kind in rules.options and given:
        changed = with_options(rules, {kind: _option(rules.options[kind], value)})
        return Candidate(text, f"option {text}", changed, starts)
    at_start = one_start(rules, starts)
    if kind == "first" and value.isdecimal():
        name = _seat_name(rules, int(value))
        return Candidate(text, f"{name} moves first", rules, _from(starts, [with_first_seat(at_start, int(value))]))
    if kind == "without" and value:
        cells = tuple(value.split("+"))
        return Candidate(
            text, f"without {_pieces(at_start, cells)}", rules, _from(starts, [without_pieces(at_start, cells)])
        )
    if kind == "pie" and (not given or (value.isdecimal() and int(value) > 0)):
        turns = first_turns(at_start, int(value) if given else None)
        title = "pie rule" if len(turns) == len(at_start.legal_turns()) else f"pie rule, {len(turns)} even first turns"
        return Candidate(text, title, rules, _from(starts, list(turns.values())), tuple(turns))
    raise ValueError(f"{text!r} is no candidate; expected one of {FORMS}")


def default_candidates(rules: Game, starts: Starts, first_is_ahead: bool) -> tuple[str, ...]:
    """Return the candidates besides none that the game can express: draw odds, the pie rule, and each cheapest man removed.

    Parameters
    ----------
    rules
        The game.
    starts
        Where its games begin without compensation.
    first_is_ahead
        Whether the seat that moves first has the advantage.
    """
    first, second = rules.info.turn_order[0], second_seat(rules)
    ahead, behind = (first, second) if first_is_ahead else (second, first)
    found = [f"draw-odds={behind}"]
    try:
        state = one_start(rules, starts)
    except ValueError:
        return tuple(found)
    if not (rules.info.is_simultaneous or rules.info.has_hidden_information):
        found.append("pie")
    return (*found, *(f"without={cell}" for cell in weakest_men(state, ahead)))


def one_start(rules: Game, starts: Starts) -> State:
    """Return the position at which the game begins. Raise ValueError if there are several."""
    if len(starts.positions) > 1:
        raise ValueError(f"start must be one position string, got {len(starts.positions)}")
    return start_of(rules, starts.positions[0] if starts.positions else None)


def first_turns(state: State, count: int | None) -> dict[str, str]:
    """Return the position strings after the first turns, or after those that a short search finds nearest to even."""
    if state.game.info.is_simultaneous or state.game.info.has_hidden_information:
        raise ValueError(f"the pie rule needs open turns, and {state.game.id} has hidden or simultaneous ones")
    found: dict[str, str] = {}
    worth: dict[str, float] = {}
    assistant = agent(ASSISTANT)
    for text, steps in state.legal_turns().items():
        after = state.copy()
        for step in steps:
            after.apply(step)
        if after.is_terminal or after.fen in found.values():
            continue
        found[text] = after.fen
        values = assistant.analyze(after).values if count is not None and after.current_player >= 0 else None
        worth[text] = abs(values[0]) if values else 0.0
    # Stable: equal ones stay in alphabetical order.
    kept = sorted(found, key=lambda text: worth[text])[:count]
    return {text: found[text] for text in sorted(kept)}


def _from(starts: Starts, positions: Sequence[str]) -> Starts:
    return Starts(tuple(positions), starts.turns)


def _option(plain: Any, value: str) -> Any:
    """The value of an option from its text, of the type that the option has."""
    if isinstance(plain, bool):
        return {"true": True, "false": False}.get(value.lower(), value)
    return int(value) if value.isdecimal() else value


def _seat_name(rules: Game, seat: int) -> str:
    if seat >= rules.num_seats:
        raise ValueError(f"the seat of a candidate must be from 0 to {rules.num_seats - 1}, got {seat}")
    colors = rules.info.seat_colors
    return str(colors[seat]) if colors.count(colors[seat]) == 1 else f"seat {seat}"


def _pieces(state: State, cells: Sequence[str]) -> str:
    there = state.pieces()
    return " and ".join(f"the {there[cell][0]['kind']} on {cell}" if cell in there else cell for cell in cells)
