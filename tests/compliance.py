"""The tests that the tools which people train with have for environments, on any variant. Used by the tests, and by the soak.

What they print is dropped: what they do, and boards for a human.
"""

import io
import warnings
from contextlib import redirect_stdout
from typing import Any

import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import plyground as pg


def check_gymnasium(id: str) -> None:
    """What Gymnasium asks, as the agent at the first seat and at the last."""
    for seat in (0, pg.info(id).seats - 1):
        # Gymnasium plays actions without their mask: those that are illegal lose.
        env = gymnasium.make(f"plyground/{id}-v0", seat=seat, on_illegal="loss")
        with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
            warnings.simplefilter("error")
            check_env(env.unwrapped)
        env.close()


def check_pettingzoo(id: str, cycles: int) -> None:
    """What PettingZoo asks."""

    def env(**options: Any) -> Any:
        return pg.aec(id, **options)

    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        # Its advice for environments whose observations are no dicts, and who is not to act has no legal action.
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
    """What PettingZoo asks of environments where all act at once."""

    def env() -> Any:
        # Its test of seeds plays actions without their mask: those that are illegal lose.
        return pg.parallel(id, on_illegal="loss")

    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        for _ in range(3):
            parallel_api_test(env(), num_cycles=cycles)
        parallel_seed_test(env, num_cycles=cycles)


def check_openspiel(id: str) -> None:
    """What OpenSpiel asks of any game, and of one whose states are told with all that led to them."""
    import pyspiel

    for length in (0, 2):
        # Each step is written down with all before it: games of six seats would take a minute.
        game: Any = pg.openspiel(id, history_length=length, max_steps=400 if length == 0 else 40)
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
