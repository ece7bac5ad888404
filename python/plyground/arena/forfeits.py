"""The returns of games that a seat forfeits."""

from .._core import State


def forfeit_returns(state: State, seat: int) -> tuple[float, ...]:
    """Return the returns of all seats if a seat forfeits a game that is not over.

    The team of the seat has lost, as have teams without active seats. One remaining team wins. Several draw, as the rules score
    a draw after a team is out (Conventions, 'Endings'). Without winners, every seat has the return of a game that is cut off.

    Parameters
    ----------
    state : State
        The state in which the seat forfeits.
    seat : int
        The seat.

    Returns
    -------
    tuple of float
        One return for each seat.

    Examples
    --------
    >>> import plyground as pg
    >>> forfeit_returns(pg.game("chess").start(), 0), forfeit_returns(pg.game("tri-stax-3").start(), 0)
    ((-1.0, 1.0), (-0.5, 0.0, 0.0))
    """
    info = state.game.info
    teams = info.seat_teams
    if info.scoring.kind != "win":
        return (info.scoring.cut_off,) * info.num_seats
    left = {teams[each] for each in range(info.num_seats) if state.is_active(each)} - {teams[seat]}
    winning = 1.0 if len(left) == 1 else 0.0
    return tuple(winning if team in left else info.scoring.min_return for team in teams)
