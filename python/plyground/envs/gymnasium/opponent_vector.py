"""A Gymnasium vector environment in which the agent has one seat of each game, against opponents."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..._core import Game, IllegalStep, State
from ...checks import check_choice
from ...options import resolve_game
from ...player_ids import CHANCE, TERMINAL
from ...turn import Turn
from ..base import (
    CLOSED,
    NO_RENDER_MODE,
    NOT_RESET,
    TRUNCATED,
    ConcurrentUseGuard,
    check_max_steps,
    check_reset_options,
    is_truncated,
)
from ..opponent_pool import OpponentPool
from ..opponents import BatchPolicy, Opponent, apply_choice
from ..rendering import RENDER_FPS, RENDER_MODES, RenderMode, check_render_mode, render_state
from ..seat_opponents import SeatOpponents, SeatPolicies
from .env import MAX_STARTS, agent_seats, never_acts_message


class GymOpponentVectorEnv(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """A Gymnasium vector environment in which the agent has one seat of each game, and opponents move inside `step`.

    ``plyground.make_vec(…, opponent=…)`` creates it. Each row is an environment such as `GymEnv`. A
    `plyground.envs.BatchPolicy`, such as a network, chooses for all rows in which it is to act with one call. ``infos`` has,
    for each game:

    - ``action_mask``: 1 for legal actions; all 0 where the game is over;
    - ``seat``: the agent's seat;
    - ``opponent``, with a pool: the name of the member that plays;
    - ``reason``, in steps that end games: how they ended; None elsewhere;
    - ``final_obs``, in steps that end games, with the autoreset mode "SameStep": their last observations; None elsewhere.

    Parameters
    ----------
    game : Game or str
        The game, or its id.
    num_envs : int, default 1
        The number of games.
    opponent : str, agent, callable or OpponentPool, or mapping of these by seat, default "random"
        The opponent at every other seat, as in `GymEnv`.
    seat : int or "random", default 0
        The agent's seat; ``"random"`` draws it for each game.
    autoreset_mode : gymnasium.vector.AutoresetMode or str, default "NextStep"
        When the next game starts: "NextStep", "SameStep", or "Disabled" to call ``reset(options={"reset_mask": mask})``.
    max_steps : int, optional
        Truncates games after this number of steps, those of all seats and of chance included.
    render_mode : {"human", "ansi", "svg", "rgb_array"}, optional
        What `render` returns for each game.
    **options : bool, int or str
        Options of `plyground.game`.

    Raises
    ------
    TypeError, ValueError
        If an argument is not valid.

    Examples
    --------
    >>> import plyground as pg
    >>> envs = pg.make_vec("stax", num_envs=8, opponent="greedy", seat="random")
    >>> observations, infos = envs.reset(seed=0)
    >>> observations, rewards, terminations, truncations, infos = envs.step(infos["action_mask"].argmax(axis=1))
    >>> infos["seat"]
    array([1, 0, 1, 1, 1, 0, 0, 1])
    """

    game: Game
    """The game that is played."""

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        opponent: Opponent | OpponentPool | Mapping[int, Opponent | OpponentPool] = "random",
        seat: int | Literal["random"] = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_steps: int | None = None,
        render_mode: RenderMode | None = None,
        **options: Any,
    ) -> None:
        check_max_steps(max_steps)
        check_render_mode(render_mode)
        if not isinstance(autoreset_mode, AutoresetMode):
            check_choice("autoreset_mode", autoreset_mode, tuple(mode.value for mode in AutoresetMode))
        if isinstance(num_envs, bool) or not isinstance(num_envs, int | np.integer):
            raise TypeError(f"num_envs must be a positive integer, got {num_envs!r}")
        if num_envs < 1:
            raise ValueError(f"num_envs must be a positive integer, got {num_envs}")
        self.game = resolve_game(game, options, type(self))
        self.num_envs = int(num_envs)
        self.render_mode = render_mode
        self._autoreset = AutoresetMode(autoreset_mode)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": RENDER_FPS,
            "autoreset_mode": self._autoreset,
        }
        self.single_observation_space = gymnasium.spaces.Box(0.0, 1.0, self.game.observation_shape, np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._agent_seats = agent_seats(self.game, seat)
        self._opponents = SeatOpponents(self.game, opponent)
        self._max_steps = max_steps
        self._guard = ConcurrentUseGuard()
        self._closed = False
        self._states: list[State] = []
        self._drawn = [SeatPolicies((), None)] * self.num_envs
        self._seats = np.zeros(self.num_envs, np.int64)
        self._over = np.zeros(self.num_envs, np.bool_)
        self._masks = np.zeros((self.num_envs, self.game.num_actions), np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Restart all games, or start the next game in some environments, and play up to the agent's turns.

        Parameters
        ----------
        seed : int, optional
            Determines the games, opponents and chance included. Without it, the random sequence continues.
        options : dict, optional
            ``{"reset_mask": mask}`` starts the next game where the mask is True.

        Returns
        -------
        observations : numpy.ndarray
            The observations of the agent's seats.
        infos : dict
            See the class.

        Raises
        ------
        ClosedEnvironmentError
            If the environment is closed.
        ResetNeeded
            If there is a mask, but the games have never been started.
        TypeError, ValueError
            If the options are not valid, or the agent never gets to act.
        """
        with self._guard:
            if self._closed:
                raise ClosedEnvironmentError(CLOSED)
            given = check_reset_options(options)
            mask = given.pop("reset_mask", None)
            if given:
                raise ValueError(f"options of reset may have reset_mask, got {', '.join(map(str, given))}")
            if mask is None:
                super().reset(seed=seed)
                self._states = [self.game.start()] * self.num_envs
                self._start(range(self.num_envs))
            else:
                self._check_started()
                chosen = np.asarray(mask)
                if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
                    raise ValueError(f"reset_mask must be an array of {self.num_envs} booleans")
                if seed is not None:
                    raise ValueError(
                        "give either a seed, which restarts all games, or a reset_mask, which restarts some"
                    )
                self._start(chosen.nonzero()[0].tolist())
            return self._observations(), self._infos()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Make the agent's step in every game, and those of others up to its next turn or the end of the game.

        Parameters
        ----------
        actions : numpy.ndarray
            An action for each game. That of a game that is over is ignored with the autoreset mode "NextStep", and must be
            -1 with "Disabled".

        Returns
        -------
        observations : numpy.ndarray
            The observations of the agent's seats.
        rewards : numpy.ndarray
            0 until a game ends, then the return of the agent's seat.
        terminations, truncations : numpy.ndarray
            Where the game ended, and where ``max_steps`` cut it off.
        infos : dict
            See the class.

        Raises
        ------
        ResetNeeded
            If the games have never been started.
        IllegalStep
            If an action is illegal. No game is changed.
        TypeError, ValueError
            If ``actions`` is not an array of integers of this shape.
        """
        with self._guard:
            self._check_started()
            chosen = self._checked(actions)
            before = self._over.copy()
            going = (~before).nonzero()[0].tolist()
            for row in going:
                self._states[row].apply(int(chosen[row]))
            self._play_others(going)
            rewards = np.zeros(self.num_envs)
            terminated, truncated = np.zeros(self.num_envs, np.bool_), np.zeros(self.num_envs, np.bool_)
            reasons = np.full(self.num_envs, None, np.object_)
            for row in going:
                if self._over[row]:
                    state = self._states[row]
                    terminated[row], truncated[row] = state.is_terminal, not state.is_terminal
                    cut_off = self.game.info.scoring.cut_off
                    rewards[row] = state.returns[self._seats[row]] if state.is_terminal else cut_off
                    reasons[row] = state.reason if state.is_terminal else TRUNCATED
                    self._opponents.record(self._drawn[row], rewards[row])
            ended = terminated | truncated
            final: dict[str, Any] = {"reason": reasons, "_reason": ended.copy()} if ended.any() else {}
            if self._autoreset is AutoresetMode.SAME_STEP and ended.any():
                rows = ended.nonzero()[0].tolist()
                last = np.full(self.num_envs, None, np.object_)
                for row in rows:
                    last[row] = self._states[row].observe(self._seats[row])
                final |= {"final_obs": last, "_final_obs": ended.copy()}
                self._start(rows)
            elif self._autoreset is AutoresetMode.NEXT_STEP and before.any():
                self._start(before.nonzero()[0].tolist())
            return self._observations(), rewards, terminated, truncated, self._infos() | final

    def action_masks(self) -> NDArray[np.bool_]:
        """Return an array of shape (num_envs, actions) that is True for legal actions; all False where a game is over."""
        self._check_started()
        return self._masks.copy()

    def sample(self) -> NDArray[np.int64]:
        """Return a uniformly random legal action for every game; -1 where the game is over.

        It draws from the random generator of the environment.
        """
        self._check_started()
        drawn = (self._masks * self.np_random.random(self._masks.shape)).argmax(axis=1)
        return np.where(self._over, -1, drawn)

    def render(self) -> tuple[Any, ...] | None:
        """Render what the agent's seat may see of every game, from its side of the board.

        Returns
        -------
        tuple or None
            A frame for each game, as `GymEnv.render` returns it.
        """
        if self.render_mode is None:
            gymnasium.logger.warn(f"{NO_RENDER_MODE} {', '.join(RENDER_MODES)}")
            return None
        self._check_started()
        seats = self._seats.tolist()
        return tuple(
            render_state(state, seat, self.render_mode, near=seat)
            for state, seat in zip(self._states, seats, strict=True)
        )

    def close_extras(self) -> None:
        """End all games. The environment cannot be used again."""
        self._states, self._closed = [], True

    def _start(self, rows: Iterable[int]) -> None:
        """Start the next games in some rows, and play up to the agent's turns."""
        waiting = list(rows)
        for row in waiting:
            self._drawn[row] = self._opponents.draw(self.np_random)
        for _ in range(MAX_STARTS):
            for row in waiting:
                self._seats[row] = self._agent_seats[self._draw() % len(self._agent_seats)]
                self._states[row] = self.game.start(self._draw())
            self._play_others(waiting)
            waiting = [row for row in waiting if self._over[row]]
            if not waiting:
                return
        raise ValueError(never_acts_message(int(self._seats[waiting[0]])))

    def _play_others(self, rows: Iterable[int]) -> None:
        """Play some games up to the agent's turns, or until they are over or truncated."""
        waiting = list(rows)
        for row in waiting:
            # Set before the others move, so that an exception in an opponent ends the games.
            self._over[row] = True
            self._masks[row] = False
        while waiting:
            to_choose: dict[int, tuple[BatchPolicy, list[int]]] = {}
            for row in waiting:
                policy = self._play_to_batch(row)
                if policy is not None:
                    to_choose.setdefault(id(policy), (policy, []))[1].append(row)
            waiting = []
            for policy, choosing in to_choose.values():
                states = [self._states[row] for row in choosing]
                observations = np.stack([state.observe(state.current_player) for state in states])
                masks = np.stack([state.action_mask() for state in states])
                chosen = np.asarray(policy.choose_batch(observations, masks, self.np_random)).tolist()
                for state, action in zip(states, chosen, strict=True):
                    apply_choice(state, action)
                waiting += choosing

    def _play_to_batch(self, row: int) -> BatchPolicy | None:
        """Play a game until a policy for batches is to act, and return it; None at the agent's turn or the end."""
        state, seat, policies = self._states[row], int(self._seats[row]), self._drawn[row].policies
        while (actor := state.current_player) != TERMINAL and not is_truncated(state, self._max_steps):
            if actor == seat:
                self._over[row], self._masks[row] = False, state.action_mask()
                return None
            policy = None if actor == CHANCE else policies[actor]
            if policy is None:
                state.play_random(self._draw(), 1)
            elif isinstance(policy, BatchPolicy):
                return policy
            else:
                apply_choice(state, policy(Turn(state, self.np_random)))
        return None

    def _checked(self, actions: Any) -> NDArray[Any]:
        """Return the actions as an array, after checking that they are legal."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"actions must have the shape ({self.num_envs},), one for each game, got {chosen.shape}")
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"actions must be integers, got an array of {chosen.dtype}")
        num_actions = self.game.num_actions
        legal = (chosen >= 0) & (chosen < num_actions)
        legal &= self._masks[np.arange(self.num_envs), np.where(legal, chosen, 0)]
        if self._autoreset is AutoresetMode.DISABLED:
            legal |= self._over & (chosen == -1)
        else:
            legal |= self._over
        if not legal.all():
            row = int((~legal).argmax())
            if self._over[row]:
                raise IllegalStep(f"environment {row}: the game is over: pass -1, or call reset with a reset_mask")
            raise IllegalStep(
                f"environment {row}: action {chosen[row]} is not legal; {self._masks[row].sum()} of {num_actions} actions "
                "are legal: see the action mask"
            )
        return chosen

    def _observations(self) -> NDArray[np.float32]:
        return np.stack([state.observe(seat) for state, seat in zip(self._states, self._seats.tolist(), strict=True)])

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        infos: dict[str, Any] = {"action_mask": self._masks.astype(np.int8), "seat": self._seats.copy()}
        if self._opponents.pool is not None:
            infos["opponent"] = np.array([drawn.member for drawn in self._drawn], np.object_)
        return infos | {f"_{name}": everywhere for name in infos}

    def _draw(self) -> int:
        return self.np_random.bit_generator.random_raw()

    def _check_started(self) -> None:
        if self._closed:
            raise ClosedEnvironmentError(CLOSED)
        if not self._states:
            raise ResetNeeded(NOT_RESET)
