"""Fit the weights of a positional evaluation to games: ``python tools/fit_positional.py GAME LAYOUT OUT``.

An agent plays against itself. Its quiet positions, the results of its games and the values of its searches decide the weights:
logistic regression predicts the result from material, the right to move, and the terms of the evaluation. ``LAYOUT`` is a file of
weights with the same terms, such as ``src/games/chess/kit/positional/weights/chess.txt``. Build the package with the weights, and
run again with ``--agent ab:nodes=200,eval=positional``: games of players that use the terms say more about them. Test the weights
in games at equal time: a better prediction is not always a stronger agent.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

import plyground as pg

OPENING: Final = 6
"""The number of random turns at the start of each game."""
CHUNK: Final = 200
"""The number of games of one call."""
POSITIONS_PER_GAME: Final = 30
"""More positions of a game say little more about its result."""
DECIDED: Final = 0.89
"""Searches with a larger value have found the end of the game, or a lead that needs no evaluation."""
RESULT_SHARE: Final = 0.8
"""The weight of the result in the target. The rest is the value of the search."""
RIDGES: Final = (1e-2, 1e-3, 1e-4)
"""The penalties of squared weights that are tried."""
SMOOTHING: Final = 4.0
"""The multiple of the ridge for the difference of neighbors in a large group."""
SMOOTHED: Final = 8
"""Groups with this number of terms are tables of a quantity, such as a number of cells."""
TEST_EVERY: Final = 10
"""One in this number of games is not used for the fit, and measures it."""

Floats = NDArray[np.float64]


@dataclass
class Positions:
    """Quiet positions, from the point of view of the seat to act."""

    terms: NDArray[Any]
    """The terms of the own side minus the mean of the others: those of the middlegame, then those of the endgame."""
    material: Floats
    """The lead in hundredths of a man, and a hundredth for each legal step if they count."""
    value: Floats
    """The value of the search, from -1 to 1."""
    result: Floats
    """The result from 0 to 1."""
    game: NDArray[np.int64]
    """The number of the game."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit, and write a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="an id, or several separated by commas that share the weights")
    parser.add_argument("layout", type=Path, help="a file of weights with the same terms")
    parser.add_argument("out", type=Path, help="the file to write")
    parser.add_argument("--agent", default="ab:nodes=300", help="the agent of both sides")
    parser.add_argument("--games", type=int, default=4000, help="the number of games of each id")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--count-steps",
        action="store_true",
        help="count legal steps too, as the search does in variants of chess on 8x8 boards, but not in chess",
    )
    parser.add_argument("--prior", action="store_true", help="expect weights near those of LAYOUT; by default near 0")
    parser.add_argument("--positions", type=Path, help="a file of positions, to which those of this run are added")
    given = parser.parse_args(arguments)
    names, weights = read_weights(given.layout)
    prior = np.concatenate(weights) * (1.0 if given.prior else 0.0)
    parts = [Positions(**np.load(given.positions))] if given.positions and given.positions.exists() else []
    for at, id in enumerate(given.game.split(",")):
        if given.games > 0:
            parts.append(positions_of(id, given.agent, given.games, 10**6 * (given.seed + at), given.count_steps))
    if not parts:
        parser.error("there are no positions: --games is 0, and --positions names no file that exists")
    sizes = [len(group) for group in weights]
    if any(part.terms.shape[1] != 2 * sum(sizes) for part in parts):
        parser.error(f"the positions must have the {sum(sizes)} terms of {given.layout}")
    positions = joined(parts)
    if given.positions:
        np.savez(given.positions, **vars(positions))
    given.out.write_text(text_of(names, sizes, fit(positions, sizes, prior)), encoding="utf-8")


def read_weights(path: Path) -> tuple[list[str], list[Floats]]:
    """Return the names of the groups of terms, and the weights of each."""
    lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    weights = [np.array([pair.split("/") for pair in line[1:]], dtype=float) for line in lines]
    return [line[0] for line in lines], weights


