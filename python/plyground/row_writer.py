"""Write one row per game to a CSV or Parquet file while the games are played."""

from collections.abc import Callable
from contextlib import ExitStack
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from .atomic_files import check_place, replacing
from .optional_deps import optional_imports

if TYPE_CHECKING:
    import pandas as pd


class RowWriter:
    """A context manager that writes rows to a .csv or .parquet file. The file appears only when it is complete.

    Parameters
    ----------
    path : path
        The file.
    overwrite : bool
        Whether the file may exist.
    schema : function, optional
        Returns the schema of a Parquet file, given the module pyarrow. By default the first rows determine it.
    """

    def __init__(
        self, path: "str | PathLike[str]", *, overwrite: bool, schema: Callable[[Any], Any] | None = None
    ) -> None:
        self._path = Path(path)
        if self._path.suffix not in (".csv", ".parquet"):
            raise ValueError(f"the file must end in .csv or .parquet, got '{self._path.name}'")
        self._overwrite = overwrite
        self._schema_of = schema
        check_place(self._path)
        self._parquet = import_parquet() if self._path.suffix == ".parquet" else None
        self._has_header = False
        self._writer: Any = None

    def __enter__(self) -> "RowWriter":
        with ExitStack() as stack:
            self._file: BinaryIO = stack.enter_context(replacing(self._path, alone=True))
            # `alone` excludes other processes, so that the file cannot appear after this check.
            if self._path.exists() and not self._overwrite:
                raise FileExistsError(17, "the file exists, use --overwrite to replace it", str(self._path))
            stack.callback(self._close)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)

    def write(self, rows: "pd.DataFrame") -> None:
        """Write the rows of some games."""
        if self._parquet is None:
            self._file.write(rows.to_csv(header=not self._has_header, index=False).encode())
            self._has_header = True
            return
        pyarrow, parquet = self._parquet
        schema = None if self._schema_of is None else self._schema_of(pyarrow)
        table = pyarrow.Table.from_pandas(rows, schema=schema, preserve_index=False)
        if self._writer is None:
            self._writer = parquet.ParquetWriter(self._file, table.schema)
        self._writer.write_table(table)

    def _close(self) -> None:
        """Write the footer of a Parquet file."""
        if self._writer is not None:
            self._writer.close()


def import_parquet() -> tuple[Any, Any]:
    """Import PyArrow and its Parquet module.

    Raises
    ------
    ImportError
        If PyArrow is not installed. The message states what to install.
    """
    with optional_imports("plyground[parquet]"):
        import pyarrow
        from pyarrow import parquet
    return pyarrow, parquet
