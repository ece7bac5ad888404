"""What an atlas shows, in sentences."""

from collections.abc import Iterator
from dataclasses import replace
from math import log2
from statistics import median, quantiles

from ..statistics.fairness import MARGIN
from ..statistics.intervals import signed_elo
from .atlas_rows import DIFFERENT, EQUIVALENT, SYMMETRIC, AgentComparison
from .report import Report
from .rows import NEARLY_FAIR, UNFAIR, UNKNOWN, Row

START = "start"
"""The start of the game, in `Row.start`."""


def atlas_findings(report: Report[Row]) -> list[str]:
    """Return what an atlas shows, one sentence or two for each finding.

    Games without a place, whose seats choose simultaneously, are named and left out of all other findings.

    Parameters
    ----------
    report : Report
        A report of `atlas`.

    Returns
    -------
    list of str
        The findings.

    Examples
    --------
    >>> import plyground as pg
    >>> report = pg.study.atlas("stax", "checkers", agents=["random", "greedy"], games=50)
    >>> print(pg.study.atlas_findings(report)[0])
    2 games with winners, 50 games or more for each agent and start.
    """
    ranked = ranked_games(report)
    found = [*_extent(report), *_simultaneous(report)]
    if not ranked.rows:
        return found
    return [
        *found,
        *_advantages(ranked),
        *_openings(ranked),
        *_agreement(ranked),
        *_matches(ranked),
        *_doublings(ranked),
        *_draws(ranked),
    ]


def ranked_games(report: Report[Row]) -> Report[Row]:
    """Return an atlas without the games that have no place."""
    ranked = {(place.id, place.options) for place in report.places}
    return replace(
        report,
        rows=tuple(row for row in report.rows if (row.id, row.options) in ranked),
        comparisons=tuple(one for one in report.comparisons if (one.id, one.options) in ranked),
    )


def kind_of(agent: str) -> str:
    """Return the kind of an agent: its name without its settings."""
    return agent.partition(":")[0]


def pairs_of(report: Report[Row]) -> dict[tuple[str, str], list[AgentComparison]]:
    """Return the comparisons of each pair of agents."""
    found: dict[tuple[str, str], list[AgentComparison]] = {}
    for one in report.comparisons:
        found.setdefault(one.agents, []).append(one)
    return found


def elo_per_doubling(one: AgentComparison) -> float | None:
    """Return the gain of a doubled effort, if the agents of a comparison differ only in effort."""
    efforts = [_effort(agent) for agent in one.agents]
    if kind_of(one.agents[0]) != kind_of(one.agents[1]) or not all(efforts) or efforts[0] == efforts[1]:
        return None
    return one.match_elo.value / log2(efforts[0] / efforts[1])


def placed_rows(report: Report[Row]) -> list[Row]:
    """Return the row of each game that decides its place."""
    # The last row of an agent is that after random turns.
    rows = {(row.id, row.options, row.agents): row for row in report.rows}
    return [rows[place.id, place.options, place.agents] for place in report.places]


def _effort(agent: str) -> int:
    """Return the number of positions, simulations or turns of an agent, or 0 if it has none."""
    for part in agent.partition(":")[2].split(","):
        number = part.removeprefix("nodes=")
        if number.isdecimal():
            return int(number)
    return 0


def _extent(report: Report[Row]) -> Iterator[str]:
    agents: dict[tuple[str, str], set[str]] = {}
    for row in report.rows:
        agents.setdefault((row.id, row.options), set()).add(row.agents)
    least = min(row.games for row in report.rows)
    yield f"{_games(len(agents))} with winners, {_games(least)} or more for each agent and start."
    everywhere = set.intersection(*agents.values())
    for name in dict.fromkeys(row.agents for row in report.rows):
        if name not in everywhere:
            yield f"`{name}` plays {_games(sum(name in played for played in agents.values()))} only."


def _simultaneous(report: Report[Row]) -> Iterator[str]:
    ranked = {(place.id, place.options) for place in report.places}
    rows = [row for row in report.rows if (row.id, row.options) not in ranked]
    if not rows:
        return
    names = ", ".join(dict.fromkeys(row.id for row in rows))
    yield (
        f"Left out of what follows, since seats choose simultaneously and agents may treat them differently where the rules do "
        f"not: {names}."
    )
    for id in SYMMETRIC:
        # The last row of an agent is that after random turns.
        scores = list({row.agents: row.score for row in rows if row.id == id}.values())
        if len(scores) > 1:
            yield (
                f"The rules of {id} treat both seats alike, so it is a control: the scores of the first seat, from "
                f"{min(scores):.2f} to {max(scores):.2f} by agent, are figures of the agents."
            )


