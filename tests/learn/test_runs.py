"""The folder of a run: one run at a time uses it, and its files are validated before a run resumes."""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg

pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")
pytest.importorskip("jax", reason="networks learn with the extra 'learn'")

from plyground.learn.archive import Archive, Header
from plyground.learn.errors import BadRun
from plyground.learn.lock import LOCK, locked
from plyground.learn.run import STATE, Run, create_run, open_run
from runs import RULES, SETTINGS, make_run


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_run(tmp_path_factory.mktemp("runs") / "whole").path


@pytest.fixture
def run(whole: Path, tmp_path: Path) -> Run:
    shutil.copytree(whole, tmp_path / "run")
    return Run(tmp_path / "run", {})


def resumed(run: Run, **settings: Any) -> Any:
    """Resume a run that is complete: everything is read and nothing is played."""
    return pg.learn.train(RULES, out=run.path, generations=1, resume=True, **settings)


def refused(run: Run) -> str:
    """Why a run cannot be resumed. Nothing in its folder may change."""
    before = {path: path.read_bytes() for path in run.path.rglob("*.*") if path.is_file() and path.name != LOCK}
    with pytest.raises(BadRun) as caught:
        resumed(run)
    assert before == {path: path.read_bytes() for path in before}
    assert not run.model.exists()
    message = str(caught.value)
    assert len(message) < 500
    return message


def entries(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name) for name in file.namelist()}


