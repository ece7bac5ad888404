"""Tests that files that name games and agents import no modules by themselves."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground.envs import OpponentPool
from plyground.ui.session import Session, state_from_json

MODULE = "module_of_a_file"

SOURCE = """import pathlib
import plyground as pg
from test_own_games import TicTacToe


class Game(TicTacToe):
    id = "game-of-a-file"


pathlib.Path(__file__).with_suffix(".imported").touch()
pg.register_game(Game())
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a module with a game into a folder from which modules are imported, and return the file that its import makes."""
    (tmp_path / f"{MODULE}.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, MODULE, raising=False)
    return tmp_path / f"{MODULE}.imported"


def with_game(text: str) -> str:
    """Return the text of a file with another game."""
    assert '"id": "stax"' in text
    own = text.replace('"id": "stax"', f'"id": "{MODULE}:game-of-a-file"')
    options = json.dumps(pg.game("stax").options)
    return own.replace(f'"options": {options}', '"options": {}')


def saved_game(folder: Path) -> Callable[[], Any]:
    """Return the reader of a saved game."""
    session = Session(pg.game("stax").start(), [None, None])
    content = json.loads(with_game(json.dumps(json.loads(session.to_json()))))
    text = json.dumps({**content, "start": "111/111/111"})
    return lambda: state_from_json(text).game.id


def pool(folder: Path) -> Callable[[], Any]:
    """Return the reader of a pool of opponents."""
    OpponentPool("stax").save(folder)
    index = folder / "pool.json"
    index.write_text(with_game(json.dumps(json.loads(index.read_text()))))
    return lambda: OpponentPool.load(folder).game.id


def report_file(folder: Path) -> Path:
    """Write a report of the game."""
    pg.study.balance("stax", games=4, seed=1).save(folder / "report.json")
    text = with_game(json.dumps(json.loads((folder / "report.json").read_text())))
    content = json.loads(text)
    del content["study"]["fingerprints"]
    (folder / "report.json").write_text(json.dumps(content))
    return folder / "report.json"


def rerun(folder: Path) -> Callable[[], Any]:
    """Return the reader that repeats the study of a report."""
    path = report_file(folder)
    return lambda: pg.study.rerun(path).rows[0].id


def game_of_report(folder: Path) -> Callable[[], Any]:
    """Return the reader that plays a game of a report again."""
    path = report_file(folder)
    return lambda: pg.study.load(path).games(0).game.id


@pytest.mark.filterwarnings("ignore:the record has no fingerprints")
@pytest.mark.parametrize("make", [saved_game, pool, rerun, game_of_report])
def test_files_import_only_modules_that_are_imported_already(
    module: Path, tmp_path: Path, make: Callable[[Path], Callable[[], Any]]
) -> None:
    read = make(tmp_path)
    with pytest.raises(
        ValueError, match=rf"a game of the module '{MODULE}', and a file imports no modules: .* import it"
    ):
        read()
    assert not module.exists()
    pg.game(f"{MODULE}:game-of-a-file")
    assert module.exists()
    assert read() == "game-of-a-file"
