"""What a model says of itself, in the metadata of its file."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from .._core import Game, __version__, game

KEY: Final = "plyground"
"""Under which key the description stands."""

LAYOUT: Final = 1
"""The number of this form of a description."""


class BadModel(ValueError):
    """A file is no model, or not one of the game that is played; the message says why."""


@dataclass(frozen=True, slots=True)
class Description:
    """Which game a network plays, and what its inputs and outputs mean."""

    game: Mapping[str, Any]
    """The game: its ``id``, ``options`` and ``frame``."""
    fingerprint: str
    """What tells the game's behaviour from that of another build (`Game.fingerprint`)."""
    observation_shape: tuple[int, int, int]
    """Planes, rows, columns of what it reads."""
    num_actions: int
    """For how many actions it has a number: their logits."""
    seats: int
    """For how many seats it says what they get, first the one that observes, then those after it."""
    least: float
    """The return that it calls -1."""
    most: float
    """The return that it calls 1."""
    version: str = __version__
    """The version of plyground that wrote it."""
    training: Mapping[str, Any] = field(default_factory=dict)
    """How it was made."""

    @staticmethod
    def of(rules: Game, training: "Mapping[str, Any] | None" = None) -> "Description":
        """The description of a network for a game."""
        scores = rules.info.scores
        return Description(
            game=json.loads(rules.to_json()),
            fingerprint=rules.fingerprint,
            observation_shape=rules.observation_shape,
            num_actions=rules.num_actions,
            seats=rules.seats,
            least=scores.least,
            most=scores.most,
            training=dict(training or {}),
        )

    def to_json(self) -> str:
        """As it stands in a file."""
        return json.dumps({"layout": LAYOUT, **asdict(self)}, sort_keys=True)

    @staticmethod
    def from_json(text: str) -> "Description":
        """What `to_json` made; anything else is refused."""
        try:
            told = json.loads(text)
            layout = told.pop("layout")
        except (AttributeError, KeyError, RecursionError, ValueError):
            raise BadModel("what it says of itself is not what plyground writes") from None
        if layout != LAYOUT:
            raise BadModel(f"it was written by another version of plyground (layout {str(layout)[:40]}, not {LAYOUT})")
        try:
            found = Description(**{**told, "observation_shape": tuple(told["observation_shape"])})
            found._check()
        except (KeyError, TypeError, ValueError) as error:
            raise BadModel(f"what it says of itself is not what plyground writes: {error}") from None
        return found

    def _check(self) -> None:
        """Refuses numbers that are none."""
        sizes = [*self.observation_shape, self.num_actions, self.seats]
        if len(self.observation_shape) != 3 or not all(type(size) is int and size > 0 for size in sizes):
            raise ValueError("its sizes are not whole numbers")
        if not all(isinstance(bound, float | int) for bound in (self.least, self.most)) or not self.least < self.most:
            raise ValueError("its returns have no range")
        if not isinstance(self.game, dict) or set(self.game) != {"id", "options", "frame"}:
            raise ValueError("it names no game")
        if not isinstance(self.game["id"], str) or not isinstance(self.game["options"], dict):
            raise ValueError("it names no game")
        if not isinstance(self.fingerprint, str) or not isinstance(self.training, dict):
            raise ValueError("it has no fingerprint, or does not say how it was made")

    def rules(self) -> Game:
        """The game that it plays."""
        try:
            return game(self.game["id"], **{"frame": self.game["frame"], **self.game["options"]})
        except (TypeError, ValueError) as error:
            raise BadModel(f"it plays a game that this build does not have: {error}") from None

    def check_plays(self, rules: Game) -> None:
        """Refuses a game that the network was not made for, with the reason."""
        mine: Mapping[str, Any] = self.game
        theirs = json.loads(rules.to_json())
        if mine != theirs:
            raise BadModel(f"it plays {_named(mine, theirs)}, not {_named(theirs, mine)}")
        if self.fingerprint != rules.fingerprint:
            raise BadModel(
                f"{rules.id} behaves otherwise in this build (fingerprint {rules.fingerprint}) than in the one that it was "
                f"made with ({self.fingerprint[:40]}, plyground {str(self.version)[:40]}); train it anew"
            )
        if (self.observation_shape, self.num_actions, self.seats) != (
            rules.observation_shape,
            rules.num_actions,
            rules.seats,
        ):
            raise BadModel(f"its sizes are not those of {rules.id}")


def _named(told: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """A game with what tells it from another."""
    if told["id"] != other["id"]:
        return str(told["id"])[:80]
    options = [
        f"{name}={json.dumps(value)}" for name, value in told["options"].items() if other["options"].get(name) != value
    ]
    if told["frame"] != other["frame"]:
        options.append(f"frame={json.dumps(told['frame'])}")
    return f"{told['id']} with {', '.join(options)[:200]}"
