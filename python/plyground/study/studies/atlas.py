"""The Balance Atlas: many variants at several strengths of play."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from numbers import Real
from typing import Any, Final

from ..._core import Game
from ...options import changed_options
from ..design.agents import NamedAgent, distinct_agents
from ..design.num_games import check_games
from ..design.record import study_record
from ..design.starts import STANDARD_START, Starts, starts_from
from ..design.study_design import StudyDesign, merged, study_signature
from ..report.atlas_rows import AgentComparison, compare_agents, places_of, with_verdicts
from ..report.base_report import machine
from ..report.measurement import win_row, with_adjusted_p_values
from ..report.report import Report
from ..report.rows import Row
from ..running.duplicates import DuplicateGamesWarning
from ..running.game_plan import GamePlan, games_of
from ..running.games import Games
from ..running.resource_limits import check_memory
from ..running.runner import Runner, open_runner
from ..running.selected_openings import warn_of_measured_judge
from ..statistics.scoring import num_teams, require_wins

RANDOM: Final = "random"

ALPHA_BETA: Final = tuple(f"ab:nodes={nodes},eval=auto" for nodes in (64, 256, 1024))
TREE_SEARCH: Final = tuple(f"mcts:{simulations},cut=2" for simulations in (16, 64, 256))
"""Two kinds of search at three strengths. A simulation takes about as long as four positions of alpha-beta."""

DEFAULTS: Final = StudyDesign(games=400, agents=(RANDOM, *ALPHA_BETA, *TREE_SEARCH), openings=4, balanced=False)

DEFAULT_PAIRS: Final = (
    *zip(ALPHA_BETA, TREE_SEARCH, strict=True),
    *zip(ALPHA_BETA[1:], ALPHA_BETA[:-1], strict=True),
    *zip(TREE_SEARCH[1:], TREE_SEARCH[:-1], strict=True),
)
"""The kinds of search with each other, and each strength with the one below."""

Pairs = Sequence[tuple[str, str]]


@study_signature(DEFAULTS)
def atlas(
    *variants: str | Game,
    pairs: Pairs | None = None,
    min_games: int = 1,
    seconds: float | None = None,
    design: StudyDesign | None = None,
    **settings: Any,
) -> Report[Row]:
    """Study many variants as played by several agents, within a budget of games and time.

    Each agent plays all seats, from the start of the game and, with ``openings``, also after random turns. The number of
    random turns is rounded up so that the first seat is the first to decide. ``random`` plays from the start only.

    `Report.comparisons` compares pairs of agents, which also play matches: where the scores of two agents differ, at least
    one of them misses something. `Report.places` has the place of each game, except those with simultaneous choices.

    Parameters
    ----------
    *variants : str or Game
        The variants.
    pairs : sequence of pairs of str, optional
        The names of agents to compare. The default is, for the default agents, the two kinds of search at each strength and
        each strength with the one below, and otherwise the last two agents, unless one is ``random``.
    min_games : int
        The number of games that are played even if they exceed ``seconds``.
    seconds : float or None
        The time budget for each agent and start in each variant, and for each match. The time of games in a store counts.
    design : StudyDesign or None
        The settings of the study.
    **settings
        Fields of `StudyDesign`, which replace those of ``design``, and options of all variants. ``games`` is the largest
        number, or for each variant a list of numbers as ``study["games"]`` of a report has them. 0: an agent does not play
        there, so the variant has no row or comparison for it.

    Returns
    -------
    Report
        One row for each variant, agent and start. ``study["games"]`` has the numbers of games that were played; a study with
        these numbers gives the same figures.

    Raises
    ------
    ValueError
        If a setting is not valid, or a game has no winners.

    Examples
    --------
    >>> import plyground as pg
    >>> report = pg.study.atlas("stax", agents=["random", "greedy"], games=20)
    >>> [(row.agents, row.start) for row in report.rows]
    [('random', 'start'), ('greedy', 'start'), ('greedy', '4 random turns')]
    """
    design, options = merged(DEFAULTS, design, settings)
    if seconds is not None and not (isinstance(seconds, Real) and seconds > 0):
        raise ValueError(f"seconds must be a positive number or None, got {seconds!r}")
    agents = distinct_agents(design.agents)
    compared = _pairs(pairs, agents)
    check_games(min_games)
    rules = games_of(variants, options)
    for one in rules:
        require_wins(
            one, "advantage of the first move", "plyground.study.strength measures its score at several strengths"
        )
    variants_cells = [_Cells.of(one, agents, compared, design) for one in rules]
    warn_of_measured_judge(variants_cells[0].plans)
    counts = _counts(design.games, variants_cells)
    check_memory(
        pair for cells, most in zip(variants_cells, counts, strict=True) for pair in zip(cells.plans, most, strict=True)
    )
    rows: list[Row] = []
    comparisons: list[AgentComparison] = []
    found_counts: list[list[int]] = []
    with open_runner(design, sum(map(sum, counts))) as runner, warnings.catch_warnings():
        # Rows have the number of distinct games.
        warnings.simplefilter("ignore", DuplicateGamesWarning)
        for cells, most in zip(variants_cells, counts, strict=True):
            played = _play(runner, cells.plans, most, seconds, min_games)
            found_counts.append([0 if games is None else len(games) for games in played])
            # Opening trees for hundreds of rows would be most of the report.
            rows += [
                win_row(plan, games, design.confidence, tree=False)
                for plan, games in zip(cells.plans[: cells.num_alone], played, strict=False)
                if games is not None
            ]
            comparisons += cells.comparisons(played, design.confidence)
    study = study_record(
        "atlas",
        rules,
        agents,
        found_counts,
        design,
        pairs=[[agents[one].name, agents[other].name] for one, other in compared],
    )
    adjusted = with_adjusted_p_values(rows)
    ranked = {(one.id, changed_options(one)) for one in rules if not one.info.is_simultaneous}
    judged = with_verdicts(comparisons, design.confidence)
    return Report(
        adjusted,
        design.seed,
        design.confidence,
        study=study,
        machine=machine(),
        comparisons=judged,
        places=places_of([row for row in adjusted if (row.id, row.options) in ranked], judged),
    )


@dataclass(frozen=True, slots=True)
class _Cells:
    """What is played in one game: each agent alone at each start, then the matches of pairs."""

    plans: list[GamePlan]
    num_alone: int
    """The number of plans in which one agent plays all seats."""
    pairs: list[tuple[int, int, int]]
    """For each match, the plans in which its two agents play alone, and the plan of the match."""

    @staticmethod
    def of(
        rules: Game, agents: Sequence[NamedAgent], pairs: Sequence[tuple[int, int]], design: StudyDesign
    ) -> "_Cells":
        """Return the plans for a game."""
        starts = _starts(rules, design)
        plans, last = [], []
        for agent in agents:
            own = starts if agent.agent != RANDOM else [STANDARD_START]
            plans += [GamePlan(rules, [agent], design.seed, measures=True, starts=start) for start in own]
            last.append(len(plans) - 1)
        alone = len(plans)
        for pair in pairs:
            seated = [agents[at] for at in islice(cycle(pair), num_teams(rules))]
            plans.append(GamePlan(rules, seated, design.seed, measures=True, starts=starts[-1]))
        return _Cells(plans, alone, [(last[one], last[other], alone + at) for at, (one, other) in enumerate(pairs)])

    def comparisons(self, played: Sequence[Games | None], confidence: float) -> Iterator[AgentComparison]:
        """Compare the agents of each pair, if both and their match have games."""
        for cells in self.pairs:
            games = [found for at in cells if (found := played[at]) is not None]
            if len(games) == len(cells):
                yield compare_agents([self.plans[at] for at in cells], games, confidence)


def _starts(rules: Game, design: StudyDesign) -> list[Starts]:
    """Return where the games of a searching agent begin: at the start, and after whole rounds of random turns."""
    given = starts_from(design.start, 0, False)
    if not design.openings:
        return [given]
    seats = len(rules.info.turn_order)
    turns = -(-design.openings // seats) * seats
    return [given, starts_from(design.start, turns, bool(design.balanced))]


def _play(
    runner: Runner, plans: Sequence[GamePlan], most: Sequence[int], seconds: float | None, min_games: int
) -> list[Games | None]:
    """Play all plans of a game. A plan for 0 games has none."""
    return [
        runner.play(plan, count, seconds=seconds, min_games=min(min_games, count)) if count else None
        for plan, count in zip(plans, most, strict=True)
    ]


def _pairs(pairs: Pairs | None, agents: Sequence[NamedAgent]) -> list[tuple[int, int]]:
    """Return the pairs of agents to compare, as indices."""
    names = [agent.name for agent in agents]
    if pairs is None:
        known = [pair for pair in DEFAULT_PAIRS if set(pair) <= set(names)]
        last = [(names[-2], names[-1])] if len(names) > 1 and RANDOM not in names[-2:] else []
        pairs = known or last
    found = []
    for pair in pairs:
        if isinstance(pair, str) or len(pair) != 2 or pair[0] == pair[1] or not set(pair) <= set(names):
            raise ValueError(
                f"pairs must be pairs of different agents of the study, {', '.join(names)}, got {str(pair)[:80]}"
            )
        found.append((names.index(pair[0]), names.index(pair[1])))
    return found


def _counts(games: Any, cells: Sequence[_Cells]) -> Sequence[Sequence[int]]:
    """Return the number of games of each plan of each variant."""
    if isinstance(games, int):
        return [[games] * len(each.plans) for each in cells]
    lists = isinstance(games, Sequence) and all(isinstance(line, Sequence) for line in games)
    if not lists or [len(line) for line in games] != [len(each.plans) for each in cells]:
        raise ValueError(
            f"games must be one integer, or for each of {len(cells)} variants a list of {len(cells[0].plans)} integers, "
            f"got {games!r:.80}"
        )
    for line, each in zip(games, cells, strict=True):
        if not any(line[: each.num_alone]):
            raise ValueError(f"games must not be 0 for all agents in a variant, got {line!r:.80}")
    counts: Sequence[Sequence[int]] = games
    return counts
