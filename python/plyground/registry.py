"""Every variant among the environments of Gymnasium."""

from typing import Any

from ._core import variants


def register(gymnasium: Any) -> None:
    """Tells Gymnasium of every variant; what plays them is imported when one is made."""
    for id in variants():
        name = f"plyground/{id}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="plyground.gymnasium:GymEnv",
                vector_entry_point="plyground.gymnasium:GymVector",
                kwargs={"game": id},
            )
