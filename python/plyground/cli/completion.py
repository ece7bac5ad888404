"""`plyground completion`: scripts that complete commands, options, ids and agents in a shell.

The scripts contain all words, so that completion does not start Python. They are made from the parser of the command line.
"""

import argparse
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from .. import info, variants
from ..agents import DEFAULT_AGENTS, ENGINE_PREFIXES
from .completion_scripts import SCRIPTS, Command, Option, Table

AGENTS: Final = (*DEFAULT_AGENTS, "net:", *ENGINE_PREFIXES)
"""The agents that are offered: kinds with a usual budget, or the prefix of a file or a program."""

KINDS: Final = {"ID": "ids", "AGENT": "agents", "KIND": "boards", "FILE": "files", "FOLDER": "folders"}
"""The kinds of values, by the names that help texts give them."""


def add_completion(add: Callable[..., argparse.ArgumentParser], top: argparse.ArgumentParser) -> None:
    """Add the command `completion`, which describes the parser of all commands."""
    command = add("completion", partial(print_script, top), "print a script that completes commands in a shell")
    command.add_argument("shell", metavar="SHELL", choices=sorted(SCRIPTS), help="bash, fish or zsh")


def print_script(top: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Print the script for a shell."""
    print(SCRIPTS[arguments.shell](table(top)), end="")


def table(top: argparse.ArgumentParser) -> Table:
    """Return what can be completed: all commands of a parser, and the words for each kind of value."""
    ids = variants()
    facts = [info(id) for id in ids]
    words = {
        "ids": ids,
        "agents": AGENTS,
        "families": tuple(sorted({each.family for each in facts})),
        "boards": tuple(sorted({each.board for each in facts})),
    }
    commands = tuple(Command(name, text, *_arguments(parser, words)) for name, text, parser in _commands(top))
    return Table(tuple(_arguments(top, words)[0]), commands, words)


def _commands(top: argparse.ArgumentParser) -> Iterator[tuple[str, str, argparse.ArgumentParser]]:
    """Yield the name, the summary and the parser of each command."""
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for choice in action._choices_actions:
                yield choice.dest, _short(choice.help), action.choices[choice.dest]


def _arguments(
    parser: argparse.ArgumentParser, words: dict[str, tuple[str, ...]]
) -> tuple[tuple[Option, ...], str | None]:
    """Return the options of a parser and the kind of its positional arguments. Choices are added to the words."""
    options, positional = [], None
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            continue
        kind = "any" if action.nargs != 0 else None
        if action.choices is not None:
            found = tuple(map(str, action.choices))
            kind = next((name for name, known in words.items() if known == found), f"choices_{len(words)}")
            words[kind] = found
        elif action.dest == "family":
            kind = "families"
        elif kind is not None:
            kind = KINDS.get(str(action.metavar), kind)
        if action.option_strings:
            options.append(Option(tuple(action.option_strings), _short(action.help), kind))
        else:
            positional = positional or kind
    return tuple(options), positional


def _short(text: str | None) -> str:
    """Return the beginning of a help text: without its default and further remarks."""
    return re.split(r";|: | \(", text or "", maxsplit=1)[0]
