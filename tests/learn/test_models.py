"""The page about trained networks: its commands are valid, and its logs belong to them."""

import csv
import re
import shlex
from dataclasses import fields

import pytest

import plyground as pg
from plyground.cli import parser
from plyground.learn import Settings
from repository import ROOT

PAGE = ROOT / "docs" / "models.md"
SECTIONS = dict(
    re.findall(r"^### `([\w-]+)`\n(.*?)(?=^### |\Z)", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
)


def test_each_log_has_a_section() -> None:
    assert sorted(SECTIONS) == sorted(path.stem for path in (PAGE.parent / "models").glob("*.csv"))


@pytest.mark.parametrize("id", SECTIONS)
def test_the_command_trains_as_the_log_says(id: str) -> None:
    command = re.search(r"^\$ plyground (train .*?[^\\])$", SECTIONS[id], re.MULTILINE | re.DOTALL)
    assert command is not None
    arguments = parser().parse_args(shlex.split(command[1].replace("\\\n", " ")))
    assert arguments.id == id
    given = {one.name: getattr(arguments, one.name) for one in fields(Settings)}
    settings = Settings.from_dict({name: value for name, value in given.items() if value is not None})
    for kind in ("csv", "png"):
        assert f"(models/{id}.{kind})" in SECTIONS[id]
    with (PAGE.parent / "models" / f"{id}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["generation"]) for row in rows] == list(range(1, len(rows) + 1))
    assert float(rows[-1]["minutes"]) == pytest.approx(arguments.minutes, rel=0.05)
    assert int(rows[-1]["total_games"]) == pytest.approx(len(rows) * settings.games_per_generation, rel=0.01)
    # Games of the teacher need no network.
    assert [float(row["evaluations"]) == 0 for row in rows] == [
        int(row["generation"]) <= settings.teacher_generations for row in rows
    ]
    for opponent in settings.eval_opponents:
        assert f"score_vs_{pg.agent(opponent).spec}" in rows[0]
