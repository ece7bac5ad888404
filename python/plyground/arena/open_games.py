"""Games that a program plays by text, each known by a name: what `plyground mcp` serves."""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from threading import Lock

from .._core import Game, Info, variants
from .._core import info as open_info
from .._core import rules as rule_document
from ..agents import DEFAULT_AGENTS, agent
from ..checks import check_seed
from ..limits import MAX_OPEN_GAMES
from ..options import resolve_game
from .answers import IllegalAnswer, read_answer, truncated_list
from .game_results import model_score
from .prompts import position_text, role_text
from .rules_summary import rules_summary
from .seat_view import seat_name, seat_view
from .text_game import TextGame


@dataclass(frozen=True, slots=True)
class _OpenGame:
    """A game with the seat of the program."""

    name: str
    game: TextGame
    seat: int
    lock: Lock = field(default_factory=Lock)
    """Held while the game is used, which can be as long as the searches of its agents."""


class OpenGames:
    """Games in progress between a program and agents. All methods return text, and can be called from several threads.

    Parameters
    ----------
    agents : sequence of str, default `DEFAULT_AGENTS`
        The agents that `new_game` accepts; the first is the default. Each is a text of `plyground.agent`.
    max_games : int, default `MAX_OPEN_GAMES`
        The maximum number of games that are not over. The same number of finished games is kept.

    Raises
    ------
    ValueError
        If a text describes no agent, or a number is out of its range.

    Examples
    --------
    >>> games = OpenGames(["random"])
    >>> print(games.new_game("checkers", seed=1).splitlines()[0])
    game-1 has started. You play seat 0 against random.
    >>> print(games.step("game-1", "a3-b4").splitlines()[0])
    You made the step a3-b4.
    >>> games.resign("game-1")
    'game-1 is over after 2 steps: forfeit. Returns: white -1, black +1. You are white: you lost.'
    """

    def __init__(self, agents: Sequence[str] = DEFAULT_AGENTS, max_games: int = MAX_OPEN_GAMES) -> None:
        if not agents:
            raise ValueError("agents must name at least one agent, such as 'random'")
        if max_games < 1:
            raise ValueError(f"max_games must be a positive integer, got {max_games}")
        for spec in agents:
            agent(spec)
        self._agents = tuple(agents)
        self.should_stop: Callable[[], bool] | None = None
        """A function that ends searches in games that start from now on, as in `TextGame`."""
        self._max_games = max_games
        self._games: dict[str, _OpenGame] = {}
        self._num_opened = 0
        self._num_starting = 0
        # Guards these attributes. It is never held during a search.
        self._lock = Lock()

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents that `new_game` accepts."""
        return self._agents

    def list_variants(self, family: str | None = None, seats: int | None = None) -> str:
        """Return one line for each variant of a family, and with a number of seats.

        Parameters
        ----------
        family : str, optional
            A family, as `plyground.info` names it.
        seats : int, optional
            A number of seats.

        Returns
        -------
        str
            The lines.

        Raises
        ------
        ValueError
            If there is no such variant.
        """
        infos = _all_infos()
        found = [one for one in infos if family in (None, one.family) and seats in (None, one.num_seats)]
        if not found:
            families = ", ".join(sorted({one.family for one in infos}))
            raise ValueError(f"no variant has family {family!r} and seats {seats!r}; the families are {families}")
        return "\n".join(map(_variant_line, found))

    def rules(self, id: str, options: Mapping[str, bool | int | str] | None = None, full: bool = False) -> str:
        """Return the rules of a variant: in short with the valid values of its options, or the whole document."""
        game = _open(id, options)
        if full:
            return rule_document(id, **options or {})
        info = game.info
        lines = [rules_summary(game), "", _variant_line(info)]
        if info.option_specs:
            lines += ["", "valid values of options:"]
            lines += [f"- {spec.name}: {spec.valid_values}" for spec in info.option_specs]
        return "\n".join(lines)

    def new_game(
        self,
        id: str,
        seat: int = 0,
        opponent: str | None = None,
        seed: int | None = None,
        options: Mapping[str, bool | int | str] | None = None,
    ) -> str:
        """Start a game, and return its name, the rules, and what the seat sees.

        Parameters
        ----------
        id : str
            The variant.
        seat : int, default 0
            The seat that the caller plays.
        opponent : str, optional
            The agent at all other seats, one of `agents`.
        seed : int, optional
            The seed of the agent, from 0 to 2**64 - 1. The default is random. Games with hidden information or chance have
            always a random seed, because a game that is repeated shows what was hidden.
        options : mapping, optional
            Options of the variant.

        Returns
        -------
        str
            The text.

        Raises
        ------
        ValueError
            If an argument is not valid, or there are too many open games.
        """
        game = _open(id, options)
        if not 0 <= seat < game.num_seats:
            raise ValueError(f"seat must be from 0 to {game.num_seats - 1}, got {seat}")
        opponent = self._agents[0] if opponent is None else opponent
        if opponent not in self._agents:
            raise ValueError(f"opponent must be one of {', '.join(self._agents)}, got {opponent!r:.80}")
        if seed is not None:
            check_seed(seed)
        if seed is None or game.info.has_hidden_information or game.info.has_chance:
            seed = secrets.randbits(64)
        players = [None if each == seat else opponent for each in range(game.num_seats)]
        with self._lock:
            self._make_room()
            self._num_starting += 1
            self._num_opened += 1
            name = f"game-{self._num_opened}"
        try:
            found = _OpenGame(name, TextGame(game, players, seed, should_stop=self.should_stop), seat)
        except BaseException:
            with self._lock:
                self._num_starting -= 1
            raise
        with self._lock:
            self._num_starting -= 1
            self._games[name] = found
        head = f"{name} has started. You play seat {seat} against {opponent}."
        return "\n\n".join([head, role_text(game, seat), _position(found)])

    def position(self, game: str) -> str:
        """Return what the seat of the caller sees, with the legal steps."""
        with self._locked(game) as found:
            return _position(found)

    def legal_steps(self, game: str) -> str:
        """Return all legal steps, separated by spaces."""
        with self._locked(game) as found:
            return " ".join(found.game.state.legal_steps()) if found.game.question is not None else _result(found)

    def step(self, game: str, step: str) -> str:
        """Make a step, let the other seats act, and return what the seat of the caller sees then.

        Raises
        ------
        IllegalAnswer
            If the step is not legal. The game is unchanged.
        ValueError
            If there is no such game, or it is over.
        """
        with self._locked(game) as found:
            if found.game.question is None:
                raise ValueError(_result(found))
            state = found.game.state
            try:
                made = found.game.answer(read_answer(state, step)).step
            except IllegalAnswer as error:
                raise IllegalAnswer(
                    f"{error}; the legal steps are {truncated_list(state.legal_steps(), 40)}"
                ) from error
            return f"You made the step {made}.\n\n{_position(found)}"

    def resign(self, game: str) -> str:
        """Forfeit a game, and return the result."""
        with self._locked(game) as found:
            found.game.resign()
            return _result(found)

    def result(self, game: str) -> str:
        """Return the result of a game, or that it is not over."""
        with self._locked(game) as found:
            return _result(found)

    @contextmanager
    def _locked(self, name: str) -> Iterator[_OpenGame]:
        """Return a game that no other thread uses meanwhile."""
        with self._lock:
            if (found := self._games.get(name)) is None:
                known = truncated_list(list(self._games)) if self._games else "there are no games"
                raise ValueError(f"there is no game {name!r:.80}; games: {known}")
        with found.lock:
            yield found

    def _make_room(self) -> None:
        """Forget the oldest finished games. Raise ValueError if too many games are not over."""
        finished = [name for name, found in self._games.items() if found.game.question is None]
        num_open = len(self._games) - len(finished) + self._num_starting
        if num_open >= self._max_games:
            going = [name for name in self._games if name not in finished]
            raise ValueError(
                f"at most {self._max_games} games can be open; finish or resign one of {truncated_list(going)}"
            )
        for name in finished[: max(0, len(finished) - self._max_games)]:
            del self._games[name]


@cache
def _all_infos() -> tuple[Info, ...]:
    return tuple(open_info(id) for id in variants())


def _open(id: str, options: Mapping[str, bool | int | str] | None) -> Game:
    """Return the game of an id. An id with a colon would import a module."""
    if ":" in id:
        raise ValueError(f"id must be the id of a variant, such as 'chess', got {id!r:.80}")
    return resolve_game(id, dict(options or {}))


def _variant_line(info: Info) -> str:
    notes = [
        *(["hidden information"] if info.has_hidden_information else []),
        *(["chance"] if info.has_chance else []),
        *(["simultaneous choices"] if info.is_simultaneous else []),
    ]
    teams = len(set(info.seat_teams))
    sides = f"{info.num_seats} seats" if teams == info.num_seats else f"{info.num_seats} seats in {teams} teams"
    return ", ".join([f"{info.id}: {info.title}, family {info.family}, {sides}", *notes])


def _position(found: _OpenGame) -> str:
    if found.game.question is not None:
        return found.game.question.text
    return f"{position_text(seat_view(found.game.state, found.seat))}\n\n{_result(found)}"


def _result(found: _OpenGame) -> str:
    game, info = found.game, found.game.game.info
    if game.question is not None:
        return f"{found.name} is not over: it is your turn, after {game.num_steps} steps."
    returns = ", ".join(f"{seat_name(info, seat)} {value:+g}" for seat, value in enumerate(game.returns))
    return (
        f"{found.name} is over after {game.num_steps} steps: {game.reason}. Returns: {returns}. "
        f"You are {seat_name(info, found.seat)}: {_verdict(found)}."
    )


def _verdict(found: _OpenGame) -> str:
    scoring = found.game.game.info.scoring
    score = model_score(found.game.game, found.game.returns, [found.seat])
    if scoring.kind != "win":
        return f"{'strokes' if scoring.kind == 'strokes' else 'score'} {score:g}"
    if score == 0:
        return "you lost"
    return "you won" if max(found.game.returns) == 1 else "you drew"
