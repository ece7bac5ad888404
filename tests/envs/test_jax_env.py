"""Games inside computations of JAX: the same games as those of vectors, as pure functions."""

import re
import threading
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg

jax = pytest.importorskip("jax", reason="games under jax.jit need the extra 'jax'")
jnp = pytest.importorskip("jax.numpy")

TRIED = ((0, 6), (0, 12))
"""The oldest and the newest version of jax that `jax_env` was tried with."""

# Perfect information, several steps in a turn, three seats, teams, hidden information with commits, dice, commits,
# hidden information with chance, random set-ups.
GAMES = [
    "chess",
    "stax",
    "three-kings-chess",
    "tri-chek-4-pairs",
    "masquerade-chess",
    "cooperative-chess",
    "synchronous-chess",
    "tar-pit-chess",
    "chess960",
]
FIELDS = {
    "observation": "observations",
    "legal_action_mask": "action_masks",
    "current_player": "current_players",
    "rewards": "rewards",
    "terminated": "terminated",
    "truncated": "truncated",
    "reason": "reasons",
    "step_count": "steps",
}


def assert_equal(states: Any, vector: pg.Vector, note: str = "") -> None:
    """Compare all fields of states with the arrays of a vector."""
    for field, array in FIELDS.items():
        np.testing.assert_array_equal(getattr(states, field), getattr(vector, array), err_msg=f"{note}: {field}")


def all_fields(states: Any) -> list[Any]:
    """Return all fields of states."""
    return [getattr(states, field) for field in (*FIELDS, "random_action", "data")]


def random_policy(states: Any) -> Any:
    """Return the random actions of the states."""
    return states.random_action


def policy(states: Any) -> Any:
    """Return legal actions that are not the random ones of the states: the last of each mask."""
    return states.legal_action_mask.shape[-1] - 1 - jnp.argmax(states.legal_action_mask[..., ::-1], axis=-1)


def test_the_installed_jax_is_one_that_was_tried() -> None:
    found = tuple(int(part) for part in jax.__version__.split(".")[:2])
    assert TRIED[0] <= found <= TRIED[1], (
        f"plyground.jax_env was tried with jax {TRIED[0]} to {TRIED[1]}, and {jax.__version__} is installed: run the tests of "
        "this file, then extend the range here and in docs/jax.md"
    )


