"""The pie rule: one side makes the first turn, and the other chooses its side.

The best choices are estimated, so the games that estimate them would flatter them. Therefore one half of the games chooses the
first turn and the side, the other half measures the score, and both halves do both (cross-fitting).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HALVES: Final = 2
"""The number of parts of the games."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The choices under the pie rule, and the games that measure them."""

    turn: int
    """The index of the first turn that is nearest to even in all games."""
    swaps: bool
    """Whether the other side takes the first seat after this turn."""
    games: "NDArray[np.int64]"
    """The indices of the games that measure the choices of the other half."""
    scores: "NDArray[np.float64]"
    """The scores in these games of the side that made the first turn."""


def cut_and_choose(scores: "NDArray[np.float64]", turns: int, games_per_round: int) -> Cut:
    """Return the choices under the pie rule, and what remains for the side that makes the first turn.

    Parameters
    ----------
    scores
        The score of the first seat in each game, in whole rounds. The first turns change from round to round, and the half
        after each round of all first turns.
    turns
        The number of first turns.
    games_per_round
        The number of games of a round.
    """
    import numpy as np

    rounds = np.arange(len(scores)) // games_per_round
    turn, half = rounds % turns, rounds // turns % HALVES
    measured, found = [], []
    for chosen_by in range(HALVES):
        best, swaps = _choice(scores[half == chosen_by], turn[half == chosen_by], turns)
        games = np.flatnonzero((half != chosen_by) & (turn == best))
        measured.append(games)
        found.append(1.0 - scores[games] if swaps else scores[games])
    best, swaps = _choice(scores, turn, turns)
    return Cut(best, swaps, np.concatenate(measured), np.concatenate(found))


def _choice(scores: "NDArray[np.float64]", turn: "NDArray[np.int64]", turns: int) -> tuple[int, bool]:
    """The first turn whose mean score is nearest to even, and whether it is better for the side that made it."""
    import numpy as np

    means = np.bincount(turn, scores, minlength=turns) / np.bincount(turn, minlength=turns)
    best = int(np.argmin(np.abs(means - 0.5)))
    return best, bool(means[best] > 0.5)
