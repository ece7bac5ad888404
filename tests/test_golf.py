"""Chess Golf: the solver, holes of a difficulty, puzzles at the terminal, and courses for one wherever games are played."""

import doctest
import io
import pickle
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import commands
import plyground as pg
from plyground import golf
from plyground.cli import main

BOARD = "2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2"
FIRST = golf.Hole(BOARD, "Kb")
COURSES = ["chess-golf", "chess-golf-solo", "chess-golf-solo-3"]
HARD = golf.Hole("3R2b1/1Q3K1N/3R4/b5n1/N6B/3n2k1/1B2q2r/1r6", "bb")


def moves(state: pg.State) -> list[str]:
    return [step for step in state.legal() if step != "pass"]


def plainly(state: pg.State, most: int) -> list[list[str]]:
    """All shortest lines of at most so many moves, by trying all moves breadth first."""
    layer: list[tuple[list[str], pg.State]] = [([], state)]
    for _ in range(most):
        reached: list[tuple[list[str], pg.State]] = []
        after: list[tuple[list[str], pg.State]] = []
        for line, at in layer:
            for step in moves(at):
                then = at.copy()
                then.apply(step)
                (reached if then.fen.split()[2] == "place" else after).append(([*line, step], then))
        if reached:
            return sorted(line for line, _ in reached)
        layer = after
    return []


def test_the_page_is_so() -> None:
    text = (Path(__file__).parent.parent / "docs" / "golf.md").read_text(encoding="utf-8")
    examples = "\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, "golf.md", "golf.md", 0)
    runner = doctest.DocTestRunner()
    assert len(test.examples) > 8
    runner.run(test)
    assert not runner.failures
    assert not doctest.testmod(golf).failed


def test_lines_are_those_of_a_plain_search() -> None:
    for hole in golf.holes(12, moves=2, seed=3) + golf.holes(3, 3, par=2, seed=3):
        solution = golf.solve(hole, moves=2)
        expected = plainly(hole.start(), 2)
        assert solution.lines == expected
        assert solution.count == len(expected)
        assert solution.least == (len(expected[0]) if expected else None)
        assert hole.par == solution.least


def test_every_line_reaches_the_goal_and_none_is_there_twice() -> None:
    for hole in (FIRST, *golf.holes(5, 3, par=4, seed=2)):
        solution = golf.solve(hole, lines=10_000)
        assert solution.lines == sorted(solution.lines)
        assert len({tuple(line) for line in solution.lines}) == len(solution.lines) == solution.count
        for line in solution.lines:
            assert len(line) == solution.least
            assert golf.check(hole, line) == ""
            state = hole.start()
            for step in line:
                state.apply(step)
            assert state.fen.split()[2] == "place"


def test_limits() -> None:
    few = golf.solve(HARD, moves=3)
    assert (few.least, few.more_than, few.why, few.lines, few.label) == (None, 3, "moves", [], "more than 3")
    little = golf.solve(HARD, memory=1)
    assert little.why == "memory"
    assert 0 < little.more_than < 5
    assert golf.solve(HARD, lines=0).count == 0
    some, every = golf.solve(FIRST, lines=3), golf.solve(FIRST)
    assert some.lines == every.lines[:3]
    assert some.count == every.count == len(every.lines)
    hopeless = golf.solve(golf.Hole("7k/8/8/8/8/8/8/RB6", "RB"), moves=60)
    assert hopeless.least is not None


def test_states_are_solved_from_where_they_stand() -> None:
    for id in COURSES:
        state = pg.game(id).start(3)
        with pytest.raises(ValueError, match="must be drawn first"):
            golf.solve(state)
        while state.actor == -2:
            state.apply(state.chance()[0][0])
        solution = golf.solve(state)
        if id == "chess-golf":
            state.apply("bid:10")
            state.apply("bid:9")
        assert golf.solve(state) == solution
        assert solution.least is not None
        for done, step in enumerate(solution.lines[-1]):
            assert golf.solve(state).least == solution.least - done
            state.apply(step)
        with pytest.raises(ValueError, match="put back"):
            golf.solve(state)
    state = pg.game("chess-golf").start(1)
    state.play_random(1)
    with pytest.raises(ValueError, match="course is over"):
        golf.solve(state)


