"""The networks in the package: small, for the games of this build, named by ids, and documented."""

import csv
import re
import shlex
from dataclasses import fields, replace
from pathlib import Path

import pytest

import plyground as pg
from plyground.cli import parser
from plyground.learn import Settings
from plyground.learn.network_size import blocks_and_channels
from plyground.nets import BadModel, Model, NetworkAgent, shipped
from plyground.nets.shipped import FOLDER

pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")

PAGE = Path(__file__).parent.parent / "docs" / "models.md"


@pytest.mark.parametrize("id", shipped())
def test_it_plays_its_game(id: str) -> None:
    net = pg.agent(f"net:{id},16")
    assert isinstance(net, NetworkAgent)
    assert net.game == pg.game(id)
    assert net.spec == f"net:{id},16"
    assert net == NetworkAgent(str(FOLDER / f"{id}.onnx"), 16)
    assert (FOLDER / f"{id}.onnx").stat().st_size <= 400_000
    rules = pg.game(id)
    played = pg.matches(rules, [net, *["random"] * (rules.num_seats - 1)], 4 * rules.num_seats, 1, openings=2)
    assert played.returns[played.agent_indices == 0].mean() > 0.5


@pytest.mark.parametrize("id", shipped())
def test_the_page_has_the_training_command_and_the_log(id: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    section = re.search(rf"^### `{id}`\n(.*?)(?=^### |\Z)", page, re.MULTILINE | re.DOTALL)
    assert section is not None
    command = re.search(r"^\$ plyground (train .*?[^\\])$", section[1], re.MULTILINE | re.DOTALL)
    assert command is not None
    arguments = parser().parse_args(shlex.split(command[1].replace("\\\n", " ")))
    assert arguments.id == id
    training = dict(Model.load(FOLDER / f"{id}.onnx").description.training)
    with (PAGE.parent / "models" / f"{id}.csv").open(encoding="utf-8", newline="") as file:
        last = list(csv.DictReader(file))[-1]
    assert training.pop("generation") == int(last["generation"])
    assert training.pop("games_played") == int(last["total_games"])
    given = {one.name: getattr(arguments, one.name) for one in fields(Settings)}
    settings = Settings.from_dict({name: value for name, value in given.items() if value is not None})
    assert replace(Settings.from_dict(training), size="tiny") == replace(settings, size="tiny")
    assert blocks_and_channels(training["size"]) == blocks_and_channels(settings.size)
    for kind in ("csv", "png"):
        assert f"models/{id}.{kind}" in section[1]
        assert (PAGE.parent / "models" / f"{id}.{kind}").is_file()


def test_ids_without_a_network() -> None:
    assert "stax" in shipped()
    with pytest.raises(BadModel, match=r"plyground has no network for chess, only for .*'plyground train chess'"):
        pg.agent("net:chess,8")


def test_a_file_has_priority_over_an_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "stax").mkdir()
    assert pg.agent("net:stax,8") == NetworkAgent(str(FOLDER / "stax.onnx"), 8)
    (tmp_path / "stax").rmdir()
    (tmp_path / "stax").write_bytes(b"no model")
    with pytest.raises(BadModel, match="stax cannot be played"):
        pg.agent("net:stax,8")
