"""Tests that imports within the package have no cycles."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

import pytest

import plyground


def modules(package: Path) -> dict[str, Path]:
    """Return the files of a package by module name."""
    found = {}
    for path in package.rglob("*.py"):
        inside = path.relative_to(package.parent).with_suffix("")
        found[".".join(inside.parts[:-1] if inside.name == "__init__" else inside.parts)] = path
    return found


def imports(name: str, path: Path, known: set[str]) -> Iterator[str]:
    """Yield the modules of its package that a module imports: at the top, in functions, for types only, or by name.

    The packages that contain the module are left out, because they are imported before it.
    """
    folder = name if path.name == "__init__.py" else name.rpartition(".")[0]

    def owner(of: str) -> str | None:
        """Return the module that a name is or is in."""
        return of if of in known else of.rpartition(".")[0] if of.rpartition(".")[0] in known else None

    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                targets = [one.name for one in names]
            case ast.ImportFrom(module=module, names=names, level=level):
                base = resolve_name("." * level + (module or ""), folder) if level else str(module)
                targets = [f"{base}.{one.name}" for one in names]
            case ast.Call(
                func=ast.Name(id="import_module" | "require_module"), args=[ast.Constant(value=str(text)), *_]
            ):
                targets = [resolve_name(f".{text.lstrip('.')}", folder.partition(".")[0])]
            case _:
                continue
        yield from filter(None, map(owner, targets))


def find_cycle(package: Path) -> list[str]:
    """Return the modules along an import cycle; an empty list if there is none."""
    found = modules(package)
    below = {name: set(imports(name, path, set(found))) - {name} for name, path in found.items()}
    try:
        TopologicalSorter(below).prepare()
    except CycleError as error:
        around: list[str] = error.args[1]
        return around
    return []


def test_imports_have_no_cycle() -> None:
    package = Path(plyground.__file__).parent
    assert len(modules(package)) > 40
    assert find_cycle(package) == []


@pytest.mark.parametrize(
    "text",
    [
        "from .above import top",
        "from . import above",
        "from .. import box",
        "import box.inner.above",
        "def later():\n    from box.inner import above",
        "if TYPE_CHECKING:\n    from .above import top",
        "above = import_module('.inner.above', 'box')",
        "above = require_module('inner.above')",
    ],
)
def test_cycles_are_found(text: str, tmp_path: Path) -> None:
    inner = tmp_path / "box" / "inner"
    inner.mkdir(parents=True)
    (tmp_path / "box" / "__init__.py").write_text("from .inner.below import low\n", encoding="utf-8")
    (inner / "__init__.py").write_text("from .above import top\n", encoding="utf-8")
    (inner / "above.py").write_text("import sys\nfrom .below import low\n", encoding="utf-8")
    (inner / "below.py").write_text("low = 0\n", encoding="utf-8")
    assert find_cycle(tmp_path / "box") == []
    (inner / "below.py").write_text(f"{text}\n", encoding="utf-8")
    assert "box.inner.below" in find_cycle(tmp_path / "box")
