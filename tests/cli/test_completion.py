"""Completion of commands in bash, fish and zsh, in the shells that are installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

import plyground as pg
from commands import error_line, output
from plyground.agents import ENGINE_PREFIXES
from plyground.cli import completion, parser
from plyground.cli.completion_scripts import SCRIPTS, Table

CASES = {
    "plyground stu": ["study"],
    "plyground completion f": ["fish"],
    "plyground show three-k": ["three-kings-chess"],
    "plyground play --oppo": ["--opponent"],
    "plyground play chess --opponent mct": ["mcts:200"],
    "plyground study chess --agent g": ["greedy"],
    "plyground study --engine ": ["ray"],
    "plyground list --family dra": ["draughts"],
    "plyground list --board t": ["three-kings", "triangles"],
    "plyground --names games.toml list --si": ["--simultaneous"],
    "plyground study chess --games 1": [],
    "plyground merge {folder}/one": ["{folder}/one.store"],
}


@pytest.fixture
def cases(tmp_path: Path) -> dict[str, list[str]]:
    (tmp_path / "one.store").touch()
    return {
        line.format(folder=tmp_path): [word.format(folder=tmp_path) for word in words] for line, words in CASES.items()
    }


@pytest.fixture(scope="module")
def table() -> Table:
    return completion.table(parser())


def script(shell: str, table: Table, folder: Path) -> str:
    """Write the script for a shell, and return its path. Skip the test if the shell is not installed."""
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}")
    file = folder / f"_plyground.{shell}"
    file.write_text(SCRIPTS[shell](table), encoding="utf-8")
    return str(file)


def lines(*command: str) -> list[str]:
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout.splitlines()


def test_bash(table: Table, tmp_path: Path, cases: dict[str, list[str]]) -> None:
    complete = """
        source "$1"
        shift
        for COMP_LINE; do COMP_POINT=${#COMP_LINE}; _plyground; echo "${COMPREPLY[*]}"; done
    """
    # Bash replaces the text after the last colon or equals sign.
    cases |= {"plyground play --opponent mcts:2": ["200"], "plyground play --opponent=gre": ["greedy"]}
    found = lines("bash", "-c", complete, "bash", script("bash", table, tmp_path), *cases)
    assert dict(zip(cases, map(str.split, found), strict=True)) == cases


def test_fish(table: Table, tmp_path: Path, cases: dict[str, list[str]]) -> None:
    complete = "source $argv[1]; for line in $argv[2..]; echo (complete -C $line | string split -f 1 \\t); end"
    found = lines("fish", "--no-config", "-c", complete, script("fish", table, tmp_path), *cases)
    assert dict(zip(cases, map(str.split, found), strict=True)) == cases


def test_zsh(table: Table, tmp_path: Path) -> None:
    # Completes in a terminal, and waits for the whole line. `lines` ends it if the line does not come.
    complete = r"""
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell "PS1=; TERM=dumb; autoload -Uz compinit; compinit -u -D; source ${(q)1}; print ready-\$((6 * 7))"
        zpty -r shell out '*ready-42*'
        for line expected in "${@:2}"; do
            zpty -w -n shell "$line"$'\t'
            zpty -r shell out "*$expected*"
            print -r -- "$expected"
            zpty -w -n shell $'\C-u'
        done
        zpty -d shell
    """
    cases = {
        "plyground stu": "plyground study",
        "plyground show three-k": "plyground show three-kings-chess",
        "plyground play --oppo": "plyground play --opponent=",
        "plyground play chess --opponent mct": "plyground play chess --opponent mcts:200",
        "plyground list --family dra": "plyground list --family draughts",
        "plyground completion f": "plyground completion fish",
    }
    arguments = [text for case in cases.items() for text in case]
    assert lines("zsh", "-f", "-c", complete, "zsh", script("zsh", table, tmp_path), *arguments) == list(cases.values())


def test_the_command_prints_the_script(capsys: pytest.CaptureFixture[str], table: Table) -> None:
    assert output(capsys, "completion", "bash") == SCRIPTS["bash"](table)


def test_all_commands_and_ids_are_completed(table: Table) -> None:
    assert {"list", "play", "study", "completion"} <= {command.name for command in table.commands}
    assert table.words["ids"] == pg.variants()
    kinds = {option.kind for command in table.commands for option in command.options}
    assert kinds >= {"agents", "families", "boards", "files", "folders", "any", None}
    assert kinds <= {*table.words, "files", "folders", "any", None}


def test_agents_of_all_kinds_are_completed() -> None:
    prefixes = {"net:", *ENGINE_PREFIXES}
    for spec in set(completion.AGENTS) - prefixes:
        assert pg.agent(spec)
    with pytest.raises(ValueError, match="expected one of") as error:
        pg.agent("unknown-agent")
    kinds = str(error.value).partition("expected one of ")[2].partition(", with options")[0].split(", ")
    assert {spec.partition(":")[0] for spec in completion.AGENTS} == {kind.partition(":")[0] for kind in kinds}


def test_other_shells_are_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert "invalid choice: 'powershell'" in error_line(capsys, ["completion", "powershell"])
