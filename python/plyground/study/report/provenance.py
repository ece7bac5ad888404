"""Tables in files, with the settings, the machine and the versions behind each row."""

import csv
import io
from collections.abc import Collection, Mapping, Sequence
from os import PathLike
from typing import Any, Final

from ...atomic_files import replacing, write
from ...row_writer import import_parquet

SETTINGS: Final = ("study", "seed", "offset", "confidence", "start_positions", "openings", "balanced")
"""The settings of a study that its table states, unless the table has columns with these names."""

MACHINE: Final = (
    "date",
    "system",
    "processor",
    "processors",
    "plyground",
    "python",
    "numpy",
    "scipy",
    "pandas",
    "statsmodels",
)
"""What a table states of the machine that made the study."""

RecordsOf = Sequence[Mapping[str, Any]]


def with_provenance(
    records: RecordsOf, starts: Sequence[Mapping[str, Any]], study: Mapping[str, Any], machine: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return the rows of a table with columns for the settings, the machine and the versions.

    Parameters
    ----------
    records
        The rows.
    starts
        For each row, the settings ``start``, ``openings`` and ``balanced`` of its games.
    study
        The record of the study.
    machine
        The machine that made it.
    """
    found = []
    for record, start in zip(records, starts, strict=True):
        facts = {**study, **start}
        facts |= {"offset": facts.get("offset", 0), "start_positions": "; ".join(facts.get("start") or ())}
        more = {name: facts.get(name) for name in _missing(SETTINGS, record)}
        more |= {name: machine.get(name) for name in _missing(MACHINE, record)}
        found.append({**record, **more})
    return found


def _missing(names: Sequence[str], record: Collection[str]) -> list[str]:
    return [name for name in names if name not in record]


def write_csv(path: "str | PathLike[str]", records: RecordsOf) -> None:
    """Write rows to a CSV file."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(records[0]))
    writer.writeheader()
    writer.writerows(records)
    write(path, text.getvalue())


def write_parquet(path: "str | PathLike[str]", records: RecordsOf) -> None:
    """Write rows to a Parquet file."""
    pyarrow, parquet = import_parquet()
    columns: dict[str, Any] = {name: [record[name] for record in records] for name in records[0]}
    if None not in columns["seed"]:
        # By default integers have 63 bits.
        columns["seed"] = pyarrow.array(columns["seed"], pyarrow.uint64())
    table = pyarrow.table(columns)
    with replacing(path) as file:
        parquet.write_table(table, file)
