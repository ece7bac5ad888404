"""The Rust core of plyground: games, states, playouts, vector environments, agents and matches."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Final, Literal, SupportsIndex, TypedDict, final, overload, type_check_only

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pandas import DataFrame
from typing_extensions import NotRequired

from .analysis import Analysis

__all__ = [
    "REASONS",
    "Agent",
    "BadDescription",
    "BadOption",
    "BadPdn",
    "BadPgn",
    "BadPosition",
    "EngineFailure",
    "Examples",
    "Game",
    "IllegalStep",
    "Info",
    "Matches",
    "NeuralAgent",
    "OptionSpec",
    "Plane",
    "Playouts",
    "Scoring",
    "SelfPlay",
    "State",
    "Trajectories",
    "UnknownVariant",
    "Vector",
    "_GameReader",
    "_GameRecord",
    "_GolfHole",
    "_Measures",
    "__version__",
    "_allowed_actions",
    "_build_facts",
    "_check_game",
    "_describe",
    "_description_keys",
    "_golf_holes",
    "_library",
    "_names",
    "_packed_envs",
    "_packed_state",
    "_register",
    "_register_game",
    "_restore",
    "_restore_examples",
    "_restore_matches",
    "_restore_playouts",
    "_restore_vector",
    "_turns_begun",
    "_xla_handlers",
    "agent",
    "game",
    "info",
    "matches",
    "neural_agent",
    "openings",
    "playouts",
    "rules",
    "self_play",
    "tune",
    "variants",
    "vector",
]

__version__: Final[str]

REASONS: Final[tuple[str, ...]]
"""The words for endings, by their numbers in arrays; 255 in an array is no ending."""

class UnknownVariant(ValueError):
    """There is no variant of the given id.

    The message lists the nearest ids.

    Examples
    --------
    >>> import plyground as pg
    >>> try:
    ...     pg.game("ches")
    ... except pg.UnknownVariant as error:
    ...     print("chess-golf" in str(error))
    True
    """

class BadDescription(ValueError):
    """The description of a game is not valid.

    The message names the line, the key and what is valid.

    Examples
    --------
    >>> import plyground as pg
    >>> try:
    ...     pg.describe("id = 'nothing'")
    ... except pg.BadDescription as error:
    ...     print(error)
    line 1: board is missing
    """

class BadOption(ValueError):
    """A variant has no such option, or the option does not accept the value.

    The message lists what is valid.

    Examples
    --------
    >>> import plyground as pg
    >>> try:
    ...     pg.game("chess960", position=960)
    ... except pg.BadOption as error:
    ...     print("a number from 0 to 959" in str(error))
    True
    """

class BadPosition(ValueError):
    """A text is not a valid position string of the game.

    The message gives the reason.

    Examples
    --------
    >>> import plyground as pg
    >>> try:
    ...     pg.game("chess").from_fen("8/8/8/8/8/8/8/8 w - - 0 1")
    ... except pg.BadPosition:
    ...     print("chess needs kings")
    chess needs kings
    """

class EngineFailure(OSError):
    """An engine, a program of its own, failed.

    It could not be started, ended, did not answer in time, or answered with an illegal move. The message
    names the agent, the position, what happened and what to do. A match with such an agent has no result.

    Examples
    --------
    >>> import plyground as pg
    >>> state = pg.game("chess").start()
    >>> try:
    ...     pg.agent("uci:no-such-engine,nodes=100").choose(state)
    ... except pg.EngineFailure as error:
    ...     print("cannot be started" in str(error))
    True
    """

class IllegalStep(ValueError):
    """A step or action is not legal in the state.

    The state is unchanged. The message gives the reason.

    Examples
    --------
    >>> import plyground as pg
    >>> state = pg.game("chess").start()
    >>> try:
    ...     state.apply("e2e5")
    ... except pg.IllegalStep:
    ...     print(state.steps)
    []
    """

class BadPdn(ValueError):
    """A text is not a valid game in PDN.

    The message gives the reason. The attributes `line` and `column` give the place, counted from 1.

    Examples
    --------
    >>> from plyground import pdn
    >>> try:
    ...     list(pdn.read("1. 11-15 xx *"))
    ... except pdn.BadPdn as error:
    ...     print(error.line, error.column)
    1 10
    """

    line: int
    column: int

class BadPgn(ValueError):
    """A text is not a valid game in PGN.

    The message gives the reason. The attributes `line` and `column` give the place, counted from 1.

    Examples
    --------
    >>> from plyground import pgn
    >>> try:
    ...     list(pgn.read("1. e4 e9 *"))
    ... except pgn.BadPgn as error:
    ...     print(error.line, error.column)
    1 7
    """

    line: int
    column: int

def variants() -> tuple[str, ...]:
    """Return the ids of all variants, family by family.

    Returns
    -------
    tuple of str
        The ids, which all functions with the argument ``game`` or ``id`` accept.

    Examples
    --------
    >>> import plyground as pg
    >>> "english-draughts" in pg.variants()
    True
    """

@final
class _GolfHole:
    """A hole of Chess Golf: a board and the cards that state what must be captured."""

    def __new__(cls, board: str, cards: str) -> _GolfHole: ...
    @staticmethod
    def of(state: State) -> _GolfHole:
        """Return the current hole of a state of a course."""

    @property
    def board(self) -> str:
        """Placement of the men, as in a position string."""
    @property
    def cards(self) -> str:
        """Letters of the cards of the men that are not captured yet."""
    @property
    def taker(self) -> str | None:
        """Letter of the card whose men capture, once it is determined; otherwise None."""
    @property
    def is_reached(self) -> bool:
        """Whether all captures are made."""
    def after(self, step: str) -> _GolfHole:
        """Return the hole after a move."""

    def solve(
        self, max_moves: int, max_lines: int, memory_mib: int
    ) -> tuple[int | None, Literal["moves", "memory", "unsolvable"] | None, int, list[list[str]], int, int]:
        """Search for the fewest moves and the shortest lines."""

def _golf_holes(
    num_holes: int,
    cards: int,
    par: tuple[int, int] | None,
    seed: int,
    max_moves: int,
    memory_mib: int,
    max_tries: int,
) -> list[tuple[str, str, int | None, int]]:
    """Return random holes (puzzles of Chess Golf).

    Each has its fewest moves, if known, and the largest number of moves that was proved to be too few.
    """

def info(id: str, /, *, frame: Literal["seat", "board"] = "seat", **options: bool | int | str) -> Info:
    """Return the facts about a variant: seats, teams, options, planes and scores.

    Parameters
    ----------
    id : str
        The id of a variant, such as ``"chess"``.
    frame : {"seat", "board"}, default "seat"
        The side from which observations and actions show the board: ``"seat"`` is the side of the seat that
        acts, so that one policy can play all seats. ``"board"`` is always the side of seat 0.
    **options
        Options of the variant to change, by name. ``info(id).options`` lists them.

    Returns
    -------
    Info
        The facts. No game is started.

    Raises
    ------
    UnknownVariant
        If there is no such id. The message names the nearest ids.
    BadOption
        If an option does not exist, or its value does not fit the variant.

    Examples
    --------
    >>> import plyground as pg
    >>> info = pg.info("tri-stax-3")
    >>> info.num_seats, info.family
    (3, 'tri_checkers')
    >>> pg.info("chess960").has_hidden_information
    False
    """

def rules(id: str, /, **options: bool | int | str) -> str:
    """Return the rules of a variant as Markdown.

    The text begins with the title, the summary, the options and the sections that define the variant. The
    rule document of its family follows, and the conventions that all rule documents share. A game of your own
    has only the first part.

    Parameters
    ----------
    id : str
        The id of a variant, such as ``"chess"``.
    **options
        Options of the variant to change, by name. ``info(id).options`` lists them.

    Returns
    -------
    str
        The rules.

    Raises
    ------
    UnknownVariant
        If there is no such id. The message names the nearest ids.
    BadOption
        If an option does not exist, or its value does not fit the variant.

    Examples
    --------
    >>> import plyground as pg
    >>> print(pg.rules("three-kings-chess")[:140])
    # Three Kings Chess
    <BLANKLINE>
    Chess for three on 96 cells in three halves, each seat alone: files lead from one half into the next, and
    diagonals fork
    """

def game(id: str, /, *, frame: Literal["seat", "board"] = "seat", **options: bool | int | str) -> Game:
    """Return the game of an id, with changed options if any are given.

    Parameters
    ----------
    id : str
        The id of a variant, such as ``"chess"``. ``"module:id"`` first imports a module that registers a game
        of your own: see `register_game`.
    frame : {"seat", "board"}, default "seat"
        The side from which observations and actions show the board: ``"seat"`` is the side of the seat that
        acts, so that one policy can play all seats. ``"board"`` is always the side of seat 0.
    **options
        Options of the variant to change, by name. ``info(id).options`` lists them.

    Returns
    -------
    Game
        The rules. `Game.start` begins a game.

    Raises
    ------
    UnknownVariant
        If there is no such id. The message names the nearest ids.
    BadOption
        If an option does not exist, or its value does not fit the variant.

    Examples
    --------
    >>> import plyground as pg
    >>> pg.game("english-draughts").start().legal_steps()[:2]
    ['10-14', '10-15']
    >>> pg.game("english-draughts", flying=True) == pg.game("english-draughts-flying")
    True
    """

def _register(name: str, base: str, /, **options: bool | int | str) -> None:
    """Register a new id for a variant with changed options, for this process.

    The package's `register` calls it, and also registers the id with Gymnasium.
    """

def _describe(text: str, frame: str | None = None, place: str = "", id: str | None = None) -> Game:
    """Register the games of a description, and return the first, or that with the id. Errors begin with `place`."""

def _description_keys() -> str:
    """Return the keys of descriptions as JSON."""

def _library() -> tuple[str, ...]:
    """Return the ids of the library."""

def _register_game(rules: object) -> Game:
    """Register a game that is written in Python, and return it."""

def _check_game(rules: object, games: int, seed: int) -> None:
    """Play random games of rules in Python and check what plyground expects of them."""

def _build_facts() -> dict[str, str]:
    """Return the facts of this build: commit, profile, target, processor and compiler."""

def _names() -> list[str]:
    """Return the registered ids."""

def playouts(
    game: Game | str,
    games: int,
    seed: int = 0,
    *,
    threads: int | None = None,
    max_steps: int | None = None,
    start: str | None = None,
    offset: int = 0,
    **options: bool | int | str,
) -> Playouts:
    """Play games by uniformly random steps, on all processors.

    Use it for statistics of a game, such as its length or the advantage of the first seat.

    Parameters
    ----------
    game : str or Game
        An id, or a game.
    games : int
        The number of games.
    seed : int, default 0
        The seed of the games.
    threads : int, optional
        The number of threads. By default all processors are used. The results do not depend on it.
    max_steps : int, optional
        The number of steps after which a game is cut off. The default is ``info(id).max_steps``.
    start : str, optional
        A position string from which all games start.
    offset : int, default 0
        The number of the first game. The seed and its number determine a game, so a long run can be made in
        parts.
    **options
        Options of the variant and ``frame``, if ``game`` is an id: see `game`.

    Returns
    -------
    Playouts
        One row for each game.

    Raises
    ------
    BadPosition
        If ``start`` is not a position string of the game.
    ValueError
        If a number is out of its range.
    TypeError
        If an argument has the wrong type, or a `Game` is given with options.

    Examples
    --------
    >>> import plyground as pg
    >>> run = pg.playouts("english-draughts", 1000, seed=0)
    >>> run.mean_returns
    (-0.06, 0.06)
    >>> (run.steps[600:] == pg.playouts("english-draughts", 400, offset=600).steps).all()
    np.True_
    """

def vector(
    game: Game | str,
    num_envs: int,
    seed: int = 0,
    *,
    observations: bool | Literal["float32", "float16", "uint8"] = True,
    action_masks: bool | Literal["bool", "bits"] = True,
    autoreset: Literal["same-step", "next-step", "disabled"] = "same-step",
    max_steps: int | None = None,
    start: str | None = None,
    threads: int | None = None,
    out: dict[str, NDArray[Any]] | None = None,
    record: bool = False,
    **options: bool | int | str,
) -> Vector:
    """Make many games that are stepped together.

    It is the fastest interface for reinforcement learning: one call steps all games, on all processors.

    Parameters
    ----------
    game : str or Game
        An id, or a game.
    num_envs : int
        The number of games, from 1 to 1048576.
    seed : int, default 0
        The seed of the games.
    observations : bool or {"float32", "float16", "uint8"}, default True
        The type of observations. True is ``"float32"``, False leaves them out. With ``"uint8"`` 255 stands
        for 1.
    action_masks : bool or {"bool", "bits"}, default True
        The type of masks. True is ``"bool"``, False leaves them out. With ``"bits"`` each byte holds eight
        actions, the first in the lowest bit.
    autoreset : {"same-step", "next-step", "disabled"}, default "same-step"
        When the next game of an environment starts: see `Vector`.
    max_steps : int, optional
        The number of steps after which a game is cut off. The default is ``info(id).max_steps``.
    start : str, optional
        A position string from which all games start.
    threads : int, optional
        The number of threads. By default all processors are used. The games do not depend on it.
    out : dict of str to array, optional
        Arrays to write to, such as pinned or shared memory, under the names ``"observations"``,
        ``"final_observations"`` and ``"action_masks"``. They must be C-contiguous and writeable, and have the
        shapes of the properties of `Vector`. If ``observations`` or ``action_masks`` is not given, the type
        of the array selects it. No other vector may write to the same memory.
    record : bool, default False
        Whether to record the games for `Vector.pop_finished`.
    **options
        Options of the variant and ``frame``, if ``game`` is an id: see `game`.

    Returns
    -------
    Vector
        The games, after a reset.

    Raises
    ------
    BadPosition
        If ``start`` is not a position string of the game.
    ValueError
        If a number is out of its range, or an array in ``out`` does not fit.
    TypeError
        If an argument has the wrong type, or a `Game` is given with options.
    MemoryError
        If there is not enough memory for the arrays.

    Examples
    --------
    >>> import plyground as pg
    >>> games = pg.vector("stax", 1024, seed=0)
    >>> for _ in range(100):
    ...     games.step(games.sample())
    >>> games.observations.shape[0], games.rewards.shape
    (1024, (1024, 2))
    """

def agent(spec: str, /) -> Agent:
    """Return the agent of the core that a text describes. `plyground.agent` also accepts networks in files."""

def _allowed_actions(state: State, avoid: str, seed: int = 0) -> list[int]:
    """Return the legal actions that a restricted agent may choose; used by `plyground.restricted`.

    Parameters
    ----------
    state : State
        A state in which a seat is to act.
    avoid : str
        What the agent avoids: a list such as ``"captures+queen"``.
    seed : int, default 0
        The seed of the sample of hidden information.

    Returns
    -------
    list of int
        The actions in ascending order: all legal actions if the seat has to make a step that it avoids.

    Raises
    ------
    ValueError
        If ``avoid`` is not such a list, or no seat is to act.
    """

def _turns_begun(state: State) -> int:
    """Return the number of turns that the seat to act has begun; used by `plyground.restricted`.

    Parameters
    ----------
    state : State
        A state in which a seat is to act.

    Returns
    -------
    int
        The number of turns since the start of the state's record, with the current one if it has begun.

    Raises
    ------
    ValueError
        If no seat is to act.
    """

def matches(
    game: Game | str,
    agents: str | Agent | NeuralAgent | Sequence[str | Agent | NeuralAgent],
    games: int,
    seed: int = 0,
    *,
    offset: int = 0,
    threads: int | None = None,
    rotate: bool = True,
    max_steps: int | None = None,
    start: str | Sequence[str] | None = None,
    openings: int = 0,
    balanced: bool = False,
    num_parallel_games: int = 256,
    record: bool = False,
    **options: bool | int | str,
) -> Matches:
    """Play games between agents of the core. `plyground.matches` also accepts networks in files."""

def tune(
    game: Game | str,
    games: int = 5000,
    generations: int = 2,
    nodes: int = 100,
    seed: int = 0,
    threads: int | None = None,
    report: Callable[[int, int, float, float, float], object] | None = None,
) -> bytes:
    """Tune an evaluation and return the content of its file. `plyground.tune` writes the file.

    ``report`` is called after each generation with its number, the number of positions, the scale, and the
    errors without and with the evaluation.
    """

def openings(
    game: Game | str,
    n: int,
    seed: int = 0,
    *,
    turns: int = 0,
    balanced: bool = False,
    start: str | Sequence[str] | None = None,
    offset: int = 0,
    **options: bool | int | str,
) -> list[State]:
    """Return the positions in which the games or rounds of a match begin.

    Use it to inspect the openings of `matches`, or to start other games from them.

    Parameters
    ----------
    game : str or Game
        An id, or a game.
    n : int
        The number of openings.
    seed : int, default 0
        The seed of the openings. The match with the same seed has the same openings.
    turns : int, default 0
        The number of random turns.
    balanced : bool, default False
        Whether to choose openings after which ``ab:2`` finds a lead of at most half a man. If none of 32
        candidates is balanced, the most even one is taken.
    start : str or list of str, optional
        A position string from which all openings start, or a list of them that is used cyclically.
    offset : int, default 0
        The number of the first opening.
    **options
        Options of the variant and ``frame``, if ``game`` is an id: see `game`.

    Returns
    -------
    list of State
        The states, with the random turns as their records. In none of them is the game over.

    Raises
    ------
    ValueError
        If a number is out of its range, or ``balanced`` is True for a game without opponents or with
        ``turns=0``.
    BadPosition
        If ``start`` contains a text that is not a position string of the game.

    Examples
    --------
    >>> import plyground as pg
    >>> for state in pg.openings("chess", 2, turns=4, balanced=True):
    ...     print(" ".join(state.steps))
    g1h3 b7b6 c2c3 b6b5
    c2c4 g8h6 g1f3 b8c6
    """

def neural_agent(
    evaluate: Callable[[NDArray[np.float32], NDArray[np.bool_]], tuple[Any, Any]],
    /,
    simulations: int | None = None,
    *,
    ms: int | None = None,
    c_puct: float = 1.5,
    temperature: float = 0.0,
    fpu_reduction: float | None = None,
    root: str = "puct",
    max_considered_actions: int = 16,
    maxvisit_init: float = 50.0,
    value_scale: float = 1.0,
    interior: str = "improved",
    logits: bool = False,
    relative_values: bool = False,
    max_concurrent_batches: int = 1,
) -> NeuralAgent:
    """Make an agent that searches with a function, as in AlphaZero, for any number of seats.

    Parameters
    ----------
    evaluate : callable
        A function ``evaluate(observations, action_masks)`` of a batch of positions, from the view of the
        seats to act. The arguments are float32 of shape (b, planes, rows, columns) and bool of shape (b,
        num_actions). It returns the policy of shape (b, num_actions), and the expected return of the seat to
        act of shape (b,), or of each seat of shape (b, seats).
    simulations : int, optional
        The number of simulations for each step, by default 64. Each begins with an action of the root, whose
        own evaluation does not count.
    ms : int, optional
        The maximum time for each step in milliseconds. The default of ``simulations`` is then 1,000,000, the
        largest number. Requires ``root="puct"``. `matches` plays only one game on each thread then, and the
        states of `visit_counts` share the time.
    c_puct : float, default 1.5
        The weight of the policy in the PUCT formula.
    temperature : float, default 0.0
        0 plays the action with the most visits. Otherwise the action is drawn, at 1 in proportion to its
        visits. With ``root="gumbel"`` it is drawn from the improved policy.
    fpu_reduction : float, optional
        First-play urgency reduction. An action without visits has the mean value of its position, minus this
        number times the square root of the policy's share of the visited actions. 0.2 is a typical number. By
        default the value is 0.
    root : {"puct", "gumbel"}, default "puct"
        How the root is searched. ``"gumbel"`` is the search of `self_play` without randomness. It is stronger
        with few simulations, but needs an informative policy: with a uniform one it considers only the first
        actions.
    max_considered_actions : int, default 16
        With ``root="gumbel"``, the number of actions that the root considers first, at least 2. Sequential
        halving then discards the worse half repeatedly.
    maxvisit_init : float, default 50.0
        With ``root="gumbel"``, part of the weight of values against the logarithm of the policy, which is
        ``value_scale * (maxvisit_init + n)``. ``n`` is the largest visit count of the actions.
    value_scale : float, default 1.0
        With ``root="gumbel"``, the factor of this weight.
    interior : {"improved", "puct"}, default "improved"
        With ``root="gumbel"``, how steps are chosen below the root: by the improved policy of Gumbel
        AlphaZero, or by PUCT.
    logits : bool, default False
        Whether the function returns logits as the policy. Otherwise the policy is non-negative weights, which
        need not be normalized.
    relative_values : bool, default False
        Whether values of shape (b, seats) begin with the seat to act, followed by the seats after it.
        Otherwise they begin with seat 0.
    max_concurrent_batches : int, default 1
        The number of calls that can be in progress at the same time. With 1, one thread calls the function,
        while other games are searched. With more, the threads that search call it. That is faster if one call
        uses one thread and releases the GIL, such as a session of ONNX Runtime.

    Returns
    -------
    NeuralAgent
        The agent.

    Raises
    ------
    TypeError
        If ``evaluate`` is not callable.
    ValueError
        If a number is out of its range, settings of ``root="gumbel"`` are given with ``root="puct"``, or
        ``ms`` is given with ``root="gumbel"``.

    Notes
    -----
    The arrays that the function gets are read-only, and later calls overwrite them: copy what you keep. Its
    results are read before the next call, and only at legal actions.

    With ``root="gumbel"``, ``c_puct`` and ``fpu_reduction`` have an effect only with ``interior="puct"``.

    Examples
    --------
    >>> import numpy as np
    >>> import plyground as pg
    >>> def evaluate(observations, action_masks):
    ...     policy = action_masks / action_masks.sum(axis=1, keepdims=True)
    ...     value = np.zeros(len(action_masks))
    ...     return policy, value
    >>> agent = pg.neural_agent(evaluate, 16)
    >>> state = pg.game("english-draughts").start()
    >>> agent.choose(state) in state.legal_actions()
    True
    """

def self_play(
    game: Game | str,
    evaluate: Callable[[NDArray[np.float32], NDArray[np.bool_]], tuple[Any, Any]],
    games: int,
    seed: int = 0,
    *,
    simulations: int = 32,
    root: str = "gumbel",
    max_considered_actions: int = 16,
    maxvisit_init: float = 50.0,
    value_scale: float = 1.0,
    interior: str = "improved",
    c_puct: float = 1.5,
    fpu_reduction: float | None = 0.25,
    dirichlet_fraction: float = 0.25,
    dirichlet_concentration: float = 10.0,
    forced_playouts: float = 2.0,
    temperature: float = 1.0,
    temperature_steps: int = 30,
    full_search_prob: float = 1.0,
    fast_simulations: int = 8,
    logits: bool = False,
    relative_values: bool = False,
    max_concurrent_batches: int = 1,
    offset: int = 0,
    threads: int | None = None,
    num_parallel_games: int = 256,
    cache_mib: int = 64,
    max_steps: int | None = None,
    start: str | Sequence[str] | None = None,
    openings: int = 0,
    balanced: bool = False,
    **options: bool | int | str,
) -> SelfPlay:
    """Play games of a function against itself in parallel, and record them with the results of each search.

    One search plays all seats. Use the games as training data: their `Trajectories` contain an improved
    policy, the expected return of each seat and a weight for each step.

    Parameters
    ----------
    game : str or Game
        An id, or a game.
    evaluate : callable
        A function as for `neural_agent`.
    games : int
        The number of games.
    seed : int, default 0
        The seed of the games.
    simulations : int, default 32
        The number of simulations for each step.
    root : {"gumbel", "puct"}, default "gumbel"
        How the root is searched. ``"gumbel"`` is the root of Gumbel AlphaZero, which learns from few
        simulations. ``"puct"`` is that of AlphaZero with Dirichlet noise and forced playouts.
    max_considered_actions : int, default 16
        With ``root="gumbel"``, the number of actions that the root considers first, at least 2. Sequential
        halving then discards the worse half repeatedly.
    maxvisit_init : float, default 50.0
        With ``root="gumbel"``, part of the weight of values against the logarithm of the policy, which is
        ``value_scale * (maxvisit_init + n)``. ``n`` is the largest visit count of the actions.
    value_scale : float, default 1.0
        With ``root="gumbel"``, the factor of this weight.
    interior : {"improved", "puct"}, default "improved"
        With ``root="gumbel"``, how steps are chosen below the root: by the improved policy of Gumbel
        AlphaZero, or by PUCT.
    c_puct : float, default 1.5
        The weight of the policy in the PUCT formula.
    fpu_reduction : float or None, default 0.25
        First-play urgency reduction: see `neural_agent`.
    dirichlet_fraction : float, default 0.25
        With ``root="puct"``, the share of noise in the policy of the root, from 0 to 1.
    dirichlet_concentration : float, default 10.0
        With ``root="puct"``, the sum of the parameters of the Dirichlet distribution. Small numbers
        concentrate the noise on few actions.
    forced_playouts : float, default 2.0
        With ``root="puct"``, the factor ``k`` of forced playouts: a visited action gets at least ``sqrt(k *
        prior * visits)`` visits. They are removed from the recorded policy. 0 forces none.
    temperature : float, default 1.0
        The temperature at which the first actions of a game are drawn, from the improved policy or the shares
        of visits.
    temperature_steps : int, default 30
        The number of choices at the start of a game that are drawn. After them the best action is played.
        Every step of a seat is a choice.
    full_search_prob : float, default 1.0
        The share of full searches (playout cap randomization). Other searches are fast: they have
        ``fast_simulations`` simulations, no noise and a weight of 0.
    fast_simulations : int, default 8
        The number of simulations of fast searches.
    logits : bool, default False
        Whether the function returns logits as the policy. Otherwise the policy is non-negative weights, which
        need not be normalized.
    relative_values : bool, default False
        Whether values of shape (b, seats) begin with the seat to act, followed by the seats after it.
        Otherwise they begin with seat 0.
    max_concurrent_batches : int, default 1
        The number of calls that can be in progress at the same time. With 1, one thread calls the function,
        while other games are searched. With more, the threads that search call it. That is faster if one call
        uses one thread and releases the GIL, such as a session of ONNX Runtime.
    offset : int, default 0
        The number of the first game. The seed and its number determine a game.
    threads : int, optional
        The number of threads. By default all processors are used. The games do not depend on it.
    num_parallel_games : int, default 256
        The number of games that are searched in parallel. They form two groups: the function evaluates the
        positions of one group while the other is searched. With ``max_concurrent_batches`` above 1, they form
        that number of groups.
    cache_mib : int, default 64
        The size of the cache of evaluations in MiB. It is emptied at the end of the call.
    max_steps : int, optional
        The number of steps after which a game is cut off. The default is ``info(id).max_steps``.
    start : str or list of str, optional
        A position string from which all games start, or a list of them that is used cyclically.
    openings : int, default 0
        The number of random turns at the start of each game.
    balanced : bool, default False
        Whether to choose openings after which ``ab:2`` finds a lead of at most half a man.
    **options
        Options of the variant and ``frame``, if ``game`` is an id: see `game`.

    Returns
    -------
    SelfPlay
        The games and the number of evaluations.

    Raises
    ------
    ValueError
        If a number is out of its range, or the function returns arrays of the wrong shape.
    BadPosition
        If ``start`` contains a text that is not a position string of the game.
    TypeError
        If an argument has the wrong type, or a `Game` is given with options.

    Notes
    -----
    The content of a batch depends on ``num_parallel_games`` and ``max_concurrent_batches``, but not on
    ``threads``. If the function's results depend on the rest of the batch, such as by rounding, these two
    arguments can change the games.

    Examples
    --------
    >>> import numpy as np
    >>> import plyground as pg
    >>> def evaluate(observations, action_masks):
    ...     return action_masks, np.zeros(len(action_masks))
    >>> run = pg.self_play("english-draughts", evaluate, 2, simulations=16, seed=1)
    >>> played = run.trajectories
    >>> played.root_values.shape == (len(played.actions), 2)
    True
    >>> rows = played.examples(symmetry="random", seed=3, policies=True)
    >>> rows.policies.shape == rows.action_masks.shape
    True
    """

@final
class Agent:
    """An agent that can play any seat of any game; made by `agent`.

    It uses only what the seat to act may know of the position.

    Examples
    --------
    >>> import plyground as pg
    >>> state = pg.game("chess").from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    >>> state.step_of(pg.agent("ab:2").choose(state, seed=0))
    'a1a8'
    """

    @property
    def spec(self) -> str:
        """Text that describes the agent, without options that have their defaults."""
    def check_plays(self, game: Game | str) -> None:
        """Raise `ValueError` if the agent does not play a game.

        All agents play all games, except engines and agents with an evaluation that is not for all games.

        Parameters
        ----------
        game : str or Game
            An id, or a game.

        Raises
        ------
        ValueError
            If the agent does not play the game. The message names the games of the engine or the evaluation.

        Examples
        --------
        >>> import plyground as pg
        >>> pg.agent("uci:stockfish,nodes=100").check_plays("chess960")
        """
    def resolve(self, game: Game | str) -> str:
        """Return the text of the agent that plays a game.

        It is the strongest known agent for ``strong``, and otherwise the agent itself.

        Parameters
        ----------
        game : str or Game
            An id, or a game.

        Returns
        -------
        str
            The text.

        Examples
        --------
        >>> import plyground as pg
        >>> pg.agent("strong:ms=50").resolve("english-draughts")
        'ab:ms=50,eval=tuned'
        >>> pg.agent("strong:ms=50").resolve("tri-chek-3")
        'mcts:ms=50,cut=2,eval=tuned'
        """

    def fingerprint(self, game: Game | str) -> str:
        """Return a hash of the agent's choices in some positions of a game.

        Compare it between two builds of plyground to see whether the agent plays alike. The search depth is
        reduced. For an engine it is the name that the program gives, with its version.

        Parameters
        ----------
        game : str or Game
            An id, or a game.

        Returns
        -------
        str
            16 hexadecimal digits, or the name of the program.

        Raises
        ------
        EngineFailure
            If an engine cannot be started.

        Examples
        --------
        >>> import plyground as pg
        >>> len(pg.agent("ab:2").fingerprint("stax"))
        16
        """
    def choose(
        self,
        state: State,
        seed: int = 0,
        *,
        allowed: Sequence[int] | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> int:
        """Return the action that the agent chooses for the seat to act.

        Parameters
        ----------
        state : State
            A state in which a seat is to act. It is not changed.
        seed : int, default 0
            The seed of the choice. The same state and seed give the same action.
        allowed : list of int, optional
            The legal actions among which the agent chooses; by default all. Engines do not accept it.
        should_stop : callable, optional
            A function without arguments that is called about 20 times per second. If it returns true, the
            agent chooses immediately, and its choice may be bad.

        Returns
        -------
        int
            A legal action.

        Raises
        ------
        ValueError
            If the game is over, chance is to act, or the agent does not play the game.
        EngineFailure
            If the agent is an engine that fails.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("english-draughts").start()
        >>> state.apply(pg.agent("mcts:20").choose(state, seed=1))
        >>> len(state.steps)
        1
        """
    def choose_step(
        self,
        state: State,
        seed: int = 0,
        *,
        allowed: Sequence[int] | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> str:
        """Return the text of the step that the agent chooses for the seat to act.

        It is `choose` with a step as text instead of an action. The parameters and exceptions are the same.

        Parameters
        ----------
        state : State
            A state in which a seat is to act. It is not changed.
        seed : int, default 0
            The seed of the choice.
        allowed : list of int, optional
            The legal actions among which the agent chooses; by default all.
        should_stop : callable, optional
            A function that says whether to stop the search.

        Returns
        -------
        str
            A legal step, which `State.apply` accepts.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("chess").from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
        >>> pg.agent("ab:2").choose_step(state)
        'a1a8'
        """
    def analyze(
        self,
        state: State,
        seed: int = 0,
        *,
        allowed: Sequence[int] | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Analysis:
        """Return what the agent finds out about a state: its choice, and what it thinks of each step.

        It searches as `choose` does: the same state, seed and agent give the same step, unless ``ms`` limits
        the time.

        Parameters
        ----------
        state : State
            A state in which a seat is to act. It is not changed.
        seed : int, default 0
            The seed of the search.
        allowed : list of int, optional
            The legal actions among which the agent chooses; by default all. Engines do not accept it.
        should_stop : callable, optional
            A function without arguments that is called about 20 times per second. The search stops when it
            returns true.

        Returns
        -------
        plyground.Analysis
            The step, the expected return of each seat, the values and visits of the steps, the principal
            variation, and the depth and size of the search. Fields that the agent does not have are None.

        Raises
        ------
        ValueError
            If the game is over, chance is to act, or the agent does not play the game.
        EngineFailure
            If the agent is an engine that fails.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("chess").from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
        >>> found = pg.agent("mcts:2000").analyze(state)
        >>> found.step, found.pv, sum(step.visits for step in found.steps)
        ('a1a8', ('a1a8',), 2000)
        >>> found.values[0] > 0.5
        True
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Matches:
    """Results of ``n`` games between agents, one row for each game; made by `matches`.

    They can be pickled, and `to_json` writes them under the same names.

    Examples
    --------
    >>> import plyground as pg
    >>> run = pg.matches("english-draughts", ["ab:2", "random"], 100, seed=0)
    >>> run.returns.shape, run.agent_indices[:3].tolist()
    ((100, 2), [[0, 1], [1, 0], [0, 1]])
    >>> run.mean_returns[0] > 0.5
    True

    Pickles and JSON:

    >>> import json, pickle
    >>> pickle.loads(pickle.dumps(run)) == run
    True
    >>> data = json.loads(run.to_json())
    >>> data["agent_indices"] == run.agent_indices.tolist()
    True
    """

    @property
    def game(self) -> Game:
        """The game that was played, a `Game`."""
    @property
    def agent_specs(self) -> tuple[str, ...]:
        """Texts that describe the agents, a tuple of str."""
    @property
    def seed(self) -> int:
        """Seed of the match."""
    @property
    def offset(self) -> int:
        """Number of the first game."""
    @property
    def returns(self) -> NDArray[np.float64]:
        """Return of each seat, shape (n, seats), float64.

        It is ``game.info.scoring.cut_off`` where the game was cut off.
        """
    @property
    def steps(self) -> NDArray[np.uint32]:
        """Number of steps of each game after its opening, shape (n,), uint32; chance steps count."""
    @property
    def reasons(self) -> NDArray[np.uint8]:
        """How each game ended, as an index to `REASONS`, shape (n,), uint8; 255 where it was cut off."""
    @property
    def first_action(self) -> NDArray[np.int32]:
        """First action of each game, shape (n,), int32; -1 where there was none."""
    @property
    def opening_actions(self) -> NDArray[np.int32]:
        """First eight actions of each game, shape (n, 8), int32; -1 after the last action.

        They include the actions of openings and of chance.
        """
    @property
    def agent_indices(self) -> NDArray[np.uint8]:
        """Agent at each seat, as an index to `agent_specs`, shape (n, seats), uint8."""
    @property
    def branching(self) -> NDArray[np.float32]:
        """Mean number of legal steps at the choices of seats, shape (n,), float32."""
    @property
    def lead_changes(self) -> NDArray[np.uint16]:
        """Number of times that the lead in material passed to another side, shape (n,), uint16.

        Ties do not count.
        """
    @property
    def drama(self) -> NDArray[np.float32]:
        """How far the winner was behind in material (Browne 2008), shape (n,), float32.

        It is the mean over the turns after which another side had more material than the winner. Each counts
        the square root of the difference between the leader's share of all material and the winner's share.
        It is 0 if the winner was never behind, or if there is no winner.
        """
    @property
    def piece_kinds(self) -> list[str]:
        """Kinds of the pieces in `pieces`, a list of str.

        ``captive`` marks pieces under a piece of another seat.
        """
    @property
    def pieces(self) -> NDArray[np.uint8]:
        """Number of pieces by seat and kind in one position of each game, shape (n, seats, kinds), uint8.

        The position is the one before a step that is drawn at random from the steps of seats. A regression of
        results on these numbers estimates piece values.
        """
    @property
    def piece_step(self) -> NDArray[np.int32]:
        """Number of steps made before the step of `pieces`, shape (n,), int32; -1 where no seat made a step."""
    @property
    def reason_counts(self) -> dict[str, int]:
        """Number of games for each reason, a dict with the most frequent reason first.

        ``truncated`` counts the games that were cut off.
        """
    @property
    def score_counts(self) -> dict[float, tuple[int, ...]]:
        """Number of times that each agent got each score, a dict with the lowest score first.

        The values are tuples in the order of `agent_specs`. An agent with several seats counts once for each
        seat. Games that were cut off are not counted.
        """
    @property
    def mean_returns(self) -> tuple[float, ...]:
        """Mean return of each agent in the games that were not cut off, a tuple of float; ``nan`` if all were.

        The numbers have the order of `agent_specs`.
        """
    def to_pandas(self) -> DataFrame:
        """Return the results as a pandas table with one row for each game.

        Returns
        -------
        pandas.DataFrame
            The columns ``game`` (its number), ``reason`` (a word), ``steps``, ``first_action``, ``return_0``
            and ``agent_0`` and so on for the seats, ``branching``, ``lead_changes`` and ``drama``. The last
            columns are the same in all rows: ``id``, ``options`` (those that differ from the id), ``seed``,
            and ``plyground``, the version.

        Raises
        ------
        ImportError
            If pandas is not installed: ``pip install 'plyground[study]'``.

        Examples
        --------
        >>> import plyground as pg
        >>> table = pg.matches("stax", ["greedy", "random"], 4).to_pandas()
        >>> table["agent_0"].tolist()
        ['greedy', 'random', 'greedy', 'random']
        """
    def to_json(self) -> str:
        """Return the results as JSON.

        Returns
        -------
        str
            An object with the names of this class. ``game`` contains the id, the options and the frame.
        """
    def state(self, index: SupportsIndex) -> State:
        """Return the last state of a game, with its record. It needs ``record=True`` of `matches`.

        Parameters
        ----------
        index : int
            The number of the row. Negative numbers count from the end.

        Returns
        -------
        State
            The state. `plyground.replay` shows the game.

        Raises
        ------
        ValueError
            If the games were not recorded.
        IndexError
            If there is no such game.

        Examples
        --------
        >>> import plyground as pg
        >>> run = pg.matches("stax", ["ab:1", "random"], 4, record=True)
        >>> state = run.state(-1)
        >>> state.returns == tuple(run.returns[-1])
        True
        """
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...
    def trajectories(self) -> Trajectories:
        """Return the recorded games as trajectories. It needs ``record=True`` of `matches`.

        Returns
        -------
        Trajectories
            The games in flat arrays, without search results. ``envs`` has the numbers of the games.

        Raises
        ------
        ValueError
            If the games were not recorded.

        Examples
        --------
        >>> import plyground as pg
        >>> run = pg.matches("stax", ["ab:1", "random"], 4, record=True)
        >>> games = run.trajectories()
        >>> len(games), len(games.actions) == int(run.steps.sum())
        (4, True)
        """
    def search_values(self) -> NDArray[np.float32]:
        """Return that the agent of each action expected for its seat, shape (steps,), float32.

        There is one number for each of ``trajectories().actions``. It is ``nan`` in openings, at steps of
        chance, at forced steps, and for agents that do not estimate it, such as ``random``. It needs
        ``record=True`` of `matches`.
        """
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> State: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[State]: ...
    def __iter__(self) -> Iterator[State]: ...
    def __len__(self) -> int: ...

