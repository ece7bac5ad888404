"""Registration of your own names for games, and of all games as Gymnasium environments."""

import sys
from os import PathLike
from pathlib import Path
from typing import Any

from ._core import _names, _register, game, variants
from .game_descriptions import imported_id

__all__ = ["register", "register_from_file", "register_with_gymnasium"]


def register(name: str, /, base: str, **options: bool | int | str) -> None:
    """Register a name for a variant with changed options.

    The name can be used wherever an id can, until the program ends. The game and its results show the variant and the
    options instead of the name, so that they can be read where the name is not registered.

    Parameters
    ----------
    name : str
        The new name: at most 60 lowercase letters, digits and hyphens. It may be registered again, but must not be the id
        of a variant.
    base : str
        The id of the variant. ``my_module:nim`` imports the module of a game of your own.
    **options : bool, int or str
        The options to change.

    Raises
    ------
    ValueError
        If the name or the options are not valid, or there is no such variant.

    Examples
    --------
    >>> import plyground as pg
    >>> pg.register("my-draughts", base="international-draughts", men_back=False, quiet=30)
    >>> pg.game("my-draughts")
    Game('international-draughts', men_back=false, quiet=30)
    """
    if isinstance(base, str) and ":" in base:
        base = game(base).id
    _register(name, base, **options)
    if (gymnasium := sys.modules.get("gymnasium")) is not None:
        register_with_gymnasium(gymnasium)


def register_from_file(path: "str | PathLike[str]") -> list[str]:
    """Register the names in a TOML file, which has a table for each with its ``base`` and its options.

    A file imports no modules: a base such as ``my_module:nim`` is valid only if the module has been imported.

    Parameters
    ----------
    path : str or path-like
        The file.

    Returns
    -------
    list of str
        What is wrong with the tables that are not valid. The names of the others are registered.

    Raises
    ------
    ValueError
        If the file is not TOML.
    """
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    with Path(path).open("rb") as file:
        try:
            tables = tomllib.load(file)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ValueError(f"{path} is not TOML: {error}") from None
    problems = []
    for name, table in tables.items():
        if not isinstance(table, dict) or not isinstance(table.get("base"), str):
            problems.append(f'{path}: [{name}] needs base = "ID", followed by the options to change')
            continue
        options = {key: value for key, value in table.items() if key != "base"}
        try:
            register(name, imported_id(table["base"]), **options)
        except (TypeError, ValueError) as error:
            problems.append(f"{path}: [{name}] {error}")
    return problems


def register_with_gymnasium(gymnasium: Any) -> None:
    """Register every variant and every name with Gymnasium, as ``plyground/ID-v0``.

    The environments themselves are imported when Gymnasium makes the first one.

    Parameters
    ----------
    gymnasium : module
        The module ``gymnasium``.
    """
    for id in (*variants(), *_names()):
        name = f"plyground/{id}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="plyground.envs:GymEnv",
                vector_entry_point="plyground.envs.factory:make_vec",
                kwargs={"game": id},
            )
