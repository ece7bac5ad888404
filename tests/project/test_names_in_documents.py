"""Tests that names in code font exist: in tables, in calls, in commands, and names with underscores anywhere."""

import argparse
import builtins
import inspect
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import packages_distributions
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from extras import MODULES
from plyground.cli import parser
from repository import ROOT

DOCUMENTS = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]
SOURCES = ("benches/**/*.py", "bindings/src/**/*.rs", "python/plyground/**/*.py", "src/**/*.rs")

KINDS = ("argument", "array", "attribute", "field", "function", "member", "method", "option", "parameter", "setting")
"""Tables whose first column has attributes or arguments of one public object."""

OTHER_LIBRARIES = {"np", "jnp", *packages_distributions(), *sys.stdlib_module_names} - {"plyground"}

ELSEWHERE = {
    "Game.actions": "kish",
    "ParallelPettingZooEnv": "Ray",
    "check_env": "Gymnasium",
    "is_game_over": "python-chess",
    "mean_score_high": "a column of log.csv, made from `mean_score`",
    "mean_score_low": "a column of log.csv, made from `mean_score`",
    "non_blocking": "PyTorch",
    "plyground_chess": "the name of a game in OpenSpiel, made from the id",
    "plyground replay 2": "the format of a file",
    "score_vs_previous": "a column of log.csv, made from the name of an opponent",
    "to": "PyTorch",
    "vectorization_mode": "Gymnasium",
}
"""Names of other libraries that no executed example has, and names that are made from parts."""

RUST = ("adding_a_game", "contributing")
"""Pages that also call functions in Rust."""


def parameters(function: Any) -> set[str]:
    """Return the names of the arguments of a function or class, with those of options."""
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return set()
    names = {parameter.name for parameter in found}
    return names | options() if any(parameter.kind is parameter.VAR_KEYWORD for parameter in found) else names


@cache
def options() -> set[str]:
    """Return the options of all variants, and those of all games."""
    return {"frame"}.union(*(pg.info(id).options for id in pg.variants()))


def settings_of_agents() -> set[str]:
    """Return the names of settings in texts such as ``ab:3,eval=auto``, from the docstring and from an error."""
    with pytest.raises(ValueError, match="has only the options") as caught:
        pg.agent("ab:3,unknown=1")
    return set(re.findall(r"\b(\w+)=", f"{pg.agent.__doc__} {caught.value}"))


@cache
def scopes() -> Mapping[str, set[str]]:
    """Return the names that belong to each public object: arguments, attributes or members."""
    found = {"agents": settings_of_agents()}
    for module in map(import_module, MODULES):
        found[module.__name__] = set(module.__all__)
        for name in module.__all__:
            try:
                thing = getattr(module, name)
            except ImportError:
                continue
            if inspect.isclass(thing):
                fields = set(getattr(thing, "__annotations__", ()))
                names = {key for key in dir(thing) if not key.startswith("_")}
                found[f"{module.__name__}.{name}"] = names | parameters(thing) | fields
                for key in names:
                    if callable(member := getattr(thing, key, None)):
                        found[f"{module.__name__}.{name}.{key}"] = parameters(member)
            elif callable(thing):
                found[f"{module.__name__}.{name}"] = parameters(thing)
    return found


@cache
def public_names() -> set[str]:
    """Return all names in `scopes`, and the names of the builtins."""
    return set(dir(builtins)).union(
        scopes(), *scopes().values(), re.findall(r"\b(\w+)=", str(pg.study.compensation.__doc__))
    )


@cache
def words_of_sources() -> set[str]:
    """Return all words in the sources of the core and the package."""
    return {
        word
        for pattern in SOURCES
        for path in ROOT.glob(pattern)
        for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))
    }


