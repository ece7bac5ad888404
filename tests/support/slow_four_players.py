"""An independent generator of the steps of chess for four seats in which kings are captured.

It reads a position string, makes each step on a copy of the board and looks for an attack.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

Vector = tuple[int, int]
Piece = tuple[int, str]

FILES = "abcdefghijklmn"
SEATS = "abcd"
AHEAD = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""By seat, the step of its pawns."""

STRAIGHT = AHEAD
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
RIDES = {"R": STRAIGHT, "B": DIAGONAL, "Q": STRAIGHT + DIAGONAL}
LEAPS = {
    "K": STRAIGHT + DIAGONAL,
    "N": tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)),
}


@dataclass(frozen=True)
class Rules:
    """What differs between the games."""

    teams: tuple[int, int, int, int]
    promotes_to: str
    promotes_on: int
    """The own rank on which pawns promote."""


def exists(cell: Vector) -> bool:
    """Whether a cell is on the board of 14 by 14 cells without corners of 3 by 3."""
    return all(0 <= at < 14 for at in cell) and any(3 <= at < 11 for at in cell)


def name(cell: Vector) -> str:
    return f"{FILES[cell[0]]}{cell[1] + 1}"


def own_rank(seat: int, cell: Vector) -> int:
    """Return the number of a row, counted from a seat's edge."""
    return (cell[1] + 1, cell[0] + 1, 14 - cell[1], 14 - cell[0])[seat]


def plus(cell: Vector, step: Vector, times: int = 1) -> Vector:
    return cell[0] + times * step[0], cell[1] + times * step[1]


def pieces_of(placement: str) -> dict[Vector, Piece]:
    """Return the pieces of a placement by cell."""
    pieces = {}
    for rank, row in zip(range(13, -1, -1), placement.split("/"), strict=True):
        file = 0
        for part in re.findall(r"\d+|[a-d][A-Z]", row):
            if part.isdigit():
                file += int(part)
            else:
                pieces[file, rank] = (SEATS.index(part[0]), part[1])
                file += 1
    return pieces


class Position:
    """A position with a seat to act."""

    def __init__(self, rules: Rules, fen: str, seat: int | None = None) -> None:
        placement, letter, rights, _, immune, *_ = fen.split()
        self.rules = rules
        self.pieces = pieces_of(placement)
        self.seat = SEATS.index(letter) if seat is None else seat
        self.rights = rights.split(",")[self.seat]
        self.barred = {entry.split(":")[0] for entry in immune.split(",") if entry[-1] == SEATS[self.seat]}

    def is_enemy(self, piece: Piece | None) -> bool:
        """Whether a piece belongs to another team than the seat to act."""
        return piece is not None and self.rules.teams[piece[0]] != self.rules.teams[self.seat]

    def has_king(self, seat: int) -> bool:
        """Whether the king of a seat is on the board."""
        return (seat, "K") in self.pieces.values()


def attacks(pieces: dict[Vector, Piece], cell: Vector) -> Iterator[Vector]:
    """Yield the cells that the piece on a cell attacks."""
    seat, letter = pieces[cell]
    if letter == "P":
        (x, y), forward = AHEAD[seat], plus(cell, AHEAD[seat])
        yield from (plus(forward, (y, x)), plus(forward, (-y, -x)))
    for leap in LEAPS.get(letter, ()):
        yield plus(cell, leap)
    for ride in RIDES.get(letter, ()):
        at = plus(cell, ride)
        while exists(at) and at not in pieces:
            yield at
            at = plus(at, ride)
        yield at


def is_attacked(position: Position, pieces: dict[Vector, Piece], cell: Vector) -> bool:
    """Whether an enemy of the seat to act attacks a cell."""
    enemies = [at for at, piece in pieces.items() if position.is_enemy(piece)]
    return any(cell in attacks(pieces, at) for at in enemies)


def pseudo_legal(position: Position) -> Iterator[tuple[Vector, Vector]]:
    """Yield the cells of all steps but castlings, whether or not they leave the king attacked."""
    pieces = position.pieces
    for cell, (seat, letter) in pieces.items():
        if seat != position.seat:
            continue
        for to in set(attacks(pieces, cell)):
            captures = position.is_enemy(pieces.get(to)) and name(to) not in position.barred
            if exists(to) and (captures or (letter != "P" and to not in pieces)):
                yield cell, to
        if letter == "P":
            for times in (1, 2) if own_rank(seat, cell) == 2 else (1,):
                to = plus(cell, AHEAD[seat], times)
                if not exists(to) or to in pieces:
                    break
                yield cell, to


def castlings(position: Position, king: Vector) -> Iterator[str]:
    """Yield the castlings of a seat whose king is not attacked."""
    x, y = AHEAD[position.seat]
    for right, side, far in (("K", (y, -x), 3), ("Q", (-y, x), 4)):
        if right not in position.rights:
            continue
        rook = plus(king, side, far)
        assert position.pieces[rook] == (position.seat, "R")
        others = {cell: piece for cell, piece in position.pieces.items() if cell not in (king, rook)}
        if any(plus(king, side, times) in others for times in range(1, far)):
            continue
        crossed, to = plus(king, side), plus(king, side, 2)
        on_the_way = {**others, rook: (position.seat, "R"), crossed: (position.seat, "K")}
        after = {**others, crossed: (position.seat, "R"), to: (position.seat, "K")}
        if not is_attacked(position, on_the_way, crossed) and not is_attacked(position, after, to):
            yield f"{name(king)}-{name(to)}"


def steps(position: Position) -> list[str]:
    """Return the legal steps. A king that can be captured must be captured by a seat that is not in check."""
    seat, pieces = position.seat, position.pieces
    king = next((cell for cell, piece in pieces.items() if piece == (seat, "K")), None)
    in_check = king is not None and is_attacked(position, pieces, king)
    legal: list[tuple[bool, str]] = []
    for cell, to in pseudo_legal(position):
        after = {at: piece for at, piece in pieces.items() if at != cell}
        after[to] = pieces[cell]
        own_king = to if cell == king else king
        if own_king is None or not is_attacked(position, after, own_king):
            takes_king = to in pieces and pieces[to][1] == "K"
            promotes = pieces[cell][1] == "P" and own_rank(seat, to) == position.rules.promotes_on
            suffixes = [f"={letter.lower()}" for letter in position.rules.promotes_to] if promotes else [""]
            legal.extend((takes_king, f"{name(cell)}-{name(to)}{suffix}") for suffix in suffixes)
    if not in_check and any(takes_king for takes_king, _ in legal):
        return sorted(step for takes_king, step in legal if takes_king)
    if king is not None and not in_check:
        legal.extend((False, step) for step in castlings(position, king))
    return sorted(step for _, step in legal)


def next_seat(rules: Rules, fen: str, mover: int) -> int:
    """Return the next seat that has a legal step. A seat without a king is out unless it has a partner."""
    for number in range(1, 5):
        position = Position(rules, fen, (mover + number) % 4)
        alone = len(set(rules.teams)) == 4
        if (position.has_king(position.seat) or not alone) and steps(position):
            return position.seat
    raise AssertionError(f"no seat can act: {fen}")


ALONE = Rules((0, 1, 2, 3), "Q", 8)
FOUR_PLAYERS = {"four-player-chess": ALONE, "four-player-teams-chess": Rules((0, 1, 0, 1), "QRBN", 11)}
