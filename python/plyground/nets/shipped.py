"""The networks that come with the package, each by the id of its game: ``"net:stax"``."""

from pathlib import Path
from typing import Final

from .._core import variants
from .description import BadModel

FOLDER: Final = Path(__file__).parent.parent / "models"


def shipped() -> tuple[str, ...]:
    """The ids of the games that a network comes with the package for."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.onnx")))


def file_of(path: str) -> Path:
    """The file of a path, which may also be the id of a game that a network comes with; a file of that name comes first."""
    given = Path(path)
    if path not in variants() or given.is_file():
        return given
    if path not in shipped():
        raise BadModel(
            f"no network for {path} comes with plyground, only for {', '.join(shipped())}; 'plyground train {path}' teaches one, "
            f"and 'net:FILE' plays it"
        )
    return FOLDER / f"{path}.onnx"
