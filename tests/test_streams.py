"""The command line with standard streams that are closed, full or left: it says so, and shows no traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

from commands import refusal
from plyground.cli import main

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="shells close streams in another way there")


def ended(redirected: str, *arguments: str) -> tuple[int, str, str]:
    """The exit status of a command with some streams redirected by a shell, and what it printed."""
    command = ["sh", "-c", f'exec "$@" {redirected}', "sh", sys.executable, "-m", "plyground", *arguments]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    return found.returncode, found.stdout, found.stderr


CLOSED = "plyground: standard output is closed: redirect it to a file, or to /dev/null to discard it\n"


@pytest.mark.parametrize("arguments", [("list",), ("--help",), ("playouts", "stax", "-n", "10", "--out", "games.csv")])
def test_closed_output(arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert ended(">&-", *arguments) == (2, "", CLOSED)
    assert not list(tmp_path.iterdir())


def test_closed_input_has_ended() -> None:
    for arguments in (("play", "chess"), ("golf", "--seed", "1")):
        status, out, error = ended("<&-", *arguments)
        assert (status, error) == (0, "")
        assert out.endswith("> \n")


def test_closed_errors_are_not_shown() -> None:
    assert ended("2>&-", "perft", "chess", "1") == (0, "1 20\n", "")
    assert ended("2>&-", "show", "nothing") == (2, "", "")
    assert ended("<&- >&- 2>&-", "perft", "chess", "1") == (2, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
def test_full_devices() -> None:
    assert ended(">/dev/full", "list") == (2, "", "plyground: No space left on device\n")
    assert ended("2>/dev/full", "show", "nothing") == (2, "", "")


def test_readers_that_leave() -> None:
    pipe = '| (read line; echo "$line")'
    for arguments in ("list", "--help"):
        found = subprocess.run(
            ["sh", "-c", f'"$0" -m plyground {arguments} {pipe}', sys.executable],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert found.stderr == ""
        assert len(found.stdout.splitlines()) == 1


HUGE = "1" + "0" * 5000


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("show", "stax", "--set", f"size={HUGE}"), "'size' must be a number of at most 100 digits, not of 5001"),
        (("show", "stax", "--set", "x" * 100_000), "a change is written OPTION=VALUE"),
        (("show", "stax", "--seed=--"), "argument --seed: expected one argument"),
        (("playouts", "stax", "-n--"), "argument -n: expected one argument"),
        (("study", "stax", "--ablation", "--set", f"size={HUGE}"), "at most 100 digits"),
        (("study", "stax", "--start", "\udcff"), "argument --start: '\\udcff' is not printable text"),
        (("study", "stax", "--store", "x" * 100_000), "unable to open database file"),
        (("plan", "stax", "--seconds", "inf"), "'inf' is not a number of seconds, more than 0 and at most 1000000000"),
        (
            ("plan", "stax", "--pilot-seconds", "0.01", "--elo", "1e-300"),
            "other than 0, at least 0.000001 in absolute value, got 1e-300",
        ),
        (("train", "stax", "--minutes", "nan"), "minutes must be a number above 0 and below 1000000000, not nan"),
        (("train", "stax", "--minutes", "inf"), "minutes must be a number above 0 and below 1000000000, not inf"),
        (("train", "stax", "--with", "batch=10^12"), "batch must be a whole number from 1 to 1000000, not '10^12'"),
        (("train", "stax", "--with", "batch=1000000000000"), "from 1 to 1000000, not 1000000000000"),
        (("train", "stax", "--with", f"batch={HUGE[:90]}"), "from 1 to 1000000, not a number of about 90 digits"),
        (("train", "stax", "--with", f"batch={HUGE}"), "'batch' must be a number of at most 100 digits, not of 5001"),
        (("train", "stax", "--with", "rate=nan"), "rate must be a number from 0 to 1, not nan"),
        (("train", "stax", "--with", "rate="), "rate must be a number from 0 to 1, not ''"),
    ],
)
def test_absurd_values_are_refused_on_one_line(
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    line = refusal(capsys, arguments)
    assert reason in line
    assert len(line) < 600
    assert not list(tmp_path.iterdir())


def test_training_that_diverges_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def diverged(*_: object, **__: object) -> None:
        raise FloatingPointError("the loss is not finite")

    monkeypatch.setattr("plyground.learn.train", diverged)
    assert main(["train", "stax", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "plyground: the loss is not finite\n"
