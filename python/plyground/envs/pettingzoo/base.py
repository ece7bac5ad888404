"""What both PettingZoo environments share: the game, its agents, and the current state."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from ..._core import Game, State
from ...checks import check_choice
from ...options import resolve_game
from ...player_ids import CHANCE
from ...truncate import truncated
from ..base import (
    CLOSED,
    NO_RENDER_MODE,
    NOT_RESET,
    START_IS_OVER,
    ConcurrentUseGuard,
    check_reset_options,
    is_truncated,
)
from ..rendering import RENDER_FPS, RENDER_MODES, Frame, check_render_mode, render_state


def agent_spaces(
    game: Game, agents: Sequence[str], num_actions: int
) -> tuple[dict[str, gymnasium.spaces.Dict], dict[str, Discrete]]:
    """Return the spaces of observations, with their action mask, and of actions, by agent."""
    observations = {
        agent: gymnasium.spaces.Dict(
            observation=Box(0.0, 1.0, game.observation_shape, np.float32),
            action_mask=Box(0, 1, (num_actions,), np.int8),
        )
        for agent in agents
    }
    return observations, {agent: Discrete(num_actions) for agent in agents}


def check_agent(agent: str, agents: Sequence[str], game: Game) -> str:
    """Return the agent; raise ValueError if it is not one of the agents of the environment."""
    if agent not in agents:
        raise ValueError(f"agent must be one of {', '.join(agents)} in {game.id}, got {truncated(agent)}")
    return agent


class SeatAgentsEnv:
    """A game with an agent for every seat: ``seat_0``, ``seat_1`` and so on."""

    game: Game
    """The game that is played."""

    def __init__(
        self,
        game: Game | str,
        options: dict[str, Any],
        *,
        on_illegal: str,
        render_mode: str | None,
        has_pass_action: bool,
    ) -> None:
        check_choice("on_illegal", on_illegal, ("error", "loss"))
        check_render_mode(render_mode)
        self.game = resolve_game(game, options, type(self))
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{self.game.id}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": RENDER_FPS,
            "is_parallelizable": has_pass_action,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.num_seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces, self.action_spaces = agent_spaces(
            self.game, self.possible_agents, self.game.num_actions + has_pass_action
        )
        self._illegal_loses = on_illegal == "loss"
        self._rng: np.random.Generator | None = None
        self._state: State | None = None
        self._closed = False
        self._guard = ConcurrentUseGuard()

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """Return the space of an agent's observations; ValueError if there is no such agent."""
        return self.observation_spaces[self._check_agent(agent)]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions; ValueError if there is no such agent."""
        return self.action_spaces[self._check_agent(agent)]

    @property
    def state_space(self) -> Box:
        """The space of `state`."""
        return Box(0.0, 1.0, self.game.observation_shape, np.float32)

    def state(self) -> NDArray[np.float32]:
        """Return an array that shows everything from the side of seat 0, for a centralized critic.

        Returns
        -------
        numpy.ndarray
            The observation of seat 0.

        Raises
        ------
        NotImplementedError
            If the game has hidden information: no observation shows everything there. PettingZoo asks for this exception.
        ResetNeeded
            If no game has begun.
        """
        if self.game.info.has_hidden_information:
            raise NotImplementedError(f"{self.game.id} has hidden information, so that no observation shows everything")
        return self._current_state().observe(0)

    @property
    def game_state(self) -> State:
        """A copy of the state, hidden information included: for inspection, not for agents."""
        return self._current_state().copy()

    def legal_steps(self) -> list[str]:
        """Return the legal steps of the seat to act, as text; an empty list when the game is over."""
        return self._current_state().legal_steps()

    def close(self) -> None:
        """End the game. The environment cannot be used again."""
        self._state, self._closed = None, True

    def _start_game(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Set up a game."""
        if self._closed:
            raise self._no_game()
        # Unknown options are ignored, because PettingZoo's tests pass some.
        start = check_reset_options(options).get("start")
        state = None if start is None else self.game.from_fen(start)
        if state is not None and state.is_terminal:
            raise ValueError(START_IS_OVER)
        if seed is not None or self._rng is None:
            self._rng = np.random.default_rng(seed)
        self._state = self.game.start(self._draw()) if state is None else state

    def _play_chance(self, state: State, max_steps: int | None = None) -> None:
        """Play chance steps until a seat is to act, or the game is over or truncated."""
        while state.current_player == CHANCE and not is_truncated(state, max_steps):
            state.play_random(self._draw(), 1)

    def _render(self, seat: int, near: int) -> Frame:
        if self.render_mode is None:
            gymnasium.logger.warn(f"{NO_RENDER_MODE} {', '.join(RENDER_MODES)}")
            return None
        return render_state(self._current_state(), seat, self.render_mode, near)

    def _draw(self) -> int:
        assert self._rng is not None
        return self._rng.bit_generator.random_raw()

    def _check_agent(self, agent: str) -> str:
        return check_agent(agent, self.possible_agents, self.game)

    def _current_state(self) -> State:
        if self._state is None:
            raise self._no_game()
        return self._state

    def _no_game(self) -> Exception:
        return ClosedEnvironmentError(CLOSED) if self._closed else ResetNeeded(NOT_RESET)
