"""Sessions: users, agents, chance, the tree of moves, and what users may see."""

import random
from typing import Any

import pytest

import plyground as pg
from plyground.ui.commands import CommandError, read_state, record_formats, run_command
from plyground.ui.frames import board_data
from plyground.ui.searches import expected_percentages
from plyground.ui.session import Session, state_from_json
from selection import every_variant


def session_of(id: str, *players: str | None, seed: int = 0) -> Session:
    game = pg.game(id)
    return Session(game.start(seed), players or [None] * game.num_seats, seed)


@every_variant
def test_random_play_through_frames(id: str) -> None:
    """The choices of frames are the legal steps, and each names the cells of its step."""
    session, rng = session_of(id), random.Random(0)
    for _ in range(6):
        session.play_agents()
        if session.hand_over is not None:
            assert "pieces" not in session.frame()
            session.show(session.hand_over)
        if session.state.is_terminal:
            break
        frame = session.frame()
        assert [choice["step"] for choice in frame["choices"]] == session.state.legal_steps()
        assert frame["sprites"].keys() >= {name for stack in frame["pieces"].values() for name in stack}
        session.apply(rng.choice(frame["choices"])["step"])
    assert state_from_json(session.to_json()) == session.state


def test_undo_returns_to_turns_of_users() -> None:
    session = session_of("chess", None, "random")
    session.play_agents()
    session.apply("e2e4")
    session.play_agents()
    session.apply("d2d4")
    session.undo()
    assert session.state.steps[:1] == ["e2e4"]
    assert len(session.state.steps) == 2
    session.redo()
    assert session.state.steps[2] == "d2d4"
    session.undo()
    session.undo()
    assert session.state.steps == []
    with pytest.raises(ValueError, match="no turn to take back"):
        session.undo()


def test_going_back_does_not_make_agents_act() -> None:
    session = session_of("chess", None, "random")
    session.apply("e2e4")
    session.play_agents()
    session.go_to(1)
    assert not session.acts_itself
    assert session.frame()["is_paused"]
    session.resume()
    session.play_agents()
    assert len(session.state.steps) == 2
    assert len({move["parent"] for move in session.frame()["moves"]}) == 2


def test_branches_are_kept() -> None:
    session = session_of("chess")
    for step in ("e2e4", "e7e5"):
        session.apply(step)
    session.undo()
    session.apply("c7c5")
    frame = session.frame()
    assert [(move["parent"], move["text"]) for move in frame["moves"]] == [(0, "e4"), (1, "e5"), (1, "c5")]
    session.go_to(2)
    assert session.state.steps == ["e2e4", "e7e5"]


def test_typed_moves() -> None:
    session = session_of("chess")
    session.enter("Nf3")
    session.enter("e7e5")
    assert session.state.steps == ["g1f3", "e7e5"]
    for wrong in ("", "Nf9", "e2e5", "e2e4 e7e5"):
        with pytest.raises(pg.IllegalStep):
            session.enter(wrong)
    assert session.state.steps == ["g1f3", "e7e5"]


@pytest.mark.parametrize("id", ["masquerade-chess", "synchronous-chess", "cooperative-chess", "zombie-chess"])
def test_hidden_games_show_one_seat(id: str) -> None:
    session = session_of(id)
    assert session.hand_over == 0
    with pytest.raises(ValueError, match="no user is to act"):
        session.apply(session.state.legal_steps()[0])
    session.show(0)
    assert session.viewer == 0
    with pytest.raises(ValueError, match="undo is not available"):
        session.go_to(0)
    with pytest.raises(CommandError, match="hidden information"):
        run_command(session, {"do": "export", "format": "json"})
    with pytest.raises(ValueError, match="cannot change"):
        session.set_players(["random", None])
    assert session_of(id, None, "random").hand_over is None
    assert session_of(id, "random", "random").viewer is None


def test_frames_do_not_depend_on_what_is_hidden() -> None:
    """Two games that differ only in black's mask give white the same frames."""
    frames = []
    for mask in ("mask:BKNQR", "mask:RQNKB"):
        session = session_of("masquerade-chess", None, None)
        session.show(0)
        session.apply("mask:QNBKR")
        session.show(1)
        session.apply(mask)
        session.show(0)
        frames.append(session.frame())
    assert frames[0] == frames[1]


