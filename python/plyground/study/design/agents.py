"""Agents with the names by which stores and reports know them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from ..._core import Agent as Core
from ..._core import Game, NeuralAgent
from ...agents import AnyAgent, agent, outside_part, resolve_agent, to_core_agent
from ...nets.network_agent import NetworkAgent
from .function_agents import Function, FunctionAgent

Agent: TypeAlias = str | Core | NeuralAgent | NetworkAgent | Function | FunctionAgent
"""A name such as ``'random'``, ``'mcts:200'`` or ``'net:stax.onnx,64'``; a search that uses a network; or a function that returns
a step or an action. A function is called with the `State`, or with a `Turn` if the game has hidden information; see
`function_agent`."""
Agents: TypeAlias = Agent | Sequence[Agent] | Mapping[str, Agent]
"""One agent, several, or a mapping that gives names to functions and networks."""

MAX_NAME_LENGTH: Final = 80
"""The largest number of characters in a name."""


@dataclass(frozen=True, slots=True)
class NamedAgent:
    """An agent with its name."""

    agent: str | NeuralAgent | NetworkAgent | Function | FunctionAgent
    """An agent of the core as text, a network file, or an object of this process."""
    name: str
    """The name in reports."""
    has_stable_name: bool
    """Whether the name stands for the same agent in other processes."""

    @property
    def is_python(self) -> bool:
        """Whether it is a function or uses one, which the core does not know."""
        return not isinstance(self.agent, str)

    @property
    def is_function(self) -> bool:
        """Whether it is a Python function that chooses each step."""
        return not isinstance(self.agent, str | NeuralAgent | NetworkAgent)

    def searcher(self, rules: Game) -> AnyAgent | None:
        """Return the object that chooses steps, or None for a function. Raise ValueError if a network plays another game."""
        return resolve_agent(self.agent, rules) if isinstance(self.agent, str | NeuralAgent | NetworkAgent) else None

    def to_core_agent(self, rules: Game) -> str | Core | NeuralAgent | None:
        """Return the agent for the core, or None for a function."""
        return to_core_agent(self.agent, rules) if isinstance(self.agent, str | NeuralAgent | NetworkAgent) else None

    def fingerprint(self, rules: Game) -> str | None:
        """Return the fingerprint of its behavior in a game, or None for Python objects."""
        searcher = self.searcher(rules)
        return None if searcher is None or isinstance(searcher, NeuralAgent) else searcher.fingerprint(rules)

    @property
    def identity(self) -> str | list[Any]:
        """What determines its play, for a file. No agent of the core has the identity of a Python object."""
        if isinstance(self.agent, str):
            return self.agent
        if isinstance(self.agent, NetworkAgent):
            return self.agent.identity
        return [self.name, self.agent.spec] if isinstance(self.agent, NeuralAgent) else [self.name]


def named_agents(agents: "Agents | Sequence[NamedAgent]") -> tuple[NamedAgent, ...]:
    """Return agents with their names. Raise TypeError or ValueError for anything that is no agent."""
    if isinstance(agents, Mapping):
        found = [_with_name(name, each) for name, each in agents.items()]
    elif isinstance(agents, str | Core | NeuralAgent | NetworkAgent) or callable(agents):
        found = [_with_own_name(agents)]
    elif isinstance(agents, Iterable):
        found = [each if isinstance(each, NamedAgent) else _with_own_name(each) for each in agents]
    else:
        raise _no_agent(agents)
    if not found:
        raise ValueError("agents must have at least one agent, such as 'random'")
    return tuple(found)


def distinct_agents(agents: "Agents | Sequence[NamedAgent] | None", at_least: int = 1) -> tuple[NamedAgent, ...]:
    """Return agents to compare, each of which must have a name of its own."""
    found = () if agents is None or isinstance(agents, str) or callable(agents) or not agents else named_agents(agents)
    if len(found) < at_least:
        some = "at least one agent" if at_least == 1 else "at least two agents to compare"
        raise ValueError(f"agents must have {some}, as in ['random', 'greedy'], got {agents!r}")
    names = [agent.name for agent in found]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ValueError(
            f"agents must have different names, got {twice!r} twice; give functions names, as in {{'mine': function}}"
        )
    return found


def agents_again(names: Sequence[str], own: Mapping[str, Agent]) -> list[NamedAgent]:
    """Return the agents of an earlier study by their names. Functions, engines and agents with files must be given again."""
    given = {agent.name: agent for agent in (named_agents(own) if own else ())}
    if unknown := given.keys() - set(names):
        raise ValueError(f"no agent of this study has the name {min(unknown)!r}; its agents are {', '.join(names)}")
    for name in names:
        if name not in given and (what := outside_part(name)) is not None:
            raise ValueError(
                f"the report names {what}: to use it, give the agent again, as in agents={{{name!r}: {name!r}}}, "
                "or with --agent"
            )
        if name not in given and _core_name(name) is None:
            raise ValueError(
                f"the report does not contain the agent {name!r}, a function or network: give it, as in agents={{{name!r}: …}}"
            )
    return [given.get(name) or _with_own_name(name) for name in names]


def _with_own_name(given: Agent) -> NamedAgent:
    """An agent with its own name. Different spellings of an agent of the core give one text."""
    if isinstance(given, str):
        given = agent(given)
    if isinstance(given, Core):
        return NamedAgent(given.spec, given.spec, has_stable_name=True)
    if isinstance(given, NetworkAgent):
        return NamedAgent(given, given.spec, has_stable_name=True)
    if isinstance(given, NeuralAgent):
        return NamedAgent(given, given.spec, has_stable_name=False)
    if not callable(given):
        raise _no_agent(given)
    name = str(getattr(given, "__name__", type(given).__name__))
    if _core_name(name) is not None:
        raise ValueError(f"{name!r} is an agent of plyground; give this function another name: {{'my-{name}': {name}}}")
    return NamedAgent(given, name, has_stable_name=False)


def _with_name(name: object, given: Agent) -> NamedAgent:
    """An agent with the name that the caller chose."""
    if isinstance(given, str | Core | NetworkAgent) and name == (given if isinstance(given, str) else given.spec):
        # Texts with paths can be long.
        return _with_own_name(given)
    if not isinstance(name, str) or not 0 < len(name) <= MAX_NAME_LENGTH or not name.isprintable() or " " in name:
        raise ValueError(
            f"the name of an agent must be a word of at most {MAX_NAME_LENGTH} printable characters, got {name!r}"
        )
    known = _core_name(name)
    if isinstance(given, str | Core | NetworkAgent):
        found = _with_own_name(given)
        if isinstance(found.agent, NetworkAgent) and known is None:
            return NamedAgent(found.agent, name, has_stable_name=True)
        if known != found.name:
            raise ValueError(f"{found.name!r} is an agent of plyground and keeps that name, got {name!r}")
        return found
    if not isinstance(given, NeuralAgent) and not callable(given):
        raise _no_agent(given)
    if known is not None:
        raise ValueError(f"{name!r} is an agent of plyground; give yours another name")
    return NamedAgent(given, name, has_stable_name=True)


def _core_name(name: str) -> str | None:
    """The text of the agent of the core with this name, if there is one."""
    try:
        return agent(name).spec
    except (OSError, ValueError):
        return None


def _no_agent(given: object) -> TypeError:
    return TypeError(f"an agent must be a name such as 'random' or a function of a state or a turn, got {given!r}")
