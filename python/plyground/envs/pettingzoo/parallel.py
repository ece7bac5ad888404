"""A PettingZoo environment for games with simultaneous choices, in which all agents act in every step."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import pettingzoo
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from ..._core import Game, IllegalStep, State
from ...options import resolve_game
from ...truncate import truncated
from ..base import OnIllegal, forfeit_returns, to_action
from ..rendering import Frame, RenderMode
from .base import SeatAgentsEnv

Observations: TypeAlias = dict[str, dict[str, NDArray[Any]]]
Infos: TypeAlias = dict[str, dict[str, Any]]


class ParallelEnv(SeatAgentsEnv, pettingzoo.ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types.
    """A PettingZoo parallel environment: the agents ``seat_0``, ``seat_1``, … all act in every step.

    `plyground.parallel` creates it. While seats choose simultaneously, the actions of all of them count, and no agent
    observes the choices of others before. At other times one seat acts, and the others have one legal action,
    `pass_action`. Observations, rewards and infos are those of `AecEnv`.

    Parameters
    ----------
    game : Game or str
        The game, or its id. Seats must choose simultaneously in it.
    on_illegal : {"error", "loss"}, default "error"
        ``"error"``: an illegal action raises `plyground.IllegalStep` and changes nothing. ``"loss"``: it ends the game with
        -1 for its agent and 0 for the others, or with the lowest return for all in games that are not played for a win.
    render_mode : {"human", "ansi", "svg", "rgb_array"}, optional
        What `render` returns.
    render_seat : int, default 0
        The seat whose view `render` shows.
    **options : bool, int or str
        Options of `plyground.game`.

    Raises
    ------
    TypeError, ValueError
        If an argument is not valid, or seats never choose simultaneously: use `AecEnv` for such games.
    ImportError
        If ``render_mode`` is "rgb_array" and its optional packages are missing.

    Examples
    --------
    >>> import plyground as pg
    >>> env = pg.parallel("masquerade-chess")
    >>> observations, infos = env.reset(seed=0)
    >>> while env.agents:
    ...     actions = {agent: env.action_space(agent).sample(observations[agent]["action_mask"]) for agent in env.agents}
    ...     observations, rewards, terminations, truncations, infos = env.step(actions)
    """

    def __init__(
        self,
        game: Game | str,
        *,
        on_illegal: OnIllegal = "error",
        render_mode: RenderMode | None = None,
        render_seat: int = 0,
        **options: Any,
    ) -> None:
        rules = resolve_game(game, options, type(self))
        if not rules.info.is_simultaneous:
            raise ValueError(f"seats never choose simultaneously in {rules.id}: use plyground.aec({rules.id!r})")
        if isinstance(render_seat, bool) or render_seat not in range(rules.num_seats):
            raise ValueError(f"render_seat must be from 0 to {rules.num_seats - 1}, got {truncated(render_seat)}")
        SeatAgentsEnv.__init__(self, rules, {}, on_illegal=on_illegal, render_mode=render_mode, has_pass_action=True)
        self._render_seat = render_seat
        self.agents: list[str] = []
        # The legal actions of the seats to act.
        self._choices: dict[int, NDArray[np.int32]] = {}

    @property
    def pass_action(self) -> int:
        """The only legal action of agents that are not to act: the last one."""
        return self.game.num_actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, Infos]:
        """Start a game.

        Parameters
        ----------
        seed : int, optional
            Determines the set-up and chance. Without it, the random sequence continues.
        options : dict, optional
            ``{"start": text}`` starts from a position string.

        Returns
        -------
        observations, infos : dict
            By agent.

        Raises
        ------
        ClosedEnvironmentError
            If the environment is closed.
        TypeError, ValueError
            If the options are not valid.
        """
        with self._guard:
            self._start_game(seed, options)
            state = self._current_state()
            self.agents = self.possible_agents.copy()
            self._play_chance(state)
            self._choices = simultaneous_choices(state)
            if self.render_mode == "human":
                self.render()
            return self._observations(state), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Make the steps of all agents that are to act.

        Parameters
        ----------
        actions : mapping
            The action of every agent.

        Returns
        -------
        observations, rewards, terminations, truncations, infos : dict
            By agent.

        Raises
        ------
        ResetNeeded
            If no game is in progress.
        IllegalStep
            If an action is illegal and ``on_illegal`` is "error". The game is unchanged.
        TypeError, ValueError
            If ``actions`` is not a mapping from all agents to integers.
        """
        with self._guard:
            state = self._current_state()
            if not self.agents:
                raise ResetNeeded("the game is over: call reset() to begin another")
            numbers = self._to_actions(actions)
            agents, errors = self.agents, self._illegal_actions(numbers)
            if errors and not self._illegal_loses:
                raise IllegalStep("; ".join(errors.values()))
            if errors:
                returns = forfeit_returns(self.game, [self._seats[agent] for agent in errors])
                rewards = dict(zip(agents, returns, strict=True))
                reason: str | None = "illegal"
            else:
                for seat in self._choices:
                    state.apply(numbers[self.possible_agents[seat]])
                self._play_chance(state)
                rewards = dict(zip(agents, state.returns, strict=True))
                reason = state.reason
            over = reason is not None
            self._choices = {} if over else simultaneous_choices(state)
            observations = self._observations(state)
            infos: Infos = {agent: {"reason": reason} if over else {} for agent in agents}
            if over:
                self.agents = []
            if self.render_mode == "human":
                self.render()
            return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def render(self) -> Frame:
        """Render what the seat ``render_seat`` may see, from its side of the board.

        Returns
        -------
        str, numpy.ndarray or None
            Text, an SVG picture or pixels, depending on ``render_mode``; None after printing.
        """
        return self._render(self._render_seat, near=self._render_seat)

    def _observations(self, state: State) -> Observations:
        result: Observations = {}
        for agent in self.agents:
            seat, mask = self._seats[agent], np.zeros(self.pass_action + 1, np.int8)
            if self._choices:
                mask[self._choices.get(seat, self.pass_action)] = 1
            result[agent] = {"observation": state.observe(seat), "action_mask": mask}
        return result

    def _to_actions(self, actions: Mapping[str, Any]) -> dict[str, int]:
        """Return the actions of all agents as ints, after checking that none is missing."""
        if not isinstance(actions, Mapping):
            raise TypeError(f"actions must be a dict by agent, got {type(actions).__name__} {truncated(actions)}")
        for agent in actions:
            self._check_agent(agent)
        if missing := [agent for agent in self.agents if agent not in actions]:
            raise ValueError(
                f"actions must have an entry for every agent, got none for {', '.join(missing)}; agents that are not to act "
                f"take pass_action ({self.pass_action})"
            )
        return {agent: to_action(action) for agent, action in actions.items()}

    def _illegal_actions(self, numbers: dict[str, int]) -> dict[str, str]:
        """Return a message for each agent whose action is illegal."""
        errors = {}
        for agent, number in numbers.items():
            legal = self._choices.get(self._seats[agent])
            if legal is None and number != self.pass_action:
                errors[agent] = (
                    f"{agent} is not to act: its action must be pass_action ({self.pass_action}), got {number}"
                )
            elif legal is not None and number not in legal:
                errors[agent] = (
                    f"action {number} of {agent} is not legal; {len(legal)} of {self.pass_action + 1} actions are legal: "
                    f"see the action mask"
                )
        return errors


def simultaneous_choices(state: State) -> dict[int, NDArray[np.int32]]:
    """Return the legal actions of all seats that choose simultaneously here, in the order of their steps.

    The choices of a seat do not depend on what the seats before it choose. So any choices of those lead to them.
    """
    if state.is_terminal:
        return {}
    found = {state.current_player: state.legal_actions()}
    ahead = state.copy()
    while ahead.is_simultaneous:
        ahead.apply(found[ahead.current_player][0])
        if not ahead.is_simultaneous or ahead.current_player in found:
            break
        found[ahead.current_player] = ahead.legal_actions()
    return found
