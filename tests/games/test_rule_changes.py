"""The changes of single rules of chess (Chess 14), compared with a slow implementation of the same rules."""

import random
from typing import Any

import pytest

import plyground as pg
import slow_chess
from plyground import pgn

Options = dict[str, Any]

ALONE: list[Options] = [
    {"castling": False},
    {"castling_from": 11},
    {"double_step": "none"},
    {"double_step": "semi-torpedo"},
    {"double_step": "torpedo"},
    {"pawn_back": True},
    {"pawn_sideways": True},
    {"self_capture": True},
    {"stalemate": "win"},
]
TOGETHER: list[Options] = [
    {"double_step": "torpedo", "pawn_back": True, "pawn_sideways": True, "self_capture": True},
    {"double_step": "torpedo", "pawn_sideways": True, "stalemate": "win"},
    {"double_step": "semi-torpedo", "self_capture": True, "castling_from": 4},
    {"double_step": "none", "pawn_back": True, "stalemate": "win", "castling": False},
]
SHUFFLED: list[Options] = [
    {"position": 226, "self_capture": True, "castling_from": 5, "double_step": "torpedo"},
    {"position": 518, "self_capture": True, "castling": False, "pawn_back": True},
]
ENDINGS = [
    "7k/1P2p3/8/2p1P1p1/P4pPp/1p3P1P/8/K7 w - - 0 1",
    "k7/2P1p3/8/1K6/5p2/8/4P3/8 w - - 0 1",
    "7k/8/6K1/3n4/3p4/8/2P5/8 b - - 0 1",
]


def slow_fen(state: pg.State) -> str:
    """Write the position of a state as the slow implementation does."""
    return slow_chess.Position.read(state.fen, slow_chess.Rules()).fen()


def outcome(state: pg.State) -> tuple[str, int] | None:
    """Return the reason of an ending and the result of White."""
    return (str(state.reason), int(state.returns[0])) if state.is_terminal else None


def play_both(game: pg.Game, options: Options, fen: str | None, seed: int, plies: int) -> set[str]:
    """Play a random game with both implementations. Return the names of what occurred."""
    rng, seen = random.Random(seed), set()
    state = game.from_fen(fen) if fen else game.start()
    slow = slow_chess.Position.read(state.fen, slow_chess.Rules(**options))
    for _ in range(plies):
        moves = slow.moves()
        result = slow.result(moves)
        assert outcome(state) == result, state.fen
        if result is not None:
            seen.add(result[0])
            break
        by_text = {slow.text(move): move for move in moves}
        assert len(by_text) == len(moves)
        steps = state.legal_steps()
        assert steps == sorted(by_text), state.fen
        # Moves of pawns and captures are preferred, since the rules that change concern them.
        step = rng.choice([one for one in steps if slow.board[by_text[one].start].lower() == "p"] or steps)
        step = step if rng.random() < 0.6 else rng.choice(steps)
        assert state.parse_san(state.san(step)) == step
        seen |= {"en passant"} if by_text[step].passed else set()
        seen |= {"own"} if slow.own(by_text[step].end) and by_text[step].rook is None else set()
        seen |= {"castling"} if by_text[step].rook is not None else set()
        slow = slow.play(by_text[step])
        state.apply(step)
        assert slow_fen(state) == slow.fen()
        assert game.from_fen(state.fen).fen == state.fen
    return seen


@pytest.mark.parametrize("options", [*ALONE, *TOGETHER, *SHUFFLED], ids=str)
def test_games_are_those_of_the_slow_implementation(options: Options) -> None:
    game = pg.game("chess960" if "position" in options else "chess", **options)
    play_both(game, options, None, 1, 40)
    for seed, fen in enumerate(ENDINGS):
        play_both(game, options, fen, seed, 50)


