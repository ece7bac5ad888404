"""Comparisons with Pgx, whose games run inside `jax.jit`."""

from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from typing import Any

import own_work
import plyground as pg
from measure import Comparison, Side, Work, ours

LENGTH = 16
"""Steps of one call of a compiled function."""


def batches(threads: int) -> Iterator[Comparison]:
    """Compare batches of Pgx with vectors. Batches are larger if JAX has a GPU."""
    import pgx  # noqa: F401

    for batch in _batch_sizes():
        theirs = _pgx(batch)
        mine = own_work.vector("chess", batch, threads)
        yield Comparison("batches", "chess", mine, theirs, threads=threads, wall=threads > 1 or _has_gpu())


def scans() -> Iterator[Comparison]:
    """Compare games of Pgx and of `pg.jax_env`, both inside `jax.lax.scan`. Games of plyground run on the CPU only."""
    import pgx  # noqa: F401

    if _has_gpu():
        return
    for batch in _batch_sizes():
        yield Comparison("batches", "chess", _jax_env(batch), _pgx(batch))


def _batch_sizes() -> tuple[int, ...]:
    return (1024, 4096, 16384) if _has_gpu() else (64, 1024)


def _has_gpu() -> bool:
    import jax

    return str(jax.default_backend()) != "cpu"


def _jax_env(batch: int) -> Side:
    """Step a batch of chess of plyground inside a compiled function."""
    env = pg.jax_env("chess")
    work = _scan(partial(env.init_batch, batch), lambda states, actions, _: env.step(states, actions), batch)
    return ours("`pg.jax_env` in `jax.jit`", work, batch)


def _pgx(batch: int) -> Side:
    """Step a batch of chess of Pgx inside a compiled function."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    environment = pgx.make("chess")
    step = auto_reset(environment.step, environment.init)

    def init() -> Any:
        return jax.vmap(environment.init)(jax.random.split(jax.random.PRNGKey(0), batch))

    def step_all(states: Any, actions: Any, key: Any) -> Any:
        return jax.vmap(step)(states, actions, jax.random.split(key, batch))

    device = "" if not _has_gpu() else f" on {jax.devices()[0].device_kind}"
    return Side(f"Pgx {version('pgx')}", f"`jax.jit` of `step`{device}", _scan(init, step_all, batch), batch)


def _scan(init: Callable[[], Any], step: Callable[[Any, Any, Any], Any], batch: int) -> Work:
    """Return work that plays uniformly random actions inside `jax.lax.scan`."""
    import jax
    import jax.numpy as jnp

    def body(carry: Any, _: None) -> tuple[Any, None]:
        states, key = carry
        key, choose, use = jax.random.split(key, 3)
        actions = jax.random.categorical(choose, jnp.log(states.legal_action_mask.astype(jnp.float32)), axis=-1)
        return (step(states, actions, use), key), None

    run = jax.jit(lambda carry: jax.lax.scan(body, carry, None, length=LENGTH)[0])
    carry = (jax.jit(init)(), jax.random.PRNGKey(1))

    def work() -> int:
        nonlocal carry
        carry = jax.block_until_ready(run(carry))
        return batch * LENGTH

    return work
