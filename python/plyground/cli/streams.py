"""Handling of standard streams that are closed or cannot be written."""

import errno
import os
import sys
from pathlib import Path
from typing import Literal, TextIO


def open_streams() -> None:
    """Replace closed standard streams by the null device.

    Otherwise the next file that is opened would become that stream. A closed input reads as empty and errors are not shown.

    Raises
    ------
    OSError
        If standard output is closed, because the output of a command would be lost.
    """
    if sys.stdin is None:
        sys.stdin = _null("r")
    is_closed = sys.stdout is None
    if is_closed:
        sys.stdout = _null("w")
    if sys.stderr is None:
        sys.stderr = _null("w")
    if is_closed:
        raise OSError(errno.EBADF, "standard output is closed: redirect it to a file, or to /dev/null to discard it")


def discard_output() -> None:
    """Discard pending output of standard streams that cannot be written."""
    for stream in filter(_is_blocked, (sys.stdout, sys.stderr)):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)


def _is_blocked(stream: TextIO) -> bool:
    """Return whether a stream has output that cannot be written."""
    try:
        stream.flush()
    except OSError:
        return True
    return False


def _null(mode: Literal["r", "w"]) -> TextIO:
    # Stays open until the process ends.
    return Path(os.devnull).open(mode, encoding="utf-8")
