"""Playouts and vectors: the same games however they are cut into pieces and threads."""

import gc
from typing import Any

import numpy as np
import pytest

import contract
import plyground as pg
from selection import every_variant

some = pytest.mark.parametrize("id", ["chess", "english-draughts", "stax", "masquerade-chess"])


@every_variant
def test_playouts_are_the_same_for_any_threads_and_pieces(id: str) -> None:
    whole = pg.playouts(id, 6, seed=5, threads=1)
    parallel = pg.playouts(id, 6, seed=5, threads=3)
    pieces = [pg.playouts(id, games, seed=5, offset=offset) for offset, games in ((0, 2), (2, 4))]
    for field in ("returns", "steps", "reasons", "first_action"):
        expected = getattr(whole, field)
        assert np.array_equal(getattr(parallel, field), expected)
        assert np.array_equal(np.concatenate([getattr(piece, field) for piece in pieces]), expected)
    assert sum(whole.reason_counts.values()) == len(whole) == 6
    assert whole.returns.shape == (6, pg.info(id).num_seats)
    assert whole.steps.max() <= pg.info(id).max_steps


def test_playouts_depend_on_the_seed() -> None:
    assert not np.array_equal(pg.playouts("stax", 50, seed=1).steps, pg.playouts("stax", 50, seed=2).steps)


def test_playouts_from_a_position() -> None:
    state = pg.game("chess").start()
    for move in ("f2f3", "e7e5", "g2g4"):
        state.apply(move)
    run = pg.playouts("chess", 400, seed=0, start=state.fen)
    assert run.steps.min() == 1, "some of 400 random games find Fool's mate"
    assert run.returns[run.steps == 1].tolist() == [[-1.0, 1.0]] * int((run.steps == 1).sum())
    with pytest.raises(pg.BadPosition):
        pg.playouts("chess", 1, start="8/8/8/8/8/8/8/8 w - - 0 1")


def test_playouts_cut_off() -> None:
    run = pg.playouts("chess", 20, max_steps=3)
    assert (run.steps == 3).all()
    assert (run.returns == 0).all()
    assert (run.reasons == 255).all()
    assert run.reason_counts == {"truncated": 20}


def test_no_playouts_at_all() -> None:
    run = pg.playouts("chess", 0)
    assert len(run) == 0
    assert run.returns.shape == (0, 2)
    assert run.reason_counts == {}


@some
def test_vector_is_the_same_for_any_size_and_threads(id: str) -> None:
    few, many = pg.vector(id, 5, seed=9, threads=1), pg.vector(id, 40, seed=9, threads=3)
    for _ in range(150):
        chosen = many.sample()
        assert np.array_equal(few.sample(), chosen[:5])
        few.step(chosen[:5])
        many.step(chosen)
        for field in ("observations", "action_masks", "current_players", "rewards", "terminated", "reasons", "steps"):
            assert np.array_equal(getattr(few, field), getattr(many, field)[:5]), field


@some
def test_vector_without_arrays_plays_the_same(id: str) -> None:
    bare, full = pg.vector(id, 8, seed=3, observations=False, action_masks=False), pg.vector(id, 8, seed=3)
    assert bare.observations is None
    assert bare.action_masks is None
    assert bare.final_observations is None
    for _ in range(100):
        chosen = bare.sample()
        assert np.array_equal(full.sample(), chosen)
        bare.step(chosen)
        full.step(chosen)
    assert [bare.state(i) for i in range(8)] == [full.state(i) for i in range(8)]


def test_vector_buffers_are_reused_and_read_only() -> None:
    games = pg.vector("checkers", 3)
    before = games.action_masks
    games.step(games.sample())
    assert games.action_masks is not None
    assert before is not None
    assert np.shares_memory(before, games.action_masks)
    with pytest.raises(ValueError, match="read-only"):
        games.action_masks[0, 0] = True


@pytest.mark.parametrize("kind", ["float32", "uint8"])
def test_other_libraries_share_the_buffers(kind: Any) -> None:
    """By DLPack: what they hold is the memory that is written by every step, and it outlives the vector."""
    games = pg.vector("chess", 5, observations=kind)
    names = (
        "observations",
        "action_masks",
        "current_players",
        "rewards",
        "terminated",
        "truncated",
        "reasons",
        "steps",
    )
    arrays = {name: getattr(games, name) for name in (*names, "final_observations", "final_players")}
    shared = {name: np.from_dlpack(array) for name, array in arrays.items()}
    kept = {name: array.copy() for name, array in shared.items()}
    for name, array in shared.items():
        assert array.__array_interface__["data"][0] == arrays[name].__array_interface__["data"][0]
        assert not array.flags.writeable
        assert array.flags.aligned
        assert array.flags.c_contiguous
    games.step(games.sample())
    for name in ("observations", "current_players", "steps"):
        assert not np.array_equal(shared[name], kept[name])
    for name in names:
        assert np.array_equal(shared[name], getattr(games, name))
    last = games.action_masks.copy() if games.action_masks is not None else None
    del games, arrays
    gc.collect()
    assert np.array_equal(shared["action_masks"], last)  # type: ignore[arg-type]


