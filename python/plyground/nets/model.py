"""A network in a file: read, checked, and asked."""

from functools import lru_cache
from hashlib import sha256
from os import PathLike
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TYPE_CHECKING, Any, Final

from .._core import Game
from ..optional_deps import require_module
from .description import KEY, BadModel, Description
from .guard import MAX_BYTES, read_contents
from .protobuf import ModelRefused
from .sizes import INPUT, OUTPUTS, check_sizes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

OPEN: Final = 16
"""How many networks are kept open in a process: those last asked for."""


class Model:
    """A network that gives logits of all actions and values of all seats for positions.

    The whole file is checked before ONNX Runtime opens it: it may hold only a plain network of allowed operators, of bounded
    size, with the inputs and outputs that its description tells.

    Parameters
    ----------
    data : bytes
        The ONNX file.
    name : str, default "the model"
        What error messages call it.

    Raises
    ------
    BadModel
        The file is not a model, or holds something that is not allowed.
    ImportError
        ONNX Runtime is not installed.

    """

    def __init__(self, data: bytes, name: str = "the model") -> None:
        self.name = name
        """What error messages call it."""
        self.description = self._checked(data)
        self.identity = sha256(data).hexdigest()
        """Identifies the model: the checksum of the file."""
        self._session = require_module("nets.session").session_of
        self._run = self._opened(data)
        self._known: list[Game] = []

    @staticmethod
    def read(path: "str | PathLike[str]") -> "Model":
        """Read the model in a file. A file that has not changed is opened once.

        Parameters
        ----------
        path : str or path
            The file, which must be a regular one of at most `guard.MAX_BYTES` bytes.

        Returns
        -------
        Model
            The model.

        Raises
        ------
        BadModel
            The path is not such a file, or the file is not a model.
        OSError
            The file cannot be read.

        """
        return _shared(_read(Path(path)), str(path))

    def _checked(self, data: bytes) -> Description:
        """The description of a file that may be opened."""
        try:
            found = read_contents(data)
            if KEY not in found.metadata:
                raise BadModel(
                    f"{self.name} does not say which game it plays: it has no description, as plyground.learn writes into "
                    "its models"
                )
            told = Description.from_json(found.metadata[KEY])
            check_sizes(found.graph, told.observation_shape, told.num_actions, told.seats)
        except (BadModel, ModelRefused) as error:
            raise BadModel(f"{self.name} cannot be played: {error}") from None
        return told

    def _opened(self, data: bytes) -> Any:
        """Open the network and compute it once, so that other errors of the file are reported now."""
        import numpy as np

        told = self.description
        try:
            session = self._session(data)
        except Exception as error:  # ONNX Runtime has no public type of its own.
            raise BadModel(f"{self.name} cannot be played: ONNX Runtime says {_short(error)}") from None
        for size in (1, 3):
            try:
                policy, values = session.run(OUTPUTS, {INPUT: np.zeros((size, *told.observation_shape), np.float32)})
            except Exception as error:
                raise BadModel(f"{self.name} cannot be played: ONNX Runtime says {_short(error)}") from None
            shapes = (policy.shape, values.shape)
            if shapes != ((size, told.num_actions), (size, told.seats)):
                raise BadModel(
                    f"{self.name} cannot be played: it describes {told.num_actions} actions and {told.seats} seats, and "
                    f"returns {shapes[0]} and {shapes[1]} for {size} positions"
                )
            if not np.isfinite(policy).all() or not np.isfinite(values).all():
                raise BadModel(f"{self.name} cannot be played: its outputs are not finite")
        return session.run

    def check_plays(self, rules: Game) -> None:
        """Check that the network was made for a game, as `Description.check_plays` does, and remember the result."""
        if rules in self._known:
            return
        try:
            self.description.check_plays(rules)
        except BadModel as error:
            raise BadModel(f"{self.name} does not play this game: {error}") from None
        self._known.append(rules)

    def judge(self, observations: "NDArray[np.float32]") -> "tuple[NDArray[np.float32], NDArray[np.float32]]":
        """Compute the network.

        Parameters
        ----------
        observations : ndarray of float32, shape (b, planes, rows, columns)
            The positions.

        Returns
        -------
        policy : ndarray of float32, shape (b, num_actions)
            The logits of all actions.
        values : ndarray of float32, shape (b, seats)
            The expected return of each seat: first the one that observes, then those after it.

        """
        import numpy as np

        policy, values = self._run(OUTPUTS, {INPUT: observations})
        least, most = self.description.least, self.description.most
        if (least, most) != (-1.0, 1.0):
            values = np.float32(least) + (values + np.float32(1)) * np.float32((most - least) / 2)
        return policy, values

    def evaluate(
        self, observations: "NDArray[np.float32]", _masks: "NDArray[np.bool_]"
    ) -> "tuple[NDArray[np.float32], NDArray[np.float32]]":
        """Call `judge` in the form that `plyground.neural` asks for. The core applies the masks itself."""
        return self.judge(observations)


def _read(path: Path) -> bytes:
    """The bytes of a regular file that is not too large."""
    status = path.stat()
    size = status.st_size
    if S_ISDIR(status.st_mode):
        raise BadModel(f"{path} is a folder; name the ONNX file in it")
    if not S_ISREG(status.st_mode):
        raise BadModel(f"{path} must be a regular file, but is a device, pipe or socket")
    data = b""
    if size <= MAX_BYTES:
        with path.open("rb") as file:
            # One byte more than is allowed tells whether the file has grown since.
            data = file.read(MAX_BYTES + 1)
        size = len(data)
    if size > MAX_BYTES:
        raise BadModel(f"{path} must have at most {MAX_BYTES:,} bytes, but has {size:,}")
    return data


@lru_cache(maxsize=OPEN)
def _shared(data: bytes, name: str) -> Model:
    return Model(data, name)


def _short(error: Exception) -> str:
    """What went wrong, on one line."""
    return " ".join(str(error).split())[:200]