# What `bindings/src/xla/c_api.rs` declares of each type: its first fields, or all.
DECLARATIONS = {
    "XLA_FFI_Extension_Base": "size_t struct_size; XLA_FFI_Extension_Type type; struct XLA_FFI_Extension_Base* next;",
    "XLA_FFI_Api_Version": "size_t struct_size; XLA_FFI_Extension_Base* extension_start; int major_version; int minor_version;",
    "XLA_FFI_Error_Create_Args": "size_t struct_size; XLA_FFI_Extension_Base* extension_start; const char* message; "
    "XLA_FFI_Error_Code errc;",
    "XLA_FFI_Api": "size_t struct_size; XLA_FFI_Extension_Base* extension_start; XLA_FFI_Api_Version api_version; "
    "XLA_FFI_InternalApi* internal_api; _XLA_FFI_API_STRUCT_FIELD(XLA_FFI_Error_Create);",
    "XLA_FFI_Buffer": "size_t struct_size; XLA_FFI_Extension_Base* extension_start; XLA_FFI_DataType dtype; void* data; "
    "int64_t rank; int64_t* dims;",
    "XLA_FFI_ByteSpan": "const char* ptr; size_t len;",
    "XLA_FFI_Args": "size_t struct_size; XLA_FFI_Extension_Base* extension_start; int64_t size; XLA_FFI_ArgType* types; "
    "void** args;",
    "XLA_FFI_Rets": "size_t struct_size; XLA_FFI_Extension_Base* extension_start; int64_t size; XLA_FFI_RetType* types; "
    "void** rets;",
    "XLA_FFI_Attrs": "size_t struct_size; XLA_FFI_Extension_Base* extension_start; int64_t size; XLA_FFI_AttrType* types; "
    "XLA_FFI_ByteSpan** names; void** attrs;",
    "XLA_FFI_CallFrame": "size_t struct_size; XLA_FFI_Extension_Base* extension_start; const XLA_FFI_Api* api; "
    "XLA_FFI_ExecutionContext* ctx; XLA_FFI_ExecutionStage stage; XLA_FFI_Args args; XLA_FFI_Rets rets; XLA_FFI_Attrs attrs;",
    "XLA_FFI_Metadata": "size_t struct_size; XLA_FFI_Api_Version api_version; XLA_FFI_Handler_Traits traits;",
    "XLA_FFI_Metadata_Extension": "XLA_FFI_Extension_Base extension_base; XLA_FFI_Metadata* metadata;",
}
# Names in the header of jaxlib 0.6, and what newer headers have instead.
RENAMED = {
    "XLA_FFI_Extension_Base": "XLA_FFI_InternalExtension",
    "XLA_FFI_Extension_Type": "XLA_FFI_Extension_Base_Type",
    "XLA_FFI_ExecutionContext": "XLA_FFI_InvokeContext",
    "XLA_FFI_InternalApi*": "const XLA_FFI_InternalApi*",
}
NUMBERS = {
    "XLA_FFI_Extension_Metadata": 1,
    "XLA_FFI_Error_Code_INVALID_ARGUMENT": 3,
    "XLA_FFI_ExecutionStage_EXECUTE": 3,
    "XLA_FFI_ArgType_BUFFER": 1,
    "XLA_FFI_RetType_BUFFER": 1,
    "XLA_FFI_AttrType_STRING": 4,
    "XLA_FFI_DataType_PRED": 1,
    "XLA_FFI_DataType_S8": 2,
    "XLA_FFI_DataType_S32": 4,
    "XLA_FFI_DataType_U8": 6,
    "XLA_FFI_DataType_U32": 8,
    "XLA_FFI_DataType_F16": 10,
    "XLA_FFI_DataType_F32": 11,
}


def test_the_header_of_jaxlib_has_the_declarations_of_the_bindings() -> None:
    header = Path(jax.ffi.include_dir(), "xla", "ffi", "api", "c_api.h").read_text()
    text = " ".join(re.sub(r"//[^\n]*|/\*.*?\*/", "", header, flags=re.DOTALL).split())
    for old, new in RENAMED.items():
        text = text.replace(new, old)
    for name, number in NUMBERS.items():
        assert f"{name} = {number}," in text, f"{name} must be {number}: see bindings/src/xla/c_api.rs"
    for name, fields in DECLARATIONS.items():
        found = re.search(rf"struct {name} {{ (.*?) }}", text)
        assert found, name
        assert found[1].startswith(fields), f"{name} has other fields than in bindings/src/xla/c_api.rs: {found[1]}"
    assert re.search(r"XLA_FFI_API_MAJOR 0\b", text), "version 1 of the interface may differ everywhere"


@pytest.mark.parametrize("id", GAMES)
def test_games_are_those_of_vectors(id: str) -> None:
    env, vector = pg.jax_env(id, max_steps=60), pg.vector(id, 5, seed=3, max_steps=60)
    states = env.init_batch(5, seed=3)
    assert_equal(states, vector, id)
    assert [env.game_state(states, at).fen for at in range(5)] == [vector.state(at).fen for at in range(5)]
    # Random actions, then others: the handler finds the steps of these itself.
    for choose in [random_policy] * 25 + [policy] * 25:
        actions = choose(states)
        states = env.step(states, actions)
        vector.step(np.asarray(actions))
        assert_equal(states, vector, id)


