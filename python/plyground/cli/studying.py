"""`plyground study`."""

from argparse import Namespace
from importlib.util import find_spec
from pathlib import Path

from .. import game
from ..progress import counted
from ..study import Report, Row, balance
from .terminal import print_table


def study(arguments: Namespace) -> None:
    """Plays, prints a table, and writes it and its picture to files if so asked."""
    rules = [game(id) for id in arguments.ids]
    out = None if arguments.out is None else Path(arguments.out)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        # Said before an hour of play, not after it.
        _check_plots()
    with counted("games", arguments.games * len(rules)) as advance:
        report = balance(
            *rules,
            games=arguments.games,
            seed=arguments.seed,
            confidence=arguments.confidence,
            threads=arguments.threads,
            progress=advance,
        )
    _print(report)
    if out is not None:
        report.csv(out / "balance.csv")
        report.plot(out / "balance.png")
        print(f"wrote {out / 'balance.csv'} and {out / 'balance.png'}")


def _print(report: Report) -> None:
    print_table(
        ("variant", "#games", "#first seat's score", "#draws", "#steps", "#5 to 95 %"),
        (
            (
                row.id,
                f"{row.games:,}",
                f"{row.score:.4f} [{row.score_low:.4f}, {row.score_high:.4f}]{_verdict(row)}",
                f"{row.draw_rate:.2%} [{row.draw_rate_low:.2%}, {row.draw_rate_high:.2%}]",
                f"{row.steps:.1f}",
                f"{row.steps_5:.0f} to {row.steps_95:.0f}",
            )
            for row in report.rows
        ),
        title=f"Random play, intervals at {report.confidence:.0%} confidence, seed {report.seed}",
    )
    if any(map(_verdict, report.rows)):
        print("* the interval leaves out a fair share of the score")


def _verdict(row: Row) -> str:
    return "*" if row.score_low > row.fair or row.score_high < row.fair else ""


def _check_plots() -> None:
    if find_spec("matplotlib") is None:
        raise ImportError("the picture needs matplotlib: pip install 'plyground[study]'")
