"""Players led by networks in files: ``"net:PATH,SIMS"`` wherever an agent is named.

A model is an ONNX file with a description of itself inside (`Description`). To play it needs ONNX Runtime and nothing else;
nothing that it holds is ever executed but the sums of the network.
"""

from .description import BadModel, Description
from .model import Model
from .net import Net
from .shipped import shipped

__all__ = ["BadModel", "Description", "Model", "Net", "shipped"]
