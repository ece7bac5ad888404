"""Players led by networks in files: ``"net:PATH,SIMS"`` wherever an agent is named.

A model is an ONNX file with a description of itself inside (`Description`). To play it needs ONNX Runtime and nothing else;
only plain networks of allowed operators (`OPERATORS`) are opened.
"""

from .description import BadModel, Description
from .model import Model
from .net import Net
from .operators import OPERATORS
from .shipped import shipped

__all__ = ["OPERATORS", "BadModel", "Description", "Model", "Net", "shipped"]
