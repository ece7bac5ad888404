"""Studies on a Ray cluster give the same results as in one process, for all kinds of agents."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys, threading
import numpy as np
import plyground as pg

balance, store = pg.study.balance, sys.argv[1]

balance("stax", games=500, store=store)
report = balance("stax", "double-stax-pairs", games=3_000, engine="ray", store=store)
assert report == balance("stax", "double-stax-pairs", games=3_000)
tested = balance("stax", games=20_000, sprt=100, engine="ray")
assert tested == balance("stax", games=20_000, sprt=100)

def mine(state, rng):
    return rng.choice(state.legal_steps())

def evaluate(observations, masks):
    return masks, np.array([np.sin(row.sum()) for row in observations])

net = pg.neural_agent(evaluate, 2)
for agent in (mine, [mine, "greedy"], net):
    assert balance("stax", games=60, agents=agent, engine="ray") == balance("stax", games=60, agents=agent, threads=2)
for agent in ({"mine": mine}, {"net": net, "random": "random"}):
    balance("stax", games=10, agents=agent, store=store)
    on = balance("stax", games=60, agents=agent, engine="ray", store=store)
    assert on == balance("stax", games=60, agents=agent)

lock = threading.Lock()

def locked(state):
    with lock:
        return state.legal_steps()[0]

try:
    balance("stax", games=60, agents=locked, engine="ray")
except TypeError as error:
    assert "engine='ray' sends 'locked' to other processes, and that cannot be pickled" in str(error), error
else:
    raise AssertionError("a lock was sent")
"""


def test_ray_plays_the_same_games(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    # In its own process, because Ray leaves threads and warnings. All tests share it, because a cluster takes long to start.
    subprocess.run([sys.executable, "-c", PROGRAM, str(tmp_path / "games.db")], check=True, timeout=300)
