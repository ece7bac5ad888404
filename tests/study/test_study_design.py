"""The settings that all studies share: their checks, their defaults, and how studies merge them."""

import inspect
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground.study import StudyDesign

STUDIES: dict[str, Any] = {
    name: getattr(pg.study, name)
    for name in ("ablation", "atlas", "balance", "match", "piece_values", "scores", "strength")
}


@pytest.mark.parametrize("name", STUDIES)
def test_signatures_show_all_settings(name: str) -> None:
    parameters = inspect.signature(STUDIES[name]).parameters
    assert {one.name for one in fields(StudyDesign)} <= set(parameters)
    assert parameters["seed"].default == 0
    assert parameters["design"].default is None
    assert list(parameters)[-1] == "options"


def test_defaults_depend_on_the_study() -> None:
    defaults = {name: inspect.signature(study).parameters["games"].default for name, study in STUDIES.items()}
    assert (defaults["balance"], defaults["strength"], defaults["match"]) == (20_000, 1_000, 200)
    assert inspect.signature(pg.study.atlas).parameters["openings"].default == 4
    assert inspect.signature(pg.study.match).parameters["agents"].default == ("random", "greedy")


def test_settings_replace_the_design_and_the_design_replaces_defaults() -> None:
    design = StudyDesign(games=30, agents="greedy", seed=5, confidence=0.9)
    report = pg.study.balance("stax", design=design)
    assert report == pg.study.balance("stax", games=30, agents="greedy", seed=5, confidence=0.9)
    assert pg.study.balance("stax", design=design, seed=6) == pg.study.balance(
        "stax", games=30, agents="greedy", seed=6, confidence=0.9
    )
    # What a design leaves open is the default of the study.
    ratings = pg.study.match("stax", design=StudyDesign(games=4))
    assert {row.agent for row in ratings.rows} == {"random", "greedy"}
    assert pg.study.match("stax", ["ab:1", "random"], design=design).study["agents"] == ["ab:1", "random"]
    atlas = pg.study.atlas("stax", design=StudyDesign(games=2, agents=["random", "greedy"]))
    assert (atlas.study["openings"], atlas.study["balanced"]) == (4, False)
    assert pg.study.balance("checkers", design=design, size=6).rows[0].options == "size=6"


def test_a_design_has_no_effect_on_others(tmp_path: Path) -> None:
    design = StudyDesign(games=10, store=tmp_path / "games.db")
    report = pg.study.balance("stax", design=design)
    assert pg.study.balance("stax", design=design) == report == pg.study.balance("stax", games=10)
    with pytest.raises(AttributeError):
        design.games = 20  # type: ignore[misc]


def test_unknown_names_are_rejected_with_the_valid_ones() -> None:
    with pytest.raises(pg.BadOption, match=r"stax has no option 'gamse' .*the settings of a study are games, agents"):
        pg.study.balance("stax", gamse=10)
    with pytest.raises(TypeError, match=r"gamse cannot be changed; the settings of a study are games, agents"):
        pg.study.balance(pg.game("stax"), gamse=10)
    with pytest.raises(TypeError, match="design must be a StudyDesign or None"):
        pg.study.balance("stax", design={"games": 10})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"games": 0}, "games must be an integer from 1 to 100000000, got 0"),
        ({"games": [[5], [True]]}, "games must be an integer from 1 to 100000000, got True"),
        ({"games": "ten"}, "games must be an integer from 1 to 100000000, got 'ten'"),
        ({"seed": -1}, "seed must be an integer from 0"),
        ({"confidence": 95}, "confidence must be a number between 0 and 1, got 95"),
        ({"start": []}, "start must have at least one position string"),
        ({"openings": -1}, "openings must be a non-negative integer"),
        ({"openings": 0, "balanced": True}, "balanced=True needs random openings"),
        ({"balanced": 1}, "balanced must be True or False, got 1"),
        ({"threads": 0}, "threads must be a positive integer or None, got 0"),
        ({"engine": "dask"}, "engine must be 'ray' or None, got 'dask'"),
        ({"store": 3}, "store must be a path or None, got 3"),
        ({"progress": 3}, "progress must be True, False, None or a function"),
    ],
)
def test_settings_are_checked(settings: dict[str, Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        StudyDesign(**settings)


def test_older_reports_are_rejected(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    pg.study.balance("stax", games=5).save(path)
    path.write_text(path.read_text().replace('"plyground study": 7', '"plyground study": 3'))
    message = r"was written by an older version of plyground \(format 3\); this one reads format 7: run the study again"
    with pytest.raises(pg.study.BadReport, match=message):
        pg.study.load(path)
