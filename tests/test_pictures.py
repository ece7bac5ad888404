"""What pictures show, and the data that they are drawn from."""

import html
import json
import re

import numpy as np
import pytest

import plyground as pg

every_variant = pytest.mark.parametrize("id", pg.variants())


def positions(id: str) -> list[pg.State]:
    """The start and two states of a random game."""
    game = pg.game(id)
    states = [game.start(3) for _ in range(3)]
    for state, steps in zip(states, (0, 12, 60), strict=True):
        state.play_random(seed=4, max_steps=steps)
    return states


def titles(svg: str) -> dict[str, str]:
    """What each cell of a picture tells when pointed at, without its name."""
    board = svg[: svg.index('<g pointer-events="none">')]
    told = [html.unescape(title) for title in re.findall(r"<title>(.*?)</title>", board)]
    # An empty cell with a mark has a colon behind its name.
    names = ((re.match(r"[^ :]+", title) or [title])[0] for title in told)
    return {name: title[len(name) :].removeprefix(" ") for name, title in zip(names, told, strict=True)}


@every_variant
def test_data_says_what_pictures_show(id: str) -> None:
    info = pg.info(id)
    for state in positions(id):
        for seat in (None, *range(info.seats)):
            pieces = state.pieces(seat)
            assert json.loads(json.dumps(pieces)) == pieces
            assert list(pieces) == [cell for cell in info.cells if cell in pieces]
            shown = titles(state.svg(seat))
            assert shown.keys() == set(info.cells)
            for cell, rest in shown.items():
                texts = [piece["text"] for piece in pieces.get(cell, [])]
                told = texts[0] if len(texts) == 1 else f"({''.join(texts)})" if texts else ""
                marked = cell in state.marks(seat) or any(piece["marks"] for piece in pieces.get(cell, []))
                assert rest.startswith(told)
                assert (len(rest) > len(told)) == marked
            for piece in (piece for stack in pieces.values() for piece in stack):
                nobodys = piece["seat"] is None and piece.get("colour") in ("white", "black")
                assert nobodys or piece["seat"] in range(info.seats)
            assert state.beside(seat) if info.hidden else info.family.startswith("chesskit") or not state.beside(seat)


@every_variant
def test_info_tells_how_to_draw_the_board(id: str) -> None:
    info = pg.info(id)
    assert len(info.colours) == info.seats
    # Only partners share one.
    assert len(set(zip(info.colours, info.teams, strict=True))) == len(set(info.colours))
    assert len(info.outlines) == len(info.shades) == len(info.cells)
    corners = {"squares": 4, "triangles": 3, "three-kings": 4}[info.shape]
    assert {len(outline) for outline in info.outlines} == {corners}
    middles = np.mean(info.outlines, axis=1).round(6)
    assert len(np.unique(middles, axis=0)) == len(info.cells)
    assert set(info.shades) <= ({"up", "down"} if info.shape == "triangles" else {"dark", "light"})


def test_colours_are_those_of_the_games() -> None:
    assert pg.info("chess").colours == ("white", "black")
    assert pg.info("tri-stax-6-trios").colours == ("white", "black", "red", "blue", "green", "purple")
    first = {id: pg.info(id).options["first"] for id in pg.variants() if pg.info(id).family == "draughts"}
    assert set(first.values()) == {"W", "B"}
    for id, colour in first.items():
        assert pg.info(id).colours[0] == {"W": "white", "B": "black"}[str(colour)]
    assert pg.info("english-draughts", first="W").colours == ("white", "black")


def test_pieces_stand_where_the_position_says() -> None:
    state = pg.game("chess").from_fen("4k3/8/8/8/3q4/8/4P3/4K3 w - - 0 1 -")
    assert state.pieces() == {
        "e1": [{"seat": 0, "kind": "king", "text": "K", "marks": []}],
        "e2": [{"seat": 0, "kind": "pawn", "text": "P", "marks": []}],
        "d4": [{"seat": 1, "kind": "queen", "text": "q", "marks": []}],
        "e8": [{"seat": 1, "kind": "king", "text": "k", "marks": []}],
    }
    stax = pg.game("stax", size=4).from_fen("4/4/1(aBb)2/4 a - 0 0 -")
    assert [piece["text"] for piece in stax.pieces()["b2"]] == ["a", "B", "b"]
    assert [piece["seat"] for piece in stax.pieces()["b2"]] == [0, 1, 1]


