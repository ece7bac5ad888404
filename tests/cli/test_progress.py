"""Tests of progress bars."""

import io
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import plyground as pg
from plyground.progress import progress_bar
from plyground.study.report import game_export
from plyground.study.running import runner


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        """Return that it is one."""
        return True


def test_bars_appear_at_terminals_after_their_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    for stream, delay in ((Terminal(), 1000.0), (io.StringIO(), 0.01)):
        monkeypatch.setattr(sys, "stderr", stream)
        with progress_bar("games", 10, delay=delay) as advance:
            advance("stax", 5)
            time.sleep(0.1)
        assert stream.getvalue() == ""
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with progress_bar("games", 10, shown=True, delay=1000.0) as advance:
        advance("stax", 5)
    assert "5/10" in terminal.getvalue(), "it was asked for"
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with progress_bar("games", 10, delay=0.01) as advance:
        advance("stax", 5)
        end = time.monotonic() + 60
        while "5/10" not in terminal.getvalue() and time.monotonic() < end:
            time.sleep(0.01)
    assert "5/10" in terminal.getvalue()


@pytest.mark.parametrize(("value", "is_shown"), [("0", False), ("1", True)])
def test_the_environment_switches_bars_in_notebooks_off(
    value: str, is_shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ipywidgets")
    displayed: list[object] = []
    monkeypatch.setattr("IPython.display.display", lambda *things, **_: displayed.extend(things))
    monkeypatch.setattr("plyground.progress.Console", partial(Console, force_jupyter=True))
    monkeypatch.setenv("TTY_INTERACTIVE", value)
    with progress_bar("games", 10) as advance:
        advance("stax", 5)
    assert bool(displayed) == is_shown


@pytest.mark.parametrize(("progress", "shown"), [(None, None), (True, True), (False, False), (lambda *_: None, False)])
def test_slow_studies_show_a_bar_by_themselves(
    progress: Any, shown: bool | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    calls = []

    @contextmanager
    def bar(unit: str, total: int, **settings: Any) -> Iterator[Callable[[str, int], None]]:
        calls.append((unit, total, settings))
        yield lambda *_: None

    monkeypatch.setattr(runner, "progress_bar", bar)
    monkeypatch.setattr(game_export, "progress_bar", bar)
    report = pg.study.balance("stax", games=10, progress=progress)
    assert calls == [("games", 10, {"shown": shown, "delay": 3.0})]
    report.write_games(tmp_path / "default.csv")
    report.write_games(tmp_path / "shown.csv", progress=True)
    assert [settings for _, _, settings in calls[1:]] == [{"shown": shown, "delay": 3.0} for shown in (None, True)]
