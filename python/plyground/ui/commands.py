"""The commands that a page or a widget sends: plain dicts, each with the name of the command in ``do``."""

import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from .._core import Game, State
from ..notation import pdn, pgn
from ..truncate import truncated
from .session import HINT_AGENT, Session, state_from_json

__all__ = [
    "CommandError",
    "agent_of",
    "failure_text",
    "hint_errors",
    "players_of",
    "read_state",
    "record_formats",
    "run_command",
]

_CODECS: dict[str, ModuleType] = {"pgn": pgn, "pdn": pdn}

MAX_TEXT = 200_000
"""The maximum length of a text in a command."""


class CommandError(ValueError):
    """A command is not valid in the current position."""


def run_command(session: Session, command: Mapping[str, Any]) -> dict[str, Any]:
    """Run a command that changes the position or returns a text. Searches are separate: see `Session.analysis`.

    ===========  ===========================================================
    ``do``       further keys
    ===========  ===========================================================
    ``step``     ``step``: make this step
    ``enter``    ``text``: make what the user typed
    ``undo``
    ``redo``
    ``go_to``    ``node``: go to a node of the tree of moves
    ``resume``   let the agent act after going back
    ``show``     ``seat``: the user of this seat is at the screen
    ``players``  ``players``: an agent for each seat, or null
    ``export``   ``format``: ``json``, ``pgn``, ``pdn`` or ``position``
    ===========  ===========================================================

    Returns
    -------
    dict
        Empty, or the exported ``text`` and the ``name`` of a file for it.

    Raises
    ------
    CommandError
        If the command is not valid. Nothing has changed, except that typed steps before an illegal one were made.
    """
    name = command.get("do")
    function = _COMMANDS.get(name) if isinstance(name, str) else None
    if function is None:
        raise CommandError(f"do must be one of {', '.join(_COMMANDS)}, got {truncated(name)}")
    try:
        return function(session, command) or {}
    except (ImportError, OSError, TypeError, ValueError) as error:
        raise CommandError(str(error)) from error


def read_state(game: Game, text: str) -> State:
    """Return the state that a text describes: a position string, a saved game, PGN or PDN.

    A saved game may be of another variant.

    Raises
    ------
    ValueError
        If the text is none of these.
    """
    text = text.strip()
    if text.startswith("{"):
        return state_from_json(text)
    if "[" not in text and "\n" not in text and not text.startswith("1."):
        return game.from_fen(text)
    formats = record_formats(game)
    codec = next((codec for name, codec in _CODECS.items() if name in formats), pgn)
    found = next(iter(codec.read(text)), None)
    if found is None:
        raise ValueError("the text contains no game")
    state: State = found.play() if "Variant" in found.tags or "GameType" in found.tags else found.play(game)
    return state


def record_formats(game: Game) -> list[str]:
    """Return the formats in which games can be exported: ``json`` and ``position``, and ``pgn`` or ``pdn`` if there is one."""
    start = game.start()
    return ["json", "position", *(name for name, codec in _CODECS.items() if _can_write(codec, start))]


def _can_write(codec: ModuleType, state: State) -> bool:
    try:
        codec.Game.from_state(state)
    except ValueError:
        return False
    return True


def _step(session: Session, command: Mapping[str, Any]) -> None:
    session.apply(_text(command, "step"))


def _enter(session: Session, command: Mapping[str, Any]) -> None:
    session.enter(_text(command, "text"))


def _go_to(session: Session, command: Mapping[str, Any]) -> None:
    session.go_to(_number(command, "node"))


def _show(session: Session, command: Mapping[str, Any]) -> None:
    session.show(_number(command, "seat"))


def _players(session: Session, command: Mapping[str, Any]) -> None:
    session.set_players(players_of(command))


def _export(session: Session, command: Mapping[str, Any]) -> dict[str, Any]:
    kind = _text(command, "format")
    if kind not in ("json", "pgn", "pdn", "position"):
        raise CommandError(f"format must be 'json', 'pgn', 'pdn' or 'position', got {truncated(kind)}")
    if not session.can_export:
        raise CommandError("the record contains hidden information: it is available when the game is over")
    name = f"{session.game.id}.{'fen' if kind == 'position' else kind}"
    if kind == "json":
        return {"text": session.to_json(), "name": name}
    if kind == "position":
        return {"text": session.state.fen, "name": name}
    codec = _CODECS[kind]
    return {"text": codec.write([codec.Game.from_state(session.state)]), "name": name}


_COMMANDS: dict[str, Callable[[Session, Mapping[str, Any]], dict[str, Any] | None]] = {
    "step": _step,
    "enter": _enter,
    "undo": lambda session, _: session.undo(),
    "redo": lambda session, _: session.redo(),
    "go_to": _go_to,
    "resume": lambda session, _: session.resume(),
    "show": _show,
    "players": _players,
    "export": _export,
}


def players_of(command: Mapping[str, Any]) -> list[str | None]:
    """Return the players in a command."""
    players = command.get("players")
    if not isinstance(players, list) or not all(isinstance(player, str | None) for player in players):
        raise CommandError(f"players must be a list with an agent or null for each seat, got {truncated(players)}")
    return players


def agent_of(command: Mapping[str, Any]) -> str:
    """Return the agent for a hint."""
    return _text(command, "agent") if command.get("agent") is not None else HINT_AGENT


@contextmanager
def hint_errors() -> Iterator[None]:
    """Turn every exception of a search for a hint into a `CommandError`, so that a client does not wait for an answer."""
    try:
        yield
    except (ImportError, OSError, ValueError) as error:
        raise CommandError(str(error)) from error
    except BaseException as error:
        # Agents and the rules of games in Python can raise anything.
        traceback.print_exc()
        raise CommandError(f"the agent has failed: {failure_text(error)}") from error


def failure_text(error: BaseException) -> str:
    """Return the kind and the message of an exception."""
    return ": ".join(filter(None, (type(error).__name__, str(error))))


def _text(command: Mapping[str, Any], key: str) -> str:
    text = command.get(key)
    if not isinstance(text, str) or len(text) > MAX_TEXT:
        raise CommandError(f"{key} must be a text of at most {MAX_TEXT} characters, got {truncated(text)}")
    return text


def _number(command: Mapping[str, Any], key: str) -> int:
    number = command.get(key)
    if not isinstance(number, int) or isinstance(number, bool):
        raise CommandError(f"{key} must be an integer, got {truncated(number)}")
    return number
