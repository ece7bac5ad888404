"""Runs the notebooks, and writes them with what came of it: `make notebooks`."""

import base64
import os
import sys
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import nbformat
from nbclient import NotebookClient
from PIL import Image

FOLDER: Final = Path(__file__).parents[1] / "notebooks"
PATHS: Final = sorted(FOLDER.glob("*.ipynb"))

PATIENCE: Final = 600
"""A cell may take so many seconds."""


def read(path: Path) -> Any:
    """A notebook as it is kept."""
    return nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)


def run(path: Path) -> Any:
    """A notebook run from the top, without what differs from run to run and from machine to machine."""
    notebook = read(path)
    client = NotebookClient(
        notebook, timeout=PATIENCE, kernel_name="python3", record_timing=False, coalesce_streams=True
    )
    # Slow machines would show progress bars in more cells.
    client.execute(cwd=str(FOLDER), env=os.environ | {"TTY_INTERACTIVE": "0"})
    notebook.metadata.get("language_info", {}).pop("version", None)
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if "image/png" in output.get("data", {}):
                output.data["image/png"] = small(output.data["image/png"])
    return notebook


def small(picture: str) -> str:
    """A picture in few colors, which takes a quarter of the room."""
    out = BytesIO()
    with Image.open(BytesIO(base64.b64decode(picture))) as full:
        full.convert("RGB").quantize(64, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
            out, "PNG", optimize=True
        )
    return base64.b64encode(out.getvalue()).decode("ascii")


def outputs(notebook: Any) -> list[list[tuple[str, Any]]]:
    """What stands below each cell that must be the same in every run."""
    return [
        [kept(output, "varies" in cell.metadata.get("tags", ())) for output in cell.get("outputs", ())]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def kept(output: Any, varies: bool) -> tuple[str, Any]:
    """The text of an output, and of pictures what kind they are.

    Of cells that are tagged "varies", whose figures hang on how a processor rounds, it is what kind all is.
    """
    if output.output_type == "stream":
        return output.name, None if varies else output.text
    data = output.get("data", {})
    # Tables are there as texts, too.
    return output.output_type, (None if varies else data.get("text/plain"), sorted(data))


def main() -> None:
    """Runs the notebooks that are named, or all."""
    chosen = [FOLDER / name for name in sys.argv[1:]] or PATHS
    for path in chosen:
        notebook = run(path)
        path.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB", flush=True)


if __name__ == "__main__":
    main()
