"""Playthroughs: a variant's properties, its start, summaries of random games and selected moments of further random games.

A playthrough is short enough to be reviewed and shows any change of behavior. Each summarized game has a checksum over everything
that its states return, and marks that locate the first step at which a game differs. `make golden` writes the files. Given an id
and the number of a game, this script prints that game in full, for comparison with the output of another build:

    python tests/support/playthrough.py ID [GAME [FIRST [LAST]]]
"""

import argparse
import hashlib
import re
import sys
import zlib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice

import numpy as np
from numpy.typing import NDArray

import plyground as pg
from moments import CHANCE, Place, Snapshot, StepDescriber, choose, kinds_of_state, plane_differences, play
from repository import ROOT

FOLDER = ROOT / "tests" / "golden"
WHOLE = 400
"""Games are summarized, starting with number 0, until they have this number of states in total."""
SHOWN = 2
"""The number of legal steps that are shown for a state, and of games whose last position is shown."""
PICTURE = 800
"""The maximum length of the picture of the start, in characters. A longer picture is omitted."""
LONG = 24
"""The maximum length of a field of a position string. A longer field is cut."""
MARKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
"""The characters that stand for a checksum modulo 64."""


def playthrough(game: pg.Game, places: list[Place]) -> str:
    """Return the playthrough of a variant with the moments at these places."""
    start = game.start()
    picture = start.text(status=False).rstrip()
    lines = [*describe(game.info), "# start", *(picture.splitlines() if len(picture) <= PICTURE else []), *show(start)]
    lines += [f"{status_line(start)}; {observation_summary(start, None)}", "# games"]
    states, number = 0, 0
    while states < WHOLE:
        summary, steps = summarize_game(game, number, number < SHOWN)
        lines += summary
        states, number = states + steps + 1, number + 1
    for number in sorted({number for number, _ in places}):
        lines += moment_lines(game, number, [step for of, step in places if of == number])
    return "\n".join(line.rstrip() for line in lines) + "\n"


def places_in(text: str) -> list[Place]:
    """Return the places of the moments in a playthrough."""
    return [(int(number), int(step)) for number, step in re.findall(r"^# game (\d+), step (\d+)", text, re.MULTILINE)]


def describe(info: pg.Info) -> list[str]:
    """Return the properties of a variant, one per line."""
    who = ("id", "title", "family", "rules", "num_seats", "seat_teams", "turn_order")
    kind = ("has_hidden_information", "has_chance", "is_simultaneous")
    what = ("num_actions", "observation_shape", "max_steps", "board")
    options = ", ".join(f"{name}={value}" for name, value in info.options.items())
    facts = [f"{name}: {getattr(info, name)}" for name in (*who, *kind, *what)]
    return [*facts, f"options: {options}", f"plane_names: {', '.join(info.plane_names)}"]


def summarize_game(game: pg.Game, number: int, shown: bool) -> tuple[list[str], int]:
    """Return the lines that summarize a game (its end, its marks and its checksum) and its number of steps."""
    sums = [0]
    for state, action in play(game, number):
        sum_ = zlib.crc32(f"{state_line(state)} {action}".encode(), sums[-1])
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
    """Yield the steps of a game after which there is a mark: the first eight, then four between successive powers of two."""
    step = 1
    while step <= steps:
        yield step
        step += max(1, 1 << step.bit_length() >> 3)


def first_differences(was: str, now: str) -> str:
    """Compare the marks of games in two playthroughs; return a line with the first difference for each game that differs."""
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


def state_line(state: pg.State) -> str:
    """Return everything that a state returns except its observations, in one line."""
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


def moment_lines(game: pg.Game, number: int, steps: list[int]) -> Iterator[str]:
    """Yield the lines that show a game after some of its steps: the step, its kinds and the position."""
    describer, before, done = StepDescriber(game), None, ""
    for step, (state, action) in enumerate(islice(play(game, number), max(steps) + 1)):
        if step in steps:
            after = Snapshot(state)
            words = [*kinds_of_state(after), *([str(describer.describe(before, done, after))] if before else [])]
            step_made = f"{done}={state.actions[-1]}" if before else "start"
            yield f"# game {number}, step {step}: {step_made}: {', '.join(words)}"
            yield from show(state)
            yield f"{status_line(state)}; {observation_summary(state, before)}"
        if action is not None:
            done = state.step_of(action)
            before = Snapshot(state) if step + 1 in steps else None
        elif max(steps) > step:
            yield f"# game {number} is over after step {step}"


