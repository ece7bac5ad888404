"""OpenSpiel's checks and algorithms on plyground's games, and tests of their own features."""

import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import compliance
import plyground as pg
from compliance import each_mechanism

# Any, as for users with OpenSpiel, which has no types.
pyspiel: Any = pytest.importorskip("pyspiel")
openspiel: Any = pg.openspiel

HALF_KNOWN = "k7/1R6/8/8/8/8/8/7K w - - KRQBN KQRBN K,QR,QR,B,N KQ,KQ,R,B,N 0"
"""Masquerade: the rook at b7 captures as a rook, or as a queen, which reaches the king. No seat knows its own captures."""

LAST_MEN = "B:W18,30:B14,9 - 0 0 -"
"""English draughts with four men left."""


def played(game: Any, seed: int, most: int = 10_000) -> list[Any]:
    """Return the states of a random game."""
    rng, state = random.Random(seed), game.new_initial_state()
    states = [state.clone()]
    while not state.is_terminal() and len(states) < most:
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        states.append(state.clone())
    return states


@each_mechanism
def test_openspiel_random_sim_test(id: str) -> None:
    compliance.check_openspiel(id)


@each_mechanism
def test_states_agree_with_plyground(id: str) -> None:
    """Compare every state of OpenSpiel with a state of plyground."""
    rules, game = pg.game(id), openspiel(id, seed=1)
    about = game.get_type()
    assert (about.information == about.Information.IMPERFECT_INFORMATION) == rules.info.has_hidden_information
    assert (about.chance_mode == about.ChanceMode.DETERMINISTIC) == (not rules.info.has_chance)
    assert (game.num_players(), game.num_distinct_actions()) == (rules.num_seats, rules.num_actions)
    assert game.max_game_length() == rules.info.max_steps
    assert tuple(game.observation_tensor_shape()) == rules.observation_shape
    states = played(game, seed=2)
    end, beside = states[-1], rules.start(1)
    for state, action in zip(states, [*end.history(), None], strict=True):
        assert state.is_terminal() == beside.is_terminal
        assert state.current_player() == {-1: -4, -2: -1}.get(beside.current_player, beside.current_player)
        assert str(state) == beside.fen
        for seat in range(rules.num_seats):
            assert state.observation_tensor(seat) == beside.observe(seat).ravel().tolist()
            assert state.observation_string(seat) == beside.observation_string(seat)
        if action is None:
            break
        assert state.legal_actions() == sorted(beside.legal_actions())
        step = beside.step_of(action)
        assert state.action_to_string(action) == step
        assert state.string_to_action(step) == action
        beside.apply(action)
    assert tuple(end.returns()) == tuple(end.rewards()) == beside.returns
    assert sum(end.returns()) == pytest.approx(0) or game.utility_sum() is None
    for seat in range(rules.num_seats):
        assert end.information_state_string(seat).splitlines() == [f"seat {seat}", *beside.observation_history(seat)]


@each_mechanism
def test_the_playthrough_generator(id: str) -> None:
    generate = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough").playthrough
    pg.openspiel(id)  # registers the games
    name = f"plyground_{id.replace('-', '_')}(max_steps=2,history_length=1)"
    first, again = generate(name, None, seed=3), generate(name, None, seed=3)
    assert first == again
    assert f"InformationStateTensor({min(1, pg.info(id).num_seats - 1)}).steps" in first


def test_clones_and_pickles() -> None:
    for game in (
        openspiel("chess960", position=518),
        openspiel("masquerade-chess"),
        openspiel("chess960", max_steps=9),
    ):
        state = played(game, seed=0, most=8)[-1]
        data = pyspiel.serialize_game_and_state(game, state)
        others = [state.clone(), pickle.loads(pickle.dumps(state)), pyspiel.deserialize_game_and_state(data)[1]]
        for other in others:
            assert (str(other), other.history(), other.get_game()) == (str(state), state.history(), game)
            assert other.information_state_string(1) == state.information_state_string(1)
            before = str(state)
            other.apply_action(other.legal_actions()[0])
            assert str(state) == before
        assert pickle.loads(pickle.dumps(game)) == game


def test_pickles_load_without_imports() -> None:
    data = pickle.dumps(played(openspiel("stax"), seed=0, most=5)[-1])
    code = f"import pickle; print(pickle.loads({data!r}))"
    found = subprocess.run([sys.executable, "-c", code], check=True, timeout=60, capture_output=True, text=True)
    assert found.stdout.strip() == str(pickle.loads(data))


