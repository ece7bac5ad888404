"""Tests with invalid input: each call succeeds or raises an exception with a short message, and changes nothing."""

import pickle
import string
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyground as pg

# Examples take longer on a busy machine.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")

IDS = ("chess", "chess960", "english-draughts", "checkers", "stax", "masquerade-chess")
ERRORS = (ValueError, TypeError, OverflowError, IndexError, MemoryError)
MEGABYTE = 1_000_000

ids = st.sampled_from(IDS)
fen_letters = string.ascii_letters + string.digits + "/:,-()[]?. é\0\n\U0001f9ff"


def error_message(call: Any, *arguments: Any, **options: Any) -> str:
    """Return the message of the exception that a call raises."""
    with pytest.raises(ERRORS) as caught:
        call(*arguments, **options)
    message = str(caught.value)
    assert message
    assert len(message) < 1_000
    return message


@given(st.text())
def test_any_id_is_known_or_raises(text: str) -> None:
    if text not in pg.variants():
        for call in (pg.info, pg.game, lambda id: pg.playouts(id, 1), lambda id: pg.vector(id, 1)):
            with pytest.raises(pg.UnknownVariant):
                call(text)


@pytest.mark.parametrize(
    ("wrong", "near"), [("ches", "chess"), ("chess__960", "chess960"), ("englishdraughts", "english-draughts")]
)
def test_unknown_ids_name_the_nearest(wrong: str, near: str) -> None:
    assert f"{near}" in error_message(pg.game, wrong)


def test_ids_of_wrong_types() -> None:
    for call in (pg.game, pg.info):
        with pytest.raises(TypeError, match="id must be the id of a variant, like 'chess', got int"):
            call(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="spec must be a str like 'mcts:200', got int"):
        pg.agent(3)  # type: ignore[arg-type]


class Broken:
    """A number whose conversion raises an exception."""

    def __index__(self) -> int:
        raise RuntimeError("broken")


def test_exceptions_of_conversions_are_not_hidden() -> None:
    state = pg.game("chess").start()
    calls: list[Any] = [
        state.apply,
        state.step_of,
        state.perft,
        pg.game("chess").start,
        lambda n: pg.playouts("chess", n),
    ]
    for call in calls:
        with pytest.raises(RuntimeError, match="broken"):
            call(Broken())


def test_long_ids_are_not_echoed() -> None:
    error_message(pg.game, "x" * MEGABYTE)


@pytest.mark.parametrize("call", [pg.info, pg.game])
def test_unknown_options(call: Any) -> None:
    with pytest.raises(pg.BadOption, match="topology"):
        call("stax", topolgy="universal")
    with pytest.raises(pg.BadOption):
        call("chess", numbers=True)
    error_message(call, "stax", **{"x" * MEGABYTE: True})


@pytest.mark.parametrize(
    "value", ["klein-bottle", 3, True, "", "x" * MEGABYTE, -(2**63), None, 1.5, 2**100, [], b"plane"]
)
def test_invalid_values_of_options(value: Any) -> None:
    error_message(pg.game, "stax", topology=value)


@pytest.mark.parametrize("frame", ["seats", "", 0])
def test_unknown_frames(frame: Any) -> None:
    error_message(pg.game, "stax", frame=frame)


def position(id: str, depth: int) -> str:
    """Return the position string after ``depth`` random steps."""
    state = pg.game(id).start(depth)
    state.play_random(seed=depth, max_steps=depth)
    return state.fen


@given(ids, st.text(fen_letters, max_size=120))
def test_any_text_is_a_position_or_raises(id: str, text: str) -> None:
    check_position(pg.game(id), text)


@settings(max_examples=600)
@given(ids, st.integers(0, 80), st.data())
def test_damaged_positions_are_playable_or_raise(id: str, depth: int, data: st.DataObject) -> None:
    game, text = pg.game(id), position(id, depth)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        removed = data.draw(st.integers(0, 3))
        text = text[:at] + data.draw(st.text(fen_letters, max_size=3)) + text[at + removed :]
    check_position(game, text)


