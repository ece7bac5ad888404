"""Output shapes of operators, as the ONNX specification defines them.

Exporters compute the target shape of ``Reshape`` with operators. Therefore small tensors of integers are evaluated, too.
"""

from collections.abc import Callable, Sequence
from math import prod
from typing import Final

from . import data_movement
from .guard import ELEMENTS, INT32, INT64, MAX_NUMBERS, Node, Tensor
from .operator_calls import OperatorCall, Shape, ShapeError, TensorInfo, normalize_axes
from .operators import BROADCASTING, ELEMENTWISE, NORMALIZATIONS, REDUCTIONS
from .protobuf import BadOnnx


def output_shapes(node: Node, inputs: Sequence[TensorInfo | None]) -> list[TensorInfo]:
    """Compute the shapes of an operator's outputs.

    Parameters
    ----------
    node : Node
        The operator, which must be an allowed one.
    inputs : sequence of TensorInfo or None
        Its inputs; ``None`` for those that are left out.

    Returns
    -------
    list of TensorInfo
        One for each output.

    Raises
    ------
    BadOnnx
        If the inputs do not fit the operator, or the shapes depend on observations.
    """
    call = OperatorCall(node, inputs)
    try:
        found = RULES[node.operator](call)
        if len(found) != len(node.outputs):
            raise ShapeError(f"it must have {len(found)} outputs, not {len(node.outputs)}")
        if any(size < 1 for known in found for size in known.shape):
            raise ShapeError("the output would be empty")
    except ShapeError as error:
        shapes = ", ".join("none" if one is None else str(list(one.shape)) for one in inputs[:4])
        raise BadOnnx(f"its operator {node.operator!r} has inputs of shapes {shapes[:200]}: {error}") from None
    return found


def _broadcast(shapes: Sequence[Shape]) -> Shape:
    """Return the common shape of tensors that are broadcast."""
    rank = max(map(len, shapes), default=0)
    result = [1] * rank
    for shape in shapes:
        for at, size in enumerate(shape, rank - len(shape)):
            if size != 1 and result[at] not in (1, size):
                raise ShapeError("the inputs cannot be broadcast")
            result[at] = max(size, result[at])
    return tuple(result)


def _same(call: OperatorCall) -> list[TensorInfo]:
    return [TensorInfo(call.input(0).shape)]


def _layer_normalization(call: OperatorCall) -> list[TensorInfo]:
    """Return the shapes of the normalized tensor and of the optional means and deviations."""
    shape = call.input(0).shape
    axis = call.axis(-1, len(shape))
    reduced = TensorInfo((*shape[:axis], *[1] * (len(shape) - axis)))
    return [TensorInfo(shape), reduced, reduced][: max(len(call.node.outputs), 1)]


def _identity(call: OperatorCall) -> list[TensorInfo]:
    return [call.input(0)]


def _cast(call: OperatorCall) -> list[TensorInfo]:
    """Return the shape of a cast. Integers that fit into both integer types are known after it."""
    known, element = call.input(0), call.integer("to", 0)
    if element not in ELEMENTS:
        raise ShapeError(f"attribute 'to' must be an allowed type, got element type {element}")
    kept = element in (INT32, INT64) and all(abs(number) < 2**31 for number in known.values or ())
    return [known if kept else TensorInfo(known.shape)]


def _broadcasting(call: OperatorCall) -> list[TensorInfo]:
    given = [call.input(position) for position in range(len(call.inputs))]
    shape = _broadcast([known.shape for known in given])
    compute = {"Add": int.__add__, "Sub": int.__sub__, "Mul": int.__mul__}.get(call.node.operator)
    if compute is None or len(given) != 2 or prod(shape) > MAX_NUMBERS or len(shape) > 1:
        return [TensorInfo(shape)]
    left, right = (known.values for known in given)
    if left is None or right is None:
        return [TensorInfo(shape)]
    count = prod(shape)
    numbers = tuple(compute(left[at % len(left)], right[at % len(right)]) for at in range(count))
    return [TensorInfo(shape, numbers if all(abs(number) < 2**31 for number in numbers) else None)]


def _reduce(call: OperatorCall) -> list[TensorInfo]:
    shape = call.input(0).shape
    axes = call.integers("axes", 1)
    if not axes and call.integer("noop_with_empty_axes", 0):
        return [TensorInfo(shape)]
    reduced = normalize_axes(axes or range(len(shape)), len(shape))
    if call.integer("keepdims", 1):
        return [TensorInfo(tuple(1 if at in reduced else size for at, size in enumerate(shape)))]
    return [TensorInfo(tuple(size for at, size in enumerate(shape) if at not in reduced))]


