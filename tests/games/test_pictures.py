"""Pictures of states, and the data from which they are drawn."""

import html
import json
import re
from io import BytesIO

import numpy as np
import pytest

import plyground as pg
from selection import every_variant


def positions(id: str) -> list[pg.State]:
    """Return the start and two states of a random game."""
    game = pg.game(id)
    states = [game.start(3) for _ in range(3)]
    for state, steps in zip(states, (0, 12, 60), strict=True):
        state.play_random(seed=4, max_steps=steps)
    return states


def titles(svg: str) -> dict[str, str]:
    """Return the tooltip of each cell of a picture, without the name of the cell."""
    board = svg[: svg.index('<g pointer-events="none">')]
    told = [html.unescape(title) for title in re.findall(r"<title>(.*?)</title>", board)]
    # The name of an empty cell with a mark is followed by a colon.
    names = ((re.match(r"[^ :]+", title) or [title])[0] for title in told)
    return {name: title[len(name) :].removeprefix(" ") for name, title in zip(names, told, strict=True)}


@every_variant
def test_data_agrees_with_pictures(id: str) -> None:
    info = pg.info(id)
    for state in positions(id):
        for seat in (None, *range(info.num_seats)):
            pieces = state.pieces(seat)
            assert json.loads(json.dumps(pieces)) == pieces
            assert list(pieces) == [cell for cell in info.cells if cell in pieces]
            shown, marks = titles(state.svg(seat)), state.marks(seat, last=True)
            assert shown.keys() == set(info.cells)
            for cell, rest in shown.items():
                texts = [piece["text"] for piece in pieces.get(cell, [])]
                told = texts[0] if len(texts) == 1 else f"({''.join(texts)})" if texts else ""
                marked = cell in marks or any(piece["marks"] for piece in pieces.get(cell, []))
                assert rest.startswith(told)
                assert (len(rest) > len(told)) == marked
            for piece in (piece for stack in pieces.values() for piece in stack):
                nobodys = piece["seat"] is None and piece.get("color") in ("white", "black")
                assert nobodys or piece["seat"] in range(info.num_seats)
            assert (
                state.off_board(seat)
                if info.has_hidden_information
                else info.family.startswith("chesskit") or not state.off_board(seat)
            )


@every_variant
def test_info_describes_the_geometry_of_the_board(id: str) -> None:
    info = pg.info(id)
    assert len(info.seat_colors) == info.num_seats
    # Only partners share a color.
    assert len(set(zip(info.seat_colors, info.seat_teams, strict=True))) == len(set(info.seat_colors))
    assert len(info.outlines) == len(info.shades) == len(info.cells)
    corners = {"squares": 4, "triangles": 3, "hexagons": 6, "three-kings": 4}[info.board]
    assert {len(outline) for outline in info.outlines} == {corners}
    middles = np.mean(info.outlines, axis=1).round(6)
    assert len(np.unique(middles, axis=0)) == len(info.cells)
    shades = {"triangles": {"up", "down"}, "hexagons": {"dark", "medium", "light"}}
    assert set(info.shades) <= shades.get(info.board, {"dark", "light"})


def test_colors_are_those_of_the_games() -> None:
    assert pg.info("chess").seat_colors == ("white", "black")
    assert pg.info("tri-stax-6-trios").seat_colors == ("white", "black", "red", "blue", "green", "purple")
    first = {id: pg.info(id).options["first"] for id in pg.variants() if pg.info(id).family == "draughts"}
    assert set(first.values()) == {"W", "B"}
    for id, color in first.items():
        assert pg.info(id).seat_colors[0] == {"W": "white", "B": "black"}[str(color)]
    assert pg.info("english-draughts", first="W").seat_colors == ("white", "black")


def test_pieces_agree_with_the_position_string() -> None:
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


def capture_notes(state: pg.State, seat: int | None) -> list[str]:
    """Return the notes of the off-board groups of Masquerade Chess: White's and Black's captures, then the possible ones."""
    groups = state.off_board(seat)
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