@final
class NeuralAgent:
    """An agent that searches with a function, such as a neural network; made by `neural_agent`.

    It can play any seat of any game.

    Examples
    --------
    >>> import numpy as np
    >>> import plyground as pg
    >>> def evaluate(observations, action_masks):
    ...     return action_masks / action_masks.sum(axis=1, keepdims=True), np.zeros(len(action_masks))
    >>> agent = pg.neural_agent(evaluate, 16)
    >>> run = pg.matches("stax", [agent, "random"], 10, seed=0)
    >>> run.agent_specs[0] == agent.spec, len(run)
    (True, 10)
    """

    @property
    def evaluate(self) -> Callable[[NDArray[np.float32], NDArray[np.bool_]], tuple[Any, Any]]:
        """Function that evaluates positions."""
    @property
    def simulations(self) -> int:
        """Number of simulations for each step."""
    @property
    def ms(self) -> int | None:
        """Maximum time for each step in milliseconds, or None."""
    @property
    def c_puct(self) -> float:
        """Weight of the policy in the PUCT formula."""
    @property
    def temperature(self) -> float:
        """Temperature at which steps are drawn; 0 chooses the best step."""
    @property
    def fpu_reduction(self) -> float | None:
        """First-play urgency reduction; None if steps that were not visited have the value 0."""
    @property
    def root(self) -> str:
        """How the root is searched: ``gumbel`` or ``puct``."""
    @property
    def max_considered_actions(self) -> int | None:
        """Number of actions that a Gumbel root considers; None for ``root='puct'``."""
    @property
    def maxvisit_init(self) -> float | None:
        """Constant part of the weight of values against the policy; None for ``root='puct'``."""
    @property
    def value_scale(self) -> float | None:
        """Scale of the weight of values against the policy; None for ``root='puct'``."""
    @property
    def interior(self) -> str | None:
        """How steps are chosen below a Gumbel root: ``improved`` or ``puct``; None for ``root='puct'``."""
    @property
    def logits(self) -> bool:
        """Whether the function returns logits as the policy."""
    @property
    def relative_values(self) -> bool:
        """Whether values by seat begin with the seat to act."""
    @property
    def max_concurrent_batches(self) -> int:
        """Number of calls of the function that can be in progress at the same time."""
    @property
    def spec(self) -> str:
        """Text that describes the agent in `Matches.agent_specs`. `agent` does not read it."""
    def visit_counts(self, states: Sequence[State], seed: int = 0) -> NDArray[np.uint32]:
        """Return the visit counts of the root's actions after searches from some states.

        With ``root="puct"`` the shares of visits are a better policy than that of the function. With
        ``root="gumbel"`` several actions can have the most visits, and `choose` returns the one that is
        played.

        Parameters
        ----------
        states : list of State
            States of one game, at least one. They are searched in parallel.
        seed : int, default 0
            The seed of the searches.

        Returns
        -------
        array of uint32, shape (n, num_actions)
            The visit counts. Rows of states in which no seat is to act are zeros.

        Raises
        ------
        ValueError
            If there are no states, or they are states of different games.

        Examples
        --------
        >>> import numpy as np
        >>> import plyground as pg
        >>> def evaluate(observations, action_masks):
        ...     return action_masks, np.zeros(len(action_masks))
        >>> games = pg.vector("chess", 4)
        >>> agent = pg.neural_agent(evaluate, 40)
        >>> agent.visit_counts([games.state(i) for i in range(4)]).sum(axis=1)
        array([40, 40, 40, 40], dtype=uint64)
        """
    def choose(self, state: State, seed: int = 0, *, allowed: Sequence[int] | None = None) -> int:
        """Return the action that the agent chooses for the seat to act.

        Parameters
        ----------
        state : State
            A state in which a seat is to act. It is not changed.
        seed : int, default 0
            The seed of the choice. Without a temperature, hidden information and chance it only decides ties.
        allowed : list of int, optional
            The legal actions among which the agent chooses; by default all.

        Returns
        -------
        int
            A legal action.

        Raises
        ------
        ValueError
            If no seat is to act, or an allowed action is not legal.

        Examples
        --------
        >>> import numpy as np
        >>> import plyground as pg
        >>> def evaluate(observations, action_masks):
        ...     return action_masks, np.zeros(len(action_masks))
        >>> state = pg.game("stax").start()
        >>> pg.neural_agent(evaluate, 8).choose(state) in state.legal_actions()
        True
        """
    def choose_step(self, state: State, seed: int = 0, *, allowed: Sequence[int] | None = None) -> str:
        """Return the text of the step that the agent chooses for the seat to act.

        It is `choose` with a step as text instead of an action. The parameters and exceptions are the same.

        Parameters
        ----------
        state : State
            A state in which a seat is to act. It is not changed.
        seed : int, default 0
            The seed of the choice.
        allowed : list of int, optional
            The legal actions among which the agent chooses; by default all.

        Returns
        -------
        str
            A legal step, which `State.apply` accepts.

        Examples
        --------
        >>> import numpy as np
        >>> import plyground as pg
        >>> def evaluate(observations, action_masks):
        ...     return action_masks, np.zeros(len(action_masks))
        >>> state = pg.game("stax").start()
        >>> pg.neural_agent(evaluate, 8).choose_step(state) in state.legal_steps()
        True
        """
    def analyze(self, state: State, seed: int = 0, *, allowed: Sequence[int] | None = None) -> Analysis:
        """Return what the agent finds out about a state: its choice, and what it thinks of each step.

        It searches as `choose` does: the same state and seed give the same step.

        Parameters
        ----------
        state : State
            A state in which a seat is to act. It is not changed.
        seed : int, default 0
            The seed of the search.
        allowed : list of int, optional
            The legal actions among which the agent chooses; by default all.

        Returns
        -------
        plyground.Analysis
            The step, the expected return of each seat, the priors, visits and values of the steps, the
            principal variation and the size of the search.

        Raises
        ------
        ValueError
            If no seat is to act, or an allowed action is not legal.

        Examples
        --------
        >>> import numpy as np
        >>> import plyground as pg
        >>> def evaluate(observations, action_masks):
        ...     return action_masks, np.zeros(len(action_masks))
        >>> found = pg.neural_agent(evaluate, 40).analyze(pg.game("stax").start())
        >>> found.step == found.pv[0], found.nodes, found.simulations
        (True, 41, 40)
        >>> sum(step.visits for step in found.steps)
        40
        """
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Info:
    """Description of a game: its seats, board, actions, observations and scoring.

    The function `info` and `Game.info` return it. Infos of equal games are equal.

    Examples
    --------
    >>> import plyground as pg
    >>> info = pg.info("english-draughts")
    >>> info.title, info.num_seats, info.turn_order
    ('English Draughts', 2, (0, 1))
    >>> info.plane_names[:4]
    ('own men', 'own kings', 'enemy men', 'enemy kings')

    `to_json` returns all properties under the same names:

    >>> import json
    >>> facts = json.loads(info.to_json())
    >>> facts["title"], facts["scoring"]["kind"], facts["cells"][:3]
    ('English Draughts', 'win', ['4', '3', '2'])
    """

    @property
    def id(self) -> str:
        """Id of the variant. If its options were changed, the id of the original variant."""
    @property
    def title(self) -> str:
        """Name of the variant for headings, such as ``"English Draughts"``."""
    @property
    def summary(self) -> str:
        """How the game is played, in two or three sentences. `rules` returns the whole rules.

        It follows the options, and is empty for a game of your own without a summary.

        Examples
        --------
        >>> import plyground as pg
        >>> print(pg.info("stax").summary)
        Stax for two on 8x8 squares: leave the enemy without a move. Stacks move and jump diagonally as their
        top piece, men only forward; jumps are forced and put the top of the jumped stack under the jumper.
        """
    @property
    def family(self) -> str:
        """Name of the family, which is also the name of its rule document in ``docs/rules``."""
    @property
    def rules(self) -> str:
        """Section of the rule document that defines the variant, such as ``"4-11"``."""
    @property
    def options(self) -> dict[str, bool | int | str]:
        """All options with their values, as a dict."""
    @property
    def option_specs(self) -> tuple[OptionSpec, ...]:
        """Descriptions of the options, as a tuple of `OptionSpec`."""
    @property
    def num_seats(self) -> int:
        """Number of seats, as an int."""
    @property
    def seat_colors(self) -> tuple[Literal["white", "black", "red", "blue", "green", "purple"], ...]:
        """Color of each seat's pieces, as a tuple of str: white, black, red, blue, green or purple."""
    @property
    def seat_angles(self) -> tuple[int, ...]:
        """Side of the board at which each seat sits, as a tuple of int: degrees clockwise from seat 0."""
    @property
    def seat_teams(self) -> tuple[int, ...]:
        """Team of each seat, as a tuple of int. Seats of one team win and lose together."""
    @property
    def scoring(self) -> Scoring:
        """Meaning and range of the returns, as a `Scoring`."""
    @property
    def turn_order(self) -> tuple[int, ...]:
        """Order in which seats take turns, as a tuple of seats that begins with the first seat."""
    @property
    def has_hidden_information(self) -> bool:
        """Whether there are positions of which a seat may not know everything."""
    @property
    def has_chance(self) -> bool:
        """Whether chance steps can occur. A random set-up is not a chance step."""
    @property
    def is_simultaneous(self) -> bool:
        """Whether there are choices that several seats make simultaneously, as commits."""
    @property
    def num_actions(self) -> int:
        """Number of actions, as an int. Actions are numbered from 0 to ``num_actions - 1``."""
    @property
    def plane_names(self) -> tuple[str, ...]:
        """Names of the observation planes, as a tuple of str."""
    @property
    def planes(self) -> tuple[Plane, ...]:
        """Descriptions of the observation planes, as a tuple of `Plane`."""
    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Shape of an observation: (planes, rows, columns)."""
    @property
    def action_planes(self) -> NDArray[np.int32]:
        """Place of each action on a grid of planes, as an int32 array of shape (num_seats, num_actions).

        Use it to give a policy network convolutional outputs. An entry is the index into an array of shape
        (num_action_planes, rows, columns) in C order, as the seat sees the board: ``(plane * rows + row) *
        columns + column``. It is -1 for actions without a place, such as underpromotions, cards, commits and
        passes.

        Examples
        --------
        >>> import plyground as pg
        >>> places = pg.info("chess").action_planes
        >>> places.shape, int(places[0, 28]), int(places[0, 1024])
        ((2, 1096), 28, -1)
        """
    @property
    def num_action_planes(self) -> int:
        """Number of planes to which `action_planes` refers, as an int."""
    @property
    def max_steps(self) -> int:
        """Maximum number of steps in a game, as an int.

        If the rules do not limit the length of a game, games are cut off after this number of steps.
        """
    @property
    def frame(self) -> Literal["seat", "board"]:
        """Side from which actions and observations show the board: ``"seat"`` or ``"board"``.

        With ``"seat"`` it is the side of the seat that observes, with ``"board"`` always that of seat 0.
        """
    @property
    def board(self) -> Literal["squares", "triangles", "hexagons", "three-kings"]:
        """Kind of board: ``"squares"``, ``"triangles"``, ``"hexagons"`` or ``"three-kings"``."""
    @property
    def cells(self) -> tuple[str, ...]:
        """Names of the cells, as a tuple of str."""
    @property
    def outlines(self) -> tuple[list[tuple[float, float]], ...]:
        """Corners of each cell, as a tuple of lists of points (x, y), for drawing the board.

        The unit is the side of a cell. From seat 0's side of the board, x points to the right and y away from
        the seat.
        """
    @property
    def shades(self) -> tuple[Literal["dark", "light", "medium", "up", "down"], ...]:
        """Shade of each cell, as a tuple of str.

        It is ``"dark"`` or ``"light"``, and on boards of hexagons also ``"medium"``. On boards of triangles
        it is the direction in which the triangle points: ``"up"`` (drawn dark) or ``"down"``.
        """
    @property
    def grid(self) -> NDArray[np.int16]:
        """Row and column of each cell in the observations of seat 0, as an int16 array of shape (cells, 2)."""
    @property
    def edges(self) -> dict[str, NDArray[np.int16]]:
        """Pairs of adjacent cells, as a dict of int16 arrays of shape (edges, 2), for graph networks.

        The keys are the kinds of adjacency: ``"side"``, ``"corner"`` and ``"opposite"``. The entries are
        indices into `cells`.
        """
    def to_json(self) -> str:
        """Return all properties as JSON.

        Returns
        -------
        str
            A JSON object whose keys are the names of the properties.

        Examples
        --------
        >>> import json
        >>> import plyground as pg
        >>> json.loads(pg.info("chess").to_json())["seat_colors"]
        ['white', 'black']
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Plane:
    """Description of an observation plane: what it shows, and how it is encoded.

    `Info.planes` lists the planes of a game.

    Examples
    --------
    >>> import plyground as pg
    >>> pawns, clock = pg.info("chess").planes[0], pg.info("chess").planes[14]
    >>> pawns.index, pawns.name, pawns.encoding
    (0, 'own pawns', '0 or 1 on each cell')
    >>> clock.name, clock.area, clock.divisor
    ('clock', 'whole', 100)
    """

    @property
    def index(self) -> int:
        """Index of the plane in observations, as an int."""
    @property
    def name(self) -> str:
        """Name of the plane, such as ``"own pawns"``."""
    @property
    def description(self) -> str:
        """What the plane shows, in words."""
    @property
    def area(self) -> Literal["cells", "whole", "table"]:
        """Part of the plane that carries information: ``"cells"``, ``"whole"`` or ``"table"``.

        - ``"cells"``: each cell has its own value.
        - ``"whole"``: all entries have the same value.
        - ``"table"``: a small table starts in the near left corner. Its entries do not refer to cells.
        """
    @property
    def divisor(self) -> int | None:
        """Number by which counts are divided, as an int: the count that an entry of 1.0 stands for.

        It is 1 if the entries are 0 or 1 only. It is None if the number is not the same in all states.
        """
    @property
    def encoding(self) -> str:
        """Values of the entries, in words, such as ``"0 or 1 on each cell"``."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class OptionSpec:
    """Description of an option: its name and its valid values.

    `Info.option_specs` lists the options of a variant.

    Examples
    --------
    >>> import plyground as pg
    >>> specs = {spec.name: spec for spec in pg.info("chess960").option_specs}
    >>> specs["castling"].valid_values
    'true or false'
    >>> position = specs["position"]
    >>> position.kind, position.min, position.max, position.choices
    ('number or word', 0, 959, ('drawn',))
    >>> print(position.valid_values)
    a number from 0 to 959, or drawn
    """

    @property
    def name(self) -> str:
        """Name of the option, as a keyword argument of `game`."""
    @property
    def kind(self) -> Literal["flag", "number", "word", "number or word"]:
        """Type of the values: ``"flag"``, ``"number"``, ``"word"`` or ``"number or word"``."""
    @property
    def choices(self) -> tuple[int, ...] | tuple[str, ...]:
        """Valid words, as a tuple of str; empty if there are none.

        If only some of the numbers from `min` to `max` are valid, these numbers, as a tuple of int.
        """
    @property
    def min(self) -> int | None:
        """Least valid number; None if the option takes no numbers."""
    @property
    def max(self) -> int | None:
        """Greatest valid number; None if the option takes no numbers."""
    @property
    def valid_values(self) -> str:
        """Valid values in words, such as ``"a number from 0 to 959, or drawn"``."""
    @property
    def description(self) -> str:
        """Effect of the option, in words."""

@final
class Scoring:
    """Meaning and range of the returns of a game.

    `Info.scoring` returns it. See ``docs/scores.md``.

    Examples
    --------
    >>> import plyground as pg
    >>> scoring = pg.info("chess").scoring
    >>> scoring.kind, scoring.min_return, scoring.max_return, scoring.return_sum
    ('win', -1.0, 1.0, 0.0)
    >>> pg.info("tri-stax-3").scoring.min_return
    -0.5
    """

    @property
    def kind(self) -> Literal["win", "shared", "strokes"]:
        """Kind of scores: ``"win"``, ``"shared"`` or ``"strokes"``.

        - ``"win"``: teams play against each other.
        - ``"shared"``: all seats play together and get the same return.
        - ``"strokes"``: the return of a seat is minus the number of its strokes.
        """
    @property
    def min_return(self) -> float:
        """Lower bound of the return of a seat, as a float."""
    @property
    def max_return(self) -> float:
        """Upper bound of the return of a seat, as a float."""
    @property
    def return_sum(self) -> float | None:
        """Sum of the returns of all seats, as a float; None if it is not the same in all games."""
    @property
    def cut_off(self) -> float:
        """Return of each seat in a game that is cut off, as a float.

        It is 0 if `kind` is ``"win"``, otherwise `min_return`.
        """
    @property
    def better(self) -> Literal["higher", "lower"]:
        """Whether reported scores are better when they are ``"higher"`` or ``"lower"``.

        It is ``"lower"`` for strokes, which reports show as positive numbers. Returns are always better when
        they are higher.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Game:
    """The rules of one variant, with its options and frame.

    The function `game` makes games. A game has no position: `start` returns a `State`. Games with equal id,
    options and frame are equal. Games can be pickled.

    Examples
    --------
    >>> import plyground as pg
    >>> game = pg.game("english-draughts")
    >>> game.num_seats, game.num_actions, game.observation_shape
    (2, 128, (8, 8, 8))
    >>> game.from_fen(game.start().fen) == game.start()
    True
    >>> '"position":0' in pg.game("chess960", position=0).to_json()
    True
    """

    @property
    def info(self) -> Info:
        """Description of the game, as an `Info`."""
    @property
    def id(self) -> str:
        """Id of the variant. If its options were changed, the id of the original variant."""
    @property
    def options(self) -> dict[str, bool | int | str]:
        """All options with their values, as a dict."""
    @property
    def num_seats(self) -> int:
        """Number of seats, as an int."""
    @property
    def num_actions(self) -> int:
        """Number of actions, as an int. Actions are numbered from 0 to ``num_actions - 1``."""
    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Shape of an observation: (planes, rows, columns)."""
    @property
    def fingerprint(self) -> str:
        """Hash of how the game behaves, as 16 hexadecimal digits.

        Use it to check whether two builds play the game alike. The hash covers the legal steps, positions and
        results of a few games with a fixed seed.
        """
    @property
    def symmetries(self) -> dict[str, tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """Symmetries of the game, as a dict from names to pairs of arrays (cells, actions).

        Each array is an int32 permutation: ``cells[i]`` is the cell to which cell ``i`` is mapped, and
        ``actions[i]`` the action to which action ``i`` is mapped. The shapes are (cells,) and (num_actions,).
        The dict is empty if the game has no symmetries.
        """
    def action_text(self, action: int, seat: int | None = None) -> str:
        """Return a description of an action in words.

        Use it to understand the numbering of actions. `State.step_of` returns the step of a legal action.

        Parameters
        ----------
        action : int
            An action, from 0 to ``num_actions - 1``. It need not be legal anywhere.
        seat : int, optional
            The seat that acts. If it is given, cells have their names. Otherwise the description holds for
            all seats; where the seats see the board from different sides, it then names rows and columns of
            the planes, from 0.

        Returns
        -------
        str
            What the action does, as far as its number determines it.

        Raises
        ------
        ValueError
            If the game has no such action or seat.

        Examples
        --------
        >>> import plyground as pg
        >>> game = pg.game("chess")
        >>> game.action_text(28).partition(",")[0]
        'move north to row 3'
        >>> game.action_text(28, seat=0).partition(",")[0]
        'move north to e4'
        >>> game.action_text(28, seat=1).partition(",")[0]
        'move north to e5'
        """
    def step_cells(self, step: str) -> list[str]:
        """Return the cells that a step string names, in order.

        A move names the cell where it starts, the cell where it ends, and then further cells. A step that
        places a piece names one cell.

        Parameters
        ----------
        step : str
            The step string. It need not be legal.

        Returns
        -------
        list of str
            The names of the cells.

        Examples
        --------
        >>> import plyground as pg
        >>> pg.game("chess").step_cells("e2e4"), pg.game("english-draughts").step_cells("12x19")
        (['e2', 'e4'], ['12', '19'])
        """
    def start(self, seed: int = 0) -> State:
        """Start a new game.

        Parameters
        ----------
        seed : int, default 0
            Seed of the random parts of the set-up. Most games have none.

        Returns
        -------
        State
            The initial state.

        Examples
        --------
        >>> import plyground as pg
        >>> game = pg.game("chess960")
        >>> game.start(seed=1) == game.start(seed=1), game.start(seed=1) == game.start(seed=2)
        (True, False)
        """
    def from_fen(self, text: str) -> State:
        """Return the state that a position string describes.

        Parameters
        ----------
        text : str
            A position string of this game, as `State.fen` writes it. The games ``chess`` and ``chess960``
            also read standard FEN.

        Returns
        -------
        State
            A state whose record starts at the position.

        Raises
        ------
        BadPosition
            If the text is not a position string of this game. The message gives the reason.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("chess").from_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
        >>> "a7a8q" in state.legal_steps()
        True
        """
    def from_epd(self, text: str) -> tuple[State, dict[str, list[str]]]:
        """Return the state and the operations that a line of Extended Position Description (EPD) describes.

        Only ``chess`` and ``chess960`` have EPD.

        Parameters
        ----------
        text : str
            The first four fields of FEN, then operations, the last two fields of FEN, or nothing. The opcodes
            ``hmvc`` and ``fmvn`` set the half-move clock (otherwise 0) and the move number (otherwise 1).

        Returns
        -------
        state : State
            A state whose record starts at the position.
        operations : dict of str to list of str
            The operands of each operation by its opcode.

        Raises
        ------
        BadPosition
            If the text is not a position in EPD.
        ValueError
            If the game is neither ``chess`` nor ``chess960``.

        Examples
        --------
        >>> import plyground as pg
        >>> state, operations = pg.game("chess").from_epd('4k3/P7/8/8/8/8/8/4K3 w - - bm a8=Q+; id "first";')
        >>> operations
        {'bm': ['a8=Q+'], 'id': ['first']}
        >>> state.parse_san(operations["bm"][0])
        'a7a8q'
        """
    def playouts(
        self,
        games: int,
        seed: int = 0,
        *,
        threads: int | None = None,
        max_steps: int | None = None,
        start: str | None = None,
        offset: int = 0,
    ) -> Playouts:
        """Play games by uniformly random steps.

        The function `playouts` does the same for an id. The results do not depend on the number of threads.

        Parameters
        ----------
        games : int
            Number of games.
        seed : int, default 0
            Seed of all games. The seed and the number of a game determine it.
        threads : int, optional
            Number of threads. Default: one for each processor.
        max_steps : int, optional
            Number of steps after which a game is cut off. Default: ``info.max_steps``.
        start : str, optional
            Position string at which all games start. Default: the initial position.
        offset : int, default 0
            Number of the first game. Use it to split a long run into parts.

        Returns
        -------
        Playouts
            The results, with one row for each game.

        Raises
        ------
        BadPosition
            If ``start`` is not a position string of this game.
        ValueError
            If a number is out of range.

        Examples
        --------
        >>> import plyground as pg
        >>> game = pg.game("english-draughts")
        >>> runs = game.playouts(10, seed=1)
        >>> runs.returns.shape
        (10, 2)
        """
    def vector(
        self,
        num_envs: int,
        seed: int = 0,
        *,
        observations: bool | Literal["float32", "float16", "uint8"] = True,
        action_masks: bool | Literal["bool", "bits"] = True,
        autoreset: Literal["same-step", "next-step", "disabled"] = "same-step",
        max_steps: int | None = None,
        start: str | None = None,
        threads: int | None = None,
        out: dict[str, NDArray[Any]] | None = None,
        record: bool = False,
    ) -> Vector:
        """Make a vector: many games of this kind that are stepped together.

        The function `vector` does the same for an id.

        Parameters
        ----------
        num_envs : int
            Number of environments.
        seed : int, default 0
            Seed of all set-ups, chance steps and samples.
        observations : bool or {"float32", "float16", "uint8"}, default True
            Element type of observations. True means ``"float32"``; False computes none.
        action_masks : bool or {"bool", "bits"}, default True
            Element type of action masks. True means ``"bool"``. With ``"bits"``, each byte holds eight
            actions, the first in its lowest bit. False computes none.
        autoreset : {"same-step", "next-step", "disabled"}, default "same-step"
            When environments whose game has ended start the next one.
        max_steps : int, optional
            Number of steps after which a game is cut off. Default: ``info.max_steps``.
        start : str, optional
            Position string at which all games start. Default: the initial position.
        threads : int, optional
            Number of threads. Default: one for each processor.
        out : dict of str to numpy.ndarray, optional
            Your own arrays to write to, such as pinned or shared memory. Keys: ``"observations"``,
            ``"final_observations"`` and ``"action_masks"``.
        record : bool, default False
            Whether to record the games, for `Vector.pop_finished`.

        Returns
        -------
        Vector
            The environments.

        Raises
        ------
        BadPosition
            If ``start`` is not a position string of this game.
        TypeError
            If an array in ``out`` has the wrong element type.
        ValueError
            If a number is out of range, or an array in ``out`` has the wrong shape.

        Examples
        --------
        >>> import plyground as pg
        >>> vector = pg.game("english-draughts").vector(3, seed=1)
        >>> vector.step(vector.sample())
        >>> vector.observations.shape, vector.action_masks.shape
        ((3, 8, 8, 8), (3, 128))
        """
    def to_json(self) -> str:
        """Return the id, options and frame of the game as JSON.

        Returns
        -------
        str
            A JSON object with the keys ``id``, ``options`` and ``frame``, which are the arguments of `game`.

        Examples
        --------
        >>> import json
        >>> import plyground as pg
        >>> game = pg.game("chess960", position=0)
        >>> recipe = json.loads(game.to_json())
        >>> pg.game(recipe["id"], frame=recipe["frame"], **recipe["options"]) == game
        True
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@type_check_only
class MarkData(TypedDict):
    """What can be seen of a piece beyond what it is and whose."""

    name: Literal["zombie", "moved", "active", "mirrored", "checkers", "tarred", "pips", "frozen", "immune", "drafted"]
    seat: int | None
    number: int | None
    words: str

