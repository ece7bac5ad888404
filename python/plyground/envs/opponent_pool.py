"""A pool of opponents for self-play: agents and past policies, one of which is drawn for each game."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._core import Agent, Game, NeuralAgent
from ..agents import AnyAgent
from ..game_descriptions import game_dict, game_from_dict
from ..nets.network_agent import NetworkAgent
from ..options import resolve_game
from ..study.design.agents import named_agents
from ..truncate import truncated
from .opponents import BatchPolicy, Opponent, Policy, parse_opponent, to_function, to_policy
from .pool_files import load_members, save_members
from .pool_member import PoolMember

if TYPE_CHECKING:
    from os import PathLike

    from ..study import Ratings

Sampler: TypeAlias = Literal["latest", "uniform", "prioritized"] | Callable[[NDArray[np.float64]], NDArray[Any]]
"""How opponents are drawn: a name, or a function from the learner's scores against all members to their weights."""

SAMPLERS: Final[dict[str, Callable[[NDArray[np.float64]], NDArray[Any]]]] = {
    "latest": lambda scores: np.arange(len(scores)) == len(scores) - 1,
    "uniform": np.ones_like,
    "prioritized": lambda scores: (1 - scores) ** 2,
}
"""The weights of all members by the name of the sampler."""


class OpponentPool:
    """Opponents for self-play, one of which plays each game. Pass it as ``opponent`` to `plyground.make` or `plyground.make_vec`.

    The environment draws a member for each game, which plays all seats that the learner does not have. It records the
    learner's result at the end. A program that trains adds a copy of its policy from time to time, so that the learner
    plays against its past.

    Parameters
    ----------
    game : Game or str
        The game, or its id.
    members : mapping of str to opponent, or iterable of agents, default ("random",)
        The first members. Those of a mapping get its keys as names, agents such as ``"mcts:50"`` are named by their texts.
    sampler : {"latest", "uniform", "prioritized"} or callable, default "uniform"
        How members are drawn. ``"latest"``: the last one that was added. ``"uniform"``: all with the same probability.
        ``"prioritized"``: prioritized fictitious self-play, in which members that beat the learner more often are drawn more
        often, with weights ``(1 - score) ** 2``. A function takes the learner's scores against all members, in the order in
        which they were added, and returns their weights.
    memory : float, default 200
        The number of games that a score remembers. A game that is this many games old weighs 0.37 times the latest, because
        the learner changes.
    **options : bool, int or str
        Options of `plyground.game`.

    Attributes
    ----------
    game : Game
        The game that is played.
    sampler : str or callable
        How members are drawn. It can be set.

    Raises
    ------
    TypeError, ValueError
        If an argument is not valid.

    Examples
    --------
    >>> import plyground as pg
    >>> pool = pg.envs.OpponentPool("stax", ["random", "greedy"], sampler="prioritized")
    >>> pool.add(lambda turn: turn.legal_actions()[0], name="first-action")
    'first-action'
    >>> for _ in range(50):
    ...     pool.record("random", 1.0)  # the learner has won
    >>> pool.probabilities().round(2)
    array([0. , 0.5, 0.5])
    >>> pool.sample(np.random.default_rng(0))
    'first-action'
    """

    game: Game

    def __init__(
        self,
        game: Game | str,
        members: Mapping[str, Opponent] | Iterable[Opponent] = ("random",),
        *,
        sampler: Sampler = "uniform",
        memory: float = 200.0,
        **options: Any,
    ) -> None:
        self.game = resolve_game(game, options, type(self))
        if not isinstance(memory, int | float) or isinstance(memory, bool):
            raise TypeError(f"memory must be a number of at least 1, got {truncated(memory)}")
        if not memory >= 1:
            raise ValueError(f"memory must be a number of at least 1, got {truncated(memory)}")
        self.memory = float(memory)
        self.sampler = sampler
        self._members: dict[str, PoolMember] = {}
        self._policies: dict[str, Policy | BatchPolicy | None] = {}
        if isinstance(members, str):
            raise TypeError(f"members must be a mapping or a sequence of opponents, got the text {truncated(members)}")
        if isinstance(members, Mapping):
            for name, opponent in members.items():
                self.add(opponent, name)
        else:
            for opponent in members:
                self.add(opponent)

    @property
    def sampler(self) -> Sampler:
        """How members are drawn: a name or a function. It can be set."""
        return self._sampler

    @sampler.setter
    def sampler(self, sampler: Sampler) -> None:
        if not callable(sampler) and (not isinstance(sampler, str) or sampler not in SAMPLERS):
            raise ValueError(
                f"sampler must be {', '.join(map(repr, SAMPLERS))} or a function, got {truncated(sampler)}"
            )
        self._sampler = sampler

    @property
    def members(self) -> tuple[PoolMember, ...]:
        """The members, in the order in which they were added."""
        return tuple(self._members.values())

    def __len__(self) -> int:
        return len(self._members)

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __contains__(self, name: object) -> bool:
        return name in self._members

    def __repr__(self) -> str:
        sampler = self.sampler if isinstance(self.sampler, str) else "function"
        return f"OpponentPool({self.game.id!r}, {len(self)} members, sampler={sampler!r})"

    def add(self, opponent: Opponent, name: str | None = None) -> str:
        """Add a member.

        Parameters
        ----------
        opponent : str, agent, callable or BatchPolicy
            An agent (see `plyground.agent`), a function that takes a `plyground.Turn` and returns a step or an action, or a
            `plyground.envs.BatchPolicy`. A policy that goes on learning must be copied, as `plyground.envs.Sb3Policy` does.
        name : str, optional
            The name: a word of at most 80 printable characters. By default that of the agent or the function.

        Returns
        -------
        str
            The name of the member.

        Raises
        ------
        TypeError, ValueError
            If the opponent does not play the game, or the name is not valid or already used.

        Examples
        --------
        >>> pool = OpponentPool("stax")
        >>> pool.add("greedy"), pool.add("mcts:20")
        ('greedy', 'mcts:20')
        >>> list(pool)
        ['random', 'greedy', 'mcts:20']
        """
        given = parse_opponent(opponent)
        policy = to_policy(given, self.game)
        name = _name(given, name)
        if name in self._members:
            raise ValueError(f"the pool has a member {name!r} already: give this one another name")
        self._members[name] = PoolMember(name, given)
        self._policies[name] = policy
        return name

    def remove(self, name: str) -> None:
        """Remove a member. Games that it is playing go on.

        Raises
        ------
        KeyError
            If there is no such member.

        Examples
        --------
        >>> pool = OpponentPool("stax", ["random", "greedy"])
        >>> pool.remove("random")
        >>> list(pool)
        ['greedy']
        """
        self._member(name)
        del self._members[name], self._policies[name]

    def probabilities(self) -> NDArray[np.float64]:
        """Return the probability of each member to play the next game.

        Raises
        ------
        ValueError
            If the pool is empty, or its function returns weights that are not valid.

        Examples
        --------
        >>> OpponentPool("stax", ["random", "greedy"]).probabilities()
        array([0.5, 0.5])
        """
        if not self._members:
            raise ValueError("the pool has no members: add one")
        weigh = SAMPLERS[self.sampler] if isinstance(self.sampler, str) else self.sampler
        weights = np.asarray(weigh(np.array([one.score for one in self._members.values()])), np.float64)
        if weights.shape != (len(self),) or not np.isfinite(weights).all() or (weights < 0).any() or not weights.any():
            raise ValueError(
                f"the sampler must return {len(self)} weights, one for each member, not negative and not all 0, "
                f"got {truncated(weights.tolist())}"
            )
        return np.asarray(weights / weights.sum(), np.float64)

    def sample(self, rng: np.random.Generator) -> str:
        """Draw the member that plays a game, and return its name.

        Examples
        --------
        >>> OpponentPool("stax", ["random", "greedy"], sampler="latest").sample(np.random.default_rng(0))
        'greedy'
        """
        return list(self._members)[rng.choice(len(self), p=self.probabilities())]

    def policy(self, name: str) -> Policy | BatchPolicy | None:
        """Return what chooses the steps of a member; None if it plays at random.

        Raises
        ------
        KeyError
            If there is no such member.

        Examples
        --------
        >>> OpponentPool("stax").policy("random") is None
        True
        """
        self._member(name)
        return self._policies[name]

    def record(self, name: str, score: float) -> None:
        """Record the result of a game of the learner. Environments call it at the end of each game.

        Parameters
        ----------
        name : str
            The member that the learner played against. A name that has been removed is ignored.
        score : float
            The learner's score, from 0 for the least return to 1 for the largest.

        Raises
        ------
        ValueError
            If the score is out of its range.

        Examples
        --------
        >>> pool = OpponentPool("stax")
        >>> pool.record("random", 1.0)
        >>> pool.members[0].games, pool.members[0].score
        (1, 0.75)
        """
        if not 0 <= score <= 1:
            raise ValueError(f"score must be from 0 to 1, got {truncated(score)}")
        if (member := self._members.get(name)) is not None:
            member.games += 1
            kept = np.exp(-1 / self.memory)
            member.recent_games = float(member.recent_games * kept + 1)
            member.recent_points = float(member.recent_points * kept + score)

    def ratings(self, games: int = 100, **settings: Any) -> "Ratings":
        """Let the members play each other, and return their Elo ratings with intervals.

        Each two members play the games with exchanged seats. Policies choose in one game at a time here, so this takes
        longer than the same number of games in training.

        Parameters
        ----------
        games : int, default 100
            The number of games between each two members.
        **settings
            Settings of `plyground.study.match`, such as ``seed=1`` and ``openings=2``.

        Returns
        -------
        plyground.study.Ratings
            The ratings, the strongest member first.

        Raises
        ------
        ValueError
            If there are fewer than two members, or the game has no winners.

        Examples
        --------
        >>> pool = OpponentPool("stax", ["random", "greedy"])
        >>> [row.agent for row in pool.ratings(games=20).rows]
        ['greedy', 'random']
        """
        from ..study import function_agent, match

        agents: dict[str, Any] = {
            one.name: one.opponent
            if isinstance(one.opponent, Agent | NeuralAgent | NetworkAgent)
            else function_agent(to_function(one.opponent), sees="turn")
            for one in self.members
        }
        return match(self.game, agents, games=games, **settings)

    def save(self, folder: "str | PathLike[str]") -> None:
        """Save the members and the learner's results in a folder, which is created if it does not exist.

        The folder has ``pool.json`` and a file for each policy that has a method ``save(path)``, such as
        `plyground.envs.Sb3Policy`. Agents are saved as texts. For all others, only the name is saved.

        Parameters
        ----------
        folder : str or path-like
            The folder. A pool that was saved there is replaced.

        Examples
        --------
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     OpponentPool("stax", ["random", "greedy"]).save(folder)
        ...     list(OpponentPool.load(folder))
        ['random', 'greedy']
        """
        sampler = self.sampler if isinstance(self.sampler, str) else None
        header = {"game": game_dict(self.game), "sampler": sampler, "memory": self.memory}
        save_members(folder, header, self.members)

    @staticmethod
    def load(
        folder: "str | PathLike[str]",
        *,
        load_policy: "Callable[[str], Opponent] | None" = None,
        opponents: Mapping[str, Opponent] | None = None,
        sampler: Sampler | None = None,
    ) -> "OpponentPool":
        """Load a pool that `save` wrote.

        Parameters
        ----------
        folder : str or path-like
            The folder.
        load_policy : callable, optional
            The function that reads a policy from the path of its file, such as ``Sb3Policy.load``. It is necessary if there
            are such files.
        opponents : mapping of str to opponent, optional
            Members by name that the folder does not contain: functions, engines, and agents with files outside of the folder. A
            saved pool must not start programs or open other files by itself.
        sampler : str or callable, optional
            How members are drawn; by default as before. It is necessary if it was a function.

        Returns
        -------
        OpponentPool
            The pool.

        Raises
        ------
        FileNotFoundError
            If there is no pool in the folder.
        ValueError
            If an argument is missing, or ``pool.json`` is not valid.

        Examples
        --------
        >>> import tempfile
        >>> def first(turn):
        ...     return turn.legal_actions()[0]
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     OpponentPool("stax", {"first": first}).save(folder)
        ...     OpponentPool.load(folder, opponents={"first": first})
        OpponentPool('stax', 1 members, sampler='uniform')
        """
        header, members = load_members(folder, load_policy, opponents or {})
        if (chosen := sampler or header["sampler"]) is None:
            raise ValueError("the sampler of the saved pool is a function: pass it as sampler")
        pool = OpponentPool(game_from_dict(header["game"]), (), sampler=chosen, memory=header["memory"])
        for one in members:
            pool.add(one.opponent, one.name)
            pool._members[one.name] = replace(one, opponent=pool._members[one.name].opponent)
        return pool

    def _member(self, name: str) -> PoolMember:
        if name not in self._members:
            raise KeyError(f"the pool has no member {truncated(name)}; its members are {', '.join(self._members)}")
        return self._members[name]


def _name(opponent: AnyAgent | Policy | BatchPolicy, name: str | None) -> str:
    """Return the name of a member, after the checks that studies make, because `OpponentPool.ratings` is one."""
    given: Any = to_function(opponent) if isinstance(opponent, BatchPolicy) else opponent
    if name is None and isinstance(opponent, BatchPolicy):
        name = type(opponent).__name__
    return named_agents(given if name is None else {name: given})[0].name
