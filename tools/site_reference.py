"""The reference pages of the site: which names are on which page."""

import argparse
from collections.abc import Iterator
from typing import Final

from plyground import cli

PAGES: Final[dict[str, tuple[str, str, tuple[str, ...]]]] = {
    "games": (
        "Games and states",
        "Find a variant, open it and play it step by step.",
        (
            "variants",
            "info",
            "game",
            "rules",
            "Game",
            "State",
            "Info",
            "OptionSpec",
            "Plane",
            "Scoring",
            "Turn",
            "REASONS",
            "BadDescription",
            "BadOption",
            "BadPosition",
            "IllegalStep",
            "UnknownVariant",
        ),
    ),
    "own_games": (
        "Games of your own",
        "Add a game in Python, check it and register names for options.",
        ("describe", "description_schema", "GameRules", "register_game", "check_game", "register"),
    ),
    "batches": (
        "Many games",
        "Step, simulate and write many games.",
        ("vector", "Vector", "playouts", "Playouts", "Trajectories", "openings", "write_games", "restricted"),
    ),
    "agents": (
        "Agents and matches",
        "Choose steps, analyze positions and play agents against each other.",
        (
            "agent",
            "Agent",
            "Analysis",
            "StepAnalysis",
            "matches",
            "Matches",
            "neural_agent",
            "NeuralAgent",
            "tune",
            "EngineFailure",
        ),
    ),
    "environments": (
        "Environments",
        "Interfaces of other libraries: Gymnasium, PettingZoo, OpenSpiel, Stable-Baselines3 and JAX.",
        (
            "make",
            "make_vec",
            "aec",
            "parallel",
            "openspiel",
            "jax_env",
            "envs.GymEnv",
            "envs.GymVectorEnv",
            "envs.GymOpponentVectorEnv",
            "envs.Opponent",
            "envs.OpponentPool",
            "envs.PoolMember",
            "envs.BatchPolicy",
            "envs.AecEnv",
            "envs.ParallelEnv",
            "envs.PieRuleWrapper",
            "envs.SeatVector",
            "envs.SeatVectorStep",
            "envs.Sb3VecEnv",
            "envs.Sb3GymVecEnv",
            "envs.Sb3Policy",
            "envs.OpenSpielGame",
            "envs.OpenSpielState",
            "envs.OpenSpielObserver",
            "envs.JaxEnv",
            "envs.JaxState",
        ),
    ),
    "studies": (
        "Studies",
        "Measure the balance of games, the strength of agents and the values of pieces.",
        (
            "study.balance",
            "study.scores",
            "study.strength",
            "study.match",
            "study.ablation",
            "study.compensation",
            "study.piece_values",
            "study.atlas",
            "study.atlas_findings",
            "study.write_atlas",
            "study.plan",
            "study.rerun",
            "study.load",
            "study.merge",
            "study.StudyDesign",
            "study.function_agent",
            "study.FunctionAgent",
            "study.Store",
            "study.StoredPlan",
        ),
    ),
    "reports": (
        "Reports of studies",
        "What studies return.",
        (
            "study.BaseReport",
            "study.Report",
            "study.Row",
            "study.ScoreRow",
            "study.RuleEffect",
            "study.AgentComparison",
            "study.Place",
            "study.Games",
            "study.Opening",
            "study.Openings",
            "study.Rating",
            "study.Ratings",
            "study.PieceValue",
            "study.PieceValues",
            "study.CompensationRow",
            "study.Compensations",
            "study.GamePlan",
            "study.PlanRow",
            "study.PowerAnalysis",
            "study.BadReport",
            "study.BadStore",
            "study.DuplicateGamesWarning",
            "study.MeasuredJudgeWarning",
        ),
    ),
    "statistics": (
        "Statistics",
        "Intervals, tests and conversions for your own results.",
        (
            "study.Interval",
            "study.score_interval",
            "study.mean_interval",
            "study.quantile_interval",
            "study.anytime_interval",
            "study.difference_interval",
            "study.paired_difference_interval",
            "study.fairness_test",
            "study.unfairness_test",
            "study.sign_test",
            "study.symmetry_test",
            "study.friedman_test",
            "study.multinomial_test",
            "study.adjust_p_values",
            "study.Sprt",
            "study.SprtPath",
            "study.MatchSprt",
            "study.elo_from_score",
            "study.score_from_elo",
            "study.fair_draw_share",
        ),
    ),
    "learning": (
        "Learning",
        "Train networks by self-play and use them.",
        (
            "learn.train",
            "learn.fit",
            "learn.record_games",
            "learn.match_trajectories",
            "learn.Settings",
            "learn.BadRun",
            "self_play",
            "SelfPlay",
            "Examples",
            "nets.Model",
            "nets.NetworkAgent",
            "nets.Description",
            "nets.BadModel",
            "nets.OPERATORS",
        ),
    ),
    "boards": ("Boards and replays", "See and play games.", ("board", "serve", "replay")),
    "notation": (
        "PGN and PDN",
        "Read and write games as text.",
        (
            *(
                f"pgn.{name}"
                for name in ("read", "write", "Game", "Item", "Move", "Comment", "Nag", "Variation", "BadPgn")
            ),
            *(
                # Comments, NAGs and variations are those of PGN.
                f"pdn.{name}"
                for name in ("read", "write", "Game", "Item", "Move", "SetUp", "BadPdn")
            ),
        ),
    ),
    "golf": (
        "Chess Golf",
        "Solve and make puzzles.",
        tuple(f"golf.{name}" for name in ("solve", "check", "holes", "Hole", "Solution")),
    ),
    "arena": (
        "Games by text",
        "Play games with language models.",
        tuple(
            f"arena.{name}"
            for name in (
                "evaluate",
                "TextGame",
                "Question",
                "Answer",
                "IllegalAnswer",
                "Message",
                "GameResult",
                "Evaluation",
                "EvaluationRow",
                "instructions",
                "rules_summary",
                "seat_text",
                "read_answer",
            )
        ),
    ),
}
"""The title, a sentence and the names of each page. ``study.balance`` is ``plyground.study.balance``."""


def pages() -> Iterator[tuple[str, str]]:
    """Return the names of the pages with their texts, as reStructuredText."""
    for name, (title, about, names) in PAGES.items():
        yield f"{name}.rst", f"{_title(title)}{about}\n\n" + "\n".join(map(_entry, names))
    yield "command_line.rst", _command_line()
    listed = "\n   ".join([*PAGES, "command_line"])
    about = "Every public name of the package, from its docstrings, and all commands."
    yield "index.rst", f"{_title('Reference')}{about}\n\n.. toctree::\n   :maxdepth: 1\n\n   {listed}\n"


def _title(text: str) -> str:
    return f"{text}\n{'=' * len(text)}\n\n"


def _entry(name: str) -> str:
    last = name.rpartition(".")[2]
    kind = "autodata" if last.isupper() else "autofunction" if last.islower() else "autoclass"
    return f"{name}\n{'-' * len(name)}\n\n.. {kind}:: plyground.{name}\n"


def _command_line() -> str:
    parser = cli.parser()
    [commands] = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    parts = [_title("Command line"), "Each command shows this text with ``--help``.\n\n", _literal(parser)]
    for name, command in commands.choices.items():
        heading = f"plyground {name}"
        parts += [f"{heading}\n{'-' * len(heading)}\n\n", _literal(command)]
    return "".join(parts)


def _literal(parser: argparse.ArgumentParser) -> str:
    indented = "".join(f"   {line}".rstrip() + "\n" for line in parser.format_help().splitlines())
    return f".. code-block:: text\n\n{indented}\n"
