"""Learning on known ground: how much of a solved game a network knows, and whether its player ever gives anything away."""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

import plyground as pg
from plyground.nets import Model, Net
from solved import Solved, key, solved

Chosen: TypeAlias = Callable[[str, np.random.Generator], int]
"""The place of the step that an opponent makes in a position."""


SETTINGS: Final[dict[str, Any]] = {
    "games": 384,
    "simulations": 16,
    "max_steps": 100,
    "forks": 0.95,
    "window": 80_000,
    "search": 0.0,
    "measure": 0,
}
"""What both games are learned with."""

GENERATIONS: Final = {"checkers": 40, "stax": 100}
"""How long it takes."""

ENOUGH: Final = 0.95
"""The share of positions whose value is to be known."""


@dataclass(frozen=True, slots=True)
class Known:
    """How much a network knows of a game."""

    right: float
    """The share of all positions that are not over whose value it says rightly, without search: of 1, 0 and -1 the nearest."""
    searched: float
    """The same of what its player's search finds."""
    given: int
    """In how many positions its player gives something away, of all that come about while the others play anything."""
    met: int
    """How many positions these are."""
    short: dict[str, int]
    """Against each opponent the games in which it got less than it had in hand at some time."""
    games: int
    """How many games each of them played."""


def known(path: "Path | str", simulations: int = 64, games: int = 100, seed: int = 0) -> Known:
    """Asks a network about all positions, and lets its player play against all comers."""
    net = Net(str(path), simulations, {"root": "puct"})
    of = solved(net.game)
    rng = np.random.default_rng(seed)
    given, met = _given(of, net)
    opponents: dict[str, Chosen] = {
        "perfect": lambda text, rng: int(rng.choice(of.best(text))),
        "random": lambda text, rng: int(rng.integers(len(of.steps[text]))),
    }
    short = {
        name: sum(_short(of, net, seat, games // 2, chosen, rng) for seat in (0, 1))
        for name, chosen in opponents.items()
    }
    judged, searched = _values(of, Model.read(path), simulations)
    worth = np.array([of.worth[text] for text in of.open])
    right, found = ((np.rint(values) == worth).mean() for values in (judged, searched))
    return Known(float(right), float(found), given, met, short, games)


def _values(of: Solved, model: Model, simulations: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What all positions that are not over are worth to the seat to act, to a network and to a search."""
    states = [of.at(text) for text in of.open]
    _, judged = model.judge(np.stack([state.observe() for state in states]))
    steps = pg.self_play(
        of.game,
        model.evaluate,
        len(states),
        start=[state.fen for state in states],
        simulations=simulations,
        max_steps=1,
        temperature_steps=0,
        logits=True,
        relative_values=True,
    ).trajectories
    found = steps.root_values
    assert found is not None
    assert list(steps.starts) == [state.fen for state in states]
    return judged[:, 0], found[np.arange(len(states)), steps.current_players]


def _chosen(net: Net, states: list[pg.State]) -> list[int]:
    """The places of the steps that a player makes."""
    counts: NDArray[np.uint32] | list[Any] = net.search(states) if states else []
    return [int(np.argmax(row[state.legal_actions()])) for row, state in zip(counts, states, strict=True)]


def _given(of: Solved, net: Net) -> tuple[int, int]:
    """Where a player gives something away while the others play anything, and how many positions so come about."""
    given = met = 0
    for seat in (0, 1):
        seen, waiting = {of.start}, [of.start]
        while waiting:
            ours = [text for text in waiting if text.split(" ")[1] == "ab"[seat]]
            places = dict(zip(ours, _chosen(net, [of.at(text) for text in ours]), strict=True))
            given += sum(place not in of.kept(text) for text, place in places.items())
            met += len(ours)
            after = [
                next
                for text in waiting
                for place, (next, _) in enumerate(of.steps[text])
                if places.get(text, place) == place and of.steps[next]
            ]
            waiting = [text for text in dict.fromkeys(after) if text not in seen]
            seen.update(waiting)
    return given, met


def _short(of: Solved, net: Net, seat: int, games: int, theirs: Chosen, rng: np.random.Generator) -> int:
    """How many games from the start came to less than the player had in hand at some time."""
    states = [of.game.start() for _ in range(games)]
    hand = [-1] * games
    while running := [number for number, state in enumerate(states) if not state.is_terminal]:
        ours = [number for number in running if states[number].current_player == seat]
        places = dict(zip(ours, _chosen(net, [states[number] for number in ours]), strict=True))
        for number in running:
            text = key(states[number])
            if number in places:
                hand[number] = max(hand[number], of.worth[text])
            place = places[number] if number in places else theirs(text, rng)
            states[number].apply(states[number].legal_steps()[place])
    return sum(state.returns[seat] < least for state, least in zip(states, hand, strict=True))


def main() -> None:
    """Teaches a network each game, and ends with an error if it does not know it then."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", default=list(GENERATIONS))
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    for id in arguments.ids:
        with TemporaryDirectory() as folder:
            began = perf_counter(), process_time()
            run = pg.learn.train(
                pg.game(id, size=4), out=folder, generations=GENERATIONS[id], seed=arguments.seed, **SETTINGS
            )
            took = perf_counter() - began[0], process_time() - began[1]
            found = known(run.model)
        print(
            f"{id} on 4x4: {run.generation} generations of {SETTINGS['games']} games in {took[0]:.0f} s, {took[1]:.0f} s of "
            f"processors; {found.right:.1%} of values right, {found.searched:.1%} by search; {found.given} of {found.met} steps "
            f"give something away; of {found.games} games each came to less than was in hand: {found.short}",
            flush=True,
        )
        if found.right < ENOUGH or any(found.short.values()):
            sys.exit(f"{id} is not known")


if __name__ == "__main__":
    main()
