"""The numbers of `docs/checks.md`: all tables against their files, and what takes seconds again."""

import random

import numpy as np
import pytest

import checks
import checks_chess960
import checks_counts
import checks_kings
import checks_moves
import checks_peers
import checks_perft
import plyground as pg
from plyground.cli import main

MOST_PERFT = 3_000_000
PERFT = checks_perft.read()


@pytest.fixture(scope="module")
def tables() -> dict[str, list[str]]:
    return checks.tables(checks.PAGE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", checks.TABLES)
def test_tables_of_the_page(name: str, tables: dict[str, list[str]]) -> None:
    assert tables[name] == checks.TABLES[name](), "run: python tools/checks.py page"
    assert len(tables[name]) > 4


@pytest.mark.parametrize("row", PERFT, ids=[row.name for row in PERFT])
def test_perft(row: checks_perft.Perft) -> None:
    counted = tuple(row.count(MOST_PERFT))
    assert len(counted) >= 3
    assert counted == row.ours[: len(counted)]
    assert len(row.ours) == len(row.published)


def test_perft_on_the_page(tables: dict[str, list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    """The commands of the page print its numbers. The shortest commands are run."""
    rows = [[cell.strip() for cell in line.split(" | ")] for line in tables["perft"][2:]]
    assert len(rows) == len(PERFT)
    for name, _, published, ours, result, _, command in rows:
        assert (result == "agree") == (published == ours), name
        words = command.strip("` |").split()
        if len(words) == 4 and "draughts" in words[2]:
            assert main([words[1], words[2], "7", words[3]]) == 0
            [row] = [row for row in PERFT if row.name in name]
            assert capsys.readouterr().out.splitlines()[-1] == f"7 {row.ours[6]}"


def test_most_rows_agree() -> None:
    differ = {row.name for row in PERFT if row.agreement < len(row.published)}
    assert differ == {
        "international draughts: 20 kings each",
        "Italian draughts: Gilbert 1",
        "Italian draughts: Gilbert 3",
        "Turkish draughts",
        "cylinder chess",
    }


def test_the_position_that_explains_gilbert_3() -> None:
    state = pg.game("italian-draughts").from_fen("W:WK3,K4,5,17,20,K27,K28:BK7,K13,14,K15,21,K24 - 0 0 -")
    assert list(state.legal_turns()) == ["3x10", "4x9"]


def test_repetition_explains_the_difference_of_20_kings_each() -> None:
    [row] = [row for row in PERFT if "20 kings" in row.name]
    game = pg.game(row.id)
    states = [game.from_fen(row.position)]
    for _ in range(4):
        states = [checks_moves.after_turn(state, turn) for state in states for turn in state.legal_turns()]
    forgotten = [game.from_fen(f"{state.fen.split()[0]} - 0 0 -") for state in states]
    assert sum(state.perft(5, turns=True) for state in forgotten) == row.published[8] > row.ours[8]


def test_circles_explain_the_difference_of_cylinder_chess() -> None:
    [row] = [row for row in PERFT if row.id == "cylindrical-chess"]
    states = [pg.game(row.id).start()]
    for _ in range(4):
        states = [after for state in states for after in checks_moves.by_step(state).values()]
    circles = [state.fen.split() for state in states if _has_rook_alone_on_a_rank(state.fen)]
    in_check = sum(_is_in_check(row.id, fields) for fields in circles)
    assert (len(circles), in_check) == (4_159, 71)
    assert len(circles) - in_check == row.published[4] - row.ours[4]


def _has_rook_alone_on_a_rank(position: str) -> bool:
    return any(rank.strip("12345678") in ("R", "Q") for rank in position.split()[0].split("/"))


def _is_in_check(id: str, fields: list[str]) -> bool:
    """Return whether White is in check: with Black to move the position is invalid."""
    try:
        pg.game(id).from_fen(f"{fields[0]} b {fields[2]} - 0 1 -")
    except pg.BadPosition:
        return True
    return False


def test_perft_files_of_the_core_agree() -> None:
    """Lines of `tests/perft` for the same positions have the same counts."""
    published = {(row.id, row.position or "start", row.unit): row.published for row in PERFT if not row.options}
    compared = 0
    for path in (checks.ROOT / "tests" / "perft").glob("*.txt"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                id, position, unit, text = (field.strip() for field in line.split(";"))
                counts = tuple(map(int, text.split()))
                known = published.get((id, position, unit), ())
                assert known[: len(counts)] == counts[: len(known)], line
                compared += bool(known)
    assert compared > 15


def test_counts() -> None:
    assert checks_counts.recount() == checks_counts.read()


def test_libraries() -> None:
    rows = checks_moves.read()
    assert {row.library for row in rows} == set(checks_moves.LIBRARIES)
    assert {(row.library, row.id) for row in rows if row.disagreements} == {
        ("py-draughts", "international-draughts"),
        ("pyffish-alice", "half-alice-chess"),
        ("pydraughts", "turkish-draughts"),
    }
    assert all(row.positions >= 500 for row in rows)
    [frisian] = [row for row in rows if row.library == "py-draughts" and row.disagreements]
    assert "cross_jumps=all" in frisian.options


@pytest.mark.parametrize("library", ["chess", "pyffish", "open-spiel", "dame-rs", "kish"])
def test_libraries_that_are_installed(library: str) -> None:
    module = {"chess": "chess", "open-spiel": "pyspiel", "dame-rs": "dame"}.get(library, library)
    pytest.importorskip(module)
    for row in checks_moves.compare_all([library], 300):
        assert row.disagreements == 0, row.example


@pytest.mark.parametrize(
    ("id", "size"), [("brazilian-draughts", 8), ("russian-draughts", 8), ("international-draughts", 10)]
)
def test_kings_move_like_those_of_plyground(id: str, size: int) -> None:
    game = pg.game(id)
    board = checks_kings.Board(size, size, majority=id != "russian-draughts")
    rays, generator = board.rays, random.Random(0)
    captured = 0
    for _ in range(300):
        *strong, single = generator.sample(range(len(rays)), 4)
        names = [_square(board, number, game) for number in (*strong, single)]
        state = game.from_fen(f"B:W{','.join(f'K{name}' for name in names[:3])}:BK{names[3]} - 0 0 -")
        turns = list(state.legal_turns())
        taken = checks_kings.captures(rays, single, frozenset(strong), board.majority)
        captured += bool(taken)
        assert any("x" in turn for turn in turns) == bool(taken)
        after = set()
        for turn in turns:
            then = state.copy()
            then.apply_turn(turn)
            after.add(checks_peers.board(then.fen))
        expected = [(set(strong) - gone, end) for gone, end in taken] or [
            (set(strong), end) for end in _quiet(rays, single, strong)
        ]
        assert after == {
            " ".join(
                sorted([*(f"WK{_square(board, number, game)}" for number in left), f"BK{_square(board, end, game)}"])
            )
            for left, end in expected
        }
    assert captured > 50


def _square(board: checks_kings.Board, number: int, game: pg.Game) -> str:
    row, column = board.cells[number]
    if game.info.options["names"] == "algebraic":
        return f"{'abcdefghijkl'[column]}{row + 1}"
    return str((board.height - 1 - row) * board.width // 2 + column // 2 + 1)


def _quiet(rays: list[list[list[int]]], single: int, strong: list[int]) -> list[int]:
    ends = []
    for ray in rays[single]:
        for cell in ray:
            if cell in strong:
                break
            ends.append(cell)
    return ends


def test_three_kings_against_one() -> None:
    rows = checks.read_kings()
    for row in rows:
        if int(row["height"]) * int(row["width"]) <= 64:
            assert checks.solve_kings(row) == row
        won = float(row["won"])
        assert won > 0.99 if row["published"] == "won" else won < 0.95


def test_drawn_positions_on_8x8_are_those_on_the_main_road() -> None:
    board = checks_kings.Board(8, 8)
    ending = checks_kings.solve(board, 3)
    road = np.array([row == column for row, column in board.cells])
    drawn = ending.legal & (ending.moves == checks_kings.NEVER)
    assert not (drawn[:, ~road] & ~ending.threatened[:, ~road]).any()
    assert ending.longest <= 15


def test_chess960() -> None:
    values = checks_chess960.read()
    assert 30 < values.stockfish.mean() < 40
    assert 12 < values.stockfish.std() < 16
    assert abs(checks_chess960.correlation(values.stockfish, values.alpha_beta).value) < 0.2
