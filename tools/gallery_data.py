"""What the pages of the gallery show about a variant."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import plyground as pg
from gallery_games import read_games
from game_texts import FAMILIES

DOCS: Final = Path(__file__).parent.parent / "docs"


@dataclass(frozen=True)
class Strength:
    """The score of the first seat with one agent on all seats."""

    agent: str
    start: str
    games: int
    score: float
    low: float
    high: float
    fair: float


@dataclass(frozen=True)
class Sibling:
    """A variant that differs in one option."""

    id: str
    option: str
    value: str


@dataclass(frozen=True)
class Variant:
    """A variant with all that its page shows."""

    info: pg.Info
    game: dict[str, Any]
    strengths: tuple[Strength, ...]
    siblings: tuple[Sibling, ...]

    @property
    def id(self) -> str:
        """The id."""
        return self.info.id

    @property
    def family(self) -> str:
        """The title of its family."""
        return FAMILIES[self.info.family][0]

    @property
    def teams(self) -> str:
        """The teams, such as ``seats 0 and 2 against seats 1 and 3``."""
        info = self.info
        if info.num_seats == 1:
            return "one seat alone"
        if info.scoring.kind == "shared":
            return "all seats together"
        members = [
            [seat for seat, team in enumerate(info.seat_teams) if team == other]
            for other in sorted(set(info.seat_teams))
        ]
        if all(len(team) == 1 for team in members):
            return "each seat alone"
        return " against ".join(" and ".join(map(str, team)) for team in members)

    @property
    def board(self) -> str:
        """The board, such as ``64 squares``."""
        shape = "cells on three halves" if self.info.board == "three-kings" else self.info.board
        return f"{len(self.info.cells)} {shape}"

    @property
    def special(self) -> tuple[str, ...]:
        """What is unusual: hidden information, simultaneous choices, chance."""
        info = self.info
        words = {
            "hidden information": info.has_hidden_information,
            "simultaneous choices": info.is_simultaneous,
            "chance": info.has_chance,
        }
        return tuple(word for word, there in words.items() if there)

    def states(self) -> tuple[pg.State, pg.State, pg.State]:
        """Return the start, the position in the middle, and the last position of its game that the file has."""
        steps = self.game["steps"]
        start = pg.game(self.id).from_fen(self.game["start"])
        moment = start.copy()
        for step in steps[: self.game["moment"]]:
            moment.apply(step)
        end = moment.copy()
        for step in steps[self.game["moment"] :]:
            end.apply(step)
        return start, moment, end


def variants(ids: Sequence[str] | None = None) -> list[Variant]:
    """Return some variants, by default all. Siblings are among them."""
    games, strengths = read_games(), _strengths()
    infos = [pg.info(id) for id in (pg.variants() if ids is None else ids)]
    return [
        Variant(info, games[info.id], tuple(strengths.get(info.id, ())), tuple(_siblings(info, infos)))
        for info in infos
    ]


def _siblings(info: pg.Info, infos: Sequence[pg.Info]) -> list[Sibling]:
    found = []
    for other in infos:
        if other.family != info.family or other.options.keys() != info.options.keys():
            continue
        changed = [(name, value) for name, value in other.options.items() if value != info.options[name]]
        if len(changed) == 1:
            [(name, value)] = changed
            found.append(Sibling(other.id, name, str(value).lower() if isinstance(value, bool) else str(value)))
    return found


@cache
def atlas() -> Any:
    """Return the report of the atlas."""
    return pg.study.load(DOCS / "atlas" / "atlas.json")


@cache
def _strengths() -> dict[str, list[Strength]]:
    """Return the scores of the atlas, for each variant."""
    found: dict[str, list[Strength]] = {}
    for row in atlas().rows:
        one = Strength(row.agents, row.start, row.games, row.score, row.score_low, row.score_high, row.fair_score)
        found.setdefault(row.id, []).append(one)
    return found
