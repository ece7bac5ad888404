"""The modules of this package that stand on something which may not be installed."""

from importlib import import_module
from typing import Any, Final

NEEDS: Final = {
    "gymnasium": ("Gymnasium", "gymnasium"),
    "learn.training": ("jax, optax, onnx and onnxruntime", "learn"),
    "nets.session": ("onnxruntime", "net"),
    "pettingzoo": ("PettingZoo", "pettingzoo"),
    "pixels": ("resvg-py and Pillow", "render"),
    "spiel": ("OpenSpiel", "openspiel"),
}
"""What the modules of this package that need more stand on, and the extra that installs it."""


def needed(name: str) -> Any:
    """A module of this package that stands on something which may not be installed."""
    try:
        return import_module(f".{name}", __package__)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in ("plyground", "numpy"):
            raise
        what, extra = NEEDS[name]
        raise ImportError(f"this needs {what}: pip install 'plyground[{extra}]'", name=error.name) from error
