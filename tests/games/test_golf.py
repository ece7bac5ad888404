"""Tests of Chess Golf: the solver, generated holes, `plyground golf`, and courses for one player."""

import doctest
import io
import pickle
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

import commands
import plyground as pg
from plyground import golf
from plyground.cli import main
from repository import ROOT

BOARD = "2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2"
FIRST = golf.Hole(BOARD, "Kb")
COURSES = ["chess-golf", "chess-golf-solo", "chess-golf-solo-3"]
HARD = golf.Hole("3R2b1/1Q3K1N/3R4/b5n1/N6B/3n2k1/1B2q2r/1r6", "bb")


def moves(state: pg.State) -> list[str]:
    return [step for step in state.legal_steps() if step != "pass"]


def breadth_first_lines(state: pg.State, max_moves: int) -> list[list[str]]:
    """Return all shortest lines of at most ``max_moves`` moves by a breadth-first search."""
    layer: list[tuple[list[str], pg.State]] = [([], state)]
    for _ in range(max_moves):
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


def test_examples_of_the_page_and_docstrings() -> None:
    text = (ROOT / "docs" / "golf.md").read_text(encoding="utf-8")
    examples = "\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, "golf.md", "golf.md", 0)
    runner = doctest.DocTestRunner()
    assert len(test.examples) > 8
    runner.run(test)
    assert not runner.failures
    assert not doctest.testmod(golf).failed


def test_lines_equal_those_of_breadth_first_search() -> None:
    for hole in golf.holes(12, max_moves=2, seed=3) + golf.holes(3, 3, par=2, seed=3):
        solution = golf.solve(hole, max_moves=2)
        expected = breadth_first_lines(hole.start(), 2)
        assert solution.lines == expected
        assert solution.num_lines == len(expected)
        assert solution.par == (len(expected[0]) if expected else None)
        assert hole.par == solution.par


def test_lines_are_distinct_and_reach_the_goal() -> None:
    for hole in (FIRST, *golf.holes(5, 3, par=4, seed=2)):
        solution = golf.solve(hole, max_lines=10_000)
        assert solution.lines == sorted(solution.lines)
        assert len({tuple(line) for line in solution.lines}) == len(solution.lines) == solution.num_lines
        for line in solution.lines:
            assert len(line) == solution.par
            assert golf.check(hole, line) == ""
            state = hole.start()
            for step in line:
                state.apply(step)
            assert state.fen.split()[2] == "place"


def test_limits() -> None:
    few = golf.solve(HARD, max_moves=3)
    assert (few.par, few.more_than, few.stop_reason, few.lines, few.label) == (None, 3, "moves", [], "more than 3")
    little = golf.solve(HARD, memory_mib=1)
    assert little.stop_reason == "memory"
    assert 0 < little.more_than < 5
    assert golf.solve(HARD, max_lines=0).num_lines == 0
    some, every = golf.solve(FIRST, max_lines=3), golf.solve(FIRST)
    assert some.lines == every.lines[:3]
    assert some.num_lines == every.num_lines == len(every.lines)
    long = golf.solve(golf.Hole("7k/8/8/8/8/8/8/RB6", "RB"), max_moves=60)
    assert long.par is not None


def test_states_are_solved_from_their_position() -> None:
    for id in COURSES:
        state = pg.game(id).start(3)
        with pytest.raises(ValueError, match="must be drawn first"):
            golf.solve(state)
        while state.current_player == -2:
            state.apply(state.chance_outcomes()[0][0])
        solution = golf.solve(state)
        if id == "chess-golf":
            state.apply("bid:10")
            state.apply("bid:9")
        assert golf.solve(state) == solution
        assert solution.par is not None
        for done, step in enumerate(solution.lines[-1]):
            assert golf.solve(state).par == solution.par - done
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
    assert {len(hole.cards) for hole in golf.holes(5, 4, max_moves=4)} == {4}
    assert {hole.par for hole in golf.holes(4, par=4)} == {4}
    assert {hole.par for hole in golf.holes(6, par=(3, 5))} <= {3, 4, 5}
    for hole in golf.holes(20, max_moves=1):
        assert hole.par in (None, 1)
        assert hole.label == ("more than 1" if hole.par is None else "1")
    assert pickle.loads(pickle.dumps(made)) == made


