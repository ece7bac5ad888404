"""An independent generator of the steps of chess-like games, for comparison.

It knows no tables, no pins and no checkers: it makes each step and looks for an attack.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

Vector = tuple[int, int]


@dataclass(frozen=True)
class Kind:
    """How a kind of pieces moves: vectors of leaps, of rides and of hops over one piece."""

    leaps: tuple[Vector, ...] = ()
    rides: tuple[Vector, ...] = ()
    hops: tuple[Vector, ...] = ()
    quiet: "Kind | None" = None
    """How it moves without capturing, if that differs."""
    pawn_steps: int = 0
    """The most steps from a cell on which a pawn of its kind begins. 0 is no pawn."""


@dataclass(frozen=True)
class Rules:
    """A game for two seats. Cells are pairs of whole numbers."""

    names: dict[Vector, str]
    kinds: dict[str, Kind]
    setup: str
    """The pieces of white by letter, such as "K e1; R a1 h1"."""
    ahead: Vector
    """The step of white's pawns."""
    captures: tuple[Vector, ...]
    """The captures of white's pawns."""
    opposite: Callable[[Vector], Vector]
    """The cell of black for a cell of white at the start."""
    promotions: str
    files: int = 0
    """The number of files of a board whose left and right edges are joined, or 0."""
    castling: bool = False
    black: str = ""
    """The pieces of black, if they do not stand opposite those of white."""
    promotes_on: str = ""
    """The cells on which white promotes, if they are not those with no cell ahead."""
    first: int = 0
    """The color that moves first."""

    @cached_property
    def homes(self) -> dict[Vector, tuple[int, str]]:
        """The pieces of the start position."""
        white, black = self.cells_of(self.setup), self.cells_of(self.black)
        black = black or {self.opposite(cell): letter for cell, letter in white.items()}
        return {cell: (color, letter) for color, army in enumerate((white, black)) for cell, letter in army.items()}

    def cells_of(self, setup: str) -> dict[Vector, str]:
        """Return the pieces of a set-up by cell."""
        cells = {name: cell for cell, name in self.names.items()}
        parts = [part.split() for part in setup.split(";") if part]
        return {cells[name]: letter for letter, *own in parts for name in own}

    def signed(self, color: int, vector: Vector) -> Vector:
        """Return a vector of white's pawns as a color sees it."""
        return vector if color == 0 else (-vector[0], -vector[1])

    def promotes_at(self, color: int, cell: Vector) -> bool:
        """Whether a pawn of a color promotes on a cell."""
        if not self.promotes_on:
            return self.shift(cell, self.signed(color, self.ahead)) not in self.names
        white = self.cells_of(f"P {self.promotes_on}")
        return cell in (white if color == 0 else map(self.opposite, white))

    def shift(self, cell: Vector, by: Vector, times: int = 1) -> Vector:
        """Return the cell, which may not exist, at the end of a vector that is repeated."""
        x, y = cell[0] + times * by[0], cell[1] + times * by[1]
        return (x % self.files if self.files else x, y)


@dataclass(frozen=True)
class Position:
    """A position."""

    pieces: dict[Vector, tuple[int, str]]
    """The color and the letter of the piece on each cell. 0 is white."""
    color: int = 0
    """The color to move."""
    passed: tuple[Vector, ...] = ()
    """The cells that the last pawn passed over."""
    pawn: Vector = (-1, -1)
    """The cell of that pawn."""
    unmoved: frozenset[Vector] = frozenset()
    """The cells whose pieces have not moved."""


def start(rules: Rules) -> Position:
    return Position(dict(rules.homes), rules.first, unmoved=frozenset(rules.homes))


def targets(rules: Rules, position: Position, cell: Vector, kind: Kind) -> Iterator[Vector]:
    """Yield the cells to which a movement leads, and names of cells that do not exist."""
    yield from (rules.shift(cell, leap) for leap in kind.leaps)
    for ride in kind.rides:
        at = rules.shift(cell, ride)
        while at in rules.names and at not in position.pieces and at != cell:
            yield at
            at = rules.shift(at, ride)
        yield at
    for hop in kind.hops:
        at = rules.shift(cell, hop)
        while at in rules.names and at not in position.pieces:
            at = rules.shift(at, hop)
        if at in rules.names:
            yield rules.shift(at, hop)


def is_attacked(rules: Rules, position: Position, cell: Vector, by: int) -> bool:
    """Whether a piece of a color attacks a cell."""
    for at, (color, letter) in position.pieces.items():
        if color != by:
            continue
        kind = rules.kinds[letter]
        if kind.pawn_steps:
            attacked = {rules.shift(at, rules.signed(by, capture)) for capture in rules.captures}
        else:
            attacked = set(targets(rules, position, at, kind))
        if cell in attacked:
            return True
    return False


