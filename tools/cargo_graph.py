"""The crates that a Cargo workspace depends on, as `cargo metadata` lists them."""

import json
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Dependency:
    """A requirement that a manifest states."""

    name: str
    requirement: str
    is_path: bool


@dataclass(frozen=True)
class Package:
    """A crate at one version."""

    id: str
    name: str
    version: str
    license: str
    source: str | None
    """Where Cargo downloads it from; None for a crate of this repository."""
    repository: str
    folder: Path
    is_private: bool
    is_proc_macro: bool
    dependencies: tuple[Dependency, ...]

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


@dataclass(frozen=True)
class CrateGraph:
    """The crates of a workspace with all that they depend on."""

    packages: dict[str, Package]
    normal: dict[str, list[str]]
    """For each package the ids of its dependencies, without those for builds and for tests."""

    def linked_into(self, name: str) -> list[Package]:
        """Return the third-party crates that are linked into a crate of this workspace, sorted by name and version.

        Procedural macros run in the compiler: neither they nor their own dependencies are linked.
        """
        found: set[str] = set()
        waiting = [package.id for package in self.packages.values() if package.name == name and package.source is None]
        while waiting:
            id = waiting.pop()
            if id not in found and not self.packages[id].is_proc_macro:
                found.add(id)
                waiting += self.normal[id]
        linked = [self.packages[id] for id in found if self.packages[id].source is not None]
        return sorted(linked, key=lambda package: (package.name, package.version))


def parse(metadata: dict[str, Any]) -> CrateGraph:
    """Read the output of ``cargo metadata --format-version 1``."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    packages = {package["id"]: _package(package) for package in metadata["packages"] if package["id"] in nodes}
    normal = {
        id: [edge["pkg"] for edge in node["deps"] if any(kind["kind"] is None for kind in edge["dep_kinds"])]
        for id, node in nodes.items()
    }
    return CrateGraph(packages, normal)


def load(manifest: Path, targets: Iterable[str]) -> CrateGraph:
    """Ask Cargo for the dependencies on some platforms; the lock file must be up to date."""
    platforms = [argument for target in targets for argument in ("--filter-platform", target)]
    command = ["cargo", "metadata", "--locked", "--quiet", "--format-version", "1", "--manifest-path", str(manifest)]
    return parse(json.loads(subprocess.run([*command, *platforms], check=True, stdout=subprocess.PIPE).stdout))


def _package(package: dict[str, Any]) -> Package:
    return Package(
        id=package["id"],
        name=package["name"],
        version=package["version"],
        license=package["license"] or "",
        source=package["source"],
        repository=package["repository"] or "",
        folder=Path(package["manifest_path"]).parent,
        is_private=package["publish"] == [],
        is_proc_macro=any("proc-macro" in target["kind"] for target in package["targets"]),
        dependencies=tuple(
            Dependency(each["name"], each["req"], each.get("path") is not None) for each in package["dependencies"]
        ),
    )
