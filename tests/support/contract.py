"""Checks of the Python interface that every game must pass, for the tests and for the long random play of `soak.py`."""

import pickle
from collections.abc import Iterator

import numpy as np
import pytest

import plyground as pg
from selection import info

CHANCE = -2
OVER = -1


def kinds() -> list[str]:
    """Return one variant for each combination of family, teams of seats, hidden information and chance."""
    found: dict[object, str] = {}
    for id in pg.variants():
        about = info(id)
        found.setdefault((about.family, about.seat_teams, about.has_hidden_information, about.has_chance), id)
    return list(found.values())


def positions(game: pg.Game, seed: int, most: int = 1_000_000) -> Iterator[pg.State]:
    """Yield a copy of each state of a random game, from the first to the last."""
    rng = np.random.default_rng(seed)
    state = game.start(seed)
    yield state.copy()
    while not state.is_terminal and most > 0:
        actions = state.legal_actions()
        if state.current_player == CHANCE:
            outcomes = state.chance_outcomes()
            state.apply(rng.choice([step for step, _ in outcomes], p=[chance for _, chance in outcomes]))
        else:
            state.apply(rng.choice(actions))
        most -= 1
        yield state.copy()


def check_steps(state: pg.State) -> None:
    """Check that the legal steps, the legal actions and the mask agree."""
    steps, actions, mask = state.legal_steps(), state.legal_actions(), state.action_mask()
    assert steps == sorted(set(steps))
    assert actions.dtype == np.int32
    assert mask.dtype == np.bool_
    assert mask.shape == (state.game.num_actions,)
    assert len(steps) == len(actions)
    if state.current_player != CHANCE:
        assert sorted(actions) == list(np.flatnonzero(mask))
    for step, action in zip(steps, actions, strict=True):
        assert state.action_of(step) == action
        assert state.step_of(action) == step
    outcomes = state.chance_outcomes()
    if state.current_player == CHANCE:
        assert [step for step, _ in outcomes] == steps
        assert sum(chance for _, chance in outcomes) == pytest.approx(1.0)
        assert all(chance > 0 for _, chance in outcomes)
    else:
        assert outcomes == []


def check_end(state: pg.State) -> None:
    """Check that a state either has legal steps or is over with a reason and returns."""
    seats = state.game.num_seats
    assert len(state.returns) == seats
    if state.is_terminal:
        assert state.current_player == OVER
        assert state.legal_steps() == []
        assert state.reason in pg.REASONS
        check_returns(state.game.info.scoring, state.returns)
    else:
        assert state.current_player == CHANCE or 0 <= state.current_player < seats
        assert state.legal_steps() != []
        assert state.reason is None
        assert state.returns == (0.0,) * seats


def check_returns(scores: pg.Scoring, returns: tuple[float, ...]) -> None:
    """Check that returns are within the bounds that the game declares."""
    assert all(scores.min_return - 1e-9 <= gain <= scores.max_return + 1e-9 for gain in returns)
    if scores.return_sum is not None:
        assert sum(returns) == pytest.approx(scores.return_sum)
    if scores.kind == "shared":
        assert len(set(returns)) == 1


def check_value(state: pg.State) -> None:
    """Check that copies, unpickled states and states from position strings equal the original."""
    copy, unpickled = state.copy(), pickle.loads(pickle.dumps(state))
    reread = state.game.from_fen(state.fen)
    for other in (copy, unpickled, reread):
        assert other == state
        assert hash(other) == hash(state)
        assert other.fen == state.fen
        assert other.current_player == state.current_player
        assert other.legal_steps() == state.legal_steps()
    for other in (copy, unpickled):
        assert other.steps == state.steps
        assert other.num_turns == state.num_turns
        assert other.start_fen == state.start_fen
    assert unpickled.game == state.game
    assert reread.steps == []
    before = state.fen
    if not state.is_terminal:
        copy.apply(copy.legal_steps()[0])
        assert state.fen == before


def check_sight(state: pg.State) -> None:
    """Check every seat's observation, and that a resampled state has the same observation."""
    game = state.game
    for seat in range(game.num_seats):
        seen = state.observe(seat)
        assert seen.dtype == np.float32
        assert seen.shape == game.observation_shape
        assert seen.min() >= 0.0
        assert seen.max() <= 1.0
        view = state.observation_string(seat)
        assert "?" not in state.fen
        assert game.info.has_hidden_information or view == state.fen
        guess = state.resample_from_observation(seat, 1)
        assert np.array_equal(guess.observe(seat), seen)
        assert guess.observation_string(seat) == view
        history = state.observation_history(seat)
        assert history[-1] == view
        assert len(history) == 2 * len(state.steps) + 1
    if 0 <= state.current_player < game.num_seats:
        assert np.array_equal(state.observe(), state.observe(state.current_player))