@type_check_only
class PieceData(TypedDict):
    """A piece as it is drawn."""

    seat: int | None
    color: NotRequired[Literal["white", "black", "red", "blue", "green", "purple"]]
    """Its color, where that is not its owner's."""
    kind: str
    text: str
    marks: list[MarkData]

@type_check_only
class CellMarkData(TypedDict):
    """What can be seen of a cell beyond the pieces on it."""

    name: Literal["passed", "shadow", "grave", "buried", "crowning", "last", "taken", "legal"]
    seat: int | None
    owner: int | None
    kind: str | None
    words: str

@type_check_only
class ItemData(TypedDict):
    """A number of equal items off the board."""

    what: Literal["piece", "card", "hidden", "word"]
    piece: PieceData | None
    word: str | None
    count: int
    note: str

@type_check_only
class OffBoardGroupData(TypedDict):
    """A group of items off the board."""

    label: str
    seat: int | None
    items: list[ItemData]

@final
class SelfPlay:
    """Games that a function played against itself, and how they were made; made by `self_play`.

    Examples
    --------
    >>> import numpy as np
    >>> import plyground as pg
    >>> def evaluate(observations, action_masks):
    ...     return action_masks, np.zeros(len(action_masks))
    >>> run = pg.self_play("stax", evaluate, 4, simulations=8, max_steps=30)
    >>> run
    <4 games of stax by self-play, seed 0>
    >>> len(run.trajectories), run.evaluations > 100, 0 < run.evaluation_seconds < run.seconds
    (4, True, True)
    """

    @property
    def trajectories(self) -> Trajectories:
        """Games with the results of their searches, `Trajectories`.

        They have the order of their numbers, which are ``trajectories.envs``.
        """
    @property
    def seed(self) -> int:
        """Seed of the games."""
    @property
    def evaluations(self) -> int:
        """Number of positions that the function evaluated."""
    @property
    def cache_hits(self) -> int:
        """Number of evaluations that were read from the cache, or shared within a batch."""
    @property
    def batches(self) -> int:
        """Number of calls of the function."""
    @property
    def seconds(self) -> float:
        """Duration of the self-play in seconds."""
    @property
    def evaluation_seconds(self) -> float:
        """Sum of the durations of all calls in seconds. Concurrent calls can make it larger than `seconds`."""
    def __len__(self) -> int: ...

