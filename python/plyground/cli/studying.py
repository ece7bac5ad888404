"""The commands `study`, `merge`, `atlas` and `plan`."""

import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias

from .. import Game
from .. import study as studies
from ..atomic_files import check_place
from ..optional_deps import import_packages
from ..options import parse_options
from ..study import Compensations, PieceValues, Ratings, Report, Row, ScoreRow
from ..study.design.agents import Agent, named_agents
from ..study.report.game_export import check_games_file
from ..study.report.text_tables import balance_note, has_fair_column, piece_value_table, verdict_column
from ..study.statistics.fairness import MARGIN
from ..study.statistics.intervals import signed_elo
from ..study.statistics.scoring import is_won, require_one_kind
from .selection import filtered_ids, game_with_options, is_own_game, selected_games
from .terminal import print_table

AnyReport: TypeAlias = Report[Any] | Ratings | PieceValues | Compensations

GAMES, AGENT_GAMES = 20_000, 1_000
"""The default number of games of random players, and of other agents."""

BALANCE_ONLY: Final[tuple[str, ...]] = ("sprt", "measures")
"""Arguments of the study of balance. A match may have a sequential test too."""

RECORDED: Final[tuple[str, ...]] = (
    "games",
    "quick",
    "seed",
    "offset",
    "confidence",
    "start",
    "openings",
    "balanced",
    *BALANCE_ONLY,
    "candidate",
    "margin",
)
"""Arguments that a report records."""


def study(arguments: Namespace) -> None:
    """Play, print a table, and write the requested files."""
    _refuse_unused(arguments)
    changes = [parse_options(text) for text in arguments.set] if arguments.ablation else []
    if arguments.ablation:
        if not changes:
            raise ValueError("--ablation needs at least one change: --set OPTION=VALUE")
        arguments.set = []
    rules = [] if arguments.rerun is not None else _comparable(arguments, selected_games(arguments))
    out = None if arguments.out is None else Path(arguments.out)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        # An error here comes before the games are played.
        import_packages("plyground[study]", "matplotlib")
    if arguments.save is not None:
        check_place(arguments.save)
    if arguments.write_games is not None:
        check_games_file(arguments.write_games)
    with _tell_what_is_kept(arguments.store):
        report = _report(arguments, rules, changes)
    _print(report, growing=arguments.store is not None)
    if arguments.tree and isinstance(report, Report):
        print(report.openings())
    if arguments.save is not None:
        report.save(arguments.save)
        print(f"wrote {arguments.save}")
    if arguments.write_games is not None:
        report.write_games(
            arguments.write_games,
            agents=_named(arguments.agent),
            threads=arguments.threads,
            progress=sys.stderr.isatty(),
        )
        print(f"wrote {arguments.write_games}")
    if out is not None:
        name = report.study["study"]
        report.to_csv(out / f"{name}.csv")
        report.plot(out / f"{name}.png")
        print(f"wrote {out / name}.csv and {out / name}.png")


def merge(arguments: Namespace) -> None:
    """Merge stores of games, and print what the new store contains."""
    found = studies.merge(*arguments.stores, into=arguments.into)
    print_table(
        ("variant", "!agents", "#seed", "#games", "numbers"),
        (
            (
                plan.id,
                " ".join(plan.agents),
                str(plan.seed),
                f"{plan.games:,}",
                ", ".join(f"{first:,} to {stop - 1:,}" for first, stop in plan.ranges),
            )
            for plan in found
        ),
    )
    print(f"wrote {arguments.into}")


