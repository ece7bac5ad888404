"""Files that are complete or absent: content goes to a temporary file, which then takes the place of the target."""

import os
import re
import secrets
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import BinaryIO, Final

from .locks import acquire, is_at

TEMPORARY: Final = re.compile(r"\.plyground-[0-9a-f]{16}")
"""Names of temporary files."""

GRACE: Final = 60.0
"""Seconds without a change after which a temporary file counts as abandoned, on Windows."""


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
    """Replaces a file by new content as a whole, after the content is on the disk."""
    with replacing(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def replacing(path: "str | PathLike[str]", *, alone: bool = False) -> Iterator[BinaryIO]:
    """Opens a file that takes the place of ``path`` when the block ends without an exception.

    Temporary files that killed processes left in the same folder are removed first.

    Parameters
    ----------
    path
        The file to replace. If it is a link, its target is replaced. A pipe or a device is written directly.
    alone
        Refuse if another process has the same file open with ``alone``.

    Raises
    ------
    FileExistsError
        If another process is writing this file ``alone``.

    """
    check_place(path)
    place = _place(path)
    if _is_special(place):
        with place.open("wb") as special:
            yield special
        return
    sweep(place.parent)
    temporary, file = _opened(place, alone)
    try:
        yield file
        file.flush()
        os.fsync(file.fileno())
        if place.exists():
            shutil.copymode(place, temporary)
        if sys.platform == "win32":
            # Windows does not rename open files.
            file.close()
        temporary.replace(place)
    except BaseException:
        if sys.platform == "win32":
            file.close()
        temporary.unlink(missing_ok=True)
        raise
    finally:
        file.close()


def sweep(folder: Path) -> None:
    """Removes temporary files that killed processes left in a folder; those of living processes stay."""
    for path in folder.glob(".plyground-*"):
        with suppress(OSError):
            if TEMPORARY.fullmatch(path.name) and path.is_file():
                _remove_if_abandoned(path)


def _remove_if_abandoned(path: Path) -> None:
    """Removes a temporary file that no process has locked."""
    if sys.platform == "win32":
        # Windows does not remove a file that its writer has open. It is closed for a moment before it is renamed.
        if time.time() - path.stat().st_mtime > GRACE:
            path.unlink()
        return
    descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW)
    try:
        # A file without a lock may have been renamed since: then it is complete and has another path.
        if acquire(descriptor) and is_at(descriptor, path):
            path.unlink()
    finally:
        os.close(descriptor)


def _opened(place: Path, alone: bool) -> tuple[Path, BinaryIO]:
    """A temporary file for a target, open, empty and locked as far as the file system supports it."""
    while True:
        suffix = sha256(os.fsencode(place.name)).hexdigest()[:16] if alone else secrets.token_hex(8)
        path = place.with_name(f".plyground-{suffix}")
        binary = getattr(os, "O_BINARY", 0)
        flags = os.O_RDWR | os.O_CREAT | binary | (0 if alone else os.O_EXCL)
        file = os.fdopen(os.open(path, flags, 0o666), "r+b")
        try:
            free = _acquired(file.fileno())
            if not free and alone:
                raise FileExistsError(17, "another process is writing this file", str(place))
            # Another process may have removed it as abandoned before it was locked.
            if free and is_at(file.fileno(), path):
                file.truncate(0)
                return path, file
        except BaseException:
            file.close()
            raise
        file.close()


def _acquired(descriptor: int) -> bool:
    """Whether a file is locked by the caller, or cannot be locked by anyone."""
    try:
        return acquire(descriptor)
    except OSError:
        return True


def _place(path: "str | PathLike[str]") -> Path:
    """Where a file lies: what a link points to is written, not the link."""
    return Path(os.path.realpath(path))


def _is_special(place: Path) -> bool:
    """Whether it is a pipe or a device, whose place no file can take."""
    return place.exists() and not place.is_file()
