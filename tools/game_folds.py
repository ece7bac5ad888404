"""Texts that follow one pattern, such as the names of directions, as a template with lists of values."""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Fold:
    """A template with an axis of values between every two of its parts.

    `order` lists the axes from the slowest to the fastest; the texts are all combinations in that order.
    """

    parts: tuple[str, ...]
    axes: tuple[tuple[str, ...], ...]
    order: tuple[int, ...]

    def __iter__(self) -> Iterator[str]:
        for combination in itertools.product(*(self.axes[axis] for axis in self.order)):
            values = dict(zip(self.order, combination, strict=True))
            yield "".join(part + values.get(place, "") for place, part in enumerate(self.parts))

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of values of each axis, from the slowest to the fastest."""
        return tuple(len(self.axes[axis]) for axis in self.order)

    def then(self, other: "Fold", *, is_slow: bool = False) -> "Fold":
        """Return the combinations of these texts with others after them, which run faster or slower than these."""
        shifted = tuple(axis + len(self.axes) for axis in other.order)
        return Fold(
            (*self.parts[:-1], self.parts[-1] + other.parts[0], *other.parts[1:]),
            (*self.axes, *other.axes),
            (*shifted, *self.order) if is_slow else (*self.order, *shifted),
        )


def fold(texts: Sequence[str]) -> Fold:
    """Find the pattern of some different texts; at worst it is one list of values."""
    if len(texts) == 1:
        return Fold((texts[0],), (), ())
    words = [_words(text) for text in texts]
    head = _common(words)
    tail = _common([each[head:][::-1] for each in words])
    middles = [each[head : len(each) - tail] for each in words]
    start, end = "".join(words[0][:head]), "".join(words[0][len(words[0]) - tail :])
    values = tuple("".join(middle) for middle in middles)
    inner = _product(middles) or Fold(("", ""), (values,), (0,))
    return Fold((start + inner.parts[0], *inner.parts[1:-1], inner.parts[-1] + end), inner.axes, inner.order)


def _words(text: str) -> list[str]:
    """Split a text before spaces and before the commas and braces that end words."""
    return re.findall(r"\{\w+\}|,| ?[^ ,{}]+| ", text)


def _common(texts: Sequence[Sequence[str]]) -> int:
    """Count the words that all texts begin with, leaving at least one in each."""
    limit = min(map(len, texts)) - 1
    return next((place for place in range(limit) if len({each[place] for each in texts}) > 1), max(limit, 0))


def _product(texts: Sequence[Sequence[str]]) -> Fold | None:
    """Find two lists whose combinations, in either order, are the texts."""
    for cut in range(1, max(map(len, texts))):
        for from_end in (False, True):
            place = -cut if from_end else cut
            pairs = [("".join(each[:place]), "".join(each[place:])) for each in texts]
            firsts, seconds = (tuple(dict.fromkeys(side)) for side in zip(*pairs, strict=True))
            if min(len(firsts), len(seconds)) < 2 or len(firsts) * len(seconds) != len(texts):
                continue
            if pairs == list(itertools.product(firsts, seconds)):
                return fold(firsts).then(fold(seconds))
            if pairs == [(first, second) for second in seconds for first in firsts]:
                return fold(firsts).then(fold(seconds), is_slow=True)
    return None
