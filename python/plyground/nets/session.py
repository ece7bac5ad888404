"""Networks as ONNX Runtime computes them."""

import onnxruntime as ort


def session_of(data: bytes) -> ort.InferenceSession:
    """Open a network for computation on one thread. Searches call it from several threads.

    Parameters
    ----------
    data : bytes
        The ONNX file, which must have been checked.

    Returns
    -------
    onnxruntime.InferenceSession
        The session.
    """
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.execution_mode = ort.ExecutionMode.ORT_SEQUENTIAL
    # Errors are raised. Messages would go to the terminal from C++.
    options.log_severity_level = 4
    # Otherwise a file in the format of ONNX Runtime itself would be opened, too, which is not checked.
    options.add_session_config_entry("session.load_model_format", "ONNX")
    return ort.InferenceSession(data, options, providers=["CPUExecutionProvider"])
