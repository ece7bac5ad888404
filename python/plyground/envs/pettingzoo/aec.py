"""A PettingZoo environment in which one agent acts at a time."""

from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray
from pettingzoo import AECEnv

from ..._core import Game, IllegalStep
from ..base import (
    TRUNCATED,
    OnIllegal,
    check_max_steps,
    forfeit_returns,
    illegal_action_message,
    int8_action_mask,
    is_truncated,
    to_action,
)
from ..rendering import Frame, RenderMode
from .base import SeatAgentsEnv


class AecEnv(SeatAgentsEnv, AECEnv):  # type: ignore[misc]  # PettingZoo has no types.
    """A PettingZoo AEC environment: the agents ``seat_0``, ``seat_1``, … act in the order of the game.

    `plyground.aec` creates it. An observation is a dict of the ``observation`` of the agent's seat and the ``action_mask``,
    which is zero while another agent acts. A seat can act several times in a row, as in a multiple capture. Rewards are 0
    until the game ends, then the returns. All agents end together: a seat that is out earlier does not act again, but
    receives its reward with the others. Every info then has the ``reason``.

    Parameters
    ----------
    game : Game or str
        The game, or its id.
    on_illegal : {"error", "loss"}, default "error"
        ``"error"``: an illegal action raises `plyground.IllegalStep` and changes nothing. ``"loss"``: it ends the game with
        -1 for its agent and 0 for the others, or with the lowest return for all in games that are not played for a win.
    max_steps : int, optional
        Truncates games for all agents after this number of steps, chance steps included. Each agent then receives
        ``game.info.scoring.cut_off``.
    render_mode : {"human", "ansi", "svg", "rgb_array"}, optional
        What `render` returns.
    **options : bool, int or str
        Options of `plyground.game`.

    Raises
    ------
    TypeError, ValueError
        If an argument is not valid.
    ImportError
        If ``render_mode`` is "rgb_array" and its optional packages are missing.

    Examples
    --------
    >>> import plyground as pg
    >>> env = pg.aec("stax")
    >>> env.reset(seed=0)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     over = termination or truncation
    ...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    """

    def __init__(
        self,
        game: Game | str,
        *,
        on_illegal: OnIllegal = "error",
        max_steps: int | None = None,
        render_mode: RenderMode | None = None,
        **options: Any,
    ) -> None:
        check_max_steps(max_steps)
        self._max_steps = max_steps
        AECEnv.__init__(self)
        SeatAgentsEnv.__init__(
            self, game, options, on_illegal=on_illegal, render_mode=render_mode, has_pass_action=False
        )
        self._set_agents([])

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game.

        Parameters
        ----------
        seed : int, optional
            Determines the set-up and chance. Without it, the random sequence continues.
        options : dict, optional
            ``{"start": text}`` starts from a position string.

        Raises
        ------
        ClosedEnvironmentError
            If the environment is closed.
        TypeError, ValueError
            If the options are not valid, or the game is truncated before an agent acts.
        """
        with self._guard:
            self._start_game(seed, options)
            self._set_agents(self.possible_agents)
            self._select_agent()
            if is_truncated(self._current_state(), self._max_steps):
                raise ValueError(
                    f"max_steps must be greater than the number of chance steps that the game begins with, got {self._max_steps}"
                )
            if self.render_mode == "human":
                self.render()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return the observation of an agent, with its action mask; ValueError if there is no such agent."""
        state = self._current_state()
        goes_on = not (self.terminations.get(agent, True) or self.truncations.get(agent, True))
        is_to_act = self._check_agent(agent) == self.agent_selection and goes_on
        mask = int8_action_mask(state) if is_to_act else np.zeros(self.game.num_actions, np.int8)
        return {"observation": state.observe(self._seats[agent]), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[dict[str, NDArray[Any]] | None, float, bool, bool, dict[str, Any]]:
        """Return the observation, reward, termination, truncation and info of the selected agent.

        Parameters
        ----------
        observe : bool, default True
            Whether to compute the observation. If False, it is None.

        Returns
        -------
        tuple
            The observation, the sum of rewards since the agent's last step, whether it is terminated, whether it is
            truncated, and its info.
        """
        with self._guard:
            result: tuple[Any, float, bool, bool, dict[str, Any]] = AECEnv.last(self, observe)
            return result

    def step(self, action: Any) -> None:
        """Make a step of the selected agent.

        Parameters
        ----------
        action : int or None
            The action; None if the agent is terminated or truncated.

        Raises
        ------
        ResetNeeded
            If no game is in progress.
        IllegalStep
            If the action is illegal and ``on_illegal`` is "error". The game is unchanged.
        TypeError
            If the action is not an integer.
        """
        with self._guard:
            state = self._current_state()
            if not self.agents:
                raise ResetNeeded("the game is over: call reset() to begin another")
            agent = self.agent_selection
            if self.terminations[agent] or self.truncations[agent]:
                self._was_dead_step(action)
                return
            number = to_action(action)
            try:
                state.apply(number)
            except IllegalStep as error:
                if not self._illegal_loses:
                    raise IllegalStep(illegal_action_message(state, error)) from error
                self._cumulative_rewards[agent] = 0.0
                returns = forfeit_returns(self.game, [self._seats[agent]])
                self._end(dict(zip(self.agents, returns, strict=True)), "illegal")
            else:
                self._cumulative_rewards[agent] = 0.0
                self._select_agent()
                if state.reason is not None:
                    self._end(dict(zip(self.agents, state.returns, strict=True)), state.reason)
                elif is_truncated(state, self._max_steps):
                    self._end(dict.fromkeys(self.agents, self.game.info.scoring.cut_off), TRUNCATED, is_cut_off=True)
            if self.render_mode == "human":
                self.render()

    def render(self) -> Frame:
        """Render what the selected agent's seat may see, with the side of seat 0 at the bottom of every frame.

        Returns
        -------
        str, numpy.ndarray or None
            Text, an SVG picture or pixels, depending on ``render_mode``; None after printing.
        """
        return self._render(self._seats[self.agent_selection], near=0)

    def _set_agents(self, agents: list[str]) -> None:
        self.agents = agents.copy()
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self.agent_selection = self.possible_agents[0]
        # PettingZoo stores the next agent here while terminated agents make their last step.
        self._skip_agent_selection: str | None = None

    def _select_agent(self) -> None:
        """Play chance steps, and select the agent to act."""
        state = self._current_state()
        self._play_chance(state, self._max_steps)
        if state.current_player >= 0:
            self.agent_selection = self.possible_agents[state.current_player]

    def _end(self, rewards: dict[str, float], reason: str, is_cut_off: bool = False) -> None:
        """Give all agents their rewards at the end of the game, or when it is cut off."""
        self.rewards = rewards
        self._accumulate_rewards()
        ended = dict.fromkeys(self.agents, True)
        self.terminations, self.truncations = (self.truncations, ended) if is_cut_off else (ended, self.truncations)
        self.infos = {agent: {"reason": reason} for agent in self.agents}
