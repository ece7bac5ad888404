"""Action planes: each action is at the cell that its description names, and a plane holds one kind of move."""

import re
from typing import Literal

import numpy as np
import pytest

import plyground as pg
from plyground.learn.policy_layout import PolicyLayout
from selection import every_variant, info, selected_variants

FRAMES: tuple[Literal["seat", "board"], ...] = ("seat", "board")
NEVER_LEGAL = "never legal: "

PLAIN = {"draughts", "adams_checkers", "tri_checkers", "adams_chess", "tri_chess", "three_kings"}
"""Families in which a step is a move or a capture that all seats see immediately."""


def representative_variants() -> list[str]:
    """Return one variant for each combination of family and numbers of seats, actions, cells and planes."""
    found: dict[object, str] = {}
    for id in selected_variants():
        about = info(id)
        found.setdefault((about.family, about.num_seats, about.num_actions, about.cells, len(about.planes)), id)
    return list(found.values())


def places_in(words: str) -> list[tuple[int, int]]:
    """Return the places that a description names, as rows and columns."""
    return [(int(row), int(column)) for row, column in re.findall(r"row (\d+), column (\d+)", words)]


def action_at_place(info: pg.Info) -> dict[int, int]:
    """Return the action at each place of seat 0's action planes."""
    return {int(place): action for action, place in enumerate(info.action_planes[0]) if place >= 0}


