"""The variants that tests play: a set that covers what variants differ in, or all of them with ``--all``."""

import os
from collections.abc import Mapping
from functools import cache

import pytest

import plyground as pg

info = cache(pg.info)
"""The description of a variant. Many tests choose among all variants, each of which would be opened every time."""


def runs_all() -> bool:
    """Return whether this run of the tests has the option ``--all``, which `conftest.py` passes to the workers."""
    return "PLYGROUND_TEST_ALL" in os.environ


def features(id: str) -> frozenset[object]:
    """Return all that tells the code of a variant apart: its family, board, seats, mechanisms and options."""
    facts = info(id)
    game = (facts.family, frozenset(facts.options))
    return frozenset(
        [
            ("board", facts.family, facts.board, len(facts.cells), facts.num_seats),
            ("teams", facts.seat_teams, facts.turn_order),
            ("scoring", facts.scoring.kind),
            ("mechanisms", facts.family, facts.has_hidden_information, facts.has_chance, facts.is_simultaneous),
            ("rules", facts.family, facts.rules),
            *(("option", game, name, value) for name, value in facts.options.items()),
        ]
    )


def covering(features_of: Mapping[str, frozenset[object]]) -> tuple[str, ...]:
    """Return names that have all features together: always the first name that adds the most features."""
    missing = frozenset[object]().union(*features_of.values())
    chosen = set[str]()
    while missing:
        best = max(features_of, key=lambda name: len(features_of[name] & missing))
        chosen.add(best)
        missing -= features_of[best]
    return tuple(name for name in features_of if name in chosen)


@cache
def covering_variants() -> tuple[str, ...]:
    """Return a set of variants with all features of all variants."""
    return covering({id: features(id) for id in pg.variants()})


def selected_variants() -> tuple[str, ...]:
    """Return the variants of this run."""
    return pg.variants() if runs_all() else covering_variants()


every_variant = pytest.mark.parametrize("id", selected_variants())
"""Runs a test for each variant of this run."""