@pytest.mark.parametrize("autoreset", ["same-step", "next-step"])
def test_next_games_are_those_of_vectors(autoreset: Any) -> None:
    env = pg.jax_env("checkers", size=6, autoreset=autoreset, observations="uint8")
    vector = pg.vector("checkers", 200, seed=1, size=6, autoreset=autoreset, observations="uint8")

    def one_step(states: Any, _: None) -> tuple[Any, Any]:
        states = env.step(states, states.random_action)
        return states, states

    _, steps = jax.jit(partial(jax.lax.scan, one_step, length=100))(env.init_batch(200, seed=1))
    for at in range(100):
        vector.step(vector.sample())
        assert_equal(jax.tree.map(lambda column, at=at: column[at], steps), vector, f"step {at}")
    assert steps.terminated.sum() > 100


def test_a_state_can_be_stepped_again() -> None:
    env = pg.jax_env("masquerade-chess", autoreset="disabled")
    state = env.init(jax.random.key(0))
    actions = jnp.flatnonzero(state.legal_action_mask)
    branches = jax.vmap(env.step, in_axes=(None, 0))(state, actions)
    assert len({env.game_state(branches, at).fen for at in range(len(actions))}) == len(actions)
    for at, action in enumerate(actions[:4]):
        again = env.step(state, action)
        for one, other in zip(all_fields(again), all_fields(branches), strict=True):
            np.testing.assert_array_equal(one, other[at])


def test_vmap_over_batches_is_a_larger_batch() -> None:
    env = pg.jax_env("stax")
    keys = jax.random.split(jax.random.key(1), (3, 4))
    batch = env.init(keys)
    mapped = jax.vmap(jax.vmap(env.init))(keys)
    assert batch.current_player.shape == (3, 4)
    for _ in range(20):
        batch, mapped = env.step(batch, batch.random_action), jax.vmap(env.step)(mapped, mapped.random_action)
    for one, other in zip(all_fields(batch), all_fields(mapped), strict=True):
        np.testing.assert_array_equal(one, other)
    old_keys = jax.vmap(jax.vmap(jax.random.key_data))(keys)
    np.testing.assert_array_equal(env.init(old_keys).random_action, env.init(keys).random_action)


def test_finished_games_stay() -> None:
    env = pg.jax_env("checkers", size=6, autoreset="disabled", max_steps=40)
    vector = pg.vector("checkers", 64, seed=2, size=6, autoreset="disabled", max_steps=40)

    def body(_: int, states: Any) -> Any:
        return env.step(states, states.random_action)

    states = jax.lax.fori_loop(0, 60, body, env.init_batch(64, seed=2))
    for _ in range(60):
        vector.step(vector.sample())
    over = np.asarray(states.terminated | states.truncated)
    assert over.all()
    assert states.truncated.any()
    assert states.terminated.any()
    assert not states.rewards.any()
    assert not states.legal_action_mask.any()
    assert (states.current_player == -1).all()
    assert (states.random_action == -1).all()
    np.testing.assert_array_equal(states.observation, vector.observations)
    np.testing.assert_array_equal(states.step_count, vector.steps)
    again = env.step(states, jnp.full(64, 5))
    for one, other in zip(all_fields(again), all_fields(states), strict=True):
        np.testing.assert_array_equal(one, other)
    assert (np.asarray(states.reason) == 255).tolist() == np.asarray(states.truncated).tolist()


def test_chance_follows_from_the_key_or_the_state() -> None:
    env = pg.jax_env("cooperative-chess", autoreset="disabled")
    state = env.init(jax.random.key(0))
    copies = jax.tree.map(lambda column: jnp.broadcast_to(column, (20, *column.shape)), state)

    def fens_after(keys: Any) -> list[str]:
        states, _ = jax.lax.scan(
            lambda states, key: (env.step(states, states.random_action, key), None), copies, keys, length=12
        )
        return [env.game_state(states, at).fen for at in range(20)]

    keys = jax.random.split(jax.random.key(5), (12, 20))
    assert fens_after(keys) == fens_after(keys)
    assert len(set(fens_after(keys))) > 1
    assert len(set(fens_after(None))) == 1


