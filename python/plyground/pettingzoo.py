"""PettingZoo: an agent for every seat, one to act at a time (`AecEnv`)."""

from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv

from ._core import Game, IllegalStep, State
from .environments import (
    CHANCE,
    RENDER_MODES,
    Frame,
    Illegal,
    RenderMode,
    action_number,
    check_render_mode,
    game_of,
    mask_of,
    one_of,
    picture,
    why_illegal,
)

__all__ = ["AecEnv"]

RENDER_FPS: Final = 4


class AecEnv(AECEnv):  # type: ignore[misc]  # PettingZoo comes without types
    """A game as a PettingZoo environment: the agents ``seat_0``, ``seat_1``, … act in the order of the game.

    >>> import plyground as pg
    >>> env = pg.aec("stax")
    >>> env.reset(seed=0)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     over = termination or truncation
    ...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

    An observation is a dict: the ``observation``, what the agent's seat may see, and the ``action_mask``, zeros while
    another is to act. A seat may act several times in a row, as in a capture of several jumps. Rewards come with the end
    of the game, for all agents at once, and all end with it: a seat that is out of the game before is not asked again, but
    still gets what the game gives it, with its team or alone. Then every info has the ``reason``.

    ``reset(options={"start": text})`` begins from a position string.
    """

    game: Game
    """The game that is played."""

    def __init__(
        self,
        game: Game | str,
        *,
        illegal: Illegal = "error",
        render_mode: RenderMode | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        one_of("illegal", illegal, ("error", "loss"))
        check_render_mode(render_mode)
        self.game = game_of(game, options)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{self.game.id}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": RENDER_FPS,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = self.game.num_actions
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
        self._begin([])

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """What an agent may observe."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Discrete:
        """What an agent may do."""
        return self.action_spaces[self._known(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game."""
        if self._closed:
            raise self._not_playing()
        # Options of other environments are passed over, as PettingZoo's tests ask.
        start = (options or {}).get("start")
        position = None if start is None else self.game.from_fen(start)
        if position is not None and position.over:
            raise ValueError("the game is over in the position to start from")
        if seed is not None or self._rng is None:
            self._rng = np.random.default_rng(seed)
        self._position = self.game.start(self._draw()) if position is None else position
        self._begin(self.possible_agents)
        self._next()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What the agent's seat may see, and what it may do."""
        position = self._playing()
        acts = self._known(agent) == self.agent_selection and not self.terminations.get(agent, True)
        mask = mask_of(position) if acts else np.zeros(self.game.num_actions, np.int8)
        return {"observation": position.observe(self._seats[agent]), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Makes a step of the agent that is selected; None if it is done."""
        position = self._playing()
        if not self.agents:
            raise ResetNeeded("the game is over: call reset() to begin another")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = action_number(action)
        try:
            position.apply(number)
        except IllegalStep as error:
            if not self._forgiving:
                raise IllegalStep(why_illegal(position, error)) from error
            self._cumulative_rewards[agent] = 0.0
            self._end({**self.rewards, agent: -1.0}, "illegal")
        else:
            self._cumulative_rewards[agent] = 0.0
            self._next()
            if position.reason is not None:
                self._end(dict(zip(self.agents, position.returns, strict=True)), position.reason)
        if self.render_mode == "human":
            self.render()

    def render(self) -> Frame:
        """The board as the selected agent's seat may see it: a text, a picture in SVG or pixels, or printed."""
        if self.render_mode is None:
            gymnasium.logger.warn(f"nothing is rendered without a render_mode: {', '.join(RENDER_MODES)}")
            return None
        return picture(self._playing(), self._seats[self.agent_selection], self.render_mode)

    def close(self) -> None:
        """Ends the game; the environment cannot be used again."""
        self._position, self._closed = None, True

    def _begin(self, agents: list[str]) -> None:
        self.agents = agents.copy()
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self.agent_selection = self.possible_agents[0]
        # Where PettingZoo keeps who is next while agents that are done leave.
        self._skip_agent_selection: str | None = None

    def _next(self) -> None:
        """Plays chance, and selects the agent to act."""
        position = self._playing()
        while (actor := position.actor) == CHANCE:
            position.play_random(self._draw(), 1)
        if actor >= 0:
            self.agent_selection = self.possible_agents[actor]

    def _end(self, rewards: dict[str, float], reason: str) -> None:
        """Pays all agents: the game is over. Before, there is nothing to pay."""
        self.rewards = rewards
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: {"reason": reason} for agent in self.agents}

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
