"""`plyground play`: a game at the terminal. The board shows only what the seat may see."""

import json
import random
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from .. import Game, State, game
from ..agents import AnyAgent, resolve_agent
from ..atomic_files import write
from ..player_ids import CHANCE
from .selection import game_with_options
from .variant_info import score_name

HINT_AGENT = "mcts:400"
"""The agent that gives hints by default."""

HELP = f"""\
Enter a step, a whole turn or a command:
  ?             list the legal steps
  hint [AGENT]  show what an agent would play (default: {HINT_AGENT})
  undo          take back your last turn
  save FILE     save the game
  quit          leave the game"""


def play(arguments: Namespace) -> None:
    """Play one game until it ends or the user quits."""
    state = _initial_state(arguments)
    rules = state.game
    seats = _seats(arguments.seat, rules)
    session = Session(state, seats, resolve_agent(arguments.opponent, rules), random.Random(arguments.seed))
    if seats:
        yours = ", ".join(map(session.seat_name, seats))
        others = ", ".join(session.seat_name(seat) for seat in range(rules.num_seats) if seat not in seats)
        print(f"{rules.info.title}: you play {yours}" + (f"; {arguments.opponent} plays {others}" if others else ""))
        print(HELP)
    session.play()


def _initial_state(arguments: Namespace) -> State:
    """Return the start of a game, or a saved game."""
    if arguments.load is None:
        if arguments.id is None:
            raise ValueError("name a variant to play, or a saved game with --load FILE")
        rules = game_with_options(arguments, arguments.id)
        return rules.start(arguments.seed) if arguments.start is None else rules.from_fen(arguments.start)
    if arguments.id is not None or arguments.set or arguments.start is not None:
        raise ValueError(
            "--load cannot be combined with ID, --set or --start: the file contains the game and its record"
        )
    return _load(arguments.load)


def _to_json(state: State) -> str:
    """Return a game as text."""
    content = {"game": json.loads(state.game.to_json()), "start": state.start_fen, "steps": state.steps}
    return json.dumps(content, indent=1) + "\n"


def _load(path: str) -> State:
    """Return a saved game."""
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
        spec = content["game"]
        rules = game(spec["id"], frame=spec["frame"], **spec["options"])
        return _replay(rules, content["start"], content["steps"])
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is not a game saved by 'plyground play': {error}") from error


def _replay(rules: Game, start: str, steps: list[str]) -> State:
    """Return the state after the steps of a record."""
    state = rules.from_fen(start)
    for step in steps:
        state.apply(step)
    return state


