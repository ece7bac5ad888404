"""One seat of a game, against opponents."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import gymnasium
import numpy as np
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from numpy.typing import NDArray

from .._core import Game, IllegalStep, State
from ..acting import (
    CUT_OFF,
    Alone,
    Illegal,
    action_number,
    check_max_steps,
    checked,
    forfeit,
    is_cut,
    mask_of,
    one_of,
    why_illegal,
)
from ..actors import CHANCE, OVER
from ..options import game_of
from ..rendering import RENDER_MODES, Frame, RenderMode, check_render_mode, picture
from ..turn import Turn
from .opponents import Opponent, Policy, policy_of

ATTEMPTS: Final = 1_000
"""Games begun before it is plain that the agent never gets to act."""


class GymEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A game as one seat sees it; every other seat, partners included, is moved by an opponent inside `step`.

    >>> import plyground as pg
    >>> env = pg.make("stax", seat="random")
    >>> observation, info = env.reset(seed=0)
    >>> over = False
    >>> while not over:
    ...     action = env.action_space.sample(info["action_mask"])
    ...     observation, reward, over, _, info = env.step(action)

    The observation is the seat's own, and so is the reward: what the game gives to the seat when it ends, and 0 before. An agent
    whose seat is out of the game before it ends waits for the end within that step. ``info`` has the ``action_mask``, the
    agent's ``seat``, and at the end the ``reason``. ``reset(options={"start": text})`` begins from a position string. A game is
    truncated after ``max_steps`` steps, those of all seats and of chance; the reward is then ``game.info.scores.cut_off``.

    `state` and `legal_steps` say more than an agent may know where something is hidden: they are for those who look on.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012, Gymnasium's own way

    game: Game
    """The game that is played."""
    seat: int
    """The agent's seat."""

    def __init__(
        self,
        game: Game | str,
        *,
        opponent: Opponent | Mapping[int, Opponent] = "random",
        seat: int | Literal["random"] = 0,
        illegal: Illegal = "error",
        max_steps: int | None = None,
        render_mode: RenderMode | None = None,
        **options: Any,
    ) -> None:
        one_of("illegal", illegal, ("error", "loss"))
        check_max_steps(max_steps)
        check_render_mode(render_mode)
        self.game = game_of(game, options)
        self.render_mode = render_mode
        self._seats = _seats(self.game, seat)
        self.seat = self._seats[0]
        self._policies = _policies(self.game, opponent)
        self._max_steps = max_steps
        self._forgiving = illegal == "loss"
        self._state: State | None = None
        self._waiting = False
        self._closed = False
        self._alone = Alone()
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, self.game.observation_shape, np.float32)
        self.action_space = gymnasium.spaces.Discrete(self.game.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins a game, and plays it up to the agent's first turn."""
        with self._alone:
            if self._closed:
                raise ClosedEnvironmentError("the environment is closed: make another")
            start = self._start(options)
            super().reset(seed=seed)
            self._waiting = False
            for _ in range(ATTEMPTS):
                self.seat = self._seats[self._draw() % len(self._seats)]
                self._state = state = self.game.start(self._draw()) if start is None else start.copy()
                self._let_others_move(state)
                if state.current_player == self.seat and not is_cut(state, self._max_steps):
                    break
            else:
                raise ValueError(
                    f"seat {self.seat} never gets to act: all of {ATTEMPTS} games were over or cut off before"
                )
            self._waiting = True
            if self.render_mode == "human":
                self.render()
            return state.observe(self.seat), self._info(state)

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Makes the agent's step, and the others' up to its next turn or the end of the game."""
        with self._alone:
            state = self._state
            if state is None or not self._waiting:
                raise self._not_waiting()
            number = action_number(action)
            try:
                state.apply(number)
            except IllegalStep as error:
                if not self._forgiving:
                    raise IllegalStep(why_illegal(state, error)) from error
                self._waiting = False
                lost = forfeit(self.game, [self.seat])[self.seat]
                return state.observe(self.seat), lost, True, False, self._info(state)
            # Not waiting until the others have moved: whatever an opponent raises ends the game.
            self._waiting = False
            self._let_others_move(state)
            cut = is_cut(state, self._max_steps)
            self._waiting = not (state.is_terminal or cut)
            if self.render_mode == "human":
                self.render()
            reward = self.game.info.scores.cut_off if cut else state.returns[self.seat]
            return state.observe(self.seat), reward, state.is_terminal, cut, self._info(state)

    @property
    def state(self) -> State:
        """The game as it stands: a copy, with what is hidden from the agent."""
        if self._state is None:
            raise self._not_waiting()
        return self._state.copy()

    def legal_steps(self) -> list[str]:
        """The agent's legal steps in words, as `State.legal` has them; none when the game is over."""
        if self._state is None:
            raise self._not_waiting()
        return self._state.legal_steps() if self._waiting else []

    def action_masks(self) -> NDArray[np.bool_]:
        """True for legal actions; none is legal when the game is over."""
        if self._state is None:
            raise self._not_waiting()
        if not self._waiting:
            return np.zeros(self.game.num_actions, np.bool_)
        return self._state.action_mask()

    def render(self) -> Frame:
        """The board as the agent's seat may see it: a text, a picture in SVG or pixels, or printed."""
        if self.render_mode is None:
            gymnasium.logger.warn(f"nothing is rendered without a render_mode: {', '.join(RENDER_MODES)}")
            return None
        if self._state is None:
            raise self._not_waiting()
        return picture(self._state, self.seat, self.render_mode, near=self.seat)

    def close(self) -> None:
        """Ends the game; the environment cannot be used again."""
        self._state, self._waiting, self._closed = None, False, True

    def _let_others_move(self, state: State) -> None:
        """Plays up to the agent's turn, or until the game is over or cut off."""
        while (actor := state.current_player) not in (self.seat, OVER) and not is_cut(state, self._max_steps):
            policy = None if actor == CHANCE else self._policies[actor]
            if policy is None:
                state.play_random(self._draw(), 1)
                continue
            step = policy(Turn(state, self.np_random))
            try:
                state.apply(step)
            except (IllegalStep, TypeError) as error:
                raise type(error)(f"the opponent at seat {actor}: {error}") from error

    def _info(self, state: State) -> dict[str, Any]:
        if self._waiting:
            return {"action_mask": mask_of(state), "seat": self.seat}
        none = np.zeros(self.game.num_actions, np.int8)
        ended = state.reason or (CUT_OFF if is_cut(state, self._max_steps) else "illegal")
        return {"action_mask": none, "seat": self.seat, "reason": ended}

    def _draw(self) -> int:
        return self.np_random.bit_generator.random_raw()

    def _start(self, options: dict[str, Any] | None) -> State | None:
        """The state that the options of a reset say."""
        asked = checked(options)
        if not asked:
            return None
        if unknown := asked.keys() - {"start"}:
            raise ValueError(f"reset has the option start (a position string), not {', '.join(map(str, unknown))}")
        state = self.game.from_fen(asked["start"])
        if state.is_terminal:
            raise ValueError("the game is over in the position to start from")
        return state

    def _not_waiting(self) -> Exception:
        if self._closed:
            return ClosedEnvironmentError("the environment is closed: make another")
        if self._state is None:
            return ResetNeeded("no game has begun: call reset() first")
        return ResetNeeded("the game is over, or an opponent failed in it: call reset() to begin another")


def _seats(game: Game, seat: int | Literal["random"]) -> tuple[int, ...]:
    """The seats that the agent may be given."""
    if seat == "random":
        return tuple(range(game.num_seats))
    if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)):
        raise TypeError(f"seat must be a whole number or 'random', not {str(seat)[:40]!r}")
    if not 0 <= seat < game.num_seats:
        raise ValueError(f"seat must be a seat of {game.id}, from 0 to {game.num_seats - 1}, not {seat}")
    return (int(seat),)


def _policies(game: Game, opponent: Opponent | Mapping[int, Opponent]) -> list[Policy | None]:
    """The opponent at every seat; None where it is random."""
    given = opponent if isinstance(opponent, Mapping) else dict.fromkeys(range(game.num_seats), opponent)
    for seat in given:
        if seat not in range(game.num_seats):
            raise ValueError(f"no opponent can have seat {seat}: {game.id} has seats 0 to {game.num_seats - 1}")
    policies = {seat: policy_of(other, game) for seat, other in given.items()}
    return [policies.get(seat) for seat in range(game.num_seats)]
