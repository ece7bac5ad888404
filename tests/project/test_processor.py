"""Tests of the selection of the core by processor."""

from pathlib import Path

import pytest

from plyground._processor import V3, v3_core_path

V2 = "fpu sse4_2 ssse3 popcnt cx16 lahf_lm"


def package_folder(folder: Path, flags: str, *, v3: bool) -> tuple[Path, Path]:
    """Create a package folder, with or without the core for x86-64-v3, and a cpuinfo file."""
    if v3:
        (folder / "_v3").mkdir()
        (folder / "_v3" / "_core.abi3.so").touch()
    cpuinfo = folder / "cpuinfo"
    cpuinfo.write_text(f"processor\t: 0\nflags\t\t: {flags}\n\nprocessor\t: 1\nflags\t\t: {flags}\n")
    return folder, cpuinfo


def test_v3_processors_use_the_v3_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLYGROUND_CPU", raising=False)
    folder, cpuinfo = package_folder(tmp_path, f"{V2} {' '.join(V3)}", v3=True)
    assert v3_core_path(folder, cpuinfo) == tmp_path / "_v3" / "_core.abi3.so"


@pytest.mark.parametrize("missing", sorted(V3))
def test_processors_that_lack_a_flag_do_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.delenv("PLYGROUND_CPU", raising=False)
    folder, cpuinfo = package_folder(tmp_path, f"{V2} {' '.join(V3 - {missing})}", v3=True)
    assert v3_core_path(folder, cpuinfo) is None


def test_packages_without_a_v3_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLYGROUND_CPU", raising=False)
    folder, cpuinfo = package_folder(tmp_path, f"{V2} {' '.join(V3)}", v3=False)
    assert v3_core_path(folder, cpuinfo) is None


def test_platforms_without_cpuinfo_use_the_v2_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLYGROUND_CPU", raising=False)
    folder, _ = package_folder(tmp_path, "", v3=True)
    assert v3_core_path(folder, tmp_path / "none") is None


def test_environment_variable_selects_the_v2_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, cpuinfo = package_folder(tmp_path, f"{V2} {' '.join(V3)}", v3=True)
    monkeypatch.setenv("PLYGROUND_CPU", "x86-64-v2")
    assert v3_core_path(folder, cpuinfo) is None
