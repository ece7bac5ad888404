"""Studies of games: estimates with confidence intervals, as a table, a file and a figure.

>>> import plyground as pg
>>> report = pg.study.balance("english-draughts", "stax", games=2_000, seed=0)
>>> [row.id for row in report.rows]
['english-draughts', 'stax']
>>> row = report.rows[0]
>>> row.score_low < row.score < row.score_high
True

Studies:

- `balance`: the advantage of the first move, and the scores of all seats.
- `strength`, `ablation`: the same at several strengths of play, and with and without a rule.
- `compensation`: the fairest compensation for the first move: draw odds, the pie rule, a handicap.
- `match`, `piece_values`: the strength of agents, and the values of pieces.
- `scores`: the scores of games without winners.
- `atlas`, `atlas_findings`, `write_atlas`: many games at several strengths, in sentences and on one page.
- `plan`, `PowerAnalysis`: the number of games that an effect needs.
- `load`, `rerun`: a report from its file, and its study repeated.
- `merge`: the games that several machines played, in one store.

`StudyDesign` has the settings that all studies share, and `function_agent` makes an agent of a Python function.

Statistics:

- `score_interval`, `anytime_interval`, `mean_interval`, `quantile_interval`, `difference_interval`,
  `paired_difference_interval`: estimates with intervals.
- `sign_test`, `symmetry_test`, `multinomial_test`, `friedman_test`, `fairness_test`, `unfairness_test`, `adjust_p_values`: tests.
- `Sprt`, `MatchSprt`: sequential tests.
- `elo_from_score`, `score_from_elo`: Elo points.
- `fair_draw_share`: the share of a draw that makes a game fair.
"""

from .design.function_agents import FunctionAgent, function_agent
from .design.power_analysis import PowerAnalysis
from .design.study_design import StudyDesign
from .report.atlas_findings import atlas_findings
from .report.atlas_page import write_atlas
from .report.atlas_rows import AgentComparison, Place
from .report.base_report import BaseReport
from .report.compensations import Compensations
from .report.openings import Openings
from .report.piece_values import PieceValues
from .report.ratings import Ratings
from .report.report import Report
from .report.report_io import load
from .report.rows import CompensationRow, Opening, PieceValue, PlanRow, Rating, Row, RuleEffect, ScoreRow, SprtPath
from .report.typed_json import BadReport
from .running.duplicates import DuplicateGamesWarning
from .running.game_plan import GamePlan
from .running.games import Games
from .running.merge_stores import merge
from .running.selected_openings import MeasuredJudgeWarning
from .running.store import BadStore, Store
from .running.stored_plans import StoredPlan
from .statistics.anytime import anytime_interval
from .statistics.draw_share import fair_draw_share
from .statistics.fairness import fairness_test, unfairness_test
from .statistics.hypothesis_tests import adjust_p_values, friedman_test, multinomial_test, sign_test, symmetry_test
from .statistics.intervals import (
    Interval,
    difference_interval,
    elo_from_score,
    mean_interval,
    paired_difference_interval,
    quantile_interval,
    score_from_elo,
    score_interval,
)
from .statistics.sequential import MatchSprt, Sprt
from .studies.ablation import ablation
from .studies.atlas import atlas
from .studies.balance import balance
from .studies.compensation import compensation
from .studies.match import match
from .studies.piece_values import piece_values
from .studies.planning import plan
from .studies.rerun import rerun
from .studies.scores import scores
from .studies.strength import strength

__all__ = [
    "AgentComparison",
    "BadReport",
    "BadStore",
    "BaseReport",
    "CompensationRow",
    "Compensations",
    "DuplicateGamesWarning",
    "FunctionAgent",
    "GamePlan",
    "Games",
    "Interval",
    "MatchSprt",
    "MeasuredJudgeWarning",
    "Opening",
    "Openings",
    "PieceValue",
    "PieceValues",
    "Place",
    "PlanRow",
    "PowerAnalysis",
    "Rating",
    "Ratings",
    "Report",
    "Row",
    "RuleEffect",
    "ScoreRow",
    "Sprt",
    "SprtPath",
    "Store",
    "StoredPlan",
    "StudyDesign",
    "ablation",
    "adjust_p_values",
    "anytime_interval",
    "atlas",
    "atlas_findings",
    "balance",
    "compensation",
    "difference_interval",
    "elo_from_score",
    "fair_draw_share",
    "fairness_test",
    "friedman_test",
    "function_agent",
    "load",
    "match",
    "mean_interval",
    "merge",
    "multinomial_test",
    "paired_difference_interval",
    "piece_values",
    "plan",
    "quantile_interval",
    "rerun",
    "score_from_elo",
    "score_interval",
    "scores",
    "sign_test",
    "strength",
    "symmetry_test",
    "unfairness_test",
    "write_atlas",
]


def __dir__() -> list[str]:
    """List the public names, without the modules that they come from."""
    return __all__
