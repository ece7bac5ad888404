"""A plot of a training run: Elo rating and losses over time."""

from io import BytesIO
from pathlib import Path
from typing import Any

from ..atomic_files import write
from ..optional_deps import optional_imports


def write_plot(path: Path, title: str, rows: list[dict[str, Any]]) -> None:
    """Plot the rating and the losses of a run over its minutes, and write a PNG file.

    Parameters
    ----------
    path : path
        The file.
    title : str
        Title of the plot.
    rows : list of dict
        Rows of the log.
    """
    with optional_imports("plyground[learn]"):
        from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 6), layout="constrained")
    rating, losses = figure.subplots(2, 1, sharex=True)
    evaluated = [row for row in rows if row.get("elo") is not None]
    minutes = [row["minutes"] for row in evaluated]
    rating.fill_between(
        minutes, [row["elo_low"] for row in evaluated], [row["elo_high"] for row in evaluated], alpha=0.25
    )
    rating.plot(minutes, [row["elo"] for row in evaluated], marker=".")
    rating.set(ylabel="Elo above the strongest fixed opponent", title=title)
    rating.axhline(0, color="grey", linewidth=0.8)
    for name in ("policy", "value"):
        losses.plot([row["minutes"] for row in rows], [row[f"{name}_loss"] for row in rows], label=name)
    losses.set(xlabel="minutes", ylabel="loss")
    losses.legend()
    image = BytesIO()
    figure.savefig(image, format="png")
    write(path, image.getvalue())
