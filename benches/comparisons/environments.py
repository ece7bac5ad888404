"""Comparisons with environments of Gymnasium, PettingZoo and EnvPool."""

import random
from collections.abc import Iterator
from importlib.metadata import version

import numpy as np

import own_work
import plyground as pg
from measure import Comparison, Side, Work, ours


def gymnasium() -> Iterator[Comparison]:
    """Compare plyground with and without the interface of Gymnasium."""
    for id in ("chess", "checkers", "stax"):
        for count in (64, 1024):
            how = "`pg.make_vec(copy=False)`"
            adapter = ours(how, _gymnasium_vector(id, count), count)
            yield Comparison("interfaces", id, adapter, own_work.vector(id, count))
        loop = ours("`State` in a loop", _loop_without_gymnasium(id))
        yield Comparison("interfaces", id, ours("`pg.make`", _gymnasium_env(id)), loop)


def pettingzoo() -> Iterator[Comparison]:
    """Compare with the chess environment of PettingZoo."""
    from pettingzoo.classic import chess_v6

    theirs = Side(f"PettingZoo {version('pettingzoo')}", "`chess_v6`", own_work.agent_loop(chess_v6.env()))
    yield Comparison("batches", "chess", own_work.vector("chess"), theirs)
    yield Comparison("environments", "chess", own_work.pettingzoo_env("chess"), theirs)


def envpool(threads: int) -> Iterator[Comparison]:
    """Compare with batches of EnvPool."""
    import envpool as peer

    for batch in (64, 1024):
        theirs = Side(f"EnvPool {version('envpool')}", "`Chess-v1`: `step`", _envpool(peer, batch, threads), batch)
        mine = own_work.vector("chess", batch, threads)
        yield Comparison("batches", "chess", mine, theirs, threads=threads, wall=threads > 1)


def _envpool(peer: object, batch: int, threads: int) -> Work:
    """Step a batch of games of EnvPool."""
    environment = peer.make("Chess-v1", env_type="gymnasium", num_envs=batch, num_threads=threads)  # type: ignore[attr-defined]
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

    return work


def _gymnasium_env(id: str) -> Work:
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


def _loop_without_gymnasium(id: str) -> Work:
    """Do the work of `_gymnasium_env` with a `State`."""
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


def _gymnasium_vector(id: str, count: int) -> Work:
    """Do the work of `own_work.vector` in a vector environment of Gymnasium."""
    games = pg.make_vec(id, count, threads=1, copy=False, autoreset_mode="SameStep")
    games.reset(seed=0)

    def work() -> int:
        games.step(games.sample())
        return games.num_envs

    return work
