"""Whatever an argument of the core should not be: the message names it, and shows what it was."""

import ast
import gc
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from core_arguments import OWNERS, RIGHT, STATE
from plyground import _core

OTHER_FORMS = {"tune"}
"""Functions of the core whose public form has other arguments."""


class Wrong:
    """What no argument may be."""

    def __init__(self, shown: str) -> None:
        self.shown = shown

    def __repr__(self) -> str:
        return self.shown


def parameters() -> Iterator[tuple[Callable[..., Any], ast.FunctionDef, str, str]]:
    """Every argument of every public function and method: what is called, its stub, its name and its type."""
    stub = ast.parse(Path(pg.__file__).with_name("_core.pyi").read_text())
    for node in stub.body:
        inner = node.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_") else [node]
        for function in inner:
            if not isinstance(function, ast.FunctionDef) or function.name.startswith("_"):
                continue
            static = any(isinstance(mark, ast.Name) and mark.id == "staticmethod" for mark in function.decorator_list)
            asked = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
            for argument in asked[isinstance(node, ast.ClassDef) and not static :]:
                assert argument.annotation is not None
                module = _core if function.name in OTHER_FORMS else pg
                owner = OWNERS[node.name] if isinstance(node, ast.ClassDef) else module
                yield getattr(owner, function.name), function, argument.arg, ast.unparse(argument.annotation)


PARAMETERS = [pytest.param(*found, id=f"{found[0].__qualname__}-{found[2]}") for found in parameters()]


def message(call: Callable[..., Any], stub: ast.FunctionDef, name: str, value: object) -> str:
    """Return the error message of a call with one wrong argument."""
    asked = stub.args
    front = [argument.arg for argument in (*asked.posonlyargs, *asked.args) if argument.arg != "self"]
    needed = front[: len(front) - len(asked.defaults)]
    given = {argument: RIGHT[argument] for argument in needed} | {name: value}
    first = [given.pop(argument.arg) for argument in asked.posonlyargs if argument.arg != "self"]
    with pytest.raises((TypeError, ValueError, IndexError)) as caught:
        call(*first, **given)
    # Notes are not part of the message and do not exist in Python 3.10.
    assert not getattr(caught.value, "__notes__", [])
    assert "add_note" not in vars(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(("call", "stub", "name", "kind"), PARAMETERS)
def test_messages_name_the_argument_and_show_its_value(
    call: Callable[..., Any], stub: ast.FunctionDef, name: str, kind: str
) -> None:
    wrong: list[Any] = [Wrong("<wrong>")]
    if kind in ("int", "int | None"):
        wrong += [-1, 2**70, 0.5, "x"]
    elif kind in ("float", "float | None"):
        wrong += [-1.0, 10**400, "x"]
    for value in wrong:
        said = message(call, stub, name, value)
        assert re.search(rf"\b{name}\b", said), said
        assert "argument '" not in said
        assert "the argument" not in said
        shown = repr(value) if value != 10**400 else "000...000"
        assert shown in said or shown.removesuffix(".0") in said, said
    assert len(message(call, stub, name, Wrong("y" * 1_000_000))) < 300


def test_all_public_functions_are_covered() -> None:
    names = {call.__name__ for call, *_ in parameters()}
    assert {"playouts", "vector", "matches", "self_play", "from_fen", "observe", "svg", "examples", "reset"} <= names


def test_messages_state_the_range_of_integers() -> None:
    with pytest.raises(TypeError, match=r"^games must be an integer from 0 to 2\*\*64 - 1, got str 'x'$"):
        pg.matches("chess", "random", games="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^games must be an integer from 0 to 2\*\*64 - 1, got -1$"):
        pg.matches("chess", "random", games=-1)
    with pytest.raises(TypeError, match=r"^games must be an integer from 0 to 2\*\*64 - 1, got None$"):
        pg.playouts("chess", None)  # type: ignore[arg-type]


def test_messages_name_options_and_entries() -> None:
    with pytest.raises(TypeError, match="option size must be a bool, int or str, got float 0"):
        pg.game("stax", size=0.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="operand of bm must be a str, a number, or a list of these, got None"):
        STATE.epd(bm=None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"out\['action_masks'\] must be a NumPy array, got list \[1\]"):
        pg.vector("chess", 1, out={"action_masks": [1]})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="each name in out must be a str, got int 1"):
        pg.vector("chess", 1, out={1: np.zeros(1)})  # type: ignore[dict-item]


def test_values_without_a_repr_are_rejected() -> None:
    class Mute:
        def __repr__(self) -> str:
            raise RuntimeError("mute")

    with pytest.raises(TypeError, match=r"games must be .*, got Mute <Mute instance at"):
        pg.playouts("chess", Mute())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="games must be "):
        pg.playouts("chess", 1 << 100_000)


def test_rejected_calls_do_not_leak_exceptions() -> None:
    def num_type_errors() -> int:
        return sum(isinstance(found, TypeError) for found in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = num_type_errors()
        for _ in range(10):
            with pytest.raises(TypeError):
                pg.playouts("chess", "x")  # type: ignore[arg-type]
        assert num_type_errors() <= before + 1
    finally:
        gc.enable()
