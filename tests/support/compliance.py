"""The checks that training libraries have for environments, for any variant, and the variants that tests run them on.

Tests and the soak use them. Their output is discarded.
"""

import io
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import contract
import plyground as pg
import selection


def mechanisms(info: pg.Info) -> frozenset[object]:
    """Return the features of a game that environments handle themselves. They leave boards and pieces to `pg.State`."""
    num_teams = len(set(info.seat_teams))
    return frozenset(
        [
            ("seats", min(info.num_seats, 3)),
            ("teams", min(num_teams, 3)),
            ("partners against others", 1 < num_teams < info.num_seats),
            ("turns", info.has_hidden_information, info.has_chance, info.is_simultaneous),
            ("scoring", info.scoring.kind),
            ("sum", info.scoring.return_sum),
        ]
    )


def mechanism_variants() -> tuple[str, ...]:
    """Return variants of at most four seats with all mechanisms, of those with the smallest observations."""
    infos = [info for info in map(selection.info, pg.variants()) if info.num_seats <= 4]
    infos.sort(key=lambda info: len(info.planes) * len(info.cells) * info.num_seats)
    return selection.covering({info.id: mechanisms(info) for info in infos})


each_mechanism = pytest.mark.parametrize("id", contract.kinds() if selection.runs_all() else mechanism_variants())
"""Runs a test for variants with all mechanisms, or with ``--all`` for each kind of variant."""


def check_gymnasium(id: str) -> None:
    """Run Gymnasium's check with the agent at the first and at the last seat."""
    for seat in (0, pg.info(id).num_seats - 1):
        # The check ignores the action mask, so illegal actions must lose.
        env = gymnasium.make(f"plyground/{id}-v0", seat=seat, on_illegal="loss")
        with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
            warnings.simplefilter("error")
            check_env(env.unwrapped)
        env.close()


def check_pettingzoo(id: str, cycles: int, wrapper: Callable[[Any], Any] = lambda env: env) -> None:
    """Run PettingZoo's tests of AEC environments, with a wrapper around them."""

    def env(**options: Any) -> Any:
        return wrapper(pg.aec(id, **options))

    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        # Advice for observations that are not dicts, and for agents without a legal action.
        for advice in (
            "Observation is not a NumPy array",
            "Observation space for each agent",
            "Action mask numpy array",
        ):
            warnings.filterwarnings("ignore", message=advice)
        api_test(env(), num_cycles=cycles)
        seed_test(env, num_cycles=cycles)
        render_test(env, custom_tests={"svg": lambda picture: picture.startswith("<svg")})


def check_parallel(id: str, cycles: int) -> None:
    """Run PettingZoo's tests of parallel environments."""

    def env() -> Any:
        # The test of seeds ignores the action mask, so illegal actions must lose.
        return pg.parallel(id, on_illegal="loss")

    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        for _ in range(3):
            parallel_api_test(env(), num_cycles=cycles)
        parallel_seed_test(env, num_cycles=cycles)


def check_openspiel(id: str) -> None:
    """Run OpenSpiel's test of a game, with and without an information-state tensor."""
    import pyspiel

    for length in (0, 2):
        # Each step prints its whole history, so games of six seats would take a minute.
        game: Any = pg.openspiel(id, history_length=length, max_steps=400 if length == 0 else 40)
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
