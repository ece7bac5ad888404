"""Tests of environments without optional packages: everything works there, or states what to install."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

import plyground as pg
from extras import distributions_of, installed_by, optional_packages
from repository import ROOT

SUPPORT = ROOT / "tests" / "support"
PACKAGE = Path(pg.__file__).parent

MESSAGE = re.compile(r"(?:plyground: )?this needs (\w+), which cannot be imported: run pip install '(.+)'")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the results of everything that is public, by name."""
    folder = tmp_path_factory.mktemp("without")
    pg.study.atlas("stax", agents=["random"], games=20).save(folder / "report.json")
    child = subprocess.run(
        [sys.executable, str(SUPPORT / "without_extras.py"), str(folder)],
        env=os.environ | {"PYTHONPATH": str(SUPPORT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert child.returncode == 0, child.stderr
    return dict(line.split("\t") for line in child.stdout.splitlines())


def test_everything_public_works_or_states_what_to_install(results: dict[str, str]) -> None:
    failed = {name: result for name, result in results.items() if result != "works" and not MESSAGE.fullmatch(result)}
    assert failed == {}
    missing = {name: found for name, result in results.items() if (found := MESSAGE.fullmatch(result))}
    assert missing.keys() >= {
        *("plyground.make", "plyground.serve", "plyground.study.balance", "plyground.study.compensation"),
        *("plyground.arena.evaluate", "plyground.learn.fit", "plyground.learn.train", "Playouts.to_pandas"),
        *("plyground study", "plyground plan", "plyground serve", "plyground train", "plyground mcp"),
    }
    works = results.keys() - missing.keys()
    assert works >= {
        "plyground.matches",
        "plyground.vector",
        "plyground.register_game",
        "plyground play",
        "plyground list",
    }
    installed = {found[2] for found in missing.values()}
    extras = {f"plyground[{extra}]" for extra in metadata.metadata("plyground").get_all("Provides-Extra") or ()}
    assert installed <= extras | {"sb3-contrib"}


def imports_in_functions(path: Path) -> Iterator[tuple[str, str | None]]:
    """Yield each package that functions of a file import, with what `optional_imports` says to install."""

    def visit(node: ast.AST, requirement: str | None) -> Iterator[tuple[str, str | None]]:
        match node:
            case ast.Import(names=names):
                yield from ((alias.name.partition(".")[0], requirement) for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0], requirement
            case ast.With(
                items=[
                    ast.withitem(
                        context_expr=ast.Call(
                            func=ast.Name(id="optional_imports"), args=[ast.Constant(value=str(stated))]
                        )
                    )
                ]
            ):
                requirement = stated
        for child in ast.iter_child_nodes(node):
            yield from visit(child, requirement)

    tree = ast.parse(path.read_text(encoding="utf-8"))
    at_top = {
        package
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom | ast.With)
        for package, _ in visit(node, None)
    }
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            yield from ((package, stated) for package, stated in visit(function, None) if package not in at_top)


def test_functions_state_what_to_install_for_each_import() -> None:
    """Modules that import optional packages at their top are imported by `require_module`."""
    optional = optional_packages()
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for package, stated in imports_in_functions(path):
            if package in optional:
                found.append(package)
                assert stated is not None, f"{path} imports {package} without optional_imports"
                assert distributions_of()[package] & installed_by(stated), (
                    f"{path} imports {package}, which is not in {stated}"
                )
    assert len(found) > 30
