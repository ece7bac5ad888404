"""The rows of reports: what was found out about one game, one agent, one kind of piece, one change."""

from dataclasses import dataclass, field
from typing import Final

from .intervals import Interval

NOT_IN_TABLES: Final = {"column": False}


@dataclass(frozen=True, slots=True)
class Course:
    """How the evidence of a sequential test grew."""

    games: tuple[int, ...]
    """After so many games."""
    ahead: tuple[float, ...]
    """The log likelihood ratio of 'the first seat is ahead' against 'fair'."""
    behind: tuple[float, ...]
    """The same of 'the first seat is behind'."""
    low: float
    """Below this, fair."""
    high: float
    """Above this, not fair."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How games went on after their first steps."""

    start: int
    """The number of the position that they began at, where there were several."""
    steps: tuple[str, ...]
    """The steps; none for all games that began there."""
    games: int
    """How many games began so."""
    score: float
    """The mean score of these games, as in the row."""
    score_low: float
    """The lower bound of its interval."""
    score_high: float
    """The upper bound of its interval."""
    draw_rate: float | None
    """The share of them that nobody won; None where nobody plays for a win."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a study found out about one game, whatever it is played for. What was not measured is None."""

    id: str
    """The id of the variant."""
    options: str
    """The options that were changed from what the id says, as ``name=value``; mostly nothing."""
    title: str
    """Its name."""
    agents: str
    """Who played."""
    games: int
    """How many games were played."""
    steps: float
    """The mean length of a game in steps."""
    steps_5: float
    """One game in twenty is no longer than this."""
    steps_50: float
    """Half of the games are no longer than this."""
    steps_95: float
    """One game in twenty is longer than this."""
    opening_bits: float
    """The entropy of the first steps, in bits."""
    openings: float
    """The effective number of first steps: as diverse as so many that are made equally often."""
    distinct: int | None
    """How many of the games, or of the rounds where agents change places, were different; None where that was not looked at."""
    branching: float | None
    """The mean number of legal steps."""
    lengths: tuple[tuple[float, ...], tuple[int, ...]] = field(metadata=NOT_IN_TABLES)
    """A histogram of lengths: the edges of the bins, and the games in each."""
    tree: tuple[Opening, ...] = field(metadata=NOT_IN_TABLES)
    """The openings, each followed by those that go on from it: see `Report.openings`."""

    @property
    def label(self) -> str:
        """The name of the game, with what is out of the ordinary."""
        return f"{self.title}, {self.options}" if self.options else self.title


@dataclass(frozen=True, slots=True)
class Row(Figures):
    """What a study found out about one game that is played for a win."""

    first_seat: int
    """The seat that moves first."""
    wins: int
    """Games that the first seat won."""
    draws: int
    """Games that nobody won."""
    losses: int
    """Games that others won."""
    score: float
    """The first seat's mean score: 1 for a win, 0 for a loss, and for a draw an even share of 1 among those who drew."""
    score_low: float
    """The lower bound of its interval, which knows of draws, and of rounds where agents change places."""
    score_high: float
    """The upper bound of its interval."""
    any_low: float
    """The lower bound of an interval that holds however often one looks while games grow in number."""
    any_high: float
    """The upper bound of that interval."""
    fair: float
    """The score that a seat has in a fair game: 1 divided by the number of teams."""
    elo: float
    """The first seat's advantage in Elo points."""
    elo_low: float
    """The lower bound of its interval, from that of the score."""
    elo_high: float
    """The upper bound of its interval."""
    p_fair: float | None
    """How often a game that is fair to all its teams would look as uneven, or more so; None where games are copies."""
    p_holm: float | None
    """The same, corrected for the number of games in the report by Holm's method."""
    p_bh: float | None
    """The same, corrected by the method of Benjamini and Hochberg."""
    verdict: str
    """What a sequential test says, if one was asked for."""
    draw_rate: float
    """The share of draws."""
    draw_rate_low: float
    """The lower bound of its interval."""
    draw_rate_high: float
    """The upper bound of its interval."""
    decisive: float
    """The share of games that somebody won."""
    lead_changes: float | None
    """How often the lead in material changed hands, on average."""
    drama: float | None
    """How far the winner was behind in material while it was behind, on average."""
    seats: tuple[Interval, ...] = field(metadata=NOT_IN_TABLES)
    """The score of each seat with its interval."""
    path: Course | None = field(metadata=NOT_IN_TABLES)
    """The course of the sequential test."""

    def uneven(self, confidence: float) -> bool:
        """Whether it is rejected that the game is fair to all its seats, corrected by Holm's method for its report."""
        return self.p_holm is not None and self.p_holm < 1 - confidence


