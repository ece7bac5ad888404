"""The public modules of plyground, the packages that it needs, and those that its extras add."""

import re
import sys
from contextlib import suppress
from functools import cache
from importlib import metadata

MODULES = (
    "plyground",
    "plyground.arena",
    "plyground.envs",
    "plyground.golf",
    "plyground.learn",
    "plyground.nets",
    "plyground.notation.pdn",
    "plyground.notation.pgn",
    "plyground.study",
)
"""The public modules."""


def core_packages() -> set[str]:
    """Return the packages that can be imported where plyground is installed without extras."""
    names, todo = set[str](), ["plyground"]
    while todo:
        name = distribution(todo.pop())
        if name not in names:
            names.add(name)
            with suppress(metadata.PackageNotFoundError):
                todo += [text for text in metadata.requires(name) or () if "extra ==" not in text]
    return packages_of(names) | set(sys.stdlib_module_names) | {"plyground"}


def optional_packages() -> set[str]:
    """Return the packages that the extras of plyground name."""
    return packages_of({distribution(text) for text in metadata.requires("plyground") or () if "extra ==" in text})


def distribution(requirement: str) -> str:
    """Return the distribution that a requirement names."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def packages_of(distributions: set[str]) -> set[str]:
    """Return the names by which distributions are imported."""
    return {package for package, names in distributions_of().items() if distributions & names} - {"plyground"}


@cache
def distributions_of() -> dict[str, set[str]]:
    """Return the distributions of each package that can be imported."""
    return {package: set(map(distribution, names)) for package, names in metadata.packages_distributions().items()}


def installed_by(requirement: str) -> set[str]:
    """Return the distributions that a requirement such as ``plyground[learn]`` adds to plyground."""
    found = set()
    for extra in re.findall(r"\w+", requirement.removeprefix("plyground")):
        for text in metadata.requires("plyground") or ():
            if text.endswith(f"extra == '{extra}'"):
                found |= installed_by(text.partition(" ;")[0]) if "[" in text else {distribution(text)}
    return found
