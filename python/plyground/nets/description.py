"""The description of a model, in the metadata of its file."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from math import isfinite, prod
from typing import Any, Final

from .._core import Game, __version__
from ..game_descriptions import game_dict, game_from_dict

KEY: Final = "plyground"
"""The key of the description in the metadata."""

FORMAT_VERSION: Final = 2
"""Version of the format of descriptions."""

MAX_LENGTH: Final = 2**20
"""Largest number of characters of a description. plyground writes about a thousand."""

MAX_SIZE: Final = 2**20
"""Largest number of elements of an observation, and of actions. plyground's games have up to 15,180 and 117,900."""

MAX_SEATS: Final = 64
"""Largest number of seats. Games have at most six."""

MAX_RETURN: Final = 1e9
"""Largest size of a return, so that its range is a float32 number."""

NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,80}")
FINGERPRINT: Final = re.compile(r"[0-9a-f]{16}")
VERSION: Final = re.compile(r"[0-9A-Za-z.+-]{1,40}")


class BadModel(ValueError):
    """A file is not a model, or is a model of another game. The message gives the reason."""


@dataclass(frozen=True, slots=True)
class Description:
    """The game that a network plays, and the meaning of its input and outputs.

    Attributes
    ----------
    game : mapping
        The game: its ``id``, ``options`` and ``frame``.
    fingerprint : str
        Hash of the game's behavior in the build that wrote the model (`Game.fingerprint`).
    observation_shape : tuple of int
        Planes, rows and columns of the input.
    num_actions : int
        Number of logits of the policy.
    num_seats : int
        Number of values: first that of the seat that observes, then those of the seats after it.
    min_return : float
        The return for which the network's value is -1.
    max_return : float
        The return for which the network's value is 1.
    version : str
        The version of plyground that wrote the model.
    training : mapping
        How the network was trained: the settings, the number of generations and of games.

    Examples
    --------
    >>> import plyground as pg
    >>> description = Description.for_game(pg.game("stax"))
    >>> description.num_actions, description.min_return, description.max_return
    (128, -1.0, 1.0)
    """

    game: Mapping[str, Any]
    fingerprint: str
    observation_shape: tuple[int, int, int]
    num_actions: int
    num_seats: int
    min_return: float
    max_return: float
    version: str = __version__
    training: Mapping[str, Any] = field(default_factory=dict)

    @staticmethod
    def for_game(rules: Game, training: "Mapping[str, Any] | None" = None) -> "Description":
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
        scores = rules.info.scoring
        return Description(
            game=game_dict(rules),
            fingerprint=rules.fingerprint,
            observation_shape=rules.observation_shape,
            num_actions=rules.num_actions,
            num_seats=rules.num_seats,
            min_return=scores.min_return,
            max_return=scores.max_return,
            training=dict(training or {}),
        )

    def to_json(self) -> str:
        """Return the description as JSON, the form in the metadata of a file.

        Returns
        -------
        str
            The JSON object.
        """
        return json.dumps({"format_version": FORMAT_VERSION, **asdict(self)}, sort_keys=True)

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
            If the text has another format version or is not JSON, or a field is missing, unknown, of another type or out of
            range.
        """
        try:
            values = _parse(text)
            # Version 1 was called "layout".
            version = values.pop("format_version", values.get("layout"))
            if type(version) is not int or version != FORMAT_VERSION:
                raise BadModel(
                    f"its format version is {str(version)[:20]} and this build reads version {FORMAT_VERSION}; "
                    "train the network again, or use the version of plyground that wrote it"
                )
            _check_fields(values)
        except BadModel:
            raise
        except (RecursionError, ValueError) as error:
            raise BadModel(f"its description is not what plyground writes: {error}") from None
        return Description(**{**values, "observation_shape": tuple(values["observation_shape"])})

    def make_game(self) -> Game:
        """Make the game that the network plays.

        Returns
        -------
        Game
            The game.

        Raises
        ------
        BadModel
            If this build does not have the game.
        """
        try:
            return game_from_dict(self.game)
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
            If the game has another id, other options, another frame or another behavior.
        """
        own: Mapping[str, Any] = self.game
        other = game_dict(rules)
        if own != other:
            raise BadModel(f"it plays {_game_text(own, other)}, not {_game_text(other, own)}")
        if self.fingerprint != rules.fingerprint:
            raise BadModel(
                f"{rules.id} behaves differently in this build (fingerprint {rules.fingerprint}) and in the one that "
                f"trained the network ({self.fingerprint}, plyground {self.version}); train it again"
            )
        if (self.observation_shape, self.num_actions, self.num_seats) != (
            rules.observation_shape,
            rules.num_actions,
            rules.num_seats,
        ):
            raise BadModel(f"its observation shape, actions or seats differ from those of {rules.id}")


