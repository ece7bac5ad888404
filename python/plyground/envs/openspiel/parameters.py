"""The parameters of games in OpenSpiel, and their encoding in OpenSpiel's game strings."""

from typing import Any, Final
from urllib.parse import quote, unquote

import numpy as np

from ..._core import BadOption, Info
from ...truncate import truncated

DEFAULTS: Final[dict[str, Any]] = {
    "frame": "seat",
    "history_length": 0,
    "max_steps": 0,
    "num_deals": 0,
    "num_setups": 1_000,
    "seed": -1,
    "start": "",
}
"""The parameters that every game has in addition to the options of its variant."""

MIN_VALUES: Final = {"history_length": 0, "max_steps": 0, "num_deals": 0, "num_setups": 1, "seed": -1}
MAX_VALUE: Final = 2**31 - 1
"""The range of the parameters that are numbers."""


def game_name(id: str) -> str:
    """Return the name of a variant in OpenSpiel."""
    return f"plyground_{id.replace('-', '_')}"


def default_parameters(info: Info) -> dict[str, Any]:
    """Return all parameters of a variant in OpenSpiel, with their defaults."""
    return {**DEFAULTS, **info.options}


def check_number(name: str, value: object) -> int:
    """Return the value of a parameter that is a number; TypeError or BadOption if it is not valid."""
    message = f"{name} must be an integer from {MIN_VALUES[name]} to {MAX_VALUE}, got {truncated(value)}"
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError(message)
    if not MIN_VALUES[name] <= value <= MAX_VALUE:
        raise BadOption(message)
    return int(value)


def encode(value: Any, default: Any) -> Any:
    """Encode a value for OpenSpiel, whose game strings split texts at commas and brackets and convert numbers."""
    if not isinstance(default, str):
        return value
    text = quote(str(value), safe=" /:?!*+-_[]&;@#$")
    return text if not text[:1].isdigit() or " " in text else f"%{ord(text[0]):x}{text[1:]}"


def decode(value: Any, default: Any) -> Any:
    """Decode the value of an option. An option with words and numbers as values gives its numbers as text."""
    if not isinstance(default, str):
        return value
    text = unquote(value)
    return int(text) if text.isdecimal() else text
