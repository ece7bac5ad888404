"""Compare games inside `jax.jit` with vectors that Python steps: the same games, with random play and with a policy.

Each figure is a ratio of two runs that take turns, so that other programs on the machine slow both.
"""

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import plyground as pg

STEPS, ROUNDS, HIDDEN = 50, 9, 128


def policy(weights: Any, observations: Any, masks: Any, key: Any) -> Any:
    """Return random actions of a small network."""
    hidden = jax.nn.relu(observations.reshape(len(observations), -1) @ weights[0])
    return jax.random.categorical(key, jnp.where(masks, hidden @ weights[1], -1e9))


def scanned(id: str, games: int, weights: Any) -> Callable[[], Any]:
    """Return a function that plays inside one compiled function."""
    env = pg.jax_env(id)

    def one_step(states: Any, key: Any) -> Any:
        actions = states.random_action
        if weights is not None:
            actions = policy(weights, states.observation, states.legal_action_mask, key)
        states = env.step(states, actions)
        return states, states.terminated.sum()

    play = jax.jit(partial(jax.lax.scan, one_step))
    states, keys = env.init_batch(games), jax.random.split(jax.random.key(0), STEPS)
    return lambda: jax.block_until_ready(play(states, keys))


def stepped(id: str, games: int, weights: Any) -> Callable[[], Any]:
    """Return a function that plays by a loop in Python."""
    vector, choose, keys = pg.vector(id, games), jax.jit(policy), jax.random.split(jax.random.key(0), STEPS)

    def play() -> None:
        vector.reset()
        for key in keys:
            if weights is None:
                vector.step(vector.sample())
            else:
                vector.step(np.asarray(choose(weights, vector.observations, vector.action_masks, key)))

    return play


def seconds(play: Callable[[], Any]) -> float:
    """Return how long a call takes."""
    start = time.perf_counter()
    play()
    return time.perf_counter() - start


def main() -> None:
    """Print one line for each game, number of games and policy."""
    rng = np.random.default_rng(0)
    for id in ["stax", "chess"]:
        size, actions = int(np.prod(pg.game(id).observation_shape)), pg.game(id).num_actions
        shapes = [(size, HIDDEN), (HIDDEN, actions)]
        network = [jnp.asarray(rng.normal(size=shape) / 30, jnp.float32) for shape in shapes]
        for games in [16, 1024]:
            for weights in [None, network]:
                inside, outside = scanned(id, games, weights), stepped(id, games, weights)
                inside(), outside()
                ratio = statistics.median(seconds(outside) / seconds(inside) for _ in range(ROUNDS))
                play = "random" if weights is None else "policy"
                print(f"{id:6} {games:5} games {play}: {ratio:.2f} times as fast inside jax.jit")


if __name__ == "__main__":
    main()
