"""Files that are not plain networks raise errors before a runtime opens them."""

import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.nets import BadModel, Description, Model
from plyground.nets.guard import MAX_BYTES, read_contents
from plyground.nets.protobuf import MAX_FIELDS, BadOnnx
from plyground.nets.sizes import check_sizes

onnx = pytest.importorskip("onnx", reason="models are written with the extra 'learn'")
ort = pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")

from onnx import TensorProto, helper, numpy_helper  # noqa: E402

from models import modify_network, write_network  # noqa: E402


@pytest.fixture(scope="module")
def stax(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return write_network(tmp_path_factory.mktemp("models") / "stax.onnx", pg.game("stax")).read_bytes()


def varint(number: int) -> bytes:
    """The shortest encoding of an integer."""
    return bytes([number & 127 | 128]) + varint(number >> 7) if number > 127 else bytes([number])


def field(number: int, value: bytes | int) -> bytes:
    """A field of a message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def refused(data: bytes, reason: str) -> None:
    """The guard and the model raise an error for a file without opening it."""
    with pytest.raises(BadOnnx, match=reason):
        read_contents(data)
    with pytest.raises(BadModel, match=reason):
        Model(data)


def tensor(name: str = "w") -> Any:
    """A constant."""
    return numpy_helper.from_array(np.ones(1, np.float32), name)


def elsewhere() -> Any:
    """A constant in another file."""
    one = TensorProto(name="w", data_type=1, dims=[1], data_location=TensorProto.EXTERNAL)
    one.external_data.add(key="location", value="/etc/passwd")
    return one


def attributes() -> dict[str, tuple[Any, str]]:
    """Attributes that are not allowed."""
    graph = onnx.GraphProto(name="body")
    graph.initializer.append(elsewhere())
    sparse = onnx.SparseTensorProto(values=elsewhere(), indices=tensor(), dims=[1])
    kinds = onnx.AttributeProto
    return {
        "sparse_tensor": (kinds(name="a", type=kinds.SPARSE_TENSOR, sparse_tensor=sparse), "sparse"),
        "sparse_tensors": (kinds(name="a", type=kinds.SPARSE_TENSORS, sparse_tensors=[sparse]), "sparse"),
        "t": (kinds(name="a", type=kinds.TENSOR, t=elsewhere()), "weights are in another file"),
        "t of Relu": (kinds(name="a", type=kinds.TENSOR, t=tensor()), "has a constant as an attribute"),
        "tensors": (kinds(name="a", type=kinds.TENSORS, tensors=[tensor()]), "several constants"),
        "g": (kinds(name="a", type=kinds.GRAPH, g=graph), "branches or loops"),
        "graphs": (kinds(name="a", type=kinds.GRAPHS, graphs=[graph]), "branches or loops"),
        "tp": (kinds(name="a", type=kinds.TYPE_PROTO, tp=onnx.TypeProto()), "only tensors"),
        "type_protos": (kinds(name="a", type=kinds.TYPE_PROTOS, type_protos=[onnx.TypeProto()]), "only tensors"),
        "strings": (kinds(name="a", type=kinds.STRINGS, strings=[b"a"]), "texts"),
        "ref": (kinds(name="a", type=kinds.INT, ref_attr_name="b"), "its own operators"),
        "other type": (kinds(name="a", type=kinds.INT, f=1), "must have a value of its type"),
        "graph without one": (kinds(name="a", type=kinds.GRAPH), "branches or loops"),
    }


@pytest.mark.parametrize("kind", attributes())
def test_attributes_are_validated(stax: bytes, kind: str) -> None:
    attribute, reason = attributes()[kind]
    refused(modify_network(stax, lambda model: model.graph.node[1].attribute.append(attribute)), reason)


def test_fields_that_are_not_allowed(stax: bytes) -> None:
    sparse = onnx.SparseTensorProto(values=tensor(), indices=tensor(), dims=[1])
    optional = helper.make_optional_type_proto(helper.make_tensor_type_proto(1, [1]))
    changes: dict[str, list[Callable[[Any], object]]] = {
        "sparse": [
            lambda model: model.graph.sparse_initializer.append(sparse),
            lambda model: model.graph.value_info.append(
                helper.make_sparse_tensor_value_info("x", TensorProto.FLOAT, [1])
            ),
        ],
        "weights are in another file": [
            lambda model: model.graph.initializer.append(elsewhere()),
            lambda model: setattr(model.graph.initializer[0], "data_location", 1),
        ],
        "texts": [lambda model: model.graph.initializer[0].string_data.append(b"a")],
        "in segments": [lambda model: setattr(model.graph.initializer[0].segment, "begin", 1)],
        "uint64": [lambda model: model.graph.initializer[0].uint64_data.append(1)],
        "its own operators": [
            lambda model: model.functions.add(name="f"),
            lambda model: setattr(model.graph.node[0], "overload", "f"),
        ],
        "training": [lambda model: model.training_info.add()],
        "device configurations": [
            lambda model: model.configuration.add(name="a"),
            lambda model: model.graph.node[0].device_configurations.add(),
        ],
        "quantization annotations": [lambda model: model.graph.quantization_annotation.add(tensor_name="a")],
        "only tensors": [lambda model: model.graph.value_info.add(name="x").type.CopyFrom(optional)],
        "of 'com.example'": [lambda model: setattr(model.graph.node[0], "domain", "com.example")],
        "element type 8": [lambda model: setattr(model.graph.output[0].type.tensor_type, "elem_type", 8)],
        "cannot have 4 bytes": [
            lambda model: model.graph.initializer.append(TensorProto(data_type=1, name="w", dims=[9], raw_data=b"1234"))
        ],
        "must have its numbers in": [
            lambda model: model.graph.initializer.append(TensorProto(data_type=1, name="w", dims=[1], int64_data=[1])),
            lambda model: model.graph.initializer[0].float_data.append(1),
        ],
        "at most 8 positive sizes": [
            lambda model: model.graph.initializer.append(TensorProto(data_type=1, name="w", dims=[-1], raw_data=b"")),
            lambda model: model.graph.initializer.append(tensor().__class__(data_type=1, name="w", dims=[1] * 9)),
        ],
        "differ": [lambda model: model.graph.initializer.append(model.graph.initializer[0])],
        "keys of its metadata": [lambda model: model.metadata_props.add(key="plyground")],
        "must be given once, but is given twice": [
            lambda model: model.graph.node[0].attribute.append(model.graph.node[0].attribute[0])
        ],
    }
    for reason, ways in changes.items():
        for change in ways:
            refused(modify_network(stax, change), reason)


@pytest.mark.parametrize(
    "operator",
    [
        "Loop",
        "If",
        "Scan",
        "ConstantOfShape",
        "Expand",
        "Tile",
        "NonZero",
        "RandomNormal",
        "Multinomial",
        "Resize",
        "Mystery",
    ],
)
def test_other_operators_are_named(stax: bytes, operator: str) -> None:
    data = modify_network(stax, lambda model: setattr(model.graph.node[0], "op_type", operator))
    refused(data, rf"'{operator}' is not allowed; docs/learning.md and plyground.nets.OPERATORS list the allowed ones")


ENCODINGS = "longer than its shortest encoding|field number|are in another file"


@pytest.mark.parametrize(
    "tag", [b"\x6a", b"\xea\x00", b"\xea\x80\x80\x80\x10", b"\xea\x80\x80\x80\x80\x80\x80\x80\x80\x02"]
)
def test_encodings_that_parsers_read_otherwise(stax: bytes, tag: bytes) -> None:
    # Field 13, external_data, in one byte and in more than are needed. Parsers cut tags to 32 bits.
    location = field(1, b"location") + field(2, b"/etc/passwd")
    one = field(1, 1) + field(2, 1) + field(8, b"w") + tag + varint(len(location)) + location
    whole = onnx.load_from_string(stax)
    graph = whole.graph.SerializeToString()
    whole.ClearField("graph")
    refused(whole.SerializeToString() + field(7, graph + field(5, one)), ENCODINGS)
    # The same with a graph in an attribute, field 6.
    loop = field(5, field(1, b"body") + bytes([tag[0] & 0x80 | 0x32]) + tag[1:] + b"\x00" + field(20, 5))
    refused(whole.SerializeToString() + field(7, field(1, field(4, b"Relu") + loop) + graph), f"{ENCODINGS}|branches")


def test_bytes_that_are_no_messages(stax: bytes) -> None:
    for more, reason in {
        b"\x08\x80\x00": "shortest encoding",
        b"\x08" + b"\xff" * 9 + b"\x02": "64 bits",
        b"\x08" + b"\x80" * 11: "64 bits",
        b"\x0a\x00": "ir_version has wire type 2",
        b"\x10\x01": "producer_name has wire type 0",
        b"\x15\x00\x00\x00\x00": "producer_name has wire type 5",
        b"\x11" + b"\x00" * 8: "producer_name has wire type 1",
        b"\x13\x14": "producer_name has wire type 3",
        b"\x17": "producer_name has wire type 7",
        b"\x02\x00": "field number 0 is out of range",
        varint(2**32 | 0x3A) + b"\x00": "field number 536870919 is out of range",
        field(99, b""): "ModelProto has no field 99",
        field(4, b"\xff"): "not UTF-8",
        field(4, b"a") + field(4, b"b"): "domain must be given once",
        field(7, b""): "graph must be given once",
        field(14, field(1, b"a") + field(1, b"plyground")): "key must be given once",
        b"\x22\x7f": "cut short",
        field(8, b"") * (MAX_FIELDS + 1): f"at most {MAX_FIELDS:,} fields",
    }.items():
        refused(stax + more, reason)
    refused(b"", "not an ONNX file")
    refused(b"\x12\x06ab" + b"ORTM", "format of ONNX Runtime")


def test_parts_are_given_once(stax: bytes) -> None:
    """Parsers merge a message that is given twice, so that each part may look harmless."""
    whole = onnx.load_from_string(stax)
    whole.ClearField("graph")
    constant = field(5, field(2, 1) + field(9, b"1234")) + field(20, 4)
    for inner, reason in {
        field(
            1, field(4, b"Constant") + field(5, constant + field(5, b"\x70\x00"))
        ): "AttributeProto.t must be given once",
        field(5, field(14, 2**32 + 1) + field(8, b"w")): "must fit into 32 bits",
        field(11, field(2, field(1, b"")) + field(2, b"")): "ValueInfoProto.type must be given once",
        field(11, field(2, field(1, b"") + field(1, b""))): "TypeProto.tensor_type must be given once",
        field(11, field(2, field(1, field(1, 1) + field(2, field(1, field(1, 4) + field(2, b"b")))))): "not both",
        field(1, field(4, b"Relu") + field(4, b"Loop")): "op_type must be given once",
    }.items():
        refused(whole.SerializeToString() + field(7, inner), reason)


def test_paths_that_are_no_files(tmp_path: Path) -> None:
    large = tmp_path / "large.onnx"
    with large.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(BadModel, match=f"at most {MAX_BYTES:,} bytes, got {MAX_BYTES + 1:,}"):
        pg.agent(f"net:{large}")
    with pytest.raises(BadModel, match="is a folder"):
        pg.agent(f"net:{tmp_path}")
    if os.name == "posix":
        os.mkfifo(tmp_path / "pipe")
        for path in (tmp_path / "pipe", "/dev/zero"):
            with pytest.raises(BadModel, match="must be a regular file"):
                pg.agent(f"net:{path}")


def test_descriptions_are_checked() -> None:
    whole: dict[str, Any] = json.loads(Description.for_game(pg.game("stax")).to_json())
    changed: list[tuple[dict[str, Any], str]] = [
        ({"min_return": -(10**400)}, "'min_return' must be a finite number"),
        ({"max_return": True}, "'max_return' must be a finite number"),
        ({"min_return": "-1"}, "'min_return' must be a finite number"),
        ({"min_return": 1}, "'max_return' must be above min_return 1"),
        ({"format_version": True}, "format version is True and this build reads version 2"),
        ({"format_version": 1}, "format version is 1 and this build reads version 2"),
        ({"num_seats": 2.0}, "'num_seats' must be an integer from 1 to 64, got 2.0"),
        ({"num_seats": True}, "'num_seats' must be"),
        ({"num_actions": 2**40}, "'num_actions' must be an integer from 1 to"),
        ({"observation_shape": [2**10, 2**10, 2**10]}, "'observation_shape' must be three positive"),
        ({"observation_shape": {"18": 1, "8": 1, "9": 1}}, "'observation_shape' must be"),
        ({"observation_shape": 18}, "'observation_shape' must be"),
        ({"fingerprint": "\x1b[31m"}, "'fingerprint' must be 16 hexadecimal digits"),
        ({"version": 1}, "'version' must be"),
        ({"training": []}, "'training' must be an object"),
        ({"game": {"id": "stax", "options": {"size": [8]}, "frame": "seat"}}, "'game' must be"),
        ({"game": {"id": "stax", "options": {}, "frame": 1}}, "'game' must be"),
        ({"surprise": 1}, "fields must be"),
    ]
    for changes, reason in changed:
        with pytest.raises(BadModel, match=reason):
            Description.from_json(json.dumps({**whole, **changes}))
    text = json.dumps(whole)
    for told, reason in [
        (text.replace('"min_return": -1.0', '"min_return": NaN'), "numbers must be finite, got NaN"),
        (text.replace('"min_return": -1.0', '"min_return": -Infinity'), "numbers must be finite, got -Infinity"),
        (text.replace('"training": {}', '"training": {"learning_rate": 1e999}'), "numbers must be finite, got 1e999"),
        (text.replace('"num_seats": 2', '"num_seats": 2, "num_seats": 3'), "keys of an object must differ"),
        (text.replace('"num_seats": 2', f'"num_seats": {"9" * 5000}'), "description is not what"),
        ("[" * 100_000, "description is not what"),
        ("[]", "must be an object"),
        (" " * 2**21, "at most 1,048,576 characters"),
    ]:
        assert told != text
        with pytest.raises(BadModel, match=reason):
            Description.from_json(told)


@pytest.mark.parametrize("seed", range(40))
def test_damaged_files_are_refused_or_read(stax: bytes, seed: int) -> None:
    rng = random.Random(seed)
    data = bytearray(stax)
    for _ in range(rng.randint(1, 6)):
        data[rng.randrange(min(len(data), 4000))] = rng.randrange(256)
    try:
        found = read_contents(bytes(data))
        check_sizes(found.graph, (18, 8, 8), 128, 2)
    except BadOnnx as error:
        assert str(error)
