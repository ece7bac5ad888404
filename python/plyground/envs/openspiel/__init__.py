"""OpenSpiel: every variant as a `pyspiel.Game`, for OpenSpiel's algorithms.

Importing this module registers every variant with OpenSpiel, ``masquerade-chess`` as ``plyground_masquerade_chess``:

>>> import pyspiel
>>> import plyground.envs.openspiel
>>> game = pyspiel.load_game("plyground_stax(topology=universal)")
>>> game.num_distinct_actions(), game.num_players()
(128, 2)
"""

from ..._core import variants
from .game import OpenSpielGame, load, register
from .observer import OpenSpielHistoryObserver, OpenSpielObserver
from .state import OpenSpielState

__all__ = ["OpenSpielGame", "OpenSpielHistoryObserver", "OpenSpielObserver", "OpenSpielState", "load"]

for _id in variants():
    register(_id)
