"""Compare the speed of plyground with other libraries: steps per second on one core, and their ratio.

The libraries that are installed are measured: open-spiel, chess, cozy-chess-py, py-draughts, dame-rs, pettingzoo, pgx
and envpool.

    python benches/peers.py [--seconds 2] [--rounds 3]

The two sides of a comparison are measured alternately, so that a busy machine slows both, and the median of each is printed.
Libraries end games by different rules, so steps per second are compared and not games.

Jobs:

- ``playouts``: one call for many games.
- ``single state``: a loop in Python over the states of one game.
- ``observation + mask``: a batch of games with both arrays.
- ``environment``: a loop over one environment.
- ``in rl_environment``: the same loop of OpenSpiel over a game of plyground and a game of OpenSpiel.
- ``in Gymnasium``: the same loop with and without the interface of Gymnasium.
"""

import argparse
import os
import platform
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import numpy as np

import plyground as pg

Work = Callable[[], int]
"""Plays for a while and returns the number of steps."""


@dataclass(frozen=True)
class Comparison:
    """One job that plyground and a peer do."""

    job: str
    game: str
    peer: str
    ours: Work
    theirs: Work


def playouts(id: str) -> Work:
    """Play random games in one call."""
    offset = 0

    def work() -> int:
        nonlocal offset
        offset += 256
        return int(pg.playouts(id, 256, threads=1, offset=offset).steps.sum())

    return work


def single_state(id: str, *, observations: bool = False) -> Work:
    """Play one random game from Python."""
    game, rng = pg.game(id), random.Random(0)

    def work() -> int:
        state, steps = game.start(), 0
        while not state.is_terminal:
            actions = state.legal_actions()
            if observations:
                state.observe()
                state.action_mask()
            state.apply(actions[int(rng.random() * len(actions))])
            steps += 1
        return steps

    return work


def vector(id: str, count: int = 1024) -> Work:
    """Step many games with observations and masks. Actions are drawn in the core."""
    games = pg.vector(id, count, threads=1)

    def work() -> int:
        games.step(games.sample())
        return len(games)

    return work


def pettingzoo_env(id: str) -> Work:
    """Play a random game in the PettingZoo environment of plyground."""
    return agent_loop(pg.aec(id))


def agent_loop(environment: Any) -> Work:
    """Play a random game in a PettingZoo environment, with an observation and a mask for each step."""
    rng = random.Random(0)

    def work() -> int:
        environment.reset(seed=0)
        steps = 0
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            actions = np.flatnonzero(observation["action_mask"])
            environment.step(actions[int(rng.random() * len(actions))])
            steps += 1
        return steps

    return work


def spiel_environment(game: Any) -> Work:
    """Play a random game in an OpenSpiel environment, with observations and lists of legal actions."""
    from open_spiel.python.rl_environment import Environment

    environment, rng = Environment(game), random.Random(0)

    def work() -> int:
        time_step, steps = environment.reset(), 0
        while not time_step.last():
            actions = time_step.observations["legal_actions"][time_step.observations["current_player"]]
            time_step = environment.step([actions[int(rng.random() * len(actions))]])
            steps += 1
        return steps

    return work


def gymnasium_env(id: str) -> Work:
    """Play a random game against a random opponent in Gymnasium."""
    environment, rng = pg.make(id), random.Random(0)

    def work() -> int:
        _, info = environment.reset()
        steps, over = 0, False
        while not over:
            actions = np.flatnonzero(info["action_mask"])
            _, _, over, _, info = environment.step(actions[int(rng.random() * len(actions))])
            steps += 1
        return steps

    return work


def gymnasium_loop_without_env(id: str) -> Work:
    """Do the work of `gymnasium_env` with a `State`."""
    game, rng = pg.game(id), random.Random(0)

    def work() -> int:
        state, steps = game.start(), 0
        while not state.is_terminal:
            if state.current_player != 0:
                state.play_random(int(rng.random() * 2**63), 1)
                continue
            state.observe(0)
            actions = np.flatnonzero(state.action_mask())
            state.apply(actions[int(rng.random() * len(actions))])
            steps += 1
        return steps

    return work


