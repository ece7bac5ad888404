"""Compensation for the first move: draw odds, the pie rule and handicaps."""

from pathlib import Path

import numpy as np
import pytest

import plyground as pg
from plyground.study.design.handicaps import removals, start_of, weakest_men, with_first_seat
from plyground.study.design.starts import STANDARD_START
from plyground.study.running.candidates import candidate, default_candidates, first_turns
from plyground.study.statistics.pie_rule import cut_and_choose


def test_a_draw_counts_as_a_win_with_draw_odds() -> None:
    plain, odds = pg.playouts("english-draughts", 400, seed=1), pg.playouts("english-draughts+draw-odds-1", 400, seed=1)
    drawn = (plain.returns == 0).all(axis=1)
    assert drawn.any()
    assert np.array_equal(plain.returns[~drawn], odds.returns[~drawn])
    assert (odds.returns[drawn] == [-1, 1]).all()
    assert np.array_equal(plain.steps, odds.steps)


def test_games_with_draw_odds_are_games_like_all_others() -> None:
    game = pg.game("english-draughts+draw-odds-0", flying=True)
    assert game.id == "english-draughts-flying+draw-odds-0"
    assert (
        game.info.title == "English draughts with flying kings, draw odds for black"
        or "draw odds for" in game.info.title
    )
    assert pg.game(game.id) == game != pg.game("english-draughts-flying")
    draw = pg.game("chess+draw-odds-1").from_fen("7k/8/8/8/8/8/8/K7 w - - 0 1 -")
    plain = pg.game("chess").from_fen("7k/8/8/8/8/8/8/K7 w - - 0 1 -")
    assert plain.is_terminal
    assert draw.is_terminal
    assert (plain.returns, draw.returns, draw.reason) == ((0, 0), (-1, 1), plain.reason)
    assert draw.copy().returns == (-1, 1)
    env = pg.vector("english-draughts+draw-odds-1", 64, seed=0)
    seen = 0
    for _ in range(400):
        env.step(env.sampled_actions if hasattr(env, "sampled_actions") else env.sample())
        over = np.asarray(env.terminated)
        assert (np.abs(env.rewards[over]).sum(axis=1) == 2).all()
        seen += int(over.sum())
    assert seen > 64


def test_a_search_knows_the_draw_odds() -> None:
    # White cannot win, and draws by taking the pawn.
    fen = "8/8/8/8/2k5/1p6/8/1K6 w - - 0 1 -"
    agent = pg.agent("mcts:400")
    assert isinstance(agent, pg.Agent)
    values = {
        id: agent.analyze(pg.game(id).from_fen(fen)).value or 0.0
        for id in ("chess", "chess+draw-odds-0", "chess+draw-odds-1")
    }
    assert values["chess+draw-odds-1"] < values["chess"] < values["chess+draw-odds-0"]


