"""The results of an evaluation: a table, a data frame and JSON."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .. import atomic_files
from .._core import Game
from ..optional_deps import optional_imports
from ..study.report.base_report import machine
from ..study.report.text_tables import interval_text
from ..study.statistics.intervals import Interval, mean_interval, round_means, score_interval
from ..study.statistics.scoring import PLAYED_FOR, bounds, is_won, num_teams
from ..text_table import format_table
from .game_results import GameResult, game_label

if TYPE_CHECKING:
    import pandas as pd

FORMAT: Final = 1
"""The version of the file format."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationRow:
    """What a model did in one game, or in all games with winners."""

    game: str
    """The id of the game, with its changed options; ``all`` for the total."""
    kind: str
    """The kind of scores: ``win``, ``shared`` or ``strokes``, as in `Scoring.kind`."""
    games: int
    """The number of games that were played."""
    score: float
    """The mean share in the win, from 0 to 1: a win is 1, and a draw between two teams 0.5. The total is the mean over the games
    of the table. In games without winners it is the mean score, or the mean number of strokes."""
    score_low: float
    """The lower bound of its interval."""
    score_high: float
    """The upper bound of its interval."""
    even_score: float | None
    """The score of a model that is as strong as the agents: one divided by the number of teams. None without winners."""
    illegal_rate: float
    """The share of answers that were illegal; nan without answers."""
    positions: int
    """The number of positions in which the model was asked."""
    retries: int
    """The number of further answers after illegal ones."""
    failures: int
    """The number of positions in which no answer was legal, so that the model forfeited or made a random step."""
    forfeits: int
    """The number of games that the model forfeited."""
    cut_off: int
    """The number of games that were cut off."""
    mean_steps: float
    """The mean length of a game in steps."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Evaluation:
    """The results of `evaluate`. ``print`` shows a table."""

    settings: Mapping[str, Any]
    """The model, the agents, the seed and all other settings."""
    rows: tuple[EvaluationRow, ...]
    """One row for each game."""
    total: EvaluationRow | None
    """All games with winners, each with the same weight; None if there is none."""
    results: tuple[GameResult, ...]
    """The result of each game that was played."""
    machine: Mapping[str, Any] = field(default_factory=machine, compare=False)
    """The date, the machine and the versions of the evaluation."""

    def __repr__(self) -> str:
        return f"<Evaluation of {self.settings['model']}: {len(self.results)} games of {len(self.rows)} variants>"

    def __str__(self) -> str:
        heads = ("game", "#games", "#score", "interval", "#even", "#illegal", "#retries", "#failures", "#steps")
        # With one game the total has the same figures.
        rows = [*self.rows, *([self.total] if self.total is not None and len(self.rows) > 1 else [])]
        title = f"{self.settings['model']} against {self.settings['opponents']}"
        return f"{title}\n{format_table(heads, map(_cells, rows))}"

    def _repr_html_(self) -> str:
        return self.to_pandas().to_html(float_format="{:.4f}".format)

    def to_pandas(self, *, per_game: bool = False) -> "pd.DataFrame":
        """Return the rows as a pandas data frame.

        Parameters
        ----------
        per_game : bool, default False
            Whether to return one row for each game that was played. By default there is one row for each game of the table,
            indexed by its id, and the total.

        Returns
        -------
        pandas.DataFrame
            The attributes of `EvaluationRow`, or of `GameResult`.
        """
        with optional_imports("plyground[study]"):
            import pandas as pd

        if per_game:
            return pd.DataFrame([asdict(result) for result in self.results])
        rows = [*self.rows, *([self.total] if self.total is not None else [])]
        return pd.DataFrame([asdict(row) for row in rows]).set_index("game")

    def to_json(self) -> str:
        """Return the settings, all rows and all results as JSON. Numbers that do not exist are null."""
        content = {"plyground evaluation": FORMAT, **asdict(self)}
        return json.dumps(_without_nan(content), ensure_ascii=False, indent=1, allow_nan=False) + "\n"

    def save(self, path: "str | PathLike[str]") -> None:
        """Write `to_json` to a file.

        Parameters
        ----------
        path : path
            The file to write.
        """
        atomic_files.write(path, self.to_json())


def make_evaluation(settings: Mapping[str, Any], variants: Sequence[Game], results: Sequence[GameResult]) -> Evaluation:
    """Return the report on the results of some games."""
    confidence = settings["confidence"]
    groups = {
        game_label(game): (game, [result for result in results if result.game == game_label(game)]) for game in variants
    }
    rounds = []
    even = []
    rows = []
    for label, (game, played) in groups.items():
        scores = np.array([result.score for result in played])
        sides = len(played) // settings["games_per_seat"]
        if is_won(game):
            found = score_interval(scores, confidence, games_per_round=sides)
            rounds.append(round_means(scores, sides))
            even.append(1 / num_teams(game))
        else:
            found = mean_interval(scores, confidence, bounds(game.info.scoring))
        fair = even[-1] if is_won(game) else None
        rows.append(_row(label, game.info.scoring.kind, played, found, fair))
    total = None
    if rounds:
        won = [result for game, played in groups.values() if is_won(game) for result in played]
        # A round of each game is one observation, so that games with more seats do not weigh more.
        found = score_interval(np.concatenate(rounds), confidence)
        total = _row("all", "win", won, found, float(np.mean(even)))
    return Evaluation(settings=settings, rows=tuple(rows), total=total, results=tuple(results))


def _row(label: str, kind: str, played: Sequence[GameResult], score: Interval, even: float | None) -> EvaluationRow:
    answers = sum(result.answers for result in played)
    positions = sum(result.positions for result in played)
    return EvaluationRow(
        game=label,
        kind=kind,
        games=len(played),
        score=score.value,
        score_low=score.low,
        score_high=score.high,
        even_score=even,
        illegal_rate=sum(result.illegal for result in played) / answers if answers else float("nan"),
        positions=positions,
        retries=answers - positions,
        failures=sum(result.failures for result in played),
        forfeits=sum(result.reason == "forfeit" for result in played),
        cut_off=sum(result.reason == "cut-off" for result in played),
        mean_steps=float(np.mean([result.steps for result in played])),
    )


def _cells(row: EvaluationRow) -> tuple[str, ...]:
    """Return the cells of a row in the printed table."""
    return (
        row.game if row.kind == "win" else f"{row.game} ({PLAYED_FOR[row.kind]})",
        str(row.games),
        f"{row.score:.3f}",
        interval_text(row.score_low, row.score_high, 3),
        "" if row.even_score is None else f"{row.even_score:.3f}",
        f"{row.illegal_rate:.1%}",
        str(row.retries),
        str(row.failures),
        f"{row.mean_steps:.1f}",
    )


def _without_nan(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_nan(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(each) for each in value]
    return None if isinstance(value, float) and value != value else value
