"""Tuned evaluations, and the strongest agent."""

import os
import re
from pathlib import Path

import pytest

import plyground as pg
from commands import output
from plyground.study.statistics.intervals import signed_elo
from plyground.tuning import Generation
from selection import runs_all

long = pytest.mark.skipif(not runs_all(), reason="these evaluations gain only in long searches: run with --all")


def test_a_tuned_evaluation_wins_at_equal_positions() -> None:
    run = pg.matches("english-draughts", ["ab:nodes=300,eval=tuned", "ab:nodes=300"], 60, seed=3, openings=6)
    assert run.returns[run.agent_indices == 0].mean() > 0.1


def test_a_tuned_evaluation_wins_among_three_sides() -> None:
    agents = ["mcts:150,cut=2,eval=tuned", "mcts:150,cut=2", "mcts:150,cut=2"]
    run = pg.matches("tri-chek-3", agents, 45, seed=3, openings=6)
    assert run.returns[run.agent_indices == 0].mean() > 0.1


@pytest.mark.parametrize(
    ("id", "evaluation"), [("chess", "positional"), ("english-draughts", "tuned"), ("tri-chek-3", "tuned")]
)
def test_tree_search_uses_the_evaluation(id: str, evaluation: str) -> None:
    state = pg.game(id).start()
    state.play_random(seed=1, max_steps=12)
    named, best, none = (
        pg.agent(f"mcts:50,cut=1{text}").analyze(state, 1).values for text in (f",eval={evaluation}", ",eval=auto", "")
    )
    assert named == best != none


def test_a_fit_is_reported_and_repeatable(tmp_path: Path) -> None:
    reported: list[Generation] = []
    paths = [tmp_path / name for name in ("a.tuned", "b.tuned")]
    found = pg.tune("stax", paths[0], 30, 2, nodes=20, seed=1, threads=1, report=reported.append)
    assert found == reported
    assert [one.number for one in found] == [1, 2]
    assert all(one.positions > 1000 and one.seconds > 0 and one.scale > 0 for one in found)
    pg.tune(pg.game("stax"), paths[1], 30, 2, nodes=20, seed=1)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    agent = pg.agent(f"ab:nodes=50,eval={paths[0]}")
    assert agent.spec == f"ab:nodes=50,eval={paths[0]}"
    state = pg.game("stax").start()
    assert agent.choose(state) in state.legal_actions()


def test_an_error_of_the_report_ends_the_run(tmp_path: Path) -> None:
    reported = []

    def report(generation: Generation) -> None:
        reported.append(generation)
        raise LookupError("enough")

    path = tmp_path / "a.tuned"
    with pytest.raises(LookupError, match="enough"):
        pg.tune("stax", path, 5, 3, nodes=20, report=report)
    assert len(reported) == 1
    assert not path.exists()


@pytest.mark.parametrize(
    ("game", "settings", "message"),
    [
        ("chess-golf-solo", {}, "for games that one of several sides wins, and chess-golf-solo is none"),
        ("cooperative-chess", {}, "for games that one of several sides wins, and cooperative-chess is none"),
        ("stax", {"games": 0}, "games must be from 1 to 100000"),
        ("stax", {"generations": 11}, "generations must be from 1 to 10"),
        ("stax", {"nodes": 0}, "nodes must be from 1 to 100000"),
        ("stax", {"threads": 0}, "threads must be from 1"),
    ],
)
def test_invalid_requests(tmp_path: Path, game: str, settings: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pg.tune(game, tmp_path / "a.tuned", **settings)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError, match="no such folder"):
        pg.tune(game, tmp_path / "none" / "a.tuned")


def test_evaluations_of_other_games_are_errors(tmp_path: Path) -> None:
    path = tmp_path / "a.tuned"
    pg.tune("stax", path, 5, 1, nodes=20)
    with pytest.raises(ValueError, match="is for stax, not for chess"):
        pg.matches("chess", [f"ab:nodes=50,eval={path}", "random"], 2)
    with pytest.raises(ValueError, match="needs frame='seat'"):
        pg.agent(f"ab:nodes=50,eval={path}").choose(pg.game("stax", frame="board").start())
    with pytest.raises(
        ValueError, match=r"no tuned evaluation of zombie-chess, only of .*english-draughts.*plyground tune"
    ):
        pg.agent("ab:nodes=50,eval=tuned").check_plays("zombie-chess")
    with pytest.raises(ValueError, match="zombie-chess has no evaluation of the placement of pieces; use eval=auto"):
        pg.agent("ab:nodes=50,eval=positional").check_plays("zombie-chess")


