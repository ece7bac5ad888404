"""Networks as ONNX Runtime computes them."""

import onnxruntime as ort


def session_of(data: bytes) -> ort.InferenceSession:
    """What computes a network, one call on one thread: searches call it from several."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.execution_mode = ort.ExecutionMode.ORT_SEQUENTIAL
    # What it would say goes to the terminal from C++; what matters is raised.
    options.log_severity_level = 4
    return ort.InferenceSession(data, options, providers=["CPUExecutionProvider"])
