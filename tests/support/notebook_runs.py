"""Executes the notebooks and saves them with their outputs: `make notebooks`."""

import base64
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import nbformat
from nbclient import NotebookClient
from PIL import Image

from repository import ROOT

FOLDER: Final = ROOT / "notebooks"
PATHS: Final = sorted(FOLDER.glob("*.ipynb"))

TIMEOUT: Final = 600
"""The number of seconds that a cell may take."""


def read(path: Path) -> Any:
    """Return a saved notebook."""
    return nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)


@contextmanager
def started_kernel() -> Iterator[NotebookClient]:
    """Provide a kernel for several notebooks, since its start and the imports of libraries take seconds."""
    client = NotebookClient(
        nbformat.v4.new_notebook(), timeout=TIMEOUT, kernel_name="python3", record_timing=False, coalesce_streams=True
    )
    # Slow machines would show progress bars in more cells, and threads of BLAS would compete with those of games.
    settings = {"TTY_INTERACTIVE": "0", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    with client.setup_kernel(cwd=str(FOLDER), env=os.environ | settings):
        yield client


def run(path: Path, client: NotebookClient) -> Any:
    """Execute a notebook without names of earlier ones; return it without what differs from machine to machine."""
    notebook = read(path)
    client.nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("get_ipython().reset()")])
    client.execute_cell(client.nb.cells[0], 0, store_history=False)
    client.nb = notebook
    client.execute(cleanup_kc=False)
    notebook.metadata.get("language_info", {}).pop("version", None)
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if "image/png" in output.get("data", {}):
                output.data["image/png"] = small(output.data["image/png"])
    return notebook


def small(picture: str) -> str:
    """Return a picture with few colors, which is a quarter of the size."""
    out = BytesIO()
    with Image.open(BytesIO(base64.b64decode(picture))) as full:
        full.convert("RGB").quantize(64, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
            out, "PNG", optimize=True
        )
    return base64.b64encode(out.getvalue()).decode("ascii")


def outputs(notebook: Any) -> list[list[tuple[str, Any]]]:
    """Return the parts of the outputs of each code cell that are the same in every run."""
    return [
        [reproducible_part(output, "varies" in cell.metadata.get("tags", ())) for output in cell.get("outputs", ())]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def reproducible_part(output: Any, varies: bool) -> tuple[str, Any]:
    """Return the text of an output, and only the types of pictures.

    Cells with the tag "varies" contain figures that depend on the rounding of the processor. Only types are compared.
    """
    if output.output_type == "stream":
        return output.name, None if varies else output.text
    data = output.get("data", {})
    # Tables have a text as well.
    return output.output_type, (None if varies else data.get("text/plain"), sorted(data))


def main() -> None:
    """Execute the named notebooks, or all."""
    chosen = [FOLDER / name for name in sys.argv[1:]] or PATHS
    with started_kernel() as client:
        for path in chosen:
            notebook = run(path, client)
            path.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
            print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB", flush=True)


if __name__ == "__main__":
    main()