def gymnasium_vector_env(id: str, count: int) -> Work:
    """Do the work of `vector` in a vector environment of Gymnasium."""
    games = pg.make_vec(id, count, threads=1, copy=False, autoreset_mode="SameStep")
    games.reset(seed=0)

    def work() -> int:
        games.step(games.sample())
        return games.num_envs

    return work


def gymnasium() -> Iterator[Comparison]:
    """Compare plyground with and without the interface of Gymnasium."""
    for id in ("chess", "checkers", "stax"):
        for count in (1024, 64):
            yield Comparison(f"{count} in Gymnasium", id, "Vector", gymnasium_vector_env(id, count), vector(id, count))
        yield Comparison("agent in Gymnasium", id, "State", gymnasium_env(id), gymnasium_loop_without_env(id))


def search(id: str) -> Work:
    """Play games by tree search with 100 rollouts for each step, and return the number of rollouts."""
    game, player, rng = pg.game(id), pg.agent("mcts:100"), random.Random(0)
    state = game.start()

    def work() -> int:
        nonlocal state
        if state.is_terminal:
            state = game.start()
        # The only legal step is played without a search.
        rollouts = 100 * (len(state.legal_actions()) > 1)
        state.apply(player.choose(state, rng.getrandbits(64)))
        return rollouts

    return work


def open_spiel() -> Iterator[Comparison]:
    """Compare with the Python states of OpenSpiel."""
    import pyspiel

    name = f"open-spiel {version('open-spiel')}"
    for id, theirs in (("chess", "chess"), ("english-draughts", "checkers"), ("checkers", "checkers")):
        game = pyspiel.load_game(theirs)
        yield Comparison("playouts", id, name, playouts(id), spiel_rollouts(game))
        yield Comparison("single state", id, name, single_state(id), spiel_states(game))
        yield Comparison("observation + mask", id, name, vector(id), spiel_states(game, observations=True))
        if id == theirs:
            yield Comparison("mcts:100", id, name, search(id), spiel_search(game))


def rl_environment() -> Iterator[Comparison]:
    """Compare with the environments of OpenSpiel, and run them with games of plyground."""
    import pyspiel

    name = f"open-spiel {version('open-spiel')}"
    for id, theirs in (("chess", "chess"), ("checkers", "checkers")):
        game = pyspiel.load_game(theirs)
        yield Comparison("environment", id, name, pettingzoo_env(id), spiel_environment(game))
        yield Comparison("in rl_environment", id, name, spiel_environment(pg.openspiel(id)), spiel_environment(game))


def spiel_states(game: Any, *, observations: bool = False) -> Work:
    """Play a random game of OpenSpiel. Observations are written into one array, which is the fastest way."""
    rng = random.Random(0)
    observation = mask = None
    if observations:
        from open_spiel.python.observation import make_observation

        observation = make_observation(game)
        mask = np.zeros(game.num_distinct_actions(), dtype=bool)

    def work() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            if observation is not None and mask is not None:
                observation.set_from(state, state.current_player())
                mask[:] = False
                mask[actions] = True
            state.apply_action(actions[int(rng.random() * len(actions))])
            steps += 1
        return steps

    return work


def spiel_rollouts(game: Any, count: int = 100) -> Work:
    """Play random games in the C++ code of OpenSpiel, as the rollouts of the first simulation of a search.

    OpenSpiel does not report their steps, so the mean length of games played from Python is used.
    """
    import pyspiel

    bot = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(count, 0), 1.4, 1, 1, False, 0, False, pyspiel.ChildSelectionPolicy.UCT
    )
    play = spiel_states(game)
    length = statistics.mean(play() for _ in range(400))
    start = game.new_initial_state()

    def work() -> int:
        bot.mcts_search(start)
        return round(count * length)

    return work


