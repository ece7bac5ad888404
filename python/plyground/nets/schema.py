"""The messages of an ONNX file, as `onnx.proto` numbers their fields, and which of the fields are allowed.

No table contains itself: attributes hold no graphs, so that the depth of a file is bounded.
"""

from typing import Final

from .protobuf import Field, Forbidden, Kind, Message

ELSEWHERE: Final = "its weights are in another file; save them in the ONNX file itself"
BRANCHES: Final = "it has branches or loops, and only plain networks are allowed"
SPARSE: Final = "it has sparse constants, and only dense ones are allowed"
FUNCTIONS: Final = "it defines its own operators, and only those of ONNX are allowed"
TRAINING: Final = "it has training information, which is not allowed"
DEVICES: Final = "it has device configurations, which are not allowed"
QUANTIZED: Final = "it has quantization annotations, which are not allowed"
TEXTS: Final = "it has constants that are texts, and only numbers are allowed"
PARTIAL: Final = "it has a constant in segments; save it in one piece"
UNSIGNED: Final = "it has constants of type uint32 or uint64, which are not allowed"
TYPES: Final = "it has sequences, maps or optional values, and only tensors are allowed"

PAIR: Final = Message("StringStringEntryProto", {1: Field("key", Kind.TEXT), 2: Field("value", Kind.TEXT)})

METADATA: Final = Field("metadata_props", Kind.MESSAGE, repeated=True, message=PAIR)

OPERATOR_SET: Final = Message("OperatorSetIdProto", {1: Field("domain", Kind.TEXT), 2: Field("version", Kind.INT64)})

# The packed fields are of kind BYTES: every writer gives them in one piece, and their size is checked without decoding.
TENSOR: Final = Message(
    "TensorProto",
    {
        1: Field("dims", Kind.INTS),
        2: Field("data_type", Kind.INT32),
        3: Forbidden("segment", PARTIAL),
        4: Field("float_data", Kind.BYTES),
        5: Field("int32_data", Kind.BYTES),
        6: Forbidden("string_data", TEXTS),
        7: Field("int64_data", Kind.BYTES),
        8: Field("name", Kind.TEXT),
        9: Field("raw_data", Kind.BYTES),
        10: Field("double_data", Kind.BYTES),
        11: Forbidden("uint64_data", UNSIGNED),
        12: Field("doc_string", Kind.TEXT),
        13: Forbidden("external_data", ELSEWHERE),
        14: Field("data_location", Kind.INT32),
        16: METADATA,
    },
)

ATTRIBUTE: Final = Message(
    "AttributeProto",
    {
        1: Field("name", Kind.TEXT),
        2: Field("f", Kind.FLOAT),
        3: Field("i", Kind.INT64),
        4: Field("s", Kind.BYTES),
        5: Field("t", Kind.MESSAGE, message=TENSOR),
        6: Forbidden("g", BRANCHES),
        7: Field("floats", Kind.FLOATS),
        8: Field("ints", Kind.INTS),
        9: Forbidden("strings", TEXTS),
        10: Forbidden("tensors", "it has an attribute with several constants, which is not allowed"),
        11: Forbidden("graphs", BRANCHES),
        13: Field("doc_string", Kind.TEXT),
        14: Forbidden("tp", TYPES),
        15: Forbidden("type_protos", TYPES),
        20: Field("type", Kind.INT32),
        21: Forbidden("ref_attr_name", FUNCTIONS),
        22: Forbidden("sparse_tensor", SPARSE),
        23: Forbidden("sparse_tensors", SPARSE),
    },
)

NODE: Final = Message(
    "NodeProto",
    {
        1: Field("input", Kind.TEXT, repeated=True),
        2: Field("output", Kind.TEXT, repeated=True),
        3: Field("name", Kind.TEXT),
        4: Field("op_type", Kind.TEXT),
        5: Field("attribute", Kind.MESSAGE, repeated=True, message=ATTRIBUTE),
        6: Field("doc_string", Kind.TEXT),
        7: Field("domain", Kind.TEXT),
        8: Field("overload", Kind.TEXT),
        9: METADATA,
        10: Forbidden("device_configurations", DEVICES),
    },
)

DIMENSION: Final = Message(
    "TensorShapeProto.Dimension",
    {1: Field("dim_value", Kind.INT64), 2: Field("dim_param", Kind.TEXT), 3: Field("denotation", Kind.TEXT)},
)

SHAPE: Final = Message("TensorShapeProto", {1: Field("dim", Kind.MESSAGE, repeated=True, message=DIMENSION)})

TENSOR_TYPE: Final = Message(
    "TypeProto.Tensor", {1: Field("elem_type", Kind.INT32), 2: Field("shape", Kind.MESSAGE, message=SHAPE)}
)

TYPE: Final = Message(
    "TypeProto",
    {
        1: Field("tensor_type", Kind.MESSAGE, message=TENSOR_TYPE),
        4: Forbidden("sequence_type", TYPES),
        5: Forbidden("map_type", TYPES),
        6: Field("denotation", Kind.TEXT),
        7: Forbidden("opaque_type", TYPES),
        8: Forbidden("sparse_tensor_type", SPARSE),
        9: Forbidden("optional_type", TYPES),
    },
)

VALUE: Final = Message(
    "ValueInfoProto",
    {
        1: Field("name", Kind.TEXT),
        2: Field("type", Kind.MESSAGE, message=TYPE),
        3: Field("doc_string", Kind.TEXT),
        4: METADATA,
    },
)

GRAPH: Final = Message(
    "GraphProto",
    {
        1: Field("node", Kind.MESSAGE, repeated=True, message=NODE),
        2: Field("name", Kind.TEXT),
        5: Field("initializer", Kind.MESSAGE, repeated=True, message=TENSOR),
        10: Field("doc_string", Kind.TEXT),
        11: Field("input", Kind.MESSAGE, repeated=True, message=VALUE),
        12: Field("output", Kind.MESSAGE, repeated=True, message=VALUE),
        13: Field("value_info", Kind.MESSAGE, repeated=True, message=VALUE),
        14: Forbidden("quantization_annotation", QUANTIZED),
        15: Forbidden("sparse_initializer", SPARSE),
        16: METADATA,
    },
)

MODEL: Final = Message(
    "ModelProto",
    {
        1: Field("ir_version", Kind.INT64),
        2: Field("producer_name", Kind.TEXT),
        3: Field("producer_version", Kind.TEXT),
        4: Field("domain", Kind.TEXT),
        5: Field("model_version", Kind.INT64),
        6: Field("doc_string", Kind.TEXT),
        7: Field("graph", Kind.MESSAGE, message=GRAPH),
        8: Field("opset_import", Kind.MESSAGE, repeated=True, message=OPERATOR_SET),
        14: METADATA,
        20: Forbidden("training_info", TRAINING),
        25: Forbidden("functions", FUNCTIONS),
        26: Forbidden("configuration", DEVICES),
    },
)
