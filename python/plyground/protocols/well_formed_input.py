"""Messages in JSON whose texts can be written as UTF-8."""

import io
import re
from typing import Any, BinaryIO, Final

_ESCAPE: Final = re.compile(
    rb"\\(?:u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|(?P<lone>u[Dd][89A-Fa-f][0-9A-Fa-f]{2})|.)"
)
"""An escape in JSON: a pair of surrogates, a surrogate without its partner, or another one."""


class WellFormedInput(io.RawIOBase):
    r"""A stream of lines of JSON in which surrogates without a partner are replaced by U+FFFD.

    JSON can escape half of a pair, as in ``"\ud800"``. Parsers that return UTF-8 reject the whole message, so that its sender
    would get no answer.

    Parameters
    ----------
    lines : binary stream
        The stream to read.

    Examples
    --------
    >>> stream = WellFormedInput(io.BytesIO(b'["\\ud83d\\ude00", "\\ud800", "\\\\ud800"]'))
    >>> print(stream.read().decode())
    ["\ud83d\ude00", "\ufffd", "\\ud800"]
    """

    def __init__(self, lines: BinaryIO) -> None:
        self._lines = lines
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read a part of a line, and return the number of its bytes."""
        if not self._rest:
            self._rest = memoryview(_ESCAPE.sub(_replacement, self._lines.readline()))
        size = min(len(buffer), len(self._rest))
        buffer[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size


def _replacement(escape: "re.Match[bytes]") -> bytes:
    return rb"\ufffd" if escape["lone"] else escape[0]
