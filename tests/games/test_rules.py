"""Tests of summaries and rule documents: every variant has both, and they agree with the facts about it."""

import re
from itertools import combinations
from typing import Any

import pytest

import plyground as pg
from commands import error_line, output
from repository import ROOT

DOCUMENTS = ROOT / "docs" / "rules"
WORDS = ("no", "one", "two", "three", "four", "five", "six")


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=\.) ", text)


def test_every_variant_has_a_summary() -> None:
    summaries = {id: pg.info(id).summary for id in pg.variants()}
    for id, summary in summaries.items():
        assert 60 <= len(summary) <= 450, id
        assert len(sentences(summary)) in (2, 3), id
        assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in sentences(summary)), id
    same = [pair for pair in combinations(summaries, 2) if summaries[pair[0]] == summaries[pair[1]]]
    assert same == []


def test_summaries_agree_with_the_facts() -> None:
    """Seats, teams and sizes of boards in summaries are those of the games."""
    checked = 0
    for id in pg.variants():
        info = pg.info(id)
        summary = info.summary
        if found := re.match(r"[\w-]+ for (\w+)\b", summary):
            assert found[1] == WORDS[info.num_seats], id
            checked += 1
        if found := re.search(r"(\d+) triangles", summary):
            assert int(found[1]) == len(info.cells), id
        elif found := re.search(r"(\d+)x(\d+)", summary):
            assert info.observation_shape[1:] == (int(found[1]), int(found[2])) or info.family == "draughts", id
        if found := re.search(r"(\d+) men each", summary):
            assert sum(piece[0]["seat"] == 0 for piece in pg.game(id).start().pieces().values()) == int(found[1]), id
        if found := re.search(r"seats ([\d, and]+) against ([\d, and]+)", summary):
            sides = [{int(seat) for seat in re.findall(r"\d", side)} for side in found.groups()]
            assert [{info.seat_teams[seat] for seat in side} for side in sides] in ([{0}, {1}], [{1}, {0}]), id
        elif found := re.search(r"seats ([\d, and]+) as partners", summary):
            pairs = [tuple(map(int, re.findall(r"\d", pair))) for pair in found[1].split(", ")]
            assert all(info.seat_teams[one] == info.seat_teams[other] for one, other in pairs), id
            assert len(pairs) == 3, id
        elif info.num_seats > 2 and info.family != "chesskit_b":
            assert "each seat alone" in summary, id
            assert len(set(info.seat_teams)) == info.num_seats, id
    assert checked > 200


def test_summaries_agree_with_the_set_up() -> None:
    """Partners stand on the colors, and sit next to each other or not, as the summaries of the variants say."""
    checked = 0
    for id in pg.variants():
        info = pg.info(id)
        found = re.search(r"\((adjacent|opposite)?(?:, )?(.*?)\)", info.summary)
        if found is None or info.family not in ("adams_checkers", "tri_checkers") or info.num_seats == 2:
            continue
        checked += 1
        partners = [seat for seat in range(1, info.num_seats) if info.seat_teams[seat] == info.seat_teams[0]]
        angles = [min(info.seat_angles[seat], 360 - info.seat_angles[seat]) for seat in partners]
        if found[1] is not None:
            assert (max(angles) == 180) == (found[1] == "opposite"), id
        shades = dict(zip(info.cells, info.shades, strict=True))
        colors = [set[str]() for _ in range(info.num_seats)]
        for cell, stack in pg.game(id).start().pieces().items():
            seat = stack[0]["seat"]
            assert seat is not None
            colors[seat].add(shades[cell])
        assert all(len(color) == 1 for color in colors), id
        together = {color for seat in (0, *partners) for color in colors[seat]}
        if "color" in found[2]:
            is_one = "one color" in found[2]
            assert (len(together) == 1) == is_one, id
    assert checked > 80


