"""The networks that come with the package: small, of games as they are in this build, named by their ids, and strong."""

import re
from pathlib import Path

import pytest

import plyground as pg
from plyground.nets import BadModel, Net, shipped
from plyground.nets.shipped import FOLDER

pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")

PAGE = Path(__file__).parent.parent / "docs" / "models.md"


@pytest.mark.parametrize("id", shipped())
def test_it_plays_its_game(id: str) -> None:
    net = pg.agent(f"net:{id},16")
    assert isinstance(net, Net)
    assert net.game == pg.game(id)
    assert net.spec == f"net:{id},16"
    assert net == Net(str(FOLDER / f"{id}.onnx"), 16)
    assert (FOLDER / f"{id}.onnx").stat().st_size <= 400_000
    rules = pg.game(id)
    played = pg.matches(rules, [net, *["random"] * (rules.num_seats - 1)], 4 * rules.num_seats, 1, openings=2)
    assert played.returns[played.agents == 0].mean() > 0.5


@pytest.mark.parametrize("id", shipped())
def test_the_page_says_how_it_was_made(id: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert re.search(rf"^## .*`{id}`", page, re.MULTILINE)
    assert f"plyground train {id} " in page
    for kind in ("csv", "png"):
        assert f"models/{id}.{kind}" in page
        assert (PAGE.parent / "models" / f"{id}.{kind}").is_file()


def test_some_come_with_the_package() -> None:
    assert "stax" in shipped()
    with pytest.raises(
        BadModel, match=r"no network for chess comes with plyground, only for .*'plyground train chess'"
    ):
        pg.agent("net:chess,8")


def test_a_file_comes_before_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "stax").mkdir()
    assert pg.agent("net:stax,8") == Net(str(FOLDER / "stax.onnx"), 8)
    (tmp_path / "stax").rmdir()
    (tmp_path / "stax").write_bytes(b"no model")
    with pytest.raises(BadModel, match="stax cannot be played"):
        pg.agent("net:stax,8")
