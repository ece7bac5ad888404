"""Every variant still plays as its playthrough says; `make golden` rewrites them when a change is meant."""

from difflib import unified_diff

import pytest

import plyground as pg
from playthrough import FOLDER, parting, places_in, playthrough

MOST_LINES, MOST_LETTERS = 40, 160
"""So much of a difference is shown."""
USUAL = 5_900
"""More letters in a file than this, on average, are too many to be reviewed."""


def difference(id: str, was: str, now: str) -> str:
    """What is no longer as it was, for those who read it."""
    lines = list(unified_diff(was.splitlines(), now.splitlines(), "as it was", "as it is", n=1, lineterm=""))
    shown = [line if len(line) <= MOST_LETTERS else f"{line[:MOST_LETTERS]}…" for line in lines[:MOST_LINES]]
    more = [f"… and {len(lines) - MOST_LINES} lines more"] if len(lines) > MOST_LINES else []
    advice = [
        f"`python tests/playthrough.py {id} GAME FIRST LAST` prints steps in full, to be compared with another build;",
        "`make golden` rewrites the file, if the change is meant.",
    ]
    return "\n".join([f"{id} plays otherwise:", *shown, *more, parting(was, now), *advice])


@pytest.mark.parametrize("id", pg.variants())
def test_plays_as_before(id: str) -> None:
    was = (FOLDER / f"{id}.txt").read_text(encoding="utf-8")
    now = playthrough(pg.game(id), places_in(was))
    if now != was:
        pytest.fail(difference(id, was, now), pytrace=False)


def test_no_playthrough_is_left_over() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(pg.variants())


def test_playthroughs_are_short() -> None:
    assert sum(file.stat().st_size for file in FOLDER.glob("*.txt")) < USUAL * len(pg.variants())


def test_a_difference_tells_where_it_begins() -> None:
    was = (FOLDER / "stax.txt").read_text(encoding="utf-8")
    line = next(line for line in was.splitlines() if line.startswith("game 1: "))
    *start, marks, sum_ = line.split(" ")
    # The marks stand after steps 1 to 8, then 10, 12, 14, 16, then 20.
    other = marks[:12] + "".join("A" if mark != "A" else "B" for mark in marks[12:])
    now = was.replace(line, " ".join([*start, other, "0" * len(sum_)]))
    shown = difference("stax", was, now)
    assert f"-{line}" in shown
    assert "game 1 begins to differ after step 16, at step 20 at the latest" in shown
    assert "game 0" not in parting(was, now)
