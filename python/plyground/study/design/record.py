"""The record of a study: everything that its figures depend on."""

from collections.abc import Sequence
from typing import Any

from ..._core import Game
from ...game_descriptions import game_dict
from .agents import NamedAgent
from .fingerprints import fingerprints
from .starts import Starts
from .study_design import StudyDesign


def study_record(
    study: str,
    variants: Sequence[Game],
    agents: Sequence[NamedAgent],
    games: Any,
    design: StudyDesign,
    *,
    starts: Starts | None = None,
    played: Sequence[Game] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Return the record of a study, which `rerun` reads.

    Parameters
    ----------
    study
        The name of the study function.
    variants
        The games that the caller named.
    agents
        The agents.
    games
        The numbers of games that were played.
    design
        The seed, the number of the first game, the confidence and the start positions.
    starts
        The start positions, if they are not those of the design.
    played
        The games that were played, if they are not the variants.
    more
        Further arguments of the study function.
    """
    return {
        "study": study,
        "variants": [game_dict(one) for one in variants],
        "games": games,
        "agents": [agent.name for agent in agents],
        "seed": design.seed,
        **({"offset": design.offset} if design.offset else {}),
        "confidence": design.confidence,
        **(design.starts if starts is None else starts).settings,
        "fingerprints": fingerprints(variants if played is None else played, agents),
        **more,
    }
