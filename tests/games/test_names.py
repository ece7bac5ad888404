"""Options wherever a game is named, and names of one's own for games with options changed."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground.cli import main
from plyground.variant_filter import BOARDS

CALLS: dict[str, Callable[..., Any]] = {
    "playouts": lambda game, **options: pg.playouts(game, 3, **options).game,
    "vector": lambda game, **options: pg.vector(game, 3, **options).game,
    "matches": lambda game, **options: pg.matches(game, "random", 3, **options).game,
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_options_are_taken_as_by_game(call: Callable[..., Any]) -> None:
    small = pg.game("stax", size=6)
    assert call("stax", size=6) == call(small) == small != pg.game("stax")
    assert call("stax", size=6, frame="board") == pg.game("stax", size=6, frame="board")
    with pytest.raises(
        pg.BadOption,
        match=r"stax has no option 'sise', and there is no such argument \(did you mean size\?\); its options: ",
    ):
        call("stax", sise=6)
    with pytest.raises(pg.BadOption, match=r"'sead', and there is no such argument \(did you mean seed\?\)"):
        call("stax", sead=[1, 2])
    with pytest.raises(TypeError, match="a Game has its options already: size cannot be changed"):
        call(small, size=8)
    with pytest.raises(ValueError, match="seat' or 'board', got 'table'"):
        call("stax", frame="table")


@pytest.fixture
def small_stax() -> str:
    pg.register("small-stax", base="stax", size=6)
    return "small-stax"


def test_a_name_of_ones_own_is_an_id_anywhere(small_stax: str) -> None:
    small = pg.game("stax", size=6)
    assert pg.game(small_stax) == small
    assert pg.info(small_stax) == small.info
    assert all(call(small_stax) == small for call in CALLS.values())
    assert pg.game(small_stax, size=8) == pg.game("stax")
    assert pg.make(small_stax).game == small
    assert pg.study.balance(small_stax, games=50).rows[0].id == small.id
    # Results contain the definition, and are read where the name is unknown.
    assert "small-stax" not in small.to_json()
    with pytest.raises(pg.UnknownVariant, match="there is no variant 'smal-stax'; did you mean small-stax"):
        pg.game("smal-stax")
    assert small_stax not in pg.variants()


def test_gymnasium_knows_the_name() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    pg.register("tiny-stax", "stax", size=4)
    env = gymnasium.make("plyground/tiny-stax-v0", disable_env_checker=True)
    assert env.unwrapped.game == pg.game("stax", size=4)


def test_what_cannot_be_played_is_not_named() -> None:
    for name, base, options, problem in (
        (
            "chess",
            "stax",
            {"size": 6},
            "'chess' cannot be the name of a custom variant: a built-in variant has this id",
        ),
        ("Small Stax", "stax", {"size": 6}, "'Small Stax' cannot be the name of a custom variant: expected 1 to 60"),
        ("odd-stax", "stacks", {}, "there is no variant 'stacks'"),
        ("odd-stax", "stax", {"size": 5}, "stax: size must be 4, 6 or 8, got 5"),
    ):
        with pytest.raises(ValueError, match=problem):
            pg.register(name, base, **options)
    with pytest.raises(TypeError, match="name must be a str like 'my-draughts', got int"):
        pg.register(5, "stax")  # type: ignore[arg-type]
    with pytest.raises(pg.UnknownVariant):
        pg.game("odd-stax")


def test_a_name_can_be_given_anew() -> None:
    for size in (4, 6, 6):
        pg.register("my-stax", "stax", size=size)
        assert pg.game("my-stax") == pg.game("stax", size=size)


def test_set_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "stax", "--set", "size=6"]) == 0
    assert pg.game("stax", size=6).start().fen in capsys.readouterr().out
    assert main(["perft", "international-draughts", "2", "--set", "rows=2,opening=2", "--set", "win=lose"]) == 0
    counted = pg.game("international-draughts", rows=2, opening=2, win="lose").start().perft(2)
    assert f"2 {counted:,}" in capsys.readouterr().out.replace("2 " + str(counted), f"2 {counted:,}")
    assert main(["playouts", "stax", "-n", "100", "--set", "size"]) == 2
    assert "an option must be written OPTION=VALUE, such as flying=true, got 'size'" in capsys.readouterr().err


def test_names_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[hut-stax]\nbase = "stax"\nsize = 6\n\n[quick]\nbase = "international-draughts"\nquiet = 20\n')

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "plyground", "--names", str(file), *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=120)

    shown = run("show", "hut-stax")
    assert pg.game("stax", size=6).start().fen in shown.stdout, shown.stderr
    assert "size=6" in shown.stdout
    assert "100 games" in run("playouts", "quick", "-n", "100").stdout
    last = [sys.executable, "-m", "plyground", "show", "hut-stax", "--names", str(file)]
    assert subprocess.run(last, capture_output=True, text=True, timeout=120).stdout == shown.stdout
    good = '[small]\nbase = "stax"\nsize = 4\n'
    problems = {
        "[hut-stax]\nsize = 6\n": '[hut-stax] needs base = "ID"',
        '[odd-stax]\nbase = "stax"\nsize = 5\n': "[odd-stax] stax: size must be 4, 6 or 8, got 5",
        '[half-stax]\nbase = "stax"\nsize = 6.5\n': "[half-stax] option size must be a bool, int or str, got float",
    }
    file.write_text("".join(problems) + good)
    done = run("show", "small")
    assert done.returncode == 0
    assert "size=4" in done.stdout
    for problem in problems.values():
        assert f"skipped: {file}: {problem}" in done.stderr
    unknown = run("show", "hut-stax")
    assert unknown.returncode == 2
    assert "there is no variant 'hut-stax'" in unknown.stderr
    file.write_text("[hut-stax\n")
    bad = run("show", "stax")
    assert bad.returncode == 2
    assert "is not TOML" in bad.stderr
    assert "Traceback" not in bad.stderr


def test_case_and_spaces_do_not_matter() -> None:
    assert pg.game("Chess") == pg.game("chess")
    assert pg.info("Tar_Pit Chess").id == "tar-pit-chess"
    with pytest.raises(pg.UnknownVariant, match="there is no variant 'Ches'"):
        pg.game("Ches")


def test_variants_with_properties() -> None:
    assert pg.variants() == pg.variants(family=None)
    some = pg.variants(seats=3, board="triangles")
    assert some
    assert all(pg.info(id).num_seats == 3 and pg.info(id).board == "triangles" for id in some)
    hidden = set(pg.variants(hidden=True))
    assert hidden | set(pg.variants(hidden=False)) == set(pg.variants())
    assert hidden == {id for id in pg.variants() if pg.info(id).has_hidden_information}
    assert pg.variants(seats=7) == ()
    assert {pg.info(id).board for id in pg.variants()} <= set(BOARDS)
    with pytest.raises(ValueError, match="board must be"):
        pg.variants(board="cubes")
    with pytest.raises(TypeError, match="hidden must be True, False or None, got 1"):
        pg.variants(hidden=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="seats must be an integer or None, got '3'"):
        pg.variants(seats="3")  # type: ignore[arg-type]


def test_numbers_of_games_can_be_whole_floats() -> None:
    assert len(pg.playouts("stax", 1e1)) == len(pg.openings("stax", 1e1)) == 10  # type: ignore[arg-type]
    assert pg.study.balance("stax", games=1e1).rows[0].games == 10
    for wrong in (1.5, -1.0, float("nan"), 1e300):
        with pytest.raises((TypeError, ValueError), match="games must be an integer"):
            pg.playouts("stax", wrong)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="games must be an integer"):
            pg.study.balance("stax", games=wrong)


def test_what_is_public_is_listed() -> None:
    for module in (pg, pg.study):
        assert dir(module) == sorted(module.__all__)
        assert all(getattr(module, name) is not None for name in dir(module))
