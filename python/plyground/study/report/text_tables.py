"""Reports as text: tables of at most 120 columns."""

from collections.abc import Callable, Sequence
from typing import Any

from ...text_table import format_table
from ..statistics.intervals import Interval, signed_elo
from .rows import PieceValue, PlanRow, Rating, Row, RuleEffect, ScoreRow


def interval_text(low: float, high: float, digits: int = 2) -> str:
    """Return the bounds of an interval as text."""
    return f"{low:.{digits}f} to {high:.{digits}f}"


def _with_bounds(value: float, low: float, high: float, digits: int = 3) -> str:
    return f"{value:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def rows_text(rows: Sequence[Any], confidence: float) -> str:
    """Return the rows of a report on games as a table."""
    starts = list(dict.fromkeys(row.start for row in rows))
    many = len(starts) > 1
    own = _win_columns(rows, confidence) if all(isinstance(row, Row) for row in rows) else _score_columns(rows)
    table: dict[str, list[str]] = {
        "id": [f"{row.id} {row.options}".strip() for row in rows],
        "agents": [row.agents for row in rows],
        **({"start": [row.start for row in rows]} if many else {}),
        "#games": [f"{row.games:,}" for row in rows],
        **own,
    }
    text = format_table(list(table), zip(*table.values(), strict=True))
    return text if many else f"{text}\ngames from: {starts[0]}"


def _win_columns(rows: Sequence[Row], confidence: float) -> dict[str, list[str]]:
    name, verdict_of = verdict_column(rows, confidence)
    return {
        **({"#fair": [f"{row.fair_score:.3g}" for row in rows]} if has_fair_column(rows) else {}),
        "#score": [_with_bounds(row.score, row.score_low, row.score_high) for row in rows],
        "#Elo": [signed_elo(row.elo) for row in rows],
        "#draws": [f"{row.draw_rate:.1%}" for row in rows],
        "#steps": [f"{row.mean_steps:.1f}" for row in rows],
        "#p (BH)" if len(rows) > 1 else "#p": [_p_text(row.p_bh) for row in rows],
        name: [verdict_of(row) for row in rows],
    }


def has_fair_column(rows: Sequence[Row]) -> bool:
    """Return whether a table needs the fair score of each row."""
    return len({row.fair_score for row in rows}) > 1


def verdict_column(rows: Sequence[Row], confidence: float) -> tuple[str, Callable[[Row], str]]:
    """Return the name of the column of verdicts and the verdict on a row: of its sequential test, or on its balance."""
    if any(row.verdict for row in rows):
        return "verdict", lambda row: row.verdict
    return "balance", lambda row: row.balance(confidence)


def balance_note(num_rows: int, confidence: float) -> str:
    """Return what verdicts on the balance depend on."""
    many = f", adjusted for {num_rows} rows" if num_rows > 1 else ""
    return f"balance at {confidence:.0%} confidence{many}"


def _p_text(p: float | None) -> str:
    return "" if p is None else "<0.0001" if p < 0.0001 else f"{p:.4f}"


def _score_columns(rows: Sequence[ScoreRow]) -> dict[str, list[str]]:
    return {
        "better": [row.better for row in rows],
        "#mean": [_with_bounds(row.score, row.score_low, row.score_high) for row in rows],
        "#median": [f"{row.score_p50:g}" for row in rows],
        "#5 to 95 %": [f"{row.score_p5:g} to {row.score_p95:g}" for row in rows],
        "#steps": [f"{row.mean_steps:.1f}" for row in rows],
    }


def effects_text(effects: Sequence[RuleEffect]) -> str:
    """Return the effects of rules as a table."""
    won = any(one.draw_rate is not None for one in effects)
    table = {
        "change": [one.change for one in effects],
        "#score": [str(one.score) for one in effects],
        **({"#draw rate": [str(one.draw_rate or "") for one in effects]} if won else {}),
        "#steps": [_with_bounds(one.steps.value, one.steps.low, one.steps.high, 1) for one in effects],
    }
    return format_table(list(table), zip(*table.values(), strict=True))


def ratings_text(rows: Sequence[Rating], superiority: Sequence[Sequence[float | None]]) -> str:
    """Return ratings as a table."""
    below = [superiority[at][at + 1] if at + 1 < len(superiority) else None for at in range(len(rows))]
    return format_table(
        ("agent", "#Elo", "#interval", "#games", "#score", "#superior to next"),
        (
            (
                row.agent,
                signed_elo(row.elo),
                f"{signed_elo(row.elo_low)} to {signed_elo(row.elo_high)}",
                f"{row.games:,}",
                _with_bounds(row.score, row.score_low, row.score_high),
                "" if share is None else f"{share:.1%}",
            )
            for row, share in zip(rows, below, strict=True)
        ),
    )


def match_notes(
    first_move: Interval, draw_rate: Interval | None, p_fit: float | None, p_intransitive: float | None
) -> list[str]:
    """Return what a match found besides ratings, one sentence each."""
    first = [signed_elo(points) for points in (first_move.value, first_move.low, first_move.high)]
    notes = [f"advantage of the first move: {first[0]} Elo points, {first[1]} to {first[2]}"]
    if draw_rate is not None:
        notes.append(f"draw rate of equal agents: {draw_rate.value:.1%}, {draw_rate.low:.1%} to {draw_rate.high:.1%}")
    for p, what in ((p_fit, "the ratings explain the results"), (p_intransitive, "strength is transitive")):
        if p is not None:
            notes.append(f"p-value of the hypothesis that {what}: {p:.4f}")
    return notes


def piece_value_table(rows: Sequence[PieceValue]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the headings and the lines of the table of piece values, without values if they are not known."""
    lines = []
    for row in rows:
        value, odds = row.value_interval, row.log_odds_interval
        own = () if value is None else (f"{value.value:.2f}", interval_text(value.low, value.high))
        lines.append((row.kind, *own, f"{odds.value:.4f}", interval_text(odds.low, odds.high, 4)))
    headings = ("piece", "#value", "#interval", "#log odds", "#interval")
    return headings if len(lines[0]) == len(headings) else ("piece", *headings[3:]), lines


class Plans(tuple[PlanRow, ...]):
    """The rows of `plan`, which ``print`` shows as a table."""

    __slots__ = ()

    def __str__(self) -> str:
        return format_table(
            ("id", "agents", "#games/s", "#draws", "#games needed", "#seconds", "#games in budget", "#detectable Elo"),
            (
                (
                    row.id,
                    row.agents,
                    f"{row.games_per_second:,.1f}",
                    f"{row.draw_rate:.1%}",
                    f"{row.games_needed:,}",
                    f"{row.seconds_needed:,.1f}",
                    f"{row.games_in_budget:,}",
                    f"{row.detectable_elo:.1f}",
                )
                for row in self
            ),
        )
