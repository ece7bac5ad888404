"""Environments inside computations of JAX: pure functions for ``jax.jit``, ``jax.vmap`` and ``jax.lax.scan``.

XLA calls the core directly, on the CPU and without the GIL.
"""

from dataclasses import dataclass
from functools import partial
from operator import index as to_int
from typing import Any, Final, Literal, NamedTuple, SupportsIndex

import jax
import jax.numpy as jnp
import numpy as np

from .._core import Game, State, _packed_envs, _packed_state, _xla_handlers
from ..checks import check_seed
from ..options import resolve_game
from ..truncate import truncated

__all__ = ["JaxEnv", "JaxState"]

for _name, _address in _xla_handlers().items():
    jax.ffi.register_ffi_target(_name, jax.ffi.pycapsule(_address), platform="cpu")

_UINT32: Final = (1 << 32) - 1


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class JaxState:
    """The states of a batch of games, as a pytree of arrays.

    A state is a value: `JaxEnv.step` returns a new one, and the old one can be stepped again. In the shapes, ``...`` is the
    shape of the batch, which is empty for a single game.

    Attributes
    ----------
    data : jax.Array of uint8, shape (..., bytes)
        The games themselves. Select, copy and stack whole rows only. The data are valid in the process that made them.
    observation : jax.Array, shape (..., planes, rows, columns), or None
        The observation of the current player; of the last one if the game is over.
    legal_action_mask : jax.Array of bool, shape (..., actions), or None
        True for legal actions. False for all actions if the game is over.
    current_player : jax.Array of int8, shape (...)
        The seat to act, or -1 if the game is over.
    rewards : jax.Array of float32, shape (..., seats)
        The reward of each seat for the last step.
    terminated : jax.Array of bool, shape (...)
        Whether the last step ended the game. True for games that ended before if they do not start again.
    truncated : jax.Array of bool, shape (...)
        The same for games that were cut off after ``max_steps`` steps.
    reason : jax.Array of uint8, shape (...)
        How the game ended, as an index to `plyground.REASONS`; 255 if it did not end.
    step_count : jax.Array of uint32, shape (...)
        The number of steps of the game, chance steps included. If the last step ended a game, that of the finished game.
    random_action : jax.Array of int32, shape (...)
        A uniformly random legal action, or -1 if the game is over.
    """

    data: jax.Array
    observation: jax.Array | None
    legal_action_mask: jax.Array | None
    current_player: jax.Array
    rewards: jax.Array
    terminated: jax.Array
    truncated: jax.Array
    reason: jax.Array
    step_count: jax.Array
    random_action: jax.Array


class _Row(NamedTuple):
    """A field of `JaxState`: the shape and the type of an entry."""

    name: str
    shape: tuple[int, ...]
    dtype: Any


