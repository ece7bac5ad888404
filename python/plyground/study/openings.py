"""What each first step is worth, and each step after it: the tree of the openings that were played."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any, Final

from .._core import IllegalStep, State
from .findings import pictured
from .games import Games
from .intervals import Interval, each, mean
from .plan import Plan
from .rows import Figures, Opening, Row, ScoreRow
from .scoring import drawn, figures, won
from .tree_plot import labelled, tree_plot

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from .sheets import Axis

LEAST_SHARE: Final = 0.02
"""What fewer games than this went through is not in the tree, but for first steps, which all are."""

LEAST_GAMES: Final = 5
"""Nor is what fewer than so many games went through."""


def opening_tree(plan: Plan, games: Games, confidence: float) -> tuple[Opening, ...]:
    """The openings of some games of a plan, each followed by those that go on from it, the most played first.

    Their scores are those of the seat that moves first. Of games whose first steps alone are known, there are first steps alone.
    Where games begin at several positions, each of these comes before its own.
    """
    import numpy as np

    lines = games.first[:, None] if games.line is None else games.line
    places = max(1, len(plan.starts.positions))
    position = np.arange(len(games)) // plan.rotation % places
    own = figures(plan.game, games.returns)
    nobody = drawn(games.returns) if won(plan.game) else None
    least = max(LEAST_GAMES, LEAST_SHARE * len(games))
    found: list[tuple[NDArray[np.int64], tuple[str, ...]]] = []

    def grow(which: "NDArray[np.int64]", depth: int, texts: tuple[str, ...], state: State | None) -> None:
        if depth == lines.shape[1]:
            return
        actions, inverse, counts = np.unique(lines[which, depth], return_inverse=True, return_counts=True)
        # The most played first, and of equals the one with the lowest number.
        for place in np.lexsort((actions, -counts)):
            action, count = int(actions[place]), int(counts[place])
            if action < 0 or (depth > 0 and count < least):
                continue
            those = which[inverse == place]
            text, after = _made(state if places > 1 or depth > 0 else _start(plan, int(those[0])), action)
            found.append((those, (*texts, text)))
            if count >= least:
                grow(those, depth + 1, (*texts, text), after)

    for start in range(places):
        which = np.flatnonzero(position == start)
        if len(which):
            if places > 1:
                found.append((which, ()))
            grow(which, 0, (), _start(plan, int(which[0])))
    scores = _scores(plan, own, [which for which, _ in found], confidence)
    return tuple(
        Opening(
            start=int(position[which[0]]),
            steps=steps,
            games=len(which),
            score=score.value,
            score_low=score.low,
            score_high=score.high,
            draw_rate=None if nobody is None else float(nobody[which].mean()),
        )
        for (which, steps), score in zip(found, scores, strict=True)
    )


def _scores(
    plan: Plan, own: "NDArray[np.float64]", found: "Sequence[NDArray[np.int64]]", confidence: float
) -> Sequence[Interval]:
    """The mean scores of some games each, in order; those of a round hang together where the whole round is among them."""
    import numpy as np

    if not won(plan.game):
        return [mean(own[which], confidence) for which in found]

    def rotation(which: "NDArray[np.int64]") -> int:
        _, counts = np.unique(which // plan.rotation, return_counts=True)
        return plan.rotation if (counts == plan.rotation).all() else 1

    return each([(own[which], rotation(which)) for which in found], confidence) if found else ()


def _start(plan: Plan, number: int) -> State | None:
    """Where a game began: another place each time where the set-up is left to chance."""
    return plan.starts.states(plan.game, 1, plan.seed, number // plan.rotation, random=False)[0]


def _made(state: State | None, action: int) -> tuple[str, State | None]:
    """A step as text, and the state after it, where it is known."""
    if state is None:
        return f"action {action}", None
    after = state.copy()
    try:
        after.apply(action)
    except IllegalStep:
        # Functions play from set-ups that only their own games have.
        return f"action {action}", None
    return after.steps[-1], after


@dataclass(frozen=True, slots=True)
class Openings:
    """The openings of the games of a report, as text (``print``), as a table and as a picture."""

    rows: tuple[tuple[Row | ScoreRow, tuple[Opening, ...]], ...]
    """Each row of the report that has some, with its openings: each is followed by those that go on from it."""
    confidence: float
    """The confidence of all intervals."""

    def __str__(self) -> str:
        return "\n\n".join(_text(row, found) for row, found in self.rows)

    def _repr_html_(self) -> str:
        return self.table().to_html(float_format="{:.4f}".format)

    def records(self) -> Iterator[dict[str, Any]]:
        """The rows of the table."""
        for row, found in self.rows:
            for one in found:
                own = {field.name: getattr(one, field.name) for field in fields(one)}
                yield {
                    "id": row.id,
                    "options": row.options,
                    "agents": row.agents,
                    **own,
                    "steps": " ".join(one.steps),
                    "depth": len(one.steps),
                }

    def table(self) -> "pd.DataFrame":
        """A pandas data frame, an opening a row, indexed by the variant and the steps."""
        import pandas as pd

        return pd.DataFrame(list(self.records())).set_index(["id", "steps"])

    def plot(self, path: "str | PathLike[str] | None" = None, *, ax: "Axis" = None) -> "Figure":
        """The scores of the openings with their intervals as a picture, as `Report.plot` draws it: a panel a row."""
        return pictured(partial(tree_plot, self.rows), path, ax)


def openings_of(rows: Sequence[Any], confidence: float) -> Openings:
    """The openings of some rows, or an error that says that they have none."""
    found = tuple((row, row.tree) for row in rows if row.tree)
    if not found:
        raise ValueError("this report has no openings: those of an atlas are not kept, to keep it small")
    return Openings(found, confidence)


def _text(row: Figures, found: Sequence[Opening]) -> str:
    lines = list(labelled(found))
    wide = max(len(name) for name, _ in lines)
    heads = f"{row.label} by {row.agents}: {row.games:,} games"
    return "\n".join(
        [
            heads,
            *(
                f"{name:<{wide}} {one.games:>8,}  {one.score:.3f} [{one.score_low:.3f}, {one.score_high:.3f}]"
                + ("" if one.draw_rate is None else f"  {one.draw_rate:4.0%} drawn")
                for name, one in lines
            ),
        ]
    )
