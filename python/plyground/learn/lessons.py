"""Games that a teacher plays: an agent that is there already, from whom a network learns before it plays itself."""

from array import array
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

import numpy as np

from .._core import REASONS, Game, State, Trajectories, _restore_trajectories, openings
from ..actors import CHANCE
from ..agents import Searcher
from ..study.design.agents import named_agents
from .playing import Played, join
from .settings import Settings
from .window import CUT_OFF

ASTRAY: Final = 1 / 16
"""The share of steps that are made at random: what good players never come to has to be judged, too."""

OPENING: Final = 10
"""Games begin with fewer random turns than this."""

PIECE: Final = 16
"""So many games are written down together."""


def teacher_of(rules: Game, settings: Settings) -> Searcher:
    """Who plays the first generations; one that does not play the game is refused."""
    found = named_agents(settings.teacher)[0].searcher(rules)
    assert found is not None, "an agent that is named by a text is no function"
    return found


def taught(rules: Game, settings: Settings, offset: int, workers: int) -> Played:
    """The games of a generation by the teacher, the first of them game number ``offset``."""
    began = perf_counter()

    def piece(first: int) -> Trajectories:
        # An agent is for one game at a time.
        return _Piece(rules, settings, teacher_of(rules, settings)).played(
            range(offset + first, offset + min(first + PIECE, settings.games))
        )

    with ThreadPoolExecutor(workers) as pool:
        try:
            games = join(list(pool.map(piece, range(0, settings.games, PIECE))))
        except BaseException:
            # Who is interrupted does not wait for what was not begun.
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return Played(games, 0, 0, perf_counter() - began, 0.0)


@dataclass(slots=True)
class _Piece:
    """Some games, one after the other, as they are written down."""

    rules: Game
    settings: Settings
    teacher: Searcher
    offsets: "array[int]" = field(default_factory=lambda: array("q", [0]))
    actions: "array[int]" = field(default_factory=lambda: array("i"))
    actors: "array[int]" = field(default_factory=lambda: array("b"))
    weights: "array[float]" = field(default_factory=lambda: array("f"))

    def played(self, numbers: range) -> Trajectories:
        """The games of these numbers."""
        ends = [self._play(number) for number in numbers]
        actors = np.array(self.actors, np.int8)
        made = actors != CHANCE
        lengths = np.diff(self.offsets)
        cut_off = [self.rules.info.scores.cut_off] * self.rules.seats
        returns = np.array([state.returns if state.over else cut_off for state in ends], np.float32)
        return _restore_trajectories(
            self.rules,
            offsets=np.array(self.offsets, np.int64),
            actions=np.array(self.actions, np.int32),
            actors=actors,
            envs=np.array(numbers, np.int32),
            returns=returns,
            reasons=np.array([_reason(state) for state in ends], np.uint8),
            starts=[state.start_fen for state in ends],
            # What the teacher does is the best that is known.
            policy_offsets=np.concatenate([[0], np.cumsum(made)]).astype(np.int64),
            policy_actions=np.array(self.actions, np.int32)[made],
            policy_weights=np.ones(made.sum(), np.float32),
            root_values=np.where(made[:, None], np.repeat(returns, lengths, axis=0), np.float32(0)),
            weights=np.array(self.weights, np.float32),
        )

    def _play(self, number: int) -> State:
        """Plays a game to its end, or for as long as games may last."""
        settings = self.settings
        rng = np.random.default_rng([settings.seed, number, 2])
        [opened] = openings(self.rules, 1, settings.seed, turns=int(rng.integers(OPENING)), offset=number)
        state = self.rules.from_fen(opened.start_fen)
        for action in opened.actions.tolist():
            self._step(state, action, False)
        while not state.over and len(self.actions) - self.offsets[-1] < settings.max_steps:
            if state.actor == CHANCE:
                steps, chances = zip(*state.chance(), strict=True)
                self._step(state, state.action_of(rng.choice(steps, p=chances)), False)
            elif rng.random() < ASTRAY:
                self._step(state, int(rng.choice(state.legal_actions())), False)
            else:
                self._step(state, self.teacher.choose(state, int(rng.integers(2**63))), True)
        self.offsets.append(len(self.actions))
        return state

    def _step(self, state: State, action: int, counts: bool) -> None:
        """Makes a step and writes it down, as one that is learned from or not."""
        self.actions.append(action)
        self.actors.append(state.actor)
        self.weights.append(counts)
        state.apply(action)


def _reason(state: State) -> int:
    """The number of how a game ended, or was cut off."""
    return CUT_OFF if state.reason is None else REASONS.index(state.reason)
