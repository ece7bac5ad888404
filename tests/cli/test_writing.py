"""Tests of atomic writes: files are complete or absent, and temporary files of killed processes are removed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import plyground as pg
from commands import error_line, output
from plyground.atomic_files import replacing, write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows itself protects open files")

KILLED_WRITER = """
import os, signal, sys
from plyground.atomic_files import replacing
with replacing(sys.argv[1]) as file:
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_files_of_killed_processes_are_removed(tmp_path: Path) -> None:
    target = tmp_path / "report.json"
    killed = subprocess.run([sys.executable, "-c", KILLED_WRITER, str(target)], check=False)
    assert killed.returncode == -signal.SIGKILL
    [left] = names(tmp_path)
    assert left.startswith(".plyground-")
    write(tmp_path / "another.json", "whole")
    assert names(tmp_path) == ["another.json"]


def test_files_of_running_writers_are_not_removed(tmp_path: Path) -> None:
    with replacing(tmp_path / "slow.csv") as file:
        file.write(b"first, ")
        write(tmp_path / "quick.json", "whole")
        file.write(b"second")
    assert (tmp_path / "slow.csv").read_bytes() == b"first, second"
    assert names(tmp_path) == ["quick.json", "slow.csv"]


def test_other_files_are_not_removed(tmp_path: Path) -> None:
    others = [".plyground-notes", ".plyground-0123456789abcdef0", "plyground-0123456789abcdef"]
    for name in others:
        (tmp_path / name).write_text("mine")
    (tmp_path / ".plyground-0000000000000000").mkdir()
    (tmp_path / "target").write_text("mine")
    (tmp_path / ".plyground-1111111111111111").symlink_to(tmp_path / "target")
    before = names(tmp_path)
    write(tmp_path / "report.json", "whole")
    assert names(tmp_path) == sorted([*before, "report.json"])


def test_failures_keep_the_old_file(tmp_path: Path) -> None:
    write(tmp_path / "file", "old")
    (tmp_path / "file").chmod(0o640)
    with pytest.raises(TypeError), replacing(tmp_path / "file") as file:
        file.writelines([b"new", "not bytes"])  # type: ignore[list-item]
    assert names(tmp_path) == ["file"]
    assert (tmp_path / "file").read_text() == "old"
    write(tmp_path / "file", "new")
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640


def test_two_commands_cannot_write_one_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    command = ("playouts", "stax", "-n", "10", "--out", str(file))
    with replacing(file, alone=True) as other:
        other.write(b"theirs")
        assert "another process is writing this file" in error_line(capsys, (*command, "--overwrite"))
    assert file.read_bytes() == b"theirs"
    assert "the file exists" in error_line(capsys, command)
    output(capsys, *command, "--overwrite")
    assert names(tmp_path) == ["games.csv"]


def test_files_of_reports_are_written_atomically(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = pg.study.balance("stax", games=20)
    for name in ("report.csv", "report.png"):
        (tmp_path / name).write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        report.to_csv(tmp_path / "report.csv")
    with pytest.raises(OSError, match="No space"):
        report.plot(tmp_path / "report.png")
    assert names(tmp_path) == ["report.csv", "report.png"]
    assert all((tmp_path / name).read_text() == "old" for name in names(tmp_path))
