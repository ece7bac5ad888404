"""Writes all games of a report to a file: as a table, or in PGN or PDN."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, Final, TypeAlias

from ..._core import REASONS, State
from ...atomic_files import check_place, replacing
from ...game_files import games_schema
from ...notation import pdn, pgn
from ...optional_deps import optional_imports
from ...options import changed_options
from ...progress import BAR_SECONDS, progress_bar
from ...row_writer import RowWriter, import_parquet
from ..design.agents import Agent
from ..running.games import CUT_OFF, Games
from .notable_games import checked_plan, first_number
from .replayed_games import ReplayedGroup

NOTATIONS: Final[dict[str, Any]] = {".pgn": pgn, ".pdn": pdn}
SUFFIXES: Final = (".parquet", ".csv", *NOTATIONS)

Write: TypeAlias = Callable[[int, Games, Iterable[State]], None]
"""Writes games, given the index of their group."""


def replayed_group(
    described: Mapping[str, Any], count: int, agents: Mapping[str, Agent], study: Mapping[str, Any]
) -> ReplayedGroup:
    """Return the games of a plan that `GamePlan.to_dict` described, to play all of them again."""
    own = {name: given for name, given in agents.items() if name in described.get("agents", ())}
    return ReplayedGroup(checked_plan(described, own, study), first_number(study), count)


def write_games(
    groups: Sequence[ReplayedGroup],
    path: "str | PathLike[str]",
    check: Callable[[], None],
    *,
    event: str,
    date: str,
    threads: int | None = None,
    progress: bool | None = None,
) -> None:
    """Play the games of groups again and write them.

    Parameters
    ----------
    groups
        The games.
    path
        The file. Its suffix determines the format.
    check
        Called when all games are played. If it raises an exception, the file is not written.
    event
        The tag Event of PGN and PDN.
    date
        The tag Date, as in ``2026.07.01``.
    threads
        The number of threads.
    progress
        Whether to show a progress bar. None: if it takes longer than three seconds, at a terminal or in a notebook.
    """
    suffix = check_games_file(path)
    output: AbstractContextManager[Write] = (
        _notation_writer(groups, path, NOTATIONS[suffix], {"Event": event, "Date": date})
        if suffix in NOTATIONS
        else _table_writer(groups, path)
    )
    total = sum(group.count for group in groups)
    with output as writes, progress_bar("games", total, shown=progress, delay=BAR_SECONDS) as advance:
        for at, group in enumerate(groups):
            for games, states in group.play(threads):
                writes(at, games, states)
                advance(group.plan.game.id, len(games))
        check()


def check_games_file(path: "str | PathLike[str]") -> str:
    """Return the suffix of a file of games. Raise an exception if games cannot be written to it."""
    suffix = Path(path).suffix
    if suffix not in SUFFIXES:
        raise ValueError(f"the file must end in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}, got {Path(path).name!r}")
    check_place(path)
    if suffix == ".parquet":
        import_parquet()
    return suffix


@contextmanager
def _notation_writer(
    groups: Sequence[ReplayedGroup], path: "str | PathLike[str]", notation: Any, tags: dict[str, str]
) -> Iterator[Write]:
    """Write games in PGN or PDN."""
    for group in groups:
        # This raises for a game that the notation does not have, before games are played.
        notation.Game.from_state(group.plan.game.start())

    with replacing(path) as file:

        def writes(at: int, games: Games, states: Iterable[State]) -> None:
            plan = groups[at].plan
            colors = [color.title() for color in plan.game.info.seat_colors]
            for row, state in enumerate(states):
                number = games.offset + row
                players = {color: plan.names[agent] for color, agent in zip(colors, games.agents[row], strict=True)}
                own = {**tags, "Round": str(number), **players, "Seed": str(plan.seed)}
                try:
                    file.write(str(notation.Game.from_state(state, own)).encode())
                except ValueError as error:
                    raise ValueError(
                        f"game {number} of {plan.game.id}: {error}; a .csv or .parquet file has it"
                    ) from error

        yield writes


@contextmanager
def _table_writer(groups: Sequence[ReplayedGroup], path: "str | PathLike[str]") -> Iterator[Write]:
    """Write one row for each game to a CSV or Parquet file."""
    import numpy as np

    with optional_imports("plyground[study]"):
        import pandas as pd

    seats = range(max(group.plan.game.num_seats for group in groups))
    reasons = np.array([*REASONS, "truncated"], dtype=object)
    options = [changed_options(group.plan.game) for group in groups]
    is_text = Path(path).suffix == ".csv"

    def schema(pyarrow: Any) -> Any:
        return pyarrow.schema({"group": pyarrow.int64()} | games_schema(pyarrow, len(seats)))

    with RowWriter(path, overwrite=True, schema=schema) as writer:

        def writes(at: int, games: Games, states: Iterable[State]) -> None:
            plan, num_seats = groups[at].plan, games.returns.shape[1]
            names = np.array(plan.names, dtype=object)
            starts, actions = zip(*((state.start_fen, state.actions) for state in states), strict=True)
            lengths = np.array([len(line) for line in actions])
            columns: dict[str, Any] = {
                "group": at,
                "id": plan.game.id,
                "options": options[at],
                "seed": np.uint64(plan.seed),
                "number": games.offset + np.arange(len(games), dtype=np.int64),
                # Games with fewer seats than others have empty cells.
                **{f"agent_{seat}": names[games.agents[:, seat]] if seat < num_seats else None for seat in seats},
                **{f"return_{seat}": games.returns[:, seat] if seat < num_seats else np.nan for seat in seats},
                "steps": games.steps.astype(np.int64),
                "reason": reasons[np.where(games.reasons == CUT_OFF, len(REASONS), games.reasons)],
                "first_action": games.first_action,
                "start": starts,
                "opening_steps": lengths - games.steps.astype(np.int64),
                "actions": [" ".join(map(str, line.tolist())) for line in actions] if is_text else actions,
            }
            writer.write(pd.DataFrame(columns))

        yield writes
