"""Files that are there as a whole or not at all."""

import os
import secrets
import shutil
from os import PathLike
from pathlib import Path


def check_place(path: "str | PathLike[str]") -> None:
    """Refuses a path that no file can be written to: said before an hour of play, not after it."""
    place = _place(path)
    if place.is_dir():
        raise IsADirectoryError(21, "this is a folder; name a file in it", str(place))
    if not place.parent.is_dir():
        raise FileNotFoundError(2, "no such folder", str(place.parent))
    if not os.access(place if _is_special(place) else place.parent, os.W_OK):
        raise PermissionError(13, "nothing may be written there", str(place))


def write(path: "str | PathLike[str]", content: str | bytes) -> None:
    """Writes a file beside the one that is meant, and puts it in its place when it is whole and on the disk."""
    check_place(path)
    place = _place(path)
    data = content.encode() if isinstance(content, str) else content
    if _is_special(place):
        place.write_bytes(data)
        return
    beside = place.with_name(f".plyground-{secrets.token_hex(8)}")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if place.exists():
            shutil.copymode(place, beside)
        beside.replace(place)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _place(path: "str | PathLike[str]") -> Path:
    """Where a file lies: what a link points to is written, not the link."""
    return Path(os.path.realpath(path))


def _is_special(place: Path) -> bool:
    """Whether it is a pipe or a device, whose place no file can take."""
    return place.exists() and not place.is_file()
