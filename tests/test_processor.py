"""Which build of the core is taken on which processor."""

from pathlib import Path

import pytest

from plyground._processor import V3, v3_core_path

V2 = "fpu sse4_2 ssse3 popcnt cx16 lahf_lm"


def laid_out(folder: Path, flags: str, *, v3: bool) -> tuple[Path, Path]:
    """A package folder, with or without the second core, and a list of the processor's flags."""
    if v3:
        (folder / "_v3").mkdir()
        (folder / "_v3" / "_core.abi3.so").touch()
    cpuinfo = folder / "cpuinfo"
    cpuinfo.write_text(f"processor\t: 0\nflags\t\t: {flags}\n\nprocessor\t: 1\nflags\t\t: {flags}\n")
    return folder, cpuinfo


def test_a_v3_processor_takes_the_v3_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLYGROUND_CPU", raising=False)
    folder, cpuinfo = laid_out(tmp_path, f"{V2} {' '.join(V3)}", v3=True)
    assert v3_core_path(folder, cpuinfo) == tmp_path / "_v3" / "_core.abi3.so"


@pytest.mark.parametrize("missing", sorted(V3))
def test_a_processor_that_lacks_anything_of_v3_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.delenv("PLYGROUND_CPU", raising=False)
    folder, cpuinfo = laid_out(tmp_path, f"{V2} {' '.join(V3 - {missing})}", v3=True)
    assert v3_core_path(folder, cpuinfo) is None


def test_builds_for_one_machine_have_one_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLYGROUND_CPU", raising=False)
    folder, cpuinfo = laid_out(tmp_path, f"{V2} {' '.join(V3)}", v3=False)
    assert v3_core_path(folder, cpuinfo) is None


def test_elsewhere_than_on_linux_the_core_is_the_one_that_runs_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PLYGROUND_CPU", raising=False)
    folder, _ = laid_out(tmp_path, "", v3=True)
    assert v3_core_path(folder, tmp_path / "none") is None


def test_the_environment_can_ask_for_the_core_that_runs_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, cpuinfo = laid_out(tmp_path, f"{V2} {' '.join(V3)}", v3=True)
    monkeypatch.setenv("PLYGROUND_CPU", "x86-64-v2")
    assert v3_core_path(folder, cpuinfo) is None
