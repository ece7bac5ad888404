"""Two games in Python: Three in a row, and one with chance and a shared score."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

import plyground as pg

ROUNDS = 3


ToyState = tuple[tuple[int, int], tuple[int, int], int]


class Toy(pg.GameRules[ToyState]):
    """The toy game of the core's test builds with a shared score: points, stones (0 before the choice) and the round.

    Both seats put a stone on 1, 2 or 3. Then chance rolls a number, and a stone on it is worth a point.
    """

    id = "toy-in-python"
    board_shape = (4, 4)
    num_actions = 3
    planes: Sequence[str] = ("own points", "other points", "round", "own stone", "other stone")
    max_steps = 3 * ROUNDS
    scoring = "shared"
    return_range = (-1.0, 3.0)
    has_chance = True

    def start(self, rng: random.Random) -> ToyState:
        return (0, 0), (0, 0), 0

    def current_player(self, state: ToyState) -> int:
        return state[1].index(0) if 0 in state[1] else -2

    def legal_actions(self, state: ToyState) -> list[int]:
        return [0, 1, 2]

    def chance_outcomes(self, state: ToyState) -> list[tuple[int, float]]:
        return [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]

    def apply(self, state: ToyState, action: int) -> ToyState:
        points, stones, number = state
        seat = self.current_player(state)
        if seat >= 0:
            return points, (action + 1, 0) if seat == 0 else (stones[0], action + 1), number
        if action + 1 in stones:
            first = stones.index(action + 1)
            points = (points[0] + (first == 0), points[1] + (first == 1))
        return points, (0, 0), number + 1

    def returns(self, state: ToyState) -> list[float] | None:
        if state[2] < ROUNDS:
            return None
        return [float(sum(state[0])) or -1.0] * 2

    def reason(self, state: ToyState) -> str:
        return "course"

    def material(self, state: ToyState, seat: int) -> float:
        return state[0][seat]

    def fen(self, state: ToyState) -> str:
        (a, b), stones, number = state
        over = self.returns(state) is not None
        seat = "a" if over else {0: "a", 1: "b", -2: "*"}[self.current_player(state)]
        return f"{a},{b} {seat} {''.join('-123'[stone] for stone in stones)} {number}"

    def from_fen(self, text: str) -> ToyState:
        points, _, stones, number = text.split(" ")
        a, b = points.split(",")
        one, other = list(stones)
        state = (int(a), int(b)), ("-123".index(one), "-123".index(other)), int(number)
        possible = (
            min(state[0]) >= 0 and sum(state[0]) <= state[2] <= ROUNDS and not (state[2] == ROUNDS and stones != "--")
        )
        if not possible or self.fen(state) != text or (state[1][0] == 0 and state[1][1] != 0):
            raise ValueError("expected POINTS SEAT STONES ROUND")
        return state

    def step_of(self, state: ToyState, action: int) -> str:
        return f"{'roll' if self.current_player(state) == -2 else 'stone'}:{action + 1}"

    def observe(self, state: ToyState, seat: int) -> "np.ndarray[Any, Any]":
        points, stones, number = state
        levels = [points[seat] / 3, points[1 - seat] / 3, number / 3, stones[seat] / 3, stones[1 - seat] / 3]
        return np.broadcast_to(np.array(levels)[:, None, None], (5, 4, 4))

    def action_text(self, action: int, seat: int | None) -> str:
        return f"put the stone on {action + 1}, or chance rolls {action + 1}"


class TicTacToe(pg.GameRules[str]):
    """Three in a row. A state is the string of the cells from a1 to c3: X, o or 1."""

    id = "tic-tac-toe"
    title = "Tic-tac-toe"
    board_shape = (3, 3)
    num_actions = 9
    planes = {"own": "the stones of the observing seat", "enemy": "the stones of the other seat"}
    max_steps = 9

    def start(self, rng: random.Random) -> str:
        return "1" * 9

    def current_player(self, state: str) -> int:
        return (9 - state.count("1")) % 2

    def legal_actions(self, state: str) -> list[int]:
        return [cell for cell in range(9) if state[cell] == "1"]

    def apply(self, state: str, action: int) -> str:
        return state[:action] + "Xo"[self.current_player(state)] + state[action + 1 :]

    def returns(self, state: str) -> tuple[float, float] | None:
        lines = [state[0:3], state[3:6], state[6:9], state[0::3], state[1::3], state[2::3], state[0::4], state[2:7:2]]
        if "X" * 3 in lines:
            return 1.0, -1.0
        return (-1.0, 1.0) if "o" * 3 in lines else None if "1" in state else (0.0, 0.0)

    def reason(self, state: str) -> str:
        return "goal" if any(self.returns(state) or ()) else "no-progress"

    def fen(self, state: str) -> str:
        return f"{state[6:]}/{state[3:6]}/{state[:3]}"

    def from_fen(self, text: str) -> str:
        state = "".join(reversed(text.split("/")))
        mine, theirs = state.count("X"), state.count("o")
        if (
            len(state) != 9
            or mine + theirs + state.count("1") != 9
            or mine - theirs not in (0, 1)
            or self.fen(state) != text
        ):
            raise ValueError("expected three rows of X, o and 1")
        return state

    def step_of(self, state: str, action: int) -> str:
        return "abc"[action % 3] + str(action // 3 + 1)

    def observe(self, state: str, seat: int) -> "np.ndarray[Any, Any]":
        cells = np.array(list(state)).reshape(3, 3)
        return np.stack([cells == "Xo"[seat], cells == "Xo"[1 - seat]])

    def action_place(self, action: int, seat: int) -> tuple[int, int, int]:
        return 0, action // 3, action % 3
