"""Positions of other libraries behind one interface. Each library is imported only when it is compared."""

import re
from typing import Any, Protocol

import plyground as pg

FRISIAN = {"cross_jumps": "all", "king_first": True}
"""Options that are part of Frisian draughts."""


class Position(Protocol):
    """A position that changes as moves are played."""

    def moves(self) -> dict[object, Any]:
        """Return the legal moves by the keys that plyground gives them."""

    def play(self, move: Any) -> None:
        """Play one of the moves."""

    def is_draw(self) -> bool:
        """Return whether the library ends the game by a draw, which plyground may do later."""


def board(text: str) -> str:
    """Return the pieces of a PDN position in alphabetical order.

    Examples
    --------
    >>> board('[FEN "W:WK22,21:B1"]')
    'B1 W21 WK22'
    """
    sides = re.findall(r"[:\s]([WB])([^:\s\"\]]*)", text)
    found = [f"{side}{piece}" for side, pieces in sides for piece in pieces.strip(".").split(",") if piece]
    return " ".join(sorted(found))


def algebraic(square: str) -> str:
    """Return the name of a square of English draughts as file and rank, with Black at the near side.

    Examples
    --------
    >>> algebraic("1"), algebraic("4"), algebraic("32")
    ('g1', 'a1', 'b8')
    """
    row, place = divmod(int(square) - 1, 4)
    return f"{'hgfedcba'[2 * place + (row + 1) % 2]}{row + 1}"


def number(square: str) -> str:
    """Return the number of a dark square of an 8x8 board, counted from the left of the far rank.

    Examples
    --------
    >>> number("b8"), number("Ka1")
    ('1', 'K29')
    """
    king = square[: square.startswith("K")]
    file, rank = square[len(king)], square[len(king) + 1 :]
    return f"{king}{4 * (8 - int(rank)) + 'abcdefgh'.index(file) // 2 + 1}"


class _NoDraws:
    """A position whose legal moves do not depend on draws."""

    def is_draw(self) -> bool:
        """Return False."""
        return False


class PythonChess(_NoDraws):
    """A board of python-chess."""

    def __init__(self, state: pg.State):
        import chess

        position = " ".join(state.fen.split()[:6])
        self._board = chess.Board(_six_fields(position), chess960=state.game.id == "chess960")

    def moves(self) -> dict[object, Any]:
        """Return the legal moves by their text."""
        return {move.uci(): move for move in self._board.legal_moves}

    def play(self, move: Any) -> None:
        """Play a move."""
        self._board.push(move)


class Pyffish(_NoDraws):
    """A position of pyffish: the start and the moves since."""

    variant = "chess"

    def __init__(self, state: pg.State):
        self._rules = self._module()
        self._chess960 = state.game.id == "chess960"
        self._start = _six_fields(state.fen)
        self._moves: list[str] = []

    @staticmethod
    def _module() -> Any:
        import pyffish

        return pyffish

    def moves(self) -> dict[object, Any]:
        """Return the legal moves by their text."""
        legal = self._rules.legal_moves(self.variant, self._start, self._moves, self._chess960)
        return {move: move for move in legal}

    def play(self, move: Any) -> None:
        """Play a move."""
        self._moves.append(move)


class PyffishAlice(Pyffish):
    """A position of Alice chess in pyffish-alice."""

    variant = "alice"

    @staticmethod
    def _module() -> Any:
        import pyffish_alice

        return pyffish_alice


class AliceChess:
    """A state of alicechess."""

    def __init__(self, state: pg.State):
        from alicechess import GameState, HumanPlayer

        assert state.game.id == "half-alice-chess"
        self._state = GameState.new(white=HumanPlayer, black=HumanPlayer)

    def moves(self) -> dict[object, Any]:
        """Return the legal moves by their text, each promotion as a move of its own."""
        from alicechess import PromoteType

        found: dict[object, Any] = {}
        for move in self._state.yield_player_moves():
            text = f"{move.pos.code[-2:]}{move.target.code}"
            pawn = move.piece_moved.type.name == "PAWN"
            for piece in PromoteType if pawn and text[3] in "18" else [None]:
                found[text + (piece.value.value.lower() if piece else "")] = (move, piece)
        return found

    def play(self, move: Any) -> None:
        """Play a move, and promote the pawn if there is one."""
        made, piece = move
        self._state = self._state.make_move(made)
        if piece is not None:
            self._state = self._state.promote(piece)

    def is_draw(self) -> bool:
        """Return whether the library has ended the game by a draw."""
        return bool(self._state.is_draw())


