"""The games that arguments select: ids, ``--set``, ``--family`` and ``--seats``."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from .. import Game, game, info, variants
from ..options import parse_options


def game_with_options(arguments: Namespace, id: str) -> Game:
    """Return the game of an id with the options of ``--set``."""
    search_current_folder(id)
    options = {name: value for text in arguments.set for name, value in parse_options(text).items()}
    return game(id, **options)


def is_own_game(id: str) -> bool:
    """Return whether an id names a module, which registers a game of the user's own."""
    return ":" in id


def search_current_folder(id: str) -> None:
    """Let the module of an id such as ``my_module:nim`` be in the current folder, as `python -m` does."""
    if is_own_game(id) and (folder := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, folder)


def filtered_ids(arguments: Namespace) -> list[str]:
    """Return the ids that match the options of `list`, or all ids."""
    given = vars(arguments)
    source = given.get("source") or "books"
    infos = [info(id) for id in variants(source=source)]
    if arguments.family is not None:
        families = sorted({found.family for found in infos})
        if arguments.family not in families:
            raise ValueError(f"--family must be {_choices(families)}, got '{arguments.family[:40]}'")
        infos = [found for found in infos if found.family == arguments.family]
    if arguments.seats is not None:
        counts = sorted({found.num_seats for found in infos})
        infos = [found for found in infos if found.num_seats == arguments.seats]
        if not infos:
            where = "" if arguments.family is None else f" in family {arguments.family}"
            raise ValueError(
                f"--seats must be {_choices([str(count) for count in counts])}{where}, got {arguments.seats}"
            )
    kept = variants(
        source=source,
        board=given.get("board"),
        hidden=given.get("hidden") or None,
        chance=given.get("chance") or None,
        simultaneous=given.get("simultaneous") or None,
    )
    return [found.id for found in infos if found.id in kept]


def selected_games(arguments: Namespace) -> list[Game]:
    """Return the games of the ids, followed by those that ``--family`` and ``--seats`` select."""
    ids = list(arguments.ids)
    if arguments.family is not None or (not ids and arguments.seats is not None):
        ids += [id for id in filtered_ids(arguments) if id not in ids]
    if not ids:
        raise ValueError("no variant is selected: name at least one ID, or use --family or --seats")
    games = [game_with_options(arguments, id) for id in ids]
    if arguments.seats is not None:
        games = [rules for rules in games if rules.num_seats == arguments.seats]
        if not games:
            raise ValueError(f"no variant is selected: {_choices(ids, 'and')} must have {arguments.seats} seats")
    return games


def _choices(values: Sequence[str], word: str = "or") -> str:
    """Join values for a message: ``a, b or c``."""
    return f" {word} ".join(filter(None, (", ".join(values[:-1]), values[-1])))