def test_chess_agrees_with_openspiel() -> None:
    theirs, rules = pyspiel.load_game("chess"), pg.game("chess")
    reasons = set()
    for seed in range(25):
        rng, state, other = random.Random(seed), rules.start(), theirs.new_initial_state()
        while not state.is_terminal:
            moves = {
                pyspiel.chess.action_to_move(action, other.board()).to_lan(): action for action in other.legal_actions()
            }
            assert sorted(moves) == state.legal_steps()
            assert str(other).split()[:3] == state.fen.split()[:3]
            step = rng.choice(state.legal_steps())
            state.apply(step)
            other.apply_action(moves[step])
        assert other.is_terminal()
        # Player 0 of OpenSpiel has the black pieces.
        assert tuple(reversed(other.returns())) == state.returns
        reasons.add(state.reason)
    assert reasons >= {"checkmate", "no-progress"}


def test_random_setups_are_chance_nodes() -> None:
    game = openspiel("chess960", num_setups=20)
    root = game.new_initial_state()
    assert root.is_chance_node()
    assert root.chance_outcomes() == [(seed, 1 / 20) for seed in range(20)]
    assert game.max_chance_outcomes() == 20
    assert game.max_chance_nodes_in_history() == 1
    assert str(root.child(7)) == pg.game("chess960").start(7).fen
    assert root.action_to_string(7) == "draw:7"
    assert root.observation_string(0) == ""
    assert not any(root.observation_tensor(0))
    fixed = openspiel("chess960", seed=7)
    assert str(fixed.new_initial_state()) == str(root.child(7))
    assert fixed.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC


def test_starts_from_a_position() -> None:
    for id in ("english-draughts", "chess", "masquerade-chess", "stax-numbers"):
        state = pg.game(id).start()
        state.play_random(seed=1, max_steps=20)
        game = openspiel(id, start=state.fen)
        assert str(game.new_initial_state()) == state.fen
        assert str(openspiel(id).new_initial_state(state.fen)) == state.fen
        assert pyspiel.load_game(str(game)) == game


def test_games_and_options() -> None:
    rules = pg.game("stax", topology="universal", frame="board")
    assert openspiel(rules) == openspiel("universal-stax", frame="board") != openspiel("universal-stax")
    assert openspiel("chess960", position=3).rules.options == pg.game("chess960", position=3).info.options
    without = pyspiel.load_game("plyground_chess(castling=False)")
    assert without.rules == pg.game("chess", castling=False)
    assert pyspiel.load_game(str(without)) == without != openspiel("chess")
    assert str(openspiel("checkers")) == "plyground_checkers()"


def test_max_steps() -> None:
    game = openspiel("chess", max_steps=5)
    states = played(game, seed=1)
    assert len(states) == 6
    assert game.max_game_length() == 5
    assert states[-1].returns() == [0.0, 0.0]
    assert str(states[2]).endswith(" [3]")


def test_the_information_state_tensor() -> None:
    """The latest position comes first, with the step that led to it. Hidden steps of others are zeros."""
    game = openspiel("masquerade-chess", history_length=3, max_steps=9)
    assert game.get_type().provides_information_state_tensor
    states = played(game, seed=4)
    planes, actions = pg.info("masquerade-chess").observation_shape, game.num_distinct_actions()
    size = int(np.prod(planes))
    for at, state in enumerate(states):
        for seat in (0, 1):
            tensor = np.array(state.information_state_tensor(seat))
            seen = tensor[: 3 * size].reshape(3, size)
            steps = tensor[3 * size :].reshape(3, actions)
            for back in range(3):
                if back > at:
                    assert not seen[back].any()
                    assert not steps[back].any()
                    continue
                assert np.array_equal(seen[back], states[at - back].observation_tensor(seat))
                hidden = at == back or (at - back <= 2 and seat != at - back - 1)
                expected = [] if hidden else [state.history()[at - back - 1]]
                assert np.flatnonzero(steps[back]).tolist() == expected


def test_mcts_finds_the_mate() -> None:
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    start = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
    game = openspiel("chess", start=start)
    rng = np.random.RandomState(0)
    bot = mcts.MCTSBot(game, 2, 400, mcts.RandomRolloutEvaluator(1, rng), solve=True, random_state=rng)
    state = game.new_initial_state()
    assert state.action_to_string(bot.step(state)) == "a1a8"


def test_ismcts_samples_hidden_information() -> None:
    """The rook takes the king with probability 1/2, and no other step wins as often."""
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = openspiel("masquerade-chess", start=HALF_KNOWN, num_deals=8, max_steps=2)
    state = game.new_initial_state().child(0)
    rng = np.random.RandomState(0)
    for by_observation in (True, False):
        bot = ismcts.ISMCTSBot(
            game=game,
            evaluator=mcts.RandomRolloutEvaluator(1, rng),
            uct_c=1.0,
            max_simulations=300,
            random_state=rng,
            use_observation_string=by_observation,
        )
        assert state.action_to_string(bot.step(state)) == "b7a8"


