"""Tests of the command line: output, error messages and interrupts."""

import csv
import platform
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import plyground as pg
from commands import error_line, output
from plyground import _core
from plyground.cli import main, version
from selection import every_variant

COMMAND = [sys.executable, "-m", "plyground"]


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "list")
    for id in pg.variants():
        assert re.search(rf"^\s*{re.escape(id)} ", out, re.MULTILINE)


def test_list_of_a_family(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "list", "--family", pg.info("stax").family)
    assert "stax" in out
    assert "english-draughts" not in out


def test_list_by_properties(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "list", "--board", "squares", "--hidden", "--simultaneous")
    found = pg.variants(board="squares", hidden=True, simultaneous=True)
    assert found
    assert sum(any(f"{id} " in line for id in pg.variants()) for line in out.splitlines()) == len(found)
    assert all(f"{id} " in out for id in found)


def test_list_by_seats(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "list", "--seats", "5")
    assert "tri-stax-5" in out
    assert not re.search(r"^ stax ", out, re.MULTILINE)


def test_playouts_to_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    command = ("playouts", "tri-stax-3", "-n", "5_000", "--seed", "2", "--out", str(file))
    assert f"wrote {file}, one row per game" in output(capsys, *command)
    run = pg.playouts("tri-stax-3", 5_000, seed=2)
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [int(row["game"]) for row in rows] == list(range(5_000))
    assert [int(row["steps"]) for row in rows] == run.steps.tolist()
    assert [row["reason"] for row in rows] == [pg.REASONS[reason] for reason in run.reasons]
    assert [[float(row[f"return_{seat}"]) for seat in range(3)] for row in rows] == run.returns.tolist()
    assert "the file exists, use --overwrite to replace it" in error_line(capsys, command)
    short = output(capsys, "playouts", "tri-stax-3", "-n", "10", "--out", str(file), "--overwrite")
    assert "wrote" in short
    assert len(file.read_text().splitlines()) == 11
    assert [path.name for path in tmp_path.iterdir()] == ["games.csv"]
    assert "the file must end in .csv or .parquet, got 'games.txt'" in error_line(
        capsys, ("playouts", "stax", "--out", str(tmp_path / "games.txt"))
    )
    assert "no such folder" in error_line(capsys, ("playouts", "stax", "--out", str(tmp_path / "none" / "games.csv")))


def test_playouts_to_parquet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "games.parquet"
    output(capsys, "playouts", "stax", "-n", "5_000", "--out", str(file))
    run = pg.playouts("stax", 5_000)
    assert parquet.read_table(file).to_pandas().equals(run.to_pandas())


@every_variant
def test_show(capsys: pytest.CaptureFixture[str], id: str) -> None:
    out = output(capsys, "show", id, "--seed", "3")
    state = pg.game(id).start(3)
    assert pg.info(id).title in out
    assert state.fen in out
    assert state.text() in out
    assert f"{len(state.legal_steps())} legal steps" in out


def test_show_planes_and_actions(capsys: pytest.CaptureFixture[str]) -> None:
    game = pg.game("stax")
    out = output(capsys, "show", "stax", "--planes")
    for plane in game.info.planes:
        assert re.search(
            rf"{plane.index} {plane.name} +{re.escape(plane.description)} +{re.escape(plane.encoding)}", out
        )
    assert game.start().fen not in out
    out = output(capsys, "show", "stax", "--action", "37")
    assert out == (
        f"action 37: {game.action_text(37)}\nseat 0: {game.action_text(37, 0)}\nseat 1: {game.action_text(37, 1)}\n"
    )


def test_playouts(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "playouts", "english-draughts", "-n", "5_000", "--seed", "4")
    run = pg.playouts("english-draughts", 5_000, seed=4)
    assert (
        f"{run.steps.sum():,} steps; steps per game: mean {run.steps.mean():.1f}, {run.steps.min()} to {run.steps.max()}"
        in out
    )
    for seat, gained in enumerate(run.returns.T):
        figures = rf"{gained.mean():+.4f}\s+{sum(gained > 0):,}\s+{sum(gained == 0):,}\s+{sum(gained < 0):,}\s"
        assert re.search(rf"{seat}\s+{figures}".replace("+0.", r"\+0."), out)
    for reason, count in run.reason_counts.items():
        assert re.search(rf"{reason}\s+{count:,}\s", out)


@pytest.mark.parametrize(("text", "games"), [("1_200", 1200), ("1e3", 1000), ("1.5e3", 1500), ("2E+2", 200)])
def test_formats_of_integers(capsys: pytest.CaptureFixture[str], text: str, games: int) -> None:
    assert f"{games:,} games, " in output(capsys, "playouts", "english-draughts", "-n", text)


