"""Games that were played: one row a game, in arrays."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CUT_OFF: Final = 255
"""The reason of a game that was cut off by ``max_steps``."""

LINE: Final = 8
"""So many actions of each game are kept."""


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    """Games by their numbers, the first one first. What was not measured is None."""

    returns: "NDArray[np.float64]"
    """What each seat got, shape (games, seats)."""
    steps: "NDArray[np.uint32]"
    """How long each was."""
    reasons: "NDArray[np.uint8]"
    """How each ended, as an index to `plyground.REASONS`; 255 where it was cut off."""
    first: "NDArray[np.int32]"
    """The first action; -1 where there was none."""
    agents: "NDArray[np.uint8]"
    """Which agent sat where, shape (games, seats)."""
    branching: "NDArray[np.float32] | None" = None
    """The mean number of legal steps."""
    lead_changes: "NDArray[np.uint16] | None" = None
    """How often the side with most material gave way to another."""
    drama: "NDArray[np.float32] | None" = None
    """How far behind the winner was, as `docs/studies.md` has it."""
    pieces: "NDArray[np.uint8] | None" = None
    """What each seat had on the board before a step drawn at random, shape (games, seats, kinds)."""
    piece_kinds: tuple[str, ...] = ()
    """The names of the kinds of pieces."""
    line: "NDArray[np.int32] | None" = None
    """The first actions of each game, those of its opening among them, shape (games, 8); -1 where there are no more."""

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, which: slice) -> "Games":
        return replace(self, **{name: array[which] for name, array in self.arrays().items()})

    def arrays(self) -> dict[str, Any]:
        """The arrays that there are, by name."""
        found = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "piece_kinds"}
        return {name: array for name, array in found.items() if array is not None}

    def to_bytes(self) -> bytes:
        """All of it in NumPy's own file format."""
        import numpy as np

        file = io.BytesIO()
        np.savez(file, allow_pickle=False, piece_kinds=np.array(self.piece_kinds, dtype=np.str_), **self.arrays())
        return file.getvalue()

    @staticmethod
    def from_bytes(data: bytes) -> "Games":
        """What `to_bytes` made."""
        import numpy as np

        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        kinds = tuple(map(str, arrays.pop("piece_kinds")))
        return Games(**arrays, piece_kinds=kinds)


def join(parts: Sequence[Games]) -> Games:
    """One after the other."""
    import numpy as np

    if len(parts) == 1:
        return parts[0]
    # Each part names the kinds of pieces that were seen in it.
    kinds = tuple(sorted({kind for part in parts for kind in part.piece_kinds}))
    arrays = [part.arrays() | _pieces(part, kinds) for part in parts]
    return Games(**{name: np.concatenate([one[name] for one in arrays]) for name in arrays[0]}, piece_kinds=kinds)


def same(ours: Games, theirs: Games) -> bool:
    """Whether these are the same games, as far as can be told."""
    import numpy as np

    a, b = ours.arrays(), theirs.arrays()
    return a.keys() == b.keys() and all(np.array_equal(a[name], b[name]) for name in a)


def _pieces(games: Games, kinds: Sequence[str]) -> dict[str, Any]:
    """The pieces with columns for all these kinds."""
    import numpy as np

    if games.pieces is None:
        return {}
    wide = np.zeros((*games.pieces.shape[:2], len(kinds)), np.uint8)
    wide[:, :, [kinds.index(kind) for kind in games.piece_kinds]] = games.pieces
    return {"pieces": wide}
