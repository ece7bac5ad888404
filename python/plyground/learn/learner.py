"""Training steps: AdamW on batches, with an exponential moving average of the parameters."""

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from time import perf_counter
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from .._core import Game
from .architecture import Architecture
from .network import Params, forward, init_params
from .network_size import blocks_and_channels
from .replay_buffer import Batch
from .settings import Settings

FINAL_RATE: Final = 0.05
"""Fraction of the learning rate that is left at the end of the cosine schedule."""

WARMUP_STEPS: Final = 100
"""Number of first steps in which the learning rate grows linearly."""

MAX_GRADIENT_NORM: Final = 1.0
"""Global norm to which gradients are clipped."""

# The warm-up counts steps. The decay follows the progress of the run from 0 to 1, since a run can have a time limit.
_WARMUP: Final = optax.linear_schedule(1 / WARMUP_STEPS, 1.0, WARMUP_STEPS - 1)
_DECAY: Final = optax.cosine_decay_schedule(1.0, 1, FINAL_RATE)


@dataclass(slots=True)
class TrainState:
    """Everything that the next training step depends on.

    Attributes
    ----------
    params : dict of str to array
        The parameters that are trained.
    ema_params : dict of str to array
        Their exponential moving average, which plays the games.
    optimizer_state : pytree
        The moments of AdamW.
    steps : int
        Number of training steps made.
    playing_params : dict of str to array or None
        The moving average that plays the next games, if it is not the latest: with ``overlap`` that before the last generation.
    """

    params: Params
    ema_params: Params
    optimizer_state: Any
    steps: int
    playing_params: Params | None = None


class Learner:
    """Trains a network.

    Parameters
    ----------
    rules : Game
        The game.
    settings : Settings
        The settings of the run.
    """

    def __init__(self, rules: Game, settings: Settings) -> None:
        self.settings = settings
        size = blocks_and_channels(settings.size)
        self.architecture, self._step, optimizer = _compiled(rules, size, settings.weight_decay)
        params = init_params(self.architecture, settings.seed)
        self.state = TrainState(params, dict(params), optimizer.init(params), 0, params if settings.overlap else None)

    def learn(self, examples: Batch, progress: float) -> NDArray[np.float64]:
        """Make a training step for each whole batch of the examples.

        Parameters
        ----------
        examples : Batch
            The examples.
        progress : float
            How much of the run is over, from 0 to 1, for the schedule of the learning rate.

        Returns
        -------
        ndarray of float64, shape (batches, 2)
            The policy loss (Kullback-Leibler divergence) and the value loss (mean squared error) of each batch before its step.

        Raises
        ------
        FloatingPointError
            If a loss is not finite.
        """
        size = self.settings.batch_size
        losses = []
        for start in range(0, len(examples) - size + 1, size):
            self.state, loss = self._advance(self.state, examples[start : start + size], progress)
            losses.append(loss)
        made = np.asarray(losses, np.float64).reshape(-1, 2)
        if not np.isfinite(made).all():
            raise FloatingPointError("Training diverged (the loss is not finite). Resume with a lower learning rate.")
        return made

    def _advance(self, state: TrainState, batch: Batch, progress: float) -> tuple[TrainState, Any]:
        """Return the state after a training step on a batch, and the losses."""
        decay = min(self.settings.ema_decay, (1 + state.steps) / (10 + state.steps))
        params, ema_params, optimizer_state, loss = self._step(
            (state.params, state.ema_params, state.optimizer_state),
            (batch.observations, batch.masks, batch.policies, batch.values),
            (np.float32(self.settings.learning_rate), np.int32(state.steps), np.float32(progress)),
            np.float32(1 - decay),
        )
        after = replace(
            state, params=params, ema_params=ema_params, optimizer_state=optimizer_state, steps=state.steps + 1
        )
        return after, loss

    def time_step(self) -> float:
        """Compile the training step, and return the seconds that one takes. The state does not change."""
        size, architecture = self.settings.batch_size, self.architecture
        actions = architecture.layout.indices.shape[1]
        batch = Batch(
            np.zeros((size, architecture.planes, *architecture.grid), np.float32),
            np.ones((size, actions), bool),
            np.full((size, actions), 1 / actions, np.float32),
            np.zeros((size, architecture.num_seats), np.float32),
        )
        state, _ = self._advance(self.state, batch, 0.0)
        jax.block_until_ready(state.params)
        started = perf_counter()
        state, _ = self._advance(state, batch, 0.0)
        jax.block_until_ready(state.params)
        return perf_counter() - started


@lru_cache(maxsize=4)
def _compiled(rules: Game, size: tuple[int, int], weight_decay: float) -> tuple[Architecture, Any, Any]:
    """Return the architecture, the training step and the optimizer. They are cached since compilation takes seconds."""
    architecture = Architecture.for_game(rules, size)
    optimizer = optax.chain(
        optax.clip_by_global_norm(MAX_GRADIENT_NORM),
        optax.scale_by_adam(),
        optax.add_decayed_weights(
            weight_decay, mask={name: name.endswith(".weights") for name in architecture.param_shapes()}
        ),
    )
    # Processors without native bfloat16 compute it more slowly than float32.
    dtype = jnp.float32 if jax.default_backend() == "cpu" else jnp.bfloat16
    return architecture, jax.jit(partial(_step, architecture, optimizer, dtype)), optimizer


def _step(
    architecture: Architecture, optimizer: Any, dtype: Any, state: Any, batch: Any, schedule: Any, ema_step: Any
) -> Any:
    """Make one training step; return the new state and the losses before the step."""
    params, ema_params, optimizer_state = state
    observations, masks, policies, values = batch
    learning_rate, steps, progress = schedule

    def loss(params: Params) -> Any:
        logits, predicted = forward(params, observations.astype(dtype), architecture)
        log_probs = jax.nn.log_softmax(jnp.where(masks, logits, -1e9))
        # The divergence is the cross-entropy without the entropy of the target, which no network can reduce.
        policy = (policies * (jnp.log(jnp.maximum(policies, 1e-9)) - log_probs)).sum(axis=1).mean()
        value = jnp.square(predicted - values).mean()
        return policy + value, jnp.stack([policy, value])

    (_, losses), gradients = jax.value_and_grad(loss, has_aux=True)(params)
    updates, optimizer_state = optimizer.update(gradients, optimizer_state, params)
    rate = learning_rate * _WARMUP(steps) * _DECAY(progress)
    params = optax.apply_updates(params, {name: -rate * update for name, update in updates.items()})
    ema_params = optax.incremental_update(params, ema_params, ema_step)
    return params, ema_params, optimizer_state, losses
