"""`plyground play`: a person at the terminal, who sees what the seat may see."""

import json
import random
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from .. import Game, State, game
from ..actors import CHANCE
from ..agents import Searcher, playing
from ..atomic_files import write
from .picking import asked
from .showing import score_name

HELP = (
    "a step or a whole turn to make it; ? lists the legal steps; hint asks a player; undo takes back your last turn; "
    "save FILE keeps the game; quit leaves"
)

ADVISER = "mcts:400"
"""Who is asked for a hint."""


def play(arguments: Namespace) -> None:
    """Plays one game to its end, or until the player leaves."""
    state = _begun(arguments)
    rules = state.game
    table = Table(
        state, _seats(arguments.seat, rules), playing(arguments.against, rules), random.Random(arguments.seed)
    )
    if table.seats:
        yours = ", ".join(map(table.name, table.seats))
        others = ", ".join(table.name(seat) for seat in range(rules.seats) if seat not in table.seats)
        print(f"{rules.info.title}: you are {yours}" + (f"; {arguments.against} is {others}" if others else ""))
        print(HELP)
    table.play()


def _begun(arguments: Namespace) -> State:
    """The game to play, from its start or as it was saved."""
    if arguments.load is None:
        if arguments.id is None:
            raise ValueError("name a variant to play, or --load a game that was saved")
        rules = asked(arguments, arguments.id)
        return rules.start(arguments.seed) if arguments.fen is None else rules.from_fen(arguments.fen)
    if arguments.id is not None or arguments.set or arguments.fen is not None:
        raise ValueError("--load takes the game and where it stands from the file; name no ID, --set or --fen")
    return _loaded(arguments.load)


def _saved(state: State) -> str:
    """A game as text."""
    told = {"game": json.loads(state.game.to_json()), "start": state.start_fen, "steps": state.steps}
    return json.dumps(told, indent=1) + "\n"


def _loaded(path: str) -> State:
    """A game that was saved."""
    try:
        told = json.loads(Path(path).read_text(encoding="utf-8"))
        recipe = told["game"]
        rules = game(recipe["id"], frame=recipe["frame"], **recipe["options"])
        return _replayed(rules, told["start"], told["steps"])
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is no game that 'save' wrote: {error}") from error


def _replayed(rules: Game, start: str, steps: list[str]) -> State:
    """A game played again."""
    state = rules.from_fen(start)
    for step in steps:
        state.apply(step)
    return state


