"""The shapes of the outputs of operators.

The rules are those of the ONNX specification. Small tensors of integers are computed too, since exporters compute the target
shape of ``Reshape`` by operators.
"""

from collections.abc import Callable, Sequence
from math import prod
from typing import Final

from . import moves
from .calls import Call, Known, Shape, Unclear, normalize_axes
from .guard import ELEMENTS, INT32, INT64, MAX_NUMBERS, Node, Tensor
from .operators import BROADCASTING, ELEMENTWISE, NORMALIZATIONS, REDUCTIONS
from .protobuf import ModelRefused


def output_shapes(node: Node, inputs: Sequence[Known | None]) -> list[Known]:
    """Compute the shapes of an operator's outputs.

    Parameters
    ----------
    node : Node
        The operator, which must be an allowed one.
    inputs : sequence of Known or None
        Its inputs; ``None`` for those that are left out.

    Returns
    -------
    list of Known
        One for each output.

    Raises
    ------
    ModelRefused
        The inputs do not fit the operator, or the shapes depend on observations.

    """
    call = Call(node, inputs)
    try:
        found = RULES[node.operator](call)
        if len(found) != len(node.outputs):
            raise Unclear(f"it must have {len(found)} outputs, not {len(node.outputs)}")
        if any(size < 1 for known in found for size in known.shape):
            raise Unclear("the output would be empty")
    except Unclear as error:
        shapes = ", ".join("none" if one is None else str(list(one.shape)) for one in inputs[:4])
        raise ModelRefused(f"its operator {node.operator!r} has inputs of shapes {shapes[:200]}: {error}") from None
    return found


def _broadcast(shapes: Sequence[Shape]) -> Shape:
    """The common shape of tensors, aligned at their last axes, where those of size 1 are repeated."""
    rank = max(map(len, shapes), default=0)
    result = [1] * rank
    for shape in shapes:
        for at, size in enumerate(shape, rank - len(shape)):
            if size != 1 and result[at] not in (1, size):
                raise Unclear("they do not broadcast")
            result[at] = max(size, result[at])
    return tuple(result)


def _same(call: Call) -> list[Known]:
    return [Known(call.input(0).shape)]


def _layer_normalization(call: Call) -> list[Known]:
    """The normalized tensor, and its means and deviations where they are asked for."""
    shape = call.input(0).shape
    axis = call.axis(-1, len(shape))
    reduced = Known((*shape[:axis], *[1] * (len(shape) - axis)))
    return [Known(shape), reduced, reduced][: max(len(call.node.outputs), 1)]


def _identity(call: Call) -> list[Known]:
    return [call.input(0)]


def _cast(call: Call) -> list[Known]:
    """A cast; numbers that both integer types hold stay what they are."""
    known, element = call.input(0), call.integer("to", 0)
    if element not in ELEMENTS:
        raise Unclear(f"attribute 'to' must be an allowed type, got element type {element}")
    kept = element in (INT32, INT64) and all(abs(number) < 2**31 for number in known.numbers or ())
    return [known if kept else Known(known.shape)]


def _broadcasting(call: Call) -> list[Known]:
    given = [call.input(position) for position in range(len(call.inputs))]
    shape = _broadcast([known.shape for known in given])
    compute = {"Add": int.__add__, "Sub": int.__sub__, "Mul": int.__mul__}.get(call.node.operator)
    if compute is None or len(given) != 2 or prod(shape) > MAX_NUMBERS or len(shape) > 1:
        return [Known(shape)]
    left, right = (known.numbers for known in given)
    if left is None or right is None:
        return [Known(shape)]
    count = prod(shape)
    numbers = tuple(compute(left[at % len(left)], right[at % len(right)]) for at in range(count))
    return [Known(shape, numbers if all(abs(number) < 2**31 for number in numbers) else None)]


def _reduce(call: Call) -> list[Known]:
    shape = call.input(0).shape
    axes = call.integers("axes", 1)
    if not axes and call.integer("noop_with_empty_axes", 0):
        return [Known(shape)]
    reduced = normalize_axes(axes or range(len(shape)), len(shape))
    if call.integer("keepdims", 1):
        return [Known(tuple(1 if at in reduced else size for at, size in enumerate(shape)))]
    return [Known(tuple(size for at, size in enumerate(shape) if at not in reduced))]


