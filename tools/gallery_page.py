"""The page of a variant in the gallery, as Markdown with HTML for the pictures, the chart and the replay."""

from collections.abc import Iterator
from html import escape
from typing import Final

import plyground as pg
from gallery_data import Strength, Variant
from gallery_replay import replay_data
from plyground.study.report.atlas_rows import SYMMETRIC
from site_links import MAX_PAGE

MAX_PARTS: Final = MAX_PAGE - 40_000
"""The most bytes of the pictures and the replay of a page. The rest is for the page itself."""

CHART_WIDTH: Final = 420
ROW_HEIGHT: Final = 40
AXIS_HEIGHT: Final = 24


def page(variant: Variant, picture_bytes: int) -> tuple[str, str]:
    """Return the page of a variant, and the script with its replay.

    A script, since pages that are opened as files cannot read data from other files.
    """
    replay, num_steps = replay_data(variant.states()[-1], MAX_PARTS - picture_bytes)
    sections = [
        f"# {variant.info.title}",
        f"`{variant.id}`, a game of the family [{variant.family}](../games/{variant.info.family}.md). [All variants](index.md)",
        variant.info.summary,
        pictures(variant),
        "## Run it",
        run_it(variant.id),
        "## Facts",
        table(facts(variant)),
        "## Score of the first seat",
        *scores(variant),
        "## A game",
        about_game(variant, num_steps),
        replay_section(variant.id),
        "## Rules",
        f"The rules are in [the rule document of the family](../rules/{variant.info.family}.md) "
        f"(sections of this variant: {variant.info.rules}). `plyground rules {variant.id}` prints them.",
        "## Related variants",
        *_siblings(variant),
    ]
    # A page in the contents at the side would make each page as long as the gallery.
    return "---\norphan: true\n---\n\n" + "\n\n".join(sections) + "\n", f"globalThis.plygroundReplay = {replay};\n"


def replay_section(id: str) -> str:
    """Return the element that shows the replay of a variant, with its script."""
    return (
        "```{raw} html\n"
        '<div class="pg-view pg-playing pg-replay"><noscript>The replay needs JavaScript.</noscript></div>\n'
        f'<script defer src="replays/{id}.js"></script>\n```'
    )


def run_it(id: str) -> str:
    """Return how to play, simulate and study a variant."""
    return f"""```console
$ plyground play {id}
$ plyground study {id} --games 10000
```

```python
import plyground as pg

games = pg.playouts("{id}", 1000, seed=1)
print(games.mean_returns, games.reason_counts)
```"""


def facts(variant: Variant) -> Iterator[tuple[str, str]]:
    """Return the names of facts with their values."""
    info, random = variant.info, variant.game["random"]
    planes, rows, columns = info.observation_shape
    yield "seats", f"{info.num_seats}, {variant.teams}" if info.num_seats > 1 else "1"
    yield "board", variant.board
    yield "special", ", ".join(variant.special) or "none: complete information, turns in order, no chance"
    yield "scores", SCORING[info.scoring.kind]
    yield "actions", f"{info.num_actions:,}"
    yield "observation", f"{planes} planes of {rows}x{columns}"
    yield (
        "length of random games",
        f"{random['mean_steps']:,} steps on average, 90 % between {random['steps_p5']:,} and {random['steps_p95']:,}",
    )
    yield "longest possible game", f"{info.max_steps:,} steps"
    yield "legal steps in random games", f"{random['branching']} on average"
    yield "strongest available player", f"`strong`, which is `{pg.agent('strong').resolve(pg.game(info.id))}`"
    if info.options:
        yield "options", ", ".join(f"`{name}={_text(value)}`" for name, value in info.options.items())


SCORING: Final = {
    "win": "1 for a win, an even share of 1 for a draw",
    "shared": "one score for all seats",
    "strokes": "the number of strokes; fewer are better",
}
"""The scores of a game, by `Scoring.kind`."""


