"""Games in which Python functions play, one after the other; the core plays all others."""

import inspect
import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._core import REASONS, Game, IllegalStep, State, _Measures
from ..player_ids import CHANCE
from ..turn import Turn
from .functions import FunctionAgent
from .games import CUT_OFF, LINE, Games
from .starts import AT_START, Starts

if TYPE_CHECKING:
    from .players import Player

Choice = Callable[[State], Any]
"""A choice for the seat to act: from a state to a step or an action."""


def play(
    rules: Game,
    agents: "Sequence[Player]",
    seed: int,
    offset: int,
    count: int,
    starts: Starts = AT_START,
) -> Games:
    """Plays games as the core does: those of a rotation share their draws of chance, and the agents change seats."""
    places = seating(rules, len(agents))
    games = Games(
        returns=np.zeros((count, rules.num_seats)),
        steps=np.zeros(count, np.uint32),
        reasons=np.full(count, CUT_OFF, np.uint8),
        first=np.full(count, -1, np.int32),
        agents=np.array([places[(offset + row) % len(agents)] for row in range(count)], np.uint8).reshape(
            count, rules.num_seats
        ),
    )
    branching, lead_changes, drama = (
        np.zeros(count, np.float32),
        np.zeros(count, np.uint16),
        np.zeros(count, np.float32),
    )
    line = np.full((count, LINE), -1, np.int32)
    rotation = len(agents)
    first = offset // rotation
    opened = [] if starts.usual else starts.states(rules, (offset + count - 1) // rotation - first + 1, seed, first)
    for row in range(count):
        number = offset + row
        players = [
            (agents[who].name, _player(agents[who], rules, random.Random(f"{seed} {number} {seat}")))
            for seat, who in enumerate(games.agents[row])
        ]
        told = _Measures(rules)
        chance = random.Random(f"{seed} {number // rotation}")
        state = opened[number // rotation - first].copy() if opened else rules.start(chance.getrandbits(64))
        before = len(state.actions)
        _play_on(rules, state, players, chance, told)
        games.returns[row] = state.returns
        games.steps[row] = len(state.actions) - before
        games.reasons[row] = REASONS.index(str(state.reason))
        line[row, : len(state.actions[:LINE])] = state.actions[:LINE]
        games.first[row] = line[row, 0]
        branching[row], lead_changes[row], drama[row] = told.branching, told.lead_changes, told.drama(state.returns)
    return Games(**games.arrays(), branching=branching, lead_changes=lead_changes, drama=drama, line=line)


def seating(rules: Game, agents: int) -> list[list[int]]:
    """Which agent has which seat in the games of a rotation, one after the other."""
    teams = rules.info.teams
    if agents == 1:
        return [[0] * rules.num_seats]
    if agents == rules.num_seats:
        sides: Sequence[int] = range(rules.num_seats)
    elif agents == len(set(teams)):
        sides = teams
    else:
        counts = " or ".join(map(str, sorted({1, len(set(teams)), rules.num_seats})))
        raise ValueError(f"{rules.id} is played by {counts} agents, not by {agents}")
    return [[(side + turn) % agents for side in sides] for turn in range(agents)]


def _player(given: "Player", rules: Game, rng: random.Random) -> Choice:
    """What chooses the steps of a seat."""
    searcher = given.searcher(rules)
    if searcher is None:
        return _function(given.agent, rules, rng)
    return lambda state: searcher.choose(state, rng.getrandbits(64))


def _function(given: Any, rules: Game, rng: random.Random) -> Choice:
    """Calls a function with a `Turn` or a copy of the state, in which it may try steps.

    Each function has its own generator, so that its games can be repeated.
    """
    function: Any
    function, sees = (given.function, given.sees) if isinstance(given, FunctionAgent) else (given, None)
    generator: tuple[random.Random, ...] = () if _takes_one(function) else (rng,)
    if (sees or ("turn" if rules.info.has_hidden_information else "state")) == "state":
        return lambda state: function(state.copy(), *generator)
    drawn = np.random.default_rng(rng.getrandbits(64))
    return lambda state: function(Turn(state, drawn), *generator)


def _takes_one(function: Callable[..., Any]) -> bool:
    """Whether a function takes one argument and no generator."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return True
    return sum(each.default is each.empty and each.kind is not each.VAR_KEYWORD for each in parameters) < 2


def _play_on(
    rules: Game, state: State, players: Sequence[tuple[str, Choice]], chance: random.Random, told: _Measures
) -> None:
    """Plays a game to its end."""
    while not state.is_terminal:
        if state.current_player == CHANCE:
            outcomes = state.chance_outcomes()
            state.apply(chance.choices([step for step, _ in outcomes], [weight for _, weight in outcomes])[0])
        else:
            told.choice(len(state.legal_actions()))
            name, choose = players[state.current_player]
            step = choose(state)
            try:
                state.apply(step)
            except (IllegalStep, TypeError) as error:
                raise type(error)(f"the agent {name!r} at seat {state.current_player}: {error}") from error
        if not state.is_mid_turn:
            told.position([state.material(seat) for seat in range(rules.num_seats)])
