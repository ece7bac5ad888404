"""Write the docstrings of the compiled module into its stub, so that editors show what ``help()`` shows.

The doc comments of the bindings in Rust are the only source. `make stub` runs this script.
"""

import ast
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from plyground import _core

STUB = Path(__file__).resolve().parent.parent / "python" / "plyground" / "_core.pyi"

Documented = ast.ClassDef | ast.FunctionDef


def documented(body: list[ast.stmt], owner: ModuleType | type) -> Iterator[tuple[Documented, object]]:
    """Yield every class and function of a stub with its object in the module, members after their class."""
    for node in body:
        if not isinstance(node, Documented):
            continue
        # Types that exist only in the stub have no object.
        found = inspect.getattr_static(owner, node.name, None)
        if found is None:
            continue
        yield node, found
        if isinstance(node, ast.ClassDef) and isinstance(found, type):
            yield from documented(node.body, found)


def text_of(node: Documented, found: object) -> str | None:
    """Return the docstring of an object, or None if it has none of its own."""
    if node.name.startswith("__"):
        return None
    found = getattr(found, "__func__", found)
    text = getattr(found, "__doc__", None)
    return inspect.cleandoc(text) if text else None


def body_lines(text: str | None, indent: int) -> list[str]:
    """Return the lines of a body that consists of a docstring."""
    if text is None:
        return []
    pad = " " * indent
    quotes = '"""'
    prefix = "r" if "\\" in text else ""
    if "\n" not in text:
        return [f"{pad}{prefix}{quotes}{text}{quotes}"]
    first, *rest = text.split("\n")
    return [
        f"{pad}{prefix}{quotes}{first}",
        *(f"{pad}{line}" if line else "" for line in rest),
        f"{pad}{quotes}",
    ]


def updated(source: str, module: ModuleType) -> str:
    """Return the text of a stub with the docstrings of its module.

    Parameters
    ----------
    source : str
        The stub as it is.
    module : module
        The compiled module.

    Returns
    -------
    str
        The same stub with every docstring taken from the module.
    """
    lines = source.split("\n")
    # From the end to the start, so that line numbers before an edit stay right.
    for node, found in reversed(list(documented(ast.parse(source).body, module))):
        text = text_of(node, found)
        first = node.body[0]
        if not isinstance(first, ast.Expr) or not isinstance(first.value, ast.Constant):
            if text is not None:
                # A decorator comes before the line of its function.
                start = min(mark.lineno for mark in (first, *getattr(first, "decorator_list", [])))
                lines[start - 1 : start - 1] = [*body_lines(text, first.col_offset), ""]
            continue
        has_more = len(node.body) > 1
        if text is None:
            if isinstance(first.value.value, str) and has_more:
                del lines[first.lineno - 1 : first.end_lineno]
            continue
        if first.value.value is ... and first.lineno == node.body[-1].end_lineno and not has_more:
            # `def f(self) -> int: ...` on one line
            head = lines[first.lineno - 1][: first.col_offset].rstrip()
            lines[first.lineno - 1 : first.lineno] = [head, *body_lines(text, node.col_offset + 4)]
            continue
        lines[first.lineno - 1 : first.end_lineno] = body_lines(text, node.col_offset + 4)
    return "\n".join(lines)


def main() -> int:
    """Rewrite the stub, or with ``--check`` tell whether it is up to date."""
    source = STUB.read_text()
    new = updated(source, _core)
    if "--check" in sys.argv[1:]:
        return int(new != source)
    STUB.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
