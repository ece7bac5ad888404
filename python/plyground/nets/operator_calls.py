"""Shapes of tensors that are known before a network is computed, and calls of operators."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .guard import Node

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TensorInfo:
    """The shape of a tensor, and its elements if they are known before the network is computed."""

    shape: Shape
    values: tuple[int, ...] | None = None
    """The elements, if they are at most `guard.MAX_NUMBERS` integers that do not depend on observations."""


class ShapeError(ValueError):
    """The inputs of an operator do not fit, or the shape of an output depends on data. The message gives the reason."""


@dataclass(frozen=True, slots=True)
class OperatorCall:
    """A node of the graph with its inputs."""

    node: Node
    inputs: Sequence[TensorInfo | None]

    def input(self, position: int) -> TensorInfo:
        """Return an input that must be given."""
        known = self.optional(position)
        if known is None:
            raise ShapeError(f"input {position} is missing")
        return known

    def optional(self, position: int) -> TensorInfo | None:
        """Return an input that may be missing."""
        return self.inputs[position] if position < len(self.inputs) else None

    def integer(self, name: str, default: int) -> int:
        """Return an attribute that is an integer."""
        value = self.node.attributes.get(name, default)
        if not isinstance(value, int):
            raise ShapeError(f"attribute {name!r} must be an integer")
        return value

    def integers(self, name: str, position: int | None = None) -> list[int] | None:
        """Return a list of integers: a constant input, or an attribute as in older versions of the operator."""
        known = None if position is None else self.optional(position)
        if known is not None:
            if known.values is None:
                raise ShapeError(f"{name} must not depend on observations")
            return list(known.values)
        value = self.node.attributes.get(name)
        if value is not None and not isinstance(value, list):
            raise ShapeError(f"attribute {name!r} must be a list of integers")
        return value

    def axis(self, default: int, rank: int) -> int:
        """Return the attribute ``axis``, counted from the first axis."""
        return normalize_axis(self.integer("axis", default), rank)


def normalize_axis(axis: int, rank: int) -> int:
    """Return an axis counted from the first one; raise `ShapeError` if it is out of range."""
    if not -rank <= axis < rank:
        raise ShapeError(f"axis {axis} is out of range")
    return axis % rank


def normalize_axes(axes: Iterable[int], rank: int) -> set[int]:
    """Return axes counted from the first one."""
    return {normalize_axis(axis, rank) for axis in axes}
