"""Names for games: those of one's own, and all of them among the environments of Gymnasium."""

import sys
from os import PathLike
from pathlib import Path
from typing import Any

from ._core import BadOption, _names, _register, variants

__all__ = ["read_names", "register", "tell_gymnasium"]


def register(name: str, /, base: str, **options: bool | int | str) -> None:
    """Gives a name of your own to an id with options changed, to be used wherever an id is, as long as the program runs.

    What is made by it is the game that it stands for and says so, that results may be read where nobody knows the name.

    >>> import plyground as pg
    >>> pg.register("my-draughts", base="international-draughts", men_back=False, quiet=30)
    >>> pg.game("my-draughts")
    Game('international-draughts', men_back=false, quiet=30)
    """
    _register(name, base, **options)
    if (gymnasium := sys.modules.get("gymnasium")) is not None:
        tell_gymnasium(gymnasium)


def read_names(path: "str | PathLike[str]") -> None:
    """Registers the names in a TOML file: a table for each, with its ``base`` and its options."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    with Path(path).open("rb") as file:
        try:
            tables = tomllib.load(file)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ValueError(f"{path} is not TOML: {error}") from None
    for name, table in tables.items():
        if not isinstance(table, dict) or not isinstance(table.get("base"), str):
            raise ValueError(f'{path}: [{name}] needs base = "ID", and the options that it changes below that')
        options = {key: value for key, value in table.items() if key != "base"}
        try:
            register(name, table["base"], **options)
        except (TypeError, ValueError) as error:
            kind = BadOption if isinstance(error, BadOption) else ValueError
            raise kind(f"{path}: [{name}] {error}") from None


def tell_gymnasium(gymnasium: Any) -> None:
    """Tells Gymnasium of every variant and name; what plays them is imported when one is made."""
    for id in (*variants(), *_names()):
        name = f"plyground/{id}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="plyground.gymnasium:GymEnv",
                vector_entry_point="plyground.gymnasium:GymVector",
                kwargs={"game": id},
            )
