"""Engines that speak UCI: as agents, with all that can go wrong; and the server that makes an agent an engine."""

import io
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import plyground as pg
from commands import error_line
from engines import find_engine, needs
from plyground.cli import main
from plyground.protocols.limits import Limits, seconds_for_move
from plyground.protocols.search import Searcher
from plyground.protocols.uci import UciServer
from plyground.ui.session import Session
from repository import FAKE_ENGINE

FAKE = FAKE_ENGINE
WAIT = 10.0


def engine(spec: str) -> pg.Agent:
    """Return the agent of a text, which is one of the core."""
    agent = pg.agent(spec)
    assert isinstance(agent, pg.Agent)
    return agent


def fake(mode: str, *settings: str, log: Path | None = None) -> str:
    """Return the text of the agent with the engine that fails on request."""
    arguments = ["-S", str(FAKE), mode, *([] if log is None else [str(log)])]
    return ",".join([f"uci:{sys.executable}", *(settings or ["nodes=5"]), *(f"arg={text}" for text in arguments)])


def server(*arguments: str) -> str:
    """Return the text of the agent with plyground itself as the engine."""
    return ",".join([f"uci:{sys.executable}", *(f"arg={text}" for text in ("-m", "plyground", "uci", *arguments))])


def eventually(condition: Callable[[], bool]) -> bool:
    """Return whether a condition holds soon."""
    end = time.monotonic() + WAIT
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


