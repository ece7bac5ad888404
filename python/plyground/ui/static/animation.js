// Moves pieces from the frame that was shown before to a new frame.

import { svgNode } from "./layers.js";

const MAX_STEPS = 12;
const STEP_TIME = 230;
const FAST_STEP_TIME = 150;

/** Return the steps of a frame that were made since another one, or an empty list if it does not follow it. */
export function newSteps(before, frame) {
  const made = (frame.ply ?? 0) - (before?.ply ?? Infinity);
  if (!(made >= 1 && made <= MAX_STEPS)) return [];
  return (frame.last ?? []).filter((step) => step.ply > before.ply);
}

/**
 * Follow the pieces of one frame through steps to the next frame.
 *
 * @returns {{pieces: object[], count: number}} each piece has its `names`, its `moves` ({from, to, at}), and when it `fades`
 */
export function planMoves(before, frame, steps) {
  const pieces = new Map();
  const all = [];
  const stackOf = (data, cell) => data.pieces?.[cell] ?? [];
  for (const [cell, names] of Object.entries(before.pieces ?? {})) {
    const piece = { cell, start: cell, names, moves: [], fades: null };
    pieces.set(cell, piece);
    all.push(piece);
  }
  let count = 0;
  for (const { cells } of steps) {
    const piece = cells.length > 1 ? pieces.get(cells[0]) : null;
    if (!piece) continue;
    // Further cells name captured pieces, unless the piece ends there.
    const path = [cells[1], ...cells.slice(2).filter((cell) => isSame(stackOf(frame, cell), piece.names))];
    for (const to of path) {
      if (to === piece.cell) continue;
      const other = pieces.get(to);
      if (other) other.fades = count;
      piece.moves.push({ from: piece.cell, to, at: count });
      pieces.delete(piece.cell);
      pieces.set(to, piece);
      piece.cell = to;
      count += 1;
    }
  }
  for (const piece of all) {
    // Steps that take effect later leave their piece where it is.
    const isWaiting = isSame(stackOf(frame, piece.start), piece.names) && !isSame(stackOf(frame, piece.cell), piece.names);
    if (isWaiting) Object.assign(piece, { cell: piece.start, moves: [], fades: null });
  }
  const last = Math.max(count, 1) - 1;
  addSilentMoves(all, frame, last);
  for (const piece of all) {
    const rest = stackOf(frame, piece.start);
    // A part of the stack may stay.
    if (piece.moves.length && rest.length && rest.length < piece.names.length && isEnd(rest, piece.names)) {
      piece.names = piece.names.slice(0, piece.names.length - rest.length);
    }
    const isGone = !stackOf(frame, piece.cell).length;
    if (piece.fades === null && isGone) piece.fades = last;
  }
  return { pieces: all.filter((piece) => piece.moves.length || piece.fades !== null), count: last + 1 };
}

/** Find pieces that the steps do not name, such as the rook in castling. Only pieces without a double are certain. */
function addSilentMoves(all, frame, at) {
  const used = new Set(all.filter((piece) => piece.fades === null).map((piece) => piece.cell));
  const appeared = Object.entries(frame.pieces ?? {}).filter(([cell]) => !used.has(cell));
  const vanished = all.filter(({ moves, fades, cell }) => !moves.length && fades === null && !frame.pieces?.[cell]);
  for (const piece of vanished) {
    const found = appeared.filter(([, names]) => isSame(names, piece.names));
    if (found.length !== 1 || vanished.filter(({ names }) => isSame(names, piece.names)).length !== 1) continue;
    piece.moves.push({ from: piece.cell, to: found[0][0], at });
    piece.cell = found[0][0];
  }
}

function isSame(one, other) {
  return one.length === other.length && one.every((name, at) => name === other[at]);
}

function isEnd(end, names) {
  return isSame(end, names.slice(names.length - end.length));
}

/** Whether the user asked for less motion. */
export function isMotionReduced() {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}

/** Shows one animation at a time above a board that already shows the new frame. */
export class Animation {
  #layers;
  #request = null;
  #hidden = [];

  constructor(layers) {
    this.#layers = layers;
  }

  /** Animate steps. The layers must show the new frame. */
  start(before, frame, steps) {
    this.finish();
    const { numbers } = this.#layers.geometry;
    const { pieces, count } = planMoves(before, frame, steps);
    const known = pieces.filter((piece) => [piece.start, piece.cell].every((cell) => numbers.has(cell)));
    if (!known.length) return;
    const time = count > 2 ? FAST_STEP_TIME : STEP_TIME;
    const drawn = known.map((piece) => this.#show(piece));
    const start = performance.now();
    const tick = (now) => {
      const at = (now - start) / time;
      if (at >= count) return this.finish();
      for (const piece of drawn) this.#place(piece, Math.max(at, 0));
      this.#request = requestAnimationFrame(tick);
      return undefined;
    };
    tick(start);
  }

  /** Show the end of the animation. */
  finish() {
    if (this.#request !== null) cancelAnimationFrame(this.#request);
    this.#request = null;
    this.#layers.moving.replaceChildren();
    for (const node of this.#hidden) node.removeAttribute("visibility");
    this.#hidden = [];
  }

  #show(piece) {
    const { geometry, stacks } = this.#layers;
    const { numbers } = geometry;
    const target = stacks.get(numbers.get(piece.cell));
    if (target && piece.moves.length && piece.fades === null) {
      target.setAttribute("visibility", "hidden");
      this.#hidden.push(target);
    }
    // The second drawing enters at the other edge.
    const nodes = [0, 1].map(() => this.#layers.stackOn(numbers.get(piece.start), piece.names));
    const node = svgNode("g", {}, ...nodes);
    nodes[1].setAttribute("visibility", "hidden");
    const moves = piece.moves.map(({ from, to, at }) => ({ from: numbers.get(from), to: numbers.get(to), at }));
    // Pieces that move are above others.
    if (moves.length) this.#layers.moving.append(node);
    else this.#layers.moving.prepend(node);
    return { node, nodes, moves, fades: piece.fades };
  }

  #place({ node, nodes, moves, fades }, at) {
    if (fades !== null) node.setAttribute("opacity", Math.min(1, Math.max(0, 1 - (at - fades - 0.4) / 0.6)).toFixed(3));
    const move = moves.findLast((one) => one.at <= at);
    if (!move) return;
    const { geometry } = this.#layers;
    const [start, end] = [geometry.cells[move.from].center, geometry.cells[move.to].center];
    const [dx, dy, wraps] = geometry.way(move.from, move.to);
    const share = ease(Math.min(1, at - move.at));
    const put = (drawing, [x, y]) => drawing.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    put(nodes[0], [start[0] + dx * share, start[1] + dy * share]);
    nodes[1].setAttribute("visibility", wraps ? "visible" : "hidden");
    if (wraps) put(nodes[1], [end[0] - dx * (1 - share), end[1] - dy * (1 - share)]);
  }
}

function ease(share) {
  return share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) * (1 - share);
}
