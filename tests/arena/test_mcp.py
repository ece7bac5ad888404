"""Games that a program plays by text, and the server of the Model Context Protocol that offers them."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from typing import Any

import pytest

import plyground as pg
from commands import error_line
from plyground.arena.open_games import OpenGames


def started(games: OpenGames, *arguments: Any, **named: Any) -> str:
    """Start a game and return its name."""
    return games.new_game(*arguments, **named).split()[0]


def test_a_game_to_its_end() -> None:
    games = OpenGames(["random", "greedy"])
    text = games.new_game("checkers", seat=1, opponent="greedy", seed=3, options={"size": 4})
    assert text.startswith("game-1 has started. You play seat 1 against greedy.\n\nGame: Checkers")
    assert "You are seat 1: black." in text
    assert re.search(r"Steps since the start:\nwhite: \S+\n", text)
    assert games.result("game-1") == "game-1 is not over: it is your turn, after 1 steps."
    while "is not over" in games.result("game-1"):
        step = games.legal_steps("game-1").split()[0]
        text = games.step("game-1", step)
        assert text.startswith(f"You made the step {step}.\n\n")
    result = games.result("game-1")
    assert re.fullmatch(
        r"game-1 is over after \d+ steps: \w+\. Returns: white \S+, black \S+\. You are black: you (won|lost|drew)\.",
        result,
    )
    assert text.endswith(result)
    assert games.position("game-1").endswith(result)
    assert games.legal_steps("game-1") == result
    with pytest.raises(ValueError, match="game-1 is over"):
        games.step("game-1", step)
    with pytest.raises(ValueError, match="the game is over"):
        games.resign("game-1")


def test_illegal_steps_change_nothing() -> None:
    games = OpenGames()
    name = started(games, "chess", seed=1)
    before = games.position(name)
    for step in ("e2e5", "hm", ""):
        with pytest.raises(ValueError, match="the legal steps are a2a3, a2a4, "):
            games.step(name, step)
    assert games.position(name) == before
    assert "white: e2e4" not in before
    games.step(name, "e4")
    assert "P" in games.position(name)


def test_the_seat_sees_only_what_it_may_see() -> None:
    games = OpenGames(["random"])
    name = started(games, "synchronous-chess", seat=1, seed=2)
    assert "white: ??" in games.position(name)
    assert "white's commit: hidden" in games.position(name)


def test_the_verdict_of_games_without_winners() -> None:
    games = OpenGames()
    assert games.resign(started(games, "chess-golf-solo")).endswith("You are red: strokes 99.")
    assert games.resign(started(games, "cooperative-chess")).endswith("score -1.")
    assert games.resign(started(games, "tri-stax-3", seat=2)).endswith("red: you lost.")


def test_the_seed_determines_the_game() -> None:
    texts = []
    for seed in (7, 7, 8):
        games = OpenGames(["random"])
        name = started(games, "stax", seat=1, seed=seed)
        texts.append([games.step(name, games.legal_steps(name).split()[0]) for _ in range(5)])
    assert texts[0] == texts[1] != texts[2]


@pytest.mark.parametrize("id", ["tar-pit-chess", "chess-golf-solo"])
def test_hidden_deals_do_not_follow_from_the_seed(id: str) -> None:
    games = OpenGames(["random"])
    assert len({games.position(started(games, id, seed=5)) for _ in range(4)}) > 1


def test_a_search_holds_up_only_its_own_game() -> None:
    searches, ends = threading.Event(), threading.Event()

    def should_stop() -> bool:
        searches.set()
        return ends.is_set()

    games = OpenGames(["ab:ms=600000", "random"])
    games.should_stop = should_stop
    slow, fast = started(games, "chess"), started(games, "stax", opponent="random")
    thread = threading.Thread(target=games.step, args=(slow, "e2e4"))
    thread.start()
    assert searches.wait(60)
    games.step(fast, games.legal_steps(fast).split()[0])
    started(games, "checkers", opponent="random")
    assert thread.is_alive()
    ends.set()
    assert "black: " in games.position(slow)
    thread.join()


def test_the_number_of_games_is_limited() -> None:
    games = OpenGames(["random"], max_games=2)
    names = [started(games, "chess") for _ in range(2)]
    with pytest.raises(ValueError, match="at most 2 games can be open; finish or resign one of game-1, game-2"):
        games.new_game("chess")
    games.resign(names[0])
    assert started(games, "chess") == "game-3"
    assert "is over" in games.result(names[0])
    for name in (names[1], "game-3"):
        games.resign(name)
    started(games, "chess")
    with pytest.raises(ValueError, match="there is no game 'game-1'; games: game-2, game-3, game-4"):
        games.result(names[0])


def test_what_a_program_cannot_do() -> None:
    games = OpenGames(["random"])
    for arguments, message in (
        ({"id": "ches"}, "there is no variant 'ches'"),
        ({"id": "os:path"}, "id must be the id of a variant, such as 'chess', got 'os:path'"),
        ({"id": "chess", "opponent": "uci:stockfish,nodes=5"}, "opponent must be one of random, got 'uci"),
        ({"id": "chess", "seat": 2}, "seat must be from 0 to 1, got 2"),
        ({"id": "chess", "options": {"size": 3}}, "no option"),
        ({"id": "chess", "seed": -1}, r"seed must be an integer from 0 to 2\*\*64 - 1, got -1"),
    ):
        with pytest.raises(ValueError, match=message):
            games.new_game(**arguments)
    with pytest.raises(ValueError, match="there is no game 'chess'; games: there are no games"):
        games.position("chess")
    with pytest.raises(ValueError, match="the families are adams_checkers"):
        games.list_variants("go")


def test_lists_of_variants() -> None:
    games = OpenGames()
    assert len(games.list_variants().splitlines()) == len(pg.variants())
    assert games.list_variants(seats=3, family="three_kings") == (
        "three-kings-chess: Three Kings Chess, family three_kings, 3 seats"
    )
    assert "4 seats in 2 teams" in games.list_variants("chesskit_b")
    assert "- size: " in games.rules("stax")
    assert pg.info("stax").summary in games.rules("stax")
    assert games.rules("stax", {"size": 6}, full=True) == pg.rules("stax", size=6)


def test_arguments_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert "agent 'best' does not exist" in error_line(capsys, ["mcp", "--agent", "best"])
    assert "--max-games" in error_line(capsys, ["mcp", "--max-games", "0"])


class RawClient:
    """A client that writes lines, as clients in other languages do."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "plyground", "mcp", *arguments]
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        self.stdin, self.stdout = self.server.stdin, self.server.stdout

    def __enter__(self) -> "RawClient":
        client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
        self.send(id=0, method="initialize", params=client)
        self.receive()
        self.send(method="notifications/initialized")
        return self

    def __exit__(self, *_: object) -> None:
        self.server.kill()
        self.server.wait()
        self.stdin.close()
        self.stdout.close()

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.stdin.flush()

    def receive(self) -> Any:
        """Return the next answer."""
        return json.loads(self.stdout.readline())

    def call(self, number: int, tool: str, **arguments: Any) -> None:
        """Call a tool."""
        self.send(id=number, method="tools/call", params={"name": tool, "arguments": arguments})

    def search(self) -> None:
        """Start a search, and return after it has begun."""
        self.call(100, "step", game="game-1", step="e2e4")
        self.call(101, "list_variants", seats=3)
        assert self.receive()["id"] == 101

    def exit_status(self) -> int:
        """Return the exit status of the server, which must end by itself."""
        return self.server.wait(60)


