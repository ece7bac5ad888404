"""Reports from their files, and studies once more."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from os import PathLike
from types import MappingProxyType
from typing import Any, Final

from .._core import Game
from .atlas import atlas
from .balance import balance
from .behaviour import behaviour, changed
from .comparing import restricted, strength
from .findings import LAYOUT, Findings
from .plan import changed_by, told_game
from .players import Agent, Player, again_as
from .ratings import Ratings, match
from .reading import BadReport, read_json, typed, typed_fields
from .report import Report
from .rows import Row, ScoreRow
from .scored import scores
from .sequential import Contest, Sprt
from .values import Values, pieces

KINDS: Final[dict[str, type[Findings]]] = {kind.__name__: kind for kind in (Report, Ratings, Values)}
STUDIES: Final[dict[str, Callable[..., Any]]] = {
    "atlas": atlas,
    "balance": balance,
    "match": match,
    "pieces": pieces,
    "restricted": restricted,
    "scores": scores,
    "strength": strength,
}
FREE: Final = {"threads", "store", "engine", "progress"}
"""What the figures do not depend on."""


def load(path: "str | PathLike[str]") -> Any:
    """A `Report`, `Ratings` or `Values` from the file that its `save` wrote; `BadReport` if it is not whole."""
    found = read_json(path)
    if not isinstance(found, dict) or "plyground study" not in found:
        raise BadReport(f"{path} is not a report of a study")
    if found.pop("plyground study") != LAYOUT:
        raise BadReport(f"{path} was written by another version of plyground")
    kind = KINDS.get(str(found.pop("kind", None)))
    if kind is None:
        raise BadReport(f"{path} is not a report of a study")
    try:
        report = _report(kind, found)
    except BadReport as error:
        raise BadReport(f"{path} is not a whole report of a study: {error}") from error
    return report


def _report(kind: type[Findings], found: dict[str, Any]) -> Findings:
    """A report from what was read."""
    values = typed_fields(kind, found, kind.__name__)
    if not values["rows"]:
        raise BadReport("it has no rows")
    if kind is Report:
        # Of games that come to a score, or else of games that are won.
        of = ScoreRow if "deviation" in values["rows"][0] else Row
        values["rows"] = tuple(typed(of, row, f"Report.rows[{at}]") for at, row in enumerate(values["rows"]))
    study = values["study"]
    return kind(**{**values, "study": {**study, "variants": _variants(study)} if "variants" in study else study})


def _variants(study: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The games that a study is of, as `variant` tells them."""
    found = study.get("variants")
    if not isinstance(found, list):
        raise BadReport("the report does not say what it is a study of")
    for one in found:
        if not (isinstance(one, dict) and isinstance(one.get("id"), str) and _is_options(one.get("options"))):
            raise BadReport(f"a game is told by its id and options, not as {str(one)[:80]}")
        if not isinstance(one.get("frame", "seat"), str):
            raise BadReport(f"the frame of a game is 'seat' or 'board', not {str(one['frame'])[:80]}")
    # Reports name the frame since there are studies of both.
    return [{"frame": "seat", **one} for one in found]


def _is_options(found: object) -> bool:
    """Whether these are options of a game by their names."""
    return isinstance(found, dict) and all(isinstance(value, bool | int | str) for value in found.values())


def repeat(
    report: "Findings | str | PathLike[str]", *, agents: Mapping[str, Agent] = MappingProxyType({}), **more: Any
) -> Any:
    """Does the study of a report, or of the file of one, once more: it finds the same.

    ``agents`` are the functions and networks that played in it, by their names: the report has no more of them. What does
    not change the figures may be said anew: ``threads``, ``store``, ``engine``, ``progress``. Where a game or an agent of the
    core behaves differently now, `BadReport` says which; of a report that does not know, a warning says so.
    """
    asked: dict[str, Any] = dict((report if isinstance(report, Findings) else load(report)).study)
    if extra := set(more) - FREE:
        raise TypeError(f"a repeated study takes agents, {', '.join(sorted(FREE))}, not {', '.join(sorted(extra))}")
    study = STUDIES.get(str(asked.pop("study", None)))
    if study is None:
        raise BadReport("the report does not say what study it is of")
    rules = [told_game(one) for one in _variants(asked)]
    del asked["variants"]
    then = asked.pop("behaviour", None)
    changes = asked.pop("changes", [])
    who = "agents" if "agents" in asked else "agent"
    names = asked.get(who)
    if unknown := asked.keys() - (set(signature(study).parameters) - FREE):
        raise BadReport(f"the report says of its study what none is asked: {', '.join(sorted(unknown))}")
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise BadReport(f"the report does not say who played: {who} is {str(names)[:80]}")
    if not isinstance(changes, list) or not all(map(_is_options, changes)):
        raise BadReport(f"the report does not say what was changed: {str(changes)[:80]}")
    if asked.get("sprt") is not None:
        asked["sprt"] = (
            Contest(*typed(tuple[float, float, float, float], asked["sprt"], "sprt"))
            if study is match
            else Sprt(*typed(tuple[float, float, float], asked["sprt"], "sprt"))
        )
    players = again_as(names, agents)
    _check_behaviour([*rules, *(changed_by(rules[0], change) for change in changes)], players, then)
    asked[who] = players
    return study(*rules, *changes, **asked, **more)


def _check_behaviour(games: Sequence[Game], players: Sequence[Player], then: object) -> None:
    """Refuses to repeat what would be played otherwise by this build, whatever it found."""
    if then is None:
        warnings.warn(
            "the report does not say how its games and agents behaved: if they do otherwise now, other figures are found",
            stacklevel=3,
        )
        return
    if what := changed(games, then, behaviour(games, players)):
        raise BadReport(f"the study cannot be repeated as it was: {what}")
