"""Games in files: as a table in Parquet or CSV, as JSON, and in PGN or PDN."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ._core import REASONS, Game, Matches, Playouts, Trajectories, __version__
from .atomic_files import check_place, replacing
from .atomic_files import write as write_text
from .notation import pdn, pgn
from .optional_deps import optional_imports
from .options import changed_options
from .row_writer import RowWriter, import_parquet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NOTATIONS: Final[dict[str, Any]] = {".pgn": pgn, ".pdn": pdn}
TABLES: Final = (".parquet", ".csv")
SUFFIXES: Final = (*TABLES, ".json", *NOTATIONS)

CUT_OFF: Final = 255
"""The number that stands for the reason of a game that was cut off."""


def write_games(games: "Matches | Playouts | Trajectories", path: "str | PathLike[str]") -> None:
    """Write games to a file, with what determines them: the id and the changed options of the game, the seed and the version.

    The suffix of the file determines the format:

    - ``.parquet`` and ``.csv``: a table with one row for each game. Its columns are ``id``, ``options``, ``seed``, ``number``,
      ``agent_0``, ``return_0`` and so on for the seats, ``steps``, ``reason``, ``first_action``, ``start``, ``opening_steps``,
      ``actions``, ``search_values`` and ``plyground``. In CSV, lists are texts with spaces.
    - ``.json``: an object with the names of the table that are the same for all games, and a list ``games`` of the others.
    - ``.pgn`` and ``.pdn``: the games in the notation of chess or of draughts.

    ``search_values`` has a number for each action: the return that the agent expected for its seat. It is missing in openings, at
    steps of chance, and for agents that do not estimate it. It is empty for games without search results. ``seed`` is empty
    for `Trajectories`, which do not know it.

    Parameters
    ----------
    games : Matches, Playouts or Trajectories
        The games. Matches need ``record=True``. The games of `Playouts` are played again.
    path : path
        The file to write. It is replaced if it exists.

    Raises
    ------
    TypeError
        If ``games`` has another type.
    ValueError
        If the suffix is another one, the notation does not have the game, or the games were not recorded.
    ImportError
        If the format needs a package that is not installed.

    Examples
    --------
    >>> import pandas as pd, plyground as pg, tempfile
    >>> run = pg.matches("stax", ["ab:1", "random"], 4, seed=7, record=True)
    >>> path = tempfile.mkdtemp() + "/games.csv"
    >>> pg.write_games(run, path)
    >>> pd.read_csv(path)[["id", "seed", "number", "agent_0"]].loc[:1]
         id  seed  number agent_0
    0  stax     7       0    ab:1
    1  stax     7       1  random
    """
    suffix = Path(path).suffix
    if suffix not in SUFFIXES:
        raise ValueError(f"path must end in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}, got {Path(path).name!r}")
    check_place(path)
    if suffix == ".parquet":
        import_parquet()
    if suffix in NOTATIONS:
        _write_notation(games, path, NOTATIONS[suffix])
        return
    recorded = recorded_games(games)
    if suffix == ".json":
        write_text(path, json.dumps(_plain(recorded), allow_nan=False) + "\n")
        return
    _write_table(recorded, path)


@dataclass(frozen=True, slots=True)
class RecordedGames:
    """Games with their actions, one entry for each game."""

    game: Game
    seed: int | None
    agents: "NDArray[np.object_] | None"
    """The agent of each seat; None if no agents played."""
    numbers: "NDArray[np.int64]"
    returns: "NDArray[np.floating[Any]]"
    reasons: "NDArray[np.uint8]"
    starts: Sequence[str]
    opening_steps: "NDArray[np.int64]"
    actions: "Sequence[NDArray[np.int32]]"
    search_values: "Sequence[NDArray[np.float32]] | None"
    """For each action, the return that its agent expected for its seat; None for games without search results."""


def recorded_games(games: "Matches | Playouts | Trajectories") -> RecordedGames:
    """Return games with their actions."""
    import numpy as np

    if isinstance(games, Playouts):
        states = list(games)
        return RecordedGames(
            game=games.game,
            seed=games.seed,
            agents=None,
            numbers=games.offset + np.arange(len(games), dtype=np.int64),
            returns=games.returns,
            reasons=games.reasons,
            starts=[state.start_fen for state in states],
            opening_steps=np.zeros(len(games), np.int64),
            actions=[state.actions for state in states],
            search_values=None,
        )
    if isinstance(games, Matches):
        played = games.trajectories()
        bounds = played.offsets[1:-1]
        return RecordedGames(
            game=games.game,
            seed=games.seed,
            agents=np.array(games.agent_specs, dtype=object)[games.agent_indices],
            numbers=games.offset + np.arange(len(games), dtype=np.int64),
            returns=games.returns,
            reasons=games.reasons,
            starts=played.starts,
            opening_steps=np.diff(played.offsets) - games.steps.astype(np.int64),
            actions=np.split(played.actions, bounds),
            search_values=np.split(games.search_values(), bounds),
        )
    if isinstance(games, Trajectories):
        bounds, values = games.offsets[1:-1], None
        if games.root_values is not None:
            seats = games.current_players
            own = games.root_values[np.arange(len(seats)), np.maximum(seats, 0)]
            values = np.split(np.where(seats >= 0, own, np.float32(np.nan)), bounds)
        return RecordedGames(
            game=games.game,
            seed=None,
            agents=None,
            numbers=games.envs.astype(np.int64),
            returns=games.returns,
            reasons=games.reasons,
            starts=games.starts,
            opening_steps=np.zeros(len(games), np.int64),
            actions=np.split(games.actions, bounds) if len(games) else [],
            search_values=values,
        )
    raise TypeError(f"games must be Matches, Playouts or Trajectories, got {type(games).__name__}")


def common_columns(games: RecordedGames) -> dict[str, Any]:
    """Return the columns that are the same for all games."""
    return {"id": games.game.id, "options": changed_options(games.game), "seed": games.seed, "plyground": __version__}


def own_columns(games: RecordedGames) -> dict[str, Any]:
    """Return the columns that differ from game to game."""
    import numpy as np

    reasons = np.array([*REASONS, "truncated"], dtype=object)
    seats, agents = range(games.game.num_seats), games.agents
    lengths = np.array([len(line) for line in games.actions], dtype=np.int64)
    values = games.search_values
    return {
        "number": games.numbers,
        **{f"agent_{seat}": None if agents is None else agents[:, seat] for seat in seats},
        **{f"return_{seat}": games.returns[:, seat].astype(np.float64) for seat in seats},
        "steps": lengths - games.opening_steps,
        "reason": reasons[np.where(games.reasons == CUT_OFF, len(REASONS), games.reasons)],
        "first_action": np.array([line[0] if len(line) else -1 for line in games.actions], dtype=np.int32),
        "start": list(games.starts),
        "opening_steps": games.opening_steps,
        "actions": list(games.actions),
        "search_values": [None] * len(lengths) if values is None else list(values),
    }


def _write_table(games: RecordedGames, path: "str | PathLike[str]") -> None:
    """Write one row for each game."""
    with optional_imports("plyground[study]"):
        import pandas as pd

    common, own = common_columns(games), own_columns(games)
    version = common.pop("plyground")
    if Path(path).suffix == ".csv":
        own["actions"] = [" ".join(map(str, line.tolist())) for line in own["actions"]]
        own["search_values"] = [
            None if line is None else " ".join(f"{value:.6g}" for value in line) for line in own["search_values"]
        ]
    with RowWriter(path, overwrite=True, schema=_schema(games.game.num_seats)) as writer:
        rows = pd.DataFrame({**own, "plyground": version})
        # Pandas would read seeds above 63 bits as floating-point numbers.
        for at, (name, value) in enumerate(common.items()):
            rows.insert(at, name, pd.Series([value] * len(rows), dtype="UInt64" if name == "seed" else object))
        writer.write(rows)


def games_schema(pyarrow: Any, num_seats: int) -> dict[str, Any]:
    """Return the types of the columns of a table of games in Parquet."""
    text, number = pyarrow.string(), pyarrow.int64()
    return {
        "id": text,
        "options": text,
        "seed": pyarrow.uint64(),
        "number": number,
        **{f"agent_{seat}": text for seat in range(num_seats)},
        **{f"return_{seat}": pyarrow.float64() for seat in range(num_seats)},
        "steps": number,
        "reason": text,
        "first_action": pyarrow.int32(),
        "start": text,
        "opening_steps": number,
        "actions": pyarrow.list_(pyarrow.int32()),
    }


def _schema(num_seats: int) -> Callable[[Any], Any]:
    """Return the function that returns the schema of the table."""

    def schema(pyarrow: Any) -> Any:
        last = {"search_values": pyarrow.list_(pyarrow.float32()), "plyground": pyarrow.string()}
        return pyarrow.schema(games_schema(pyarrow, num_seats) | last)

    return schema


def _plain(games: RecordedGames) -> dict[str, Any]:
    """Return games as dicts, lists, strings and numbers."""
    columns = {name: _plain_list(values, len(games.numbers)) for name, values in own_columns(games).items()}
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return {**common_columns(games), "games": rows}


def _plain_list(values: Any, length: int) -> list[Any]:
    """Return a column as a list without NumPy types and without NaN."""
    if values is None:
        return [None] * length
    return [_plain_value(value) for value in values]


def _plain_value(value: Any) -> Any:
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list):
        return [None if one != one else one for one in value]
    return value


def _write_notation(games: "Matches | Playouts | Trajectories", path: "str | PathLike[str]", notation: Any) -> None:
    """Write games in PGN or PDN."""
    # This raises for a game that the notation does not have.
    notation.Game.from_state(games.game.start())
    with replacing(path) as file:
        for state, tags in zip(games, _tags(games), strict=True):
            file.write(str(notation.Game.from_state(state, tags)).encode())


def _tags(games: "Matches | Playouts | Trajectories") -> Iterator[Mapping[str, str]]:
    """Yield the tags of each game: its number, the seed and the agents, as far as they are known."""
    colors = [color.title() for color in games.game.info.seat_colors]
    for row in range(len(games)):
        if isinstance(games, Trajectories):
            yield {"Round": str(games.envs[row])}
            continue
        players: dict[str, str] = {}
        if isinstance(games, Matches):
            names = (games.agent_specs[agent] for agent in games.agent_indices[row])
            players = dict(zip(colors, names, strict=True))
        yield {"Round": str(games.offset + row), **players, "Seed": str(games.seed)}
