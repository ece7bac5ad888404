"""Small games solved: all positions that can come about, what each is worth, and how far the end is."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import plyground as pg


def key(state: pg.State) -> str:
    """The position string without what is counted or listed: what is worth the same, wins being nearer than draws by rule."""
    return " ".join(state.fen.split(" ")[:3])


@dataclass(frozen=True, slots=True)
class Solved:
    """A game of which all is known. Worth is what the seat to act gets: 1, 0 or -1."""

    game: pg.Game
    start: str
    steps: dict[str, list[tuple[str, int]]]
    """For all positions where the steps lead, in their order, and a sign: -1 where another seat acts."""
    worth: dict[str, int]
    far: dict[str, int]
    """How many steps the end is away where one side wins and both play as well as they can."""

    @property
    def open(self) -> list[str]:
        """The positions that are not the end."""
        return [text for text, steps in self.steps.items() if steps]

    def at(self, text: str) -> pg.State:
        """The state of a position, nothing being counted yet."""
        return self.game.from_fen(f"{text} 0 0 -")

    def kept(self, text: str) -> list[int]:
        """The places of the steps that give nothing away."""
        return [
            place for place, (next, sign) in enumerate(self.steps[text]) if sign * self.worth[next] == self.worth[text]
        ]

    def best(self, text: str) -> list[int]:
        """The places of the steps of perfect play: who wins hurries, who loses does not."""
        worth, kept = self.worth[text], self.kept(text)
        if not worth:
            return kept
        ends = {place: worth * self.far[self.steps[text][place][0]] for place in kept}
        return [place for place in kept if ends[place] == min(ends.values())]


@lru_cache
def solved(game: pg.Game) -> Solved:
    """Solves a game of checkers or Stax on a small board."""
    steps = _steps(game)
    far: dict[str, int] = {}
    before: dict[str, int] = {}
    for depth, worth in enumerate(_ahead(steps)):
        far |= {text: depth for text, value in worth.items() if value and text not in far}
        # Once nothing changes, nothing will.
        if worth == before:
            break
        before = worth
    return Solved(game, key(game.start()), steps, before, far)


def _steps(game: pg.Game) -> dict[str, list[tuple[str, int]]]:
    found: dict[str, list[tuple[str, int]]] = {}
    waiting = [key(game.start())]
    while waiting:
        text = waiting.pop()
        if text in found:
            continue
        found[text] = []
        state = game.from_fen(f"{text} 0 0 -")
        for step in state.legal_steps():
            after = state.copy()
            after.apply(step)
            seat = key(after).split(" ")[1]
            found[text].append((key(after), 1 if seat == text.split(" ")[1] else -1))
            waiting.append(key(after))
    return found


def _ahead(found: dict[str, list[tuple[str, int]]]) -> Iterator[dict[str, int]]:
    """What positions are worth when the game is cut off as a draw after 0, 1, 2, … steps."""
    worth = {text: 0 if after else -1 for text, after in found.items()}
    while True:
        yield worth
        worth = {text: max((sign * worth[next] for next, sign in after), default=-1) for text, after in found.items()}
