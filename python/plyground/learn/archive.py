"""Arrays in an ``.npz`` file, checked before they are read.

What an array may be is known before it is read, so that a damaged file, or one made to do harm, takes no more memory than a
sound one. Headers are read first; only those are accepted that NumPy writes for plain arrays in C order.
"""

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .errors import BadRun

PREFIX: Final = b"\x93NUMPY\x01\x00"
"""How an array begins: the magic string of NumPy's format and its version 1.0."""

HEADER: Final = re.compile(
    r"\{'descr': '(<[iuf][248]|\|[iu]1|\|b1|<U[0-9]{1,9})', 'fortran_order': False, "
    r"'shape': \(((?:[0-9]{1,18}, ?)*[0-9]{0,18})\), \} *\n"
)
"""A header: a type of plain numbers or text, and a shape."""

FAULTS: Final = (
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
"""What reading a damaged ZIP file can raise."""


@dataclass(frozen=True, slots=True)
class Header:
    """The type and shape of an array."""

    dtype: str
    """The type as NumPy writes it, such as ``<f4``."""
    shape: tuple[int, ...]
    """The length of each axis."""

    @staticmethod
    def of(array: NDArray[Any]) -> "Header":
        """The header of an array that is in memory."""
        return Header(array.dtype.str, array.shape)

    @property
    def size(self) -> int:
        """How many bytes the array takes."""
        # A character takes four bytes.
        return int(self.dtype[2:]) * (4 if self.dtype[1] == "U" else 1) * prod(self.shape)

    def __str__(self) -> str:
        return f"{self.dtype} {list(self.shape)}"


class Archive:
    """An ``.npz`` file, of which nothing has been read but the names of its arrays. Used with ``with``.

    All methods raise `BadRun` if the file is damaged, or does not hold what is asked for.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._explained():
            if not path.is_file():
                raise BadRun("there is no such file")
            self._file = zipfile.ZipFile(path)

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def check_names(self, expected: Iterable[str]) -> None:
        """Refuses a file whose arrays do not have exactly these names."""
        names = sorted(f"{name}.npy" for name in expected)
        if sorted(self._file.namelist()) != names:
            raise BadRun(f"{self._path} must hold {len(names)} arrays by their names, and holds others")

    def header(self, name: str) -> Header:
        """The type and shape of an array, whose data take exactly the rest of its entry in the file."""
        with self._explained(name):
            entry = self._entry(name)
            with self._file.open(entry) as stream:
                prefix, length = stream.read(len(PREFIX)), stream.read(2)
                text = stream.read(int.from_bytes(length, "little")).decode("latin-1")
            match = HEADER.fullmatch(text)
            if prefix != PREFIX or match is None:
                raise BadRun("it must be an array of numbers or text")
            header = Header(match[1], tuple(int(part) for part in match[2].split(",") if part.strip()))
            if entry.file_size != len(PREFIX) + 2 + len(text) + header.size:
                raise BadRun(f"{header} does not take {entry.file_size} bytes")
            return header

    def read(self, name: str, expected: Header) -> NDArray[Any]:
        """Reads an array if it has the expected type and shape; the array is not writeable."""
        array: NDArray[Any] = np.frombuffer(self._data(name, expected), expected.dtype)
        return array.reshape(expected.shape)

    def read_texts(self, name: str, expected: Header) -> list[str]:
        """Reads an array of texts, one after the other, if it has the expected type and shape."""
        data, count = self._data(name, expected), prod(expected.shape)
        size = expected.size // max(1, count)
        with self._explained(name):
            # NumPy does not check that these are characters.
            texts = [data[size * place : size * (place + 1)].decode("utf-32-le") for place in range(count)]
        return [text.rstrip("\0") for text in texts]

    def _data(self, name: str, expected: Header) -> bytes:
        """The content of an array."""
        found = self.header(name)
        with self._explained(name):
            if found != expected:
                raise BadRun(f"it must be {expected}, not {found}")
            entry = self._entry(name)
            data = self._file.read(entry)
            if len(data) != entry.file_size:
                raise BadRun(f"it ends after {len(data)} of {entry.file_size} bytes")
            return data[len(data) - found.size :]

    def _entry(self, name: str) -> zipfile.ZipInfo:
        """Where an array is in the file."""
        entries = [entry for entry in self._file.infolist() if entry.filename == f"{name}.npy"]
        if len(entries) != 1:
            raise BadRun(f"there must be one such array, not {len(entries)}")
        if entries[0].flag_bits & 1 or entries[0].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise BadRun("it must not be encrypted, and be compressed as NumPy does it")
        return entries[0]

    @contextmanager
    def _explained(self, name: str = "") -> Iterator[None]:
        """Makes a `BadRun` of all that reading can raise."""
        try:
            yield
        except FAULTS as error:
            what = f"{self._path}, {name}," if name else str(self._path)
            # Messages of `zipfile` quote names that are in the file.
            raise BadRun(f"{what} cannot be read: {str(error)[:200]}") from error


def packed(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Arrays as the content of an ``.npz`` file."""
    file = io.BytesIO()
    # NumPy keeps the order of axes in memory, and only C order is read.
    np.savez_compressed(file, allow_pickle=False, **{name: np.asarray(one, order="C") for name, one in arrays.items()})
    return file.getvalue()
