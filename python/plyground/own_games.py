"""Games of your own, written in Python."""

import random
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar
from weakref import WeakKeyDictionary

from ._core import Game
from ._core import _check_game as core_check_game
from ._core import _register_game as core_register_game
from .piece_letters import Piece, check_letters, letters_of, placed_letters
from .registry import register_with_gymnasium

if TYPE_CHECKING:
    import numpy.typing as npt

State = TypeVar("State")

SAMPLE_GAMES: Final = 2
SAMPLE_STEPS: Final = 100
"""Random games, and steps of each, that show what letters mean."""


class GameRules(ABC, Generic[State]):
    """The rules of a game of your own.

    A subclass defines a few attributes and methods. `register_game` turns an instance into a `Game`, which agents, matches,
    studies, environments, pictures and the command line accept like any other game. `check_game` checks the rules.

    A state is any Python object. It must not change: `apply` returns a new one. A step is the number of an action.

    Attributes
    ----------
    id : str
        The id: lower-case letters, digits and ``-``.
    title : str, optional
        The title for headlines. The default is the id.
    summary : str, optional
        How the game is played, in two or three sentences.
    num_seats : int, default 2
        The number of seats, from 1 to 6.
    board_shape : tuple of int
        The numbers of rows and columns of the board, each from 1 to 15. Cells have names such as ``"a1"``. Row 0 is the near
        one.
    num_actions : int
        The number of actions. Steps are numbered from 0 to ``num_actions - 1``.
    planes : sequence of str, or dict of str to str
        The names of the observation planes, or their names and descriptions.
    max_steps : int, default 1000
        The number of steps after which a game is cut off. `check_game` requires that random games end within this number.
    seat_teams : sequence of int, optional
        The team of each seat. By default each seat plays for itself.
    scoring : {"win", "shared", "strokes"}, default "win"
        What returns mean: a win or loss of each team, a score that all seats share, or minus the number of strokes.
    return_range : tuple of float, optional
        The least and the greatest return. Required unless ``scoring`` is ``"win"``.
    has_hidden_information : bool, default False
        Whether a state can contain something that a seat may not see.
    has_chance : bool, default False
        Whether chance makes steps.
    is_simultaneous : bool, default False
        Whether seats commit steps that the others do not see before all have committed.
    letters : dict of str to tuple, optional
        The seat (or None) and the kind of the piece of each letter in position strings, such as
        ``{"w": (0, "man"), "b": (1, "man")}``. Pictures draw a counter for the kind ``"man"``, a figure for the kinds of chess,
        such as ``"pawn"``, and the letter for any other kind. The default is that of chess: upper case for seat 0, lower case
        for seat 1. In games whose letters have one case, w and b, or x and o, are those of seats 0 and 1; others have no owner.

    Examples
    --------
    >>> import numpy as np
    >>> import plyground as pg
    >>> class Nim(pg.GameRules[tuple[int, int]]):
    ...     '''Take one to three stones. The seat that takes the last one wins. A state is (stones, seat).'''
    ...
    ...     id = "nim"
    ...     board_shape = (1, 10)
    ...     num_actions = 3
    ...     planes = ("stones",)
    ...     max_steps = 10
    ...
    ...     def start(self, rng):
    ...         return (10, 0)
    ...
    ...     def current_player(self, state):
    ...         return state[1]
    ...
    ...     def legal_actions(self, state):
    ...         return range(min(3, state[0]))
    ...
    ...     def apply(self, state, action):
    ...         return (state[0] - action - 1, 1 - state[1])
    ...
    ...     def returns(self, state):
    ...         winner = 1 - state[1]
    ...         return None if state[0] else (1.0, -1.0) if winner == 0 else (-1.0, 1.0)
    ...
    ...     def fen(self, state):
    ...         return f"{state[0]} {'ab'[state[1]]}"
    ...
    ...     def from_fen(self, text):
    ...         stones, seat = text.split(" ")
    ...         state = (int(stones), "ab".index(seat))
    ...         if self.fen(state) != text or not 0 <= state[0] <= 10:
    ...             raise ValueError("expected the number of stones and a or b, such as '7 b'")
    ...         return state
    ...
    ...     def observe(self, state, seat):
    ...         return np.arange(10).reshape(1, 1, 10) < state[0]
    >>> pg.check_game(Nim())
    >>> game = pg.register_game(Nim())
    >>> pg.matches("nim", ["mcts:200", "random"], games=20, seed=1)
    <20 games of nim between mcts:200, random, seed 1>
    >>> pg.game("nim").start().legal_steps()
    ['0', '1', '2']
    """

    id: str
    title: str | None = None
    summary: str | None = None
    num_seats: int = 2
    board_shape: tuple[int, int]
    num_actions: int
    planes: Sequence[str] | Mapping[str, str]
    max_steps: int = 1000
    seat_teams: Sequence[int] | None = None
    scoring: str = "win"
    return_range: tuple[float, float] | None = None
    has_hidden_information: bool = False
    has_chance: bool = False
    is_simultaneous: bool = False
    letters: Mapping[str, tuple[int | None, str]] | None = None

    @abstractmethod
    def start(self, rng: random.Random) -> State:
        """Return the initial state. Draw random parts of the set-up from ``rng``."""

    @abstractmethod
    def current_player(self, state: State) -> int:
        """Return the seat to act, or -2 if chance acts. It is not called after the end of the game."""

    @abstractmethod
    def legal_actions(self, state: State) -> Sequence[int]:
        """Return the legal actions, or the outcomes of chance. It is not called after the end of the game."""

    @abstractmethod
    def apply(self, state: State, action: int) -> State:
        """Return the state after a legal action."""

    @abstractmethod
    def returns(self, state: State) -> Sequence[float] | None:
        """Return the return of each seat if the game is over, else None.

        A win is 1, a loss -1 and a draw 0. With more than two seats, losers share ``-1`` for each winner, so that the sum is 0.
        """

    def reason(self, state: State) -> str:
        """Return the word for how the game ended, one of ``pg.REASONS``."""
        return "other"

    def chance_outcomes(self, state: State) -> Sequence[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        raise NotImplementedError("a game with has_chance=True must define chance_outcomes")

    def is_mid_turn(self, state: State) -> bool:
        """Return whether the seat to act continues a turn that it has begun."""
        return False

    def is_active(self, state: State, seat: int) -> bool:
        """Return whether a seat still takes part in the game."""
        return True

    def material(self, state: State, seat: int) -> float:
        """Return the value of the pieces of a seat. The agents ``greedy`` and ``ab`` use it."""
        return 0.0

    def action_text(self, action: int, seat: int | None) -> str:
        """Return a description of an action in words."""
        return f"action {action}"

    def action_place(self, action: int, seat: int) -> tuple[int, int, int] | None:
        """Return the plane, row and column of an action on the board, or None if it has no place.

        Trained networks have a convolution for these planes. If the place depends on the seat, they need an observation plane
        ``"seat"`` with the number of the seat divided by that of the last seat.
        """
        return None

    @abstractmethod
    def fen(self, state: State) -> str:
        """Return the position string, which determines the state."""

    @abstractmethod
    def from_fen(self, text: str) -> State:
        """Return the state of a position string, or raise ``ValueError`` with the reason if it is not one."""

    def step_of(self, state: State, action: int) -> str:
        """Return the text of a legal step, such as ``"e2e4"``."""
        return str(action)

    @abstractmethod
    def observe(self, state: State, seat: int) -> "npt.ArrayLike":
        """Return what a seat observes: numbers from 0 to 1 of shape (planes, rows, columns)."""

    def observation_string(self, state: State, seat: int) -> str:
        """Return the position string as a seat may see it, with hidden parts replaced."""
        return self.fen(state)

    def visible_step(self, state: State, action: int, seat: int) -> str:
        """Return the text of a step, about to be made, as a seat may see it."""
        return self.step_of(state, action)

    def resample_from_observation(self, state: State, seat: int, rng: random.Random) -> State:
        """Return a random state that looks the same to a seat."""
        raise NotImplementedError("a game with has_hidden_information=True must define resample_from_observation")

    def is_commit(self, state: State) -> bool:
        """Return whether the next step is a commit. It is called only if ``is_simultaneous`` is True."""
        return True

    def pieces(self, state: State, viewer: int | None) -> Mapping[str, tuple[int | None, str, str]]:
        """Return the pieces for pictures, as a dict from names of cells to (seat or None, kind, text).

        By default, the first word of the position string is read: rows from the far side to the near side, separated by ``/``;
        a number counts empty cells, and a letter is a piece as in ``letters``.
        """
        letters = self.letters
        if letters is None:
            letters = _LETTERS.get(type(self)) or letters_of(_random_positions(self), self.board_shape)
            _LETTERS[type(self)] = letters
        text = self.fen(state) if viewer is None else self.observation_string(state, viewer)
        placed = placed_letters(text, self.board_shape)
        return {cell: (*letters[letter], letter) for cell, letter in placed.items() if letter in letters}


_LETTERS: "WeakKeyDictionary[type[GameRules[Any]], Mapping[str, Piece]]" = WeakKeyDictionary()
"""What letters mean in games that do not say so."""


def _random_positions(rules: GameRules[State]) -> Iterator[str]:
    """Yield the position strings of the first steps of random games."""
    rng = random.Random(0)
    # Errors of the rules are raised where games are played.
    with suppress(Exception):
        for _ in range(SAMPLE_GAMES):
            state = rules.start(rng)
            for _ in range(SAMPLE_STEPS):
                yield rules.fen(state)
                if rules.returns(state) is not None:
                    break
                state = rules.apply(state, rng.choice(list(rules.legal_actions(state))))


def register_game(rules: GameRules[Any]) -> Game:
    """Make a game of your rules, and register it under its id.

    Afterwards all functions that accept an id accept this one, in this process. Other processes import the module that registers
    the game: the id ``"my_module:nim"`` does so, also on the command line. A game can be pickled if its rules can.

    Parameters
    ----------
    rules : GameRules
        The rules. An earlier game with the same id is replaced.

    Returns
    -------
    Game
        The game.

    Raises
    ------
    TypeError
        If an attribute has the wrong type.
    ValueError
        If an attribute is out of range.
    BadOption
        If the id is not valid, or a game of plyground has it.

    See Also
    --------
    check_game : Check the rules.
    """
    game = core_register_game(_checked(rules))
    if (gymnasium := sys.modules.get("gymnasium")) is not None:
        register_with_gymnasium(gymnasium)
    return game


def check_game(rules: GameRules[Any], games: int = 20, seed: int = 0) -> None:
    """Play random games of your rules and check everything that plyground expects of them.

    It checks, for example, that position strings can be read again, that damaged ones are rejected, that the same seed gives the
    same game, that returns are valid, that observations are numbers from 0 to 1, and that nothing hidden leaks.

    Parameters
    ----------
    rules : GameRules
        The rules.
    games : int, default 20
        The number of random games.
    seed : int, default 0
        The seed of the games.

    Raises
    ------
    AssertionError
        If something is wrong. The message states the position and what was expected.
    """
    core_check_game(_checked(rules), games, seed)


def _checked(rules: object) -> GameRules[Any]:
    if isinstance(rules, GameRules):
        check_letters(rules.letters, rules.num_seats)
        return rules
    expected = "an instance of a subclass of plyground.GameRules"
    if isinstance(rules, type) and issubclass(rules, GameRules):
        raise TypeError(f"rules must be {expected}, got the class itself: call {rules.__name__}()")
    raise TypeError(f"rules must be {expected}, got {type(rules).__name__}")