def text_of(names: Sequence[str], sizes: Sequence[int], weights: Floats) -> str:
    """Return the text of a file of weights, given the weights of middlegame and endgame of each term."""
    pairs = [f"{middlegame:.0f}/{endgame:.0f}" for middlegame, endgame in np.round(weights).astype(int)]
    starts = np.cumsum([0, *sizes])
    return "".join(
        f"{name} {' '.join(pairs[start : start + size])}\n"
        for name, size, start in zip(names, sizes, starts, strict=False)
    )


def positions_of(id: str, agent: str, games: int, seed: int, counts_steps: bool) -> Positions:
    """Play games, and return their quiet positions."""
    game, parts = pg.game(id), []
    teams = np.asarray(game.info.seat_teams)
    for first in range(0, games, CHUNK):
        count = min(CHUNK, games - first)
        run = pg.matches(game, agent, count, seed=seed + first, openings=OPENING, record=True)
        values = run.search_values()
        trajectories = run.trajectories()
        rows: list[tuple[Any, ...]] = []
        for at in range(count):
            steps = slice(trajectories.offsets[at], trajectories.offsets[at + 1])
            state = game.from_fen(run.state(at).start_fen)
            found = quiet_positions(state, trajectories.actions[steps], values[steps], teams, counts_steps)
            kept = np.random.default_rng(seed + first + at).permutation(len(found))[:POSITIONS_PER_GAME]
            results = (run.returns[at] - run.returns.min()) / max(np.ptp(run.returns), 1e-9)
            rows += [(*found[index][1:], results[found[index][0]], first + at) for index in kept]
        terms, lead, value, result, number = (np.array(column) for column in zip(*rows, strict=True))
        parts.append(Positions(terms.astype(np.float32), lead, value, result, number))
        print(id, first + count, flush=True)
    return joined(parts)


def quiet_positions(
    state: pg.State, actions: NDArray[Any], values: NDArray[Any], teams: NDArray[Any], counts_steps: bool
) -> list[tuple[int, Floats, float, float]]:
    """Return seat, terms, material and value of the positions whose material the next two steps do not change."""
    seats = range(len(teams))
    materials: list[list[float]] = []
    found: list[tuple[int, Floats, float, float]] = []
    places: list[int] = []
    for at, action in enumerate(actions):
        materials.append([state.material(seat) for seat in seats])
        if abs(values[at]) < DECIDED and not state.is_mid_turn:
            mover = state.current_player
            signs = np.where(teams == teams[mover], 1.0, -1.0 / teams.max())
            lead = 100 * float(signs @ materials[at]) + counts_steps * len(state.legal_actions())
            found.append((mover, terms_of(state, signs), lead, float(values[at])))
            places.append(at)
        state.apply(int(action))
    materials.append([state.material(seat) for seat in seats])
    is_quiet = [all(later == materials[at] for later in materials[at + 1 : at + 3]) for at in places]
    return list(compress(found, is_quiet))


def terms_of(state: pg.State, signs: Floats) -> Floats:
    """Return the terms of all seats with their signs: those of the middlegame, then those of the endgame."""
    middlegame, total = 0.0, np.zeros(0)
    for seat, sign in enumerate(signs):
        terms = state.positional_terms(seat)
        if terms is None:
            raise SystemExit(f"{state.game.id} has no positional evaluation")
        counts, middlegame = terms
        total = sign * counts + (total if len(total) else 0)
    return np.concatenate([middlegame * total, (1 - middlegame) * total])


def joined(parts: Sequence[Positions]) -> Positions:
    """Return the positions of all parts, whose games get different numbers."""
    offsets = np.cumsum([0, *[np.ptp(part.game) + 1 for part in parts]])
    games = [part.game - part.game.min() + offset for part, offset in zip(parts, offsets, strict=False)]
    columns = [
        np.concatenate([getattr(part, name) for part in parts]) for name in ("terms", "material", "value", "result")
    ]
    terms, material, value, result = columns
    return Positions(terms, material, value, result, np.concatenate(games))


