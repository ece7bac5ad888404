"""`plyground analyze`: what an agent finds out about a position."""

from argparse import Namespace

from ..agents import resolve_agent
from .positions import initial_state


def analyze(arguments: Namespace) -> None:
    """Print the position as the seat to act may see it, and what an agent finds out about it."""
    state = initial_state(arguments)
    agent = resolve_agent(arguments.agent, state.game)
    found = agent.analyze(state, arguments.seed)
    print(f"{state.text(found.seat, last=False)}\n\n{found.text(arguments.steps)}")