@pytest.mark.parametrize(
    ("id", "message"),
    [
        ("stax+draw-odds-2", "the seat with draw odds must be from 0 to 1, got 2"),
        ("stax+draw-odds-x", r"draw odds need a seat, as in stax\+draw-odds-1"),
        ("tri-chess-3+draw-odds-0", "only a game for a win between two sides"),
        ("cooperative-chess+draw-odds-0", "only a game for a win between two sides"),
        ("stx+draw-odds-0", "there is no variant 'stx'; did you mean stax"),
    ],
)
def test_wrong_draw_odds_are_explained(id: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pg.game(id)


@pytest.mark.parametrize("id", ["chess", "stax", "international-draughts", "tri-chess-2", "tri-chek-4-pairs"])
def test_one_man_is_removed_and_nothing_else_changes(id: str) -> None:
    state = start_of(pg.game(id), None)
    found = removals(state)
    for cell in weakest_men(state, 0)[:3]:
        before, after = state.pieces(), pg.game(id).from_fen(found[cell]).pieces()
        assert before.pop(cell)
        assert before == after
    # Without its king a game is over, and without a rook a right to castle is not valid.
    assert found.keys() >= {cell for cell, stack in state.pieces().items() if stack[0]["kind"] not in ("king", "rook")}


def test_symmetric_men_are_removed_once() -> None:
    game = pg.game("chess", castling=False)
    state = game.from_fen("4k3/4p3/8/8/8/8/P2P3P/4K3 w - - 0 1 -")
    assert len(weakest_men(state, 0)) == 3
    assert len(removals(state)) == 4


def test_the_other_side_can_move_first() -> None:
    for id in ("chess", "stax", "english-draughts"):
        state = pg.game(id).start()
        other = pg.game(id).from_fen(with_first_seat(state, 1 - state.current_player))
        assert other.current_player != state.current_player
        assert other.pieces() == state.pieces()


def test_candidates_are_what_their_texts_say() -> None:
    game = pg.game("stax")
    assert candidate("draw-odds=1", game, STANDARD_START).game.id == "stax+draw-odds-1"
    assert candidate("crowning=false", game, STANDARD_START).game.options["crowning"] is False
    pie = candidate("pie=2", game, STANDARD_START)
    assert len(pie.turns) == len(pie.starts.positions) == 2
    assert set(pie.turns) <= set(first_turns(game.start(), None))
    found = default_candidates(game, STANDARD_START, True)
    assert found[:2] == ("draw-odds=1", "pie")
    assert "without=a1" in found
    assert default_candidates(pg.game("stax-numbers"), STANDARD_START, False) == ("draw-odds=0",)
    for text, message in {
        "pi": "'pi' is no candidate; expected one of none, pie",
        "without=e9": "has no position without the piece on 'e9'",
        "first=5": "must be from 0 to 1, got 5",
        "pie=0": "is no candidate",
    }.items():
        with pytest.raises(ValueError, match=message):
            candidate(text, game, STANDARD_START)


def test_the_pie_rule_is_fair_where_nothing_is_known() -> None:
    """Selection by the same games would make the choosing side look better than it is."""
    random = np.random.default_rng(0)
    means, naive = [], []
    for _ in range(200):
        scores = (random.random(400) < 0.5).astype(float)
        cut = cut_and_choose(scores, 10, 1)
        means.append(cut.scores.mean())
        by_turn = scores.reshape(-1, 10).mean(axis=0)
        naive.append(1 - max(by_turn.max(), 1 - by_turn.min()))
    assert abs(np.mean(means) - 0.5) < 0.015
    assert np.mean(naive) < 0.42


def test_the_pie_rule_chooses_the_turn_nearest_to_even() -> None:
    random = np.random.default_rng(1)
    strength = np.array([0.9, 0.7, 0.45])
    turn = np.arange(6_000) // 2 % 3
    cut = cut_and_choose((random.random(6_000) < strength[turn]).astype(float), 3, 2)
    assert (cut.turn, cut.swaps) == (2, False)
    assert len(cut.games) == 2_000
    assert abs(cut.scores.mean() - 0.45) < 0.04


def test_a_study_compares_compensations(tmp_path: Path) -> None:
    wanted = ["draw-odds=0", "pie", "without=b6"]
    report = pg.study.compensation("stax", candidates=wanted, games=400, seed=1)
    assert [row.candidate for row in report.rows] == ["none", *wanted]
    for row in report.rows:
        assert row.score_low <= row.score <= row.score_high
        assert row.distance_low <= row.distance <= row.distance_high
        assert row.p_holm is not None
        assert row.p_fair is not None
        assert row.p_holm >= row.p_fair
    assert report.rows[1].score >= report.rows[0].score
    pie = report.row("pie")
    assert pie.measured_games < pie.games <= 400
    assert "the other side" in pie.choice
    assert pg.study.rerun(report) == report
    report.save(tmp_path / "report.json")
    assert pg.study.load(tmp_path / "report.json") == report
    report.to_csv(tmp_path / "report.csv")
    assert (tmp_path / "report.csv").read_text().startswith("candidate,title,id,games")
    assert list(report.to_pandas().index) == ["none", *wanted]
    report.plot(tmp_path / "report.svg")
    assert "without the man on b6" in str(report)


def test_agents_exchange_seats_under_every_compensation() -> None:
    report = pg.study.compensation(
        "stax", candidates=["pie=2", "draw-odds=0"], agents=["greedy", "random"], games=24, openings=1
    )
    assert [row.games for row in report.rows] == [24, 24, 24]
    assert report.row("pie=2").measured_games % 2 == 0


def test_verdicts_follow_the_margin() -> None:
    report = pg.study.compensation("stax", candidates=["without=a1"], games=4_000, margin=0.1)
    assert report.rows[0].verdict == "nearly fair"
    wrong = pg.study.compensation("stax", candidates=["without=a1+c1+e1+g1"], games=2_000, margin=0.01)
    assert wrong.rows[1].verdict == "unfair"
    assert wrong.is_best_separated


def test_wrong_settings_are_explained() -> None:
    with pytest.raises(ValueError, match="even openings would hide it"):
        pg.study.compensation("stax", openings=2, balanced=True)
    with pytest.raises(ValueError, match=r"margin must be a number between 0 and 0\.5, got 1"):
        pg.study.compensation("stax", margin=1)
    with pytest.raises(ValueError, match="compensation is for the games of two sides"):
        pg.study.compensation("tri-chess-3")
    with pytest.raises(ValueError, match="candidates must be a list of texts or None, got 'pie'"):
        pg.study.compensation("stax", candidates="pie")
