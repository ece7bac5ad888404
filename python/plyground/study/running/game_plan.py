"""What determines games: a variant, the agents, a seed and the start positions."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from typing import Any

from ..._core import BadOption, Game, Matches, Playouts, State, matches, playouts
from ...game_descriptions import game_dict, game_from_dict
from ...nets.network_agent import NetworkAgent
from ...options import resolve_game
from ..design.agents import Agents, NamedAgent, named_agents
from ..design.fingerprints import fingerprints
from ..design.starts import STANDARD_START, Starts
from ..design.study_design import NAMES
from . import loop
from .games import Games


@dataclass(frozen=True, slots=True)
class GamePlan:
    """Games that are determined but not played yet.

    Game number i depends on the plan and on i. It does not depend on where, when or in which chunk it is played.

    Parameters
    ----------
    game : Game
        The rules.
    agents : agent, sequence of agents or mapping of str to agent
        One agent for all seats, or one for each seat or team; several exchange seats from game to game.
    seed : int
        The seed of all random numbers.
    measures : bool
        Whether to measure lead changes and the like in random games too. In other games they are always measured.
    starts : Starts
        Where games begin.

    Raises
    ------
    ValueError
        If the agents cannot play this game.

    Examples
    --------
    >>> import plyground as pg
    >>> plan = pg.study.GamePlan(pg.game("stax"), ["random", "greedy"], seed=1)
    >>> plan.games_per_round
    2
    >>> len(plan.play(offset=0, count=10))
    10
    """

    game: Game
    """The rules."""
    agents: InitVar[Agents | Sequence[NamedAgent]]
    """One agent for all seats, or one for each seat or team."""
    seed: int = 0
    """The seed of all random numbers."""
    measures: bool = False
    """Whether to measure lead changes and the like in random games too."""
    starts: Starts = STANDARD_START
    """Where games begin."""
    named_agents: tuple[NamedAgent, ...] = field(init=False)
    """The agents with their names."""

    def __post_init__(self, agents: Agents | Sequence[NamedAgent]) -> None:
        object.__setattr__(self, "named_agents", named_agents(agents))
        # This plays no game, and raises for agents that cannot play.
        self.play(0, 0)

    @property
    def games_per_round(self) -> int:
        """The number of consecutive games with the same random events, in which the agents exchange seats."""
        return len(self.named_agents)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the agents."""
        return tuple(agent.name for agent in self.named_agents)

    @property
    def has_functions(self) -> bool:
        """Whether an agent is a Python function, so that games are played one after the other."""
        return any(agent.is_function for agent in self.named_agents)

    @property
    def has_networks(self) -> bool:
        """Whether an agent is a network that evaluates positions in batches, and none is a function."""
        return not self.has_functions and any(agent.is_python for agent in self.named_agents)

    @property
    def key(self) -> str:
        """Everything that determines the games, as text. The `fingerprints` are not part of this."""
        facts = {
            **game_dict(self.game),
            "agents": [agent.identity for agent in self.named_agents],
            "seed": self.seed,
            "measures": self.measures or not self._is_random,
            **({} if self.starts.is_standard else self.starts.settings),
        }
        return json.dumps(facts, sort_keys=True)

    @property
    def fingerprints(self) -> dict[str, Any]:
        """The fingerprints of the game and of the agents, which show whether another build plays alike."""
        # The key has the hash of a network file.
        return fingerprints(
            [self.game], [agent for agent in self.named_agents if not isinstance(agent.agent, NetworkAgent)]
        )

    @property
    def _is_random(self) -> bool:
        """Whether all steps are random."""
        return self.names == ("random",)

    @property
    def _is_unmeasured(self) -> bool:
        """Whether the games are playouts, which measure nothing but results and lengths."""
        return self._is_random and not self.measures and self.starts.is_standard

    def play(self, offset: int, count: int, threads: int | None = None) -> Games:
        """Play games and return them.

        Parameters
        ----------
        offset : int
            The number of the first game.
        count : int
            The number of games.
        threads : int or None
            The number of threads. None: one for each processor.

        Returns
        -------
        Games
            The games in the order of their numbers.
        """
        if self._is_unmeasured:
            return _games_of_playouts(playouts(self.game, count, self.seed, threads=threads, offset=offset))
        if self.has_functions:
            return loop.play(self.game, self.named_agents, self.seed, offset, count, self.starts)
        return _games_of_matches(self._matches(offset, count, threads=threads))

    def play_with_states(self, offset: int, count: int, threads: int | None = None) -> tuple[Games, Iterator[State]]:
        """Play games as `play` does, and return their last states too, with their records.

        Parameters
        ----------
        offset, count, threads : int
            As in `play`.

        Returns
        -------
        tuple of Games and iterator of State
            The games, and the state of each.

        Examples
        --------
        >>> import plyground as pg
        >>> plan = pg.study.GamePlan(pg.game("stax"), "greedy")
        >>> games, states = plan.play_with_states(offset=5, count=2)
        >>> [len(state.actions) for state in states] == games.steps.tolist()
        True
        """
        if self._is_unmeasured:
            run = playouts(self.game, count, self.seed, threads=threads, offset=offset)
            return _games_of_playouts(run), map(run.state, range(count))
        if self.has_functions:
            states: list[State] = []
            games = loop.play(self.game, self.named_agents, self.seed, offset, count, self.starts, states.append)
            return games, iter(states)
        played = self._matches(offset, count, threads=threads, record=True)
        return _games_of_matches(played), map(played.state, range(count))

    def state(self, number: int) -> State:
        """Play one game and return its last state, with its record.

        Parameters
        ----------
        number : int
            The number of the game.

        Returns
        -------
        State
            The state.

        Examples
        --------
        >>> import plyground as pg
        >>> plan = pg.study.GamePlan(pg.game("stax"), ["random", "greedy"], seed=1)
        >>> games = plan.play(offset=0, count=10)
        >>> len(plan.state(7).actions) == int(games.steps[7])
        True
        """
        if self._is_unmeasured:
            return playouts(self.game, 1, self.seed, offset=number).state(0)
        if self.has_functions:
            return loop.play_one(self.game, self.named_agents, self.seed, number, self.starts)
        return self._matches(number, 1, record=True).state(0)

    def _matches(self, offset: int, count: int, **settings: Any) -> Matches:
        searchers = [found for agent in self.named_agents if (found := agent.to_core_agent(self.game)) is not None]
        return matches(self.game, searchers, count, self.seed, offset=offset, **self.starts.settings, **settings)

    def to_dict(self) -> dict[str, Any]:
        """Return everything that determines the games, for a file. Functions and networks have their names only."""
        return {
            "game": game_dict(self.game),
            "agents": list(self.names),
            "seed": self.seed,
            "measures": self.measures,
            "starts": self.starts.settings,
        }