def _windows(call: Call, shape: Shape, kernel: Sequence[int]) -> Shape:
    """How many windows of a kernel there are along each axis of the board."""
    axes = len(shape)
    strides, dilations = call.integers("strides") or [1] * axes, call.integers("dilations") or [1] * axes
    pads = call.integers("pads") or [0] * 2 * axes
    mode = call.node.attributes.get("auto_pad", b"NOTSET")
    if not len(kernel) == len(strides) == len(dilations) == len(pads) / 2 == axes:
        raise Unclear("kernel, strides, dilations and pads must have a number for each axis")
    if min(*kernel, *strides, *dilations) < 1 or min(pads) < 0:
        raise Unclear("kernel, strides and dilations must be positive, and pads not negative")
    if call.integer("ceil_mode", 0):
        raise Unclear("ceil_mode must be 0")
    if mode in (b"SAME_UPPER", b"SAME_LOWER"):
        if max(dilations) > 1:
            raise Unclear("attribute 'auto_pad' must not be SAME with dilations, which runtimes read in different ways")
        return tuple(-(-size // stride) for size, stride in zip(shape, strides, strict=True))
    if mode == b"VALID":
        pads = [0] * 2 * axes
    elif mode != b"NOTSET":
        raise Unclear("attribute 'auto_pad' has an unknown value")
    return tuple(
        (shape[at] + pads[at] + pads[at + axes] - dilations[at] * (kernel[at] - 1) - 1) // strides[at] + 1
        for at in range(axes)
    )


def _conv(call: Call) -> list[Known]:
    shape, weights = call.input(0).shape, call.input(1).shape
    if len(shape) < 3 or len(weights) != len(shape) or shape[1] != weights[1] * call.integer("group", 1):
        raise Unclear("the weights do not fit")
    if (call.integers("kernel_shape") or list(weights[2:])) != list(weights[2:]):
        raise Unclear("attribute 'kernel_shape' is not that of the weights")
    return [Known((shape[0], weights[0], *_windows(call, shape[2:], weights[2:])))]


def _pool(call: Call) -> list[Known]:
    shape = call.input(0).shape
    if len(shape) < 3:
        raise Unclear("there is nothing to pool")
    return [Known((*shape[:2], *_windows(call, shape[2:], call.integers("kernel_shape") or [])))]


def _global_pool(call: Call) -> list[Known]:
    shape = call.input(0).shape
    if len(shape) < 3:
        raise Unclear("there is nothing to pool")
    return [Known((*shape[:2], *[1] * (len(shape) - 2)))]


def _gemm(call: Call) -> list[Known]:
    left, right = call.input(0).shape, call.input(1).shape
    left = left[::-1] if call.integer("transA", 0) else left
    right = right[::-1] if call.integer("transB", 0) else right
    if len(left) != 2 or len(right) != 2 or left[1] != right[0]:
        raise Unclear("the matrices do not fit")
    return [Known((left[0], right[1]))]


def _matmul(call: Call) -> list[Known]:
    left, right = call.input(0).shape, call.input(1).shape
    if not left or not right or left[-1] != right[-2 if len(right) > 1 else 0]:
        raise Unclear("the matrices do not fit")
    return [Known((*_broadcast([left[:-2], right[:-2]]), *left[-2:-1], *(right[-1:] if len(right) > 1 else ())))]


def _constant(call: Call) -> list[Known]:
    if len(call.node.attributes) != 1:
        raise Unclear("it must have one attribute, a tensor or numbers")
    match call.node.attributes:
        case {"value": Tensor(shape=shape, numbers=numbers)}:
            return [Known(shape, numbers)]
        case {"value_int": int(number)}:
            return [Known((), (number,))]
        case {"value_ints": list(listed)}:
            return [Known((len(listed),), tuple(listed) if len(listed) <= MAX_NUMBERS else None)]
        case {"value_float": None}:
            return [Known(())]
        case {"value_floats": int(count)}:
            return [Known((count,))]
    raise Unclear("its attribute must be a tensor or numbers")


def _shape(call: Call) -> list[Known]:
    shape = call.input(0).shape
    kept = shape[slice(call.integer("start", 0), call.integer("end", len(shape)))]
    return [Known((len(kept),), kept)]


RULES: Final[dict[str, Callable[[Call], list[Known]]]] = {
    **dict.fromkeys(ELEMENTWISE | NORMALIZATIONS, _same),
    **dict.fromkeys(BROADCASTING, _broadcasting),
    **dict.fromkeys(REDUCTIONS, _reduce),
    "AveragePool": _pool,
    "Cast": _cast,
    "Concat": moves.concat,
    "Constant": _constant,
    "Conv": _conv,
    "Flatten": moves.flatten,
    "Gather": moves.gather,
    "GatherElements": moves.gather_elements,
    "Gemm": _gemm,
    "GlobalAveragePool": _global_pool,
    "GlobalMaxPool": _global_pool,
    "Identity": _identity,
    "LayerNormalization": _layer_normalization,
    "MatMul": _matmul,
    "MaxPool": _pool,
    "Pad": moves.pad,
    "Reshape": moves.reshape,
    "Shape": _shape,
    "Slice": moves.slice_,
    "Split": moves.split,
    "Squeeze": moves.squeeze,
    "Transpose": moves.transpose,
    "Unsqueeze": moves.unsqueeze,
}
"""How the shapes of each allowed operator's outputs follow from its inputs."""
