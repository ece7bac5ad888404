"""Run commands of plyground in this process."""

from collections.abc import Sequence

import pytest

from plyground.cli import main


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that succeeds, and return its output."""
    assert main(arguments) == 0
    out, error = capsys.readouterr()
    assert error == ""
    return out


def error_line(capsys: pytest.CaptureFixture[str], arguments: Sequence[str]) -> str:
    """Run a command that fails, and return the last line on standard error."""
    try:
        status = main(arguments)
    except SystemExit as exit:
        assert isinstance(exit.code, int)
        status = exit.code
    assert status == 2
    out, error = capsys.readouterr()
    assert out == ""
    return error.splitlines()[-1]
