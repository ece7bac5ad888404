"""The contract, kept by every variant."""

import pickle
import signal
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import contract
import plyground as pg
from selection import every_variant

KINDS = frozenset(contract.kinds())


def length(id: str, long: int) -> int:
    """How long a game is looked at: all of them by the core's own harness, so that here one of each kind at length will do."""
    return long if id in KINDS else long // 5


@every_variant
def test_keeps_the_contract_in_random_games(id: str) -> None:
    contract.check_game(pg.game(id), seed=1, most=length(id, 150))


@every_variant
def test_plays_to_the_end(id: str) -> None:
    state = pg.game(id).start(2)
    state.play_random(seed=3)
    contract.check_end(state)
    contract.check_value(state)
    contract.check_refusals(state)
    assert state.is_terminal
    assert 0 < len(state.steps) <= state.game.info.max_steps


@every_variant
def test_vector_agrees_with_states(id: str) -> None:
    contract.check_vector(pg.game(id), seed=4, steps=length(id, 120))


@every_variant
def test_frame_changes_only_how_seats_look(id: str) -> None:
    by_seat, by_board = pg.game(id), pg.game(id, frame="board")
    assert by_seat != by_board
    assert by_board.info.frame == "board"
    state, other = by_seat.start(5), by_board.start(5)
    for _ in range(60):
        if state.is_terminal:
            break
        assert state.legal_steps() == other.legal_steps()
        step = state.legal_steps()[0]
        state.apply(step)
        other.apply(step)
    assert state.fen == other.fen


@every_variant
def test_info_is_whole(id: str) -> None:
    info = pg.info(id)
    planes, rows, columns = info.observation_shape
    assert info == pg.game(id).info
    assert hash(info) == hash(pg.info(id))
    assert info.id == id
    assert info.title
    assert info.family
    assert info.rules
    assert 1 <= info.num_seats <= 6
    assert len(info.seat_teams) == info.num_seats
    assert set(info.turn_order) == set(range(info.num_seats))
    assert len(info.plane_names) == len(set(info.plane_names)) == planes
    assert info.num_actions > 0
    assert len(info.cells) == len(set(info.cells)) == len(info.grid)
    assert info.grid.max(axis=0)[0] < rows
    assert info.grid.max(axis=0)[1] < columns
    assert len({tuple(place) for place in info.grid}) == len(info.cells)
    for pairs in info.edges.values():
        assert pairs.shape[1] == 2
        assert np.isin(pairs, range(len(info.cells))).all()
    assert sum(map(len, info.edges.values())) > 0


@every_variant
def test_id_names_its_options(id: str) -> None:
    options: dict[str, Any] = {**pg.info(id).options}
    assert pg.game(id, **options) == pg.game(id)
    assert pg.game(id, **options).id == id


@every_variant
def test_symmetries_carry_legal_actions_to_legal_actions(id: str) -> None:
    game = pg.game(id)
    for name, (cells, actions) in game.symmetries.items():
        assert sorted(cells) == list(range(len(game.info.cells)))
        assert sorted(actions) == list(range(game.num_actions))
        for state in contract.positions(game, seed=6, most=length(id, 40)):
            turned = state.transform(name)
            if turned is not None and not state.is_terminal:
                assert sorted(actions[state.legal_actions()]) == sorted(turned.legal_actions())


CHANGED: list[tuple[str, dict[str, Any]]] = [
    ("chess", {"castling": False}),
    ("chess960", {"castling": False}),
    ("international-draughts", {"men_back": False}),
    ("international-draughts", {"flying": False, "priority": "any"}),
    ("russian-draughts", {"crowning": False}),
    ("canadian-draughts", {"through": True, "priority": "max-kings"}),
    ("turkish-draughts", {"flying": False}),
    ("turkish-draughts", {"king_first": True}),
    ("international-draughts", {"cross_jumps": "all", "king_first": True}),
    ("canadian-draughts", {"cross_jumps": "kings"}),
    ("italian-draughts", {"cross_jumps": "men"}),
]
"""Games that no id names."""


