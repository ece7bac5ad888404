"""Rules for this repository's own build files and for what is published from it."""

import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

_LOCKING = "bench|build|check|clippy|doc|fetch|install|metadata|package|publish|run|rustc|test|tree"
_COMMAND = re.compile(rf"\b(?:cargo\s+(?:{_LOCKING})|maturin\s+(?:build|develop|publish))\b[^;&|\n]*")

_PUBLISHED = re.compile(
    r"src/.+\.(rs|toml)|src/(.+/)?weights/[^/]+\.(tuned|txt)|docs/pictures\.(md|svg)|docs/rules/\w+\.md|LICENSE(-APACHE|-MIT)?|README\.md"
    r"|Cargo\.(lock|toml|toml\.orig)|\.cargo_vcs_info\.json"
)
_INCLUDED = re.compile(r'include_(?:bytes|str)!\("([^"]+)"\)')
_RUST = re.compile(r"\bRust (\d+\.\d+(?:\.\d+)?)")


def unlocked_commands(name: str, text: str) -> list[str]:
    """Return the calls of Cargo and maturin in a makefile or a script that may change a lock file."""
    lines = text.replace("\\\n", " ").splitlines()
    commands = [
        found.group() for line in lines if not line.lstrip().startswith("#") for found in _COMMAND.finditer(line)
    ]
    return [f"{name}: {each.strip()!r} lacks --locked" for each in commands if "--locked" not in each.split()]


def check_rust_versions(
    toolchain: dict[str, Any], manifests: dict[str, dict[str, Any]], documents: dict[str, str]
) -> Iterator[str]:
    """Check that the manifests state one minimum version of Rust, and that documents state it and the pinned version.

    Parameters
    ----------
    toolchain : dict
        The content of rust-toolchain.toml.
    manifests : dict of str to dict
        The Cargo manifests that state a minimum version.
    documents : dict of str to str
        Texts that have to name the minimum version, as in "Rust 1.89".
    """
    pinned = toolchain["toolchain"]["channel"]
    stated = {
        name: (manifest.get("workspace", {}).get("package") or manifest["package"])["rust-version"]
        for name, manifest in manifests.items()
    }
    minimum = next(iter(stated.values()))
    for name, version in stated.items():
        if version != minimum:
            yield f"{name}: rust-version must be {minimum}, got {version}"
    if not re.fullmatch(r"\d+\.\d+\.\d+", pinned):
        yield f"rust-toolchain.toml: channel must be a full version, got {pinned!r}"
    elif _numbers(pinned) < _numbers(minimum):
        yield f"rust-toolchain.toml: channel {pinned} is older than rust-version {minimum}"
    for name, text in documents.items():
        named = set(_RUST.findall(text))
        for version in sorted(named - {minimum, pinned}):
            yield f"{name}: names Rust {version}, but not {minimum} (minimum) or {pinned} (pinned)"
        if minimum not in named:
            yield f"{name}: must name Rust {minimum}, the minimum version"


def check_published_files(root: Path, published: Iterable[str]) -> Iterator[str]:
    """Check that the published crate has its sources with their weights and texts, and no data of tests or of Python."""
    files = set(published)
    for name in sorted(files):
        if not _PUBLISHED.fullmatch(name):
            yield f"Cargo.toml: the published crate must not contain {name}"
    sources = sorted((root / "src").rglob("*.rs"))
    needed = [*sources, *sorted((root / "src").rglob("weights/*"))]
    for source in sources:
        needed += [source.parent / path for path in _INCLUDED.findall(source.read_text(encoding="utf-8"))]
    for name in dict.fromkeys(path.resolve().relative_to(root.resolve()).as_posix() for path in needed):
        if name not in files:
            yield f"Cargo.toml: the published crate must contain {name}"


def published_files(root: Path) -> list[str]:
    """Return the files of the published crate, as Cargo lists them."""
    command = ["cargo", "package", "--list", "--locked", "--allow-dirty", "--quiet"]
    return subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))