@final
class State:
    """A game in progress: a position, and the record of the steps that led to it.

    `Game.start`, `Game.from_fen` and `Vector.state` return states. Two states of the same game are equal, and
    have the same hash, if their positions are equal; their records may differ. States can be copied and
    pickled.

    A step is the text of one choice, such as ``"e2e4"``; an action is its number. `apply` takes either.

    Examples
    --------
    >>> import plyground as pg
    >>> state = pg.game("chess").start()
    >>> for move in ("f2f3", "e7e5", "g2g4"):
    ...     state.apply(move)
    >>> state.current_player, "d8h4" in state.legal_steps()
    (1, True)
    >>> state.apply(state.action_of("d8h4"))
    >>> state.is_terminal, state.reason, state.returns
    (True, 'checkmate', (-1.0, 1.0))
    >>> print(state)
    8  r n b . k b n r
    7  p p p p . p p p
    6  . . . . . . . .
    5  . . . . p . . .
    4  . . . . . . P q
    3  . . . . . P . .
    2  P P P P P . . P
    1  R N B Q K B N R
       a b c d e f g h
    over by checkmate: black wins
    last: d8h4
    """

    @property
    def game(self) -> Game:
        """Rules of the game, as a `Game`."""
    @property
    def current_player(self) -> int:
        """Seat to act, as an int from 0; -1 after the end of the game, -2 at a chance step."""
    @property
    def is_terminal(self) -> bool:
        """Whether the game is over by its rules."""
    @property
    def returns(self) -> tuple[float, ...]:
        """Return of each seat, as a tuple of floats; zeros until the game is over."""
    @property
    def reason(self) -> str | None:
        """Word for how the game ended, such as ``"checkmate"``; None until the game is over.

        ``pg.REASONS`` lists all words.
        """
    @property
    def num_turns(self) -> int:
        """Number of complete turns since the start, as an int."""
    @property
    def is_mid_turn(self) -> bool:
        """Whether the seat to act has made at least one step of its turn and must make another."""
    @property
    def is_simultaneous(self) -> bool:
        """Whether the next step is a commit, which the other seats see only after all of them have committed."""
    @property
    def fen(self) -> str:
        """Position string (FEN), which `Game.from_fen` reads.

        The fields differ between families. For the six fields of standard FEN, use `chess_fen`.
        """
    @property
    def start_fen(self) -> str:
        """Position string at the start of the record."""
    @property
    def steps(self) -> list[str]:
        """Steps since the start of the record, as a list of str."""
    @property
    def actions(self) -> NDArray[np.int32]:
        """Actions since the start of the record, as a new int32 array of shape (steps,)."""
    def legal_steps(self) -> list[str]:
        """Return the legal steps as text, in alphabetical order.

        Returns
        -------
        list of str
            The legal steps; at a chance step its possible outcomes. Empty after the end of the game.

        Examples
        --------
        >>> import plyground as pg
        >>> pg.game("english-draughts").start().legal_steps()
        ['10-14', '10-15', '11-15', '11-16', '12-16', '9-13', '9-14']
        """
    def legal_actions(self) -> NDArray[np.int32]:
        """Return the actions of the legal steps.

        Returns
        -------
        numpy.ndarray of int32, shape (legal steps,)
            The actions in the order of `legal_steps`.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("chess").start()
        >>> actions = state.legal_actions()
        >>> [state.step_of(action) for action in actions] == state.legal_steps()
        True
        """
    def action_mask(self) -> NDArray[np.bool_]:
        """Return the mask of the legal actions.

        Returns
        -------
        numpy.ndarray of bool, shape (num_actions,)
            A new array that is True for each legal action.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("chess").start()
        >>> mask = state.action_mask()
        >>> mask.shape, int(mask.sum())
        ((1096,), 20)
        """
    def action_of(self, step: str) -> int:
        """Return the action of a legal step.

        Parameters
        ----------
        step : str
            A legal step.

        Returns
        -------
        int
            A number from 0 to ``num_actions - 1``.

        Raises
        ------
        IllegalStep
            If the step is not legal. The message gives the reason.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("chess").start()
        >>> state.action_of("e2e4")
        28
        >>> state.step_of(28)
        'e2e4'
        """
    def step_of(self, action: SupportsIndex) -> str:
        """Return the step of a legal action.

        Parameters
        ----------
        action : int
            A legal action. Use `Game.action_text` for actions that may not be legal.

        Returns
        -------
        str
            The text of the step.

        Raises
        ------
        IllegalStep
            If the action is not legal.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("english-draughts").start()
        >>> state.step_of(state.legal_actions()[0])
        '10-14'
        """
    def apply(self, step: str | SupportsIndex) -> None:
        """Make a step.

        Parameters
        ----------
        step : str or int
            A legal step, as text or as an action. At a chance step, one of the outcomes.

        Raises
        ------
        IllegalStep
            If the step is not legal. The state is then unchanged, and the message gives the reason.

        See Also
        --------
        apply_turn : Make all steps of a turn.
        push_san : Make a step given in Standard Algebraic Notation.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("chess").start()
        >>> state.apply("e2e4")
        >>> state.apply(state.legal_actions()[0])
        >>> state.steps
        ['e2e4', 'a7a5']
        """
    def undo(self) -> str:
        """Take back the last step of the record.

        Returns
        -------
        str
            The step that was taken back.

        Raises
        ------
        IllegalStep
            If the record has no steps.

        Notes
        -----
        The record stores steps, not positions. `undo` replays all earlier steps, so its cost grows with their
        number. In a search, apply steps to copies instead.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("chess").start()
        >>> before = state.copy()
        >>> state.apply("e2e4")
        >>> state.undo()
        'e2e4'
        >>> state == before, state.steps
        (True, [])
        """
    def undo_turn(self) -> list[str]:
        """Take back the last turn, or the steps of the current turn so far.

        A chance step after the last turn is taken back by itself.

        Returns
        -------
        list of str
            The steps that were taken back, in the order in which they were made.

        Raises
        ------
        IllegalStep
            If the record has no steps.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("english-draughts").from_fen("W:W22:B11,18 - 0 0 -")
        >>> state.apply_turn("22x15x8")
        >>> state.undo_turn()
        ['22x15', '15x8']
        """
    def push(self, step: str | SupportsIndex) -> None:
        """Make a step: the name of `apply` in python-chess.

        Parameters
        ----------
        step : str or int
            A legal step, as text or as an action.

        Raises
        ------
        IllegalStep
            If the step is not legal. The state is then unchanged.
        """
    def pop(self) -> str:
        """Take back the last step: the name of `undo` in python-chess.

        Returns
        -------
        str
            The step that was taken back.

        Raises
        ------
        IllegalStep
            If the record has no steps.
        """
    def san(self, step: str | SupportsIndex) -> str:
        """Return a legal step of ``chess`` or ``chess960`` in Standard Algebraic Notation.

        Parameters
        ----------
        step : str or int
            A legal step, as text or as an action.

        Returns
        -------
        str
            The move, such as ``"Nf3"`` or ``"exd6#"``.

        Raises
        ------
        IllegalStep
            If the step is not legal.
        ValueError
            If the game is neither ``chess`` nor ``chess960``.

        Examples
        --------
        >>> import plyground as pg
        >>> pg.game("chess").start().san("g1f3")
        'Nf3'
        """
    def parse_san(self, text: str) -> str:
        """Return the legal step that a move in Standard Algebraic Notation describes.

        The state does not change. Common deviations are accepted: ``0-0``, a missing ``+`` or ``x``, ``e8Q``,
        and more of the first cell than is necessary.

        Parameters
        ----------
        text : str
            A move in Standard Algebraic Notation.

        Returns
        -------
        str
            The step, for `apply`.

        Raises
        ------
        IllegalStep
            If the text describes no legal step, or more than one.
        ValueError
            If the game is neither ``chess`` nor ``chess960``.

        Examples
        --------
        >>> import plyground as pg
        >>> pg.game("chess").start().parse_san("Ng1f3")
        'g1f3'
        """
    def push_san(self, text: str) -> str:
        """Make the step that a move in Standard Algebraic Notation describes.

        Parameters
        ----------
        text : str
            A move in Standard Algebraic Notation, as for `parse_san`.

        Returns
        -------
        str
            The step that was made.

        Raises
        ------
        IllegalStep
            If the text describes no legal step, or more than one. The state is then unchanged.
        ValueError
            If the game is neither ``chess`` nor ``chess960``.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("chess").start()
        >>> state.push_san("Nf3")
        'g1f3'
        """
    def chess_fen(self) -> str:
        """Return the position of ``chess`` or ``chess960`` as standard FEN with six fields.

        Use it to pass a position to other chess programs. Castling rights are written as ``KQkq``. The
        history of repetitions, which `fen` includes, is left out.

        Returns
        -------
        str
            The position in standard FEN.

        Raises
        ------
        ValueError
            If the game is neither ``chess`` nor ``chess960``.

        Examples
        --------
        >>> import plyground as pg
        >>> pg.game("chess960", position=0).start().chess_fen()
        'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
        """
    def epd(self, **operations: str | float | list[str] | list[float] | tuple[str | float, ...]) -> str:
        """Return the position of ``chess`` or ``chess960`` in Extended Position Description (EPD).

        Parameters
        ----------
        **operations : str, int, float, or list or tuple of these
            The operations by opcode, with one operand or several. Opcodes that are not valid names in Python
            can be passed as ``**{"opcode": operand}``.

        Returns
        -------
        str
            The first four fields of `chess_fen`, then the operations.

        Raises
        ------
        TypeError
            If an operand is neither text nor a number.
        ValueError
            If an opcode or operand cannot be written in EPD, or the game is neither ``chess`` nor
            ``chess960``.

        Examples
        --------
        >>> import plyground as pg
        >>> pg.game("chess").start().epd(bm=["e4", "d4"], id="start")
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; id "start";'
        """
    def chance_outcomes(self) -> list[tuple[str, float]]:
        """Return the outcomes of a chance step with their probabilities.

        Returns
        -------
        list of tuple of (str, float)
            The outcomes as steps, in alphabetical order. Empty if the next step is not a chance step.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("cooperative-chess").start()
        >>> while state.current_player != -2:
        ...     state.apply(state.legal_steps()[0])
        >>> outcomes = state.chance_outcomes()
        >>> outcomes[0][0], round(sum(probability for _, probability in outcomes), 6)
        ('draw:B', 1.0)
        """
    def play_random(self, seed: int = 0, max_steps: int | None = None) -> None:
        """Play uniformly random legal steps, until the end of the game or for a limited number of steps.

        Chance steps are drawn by their probabilities. The state and the seed determine all steps.

        Parameters
        ----------
        seed : int, default 0
            Seed of all draws.
        max_steps : int, optional
            Maximum number of steps, counted from the current position. Default:
            ``state.game.info.max_steps``.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("chess").start()
        >>> state.play_random(seed=1, max_steps=4)
        >>> state.steps
        ['a2a3', 'h7h5', 'a3a4', 'c7c5']
        """
    def observe(self, seat: int | None = None) -> NDArray[np.float32]:
        """Return the observation of a seat: what it may know of the position, as an array.

        `Info.planes` describes the planes.

        Parameters
        ----------
        seat : int, optional
            The seat that observes. Default: the seat to act.

        Returns
        -------
        numpy.ndarray of float32, shape (planes, rows, columns)
            A new array with values from 0 to 1.

        Raises
        ------
        ValueError
            If the game has no such seat, or ``seat`` is omitted while no seat is to act.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("english-draughts").start()
        >>> observation = state.observe()
        >>> observation.shape, observation.dtype.name, int(observation[0].sum())
        ((8, 8, 8), 'float32', 12)
        """
    def observation_string(self, seat: int) -> str:
        """Return the position string as a seat may know it, with question marks for hidden information.

        Parameters
        ----------
        seat : int
            The seat that observes.

        Returns
        -------
        str
            The view of the seat. In games without hidden information it equals `fen`.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("cooperative-chess").start(seed=3)
        >>> state.fen.split()[7], state.observation_string(0).split()[7]
        ('bnp/QBr', 'bnp/???')
        """
    def observation_history(self, seat: int) -> list[str]:
        """Return all that a seat has observed since the start of the record: its information state.

        Parameters
        ----------
        seat : int
            The seat that observes.

        Returns
        -------
        list of str
            Views and steps in turn, each as the seat saw it: view, step, view, step, …, view.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("chess").start()
        >>> state.apply("e2e4")
        >>> len(state.observation_history(0)), state.observation_history(0)[1]
        (3, 'e2e4')
        """
    def resample_from_observation(self, seat: int, seed: int) -> State:
        """Return a random state in which a seat has the same view: a determinization.

        Use it to search games with hidden information. The record of the new state starts there.

        Parameters
        ----------
        seat : int
            The seat whose view is kept.
        seed : int
            Seed of the draw.

        Returns
        -------
        State
            A new state with the same `observation_string` for the seat.

        Notes
        -----
        The draw depends on the current view only. It can contradict what the seat could infer from earlier
        steps and the position no longer shows. OpenSpiel's ``resample_from_infostate`` keeps the whole
        information state.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("cooperative-chess").start(seed=3)
        >>> other = state.resample_from_observation(0, seed=1)
        >>> other == state, other.observation_string(0) == state.observation_string(0)
        (False, True)
        """
    def is_active(self, seat: int) -> bool:
        """Return whether a seat still takes part in the game.

        Parameters
        ----------
        seat : int
            A seat of the game.

        Returns
        -------
        bool
            False if the seat can never act again, such as after its elimination. Its pieces may stay on the
            board.
        """
    def material(self, seat: int) -> float:
        """Return the value of the pieces that a seat has on the board.

        Simple agents and statistics use it.

        Parameters
        ----------
        seat : int
            A seat of the game.

        Returns
        -------
        float
            The value in men or pawns.

        Examples
        --------
        >>> import plyground as pg
        >>> pg.game("chess").start().material(0)
        39.0
        """
    def legal_turns(self) -> dict[str, tuple[str, ...]]:
        """Return the legal turns with their steps.

        Returns
        -------
        dict of str to tuple of str
            The steps of each turn by the text of the turn, in alphabetical order.

        Raises
        ------
        ValueError
            If there are too many turns to list. Use `legal_steps` then.

        Notes
        -----
        The turns are those of the true state. In games with hidden information they can reveal what the seat
        to act may not know, such as which piece stands on a cell that it cannot see.

        Examples
        --------
        >>> import plyground as pg
        >>> pg.game("english-draughts").from_fen("W:W22:B11,18 - 0 0 -").legal_turns()
        {'22x8': ('22x15', '15x8')}
        """
    def apply_turn(self, text: str) -> None:
        """Make all steps of a turn, or none if it is not legal.

        Parameters
        ----------
        text : str
            A turn, as in `legal_turns`. In draughts all forms of PDN are accepted, such as ``22x15x6`` for
            ``22x6``.

        Raises
        ------
        IllegalStep
            If the turn is not legal. The state is then unchanged.

        Notes
        -----
        The true state decides whether the turn is legal. In games with hidden information the exception can
        reveal what the seat to act may not know. Use `apply` there, step by step.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("english-draughts").from_fen("W:W22:B11,18 - 0 0 -")
        >>> state.apply_turn("22x8")
        >>> state.steps
        ['22x15', '15x8']
        """
    def perft(self, depth: int, turns: bool = False) -> int:
        """Count the sequences of legal steps, or of legal turns, of a given length.

        Use it to verify move generators and to measure their speed. The state does not change.

        Parameters
        ----------
        depth : int
            The length of the sequences, from 0 to 100.
        turns : bool, default False
            Whether to count turns instead of steps. Captures in draughts that count as the same turn are
            counted once.

        Returns
        -------
        int
            The number of sequences.

        Examples
        --------
        >>> import plyground as pg
        >>> pg.game("chess").start().perft(3)
        8902
        >>> pg.game("english-draughts").start().perft(3, turns=True)
        302
        """
    def positional_terms(self, seat: int) -> tuple[NDArray[np.int16], float] | None:
        """Return the terms of the positional evaluation of alpha-beta for a seat.

        `tools/fit_positional.py` fits a weight to each term. Games without weights have terms too, and
        `eval=positional` raises ValueError there.

        Parameters
        ----------
        seat : int
            A seat of the game.

        Returns
        -------
        tuple of (numpy.ndarray, float) or None
            How often each term counts, and from 0 to 1 the part of its weight for the middlegame: the rest is
            that of the endgame. None if the game has no such terms.

        Examples
        --------
        >>> import plyground as pg
        >>> counts, middlegame = pg.game("chess").start().positional_terms(0)
        >>> len(counts), middlegame
        (207, 1.0)
        """
    def transform(self, symmetry: str) -> State | None:
        """Return the state under a symmetry of the game.

        Parameters
        ----------
        symmetry : str
            The name of a symmetry, as in `Game.symmetries`.

        Returns
        -------
        State or None
            A new state whose record starts there. None if the symmetry does not apply to this position, such
            as the mirror image of a chess position with castling rights.

        Raises
        ------
        ValueError
            If the game has no symmetry of that name.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("chess").from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
        >>> state.transform("mirror").chess_fen()
        '3k4/8/8/8/8/8/3P4/3K4 w - - 0 1'
        """
    def svg(
        self,
        seat: int | None = None,
        shadows: bool = False,
        *,
        orientation: int | None = None,
        legal: bool | str = False,
        last: bool = True,
        status: bool = True,
    ) -> str:
        """Return a picture of the state as SVG.

        In notebooks, a state as the last expression of a cell shows this picture.

        Parameters
        ----------
        seat : int, optional
            The seat whose knowledge is shown, from its side of the board. Default: everything, from seat 0's
            side.
        shadows : bool, default False
            Whether to mark the cells in the shadows of pieces, in variants with shadows.
        orientation : int, optional
            The seat whose side of the board is at the bottom. Default: that of ``seat``.
        legal : bool or str, default False
            Whether to mark the cells to which legal steps lead. With the name of a cell, such as ``"e2"``,
            only those of steps that start there.
        last : bool, default True
            Whether to mark the last turn and to state it below the board.
        status : bool, default True
            Whether to state the seat to act or the result, and the teams.

        Returns
        -------
        str
            An SVG document.

        Raises
        ------
        ValueError
            If the game has no such seat or cell.

        Examples
        --------
        >>> import plyground as pg
        >>> picture = pg.game("chess").start().svg(orientation=1, legal="e2")
        >>> picture.startswith("<svg")
        True
        """
    def png(
        self,
        seat: int | None = None,
        shadows: bool = False,
        *,
        orientation: int | None = None,
        legal: bool | str = False,
        last: bool = True,
        status: bool = True,
        width: int | None = None,
    ) -> bytes:
        """Return a picture of the state as a PNG file, on a white background.

        It needs ``pip install 'plyground[render]'``.

        Parameters
        ----------
        seat, shadows, orientation, legal, last, status
            As for `svg`.
        width : int, optional
            The width in pixels, from 1 to 10,000. Default: that of the SVG picture.

        Returns
        -------
        bytes
            The content of the file.

        Raises
        ------
        ValueError
            If the game has no such seat or cell, or the width is not valid.
        ImportError
            If the packages for pixels are not installed.

        Examples
        --------
        >>> import plyground as pg
        >>> picture = pg.game("stax").start().png(width=400)
        >>> picture[1:4]
        b'PNG'
        """
    def text(
        self,
        seat: int | None = None,
        shadows: bool = False,
        *,
        orientation: int | None = None,
        legal: bool | str = False,
        last: bool = True,
        status: bool = True,
        cell_names: bool = False,
        color: bool = False,
    ) -> str:
        """Return the board as text.

        ``print(state)`` shows the same with the default arguments.

        Parameters
        ----------
        seat : int, optional
            The seat whose knowledge is shown, from its side of the board. Default: everything, from seat 0's
            side.
        shadows : bool, default False
            Whether to list the cells in the shadows of pieces, in variants with shadows.
        orientation : int, optional
            The seat whose side of the board is at the bottom. Default: that of ``seat``.
        legal : bool or str, default False
            Whether to list the cells to which legal steps lead. With the name of a cell, such as ``"e2"``,
            only those of steps that start there.
        last : bool, default True
            Whether to state the last turn.
        status : bool, default True
            Whether to state the seat to act or the result, and the teams.
        cell_names : bool, default False
            Whether to write the names of empty cells, on boards of triangles or hexagons.
        color : bool, default False
            Whether to color pieces with ANSI escape codes, for terminals. White is bold.

        Returns
        -------
        str
            The lines of the board, then lists of marked cells.

        Raises
        ------
        ValueError
            If the game has no such seat or cell.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("checkers", size=4).start()
        >>> print(state.text(legal=True), end="")
        4  . b . b
        3  . . . .
        2  . . . .
        1  a . a .
           a b c d
        white to act
        a legal step leads here: b2 d2
        """
    def pieces(self, seat: int | None = None) -> dict[str, list[PieceData]]:
        """Return the pieces on the board.

        Parameters
        ----------
        seat : int, optional
            The seat whose knowledge is shown. Default: everything.

        Returns
        -------
        dict of str to list of dict
            The pieces on each cell that is not empty, by the name of the cell; in a stack, the top piece is
            first. The keys of a piece are ``seat``, ``kind``, ``text`` and ``marks``, and ``color`` if it is
            not that of the seat.

        Examples
        --------
        >>> import plyground as pg
        >>> pg.game("chess").start().pieces()["e1"]
        [{'seat': 0, 'kind': 'king', 'text': 'K', 'marks': []}]
        """
    def marks(
        self, seat: int | None = None, shadows: bool = False, *, legal: bool | str = False, last: bool = False
    ) -> dict[str, list[CellMarkData]]:
        """Return the marks on cells that are not pieces, such as graves and en passant squares.

        Parameters
        ----------
        seat : int, optional
            The seat whose knowledge is shown. Default: everything.
        shadows : bool, default False
            Whether to include the cells in the shadows of pieces.
        legal : bool or str, default False
            Whether to include the cells to which legal steps lead. With the name of a cell, only those of
            steps that start there.
        last : bool, default False
            Whether to include the cells of the last turn.

        Returns
        -------
        dict of str to list of dict
            The marks on each cell by the name of the cell. The keys of a mark are ``name``, ``seat``,
            ``owner``, ``kind`` and ``words``.

        Raises
        ------
        ValueError
            If the game has no such seat or cell.

        Examples
        --------
        >>> import plyground as pg
        >>> marks = pg.game("chess").start().marks(legal="e2")
        >>> list(marks), marks["e3"][0]["name"]
        (['e3', 'e4'], 'legal')
        """
    def off_board(self, seat: int | None = None) -> list[OffBoardGroupData]:
        """Return what lies off the board: hands, piles, graves and bids.

        Parameters
        ----------
        seat : int, optional
            The seat whose knowledge is shown. Default: everything.

        Returns
        -------
        list of dict
            Groups of items. The keys of a group are ``label``, ``seat`` and ``items``; those of an item are
            ``what``, ``piece``, ``word``, ``count`` and ``note``.

        Examples
        --------
        >>> import plyground as pg
        >>> hands = pg.game("cooperative-chess").start().off_board(seat=0)
        >>> hands[1]["label"], hands[1]["seat"], hands[1]["items"][0]["what"]
        ('hand', 1, 'hidden')
        """
    def scene(
        self, seat: int | None = None, shadows: bool = False, *, legal: bool | str = False, last: bool = True
    ) -> dict[str, Any]:
        """Return all that a picture shows, as data with drawings of the pieces.

        Use it to lay out a board in another program. The playing page of plyground is drawn from it.

        Parameters
        ----------
        seat : int, optional
            The seat whose knowledge is shown. Default: everything.
        shadows : bool, default False
            Whether to mark the cells in the shadows of pieces, in variants with shadows.
        legal : bool or str, default False
            Whether to mark the cells to which legal steps lead. With the name of a cell, only those of steps
            that start there.
        last : bool, default True
            Whether to mark the last turn.

        Returns
        -------
        dict
            ``pieces`` has the names of sprites by cell, the top piece first. ``marks`` has the marks by cell.
            ``off_board`` has groups of items. ``status`` says which seat is to act, or the result.
            ``sprites`` has drawings by name: ``svg`` holds SVG elements around the origin, in which a disc
            has the radius 100, ``covered`` those of the same piece below others, and ``title`` describes it.

        Raises
        ------
        ValueError
            If the game has no such seat or cell.

        Examples
        --------
        >>> import plyground as pg
        >>> scene = pg.game("chess").start().scene()
        >>> name = scene["pieces"]["e1"][0]
        >>> scene["sprites"][name]["title"], scene["status"]["text"]
        ('white king', 'white to act')
        """
    def copy(self) -> State:
        """Return an independent copy of the state and its record.

        Returns
        -------
        State
            A copy. Steps applied to one state do not change the other.

        Examples
        --------
        >>> import plyground as pg
        >>> state = pg.game("chess").start()
        >>> other = state.copy()
        >>> other.apply("e2e4")
        >>> state.steps, other.steps
        ([], ['e2e4'])
        """
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any, /) -> State: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Playouts:
    """Results of ``n`` random games, one row for each game; made by `playouts`.

    They can be pickled, and `to_json` writes them under the same names.

    Examples
    --------
    >>> import plyground as pg
    >>> run = pg.playouts("english-draughts", 1000, seed=0)
    >>> run.returns.shape, len(run.steps)
    ((1000, 2), 1000)
    >>> sum(run.reason_counts.values())
    1000

    The losses, draws and wins of each seat:

    >>> run.score_counts
    {-1.0: (511, 451), 0.0: (38, 38), 1.0: (451, 511)}

    Pickles and JSON:

    >>> import json, pickle
    >>> pickle.loads(pickle.dumps(run)) == run
    True
    >>> data = json.loads(run.to_json())
    >>> data["game"]["id"], data["seed"], len(data["steps"])
    ('english-draughts', 0, 1000)
    """

    @property
    def game(self) -> Game:
        """The game that was played, a `Game`."""
    @property
    def seed(self) -> int:
        """Seed of the games."""
    @property
    def offset(self) -> int:
        """Number of the first game."""
    @property
    def start(self) -> str | None:
        """Position string at which all games started, or None for the start of the game."""
    @property
    def returns(self) -> NDArray[np.float64]:
        """Return of each seat, shape (n, seats), float64.

        It is ``game.info.scoring.cut_off`` where the game was cut off.
        """
    @property
    def steps(self) -> NDArray[np.uint32]:
        """Number of steps of each game, shape (n,), uint32; chance steps count."""
    @property
    def reasons(self) -> NDArray[np.uint8]:
        """How each game ended, as an index to `REASONS`, shape (n,), uint8; 255 where it was cut off."""
    @property
    def first_action(self) -> NDArray[np.int32]:
        """First action of each game, shape (n,), int32; -1 where there was none."""
    @property
    def reason_counts(self) -> dict[str, int]:
        """Number of games for each reason, a dict with the most frequent reason first.

        ``truncated`` counts the games that were cut off.
        """
    @property
    def score_counts(self) -> dict[float, tuple[int, ...]]:
        """Number of games with each score by seat, a dict with the lowest score first.

        The values are tuples with one number for each seat. Games that were cut off are not counted.
        """
    @property
    def mean_returns(self) -> tuple[float, ...]:
        """Mean return of each seat in the games that were not cut off, a tuple of float; ``nan`` if all were."""
    def to_pandas(self) -> DataFrame:
        """Return the results as a pandas table with one row for each game.

        Returns
        -------
        pandas.DataFrame
            The columns ``game`` (its number), ``reason`` (a word), ``steps``, ``first_action`` and
            ``return_0``, ``return_1``, … for the seats. The last columns are the same in all rows: ``id``,
            ``options`` (those that differ from the id), ``seed``, ``plyground`` (the version) and ``start``.

        Raises
        ------
        ImportError
            If pandas is not installed: ``pip install 'plyground[study]'``.

        Examples
        --------
        >>> import plyground as pg
        >>> table = pg.playouts("stax", 10, seed=3).to_pandas()
        >>> list(table.columns[:6])
        ['game', 'reason', 'steps', 'first_action', 'return_0', 'return_1']
        >>> table["id"].tolist()[:2], table["seed"].tolist()[:2]
        (['stax', 'stax'], [3, 3])
        """
    def state(self, index: SupportsIndex) -> State:
        """Play one of the games again and return its last state, with its record.

        Parameters
        ----------
        index : int
            The number of the row. Negative numbers count from the end.

        Returns
        -------
        State
            The state. `plyground.replay` shows the game.

        Raises
        ------
        IndexError
            If there is no such game.

        Examples
        --------
        The longest of a thousand games:

        >>> import plyground as pg
        >>> run = pg.playouts("stax", 1000, seed=0)
        >>> longest = run.state(run.steps.argmax())
        >>> len(longest.actions) == int(run.steps.max())
        True
        """
    def to_json(self) -> str:
        """Return the results as JSON.

        Returns
        -------
        str
            An object with the names of this class. The counts of scores are a list of pairs, and ``game``
            contains the id, the options and the frame.
        """
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> State: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[State]: ...
    def __iter__(self) -> Iterator[State]: ...
    def __len__(self) -> int: ...

