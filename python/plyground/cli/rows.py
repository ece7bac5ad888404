"""Games as rows of a file, written as they are played."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from ..atomic_files import check_place, replacing

if TYPE_CHECKING:
    import pandas as pd


class Rows:
    """A file in CSV or Parquet, as its name ends, that is there as a whole or not at all; used with `with`."""

    def __init__(self, path: str, *, overwrite: bool) -> None:
        self._path = Path(path)
        if self._path.suffix not in (".csv", ".parquet"):
            raise ValueError(
                f"'{self._path.name}' does not say what to write: name a file that ends in .csv or .parquet"
            )
        self._overwrite = overwrite
        check_place(self._path)
        self._parquet = _parquet() if self._path.suffix == ".parquet" else None
        self._begun = False
        self._writer: Any = None

    def __enter__(self) -> "Rows":
        with ExitStack() as opened:
            self._file: BinaryIO = opened.enter_context(replacing(self._path, alone=True))
            # Checked now that no other process can write it.
            if self._path.exists() and not self._overwrite:
                raise FileExistsError(17, "this file is there already (--force writes over it)", str(self._path))
            opened.callback(self._finish)
            self._opened = opened.pop_all()
        return self

    def __exit__(self, *error: Any) -> None:
        self._opened.__exit__(*error)

    def add(self, rows: "pd.DataFrame") -> None:
        """Writes some games."""
        if self._parquet is None:
            self._file.write(rows.to_csv(header=not self._begun, index=False).encode())
            self._begun = True
            return
        pyarrow, parquet = self._parquet
        table = pyarrow.Table.from_pandas(rows, preserve_index=False)
        if self._writer is None:
            self._writer = parquet.ParquetWriter(self._file, table.schema)
        self._writer.write_table(table)

    def _finish(self) -> None:
        """Writes what a Parquet file ends with."""
        if self._writer is not None:
            self._writer.close()


def _parquet() -> tuple[Any, Any]:
    """What writes Parquet."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise ImportError(
            "Parquet is written by PyArrow: pip install 'plyground[parquet]', or name a file in .csv"
        ) from error
    return pyarrow, parquet
