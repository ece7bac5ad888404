"""Descriptions of planes and actions agree with observations and with the notation of steps."""

import re
from collections.abc import Iterator
from typing import Literal

import numpy as np
import pytest
from numpy.typing import NDArray

import plyground as pg
from selection import every_variant, info, selected_variants

Frame = Literal["seat", "board"]

CHECKERS = {"adams_checkers", "tri_checkers"}
NEVER_LEGAL = "never legal: "


def representative_variants() -> list[str]:
    """Return one variant for each combination of family, planes, number of actions and cells."""
    found: dict[object, str] = {}
    for id in selected_variants():
        about = info(id)
        found.setdefault((about.family, about.plane_names, about.num_actions, about.cells), id)
    return list(found.values())


def moments(game: pg.Game) -> Iterator[pg.State]:
    """Yield states of random games after increasing numbers of steps."""
    for seed, steps in enumerate((0, 3, 9, 24, 61, 140, 400)):
        state = game.start(seed)
        state.play_random(seed, max_steps=steps)
        yield state


def without_viewpoint(words: str) -> str:
    """Return a description without the seat from which it is seen."""
    return re.sub(r", seen from (the seat to act|seat \d+)$", "", words)


def cells_in(game: pg.Game, text: str) -> list[str]:
    """Return the cells that a text names, in order."""
    cells = set(game.info.cells)
    # No file is named x, the separator between the cells of a jump.
    pattern = r"[a-wyz]\d+|(?<![a-wyz\d])\d+"
    return [name for name in re.findall(pattern, text) if name in cells]


@every_variant
def test_observations_match_the_encoding_of_planes(id: str) -> None:
    for frame in ("seat", "board"):
        game = pg.game(id, frame=frame)
        planes = game.info.planes
        assert [plane.name for plane in planes] == list(game.info.plane_names)
        assert [plane.index for plane in planes] == list(range(len(planes)))
        assert len({plane.description for plane in planes}) == len(planes), "descriptions of planes must be distinct"
        for state in moments(game):
            for seat in range(game.num_seats):
                seen = state.observe(seat)
                for plane, values in zip(planes, seen, strict=True):
                    assert values.min() >= 0.0, plane
                    assert values.max() <= 1.0, plane
                    if plane.area == "whole":
                        assert values.min() == values.max(), plane
                    if plane.divisor is not None:
                        counted = values * plane.divisor
                        assert np.abs(counted - counted.round()).max() < 1e-3, plane


def test_planes_describe_their_encoding() -> None:
    planes = {plane.name: plane for plane in pg.game("chess").info.planes}
    assert (planes["own pawns"].area, planes["own pawns"].divisor) == ("cells", 1)
    assert planes["own pawns"].encoding == "0 or 1 on each cell"
    assert (planes["clock"].area, planes["clock"].divisor) == ("whole", 100)
    assert repr(planes["clock"]) == "Plane(14, 'clock', 0 to 1 everywhere, in steps of 1/100)"
    masks = {plane.name: plane for plane in pg.game("masquerade-chess").info.planes}
    assert masks["own possible captures"].area == "table"


@pytest.mark.parametrize("id", representative_variants())
def test_descriptions_of_actions_are_distinct(id: str) -> None:
    for frame in ("seat", "board"):
        game = pg.game(id, frame=frame)
        words = [game.action_text(action) for action in range(game.num_actions)]
        assert all(text and text.isprintable() and "{" not in text for text in words)
        possible = [text for text in words if not text.startswith(NEVER_LEGAL)]
        assert len(set(possible)) == len(possible), "descriptions of actions must be distinct"
        assert len(possible) >= game.num_actions // 8
        # An action is described as never legal exactly if it is so for each seat.
        for action in range(0, game.num_actions, 37):
            own = [game.action_text(action, seat) for seat in range(game.num_seats)]
            never_legal = all(text.startswith(NEVER_LEGAL) for text in own)
            assert never_legal == words[action].startswith(NEVER_LEGAL), (action, words[action], own)


