"""The values of pieces, from the effect of having them on results."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from ..._core import Game
from ..design.record import study_record
from ..design.study_design import StudyDesign, merged, study_signature
from ..report.base_report import machine
from ..report.piece_values import PieceValues
from ..report.rows import PieceValue
from ..running.duplicates import Repeats, repeats_of
from ..running.game_plan import game_plans
from ..running.games import Games
from ..running.resource_limits import PIECE_KINDS, check_memory, regression_bytes_per_game
from ..running.runner import open_runner
from ..statistics.pairwise import fit_logistic, pairwise_results, ratio_interval, z_value
from ..statistics.scoring import require_wins

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEFAULTS: Final = StudyDesign(games=20_000, agents="random", openings=0, balanced=False)

UNITS: Final = ("pawn", "man", "checker")
"""The unit is the first of these that the game has, or otherwise the most frequent piece."""


@study_signature(DEFAULTS)
def piece_values(rules: str | Game, *, design: StudyDesign | None = None, **settings: Any) -> PieceValues:
    """Measure the values of pieces.

    The values are ratios of the coefficients (log odds) of a logistic regression of results on the difference in pieces before
    a random step of each game. They depend on the agents: random players make little use of a queen. If the coefficient of the
    unit is not significantly different from 0, there are no values, and tables and figures show log odds.

    Parameters
    ----------
    rules : str or Game
        The variant.
    design : StudyDesign or None
        The settings of the study.
    **settings
        Fields of `StudyDesign`, which replace those of ``design``, and options of the game. Agents must not be Python
        functions.

    Returns
    -------
    PieceValues
        One row for each kind of piece.

    Raises
    ------
    ValueError
        If a setting is not valid, the game has no winners, or there are too few games.

    Examples
    --------
    >>> import plyground as pg
    >>> report = pg.study.piece_values("chess", games=5_000)
    >>> report.unit
    'pawn'
    >>> values = {row.kind: row.value for row in report.rows}
    >>> values["queen"] > values["rook"] > values["pawn"]
    True
    """
    design, options = merged(DEFAULTS, design, settings)
    assert design.agents is not None
    games = design.num_games
    (plan,) = game_plans([rules], design.agents, design.seed, measures=True, starts=design.starts, options=options)
    require_wins(plan.game, "value of a piece", f"measure its score with plyground.study.scores({plan.game.id!r})")
    if plan.has_functions:
        raise ValueError(
            f"agents must not be Python functions, in whose games pieces are not counted, got {' '.join(plan.names)}"
        )
    check_memory([(plan, games)], more=regression_bytes_per_game(plan.game, PIECE_KINDS + plan.games_per_round))
    with open_runner(design, games) as runner:
        played = runner.play(plan, games)
    kinds, found, covariances = regression(plan.game, played, plan.games_per_round, repeats_of(plan, played, warn=True))
    unit = next((kind for kind in UNITS if kind in kinds), kinds[0])
    at_unit = kinds.index(unit)
    z = z_value(design.confidence)
    rows = []
    for place, kind in enumerate(kinds):
        value = ratio_interval(found, covariances, place, at_unit, z)
        odds, error = float(found[place]), float(covariances[place, place]) ** 0.5
        rows.append(
            PieceValue(
                kind=kind,
                value=None if value is None else value.value,
                value_low=None if value is None else value.low,
                value_high=None if value is None else value.high,
                log_odds=odds,
                log_odds_low=odds - z * error,
                log_odds_high=odds + z * error,
            )
        )
    rows.sort(key=lambda row: -(row.log_odds if row.value is None else row.value))
    study = study_record("piece_values", [plan.game], plan.named_agents, games, design)
    return PieceValues(
        tuple(rows),
        unit,
        games,
        plan.game.info.title,
        plan.starts.text,
        design.confidence,
        study=study,
        machine=machine(),
    )


def regression(
    rules: Game, games: Games, games_per_round: int = 1, repeats: Repeats | None = None
) -> "tuple[list[str], NDArray[np.float64], NDArray[np.float64]]":
    """Return the kinds of pieces, the most frequent first, with their coefficients and covariances.

    The first move and each agent have terms of their own. Otherwise, a piece would get part of the strength of the agents
    that have it. Errors are clustered by round, and repetitions of a round are one cluster.
    """
    import numpy as np

    assert games.pieces is not None
    teams = rules.info.seat_teams
    one = pairwise_results(rules, games)

    def lead(counts: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """The difference between two teams, each the sum over its partners."""
        sides = np.stack(
            [counts[:, [seat for seat, of in enumerate(teams) if of == team]].sum(axis=1) for team in teams], axis=1
        )
        return np.asarray(sides[one.game, one.ours] - sides[one.game, one.theirs])

    ahead = lead(games.pieces.astype(np.float64))
    # All agents except one, since only differences are identified.
    agents = lead((games.agents[:, :, None] == np.arange(1, games_per_round)).astype(np.float64))
    columns = _identified(games.piece_kinds, ahead)
    if not columns or len(games) < 10 * (len(columns) + games_per_round):
        raise ValueError(f"games must be larger to measure piece values, such as 5000, got {len(games)}: too few")
    pieces = len(columns)
    rounds = np.arange(len(games) // games_per_round + 1)
    if repeats is not None:
        rounds[: len(repeats.first)] = repeats.first
    found, covariances = fit_logistic(
        one.result, np.column_stack([ahead[:, columns], one.first, agents]), rounds[one.game // games_per_round]
    )
    return [games.piece_kinds[kind] for kind in columns], found[:pieces], covariances[:pieces, :pieces]


def _identified(kinds: Sequence[str], ahead: "NDArray[np.float64]") -> list[int]:
    """The kinds whose values are identified, the most frequent first.

    In chess both sides always have the same number of kings. If captured pieces stay on the board as captives, the numbers
    of free and captive ones have a constant sum, and the value of a free piece is relative to that of a captive one.
    """
    import numpy as np

    square = ahead.T @ ahead
    order = sorted(range(len(kinds)), key=lambda kind: (kinds[kind].startswith("captive"), -square[kind, kind]))
    found: list[int] = []
    for kind in order:
        tried = [*found, kind]
        if np.linalg.matrix_rank(square[np.ix_(tried, tried)]) == len(tried):
            found = tried
    return found
