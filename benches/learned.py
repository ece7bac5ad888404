"""Measure the strength of the networks in the package, or of files, against agents of similar strength.

Each network plays 200 games with rotated seats and 64 simulations, after one random turn for each seat. The table has mean
scores with 95 % intervals.

    .venv/bin/python benches/learned.py [--games 200] [--settings SETTINGS] [--opponent AGENT] [id or FILE ...]
"""

import argparse
import sys
import time

import numpy as np

import plyground as pg
from plyground.nets import NetworkAgent, shipped
from plyground.study.statistics.intervals import score_interval
from plyground.study.statistics.scoring import win_shares

OPPONENTS = {
    "stax": ["mcts:400", "ab:3", "ab:4"],
    "english-draughts": ["ab:5", "mcts:400", "ab:6"],
    "tri-stax-3": ["mcts:400", "ab:2"],
    "cylindrical-chess": ["ab:2", "ab:3", "mcts:400"],
    "two-move-chess": ["ab:3,margin=0", "mcts:400", "ab:4,margin=0"],
}
"""The opponents of each network. In games for three, there are two of one kind."""


def row(agent: NetworkAgent, opponent: str, games: int) -> str:
    """Return a row of the table."""
    rules = agent.game
    started = time.perf_counter()
    played = pg.matches(rules, [agent, *[opponent] * (rules.num_seats - 1)], games, seed=1, openings=rules.num_seats)
    own = win_shares(rules, played.returns)[np.asarray(played.agent_indices) == 0]
    score = score_interval(own, games_per_round=rules.num_seats)
    return (
        f"| `{rules.info.id}` | {rules.num_seats - 1} x `{opponent}` | {score.value:.3f} [{score.low:.3f}, {score.high:.3f}] | "
        f"{played.steps.mean():.0f} | {time.perf_counter() - started:.0f} s |"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(shipped()), metavar="id or FILE")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--settings", default="", help="settings of the agent, as in temperature=0.5")
    parser.add_argument("--opponent", action="append", help="an opponent instead of the usual ones; repeat for several")
    arguments = parser.parse_args()
    print("| game | against | score | mean steps | duration |\n|---|---|---|---|---|")
    for name in arguments.names:
        agent = NetworkAgent.parse(f"net:{name},64" + (f",{arguments.settings}" if arguments.settings else ""))
        for opponent in arguments.opponent or OPPONENTS.get(agent.game.info.id, ["mcts:400", "ab:3"]):
            print(row(agent, opponent, arguments.games))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
