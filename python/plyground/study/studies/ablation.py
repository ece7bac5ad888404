"""The effect of rules: the same agents with and without them."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from ..._core import Game
from ...options import changed_options
from ..design.record import study_record
from ..design.study_design import StudyDesign, merged, study_signature
from ..report.base_report import machine
from ..report.measurement import row_of_kind, with_adjusted_p_values
from ..report.report import Report
from ..report.rows import RuleEffect
from ..running.duplicates import repeats_of
from ..running.game_plan import GamePlan, game_plans, with_options
from ..running.games import Games
from ..running.resource_limits import check_memory
from ..running.runner import open_runner
from ..running.selected_openings import warn_of_measured_judge
from ..statistics.intervals import paired_difference_interval, round_means
from ..statistics.scoring import bounds, game_scores, is_drawn, is_won, require_same_kind

if TYPE_CHECKING:
    from numpy.typing import NDArray

DEFAULTS: Final = StudyDesign(games=20_000, agents="random", openings=0, balanced=False)


@study_signature(DEFAULTS)
def ablation(
    rules: str | Game, *changes: Mapping[str, Any], design: StudyDesign | None = None, **settings: Any
) -> Report[Any]:
    """Measure the effects of rules: the same agents play with and without each change.

    Parameters
    ----------
    rules : str or Game
        The original game.
    *changes : mapping of str to value
        Options of the game with other values, as in ``{"men_back": True}``. Each mapping is one changed game.
    design : StudyDesign or None
        The settings of the study.
    **settings
        Fields of `StudyDesign`, which replace those of ``design``, and options of the original game.

    Returns
    -------
    Report
        A row for the original game, and one for each change. `Report.effects` has the differences.

    Raises
    ------
    TypeError
        If a change is not a mapping.
    ValueError
        If a setting is not valid, there are no changes, or the game does not have an option.

    Examples
    --------
    >>> import plyground as pg
    >>> report = pg.study.ablation("english-draughts", {"flying": True}, games=1_000)
    >>> effect = report.effects[0]
    >>> effect.change, effect.steps.high < 0
    ('flying=True', True)
    """
    design, options = merged(DEFAULTS, design, settings)
    assert design.agents is not None
    games = design.num_games
    (original,) = game_plans([rules], design.agents, design.seed, measures=True, starts=design.starts, options=options)
    if not changes:
        there = ", ".join(f"{name}={value}" for name, value in original.game.options.items())
        raise ValueError(f"name at least one change; the options of {original.game.id} are {there or 'none'}")
    for change in changes:
        if not isinstance(change, Mapping):
            raise TypeError(f"a change must be a dict of options, such as {{'flying': True}}, got {change!r}")
    others = [with_options(original.game, change) for change in changes]
    for other in others:
        require_same_kind(original.game, other)
    plans = [
        original,
        *(GamePlan(other, original.named_agents, design.seed, measures=True, starts=design.starts) for other in others),
    ]
    warn_of_measured_judge(plans[:1])
    check_memory(((plan, games) for plan in plans), together=True)
    with open_runner(design, games * len(plans)) as runner:
        played = [runner.play(plan, games) for plan in plans]
    pairs = list(zip(plans, played, strict=True))
    rows = [row_of_kind(plan, own, design.confidence) for plan, own in pairs]
    effects = tuple(
        _effect(pairs[0], pair, change, design.confidence) for pair, change in zip(pairs[1:], changes, strict=True)
    )
    study = study_record(
        "ablation",
        [original.game],
        original.named_agents,
        games,
        design,
        played=[plan.game for plan in plans],
        changes=[dict(change) for change in changes],
    )
    return Report(
        with_adjusted_p_values(rows),
        design.seed,
        design.confidence,
        study=study,
        machine=machine(),
        effects=effects,
    )


def _effect(
    before: tuple[GamePlan, Games], after: tuple[GamePlan, Games], change: Mapping[str, Any], confidence: float
) -> RuleEffect:
    """The difference between two games, from games with the same number, which share their seed, or from rounds."""
    own = [repeats_of(plan, games) for plan, games in (after, before)]
    # The rounds of both games begin at the same positions, so that one of them decides for both.
    repeats = next((one for one in own if one is not None and one.any), None)

    def both(values: Callable[[GamePlan, Games], Any]) -> "tuple[NDArray[Any], NDArray[Any]]":
        new, old = (round_means(values(plan, games), plan.games_per_round) for plan, games in (after, before))
        return (new, old) if repeats is None else (new[repeats.kept], old[repeats.kept])

    wins = is_won(after[0].game)
    text = " ".join(f"{name}={value}" for name, value in change.items())
    return RuleEffect(
        change=text or changed_options(after[0].game),
        score=paired_difference_interval(
            *both(lambda plan, games: game_scores(plan.game, games.returns)), confidence, bounds=_bounds(before, after)
        ),
        draw_rate=paired_difference_interval(*both(lambda _, games: is_drawn(games.returns)), confidence, shares=True)
        if wins
        else None,
        steps=paired_difference_interval(*both(lambda _, games: games.steps), confidence),
    )


def _bounds(*games: tuple[GamePlan, Games]) -> tuple[float, float]:
    """The lowest and the highest score of several games."""
    found = [(0.0, 1.0) if is_won(plan.game) else bounds(plan.game.info.scoring) for plan, _ in games]
    return min(low for low, _ in found), max(high for _, high in found)
