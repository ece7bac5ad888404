"""The atlas: what it plays, what it compares, the order of games, its findings and its page."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.study.report.atlas_findings import elo_per_doubling
from plyground.study.report.atlas_rows import DIFFERENT, EQUIVALENT, SYMMETRIC, places_of, with_verdicts
from plyground.study.report.rows import UNKNOWN
from plyground.study.statistics.mean_tests import paired_tests
from plyground.study.statistics.saddlepoint import p_value
from repository import ROOT

ATLAS = ROOT / "docs" / "atlas"

AGENTS = ["random", "ab:nodes=8", "ab:nodes=32", "mcts:8,cut=2"]
PAIRS = [("ab:nodes=32", "mcts:8,cut=2"), ("ab:nodes=32", "ab:nodes=8")]


@pytest.fixture(scope="module")
def report() -> "pg.study.Report[pg.study.Row]":
    return pg.study.atlas("stax", "double-checkers-cutthroat", agents=AGENTS, pairs=PAIRS, games=12)


def page_of(path: Path) -> tuple[str, dict[str, Any]]:
    """The page, and the content of its table."""
    text = path.read_text(encoding="utf-8")
    found = re.search(r'<script id="data" type="application/json">(.*)</script>', text)
    assert found is not None
    return text, json.loads(found[1])


def test_each_agent_plays_from_the_start_and_after_whole_rounds_of_random_turns(
    report: "pg.study.Report[pg.study.Row]", tmp_path: Path
) -> None:
    cells = [(row.id, row.agents, row.start) for row in report.rows]
    assert cells[:3] == [
        ("stax", "random", "start"),
        ("stax", "ab:nodes=8", "start"),
        ("stax", "ab:nodes=8", "4 random turns"),
    ]
    # Four turns of four seats are a round; three seats would need six.
    assert {row.start for row in report.rows} == {"start", "4 random turns"}
    assert len(cells) == 2 * 7
    three = pg.study.atlas("tri-chek-3", agents=["greedy"], games=2)
    assert [row.start for row in three.rows] == ["start", "6 random turns"]
    assert three.comparisons == ()
    plain = pg.study.atlas("stax", agents=["greedy"], games=2, openings=0)
    assert [row.start for row in plain.rows] == ["start"]
    report.save(tmp_path / "atlas.json")
    assert pg.study.load(tmp_path / "atlas.json") == report
    assert pg.study.rerun(report) == report


def test_pairs_play_matches_and_are_compared(report: "pg.study.Report[pg.study.Row]") -> None:
    assert [(one.id, one.agents) for one in report.comparisons] == [
        (id, pair) for id in ("stax", "double-checkers-cutthroat") for pair in PAIRS
    ]
    kinds, efforts = report.comparisons[:2]
    scores = {(row.id, row.agents): row.score for row in report.rows if row.start == "4 random turns"}
    assert kinds.seats[0].value == pytest.approx(scores["stax", PAIRS[0][0]] - scores["stax", PAIRS[0][1]])
    assert (kinds.start, kinds.games, kinds.match_games) == ("4 random turns", 12, 12)
    assert len(report.comparisons[2].seats) == 4
    played = pg.study.match("stax", list(PAIRS[1]), games=12, openings=4)
    first = next(row for row in played.rows if row.agent == PAIRS[1][0])
    assert efforts.match_score.value == first.score
    assert efforts.match_elo.value == pytest.approx(2 * first.elo)
    assert elo_per_doubling(efforts) == pytest.approx(first.elo)
    assert elo_per_doubling(kinds) is None
    for bad in (["stax"], [("ab:nodes=8", "ab:nodes=8")], [("ab:nodes=8", "greedy")]):
        with pytest.raises(
            ValueError, match="pairs must be pairs of different agents of the study, random, ab:nodes=8"
        ):
            pg.study.atlas("stax", agents=AGENTS, pairs=bad, games=2)  # type: ignore[arg-type]


def test_agents_need_not_play_every_game(tmp_path: Path) -> None:
    """0 games: no row and no comparison, and the others are those of a study without the agent."""
    agents, pairs = AGENTS[:3], PAIRS[1:]
    games = [[4, 4, 4, 4, 4, 4], [4, 4, 4, 0, 0, 0]]
    report = pg.study.atlas("stax", "tri-chek-2", agents=agents, pairs=pairs, games=games)
    assert report.study["games"] == games
    assert [one.id for one in report.comparisons] == ["stax"]
    alone = pg.study.atlas("tri-chek-2", agents=agents[:2], games=4)
    assert [(row.id, row.agents) for row in report.rows[5:]] == [(row.id, row.agents) for row in alone.rows]
    assert [row.score for row in report.rows[5:]] == [row.score for row in alone.rows]
    assert "`ab:nodes=32` plays 1 game only." in pg.study.atlas_findings(report)
    assert pg.study.rerun(report) == report
    pg.study.write_atlas(report, tmp_path / "atlas.html")
    game = next(game for game in page_of(tmp_path / "atlas.html")[1]["games"] if game["id"] == "tri-chek-2")
    assert game["cells"][2] == [None, None]
    assert game["pairs"] == [None]
    for wrong, reason in (
        ([[0] * 6, [4] * 6], "not be 0 for all agents"),
        ([[4] * 6, [-1] * 6], "from 1 to"),
        ([[4] * 6, [False] * 6], "got False"),
    ):
        with pytest.raises(ValueError, match=reason):
            pg.study.atlas("stax", "tri-chek-2", agents=agents, pairs=pairs, games=wrong)


def test_the_default_agents_are_two_kinds_of_search() -> None:
    report = pg.study.atlas("tri-chek-2", games=2)
    pairs = [one.agents for one in report.comparisons]
    assert pairs[:3] == [
        ("ab:nodes=64,eval=auto", "mcts:16,cut=2"),
        ("ab:nodes=256,eval=auto", "mcts:64,cut=2"),
        ("ab:nodes=1024,eval=auto", "mcts:256,cut=2"),
    ]
    assert len(pairs) == 7
    assert len(report.rows) == 13
    assert (report.places[0].best, report.places[0].worst) == (1, 1)


@pytest.mark.parametrize(("lean", "verdict"), [(0.0, EQUIVALENT), (0.2, DIFFERENT), (0.05, UNKNOWN)])
def test_verdicts_tell_difference_equivalence_and_ignorance(
    report: "pg.study.Report[pg.study.Row]", lean: float, verdict: str
) -> None:
    rng = np.random.default_rng(4)
    size = 4_000 if verdict == EQUIVALENT else 400
    ours, theirs = (rng.random(size) < 0.5 + lean).astype(float), (rng.random(size) < 0.5).astype(float)
    tests = paired_tests(ours, theirs, 0.05)
    one = replace(report.comparisons[0], p_equal=tests.p_equal, p_equivalent=tests.p_equivalent)
    assert with_verdicts([one], 0.95)[0].verdict == verdict
    # Among many equal games, the p-value of one is multiplied.
    many = with_verdicts([one, *[replace(one, p_equal=0.9, p_equivalent=0.9)] * 99], 0.95)
    assert many[0].p_equal_bh == pytest.approx(min(0.9, 100 * tests.p_equal))


def test_rounding_of_a_mean_does_not_matter() -> None:
    """These scores have the mean 0.5, which rounding raises, in either order."""
    counts = np.array([10, 2, 3, 3, 27, 3, 2, 11.0])
    support = np.array([0, 1 / 6 - 3e-17, 1 / 4, 1 / 3 + 6e-17, 1 / 2, 3 / 4, 5 / 6, 1])
    assert p_value(counts, support, 0.5) == 1.0
    assert p_value(counts[::-1], 1 - support[::-1], 0.5) == 1.0


def test_paired_tests_agree_with_the_interval() -> None:
    rng = np.random.default_rng(5)
    for size in (20, 200):
        ours, theirs = rng.choice([0, 0.5, 1], size, p=[0.2, 0.3, 0.5]), rng.choice([0, 0.5, 1], size)
        tests = paired_tests(ours, theirs, 0.3)
        at_zero = pg.study.paired_difference_interval(ours, theirs, 1 - tests.p_equal, shares=True)
        assert min(abs(at_zero.low), abs(at_zero.high)) == pytest.approx(0, abs=1e-6)
        at_margin = pg.study.paired_difference_interval(ours, theirs, 1 - 2 * tests.p_equivalent, shares=True)
        assert max(abs(at_margin.low), abs(at_margin.high)) == pytest.approx(0.3, abs=1e-6)
    assert paired_tests([1.0] * 50, [1.0] * 50, 0.05).p_equal == 1.0
    for a, b, margin, reason in (
        ([1], [1, 0], 0.1, "same number"),
        ([1], [1], 1.0, "margin"),
        ([2], [1], 0.1, "from 0"),
    ):
        with pytest.raises(ValueError, match=reason):
            paired_tests(a, b, margin)


def test_equal_means_are_seldom_different() -> None:
    counts = np.random.default_rng(6).multinomial(60, [0.1, 0.2, 0.4, 0.2, 0.1], size=600).astype(float)
    p_values = [p_value(row, np.linspace(0, 1, 5), 0.5) for row in counts]
    assert 0.025 < np.mean(np.array(p_values) < 0.05) < 0.075


def test_games_whose_intervals_overlap_share_places(report: "pg.study.Report[pg.study.Row]") -> None:
    row = report.rows[1]
    sizes = {"a": (100, 150), "b": (90, 120), "c": (-30, 20), "d": (-95, -35)}
    rows = [
        replace(row, id=id, elo_low=float(low), elo=(low + high) / 2, elo_high=float(high))
        for id, (low, high) in sizes.items()
    ]
    found = {place.id: (place.best, place.worst) for place in places_of(rows, [])}
    # The advantage of d is that of the other seats, and smaller than that of a.
    assert found == {"a": (1, 2), "b": (1, 3), "c": (4, 4), "d": (2, 3)}
    assert [place.id for place in places_of(rows, [])] == ["a", "b", "d", "c"]


def test_games_after_random_turns_decide_places(report: "pg.study.Report[pg.study.Row]") -> None:
    """From the start, agents repeat games, and their scores there can be 0 or 1."""
    row = report.rows[1]
    rows = [
        replace(row, id=id, start=start, elo_low=elo - 20.0, elo=elo, elo_high=elo + 20.0)
        for id, from_start, after in (("a", 800.0, 10.0), ("b", 100.0, 90.0))
        for start, elo in (("start", from_start), ("4 random turns", after))
    ]
    assert [(place.id, place.best) for place in places_of(rows, [])] == [("b", 1), ("a", 2)]


def test_findings_are_sentences_with_counts(report: "pg.study.Report[pg.study.Row]") -> None:
    found = pg.study.atlas_findings(report)
    assert found[0] == "2 games with winners, 12 games or more for each agent and start."
    assert all(line.endswith(".") for line in found)
    rows = [row for row in report.rows if row.agents == "ab:nodes=32" and row.start != "start"]
    assert [row.balance(0.95) for row in rows] == ["not known yet"] * 2
    assert (
        "With `ab:nodes=32`, 12 games or more each, the first seat is ahead in 0 of 2 games and behind in 0; all scores are "
        "within 0.05 of a fair one in 0; it is not known yet in 2."
    ) in found
    pair = [one for one in report.comparisons if one.agents == PAIRS[0]]
    equivalent, different = (sum(one.verdict == verdict for one in pair) for verdict in (EQUIVALENT, DIFFERENT))
    assert (equivalent, different) == (0, 0)
    assert (
        "`ab:nodes=32` and `mcts:8,cut=2` give different scores in 0 of 2 games; in 2 it is not known yet. In 2 of these, "
        "equivalent scores (within 0.05) cannot be shown with the games played: the interval of the difference is wider."
    ) in found


def test_findings_tell_fair_games_from_unknown_ones(report: "pg.study.Report[pg.study.Row]") -> None:
    known = {
        "ahead": {"p_bh": 0.01, "elo_low": 5.0, "elo": 9.0, "elo_high": 12.0},
        "behind": {"p_bh": 0.01, "elo_low": -12.0, "elo": -9.0, "elo_high": -5.0},
        "another seat": {"p_bh": 0.01, "elo_low": -2.0, "elo": 1.0, "elo_high": 5.0},
        "fair": {"p_bh": 0.01, "p_unfair_bh": 0.01, "elo_low": 5.0, "elo": 9.0, "elo_high": 12.0},
        "unknown": {"p_bh": 0.3, "p_unfair_bh": 0.3},
    }
    row = replace(report.rows[1], start="4 random turns", p_unfair_bh=0.9)
    rows = [replace(row, id=id, **values) for id, values in known.items()]  # type: ignore[arg-type]
    shown = replace(report, rows=tuple(rows), comparisons=(), places=places_of(rows, []))
    assert (
        "After random turns, with the strongest agent of each game and p below 0.05 after Benjamini and Hochberg, the first "
        "seat is ahead in 1 of 5 games and behind in 1; only other seats are certainly ahead or behind in 1; all scores are "
        "within 0.05 of a fair one in 1; it is not known yet in 1."
    ) in pg.study.atlas_findings(shown)


def test_the_page_has_all_figures(report: "pg.study.Report[pg.study.Row]", tmp_path: Path) -> None:
    pg.study.write_atlas(report, tmp_path / "atlas.html")
    text, data = page_of(tmp_path / "atlas.html")
    assert "{{" not in text
    assert [game["id"] for game in data["games"]] == [place.id for place in report.places]
    assert not any(game["symmetric"] for game in data["games"])
    stax = next(game for game in data["games"] if game["id"] == "stax")
    for row in report.rows:
        if row.id == "stax":
            cell = stax["cells"][data["agents"].index(row.agents)][int(row.start != "start")]
            assert cell[0] == round(row.score, 3)
            assert cell[3] == row.games
            assert data["balances"][cell[4]] == row.balance(0.95)
    assert stax["pairs"][0][2] == round(report.comparisons[0].match_score.value, 3)
    assert data["views"][0]["title"] == "ab:nodes=32 and mcts:8,cut=2"
    assert [view["title"] for view in data["views"]][-1] == "random"


def test_games_with_simultaneous_choices_have_no_place_and_no_verdict(tmp_path: Path) -> None:
    """Their rows are in the report and on the page. The first seat of synchronous-chess has no advantage by the rules."""
    agents = ["random", "ab:nodes=8"]
    report = pg.study.atlas("synchronous-chess", "two-move-chess", "stax", agents=agents, games=8, openings=2)
    assert [place.id for place in report.places] == ["stax"]
    assert (report.places[0].best, report.places[0].worst) == (1, 1)
    assert {row.id for row in report.rows} == {"synchronous-chess", "two-move-chess", "stax"}
    # Every row looks unfair.
    report = replace(report, rows=tuple(replace(row, p_bh=0.001, p_unfair_bh=0.9) for row in report.rows))
    findings = pg.study.atlas_findings(report)
    assert findings[1].endswith(": synchronous-chess, two-move-chess.")
    assert findings[2].startswith("The rules of synchronous-chess treat both seats alike, so it is a control: ")
    assert all("chess" not in line for line in findings[3:])
    assert any("of 1 game" in line for line in findings[3:])
    pg.study.write_atlas(report, tmp_path / "atlas.html")
    stax, *others = page_of(tmp_path / "atlas.html")[1]["games"]
    assert (stax["best"], stax["balance"], stax["symmetric"]) == (1, 1, False)
    assert [(game["best"], game["balance"]) for game in others] == [(None, None)] * 2
    assert [game["symmetric"] for game in others] == [True, False]
    for game in others:
        verdicts = {cell[4] for pair in game["cells"] for cell in pair if cell is not None}
        assert verdicts == {None}
    assert pg.study.rerun(report).places == report.places
    alone = pg.study.atlas("two-move-chess", agents=["random"], games=2)
    assert len(pg.study.atlas_findings(alone)) == 2
    pg.study.write_atlas(alone, tmp_path / "alone.html")


def test_the_published_page_has_the_figures_of_the_published_report(tmp_path: Path) -> None:
    report = pg.study.load(ATLAS / "atlas.json")
    ranked = [row for row in report.rows if not pg.info(row.id).is_simultaneous]
    assert report.places == places_of(ranked, report.comparisons)
    pg.study.write_atlas(report, tmp_path / "atlas.html")
    assert (tmp_path / "atlas.html").read_bytes() == (ATLAS / "atlas.html").read_bytes()
    assert not {place.id for place in report.places} & set(SYMMETRIC)


def test_the_page_shows_what_it_is_given_as_text(report: "pg.study.Report[pg.study.Row]", tmp_path: Path) -> None:
    bad: Any = "</script><script>"
    rows = tuple(replace(row, title=bad) for row in report.rows)
    pg.study.write_atlas(replace(report, seed=bad, machine={bad: bad}, rows=rows), tmp_path / "page.html")
    text, data = page_of(tmp_path / "page.html")
    assert bad not in text
    assert data["games"][0]["title"] == bad
    with pytest.raises(ValueError, match=r"report must be a report of plyground\.study\.atlas"):
        pg.study.write_atlas(pg.study.match("stax", games=2), tmp_path / "page.html")  # type: ignore[arg-type]
