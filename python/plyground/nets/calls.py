"""What is known of tensors before a network is computed, and one use of an operator."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .guard import Node

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a tensor before the network is computed."""

    shape: Shape
    numbers: tuple[int, ...] | None = None
    """The elements, if they are few integers that do not depend on observations."""


class Unclear(ValueError):
    """The shape of an output does not follow from the inputs, or the inputs do not fit. The message says what."""


@dataclass(frozen=True, slots=True)
class Call:
    """One use of an operator with what is known of its inputs."""

    node: Node
    inputs: Sequence[Known | None]

    def input(self, position: int) -> Known:
        """An input that must be given."""
        known = self.optional(position)
        if known is None:
            raise Unclear(f"input {position} is missing")
        return known

    def optional(self, position: int) -> Known | None:
        """An input that may be missing."""
        return self.inputs[position] if position < len(self.inputs) else None

    def integer(self, name: str, default: int) -> int:
        """An attribute that is an integer."""
        value = self.node.attributes.get(name, default)
        if not isinstance(value, int):
            raise Unclear(f"attribute {name!r} must be an integer")
        return value

    def integers(self, name: str, position: int | None = None) -> list[int] | None:
        """A list of integers: a constant input, or an attribute as in older versions of the operator."""
        known = None if position is None else self.optional(position)
        if known is not None:
            if known.numbers is None:
                raise Unclear(f"{name} must not depend on observations")
            return list(known.numbers)
        value = self.node.attributes.get(name)
        if value is not None and not isinstance(value, list):
            raise Unclear(f"attribute {name!r} must be a list of integers")
        return value

    def axis(self, default: int, rank: int) -> int:
        """The attribute ``axis``, counted from the front."""
        return normalize_axis(self.integer("axis", default), rank)


def normalize_axis(axis: int, rank: int) -> int:
    """Count an axis from the front, and refuse one that is not there."""
    if not -rank <= axis < rank:
        raise Unclear(f"axis {axis} is out of range")
    return axis % rank


def normalize_axes(axes: Iterable[int], rank: int) -> set[int]:
    """Count axes from the front."""
    return {normalize_axis(axis, rank) for axis in axes}
