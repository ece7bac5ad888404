"""Restricted agents, for studies of balance with restricted play (Jaffe et al. 2012)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from ._core import Agent, NeuralAgent, State, _allowed_actions, _turns_begun
from .agents import AnyAgent, agent
from .nets.network_agent import NetworkAgent
from .study.design.function_agents import FunctionAgent

AllowedSteps: TypeAlias = Callable[[State, int], bool]
"""A function of a state and one of its legal actions that returns whether the agent may choose the action."""


def restricted(
    given: "str | AnyAgent",
    *,
    avoid: "str | Sequence[str] | None" = None,
    random: int = 0,
    allowed: "AllowedSteps | None" = None,
) -> "Agent | FunctionAgent":
    """Return an agent that avoids some steps.

    The agent chooses among the allowed steps only, and among all legal steps if none is allowed. A search applies the
    restriction at its root: it expects that both sides play without restriction afterwards. The score of a restricted agent
    against the same agent without the restriction shows what the avoided steps are worth.

    Parameters
    ----------
    given : str or agent
        The agent: a text, an `Agent`, a network in a file or a `NeuralAgent`. Engines cannot be restricted.
    avoid : str, sequence of str or None
        What the agent avoids: ``"captures"``, ``"castling"`` and kinds of pieces that it does not move, such as ``"queen"``. A
        text can name several: ``"captures+queen"``.
    random : int
        The number of turns from the start of the game in which the agent chooses at random. In matches the openings do not
        count.
    allowed : callable or None
        A function of a `State` and a legal action that returns whether the agent may choose the action. It is called with the
        true state, with all that is hidden from the seat.

    Returns
    -------
    Agent or FunctionAgent
        An `Agent` for texts and agents of the core without ``allowed``. Its text has the settings, as in
        ``ab:3,avoid=captures``. Otherwise a function agent, which studies play one game after the other.

    Raises
    ------
    TypeError
        If the agent is a Python function, which can restrict itself.
    ValueError
        If a restriction is not valid, or the agent is an engine.

    Examples
    --------
    >>> import plyground as pg
    >>> pg.restricted("ab:3", avoid="captures", random=4)
    Agent('ab:3,avoid=captures,random=4')
    >>> def stays_home(state, action):
    ...     return state.game.step_cells(state.step_of(action))[0][1] != "1"
    >>> report = pg.study.match("chess", [pg.restricted("greedy", allowed=stays_home), "greedy"], games=2)
    >>> sorted(row.agent for row in report.rows)
    ['greedy', 'greedy,allowed=stays_home']
    """
    found = agent(given) if isinstance(given, str) else given
    if not isinstance(found, Agent | NetworkAgent | NeuralAgent):
        raise TypeError(
            f"the agent must be a text or an agent that searches, got {given!r:.80}; a function restricts itself"
        )
    if allowed is not None and not callable(allowed):
        raise TypeError(f"allowed must be a function of a state and an action or None, got {allowed!r:.80}")
    if isinstance(random, bool) or not isinstance(random, int) or random < 0:
        raise ValueError(f"random must be a non-negative integer, the number of random turns, got {random!r}")
    avoided = "" if avoid is None else avoid if isinstance(avoid, str) else "+".join(avoid)
    if avoid is None and not random and allowed is None:
        raise ValueError("name a restriction: avoid, random or allowed")
    settings = [*([f"avoid={avoided}"] if avoid is not None else []), *([f"random={random}"] if random else [])]
    if isinstance(found, Agent):
        text = found.spec
        checked = agent(text + (":" if ":" not in text else ",") + ",".join(settings)) if settings else found
        if allowed is None:
            assert isinstance(checked, Agent)
            return checked
    name = ",".join([found.spec, *settings, *([_name_of(allowed)] if allowed is not None else [])])
    return FunctionAgent(RestrictedChoice(found, avoided, random, allowed, name), sees="state")


def _name_of(function: Any) -> str:
    return f"allowed={getattr(function, '__name__', type(function).__name__)}"


@dataclass(frozen=True, slots=True)
class RestrictedChoice:
    """The choice of an agent that searches, restricted by Python code."""

    agent: AnyAgent
    """The agent without the restriction."""
    avoid: str
    """What it avoids, as in `restricted`."""
    random: int
    """The number of random turns."""
    allowed: AllowedSteps | None
    """Whether it may choose an action."""
    name: str
    """The name in reports."""

    @property
    def __name__(self) -> str:
        """The name in reports."""
        return self.name

    def __call__(self, state: State, rng: Random) -> int:
        """Return an action for the seat to act."""
        legal: list[int] = state.legal_actions().tolist()
        found = _allowed_actions(state, self.avoid, rng.getrandbits(64)) if self.avoid else legal
        if self.allowed is not None:
            found = [action for action in found if self.allowed(state, action)] or legal
        if self.random and _turns_begun(state) < self.random + state.is_mid_turn:
            return rng.choice(found)
        return self.agent.choose(state, rng.getrandbits(64), allowed=found)
