"""What the reference pages say about games that the games do not tell themselves."""

from typing import Final

FAMILIES: Final[dict[str, tuple[str, str, str]]] = {
    "adams_checkers": (
        "Checkers, Stax and Queens on squares",
        "Three games of checkers on flat boards, cylinders and tori; in two of them, captured pieces go under the captor.",
        "stax",
    ),
    "adams_chess": (
        "Chess, Shadow Chess and Double Chess",
        "Chess for two seats on 8x8 and for four on 12x12, with shadows that can be captured and on cylinders.",
        "chess",
    ),
    "chesskit_a": (
        "Chess Kit, first half",
        "Five games with a chess set: Zombie, Masquerade, Two Move, Adrenaline and Tar Pit Chess.",
        "adrenaline-chess",
    ),
    "chesskit_b": (
        "Chess Kit, second half",
        "Chess960, Half Alice, Synchronous and Cooperative Chess, Crowded House, Chess Golf, and Chess with Dice and Checkers.",
        "chess960",
    ),
    "draughts": (
        "Draughts",
        "The national games of draughts and checkers on boards of 8x8, 10x10 and 12x12.",
        "international-draughts",
    ),
    "three_kings": (
        "Three Kings Chess",
        "Chess for three seats on a board of three halves.",
        "three-kings-chess",
    ),
    "tri_checkers": (
        "Tri-Chek, Tri-Stax and Tri-Queens",
        "Checkers, Stax and Queens for two to six seats on hexagons of triangles.",
        "tri-stax-3",
    ),
    "tri_chess": (
        "Tri-Chess",
        "Chess for two to six seats on hexagons of triangles.",
        "tri-chess-3",
    ),
}
"""The title, the first sentence and the example of each page."""

REASONS: Final[dict[str, str]] = {
    "elimination": "the losers have no pieces left",
    "immobile": "the seats that must act have no legal step",
    "no-progress": "too many turns passed without a capture or another step that counts as progress",
    "no-crowning": "too many turns passed without a new king",
    "repetition": "a position occurred for the third time",
    "ending-count": "the limit of a counted ending was reached",
    "one-each": "each seat has one piece, and the seat to act has no jump",
    "checkmate": "the last opposing king is checkmated",
    "stalemate": "the seat to act has no legal step and is not in check",
    "material": "the pieces left cannot give checkmate",
    "insufficient": "the pieces left cannot win",
    "king-captured": "a king was captured",
    "bare-kings": "only kings are left",
    "out-of-cards": "the seat to act has no card left",
    "course": "all holes of the course are played",
    "forty-moves": "only kings are left, and forty turns passed without a jump; most pieces win",
}
"""Why a game ends with each of `plyground.REASONS`."""
