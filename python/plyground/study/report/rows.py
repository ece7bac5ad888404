"""The rows of reports: the results for one game, one agent, one kind of piece or one change of rules."""

from dataclasses import dataclass, field
from typing import Final

from ..statistics.intervals import Interval, check_confidence, signed_elo
from .notable_games import NotableGames

NOT_IN_TABLES: Final = {"column": False}

NEARLY_FAIR, UNFAIR, UNKNOWN = "nearly fair", "unfair", "not known yet"
"""The verdicts on a game's balance, in tables, figures and files."""


@dataclass(frozen=True, slots=True)
class SprtPath:
    """The log-likelihood ratios of a sequential test as the number of games grows."""

    games: tuple[int, ...]
    """The numbers of games."""
    ahead: tuple[float, ...]
    """The log-likelihood ratio of "the first seat is ahead" against "fair"."""
    behind: tuple[float, ...]
    """The log-likelihood ratio of "the first seat is behind" against "fair"."""
    low: float
    """The test accepts "fair" at or below this bound."""
    high: float
    """The test rejects "fair" at or above this bound."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The games of a study that began with the same steps."""

    start: int
    """The index of the start position, if the study has several."""
    steps: tuple[str, ...]
    """The first steps. The entry for all games from one start position has none."""
    games: int
    """The number of games."""
    score: float
    """The mean score of these games, as in the row."""
    score_low: float
    """The lower bound of its interval."""
    score_high: float
    """The upper bound of its interval."""
    draw_rate: float | None
    """The share of draws, or None if the game is not played for a win."""


@dataclass(frozen=True, slots=True, repr=False)
class BaseRow:
    """The results for one game that do not depend on its kind of score. Values that were not measured are None."""

    id: str
    """The id of the variant."""
    options: str
    """The options that differ from those of the id, as ``name=value``."""
    title: str
    """The name of the variant."""
    agents: str
    """The names of the agents."""
    start: str
    """Where the games began, such as ``start``, ``4 random turns`` or ``3 given positions``."""
    games: int
    """The number of games."""
    mean_steps: float
    """The mean length of a game in steps."""
    steps_p5: float
    """The 5th percentile of the length."""
    steps_p50: float
    """The median of the length."""
    steps_p95: float
    """The 95th percentile of the length."""
    opening_entropy: float
    """The entropy of the first steps, in bits."""
    effective_openings: float
    """Two to the power of the entropy: the number of equally frequent first steps with the same entropy."""
    distinct_games: int | None
    """The number of different games, or of different rounds if agents exchange seats. None if it was not counted.

    If a start position determines its games, these are the observations of all intervals and tests.
    """
    branching: float | None
    """The mean number of legal steps."""
    length_histogram: tuple[tuple[float, ...], tuple[int, ...]] = field(metadata=NOT_IN_TABLES)
    """A histogram of the lengths: the edges of the bins and the number of games in each bin."""
    notable_games: NotableGames | None = field(metadata=NOT_IN_TABLES)
    """The longest and the most dramatic game. `Report.games` plays them again."""
    opening_tree: tuple[Opening, ...] = field(metadata=NOT_IN_TABLES)
    """The openings, each followed by its continuations. `Report.openings` shows them."""

    @property
    def label(self) -> str:
        """The name of the game, with the options that differ from those of its id."""
        return f"{self.title}, {self.options}" if self.options else self.title

    def __repr__(self) -> str:
        options = f"options={self.options!r}, " if self.options else ""
        return f"{type(self).__name__}(id={self.id!r}, {options}agents={self.agents!r}, games={self.games}, ...)"


