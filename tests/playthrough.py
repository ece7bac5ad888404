"""Playthroughs: what a variant is, its start, how some random games went, and moments of more games that are worth a look.

Short enough to be reviewed, and yet any change of behavior shows: whole games have checksums over all that their states say, and
marks that tell from which step on a game differs. `make golden` writes the files. This script, given an id and the number of a
game, prints that game in full, to be compared with what another build says of it:

    python tests/playthrough.py ID [GAME [FIRST [LAST]]]
"""

import argparse
import hashlib
import re
import sys
import zlib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import plyground as pg
from moments import CHANCE, Look, Place, Teller, choose, kinds_of_state, parts_apart, play

FOLDER = Path(__file__).parent / "golden"
WHOLE = 400
"""Games are summed up, from number 0 on, until they have so many states together."""
SHOWN = 2
"""So many legal steps are shown, and the ends of so many games."""
PICTURE = 800
"""The start is shown as a picture if that has no more letters."""
LONG = 24
"""Longer fields of a position string are cut."""
MARKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
"""How a checksum is written in one letter."""


def playthrough(game: pg.Game, places: list[Place]) -> str:
    """The text of a variant with the moments at these places."""
    start = game.start()
    picture = start.text(status=False).rstrip()
    lines = [*describe(game.info), "# start", *(picture.splitlines() if len(picture) <= PICTURE else []), *show(start)]
    lines += [f"{sum_of(start)}; {sights(start, None)}", "# games"]
    states, number = 0, 0
    while states < WHOLE:
        summary, steps = sum_up(game, number, number < SHOWN)
        lines += summary
        states, number = states + steps + 1, number + 1
    for number in sorted({number for number, _ in places}):
        lines += moments(game, number, [step for of, step in places if of == number])
    return "\n".join(line.rstrip() for line in lines) + "\n"


def places_in(text: str) -> list[Place]:
    """The places of the moments in a playthrough."""
    return [(int(number), int(step)) for number, step in re.findall(r"^# game (\d+), step (\d+)", text, re.MULTILINE)]


def describe(info: pg.Info) -> list[str]:
    """What the variant is, one fact a line."""
    who = ("id", "title", "family", "rules", "num_seats", "seat_teams", "turn_order")
    kind = ("has_hidden_information", "has_chance", "is_simultaneous")
    what = ("num_actions", "observation_shape", "max_steps", "board")
    options = ", ".join(f"{name}={value}" for name, value in info.options.items())
    facts = [f"{name}: {getattr(info, name)}" for name in (*who, *kind, *what)]
    return [*facts, f"options: {options}", f"plane_names: {', '.join(info.plane_names)}"]


def sum_up(game: pg.Game, number: int, shown: bool) -> tuple[list[str], int]:
    """How a game went: its end, marks from which on it would differ, and a checksum of it all; and its length."""
    sums = [0]
    for state, action in play(game, number):
        sum_ = zlib.crc32(f"{say(state)} {action}".encode(), sums[-1])
        for seat in range(game.num_seats):
            sum_ = zlib.crc32(rounded(state.observe(seat)), sum_)
        sums.append(sum_)
    steps = len(sums) - 2
    marks = "".join(MARKS[sums[step + 1] % len(MARKS)] for step in marked(steps))
    seen = repr(
        [state.observation_history(seat) for seat in range(game.num_seats)] if game.info.has_hidden_information else []
    )
    sum_ = zlib.crc32(seen.encode(), sums[-1])
    lines = [f"game {number}: {state.reason} after {steps} steps, {returns_of(state)}: {marks} {sum_:08x}"]
    return [*lines, short(state.fen)] if shown else lines, steps


def marked(steps: int) -> Iterator[int]:
    """The steps of a game after which there is a mark: the first few, then four from each to its double."""
    step = 1
    while step <= steps:
        yield step
        step += max(1, 1 << step.bit_length() >> 3)


def parting(was: str, now: str) -> str:
    """Where games begin to differ, by their marks in two playthroughs."""
    pattern = re.compile(r"^game (\d+): .* after (\d+) steps, .*: (\S+) (\w+)$", re.MULTILINE)
    found = {number: (int(steps), marks, sum_) for number, steps, marks, sum_ in pattern.findall(now)}
    lines = []
    for number, text, marks, sum_ in pattern.findall(was):
        steps, others, other_sum = found.get(number, (0, "", ""))
        if (marks, sum_) != (others, other_sum):
            same = next(
                (at for at, (a, b) in enumerate(zip(marks, others, strict=False)) if a != b),
                min(len(marks), len(others)),
            )
            longer = max(int(text), steps)
            ends = [0, *marked(longer), longer]
            lines += [f"game {number} begins to differ after step {ends[same]}, at step {ends[same + 1]} at the latest"]
    return "\n".join(lines)


def say(state: pg.State) -> str:
    """All that a state says of itself but observations, in a line."""
    seats = range(state.game.num_seats)
    said: list[object] = [
        state.fen,
        state.current_player,
        state.num_turns,
        state.is_mid_turn,
        state.is_simultaneous,
        state.returns,
        state.reason,
    ]
    said += [state.legal_steps(), state.legal_actions().tolist(), [state.material(seat) for seat in seats]]
    if state.current_player < 0:
        said += [state.chance_outcomes()]
    if state.game.info.has_hidden_information:
        said += [state.observation_string(seat) for seat in seats]
    return repr(said)


