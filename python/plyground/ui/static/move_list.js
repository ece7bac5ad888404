/** The list of moves, with branches. */
import { element } from "./elements.js";

/**
 * Draw the tree of moves: the line of the last visits, and the branches that leave it, indented below the move where they begin.
 * @param {Element} root
 * @param {object} frame
 * @param {(node: number) => void} [onNode] Called with the node of a move that is clicked.
 */
export function drawMoves(root, frame, onNode) {
  const children = new Map();
  for (const move of frame.moves) {
    if (!children.has(move.parent)) children.set(move.parent, []);
    children.get(move.parent).push(move);
  }
  const parents = new Map(frame.moves.map((move) => [move.node, move.parent]));
  const current = new Set();
  for (let at = frame.node; at > 0; at = parents.get(at)) current.add(at);
  const list = element("ol", { class: "pg-moves" });
  drawLine(list, children, current, 0, 1, frame.node, onNode);
  root.replaceChildren(list);
  const marked = list.querySelector("[aria-current]");
  if (marked) root.scrollTop = marked.offsetTop - root.clientHeight / 2;
}

/** Draw the moves after a node. Of several, that of the current line comes first in the list, or the first one tried. */
function drawLine(list, children, current, from, ply, shown, onNode) {
  for (let moves = children.get(from); moves; moves = children.get(from)) {
    const main = moves.find((move) => current.has(move.node)) ?? moves[moves.length - 1];
    list.append(drawMove(main, ply, shown, onNode));
    for (const other of moves) {
      if (other === main) continue;
      const branch = element("ol", { class: "pg-moves pg-branch" });
      branch.append(drawMove(other, ply, shown, onNode));
      drawLine(branch, children, current, other.node, ply + 1, shown, onNode);
      list.append(element("li", { class: "pg-branch-item" }, branch));
    }
    from = main.node;
    ply += 1;
  }
}

function drawMove(move, ply, shown, onNode) {
  const label = `${ply}. ${move.text}`;
  const current = move.node === shown ? "step" : undefined;
  const item = onNode
    ? element("button", { type: "button", "aria-current": current, onclick: () => onNode(move.node) }, label)
    : element("span", { "aria-current": current }, label);
  return element("li", {}, item);
}
