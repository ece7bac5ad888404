"""Agents that search with a network in a file."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from .._core import Game, NeuralAgent, State, neural_agent, variants
from .._core import game as game_named
from ..analysis import Analysis
from .description import BadModel
from .model import Model

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PREFIX: Final = "net:"
"""Start of the text of such an agent."""

SIMULATIONS: Final = 64
"""Default number of simulations of a search."""

MAX_SIMULATIONS: Final = 100_000
"""Largest number of simulations of a search."""

MAX_CONCURRENT_BATCHES: Final = min(os.cpu_count() or 1, 16)
"""Number of threads that may call a network at the same time."""

GUMBEL: Final = {"root": "gumbel", "max_considered_actions": 8}
"""Default search, which is stronger with few simulations than PUCT."""

PUCT: Final = ("c_puct", "fpu_reduction", "ms")
"""Settings that select PUCT at the root if ``root`` is not given."""

FIXED: Final = ("evaluate", "simulations", "logits", "relative_values", "max_concurrent_batches")
"""Parameters of `plyground.neural_agent` that are not settings of an agent."""

SETTING: Final = re.compile(r"([a-z_]+)=([^,=]+)")
NUMBER: Final = re.compile(r"-?\d{1,20}(\.\d{0,20})?([eE][+-]?\d{1,2})?", re.ASCII)


class NetworkAgent:
    """An agent that searches with a network in a file, as `plyground.neural_agent` does with a function.

    The text ``"net:PATH,SIMULATIONS"`` names it wherever an agent is expected. Settings may follow, as in
    ``"net:stax.onnx,64,temperature=0.5"``. ``"net:PATH,ms=50"`` searches for 50 milliseconds. Two agents are equal if the
    content of their files, their simulations and their settings are equal.

    Parameters
    ----------
    path : str
        The ONNX file.
    simulations : int, optional
        Simulations of a search, from 1 to 100,000. The default is 64, and with the setting ``ms`` 100,000.
    settings : mapping, optional
        Keyword arguments of `plyground.neural_agent`. The default is ``root="gumbel"`` with ``max_considered_actions=8``;
        a setting that only PUCT has (``c_puct``, ``fpu_reduction``, ``ms``) selects ``root="puct"``.

    Raises
    ------
    ValueError
        If an argument is not valid.
    BadModel
        If the file is not a model.
    OSError
        If the file cannot be read. `FileNotFoundError` states how to train a network.

    Examples
    --------
    >>> import plyground as pg
    >>> agent = pg.agent("net:stax.onnx,16")  # a file that plyground.learn.train wrote
    >>> agent.game.id
    'stax'
    >>> state = pg.game("stax").start()
    >>> agent.choose(state) in state.legal_actions()
    True
    """

    def __init__(
        self, path: str, simulations: "int | None" = None, settings: "Mapping[str, Any] | None" = None
    ) -> None:
        has_time_limit = (settings or {}).get("ms") is not None
        if simulations is None:
            simulations = MAX_SIMULATIONS if has_time_limit else SIMULATIONS
        if isinstance(simulations, bool) or not isinstance(simulations, int) or not 1 <= simulations <= MAX_SIMULATIONS:
            raise ValueError(f"simulations must be an integer from 1 to {MAX_SIMULATIONS}, got {str(simulations)[:40]}")
        self.path = path
        """The file."""
        self.simulations = simulations
        """Simulations of a search."""
        self.settings = dict(sorted((settings or {}).items()))
        """The settings that were given."""
        names = _setting_names()
        if unknown := self.settings.keys() - set(names):
            raise ValueError(f"{PREFIX}… has no setting {min(unknown)!r}; the settings are {', '.join(names)}")
        self.model = _load(path)
        """The network."""
        is_puct = {"root", *PUCT} & self.settings.keys()
        self._search = self.settings if is_puct else GUMBEL | self.settings
        self.neural_agent = self._searching(self.model.evaluate)
        """The search in the core."""

    def _searching(self, evaluate: "Callable[[NDArray[np.float32], NDArray[np.bool_]], Any]") -> NeuralAgent:
        """Return the search of the core with a function that evaluates as the model does."""
        return neural_agent(
            evaluate,
            self.simulations,
            logits=True,
            relative_values=True,
            max_concurrent_batches=MAX_CONCURRENT_BATCHES,
            **self._search,
        )

    @staticmethod
    def parse(text: str) -> "NetworkAgent":
        """Make the agent that a text names.

        Parameters
        ----------
        text : str
            ``"net:PATH"``, ``"net:PATH,SIMULATIONS"`` or either with settings. The path may contain commas.

        Returns
        -------
        NetworkAgent
            The agent.

        Raises
        ------
        ValueError
            If the text has no path or gives a setting twice; otherwise as for `NetworkAgent`.
        """
        return NetworkAgent(*split_spec(text))

    @property
    def spec(self) -> str:
        """The text that names the agent."""
        settings = "".join(f",{name}={value}" for name, value in self.settings.items())
        is_limited_by_time = self.settings.get("ms") is not None and self.simulations == MAX_SIMULATIONS
        return f"{PREFIX}{self.path}{'' if is_limited_by_time else f',{self.simulations}'}{settings}"

    @property
    def identity(self) -> list[Any]:
        """Everything that determines how the agent plays, independent of where its file is."""
        return ["net", self.model.identity, self.simulations, dict(sorted(self._search.items()))]

    @cached_property
    def game(self) -> Game:
        """The game that the network plays."""
        return self.model.description.make_game()

    def check_plays(self, game: Game | str) -> None:
        """Raise `BadModel` if the network was made for another game."""
        self.model.check_plays(game_named(game) if isinstance(game, str) else game)

    def resolve(self, game: Game | str) -> str:
        """Return the text of the agent that plays a game: the agent itself. Raise `BadModel` for another game."""
        self.check_plays(game)
        return self.spec

    def fingerprint(self, game: Game | str) -> str:
        """Return a text that differs from that of agents that play differently: the start of the file's checksum.

        Parameters
        ----------
        game : Game or str
            The game to play.

        Returns
        -------
        str
            16 hexadecimal digits.

        Raises
        ------
        BadModel
            If the network was made for another game.
        """
        self.check_plays(game)
        return self.model.identity[:16]

    def choose(self, state: State, seed: int = 0, *, allowed: "Sequence[int] | None" = None) -> int:
        """Choose an action for the seat to act.

        Parameters
        ----------
        state : State
            The state.
        seed : int, default 0
            Seed of random numbers.
        allowed : sequence of int, optional
            The legal actions among which the agent chooses; by default all.

        Returns
        -------
        int
            The action.

        Raises
        ------
        BadModel
            If the network was made for another game.
        """
        self.check_plays(state.game)
        return self.neural_agent.choose(state, seed, allowed=allowed)

    def choose_step(self, state: State, seed: int = 0, *, allowed: "Sequence[int] | None" = None) -> str:
        """Choose a step for the seat to act, as text.

        Parameters
        ----------
        state : State
            The state.
        seed : int, default 0
            Seed of random numbers.
        allowed : sequence of int, optional
            The legal actions among which the agent chooses; by default all.

        Returns
        -------
        str
            The step.

        Raises
        ------
        BadModel
            If the network was made for another game.
        """
        self.check_plays(state.game)
        return self.neural_agent.choose_step(state, seed, allowed=allowed)

    def analyze(self, state: State, seed: int = 0, *, allowed: "Sequence[int] | None" = None) -> Analysis:
        """Search as `choose` does, and return what the agent finds out about a state.

        Parameters
        ----------
        state : State
            The state.
        seed : int, default 0
            Seed of random numbers.
        allowed : sequence of int, optional
            The legal actions among which the agent chooses; by default all.

        Returns
        -------
        plyground.Analysis
            The step, the expected return of each seat, the priors, visits and values of the steps, and the principal
            variation.

        Raises
        ------
        BadModel
            If the network was made for another game.

        Examples
        --------
        >>> import plyground as pg
        >>> agent = pg.agent("net:stax.onnx,16")  # a file that plyground.learn.train wrote
        >>> found = agent.analyze(pg.game("stax").start())
        >>> found.simulations, found.step == found.pv[0]
        (16, True)
        """
        self.check_plays(state.game)
        return replace(self.neural_agent.analyze(state, seed, allowed=allowed), agent=self.spec)

    def visit_counts(self, states: Sequence[State], seed: int = 0) -> "NDArray[np.uint32]":
        """Search states and return how often each action was visited.

        Parameters
        ----------
        states : sequence of State
            The states, which are searched in parallel.
        seed : int, default 0
            Seed of random numbers.

        Returns
        -------
        ndarray of uint32, shape (len(states), num_actions)
            The visits.

        Raises
        ------
        BadModel
            If the network was made for another game.
        """
        for state in states:
            self.check_plays(state.game)
        return self.neural_agent.visit_counts(states, seed)

    def __repr__(self) -> str:
        return f"NetworkAgent({self.spec!r})"

    def __eq__(self, other: object) -> bool:
        return self.identity == other.identity if isinstance(other, NetworkAgent) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.model.identity, self.simulations, *sorted(self._search.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.path, self.simulations, self.settings, self.model.identity)


def split_spec(text: str) -> tuple[str, int | None, dict[str, Any]]:
    """Return the path, the simulations and the settings of an agent as text. Raise ValueError if it has no path."""
    parts = text.removeprefix(PREFIX).split(",")
    settings: dict[str, Any] = {}
    while len(parts) > 1 and (match := SETTING.fullmatch(parts[-1].strip())) is not None:
        if match[1] in settings:
            raise ValueError(f"{match[1]} must be given once, but is given twice in {text[:200]!r}")
        settings[match[1]] = _value(match[2].strip())
        parts.pop()
    simulations = None
    if len(parts) > 1 and re.fullmatch(r"\d{1,20}", parts[-1].strip(), re.ASCII) is not None:
        simulations = int(parts.pop())
    path = ",".join(parts)
    if not path:
        raise ValueError(f"a network must be named with its file, as in 'net:stax.onnx,64', got {text[:200]!r}")
    return path, simulations, settings


def _load(path: str) -> Model:
    """Load the model in a file."""
    try:
        return Model.load(path)
    except FileNotFoundError:
        id = path if path in variants() else "ID"
        raise FileNotFoundError(
            f"{PREFIX}PATH must name a file, but {path!r} does not exist. plyground has no trained networks: "
            f"'plyground train {id}' trains one, and the agent 'strong' needs none"
        ) from None


def _unpickled(path: str, simulations: int, settings: dict[str, Any], identity: str) -> NetworkAgent:
    """Return the agent of a pickle, whose file must not have changed."""
    agent = NetworkAgent(path, simulations, settings)
    if agent.model.identity != identity:
        raise BadModel(f"{path} has changed since this agent was made from it; make the agent again")
    return agent


def _setting_names() -> list[str]:
    """Return the names of all settings."""
    import inspect

    return [name for name in inspect.signature(neural_agent).parameters if name not in FIXED]


def _value(text: str) -> Any:
    """Return the value of a setting: a number, a Boolean or a word."""
    if NUMBER.fullmatch(text):
        return float(text) if set(text) & set(".eE") else int(text)
    return {"true": True, "false": False}.get(text, text)