def moves(rules: Rules, position: Position) -> Iterator[tuple[str, Position]]:
    """Yield the legal steps in the format of UCI, and the positions after them."""
    for name, after in pseudo_legal(rules, position):
        kings = [cell for cell, piece in after.pieces.items() if piece == (position.color, "K")]
        if not any(is_attacked(rules, after, king, after.color) for king in kings):
            yield name, after


def pseudo_legal(rules: Rules, position: Position) -> Iterator[tuple[str, Position]]:
    for cell, (color, letter) in position.pieces.items():
        if color != position.color:
            continue
        kind = rules.kinds[letter]
        if kind.pawn_steps:
            yield from pawn_moves(rules, position, cell, letter)
            continue
        quiet = {to for to in targets(rules, position, cell, kind.quiet or kind) if to not in position.pieces}
        captured = {to for to in targets(rules, position, cell, kind) if position.pieces.get(to, (color,))[0] != color}
        for to in quiet | captured:
            if to in rules.names:
                yield rules.names[cell] + rules.names[to], moved(position, cell, to, letter)
        if rules.castling and letter == "K" and cell in position.unmoved:
            yield from castlings(rules, position, cell)


def moved(position: Position, cell: Vector, to: Vector, letter: str) -> Position:
    pieces = {at: piece for at, piece in position.pieces.items() if at not in (cell, to)}
    pieces[to] = (position.color, letter)
    return Position(pieces, 1 - position.color, unmoved=position.unmoved - {cell, to})


def pawn_moves(rules: Rules, position: Position, cell: Vector, letter: str) -> Iterator[tuple[str, Position]]:
    color, kind = position.color, rules.kinds[letter]
    ahead = rules.signed(color, rules.ahead)
    passed: list[Vector] = []
    for times in range(1, 1 + (kind.pawn_steps if rules.homes.get(cell) == (color, letter) else 1)):
        to = rules.shift(cell, ahead, times)
        if to not in rules.names or to in position.pieces:
            break
        yield from pawn_step(rules, replace(moved(position, cell, to, letter), passed=tuple(passed), pawn=to), cell, to)
        passed.append(to)
    for capture in rules.captures:
        to = rules.shift(cell, rules.signed(color, capture))
        if position.pieces.get(to, (color,))[0] != color:
            yield from pawn_step(rules, moved(position, cell, to, letter), cell, to)
        elif to in position.passed:
            after = moved(position, cell, to, letter)
            del after.pieces[position.pawn]
            yield rules.names[cell] + rules.names[to], after


def pawn_step(rules: Rules, after: Position, cell: Vector, to: Vector) -> Iterator[tuple[str, Position]]:
    """Yield the step of a pawn, or its promotions."""
    color, name = after.pieces[to][0], rules.names[cell] + rules.names[to]
    if not rules.promotions or not rules.promotes_at(color, to):
        yield name, after
    else:
        for letter in rules.promotions:
            yield name + letter.lower(), replace(after, pieces={**after.pieces, to: (color, letter)})


def castlings(rules: Rules, position: Position, king: Vector) -> Iterator[tuple[str, Position]]:
    for side in ((1, 0), (-1, 0)):
        rook = rules.shift(king, side)
        while rook in rules.names and rook not in position.pieces:
            rook = rules.shift(rook, side)
        crossed = [rules.shift(king, side, times) for times in range(3)]
        is_rook = position.pieces.get(rook) == (position.color, "R") and rook in position.unmoved
        if is_rook and not any(is_attacked(rules, position, cell, 1 - position.color) for cell in crossed):
            after = moved(position, king, crossed[2], "K")
            del after.pieces[rook]
            after.pieces[crossed[1]] = (position.color, "R")
            yield rules.names[king] + rules.names[crossed[2]], after


def perft(rules: Rules, position: Position, depth: int) -> int:
    if depth == 1:
        return sum(1 for _ in moves(rules, position))
    return sum(perft(rules, after, depth - 1) for _, after in moves(rules, position))


def turned(*vectors: Vector) -> tuple[Vector, ...]:
    """Return vectors with all signs of their coordinates."""
    return tuple({(x * a, y * b) for (x, y), a, b in product(vectors, (1, -1), (1, -1))})


def hexagons(*lengths: int) -> dict[Vector, str]:
    """Return the names of the hexagons of files: a cell ahead is two rows higher, one next to it one row."""
    return {
        (file, 2 * rank - length): f"{'abcdefghiklmnop'[file]}{rank + 1}"
        for file, length in enumerate(lengths)
        for rank in range(length)
    }


