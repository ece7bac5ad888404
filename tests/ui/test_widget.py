"""The board of a notebook without a browser: what is synchronized, commands of the page, and changes made in Python."""

import gc
import json
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

import plyground as pg

anywidget = pytest.importorskip("anywidget", reason="boards in notebooks need the extra 'board'")

from plyground.ui.widget import BoardWidget  # noqa: E402


class Page:
    """The page of a board, as far as Python notices it: it sends commands, and gets replies and frames."""

    def __init__(self, board: BoardWidget) -> None:
        self.board = board
        self.replies: list[dict[str, Any]] = []
        self.frames: list[dict[str, Any]] = [board._frame]
        # The method of ipywidgets is replaced, so that replies need no kernel.
        board.send = lambda content, buffers=None: self.replies.append(content)  # noqa: ARG005
        board.observe(lambda change: self.frames.append(change["new"]), "_frame")

    def send(self, **command: Any) -> dict[str, Any]:
        """Send a command and return the reply."""
        self.board._handle_custom_msg({"id": len(self.replies), **command}, [])
        reply = self.replies[-1]
        assert reply["id"] == len(self.replies) - 1
        return reply

    @property
    def received(self) -> str:
        """Everything that the page received, as JSON."""
        return json.dumps([self.board._opening, self.frames, self.replies])


def test_synchronized_traits() -> None:
    board = pg.board("stax")
    assert set(board.keys) - set(anywidget.AnyWidget().keys) == {"_css", "_opening", "_frame"}
    state = board.get_state()
    assert "export default" in state["_esm"]
    assert ".pg-board" in state["_css"]
    assert state["_opening"]["board"]["id"] == "stax"
    assert len(state["_frame"]["choices"]) == len(board.state.legal_steps())
    json.dumps([state["_opening"], state["_frame"]])


def test_steps_of_the_page_are_in_the_state() -> None:
    page = Page(pg.board("stax"))
    step = page.board._frame["choices"][0]["step"]
    reply = page.send(do="step", step=step)
    assert page.board.state.steps == [step]
    assert page.board._frame == reply["frame"]
    assert reply["frame"]["last"][-1]["step"] == step
    page.send(do="undo")
    assert page.board.state.steps == []
    page.send(do="redo")
    assert page.board.state.steps == [step]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ({"do": "step", "step": "a1-a2"}, "a1-a2"),
        ({"do": "step"}, "step must be a text"),
        ({"do": "fly"}, "got 'fly'"),
        ({}, "do must be one of"),
        ({"do": "undo"}, "no turn to take back"),
        ({"do": "players", "players": "random"}, "players must be a list"),
        ({"do": "players", "players": ["ab:x", None]}, "ab:x"),
        ({"do": "load", "text": "nonsense"}, "the number of fields is 1"),
        ({"do": "load"}, "the number of fields is 1"),
        ({"do": "analyze", "agent": "ab:x"}, "ab:x"),
        ({"do": "analyze", "agent": 3}, "agent must be a text"),
        ({"do": "export", "format": "xml"}, "format must be"),
    ],
)
def test_errors_are_replies_and_change_nothing(command: dict[str, Any], message: str) -> None:
    page = Page(pg.board("stax"))
    state, frame = page.board.state, page.board._frame
    reply = page.send(**command)
    assert set(reply) == {"id", "error"}
    assert message in reply["error"]
    assert page.board.state is state
    assert page.board._frame is frame


@pytest.mark.parametrize("content", [None, [], "step", {"do": "step", "step": "e3-f4"}])
def test_messages_without_an_id_are_ignored(content: Any) -> None:
    page = Page(pg.board("stax"))
    page.board._handle_custom_msg(content, [])
    assert page.replies == []
    assert page.board.state.steps == []


def test_typed_steps_before_an_illegal_one_are_shown() -> None:
    """In hidden games the steps of a turn are made one by one, so an error can follow a change."""
    page = Page(pg.board("synchronous-chess", [None, "random"]))
    first = page.board.state.legal_steps()[0]
    assert "error" in page.send(do="enter", text=f"{first} nonsense")
    assert page.board._frame["ply"] == len(page.board.state.steps) >= 1


def test_hints_and_records() -> None:
    page = Page(pg.board("chess"))
    frame = page.board._frame
    hint = page.send(do="analyze", agent="mcts:50")
    assert hint["step"] in page.board.state.legal_steps()
    assert sum(step["visits"] for step in hint["steps"]) == 50
    assert page.send(do="export", format="position")["text"] == page.board.state.fen
    assert page.board._frame is frame


