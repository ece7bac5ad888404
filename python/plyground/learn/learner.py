"""Training steps: AdamW on batches, with an exponential moving average of the parameters."""

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, Final, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
import optax

from .._core import Game
from .architecture import Architecture
from .network import Params, forward, init_params
from .replay_buffer import Batch
from .settings import Settings

Losses: TypeAlias = tuple[float, float]
"""The policy loss (Kullback-Leibler divergence) and the value loss (mean squared error)."""

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
        self.architecture, self._step, optimizer = _compiled(rules, settings.size, settings.weight_decay)
        params = init_params(self.architecture, settings.seed)
        self.state = TrainState(params, dict(params), optimizer.init(params), 0, params if settings.overlap else None)

    def learn(self, examples: Batch, progress: float) -> Losses:
        """Make a training step for each whole batch of the examples.

        Parameters
        ----------
        examples : Batch
            The examples.
        progress : float
            How much of the run is over, from 0 to 1, for the schedule of the learning rate.

        Returns
        -------
        policy_loss, value_loss : float
            Mean losses of the batches before their steps, NaN if there is no whole batch.

        Raises
        ------
        FloatingPointError
            If a loss is not finite.
        """
        size = self.settings.batch_size
        losses = []
        for start in range(0, len(examples) - size + 1, size):
            rows = slice(start, start + size)
            state = self.state
            decay = min(self.settings.ema_decay, (1 + state.steps) / (10 + state.steps))
            params, ema_params, optimizer_state, loss = self._step(
                (state.params, state.ema_params, state.optimizer_state),
                (examples.observations[rows], examples.masks[rows], examples.policies[rows], examples.values[rows]),
                (np.float32(self.settings.learning_rate), np.int32(state.steps), np.float32(progress)),
                np.float32(1 - decay),
            )
            self.state = replace(
                state, params=params, ema_params=ema_params, optimizer_state=optimizer_state, steps=state.steps + 1
            )
            losses.append(loss)
        policy_loss, value_loss = np.mean(np.asarray(losses), axis=0) if losses else (np.nan, np.nan)
        if losses and not np.isfinite([policy_loss, value_loss]).all():
            raise FloatingPointError("Training diverged (the loss is not finite). Resume with a lower learning rate.")
        return float(policy_loss), float(value_loss)


@lru_cache(maxsize=4)
def _compiled(rules: Game, size: "str | tuple[int, int]", weight_decay: float) -> tuple[Architecture, Any, Any]:
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
