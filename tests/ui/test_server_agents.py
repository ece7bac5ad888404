"""The agents and games of the page that the user names at the start of the server."""

import sys
from pathlib import Path

import pytest

import plyground as pg
from commands import error_line
from page_client import client_of, opened
from plyground.ui.server import create_app
from plyground.ui.tables import Tables
from repository import FAKE_ENGINE

ENGINE = f"uci:{sys.executable},arg={FAKE_ENGINE},arg=play,nodes=1"


def test_agents_outside_of_the_package_must_be_named(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    program = f"uci:/bin/sh,arg=-c,arg=touch {marker},nodes=1,timeout=1"
    with client_of(Tables(), agents=[ENGINE]) as client:
        path = opened(client)
        for spec in (
            program,
            program.replace("uci:", "hub:"),
            f"{ENGINE},Hash=2",
            "net:/dev/zero",
            "ab:3,eval=/dev/zero",
        ):
            for target, body in (
                ("/api/games", {"id": "chess", "players": [None, spec]}),
                (path, {"do": "players", "players": [None, spec]}),
                (f"{path}/load", {"id": "chess", "players": [None, spec]}),
                (f"{path}/analyze", {"agent": spec}),
            ):
                reply = client.post(target, json=body)
                assert reply.status_code == 400
                assert "start the server with --agent" in reply.json()["error"]
        assert client.post(f"{path}/analyze", json={"agent": "ab:1,eval=positional"}).status_code == 200
    assert not marker.exists()


def test_named_agents_play() -> None:
    with client_of(Tables(), agents=["ab:1", ENGINE]) as client:
        assert client.get("/api/variants/chess").json()["agents"] == ["ab:1", ENGINE]
        assert client.get("/api/variants/stax").json()["agents"] == ["ab:1"]
        path = opened(client, players=[ENGINE, None])
        frame = client.post(f"{path}/wait", json={"version": 0}).json()["frame"]
        assert frame["position"].startswith("rnbqkbnr/pppppppp/8/8/4P3/")
        # A position that is loaded keeps the players. Frames have their texts in another order.
        start = {"id": "chess", "start": pg.game("chess").start().fen}
        assert client.post(f"{path}/load", json=start).json()["frame"]["players"] == frame["players"]
        assert client.post(f"{path}/load", json={**start, "players": frame["players"]}).status_code == 200


def test_own_games_are_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "module_of_the_page.py").write_text(
        "import plyground as pg\n"
        "from small_games import TicTacToe\n"
        "class Own(TicTacToe):\n    id = 'game-of-the-page'\n    title = 'Game of the Page'\n"
        "pg.register_game(Own())\n"
        "pg.register('name-of-the-page', 'stax', size=6)\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    with client_of(Tables(), games=["module_of_the_page:game-of-the-page", "chess"]) as client:
        listed = client.get("/api/variants").json()
        assert [(entry["id"], entry["title"]) for entry in listed if entry["is_named"]] == [
            ("game-of-the-page", "Game of the Page"),
            ("chess", "Chess"),
        ]
        assert [entry["is_named"] for entry in listed[:3]] == [True, True, False]
        titles = {entry["id"]: entry["title"] for entry in listed}
        assert len(titles) == len(listed)
        assert titles["name-of-the-page"] == "name-of-the-page (Stax)"
        size = {
            option["name"]: option["value"] for option in client.get("/api/variants/name-of-the-page").json()["options"]
        }
        assert size["size"] == 6
        assert opened(client, id="game-of-the-page")
        reply = client.post("/api/games", json={"id": "module_of_the_page:game-of-the-page", "players": [None, None]})
        assert (reply.status_code, "plyground serve my_module:nim" in reply.text) == (400, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing"], "there is no variant 'nothing'"),
        (["no_such_module:nim"], "no_such_module"),
        (["--agent", "nobody"], "nobody"),
        (["--agent", "net:none.onnx"], "none.onnx"),
    ],
)
def test_wrong_games_and_agents_at_the_start(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert message in error_line(capsys, ["serve", "--no-browser", *arguments])


def test_texts_in_place_of_sequences() -> None:
    with pytest.raises(TypeError, match=r"games must be a sequence of ids, such as \['stax'\], got the text 'chess'"):
        create_app(Tables(), games="chess")
    with pytest.raises(
        TypeError, match=r"agents must be a sequence of agents, such as \['ab:3'\], got the text 'ab:3'"
    ):
        create_app(Tables(), agents="ab:3")
