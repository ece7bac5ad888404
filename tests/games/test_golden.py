"""Every variant plays as its stored playthrough shows; `make golden` rewrites the files after an intended change."""

from difflib import unified_diff

import pytest

import plyground as pg
from playthrough import FOLDER, first_differences, places_in, playthrough

MOST_LINES, MOST_LETTERS = 40, 160
"""The maximum number of lines of a difference that are shown, and of letters in each."""
USUAL = 5_900
"""The maximum average size of a playthrough in bytes, so that it can be reviewed."""


def difference(id: str, was: str, now: str) -> str:
    """Return a message that shows how a playthrough differs from the stored one."""
    lines = list(unified_diff(was.splitlines(), now.splitlines(), "stored", "current", n=1, lineterm=""))
    shown = [line if len(line) <= MOST_LETTERS else f"{line[:MOST_LETTERS]}…" for line in lines[:MOST_LINES]]
    more = [f"… and {len(lines) - MOST_LINES} lines more"] if len(lines) > MOST_LINES else []
    advice = [
        f"`python tests/support/playthrough.py {id} GAME FIRST LAST` prints steps in full, for comparison with another build;",
        "`make golden` rewrites the file, if the change is intended.",
    ]
    return "\n".join([f"{id} differs from its playthrough:", *shown, *more, first_differences(was, now), *advice])


@pytest.mark.parametrize("id", pg.variants())
def test_playthrough_is_unchanged(id: str) -> None:
    was = (FOLDER / f"{id}.txt").read_text(encoding="utf-8")
    now = playthrough(pg.game(id), places_in(was))
    if now != was:
        pytest.fail(difference(id, was, now), pytrace=False)


def test_every_playthrough_has_a_variant() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(pg.variants())


def test_playthroughs_are_short() -> None:
    assert sum(file.stat().st_size for file in FOLDER.glob("*.txt")) < USUAL * len(pg.variants())


def test_difference_names_the_first_differing_steps() -> None:
    was = (FOLDER / "stax.txt").read_text(encoding="utf-8")
    line = next(line for line in was.splitlines() if line.startswith("game 1: "))
    *start, marks, sum_ = line.split(" ")
    # The marks stand after steps 1 to 8, then 10, 12, 14, 16, then 20.
    other = marks[:12] + "".join("A" if mark != "A" else "B" for mark in marks[12:])
    now = was.replace(line, " ".join([*start, other, "0" * len(sum_)]))
    shown = difference("stax", was, now)
    assert f"-{line}" in shown
    assert "game 1 begins to differ after step 16, at step 20 at the latest" in shown
    assert "game 0" not in first_differences(was, now)
