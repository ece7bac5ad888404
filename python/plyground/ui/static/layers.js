// Draws the board in layers: cells, marks, names, pieces, and copies beyond joined edges.

import { SIDE } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";

// The colors of seats, as in the pictures of the package.
const SEAT_COLORS = {
  white: { fill: "#fffaf0", edge: "#5b5348", ink: "#2b2721" },
  black: { fill: "#3a3632", edge: "#857d74", ink: "#fffaf0" },
  red: { fill: "#c8403a", edge: "#6e1b17", ink: "#ffffff" },
  blue: { fill: "#3f72b5", edge: "#1c3a63", ink: "#ffffff" },
  green: { fill: "#4d9a55", edge: "#21502a", ink: "#ffffff" },
  purple: { fill: "#9a5bb0", edge: "#4e2a5c", ink: "#ffffff" },
};
const NO_COLOR = { fill: "#9aa0a6", edge: "#4a4f54", ink: "#ffffff" };

// A shape for each color, for users who do not see colors.
const SEAT_SHAPES = {
  white: "",
  black: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z",
  red: "M0-4.6 4.3 3H-4.3Z",
  blue: "M-3.3-3.3H3.3V3.3H-3.3Z",
  green: "M0-4.8 4.2 0 0 4.8-4.2 0Z",
  purple: "M-1.3-4.3H1.3V-1.3H4.3V1.3H1.3V4.3H-1.3V1.3H-4.3V-1.3H-1.3Z",
};

