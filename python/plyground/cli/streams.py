"""The standard streams, some of which a shell or a service may have closed."""

import errno
import os
import sys
from pathlib import Path
from typing import Literal, TextIO


def open_streams() -> None:
    """Opens the null device in place of standard streams that are closed.

    Without it the next file to be opened would become that stream. Input then has ended, and errors are not shown.

    Raises
    ------
    OSError
        If standard output was closed: what a command prints would be lost.

    """
    if sys.stdin is None:
        sys.stdin = _null("r")
    lost = sys.stdout is None
    if lost:
        sys.stdout = _null("w")
    if sys.stderr is None:
        sys.stderr = _null("w")
    if lost:
        raise OSError(errno.EBADF, "standard output is closed: redirect it to a file, or to /dev/null to discard it")


def discard_output() -> None:
    """Discards what is still to be written to standard output and errors, which cannot be written."""
    for stream in filter(_is_blocked, (sys.stdout, sys.stderr)):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)


def _is_blocked(stream: TextIO) -> bool:
    """Whether a stream has output that cannot be written."""
    try:
        stream.flush()
    except OSError:
        return True
    return False


def _null(mode: Literal["r", "w"]) -> TextIO:
    # Open until the process ends.
    return Path(os.devnull).open(mode, encoding="utf-8")
