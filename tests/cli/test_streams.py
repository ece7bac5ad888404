"""Tests of commands whose standard streams are closed or full, and of extreme arguments: errors without tracebacks."""

import subprocess
import sys
from pathlib import Path

import pytest

from commands import error_line
from plyground.cli import main

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="shells on Windows close streams in another way")


def run_redirected(redirected: str, *arguments: str) -> tuple[int, str, str]:
    """Run a command with redirected streams, and return its exit status, output and errors."""
    command = ["sh", "-c", f'exec "$@" {redirected}', "sh", sys.executable, "-m", "plyground", *arguments]
    process = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    return process.returncode, process.stdout, process.stderr


CLOSED = "plyground: standard output is closed: redirect it to a file, or to /dev/null to discard it\n"


@pytest.mark.parametrize("arguments", [("list",), ("--help",), ("playouts", "stax", "-n", "10", "--out", "games.csv")])
def test_closed_output(arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_redirected(">&-", *arguments) == (2, "", CLOSED)
    assert not list(tmp_path.iterdir())


def test_closed_input() -> None:
    for arguments in (("play", "chess"), ("golf", "--seed", "1")):
        status, out, error = run_redirected("<&-", *arguments)
        assert (status, error) == (0, "")
        assert out.endswith("> \n")


def test_closed_standard_error() -> None:
    assert run_redirected("2>&-", "perft", "chess", "1") == (0, "1 20\n", "")
    assert run_redirected("2>&-", "show", "nothing") == (2, "", "")
    assert run_redirected("<&- >&- 2>&-", "perft", "chess", "1") == (2, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_full_devices() -> None:
    assert run_redirected(">/dev/full", "list") == (2, "", "plyground: No space left on device\n")
    assert run_redirected("2>/dev/full", "show", "nothing") == (2, "", "")


def test_closed_pipes() -> None:
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
        (("show", "stax", "--set", f"size={HUGE}"), "'size' must be a number of at most 100 digits, got 5001 digits"),
        (("show", "stax", "--set", "x" * 100_000), "an option must be written OPTION=VALUE"),
        (("show", "stax", "--seed=--"), "argument --seed: expected one argument"),
        (("playouts", "stax", "-n--"), "argument -n: expected one argument"),
        (("study", "stax", "--ablation", "--set", f"size={HUGE}"), "at most 100 digits"),
        (("study", "stax", "--start", "\udcff"), "argument --start: must be printable text, got '\\udcff'"),
        (("study", "stax", "--store", "x" * 100_000), "unable to open database file"),
        (("plan", "stax", "--seconds", "inf"), "must be a number of seconds above 0 and at most 1000000000, got 'inf'"),
        (
            ("plan", "stax", "--pilot-seconds", "0.01", "--elo", "1e-300"),
            "other than 0, at least 0.000001 in absolute value, got 1e-300",
        ),
        (("train", "stax", "--minutes", "nan"), "minutes must be a number above 0 and below 1000000000, got nan"),
        (("train", "stax", "--minutes", "inf"), "minutes must be a number above 0 and below 1000000000, got inf"),
        (("train", "stax", "--batch-size", "10^12"), "batch_size must be an integer from 1 to 1000000, got '10^12'"),
        (("train", "stax", "--batch-size", "1000000000000"), "from 1 to 1000000, got 1000000000000"),
        (("train", "stax", "--batch-size", "2.5"), "from 1 to 1000000, got 2.5"),
        (("train", "stax", "--batch-size", HUGE[:90]), "from 1 to 1000000, got a number of about 90 digits"),
        (("train", "stax", "--batch-size", HUGE), "batch_size must be an integer from 1 to 1000000, got "),
        (("train", "stax", "--learning-rate", "nan"), "learning_rate must be a number from 0 to 1, got nan"),
        (("train", "stax", "--learning-rate", ""), "learning_rate must be a number from 0 to 1, got ''"),
    ],
)
def test_errors_of_extreme_values_take_one_line(
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    line = error_line(capsys, arguments)
    assert reason in line
    assert len(line) < 600
    assert not list(tmp_path.iterdir())


def test_training_that_diverges(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def diverged(*_: object, **__: object) -> None:
        raise FloatingPointError("the loss is not finite")

    monkeypatch.setattr("plyground.learn.train", diverged)
    assert main(["train", "stax", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "plyground: the loss is not finite\n"
