"""States of games in OpenSpiel."""

from collections.abc import Callable
from typing import Any, Final

import pyspiel

from ..._core import State
from ...player_ids import CHANCE, TERMINAL

PLAYER_IDS: Final = {TERMINAL: int(pyspiel.PlayerId.TERMINAL), CHANCE: int(pyspiel.PlayerId.CHANCE)}
"""OpenSpiel's numbers of the players that are not seats."""


class OpenSpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types.
    """A state of an `OpenSpielGame`, made by its ``new_initial_state``.

    Examples
    --------
    >>> import plyground as pg
    >>> state = pg.openspiel("stax").new_initial_state()
    >>> state.apply_action(state.legal_actions()[0])
    >>> state.current_player(), len(state.game_state.steps)
    (1, 1)
    """

    def __init__(self, game: pyspiel.Game, state: State | None, steps_left: int | None) -> None:
        super().__init__(game)
        # OpenSpiel copies and pickles these attributes when it clones and serializes a state.
        self._state = state
        self._steps_left = steps_left
        self._earlier_history: list[str] = []

    @property
    def game_state(self) -> State:
        """The state as a `plyground.State`; ValueError before chance has drawn how the game starts."""
        if self._state is None:
            raise ValueError("there is no position yet: apply a chance outcome first, which draws how the game starts")
        return self._state

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's number for chance or the end."""
        if self._state is None:
            return PLAYER_IDS[CHANCE]
        if self._steps_left == 0:
            return PLAYER_IDS[TERMINAL]
        actor = self._state.current_player
        return actor if actor >= 0 else PLAYER_IDS[actor]

    def is_terminal(self) -> bool:
        """Return whether the game is over or cut off."""
        return self._steps_left == 0 or (self._state is not None and self._state.is_terminal)

    def returns(self) -> list[float]:
        """Return the return of each seat: zeros while the game goes on, and ``scores.cut_off`` if it is cut off."""
        if self._state is None:
            return [0.0] * self.num_players()
        if self._steps_left == 0 and not self._state.is_terminal:
            return [self._state.game.info.scoring.cut_off] * self.num_players()
        return list(self._state.returns)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the actions of chance with their probabilities."""
        if self._state is None:
            outcomes: list[tuple[int, float]] = self.get_game().start_outcomes()
            return outcomes
        probabilities = (probability for _, probability in self._state.chance_outcomes())
        return sorted(zip(self._state.legal_actions().tolist(), probabilities, strict=True))

    def observation_history(self, player: int) -> list[str]:
        """Return all that a player has seen since the start: views and steps in turn."""
        return [] if self._state is None else self._earlier_history + self._state.observation_history(player)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "OpenSpielState":
        """Return a random state that has the same view for a player, to search in.

        Its ``history()`` still has the true hidden steps. `observation_history` has what the player has seen.

        Parameters
        ----------
        player : int
            The seat.
        sampler : callable
            Returns a random number from 0 to 1.

        Returns
        -------
        OpenSpielState
            The state.
        """
        sampled: OpenSpielState = self.clone()
        if self._state is not None:
            sampled._earlier_history = self.observation_history(player)[:-1]
            sampled._state = self._state.resample_from_observation(player, int(sampler() * 2**63))
        return sampled

    def __str__(self) -> str:
        return "chance draws how the game starts" if self._state is None else self._with_steps_left(self._state.fen)

    def __reduce__(self) -> tuple[Any, ...]:
        return _deserialize, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    def _legal_actions(self, player: int) -> list[int]:
        assert player == self.game_state.current_player
        return sorted(self.game_state.legal_actions().tolist())

    def _apply_action(self, action: int) -> None:
        if self._state is None:
            self._state = self.get_game().start_state(action)
            return
        self._state.apply(action)
        if self._steps_left is not None:
            self._steps_left -= 1

    def _action_to_string(self, player: int, action: int) -> str:
        assert player == self.current_player()
        return f"draw:{action}" if self._state is None else self._state.step_of(action)

    def _with_steps_left(self, text: str) -> str:
        """Add the number of steps left to a text, if the game will be cut off: states with different numbers differ."""
        return text if self._steps_left is None else f"{text} [{self._steps_left}]"


def _deserialize(text: str) -> OpenSpielState:
    """Restore a pickled state."""
    state: OpenSpielState = pyspiel.deserialize_game_and_state(text)[1]
    return state