@final
class Examples:
    """Training examples of some steps of recorded games, one row for each step.

    `Trajectories.examples` makes them. They can be pickled.

    Examples
    --------
    >>> import plyground as pg
    >>> games = pg.vector("chess", 8, record=True, max_steps=40)
    >>> while len(played := games.pop_finished()) == 0:
    ...     games.step(games.sample())
    >>> examples = played.examples([3, 5], symmetry="random")
    >>> examples.observations.shape, examples.action_masks[[0, 1], examples.actions]
    ((2, 16, 8, 8), array([ True,  True]))
    """

    @property
    def game(self) -> Game:
        """The game that was played, a `Game`."""
    @property
    def observations(self) -> NDArray[Any] | None:
        """Observation of the seat that acts, shape (n, planes, rows, columns); None if not requested."""
    @property
    def action_masks(self) -> NDArray[Any] | None:
        """Legal actions: bool, shape (n, num_actions), True where legal; None if not requested.

        With ``action_masks="bits"`` the type is uint8, as in `Vector.action_masks`.
        """
    @property
    def actions(self) -> NDArray[np.int32]:
        """Action that was made, shape (n,), int32; transformed by the symmetry of the example."""
    @property
    def current_players(self) -> NDArray[np.int8]:
        """Seat that acts, shape (n,), int8; the seat to which the symmetry maps it, if there is one."""
    @property
    def values(self) -> NDArray[np.float32]:
        """Return of the seat that acts at the end of its game, shape (n,), float32.

        It is ``game.info.scoring.cut_off`` if the game was cut off.
        """
    @property
    def returns(self) -> NDArray[np.float32]:
        """Return of each seat at the end of the game, shape (n, seats), float32.

        The first column is the seat that acts, followed by the seats after it. Seats are transformed by the
        symmetry of the example.
        """
    @property
    def root_values(self) -> NDArray[np.float32] | None:
        """Expected return of each seat by the search, shape (n, seats), float32; None without searches.

        The columns have the order of `returns`.
        """
    @property
    def weights(self) -> NDArray[np.float32] | None:
        """Weight of each example, shape (n,), float32; None without searches.

        It is 0 for fast searches (``full_search_prob`` of `self_play`).
        """
    @property
    def policies(self) -> NDArray[np.float32] | None:
        """Weight of each action by the search, shape (n, num_actions), float32; None if not requested.

        The sum of a row is 1. Actions are transformed by the symmetry of the example.
        """
    @property
    def symmetries(self) -> NDArray[np.int16]:
        """Index to ``game.symmetries`` of the symmetry of the example, shape (n,), int16; -1 for none."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __len__(self) -> int: ...

@final
class Trajectories:
    """Records of finished games, in flat arrays.

    `Vector.pop_finished` and `self_play` return trajectories. Make them from arrays to use games from other
    sources: the constructor replays the games and rejects games that cannot have been played. `examples`
    computes training examples from them. The steps of game ``i`` are those from ``offsets[i]`` up to
    ``offsets[i + 1]``. In the shapes of arrays, ``n`` is the number of games and ``steps`` the number of all
    steps.

    Parameters
    ----------
    game : Game
        The game that was played.
    offsets : array of int64, shape (n + 1,)
        Index of the first step of each game, and the number of all steps at the end.
    actions : array of int32, shape (steps,)
        The actions of all games, chance steps included.
    current_players : array of int8, shape (steps,)
        The seat that made each step; -2 for chance steps.
    envs : array of int32, shape (n,)
        A number for each game, such as its environment in a vector. It is not checked.
    returns : array of float32, shape (n, seats)
        The return of each seat; ``game.info.scoring.cut_off`` for all seats of a game that was cut off.
    reasons : array of uint8, shape (n,)
        How each game ended, as an index to `REASONS`; 255 for a game that was cut off.
    starts : sequence of str
        The position string from which each game started.
    policy_offsets : array of int64, shape (steps + 1,), optional
        Index of the first entry of each step in ``policy_actions`` and ``policy_weights``, and their length
        at the end. Chance steps have no entries. Give all of this and the following parameters, or none of
        them.
    policy_actions : array of int32, optional
        The legal actions for which a search gave a weight, ascending within each step.
    policy_weights : array of float32, optional
        The weight of each of these actions by the search; the sum within a step is 1.
    root_values : array of float32, shape (steps, seats), optional
        The expected return of each seat by the search.
    weights : array of float32, shape (steps,), optional
        The weight of each step as a training example, such as 0 for chance steps.

    Raises
    ------
    ValueError
        If the arrays do not fit each other, or if a game cannot have been played. The message names the game
        and the step.
    TypeError
        If an array has the wrong type.

    Notes
    -----
    Trajectories can be pickled and written as JSON. Reading them replays the games in the same way.

    Examples
    --------
    Games of a vector, replayed step by step:

    >>> import numpy as np
    >>> import plyground as pg
    >>> games = pg.vector("english-draughts", 8, record=True)
    >>> while len(played := games.pop_finished()) == 0:
    ...     games.step(games.sample())
    >>> state = games.game.from_fen(played.starts[0])
    >>> for action in played.actions[: played.offsets[1]]:
    ...     state.apply(action)
    >>> state.is_terminal, (state.returns == played.returns[0]).all()
    (True, np.True_)

    Trajectories from arrays, here of one game that was stopped after three steps:

    >>> state = pg.game("english-draughts").start()
    >>> start, players = state.fen, []
    >>> for step in ["11-15", "22-18", "15x22"]:
    ...     players.append(state.current_player)
    ...     state.apply(step)
    >>> stopped = pg.Trajectories(
    ...     state.game,
    ...     offsets=np.array([0, len(state.actions)]),
    ...     actions=np.array(state.actions, np.int32),
    ...     current_players=np.array(players, np.int8),
    ...     envs=np.zeros(1, np.int32),
    ...     returns=np.zeros((1, 2), np.float32),
    ...     reasons=np.array([255], np.uint8),
    ...     starts=[start],
    ... )
    >>> stopped.examples().current_players
    array([0, 1, 0], dtype=int8)

    Trajectories as JSON:

    >>> copy = pg.Trajectories.from_json(played.to_json())
    >>> copy == played, copy.game
    (True, Game('english-draughts'))
    """

    def __new__(
        cls,
        game: Game,
        offsets: NDArray[np.int64],
        actions: NDArray[np.int32],
        current_players: NDArray[np.int8],
        envs: NDArray[np.int32],
        returns: NDArray[np.float32],
        reasons: NDArray[np.uint8],
        starts: Sequence[str],
        policy_offsets: NDArray[np.int64] | None = None,
        policy_actions: NDArray[np.int32] | None = None,
        policy_weights: NDArray[np.float32] | None = None,
        root_values: NDArray[np.float32] | None = None,
        weights: NDArray[np.float32] | None = None,
    ) -> Trajectories: ...
    @property
    def game(self) -> Game:
        """The game that was played, a `Game`."""
    @property
    def offsets(self) -> NDArray[np.int64]:
        """Index of the first step of each game, and the number of all steps at the end, shape (n + 1,), int64."""
    @property
    def actions(self) -> NDArray[np.int32]:
        """Actions of all games, chance steps included, shape (steps,), int32."""
    @property
    def current_players(self) -> NDArray[np.int8]:
        """Seat that made each step, shape (steps,), int8; -2 for chance steps."""
    @property
    def envs(self) -> NDArray[np.int32]:
        """Environment in which each game was played, shape (n,), int32."""
    @property
    def returns(self) -> NDArray[np.float32]:
        """Return of each seat in each game, shape (n, seats), float32.

        It is ``game.info.scoring.cut_off`` for games that were cut off.
        """
    @property
    def reasons(self) -> NDArray[np.uint8]:
        """How each game ended, as an index to `REASONS`, shape (n,), uint8; 255 for games that were cut off."""
    @property
    def starts(self) -> tuple[str, ...]:
        """Position string from which each game started, a tuple of str."""
    @property
    def policy_offsets(self) -> NDArray[np.int64] | None:
        """Index of the first entry of each step in the policy arrays, int64; None without searches.

        The shape is (steps + 1,). The search's weights of the legal actions of step ``i`` are
        ``policy_weights[policy_offsets[i]:policy_offsets[i + 1]]``, in the order of `policy_actions`. Chance
        steps have no entries.
        """
    @property
    def policy_actions(self) -> NDArray[np.int32] | None:
        """Legal actions of each step, in the order of `policy_weights`, int32; None without searches."""
    @property
    def policy_weights(self) -> NDArray[np.float32] | None:
        """Weight of each legal action by the search, float32; None without searches.

        The sum for one step is 1. The weights are a better training target than the network's own policy.
        """
    @property
    def root_values(self) -> NDArray[np.float32] | None:
        """Expected return of each seat by the search, shape (steps, seats), float32; None without searches.

        The rows of chance steps are zeros.
        """
    @property
    def weights(self) -> NDArray[np.float32] | None:
        """Weight of each step as a training example, shape (steps,), float32; None without searches.

        It is 0 for chance steps and for fast searches (``full_search_prob`` of `self_play`).
        """
    def to_json(self) -> str:
        """Return the trajectories as JSON.

        Returns
        -------
        str
            An object with the names of this class. ``game`` contains the id, the options and the frame.
        """
    @staticmethod
    def from_json(text: str) -> Trajectories:
        """Read trajectories from JSON, and replay the games to check them.

        Parameters
        ----------
        text : str
            What `to_json` returned.

        Returns
        -------
        Trajectories
            The games.

        Raises
        ------
        ValueError
            If the text is not valid, or if a game cannot have been played.
        """
    def examples(
        self,
        steps: ArrayLike | None = None,
        *,
        observations: bool | Literal["float32", "float16", "uint8"] = True,
        action_masks: bool | Literal["bool", "bits"] = True,
        policies: bool = False,
        symmetry: str | None = None,
        seed: int = 0,
    ) -> Examples:
        """Return training examples of some steps: observations, masks and targets.

        The games are replayed, since trajectories contain actions only.

        Parameters
        ----------
        steps : sequence of int, optional
            Indices to `actions`, in the order of the examples. By default all steps except chance steps.
        observations : bool or str, default True
            The type of observations: ``"float32"`` (True), ``"float16"``, ``"uint8"``, or False for none. See
            `vector`.
        action_masks : bool or str, default True
            The type of masks: ``"bool"`` (True), ``"bits"``, or False for none. See `vector`.
        policies : bool, default False
            Whether to return the search's weights of all actions.
        symmetry : str, optional
            A name from ``game.symmetries`` by which to transform all examples, or ``"random"`` to draw a
            symmetry or none for each. An example without this symmetry stays as it is, such as a chess
            position with castling rights.
        seed : int, default 0
            The seed of ``symmetry="random"``.

        Returns
        -------
        rows : Examples
            One row for each step.

        Raises
        ------
        IndexError
            If a step is out of range.
        ValueError
            If a step is a chance step, the symmetry does not exist, or ``policies`` is True for games without
            searches.

        Examples
        --------
        >>> import plyground as pg
        >>> games = pg.vector("stax", 8, record=True, max_steps=20)
        >>> for _ in range(20):
        ...     games.step(games.sample())
        >>> examples = games.pop_finished().examples([0, 5], observations="uint8", action_masks="bits")
        >>> examples.observations.dtype, examples.action_masks.dtype, len(examples)
        (dtype('uint8'), dtype('uint8'), 2)
        """
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...
    def state(self, index: SupportsIndex) -> State:
        """Return the last state of a game, with its record.

        Parameters
        ----------
        index : int
            The number of the game. Negative numbers count from the end.

        Returns
        -------
        State
            The state. `plyground.replay` shows the game.

        Raises
        ------
        IndexError
            If there is no such game.

        Examples
        --------
        An index does the same. A slice returns trajectories, and a loop yields states:

        >>> import plyground as pg
        >>> games = pg.matches("stax", ["ab:1", "random"], 4, record=True).trajectories()
        >>> games.state(-1) == games[-1], games[:2]
        (True, <2 recorded games of stax>)
        >>> [state.is_terminal for state in games]
        [True, True, True, True]
        """
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> State: ...
    @overload
    def __getitem__(self, index: slice, /) -> Trajectories: ...
    def __iter__(self) -> Iterator[State]: ...
    def __len__(self) -> int: ...

@final
class Vector:
    """Many games that are stepped together, made by `vector`.

    Each game is an *environment*. `step` takes one action for each environment and updates the arrays. Chance
    steps are played inside `step`, so an environment always waits for a seat, unless its game is over. In the
    shapes of arrays, ``n`` is the number of environments.

    Notes
    -----
    The arrays are read-only, and `reset`, `step` and `sample` overwrite them: copy what you keep.

    A game ends by its rules, or is cut off after ``max_steps`` steps, chance steps included. `terminated`,
    `truncated`, `rewards`, `reasons`, `steps` and `final_observations` then describe the game that ended.
    `autoreset` selects when the next game starts:

    - ``same-step``: within the step that ends the game.
    - ``next-step``: within the following step, which ignores the action of that environment.
    - ``disabled``: when `reset` is called with a mask. Until then the action of that environment must be -1.

    Given the same actions, environment ``i`` plays the same games for any number of environments and threads.

    A vector can be pickled while games are in progress. The copy has arrays of its own and continues in the
    same way, since the random state is part of the pickle.

    Use a vector from one thread at a time. A call during another call raises RuntimeError.

    Examples
    --------
    >>> import plyground as pg
    >>> games = pg.vector("chess", 8, seed=0)
    >>> games.observations.dtype, games.action_masks.sum(axis=1)
    (dtype('float32'), array([20, 20, 20, 20, 20, 20, 20, 20]))
    >>> games.step(games.action_masks.argmax(axis=1))
    >>> games.current_players
    array([1, 1, 1, 1, 1, 1, 1, 1], dtype=int8)

    A pickled vector continues in the same way:

    >>> import pickle
    >>> copy = pickle.loads(pickle.dumps(games))
    >>> copy.step(copy.sample()), games.step(games.sample())
    (None, None)
    >>> all(copy.state(i) == games.state(i) for i in range(8))
    True
    """

    @property
    def game(self) -> Game:
        """The game that is played, a `Game`."""
    @property
    def seed(self) -> int:
        """Seed of the last reset of all environments."""
    @property
    def autoreset(self) -> Literal["same-step", "next-step", "disabled"]:
        """When the next game starts: ``same-step``, ``next-step`` or ``disabled``; see the notes of the class."""
    @property
    def observations(self) -> NDArray[Any] | None:
        """Observations of the seats to act, shape (n, planes, rows, columns); None if not requested.

        The type is float32 or float16 with values from 0 to 1, or uint8 with 255 for 1. ``game.info.planes``
        describes the planes.
        """
    @property
    def action_masks(self) -> NDArray[Any] | None:
        """Legal actions: bool, shape (n, num_actions), True where legal; None if not requested.

        With ``action_masks="bits"`` the type is uint8 and each byte holds eight actions, the first in the
        lowest bit. ``np.unpackbits(action_masks, axis=1, count=num_actions, bitorder="little")`` unpacks
        them.
        """
    @property
    def current_players(self) -> NDArray[np.int8]:
        """Seat to act in each environment, shape (n,), int8; -1 where the game is over."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """Rewards of the last step, shape (n, seats), float32.

        They are the returns where the last step ended a game, and zeros elsewhere.
        """
    @property
    def mover_rewards(self) -> NDArray[np.float32]:
        """Reward of the seat that made the last step, shape (n,), float32.

        If the game was cut off, it is ``game.info.scoring.cut_off``.
        """
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Whether the last step ended a game by its rules, shape (n,), bool."""
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Whether the last step cut a game off at ``max_steps``, shape (n,), bool."""
    @property
    def reasons(self) -> NDArray[np.uint8]:
        """How the last step ended a game, as an index to `REASONS`, shape (n,), uint8.

        It is 255 where no game ended or the game was cut off.
        """
    @property
    def steps(self) -> NDArray[np.uint32]:
        """Number of steps made in each game, chance steps included, shape (n,), uint32.

        Where the last step ended a game, it is the length of that game.
        """
    @property
    def final_observations(self) -> NDArray[Any] | None:
        """Last observations of the games that the last step ended, as seen by `final_players`.

        The shape and type are those of `observations`. Rows of other games are outdated. None without
        observations.
        """
    @property
    def final_players(self) -> NDArray[np.int8]:
        """Seat that sees the last observation of a game that ended, shape (n,), int8; -1 elsewhere.

        In a game that ended, this is the seat that made the last step. In a game that was cut off, it is the
        seat to act, or the seat that made the last step if a chance step was next.
        """
    def reset(self, seed: int | None = None, mask: ArrayLike | None = None) -> None:
        """Start all games again, or the next game in some environments.

        Parameters
        ----------
        seed : int, optional
            Seed for all environments. By default the seed of the last reset.
        mask : array of bool, shape (n,), optional
            The environments in which the next game starts. By default all environments start again.

        Raises
        ------
        ValueError
            If both ``seed`` and ``mask`` are given, or ``mask`` has the wrong shape.
        TypeError
            If ``mask`` is not an array of bool.

        Examples
        --------
        >>> import plyground as pg
        >>> games = pg.vector("stax", 2, autoreset="disabled")
        >>> games.step(games.sample())
        >>> games.steps
        array([1, 1], dtype=uint32)
        >>> games.reset(mask=[True, False])
        >>> games.steps
        array([0, 1], dtype=uint32)
        """
    def step(self, actions: ArrayLike) -> None:
        """Make one step in every environment.

        Parameters
        ----------
        actions : array of int, shape (n,)
            A legal action for each environment, of any integer type. -1 stands for no action where a game is
            over.

        Raises
        ------
        IllegalStep
            If an action is not legal. The message names the environment, and no environment is changed.
        ValueError
            If ``actions`` has the wrong shape.
        TypeError
            If ``actions`` does not hold integers.

        Examples
        --------
        >>> import plyground as pg
        >>> games = pg.vector("english-draughts", 3)
        >>> games.step([games.game.start().action_of("11-15")] * 3)
        >>> games.state(2).fen == games.state(0).fen
        True
        >>> games.step([-5, 0, 0])
        Traceback (most recent call last):
        plyground._core.IllegalStep: environment 0: action -5 is out of range: the game has actions 0 to 127
        """
    def sample(self) -> NDArray[np.int32]:
        """Return a uniformly random legal action for every environment.

        Returns
        -------
        array of int32, shape (n,)
            The actions, as a new array; -1 where the game is over.

        Examples
        --------
        >>> import plyground as pg
        >>> games = pg.vector("stax", 64, seed=1)
        >>> for _ in range(100):
        ...     games.step(games.sample())
        """
    def legal_actions(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return the legal actions of all environments as flat arrays.

        Returns
        -------
        actions : array of int32
            The legal actions of all environments, one environment after the other.
        offsets : array of int64, shape (n + 1,)
            The legal actions of environment ``i`` are ``actions[offsets[i]:offsets[i + 1]]``.

        Examples
        --------
        >>> import plyground as pg
        >>> actions, offsets = pg.vector("chess", 2).legal_actions()
        >>> len(actions), offsets
        (40, array([ 0, 20, 40]))
        """
    def pop_finished(self) -> Trajectories:
        """Return the games that have ended since the last call, and forget them.

        Returns
        -------
        Trajectories
            The games that ended or were cut off, in that order.

        Raises
        ------
        ValueError
            If the vector was made without ``record=True``.

        Examples
        --------
        >>> import plyground as pg
        >>> games = pg.vector("stax", 8, record=True, max_steps=10)
        >>> for _ in range(10):
        ...     games.step(games.sample())
        >>> len(games.pop_finished()), len(games.pop_finished())
        (8, 0)
        """
    def state(self, index: SupportsIndex) -> State:
        """Return a copy of the state of one environment.

        Parameters
        ----------
        index : int
            The environment. Negative numbers count from the end.

        Returns
        -------
        State
            The state. Its record begins at this position.

        Raises
        ------
        IndexError
            If there is no such environment.

        Examples
        --------
        >>> import plyground as pg
        >>> pg.vector("english-draughts", 4).state(-1).legal_steps()[:2]
        ['10-14', '10-15']
        """
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __len__(self) -> int: ...

