"""What determines games: a variant, who plays, and a seed."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from typing import Any

from .._core import Game, game, matches, playouts
from ..nets.network_agent import NetworkAgent
from ..options import resolve_game
from . import loop
from .behaviour import behaviour
from .games import Games
from .players import Agents, Player, named
from .starts import AT_START, Starts


@dataclass(frozen=True, slots=True)
class Plan:
    """Games that are yet to be played. Game number i is the same whoever plays it, whenever and wherever."""

    game: Game
    """The rules."""
    agents: InitVar[Agents | Sequence[Player]]
    """One for all seats, or one for each seat or team, who change places from game to game."""
    seed: int = 0
    """What all chance is drawn from."""
    measures: bool = False
    """Whether lead changes and the like are measured of random games, too; of others they always are."""
    starts: Starts = AT_START
    """Where games begin."""
    players: tuple[Player, ...] = field(init=False)
    """The agents under their names."""

    def __post_init__(self, agents: Agents | Sequence[Player]) -> None:
        object.__setattr__(self, "players", named(agents))
        # No games are played, but what cannot be played is refused now and not in an hour.
        self.play(0, 0)

    @property
    def rotation(self) -> int:
        """How many games in a row share their chance draws, each with the agents in other seats."""
        return len(self.players)

    @property
    def names(self) -> tuple[str, ...]:
        """The agents in words."""
        return tuple(player.name for player in self.players)

    @property
    def by_functions(self) -> bool:
        """Whether some agents are Python functions, so that games are played one after the other."""
        return any(player.function for player in self.players)

    @property
    def by_networks(self) -> bool:
        """Whether some agents are led by a function, which is asked for many games at once, and none are functions."""
        return not self.by_functions and any(player.foreign for player in self.players)

    @property
    def key(self) -> str:
        """All that determines the games, as text, but for the `behaviour` of the game and of the agents."""
        facts = {
            **variant(self.game),
            "agents": [player.identity for player in self.players],
            "seed": self.seed,
            "measures": self.measures or not self._random,
            **({} if self.starts.usual else self.starts.told),
        }
        return json.dumps(facts, sort_keys=True)

    @property
    def behaviour(self) -> dict[str, Any]:
        """The fingerprints of the game and of the agents in it: another build of plyground may play games differently."""
        # What is in a file is told by the key, wherever the file lies.
        return behaviour([self.game], [player for player in self.players if not isinstance(player.agent, NetworkAgent)])

    @property
    def _random(self) -> bool:
        """Whether all steps are random."""
        return self.names == ("random",)

    def play(self, offset: int, count: int, threads: int | None = None) -> Games:
        """Plays ``count`` games, the first of them game number ``offset``."""
        import numpy as np

        if self._random and not self.measures and self.starts.usual:
            run = playouts(self.game, count, self.seed, threads=threads, offset=offset)
            nobody_else = np.zeros(run.returns.shape, np.uint8)
            return Games(run.returns, run.steps, run.reasons, run.first_action, nobody_else)
        if self.by_functions:
            return loop.play(self.game, self.players, self.seed, offset, count, self.starts)
        searchers = [found for player in self.players if (found := player.to_core_agent(self.game)) is not None]
        played = matches(self.game, searchers, count, self.seed, offset=offset, threads=threads, **self.starts.told)
        return Games(
            played.returns,
            played.steps,
            played.reasons,
            played.first_action,
            played.agents,
            played.branching,
            played.lead_changes,
            played.drama,
            played.pieces,
            tuple(played.piece_kinds),
            played.opening_actions,
        )


def variant(rules: Game) -> dict[str, Any]:
    """What a game is, for a file."""
    told: dict[str, Any] = json.loads(rules.to_json())
    return told


def told_game(told: dict[str, Any]) -> Game:
    """The game that `variant` told of."""
    return game(told["id"], **{"frame": told["frame"], **told["options"]})


def changed_by(rules: Game, change: Mapping[str, Any]) -> Game:
    """The game with some options changed."""
    told = variant(rules)
    return told_game({**told, "options": {**told["options"], **change}})


def plans(
    variants: Sequence[str | Game],
    agents: Agents | Sequence[Player],
    seed: int,
    measures: bool = False,
    starts: Starts = AT_START,
    options: Mapping[str, Any] | None = None,
) -> list[Plan]:
    """A plan for each variant under these options, or an error that says what is wrong."""
    if not variants:
        raise ValueError("name at least one variant to study, such as 'chess'")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise ValueError(f"a seed is a whole number from 0 to {2**64 - 1}, not {seed!r}")
    those = named(agents)
    return [Plan(resolve_game(variant, dict(options or {})), those, seed, measures, starts) for variant in variants]
