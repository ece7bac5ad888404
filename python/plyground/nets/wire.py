"""What an ONNX file holds, as far as must be known before it is trusted; read without a library.

The format is that of Protocol Buffers: each field has a number and a kind. The numbers are those of `onnx.proto`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

VARINT, WIDE, BYTES, NARROW = 0, 1, 2, 5

# Of a model: its graph, whose operators it uses, its own functions, what is written about it, and how it would train on.
GRAPH, FUNCTIONS, METADATA, TRAINING = 7, 25, 14, 20
# Of a graph: its nodes, its constants, and those that are mostly zeros.
NODE, CONSTANT, SPARSE = 1, 5, 15
# Of a node: its operator, its attributes, and whose operator it is.
OPERATOR, ATTRIBUTE, DOMAIN = 4, 5, 7
# Of an attribute: constants and graphs, each alone or several.
OWN_CONSTANT, OWN_GRAPH, OWN_CONSTANTS, OWN_GRAPHS = 5, 6, 10, 11
# Of a constant: where in another file it lies, and that it does.
ELSEWHERE, LOCATION = 13, 14
# Of a pair of words.
KEY, VALUE = 1, 2

STANDARD: Final = ("", "ai.onnx")
"""Whose operators every runtime has."""


class Broken(ValueError):
    """A file is no ONNX file, or one that is refused; the message says why."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in a model."""

    metadata: dict[str, str]
    """What is written about it, by keys."""


def contents(data: bytes) -> Contents:
    """What is in an ONNX file; one that needs other files, or operators that not every runtime has, is refused."""
    metadata: dict[str, str] = {}
    graphs = 0
    for number, value in _fields(memoryview(data)):
        if number == GRAPH:
            graphs += 1
            _check_graph(_bytes(value))
        elif number == METADATA:
            pair = dict(_fields(_bytes(value)))
            metadata[_text(pair.get(KEY, memoryview(b"")))] = _text(pair.get(VALUE, memoryview(b"")))
        elif number in (FUNCTIONS, TRAINING):
            raise Broken("it brings operators or training steps of its own, and only plain networks are played")
    if graphs != 1:
        raise Broken("it is not an ONNX file")
    return Contents(metadata)


def _check_graph(graph: memoryview) -> None:
    for number, value in _fields(graph):
        if number == NODE:
            _check_node(_bytes(value))
        elif number == CONSTANT:
            _check_constant(_bytes(value))
        elif number == SPARSE:
            raise Broken("it has sparse constants, and only plain networks are played")


def _check_node(node: memoryview) -> None:
    fields = list(_fields(node))
    operator = next((_text(value) for number, value in fields if number == OPERATOR), "")
    for number, value in fields:
        if number == DOMAIN and (domain := _text(value)) not in STANDARD:
            raise Broken(
                f"its operator {operator[:40]!r} is of {domain[:40]!r}, and only those of ONNX itself are played"
            )
        if number == ATTRIBUTE:
            for inner, held in _fields(_bytes(value)):
                if inner in (OWN_GRAPH, OWN_GRAPHS):
                    raise Broken(
                        f"its operator {operator[:40]!r} branches or loops, and only plain networks are played"
                    )
                if inner in (OWN_CONSTANT, OWN_CONSTANTS):
                    _check_constant(_bytes(held))


def _check_constant(constant: memoryview) -> None:
    for number, value in _fields(constant):
        if number == ELSEWHERE or (number == LOCATION and value == 1):
            raise Broken("its weights lie in another file; save them in the ONNX file itself")


def _fields(data: memoryview) -> Iterator[tuple[int, "int | memoryview"]]:
    """The fields of a message: their numbers, and what they hold."""
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        number, kind = tag >> 3, tag & 7
        if kind == VARINT:
            value, at = _varint(data, at)
            yield number, value
            continue
        if kind == BYTES:
            length, at = _varint(data, at)
        elif kind in (WIDE, NARROW):
            length = 8 if kind == WIDE else 4
        else:
            raise Broken("it is not an ONNX file")
        if number == 0 or at + length > len(data):
            raise Broken("it is not an ONNX file, or was cut short")
        yield number, data[at : at + length]
        at += length


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    """A whole number, seven bits a byte, and where it ends."""
    number = 0
    for shift in range(0, 70, 7):
        if at >= len(data):
            break
        byte = data[at]
        at += 1
        number |= (byte & 127) << shift
        if byte < 128:
            return number, at
    raise Broken("it is not an ONNX file, or was cut short")


def _bytes(value: "int | memoryview") -> memoryview:
    if isinstance(value, int):
        raise Broken("it is not an ONNX file")
    return value


def _text(value: "int | memoryview") -> str:
    try:
        return str(_bytes(value), "utf-8")
    except UnicodeDecodeError:
        raise Broken("it is not an ONNX file") from None