def tables(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield what the first column of each table has, and its entries in code font."""
    for head, rows in re.findall(r"^\| *(.*?) *\|.*\n\|[-:| ]+\|\n((?:\|.*\n?)+)", text, re.MULTILINE):
        yield head, [span for row in rows.splitlines() for span in re.findall("`([^`]+)`", row.split("|")[1])]


def unknown_in_tables(text: str) -> list[str]:
    """Return the entries of tables that do not all belong to one public object."""
    found = []
    for head, entries in tables(text):
        if head.partition(" ")[0] not in KINDS:
            continue
        groups: dict[str, set[str]] = {}
        for entry in entries:
            if match := re.fullmatch(r"(?:(\w+)\.)?([A-Za-z]\w*)(?:\(.*\)|=.*)?", entry):
                groups.setdefault(match[1] or "", set()).add(match[2])
        groups.pop("pg", None)
        for names in groups.values():
            if not any(names <= scope for scope in scopes().values()):
                nearest = max(scopes().values(), key=lambda scope: len(names & scope))
                found += sorted(names - nearest)
    return found


@cache
def commands() -> Mapping[str, set[str]]:
    """Return the options of each command."""
    top = parser()
    (subparsers,) = (action for action in top._actions if isinstance(action, argparse._SubParsersAction))
    found = {"": top, **subparsers.choices}
    return {
        name: {option for action in one._actions for option in action.option_strings} for name, one in found.items()
    }


def unknown_names(span: str, words: set[str]) -> list[str]:
    """Return the names in a code span that do not exist. ``words`` are names that it may have besides public ones."""
    if span in words:
        return []
    if match := re.match(r"plyground (--?[\w-]+|[a-z]+)", span):
        command = match[1] if match[1] in commands() else ""
        known = commands()[command] | {command}
        return [text for text in (match[1], *re.findall(r" (--[a-z-]+)", span)) if text not in known]
    known = public_names() | words
    match = re.fullmatch(r"((?:\w+\.)*[A-Za-z]\w*)(\(.*\))?", span)
    names = [] if match is None else match[1].split(".")
    arguments = re.findall(r"\b(\w+)=", re.sub("\"[^\"]*\"|'[^']*'", "", span))
    if names and names[0] in ("pg", "plyground"):
        if (thing := resolved(names[1:])) is None:
            return [span]
        own = parameters(thing) if span.endswith(")") else known
        return [name for name in arguments if name not in own]
    if names and names[0] in OTHER_LIBRARIES:
        return []
    owners = [scope for name, scope in scopes().items() if name.endswith(f".{names[0]}")] if len(names) == 2 else []
    if owners and names[0][0].isupper() and not any(names[1] in owner for owner in owners):
        return [span]
    if match and match[2]:
        return [name for name in (names[-1], *arguments) if name not in known]
    if re.fullmatch(r"[a-z]\w*=.*", span):
        return [name for name in arguments if name not in known]
    has_underscore = re.fullmatch(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+", span)
    return [span] if has_underscore and span not in known | words_of_sources() else []


def resolved(names: list[str]) -> Any:
    """Return an attribute of the package by its path, None if there is none, and the package if it cannot be imported."""
    try:
        return attrgetter(".".join(names))(pg) if names else pg
    except ImportError:
        return pg
    except AttributeError:
        return None


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_names_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    code = re.compile("^```.*?^```$", re.MULTILINE | re.DOTALL)
    words = {word for block in code.findall(text) for word in re.findall(r"\w+", block)} | ELSEWHERE.keys()
    if path.stem in RUST:
        words |= words_of_sources()
    prose = code.sub("", text)
    spans = dict.fromkeys(re.findall("`([^`\n]+)`", prose))
    unknown = unknown_in_tables(prose) + [name for span in spans for name in unknown_names(span, words)]
    assert unknown == [], f"{path.name} has names that do not exist"


def test_names_in_docstrings_exist() -> None:
    names = {
        (path.name, *name.split("."))
        for path in Path(pg.__file__).parent.rglob("*.py*")
        if path.suffix in (".py", ".pyi")
        for name in re.findall(r"`plyground\.([\w.]+)`", path.read_text(encoding="utf-8"))
    }
    assert len(names) > 50
    assert [name for name in names if resolved(list(name[1:])) is None] == []


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        (
            "| array | shape |\n|---|---|\n| `observations` | n |\n| `masks` | n |\n| `rewards`, `gains` | n |\n",
            ["gains", "masks"],
        ),
        (
            "| array | content |\n|---|---|\n| `returns` | |\n| `steps` | |\n| `first` | |\n| `agents` (n, seats) | |\n",
            ["first"],
        ),
        ("| member | returns |\n|---|---|\n| `observe()`, `action_mask()`, `rng` | |\n| `legal()` | |\n", ["legal"]),
        (
            '| argument | effect |\n|---|---|\n| `root="puct"`, `simulations=8` | |\n| `full=0.25`, `fast=8` | |\n',
            ["fast", "full"],
        ),
    ],
)
def test_wrong_names_in_tables_are_found(text: str, unknown: list[str]) -> None:
    assert unknown_in_tables(text) == unknown


@pytest.mark.parametrize(
    "span",
    [
        "pg.vectors",
        "pg.vector(game, num_threads=2)",
        "plyground.study.statistics.score_interval",
        "State.final_actors",
        "games.final_actors()",
        "number_of_envs",
        "num_threads=2",
        "plyground paint",
        "plyground study --game 3",
    ],
)
def test_wrong_names_in_prose_are_found(span: str) -> None:
    assert len(unknown_names(span, set())) == 1