def fit(positions: Positions, sizes: Sequence[int], prior: Floats) -> Floats:
    """Return the weights of middlegame and endgame of each term, in hundredths of a man.

    The regression finds a factor for the evaluation with the prior weights, and the difference of each weight from it. The
    penalty of differences is chosen by the log loss in games that are not used.
    """
    ones = np.ones_like(positions.material)
    by_prior = np.stack([(positions.material + positions.terms @ prior.T.ravel()) / 100, ones], axis=1)
    by_value = np.stack([positions.value, ones], axis=1)
    used = positions.game % TEST_EVERY > 0
    expected = predicted(by_value, regression(by_value, positions.result, no_penalty))
    target = RESULT_SHARE * positions.result + (1 - RESULT_SHARE) * expected
    alone = regression(by_prior[used], target[used], no_penalty)
    result = positions.result[~used]
    print(f"{len(used)} positions of {len(np.unique(positions.game))} games. Log loss in those that are not used:")
    print(f"{log_loss(expected[~used], result):.4f} by the values of the searches")
    print(f"{log_loss(predicted(by_prior[~used], alone), result):.4f} with the prior weights")
    columns = np.hstack([positions.terms, by_prior]).astype(np.float32)
    best, weights, coefficients = np.inf, prior, np.zeros(columns.shape[1])
    for ridge in RIDGES:
        coefficients = regression(columns[used], target[used], penalty_of(sizes, ridge), coefficients)
        loss = log_loss(predicted(columns[~used], coefficients), result)
        print(f"{loss:.4f} with a ridge of {ridge:.0e}", flush=True)
        if loss < best and coefficients[-2] > 0:
            best = loss
            weights = prior + 100 / coefficients[-2] * coefficients[:-2].reshape(2, -1).T
    return weights


def penalty_of(sizes: Sequence[int], ridge: float) -> Any:
    """Return the penalty of weights, and its gradient: a ridge, and one for the difference of neighbors in tables."""
    number, starts = sum(sizes), np.cumsum([0, *sizes])
    tables = [(start, size) for start, size in zip(starts, sizes, strict=False) if size >= SMOOTHED]
    firsts = np.array([term for start, size in tables for term in range(start, start + size - 1)], dtype=int)

    def penalty(coefficients: Floats) -> tuple[float, Floats]:
        gradient = ridge * coefficients
        gradient[2 * number :] = 0
        loss = float(gradient @ coefficients) / 2
        for part in (0, number):
            steps = coefficients[part + firsts + 1] - coefficients[part + firsts]
            loss += SMOOTHING * ridge * float(steps @ steps) / 2
            gradient[part + firsts + 1] += SMOOTHING * ridge * steps
            gradient[part + firsts] -= SMOOTHING * ridge * steps
        return loss, gradient

    return penalty


def no_penalty(coefficients: Floats) -> tuple[float, Floats]:
    """Return the penalty 0 and its gradient."""
    return 0.0, np.zeros_like(coefficients)


def regression(columns: NDArray[Any], target: Floats, penalty: Any, start: Floats | None = None) -> Floats:
    """Return the coefficients of a logistic regression."""

    def loss(coefficients: Floats) -> tuple[float, Floats]:
        chances = predicted(columns, coefficients)
        penalty_loss, gradient = penalty(coefficients)
        errors = ((chances - target) / len(target)).astype(columns.dtype)
        return log_loss(chances, target) + penalty_loss, (columns.T @ errors).astype(float) + gradient

    first = np.zeros(columns.shape[1]) if start is None else start
    options = {"maxiter": 100, "ftol": 1e-8}
    return np.asarray(minimize(loss, first, jac=True, method="L-BFGS-B", options=options).x, dtype=float)


def predicted(columns: NDArray[Any], coefficients: Floats) -> Floats:
    """Return the expected result of each position."""
    logits: Floats = (columns @ coefficients.astype(columns.dtype)).astype(float)
    return 1 / (1 + np.exp(-logits))


def log_loss(chances: Floats, target: Floats) -> float:
    """Return the mean log loss of expected results."""
    chances = np.clip(chances, 1e-9, 1 - 1e-9)
    return float(-(target * np.log(chances) + (1 - target) * np.log(1 - chances)).mean())


if __name__ == "__main__":
    main()
