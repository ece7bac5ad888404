"""Studies and training runs on a Ray cluster give the same results as in one process, for all kinds of agents."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from repository import ROOT

PROGRAM = """
import sys, threading
import numpy as np
import plyground as pg

balance, store = pg.study.balance, sys.argv[1]

balance("stax", games=100, store=store)
report = balance("stax", "double-stax-pairs", games=600, engine="ray", store=store)
assert report == balance("stax", "double-stax-pairs", games=600)
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


TRAINING = """
from pathlib import Path
from quick_runs import learned

folder = Path(store).parent
runs = [learned(folder / name, 2, fork_fraction=0.5, engine=engine) for name, engine in (("here", None), ("there", "ray"))]
for generation in (1, 2):
    here, there = (run.games(generation).read_bytes() for run in runs)
    assert here == there
here, there = (run.model.read_bytes() for run in runs)
assert here == there
"""


def test_ray_plays_the_same_games(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    program = PROGRAM
    if find_spec("jax") and find_spec("onnxruntime"):
        program += TRAINING
    # In its own process, because Ray leaves threads and warnings. All tests share it, because a cluster takes long to start.
    environment = os.environ | {"PYTHONPATH": str(ROOT / "tests" / "support")}
    arguments = [sys.executable, "-c", program, str(tmp_path / "games.db")]
    subprocess.run(arguments, check=True, timeout=300, env=environment)