def check_refusals(state: pg.State) -> None:
    """Check that an illegal step raises IllegalStep and leaves the state unchanged."""
    before = (state.fen, state.steps, state.legal_steps())
    mask = state.action_mask()
    wrong: list[str | int] = ["", "nonsense", "pass me", "a1-a1", -1, mask.size, 2**40]
    if not mask.all():
        wrong.append(int(np.argmin(mask)))
    for step in wrong:
        with pytest.raises(pg.IllegalStep):
            state.apply(step)
    with pytest.raises(pg.IllegalStep):
        state.apply_turn("nonsense")
    assert (state.fen, state.steps, state.legal_steps()) == before


def check_turns(state: pg.State) -> None:
    """Check that turns consist of legal steps, and that applying a turn equals applying its steps."""
    if state.current_player == CHANCE or state.is_simultaneous:
        return
    turns = state.legal_turns()
    assert list(turns) == sorted(turns)
    assert {steps[0] for steps in turns.values()} <= set(state.legal_steps())
    for text in list(turns)[:3]:
        by_turn, by_steps = state.copy(), state.copy()
        by_turn.apply_turn(text)
        for step in turns[text]:
            by_steps.apply(step)
        assert by_turn == by_steps
        assert by_turn.steps == by_steps.steps


def check_game(game: pg.Game, seed: int, most: int = 1_000_000) -> None:
    """Play a random game, check each state, and replay the game from its steps and actions."""
    state = game.start(seed)
    assert state == game.start(seed)
    for state in positions(game, seed, most):
        check_steps(state)
        check_end(state)
        check_value(state)
        check_sight(state)
        check_refusals(state)
        check_turns(state)
    assert len(state.steps) <= game.info.max_steps
    again = game.from_fen(state.start_fen)
    for step in state.steps:
        again.apply(step)
    assert again == state
    by_action = game.from_fen(state.start_fen)
    for action in state.actions:
        by_action.apply(int(action))
    assert by_action == state


def check_vector(game: pg.Game, seed: int, n: int = 6, steps: int = 250) -> None:
    """Replay each environment of a vector with a single state and compare their attributes."""
    games = game.vector(n, seed, threads=1)
    assert games.observations is not None
    assert games.action_masks is not None
    assert games.final_observations is not None
    shadows = [games.state(i) for i in range(n)]
    # Unknown if a game began with chance steps, which the vector applies itself.
    lengths: list[int | None] = [int(made) for made in games.steps]
    for _ in range(steps):
        actions, offsets = games.legal_actions()
        for i, state in enumerate(shadows):
            assert games.current_players[i] == state.current_player
            assert np.array_equal(games.observations[i], state.observe())
            assert np.array_equal(games.action_masks[i], state.action_mask())
            assert sorted(actions[offsets[i] : offsets[i + 1]]) == sorted(state.legal_actions())
        chosen = games.sample()
        assert all(state.action_mask()[action] for state, action in zip(shadows, chosen, strict=True))
        chosen = chosen.copy()
        games.step(chosen)
        for i, state in enumerate(shadows):
            actor = state.current_player
            state.apply(int(chosen[i]))
            known = lengths[i]
            length = int(games.steps[i]) if known is None else known + 1
            lengths[i] = length
            if state.current_player == CHANCE:
                # The vector applies chance steps itself: their outcome cannot be predicted.
                shadows[i] = games.state(i)
                lengths[i] = None if games.terminated[i] else int(games.steps[i])
                continue
            assert games.terminated[i] == state.is_terminal
            assert not games.truncated[i]
            assert tuple(games.rewards[i]) == pytest.approx(state.returns)
            assert games.steps[i] == length
            if state.is_terminal:
                assert pg.REASONS[games.reasons[i]] == state.reason
                assert games.final_players[i] == actor
                assert np.array_equal(games.final_observations[i], state.observe(actor))
                shadows[i], lengths[i] = games.state(i), None if game.info.has_chance else 0
            else:
                assert games.reasons[i] == 255
                assert games.final_players[i] == OVER
            assert games.state(i) == shadows[i]
