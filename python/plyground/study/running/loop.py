"""Plays games with Python functions, one after the other. The core plays all other games."""

import inspect
import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._core import REASONS, Game, IllegalStep, State, _Measures
from ...player_ids import CHANCE
from ...turn import Turn
from ..design.function_agents import FunctionAgent
from ..design.starts import STANDARD_START, Starts
from .games import CUT_OFF, OPENING_LENGTH, Games

if TYPE_CHECKING:
    from ..design.agents import NamedAgent

Choice = Callable[[State], Any]
"""A function from a state to a step or an action of the seat to act."""


def play(
    rules: Game,
    agents: "Sequence[NamedAgent]",
    seed: int,
    offset: int,
    count: int,
    starts: Starts = STANDARD_START,
    keep: Callable[[State], object] | None = None,
) -> Games:
    """Play games as the core does: the games of a round share their random events, and the agents exchange seats.

    ``keep`` is called with the last state of each game.
    """
    places = seating(rules, len(agents))
    games = Games(
        returns=np.zeros((count, rules.num_seats)),
        steps=np.zeros(count, np.uint32),
        reasons=np.full(count, CUT_OFF, np.uint8),
        first_action=np.full(count, -1, np.int32),
        agents=np.array([places[(offset + row) % len(agents)] for row in range(count)], np.uint8).reshape(
            count, rules.num_seats
        ),
    )
    branching, lead_changes, drama = (
        np.zeros(count, np.float32),
        np.zeros(count, np.uint16),
        np.zeros(count, np.float32),
    )
    line = np.full((count, OPENING_LENGTH), -1, np.int32)
    games_per_round = len(agents)
    first = offset // games_per_round
    opened = (
        []
        if starts.is_standard
        else starts.states(rules, (offset + count - 1) // games_per_round - first + 1, seed, first)
    )
    for row in range(count):
        number = offset + row
        start = opened[number // games_per_round - first] if opened else None
        measures = _Measures(rules)
        state = _played(rules, agents, seed, number, start, measures)
        if keep is not None:
            keep(state)
        games.returns[row] = state.returns
        games.steps[row] = len(state.actions) - (0 if start is None else len(start.actions))
        games.reasons[row] = REASONS.index(str(state.reason))
        line[row, : len(state.actions[:OPENING_LENGTH])] = state.actions[:OPENING_LENGTH]
        games.first_action[row] = line[row, 0]
        branching[row], lead_changes[row], drama[row] = (
            measures.branching,
            measures.lead_changes,
            measures.drama(state.returns),
        )
    return Games(
        **games.arrays(),
        branching=branching,
        lead_changes=lead_changes,
        drama=drama,
        opening_actions=line,
        offset=offset,
    )


def play_one(
    rules: Game, agents: "Sequence[NamedAgent]", seed: int, number: int, starts: Starts = STANDARD_START
) -> State:
    """Play one of the games of `play`, and return its last state."""
    start = None if starts.is_standard else starts.states(rules, 1, seed, number // len(agents))[0]
    return _played(rules, agents, seed, number, start, _Measures(rules))


def _played(
    rules: Game,
    agents: "Sequence[NamedAgent]",
    seed: int,
    number: int,
    start: State | None,
    measures: _Measures,
) -> State:
    """Play a game to its end."""
    places = seating(rules, len(agents))[number % len(agents)]
    players = [
        (agents[who].name, _choice(agents[who], rules, random.Random(f"{seed} {number} {seat}")))
        for seat, who in enumerate(places)
    ]
    chance = random.Random(f"{seed} {number // len(agents)}")
    state = rules.start(chance.getrandbits(64)) if start is None else start.copy()
    _play_on(rules, state, players, chance, measures)
    return state


def seating(rules: Game, agents: int) -> list[list[int]]:
    """Return the agent at each seat in the consecutive games of a round."""
    teams = rules.info.seat_teams
    if agents == 1:
        return [[0] * rules.num_seats]
    if agents == rules.num_seats:
        sides: Sequence[int] = range(rules.num_seats)
    elif agents == len(set(teams)):
        sides = teams
    else:
        counts = " or ".join(map(str, sorted({1, len(set(teams)), rules.num_seats})))
        raise ValueError(f"{rules.id} needs {counts} agents, got {agents}")
    return [[(side + turn) % agents for side in sides] for turn in range(agents)]


def _choice(given: "NamedAgent", rules: Game, rng: random.Random) -> Choice:
    """Return the function that chooses the steps of a seat."""
    searcher = given.searcher(rules)
    if searcher is None:
        return function_choice(given.agent, rules, rng)
    return lambda state: searcher.choose(state, rng.getrandbits(64))


def function_choice(given: Any, rules: Game, rng: random.Random) -> Choice:
    """Return a function of a state that calls an agent with a `Turn` or a copy of the state.

    Each agent has a random generator of its own, so that its games can be repeated.
    """
    function: Any
    function, sees = (given.function, given.sees) if isinstance(given, FunctionAgent) else (given, None)
    generator: tuple[random.Random, ...] = () if _takes_one(function) else (rng,)
    if (sees or ("turn" if rules.info.has_hidden_information else "state")) == "state":
        return lambda state: function(state.copy(), *generator)
    drawn = np.random.default_rng(rng.getrandbits(64))
    return lambda state: function(Turn(state, drawn), *generator)


def _takes_one(function: Callable[..., Any]) -> bool:
    """Return whether a function takes one argument and no random generator."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return True
    return sum(each.default is each.empty and each.kind is not each.VAR_KEYWORD for each in parameters) < 2


def _play_on(
    rules: Game, state: State, players: Sequence[tuple[str, Choice]], chance: random.Random, measures: _Measures
) -> None:
    """Play a game to its end."""
    while not state.is_terminal:
        if state.current_player == CHANCE:
            outcomes = state.chance_outcomes()
            state.apply(chance.choices([step for step, _ in outcomes], [weight for _, weight in outcomes])[0])
        else:
            measures.choice(len(state.legal_actions()))
            name, choose = players[state.current_player]
            step = choose(state)
            try:
                state.apply(step)
            except (IllegalStep, TypeError) as error:
                raise type(error)(f"the agent {name!r} at seat {state.current_player}: {error}") from error
        if not state.is_mid_turn:
            measures.position([state.material(seat) for seat in range(rules.num_seats)])
