"""Export of a network to an ONNX file."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from ..nets.description import KEY, Description
from ..nets.sizes import INPUT, OUTPUTS
from .architecture import MIN_BOARD_FRACTION, Architecture
from .computation import compute

OPSET: Final = 13
IR_VERSION: Final = 8
"""Versions of ONNX's operators and files that ONNX Runtime reads since 2021."""


def to_onnx(params: Mapping[str, Any], architecture: Architecture, description: Description) -> bytes:
    """Export a network.

    Parameters
    ----------
    params : mapping of str to array
        The parameters.
    architecture : Architecture
        The architecture.
    description : Description
        The description to store in the file's metadata.

    Returns
    -------
    bytes
        The ONNX file.
    """
    graph = _OnnxOperations({name: np.asarray(array, np.float32) for name, array in params.items()}, architecture)
    compute(graph, INPUT, architecture)
    rows, columns = architecture.grid
    policy, values = OUTPUTS
    proto = helper.make_graph(
        graph.nodes,
        "plyground",
        [helper.make_tensor_value_info(INPUT, TensorProto.FLOAT, ["b", architecture.planes, rows, columns])],
        [
            helper.make_tensor_value_info(policy, TensorProto.FLOAT, ["b", description.num_actions]),
            helper.make_tensor_value_info(values, TensorProto.FLOAT, ["b", architecture.num_seats]),
        ],
        graph.constants,
    )
    model = helper.make_model(
        proto, producer_name="plyground", ir_version=IR_VERSION, opset_imports=[helper.make_opsetid("", OPSET)]
    )
    helper.set_model_props(model, {KEY: description.to_json()})
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


class _OnnxOperations:
    """The operations as nodes of an ONNX graph. Tensors have the axes batch, channels, rows, columns."""

    def __init__(self, params: dict[str, NDArray[np.float32]], architecture: Architecture) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self._params = params
        self._layout = architecture.layout
        self._board: str | None = None
        self._board_fraction: str | None = None
        self._add_board_mask(architecture.on_board)

    def conv(self, x: str, layer: str) -> str:
        kernel = self._params[f"{layer}.weights"].transpose(3, 2, 0, 1)
        rows, columns = kernel.shape[2:]
        weights = self._constant(f"{layer}.weights", kernel)
        bias = self._constant(f"{layer}.bias", self._params[f"{layer}.bias"])
        pads = [rows // 2, columns // 2] * 2
        return self._node("Conv", x, weights, bias, kernel_shape=[rows, columns], pads=pads)

    def dense(self, x: str, layer: str) -> str:
        names = [self._constant(name, self._params[name]) for name in (f"{layer}.weights", f"{layer}.bias")]
        return self._node("Gemm", x, *names)

    def add(self, x: str, y: str) -> str:
        return self._node("Add", x, y)

    def add_everywhere(self, x: str, vector: str) -> str:
        return self.add(x, self._node("Unsqueeze", vector, self._constant("grid axes", np.array([2, 3]))))

    def relu(self, x: str) -> str:
        return self._node("Relu", x)

    def relu_on_board(self, x: str) -> str:
        x = self.relu(x)
        return x if self._board is None else self._node("Mul", x, self._board)

    def pool(self, x: str) -> str:
        mean = self._node("GlobalAveragePool", x)
        if self._board_fraction is not None:
            mean = self._node("Div", mean, self._board_fraction)
        return self._node("Flatten", self._node("Concat", mean, self._node("GlobalMaxPool", x), axis=1), axis=1)

    def policy(self, planes: str | None, off_grid: str | None) -> str:
        layout, out = self._layout, OUTPUTS[0]
        parts = [] if planes is None else [self._node("Flatten", planes, axis=1)]
        parts += [] if off_grid is None else [off_grid]
        if layout.is_identity:
            return self._node("Concat", *parts, axis=1, out=out)
        logits = self._node("Concat", *parts, axis=1)
        if layout.seat_plane is None:
            indices = self._constant("action indices", layout.indices[0])
            return self._node("Gather", logits, indices, axis=1, out=out)
        indices = self._indices_of_seat(layout.indices, layout.seat_plane)
        return self._node("GatherElements", logits, indices, axis=1, out=out)

    def values(self, x: str) -> str:
        return self._node("Tanh", x, out=OUTPUTS[1])

    def _indices_of_seat(self, indices: NDArray[np.int64], plane: int) -> str:
        """Add the row of indices of the seat that observes. The plane has its number divided by that of the last seat."""
        seat = self._node("Gather", INPUT, self._constant("seat plane", np.array([plane])), axis=1)
        last = self._constant("last seat", np.full((1, 1, 1, 1), len(indices) - 1, np.float32))
        number = self._node("Round", self._node("Mul", self._node("GlobalMaxPool", seat), last))
        number = self._node("Flatten", self._node("Cast", number, to=TensorProto.INT64), axis=1)
        return self._node(
            "Flatten", self._node("Gather", self._constant("action indices", indices), number, axis=0), axis=1
        )

    def _add_board_mask(self, on_board: "int | NDArray[np.float32] | None") -> None:
        """Add the mask of the board and the fraction of the grid that it covers, if the board does not fill the grid."""
        if on_board is None:
            return
        if isinstance(on_board, int):
            self._board = self._node("Gather", INPUT, self._constant("board plane", np.array([on_board])), axis=1)
        else:
            self._board = self._constant("board", on_board[None, None])
        min_fraction = self._constant("min board fraction", np.full((1, 1, 1, 1), MIN_BOARD_FRACTION, np.float32))
        self._board_fraction = self._node("Max", self._node("GlobalAveragePool", self._board), min_fraction)

    def _constant(self, name: str, array: NDArray[Any]) -> str:
        if all(one.name != name for one in self.constants):
            kept = np.ascontiguousarray(array, np.int64 if array.dtype.kind == "i" else np.float32)
            self.constants.append(numpy_helper.from_array(kept, name))
        return name

    def _node(self, operator: str, *inputs: str, out: str | None = None, **attributes: Any) -> str:
        out = out or f"{operator.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [out], **attributes))
        return out