def atlas(arguments: Namespace) -> None:
    """Play the variants, and write a page, a table and a report."""
    out = Path(arguments.out)
    rules = _comparable(
        arguments,
        selected_games(arguments)
        if arguments.ids
        else [game_with_options(arguments, id) for id in filtered_ids(arguments)],
    )
    out.mkdir(parents=True, exist_ok=True)
    for name in ("atlas.csv", "atlas.json", "atlas.html"):
        check_place(out / name)
    with _tell_what_is_kept(arguments.store):
        report = studies.atlas(
            *rules,
            **({"agents": arguments.agent} if arguments.agent else {}),
            games=arguments.games,
            min_games=min(arguments.min_games, arguments.games),
            seconds=arguments.seconds,
            openings=arguments.openings,
            seed=arguments.seed,
            threads=arguments.threads,
            store=arguments.store,
            progress=sys.stderr.isatty(),
        )
    report.to_csv(out / "atlas.csv")
    report.save(out / "atlas.json")
    studies.write_atlas(report, out / "atlas.html")
    print(f"{len(report.rows)} rows for {len(rules)} variants: wrote {out / 'atlas.html'}, atlas.csv and atlas.json")
    print("\n".join(studies.atlas_findings(report)))


def plan(arguments: Namespace) -> None:
    """Play a pilot, and print how many games an advantage needs and what a time budget can detect."""
    rules = _comparable(arguments, selected_games(arguments))
    agents: list[str] = arguments.agent or ["random"]
    found = studies.plan(
        *rules,
        seconds=arguments.seconds,
        agents=agents[0] if len(agents) == 1 else agents,
        elo=arguments.elo,
        power=arguments.power,
        num_comparisons=arguments.num_comparisons,
        confidence=arguments.confidence,
        pilot_seconds=arguments.pilot_seconds,
        seed=arguments.seed,
        threads=arguments.threads,
        progress=sys.stderr.isatty(),
    )
    comparisons = arguments.num_comparisons or len(rules)
    print_table(
        (
            "variant",
            "#games per second",
            "#draws",
            f"#games for {arguments.elo:g} Elo",
            "#seconds",
            f"#games in {arguments.seconds:g} s",
            "#detectable Elo",
        ),
        (
            (
                row.id,
                f"{row.games_per_second:,.0f}" if row.games_per_second >= 10 else f"{row.games_per_second:.2f}",
                f"{row.draw_rate:.1%}",
                f"{row.games_needed:,}",
                f"{row.seconds_needed:,.1f}",
                f"{row.games_in_budget:,}",
                f"{row.detectable_elo:.1f}",
            )
            for row in found
        ),
        title=(
            f"{_players(agents) if len(agents) == 1 else 'Play by ' + ' and '.join(agents)}; "
            f"{arguments.confidence:.0%} confidence"
            f"{f', adjusted for {comparisons} comparisons' if comparisons > 1 else ''}, power {arguments.power:.0%}"
        ),
    )


@contextmanager
def _tell_what_is_kept(store: str | None) -> Iterator[None]:
    """Add to an interrupt what has been stored and how to continue."""
    try:
        yield
    except KeyboardInterrupt:
        if store is None:
            raise KeyboardInterrupt("nothing is kept; --store FILE keeps games") from None
        with studies.Store(store) as kept:
            games = sum(plan.games for plan in kept.plans())
        raise KeyboardInterrupt(f"{games:,} games are kept in {store}; the same command continues") from None


def _comparable(arguments: Namespace, rules: Sequence[Game]) -> list[Game]:
    """Return variants that fit into one report: games without winners are left out unless they are named."""
    named = {game_with_options(arguments, id).id for id in arguments.ids}
    left_out = [one.id for one in rules if not is_won(one) and one.id not in named]
    if not left_out or len(left_out) == len(rules):
        return list(rules)
    print(f"left out, as they have no winners: {', '.join(left_out)}; name them to study their scores", file=sys.stderr)
    return [one for one in rules if one.id not in left_out]


