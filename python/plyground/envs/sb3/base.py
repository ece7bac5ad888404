"""What the vector environments for Stable-Baselines3 share."""

from collections.abc import Iterable
from typing import Any

from stable_baselines3.common.vec_env import VecEnv

Indices = int | Iterable[int] | None


class SharedVecEnv(VecEnv):  # type: ignore[misc]  # Stable-Baselines3 is not installed where types are checked.
    """A vector environment that is one object: its environments share all attributes."""

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return a list with one entry for each environment, all equal, since the environments share the attribute."""
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Raise AttributeError: environments share all attributes."""
        del value, indices
        raise AttributeError(f"{attr_name} cannot be set, because all environments share their attributes")

    def env_method(self, method_name: str, *args: Any, indices: Indices = None, **kwargs: Any) -> list[Any]:
        """Call a method that returns an entry for each environment, such as `action_masks`."""
        results = getattr(self, method_name)(*args, **kwargs)
        return [results[row] for row in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:
        """Return False for each environment: none can be wrapped by itself."""
        del wrapper_class
        return [False] * len(list(self._get_indices(indices)))
