"""Commands as the terminal gives them, in this process."""

from collections.abc import Sequence

import pytest

from plyground.cli import main


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints that is carried out."""
    assert main(arguments) == 0
    out, error = capsys.readouterr()
    assert error == ""
    return out


def refusal(capsys: pytest.CaptureFixture[str], arguments: Sequence[str]) -> str:
    """The one line on the error stream with which a command ends that cannot be carried out."""
    try:
        status = main(arguments)
    except SystemExit as ended:
        assert isinstance(ended.code, int)
        status = ended.code
    assert status == 2
    out, error = capsys.readouterr()
    assert out == ""
    return error.splitlines()[-1]
