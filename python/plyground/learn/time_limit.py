"""The time limit of a run: what still fits into it, predicted from the durations so far."""

from collections.abc import Callable
from dataclasses import dataclass
from math import isinf
from typing import Final

TOLERANCE: Final = 0.05
"""Fraction of the limit that may be left at the end of a run, or be exceeded."""

FIRST_PART: Final = 1 / 16
"""Fraction of the first generation that is played before its speed is known."""

FIRST_FITTING: Final = 1 / 8
"""Fraction of the games that fit, by a prediction before the first game, that is played before the prediction is checked."""

MIN_PART: Final = 4
"""Number of games below which fewer games take hardly less time, since they are played in parallel."""


def part_size(fitting_games: float, count: int, tolerance: float) -> int:
    """Return how many games to play before looking at the clock again.

    Parts become smaller towards the end, since predictions from earlier games are inaccurate.

    Parameters
    ----------
    fitting_games : float
        Number of games for which there is time.
    count : int
        Number of games that are left in the generation.
    tolerance : float
        Number of games that the prediction may be wrong by.

    Returns
    -------
    int
        Number of games. 0 if it is better to stop.
    """
    if fitting_games <= min(tolerance, count / 2):
        return 0
    if count <= max(fitting_games / 2, tolerance):
        return count
    return max(1, int(fitting_games / 2))


@dataclass(slots=True)
class TimeLimit:
    """Predicts which games fit into the time limit of a run. All durations are in seconds.

    Attributes
    ----------
    seconds : float
        Duration of the run; infinite for a run without a time limit.
    elapsed : callable
        Returns the duration of the run so far.
    closing : float
        Time that the end of the last generation will take: its evaluation and its files.
    playing : float or None
        Duration of a game, None if that is not known.
    is_measured : bool
        Whether ``playing`` was measured in games of the run, and not predicted.
    training : float or None
        Duration of the training steps for the positions of a game, None before they are measured.
    training_end : float
        When the training steps that are being made will end.
    """

    seconds: float
    elapsed: Callable[[], float]
    closing: float = 0.0
    playing: float | None = None
    is_measured: bool = False
    training: float | None = None
    training_end: float = 0.0

    @property
    def has_limit(self) -> bool:
        """Whether the run has a time limit."""
        return not isinf(self.seconds)

    def next_games(self, count: int, played: int = 0) -> int:
        """Return how many games to play before the next call.

        Parameters
        ----------
        count : int
            Number of games that are left in the generation.
        played : int, default 0
            Number of games of the generation that have been played. Training on them takes time, too.

        Returns
        -------
        int
            Number of games. 0 if the generation should end here.
        """
        if not count or isinf(self.seconds):
            return count
        is_over = self.elapsed() >= (1 - TOLERANCE) * self.seconds
        if self.playing is None:
            return 0 if is_over else max(1, round(count * FIRST_PART))
        # Before the first training steps, they are taken to be as slow as the games.
        training = self.playing if self.training is None else self.training
        left = self.seconds - self.closing - training * played
        # Training on these games starts after they are played, and after the training steps that are being made.
        per_game = self.playing + training
        fitting = min((left - self.elapsed()) / per_game, (left - self.training_end) / max(training, 1e-9))
        if not self.is_measured:
            # A prediction may be wrong. Games that do not end in time are stopped.
            return 0 if is_over else min(count, max(MIN_PART, int(fitting * FIRST_FITTING)))
        return part_size(fitting, count, TOLERANCE * self.seconds / per_game)

    def measure_playing(self, games: int, seconds: float) -> None:
        """Record how long some games took."""
        self.playing, self.is_measured = seconds / games, True

    def start_training(self, games: int) -> None:
        """Predict when training on the positions of some games that starts now will end."""
        training = self.training or self.playing
        self.training_end = self.elapsed() + (games * training if training is not None else 0.0)

    def end_training(self, games: int, seconds: float) -> None:
        """Record how long training on the positions of some games took."""
        self.training, self.training_end = seconds / games, self.elapsed()

    @property
    def must_close(self) -> bool:
        """Whether games and training must end for the end of the last generation to fit."""
        return self.elapsed() > self.seconds - self.closing

    def evaluation_budget(self, fraction: float) -> float | None:
        """Return how long the next evaluation may take, given the fraction of time for evaluations; None for any time."""
        if isinf(self.seconds):
            return None
        # The first and the last generation are evaluated.
        return max(0.0, min(self.seconds * fraction / 2, (1 + TOLERANCE / 2) * self.seconds - self.elapsed()))
