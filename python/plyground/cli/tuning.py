"""`plyground tune`."""

import shlex
from argparse import Namespace

from .. import Game, study
from ..study.statistics.intervals import signed_elo
from ..tuning import Generation, tune
from .selection import game_with_options

OPENING_TURNS = 6
"""The random turns before each game of the match. The games of a fit have others."""


def run(arguments: Namespace) -> None:
    """Tune an evaluation, and play a match between a search with and without it."""
    rules = game_with_options(arguments, arguments.id)
    path = arguments.out or f"{rules.id}.tuned"
    try:
        tune(
            rules,
            path,
            arguments.games,
            arguments.generations,
            nodes=arguments.nodes,
            seed=arguments.seed,
            threads=arguments.threads,
            report=_print,
        )
    except KeyboardInterrupt:
        raise KeyboardInterrupt("nothing is kept; the file is written after the last generation") from None
    print(f"evaluation: {path}")
    num_sides = len(set(rules.info.seat_teams))
    untuned = f"ab:ms={arguments.ms}" if num_sides == 2 else f"mcts:ms={arguments.ms},cut=2"
    tuned = f"{untuned},eval={path}"
    if arguments.match_games:
        _match(rules, tuned, untuned, arguments)
    options = "".join(f" --set {shlex.quote(text)}" for text in arguments.set)
    print(f"to play: plyground play {arguments.id}{options} --opponent {shlex.quote(tuned)}")


def _match(rules: Game, tuned: str, untuned: str, arguments: Namespace) -> None:
    """Play a match against the search without the evaluation, and print its result."""
    ratings = study.match(
        rules,
        [tuned, untuned],
        games=arguments.match_games,
        openings=OPENING_TURNS,
        seed=arguments.seed,
        threads=arguments.threads,
        sprt=(0, arguments.elo),
    )
    row = next(row for row in ratings.rows if row.agent == tuned)
    elo = [signed_elo(study.elo_from_score(score)) for score in (row.score, row.score_low, row.score_high)]
    print(
        f"match of {row.games} games against {untuned}: score {row.score:.3f} [{row.score_low:.3f}, "
        f"{row.score_high:.3f}], {elo[0]} Elo points [{elo[1]}, {elo[2]}]"
    )
    print(f"test of {signed_elo(arguments.elo)} Elo points against 0: {ratings.verdict}")


def _print(generation: Generation) -> None:
    print(
        f"generation {generation.number}: {generation.positions:,} positions, {generation.seconds:.0f} s, "
        f"error of results {generation.error_before:.4f} -> {generation.error_after:.4f}",
        flush=True,
    )
