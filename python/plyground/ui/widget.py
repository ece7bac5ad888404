"""The board in a notebook: Jupyter, marimo, VS Code and Colab."""

from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakMethod

import anywidget
import traitlets

from .._core import Game, State
from .._core import game as open_game
from ..agents import AnyAgent
from .commands import (
    CommandError,
    agent_of,
    failure_text,
    hint_errors,
    read_state,
    record_formats,
    run_command,
)
from .frames import board_data
from .scripts import bundle, styles
from .session import Session

__all__ = ["BoardWidget", "board"]


class BoardWidget(anywidget.AnyWidget):
    """A board in a notebook, linked to Python. The function `board` makes it.

    Moves made on the board are in `state`. Moves made in Python, with `apply` or by changing `state`, appear on the board.

    Attributes
    ----------
    state : State
        The current state. Assign another state of any game to show that.
    """

    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)
    # What the page knows: the data of the board, and the frame of the viewer. Nothing else is sent.
    _opening = traitlets.Dict().tag(sync=True)
    _frame = traitlets.Dict().tag(sync=True)

    def __init__(self, session: Session) -> None:
        self._session = session
        super().__init__(
            _esm=bundle("widget.js", exports=True), _css=styles(), _opening=_opening(session), _frame=session.frame()
        )
        self.on_msg(self._on_message)
        self._unregister = _after_each_cell(self.refresh)
        self._continue()

    def close(self) -> None:
        """Remove the board from the notebook. The state is kept."""
        self._unregister()
        super().close()

    @property
    def state(self) -> State:
        """The current state."""
        return self._session.state

    @state.setter
    def state(self, state: State) -> None:
        if not isinstance(state, State):
            raise TypeError(f"state must be a State, got {type(state).__name__}")
        self._replace(state)

    @property
    def players(self) -> "list[str | None]":
        """The agent of each seat as text, None for users."""
        return [None if agent is None else agent.spec for agent in self._session.players]

    def apply(self, step: str) -> None:
        """Make a step, or the steps of a turn, and let the agents answer.

        Parameters
        ----------
        step : str
            The step.

        Raises
        ------
        IllegalStep
            If the step is not legal.
        """
        self.refresh()
        self._session.enter(step)
        self._continue()

    def undo(self) -> None:
        """Go back to the start of the last turn of a user.

        Raises
        ------
        ValueError
            If there is none, or the game has hidden information.
        """
        self.refresh()
        self._session.undo()
        self._show()

    def refresh(self) -> None:
        """Show changes of `state` that were made in Python. In Jupyter this happens after each cell."""
        if self._session.adopt_changes():
            self._continue()

    def _continue(self) -> None:
        """Show the position, and each position until a user is to act."""
        self._show()
        session = self._session
        while session.acts_itself:
            choice = session.choice()
            session.apply_choice(choice, choice.make(None))
            self._show()

    def _show(self) -> None:
        if self._frame["version"] != self._session.version:
            self._frame = self._session.frame()

    def _replace(self, state: State, players: "Sequence[str | AnyAgent | None] | None" = None) -> None:
        old, rules = self._session, state.game
        if players is None:
            players = old.players if rules.num_seats == old.game.num_seats else [None] * rules.num_seats
        session = Session(state, players)
        session.version = old.version + 1
        self._session = session
        # The page must not draw the frame of one game on the board of another.
        with self.hold_sync():
            self._opening = _opening(session)
            self._show()
        self._continue()

    def _on_message(self, _: Any, content: Any, __: Any) -> None:
        """Answer a command of the page: see `commands.run_command`."""
        if not isinstance(content, dict) or "id" not in content:
            return
        try:
            try:
                reply = self._answer(content)
            except (CommandError, ImportError, OSError, TypeError, ValueError) as error:
                reply = {"error": str(error)}
            except BaseException as error:
                reply = {"error": failure_text(error)}
                raise
            finally:
                self.send({"id": content["id"], **reply})
            # Also after an error: typed steps before an illegal one were made.
            self._continue()
        except BaseException as error:
            # Agents can raise anything, and searches can be interrupted.
            self._frame = {**self._session.frame(), "failure": failure_text(error)}
            raise

    def _answer(self, content: dict[str, Any]) -> dict[str, Any]:
        if self._session.adopt_changes():
            self._continue()
            raise CommandError("the state was changed in Python, and is shown now: choose again")
        if content.get("do") == "analyze":
            with hint_errors():
                return self._session.analysis(agent_of(content))(None)
        if content.get("do") == "load":
            self._replace(read_state(self._session.game, str(content.get("text"))))
            return {}
        return {**run_command(self._session, content), "frame": self._session.frame()}


def _opening(session: Session) -> dict[str, Any]:
    game = session.game
    return {"board": board_data(game), "summary": game.info.summary, "formats": record_formats(game)}


def _after_each_cell(method: Callable[[], object]) -> Callable[[], object]:
    """Call a method after each cell of a notebook that runs in IPython, while its object exists. Return what ends this."""
    try:
        from IPython import get_ipython
    except ImportError:
        return lambda: None
    shell = get_ipython()
    if shell is None:
        return lambda: None
    reference = WeakMethod(method)

    def call(*_: object) -> None:
        if (current := reference()) is not None:
            current()

    def unregister() -> None:
        if call in shell.events.callbacks["post_run_cell"]:
            shell.events.unregister("post_run_cell", call)

    shell.events.register("post_run_cell", call)
    return unregister


def board(
    source: "str | Game | State" = "chess",
    players: "Sequence[str | AnyAgent | None] | None" = None,
    *,
    seed: int = 0,
    **options: Any,
) -> BoardWidget:
    """Return a board to play on in a notebook. It needs ``pip install 'plyground[board]'``.

    Parameters
    ----------
    source : str, Game or State, default "chess"
        An id, a game, or a state to continue.
    players : sequence, optional
        For each seat an agent such as ``"mcts:2000"``, or None for a user. By default you play all seats.
    seed : int, default 0
        The seed of chance and agents.
    **options : bool, int or str
        Options of `plyground.game`.

    Returns
    -------
    plyground.ui.widget.BoardWidget
        The board. ``board.state`` is the current state.

    Raises
    ------
    ValueError
        If an id, an option or an agent is not valid, or there is not one player for each seat.
    TypeError
        If the source is none of these, or a game or a state is given with options.

    Examples
    --------
    >>> import plyground as pg
    >>> board = pg.board("stax", players=[None, "greedy"])
    >>> board.apply("e3-f4")
    >>> len(board.state.steps)
    2
    """
    if isinstance(source, str):
        source = open_game(source, **options)
    elif options:
        raise TypeError("options are only allowed with an id")
    if isinstance(source, Game):
        source = source.start(seed)
    if not isinstance(source, State):
        raise TypeError(f"source must be an id, a Game or a State, got {type(source).__name__}")
    if players is None:
        players = [None] * source.game.num_seats
    return BoardWidget(Session(source, players, seed))