def rewrite(path: Path, found: dict[str, bytes]) -> None:
    """Write entries with valid checksums."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in found.items():
            file.writestr(name, content)


def npy(array: "np.ndarray[Any, Any]", **how: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, array, **how)
    return file.getvalue()


def test_a_run_resumes(run: Run) -> None:
    assert resumed(run).generation == 1
    assert run.model.exists()


# The lock


HOLDER = """
import sys, time
from pathlib import Path
from plyground.learn.lock import locked
with locked(Path(sys.argv[1])):
    print("locked", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def holder(run: Run) -> "Iterator[subprocess.Popen[bytes]]":
    """Another process that works in the folder."""
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(run.path)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"locked"
        yield process
        process.kill()


def test_a_folder_that_another_process_uses(run: Run, holder: "subprocess.Popen[bytes]") -> None:
    assert refused(run) == (
        f"{run.path} is in use by another run (process {holder.pid}): wait until it ends, or stop it"
    )
    shutil.rmtree(run.path / "games")
    (run.path / STATE).unlink()
    with pytest.raises(BadRun, match=f"process {holder.pid}"):
        pg.learn.train("stax", out=run.path, generations=1)
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    with locked(run.path):
        assert int((run.path / LOCK).read_text()) == os.getpid()
    assert (run.path / LOCK).read_text() == ""


def test_runs_of_one_process_exclude_each_other(tmp_path: Path) -> None:
    begin, counts, refusals = threading.Barrier(4), [0, 0], []

    def work() -> None:
        begin.wait()
        try:
            with locked(tmp_path):
                counts[0] += 1
                begin.wait()
        except BadRun as error:
            refusals.append(str(error))
            begin.wait()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts[0] == 1
    assert len(refusals) == 3


def test_new_runs_that_start_simultaneously_exclude_each_other(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second run starts after the first one has checked that the folder is empty."""
    inner: list[str] = []
    from plyground.learn import training_loop

    def started_twice(folder: Path, _: dict[str, Any]) -> Any:
        if not inner:
            inner.append("started")
            with pytest.raises(BadRun, match="in use by another run") as caught:
                pg.learn.train(RULES, out=folder, generations=1, eval_games=0)
            inner.append(str(caught.value))
        raise KeyboardInterrupt

    monkeypatch.setattr(training_loop, "create_run", started_twice)
    with pytest.raises(KeyboardInterrupt):
        pg.learn.train(RULES, out=run.path.parent / "new", generations=1, eval_games=0)
    assert f"process {os.getpid()}" in inner[1]


def test_a_run_that_failed_in_its_first_generation_is_replaced(whole: Path, tmp_path: Path) -> None:
    config = open_run(whole).config
    other = {**config, "settings": {**config["settings"], "seed": 5}}
    create_run(tmp_path, config).save({})
    create_run(tmp_path, other).save({})
    assert open_run(tmp_path).config == other
    with pytest.raises(BadRun, match="already holds a run"):
        create_run(whole, config)


def test_a_folder_without_a_run_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(BadRun, match="holds no run"):
        pg.learn.train(RULES, out=tmp_path, generations=1, resume=True)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="open files are protected by Windows itself there")
def test_temporary_files_of_a_killed_run_are_removed(run: Run) -> None:
    left = [run.path / part / f".plyground-{number:016x}" for number, part in enumerate((".", "games", "snapshots"))]
    for path in left:
        path.write_bytes(b"half")
    resumed(run)
    assert not any(path.exists() for path in left)


# Damaged files


def test_flipped_bits(run: Run) -> None:
    for path in (run.path / STATE, run.games(1)):
        whole = path.read_bytes()
        with zipfile.ZipFile(path) as file:
            places = [
                entry.header_offset + len(entry.FileHeader()) + entry.compress_size // 2
                for entry in file.infolist()[::4]
            ]
        for place in places:
            data = bytearray(whole)
            data[place] ^= 16
            path.write_bytes(data)
            assert "cannot be read" in refused(run)
        path.write_bytes(whole)


@pytest.mark.parametrize("length", [0, 1, 100, 2000])
def test_truncated_files(run: Run, length: int) -> None:
    for path in (run.path / STATE, run.games(1)):
        whole = path.read_bytes()
        path.write_bytes(whole[:length])
        assert "cannot be read" in refused(run)
        path.write_bytes(whole)


def test_missing_games(run: Run) -> None:
    run.games(1).unlink()
    assert "000001.npz cannot be read: there is no such file" in refused(run)


Change = Callable[["np.ndarray[Any, Any]"], "np.ndarray[Any, Any]"]
WRONG: list[Change] = [
    lambda array: array.astype(np.float64),
    lambda array: array.astype(np.float16),
    lambda array: array[..., :-1],
    lambda array: np.stack([array, array]),
    lambda array: array.reshape(-1),
    lambda array: np.full_like(array, np.nan),
    lambda array: np.where(array == array.flat[0], np.float32(np.inf), array),
    lambda array: np.asfortranarray(array),
    lambda array: array.astype(">f4"),
    lambda array: array.astype(object),
]


@pytest.mark.parametrize("change", WRONG)
@pytest.mark.parametrize("name", ["params/stem.weights", "ema_params/stem.weights", "optimizer/3"])
def test_arrays_that_the_network_does_not_have(run: Run, name: str, change: Change) -> None:
    found = entries(run.path / STATE)
    array = np.load(io.BytesIO(found[f"{name}.npy"]))
    content = npy(change(array), allow_pickle=True)
    if content == found[f"{name}.npy"]:
        pytest.skip("the order of one axis makes no difference")
    found[f"{name}.npy"] = content
    rewrite(run.path / STATE, found)
    assert name in refused(run)


def test_counts_are_not_negative(run: Run) -> None:
    found = entries(run.path / STATE)
    found["steps.npy"] = npy(np.array(-1))
    rewrite(run.path / STATE, found)
    assert "steps of the state has a negative count" in refused(run)


def test_missing_and_additional_arrays(run: Run) -> None:
    found = entries(run.path / STATE)
    rewrite(run.path / STATE, {name: data for name, data in found.items() if name != "ema_params/stem.bias.npy"})
    assert "arrays with the expected names" in refused(run)
    rewrite(run.path / STATE, {**found, "more.npy": npy(np.zeros(3))})
    assert "arrays with the expected names" in refused(run)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("generation", [0, -1, 2, 1.0, True, None, "1", 10**400]),
        ("seconds", [-1, "1", None, float("nan"), float("inf"), 10**400]),
        ("games_played", [0, 1, 3, 2.0, "2", 2**64]),
        ("positions_seen", [-1, 0.5, None, 10**20]),
        ("buffered_generations", [[], [0], [2], [1, 1], [0, 1], [True], ["1"], {}, None]),
        ("evaluated_generations", [[2], [1, 1], [-1], [None], "1"]),
        ("rows", [[], [{}], [[]], [{"generation": 1}], None]),
        ("config", [{}, [], None, {"game": {}, "fingerprint": "", "settings": []}]),
        ("format_version", [0, 2, 4, None]),
        ("more", [1]),
    ],
)
def test_invalid_records(run: Run, name: str, values: list[Any]) -> None:
    found = entries(run.path / STATE)
    record = json.loads(str(np.load(io.BytesIO(found["run.npy"]))))
    for value in values:
        rewrite(run.path / STATE, {**found, "run.npy": npy(np.array(json.dumps({**record, name: value})))})
        assert refused(run)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("batch_size", value) for value in (0, -1, 1.5, True, None, "256", 10**12, 10**400, [256])),
        *(("learning_rate", value) for value in (-1, 2, float("nan"), float("inf"), "0.1")),
        *(("size", value) for value in ("huge", [1], [1, 4, 4], [0, 4], [1, 2000], [[1], 4], 3, None)),
        *(("eval_opponents", value) for value in ("random", [1], None)),
        ("teacher", None),
        ("root", []),
        ("unknown", 1),
    ],
)
def test_settings_of_a_resumed_run_are_checked(run: Run, name: str, value: Any) -> None:
    found = entries(run.path / STATE)
    record = json.loads(str(np.load(io.BytesIO(found["run.npy"]))))
    record["config"]["settings"][name] = value
    rewrite(run.path / STATE, {**found, "run.npy": npy(np.array(json.dumps(record)))})
    assert "settings" in refused(run)


def test_older_formats_are_named(run: Run) -> None:
    found = entries(run.path / STATE)
    rewrite(run.path / STATE, {**found, "run.npy": npy(np.array(json.dumps({"layout": 1, "told": {}})))})
    message = refused(run)
    assert "its format version is 1 and this build reads version 3; continue the run with the version" in message


def test_records_that_are_not_json(run: Run) -> None:
    found = entries(run.path / STATE)
    for text in ("", "[]", "3", "{", "[" * 100_000, "9" * 5000):
        rewrite(run.path / STATE, {**found, "run.npy": npy(np.array(text))})
        assert "not a valid state file" in refused(run)
    header, data = found["run.npy"][:128], found["run.npy"][128:]
    rewrite(run.path / STATE, {**found, "run.npy": header + b"\xff" * len(data)})
    assert "cannot be read" in refused(run)


def test_games_of_another_shape(run: Run) -> None:
    found = entries(run.games(1))
    arrays = {name: np.load(io.BytesIO(data)) for name, data in found.items()}
    for name, array in arrays.items():
        for wrong in (array[:-1], np.concatenate([array, array]), array.astype("<U3")):
            if name == "starts.npy" and wrong.dtype != array.dtype:
                wrong = array.astype(object)
            rewrite(run.games(1), {**found, name: npy(wrong, allow_pickle=True)})
            assert "games" in refused(run)
    for name in ("actions", "policy_actions", "offsets", "policy_weights", "root_values", "weights"):
        wrong = arrays[f"{name}.npy"].copy()
        wrong.flat[len(wrong) // 2] = -7
        rewrite(run.games(1), {**found, f"{name}.npy": npy(wrong)})
        if name != "root_values":
            assert "does not hold games" in refused(run)


def test_bombs_take_no_memory(run: Run) -> None:
    """Huge arrays that are small in the file. One has its size in the header, one only in the directory of the ZIP file."""
    big = io.BytesIO()
    np.lib.format.write_array_header_1_0(big, {"descr": "<f4", "fortran_order": False, "shape": (2**22,)})
    for path, name in ((run.path / STATE, "run"), (run.path / STATE, "optimizer/3"), (run.games(1), "policy_weights")):
        whole = entries(path)
        for bomb in (big.getvalue() + bytes(2**24), whole[f"{name}.npy"] + bytes(2**24)):
            rewrite(path, {**whole, f"{name}.npy": bomb})
            del bomb
            assert path.stat().st_size < 100_000
            tracemalloc.start()
            try:
                assert refused(run)
                assert tracemalloc.get_traced_memory()[1] < 8_000_000
            finally:
                tracemalloc.stop()
        rewrite(path, whole)


def test_headers_are_read_strictly(tmp_path: Path) -> None:
    path = tmp_path / "arrays.npz"
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    rewrite(path, {"a.npy": npy(array)})
    with Archive(path) as archive:
        assert archive.header("a") == Header("<f4", (2, 3))
        assert (archive.read("a", Header("<f4", (2, 3))) == array).all()
        with pytest.raises(BadRun, match=r"must be <f4 \[3, 2\], got <f4 \[2, 3\]"):
            archive.read("a", Header("<f4", (3, 2)))
        with pytest.raises(BadRun, match="must be one such array, got 0"):
            archive.header("b")
    for content in (b"", b"text", npy(array)[:60], npy(array) + b"x", npy(array, allow_pickle=False)[:-1]):
        rewrite(path, {"a.npy": content})
        with Archive(path) as archive, pytest.raises(BadRun, match="cannot be read"):
            archive.header("a")


# Settings


def test_settings_have_ranges() -> None:
    def with_one(name: str, value: Any) -> pg.learn.Settings:
        return pg.learn.Settings.from_dict({name: value})

    for name, (min_value, max_value) in pg.learn.Settings.ranges().items():
        for value in (min_value, max_value):
            assert getattr(with_one(name, value), name) == value
        wrong: list[Any] = [
            min_value - 1,
            max_value + 1,
            10**400,
            10**5000,
            float("nan"),
            float("inf"),
            None,
            "3",
            True,
        ]
        for value in wrong:
            with pytest.raises(
                ValueError, match=f"^{name} must be an? (integer|number) from {min_value} to {max_value}, got "
            ) as caught:
                with_one(name, value)
            assert len(str(caught.value)) < 200
    assert pg.learn.Settings.from_dict(json.loads(json.dumps(SETTINGS.to_dict()))) == SETTINGS


@pytest.mark.parametrize(
    ("name", "value"), [("batch_size", 1_000_000), ("size", (64, 1024)), ("num_parallel_games", 65_536)]
)
def test_settings_that_take_too_much_memory(
    name: str, value: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plyground.learn.memory.MAX_BYTES", 1 << 28)
    with pytest.raises(
        ValueError, match=r"this run would take [0-9]+ MiB, and may take 256; choose a smaller batch_size"
    ):
        pg.learn.train("chess", out=tmp_path / "run", generations=1, games_per_generation=100_000, **{name: value})
    assert not (tmp_path / "run").exists()