def _refuse_unused(arguments: Namespace) -> None:
    """Raise ValueError for arguments without effect on the requested study."""
    if arguments.tree and (arguments.match or arguments.piece_values or arguments.compensation):
        raise ValueError("--tree cannot be combined with --match, --piece-values or --compensation")
    if arguments.quick and arguments.games is not None:
        raise ValueError("--quick is a tenth of the default number of games; it cannot be combined with --games")
    if not arguments.compensation and arguments.rerun is None and (arguments.candidate or arguments.margin is not None):
        raise ValueError("--candidate and --margin need --compensation")
    kinds = ("strength", "match", "piece_values", "ablation", "compensation")
    unused = BALANCE_ONLY
    if arguments.rerun is not None:
        if not all(map(is_own_game, arguments.ids)) or arguments.family or arguments.seats:
            raise ValueError(
                "--rerun takes the variants from the report; name only games of your own, as in my_module:nim"
            )
        what, unused = "--rerun takes these from the report:", RECORDED
    elif by := next((name for name in kinds if getattr(arguments, name)), None):
        what = f"--{by.replace('_', '-')} cannot be combined with"
        if by == "match":
            unused = ("measures",)
    else:
        return
    values = {name: getattr(arguments, name) for name in unused}
    given = [f"--{name}" for name, value in values.items() if value is not None and value is not False]
    if given:
        raise ValueError(f"{what} {' or '.join(given)}")


def _report(arguments: Namespace, rules: Sequence[Game], changes: Sequence[dict[str, Any]]) -> AnyReport:
    """Make the requested study."""
    where: dict[str, Any] = {
        "threads": arguments.threads,
        "store": arguments.store,
        "engine": arguments.engine,
        "progress": sys.stderr.isatty(),
    }
    if arguments.rerun is not None:
        for id in arguments.ids:
            # A report imports no modules.
            game_with_options(arguments, id)
        again: AnyReport = studies.rerun(arguments.rerun, agents=_named(arguments.agent), **where)
        return again
    agents: list[str] = arguments.agent or []
    by_agents = arguments.strength or arguments.match or (agents and agents != ["random"])
    games = arguments.games or (AGENT_GAMES if by_agents else GAMES)
    if arguments.quick:
        games //= 10
    settings: dict[str, Any] = {
        "games": games,
        "seed": arguments.seed or 0,
        "offset": arguments.offset or 0,
        "start": arguments.start,
        "openings": arguments.openings or 0,
        "balanced": arguments.balanced,
        **where,
    }
    if arguments.confidence is not None:
        settings["confidence"] = arguments.confidence
    if agents:
        settings["agents"] = agents
    design = studies.StudyDesign(**settings)
    if arguments.strength:
        return studies.strength(*rules, design=design)
    if arguments.match:
        sprt = None if arguments.sprt is None else (0, arguments.sprt)
        return studies.match(_one(rules, "--match"), sprt=sprt, design=design)
    if arguments.piece_values:
        return studies.piece_values(_one(rules, "--piece-values"), design=design)
    if arguments.compensation:
        margin = {} if arguments.margin is None else {"margin": arguments.margin}
        return studies.compensation(
            _one(rules, "--compensation"), candidates=arguments.candidate, design=design, **margin
        )
    if arguments.ablation:
        return studies.ablation(_one(rules, "--ablation"), *changes, design=design)
    if not any(map(is_won, rules)) and arguments.sprt is None:
        return studies.scores(*rules, measures=arguments.measures, design=design)
    require_one_kind(rules)
    return studies.balance(*rules, sprt=arguments.sprt, measures=arguments.measures, design=design)


def _named(agents: Sequence[str] | None) -> dict[str, Agent]:
    """Return agents by name. A report opens no files and starts no engines that the command does not name."""
    return {one.name: one.agent for one in named_agents(agents)} if agents else {}


def _one(rules: Sequence[Game], what: str) -> Game:
    if len(rules) != 1:
        raise ValueError(f"{what} needs one variant, got {len(rules)}")
    return rules[0]


def _print(report: AnyReport, *, growing: bool) -> None:
    """Print a report. For one that is growing or was stopped early, print the anytime interval too."""
    if isinstance(report, Ratings):
        _print_ratings(report)
    elif isinstance(report, Compensations):
        print(report)
    elif isinstance(report, PieceValues):
        _print_piece_values(report)
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
            "#min to max",
            "#steps",
        ),
        (
            (
                f"{row.id} {row.options}".strip(),
                *[row.agents] * (len(agents) > 1),
                f"{row.games:,}",
                f"{row.kind}, {row.better} is better",
                f"{row.score:.4f} [{row.score_low:.4f}, {row.score_high:.4f}]",
                f"{row.score_p50:g} [{row.score_p50_low:g}, {row.score_p50_high:g}]",
                f"{row.score_p5:g} to {row.score_p95:g}",
                f"{row.min_score:g} to {row.max_score:g}",
                f"{row.mean_steps:.1f}",
            )
            for row in report.rows
        ),
        title=_title(report, agents),
    )
    for effect in report.effects:
        print(effect)


