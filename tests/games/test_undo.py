"""Undoing steps and turns restores the exact state in every game."""

import pytest

import plyground as pg
from selection import every_variant


def attributes(state: pg.State) -> tuple[object, ...]:
    """Return the attributes of a state that undo must restore."""
    views = tuple(state.observation_string(seat) for seat in range(state.game.num_seats))
    return (
        state.fen,
        state.num_turns,
        state.current_player,
        state.is_mid_turn,
        state.legal_steps(),
        state.steps,
        views,
        state.reason,
    )


@every_variant
def test_undo_restores_each_state(id: str) -> None:
    state = pg.game(id).start(3)
    path = []
    for seed in range(12):
        path.append((state.copy(), attributes(state)))
        state.play_random(seed, 1 if seed else 5)
    for before, words in reversed(path):
        made = state.steps[len(before.steps) :]
        taken = [state.undo() for _ in made]
        assert taken == made[::-1]
        assert state == before
        assert attributes(state) == words
    with pytest.raises(pg.IllegalStep, match="there is no step to undo: the record is empty"):
        state.undo()


@every_variant
def test_undo_turn_restores_the_start(id: str) -> None:
    state = pg.game(id).start(4)
    state.play_random(5, 20)
    steps, turns = state.steps, []
    while state.steps:
        before = state.num_turns
        turns.append(state.undo_turn())
        assert turns[-1]
        assert before - 1 <= state.num_turns <= before
        assert steps == state.steps + [step for turn in reversed(turns) for step in turn]
    assert state == pg.game(id).start(4)
    with pytest.raises(pg.IllegalStep, match="there is no step to undo"):
        state.undo_turn()


def test_push_and_pop_are_apply_and_undo() -> None:
    state = pg.game("chess").start()
    state.push("e2e4")
    state.push(state.action_of("a7a5"))
    assert (state.pop(), state.pop()) == ("a7a5", "e2e4")
    with pytest.raises(pg.IllegalStep, match="the record is empty"):
        state.pop()


def test_another_step_can_follow_undo() -> None:
    state = pg.game("chess").from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    for step in ("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"):
        state.apply(step)
    assert state.reason == "repetition"
    assert state.undo() == "f6g8"
    assert not state.is_terminal
    state.apply("f6e4")
    assert state.steps[-1] == "f6e4"
