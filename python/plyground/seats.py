"""Many games of self-play as learners see them that know of one agent an environment: a row for each seat of each game."""

from typing import Any, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._core import REASONS, Game
from .acting import CUT_OFF, check_max_steps, one_of
from .options import game_of

__all__ = ["LearnerRewards", "Seats", "Told"]

LearnerRewards = Literal["all", "mover"]

NO_REASON: Final = 255
"""What stands for the reason of a game that has not ended by its rules."""


class Told(NamedTuple):
    """What a step brought, a row each."""

    observations: NDArray[np.float32]
    """What is seen now: of the next game, where one has ended."""
    rewards: NDArray[np.float32]
    """What the row's seat got."""
    terminated: NDArray[np.bool_]
    """Where the game ended."""
    truncated: NDArray[np.bool_]
    """Where it was cut off."""
    final: dict[int, NDArray[np.float32]]
    """What was seen of games that ended or were cut off, by row."""
    reasons: dict[int, str]
    """How those games ended, by row."""


class Seats:
    """Games stepped together, in which rewards come to whom they belong.

    >>> import numpy as np
    >>> games = Seats("stax", 2)
    >>> games.reset(seed=0).shape, games.action_masks().sum(axis=1)
    ((4, 18, 8, 8), array([7, 1, 7, 1]))
    >>> told = games.step(games.action_masks().argmax(axis=1))
    >>> games.action_masks()[:, games.passing]
    array([ True, False,  True, False])

    In a row of self-play whoever moved last is paid, mostly for a win: the loss comes with another's step, and is no row's. So
    with ``learner_rewards="all"`` each seat of a game has a row, game by game. It sees the game from its side in every step, and
    gets what the game gives it. Who is not to act passes, which is the last action, `passing`, and the only legal one.

    With ``"mover"`` a game is one row, that of the seat to act, and pays the seat that made the step: half the rows in a game of
    two, for learners that find out themselves what others got.
    """

    def __init__(
        self,
        game: Game | str,
        num_games: int,
        *,
        learner_rewards: LearnerRewards = "all",
        max_steps: int | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        one_of("learner_rewards", learner_rewards, ("all", "mover"))
        check_max_steps(max_steps)
        self.game = game_of(game, options)
        # Games wait to be reset, so that all seats can see how they ended.
        self._vector = self.game.vector(num_games, autoreset="disabled", max_steps=max_steps, threads=threads)
        self._each = self.game.num_seats if learner_rewards == "all" else 1
        self.rows = num_games * self._each
        self.passing = self.game.num_actions
        """The action of those who are not to act."""
        self.num_actions = self.game.num_actions + (self._each > 1)

    def reset(self, seed: int | None = None) -> NDArray[np.float32]:
        """Begins all games anew; under a seed, those of ``plyground.vector(…, seed=seed)``."""
        self._vector.reset(seed)
        return self._seen()

    def step(self, actions: NDArray[Any]) -> Told:
        """Makes a step in every game, and begins the next where one has ended; nothing is changed if any action is illegal."""
        vector, each = self._vector, self._each
        vector.step(self._made(np.asarray(actions)))
        over = vector.terminated | vector.truncated
        rewards = (vector.rewards if each > 1 else vector.mover_rewards).reshape(-1).copy()
        terminated, truncated = vector.terminated.repeat(each), vector.truncated.repeat(each)
        final: dict[int, NDArray[np.float32]] = {}
        reasons: dict[int, str] = {}
        for game in over.nonzero()[0].tolist():
            state, reason = vector.state(game), int(vector.reasons[game])
            for row in range(game * each, (game + 1) * each):
                final[row] = state.observe(row % each if each > 1 else int(vector.final_players[game]))
                reasons[row] = CUT_OFF if reason == NO_REASON else REASONS[reason]
        if over.any():
            vector.reset(mask=over)
        return Told(self._seen(), rewards, terminated, truncated, final, reasons)

    def action_masks(self) -> NDArray[np.bool_]:
        """True for legal actions, a row each."""
        masks = self._vector.action_masks
        assert masks is not None
        if self._each == 1:
            return masks.copy()
        rows = np.zeros((self.rows, self.num_actions), np.bool_)
        rows[:, self.passing] = True
        acting = self._acting()
        rows[acting, : self.passing] = masks
        rows[acting, self.passing] = False
        return rows

    def _acting(self) -> NDArray[np.intp]:
        """The row that is to act in each game."""
        return np.arange(len(self._vector)) * self._each + self._vector.current_players

    def _seen(self) -> NDArray[np.float32]:
        """What each row sees."""
        seen = self._vector.observations
        assert seen is not None
        if self._each == 1:
            return seen.copy()
        rows = np.empty((self.rows, *seen.shape[1:]), np.float32)
        acting = self._acting()
        rows[acting] = seen
        for game, actor in enumerate(self._vector.current_players.tolist()):
            state = self._vector.state(game)
            for seat in range(self._each):
                if seat != actor:
                    rows[game * self._each + seat] = state.observe(seat)
        return rows

    def _made(self, actions: NDArray[Any]) -> NDArray[Any]:
        """The actions of those who are to act."""
        if actions.shape != (self.rows,):
            raise ValueError(f"there must be {self.rows} actions, one a row, not an array of shape {actions.shape}")
        if self._each == 1:
            return actions
        acting = self._acting()
        waiting = np.ones(self.rows, np.bool_)
        waiting[acting] = False
        if (wrong := waiting & (actions != self.passing)).any():
            row = int(wrong.argmax())
            raise ValueError(
                f"row {row}: seat {row % self._each} of game {row // self._each} is not to act, and passes: {self.passing}, "
                f"not {actions[row]}"
            )
        return actions[acting]
