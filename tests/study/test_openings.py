"""Where games begin: the same place for all agents; and what each first step was worth."""

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.study.design.starts import starts_from

CHESS = pg.game("chess")
ENDGAMES = ["6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "7k/8/6K1/8/8/8/8/RQ6 w - - 0 1"]


def drawing(state: pg.State, rng: random.Random) -> int:
    return int(rng.choice(state.legal_actions()))


def test_wins_are_played_at_once() -> None:
    run = pg.matches("chess", ["ab:3", "random"], 40, start=ENDGAMES[1], rotate=False)
    assert set(run.steps.tolist()) == {1}
    assert run.mean_returns == (1.0, -1.0)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited as Linux does")
def test_openings_that_memory_cannot_hold_are_refused() -> None:
    code = (
        "import resource, plyground as pg; resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31)); "
        "pg.openings('double-chess-pairs', 10**6)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1].startswith("MemoryError: out of memory: the arrays need")


def test_openings_are_states_with_a_record() -> None:
    opened = pg.openings("chess", 5, seed=3, turns=4)
    assert [len(state.steps) for state in opened] == [4] * 5
    assert pg.openings(CHESS, 2, seed=3, turns=4, offset=3) == opened[3:]
    begun = pg.openings("chess", 3, start=ENDGAMES)
    assert begun == [CHESS.from_fen(fen) for fen in (*ENDGAMES, ENDGAMES[0])]
    assert pg.openings("chess", 0) == []
    run = pg.matches("chess", ["ab:1", "greedy"], 10, seed=3, openings=4, max_steps=3)
    assert run.opening_actions.shape == (10, 8)
    for row, line in enumerate(run.opening_actions):
        assert line[:4].tolist() == opened[row // 2].actions.tolist()
        assert (line[4:7] >= 0).all()
        assert line[7] == -1
    assert (run.first_action == run.opening_actions[:, 0]).all()
    assert (run.steps == 3).all()


def test_balanced_openings_are_even() -> None:
    def uneven(**settings: Any) -> float:
        opened = pg.openings("chess", 40, turns=16, **settings)
        return float(np.mean([abs(state.material(0) - state.material(1)) for state in opened]))

    assert uneven(balanced=True) < 0.6 * uneven()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"start": []}, "at least one position"),
        ({"start": ["nowhere"]}, "the number of fields is 1"),
        ({"balanced": True}, "only random openings are balanced|balanced=True needs random openings"),
        ({"openings": 1001}, "from 0 to 1000, got 1001"),
        ({"openings": -1}, "openings"),
    ],
)
def test_refusals(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pg.matches("chess", "random", 2, **settings)
    with pytest.raises(ValueError, match=message):
        pg.study.balance("chess", games=2, **settings)


def test_what_is_of_the_wrong_kind() -> None:
    with pytest.raises(TypeError, match="start"):
        pg.matches("chess", "random", 2, start=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="start must be a position string"):
        starts_from(3, 0, False)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="balanced must be True or False"):
        starts_from(None, 2, 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="toy-strokes cannot be balanced"):
        pg.study.scores("toy-strokes", games=2, openings=1, balanced=True)


def test_measuring_an_agent_on_openings_that_it_selected_is_a_warning() -> None:
    settings: dict[str, Any] = {"games": 2, "openings": 2, "balanced": True}
    for study in (pg.study.balance, pg.study.atlas):
        with pytest.warns(pg.study.MeasuredJudgeWarning, match="ab:2 finds even, and ab:1 is measured on them"):
            report = study("checkers", agents=["ab:1"], **settings)
        assert report.rows[-1].start == "2 random turns, balanced by ab:2"
    pg.study.balance("checkers", agents="mcts:2", **settings)
    pg.study.match("checkers", ["ab:1", "ab:2"], **settings)


