"""`plyground play`: a game at the terminal. The board shows only what the seat may see."""

import random
import sys
from argparse import Namespace
from collections.abc import Callable

from .. import Game
from ..agents import resolve_agent
from ..atomic_files import write
from ..ui.session import HINT_AGENT, Session
from .positions import initial_state
from .variant_info import score_name

HELP = f"""\
Enter a step, a whole turn or a command:
  ?             list the legal steps
  hint [AGENT]  show what an agent would play (default: {HINT_AGENT})
  undo          take back your last turn
  save FILE     save the game
  quit          leave the game"""


def play(arguments: Namespace) -> None:
    """Play one game until it ends or the user quits."""
    state = initial_state(arguments)
    rules = state.game
    seats = _seats(arguments.seat, rules)
    players = [None if seat in seats else arguments.opponent for seat in range(rules.num_seats)]
    seed = random.getrandbits(64) if arguments.seed is None else arguments.seed
    session = Session(state, players, seed)
    if seats:
        yours = ", ".join(map(session.seat_name, seats))
        others = ", ".join(session.seat_name(seat) for seat in range(rules.num_seats) if seat not in seats)
        print(f"{rules.info.title}: you play {yours}" + (f"; {arguments.opponent} plays {others}" if others else ""))
        print(HELP)
    Terminal(session, random.Random(seed)).play()


class Terminal:
    """A game between users at this terminal and agents."""

    def __init__(self, session: Session, rng: random.Random) -> None:
        self.session = session
        self._rng = rng
        # Length of the history that each seat has seen.
        self._num_seen = dict.fromkeys(session.users, 0)
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
        session = self.session
        if (seat := session.hand_over) is not None:
            session.show(seat)
        while not session.state.is_terminal:
            if (seat := session.hand_over) is not None and not self._change_viewer(seat):
                return
            if session.acts_itself:
                self._automatic_step()
                continue
            seat = session.state.current_player
            self._show_board(seat)
            if not self._prompt(seat):
                return
        for seat in session.users:
            self._show_board(seat)
        state = session.state
        if not session.users:
            print(f"\n{state.text()}")
        print(f"\ngame over after {len(state.steps)} steps ({state.reason}): {self._results()}")

    def _results(self) -> str:
        """Return the returns of the seats, or the score."""
        state, seat_name = self.session.state, self.session.seat_name
        scores = state.game.info.scoring
        if scores.kind == "win":
            return ", ".join(f"{seat_name(seat)} {value:+g}" for seat, value in enumerate(state.returns))
        if scores.kind == "shared":
            return f"{score_name(scores)} {state.returns[0]:g}"
        results = [f"{-value:g} {score_name(scores)}" for value in state.returns]
        if len(results) == 1:
            return results[0]
        return ", ".join(f"{seat_name(seat)} {result}" for seat, result in enumerate(results))

    def _automatic_step(self) -> None:
        """Make the step of chance or of an agent, and print it if there are no users."""
        session = self.session
        choice = session.choice()
        action = choice.make(None)
        if not session.users:
            state = session.state
            print(f"\n{state.text()}\n{session.seat_name(state.current_player)}: {state.step_of(action)}")
        session.apply_choice(choice, action)

    def _show_board(self, seat: int) -> None:
        """Print the steps that a seat has not seen yet, and the board."""
        state = self.session.state
        history = state.observation_history(seat)
        # The history alternates observations and steps and begins with an observation.
        new_steps = history[self._num_seen[seat] :][1::2]
        print()
        if new_steps:
            print(f"played: {' '.join(new_steps)}")
        print(state.text(seat, last=False))
        self._num_seen[seat] = len(history) - 1

    def _prompt(self, seat: int) -> bool:
        """Read lines until the position changes. Return whether the game goes on."""
        version = self.session.version
        while self.session.version == version:
            text = _read_line(f"{self.session.seat_name(seat)}> ")
            if text is None or text in ("quit", "exit", "q"):
                return False
            word, _, rest = text.partition(" ")
            try:
                if (command := self._commands.get(word)) is not None:
                    command(rest.strip())
                else:
                    self.session.enter(text)
            except (ImportError, OSError, ValueError) as error:
                print(error)
        return True

    def _help(self, _: str) -> None:
        print(HELP)

    def _list_steps(self, _: str) -> None:
        print(" ".join(self.session.state.legal_steps()))

    def _hint(self, spec: str) -> None:
        """Print the step of an agent, which sees only what the seat may see."""
        state = self.session.state
        agent = resolve_agent(spec or HINT_AGENT, state.game)
        print(f"{agent.spec} would play {state.step_of(agent.choose(state, self._rng.getrandbits(64)))}")

    def _undo(self, _: str) -> None:
        """Take back all steps since the start of the user's last turn. Chance draws again."""
        self.session.undo()
        self.session.forget_later_moves()
        state = self.session.state
        for seat in self.session.users:
            self._num_seen[seat] = min(self._num_seen[seat], len(state.observation_history(seat)) - 1)
        print("took back your last turn")

    def _save(self, path: str) -> None:
        """Write the game to a file, including hidden information."""
        if not path:
            print("name a file, for example: save game.json")
            return
        try:
            write(path, self.session.to_json())
        except OSError as error:
            print(f"{error.strerror}: {error.filename}")
            return
        print(f"saved; to continue: plyground play --load {path}")

    def _change_viewer(self, seat: int) -> bool:
        """Clear the screen for the user of another seat. Return whether the game goes on."""
        print("\x1b[2J\x1b[H" if sys.stdout.isatty() else "")
        if _read_line(f"next: {self.session.seat_name(seat)}; press Enter to show the board ") is None:
            return False
        self.session.show(seat)
        return True


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
