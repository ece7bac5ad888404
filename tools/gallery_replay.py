"""The replay of a page of the gallery, in less room than a file of `plyground.replay`."""

import json
from typing import Any

import plyground as pg


def replay_data(state: pg.State, max_bytes: int) -> tuple[str, int]:
    """Return a replay as JSON text, and the number of its steps.

    ``site/replay_page.js`` shows it. It differs from the format of replays:

    - A long game ends early.
    - Outlines of cells are indices of ``corners``, and items off the board of ``items``.
    - Positions, marks where pawns promote, and edges at opposite corners are left out.
    """
    data = pg.replay(state).to_dict()
    del data["game"], data["start"]
    data["title"] = ""
    _pack_board(data["board"])
    _pack_items(data)
    _leave_out_promotion(data)
    frames, size = data["frames"], len(_json({**data, "frames": [], "steps": []}))
    for at, frame in enumerate(frames):
        del frame["position"]
        size += len(_json(frame)) + 16
        if size > max_bytes:
            data["frames"], data["steps"] = frames[:at], data["steps"][: at - 1]
            break
    return _json(data), len(data["steps"])


def _pack_board(board: dict[str, Any]) -> None:
    """Replace the corners of outlines by their indices."""
    corners: dict[tuple[float, float], int] = {}
    for cell in board["cells"]:
        cell["outline"] = [corners.setdefault((x, y), len(corners)) for x, y in cell["outline"]]
    board["corners"] = list(corners)
    board["edges"].pop("opposite", None)


def _pack_items(data: dict[str, Any]) -> None:
    """Replace the items of groups off the board by their indices: a hand changes by one card."""
    items: dict[str, int] = {}
    for group in data["off_board"]:
        group["items"] = [items.setdefault(_json(item), len(items)) for item in group["items"]]
    data["items"] = [json.loads(item) for item in items]


def _leave_out_promotion(data: dict[str, Any]) -> None:
    """Leave out the marks of cells where pawns promote: there are many for each seat, and they change with the seat to act."""
    kept = {index for index, mark in enumerate(data["marks"]) if mark["name"] != "crowning"}
    shown: dict[str, list[int]] = {}
    for frame in data["frames"]:
        changes: dict[str, list[int] | None] = {}
        for cell, there in frame.get("marks", {}).items():
            marks = [index for index in there or () if index in kept]
            if marks != shown.get(cell, []):
                changes[cell] = marks or None
                shown[cell] = marks
        frame["marks"] = changes


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
