"""The Ray cluster on which studies and training runs play games."""

import logging
import warnings
from typing import Any

from .optional_deps import optional_imports


def connect_to_ray() -> Any:
    """Connect to a cluster, or start one on this machine; return the module.

    The cluster to which this process is connected is used; otherwise the one that ``RAY_ADDRESS`` names, or a new one.

    Raises
    ------
    ImportError
        If Ray is not installed.
    """
    with optional_imports("plyground[ray]"):
        import ray
    if not ray.is_initialized():
        with warnings.catch_warnings():
            # JAX warns of forks, which can deadlock. The processes that Ray forks run another program immediately.
            warnings.filterwarnings("ignore", "os.fork", RuntimeWarning)
            ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    return ray
