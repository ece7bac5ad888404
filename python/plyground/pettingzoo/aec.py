"""One agent to act at a time."""

from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray
from pettingzoo import AECEnv

from .._core import Game, IllegalStep
from ..acting import CUT_OFF, Illegal, action_number, check_max_steps, forfeit, is_cut, mask_of, why_illegal
from ..rendering import Frame, RenderMode
from .table import Table


class AecEnv(Table, AECEnv):  # type: ignore[misc]  # PettingZoo comes without types
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

    ``reset(options={"start": text})`` begins from a position string. A game is
    truncated after ``max_steps`` steps, those of chance included; each agent then gets ``game.info.scores.cut_off``.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        illegal: Illegal = "error",
        max_steps: int | None = None,
        render_mode: RenderMode | None = None,
        **options: Any,
    ) -> None:
        check_max_steps(max_steps)
        self._max_steps = max_steps
        AECEnv.__init__(self)
        Table.__init__(self, game, options, illegal=illegal, render_mode=render_mode, passes=False)
        self._begin([])

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game."""
        with self._alone:
            self._lay(seed, options)
            self._begin(self.possible_agents)
            self._next()
            if is_cut(self._playing(), self._max_steps):
                raise ValueError(
                    f"max_steps must be more than the {self._max_steps} chance steps that this game begins with"
                )
            if self.render_mode == "human":
                self.render()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What the agent's seat may see, and what it may do."""
        position = self._playing()
        goes_on = not (self.terminations.get(agent, True) or self.truncations.get(agent, True))
        acts = self._known(agent) == self.agent_selection and goes_on
        mask = mask_of(position) if acts else np.zeros(self.game.num_actions, np.int8)
        return {"observation": position.observe(self._seats[agent]), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[dict[str, NDArray[Any]] | None, float, bool, bool, dict[str, Any]]:
        """What the agent that is selected is told: observation, rewards since its last step, whether it is done, infos."""
        with self._alone:
            told: tuple[Any, float, bool, bool, dict[str, Any]] = AECEnv.last(self, observe)
            return told

    def step(self, action: Any) -> None:
        """Makes a step of the agent that is selected; None if it is done."""
        with self._alone:
            position = self._playing()
            if not self.agents:
                raise ResetNeeded("the game is over: call reset() to begin another")
            agent = self.agent_selection
            if self.terminations[agent] or self.truncations[agent]:
                self._was_dead_step(action)
                return
            number = action_number(action)
            try:
                position.apply(number)
            except IllegalStep as error:
                if not self._forgiving:
                    raise IllegalStep(why_illegal(position, error)) from error
                self._cumulative_rewards[agent] = 0.0
                lost = forfeit(self.game, [self._seats[agent]])
                self._end(dict(zip(self.agents, lost, strict=True)), "illegal")
            else:
                self._cumulative_rewards[agent] = 0.0
                self._next()
                if position.reason is not None:
                    self._end(dict(zip(self.agents, position.returns, strict=True)), position.reason)
                elif is_cut(position, self._max_steps):
                    self._end(dict.fromkeys(self.agents, self.game.info.scores.cut_off), CUT_OFF, cut=True)
            if self.render_mode == "human":
                self.render()

    def render(self) -> Frame:
        """The board as the selected agent's seat may see it: a text, a picture in SVG or pixels, or printed.

        Seat 0's side is below, whoever looks: the board stays as it is from frame to frame.
        """
        return self._picture(self._seats[self.agent_selection], near=0)

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
        self._play_chance(position, self._max_steps)
        if position.current_player >= 0:
            self.agent_selection = self.possible_agents[position.current_player]

    def _end(self, rewards: dict[str, float], reason: str, cut: bool = False) -> None:
        """Pays all agents: the game is over, or cut off. Before, there is nothing to pay."""
        self.rewards = rewards
        self._accumulate_rewards()
        ended = dict.fromkeys(self.agents, True)
        self.terminations, self.truncations = (self.truncations, ended) if cut else (ended, self.truncations)
        self.infos = {agent: {"reason": reason} for agent in self.agents}