def hexagon(edge: int) -> dict[Vector, str]:
    """Return the names of the cells of a regular hexagon."""
    return hexagons(*(2 * edge - 1 - abs(file) for file in range(1 - edge, edge)))


SIDES, CORNERS = turned((0, 2), (1, 1)), turned((2, 0), (1, 3))
HEX_OFFICERS = {
    "N": Kind(leaps=turned((1, 5), (2, 4), (3, 1))),
    "B": Kind(rides=CORNERS),
    "R": Kind(rides=SIDES),
    "K": Kind(leaps=SIDES + CORNERS),
}
HEX_KINDS = {**HEX_OFFICERS, "Q": Kind(rides=SIDES + CORNERS), "P": Kind(pawn_steps=2), "C": Kind(pawn_steps=1)}
GLINSKI = Rules(
    hexagon(6),
    HEX_KINDS,
    "K g1; Q e1; R c1 i1; B f1 f2 f3; N d1 h1; P b1 c2 d3 e4 f5 g4 h3 i2 k1",
    (0, 2),
    ((-1, 1), (1, 1)),
    lambda cell: (cell[0], -2 - cell[1]),
    "QRBN",
)
SLOW_RULES = {
    "glinski-chess": GLINSKI,
    "mccooey-chess": replace(
        GLINSKI,
        setup="K g1; Q e1; R d1 h1; B f1 f2 f3; N e2 g2; C f4; P c1 d2 e3 g3 h2 i1",
        captures=((-1, 3), (1, 3)),
    ),
    "mini-hexchess": Rules(
        hexagon(4),
        {**HEX_OFFICERS, "P": Kind(pawn_steps=1)},
        "K d2; R e1; B d1; N c1; P b1 c2 d3 e2 f1",
        (0, 2),
        ((-1, 3), (1, 3)),
        lambda cell: (6 - cell[0], -2 - cell[1]),
        "RBN",
    ),
}

STRAIGHT, DIAGONAL = ((0, 1), (0, -1), (1, 0), (-1, 0)), turned((1, 1))
KNIGHT = turned((1, 2), (2, 1))
OFFICERS = {
    "N": Kind(leaps=KNIGHT),
    "B": Kind(rides=DIAGONAL),
    "R": Kind(rides=STRAIGHT),
    "Q": Kind(rides=STRAIGHT + DIAGONAL),
    "K": Kind(leaps=STRAIGHT + DIAGONAL),
}


def square(size: int) -> dict[Vector, str]:
    return {(x, y): f"{'abcdefghijkl'[x]}{y + 1}" for x in range(size) for y in range(size)}


SLOW_RULES["cylinder-chess"] = Rules(
    square(8),
    {**OFFICERS, "P": Kind(pawn_steps=2)},
    "K e1; Q d1; R a1 h1; B c1 f1; N b1 g1; P a2 b2 c2 d2 e2 f2 g2 h2",
    (0, 1),
    ((-1, 1), (1, 1)),
    lambda cell: (cell[0], 7 - cell[1]),
    "QRBN",
    files=8,
)
SLOW_RULES["omega-chess"] = Rules(
    {
        (x, y): name
        for (x, y), name in square(12).items()
        if (0 < x < 11 and 0 < y < 11) or (x in (0, 11) and y in (0, 11))
    },
    {
        **OFFICERS,
        "W": Kind(leaps=turned((1, 3), (3, 1)) + DIAGONAL),
        "C": Kind(leaps=turned((2, 0), (0, 2), (2, 2)) + STRAIGHT),
        "P": Kind(pawn_steps=3),
    },
    "K g2; Q f2; R c2 j2; C b2 k2; W a1 l1; B e2 h2; N d2 i2; P b3 c3 d3 e3 f3 g3 h3 i3 j3 k3",
    (0, 1),
    ((-1, 1), (1, 1)),
    lambda cell: (cell[0], 11 - cell[1]),
    "QRBNWC",
    castling=True,
)

CHESS = Rules(
    square(8),
    {**OFFICERS, "P": Kind(pawn_steps=2)},
    "K e1; Q d1; R a1 h1; B c1 f1; N b1 g1; P a2 b2 c2 d2 e2 f2 g2 h2",
    (0, 1),
    ((-1, 1), (1, 1)),
    lambda cell: (cell[0], 7 - cell[1]),
    "QRBN",
    castling=True,
)
ONE_STEP = Kind(pawn_steps=1)


def row(rank: int) -> str:
    return " ".join(f"{file}{rank}" for file in "abcdefgh")


