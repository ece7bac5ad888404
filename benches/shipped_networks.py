"""Measure the strength of the networks in the package in matches against agents of similar strength.

Each network plays 200 games with 64 simulations for each step. Seats are rotated, and games begin with one random turn for each
seat. Scores are mean shares of the points, with 95 % intervals over rounds. Name a file to measure another network.

    .venv/bin/python benches/shipped_networks.py [--games 200] [--settings SETTINGS] [--opponent AGENT] [id or FILE ...]
"""

import argparse
import sys
import time

import numpy as np

import plyground as pg
from plyground.nets import Net, shipped
from plyground.study.intervals import interval
from plyground.study.scoring import win_shares

OPPONENTS = {
    "stax": ["mcts:400", "ab:3", "ab:4"],
    "english-draughts": ["ab:5", "mcts:400", "ab:6"],
    "tri-stax-3": ["mcts:400", "ab:2"],
    "cylindrical-chess": ["ab:2", "ab:3", "mcts:400"],
    "two-move-chess": ["ab:3,margin=0", "mcts:400", "ab:4,margin=0"],
}
"""The opponents of each network. In games with three seats, the opponent plays two of them."""


def table_row(net: Net, opponent: str, games: int) -> str:
    """Return a row of the table: the game, the opponent and the mean share of the points."""
    rules = net.game
    began = time.perf_counter()
    played = pg.matches(rules, [net, *[opponent] * (rules.seats - 1)], games, seed=1, openings=rules.seats)
    shares = win_shares(rules, played.returns)[np.asarray(played.agents) == 0]
    found = interval(shares, rotation=rules.seats)
    return (
        f"| `{rules.info.id}` | {rules.seats - 1} x `{opponent}` | {found.value:.3f} [{found.low:.3f}, {found.high:.3f}] | "
        f"{played.steps.mean():.0f} | {time.perf_counter() - began:.0f} s |"
    )


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "names",
        nargs="*",
        default=list(shipped()),
        metavar="id or FILE",
        help="the networks (default: all in the package)",
    )
    parser.add_argument("--games", type=int, default=200, help="games against each opponent (default: 200)")
    parser.add_argument("--settings", default="", help="settings of the search, such as temperature=0.5")
    parser.add_argument("--opponent", action="append", help="an opponent instead of the usual ones")
    arguments = parser.parse_args()
    print("| game | opponent | score | steps | time |\n|---|---|---|---|---|")
    for name in arguments.names:
        net = Net.named(f"net:{name},64" + (f",{arguments.settings}" if arguments.settings else ""))
        for opponent in arguments.opponent or OPPONENTS.get(net.game.info.id, ["mcts:400", "ab:3"]):
            print(table_row(net, opponent, arguments.games))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
