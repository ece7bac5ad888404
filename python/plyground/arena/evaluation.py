"""Games between a language model and agents."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, TypeAlias

from .._core import Game, openings
from ..agents import AnyAgent, agent, resolve_agent
from ..checks import check_choice
from ..optional_deps import import_packages
from ..options import resolve_game
from ..progress import progress_bar
from ..study.statistics.intervals import check_confidence
from .evaluation_report import Evaluation, make_evaluation
from .game_results import GameResult, TranscriptFolder, game_label, game_result
from .seat_view import History
from .text_game import Message, OnFailure, TextGame

Model: TypeAlias = Callable[[str], str] | Callable[[list[Message]], str]
"""A function from a prompt, or from a list of messages, to the text of an answer."""

MODEL: Final = "model"
"""The partners that the model plays itself."""


def evaluate(
    model: Model,
    games: "str | Game | Sequence[str | Game]",
    *,
    opponents: "str | AnyAgent" = "random",
    partners: "str | AnyAgent" = "model",
    games_per_seat: int = 1,
    seed: int = 0,
    takes: Literal["prompt", "messages"] = "prompt",
    name: str | None = None,
    retries: int = 2,
    on_failure: OnFailure = "forfeit",
    legal_steps: bool = True,
    history: History = "new",
    max_steps: int | None = None,
    random_turns: int = 0,
    confidence: float = 0.95,
    transcripts: "str | PathLike[str] | None" = None,
    threads: int = 1,
    progress: bool = False,
) -> Evaluation:
    r"""Let a language model play games by text against agents, at each seat in turn.

    The settings, the seed and the answers of the model determine all games.

    Parameters
    ----------
    model : callable
        A function that gets a prompt and returns the text of an answer. It can call any program or service.
    games : str, Game, or sequence of these
        The games.
    opponents : str or agent, default "random"
        The agent at the seats of other teams.
    partners : str or agent, default "model"
        What plays the other seats of the model's team: an agent, or with ``"model"`` the model itself.
    games_per_seat : int, default 1
        The number of games in which the model plays each seat, or each team if it also plays the seats of its partners.
    seed : int, default 0
        The seed of chance and agents.
    takes : {"prompt", "messages"}, default "prompt"
        What the model gets: one text, or a list of messages with ``role`` and ``content``. See `Question`.
    name : str, optional
        The name of the model in reports. The default is the name of the function.
    retries, on_failure, legal_steps, history, max_steps
        As in `TextGame`.
    random_turns : int, default 0
        The number of random turns before the model and the agents play. Each round has other ones.
    confidence : float, default 0.95
        The confidence of intervals.
    transcripts : path, optional
        A folder to which the transcript of each game is written when it ends. Games that are there already are not played
        again, so that an interrupted evaluation continues.
    threads : int, default 1
        The number of games that are played in parallel. The model is then called from several threads.
    progress : bool, default False
        Whether to show a progress bar.

    Returns
    -------
    Evaluation
        Scores, rates of illegal answers and lengths, for each game and in total.

    Raises
    ------
    ValueError
        If a setting is not valid, or a transcript in the folder has other settings.
    TypeError
        If the model is not callable, or returns something that is not a text.

    Examples
    --------
    >>> import re
    >>> import plyground as pg
    >>> def first_step(prompt):
    ...     return "step: " + re.findall(r"legal steps?:\n(?:from \S+ )?(\S+)", prompt)[-1]
    >>> report = pg.arena.evaluate(first_step, ["checkers", "stax"], games_per_seat=2, seed=1)
    >>> [(row.game, row.games, row.illegal_rate) for row in report.rows]
    [('checkers', 4, 0.0), ('stax', 4, 0.0)]
    """
    if not callable(model):
        raise TypeError(f"model must be a function from a prompt to an answer, got {type(model).__name__}")
    check_choice("takes", takes, ("prompt", "messages"))
    check_confidence(confidence)
    for label, number in (("games_per_seat", games_per_seat), ("threads", threads)):
        _check_number(label, number, 1)
    _check_number("random_turns", random_turns, 0)
    player = _Player(
        model=model,
        name=str(getattr(model, "__name__", type(model).__name__)) if name is None else name,
        takes=takes,
        opponents=agent(opponents) if isinstance(opponents, str) else opponents,
        partners=agent(partners) if isinstance(partners, str) and partners != MODEL else partners,
        seed=seed,
        random_turns=random_turns,
        settings={
            "retries": retries,
            "on_failure": on_failure,
            "legal_steps": legal_steps,
            "history": history,
            "max_steps": max_steps,
        },
        folder=None if transcripts is None else TranscriptFolder(Path(transcripts)),
    )
    variants = _games(games)
    jobs = [
        (game, number, seats) for game in variants for number in range(games_per_seat) for seats in player.sides(game)
    ]
    import_packages("plyground[study]", "scipy", "statsmodels")
    with progress_bar("games", len(jobs), shown=progress) as advance:
        results = []
        for result in _in_threads(lambda job: player.play(*job), jobs, threads):
            results.append(result)
            advance(result.game, 1)
    settings = {**player.record, "games_per_seat": games_per_seat, "confidence": confidence}
    return make_evaluation(settings, variants, results)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Player:
    """A model with all that determines its games."""

    model: Callable[[Any], str]
    name: str
    takes: Literal["prompt", "messages"]
    opponents: "AnyAgent"
    partners: "str | AnyAgent"
    """An agent, or `MODEL`."""
    seed: int
    random_turns: int
    settings: Mapping[str, Any]
    """The settings of `TextGame`."""
    folder: TranscriptFolder | None

    @property
    def record(self) -> dict[str, Any]:
        """The settings as JSON can hold them."""
        return {
            "model": self.name,
            "takes": self.takes,
            "opponents": self.opponents.spec,
            "partners": self.partners if isinstance(self.partners, str) else self.partners.spec,
            "seed": self.seed,
            "random_turns": self.random_turns,
            **self.settings,
        }

    def sides(self, game: Game) -> list[tuple[int, ...]]:
        """Return the seats that the model plays in the games of a round. Raise ValueError if an agent does not play the game."""
        for one in (self.opponents, self.partners):
            if not isinstance(one, str):
                resolve_agent(one, game)
        teams = game.info.seat_teams
        if self.partners != MODEL:
            return [(seat,) for seat in range(game.num_seats)]
        return [tuple(seat for seat in range(game.num_seats) if teams[seat] == team) for team in dict.fromkeys(teams)]

    def play(self, game: Game, number: int, seats: tuple[int, ...]) -> GameResult:
        """Play one game, or read its transcript."""
        found = self._start(game, number, seats)
        head = {"event": "evaluation", **self.record, "round": number, "seats": list(seats)}
        if self.folder is None:
            return game_result(game, number, seats, self._events(found))
        path = self.folder.path(game_label(game), number, seats)
        events = self.folder.read(path, [head, found.events[0]])
        if events is None:
            events = [head, *self._events(found)]
            self.folder.write(path, events)
        return game_result(game, number, seats, events)

    def _start(self, game: Game, number: int, seats: tuple[int, ...]) -> TextGame:
        """Return a game at the first question to the model."""
        teams = game.info.seat_teams
        others = [self.partners if teams[seat] == teams[seats[0]] else self.opponents for seat in range(game.num_seats)]
        players: list[Any] = [None if seat in seats else other for seat, other in enumerate(others)]
        seed = Random(f"{self.seed} {number}").getrandbits(32)
        turns = self.random_turns
        start = openings(game, 1, seed, turns=turns)[0] if turns else None
        return TextGame(game, players, seed, start=start, **self.settings)

    def _events(self, game: TextGame) -> tuple[dict[str, Any], ...]:
        """Play a game to its end, and return its events."""
        while (question := game.question) is not None:
            game.answer(self.model(question.prompt if self.takes == "prompt" else question.messages))
        return game.events


def _games(given: "str | Game | Sequence[str | Game]") -> list[Game]:
    """Return the games, each of which must be different."""
    variants = [resolve_game(one, {}) for one in ([given] if isinstance(given, str | Game) else given)]
    if not variants:
        raise ValueError("games must have at least one game, such as 'chess'")
    labels = [game_label(game) for game in variants]
    if twice := next((label for label in labels if labels.count(label) > 1), None):
        raise ValueError(f"games must be different, got {twice!r} twice")
    return variants


def _check_number(name: str, number: object, least: int) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or number < least:
        raise ValueError(f"{name} must be an integer of at least {least}, got {number!r}")


def _in_threads(play: Callable[[Any], GameResult], jobs: Sequence[Any], threads: int) -> Iterator[GameResult]:
    """Yield the results of all jobs in their order. After an error, games that have not begun are not played."""
    if threads == 1:
        yield from map(play, jobs)
        return
    with ThreadPoolExecutor(threads) as pool:
        try:
            yield from pool.map(play, jobs)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
