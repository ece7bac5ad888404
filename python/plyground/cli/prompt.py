"""Input of lines with editing, history and completion, and colors of text at a terminal."""

import os
import sys
from collections.abc import Callable, Iterable
from typing import Final

__all__ = ["has_color", "paint", "prepare_editing", "read_line"]

STYLES: Final = {"bold": "1", "dim": "2", "error": "31", "heading": "1;4"}
"""The ANSI codes of the styles of `paint`."""


def has_color() -> bool:
    """Return whether output can have colors: it goes to a terminal, and ``NO_COLOR`` is not set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, style: str) -> str:
    """Return a text with the codes of a style, or unchanged if output cannot have colors.

    Examples
    --------
    >>> paint("chess", "bold")  # here the output is no terminal
    'chess'
    """
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if has_color() else text


def prepare_editing(candidates: Callable[[], Iterable[str]]) -> None:
    """Let `read_line` edit lines, remember them, and complete words with Tab, if input comes from a terminal.

    Without the module ``readline``, as on Windows, the terminal itself edits lines.

    Parameters
    ----------
    candidates : callable
        Returns the words that can complete a line.
    """
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:
        return
    readline.set_completer(completer(candidates))
    # Steps contain hyphens and colons, so only spaces separate words.
    readline.set_completer_delims(" ")
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")


def completer(candidates: Callable[[], Iterable[str]]) -> Callable[[str, int], str | None]:
    """Return a function that gives the completion of a text with a number, as the module ``readline`` calls it.

    Examples
    --------
    >>> complete = completer(lambda: ["e2e3", "e2e4", "Nf3"])
    >>> [complete("E2", 0), complete("E2", 1), complete("E2", 2)]
    ['e2e3', 'e2e4', None]
    """

    def complete(text: str, number: int) -> str | None:
        fitting = [word for word in candidates() if word.lower().startswith(text.lower())]
        return fitting[number] if number < len(fitting) else None

    return complete


def read_line(prompt: str) -> str | None:
    """Return a line of input without spaces around it, or None at the end of input."""
    # Readline must know which characters of the prompt take no space.
    shown = f"\001\x1b[1m\002{prompt}\001\x1b[0m\002" if has_color() and "readline" in sys.modules else prompt
    try:
        return input(shown).strip()
    except EOFError:
        print()
        return None
