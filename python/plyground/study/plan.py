"""What determines games: a variant, who plays, and a seed."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, SupportsIndex, TypeAlias

from .. import __version__
from .._core import Agent as Named
from .._core import Game, Neural, State, agent, game, matches, playouts
from . import loop
from .games import Games

Step: TypeAlias = str | SupportsIndex
Agent: TypeAlias = str | Named | Neural | Callable[[State], Step] | Callable[[State, Random], Step]
"""Who plays: an agent or its name, as in ``'random'`` or ``'mcts:200'``, or a function from a state to a step or action; it
may take a generator to draw from as well."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Games that are yet to be played. Game number i is the same whoever plays it, whenever and wherever."""

    game: Game
    """The rules."""
    agents: tuple[Agent, ...]
    """One for all seats, or one for each seat or team, who change places from game to game."""
    seed: int = 0
    """What all chance is drawn from."""
    measures: bool = False
    """Whether lead changes and the like are measured of random games, too; of others they always are."""

    def __post_init__(self) -> None:
        for player in self.agents:
            if not isinstance(player, str | Named | Neural) and not callable(player):
                raise TypeError(f"an agent is a name such as 'random' or a function of a state, not {player!r}")
        # Agents go by one name each, however they were written.
        object.__setattr__(self, "agents", tuple(_named(player) for player in self.agents))
        # No games are played, but what cannot be played is refused now and not in an hour.
        self.play(0, 0)

    @property
    def rotation(self) -> int:
        """How many games in a row share their chance draws, each with the agents in other seats."""
        return len(self.agents)

    @property
    def names(self) -> tuple[str, ...]:
        """The agents in words."""
        return tuple(map(_name, self.agents))

    @property
    def local(self) -> bool:
        """Whether some agents are Python functions, or led by one, which only this process knows."""
        return not all(isinstance(player, str) for player in self.agents)

    @property
    def key(self) -> str:
        """All that determines the games, as text. Another version of plyground may play them differently."""
        facts = {
            **variant(self.game),
            "agents": self.names,
            "seed": self.seed,
            "measures": self.measures or self.agents != ("random",),
            "version": __version__,
        }
        return json.dumps(facts, sort_keys=True)

    def play(self, offset: int, count: int, threads: int | None = None) -> Games:
        """Plays ``count`` games, the first of them game number ``offset``."""
        import numpy as np

        if self.agents == ("random",) and not self.measures:
            run = playouts(self.game, count, self.seed, threads=threads, offset=offset)
            nobody_else = np.zeros(run.returns.shape, np.uint8)
            return Games(run.returns, run.steps, run.reason, run.first, nobody_else)
        players = [player for player in self.agents if isinstance(player, str | Named | Neural)]
        if len(players) < len(self.agents):
            return loop.play(self.game, self.agents, self.seed, offset, count)
        played = matches(self.game, players, count, self.seed, offset=offset, threads=threads)
        return Games(
            played.returns,
            played.steps,
            played.reasons,
            played.first,
            played.agents,
            played.branching,
            played.lead_changes,
            played.drama,
            played.pieces,
            tuple(played.piece_kinds),
        )


def _named(player: Agent) -> Agent:
    """The name of an agent of the core; a function as it is."""
    if isinstance(player, Named):
        return player.spec
    return agent(player).spec if isinstance(player, str) else player


def _name(player: Agent) -> str:
    """An agent in a word."""
    if isinstance(player, str):
        return player
    return player.spec if isinstance(player, Named | Neural) else getattr(player, "__name__", type(player).__name__)


def variant(rules: Game) -> dict[str, Any]:
    """What a game is, for a file."""
    return {"id": rules.id, "options": dict(rules.options)}


def plans(
    variants: Sequence[str | Game], agents: Sequence[Agent] | Agent, seed: int, measures: bool = False
) -> list[Plan]:
    """A plan for each variant, or an error that says what is wrong."""
    if not variants:
        raise ValueError("name at least one variant to study, such as 'chess'")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise ValueError(f"a seed is a whole number from 0 to {2**64 - 1}, not {seed!r}")
    those = (agents,) if isinstance(agents, str | Named | Neural) or callable(agents) else tuple(agents)
    if not those:
        raise ValueError("name at least one agent, such as 'random'")
    rules = [game(variant) if isinstance(variant, str) else variant for variant in variants]
    return [Plan(rule, those, seed, measures) for rule in rules]
