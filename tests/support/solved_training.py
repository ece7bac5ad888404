"""Train networks for solved games, and compare their values and their play with the solution."""

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
from plyground.nets import Model, NetworkAgent
from solved import Solution, key, solve

Opponent: TypeAlias = Callable[[str, np.random.Generator], int]
"""Returns the index of a legal step in a position."""


SETTINGS: Final[dict[str, Any]] = {
    "games_per_generation": 384,
    "simulations": 16,
    "max_steps": 100,
    "fork_fraction": 0.95,
    "replay_buffer_size": 80_000,
    "value_search_weight": 0.0,
    "eval_games": 0,
}
"""Settings of the runs for both games."""

GENERATIONS: Final = {"checkers": 40, "stax": 100}
"""Number of generations for each game."""

MIN_ACCURACY: Final = 0.95
"""Fraction of positions whose value a trained network must predict."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How well a network knows a solved game.

    Attributes
    ----------
    network : float
        Fraction of all positions before the end whose value the network predicts, rounded to 1, 0 or -1.
    search : float
        Fraction of these positions whose value a search finds.
    errors : int
        Number of positions in which the agent makes a step that worsens its result.
    positions : int
        Number of positions that the agent reaches from the start against all replies.
    lost_games : dict of str to int
        Number of games against each opponent in which the agent got less than the value of an earlier position.
    games : int
        Number of games against each opponent.
    """

    network: float
    search: float
    errors: int
    positions: int
    lost_games: dict[str, int]
    games: int


def measure(path: "Path | str", simulations: int = 64, games: int = 100, seed: int = 0) -> Accuracy:
    """Compare a network's values in all positions, and its play against perfect and random opponents, with the solution."""
    agent = NetworkAgent(str(path), simulations, {"root": "puct"})
    solution = solve(agent.game)
    rng = np.random.default_rng(seed)
    errors, positions = _errors(solution, agent)
    opponents: dict[str, Opponent] = {
        "perfect": lambda text, rng: int(rng.choice(solution.best_steps(text))),
        "random": lambda text, rng: int(rng.integers(len(solution.successors[text]))),
    }
    lost_games = {
        name: sum(_lost_games(solution, agent, seat, games // 2, opponent, rng) for seat in (0, 1))
        for name, opponent in opponents.items()
    }
    true_values = np.array([solution.values[text] for text in solution.positions])
    network, search = ((np.rint(values) == true_values).mean() for values in _values(solution, path, simulations))
    return Accuracy(float(network), float(search), errors, positions, lost_games, games)


def _values(
    solution: Solution, path: "Path | str", simulations: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the values of all positions before the end for the seat to act, by the network and by a search."""
    model = Model.load(path)
    states = [solution.state(text) for text in solution.positions]
    _, values = model.predict(np.stack([state.observe() for state in states]))
    searched = pg.self_play(
        solution.game,
        model.evaluate,
        len(states),
        start=[state.fen for state in states],
        simulations=simulations,
        max_steps=1,
        temperature_steps=0,
        logits=True,
        relative_values=True,
    ).trajectories
    root_values = searched.root_values
    assert root_values is not None
    assert list(searched.starts) == [state.fen for state in states]
    return values[:, 0], root_values[np.arange(len(states)), searched.current_players]


def _choices(agent: NetworkAgent, states: list[pg.State]) -> list[int]:
    """Return the index of the agent's step among the legal ones in each state."""
    counts: NDArray[np.uint32] | list[Any] = agent.visit_counts(states) if states else []
    return [int(np.argmax(row[state.legal_actions()])) for row, state in zip(counts, states, strict=True)]


def _errors(solution: Solution, agent: NetworkAgent) -> tuple[int, int]:
    """Return in how many positions the agent errs, and how many positions it reaches against all replies."""
    errors = positions = 0
    for seat in (0, 1):
        seen, frontier = {solution.start}, [solution.start]
        while frontier:
            own = [text for text in frontier if text.split(" ")[1] == "ab"[seat]]
            choices = dict(zip(own, _choices(agent, [solution.state(text) for text in own]), strict=True))
            errors += sum(choice not in solution.correct_steps(text) for text, choice in choices.items())
            positions += len(own)
            successors = [
                successor
                for text in frontier
                for index, (successor, _) in enumerate(solution.successors[text])
                if choices.get(text, index) == index and solution.successors[successor]
            ]
            frontier = [text for text in dict.fromkeys(successors) if text not in seen]
            seen.update(frontier)
    return errors, positions


def _lost_games(
    solution: Solution, agent: NetworkAgent, seat: int, games: int, opponent: Opponent, rng: np.random.Generator
) -> int:
    """Return the number of games in which the agent got less than the value of an earlier position."""
    states = [solution.game.start() for _ in range(games)]
    best = [-1] * games
    while running := [number for number, state in enumerate(states) if not state.is_terminal]:
        own = [number for number in running if states[number].current_player == seat]
        choices = dict(zip(own, _choices(agent, [states[number] for number in own]), strict=True))
        for number in running:
            text = key(states[number])
            if number in choices:
                best[number] = max(best[number], solution.values[text])
            index = choices[number] if number in choices else opponent(text, rng)
            states[number].apply(states[number].legal_steps()[index])
    return sum(state.returns[seat] < value for state, value in zip(states, best, strict=True))


def main() -> None:
    """Train a network for each game; exit with an error if one does not know its game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", default=list(GENERATIONS))
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    for id in arguments.ids:
        with TemporaryDirectory() as folder:
            started = perf_counter(), process_time()
            run = pg.learn.train(
                pg.game(id, size=4), out=folder, generations=GENERATIONS[id], seed=arguments.seed, **SETTINGS
            )
            seconds = perf_counter() - started[0], process_time() - started[1]
            found = measure(run.model)
        print(
            f"{id} on 4x4: {run.generation} generations, {run.games_played:,} games, {seconds[0]:.0f} s, "
            f"{seconds[1]:.0f} s of processor time; correct values: network {found.network:.1%}, search {found.search:.1%}; "
            f"errors in {found.errors} of {found.positions} positions; lost games of {found.games}: {found.lost_games}",
            flush=True,
        )
        if found.network < MIN_ACCURACY or any(found.lost_games.values()):
            sys.exit(f"the network for {id} is not accurate enough")


if __name__ == "__main__":
    main()
