"""What both kinds of environment share: the game, its seats, and the position that is played."""

from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from .._core import Game, State
from ..acting import Alone, checked, is_cut, one_of
from ..actors import CHANCE
from ..options import game_of
from ..rendering import RENDER_MODES, Frame, check_render_mode, picture

RENDER_FPS: Final = 4


class Table:
    """A game, and an agent for every seat: ``seat_0``, ``seat_1`` and so on."""

    game: Game
    """The game that is played."""

    def __init__(
        self, game: Game | str, options: dict[str, Any], *, illegal: str, render_mode: str | None, passes: bool
    ) -> None:
        one_of("illegal", illegal, ("error", "loss"))
        check_render_mode(render_mode)
        self.game = game_of(game, options)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{self.game.id}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": RENDER_FPS,
            "is_parallelizable": passes,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.num_seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        # Where several act at once, there is one action more: to pass.
        actions = self.game.num_actions + passes
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                observation=Box(0.0, 1.0, self.game.observation_shape, np.float32),
                action_mask=Box(0, 1, (actions,), np.int8),
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        self._forgiving = illegal == "loss"
        self._rng: np.random.Generator | None = None
        self._position: State | None = None
        self._closed = False
        self._alone = Alone()

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """What an agent may observe."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Discrete:
        """What an agent may do."""
        return self.action_spaces[self._known(agent)]

    @property
    def state_space(self) -> Box:
        """What `state` gives."""
        return Box(0.0, 1.0, self.game.observation_shape, np.float32)

    def state(self) -> NDArray[np.float32]:
        """All that there is to see, from the first seat's side: for a critic of all agents.

        A NotImplementedError, as PettingZoo has it, where something is hidden: no seat's planes show all.
        """
        if self.game.info.has_hidden_information:
            raise NotImplementedError(
                f"in {self.game.id} something is hidden from every seat: there is no state that shows all"
            )
        return self._playing().observe(0)

    @property
    def position(self) -> State:
        """The game as it stands: a copy, with what is hidden from agents."""
        return self._playing().copy()

    def legal_steps(self) -> list[str]:
        """The legal steps in words of the seat to act; none when the game is over."""
        return self._playing().legal_steps()

    def close(self) -> None:
        """Ends the game; the environment cannot be used again."""
        self._position, self._closed = None, True

    def _lay(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Sets up a game."""
        if self._closed:
            raise self._not_playing()
        # Options of other environments are passed over, as PettingZoo's tests ask.
        start = checked(options).get("start")
        position = None if start is None else self.game.from_fen(start)
        if position is not None and position.is_terminal:
            raise ValueError("the game is over in the position to start from")
        if seed is not None or self._rng is None:
            self._rng = np.random.default_rng(seed)
        self._position = self.game.start(self._draw()) if position is None else position

    def _play_chance(self, position: State, max_steps: int | None = None) -> None:
        """Plays chance until a seat is to act, or the game is over or cut off."""
        while position.current_player == CHANCE and not is_cut(position, max_steps):
            position.play_random(self._draw(), 1)

    def _picture(self, seat: int, near: int) -> Frame:
        if self.render_mode is None:
            gymnasium.logger.warn(f"nothing is rendered without a render_mode: {', '.join(RENDER_MODES)}")
            return None
        return picture(self._playing(), seat, self.render_mode, near)

    def _draw(self) -> int:
        assert self._rng is not None
        return self._rng.bit_generator.random_raw()

    def _known(self, agent: str) -> str:
        if agent not in self._seats:
            raise ValueError(f"there is no agent {str(agent)[:40]!r}: {self.game.id} has {', '.join(self._seats)}")
        return agent

    def _playing(self) -> State:
        if self._position is None:
            raise self._not_playing()
        return self._position

    def _not_playing(self) -> Exception:
        if self._closed:
            return ClosedEnvironmentError("the environment is closed: make another")
        return ResetNeeded("no game has begun: call reset() first")
