"""Agents by name: those of the core, and those with a network in a file."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from ._core import Agent, Game, Matches, NeuralAgent, State
from ._core import agent as core_agent
from ._core import game as open_game
from ._core import matches as core_matches
from .analysis import Analysis
from .nets.network_agent import PREFIX, NetworkAgent, split_spec

AnyAgent: TypeAlias = Agent | NeuralAgent | NetworkAgent
"""An agent that chooses steps of a state."""


ENGINE_PREFIXES = ("uci:", "hub:")
"""Prefixes of agent specs that start an engine."""

DEFAULT_AGENTS: Final = ("random", "greedy", "ab:3", "mcts:200", "strong")
"""The agents that another program can choose by default. None of them reads a file or starts a program."""

EVALUATIONS = ("material", "positional", "tuned", "auto")
"""The values of ``eval`` that are not files."""


def agent(spec: str, /) -> "Agent | NetworkAgent":
    """Return the agent that a text describes.

    - ``random`` plays each legal step with the same probability.
    - ``greedy`` looks one turn ahead for the most material.
    - ``ab:D`` is alpha-beta search of ``D`` turns. It chooses at random among equally good turns. ``ab:3,margin=0.5`` also
      chooses turns that are up to half a man worse, but does not trade a win or a loss for that. ``ab:ms=50`` searches for 50
      milliseconds and ``ab:nodes=10000`` visits 10,000 positions; both also limit a depth, as in ``ab:8,ms=100``. ``table=64``
      is the size of the transposition table in megabytes (default 4). ``without=null-move+futility`` switches off techniques,
      and ``with=quiescence`` switches on techniques that lose in the game.
    - ``ab:ms=50,eval=tuned`` evaluates positions with the tuned evaluation of the package, and ``eval=PATH`` with one that
      `plyground.tune` made. It plays only the game of the evaluation. ``eval=positional`` adds the placement of pieces to
      material, in some kinds of chess and stacks. ``eval=auto`` plays all games with the best evaluation for each.
    - ``strong`` is the strongest known agent for the game with 100 milliseconds for each step. ``strong:ms=1000`` and
      ``strong:nodes=10000`` have other limits. `Agent.resolve` returns the agent that it stands for.
    - ``mcts:N`` is Monte Carlo tree search with ``N`` simulations for each step, and ``mcts:ms=50`` searches for 50
      milliseconds. In ``mcts:200,c=2``, ``c`` is the UCT exploration constant (default 1.4). ``mcts:200,cut=4`` stops rollouts
      after four steps, evaluates them by material and mobility, as ``ab`` does, and has the default 0.2 for ``c``.
    - ``avoid=captures+queen`` and ``random=4`` restrict an agent that is not an engine, as in ``random:avoid=castling`` and
      ``ab:3,avoid=captures``. See `plyground.restricted`.
    - ``net:PATH,SIMS`` is a search with the network in a file that evaluates ``SIMS`` positions for each step. Settings of
      `plyground.neural_agent` can follow, as in ``net:stax.onnx,64,temperature=0.5``. ``net:PATH,ms=50`` searches for 50
      milliseconds. It plays the game that the file names. `plyground.learn.train` writes such files; the package has none.
    - ``uci:PROGRAM,nodes=N`` is a chess engine that speaks UCI, and ``hub:PROGRAM,nodes=N`` a draughts engine that speaks Hub.
      The program runs as a process of its own, from the first choice until the agent is deleted.

      - ``nodes=N``, ``movetime=MILLISECONDS`` and ``depth=N`` limit a search. At least one of them is necessary.
      - ``timeout=SECONDS`` is the time that the program has to answer (default 30).
      - ``dir=FOLDER`` is the folder in which the program runs, and ``arg=TEXT`` is one of its arguments.
      - All other settings are options of the engine, as in ``uci:stockfish,nodes=2000,UCI_LimitStrength=true,UCI_Elo=1350``.

      UCI plays ``chess`` and ``chess960``, Hub ``international-draughts``. An engine that fails raises
      `plyground.EngineFailure`.

    Parameters
    ----------
    spec : str
        The text.

    Returns
    -------
    Agent or plyground.nets.NetworkAgent
        The agent.

    Raises
    ------
    TypeError, ValueError
        If the text describes no agent, or the file cannot be read.

    Examples
    --------
    >>> import plyground as pg
    >>> agent = pg.agent("mcts:200,c=1.4")
    >>> agent
    Agent('mcts:200')
    >>> state = pg.game("stax").start()
    >>> agent.choose(state) in state.legal_actions()
    True
    """
    return NetworkAgent.parse(spec) if isinstance(spec, str) and spec.startswith(PREFIX) else core_agent(spec)


def outside_part(spec: str, folder: Path | None = None) -> str | None:
    """Return what a text needs from this machine: an engine, or a file that is not in a folder. None if it needs neither.

    An agent that a report or another file names may need only what the user names too. Otherwise a file from elsewhere could
    start programs and read other files.
    """
    if spec.startswith(ENGINE_PREFIXES):
        return f"the engine {spec!r}, a program on this machine"
    if spec.startswith(PREFIX):
        files = [split_spec(spec)[0]]
    else:
        values = [text.removeprefix("eval=") for text in spec.partition(":")[2].split(",") if text.startswith("eval=")]
        files = [value for value in values if value not in EVALUATIONS]
    for file in files:
        if folder is None or not Path(file).resolve().is_relative_to(folder.resolve()):
            return f"the file {file!r}"
    return None


def resolve_agent(given: "str | AnyAgent", rules: Game) -> AnyAgent:
    """Return an agent for a game; an error if it plays only another game."""
    found = agent(given) if isinstance(given, str) else given
    if isinstance(found, Agent | NetworkAgent):
        found.check_plays(rules)
    return found


def analyze_until(agent: AnyAgent, state: State, seed: int, should_stop: "Callable[[], bool] | None") -> Analysis:
    """Return what an agent finds out about a state. Agents of the core stop early when a function says so."""
    if isinstance(agent, Agent):
        return agent.analyze(state, seed, should_stop=should_stop)
    return agent.analyze(state, seed)


def to_core_agent(given: "str | AnyAgent", rules: Game) -> "str | Agent | NeuralAgent":
    """Return an agent in the form in which the core plays it in a game."""
    if not isinstance(given, NetworkAgent) and not _is_from_file(given):
        return given
    found = resolve_agent(given, rules)
    return found.neural_agent if isinstance(found, NetworkAgent) else found


def _is_from_file(given: object) -> bool:
    """Whether an agent has a network in a file."""
    return isinstance(given, NetworkAgent) or (isinstance(given, str) and given.startswith(PREFIX))


def matches(
    game: "Game | str",
    agents: "str | AnyAgent | Sequence[str | AnyAgent]",
    games: int,
    seed: int = 0,
    *,
    offset: int = 0,
    threads: int | None = None,
    rotate: bool = True,
    max_steps: int | None = None,
    start: "str | Sequence[str] | None" = None,
    openings: int = 0,
    balanced: bool = False,
    num_parallel_games: int = 256,
    record: bool = False,
    **options: Any,
) -> Matches:
    """Play games between agents. The result is the same for any number of threads.

    The exceptions are engines that are not deterministic, such as those with ``movetime``.

    Parameters
    ----------
    game : Game or str
        The game, or its id.
    agents : str or agent, or sequence of these
        One agent for all seats, or one for each seat or each team.
    games : int
        The number of games.
    seed : int, default 0
        Determines each game, together with the number of the game.
    offset : int, default 0
        The number of the first game. With it a long match can be played in parts.
    threads : int, optional
        The number of threads; by default one for each processor.
    rotate : bool, default True
        Whether agents exchange seats. With ``R`` agents, the games ``R*p`` to ``R*p + R-1`` are a round: they have the same
        opening and the same draws of chance, and each agent moves one seat further from game to game.
    max_steps : int, optional
        Cuts games off after this number of steps.
    start : str or sequence of str, optional
        A position string to start from, or several that are used in turn.
    openings : int, default 0
        The number of random turns before the agents play. The same seed gives the same openings to other agents: see
        `plyground.openings`.
    balanced : bool, default False
        Whether to use only openings after which ``ab:2`` finds no side ahead by more than half a man.
    num_parallel_games : int, default 256
        The number of games that are searched in parallel for a `NeuralAgent` or a network in a file. They form two groups:
        the network evaluates the positions of one group while the other is searched. If ``max_concurrent_batches`` of the
        agent is above 1, they form that number of groups. At most 16 games are searched in parallel if another agent is an
        engine, and at most one for each thread if a network is limited by ``ms``.
    record : bool, default False
        Whether to record all actions, so that `Matches.state` returns the games and `plyground.replay` shows them.
    **options : bool, int or str
        Options of `plyground.game`.

    Returns
    -------
    Matches
        One row for each game.

    Raises
    ------
    ValueError
        If a text does not describe an agent, an agent does not play the game, the number of agents does not fit the game, or a
        number is out of its range.
    EngineFailure
        If an engine fails. All games of the call are lost then.
    BadPosition
        If ``start`` contains a text that is not a position string of the game.
    TypeError
        If an argument has the wrong type, or a `Game` is given with options.

    Examples
    --------
    >>> import plyground as pg
    >>> run = pg.matches("english-draughts", ["ab:2", "greedy"], 20, seed=1, openings=4)
    >>> len(run), run.agent_specs
    (20, ('ab:2', 'greedy'))

    The two games of a round have the same opening:

    >>> bool((run.opening_actions[::2, :4] == run.opening_actions[1::2, :4]).all())
    True
    """
    given: Any = agents
    several = isinstance(agents, Sequence) and not isinstance(agents, str)
    if any(map(_is_from_file, given if several else [given])):
        rules = open_game(game, **options) if isinstance(game, str) else game
        given = [to_core_agent(one, rules) for one in given] if several else to_core_agent(given, rules)
    return core_matches(
        game,
        given,
        games,
        seed,
        offset=offset,
        threads=threads,
        rotate=rotate,
        max_steps=max_steps,
        start=start,
        openings=openings,
        balanced=balanced,
        num_parallel_games=num_parallel_games,
        record=record,
        **options,
    )
