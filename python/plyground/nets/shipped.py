"""The networks in the package. The id of their game names them: ``"net:stax"``."""

from pathlib import Path
from typing import Final

from .._core import variants
from .description import BadModel

FOLDER: Final = Path(__file__).parent.parent / "models"


def shipped() -> tuple[str, ...]:
    """Return the ids of the games for which the package has a network.

    Returns
    -------
    tuple of str
        The ids in alphabetical order.

    Examples
    --------
    >>> "stax" in shipped()
    True
    """
    return tuple(sorted(path.stem for path in FOLDER.glob("*.onnx")))


def file_of(path: str) -> Path:
    """Return the file of a path or of the id of a game. A file of that name has priority over the id.

    Parameters
    ----------
    path : str
        The path, or the id.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    BadModel
        If the id is that of a game without a network in the package.
    """
    file = Path(path)
    if path not in variants() or file.is_file():
        return file
    if path not in shipped():
        raise BadModel(
            f"plyground has no network for {path}, only for {', '.join(shipped())}; 'plyground train {path}' trains one, and "
            "'net:FILE' plays it"
        )
    return FOLDER / f"{path}.onnx"