def moments(game: pg.Game, number: int, steps: list[int]) -> Iterator[str]:
    """A game at some of its steps: what was done, and what came of it."""
    teller, before, done = Teller(game), None, ""
    for step, (state, action) in enumerate(islice(play(game, number), max(steps) + 1)):
        if step in steps:
            after = Look(state)
            words = [*kinds_of_state(after), *([str(teller.tell(before, done, after))] if before else [])]
            step_made = f"{done}={state.actions[-1]}" if before else "start"
            yield f"# game {number}, step {step}: {step_made}: {', '.join(words)}"
            yield from show(state)
            yield f"{sum_of(state)}; {sights(state, before)}"
        if action is not None:
            done = state.step_of(action)
            before = Look(state) if step + 1 in steps else None
        elif max(steps) > step:
            yield f"# game {number} is over after step {step}"


def show(state: pg.State) -> Iterator[str]:
    """A position, and who sees what of it, if that is not all."""
    yield short(state.fen)
    if state.game.info.has_hidden_information:
        for seat in range(state.game.num_seats):
            if (view := state.observation_string(seat)) != state.fen:
                yield f"view {seat}: {beside(view, state.fen)}"
            if state.steps and (seen := state.observation_history(seat)[-2]) != state.steps[-1]:
                yield f"seen {seat}: {seen}"


def beside(view: str, fen: str) -> str:
    """A view, where it says something else than the position."""
    seen, there = view.split(" "), fen.split(" ")
    return " ".join("=" if a == b else a for a, b in zip(seen, there, strict=True)) if len(seen) == len(there) else view


def sum_of(state: pg.State) -> str:
    """Who may do what, or what came of it all."""
    material = f"material {' '.join(f'{state.material(seat):g}' for seat in range(state.game.num_seats))}"
    if state.is_terminal:
        return f"{state.reason} {returns_of(state)}, {material}"
    words = [
        "chance" if state.current_player == CHANCE else f"seat {state.current_player}",
        *["commit"] * state.is_simultaneous,
        material,
    ]
    steps = [f"{step}={action}" for step, action in zip(state.legal_steps(), state.legal_actions(), strict=True)]
    more = f"…{checksum(' '.join(steps).encode())}" if len(steps) > SHOWN else ""
    words += [f"{len(steps)} legal: {' '.join(steps[:SHOWN])}{more}"]
    if chances := state.chance_outcomes():
        shares = " ".join(f"{chance:.4g}" for _, chance in chances[:SHOWN])
        words += [f"chances {shares}…{checksum(repr(chances).encode())}"]
    return ", ".join(words)


def returns_of(state: pg.State) -> str:
    """What each seat gets."""
    return " ".join(f"{gain:+g}" for gain in state.returns)


def sights(state: pg.State, before: Look | None) -> str:
    """A checksum of what all seats see, and how full those planes of seat 0 are of which some cells have changed."""
    seen = [state.observe(seat) for seat in range(state.game.num_seats)]
    sums = seen[0].sum(axis=(1, 2))
    planes = parts_apart(before.observation, seen[0])[0] if before else np.flatnonzero(sums)
    full = "".join(f" {plane}:{sums[plane]:.4g}" for plane in planes)
    return f"sees {checksum(b''.join(map(rounded, seen)))}{full}"


def in_full(state: pg.State) -> Iterator[str]:
    """All that a state says of itself, one fact a line."""
    yield f"# step {len(state.steps)}: {' '.join(state.steps[-1:])}"
    yield from state.text(last=False, status=False).splitlines()
    yield from show(state)
    yield say(state)
    for seat in range(state.game.num_seats):
        seen = state.observe(seat)
        yield f"sees {seat}: {checksum(rounded(seen))} {' '.join(f'{sum_:.4g}' for sum_ in seen.sum(axis=(1, 2)))}"


def short(fen: str) -> str:
    """A position string with fields cut that are long, as the history of a game may be; all that stands on the board is left."""
    board, *fields = fen.split(" ")
    cut = (field if len(field) <= LONG else f"{field[:LONG]}…{checksum(field.encode())}" for field in fields)
    return " ".join([board, *cut])


def checksum(data: bytes) -> str:
    """Four digits that hardly any other data have."""
    return hashlib.sha256(data).hexdigest()[:4]


def rounded(observation: NDArray[np.float32]) -> bytes:
    """An observation as 16-bit integers, so that the last bit of a float is not news."""
    return (observation * 65_535 + 0.5).astype("<u2").tobytes()


def renewed(id: str) -> str:
    """The text of a variant: as it was if that still holds, else with moments chosen anew."""
    game, file = pg.game(id), FOLDER / f"{id}.txt"
    was = file.read_text(encoding="utf-8") if file.exists() else ""
    return was if was and playthrough(game, places_in(was)) == was else playthrough(game, choose(game))


def main() -> None:
    """Writes the files that no longer hold, and removes those of variants that are no more; or prints a game."""
    parser = argparse.ArgumentParser(description="Writes all playthroughs, or prints a game.")
    parser.add_argument("id", nargs="?")
    for name, default in (("game", 0), ("first", 0), ("last", sys.maxsize - 1)):
        parser.add_argument(name, nargs="?", type=int, default=default)
    arguments = parser.parse_args()
    if arguments.id:
        game = pg.game(arguments.id)
        for state, _ in islice(play(game, arguments.game), arguments.first, arguments.last + 1):
            print("\n".join(in_full(state)))
        return
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.glob("*.txt"):
        if file.stem not in pg.variants():
            file.unlink()
    with ProcessPoolExecutor() as pool:
        for id, text in zip(pg.variants(), pool.map(renewed, pg.variants()), strict=True):
            (FOLDER / f"{id}.txt").write_text(text, encoding="utf-8")
    print(f"wrote {len(pg.variants())} playthroughs", file=sys.stderr)


if __name__ == "__main__":
    main()
