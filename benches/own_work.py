"""Work of plyground that comparisons measure."""

import random
from typing import Any

import numpy as np

import plyground as pg
from measure import Side, Work, ours

VECTOR = "`pg.vector`: `sample`, `step`"


def playouts(id: str, games: int = 256, threads: int = 1) -> Side:
    """Play random games in one call."""
    offset = 0

    def work() -> int:
        nonlocal offset
        offset += games
        return int(pg.playouts(id, games, threads=threads, offset=offset).steps.sum())

    return ours("`pg.playouts`", work, games)


def single_state(id: str) -> Side:
    """Play one random game from Python."""
    game, rng = pg.game(id), random.Random(0)

    def work() -> int:
        state, steps = game.start(), 0
        while not state.is_terminal:
            actions = state.legal_actions()
            state.apply(actions[int(rng.random() * len(actions))])
            steps += 1
        return steps

    return ours("`State.legal_actions`, `apply`", work)


def vector(id: str, count: int = 1024, threads: int = 1) -> Side:
    """Step many games with observations and masks. Actions are drawn in the core."""
    games = pg.vector(id, count, threads=threads)

    def work() -> int:
        games.step(games.sample())
        return len(games)

    return ours(VECTOR, work, count)


def pettingzoo_env(id: str) -> Side:
    """Play a random game in the PettingZoo environment of plyground."""
    return ours("`pg.aec`", agent_loop(pg.aec(id)))


def agent_loop(environment: Any) -> Work:
    """Play a random game in a PettingZoo environment, with an observation and a mask for each step."""
    rng = random.Random(0)

    def work() -> int:
        environment.reset(seed=0)
        steps = 0
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            actions = np.flatnonzero(observation["action_mask"])
            environment.step(actions[int(rng.random() * len(actions))])
            steps += 1
        return steps

    return work


def search(id: str) -> Side:
    """Play games by tree search with 100 rollouts for each step, and count the rollouts."""
    game, player, rng = pg.game(id), pg.agent("mcts:100"), random.Random(0)
    state = game.start()

    def work() -> int:
        nonlocal state
        if state.is_terminal:
            state = game.start()
        # The only legal step is played without a search.
        rollouts = 100 * (len(state.legal_actions()) > 1)
        state.apply(player.choose(state, rng.getrandbits(64)))
        return rollouts

    return ours('`pg.agent("mcts:100")`', work)


def perft(id: str, depth: int, *, turns: bool = False) -> Side:
    """Count the positions at a depth, in steps or in whole turns."""
    start = pg.game(id).start()
    return ours(f"`State.perft({depth})`", lambda: start.perft(depth, turns=turns))


def read_pgn(text: str) -> Side:
    """Read games in PGN and play them, and count the moves."""

    def work() -> int:
        return sum(game.play().num_turns for game in pg.pgn.read(text))

    return ours("`pg.pgn.read`, `play`", work)
