"""The section on actions of a reference page: a table of blocks with formulas."""

import string
from collections.abc import Sequence
from dataclasses import dataclass, field

import plyground as pg
from game_actions import IMPOSSIBLE, Block
from game_formulas import formula_of

_SHOWN = 30
"""Longer lists of values are shortened."""


@dataclass
class Lists:
    """The lists of values on a page, by letter."""

    letters: dict[tuple[str, ...], str] = field(default_factory=dict)

    def letter(self, values: tuple[str, ...]) -> str:
        """The letter of a list, which is new if the list is."""
        values = tuple(value.strip() for value in values)
        return self.letters.setdefault(values, string.ascii_uppercase[len(self.letters)])

    def table(self) -> list[str]:
        """The lists as lines of Markdown."""
        lines = ["| list | values, numbered from 0 |", "|---|---|"]
        for values, letter in self.letters.items():
            if len(values) > _SHOWN:
                text = f"{', '.join(values[:3])}, …, {values[-1]} ({len(values)} values)"
            elif values == tuple(map(str, range(len(values)))):
                text = f"0 to {len(values) - 1}"
            else:
                text = ", ".join(values)
            lines.append(f"| *{letter}* | {text} |")
        return lines


@dataclass(frozen=True)
class Numbering:
    """The blocks of the actions of some games, and one of these games for examples."""

    name: str
    game: pg.Game
    blocks: tuple[Block, ...]


def actions_section(numberings: Sequence[Numbering]) -> list[str]:
    """Return the lines that explain the numbers of the actions of a family."""
    lists, notes = Lists(), dict[str, str]()
    tables, rows = [], []
    worked = _worked(numberings[0], lists)
    for index, each in enumerate(numberings):
        earlier, shared = _shared(each, numberings[:index])
        body = []
        if earlier:
            body.append(f"| 0-{each.blocks[shared - 1].stop - 1} | as in {earlier} | | |")
        body += [_row(each.game, block, lists, notes) for block in each.blocks[shared:]]
        if max(len(numbering.blocks) for numbering in numberings) <= 2:
            rows += [f"| {each.name} {row}" for row in body]
        else:
            heading = f"**{each.name}: {each.game.num_actions} actions, {each.game.info.num_action_planes} planes**"
            tables += [heading, "", *_head(), *body, ""]
    if rows:
        tables = ["| | numbers | formula | meaning | example |", "|---|---|---|---|---|", *rows, ""]
    if any((each.game.info.action_planes != each.game.info.action_planes[0]).any() for each in numberings):
        notes["sides"] = "Seats at the sides of the board play on the other squares of each row, with the same numbers."
    explained = [f"- {text}" for text in notes.values()]
    return [worked, "", *lists.table(), "", *tables, *explained, *([""] if explained else [])]


def _worked(numbering: Numbering, lists: Lists) -> str:
    """An action of the first block, computed by its formula."""
    block = numbering.blocks[0]
    formula = formula_of(numbering.game, block, [lists.letter(axis) for axis in block.labels.axes], {})
    number, text = _example(numbering.game, block)
    return f"For example, {number} = `{formula.at(number)}` in {numbering.name}: {text}."


def _head() -> list[str]:
    return ["| numbers | formula | meaning | example |", "|---|---|---|---|"]


def _shared(numbering: Numbering, earlier: Sequence[Numbering]) -> tuple[str, int]:
    """The earlier games that share the most first blocks, at least two, and how many these are."""
    best = "", 0
    for other in earlier:
        pairs = zip(numbering.blocks, other.blocks, strict=False)
        count = next(
            (at for at, (one, two) in enumerate(pairs) if one != two), min(len(numbering.blocks), len(other.blocks))
        )
        if count > max(best[1], 1):
            best = other.name, count
    return best


def _row(game: pg.Game, block: Block, lists: Lists, notes: dict[str, str]) -> str:
    numbers = str(block.start) if block.stop == block.start + 1 else f"{block.start}-{block.stop - 1}"
    letters = [lists.letter(axis) for axis in block.labels.axes]
    values = [f"*{letter}*" for letter in letters]
    meaning = "".join(
        part + (f" {values[place]}" if place < len(values) else "") for place, part in enumerate(block.labels.parts)
    )
    if not block.is_possible:
        meaning += " (no seat can use these)"
    formula = formula_of(game, block, letters, notes)
    number, example = _example(game, block)
    return f"| {numbers} | `{formula.text}` | {_text(meaning)} | {number}: {example} |"


def _text(meaning: str) -> str:
    return " ".join(meaning.replace("{cell}", "the cell").split())


def _example(game: pg.Game, block: Block) -> tuple[int, str]:
    """An action that is legal at the start, or the first after two fifths of the block that a seat can use."""
    state = game.start()
    legal = [int(action) for action in state.legal_actions() if block.start <= action < block.stop]
    middle = block.start + (block.stop - block.start) * 2 // 5
    seat = state.current_player if legal and state.current_player >= 0 else 0
    for action in [*legal[:1], *range(middle, block.stop), *range(block.start, middle)]:
        text = game.action_text(action, seat)
        if not text.startswith(IMPOSSIBLE):
            return action, text.split(", as ")[0]
    return middle, "never legal"
