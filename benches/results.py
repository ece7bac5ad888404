"""The file of results that `tools/benchmark_page.py` shows: one run for each program, with its machine and rows."""

import json
import os
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from plyground import _core
from plyground._processor import cpu_flags
from plyground.study.report.base_report import machine as system

RESULTS: Final = Path(__file__).parent.parent / "docs" / "benchmarks" / "results.json"
FORMAT: Final = 1
CPU_INFO: Final = Path("/proc/cpuinfo")
INSTRUCTIONS: Final = frozenset({"popcnt", "avx2", "bmi2", "avx512f"})
LIBRARIES: Final = (
    "open-spiel",
    "chess",
    "cozy-chess-py",
    "py-draughts",
    "dame-rs",
    "kish",
    "gymnasium",
    "pettingzoo",
    "pgx",
    "mctx",
    "envpool",
    "jax",
    "jaxlib",
    "flax",
    "numpy",
    "onnxruntime",
)
"""The packages whose versions a run records."""


def machine() -> dict[str, Any]:
    """Return the machine, the build of plyground and the versions of the libraries that are installed."""
    facts = system()
    return {
        "date": facts["date"][:10],
        "processor": facts["processor"],
        "cores": facts["processors"],
        "instructions": _instructions(),
        "memory_gib": _memory(),
        "system": facts["system"],
        "python": facts["python"],
        "plyground": facts["plyground"],
        "build": build(),
        "libraries": {name: found for name in LIBRARIES if (found := _version(name)) is not None},
    }


def build() -> str:
    """Return the profile of the module and the processor that it was built for."""
    facts = _core._build_facts()
    return f"{facts['profile']}, {facts['processor']}"


def write(path: Path, name: str, rows: Sequence[dict[str, Any]], missing: Sequence[str] = ()) -> None:
    """Replace the run of one program in the file."""
    runs = json.loads(path.read_text(encoding="utf-8"))["runs"] if path.exists() else {}
    command = " ".join(["python", f"benches/{Path(sys.argv[0]).name}", *sys.argv[1:]])
    runs[name] = {"command": command, "machine": machine(), "missing": list(missing), "rows": list(rows)}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dumps({"format": FORMAT, "runs": dict(sorted(runs.items()))}), encoding="utf-8")


def dumps(results: dict[str, Any]) -> str:
    """Return results as JSON, with one line for each row, so that differences are easy to read."""
    lines = ["{", f' "format": {results["format"]},', ' "runs": {']
    runs = list(results["runs"].items())
    for number, (name, run) in enumerate(runs):
        facts = json.dumps({key: value for key, value in run.items() if key != "rows"}, indent=1)
        lines += [f"  {json.dumps(name)}: {facts[:-2].replace(chr(10), chr(10) + '  ')},", '   "rows": [']
        lines += [",\n".join(f"    {json.dumps(row)}" for row in run["rows"])]
        lines += ["   ]", "  }," if number + 1 < len(runs) else "  }"]
    return "\n".join([*lines, " }", "}", ""])


def _instructions() -> list[str]:
    """The sets of instructions of the processor that the core can use, where the system tells."""
    try:
        return sorted(cpu_flags(CPU_INFO.read_text(encoding="ascii", errors="replace")) & INSTRUCTIONS)
    except OSError:
        return []


def _memory() -> int | None:
    """The memory of the machine in GiB, or None where the system does not tell."""
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)
    except (AttributeError, ValueError, OSError):
        return None


def _version(package: str) -> str | None:
    """The version of a package, or None if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None
