"""What the servers of both protocols have in common: commands are read from a stream, answers are written to another."""

import threading
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO

from .search import Searcher


class Server:
    """A server that answers commands, one a line.

    Parameters
    ----------
    searcher : Searcher
        The agent.
    output : TextIO
        The stream for answers.
    """

    def __init__(self, searcher: Searcher, output: TextIO) -> None:
        self.searcher = searcher
        self._output = output
        self._lock = threading.Lock()

    def run(self, lines: Iterable[str]) -> None:
        """Answer commands until ``quit`` or the end of the input.

        Parameters
        ----------
        lines : iterable of str
            The commands.
        """
        try:
            for line in lines:
                if line.strip() == "quit":
                    break
                self.answer(line.strip())
        finally:
            self.searcher.stop()

    def answer(self, line: str) -> None:
        """Answer a command."""
        raise NotImplementedError

    def write(self, *lines: str) -> None:
        """Write lines without others between them. A closed output is no error, since the input ends then as well."""
        with self._lock, suppress(BrokenPipeError):
            self._output.write("".join(f"{line}\n" for line in lines))
            self._output.flush()