def _windows(call: OperatorCall, shape: Shape, kernel: Sequence[int]) -> Shape:
    """Return the number of windows of a kernel along each axis of the board."""
    axes = len(shape)
    strides, dilations = call.integers("strides") or [1] * axes, call.integers("dilations") or [1] * axes
    pads = call.integers("pads") or [0] * 2 * axes
    mode = call.node.attributes.get("auto_pad", b"NOTSET")
    if not len(kernel) == len(strides) == len(dilations) == len(pads) / 2 == axes:
        raise ShapeError("kernel, strides, dilations and pads must have one number for each axis")
    if min(*kernel, *strides, *dilations) < 1 or min(pads) < 0:
        raise ShapeError("kernel, strides and dilations must be positive, and pads not negative")
    if call.integer("ceil_mode", 0):
        raise ShapeError("ceil_mode must be 0")
    if mode in (b"SAME_UPPER", b"SAME_LOWER"):
        if max(dilations) > 1:
            raise ShapeError(
                "attribute 'auto_pad' must not be SAME with dilations, since runtimes interpret them differently"
            )
        return tuple(-(-size // stride) for size, stride in zip(shape, strides, strict=True))
    if mode == b"VALID":
        pads = [0] * 2 * axes
    elif mode != b"NOTSET":
        raise ShapeError("attribute 'auto_pad' has an unknown value")
    return tuple(
        (shape[at] + pads[at] + pads[at + axes] - dilations[at] * (kernel[at] - 1) - 1) // strides[at] + 1
        for at in range(axes)
    )


def _conv(call: OperatorCall) -> list[TensorInfo]:
    shape, weights = call.input(0).shape, call.input(1).shape
    if len(shape) < 3 or len(weights) != len(shape) or shape[1] != weights[1] * call.integer("group", 1):
        raise ShapeError("the weights do not fit")
    if (call.integers("kernel_shape") or list(weights[2:])) != list(weights[2:]):
        raise ShapeError("attribute 'kernel_shape' is not that of the weights")
    return [TensorInfo((shape[0], weights[0], *_windows(call, shape[2:], weights[2:])))]


def _pool(call: OperatorCall) -> list[TensorInfo]:
    shape = call.input(0).shape
    if len(shape) < 3:
        raise ShapeError("the input must have at least 3 axes")
    return [TensorInfo((*shape[:2], *_windows(call, shape[2:], call.integers("kernel_shape") or [])))]


def _global_pool(call: OperatorCall) -> list[TensorInfo]:
    shape = call.input(0).shape
    if len(shape) < 3:
        raise ShapeError("the input must have at least 3 axes")
    return [TensorInfo((*shape[:2], *[1] * (len(shape) - 2)))]


def _gemm(call: OperatorCall) -> list[TensorInfo]:
    left, right = call.input(0).shape, call.input(1).shape
    left = left[::-1] if call.integer("transA", 0) else left
    right = right[::-1] if call.integer("transB", 0) else right
    if len(left) != 2 or len(right) != 2 or left[1] != right[0]:
        raise ShapeError("the matrices do not fit")
    return [TensorInfo((left[0], right[1]))]


def _matmul(call: OperatorCall) -> list[TensorInfo]:
    left, right = call.input(0).shape, call.input(1).shape
    if not left or not right or left[-1] != right[-2 if len(right) > 1 else 0]:
        raise ShapeError("the matrices do not fit")
    return [TensorInfo((*_broadcast([left[:-2], right[:-2]]), *left[-2:-1], *(right[-1:] if len(right) > 1 else ())))]


def _constant(call: OperatorCall) -> list[TensorInfo]:
    if len(call.node.attributes) != 1:
        raise ShapeError("it must have exactly one attribute")
    match call.node.attributes:
        case {"value": Tensor(shape=shape, numbers=numbers)}:
            return [TensorInfo(shape, numbers)]
        case {"value_int": int(number)}:
            return [TensorInfo((), (number,))]
        case {"value_ints": list(listed)}:
            return [TensorInfo((len(listed),), tuple(listed) if len(listed) <= MAX_NUMBERS else None)]
        case {"value_float": None}:
            return [TensorInfo(())]
        case {"value_floats": int(count)}:
            return [TensorInfo((count,))]
    raise ShapeError("its attribute must be a tensor or numbers")


def _shape(call: OperatorCall) -> list[TensorInfo]:
    shape = call.input(0).shape
    kept = shape[slice(call.integer("start", 0), call.integer("end", len(shape)))]
    return [TensorInfo((len(kept),), kept)]


RULES: Final[dict[str, Callable[[OperatorCall], list[TensorInfo]]]] = {
    **dict.fromkeys(ELEMENTWISE | NORMALIZATIONS, _same),
    **dict.fromkeys(BROADCASTING, _broadcasting),
    **dict.fromkeys(REDUCTIONS, _reduce),
    "AveragePool": _pool,
    "Cast": _cast,
    "Concat": data_movement.concat,
    "Constant": _constant,
    "Conv": _conv,
    "Flatten": data_movement.flatten,
    "Gather": data_movement.gather,
    "GatherElements": data_movement.gather_elements,
    "Gemm": _gemm,
    "GlobalAveragePool": _global_pool,
    "GlobalMaxPool": _global_pool,
    "Identity": _identity,
    "LayerNormalization": _layer_normalization,
    "MatMul": _matmul,
    "MaxPool": _pool,
    "Pad": data_movement.pad,
    "Reshape": data_movement.reshape,
    "Shape": _shape,
    "Slice": data_movement.slice_,
    "Split": data_movement.split,
    "Squeeze": data_movement.squeeze,
    "Transpose": data_movement.transpose,
    "Unsqueeze": data_movement.unsqueeze,
}
"""The rules for the output shapes of each allowed operator."""
