"""Validation of ONNX files before a runtime opens them.

The file is read without a library. Everything must be on a list of what is allowed: fields (`schema`), operators (`operators`)
and sizes (`sizes`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from struct import unpack
from typing import Any, Final

from .operators import DOMAINS, OPERATORS
from .protobuf import BadOnnx, read_message, read_varints
from .schema import BRANCHES, ELSEWHERE, FUNCTIONS, MODEL, SPARSE, TEXTS, TYPES

MAX_BYTES: Final = 256 * 2**20
"""Largest size of a file: 256 MiB, 67 million float32 weights. 20 blocks with 256 channels need 24 million."""

MAX_RANK: Final = 8
"""Largest number of axes of a tensor. ONNX Runtime optimizes for fewer."""

MAX_NUMBERS: Final = 64
"""Constants of integers up to this size are decoded: shapes, axes, and bounds of slices."""

ORT_FORMAT: Final = b"ORTM"
"""Marks a file in the format of ONNX Runtime itself at byte 4. One file can be valid in both formats."""

FLOAT, INT32, INT64 = 1, 6, 7
"""Numbers of element types."""

ELEMENTS: Final = {
    FLOAT: ("float32", 4, "float_data"),
    INT32: ("int32", 4, "int32_data"),
    INT64: ("int64", 8, "int64_data"),
    9: ("bool", 1, "int32_data"),
    10: ("float16", 2, "int32_data"),
    11: ("float64", 8, "double_data"),
}
"""Allowed element types: name, bytes in ``raw_data``, and the field for values that are not raw."""

PACKED_BYTES: Final = {"float_data": (4, 4), "double_data": (8, 8), "int32_data": (1, 10), "int64_data": (1, 10)}
"""Smallest and largest number of bytes of a number in each field."""

ATTRIBUTE_FIELDS: Final = {1: "f", 2: "i", 3: "s", 4: "t", 6: "floats", 7: "ints"}
"""The field of an attribute's value, by the attribute's type."""

OTHER_ATTRIBUTES: Final = {5: BRANCHES, 8: TEXTS, 10: BRANCHES, 11: SPARSE, 12: SPARSE, 13: TYPES, 14: TYPES}
"""Error messages for attributes of other types."""


@dataclass(frozen=True, slots=True)
class Tensor:
    """A constant: its type and shape, and its elements if it is a small tensor of integers."""

    element: int
    shape: tuple[int, ...]
    numbers: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Node:
    """A node: an operator with the names of its inputs and outputs."""

    operator: str
    inputs: Sequence[str]
    outputs: Sequence[str]
    attributes: Mapping[str, Any]
    """Integers, lists of integers, bytes and `Tensor`; ``None`` for a float, and the length of a list of floats."""


@dataclass(frozen=True, slots=True)
class Value:
    """An input or output of the graph."""

    name: str
    element: int
    shape: Sequence[int | None] | None
    """``None`` for sizes that the file does not declare."""


@dataclass(frozen=True, slots=True)
class Graph:
    """The computation of a network."""

    nodes: Sequence[Node]
    constants: Mapping[str, Tensor]
    inputs: Sequence[Value]
    outputs: Sequence[Value]


@dataclass(frozen=True, slots=True)
class Contents:
    """The content of a model."""

    metadata: Mapping[str, str]
    """Texts by their keys."""
    graph: Graph


def read_contents(data: bytes) -> Contents:
    """Read an ONNX file and check that it holds only a plain network.

    Parameters
    ----------
    data : bytes
        The file.

    Returns
    -------
    Contents
        The metadata and the graph, without weights.

    Raises
    ------
    BadOnnx
        If the file is too large, is not a valid ONNX file, or has a field, an operator or an encoding that is not allowed.
    """
    if len(data) > MAX_BYTES:
        raise BadOnnx(f"it must have at most {MAX_BYTES:,} bytes, got {len(data):,}")
    if data[4:8] == ORT_FORMAT:
        raise BadOnnx("it is in the format of ONNX Runtime; save it as an ONNX file")
    model = read_message(memoryview(data), MODEL)
    if "graph" not in model:
        raise BadOnnx("it is not an ONNX file: it has no graph")
    return Contents(_metadata(model.get("metadata_props", [])), _graph(model["graph"]))


def _metadata(pairs: Sequence[Mapping[str, str]]) -> dict[str, str]:
    metadata: dict[str, str] = {}
    for pair in pairs:
        key = pair.get("key", "")
        if key in metadata:
            raise BadOnnx(f"keys of its metadata must differ, but {key[:40]!r} is given twice")
        metadata[key] = pair.get("value", "")
    return metadata


def _graph(graph: Mapping[str, Any]) -> Graph:
    constants: dict[str, Tensor] = {}
    for one in graph.get("initializer", []):
        name = one.get("name", "")
        if not name or name in constants:
            raise BadOnnx(f"names of its constants must differ, but {name[:40]!r} is given twice or empty")
        constants[name] = _tensor(one)
    for one in graph.get("value_info", []):
        _value(one)
    return Graph(
        nodes=[_node(one) for one in graph.get("node", [])],
        constants=constants,
        inputs=[_value(one) for one in graph.get("input", [])],
        outputs=[_value(one) for one in graph.get("output", [])],
    )


def _node(node: Mapping[str, Any]) -> Node:
    operator, domain = node.get("op_type", ""), node.get("domain", "")
    if domain not in DOMAINS:
        raise BadOnnx(f"its operator {operator[:40]!r} is of {domain[:40]!r}, and only those of ONNX are allowed")
    if node.get("overload", ""):
        raise BadOnnx(FUNCTIONS)
    if operator not in OPERATORS:
        raise BadOnnx(
            f"its operator {operator[:40]!r} is not allowed; docs/learning.md and plyground.nets.OPERATORS list the "
            "allowed ones"
        )
    attributes: dict[str, Any] = {}
    for one in node.get("attribute", []):
        name = one.get("name", "")
        if name in attributes:
            raise BadOnnx(
                f"attribute {name[:40]!r} of its operator {operator!r} must be given once, but is given twice"
            )
        attributes[name] = _attribute(one, operator)
    return Node(operator, node.get("input", []), node.get("output", []), attributes)


def _attribute(attribute: Mapping[str, Any], operator: str) -> Any:
    """Return the value of an attribute."""
    kind = attribute.get("type", 0)
    if kind in OTHER_ATTRIBUTES:
        raise BadOnnx(OTHER_ATTRIBUTES[kind])
    field = ATTRIBUTE_FIELDS.get(kind)
    given = attribute.keys() & set(ATTRIBUTE_FIELDS.values())
    if field is None or given - {field}:
        raise BadOnnx(
            f"attribute {attribute.get('name', '')[:40]!r} of its operator {operator!r} must have a value of its type, "
            f"got type {kind} and {', '.join(sorted(given)) or 'no value'}"
        )
    if field == "t":
        if operator != "Constant" or "t" not in attribute:
            raise BadOnnx(f"its operator {operator!r} has a constant as an attribute, or an empty one")
        return _tensor(attribute["t"])
    if field == "f":
        return None
    return attribute.get(field, {"i": 0, "s": b"", "floats": 0, "ints": []}[field])


def _tensor(tensor: Mapping[str, Any]) -> Tensor:
    """Return a constant, whose number of bytes must match its shape."""
    if tensor.get("data_location", 0) != 0:
        raise BadOnnx(ELSEWHERE)
    kind = tensor.get("data_type", 0)
    name, size, field = _element(kind)
    shape = tuple(tensor.get("dims", []))
    if len(shape) > MAX_RANK or not all(dimension > 0 for dimension in shape):
        raise BadOnnx(f"the shape of a constant must be at most {MAX_RANK} positive sizes, got {str(list(shape))[:60]}")
    given = tensor.keys() & {"raw_data", *PACKED_BYTES}
    if len(given) != 1 or not given <= {"raw_data", field}:
        raise BadOnnx(
            f"a constant of type {name} must have its numbers in raw_data or {field}, got {', '.join(sorted(given)) or 'none'}"
        )
    count, raw = prod(shape), "raw_data" in given
    data: memoryview = tensor["raw_data" if raw else field]
    least, most = (size, size) if raw else PACKED_BYTES[field]
    if not least * count <= len(data) <= most * count:
        raise BadOnnx(f"a constant of type {name} and shape {list(shape)} cannot have {len(data)} bytes")
    if kind not in (INT32, INT64) or count > MAX_NUMBERS:
        return Tensor(kind, shape, None)
    form = f"<{count}{'q' if kind == INT64 else 'i'}"
    numbers = list(unpack(form, data)) if raw else read_varints(data, count)
    if len(numbers) != count:
        raise BadOnnx(f"a constant of type {name} and shape {list(shape)} cannot have {len(numbers)} numbers")
    return Tensor(kind, shape, tuple(numbers))


def _element(kind: int) -> tuple[str, int, str]:
    """Return the name, the size and the field of an element type."""
    if kind not in ELEMENTS:
        allowed = ", ".join(name for name, _, _ in ELEMENTS.values())
        raise BadOnnx(f"its tensors must be of {allowed}; got element type {kind}")
    return ELEMENTS[kind]


def _value(value: Mapping[str, Any]) -> Value:
    tensor = value.get("type", {}).get("tensor_type", {})
    name, kind = value.get("name", ""), tensor.get("elem_type", 0)
    _element(kind)
    if "shape" not in tensor:
        return Value(name, kind, None)
    shape: list[int | None] = []
    for dimension in tensor["shape"].get("dim", []):
        if "dim_value" in dimension and "dim_param" in dimension:
            raise BadOnnx(f"a size of {name[:40]!r} must be a number or a name, not both")
        shape.append(dimension.get("dim_value"))
    return Value(name, kind, shape)
