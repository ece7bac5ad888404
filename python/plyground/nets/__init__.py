"""Networks in ONNX files, and the agents that search with them: ``"net:PATH,SIMULATIONS"``.

A model is an ONNX file with a `Description` in its metadata. Only ONNX Runtime is needed to compute it. Files are validated
before ONNX Runtime opens them: they may hold only plain networks of allowed operators (`OPERATORS`).
"""

from .description import BadModel, Description
from .model import Model
from .network_agent import NetworkAgent
from .operators import OPERATORS

__all__ = ["OPERATORS", "BadModel", "Description", "Model", "NetworkAgent"]
