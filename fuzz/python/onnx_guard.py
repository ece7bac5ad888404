"""Fuzz the validation of ONNX files: a file is accepted, or `BadOnnx` is raised, in bounded time.

Run it as ``python fuzz/python/onnx_guard.py [OPTION | CORPUS]…`` with the options of libFuzzer, such as
``-max_total_time=60``. The parser of the `onnx` package must read an accepted file in the same way: without external data,
control flow, functions and sparse tensors anywhere. Mutations change bytes, or parse the message and change its fields, their
encoding and their order.
"""

import random
import struct
import sys
from collections.abc import Iterator
from typing import Any, Final

import atheris

with atheris.instrument_imports(include=["plyground.nets"]):
    from plyground.nets.guard import Contents, read_contents
    from plyground.nets.operators import OPERATORS
    from plyground.nets.protobuf import BadOnnx
    from plyground.nets.sizes import INPUT, check_sizes

import numpy as np
import onnx
from google.protobuf.message import DecodeError, Message
from onnx import AttributeProto, SparseTensorProto, TensorProto, helper, numpy_helper

SHAPE, ACTIONS, SEATS = (2, 3, 3), 4, 2
"""The sizes of the seeds."""

FORBIDDEN: Final = {
    "g", "graphs", "tensors", "sparse_tensor", "sparse_tensors", "strings", "tp", "type_protos", "ref_attr_name",
    "sparse_initializer", "external_data", "functions", "training_info", "sequence_type", "map_type", "optional_type",
    "sparse_tensor_type", "opaque_type", "string_data", "segment", "device_configurations", "configuration",
}  # fmt: skip
"""Fields that no accepted file has."""

WORDS: Final = [
    word.encode()
    for word in (
        *(*sorted(OPERATORS), "Loop", "If", "Mystery", "x", "y", "z", "b", "flat", INPUT),
        *("axis", "axes", "perm", "pads", "strides", "dilations", "group", "kernel_shape", "auto_pad", "ceil_mode"),
        *(
            "transA",
            "transB",
            "keepdims",
            "start",
            "end",
            "to",
            "split",
            "allowzero",
            "value",
            "value_ints",
            "value_int",
        ),
    )
]
"""Texts that replace each other: names of operators, attributes and tensors."""

NUMBERS: Final = [-(2**63), -(2**31), -2, -1, 0, 1, 2, 3, 9, 64, 2**20, 2**31, 2**40, 2**63 - 1]
"""Integers to put into constants."""


def seeds() -> Iterator[bytes]:
    """Yield small files: networks, and files with forbidden content."""
    yield network([node("Conv", "observations kernel", "x", pads=[1, 1, 1, 1]), node("Flatten", "x", "flat", axis=1)])
    reshaped = [
        node("Shape", "observations", "sizes"),
        node("Slice", "sizes zero one", "b"),
        helper.make_node("Constant", [], ["rest"], value=numpy_helper.from_array(np.array([-1]))),
        node("Concat", "b rest", "target", axis=0),
        node("Reshape", "observations target", "flat"),
    ]
    yield network(reshaped)
    elsewhere = TensorProto(name="w", data_type=1, dims=[1], data_location=TensorProto.EXTERNAL)
    elsewhere.external_data.add(key="location", value="file")
    sparse = SparseTensorProto(values=elsewhere, indices=elsewhere, dims=[1])
    body = helper.make_graph([node("Loop", "x", "y")], "body", [], [], [elsewhere])
    flat = node("Flatten", "observations", "flat")
    for attribute in (
        AttributeProto(name="a", type=AttributeProto.SPARSE_TENSOR, sparse_tensor=sparse),
        AttributeProto(name="a", type=AttributeProto.GRAPH, g=body),
        AttributeProto(name="a", type=AttributeProto.TENSOR, t=elsewhere),
        AttributeProto(name="a", type=AttributeProto.TENSORS, tensors=[elsewhere]),
    ):
        extra = node("Constant", "", "z")
        extra.attribute.append(attribute)
        yield network([flat, extra])


def node(operator: str, inputs: str, output: str, **attributes: Any) -> Any:
    """Return a node."""
    return helper.make_node(operator, inputs.split(), [output], **attributes)


def network(nodes: list[Any]) -> bytes:
    """Return a file with nodes that compute ``flat``."""
    constants = {
        "kernel": np.ones((2, 2, 3, 3), np.float32),
        "weights": np.ones((18, ACTIONS), np.float32),
        "own": np.ones((18, SEATS), np.float32),
        "zero": np.array([0]),
        "one": np.array([1]),
    }
    heads = [node("Gemm", "flat weights", "policy"), node("MatMul", "flat own", "values")]
    graph = helper.make_graph(
        [*nodes, *heads],
        "seed",
        [helper.make_tensor_value_info("observations", TensorProto.FLOAT, ["b", *SHAPE])],
        [
            helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["b", ACTIONS]),
            helper.make_tensor_value_info("values", TensorProto.FLOAT, ["b", SEATS]),
        ],
        [numpy_helper.from_array(array, name) for name, array in constants.items()],
    )
    model = helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 13)])
    helper.set_model_props(model, {"plyground": "{}"})
    return bytes(model.SerializeToString())


def test(data: bytes) -> None:
    """Check one input: every exception but `BadOnnx` is a crash."""
    refusals = []
    try:
        found = read_contents(data)
        check_parsed(found, data)
        check_sizes(found.graph, SHAPE, ACTIONS, SEATS)
    except BadOnnx as error:
        refusals.append(str(error))
    assert all(0 < len(text) < 1000 for text in refusals), refusals