def test_damaged_evaluations_are_rejected(tmp_path: Path) -> None:
    path = tmp_path / "a.tuned"
    pg.tune(pg.game("checkers", size=4), path, 50, 1, nodes=20)
    content = path.read_bytes()
    damaged = [b"plytune3", content[:-1], content + b"a"]
    damaged += [
        content[:at] + bytes([content[at] ^ 1 << at % 8]) + content[at + 1 :] for at in range(0, len(content), 37)
    ]
    for data in damaged:
        path.write_bytes(data)
        with pytest.raises(ValueError, match="it is not a file of this version of plyground tune, or it is damaged"):
            pg.agent(f"ab:nodes=50,eval={path}")


def test_the_fingerprint_tells_evaluations_apart(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.tuned", "b.tuned", "c.tuned")]
    for path, seed in zip(paths, (0, 0, 1), strict=True):
        pg.tune(pg.game("checkers", size=4), path, 50, 1, nodes=20, seed=seed)
    one, same, other = (pg.agent(f"ab:1,eval={path}").fingerprint(pg.game("checkers", size=4)) for path in paths)
    assert one == same != other
    # The last weight of the last row changes hardly any choice.
    content = bytearray(paths[0].read_bytes()[:-8])
    content[-2] ^= 1
    checksum = 0xCBF29CE484222325
    for byte in content:
        checksum = (checksum ^ byte) * 0x100000001B3 % 2**64
    paths[1].write_bytes(content + checksum.to_bytes(8, "little"))
    changed = pg.agent(f"ab:1,eval={paths[1]}")
    state = pg.game("checkers", size=4).start()
    assert changed.choose(state) == pg.agent(f"ab:1,eval={paths[0]}").choose(state)
    assert changed.fingerprint(pg.game("checkers", size=4)) != one


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such files")
def test_evaluations_are_regular_files_of_bounded_size(tmp_path: Path) -> None:
    pipe, large = tmp_path / "pipe", tmp_path / "large"
    os.mkfifo(pipe)
    with large.open("wb") as stream:
        stream.truncate(1 << 34)
    for path, problem in (
        (Path("/dev/zero"), "not a regular file"),
        (pipe, "not a regular file"),
        (large, "larger than"),
    ):
        with pytest.raises(ValueError, match=f"cannot read the evaluation '{path}': it is {problem}"):
            pg.agent(f"mcts:5,cut=1,eval={path}")


@pytest.mark.parametrize(
    ("id", "nodes"), [("chess", 200), ("cylindrical-chess", 200), pytest.param("tri-chess-2", 500, marks=long)]
)
def test_the_placement_of_pieces_gains(id: str, nodes: int) -> None:
    agents = [f"ab:nodes={nodes},eval=positional", f"ab:nodes={nodes}"]
    run = pg.matches(id, agents, 40, seed=1, openings=6, max_steps=200)
    assert run.returns[run.agent_indices == 0].mean() > 0.1


@pytest.mark.parametrize(
    ("id", "nodes"), [("double-checkers-pairs", 100), pytest.param("double-stax-pairs", 300, marks=long)]
)
def test_the_best_evaluation_gains_in_pairs(id: str, nodes: int) -> None:
    run = pg.matches(id, [f"ab:nodes={nodes},eval=auto", f"ab:nodes={nodes}"], 20, seed=1, openings=6)
    assert run.returns[run.agent_indices == 0].mean() > 0.1


def test_strong_plays_all_games() -> None:
    for id in pg.variants():
        agent = pg.agent("strong:nodes=20")
        found = pg.agent(agent.resolve(id))
        found.check_plays(id)
        assert found.resolve(id) == found.spec
    for id in ("chess", "tri-chek-3", "english-draughts", "tar-pit-chess", "cooperative-chess", "chess-golf-solo"):
        run = pg.matches(id, "strong:nodes=20", 1, max_steps=20)
        assert len(run.steps) == 1


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.tuned"
    arguments = (
        "tune",
        "checkers",
        "--out",
        str(path),
        "--games",
        "5",
        "--nodes",
        "20",
        "--match-games",
        "4",
        "--ms",
        "1",
    )
    text = output(capsys, *arguments)
    assert re.search(r"generation 2: [\d,]+ positions, \d+ s, error of results 0\.\d+ -> 0\.\d+\n", text)
    found = re.search(r"match of 4 games against ab:ms=1: score ([\d.]+) \[[\d.]+, [\d.]+\], (\S+) Elo points \[", text)
    # If one side wins all games, this is +inf or -inf.
    assert found
    assert found[2] == signed_elo(pg.study.elo_from_score(float(found[1])))
    assert "test of +40 Elo points against 0: undecided\n" in text
    assert f"to play: plyground play checkers --opponent ab:ms=1,eval={path}\n" in text
    assert path.exists()
