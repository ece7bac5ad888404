// The cells as elements for the pointer, the keyboard and screen readers, and the game in words.

import { htmlNode, svgNode } from "./layers.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A transparent layer above the drawing with one focusable element for each cell. */
export class CellLayer {
  #handlers;
  #active = 0;
  #ring = svgNode("g", { class: "pg-focus", "aria-hidden": "true" });

  /**
   * @param {SVGElement} svg
   * @param {object} data board data
   * @param {{onChoose: function, onClear: function, onFocus: function}} handlers
   * @param {AbortSignal} signal removes the listeners
   */
  constructor(svg, data, handlers, signal) {
    this.#handlers = handlers;
    const role = data.shape === "squares" ? "grid" : "group";
    this.root = svgNode("g", { role, "aria-label": `board of ${data.title}`, class: "pg-hits" });
    svg.append(this.root, this.#ring);
    this.root.addEventListener("keydown", (event) => this.#onKey(event), { signal });
    this.root.addEventListener("focusin", (event) => this.#onFocus(event), { signal });
    this.root.addEventListener("focusout", () => this.#onBlur(), { signal });
  }

  setGeometry(geometry) {
    this.geometry = geometry;
    const cellRole = geometry.isSquares ? "gridcell" : "button";
    this.nodes = geometry.cells.map(({ points }, at) =>
      svgNode("polygon", { points: points.join(" "), class: "pg-cell", role: cellRole, tabindex: -1, "data-cell": at }),
    );
    const rows = geometry.rows.map((cells) => {
      const row = svgNode("g", geometry.isSquares ? { role: "row" } : {});
      row.append(...cells.map((at) => this.nodes[at]));
      return row;
    });
    this.root.replaceChildren(...rows);
    this.#setActive(this.#active);
  }

  /** Set the names of all cells. Empty titles are omitted. */
  setNames(names, titles = []) {
    names.forEach((name, at) => {
      const node = this.nodes[at];
      if (node.getAttribute("aria-label") !== name) node.setAttribute("aria-label", name);
      if (!titles[at] && !node.firstChild) return;
      node.replaceChildren(...(titles[at] ? [svgNode("title", {}, titles[at])] : []));
    });
  }

  /** Show which cells can be chosen, which can be dragged, and which are selected. */
  setStates({ choosable, draggable, selected }) {
    const state = this.geometry.isSquares ? "aria-selected" : "aria-pressed";
    this.nodes.forEach((node, at) => {
      node.classList.toggle("pg-choosable", choosable.has(at));
      node.classList.toggle("pg-draggable", draggable.has(at));
      if (selected.includes(at)) node.setAttribute(state, "true");
      else node.removeAttribute(state);
    });
  }

  /** The cell of an event, or -1. */
  cellOf(event) {
    const at = event.target.closest?.("[data-cell]")?.getAttribute("data-cell");
    return at === undefined || at === null ? -1 : Number(at);
  }

  focus(cell = this.#active) {
    this.#setActive(cell);
    this.nodes[cell].focus();
  }

  #setActive(cell) {
    this.nodes[this.#active]?.setAttribute("tabindex", -1);
    this.#active = cell < this.nodes.length ? cell : 0;
    this.nodes[this.#active].setAttribute("tabindex", 0);
  }

  #onFocus(event) {
    const cell = this.cellOf(event);
    if (cell < 0) return;
    this.#setActive(cell);
    const isVisible = event.target.matches(":focus-visible");
    const points = this.geometry.cells[cell].points.join(" ");
    const rings = ["pg-focus-outer", "pg-focus-inner"].map((name) => svgNode("polygon", { points, class: name }));
    this.#ring.replaceChildren(...(isVisible ? rings : []));
    this.#handlers.onFocus(cell, isVisible);
  }

  #onBlur() {
    this.#ring.replaceChildren();
    this.#handlers.onFocus(-1, false);
  }

  #onKey(event) {
    const cell = this.cellOf(event);
    if (cell < 0 || event.altKey || event.metaKey) return;
    const to = this.#destination(event, cell);
    if (to !== null) this.focus(to);
    else if (event.key === "Enter" || event.key === " ") this.#handlers.onChoose(cell, true);
    else if (event.key === "Escape") this.#handlers.onClear();
    else return;
    event.preventDefault();
  }

  #destination(event, cell) {
    const { geometry } = this;
    if (ARROWS[event.key]) return geometry.neighbor(cell, ...ARROWS[event.key]);
    if (event.key !== "Home" && event.key !== "End") return null;
    const isLast = event.key === "End";
    return event.ctrlKey ? geometry.rows.at(isLast ? -1 : 0).at(isLast ? -1 : 0) : geometry.rowEnd(cell, isLast);
  }
}

/** Return the pieces of a stack in words, from the top. */
export function stackText(names, sprites) {
  const titles = names.map((name) => sprites.title(name));
  return titles.length > 1 ? `stack of ${titles.length}: ${titles.join(", ")}` : (titles[0] ?? "empty");
}

/** Return the name of a cell for screen readers: its content and its marks. */
export function cellText(name, frame, sprites) {
  const titles = (frame.marks?.[name] ?? []).map((mark) => (mark.name === "last" ? "last move" : mark.title));
  return [`${name}, ${stackText(frame.pieces?.[name] ?? [], sprites)}`, ...titles].join("; ");
}

/** Return the name of a seat, or an empty text for chance and for nobody. */
function seatText(data, seat) {
  return seat === -2 ? "chance" : (data.seats[seat]?.name ?? "");
}

/** Return the text of a frame for the status line. */
export function statusText(frame, data) {
  if (frame.hand_over !== null && frame.hand_over !== undefined && !frame.status) {
    return `${seatText(data, frame.hand_over)} is next to look at the board`;
  }
  return frame.status?.text ?? "";
}

/** Return the announcement of a new frame: the steps with their seats, and who is to act or the result. */
export function announcement(frame, steps, data, error = "") {
  const seats = seatsOfSteps(frame);
  const parts = steps.map(({ ply, step }) => {
    const seat = seatText(data, seats.get(ply));
    return seat ? `${seat}: ${step}` : step;
  });
  return [...parts, error || statusText(frame, data)].filter(Boolean).join(". ");
}

/** Return the seats of the last steps by their number, as far as the moves of the frame tell them. */
function seatsOfSteps(frame) {
  const moves = new Map((frame.moves ?? []).map((move) => [move.node, move]));
  const seats = new Map();
  let [ply, move] = [frame.ply, moves.get(frame.node)];
  for (; move && ply > frame.ply - 13; move = moves.get(move.parent)) {
    seats.set(ply, move.seat);
    ply -= 1;
  }
  return seats;
}

/** Create the list of all pieces as text. */
export function pieceList(frame, geometry, sprites) {
  const cells = new Map();
  for (const at of geometry.rows.flat()) {
    const { name } = geometry.cells[at];
    const names = frame.pieces?.[name];
    if (!names?.length) continue;
    const text = stackText(names, sprites);
    cells.set(text, [...(cells.get(text) ?? []), name]);
  }
  const sorted = [...cells].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([text, names]) => htmlNode("li", {}, `${text}: ${names.join(", ")}`));
}
