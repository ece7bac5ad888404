"""How strong the networks are that come with the package: games against agents of like strength, from various openings.

Each plays 200 games with the places rotated, after as many random turns as there are seats, and judges 64 positions a step; the
figures are mean shares in the win with 95 % intervals of whole rounds. Another network is measured by its file.

    .venv/bin/python benches/learned.py [--games 200] [--with SETTINGS] [--against AGENT] [id or FILE ...]
"""

import argparse
import sys
import time

import numpy as np

import plyground as pg
from plyground.nets import Net, shipped
from plyground.study.statistics.intervals import score_interval
from plyground.study.statistics.scoring import win_shares

OPPONENTS = {
    "stax": ["mcts:400", "ab:3", "ab:4"],
    "english-draughts": ["ab:5", "mcts:400", "ab:6"],
    "tri-stax-3": ["mcts:400", "ab:2"],
    "cylindrical-chess": ["ab:2", "ab:3", "mcts:400"],
    "two-move-chess": ["ab:3,margin=0", "mcts:400", "ab:4,margin=0"],
}
"""Whom each is measured against; in games of three, two of them."""


def measured(net: Net, opponent: str, games: int) -> str:
    """A row of the table: who against whom, and the mean share of the points."""
    rules = net.game
    began = time.perf_counter()
    played = pg.matches(rules, [net, *[opponent] * (rules.seats - 1)], games, seed=1, openings=rules.seats)
    own = win_shares(rules, played.returns)[np.asarray(played.agents) == 0]
    found = score_interval(own, games_per_round=rules.seats)
    return (
        f"| `{rules.info.id}` | {rules.seats - 1} x `{opponent}` | {found.value:.3f} [{found.low:.3f}, {found.high:.3f}] | "
        f"{played.steps.mean():.0f} | {time.perf_counter() - began:.0f} s |"
    )


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(shipped()), metavar="id or FILE")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--with", dest="settings", default="", help="settings of the network, as temperature=0.5")
    parser.add_argument("--against", action="append", help="instead of those that it is usually measured against")
    asked = parser.parse_args()
    print("| game | against | score | steps | took |\n|---|---|---|---|---|")
    for name in asked.names:
        net = Net.named(f"net:{name},64" + (f",{asked.settings}" if asked.settings else ""))
        for opponent in asked.against or OPPONENTS.get(net.game.info.id, ["mcts:400", "ab:3"]):
            print(measured(net, opponent, asked.games))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
