"""Tests of `plyground play` at a terminal: colors, completion and Ctrl-C."""

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")
pytest.importorskip("readline")


class Dialog:
    """A game in another process, at a pseudo-terminal."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.terminal, other = pty.openpty()
        command = [sys.executable, "-m", "plyground", "play", *arguments]
        inherited = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        self.process = subprocess.Popen(
            command,
            stdin=other,
            stdout=other,
            stderr=other,
            env={**inherited, "TERM": "xterm", **environment},
            start_new_session=True,
        )
        os.close(other)
        self.text = ""

    def wait_for(self, expected: str) -> str:
        """Return the output since the last call up to a text."""
        end = time.monotonic() + 60
        while expected not in self.text:
            ready, _, _ = select.select([self.terminal], [], [], max(0, end - time.monotonic()))
            assert ready, f"{expected!r} did not come: {self.text!r}"
            with contextlib.suppress(OSError):
                self.text += os.read(self.terminal, 4096).decode()
                continue
            raise AssertionError(f"{expected!r} did not come: {self.text!r}")
        before, _, self.text = self.text.partition(expected)
        return before + expected

    def send(self, text: str) -> None:
        """Type a text."""
        os.write(self.terminal, text.encode())

    def interrupt(self) -> None:
        """Send the signal of Ctrl-C."""
        # If it came between the prompt and the wait for keys, Python would handle it only after the next key.
        time.sleep(0.5)
        self.process.send_signal(signal.SIGINT)


@contextlib.contextmanager
def dialog(*arguments: str, **environment: str) -> Iterator[Dialog]:
    found = Dialog(*arguments, **environment)
    try:
        yield found
    finally:
        found.process.kill()
        found.process.wait()
        os.close(found.terminal)


def test_colors_and_completion() -> None:
    with dialog("chess", "--seat", "all") as game:
        board = game.wait_for("> ")
        assert "\x1b[1mChess\x1b[0m" in board
        assert "\x1b[36mr\x1b[0m" in board
        game.send("g1f\t\n")
        assert "g1f3" in game.wait_for("played:")
        game.wait_for("> ")
        game.send("quit\n")
        assert game.process.wait(60) == 0


def test_no_color() -> None:
    with dialog("chess", "--seat", "all", NO_COLOR="1") as game:
        board = game.wait_for("seat 0 (white)> ")
        assert "8  r n b q k b n r" in board
        assert "\x1b[36m" not in board


def test_interrupt_offers_to_save(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with dialog("chess", "--seat", "all") as game:
        game.wait_for("> ")
        game.send("e2e4\n")
        game.wait_for("played:")
        game.wait_for("> ")
        game.interrupt()
        game.wait_for("file to save the game to")
        game.send(f"{file}\n")
        game.wait_for("saved; to continue")
        assert game.process.wait(60) == 130
    assert json.loads(file.read_text(encoding="utf-8"))["steps"] == ["e2e4"]
