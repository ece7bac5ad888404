"""Agents with networks in files: how they are named, where they play, and why files are rejected."""

import json
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.cli import main
from plyground.nets import BadModel, Description, Model, NetworkAgent
from plyground.study import GamePlan, Store, balance, load, match, rerun

onnx = pytest.importorskip("onnx", reason="models are written with the extra 'learn'")
pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")

from models import modify_network, write_network  # noqa: E402


@pytest.fixture(scope="module")
def stax(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_network(tmp_path_factory.mktemp("models") / "stax.onnx", pg.game("stax"))


def test_texts_name_the_file_and_settings(stax: Path) -> None:
    net = pg.agent(f"net:{stax},8,temperature=0.5,c_puct=2")
    assert isinstance(net, NetworkAgent)
    assert (net.simulations, net.settings) == (8, {"c_puct": 2, "temperature": 0.5})
    assert net.spec == f"net:{stax},8,c_puct=2,temperature=0.5"
    assert pg.agent(net.spec) == net
    assert pg.agent(f"net:{stax}").simulations == 64  # type: ignore[union-attr]
    timed = pg.agent(f"net:{stax},ms=5")
    assert isinstance(timed, NetworkAgent)
    assert (timed.simulations, timed.neural_agent.ms, timed.neural_agent.root) == (100_000, 5, "puct")
    assert timed.spec == f"net:{stax},ms=5"
    assert pg.agent(timed.spec) == timed != pg.agent(f"net:{stax},8,ms=5")
    for text, reason in {
        "net:": "must be named with its file",
        f"net:{stax},0": "simulations must be an integer from 1 to 100000, got 0",
        f"net:{stax},99999999": "from 1 to 100000, got 99999999",
        f"net:{stax},8,depth=3": "no setting 'depth'",
        f"net:{stax},8,c_puct=1,c_puct=2": "c_puct must be given once",
        f"net:{stax},8,evaluate=1": "no setting 'evaluate'",
        f"net:{stax},8,root=best": "root must be 'gumbel' or 'puct', got 'best'",
        f"net:{stax},8,root=puct,max_considered_actions=4": "require root='gumbel'",
    }.items():
        with pytest.raises(ValueError, match=reason):
            pg.agent(text)


def test_files_that_do_not_exist(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        FileNotFoundError, match=r"'nowhere\.onnx' does not exist.*'plyground train ID' trains one.*'strong'"
    ):
        pg.agent("net:nowhere.onnx,8")
    # An id names a file as any other text does.
    with pytest.raises(FileNotFoundError, match=r"'stax' does not exist.*'plyground train stax' trains one"):
        pg.agent("net:stax")
    assert main(["play", "stax", "--seat", "none", "--opponent", "net:stax,8"]) == 2
    assert "'plyground train stax' trains one" in capsys.readouterr().err
    write_network(tmp_path / "stax", pg.game("stax"))
    assert pg.agent("net:stax,8") == NetworkAgent(str(tmp_path / "stax"), 8)


def test_the_root_of_the_search(stax: Path) -> None:
    name = f"net:{stax},6,max_considered_actions=4,root=gumbel"
    net = pg.agent(name)
    assert isinstance(net, NetworkAgent)
    assert (net.neural_agent.root, net.neural_agent.max_considered_actions, net.spec) == ("gumbel", 4, name)
    assert net != NetworkAgent(str(stax), 6)
    assert (
        NetworkAgent(str(stax), 6)
        == pg.agent(f"net:{stax},6,max_considered_actions=8,root=gumbel")
        != pg.agent(f"net:{stax},6,root=puct")
    )
    assert NetworkAgent(str(stax), 6).neural_agent.root == "gumbel"
    # A setting of PUCT selects it.
    assert pg.agent(f"net:{stax},6,fpu_reduction=0.25").neural_agent.root == "puct"  # type: ignore[union-attr]
    state = pg.game("stax").start()
    assert net.visit_counts([state]).sum() == 6
    assert {net.choose(state, seed) for seed in range(4)} == {net.choose(state)}
    games = pg.matches("stax", [name, f"net:{stax},6"], 4, 1, openings=4)
    assert (pg.matches("stax", [net, f"net:{stax},6"], 4, 1, openings=4).steps == games.steps).all()
    assert {row.agent for row in match("stax", [name, "random"], games=4, openings=4).rows} == {name, "random"}
    assert pickle.loads(pickle.dumps(net)) == net


def test_paths_may_have_commas(stax: Path, tmp_path: Path) -> None:
    path = tmp_path / "small, 8.onnx"
    path.write_bytes(stax.read_bytes())
    assert NetworkAgent.parse(f"net:{path},16") == NetworkAgent(str(stax), 16)


def test_it_plays_in_matches_and_studies(stax: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(stax.parent)
    name = "net:stax.onnx,4"
    games = pg.matches("stax", [name, "random"], 4, 1)
    assert len(games) == 4
    # A NetworkAgent and its text are the same agent.
    assert (pg.matches("stax", [pg.agent(name), "random"], 4, 1).first_action == games.first_action).all()
    assert (pg.matches(pg.game("stax"), name, 2).steps > 0).all()
    report = balance("stax", agents=name, games=4, openings=4)
    assert report.rows[0].agents == name
    ratings = match("stax", {"learned": name, "random": "random"}, games=4, openings=4)
    assert {row.agent for row in ratings.rows} == {"learned", "random"}
    # With a function as opponent, games are played one after the other.
    own = match("stax", {"learned": name, "mine": lambda state: state.legal_steps()[0]}, games=4, openings=4)
    assert len(own.rows) == 2


def test_choices_and_visit_counts(stax: Path) -> None:
    net = NetworkAgent(str(stax), 8)
    state = pg.game("stax").start()
    assert net.choose(state, 3) in state.legal_actions()
    assert net.visit_counts([state], 3).sum() == net.neural_agent.visit_counts([state], 3).sum() > 0


def test_stores_identify_it_by_its_content(stax: Path, tmp_path: Path) -> None:
    store, copy = tmp_path / "games.db", tmp_path / "copy.onnx"
    copy.write_bytes(stax.read_bytes())
    whole = balance("stax", games=6, agents=f"net:{stax},3,temperature=1")
    balance("stax", games=2, agents=f"net:{stax},3,temperature=1", store=store)
    again = balance("stax", games=6, agents=f"net:{copy},3,temperature=1", store=store)
    assert again.rows[0].score == whole.rows[0].score
    with Store(store) as kept:
        plan = GamePlan(pg.game("stax"), f"net:{copy},3,temperature=1")
        assert sum(len(games) for _, games in kept.games(plan, 100)) == 6
        other = write_network(tmp_path / "other.onnx", pg.game("stax"), seed=1)
        assert not list(kept.games(GamePlan(pg.game("stax"), f"net:{other},3,temperature=1"), 100))
        assert not list(kept.games(GamePlan(pg.game("stax"), f"net:{copy},4"), 100))


def test_reports_are_repeated_while_the_file_is_the_same(tmp_path: Path) -> None:
    path, report = write_network(tmp_path / "model.onnx", pg.game("stax")), tmp_path / "report.json"
    spec = f"net:{path},3,temperature=1"
    first = balance("stax", games=4, agents=spec)
    first.save(report)
    assert rerun(load(report), agents={spec: spec}).rows == first.rows
    write_network(path, pg.game("stax"), seed=1)
    with pytest.raises(ValueError, match="behaves differently"):
        rerun(load(report), agents={spec: spec})


def test_pickles_have_the_path_and_the_checksum(stax: Path, tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(stax.read_bytes())
    net = NetworkAgent(str(path), 4, {"c_puct": 2})
    sent = pickle.dumps(net)
    assert len(sent) < 1000
    assert pickle.loads(sent) == net
    plan = GamePlan(pg.game("stax"), net)
    assert (pickle.loads(pickle.dumps(plan)).play(0, 2).steps == plan.play(0, 2).steps).all()
    write_network(path, pg.game("stax"), seed=1)
    with pytest.raises(BadModel, match="has changed"):
        pickle.loads(sent)


def test_other_games_are_rejected(stax: Path, tmp_path: Path) -> None:
    name = f"net:{stax},4"
    small = pg.game("stax", frame="board")
    for play in (
        lambda: pg.matches("checkers", [name, "random"], 2),
        lambda: balance("checkers", games=2, agents=name),
        lambda: pg.agent(name).choose(pg.game("checkers").start()),
        lambda: match("checkers", {"mine": name, "one": lambda state: state.legal_steps()[0]}, games=2),
    ):
        with pytest.raises(BadModel, match=r"plays stax, not checkers"):
            play()
    with pytest.raises(BadModel, match=r'stax with frame="seat", not stax with frame="board"'):
        pg.matches(small, name, 2)
    changed = write_network(tmp_path / "changed.onnx", pg.game("english-draughts", quiet=30))
    with pytest.raises(BadModel, match="with quiet=30, not english-draughts with quiet="):
        pg.matches("english-draughts", f"net:{changed},2", 2)


def test_three_seats_and_scores(tmp_path: Path) -> None:
    rules = pg.game("tri-stax-3")
    path = write_network(tmp_path / "three.onnx", rules)
    _, values = Model.load(path).predict(np.stack([rules.start().observe()] * 5))
    assert values.shape == (5, 3)
    assert ((values >= -0.5) & (values <= 1)).all()
    played = pg.matches(rules, [f"net:{path},2", "random", "random"], 3, max_steps=20)
    assert len(played) == 3


def described(path: Path, **changes: Any) -> bytes:
    """The file with changes in its description."""

    def change(model: Any) -> None:
        values = json.loads(model.metadata_props[0].value)
        model.metadata_props[0].value = json.dumps({**values, **changes})

    return modify_network(path.read_bytes(), change)


def test_files_that_are_not_models(stax: Path, tmp_path: Path) -> None:
    def undescribed(model: Any) -> None:
        del model.metadata_props[:]

    def elsewhere(model: Any) -> None:
        model.graph.initializer[0].data_location = 1
        model.graph.initializer[0].external_data.add(key="location", value="/etc/passwd")

    def foreign(model: Any) -> None:
        model.graph.node[0].domain = "com.example"

    def looping(model: Any) -> None:
        model.graph.node[0].attribute.add(name="body").g.name = "again"

    def renamed(model: Any) -> None:
        model.graph.output[0].name = model.graph.node[0].output[0]

    def unknown(model: Any) -> None:
        model.graph.node[0].op_type = "Conjure"

    def untyped(model: Any) -> None:
        model.graph.node[0].attribute.add(name="mystery", type=2, i=1)

    whole = stax.read_bytes()
    for data, reason in {
        b"": "not an ONNX file",
        b"PK\x03\x04 something else": "not an ONNX file",
        whole[: len(whole) // 2]: "not an ONNX file, or was cut short",
        modify_network(whole, undescribed): "has no description in its metadata",
        modify_network(whole, elsewhere): "weights are in another file",
        modify_network(whole, foreign): "of 'com.example'",
        modify_network(whole, looping): "branches or loops",
        modify_network(whole, renamed): "must have the input 'observations' and the outputs 'policy' and 'values'",
        modify_network(whole, untyped): "ONNX Runtime says",
        modify_network(whole, unknown): "operator 'Conjure' is not allowed",
        described(
            stax, format_version=9
        ): "format version is 9 and this build reads version 2; train the network again",
        described(stax, num_seats="two"): "'num_seats' must be an integer",
        described(stax, surprise=1): "fields must be",
        described(stax, num_actions=127): "'policy' must have shape",
        described(stax, num_seats=3): "'values' must have shape",
    }.items():
        path = tmp_path / "file.onnx"
        path.write_bytes(data)
        with pytest.raises(BadModel, match=reason) as refused:
            NetworkAgent(str(path))
        assert "file.onnx" in str(refused.value)
    with pytest.raises(BadModel, match="is a folder"):
        NetworkAgent(str(tmp_path))


def test_older_formats_are_named(stax: Path) -> None:
    def version_1(model: Any) -> None:
        values = json.loads(model.metadata_props[0].value)
        del values["format_version"]
        model.metadata_props[0].value = json.dumps({**values, "layout": 1})

    with pytest.raises(BadModel, match="its format version is 1 and this build reads version 2"):
        Model(modify_network(stax.read_bytes(), version_1))


def test_builds_in_which_the_game_behaves_differently(stax: Path, tmp_path: Path) -> None:
    path = tmp_path / "old.onnx"
    path.write_bytes(described(stax, fingerprint="0" * 16, version="0.0.9"))
    with pytest.raises(BadModel, match=r"behaves differently in this build .*0000, plyground 0.0.9"):
        pg.matches("stax", f"net:{path},2", 2)
    path.write_bytes(described(stax, game={"id": "no-such-game", "options": {}, "frame": "seat"}))
    with pytest.raises(BadModel, match="plays no-such-game, not stax"):
        pg.matches("stax", f"net:{path},2", 2)
    with pytest.raises(BadModel, match="does not have"):
        NetworkAgent(str(path)).game  # noqa: B018


def test_the_message_without_onnx_runtime(stax: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    monkeypatch.delitem(sys.modules, "plyground.nets.session", raising=False)
    with pytest.raises(ImportError, match=r"pip install 'plyground\[net\]'"):
        Model(stax.read_bytes())


def test_opponents_and_the_terminal(
    stax: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(stax.parent)
    pytest.importorskip("gymnasium")
    env = pg.make("stax", opponent="net:stax.onnx,2")
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    with pytest.raises(BadModel, match="not checkers"):
        pg.make("checkers", opponent="net:stax.onnx,2")
    assert main(["study", "stax", "--agent", "net:stax.onnx,2", "--games", "4", "--openings", "4"]) == 0
    assert "net:stax.onnx,2" in capsys.readouterr().out
    assert main(["play", "stax", "--seat", "none", "--opponent", "net:stax.onnx,2"]) == 0
    assert "game over after" in capsys.readouterr().out
    assert main(["play", "checkers", "--opponent", "net:stax.onnx,2"]) == 2
    assert "plays stax, not checkers" in capsys.readouterr().err


def test_descriptions_survive_a_round_trip() -> None:
    description = Description.for_game(pg.game("tri-stax-3"), {"seed": 3})
    assert Description.from_json(description.to_json()) == description
    assert description.make_game() == pg.game("tri-stax-3")
    assert (description.min_return, description.max_return) == (-0.5, 1.0)
