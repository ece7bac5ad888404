"""Games are played to their ends on the page: by mouse, by keyboard, and by typing."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

pytest.importorskip("playwright", reason="tests of the page need playwright")

import plyground as pg
from page_driver import Driver, Frame, saved
from plyground.player_ids import CHANCE
from plyground.ui.session import Session
from selection import runs_all

Choose = Callable[[Driver, str], None]

WAYS: dict[str, Choose] = {"mouse": Driver.by_mouse, "keyboard": Driver.by_keyboard, "entry": Driver.by_entry}


# Each with the number of steps of the end that is played, None for the whole game, and the seed of the game.
# Clicks differ by board, captures, stacks, promotions, hands, chance and confirmations.
# Keys differ by board and by what they confirm, and typing by who must type what.
GAMES: list[tuple[str, str, int | None, int]] = [
    ("mouse", "chess", 4, 0),
    ("mouse", "universal-queens", 4, 0),
    ("mouse", "masquerade-chess", None, 31),
    ("mouse", "tri-chess-3", 4, 0),
    ("mouse", "two-move-chess", 4, 0),
    ("mouse", "crowded-house", None, 29),
    ("mouse", "cooperative-chess", 5, 0),
    ("mouse", "dice-checkers-chess", 5, 0),
    ("keyboard", "english-draughts", 5, 2),
    ("keyboard", "three-kings-chess", 3, 0),
    ("keyboard", "tri-chek-2", 4, 0),
    ("keyboard", "masquerade-chess", 3, 0),
    ("keyboard", "chess-golf", 3, 0),
    ("entry", "synchronous-chess", 4, 0),
    ("entry", "queens", None, 31),
]
if runs_all():
    GAMES += [
        ("mouse", "cylindrical-chess", 4, 0),
        ("keyboard", "stax", 4, 0),
        ("keyboard", "zombie-chess", 4, 0),
        ("entry", "tar-pit-chess", 4, 0),
        ("entry", "universal-stax", 4, 0),
        ("entry", "tri-stax-3", 4, 0),
    ]


class RecordedChance(random.Random):
    """Chooses the outcomes of a recorded game."""

    def __init__(self, outcomes: Sequence[str]) -> None:
        super().__init__(0)
        self._outcomes = iter(outcomes)

    def choices(self, *_: object, **__: object) -> list[Any]:
        """Return the next outcome."""
        return [next(self._outcomes)]


def random_game(id: str, num_steps: int | None, seed: int) -> tuple[pg.State, list[str]]:
    """Return a state and the steps from it to the end of a random game. None means the whole game."""
    state = pg.game(id).start(seed)
    state.play_random(seed)
    assert state.is_terminal
    steps = state.steps
    before = pg.game(id).from_fen(state.start_fen)
    first = 0 if num_steps is None else max(0, len(steps) - num_steps)
    for step in steps[:first]:
        before.apply(step)
    while before.current_player == CHANCE:
        before.apply(steps[first])
        first += 1
    return before, steps[first:]


def start_recorded(driver: Driver, state: pg.State, steps: list[str]) -> Frame:
    """Start a game from a state in which chance does what it did in a recorded game."""
    if not state.game.info.has_chance:
        return driver.start(state.game.id, start=saved(state))
    after, outcomes = state.copy(), []
    for step in steps:
        outcomes += [step] * (after.current_player == CHANCE)
        after.apply(step)
    session = Session(state, [None] * state.game.num_seats)
    session._rng = RecordedChance(outcomes)
    return driver.start_session(session)


@pytest.mark.parametrize(("way", "id", "num_steps", "seed"), GAMES)
def test_games_to_their_ends(shared_driver: Driver, way: str, id: str, num_steps: int | None, seed: int) -> None:
    """After each step, the page shows the same as the engine after the same steps."""
    driver = shared_driver
    driver.leave()
    state, steps = random_game(id, num_steps, seed)
    frame = start_recorded(driver, state, steps)
    for step in steps:
        if state.current_player != CHANCE:
            frame = driver.confirm(frame, with_keys=way == "keyboard")
            assert frame["current_player"] == state.current_player
            assert [choice["step"] for choice in frame["choices"]] == state.legal_steps()
            driver.check_shows(state, frame["seat"])
            WAYS[way](driver, step)
        state.apply(step)
        if state.current_player != CHANCE:
            frame = driver.settle(frame["version"])
    assert state.is_terminal
    frame = driver.confirm(frame, with_keys=way == "keyboard")
    assert frame["is_terminal"]
    assert frame["returns"] == list(state.returns)
    driver.check_shows(state, frame["seat"])
