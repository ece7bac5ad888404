"""Networks in ONNX files: validation and computation."""

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
from .protobuf import BadOnnx
from .sizes import INPUT, OUTPUTS, check_sizes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CACHE_SIZE: Final = 16
"""Number of networks that stay open in a process, those that were used last."""


class Model:
    """A network that computes logits of all actions and values of all seats.

    The whole file is validated before ONNX Runtime opens it: it may hold only a plain network of allowed operators, of bounded
    size, with the input and outputs of its description.

    Parameters
    ----------
    data : bytes
        The ONNX file.
    name : str, default "the model"
        Name of the model in error messages.

    Raises
    ------
    BadModel
        If the file is not a model, or holds something that is not allowed.
    ImportError
        If ONNX Runtime is not installed.

    Examples
    --------
    >>> import plyground as pg
    >>> model = Model.load("stax.onnx")  # a file that plyground.learn.train wrote
    >>> policy, values = model.predict(pg.game("stax").start().observe()[None])
    >>> policy.shape, values.shape
    ((1, 128), (1, 2))
    """

    def __init__(self, data: bytes, name: str = "the model") -> None:
        self.name = name
        """Name in error messages."""
        self.description = self._validate(data)
        """The description in the file."""
        self.identity = sha256(data).hexdigest()
        """The SHA-256 checksum of the file."""
        self._session = require_module("nets.session").session_of
        self._run = self._open(data)
        self._checked_games: list[Game] = []

    @staticmethod
    def load(path: "str | PathLike[str]") -> "Model":
        """Load the model in a file. A file that has not changed is opened once.

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
            If the path is not such a file, or the file is not a model.
        OSError
            If the file cannot be read.
        """
        return _cached(_read(Path(path)), str(path))

    def _validate(self, data: bytes) -> Description:
        """Validate a file; return its description."""
        try:
            contents = read_contents(data)
            if KEY not in contents.metadata:
                raise BadModel(f"{self.name} has no description in its metadata; plyground.nets.Description writes one")
            description = Description.from_json(contents.metadata[KEY])
            check_sizes(contents.graph, description.observation_shape, description.num_actions, description.num_seats)
        except (BadModel, BadOnnx) as error:
            raise BadModel(f"{self.name} cannot be played: {error}") from None
        return description

    def _open(self, data: bytes) -> Any:
        """Open the network and compute it, so that remaining errors of the file are reported now."""
        import numpy as np

        description = self.description
        try:
            session = self._session(data)
        except Exception as error:  # ONNX Runtime has no public exception type.
            raise BadModel(f"{self.name} cannot be played: ONNX Runtime says {_short(error)}") from None
        for size in (1, 3):
            try:
                policy, values = session.run(
                    OUTPUTS, {INPUT: np.zeros((size, *description.observation_shape), np.float32)}
                )
            except Exception as error:
                raise BadModel(f"{self.name} cannot be played: ONNX Runtime says {_short(error)}") from None
            shapes = (policy.shape, values.shape)
            if shapes != ((size, description.num_actions), (size, description.num_seats)):
                raise BadModel(
                    f"{self.name} cannot be played: its description has {description.num_actions} actions and "
                    f"{description.num_seats} seats, but it returns {shapes[0]} and {shapes[1]} for {size} positions"
                )
            if not np.isfinite(policy).all() or not np.isfinite(values).all():
                raise BadModel(f"{self.name} cannot be played: its outputs are not finite")
        return session.run

    def check_plays(self, rules: Game) -> None:
        """Check that the network was made for a game, as `Description.check_plays` does. Results are cached."""
        if rules in self._checked_games:
            return
        try:
            self.description.check_plays(rules)
        except BadModel as error:
            raise BadModel(f"{self.name} does not play this game: {error}") from None
        self._checked_games.append(rules)

    def predict(self, observations: "NDArray[np.float32]") -> "tuple[NDArray[np.float32], NDArray[np.float32]]":
        """Compute the network.

        Parameters
        ----------
        observations : ndarray of float32, shape (b, planes, rows, columns)
            The positions.

        Returns
        -------
        policy : ndarray of float32, shape (b, num_actions)
            The logits of all actions.
        values : ndarray of float32, shape (b, num_seats)
            The expected return of each seat: first the one that observes, then those after it.
        """
        import numpy as np

        policy, values = self._run(OUTPUTS, {INPUT: observations})
        low, high = self.description.min_return, self.description.max_return
        if (low, high) != (-1.0, 1.0):
            values = np.float32(low) + (values + np.float32(1)) * np.float32((high - low) / 2)
        return policy, values

    def evaluate(
        self, observations: "NDArray[np.float32]", _masks: "NDArray[np.bool_]"
    ) -> "tuple[NDArray[np.float32], NDArray[np.float32]]":
        """Call `predict` with the arguments of an evaluator of `plyground.neural_agent`. The core applies the masks."""
        return self.predict(observations)


def _read(path: Path) -> bytes:
    """Return the bytes of a regular file that is not too large."""
    status = path.stat()
    size = status.st_size
    if S_ISDIR(status.st_mode):
        raise BadModel(f"{path} is a folder; name the ONNX file in it")
    if not S_ISREG(status.st_mode):
        raise BadModel(f"{path} must be a regular file, but is a device, pipe or socket")
    data = b""
    if size <= MAX_BYTES:
        with path.open("rb") as file:
            # One byte more than the limit shows that the file has grown.
            data = file.read(MAX_BYTES + 1)
        size = len(data)
    if size > MAX_BYTES:
        raise BadModel(f"{path} must have at most {MAX_BYTES:,} bytes, got {size:,}")
    return data


@lru_cache(maxsize=CACHE_SIZE)
def _cached(data: bytes, name: str) -> Model:
    return Model(data, name)


def _short(error: Exception) -> str:
    """Return the message of an error on one line."""
    return " ".join(str(error).split())[:200]