def test_torch_shares_the_buffers() -> None:
    torch = pytest.importorskip("torch")
    games = pg.vector("chess", 5)
    for name in ("observations", "action_masks", "current_players", "rewards"):
        array = getattr(games, name)
        tensor = torch.from_dlpack(array)
        assert tensor.data_ptr() == array.__array_interface__["data"][0]
        assert tuple(tensor.shape) == array.shape
        games.step(games.sample())
        assert np.array_equal(tensor.numpy(), array)


def test_halves_observe_the_same_as_floats() -> None:
    floats, halves = pg.vector("stax", 4, seed=2), pg.vector("stax", 4, seed=2, observations="float16")
    assert floats.observations is not None
    assert halves.observations is not None
    assert halves.observations.dtype == np.float16
    for _ in range(60):
        assert np.array_equal(floats.observations.astype(np.float16), halves.observations)
        chosen = floats.sample()
        floats.step(chosen)
        halves.step(chosen)


@some
def test_masks_as_bits_say_what_flags_say(id: str) -> None:
    flags, bits = pg.vector(id, 40, seed=2, threads=2), pg.vector(id, 40, seed=2, action_masks="bits")
    actions = flags.game.num_actions
    for _ in range(60):
        assert bits.action_masks is not None
        assert bits.action_masks.shape == (40, (actions + 7) // 8)
        unpacked = np.unpackbits(bits.action_masks, axis=1, count=actions, bitorder="little")
        assert np.array_equal(unpacked, flags.action_masks)  # type: ignore[arg-type]
        chosen = flags.sample()
        flags.step(chosen)
        bits.step(chosen)
    with pytest.raises(pg.IllegalStep, match="environment 0"):
        bits.step(np.where(bits.sample() == 0, 1, 0) if id == "stax" else [actions] * 40)


@pytest.mark.parametrize("kind", ["float32", "float16", "uint8"])
def test_a_vector_writes_to_the_arrays_of_its_user(kind: str) -> None:
    game = pg.game("chess")
    out = {
        "observations": np.full((6, *game.observation_shape), 7, kind),
        "final_observations": np.full((6, *game.observation_shape), 7, kind),
        "action_masks": np.ones((6, (game.num_actions + 7) // 8), np.uint8),
    }
    theirs = game.vector(6, seed=3, max_steps=9, out=out)
    ours = game.vector(6, seed=3, max_steps=9, observations=kind, action_masks="bits")  # type: ignore[arg-type]
    for _ in range(30):
        for name in ("observations", "action_masks"):
            assert np.array_equal(out[name], getattr(ours, name))
            assert np.shares_memory(out[name], getattr(theirs, name))
            assert not getattr(theirs, name).flags.writeable
        if theirs.truncated.any():
            assert ours.final_observations is not None
            final = ours.final_observations[theirs.truncated]
            assert np.array_equal(out["final_observations"][theirs.truncated], final)
        chosen = ours.sample()
        ours.step(chosen)
        theirs.step(chosen)
    kept = out["observations"]
    del out
    gc.collect()
    theirs.step(theirs.sample())
    assert np.array_equal(kept, theirs.observations)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["flags", "bits"])
@pytest.mark.parametrize("id", ["chess", "english-draughts", "stax"])
def test_what_users_write_into_their_own_masks_is_not_believed(id: str, kind: str) -> None:
    game = pg.game(id)
    width = game.num_actions if kind == "flags" else (game.num_actions + 7) // 8
    masks = np.zeros((2, width), bool if kind == "flags" else np.uint8)
    games = game.vector(2, out={"action_masks": masks})
    for _ in range(30):
        masks[:] = True if kind == "flags" else 255
        legal, offsets = games.legal_actions()
        others = np.setdiff1d(np.arange(game.num_actions), legal[: offsets[1]])
        before = games.state(0)
        for action in others[:: max(1, len(others) // 20)]:
            with pytest.raises(pg.IllegalStep, match="environment 0"):
                games.step([action, games.sample()[1]])
        assert games.state(0) == before
        masks[:] = 0
        games.step([legal[offsets[1] - 1], legal[-1]])


def test_arrays_that_cannot_be_written_to_are_refused() -> None:
    game = pg.game("checkers")
    shape = (4, *game.observation_shape)

    def refused(error: type[Exception], match: str, out: Any, **others: Any) -> None:
        with pytest.raises(error, match=match):
            game.vector(4, out=out, **others)

    refused(ValueError, "observations, final_observations, action_masks, got 'rewards'", {"rewards": np.zeros(4)})
    refused(TypeError, "a NumPy array", {"action_masks": [1, 2]})
    refused(TypeError, "float32, float16 or uint8, got float64", {"observations": np.zeros(shape)})
    refused(TypeError, "array of float16, got float32", {"observations": np.zeros(shape, "f4")}, observations="float16")
    refused(ValueError, "must have the shape", {"observations": np.zeros((5, *shape[1:]), "f4")})
    refused(ValueError, "writeable", {"action_masks": np.broadcast_to(np.zeros(1, bool), (4, game.num_actions))})
    refused(ValueError, "c_contiguous", {"observations": np.zeros((8, *shape[1:]), "f4")[::2]})
    refused(
        ValueError, "aligned", {"observations": np.zeros(4 * np.prod(shape) + 1, "u1")[1:].view("f4").reshape(shape)}
    )
    refused(ValueError, "do not produce", {"action_masks": np.zeros((4, game.num_actions), bool)}, action_masks=False)
    shared = np.zeros(shape, "f4")
    refused(ValueError, "must not share memory", {"observations": shared, "final_observations": shared})
    final = {"final_observations": np.zeros(shape, "f4")}
    refused(ValueError, "but these settings do not produce", final, autoreset="next-step")
    with pytest.raises(TypeError):
        game.vector(4, out=[np.zeros(shape, "f4")])  # type: ignore[arg-type]


def test_bytes_observe_the_same_as_floats() -> None:
    floats, integers = pg.vector("stax", 4, seed=2), pg.vector("stax", 4, seed=2, observations="uint8")
    assert floats.observations is not None
    assert integers.observations is not None
    assert integers.observations.dtype == np.uint8
    for _ in range(60):
        difference = np.abs(floats.observations - integers.observations / np.float32(255))
        assert difference.max() <= 0.5 / 255 + 1e-6
        chosen = floats.sample()
        floats.step(chosen)
        integers.step(chosen)


def test_next_step_reset() -> None:
    games = pg.vector("english-draughts", 4, seed=1, autoreset="next-step")
    ended = np.zeros(4, dtype=bool)
    seen = 0
    for _ in range(400):
        chosen = games.sample()
        assert ((chosen == -1) == ended).all()
        games.step(chosen)
        assert not (games.terminated & ended).any(), "a new game does not end at its start"
        assert (games.steps[ended] == 0).all()
        ended = games.terminated.copy()
        assert ((games.current_players == contract.OVER) == ended).all()
        seen += int(ended.sum())
    assert seen > 4


def test_reset_by_hand() -> None:
    games = pg.vector("english-draughts", 3, seed=1, autoreset="disabled")
    for _ in range(600):
        games.step(games.sample())
        if (games.current_players == contract.OVER).all():
            break
    assert (games.current_players == contract.OVER).all()
    games.reset(mask=np.array([True, False, True]))
    assert (games.current_players == contract.OVER).tolist() == [False, True, False]
    games.reset(seed=1)
    assert games.state(0) == pg.vector("english-draughts", 3, seed=1).state(0)


def test_cut_off_games() -> None:
    games = pg.vector("chess", 2, max_steps=5)
    for step in range(1, 11):
        games.step(games.sample())
        cut = step % 5 == 0
        assert games.truncated.tolist() == [cut, cut]
        assert not games.terminated.any()
        assert (games.rewards == 0).all()
        assert (games.final_players == (1 if cut else contract.OVER)).all()


@pytest.mark.parametrize("autoreset", ["disabled", "next-step", "same-step"])
def test_legal_actions_are_those_of_the_masks_after_a_cut_off(autoreset: Any) -> None:
    games = pg.vector("chess", 6, seed=2, max_steps=3, autoreset=autoreset)
    for _ in range(3):
        games.step(games.sample())
    assert games.truncated.all()
    assert games.action_masks is not None
    actions, offsets = games.legal_actions()
    for env, mask in enumerate(games.action_masks):
        assert np.array_equal(np.flatnonzero(mask), actions[offsets[env] : offsets[env + 1]])
    assert (len(actions) == 0) == (autoreset != "same-step")


def test_actions_may_be_a_field_of_packed_records() -> None:
    games, others = pg.vector("stax", 5, seed=3), pg.vector("stax", 5, seed=3)
    rows = np.zeros(5, np.dtype([("flag", "i1"), ("action", "i4")]))
    for _ in range(6):
        rows["action"] = games.sample()
        others.step(others.sample())
        games.step(rows["action"])
        assert [games.state(env) for env in range(5)] == [others.state(env) for env in range(5)]
    backward = np.zeros(10, np.int32)
    backward[::-2] = games.sample()
    games.step(backward[::-2])
    others.step(others.sample())
    assert [games.state(env) for env in range(5)] == [others.state(env) for env in range(5)]


def test_what_is_too_large_is_refused_before_it_begins() -> None:
    def even(observations: Any, masks: Any) -> Any:
        return masks, np.zeros(len(observations))

    games = pg.vector("chess", 256, action_masks=False, observations=False)
    states = [games.state(env) for env in range(256)]
    with pytest.raises(ValueError, match="MiB"):
        pg.neural_agent(even, 1_000_000).visit_counts(states)
    with pytest.raises(ValueError, match="MiB"):
        pg.matches("chess", pg.neural_agent(even, 1_000_000), 100_000)