SLOW_RULES["nightrider-chess"] = replace(CHESS, kinds={**CHESS.kinds, "N": Kind(rides=KNIGHT)})
SLOW_RULES["grasshopper-chess"] = replace(
    CHESS,
    kinds={**OFFICERS, "G": Kind(hops=STRAIGHT + DIAGONAL), "P": ONE_STEP},
    setup=f"K e1; Q d1; R a1 h1; B c1 f1; N b1 g1; G {row(2)}; P {row(3)}",
    promotions="QRBNG",
)
SLOW_RULES["dunsany-chess"] = replace(
    CHESS,
    kinds={**CHESS.kinds, "S": ONE_STEP},
    setup=f"S {row(1)} {row(2)} {row(3)} {row(4)}",
    black=f"K e8; Q d8; R a8 h8; B c8 f8; N b8 g8; P {row(7)}",
    first=1,
)
SLOW_RULES["legan-chess"] = replace(
    CHESS,
    kinds={**OFFICERS, "P": ONE_STEP},
    setup="K h1; Q g2; R e1 h4; B f1 h2; N g1 h3; P d1 e2 e4 f2 f3 g3 g4 h5",
    ahead=(-1, 1),
    captures=((-1, 0), (0, 1)),
    opposite=lambda cell: (7 - cell[0], 7 - cell[1]),
    promotes_on="a5 a6 a7 a8 b8 c8 d8",
    castling=False,
)
SLOW_RULES["orda-mirror"] = replace(
    CHESS,
    kinds={
        "K": OFFICERS["K"],
        "L": Kind(rides=STRAIGHT, quiet=OFFICERS["N"]),
        "A": Kind(rides=DIAGONAL, quiet=OFFICERS["N"]),
        "F": Kind(leaps=KNIGHT, quiet=OFFICERS["Q"]),
        "H": Kind(leaps=STRAIGHT + DIAGONAL + KNIGHT),
        "P": ONE_STEP,
    },
    setup=f"K e1; F d1; L a1 h1; H b1 g1; A c1 f1; P {row(3)}",
    promotions="LHAF",
    castling=False,
)
SLOW_RULES["hexapawn"] = Rules(
    square(3), {"P": ONE_STEP}, "P a1 b1 c1", (0, 1), CHESS.captures, lambda cell: (cell[0], 2 - cell[1]), ""
)


@dataclass(frozen=True)
class TriangleRules(Rules):
    """Rules on triangles.

    A cell is its center, in half sides and sixths of a triangle's height that count from the lower left. A vector is
    a way to step and one of six directions: straight on, along a strip, to a triangle that points the same way, or as
    a knight to the right or left.
    """

    def shift(self, cell: Vector, by: Vector, times: int = 1) -> Vector:
        """Return the cell, which may not exist, at the end of a step that is repeated."""
        (way, direction), (x, y) = by, cell
        for _ in range(times):
            # Turned back by the direction, the triangle points up or down.
            up = (y % 3 == 1) == (direction % 2 == 0)
            rise = 1 if up else -1
            dx, dy = ((0, 3 + rise), (1, rise), (1, 3), (1, 6 + rise), (-1, 6 + rise))[way]
            for _ in range(direction):
                dx, dy = (dx + dy) // 2, (dy - 3 * dx) // 2
            x, y = x + dx, y + dy
        return x, y

    def signed(self, color: int, vector: Vector) -> Vector:
        """Return a vector of white's pawns as a color sees it."""
        return vector[0], (vector[1] + 3 * color) % 6


def triangles(edge: int) -> dict[Vector, str]:
    """Return the names of the cells of a hexagon of triangles."""
    names = {}
    for row in range(2 * edge):
        reach = min(row, 2 * edge - 1 - row)
        for number, half in enumerate(range(-reach, 2 * edge + reach + 1), 1):
            names[half, 3 * row + (1 if (row + half) % 2 else 2)] = f"{'abcdefghijkl'[row]}{number}"
    return names


STRAIGHT_ON, ALONG_STRIPS, SAME_WAY = (tuple((way, at) for at in range(6)) for way in range(3))
TRIANGLE_KINDS = {
    "N": Kind(leaps=tuple((way, at) for way in (3, 4) for at in range(6))),
    "B": Kind(rides=STRAIGHT_ON),
    "R": Kind(rides=ALONG_STRIPS),
    "Q": Kind(rides=STRAIGHT_ON + ALONG_STRIPS),
    "K": Kind(leaps=STRAIGHT_ON + SAME_WAY),
    "P": Kind(pawn_steps=2),
}