@pytest.mark.filterwarnings("ignore::plyground.study.MeasuredJudgeWarning")
@pytest.mark.parametrize(
    "agent", ["random", "ab:1", ["ab:1", "greedy"], {"mine": drawing}, {"mine": drawing, "greedy": "greedy"}]
)
def test_studies_begin_where_they_are_asked_to(agent: Any, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"agents": agent, "seed": 3, "openings": 2, "balanced": True}
    report = pg.study.balance("chess", games=12, **settings)
    assert report == pg.study.balance("chess", games=12, **settings)
    assert report.study["openings"] == 2
    rotation = 2 if len(agent) == 2 else 1
    opened = pg.openings("chess", 12 // rotation, seed=3, turns=2, balanced=True)
    first = [step for state in opened for step in [state.steps[0]] * rotation]
    found = {one.steps[0]: one.games for one in report.openings().rows[0][1] if len(one.steps) == 1}
    assert found == {step: first.count(step) for step in first}
    own = {"mine": drawing} if isinstance(agent, dict) else {}
    report.save(tmp_path / "report.json")
    assert pg.study.rerun(tmp_path / "report.json", agents=own) == report
    part = pg.study.balance("chess", games=6, store=tmp_path / "games.db", **settings) if own or agent != "x" else None
    assert part is not None
    whole = pg.study.balance("chess", games=12, store=tmp_path / "games.db", **settings)
    assert whole == report


def test_every_study_takes_them() -> None:
    settings: dict[str, Any] = {"games": 8, "openings": 2, "seed": 1}
    for report in (
        pg.study.strength("checkers", agents=["random", "ab:1"], **settings),
        pg.study.ablation("checkers", {"crowning": False}, agents="greedy", **settings),
        pg.study.match("checkers", ["random", "ab:1"], **settings),
        pg.study.piece_values("checkers", **{**settings, "games": 200}),
        pg.study.scores("toy-shared", agents="ab:1", **settings),
        pg.study.atlas("checkers", agents=["random", "ab:1"], **settings),
    ):
        assert report.study["openings"] == 2
        assert pg.study.rerun(report) == report


def test_a_tree_counts_every_game() -> None:
    report = pg.study.balance("chess", games=300, measures=True)
    found = report.openings().rows[0][1]
    row = report.rows[0]
    firsts = [one for one in found if len(one.steps) == 1]
    assert sum(one.games for one in firsts) == 300
    assert len(firsts) == 20
    assert sum(one.games * one.score for one in firsts) / 300 == pytest.approx(row.score)
    assert sum(one.games * (one.draw_rate or 0) for one in firsts) / 300 == pytest.approx(row.draw_rate)
    run = pg.matches("chess", "random", 300)
    state = CHESS.start()
    for one in found:
        if len(one.steps) == 2:
            before = next(first for first in firsts if first.steps[0] == one.steps[0])
            assert one.games <= before.games
        line = state.copy()
        for step in one.steps:
            line.apply(step)
        those = (run.opening_actions[:, : len(one.steps)] == line.actions).all(axis=1)
        assert one.games == those.sum()
        assert one.score == pytest.approx((run.returns[those, 0].mean() + 1) / 2)
        assert one.score_low <= one.score <= one.score_high
    # For random play without measures, only the first step is recorded.
    plain = pg.study.balance("chess", games=300).openings().rows[0][1]
    assert all(len(one.steps) == 1 for one in plain)


def test_a_tree_of_several_positions() -> None:
    report = pg.study.balance("chess", games=20, agents="ab:1", start=ENDGAMES)
    found = report.openings().rows[0][1]
    heads = [one for one in found if not one.steps]
    assert [(one.start, one.games, one.score) for one in heads] == [(0, 10, 1.0), (1, 10, 1.0)]
    assert str(report.openings()).splitlines()[1].startswith("position 1")
    assert [one.steps for one in found if one.start == 0 and one.steps] == [("a1a8",)]


def test_a_tree_of_set_ups_by_chance() -> None:
    tree = pg.study.balance("chess960", games=20, agents="greedy").openings()
    assert sum(one.games for one in tree.rows[0][1] if len(one.steps) == 1) == 20
    assert "action" not in str(tree)
    with_function = pg.study.balance("chess960", games=4, agents={"mine": drawing}).openings()
    assert sum(one.games for one in with_function.rows[0][1] if len(one.steps) == 1) == 4


def test_a_tree_is_text_a_frame_and_a_picture(tmp_path: Path) -> None:
    report = pg.study.balance("chess", "checkers", games=60, agents="ab:1", openings=2)
    tree = report.openings()
    frame = tree.to_pandas()
    assert set(frame.index.get_level_values("id")) == {"chess", "checkers"}
    assert (frame["depth"] >= 1).all()
    assert len(report.openings("checkers").rows) == 1
    assert str(tree).count("60 games") == 2
    assert len(tree.plot(tmp_path / "tree.png").axes) >= 2
    assert (tmp_path / "tree.png").stat().st_size > 1_000
    assert "<table" in tree._repr_html_()
    assert len(pg.study.scores("toy-shared", games=60).openings().plot().axes) >= 1
    with pytest.raises(ValueError, match="no openings"):
        pg.study.atlas("checkers", agents=["random"], games=10).openings()
    with pytest.raises(KeyError, match="its variants are chess, checkers"):
        report.openings("stax")