def _games_of_playouts(run: Playouts) -> Games:
    """Return random games as rows. One agent plays all seats."""
    import numpy as np

    same_agent = np.zeros(run.returns.shape, np.uint8)
    return Games(run.returns, run.steps, run.reasons, run.first_action, same_agent, offset=run.offset)


def _games_of_matches(played: Matches) -> Games:
    """Return the games of a match as rows."""
    return Games(
        played.returns,
        played.steps,
        played.reasons,
        played.first_action,
        played.agent_indices,
        played.branching,
        played.lead_changes,
        played.drama,
        played.pieces,
        tuple(played.piece_kinds),
        played.opening_actions,
        played.offset,
    )


def with_options(rules: Game, change: Mapping[str, Any]) -> Game:
    """Return a game with some options changed."""
    found = game_dict(rules)
    return game_from_dict({**found, "options": {**found["options"], **change}})


def games_of(variants: Sequence[str | Game], options: Mapping[str, Any]) -> list[Game]:
    """Return the games of a study. Raise an exception that lists all settings if an option is unknown."""
    if not variants:
        raise ValueError("name at least one variant to study, such as 'chess'")
    try:
        return [resolve_game(variant, dict(options)) for variant in variants]
    except (BadOption, TypeError) as error:
        if not options or ("has no option" not in str(error) and isinstance(error, BadOption)):
            raise
        raise type(error)(f"{error}; the settings of a study are {', '.join(NAMES)}") from None


def game_plans(
    variants: Sequence[str | Game],
    agents: Agents | Sequence[NamedAgent],
    seed: int,
    measures: bool = False,
    starts: Starts = STANDARD_START,
    options: Mapping[str, Any] | None = None,
) -> list[GamePlan]:
    """Return a plan for each variant with these options."""
    rules = games_of(variants, options or {})
    those = named_agents(agents)
    return [GamePlan(one, those, seed, measures, starts) for one in rules]