def test_holes_can_be_played() -> None:
    state = FIRST.start()
    assert (state.fen.split()[0], state.current_player, state.game.id) == (BOARD, 0, "chess-golf-solo")
    assert golf.Hole(BOARD, "bK") == FIRST
    five = golf.holes(1, 5, max_moves=4)[0].start()
    five.play_random(1)
    assert five.reason == "course"


def test_lines_are_checked() -> None:
    assert golf.check(FIRST, []) == "Kb"
    assert golf.check(FIRST, ["e5g6", "g6h5"]) == "Kb"
    for line, reason in [
        (
            ["e5e6"],
            r"move 1: 'e5e6' is not legal: the piece on e5 can only move like its neighbors: knight \(d6\) \(7A.2\)",
        ),
        (["e5g6", "a2a3"], "move 2: .*no neighbor of its color"),
        (["e5g6", "g6h5", "h5h2", "h2h1"], "move 4: the goal is already reached after move 3"),
        (["e9"], "expected two cells"),
    ]:
        with pytest.raises(pg.IllegalStep, match=reason):
            golf.check(FIRST, line)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: golf.Hole("8/8/8/8/8/8/8/8", "Kb"), pg.BadPosition, "fewer pieces K"),
        (lambda: golf.Hole(BOARD, "K"), pg.BadPosition, "expected at least two cards"),
        (lambda: golf.Hole(BOARD, "KK"), pg.BadPosition, "expected letters of the cards"),
        (lambda: golf.Hole("nonsense", "Kb"), pg.BadPosition, "8 ranks"),
        (lambda: golf.Hole("P7/8/8/8/8/8/8/8", "Kb"), pg.BadPosition, "no pawns"),
        (lambda: golf.Hole(3, "Kb"), TypeError, "board must be"),  # type: ignore[arg-type]
        (lambda: golf.solve(BOARD), TypeError, "hole must be a .*, got str"),  # type: ignore[arg-type]
        (
            lambda: golf.solve(pg.game("chess").start()),
            ValueError,
            "only variants of Chess Golf have holes to solve, got chess",
        ),
        (lambda: golf.solve(FIRST, max_moves=-1), ValueError, "from 0"),
        (lambda: golf.solve(FIRST, max_moves=101), ValueError, "max_moves must be from 0 to 100"),
        (lambda: golf.solve(FIRST, max_lines=10**9), ValueError, "lines must be from 0 to 1000000"),
        (lambda: golf.solve(FIRST, memory_mib=2**40), ValueError, "memory.* must be from 0"),
        (lambda: golf.holes(1, 1), ValueError, "cards must be from 2 to 16"),
        (lambda: golf.holes(1, 17), ValueError, "cards must be from 2 to 16"),
        (lambda: golf.holes(1, "2"), TypeError, "cards must be an integer, got str"),  # type: ignore[arg-type]
        (lambda: golf.holes(1, par="3"), TypeError, "par must be a positive integer or a range"),  # type: ignore[arg-type]
        (lambda: golf.holes(1, 4, par=2), ValueError, "par must be at least 3 for holes of 4 cards, got 2"),
        (lambda: golf.holes(1, par=0), ValueError, "par must be a positive integer or a range"),
        (lambda: golf.holes(1, par=(5, 3)), ValueError, "par must be a positive integer or a range"),
        (lambda: golf.holes(1, par=(3, 4, 5)), ValueError, "par must be a positive integer or a range"),  # type: ignore[arg-type]
        (lambda: golf.holes(9, par=1, max_tries=3), ValueError, "of 9 holes with par 1 in 3 tries"),
        (lambda: golf.holes(-1), ValueError, "from 0"),
    ],
)
def test_invalid_arguments(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_a_thousand_holes_take_less_than_a_minute() -> None:
    began = time.process_time()
    made = golf.holes(1000, max_moves=6, seed=11)
    assert time.process_time() - began < 60
    assert sum(hole.par is not None for hole in made) > 990
    assert all(hole.more_than == (6 if hole.par is None else hole.par - 1) for hole in made)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends interrupts in another way")
def test_interrupts() -> None:
    program = "import plyground as pg; print('ready', flush=True); pg.golf.holes(10, par=30, max_moves=40, cards=2)"
    run = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout is not None
    assert run.stdout.readline() == "ready\n"
    time.sleep(0.5)
    run.send_signal(signal.SIGINT)
    _, error = run.communicate(timeout=20)
    assert "KeyboardInterrupt" in error


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run `plyground golf` and return its output."""
    return commands.output(capsys, "golf", *arguments)


POSITION = ("--board", BOARD, "--drawn", "Kb")


def test_puzzle_from_a_position(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    out = output(capsys, *POSITION, "--line", "e5g6 g6h5 h5h2")
    assert FIRST.text() in out
    assert "drawn cards: Kb (white king, black bishop)" in out
    assert "par: 3" in out
    assert "3 moves: goal reached, at par" in out
    assert "20 shortest lines of 3 moves:\nb3a3 b5b1 a2h2\n" in out.split("at par")[1]
    assert out.endswith("and 10 more\n")
    assert "7A.2" in output(capsys, *POSITION, "--line", "e5g6, a2a3")
    assert "1 move: goal not reached, cards left: Kb" in output(capsys, *POSITION, "--line", "e5g6")
    assert "2 over par" in output(capsys, *POSITION, "--line", "b3a3 a3b3 e5g6 g6h5 h5h2")
    assert "shortest lines of 3 moves:" in output(capsys, *POSITION, "--solution")

    monkeypatch.setattr("sys.stdin", io.StringIO("\ne5e6\ne5g6 g6h5\ne5g6 g6h5 h5h2\n"))
    out = output(capsys, *POSITION)
    assert (
        out.index("can only move like") < out.index("not reached") < out.index("at par") < out.index("shortest lines")
    )
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert "shortest" not in output(capsys, *POSITION)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert "shortest" not in output(capsys, *POSITION)
    monkeypatch.setattr("sys.stdin", io.StringIO("show\n"))
    assert "shortest" in output(capsys, *POSITION)


def test_random_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "--seed", "4", "--par", "4", "--solution")
    [hole] = golf.holes(1, par=4, seed=4)
    assert hole.text() in out
    assert "par: 4" in out
    assert "hole 4; to see it again: plyground golf --par 4 --seed 4\n" in out
    assert "par: " in output(capsys, "--solution")
    assert re.search(r"par: [3-5]$", output(capsys, "--par", "3-5", "--cards", "3", "--solution"), re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--par", "few"], "a range such as 3-5, got 'few'"),
        (["--par", "5-3"], "a range such as 3-5, got '5-3'"),
        (["--cards", "1"], "cards must be from 2 to 16"),
        (["--board", BOARD], "--board and --drawn must be given together"),
        ([*POSITION, "--par", "3"], "--par cannot be combined with --board"),
        ([*POSITION[:3], "KK"], "expected letters of the cards"),
    ],
)
def test_errors_of_the_command(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main(["golf", *arguments, "--solution"]) == 2
    assert message in capsys.readouterr().err


def test_studies_and_agents_in_courses_for_one_player() -> None:
    solo = pg.game("chess-golf-solo")
    assert (solo.num_seats, solo.info.scoring.kind, solo.info.scoring.min_return, solo.info.scoring.max_return) == (
        1,
        "strokes",
        -99,
        -9,
    )
    assert pg.info("chess-golf-solo-3").scoring.max_return == -18
    run = pg.playouts("chess-golf-solo", 100)
    assert set(run.reason_counts) == {"course"}
    assert run.returns.min() >= -99
    assert run.returns.max() <= -9
    report = pg.study.scores("chess-golf-solo", games=30)
    assert 9 <= report.rows[0].score <= 99
    for agent in ("greedy", "ab:2", "mcts:20"):
        # A search of depth 2 takes long for a whole course.
        played = pg.matches("chess-golf-solo", agent, 2, max_steps=12)
        assert played.returns.shape == (2, 1)
        assert (played.steps == 12).all()
    assert pg.matches("chess-golf-solo", "mcts:20", 2).reason_counts == {"course": 2}
    assert pg.matches("chess-golf", ["mcts:20", "random"], 4).returns.sum() == 0


def test_bids_are_hidden() -> None:
    state = pg.game("chess-golf").start(2)
    while state.current_player == -2:
        state.apply(state.chance_outcomes()[0][0])
    assert state.is_simultaneous
    other = state.copy()
    state.apply("bid:3")
    other.apply("bid:7")
    assert state.observation_string(1) == other.observation_string(1)
    assert state.observation_string(0) != other.observation_string(0)
    assert (state.observe(1) == other.observe(1)).all()
    assert state.text(1) == other.text(1)
    assert "hidden" in state.text(1)
    assert "red's bid: 3" in state.text(0)
