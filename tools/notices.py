"""Write the license notices of what is linked into the extension module: ``python tools/notices.py``.

A wheel contains compiled code of third-party crates and of Rust's standard library, whose licenses ask for their texts.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cargo_graph
import spdx
import standard_library
from cargo_graph import CrateGraph, Package
from standard_library import Toolchain

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

CRATES = "THIRD-PARTY-NOTICES"
STANDARD_LIBRARY = "THIRD-PARTY-NOTICES-RUST"
MODULE = "plyground-python"

_LICENSE_FILE = re.compile(r"(copying|copyright|licen[cs]e|notice|unlicense)([-._].*)?", re.IGNORECASE)
_RULE = "=" * 80


@dataclass(frozen=True)
class Component:
    """Something with a license of its own."""

    title: str
    license: str
    details: tuple[str, ...]
    texts: tuple[str, ...]


def render(heading: str, introduction: str, components: Iterable[Component]) -> str:
    """Write a notice: a list of components, and below it their license texts, each once.

    Parameters
    ----------
    heading, introduction : str
        What the file begins with.
    components : iterable of Component
        What the notice is about, in the order in which it is listed.

    Returns
    -------
    str
        The text. Texts that differ in white space only are the same text.
    """
    numbers: dict[str, int] = {}
    texts: list[str] = []
    listed = []
    for component in components:
        for text in component.texts:
            if (words := " ".join(text.split())) not in numbers:
                texts.append(_tidy(text))
                numbers[words] = len(texts)
        references = sorted({numbers[" ".join(text.split())] for text in component.texts})
        named = f"texts {', '.join(map(str, references))}" if len(references) > 1 else f"text {references[0]}"
        listed.append(
            "\n".join([component.title, *(f"    {line}" for line in (component.license, *component.details, named))])
        )
    blocks = [f"{_RULE}\nText {number}\n{_RULE}\n\n{text}" for number, text in enumerate(texts, 1)]
    return "\n\n".join([heading, introduction, *listed, *blocks]) + "\n"


def of_crates(graph: CrateGraph) -> str:
    """Return the notices of the crates that are linked into the extension module."""
    return render(
        "Third-party notices",
        "The extension module of plyground is linked with these crates. Each has a license, given as an SPDX expression,\n"
        "and the texts that its authors publish with it.",
        map(_component, graph.linked_into(MODULE)),
    )


def of_standard_library(toolchain: Toolchain) -> str:
    """Return the notices of Rust's standard library."""
    return render(
        _heading(toolchain.version),
        "The extension module of plyground is linked with Rust's standard library. It consists of files of the Rust project\n"
        "and of these crates; some of them are only used on some platforms.",
        (
            Component(f"{part.title} {part.version}".strip(), part.license, part.details, part.texts)
            for part in standard_library.parts(toolchain)
        ),
    )


def check(root: Path, graph: CrateGraph) -> Iterator[str]:
    """Check that the committed notices are up to date, and that the license of the Python package covers all crates.

    The notices of the standard library are compared only where the pinned toolchain is installed.
    """
    if _read(root / CRATES) != of_crates(graph):
        yield f"{CRATES}: out of date, `make notices` rewrites it"
    pinned = tomllib.loads(_read(root / "rust-toolchain.toml"))["toolchain"]["channel"]
    committed = _read(root / STANDARD_LIBRARY)
    if not committed.startswith(f"{_heading(pinned)}\n"):
        yield f"{STANDARD_LIBRARY}: must be about Rust {pinned}, `make notices` rewrites it"
    elif (
        (found := standard_library.installed()) and found.version == pinned and committed != of_standard_library(found)
    ):
        yield f"{STANDARD_LIBRARY}: out of date, `make notices` rewrites it"
    license = tomllib.loads(_read(root / "pyproject.toml"))["project"]["license"]
    for package in graph.linked_into(MODULE):
        if not all(spdx.is_satisfied(package.license, stated) for stated in spdx.alternatives(license)):
            yield f"pyproject.toml: license lacks {package.license}, which {package} has"


def main() -> None:
    """Rewrite both files of notices."""
    root = Path(__file__).parent.parent
    targets = tomllib.loads(_read(root / "deny.toml"))["graph"]["targets"]
    found = standard_library.installed()
    if found is None:
        sys.exit("the Rust toolchain has no COPYRIGHT-library.html: install one with rustup")
    (root / CRATES).write_text(of_crates(cargo_graph.load(root / "Cargo.toml", targets)), encoding="utf-8")
    (root / STANDARD_LIBRARY).write_text(of_standard_library(found), encoding="utf-8")


def _component(package: Package) -> Component:
    paths = sorted(path for path in package.folder.iterdir() if path.is_file() and _LICENSE_FILE.fullmatch(path.name))
    if not paths:
        raise ValueError(f"{package} has no license file in {package.folder}")
    return Component(str(package), package.license, (package.repository,), tuple(map(_read, paths)))


def _heading(version: str) -> str:
    return f"Third-party notices of the standard library of Rust {version}"


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.expandtabs().splitlines()).strip("\n")


if __name__ == "__main__":
    main()