@every_variant
def test_descriptions_of_actions_agree_with_steps(id: str) -> None:
    games = {frame: pg.game(id, frame=frame) for frame in ("seat", "board")}
    turning, fixed = games["seat"], games["board"]
    for state in moments(fixed):
        seat = state.current_player if state.current_player >= 0 else None
        seen = turning.from_fen(state.fen)
        steps = state.legal_steps()
        for step in steps[:: 1 + len(steps) // 12]:
            words = without_viewpoint(fixed.action_text(state.action_of(step), seat))
            check_cells(fixed, step, words)
            check_step(fixed, step, words)
            action = seen.action_of(step)
            turned = without_viewpoint(turning.action_text(action, seat))
            plain = without_viewpoint(turning.action_text(action))
            assert not any(text.startswith(NEVER_LEGAL) for text in (words, turned, plain)), (
                step,
                words,
                turned,
                plain,
            )
            if seat is not None:
                # The cells are the same in both frames. Without a seat, the text names rows and columns instead of cells.
                assert cells_in(turning, turned) == cells_in(fixed, words), (step, words, turned)
                assert not cells_in(turning, re.sub(r"(row|column|cell|in|with) \d+", "", plain)), plain
                check_places(seen, step, plain, seat)


def check_cells(game: pg.Game, step: str, words: str) -> None:
    """Check that the description names a cell of the step: the first in checkers, otherwise one of the last two."""
    cells, told = cells_in(game, step), cells_in(game, words)
    assert set(told) <= set(cells), (step, words)
    if not cells or "of its last cells" in words:
        return
    if game.info.family in CHECKERS:
        assert told == cells[:1], (step, words)
    else:
        assert told, (step, words)
        assert told[-1] in cells[-2:], (step, words)


def check_step(game: pg.Game, step: str, words: str) -> None:
    """Check that the description names the direction from the first cell of the step to the second."""
    cells = cells_in(game, step)
    if len(cells) >= 2:
        (row, column), (to_row, to_column) = (game.info.grid[game.info.cells.index(cell)] for cell in cells[:2])
        check_direction(game, int(to_row) - int(row), int(to_column) - int(column), words)


def check_direction(game: pg.Game, rows: int, columns: int, words: str) -> None:
    """Check that the description names the direction of an offset; boards with joined edges are skipped."""
    joined = any(word in game.id for word in ("cylind", "universal"))
    if joined or game.info.board == "three-kings" or "promote" in words:
        return
    what = game.id, words, rows, columns
    if game.info.board == "squares":
        signs = {"north": rows > 0, "south": rows < 0, "east": columns > 0, "west": columns < 0}
        told = words.split(", capturing")[0]
        found = {word for word in signs if re.search(rf"\b{word}\b", told)}
        assert found == {word for word, holds in signs.items() if holds}, what
    elif (way := re.match(r"(?:move or jump|jump|move) ((?:straight )?[a-z ]+?) (?:from|to) ", words)) is not None:
        told = way[1]
        if "hop" in told or told == "the king":
            return
        if not told.startswith("along"):
            assert ("left" in told, "right" in told) == (columns < 0, columns > 0), what
        assert rows >= 0 or "ahead" not in told, what
        assert rows <= 0 or "back" not in told, what


def own_pieces(state: pg.State, seat: int) -> NDArray[np.float32]:
    """Return a plane with 1 on each cell on which a seat sees a piece of its own."""
    kinds = ["men", "kings", "pawns", "knights", "bishops", "rooks", "queens"]
    names = [f"own {kind}" for kind in kinds] + ["own pawns drafted from next", "own pawns drafted from second"]
    planes = [index for index, name in enumerate(state.game.info.plane_names) if name in names]
    pieces: NDArray[np.float32] = state.observe(seat)[planes].max(axis=0)
    return pieces


def check_places(state: pg.State, step: str, words: str, seat: int) -> None:
    """Check that the planes show an own piece on the named row and column before or after the step."""
    places = [(int(row), int(column)) for row, column in re.findall(r"row (\d+), column (\d+)", words)]
    plain = {"draughts", "adams_chess", "tri_chess", "three_kings"} | CHECKERS
    if not places or state.game.info.family not in plain or "en passant, the pawn on" in words:
        return
    before = own_pieces(state, seat)
    next_one = state.copy()
    next_one.apply(step)
    after = own_pieces(next_one, seat)
    left, reached = np.argwhere(before > after), np.argwhere(after > before)
    if state.game.info.family in CHECKERS:
        # A cell number may be at another place for seats at the sides: one of the named places is the actor's.
        assert 1 in [before[at] for at in places], (step, words)
    elif before[places[0]] == 0:
        assert after[places[0]] == 1, (step, words)
    if len(left) == len(reached) == 1:
        rows, columns = reached[0] - left[0]
        check_direction(state.game, int(rows), int(columns), words)


@pytest.mark.parametrize("frame", ["seat", "board"])
def test_row_zero_is_the_near_edge(frame: Frame) -> None:
    """Row 0 of the planes is the near edge of the observing seat; with frame='board' it is seat 0's for all seats."""
    for id in ("chess", "english-draughts", "stax", "double-chess-pairs", "tri-chess-6-cutthroat", "three-kings-chess"):
        state = pg.game(id, frame=frame).start()
        near = [int(np.flatnonzero(own_pieces(state, seat).any(axis=1)).min()) for seat in range(state.game.num_seats)]
        assert near[0] == 0
        assert any(near) == (frame == "board"), (id, near)


def test_action_text_rejects_unknown_actions_and_seats() -> None:
    game = pg.game("chess")
    for action in (-1, 1096, 10**30):
        with pytest.raises(ValueError, match=f"action must be an action of chess, from 0 to 1095, got {action}"):
            game.action_text(action)
    with pytest.raises(ValueError, match="seat must be a seat of chess, from 0 to 1, got 2"):
        game.action_text(0, 2)
    for wrong in (True, "e2e4", 1.5, None):
        with pytest.raises(TypeError, match="action"):
            game.action_text(wrong)  # type: ignore[arg-type]