@dataclass(frozen=True, slots=True, repr=False)
class Row(BaseRow):
    """The results for one game that is played for a win."""

    first_seat: int
    """The seat that moves first."""
    wins: int
    """The number of games that the first seat won."""
    draws: int
    """The number of games that no seat won."""
    losses: int
    """The number of games that another seat won."""
    score: float
    """The first seat's mean score: 1 for a win, 0 for a loss, and an even share of 1 for a draw."""
    score_low: float
    """The lower bound of its confidence interval (`score_interval`)."""
    score_high: float
    """The upper bound of its confidence interval."""
    anytime_low: float
    """The lower bound of the confidence sequence (`anytime_interval`)."""
    anytime_high: float
    """The upper bound of the confidence sequence."""
    fair_score: float
    """The score of each seat in a fair game: 1 divided by the number of teams."""
    elo: float
    """The first seat's advantage in Elo points."""
    elo_low: float
    """The lower bound of its interval, from that of the score."""
    elo_high: float
    """The upper bound of its interval."""
    p_fair: float | None
    """The p-value of the hypothesis that the game is fair to all teams. None if one game was repeated."""
    p_holm: float | None
    """The p-value, adjusted by Holm's method for the number of rows."""
    p_bh: float | None
    """The p-value, adjusted by the method of Benjamini and Hochberg."""
    p_unfair: float | None
    """The p-value of the hypothesis that a team's score differs from the fair one by 0.05 or more: small if the game is nearly
    fair. None if one game was repeated."""
    p_unfair_bh: float | None
    """The same, adjusted by the method of Benjamini and Hochberg."""
    verdict: str
    """The result of the sequential test, or an empty string."""
    draw_rate: float
    """The share of draws."""
    draw_rate_low: float
    """The lower bound of its interval."""
    draw_rate_high: float
    """The upper bound of its interval."""
    decisive_rate: float
    """The share of games that a seat won."""
    lead_changes: float | None
    """The mean number of changes of the lead in material."""
    drama: float | None
    """The winner's mean deficit in material while it was behind."""
    seats: tuple[Interval, ...] = field(metadata=NOT_IN_TABLES)
    """The score of each seat with its interval."""
    sprt_path: SprtPath | None = field(metadata=NOT_IN_TABLES)
    """The log-likelihood ratios of the sequential test."""

    def __str__(self) -> str:
        score = f"{self.score:.3f} [{self.score_low:.3f}, {self.score_high:.3f}]"
        return (
            f"{self.label} by {self.agents}, {self.games:,} games: score {score}, {signed_elo(self.elo)} Elo, "
            f"{self.draw_rate:.1%} drawn"
        )

    def balance(self, confidence: float) -> str:
        """Return the verdict on the balance, with p-values adjusted by the method of Benjamini and Hochberg.

        It is ``nearly fair`` if the scores of all teams are certainly within 0.05 of the fair one, ``unfair`` if they are
        certainly not all equal, and otherwise ``not known yet``. Scores that are certain in both ways are nearly fair:
        ``p_bh`` tells whether they differ from the fair one at all.
        """
        check_confidence(confidence)
        if self.p_unfair_bh is not None and self.p_unfair_bh < 1 - confidence:
            return NEARLY_FAIR
        return UNFAIR if self.p_bh is not None and self.p_bh < 1 - confidence else UNKNOWN


@dataclass(frozen=True, slots=True, repr=False)
class ScoreRow(BaseRow):
    """The results for one game without winners: all seats share a score, or each counts its strokes.

    Strokes are positive numbers here. The returns of such a game are the negative of them.
    """

    kind: str
    """``shared`` or ``strokes``, as in `plyground.Scoring`."""
    better: str
    """Whether ``higher`` or ``lower`` scores are better."""
    score: float
    """The mean score of a game. If seats have different scores, it is the mean over seats."""
    score_low: float
    """The lower bound of its interval, from the possible scores and `score_interval`."""
    score_high: float
    """The upper bound of its interval."""
    score_std: float
    """The standard deviation of the score between games."""
    score_p5: float
    """The 5th percentile of the score."""
    score_p50: float
    """The median of the score."""
    score_p50_low: float
    """The lower bound of the median's interval, from order statistics."""
    score_p50_high: float
    """The upper bound of the median's interval."""
    score_p95: float
    """The 95th percentile of the score."""
    min_score: float
    """The lowest observed score."""
    max_score: float
    """The highest observed score."""
    min_possible: float
    """The lowest score that the rules allow."""
    max_possible: float
    """The highest score that the rules allow."""
    seats: tuple[Interval, ...] = field(metadata=NOT_IN_TABLES)
    """The mean score of each seat with its interval."""
    score_histogram: tuple[tuple[float, ...], tuple[int, ...]] = field(metadata=NOT_IN_TABLES)
    """All observed scores and the number of games with each."""

    def __str__(self) -> str:
        score = f"{self.score:.3f} [{self.score_low:.3f}, {self.score_high:.3f}]"
        return f"{self.label} by {self.agents}, {self.games:,} games: score {score}, {self.better} is better"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleEffect:
    """The difference between two rows of an ablation: the changed game minus the original game."""

    change: str
    """The changed options."""
    score: Interval
    """The difference in the first seat's score, or in the score of the game if there are no winners."""
    draw_rate: Interval | None
    """The difference in the share of draws, or None if the game is not played for a win."""
    steps: Interval
    """The difference in the mean length."""

    def __str__(self) -> str:
        draws = "" if self.draw_rate is None else f", draw rate {self.draw_rate}"
        return f"{self.change}: score {self.score}{draws}, steps {self.steps}"


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of one agent."""

    agent: str
    """The agent's name."""
    elo: float
    """The rating in Elo points. The mean of all agents is 0."""
    elo_low: float
    """The lower bound of its interval."""
    elo_high: float
    """The upper bound of its interval."""
    games: int
    """The number of games that the agent played."""
    score: float
    """The agent's mean score against other agents."""
    score_low: float
    """The lower bound of its interval."""
    score_high: float
    """The upper bound of its interval."""