def show(state: pg.State) -> Iterator[str]:
    """Yield a position, and what each seat sees of the position and of the last step where that differs."""
    yield short(state.fen)
    if state.game.info.has_hidden_information:
        for seat in range(state.game.num_seats):
            if (view := state.observation_string(seat)) != state.fen:
                yield f"view {seat}: {view_differences(view, state.fen)}"
            if state.steps and (seen := state.observation_history(seat)[-2]) != state.steps[-1]:
                yield f"seen {seat}: {seen}"


def view_differences(view: str, fen: str) -> str:
    """Return a view in which each field that equals that of the position is replaced by `=`."""
    seen, there = view.split(" "), fen.split(" ")
    return " ".join("=" if a == b else a for a, b in zip(seen, there, strict=True)) if len(seen) == len(there) else view


def status_line(state: pg.State) -> str:
    """Return the seat to act and its legal steps, or the result of a game that is over; with the material of all seats."""
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
    """Return the returns of all seats as text."""
    return " ".join(f"{gain:+g}" for gain in state.returns)


def observation_summary(state: pg.State, before: Snapshot | None) -> str:
    """Return a checksum of all seats' observations, and sums of planes of seat 0.

    Without `before`, these are all planes that are not empty; otherwise those on which some cells have changed.
    """
    seen = [state.observe(seat) for seat in range(state.game.num_seats)]
    sums = seen[0].sum(axis=(1, 2))
    planes = plane_differences(before.observation, seen[0])[0] if before else np.flatnonzero(sums)
    full = "".join(f" {plane}:{sums[plane]:.4g}" for plane in planes)
    return f"sees {checksum(b''.join(map(rounded, seen)))}{full}"


def full_state(state: pg.State) -> Iterator[str]:
    """Yield everything that a state returns, with the sums of all planes of each seat."""
    yield f"# step {len(state.steps)}: {' '.join(state.steps[-1:])}"
    yield from state.text(last=False, status=False).splitlines()
    yield from show(state)
    yield state_line(state)
    for seat in range(state.game.num_seats):
        seen = state.observe(seat)
        yield f"sees {seat}: {checksum(rounded(seen))} {' '.join(f'{sum_:.4g}' for sum_ in seen.sum(axis=(1, 2)))}"


def short(fen: str) -> str:
    """Return a position string with its long fields cut, such as the history of a game; the board is never cut."""
    board, *fields = fen.split(" ")
    cut = (field if len(field) <= LONG else f"{field[:LONG]}…{checksum(field.encode())}" for field in fields)
    return " ".join([board, *cut])


def checksum(data: bytes) -> str:
    """Return the first four hexadecimal digits of the SHA-256 of data."""
    return hashlib.sha256(data).hexdigest()[:4]


def rounded(observation: NDArray[np.float32]) -> bytes:
    """Return an observation as 16-bit integers, so that rounding errors of floats do not change checksums."""
    return (observation * 65_535 + 0.5).astype("<u2").tobytes()


def current_playthrough(id: str) -> str:
    """Return the playthrough of a variant: the stored one if it is current, otherwise one with newly chosen moments."""
    game, file = pg.game(id), FOLDER / f"{id}.txt"
    was = file.read_text(encoding="utf-8") if file.exists() else ""
    return was if was and playthrough(game, places_in(was)) == was else playthrough(game, choose(game))


def main() -> None:
    """Write the playthroughs of all variants and remove those of unknown variants, or print a game."""
    parser = argparse.ArgumentParser(description="Writes all playthroughs, or prints a game.")
    parser.add_argument("id", nargs="?")
    for name, default in (("game", 0), ("first", 0), ("last", sys.maxsize - 1)):
        parser.add_argument(name, nargs="?", type=int, default=default)
    arguments = parser.parse_args()
    if arguments.id:
        game = pg.game(arguments.id)
        for state, _ in islice(play(game, arguments.game), arguments.first, arguments.last + 1):
            print("\n".join(full_state(state)))
        return
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.glob("*.txt"):
        if file.stem not in pg.variants():
            file.unlink()
    with ProcessPoolExecutor() as pool:
        for id, text in zip(pg.variants(), pool.map(current_playthrough, pg.variants()), strict=True):
            (FOLDER / f"{id}.txt").write_text(text, encoding="utf-8")
    print(f"wrote {len(pg.variants())} playthroughs", file=sys.stderr)


if __name__ == "__main__":
    main()