def test_playouts_from_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    state = pg.game("chess").start()
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        state.apply(move)
    assert state.reason == "checkmate"
    assert "checkmate" in output(capsys, "playouts", "chess", "-n", "10", "--start", state.fen)


@pytest.mark.parametrize(
    ("arguments", "counts"),
    [
        (["chess", "3"], ["1 20", "2 400", "3 8902"]),
        (["english-draughts", "5", "--turns"], ["1 7", "2 49", "3 302", "4 1469", "5 7361"]),
        (["chess", "0"], ["0 1"]),
        (["chess", "2", "--start", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], ["1 0"]),
    ],
)
def test_perft(capsys: pytest.CaptureFixture[str], arguments: list[str], counts: list[str]) -> None:
    assert output(capsys, "perft", *arguments).splitlines() == counts


@pytest.mark.parametrize("turns", [False, True])
def test_perft_in_blocks(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, turns: bool) -> None:
    monkeypatch.setattr("plyground.cli.perft.BLOCK_SECONDS", 0.0)
    out = output(capsys, "perft", "stax", "5", *["--turns"] * turns)
    state = pg.game("stax").start()
    assert out.splitlines() == [f"{depth} {state.perft(depth, turns=turns)}" for depth in range(1, 6)]


def test_study(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    out = output(capsys, "study", "checkers", "stax", "--games", "400", "--seed", "2", "--out", str(folder))
    report = pg.study.balance("checkers", "stax", games=400, seed=2)
    for row in report.rows:
        assert f"{row.score:.4f} [{row.score_low:.4f}, {row.score_high:.4f}]" in out
    with (folder / "balance.csv").open(newline="") as file:
        assert [row["id"] for row in csv.DictReader(file)] == ["checkers", "stax"]
    assert (folder / "balance.png").stat().st_size > 1_000


def test_study_of_a_family(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "study", "--family", "adams_checkers", "--seats", "2", "--games", "20")
    ids = [id for id in pg.variants() if pg.info(id).family == "adams_checkers" and pg.info(id).num_seats == 2]
    assert len(ids) >= 18
    assert [line.split()[0] for line in out.splitlines() if line.split()[:1] and line.split()[0] in ids] == ids


def test_study_by_agents(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    store = str(tmp_path / "games.db")
    first = output(capsys, "study", "stax", "--agent", "greedy", "--games", "10", "--store", store)
    assert "Play by greedy" in first
    assert re.search(r"stax +10 ", first)
    assert first == output(capsys, "study", "stax", "--agent", "greedy", "--games", "10", "--store", store)


def test_study_with_sprt(capsys: pytest.CaptureFixture[str]) -> None:
    assert re.search(r"stax .* fair ", output(capsys, "study", "stax", "--sprt", "150"))


def test_study_of_strength(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "study", "stax", "--strength", "--agent", "random", "--agent", "greedy", "--games", "20")
    assert "random" in out
    assert "greedy" in out


def test_study_of_agents(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "study", "stax", "--match", "--agent", "random", "--agent", "greedy", "--games", "20")
    assert re.search(r"advantage of the first move: [+-]\d+ Elo points", out)


def test_study_of_rules(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(
        capsys, "study", "english-draughts", "--ablation", "--set", "flying=true", "--set", "quiet=40", "--games", "50"
    )
    assert "flying=True: score " in out
    assert "quiet=40: score " in out


def test_rerun_of_a_study(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(tmp_path / "pieces.json")
    once = output(capsys, "study", "chess", "--piece-values", "--games", "400", "--save", path)
    assert "queen" in once
    assert once == output(capsys, "study", "--rerun", path) + f"wrote {path}\n"


@pytest.mark.filterwarnings("ignore::plyground.study.MeasuredJudgeWarning")
def test_openings(capsys: pytest.CaptureFixture[str]) -> None:
    study = ["study", "chess", "--agent", "ab:1", "--games", "20"]
    out = output(capsys, *study, "--openings", "2", "--balanced", "--tree")
    assert "Chess by ab:1: 20 games" in out
    black = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    out = output(capsys, *study, "--start", black, "--tree")
    assert re.search(r"^[a-h][78][a-h][56] +\d+  [01]\.\d{3} \[", out, re.MULTILINE)
    assert "cannot be combined with --match" in error_line(capsys, ["study", "chess", "--match", "--tree"])
    assert "balanced=True needs random openings" in error_line(capsys, [*study, "--balanced"])


def test_atlas(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "new"
    out = output(
        capsys, "atlas", "stax", "double-stax-pairs", "--agent", "random", "--games", "20", "--out", str(folder)
    )
    assert "2 rows for 2 variants" in out
    assert "double-stax-pairs" in (folder / "atlas.html").read_text(encoding="utf-8")
    assert (folder / "atlas.csv").read_text().count("\n") == 3
    assert len(pg.study.load(folder / "atlas.json").rows) == 2


def test_bench(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "bench", "stax", "--seconds", "0.01")
    assert re.search(r"stax\s+[\d,]+\s+[\d,]+\s+[\d,]+\s+[\d,]+", out)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    first, *facts = capsys.readouterr().out.splitlines()
    assert first == f"plyground {pg.__version__}"
    found = dict(line.split(": ", 1) for line in facts)
    assert list(found) == ["commit", "build", "module", "python", "numpy", "system"]
    assert re.fullmatch(r"unknown|[0-9a-f]{7,40}(-dirty)?( \(of the clone\))?", found["commit"])
    assert re.fullmatch(
        r"(release|development, with checks), for [\w-]+ \([\w-]+\), rustc \d+\.\d+\.\d+.*", found["build"]
    )
    assert found["module"] == Path(str(_core.__file__)).name
    assert platform.python_version() in found["python"]
    assert (platform.machine() == "x86_64") == ("for x86-64" in found["build"])


def test_commands_import_only_what_they_need() -> None:
    program = "import sys, plyground.cli; plyground.cli.main(['show', 'stax']); print(*sys.modules)"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    modules = set(printed.splitlines()[-1].split())
    assert "plyground.cli.variant_info" in modules
    assert modules.isdisjoint({"plyground.arena", "plyground.study", "plyground.ui.server", "rich.progress"})


def test_the_version_in_a_clone_has_its_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "__file__", str(tmp_path / "python/plyground/cli/version.py"))
    assert version._commit_of_checkout() == "unknown"
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    assert version._commit_of_checkout() == "unknown"
    subprocess.run([*git, "commit", "--quiet", "--allow-empty", "--message=a"], check=True)
    assert re.fullmatch(r"[0-9a-f]{12} \(of the clone\)", version._commit_of_checkout())
    monkeypatch.setenv("PATH", "")
    assert version._commit_of_checkout() == "unknown"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "ches"], "chess"),
        (["shows", "chess"], "there is no command 'shows'; did you mean show?"),
        (["conquer", "chess"], "there is no command 'conquer'; the commands are list, show, "),
        (["show"], "are required: ID; 'plyground show --help' describes them"),
        (["show", "chess", "--start", "nonsense"], "plyground: "),
        (["list", "--family", "poker"], "got 'poker'"),
        (["list", "--board", "cubes"], "board must be 'squares' or 'triangles' or 'hexagons' or 'three-kings'"),
        (["study", "stax", "--quick", "--games", "100"], "cannot be combined with --games"),
        (["playouts", "chess", "-n", "0"], "integer from 1"),
        (["playouts", "chess", "-n", "-5"], "-n"),
        (["playouts", "chess", "-n", "many"], "got 'many'"),
        (["playouts", "chess", "-n", "1.5"], "got '1.5'"),
        (["playouts", "chess", "-n", "1.25e1"], "got '1.25e1'"),
        (["playouts", "chess", "-n", "1e10"], "got '1e10'"),
        (["playouts", "chess", "-n", "1e999999999"], "must be an integer"),
        (["playouts", "chess", "-n", "_1"], "got '_1'"),
        (["playouts", "chess", "--seed", "18446744073709551616"], "integer from 0"),
        (["playouts", "chess", "--threads", "0"], "integer from 1"),
        (["perft", "chess", "-1"], "-1"),
        (["perft", "chess", "9" * 40], "integer from 0"),
        (["perft", "chess", "two"], "got 'two'"),
        (["study"], "ID"),
        (["study", "--family", "poker"], "got 'poker'"),
        (["study", "--family", "draughts", "--seats", "5"], "--seats must be 2 in family draughts, got 5"),
        (["study", "chess", "--seats", "3"], "no variant is selected: chess must have 3 seats"),
        (["list", "--seats", "9"], "--seats must be 1, 2, 3, 4, 5 or 6, got 9"),
        (["study", "stax", "--agent", "gready"], "greedy"),
        (["study", "stax", "checkers", "--match"], "--match needs one variant, got 2"),
        (["study", "stax", "--match", "--agent", "random"], "at least two agents"),
        (["study", "stax", "--ablation", "--set", "flying"], "OPTION=VALUE"),
        (["study", "stax", "--ablation", "--set", "flying=true"], "flying"),
        (["study", "stax", "--sprt", "0"], "elo must be above 0"),
        (["study", "stax", "--sprt", "1e308"], "at most 1000, got 1e+308"),
        (["study", "stax", "--sprt", "nan"], "at most 1000, got nan"),
        (["study", "stax", "--save", "nowhere/report.json"], "no such folder"),
        (["study", "stax", "--store", "nowhere/games.db"], "no such folder"),
        (["study", "stax", "--rerun", "report.json"], "name only games of your own"),
        (["study", "--rerun", "nowhere.json"], "nowhere.json"),
        (["study", "--rerun", "x", "--seed", "0", "--quick"], "--rerun takes these from the report: --quick or --seed"),
        (["study", "--rerun", "x", "--games", "9"], "--rerun takes these from the report: --games"),
        (["study", "stax", "--match", "--measures"], "--match cannot be combined with --measures"),
        (["study", "stax", "--piece-values", "--sprt", "20"], "--piece-values cannot be combined with --sprt"),
        (["show", "chess", "--action", "1096"], "action must be an action of chess, from 0 to 1095, got 1096"),
        (["show", "poker"], "there is no variant 'poker'; run 'plyground list' for all ids"),
        (
            ["playouts", "stax", "1000"],
            "plyground playouts: error: unrecognized arguments: 1000",
        ),
        (["show", "stax", "--size", "4"], "plyground show: error: unrecognized arguments: --size 4"),
        (["atlas", "stax", "--seconds", "0"], "above 0"),
        (["study", "chess", "stx"], "stax"),
        (["study", "chess", "--confidence", "95"], "between 0 and 1"),
        (["play", "chess", "--seat", "2"], "--seat must be 'all', 'none' or seats of chess (0, 1), got '2'"),
        (["play", "chess", "--seat", ""], "got ''"),
        (["play", "chess", "--opponent", "mtcs:50"], "did you mean mcts:N?"),
        (["bench", "chess", "--seconds", "0"], "--seconds must be above 0"),
        (["bench", "chess", "--seconds", "nan"], "got nan"),
        ([], "COMMAND"),
    ],
)
def test_errors(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    line = error_line(capsys, arguments)
    assert line.startswith("plyground")
    assert message in line


def test_wrong_values_are_told_without_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["playouts", "chess", "-n", "many"])
    message = "argument -n/--games: must be an integer from 1 to 4294967295, got 'many'"
    assert capsys.readouterr().err == f"plyground playouts: error: {message}\n"


