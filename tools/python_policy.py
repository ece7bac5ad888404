"""Rules for the Python packages that uv.lock pins."""

from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import PackageNotFoundError, metadata
from typing import Any
from urllib.parse import urlsplit

import spdx

REGISTRY = "https://pypi.org/simple"
FILES = "files.pythonhosted.org"

_CLASSIFIERS = {
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: MIT License": "MIT",
}


def check(
    lock: dict[str, Any],
    allowed: Iterable[str],
    license_of: Callable[[str], str | None] | None = None,
) -> list[str]:
    """Check where locked packages come from, and the licenses of those that plyground needs at run time.

    Parameters
    ----------
    lock : dict
        The content of uv.lock.
    allowed : iterable of str
        The licenses that dependencies at run time may have.
    license_of : callable, optional
        Returns the license expression of a package, or None if it is not installed. By default the metadata of the
        installed packages tell.

    Returns
    -------
    list of str
        What violates the policy.
    """
    return [*_sources(lock), *_licenses(lock, frozenset(allowed), license_of or installed_license)]


def installed_license(name: str) -> str | None:
    """Return the license expression of an installed package, or None if it is not installed."""
    try:
        fields = metadata(name)
    except PackageNotFoundError:
        return None
    if expressions := fields.get_all("License-Expression"):
        return " AND ".join(expressions)
    named = [_CLASSIFIERS[each] for each in fields.get_all("Classifier") or () if each in _CLASSIFIERS]
    return " OR ".join(named) or "unknown"


def _sources(lock: dict[str, Any]) -> Iterator[str]:
    for package in lock["package"]:
        name, source = package["name"], package["source"]
        if name == "plyground":
            if source != {"editable": "."}:
                yield f"plyground: must be locked as editable, got source {source}"
            continue
        if source != {"registry": REGISTRY}:
            yield f"{name}: source {source} is not the registry {REGISTRY}"
        files = [*package.get("wheels", ()), *([package["sdist"]] if "sdist" in package else [])]
        if not files:
            yield f"{name}: uv.lock lists no file"
        for file in files:
            if not file.get("hash", "").startswith("sha256:"):
                yield f"{name}: uv.lock has no SHA-256 hash for {file['url']}"
            url = urlsplit(file["url"])
            if (url.scheme, url.hostname) != ("https", FILES):
                yield f"{name}: {file['url']} is not on {FILES}"


def _licenses(lock: dict[str, Any], allowed: frozenset[str], license_of: Callable[[str], str | None]) -> Iterator[str]:
    """Packages for other versions of Python are not installed, and are checked where they are."""
    for name in sorted(_needed_at_run_time(lock)):
        license = license_of(name)
        try:
            if license is not None and not spdx.is_satisfied(license, allowed):
                yield f"{name}: license {license!r} is not allowed by pyproject.toml"
        except ValueError as error:
            yield f"{name}: {error}"


def _needed_at_run_time(lock: dict[str, Any]) -> set[str]:
    """The names of what plyground needs without any extra."""
    needs: dict[str, set[str]] = {}
    for package in lock["package"]:
        needs.setdefault(package["name"], set()).update(each["name"] for each in package.get("dependencies", ()))
    found: set[str] = set()
    waiting = ["plyground"]
    while waiting:
        name = waiting.pop()
        waiting += needs[name] - found
        found |= needs[name]
    return found
