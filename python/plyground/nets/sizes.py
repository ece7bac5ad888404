"""Limits on the sizes of tensors and on the work of a network, checked before a runtime opens it."""

from collections.abc import Sequence
from math import prod
from typing import Final

from .guard import FLOAT, MAX_RANK, Graph, Node, Value
from .operator_calls import TensorInfo
from .protobuf import BadOnnx
from .shapes import output_shapes

INPUT, OUTPUTS = "observations", ("policy", "values")
"""The names of a network's input and outputs."""

BATCHES: Final = (1, 256)
"""Batch sizes for which shapes are computed. Growth faster than that of the batch shows in the larger one."""

MAX_TENSOR: Final = (2**26, 2**20)
"""Largest number of elements of a tensor: a fixed part (the weights of the largest file) and a part for each position."""

MAX_TOTAL: Final = (2**27, 2**24)
"""Largest number of elements of all tensors. 20 blocks with 256 channels on 190 cells have 9 million for each position."""

MAX_WORK: Final = (2**30, 2**35)
"""Largest number of multiplications and memory accesses. The same tower takes 7.5 billion; the limit is a few seconds."""


def check_sizes(graph: Graph, observation_shape: tuple[int, int, int], num_actions: int, num_seats: int) -> None:
    """Check that a network has the input and outputs of its description, and that no tensor is too large.

    Parameters
    ----------
    graph : Graph
        The network.
    observation_shape : tuple of int
        Planes, rows and columns of the input.
    num_actions, num_seats : int
        Sizes of the outputs.

    Raises
    ------
    BadOnnx
        If inputs or outputs differ, or the computation has a tensor or work beyond the limits.
    """
    names = [one.name for one in graph.inputs], [one.name for one in graph.outputs]
    if names != ([INPUT], list(OUTPUTS)):
        raise BadOnnx(
            f"a model must have the input {INPUT!r} and the outputs {' and '.join(map(repr, OUTPUTS))}, "
            f"got {_first(names[0])} and {_first(names[1])}"
        )
    policy, values = graph.outputs
    _check_declared(graph.inputs[0], observation_shape)
    _check_declared(policy, (num_actions,))
    _check_declared(values, (num_seats,))
    for batch in BATCHES:
        known = _computed(graph, batch, observation_shape)
        for name, size in zip(OUTPUTS, (num_actions, num_seats), strict=True):
            if name not in known or known[name].shape != (batch, size):
                got = list(known[name].shape) if name in known else "nothing"
                raise BadOnnx(
                    f"its description has {num_actions} actions and {num_seats} seats, so that {name!r} of {batch} positions "
                    f"must have shape {[batch, size]}, got {got}"
                )


def _first(names: Sequence[str]) -> list[str]:
    """Return the first names of a list, shortened."""
    return [name[:40] for name in names[:4]]


def _check_declared(value: Value, sizes: tuple[int, ...]) -> None:
    """Check the type and shape that the file declares, with a free batch axis."""
    if value.element != FLOAT:
        raise BadOnnx(f"{value.name!r} must be of type float32, got element type {value.element}")
    if value.shape is None:
        return
    if len(value.shape) != len(sizes) + 1 or any(
        declared not in (None, size) for declared, size in zip(value.shape[1:], sizes, strict=True)
    ):
        raise BadOnnx(
            f"{value.name!r} must have shape ['b', {', '.join(map(str, sizes))}] as described, got {str(value.shape)[:80]}"
        )
    if value.shape[0] is not None:
        raise BadOnnx(
            f"{value.name!r} is declared for batches of {value.shape[0]} only; export it with a free batch axis"
        )


class _Budget:
    """The remainders of the limits."""

    def __init__(self, batch: int) -> None:
        self.tensor, self.total, self.work = (fixed + each * batch for fixed, each in (MAX_TENSOR, MAX_TOTAL, MAX_WORK))
        self._batch = batch

    def spend(self, node: Node, inputs: Sequence[TensorInfo | None], outputs: Sequence[TensorInfo]) -> None:
        """Count an operator; raise `BadOnnx` if a limit is exceeded."""
        for known in outputs:
            if len(known.shape) > MAX_RANK:
                raise BadOnnx(f"its operator {node.operator!r} has an output of more than {MAX_RANK} axes")
        sizes = [prod(known.shape) for known in outputs]
        largest = max(*sizes, _scratch(node, inputs, outputs), 0)
        if largest > self.tensor:
            raise BadOnnx(
                f"its operator {node.operator!r} has a tensor of {largest:,} numbers for {self._batch} positions; at most "
                f"{self.tensor:,} are allowed"
            )
        self.total -= sum(sizes)
        if self.total < 0:
            raise BadOnnx(
                f"its tensors must have at most {MAX_TOTAL[0]:,} numbers and {MAX_TOTAL[1]:,} for each position"
            )
        self.work -= _work(node, inputs, outputs)
        if self.work < 0:
            raise BadOnnx(f"it must take at most {MAX_WORK[0]:,} multiplications and {MAX_WORK[1]:,} for each position")


def _computed(graph: Graph, batch: int, observation_shape: tuple[int, int, int]) -> dict[str, TensorInfo]:
    """Return the shapes of all tensors for a batch size."""
    known = {name: TensorInfo(one.shape, one.numbers) for name, one in graph.constants.items()}
    if INPUT in known:
        raise BadOnnx(f"{INPUT!r} must be the input, not a constant")
    known[INPUT] = TensorInfo((batch, *observation_shape))
    budget = _Budget(batch)
    for node in graph.nodes:
        for name in node.inputs:
            if name and name not in known:
                raise BadOnnx(f"its operator {node.operator!r} reads {name[:40]!r} before it is computed")
        inputs = [known[name] if name else None for name in node.inputs]
        outputs = output_shapes(node, inputs)
        budget.spend(node, inputs, outputs)
        for name, one in zip(node.outputs, outputs, strict=True):
            if name in known:
                raise BadOnnx(f"names of its tensors must differ, but {name[:40]!r} is given twice")
            if name:
                known[name] = one
    return known


def _scratch(node: Node, inputs: Sequence[TensorInfo | None], outputs: Sequence[TensorInfo]) -> int:
    """Return the size of the buffer that a convolution may allocate for a position."""
    return _inner(node, inputs) * prod(outputs[0].shape[2:]) if node.operator == "Conv" else 0


def _work(node: Node, inputs: Sequence[TensorInfo | None], outputs: Sequence[TensorInfo]) -> int:
    """Return an estimate of the multiplications and memory accesses of an operator."""
    touched = sum(prod(one.shape) for one in (*inputs, *outputs) if one is not None)
    return touched + prod(outputs[0].shape) * _inner(node, inputs)


def _inner(node: Node, inputs: Sequence[TensorInfo | None]) -> int:
    """Return the number of products that are summed for one element of the output."""
    shapes = [() if one is None else one.shape for one in inputs]
    match node.operator:
        case "Conv":
            return prod(shapes[1][1:])
        case "MatMul":
            return shapes[0][-1]
        case "Gemm":
            return shapes[0][0 if node.attributes.get("transA") else 1]
        case "MaxPool" | "AveragePool":
            return prod(node.attributes["kernel_shape"])
    return 0
