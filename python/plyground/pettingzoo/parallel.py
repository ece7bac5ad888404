"""All agents act at once where their seats commit."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from .._core import Game, IllegalStep, State
from ..acting import Illegal, action_number, forfeit
from ..options import game_of
from ..rendering import Frame, RenderMode
from .table import Table

Observations: TypeAlias = dict[str, dict[str, NDArray[Any]]]
Infos: TypeAlias = dict[str, dict[str, Any]]


class CommitEnv(Table, ParallelEnv):  # type: ignore[misc]  # PettingZoo comes without types
    """A game with commits as a PettingZoo environment: the agents ``seat_0``, ``seat_1``, … all act in every step.

    >>> import plyground as pg
    >>> env = pg.parallel("masquerade-chess")
    >>> observations, infos = env.reset(seed=0)
    >>> while env.agents:
    ...     actions = {agent: env.action_space(agent).sample(observations[agent]["action_mask"]) for agent in env.agents}
    ...     observations, rewards, terminations, truncations, infos = env.step(actions)

    Where seats commit, each of them gives its choice in one step, and none is told another's before. Else one seat acts. Those
    who are not to act pass: that is the last action, `passing`, and their only legal one.

    Observations, rewards, infos and ``illegal`` are as in `AecEnv`. ``render`` shows what the seat ``viewer`` may see.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        illegal: Illegal = "error",
        render_mode: RenderMode | None = None,
        viewer: int = 0,
        **options: Any,
    ) -> None:
        rules = game_of(game, options)
        if not rules.info.is_simultaneous:
            raise ValueError(f"in {rules.id} no two seats ever choose at once: take plyground.aec({rules.id!r})")
        if isinstance(viewer, bool) or viewer not in range(rules.num_seats):
            raise ValueError(f"the viewer is a seat from 0 to {rules.num_seats - 1}, not {str(viewer)[:40]!r}")
        Table.__init__(self, rules, {}, illegal=illegal, render_mode=render_mode, passes=True)
        self._viewer = viewer
        self.agents: list[str] = []
        # The legal actions of those who are to act.
        self._choices: dict[int, NDArray[np.int32]] = {}

    @property
    def passing(self) -> int:
        """The action of those who are not to act."""
        return self.game.num_actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, Infos]:
        """Begins a game."""
        with self._alone:
            self._lay(seed, options)
            position = self._playing()
            self.agents = self.possible_agents.copy()
            self._play_chance(position)
            self._choices = choices(position)
            if self.render_mode == "human":
                self.render()
            return self._observations(position), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Makes the steps of all who are to act; nothing is changed if any action is illegal."""
        with self._alone:
            position = self._playing()
            if not self.agents:
                raise ResetNeeded("the game is over: call reset() to begin another")
            numbers = self._numbers(actions)
            agents, refusals = self.agents, self._refusals(numbers)
            if refusals and not self._forgiving:
                raise IllegalStep("; ".join(refusals.values()))
            if refusals:
                rewards = dict(zip(agents, forfeit(self.game, [self._seats[agent] for agent in refusals]), strict=True))
                reason: str | None = "illegal"
            else:
                for seat in self._choices:
                    position.apply(numbers[self.possible_agents[seat]])
                self._play_chance(position)
                rewards = dict(zip(agents, position.returns, strict=True))
                reason = position.reason
            over = reason is not None
            self._choices = {} if over else choices(position)
            observations = self._observations(position)
            infos: Infos = {agent: {"reason": reason} if over else {} for agent in agents}
            if over:
                self.agents = []
            if self.render_mode == "human":
                self.render()
            return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def render(self) -> Frame:
        """The board as the viewer's seat may see it, from its side: a text, a picture in SVG or pixels, or printed."""
        return self._picture(self._viewer, near=self._viewer)

    def _observations(self, position: State) -> Observations:
        told: Observations = {}
        for agent in self.agents:
            seat, mask = self._seats[agent], np.zeros(self.passing + 1, np.int8)
            if self._choices:
                mask[self._choices.get(seat, self.passing)] = 1
            told[agent] = {"observation": position.observe(seat), "action_mask": mask}
        return told

    def _numbers(self, actions: Mapping[str, Any]) -> dict[str, int]:
        """The actions of all agents, which must all be there."""
        if not isinstance(actions, Mapping):
            raise TypeError(f"actions are a dict by agent, not {type(actions).__name__}")
        for agent in actions:
            self._known(agent)
        if missing := [agent for agent in self.agents if agent not in actions]:
            raise ValueError(f"no action of {', '.join(missing)}: who is not to act passes ({self.passing})")
        return {agent: action_number(action) for agent, action in actions.items()}

    def _refusals(self, numbers: dict[str, int]) -> dict[str, str]:
        """Whose actions are illegal, and why."""
        refusals = {}
        for agent, number in numbers.items():
            legal = self._choices.get(self._seats[agent])
            if legal is None and number != self.passing:
                refusals[agent] = f"{agent} is not to act, and passes: {self.passing}, not {number}"
            elif legal is not None and number not in legal:
                refusals[agent] = (
                    f"action {number} of {agent} is not legal; {len(legal)} of {self.passing + 1} actions are, as the mask says"
                )
        return refusals


def choices(position: State) -> dict[int, NDArray[np.int32]]:
    """The seats to act from here at once, in the order of their steps, with their legal actions.

    Who commits after another is told nothing of it: neither that it is its turn nor what it may choose depends on that. So
    any commit of those before will show it.
    """
    if position.is_terminal:
        return {}
    found = {position.current_player: position.legal_actions()}
    ahead = position.copy()
    while ahead.is_simultaneous:
        ahead.apply(found[ahead.current_player][0])
        if not ahead.is_simultaneous or ahead.current_player in found:
            break
        found[ahead.current_player] = ahead.legal_actions()
    return found