def test_resampled_states_have_the_same_view() -> None:
    for state in played(openspiel("masquerade-chess"), seed=6, most=30):
        seat = state.current_player()
        if seat < 0:
            continue
        worlds = [state.resample_from_infostate(seat, random.Random(seed).random) for seed in range(5)]
        worlds.append(worlds[0].resample_from_infostate(seat, random.random))
        for world in worlds:
            assert world.information_state_string(seat) == state.information_state_string(seat)
            assert world.observation_string(seat) == state.observation_string(seat)
            assert world.legal_actions() == state.legal_actions()
        assert len({str(world) for world in worlds}) > 1 or len(state.history()) < 2


def test_cfr_on_hidden_captures() -> None:
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
    exploit = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    game = openspiel("masquerade-chess", start=HALF_KNOWN, num_deals=4, max_steps=3)
    assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    root = game.new_initial_state()
    worlds = [root.child(deal) for deal, _ in root.chance_outcomes()]
    assert {str(world).split()[4] for world in worlds} == {"KRQBN", "KQRBN"}
    captures = [tuple(str(world).split()[4:6]) for world in worlds]
    assert len(set(captures)) > 2
    for seat in (0, 1):
        told = {world.information_state_string(seat) for world in worlds}
        assert len(told) == len({pair[1 - seat] for pair in captures}) < len(set(captures))
    solver = cfr.CFRPlusSolver(game)
    exploitability = []
    for _ in range(2):
        for _ in range(8):
            solver.evaluate_and_update_policy()
        exploitability.append(exploit.exploitability(game, solver.average_policy()))
    assert exploitability[1] < 0.6 * exploitability[0] < 0.1


def test_exploitability_of_an_ending() -> None:
    """In an ending with perfect information, CFR finds the value of backward induction, and has no profitable deviation."""
    best_response = pytest.importorskip("open_spiel.python.algorithms.best_response")
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
    exploit = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    policies = pytest.importorskip("open_spiel.python.policy")
    game = openspiel("english-draughts", start=LAST_MEN, max_steps=8)
    value, _ = minimax.alpha_beta_search(game)
    uniform = exploit.nash_conv(game, policies.UniformRandomPolicy(game))
    solver = cfr.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    solved = solver.average_policy()
    conv = exploit.nash_conv(game, solved)
    assert conv < 0.1 * uniform
    assert value in (-1, 0, 1)
    found = best_response.BestResponsePolicy(game, 1, solved).value(game.new_initial_state())
    assert -found == pytest.approx(value, abs=conv + 1e-9)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"start": "nonsense"}, "placement"),
        ({"start": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "seed": 3}, "not both"),
        ({"start": "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"}, "over"),
        ({"num_deals": 4}, "start"),
        ({"num_deals": 4, "start": "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"}, "no hidden information"),
        ({"seed": -2}, "from -1"),
        ({"num_setups": 0}, "from 1"),
        ({"max_steps": 2**40}, "2147483647"),
        ({"history_length": "2"}, "history_length must be an integer"),
        ({"history_length": True}, "history_length must be an integer"),
        ({"topology": "torus"}, "topology"),
        ({"frame": "seats"}, "frame"),
    ],
)
def test_invalid_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        openspiel("chess", **options)


def test_invalid_games() -> None:
    with pytest.raises(TypeError, match="an id or a Game"):
        openspiel(3)
    with pytest.raises(pg.UnknownVariant):
        openspiel("ches")
    with pytest.raises(TypeError, match="topology"):
        openspiel(pg.game("stax"), topology="flat")
    with pytest.raises(pg.BadOption, match="topology"):
        pyspiel.load_game("plyground_stax(topology=klein)")


def test_invalid_steps() -> None:
    game = openspiel("stax")
    state = game.new_initial_state()
    for action in (0, 127, -1, 128):
        with pytest.raises(pg.IllegalStep if action >= 0 else pyspiel.SpielError):
            state.apply_action(action)
        with pytest.raises((pg.IllegalStep, pyspiel.SpielError)):
            state.apply_action_with_legality_check(action)
    assert state.history() == []
    assert str(state) == str(game.new_initial_state())
    over = played(game, seed=0)[-1]
    with pytest.raises(pg.IllegalStep, match="over"):
        over.apply_action(3)
    undrawn = openspiel("chess960").new_initial_state()
    with pytest.raises(ValueError, match="draw"):
        undrawn.game_state  # noqa: B018
