"""The rules of deny.toml for licenses, versions and sources of crates, as cargo-deny understands them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import spdx
from cargo_graph import CrateGraph, Package

_FIXED: dict[str, dict[str, Any]] = {
    "bans": {
        "multiple-versions": "deny",
        "multiple-versions-include-dev": True,
        "wildcards": "deny",
        "allow-wildcard-paths": True,
    },
    "sources": {"unknown-registry": "deny", "unknown-git": "deny"},
}
"""Settings with the one value that is implemented here."""

_LISTS = {
    "graph": {"targets"},
    "licenses": {"allow", "exceptions"},
    "bans": {"deny", "skip"},
    "sources": {"allow-registry"},
}
"""Settings that are lists."""


def check(policy: dict[str, Any], graphs: Iterable[CrateGraph]) -> list[str]:
    """Check the dependencies of several workspaces.

    Parameters
    ----------
    policy : dict
        The content of deny.toml.
    graphs : iterable of CrateGraph
        The workspaces. They share the policy, but may depend on different versions of a crate.

    Returns
    -------
    list of str
        What violates the policy, and the entries of the policy that no crate needs.
    """
    problems = list(_unsupported(policy))
    if problems:
        return problems
    graphs = list(graphs)
    packages = {package.id: package for graph in graphs for package in graph.packages.values()}.values()
    return [
        *_licenses(policy["licenses"], packages),
        *_bans(policy["bans"], packages),
        *_duplicates(policy["bans"]["skip"], graphs),
        *_sources(policy["sources"], packages),
    ]


def _unsupported(policy: dict[str, Any]) -> Iterator[str]:
    """Settings of cargo-deny that would be ignored here: the two must not differ."""
    for section in sorted(policy.keys() | _LISTS.keys()):
        fixed, lists = _FIXED.get(section, {}), _LISTS.get(section, set())
        settings = policy.get(section, {})
        for name in sorted(settings.keys() - fixed.keys() - lists):
            yield f"deny.toml: [{section}] {name} is not supported by tools/policy.py"
        for name in sorted(lists - settings.keys()):
            yield f"deny.toml: [{section}] {name} is missing"
        for name, value in fixed.items():
            if settings.get(name) != value:
                yield f"deny.toml: [{section}] {name} must be {value!r}, got {settings.get(name)!r}"


def _licenses(rules: dict[str, Any], packages: Iterable[Package]) -> Iterator[str]:
    allowed = frozenset(rules["allow"])
    exceptions = {each["crate"]: frozenset(each["allow"]) for each in rules["exceptions"]}
    mentioned: set[str] = set()
    excepted: set[str] = set()
    for package in packages:
        try:
            mentioned |= frozenset().union(*spdx.alternatives(package.license))
            satisfied = spdx.is_satisfied(package.license, allowed)
        except ValueError as error:
            yield f"{package}: {error}"
            continue
        if not satisfied and spdx.is_satisfied(package.license, allowed | exceptions.get(package.name, frozenset())):
            excepted.add(package.name)
        elif not satisfied:
            yield f"{package}: license {package.license!r} is not allowed by deny.toml"
    for name in sorted(allowed - mentioned):
        yield f"deny.toml: no crate has the allowed license {name}"
    for name in sorted(exceptions.keys() - excepted):
        yield f"deny.toml: the license exception for {name} is not needed"


def _bans(rules: dict[str, Any], packages: Iterable[Package]) -> Iterator[str]:
    for package in packages:
        for entry in rules["deny"]:
            if _matcher(entry["crate"])(package):
                yield f"{package}: banned by deny.toml: {entry['reason']}"
        for dependency in package.dependencies:
            if dependency.requirement == "*" and not (dependency.is_path and package.is_private):
                yield f"{package}: the dependency on {dependency.name} accepts any version"


def _duplicates(skip: list[dict[str, str]], graphs: Iterable[CrateGraph]) -> Iterator[str]:
    unused = {entry["crate"] for entry in skip}
    for graph in graphs:
        versions: defaultdict[str, list[Package]] = defaultdict(list)
        for package in graph.packages.values():
            versions[package.name].append(package)
        for name, found in versions.items():
            if len(found) < 2:
                continue
            skipped = {entry["crate"]: list(filter(_matcher(entry["crate"]), found)) for entry in skip}
            unused -= {spec for spec, matched in skipped.items() if matched}
            left = [package for package in found if not any(package in matched for matched in skipped.values())]
            if len(left) > 1:
                yield f"{name}: found in versions {', '.join(sorted(package.version for package in left))}"
    for spec in sorted(unused):
        yield f"deny.toml: {spec} is skipped, but is no duplicate"


def _sources(rules: dict[str, Any], packages: Iterable[Package]) -> Iterator[str]:
    registries = {f"registry+{url}" for url in rules["allow-registry"]}
    for package in packages:
        if package.source is not None and package.source not in registries:
            yield f"{package}: source {package.source!r} is not allowed by deny.toml"


def _matcher(spec: str) -> Callable[[Package], bool]:
    """Match ``name`` or ``name@version``, where the version may be shortened: ``syn@2`` is any syn 2."""
    name, _, version = spec.partition("@")
    return lambda package: package.name == name and f"{package.version}.".startswith(f"{version}." if version else "")
