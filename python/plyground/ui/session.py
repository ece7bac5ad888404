"""A game between users at one machine and agents: the part that the terminal, the page and the widget share."""

import json
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from .._core import Game, State
from ..agents import AnyAgent, resolve_agent
from ..game_descriptions import game_from_dict
from ..player_ids import CHANCE, TERMINAL
from .frames import choices, scene_frame
from .move_tree import MoveTree, Node
from .searches import Choice, ShouldStop, analyze, choose
from .typed_steps import read_steps

__all__ = ["HINT_AGENT", "Session", "state_from_json"]

HINT_AGENT = "strong"
"""The agent that gives hints by default."""


class Session:
    """A game between users at one machine and agents.

    Users see what the seat to act may see. In games with hidden information that several users play, a seat must be shown with
    `show` before its view is available, so that users can change places.

    Parameters
    ----------
    state : State
        The state to begin with, with its record. It is not changed.
    players : sequence
        For each seat an agent, or None for a user.
    seed : int, default 0
        The seed of chance and agents.

    Raises
    ------
    ValueError
        If there is not one player for each seat, or a text describes no agent.
    """

    def __init__(self, state: State, players: "Sequence[str | AnyAgent | None]", seed: int = 0) -> None:
        self._rng = random.Random(seed)
        self.version = 0
        self._agents: list[AnyAgent | None] = []
        self._tree = MoveTree(state.game.from_fen(state.start_fen))
        self._shown: int | None = None
        self._is_resumed = False
        self.set_players(players)
        for action in state.actions.tolist():
            self._apply(action)
        self.version = 0

    @property
    def state(self) -> State:
        """The current state. After changing it, call `adopt_changes`."""
        return self._tree.state

    @property
    def game(self) -> Game:
        """The game."""
        return self.state.game

    @property
    def users(self) -> list[int]:
        """The seats of users."""
        return [seat for seat, agent in enumerate(self._agents) if agent is None]

    @property
    def players(self) -> "list[AnyAgent | None]":
        """The agent of each seat, None for users."""
        return list(self._agents)

    def set_players(self, players: "Sequence[str | AnyAgent | None]") -> None:
        """Replace the players. In games with hidden information the seats of users stay, so that a user sees one view only."""
        rules = self.game
        if isinstance(players, str) or len(players) != rules.num_seats:
            raise ValueError(f"players must have one entry for each of the {rules.num_seats} seats of {rules.id}")
        agents = [None if player is None else resolve_agent(player, rules) for player in players]
        users = [seat for seat, agent in enumerate(agents) if agent is None]
        if self._agents and rules.info.has_hidden_information and users != self.users:
            raise ValueError("the seats of users cannot change in a game with hidden information")
        self._agents = agents
        self.version += 1

    # What users see.

    @property
    def viewer(self) -> int | None:
        """The seat whose view is shown. None is a full view, for games without hidden information or without users."""
        users = self.users
        if not users or not self.game.info.has_hidden_information:
            return None
        return users[0] if len(users) == 1 else self._shown

    @property
    def hand_over(self) -> int | None:
        """The seat of the user that must be shown next, before its view is available. None if no change is due."""
        users = self.users
        if len(users) < 2 or not self.game.info.has_hidden_information:
            return None
        actor = self.state.current_player
        if actor in users and actor != self._shown:
            return actor
        return users[0] if self._shown is None else None

    def show(self, seat: int) -> None:
        """Show the view of a seat: its user confirms to be the one at the screen."""
        if seat != self.hand_over:
            raise ValueError(f"seat {seat} is not to be shown now")
        self._shown = seat
        self.version += 1

    @property
    def is_users_turn(self) -> bool:
        """Whether a user is to act, whose view is shown."""
        return self.state.current_player in self.users and self.hand_over is None

    def frame(self) -> dict[str, Any]:
        """Return what the page shows: the position as the viewer may see it, the choices, the moves and the players.

        Returns
        -------
        dict
            ``version``, ``players`` and ``hand_over``. If ``hand_over`` is None, also the keys of `frames.scene_frame`, and:

            - ``choices``: the legal steps if a user is to act.
            - ``moves``, ``node``: the tree of moves and the current node. With hidden information, the line as the seat saw it.
            - ``waits_for``: the seat of the agent, or chance, that acts next; None if a user is to act.
            - ``is_paused``: whether an agent waits for `resume` because a user has gone back.
            - ``can_undo``, ``can_redo``, ``can_export``.
        """
        frame: dict[str, Any] = {
            "version": self.version,
            "players": [None if agent is None else agent.spec for agent in self._agents],
            "hand_over": self.hand_over,
        }
        if frame["hand_over"] is not None:
            return frame
        viewer, is_users_turn = self.viewer, self.is_users_turn
        frame |= scene_frame(self.state, viewer)
        frame["choices"] = choices(self.state, self.state.current_player) if is_users_turn else []
        frame["moves"], frame["node"] = self._moves(viewer)
        frame["waits_for"] = None if is_users_turn or self.state.is_terminal else self.state.current_player
        frame["is_paused"] = self._is_paused
        frame["can_undo"] = self._can_go_back and self._tree.stop_before(self._is_stop) is not None
        frame["can_redo"] = self._can_go_back and self._tree.stop_after(self._is_stop) is not None
        frame["can_export"] = self.can_export
        return frame

    def _moves(self, viewer: int | None) -> tuple[list[dict[str, Any]], int]:
        """Return the tree of moves, or with hidden information the moves as a seat saw them."""
        if viewer is not None:
            shown = self.state.observation_history(viewer)[1::2]
            seats = [self._tree.nodes[node].seat for node in self._tree.line(self._tree.at)][1:]
            first = len(shown) - len(seats)
            moves = [
                {"node": at, "parent": at - 1, "seat": seats[at - 1 - first] if at > first else None, "text": step}
                for at, step in enumerate(shown, start=1)
            ]
            return moves, len(shown)
        nodes = self._tree.nodes[1:]
        return [{"node": n.index, "parent": n.parent, "seat": n.seat, "text": n.text} for n in nodes], self._tree.at

    # Playing.

    def apply(self, step: str) -> None:
        """Make a step of the user to act.

        Raises
        ------
        IllegalStep
            If the step is not legal.
        ValueError
            If no user is to act.
        """
        if not self.is_users_turn:
            raise ValueError("no user is to act")
        self._apply(self.state.action_of(step))

    def enter(self, text: str) -> None:
        """Make what a user has typed: a step or a turn in a form that `typed_steps.read_steps` reads, or several steps of a turn.

        With hidden information the steps of a turn are made one after the other, so that an illegal one does not reveal what
        earlier ones uncover. The others are not made then.

        Raises
        ------
        IllegalStep
            If a step is not legal. Steps before it were made.
        """
        if not self.is_users_turn:
            raise ValueError("no user is to act")
        if not self.game.info.has_hidden_information:
            for action in read_steps(self.state, text):
                self._apply(action)
            return
        seat, first, *others = (self.state.current_player, *(text.split() or [""]))
        self._apply(*read_steps(self.state, first))
        for step in others:
            if self.state.current_player != seat or not self.state.is_mid_turn:
                raise ValueError(f"the turn is over: {step} was not played")
            self._apply(*read_steps(self.state, step))

    def _apply(self, action: int) -> None:
        self._tree.apply(action)
        self._is_resumed = False
        self.version += 1

    def adopt_changes(self) -> bool:
        """Make steps part of the session that were made in `state` directly. Return whether there were any."""
        actions = self.state.actions.tolist()
        if not self._tree.adopt(actions):
            return False
        self._is_resumed = False
        self.version += 1
        return True

    def _is_stop(self, node: Node) -> bool:
        """Whether undo and redo stop at a node: the game is over, or a user begins a turn there. Without users, a seat does."""
        users = self.users or range(self.game.num_seats)
        return node.current_player == TERMINAL or (node.current_player in users and not node.is_mid_turn)

    @property
    def _is_paused(self) -> bool:
        if self._is_resumed or self.state.is_terminal or self._tree.is_leaf:
            return False
        return self.state.current_player not in self.users

    @property
    def acts_itself(self) -> bool:
        """Whether chance or an agent is to act, and no user has gone back."""
        state = self.state
        return not state.is_terminal and state.current_player not in self.users and not self._is_paused

    def choice(self) -> Choice:
        """Return the choice that chance or the agent to act has to make. It can be made on another thread.

        Raises
        ------
        ValueError
            If a user is to act, or the game is over.
        """
        state, actor = self.state.copy(), self.state.current_player
        if actor == CHANCE:
            outcomes = state.chance_outcomes()
            step = self._rng.choices([step for step, _ in outcomes], [chance for _, chance in outcomes])[0]
            action = state.action_of(step)
            return Choice(self.version, lambda _: action)
        agent = None if actor == TERMINAL else self._agents[actor]
        if agent is None:
            raise ValueError("no agent is to act")
        seed = self._rng.getrandbits(64)
        return Choice(self.version, partial(choose, agent, state, seed))

    def apply_choice(self, choice: Choice, action: int) -> bool:
        """Make the action of a choice, unless the session has changed since. Return whether it was made."""
        if choice.version != self.version:
            return False
        self._apply(action)
        return True

    def play_agents(self) -> None:
        """Let chance and agents act until a user is to act, or the game is over."""
        while self.acts_itself:
            self._make(self.choice())

    def _make(self, choice: Choice) -> None:
        self.apply_choice(choice, choice.make(None))

    def resume(self) -> None:
        """Let the agent to act choose again, although the game was continued from here before."""
        self._is_resumed = True
        self.version += 1

    # Going back.

    @property
    def _can_go_back(self) -> bool:
        return not self.game.info.has_hidden_information or not self.users

    def _check_can_go_back(self) -> None:
        if not self._can_go_back:
            raise ValueError(
                "undo is not available in games with hidden information: it would reveal what a step uncovers"
            )

    def undo(self) -> None:
        """Go back to the start of the last turn of a user."""
        self._check_can_go_back()
        before = self._tree.stop_before(self._is_stop)
        if before is None:
            raise ValueError("no turn to take back")
        self.go_to(before)

    def redo(self) -> None:
        """Repeat what was taken back, up to the next turn of a user."""
        self._check_can_go_back()
        after = self._tree.stop_after(self._is_stop)
        if after is None:
            raise ValueError("no turn to repeat")
        self.go_to(after)

    def go_to(self, node: int) -> None:
        """Go to a position of the tree of moves."""
        self._check_can_go_back()
        if not 0 <= node < len(self._tree.nodes):
            raise ValueError(f"node must be from 0 to {len(self._tree.nodes) - 1}, got {node}")
        self._tree.go_to(node)
        self._is_resumed = False
        self.version += 1

    def forget_later_moves(self) -> None:
        """Remove the moves after the current position from the tree."""
        self._tree.cut()
        self.version += 1

    # Help.

    def analysis(self, spec: str = HINT_AGENT) -> Callable[[ShouldStop], dict[str, Any]]:
        """Return a function that searches the position with an agent, which sees only what the seat to act may see.

        The function can be called on another thread. Its argument is a function that says whether to stop, or None. It returns a
        dict:

        - ``agent``: the agent.
        - ``step``, ``cells``: the step that it would play, and its cells.
        - ``percentages``: the expected share of each seat, as in `searches.expected_percentages`, or an empty list.
        - ``steps``: for each step that was searched, a dict with ``step``, ``cells``, ``visits`` and ``value``.
        """
        if not self.is_users_turn:
            raise ValueError("no user is to act")
        agent = resolve_agent(spec, self.game)
        return partial(analyze, agent, self.state.copy(), self._rng.getrandbits(64))

    # Records.

    @property
    def can_export(self) -> bool:
        """Whether the record can be written without revealing hidden information to a user."""
        return self._can_go_back or self.state.is_terminal

    def to_json(self) -> str:
        """Return the game and its steps as JSON, including hidden information. `state_from_json` reads it."""
        content = {"game": json.loads(self.game.to_json()), "start": self.state.start_fen, "steps": self.state.steps}
        return json.dumps(content, indent=1) + "\n"

    def seat_name(self, actor: int) -> str:
        """Return the number of a seat and the color of its pieces, or ``chance``."""
        return "chance" if actor == CHANCE else f"seat {actor} ({self.game.info.seat_colors[actor]})"


def state_from_json(text: str) -> State:
    """Return the state of a saved game.

    Raises
    ------
    ValueError
        If the text is not a saved game.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("not a saved game: it is not JSON") from None
    try:
        state = game_from_dict(content["game"]).from_fen(content["start"])
        for step in content["steps"]:
            state.apply(step)
    except KeyError as error:
        raise ValueError(f"not a saved game: it has no entry {error}") from None
    except (AttributeError, TypeError, ValueError) as error:
        raise ValueError(f"not a saved game: {error}") from None
    return state
