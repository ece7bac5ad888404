"""Networks with too large tensors, too much work or other shapes than described raise errors before they are opened."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.nets import OPERATORS, BadModel, Description, Model
from plyground.nets.guard import read_contents
from plyground.nets.shapes import RULES, output_shapes
from repository import ROOT

onnx = pytest.importorskip("onnx", reason="models are written with the extra 'learn'")
ort = pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")

from onnx import TensorProto, helper, numpy_helper  # noqa: E402

from models import modify_network  # noqa: E402
from plyground.nets.operator_calls import TensorInfo  # noqa: E402


def tensor(name: str = "w") -> Any:
    """A constant."""
    return numpy_helper.from_array(np.ones(1, np.float32), name)


def linear(nodes: Iterable[Any], constants: dict[str, Any] | None = None) -> bytes:
    """A file with ``flat`` and constants that nodes can use, and these nodes in front of a linear network."""
    game = pg.game("stax")
    size = int(np.prod(game.observation_shape))
    kept = {
        "policy_weights": np.zeros((size, game.num_actions), np.float32),
        "value_weights": np.zeros((size, game.num_seats), np.float32),
        **(constants or {}),
    }
    graph = helper.make_graph(
        [
            helper.make_node("Flatten", ["observations"], ["flat"], axis=1),
            *nodes,
            helper.make_node("Gemm", ["flat", "policy_weights"], ["policy"]),
            helper.make_node("MatMul", ["flat", "value_weights"], ["values"]),
        ],
        "linear",
        [helper.make_tensor_value_info("observations", TensorProto.FLOAT, ["b", *game.observation_shape])],
        [
            helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["b", game.num_actions]),
            helper.make_tensor_value_info("values", TensorProto.FLOAT, ["b", game.num_seats]),
        ],
        [numpy_helper.from_array(array, name) for name, array in kept.items()],
    )
    model = helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 13)])
    helper.set_model_props(model, {"plyground": Description.for_game(game).to_json()})
    return bytes(model.SerializeToString())


def node(operator: str, inputs: str, output: str, **attributes: Any) -> Any:
    return helper.make_node(operator, inputs.split(), [output], **attributes)


def test_large_tensors_are_refused_unopened(monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(_data: bytes) -> None:
        raise AssertionError("the file was opened")

    monkeypatch.setattr("plyground.nets.session.session_of", opened)
    doubled = [node("Concat", f"x{at} x{at}", f"x{at + 1}", axis=1) for at in range(40)]
    shape, pads = np.array([-1, 1, 8, 8]), np.array([0, 0, 0, 2**40])
    column, rows = node("Unsqueeze", "flat two", "column"), node("Unsqueeze", "flat one", "rows")
    long = np.zeros((4096, 1), np.float32)
    for nodes, reason in [
        ([node("Identity", "flat", "x0"), *doubled], "'Concat' has a tensor of"),
        ([node("Pad", "flat pads", "x")], "'Pad' has a tensor of"),
        ([column, rows, node("Add", "column rows", "x")], "'Add' has a tensor of"),
        ([column, rows, node("MatMul", "column rows", "x")], "'MatMul' has a tensor"),
        (
            [node("Reshape", "flat shape", "board"), node("Conv", "board k", "x", pads=[10**6] * 4)],
            "'Conv' has a tensor",
        ),
        ([node("Transpose", "flat", "turned"), node("MatMul", "flat turned", "x")], None),
        ([node("MatMul", "long wide", f"square{at}") for at in range(20)], "its tensors must have at most"),
        (
            [node("MatMul", "long wide", "a"), *(node("MatMul", "a a", f"x{at}") for at in range(2))],
            "it must take at most",
        ),
        ([node("Cast", "flat", "whole", to=TensorProto.INT64), node("Reshape", "flat whole", "x")], "must not depend"),
        ([node("Reshape", "flat shape", "x"), node("Flatten", "x", "x")], "given twice"),
        ([node("Relu", "later", "x")], "before it is computed"),
        (
            [
                node("Reshape", "flat shape", "board"),
                node("MaxPool", "board", "x", kernel_shape=[2, 2], dilations=[2, 1], auto_pad="SAME_UPPER"),
            ],
            "must not be SAME with dilations",
        ),
        ([column, node("Concat", "column flat", "x", axis=2)], "the inputs differ in their number of axes"),
        ([node("Pad", "flat negative", "x")], "pads must not be negative, got -1"),
        ([node("Cast", "flat", "x", to=TensorProto.STRING)], "'to' must be an allowed type"),
    ]:
        constants = {
            "shape": shape, "pads": pads, "negative": np.array([0, 0, 0, -1]), "two": np.array([2]), "one": np.array([1]),
            "k": np.ones((1, 1, 3, 3), np.float32), "long": long, "wide": long.T.copy(),
        }  # fmt: skip
        data = linear(nodes, constants)
        if reason is None:
            with pytest.raises(BadModel, match="was opened"):
                Model(data)
        else:
            with pytest.raises(BadModel, match=reason):
                Model(data)


def test_inputs_and_outputs_are_compared_before_the_file_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.nets.session.session_of", None)
    data = linear([])

    def declared(name: str, *sizes: Any, kind: int = TensorProto.FLOAT) -> Callable[[Any], None]:
        def change(model: Any) -> None:
            for one in (*model.graph.input, *model.graph.output):
                if one.name == name:
                    one.CopyFrom(helper.make_tensor_value_info(name, kind, sizes or None))

        return change

    for change, reason in [
        (declared("observations", "b", 18, 8, 9), r"'observations' must have shape \['b', 18, 8, 8\]"),
        (declared("policy", "b", 127), r"'policy' must have shape \['b', 128\]"),
        (declared("values", "b"), r"'values' must have shape \['b', 2\]"),
        (declared("values", 1, 2), "batches of 1 only; export it with a free batch axis"),
        (declared("policy", kind=TensorProto.DOUBLE), "'policy' must be of type float32, got element type 11"),
        (declared("policy", kind=TensorProto.STRING), "float32.*got element type 8"),
        (
            lambda model: model.graph.input.append(model.graph.output[0]),
            "must have the input 'observations' and the outputs",
        ),
        (lambda model: model.graph.node.pop(), "'values' of 1 positions .* got nothing"),
        (lambda model: model.graph.initializer.append(tensor("observations")), "must be the input"),
    ]:
        with pytest.raises(BadModel, match=reason):
            Model(modify_network(data, change))


def test_networks_of_other_frameworks_are_played() -> None:
    """Exporters compute the target of a reshape from the shape of the batch."""
    nodes = [
        node("Shape", "observations", "sizes"),
        node("Gather", "sizes first", "b", axis=0),
        node("Unsqueeze", "b zero", "b1"),
        helper.make_node("Constant", [], ["rest"], value=numpy_helper.from_array(np.array([-1]))),
        node("Concat", "b1 rest", "target", axis=0),
        node("Reshape", "observations target", "again"),
        node("ReduceMean", "again", "mean", axes=[1], keepdims=1),
        node("Sub", "again mean", "x"),
    ]
    model = Model(linear(nodes, {"first": np.array(0), "zero": np.array([0])}))
    assert model.predict(np.zeros((5, 18, 8, 8), np.float32))[0].shape == (5, 128)


NUMBERS = np.arange(24, dtype=np.float32)
EXAMPLES: list[tuple[str, list[Any], dict[str, Any]]] = [
    ("AveragePool", [NUMBERS.reshape(1, 2, 3, 4)], {"kernel_shape": [2, 2], "pads": [1, 0, 1, 1]}),
    ("AveragePool", [NUMBERS.reshape(1, 2, 3, 4)], {"kernel_shape": [2, 3], "auto_pad": "SAME_UPPER", "strides": [2, 2]}),
    ("Concat", [NUMBERS.reshape(2, 3, 4), NUMBERS.reshape(2, 3, 4)], {"axis": -2}),
    ("Conv", [NUMBERS.reshape(1, 2, 3, 4), np.ones((6, 1, 2, 2), np.float32)], {"group": 2, "dilations": [2, 1]}),
    ("Flatten", [NUMBERS.reshape(2, 3, 4)], {"axis": -1}),
    ("Gather", [NUMBERS.reshape(2, 3, 4), np.array([[0, 2], [1, 1]])], {"axis": 1}),
    ("GatherElements", [NUMBERS.reshape(6, 4), np.zeros((6, 2), np.int64)], {"axis": 1}),
    ("Gemm", [NUMBERS.reshape(6, 4), NUMBERS.reshape(4, 6)], {"transA": 1, "transB": 1}),
    ("GlobalMaxPool", [NUMBERS.reshape(1, 2, 3, 4)], {}),
    ("LayerNormalization", [NUMBERS.reshape(6, 4), np.ones(4, np.float32)], {}),
    ("MatMul", [NUMBERS.reshape(2, 1, 3, 4), NUMBERS.reshape(2, 4, 3)], {}),
    ("MatMul", [NUMBERS.reshape(6, 4), np.ones(4, np.float32)], {}),
    ("MaxPool", [NUMBERS.reshape(1, 2, 3, 4)], {"kernel_shape": [2, 2], "strides": [2, 1], "dilations": [1, 3]}),
    ("Pad", [NUMBERS.reshape(6, 4), np.array([1, 0, 2, 3])], {"mode": "edge"}),
    ("Mul", [np.array([2, 3]), np.array([5])], {}),
    ("ReduceMean", [NUMBERS.reshape(2, 3, 4), np.array([0, -1])], {"keepdims": 0}),
    ("ReduceSum", [NUMBERS.reshape(2, 3, 4)], {"noop_with_empty_axes": 1}),
    ("Reshape", [NUMBERS.reshape(2, 3, 4), np.array([0, -1, 2])], {}),
    ("Shape", [NUMBERS.reshape(2, 3, 4)], {"start": -2}),
    ("Slice", [NUMBERS.reshape(6, 4), *map(np.array, ([-1, 0], [-(2**63), 2**63 - 1], [0, 1], [-2, 3]))], {}),
    ("Slice", [np.array([1, 2, 3, 4]), np.array([3]), np.array([0]), np.array([0]), np.array([-2])], {}),
    ("Split", [NUMBERS.reshape(6, 4), np.array([1, 3])], {"axis": -1}),
    ("Squeeze", [NUMBERS.reshape(1, 24, 1), np.array([-1])], {}),
    ("Transpose", [NUMBERS.reshape(2, 3, 4)], {"perm": [1, 2, 0]}),
    ("Unsqueeze", [np.array([1, 2]), np.array([0, -1])], {}),
    ("Where", [np.ones((4, 1), bool), NUMBERS.reshape(6, 4, 1), NUMBERS[:5]], {}),
]  # fmt: skip


@pytest.mark.parametrize("example", range(len(EXAMPLES)), ids=lambda at: EXAMPLES[at][0])
def test_shapes_are_those_that_the_runtime_computes(example: int) -> None:
    operator, inputs, attributes = EXAMPLES[example]
    names = [f"x{at}" for at in range(len(inputs))]
    whole = operator == "Shape" or inputs[0].dtype == np.int64
    kind = TensorProto.INT64 if whole else TensorProto.FLOAT
    outputs = ["y", "z"] if operator == "Split" else ["y"]
    graph = helper.make_graph(
        [helper.make_node(operator, names, outputs, **attributes)],
        "one",
        [],
        [helper.make_tensor_value_info(name, kind, None) for name in outputs],
        [numpy_helper.from_array(array, name) for name, array in zip(names, inputs, strict=True)],
    )
    model = helper.make_model(graph, ir_version=10, opset_imports=[helper.make_opsetid("", 21)])
    found = read_contents(model.SerializeToString()).graph
    constants = [found.constants[name] for name in names]
    known = output_shapes(found.nodes[0], [TensorInfo(one.shape, one.numbers) for one in constants])
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    for one, array in zip(known, session.run(None, {}), strict=True):
        assert one.shape == array.shape
        assert one.values is None or one.values == tuple(array.ravel())


def test_each_operator_has_a_rule_and_is_documented() -> None:
    assert RULES.keys() == OPERATORS
    page = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
    assert [name for name in sorted(OPERATORS) if f"`{name}`" not in page] == []