class JaxEnv:
    """A game as pure functions of JAX.

    `jax_env` makes it, and describes the arguments.

    Notes
    -----
    - Every method accepts batches of any shape, including none. ``jax.vmap(env.step)`` equals ``env.step`` on a batch.
    - Games run on the CPU. On a machine with a GPU, call them under ``jax.default_device(jax.devices("cpu")[0])``.
    - An illegal action makes the computation fail with ``jax.errors.JaxRuntimeError``, whose message names the environment
      and the reason. JAX raises it when the results are used.
    - Gradients pass through observations as constants.

    Examples
    --------
    >>> import jax
    >>> import plyground as pg
    >>> env = pg.jax_env("stax")
    >>> states = env.init_batch(64, seed=0)
    >>> states = jax.jit(env.step)(states, states.random_action)
    >>> states.observation.shape, states.current_player.sum()
    ((64, 18, 8, 8), Array(64, dtype=int32))
    """

    def __init__(
        self,
        game: Game | str,
        *,
        observations: bool | Literal["float32", "float16", "uint8"] = True,
        action_masks: bool = True,
        autoreset: Literal["same-step", "next-step", "disabled"] = "same-step",
        max_steps: int | None = None,
        start: str | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        self._game = resolve_game(game, options, type(self))
        if not isinstance(action_masks, bool):
            raise TypeError(f"action_masks must be a bool, got {action_masks!r}")
        self._spec, size = _packed_envs(self._game, observations, action_masks, autoreset, max_steps, start, threads)
        rows = [_Row("data", (size,), np.uint8)]
        if observations:
            dtype = "float32" if observations is True else observations
            rows.append(_Row("observation", self._game.observation_shape, dtype))
        if action_masks:
            rows.append(_Row("legal_action_mask", (self._game.num_actions,), np.bool_))
        self._rows = (
            *rows,
            _Row("current_player", (), np.int8),
            _Row("rewards", (self._game.num_seats,), np.float32),
            _Row("terminated", (), np.bool_),
            _Row("truncated", (), np.bool_),
            _Row("reason", (), np.uint8),
            _Row("step_count", (), np.uint32),
            _Row("random_action", (), np.int32),
        )

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Shape of an observation: (planes, rows, columns)."""
        return self._game.observation_shape

    @property
    def num_actions(self) -> int:
        """Number of actions."""
        return self._game.num_actions

    @property
    def num_players(self) -> int:
        """Number of seats."""
        return self._game.num_seats

    @property
    def data_size(self) -> int:
        """Number of bytes of a game in `JaxState.data`."""
        return self._rows[0].shape[0]

    @partial(jax.jit, static_argnums=0)
    def init(self, key: jax.Array) -> JaxState:
        """Start new games.

        Parameters
        ----------
        key : jax.Array
            A key of ``jax.random``, or an array of keys, one for each game. It determines set-ups, chance steps and random
            actions, those of later games of the same environment included.

        Returns
        -------
        JaxState
            The states, in the shape of the keys.

        Examples
        --------
        >>> import jax
        >>> import plyground as pg
        >>> env = pg.jax_env("chess")
        >>> state = env.init(jax.random.key(0))
        >>> state.observation.shape, state.legal_action_mask.sum()
        ((16, 8, 8), Array(20, dtype=int32))
        """
        words = _words_of(key)
        return self._start(jnp.concatenate([words, jnp.zeros_like(words)], axis=-1))

    @partial(jax.jit, static_argnums=(0, 1))
    def _init_batch(self, num_envs: int, seed: jax.Array) -> JaxState:
        index = jnp.arange(num_envs, dtype=jnp.uint32)
        words = [jnp.broadcast_to(word, (num_envs,)) for word in seed]
        return self._start(jnp.stack([*words, index, jnp.zeros_like(index)], axis=-1))

    def init_batch(self, num_envs: int, seed: int = 0) -> JaxState:
        """Start the games of ``plyground.vector(game, num_envs, seed=seed)``.

        Given the same actions, they are the same games.

        Parameters
        ----------
        num_envs : int
            The number of games, at least 0.
        seed : int, default 0
            The seed, from 0 to 2**64 - 1.

        Returns
        -------
        JaxState
            The states, with a batch of shape ``(num_envs,)``.

        Examples
        --------
        >>> import numpy as np
        >>> import plyground as pg
        >>> states = pg.jax_env("chess960").init_batch(4, seed=7)
        >>> np.array_equal(states.observation, pg.vector("chess960", 4, seed=7).observations)
        True
        """
        if not isinstance(num_envs, SupportsIndex):
            raise TypeError(f"num_envs must be a non-negative integer, got {truncated(num_envs)}")
        if to_int(num_envs) < 0:
            raise ValueError(f"num_envs must be a non-negative integer, got {truncated(num_envs)}")
        check_seed(seed)
        states: JaxState = self._init_batch(num_envs, jnp.array([seed & _UINT32, seed >> 32], jnp.uint32))
        return states

    def step(self, state: JaxState, action: jax.Array, key: jax.Array | None = None) -> JaxState:
        """Make one step in each game. Chance steps after it are played as well.

        Parameters
        ----------
        state : JaxState
            The states. They are not changed.
        action : jax.Array of int, shape (...)
            A legal action for each game. It is ignored where a game is over. Errors show numbers that do not fit 32 bits as the
            nearest number that does.
        key : jax.Array, optional
            A key for each game, which determines chance steps from now on. By default they follow from the state, so the
            same action in the same state has the same outcome. A search needs a new key for each step.

        Returns
        -------
        JaxState
            The new states.

        Examples
        --------
        >>> import jax
        >>> import plyground as pg
        >>> env = pg.jax_env("english-draughts", autoreset="disabled")
        >>> state = env.init(jax.random.key(0))
        >>> first, other = (env.step(state, env.game.start().action_of(step)) for step in ("11-15", "9-13"))
        >>> env.game_state(first).steps, env.game_state(other).fen == env.game_state(first).fen
        ([], False)
        """
        states: JaxState = self._step(state, _as_int32(action), key)
        return states

    @partial(jax.jit, static_argnums=0)
    def _step(self, state: JaxState, action: jax.Array, key: jax.Array | None) -> JaxState:
        *batch_axes, size = state.data.shape
        if size != self.data_size:
            raise ValueError(
                f"state must be one of {self._game.id}, whose data have {self.data_size} bytes, got {size} bytes"
            )
        batch = tuple(batch_axes)
        if action.shape != batch:
            raise ValueError(f"action must have the shape of the batch, {batch}, got {action.shape}")
        arguments = [state.data, action]
        if key is not None:
            words = _words_of(key)
            if words.shape[:-1] != batch:
                raise ValueError(f"key must have a key for each game, shape {batch}, got {words.shape[:-1]}")
            arguments.append(words)
        return self._call("plyground_step", batch, *arguments)

    def game_state(self, state: JaxState, index: int | tuple[int, ...] = ()) -> State:
        """Return the state of one game for Python, for instance to show it. Not for use under ``jax.jit``.

        Parameters
        ----------
        state : JaxState
            The states.
        index : int or tuple of int, default ()
            The index of the game in the batch.

        Returns
        -------
        plyground.State
            The state. Its record begins at this position.

        Raises
        ------
        IndexError
            If the batch has no such game.
        ValueError
            If the data were changed or come from another process or game.

        Examples
        --------
        >>> import plyground as pg
        >>> env = pg.jax_env("chess")
        >>> env.game_state(env.init_batch(2), 1).fen
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -'
        """
        batch = state.data.shape[:-1]
        given = index if isinstance(index, tuple) else (index,)
        if not all(isinstance(one, SupportsIndex) for one in given):
            raise TypeError(f"index must be an integer or a tuple of integers, got {truncated(index)}")
        indices = tuple(map(to_int, given))
        # JAX replaces an index that is out of range by the nearest one.
        if len(indices) != len(batch) or not all(-size <= one < size for one, size in zip(indices, batch, strict=True)):
            raise IndexError(f"index must be that of a game in a batch of shape {batch}, got {truncated(index)}")
        return _packed_state(self._game, self._spec, np.asarray(state.data[indices]).tobytes())

    def _start(self, seeds: jax.Array) -> JaxState:
        return self._call("plyground_init", seeds.shape[:-1], seeds)

    def _call(self, target: str, batch: tuple[int, ...], *arguments: jax.Array) -> JaxState:
        results = [jax.ShapeDtypeStruct(batch + row.shape, row.dtype) for row in self._rows]
        # `broadcast_all` adds the axes of `jax.vmap` to all arguments and results. Handlers accept any batch.
        call = jax.ffi.ffi_call(target, results, vmap_method="broadcast_all")
        columns: dict[str, Any] = dict.fromkeys(("observation", "legal_action_mask"))
        columns |= {row.name: column for row, column in zip(self._rows, call(*arguments, env=self._spec), strict=True)}
        return JaxState(**columns)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, JaxEnv) and self._spec == other._spec

    def __hash__(self) -> int:
        return hash(self._spec)

    def __repr__(self) -> str:
        return f"<JaxEnv of {self._game.id}>"


def _as_int32(action: Any) -> Any:
    """Return actions as int32, and those that do not fit as the nearest number, which is not an action.

    JAX drops the upper bits of large numbers: in every conversion, and without 64-bit types in all arrays of NumPy.
    """
    numpy: Any = jnp if isinstance(action, jax.Array) else np
    action = numpy.asarray(action)
    if not jnp.issubdtype(action.dtype, jnp.integer):
        raise TypeError(f"action must be integers, got {action.dtype}")
    bounds, limits = numpy.iinfo(action.dtype), numpy.iinfo(np.int32)
    return numpy.clip(action, max(bounds.min, limits.min), min(bounds.max, limits.max)).astype(jnp.int32)


def _words_of(key: jax.Array) -> jax.Array:
    """Return two random words for each key, shape (..., 2)."""
    if not jnp.issubdtype(key.dtype, jax.dtypes.prng_key):
        key = jax.random.wrap_key_data(key)
    words = jax.vmap(lambda one: jax.random.bits(one, (2,), jnp.uint32))(key.reshape(-1))
    return words.reshape(*key.shape, 2)