@pytest.mark.parametrize(
    ("id", "options", "told"),
    [
        ("chess", {"castling": False}, "There is no castling."),
        ("chess", {"castling_from": 11}, "Castling is allowed from move 11 on."),
        ("chess", {"double_step": "none"}, "Pawns never move two squares."),
        ("chess", {"double_step": "torpedo"}, "Pawns can move two squares from every rank."),
        ("chess", {"pawn_back": True}, "Pawns can also move one square straight back."),
        ("chess", {"pawn_sideways": True}, "Pawns can also move one square sideways."),
        ("chess960", {"self_capture": True}, "Pieces can capture pieces of their own side"),
        ("chess960", {"position": 7}, "start position 7 of 960"),
        ("chess", {"stalemate": "win"}, "Stalemate wins for the side that gives it."),
        ("double-chess-pairs", {"castling": False}, "There is no castling."),
        ("stax", {"crowning": False}, "Men do not become kings."),
        ("checkers", {"size": 6}, "on 6x6 squares"),
        ("tri-chess-3", {"extended_pawn": False}, "up to two triangles"),
        ("tar-pit-chess", {"checkers_cards": 0}, "no card changes that number"),
        ("tar-pit-chess", {"white_checkers": 3}, "3 (White) or 6 (Black) checkers"),
        ("half-alice-chess", {"checkers": 5}, "only 5 checkers"),
        ("chess-golf-solo", {"cards": 4}, "draws four cards"),
        ("english-draughts", {"flying": True}, "kings move any distance"),
        ("english-draughts", {"men_back": True}, "jump in all diagonal directions"),
        ("english-draughts", {"men_take_kings": False}, "but not over kings"),
        ("english-draughts", {"cross_jumps": "men"}, "Men also jump along ranks and files."),
        ("english-draughts", {"king_first": True}, "A king must capture rather than a man if both captures are equal."),
        ("english-draughts", {"rows": 2}, "8 men each"),
        ("english-draughts", {"opening": 2}, "after two turns drawn by lot"),
        ("english-draughts", {"quiet": 20}, "20 turns without a capture"),
        ("international-draughts", {"priority": "max-kings"}, "then the most kings"),
        ("international-draughts", {"win": "lose"}, "lose all your pieces"),
    ],
)
def test_summaries_follow_options(id: str, options: dict[str, Any], told: str) -> None:
    assert told in pg.info(id, **options).summary
    assert told not in pg.info(id).summary
    assert told in pg.rules(id, **options)


def test_draw_odds_are_part_of_the_summary() -> None:
    assert pg.info("chess+draw-odds-1").summary == f"{pg.info('chess').summary} A draw counts as a win of black."


def test_rules_contain_the_sections_of_each_variant() -> None:
    """The documents are part of the compiled module, so wheels need no other files."""
    documents = {path.stem: path.read_text(encoding="utf-8") for path in DOCUMENTS.glob("*.md")}
    for id in pg.variants():
        info, text = pg.info(id), pg.rules(id)
        assert text.startswith(f"# {info.title}\n\n{info.summary}\n"), id
        assert f"Sections of this document: {info.rules}.\n" in text, id
        assert documents[info.family] in text, id
        assert text.endswith(documents["CONVENTIONS"]), id
        for section in re.findall(r"\d+[A-Z]?(?:\.\d+)?", info.rules):
            heading = rf"^(?:#+ |\*\*)?{re.escape(section)}[. ]"
            assert re.search(heading, documents[info.family], re.MULTILINE), (id, section)


def test_own_games_can_have_a_summary() -> None:
    from small_games import TicTacToe

    class Told(TicTacToe):
        id = "told-in-python"
        title = "Tic-tac-toe"
        summary = "Place a mark on an empty cell. Three in a row win."

    pg.register_game(Told())
    assert pg.info("told-in-python").summary == Told.summary
    assert pg.rules("told-in-python") == f"# Tic-tac-toe\n\n{Told.summary}\n"
    with pytest.raises(TypeError, match="summary must be a str or None, got 3"):
        pg.check_game(type("Wrong", (TicTacToe,), {"summary": 3})())


def test_commands_show_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "rules", "tar-pit-chess") == pg.rules("tar-pit-chess")
    assert "There is no castling." in output(capsys, "rules", "chess", "--set", "castling=false")
    assert "poker" in error_line(capsys, ["rules", "poker"])
    shown = " ".join(output(capsys, "show", "stax").split())
    assert pg.info("stax").summary in shown
