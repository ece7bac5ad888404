"""The scores of openings: a tree of the first steps of the games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any, Final

from ..._core import IllegalStep, State
from ...optional_deps import optional_imports
from ..plots.opening_plot import labeled_openings, plot_opening_tree
from ..running.duplicates import Repeats
from ..running.game_plan import GamePlan
from ..running.games import Games
from ..statistics.intervals import Interval, bounded_mean_intervals, score_intervals
from ..statistics.scoring import bounds, game_scores, is_drawn, is_won
from .base_report import draw_figure
from .rows import BaseRow, Opening, Row, ScoreRow

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from ..plots.figures import Axis

MIN_SHARE: Final = 0.02
"""The smallest share of games of an opening in the tree, except for first steps."""

MIN_GAMES: Final = 5
"""The smallest number of games of an opening in the tree, except for first steps."""


def build_opening_tree(
    plan: GamePlan, games: Games, confidence: float, repeats: Repeats | None = None
) -> tuple[Opening, ...]:
    """Return the openings of games, each followed by its continuations, the most frequent first.

    Scores are those of the seat that moves first. Their intervals leave out repetitions. If games begin at several positions,
    an entry for each comes before its openings.
    """
    import numpy as np

    lines = games.first_action[:, None] if games.opening_actions is None else games.opening_actions
    places = max(1, len(plan.starts.positions))
    position = np.arange(games.offset, games.offset + len(games)) // plan.games_per_round % places
    own = game_scores(plan.game, games.returns)
    nobody = is_drawn(games.returns) if is_won(plan.game) else None
    least = max(MIN_GAMES, MIN_SHARE * len(games))
    found: list[tuple[NDArray[np.int64], tuple[str, ...]]] = []

    def grow(which: "NDArray[np.int64]", depth: int, texts: tuple[str, ...], state: State | None) -> None:
        if depth == lines.shape[1]:
            return
        actions, inverse, counts = np.unique(lines[which, depth], return_inverse=True, return_counts=True)
        # The most frequent first, then the lowest number.
        for place in np.lexsort((actions, -counts)):
            action, count = int(actions[place]), int(counts[place])
            if action < 0 or (depth > 0 and count < least):
                continue
            those = which[inverse == place]
            text, after = _made(
                state if places > 1 or depth > 0 else _start(plan, games.offset + int(those[0])), action
            )
            found.append((those, (*texts, text)))
            if count >= least:
                grow(those, depth + 1, (*texts, text), after)

    for start in range(places):
        which = np.flatnonzero(position == start)
        if len(which):
            if places > 1:
                found.append((which, ()))
            grow(which, 0, (), _start(plan, games.offset + int(which[0])))
    rounds = np.arange(len(games) // plan.games_per_round + 1)
    if repeats is not None:
        rounds[: len(repeats.first)] = repeats.first

    def counted(which: "NDArray[np.int64]") -> "NDArray[np.int64]":
        """The games without repetitions."""
        numbers = rounds[which // plan.games_per_round] * plan.games_per_round + which % plan.games_per_round
        found: NDArray[np.int64] = which[np.sort(np.unique(numbers, return_index=True)[1])]
        return found

    scores = _scores(plan, own, [counted(which) for which, _ in found], confidence)
    return tuple(
        Opening(
            start=int(position[which[0]]),
            steps=steps,
            games=len(which),
            score=(mean := float(own[which].mean())),
            score_low=min(score.low, mean),
            score_high=max(score.high, mean),
            draw_rate=None if nobody is None else float(nobody[which].mean()),
        )
        for (which, steps), score in zip(found, scores, strict=True)
    )


def _scores(
    plan: GamePlan, own: "NDArray[np.float64]", found: "Sequence[NDArray[np.int64]]", confidence: float
) -> Sequence[Interval]:
    """Return the mean scores of several sets of games. Rounds count as one observation if they are whole."""
    import numpy as np

    if not found:
        return ()
    if not is_won(plan.game):
        return bounded_mean_intervals([own[which] for which in found], confidence, bounds(plan.game.info.scoring))

    def round_size(which: "NDArray[np.int64]") -> int:
        _, counts = np.unique(which // plan.games_per_round, return_counts=True)
        return plan.games_per_round if (counts == plan.games_per_round).all() else 1

    return score_intervals([(own[which], round_size(which)) for which in found], confidence)


def _start(plan: GamePlan, number: int) -> State | None:
    """Return the state at which a game began, which differs between rounds if the set-up is random."""
    return plan.starts.states(plan.game, 1, plan.seed, number // plan.games_per_round, random=False)[0]


def _made(state: State | None, action: int) -> tuple[str, State | None]:
    """Return a step as text and the state after it, if the state is known."""
    if state is None:
        return f"action {action}", None
    after = state.copy()
    try:
        after.apply(action)
    except IllegalStep:
        # Games of functions have set-ups of their own.
        return f"action {action}", None
    return after.steps[-1], after


@dataclass(frozen=True, slots=True)
class Openings:
    """The openings of the games of a report, as text (``print``), as a table and as a figure.

    `Report.openings` returns them.
    """

    rows: tuple[tuple[Row | ScoreRow, tuple[Opening, ...]], ...]
    """The rows of the report with their openings, each followed by its continuations."""
    confidence: float
    """The confidence level of all intervals."""

    def __str__(self) -> str:
        return "\n\n".join(_text(row, found) for row, found in self.rows)

    def _repr_html_(self) -> str:
        return self.to_pandas().to_html(float_format="{:.4f}".format)

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield the rows of the table as dictionaries."""
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

    def to_pandas(self) -> "pd.DataFrame":
        """Return a pandas data frame with one row for each opening, indexed by the variant and the steps."""
        with optional_imports("plyground[study]"):
            import pandas as pd

        return pd.DataFrame(list(self.records())).set_index(["id", "steps"])

    def plot(self, path: "str | PathLike[str] | None" = None, *, ax: "Axis" = None) -> "Figure":
        """Draw the scores of the openings with their intervals, one panel for each row. See `Report.plot`."""
        return draw_figure(partial(plot_opening_tree, self.rows), path, ax)


def openings_of_rows(rows: Sequence[Any], confidence: float) -> Openings:
    """Return the openings of rows. Raise ValueError if they have none."""
    found = tuple((row, row.opening_tree) for row in rows if row.opening_tree)
    if not found:
        raise ValueError("this report has no openings; an atlas does not keep them")
    return Openings(found, confidence)


def _text(row: BaseRow, found: Sequence[Opening]) -> str:
    lines = list(labeled_openings(found))
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
