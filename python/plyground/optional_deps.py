"""Imports of optional packages."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

REQUIREMENTS: Final = {
    "envs.gymnasium": "plyground[gymnasium]",
    "envs.jax": "plyground[jax]",
    "envs.openspiel": "plyground[openspiel]",
    "envs.pettingzoo": "plyground[pettingzoo]",
    "envs.sb3": "sb3-contrib",
    "learn.fitting": "plyground[learn]",
    "learn.recording": "plyground[learn]",
    "learn.training": "plyground[learn]",
    "nets.session": "plyground[net]",
    "pixels": "plyground[render]",
    "protocols.mcp_server": "plyground[mcp]",
    "ui.animation": "plyground[render]",
    "ui.server": "plyground[board]",
    "ui.widget": "plyground[board]",
}
"""For each module that cannot be imported without optional packages: what to install."""


def missing_message(package: str, requirement: str) -> str:
    """Return the message for a missing package. ``requirement`` is what to install."""
    return f"this needs {package}, which cannot be imported: run pip install '{requirement}'"


@contextmanager
def optional_imports(requirement: str) -> Iterator[None]:
    """Make imports of optional packages name what to install.

    Parameters
    ----------
    requirement : str
        What to install, such as ``plyground[study]``.

    Raises
    ------
    ImportError
        If an optional package is missing. The message states what to install.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "plyground", "numpy"):
            raise
        raise ImportError(missing_message(package, requirement), name=error.name) from error


def import_packages(requirement: str, *names: str) -> None:
    """Import optional packages early, so that an error comes before long work.

    Raises
    ------
    ImportError
        If one of them is missing. The message states what to install.
    """
    with optional_imports(requirement):
        for name in names:
            import_module(name)


def require_module(name: str) -> Any:
    """Import a module of this package that needs optional packages.

    Parameters
    ----------
    name : str
        The name of the module below ``plyground``, a key of `REQUIREMENTS`.

    Returns
    -------
    module
        The imported module.

    Raises
    ------
    ImportError
        If an optional package is missing. The message states what to install.
    """
    with optional_imports(REQUIREMENTS[name]):
        return import_module(f".{name}", __package__)
