"""Stores of games: what is in them is safe, and a study that goes on with one finds what it would have found anyway."""

import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import plyground as pg
from plyground.study import BadStore, GamePlan, Games, Store, balance
from plyground.study.running.games import are_same_games, concatenate

STAX = GamePlan(pg.game("stax"), ("random",))


def kept(path: Path, plan: GamePlan = STAX) -> int:
    """How many games of a plan a store has."""
    with Store(path) as store:
        return sum(len(games) for _, games in store.games(plan, 10**9))


def test_games_go_in_and_come_out(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        store.add(STAX, 0, STAX.play(0, 10))
        store.add(STAX, 20, STAX.play(20, 5))
        found = dict(store.games(STAX, 100))
        assert found.keys() == {0, 20}
        assert are_same_games(found[20], STAX.play(20, 5))
        assert [first for first, _ in store.games(STAX, 20)] == [0]
        for other in (GamePlan(pg.game("stax"), ("random",), seed=1), GamePlan(pg.game("checkers"), ("random",))):
            assert not list(store.games(other, 100))


def test_pieces_may_know_different_kinds_of_pieces() -> None:
    plain = STAX.play(0, 2).arrays()
    men = Games(**plain, pieces=np.ones((2, 2, 1), np.uint8), piece_kinds=("man",))
    kings = Games(**plain, pieces=np.full((2, 2, 1), 7, np.uint8), piece_kinds=("king",))
    both = concatenate([men, kings])
    assert both.piece_kinds == ("king", "man")
    assert both.pieces is not None
    assert both.pieces[:, 0].tolist() == [[0, 1], [0, 1], [7, 0], [7, 0]]
    assert are_same_games(Games.from_bytes(both.to_bytes()), both)
    assert Games.from_bytes(both.to_bytes()).piece_kinds == both.piece_kinds


def test_a_study_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    balance("stax", games=3_000, store=path)
    assert kept(path) == 3_000
    played: list[int] = []
    whole = balance("stax", games=5_000, store=path, progress=lambda _, games: played.append(games))
    assert kept(path) == 5_000
    assert sum(played) == 5_000
    assert whole == balance("stax", games=5_000)
    # Fewer games than there are take the first.
    assert balance("stax", games=1_000, store=path) == balance("stax", games=1_000)
    assert kept(path) == 5_000


def test_gaps_are_filled(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Store(path) as store:
        for first, count in ((50, 30), (70, 40), (200, 1)):
            store.add(STAX, first, STAX.play(first, count))
    assert balance("stax", games=500, store=path) == balance("stax", games=500)


def test_one_store_serves_many_studies(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    first = balance("stax", "checkers", games=300, store=path)
    other = balance("stax", games=300, seed=1, store=path)
    assert first == balance("stax", "checkers", games=300)
    assert other == balance("stax", games=300, seed=1)


def test_sequential_studies_stop_at_the_same_game(tmp_path: Path) -> None:
    whole = balance("stax", games=20_000, sprt=100)
    assert whole.rows[0].verdict != "undecided"
    assert whole.rows[0].games < 20_000
    path = tmp_path / "games.db"
    balance("stax", games=100, store=path)
    assert balance("stax", games=20_000, sprt=100, store=path) == whole
    balance("stax", games=20_000, store=path)
    assert balance("stax", games=20_000, sprt=100, store=path) == whole


STUDY = "import sys, plyground as pg; pg.study.balance('chess', games=400_000, threads=1, store=sys.argv[1])"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals there")
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGINT])
def test_a_study_that_was_killed_has_lost_only_games_in_flight(tmp_path: Path, blow: signal.Signals) -> None:
    path = tmp_path / "games.db"
    plan = GamePlan(pg.game("chess"), ("random",))
    with subprocess.Popen([sys.executable, "-c", STUDY, str(path)], stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and (not path.exists() or path.stat().st_size < 100_000):
            time.sleep(0.02)
        process.send_signal(blow)
        assert process.wait(60) != 0
    found = kept(path, plan)
    assert 0 < found < 400_000
    # Whatever is there was played to the end, and nothing is missing between.
    with Store(path) as store:
        pieces = list(store.games(plan, 10**9))
    at = 0
    for first, games in pieces:
        assert first == at
        at += len(games)
    assert balance("chess", games=found + 500, store=path) == balance("chess", games=found + 500)


def test_several_processes_may_share_a_store(tmp_path: Path) -> None:
    study = (
        "import sys, plyground as pg; print(pg.study.balance('stax', games=10_000, store=sys.argv[1]).rows[0].score)"
    )
    command = [sys.executable, "-c", study, str(tmp_path / "games.db")]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    answers = {process.communicate(timeout=120)[0] for process in processes}
    assert answers == {f"{balance('stax', games=10_000).rows[0].score}\n"}


def test_files_that_are_no_stores(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no store at all, but a text that is long enough to be looked at" * 100)
    with pytest.raises(BadStore, match="text is not a store"):
        balance("stax", games=10, store=text)
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as file:
        file.execute("CREATE TABLE addresses (name TEXT)")
    file.close()
    before = foreign.read_bytes()
    with pytest.raises(BadStore, match="not a store of games"):
        balance("stax", games=10, store=foreign)
    assert foreign.read_bytes() == before
    with pytest.raises(FileNotFoundError, match="no such folder"):
        balance("stax", games=10, store=tmp_path / "nowhere" / "games.db")
    with pytest.raises(OSError, match="cannot be used as a store"):
        balance("stax", games=10, store=tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games SET arrays = x'00'",
        "UPDATE games SET arrays = substr(arrays, 1, 500)",
        "UPDATE games SET count = 9",
        "UPDATE games SET count = 'ten'",
        "UPDATE games SET checksum = x'00'",
        # The games of another seed, whole as they are.
        "UPDATE games SET arrays = (SELECT arrays FROM games WHERE plan = 2), checksum = "
        "(SELECT checksum FROM games WHERE plan = 2) WHERE plan = 1",
    ],
)
def test_damaged_stores(tmp_path: Path, change: str) -> None:
    path = tmp_path / "games.db"
    for seed in (0, 1):
        with Store(path) as store:
            store.add(plan := GamePlan(pg.game("stax"), ("random",), seed), 0, plan.play(0, 10))
    with sqlite3.connect(path) as file:
        file.execute(change)
    file.close()
    with pytest.raises(BadStore, match=r"damaged: games from 0 of stax"):
        balance("stax", games=20, store=path)


def test_any_bit_may_flip(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Store(path) as store:
        store.add(STAX, 0, STAX.play(0, 10))
    whole, draw = path.read_bytes(), random.Random(0)
    refused = 0
    for _ in range(300):
        flipped = bytearray(whole)
        flipped[draw.randrange(len(whole))] ^= 1 << draw.randrange(8)
        path.write_bytes(flipped)
        try:
            with Store(path) as store:
                found = dict(store.games(STAX, 10))
        except (BadStore, OSError):
            refused += 1
        else:
            # It is where nothing is, or the plan is another one.
            assert not found or are_same_games(found[0], STAX.play(0, 10))
    assert refused > 30


def test_a_store_is_a_file() -> None:
    with pytest.raises(ValueError, match="got ':memory:', which would be lost"):
        balance("stax", games=10, store=":memory:")


def test_stores_of_other_layouts(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    Store(path).close()
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version = 99")
    file.close()
    with pytest.raises(BadStore, match="a newer version of plyground"):
        Store(path)


def test_a_store_knows_how_long_its_games_took(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        store.add(STAX, 0, STAX.play(0, 10), 1.5)
        store.add(STAX, 10, STAX.play(10, 10), 2.0)
        assert store.seconds(STAX) == 3.5
        assert store.seconds(GamePlan(pg.game("stax"), ("random",), seed=1)) == 0
    # So a budget of time is one, however often a study is stopped.
    report = pg.study.atlas("stax", agents=["random"], games=10_000, seconds=3, store=tmp_path / "atlas.db")
    with sqlite3.connect(tmp_path / "atlas.db") as file:
        file.execute("UPDATE games SET seconds = 3")
    file.close()
    again = pg.study.atlas("stax", agents=["random"], games=10_000_000, seconds=3, store=tmp_path / "atlas.db")
    assert again.rows[0].games == report.rows[0].games
    more = pg.study.atlas(
        "stax", agents=["random"], games=10**6, seconds=3, min_games=10_500, store=tmp_path / "atlas.db"
    )
    assert more.rows[0].games >= 10_500


def test_who_waits_for_another_process_can_be_stopped(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    Store(path).close()

    class Enough(Exception):
        pass

    def stop(*_: object) -> None:
        raise Enough

    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    before = signal.signal(signal.SIGALRM, stop)
    begun = time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(Enough):
            Store(path)
    finally:
        signal.signal(signal.SIGALRM, before)
        other.close()
    assert time.monotonic() - begun < 30, "it was stopped before its patience was at an end"
    assert kept(path) == 0


def test_of_two_pieces_from_one_game_on_the_longer_one_stays(tmp_path: Path) -> None:
    """Two processes that play one plan in parallel may play pieces of different lengths from the same game on."""
    with Store(tmp_path / "games.db") as store, Store(tmp_path / "games.db") as other:
        store.add(STAX, 0, STAX.play(0, 10))
        other.add(STAX, 0, STAX.play(0, 4))
        assert [len(games) for _, games in store.games(STAX, 100)] == [10]
        other.add(STAX, 0, STAX.play(0, 12))
        assert [len(games) for _, games in store.games(STAX, 100)] == [12]