def test_wrong_commands_change_nothing() -> None:
    session = session_of("chess")
    before = session.frame()
    wrong: list[tuple[dict[str, Any], str]] = [
        ({}, "do must be one of step"),
        ({"do": "fly"}, "got 'fly'"),
        ({"do": ["step"]}, "do must be one of"),
        ({"do": "step"}, "step must be a text"),
        ({"do": "step", "step": "e2e5"}, "e2e5"),
        ({"do": "go_to", "node": True}, "node must be an integer"),
        ({"do": "go_to", "node": 5}, "node must be from 0 to 0, got 5"),
        ({"do": "show", "seat": 0}, "seat 0 is not to be shown now"),
        ({"do": "players", "players": [None]}, "one entry for each of the 2 seats"),
        ({"do": "players", "players": ["ab:x", None]}, "ab:x"),
        ({"do": "players", "players": "random"}, "players must be a list"),
        ({"do": "export", "format": "xml"}, "format must be"),
        ({"do": "undo"}, "no turn to take back"),
        ({"do": "redo"}, "no turn to repeat"),
    ]
    for command, message in wrong:
        with pytest.raises(CommandError, match=message):
            run_command(session, command)
    assert session.frame() == before


def test_records() -> None:
    session = session_of("chess")
    for step in ("e2e4", "e7e5"):
        session.apply(step)
    assert record_formats(session.game) == ["json", "position", "pgn"]
    assert record_formats(pg.game("english-draughts")) == ["json", "position", "pdn"]
    for kind in record_formats(session.game):
        text = run_command(session, {"do": "export", "format": kind})["text"]
        assert read_state(session.game, text) == session.state
    with pytest.raises(ValueError, match="not a saved game"):
        read_state(session.game, "{}")


def test_analysis_sees_what_the_seat_sees() -> None:
    session = session_of("chess", None, "random")
    found = session.analysis("mcts:100")(None)
    assert sum(step["visits"] for step in found["steps"]) == 100
    assert found["cells"] == session.game.step_cells(found["step"])
    with pytest.raises(ValueError, match="ab:x"):
        session.analysis("ab:x")


@pytest.mark.parametrize(
    ("id", "values", "percentages"),
    [
        ("chess", (0.5, -0.5), [75, 25]),
        ("chess", (0.01, -0.01), [50, 50]),
        ("tri-stax-3", (0.0, 0.0, 0.0), [33, 34, 33]),
        ("tri-stax-3", (1.0, -0.5, -0.5), [100, 0, 0]),
        ("tri-stax-3", (0.25, 0.25, -0.5), [50, 50, 0]),
        # One seat is out, and the others draw.
        ("tri-stax-3", (0.0, 0.0, -0.5), [50, 50, 0]),
        ("tri-chess-6-pairs", (0.0,) * 6, [33, 33, 34, 34, 33, 33]),
        # A score that both seats share, from -1 to 5.
        ("cooperative-chess", (2.0, 2.0), [50, 50]),
    ],
)
def test_expected_percentages(id: str, values: tuple[float, ...], percentages: list[int]) -> None:
    assert expected_percentages(pg.game(id), values) == percentages


def test_percentages_of_hints_sum_to_100() -> None:
    for agent in ("mcts:50", "ab:1"):
        found = session_of("tri-stax-3").analysis(agent)(None)
        assert sum(found["percentages"]) == 100
        assert all(20 <= percent <= 50 for percent in found["percentages"])


def test_adopted_changes() -> None:
    session = session_of("chess")
    session.apply("e2e4")
    session.state.apply("e7e5")
    assert session.adopt_changes()
    session.state.undo()
    assert session.adopt_changes()
    assert not session.adopt_changes()
    assert [move["text"] for move in session.frame()["moves"]] == ["e4", "e5"]


def test_joined_edges() -> None:
    joined = {id: board_data(pg.game(id))["joined"] for id in ("chess", "cylindrical-chess", "universal-stax")}
    assert joined == {"chess": [False, False], "cylindrical-chess": [True, False], "universal-stax": [True, True]}
