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


def scanned(id: str, games: int, weights: Any, **settings: Any) -> Callable[[], Any]:
    """Return a function that plays inside one compiled function."""
    env = pg.jax_env(id, **settings)

    def one_step(states: Any, key: Any) -> Any:
        actions = states.random_action
        if weights is not None:
            actions = policy(weights, states.observation, states.legal_action_mask, key)
        states = env.step(states, actions)
        return states, states.terminated.sum()

    play = jax.jit(partial(jax.lax.scan, one_step))
    states, keys = env.init_batch(games), jax.random.split(jax.random.key(0), STEPS)
    return lambda: jax.block_until_ready(play(states, keys))


def stepped(id: str, games: int, weights: Any, **settings: Any) -> Callable[[], Any]:
    """Return a function that plays by a loop in Python."""
    vector, choose, keys = pg.vector(id, games, **settings), jax.jit(policy), jax.random.split(jax.random.key(0), STEPS)

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


def microseconds_per_step(play: Callable[[], Any], games: int) -> float:
    """Return the least processor time of a step in some runs."""
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        play()
        times.append(time.process_time() - began)
    return 1e6 * min(times) / STEPS / games


def parts(id: str, games: int) -> None:
    """Print the processor time of a step on one thread, with and without observations and masks."""
    for name, settings in [("all", {}), ("the game alone", {"observations": False, "action_masks": False})]:
        inside, outside = (
            scanned(id, games, None, threads=1, **settings),
            stepped(id, games, None, threads=1, **settings),
        )
        inside(), outside()
        times = [microseconds_per_step(play, games) for play in (outside, inside)]
        print(f"{id:6} {games:5} games, {name}: {times[0]:.2f} us for pg.vector, {times[1]:.2f} us for pg.jax_env")


def main() -> None:
    """Print one line for each game, number of games and policy, and where the time goes."""
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
    parts("chess", 1024)


if __name__ == "__main__":
    main()
