"""The settings that all studies share."""

import inspect
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from os import PathLike
from typing import Any, Final, Literal, TypeAlias, TypeVar

from ..statistics.intervals import check_confidence
from .agents import Agents
from .num_games import check_games, check_offset
from .starts import Start, Starts, starts_from

Progress: TypeAlias = bool | Callable[[str, int], None] | None
"""Whether to show a progress bar, or a function that is called with an id and the number of games just played. None: a bar in
studies that take longer than a few seconds, at a terminal or in a notebook."""

F = TypeVar("F", bound=Callable[..., Any])

MAX_SEED: Final = 2**64 - 1


@dataclass(frozen=True, slots=True)
class StudyDesign:
    """The settings that all studies share, checked.

    Each study function takes these fields as keyword arguments, or a `StudyDesign` as ``design``, or both. Keyword arguments
    have priority over the design.

    Parameters
    ----------
    games : int, sequence or None
        The number of games, or the largest number if the study may stop early. `strength` also accepts one number for each
        agent, and `atlas` a list for each variant. None: the default of the study.
    agents : agent, sequence of agents, mapping of str to agent, or None
        One agent or several. An agent is a name such as ``'ab:3'``, a network or a Python function. In `balance`, `scores`,
        `ablation` and `piece_values`, one agent plays all seats, and several agents, one for each seat or team, exchange
        seats from game to game. In `strength` and `atlas`, each agent plays all seats in games of its own. In `match`, the
        agents play each other. None: the default of the study.
    seed : int
        The seed of all random numbers, from 0 to 2**64 - 1.
    offset : int
        The number of the first game. Machines that share a study play games with different numbers, and `merge` joins their
        stores. If agents exchange seats, it must be a multiple of the number of games of a round.
    confidence : float
        The confidence level of all intervals, between 0 and 1.
    start : str, sequence of str or None
        A position string, or several that are used in turn. None: the start of the game.
    openings : int or None
        The number of random turns before the agents play. None: the default of the study.
    balanced : bool or None
        Whether to keep only random openings after which a short search finds the position even. None: the default of the
        study.
    threads : int or None
        The number of threads. None: one for each processor.
    store : path or None
        A file that keeps games as they are played, so that a stopped study can continue. See `Store`.
    engine : 'ray' or None
        Where to play: on a Ray cluster, or in this process.
    progress : bool, callable or None
        Whether to show a progress bar, or a function that is called with an id and the number of games just played. None: a bar
        in studies that take longer than three seconds, at a terminal or in a notebook.

    Raises
    ------
    TypeError
        If a value has the wrong type.
    ValueError
        If a value is not valid.

    Examples
    --------
    >>> import plyground as pg
    >>> design = pg.study.StudyDesign(games=500, agents="greedy", openings=2)
    >>> pg.study.balance("stax", design=design).rows[0].games
    500
    >>> pg.study.balance("stax", design=design, games=50).rows[0].games
    50

    The figures do not depend on ``threads``, ``store``, ``engine`` and ``progress``.
    """

    games: int | Sequence[Any] | None = None
    agents: Agents | None = None
    seed: int = 0
    offset: int = 0
    confidence: float = 0.95
    start: Start = None
    openings: int | None = None
    balanced: bool | None = None
    threads: int | None = None
    store: "str | PathLike[str] | None" = None
    engine: Literal["ray"] | None = None
    progress: Progress = None

    def __post_init__(self) -> None:
        if isinstance(self.games, float) and self.games.is_integer():
            # A whole float, such as 1e6. The class is frozen.
            object.__setattr__(self, "games", int(self.games))
        for number in _numbers(self.games):
            # Where numbers are given one by one, 0 leaves out a part of the study.
            if type(number) is not int or number != 0 or self.games == 0:
                check_games(number)
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or not 0 <= self.seed <= MAX_SEED:
            raise ValueError(f"seed must be an integer from 0 to {MAX_SEED}, got {self.seed!r}")
        check_offset(self.offset)
        check_confidence(self.confidence)
        # The default number of random turns is known to the study only.
        turns = int(self.balanced is True) if self.openings is None else self.openings
        starts_from(self.start, turns, False if self.balanced is None else self.balanced)
        if self.threads is not None and (
            isinstance(self.threads, bool) or not isinstance(self.threads, int) or self.threads < 1
        ):
            raise ValueError(f"threads must be a positive integer or None, got {self.threads!r}")
        if self.store is not None and not isinstance(self.store, str | os.PathLike):
            raise TypeError(f"store must be a path or None, got {self.store!r}")
        if self.engine not in (None, "ray"):
            raise ValueError(f"engine must be 'ray' or None, got {self.engine!r}")
        if not (self.progress is None or isinstance(self.progress, bool) or callable(self.progress)):
            raise TypeError(
                f"progress must be True, False, None or a function of an id and a number of games, got {self.progress!r}"
            )

    @property
    def num_games(self) -> int:
        """The number of games, for studies that take one number."""
        if not isinstance(self.games, int):
            raise TypeError(f"games must be one integer in this study, got {self.games!r}")
        return self.games

    @property
    def starts(self) -> Starts:
        """Where games begin."""
        return starts_from(self.start, self.openings or 0, bool(self.balanced))


def _numbers(games: Any) -> list[Any]:
    """All numbers in nested sequences."""
    if games is None:
        return []
    if isinstance(games, Sequence) and not isinstance(games, str):
        return [number for each in games for number in _numbers(each)]
    return [games]


NAMES: Final = tuple(one.name for one in fields(StudyDesign))
"""The names of all settings."""

STUDY_DEFAULTS: Final = ("games", "agents", "openings", "balanced")
"""The settings whose default depends on the study."""


def merged(
    defaults: StudyDesign, design: StudyDesign | None, settings: Mapping[str, Any]
) -> tuple[StudyDesign, dict[str, Any]]:
    """Return the design of a study, and the settings that are options of its games.

    Parameters
    ----------
    defaults
        The defaults of the study.
    design
        The design that the caller gave; it replaces the defaults.
    settings
        The keyword arguments of the caller; those that are fields of `StudyDesign` replace the design.
    """
    if design is not None and not isinstance(design, StudyDesign):
        raise TypeError(f"design must be a StudyDesign or None, got {design!r:.80}")
    found = defaults
    if design is not None:
        open_ones = {name: getattr(defaults, name) for name in STUDY_DEFAULTS if getattr(design, name) is None}
        found = replace(design, **open_ones)
    own = {
        name: value
        for name, value in settings.items()
        if name in NAMES and not (value is None and name in STUDY_DEFAULTS)
    }
    return replace(found, **own), {name: value for name, value in settings.items() if name not in NAMES}


def study_signature(defaults: StudyDesign) -> Callable[[F], F]:
    """Make `help` and `inspect.signature` show all settings of a study function, with its own defaults."""

    def decorate(function: F) -> F:
        own = inspect.signature(function)
        *first, design, settings = own.parameters.values()
        empty = inspect.Parameter.empty
        first = [
            one.replace(default=getattr(defaults, one.name), annotation=empty) if one.name in NAMES else one
            for one in first
        ]
        names = {one.name for one in first}
        more = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=getattr(defaults, name))
            for name in NAMES
            if name not in names
        ]
        shown = own.replace(parameters=[*first, *more, design, settings.replace(name="options")])
        function.__signature__ = shown  # type: ignore[attr-defined]
        return function

    return decorate