def test_masks_are_hidden_from_the_other_seat() -> None:
    state = pg.game("masquerade-chess").start()
    every = ["KQRBN KQRBN KQRBN KQRBN KQRBN"] * 2
    assert capture_notes(state, None) == ["- - - - -", "- - - - -", *every]
    state.apply("mask:QNBKR")
    assert capture_notes(state, 0) == ["- - - - -", "Q N B K R", *every]
    assert capture_notes(state, 1) == ["- - - - -", "? ? ? ? ?", *every]
    state.apply("mask:RKNBQ")
    assert capture_notes(state, None) == ["R K N B Q", "Q N B K R", *every]
    assert capture_notes(state, 0) == ["? ? ? ? ?", "Q N B K R", *every]
    assert capture_notes(state, 1) == ["R K N B Q", "? ? ? ? ?", *every]
    # The rook captures as a knight, so that the attempt fails. All seats see that.
    for step in ("a2a4", "b7b5", "a4b5", "a7a6", "a1a6"):
        state.apply(step)
    assert capture_notes(state, 0)[2] == "KQRBN KQRBN KBN KQRBN KQRBN"


def test_masks_are_written_below_the_board() -> None:
    state = pg.game("masquerade-chess").start()
    state.apply("mask:QNBKR")
    state.apply("mask:RKNBQ")
    lines = state.text(0).splitlines()
    assert lines[8:11] == ["   a b c d e f g h", "white to act", "last: mask:QNBKR mask:?????"]
    assert lines[11:] == [
        "white's captures: K (?), Q (?), R (?), B (?), N (?)",
        "black's captures: k (Q), q (N), r (B), b (K), n (R)",
        "white's possible captures: K (KQRBN), Q (KQRBN), R (KQRBN), B (KQRBN), N (KQRBN)",
        "black's possible captures: k (KQRBN), q (KQRBN), r (KQRBN), b (KQRBN), n (KQRBN)",
    ]
    svg = state.svg(0)
    assert "white&apos;s captures" in svg or "white's captures" in svg
    assert "<title>black king (Q)</title>" in svg
    assert "<title>white king (?)</title>" in svg


def size(svg: str) -> tuple[str, str]:
    """Return the width and the height of a picture in pixels."""
    width, height = re.findall(r'^<svg [^>]*width="(\d+)" height="(\d+)"', svg)[0]
    return width, height


@pytest.mark.parametrize("id", ["masquerade-chess", "universal-stax", "tri-stax-6-pairs", "double-chess-pairs"])
def test_all_pictures_of_a_game_have_the_same_size(id: str) -> None:
    """Recording frames requires it."""
    state = pg.game(id).start()
    sizes = set()
    for step in range(300):
        sizes.add(size(state.svg(orientation=0)))
        state.play_random(seed=step, max_steps=1)
    sizes.add(size(state.svg(orientation=0)))
    assert len(sizes) == 1
    assert all(int(length) % 2 == 0 for length in sizes.pop()), "videos require even sizes"


@every_variant
def test_seat_angles_point_to_the_pieces_of_the_seats(id: str) -> None:
    """At the start, the pieces of a seat are nearer to its side of the board than those of seats at other sides."""
    game = pg.game(id)
    info, pieces = game.info, game.start().pieces()
    middles = {cell: np.mean(outline, axis=0) for cell, outline in zip(info.cells, info.outlines, strict=True)}
    center = np.mean(list(middles.values()), axis=0)
    assert len(info.seat_angles) == info.num_seats
    assert info.seat_angles[0] == 0
    for seat, side in enumerate(info.seat_angles):
        # Clockwise from straight towards seat 0.
        outward = -np.array([np.sin(np.radians(side)), np.cos(np.radians(side))])
        far: dict[int, list[float]] = {}
        for cell, stack in pieces.items():
            if stack[0]["seat"] is not None:
                far.setdefault(stack[0]["seat"], []).append(float((middles[cell] - center) @ outward))
        means = {other: sum(one) / len(one) for other, one in far.items()}
        opposite = [mean for other, mean in means.items() if info.seat_angles[other] != side]
        assert seat not in means or all(means[seat] > mean for mean in opposite)


