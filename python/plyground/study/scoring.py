"""What is measured of a finished game: who won it, or the score that it came to."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from .._core import Game, Scores

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PLAYED_FOR: Final = {"win": "a win", "shared": "a score that all seats share", "strokes": "few strokes"}
"""What seats play for, in words, by the kind of their scores."""


def won(rules: Game) -> bool:
    """Whether seats play against each other for a win."""
    return rules.info.scores.kind == "win"


def need_wins(rules: Game, what: str, instead: str) -> None:
    """Refuses a study of who wins of a game that nobody wins: what it would measure, and what to do instead."""
    if not won(rules):
        raise ValueError(
            f"{rules.id} is played for {PLAYED_FOR[rules.info.scores.kind]}: nobody wins, and there is no {what}; {instead}"
        )


def need_scores(rules: Game) -> None:
    """Refuses a study of scores of a game that is played for a win."""
    if won(rules):
        raise ValueError(
            f"{rules.id} is played for a win, and its score says no more than who won; measure it by "
            f"plyground.study.balance({rules.id!r})"
        )


def need_one_kind(games: Sequence[Game]) -> None:
    """Refuses to measure games side by side whose figures cannot be compared."""
    if len({won(rules) for rules in games}) > 1:
        by_score = ", ".join(dict.fromkeys(rules.id for rules in games if not won(rules)))
        raise ValueError(
            f"games are won or come to a score, and one report has one kind of figures: study {by_score} apart"
        )


def need_same_aim(before: Game, after: Game) -> None:
    """Refuses to say by how much a score has changed where another score took its place."""
    ours, theirs = (rules.info.scores.kind for rules in (before, after))
    if ours != theirs:
        raise ValueError(
            f"{before.id} is played for {PLAYED_FOR[ours]}, and so changed for {PLAYED_FOR[theirs]}: study the games apart"
        )


def reported(scores: Scores, returns: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Returns as they are reported: strokes are counted, and are not less than nothing."""
    return returns if scores.better == "higher" else -returns


def bounds(scores: Scores) -> tuple[float, float]:
    """The lowest and the highest score that can be reported."""
    return (
        (scores.min_return, scores.max_return)
        if scores.better == "higher"
        else (-scores.max_return, -scores.min_return)
    )


def win_shares(rules: Game, returns: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """The shares of all seats in the win: those who got most share 1, team by team; all others have 0.

    A win is 1, a loss 0, a draw of two one half. Who is out before others draw has lost (Conventions, 'Endings').
    """
    import numpy as np

    teams = rules.info.teams
    best = returns == returns.max(axis=1, keepdims=True)
    sides = best[:, [teams.index(team) for team in set(teams)]].sum(axis=1, keepdims=True)
    return np.where(best, 1.0 / sides, 0.0)


def drawn(returns: "NDArray[np.float64]") -> "NDArray[np.bool_]":
    """Which games nobody won."""
    found: NDArray[np.bool_] = returns.max(axis=1) < 1.0
    return found


def figures(rules: Game, returns: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """One figure a game: the first seat's share in the win, or the score, which is the mean where seats have different ones."""
    if won(rules):
        first: NDArray[np.float64] = win_shares(rules, returns)[:, rules.info.turn_order[0]]
        return first
    mean: NDArray[np.float64] = reported(rules.info.scores, returns).mean(axis=1)
    return mean
