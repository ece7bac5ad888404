"""Arrays of a user's that vectors write to: lent to one vector at a time, and looked at before they are written."""

from typing import Any

import numpy as np
import pytest

import plyground as pg


def lent(n: int = 4) -> dict[str, Any]:
    """Arrays that a vector of chess games can write to."""
    info = pg.info("chess")
    return {
        "observations": np.zeros((n, *info.observation_shape), np.float32),
        "action_masks": np.zeros((n, info.num_actions), np.bool_),
    }


def test_no_two_vectors_write_to_the_same_memory() -> None:
    arrays = lent(8)
    first = pg.vector("chess", 8, out=arrays)
    for part in (arrays, {"action_masks": arrays["action_masks"]}, {"observations": arrays["observations"][2:6]}):
        envs = len(next(iter(part.values())))
        with pytest.raises(ValueError, match="must not share memory with arrays of another vector"):
            pg.vector("chess", envs, out=part)
    assert first.observations is not None
    assert np.shares_memory(first.observations, arrays["observations"])


def test_parts_of_one_array_serve_several_vectors() -> None:
    both = np.zeros((2, 4, *pg.info("chess").observation_shape), np.float32)
    vectors = [pg.vector("chess", 4, seed, out={"observations": part}) for seed, part in enumerate(both)]
    for vector in vectors:
        vector.step(vector.sample())
    assert both.any(axis=(1, 2, 3, 4)).all()


def test_memory_comes_back_from_a_vector_that_is_gone() -> None:
    arrays = lent()
    for _ in range(3):
        vector = pg.vector("chess", 4, out=arrays)
        vector.step(vector.sample())
        del vector


def test_memory_comes_back_when_a_vector_is_refused() -> None:
    arrays = {**lent(), "final_observations": np.zeros((3, 2), np.float32)}
    with pytest.raises(ValueError, match="final_observations"):
        pg.vector("chess", 4, out=arrays)
    del arrays["final_observations"]
    pg.vector("chess", 4, out=arrays)


@pytest.mark.parametrize("name", ["observations", "action_masks"])
def test_lent_memory_is_not_resized(name: str) -> None:
    arrays = lent()
    vector = pg.vector("chess", 4, out=arrays)
    with pytest.raises(ValueError, match="cannot resize"):
        arrays[name].resize((400, 400), refcheck=False)
    vector.step(vector.sample())
    del vector
    arrays[name].resize((400, 400), refcheck=False)


def test_an_array_with_other_memory_is_not_written() -> None:
    arrays = lent()
    vector = pg.vector("chess", 4, out=arrays)
    shape, state = arrays["action_masks"].shape, arrays["action_masks"].__reduce__()[2]
    arrays["action_masks"].__setstate__(state)
    assert arrays["action_masks"].shape == shape
    for use in (lambda: vector.step(np.zeros(4, np.int32)), vector.sample, vector.reset, lambda: vector.action_masks):
        with pytest.raises(RuntimeError, match=r"out\['action_masks'\] must keep its memory"):
            use()


@pytest.mark.parametrize("owned", [True, False])
def test_what_was_shown_outlives_the_array(owned: bool) -> None:
    shape = (4, *pg.info("chess").observation_shape)
    size = int(np.prod(shape))
    array = np.zeros(shape, np.float32) if owned else np.frombuffer(bytearray(4 * size), np.float32).reshape(shape)
    vector = pg.vector("chess", 4, out={"observations": array})
    assert vector.observations is not None
    shown, before = vector.observations, vector.observations.copy()
    # NumPy frees an array's memory here, or lets go of what owns it, without asking who else refers to it.
    state: Any = np.zeros(shape, np.float32).__reduce__()[2]
    array.__setstate__(state)
    others = [np.full(shape, 7, np.float32) for _ in range(64)]
    assert np.array_equal(shown, before)
    with pytest.raises(RuntimeError, match="must keep its memory"):
        vector.step(np.zeros(4, np.int32))
    assert len(others) == 64


def test_an_array_owns_its_memory_again_once_no_vector_writes_to_it() -> None:
    both = np.zeros((8, *pg.info("chess").observation_shape), np.float32)
    one, other = (pg.vector("chess", 4, out={"observations": part}) for part in (both[:4], both[4:]))
    del one
    with pytest.raises(ValueError, match="cannot resize"):
        both.resize((400, 400), refcheck=False)
    other.step(other.sample())
    del other
    assert both.flags.owndata
    both.resize((400, 400), refcheck=False)


def test_masks_that_a_user_overwrites_are_not_believed() -> None:
    arrays = lent()
    vector = pg.vector("chess", 4, out=arrays)
    arrays["action_masks"].view(np.uint8)[:] = 7
    illegal = int(np.flatnonzero(pg.game("chess").start().action_mask() == 0)[0])
    with pytest.raises(pg.IllegalStep):
        vector.step(np.full(4, illegal))
    vector.step(vector.sample())
    assert np.isin(arrays["action_masks"].view(np.uint8), (0, 1)).all()
