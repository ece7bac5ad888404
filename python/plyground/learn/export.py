"""A network as an ONNX file."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from ..nets.description import KEY, Description
from ..nets.sizes import INPUT, OUTPUTS
from .shape import LEAST, Shape

OPSET, FORM = 13, 8
"""The versions of ONNX's operators and of its files: what every runtime of these years reads."""


def to_onnx(weights: Mapping[str, Any], shape: Shape, description: Description) -> bytes:
    """The file of a network, with its description in it."""
    graph = _Graph({name: np.asarray(array, np.float32) for name, array in weights.items()}, shape)
    graph.build()
    rows, columns = shape.grid
    policy, values = OUTPUTS
    proto = helper.make_graph(
        graph.nodes,
        "plyground",
        [helper.make_tensor_value_info(INPUT, TensorProto.FLOAT, ["b", shape.planes, rows, columns])],
        [
            helper.make_tensor_value_info(policy, TensorProto.FLOAT, ["b", description.num_actions]),
            helper.make_tensor_value_info(values, TensorProto.FLOAT, ["b", shape.seats]),
        ],
        graph.constants,
    )
    model = helper.make_model(
        proto, producer_name="plyground", ir_version=FORM, opset_imports=[helper.make_opsetid("", OPSET)]
    )
    helper.set_model_props(model, {KEY: description.to_json()})
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


class _Graph:
    """Nodes and constants as they are put together: `forward` of `network`, with channels before rows."""

    def __init__(self, weights: dict[str, NDArray[np.float32]], shape: Shape) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self._weights = weights
        self._shape = shape
        self._board: str | None = None
        self._share: str | None = None

    def build(self) -> None:
        """The whole network."""
        shape = self._shape
        self._find_board()
        x = self._on_board(self._conv(INPUT, "stem"))
        for block in range(shape.blocks):
            y = self._conv(x, f"block{block}.first")
            if shape.pools(block):
                y = self._add(y, self._everywhere(self._dense(self._pooled(self._on_board(y)), f"block{block}.pool")))
            x = self._on_board(self._add(x, self._conv(self._on_board(y), f"block{block}.second")))
        beside = self._everywhere(self._dense(self._pooled(x), "policy.pool"))
        y = self._on_board(self._add(self._conv(x, "policy.board"), beside))
        self._policy(self._conv(y, "policy.ways"), y)
        hidden = self._node(
            "Relu", self._dense(self._pooled(self._on_board(self._conv(x, "value.board"))), "value.pool")
        )
        self._node("Tanh", self._dense(hidden, "value.seats"), out=OUTPUTS[1])

    def _policy(self, planes: str, y: str) -> None:
        """The logits of the actions: of all places of the planes, and of the rest, as actions are numbered."""
        layout, (out, _) = self._shape.layout, OUTPUTS
        parts = [self._node("Flatten", planes, axis=1)]
        if layout.rest:
            parts.append(self._dense(self._pooled(y), "policy.rest"))
        if layout.is_plain:
            self._node("Concat", *parts, axis=1, out=out)
        elif layout.seat is None:
            logits = self._node("Concat", *parts, axis=1)
            self._node("Gather", logits, self._constant("places", layout.places[0]), axis=1, out=out)
        else:
            logits = self._node("Concat", *parts, axis=1)
            self._node("GatherElements", logits, self._places_of_seats(layout.places, layout.seat), axis=1, out=out)

    def _places_of_seats(self, places: NDArray[np.int64], plane: int) -> str:
        """The row of places of the seat that looks, as the plane tells it: its number, of the last one's."""
        told = self._node("Gather", INPUT, self._constant("seat", np.array([plane])), axis=1)
        last = self._constant("last seat", np.full((1, 1, 1, 1), len(places) - 1, np.float32))
        number = self._node("Round", self._node("Mul", self._node("GlobalMaxPool", told), last))
        number = self._node("Flatten", self._node("Cast", number, to=TensorProto.INT64), axis=1)
        return self._node("Flatten", self._node("Gather", self._constant("places", places), number, axis=0), axis=1)

    def _find_board(self) -> None:
        """Where the board is, and which share of the grid, if it does not fill it."""
        on_board = self._shape.on_board
        if on_board is None:
            return
        if isinstance(on_board, int):
            self._board = self._node("Gather", INPUT, self._constant("plane", np.array([on_board])), axis=1)
        else:
            self._board = self._constant("board", on_board[None, None])
        least = self._constant("least", np.full((1, 1, 1, 1), LEAST, np.float32))
        self._share = self._node("Max", self._node("GlobalAveragePool", self._board), least)

    def _on_board(self, x: str) -> str:
        x = self._node("Relu", x)
        return x if self._board is None else self._node("Mul", x, self._board)

    def _pooled(self, x: str) -> str:
        mean = self._node("GlobalAveragePool", x)
        if self._share is not None:
            mean = self._node("Div", mean, self._share)
        return self._node("Flatten", self._node("Concat", mean, self._node("GlobalMaxPool", x), axis=1), axis=1)

    def _conv(self, x: str, layer: str) -> str:
        kernel = self._weights[f"{layer}.weights"].transpose(3, 2, 0, 1)
        rows, columns = kernel.shape[2:]
        pads = [rows // 2, columns // 2] * 2
        weights, bias = (
            self._constant(f"{layer}.weights", kernel),
            self._constant(f"{layer}.bias", self._weights[f"{layer}.bias"]),
        )
        return self._node("Conv", x, weights, bias, kernel_shape=[rows, columns], pads=pads)

    def _dense(self, x: str, layer: str) -> str:
        names = [self._constant(name, self._weights[name]) for name in (f"{layer}.weights", f"{layer}.bias")]
        return self._node("Gemm", x, *names)

    def _everywhere(self, x: str) -> str:
        return self._node("Unsqueeze", x, self._constant("grid", np.array([2, 3])))

    def _add(self, x: str, y: str) -> str:
        return self._node("Add", x, y)

    def _constant(self, name: str, array: NDArray[Any]) -> str:
        if all(one.name != name for one in self.constants):
            kept = np.ascontiguousarray(array, np.int64 if array.dtype.kind == "i" else np.float32)
            self.constants.append(numpy_helper.from_array(kept, name))
        return name

    def _node(self, operator: str, *inputs: str, out: str | None = None, **attributes: Any) -> str:
        out = out or f"{operator.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [out], **attributes))
        return out
