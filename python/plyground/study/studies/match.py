"""Games between agents, which measure their strength."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, cycle, islice
from typing import TYPE_CHECKING, Any, Final

from ..._core import Game
from ..design.agents import Agent, distinct_agents
from ..design.record import study_record
from ..design.study_design import StudyDesign, merged, study_signature
from ..report.notable_games import notable_games
from ..report.ratings import Ratings, rate_agents
from ..running.duplicates import repeats_of
from ..running.game_plan import GamePlan, game_plans
from ..running.games import Games
from ..running.resource_limits import SPRT_BYTES, check_memory, regression_bytes_per_game
from ..running.runner import StopRule, open_runner
from ..statistics.intervals import round_means
from ..statistics.pairwise import pairwise_results
from ..statistics.scoring import num_teams, require_wins
from ..statistics.sequential import MatchSprt

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEFAULTS: Final = StudyDesign(games=200, agents=("random", "greedy"), openings=0, balanced=False)


@study_signature(DEFAULTS)
def match(
    rules: str | Game,
    agents: Sequence[Agent] | Mapping[str, Agent] | None = None,
    *,
    sprt: MatchSprt | tuple[float, float] | None = None,
    design: StudyDesign | None = None,
    **settings: Any,
) -> Ratings:
    """Let agents play each other and rate them with the Bradley-Terry model, with a term for the first move.

    Groups of as many agents as there are teams meet, and every group plays ``games`` games. The agents exchange seats, with
    the same random events. If there are fewer agents than teams, pairs of agents meet and share the teams.

    Parameters
    ----------
    rules : str or Game
        The variant.
    agents : sequence of agents or mapping of str to agent
        At least two agents.
    sprt : MatchSprt, tuple of two floats, or None
        A sequential test, or its ``elo0`` and ``elo1``. The games of the two agents end as soon as the test is decided, and
        ``games`` is the largest number.
    design : StudyDesign or None
        The settings of the study.
    **settings
        Fields of `StudyDesign`, which replace those of ``design``, and options of the game.

    Returns
    -------
    Ratings
        One row for each agent, the strongest first.

    Raises
    ------
    ValueError
        If a setting is not valid, there are fewer than two agents, or the game has no winners.

    Examples
    --------
    >>> import plyground as pg
    >>> ratings = pg.study.match("stax", ["greedy", "random"], games=10_000, sprt=(0, 100))
    >>> ratings.verdict, ratings.rows[0].games
    ('greedy is stronger', 32)
    """
    if agents is not None:
        settings["agents"] = agents
    design, options = merged(DEFAULTS, design, settings)
    games = design.num_games
    players = distinct_agents(design.agents, 2)
    (alone,) = game_plans([rules], players[:1], design.seed, starts=design.starts, options=options)
    require_wins(alone.game, "strength of an agent against others", "plyground.study.strength measures its scores")
    if sprt is not None and len(players) != 2:
        raise ValueError(f"sprt needs two agents, got {len(players)}")
    test = sprt if sprt is None or isinstance(sprt, MatchSprt) else MatchSprt(*sprt)
    teams = num_teams(alone.game)
    meeting = teams if len(players) >= teams else 2
    groups = [tuple(islice(cycle(group), teams)) for group in combinations(range(len(players)), meeting)]
    plans = [GamePlan(alone.game, [players[at] for at in group], design.seed, starts=design.starts) for group in groups]
    check_memory(
        ((plan, games) for plan in plans),
        more=regression_bytes_per_game(alone.game, len(players)) + (SPRT_BYTES if test else 0),
        together=True,
    )
    with open_runner(design, games * len(plans)) as runner:
        played = [runner.play(plan, games, _stop_rule(plan, test)) for plan in plans]
    names = [player.name for player in players]
    study = study_record(
        "match",
        [alone.game],
        players,
        games,
        design,
        sprt=None if test is None else [test.elo0, test.elo1, test.alpha, test.beta],
    )
    found = rate_agents(alone.game, names, groups, played, design.confidence, study, design.starts)
    found = replace(found, notable_games=tuple(map(notable_games, plans, played)))
    if test is None:
        return found
    scores, _ = _round_scores(plans[0], played[0])
    verdict = test.path(scores).verdict
    return replace(found, verdict=verdict if verdict == "undecided" else f"{names[0]} is {verdict}")


def _round_scores(plan: GamePlan, games: Games) -> "tuple[NDArray[np.float64], NDArray[np.int64]]":
    """The mean scores of the first of two agents in each round that is no repetition, and the numbers of these rounds."""
    import numpy as np

    one = pairwise_results(plan.game, games)
    ours, theirs = games.agents[one.game, one.ours] == 0, games.agents[one.game, one.theirs] == 0
    own = np.where(ours, one.result, 1 - one.result)[ours != theirs]
    game = one.game[ours != theirs]
    scores = round_means(np.bincount(game, weights=own) / np.bincount(game), plan.games_per_round)
    repeats = repeats_of(plan, games)
    kept = np.arange(len(scores)) if repeats is None else repeats.kept
    return scores[kept], kept


def _stop_rule(plan: GamePlan, test: MatchSprt | None) -> StopRule | None:
    """The rule that ends the games as soon as the test is decided."""
    if test is None:
        return None

    def decided(games: Games) -> int | None:
        if len(games) < plan.games_per_round:
            return None
        scores, rounds = _round_scores(plan, games)
        end = test.path(scores).end
        return None if end is None else int(rounds[end[0] - 1] + 1) * plan.games_per_round

    return decided