@dataclass(frozen=True, slots=True)
class PieceValue:
    """The value of one kind of piece."""

    kind: str
    """The name of the piece."""
    value: float | None
    """Its value in units of the report's ``unit``, or None if the log odds of the unit may be 0."""
    value_low: float | None
    """The lower bound of its interval."""
    value_high: float | None
    """The upper bound of its interval."""
    log_odds: float
    """The increase in the log odds of a better result for each additional piece."""
    log_odds_low: float
    """The lower bound of its interval."""
    log_odds_high: float
    """The upper bound of its interval."""

    @property
    def value_interval(self) -> Interval | None:
        """The value with its interval, or None if it is not known."""
        if self.value is None or self.value_low is None or self.value_high is None:
            return None
        return Interval(self.value_low, self.value, self.value_high)

    @property
    def log_odds_interval(self) -> Interval:
        """The log odds with their interval."""
        return Interval(self.log_odds_low, self.log_odds, self.log_odds_high)


@dataclass(frozen=True, slots=True)
class PlanRow:
    """The number of games that a study of one variant needs, and the effect that a time budget can detect."""

    id: str
    """The id of the variant."""
    agents: str
    """The names of the agents."""
    pilot_games: int
    """The number of games in the pilot."""
    games_per_second: float
    """The speed of the pilot."""
    draw_rate: float
    """The share of draws in the pilot."""
    games_in_budget: int
    """The number of games that fit into the budget."""
    detectable_elo: float
    """The smallest advantage in Elo points that these games detect with the requested power."""
    games_needed: int
    """The number of games that detect the requested advantage."""
    seconds_needed: float
    """The time that these games take."""


@dataclass(frozen=True, slots=True)
class CompensationRow:
    """The results for one compensation. Scores are those of the side that moves first in the game without compensation."""

    candidate: str
    """The text of the candidate."""
    title: str
    """What it is, in words."""
    id: str
    """The id of the game that was played."""
    games: int
    """The number of games."""
    measured_games: int
    """The number of games that measure the score: for the pie rule those of the chosen first turns."""
    score: float
    """The mean score. For the pie rule it is that of the side that makes the first turn, whichever seat it has then."""
    score_low: float
    """The lower bound of its confidence interval."""
    score_high: float
    """The upper bound of its confidence interval."""
    elo: float
    """The advantage in Elo points."""
    elo_low: float
    """The lower bound of its interval, from that of the score."""
    elo_high: float
    """The upper bound of its interval."""
    draw_rate: float
    """The share of draws."""
    p_fair: float | None
    """The p-value of the hypothesis that both sides have the same score. None if the games are duplicates."""
    p_holm: float | None
    """The p-value, adjusted by Holm's method for the number of rows."""
    distance: float
    """The distance of the score from 1/2."""
    distance_low: float
    """The lower bound of its interval. The intervals of all rows hold together (Bonferroni)."""
    distance_high: float
    """The upper bound of its interval."""
    verdict: str
    """``nearly fair`` if the whole interval of the distance is within the margin of the report, ``unfair`` if it excludes 0, and
    otherwise ``not known yet``, as `Row.balance`."""
    distinct_games: int | None
    """The number of different games, or rounds if agents exchange seats. None if it was not counted."""
    choice: str
    """For the pie rule the best first turn, and whether the other side takes the first seat after it; otherwise empty."""
