"""Openings that an agent selected, on which a similar agent is measured."""

import warnings
from collections.abc import Sequence

from .game_plan import GamePlan


class MeasuredJudgeWarning(UserWarning):
    """The agent that selects balanced openings is like one that is measured on them."""


def warn_of_measured_judge(plans: Sequence[GamePlan]) -> None:
    """Warn if agents are measured on openings that a similar agent selected: what they find even is not even for others."""
    names = [name for plan in plans if plan.starts.balanced for name in plan.names]
    if measured := [name for name in names if name.partition(":")[0] in ("ab", "strong", "greedy")]:
        warnings.warn(
            f"balanced=True selects openings that ab:2 finds even, and {measured[0]} is measured on them, which counts material "
            "too: the figures are those of the selected openings only. Leave balanced out to measure unselected openings",
            MeasuredJudgeWarning,
            stacklevel=3,
        )