def cell_centers(svg: str) -> list[tuple[float, float]]:
    """Return the center of each cell in a picture."""
    outlines = re.findall(r'<polygon points="([^"]*)"[^>]*><title>', svg)
    corners = [[[float(number) for number in corner.split(",")] for corner in outline.split()] for outline in outlines]
    return [(float(x), float(y)) for x, y in (np.mean(outline, axis=0) for outline in corners)]


def test_orientation_turns_pictures() -> None:
    state = pg.game("double-stax-pairs").start()
    assert state.game.info.seat_angles == (0, 180, 90, 270)
    below = {
        near: max(
            zip(cell_centers(state.svg(orientation=near)), state.game.info.cells, strict=True),
            key=lambda at: at[0][1] - at[0][0],
        )[1]
        for near in range(4)
    }
    assert below == {0: "a1", 1: "l12", 2: "a12", 3: "l1"}, "the cell at the left of each seat"
    for seat in range(4):
        assert state.svg(seat) == state.svg(seat, orientation=seat) == state.svg(orientation=seat)
        assert state.text(seat).splitlines()[12].split()[0] == {0: "a", 1: "l", 2: "12", 3: "1"}[seat]
        assert state.svg(seat, orientation=0) == state.svg()
    with pytest.raises(ValueError, match="seat"):
        state.svg(orientation=4)
    kings = pg.game("three-kings-chess").start()
    ranks = [kings.text(near).splitlines()[15].split()[0] for near in range(3)]
    assert ranks == ["1", "8", "12"]
    golf = pg.game("chess-golf").start()
    assert golf.svg(1) == golf.svg(1, orientation=0), "both seats look from the same side"


def test_pictures_show_status_and_last_step() -> None:
    state = pg.game("chess").start()
    assert state.text().splitlines()[9:] == ["white to act"]
    for step in ("f2f3", "e7e5", "g2g4"):
        state.apply(step)
    assert state.text().splitlines()[9:] == ["black to act", "last: g2g4"]
    assert str(state) == state.text()
    assert {cell for cell, marks in state.marks(last=True).items() if marks[-1]["name"] == "last"} == {"g2", "g4"}
    assert state.svg() != state.svg(last=False) != state.svg(last=False, status=False)
    assert state._repr_svg_() == state.svg()
    state.apply("d8h4")
    assert state.text().splitlines()[9:] == ["over by checkmate: black wins", "last: d8h4"]
    assert ">over by checkmate: black wins</text>" in state.svg()
    assert state.text(status=False, last=False).count("\n") == 9
    pairs = pg.game("tri-stax-6-pairs").start()
    assert pairs.text().splitlines()[-1] == "white and black against red and blue against green and purple"
    assert pg.game("crowded-house").start().text().splitlines()[10] == "white 1 and white 2 against black 1 and black 2"
    golf = pg.game("chess-golf").start()
    assert "chance to act" in golf.text()


def test_captures_of_the_last_turn_are_marked() -> None:
    def taken(id: str, steps: str, fen: str | None = None) -> set[str]:
        state = pg.game(id).from_fen(fen) if fen else pg.game(id).start()
        for step in steps.split():
            state.apply(step)
        marks = state.marks(last=True)
        assert all("taken" not in [mark["name"] for mark in on] for on in state.marks().values())
        return {cell for cell, on in marks.items() if "taken" in [mark["name"] for mark in on]}

    assert taken("chess", "e2e4 d7d5 e4d5") == {"d5"}
    assert taken("chess", "e2e4 d7d5 e4d5 d8d5 b1c3") == set(), "the capture was made in the turn before"
    assert taken("chess", "e2e4 a7a6 e4e5 d7d5 e5d6") == {"d5"}, "en passant"
    assert taken("chess", "e1g1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1") == set() == taken("chess", "e2e4")
    assert taken("shadow-chess", "c8e6xc5", "2b4k/8/8/2N5/4P1B1/8/8/7K b - - 0 1 -") == {"c5"}
    assert taken("international-draughts", "28x19 19x8", "W:W28:B13,22,23 - 0 0 -") == {"13", "23"}
    assert taken("synchronous-chess", "e2e4 d7d5 e4d5 g8f6") == {"d5"}, "only d5 is marked"


