"""Balance studies: the intervals, the figures and the files."""

import csv
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import plyground as pg
from plyground.study import Interval, balance, wilson


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [
        # With z = 1.959964 by hand: centre (k + z²/2)/(n + z²), reach z/(n + z²) √(k(n-k)/n + z²/4).
        (0, 10, 0.000000, 0.277533),  # reach and centre are both z²/2/(n + z²): 1.920729/13.841459 = 0.138767
        (5, 10, 0.236593, 0.763407),  # reach 1.959964/13.841459 √(2.5 + 0.960365) = 0.263407
        (10, 10, 0.722467, 1.000000),
        (81, 263, 0.255289, 0.366210),  # Newcombe 1998, table I: 0.2553 to 0.3662
        (15, 148, 0.062386, 0.160487),  # the same: 0.0624 to 0.1605
        (1, 29, 0.006113, 0.171755),  # the same: 0.0061 to 0.1718
    ],
)
def test_wilson_intervals(wins: int, n: int, low: float, high: float) -> None:
    interval = wilson(wins / n, n)
    assert interval.low == pytest.approx(low, abs=1e-5)
    assert interval.high == pytest.approx(high, abs=1e-5)
    assert interval.value == wins / n


def test_wilson_widens_with_confidence() -> None:
    assert wilson(0.3, 50, 0.99).low < wilson(0.3, 50, 0.95).low < 0.3 < wilson(0.3, 50, 0.95).high


@pytest.mark.parametrize(("p", "draws"), [(0.5, 0.0), (0.05, 0.0), (0.9, 0.0), (0.5, 0.4), (0.6, 0.7)])
def test_wilson_covers_as_often_as_it_says(p: float, draws: float) -> None:
    """In 4000 simulated studies the true score is inside about 95 % of the intervals; with draws, at least so many."""
    n, rng = 200, np.random.default_rng(0)
    outcomes = rng.multinomial(n, [(1 - draws) * p, draws, (1 - draws) * (1 - p)], size=4_000)
    truth = (1 - draws) * p + draws / 2
    intervals = [wilson((wins + drawn / 2) / n, n) for wins, drawn, _ in outcomes]
    covered = np.mean([interval.low <= truth <= interval.high for interval in intervals])
    # The standard error of the coverage is 0.0035, and a discrete interval is off by about 0.01 either way.
    assert covered > 0.93
    if draws == 0.0:
        assert covered < 0.975


@pytest.mark.parametrize(
    ("share", "n", "confidence"), [(0.5, 0, 0.95), (1.1, 10, 0.95), (-0.1, 10, 0.95), (0.5, 10, 1.0)]
)
def test_wilson_refuses(share: float, n: int, confidence: float) -> None:
    with pytest.raises(ValueError, match=r"game|between"):
        wilson(share, n, confidence)


@pytest.mark.parametrize("n", [1, 2, 7, 10**9])
@pytest.mark.parametrize("share", [0.0, 1.0, 1 / 3])
def test_wilson_holds_its_estimate(share: float, n: int) -> None:
    interval = wilson(share, n)
    assert isinstance(interval, Interval)
    assert 0.0 <= interval.low <= interval.value <= interval.high <= 1.0


def test_figures_are_those_of_the_playouts() -> None:
    row = balance("english-draughts", games=5_000, seed=3).rows[0]
    run = pg.playouts("english-draughts", 5_000, seed=3)
    first = pg.info("english-draughts").sequence[0]
    assert row.wins == (run.returns[:, first] == 1).sum()
    assert row.losses == (run.returns[:, first] == -1).sum()
    assert row.draws == (run.returns[:, first] == 0).sum()
    assert row.score == pytest.approx((row.wins + row.draws / 2) / 5_000)
    assert row.draw_rate == pytest.approx(row.draws / 5_000)
    assert row.steps == pytest.approx(run.steps.mean())
    assert (run.steps <= row.steps_50).mean() >= 0.5
    assert (run.steps < row.steps_50).mean() < 0.5
    assert row.steps_5 <= row.steps_50 <= row.steps_95
    assert row.fair == 0.5


def test_threads_and_progress_change_nothing() -> None:
    seen: list[tuple[str, int]] = []
    alone = balance("stax", games=5_000, seed=1, threads=1, progress=lambda id, games: seen.append((id, games)))
    assert balance("stax", games=5_000, seed=1, threads=2) == alone
    assert sum(games for _, games in seen) == 5_000
    assert {id for id, _ in seen} == {"stax"}
    assert balance("stax", games=5_000, seed=2) != alone


def test_random_chess_is_known() -> None:
    """Random players draw some 85 % of their games, and White's first move is worth next to nothing to them."""
    row = balance("chess", games=20_000, seed=0).rows[0]
    assert abs(row.score - 0.5) < 0.01
    assert 0.83 < row.draw_rate < 0.87


def test_giveaway_mirrors() -> None:
    """Random players play the same games, and who would have lost wins."""
    for plain, mirrored in (("english-draughts", "giveaway-checkers"), ("russian-draughts", "russian-giveaway")):
        one, other = balance(plain, mirrored, games=5_000).rows
        assert (one.wins, one.draws, one.losses) == (other.losses, other.draws, other.wins)
        assert one.score == pytest.approx(1 - other.score)
        assert one.elo == pytest.approx(-other.elo)


def test_games_with_options_say_so() -> None:
    assert balance(pg.game("stax"), games=10).rows[0].options == ""
    for id in pg.variants():
        study = balance if pg.info(id).scores.kind == "win" else pg.study.scores
        assert study(id, games=1).rows[0].options == ""


def test_refusals() -> None:
    with pytest.raises(ValueError, match="at least one variant"):
        balance()
    with pytest.raises(ValueError, match="at least one game"):
        balance("chess", games=0)
    with pytest.raises(ValueError, match="confidence"):
        balance("chess", confidence=95)
    with pytest.raises(pg.UnknownVariant):
        balance("ches")


def test_files_and_tables(tmp_path: Path) -> None:
    report = balance("checkers", "stax", games=300, seed=5)
    report.csv(tmp_path / "balance.csv")
    with (tmp_path / "balance.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["id"] for row in rows] == ["checkers", "stax"]
    assert float(rows[1]["score"]) == report.rows[1].score
    assert rows[0]["seed"] == "5"
    table = report.table()
    assert isinstance(table, pd.DataFrame)
    assert table.loc["stax", "games"] == 300
    assert "<table" in report._repr_html_()
    figure = report.plot(tmp_path / "balance.png")
    assert len(figure.axes) == 3
    assert (tmp_path / "balance.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(FileNotFoundError):
        report.csv(tmp_path / "nowhere" / "balance.csv")
