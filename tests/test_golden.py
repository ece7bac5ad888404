"""Every variant still plays its playthrough; `make golden` rewrites them when a change is meant."""

import pytest

import plyground as pg
from playthrough import FOLDER, playthrough


@pytest.mark.parametrize("id", pg.variants())
def test_plays_as_before(id: str) -> None:
    assert playthrough(id) == (FOLDER / f"{id}.txt").read_text(encoding="utf-8")


def test_no_playthrough_is_left_over() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(pg.variants())
