"""Games of a teacher: an agent from whose games the network learns before it plays itself."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import Final

import numpy as np

from .._core import Game, Trajectories, openings
from ..agents import AnyAgent
from ..player_ids import CHANCE
from ..study.design.agents import named_agents
from .game_recorder import GameRecorder
from .self_play import GeneratedGames, join
from .settings import Settings
from .status import UNWATCHED, Watch

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


def play_teacher_games(
    rules: Game, settings: Settings, offset: int, workers: int, watch: Watch = UNWATCHED
) -> GeneratedGames:
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
    watch : Watch, optional
        Sees the progress, and can stop the games.

    Returns
    -------
    GeneratedGames
        The games. They do not depend on the number of threads.

    Raises
    ------
    CancelledError
        If ``watch`` stopped the games.
    """
    started = perf_counter()
    count = settings.games_per_generation

    def chunk(first: int) -> Trajectories:
        # An agent plays one game at a time.
        games = _TeacherGames(rules, settings, make_teacher(rules, settings), watch)
        return games.play(range(offset + first, offset + min(first + CHUNK, count)))

    with ThreadPoolExecutor(workers) as pool:
        try:
            games = join(list(pool.map(chunk, range(0, count, CHUNK))))
        except BaseException:
            # After an interruption, chunks that have not started are not played.
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return GeneratedGames(games, 0, 0, perf_counter() - started, 0.0)


@dataclass(slots=True)
class _TeacherGames:
    """Plays games one after the other and records them."""

    rules: Game
    settings: Settings
    teacher: AnyAgent
    watch: Watch

    def play(self, numbers: range) -> Trajectories:
        """Play the games of these numbers."""
        recorder = GameRecorder(self.rules)
        for number in numbers:
            self._play(number, recorder)
        return recorder.trajectories()

    def _play(self, number: int, recorder: GameRecorder) -> None:
        """Play a game to its end, or until it is cut off."""
        settings = self.settings
        rng = np.random.default_rng([settings.seed, number, 2])
        [opening] = openings(self.rules, 1, settings.seed, turns=int(rng.integers(MAX_OPENING)), offset=number)
        state = self.rules.from_fen(opening.start_fen)
        for action in opening.actions.tolist():
            recorder.step(state, action, 0)
        while not state.is_terminal and recorder.num_steps < settings.max_steps:
            self.watch.check()
            if state.current_player == CHANCE:
                steps, probs = zip(*state.chance_outcomes(), strict=True)
                recorder.step(state, state.action_of(rng.choice(steps, p=probs)), 0)
            elif rng.random() < RANDOM_STEPS:
                recorder.step(state, int(rng.choice(state.legal_actions())), 0)
            else:
                # The policy target is the action of the teacher.
                recorder.step(state, self.teacher.choose(state, int(rng.integers(2**63))), 1)
        recorder.end(number, state)
        self.watch.add_games(1)
