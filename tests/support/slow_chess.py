"""A slow implementation of chess with changed rules, from the rule document alone: a board as a dictionary.

It shares no code and no ideas with the core: each move is made on a copy, and is legal if the king is not attacked
afterwards.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

Cell = tuple[int, int]
"""File and rank, from 0."""

KING: Final = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
KNIGHT: Final = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
SLIDES: Final = {"r": KING[::2], "b": KING[1::2], "q": KING}


def name(cell: Cell) -> str:
    """Return the name of a cell."""
    return "abcdefgh"[cell[0]] + str(cell[1] + 1)


def cell_of(text: str) -> Cell:
    """Return the cell of a name."""
    return "abcdefgh".index(text[0]), int(text[1]) - 1


@dataclass(frozen=True)
class Rules:
    """The rules, by the names of the options."""

    castling: bool = True
    castling_from: int = 1
    double_step: str = "normal"
    pawn_back: bool = False
    pawn_sideways: bool = False
    self_capture: bool = False
    stalemate: str = "draw"
    position: int | None = None

    @property
    def double_ranks(self) -> set[int]:
        """The own ranks, from 1, from which pawns can move two cells."""
        return {"none": set(), "normal": {2}, "semi-torpedo": {2, 3}, "torpedo": {2, 3, 4, 5, 6}}[self.double_step]


@dataclass(frozen=True)
class Move:
    """A move: two cells, a promotion, and the rook of castling or the cell of the pawn captured en passant."""

    start: Cell
    end: Cell
    promotion: str = ""
    rook: Cell | None = None
    passed: Cell | None = None


@dataclass
class Position:
    """A position with the earlier ones that it can repeat."""

    rules: Rules
    board: dict[Cell, str]
    white: bool
    rights: set[Cell]
    ep: Cell | None
    clock: int
    number: int
    earlier: list[Any] = field(default_factory=list)

    @classmethod
    def read(cls, fen: str, rules: Rules) -> "Position":
        """Read a position string without a history."""
        placement, seat, rights, ep, clock, number = fen.split()[:6]
        board: dict[Cell, str] = {}
        for rank, text in zip(range(7, -1, -1), placement.split("/"), strict=True):
            file = 0
            for letter in text:
                if letter.isdigit():
                    file += int(letter)
                else:
                    board[file, rank] = letter
                    file += 1
        letters = {"K": (7, 0), "Q": (0, 0), "k": (7, 7), "q": (0, 7)}
        rooks = {
            letters[right] if right in "KQkq" else ("abcdefgh".index(right.lower()), 0 if right.isupper() else 7)
            for right in rights.strip("-")
        }
        en_passant = None if ep == "-" else cell_of(ep)
        return cls(rules, board, seat == "w", rooks, en_passant, int(clock), int(number))

    def own(self, cell: Cell) -> bool:
        """Whether a piece of the side to move is on a cell."""
        return cell in self.board and self.board[cell].isupper() == self.white

    def enemy(self, cell: Cell) -> bool:
        """Whether a piece of the other side is on a cell."""
        return cell in self.board and not self.own(cell)

    def attacked(self, target: Cell, by_white: bool) -> bool:
        """Whether a side attacks a cell."""
        (file, rank), behind = target, -1 if by_white else 1

        def holds(cell: Cell, kinds: str) -> bool:
            letter = self.board.get(cell, "")
            return letter != "" and letter.isupper() == by_white and letter.lower() in kinds

        for offsets, kinds in ((KING, "k"), (KNIGHT, "n"), ([(-1, behind), (1, behind)], "p")):
            if any(holds((file + x, rank + y), kinds) for x, y in offsets):
                return True
        for way in KING:
            *_, last = [target, *self.slide(target, way)]
            if last != target and holds(last, "rq" if 0 in way else "bq"):
                return True
        return False

    def slide(self, start: Cell, way: Cell) -> Iterator[Cell]:
        """Return the cells of a line up to the first piece."""
        file, rank = start[0] + way[0], start[1] + way[1]
        while 0 <= file < 8 and 0 <= rank < 8:
            yield file, rank
            if (file, rank) in self.board:
                return
            file, rank = file + way[0], rank + way[1]

    def king(self, white: bool) -> Cell:
        """Return the cell of a king."""
        return next(cell for cell, letter in self.board.items() if letter == ("K" if white else "k"))

    def checked(self) -> bool:
        """Whether the side to move is in check."""
        return self.attacked(self.king(self.white), not self.white)

    def pseudo(self) -> Iterator[Move]:
        """Return all moves, legal or not, except castling."""
        for start, letter in list(self.board.items()):
            kind = letter.lower()
            if not self.own(start):
                continue
            if kind == "p":
                yield from self.pawn(start)
                continue
            if kind in SLIDES:
                ends = [end for way in SLIDES[kind] for end in self.slide(start, way)]
            else:
                ends = [(start[0] + x, start[1] + y) for x, y in (KING if kind == "k" else KNIGHT)]
            for end in ends:
                if kind == "k" and self.own(end) and end in self.rights:
                    continue
                if 0 <= end[0] < 8 and 0 <= end[1] < 8 and (end not in self.board or self.takes(end)):
                    yield Move(start, end)

    def takes(self, cell: Cell) -> bool:
        """Whether the side to move can capture what is on a cell."""
        own_piece = self.own(cell) and self.board[cell].lower() != "k" and self.rules.self_capture
        return self.enemy(cell) or own_piece

    def pawn(self, start: Cell) -> Iterator[Move]:
        """Return the moves of a pawn."""
        (file, rank), up = start, 1 if self.white else -1
        own_rank = rank + 1 if self.white else 8 - rank
        ends: list[Move] = []
        if (file, rank + up) not in self.board:
            ends.append(Move(start, (file, rank + up)))
            if own_rank in self.rules.double_ranks and (file, rank + 2 * up) not in self.board:
                ends.append(Move(start, (file, rank + 2 * up)))
        for side in (-1, 1):
            end = (file + side, rank + up)
            if end in self.board and self.takes(end):
                ends.append(Move(start, end))
            if end == self.ep:
                ends.append(Move(start, end, passed=(end[0], rank)))
            if self.rules.pawn_sideways and 0 <= file + side < 8 and (file + side, rank) not in self.board:
                ends.append(Move(start, (file + side, rank)))
        if self.rules.pawn_back and own_rank > 2 and (file, rank - up) not in self.board:
            ends.append(Move(start, (file, rank - up)))
        for move in ends:
            if move.end[1] in (0, 7):
                yield from (replace(move, promotion=kind) for kind in "qrbn")
            else:
                yield move

    def castlings(self) -> Iterator[Move]:
        """Return the legal castling moves."""
        if not self.rules.castling or self.number < self.rules.castling_from or self.checked():
            return
        king, home = self.king(self.white), 0 if self.white else 7
        for rook in sorted(self.rights):
            if rook[1] != home:
                continue
            side = (6, 5) if rook > king else (2, 3)
            king_to, rook_to = (side[0], home), (side[1], home)
            passed_over = {(file, home) for file in span(king[0], king_to[0]) | span(rook[0], rook_to[0])}
            if any(cell in self.board for cell in passed_over - {king, rook}):
                continue
            bare = replace(self, board={cell: at for cell, at in self.board.items() if cell != king})
            if any(bare.attacked((file, home), not self.white) for file in span(king[0], king_to[0])):
                continue
            move = Move(king, king_to, rook=rook)
            if not self.after(move).attacked(king_to, not self.white):
                yield move

    def moves(self) -> list[Move]:
        """Return the legal moves."""
        legal = []
        for move in self.pseudo():
            following = self.after(move)
            if not following.attacked(following.king(self.white), not self.white):
                legal.append(move)
        return legal + list(self.castlings())

    def after(self, move: Move) -> "Position":
        """Return the board after a move, without the en passant cell, the clock and the history."""
        board = dict(self.board)
        piece = board.pop(move.start)
        if move.rook is not None:
            rook = board.pop(move.rook)
            board[5 if move.end[0] == 6 else 3, move.end[1]] = rook
        if move.passed is not None:
            del board[move.passed]
        promoted = move.promotion.upper() if self.white else move.promotion
        board[move.end] = promoted or piece
        rights = self.rights - {move.start, move.end}
        if piece.lower() == "k":
            rights = {rook for rook in rights if rook[1] != (0 if self.white else 7)}
        number = self.number + (not self.white)
        return Position(self.rules, board, not self.white, rights, None, self.clock + 1, number)

    def play(self, move: Move) -> "Position":
        """Return the position after a legal move."""
        following = self.after(move)
        piece = self.board[move.start].lower()
        captures = move.passed is not None or (move.end in self.board and move.rook is None)
        if piece == "p" and abs(move.end[1] - move.start[1]) == 2 and not move.promotion:
            passed = (move.start[0], (move.start[1] + move.end[1]) // 2)
            following.ep = passed
            if not any(one.passed is not None for one in following.moves()):
                following.ep = None
        lasting = piece == "p" and not self.can_return(move)
        if captures or lasting:
            following.clock = 0
        lost_right = following.rights != self.rights
        if (
            captures
            or lasting
            or move.rook is not None
            or lost_right
            or self.ep is not None
            or following.ep is not None
        ):
            following.earlier = []
        else:
            following.earlier = [*self.earlier, self.key()]
        return following

    def can_return(self, move: Move) -> bool:
        """Whether a pawn that makes a move without a capture can come back."""
        if move.promotion:
            return False
        return self.rules.pawn_back or move.start[1] == move.end[1]

    def key(self) -> Any:
        """Return what positions that repeat have in common, as far as the history has the rest."""
        return self.white, frozenset(self.board.items())

    def result(self, moves: list[Move]) -> tuple[str, int] | None:
        """Return the reason of the ending and the result of White, or None."""
        if not moves:
            mate = self.checked()
            won = mate or self.rules.stalemate == "win"
            return ("checkmate" if mate else "stalemate"), (-1 if self.white else 1) * won
        draws = [
            ("insufficient" if self.rules.position is not None else "material", self.dead()),
            ("repetition", self.earlier.count(self.key()) >= 2),
            ("no-progress", self.clock >= 100),
        ]
        if self.rules.position is not None:
            draws = [draws[0], draws[2], draws[1]]
        return next(((reason, 0) for reason, holds in draws if holds), None)

    def dead(self) -> bool:
        """Whether neither side can ever win."""
        others = {cell: letter.lower() for cell, letter in self.board.items() if letter.lower() != "k"}
        if not others or self.rules.stalemate == "win":
            return not others
        if len(others) == 1:
            return next(iter(others.values())) in "nb"
        return set(others.values()) == {"b"} and len({(file + rank) % 2 for file, rank in others}) == 1

    def text(self, move: Move) -> str:
        """Return the text of a move."""
        end = move.rook if move.rook is not None and self.rules.position is not None else move.end
        return name(move.start) + name(end) + move.promotion

    def fen(self) -> str:
        """Return placement, side to move, castling rights as cells, en passant cell, clock and number."""
        ranks = ("".join(self.board.get((file, rank), ".") for file in range(8)) for rank in range(7, -1, -1))
        rights = ",".join(sorted(name(rook) for rook in self.rights)) or "-"
        ep = "-" if self.ep is None else name(self.ep)
        return f"{'/'.join(ranks)} {'w' if self.white else 'b'} {rights} {ep} {self.clock} {self.number}"


def span(one: int, other: int) -> set[int]:
    """Return the numbers from one to another, both included."""
    return set(range(min(one, other), max(one, other) + 1))
