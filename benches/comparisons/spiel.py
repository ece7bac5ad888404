"""Comparisons with OpenSpiel."""

import random
import statistics
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import numpy as np

import own_work
import plyground as pg
from measure import Comparison, Side, Work, ours

GAMES = (
    ("chess", "chess"),
    ("chess960", "chess(chess960=true)"),
    ("english-draughts", "checkers"),
    ("checkers", "checkers"),
)
"""Games of plyground, with those of OpenSpiel."""

ROLLOUTS = 100
"""Games of one call of the rollouts."""
LENGTH_GAMES = 400
"""Games whose mean length is the length of rollouts, which OpenSpiel does not report."""


def states() -> Iterator[Comparison]:
    """Compare with the states, the rollouts and the search of OpenSpiel."""
    import pyspiel

    name = f"OpenSpiel {version('open-spiel')}"
    for id, theirs in GAMES:
        game = pyspiel.load_game(theirs)
        how = "`State.legal_actions`, `apply_action`"
        rollouts = Side(name, "`RandomRolloutEvaluator` (C++)", _rollouts(game))
        yield Comparison("random games", id, own_work.playouts(id), rollouts)
        yield Comparison("single games", id, own_work.single_state(id), Side(name, how, _play(game)))
        arrays = Side(name, "`make_observation`, a mask of `legal_actions`", _play(game, observations=True))
        yield Comparison("batches", id, own_work.vector(id), arrays)
        if id == theirs:
            search = Side(name, "`MCTSBot` (C++), 100 simulations", _search(game))
            yield Comparison("search", id, own_work.search(id), search, unit="simulations")


def environments() -> Iterator[Comparison]:
    """Compare with the environments of OpenSpiel, and run them with games of plyground."""
    import pyspiel

    name = f"OpenSpiel {version('open-spiel')}"
    for id in ("chess", "checkers"):
        game = pyspiel.load_game(id)
        theirs = Side(name, "`rl_environment`", _environment(game))
        yield Comparison("environments", id, own_work.pettingzoo_env(id), theirs)
        adapter = ours("`pg.openspiel` in `rl_environment`", _environment(pg.openspiel(id)))
        yield Comparison("environments", id, adapter, theirs)


def _environment(game: Any) -> Work:
    """Play a random game in an OpenSpiel environment, with observations and lists of legal actions."""
    from open_spiel.python.rl_environment import Environment

    environment, rng = Environment(game), random.Random(0)

    def work() -> int:
        time_step, steps = environment.reset(), 0
        while not time_step.last():
            actions = time_step.observations["legal_actions"][time_step.observations["current_player"]]
            time_step = environment.step([actions[int(rng.random() * len(actions))]])
            steps += 1
        return steps

    return work


def _play(game: Any, *, observations: bool = False) -> Work:
    """Play a random game of OpenSpiel. Observations are written into one array, which is the fastest way."""
    rng = random.Random(0)
    observation = mask = None
    if observations:
        from open_spiel.python.observation import make_observation

        observation = make_observation(game)
        mask = np.zeros(game.num_distinct_actions(), dtype=bool)

    def work() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            if observation is not None and mask is not None and not state.is_chance_node():
                observation.set_from(state, state.current_player())
                mask[:] = False
                mask[actions] = True
            state.apply_action(actions[int(rng.random() * len(actions))])
            steps += 1
        return steps

    return work


def _rollouts(game: Any) -> Work:
    """Play random games in the C++ code of OpenSpiel, as the rollouts of the first simulation of a search."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 0)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 1, False, 0, False, pyspiel.ChildSelectionPolicy.UCT)
    play = _play(game)
    length = statistics.mean(play() for _ in range(LENGTH_GAMES))
    start = game.new_initial_state()
    if start.is_chance_node():
        start.apply_action(start.legal_actions()[0])

    def work() -> int:
        bot.mcts_search(start)
        return round(ROLLOUTS * length)

    return work


def _search(game: Any) -> Work:
    """Do the work of `own_work.search` with the C++ search of OpenSpiel."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(1, 0)
    policy = pyspiel.ChildSelectionPolicy.UCT
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 100, 1000, False, 0, False, policy)
    state = game.new_initial_state()

    def work() -> int:
        nonlocal state
        if state.is_terminal():
            state = game.new_initial_state()
        state.apply_action(bot.step(state))
        return 100

    return work
