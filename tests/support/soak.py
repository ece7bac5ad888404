"""Long random play: games under the contract, and as environments, one variant after another, with a new seed in each round."""

import argparse
import subprocess
import sys
import time
from importlib.util import find_spec

import numpy as np

import compliance
import contract
import plyground as pg


def import_seconds() -> float:
    """Return the time of `import plyground` in seconds: the best of ten runs minus the start of the interpreter."""

    def best(code: str) -> float:
        times = []
        for _ in range(10):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            times.append(time.perf_counter() - began)
        return min(times)

    return best("import plyground") - best("pass")


def main() -> None:
    """Play until the time is up; stop at the first failed check and print the seed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", help="all variants by default")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0, help="the first one")
    arguments = parser.parse_args()
    print(f"import plyground: {import_seconds() * 1000:.0f} ms")
    ids = arguments.ids or pg.variants()
    end = time.monotonic() + 60 * arguments.minutes
    seed, played = arguments.seed, 0
    while time.monotonic() < end:
        for id in ids:
            game = pg.game(id)
            try:
                contract.check_game(game, seed)
                contract.check_vector(game, seed)
                compliance.check_gymnasium(id)
                compliance.check_pettingzoo(id, cycles=500)
                if game.info.is_simultaneous:
                    compliance.check_parallel(id, cycles=500)
                if find_spec("pyspiel"):
                    compliance.check_openspiel(id)
                one = game.playouts(2_000, seed, threads=1)
                assert np.array_equal(one.steps, game.playouts(2_000, seed).steps)
                assert one.steps.max() <= game.info.max_steps
            except BaseException:
                print(f"{id}, seed {seed}:", file=sys.stderr)
                raise
            played += 2 * len(one)
        seed += 1
    rounds = seed - arguments.seed
    print(f"{rounds} rounds of {len(ids)} variants, {played:,} playouts: the contract was kept")


if __name__ == "__main__":
    main()
