"""What the tables of reports state of the study, the machine and the versions."""

import json
import sys
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pandas as pd
import pytest

import plyground as pg


def test_csv_and_parquet_state_the_same(tmp_path: Path) -> None:
    start = pg.game("stax").start().fen
    report = pg.study.balance(
        "stax", "checkers", games=40, seed=2**64 - 1, offset=10, agents="greedy", openings=2, confidence=0.9
    )
    report.to_csv(tmp_path / "table.csv")
    report.to_parquet(tmp_path / "table.parquet")
    read, binary = pd.read_csv(tmp_path / "table.csv"), pd.read_parquet(tmp_path / "table.parquet")
    assert list(read.columns) == list(binary.columns)
    for frame in (read, binary):
        row = frame.iloc[1]
        assert (row["id"], int(row["seed"]), row["offset"], row["confidence"]) == ("checkers", 2**64 - 1, 10, 0.9)
        assert (row["study"], row["openings"], bool(row["balanced"])) == ("balance", 2, False)
        assert (row["plyground"], row["numpy"]) == (pg.__version__, report.machine["numpy"])
        assert {"scipy", "pandas", "statsmodels", "processor", "system", "python"} <= set(frame.columns)
        assert row["score"] == report.rows[1].score
        written = datetime.fromisoformat(row["date"])
        assert timedelta() <= datetime.now(timezone.utc) - written < timedelta(minutes=30)
    report = pg.study.balance("stax", games=10, agents="greedy", start=[start, start])
    report.to_csv(tmp_path / "table.csv")
    assert start in pd.read_csv(tmp_path / "table.csv")["start_positions"][0]


def test_rows_of_an_atlas_state_their_own_starts(tmp_path: Path) -> None:
    report = pg.study.atlas("stax", agents=["random", "greedy"], games=20)
    report.to_csv(tmp_path / "table.csv")
    table = pd.read_csv(tmp_path / "table.csv")
    assert table["openings"].tolist() == [0, 0, 4]
    assert table["start"].tolist() == ["start", "start", "4 random turns"]


def test_ratings_and_piece_values_have_settings_too(tmp_path: Path) -> None:
    pg.study.match("stax", games=10, openings=2).to_csv(tmp_path / "match.csv")
    assert pd.read_csv(tmp_path / "match.csv")[["study", "openings"]].values.tolist() == [["match", 2]] * 2
    pg.study.piece_values("stax", games=500).to_parquet(tmp_path / "pieces.parquet")
    assert set(pd.read_parquet(tmp_path / "pieces.parquet")["study"]) == {"piece_values"}


def test_the_date_is_kept_and_not_compared(tmp_path: Path) -> None:
    report = pg.study.balance("stax", games=10)
    older = replace(report, machine={**report.machine, "date": "2020-01-01T00:00:00+00:00"})
    assert older == report
    older.save(tmp_path / "report.json")
    again = pg.study.load(tmp_path / "report.json")
    assert again.machine["date"] == "2020-01-01T00:00:00+00:00"
    assert pg.study.rerun(again) == again
    # Reports of earlier versions have no date.
    found = json.loads((tmp_path / "report.json").read_text())
    del found["machine"]["date"]
    (tmp_path / "report.json").write_text(json.dumps(found))
    pg.study.load(tmp_path / "report.json").to_csv(tmp_path / "table.csv")
    assert pd.isna(pd.read_csv(tmp_path / "table.csv")["date"][0])


def test_parquet_needs_pyarrow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pip install 'plyground\[parquet\]'"):
        pg.study.balance("stax", games=10).to_parquet(tmp_path / "table.parquet")
