"""The operators of ONNX that a network may use. Any other raises `BadOnnx`.

Every operator here computes outputs whose sizes follow from the sizes of its inputs, its attributes and constants, so that
`sizes` knows them before the network is opened. A new operator goes into the group whose sizes it has, or gets a rule in
`shapes`.

Not allowed, and why:

- control flow (``If``, ``Loop``, ``Scan``, ``SequenceMap``): it may never end, and its graphs are hidden in attributes;
- sizes that depend on data (``NonZero``, ``Compress``, ``Unique``, ``NonMaxSuppression``, ``Range``, ``TopK``, ``OneHot``);
- large outputs from few bytes (``ConstantOfShape``, ``Expand``, ``Tile``, ``Resize``, ``Upsample``, ``ConvTranspose``): no
  plain network for a board needs them;
- chance (``RandomNormal``, ``RandomUniform``, ``Multinomial``, ``Bernoulli``, ``Dropout``): agents are reproducible;
- texts, sequences, optional values and recurrent cells: positions have no such inputs.
"""

from typing import Final

DOMAINS: Final = ("", "ai.onnx")
"""The names of ONNX's own set of operators."""

# fmt: off
# Activations and other functions of one number, and casts. Exporters write GELU as Erf or Tanh, and masks as Cast.
ELEMENTWISE: Final = frozenset(
    {
        "Abs", "Cast", "Ceil", "Celu", "Clip", "Elu", "Erf", "Exp", "Floor", "Gelu", "HardSigmoid", "HardSwish",
        "Identity", "LeakyRelu", "Log", "Mish", "Neg", "Not", "Reciprocal", "Relu", "Round", "Selu", "Sigmoid",
        "Sign", "Softplus", "Softsign", "Sqrt", "Tanh",
    }
)

# Normalizations of a tensor, which keep its shape.
NORMALIZATIONS: Final = frozenset(
    ["BatchNormalization", "GroupNormalization", "InstanceNormalization", "LayerNormalization", "LogSoftmax", "Softmax"]
)

# Arithmetic, comparisons and choice with broadcasting: residual connections, biases, masks of cells.
BROADCASTING: Final = frozenset(
    {
        "Add", "And", "Div", "Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual", "Max", "Mean", "Min", "Mul",
        "Or", "PRelu", "Pow", "Sub", "Sum", "Where",
    }
)

# Means and extremes over axes: the heads and squeeze-and-excitation.
REDUCTIONS: Final = frozenset(["ReduceMax", "ReduceMean", "ReduceMin", "ReduceSum"])

# Layers with weights, and pooling: the sizes of their outputs are bounded through strides, padding and kernels.
LAYERS: Final = frozenset(["AveragePool", "Conv", "Gemm", "GlobalAveragePool", "GlobalMaxPool", "MatMul", "MaxPool"])

# Constants and what exporters compute new shapes from.
CONSTANTS: Final = frozenset(["Constant", "Shape"])

# Moves of numbers. GatherElements picks the actions of a seat; Concat, Pad and Slice wrap boards around.
DATA_MOVEMENT: Final = frozenset(
    {
        "Concat", "Flatten", "Gather", "GatherElements", "Pad", "Reshape", "Slice", "Split", "Squeeze", "Transpose",
        "Unsqueeze",
    }
)

# fmt: on
OPERATORS: Final = ELEMENTWISE | NORMALIZATIONS | BROADCASTING | REDUCTIONS | LAYERS | CONSTANTS | DATA_MOVEMENT
"""The names of all allowed operators."""