@dataclass(frozen=True, slots=True)
class ScoreRow(Figures):
    """What a study found out about the score of one game, which all seats share or which is a number of strokes.

    Strokes are counted as what they are, though the returns of a game are minus their number.
    """

    kind: str
    """``shared`` or ``strokes``, as in `plyground.Scores`."""
    better: str
    """Whether ``higher`` or ``lower`` scores are better."""
    score: float
    """The mean score of a game; the mean over its seats, where each has its own."""
    score_low: float
    """The lower bound of its interval, Student's."""
    score_high: float
    """The upper bound of its interval."""
    deviation: float
    """The standard deviation of the score from game to game."""
    score_5: float
    """One game in twenty has a score no higher than this."""
    score_50: float
    """Half of the games have a score no higher than this."""
    score_50_low: float
    """The lower bound of the interval of that, by order statistics."""
    score_50_high: float
    """The upper bound of that interval."""
    score_95: float
    """One game in twenty has a higher score than this."""
    lowest: float
    """The lowest score that was seen."""
    highest: float
    """The highest score that was seen."""
    least: float
    """No game can have a lower score."""
    most: float
    """No game can have a higher one."""
    seats: tuple[Interval, ...] = field(metadata=NOT_IN_TABLES)
    """The mean score of each seat with Student's interval."""
    scores: tuple[tuple[float, ...], tuple[int, ...]] = field(metadata=NOT_IN_TABLES)
    """All scores that were seen, and how many games had each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """How two rows of a report differ."""

    what: str
    """What was changed from the first row."""
    score: Interval
    """By how much the first seat's score rose; or the score of the game, where nobody plays for a win."""
    draw_rate: Interval | None
    """By how much the share of draws rose; None where nobody plays for a win."""
    steps: Interval
    """By how many steps games became longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """How far two kinds of agents differ in what they make of a game: if far, one of them does not see something."""

    id: str
    """The id of the variant."""
    options: str
    """The options that were changed from what the id says."""
    agents: tuple[str, str]
    """The agents."""
    seats: tuple[Interval, ...]
    """By how much the score of each team's first seat is higher by the second agent."""
    flagged: bool
    """Whether that leaves out 0 for some team, at the confidence of the report for all of them together."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong one agent is."""

    agent: str
    """Its name."""
    elo: float
    """Its Elo points; those of all agents have the mean 0."""
    elo_low: float
    """The lower bound of their interval."""
    elo_high: float
    """The upper bound of their interval."""
    games: int
    """How many games it played."""
    score: float
    """Its mean result in duels with others: 1 for a better one, one half for the same."""
    score_low: float
    """The lower bound of its interval."""
    score_high: float
    """The upper bound of its interval."""


@dataclass(frozen=True, slots=True)
class Value:
    """What one kind of piece is worth."""

    kind: str
    """Its name."""
    value: float
    """Its worth in units."""
    value_low: float
    """The lower bound of its interval."""
    value_high: float
    """The upper bound of its interval."""
    log_odds: float
    """By how much one more of it raises the log odds of a better result."""
    log_odds_low: float
    """The lower bound of their interval."""
    log_odds_high: float
    """The upper bound of their interval."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a study of one game can show."""

    id: str
    """The id of the variant."""
    agents: str
    """Who played."""
    pilot: int
    """How many games were played to see how fast they go."""
    rate: float
    """Games in a second."""
    draw_rate: float
    """The share of draws among them."""
    games: int
    """How many games the budget has room for."""
    elo: float
    """The smallest advantage that they show, in Elo points."""
    needed: int
    """How many games it takes to show the advantage that was asked for."""
    seconds: float
    """How long that takes."""
