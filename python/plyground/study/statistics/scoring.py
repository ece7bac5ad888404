"""Scores of finished games: shares of the win, or the score that the rules give."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..._core import Game, Scoring

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PLAYED_FOR: Final = {"win": "a win", "shared": "a score that all seats share", "strokes": "few strokes"}
"""The aim of each kind of score, in words."""


def num_teams(rules: Game) -> int:
    """Return the number of teams."""
    return len(set(rules.info.seat_teams))


def is_won(rules: Game) -> bool:
    """Return whether seats play against each other for a win."""
    return rules.info.scoring.kind == "win"


def require_wins(rules: Game, what: str, instead: str) -> None:
    """Raise ValueError for a game without winners. The message says what cannot be measured, and what to use instead."""
    if not is_won(rules):
        raise ValueError(
            f"{rules.id} is played for {PLAYED_FOR[rules.info.scoring.kind]} and has no winners, so there is no {what}; {instead}"
        )


def require_scores(rules: Game) -> None:
    """Raise ValueError for a game that is played for a win."""
    if is_won(rules):
        raise ValueError(f"{rules.id} is played for a win; measure it with plyground.study.balance({rules.id!r})")


def require_one_kind(games: Sequence[Game]) -> None:
    """Raise ValueError for games with and without winners in one report."""
    if len({is_won(rules) for rules in games}) > 1:
        by_score = ", ".join(dict.fromkeys(rules.id for rules in games if not is_won(rules)))
        raise ValueError(f"a report has games with winners or games without, not both: study {by_score} separately")


def require_same_kind(before: Game, after: Game) -> None:
    """Raise ValueError if a change of rules changes the kind of score."""
    ours, theirs = (rules.info.scoring.kind for rules in (before, after))
    if ours != theirs:
        raise ValueError(
            f"{before.id} is played for {PLAYED_FOR[ours]}, and with this change for {PLAYED_FOR[theirs]}: "
            "study the games separately"
        )


def reported_scores(scores: Scoring, returns: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Return scores as reports show them: strokes are positive numbers."""
    return returns if scores.better == "higher" else -returns


def bounds(scores: Scoring) -> tuple[float, float]:
    """Return the lowest and the highest possible score, as reports show them."""
    return (
        (scores.min_return, scores.max_return)
        if scores.better == "higher"
        else (-scores.max_return, -scores.min_return)
    )


def win_shares(rules: Game, returns: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Return the shares of all seats in the win. The seats with the highest return share 1, team by team; others have 0.

    A win is 1, a loss 0, and a draw between two 0.5. A seat that is out before others draw has lost (Conventions,
    'Endings').
    """
    import numpy as np

    teams = rules.info.seat_teams
    best = returns == returns.max(axis=1, keepdims=True)
    sides = best[:, [teams.index(team) for team in set(teams)]].sum(axis=1, keepdims=True)
    return np.where(best, 1.0 / sides, 0.0)


def is_drawn(returns: "NDArray[np.float64]") -> "NDArray[np.bool_]":
    """Return which games no seat won."""
    found: NDArray[np.bool_] = returns.max(axis=1) < 1.0
    return found


def game_scores(rules: Game, returns: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Return one score for each game: the first seat's share in the win, or the score of the game, averaged over seats."""
    if is_won(rules):
        first: NDArray[np.float64] = win_shares(rules, returns)[:, rules.info.turn_order[0]]
        return first
    mean: NDArray[np.float64] = reported_scores(rules.info.scoring, returns).mean(axis=1)
    return mean
