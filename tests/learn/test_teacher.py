"""Games of a teacher, from which a network learns before it plays itself."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg

pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")
pytest.importorskip("jax", reason="networks learn with the extra 'learn'")

from plyground.learn import Settings
from plyground.learn.game_recorder import CUT_OFF
from plyground.learn.replay_buffer import ReplayBuffer
from plyground.learn.teacher import play_teacher_games


def teacher_games(game: str, **settings: Any) -> Any:
    return play_teacher_games(
        pg.game(game), Settings(**{"teacher": "ab:1", "games_per_generation": 40, **settings}), 80, 2
    ).games


def same(one: pg.Trajectories, other: pg.Trajectories) -> bool:
    return one.to_json() == other.to_json()


def test_policy_targets_are_the_steps_of_the_teacher() -> None:
    games = teacher_games("stax", games_per_generation=20)
    teacher = pg.agent("ab:1")
    compared = 0
    for number, start in enumerate(games.starts):
        state = pg.game("stax").from_fen(start)
        for place in range(games.offsets[number], games.offsets[number + 1]):
            best = {teacher.choose(state, seed) for seed in range(30)}
            if games.weights[place] and len(best) == 1:
                assert best == {games.actions[place]}
                compared += 1
            state.apply(int(games.actions[place]))
        is_cut_off = games.offsets[number + 1] - games.offsets[number] == Settings().max_steps
        assert state.is_terminal != is_cut_off
        assert tuple(games.returns[number]) == (state.returns if state.is_terminal else (0, 0))
    assert compared > 200


def test_openings_and_some_later_steps_are_random() -> None:
    games = teacher_games("stax")
    first = games.offsets[:-1]
    assert len({tuple(games.actions[at : at + 12].tolist()) for at in first}) == len(games)
    # Random steps are not training examples.
    assert 0 < (games.weights[first] == 0).mean() < 1
    late = np.concatenate([games.weights[at + 10 : end] for at, end in zip(first, games.offsets[1:], strict=True)])
    assert 0.03 < (late == 0).mean() < 0.1


def test_games_do_not_depend_on_threads_and_offsets() -> None:
    settings = Settings(teacher="ab:1", games_per_generation=40)
    rules = pg.game("stax")
    whole = play_teacher_games(rules, settings, 0, 1)
    assert same(whole.games, play_teacher_games(rules, settings, 0, 3).games)
    assert whole.evaluations == 0
    later = play_teacher_games(rules, settings, 20, 2).games
    assert [start.tolist() for start in np.split(later.actions, later.offsets[1:-1])][:20] == [
        start.tolist() for start in np.split(whole.games.actions, whole.games.offsets[1:-1])
    ][20:]


@pytest.mark.parametrize("game", ["dice-checkers-chess", "masquerade-chess", "synchronous-chess", "tri-stax-3"])
def test_games_with_chance_hidden_information_and_three_seats(game: str) -> None:
    games = teacher_games(game, games_per_generation=4, teacher="greedy", max_steps=60)
    assert ((games.current_players == -2).any()) == pg.info(game).has_chance
    assert not games.weights[games.current_players == -2].any()
    buffer = ReplayBuffer(100, 0.5)
    buffer.add(1, games)
    batch = buffer.sample(50, np.random.default_rng(1))
    assert (batch.policies.max(axis=1) == 1).all()
    assert batch.masks[batch.policies == 1].all()


def test_a_game_that_is_cut_off_has_value_targets_of_0() -> None:
    games = teacher_games("stax", games_per_generation=4, max_steps=20)
    assert (games.reasons == CUT_OFF).all()
    buffer = ReplayBuffer(100, 0.0)
    buffer.add(1, games)
    assert not buffer.sample(20, np.random.default_rng(1)).values.any()


def test_a_run_starts_with_the_teacher_and_continues_with_self_play(tmp_path: Path) -> None:
    quick: dict[str, Any] = {
        "size": (1, 8),
        "games_per_generation": 8,
        "simulations": 4,
        "batch_size": 32,
        "max_steps": 40,
        "eval_games": 0,
    }
    with_teacher: dict[str, Any] = {**quick, "teacher": "greedy", "teacher_generations": 2}
    whole = pg.learn.train("stax", out=tmp_path / "whole", generations=3, **with_teacher)
    assert [row["evaluations"] > 0 for row in whole.rows] == [False, False, True]
    pg.learn.train("stax", out=tmp_path / "parts", generations=1, **with_teacher)
    parts = pg.learn.train("stax", out=tmp_path / "parts", generations=3, resume=True)
    assert parts.games_played == whole.games_played
    assert [row["evaluations"] for row in parts.rows] == [row["evaluations"] for row in whole.rows]
    # A model can be the teacher.
    again = pg.learn.train(
        "stax",
        out=tmp_path / "student",
        generations=1,
        **{**quick, "teacher": f"net:{whole.model},2", "teacher_generations": 1},
    )
    assert again.rows[0]["evaluations"] == 0
    for change, reason in (
        ({"teacher": "nobody"}, "nobody"),
        ({"teacher": 3}, "teacher must be the name of an agent"),
        ({"teacher": f"net:{whole.model}"}, "stax"),
        ({"teacher_generations": -1}, "from 0 to"),
    ):
        with pytest.raises(ValueError, match=reason):
            pg.learn.train("checkers", out=tmp_path / "none", generations=1, **{**quick, **change})
    assert not (tmp_path / "none").exists()
