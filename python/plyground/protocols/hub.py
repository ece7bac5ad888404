"""A server that speaks Hub, version 2: an agent as an engine for programs of international draughts."""

import shlex
from collections.abc import Sequence
from typing import Final, TextIO

from .. import __version__
from .._core import State, game
from .limits import Limits, seconds_for_move
from .search import Found, Searcher
from .server import Server

GAME: Final = "international-draughts"
"""The game of the protocol."""
NUM_SQUARES: Final = 50
PIECES: Final = {"w": "W", "W": "WK", "b": "B", "B": "BK"}
"""The list and the prefix of a piece in a position string, by its letter in the protocol."""


def read_position(text: str) -> State:
    """Return the state of a position: a letter for the seat to act, then one for each square.

    Parameters
    ----------
    text : str
        The position.

    Returns
    -------
    State
        The state.

    Raises
    ------
    ValueError
        If the text is not a position.
    """
    if len(text) != NUM_SQUARES + 1 or text[0] not in "WB" or set(text[1:]) - set("wWbBe"):
        raise ValueError(f"pos must be W or B and {NUM_SQUARES} letters of w, W, b, B and e, got {text[:60]!r}")
    lists: dict[str, list[str]] = {"W": [], "B": []}
    for square, letter in enumerate(text[1:], 1):
        if letter != "e":
            lists[PIECES[letter][0]].append(f"{PIECES[letter][1:]}{square}")
    return game(GAME).from_fen(f"{text[0]}:W{','.join(lists['W'])}:B{','.join(lists['B'])} - 0 0 -")


def move_text(before: State, steps: Sequence[str]) -> str:
    """Return a turn in the form of the protocol: the first and the last square, and all squares of captured pieces.

    Parameters
    ----------
    before : State
        The state before the turn.
    steps : sequence of str
        The steps of the turn.

    Returns
    -------
    str
        The text, such as ``"32-28"`` or ``"28x19x23"``.
    """
    squares = [square for step in steps for square in step.replace("x", "-").split("-")]
    after = before.copy()
    for step in steps:
        after.apply(step)
    enemy = 1 - before.current_player
    captured = sorted(_squares(before, enemy) - _squares(after, enemy))
    if not captured:
        return f"{squares[0]}-{squares[-1]}"
    return "x".join([squares[0], squares[-1], *map(str, captured)])


def move_texts(before: State, steps: Sequence[str]) -> list[str]:
    """Return the turns that steps make, as the protocol writes them. The last turn can be incomplete: it is left out.

    Parameters
    ----------
    before : State
        The state at the start of the first turn.
    steps : sequence of str
        The steps.

    Returns
    -------
    list of str
        The text of each turn.
    """
    moves: list[str] = []
    turn: list[str] = []
    start, after = before, before.copy()
    for step in steps:
        turn.append(step)
        after.apply(step)
        if not after.is_mid_turn:
            moves.append(move_text(start, turn))
            start, turn = after.copy(), []
    return moves


def apply_move(state: State, text: str) -> None:
    """Make the turn that a text in the form of the protocol names.

    Parameters
    ----------
    state : State
        The state at the start of the turn. It is changed.
    text : str
        The turn. Captured squares can have any order.

    Raises
    ------
    ValueError
        If the turn is not legal.
    """
    wanted = _normalized(text)
    legal = {move_text(state, steps): turn for turn, steps in state.legal_turns().items()}
    if wanted not in legal:
        raise ValueError(f"{text[:60]!r} is not a legal move; legal: {', '.join(legal)}")
    state.apply_turn(legal[wanted])


def _normalized(text: str) -> str:
    """Return a move with its captured squares in ascending order."""
    first, *rest = text.split("x")
    return "x".join([first, *rest[:1], *sorted(rest[1:], key=lambda square: (len(square), square))])


def _squares(state: State, seat: int) -> set[int]:
    """Return the squares of the pieces of a seat."""
    return {int(cell) for cell, pieces in state.pieces().items() if pieces[0]["seat"] == seat}


class HubServer(Server):
    """A server for international draughts.

    Parameters
    ----------
    searcher : Searcher
        The agent.
    output : TextIO
        The stream for answers.
    """

    def __init__(self, searcher: Searcher, output: TextIO) -> None:
        super().__init__(searcher, output)
        self._state: State | None = game(GAME).start()
        self._limits = Limits()

    def answer(self, line: str) -> None:
        """Answer a command. Commands that are not known are ignored, as the protocol demands."""
        try:
            command, *words = shlex.split(line) or [""]
            values = dict(word.partition("=")[::2] for word in words)
            match command:
                case "hub":
                    self.write(
                        f'id name=plyground version={__version__} author="the developers of plyground"',
                        f'param name=agent value="{self.searcher.spec}" type=string',
                        'param name=variant value=normal type=enum values="normal"',
                        "wait",
                    )
                case "init":
                    self.write("ready")
                case "ping":
                    self.write("pong")
                case "set-param" if values.get("name") == "agent":
                    self.searcher.set_agent(values.get("value", ""))
                case "new-game" | "stop":
                    self.searcher.stop()
                case "pos":
                    self._set_position(values)
                case "level":
                    self._limits = self._read_limits(values)
                case "go":
                    self._go(values)
        except (ImportError, OSError, ValueError) as error:
            self._report(error)

    def _set_position(self, values: "dict[str, str]") -> None:
        """Set the position, and make the moves after it."""
        self.searcher.stop()
        self._state = None
        state = read_position(values.get("pos", ""))
        for move in values.get("moves", "").split():
            apply_move(state, move)
        self._state = state

    def _read_limits(self, values: "dict[str, str]") -> Limits:
        """Return the limits of the command ``level``."""
        depth, nodes = (int(values[name]) if name in values else None for name in ("depth", "nodes"))
        seconds = float(values["move-time"]) if "move-time" in values else None
        if seconds is None and "time" in values:
            moves = int(values["moves"]) if "moves" in values else None
            seconds = seconds_for_move(float(values["time"]), float(values.get("inc", 0)), moves)
        return Limits(depth, nodes, seconds, "infinite" in values)

    def _go(self, values: "dict[str, str]") -> None:
        """Start a search."""
        if self._state is None or self._state.is_terminal:
            raise ValueError("go needs a position with a legal move: send pos first")
        limits = self._limits
        if "ponder" in values:
            limits = Limits(limits.depth, limits.nodes, None, is_infinite=True)
        before = self._state.copy()
        self.searcher.start(before, limits, lambda found: self._finish(before, found))

    def _finish(self, before: State, found: "Found | Exception") -> None:
        """Write the result of a search."""
        if isinstance(found, Exception):
            self._report(found)
            return
        moves = move_texts(before, found.pv)
        score = "" if found.lead is None else f" score={found.lead / 100:.2f}"
        depth = "" if found.depth is None else f" depth={found.depth}"
        self.write(
            f'info{depth}{score} nodes={found.nodes} time={found.seconds:.3f} pv="{" ".join(moves)}"',
            f"done move={move_text(before, found.steps)}",
        )

    def _report(self, error: Exception) -> None:
        """Write an error."""
        text = " ".join(str(error).split()).replace('"', "'")
        self.write(f'error message="{text}"')