def captures(state: pg.State, seat: int | None) -> list[str]:
    """The notes of the groups beside Masquerade Chess: White's captures and Black's, then the possible ones."""
    groups = state.beside(seat)
    assert [(group["seat"], group["label"]) for group in groups] == [
        (0, "captures"),
        (1, "captures"),
        (0, "possible captures"),
        (1, "possible captures"),
    ]
    for group in groups:
        kinds = [item["piece"]["kind"] for item in group["items"] if item["piece"]]
        assert kinds == ["king", "queen", "rook", "bishop", "knight"]
        assert all((item["what"], item["count"], item["word"]) == ("piece", 1, None) for item in group["items"])
    return [" ".join(item["note"] for item in group["items"]) for group in groups]


def test_masks_are_shown_to_those_who_chose_them() -> None:
    state = pg.game("masquerade-chess").start()
    every = ["KQRBN KQRBN KQRBN KQRBN KQRBN"] * 2
    assert captures(state, None) == ["- - - - -", "- - - - -", *every]
    state.apply("mask:QNBKR")
    assert captures(state, 0) == ["- - - - -", "Q N B K R", *every]
    assert captures(state, 1) == ["- - - - -", "? ? ? ? ?", *every]
    state.apply("mask:RKNBQ")
    assert captures(state, None) == ["R K N B Q", "Q N B K R", *every]
    assert captures(state, 0) == ["? ? ? ? ?", "Q N B K R", *every]
    assert captures(state, 1) == ["R K N B Q", "? ? ? ? ?", *every]
    # The rooks take as knights, so that the attempt fails; everybody has seen that.
    for step in ("a2a4", "b7b5", "a4b5", "a7a6", "a1a6"):
        state.apply(step)
    assert captures(state, 0)[2] == "KQRBN KQRBN KBN KQRBN KQRBN"


def test_masks_are_written_below_the_board() -> None:
    state = pg.game("masquerade-chess").start()
    state.apply("mask:QNBKR")
    state.apply("mask:RKNBQ")
    lines = state.text(0).splitlines()
    assert lines[8] == "   a b c d e f g h"
    assert lines[9:] == [
        "white's captures: K (?), Q (?), R (?), B (?), N (?)",
        "black's captures: k (Q), q (N), r (B), b (K), n (R)",
        "white's possible captures: K (KQRBN), Q (KQRBN), R (KQRBN), B (KQRBN), N (KQRBN)",
        "black's possible captures: k (KQRBN), q (KQRBN), r (KQRBN), b (KQRBN), n (KQRBN)",
    ]
    svg = state.svg(0)
    assert "white&apos;s captures" in svg or "white's captures" in svg
    assert "<title>black king (Q)</title>" in svg
    assert "<title>white king (?)</title>" in svg


def test_all_pictures_of_a_game_are_of_one_size() -> None:
    """Those who record frames need it."""
    state = pg.game("masquerade-chess").start()
    sizes = set()
    while not state.over:
        sizes.add(re.findall(r'viewBox="([^"]*)"', state.svg(state.actor))[0])
        state.play_random(seed=len(state.steps), max_steps=1)
    assert len(sizes) == 1


def test_shadows_are_shown_where_they_are_asked_for() -> None:
    """Shadow Double Chess, the start (Chess 12.17)."""
    state = pg.game("shadow-double-chess-pairs").start()
    assert state.marks() == {}
    shaded = {cell for cell, marks in state.marks(shadows=True).items() if any(mark["seat"] == 3 for mark in marks)}
    assert {"j3", "k2", "l1"} <= shaded
    assert "k3" not in shaded
    assert "in blue's shadow: " in state.text(shadows=True)
    assert "blue-shadow" in state.svg(shadows=True)
    assert "shadow" not in state.text()
    assert "blue-shadow" not in state.svg()
    plain = pg.game("chess").start()
    assert plain.svg(shadows=True) == plain.svg()


def test_shadows_are_shown_to_those_who_ask() -> None:
    """Figure 24 of the book: on e6 meet the shadows of a knight, and of a bishop of either seat."""
    state = pg.game("shadow-chess").from_fen("2b4k/8/8/2N5/4P1B1/8/8/7K w - - 0 1 -")
    assert state.marks() == {}
    assert state.marks(0, shadows=True) == state.marks(shadows=True)
    marks = state.marks(shadows=True)
    assert [(mark["name"], mark["seat"]) for mark in marks["e6"]] == [("shadow", 0), ("shadow", 1)]
    black = [cell for cell, marks in marks.items() if any(mark["seat"] == 1 for mark in marks)]
    assert sorted(black) == ["a6", "b7", "d7", "e6", "f5", "g4", "g7", "g8", "h7"]
    assert "shadow" not in state.text()
    assert "in black's shadow: " in state.text(shadows=True)
    assert titles(state.svg(shadows=True))["e6"] != titles(state.svg())["e6"] == ""
    assert pg.game("chess").start().svg(shadows=True) == pg.game("chess").start().svg()
