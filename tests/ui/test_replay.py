"""Replays: their format, their files and their sources."""

import json
import re
from importlib import resources
from pathlib import Path

import jsonschema
import pytest

import plyground as pg
from plyground.ui.frames import scene_frame
from plyground.ui.replay import expand
from plyground.ui.scripts import bundle
from selection import every_variant


def played(id: str, steps: int = 30, seed: int = 1) -> pg.State:
    state = pg.game(id).start(seed)
    state.play_random(seed, max_steps=steps)
    return state


@pytest.fixture(scope="module")
def schema() -> object:
    return json.loads((resources.files("plyground.ui") / "replay.schema.json").read_text())


@every_variant
def test_frames_are_those_of_the_engine(id: str, schema: object) -> None:
    state = played(id, 6)
    for seat in (None, 1 % state.game.num_seats):
        data = json.loads(pg.replay(state, seat=seat).to_json())
        jsonschema.validate(data, schema)
        frames = list(expand(data))
        for frame, expected in zip(frames, pg.replay(state, seat=seat).states(), strict=True):
            scene = scene_frame(expected, seat)
            sprites = scene.pop("sprites")
            assert frame == {**scene, "last": scene["last"][-1:]}
            assert sprites.items() <= data["sprites"].items()


@pytest.mark.parametrize(
    "change",
    [
        {"frames": None},
        {"frames": [None]},
        {"frames": [{"pieces": []}]},
        {"frames": [{"marks": {"a1": [0]}, "off_board": []}], "marks": []},
        {"frames": [{"marks": {"a1": 3}, "off_board": []}]},
    ],
)
def test_damaged_replays_are_rejected(change: dict[str, object]) -> None:
    data = pg.replay(played("stax", 3)).to_dict()
    with pytest.raises(ValueError, match="not a replay: "):
        list(expand(data | change))


def test_sources() -> None:
    state = played("english-draughts", 500)
    game = pg.pdn.Game.from_state(state)
    assert len(pg.replay(game)) == len(state.steps) + 1
    envs = pg.vector("stax", 4, seed=1, record=True)
    while len(games := envs.pop_finished()) < 2:
        envs.step(envs.sample())
    for index in range(len(games)):
        assert pg.replay(games, index).state.returns == tuple(games.returns[index])
    with pytest.raises(IndexError, match="index must be from"):
        pg.replay(games, len(games))
    run = pg.matches("stax", ["ab:1", "random"], 3, openings=2, record=True)
    assert pg.replay(run, -1).state.returns == tuple(run.returns[-1])
    with pytest.raises(ValueError, match="record=True"):
        pg.replay(pg.matches("stax", "random", 1))
    with pytest.raises(TypeError, match="source must be"):
        pg.replay("chess")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seat must be"):
        pg.replay(state, seat=2)


def test_files(tmp_path: Path) -> None:
    replay = pg.replay(played("stax"))
    for suffix in ("html", "json", "svg", "gif"):
        replay.save(tmp_path / f"game.{suffix}")
    page = (tmp_path / "game.html").read_text()
    assert "http://" not in page.replace("http://www.w3.org/", "")
    assert "https://" not in page
    assert json.loads((tmp_path / "game.json").read_text()) == json.loads(replay.to_json())
    assert (tmp_path / "game.svg").read_text().count("<svg ") > 12
    with pytest.importorskip("PIL.Image").open(tmp_path / "game.gif") as image:
        assert image.n_frames == len(replay)
    with pytest.raises(ValueError, match=r"path must end with \.html"):
        replay.save(tmp_path / "game.txt")


def test_settings_of_files_are_checked_before_pictures_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("PIL")
    replay = pg.replay(played("stax", 3))
    monkeypatch.setattr("plyground.ui.animation.rasterize", lambda picture: pytest.fail(f"drawn: {picture[:20]}"))
    for seconds in (float("nan"), 1e300, -1, 0, 201):
        with pytest.raises(ValueError, match=f"seconds must be above 0 and at most 200, got {re.escape(str(seconds))}"):
            replay.save(tmp_path / "game.gif", seconds=seconds)
    with pytest.raises(ValueError, match="pictures must be a positive integer, got 0"):
        replay.save(tmp_path / "game.svg", pictures=0)
    with pytest.raises(ValueError, match=r"title must be text without surrogates, got '\\ud800'"):
        replay.title = "\ud800"
    assert list(tmp_path.iterdir()) == []
    # A strip has at most all positions.
    assert replay.to_svg(pictures=10**9).count("<svg ") == len(replay) + 1


def test_text_cannot_end_the_script() -> None:
    replay = pg.replay(played("chess", 2))
    replay.title = "</script><b>&"
    page = replay.to_html()
    assert page.count("</script>") == 2
    assert "<title>&lt;/script&gt;&lt;b&gt;&amp;</title>" in page


def test_hidden_information_is_left_out() -> None:
    """A replay for one seat does not depend on what only the other seat knows."""
    replays = []
    for mask in ("mask:BKNQR", "mask:RQNKB"):
        state = pg.game("masquerade-chess").start()
        for step in ("mask:QNBKR", mask, "e2e4"):
            state.apply(step)
        replays.append(pg.replay(state, seat=0).to_json())
    assert replays[0] == replays[1]


@pytest.mark.parametrize("name", ["replay.js", "widget.js", "app.js"])
def test_bundles_have_no_imports(name: str) -> None:
    lines = bundle(name).splitlines()
    assert not [line for line in lines if line.startswith("import ")]
    assert [line for line in lines if line.startswith("export ")] == ["export default { render };"] * (
        name == "widget.js"
    )