def test_holes_are_the_same_for_the_same_seed() -> None:
    made = golf.holes(20, seed=5)
    assert made == golf.holes(20, seed=5)
    assert golf.holes(10, seed=5) == made[:10]
    assert made != golf.holes(20, seed=6)
    assert {len(hole.cards) for hole in golf.holes(5, 4, moves=4)} == {4}
    assert {hole.par for hole in golf.holes(4, par=4)} == {4}
    assert {hole.par for hole in golf.holes(6, par=(3, 5))} <= {3, 4, 5}
    for hole in golf.holes(20, moves=1):
        assert hole.par in (None, 1)
        assert hole.label == ("more than 1" if hole.par is None else "1")
    assert pickle.loads(pickle.dumps(made)) == made


def test_holes_can_be_played() -> None:
    state = FIRST.start()
    assert (state.fen.split()[0], state.actor, state.game.id) == (BOARD, 0, "chess-golf-solo")
    assert golf.Hole(BOARD, "bK") == FIRST
    five = golf.holes(1, 5, moves=4)[0].start()
    five.play_random(1)
    assert five.reason == "course"


def test_lines_are_checked() -> None:
    assert golf.check(FIRST, []) == "Kb"
    assert golf.check(FIRST, ["e5g6", "g6h5"]) == "Kb"
    for line, reason in [
        (["e5e6"], r"move 1: 'e5e6' is not legal: the piece on e5 can only move like its neighbors: knight \(d6\) \(7A.2\)"),
        (["e5g6", "a2a3"], "move 2: .*no neighbor of its color"),
        (["e5g6", "g6h5", "h5h2", "h2h1"], "move 4: the goal was reached by the 3 before it"),
        (["e9"], "expected two cells"),
    ]:
        with pytest.raises(pg.IllegalStep, match=reason):
            golf.check(FIRST, line)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: golf.Hole("8/8/8/8/8/8/8/8", "Kb"), pg.BadPosition, "fewer pieces K"),
        (lambda: golf.Hole(BOARD, "K"), pg.BadPosition, "two cards at least"),
        (lambda: golf.Hole(BOARD, "KK"), pg.BadPosition, "expected letters of the cards"),
        (lambda: golf.Hole("nonsense", "Kb"), pg.BadPosition, "8 ranks"),
        (lambda: golf.Hole("P7/8/8/8/8/8/8/8", "Kb"), pg.BadPosition, "no pawns"),
        (lambda: golf.Hole(3, "Kb"), TypeError, "board must be"),  # type: ignore[arg-type]
        (lambda: golf.solve(BOARD), TypeError, "a hole is a"),  # type: ignore[arg-type]
        (lambda: golf.solve(pg.game("chess").start()), ValueError, "chess is no game of Chess Golf"),
        (lambda: golf.solve(FIRST, moves=-1), ValueError, "from 0"),
        (lambda: golf.solve(FIRST, moves=101), ValueError, "moves must be from 0 to 100"),
        (lambda: golf.solve(FIRST, lines=10**9), ValueError, "lines must be from 0 to 1000000"),
        (lambda: golf.solve(FIRST, memory=2**40), ValueError, "memory must be from 0"),
        (lambda: golf.holes(1, 1), ValueError, "2 to 16 cards"),
        (lambda: golf.holes(1, 17), ValueError, "2 to 16 cards"),
        (lambda: golf.holes(1, 4, par=2), ValueError, "takes 3 moves at least"),
        (lambda: golf.holes(1, par=0), ValueError, "par is a number from 1"),
        (lambda: golf.holes(1, par=(5, 3)), ValueError, "par is a number from 1"),
        (lambda: golf.holes(1, par=(3, 4, 5)), ValueError, "par is a number from 1"),  # type: ignore[arg-type]
        (lambda: golf.holes(9, par=1, tries=3), ValueError, "of 9 holes of par 1 were found in 3 tries"),
        (lambda: golf.holes(-1), ValueError, "from 0"),
    ],
)
def test_wrong_input_is_refused(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_a_thousand_holes_are_labelled_in_a_minute() -> None:
    began = time.process_time()
    made = golf.holes(1000, moves=6, seed=11)
    assert time.process_time() - began < 60
    assert sum(hole.par is not None for hole in made) > 990
    assert all(hole.more_than == (6 if hole.par is None else hole.par - 1) for hole in made)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_it_can_be_interrupted() -> None:
    program = "import plyground as pg; print('ready', flush=True); pg.golf.holes(10, par=30, moves=40, cards=2)"
    run = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout is not None
    assert run.stdout.readline() == "ready\n"
    time.sleep(0.5)
    run.send_signal(signal.SIGINT)
    _, error = run.communicate(timeout=20)
    assert "KeyboardInterrupt" in error


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    return commands.printed(capsys, "golf", *arguments)


OWN = ("--board", BOARD, "--chosen", "Kb")


def test_a_puzzle_is_set_and_solved(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    out = printed(capsys, *OWN, "--line", "e5g6 g6h5 h5h2")
    assert FIRST.text() in out
    assert "chosen: Kb (white king, black bishop)" in out
    assert "par: 3" in out
    assert "3 moves: you reached the goal, in par" in out
    assert "20 shortest lines, of 3:\nb3a3 b5b1 a2h2\n" in out.split("in par")[1]
    assert out.endswith("and 10 more\n")
    assert "7A.2" in printed(capsys, *OWN, "--line", "e5g6, a2a3")
    assert "the cards left are Kb" in printed(capsys, *OWN, "--line", "e5g6")
    assert "2 over par" in printed(capsys, *OWN, "--line", "b3a3 a3b3 e5g6 g6h5 h5h2")
    assert "shortest lines, of 3:" in printed(capsys, *OWN, "--show")

    monkeypatch.setattr("sys.stdin", io.StringIO("\ne5e6\ne5g6 g6h5\ne5g6 g6h5 h5h2\n"))
    out = printed(capsys, *OWN)
    assert out.index("can only move like") < out.index("not reached") < out.index("in par") < out.index("shortest lines")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert "shortest" not in printed(capsys, *OWN)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert "shortest" not in printed(capsys, *OWN)
    monkeypatch.setattr("sys.stdin", io.StringIO("show\n"))
    assert "shortest" in printed(capsys, *OWN)


def test_puzzles_are_made_by_chance(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "--seed", "4", "--par", "4", "--show")
    [hole] = golf.holes(1, par=4, seed=4)
    assert hole.text() in out
    assert "par: 4" in out
    assert "hole 4 " in out
    assert "par: " in printed(capsys, "--show")
    assert re.search(r"par: [3-5]$", printed(capsys, "--par", "3-5", "--cards", "3", "--show"), re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--par", "few"], "a number of moves as in 3"),
        (["--par", "5-3"], "par is a number from 1"),
        (["--cards", "1"], "2 to 16 cards"),
        (["--board", BOARD], "--board and --chosen"),
        ([*OWN, "--par", "3"], "no use for --par"),
        ([*OWN[:3], "KK"], "expected letters of the cards"),
    ],
)
def test_the_command_refuses(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main(["golf", *arguments, "--show"]) == 2
    assert message in capsys.readouterr().err


def test_courses_for_one_are_studied_and_played_by_agents() -> None:
    solo = pg.game("chess-golf-solo")
    assert (solo.seats, solo.info.scores.kind, solo.info.scores.least, solo.info.scores.most) == (1, "strokes", -99, -9)
    assert pg.info("chess-golf-solo-3").scores.most == -18
    run = pg.playouts("chess-golf-solo", 500)
    assert set(run.endings) == {"course"}
    assert run.returns.min() >= -99
    assert run.returns.max() <= -9
    report = pg.study.scores("chess-golf-solo", games=300)
    assert 9 <= report.rows[0].score <= 99
    for agent in ("greedy", "ab:2", "mcts:20"):
        played = pg.matches("chess-golf-solo", agent, 4)
        assert played.returns.shape == (4, 1)
    assert pg.matches("chess-golf", ["mcts:20", "random"], 4).returns.sum() == 0


def test_hidden_bids_are_not_told() -> None:
    state = pg.game("chess-golf").start(2)
    while state.actor == -2:
        state.apply(state.chance()[0][0])
    assert state.commits
    other = state.copy()
    state.apply("bid:3")
    other.apply("bid:7")
    assert state.view(1) == other.view(1)
    assert state.view(0) != other.view(0)
    assert (state.observe(1) == other.observe(1)).all()
    assert state.text(1) == other.text(1)
    assert "hidden" in state.text(1)
    assert "red's bid: 3" in state.text(0)
