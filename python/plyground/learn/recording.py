"""Games between agents as training data: of matches, and played step by step with the results of searches."""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from .._core import Game, Matches, State, Trajectories, openings
from .._core import game as game_named
from ..agents import AnyAgent
from ..player_ids import CHANCE
from ..study.design.agents import Agents, NamedAgent, named_agents
from ..study.running.loop import function_choice, seating
from ..truncate import truncated
from .game_recorder import GameRecorder
from .self_play import join

CHUNK: Final = 8
"""Number of games that are recorded together."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What an agent decides in a state.

    Attributes
    ----------
    action : int
        The action that it plays.
    policy : mapping of int to float or None
        The share of visits of each action, None for an agent that counts no visits.
    values : sequence of float or None
        The expected return of each seat, None for an agent that does not estimate it.
    """

    action: int
    policy: Mapping[int, float] | None = None
    values: Sequence[float] | None = None


Player = Callable[[State], Decision]
"""An agent that plays a seat in one game."""


def record_games(
    game: "str | Game", agents: Agents, games: int, seed: int, *, turns: int, max_steps: int | None, threads: int | None
) -> Trajectories:
    """See `plyground.learn.record_games`."""
    rules = game_named(game) if isinstance(game, str) else game
    for name, value, least in (("games", games, 1), ("max_steps", max_steps, 1)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < least):
            raise ValueError(f"{name} must be an integer from {least}, got {truncated(value)}")
    named = named_agents(agents)
    places = seating(rules, len(named))
    starts = openings(rules, -(-games // len(named)), seed, turns=turns)

    def chunk(first: int) -> Trajectories:
        # An agent plays one game at a time.
        searchers = [one.searcher(rules) for one in named]
        recorder = GameRecorder(rules)
        for number in range(first, min(first + CHUNK, games)):
            players = [
                _player(named[place], searchers[place], rules, Random(f"{seed} {number} {seat}"))
                for seat, place in enumerate(places[number % len(named)])
            ]
            chance = Random(f"{seed} {number // len(named)}")
            _play(rules, number, starts[number // len(named)], players, chance, max_steps, recorder)
        return recorder.trajectories()

    # Functions need not be safe to call from several threads.
    has_functions = any(one.is_function for one in named)
    with ThreadPoolExecutor(1 if has_functions else threads or os.cpu_count()) as pool:
        try:
            return join(list(pool.map(chunk, range(0, games, CHUNK))))
        except BaseException:
            # After an error or an interruption, chunks that have not started are not played.
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _play(
    rules: Game,
    number: int,
    start: State,
    players: Sequence[Player],
    chance: Random,
    max_steps: int | None,
    recorder: GameRecorder,
) -> None:
    """Play a game to its end, or until it is cut off."""
    state = rules.from_fen(start.start_fen)
    for action in start.actions.tolist():
        recorder.step(state, action, 0)
    opening = recorder.num_steps
    while not state.is_terminal and (max_steps is None or recorder.num_steps - opening < max_steps):
        if state.current_player == CHANCE:
            steps, probs = zip(*state.chance_outcomes(), strict=True)
            recorder.step(state, state.action_of(chance.choices(steps, probs)[0]), 0)
        else:
            found = players[state.current_player](state)
            recorder.step(state, found.action, 1, found.policy, found.values)
    recorder.end(number, state)


def _player(named: NamedAgent, searcher: AnyAgent | None, rules: Game, rng: Random) -> Player:
    """Return the player of a seat in one game."""
    if searcher is None:
        choose = function_choice(named.agent, rules, rng)

        def play_function(state: State) -> Decision:
            chosen: Any = choose(state)
            return Decision(state.action_of(chosen) if isinstance(chosen, str) else int(chosen))

        return play_function
    return lambda state: _analyzed(searcher, state, rng.getrandbits(64))


def _analyzed(agent: AnyAgent, state: State, seed: int) -> Decision:
    """Return the decision of an agent that searches."""
    found = agent.analyze(state, seed)
    policy = {step.action: step.visits / found.simulations for step in found.steps if step.visits and found.simulations}
    return Decision(found.action, policy or None, found.values)


def match_trajectories(run: Matches, agents: Sequence[int] | None = None) -> Trajectories:
    """See `plyground.learn.match_trajectories`."""
    known = range(len(run.agent_specs))
    chosen = set(known if agents is None else agents)
    if not chosen.issubset(known):
        raise ValueError(f"agents must be indices from 0 to {len(known) - 1}, got {truncated(agents)}")
    recorder = GameRecorder(run.game)
    for row in range(len(run)):
        end = run.state(row)
        state, actions = run.game.from_fen(end.start_fen), end.actions.tolist()
        opening = len(actions) - int(run.steps[row])
        for place, action in enumerate(actions):
            seat = state.current_player
            is_example = place >= opening and seat >= 0 and run.agent_indices[row, seat] in chosen
            recorder.step(state, action, float(is_example))
        recorder.end(run.offset + row, state)
    return recorder.trajectories()


def cloning_targets(games: Trajectories) -> Trajectories:
    """Return games with the steps that were played and the outcomes as targets. Games of searches are returned unchanged."""
    if games.weights is not None:
        return games
    recorder = GameRecorder(games.game)
    for number, start in enumerate(games.starts):
        state = games.game.from_fen(start)
        for place in range(games.offsets[number], games.offsets[number + 1]):
            recorder.step(state, int(games.actions[place]), float(state.current_player >= 0))
        recorder.end(int(games.envs[number]), state)
    return recorder.trajectories()