def is_running(process: int) -> bool:
    """Return whether a process exists."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def processes(log: Path) -> list[int]:
    """Return the process ids of a log."""
    return [int(line.split()[1]) for line in log.read_text().splitlines() if line.startswith("process ")]


def test_the_text_is_read_and_written() -> None:
    agent = engine("uci:stockfish,timeout=30,depth=3,nodes=5,Skill Level=2")
    assert agent.spec == "uci:stockfish,nodes=5,depth=3,Skill Level=2"
    assert agent == engine(agent.spec) == pickle.loads(pickle.dumps(agent))
    for spec, problem in [
        ("uci:stockfish", "needs a limit: add nodes=N, movetime=MILLISECONDS or depth=N"),
        ("uci:stockfish,nodes=-1", "nodes must be an integer from 1 to 1000000000000, got '-1'"),
        ("uci:stockfish,nodes=5,UCI_Chess960=true", "UCI_Chess960 cannot be set, it follows from the game"),
        ("ucci:stockfish,nodes=5", "did you mean uci:PROGRAM,nodes=N?"),
    ]:
        with pytest.raises(ValueError, match=problem.replace("?", r"\?")):
            engine(spec)


def test_games_of_other_rules_are_refused_before_anything_starts() -> None:
    agent = engine("uci:no-such-engine,nodes=5")
    agent.check_plays("chess")
    agent.check_plays(pg.game("chess960", castling=False))
    problem = "plays only chess and chess960, got cylindrical-chess"
    with pytest.raises(ValueError, match=problem):
        agent.check_plays("cylindrical-chess")
    with pytest.raises(ValueError, match=problem):
        agent.choose(pg.game("cylindrical-chess").start())
    with pytest.raises(ValueError, match=problem):
        pg.matches("cylindrical-chess", ["random", agent], 2)
    with pytest.raises(ValueError, match=problem):
        agent.check_plays(pg.game("chess", cylinder=True))
    with pytest.raises(ValueError, match="plays only chess and chess960, got stax"):
        Session(pg.game("stax").start(), [None, agent])


@pytest.mark.parametrize(
    ("mode", "timeout", "problem"),
    [
        ("crash", 60, r"ended \(exit status: 3\) and wrote 'a bad thing happened' before it answered 'go nodes 5'"),
        ("hang", 2, r"did not answer 'go nodes 5' within 2 s; raise the limit with timeout=SECONDS"),
        ("mute", 0.4, r"did not answer 'uci' within 0.4 s"),
        ("illegal", 60, "answered 'bestmove e2e5', which is not a legal move"),
        ("none", 60, r"answered 'bestmove \(none\)', which is not a legal move"),
    ],
)
def test_a_failure_names_the_agent_the_position_and_the_problem(
    mode: str, timeout: float, problem: str, tmp_path: Path
) -> None:
    log, state = tmp_path / "log", pg.game("chess").start()
    spec = fake(mode, "nodes=5", f"timeout={timeout}", log=log)
    agent = engine(spec)
    with pytest.raises(pg.EngineFailure, match=problem) as caught:
        agent.choose(state)
    assert f"agent '{agent.spec}' failed in the position '{state.fen}'" in str(caught.value)
    with pytest.raises(pg.EngineFailure, match=problem):
        pg.matches("chess", [agent, "random"], 8)
    # Nothing is left running, although the agent still exists.
    assert not any(map(is_running, processes(log)))


def test_control_characters_of_an_engine_do_not_reach_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    line = error_line(capsys, ["analyze", "chess", "--agent", fake("escape")])
    assert r"answered 'bestmove \x1b[2Je2e4'" in line


def test_a_failure_ends_a_match_with_a_network_too() -> None:
    network = pg.neural_agent(lambda _, masks: (masks, masks[:, 0] * 0.0), 4)
    with pytest.raises(pg.EngineFailure, match="not a legal move"):
        pg.matches("chess", [network, fake("illegal")], 4, max_steps=4)


def test_a_program_that_cannot_be_started() -> None:
    state = pg.game("chess").start()
    for program, problem in [
        ("no-such-engine", r"'no-such-engine' cannot be started \(.*\); install it, or give its path"),
        (str(FAKE.parent), "cannot be started"),
        ("true", "closed its output|ended"),
    ]:
        with pytest.raises(pg.EngineFailure, match=problem):
            engine(f"uci:{program},nodes=5").choose(state)
    with pytest.raises(pg.EngineFailure):
        Session(state, ["uci:no-such-engine,nodes=5", None]).play_agents()
    assert main(["play", "chess", "--seat", "none", "--opponent", "uci:no-such-engine,nodes=5"]) == 2


def test_options_are_checked_by_what_the_engine_declares(tmp_path: Path) -> None:
    state, log = pg.game("chess").start(), tmp_path / "log"
    settings = ["nodes=5", "hash=4", "Skill_Level=3", "Style=Wild and Odd", "Clear Hash=", "Ponder=true"]
    assert state.step_of(engine(fake("play", *settings, log=log)).choose(state)) == "e2e4"
    sent = [line for line in log.read_text().splitlines() if line.startswith("setoption")]
    assert sent == [
        "setoption name Hash value 4",
        "setoption name Skill Level value 3",
        "setoption name Style value Wild and Odd",
        "setoption name Clear Hash",
        "setoption name Ponder value true",
    ]
    for setting, problem in [
        ("Hash=65", "the option Hash of the engine must be from 1 to 64, got '65'"),
        ("Hash=big", "must be from 1 to 64, got 'big'"),
        ("Ponder=yes", "must be true or false, got 'yes'"),
        ("Style=Odd", "must be one of Solid, Wild and Odd, got 'Odd'"),
        ("Hesh=1", "the engine has no option 'Hesh'; the nearest of its 5 options are Hash, "),
    ]:
        with pytest.raises(pg.EngineFailure, match=problem):
            engine(fake("play", "nodes=5", setting)).choose(state)
    with pytest.raises(pg.EngineFailure, match="cannot play chess960, since it has no option UCI_Chess960"):
        engine(fake("play")).choose(pg.game("chess960").start())


def test_the_engine_gets_the_position_with_its_history_and_the_limits(tmp_path: Path) -> None:
    state, log = pg.game("chess").start(), tmp_path / "log"
    for step in ["e2e4", "e7e5", "g1f3", "b8c6", "f3g1", "c6b8"]:
        state.apply(step)
    with pytest.raises(pg.EngineFailure, match="'bestmove e2e4 ponder e7e5', which is not a legal move"):
        engine(fake("play", "nodes=9", "movetime=20", "depth=3", log=log)).choose(state)
    lines = log.read_text().splitlines()
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert lines[1:] == [
        "uci",
        "isready",
        "ucinewgame",
        "isready",
        f"position fen {fen} moves g1f3 b8c6 f3g1 c6b8",
        "go nodes 9 movetime 20 depth 3",
        "quit",
    ]


def test_analysis_has_the_variations_of_the_engine() -> None:
    found = engine(fake("play")).analyze(pg.game("chess").start())
    assert [step.step for step in found.steps if step.value is not None] == ["e2e4", "f2f3"]
    assert len(found.steps) == 20
    assert found.steps[1].value == -1.0
    assert found.values is not None
    assert found.values == (found.steps[0].value, -found.values[0])
    assert 0 < found.values[0] < 0.5
    assert (found.nodes, found.simulations) == (8, None)
    assert (found.pv, found.depth) == (("e2e4", "e7e5"), 1)


def test_garbage_is_ignored() -> None:
    state = pg.game("chess").start()
    assert state.step_of(engine(fake("garbage")).choose(state)) == "g1f3"


def test_a_search_can_be_stopped(tmp_path: Path) -> None:
    state, log = pg.game("chess").start(), tmp_path / "log"
    start = time.monotonic()
    stopped = engine(fake("stop", log=log)).choose(state, should_stop=lambda: time.monotonic() > start + 0.3)
    assert state.step_of(stopped) == "d2d4"
    # An engine that does not stop is ended, and the choice is any legal step.
    assert engine(fake("hang", log=log)).choose(state, should_stop=lambda: True) in state.legal_actions()
    assert time.monotonic() - start < WAIT
    assert eventually(lambda: not any(map(is_running, processes(log))))


def test_the_process_is_used_again_and_ends_with_the_agent(tmp_path: Path) -> None:
    state, log = pg.game("chess").start(), tmp_path / "log"
    agent = engine(fake("play", log=log))
    assert not log.exists()
    assert agent.choose(state) == agent.choose(state)
    [process] = processes(log)
    assert is_running(process)
    del agent
    assert eventually(lambda: not is_running(process))


@needs("stockfish")
@needs("fairy-stockfish")
@pytest.mark.parametrize("id", ["chess", "chess960"])
def test_engines_play_each_other_by_the_same_rules(id: str) -> None:
    agents = ["uci:stockfish,nodes=60", "uci:fairy-stockfish,nodes=60"]
    run = pg.matches(id, agents, 4, seed=3, openings=6, record=True, max_steps=100)
    assert run == pg.matches(id, agents, 4, seed=3, openings=6, record=True, max_steps=100, threads=1)
    assert len({tuple(run.state(game).steps) for game in range(4)}) > 2
    # Without castling the positions of chess have no rights, so the same engines play it.
    assert len(pg.matches(pg.game(id, castling=False), agents, 2, max_steps=20)) == 2


@needs("stockfish")
def test_a_real_engine_plays_in_sessions_and_studies() -> None:
    spec = "uci:stockfish,nodes=500"
    state = pg.game("chess").from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1 -")
    found = engine(spec).analyze(state)
    assert (found.step, found.values) == ("a1a8", (1.0, -1.0))
    table = pg.study.match("chess", [spec, "random"], games=2, seed=0)
    assert table.rows[0].agent == spec
    session = Session(pg.game("chess").start(), [None, spec])
    session.apply("e2e4")
    session.play_agents()
    assert len(session.state.steps) == 2
    with pytest.raises(pg.EngineFailure, match="UCI_Elo of the engine must be from "):
        engine(f"{spec},UCI_LimitStrength=true,UCI_Elo=1").choose(state)


@pytest.mark.parametrize(
    "program", [pytest.param(name, marks=needs(name)) for name in ("stockfish", "fairy-stockfish")]
)
@pytest.mark.parametrize(
    ("id", "fen"),
    [
        ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        ("chess", "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"),
        ("chess960", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"),
        ("chess960", "1r1k1r2/8/8/8/8/8/8/RR1K3R w Hbf - 0 1"),
    ],
)
def test_engines_count_the_same_positions(id: str, fen: str, program: str) -> None:
    """The engine has the same steps as plyground, and the same number of positions after three of them."""
    state = pg.game(id).from_epd(fen)[0]
    commands = f"setoption name UCI_Chess960 value {'true' if id == 'chess960' else 'false'}\n"
    commands += f"position fen {state.chess_fen()}\ngo perft 3\nquit\n"
    output = subprocess.run(
        [str(find_engine(program))], input=commands, capture_output=True, text=True, check=True
    ).stdout
    counts = dict(line.split(": ") for line in output.splitlines() if ": " in line and "info" not in line)
    assert int(counts.pop("Nodes searched")) == state.perft(3)
    assert counts.keys() == set(state.legal_steps())


def test_a_report_does_not_start_an_engine(tmp_path: Path) -> None:
    spec = engine(fake("play")).spec
    # The only move that the engine knows is mate here.
    report = pg.study.balance("chess", games=1, agents=spec, start=["8/8/R7/5k2/8/8/4P2Q/4R1RK w - - 0 1 -"])
    report.save(tmp_path / "report.json")
    with pytest.raises(ValueError, match=r"the report names the engine 'uci:.*', a program on this machine"):
        pg.study.rerun(tmp_path / "report.json")
    assert pg.study.rerun(tmp_path / "report.json", agents={spec: spec}) == report
    # The program and its version are part of what a report records.
    print = engine(spec).fingerprint("chess")
    assert print == "Fake"
    assert report.study["fingerprints"]["agents"] == {spec: [print]}
    text = (tmp_path / "report.json").read_text()
    (tmp_path / "report.json").write_text(text.replace(print, "Fake 0.0"))
    with pytest.raises(
        pg.study.BadReport, match=r"behaves differently in this build \(fingerprint Fake, then Fake 0.0"
    ):
        pg.study.rerun(tmp_path / "report.json", agents={spec: spec})
    with pytest.raises(pg.EngineFailure, match="the program 'no-such-program' cannot be started"):
        pg.agent("uci:no-such-program,nodes=5").fingerprint("chess")


@needs("stockfish")
def test_a_study_by_an_engine_is_repeated() -> None:
    spec = "uci:stockfish,nodes=200"
    report = pg.study.balance("chess", agents=spec, games=6, openings=4)
    assert report.study["fingerprints"]["agents"][spec][0].startswith("Stockfish")
    assert pg.study.rerun(report, agents={spec: spec}, threads=1) == report


def answers(*commands: str, id: str = "chess", agent: str = "ab:2") -> list[str]:
    """Return what the server writes. A search ends before the next command."""
    output = io.StringIO()
    searcher = Searcher(agent, 0)
    server = UciServer(pg.game(id), searcher, output)
    for command in commands:
        server.answer(command)
        if command.startswith("go") and "infinite" not in command:
            searcher.wait()
    server.run(["quit\n"])
    return output.getvalue().splitlines()


def test_the_server_introduces_itself() -> None:
    lines = answers("uci", "isready", "unknown", "")
    assert lines[0] == f"id name plyground {pg.__version__} ab:2"
    assert "option name UCI_Variant type combo default chess var chess var chess960" in lines
    assert lines[-2:] == ["uciok", "readyok"]


def test_the_server_searches_positions() -> None:
    mate = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
    [info, best] = answers(mate, "go depth 2")
    assert info.startswith("info depth 2 score cp ")
    assert info.endswith(" pv a1a8")
    assert best == "bestmove a1a8"
    assert answers(f"{mate} moves a1a8", "go depth 1") == ["bestmove 0000"]
    assert answers("position startpos moves f2f3 e7e5 g2g4", "go movetime 400")[-1] == "bestmove d8h4"
    assert answers("position startpos", "go infinite", "stop", agent="mcts:50")[-1].startswith("bestmove ")
    castling = ["setoption name UCI_Chess960 value true", "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1"]
    assert answers(*castling, "go depth 1")[-1].startswith("bestmove e8")
    assert answers("position startpos", "go depth 1", id="cylindrical-chess")[-1].startswith("bestmove ")
    assert answers("setoption name Agent value random", "position startpos", "go")[-1].startswith("bestmove ")


def test_the_server_reports_errors_and_goes_on() -> None:
    for command, problem in [
        ("position fen nonsense", "the number of fields is 1"),
        ("position startpos moves e2e5", "e2e5"),
        ("position", "position must be startpos or fen"),
        ("setoption name Agent value bad", "agent 'bad' does not exist"),
        ("setoption name Hash value 5", "there is no option 'Hash'"),
    ]:
        [line] = answers(command)
        assert line.startswith("info string error: ")
        assert problem in line
    assert answers("position startpos moves e2e5", "go depth 1")[-1] == "bestmove 0000"
    assert "depth must be a positive integer, got 0" in answers("position startpos", "go depth 0")[0]
    failing = answers("position startpos", "go", agent="uci:no-such-engine,nodes=5")
    assert "cannot be started" in failing[0]
    assert failing[1] == "bestmove 0000"
    with pytest.raises(ValueError, match="without hidden information and chance, got masquerade-chess"):
        UciServer(pg.game("masquerade-chess"), Searcher("random", 0), io.StringIO())


def test_limits_select_the_settings_of_the_agent() -> None:
    assert Limits(depth=3).apply_to("ab:5,margin=0.5") == ("ab:3,margin=0.5", None)
    assert Limits(nodes=70, seconds=2.0).apply_to("mcts:200,cut=4") == ("mcts:70,cut=4", 2.0)
    assert Limits(depth=99).apply_to("ab:5") == ("ab:5", None)
    assert Limits(depth=3, seconds=0.1).apply_to("greedy") == ("greedy", 0.1)
    assert Limits().apply_to("ab:5") == ("ab:5", None)
    assert Limits(seconds=0.1).apply_to("ab:5,margin=0.5") == ("ab:ms=100,margin=0.5", None)
    assert Limits(nodes=70, seconds=0.1).apply_to("ab:ms=50") == ("ab:nodes=70", 0.1)
    assert Limits(seconds=0.1).apply_to("mcts:50,cut=1") == ("mcts:ms=100,cut=1", None)
    assert seconds_for_move(60, 1, None) == pytest.approx(2.8)
    assert seconds_for_move(60, 0, 2) == pytest.approx(30)
    assert seconds_for_move(0.5, 10, None) < 0.5
    assert seconds_for_move(0.01, 0, 1) == 0


def test_the_server_is_an_engine_for_the_agent() -> None:
    start = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
    run = pg.matches(
        "chess", [f"{server('--agent', 'ab:1')},depth=1", "random"], 2, start=start, max_steps=8, threads=1
    )
    assert len(run) == 2
    state = pg.game("chess960", position=0).start()
    chosen = engine(f"{server('--game', 'chess960')},depth=1,Agent=greedy").analyze(state)
    assert chosen.step in state.legal_steps()
