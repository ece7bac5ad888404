"""A run as a picture: how strong it became, and how it learned."""

from io import BytesIO
from pathlib import Path
from typing import Any

from ..atomic_files import write


def draw(path: Path, title: str, rows: list[dict[str, Any]]) -> None:
    """Draws strength and losses over the minutes of a run."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 6), layout="constrained")
    strength, losses = figure.subplots(2, 1, sharex=True)
    measured = [row for row in rows if row.get("elo") is not None]
    minutes = [row["minutes"] for row in measured]
    strength.fill_between(
        minutes, [row["elo low"] for row in measured], [row["elo high"] for row in measured], alpha=0.25
    )
    strength.plot(minutes, [row["elo"] for row in measured], marker=".")
    strength.set(ylabel="Elo above the strongest fixed opponent", title=title)
    strength.axhline(0, color="grey", linewidth=0.8)
    for name in ("policy", "value"):
        losses.plot([row["minutes"] for row in rows], [row[name] for row in rows], label=name)
    losses.set(xlabel="minutes", ylabel="loss")
    losses.legend()
    picture = BytesIO()
    figure.savefig(picture, format="png")
    write(path, picture.getvalue())
