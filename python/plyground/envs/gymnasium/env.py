"""A Gymnasium environment with one seat of a game, against opponents."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import gymnasium
import numpy as np
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from numpy.typing import NDArray

from ..._core import Game, IllegalStep, State
from ...checks import check_choice
from ...options import resolve_game
from ...player_ids import CHANCE, TERMINAL
from ...truncate import truncated
from ...turn import Turn
from ..base import (
    CLOSED,
    NO_RENDER_MODE,
    NOT_RESET,
    START_IS_OVER,
    TRUNCATED,
    ConcurrentUseGuard,
    OnIllegal,
    check_max_steps,
    check_reset_options,
    forfeit_returns,
    illegal_action_message,
    int8_action_mask,
    is_truncated,
    to_action,
)
from ..opponent_pool import OpponentPool
from ..opponents import Opponent, apply_choice, to_function
from ..rendering import RENDER_FPS, RENDER_MODES, Frame, RenderMode, check_render_mode, render_state
from ..seat_opponents import SeatOpponents, SeatPolicies

MAX_STARTS: Final = 1_000
"""Games that `GymEnv.reset` starts before it concludes that the agent never acts."""


class GymEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A Gymnasium environment in which the agent has one seat, and opponents move for all other seats inside `step`.

    `plyground.make` creates it. The observation is that of the agent's seat. The reward is 0 until the game ends, then the
    return of the agent's seat. If the seat is out before the game ends, the same step plays on to the end. ``info`` has the
    ``action_mask``, the agent's ``seat`` and, at the end, the ``reason``. With a pool of opponents it has the ``opponent``: the
    name of the member that plays.

    Parameters
    ----------
    game : Game or str
        The game, or its id.
    opponent : str, agent, callable or OpponentPool, or mapping of these by seat, default "random"
        The opponent at every other seat, partners included: an agent (see `plyground.agent`), a function that takes a
        `plyground.Turn` and returns a step or an action, a `plyground.envs.BatchPolicy`, or a `plyground.envs.OpponentPool`,
        which draws one for each game. Seats that a mapping does not name play at random.
    seat : int or "random", default 0
        The agent's seat; ``"random"`` draws it for each game.
    on_illegal : {"error", "loss"}, default "error"
        ``"error"``: an illegal action raises `plyground.IllegalStep` and changes nothing. ``"loss"``: it ends the game with
        the reward -1, or with the lowest return in games that are not played for a win.
    max_steps : int, optional
        Truncates games after this number of steps, those of all seats and of chance included. The reward is then
        ``game.info.scoring.cut_off``.
    render_mode : {"human", "ansi", "svg", "rgb_array"}, optional
        What `render` returns.
    **options : bool, int or str
        Options of `plyground.game`.

    Raises
    ------
    TypeError, ValueError
        If an argument is not valid.
    ImportError
        If ``render_mode`` is "rgb_array" and its optional packages are missing.

    Examples
    --------
    >>> import plyground as pg
    >>> env = pg.make("stax", seat="random")
    >>> observation, info = env.reset(seed=0)
    >>> terminated = False
    >>> while not terminated:
    ...     action = env.action_space.sample(info["action_mask"])
    ...     observation, reward, terminated, truncated, info = env.step(action)
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}  # noqa: RUF012, Gymnasium's own way

    game: Game
    """The game that is played."""
    seat: int
    """The agent's seat."""

    def __init__(
        self,
        game: Game | str,
        *,
        opponent: Opponent | OpponentPool | Mapping[int, Opponent | OpponentPool] = "random",
        seat: int | Literal["random"] = 0,
        on_illegal: OnIllegal = "error",
        max_steps: int | None = None,
        render_mode: RenderMode | None = None,
        **options: Any,
    ) -> None:
        check_choice("on_illegal", on_illegal, ("error", "loss"))
        check_max_steps(max_steps)
        check_render_mode(render_mode)
        self.game = resolve_game(game, options, type(self))
        self.render_mode = render_mode
        self._seats = agent_seats(self.game, seat)
        self.seat = self._seats[0]
        self._opponents = SeatOpponents(self.game, opponent)
        self._drawn = SeatPolicies((None,) * self.game.num_seats, None)
        self._max_steps = max_steps
        self._illegal_loses = on_illegal == "loss"
        self._state: State | None = None
        self._agent_to_act = False
        self._closed = False
        self._guard = ConcurrentUseGuard()
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, self.game.observation_shape, np.float32)
        self.action_space = gymnasium.spaces.Discrete(self.game.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a game and play it up to the agent's first turn.

        Parameters
        ----------
        seed : int, optional
            Determines the game, opponents and chance included. Without it, the random sequence continues.
        options : dict, optional
            ``{"start": text}`` starts from a position string.

        Returns
        -------
        observation : numpy.ndarray
            The observation of the agent's seat.
        info : dict
            The ``action_mask`` and the ``seat``.

        Raises
        ------
        ClosedEnvironmentError
            If the environment is closed.
        TypeError, ValueError
            If the options are not valid, or the agent never gets to act.
        """
        with self._guard:
            if self._closed:
                raise ClosedEnvironmentError(CLOSED)
            start = self._start(options)
            super().reset(seed=seed)
            self._agent_to_act = False
            self._drawn = self._opponents.draw(self.np_random)
            for _ in range(MAX_STARTS):
                self.seat = self._seats[self._draw() % len(self._seats)]
                self._state = state = self.game.start(self._draw()) if start is None else start.copy()
                self._play_others(state)
                if state.current_player == self.seat and not is_truncated(state, self._max_steps):
                    break
            else:
                raise ValueError(never_acts_message(self.seat))
            self._agent_to_act = True
            if self.render_mode == "human":
                self.render()
            return state.observe(self.seat), self._info(state)

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Make the agent's step, and those of others up to its next turn or the end of the game.

        Parameters
        ----------
        action : int
            The action.

        Returns
        -------
        observation : numpy.ndarray
            The observation of the agent's seat.
        reward : float
            0 until the game ends, then the return of the agent's seat.
        terminated : bool
            Whether the game is over.
        truncated : bool
            Whether ``max_steps`` cut the game off.
        info : dict
            The ``action_mask``, the ``seat`` and, at the end, the ``reason``.

        Raises
        ------
        ResetNeeded
            If no game is in progress.
        IllegalStep
            If the action is illegal and ``on_illegal`` is "error". The game is unchanged.
        TypeError
            If the action is not an integer.
        """
        with self._guard:
            state = self._state
            if state is None or not self._agent_to_act:
                raise self._cannot_act()
            number = to_action(action)
            try:
                state.apply(number)
            except IllegalStep as error:
                if not self._illegal_loses:
                    raise IllegalStep(illegal_action_message(state, error)) from error
                self._agent_to_act = False
                reward = forfeit_returns(self.game, [self.seat])[self.seat]
                return state.observe(self.seat), reward, True, False, self._info(state)
            # Set before the others move, so that an exception in an opponent ends the game.
            self._agent_to_act = False
            self._play_others(state)
            truncated = is_truncated(state, self._max_steps)
            self._agent_to_act = not (state.is_terminal or truncated)
            if self.render_mode == "human":
                self.render()
            reward = self.game.info.scoring.cut_off if truncated else state.returns[self.seat]
            if not self._agent_to_act:
                self._opponents.record(self._drawn, reward)
            return state.observe(self.seat), reward, state.is_terminal, truncated, self._info(state)

    @property
    def game_state(self) -> State:
        """A copy of the state, hidden information included: for inspection, not for the agent."""
        if self._state is None:
            raise self._cannot_act()
        return self._state.copy()

    def legal_steps(self) -> list[str]:
        """Return the agent's legal steps as text; an empty list when the game is over."""
        if self._state is None:
            raise self._cannot_act()
        return self._state.legal_steps() if self._agent_to_act else []

    def action_masks(self) -> NDArray[np.bool_]:
        """Return an array that is True for legal actions; all False when the game is over."""
        if self._state is None:
            raise self._cannot_act()
        if not self._agent_to_act:
            return np.zeros(self.game.num_actions, np.bool_)
        return self._state.action_mask()

    def render(self) -> Frame:
        """Render what the agent's seat may see, from its side of the board.

        Returns
        -------
        str, numpy.ndarray or None
            Text, an SVG picture or pixels, depending on ``render_mode``; None after printing.
        """
        if self.render_mode is None:
            gymnasium.logger.warn(f"{NO_RENDER_MODE} {', '.join(RENDER_MODES)}")
            return None
        if self._state is None:
            raise self._cannot_act()
        return render_state(self._state, self.seat, self.render_mode, near=self.seat)

    def close(self) -> None:
        """End the game. The environment cannot be used again."""
        self._state, self._agent_to_act, self._closed = None, False, True

    def _play_others(self, state: State) -> None:
        """Play up to the agent's turn, or until the game is over or truncated."""
        while (actor := state.current_player) not in (self.seat, TERMINAL) and not is_truncated(state, self._max_steps):
            policy = None if actor == CHANCE else self._drawn.policies[actor]
            if policy is None:
                state.play_random(self._draw(), 1)
            else:
                apply_choice(state, to_function(policy)(Turn(state, self.np_random)))

    def _info(self, state: State) -> dict[str, Any]:
        info: dict[str, Any]
        if self._agent_to_act:
            info = {"action_mask": int8_action_mask(state), "seat": self.seat}
        else:
            ended = state.reason or (TRUNCATED if is_truncated(state, self._max_steps) else "illegal")
            info = {"action_mask": np.zeros(self.game.num_actions, np.int8), "seat": self.seat, "reason": ended}
        if self._drawn.member is not None:
            info["opponent"] = self._drawn.member
        return info

    def _draw(self) -> int:
        return self.np_random.bit_generator.random_raw()

    def _start(self, options: dict[str, Any] | None) -> State | None:
        """Return the state that the options of a reset ask for; None if they ask for none."""
        given = check_reset_options(options)
        if not given:
            return None
        if unknown := given.keys() - {"start"}:
            raise ValueError(f"options of reset may have start (a position string), got {', '.join(map(str, unknown))}")
        state = self.game.from_fen(given["start"])
        if state.is_terminal:
            raise ValueError(START_IS_OVER)
        return state

    def _cannot_act(self) -> Exception:
        if self._closed:
            return ClosedEnvironmentError(CLOSED)
        if self._state is None:
            return ResetNeeded(NOT_RESET)
        return ResetNeeded("the game is over, or an opponent raised an exception: call reset() to begin another")


def agent_seats(game: Game, seat: int | Literal["random"]) -> tuple[int, ...]:
    """Return the seats that the agent can get."""
    if seat == "random":
        return tuple(range(game.num_seats))
    if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)):
        raise TypeError(f"seat must be an integer or 'random', got {truncated(seat)}")
    if not 0 <= seat < game.num_seats:
        raise ValueError(f"seat must be from 0 to {game.num_seats - 1} in {game.id}, got {truncated(seat)}")
    return (int(seat),)


def never_acts_message(seat: int) -> str:
    """Return the message for games that end before the agent acts."""
    return f"the agent at seat {seat} never gets to act: all of {MAX_STARTS} games were over or truncated before"
