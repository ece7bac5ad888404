"""The Balance Atlas: many variants at several strengths of play."""

from collections.abc import Sequence
from numbers import Real
from typing import Any, Final

from ..._core import Game
from ..design.agents import distinct_agents
from ..design.game_plan import GamePlan, game_plans, games_of
from ..design.num_games import check_games
from ..design.record import study_record
from ..design.resource_limits import check_memory
from ..design.starts import STANDARD_START, starts_from
from ..design.study_design import StudyDesign, merged, study_signature
from ..report.base_report import machine
from ..report.measurement import win_row, with_adjusted_p_values
from ..report.report import Report
from ..report.rows import Disagreement, Row
from ..running.games import Games
from ..running.runner import open_runner
from ..statistics.intervals import paired_difference_interval
from ..statistics.scoring import require_wins, win_shares

# Without random openings, searching agents would repeat similar games.
DEFAULTS: Final = StudyDesign(games=10_000, agents=("random", "ab:2", "mcts:100,cut=1"), openings=4)


@study_signature(DEFAULTS)
def atlas(
    *variants: str | Game,
    min_games: int = 1,
    seconds: float | None = None,
    design: StudyDesign | None = None,
    **settings: Any,
) -> Report[Row]:
    """Study many variants as played by several agents, within a budget of games and time.

    Each agent plays all seats. `Report.disagreements` compares the last two agents, unless one of them is ``random``: a
    significant difference shows that one agent misses something in a game. Agents other than ``random`` begin after random
    turns.

    Parameters
    ----------
    *variants : str or Game
        The variants.
    min_games : int
        The number of games that are played even if they exceed ``seconds``.
    seconds : float or None
        The time budget for each agent in each variant. The time of games in a store counts.
    design : StudyDesign or None
        The settings of the study.
    **settings
        Fields of `StudyDesign`, which replace those of ``design``, and options of all variants. ``games`` is the largest
        number, or for each variant a list with one number for each agent. ``balanced`` is True by default if ``openings`` is
        positive.

    Returns
    -------
    Report
        One row for each variant and agent. ``study["games"]`` has the numbers of games that were played; a study with these
        numbers gives the same figures.

    Raises
    ------
    ValueError
        If a setting is not valid, or a game has no winners.

    Examples
    --------
    >>> import plyground as pg
    >>> report = pg.study.atlas("stax", "checkers", agents=["random", "greedy"], games=20)
    >>> [(row.id, row.agents) for row in report.rows]
    [('stax', 'random'), ('stax', 'greedy'), ('checkers', 'random'), ('checkers', 'greedy')]
    """
    design, options = merged(DEFAULTS, design, settings)
    if seconds is not None and not (isinstance(seconds, Real) and seconds > 0):
        raise ValueError(f"seconds must be a positive number or None, got {seconds!r}")
    agents = distinct_agents(design.agents)
    check_games(min_games)
    rules = games_of(variants, options)
    for one in rules:
        instead = "plyground.study.strength measures its score at several strengths"
        require_wins(one, "advantage of the first move", instead)
    openings = design.openings or 0
    starts = starts_from(design.start, openings, bool(openings) if design.balanced is None else design.balanced)
    by_agent = [
        game_plans(
            rules, [agent], design.seed, measures=True, starts=STANDARD_START if agent.agent == "random" else starts
        )
        for agent in agents
    ]
    plans = list(zip(*by_agent, strict=True))
    counts = _counts(design.games, len(plans), len(agents))
    check_memory(pair for own, most in zip(plans, counts, strict=True) for pair in zip(own, most, strict=True))
    rows: list[Row] = []
    disagreements: list[Disagreement] = []
    with open_runner(design, sum(map(sum, counts))) as runner:
        for own, most in zip(plans, counts, strict=True):
            played = [
                runner.play(plan, count, seconds=seconds, min_games=min(min_games, count))
                for plan, count in zip(own, most, strict=True)
            ]
            # Opening trees for hundreds of rows would be most of the report.
            rows += [
                win_row(plan, games, design.confidence, tree=False) for plan, games in zip(own, played, strict=True)
            ]
            if len(own) > 1 and "random" not in (own[-2].names[0], own[-1].names[0]):
                disagreements.append(_disagreement(own[-2:], played[-2:], rows[-1].options, design.confidence))
    found = [row.games for row in rows]
    by_variant = [found[at : at + len(agents)] for at in range(0, len(found), len(agents))]
    study = study_record("atlas", rules, agents, by_variant, design, starts=starts)
    return Report(
        with_adjusted_p_values(rows),
        design.seed,
        design.confidence,
        study=study,
        machine=machine(),
        disagreements=tuple(disagreements),
    )


def _counts(games: Any, variants: int, agents: int) -> Sequence[Sequence[int]]:
    """The numbers of games of each agent in each variant."""
    counts = [[games] * agents for _ in range(variants)] if isinstance(games, int) else games
    lists = isinstance(counts, Sequence) and all(isinstance(line, Sequence) for line in counts)
    if not lists or [len(line) for line in counts] != [agents] * variants:
        raise ValueError(
            f"games must be one integer, or for each of {variants} variants a list of {agents} integers, got {games!r:.80}"
        )
    for count in (count for line in counts for count in line):
        check_games(count)
    found: Sequence[Sequence[int]] = counts
    return found


def _disagreement(plans: Sequence[GamePlan], played: Sequence[Games], options: str, confidence: float) -> Disagreement:
    """The difference between two agents in games with the same number, which begin at the same position."""
    rules = plans[0].game
    sides = rules.info.seat_teams
    heads = [sides.index(team) for team in sorted(set(sides))]
    # With two teams, the second score follows from the first.
    heads = heads[:1] if len(heads) == 2 else heads
    of_each = 1 - (1 - confidence) / len(heads)
    both = min(map(len, played))
    before, after = (win_shares(rules, games.returns[:both]) for games in played)
    seats = tuple(paired_difference_interval(after[:, seat], before[:, seat], of_each, shares=True) for seat in heads)
    return Disagreement(
        id=rules.id,
        options=options,
        agents=(plans[0].names[0], plans[1].names[0]),
        seats=seats,
        flagged=any(not one.low <= 0 <= one.high for one in seats),
    )
