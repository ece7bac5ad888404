"""Playthroughs: a random game of each variant shown fully as text, so that any change of behaviour is a diff to review.

Run as a script (`make golden`), this writes them anew.
"""

import hashlib
import sys
from pathlib import Path

import numpy as np

import plyground as pg

FOLDER = Path(__file__).parent / "golden"
SEED = 20
FIRST, EVERY = 6, 40
"""The first steps are shown in full, and one of so many later; of the others only what was done."""


def playthrough(id: str) -> str:
    """The text of a seeded game."""
    game = pg.game(id)
    state = game.start(SEED)
    rng = np.random.default_rng(SEED)
    lines = describe(game.info)
    while not state.over:
        number = len(state.steps)
        if number < FIRST or number % EVERY == 0:
            lines += ["", f"# step {number}", *show(state)]
        steps = state.legal()
        outcomes = dict(state.chance())
        step = steps[rng.choice(len(steps), p=[outcomes[step] for step in steps] if outcomes else None)]
        lines += [f"step: {step} = action {state.action_of(step)}"]
        state.apply(step)
    lines += ["", f"# over after {len(state.steps)} steps", *show(state)]
    lines += [f"returns: {' '.join(f'{gain:+g}' for gain in state.returns)}", f"reason: {state.reason}"]
    return "\n".join(lines) + "\n"


def describe(info: pg.Info) -> list[str]:
    """What the variant is, one fact a line."""
    who = ("id", "title", "family", "rules", "options", "seats", "teams", "sequence", "hidden", "chance", "commits")
    what = ("num_actions", "observation_shape", "planes", "max_steps", "shape")
    return [f"{name}: {getattr(info, name)}" for name in (*who, *what)]


def show(state: pg.State) -> list[str]:
    """All that a state says of itself, one fact a line."""
    lines = [f"fen: {state.fen}", *state.text().splitlines()]
    seats = range(state.game.seats)
    lines += [f"actor: {state.actor}, turn {state.turn}, mid-turn {state.mid_turn}, commits {state.commits}"]
    lines += [f"material: {' '.join(f'{state.material(seat):g}' for seat in seats)}"]
    if state.game.info.hidden:
        lines += [f"view {seat}: {state.view(seat)}" for seat in seats]
        lines += [f"seen {seat}: {' '.join(state.history(seat)[1::2][-1:])}" for seat in seats]
    lines += [f"observation {seat}: {digest(state.observe(seat))}" for seat in seats]
    if not state.over:
        actions = state.legal_actions()
        lines += [f"legal: {' '.join(f'{step}={action}' for step, action in zip(state.legal(), actions, strict=True))}"]
    lines += [f"chance: {step} {chance:.6f}" for step, chance in state.chance()]
    return lines


def digest(observation: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> str:
    """How full each plane is (where it is not empty), and a checksum of them all."""
    sums = observation.sum(axis=(1, 2))
    planes = " ".join(f"{plane}:{sums[plane]:.4g}" for plane in np.flatnonzero(sums))
    # As 16-bit integers, so that the last bit of a float is not news.
    rounded = np.rint(observation * 65_535).astype("<u2")
    return f"{hashlib.sha256(rounded.tobytes()).hexdigest()[:12]} {planes}"


def main() -> None:
    """Writes the files, and removes those of variants that are no more."""
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.glob("*.txt"):
        if file.stem not in pg.variants():
            file.unlink()
    for id in pg.variants():
        (FOLDER / f"{id}.txt").write_text(playthrough(id), encoding="utf-8")
    print(f"wrote {len(pg.variants())} playthroughs", file=sys.stderr)


if __name__ == "__main__":
    main()
