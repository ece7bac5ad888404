"""What an agent finds out about a state: the result of ``analyze``."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from .optional_deps import optional_imports
from .text_table import format_table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Analysis", "StepAnalysis"]

SHOWN_STEPS: Final = 10
"""Number of steps in the table that ``print`` shows."""


@dataclass(frozen=True, slots=True)
class StepAnalysis:
    """What an agent finds out about a legal step. Fields that the agent does not have are None.

    Attributes
    ----------
    step : str
        The step.
    action : int
        Its action.
    value : float or None
        The expected return of the seat to act after the step. None for steps that were not searched.
    is_upper_bound : bool
        Whether ``value`` is only an upper bound, as for inferior steps in alpha-beta search.
    visits : int or None
        The number of simulations that began with the step.
    prior : float or None
        The probability that a network gives the step, before the search.
    """

    step: str
    action: int
    value: float | None = None
    is_upper_bound: bool = False
    visits: int | None = None
    prior: float | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Analysis:
    """What an agent finds out about a state. Fields that the agent does not have are None.

    ``print`` shows a table. Values are returns, as in `State.returns`.

    Attributes
    ----------
    agent : str
        The text of the agent.
    seat : int
        The seat to act.
    step : str
        The step that the agent chooses.
    action : int
        Its action.
    values : tuple of float or None
        The expected return of each seat. With more than two sides, alpha-beta knows only the value of the seat to act, and
        divides the opposite among the other sides.
    steps : tuple of StepAnalysis
        Every step that the agent could choose, the best first: by visits, then by value.
    pv : tuple of str or None
        The principal variation: the chosen step, and the steps that the agent expects after it. It ends before a step of
        chance. With hidden information, the steps are legal in a state that is consistent with what the seat knows.
    depth : int or None
        The depth of the search: turns for alpha-beta, and for engines the depth that they report.
    simulations : int or None
        The number of simulations that began with a step. It is the sum of ``visits``.
    nodes : int or None
        The number of positions that alpha-beta or an engine visited, of a network's evaluations, or of the simulations of
        ``mcts``.
    seconds : float
        The time of the search.

    Examples
    --------
    >>> import plyground as pg
    >>> found = pg.agent("ab:2").analyze(pg.game("english-draughts").start(), seed=1)
    >>> found.step == found.pv[0], found.depth, len(found.steps)
    (True, 2, 7)
    """

    agent: str
    seat: int
    step: str
    action: int
    values: tuple[float, ...] | None
    steps: tuple[StepAnalysis, ...]
    pv: tuple[str, ...] | None
    depth: int | None
    simulations: int | None
    nodes: int | None
    seconds: float

    @property
    def value(self) -> float | None:
        """The expected return of the seat to act."""
        return None if self.values is None else self.values[self.seat]

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as dicts, lists, strings and numbers, for instance for JSON.

        Returns
        -------
        dict
            The fields by name. ``steps`` is a list of dicts.
        """
        found = asdict(self)
        return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}

    def to_pandas(self) -> "pd.DataFrame":
        """Return a table with one row for each step.

        Returns
        -------
        pandas.DataFrame
            The columns are the fields of `StepAnalysis`. Fields that are None are missing values.

        Examples
        --------
        >>> import plyground as pg
        >>> found = pg.agent("mcts:50").analyze(pg.game("stax").start())
        >>> int(found.to_pandas()["visits"].sum())
        50
        """
        with optional_imports("plyground[study]"):
            import pandas as pd

        table = pd.DataFrame([asdict(step) for step in self.steps])
        return table.astype({"value": "float64", "visits": "Int64", "prior": "float64"})

    def text(self, num_steps: "int | None" = SHOWN_STEPS) -> str:
        """Return the analysis as text, as ``print`` shows it.

        Parameters
        ----------
        num_steps : int or None, default 10
            The most steps that the table shows. None shows all.

        Returns
        -------
        str
            The text, of several lines.
        """
        work = [
            f"depth {self.depth}" if self.depth is not None else "",
            f"{self.simulations:,} simulations" if self.simulations is not None else "",
            f"{self.nodes:,} nodes" if self.nodes not in (None, self.simulations) else "",
            f"{self.seconds:.2f} s",
        ]
        lines = [f"{self.agent} plays {self.step} ({', '.join(filter(None, work))})"]
        if self.values is not None:
            values = (f"seat {seat} {value:+.3f}" for seat, value in enumerate(self.values))
            lines.append(f"expected return: {', '.join(values)}")
        if self.pv is not None:
            lines.append(f"principal variation: {' '.join(self.pv)}")
        shown = self.steps[:num_steps]
        lines.append(_table(shown))
        if len(shown) < len(self.steps):
            lines.append(f"and {len(self.steps) - len(shown)} more steps")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        value = "" if self.value is None else f", value {self.value:+.3f}"
        return f"<Analysis by {self.agent}: {self.step}{value}>"


def _table(steps: Sequence[StepAnalysis]) -> str:
    """Return a table of steps, with the columns that have numbers."""
    columns = {
        "step": [step.step for step in steps],
        "#value": [
            "" if step.value is None else f"{'<= ' if step.is_upper_bound else ''}{step.value:+.3f}" for step in steps
        ],
        "#visits": ["" if step.visits is None else f"{step.visits:,}" for step in steps],
        "#prior": ["" if step.prior is None else f"{step.prior:.3f}" for step in steps],
    }
    columns = {head: cells for head, cells in columns.items() if any(cells)}
    return format_table(list(columns), zip(*columns.values(), strict=True))
