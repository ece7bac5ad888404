"""Tests that files that name games and agents import no modules, start no programs and open no other files by themselves."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from commands import error_line, output
from plyground.agents import EVALUATIONS, outside_part
from plyground.envs import OpponentPool
from plyground.registry import register_from_file
from plyground.ui.session import Session, state_from_json
from repository import ROOT

MODULE = "module_of_a_file"

SOURCE = """import pathlib
import plyground as pg
from small_games import TicTacToe


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
    (folder / "game.json").write_text(json.dumps({**content, "start": "111/111/111"}))
    return lambda: state_from_json((folder / "game.json").read_text()).game.id


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


@pytest.fixture
def tuned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write an evaluation into a folder of its own, and return the file."""
    path = tmp_path_factory.mktemp("evaluations") / "a.tuned"
    pg.tune(pg.game("checkers", size=4), path, games=50, generations=1, nodes=20)
    return path


def test_pools_open_only_files_that_are_theirs_or_named(tmp_path: Path, tuned: Path) -> None:
    spec, folder = f"ab:1,eval={tuned}", tmp_path / "pool"
    OpponentPool("checkers", [spec, "random"], size=4).save(folder)
    with pytest.raises(ValueError, match=r"the saved pool names the file '.*: to use it, pass opponents="):
        OpponentPool.load(folder)
    assert list(OpponentPool.load(folder, opponents={spec: spec})) == [spec, "random"]
    own = folder / "a.tuned"
    own.write_bytes(tuned.read_bytes())
    text = (folder / "pool.json").read_text()
    (folder / "pool.json").write_text(text.replace(str(tuned), str(own)))
    assert list(OpponentPool.load(folder)) == [f"ab:1,eval={own}", "random"]
    # A link leads out of the folder.
    own.unlink()
    own.symlink_to(tuned)
    with pytest.raises(ValueError, match="the saved pool names the file"):
        OpponentPool.load(folder)


@pytest.mark.parametrize("spec", ["net:/dev/zero", "ab:1,eval=/dev/zero", "uci:/bin/false,nodes=1"])
def test_names_of_members_are_not_read_as_agents(tmp_path: Path, spec: str) -> None:
    OpponentPool("checkers", {"mine": lambda turn: turn.legal_actions()[0]}).save(tmp_path)
    index = json.loads((tmp_path / "pool.json").read_text())
    index["members"][0] |= {"name": spec, "agent": "random"}
    (tmp_path / "pool.json").write_text(json.dumps(index))
    with pytest.raises(ValueError, match="the saved pool names the"):
        OpponentPool.load(tmp_path)


def test_reports_open_only_files_that_are_named(
    tmp_path: Path, tuned: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec, path = f"ab:1,eval={tuned}", tmp_path / "report.json"
    report = pg.study.match(pg.game("checkers", size=4), [spec, "random"], games=4, openings=2)
    report.save(path)
    with pytest.raises(ValueError, match=r"the report names the file '.*: .* as in agents=.*, or with --agent"):
        pg.study.rerun(path)
    assert pg.study.rerun(path, agents={spec: spec}) == report
    assert "the report names the file" in error_line(capsys, ["study", "--rerun", str(path)])
    assert spec in output(capsys, "study", "--rerun", str(path), "--agent", spec)


def test_texts_that_need_files_or_programs(tmp_path: Path) -> None:
    known = ["random", "strong:ms=50", "mcts:50,cut=2,eval=tuned", *(f"ab:3,eval={name}" for name in EVALUATIONS)]
    assert [outside_part(spec) for spec in known] == [None] * len(known)
    for spec in known:
        pg.agent(spec)
    assert outside_part("ab:3,eval=tuned,eval=x") == "the file 'x'"
    assert outside_part(f"net:{tmp_path}/a,b.onnx,8,temperature=1", tmp_path) is None
    assert outside_part(f"net:{tmp_path}/../b.onnx", tmp_path) is not None


def plyground(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the command in a folder, without input."""
    # Like the installed command, and unlike `python -m`, it begins without the folder on the path.
    begin = "import sys; sys.path.remove(''); from plyground.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", begin, *arguments]
    paths = {"PYTHONPATH": str(ROOT / "tests" / "support")}
    return subprocess.run(
        command, cwd=folder, env=os.environ | paths, input="", capture_output=True, text=True, timeout=120, check=False
    )


def test_commands_find_modules_in_the_current_folder_that_the_user_names(module: Path, tmp_path: Path) -> None:
    saved_game(tmp_path)
    report_file(tmp_path)
    id = f"{MODULE}:game-of-a-file"
    for refused in (["play", "--load", "game.json"], ["study", "--rerun", "report.json"]):
        run = plyground(tmp_path, *refused)
        assert run.returncode == 2
        assert f"on the command line write the ID '{id}' too" in run.stderr
        assert not module.exists()
    for arguments, text in (
        (["playouts", id, "-n", "4"], "4 games"),
        (["play", id, "--load", "game.json", "--seat", "none", "--opponent", "random"], "over by"),
        (["study", id, "--rerun", "report.json"], "game-of-a-file"),
    ):
        run = plyground(tmp_path, *arguments)
        assert run.returncode == 0, run.stderr
        assert text in run.stdout
        module.unlink()
    # The page imports its games before it would start.
    run = plyground(tmp_path, "serve", id, "nothing")
    assert "no variant 'nothing'" in run.stderr
    assert module.exists()
    saved = json.loads((tmp_path / "game.json").read_text())
    saved["game"], saved["start"] = {"id": "stax", "frame": "seat", "options": {}}, pg.game("stax").start().fen
    (tmp_path / "game.json").write_text(json.dumps(saved))
    run = plyground(tmp_path, "play", id, "--load", "game.json")
    assert run.stderr == "plyground: game.json is a game of stax, not of game-of-a-file\n"


def test_names_in_files_import_no_modules(module: Path, tmp_path: Path) -> None:
    id = f"{MODULE}:game-of-a-file"
    (tmp_path / "names.toml").write_text(f'[named-in-a-file]\nbase = "{id}"\n')
    problem = f"a game of the module '{MODULE}', and a file imports no modules"
    assert problem in register_from_file(tmp_path / "names.toml")[0]
    assert not module.exists()
    pg.register("named-by-the-user", base=id)
    assert module.exists()
    assert register_from_file(tmp_path / "names.toml") == []
    assert pg.game("named-in-a-file") == pg.game("named-by-the-user") == pg.game("game-of-a-file")
