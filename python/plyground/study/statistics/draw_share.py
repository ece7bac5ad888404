"""The share of a draw that makes a game fair: draw odds in a share of the games."""

import math
from typing import TYPE_CHECKING

from ...optional_deps import optional_imports
from .intervals import Interval, check_confidence, round_means

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def fair_draw_share(
    wins: "NDArray[np.bool_]", draws: "NDArray[np.bool_]", confidence: float = 0.95, games_per_round: int = 1
) -> Interval | None:
    """Return the share of a draw that a side must get for an expected score of 1/2.

    An ordinary draw has the share 1/2, and draw odds for the opponent the share 0. A share s is a rule, too: after a draw, the
    side wins with probability s. The interval contains the shares at which a t test does not reject the score 1/2 (Fieller).

    Parameters
    ----------
    wins, draws : array of bool
        Whether the side won or drew each game.
    confidence : float
        The confidence level.
    games_per_round : int
        The number of consecutive games in which agents exchange seats.

    Returns
    -------
    Interval or None
        The share with its bounds, which are cut to 0 to 1. None if no share from 0 to 1 is fair: there are too few draws.

    Examples
    --------
    >>> import numpy as np
    >>> wins, draws = np.arange(1000) < 400, np.arange(1000) >= 800
    >>> print(fair_draw_share(wins, draws))  # 400 wins, 400 losses, 200 draws
    0.5000 [0.3601, 0.6399]
    >>> print(fair_draw_share(np.arange(100) < 70, np.arange(100) >= 90))
    None
    """
    import numpy as np

    with optional_imports("plyground[study]"):
        from scipy.stats import t

    check_confidence(confidence)
    table = round_means(np.column_stack([wins, draws]).astype(np.float64), games_per_round)
    won, drawn = (float(mean) for mean in table.mean(axis=0))
    if drawn == 0.0 or not won <= 0.5 <= won + drawn:
        return None
    value = (0.5 - won) / drawn
    if len(table) < 2:
        return Interval(0.0, value, 1.0)
    (of_wins, of_both), (_, of_draws) = (
        np.cov(table.T) * float(t.ppf((1 + confidence) / 2, len(table) - 1)) ** 2 / len(table)
    )
    # (won + s drawn - 1/2)^2 <= of_wins + 2 s of_both + s^2 of_draws, a quadratic inequality in s.
    square, half = drawn**2 - of_draws, drawn * (won - 0.5) - of_both
    below = half**2 - square * ((won - 0.5) ** 2 - of_wins)
    if square <= 0.0:
        # There is no test that rejects every share above or below.
        return Interval(0.0, value, 1.0)
    root = math.sqrt(max(below, 0.0))
    return Interval(max(0.0, (-half - root) / square), value, min(1.0, (-half + root) / square))
