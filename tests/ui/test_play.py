"""Tests of `plyground play`: seats, commands, hidden information and saved games."""

import io
import json
import re
import shlex
from pathlib import Path

import pytest

import plyground as pg
from commands import error_line, output
from repository import ROOT
from small_games import TicTacToe


def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: str, *arguments: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    return output(capsys, "play", *arguments)


def test_play_both_seats(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = play(monkeypatch, capsys, "f2f3\ne7e5\ng2g4\nd8h4\n", "chess", "--seat", "all")
    assert out.splitlines()[-1] == "game over after 4 steps (checkmate): seat 0 (white) -1, seat 1 (black) +1"


def test_play_against_the_default_opponent(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = play(monkeypatch, capsys, "?\ne2e5\nhelp\ne2e4\nquit\n", "chess")
    assert "pawn a2:    a2a3 a2a4" in out
    assert pg.info("chess").summary in " ".join(out.split())
    assert "'e2e5' is not legal: the pawn on e2 cannot move to e5\nnear: e2e4 e2e3" in out
    assert re.search(r"played: e2e4 \w+", out)


def test_play_against_an_agent(capsys: pytest.CaptureFixture[str]) -> None:
    mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
    out = output(capsys, "play", "chess", "--seat", "none", "--opponent", "ab:1", "--start", mate)
    assert "seat 0 (white): a1a8" in out
    assert "checkmate" in out


def test_header_names_the_seats(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = play(monkeypatch, capsys, "quit\n", "tri-stax-3", "--seat", "1", "--opponent", "greedy")
    colors = pg.info("tri-stax-3").seat_colors
    you, others = f"seat 1 ({colors[1]})", f"seat 0 ({colors[0]}), seat 2 ({colors[2]})"
    assert out.startswith(f"Tri-Stax 3: you play {you}; greedy plays {others}\n")


def test_each_other_seat_can_have_its_own_agent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    agents = ("--opponent", "greedy", "--opponent", "random")
    out = play(monkeypatch, capsys, "quit\n", "tri-stax-3", "--seat", "1", *agents)
    colors = pg.info("tri-stax-3").seat_colors
    assert f"; greedy plays seat 0 ({colors[0]}); random plays seat 2 ({colors[2]})\n" in out
    message = "--opponent must be given once, or once for each seat that you do not play (0), got 2 agents"
    assert message in error_line(capsys, ["play", "chess", "--seat", "1", *agents])


def test_undo(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = play(
        monkeypatch, capsys, "undo\ne2e4\nundo\nundo\nd2d4\na2a3\nundo\nundo\nc2c4\nquit\n", "chess", "--seed", "2"
    )
    assert out.count("no turn to take back") == 2
    assert out.count("took back your last turn") == 3
    # The board is the same as before the turn.
    boards = re.findall(r"^8 (?:.*\n){8}", out, re.MULTILINE)
    assert boards[0] == boards[1 + 1]
    assert "played: c2c4" in out
    # With both seats, undo takes back the last turn of either seat.
    out = play(monkeypatch, capsys, "e2e4\ne7e5\nundo\nc7c5\nquit\n", "chess", "--seat", "all")
    assert "played: c7c5" in out


def test_undo_takes_back_whole_turns(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A capture of two jumps is one turn, and undo takes back the whole turn after any of its steps."""
    fen = "W:W23,21:B18,9,12 - 0 0 -"
    state = pg.game("english-draughts").from_fen(fen)
    assert state.legal_steps() == ["23x14"]
    arguments = ("english-draughts", "--seat", "all", "--start", fen)
    out = play(monkeypatch, capsys, "23x14\nundo\n23x14\n14x5\nundo\n23x14\n14x5\nquit\n", *arguments)
    assert out.count("took back your last turn") == 2
    assert out.count(state.text(state.current_player)) == 3


@pytest.mark.parametrize("buried", ["d5P", "e8P"])
def test_turns_are_applied_step_by_step_with_hidden_information(
    buried: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A player must play the first step to learn what it uncovers."""
    fen = f"4k3/8/1p6/3N4/8/8/8/4K3 w - - - {buried} - d5,e8 move - - - 0"
    for typed, played in [
        ("d5b6 bury:d5", ["d5b6"] + ["bury:d5"] * (buried == "d5P")),
        ("d5b6 bury:h8", ["d5b6"]),
        ("d5d6 bury:d5", []),
    ]:
        file = tmp_path / f"{len(list(tmp_path.iterdir()))}.json"
        play(monkeypatch, capsys, f"{typed}\n\nsave {file}\nquit\n", "zombie-chess", "--seat", "all", "--start", fen)
        assert json.loads(file.read_text(encoding="utf-8"))["steps"] == played


def test_steps_after_the_end_of_a_turn_are_not_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "mask:BKNQR\n\nmask:BKNQR\n\na2a3 b7b6\nquit\n"
    out = play(monkeypatch, capsys, lines, "masquerade-chess", "--seat", "all")
    assert "the turn is over: b7b6 was not played" in out


def test_hints(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
    out = play(monkeypatch, capsys, "hint ab:1\nhint unknown\nhint\nquit\n", "chess", "--start", mate)
    assert "ab:1 would play a1a8" in out
    assert "strong:ms=1000 would play a1a8" in out
    assert "'unknown'" in out


def test_save_and_load(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    lines = f"save\nsave {tmp_path / 'none' / 'game.json'}\na2a3\nsave {file}\nquit\n"
    out = play(monkeypatch, capsys, lines, "chess960", "--seed", "3", "--set", "castling=false", "--seat", "all")
    assert "name a file" in out
    assert "no such folder" in out
    assert f"saved; to continue: plyground play --load {file}" in out
    on = play(monkeypatch, capsys, "h7h6\nquit\n", "--load", str(file), "--seat", "all")
    assert "played: a2a3" in on
    assert "played: a2a3 h7h6" in on
    for text in ("", "[]", "{}", '{"game": 3}', file.read_text().replace("a2a3", "a2a9"), "[" * 100_000):
        (tmp_path / "odd.json").write_text(text)
        assert "is not a saved game" in error_line(capsys, ["play", "--load", str(tmp_path / "odd.json")])
    assert "no such file" in error_line(capsys, ["play", "--load", str(tmp_path / "none.json")]).lower()
    assert "--load cannot be combined with ID" in error_line(capsys, ["play", "chess", "--load", str(file)])
    assert "name a variant" in error_line(capsys, ["play"])


def test_the_command_that_continues_a_game_of_ones_own_names_its_module(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pg.register_game(TicTacToe())
    file = tmp_path / "my game.json"
    id = "small_games:tic-tac-toe"
    out = play(monkeypatch, capsys, f"a1\nsave {file}\nquit\n", id, "--seat", "all")
    command = shlex.split(out.partition("saved; to continue: ")[2].splitlines()[0])
    assert command == ["plyground", "play", id, "--load", str(file)]
    assert "played: a1" in play(monkeypatch, capsys, "quit\n", *command[2:], "--seat", "all")


def test_whole_turns(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    state = pg.game("english-draughts").start()
    turn = next(iter(state.legal_turns()))
    assert "played:" in play(monkeypatch, capsys, f"{turn}\n", "english-draughts")


def test_watching_a_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    watched = ("stax", "--seat", "none", "--opponent", "random", "--seed", "5")
    out = play(monkeypatch, capsys, "", *watched)
    assert re.search(
        r"^game over after \d+ steps \(\S+\): seat 0 \(white\) [+-]\d, seat 1 \(black\) [+-]\d$", out, re.MULTILINE
    )
    assert out == play(monkeypatch, capsys, "", *watched)


def test_hidden_commits_stay_hidden(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = play(monkeypatch, capsys, "mask:NKQBR\n\n", "masquerade-chess", "--seat", "all")
    before, after = out.split("next: seat 1 (black); press Enter to show the board ")
    assert "NKQBR" not in after.replace("mask:NKQBR", "", 0)
    assert "seat 0 (white)>" in before
    assert "seat 1 (black)>" in after


def test_undo_is_not_available_with_hidden_information(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = play(monkeypatch, capsys, "e2e4\nundo\nquit\n", "zombie-chess")
    assert "undo is not available in games with hidden information" in out
    assert "took back your last turn" not in out


def test_end_of_input_quits(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(monkeypatch, capsys, "", "chess").splitlines()[-1].startswith("seat 0 (white)>")


def test_groups_and_explanations_of_steps(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = play(monkeypatch, capsys, "? b1\n?B1C3\n? b5\nquit\n", "chess")
    assert "b1a3  hop two north and one west to a3\nb1c3  hop two north and one east to c3\n" in out
    assert out.count("b1c3  hop two north and one east to c3") == 2
    assert "no legal step begins with 'b5'" in out
    out = play(monkeypatch, capsys, "?\n? mask:KQRBN\n? mask\nquit\n", "masquerade-chess", "--seat", "0")
    assert "120 legal steps:\n  mask: such as mask:BKNQR, choose how the enemy's king" in out
    assert out.count("mask:KQRBN  choose how") == 2
    out = play(monkeypatch, capsys, "?\nquit\n", "tar-pit-chess", "--seed", "2", "--opponent", "random")
    assert all(len(line) <= 300 for line in out.splitlines())


def test_steps_in_any_case(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = play(monkeypatch, capsys, "nf3\nE7-E5\nNXE5\nqH4\nquit\n", "chess", "--seat", "all")
    assert [line for line in out.splitlines() if line.startswith("played:")][-1] == "played: f3e5 d8h4"
    out = play(monkeypatch, capsys, "A3 B4\nquit\n", "russian-draughts")
    assert "played: a3-b4" in out


def test_b_is_a_pawn_or_a_bishop(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The exact case decides. Otherwise the text is ambiguous if both fit."""
    fen = "4k3/8/8/8/2p5/1P1B4/8/4K3 w - - 0 1"
    for typed, step in (("bc4", "b3c4"), ("bxc4", "b3c4"), ("Bc4", "d3c4"), ("Bxc4", "d3c4"), ("be4", "d3e4")):
        out = play(monkeypatch, capsys, f"{typed}\nquit\n", "chess", "--seat", "all", "--start", fen)
        assert f"played: {step}" in out, typed
    out = play(monkeypatch, capsys, "BC4\nquit\n", "chess", "--seat", "all", "--start", fen)
    assert "'BC4' is ambiguous: bxc4 (b3c4) or Bxc4 (d3c4)" in out
    assert "played:" not in out


def test_turns_in_pdn(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    fen = "W:W22:B11,18 - 0 0 -"
    for typed in ("22x8", "22x15x8", "22-8", "22x15 15x8"):
        out = play(monkeypatch, capsys, f"{typed}\n", "english-draughts", "--seat", "all", "--start", fen)
        assert "game over after 2 steps (elimination)" in out, typed
    # A separator between numbers has a meaning: 1-12 is not 11-2.
    out = play(monkeypatch, capsys, "10-1\nquit\n", "english-draughts", "--seat", "all", "--start", "W:W32:B1 - 0 0 -")
    assert "played:" not in out
    assert "is not legal" in out


def test_near_steps(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = play(monkeypatch, capsys, "g1f4\nNf4\nxyzzy\nquit\n", "chess")
    near = [line for line in out.splitlines() if line.startswith(("near:", "? lists"))]
    assert near[0].split()[1:3] == ["g1f3", "g1h3"]
    assert "g1f3" in near[1]
    assert near[2] == "? lists the legal steps"


def test_commands_for_rules_and_positions(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = play(monkeypatch, capsys, "fen\nrules\nquit\n", "stax", "--set", "numbers=true")
    assert pg.game("stax-numbers").start().fen in out
    assert pg.rules("stax-numbers") in out
    # With hidden information, the position is that of the view.
    out = play(monkeypatch, capsys, "mask:NKQBR\n\nfen\nquit\n", "masquerade-chess", "--seat", "all")
    assert "b KQkq - - ????? KQRBN," in out


def test_resign(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = play(monkeypatch, capsys, "e2e4\nresign\n", "chess", "--seat", "all")
    assert out.splitlines()[-1].endswith("seat 1 (black) resigns after 1 step: seat 0 (white) won")
    out = play(monkeypatch, capsys, "resign\n", "tri-stax-3", "--seat", "all")
    assert out.splitlines()[-1].endswith("seat 0 (white) resigns after 0 steps")


def test_save_asks_before_replacing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text("old", encoding="utf-8")
    out = play(monkeypatch, capsys, f"save {file}\n\nsave {file}\nn\nquit\n", "chess")
    assert out.count("not saved") == 2
    assert file.read_text(encoding="utf-8") == "old"
    assert "saved; to continue" in play(monkeypatch, capsys, f"save {file}\ny\nquit\n", "chess")
    assert json.loads(file.read_text(encoding="utf-8"))["steps"] == []


def test_triangles_have_their_names(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = play(monkeypatch, capsys, "quit\n", "tri-chek-2")
    assert r"\d1 / \d3 / \d5 /" in out
    # Numbered men look like cells, so the cells have capitals.
    assert r"\D1 / \D3 / \D5 /" in play(monkeypatch, capsys, "quit\n", "tri-chek-2-numbers")


def test_the_session_of_the_documentation(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The session in docs/play.md is what the command prints, with the typed lines behind the prompts."""
    text = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    command, session = re.search(r"^```text\n\$ plyground play (.*)\n((?:.*\n)*?)```$", text, re.MULTILINE).groups()  # type: ignore[union-attr]
    prompt = "seat 0 (black)> "
    typed = re.findall(rf"^{re.escape(prompt)}(.*)$", session, re.MULTILINE)
    assert len(typed) >= 5
    shown = play(monkeypatch, capsys, "\n".join(typed) + "\n", *command.split())
    parts = shown.split(prompt)
    assert len(parts) == len(typed) + 1
    assert session == parts[0] + "".join(f"{prompt}{line}\n{part}" for line, part in zip(typed, parts[1:], strict=True))