def _print_rows(report: Report[Row], *, growing: bool) -> None:
    agents = list(dict.fromkeys(row.agents for row in report.rows))
    name, verdict_of = verdict_column(report.rows, report.confidence)
    tested = name == "verdict"
    has_fair = has_fair_column(report.rows)
    measured = any(row.drama is not None for row in report.rows)
    watched = growing or tested
    print_table(
        (
            "variant",
            *["!agents"] * (len(agents) > 1),
            "#games",
            *["#fair"] * has_fair,
            "#first seat's score",
            *["#anytime interval"] * watched,
            "#Elo",
            name,
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
                *[f"{row.fair_score:.3g}"] * has_fair,
                f"{row.score:.4f} [{row.score_low:.4f}, {row.score_high:.4f}]",
                *[f"{row.anytime_low:.4f} to {row.anytime_high:.4f}"] * watched,
                signed_elo(row.elo),
                verdict_of(row),
                f"{row.draw_rate:.2%} [{row.draw_rate_low:.2%}, {row.draw_rate_high:.2%}]",
                f"{row.mean_steps:.1f}",
                f"{row.steps_p5:.0f} to {row.steps_p95:.0f}",
                *[_number(row.lead_changes), _number(row.drama)] * measured,
            )
            for row in report.rows
        ),
        title=_title(report, agents),
    )
    if not tested:
        note = balance_note(len(report.rows), report.confidence)
        print(f"{note}; nearly fair: all scores are certainly within {MARGIN} of the fair one")
    seats = [row for row in report.rows if len(row.seats) > 2]
    if seats:
        print_table(
            ("variant", "!seat", "#score", "#p (fair)"),
            (
                (row.id if seat == 0 else "", str(seat), str(score), _chance(row) if seat == 0 else "")
                for row in seats
                for seat, score in enumerate(row.seats)
            ),
            title="All seats",
        )
    for effect in report.effects:
        print(effect)


def _title(report: Report[Any], agents: Sequence[str]) -> str:
    starts = list(dict.fromkeys(row.start for row in report.rows))
    origin = _origin(starts[0] if len(starts) == 1 else "")
    return f"{_players(agents)}{origin}, intervals at {report.confidence:.0%} confidence, seed {report.seed}"


def _origin(start: str) -> str:
    """Where games began, for a title."""
    return f", games from: {start}" if start else ""


def _players(agents: Sequence[str]) -> str:
    if len(agents) > 1:
        return "Play by agents"
    return "Random play" if agents[0] == "random" else f"Play by {agents[0]}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _print_ratings(report: Ratings) -> None:
    print_table(
        ("agent", "#Elo", "#interval", "#games", "#score", "#superiority"),
        (
            (
                row.agent,
                signed_elo(row.elo),
                f"{signed_elo(row.elo_low)} to {signed_elo(row.elo_high)}",
                f"{row.games:,}",
                f"{row.score:.3f} [{row.score_low:.3f}, {row.score_high:.3f}]",
                "" if place + 1 == len(report.rows) else f"{report.superiority[place][place + 1]:.2%}",
            )
            for place, row in enumerate(report.rows)
        ),
        title=f"{report.title}{_origin(report.start)}, intervals at {report.confidence:.0%} confidence",
    )
    if report.verdict:
        print(f"{report.verdict}, after {report.rows[0].games:,} games")
    for note in report.notes:
        print(note)


def _print_piece_values(report: PieceValues) -> None:
    print_table(
        *piece_value_table(report.rows),
        title=f"{report.title}, {report.games:,} games{_origin(report.start)}, {report.scale}",
    )


def _chance(row: Row) -> str:
    return "duplicates" if row.p_fair is None else f"{row.p_fair:.4f}"
