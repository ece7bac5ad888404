"""Played games as arrays, one row for each game."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CUT_OFF: Final = 255
"""The reason of a game that was cut off by ``max_steps``."""

OPENING_LENGTH: Final = 8
"""The number of first actions that are kept for each game."""


PLAIN_FIELDS: Final = ("piece_kinds", "offset")
"""The fields that are no arrays."""


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    """Games in the order of their numbers. Values that were not measured are None.

    `GamePlan.play` returns them, and `Store.games` reads them.
    """

    returns: "NDArray[np.float64]"
    """The return of each seat, shape (games, seats)."""
    steps: "NDArray[np.uint32]"
    """The length of each game."""
    reasons: "NDArray[np.uint8]"
    """How each game ended, as an index into `plyground.REASONS`; 255 if it was cut off."""
    first_action: "NDArray[np.int32]"
    """The first action of each game, or -1."""
    agents: "NDArray[np.uint8]"
    """The index of the agent at each seat, shape (games, seats)."""
    branching: "NDArray[np.float32] | None" = None
    """The mean number of legal steps."""
    lead_changes: "NDArray[np.uint16] | None" = None
    """How often the lead in material changed."""
    drama: "NDArray[np.float32] | None" = None
    """The winner's deficit in material, as defined in `docs/studies.md`."""
    pieces: "NDArray[np.uint8] | None" = None
    """The pieces of each seat before a random step, shape (games, seats, kinds)."""
    piece_kinds: tuple[str, ...] = ()
    """The names of the kinds of pieces."""
    opening_actions: "NDArray[np.int32] | None" = None
    """The first actions of each game, including random turns, shape (games, 8); -1 after the end."""
    offset: int = 0
    """The number of the first game."""

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, which: slice) -> "Games":
        arrays = {name: array[which] for name, array in self.arrays().items()}
        return replace(self, **arrays, offset=self.offset + which.indices(len(self))[0])

    def arrays(self) -> dict[str, Any]:
        """Return the arrays that are not None, by name."""
        found = {field.name: getattr(self, field.name) for field in fields(self) if field.name not in PLAIN_FIELDS}
        return {name: array for name, array in found.items() if array is not None}

    def to_bytes(self) -> bytes:
        """Return the games in NumPy's file format."""
        import numpy as np

        file = io.BytesIO()
        np.savez(file, allow_pickle=False, piece_kinds=np.array(self.piece_kinds, dtype=np.str_), **self.arrays())
        return file.getvalue()

    @staticmethod
    def from_bytes(data: bytes, offset: int = 0) -> "Games":
        """Return the games that `to_bytes` wrote, which have numbers from ``offset``."""
        import numpy as np

        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        kinds = tuple(map(str, arrays.pop("piece_kinds")))
        return Games(**arrays, piece_kinds=kinds, offset=offset)


def concatenate(parts: Sequence[Games]) -> Games:
    """Return games one after the other."""
    import numpy as np

    if len(parts) == 1:
        return parts[0]
    # Each part names only the kinds of pieces that occurred in it.
    kinds = _all_kinds(parts)
    arrays = [part.arrays() | _pieces(part, kinds) for part in parts]
    return Games(
        **{name: np.concatenate([one[name] for one in arrays]) for name in arrays[0]},
        piece_kinds=kinds,
        offset=parts[0].offset,
    )


def are_same_games(ours: Games, theirs: Games) -> bool:
    """Return whether all arrays are equal, whatever the numbers of the games. Kinds without pieces do not count."""
    import numpy as np

    kinds = _all_kinds([ours, theirs])
    a, b = (games.arrays() | _pieces(games, kinds) for games in (ours, theirs))
    return a.keys() == b.keys() and all(np.array_equal(a[name], b[name]) for name in a)


def _all_kinds(parts: Sequence[Games]) -> tuple[str, ...]:
    """Return the kinds of pieces that occur in any part."""
    return tuple(sorted({kind for part in parts for kind in part.piece_kinds}))


def _pieces(games: Games, kinds: Sequence[str]) -> dict[str, Any]:
    """Return the pieces with a column for each of these kinds."""
    import numpy as np

    if games.pieces is None:
        return {}
    wide = np.zeros((*games.pieces.shape[:2], len(kinds)), np.uint8)
    wide[:, :, [kinds.index(kind) for kind in games.piece_kinds]] = games.pieces
    return {"pieces": wide}