def _restore(game: Game, start: str, turn: int, actions: list[int]) -> State:
    """Return the state at the end of a record: the counterpart of `State.__reduce__`."""

def _restore_examples(
    game: Game,
    observations: NDArray[Any] | None,
    action_masks: NDArray[Any] | None,
    actions: NDArray[np.int32],
    current_players: NDArray[np.int8],
    values: NDArray[np.float32],
    symmetries: NDArray[np.int16],
    returns: NDArray[np.float32],
    root_values: NDArray[np.float32] | None,
    weights: NDArray[np.float32] | None,
    policies: NDArray[np.float32] | None,
) -> Examples:
    """Restores pickled examples."""

def _restore_matches(
    game: Game,
    agent_specs: Sequence[str],
    seed: int,
    offset: int,
    games: tuple[NDArray[Any], ...],
    measures: tuple[NDArray[Any], ...],
    piece_kinds: Sequence[str],
    recorded: Sequence[tuple[str, Sequence[int]]],
) -> Matches:
    """Restores pickled matches."""

def _restore_playouts(
    game: Game,
    seed: int,
    offset: int,
    returns: NDArray[np.float64],
    steps: NDArray[np.uint32],
    reasons: NDArray[np.uint8],
    first_action: NDArray[np.int32],
    start: str | None,
) -> Playouts:
    """Restores pickled playouts."""

