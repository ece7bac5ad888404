"""How large a network's tensors are and how much work it is, known before a runtime opens it."""

from collections.abc import Sequence
from math import prod
from typing import Final

from .calls import Known
from .guard import FLOAT, MAX_RANK, Graph, Node, Value
from .protobuf import ModelRefused
from .shapes import output_shapes

INPUT, OUTPUTS = "observations", ("policy", "values")
"""The names of a network's input and outputs."""

BATCHES: Final = (1, 256)
"""The sizes of batches for which shapes are computed: what grows faster than the batch shows in the larger one."""

MAX_TENSOR: Final = (2**26, 2**20)
"""Largest tensor: this many numbers, and as many more for each position. 2**26 are the weights of the largest file."""

MAX_TOTAL: Final = (2**27, 2**24)
"""Most numbers of all tensors together. A tower of 20 blocks with 256 channels on 190 cells has 9 million a position."""

MAX_WORK: Final = (2**30, 2**35)
"""Most multiplications and memory accesses. The same tower takes 7.5 billion; the limit is a few seconds of one core."""


def check_sizes(graph: Graph, observation_shape: tuple[int, int, int], num_actions: int, seats: int) -> None:
    """Check that a network reads and returns what its description says, and that no tensor is too large.

    Parameters
    ----------
    graph : Graph
        The network.
    observation_shape : tuple of int
        Planes, rows and columns of the input.
    num_actions, seats : int
        Sizes of the outputs.

    Raises
    ------
    ModelRefused
        Inputs or outputs differ, or the computation has a tensor or work beyond the limits.

    """
    names = [one.name for one in graph.inputs], [one.name for one in graph.outputs]
    if names != ([INPUT], list(OUTPUTS)):
        raise ModelRefused(
            f"a model reads {INPUT!r} and returns {' and '.join(map(repr, OUTPUTS))}, not {_some(names[0])} and {_some(names[1])}"
        )
    policy, values = graph.outputs
    _check_declared(graph.inputs[0], observation_shape)
    _check_declared(policy, (num_actions,))
    _check_declared(values, (seats,))
    for batch in BATCHES:
        known = _computed(graph, batch, observation_shape)
        for name, size in zip(OUTPUTS, (num_actions, seats), strict=True):
            if name not in known or known[name].shape != (batch, size):
                got = list(known[name].shape) if name in known else "nothing"
                raise ModelRefused(
                    f"it describes {num_actions} actions and {seats} seats, so that {name!r} of {batch} positions must have "
                    f"shape {[batch, size]}, got {got}"
                )


def _some(names: Sequence[str]) -> list[str]:
    """The first names of a list, shortened."""
    return [name[:40] for name in names[:4]]


def _check_declared(value: Value, sizes: tuple[int, ...]) -> None:
    """Check the type and shape that the file declares, with a free batch axis."""
    if value.element != FLOAT:
        raise ModelRefused(f"{value.name!r} must be of type float32, got element type {value.element}")
    if value.shape is None:
        return
    if len(value.shape) != len(sizes) + 1 or any(
        told not in (None, size) for told, size in zip(value.shape[1:], sizes, strict=True)
    ):
        raise ModelRefused(
            f"{value.name!r} must have shape ['b', {', '.join(map(str, sizes))}] as described, got {str(value.shape)[:80]}"
        )
    if value.shape[0] is not None:
        raise ModelRefused(
            f"{value.name!r} is declared for batches of {value.shape[0]} only; export it with a free batch axis"
        )


class _Budget:
    """What is left of a limit."""

    def __init__(self, batch: int) -> None:
        self.tensor, self.total, self.work = (fixed + each * batch for fixed, each in (MAX_TENSOR, MAX_TOTAL, MAX_WORK))
        self._batch = batch

    def spend(self, node: Node, inputs: Sequence[Known | None], outputs: Sequence[Known]) -> None:
        """Count an operator; refuse it if it is too large."""
        for known in outputs:
            if len(known.shape) > MAX_RANK:
                raise ModelRefused(f"its operator {node.operator!r} has an output of more than {MAX_RANK} axes")
        sizes = [prod(known.shape) for known in outputs]
        largest = max(*sizes, _scratch(node, inputs, outputs), 0)
        if largest > self.tensor:
            raise ModelRefused(
                f"its operator {node.operator!r} has a tensor of {largest:,} numbers for {self._batch} positions, and the "
                f"largest allowed has {self.tensor:,}"
            )
        self.total -= sum(sizes)
        if self.total < 0:
            raise ModelRefused(
                f"its tensors have more numbers than are allowed, {MAX_TOTAL[1]:,} for each position and {MAX_TOTAL[0]:,} more"
            )
        self.work -= _work(node, inputs, outputs)
        if self.work < 0:
            raise ModelRefused(
                f"it is more work than is allowed, {MAX_WORK[1]:,} multiplications for each position and {MAX_WORK[0]:,} more"
            )


def _computed(graph: Graph, batch: int, observation_shape: tuple[int, int, int]) -> dict[str, Known]:
    """What is known of all tensors for a size of batch."""
    known = {name: Known(one.shape, one.numbers) for name, one in graph.constants.items()}
    if INPUT in known:
        raise ModelRefused(f"{INPUT!r} must be the input, and is a constant")
    known[INPUT] = Known((batch, *observation_shape))
    budget = _Budget(batch)
    for node in graph.nodes:
        for name in node.inputs:
            if name and name not in known:
                raise ModelRefused(f"its operator {node.operator!r} reads {name[:40]!r} before it is computed")
        inputs = [known[name] if name else None for name in node.inputs]
        outputs = output_shapes(node, inputs)
        budget.spend(node, inputs, outputs)
        for name, one in zip(node.outputs, outputs, strict=True):
            if name in known:
                raise ModelRefused(f"names of its tensors must differ, but {name[:40]!r} is given twice")
            if name:
                known[name] = one
    return known


def _scratch(node: Node, inputs: Sequence[Known | None], outputs: Sequence[Known]) -> int:
    """How many numbers a convolution may lay out for a position before it multiplies them."""
    return _inner(node, inputs) * prod(outputs[0].shape[2:]) if node.operator == "Conv" else 0


def _work(node: Node, inputs: Sequence[Known | None], outputs: Sequence[Known]) -> int:
    """How many multiplications and memory accesses an operator takes, about."""
    touched = sum(prod(one.shape) for one in (*inputs, *outputs) if one is not None)
    return touched + prod(outputs[0].shape) * _inner(node, inputs)


def _inner(node: Node, inputs: Sequence[Known | None]) -> int:
    """How many products are summed for one number of the output."""
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
