"""Which games are meant."""

from argparse import Namespace

from .. import Game, game, info, variants
from ..options import parse_options


def asked(arguments: Namespace, id: str) -> Game:
    """The game of an id, with the options that are set."""
    options = {name: value for text in arguments.set for name, value in parse_options(text).items()}
    return game(id, **options)


def picked(arguments: Namespace) -> list[str]:
    """The ids of a family, of games for so many seats, or all."""
    infos = [info(id) for id in variants()]
    if arguments.family is not None:
        families = sorted({found.family for found in infos})
        if arguments.family not in families:
            raise ValueError(f"no family '{arguments.family}'; there are {', '.join(families)}")
        infos = [found for found in infos if found.family == arguments.family]
    if arguments.seats is not None:
        counts = sorted({found.seats for found in infos})
        infos = [found for found in infos if found.seats == arguments.seats]
        if not infos:
            among = "" if arguments.family is None else f" of {arguments.family}"
            raise ValueError(
                f"no variant{among} has {arguments.seats} seats; they have {' or '.join(map(str, counts))}"
            )
    return [found.id for found in infos]


def chosen(arguments: Namespace) -> list[Game]:
    """The variants that are named, and those that are picked."""
    ids = list(arguments.ids)
    if arguments.family is not None or (not ids and arguments.seats is not None):
        ids += [id for id in picked(arguments) if id not in ids]
    found = [asked(arguments, id) for id in ids]
    if arguments.seats is not None:
        found = [rules for rules in found if rules.seats == arguments.seats]
    if not found:
        raise ValueError("no variant is chosen: name an ID, or a --family that has games for these --seats")
    return found
