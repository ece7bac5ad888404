"""Play the games of the gallery: ``python tools/gallery_games.py`` writes ``docs/gallery/games.json``.

For each variant there is one game of the strongest known agent against itself, and figures of random games. Games that are in
the file stay; ``--again ID ...`` plays those of some variants again, and ``--again all`` those of all.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import plyground as pg

FILE: Final = Path(__file__).parent.parent / "docs" / "gallery" / "games.json"
AGENT: Final = "strong:nodes=2000"
SEED: Final = 1
RANDOM_GAMES: Final = 1000
MAX_STEPS: Final = 5000
"""Longer games are cut off."""
NUM_KEPT: Final = 250
"""The number of steps that are written to the file. A page has no room for more."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Play games that are missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--again", nargs="*", default=[], metavar="ID", help="play the games of these variants again")
    again = parser.parse_args(arguments).again
    entries = read_games()
    for id in pg.variants():
        if id not in entries or id in again or again == ["all"]:
            entries[id] = entry_of(id)
            print(id, len(entries[id]["steps"]), flush=True)
            _write({id: entries[id] for id in pg.variants() if id in entries})


def read_games() -> dict[str, Any]:
    """Return what the file has for each variant."""
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def entry_of(id: str) -> dict[str, Any]:
    """Play a game, and measure random games.

    Returns
    -------
    dict
        - ``agent``: the agent of all seats.
        - ``start``: the position string of the start.
        - ``result``: a sentence about the end.
        - ``length``: the number of steps.
        - ``steps``: the first steps, those of chance included.
        - ``moment``: the number of steps before a position early in the middle of the game, with many legal steps.
        - ``random``: the mean length, its 5th and 95th percentile and the branching factor of random games.
    """
    return {**played_game(id, AGENT), "random": random_figures(id)}


def played_game(id: str, agent: str) -> dict[str, Any]:
    """Return what the page of a game shows of one game that an agent plays with itself."""
    state = pg.matches(id, agent, 1, SEED, threads=1, max_steps=MAX_STEPS, record=True).state(0)
    return {
        "agent": pg.agent(agent).resolve(state.game),
        "start": state.start_fen,
        "result": result_of(state),
        "length": len(state.steps),
        "steps": state.steps[:NUM_KEPT],
        "moment": moment_of(state),
    }


def result_of(state: pg.State) -> str:
    """Return a sentence about how a game ended."""
    if not state.is_terminal:
        return f"It was cut off after {MAX_STEPS} steps."
    status: str = state.scene()["status"]["text"]
    return status.replace("over by", "It ended by", 1) + "."


def moment_of(state: pg.State) -> int:
    """Return the number of steps before a position with many legal steps, after an eighth to three eighths of a game."""
    first, last = len(state.steps) // 8, 3 * len(state.steps) // 8
    counts = {
        at: len(position.legal_actions())
        for at, position in enumerate(pg.replay(state).states())
        if first <= at <= min(last, NUM_KEPT) and not position.is_mid_turn
    }
    return max(counts, key=counts.__getitem__, default=min(first, NUM_KEPT))


def random_figures(id: str) -> dict[str, float]:
    """Return the length and the branching factor of random games."""
    study = pg.study.balance if pg.info(id).scoring.kind == "win" else pg.study.scores
    [row] = study(id, measures=True, games=RANDOM_GAMES, seed=SEED, threads=1).rows
    return {
        "games": RANDOM_GAMES,
        "mean_steps": round(row.mean_steps, 1),
        "steps_p5": int(row.steps_p5),
        "steps_p95": int(row.steps_p95),
        "branching": round(row.branching or 0, 1),
    }


def _write(entries: dict[str, Any]) -> None:
    lines = ",\n".join(f"{json.dumps(id)}: {json.dumps(entry, ensure_ascii=False)}" for id, entry in entries.items())
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
