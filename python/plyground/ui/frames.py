"""What the board on a page is drawn from: `board_data` once for a game, and a frame for each position.

Both are plain dicts that can be written as JSON. A frame for a seat contains only what that seat may know.
"""

import json
from collections.abc import Sequence
from typing import Any

from .._core import Game, State
from ..player_ids import CHANCE

__all__ = ["NUM_LAST_STEPS", "board_data", "choices", "scene_frame", "seat_name", "shown_steps", "to_json"]


def board_data(game: Game) -> dict[str, Any]:
    """Return what does not change during a game.

    Returns
    -------
    dict
        - ``id``, ``title``, ``options``: the game.
        - ``seats``: for each seat its ``name``, ``color``, ``angle`` (degrees clockwise from the near side) and ``team``.
        - ``shape``: ``squares``, ``triangles``, ``hexagons`` or ``three-kings``.
        - ``cells``: for each cell its ``name``, ``outline`` (corners; x to the right of seat 0, y away from it) and ``shade``.
        - ``edges``: pairs of cell indices that touch, by kind: ``side``, ``corner`` and ``opposite``.
        - ``joined``: whether the left and right edges are joined, and the near and far edges.
        - ``hidden``, ``simultaneous``, ``chance``: whether the game has hidden information and so on.
    """
    info = game.info
    edges = {kind: pairs.tolist() for kind, pairs in info.edges.items()}
    return {
        "id": info.id,
        "title": info.title,
        "options": dict(info.options),
        "seats": [
            {"name": seat_name(game, seat), "color": color, "angle": angle, "team": team}
            for seat, (color, angle, team) in enumerate(
                zip(info.seat_colors, info.seat_angles, info.seat_teams, strict=True)
            )
        ],
        "shape": info.board,
        "cells": [
            {"name": name, "outline": [[round(at, 4) for at in corner] for corner in outline], "shade": shade}
            for name, outline, shade in zip(info.cells, info.outlines, info.shades, strict=True)
        ],
        "edges": edges,
        "joined": _joined_edges(game, edges),
        "hidden": info.has_hidden_information,
        "simultaneous": info.is_simultaneous,
        "chance": info.has_chance,
        "scoring": info.scoring.kind,
    }


def _joined_edges(game: Game, edges: dict[str, list[list[int]]]) -> list[bool]:
    """Return whether the left and right, and the near and far edges of a board of squares are joined."""
    if game.info.board != "squares":
        return [False, False]
    places = [(min(x for x, _ in outline), min(y for _, y in outline)) for outline in game.info.outlines]
    pairs = [pair for kind in edges.values() for pair in kind]
    return [any(abs(places[one][axis] - places[other][axis]) > 2 for one, other in pairs) for axis in (0, 1)]


def seat_name(game: Game, actor: int) -> str:
    """Return the name of a seat by its color, or ``chance``."""
    if actor == CHANCE:
        return "chance"
    colors = game.info.seat_colors
    name = colors[actor]
    return name if colors.count(name) == 1 else f"{name} (seat {actor})"


def shown_steps(state: State, seat: int | None) -> list[str]:
    """Return the steps of the game as a seat saw them. None sees all."""
    return state.steps if seat is None else state.observation_history(seat)[1::2]


NUM_LAST_STEPS = 12
"""The number of steps that a frame contains for animation."""


def scene_frame(state: State, seat: int | None) -> dict[str, Any]:
    """Return what a seat may see of a state.

    Parameters
    ----------
    state : State
        The state.
    seat : int, optional
        The seat. None sees everything.

    Returns
    -------
    dict
        The keys of `State.scene`, and:

        - ``seat``: the seat, or None.
        - ``ply``: the number of steps of the game.
        - ``current_player``: the seat to act; -2 is chance, -1 if the game is over.
        - ``is_mid_turn``, ``is_terminal``, ``returns``, ``reason``.
        - ``position``: the position string as the seat may see it.
        - ``last``: the last steps, each with its number ``ply`` (from 1), its ``step`` and its ``cells``. A page animates those
          that it has not shown.
    """
    frame: dict[str, Any] = state.scene(seat)
    frame["seat"] = seat
    frame["ply"] = len(state.actions)
    frame["current_player"] = state.current_player
    frame["is_mid_turn"] = state.is_mid_turn
    frame["is_terminal"] = state.is_terminal
    frame["returns"] = list(state.returns) if state.is_terminal else None
    frame["reason"] = state.reason
    frame["position"] = state.fen if seat is None else state.observation_string(seat)
    steps = shown_steps(state, seat)
    first = max(0, len(steps) - NUM_LAST_STEPS)
    frame["last"] = [
        {"ply": first + at, **_step_data(state.game, step)} for at, step in enumerate(steps[first:], start=1)
    ]
    return frame


def _step_data(game: Game, step: str) -> dict[str, Any]:
    return {"step": step, "cells": game.step_cells(step)}


def choices(state: State, seat: int | None) -> list[dict[str, Any]]:
    """Return the legal steps with their cells and their meaning, if ``seat`` may know them.

    Legal steps can reveal hidden information, so in such games they are listed for the seat to act only.
    """
    actor = state.current_player
    if actor < 0 or (state.game.info.has_hidden_information and seat != actor):
        return []
    steps: Sequence[str] = state.legal_steps()
    words = [state.game.action_text(int(action), actor) for action in state.legal_actions()]
    tail = f", seen from seat {actor}"
    return [
        {**_step_data(state.game, step), "words": text.removesuffix(tail)}
        for step, text in zip(steps, words, strict=True)
    ]


def to_json(data: object) -> str:
    """Return data as compact JSON."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)
