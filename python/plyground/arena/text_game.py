"""A game in which some seats answer in text, and agents and chance play the rest."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, TypedDict

from .._core import Game, State
from ..agents import AnyAgent, resolve_agent
from ..checks import check_choice
from ..game_descriptions import game_dict
from ..options import resolve_game
from ..player_ids import CHANCE
from ..ui.searches import choose
from .answers import IllegalAnswer, read_answer, well_formed
from .forfeits import forfeit_returns
from .game_results import json_lines
from .prompts import PROMPT_FORMAT, instructions, position_text
from .seat_view import History, seat_view, step_actors

OnFailure: TypeAlias = Literal["forfeit", "random"]
"""What happens after the last illegal answer: the seat loses, or makes a random step."""


MAX_QUOTED: Final = 500
"""The most characters of an illegal answer that a prompt repeats."""


class Message(TypedDict):
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked: the instructions, what it sees, and its illegal answers to the same position."""

    seat: int
    """The seat to act."""
    instructions: str
    """The rules, the seat, its goal and the form of an answer. They are the same during a game."""
    text: str
    """What the seat sees, and its legal steps."""
    illegal: tuple[tuple[str, str], ...] = ()
    """The illegal answers to this position, each with its error."""
    retries_left: int = 0
    """The number of retries after a further illegal answer."""

    @property
    def prompt(self) -> str:
        """The question as one text, with the last illegal answer and its error."""
        parts = [self.instructions, self.text]
        if self.illegal:
            parts += [
                f"Your last answer ended with:\n{self.illegal[-1][0][-MAX_QUOTED:]}",
                self._complaint(len(self.illegal) - 1),
            ]
        return "\n\n".join(parts)

    @property
    def messages(self) -> list[Message]:
        """The question as a conversation: the instructions by ``system``, then the position and all illegal answers."""
        found: list[Message] = [
            {"role": "system", "content": self.instructions},
            {"role": "user", "content": self.text},
        ]
        for at, (answer, _) in enumerate(self.illegal):
            found.append({"role": "assistant", "content": answer})
            found.append({"role": "user", "content": self._complaint(at)})
        return found

    def _complaint(self, at: int) -> str:
        """Return what an illegal answer is answered with."""
        left = self.retries_left + len(self.illegal) - at
        return (
            f"The answer is not valid: {self.illegal[at][1]}. Answer again, with a legal step. Attempts left: {left}."
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of an answer."""

    step: str | None
    """The step that was made, or None if none was."""
    error: str | None
    """Why the answer is illegal, or None."""
    failed: bool = False
    """Whether it was illegal and no retry was left, so that the seat forfeited or made a random step."""


class TextGame:
    r"""A game in which some seats answer questions in text. Agents play the other seats, and chance is drawn.

    Ask `question`, pass the text of the answer to `answer`, and repeat it until `question` is None. Each question shows what its
    seat may see and nothing else. Seats that choose simultaneously are asked one after the other, and none sees the choice of
    another. The seed and the answers determine the game.

    Parameters
    ----------
    game : Game or str
        The game, or its id.
    players : sequence, optional
        For each seat an agent, or None for a seat that answers in text. By default all seats do.
    seed : int, default 0
        The seed of chance, of agents and of random steps.
    retries : int, default 2
        The number of further answers to a position after an illegal one.
    on_failure : {"forfeit", "random"}, default "forfeit"
        What happens when no retry is left: the seat loses the game, or makes a random legal step.
    legal_steps : bool, default True
        Whether questions list the legal steps.
    history : {"new", "all"}, default "new"
        Whether questions list the steps since the last step of the seat, or all steps.
    max_steps : int, optional
        The number of steps after which the game is cut off. The default is that of the game.
    start : State, optional
        The state to begin with, such as one of `plyground.openings`. Its record is part of the history.
    should_stop : callable, optional
        A function without arguments that searches of agents call about 20 times per second, as in `Agent.choose`. If it raises an
        exception, the search ends and nothing has changed.
    **options
        Options of the variant, if ``game`` is an id.

    Raises
    ------
    ValueError
        If there is not one player for each seat, an agent does not play the game, or a setting is not valid.

    Examples
    --------
    >>> import plyground as pg
    >>> game = pg.arena.TextGame("stax", [None, "random"], seed=3)
    >>> game.answer("I open in the center.\nstep: c3-d4")
    Answer(step='c3-d4', error=None, failed=False)
    >>> answer = game.answer("step: a1-a8")
    >>> answer.step, game.question.retries_left
    (None, 1)
    """

    def __init__(
        self,
        game: Game | str,
        players: "Sequence[str | AnyAgent | None] | None" = None,
        seed: int = 0,
        *,
        retries: int = 2,
        on_failure: OnFailure = "forfeit",
        legal_steps: bool = True,
        history: History = "new",
        max_steps: int | None = None,
        start: State | None = None,
        should_stop: "Callable[[], bool] | None" = None,
        **options: Any,
    ) -> None:
        rules = resolve_game(game, options, type(self))
        if players is None:
            players = [None] * rules.num_seats
        if isinstance(players, str) or len(players) != rules.num_seats:
            raise ValueError(f"players must have one entry for each of the {rules.num_seats} seats of {rules.id}")
        if isinstance(retries, bool) or not isinstance(retries, int) or retries < 0:
            raise ValueError(f"retries must be a non-negative integer, got {retries!r}")
        check_choice("on_failure", on_failure, ("forfeit", "random"))
        check_choice("history", history, ("new", "all"))
        if max_steps is not None and max_steps < 1:
            raise ValueError(f"max_steps must be a positive integer, got {max_steps!r}")
        if start is not None and start.game != rules:
            raise ValueError(f"start must be a state of {rules!r}, got one of {start.game!r}")
        self._retries = retries
        self._on_failure = on_failure
        self._legal_steps = legal_steps
        self._history: History = history
        self._max_steps = rules.info.max_steps if max_steps is None else max_steps
        self._should_stop = should_stop
        self._players = [None if player is None else resolve_agent(player, rules) for player in players]
        self._chance = random.Random(f"{seed} chance")
        self._draws = [random.Random(f"{seed} {seat}") for seat in range(rules.num_seats)]
        self._state = rules.start(random.Random(f"{seed} start").getrandbits(64)) if start is None else start.copy()
        self._actors = step_actors(self._state)
        self._num_start_steps = len(self._actors)
        self._instructions = {
            seat: instructions(rules, seat) for seat, player in enumerate(self._players) if player is None
        }
        self._forfeited_by: int | None = None
        self._question: Question | None = None
        self._events: list[dict[str, Any]] = [
            {
                "event": "start",
                "prompt_format": PROMPT_FORMAT,
                "game": game_dict(rules),
                "players": ["text" if player is None else player.spec for player in self._players],
                "seed": seed,
                "retries": retries,
                "on_failure": on_failure,
                "legal_steps": legal_steps,
                "history": history,
                "max_steps": self._max_steps,
                "start": self._state.start_fen,
                "opening": self._state.steps,
                "instructions": self._instructions,
            }
        ]
        self._proceed()

    # The game.

    @property
    def state(self) -> State:
        """A copy of the current state, with all hidden information."""
        return self._state.copy()

    @property
    def game(self) -> Game:
        """The rules."""
        return self._state.game

    @property
    def question(self) -> Question | None:
        """The question to the seat to act, or None if the game is over."""
        return self._question

    @property
    def num_steps(self) -> int:
        """The number of steps that were made, without those of ``start``; chance steps count."""
        return len(self._actors) - self._num_start_steps

    @property
    def forfeited_by(self) -> int | None:
        """The seat that forfeited the game, or None."""
        return self._forfeited_by

    @property
    def reason(self) -> str | None:
        """How the game ended: a reason of the rules, ``forfeit`` or ``cut-off``. None until then."""
        if self._question is not None:
            return None
        if self._forfeited_by is not None:
            return "forfeit"
        return self._state.reason or "cut-off"

    @property
    def returns(self) -> tuple[float, ...]:
        """The return of each seat; zeros until the game is over.

        After a forfeit, the team of the seat has lost. The only other team wins, and several other teams draw. A game without
        winners counts as cut off.
        """
        if self._question is not None:
            return (0.0,) * self.game.num_seats
        if self._forfeited_by is not None:
            return forfeit_returns(self._state, self._forfeited_by)
        if not self._state.is_terminal:
            return (self.game.info.scoring.cut_off,) * self.game.num_seats
        return self._state.returns

    def answer(self, text: str) -> Answer:
        """Make the step that an answer names.

        Parameters
        ----------
        text : str
            The answer to `question`: see `read_answer`.

        Returns
        -------
        Answer
            The step that was made, or the error. `question` is then the next one.

        Raises
        ------
        TypeError
            If the answer is not a text.
        ValueError
            If the game is over.
        EngineFailure
            If the agent at another seat is an engine that fails. Nothing has changed then.
        """
        question = self._ask()
        if not isinstance(text, str):
            raise TypeError(f"an answer must be a text, got {type(text).__name__}")
        # Prompts repeat illegal answers, and clients of models send them as UTF-8.
        text = well_formed(text)
        event = {"event": "answer", "seat": question.seat, "position": question.text, "answer": text}
        try:
            step = read_answer(self._state, text)
        except IllegalAnswer as error:
            return self._reject(question, text, str(error), event)
        self._apply(step, {**event, "step": step})
        return Answer(step, None)

    def resign(self) -> None:
        """Let the seat to act forfeit the game.

        Raises
        ------
        ValueError
            If the game is over.
        """
        self._forfeit(self._ask().seat)

    # The transcript.

    @property
    def events(self) -> tuple[dict[str, Any], ...]:
        """All that has happened, as dictionaries with the key ``event``: start, answer, step, end."""
        return tuple(self._events)

    def transcript(self) -> str:
        """Return `events` as JSON lines."""
        return json_lines(self._events)

    # How it goes on.

    def _ask(self) -> Question:
        if self._question is None:
            raise ValueError(f"the game is over: {self.reason}")
        return self._question

    def _reject(self, question: Question, text: str, error: str, event: dict[str, Any]) -> Answer:
        """Let the seat answer again, or fail."""
        event["error"] = error
        if question.retries_left > 0:
            self._events.append(event)
            self._question = Question(
                question.seat,
                question.instructions,
                question.text,
                (*question.illegal, (text, error)),
                question.retries_left - 1,
            )
            return Answer(None, error)
        if self._on_failure == "forfeit":
            self._events.append(event)
            self._forfeit(question.seat)
            return Answer(None, error, failed=True)
        step = self._draws[question.seat].choice(self._state.legal_steps())
        self._apply(step, {**event, "random_step": step})
        return Answer(step, error, failed=True)

    def _forfeit(self, seat: int) -> None:
        self._forfeited_by = seat
        self._end()

    def _apply(self, step: str, event: dict[str, Any]) -> None:
        """Make the step of an answer, and let others act. If an agent fails, nothing has changed."""
        before, num_actors, num_events = self._state.copy(), len(self._actors), len(self._events)
        try:
            self._events.append(event)
            self._make(step)
            self._proceed()
        except BaseException:
            self._state = before
            del self._actors[num_actors:], self._events[num_events:]
            raise

    def _make(self, step: str) -> None:
        self._actors.append(self._state.current_player)
        self._state.apply(step)

    def _proceed(self) -> None:
        """Let chance and agents act until a seat is asked, or the game is over."""
        state = self._state
        while not state.is_terminal and self.num_steps < self._max_steps:
            player = state.current_player
            agent = None if player == CHANCE else self._players[player]
            if player == CHANCE:
                outcomes = state.chance_outcomes()
                step = self._chance.choices([step for step, _ in outcomes], [chance for _, chance in outcomes])[0]
            elif agent is not None:
                seed = self._draws[player].getrandbits(64)
                step = state.step_of(choose(agent, state, seed, self._should_stop))
            else:
                text = position_text(seat_view(state, player, self._history, self._actors), self._legal_steps)
                self._question = Question(player, self._instructions[player], text, (), self._retries)
                return
            self._make(step)
            self._events.append({"event": "step", "seat": player, "step": step})
        self._end()

    def _end(self) -> None:
        self._question = None
        self._events.append(
            {
                "event": "end",
                "reason": self.reason,
                "forfeited_by": self._forfeited_by,
                "returns": list(self.returns),
                "steps": self.num_steps,
                "record": self._state.steps,
            }
        )
