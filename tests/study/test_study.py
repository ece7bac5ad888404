"""Balance studies: the intervals, the figures and the files."""

import csv
from pathlib import Path

import pandas as pd
import pytest

import plyground as pg
from plyground.options import changed_options
from plyground.study import balance
from selection import selected_variants


def test_figures_are_those_of_the_playouts() -> None:
    row = balance("english-draughts", games=5_000, seed=3).rows[0]
    run = pg.playouts("english-draughts", 5_000, seed=3)
    first = pg.info("english-draughts").turn_order[0]
    assert row.wins == (run.returns[:, first] == 1).sum()
    assert row.losses == (run.returns[:, first] == -1).sum()
    assert row.draws == (run.returns[:, first] == 0).sum()
    assert row.score == pytest.approx((row.wins + row.draws / 2) / 5_000)
    assert row.draw_rate == pytest.approx(row.draws / 5_000)
    assert row.mean_steps == pytest.approx(run.steps.mean())
    assert (run.steps <= row.steps_p50).mean() >= 0.5
    assert (run.steps < row.steps_p50).mean() < 0.5
    assert row.steps_p5 <= row.steps_p50 <= row.steps_p95
    assert row.fair_score == 0.5


def test_threads_and_progress_change_nothing() -> None:
    seen: list[tuple[str, int]] = []
    alone = balance("stax", games=5_000, seed=1, threads=1, progress=lambda id, games: seen.append((id, games)))
    assert balance("stax", games=5_000, seed=1, threads=2) == alone
    assert sum(games for _, games in seen) == 5_000
    assert {id for id, _ in seen} == {"stax"}
    assert balance("stax", games=5_000, seed=2) != alone


def test_random_chess_is_known() -> None:
    """Random players draw about 85 % of their games, and White's first move is worth next to nothing to them."""
    row = balance("chess", games=8_000, seed=0).rows[0]
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
    assert {changed_options(pg.game(id)) for id in pg.variants()} == {""}
    for id in selected_variants():
        study = balance if pg.info(id).scoring.kind == "win" else pg.study.scores
        assert study(id, games=1).rows[0].options == ""


def test_refusals() -> None:
    with pytest.raises(ValueError, match="at least one variant"):
        balance()
    with pytest.raises(ValueError, match="games must be an integer"):
        balance("chess", games=0)
    with pytest.raises(ValueError, match="confidence"):
        balance("chess", confidence=95)
    with pytest.raises(pg.UnknownVariant):
        balance("ches")


def test_files_and_tables(tmp_path: Path) -> None:
    report = balance("checkers", "stax", games=300, seed=5)
    report.to_csv(tmp_path / "balance.csv")
    with (tmp_path / "balance.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["id"] for row in rows] == ["checkers", "stax"]
    assert float(rows[1]["score"]) == report.rows[1].score
    assert rows[0]["seed"] == "5"
    table = report.to_pandas()
    assert isinstance(table, pd.DataFrame)
    assert table.loc["stax", "games"] == 300
    assert "<table" in report._repr_html_()
    figure = report.plot(tmp_path / "balance.png")
    assert len(figure.axes) == 3
    assert (tmp_path / "balance.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(FileNotFoundError):
        report.to_csv(tmp_path / "nowhere" / "balance.csv")
