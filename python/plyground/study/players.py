"""Who plays, and by what name stores and reports know it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from .._core import Agent as Core
from .._core import Game, NeuralAgent
from ..agents import AnyAgent, agent, resolve_agent, to_core_agent
from ..nets.network_agent import NetworkAgent
from .functions import Function, FunctionAgent

Agent: TypeAlias = str | Core | NeuralAgent | NetworkAgent | Function | FunctionAgent
"""An agent or its name, as in ``'random'``, ``'mcts:200'`` or ``'net:stax.onnx,64'``; search led by a network; or a function that
returns a step or an action. A function is called with the `State`, or with a `Turn` where the game hides something; see
`function_agent`."""
Agents: TypeAlias = Agent | Sequence[Agent] | Mapping[str, Agent]
"""One agent, or several, or several by the names that their functions and networks shall go by."""

LONGEST: Final = 80
"""No name has more letters than this."""


@dataclass(frozen=True, slots=True)
class Player:
    """An agent under its name."""

    agent: str | NeuralAgent | NetworkAgent | Function | FunctionAgent
    """What plays: an agent of the core by its text, one that a file holds, or what is known to this process only."""
    name: str
    """What it goes by in reports."""
    lasting: bool
    """Whether the name stands for the same player in other processes, too, and tomorrow."""

    @property
    def foreign(self) -> bool:
        """Whether it is a function or led by one, which the core knows nothing of."""
        return not isinstance(self.agent, str)

    @property
    def function(self) -> bool:
        """Whether Python is asked for each of its steps."""
        return not isinstance(self.agent, str | NeuralAgent | NetworkAgent)

    def searcher(self, rules: Game) -> AnyAgent | None:
        """What chooses its steps in a game, if that is no function; a network that plays another game is refused."""
        return resolve_agent(self.agent, rules) if isinstance(self.agent, str | NeuralAgent | NetworkAgent) else None

    def to_core_agent(self, rules: Game) -> str | Core | NeuralAgent | None:
        """What the core plays it by, in a game, if it is no function."""
        return to_core_agent(self.agent, rules) if isinstance(self.agent, str | NeuralAgent | NetworkAgent) else None

    def fingerprint(self, rules: Game) -> str | None:
        """What tells its behaviour in a game from that of another by its name; of functions nothing does."""
        searcher = self.searcher(rules)
        return None if searcher is None or isinstance(searcher, NeuralAgent) else searcher.fingerprint(rules)

    @property
    def identity(self) -> str | list[Any]:
        """What determines its play, for a file; nobody who comes from the core goes by the same."""
        if isinstance(self.agent, str):
            return self.agent
        if isinstance(self.agent, NetworkAgent):
            return self.agent.identity
        return [self.name, self.agent.spec] if isinstance(self.agent, NeuralAgent) else [self.name]


def named(agents: "Agents | Sequence[Player]") -> tuple[Player, ...]:
    """These agents under their names, or an error that says who is no agent."""
    if isinstance(agents, Mapping):
        found = [_called(name, each) for name, each in agents.items()]
    elif isinstance(agents, str | Core | NeuralAgent | NetworkAgent) or callable(agents):
        found = [_player(agents)]
    elif isinstance(agents, Iterable):
        found = [each if isinstance(each, Player) else _player(each) for each in agents]
    else:
        raise _no_agent(agents)
    if not found:
        raise ValueError("name at least one agent, such as 'random'")
    return tuple(found)


def several(agents: Sequence[Agent] | Mapping[str, Agent], least: int = 1) -> tuple[Player, ...]:
    """Agents that are to be compared, each of them once."""
    found = () if isinstance(agents, str) or callable(agents) or not agents else named(agents)
    if len(found) < least:
        some = "some agents" if least == 1 else "at least two agents to compare"
        raise ValueError(f"name {some}, such as ['random', 'greedy'], not {agents!r}")
    names = [player.name for player in found]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ValueError(
            f"each agent is named once, not {twice!r} twice; functions take names, as in {{'mine': function}}"
        )
    return found


def again_as(names: Sequence[str], own: Mapping[str, Agent]) -> list[Player]:
    """The agents that went by these names in an earlier study, functions and networks being given once more."""
    given = {player.name: player for player in (named(own) if own else ())}
    if unknown := given.keys() - set(names):
        raise ValueError(f"nobody in this study is called {min(unknown)!r}; there were {', '.join(names)}")
    for name in names:
        if name not in given and _of_the_core(name) is None:
            raise ValueError(f"{name!r} is known to its author only: repeat(…, agents={{{name!r}: …}})")
    return [given.get(name) or _player(name) for name in names]


def _player(given: Agent) -> Player:
    """An agent by the name that it has of itself; whatever is written of an agent of the core, it goes by one text."""
    if isinstance(given, str):
        given = agent(given)
    if isinstance(given, Core):
        return Player(given.spec, given.spec, lasting=True)
    if isinstance(given, NetworkAgent):
        return Player(given, given.spec, lasting=True)
    if isinstance(given, NeuralAgent):
        return Player(given, given.spec, lasting=False)
    if not callable(given):
        raise _no_agent(given)
    name = str(getattr(given, "__name__", type(given).__name__))
    if _of_the_core(name) is not None:
        raise ValueError(f"{name!r} is an agent of plyground; give this function another name: {{'my-{name}': {name}}}")
    return Player(given, name, lasting=False)


def _called(name: object, given: Agent) -> Player:
    """An agent by the name that it was given."""
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST or not name.isprintable() or " " in name:
        raise ValueError(f"the name of an agent is a word of at most {LONGEST} letters, not {name!r}")
    known = _of_the_core(name)
    if isinstance(given, str | Core | NetworkAgent):
        player = _player(given)
        if isinstance(player.agent, NetworkAgent) and known is None:
            return Player(player.agent, name, lasting=True)
        if known != player.name:
            raise ValueError(f"{player.name!r} is an agent of plyground and goes by that name, not by {name!r}")
        return player
    if not isinstance(given, NeuralAgent) and not callable(given):
        raise _no_agent(given)
    if known is not None:
        raise ValueError(f"{name!r} is an agent of plyground; call yours something else")
    return Player(given, name, lasting=True)


def _of_the_core(name: str) -> str | None:
    """The text of the agent that anybody would make of this name, if there is one."""
    try:
        return agent(name).spec
    except (OSError, ValueError):
        return None


def _no_agent(given: object) -> TypeError:
    return TypeError(f"an agent is a name such as 'random' or a function of a state or a turn, not {given!r}")