def test_illegal_actions_are_errors() -> None:
    env = pg.jax_env("chess")
    states = env.init_batch(200)
    for action, problem in [
        (-5, "environment 150: action -5 is out of range: the game has actions 0 to"),
        (0, "environment 150: action 0 is not legal"),
    ]:
        actions = states.random_action.at[150].set(action)
        with pytest.raises(jax.errors.JaxRuntimeError, match=problem):
            jax.block_until_ready(jax.jit(env.step)(states, actions))
    assert env.step(states, states.random_action).step_count.sum() == 200


@pytest.mark.parametrize("x64", [False, True])
def test_actions_that_do_not_fit_32_bits_are_errors(x64: bool) -> None:
    env: Any = pg.jax_env("stax")
    states = env.init_batch(3)
    legal = np.asarray(states.random_action, np.int64)
    too_large = [legal + 2**32, np.full(3, 2**32 - 1, np.uint32), np.full(3, 2**64 - 1, np.uint64)]
    jax.config.update("jax_enable_x64", x64)
    try:
        for actions in too_large:
            with pytest.raises(jax.errors.JaxRuntimeError, match="action 2147483647 is out of range"):
                jax.block_until_ready(env.step(states, actions))
        with pytest.raises(jax.errors.JaxRuntimeError, match="action -2147483648 is out of range"):
            jax.block_until_ready(env.step(states, legal - 2**32))
        # Without 64-bit types, jax.jit drops the upper bits before it calls a function.
        for actions in too_large if x64 else too_large[1:2]:
            with pytest.raises(jax.errors.JaxRuntimeError, match="action 2147483647 is out of range"):
                jax.block_until_ready(jax.jit(env.step)(states, actions))
        for dtype in (np.int8, np.uint8, np.int64, np.uint64):
            assert env.step(states, legal.astype(dtype)).step_count.tolist() == [1, 1, 1]
    finally:
        jax.config.update("jax_enable_x64", False)


def test_changed_data_are_errors() -> None:
    env = pg.jax_env("chess")
    states = env.init_batch(3)
    one_bit = states.data.at[1, 100].set(states.data[1, 100] ^ 1)
    another_game = pg.jax_env("chess", castling=False).init_batch(3).data
    for data in [jnp.zeros_like(states.data), one_bit, another_game]:
        changed = type(states)(**{**vars(states), "data": data})
        with pytest.raises(jax.errors.JaxRuntimeError, match=r"environment \d: the data must be that of a state"):
            jax.block_until_ready(env.step(changed, states.random_action))
        with pytest.raises(ValueError, match="the data must be that of a state of the same game"):
            env.game_state(changed, 1)
    chosen = jax.tree.map(lambda column: column[jnp.array([2, 0])], states)
    assert env.step(chosen, chosen.random_action).step_count.tolist() == [1, 1]