/** Create an SVG element with attributes. */
export function svgNode(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** Create an HTML element with attributes. Children can be nodes or texts. */
export function htmlNode(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** Create a small dot with the color of a seat and a shape that tells colors apart. */
export function seatDot(color) {
  const { fill, edge, ink } = SEAT_COLORS[color] ?? NO_COLOR;
  const disc = svgNode("circle", { r: 8, fill, stroke: edge, "stroke-width": 1.5 });
  const shape = svgNode("path", { d: SEAT_SHAPES[color] ?? "", fill: ink });
  return svgNode("svg", { class: "pg-dot", viewBox: "-9 -9 18 18", "aria-hidden": "true" }, disc, shape);
}

/** The drawings of pieces and icons, each of which is defined once. */
export class Sprites {
  #defs;
  #prefix;
  #known = new Map();

  constructor(defs, prefix) {
    this.#defs = defs;
    this.#prefix = prefix;
  }

  /** Remember the sprites of a frame. */
  add(sprites = {}) {
    for (const [name, sprite] of Object.entries(sprites)) {
      if (this.#known.has(name)) continue;
      const id = `${this.#prefix}-s${this.#known.size}`;
      this.#known.set(name, { id, title: sprite.title });
      this.#define(id, sprite.svg);
      if (sprite.covered) this.#define(`${id}-covered`, sprite.covered);
    }
  }

  #define(id, drawing) {
    const node = svgNode("g", { id, "text-anchor": "middle" });
    node.innerHTML = drawing;
    this.#defs.append(node);
  }

  title(name) {
    return this.#known.get(name)?.title ?? name;
  }

  /** Create a drawing with its center at a point. `size` is the radius of a disc. */
  draw(name, [x, y], size, isCovered = false) {
    const id = this.#known.get(name)?.id;
    const href = `#${id}${isCovered ? "-covered" : ""}`;
    const place = `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${(size / 100).toFixed(4)})`;
    return svgNode("use", { href, transform: place });
  }

  /** Create a picture with a piece, for HTML. */
  picture(name, space = 130) {
    const box = `${-space} ${-space} ${2 * space} ${2 * space}`;
    const attributes = { class: "pg-sprite", viewBox: box, "aria-hidden": "true" };
    return svgNode("svg", attributes, this.draw(name, [0, 0], 100));
  }

  /** Create the drawing of a stack around the origin. `names` begins at the top. */
  stack(names, radius) {
    const node = svgNode("g");
    const below = names.length - 1;
    const thickness = pieceThickness(names.length, radius);
    let y = (thickness * below) / 2;
    for (const name of names.slice(1).reverse()) {
      node.append(this.draw(name, [0, y], radius, true));
      y -= thickness;
    }
    if (names.length) node.append(this.draw(names[0], [0, y], radius));
    if (below > 0) node.append(badge([radius * 0.8, y - radius * 0.72], radius * 0.4, names.length));
    return node;
  }
}

/** Stacks grow upwards. The higher they are, the thinner the pieces. */
function pieceThickness(height, radius) {
  return Math.min(radius * 0.2, (radius * 0.7) / Math.max(height - 1, 1));
}

/** Create a badge with a number. */
export function badge([x, y], radius, number) {
  const disc = svgNode("circle", { cx: x, cy: y, r: radius, class: "pg-badge" });
  const text = { x, y: y + radius * 0.45, "font-size": radius * 1.25, class: "pg-badge-text" };
  return svgNode("g", {}, disc, svgNode("text", text, String(number)));
}

/** Create an arrow between two points. */
export function arrow([ax, ay], [bx, by], width, attributes = {}) {
  const length = Math.hypot(bx - ax, by - ay);
  if (length < 1) return svgNode("g");
  const head = Math.min(width * 3, length * 0.6);
  const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  const [half, wide, neck] = [width / 2, width * 1.5, length - head];
  const d = `M0 ${-half}H${neck}V${-wide}L${length} 0 ${neck} ${wide}V${half}H0Z`;
  return svgNode("path", { d, transform: `translate(${ax} ${ay}) rotate(${turn})`, ...attributes });
}

const SHADE_CLASSES = { dark: "pg-dark", medium: "pg-medium", light: "pg-light", up: "pg-dark", down: "pg-light" };

// The font size of labels at the rim, and that in small pictures.
const [RIM_FONT, MAX_RIM_FONT] = [34, 48];

const LAYER_NAMES = ["ground", "cells", "fills", "heat", "chosen", "names", "pieces", "icons", "targets"];

/** The drawing of a board inside an SVG element. */
export class Layers {
  /**
   * @param {SVGElement} svg
   * @param {string} prefix a prefix of ids that is unique in the document
   * @param {object} data board data
   */
  constructor(svg, prefix, data) {
    this.svg = svg;
    this.data = data;
    this.prefix = prefix;
    const defs = svgNode("defs");
    this.sprites = new Sprites(defs, prefix);
    this.#addPatterns(defs);
    this.clip = svgNode("rect");
    defs.append(svgNode("clipPath", { id: `${prefix}-clip` }, this.clip));
    this.layers = Object.fromEntries(LAYER_NAMES.map((name) => [name, svgNode("g", { class: `pg-${name}` })]));
    this.board = svgNode("g", { id: `${prefix}-board`, class: "pg-drawn" }, ...Object.values(this.layers));
    this.copies = svgNode("g", { class: "pg-copies" });
    this.seams = svgNode("g", { class: "pg-seams" });
    this.arrows = svgNode("g", { class: "pg-arrows" });
    this.moving = svgNode("g", { class: "pg-moving" });
    this.hint = svgNode("g", { class: "pg-hint" });
    this.axes = svgNode("g", { class: "pg-axes" });
    const clipped = svgNode("g", { "clip-path": `url(#${prefix}-clip)` });
    clipped.append(this.copies, this.board, this.seams, this.arrows, this.moving, this.hint);
    this.root = svgNode("g", { class: "pg-drawing", "aria-hidden": "true" }, clipped, this.axes);
    svg.append(defs, this.root);
  }

  /** Hatching for shadows. The patterns of opponents cross each other. */
  #addPatterns(defs) {
    Object.entries(SEAT_COLORS).forEach(([color, { fill, edge }], at) => {
      const id = `${this.prefix}-shadow-${color}`;
      const turn = `rotate(${at % 2 ? 135 : 45})`;
      const pattern = { id, width: 14, height: 14, patternUnits: "userSpaceOnUse", patternTransform: turn };
      const stripe = { x: 2, y: -2, width: 6, height: 18, fill, stroke: edge };
      defs.append(svgNode("pattern", pattern, svgNode("rect", stripe)));
    });
  }

  /** Draw what does not change until the board is turned. */
  setGeometry(geometry) {
    this.geometry = geometry;
    const { x, y, width, height } = geometry.visible();
    // Marks may reach over edges that are not joined.
    const [wide, high] = geometry.wrap.map((distance) => (distance ? 0 : 12));
    const area = { x: x - wide, y: y - high, width: width + 2 * wide, height: height + 2 * high };
    for (const [key, value] of Object.entries(area)) this.clip.setAttribute(key, value);
    const ground = geometry.ground ? [svgNode("rect", { ...geometry.ground, class: "pg-light" })] : [];
    this.layers.ground.replaceChildren(...ground);
    this.layers.cells.replaceChildren(
      ...geometry.cells.map(({ points, shade }) =>
        svgNode("polygon", { points: points.join(" "), class: SHADE_CLASSES[shade] }),
      ),
    );
    this.copies.replaceChildren(
      ...geometry.copies().map(([dx, dy]) => svgNode("use", { href: `#${this.prefix}-board`, x: dx, y: dy })),
    );
    this.seams.replaceChildren(
      ...geometry.seams().map(([[ax, ay], [bx, by]]) => svgNode("path", { d: `M${ax} ${ay}L${bx} ${by}` })),
    );
  }

  /**
   * Draw names of cells, or labels of rows and columns if cells are too small for names.
   *
   * @param {number} width the width of the picture in pixels
   */
  setWidth(width) {
    const { geometry } = this;
    const cell = (width / geometry.viewBox()[2]) * SIDE;
    // The labels change the width a little, which must not remove them again.
    const withAxes = Boolean(geometry.axes) && cell < (this.axes.childElementCount ? 48 : 46);
    const fontSize = withAxes ? (11 / cell) * SIDE : 0;
    const box = geometry.viewBox(fontSize);
    this.svg.setAttribute("viewBox", box.join(" "));
    const isSmall = cell < (geometry.isSquares ? 30 : 43);
    const names = withAxes || isSmall || geometry.rim.length ? [] : geometry.cells;
    this.layers.names.replaceChildren(
      ...names.map(({ name, label: { at, anchor, size } }) => {
        const [least, most] = [9.5, 15].map((pixels) => (pixels / cell) * SIDE);
        const fitting = geometry.isSquares ? Math.max(Math.min(size, most), Math.min(least, 28)) : Math.min(size, most);
        const place = { x: at[0], y: at[1], "text-anchor": anchor, "font-size": fitting.toFixed(1) };
        return svgNode("text", place, name);
      }),
    );
    this.axes.replaceChildren(...(withAxes ? this.#axes(fontSize) : this.#rim(cell)));
    return box;
  }

  /** The labels at the rim of a board of hexagons; `cell` is the width of a cell's side in pixels. */
  #rim(cell) {
    const size = Math.min(Math.max(RIM_FONT, (9.5 / cell) * SIDE), MAX_RIM_FONT);
    return this.geometry.rim.map(({ text, at: [x, y] }) =>
      svgNode("text", { x, y: y + size * 0.36, "font-size": size.toFixed(1) }, text),
    );
  }

  #axes(size) {
    const { x, y, height } = this.geometry.visible();
    const { columns, rows } = this.geometry.axes;
    const text = (left, top, label) => svgNode("text", { x: left, y: top, "font-size": size }, label);
    const below = columns.map(([left, label]) => text(left, y + height + 6 + size * 0.85, label));
    const beside = ([top, label]) => text(x - 6 - size * 0.32 * label.length, top + size * 0.36, label);
    return [...below, ...rows.map(beside)];
  }

  /** Draw a frame. */
  draw(frame) {
    this.sprites.add(frame.sprites);
    const { cells, numbers } = this.geometry;
    const [fills, icons, legal] = [[], [], []];
    for (const [name, marks] of Object.entries(frame.marks ?? {})) {
      const cell = cells[numbers.get(name)];
      if (!cell) continue;
      const isTaken = marks.some((mark) => mark.name === "taken");
      for (const mark of marks) {
        if (mark.name === "shadow") fills.push(this.#shadow(cell, mark.seat));
        // If the capturing piece stays on the cell, the capture is more important.
        const isFill = mark.name === "taken" || (mark.name === "last" && !isTaken);
        if (isFill) fills.push(outline(cell, `pg-${mark.name}`));
        if (mark.name === "legal") legal.push(numbers.get(name));
      }
      marks.filter((mark) => mark.sprite).forEach((mark, at) => {
        icons.push(this.sprites.draw(mark.sprite, cell.icons[at % cell.icons.length], cell.iconSize));
      });
    }
    this.layers.fills.replaceChildren(...fills);
    this.layers.icons.replaceChildren(...icons);
    [this.stacks, this.heights] = [new Map(), new Map()];
    for (const [name, names] of Object.entries(frame.pieces ?? {})) {
      const at = numbers.get(name);
      if (at === undefined) continue;
      this.stacks.set(at, this.stackOn(at, names));
      this.heights.set(at, names.length);
    }
    this.layers.pieces.replaceChildren(...this.stacks.values());
    this.legal = legal;
    this.#drawWrappedMoves(frame);
  }

  #shadow(cell, seat) {
    const shape = outline(cell, "pg-shadow");
    shape.setAttribute("fill", `url(#${this.prefix}-shadow-${this.data.seats[seat]?.color ?? "white"})`);
    return shape;
  }

  /** Fade the pieces on a cell while they are dragged, or show all pieces with null. */
  dim(cell) {
    for (const [at, node] of this.stacks ?? []) node.setAttribute("opacity", at === cell ? 0.35 : 1);
  }

  /** Create the drawing of a stack on a cell. */
  stackOn(at, names) {
    const { center, disc } = this.geometry.cells[at];
    const node = this.sprites.stack(names, disc);
    node.setAttribute("transform", `translate(${center})`);
    return node;
  }

  /** Draw arrows for the last moves if they lead across a joined edge. */
  #drawWrappedMoves(frame) {
    const arrows = [];
    let next = null;
    for (const { cells } of [...(frame.last ?? [])].reverse()) {
      if (cells.length < 2 || (next && cells[1] !== next)) break;
      next = cells[0];
      const [from, to] = cells.map((name) => this.geometry.numbers.get(name));
      if (from === undefined || to === undefined) break;
      if (this.geometry.way(from, to)[2]) arrows.push(...this.arrowsBetween(from, to, 7));
    }
    this.arrows.replaceChildren(...arrows);
  }

  /** Create the arrows of a move: two if it leaves at one edge and enters at the other. */
  arrowsBetween(from, to, width, attributes = {}) {
    const [start, end] = [this.geometry.cells[from].center, this.geometry.cells[to].center];
    const [dx, dy, wraps] = this.geometry.way(from, to);
    const leave = arrow(start, [start[0] + dx, start[1] + dy], width, attributes);
    return wraps ? [leave, arrow([end[0] - dx, end[1] - dy], end, width, attributes)] : [leave];
  }

  /**
   * Draw the marks for choosing.
   *
   * @param {{starts: number[], selected: number[], targets: number[]}} marks
   */
  drawTargets({ starts, selected, targets }) {
    const { cells } = this.geometry;
    const ring = (at, scale, name) => {
      const { center: [cx, cy], disc } = cells[at];
      const height = this.heights?.get(at) ?? 1;
      // Around the top piece of a stack.
      const up = (pieceThickness(height, disc) * (height - 1)) / 2;
      return svgNode("circle", { cx, cy: cy - up, r: disc * scale, class: name });
    };
    const mark = (at, name) =>
      this.stacks?.has(at) ? ring(at, 1.14, `${name} pg-around`) : ring(at, name === "pg-start" ? 0.2 : 0.34, name);
    this.layers.chosen.replaceChildren(...selected.map((at) => outline(cells[at], "pg-selected")));
    this.layers.targets.replaceChildren(
      ...starts.map((at) => mark(at, "pg-start")),
      ...[...targets, ...(this.legal ?? [])].map((at) => mark(at, "pg-target")),
      ...selected.filter((at) => this.stacks?.has(at)).map((at) => ring(at, 1.14, "pg-selected-ring")),
    );
  }

  /** Shade cells by the visits of steps. Each item has the numbers of its cells and its visits. */
  drawHeat(steps) {
    const visits = new Map();
    for (const step of steps) {
      const last = step.cells.at(-1);
      if (last !== undefined) visits.set(last, (visits.get(last) ?? 0) + step.visits);
    }
    const most = Math.max(1, ...visits.values());
    const shades = [...visits].map(([at, count]) => {
      const shape = outline(this.geometry.cells[at], "pg-heat-cell");
      shape.setAttribute("fill-opacity", (0.05 + 0.7 * (count / most)).toFixed(3));
      return shape;
    });
    const top = Math.max(1, ...steps.map((step) => step.visits));
    const moves = steps.filter(({ cells, visits: count }) => cells.length > 1 && count >= top / 20);
    const lines = moves.slice(0, 12).flatMap(({ cells, visits: count }) =>
      this.arrowsBetween(cells[0], cells[1], 3 + 5 * (count / top), { "fill-opacity": 0.25 + 0.5 * (count / top) }),
    );
    this.layers.heat.replaceChildren(...shades, ...lines);
  }

  /** Draw an arrow along cells, or a ring around one. */
  drawHint(cells) {
    if (cells.length > 1) return this.hint.replaceChildren(...this.arrowsBetween(cells[0], cells[1], 11));
    const rings = cells.map((at) => {
      const { center: [cx, cy], disc } = this.geometry.cells[at];
      return svgNode("circle", { cx, cy, r: disc * 1.16, class: "pg-hint-ring" });
    });
    return this.hint.replaceChildren(...rings);
  }
}

function outline({ points }, name) {
  return svgNode("polygon", { points: points.join(" "), class: name });
}
