"""Comparisons of AlphaZero self-play: positions that the network evaluates per second.

All libraries search with 32 simulations and a residual network of 2 blocks of 32 channels, on the processor.
"""

import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any, Final

import numpy as np

import plyground as pg
from measure import Comparison, Side, Work, ours
from neural_search import network

BLOCKS: Final = 2
CHANNELS: Final = 32
SIMULATIONS: Final = 32
NUM_GAMES: Final = 256
"""Games in parallel, where a library plays several."""
STEPS: Final = 8
"""Steps of each game in one call of `pg.self_play`."""


def open_spiel() -> Iterator[Comparison]:
    """Compare with the actors of `alpha_zero` in OpenSpiel, which evaluate one position in a call."""
    import flax  # noqa: F401  # `alpha_zero` needs it, but imports JAX first.

    for id in ("chess", "checkers"):
        theirs = Side(f"OpenSpiel {version('open-spiel')}", "`alpha_zero` in JAX", _open_spiel(id))
        yield Comparison("self-play", id, _plyground(id), theirs, unit="positions")


def mctx() -> Iterator[Comparison]:
    """Compare with Gumbel MuZero of Mctx on chess of Pgx."""
    theirs = Side(f"Pgx {version('pgx')}", f"with Mctx {version('mctx')}", _mctx("chess"), NUM_GAMES)
    yield Comparison("self-play", "chess", _plyground("chess"), theirs, unit="positions")


def _plyground(id: str) -> Side:
    evaluate = network(pg.game(id), BLOCKS, CHANNELS)
    seed = 0

    def work() -> int:
        nonlocal seed
        seed += 1
        return pg.self_play(
            id,
            evaluate,
            NUM_GAMES,
            seed=seed,
            max_steps=STEPS,
            simulations=SIMULATIONS,
            threads=1,
            max_concurrent_batches=1,
            logits=True,
            cache_mib=0,
        ).evaluations

    return ours("`pg.self_play`, ONNX Runtime", work, NUM_GAMES)


def _open_spiel(name: str) -> Work:
    """Play one step with a search of OpenSpiel. Its evaluator has a cache."""
    import pyspiel
    from open_spiel.python.algorithms import mcts
    from open_spiel.python.algorithms.alpha_zero import evaluator, model_nnx

    game = pyspiel.load_game(name)
    shape, actions = game.observation_tensor_shape(), game.num_distinct_actions()
    folder = tempfile.mkdtemp()
    model = model_nnx.Model.build_model("resnet", shape, actions, CHANNELS, BLOCKS, 1e-4, 1e-3, folder)
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
    state = game.new_initial_state()

    def work() -> int:
        nonlocal state
        before = evaluation.cache_info().misses
        state.apply_action(bot.mcts_search(state).best_child().action)
        if state.is_terminal():
            state = game.new_initial_state()
        return int(evaluation.cache_info().misses - before)

    return work


def _mctx(name: str) -> Work:
    """Play one step of all games, compiled as in the AlphaZero example of Pgx."""
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

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), NUM_GAMES))
    key = jax.random.PRNGKey(1)

    def work() -> int:
        nonlocal state, key
        key, use = jax.random.split(key)
        state = jax.block_until_ready(step(state, use))
        return NUM_GAMES * (SIMULATIONS + 1)

    return work