def check_parsed(found: Contents, data: bytes) -> None:
    """Compare the content that the guard accepted with that of the parser."""
    model = onnx.ModelProto()
    try:
        model.ParseFromString(data)
    except DecodeError:
        # The guard does not decode large packed numbers. A file with broken ones opens nowhere.
        return
    check_message(model)
    assert [one.op_type for one in model.graph.node] == [one.operator for one in found.graph.nodes]
    assert {one.name: tuple(one.dims) for one in model.graph.initializer} == {
        name: one.shape for name, one in found.graph.constants.items()
    }
    assert {one.key: one.value for one in model.metadata_props} == dict(found.metadata)


def check_message(message: Message) -> None:
    """Check all fields of a message as the parser sees them, and the messages in it."""
    assert not message.FindInitializationErrors()
    for descriptor, value in message.ListFields():
        assert descriptor.name not in FORBIDDEN, descriptor.full_name
        if isinstance(message, TensorProto):
            assert message.data_location == TensorProto.DEFAULT
        if isinstance(message, onnx.NodeProto):
            assert message.op_type in OPERATORS
            assert message.domain in ("", "ai.onnx")
            assert not message.overload
        if isinstance(value, Message):
            check_message(value)
        elif descriptor.type == descriptor.TYPE_MESSAGE:
            for one in value:
                check_message(one)


def mutated(data: bytes, most: int, seed: int) -> bytes:
    """Return a mutation of an input that is not too long."""
    rng = random.Random(seed)
    source = rng.choice(SEEDS) if rng.random() < 0.1 else data
    found = bytes(atheris.Mutate(data, most)) if rng.random() < 0.1 else changed(source, rng, depth=0)
    return found if len(found) <= most else data


def changed(data: bytes, rng: random.Random, depth: int) -> bytes:
    """Return a message with a change of one field at some depth."""
    try:
        fields = list(split(data))
    except IndexError:
        return bytes(atheris.Mutate(data, len(data) + 16))
    if not fields:
        return field_of(rng.randrange(32), 2, b"")
    # Long fields are chosen more often, since most of the content is in the graph.
    at = rng.choices(range(len(fields)), [len(value) + 1 for _, _, value in fields])[0]
    number, wire, value = fields[at]
    padding = 0
    if value in WORDS and rng.random() < 0.8:
        fields[at] = (number, wire, rng.choice(WORDS))
    elif wire == 2 and depth < 8 and rng.random() < 0.9:
        fields[at] = (number, wire, changed(value, rng, depth + 1))
    else:
        match rng.randrange(8):
            case 0:
                fields.insert(rng.randrange(len(fields) + 1), fields[at])
            case 1:
                fields.pop(at)
            case 2:
                fields[at] = (rng.choice([rng.randrange(32), 2**29 + number, 2**32 + number]), wire, value)
            case 3:
                fields[at] = (number, rng.randrange(8), value)
            case 4:
                padding = rng.randrange(1, 9)
            case _:
                fields[at] = (number, wire, replaced(value, rng))
    return b"".join(field_of(*one, padding if place == at else 0) for place, one in enumerate(fields))


def replaced(value: bytes, rng: random.Random) -> bytes:
    """Return another value of a field."""
    if rng.random() < 0.5:
        return bytes(atheris.Mutate(value, len(value) + 16))
    count = rng.choice([len(value) // 8, rng.randrange(5)])
    return struct.pack(f"<{count}q", *(rng.choice(NUMBERS) for _ in range(count)))


def split(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield the number, wire type and bytes of each field of a message; raise `IndexError` if it is not a message."""
    at = 0
    while at < len(data):
        tag, at = decoded(data, at)
        start = at
        if tag & 7 == 2:
            length, start = decoded(data, at)
            at = start + length
        elif tag & 7 == 0:
            _, at = decoded(data, at)
        else:
            at += {5: 4, 1: 8}.get(tag & 7, len(data))
        if at > len(data):
            raise IndexError
        yield tag >> 3, tag & 7, data[start:at]


def decoded(data: bytes, at: int) -> tuple[int, int]:
    """Return an integer and the position after it."""
    number = shift = 0
    while True:
        number |= (data[at] & 127) << shift
        shift, at = shift + 7, at + 1
        if data[at - 1] < 128:
            return number, at


def field_of(number: int, wire: int, value: bytes, padding: int = 0) -> bytes:
    """Return an encoded field, whose tag may have redundant bytes."""
    tag = encoded(number << 3 | wire)
    if padding:
        tag = tag[:-1] + bytes([tag[-1] | 128]) + b"\x80" * (padding - 1) + b"\x00"
    return tag + (encoded(len(value)) if wire == 2 else b"") + value


def encoded(number: int) -> bytes:
    """Return the shortest encoding of an integer."""
    return bytes([number & 127 | 128]) + encoded(number >> 7) if number > 127 else bytes([number])


SEEDS: Final = list(seeds())


def main() -> None:
    """Fuzz with the arguments of the command line. Seeds come from the mutator."""
    for seed in SEEDS:
        test(seed)
    atheris.Setup(
        [sys.argv[0], "-timeout=20", "-max_len=4000", "-len_control=0", *sys.argv[1:]], test, custom_mutator=mutated
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