def test_last_turn_contains_all_its_steps() -> None:
    """A turn contains all steps of its seat and chance steps after them. Simultaneous choices are one turn."""
    state = pg.game("english-draughts").from_fen("W:W23,21:B18,9,12 - 0 0 -")
    state.apply("23x14")
    assert "to continue\nlast: 23x14\n" in state.text()
    state.apply("14x5")
    assert state.text().endswith("last: 23x14 14x5\n")
    assert set(state.marks(last=True)) == {"23", "18", "14", "9", "5"}
    synchronous = pg.game("synchronous-chess").start()
    for step in ("e2e4", "d7d5", "e4d5", "c7c6"):
        synchronous.apply(step)
    assert "last: e4d5 c7c6\n" in synchronous.text()


def test_legal_steps_are_shown() -> None:
    state = pg.game("chess").start()

    def shown(**asked: bool | str) -> set[str]:
        return set(state.marks(**asked))  # type: ignore[arg-type]

    assert shown() == shown(legal=False) == set()
    assert shown(legal=True) == {file + rank for file in "abcdefgh" for rank in "34"}
    assert shown(legal="g1") == {"f3", "h3"}
    assert shown(legal="e4") == set()
    assert "a legal step leads here: f3 h3\n" in state.text(legal="g1")
    assert state.svg(legal="g1") != state.svg()
    with pytest.raises(ValueError, match=r"legal must be .*, got 'e9'; cells: a1, b1"):
        state.svg(legal="e9")
    with pytest.raises(TypeError, match="True, False or the name of a cell"):
        state.text(legal=1)  # type: ignore[arg-type]


def test_legal_steps_are_shown_only_to_the_acting_seat() -> None:
    state = pg.game("synchronous-chess").start()
    assert state.current_player == 0
    assert state.marks(legal=True) == state.marks(0, legal=True) != {}
    assert state.marks(1, legal=True) == {}
    assert state.svg(1, legal=True) == state.svg(1)
    state.apply("e2e4")
    other = pg.game("synchronous-chess").start()
    other.apply("d2d4")
    assert state.svg(1, legal=True) == other.svg(1, legal=True)
    assert "e2e4" not in state.text(1)
    assert "e2e4" in state.text(0)


def test_texts_have_at_most_80_columns() -> None:
    """Only three of the largest boards, whose pieces have numbers, need more than 80 columns."""
    for id in ("double-stax-pairs-numbers", "tri-stax-6-pairs", "shadow-double-chess-pairs", "masquerade-chess"):
        state = pg.game(id).start()
        for step in range(12):
            state.play_random(seed=step, max_steps=40)
            for seat in range(state.game.num_seats):
                lines = state.text(seat, shadows=True, legal=True).splitlines()
                assert max(map(len, lines)) <= 80, id


def test_joined_edges_and_stacks_change_picture_sizes() -> None:
    plain, cylinder, torus = (
        size(pg.game(id).start().svg()) for id in ("checkers", "cylindrical-checkers", "universal-checkers")
    )
    assert plain[0] == cylinder[0] == torus[0] == "560"
    assert int(cylinder[1]) < int(plain[1]) == int(torus[1])
    stax = pg.game("stax").from_fen("7b/8/8/8/8/2(abBa)5/8/a7 a - 0 0 -")
    assert int(size(stax.svg())[0]) > 560
    assert ">stacks, from the top</text>" in stax.svg()
    assert "stacks" not in pg.game("checkers").start().svg()


def test_shadows_of_four_seats_are_shown_on_request() -> None:
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


def test_overlapping_shadows_are_shown_on_request() -> None:
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


def test_png_files_have_the_picture_of_the_svg() -> None:
    pytest.importorskip("resvg_py")
    from PIL import Image

    from plyground import pixels

    state = pg.game("masquerade-chess").start()
    normal, wide = (Image.open(BytesIO(state.png(0, last=False, width=width))) for width in (None, 300))
    assert normal.format == "PNG"
    assert wide.width == 300
    assert np.array_equal(np.array(normal.convert("RGB")), pixels.rasterize(state.svg(0, last=False)))
    with pytest.raises(ValueError, match="width must be from 1 to 10000, got 0"):
        state.png(width=0)
