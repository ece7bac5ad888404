"""The Rust core of plyground: games, states, playouts, vector environments, agents and matches."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, Literal, SupportsIndex, TypedDict, final, type_check_only

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pandas import DataFrame
from typing_extensions import NotRequired

__all__ = [
    "REASONS",
    "Agent",
    "BadOption",
    "BadPdn",
    "BadPgn",
    "BadPosition",
    "Examples",
    "Game",
    "IllegalStep",
    "Info",
    "Matches",
    "NeuralAgent",
    "OptionSpec",
    "Plane",
    "Playouts",
    "Scores",
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
    "_golf_holes",
    "_names",
    "_register",
    "_restore",
    "_restore_examples",
    "_restore_matches",
    "_restore_playouts",
    "_restore_vector",
    "agent",
    "game",
    "info",
    "matches",
    "neural_agent",
    "openings",
    "playouts",
    "self_play",
    "variants",
    "vector",
]

__version__: Final[str]

REASONS: Final[tuple[str, ...]]
"""The words for endings, by their numbers in arrays; 255 in an array is no ending."""

class UnknownVariant(ValueError):
    """There is no variant of that id; the message names the nearest ones."""

class BadOption(ValueError):
    """An option or its value does not go with the variant; the message says what does."""

class BadPosition(ValueError):
    """A text is not a position string of the game; the message says why."""

class IllegalStep(ValueError):
    """A step or action is not legal here; the message says why. Nothing was changed."""

class BadPdn(ValueError):
    """A text is not a game in PDN, or not one that can be played; `line` and `column`, counted from 1, say where."""

    line: int
    column: int

class BadPgn(ValueError):
    """A text is not a game in PGN, or not one that can be played; `line` and `column`, counted from 1, say where."""

    line: int
    column: int

def variants() -> tuple[str, ...]:
    """All ids, family by family."""

@final
class _GolfHole:
    """A hole: a board and what is to be captured on it."""

    def __new__(cls, board: str, cards: str) -> _GolfHole: ...
    @staticmethod
    def of(state: State) -> _GolfHole:
        """The hole of a course as it stands."""

    @property
    def board(self) -> str: ...
    @property
    def cards(self) -> str: ...
    @property
    def taker(self) -> str | None: ...
    @property
    def is_reached(self) -> bool: ...
    def after(self, step: str) -> _GolfHole:
        """The hole after a move."""

    def solve(
        self, moves: int, lines: int, memory: int
    ) -> tuple[int | None, Literal["moves", "memory", "hopeless"] | None, int, list[list[str]], int, int]: ...

def _golf_holes(
    holes: int,
    cards: int,
    par: tuple[int, int] | None,
    seed: int,
    moves: int,
    memory: int,
    tries: int,
) -> list[tuple[str, str, int | None, int]]:
    """Holes made by chance: each with the fewest moves if they are known, and how many are too few."""

def info(id: str, /, *, frame: Literal["seat", "board"] = "seat", **options: bool | int | str) -> Info:
    """What there is to know about a variant before it is played."""

def game(id: str, /, *, frame: Literal["seat", "board"] = "seat", **options: bool | int | str) -> Game:
    """The game of an id, with options changed if any are given.

    With ``frame="seat"`` actions and observations are seen from the acting seat's side of the board, so that
    one policy serves all seats; with ``frame="board"`` always from seat 0's side.
    """

def _register(name: str, base: str, /, **options: bool | int | str) -> None:
    """Gives a name of your own to an id with options changed, to be used wherever an id is, as long as the
    program runs. (What Python calls is the package's `register`, which tells Gymnasium as well.)
    """

def _names() -> list[str]:
    """The names that were given."""

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
    """Plays ``games`` games by uniformly random steps; the same for any number of threads.

    Games are numbered, and the seed and its number determine a game; the first one here is number ``offset``,
    so that a long run may be made in pieces. ``start`` is a position string to play from. Games longer than
    ``max_steps`` are cut off. ``threads=None`` uses all processors. Other options are those of `game`.
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
    """``num_envs`` games stepped together; see `Vector`.

    ``observations=True`` means float32, ``action_masks="bits"`` eight actions a byte, the first the lowest bit.
    ``out`` has arrays of yours to write to, by the names ``observations``, ``final_observations`` and
    ``action_masks``: of pinned or shared memory, say. With ``record=True`` games are written down, to be had from
    `Vector.finished`. Other options are those of `game`.
    """

def agent(spec: str, /) -> Agent:
    """A player, told by a text.

    - ``random``: each legal step with the same probability.
    - ``greedy``: one turn of foresight, for material.
    - ``ab:D``: alpha-beta over ``D`` turns, which plays the best, one of equals at random.
      ``ab:3,margin=0.5`` also plays what is half a man worse, but trades no win or loss for that.
    - ``mcts:N``: tree search by ``N`` random games a step. ``mcts:200,c=2`` tries the seldom tried more (else
      1.4). ``mcts:200,cut=4`` cuts random games short after four steps and judges them by material and
      mobility, as ``ab`` does, and ``c`` is then 0.2 if it is not said.
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
    **options: bool | int | str,
) -> Matches:
    """Plays games between agents; the same for any number of threads.

    ``agents`` is one agent for all seats, or a sequence of one for each seat or one for each team. With
    ``rotate`` they change seats: of ``R`` agents, games ``R*p`` to ``R*p + R-1`` begin alike, have the same
    draws of chance, and seat the agents one seat further on each time.

    The seed and the number of a game determine it; the first one here is number ``offset``, so that a long
    match may be played in pieces. Games longer than ``max_steps`` are cut off. ``threads=None`` uses all
    processors. ``abreast`` games are played side by side for a `Neural`, which is asked for half of them at
    once, while the others are searched; or for as many as are asked about by one of so many threads, where it
    may be called `together`. Other options are those of `game`.

    ``start`` is a position string to play from, or a list of them that are taken in turns; ``openings`` is
    how many turns are made at random before the agents play, and with ``balanced`` such are looked for after
    which ``ab:2`` is ahead or behind by at most half a man. The games of a rotation begin alike, and so do
    those of other agents under the same seed: see `openings`.
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
    """Where the games of a match begin, or the rounds in which agents change seats: states whose records have
    the random turns.

    >>> import plyground as pg
    >>> for state in pg.openings("chess", 2, turns=4, balanced=True):
    ...     print(" ".join(state.steps))
    g1h3 b7b6 c2c3 b6b5
    c2c4 g8h6 g1f3 b8c6

    ``n`` of them are drawn from a seed, the first one being number ``offset``; ``start`` is where they begin,
    in turns if it is a list. With ``balanced`` such are looked for after which ``ab:2`` is ahead or behind by
    at most half a man; if there are none among 32, the most even is taken. None ends the game. Other options
    are those of `game`.
    """

def neural_agent(
    evaluate: Callable[[NDArray[np.float32], NDArray[np.bool_]], tuple[Any, Any]],
    /,
    simulations: int = 64,
    *,
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
    """A player led by a function that judges positions: search as AlphaZero has it, for any number of seats.

    ``evaluate(observations, action_masks)`` is called on whole batches: float32 of shape (b, planes, rows, columns)
    and bool of shape (b, actions), each seen by the seat to act. It returns how good each action is, not
    negative, shape (b, actions), and what that seat will get, shape (b,), or each seat, shape (b, seats): a
    return, from -1 to 1 where seats play for a win. Of ``simulations`` positions that are judged for a step,
    the step gone through most is chosen; with a ``temperature`` it is drawn, at 1 by how often each was gone
    through. A step that was never tried counts 0; with a ``fpu_reduction`` (0.2, say) it counts what its position
    is worth so far, less so many times the square root of the policy's share of those that were tried, so
    that few are tried where one side is ahead.

    With ``root="gumbel"`` it searches as `self_play` does, but draws nothing: at the root, the steps that the
    policy likes best are ``max_considered_actions``, so many, and the worse half of them gets no more of the
    ``simulations``, again and again; that of the position itself is not counted. What is left is chosen; with
    a ``temperature`` it is drawn by the policy as it was improved. ``maxvisit_init`` and ``value_scale`` are how much what
    is found weighs against the policy; inside, the tree is ``improved`` by what was found, and ``c_puct`` and
    ``fpu_reduction`` matter to ``interior="puct"`` alone. It needs a policy: of one that likes all steps alike it
    considers the first.

    The arrays that it is given are read-only, and written again for later calls: copy what is to be kept.
    With ``logits`` it returns any numbers for actions, and each legal one is as good as the exponential of
    its own. With ``relative_values`` the values of (b, seats) begin with that of the seat to act, and go on with
    those of the seats after it. Where many games are searched, it is called by the thread that waits for
    them, once at a time, and other games are searched meanwhile; one that may be called ``max_concurrent_batches``, so many
    times at once, is called by the threads that search. What gains is a function of one thread that does
    without Python's lock, such as a session of ONNX Runtime.
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
    """Games that a function plays against itself, to learn from: the same for any number of threads.

    ``evaluate`` is a function as for `neural`, and so are ``logits``, ``relative_values`` and ``max_concurrent_batches``. One
    search plays all seats. What it finds at each step is in the trajectories: a better policy than the
    function's own, what each seat gets, and a weight: 0 where a search was cut short, or no seat is to act.

    >>> import numpy as np
    >>> import plyground as pg
    >>> def even(observations, masks):
    ...     return masks, np.zeros(len(masks))
    >>> run = pg.self_play("english-draughts", even, 2, simulations=16, seed=1)
    >>> played = run.trajectories
    >>> played.root_values.shape == (len(played.actions), 2)
    True
    >>> rows = played.examples(symmetry="random", seed=3, policies=True)
    >>> rows.policies.shape == rows.action_masks.shape
    True

    ``root`` says how a search is made at its root. With ``gumbel``, so many steps are ``max_considered_actions``, and the
    worse half of them gets no more of the ``simulations``, again and again, so that few are enough to learn
    from; ``maxvisit_init`` and ``value_scale`` are how much what is found weighs against the policy, and ``interior`` the
    tree it is ``improved`` by what was found, or ``puct`` goes on. With ``puct`` the root is as the rest:
    ``c_puct`` is the weight of the policy, ``fpu_reduction`` by how much a step that was never tried is thought to be
    worse than the others, ``dirichlet_fraction`` the share of noise in the policy at the root, which favours few steps if
    ``dirichlet_concentration`` is little, and ``forced_playouts`` how often what the noise likes must be tried, which is not
    learned.

    The first so many ``temperature_steps`` of a game are drawn, with this ``temperature``; after them the best step is
    made. ``full_search_prob`` is the share of searches that are made in full; the others have ``fast_simulations`` simulations, and
    are there to play games to their ends.

    ``num_parallel_games`` games are played side by side, in two groups: the function judges the positions of one while
    the other is searched; or in as many groups as it judges ``max_concurrent_batches``. Towards the end fewer are left to
    ask about: many games in one call take less time each. What the function says is remembered in so many MiB
    of ``cache_mib``, and at the end of the call forgotten. What is in a batch does not depend on ``threads``, but
    on ``num_parallel_games`` and ``max_concurrent_batches``: where what a function says of a position depends on the rest of the
    batch, in its last digits say, so do the games. Other arguments are those of `matches`, and other options
    those of `game`.
    """

@final
class Agent:
    """A player of any game and any seat; made by `agent`.

    It goes by what the seat to act may know, and by nothing else.

    >>> import plyground as pg
    >>> state = pg.game("chess").from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    >>> state.step_of(pg.agent("ab:2").choose(state, seed=0))
    'a1a8'
    """

    @property
    def spec(self) -> str:
        """The text that it was made from, options at their usual values left out."""
    def fingerprint(self, game: Game | str) -> str:
        """What tells its behaviour in a game from that of another build: 16 hexadecimal digits, which depend on
        its choices in some positions, with little foresight.
        """
    def choose(self, state: State, seed: int = 0) -> int:
        """The action that it makes for the seat to act; the state and the seed determine it."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Matches:
    """Games between agents: one row a game.

    >>> import plyground as pg
    >>> run = pg.matches("english-draughts", ["ab:2", "random"], 100, seed=0)
    >>> run.returns.shape, run.agents[:3].tolist()
    ((100, 2), [[0, 1], [1, 0], [0, 1]])
    >>> run.mean_returns[0] > 0.5
    True

    They can be pickled, and are JSON under the same names:

    >>> import json, pickle
    >>> pickle.loads(pickle.dumps(run)) == run
    True
    >>> data = json.loads(run.to_json())
    >>> data["specs"], data["agents"] == run.agents.tolist()
    (['ab:2', 'random'], True)
    """

    @property
    def game(self) -> Game:
        """The game that was played."""
    @property
    def agent_specs(self) -> tuple[str, ...]:
        """The texts of the agents."""
    @property
    def seed(self) -> int:
        """The seed that it was played from."""
    @property
    def offset(self) -> int:
        """The number of the first game."""
    @property
    def returns(self) -> NDArray[np.float64]:
        """What each seat got, shape (n, seats); ``scores.cut_off`` where the game was cut off."""
    @property
    def steps(self) -> NDArray[np.uint32]:
        """The number of steps."""
    @property
    def reasons(self) -> NDArray[np.uint8]:
        """How it ended, as an index to `REASONS`; 255 where it was cut off."""
    @property
    def first_action(self) -> NDArray[np.int32]:
        """The first action; -1 where there was none."""
    @property
    def opening_actions(self) -> NDArray[np.int32]:
        """The first eight actions, those of its opening and of chance among them, shape (n, 8); -1 where there
        are no more.
        """
    @property
    def agents(self) -> NDArray[np.uint8]:
        """Which agent sat where, as an index to `specs`, shape (n, seats)."""
    @property
    def branching(self) -> NDArray[np.float32]:
        """The mean number of legal steps that seats chose from."""
    @property
    def lead_changes(self) -> NDArray[np.uint16]:
        """How often the side with most material gave way to another."""
    @property
    def drama(self) -> NDArray[np.float32]:
        """How far the winner was behind in material, while it was behind: after each such turn the root of the
        difference between the leader's share of all material and its own, on average; 0 where it never was,
        or nobody won.
        """
    @property
    def piece_kinds(self) -> list[str]:
        """The kinds of pieces in `pieces`; those under a piece of another seat are ``captive``."""
    @property
    def pieces(self) -> NDArray[np.uint8]:
        """How many pieces each seat had of each kind before one step drawn at random, shape (n, seats, kinds)."""
    @property
    def piece_step(self) -> NDArray[np.int32]:
        """How many steps had been made then; -1 where no seat made any."""
    @property
    def reason_counts(self) -> dict[str, int]:
        """How many games ended how, the commonest first; ``truncated`` counts those cut off."""
    @property
    def score_counts(self) -> dict[float, tuple[int, ...]]:
        """Each score that somebody got with how often each of the `specs` got it, the lowest first; one that has
        several seats gets something for each. Games that were cut off have none.
        """
    @property
    def mean_returns(self) -> tuple[float, ...]:
        """What each of the `specs` got on average, in the games that were not cut off; ``nan`` if all were."""
    def to_pandas(self) -> DataFrame:
        """A table of pandas, a row a game: its number, the reason of its end in a word, `steps`, the `first`
        action, what each seat got and which agent sat there, and the measures.
        """
    def to_json(self) -> str:
        """All of it as JSON, by the names that it has here, and `game` by its id, options and frame."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __len__(self) -> int: ...

@final
class NeuralAgent:
    """A player of any game and any seat that is led by a function, such as a neural network; made by `neural`.

    >>> import numpy as np
    >>> import plyground as pg
    >>> def even(observations, masks):
    ...     return masks / masks.sum(axis=1, keepdims=True), np.zeros(len(masks))
    >>> run = pg.matches("stax", [pg.neural_agent(even, 16), "random"], 10, seed=0)
    >>> run.agent_specs[0]
    'neural:16,c=1.5,temperature=0'
    """

    @property
    def evaluate(self) -> Callable[[NDArray[np.float32], NDArray[np.bool_]], tuple[Any, Any]]:
        """The function that judges positions."""
    @property
    def simulations(self) -> int:
        """How many positions are judged for a step."""
    @property
    def c_puct(self) -> float:
        """The weight of the policy."""
    @property
    def temperature(self) -> float:
        """How freely it chooses."""
    @property
    def fpu_reduction(self) -> float | None:
        """By how much a step that was never tried counts less than its position; None where it counts 0."""
    @property
    def root(self) -> str:
        """How a search is made at its root: gumbel or puct."""
    @property
    def max_considered_actions(self) -> int | None:
        """How many steps a gumbel root considers; None for another, as of what follows."""
    @property
    def maxvisit_init(self) -> float | None:
        """What is found weighs against the policy by so much, and the ways of the step gone through most."""
    @property
    def value_scale(self) -> float | None:
        """How much all that weighs."""
    @property
    def interior(self) -> str | None:
        """How steps are chosen inside the tree of such a root: improved or puct."""
    @property
    def logits(self) -> bool:
        """Whether the policies are logits."""
    @property
    def relative_values(self) -> bool:
        """Whether values begin with that of the seat that observes."""
    @property
    def max_concurrent_batches(self) -> int:
        """How many times at once the function can be called, each time by another thread."""
    @property
    def spec(self) -> str:
        """How it is shown among the `specs` of a match."""
    def visit_counts(self, states: Sequence[State], seed: int = 0) -> NDArray[np.uint32]:
        """How often it goes through each action, shape (n, num_actions), in searches from some states of one
        game; zeros where no seat is to act. The shares of the visits are a better policy than the function's
        own; with a gumbel root they only say which steps lasted how long, and several may be gone through
        most.

        >>> import numpy as np
        >>> import plyground as pg
        >>> def even(observations, masks):
        ...     return masks, np.zeros(len(masks))
        >>> games = pg.vector("chess", 4)
        >>> pg.neural_agent(even, 40).search([games.state(i) for i in range(4)]).sum(axis=1)
        array([39, 39, 39, 39], dtype=uint64)
        """
    def choose(self, state: State, seed: int = 0) -> int:
        """The action that it makes for the seat to act; where nothing is hidden or left to chance, the seed
        matters only if it has a temperature, or if several steps are as good.
        """
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Info:
    """What there is to know about a game before it is played.

    >>> import plyground as pg
    >>> info = pg.info("english-draughts")
    >>> info.title, info.num_seats, info.turn_order
    ('English Draughts', 2, (0, 1))
    >>> info.plane_names[:4]
    ('own men', 'own kings', 'enemy men', 'enemy kings')

    All of it is JSON, too, under the same names:

    >>> import json
    >>> facts = json.loads(info.to_json())
    >>> facts["title"], facts["scores"]["kind"], facts["cells"][:3]
    ('English Draughts', 'win', ['4', '3', '2'])
    """

    @property
    def id(self) -> str:
        """The id, or the id of the variant whose options were changed."""
    @property
    def title(self) -> str:
        """A name for headlines."""
    @property
    def family(self) -> str:
        """The name of its rule document."""
    @property
    def rules(self) -> str:
        """The section of the rule document that defines it."""
    @property
    def options(self) -> dict[str, bool | int | str]:
        """All options, spelled out."""
    @property
    def option_specs(self) -> tuple[OptionSpec, ...]:
        """What the options are, and what each of them takes."""
    @property
    def num_seats(self) -> int:
        """How many seats play."""
    @property
    def colors(self) -> tuple[Literal["white", "black", "red", "blue", "green", "purple"], ...]:
        """The colour of each seat's pieces."""
    @property
    def seat_angles(self) -> tuple[int, ...]:
        """The side of the board that each seat sits at: how many degrees clockwise from the near one."""
    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat."""
    @property
    def scores(self) -> Scores:
        """What seats play for, and what their returns can be."""
    @property
    def turn_order(self) -> tuple[int, ...]:
        """The order in which seats take turns, from the first mover."""
    @property
    def has_hidden_information(self) -> bool:
        """Whether a seat may know less than the position string says."""
    @property
    def has_chance(self) -> bool:
        """Whether chance steps occur in play (a shuffled start alone does not count)."""
    @property
    def is_simultaneous(self) -> bool:
        """Whether seats commit choices that are resolved together."""
    @property
    def num_actions(self) -> int:
        """The number of different actions."""
    @property
    def plane_names(self) -> tuple[str, ...]:
        """The names of the observation planes."""
    @property
    def planes(self) -> tuple[Plane, ...]:
        """What the observation planes show, and in which numbers."""
    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Planes, rows, columns."""
    @property
    def action_planes(self) -> NDArray[np.int32]:
        """Where each action stands as each seat sees the board, shape (seats, actions): its plane, times rows,
        times columns, plus its row, times columns, plus its column; -1 for what stands nowhere (promotions to
        lesser pieces, cards, commits, passes).

        >>> import plyground as pg
        >>> places = pg.info("chess").action_planes
        >>> places.shape, int(places[0, 28]), int(places[0, 1024])
        ((2, 1096), 28, -1)
        """
    @property
    def num_action_planes(self) -> int:
        """How many planes of the grid the actions stand in."""
    @property
    def max_steps(self) -> int:
        """No game takes more steps than this; where the rules set no bound, games are cut off there."""
    @property
    def frame(self) -> Literal["seat", "board"]:
        """From where actions and observations are seen."""
    @property
    def board(self) -> Literal["squares", "triangles", "three-kings"]:
        """What the cells of its board are."""
    @property
    def cells(self) -> tuple[str, ...]:
        """The names of the board's cells."""
    @property
    def outlines(self) -> tuple[list[tuple[float, float]], ...]:
        """The corners of each cell as points of the plane, in cell sides: x to seat 0's right, y away from seat
        0.
        """
    @property
    def shades(self) -> tuple[Literal["dark", "light", "up", "down"], ...]:
        """The colour of each cell: ``dark`` or ``light``; or how a triangle points, ``up`` (drawn dark) or
        ``down``.
        """
    @property
    def grid(self) -> NDArray[np.int16]:
        """The row and column of each cell as seat 0 observes it, shape (cells, 2)."""
    @property
    def edges(self) -> dict[str, NDArray[np.int16]]:
        """The board as a graph: by kind of touch (``side``, ``corner``, ``opposite``) every two cells that touch
        so, shape (edges, 2).
        """
    def to_json(self) -> str:
        """All of it as JSON, by the names that it has here."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Plane:
    """A plane of observations: what it shows, and in which numbers.

    >>> import plyground as pg
    >>> clock = pg.game("chess").info.planes[14]
    >>> clock.index, clock.name, clock.description
    (14, 'clock', 'the turns without progress, of 100')
    >>> clock.area, clock.of, clock.scale
    ('whole', 100, '0 to 1 everywhere, by 1/100')
    """

    @property
    def index(self) -> int:
        """Its place among the planes."""
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def description(self) -> str:
        """What it shows."""
    @property
    def area(self) -> Literal["cells", "whole", "table"]:
        """Of what it has numbers: ``"cells"`` if each cell has its own, ``"whole"`` if one stands everywhere,
        ``"table"`` if they are a table in the near left corner, whose places are no cells.
        """
    @property
    def divisor(self) -> int | None:
        """The number that 1 stands for where something is counted; 1 if there is nothing but 0 and 1; None if it
        is not the same in all states.
        """
    @property
    def encoding(self) -> str:
        """Its numbers in words."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class OptionSpec:
    """An option as a game declares it.

    >>> import plyground as pg
    >>> castling, position = pg.info("chess960").option_specs
    >>> castling.name, castling.valid_values
    ('castling', 'true or false')
    >>> position.kind, position.least, position.most, position.choices
    ('number or word', 0, 959, ('drawn',))
    >>> print(position.valid_values)
    a number from 0 to 959, or drawn
    """

    @property
    def name(self) -> str:
        """Its name."""
    @property
    def kind(self) -> Literal["flag", "number", "word", "number or word"]:
        """What its values are: ``"flag"``, ``"number"``, ``"word"`` or ``"number or word"``."""
    @property
    def choices(self) -> tuple[int, ...] | tuple[str, ...]:
        """The words that it takes, and the numbers if it does not take all from the least to the most."""
    @property
    def min(self) -> int | None:
        """The least number that it takes, if it takes any."""
    @property
    def max(self) -> int | None:
        """The greatest number that it takes, if it takes any."""
    @property
    def valid_values(self) -> str:
        """What it takes, in words."""
    @property
    def description(self) -> str:
        """What it does."""

@final
class Scores:
    """What seats play for, and what their returns can be.

    >>> import plyground as pg
    >>> pg.info("chess").scores.kind
    'win'
    >>> pg.info("tri-stax-3").scores
    Scores(kind='win', least=-0.5, most=1.0, sum=None)
    """

    @property
    def kind(self) -> Literal["win", "shared", "strokes"]:
        """``win``: teams play against each other; ``shared``: all seats get the same; ``strokes``: each seat
        counts its strokes, and its return is minus their number.
        """
    @property
    def min_return(self) -> float:
        """No seat ever gets less."""
    @property
    def max_return(self) -> float:
        """No seat ever gets more."""
    @property
    def return_sum(self) -> float | None:
        """What all seats get together, where that is always the same."""
    @property
    def cut_off(self) -> float:
        """What each seat gets for a game that is cut off: 0 where seats play for a win, else ``least``."""
    @property
    def better(self) -> Literal["higher", "lower"]:
        """Which figures are better as they are reported: ``lower`` of strokes, ``higher`` of all else. Of
        returns, the higher always are.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Game:
    """The rules of one variant; made by `game`. Games of equal id, options and frame are equal.

    >>> import plyground as pg
    >>> game = pg.game("english-draughts")
    >>> game.num_seats, game.num_actions, game.observation_shape
    (2, 128, (8, 8, 8))
    >>> game.from_fen(game.start().fen) == game.start()
    True
    >>> pg.game("chess960", position=0).to_json()
    '{"id":"chess960","options":{"castling":true,"position":0},"frame":"seat"}'
    """

    @property
    def info(self) -> Info:
        """Everything that there is to know about it."""
    @property
    def id(self) -> str:
        """The id, or the id of the variant whose options were changed."""
    @property
    def options(self) -> dict[str, bool | int | str]:
        """All options, spelled out."""
    @property
    def num_seats(self) -> int:
        """How many seats play."""
    @property
    def num_actions(self) -> int:
        """The number of different actions."""
    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Planes, rows, columns."""
    @property
    def fingerprint(self) -> str:
        """What tells its behaviour from that of another build: 16 hexadecimal digits, which depend on the legal
        steps, positions and ends of its first games under a fixed seed. Where they are the same, so are
        games.
        """
    @property
    def symmetries(self) -> dict[str, tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """The ways to turn or mirror the game: where each cell and each action goes."""
    def action_text(self, action: int, seat: int | None = None) -> str:
        """What an action means, in words, as far as its number tells: that of ``seat``, or of any. Cells have
        their names if it is known which seat looks; else they are rows and columns of the planes, which are
        counted from 0.

        >>> import plyground as pg
        >>> game = pg.game("chess")
        >>> game.action_text(28)
        'go north to row 3, column 4, as the seat sees it'
        >>> game.action_text(28, seat=1)
        'go north to e5, as seat 1 sees it'
        >>> pg.game("chess", frame="board").action_text(1030)
        'promote to a knight on g8 or g1, going straight ahead, as seat 0 sees it'
        >>> game.action_text(4)
        'nobody can make it: it would go north to row 0, column 4 from beyond the board, as the seat sees it'
        """
    def start(self, seed: int = 0) -> State:
        """A new game; ``seed`` draws what the set-up leaves to chance."""
    def from_fen(self, text: str) -> State:
        """The state that a position string says."""
    def from_epd(self, text: str) -> tuple[State, dict[str, list[str]]]:
        """The state that a text in EPD says, and its operations with their operands; of ``chess`` and
        ``chess960``.

        Behind the first four fields of FEN stand operations, or the other two fields, or nothing. The
        operations ``hmvc`` and ``fmvn`` are the clock and the move number, which are 0 and 1 without them.

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
        """Plays games by random steps; see `playouts`."""
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
        """Games stepped together; see `Vector`."""
    def to_json(self) -> str:
        """What makes it again, as JSON: its id, its options and its frame."""
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
    """Its colour, where that is not its owner's."""
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
    """Some equal things beside the board."""

    what: Literal["piece", "card", "hidden", "word"]
    piece: PieceData | None
    word: str | None
    count: int
    note: str

@type_check_only
class OffBoardGroupData(TypedDict):
    """Things that lie together beside the board."""

    label: str
    seat: int | None
    items: list[ItemData]

@final
class SelfPlay:
    """Games of a function against itself, made by `self_play`, and how they were made.

    >>> import numpy as np
    >>> import plyground as pg
    >>> def even(observations, masks):
    ...     return masks, np.zeros(len(masks))
    >>> run = pg.self_play("stax", even, 4, simulations=8, max_steps=30)
    >>> run
    <4 games of stax by self-play, seed 0>
    >>> len(run.trajectories), run.evaluations > 100, 0 < run.evaluation_seconds < run.seconds
    (4, True, True)
    """

    @property
    def trajectories(self) -> Trajectories:
        """The games, in the order of their numbers, which are their `envs`; with what the searches found."""
    @property
    def seed(self) -> int:
        """The seed that they were played from."""
    @property
    def evaluations(self) -> int:
        """How many positions the function judged."""
    @property
    def cache_hits(self) -> int:
        """How many it would have judged again: what it had said of them was remembered, or they were met twice
        in one batch.
        """
    @property
    def batches(self) -> int:
        """How many times the function was called."""
    @property
    def seconds(self) -> float:
        """How long it all took."""
    @property
    def evaluation_seconds(self) -> float:
        """How many seconds the calls took, all together; more than `seconds` where they are made several at
        once.
        """
    def __len__(self) -> int: ...

@final
class State:
    """A game in progress: its position, and the steps that led there from where it was started.

    Equality and hash are by position alone, as the position string is. An action is the number of a step.

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
        """The game that is played."""
    @property
    def current_player(self) -> int:
        """The seat to act; -1 when over, -2 at a chance step."""
    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
    @property
    def returns(self) -> tuple[float, ...]:
        """What each seat gets; zeros while the game goes on."""
    @property
    def reason(self) -> str | None:
        """How the game ended, in a word; None while it goes on."""
    @property
    def num_turns(self) -> int:
        """The number of whole turns made since the start."""
    @property
    def is_mid_turn(self) -> bool:
        """Whether the seat to act goes on with a turn that it has begun."""
    @property
    def is_simultaneous(self) -> bool:
        """Whether the choice to be made is a commit that other seats do not see before theirs are in."""
    @property
    def fen(self) -> str:
        """The position string."""
    @property
    def start_fen(self) -> str:
        """The position string that the record begins with."""
    @property
    def steps(self) -> list[str]:
        """The steps made since the start."""
    @property
    def actions(self) -> NDArray[np.int32]:
        """The actions made since the start."""
    def legal_steps(self) -> list[str]:
        """The legal steps (at a chance step its outcomes), sorted."""
    def legal_actions(self) -> NDArray[np.int32]:
        """The actions of the legal steps, in the order of `legal`."""
    def action_mask(self) -> NDArray[np.bool_]:
        """True for the actions of legal steps."""
    def action_of(self, step: str) -> int:
        """The action of a legal step."""
    def step_of(self, action: SupportsIndex) -> str:
        """The step of a legal action."""
    def apply(self, step: str | SupportsIndex) -> None:
        """Makes a step, given as its string or action."""
    def undo(self) -> str:
        """Takes back the last step of the record, and tells it.

        The record holds steps and no states, so the steps before it are made again: it takes as long as they
        did.

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
        """Takes back the last turn as far as it has gone, or a chance step that came after it, and tells its
        steps.

        >>> import plyground as pg
        >>> state = pg.game("english-draughts").from_fen("W:W22:B11,18 - 0 0 -")
        >>> state.apply_turn("22x15x8")
        >>> state.undo_turn()
        ['22x15', '15x8']
        """
    def push(self, step: str | SupportsIndex) -> None:
        """The same as `apply`, by the name that chess programs have for it."""
    def pop(self) -> str:
        """The same as `undo`, by the name that chess programs have for it."""
    def san(self, step: str | SupportsIndex) -> str:
        """How a legal step of ``chess`` or ``chess960`` is written in Standard Algebraic Notation.

        >>> import plyground as pg
        >>> pg.game("chess").start().san("g1f3")
        'Nf3'
        """
    def parse_san(self, text: str) -> str:
        """The legal step that is written so in Standard Algebraic Notation. Common slips are let pass: ``0-0``,
        a sign left out, ``e8Q``, more of the first cell than need be.
        """
    def push_san(self, text: str) -> str:
        """Makes the step that is written so in Standard Algebraic Notation, and tells it.

        >>> import plyground as pg
        >>> state = pg.game("chess").start()
        >>> state.push_san("Nf3")
        'g1f3'
        """
    def chess_fen(self) -> str:
        """The position of ``chess`` or ``chess960`` with the six fields that other programs read: without the
        history, and with the castling rights ``KQkq``.

        >>> import plyground as pg
        >>> pg.game("chess960", position=0).start().chess_fen()
        'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
        """
    def epd(self, **operations: str | float | list[str] | list[float] | tuple[str | float, ...]) -> str:
        """The position of ``chess`` or ``chess960`` in EPD: the first four of those fields, then operations.

        >>> import plyground as pg
        >>> pg.game("chess").start().epd(bm=["e4", "d4"], id="start")
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; id "start";'
        """
    def chance_outcomes(self) -> list[tuple[str, float]]:
        """At a chance step, its outcomes with their probabilities, sorted; else nothing."""
    def play_random(self, seed: int = 0, max_steps: int | None = None) -> None:
        """Plays on by random steps, chance by its probabilities, to the end or for at most ``max_steps``."""
    def observe(self, seat: int | None = None) -> NDArray[np.float32]:
        """What a seat (by default the one to act) may see: planes, rows, columns; a new array."""
    def observation_string(self, seat: int) -> str:
        """The position string as a seat may see it, with question marks for what it may not."""
    def observation_history(self, seat: int) -> list[str]:
        """All that a seat has seen since the start: view, step, view, step, …, view."""
    def resample_from_observation(self, seat: int, seed: int) -> State:
        """A state that has the same `view` for the seat, drawn at random. Its record begins there.

        It follows the view alone: what the seat has learned from earlier steps, and the position does not
        show, may differ.
        """
    def is_active(self, seat: int) -> bool:
        """Whether the seat still takes part."""
    def material(self, seat: int) -> float:
        """The worth of what the seat has on the board, in men or pawns."""
    def legal_turns(self) -> dict[str, tuple[str, ...]]:
        """The whole turns from here, with their steps, sorted. A ValueError if they are too many to list.

        They are those of the true state: where something is hidden, they tell what the seat to act may not
        know, such as what stands where its turn leads.
        """
    def apply_turn(self, text: str) -> None:
        """Makes a whole turn, all of its steps or none: one of `turns`, in draughts in any spelling that PDN has
        (``22x15x6`` for ``22x6``).

        The true state decides whether it is legal: where something is hidden, a refusal tells what the seat
        to act may not know. Make the steps one by one there.
        """
    def perft(self, depth: int, turns: bool = False) -> int:
        """The number of sequences of ``depth`` steps, or whole turns (each different one once)."""
    def transform(self, symmetry: str) -> State | None:
        """The state as a symmetry of the game turns it; None where it cannot be turned. Its record begins there."""
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
        """A picture, as a seat may see it and from its side of the board; with no seat, all is shown, from seat
        0's side.

        ``orientation`` is the seat whose side is below, whoever looks. With ``shadows``, the cells in the shadows
        that pieces cast are marked, in games where they cast any; with ``legal``, those to which legal steps
        lead, or those that begin on a cell: ``legal="e2"``. ``last`` marks and tells the last turn, and
        ``status`` tells who is to act, or how the game ended, and who plays with whom.
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
    ) -> str:
        """A text board, as a seat may see it and from its side; with no seat, all is shown, from seat 0's side.

        Takes what ``svg`` takes; what is marked there on cells is listed below the board.
        """
    def pieces(self, seat: int | None = None) -> dict[str, list[PieceData]]:
        """What stands on each cell that is not empty, top first, as a seat may see it; with no seat, all is
        shown.
        """
    def marks(
        self, seat: int | None = None, shadows: bool = False, *, legal: bool | str = False, last: bool = False
    ) -> dict[str, list[CellMarkData]]:
        """What is marked on cells, whatever stands there, as a seat may see it: what a pawn has passed, graves.

        With ``shadows``, ``legal`` and ``last`` also what ``svg`` marks where it is asked for them.
        """
    def off_board(self, seat: int | None = None) -> list[OffBoardGroupData]:
        """What lies beside the board, as a seat may see it: hands, piles, graves, bids."""
    def copy(self) -> State:
        """An independent state, record included."""
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any, /) -> State: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Playouts:
    """Random games: one row a game.

    >>> import plyground as pg
    >>> run = pg.playouts("english-draughts", 1000, seed=0)
    >>> run.returns.shape, len(run.steps)
    ((1000, 2), 1000)
    >>> sum(run.reason_counts.values())
    1000
    >>> run.scores                                # how often each seat lost, drew and won
    {-1.0: (511, 451), 0.0: (38, 38), 1.0: (451, 511)}

    They can be pickled, and are JSON under the same names, `scores` as a list of pairs:

    >>> import json, pickle
    >>> pickle.loads(pickle.dumps(run)) == run
    True
    >>> data = json.loads(run.to_json())
    >>> data["game"]["id"], data["seed"], data["scores"][0], len(data["steps"])
    ('english-draughts', 0, [-1.0, [511, 451]], 1000)
    """

    @property
    def game(self) -> Game:
        """The game that was played."""
    @property
    def seed(self) -> int:
        """The seed that it was played from."""
    @property
    def offset(self) -> int:
        """The number of the first game."""
    @property
    def returns(self) -> NDArray[np.float64]:
        """What each seat got, shape (n, seats); ``scores.cut_off`` where the game was cut off."""
    @property
    def steps(self) -> NDArray[np.uint32]:
        """The number of steps."""
    @property
    def reasons(self) -> NDArray[np.uint8]:
        """How it ended, as an index to `REASONS`; 255 where it was cut off."""
    @property
    def first_action(self) -> NDArray[np.int32]:
        """The first action; -1 where there was none."""
    @property
    def reason_counts(self) -> dict[str, int]:
        """How many games ended how, the commonest first; ``truncated`` counts those cut off."""
    @property
    def score_counts(self) -> dict[float, tuple[int, ...]]:
        """Each score that somebody got with how often each seat got it, the lowest first. Games that were cut
        off have none.
        """
    @property
    def mean_returns(self) -> tuple[float, ...]:
        """What each seat got on average, in the games that were not cut off; ``nan`` if all were."""
    def to_pandas(self) -> DataFrame:
        """A table of pandas, a row a game: its number, `steps`, the reason of its end in a word, the `first`
        action, and what each seat got.
        """
    def to_json(self) -> str:
        """All of it as JSON, by the names that it has here: `scores` as a list of pairs, `game` by its id,
        options and frame.
        """
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __len__(self) -> int: ...

@final
class Examples:
    """What was seen and done at some steps: a row each. They can be pickled.

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
        """The game that was played."""
    @property
    def observations(self) -> NDArray[Any] | None:
        """What the acting seat saw, shape (n, planes, rows, columns)."""
    @property
    def action_masks(self) -> NDArray[Any] | None:
        """True for actions that were legal, shape (n, num_actions); or bits."""
    @property
    def actions(self) -> NDArray[np.int32]:
        """The action that was made."""
    @property
    def current_players(self) -> NDArray[np.int8]:
        """Who made it: in an example that is turned, who stands there after the turn."""
    @property
    def values(self) -> NDArray[np.float32]:
        """What that seat got in the end; ``scores.cut_off`` where the game was cut off."""
    @property
    def returns(self) -> NDArray[np.float32]:
        """What each seat got in the end, shape (n, seats): first the one that acts, then the seats after it, all
        as they stand after the turn.
        """
    @property
    def root_values(self) -> NDArray[np.float32] | None:
        """What each seat gets by the search, in the same order; none of games that were not played by searches."""
    @property
    def weights(self) -> NDArray[np.float32] | None:
        """How much the example counts, 0 where the search was cut short; none of games that were not played by
        searches.
        """
    @property
    def policies(self) -> NDArray[np.float32] | None:
        """How good each action is by the search, shape (n, num_actions), if that was asked for."""
    @property
    def symmetries(self) -> NDArray[np.int16]:
        """The place of the symmetry that turned the example among the game's; -1 where none did."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __len__(self) -> int: ...

@final
class Trajectories:
    """Games written down from start to end, one after the other.

    The steps of game ``i`` are those from ``offsets[i]`` up to ``offsets[i + 1]``.

    >>> import plyground as pg
    >>> games = pg.vector("english-draughts", 8, record=True)
    >>> while len(played := games.pop_finished()) == 0:
    ...     games.step(games.sample())
    >>> state = games.game.from_fen(played.starts[0])
    >>> for action in played.actions[: played.offsets[1]]:
    ...     state.apply(action)
    >>> state.is_terminal, (state.returns == played.returns[0]).all()
    (True, np.True_)

    They can be pickled, and written as JSON and read from it. Either way they are played again, so that what
    is read could have been played.

    >>> again = pg.Trajectories.from_json(played.to_json())
    >>> again == played, again.game
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
        """The game that was played."""
    @property
    def offsets(self) -> NDArray[np.int64]:
        """Where the steps of each game begin, and the end: n + 1 numbers."""
    @property
    def actions(self) -> NDArray[np.int32]:
        """The actions of all games, those of chance steps among them."""
    @property
    def current_players(self) -> NDArray[np.int8]:
        """Who made each step: a seat, or -2 for chance."""
    @property
    def envs(self) -> NDArray[np.int32]:
        """In which environment each game was played."""
    @property
    def returns(self) -> NDArray[np.float32]:
        """What each seat got, shape (n, seats); ``scores.cut_off`` where the game was cut off."""
    @property
    def reasons(self) -> NDArray[np.uint8]:
        """How each game ended, as an index to `REASONS`; 255 where it was cut off."""
    @property
    def starts(self) -> tuple[str, ...]:
        """The position string that each game began with."""
    @property
    def policy_offsets(self) -> NDArray[np.int64] | None:
        """Where the policy of each step begins, and the end, if the games were played by searches; else none.

        What the search of step ``i`` says of its legal actions is in `policy_actions` and `policy_weights`
        from ``policy_offsets[i]`` up to ``policy_offsets[i + 1]``; of steps of chance, nothing.
        """
    @property
    def policy_actions(self) -> NDArray[np.int32] | None:
        """The actions that policies tell of, if the games were played by searches."""
    @property
    def policy_weights(self) -> NDArray[np.float32] | None:
        """How good each of them is, if the games were played by searches: those of a step are 1 together."""
    @property
    def root_values(self) -> NDArray[np.float32] | None:
        """What each seat gets by the search, shape (steps, seats), if the games were played by searches; zeros
        for steps of chance.
        """
    @property
    def weights(self) -> NDArray[np.float32] | None:
        """How much each step counts for who learns from it, if the games were played by searches: 0 where the
        search was cut short, and for chance.
        """
    def to_json(self) -> str:
        """All of it as JSON, by the names that it has here, and `game` by its id, options and frame."""
    @staticmethod
    def from_json(text: str) -> Trajectories:
        """Games that were written as JSON. They are played again: what cannot have been played is refused."""
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
        """What was seen and done at some steps, by their places in `actions`; by default at all but those of
        chance.

        The games are played again for it. ``observations`` and ``action_masks`` are as for `vector`. ``symmetry``
        turns the examples: by the one of that name, or ``random`` by any or none, drawn by ``seed`` for each;
        what cannot be turned, as the board of chess while castling is possible, stays as it is. With
        ``policies`` they say how good each action is by the search, turned as actions are, where the games
        were played by searches.
        """
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __len__(self) -> int: ...

@final
class Vector:
    """Many games stepped together.

    The arrays are made once and written again by `reset`, `step` and `sample`: copy what is to be kept. They
    are read-only. Chance steps are played inside; an environment always waits for a seat. Environment ``i``
    plays the same games for any number of environments and threads, if it is given the same actions.

    When a game ends, or is cut off after ``max_steps`` steps (those of chance included), its environment
    starts the next game within the same step (``same-step``), or within the next step, which ignores its
    action (``next-step``), or when `reset` is called with a mask (``disabled``; until then its action is -1).
    `terminated`, `truncated`, `rewards`,
    `reasons`, `steps` and `final_observations` tell of the game that ended.

    >>> import plyground as pg
    >>> games = pg.vector("chess", 8, seed=0)
    >>> games.observations.dtype, games.action_masks.sum(axis=1)
    (dtype('float32'), array([20, 20, 20, 20, 20, 20, 20, 20]))
    >>> games.step(games.action_masks.argmax(axis=1))
    >>> games.current_players
    array([1, 1, 1, 1, 1, 1, 1, 1], dtype=int8)

    It can be pickled in the middle of its games, with all that it draws from, and then goes on as it would
    have, with arrays of its own.

    >>> import pickle
    >>> again = pickle.loads(pickle.dumps(games))
    >>> again.step(again.sample()), games.step(games.sample())
    (None, None)
    >>> [again.state(i) == games.state(i) for i in (0, 7)]
    [True, True]
    """

    @property
    def game(self) -> Game:
        """The game that is played."""
    @property
    def seed(self) -> int:
        """The seed of the last reset."""
    @property
    def autoreset(self) -> Literal["same-step", "next-step", "disabled"]:
        """When the next game begins."""
    @property
    def observations(self) -> NDArray[Any] | None:
        """What the acting seat of each environment may see, shape (n, planes, rows, columns), float32, float16
        or uint8.
        """
    @property
    def action_masks(self) -> NDArray[Any] | None:
        """True for legal actions, shape (n, num_actions); or bits, one byte for eight actions, the first the
        lowest.

        ``np.unpackbits(action_masks, axis=1, count=num_actions, bitorder="little")`` makes flags of bits.
        """
    @property
    def current_players(self) -> NDArray[np.int8]:
        """The seat to act; -1 where the game is over."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """What each seat got for the last step, shape (n, seats): its returns where a game ended, else zeros."""
    @property
    def mover_rewards(self) -> NDArray[np.float32]:
        """What the seat that made the last step got; for a game that was cut off, ``scores.cut_off``."""
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Where the last step ended a game."""
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Where the last step reached ``max_steps``."""
    @property
    def reasons(self) -> NDArray[np.uint8]:
        """Where the last step ended a game, how, as an index to `REASONS`; else 255."""
    @property
    def steps(self) -> NDArray[np.uint32]:
        """The steps made in the game, chance steps included: where the last step ended a game, in that one."""
    @property
    def final_observations(self) -> NDArray[Any] | None:
        """Where the last step ended a game, how `final_players` saw its end; other rows are out of date."""
    @property
    def final_players(self) -> NDArray[np.int8]:
        """The seat to act where a game was cut off, the seat that made the last step where it ended, -1
        elsewhere.

        Where a game was cut off with chance to act, it is the seat that made the last step.
        """
    def reset(self, seed: int | None = None, mask: ArrayLike | None = None) -> None:
        """Starts anew under ``seed`` (by default the one before), or starts the next game of the environments in
        ``mask``.
        """
    def step(self, actions: ArrayLike) -> None:
        """Makes one step in every environment; nothing is changed if any action is illegal."""
    def sample(self) -> NDArray[np.int32]:
        """A uniformly random legal action for every environment (-1 where the game is over).

        The array is rewritten by the next call, and by `step` and `reset`: copy what you keep.
        """
    def legal_actions(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The legal actions of all environments, one after the other, and where those of each begin: n + 1
        offsets.
        """
    def pop_finished(self) -> Trajectories:
        """The games that have ended, or been cut off, since this was last asked, in that order. Only with
        ``record=True``.
        """
    def state(self, index: SupportsIndex) -> State:
        """A copy of the state of an environment. Its record begins there."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __len__(self) -> int: ...

def _restore(game: Game, start: str, turn: int, actions: list[int]) -> State:
    """The state at the end of a record."""

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
    """Examples that were pickled."""

def _restore_matches(
    game: Game,
    agent_specs: Sequence[str],
    seed: int,
    offset: int,
    games: tuple[NDArray[Any], ...],
    measures: tuple[NDArray[Any], ...],
    piece_kinds: Sequence[str],
) -> Matches:
    """Matches that were pickled."""

def _restore_playouts(
    game: Game,
    seed: int,
    offset: int,
    returns: NDArray[np.float64],
    steps: NDArray[np.uint32],
    reasons: NDArray[np.uint8],
    first_action: NDArray[np.int32],
) -> Playouts:
    """Playouts that were pickled."""

def _restore_vector(game: Game, saved: str, seen: NDArray[Any] | None) -> Vector:
    """A vector that was pickled."""

@final
class _Measures:
    """What is measured of one game while Python functions play it."""

    def __new__(cls, game: Game) -> _Measures: ...
    def choice(self, legal: int) -> None:
        """A seat is to choose from so many steps."""
    def position(self, material: Sequence[float]) -> None:
        """A turn has led to a position in which each seat has so much material."""
    @property
    def branching(self) -> float:
        """The mean number of legal steps of a choice."""
    @property
    def lead_changes(self) -> int:
        """How often the side with most material gave way to another."""
    def drama(self, returns: Sequence[float]) -> float:
        """How far behind the winners were while they were behind."""

@final
class _GameReader:
    """The games of a text that comes in pieces."""

    def __new__(cls, notation: str, pieces: Callable[[], str], variations: bool) -> _GameReader: ...
    def __iter__(self) -> _GameReader: ...
    def __next__(self) -> _GameRecord: ...

@final
class _GameRecord:
    """A game as it is written down."""

    def __new__(
        cls, notation: str, tags: list[tuple[str, str]], items: list[tuple[Any, ...]], result: str | None
    ) -> _GameRecord: ...
    @staticmethod
    def of(notation: str, state: State, tags: list[tuple[str, str]]) -> _GameRecord:
        """The record of a state and the steps that led there, with more tags or others."""
    @property
    def tags(self) -> list[tuple[str, str]]: ...
    @property
    def items(self) -> list[tuple[Any, ...]]: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def result(self) -> str | None: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def id(self) -> str: ...
    def play(self, game: Game) -> State:
        """The state at the end."""
    def __eq__(self, other: object, /) -> bool: ...
