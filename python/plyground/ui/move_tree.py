"""The tree of the moves of a session: the game, and the branches that were tried."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from .._core import State

ROOT = 0


@dataclass(slots=True)
class Node:
    """A position of the tree, reached by a step."""

    index: int
    parent: int
    """The node before the step. The root is its own parent."""
    action: int
    step: str
    seat: int
    """The seat that made the step, or that of chance."""
    text: str
    """The step in the usual notation: SAN in games of chess that have it, otherwise the step string."""
    current_player: int
    """The seat to act after the step."""
    is_mid_turn: bool
    """Whether that seat continues a turn."""
    children: list[int] = field(default_factory=list)
    """The nodes after it. The last one is the one that was visited last."""


class MoveTree:
    """A state that moves through a tree of positions."""

    def __init__(self, start: State) -> None:
        self._start = start
        self.state = start.copy()
        self.nodes = [Node(ROOT, ROOT, -1, "", -1, "", start.current_player, start.is_mid_turn)]
        self.at = ROOT

    @property
    def node(self) -> Node:
        """The current node."""
        return self.nodes[self.at]

    @property
    def is_leaf(self) -> bool:
        """Whether nothing was played from the current position."""
        return not self.node.children

    def apply(self, action: int) -> Node:
        """Make a legal step. A step that was tried before leads to the same node."""
        known = next((self.nodes[child] for child in self.node.children if self.nodes[child].action == action), None)
        step, seat = self.state.step_of(action), self.state.current_player
        text = self._text(step) if known is None else known.text
        self.state.apply(action)
        if known is None:
            state = self.state
            known = Node(len(self.nodes), self.at, action, step, seat, text, state.current_player, state.is_mid_turn)
            self.nodes.append(known)
            self.node.children.append(known.index)
        self._visit(known)
        return known

    def go_to(self, index: int) -> None:
        """Move to a node."""
        line = list(self.line(index))
        if self.at in line:
            line = line[line.index(self.at) + 1 :]
        else:
            self.state, self.at = self._start.copy(), ROOT
            line = line[1:]
        for node in line:
            self.state.apply(self.nodes[node].action)
            self._visit(self.nodes[node])

    def cut(self) -> None:
        """Forget what was played from the current position."""
        self.node.children.clear()

    def adopt(self, actions: list[int]) -> bool:
        """Go to the position that these actions lead to. Return whether it is another one."""
        if [self.nodes[node].action for node in self.line(self.at)][1:] == actions:
            return False
        self.state, self.at = self._start.copy(), ROOT
        for action in actions:
            self.apply(action)
        return True

    def line(self, index: int) -> Iterator[int]:
        """Return the nodes from the root to a node."""
        line = [index]
        while line[-1] != ROOT:
            line.append(self.nodes[line[-1]].parent)
        return reversed(line)

    def stop_before(self, is_stop: Callable[[Node], bool]) -> int | None:
        """Return the last node before the current one that is a stop, or the root."""
        at = self.at
        while at != ROOT:
            at = self.nodes[at].parent
            if at == ROOT or is_stop(self.nodes[at]):
                return at
        return None

    def stop_after(self, is_stop: Callable[[Node], bool]) -> int | None:
        """Return the next stop on the line that was visited last, or the end of this line."""
        at = self.at
        while self.nodes[at].children:
            at = self.nodes[at].children[-1]
            if is_stop(self.nodes[at]):
                break
        return None if at == self.at else at

    def _visit(self, node: Node) -> None:
        siblings = self.node.children
        siblings.remove(node.index)
        siblings.append(node.index)
        self.at = node.index

    def _text(self, step: str) -> str:
        try:
            return self.state.san(step)
        except ValueError:
            return step
