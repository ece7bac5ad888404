"""Executes the examples of documents, docstrings and notebooks, and compares facts that several files state."""

import doctest
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from nbclient import NotebookClient

import notebook_runs
import plyground as pg
from engines import find_engine
from plyground import _core
from plyground.cli import main
from repository import ROOT
from selection import runs_all

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

README = (ROOT / "README.md").read_text(encoding="utf-8")


def run(name: str, text: str) -> int:
    """Run the examples of a text. Return their number."""
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    runner.run(test, out=report.append)
    assert not runner.failures, "".join(report)
    return len(test.examples)


def test_readme_examples() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert run("README.md", "\n".join(blocks)) >= 5


@pytest.mark.parametrize(
    "page", ["describing_a_game", "getting_started", "own_games", "pdn", "pgn", "simulating", "studies", "text_games"]
)
def test_examples_of_pages(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    assert run(page, "\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))) >= 10


def test_commands_for_a_game_of_your_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commands of the page run in a folder with a module that holds the game of the page."""
    for needed in ("jax", "onnx", "onnxruntime", "optax", "starlette", "uvicorn"):
        pytest.importorskip(needed)
    text = (ROOT / "docs" / "own_games.md").read_text(encoding="utf-8")
    rules = next(re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))[1]
    source = "".join(example.source for example in doctest.DocTestParser().get_examples(rules))
    (tmp_path / "my_module.py").write_text(f"{source}\npg.register_game(TicTacToe())\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setitem(sys.modules, "my_module", None)
    monkeypatch.delitem(sys.modules, "my_module")
    # The server ends immediately.
    monkeypatch.setattr("webbrowser.open", lambda _: True)
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, **__: None)
    commands = [shlex.split(line) for line in re.findall(r"^\$ plyground (.*)$", text, re.MULTILINE)]
    assert {command[0] for command in commands} == {"show", "play", "serve", "train", "study"}
    for command in commands:
        monkeypatch.setattr("sys.stdin", StringIO("save game.json\nresign\n"))
        assert main(command) == 0, capsys.readouterr().err


@pytest.mark.parametrize(
    "file", ["README.md", "CITATION.cff", "Cargo.toml", "pyproject.toml", "src/lib.rs", "python/plyground/__init__.py"]
)
def test_descriptions_count_the_variants(file: str) -> None:
    count = f"{len(pg.variants())} chess and checkers variants"
    assert count in (ROOT / file).read_text(encoding="utf-8"), f"{file} must state {count!r}"


def test_readme_counts_the_variants_of_each_family() -> None:
    stated = {
        family: (int(count), seats, pg.info(example).family)
        for family, count, seats, example in re.findall(
            r"^\| \[(\w+)\]\(docs/rules/\1\.md\) \| (\d+) \| ([\d, ]+) \| `([\w-]+)` \|", README, re.MULTILINE
        )
    }
    families: dict[str, list[int]] = {}
    for info in map(pg.info, pg.variants()):
        families.setdefault(info.family, []).append(info.num_seats)
    assert stated == {
        family: (len(seats), ", ".join(map(str, sorted(set(seats)))), family) for family, seats in families.items()
    }


def test_readme_names_the_extras() -> None:
    table = README.partition("| extra | adds |\n|---|---|\n")[2].partition("\n\n")[0]
    named = [name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(named) == sorted(project("pyproject.toml")["project"]["optional-dependencies"])


def test_descriptions_agree() -> None:
    description = project("pyproject.toml")["project"]["description"]
    assert project("Cargo.toml")["package"]["description"] == description
    assert str(pg.__doc__).startswith(f"{description}.\n")
    library = (ROOT / "src" / "lib.rs").read_text(encoding="utf-8")
    start = re.sub(r"\n//! ?", " ", library.partition("\n//!\n")[0].removeprefix("//! "))
    assert start == f"{description}."
    assert f"\n{description}.\n" in README


def test_citations_name_the_version() -> None:
    version = project("Cargo.toml")["workspace"]["package"]["version"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [version]
    assert re.findall(r"^  version = \{(.*)\},$", README, re.MULTILINE) == [version]
    assert f'abstract: "{project("pyproject.toml")["project"]["description"]}"' in citation


def project(name: str) -> dict[str, Any]:
    """Return a manifest of the root folder."""
    return tomllib.loads((ROOT / name).read_text(encoding="utf-8"))


def test_links_lead_somewhere() -> None:
    for document in (ROOT / "README.md", *ROOT.glob("docs/*.md")):
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name} links to {target}"


PAGES = {
    "agents": [],
    "benchmarks": [],
    "engines": [],
    "glossary": [],
    "gymnasium": ["gymnasium"],
    "jax": ["jax"],
    "learning": ["jax", "onnx", "onnxruntime", "optax"],
    "observations": [],
    "openspiel": ["pyspiel"],
    "options": [],
    "pettingzoo": ["pettingzoo"],
    "pictures": [],
    "play": ["anywidget", "PIL", "resvg_py"],
    "rllib": ["torch", "pettingzoo", "ray.rllib.algorithms.ppo"],
    "sb3": ["sb3_contrib", "pettingzoo"],
    "scores": ["scipy"],
    "strength": ["scipy"],
    "style": [],
    "three_kings": [],
    "torch": ["torch", "torchrl"],
    "triangles": [],
    "vectors": [],
}
"""The modules that the programs of a page need, and that may not be installed."""
ENGINES = {"engines": "stockfish"}
"""The engine that the programs of a page start."""
STAND_INS = {"learning": {"tensorboardX": "SummaryWriter().__enter__().add_scalar", "wandb": "log"}}
"""Modules on a page that are replaced, since they log to other programs, and the function of each that is called."""


# Warnings of other tools about each other's versions.
@pytest.mark.filterwarnings(
    "ignore:PettingZoo in TorchRL", "ignore:size_average and reduce args", "ignore::DeprecationWarning"
)
@pytest.mark.parametrize("page", PAGES)
def test_programs_run(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_ins = {name: MagicMock() for name in STAND_INS.get(page, {})}
    for name, module in stand_ins.items():
        monkeypatch.setitem(sys.modules, name, module)
    for needed in PAGES[page]:
        pytest.importorskip(needed)
    if page in ENGINES and find_engine(ENGINES[page]) is None:
        pytest.skip(f"needs {ENGINES[page]}")
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    programs = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert programs
    for program in programs:
        exec(compile(program, f"{page}.md", "exec"), {})
    for name, module in stand_ins.items():
        assert STAND_INS[page][name] in [call[0] for call in module.mock_calls]


def test_program_for_benchmarl(tmp_path: Path) -> None:
    """BenchMARL pickles classes of the program, so it has to be a file."""
    pytest.importorskip("benchmarl")
    text = (ROOT / "docs" / "benchmarl.md").read_text(encoding="utf-8")
    [program] = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    file = tmp_path / "program.py"
    file.write_text(program, encoding="utf-8")
    subprocess.run([sys.executable, str(file)], check=True, cwd=tmp_path)


@pytest.mark.parametrize(
    "name",
    ["info", "game", "neural_agent", "openings", "playouts", "self_play", "variants", "vector"],
)
def test_docstrings_of_the_core_functions(name: str) -> None:
    assert getattr(_core, name).__doc__
    run(name, getattr(_core, name).__doc__)


@pytest.mark.parametrize(
    "name",
    [
        "Agent",
        "Examples",
        "Game",
        "Info",
        "Matches",
        "NeuralAgent",
        "OptionSpec",
        "Plane",
        "Playouts",
        "Scoring",
        "SelfPlay",
        "State",
        "Trajectories",
        "Vector",
    ],
)
def test_docstrings_of_the_core(name: str) -> None:
    thing = getattr(_core, name)
    assert thing.__doc__
    assert run(name, thing.__doc__) >= 3
    for key, member in vars(thing).items():
        if not key.startswith("_"):
            assert member.__doc__, f"{name}.{key} says nothing"
            run(f"{name}.{key}", member.__doc__)


@pytest.mark.parametrize(
    "name", ["BadDescription", "BadOption", "BadPdn", "BadPgn", "BadPosition", "IllegalStep", "UnknownVariant"]
)
def test_docstrings_of_exceptions(name: str) -> None:
    assert run(name, getattr(_core, name).__doc__) >= 2


LONG_NOTEBOOKS = {"learning", "restricted_play", "training"}
"""Those that take most of the time of all notebooks."""


@pytest.fixture(scope="module")
def kernel() -> Iterator[NotebookClient]:
    """A kernel for all notebooks."""
    with notebook_runs.started_kernel() as client:
        yield client


@pytest.mark.parametrize("path", notebook_runs.PATHS, ids=lambda path: path.stem)
def test_notebook_outputs_are_current(kernel: NotebookClient, path: Path) -> None:
    if path.stem in LONG_NOTEBOOKS and not runs_all():
        pytest.skip("tests of learning and of restricted agents run the same code on smaller games")
    saved, executed = notebook_runs.read(path), notebook_runs.run(path, kernel)
    assert notebook_runs.outputs(saved) == notebook_runs.outputs(executed), "make notebooks writes them again"
    shown = [output for cell in saved.cells for output in cell.get("outputs", ())]
    assert not [output for output in shown if output.get("name") == "stderr"]
    pictures = [len(output.data["image/png"]) for output in shown if "image/png" in output.get("data", {})]
    assert pictures
    assert max(pictures) < 80_000, "of base64, which is 60 kB of a picture"
