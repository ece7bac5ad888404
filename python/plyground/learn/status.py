"""What a training run is doing: written by the training loop, read by displays and by the games that are played."""

from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from math import inf, isfinite


class Watch:
    """Sees the progress of games, and can stop them. This one does not stop them.

    Its methods are called often, and in any thread.
    """

    def should_stop(self) -> bool:
        """Return whether to stop. Games in progress are lost."""
        return False

    def check(self) -> None:
        """Raise an error to stop. The error of an evaluator ends the games of the core, also in other threads.

        Raises
        ------
        CancelledError
            If `should_stop` returns true.
        """
        if self.should_stop():
            raise CancelledError("the games were stopped")

    def add_evaluations(self, count: int) -> None:
        """Count positions that the network evaluates."""

    def add_games(self, count: int) -> None:
        """Count games that have ended."""


UNWATCHED = Watch()
"""Plays games to their end."""


@dataclass(slots=True)
class Status:
    """What a run is doing now.

    Attributes
    ----------
    session : callable
        Returns the seconds of this session so far.
    seconds : float
        The time limit; infinite for none.
    generations : int or None
        Number of generations that the run will have, if that is known.
    par : float or None
        Score of equally strong agents; None for a game without winners.
    earlier : float
        Seconds of earlier sessions.
    activity : str
        What happens now, such as ``"training"``.
    generation : int
        Number of complete generations.
    games, num_games : int
        Games of the current generation or evaluation that have ended, and that will be played.
    evaluations : int
        Positions that the network has evaluated for these games.
    expected_evaluations : float
        Evaluations that these games need; 0 if that is not known.
    steps, num_steps : int
        Training steps of the current generation, made and in all.
    total_games, total_positions : int
        Games and training positions of all generations.
    policy_loss, value_loss : float
        The latest losses, NaN before the first training step.
    """

    session: Callable[[], float]
    seconds: float = inf
    generations: int | None = None
    par: float | None = None
    earlier: float = 0.0
    activity: str = "starting"
    generation: int = 0
    games: int = 0
    num_games: int = 0
    evaluations: int = 0
    expected_evaluations: float = 0.0
    steps: int = 0
    num_steps: int = 0
    total_games: int = 0
    total_positions: int = 0
    policy_loss: float = float("nan")
    value_loss: float = float("nan")

    def elapsed(self) -> float:
        """Return the seconds of all sessions so far."""
        return self.earlier + self.session()

    def start_games(self, activity: str, num_games: int, expected_evaluations: float = 0.0) -> None:
        """Begin games of a generation or an evaluation."""
        self.activity, self.num_games, self.expected_evaluations = activity, num_games, expected_evaluations
        self.games = self.evaluations = 0

    @property
    def games_so_far(self) -> int:
        """Number of games that have ended, estimated from evaluations while games are played in parallel."""
        if not self.expected_evaluations:
            return self.games
        estimate = int(self.num_games * self.evaluations / self.expected_evaluations)
        return max(self.games, min(estimate, self.num_games - 1))

    @property
    def fraction(self) -> float:
        """How much of the run is over, from 0 to 1."""
        by_time = self.elapsed() / self.seconds
        if self.generations is None:
            return min(1.0, by_time)
        played, trained = self.games_so_far / max(self.num_games, 1), self.steps / max(self.num_steps, 1)
        is_between = self.activity in ("self-play", "training")
        within = (played + trained) / 2 if is_between else 0.0
        return min(1.0, max(by_time, (self.generation + within) / self.generations))

    @property
    def seconds_left(self) -> float:
        """Seconds that are left: until the time limit, or as predicted from the speed so far. Infinite if not known."""
        by_time, fraction = self.seconds - self.elapsed(), self.fraction
        predicted = self.elapsed() * (1 - fraction) / fraction if self.generations and fraction else inf
        return max(0.0, min(by_time, predicted))

    def __str__(self) -> str:
        parts = [self.activity]
        if self.activity in ("self-play", "training"):
            parts[0] = f"generation {self.generation + 1}: {self.activity}"
        is_counted = self.activity in ("self-play", "evaluation") or self.games < self.num_games
        if self.num_games and is_counted:
            about = "about " if self.games_so_far > self.games else ""
            parts.append(f"{about}{self.games_so_far:,} of {self.num_games:,} games")
            parts.append(f"{self.evaluations:,} positions evaluated")
        if self.activity == "training" or self.steps < self.num_steps:
            parts.append(f"training step {self.steps:,} of {self.num_steps:,}")
        if self.total_games:
            parts.append(f"total {self.total_games:,} games and {self.total_positions:,} positions")
        if isfinite(self.policy_loss):
            parts.append(f"policy loss {self.policy_loss:.3f}, value loss {self.value_loss:.3f}")
        if isfinite(self.seconds_left):
            parts.append(f"{clock_time(self.seconds_left)} left")
        return ", ".join(parts)


def clock_time(seconds: float) -> str:
    """Return a duration as text.

    Examples
    --------
    >>> clock_time(75.4), clock_time(3600)
    ('1:15', '1:00:00')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
