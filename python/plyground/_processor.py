"""Which build of the core this processor runs fastest.

Wheels for x86-64 carry the core twice: `_core`, which any x86-64-v2 processor runs (it has popcount), and, in the folder
`_v3`, the same built for x86-64-v3 (with AVX2 and BMI2). Both are the same source and play the same games.
"""

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Final

V3: Final = frozenset({"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"})
"""The processor flags, as Linux names them, that make an x86-64-v2 processor an x86-64-v3 one."""


def flags(cpuinfo: str) -> frozenset[str]:
    r"""The flags of the first processor that ``/proc/cpuinfo`` lists.

    >>> sorted(flags("processor : 0\nflags\t\t: fpu avx2 bmi2\n"))
    ['avx2', 'bmi2', 'fpu']
    """
    for line in cpuinfo.splitlines():
        name, _, value = line.partition(":")
        if name.strip() == "flags":
            return frozenset(value.split())
    return frozenset()


def faster(folder: Path, cpuinfo: Path = Path("/proc/cpuinfo")) -> Path | None:
    """The core for x86-64-v3 beside ``folder``'s own, if there is one and this processor runs it.

    ``PLYGROUND_CPU=x86-64-v2`` in the environment keeps to the core that runs everywhere.
    """
    if os.environ.get("PLYGROUND_CPU") == "x86-64-v2":
        return None
    built = (folder / "_v3" / f"_core{suffix}" for suffix in EXTENSION_SUFFIXES)
    found = next((path for path in built if path.exists()), None)
    try:
        return found if found and flags(cpuinfo.read_text(encoding="ascii", errors="replace")) >= V3 else None
    except OSError:
        return None


def use_faster_core(package: str) -> None:
    """Imports the faster core, if there is one, as ``_core`` of the package."""
    path = faster(Path(__file__).parent)
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
