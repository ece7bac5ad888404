"""How balanced is a game? Numbers with their uncertainty, as a table, a file and a picture.

>>> import plyground as pg
>>> report = pg.study.balance("english-draughts", "stax", games=2_000, seed=0)
>>> [row.id for row in report.rows]
['english-draughts', 'stax']
>>> row = report.rows[0]
>>> row.score_low < row.score < row.score_high
True

- `balance`: what is the first move worth, and are the seats equal?
- `strength`, `restricted`: the same at several strengths of play; with and without a rule.
- `match`, `pieces`: how strong agents are, and what pieces are worth.
- `function_agent`: a function of yours that plays, and whether it sees what is hidden.
- `scores`: what score is reached, in games that nobody wins.
- `atlas`, `write_page`: many games at several strengths, on one page.
- `Question`, `prospects`: how many games an effect takes, and what a budget can show.
- `load`, `repeat`: a report from its file, and its study once more.
- `interval`, `anytime`, `mean`, `quantile`, `difference`, `gain`, `elo`: estimates with their uncertainty.
- `fairness`, `sign`, `symmetry`, `multinomial`, `ranks`, `corrected`, `Sprt`, `Contest`: tests.
"""

from .anytime import anytime
from .atlas import atlas, write_page
from .balance import balance
from .comparing import restricted, strength
from .copies import Copies
from .fair import corrected, fairness, multinomial, ranks, sign, symmetry
from .files import load, repeat
from .functions import FunctionAgent, function_agent
from .games import Games
from .intervals import Interval, difference, elo, gain, interval, mean, quantile, score_of
from .plan import Plan
from .planning import Question, prospects
from .ratings import Ratings, match
from .reading import BadReport
from .report import Report
from .rows import Change, Course, Prospect, Rating, Row, ScoreRow, Value
from .scored import scores
from .sequential import Contest, Sprt
from .store import BadStore, Store
from .values import Values, pieces

__all__ = [
    "BadReport",
    "BadStore",
    "Change",
    "Contest",
    "Copies",
    "Course",
    "FunctionAgent",
    "Games",
    "Interval",
    "Plan",
    "Prospect",
    "Question",
    "Rating",
    "Ratings",
    "Report",
    "Row",
    "ScoreRow",
    "Sprt",
    "Store",
    "Value",
    "Values",
    "anytime",
    "atlas",
    "balance",
    "corrected",
    "difference",
    "elo",
    "fairness",
    "function_agent",
    "gain",
    "interval",
    "load",
    "match",
    "mean",
    "multinomial",
    "pieces",
    "prospects",
    "quantile",
    "ranks",
    "repeat",
    "restricted",
    "score_of",
    "scores",
    "sign",
    "strength",
    "symmetry",
    "write_page",
]
