"""What a network learns from before it plays itself: games of an agent that is there already."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg

pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")
pytest.importorskip("jax", reason="networks learn with the extra 'learn'")

from plyground.learn import Settings
from plyground.learn.lessons import taught
from plyground.learn.window import CUT_OFF, Window


def lesson(game: str, **settings: Any) -> Any:
    return taught(pg.game(game), Settings(**{"teacher": "ab:1", "games": 40, **settings}), 80, 2).games


def same(one: pg.Trajectories, other: pg.Trajectories) -> bool:
    return one.to_json() == other.to_json()


def test_what_is_learned_from_is_what_the_teacher_does() -> None:
    games = lesson("stax", games=20)
    teacher = pg.agent("ab:1")
    told = 0
    for number, start in enumerate(games.starts):
        state = pg.game("stax").from_fen(start)
        for place in range(games.offsets[number], games.offsets[number + 1]):
            best = {teacher.choose(state, seed) for seed in range(30)}
            if games.weights[place] and len(best) == 1:
                assert best == {games.actions[place]}
                told += 1
            state.apply(int(games.actions[place]))
        assert state.is_terminal
        assert tuple(games.returns[number]) == state.returns
    assert told > 200


def test_games_begin_and_go_astray_by_chance() -> None:
    games = lesson("stax")
    first = games.offsets[:-1]
    assert len({tuple(games.actions[at : at + 12].tolist()) for at in first}) == len(games)
    # Nothing is learned from random turns: those of openings, and here and there one later.
    assert 0 < (games.weights[first] == 0).mean() < 1
    late = np.concatenate([games.weights[at + 10 : end] for at, end in zip(first, games.offsets[1:], strict=True)])
    assert 0.03 < (late == 0).mean() < 0.1


def test_lessons_are_the_same_for_any_number_of_threads_and_in_parts() -> None:
    settings = Settings(teacher="ab:1", games=40)
    rules = pg.game("stax")
    whole = taught(rules, settings, 0, 1)
    assert same(whole.games, taught(rules, settings, 0, 3).games)
    assert whole.judged == 0
    later = taught(rules, settings, 20, 2).games
    assert [start.tolist() for start in np.split(later.actions, later.offsets[1:-1])][:20] == [
        start.tolist() for start in np.split(whole.games.actions, whole.games.offsets[1:-1])
    ][20:]


@pytest.mark.parametrize("game", ["dice-checkers-chess", "masquerade-chess", "synchronous-chess", "tri-stax-3"])
def test_lessons_of_games_with_chance_secrets_and_more_seats(game: str) -> None:
    games = lesson(game, games=4, teacher="greedy", max_steps=60)
    assert ((games.current_players == -2).any()) == pg.info(game).has_chance
    assert not games.weights[games.current_players == -2].any()
    window = Window(100, 0.5)
    window.add(1, games)
    batch = window.drawn(50, np.random.default_rng(1))
    assert (batch.policies.max(axis=1) == 1).all()
    assert batch.masks[batch.policies == 1].all()


def test_a_game_that_is_cut_off_came_to_nothing() -> None:
    games = lesson("stax", games=4, max_steps=20)
    assert (games.reasons == CUT_OFF).all()
    window = Window(100, 0.0)
    window.add(1, games)
    assert not window.drawn(20, np.random.default_rng(1)).values.any()


def test_a_run_begins_with_lessons_and_goes_on_by_itself(tmp_path: Path) -> None:
    quick: dict[str, Any] = {"size": (1, 8), "games": 8, "simulations": 4, "batch": 32, "max_steps": 40, "measure": 0}
    taught_first: dict[str, Any] = {**quick, "teacher": "greedy", "lessons": 2}
    whole = pg.learn.train("stax", out=tmp_path / "whole", generations=3, **taught_first)
    assert [row["judged"] > 0 for row in whole.rows] == [False, False, True]
    pg.learn.train("stax", out=tmp_path / "parts", generations=1, **taught_first)
    parts = pg.learn.train("stax", out=tmp_path / "parts", generations=3, resume=True)
    assert parts.played == whole.played
    assert [row["judged"] for row in parts.rows] == [row["judged"] for row in whole.rows]
    # A model teaches as well.
    again = pg.learn.train(
        "stax", out=tmp_path / "pupil", generations=1, **{**quick, "teacher": f"net:{whole.model},2", "lessons": 1}
    )
    assert again.rows[0]["judged"] == 0
    for change, reason in (
        ({"teacher": "nobody"}, "nobody"),
        ({"teacher": 3}, "teacher must be the name of an agent"),
        ({"teacher": f"net:{whole.model}"}, "stax"),
        ({"lessons": -1}, "from 0 to"),
    ):
        with pytest.raises(ValueError, match=reason):
            pg.learn.train("checkers", out=tmp_path / "none", generations=1, **{**quick, **change})
    assert not (tmp_path / "none").exists()
