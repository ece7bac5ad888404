"""Games of studies that are played again."""

import random
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground.study import BadReport, GamePlan


def first_legal(state: Any, rng: random.Random) -> str:
    """A function as an agent, which chooses at random among the first steps."""
    return str(rng.choice(state.legal_steps()[:3]))


PLANS = {
    "playouts": GamePlan(pg.game("two-move-chess"), "random", seed=2),
    "measured playouts": GamePlan(pg.game("stax"), "random", seed=2, measures=True),
    "agents": GamePlan(pg.game("stax"), ["greedy", "random"], seed=3),
    "openings": GamePlan(
        pg.game("english-draughts"), ["greedy", "ab:1"], seed=3, starts=pg.study.StudyDesign(openings=2).starts
    ),
    "functions": GamePlan(pg.game("stax"), {"mine": first_legal, "random": "random"}, seed=4),
    "functions after openings": GamePlan(
        pg.game("stax"), {"mine": first_legal}, seed=5, starts=pg.study.StudyDesign(openings=3).starts
    ),
}


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_each_game_is_played_again(plan: GamePlan) -> None:
    games = plan.play(0, 7)
    for number in range(7):
        state = plan.state(number)
        assert state.returns == tuple(games.returns[number])
        if games.opening_actions is not None:
            line = games.opening_actions[number]
            assert state.actions[: len(line)].tolist() == line[line >= 0].tolist()
        if plan.starts.is_standard:
            assert len(state.actions) == games.steps[number]
            assert state.actions[0] == games.first_action[number]


def test_states_of_playouts() -> None:
    fen = pg.game("english-draughts").start()
    fen.play_random(seed=1, max_steps=9)
    for settings in ({}, {"start": fen.fen}, {"max_steps": 20}, {"offset": 100}):
        run = pg.playouts("english-draughts", 4, seed=5, **settings)
        for row in (0, 3, -1):
            state = run.state(row)
            assert len(state.actions) == run.steps[row]
            assert state.actions[0] == run.first_action[row]
        assert run.state(-1).fen == run.state(3).fen
    with pytest.raises(IndexError, match=r"index must be from -4 to 3, got 4"):
        run.state(4)


def test_games_of_reports(tmp_path: Path) -> None:
    report = pg.study.balance("checkers", "stax", games=40, agents=["greedy", "random"])
    report.save(tmp_path / "report.json")
    report = pg.study.load(tmp_path / "report.json")
    games = GamePlan(pg.game("stax"), ["greedy", "random"]).play(0, 40)
    assert games.drama is not None
    assert len(report.games("longest", "stax").actions) == games.steps.max()
    assert report.games("most dramatic", "stax").returns == tuple(games.returns[games.drama.argmax()])
    assert report.games(-1, "stax") == report.games(39, "stax")
    assert report.games().game.id == "checkers"
    assert len(pg.replay(report.games("longest", "stax"))) == games.steps.max() + 1


def test_games_of_other_studies() -> None:
    changed = pg.study.ablation("english-draughts", {"flying": True}, games=10)
    assert changed.rows[1].notable_games is not None
    assert changed.rows[1].notable_games.plan["game"]["options"]["flying"] is True
    assert changed.games("most dramatic").is_terminal
    strength = pg.study.strength("stax", agents=["random", "greedy"], games=10)
    assert (
        len(strength.games("longest").actions)
        == GamePlan(pg.game("stax"), "random", measures=True).play(0, 10).steps.max()
    )
    scores = pg.study.scores("cooperative-chess", games=10)
    assert scores.games(3).is_terminal
    match = pg.study.match("stax", ["random", "greedy", "ab:1"], games=10)
    games = GamePlan(pg.game("stax"), ["greedy", "ab:1"]).play(0, 10)
    assert len(match.games("longest", group=2).actions) == games.steps.max()
    with pytest.raises(IndexError, match=r"group must be from 0 to 2, got 3"):
        match.games(0, group=3)


def test_functions_are_given_again() -> None:
    report = pg.study.balance("stax", agents={"mine": first_legal}, games=6)
    with pytest.raises(ValueError, match="does not contain the agent 'mine'"):
        report.games(0)
    assert report.games(5, agents={"mine": first_legal}) == GamePlan(pg.game("stax"), {"mine": first_legal}).state(5)


@pytest.mark.parametrize(
    ("which", "error", "message"),
    [
        (10, IndexError, "which must be from -10 to 9, got 10"),
        (-11, IndexError, "got -11"),
        ("shortest", ValueError, "which must be 'longest', 'most dramatic' or the number of a game, got 'shortest'"),
        (1.5, ValueError, "got 1.5"),
        ("most dramatic", ValueError, "drama was not measured"),
    ],
)
def test_other_games(which: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        pg.study.balance("stax", games=10).games(which)


def test_games_of_another_build(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    report = pg.study.balance("stax", games=10)
    report.save(path)
    path.write_text(path.read_text().replace(pg.game("stax").fingerprint, "0123456789abcdef"))
    with pytest.raises(BadReport, match="the game cannot be played again: stax behaves differently"):
        pg.study.load(path).games()
