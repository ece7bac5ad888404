"""The arguments of the commands for studies."""

import argparse
from collections.abc import Callable
from typing import TypeAlias

from .arguments import add_threads, add_variants, count, offset, positive, printable_text, seconds, seed

AddCommand: TypeAlias = Callable[..., argparse.ArgumentParser]
"""Adds a command: its name, its function and its summary."""


def add_study_commands(add: AddCommand) -> None:
    """Add the commands `study`, `merge`, `atlas` and `plan`."""
    _add_study(add)
    _add_merge(add)
    _add_atlas(add)
    _add_plan(add)


def _add_study(add: AddCommand) -> None:
    study = add("study", "studying.study", "measure the advantage of the first move, scores, agents, rules or pieces")
    add_variants(study)
    what = study.add_mutually_exclusive_group()
    what.add_argument(
        "--strength", action="store_true", help="measure the game at several strengths: each agent plays all seats"
    )
    what.add_argument("--match", action="store_true", help="measure the strength of the agents: they play each other")
    what.add_argument("--piece-values", action="store_true", help="measure the values of pieces")
    what.add_argument(
        "--ablation",
        action="store_true",
        help="measure the effect of each --set, instead of applying it; a change of several options is --set a=1,b=2",
    )
    what.add_argument(
        "--compensation",
        action="store_true",
        help="measure compensations for the first move: draw odds, the pie rule, handicaps, or each --candidate",
    )
    what.add_argument(
        "--rerun",
        metavar="FILE",
        help="repeat the study of a saved report; name its engines and its agents with files with --agent, and games of your own "
        "with ID",
    )
    study.add_argument(
        "--candidate",
        metavar="CANDIDATE",
        action="append",
        help="a compensation to measure: pie, draw-odds=1, without=e2, first=1, OPTION=VALUE; repeat for several",
    )
    study.add_argument(
        "--margin",
        metavar="M",
        type=float,
        help="the largest distance of a score from 1/2 that counts as fair (default: 0.05)",
    )
    study.add_argument(
        "--agent",
        metavar="AGENT",
        action="append",
        help="an agent: random (default), greedy, ab:3, mcts:200, net:FILE,64; repeat for several",
    )
    study.add_argument(
        "--games",
        metavar="N",
        type=positive,
        help="number of games of each variant (default: 20000; with agents: 1000)",
    )
    study.add_argument("--quick", action="store_true", help="play a tenth of the default number of games")
    study.add_argument("--seed", metavar="SEED", type=seed, help="seed of all random numbers (default: 0)")
    study.add_argument(
        "--offset",
        metavar="N",
        type=offset,
        help="number of the first game, to play a part of a study that 'plyground merge' completes (default: 0)",
    )
    study.add_argument(
        "--confidence", metavar="C", type=float, help="confidence level of the intervals (default: 0.95)"
    )
    study.add_argument(
        "--sprt",
        metavar="ELO",
        type=float,
        help="stop when a sequential test decides whether the first seat, or in a match the first agent, is ahead by ELO",
    )
    study.add_argument(
        "--start",
        metavar="FEN",
        action="append",
        type=printable_text,
        help="a start position; repeat to use several in turn",
    )
    study.add_argument(
        "--openings", metavar="K", type=count, help="begin after K random turns, the same for all agents"
    )
    study.add_argument(
        "--balanced", action="store_true", help="keep only random openings that a short search finds even"
    )
    study.add_argument("--tree", action="store_true", help="print the scores of all openings")
    study.add_argument(
        "--measures", action="store_true", help="measure lead changes and drama in random games too, which is slower"
    )
    study.add_argument("--store", metavar="FILE", help="keep games in FILE as they are played, and continue from it")
    study.add_argument("--engine", choices=["ray"], help="play on a Ray cluster")
    study.add_argument(
        "--out", metavar="FOLDER", help="write the table and its figure to FOLDER, named after the study"
    )
    study.add_argument("--save", metavar="FILE", help="write the report to FILE, for --rerun")
    study.add_argument(
        "--write-games",
        metavar="FILE",
        help="play all games again and write them to a .parquet, .csv, .pgn (chess) or .pdn (draughts) file",
    )
    add_threads(study)


def _add_merge(add: AddCommand) -> None:
    merge = add("merge", "studying.merge", "merge the stores of studies that several machines made")
    merge.add_argument("stores", metavar="FILE", nargs="+", help="the stores")
    merge.add_argument(
        "--into", metavar="FILE", required=True, help="the merged store; if it exists, games are added to it"
    )


def _add_atlas(add: AddCommand) -> None:
    atlas = add("atlas", "studying.atlas", "study many variants by several agents, and write a page of them")
    add_variants(atlas)
    atlas.add_argument(
        "--agent",
        metavar="AGENT",
        action="append",
        help="an agent; repeat for several (default: random, and two kinds of search at three strengths)",
    )
    atlas.add_argument(
        "--games",
        metavar="N",
        type=positive,
        default=400,
        help="largest number of games of each agent and start in each variant, and of each match (default: 400)",
    )
    atlas.add_argument(
        "--seconds", metavar="S", type=seconds, help="time budget of each agent in each variant (default: none)"
    )
    atlas.add_argument(
        "--min-games",
        metavar="N",
        type=positive,
        default=100,
        help="number of games that are played even if they exceed --seconds (default: 100)",
    )
    atlas.add_argument(
        "--openings",
        metavar="K",
        type=count,
        default=4,
        help="play also after K random turns, rounded up to whole rounds of the seats (default: 4)",
    )
    atlas.add_argument("--seed", metavar="SEED", type=seed, default=0, help="seed of all random numbers (default: 0)")
    atlas.add_argument("--store", metavar="FILE", help="keep games in FILE as they are played, and continue from it")
    atlas.add_argument(
        "--out",
        metavar="FOLDER",
        default="atlas",
        help="write the page, the table and the report to FOLDER (default: atlas)",
    )
    add_threads(atlas)


def _add_plan(add: AddCommand) -> None:
    plan = add("plan", "studying.plan", "compute how many games an advantage needs, and what a time budget can detect")
    add_variants(plan)
    plan.add_argument("--agent", metavar="AGENT", action="append", help="an agent, as in study (default: random)")
    plan.add_argument(
        "--elo", metavar="ELO", type=float, default=20.0, help="advantage to detect, in Elo points (default: 20)"
    )
    plan.add_argument(
        "--seconds", metavar="S", type=seconds, default=60.0, help="time budget of each variant (default: 60)"
    )
    plan.add_argument(
        "--power", metavar="P", type=float, default=0.8, help="chance of detecting the advantage (default: 0.8)"
    )
    plan.add_argument(
        "--num-comparisons",
        metavar="N",
        type=positive,
        help="number of variants in the report (default: those that are named)",
    )
    plan.add_argument(
        "--confidence", metavar="C", type=float, default=0.95, help="confidence level of the intervals (default: 0.95)"
    )
    plan.add_argument(
        "--pilot-seconds", metavar="S", type=seconds, default=1.0, help="duration of each pilot (default: 1)"
    )
    plan.add_argument("--seed", metavar="SEED", type=seed, default=0, help="seed of all random numbers (default: 0)")
    add_threads(plan)