def spiel_search(game: Any) -> Work:
    """Do the work of `search` with the C++ search of OpenSpiel."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(1, 0)
    policy = pyspiel.ChildSelectionPolicy.UCT
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 100, 1000, False, 0, False, policy)
    state = game.new_initial_state()

    def work() -> int:
        nonlocal state
        if state.is_terminal():
            state = game.new_initial_state()
        state.apply_action(bot.step(state))
        return 100

    return work


def random_games(id: str, name: str, theirs: Work) -> Iterator[Comparison]:
    """Compare random games with `playouts` and with `single_state`."""
    yield Comparison("playouts", id, name, playouts(id), theirs)
    yield Comparison("single state", id, name, single_state(id), theirs)


def python_chess() -> Iterator[Comparison]:
    """Compare with python-chess."""
    import chess

    rng = random.Random(0)

    def work() -> int:
        board, steps = chess.Board(), 0
        while not (board.is_insufficient_material() or board.halfmove_clock >= 100 or board.is_repetition(3)):
            # Faster than checking every move for legality.
            moves = list(board.pseudo_legal_moves)
            while moves:
                move = moves.pop(int(rng.random() * len(moves)))
                if board.is_legal(move):
                    break
            else:
                break
            board.push(move)
            steps += 1
        return steps

    name = f"chess {version('chess')}"
    yield from random_games("chess", name, work)


def cozy_chess_py() -> Iterator[Comparison]:
    """Compare with the Python wrapper of cozy-chess."""
    import cozy_chess

    rng = random.Random(0)

    def work() -> int:
        # Equivalent to `status()`, without generating the moves twice.
        board, steps = cozy_chess.Board.startpos(), 0
        while (moves := board.generate_moves()) and board.halfmove_clock < 100:
            board.play_unchecked(moves[int(rng.random() * len(moves))])
            steps += 1
        return steps

    name = f"cozy-chess-py {version('cozy-chess-py')}"
    yield from random_games("chess", name, work)


def py_draughts() -> Iterator[Comparison]:
    """Compare with py-draughts. Captures are optional in its American game."""
    import draughts

    rng = random.Random(0)

    def work() -> int:
        board, steps = draughts.AmericanBoard(), 0
        while not board.is_draw:
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(rng.random() * len(moves))])
            steps += 1
        return steps

    name = f"py-draughts {version('py-draughts')}"
    yield from random_games("english-draughts", name, work)


def dame() -> Iterator[Comparison]:
    """Compare random games and perft with dame-rs, an engine for international draughts in Rust."""
    import dame as peer

    rng = random.Random(0)

    def work() -> int:
        board, steps = peer.Board(), 0
        while moves := board.legal_moves:
            board.push(moves[int(rng.random() * len(moves))])
            steps += 1
        return steps

    name, id, depth = f"dame-rs {version('dame-rs')}", "international-draughts", 8
    yield from random_games(id, name, work)
    start, board = pg.game(id).start(), peer.Board()
    if start.perft(depth, turns=True) != peer.perft(board, depth):
        raise AssertionError(f"{name} and plyground disagree on perft at depth {depth}")
    yield Comparison(
        f"perft {depth} of turns",
        id,
        name,
        lambda: start.perft(depth, turns=True),
        lambda: int(peer.perft(board, depth)),
    )


def pettingzoo() -> Iterator[Comparison]:
    """Compare with the chess environment of PettingZoo."""
    from pettingzoo.classic import chess_v6

    name, theirs = f"pettingzoo {version('pettingzoo')}", agent_loop(chess_v6.env())
    yield Comparison("observation + mask", "chess", name, vector("chess"), theirs)
    yield Comparison("environment", "chess", name, pettingzoo_env("chess"), theirs)


def pgx() -> Iterator[Comparison]:
    """Compare with a compiled scan of 64 games in Pgx on the CPU. In our tests, 64 was the fastest batch size."""
    import jax
    import jax.numpy as jnp
    import pgx as peer
    from pgx.experimental import auto_reset

    environment = peer.make("chess")
    step = auto_reset(environment.step, environment.init)
    batch, length = 64, 16

    def body(carry: Any, _: None) -> tuple[Any, None]:
        state, key = carry
        key, now = jax.random.split(key)
        actions = jax.random.categorical(now, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
        return (jax.vmap(step)(state, actions, jax.random.split(now, batch)), key), None

    run = jax.jit(lambda carry: jax.lax.scan(body, carry, None, length=length)[0])
    keys = jax.random.split(jax.random.PRNGKey(0), batch)
    carry = (jax.jit(jax.vmap(environment.init))(keys), jax.random.PRNGKey(1))

    def work() -> int:
        nonlocal carry
        carry = jax.block_until_ready(run(carry))
        return batch * length

    yield Comparison("observation + mask", "chess", f"pgx {version('pgx')}", vector("chess"), work)


def envpool() -> Iterator[Comparison]:
    """Compare with a batch of EnvPool on one thread. In our tests, 64 was the fastest batch size."""
    import envpool as peer

    batch = 64
    environment = peer.make("Chess-v1", env_type="gymnasium", num_envs=batch, num_threads=1)
    _, info = environment.reset()
    rng = random.Random(0)

    def work() -> int:
        nonlocal info
        # The first legal action after a random one: a uniform choice among all would take most of the time.
        masks = info["legal_action_mask"]
        first = rng.randrange(masks.shape[1])
        actions = (np.roll(masks, -first, axis=1).argmax(1) + first) % masks.shape[1]
        info = environment.step(actions.astype(np.int32))[4]
        return batch

    yield Comparison("observation + mask", "chess", f"envpool {version('envpool')}", vector("chess", batch), work)


PEERS: dict[str, Callable[[], Iterator[Comparison]]] = {
    "pyspiel": open_spiel,
    "open_spiel": rl_environment,
    "chess": python_chess,
    "cozy_chess": cozy_chess_py,
    "draughts": py_draughts,
    "dame": dame,
    "gymnasium": gymnasium,
    "pettingzoo": pettingzoo,
    "pgx": pgx,
    "envpool": envpool,
}
"""Comparisons by the module that they require."""


def rate(work: Work, seconds: float) -> float:
    """Return the steps per second of processor time, which other processes affect less than elapsed time."""
    steps, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        steps += work()
    return steps / (time.process_time() - began)


def measure(comparison: Comparison, seconds: float, rounds: int) -> tuple[float, float]:
    """Return the median rates of plyground and the peer."""
    comparison.ours()
    comparison.theirs()
    both = [(rate(comparison.ours, seconds), rate(comparison.theirs, seconds)) for _ in range(rounds)]
    return statistics.median(ours for ours, _ in both), statistics.median(theirs for _, theirs in both)


def use_one_core() -> None:
    """Restrict this process and the threads that it starts to one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def main() -> None:
    """Print a table of all comparisons."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="the duration of each measurement (default: 2)")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each side (default: 3)")
    parser.add_argument("--only", choices=PEERS, help="compare with one module")
    arguments = parser.parse_args()
    use_one_core()
    print(f"plyground {pg.__version__}, Python {platform.python_version()}, {platform.machine()}, one core")
    print(f"{'job':<20}{'game':<24}{'plyground/s':>14}{'peer/s':>14}{'ratio':>10}  peer")
    missing = []
    for module, comparisons in PEERS.items():
        if arguments.only not in (None, module):
            continue
        try:
            available = list(comparisons())
        except ImportError as error:
            missing.append(f"{module} ({error})")
            continue
        for comparison in available:
            ours, theirs = measure(comparison, arguments.seconds, arguments.rounds)
            line = f"{comparison.job:<20}{comparison.game:<24}{ours:>14,.0f}{theirs:>14,.0f}{ours / theirs:>10,.2f}"
            print(f"{line}  {comparison.peer}", flush=True)
    if missing:
        print(f"not installed: {', '.join(missing)}")


if __name__ == "__main__":
    main()