class Session:
    """A game between users at this terminal and an agent."""

    def __init__(self, state: State, seats: tuple[int, ...], opponent: AnyAgent, rng: random.Random) -> None:
        self.state = state
        self.seats = seats
        self._opponent = opponent
        self._rng = rng
        # Length of the history that each seat has seen.
        self._num_seen = dict.fromkeys(seats, 0)
        # The seat whose view is on the screen.
        self._viewer: int | None = None
        # Numbers of steps at which users began their turns.
        self._turn_starts: list[int] = []
        self._commands: dict[str, Callable[[str], None]] = {
            "": self._help,
            "help": self._help,
            "?": self._list_steps,
            "hint": self._hint,
            "undo": self._undo,
            "save": self._save,
        }

    def play(self) -> None:
        """Play until the game ends or a user quits."""
        while not self.state.is_terminal:
            state, seat = self.state, self.state.current_player
            if seat not in self.seats:
                step = self._automatic_step()
                if not self.seats:
                    print(f"\n{state.text()}\n{self.seat_name(seat)}: {step}")
                state.apply(step)
                continue
            if (
                self._viewer not in (None, seat)
                and state.game.info.has_hidden_information
                and not self._change_viewer(seat)
            ):
                return
            self._viewer = seat
            if not state.is_mid_turn:
                self._turn_starts.append(len(state.actions))
            self._show_board(seat)
            if not self._prompt(seat):
                return
        for seat in self.seats:
            self._show_board(seat)
        if not self.seats:
            print(f"\n{self.state.text()}")
        print(f"\ngame over after {len(self.state.steps)} steps ({self.state.reason}): {self._results()}")

    def seat_name(self, actor: int) -> str:
        """Return the number of a seat and the color of its pieces, or ``chance``."""
        return "chance" if actor == CHANCE else f"seat {actor} ({self.state.game.info.seat_colors[actor]})"

    def _results(self) -> str:
        """Return the returns of the seats, or the score."""
        state = self.state
        scores = state.game.info.scoring
        if scores.kind == "win":
            return ", ".join(f"{self.seat_name(seat)} {value:+g}" for seat, value in enumerate(state.returns))
        if scores.kind == "shared":
            return f"{score_name(scores)} {state.returns[0]:g}"
        results = [f"{-value:g} {score_name(scores)}" for value in state.returns]
        if len(results) == 1:
            return results[0]
        return ", ".join(f"{self.seat_name(seat)} {result}" for seat, result in enumerate(results))

    def _automatic_step(self) -> str:
        """Return the step of chance or of the agent."""
        if self.state.current_player == CHANCE:
            outcomes = self.state.chance_outcomes()
            return self._rng.choices([step for step, _ in outcomes], [chance for _, chance in outcomes])[0]
        return self.state.step_of(self._opponent.choose(self.state, self._rng.getrandbits(64)))

    def _show_board(self, seat: int) -> None:
        """Print the steps that a seat has not seen yet, and the board."""
        history = self.state.observation_history(seat)
        # The history alternates observations and steps and begins with an observation.
        new_steps = history[self._num_seen[seat] :][1::2]
        print()
        if new_steps:
            print(f"played: {' '.join(new_steps)}")
        print(self.state.text(seat, last=False))
        self._num_seen[seat] = len(history) - 1

    def _prompt(self, seat: int) -> bool:
        """Read lines until one is a legal step or turn. Return whether the game goes on."""
        while True:
            before = self.state
            text = _read_line(f"{self.seat_name(seat)}> ")
            if text is None or text in ("quit", "exit", "q"):
                return False
            word, _, rest = text.partition(" ")
            if (command := self._commands.get(word)) is not None:
                command(rest.strip())
                if self.state is not before:
                    return True
            elif (error := self._apply(text)) is None:
                return True
            else:
                print(error)

    def _apply(self, text: str) -> str | None:
        """Apply a step or a turn. Return the error if it is illegal."""
        if self.state.game.info.has_hidden_information:
            return self._apply_steps(text.split())
        try:
            self.state.apply(text)
        except ValueError as error:
            try:
                self.state.apply_turn(text)
            except ValueError:
                return str(error)
        return None

    def _apply_steps(self, steps: list[str]) -> str | None:
        """Apply the steps of one turn until one is illegal. Return the error if it is the first.

        `State.apply_turn` applies all steps or none. With hidden information, its errors would reveal what the first steps
        uncover without playing them.
        """
        seat = self.state.current_player
        first, *others = steps
        try:
            self.state.apply(first)
        except ValueError as error:
            return str(error)
        for step in others:
            if self.state.current_player != seat or not self.state.is_mid_turn:
                print(f"the turn is over: {step} was not played")
                return None
            try:
                self.state.apply(step)
            except ValueError as error:
                print(error)
                return None
        return None

    def _help(self, _: str) -> None:
        print(HELP)

    def _list_steps(self, _: str) -> None:
        print(" ".join(self.state.legal_steps()))

    def _hint(self, spec: str) -> None:
        """Print the step of an agent, which sees only what the seat may see."""
        try:
            agent = resolve_agent(spec or HINT_AGENT, self.state.game)
        except (ImportError, OSError, ValueError) as error:
            print(error)
            return
        step = self.state.step_of(agent.choose(self.state, self._rng.getrandbits(64)))
        print(f"{agent.spec} would play {step}")

    def _undo(self, _: str) -> None:
        """Take back all steps since the start of the user's last turn. Chance draws again.

        This is not available with hidden information, where undoing a step would reveal what it uncovers.
        """
        if self.state.game.info.has_hidden_information:
            print("undo is not available in games with hidden information: it would reveal what a step uncovers")
            return
        earlier = [start for start in self._turn_starts if start < len(self.state.actions)]
        if not earlier:
            print("no turn to take back")
            return
        start = earlier.pop()
        self._turn_starts = earlier
        self.state = _replay(self.state.game, self.state.start_fen, self.state.steps[:start])
        for seat in self.seats:
            self._num_seen[seat] = min(self._num_seen[seat], len(self.state.observation_history(seat)) - 1)
        self._viewer = None
        print("took back your last turn")

    def _save(self, path: str) -> None:
        """Write the game to a file, including hidden information."""
        if not path:
            print("name a file, for example: save game.json")
            return
        try:
            write(path, _to_json(self.state))
        except OSError as error:
            print(f"{error.strerror}: {error.filename}")
            return
        print(f"saved; to continue: plyground play --load {path}")

    def _change_viewer(self, seat: int) -> bool:
        """Clear the screen for the user of another seat. Return whether the game goes on."""
        print("\x1b[2J\x1b[H" if sys.stdout.isatty() else "")
        return _read_line(f"next: {self.seat_name(seat)}; press Enter to show the board ") is not None


def _seats(text: str, rules: Game) -> tuple[int, ...]:
    """Return the seats that the user plays."""
    if text == "all":
        return tuple(range(rules.num_seats))
    if text == "none":
        return ()
    seats = text.split(",")
    if not all(seat.isascii() and seat.isdecimal() and len(seat) < 3 and int(seat) < rules.num_seats for seat in seats):
        numbers = ", ".join(map(str, range(rules.num_seats)))
        raise ValueError(f"--seat must be 'all', 'none' or seats of {rules.id} ({numbers}), got '{text[:40]}'")
    return tuple(sorted({int(seat) for seat in seats}))


def _read_line(prompt: str) -> str | None:
    """Return a line of input, or None at its end."""
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        return None
