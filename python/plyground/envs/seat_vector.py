"""A batch of self-play games with one row for each seat, for learners that expect one agent in each environment."""

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._core import Game
from ..checks import check_choice
from ..options import resolve_game
from .base import check_max_steps, reason_of_code

__all__ = ["RowPer", "SeatVector", "SeatVectorStep"]

RowPer = Literal["seat", "game"]
"""What a row stands for."""


class SeatVectorStep(NamedTuple):
    """The result of `SeatVector.step`. Arrays have one entry for each row."""

    observations: NDArray[np.float32]
    """The observations; those of the next game where one has ended."""
    rewards: NDArray[np.float32]
    """The rewards of the rows' seats."""
    terminated: NDArray[np.bool_]
    """Where the game ended."""
    truncated: NDArray[np.bool_]
    """Where ``max_steps`` cut the game off."""
    final_observations: dict[int, NDArray[np.float32]]
    """By row, the last observation of each game that ended or was cut off."""
    reasons: dict[int, str]
    """By row, how those games ended."""


class SeatVector:
    """Games that are stepped together, with one row for each seat of each game.

    In a batch with one row per game, the seat that moved last receives its reward, usually for a win. The loss of another
    seat is not the reward of any row. With ``row_per="seat"``, every seat receives its own reward. It also gets an
    observation after every step. A seat that is not to act has one legal action, `pass_action`. Row ``game * seats + seat``
    belongs to ``seat`` of ``game``.

    With ``row_per="game"``, a row is that of the seat to act, and its reward is that of the seat that made the step. This is
    for learners that compute the rewards of other seats themselves.

    Parameters
    ----------
    game : Game or str
        The game, or its id.
    num_games : int
        The number of games.
    row_per : {"seat", "game"}, default "seat"
        What a row stands for.
    max_steps : int, optional
        Cuts games off after this number of steps, chance steps included.
    threads : int, optional
        The number of threads; by default one for each processor.
    **options : bool, int or str
        Options of `plyground.game`.

    Attributes
    ----------
    game : Game
        The game that is played.
    num_rows : int
        The number of rows.
    num_actions : int
        The number of actions, including `pass_action` if there is a row for each seat.
    pass_action : int
        The action of seats that are not to act.

    Raises
    ------
    TypeError, ValueError
        If an argument is not valid.

    Examples
    --------
    >>> games = SeatVector("stax", 2)
    >>> games.reset(seed=0).shape, games.action_masks().sum(axis=1)
    ((4, 18, 8, 8), array([7, 1, 7, 1]))
    >>> result = games.step(games.action_masks().argmax(axis=1))
    >>> games.action_masks()[:, games.pass_action]
    array([ True, False,  True, False])
    """

    def __init__(
        self,
        game: Game | str,
        num_games: int,
        *,
        row_per: RowPer = "seat",
        max_steps: int | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        check_choice("row_per", row_per, ("seat", "game"))
        check_max_steps(max_steps)
        self.game = resolve_game(game, options, type(self))
        # Without autoreset, because all seats have to observe how a game ended.
        self._vector = self.game.vector(num_games, autoreset="disabled", max_steps=max_steps, threads=threads)
        self._rows_per_game = self.game.num_seats if row_per == "seat" else 1
        self.num_rows = num_games * self._rows_per_game
        self.pass_action = self.game.num_actions
        self.num_actions = self.game.num_actions + (self._rows_per_game > 1)

    def reset(self, seed: int | None = None) -> NDArray[np.float32]:
        """Restart all games.

        Parameters
        ----------
        seed : int, optional
            The games are those of ``plyground.vector(…, seed=seed)``.

        Returns
        -------
        numpy.ndarray
            The observation of each row.
        """
        self._vector.reset(seed)
        return self._observations()

    def step(self, actions: NDArray[Any]) -> SeatVectorStep:
        """Make a step in every game, and start the next game where one has ended.

        Parameters
        ----------
        actions : numpy.ndarray
            An action for each row: `pass_action` for seats that are not to act.

        Returns
        -------
        SeatVectorStep
            Observations, rewards and ends of games.

        Raises
        ------
        ValueError
            If the shape is wrong, or an action is not `pass_action` where it has to be. No game is changed.
        IllegalStep
            If an action is illegal. No game is changed.
        """
        vector, rows_per_game = self._vector, self._rows_per_game
        vector.step(self._actions_to_make(np.asarray(actions)))
        over = vector.terminated | vector.truncated
        rewards = (vector.rewards if rows_per_game > 1 else vector.mover_rewards).reshape(-1).copy()
        terminated, truncated = vector.terminated.repeat(rows_per_game), vector.truncated.repeat(rows_per_game)
        final: dict[int, NDArray[np.float32]] = {}
        reasons: dict[int, str] = {}
        for game in over.nonzero()[0].tolist():
            state, reason = vector.state(game), int(vector.reasons[game])
            for row in range(game * rows_per_game, (game + 1) * rows_per_game):
                final[row] = state.observe(
                    row % rows_per_game if rows_per_game > 1 else int(vector.final_players[game])
                )
                reasons[row] = reason_of_code(reason)
        if over.any():
            vector.reset(mask=over)
        return SeatVectorStep(self._observations(), rewards, terminated, truncated, final, reasons)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return an array of shape (num_rows, num_actions) that is True for legal actions."""
        masks = self._vector.action_masks
        assert masks is not None
        if self._rows_per_game == 1:
            return masks.copy()
        rows = np.zeros((self.num_rows, self.num_actions), np.bool_)
        rows[:, self.pass_action] = True
        acting = self._acting_rows()
        rows[acting, : self.pass_action] = masks
        rows[acting, self.pass_action] = False
        return rows

    def _acting_rows(self) -> NDArray[np.intp]:
        """Return the row of the seat to act in each game."""
        return np.arange(len(self._vector)) * self._rows_per_game + self._vector.current_players

    def _observations(self) -> NDArray[np.float32]:
        """Return the observation of each row."""
        observations = self._vector.observations
        assert observations is not None
        if self._rows_per_game == 1:
            return observations.copy()
        rows = np.empty((self.num_rows, *observations.shape[1:]), np.float32)
        acting = self._acting_rows()
        rows[acting] = observations
        for game, actor in enumerate(self._vector.current_players.tolist()):
            state = self._vector.state(game)
            for seat in range(self._rows_per_game):
                if seat != actor:
                    rows[game * self._rows_per_game + seat] = state.observe(seat)
        return rows

    def _actions_to_make(self, actions: NDArray[Any]) -> NDArray[Any]:
        """Return the actions of the seats to act, after checking that all others pass."""
        if actions.shape != (self.num_rows,):
            raise ValueError(f"actions must have the shape ({self.num_rows},), one for each row, got {actions.shape}")
        if self._rows_per_game == 1:
            return actions
        acting = self._acting_rows()
        waiting = np.ones(self.num_rows, np.bool_)
        waiting[acting] = False
        if (wrong := waiting & (actions != self.pass_action)).any():
            row = int(wrong.argmax())
            raise ValueError(
                f"actions[{row}] must be pass_action ({self.pass_action}), because seat {row % self._rows_per_game} of game "
                f"{row // self._rows_per_game} is not to act, got {actions[row]}"
            )
        return actions[acting]
