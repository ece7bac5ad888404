"""A strict reader of Protocol Buffers messages.

It reads only fields that a table allows, and raises `BadOnnx` for every encoding that parsers may interpret differently: numbers
with redundant bytes, fields of another wire type, groups, and single fields that are given twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

VARINT, LENGTH, FIXED32 = 0, 2, 5
"""Wire types. No allowed field is a 64-bit value (1) or a group (3 and 4), and 6 and 7 do not exist."""

MAX_FIELDS: Final = 100_000
"""Largest number of fields in a file. A network of 300 operators has about 15,000."""

INVALID: Final = "it is not an ONNX file, or was cut short"


class BadOnnx(ValueError):
    """A file is not a valid ONNX file, or has content that is not allowed. The message gives the reason."""


class Kind(Enum):
    """Type of a field."""

    INT64 = "int64"
    INT32 = "int32"
    """Also an enumeration. Longer numbers raise an error, since parsers cut them to 32 bits."""
    INTS = "int64 list"
    """Repeated integers, packed or not."""
    FLOAT = "float"
    FLOATS = "float list"
    """Repeated floats, packed or not. They are counted and not decoded."""
    TEXT = "string"
    BYTES = "bytes"
    """Bytes, or a packed repeated field that is given in one piece. They are not decoded."""
    MESSAGE = "message"


WIRE_TYPES: Final = {
    Kind.INT64: (VARINT,),
    Kind.INT32: (VARINT,),
    Kind.INTS: (VARINT, LENGTH),
    Kind.FLOAT: (FIXED32,),
    Kind.FLOATS: (FIXED32, LENGTH),
    Kind.TEXT: (LENGTH,),
    Kind.BYTES: (LENGTH,),
    Kind.MESSAGE: (LENGTH,),
}
"""The wire types that a field of each kind may have."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field that is allowed."""

    name: str
    kind: Kind
    repeated: bool = False
    """Whether a field of kind ``TEXT`` or ``MESSAGE`` may be given several times."""
    message: "Message | None" = None
    """The table of a field of kind ``MESSAGE``."""


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A field of the format that raises an error."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Message:
    """The fields of a message by their numbers. A number that is missing raises an error."""

    name: str
    fields: Mapping[int, Field | Forbidden]


def read_message(data: memoryview, message: Message) -> dict[str, Any]:
    """Read a message and the messages in it.

    The depth is bounded by the table, which has no cycle, and the time by ``MAX_FIELDS``.

    Parameters
    ----------
    data : memoryview
        The encoded message.
    message : Message
        The allowed fields.

    Returns
    -------
    dict
        Values by field names. Repeated fields are lists. Fields that are not given are missing.

    Raises
    ------
    BadOnnx
        If the bytes are not such a message, or have a field or an encoding that is not allowed.
    """
    return _Reader().read(data, message)


def read_varints(data: memoryview, limit: int) -> list[int]:
    """Decode packed signed 64-bit integers, at most ``limit``."""
    numbers: list[int] = []
    at = 0
    while at < len(data):
        if len(numbers) == limit:
            raise BadOnnx(f"it has a list of more than {limit} integers where fewer are allowed")
        number, at = _varint(data, at)
        numbers.append(_signed(number))
    return numbers


class _Reader:
    """Reads a file, and counts its fields."""

    def __init__(self) -> None:
        self._left = MAX_FIELDS

    def read(self, data: memoryview, message: Message) -> dict[str, Any]:
        found: dict[str, Any] = {}
        at = 0
        while at < len(data):
            self._spend(1)
            tag, at = _varint(data, at)
            field = _field(message, tag)
            wire = tag & 7
            value: Any
            if wire == VARINT:
                value, at = _varint(data, at)
                value = _signed(value)
            else:
                length = 4
                if wire == LENGTH:
                    length, at = _varint(data, at)
                if at + length > len(data):
                    raise BadOnnx(INVALID)
                value = data[at : at + length]
                at += length
            self._store(found, message, field, wire, value)
        return found

    def _store(self, found: dict[str, Any], message: Message, field: Field, wire: int, value: Any) -> None:
        match field.kind:
            case Kind.INTS:
                numbers = found.setdefault(field.name, [])
                if wire == LENGTH:
                    packed = read_varints(value, self._left)
                    self._spend(len(packed))
                    numbers += packed
                else:
                    numbers.append(value)
                return
            case Kind.FLOATS:
                found[field.name] = found.get(field.name, 0) + len(value) // 4
                if len(value) % 4:
                    raise BadOnnx(INVALID)
                return
            case Kind.INT32 if not -(2**31) <= value < 2**31:
                raise BadOnnx(f"{message.name}.{field.name} must fit into 32 bits, got {value}")
            case Kind.TEXT:
                value = _text(value)
            case Kind.MESSAGE if field.message is not None:
                value = self.read(value, field.message)
        if field.repeated:
            found.setdefault(field.name, []).append(value)
        elif field.name in found:
            raise BadOnnx(f"{message.name}.{field.name} must be given once, but is given twice")
        else:
            found[field.name] = value

    def _spend(self, count: int) -> None:
        self._left -= count
        if self._left < 0:
            raise BadOnnx(f"it must have at most {MAX_FIELDS:,} fields")


def _field(message: Message, tag: int) -> Field:
    """The field of a tag, if it is allowed with this wire type."""
    number, wire = tag >> 3, tag & 7
    if not 1 <= number < 2**29:
        raise BadOnnx(f"it is not an ONNX file: field number {number} is out of range")
    field = message.fields.get(number)
    if isinstance(field, Forbidden):
        raise BadOnnx(field.reason)
    if field is None:
        raise BadOnnx(f"it is not an ONNX file, or has an unknown format: {message.name} has no field {number}")
    if wire not in WIRE_TYPES[field.kind]:
        raise BadOnnx(f"it is not an ONNX file: {message.name}.{field.name} has wire type {wire}")
    return field


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    """Decode an unsigned integer of at most 64 bits in its shortest encoding; return it and the position after it."""
    number = 0
    for shift in range(0, 70, 7):
        if at >= len(data):
            raise BadOnnx(INVALID)
        byte = data[at]
        at += 1
        number |= (byte & 127) << shift
        if byte < 128:
            if (byte == 0 and shift) or number >= 2**64:
                break
            return number, at
    raise BadOnnx("it is not an ONNX file: an integer is longer than its shortest encoding, or than 64 bits")


def _signed(number: int) -> int:
    """Two's complement of 64 bits."""
    return number - 2**64 if number >= 2**63 else number


def _text(value: memoryview) -> str:
    try:
        return str(value, "utf-8")
    except UnicodeDecodeError:
        raise BadOnnx("it is not an ONNX file: a text is not UTF-8") from None
