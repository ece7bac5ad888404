"""`plyground --version`: the version and the facts of this build, for bug reports."""

import argparse
import platform
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from .. import __version__, _core


class Version(argparse.Action):
    """Print the version and the facts of this build, and exit."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        """Print the text without wrapping its lines."""
        print(version_text())
        parser.exit()


def version_text() -> str:
    """Return the version on the first line, then a line for each fact: its name, a colon and its value."""
    import numpy as np

    build = _core._build_facts()
    facts = {
        "commit": build["commit"] if build["commit"] != "unknown" else _commit_of_checkout(),
        "build": f"{build['profile']}, for {build['processor']} ({build['target']}), {build['compiler']}",
        "module": Path(str(_core.__file__)).name,
        "python": f"{platform.python_implementation()} {platform.python_version()}{_threading()}",
        "numpy": np.__version__,
        "system": platform.platform(),
    }
    return "\n".join([f"plyground {__version__}", *(f"{name}: {value}" for name, value in facts.items())])


def _commit_of_checkout() -> str:
    """Return the commit of the clone from which Python imports this package, if it does; otherwise ``unknown``.

    Builds for development do not contain their commit, so that a new commit does not compile them again.
    """
    root = Path(__file__).parents[3]
    if not (root / ".git").exists():
        return "unknown"
    command = [
        "git",
        "--no-optional-locks",
        "-C",
        str(root),
        "describe",
        "--always",
        "--dirty",
        "--abbrev=12",
        "--exclude=*",
    ]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return f"{run.stdout.strip()} (of the clone)"


def _threading() -> str:
    """Return what is special about the threads of this Python."""
    if not sysconfig.get_config_var("Py_GIL_DISABLED"):
        return ""
    # Free-threaded builds only have the function, and stubs of older versions lack it.
    gil: bool = getattr(sys, "_is_gil_enabled")()  # noqa: B009
    return ", free-threaded" + (", GIL enabled" if gil else "")
