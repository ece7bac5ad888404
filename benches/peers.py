"""Ours beside the peers that happen to be installed, in one run: steps a second on one core, and ratios.

Installs nothing. In an environment that has some of open-spiel, chess, cozy-chess-py, py-draughts, dame-rs, pettingzoo and pgx:

    python benches/peers.py [--seconds 2] [--rounds 3]

Each contest is measured in turns (ours, theirs, ours, theirs, …), so that a busy machine slows both, and the median of each side
counts. Peers end games by rules of their own: steps a second are compared, not games. "Ours" is what one would call in place of
the peer's loop.

Jobs: `playouts` is one call for many games, `state by state` a loop in Python over the states of one game, `observation + mask` a
batch with both, `environment` a loop over one environment. `in rl_environment` and those in Gymnasium are
the same loop on both sides: over our game and the peer's, or with and without the interface.
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
"""Plays for a while and says how many steps that were."""


@dataclass(frozen=True)
class Contest:
    """One job, done by a peer and by us."""

    job: str
    game: str
    peer: str
    ours: Work
    theirs: Work


def playouts(id: str) -> Work:
    """Random games in one call."""
    offset = 0

    def work() -> int:
        nonlocal offset
        offset += 256
        return int(pg.playouts(id, 256, threads=1, offset=offset).steps.sum())

    return work


def states(id: str, *, observations: bool = False) -> Work:
    """One game, step by step from Python."""
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
    """Many games with observations and masks, random actions drawn in the core."""
    games = pg.vector(id, count, threads=1)

    def work() -> int:
        games.step(games.sample())
        return len(games)

    return work


def agents(id: str) -> Work:
    """PettingZoo's loop over ours."""
    return agent_loop(pg.aec(id))


def agent_loop(environment: Any) -> Work:
    """A random game through PettingZoo, observation and mask at every step as its loop has them."""
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
    """A random game through OpenSpiel's environments, whose time steps have observations and lists of legal actions."""
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


def one_agent(id: str) -> Work:
    """Gymnasium's loop over ours: the agent and a random opponent."""
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


def one_state(id: str) -> Work:
    """What Gymnasium's loop does, on a `State` alone."""
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


def batch(id: str, count: int) -> Work:
    """`vector`, through Gymnasium."""
    games = pg.make_vec(id, count, threads=1, copy=False, autoreset_mode="SameStep")
    games.reset(seed=0)

    def work() -> int:
        games.step(games.sample())
        return games.num_envs

    return work


def gymnasium() -> Iterator[Contest]:
    """What Gymnasium's interface costs: the same work without it in place of the peer."""
    for id in ("chess", "checkers", "stax"):
        for count in (1024, 64):
            yield Contest(f"{count} in Gymnasium", id, "our vector without it", batch(id, count), vector(id, count))
        yield Contest("agent in Gymnasium", id, "our state without it", one_agent(id), one_state(id))


def search(id: str) -> Work:
    """Games by tree search, 100 random games a step; the rate is in random games."""
    game, player, rng = pg.game(id), pg.agent("mcts:100"), random.Random(0)
    state = game.start()

    def work() -> int:
        nonlocal state
        if state.is_terminal:
            state = game.start()
        # A step without a choice is made without search.
        searched = 100 * (len(state.legal_actions()) > 1)
        state.apply(player.choose(state, rng.getrandbits(64)))
        return searched

    return work


def open_spiel() -> Iterator[Contest]:
    """OpenSpiel through its Python `State`."""
    import pyspiel

    name = f"open-spiel {version('open-spiel')}"
    for id, theirs in (("chess", "chess"), ("english-draughts", "checkers"), ("checkers", "checkers")):
        game = pyspiel.load_game(theirs)
        yield Contest("playouts", id, name, playouts(id), spiel_rollouts(game))
        yield Contest("state by state", id, name, states(id), spiel_states(game))
        yield Contest("observation + mask", id, name, vector(id), spiel_states(game, observations=True))
        if id == theirs:
            yield Contest("mcts:100", id, name, search(id), spiel_search(game))


def rl_environment() -> Iterator[Contest]:
    """OpenSpiel's environments, beside PettingZoo's loop over ours, and with our games in them."""
    import pyspiel

    name = f"open-spiel {version('open-spiel')}"
    for id, theirs in (("chess", "chess"), ("checkers", "checkers")):
        game = pyspiel.load_game(theirs)
        yield Contest("environment", id, name, agents(id), spiel_environment(game))
        yield Contest("in rl_environment", id, name, spiel_environment(pg.openspiel(id)), spiel_environment(game))


def spiel_states(game: Any, *, observations: bool = False) -> Work:
    """A random game of OpenSpiel, with observations the way that is fast there: into an array that is made once."""
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
    """Random games that OpenSpiel plays in C++: the first simulation of a search is as many rollouts as are asked for.

    It does not say how long they were, so the mean length of games that Python plays stands for it.
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
    """Games by OpenSpiel's search in C++, as `search` plays them."""
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


