"""Fingerprints: games of another build are told from those that would be played now."""

import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground.study import BadReport, BadStore
from repository import ROOT


def test_fingerprints() -> None:
    stax = pg.game("stax")
    assert re.fullmatch("[0-9a-f]{16}", stax.fingerprint)
    assert stax.fingerprint == pg.game("stax").fingerprint != pg.game("stax", frame="board").fingerprint
    prints = {pg.game(id).fingerprint for id in ("stax", "checkers", "chess", "english-draughts", "toy")}
    assert len(prints) == 5
    assert pg.agent("ab:2").fingerprint(stax) == pg.agent("ab:2").fingerprint("stax")
    agents = {pg.agent(name).fingerprint("chess") for name in ("random", "greedy", "ab:2", "mcts:20", "mcts:20,cut=0")}
    assert len(agents) == 5


def tampered(path: Path, old: str, new: str) -> None:
    """Makes the games of Stax in a store those of a build that behaved otherwise."""
    with sqlite3.connect(path) as file:
        file.execute(
            'UPDATE plans SET fingerprints = replace(fingerprints, ?, ?) WHERE key LIKE \'%"id": "stax"%\'', (old, new)
        )
    file.close()


@pytest.mark.parametrize(
    ("of", "what"), [("stax", "stax behaves differently"), ("greedy", "'greedy' in stax behaves differently")]
)
def test_games_of_another_build_are_refused(of: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    whole = pg.study.balance("stax", games=10, agents="greedy", store=path)
    other = pg.study.balance("checkers", games=10, agents="greedy", store=path)
    print = pg.game("stax").fingerprint if of == "stax" else pg.agent("greedy").fingerprint("stax")
    tampered(path, print, "0123456789abcdef")
    for games in (10, 20):
        with pytest.raises(
            BadStore, match=rf"{what} in this build \(fingerprint {print}, then 0123456789abcdef\); use a new"
        ):
            pg.study.balance("stax", games=games, agents="greedy", store=path)
    assert pg.study.balance("checkers", games=10, agents="greedy", store=path) == other, "what is the same is taken"
    tampered(path, "0123456789abcdef", print)
    assert pg.study.balance("stax", games=10, agents="greedy", store=path) == whole


STUDIES: dict[str, Any] = {
    "balance": lambda: pg.study.balance("stax", games=4, agents="greedy"),
    "ablation": lambda: pg.study.ablation("stax", {"topology": "universal"}, games=4, agents="greedy"),
    "match": lambda: pg.study.match("stax", ["random", "greedy"], games=4),
    "atlas": lambda: pg.study.atlas("stax", agents=["random", "greedy"], games=4),
}


@pytest.mark.parametrize("name", STUDIES)
def test_studies_of_another_build_are_not_repeated(name: str, tmp_path: Path) -> None:
    path, report = tmp_path / "report.json", STUDIES[name]()
    report.save(path)
    assert pg.study.rerun(path) == report
    text = path.read_text()
    for what, places in (("stax", ("games", 0)), ("'greedy' in stax", ("agents", "greedy", 0))):
        found = json.loads(text)
        inner = found["study"]["fingerprints"]
        for place in places[:-1]:
            inner = inner[place]
        inner[places[-1]] = "0123456789abcdef"
        path.write_text(json.dumps(found))
        assert pg.study.load(path).rows == report.rows, "what it found can be read"
        with pytest.raises(BadReport, match=f"cannot be repeated: {what} behaves differently in this build"):
            pg.study.rerun(path)
    found = json.loads(text)
    del found["study"]["fingerprints"]
    path.write_text(json.dumps(found))
    with pytest.warns(UserWarning, match="the record has no fingerprints"):
        assert pg.study.rerun(path).rows == report.rows


REPEATED = {"random": "checkers", "ab:nodes=64,eval=auto": "crowded-house", "mcts:16,cut=2": "russian-giveaway"}
"""For an agent of each kind in the atlas, a game that is played again and takes a second."""


@pytest.fixture(scope="module")
def atlas() -> Any:
    return pg.study.load(ROOT / "docs" / "atlas" / "atlas.json")


@pytest.mark.parametrize("agent", REPEATED)
def test_games_of_the_atlas_have_the_same_figures_again(agent: str, atlas: Any) -> None:
    report = atlas
    study, rules = report.study, pg.game(REPEATED[agent])
    number = [variant["id"] for variant in study["variants"]].index(rules.id)
    prints = study["fingerprints"]
    assert prints["agents"][agent][number] == pg.agent(agent).fingerprint(rules)
    kept = [row for row in report.rows if row.agents == agent and row.id == rules.id]
    # Random play has one start, the others have two.
    first = 0 if agent == "random" else 1 + 2 * (study["agents"].index(agent) - 1)
    part = {
        **study,
        "agents": [agent],
        "pairs": [],
        "variants": [study["variants"][number]],
        "games": [study["games"][number][first : first + len(kept)]],
        "fingerprints": {"games": [prints["games"][number]], "agents": {agent: [prints["agents"][agent][number]]}},
    }
    again = pg.study.rerun(pg.study.Report(report.rows, 0, 0.95, study=part))
    assert [(row.id, row.start, row.games, row.score, row.mean_steps) for row in again.rows] == [
        (row.id, row.start, row.games, row.score, row.mean_steps) for row in kept
    ]