def test_what_the_rules_change_occurs() -> None:
    everything: Options = {"double_step": "torpedo", "pawn_back": True, "pawn_sideways": True, "self_capture": True}
    game, seen = pg.game("chess", **everything), set[str]()
    for seed, fen in enumerate(ENDINGS * 3):
        seen |= play_both(game, everything, fen, seed, 60)
    assert {"en passant", "own"} <= seen


def played(options: Options, fen: str, steps: str) -> pg.State:
    """Return a state after steps."""
    state = pg.game("chess", **options).from_fen(fen)
    for step in steps.split():
        state.apply(step)
    return state


def test_castling_waits_for_its_move() -> None:
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 {} -"
    late = pg.game("chess", castling_from=11)
    assert "e1g1" not in late.from_fen(fen.format(10)).legal_steps()
    assert "e1g1" in late.from_fen(fen.format(11)).legal_steps()
    assert late.from_fen(fen.format(10)).perft(3) != late.from_fen(fen.format(11)).perft(3)
    with pytest.raises(pg.IllegalStep, match="castling is allowed from move 11"):
        late.from_fen(fen.format(10)).apply("e1g1")
    assert late.info.observation_shape[0] == pg.info("chess").observation_shape[0] + 1


def test_stalemate_wins() -> None:
    fen = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"
    for options, result in (({}, 0), ({"stalemate": "win"}, 1)):
        state = played(options, fen, "f1f7")
        assert (state.reason, list(state.returns)) == ("stalemate", [result, -result])
    assert played({}, "7k/8/6KN/8/8/8/8/8 w - - 0 1", "").is_terminal
    assert not played({"stalemate": "win"}, "7k/8/6KN/8/8/8/8/8 w - - 0 1", "").is_terminal


def test_positions_repeat_by_moves_of_pawns() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    state = played({"pawn_back": True}, fen, "e2e4 e8d8 e4e3 d8e8 e3e2 e8d8 e2e3 d8e8")
    assert state.fen.split()[4:] == ["8", "5", "e2e4,e8d8,e4e3,d8e8,e3e2,e8d8,e2e3,d8e8"]
    for step in ["e3e2", "e8d8", "e2e3"]:
        state.apply(step)
    assert state.reason == "repetition"


def test_moves_are_written_as_they_are_read() -> None:
    options: Options = {"pawn_back": True, "pawn_sideways": True, "self_capture": True, "double_step": "torpedo"}
    state = played(options, "4k3/8/8/3P4/4P3/8/2P1N3/4K3 w - - 0 1", "")
    sans = {state.san(step) for step in state.legal_steps()}
    assert {"e4d4", "e4e3", "d5d4", "d5c5", "d7+", "exd5", "c2d2", "Kf1"} <= sans
    assert len(sans) == len(state.legal_steps())
    for seed in range(3):
        state = pg.game("chess", **options).start()
        state.play_random(seed)
        [again] = pgn.read(pgn.write([state]))
        assert (again.options, again.play()) == (options, state)


def test_captures_of_own_pieces_are_losses() -> None:
    state = played({"self_capture": True}, "4k3/8/8/8/8/3p4/3Q4/3RK3 w - - 0 1", "")
    assert {"d1d2", "e1d2", "d2d1"} <= set(state.legal_steps())
    assert "d2e1" not in state.legal_steps()
    state.apply(pg.agent("ab:2").choose(state))
    assert state.fen.startswith("4k3/8/8/8/8/3Q4/8/3RK3 b")


@pytest.mark.parametrize("other", ["cylinder", "shadow", "double"])
def test_contradictions(other: str) -> None:
    more: Options = {other: True, **({"teams": "pairs"} if other == "double" else {})}
    with pytest.raises(pg.BadOption, match=f"double_step=torpedo does not work with {other}=true"):
        pg.game("chess", double_step="torpedo", **more)
    with pytest.raises(pg.BadOption, match="castling_from=2 needs castling=true"):
        pg.game("chess", castling=False, castling_from=2)
