"""The dialog of `plyground play`: it shows the board, reads steps and commands, and lets agents act."""

import random
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from .. import rules as rules_of
from ..agents import resolve_agent
from ..atomic_files import write
from ..ui.session import Session
from ..ui.typed_steps import near_steps, short_reason
from .prompt import has_color, paint, prepare_editing, read_line
from .step_list import explained_steps, grouped_steps
from .terminal import console, print_summary, show_text
from .variant_info import score_name

__all__ = ["HELP", "HINT_AGENT", "Terminal"]

HINT_AGENT = "strong:ms=1000"
"""The agent that gives hints by default: the strongest known one, with a second for a step."""

HELP = f"""\
Enter a step, a whole turn or a command:
  ?             how the game is played, and the legal steps
  ? CELL        what the legal steps of a piece do
  hint [AGENT]  show what an agent would play (default: {HINT_AGENT})
  undo          take back your last turn
  rules         show the rule document
  fen           show the position string
  save FILE     save the game
  resign        give up the game
  quit          leave the game"""


class Terminal:
    """A game between users at this terminal and agents.

    Parameters
    ----------
    session : Session
        The game.
    rng : random.Random
        Draws the seeds of hints.
    load_command : sequence of str
        The command that continues a saved game, without the file.
    """

    def __init__(self, session: Session, rng: random.Random, load_command: Sequence[str]) -> None:
        self.session = session
        self._rng = rng
        self._load_command = load_command
        # Length of the history that each seat has seen.
        self._num_seen = dict.fromkeys(session.users, 0)
        self._is_resigned = False
        self._commands: dict[str, Callable[[str], None]] = {
            "": self._help,
            "help": self._help,
            "?": self._list_steps,
            "hint": self._hint,
            "undo": self._undo,
            "rules": self._rules,
            "fen": self._fen,
            "save": self._save,
            "resign": self._resign,
        }

    def play(self) -> None:
        """Play until the game ends or a user quits. Ctrl-C offers to save the game.

        Raises
        ------
        KeyboardInterrupt
            After Ctrl-C.
        """
        prepare_editing(self._completions)
        try:
            self._play()
        except KeyboardInterrupt:
            self._offer_to_save()
            raise

    def _play(self) -> None:
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
            print(f"\n{state.text(cell_names=True, color=has_color())}")
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
            board = state.text(cell_names=True, color=has_color())
            print(f"\n{board}\n{session.seat_name(state.current_player)}: {state.step_of(action)}")
        session.apply_choice(choice, action)

    def _show_board(self, seat: int) -> None:
        """Print the steps that a seat has not seen yet, and the board."""
        state = self.session.state
        history = state.observation_history(seat)
        # The history alternates observations and steps and begins with an observation.
        new_steps = history[self._num_seen[seat] :][1::2]
        print()
        if new_steps:
            print(f"{paint('played:', 'dim')} {paint(' '.join(new_steps), 'bold')}")
        print(state.text(seat, last=False, cell_names=True, color=has_color()))
        self._num_seen[seat] = len(history) - 1

    def _prompt(self, seat: int) -> bool:
        """Read lines until the position changes. Return whether the game goes on."""
        version = self.session.version
        while self.session.version == version:
            text = read_line(f"{self.session.seat_name(seat)}> ")
            if text is None or text in ("quit", "exit", "q"):
                return False
            word, rest = _split_command(text)
            try:
                if (command := self._commands.get(word)) is not None:
                    command(rest)
                else:
                    self._enter(text)
            except (ImportError, OSError, ValueError) as error:
                print(paint(str(error), "error"))
            if self._is_resigned:
                return False
        return True

    def _enter(self, text: str) -> None:
        """Make a typed step. If it is not legal, print the reason and the steps with a similar spelling."""
        try:
            self.session.enter(text)
        except ValueError as error:
            print(paint(short_reason(error), "error"))
            state = self.session.state
            near = near_steps(state, text.split()[-1]) if state.current_player in self.session.users else []
            print(f"near: {' '.join(near)}" if near else "? lists the legal steps")

    def _completions(self) -> list[str]:
        """Return the words that complete a line: commands and legal steps, in chess with SAN."""
        state = self.session.state
        if not self.session.is_users_turn:
            return []
        steps = state.legal_steps()
        with suppress(ValueError):
            steps += [state.san(step) for step in steps]
        return sorted([*filter(None, self._commands), "quit", *steps])

    def _help(self, _: str) -> None:
        print(HELP)

    def _list_steps(self, text: str) -> None:
        """Print the summary and all legal steps, or what the steps of a piece do."""
        state = self.session.state
        if text:
            print(*explained_steps(state, text), sep="\n")
            return
        print_summary(state.game.info)
        print()
        print(*grouped_steps(state, console().width), sep="\n")

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

    def _rules(self, _: str) -> None:
        game = self.session.game
        show_text(rules_of(game.id, **game.options))

    def _fen(self, _: str) -> None:
        """Print the position string as the seat may see it."""
        state, viewer = self.session.state, self.session.viewer
        print(state.fen if viewer is None else state.observation_string(viewer))

    def _resign(self, _: str) -> None:
        """End the game. In a game between two sides the other side has won."""
        state, info = self.session.state, self.session.game.info
        seat = state.current_player
        self._is_resigned = True
        number = len(state.steps)
        text = f"\n{self.session.seat_name(seat)} resigns after {number} step{'' if number == 1 else 's'}"
        if info.scoring.kind == "win" and len(set(info.seat_teams)) == 2:
            winners = [other for other, team in enumerate(info.seat_teams) if team != info.seat_teams[seat]]
            text += f": {', '.join(map(self.session.seat_name, winners))} won"
        print(text)

    def _save(self, path: str) -> None:
        """Write the game to a file, including hidden information. Ask before replacing a file."""
        if not path:
            print("name a file, for example: save game.json")
            return
        if Path(path).exists() and (read_line(f"replace {path}? [y/N] ") or "").lower() not in ("y", "yes"):
            print("not saved")
            return
        try:
            write(path, self.session.to_json())
        except OSError as error:
            print(f"{error.strerror}: {error.filename}")
            return
        print(f"saved; to continue: {shlex.join([*self._load_command, path])}")

    def _offer_to_save(self) -> None:
        """Ask for a file to save the game to, if a user is at a terminal and has made a step."""
        if not sys.stdin.isatty() or not self.session.users or not self.session.state.steps:
            return
        try:
            path = read_line("\nfile to save the game to (Enter: leave without saving): ")
        except KeyboardInterrupt:
            return
        if path:
            self._save(path)

    def _change_viewer(self, seat: int) -> bool:
        """Clear the screen for the user of another seat. Return whether the game goes on."""
        print("\x1b[2J\x1b[H" if sys.stdout.isatty() else "")
        if read_line(f"next: {self.session.seat_name(seat)}; press Enter to show the board ") is None:
            return False
        self.session.show(seat)
        return True


def _split_command(text: str) -> tuple[str, str]:
    """Return the first word of a line, and the rest. ``?`` needs no space behind it."""
    if text.startswith("?"):
        return "?", text[1:].strip()
    word, _, rest = text.partition(" ")
    return word, rest.strip()
