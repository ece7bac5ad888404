"""Engines that speak Hub, and the server that makes an agent an engine for international draughts."""

import io
import sys
from pathlib import Path

import pytest

import plyground as pg
from plyground.protocols.hub import HubServer, apply_move, move_text, read_position
from plyground.protocols.search import Searcher
from repository import FAKE_ENGINE

FAKE = FAKE_ENGINE
START = f"W{20 * 'b'}{10 * 'e'}{20 * 'w'}"
SERVER = ",".join([f"hub:{sys.executable}", *(f"arg={text}" for text in ("-m", "plyground", "hub", "--agent", "ab:1"))])


def engine(spec: str) -> pg.Agent:
    """Return the agent of a text, which is one of the core."""
    agent = pg.agent(spec)
    assert isinstance(agent, pg.Agent)
    return agent


def fake(mode: str, *settings: str, log: Path | None = None) -> str:
    """Return the text of the agent with the engine that plays one move."""
    arguments = ["-S", str(FAKE), mode, *([] if log is None else [str(log)])]
    return ",".join([f"hub:{sys.executable}", *settings, *(f"arg={text}" for text in arguments)])


def answers(*commands: str, agent: str = "ab:2") -> list[str]:
    """Return what the server writes. A search ends before the next command."""
    output = io.StringIO()
    searcher = Searcher(agent, 0)
    server = HubServer(searcher, output)
    for command in commands:
        server.answer(command)
        if command == "go think":
            searcher.wait()
    server.run(["quit\n"])
    return output.getvalue().splitlines()


def test_the_engine_gets_the_position_and_the_limits(tmp_path: Path) -> None:
    state, log = pg.game("international-draughts").start(), tmp_path / "log"
    agent = engine(fake("hub", "nodes=9", "movetime=1500", "depth=3", "threads=2", log=log))
    assert state.step_of(agent.choose(state)) == "32-28"
    assert log.read_text().splitlines()[1:] == [
        "hub",
        "set-param name=threads value=2",
        "set-param name=variant value=normal",
        "init",
        "new-game",
        "ping",
        f"pos pos={START}",
        "level nodes=9 depth=3 move-time=1.5",
        "go think",
    ]


def test_analysis_has_the_variation_of_the_engine() -> None:
    state = pg.game("international-draughts").start()
    found = engine(fake("hub", "nodes=9")).analyze(state)
    assert (found.step, found.depth, found.nodes) == ("32-28", 3, 9)
    assert found.pv == ("32-28", "17-22", "28x17")
    assert found.values is not None
    assert 0 < found.values[0] == -found.values[1]


def test_failures_and_other_games() -> None:
    state = pg.game("international-draughts").start()
    with pytest.raises(pg.EngineFailure, match="answered 'done move=32-38', which is not a legal move"):
        engine(fake("hub-illegal", "nodes=5")).choose(state)
    with pytest.raises(pg.EngineFailure, match="threads of the engine must be from 1 to 16, got '99'"):
        engine(fake("hub", "nodes=5", "threads=99")).choose(state)
    agent = engine("hub:no-such-engine,depth=5")
    with pytest.raises(ValueError, match="plays only international-draughts, got russian-draughts"):
        agent.check_plays("russian-draughts")
    with pytest.raises(ValueError, match="got international-draughts with changed options"):
        agent.check_plays(pg.game("international-draughts", quiet=30))


def test_the_agent_plays_all_steps_of_a_capture() -> None:
    """A capture is one move of the engine and several steps of the game."""
    game = pg.game("international-draughts")
    state = game.from_fen("W:W28,48:B2,12,22 - 0 0 -")
    agent = engine(f"{SERVER},depth=1")
    while state.current_player == 0 and not state.is_terminal:
        state.apply(agent.choose(state))
    assert state.steps == ["28x17", "17x8"]
    middle = game.from_fen("W:W17,48:B2,12,22 17:22 0 0 -")
    with pytest.raises(pg.EngineFailure, match="the protocol has no positions within a turn"):
        agent.choose(middle)


def test_the_server_is_an_engine_for_the_agent() -> None:
    run = pg.matches("international-draughts", [f"{SERVER},depth=1", "random"], 2, seed=1, threads=1, record=True)
    assert run.score_counts[1.0][0] == 2
    assert any("x" in step for step in run.state(0).steps)


def test_the_server_searches_positions() -> None:
    lines = answers("hub", "set-param name=agent value=greedy", "init", "ping", "unknown a=1", "")
    assert lines[0].startswith(f"id name=plyground version={pg.__version__}")
    assert lines[-3:] == ["wait", "ready", "pong"]
    moves = '"32-28 19-23 28x19x23"'
    [info, done] = answers(f"pos pos={START} moves={moves}", "level depth=2", "go think")
    assert info.startswith("info depth=2 score=")
    assert done in ("done move=13x24x19", "done move=14x23x19")
    for level in ("level move-time=0.2", "level moves=5 time=2 inc=0.1", "level nodes=20", "level infinite"):
        go = ["go analyze", "stop"] if "infinite" in level else ["go think"]
        assert answers(f"pos pos={START}", level, *go, agent="mcts:9")[-1].startswith("done move=")


def test_the_server_reports_errors_and_goes_on() -> None:
    for command, problem in [
        ("pos pos=Wx", "pos must be W or B and 50 letters"),
        (f"pos pos={START} moves=32-38", "'32-38' is not a legal move; legal: 31-26"),
        ("set-param name=agent value=bad", "agent 'bad' does not exist"),
        ("level depth=x", "invalid literal"),
        ('pos pos="', "No closing quotation"),
    ]:
        [line] = answers(command)
        assert line.startswith('error message="')
        assert problem in line
    assert "send pos first" in answers("pos pos=Wx", "go think")[1]


def test_positions_and_moves_are_read_and_written() -> None:
    assert read_position(START).fen == pg.game("international-draughts").start().fen
    state = read_position(f"W{11 * 'e'}B{9 * 'e'}b{5 * 'e'}w{21 * 'e'}W".ljust(51, "e"))
    for text, steps in state.legal_turns().items():
        again = state.copy()
        apply_move(again, move_text(state, steps))
        state_after = state.copy()
        state_after.apply_turn(text)
        assert again == state_after