def _restore_vector(game: Game, saved: str, seen: NDArray[Any] | None) -> Vector:
    """Restores a pickled vector."""

def _packed_envs(
    game: Game,
    observations: bool | str | None,
    action_masks: bool | str | None,
    autoreset: str | None,
    max_steps: int | None,
    start: str | None,
    threads: int | None,
) -> tuple[str, int]:
    """Return the settings of environments as a text that names them in computations, and their size in bytes."""

def _packed_state(game: Game, spec: str, packed: bytes) -> State:
    """Return the state of a packed environment."""

def _xla_handlers() -> dict[str, int]:
    """Return the addresses of the functions for XLA by the names of their targets."""

@final
class _Measures:
    """Measures of one game that Python functions play."""

    def __new__(cls, game: Game) -> _Measures: ...
    def choice(self, legal: int) -> None:
        """Record that a seat chooses from ``legal`` steps."""
    def position(self, material: Sequence[float]) -> None:
        """Record the material of each seat after a turn."""
    @property
    def branching(self) -> float:
        """Mean number of legal steps of the choices, as a float."""
    @property
    def lead_changes(self) -> int:
        """Number of times that another side took the lead in material."""
    def drama(self, returns: Sequence[float]) -> float:
        """Return how far behind in material the winners were, over the turns after which they were behind."""

