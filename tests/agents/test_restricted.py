"""Restricted agents: they avoid what they are told to, whichever way they search."""

import random
from typing import Any

import numpy as np
import pytest

import plyground as pg

# The queen can take a pawn, the king can castle, and a rook can move.
TEMPTING = "r3k2r/8/8/8/8/3p4/8/R2QK2R w KQkq - 0 1 -"


def even(_: Any, masks: Any) -> Any:
    return masks, np.zeros(len(masks))


def chosen(agent: Any, state: pg.State, seeds: int = 12) -> set[str]:
    """The steps that an agent chooses with some seeds."""
    return {state.step_of(agent.choose(state, seed)) for seed in range(seeds)}


@pytest.mark.parametrize("spec", ["random", "greedy", "ab:1", "mcts:40", "mcts:40,cut=1", "strong:nodes=200"])
def test_agents_do_not_choose_what_they_avoid(spec: str) -> None:
    state = pg.game("chess").from_fen(TEMPTING)
    free = pg.restricted(spec, avoid=["captures", "queen", "castling"])
    for step in chosen(free, state):
        assert step not in {"d1d3", "a1a8", "h1h8", "e1g1", "e1c1"}
        assert not step.startswith("d1")


def test_a_search_ranks_only_the_allowed_steps() -> None:
    state = pg.game("chess").from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    assert chosen(pg.agent("mcts:300"), state, 2) == {"a1a8"}
    agent = pg.restricted("mcts:300", avoid="rook")
    assert isinstance(agent, pg.Agent)
    found = agent.analyze(state)
    assert sum(step.visits or 0 for step in found.steps) == 300
    assert all(step.step.startswith("e1") for step in found.steps if step.visits)


def test_all_steps_are_allowed_if_none_is() -> None:
    # Captures are compulsory in draughts.
    state = pg.game("english-draughts").from_fen("B:W18:B15,1 - 0 0 -")
    assert chosen(pg.agent("ab:2,avoid=captures"), state) == {"15x22"}


@pytest.mark.parametrize(
    "id", ["chess", "stax", "english-draughts", "tri-chess-3", "double-checkers-pairs", "zombie-chess"]
)
def test_captures_are_those_of_the_record(id: str) -> None:
    agent = pg.agent("random:avoid=captures")
    quiet = free = 0
    for seed in range(6):
        state = pg.game(id).start(seed)
        state.play_random(seed, 30)
        for number in range(40):
            if state.is_terminal or state.current_player < 0:
                break
            captures = set()
            for action in state.legal_actions():
                after = state.copy()
                after.apply(int(action))
                lost = [
                    state.material(seat) > after.material(seat)
                    for seat in range(state.game.num_seats)
                    if state.game.info.seat_teams[seat] != state.game.info.seat_teams[state.current_player]
                ]
                if any(lost):
                    captures.add(int(action))
            action = agent.choose(state, number)
            if len(captures) < len(state.legal_actions()):
                free += 1
                assert action not in captures
                quiet += bool(captures)
            state.apply(action)
    assert free > 20


def test_random_turns_come_first() -> None:
    # The best turn of the position wins a queen.
    game = pg.game("chess")
    state = game.from_fen("k7/8/8/8/8/8/q6P/R6K w - - 0 1 -")
    assert chosen(pg.agent("ab:1,random=1"), state, 30) > {"a1a2"}
    assert chosen(pg.agent("ab:1"), state) == {"a1a2"}
    late = game.from_fen("k7/8/8/8/8/8/7P/1R5K w - - 0 1 -")
    for step in ("b1c1", "a8a7"):
        late.apply(step)
    assert len(chosen(pg.agent("ab:2,random=2"), late, 30)) > len(chosen(pg.agent("ab:2,random=1"), late, 30))
    run = pg.matches("chess", ["ab:1,random=2", "ab:1"], 20, seed=1, max_steps=6)
    assert run.agent_specs == ("ab:1,random=2", "ab:1")


def test_networks_choose_among_allowed_actions() -> None:
    state = pg.game("chess").from_fen(TEMPTING)
    allowed = [int(action) for action in state.legal_actions() if state.step_of(int(action)).startswith("h1")]
    for root in ("puct", "gumbel"):
        network = pg.neural_agent(even, 24, root=root)
        assert {network.choose(state, seed, allowed=allowed) for seed in range(5)} <= set(allowed)
    agent = pg.restricted(pg.neural_agent(even, 8), avoid=["captures", "castling", "queen", "king"])
    assert isinstance(agent, pg.study.FunctionAgent)
    for seed in range(5):
        assert state.step_of(int(agent(state, random.Random(seed))))[:2] in {"a1", "h1"}
    with pytest.raises(ValueError, match="allowed must have legal actions only, got 0"):
        network.choose(state, allowed=[0])


def test_a_function_restricts_a_search_in_studies() -> None:
    def only_kings(state: pg.State, action: int) -> bool:
        return state.step_of(action).startswith(("e", "d", "f", "c", "g"))

    agent = pg.restricted("ab:1", allowed=only_kings, random=1)
    assert isinstance(agent, pg.study.FunctionAgent)
    assert agent.__name__ == "ab:1,random=1,allowed=only_kings"
    found = pg.study.match("chess", [agent, "ab:1,avoid=captures"], games=2)
    assert {row.agent for row in found.rows} == {agent.__name__, "ab:1,avoid=captures"}


def test_hidden_information_is_respected() -> None:
    run = pg.matches("masquerade-chess", ["mcts:8,avoid=captures", "random:avoid=pawn"], 4, seed=1, max_steps=40)
    assert len(run) == 4


def test_wrong_restrictions_are_explained() -> None:
    for text, message in {
        "ab:3,avoid=quen": "cannot avoid 'quen': chess has no such piece; its pieces are bishop, king",
        "ab:3,avoid=king": None,
    }.items():
        if message is None:
            pg.agent(text).check_plays("chess")
        else:
            with pytest.raises(ValueError, match=message):
                pg.agent(text).check_plays("chess")
    with pytest.raises(ValueError, match="is an engine, which cannot be restricted"):
        pg.restricted("uci:stockfish,nodes=5", avoid="captures")
    with pytest.raises(TypeError, match="a function restricts itself"):
        pg.restricted(even, avoid="captures")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="name a restriction"):
        pg.restricted("ab:1")
    with pytest.raises(ValueError, match="allowed must have at least one action"):
        pg.agent("random").choose(pg.game("chess").start(), allowed=[])