def test_ctrl_c_ends_the_server_during_a_search() -> None:
    pytest.importorskip("mcp")
    with RawClient("--agent", "ab:ms=600000") as client:
        client.call(1, "new_game", id="chess")
        client.receive()
        client.search()
        client.server.send_signal(signal.SIGINT)
        assert client.exit_status() == -signal.SIGINT


def test_every_text_is_answered_until_the_input_ends() -> None:
    pytest.importorskip("mcp")
    with RawClient("--agent", "ab:ms=600000") as client:
        client.call(1, "new_game", id="chess")
        client.receive()
        for number, step in enumerate(("e2\ud800e4", '{"step":' + "[" * 100_000 + "}", "\0", "9" * 10_000), 2):
            client.call(number, "step", game="game-1", step=step)
            answer = client.receive()
            assert (answer["id"], answer["result"]["isError"]) == (number, True)
            assert "the legal steps are a2a3" in answer["result"]["content"][0]["text"]
        client.search()
        client.stdin.close()
        assert client.exit_status() == 0


# The SDK warns of changes in later versions.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_server_answers_the_official_client() -> None:
    pytest.importorskip("mcp")
    import anyio
    from mcp import Client, StdioServerParameters, stdio_client

    arguments = ["-m", "plyground", "mcp", "--agent", "random"]
    server = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))

    async def talk() -> None:
        async with Client(stdio_client(server)) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert list(tools) == [
                "list_variants",
                "rules",
                "new_game",
                "position",
                "legal_steps",
                "step",
                "resign",
                "result",
            ]
            assert tools["step"].input_schema["required"] == ["game", "step"]
            assert all(tool.description for tool in tools.values())

            async def call(name: str, is_error: bool = False, **named: Any) -> str:
                result = await client.call_tool(name, named)
                assert bool(result.is_error) == is_error, result
                return str(result.content[0].text)  # type: ignore[union-attr]

            assert "three-kings-chess" in await call("list_variants", seats=3)
            assert "Stax" in await call("rules", id="stax")
            assert "game-1 has started" in await call("new_game", id="checkers", seed=1, options={"size": 4})
            assert "cannot move" in await call("step", is_error=True, game="game-1", step="a1-c3")
            assert "You made the step a1-b2" in await call("step", game="game-1", step="a1-b2")
            assert "Field required" in await call("step", is_error=True, game="game-1")
            assert "there is no game" in await call("position", is_error=True, game="game-7")
            assert "no variant" in await call("new_game", is_error=True, id="ches")
            await call("no_such_tool", is_error=True)
            assert (await call("legal_steps", game="game-1")) in await call("position", game="game-1")
            assert "you lost" in await call("resign", game="game-1")
            assert "is over" in await call("result", game="game-1")

    anyio.run(talk)
