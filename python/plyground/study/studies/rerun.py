"""Repeats the study of a report."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from os import PathLike
from types import MappingProxyType
from typing import Any, Final

from ..._core import Game
from ...game_descriptions import game_from_dict
from ..design.agents import Agent, NamedAgent, agents_again
from ..design.fingerprints import fingerprint_change, fingerprints
from ..report.base_report import BaseReport
from ..report.report_io import is_options, load, recorded_variants
from ..report.typed_json import BadReport, checked_value
from ..running.game_plan import with_options
from ..statistics.sequential import MatchSprt, Sprt
from .ablation import ablation
from .atlas import atlas
from .balance import balance
from .compensation import compensation
from .match import match
from .piece_values import piece_values
from .scores import scores
from .strength import strength

STUDIES: Final[dict[str, Callable[..., Any]]] = {
    study.__name__: study for study in (ablation, atlas, balance, compensation, match, piece_values, scores, strength)
}
FREE: Final = {"threads", "store", "engine", "progress"}
"""The settings that the figures do not depend on."""


def rerun(
    report: "BaseReport | str | PathLike[str]",
    *,
    agents: Mapping[str, Agent] = MappingProxyType({}),
    **settings: Any,
) -> Any:
    """Repeat the study of a report. The result has the same figures.

    Parameters
    ----------
    report : report or path
        The report, or its file.
    agents : mapping of str to agent
        The functions, engines and agents with files of the study by their names. The report contains the names only.
    **settings
        ``threads``, ``store``, ``engine`` and ``progress``.

    Returns
    -------
    Report, Ratings, PieceValues or Compensations
        The new report.

    Raises
    ------
    BadReport
        If the record of the study is not complete, or if a game or an agent behaves differently in this build.
    TypeError
        If another setting is given.
    ValueError
        If an agent is missing or unknown.

    Examples
    --------
    >>> import plyground as pg
    >>> report = pg.study.balance("stax", games=500, seed=3)
    >>> pg.study.rerun(report, threads=1) == report
    True
    """
    record: dict[str, Any] = dict((report if isinstance(report, BaseReport) else load(report)).study)
    if extra := set(settings) - FREE:
        raise TypeError(f"rerun takes agents, {', '.join(sorted(FREE))}, got {', '.join(sorted(extra))}")
    study = STUDIES.get(str(record.pop("study", None)))
    if study is None:
        raise BadReport(f"the record must name a study, one of {', '.join(STUDIES)}")
    rules = [game_from_dict(one) for one in recorded_variants(record)]
    del record["variants"]
    then = record.pop("fingerprints", None)
    changes = record.pop("changes", [])
    names = record.get("agents")
    if unknown := record.keys() - (set(signature(study).parameters) - FREE):
        raise BadReport(f"the record has unknown settings of {study.__name__}: {', '.join(sorted(unknown))}")
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise BadReport(f"the record must have the names of the agents, got {str(names)[:80]}")
    if not isinstance(changes, list) or not all(map(is_options, changes)):
        raise BadReport(f"the record must have the changes as a list of options, got {str(changes)[:80]}")
    if record.get("sprt") is not None:
        record["sprt"] = (
            MatchSprt(*checked_value(tuple[float, float, float, float], record["sprt"], "sprt"))
            if study is match
            else Sprt(*checked_value(tuple[float, float, float], record["sprt"], "sprt"))
        )
    again = agents_again(names, agents)
    _check_fingerprints([*rules, *(with_options(rules[0], change) for change in changes)], again, then)
    record["agents"] = again
    return study(*rules, *changes, **record, **settings)


def _check_fingerprints(games: Sequence[Game], agents: Sequence[NamedAgent], then: object) -> None:
    """Raise BadReport for a study that this build would play differently."""
    if then is None:
        warnings.warn(
            "the record has no fingerprints: if games or agents behave differently in this build, the figures differ",
            stacklevel=3,
        )
        return
    if what := fingerprint_change(games, then, fingerprints(games, agents)):
        raise BadReport(f"the study cannot be repeated: {what}")