@settings(max_examples=300)
@given(ids, st.integers(0, 60), st.data())
def test_positions_with_other_fields_are_playable_or_raise(id: str, depth: int, data: st.DataObject) -> None:
    game, fields = pg.game(id), position(id, depth).split(" ")
    at = data.draw(st.integers(0, len(fields) - 1))
    other = pg.game(data.draw(ids)).start(1).fen.split(" ")
    values = ["", "-", "0", "1", "-1", "999", "4294967296", "9" * 30, "w", "b", "a", "KQkq", "e3", "e6", *other]
    fields[at] = data.draw(st.sampled_from(values))
    check_position(game, " ".join(fields))


def check_position(game: pg.Game, text: str) -> None:
    """Check that a text raises `BadPosition`, or is a position that can be played and written again."""
    try:
        state = game.from_fen(text)
    except pg.BadPosition as error:
        assert 0 < len(str(error)) < 1_000
        return
    assert game.from_fen(state.fen) == state
    for seat in range(game.num_seats):
        state.observe(seat)
        state.observation_string(seat)
        state.resample_from_observation(seat, 0)
        state.text(seat)
    state.legal_turns()
    for seed in range(3):
        played = state.copy()
        played.play_random(seed=seed, max_steps=60)
        assert game.from_fen(played.fen) == played


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize(
    "text", ["", " ", "x" * MEGABYTE, "8/" * (MEGABYTE // 2), " " * MEGABYTE, "\0", "é", "1" * MEGABYTE]
)
def test_extreme_positions_raise(id: str, text: str) -> None:
    with pytest.raises(pg.BadPosition):
        pg.game(id).from_fen(text)
    error_message(pg.playouts, id, 1, start=text)
    error_message(pg.vector, id, 1, start=text)


@pytest.mark.parametrize("id", IDS)
def test_missing_and_surplus_fields_raise(id: str) -> None:
    game = pg.game(id)
    fields = game.start().fen.split(" ")
    for texts in (fields[:1], fields[1:], [*fields, "-"], ["", *fields]):
        with pytest.raises(pg.BadPosition):
            game.from_fen(" ".join(texts))


def test_positions_with_wrong_kings_raise() -> None:
    for placement in (
        "8/8/8/8/8/8/8/8",
        "k7/8/8/8/8/8/8/8",
        "kk6/8/8/8/8/8/8/KK6",
        "k7/8/8/8/8/8/8/7",
        "k7/9/8/8/8/8/8/K7",
    ):
        with pytest.raises(pg.BadPosition):
            pg.game("chess").from_fen(f"{placement} w - - 0 1")


def test_positions_with_too_many_captures_raise() -> None:
    kings, others = (
        "W:WK1,K3,K6,K7,K16,K18,K31,K43,K67,K72",
        "BK5,10,K11,12,K13,14,22,23,24,25,26,27,36,44,45,K46,K48,53,61,62,K63,64,K65,66",
    )
    text = f"{kings}:{others} - 0 0 -"
    game = pg.game("canadian-draughts")
    with pytest.raises(pg.BadPosition, match="the captures of W are too many to find the longest"):
        game.from_fen(text)
    assert "too many to find the longest" in error_message(pg.vector, game, 2, start=text)
    # Where any capture will do, none is looked for.
    assert pg.game("canadian-draughts", priority="any").from_fen(text).legal_steps()


def test_too_many_turns_to_list() -> None:
    fen = "W:WK30,K42:B8,9,11,12,20,21,23,24,25,27,28,34,36,37,39,40,44,45,48,50,53,56,57,61,63,64,65 - 0 0 -"
    assert len(pg.game("canadian-draughts").from_fen(fen).legal_turns()) == 9
    state = pg.game("canadian-draughts", priority="any").from_fen(fen)
    with pytest.raises(ValueError, match="there are too many legal turns to list: use the legal steps"):
        state.legal_turns()
    first, *others = state.legal_steps()
    assert len(others) == 5
    # A turn cannot be identified if there are too many to list.
    with pytest.raises(pg.IllegalStep, match="too many legal turns to list"):
        state.apply_turn(first.split("x")[0] + "x1")
    assert state.fen == fen
    state.apply(first)
    assert state.is_mid_turn


@given(ids, st.one_of(st.text(), st.integers(), st.floats(), st.none(), st.binary()))
def test_any_step_is_legal_or_raises(id: str, step: Any) -> None:
    state = pg.game(id).start()
    before = state.copy()
    if step in state.legal_steps() or (isinstance(step, int) and step in state.legal_actions()):
        return
    for call in (state.apply, state.apply_turn, state.action_of, state.step_of):
        if isinstance(step, str) and step in before.legal_turns():
            continue
        error_message(call, step)
    assert state == before
    assert state.steps == []


def test_numpy_integers_and_booleans_as_actions() -> None:
    state = pg.game("chess").start()
    for action in (np.int8(state.legal_actions()[0] % 100), np.float32(1.0), np.array([1, 2]), np.array(1.0), [1]):
        if isinstance(action, np.int8):
            continue
        error_message(state.apply, action)
    for flag in (True, np.bool_(True)):
        for call in (state.apply, state.step_of):
            assert "got bool" in error_message(call, flag)
    state.apply(state.legal_actions()[0])
    assert len(state.steps) == 1


@pytest.mark.parametrize("id", IDS)
def test_finished_games_take_no_step(id: str) -> None:
    state = pg.game(id).start(0)
    state.play_random(seed=0)
    before = state.fen
    for step in (0, "e2e4", ""):
        with pytest.raises(pg.IllegalStep, match="over"):
            state.apply(step)
    assert state.fen == before
    assert state.legal_turns() == {}
    assert state.perft(1) == 0
    state.play_random(seed=1)
    assert state.fen == before


@pytest.mark.parametrize("seat", [-1, 2, 6, 255, 256, 2**40, -(2**70), "0", 0.5])
def test_unknown_seats(seat: Any) -> None:
    state = pg.game("chess").start()
    for call in (
        state.observe,
        state.observation_string,
        state.observation_history,
        state.is_active,
        state.material,
        state.svg,
        state.text,
    ):
        error_message(call, seat)
    for look in (state.pieces, state.marks, state.off_board):
        error_message(look, seat)
    error_message(state.resample_from_observation, seat, 0)


def test_finished_games_have_no_current_observer() -> None:
    state = pg.game("english-draughts").start()
    state.play_random(seed=0)
    error_message(state.observe)
    assert state.observe(0).shape == state.game.observation_shape


@pytest.mark.parametrize("number", [-1, -(2**63), 2**64, 10**30, 1.5, "10", None])
def test_invalid_counts(number: Any) -> None:
    error_message(pg.playouts, "chess", number)
    error_message(pg.vector, "chess", number)
    error_message(pg.game("chess").start, number)
    error_message(pg.game("chess").start().perft, number)
    if number is not None:
        error_message(pg.playouts, "chess", 1, seed=number)
        error_message(pg.playouts, "chess", 1, offset=number)
        error_message(pg.playouts, "chess", 1, threads=number)
        error_message(pg.playouts, "chess", 1, max_steps=number)
        error_message(pg.vector, "chess", 1, seed=number)
        error_message(pg.vector, "chess", 1, threads=number)


@pytest.mark.parametrize("count", [2**40, 2**62])
def test_sizes_beyond_memory(count: int) -> None:
    error_message(pg.playouts, "chess", count)
    error_message(pg.vector, "chess", count)
    error_message(pg.vector, "chess", count, observations=False, masks=False)


def test_zero_threads() -> None:
    error_message(pg.playouts, "chess", 1, threads=0)
    error_message(pg.vector, "chess", 1, threads=0)


def test_unknown_settings_of_vectors() -> None:
    error_message(pg.vector, "chess", 1, observations="float64")
    error_message(pg.vector, "chess", 1, autoreset="never")


def snapshot(games: pg.Vector) -> list[Any]:
    """Return copies of the arrays and the positions of a vector."""
    assert games.observations is not None
    assert games.action_masks is not None
    arrays = (
        games.observations,
        games.action_masks,
        games.current_players,
        games.rewards,
        games.terminated,
        games.steps,
    )
    return [array.copy() for array in arrays] + [games.state(i).fen for i in range(len(games))]


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros(3, dtype=np.float32),
        np.zeros(3, dtype=np.float64),
        np.zeros(3, dtype=np.complex64),
        np.zeros(3, dtype=object),
        np.array(["e2e4"] * 3),
        np.zeros(2, dtype=np.int32),
        np.zeros(4, dtype=np.int32),
        np.zeros((3, 1), dtype=np.int32),
        np.zeros((), dtype=np.int32),
        np.full(3, -1),
        np.full(3, 2**40),
        np.full(3, 2**63, dtype=np.uint64),
        [],
        None,
        "abc",
        0,
        [0, 1],
        [0.5, 0.5, 0.5],
    ],
    ids=repr,
)
def test_invalid_actions_of_vectors(actions: Any) -> None:
    games = pg.vector("chess", 3)
    before = snapshot(games)
    error_message(games.step, actions)
    for old, new in zip(before, snapshot(games), strict=True):
        assert np.array_equal(old, new)


