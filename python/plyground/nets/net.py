"""A player led by a network in a file."""

import os
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from .._core import Game, NeuralAgent, State, neural_agent
from .._core import game as game_named
from .description import BadModel
from .model import Model
from .shipped import file_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PREFIX: Final = "net:"
"""How the texts begin that name such players."""

SIMULATIONS: Final = 64
"""So many positions are judged for a step if it is not said."""

MOST: Final = 100_000
"""No more are judged for a step."""

TOGETHER: Final = min(os.cpu_count() or 1, 16)
"""So many threads ask a network at once. What it says of a position does not depend on what it is asked with."""

SEARCH: Final = {"root": "gumbel", "considered": 8}
"""How it searches if nothing is said of it: with few positions that is stronger."""

PUCT: Final = ("c", "reduction")
"""Settings that mean the other search, which has no use for them at its root otherwise."""

FIXED: Final = ("evaluate", "simulations", "logits", "relative", "together")
"""What a model says of itself, and nobody else."""

SETTING: Final = re.compile(r"([a-z_]+)=([^,=]+)")
NUMBER: Final = re.compile(r"-?\d{1,20}(\.\d{0,20})?([eE][+-]?\d{1,2})?", re.ASCII)


class Net:
    """A player led by a network in a file: search as `plyground.neural_agent` has it.

    It is named ``"net:PATH,SIMS"`` wherever an agent is; behind that may stand settings of `plyground.neural_agent`, as in
    ``"net:stax.onnx,64,temperature=0.5"``. In place of a file the id of a game may stand that a network comes with
    (`shipped`), as in ``"net:stax"``. What it is known by is the content of its file and its settings. It searches with
    ``root=gumbel,considered=8`` unless settings name a root, or ``c`` or ``reduction``, which are for ``root=puct``.
    """

    def __init__(self, path: str, simulations: int = SIMULATIONS, settings: "Mapping[str, Any] | None" = None) -> None:
        if isinstance(simulations, bool) or not isinstance(simulations, int) or not 1 <= simulations <= MOST:
            raise ValueError(f"a network judges 1 to {MOST} positions for a step, not {str(simulations)[:40]}")
        self.path = path
        self.simulations = simulations
        self.settings = dict(sorted((settings or {}).items()))
        if unknown := self.settings.keys() - set(_known()):
            raise ValueError(f"{PREFIX}… has no setting {min(unknown)!r}; it has {', '.join(_known())}")
        self.model = Model.read(file_of(path))
        self.searched = self.settings if {"root", *PUCT} & self.settings.keys() else SEARCH | self.settings
        """The settings with those that were not said."""
        self.neural = _led(self.model, simulations, self.searched)

    @staticmethod
    def named(text: str) -> "Net":
        """The player of a text."""
        parts = text.removeprefix(PREFIX).split(",")
        settings: dict[str, Any] = {}
        while len(parts) > 1 and (found := SETTING.fullmatch(parts[-1].strip())) is not None:
            if found[1] in settings:
                raise ValueError(f"{text[:200]!r} says {found[1]} twice")
            settings[found[1]] = _value(found[2].strip())
            parts.pop()
        simulations = SIMULATIONS
        if len(parts) > 1 and re.fullmatch(r"\d{1,20}", parts[-1].strip(), re.ASCII) is not None:
            simulations = int(parts.pop())
        path = ",".join(parts)
        if not path:
            raise ValueError(f"a network is named with its file, as in 'net:stax.onnx,64'; {text[:200]!r} has none")
        return Net(path, simulations, settings)

    @property
    def spec(self) -> str:
        """The text that it goes by."""
        told = "".join(f",{name}={value}" for name, value in self.settings.items())
        return f"{PREFIX}{self.path},{self.simulations}{told}"

    @property
    def identity(self) -> list[Any]:
        """What determines its play, wherever its file lies."""
        return ["net", self.model.identity, self.simulations, dict(sorted(self.searched.items()))]

    @cached_property
    def game(self) -> Game:
        """The game that it plays."""
        return self.model.description.rules()

    def check_plays(self, rules: Game) -> None:
        """Refuses a game that its network was not made for, with the reason."""
        self.model.check_plays(rules)

    def fingerprint(self, game: Game | str) -> str:
        """What tells it from another player, as of other agents: its file's."""
        self.check_plays(game_named(game) if isinstance(game, str) else game)
        return self.model.identity[:16]

    def choose(self, state: State, seed: int = 0) -> int:
        """The action that it makes for the seat to act, as `plyground.Neural.choose`."""
        self.check_plays(state.game)
        return self.neural.choose(state, seed)

    def search(self, states: Sequence[State], seed: int = 0) -> "NDArray[np.uint32]":
        """How often it goes through each action, as `plyground.Neural.search`."""
        for state in states:
            self.check_plays(state.game)
        return self.neural.visit_counts(states, seed)

    def __repr__(self) -> str:
        return f"Net({self.spec!r})"

    def __eq__(self, other: object) -> bool:
        return self.identity == other.identity if isinstance(other, Net) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.model.identity, self.simulations, *sorted(self.searched.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.path, self.simulations, self.settings, self.model.identity)


def _again(path: str, simulations: int, settings: dict[str, Any], identity: str) -> Net:
    """A player in another process, where its file must be the same."""
    net = Net(path, simulations, settings)
    if net.model.identity != identity:
        raise BadModel(f"{path} has changed since this player was made of it; make it anew")
    return net


def _known() -> list[str]:
    """The settings that a text may have."""
    import inspect

    return [name for name in inspect.signature(neural_agent).parameters if name not in FIXED]


def _value(text: str) -> Any:
    """A setting as it is meant: a number, or a word."""
    if NUMBER.fullmatch(text):
        return float(text) if set(text) & set(".eE") else int(text)
    return {"true": True, "false": False}.get(text, text)


def _led(model: Model, simulations: int, settings: Mapping[str, Any]) -> NeuralAgent:
    """Search led by a model."""
    return neural_agent(
        model.evaluate, simulations, logits=True, relative_values=True, max_concurrent_batches=TOGETHER, **settings
    )
