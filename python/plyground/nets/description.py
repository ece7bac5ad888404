"""What a model says about itself, in the metadata of its file."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from math import isfinite, prod
from typing import Any, Final

from .._core import Game, __version__, game

KEY: Final = "plyground"
"""The key of the description in the metadata."""

LAYOUT: Final = 1
"""The version of the description's format."""

MAX_LENGTH: Final = 2**20
"""Largest number of characters of a description. Those that plyground writes have about a thousand."""

MAX_SIZE: Final = 2**20
"""Largest number of elements of an observation, and of actions. The largest of plyground's games have 15,180 and 117,900."""

MAX_SEATS: Final = 64
"""Largest number of seats. Games have at most six."""

MAX_RETURN: Final = 1e9
"""Largest size of a return, so that its range is a float32 number."""

NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,80}")
FINGERPRINT: Final = re.compile(r"[0-9a-f]{16}")
VERSION: Final = re.compile(r"[0-9A-Za-z.+-]{1,40}")


class BadModel(ValueError):
    """A file is not a model, or not one of the game that is played. The message gives the reason."""


@dataclass(frozen=True, slots=True)
class Description:
    """Which game a network plays, and what its inputs and outputs mean."""

    game: Mapping[str, Any]
    """The game: its ``id``, ``options`` and ``frame``."""
    fingerprint: str
    """Identifies the game's behaviour in the build that wrote the model (`Game.fingerprint`)."""
    observation_shape: tuple[int, int, int]
    """Planes, rows and columns of the input."""
    num_actions: int
    """The number of logits of the policy."""
    seats: int
    """The number of values, first that of the seat that observes, then those of the seats after it."""
    least: float
    """The return that the network calls -1."""
    most: float
    """The return that the network calls 1."""
    version: str = __version__
    """The version of plyground that wrote the model."""
    training: Mapping[str, Any] = field(default_factory=dict)
    """How the network was trained."""

    @staticmethod
    def of(rules: Game, training: "Mapping[str, Any] | None" = None) -> "Description":
        """Describe a network for a game.

        Parameters
        ----------
        rules : Game
            The game.
        training : mapping, optional
            How the network was trained, in types that JSON has.

        Returns
        -------
        Description
            The description.

        """
        scores = rules.info.scores
        return Description(
            game=json.loads(rules.to_json()),
            fingerprint=rules.fingerprint,
            observation_shape=rules.observation_shape,
            num_actions=rules.num_actions,
            seats=rules.num_seats,
            least=scores.min_return,
            most=scores.max_return,
            training=dict(training or {}),
        )

    def to_json(self) -> str:
        """Write the description as JSON, the form that a file holds."""
        return json.dumps({"layout": LAYOUT, **asdict(self)}, sort_keys=True)

    @staticmethod
    def from_json(text: str) -> "Description":
        """Read a description.

        Parameters
        ----------
        text : str
            JSON as `to_json` writes it.

        Returns
        -------
        Description
            The description.

        Raises
        ------
        BadModel
            The text is not JSON, or a field is missing, unknown, of another type or out of range.

        """
        try:
            told = _parsed(text)
            layout = told.pop("layout", None)
            if type(layout) is int and layout != LAYOUT:
                raise BadModel(f"it was written by another version of plyground (layout {layout}, not {LAYOUT})")
            _check_fields({"layout": layout, **told})
        except BadModel:
            raise
        except (RecursionError, ValueError) as error:
            raise BadModel(f"its description is not what plyground writes: {error}") from None
        return Description(**{**told, "observation_shape": tuple(told["observation_shape"])})

    def rules(self) -> Game:
        """Make the game that the network plays."""
        try:
            return game(self.game["id"], **{"frame": self.game["frame"], **self.game["options"]})
        except (TypeError, ValueError) as error:
            raise BadModel(f"it plays a game that this build does not have: {error}") from None

    def check_plays(self, rules: Game) -> None:
        """Check that the network was made for a game.

        Parameters
        ----------
        rules : Game
            The game to play.

        Raises
        ------
        BadModel
            The game has another id, other options, another frame or another behaviour.

        """
        mine: Mapping[str, Any] = self.game
        theirs = json.loads(rules.to_json())
        if mine != theirs:
            raise BadModel(f"it plays {_named(mine, theirs)}, not {_named(theirs, mine)}")
        if self.fingerprint != rules.fingerprint:
            raise BadModel(
                f"{rules.id} behaves differently in this build (fingerprint {rules.fingerprint}) and in the one that the "
                f"network was trained with ({self.fingerprint}, plyground {self.version}); train it again"
            )
        if (self.observation_shape, self.num_actions, self.seats) != (
            rules.observation_shape,
            rules.num_actions,
            rules.num_seats,
        ):
            raise BadModel(f"its sizes are not those of {rules.id}")


