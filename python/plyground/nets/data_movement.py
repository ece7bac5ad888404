"""Output shapes of operators that move data without computing."""

from math import prod

from .guard import MAX_NUMBERS
from .operator_calls import OperatorCall, ShapeError, TensorInfo, normalize_axes, normalize_axis


def concat(call: OperatorCall) -> list[TensorInfo]:
    """Return the shape of tensors joined along an axis."""
    given = [call.input(position) for position in range(len(call.inputs))]
    first = call.input(0).shape
    axis = call.axis(len(first), len(first))
    if any(len(one.shape) != len(first) for one in given):
        raise ShapeError("the inputs differ in their number of axes")
    if any(one.shape[:axis] != first[:axis] or one.shape[axis + 1 :] != first[axis + 1 :] for one in given):
        raise ShapeError("the inputs differ in other sizes than that of the axis")
    size = sum(one.shape[axis] for one in given)
    shape = (*first[:axis], size, *first[axis + 1 :])
    if len(shape) > 1 or size > MAX_NUMBERS or any(one.values is None for one in given):
        return [TensorInfo(shape)]
    return [TensorInfo(shape, tuple(number for one in given for number in one.values or ()))]


def flatten(call: OperatorCall) -> list[TensorInfo]:
    """Return the shape of a matrix with the same elements."""
    shape = call.input(0).shape
    axis = call.integer("axis", 1)
    if not -len(shape) <= axis <= len(shape):
        raise ShapeError(f"axis {axis} is out of range")
    axis += len(shape) if axis < 0 else 0
    return [TensorInfo((prod(shape[:axis]), prod(shape[axis:])))]


def gather(call: OperatorCall) -> list[TensorInfo]:
    """Return the shape of slices at indices."""
    source, places = call.input(0), call.input(1)
    axis = call.axis(0, len(source.shape))
    shape = (*source.shape[:axis], *places.shape, *source.shape[axis + 1 :])
    if len(source.shape) > 1 or source.values is None or places.values is None:
        return [TensorInfo(shape)]
    return [
        TensorInfo(shape, tuple(source.values[normalize_axis(place, len(source.values))] for place in places.values))
    ]


def gather_elements(call: OperatorCall) -> list[TensorInfo]:
    """Return the shape of elements at indices."""
    if len(call.input(0).shape) != len(call.input(1).shape):
        raise ShapeError("data and indices must have the same number of axes")
    return [TensorInfo(call.input(1).shape)]


def pad(call: OperatorCall) -> list[TensorInfo]:
    """Return the shape of a padded tensor. Negative pads, which would crop it, are not allowed; Slice does that."""
    shape = call.input(0).shape
    pads = call.integers("pads", 1) or []
    axes = [normalize_axis(axis, len(shape)) for axis in call.integers("axes", 3) or range(len(shape))]
    if len(pads) != 2 * len(axes) or len(set(axes)) != len(axes):
        raise ShapeError("pads must have two numbers for each axis")
    if min(pads, default=0) < 0:
        raise ShapeError(f"pads must not be negative, got {min(pads)}")
    added = {axis: pads[at] + pads[at + len(axes)] for at, axis in enumerate(axes)}
    return [TensorInfo(tuple(size + added.get(at, 0) for at, size in enumerate(shape)))]


def reshape(call: OperatorCall) -> list[TensorInfo]:
    """Return the target shape of the same elements."""
    known = call.input(0)
    target = call.integers("shape", 1) or []
    sizes = list(target)
    if not call.integer("allowzero", 0):
        if any(size == 0 and at >= len(known.shape) for at, size in enumerate(target)):
            raise ShapeError(f"the target shape {target} copies a size that does not exist")
        sizes = [known.shape[at] if size == 0 else size for at, size in enumerate(target)]
    count, rest = prod(known.shape), prod(size for size in sizes if size != -1)
    if sizes.count(-1) == 1 and rest > 0 and count % rest == 0:
        sizes[sizes.index(-1)] = count // rest
    if any(size < 1 for size in sizes) or prod(sizes) != count:
        raise ShapeError(f"the target shape {target} does not fit")
    return [TensorInfo(tuple(sizes), known.values)]


def slice_(call: OperatorCall) -> list[TensorInfo]:
    """Return the shape of ranges along axes."""
    known = call.input(0)
    sizes = list(known.shape)
    starts, ends = call.integers("starts", 1) or [], call.integers("ends", 2) or []
    axes = call.integers("axes", 3) or list(range(len(starts)))
    steps = call.integers("steps", 4) or [1] * len(starts)
    if not len(starts) == len(ends) == len(axes) == len(steps) == len(normalize_axes(axes, len(sizes))) or 0 in steps:
        raise ShapeError("starts, ends, axes and steps do not fit")
    kept = range(0)
    for start, end, axis, step in zip(starts, ends, axes, steps, strict=True):
        kept = range(*slice(start, end, step).indices(sizes[axis]))
        sizes[axis] = len(kept)
    if len(sizes) > 1 or known.values is None:
        return [TensorInfo(tuple(sizes))]
    return [TensorInfo(tuple(sizes), tuple(known.values[at] for at in kept) if starts else known.values)]


def split(call: OperatorCall) -> list[TensorInfo]:
    """Return the shapes of parts along an axis."""
    shape, count = call.input(0).shape, len(call.node.outputs)
    axis = call.axis(0, len(shape))
    parts = call.integers("split", 1)
    if parts is None:
        size = -(-shape[axis] // max(count, 1))
        parts = [size] * (count - 1) + [shape[axis] - size * (count - 1)]
    if sum(parts) != shape[axis] or min(parts) < 0:
        raise ShapeError("the sizes of the parts must add up to that of the axis")
    return [TensorInfo((*shape[:axis], size, *shape[axis + 1 :])) for size in parts]


def squeeze(call: OperatorCall) -> list[TensorInfo]:
    """Return the shape without axes of size 1."""
    known = call.input(0)
    axes = call.integers("axes", 1)
    ones = {at for at, size in enumerate(known.shape) if size == 1}
    dropped = ones if axes is None else normalize_axes(axes, len(known.shape))
    if not dropped <= ones:
        raise ShapeError("only axes of size 1 can be removed")
    return [TensorInfo(tuple(size for at, size in enumerate(known.shape) if at not in dropped), known.values)]


def unsqueeze(call: OperatorCall) -> list[TensorInfo]:
    """Return the shape with more axes of size 1."""
    known = call.input(0)
    axes = call.integers("axes", 1) or []
    added = normalize_axes(axes, len(known.shape) + len(axes))
    if len(added) != len(axes):
        raise ShapeError("axes must differ")
    sizes = iter(known.shape)
    shape = tuple(1 if at in added else next(sizes) for at in range(len(known.shape) + len(axes)))
    return [TensorInfo(shape, known.values)]


def transpose(call: OperatorCall) -> list[TensorInfo]:
    """Return the shape with the axes in another order."""
    shape = call.input(0).shape
    order = call.integers("perm") or list(range(len(shape)))[::-1]
    if sorted(order) != list(range(len(shape))):
        raise ShapeError("attribute 'perm' must name each axis once")
    return [TensorInfo(tuple(shape[axis] for axis in order))]
