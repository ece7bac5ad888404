"""How a network learns: steps of AdamW on batches, and the mean of its past selves, which plays."""

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
import optax

from .._core import Game
from .network import Weights, born, forward
from .settings import Settings
from .shape import Shape
from .window import Batch

Losses: TypeAlias = tuple[float, float]
"""How far the policy and the values are from what they shall be."""

ENDS: float = 0.05
"""To this share of its size a step shrinks by the end."""

WARM: int = 100
"""The first so many steps grow to their size."""

CLIP: float = 1.0
"""No gradient is longer than this."""


@dataclass(slots=True)
class Learned:
    """All that learning goes on from."""

    weights: Weights
    """The network that learns."""
    mean: Weights
    """The network that plays."""
    moments: Any
    """What the optimiser remembers."""
    steps: int
    """How many steps it has made."""


class Learner:
    """Teaches a network."""

    def __init__(self, rules: Game, settings: Settings) -> None:
        self.settings = settings
        self.shape, self._step, chain = _compiled(rules, settings.size, settings.decay)
        weights = born(self.shape, settings.seed)
        self.state = Learned(weights, dict(weights), chain.init(weights), 0)

    def learn(self, batch: Batch, progress: float) -> Losses:
        """Makes the steps of some batches; ``progress`` is how much of the run is over, from 0 to 1."""
        size = self.settings.batch
        losses = []
        for at in range(0, len(batch) - size + 1, size):
            rows = slice(at, at + size)
            state = self.state
            rate = self.settings.rate * min(1.0, (state.steps + 1) / WARM) * _shrunk(progress)
            keep = min(self.settings.mean, (1 + state.steps) / (10 + state.steps))
            weights, mean, moments, found = self._step(
                (state.weights, state.mean, state.moments),
                (batch.observations[rows], batch.masks[rows], batch.policies[rows], batch.values[rows]),
                np.float32(rate),
                np.float32(keep),
            )
            self.state = Learned(weights, mean, moments, state.steps + 1)
            losses.append(found)
        policy, value = np.mean(np.asarray(losses), axis=0) if losses else (np.nan, np.nan)
        if losses and not np.isfinite([policy, value]).all():
            raise FloatingPointError(
                "the network has come to numbers that are none: go on with --resume and a smaller rate"
            )
        return float(policy), float(value)


@lru_cache(maxsize=4)
def _compiled(rules: Game, size: "str | tuple[int, int]", decay: float) -> tuple[Shape, Any, Any]:
    """The shape of a network, a step of its learning, and its optimiser: made once in a process, for compiling takes seconds."""
    shape = Shape.of(rules, size)
    chain = optax.chain(
        optax.clip_by_global_norm(CLIP),
        optax.scale_by_adam(),
        optax.add_decayed_weights(decay, mask={name: name.endswith(".weights") for name in shape.arrays()}),
    )
    # Where there is no processor for it, numbers of 16 bits are slower than those of 32.
    kind = jnp.float32 if jax.default_backend() == "cpu" else jnp.bfloat16
    return shape, jax.jit(partial(_step, shape, chain, kind)), chain


def _shrunk(progress: float) -> float:
    """The size of steps after so much of a run: half a wave."""
    return float(ENDS + (1 - ENDS) * (1 + np.cos(np.pi * min(max(progress, 0.0), 1.0))) / 2)


def _step(shape: Shape, chain: Any, kind: Any, state: Any, batch: Any, rate: Any, keep: Any) -> Any:
    """One step: the weights after it, their mean, what the optimiser remembers, and the losses before it."""
    weights, mean, moments = state
    observations, masks, policies, values = batch

    def loss(weights: Weights) -> Any:
        logits, found = forward(weights, observations.astype(kind), shape)
        chances = jax.nn.log_softmax(jnp.where(masks, logits, -1e9))
        # What is certain costs nothing: the entropy of the target is no fault of the network.
        policy = (policies * (jnp.log(jnp.maximum(policies, 1e-9)) - chances)).sum(axis=1).mean()
        value = jnp.square(found - values).mean()
        return policy + value, jnp.stack([policy, value])

    (_, losses), gradients = jax.value_and_grad(loss, has_aux=True)(weights)
    updates, moments = chain.update(gradients, moments, weights)
    weights = {name: array - rate * updates[name] for name, array in weights.items()}
    mean = {name: keep * array + (1 - keep) * weights[name] for name, array in mean.items()}
    return weights, mean, moments, losses
