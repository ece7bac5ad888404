"""Games of a teacher: an agent from whose games the network learns before it plays itself."""

from array import array
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

import numpy as np

from .._core import REASONS, Game, State, Trajectories, openings
from ..agents import AnyAgent
from ..player_ids import CHANCE
from ..study.design.agents import named_agents
from .replay_buffer import CUT_OFF
from .self_play import GeneratedGames, join
from .settings import Settings

RANDOM_STEPS: Final = 1 / 16
"""Fraction of random steps, which lead to positions that the teacher alone would not reach."""

MAX_OPENING: Final = 10
"""Games start with fewer random turns than this."""

CHUNK: Final = 16
"""Number of games that are recorded together."""


def make_teacher(rules: Game, settings: Settings) -> AnyAgent:
    """Return the agent that plays the first generations.

    Raises
    ------
    ValueError
        If there is no such agent, or it does not play the game.
    """
    teacher = named_agents(settings.teacher)[0].searcher(rules)
    assert teacher is not None, "an agent that is named by a text is not a function"
    return teacher


def play_teacher_games(rules: Game, settings: Settings, offset: int, workers: int) -> GeneratedGames:
    """Play the games of a generation by the teacher.

    Parameters
    ----------
    rules : Game
        The game.
    settings : Settings
        The settings of the run.
    offset : int
        Number of the first game.
    workers : int
        Number of threads.

    Returns
    -------
    GeneratedGames
        The games. They do not depend on the number of threads.
    """
    started = perf_counter()
    count = settings.games_per_generation

    def chunk(first: int) -> Trajectories:
        # An agent plays one game at a time.
        recorder = _Recorder(rules, settings, make_teacher(rules, settings))
        return recorder.play(range(offset + first, offset + min(first + CHUNK, count)))

    with ThreadPoolExecutor(workers) as pool:
        try:
            games = join(list(pool.map(chunk, range(0, count, CHUNK))))
        except BaseException:
            # After an interruption, chunks that have not started are not played.
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return GeneratedGames(games, 0, 0, perf_counter() - started, 0.0)


@dataclass(slots=True)
class _Recorder:
    """Plays games one after the other and records them."""

    rules: Game
    settings: Settings
    teacher: AnyAgent
    offsets: "array[int]" = field(default_factory=lambda: array("q", [0]))
    actions: "array[int]" = field(default_factory=lambda: array("i"))
    actors: "array[int]" = field(default_factory=lambda: array("b"))
    weights: "array[float]" = field(default_factory=lambda: array("f"))

    def play(self, numbers: range) -> Trajectories:
        """Play the games of these numbers."""
        ends = [self._play(number) for number in numbers]
        actors = np.array(self.actors, np.int8)
        is_choice = actors != CHANCE
        lengths = np.diff(self.offsets)
        cut_off = [self.rules.info.scoring.cut_off] * self.rules.num_seats
        returns = np.array([state.returns if state.is_terminal else cut_off for state in ends], np.float32)
        return Trajectories(
            self.rules,
            offsets=np.array(self.offsets, np.int64),
            actions=np.array(self.actions, np.int32),
            current_players=actors,
            envs=np.array(numbers, np.int32),
            returns=returns,
            reasons=np.array([_reason(state) for state in ends], np.uint8),
            starts=[state.start_fen for state in ends],
            # The policy target is the action of the teacher.
            policy_offsets=np.concatenate([[0], np.cumsum(is_choice)]).astype(np.int64),
            policy_actions=np.array(self.actions, np.int32)[is_choice],
            policy_weights=np.ones(is_choice.sum(), np.float32),
            root_values=np.where(is_choice[:, None], np.repeat(returns, lengths, axis=0), np.float32(0)),
            weights=np.array(self.weights, np.float32),
        )

    def _play(self, number: int) -> State:
        """Play a game to its end, or until it is cut off."""
        settings = self.settings
        rng = np.random.default_rng([settings.seed, number, 2])
        [opening] = openings(self.rules, 1, settings.seed, turns=int(rng.integers(MAX_OPENING)), offset=number)
        state = self.rules.from_fen(opening.start_fen)
        for action in opening.actions.tolist():
            self._step(state, action, is_example=False)
        while not state.is_terminal and len(self.actions) - self.offsets[-1] < settings.max_steps:
            if state.current_player == CHANCE:
                steps, probs = zip(*state.chance_outcomes(), strict=True)
                self._step(state, state.action_of(rng.choice(steps, p=probs)), is_example=False)
            elif rng.random() < RANDOM_STEPS:
                self._step(state, int(rng.choice(state.legal_actions())), is_example=False)
            else:
                self._step(state, self.teacher.choose(state, int(rng.integers(2**63))), is_example=True)
        self.offsets.append(len(self.actions))
        return state

    def _step(self, state: State, action: int, *, is_example: bool) -> None:
        """Make and record a step."""
        self.actions.append(action)
        self.actors.append(state.current_player)
        self.weights.append(is_example)
        state.apply(action)


def _reason(state: State) -> int:
    """Return the number of the reason for which a game ended."""
    return CUT_OFF if state.reason is None else REASONS.index(state.reason)
