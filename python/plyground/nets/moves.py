"""The shapes of the outputs of operators that move numbers."""

from math import prod

from .calls import Call, Known, Unclear, normalize_axes, normalize_axis
from .guard import MAX_NUMBERS


def concat(call: Call) -> list[Known]:
    """Join tensors along an axis."""
    given = [call.input(position) for position in range(len(call.inputs))]
    first = call.input(0).shape
    axis = call.axis(len(first), len(first))
    if any(len(one.shape) != len(first) for one in given):
        raise Unclear("they differ in their number of axes")
    if any(one.shape[:axis] != first[:axis] or one.shape[axis + 1 :] != first[axis + 1 :] for one in given):
        raise Unclear("they differ in other sizes than that of the axis")
    size = sum(one.shape[axis] for one in given)
    shape = (*first[:axis], size, *first[axis + 1 :])
    if len(shape) > 1 or size > MAX_NUMBERS or any(one.numbers is None for one in given):
        return [Known(shape)]
    return [Known(shape, tuple(number for one in given for number in one.numbers or ()))]


def flatten(call: Call) -> list[Known]:
    """Make a matrix."""
    shape = call.input(0).shape
    axis = call.integer("axis", 1)
    if not -len(shape) <= axis <= len(shape):
        raise Unclear(f"axis {axis} is out of range")
    axis += len(shape) if axis < 0 else 0
    return [Known((prod(shape[:axis]), prod(shape[axis:])))]


def gather(call: Call) -> list[Known]:
    """Take slices at places."""
    source, places = call.input(0), call.input(1)
    axis = call.axis(0, len(source.shape))
    shape = (*source.shape[:axis], *places.shape, *source.shape[axis + 1 :])
    if len(source.shape) > 1 or source.numbers is None or places.numbers is None:
        return [Known(shape)]
    return [Known(shape, tuple(source.numbers[normalize_axis(place, len(source.numbers))] for place in places.numbers))]


def gather_elements(call: Call) -> list[Known]:
    """Take a number for each place."""
    if len(call.input(0).shape) != len(call.input(1).shape):
        raise Unclear("data and indices must have as many axes")
    return [Known(call.input(1).shape)]


def pad(call: Call) -> list[Known]:
    """Add numbers around a tensor. Negative pads would cut some off, for which there is Slice."""
    shape = call.input(0).shape
    pads = call.integers("pads", 1) or []
    axes = [normalize_axis(axis, len(shape)) for axis in call.integers("axes", 3) or range(len(shape))]
    if len(pads) != 2 * len(axes) or len(set(axes)) != len(axes):
        raise Unclear("pads must have two numbers for each axis")
    if min(pads, default=0) < 0:
        raise Unclear(f"pads must not be negative, got {min(pads)}")
    added = {axis: pads[at] + pads[at + len(axes)] for at, axis in enumerate(axes)}
    return [Known(tuple(size + added.get(at, 0) for at, size in enumerate(shape)))]


def reshape(call: Call) -> list[Known]:
    """Arrange the same numbers in another shape."""
    known = call.input(0)
    wanted = call.integers("shape", 1) or []
    sizes = list(wanted)
    if not call.integer("allowzero", 0):
        if any(size == 0 and at >= len(known.shape) for at, size in enumerate(wanted)):
            raise Unclear(f"the target shape {wanted} copies a size that is not there")
        sizes = [known.shape[at] if size == 0 else size for at, size in enumerate(wanted)]
    count, rest = prod(known.shape), prod(size for size in sizes if size != -1)
    if sizes.count(-1) == 1 and rest > 0 and count % rest == 0:
        sizes[sizes.index(-1)] = count // rest
    if any(size < 1 for size in sizes) or prod(sizes) != count:
        raise Unclear(f"the target shape {wanted} does not fit")
    return [Known(tuple(sizes), known.numbers)]


def slice_(call: Call) -> list[Known]:
    """Take ranges of axes."""
    known = call.input(0)
    sizes = list(known.shape)
    starts, ends = call.integers("starts", 1) or [], call.integers("ends", 2) or []
    axes = call.integers("axes", 3) or list(range(len(starts)))
    steps = call.integers("steps", 4) or [1] * len(starts)
    if not len(starts) == len(ends) == len(axes) == len(steps) == len(normalize_axes(axes, len(sizes))) or 0 in steps:
        raise Unclear("starts, ends, axes and steps do not fit")
    kept = range(0)
    for start, end, axis, step in zip(starts, ends, axes, steps, strict=True):
        kept = range(*slice(start, end, step).indices(sizes[axis]))
        sizes[axis] = len(kept)
    if len(sizes) > 1 or known.numbers is None:
        return [Known(tuple(sizes))]
    return [Known(tuple(sizes), tuple(known.numbers[at] for at in kept) if starts else known.numbers)]


def split(call: Call) -> list[Known]:
    """Cut a tensor into parts along an axis."""
    shape, count = call.input(0).shape, len(call.node.outputs)
    axis = call.axis(0, len(shape))
    parts = call.integers("split", 1)
    if parts is None:
        size = -(-shape[axis] // max(count, 1))
        parts = [size] * (count - 1) + [shape[axis] - size * (count - 1)]
    if sum(parts) != shape[axis] or min(parts) < 0:
        raise Unclear("the parts are not the whole")
    return [Known((*shape[:axis], size, *shape[axis + 1 :])) for size in parts]


def squeeze(call: Call) -> list[Known]:
    """Drop axes of size 1."""
    known = call.input(0)
    axes = call.integers("axes", 1)
    ones = {at for at, size in enumerate(known.shape) if size == 1}
    dropped = ones if axes is None else normalize_axes(axes, len(known.shape))
    if not dropped <= ones:
        raise Unclear("only axes of size 1 can be dropped")
    return [Known(tuple(size for at, size in enumerate(known.shape) if at not in dropped), known.numbers)]


def unsqueeze(call: Call) -> list[Known]:
    """Add axes of size 1."""
    known = call.input(0)
    axes = call.integers("axes", 1) or []
    added = normalize_axes(axes, len(known.shape) + len(axes))
    if len(added) != len(axes):
        raise Unclear("axes must differ")
    sizes = iter(known.shape)
    shape = tuple(1 if at in added else next(sizes) for at in range(len(known.shape) + len(axes)))
    return [Known(shape, known.numbers)]


def transpose(call: Call) -> list[Known]:
    """Reorder the axes."""
    shape = call.input(0).shape
    order = call.integers("perm") or list(range(len(shape)))[::-1]
    if sorted(order) != list(range(len(shape))):
        raise Unclear("attribute 'perm' must name each axis once")
    return [Known(tuple(shape[axis] for axis in order))]
