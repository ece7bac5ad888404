"""Cooperative Chess, whose seats share a score, hide their hands and draw from one pile, in all interfaces."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import contract
import plyground as pg

ID = "cooperative-chess"

ONE_EACH = "4k3/8/8/8/8/8/8/4K3 w - -/- move - - P/p N -/-"
"""A card in each hand, and one in the pile."""

KING_TO_TAKE = "4k3/8/8/8/8/8/4Q3/4K3 w - -/- take - - N/p Pp Q/k"
"""White's queen captures the king for four points, or passes."""

TWO_TURNS = "4k3/8/8/8/8/8/P3q3/4K3 w - -/- card - - KP/q - -/-"
"""White plays one of two cards: that of the king gives the king to Black's queen. That of the pawn gives a pawn, and loses."""


def test_info_and_playouts() -> None:
    info = pg.info(ID)
    assert (info.seat_teams, info.has_hidden_information, info.has_chance, info.is_simultaneous) == (
        (0, 0),
        True,
        True,
        False,
    )
    assert (info.scoring.kind, info.scoring.min_return, info.scoring.max_return, info.scoring.return_sum) == (
        "shared",
        -1.0,
        5.0,
        None,
    )
    run = pg.playouts(ID, 3_000, seed=1)
    assert set(run.score_counts) <= {-1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0}
    assert all(counts[0] == counts[1] for counts in run.score_counts.values())
    assert set(run.reason_counts) == {"king-captured", "out-of-cards"}
    assert run.reason_counts["out-of-cards"] == run.score_counts[-1.0][0]


@pytest.mark.parametrize("name", ["greedy", "ab:1", "ab:2", "mcts:100"])
def test_agents_take_points(name: str) -> None:
    state = pg.game(ID).from_fen(KING_TO_TAKE)
    assert {state.step_of(pg.agent(name).choose(state, seed)) for seed in range(5)} == {"e2e8"}


@pytest.mark.parametrize("name", ["ab:2", "mcts:200"])
def test_agents_help_their_partner(name: str) -> None:
    """An agent that assumes an opponent would keep the king from the partner's queen."""
    state = pg.game(ID).from_fen(TWO_TURNS)
    assert {state.step_of(pg.agent(name).choose(state, seed)) for seed in range(5)} == {"card:K"}


@pytest.mark.parametrize("name", ["greedy", "ab:1", "mcts:50"])
def test_agents_ignore_the_partners_hand(name: str) -> None:
    state = pg.game(ID).start(5)
    state.play_random(seed=2, max_steps=20)
    while state.current_player < 0:
        state.play_random(seed=2, max_steps=1)
    others = [state, *(state.resample_from_observation(state.current_player, seed) for seed in range(4))]
    assert len({other.fen for other in others}) > 1
    for seed in range(3):
        assert len({pg.agent(name).choose(other, seed) for other in others}) == 1


def test_matches_give_partners_the_same_return() -> None:
    played = pg.matches(ID, ["greedy", "random"], 60, seed=2)
    assert played.mean_returns[0] == played.mean_returns[1] == pytest.approx(played.returns.mean())
    assert (played.returns[:, 0] == played.returns[:, 1]).all()
    assert not played.drama.any()


def test_search_scores_more_than_random_play() -> None:
    games = 60
    random, searched = (pg.matches(ID, agent, games, seed=3).mean_returns[0] for agent in ("random", "mcts:60"))
    assert searched > random + 0.2


def test_network_plays_both_seats() -> None:
    def judge(_: NDArray[np.float32], masks: NDArray[np.bool_]) -> tuple[Any, Any]:
        return masks.astype(np.float32), np.full(len(masks), 2.0, np.float32)

    player = pg.neural_agent(judge, 12)
    state = pg.game(ID).from_fen(KING_TO_TAKE)
    assert state.step_of(player.choose(state, 0)) == "e2e8"
    played = pg.matches(ID, player, 3)
    assert (played.returns[:, 0] == played.returns[:, 1]).all()


def test_studies_measure_the_score() -> None:
    pytest.importorskip("scipy")
    row = pg.study.scores(ID, games=2_000, seed=1).rows[0]
    assert (row.kind, row.min_possible, row.max_possible, row.better) == ("shared", -1.0, 5.0, "higher")
    assert row.score == pytest.approx(pg.playouts(ID, 2_000, seed=1).mean_returns[0])
    assert row.seats[0] == row.seats[1]
    report = pg.study.strength(ID, agents=["random", "greedy"], games=60)
    assert [one.agents for one in report.rows] == ["random", "greedy"]
    with pytest.raises(ValueError, match="has no winners"):
        pg.study.balance(ID)


def test_environments_give_partners_the_same_reward() -> None:
    pytest.importorskip("pettingzoo")
    env = pg.aec(ID)
    for seed in range(5):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            agent = env.agent_selection
            env.step(env.action_space(agent).sample(env.observe(agent)["action_mask"]))
        contract.check_returns(env.game.info.scoring, tuple(env.rewards.values()))
    with pytest.raises(ValueError, match="seats never choose simultaneously"):
        pg.parallel(ID)
    alone = pg.make(ID, opponent="greedy", on_illegal="loss")
    alone.reset(seed=0)
    assert alone.step(alone.game.num_actions - 1)[1] == -1.0


def openspiel(**options: Any) -> Any:
    pytest.importorskip("pyspiel")
    # Any, as for users with OpenSpiel, which has no types.
    return pg.openspiel(ID, **options)


def test_openspiel_utilities_are_identical() -> None:
    game = openspiel(seed=1)
    about = game.get_type()
    assert about.utility == about.Utility.IDENTICAL
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1.0, 5.0, None)


def test_deals_draw_from_one_pile() -> None:
    """All deals of the hidden cards are equally likely, whatever the position string says."""
    game = openspiel(start=ONE_EACH, num_deals=900)
    dealt = Counter(tuple(game.start_state(outcome).fen.split()[7:9]) for outcome, _ in game.start_outcomes())
    assert len(dealt) == 6
    assert all(abs(times - 150) < 50 for times in dealt.values()), dealt


def test_openspiel_gives_partners_the_same_value() -> None:
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms.expected_game_score import policy_value
    from open_spiel.python.policy import UniformRandomPolicy

    game = openspiel(start=TWO_TURNS)
    uniform = UniformRandomPolicy(game)
    values = policy_value(game.new_initial_state(), [uniform, uniform])
    assert values[0] == values[1]
    run = pg.playouts(ID, 20_000, start=TWO_TURNS)
    assert values[0] == pytest.approx(run.mean_returns[0], abs=0.05)


def test_cards_of_a_partner_are_hidden() -> None:
    """Games that differ only in White's cards are the same to Black in every output, and differ to White."""
    game = openspiel(seed=3, history_length=6)
    state = game.new_initial_state()
    state.apply_action(state.string_to_action("pass"))
    state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1.0)
    worlds = [state.child(action) for action, _ in state.chance_outcomes()]
    assert len(worlds) > 6
    for seat, games in ((0, len(worlds)), (1, 1)):
        told = [
            (
                world.information_state_string(seat),
                world.observation_string(seat),
                tuple(world.observation_tensor(seat)),
                tuple(world.information_state_tensor(seat)),
                world.game_state.text(seat),
                world.game_state.svg(seat),
                str(world.game_state.off_board(seat)),
            )
            for world in worlds
        ]
        assert all(len(set(texts)) == games for texts in zip(*told, strict=True))
