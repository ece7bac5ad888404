"""What can be collected depends on what is installed."""

from importlib.util import find_spec

# OpenSpiel has no release for Python 3.10 that these games fit.
collect_ignore = [] if find_spec("pyspiel") else ["python/plyground/spiel.py"]
if not find_spec("onnxruntime"):
    collect_ignore.append("python/plyground/nets/session.py")
if not all(map(find_spec, ("jax", "onnx", "optax"))):
    collect_ignore.append("python/plyground/learn")
