"""A network in a file: read, checked, and asked."""

from functools import lru_cache
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from .._core import Game
from ..needed import needed
from .description import KEY, BadModel, Description
from .wire import Broken, contents

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

OPEN: Final = 16
"""So many networks are kept open in a process, those last asked for."""

INPUT, OUTPUTS = "observations", ("policy", "values")
"""What a network reads and says."""


class Model:
    """A network that says of positions how good each action is, and what each seat will get."""

    def __init__(self, data: bytes, name: str = "the model") -> None:
        try:
            found = contents(data).metadata
        except Broken as error:
            raise BadModel(f"{name} cannot be played: {error}") from None
        if KEY not in found:
            raise BadModel(
                f"{name} does not say which game it plays: it has no description, as plyground.learn writes into its models"
            )
        try:
            self.description = Description.from_json(found[KEY])
        except BadModel as error:
            raise BadModel(f"{name} cannot be played: {error}") from None
        self.name = name
        """What it is called when it is refused."""
        self.identity = sha256(data).hexdigest()
        """What tells it from every other: the checksum of the file."""
        self._session = needed("nets.session").session_of
        self._run = self._opened(data)
        self._known: list[Game] = []

    @staticmethod
    def read(path: "str | PathLike[str]") -> "Model":
        """The model in a file. A file that has not changed is opened once."""
        try:
            data = Path(path).read_bytes()
        except IsADirectoryError:
            raise BadModel(f"{path} is a folder; name the ONNX file in it") from None
        return _shared(data, str(path))

    def _opened(self, data: bytes) -> Any:
        """What computes it, tried once: whatever else a file may do wrong is said now."""
        import numpy as np

        try:
            session = self._session(data)
        except Exception as error:  # ONNX Runtime has no type of its own that is public.
            raise BadModel(f"{self.name} cannot be played: ONNX Runtime says {_short(error)}") from None
        names = [one.name for one in session.get_inputs()], [one.name for one in session.get_outputs()]
        if names != ([INPUT], list(OUTPUTS)):
            raise BadModel(
                f"{self.name} cannot be played: a model reads {INPUT!r} and says {' and '.join(map(repr, OUTPUTS))}, not "
                f"{names[0][:4]} and {names[1][:4]}"
            )
        told = self.description
        for size in (1, 3):
            try:
                policy, values = session.run(OUTPUTS, {INPUT: np.zeros((size, *told.observation_shape), np.float32)})
            except Exception as error:
                raise BadModel(f"{self.name} cannot be played: ONNX Runtime says {_short(error)}") from None
            shapes = (policy.shape, values.shape)
            if shapes != ((size, told.num_actions), (size, told.seats)):
                raise BadModel(
                    f"{self.name} cannot be played: it describes {told.num_actions} actions and {told.seats} seats, and says "
                    f"{shapes[0]} and {shapes[1]} of {size} positions"
                )
            if not np.isfinite(policy).all() or not np.isfinite(values).all():
                raise BadModel(f"{self.name} cannot be played: it says what are no numbers")
        return session.run

    def check_plays(self, rules: Game) -> None:
        """Refuses a game that it was not made for, with the reason."""
        if rules in self._known:
            return
        try:
            self.description.check_plays(rules)
        except BadModel as error:
            raise BadModel(f"{self.name} does not play this game: {error}") from None
        self._known.append(rules)

    def judge(self, observations: "NDArray[np.float32]") -> "tuple[NDArray[np.float32], NDArray[np.float32]]":
        """The logits of all actions, and what each seat will get: first the one that observes, then those after it."""
        import numpy as np

        policy, values = self._run(OUTPUTS, {INPUT: observations})
        least, most = self.description.least, self.description.most
        if (least, most) != (-1.0, 1.0):
            values = np.float32(least) + (values + np.float32(1)) * np.float32((most - least) / 2)
        return policy, values

    def evaluate(
        self, observations: "NDArray[np.float32]", _masks: "NDArray[np.bool_]"
    ) -> "tuple[NDArray[np.float32], NDArray[np.float32]]":
        """The same as `plyground.neural` asks it, with logits and relative values; what is legal is the core's to know."""
        return self.judge(observations)


@lru_cache(maxsize=OPEN)
def _shared(data: bytes, name: str) -> Model:
    return Model(data, name)


def _short(error: Exception) -> str:
    """What went wrong, on one line."""
    return " ".join(str(error).split())[:200]
