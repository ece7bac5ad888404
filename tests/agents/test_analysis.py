"""What agents find out about a state: it is consistent with what they choose, and with the rules."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.cli import main
from repository import ROOT

# A game without and with hidden information, with several sides, with simultaneous turns, with chance, with turns of several
# steps, with a shared score and with strokes.
GAMES = [
    "chess",
    "english-draughts",
    "tri-chess-3",
    "double-stax-cutthroat",
    "masquerade-chess",
    "synchronous-chess",
    "zombie-chess",
    "tar-pit-chess",
    "cooperative-chess",
    "chess-golf-solo",
]
AGENTS = [
    "random",
    "greedy",
    "ab:2,nodes=3000",
    "ab:nodes=300,margin=0.2",
    "mcts:40",
    "mcts:40,cut=1",
    "strong:nodes=300",
]


def evaluate(observations: Any, masks: Any) -> Any:
    """A policy and values that differ from position to position."""
    totals = observations.reshape(len(observations), -1) @ np.linspace(-1, 1, observations[0].size, dtype=np.float32)
    return masks * (1 + np.arange(masks.shape[1]) % 7), np.tanh(totals)


def later_state(id: str, seed: int = 0, steps: int = 8) -> pg.State:
    """A state in which a seat chooses among several steps."""
    state = pg.game(id).start(seed)
    state.play_random(seed, steps)
    while state.current_player < 0 or len(state.legal_actions()) < 2:
        assert not state.is_terminal, "the game ends too soon"
        state.play_random(seed, 1)
    return state


def check(found: pg.Analysis, state: pg.State) -> None:
    """Check what holds for all agents."""
    scoring = state.game.info.scoring
    assert found.seat == state.current_player
    assert found.step == state.step_of(found.action)
    assert sorted(step.action for step in found.steps) == sorted(state.legal_actions().tolist())
    assert all(step.step == state.step_of(step.action) for step in found.steps)
    values = [step.value for step in found.steps if step.value is not None]
    for value in [*(found.values or ()), *values]:
        assert scoring.min_return - 1e-9 <= value <= scoring.max_return + 1e-9
    if found.values is not None:
        assert len(found.values) == state.game.num_seats
        assert found.value == found.values[found.seat]
    if found.simulations is not None:
        assert sum(step.visits or 0 for step in found.steps) == found.simulations
        visits = [step.visits or 0 for step in found.steps]
        assert visits == sorted(visits, reverse=True)
    if found.pv is not None:
        assert found.pv[0] == found.step
        check_variation(found.pv, state)


def check_variation(pv: "tuple[str, ...]", state: pg.State) -> None:
    """Check that the steps can be made in this order. With hidden information they need a state that the seat cannot exclude."""
    if state.game.info.has_hidden_information:
        state.copy().apply(pv[0])
        return
    after = state.copy()
    for step in pv:
        assert after.current_player >= 0
        after.apply(step)


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("spec", AGENTS)
def test_agents_explain_what_they_choose(id: str, spec: str) -> None:
    agent, state = pg.agent(spec), later_state(id)
    for seed in range(2):
        found = agent.analyze(state, seed)
        check(found, state)
        assert found.action == agent.choose(state, seed)
        assert found.step == agent.choose_step(state, seed)
        assert found.agent == spec
    if spec == "random":
        assert (found.values, found.pv, found.depth, found.simulations, found.nodes) == (None,) * 5
    else:
        assert found.values is not None
        assert found.pv is not None


@pytest.mark.parametrize("id", ["chess", "tri-chess-3", "masquerade-chess", "tar-pit-chess", "cooperative-chess"])
@pytest.mark.parametrize("root", ["puct", "gumbel"])
def test_networks_explain_what_they_choose(id: str, root: Any) -> None:
    agent, state = pg.neural_agent(evaluate, 24, root=root), later_state(id)
    found = agent.analyze(state, 3)
    check(found, state)
    assert found.action == agent.choose(state, 3)
    assert found.step == agent.choose_step(state, 3)
    visits = {step.action: step.visits for step in found.steps}
    counts = agent.visit_counts([state], 3)[0]
    assert all(counts[action] == (count or 0) for action, count in visits.items())
    priors = [step.prior for step in found.steps if step.prior is not None]
    assert sum(priors) == pytest.approx(1)
    assert found.simulations == 24
    assert found.depth is None


def test_variations_are_the_lines_of_the_search() -> None:
    # White mates in two: a quiet move, the only reply, and mate.
    state = pg.game("chess").from_fen("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    found = pg.agent("ab:4").analyze(state)
    assert found.pv is not None
    assert (found.pv[0], len(found.pv), found.values) == ("a1a6", 3, (1.0, -1.0))
    after = state.copy()
    for step in found.pv:
        after.apply(step)
    assert after.reason == "checkmate"
    best = [step for step in found.steps if not step.is_upper_bound]
    assert [step.step for step in best] == ["a1a6"]
    assert all((step.value or 0) < 1 for step in found.steps if step.is_upper_bound)


def test_deeper_searches_have_longer_variations() -> None:
    state = later_state("english-draughts", 2)
    for depth in (1, 3, 5):
        found = pg.agent(f"ab:{depth}").analyze(state)
        assert found.depth == depth
        turns, after = 0, state.copy()
        for step in found.pv or ():
            after.apply(step)
            turns += not after.is_mid_turn
        assert turns >= depth or after.is_terminal


def test_variations_of_hidden_games_are_legal_in_a_state_that_the_seat_cannot_exclude() -> None:
    # No piece is hidden here but the masks, so all steps of the variation are legal in the true state, too.
    state = later_state("masquerade-chess", 1, 6)
    for spec in ("ab:2", "mcts:300"):
        found = pg.agent(spec).analyze(state)
        assert found.pv is not None
        assert found.step in state.legal_steps()


@pytest.mark.parametrize("spec", ["ab:2", "mcts:30", "greedy"])
@pytest.mark.parametrize("id", ["tar-pit-chess", "synchronous-chess"])
def test_analysis_depends_on_the_view_only(id: str, spec: str) -> None:
    state = later_state(id, 4)
    agent = pg.agent(spec)

    def known(state: pg.State) -> dict[str, Any]:
        return {**agent.analyze(state, 1).to_dict(), "seconds": None}

    expected = known(state)
    for seed in range(3):
        assert known(state.resample_from_observation(state.current_player, seed)) == expected


def test_a_forced_step_needs_no_search() -> None:
    state = pg.game("english-draughts").from_fen("B:W18:B15 - 0 0 -")
    for spec in ("ab:2", "mcts:20"):
        found = pg.agent(spec).analyze(state)
        assert (found.step, found.values, found.pv, found.depth, found.simulations) == ("15x22", None, None, None, None)
        assert [step.step for step in found.steps] == ["15x22"]


def test_analysis_of_some_steps() -> None:
    state = later_state("chess")
    some = sorted(state.legal_actions().tolist())[:4]
    for agent in (pg.agent("ab:2"), pg.agent("mcts:40"), pg.neural_agent(evaluate, 16)):
        found = agent.analyze(state, 1, allowed=some)
        assert sorted(step.action for step in found.steps) == some
        assert found.action == agent.choose(state, 1, allowed=some)
    with pytest.raises(ValueError, match="allowed must have legal actions only"):
        pg.agent("ab:2").analyze(state, allowed=[-1 % 2**32])


def test_search_is_not_changed_by_an_earlier_analysis() -> None:
    state = later_state("chess")
    for spec in ("ab:3", "mcts:200"):
        analyzed, fresh = pg.agent(spec), pg.agent(spec)
        analyzed.analyze(state, 5)
        assert analyzed.choose(state, 6) == fresh.choose(state, 6)


def test_analysis_as_data() -> None:
    found = pg.agent("mcts:60").analyze(pg.game("stax").start())
    data = json.loads(json.dumps(found.to_dict()))
    assert data["step"] == found.step
    assert data["pv"] == list(found.pv or ())
    assert sum(step["visits"] for step in data["steps"]) == data["simulations"] == 60
    table = found.to_pandas()
    assert list(table.columns) == ["step", "action", "value", "is_upper_bound", "visits", "prior"]
    assert table["prior"].isna().all()
    assert table["visits"].sum() == 60
    text = str(found)
    assert text.startswith(f"mcts:60 plays {found.step} (60 simulations, ")
    assert "prior" not in text
    assert "and " not in found.text(None)
    assert found.text(1).splitlines()[-1] == f"and {len(found.steps) - 1} more steps"
    assert repr(found).startswith(f"<Analysis by mcts:60: {found.step}, value ")


def test_states_without_a_choice() -> None:
    state = pg.game("chess").from_fen("8/8/8/8/8/5k2/5q2/5K2 w - - 0 1 -")
    for agent in (pg.agent("ab:2"), pg.neural_agent(evaluate, 8)):
        with pytest.raises(ValueError, match="state must have a seat to act"):
            agent.analyze(state)


def test_the_output_in_the_documents_is_real(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
    section = page.partition("\n## Analysis\n")[2].partition("\n## ")[0]
    [program] = re.findall(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    [stated] = re.findall(r"^```text\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    exec(compile(program, "agents.md", "exec"), {})
    without_time = [re.sub(r"\d+\.\d\d s", "", text) for text in (capsys.readouterr().out, stated)]
    assert without_time[0] == without_time[1]


def test_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1 -"
    assert main(["analyze", "chess", "--start", fen, "--agent", "ab:2", "--steps", "3"]) == 0
    output = capsys.readouterr().out
    assert "ab:2 plays a1a8 (depth " in output
    assert "expected return: seat 0 +1.000, seat 1 -1.000" in output
    assert "principal variation: a1a8" in output
    assert output.splitlines()[-1] == "and 12 more steps"
    state = pg.game("chess").from_fen(fen)
    saved = {"game": json.loads(state.game.to_json()), "start": fen, "steps": ["e1e2"]}
    path = tmp_path / "game.json"
    path.write_text(json.dumps(saved), encoding="utf-8")
    assert main(["analyze", "--load", str(path), "--agent", "mcts:50"]) == 0
    assert "mcts:50 plays" in capsys.readouterr().out
    assert main(["analyze"]) == 2
    assert "name a variant, or a saved game with --load FILE" in capsys.readouterr().err
