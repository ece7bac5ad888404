"""Arrays in an ``.npz`` file, validated before they are read.

The type and shape of an array are checked before its data is read, so that a damaged or malicious file takes no more memory
than a valid one. Only headers that NumPy writes for plain arrays in C order are accepted.
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
"""First bytes of an array: the magic string of NumPy's format and its version 1.0."""

HEADER: Final = re.compile(
    r"\{'descr': '(<[iuf][248]|\|[iu]1|\|b1|<U[0-9]{1,9})', 'fortran_order': False, "
    r"'shape': \(((?:[0-9]{1,18}, ?)*[0-9]{0,18})\), \} *\n"
)
"""A header: a type of plain numbers or text, and a shape."""

READ_ERRORS: Final = (
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
"""Exceptions that reading a damaged ZIP file can raise."""


@dataclass(frozen=True, slots=True)
class Header:
    """The type and shape of an array.

    Attributes
    ----------
    dtype : str
        The type as NumPy writes it, such as ``<f4``.
    shape : tuple of int
        The length of each axis.
    """

    dtype: str
    shape: tuple[int, ...]

    @staticmethod
    def of(array: NDArray[Any]) -> "Header":
        """Return the header of an array in memory."""
        return Header(array.dtype.str, array.shape)

    @property
    def size(self) -> int:
        """Number of bytes of the array."""
        # A character takes four bytes.
        return int(self.dtype[2:]) * (4 if self.dtype[1] == "U" else 1) * prod(self.shape)

    def __str__(self) -> str:
        return f"{self.dtype} {list(self.shape)}"


class Archive:
    """An ``.npz`` file, opened as a context manager.

    Parameters
    ----------
    path : path
        The file.

    Raises
    ------
    BadRun
        From all methods, if the file is damaged or does not hold what is expected.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._errors_explained():
            if not path.is_file():
                raise BadRun("there is no such file")
            self._file = zipfile.ZipFile(path)

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def check_names(self, expected: Iterable[str]) -> None:
        """Check that the file holds exactly the arrays of these names."""
        names = sorted(f"{name}.npy" for name in expected)
        if sorted(self._file.namelist()) != names:
            raise BadRun(f"{self._path} must hold exactly {len(names)} arrays with the expected names")

    def header(self, name: str) -> Header:
        """Return the type and shape of an array, after checking that its data has exactly that size."""
        with self._errors_explained(name):
            entry = self._entry(name)
            with self._file.open(entry) as stream:
                prefix, length = stream.read(len(PREFIX)), stream.read(2)
                text = stream.read(int.from_bytes(length, "little")).decode("latin-1")
            match = HEADER.fullmatch(text)
            if prefix != PREFIX or match is None:
                raise BadRun("it must be an array of numbers or text")
            header = Header(match[1], tuple(int(part) for part in match[2].split(",") if part.strip()))
            if entry.file_size != len(PREFIX) + 2 + len(text) + header.size:
                raise BadRun(f"an array {header} cannot have {entry.file_size} bytes")
            return header

    def read(self, name: str, expected: Header) -> NDArray[Any]:
        """Return an array that must have the expected type and shape. It is read-only."""
        array: NDArray[Any] = np.frombuffer(self._data(name, expected), expected.dtype)
        return array.reshape(expected.shape)

    def read_texts(self, name: str, expected: Header) -> list[str]:
        """Return the texts of an array that must have the expected type and shape."""
        data, count = self._data(name, expected), prod(expected.shape)
        size = expected.size // max(1, count)
        with self._errors_explained(name):
            # NumPy does not check that the code points are valid.
            texts = [data[size * place : size * (place + 1)].decode("utf-32-le") for place in range(count)]
        return [text.rstrip("\0") for text in texts]

    def _data(self, name: str, expected: Header) -> bytes:
        """Return the bytes of an array's data."""
        found = self.header(name)
        with self._errors_explained(name):
            if found != expected:
                raise BadRun(f"it must be {expected}, got {found}")
            entry = self._entry(name)
            data = self._file.read(entry)
            if len(data) != entry.file_size:
                raise BadRun(f"it ends after {len(data)} of {entry.file_size} bytes")
            return data[len(data) - found.size :]

    def _entry(self, name: str) -> zipfile.ZipInfo:
        """Return the entry of an array in the ZIP file."""
        entries = [entry for entry in self._file.infolist() if entry.filename == f"{name}.npy"]
        if len(entries) != 1:
            raise BadRun(f"there must be one such array, got {len(entries)}")
        if entries[0].flag_bits & 1 or entries[0].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise BadRun("it must be stored or deflated, and not encrypted")
        return entries[0]

    @contextmanager
    def _errors_explained(self, name: str = "") -> Iterator[None]:
        """Raise `BadRun` for every exception that reading can raise."""
        try:
            yield
        except READ_ERRORS as error:
            what = f"{self._path}, {name}," if name else str(self._path)
            # Messages of `zipfile` quote names from the file, which may be long.
            raise BadRun(f"{what} cannot be read: {str(error)[:200]}") from error


def pack(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return arrays as the content of an ``.npz`` file."""
    file = io.BytesIO()
    # NumPy writes Fortran order as it is in memory, and only C order is read.
    np.savez_compressed(file, allow_pickle=False, **{name: np.asarray(one, order="C") for name, one in arrays.items()})
    return file.getvalue()
