"""Select the build of the core for this processor.

Wheels for x86-64 contain the core twice: ``_core`` is built for x86-64-v2 (with popcount) and ``_v3/_core`` for x86-64-v3
(with AVX2 and BMI2). Both have the same source and play the same games.
"""

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Final

V3: Final = frozenset({"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"})
"""The processor flags, with their names in Linux, that x86-64-v3 adds to x86-64-v2."""


def cpu_flags(cpuinfo: str) -> frozenset[str]:
    r"""Return the flags of the first processor in the text of ``/proc/cpuinfo``.

    >>> sorted(cpu_flags("processor : 0\nflags\t\t: fpu avx2 bmi2\n"))
    ['avx2', 'bmi2', 'fpu']
    """
    for line in cpuinfo.splitlines():
        name, _, value = line.partition(":")
        if name.strip() == "flags":
            return frozenset(value.split())
    return frozenset()


def v3_core_path(folder: Path, cpuinfo: Path = Path("/proc/cpuinfo")) -> Path | None:
    """Return the path of the core for x86-64-v3, or None if the package has none or this processor cannot run it.

    The environment variable ``PLYGROUND_CPU=x86-64-v2`` also selects the core for x86-64-v2.
    """
    if os.environ.get("PLYGROUND_CPU") == "x86-64-v2":
        return None
    built = (folder / "_v3" / f"_core{suffix}" for suffix in EXTENSION_SUFFIXES)
    found = next((path for path in built if path.exists()), None)
    try:
        return found if found and cpu_flags(cpuinfo.read_text(encoding="ascii", errors="replace")) >= V3 else None
    except OSError:
        return None


def use_faster_core(package: str) -> None:
    """Import the core for x86-64-v3 as ``_core`` of the package if this processor can run it."""
    path = v3_core_path(Path(__file__).parent)
    if path is None:
        return
    name = f"{package}._core"
    spec = spec_from_file_location(name, path, loader=ExtensionFileLoader(name, str(path)))
    if spec is None or spec.loader is None:
        return
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules[name] = module
    vars(sys.modules[package])["_core"] = module
