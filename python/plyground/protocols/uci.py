"""A server that speaks the Universal Chess Interface: an agent as an engine for chess programs."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Final, TextIO

from .. import __version__
from .._core import Game, State, game
from .limits import Limits, seconds_for_move
from .search import Found, Searcher
from .server import Server

CHESS: Final = ("chess", "chess960")
"""The games whose positions are in standard FEN."""
NO_MOVE: Final = "bestmove 0000"


class UciServer(Server):
    """A server for one game. ``chess`` and ``chess960`` can be exchanged by ``UCI_Chess960``.

    Parameters
    ----------
    rules : Game
        The game. It must have no hidden information and no chance.
    searcher : Searcher
        The agent.
    output : TextIO
        The stream for answers.

    Raises
    ------
    ValueError
        If the game has hidden information or chance.
    """

    def __init__(self, rules: Game, searcher: Searcher, output: TextIO) -> None:
        super().__init__(searcher, output)
        if rules.info.has_hidden_information or rules.info.has_chance:
            raise ValueError(f"UCI needs a game without hidden information and chance, got {rules.id}")
        self.rules = rules
        self._state: State | None = rules.start()

    def answer(self, line: str) -> None:
        """Answer a command. Commands that are not known are ignored, as the protocol demands."""
        command, *words = line.split() or [""]
        match command:
            case "uci":
                self.write(*self._introduction())
            case "isready":
                self.write("readyok")
            case "setoption":
                self._set_option(words)
            case "ucinewgame":
                self.searcher.stop()
                self._state = self.rules.start()
            case "position":
                self._set_position(words)
            case "go":
                self._go(words)
            case "stop":
                self.searcher.stop()

    def _introduction(self) -> list[str]:
        """Return the answer to ``uci``."""
        ids = CHESS if self.rules.id in CHESS else (self.rules.id,)
        is_chess960 = str(self.rules.id == "chess960").lower()
        return [
            f"id name plyground {__version__} {self.searcher.spec}",
            "id author the developers of plyground",
            f"option name Agent type string default {self.searcher.spec}",
            f"option name UCI_Variant type combo default {self.rules.id} {' '.join(f'var {id}' for id in ids)}",
            *([f"option name UCI_Chess960 type check default {is_chess960}"] if self.rules.id in CHESS else []),
            "uciok",
        ]

    def _set_option(self, words: Sequence[str]) -> None:
        """Set an option."""
        name, _, value = " ".join(words).removeprefix("name ").partition(" value ")
        try:
            match name.lower():
                case "agent":
                    self.searcher.set_agent(value)
                case "uci_chess960" if self.rules.id in CHESS:
                    self._set_game("chess960" if value == "true" else "chess")
                case "uci_variant" if value in CHESS and self.rules.id in CHESS:
                    self._set_game(value)
                case "uci_variant" if value == self.rules.id:
                    pass
                case _:
                    raise ValueError(f"there is no option {name!r} with the value {value!r}")
        except (ImportError, OSError, ValueError) as error:
            self._report(error)

    def _set_game(self, id: str) -> None:
        """Select a game."""
        if id != self.rules.id:
            self.searcher.stop()
            self.rules = game(id)
            self._state = self.rules.start()

    def _set_position(self, words: Sequence[str]) -> None:
        """Set the position: ``startpos`` or ``fen``, then moves."""
        self.searcher.stop()
        end = words.index("moves") if "moves" in words else len(words)
        start, moves = words[:end], words[end + 1 :]
        self._state = None
        try:
            if start[:1] == ["fen"]:
                text = " ".join(start[1:])
                state = self.rules.from_epd(text)[0] if self.rules.id in CHESS else self.rules.from_fen(text)
            elif start == ["startpos"]:
                # Chess960 has no start position of its own. Programs mean the position of chess.
                state = game(self.rules.id, position=518).start() if self.rules.id == "chess960" else self.rules.start()
            else:
                raise ValueError("position must be startpos or fen, then perhaps moves")
            for move in moves:
                state.apply(move)
        except ValueError as error:
            self._report(error)
        else:
            self._state = state

    def _go(self, words: Sequence[str]) -> None:
        """Start a search."""
        if self._state is None or self._state.is_terminal:
            self.write(NO_MOVE)
            return
        try:
            limits = self._limits(words, self._state.current_player)
        except ValueError as error:
            self._report(error)
            self.write(NO_MOVE)
            return
        self.searcher.start(self._state, limits, self._finish)

    def _limits(self, words: Sequence[str], seat: int) -> Limits:
        """Return the limits of the command ``go``."""
        given: dict[str, int] = {}
        for name, value in pairwise(words):
            with suppress(ValueError):
                given[name] = int(value)
        for name in ("depth", "nodes", "movetime"):
            if given.get(name, 1) < 1:
                raise ValueError(f"{name} must be a positive integer, got {given[name]}")
        seconds = given["movetime"] / 1000 if "movetime" in given else None
        clock = ("wtime", "winc") if seat == 0 else ("btime", "binc")
        if seconds is None and clock[0] in given:
            remaining, increment = given[clock[0]] / 1000, given.get(clock[1], 0) / 1000
            seconds = seconds_for_move(remaining, increment, given.get("movestogo"))
        is_infinite = "infinite" in words or "ponder" in words
        return Limits(given.get("depth"), given.get("nodes"), seconds, is_infinite)

    def _finish(self, found: "Found | Exception") -> None:
        """Write the result of a search."""
        if isinstance(found, Exception):
            self._report(found)
            self.write(NO_MOVE)
            return
        milliseconds = round(1000 * found.seconds)
        rate = round(found.nodes / found.seconds) if found.seconds else 0
        score = "" if found.lead is None else f" score cp {found.lead}"
        depth = "" if found.depth is None else f" depth {found.depth}"
        self.write(
            f"info{depth}{score} nodes {found.nodes} time {milliseconds} nps {rate} pv {' '.join(found.pv)}",
            f"bestmove {found.steps[0]}",
        )

    def _report(self, error: Exception) -> None:
        """Write an error as information."""
        self.write(f"info string error: {' '.join(str(error).split())}")