class Table:
    """A game between people at this terminal and an agent."""

    def __init__(self, state: State, seats: tuple[int, ...], other: Searcher, rng: random.Random) -> None:
        self.state = state
        self.seats = seats
        self._other = other
        self._rng = rng
        # How much of its history each seat has been told, and who looked last.
        self._told = dict.fromkeys(seats, 0)
        self._looking: int | None = None
        # Where a person was to begin a turn: how many steps had been made.
        self._turns: list[int] = []
        self._commands: dict[str, Callable[[str], None]] = {
            "": self._help,
            "help": self._help,
            "?": self._list,
            "hint": self._hint,
            "undo": self._undo,
            "save": self._save,
        }

    def play(self) -> None:
        """Plays the game to its end, or until somebody leaves."""
        while not self.state.over:
            state, seat = self.state, self.state.actor
            if seat not in self.seats:
                step = self._draw()
                if not self.seats:
                    print(f"\n{state.text()}\n{self.name(seat)}: {step}")
                state.apply(step)
                continue
            if self._looking not in (None, seat) and state.game.info.hidden and not self._handed_over(seat):
                return
            self._looking = seat
            if not state.mid_turn:
                self._turns.append(len(state.actions))
            self._tell(seat)
            if not self._asked(seat):
                return
        for seat in self.seats:
            self._tell(seat)
        if not self.seats:
            print(f"\n{self.state.text()}")
        print(f"\nover by {self.state.reason} after {len(self.state.steps)} steps: {self._results()}")

    def name(self, actor: int) -> str:
        """Who is at a seat: its number and the colour of its pieces."""
        return "chance" if actor == CHANCE else f"seat {actor} ({self.state.game.info.colours[actor]})"

    def _results(self) -> str:
        """What came of a game: who won, or the score."""
        state = self.state
        scores = state.game.info.scores
        if scores.kind == "win":
            return ", ".join(f"{self.name(seat)} {gain:+g}" for seat, gain in enumerate(state.returns))
        if scores.kind == "shared":
            return f"{score_name(scores)} {state.returns[0]:g}"
        results = [f"{-gain:g} {score_name(scores)}" for gain in state.returns]
        if len(results) == 1:
            return results[0]
        return ", ".join(f"{self.name(seat)} {one}" for seat, one in enumerate(results))

    def _draw(self) -> str:
        """What chance or an agent does."""
        if self.state.actor == CHANCE:
            outcomes = self.state.chance()
            return self._rng.choices([step for step, _ in outcomes], [chance for _, chance in outcomes])[0]
        return self.state.step_of(self._other.choose(self.state, self._rng.getrandbits(64)))

    def _tell(self, seat: int) -> None:
        """Shows a seat the board and what it has seen since it last looked."""
        history = self.state.history(seat)
        # View, step, view, step, ..., view.
        news = history[self._told[seat] :][1::2]
        print()
        if news:
            print(f"played: {' '.join(news)}")
        print(self.state.text(seat, last=False))
        self._told[seat] = len(history) - 1

    def _asked(self, seat: int) -> bool:
        """Lets a person make one step or turn; says whether the game goes on."""
        while True:
            before = self.state
            text = _line(f"{self.name(seat)}> ")
            if text is None or text in ("quit", "exit", "q"):
                return False
            word, _, rest = text.partition(" ")
            if (command := self._commands.get(word)) is not None:
                command(rest.strip())
                if self.state is not before:
                    return True
            elif (refusal := self._made(text)) is None:
                return True
            else:
                print(refusal)

    def _made(self, text: str) -> str | None:
        """Makes a step or a turn; returns the reason if it is neither."""
        if self.state.game.info.hidden:
            return self._made_in_steps(text.split())
        try:
            self.state.apply(text)
        except ValueError as refusal:
            try:
                self.state.apply_turn(text)
            except ValueError:
                return str(refusal)
        return None

    def _made_in_steps(self, steps: list[str]) -> str | None:
        """Makes steps of one turn, as far as they are legal; returns the reason if the first is not.

        `State.apply_turn` makes all steps or none. In a game with hidden information, its error would show for free what the
        first steps uncover.
        """
        seat = self.state.actor
        first, *others = steps
        try:
            self.state.apply(first)
        except ValueError as refusal:
            return str(refusal)
        for step in others:
            if self.state.actor != seat or not self.state.mid_turn:
                print(f"the turn is over: {step} is not made")
                return None
            try:
                self.state.apply(step)
            except ValueError as refusal:
                print(refusal)
                return None
        return None

    def _help(self, _: str) -> None:
        print(HELP)

    def _list(self, _: str) -> None:
        print(" ".join(self.state.legal()))

    def _hint(self, spec: str) -> None:
        """Asks an agent, by what the seat may know; another than the usual one may be named."""
        try:
            adviser = playing(spec or ADVISER, self.state.game)
        except (ImportError, OSError, ValueError) as error:
            print(error)
            return
        step = self.state.step_of(adviser.choose(self.state, self._rng.getrandbits(64)))
        print(f"{adviser.spec} would play {step}")

    def _undo(self, _: str) -> None:
        """Takes back all steps since the last turn of the person began; chance draws again.

        Not in games with hidden information, where a player could try a step to see what it uncovers.
        """
        if self.state.game.info.hidden:
            print("undo is not available in a game with hidden information: it would show what a step uncovers")
            return
        earlier = [at for at in self._turns if at < len(self.state.actions)]
        if not earlier:
            print("there is no turn of yours to take back")
            return
        begun = earlier.pop()
        self._turns = earlier
        self.state = _replayed(self.state.game, self.state.start_fen, self.state.steps[:begun])
        for seat in self.seats:
            self._told[seat] = min(self._told[seat], len(self.state.history(seat)) - 1)
        self._looking = None
        print("taken back")

    def _save(self, path: str) -> None:
        """Keeps the game in a file, with all that is hidden in it."""
        if not path:
            print("name a file, as in: save game.json")
            return
        try:
            write(path, _saved(self.state))
        except OSError as error:
            print(f"{error.strerror}: {error.filename}")
            return
        print(f"saved; go on with: plyground play --load {path}")

    def _handed_over(self, seat: int) -> bool:
        """Clears the screen for the next person."""
        print("\x1b[2J\x1b[H" if sys.stdout.isatty() else "")
        return _line(f"hand over to {self.name(seat)}, who presses Enter ") is not None


def _seats(text: str, rules: Game) -> tuple[int, ...]:
    """The seats that a person plays."""
    if text == "all":
        return tuple(range(rules.seats))
    if text == "none":
        return ()
    seats = text.split(",")
    if not all(seat.isascii() and seat.isdecimal() and len(seat) < 3 and int(seat) < rules.seats for seat in seats):
        numbers = ", ".join(map(str, range(rules.seats)))
        raise ValueError(f"'{text[:40]}' names no seats of {rules.id}: name some of {numbers}, or all, or none")
    return tuple(sorted({int(seat) for seat in seats}))


def _line(prompt: str) -> str | None:
    """A line from the player, or nothing where there are no more."""
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        return None