def test_wrong_arguments_are_errors() -> None:
    env = pg.jax_env("stax")
    states = env.init_batch(3)
    with pytest.raises(ValueError, match=r"action must have the shape of the batch, \(3,\), got \(2,\)"):
        env.step(states, jnp.zeros(2, jnp.int32))
    with pytest.raises(TypeError, match="action must be integers, got float32"):
        env.step(states, jnp.zeros(3))
    with pytest.raises(ValueError, match=r"key must have a key for each game, shape \(3,\), got \(\)"):
        env.step(states, states.random_action, jax.random.key(0))
    with pytest.raises(ValueError, match=r"seed must be an integer from 0 to 2\*\*64 - 1, got -1"):
        env.init_batch(3, seed=-1)
    with pytest.raises(TypeError, match=r"seed must be an integer from 0 to 2\*\*64 - 1, got float 1.5"):
        env.init_batch(3, seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="num_envs must be a non-negative integer, got -1"):
        env.init_batch(-1)
    with pytest.raises(TypeError, match=r"num_envs must be a non-negative integer, got 1\.5"):
        env.init_batch(1.5)  # type: ignore[arg-type]
    for index in (3, -4, (), (0, 0)):
        message = f"index must be that of a game in a batch of shape (3,), got {index}"
        with pytest.raises(IndexError, match=re.escape(message)):
            env.game_state(states, index)
    with pytest.raises(TypeError, match="index must be an integer or a tuple of integers, got None"):
        env.game_state(states, None)  # type: ignore[arg-type]
    assert env.game_state(states, -3) == env.game_state(states, (0,))
    with pytest.raises(ValueError, match=r"state must be one of stax, whose data have \d+ bytes, got \d+ bytes"):
        env.step(pg.jax_env("chess").init_batch(3), jnp.zeros(3, jnp.int32))
    with pytest.raises(TypeError, match="action_masks must be a bool, got 'bits'"):
        pg.jax_env("stax", action_masks="bits")  # type: ignore[arg-type]
    with pytest.raises(pg.BadPosition):
        pg.jax_env("stax", start="nonsense")


def test_games_of_all_families_can_be_packed() -> None:
    ids = {(info.family, info.rules, info.num_seats): id for id in pg.variants() for info in [pg.info(id)]}
    sizes = [pg.jax_env(id, threads=1).data_size for id in ids.values()]
    assert all(0 < size < 8192 for size in sizes)


def test_arrays_that_are_not_wanted_are_left_out() -> None:
    env = pg.jax_env("chess", observations=False, action_masks=False, start="4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    states = env.init_batch(2)
    assert states.observation is None
    assert states.legal_action_mask is None
    assert env.game_state(states, 0).fen.startswith("4k3/P7/8")
    assert env.step(states, states.random_action).step_count.tolist() == [1, 1]
    halves: Any = pg.jax_env("chess", observations="float16").init_batch(2)
    assert halves.observation.dtype == jnp.float16


def test_environments_with_equal_settings_share_compiled_functions() -> None:
    one, other = pg.jax_env("stax"), pg.jax_env(pg.game("stax"))
    assert one == other
    assert hash(one) == hash(other)
    assert one != pg.jax_env("stax", max_steps=7)


def test_gradients_pass_observations_as_constants() -> None:
    env = pg.jax_env("stax")

    def loss(weights: Any) -> Any:
        def one_step(states: Any, _: None) -> tuple[Any, Any]:
            scores = states.observation.reshape(8, -1) @ weights
            states = env.step(states, states.random_action)
            return states, (scores * states.rewards[:, :1]).sum() + scores.sum()

        return jax.lax.scan(one_step, env.init_batch(8), length=5)[1].sum()

    size = int(np.prod(env.observation_shape))
    assert jnp.abs(jax.jit(jax.grad(loss))(jnp.zeros((size, 4)))).sum() > 0


def test_several_threads_step_the_same_environment() -> None:
    env = pg.jax_env("chess")
    results: dict[int, Any] = {}

    def play(number: int) -> None:
        states = env.init_batch(300, seed=number)
        for _ in range(10):
            states = env.step(states, states.random_action)
        results[number] = np.asarray(states.observation)

    threads = [threading.Thread(target=play, args=(number % 2,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    vector = pg.vector("chess", 300, seed=1)
    for _ in range(10):
        vector.step(vector.sample())
    np.testing.assert_array_equal(results[1], vector.observations)


def test_arrays_of_both_libraries_are_shared_by_dlpack() -> None:
    states: Any = pg.jax_env("stax").init_batch(4)
    observations = np.from_dlpack(states.observation)
    assert observations.__array_interface__["data"][0] == states.observation.unsafe_buffer_pointer()
    games = pg.vector("stax", 4)
    np.testing.assert_array_equal(jnp.from_dlpack(np.array(games.observations)), observations)