@pytest.mark.parametrize(("id", "options"), CHANGED)
def test_changed_options_make_a_game_of_their_own(id: str, options: dict[str, Any]) -> None:
    game = pg.game(id, **options)
    assert (game.id, game.options) == (id, {**pg.info(id).options, **options})
    assert game != pg.game(id)
    assert pickle.loads(pickle.dumps(game)) == game
    contract.check_game(game, seed=3, most=150)
    contract.check_vector(game, seed=4, steps=120)


def test_without_castling_there_are_no_rights_to_it() -> None:
    game = pg.game("chess", castling=False)
    assert game.start().fen.split(" ")[2] == "-"
    with pytest.raises(pg.BadPosition, match="castling=false"):
        game.from_fen(pg.game("chess").start().fen)
    with pytest.raises(pg.IllegalStep, match="no castling"):
        game.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1 -").apply("e1g1")


def test_ids_are_unique() -> None:
    assert len(set(pg.variants())) == len(pg.variants())


def test_games_are_values() -> None:
    game = pg.game("stax")
    assert game == pg.game("stax")
    assert hash(game) == hash(pg.game("stax"))
    assert game != pg.game("checkers")
    assert pickle.loads(pickle.dumps(game)) == game
    assert repr(game) != repr(pg.game("checkers"))


def test_states_of_different_games_differ() -> None:
    assert pg.game("chess").start() != pg.game("stax").start()
    assert pg.game("chess").start() != "chess"


def test_seed_draws_the_start() -> None:
    arrays = {pg.game("chess960").start(seed).fen for seed in range(40)}
    assert len(arrays) > 20
    assert pg.game("chess960").start(7) == pg.game("chess960").start(7)


def test_perft_counts_steps_and_turns() -> None:
    # Published: 20, 400, 8902 for chess; 7, 49, 302, 1469 for English draughts, by whole turns.
    chess = pg.game("chess").start()
    assert [chess.perft(depth) for depth in range(4)] == [1, 20, 400, 8902]
    draughts = pg.game("english-draughts").start()
    assert [draughts.perft(depth, turns=True) for depth in range(5)] == [1, 7, 49, 302, 1469]


HORDE = "3Q~4/8/n2B~2p1/p7/P1P1B~3/3P3k/4B3/R~q3K2 w - - c4r,d3r,e2p,f1q - a4,c4,d3,e2,f1 - move - - - 0"
"""Four zombies, which move in any order: 50,000 turns and more."""


def test_turns_that_are_too_many_are_not_listed() -> None:
    state = pg.game("zombie-chess").from_fen(HORDE)
    with pytest.raises(ValueError, match="too many legal turns to list: use the legal steps"):
        state.legal_turns()
    before = state.copy()
    with pytest.raises(pg.IllegalStep, match="is not a complete turn; continue with one of: "):
        state.apply_turn(state.legal_steps()[0])
    assert state == before


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")
@pytest.mark.parametrize(
    "endless",
    [
        lambda: pg.game("zombie-chess").from_fen(HORDE).perft(20, turns=True),
        lambda: pg.game("chess").start().perft(30),
        lambda: pg.game("english-draughts").start().perft(90, turns=True),
        lambda: pg.openings("stax", 10**6, turns=100, balanced=True),
    ],
)
def test_endless_work_is_interrupted(endless: Callable[[], object]) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt):
            endless()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_hidden_commit_is_not_seen() -> None:
    game = pg.game("masquerade-chess")
    one, other = game.start(), game.start()
    one.apply("mask:NKQBR")
    other.apply("mask:BKNQR")
    assert one != other
    assert one.observation_string(1) == other.observation_string(1)
    assert one.observation_history(1) == other.observation_history(1)
    assert np.array_equal(one.observe(1), other.observe(1))
    assert one.text(1) == other.text(1)
    assert one.svg(1) == other.svg(1)
    assert one.observation_string(0) != other.observation_string(0)
    drawn = {one.resample_from_observation(1, seed).fen for seed in range(20)}
    assert len(drawn) > 1
    assert all(game.from_fen(fen).observation_string(1) == one.observation_string(1) for fen in drawn)