def _text(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def table(rows: Iterator[tuple[str, str]]) -> str:
    """Return a table of facts."""
    lines = "\n".join(f"| {name} | {value} |" for name, value in rows)
    return f"| fact | value |\n|---|---|\n{lines}"


def pictures(variant: Variant) -> str:
    """Return the start and the position in the middle next to each other."""
    figures = "\n".join(
        f'<figure><img src="pictures/{variant.id}-{name}.webp" alt="{escape(alt)}" loading="lazy">'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
        for name, alt, caption in (
            ("start", f"{variant.info.title} at the start", "The start"),
            (
                "middle",
                f"{variant.info.title} in the middle of a game",
                f"After {variant.game['moment']} steps of the game below",
            ),
        )
    )
    return f'```{{raw}} html\n<div class="gallery-pictures">\n{figures}\n</div>\n```'


def scores(variant: Variant) -> Iterator[str]:
    """Yield the paragraphs, the chart and the table of the scores of the first seat."""
    if not variant.strengths:
        yield (
            "The game has no winner, so there is no advantage of the first move. "
            "[Studies](../studies.md#games-without-winners) measure its scores."
        )
        return
    yield (
        "The mean score of the first seat, with 95 % confidence intervals. "
        f"A fair game gives {variant.strengths[0].fair:.3g} (the line). The games are those of the [Balance Atlas](../atlas.md)."
    )
    if variant.info.id in SYMMETRIC:
        yield (
            "The seats choose simultaneously, and the rules treat both alike. "
            "So a difference from the line is a figure of the agent, not an advantage of the first move."
        )
    elif variant.info.is_simultaneous:
        yield (
            "The seats choose simultaneously, and agents may treat them differently there. "
            "So a difference from the line may be a figure of the agent."
        )
    yield f"```{{raw}} html\n{chart(variant.strengths)}\n```"
    rows = "\n".join(
        f"| `{one.agent}` | {one.start} | {one.games:,} | {one.score:.3f} | {one.low:.3f} to {one.high:.3f} |"
        for one in variant.strengths
    )
    yield f"| agent | games begin | games | score | interval |\n|---|---|--:|--:|---|\n{rows}"


def chart(strengths: tuple[Strength, ...]) -> str:
    """Return the scores with their intervals as an SVG element."""
    bottom = ROW_HEIGHT * len(strengths) + 4

    def x(score: float) -> float:
        return round(12 + score * (CHART_WIDTH - 24), 1)

    fair = x(strengths[0].fair)
    lines = [
        f'<svg class="gallery-chart" viewBox="0 0 {CHART_WIDTH} {bottom + AXIS_HEIGHT}" role="img" '
        'aria-label="Scores of the first seat by agent, as in the table below">',
        *(
            f'<line class="grid" x1="{x(tick / 4)}" x2="{x(tick / 4)}" y1="0" y2="{bottom}"/>'
            f'<text class="tick" x="{x(tick / 4)}" y="{bottom + 17}">{tick / 4:g}</text>'
            for tick in range(5)
        ),
        f'<line class="fair" x1="{fair}" x2="{fair}" y1="0" y2="{bottom}"/>',
    ]
    for at, one in enumerate(strengths):
        y = ROW_HEIGHT * at + 30
        label = one.agent if one.start == "start" else f"{one.agent}, after random turns"
        lines.append(
            f'<text class="agent" x="14" y="{y - 14}">{escape(label)}</text>'
            f'<line class="interval" x1="{x(one.low)}" x2="{x(one.high)}" y1="{y}" y2="{y}"/>'
            f'<circle class="score" cx="{x(one.score)}" cy="{y}" r="5"/>'
        )
    return "\n".join(lines) + "\n</svg>"


def about_game(variant: Variant, num_steps: int) -> str:
    """Return sentences about the game of a page, whose replay shows a number of steps."""
    steps = variant.game["length"]
    shown = (
        f"The replay shows the first {num_steps:,} of its {steps:,} steps."
        if num_steps < steps
        else f"It has {steps} steps."
    )
    result = variant.game["result"]
    return f"`{variant.game['agent']}` plays all seats. {shown} {result} Use the buttons or the arrow keys."


def _siblings(variant: Variant) -> Iterator[str]:
    if not variant.siblings:
        yield "No other variant differs in one option only."
        return
    yield "These variants differ in one option:"
    rows = "\n".join(f"| [`{one.id}`]({one.id}.md) | `{one.option}={one.value}` |" for one in variant.siblings)
    yield f"| variant | option |\n|---|---|\n{rows}"
