"""The pie rule for PettingZoo environments: one player makes the first turn, and the other chooses its side."""

from typing import Any, Final, TypeVar

import numpy as np
from gymnasium.spaces import Dict, Discrete
from numpy.typing import NDArray
from pettingzoo.utils.wrappers import BaseWrapper

from ..._core import Game, IllegalStep
from ...truncate import truncated
from ..base import to_action
from .aec import AecEnv
from .base import agent_spaces, check_agent

T = TypeVar("T")

SWAP: Final = "swap"
"""The text of the step that exchanges the sides."""


class PieRuleWrapper(BaseWrapper):  # type: ignore[misc]  # PettingZoo has no types.
    """An `AecEnv` with the pie rule: after the first turn, the other side may exchange the sides instead of making a step.

    The agents are ``player_0``, ``player_1`` and so on, since they can change seats. The player of each seat has the same
    number until the sides are exchanged. Then the first player of one side has the seat of the first player of the other, and
    so on. Observations and action masks are those of the player's seat. `swap_action` is one more action: it is legal in one
    step, the first one of the side that did not begin. Everything else is as in `AecEnv`.

    Parameters
    ----------
    env : AecEnv
        The environment, as `plyground.aec` makes it. The game must be played for a win between two sides with the same number
        of seats, without hidden information.

    Raises
    ------
    TypeError, ValueError
        If the environment is not valid.

    Examples
    --------
    >>> import plyground as pg
    >>> env = pg.envs.PieRuleWrapper(pg.aec("stax"))
    >>> env.reset(seed=0)
    >>> env.step(env.last()[0]["action_mask"].argmax())
    >>> env.agent_selection, env.seat("player_1")
    ('player_1', 1)
    >>> env.step(env.swap_action)
    >>> env.agent_selection, env.seat("player_1")
    ('player_0', 0)
    """

    env: AecEnv

    def __init__(self, env: AecEnv) -> None:
        if not isinstance(env, AecEnv):
            raise TypeError(f"env must be an AecEnv, as plyground.aec makes it, got {truncated(env)}")
        self._others = _opposite_seats(env.game)
        super().__init__(env)
        self.possible_agents = [f"player_{seat}" for seat in range(env.game.num_seats)]
        self.metadata = {**env.metadata, "name": f"{env.game.id}_pie_rule_v0"}
        self.observation_spaces, self.action_spaces = agent_spaces(
            env.game, self.possible_agents, env.game.num_actions + 1
        )
        self._is_swapped = False
        # The side that makes the first turn; None after the choice.
        self._first_side: int | None = None

    @property
    def swap_action(self) -> int:
        """The action that exchanges the sides: the last one."""
        return self.env.game.num_actions

    @property
    def can_swap(self) -> bool:
        """Whether the selected agent may exchange the sides now."""
        seat_agent = self.env.agent_selection
        is_over = self.env.terminations.get(seat_agent, True) or self.env.truncations.get(seat_agent, True)
        return not is_over and self._first_side not in (None, self._side(seat_agent))

    def seat(self, agent: str) -> int:
        """Return the seat that a player has now; ValueError if there is no such player."""
        number = self.possible_agents.index(self._check_agent(agent))
        return self._others[number] if self._is_swapped else number

    @property
    def agents(self) -> list[str]:
        """The agents of the game in progress."""
        return [self._player(agent) for agent in self.env.agents]

    @property
    def agent_selection(self) -> str:
        """The agent to act."""
        return self._player(self.env.agent_selection)

    @property
    def rewards(self) -> dict[str, float]:
        """The rewards of the last step."""
        return self._by_player(self.env.rewards)

    @property
    def _cumulative_rewards(self) -> dict[str, float]:
        return self._by_player(self.env._cumulative_rewards)

    @property
    def terminations(self) -> dict[str, bool]:
        """Whether the game is over, by agent."""
        return self._by_player(self.env.terminations)

    @property
    def truncations(self) -> dict[str, bool]:
        """Whether the game is truncated, by agent."""
        return self._by_player(self.env.truncations)

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """The infos, by agent."""
        return self._by_player(self.env.infos)

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations; ValueError if there is no such agent."""
        return self.observation_spaces[self._check_agent(agent)]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions; ValueError if there is no such agent."""
        return self.action_spaces[self._check_agent(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game, as `AecEnv.reset` does, with every player in the seat of its number."""
        self.env.reset(seed=seed, options=options)
        self._is_swapped = False
        self._first_side = self._side(self.env.agent_selection)

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return the observation of a player's seat, with its action mask; ValueError if there is no such player."""
        observed = self.env.observe(self.env.possible_agents[self.seat(agent)])
        swap = self.can_swap and agent == self.agent_selection
        return {**observed, "action_mask": np.append(observed["action_mask"], np.int8(swap))}

    def legal_steps(self) -> list[str]:
        """Return the legal steps of the agent to act, as text, with ``swap`` where it is legal."""
        steps = self.env.legal_steps()
        return [*steps, SWAP] if self.can_swap else steps

    def step(self, action: Any) -> None:
        """Make a step of the selected agent, or exchange the sides.

        Parameters
        ----------
        action : int or None
            The action; None if the agent is terminated or truncated.

        Raises
        ------
        ResetNeeded
            If no game is in progress.
        IllegalStep
            If the action is illegal and the environment does not let illegal actions lose. The game is unchanged.
        TypeError
            If the action is not an integer.
        """
        can_swap = self.can_swap
        if can_swap and to_action(action) == self.swap_action:
            self._is_swapped = True
        else:
            try:
                self.env.step(action)
            except IllegalStep as error:
                if can_swap:
                    raise IllegalStep(f"{error}; action {self.swap_action}, {SWAP}, is legal too") from error
                if action == self.swap_action:
                    raise IllegalStep(
                        f"{error}; {SWAP} is legal only in the first step of the side that did not begin"
                    ) from error
                raise
        if can_swap:
            self._first_side = None

    def _check_agent(self, agent: str) -> str:
        return check_agent(agent, self.possible_agents, self.env.game)

    def _side(self, seat_agent: str) -> int:
        return self.env.game.info.seat_teams[self.env.possible_agents.index(seat_agent)]

    def _player(self, seat_agent: str) -> str:
        seat = self.env.possible_agents.index(seat_agent)
        return self.possible_agents[self._others[seat] if self._is_swapped else seat]

    def _by_player(self, by_seat: dict[str, T]) -> dict[str, T]:
        return {self._player(agent): value for agent, value in by_seat.items()}


def _opposite_seats(game: Game) -> tuple[int, ...]:
    """The seat whose player each seat's player exchanges places with."""
    info = game.info
    teams = info.seat_teams
    sides = [[seat for seat, team in enumerate(teams) if team == side] for side in sorted(set(teams))]
    if info.scoring.kind != "win" or len(sides) != 2 or len(sides[0]) != len(sides[1]):
        raise ValueError(
            f"the pie rule needs a game for a win between two sides with the same number of seats, and {game.id} is not one"
        )
    if info.is_simultaneous or info.has_hidden_information:
        raise ValueError(f"the pie rule needs open turns, and {game.id} has hidden or simultaneous ones")
    opposite = dict(zip(sides[0] + sides[1], sides[1] + sides[0], strict=True))
    return tuple(opposite[seat] for seat in range(game.num_seats))