def random_games(id: str, name: str, theirs: Work) -> Iterator[Contest]:
    """A peer's random games beside ours, played by the core and played state by state from Python."""
    yield Contest("playouts", id, name, playouts(id), theirs)
    yield Contest("state by state", id, name, states(id), theirs)


def python_chess() -> Iterator[Contest]:
    """python-chess."""
    import chess

    rng = random.Random(0)

    def work() -> int:
        board, steps = chess.Board(), 0
        while not (board.is_insufficient_material() or board.halfmove_clock >= 100 or board.is_repetition(3)):
            # Faster than to ask of every move whether it is legal.
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


def cozy_chess_py() -> Iterator[Contest]:
    """cozy-chess through its Python wrapper."""
    import cozy_chess

    rng = random.Random(0)

    def work() -> int:
        # What `status()` says, without finding the moves once more.
        board, steps = cozy_chess.Board.startpos(), 0
        while (moves := board.generate_moves()) and board.halfmove_clock < 100:
            board.play_unchecked(moves[int(rng.random() * len(moves))])
            steps += 1
        return steps

    name = f"cozy-chess-py {version('cozy-chess-py')}"
    yield from random_games("chess", name, work)


def py_draughts() -> Iterator[Contest]:
    """py-draughts, whose American game leaves captures optional."""
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


def dame() -> Iterator[Contest]:
    """dame-rs: international draughts in Rust. Besides games, perft, where both count the same turns."""
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
        raise AssertionError(f"{name} and plyground count other turns at depth {depth}")
    yield Contest(
        f"perft {depth} of turns",
        id,
        name,
        lambda: start.perft(depth, turns=True),
        lambda: int(peer.perft(board, depth)),
    )


def pettingzoo() -> Iterator[Contest]:
    """PettingZoo's chess."""
    from pettingzoo.classic import chess_v6

    name, theirs = f"pettingzoo {version('pettingzoo')}", agent_loop(chess_v6.env())
    yield Contest("observation + mask", "chess", name, vector("chess"), theirs)
    yield Contest("environment", "chess", name, agents("chess"), theirs)


def pgx() -> Iterator[Contest]:
    """Pgx on the processor: a compiled scan of 64 games at once, which was its best batch in our tries."""
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

    yield Contest("observation + mask", "chess", f"pgx {version('pgx')}", vector("chess"), work)


PEERS: dict[str, Callable[[], Iterator[Contest]]] = {
    "pyspiel": open_spiel,
    "open_spiel": rl_environment,
    "chess": python_chess,
    "cozy_chess": cozy_chess_py,
    "draughts": py_draughts,
    "dame": dame,
    "gymnasium": gymnasium,
    "pettingzoo": pettingzoo,
    "pgx": pgx,
}
"""By the module that is measured."""


def rate(work: Work, seconds: float) -> float:
    """Steps a second of processor time, which a busy machine disturbs less than time on the wall."""
    steps, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        steps += work()
    return steps / (time.process_time() - began)


def measure(contest: Contest, seconds: float, rounds: int) -> tuple[float, float]:
    """The medians of both sides."""
    contest.ours()
    contest.theirs()
    both = [(rate(contest.ours, seconds), rate(contest.theirs, seconds)) for _ in range(rounds)]
    return statistics.median(ours for ours, _ in both), statistics.median(theirs for _, theirs in both)


def one_core() -> None:
    """Keeps all that follows on one core, threads that libraries start included."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def main() -> None:
    """Measures ours beside every peer that is there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each round of each side (2)")
    parser.add_argument("--rounds", type=int, default=3, help="of which the median counts (3)")
    parser.add_argument("--only", choices=PEERS, help="one peer")
    arguments = parser.parse_args()
    one_core()
    print(f"plyground {pg.__version__}, Python {platform.python_version()}, {platform.machine()}, one core")
    print(f"{'job':<20}{'game':<24}{'ours/s':>14}{'theirs/s':>14}{'ratio':>10}  peer")
    absent = []
    for module, contests in PEERS.items():
        if arguments.only not in (None, module):
            continue
        try:
            found = list(contests())
        except ImportError as error:
            absent.append(f"{module} ({error})")
            continue
        for contest in found:
            ours, theirs = measure(contest, arguments.seconds, arguments.rounds)
            line = f"{contest.job:<20}{contest.game:<24}{ours:>14,.0f}{theirs:>14,.0f}{ours / theirs:>10,.2f}"
            print(f"{line}  {contest.peer}", flush=True)
    if absent:
        print(f"not there: {', '.join(absent)}")


if __name__ == "__main__":
    main()
