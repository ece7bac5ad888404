"""Games as rows of a file, written as they are played."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..study.writing import check_place

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
        if self._path.exists() and not overwrite:
            raise FileExistsError(17, "this file is there already (--force writes over it)", path)
        check_place(self._path)
        self._beside = self._path.with_name(f".plyground-{secrets.token_hex(8)}")
        self._parquet = _parquet() if self._path.suffix == ".parquet" else None
        self._writer: Any = None

    def __enter__(self) -> "Rows":
        return self

    def add(self, rows: "pd.DataFrame") -> None:
        """Writes some games."""
        if self._parquet is None:
            first = not self._beside.exists()
            rows.to_csv(self._beside, mode="x" if first else "a", header=first, index=False)
            return
        pyarrow, parquet = self._parquet
        table = pyarrow.Table.from_pandas(rows, preserve_index=False)
        if self._writer is None:
            self._writer = parquet.ParquetWriter(self._beside, table.schema)
        self._writer.write_table(table)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._writer is not None:
            self._writer.close()
        if kind is None:
            self._beside.replace(self._path)
        else:
            self._beside.unlink(missing_ok=True)


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