def _parse(text: str) -> dict[str, Any]:
    """Parse a JSON object. Its numbers must be finite and its keys must differ."""
    if len(text) > MAX_LENGTH:
        raise ValueError(f"it must have at most {MAX_LENGTH:,} characters, got {len(text):,}")
    values = json.loads(text, parse_constant=_finite, parse_float=_finite, object_pairs_hook=_distinct)
    if not isinstance(values, dict):
        raise ValueError("it must be an object")
    return values


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"numbers must be finite, got {text[:40]}")
    return number


def _distinct(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise ValueError("keys of an object must differ")
    return values


def _check_fields(values: Mapping[str, Any]) -> None:
    """Check the type and range of every field."""
    known = {one.name for one in fields(Description)}
    if values.keys() != known:
        raise ValueError(f"fields must be {', '.join(sorted(known))}; got {str(sorted(values))[:300]}")
    shape = values["observation_shape"]
    is_shape = isinstance(shape, list) and len(shape) == 3 and all(_is_size(size, MAX_SIZE) for size in shape)
    _check(
        "observation_shape",
        is_shape and prod(shape) <= MAX_SIZE,
        f"be three positive integers with a product of at most {MAX_SIZE:,}",
        values,
    )
    _check("num_actions", _is_size(values["num_actions"], MAX_SIZE), f"be an integer from 1 to {MAX_SIZE:,}", values)
    _check("num_seats", _is_size(values["num_seats"], MAX_SEATS), f"be an integer from 1 to {MAX_SEATS}", values)
    for name in ("min_return", "max_return"):
        _check(name, _is_return(values[name]), f"be a finite number from {-MAX_RETURN:g} to {MAX_RETURN:g}", values)
    _check(
        "max_return", values["min_return"] < values["max_return"], f"be above min_return {values['min_return']}", values
    )
    _check("fingerprint", _is_text(values["fingerprint"], FINGERPRINT), "be 16 hexadecimal digits", values)
    _check("version", _is_text(values["version"], VERSION), "be a version", values)
    _check("training", isinstance(values["training"], dict), "be an object", values)
    _check("game", _is_game(values["game"]), "be an object with 'id', 'options' and 'frame'", values)


def _check(name: str, is_valid: bool, rule: str, values: Mapping[str, Any]) -> None:
    if not is_valid:
        raise ValueError(f"{name!r} must {rule}, got {json.dumps(values[name])[:80]}")


def _is_size(value: Any, max_size: int) -> bool:
    return type(value) is int and 1 <= value <= max_size


def _is_return(value: Any) -> bool:
    return type(value) in (int, float) and -MAX_RETURN <= value <= MAX_RETURN


def _is_text(value: Any, pattern: "re.Pattern[str]") -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


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


def _game_text(values: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """Return the id of a game with the options that differ from those of another."""
    if values["id"] != other["id"]:
        return str(values["id"])
    options = [
        f"{name}={json.dumps(value)}"
        for name, value in values["options"].items()
        if other["options"].get(name) != value
    ]
    if values["frame"] != other["frame"]:
        options.append(f"frame={json.dumps(values['frame'])}")
    return f"{values['id']} with {', '.join(options)[:200]}"
