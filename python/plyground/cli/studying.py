"""`plyground study` and `plyground atlas`."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from .. import Game
from .. import study as studies
from ..options import parse_options
from ..study import Ratings, Report, Row, ScoreRow, Values
from ..study.intervals import signed
from ..study.scoring import need_one_kind, won
from ..study.writing import check_place
from .selection import filtered_ids, game_with_options, selected_games
from .terminal import print_table

GAMES, AGENT_GAMES = 20_000, 1_000
"""Games of each variant, of random players and of others."""

ONLY_OF_BALANCE: Final[tuple[str, ...]] = ("sprt", "measures")
"""What only the study of balance is asked; a match may end by a sequential test, too."""

ASKED: Final[tuple[str, ...]] = (
    "agent",
    "games",
    "quick",
    "seed",
    "confidence",
    "start",
    "openings",
    "balanced",
    *ONLY_OF_BALANCE,
)
"""What a study is asked, and its report knows."""


def study(arguments: Namespace) -> None:
    """Plays, prints a table, and writes it and its picture to files if so asked."""
    _refuse_what_is_idle(arguments)
    rules = [] if arguments.repeat is not None else _alike(arguments, selected_games(arguments))
    out = None if arguments.out is None else Path(arguments.out)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        # Said before an hour of play, not after it.
        _check_plots()
    if arguments.save is not None:
        check_place(arguments.save)
    report = _made(arguments, rules)
    _print(report, growing=arguments.store is not None)
    if arguments.tree and isinstance(report, Report):
        print(report.openings())
    if arguments.save is not None:
        report.save(arguments.save)
        print(f"wrote {arguments.save}")
    if out is not None:
        name = report.study["study"]
        report.csv(out / f"{name}.csv")
        report.plot(out / f"{name}.png")
        print(f"wrote {out / name}.csv and {out / name}.png")


def atlas(arguments: Namespace) -> None:
    """Plays all variants, and writes a page, a table and a report."""
    out = Path(arguments.out)
    rules = _alike(
        arguments,
        selected_games(arguments)
        if arguments.ids
        else [game_with_options(arguments, id) for id in filtered_ids(arguments)],
    )
    out.mkdir(parents=True, exist_ok=True)
    for name in ("atlas.csv", "atlas.json", "atlas.html"):
        check_place(out / name)
    report = studies.atlas(
        *rules,
        **({"agents": arguments.agent} if arguments.agent else {}),
        games=arguments.games,
        least=min(arguments.least, arguments.games),
        seconds=arguments.seconds,
        openings=arguments.openings,
        seed=arguments.seed,
        threads=arguments.threads,
        store=arguments.store,
        progress=sys.stderr.isatty(),
    )
    report.csv(out / "atlas.csv")
    report.save(out / "atlas.json")
    studies.write_page(report, out / "atlas.html")
    print(f"{len(report.rows)} studies of {len(rules)} variants: wrote {out / 'atlas.html'}, atlas.csv and atlas.json")
    if report.disagreements:
        one, other = report.disagreements[0].agents
        print(f"{one} and {other} do not agree on {sum(found.flagged for found in report.disagreements)} of them")


def plan(arguments: Namespace) -> None:
    """Plays a little, and prints what it takes to show an advantage and what a budget can show."""
    rules = _alike(arguments, selected_games(arguments))
    agents: list[str] = arguments.agent or ["random"]
    found = studies.prospects(
        *rules,
        seconds=arguments.seconds,
        agent=agents[0] if len(agents) == 1 else agents,
        points=arguments.elo,
        chance=arguments.power,
        among=arguments.among,
        confidence=arguments.confidence,
        pilot=arguments.pilot,
        seed=arguments.seed,
        threads=arguments.threads,
        progress=sys.stderr.isatty(),
    )
    among = arguments.among or len(rules)
    print_table(
        (
            "variant",
            "#games a second",
            "#draws",
            f"#games for {arguments.elo:g} Elo",
            "#seconds",
            f"#games in {arguments.seconds:g} s",
            "#show Elo",
        ),
        (
            (
                row.id,
                f"{row.rate:,.0f}" if row.rate >= 10 else f"{row.rate:.2f}",
                f"{row.draw_rate:.1%}",
                f"{row.needed:,}",
                f"{row.seconds:,.1f}",
                f"{row.games:,}",
                f"{row.elo:.1f}",
            )
            for row in found
        ),
        title=(
            f"{_players(agents) if len(agents) == 1 else 'Play by ' + ' and '.join(agents)}; shown at {arguments.confidence:.0%} "
            f"confidence{f' among {among} games' if among > 1 else ''}, with a chance of {arguments.power:.0%}"
        ),
    )


def _alike(arguments: Namespace, rules: Sequence[Game]) -> list[Game]:
    """Variants that one report can have: games that come to a score, and were not named, give way to games that are won."""
    named = {game_with_options(arguments, id).id for id in arguments.ids}
    left_out = [one.id for one in rules if not won(one) and one.id not in named]
    if not left_out or len(left_out) == len(rules):
        return list(rules)
    print(f"left out, for nobody wins there: {', '.join(left_out)}; name them to study their scores", file=sys.stderr)
    return [one for one in rules if one.id not in left_out]


def _refuse_what_is_idle(arguments: Namespace) -> None:
    """Refuses what would have no effect on the study that is asked for."""
    if arguments.tree and (arguments.match or arguments.pieces):
        raise ValueError("--tree shows what steps are worth in a game, and has no use for --match or --pieces")
    if arguments.repeat is not None:
        if arguments.ids or arguments.family or arguments.seats:
            raise ValueError("--repeat takes the variants from the report; name no others")
        what, idle = "--repeat takes from the report", ASKED
    elif by := next(
        (f"--{name}" for name in ("strength", "match", "pieces", "change") if getattr(arguments, name)), None
    ):
        what, idle = f"a study by {by} has no use for", ("measures",) if by == "--match" else ONLY_OF_BALANCE
    else:
        return
    values = {name: getattr(arguments, name) for name in idle}
    given = [f"--{name}" for name, value in values.items() if value is not None and value is not False]
    if given:
        raise ValueError(f"{what} {' or '.join(given)}")


def _made(arguments: Namespace, rules: Sequence[Game]) -> Report[Any] | Ratings | Values:
    """Does what is asked."""
    where: dict[str, Any] = {
        "threads": arguments.threads,
        "store": arguments.store,
        "engine": arguments.engine,
        "progress": sys.stderr.isatty(),
    }
    if arguments.repeat is not None:
        again: Report[Any] | Ratings | Values = studies.repeat(arguments.repeat, **where)
        return again
    agents: list[str] = arguments.agent or []
    by_agents = arguments.strength or arguments.match or (agents and agents != ["random"])
    games = arguments.games or (AGENT_GAMES if by_agents else GAMES)
    if arguments.quick:
        games = max(1, games // 10)
    common: dict[str, Any] = {
        "games": games,
        "seed": arguments.seed or 0,
        "start": arguments.start,
        "openings": arguments.openings or 0,
        "balanced": arguments.balanced,
        **where,
    }
    if arguments.confidence is not None:
        common["confidence"] = arguments.confidence
    if arguments.strength or arguments.match:
        if agents:
            common["agents"] = agents
        return (
            studies.strength(*rules, **common)
            if arguments.strength
            else studies.match(
                _one(rules, "--match"), sprt=None if arguments.sprt is None else (0, arguments.sprt), **common
            )
        )
    players: dict[str, Any] = {"agent": agents[0] if len(agents) == 1 else agents or "random"}
    if arguments.pieces:
        return studies.pieces(_one(rules, "--pieces"), **players, **common)
    if arguments.change:
        changes = [parse_options(text) for text in arguments.change]
        return studies.restricted(_one(rules, "--change"), *changes, **players, **common)
    if not any(map(won, rules)) and arguments.sprt is None:
        return studies.scores(*rules, measures=arguments.measures, **players, **common)
    need_one_kind(rules)
    return studies.balance(*rules, sprt=arguments.sprt, measures=arguments.measures, **players, **common)


def _one(rules: Sequence[Game], what: str) -> Game:
    if len(rules) != 1:
        raise ValueError(f"{what} studies one variant at a time; {len(rules)} are named")
    return rules[0]


def _print(report: Report[Any] | Ratings | Values, *, growing: bool) -> None:
    """Prints a report; of one that is growing, or was stopped, what holds however often one looks."""
    if isinstance(report, Ratings):
        _print_ratings(report)
    elif isinstance(report, Values):
        _print_values(report)
    elif isinstance(report.rows[0], ScoreRow):
        _print_scores(report)
    else:
        _print_rows(report, growing=growing)


def _print_scores(report: Report[ScoreRow]) -> None:
    agents = list(dict.fromkeys(row.agents for row in report.rows))
    print_table(
        (
            "variant",
            *["!agents"] * (len(agents) > 1),
            "#games",
            "score",
            "#mean",
            "#median",
            "#5 to 95 %",
            "#lowest to highest",
            "#steps",
        ),
        (
            (
                f"{row.id} {row.options}".strip(),
                *[row.agents] * (len(agents) > 1),
                f"{row.games:,}",
                f"{row.kind}, {row.better} is better",
                f"{row.score:.4f} [{row.score_low:.4f}, {row.score_high:.4f}]",
                f"{row.score_50:g} [{row.score_50_low:g}, {row.score_50_high:g}]",
                f"{row.score_5:g} to {row.score_95:g}",
                f"{row.lowest:g} to {row.highest:g}",
                f"{row.steps:.1f}",
            )
            for row in report.rows
        ),
        title=_title(report, agents),
    )
    for change in report.changes:
        print(f"{change.what}: score {change.score}, steps {change.steps}")


def _print_rows(report: Report[Row], *, growing: bool) -> None:
    agents = list(dict.fromkeys(row.agents for row in report.rows))
    tested = any(row.verdict for row in report.rows)
    measured = any(row.drama is not None for row in report.rows)
    watched = growing or tested
    print_table(
        (
            "variant",
            *["!agents"] * (len(agents) > 1),
            "#games",
            "#first seat's score",
            *["#however often one looks"] * watched,
            "#Elo",
            *["verdict"] * tested,
            "#draws",
            "#steps",
            "#5 to 95 %",
            *["#lead changes", "#drama"] * measured,
        ),
        (
            (
                f"{row.id} {row.options}".strip(),
                *[row.agents] * (len(agents) > 1),
                f"{row.games:,}",
                f"{row.score:.4f} [{row.score_low:.4f}, {row.score_high:.4f}]{'*' * row.uneven(report.confidence)}",
                *[f"{row.any_low:.4f} to {row.any_high:.4f}"] * watched,
                signed(row.elo),
                *[row.verdict] * tested,
                f"{row.draw_rate:.2%} [{row.draw_rate_low:.2%}, {row.draw_rate_high:.2%}]",
                f"{row.steps:.1f}",
                f"{row.steps_5:.0f} to {row.steps_95:.0f}",
                *[_number(row.lead_changes), _number(row.drama)] * measured,
            )
            for row in report.rows
        ),
        title=_title(report, agents),
    )
    if any(row.uneven(report.confidence) for row in report.rows):
        print(
            f"* not fair at {report.confidence:.0%} confidence, corrected by Holm's method for {len(report.rows)} rows"
        )
    seats = [row for row in report.rows if len(row.seats) > 2]
    if seats:
        print_table(
            ("variant", "!seat", "#score", "#p that a fair game looks as uneven"),
            (
                (row.id if seat == 0 else "", str(seat), str(score), _chance(row) if seat == 0 else "")
                for row in seats
                for seat, score in enumerate(row.seats)
            ),
            title="All seats",
        )
    for change in report.changes:
        print(f"{change.what}: score {change.score}, draws {change.draw_rate}, steps {change.steps}")


def _title(report: Report[Any], agents: Sequence[str]) -> str:
    return f"{_players(agents)}, intervals at {report.confidence:.0%} confidence, seed {report.seed}"


def _players(agents: Sequence[str]) -> str:
    if len(agents) > 1:
        return "Play by agents"
    return "Random play" if agents[0] == "random" else f"Play by {agents[0]}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _print_ratings(report: Ratings) -> None:
    print_table(
        ("agent", "#Elo", "#interval", "#games", "#score", "#stronger than the next"),
        (
            (
                row.agent,
                signed(row.elo),
                f"{signed(row.elo_low)} to {signed(row.elo_high)}",
                f"{row.games:,}",
                f"{row.score:.3f} [{row.score_low:.3f}, {row.score_high:.3f}]",
                "" if place + 1 == len(report.rows) else f"{report.superior[place][place + 1]:.2%}",
            )
            for place, row in enumerate(report.rows)
        ),
        title=f"{report.title}, intervals at {report.confidence:.0%} confidence",
    )
    if report.verdict:
        print(f"{report.verdict}, after {report.rows[0].games:,} games")
    first = report.first_move
    print(f"the first move is worth {signed(first.value)} Elo points, {signed(first.low)} to {signed(first.high)}")
    if report.draws is not None:
        print(
            f"equals would draw {report.draws.value:.1%} of their games, {report.draws.low:.1%} to {report.draws.high:.1%}"
        )
    for chance, what in ((report.p_fit, "ratings explain the results"), (report.p_circles, "strength is transitive")):
        if chance is not None:
            print(f"that {what}: p = {chance:.4f}")


def _print_values(report: Values) -> None:
    print_table(
        ("piece", "#worth", "#interval", "#log odds"),
        (
            (row.kind, f"{row.value:.2f}", f"{row.value_low:.2f} to {row.value_high:.2f}", f"{row.log_odds:.4f}")
            for row in report.rows
        ),
        title=f"{report.title}, {report.games:,} games, in units of a {report.unit}",
    )


def _chance(row: Row) -> str:
    return "copies" if row.p_fair is None else f"{row.p_fair:.4f}"


def _check_plots() -> None:
    if find_spec("matplotlib") is None:
        raise ImportError("the picture needs matplotlib: pip install 'plyground[study]'")
