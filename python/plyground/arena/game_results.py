"""Results of games by text, and the transcripts that hold them."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .. import atomic_files
from .._core import Game
from ..options import changed_options
from ..study.statistics.scoring import is_won, reported_scores, win_shares


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game that a model played."""

    game: str
    """The id of the game, with its changed options."""
    round: int
    """The number of the round. In a round the model plays each side once, with the same seed."""
    seats: tuple[int, ...]
    """The seats of the model."""
    score: float
    """The share of the model in the win, from 0 to 1; in games without winners the score or the number of strokes."""
    returns: tuple[float, ...]
    """The return of each seat."""
    reason: str
    """How the game ended: a reason of the rules, ``forfeit`` or ``cut-off``."""
    steps: int
    """The number of steps, with those of chance."""
    positions: int
    """The number of positions in which the model was asked."""
    answers: int
    """The number of answers: positions and retries."""
    illegal: int
    """The number of illegal answers."""
    failures: int
    """The number of positions in which no answer was legal, so that the model forfeited or made a random step."""


def game_label(game: Game) -> str:
    """Return the id of a game with its changed options.

    >>> import plyground as pg
    >>> game_label(pg.game("checkers")), game_label(pg.game("checkers", size=6))
    ('checkers', 'checkers+size=6')
    """
    options = changed_options(game)
    return f"{game.id}+{options}" if options else game.id


def game_result(game: Game, number: int, seats: Sequence[int], events: Sequence[Mapping[str, Any]]) -> GameResult:
    """Return the result of a game from its events, as `TextGame.events` has them."""
    answers = [event for event in events if event["event"] == "answer"]
    end = events[-1]
    illegal = sum("error" in event for event in answers)
    legal = len(answers) - illegal
    failures = sum("random_step" in event for event in answers) + (end["reason"] == "forfeit")
    returns = tuple(end["returns"])
    return GameResult(
        game=game_label(game),
        round=number,
        seats=tuple(seats),
        score=model_score(game, returns, seats),
        returns=returns,
        reason=end["reason"],
        steps=end["steps"],
        positions=legal + failures,
        answers=len(answers),
        illegal=illegal,
        failures=failures,
    )


def model_score(game: Game, returns: Sequence[float], seats: Sequence[int]) -> float:
    """Return the mean share of seats in the win, or the mean score or number of strokes in a game without winners."""
    table = np.array([returns])
    scores = win_shares(game, table) if is_won(game) else reported_scores(game.info.scoring, table)
    return float(scores[0, list(seats)].mean())


def json_lines(events: Sequence[Mapping[str, Any]]) -> str:
    """Return events as a transcript: one line of JSON for each, in ASCII, because answers can contain other line breaks."""
    return "".join(f"{json.dumps(event)}\n" for event in events)


class TranscriptFolder:
    """A folder with one file of JSON lines for each game.

    Parameters
    ----------
    folder : path
        The folder. It is made if it does not exist.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder

    def path(self, label: str, number: int, seats: Sequence[int]) -> Path:
        """Return the file of a game."""
        name = re.sub(r"[^\w.=+-]+", "-", label)
        return self._folder / f"{name}-round{number}-seat{'-'.join(map(str, seats))}.jsonl"

    def write(self, path: Path, events: Sequence[Mapping[str, Any]]) -> None:
        """Write the events of a complete game."""
        atomic_files.write(path, json_lines(events))

    def read(self, path: Path, header: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]] | None:
        """Return the events of a game that was played before, or None if there is none.

        Raises
        ------
        ValueError
            If the file is not a transcript, or its first events are not ``header``.
        """
        if not path.exists():
            return None
        try:
            events = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            is_complete = events[-1]["event"] == "end"
        except (IndexError, KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{path} is not a transcript: {error}") from error
        if not is_complete or events[: len(header)] != json.loads(json.dumps(header)):
            raise ValueError(f"{path} is a game with other settings; use another folder for transcripts")
        return events
