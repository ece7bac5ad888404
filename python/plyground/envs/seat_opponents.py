"""The opponents at the seats of an environment, for each game."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from .._core import Game
from ..truncate import truncated
from .opponent_pool import OpponentPool
from .opponents import BatchPolicy, Opponent, Policy, to_policy


class SeatPolicies(NamedTuple):
    """The opponents of one game."""

    policies: tuple[Policy | BatchPolicy | None, ...]
    """What chooses at each seat; None if it plays at random."""
    member: str | None
    """The member of the pool that plays; None without a pool."""


class SeatOpponents:
    """The opponents at all seats. A pool draws a member for each game, which plays all seats that have the pool.

    Parameters
    ----------
    game : Game
        The game.
    opponent : opponent, OpponentPool or mapping of these by seat
        The opponent at every seat. Seats that a mapping does not name play at random.

    Raises
    ------
    TypeError, ValueError
        If an opponent or a seat is not valid, or there is more than one pool.

    Examples
    --------
    >>> import plyground as pg
    >>> opponents = SeatOpponents(pg.game("stax"), OpponentPool("stax", ["random"]))
    >>> opponents.draw(np.random.default_rng(0))
    SeatPolicies(policies=(None, None), member='random')
    """

    def __init__(self, game: Game, opponent: "Opponent | OpponentPool | Mapping[int, Opponent | OpponentPool]") -> None:
        given = opponent if isinstance(opponent, Mapping) else dict.fromkeys(range(game.num_seats), opponent)
        for seat in given:
            if seat not in range(game.num_seats):
                raise ValueError(
                    f"the keys of opponent must be seats of {game.id}, the integers from 0 to {game.num_seats - 1}, "
                    f"got {truncated(seat)}"
                )
        pools = {id(each): each for each in given.values() if isinstance(each, OpponentPool)}
        if len(pools) > 1:
            raise ValueError(f"an environment has at most one OpponentPool, got {len(pools)}")
        self.pool = next(iter(pools.values()), None)
        if self.pool is not None and self.pool.game != game:
            raise ValueError(f"the pool plays {self.pool.game!r}, and the environment {game!r}")
        fixed = {seat: to_policy(each, game) for seat, each in given.items() if not isinstance(each, OpponentPool)}
        self._fixed = tuple(fixed.get(seat) for seat in range(game.num_seats))
        self._has_pool = tuple(isinstance(given.get(seat), OpponentPool) for seat in range(game.num_seats))
        scoring = game.info.scoring
        self._least, self._span = scoring.min_return, scoring.max_return - scoring.min_return

    def draw(self, rng: np.random.Generator) -> SeatPolicies:
        """Return the opponents of a new game. Only a pool draws from the generator."""
        if self.pool is None:
            return SeatPolicies(self._fixed, None)
        member = self.pool.sample(rng)
        policy = self.pool.policy(member)
        return SeatPolicies(
            tuple(policy if pooled else own for pooled, own in zip(self._has_pool, self._fixed, strict=True)), member
        )

    def record(self, drawn: SeatPolicies, learner_return: float) -> None:
        """Tell the pool how a game has ended for the learner."""
        if self.pool is not None:
            assert drawn.member is not None
            self.pool.record(drawn.member, (learner_return - self._least) / self._span)
