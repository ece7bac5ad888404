"""Agents by their texts: those of the core, and those led by a network in a file."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from ._core import Agent, Game, Matches, NeuralAgent
from ._core import agent as of_the_core
from ._core import game as game_named
from ._core import matches as played
from .nets.network_agent import PREFIX, NetworkAgent

Searcher: TypeAlias = Agent | Neural | NetworkAgent
"""Who chooses a step of a state by itself."""


def agent(spec: str, /) -> "Agent | NetworkAgent":
    """A player, told by a text.

    - ``random``: each legal step with the same probability.
    - ``greedy``: one turn of foresight, for material.
    - ``ab:D``: alpha-beta over ``D`` turns, which plays the best, one of equals at random. ``ab:3,margin=0.5`` also plays what
      is half a man worse, but trades no win or loss for that.
    - ``mcts:N``: tree search by ``N`` random games a step. ``mcts:200,c=2`` tries the seldom tried more (else 1.4).
      ``mcts:200,cut=4`` cuts random games short after four steps and judges them by material and mobility, as ``ab`` does, and
      ``c`` is then 0.2 if it is not said.
    - ``net:PATH,SIMS``: search led by the network in a file, which judges ``SIMS`` positions a step. Settings of
      `plyground.neural_agent` may stand behind, as in ``net:stax.onnx,64,temperature=0.5``. It plays the game that the file names.

    >>> import plyground as pg
    >>> pg.agent("mcts:50").spec
    'mcts:50'
    """
    return NetworkAgent.parse(spec) if isinstance(spec, str) and spec.startswith(PREFIX) else of_the_core(spec)


def playing(given: "str | Searcher", rules: Game) -> Searcher:
    """An agent for a game, which is refused if it plays another one only."""
    found = agent(given) if isinstance(given, str) else given
    if isinstance(found, NetworkAgent):
        found.check_plays(rules)
    return found


def to_core(given: "str | Searcher", rules: Game) -> "str | Agent | NeuralAgent":
    """An agent as the core plays it in a game."""
    if not isinstance(given, NetworkAgent) and not _from_file(given):
        return given
    found = playing(given, rules)
    return found.neural_agent if isinstance(found, NetworkAgent) else found


def _from_file(given: object) -> bool:
    """Whether an agent is led by a network in a file."""
    return isinstance(given, NetworkAgent) or (isinstance(given, str) and given.startswith(PREFIX))


def matches(
    game: "Game | str",
    agents: "str | Searcher | Sequence[str | Searcher]",
    games: int,
    seed: int = 0,
    *,
    offset: int = 0,
    threads: int | None = None,
    rotate: bool = True,
    max_steps: int | None = None,
    start: "str | Sequence[str] | None" = None,
    openings: int = 0,
    balanced: bool = False,
    num_parallel_games: int = 256,
    **options: Any,
) -> Matches:
    """Plays games between agents; the same for any number of threads.

    ``agents`` is one agent for all seats, or a sequence of one for each seat or one for each team. With ``rotate`` they change
    seats: of ``R`` agents, games ``R*p`` to ``R*p + R-1`` begin alike, have the same draws of chance, and seat the agents one
    seat further on each time.

    The seed and the number of a game determine it; the first one here is number ``offset``, so that a long match may be played
    in pieces. Games longer than ``max_steps`` are cut off. ``threads=None`` uses all processors. ``num_parallel_games`` games are played
    side by side for a `NeuralAgent` or a network in a file, which is asked for many of them at once. Other options are those of
    `game`.

    ``start`` is a position string to play from, or a list of them that are taken in turns; ``openings`` is how many turns are
    made at random before the agents play, and with ``balanced`` such are looked for after which ``ab:2`` is ahead or behind by
    at most half a man. The games of a rotation begin alike, and so do those of other agents under the same seed: see
    `plyground.openings`.

    >>> import plyground as pg
    >>> len(pg.matches("stax", ["greedy", "random"], 10))
    10
    """
    given: Any = agents
    several = isinstance(agents, Sequence) and not isinstance(agents, str)
    if any(map(_from_file, given if several else [given])):
        rules = game_named(game, **options) if isinstance(game, str) else game
        given = [to_core(one, rules) for one in given] if several else to_core(given, rules)
    return played(
        game,
        given,
        games,
        seed,
        offset=offset,
        threads=threads,
        rotate=rotate,
        max_steps=max_steps,
        start=start,
        openings=openings,
        balanced=balanced,
        num_parallel_games=num_parallel_games,
        **options,
    )