def _parsed(text: str) -> dict[str, Any]:
    """A JSON object whose numbers are finite and whose keys differ."""
    if len(text) > MAX_LENGTH:
        raise ValueError(f"it must have at most {MAX_LENGTH:,} characters, but has {len(text):,}")
    told = json.loads(text, parse_constant=_finite, parse_float=_finite, object_pairs_hook=_distinct)
    if not isinstance(told, dict):
        raise ValueError("it must be an object")
    return told


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"numbers must be finite, got {text[:40]}")
    return number


def _distinct(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    told = dict(pairs)
    if len(told) != len(pairs):
        raise ValueError("an object has a key twice")
    return told


def _check_fields(told: Mapping[str, Any]) -> None:
    """Check the type and range of every field."""
    known = {"layout", *(one.name for one in fields(Description))}
    if told.keys() != known:
        raise ValueError(f"fields must be {', '.join(sorted(known))}; got {str(sorted(told))[:300]}")
    _check("layout", told["layout"] is not True and told["layout"] == LAYOUT, f"be {LAYOUT}", told)
    shape = told["observation_shape"]
    whole = isinstance(shape, list) and len(shape) == 3 and all(_is_size(size, MAX_SIZE) for size in shape)
    _check(
        "observation_shape",
        whole and prod(shape) <= MAX_SIZE,
        f"be three positive integers with a product of at most {MAX_SIZE:,}",
        told,
    )
    _check("num_actions", _is_size(told["num_actions"], MAX_SIZE), f"be an integer from 1 to {MAX_SIZE:,}", told)
    _check("seats", _is_size(told["seats"], MAX_SEATS), f"be an integer from 1 to {MAX_SEATS}", told)
    for name in ("least", "most"):
        _check(name, _is_return(told[name]), f"be a finite number from {-MAX_RETURN:g} to {MAX_RETURN:g}", told)
    _check("most", told["least"] < told["most"], f"be above 'least', which is {told['least']}", told)
    _check("fingerprint", _is_text(told["fingerprint"], FINGERPRINT), "be 16 hexadecimal digits", told)
    _check("version", _is_text(told["version"], VERSION), "be a version", told)
    _check("training", isinstance(told["training"], dict), "be an object", told)
    _check("game", _is_game(told["game"]), "be an object with 'id', 'options' and 'frame'", told)


def _check(name: str, fits: bool, rule: str, told: Mapping[str, Any]) -> None:
    if not fits:
        raise ValueError(f"{name!r} must {rule}, got {json.dumps(told[name])[:80]}")


def _is_size(value: Any, most: int) -> bool:
    return type(value) is int and 1 <= value <= most


def _is_return(value: Any) -> bool:
    return type(value) in (int, float) and -MAX_RETURN <= value <= MAX_RETURN


def _is_text(value: Any, form: "re.Pattern[str]") -> bool:
    return isinstance(value, str) and form.fullmatch(value) is not None


def _is_game(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"id", "options", "frame"}
        and _is_text(value["id"], NAME)
        and _is_text(value["frame"], NAME)
        and isinstance(value["options"], dict)
        and all(
            NAME.fullmatch(name) is not None and isinstance(option, str | int)
            for name, option in value["options"].items()
        )
    )


def _named(told: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """A game, with the options that differ from those of another."""
    if told["id"] != other["id"]:
        return str(told["id"])
    options = [
        f"{name}={json.dumps(value)}" for name, value in told["options"].items() if other["options"].get(name) != value
    ]
    if told["frame"] != other["frame"]:
        options.append(f"frame={json.dumps(told['frame'])}")
    return f"{told['id']} with {', '.join(options)[:200]}"