def sample(actions: int) -> range:
    """Return evenly spaced action numbers, about 4,000 or all of them."""
    return range(0, actions, (1 + actions // 4000) | 1)


@every_variant
def test_places_of_actions_are_distinct(id: str) -> None:
    for frame in FRAMES:
        info = pg.info(id, frame=frame)
        _, rows, columns = info.observation_shape
        area, places = rows * columns, info.action_planes
        assert places.shape == (info.num_seats, info.num_actions)
        assert places.min() >= -1
        assert places.max() < info.num_action_planes * area
        ways = np.where(places < 0, -1, places // area)
        assert (ways == ways[0]).all(), "an action must be in the same plane for each seat"
        for seat in places:
            taken = seat[seat >= 0]
            assert len(np.unique(taken)) == len(taken)
            assert set(taken // area) == set(range(info.num_action_planes)), "no action plane may be empty"
        if frame == "board":
            assert (places == places[0]).all(), "seats with the same view must have the same places"


@pytest.mark.parametrize("id", representative_variants())
def test_descriptions_name_the_place(id: str) -> None:
    game = pg.game(id)
    places, (_, rows, columns) = game.info.action_planes, game.observation_shape
    for action in sample(game.num_actions):
        words = game.action_text(action)
        if places[0, action] >= 0 and "has no cell" not in words:
            assert set(places_in(words)) == {
                divmod(int(place) % (rows * columns), columns) for place in places[:, action]
            }
    fixed = pg.game(id, frame="board")
    names = {
        row * columns + column: name for name, (row, column) in zip(fixed.info.cells, fixed.info.grid, strict=True)
    }
    places = fixed.info.action_planes[0]
    for action in sample(fixed.num_actions):
        place, words = int(places[action]), fixed.action_text(action)
        if place >= 0 and not words.startswith(NEVER_LEGAL):
            assert names[place % (rows * columns)] in re.findall(r"\w+", words), words


@pytest.mark.parametrize("id", representative_variants())
def test_descriptions_differ_only_in_place_within_a_plane(id: str) -> None:
    game = pg.game(id)
    area, places = int(np.prod(game.observation_shape[1:])), game.info.action_planes[0]
    ways: dict[int, set[str]] = {}
    for action in sample(game.num_actions):
        words = game.action_text(action)
        if places[action] >= 0 and not words.startswith(NEVER_LEGAL):
            words = re.sub(r"row \d+, column \d+( or row \d+, column \d+)*", "there", words)
            ways.setdefault(int(places[action]) // area, set()).add(
                words.replace(" (a pawn that reaches its last rank becomes a queen)", "")
            )
    assert all(len(words) == 1 for words in ways.values()), {
        way: words for way, words in ways.items() if len(words) > 1
    }
    assert len({min(words) for words in ways.values()}) == len(ways), "descriptions of action planes must be distinct"


EIGHT = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
DIAGONAL = ["north-west", "north-east", "south-west", "south-east"]
STRIPS = ["left ahead", "right ahead", "right", "right back", "left back", "left"]
STRAIGHT = ["ahead", "right ahead", "right back", "back", "left back", "left ahead"]


@pytest.mark.parametrize(
    ("id", "cell", "expected"),
    [
        ("chess", "e4", [f"move {way} to e4" for way in EIGHT] + ["hop two north and one east to e4"]),
        ("shadow-chess", "e4", [f"move {way} to e4" for way in EIGHT]),
        ("double-chess-cutthroat", "d7", [f"move {way} to d7" for way in EIGHT]),
        ("stax", "c3", [f"move or jump {way} from c3" for way in DIAGONAL]),
        ("cylindrical-stax", "a3", [f"move or jump {way} from a3" for way in DIAGONAL]),
        ("queens", "c3", [f"move or jump {way} from c3" for way in DIAGONAL] + ["jump north from c3"]),
        ("english-draughts", "17", [f"move or jump {way} to 17" for way in DIAGONAL]),
        # The numbering of boards with a light near left corner is mirrored.
        (
            "italian-draughts",
            "13",
            [f"move or jump {way} to 13" for way in ("north-east", "north-west", "south-east", "south-west")],
        ),
        ("turkish-draughts", "d5", [f"move or jump {way} to d5" for way in ("north", "east", "west", "south")]),
        ("tri-stax-3", "f11", [f"move or jump {way} from f11" for way in STRIPS]),
        (
            "tri-queens-4-cutthroat",
            "f4",
            [f"move or jump {way} from f4" for way in STRIPS] + ["jump straight ahead from"],
        ),
        (
            "tri-chess-3",
            "f4",
            [f"move straight {way} to f4" for way in STRAIGHT] + ["move along the strip right to f4"],
        ),
    ],
)
def test_each_plane_has_one_direction(id: str, cell: str, expected: list[str]) -> None:
    game = pg.game(id)
    _, rows, columns = game.observation_shape
    row, column = map(int, game.info.grid[game.info.cells.index(cell)])
    actions = action_at_place(game.info)
    for way, beginning in enumerate(expected):
        words = game.action_text(actions[(way * rows + row) * columns + column], 0)
        assert words.startswith(beginning), words


def sample_states(game: pg.Game, seed: int) -> list[pg.State]:
    """Return states of random games after increasing numbers of steps in which a seat acts."""
    states = []
    for steps in (0, 2, 9, 25, 60):
        state = game.start(seed)
        state.play_random(seed + steps, max_steps=steps)
        if state.current_player >= 0:
            states.append(state)
    return states


@pytest.mark.parametrize("id", [id for id in selected_variants() if info(id).family in PLAIN])
def test_action_changes_its_own_cell(id: str) -> None:
    """An action changes the acting seat's observation of its cell: a piece leaves it, arrives on it or is captured there."""
    for frame in FRAMES:
        game = pg.game(id, frame=frame)
        places, columns = game.info.action_planes, game.observation_shape[2]
        cells = [plane.index for plane in game.info.planes if plane.area == "cells"]
        for state in sample_states(game, 1):
            seat, before = state.current_player, state.observe(state.current_player)[cells]
            actions = state.legal_actions()
            for action in actions[:: 1 + len(actions) // 12]:
                place = int(places[seat, action])
                if place < 0:
                    assert "promote" in game.action_text(int(action)) or game.action_text(int(action)) == "pass"
                    continue
                after = state.copy()
                after.apply(action)
                row, column = divmod(place % int(np.prod(game.observation_shape[1:])), columns)
                changed = (after.observe(seat)[cells] != before).any(axis=0)
                assert changed[row, column], (state.fen, state.step_of(action), row, column)


@pytest.mark.parametrize("id", [id for id in representative_variants() if pg.game(id, frame="board").symmetries])
def test_symmetries_move_actions_with_their_cells(id: str) -> None:
    game = pg.game(id, frame="board")
    rows, columns = game.observation_shape[1:]
    area, places = rows * columns, game.info.action_planes[0]
    at = game.info.grid[:, 0].astype(np.int64) * columns + game.info.grid[:, 1]
    for name, (cells, actions) in game.symmetries.items():
        moved = np.full(area, -1)
        moved[at] = at[cells]
        turned = places[actions]
        assert ((turned < 0) == (places < 0)).all(), name
        on = (places >= 0) & (moved[places % area] >= 0)
        assert on.any()
        assert (turned[on] % area == moved[places[on] % area]).all(), name
        for way in range(game.info.num_action_planes):
            assert len(np.unique(turned[on & (places // area == way)] // area)) == 1, (name, way)


@every_variant
def test_policy_layout_has_an_index_for_each_action(id: str) -> None:
    for frame in FRAMES:
        game = pg.game(id, frame=frame)
        layout, on_grid = (
            PolicyLayout.for_game(game),
            game.info.num_action_planes * int(np.prod(game.observation_shape[1:])),
        )
        assert layout.num_planes == game.info.num_action_planes
        assert layout.indices.shape in {(1, game.num_actions), (game.num_seats, game.num_actions)}
        assert (layout.seat_plane is None) == (len(layout.indices) == 1)
        for places in layout.indices:
            assert len(np.unique(places)) == len(places)
            assert sorted(places[places >= on_grid]) == list(range(on_grid, on_grid + layout.num_off_grid))


@pytest.mark.parametrize(
    ("id", "ways", "rest"),
    [
        ("chess", 16, 72),
        ("cylindrical-chess", 19, 72),
        ("shadow-chess", 275, 840),
        ("stax", 4, 0),
        ("english-draughts", 4, 0),
        ("double-chess-cutthroat", 28, 72),
        ("three-kings-chess", 25, 289),
        ("tri-chess-6-pairs", 31, 315),
    ],
)
def test_policy_layout_counts_planes_and_actions_off_the_grid(id: str, ways: int, rest: int) -> None:
    layout = PolicyLayout.for_game(pg.game(id))
    assert (layout.num_planes, layout.num_off_grid) == (ways, rest)


def test_policy_layout_distinguishes_seats_at_the_sides() -> None:
    layout = PolicyLayout.for_game(pg.game("double-checkers-cutthroat"))
    assert layout.seat_plane is not None
    assert len(np.unique(layout.indices, axis=0)) == 2
    assert PolicyLayout.for_game(pg.game("double-checkers-cutthroat", frame="board")).seat_plane is None
