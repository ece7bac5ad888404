"""Evaluations that are fitted to games."""

from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from time import perf_counter

from . import atomic_files
from ._core import Game
from ._core import game as open_game
from ._core import tune as core_tune

__all__ = ["Generation", "tune"]


@dataclass(frozen=True)
class Generation:
    """The fit of one generation of `tune`."""

    number: int
    """The number of the generation, from 1."""
    positions: int
    """The number of positions."""
    scale: float
    """The lead in men with which a side scores 73 %, by material and mobility. With more than two sides it is fixed: with twice
    this lead, a side has 70 % of the return of a win."""
    error_before: float
    """The mean squared error of results, from 0 to 1, that material and mobility predict. It is measured in the tenth of the
    positions that is not used for the fit."""
    error_after: float
    """The error of results that the tuned evaluation predicts."""
    seconds: float
    """The time that games and fit took."""


def tune(
    game: "Game | str",
    path: "str | PathLike[str]",
    games: int = 5000,
    generations: int = 2,
    *,
    nodes: int = 100,
    seed: int = 0,
    threads: int | None = None,
    report: Callable[[Generation], object] | None = None,
) -> list[Generation]:
    """Fit an evaluation to games of an agent against itself, and write it to a file.

    The agent is alpha-beta, and ``ab:ms=50,eval=PATH`` uses the evaluation. With more than two sides it is tree search, and
    ``mcts:ms=50,cut=2,eval=PATH`` uses the evaluation. Test it against the same agent without ``eval``: in some games a tuned
    evaluation gains hundreds of Elo points, in others it loses.

    Parameters
    ----------
    game : Game or str
        The game, or its id. It has two or more sides, and ``frame`` is ``'seat'``.
    path : str or path-like
        The file to write. It is replaced when the run is complete.
    games : int, default 5000
        The number of games of each generation.
    generations : int, default 2
        The number of generations. The first plays with material and mobility, each further one with the evaluation of the
        last.
    nodes : int, default 100
        The number of positions that a search visits. With more than two sides, tree search makes three times as many
        simulations.
    seed : int, default 0
        Determines the games and the fit.
    threads : int, optional
        The number of threads; by default one for each processor. It does not change the result.
    report : callable, optional
        Called after each generation with its `Generation`.

    Returns
    -------
    list of Generation
        The fit of each generation.

    Raises
    ------
    ValueError
        If the game cannot have such an evaluation, or a number is out of its range.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> import plyground as pg
    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "checkers.tuned"
    >>> [generation] = pg.tune("checkers", path, games=20, generations=1)
    >>> generation.positions > 500
    True
    >>> pg.agent(f"ab:nodes=100,eval={path}").choose(pg.game("checkers").start()) >= 0
    True
    """
    atomic_files.check_place(path)
    rules = open_game(game) if isinstance(game, str) else game
    all_generations: list[Generation] = []
    start = perf_counter()

    def add(number: int, positions: int, scale: float, error_before: float, error_after: float) -> None:
        nonlocal start
        now = perf_counter()
        all_generations.append(Generation(number, positions, scale, error_before, error_after, now - start))
        start = now
        if report is not None:
            report(all_generations[-1])

    content = core_tune(rules, games, generations, nodes, seed, threads, add)
    atomic_files.write(path, content)
    return all_generations
