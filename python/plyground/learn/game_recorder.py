"""Records games step by step as trajectories with targets for training."""

from array import array
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from .._core import REASONS, Game, State, Trajectories
from ..player_ids import CHANCE

CUT_OFF: Final = 255
"""The reason in `Trajectories.reasons` of a game that was cut off."""


class GameRecorder:
    """Records games one after the other.

    Parameters
    ----------
    rules : Game
        The game.
    """

    def __init__(self, rules: Game) -> None:
        self._rules = rules
        self._offsets = array("q", [0])
        self._actions = array("i")
        self._players = array("b")
        self._weights = array("f")
        self._policy_offsets = array("q", [0])
        self._policy_actions = array("i")
        self._policy_weights = array("f")
        self._values: list[Sequence[float] | None] = []
        self._ends: list[tuple[int, str, int, Sequence[float]]] = []

    @property
    def num_steps(self) -> int:
        """Number of steps of the game in progress."""
        return len(self._actions) - self._offsets[-1]

    def step(
        self,
        state: State,
        action: int,
        weight: float,
        policy: Mapping[int, float] | None = None,
        values: Sequence[float] | None = None,
    ) -> None:
        """Record a step and make it.

        Parameters
        ----------
        state : State
            The state before the step.
        action : int
            The action.
        weight : float
            The weight of the step as a training example.
        policy : mapping of int to float, optional
            The policy target: probabilities of actions. By default the action itself.
        values : sequence of float, optional
            The expected return of each seat by a search. By default the outcome of the game.
        """
        player = state.current_player
        self._actions.append(action)
        self._players.append(player)
        self._weights.append(weight)
        if player != CHANCE:
            entries = sorted((policy or {action: 1.0}).items())
            self._policy_actions.extend(target for target, _ in entries)
            self._policy_weights.extend(prob for _, prob in entries)
        self._policy_offsets.append(len(self._policy_actions))
        self._values.append(values)
        state.apply(action)

    def end(self, number: int, state: State) -> None:
        """End a game of this number. It is cut off if the rules have not ended it."""
        cut_off = [self._rules.info.scoring.cut_off] * self._rules.num_seats
        returns = state.returns if state.is_terminal else cut_off
        reason = CUT_OFF if state.reason is None else REASONS.index(state.reason)
        self._ends.append((number, state.start_fen, reason, returns))
        for place in range(self._offsets[-1], len(self._actions)):
            if self._players[place] == CHANCE:
                self._values[place] = [0.0] * self._rules.num_seats
            elif self._values[place] is None:
                self._values[place] = returns
        self._offsets.append(len(self._actions))

    def trajectories(self) -> Trajectories:
        """Return all games that have ended."""
        seats = self._rules.num_seats
        return Trajectories(
            self._rules,
            offsets=np.array(self._offsets, np.int64),
            actions=np.array(self._actions, np.int32),
            current_players=np.array(self._players, np.int8),
            envs=np.array([number for number, *_ in self._ends], np.int32),
            returns=np.array([returns for *_, returns in self._ends], np.float32).reshape(-1, seats),
            reasons=np.array([reason for _, _, reason, _ in self._ends], np.uint8),
            starts=[start for _, start, *_ in self._ends],
            policy_offsets=np.array(self._policy_offsets, np.int64),
            policy_actions=np.array(self._policy_actions, np.int32),
            policy_weights=np.array(self._policy_weights, np.float32),
            root_values=np.array(self._values, np.float32).reshape(-1, seats),
            weights=np.array(self._weights, np.float32),
        )