class OpenSpiel:
    """A state of checkers in OpenSpiel, where each jump is a move of its own."""

    def __init__(self, state: pg.State):
        import pyspiel

        assert state.game.id == "english-draughts"
        self._state = pyspiel.load_game("checkers").new_initial_state()

    def moves(self) -> dict[object, Any]:
        """Return the legal moves by their two squares."""
        texts = {action: self._state.action_to_string(action) for action in self._state.legal_actions()}
        return {(text[:2], text[2:4]): action for action, text in texts.items()}

    def play(self, move: Any) -> None:
        """Play a move."""
        self._state.apply_action(move)

    def is_draw(self) -> bool:
        """Return whether 40 moves without a capture have ended the game."""
        return bool(self._state.is_terminal() and not any(self._state.returns()))


class _Boards(_NoDraws):
    """A board of draughts whose moves can be taken back."""

    _board: Any

    def moves(self) -> dict[object, Any]:
        """Return the legal moves by the boards after them."""
        found: dict[object, Any] = {}
        for move in self._legal():
            self._board.push(move)
            found[self._key()] = move
            self._board.pop()
        return found

    def play(self, move: Any) -> None:
        """Play a move."""
        self._board.push(move)

    def _legal(self) -> list[Any]:
        return list(self._board.legal_moves)

    def _key(self) -> str:
        return board(self._board.fen)


class Dame(_Boards):
    """A board of dame-rs."""

    def __init__(self, state: pg.State):
        import dame

        assert state.game.id == "international-draughts"
        self._board = dame.Board()

    def _key(self) -> str:
        return board(self._board.fen())


class PyDraughts(_Boards):
    """A board of py-draughts."""

    def __init__(self, state: pg.State):
        import draughts

        game = state.game
        names = {"international": "Standard", "russian": "Russian", "brazilian": "Brazilian"}
        options = game.info.options
        frisian = all(options[name] == value for name, value in FRISIAN.items())
        name = "Frisian" if frisian else names[game.id.split("-")[0]]
        self._board = getattr(draughts, f"{name}Board")()
        self._names = None if game.info.options["names"] != "algebraic" else _names()

    def _key(self) -> str:
        pieces = board(self._board.fen)
        if self._names is None:
            return pieces
        named = [f"{piece.rstrip('0123456789')}{self._names[piece.lstrip('WBK')]}" for piece in pieces.split()]
        return " ".join(sorted(named))


def _names() -> dict[str, str]:
    squares = [f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh"]
    return {number(square): square for square in squares if ("abcdefgh".index(square[0]) + int(square[1])) % 2}


class Pydraughts(_Boards):
    """A board of pydraughts."""

    def __init__(self, state: pg.State):
        import draughts

        variant = state.game.id.split("-")[0]
        self._board = draughts.Board(variant="standard" if variant == "international" else variant)

    def _legal(self) -> list[Any]:
        return list(self._board.legal_moves())


class Kish(_NoDraws):
    """A board of kish."""

    def __init__(self, state: pg.State):
        import kish

        assert state.game.id == "turkish-draughts"
        self._board = kish.Game().board()

    def moves(self) -> dict[object, Any]:
        """Return the legal moves by the boards after them."""
        boards = [self._board.apply(action) for action in self._board.actions()]
        return {self._key(after): after for after in boards}

    def play(self, move: Any) -> None:
        """Go on from the board after a move."""
        self._board = move

    @staticmethod
    def _key(after: Any) -> str:
        kings = after.kings_bitboard()
        sides = (("W", after.white_bitboard()), ("B", after.black_bitboard()))
        found = [
            f"{side}{'K' * (kings >> square & 1)}{'abcdefgh'[square % 8]}{square // 8 + 1}"
            for side, pieces in sides
            for square in range(64)
            if pieces >> square & 1
        ]
        return " ".join(sorted(found))


def _six_fields(position: str) -> str:
    """Return the FEN of a position of chess: plyground adds the history, and counts moves in Chess960 only."""
    fields = position.split()[:4]
    return " ".join([*fields, "0", "1"])
