"""Call everything that is public as if no optional packages were installed, and print the results.

The argument is a folder with ``report.json``, a report of `plyground.study.atlas`. Each line of the output has what was called, a
tab, and ``works`` or the message of an error.
"""

import argparse
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from copy import copy
from functools import partial
from importlib import import_module, machinery
from inspect import Parameter, signature
from itertools import chain
from pathlib import Path
from typing import Any

import plyground as pg
from core_arguments import OWNERS, RIGHT, STATE
from extras import MODULES, core_packages, optional_packages
from plyground import cli
from small_games import TicTacToe

PARTS = [0.25, 0.5, 0.5, 1.0] * 5
FOLDER = Path(sys.argv[1])
REPORT = FOLDER / "report.json"
STORE = FOLDER / "one.store"

STEPPED = STATE.copy()
STEPPED.apply("e2e4")
HOLE = pg.golf.holes(1)[0]

ARGUMENTS: dict[str, Any] = RIGHT | {
    "a": PARTS,
    "b": PARTS,
    "base": "stax",
    "changes": {"size": 6},
    "counts": [3, 4, 5],
    "differences": [0.5, -0.5, 0.5],
    "draws": 2,
    "elo": 10.0,
    "function": lambda state: state.legal_steps()[0],
    "evaluate.games": "stax",
    "fit.games": OWNERS["Trajectories"],
    "given": "random",
    "hole": HOLE,
    "instructions.game": STATE.game,
    "into": FOLDER / "merged.store",
    "line": [],
    "losses": 1,
    "margin": 0.05,
    "model": str.upper,
    "name": "small",
    "num_holes": 1,
    "load.path": REPORT,
    "out": FOLDER / "out",
    "p_values": [0.01, 0.5],
    "path": FOLDER / "file.csv",
    "read_answer.text": "e2e4",
    "describe.description": {
        "id": "two-kings",
        "board": {"files": 5, "ranks": 5},
        "pieces": {"K": {"moves": "K", "royal": True}},
        "setup": {"white": {"K": "c1"}},
    },
    "register_game.rules": TicTacToe(),
    "check_game.rules": TicTacToe(),
    "report": pg.study.load(REPORT),
    "rules": "stax",
    "rules_summary.game": STATE.game,
    "run": OWNERS["Matches"],
    "score": 0.5,
    "scores.variants": "cooperative-chess",
    "scores": [PARTS, PARTS],
    "seconds": 0.1,
    "sees": "state",
    "replay.source": STEPPED,
    "source": "",
    "stores": STORE,
    "values": PARTS,
    "variants": "stax",
    "wins": 3,
    "write.games": [],
    "write_games.games": OWNERS["Matches"],
}
"""For each argument that must be given, something that it may be."""


GIVEN: dict[str, Any] = {"avoid": "captures", "games": 4, "generations": 1, "match_games": 0, "nodes": 2}
"""Arguments with a default that calls need, or that keep them short."""

WORDS = {"depth": 1, "id": "stax", "ids": "stax", "shell": "bash", "stores": STORE}
OPTIONS = {
    "--agent": ["random"],
    "--games": ["4"],
    "--generations": ["1"],
    "--into": ["{folder}/all.store"],
    "--match-games": ["0"],
    "--no-browser": [],
    "--nodes": ["2"],
    "--opponent": ["random"],
    "--out": ["{folder}/{command}.csv"],
    "--seconds": ["0.1"],
    "--solution": [],
}
"""Values of positional arguments, and options that keep commands short."""


def hide_extras() -> None:
    """Hide all packages except those that plyground always needs."""
    core = core_packages()
    imported = optional_packages() & sys.modules.keys()
    assert not imported, f"modules above import {imported}"

    class CoreFinder(machinery.PathFinder):
        """Finds modules of the core packages."""

        @classmethod
        def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> Any:
            # The names of modules of the standard library do not include that of `sysconfig` for this platform.
            is_core = fullname.partition(".")[0] in core or fullname.startswith("_sysconfigdata_")
            return machinery.PathFinder.find_spec(fullname, path, target) if is_core else None

    sys.meta_path[:] = [machinery.BuiltinImporter, machinery.FrozenImporter, CoreFinder]


def python_calls() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield all public functions with valid arguments, methods that need no argument, and the imports of all other names."""
    for module in map(import_module, MODULES):
        for name in module.__all__:
            yield f"{module.__name__}.{name}", partial(call, module, name)
    for kind, owner in (OWNERS | {"State": STEPPED, "Vector": pg.vector("chess", 2, record=True)}).items():
        for name in dir(owner):
            if not name.startswith("_") and callable(getattr(owner, name)) and not needed(getattr(owner, name)):
                yield f"{kind}.{name}", partial(call, copy(owner), name)


def needed(function: Callable[..., object]) -> list[str]:
    """Return the arguments that a function needs."""
    return [
        name
        for name, parameter in signature(function).parameters.items()
        if parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD
    ]


def call(owner: Any, name: str) -> None:
    """Get an attribute, and call it if it is a function."""
    function = getattr(owner, name)
    if callable(function) and not isinstance(function, type):
        parameters = signature(function).parameters
        given = {key: ARGUMENTS.get(f"{name}.{key}", ARGUMENTS.get(key)) for key in needed(function)}
        given |= {key: value for key, value in GIVEN.items() if key in parameters and key not in given}
        front = [given.pop(key) for key in needed(function) if parameters[key].kind is not Parameter.KEYWORD_ONLY]
        function(*front, **given)


def commands() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield all commands with valid arguments."""
    (subparsers,) = (action for action in cli.parser()._actions if isinstance(action, argparse._SubParsersAction))
    for name, parser in subparsers.choices.items():
        texts = [str(WORDS[action.dest]) for action in parser._actions if not action.option_strings]
        for option in {option for action in parser._actions for option in action.option_strings} & OPTIONS.keys():
            texts += [option, *(text.format(folder=FOLDER, command=name) for text in OPTIONS[option])]
        yield f"plyground {name}", partial(run_command, [name, *texts])
    yield "plyground playouts", partial(run_command, ["playouts", "chess", "--out", str(FOLDER / "games.parquet")])


def run_command(texts: list[str]) -> None:
    """Run a command as a process would, and raise an error with its message if it fails."""
    with redirect_stderr(io.StringIO()) as errors:
        status = cli.main(texts)
    if status:
        lines = errors.getvalue().splitlines()
        raise ImportError(lines[-1]) if status == 2 else RuntimeError(lines)


def main() -> None:
    """Call everything."""
    hide_extras()
    pg.study.Store(STORE).close()
    for name, run in chain(python_calls(), commands()):
        try:
            with redirect_stdout(io.StringIO()):
                run()
            result = "works"
        except ImportError as error:
            result = str(error)
        except Exception as error:
            result = f"{type(error).__name__}: {error}"
        print(f"{name}\t{result}")


if __name__ == "__main__":
    main()