@pytest.mark.parametrize("action", [2**40, -(2**40), 2**63 - 1])
def test_errors_name_actions_of_any_size(action: int) -> None:
    games = pg.vector("chess", 3)
    actions = games.sample().astype(np.int64)
    actions[1] = action
    assert f"environment 1: action {action} is out of range" in error_message(games.step, actions)


def test_errors_name_large_unsigned_actions() -> None:
    games = pg.vector("chess", 3)
    actions = games.sample().astype(np.uint64)
    actions[1] = 2**64 - 1
    assert f"environment 1: action {2**63 - 1} is out of range" in error_message(games.step, actions)


def test_errors_show_no_control_characters() -> None:
    message = error_message(pg.game("chess").start().apply, "e2\0e\x1b[2J4\x9b")
    assert r"'e2\x00e\x1b[2J4\x9b' is not legal" in message


def test_one_illegal_action_stops_the_whole_step() -> None:
    games = pg.vector("stax", 5)
    games.step(games.sample())
    before = snapshot(games)
    chosen = games.sample().copy()
    assert games.action_masks is not None
    chosen[3] = np.argmin(games.action_masks[3])
    with pytest.raises(pg.IllegalStep, match="3"):
        games.step(chosen)
    for old, new in zip(before, snapshot(games), strict=True):
        assert np.array_equal(old, new)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int64, np.uint8, np.uint16, np.uint32, np.uint64])
