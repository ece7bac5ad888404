"""Imports of modules that need optional packages."""

from importlib import import_module
from typing import Any, Final

REQUIREMENTS: Final = {
    "envs.gymnasium": ("Gymnasium", "plyground[gymnasium]"),
    "envs.jax": ("jax", "plyground[jax]"),
    "envs.openspiel": ("OpenSpiel", "plyground[openspiel]"),
    "envs.pettingzoo": ("PettingZoo", "plyground[pettingzoo]"),
    "envs.sb3": ("Stable-Baselines3", "sb3-contrib"),
    "learn.training": ("jax, optax, onnx and onnxruntime", "plyground[learn]"),
    "nets.session": ("onnxruntime", "plyground[net]"),
    "protocols.mcp_server": ("the MCP SDK", "plyground[mcp]"),
    "ui.animation": ("resvg-py and Pillow", "plyground[render]"),
    "ui.server": ("Starlette and uvicorn", "plyground[board]"),
    "ui.widget": ("anywidget", "plyground[board]"),
    "pixels": ("resvg-py and Pillow", "plyground[render]"),
}
"""For each such module: the packages that it needs, and what to install."""


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
    try:
        return import_module(f".{name}", __package__)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in ("plyground", "numpy"):
            raise
        packages, requirement = REQUIREMENTS[name]
        raise ImportError(f"this needs {packages}: pip install '{requirement}'", name=error.name) from error
