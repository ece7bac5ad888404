"""Compare the speed of AlphaZero self-play in plyground, in OpenSpiel, and in Mctx on games of Pgx.

The rate is the number of positions that the network evaluates per second. All libraries search with 32 simulations and a
residual network of 2 blocks of 32 channels, on one processor. Libraries that are not installed are skipped. OpenSpiel's
AlphaZero also requires jax, flax, chex, optax and orbax-checkpoint.

    .venv/bin/python benches/alphazero.py [--seconds 20]
"""

import argparse
import os
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from neural_search import network

BLOCKS, CHANNELS, SIMULATIONS = 2, 32, 32

Measurement = tuple[int, float]
"""Evaluated positions and seconds."""


def plyground(id: str, seconds: float) -> Measurement:
    """Measure `pg.self_play` with 256 games in parallel."""
    import plyground as pg

    evaluate = network(pg.game(id), BLOCKS, CHANNELS)
    games, steps = 256, 4
    while True:
        run = pg.self_play(
            id,
            evaluate,
            games,
            max_steps=steps,
            simulations=SIMULATIONS,
            threads=1,
            max_concurrent_batches=1,
            logits=True,
            cache_mib=0,
        )
        if run.seconds > seconds / 2:
            return run.evaluations, run.seconds
        steps = int(steps * max(2, min(8, seconds / run.seconds)))


def open_spiel(name: str, seconds: float) -> Measurement:
    """Measure the actors of OpenSpiel: two bots search, and the network evaluates one position at a time, with a cache."""
    import pyspiel
    from open_spiel.python.algorithms import mcts
    from open_spiel.python.algorithms.alpha_zero import evaluator, model_nnx

    game = pyspiel.load_game(name)
    model = model_nnx.Model.build_model(
        "resnet", game.observation_tensor_shape(), game.num_distinct_actions(), CHANNELS, BLOCKS, 1e-4, 1e-3, "/tmp"
    )
    evaluation = evaluator.AlphaZeroEvaluator(game, model)
    bot = mcts.MCTSBot(
        game,
        2.0,
        SIMULATIONS,
        evaluation,
        solve=False,
        dirichlet_noise=(0.25, 1.0),
        child_selection_fn=mcts.SearchNode.puct_value,
        dont_return_chance_node=True,
    )
    bot.mcts_search(game.new_initial_state())
    state, before, began = game.new_initial_state(), evaluation.cache_info().misses, time.perf_counter()
    while time.perf_counter() - began < seconds:
        state.apply_action(bot.mcts_search(state).best_child().action)
        if state.is_terminal():
            state = game.new_initial_state()
    return evaluation.cache_info().misses - before, time.perf_counter() - began


def pgx(name: str, seconds: float, num_games: int = 256) -> Measurement:
    """Measure Gumbel MuZero of Mctx on a game of Pgx, compiled as in the AlphaZero example of Pgx."""
    import jax
    import jax.numpy as jnp
    import mctx
    import pgx as games

    env = games.make(name)
    rows, columns, planes = env.observation_shape
    rng = np.random.default_rng(0)

    def weights(*shape: int) -> Any:
        return jnp.asarray(0.05 * rng.standard_normal(shape), jnp.float32)

    kernels = [weights(3, 3, planes, CHANNELS), *(weights(3, 3, CHANNELS, CHANNELS) for _ in range(2 * BLOCKS))]
    head = weights(CHANNELS, 4)
    policy, value = weights(4 * rows * columns, env.num_actions), weights(4 * rows * columns, 1)

    def convolve(x: Any, kernel: Any) -> Any:
        return jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def evaluate(state: Any) -> tuple[Any, Any]:
        x = jax.nn.relu(convolve(state.observation.astype(jnp.float32), kernels[0]))
        for first, second in zip(kernels[1::2], kernels[2::2], strict=True):
            x = jax.nn.relu(x + convolve(jax.nn.relu(convolve(x, first)), second))
        flat = jax.nn.relu(x @ head).reshape(len(x), -1)
        logits = jnp.where(state.legal_action_mask, flat @ policy, np.finfo(np.float32).min)
        return logits, jnp.tanh(flat @ value)[:, 0]

    def recurrent(_: Any, __: Any, action: Any, state: Any) -> tuple[Any, Any]:
        mover = state.current_player
        state = jax.vmap(env.step)(state, action)
        logits, values = evaluate(state)
        reward = jnp.take_along_axis(state.rewards, mover[:, None], axis=1)[:, 0]
        ended = state.terminated
        output = mctx.RecurrentFnOutput(
            reward=reward,
            discount=jnp.where(ended, 0.0, -1.0),
            prior_logits=logits,
            value=jnp.where(ended, 0.0, values),
        )
        return output, state

    @jax.jit
    def step(state: Any, key: Any) -> Any:
        logits, values = evaluate(state)
        root = mctx.RootFnOutput(prior_logits=logits, value=values, embedding=state)
        searched = mctx.gumbel_muzero_policy(
            None, key, root, recurrent, SIMULATIONS, invalid_actions=~state.legal_action_mask
        )
        return jax.vmap(env.step)(state, searched.action)

    keys = jax.random.split(jax.random.PRNGKey(0), num_games)
    state = jax.jit(jax.vmap(env.init))(keys)
    key = jax.random.PRNGKey(1)
    state = jax.block_until_ready(step(state, key))
    evaluated, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        key, use = jax.random.split(key)
        state = jax.block_until_ready(step(state, use))
        evaluated += num_games * (SIMULATIONS + 1)
    return evaluated, time.perf_counter() - began


MEASUREMENTS: list[tuple[str, Callable[[str, float], Measurement], str]] = [
    ("plyground", plyground, "stax"),
    ("plyground", plyground, "checkers"),
    ("plyground", plyground, "chess"),
    ("OpenSpiel", open_spiel, "checkers"),
    ("OpenSpiel", open_spiel, "chess"),
    ("Pgx, Mctx", pgx, "gardner_chess"),
    ("Pgx, Mctx", pgx, "chess"),
]


def main() -> None:
    """Measure the libraries that are installed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0, help="the duration of each measurement (default: 20)")
    seconds = parser.parse_args().seconds
    warnings.simplefilter("ignore")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for library, measure, id in MEASUREMENTS:
        try:
            evaluated, took = measure(id, seconds)
        except ImportError as error:
            print(f"{library:10} {id:14} skipped: {error}", flush=True)
            continue
        print(f"{library:10} {id:14} {evaluated / took:9,.0f} evaluated positions per second", flush=True)


if __name__ == "__main__":
    main()