def _advantages(report: Report[Row]) -> Iterator[str]:
    rows = placed_rows(report)
    where = "From the start" if {row.start for row in rows} == {START} else "After random turns"
    yield (
        f"{where}, with the strongest agent of each game and p below {1 - report.confidence:.2g} after Benjamini and Hochberg, "
        f"{_balances(report, rows)}."
    )
    for name in dict.fromkeys(row.agents for row in report.rows):
        # The last row of an agent is that after random turns.
        of_agent = list({(row.id, row.options): row for row in report.rows if row.agents == name}.values())
        if kind_of(name) != "random" and len(of_agent) == len(rows):
            least = min(row.games for row in of_agent)
            yield f"With `{name}`, {_games(least)} or more each, {_balances(report, of_agent)}."
    top = [
        f"{row.id} ({signed_elo(row.elo)} [{signed_elo(row.elo_low)}, {signed_elo(row.elo_high)}])"
        for row, place in zip(rows, report.places, strict=True)
        if place.best == 1 and row.balance(report.confidence) == UNFAIR
    ]
    if 0 < len(top) < len(rows):
        shown = ", ".join(top[:8]) + (" and others" if len(top) > 8 else "")
        yield (
            f"No game has a certainly larger advantage than {'these' if len(top) > 1 else 'this one'}, in Elo points: {shown}."
        )


def _balances(report: Report[Row], rows: list[Row]) -> str:
    """Return in how many games, each with one row, the first seat is ahead or behind, and in how many the seats are equal."""
    balances = [row.balance(report.confidence) for row in rows]
    unfair = [row for row, balance in zip(rows, balances, strict=True) if balance == UNFAIR]
    ahead, behind = sum(row.elo_low > 0 for row in unfair), sum(row.elo_high < 0 for row in unfair)
    others = len(unfair) - ahead - behind
    return (
        f"the first seat is ahead in {ahead} of {_games(len(rows))} and behind in {behind}; "
        + (f"only other seats are certainly ahead or behind in {others}; " if others else "")
        + f"all scores are within {MARGIN} of a fair one in {balances.count(NEARLY_FAIR)}; "
        f"it is not known yet in {balances.count(UNKNOWN)}"
    )


def _openings(report: Report[Row]) -> Iterator[str]:
    by_cell: dict[tuple[str, str, str], list[Row]] = {}
    for row in report.rows:
        by_cell.setdefault((row.id, row.options, row.agents), []).append(row)
    both = [
        (cell[0], cell[-1])
        for place in report.places
        if len(cell := by_cell[place.id, place.options, place.agents]) > 1
    ]
    if both:
        apart = sum(a.score_low > b.score_high or b.score_low > a.score_high for a, b in both)
        far = median(abs(a.score - b.score) for a, b in both)
        yield (
            f"Openings matter: with the strongest agent, the intervals of the score from the start and after random turns do not "
            f"overlap in {apart} of {_games(len(both))}; the median difference is {far:.3f}."
        )


def _agreement(report: Report[Row]) -> Iterator[str]:
    for (one, other), found in pairs_of(report).items():
        unknown = [each for each in found if each.verdict == UNKNOWN]
        different, equivalent = (sum(each.verdict == verdict for each in found) for verdict in (DIFFERENT, EQUIVALENT))
        wide = sum(any(seat.high - seat.low > 2 * MARGIN for seat in each.seats) for each in unknown)
        yield (
            f"`{one}` and `{other}` give different scores in {different} of {_games(len(found))}"
            + (f" and equivalent ones in {equivalent}" if equivalent else "")
            + f"; in {len(unknown)} it is not known yet. In {wide} of these, equivalent scores (within {MARGIN}) cannot be shown "
            "with the games played: the interval of the difference is wider."
        )


def _matches(report: Report[Row]) -> Iterator[str]:
    for (one, other), found in pairs_of(report).items():
        if kind_of(one) == kind_of(other) or len(found) < 2:
            continue
        values = [each.match_score.value for each in found]
        stronger = sum(each.match_score.low > 0.5 for each in found)
        weaker = sum(each.match_score.high < 0.5 for each in found)
        yield (
            f"`{one}` against `{other}`: stronger in {stronger} and weaker in {weaker} of {_games(len(found))}; its scores are "
            f"from {min(values):.2f} to {max(values):.2f}, with the median {median(values):.2f}."
        )


def _doublings(report: Report[Row]) -> Iterator[str]:
    for (one, other), found in pairs_of(report).items():
        gains = [gain for each in found if (gain := elo_per_doubling(each)) is not None]
        if len(gains) > 1:
            low, *_, high = quantiles(gains, n=10)
            yield (
                f"From `{other}` to `{one}`, a doubling of the effort gains {median(gains):.0f} Elo points in the median game, "
                f"and {low:.0f} to {high:.0f} in 80 % of the games, with the sampling error of the matches."
            )


def _draws(report: Report[Row]) -> Iterator[str]:
    rows = placed_rows(report)
    many = sum(row.draw_rate_low > 0.5 for row in rows)
    rare = sum(row.draw_rate_high < 0.1 for row in rows)
    middle = median(row.draw_rate for row in rows)
    yield (
        f"Draws: the median share is {middle:.0%}. Its {report.confidence:.0%} interval is above 50 % in {_games(many)} "
        f"and below 10 % in {_games(rare)}."
    )


def _games(count: int) -> str:
    return f"{count} game{'s' * (count != 1)}"