def test_apply_plays_and_agents_answer() -> None:
    page = Page(pg.board("chess", [None, "greedy"]))
    page.board.apply("e2e4")
    assert [len(frame["moves"]) for frame in page.frames] == [0, 1, 2]
    page.board.apply("Nf3")
    assert page.board.state.steps[2] == "g1f3"
    assert page.board.players == [None, "greedy"]
    with pytest.raises(pg.IllegalStep):
        page.board.apply("e2e4")
    page.board.undo()
    assert len(page.board.state.steps) == 2
    assert page.board._frame["ply"] == 2


def test_agents_answer_the_page() -> None:
    page = Page(pg.board("stax", [None, "greedy"]))
    reply = page.send(do="step", step=page.board.state.legal_steps()[0])
    assert reply["frame"]["waits_for"] == 1
    assert page.board.state.current_player == 0
    assert page.board._frame["waits_for"] is None
    assert "error" not in page.send(do="players", players=["greedy", None])
    assert page.board.state.current_player == 1


def test_agents_play_to_the_end() -> None:
    board = pg.board("stax", ["random", "random"])
    assert board.state.is_terminal
    assert board._frame["returns"] == list(board.state.returns)


@pytest.mark.parametrize("error", [RuntimeError("no idea"), SystemExit(3), KeyboardInterrupt()], ids=repr)
def test_the_page_learns_of_every_failure_of_an_agent(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("plyground.ui.session.choose", fail)
    monkeypatch.setattr("plyground.ui.session.analyze", fail)
    text = ": ".join(filter(None, (type(error).__name__, str(error))))
    page = Page(pg.board("stax", [None, "random"]))
    board = page.board
    assert page.send(do="analyze", agent="random")["error"] == f"the agent has failed: {text}"
    assert board._frame.get("failure") is None, "the game goes on"
    # The widget library logs instances of `Exception`, and raises others.
    with suppress(type(error)):
        page.send(do="step", step=board.state.legal_steps()[0])
    assert "error" not in page.replies[-1], "the step was made"
    assert board._frame["failure"] == text
    with suppress(type(error)):
        page.send(do="load", text=board.state.fen)
    assert page.replies[-1] == {"id": 2, "error": text}
    assert board._frame["failure"] == text


def test_changes_of_the_state_are_shown() -> None:
    page = Page(pg.board("chess", [None, "greedy"]))
    page.board.state.apply("e2e4")
    assert page.board._frame["ply"] == 0
    page.board.refresh()
    assert page.board._frame["ply"] == 2
    frame = page.board._frame
    page.board.refresh()
    assert page.board._frame is frame
    page.board.state.undo()
    page.board.state.undo()
    page.board.refresh()
    assert page.board._frame["ply"] == 0


def test_commands_for_another_position_are_refused() -> None:
    page = Page(pg.board("chess"))
    page.board.state.apply("d2d4")
    assert "changed in Python" in page.send(do="step", step="e2e4")["error"]
    assert page.board._frame["ply"] == 1
    assert page.board.state.steps == ["d2d4"]
    assert "error" not in page.send(do="step", step="e7e5")


@contextmanager
def together(board: BoardWidget) -> Iterator[list[set[str]]]:
    """Record which traits of a new game are sent in one message."""
    sent: list[set[str]] = []
    send_state = board.send_state

    def record(key: Any = None) -> None:
        keys = {key} if isinstance(key, str) else set(key)
        if "_opening" in keys:
            sent.append(keys)
        send_state(key)

    board.send_state = record
    yield sent


def test_assigned_states() -> None:
    board = pg.board("stax", [None, "greedy"])
    version = board._frame["version"]
    chess = pg.game("chess").start()
    chess.apply("e2e4")
    with together(board) as changed:
        board.state = chess
    assert changed == [{"_opening", "_frame"}]
    assert board._opening["board"]["id"] == "chess"
    assert board._frame["version"] > version
    assert board.state.steps[0] == "e2e4"
    assert len(board.state.steps) == 2, "the agent of seat 1 has answered"
    assert len(chess.steps) == 1, "the assigned state is copied"
    board.state = pg.game("three-kings-chess").start()
    assert board.players == [None, None, None]
    with pytest.raises(TypeError, match="state must be a State, got str"):
        board.state = "chess"  # type: ignore[assignment]


def test_loaded_records() -> None:
    page = Page(pg.board("chess"))
    page.board.apply("e2e4")
    saved = page.send(do="export", format="json")["text"]
    page.board.apply("e7e5")
    assert "error" not in page.send(do="load", text=saved)
    assert page.board.state.steps == ["e2e4"]
    assert "error" not in page.send(do="load", text="8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")
    assert len(page.board._frame["pieces"]) == 3


def played(mask: str) -> Page:
    """A board on which white has seen how it may capture, after black has chosen."""
    page = Page(pg.board("masquerade-chess"))
    page.send(do="show", seat=0)
    page.send(do="step", step="mask:QNBKR")
    # What black does is between two screens that white does not look at.
    black = Page(page.board)
    black.send(do="show", seat=1)
    black.send(do="step", step=mask)
    page = Page(page.board)
    page.send(do="show", seat=0)
    page.send(do="step", step="e2e4")
    return page


def test_seats_do_not_see_what_is_hidden() -> None:
    """Two games that differ only in what black has chosen give white's page the same content."""
    one, other = played("mask:BKNQR"), played("mask:RQNKB")
    assert one.board.state.fen != other.board.state.fen
    assert one.received == other.received
    for key in ("_opening", "_frame"):
        assert one.board.get_state()[key] == other.board.get_state()[key]


def test_hidden_games_against_agents_show_the_view_of_the_user() -> None:
    page = Page(pg.board("masquerade-chess", [None, "random"]))
    assert page.board._frame["hand_over"] is None
    for _ in range(6):
        page.send(do="step", step=page.board._frame["choices"][0]["step"])
    assert len(page.board.state.steps) == 12
    for frame in page.frames:
        assert frame["seat"] == 0
    assert page.board._frame["position"] == page.board.state.observation_string(0)
    assert page.board.state.fen not in page.received
    assert "hidden information" in page.send(do="export", format="json")["error"]
    assert "hidden information" in page.send(do="undo")["error"]


def test_hand_over() -> None:
    page = Page(pg.board("masquerade-chess"))
    screen = {"version", "players", "hand_over"}
    assert page.board._frame.keys() == screen
    assert page.board._frame["hand_over"] == 0
    assert "no user is to act" in page.send(do="step", step="mask:QNBKR")["error"]
    assert "not to be shown now" in page.send(do="show", seat=1)["error"]
    page.send(do="show", seat=0)
    assert page.board._frame["seat"] == 0
    reply = page.send(do="step", step="mask:QNBKR")
    assert reply["frame"].keys() == screen
    assert page.board._frame.keys() == screen
    assert page.board._frame["hand_over"] == 1


@pytest.mark.parametrize("source", ["chess", pg.game("chess"), pg.game("chess").start()])
def test_sources(source: Any) -> None:
    assert pg.board(source).state.game.id == "chess"


def test_arguments() -> None:
    state = pg.game("stax").start()
    state.apply("e3-f4")
    board = pg.board(state)
    board.apply(board.state.legal_steps()[0])
    assert len(state.steps) == 1, "the state is copied"
    assert pg.board("chess", castling=False).state.game.info.options["castling"] is False
    with pytest.raises(TypeError, match="options are only allowed with an id"):
        pg.board(state, castling=False)
    with pytest.raises(TypeError, match="source must be an id, a Game or a State, got int"):
        pg.board(3)  # type: ignore[arg-type]
    for players in ([], ["random"], "random"):
        with pytest.raises(ValueError, match="players must have one entry for each of the 2 seats of stax"):
            pg.board("stax", players)


class Shell:
    """The part of IPython that a board uses."""

    def __init__(self) -> None:
        self.events = self
        self.callbacks: dict[str, list[Callable[..., object]]] = {"post_run_cell": []}

    def register(self, name: str, function: Callable[..., object]) -> None:
        """Add a function."""
        self.callbacks[name].append(function)

    def unregister(self, name: str, function: Callable[..., object]) -> None:
        """Remove a function."""
        self.callbacks[name].remove(function)

    def run_cell(self) -> None:
        """End a cell."""
        for function in self.callbacks["post_run_cell"]:
            function(None)


def test_boards_follow_cells_of_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("IPython")
    shell = Shell()
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    board, other = pg.board("stax"), pg.board("chess")
    board.state.apply("e3-f4")
    shell.run_cell()
    assert (board._frame["ply"], other._frame["ply"]) == (1, 0)
    board.close()
    assert len(shell.callbacks["post_run_cell"]) == 1
    other.close()
    assert shell.callbacks["post_run_cell"] == []


def test_closed_boards_are_not_kept() -> None:
    board = pg.board("stax")
    board.close()
    reference = weakref.ref(board)
    del board
    gc.collect()
    assert reference() is None
