"""A search on a thread of its own, so that a server reads commands while it runs."""

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from .._core import State
from ..agents import agent, analyze_until
from .limits import Limits

MAX_SHARE: Final = 0.9
"""The expected return that a decisive lead in material comes close to."""
DECISIVE: Final = 400.0
"""A lead in hundredths of a man with which a side wins most games."""


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search."""

    steps: list[str]
    """The steps of the turn that the agent plays."""
    value: float | None
    """The expected return of the seat to act, from -1 to 1; None if the agent does not estimate it."""
    pv: list[str]
    """The principal variation, which begins with these steps."""
    depth: int | None
    """The depth of the search; None if the agent has none."""
    nodes: int
    seconds: float

    @property
    def lead(self) -> int | None:
        """The lead in hundredths of a man that has this expected return."""
        if self.value is None:
            return None
        share = max(-1.0 + 1e-9, min(1.0 - 1e-9, self.value / MAX_SHARE))
        return round(DECISIVE * math.atanh(share))


class Searcher:
    """The agent of a server, which makes one search at a time.

    Parameters
    ----------
    spec : str
        The text of the agent.
    seed : int
        The seed of the first search. Each search has its own.
    """

    def __init__(self, spec: str, seed: int) -> None:
        self.spec = spec
        self._seed = seed
        self._agent = agent(spec)
        self._thread: threading.Thread | None = None
        self._stopped = threading.Event()

    def set_agent(self, spec: str) -> None:
        """Replace the agent by that of another text."""
        self.stop()
        self._agent = agent(spec)
        self.spec = spec

    def start(self, state: State, limits: Limits, report: Callable[["Found | Exception"], None]) -> None:
        """Search a state.

        Parameters
        ----------
        state : State
            The state, in which a seat is to act. It is copied.
        limits : Limits
            What ends the search.
        report : callable
            Gets the result, or the exception that ended the search, on the thread of the search.
        """
        self.stop()
        self._stopped.clear()
        self._seed += 1
        arguments = (state.copy(), limits, self._seed, report)
        self._thread = threading.Thread(target=self._run, args=arguments, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the search and wait until it has reported."""
        self._stopped.set()
        self.wait()

    def wait(self) -> None:
        """Wait until the search has ended."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _run(self, state: State, limits: Limits, seed: int, report: "Callable[[Found | Exception], None]") -> None:
        """Search on the thread."""
        try:
            found = self._search(state, limits, seed)
        except Exception as error:
            report(error)
            return
        if limits.is_infinite:
            self._stopped.wait()
        report(found)

    def _search(self, state: State, limits: Limits, seed: int) -> Found:
        """Choose the steps of a turn."""
        start = time.monotonic()
        spec, seconds = limits.apply_to(self.spec)
        deadline = math.inf if seconds is None else start + seconds
        player = self._agent if spec == self.spec else agent(spec)

        def should_stop() -> bool:
            return self._stopped.is_set() or time.monotonic() > deadline

        seat, nodes, depth = state.current_player, 0, None
        steps: list[str] = []
        pv: list[str] = []
        value: float | None = None
        while not state.is_terminal and (not steps or (state.is_mid_turn and state.current_player == seat)):
            found = analyze_until(player, state, seed, should_stop)
            if not steps:
                value, depth = found.value, found.depth
            # The last search of the turn has the variation after the turn.
            pv = [*steps, *(found.pv or (found.step,))]
            nodes += found.nodes or 0
            steps.append(found.step)
            state.apply(found.step)
        return Found(steps, value, pv, depth, nodes, time.monotonic() - start)
