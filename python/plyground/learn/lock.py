"""The lock on the folder of a run. It prevents two runs from writing to one folder."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ..locks import acquire, release
from .errors import BadRun

LOCK: Final = "run.lock"
"""The file that is locked. It is never removed, since two processes could then lock two different files."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock on a folder.

    Parameters
    ----------
    folder : path
        The folder, which must exist.

    Raises
    ------
    BadRun
        If another run, in this process or another, holds the lock.
    """
    path = folder / LOCK
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if not _acquired(descriptor, path):
            raise BadRun(f"{folder} is in use by another run{_holder(descriptor)}: wait until it ends, or stop it")
        os.ftruncate(descriptor, 0)
        os.write(descriptor, b"%d\n" % os.getpid())
        try:
            yield
        finally:
            os.ftruncate(descriptor, 0)
            release(descriptor)
    finally:
        os.close(descriptor)


def _acquired(descriptor: int, path: Path) -> bool:
    try:
        return acquire(descriptor)
    except OSError as error:
        raise OSError(error.errno, f"the file system cannot lock files ({error.strerror})", str(path)) from error


def _holder(descriptor: int) -> str:
    """Return which process holds the lock, if it has written its number already."""
    pid = os.read(descriptor, 20).strip()
    return f" (process {int(pid)})" if pid.isdigit() else ""