def test_interrupted_studies_say_what_is_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = str(tmp_path / "st.db")
    output(capsys, "study", "stax", "--games", "1_200", "--store", store)

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pg.study, "balance", interrupt)
    monkeypatch.setattr(pg.study, "atlas", interrupt)
    monkeypatch.setattr("plyground.cli.tuning.tune", interrupt)
    atlas = ["atlas", "stax", "--out", str(tmp_path)]
    for arguments, message in (
        (["study", "stax"], "nothing is kept; --store FILE keeps games"),
        (["study", "stax", "--store", store], f"1,200 games are kept in {store}; the same command continues"),
        ([*atlas, "--store", store], f"1,200 games are kept in {store}; the same command continues"),
        (["tune", "stax"], "nothing is kept; the file is written after the last generation"),
    ):
        assert main(arguments) == 130
        assert capsys.readouterr() == ("", f"plyground: interrupted: {message}\n")


def test_output_paths_are_checked_before_playing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    # If the path were not checked first, this number of games would take hours.
    long_study = ["study", "chess", "--games", "10_000_000", "--save"]
    assert f"name a file in it: {tmp_path}" in error_line(capsys, [*long_study, str(tmp_path)])
    assert "no such folder" in error_line(capsys, [*long_study, str(tmp_path / "nowhere" / "report.json")])
    (tmp_path / "atlas.html").mkdir()
    assert "name a file in it" in error_line(capsys, ["atlas", "chess", "--out", str(tmp_path)])


def test_output_folder_that_cannot_be_created(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "file" in error_line(capsys, ["study", "chess", "--games", "1", "--out", str(tmp_path / "file")])


def test_closed_pipe() -> None:
    with subprocess.Popen([*COMMAND, "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends interrupts in another way")
@pytest.mark.parametrize("arguments", [["perft", "chess", "4000000000"], ["playouts", "chess", "-n", "4000000000"]])
def test_interrupts(arguments: list[str]) -> None:
    # Wait until the command has started and NumPy is imported, which can take long on a busy machine.
    begin = (
        "import sys, numpy; from plyground.cli import main; print('started', flush=True); sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", begin, *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "started\n"
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            _, error = process.communicate(timeout=60)
        finally:
            process.kill()
    assert error == "plyground: interrupted\n"
    assert process.returncode == 130