def test_actions_of_any_integer_type(dtype: Any) -> None:
    games, others = pg.vector("stax", 4), pg.vector("stax", 4)
    chosen = games.sample().copy()
    if chosen.max() > np.iinfo(dtype).max:
        pytest.skip("the actions drawn do not fit this type")
    games.step(chosen)
    others.step(chosen.astype(dtype))
    assert [games.state(i) for i in range(4)] == [others.state(i) for i in range(4)]


def test_strided_actions() -> None:
    games, others = pg.vector("stax", 4), pg.vector("stax", 4)
    chosen = games.sample().copy()
    games.step(chosen)
    others.step(np.repeat(chosen, 2)[::2])
    assert [games.state(i) for i in range(4)] == [others.state(i) for i in range(4)]


@pytest.mark.parametrize(
    "mask", [np.zeros(2, dtype=bool), np.zeros((3, 3), dtype=bool), np.array([0.5, 1.0, 2.0]), "abc", 7]
)
def test_reset_masks_of_wrong_shape_or_type(mask: Any) -> None:
    games = pg.vector("chess", 3, autoreset="disabled")
    before = snapshot(games)
    error_message(games.reset, mask=mask)
    for old, new in zip(before, snapshot(games), strict=True):
        assert np.array_equal(old, new)


@pytest.mark.parametrize("index", [3, -4, 2**70, "0", 0.0, None])
def test_unknown_environments(index: Any) -> None:
    error_message(pg.vector("chess", 3).state, index)


@pytest.mark.parametrize("name", ["", "turn", "x" * MEGABYTE])
def test_unknown_symmetries(name: str) -> None:
    error_message(pg.game("stax").start().transform, name)


def test_damaged_pickles() -> None:
    state = pg.game("chess").start()
    state.apply("e2e4")
    data = pickle.dumps(state)
    for damaged in (data.replace(b"e2e4", b"e2e5"), data.replace(b"chess", b"chest")):
        if damaged != data:
            error_message(pickle.loads, damaged)