@final
class _GameReader:
    """Iterator over the games of a text that is read in pieces."""

    def __new__(cls, notation: str, pieces: Callable[[], str], variations: bool) -> _GameReader: ...
    def __iter__(self) -> _GameReader: ...
    def __next__(self) -> _GameRecord: ...

@final
class _GameRecord:
    """A game as text describes it: tags, movetext and result."""

    def __new__(
        cls, notation: str, tags: list[tuple[str, str]], items: list[tuple[Any, ...]], result: str | None
    ) -> _GameRecord: ...
    @staticmethod
    def of(notation: str, state: State, tags: list[tuple[str, str]]) -> _GameRecord:
        """Return the record of a state. Tags are added to it, or replace its own."""
    @property
    def tags(self) -> list[tuple[str, str]]:
        """Names and values of the tags, in the order of the text."""
    @property
    def items(self) -> list[tuple[Any, ...]]:
        """Movetext, as tuples whose first element is the kind of the item."""
    @property
    def moves(self) -> list[str]:
        """Moves of the main line, as they are written."""
    @property
    def result(self) -> str | None:
        """Result, such as ``"1-0"``; None if the text has none."""
    @property
    def line(self) -> int:
        """Line at which the game starts, counted from 1."""
    @property
    def column(self) -> int:
        """Column at which the game starts, counted from 1."""
    @property
    def id(self) -> str:
        """Id of the variant that the tags describe."""
    def play(self, game: Game) -> State:
        """Play the main line, and return the state at its end."""
    def __eq__(self, other: object, /) -> bool: ...
