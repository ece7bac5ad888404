// Where everything on the board is, in picture units: x grows to the right, y downwards, a cell side is SIDE.

export const SIDE = 100;

const MARGIN = 0.12 * SIDE;
// The visible part of the copies beyond joined edges.
const COPY_WIDTH = 0.6 * SIDE;
const MAX_DISC = { hexagons: 0.64 * SIDE, other: 0.37 * SIDE };
// The distance of icons from the corners of a cell, relative to that of the center.
const ICON_INWARD = { triangles: 0.42, hexagons: 0.24, other: 0.34 };
// The heights of rows. Cells whose centers differ in height by a part of it belong to one row.
const ROW_HEIGHT = { triangles: SIDE * 0.866, hexagons: SIDE * Math.sqrt(3), other: SIDE };
// Labels at the rim of hexagons: the distance from the center of a cell, and the space around a label.
const RIM_DISTANCE = 1.13 * SIDE;
const RIM_SPACE = 0.24 * SIDE;

/**
 * The layout of a board seen from one side.
 *
 * Cells are identified by their index in `data.cells`.
 */
export class Geometry {
  /**
   * @param {object} data board data
   * @param {number} angle degrees clockwise of the side that is at the bottom
   */
  constructor(data, angle = 0) {
    this.isSquares = data.shape === "squares";
    this.shape = data.shape;
    const joined = data.joined ?? [false, false];
    // Copies beyond joined edges need right angles.
    this.angle = joined.some(Boolean) ? Math.round(angle / 90) * 90 : angle;
    const turn = rotation(this.angle);
    const outlines = data.cells.map((cell) => cell.outline.map(turn));
    this.bounds = boundsOf(outlines.flat());
    const across = Math.abs(this.angle % 180) === 90;
    const [wrapsX, wrapsY] = across ? [joined[1], joined[0]] : joined;
    /** The distances of the copies beyond joined edges, 0 if the edges are not joined. */
    this.wrap = [wrapsX ? this.bounds.width : 0, wrapsY ? this.bounds.height : 0];
    this.numbers = new Map(data.cells.map((cell, at) => [cell.name, at]));
    const hasNumberNames = data.cells.every((cell) => /^\d+$/.test(cell.name));
    this.cells = data.cells.map((cell, at) => this.#layOut(cell, outlines[at], hasNumberNames));
    /** The labels at the rim of a board of hexagons: the text and the point around which it is written. */
    this.rim = this.shape === "hexagons" ? rimLabels(data.cells, this.cells, turn) : [];
    this.rows = this.#findRows();
    this.touching = this.#findTouching(data.edges);
    this.ground = this.#findGround(data);
    this.axes = this.#findAxes();
  }

  #layOut(cell, points, hasNumberNames) {
    const center = middleOf(points);
    const inner = innerRadius(points, center);
    const disc = Math.min(0.8 * inner, MAX_DISC[this.shape] ?? MAX_DISC.other);
    const label = labelOf(this.shape, cell.name, points, center, disc, hasNumberNames);
    // Icons are in the corners without the name.
    const icons = points.map((_, step) => points[(label.corner + 1 + step) % points.length]).slice(0, -1);
    const inward = ICON_INWARD[this.shape] ?? ICON_INWARD.other;
    return {
      name: cell.name,
      shade: cell.shade,
      points,
      center,
      inner,
      disc,
      label,
      icons: icons.map((corner) => between(corner, center, inward)),
      iconSize: 0.26 * inner,
    };
  }

  /** The view box, with space for labels of this font size of rows and columns. */
  viewBox(fontSize = 0) {
    const { x, y, width, height } = this.rim.length ? this.#withRim() : this.visible();
    if (!fontSize) return [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
    const digits = Math.max(...this.axes.rows.map(([, label]) => label.length));
    const [left, below] = [Math.max(40, 12 + 0.65 * digits * fontSize), Math.max(40, 12 + 1.1 * fontSize)];
    return [x - left, y - MARGIN, width + left + MARGIN, height + below + MARGIN];
  }

  /** The rectangle with the board and the labels at its rim. */
  #withRim() {
    const { x, y, width, height } = this.bounds;
    const around = ({ at: [left, top] }) => [
      [left - RIM_SPACE, top - RIM_SPACE],
      [left + RIM_SPACE, top + RIM_SPACE],
    ];
    return boundsOf([[x, y], [x + width, y + height], ...this.rim.flatMap(around)]);
  }

  /** The rectangle with the board and the visible parts of its copies. */
  visible() {
    const [left, top] = this.wrap.map((distance) => (distance ? COPY_WIDTH : 0));
    const { x, y, width, height } = this.bounds;
    return { x: x - left, y: y - top, width: width + 2 * left, height: height + 2 * top };
  }

  /** The positions of the copies beyond joined edges. */
  copies() {
    const [right, down] = this.wrap;
    const steps = (distance) => (distance ? [-distance, 0, distance] : [0]);
    return steps(right).flatMap((dx) => steps(down).map((dy) => [dx, dy])).filter(([dx, dy]) => dx || dy);
  }

  /** The sides of cells on joined edges. */
  seams() {
    const { x, y, width, height } = this.bounds;
    const isAt = (one, other, edge) => Math.abs(one - edge) + Math.abs(other - edge) < 0.1;
    const isSeam = ([[ax, ay], [bx, by]]) =>
      (this.wrap[0] && (isAt(ax, bx, x) || isAt(ax, bx, x + width))) ||
      (this.wrap[1] && (isAt(ay, by, y) || isAt(ay, by, y + height)));
    return this.cells.flatMap(({ points }) => sidesOf(points)).filter(isSeam);
  }

  /** The shorter way from one cell to another as [dx, dy, wraps]. It may lead across joined edges. */
  way(from, to) {
    const [start, end] = [this.cells[from].center, this.cells[to].center];
    let wraps = false;
    const delta = [0, 1].map((axis) => {
      const straight = end[axis] - start[axis];
      const size = this.wrap[axis];
      if (!size || Math.abs(straight) <= size / 2 + 1) return straight;
      wraps = true;
      return straight - Math.sign(straight) * size;
    });
    return [...delta, wraps];
  }

  /**
   * The cell that an arrow key leads to, or the same cell at an edge of the board.
   *
   * @param {number} cell
   * @param {number} dx 1 is to the right
   * @param {number} dy 1 is down
   */
  neighbor(cell, dx, dy) {
    const aim = Math.atan2(dy, dx);
    const choices = this.touching[cell].map(({ cell: to, kind }) => {
      const [x, y] = this.way(cell, to);
      const turn = Math.abs(angleBetween(Math.atan2(y, x), aim));
      // Cells with a common side come first unless they are far from the direction.
      const isAside = kind === "side" && turn < 0.8 ? 0 : 1;
      return { to, turn, rank: isAside * 10 + turn };
    });
    const near = choices.filter(({ turn }) => turn < 1.4);
    const best = Math.min(...near.map(({ rank }) => rank));
    const found = near.filter(({ rank }) => rank < best + 0.01);
    if (best > 10.5 && this.isSquares) {
      // Only diagonal neighbors: keep to the row, and zigzag along a column.
      if (dx) return this.#alongRow(cell, dx);
      const column = Math.round((this.cells[cell].center[0] - this.bounds.x) / SIDE - 0.5);
      const side = column % 2 ? -1 : 1;
      const onSide = found.find(({ to }) => Math.sign(this.way(cell, to)[0]) === side);
      if (onSide) return onSide.to;
    }
    if (dx && this.shape === "hexagons" && this.angle % 60 === 0) {
      // The neighbors at the left and right are half a row away: keep to the row, which zigzags.
      const next = this.#alongRow(cell, dx);
      if (next !== cell) return next;
    }
    return found[0]?.to ?? cell;
  }

  #alongRow(cell, dx) {
    const row = this.rows.find((cells) => cells.includes(cell));
    const at = row.indexOf(cell) + dx;
    return row[this.wrap[0] ? (at + row.length) % row.length : at] ?? cell;
  }

  /** The first or last cell of a row. */
  rowEnd(cell, isLast) {
    return this.rows.find((cells) => cells.includes(cell)).at(isLast ? -1 : 0);
  }

  /** The cell at a point, also on the copies beyond joined edges. -1 if there is none. */
  cellAt([x, y]) {
    const spots = [[0, 0], ...this.copies()].map(([dx, dy]) => [x - dx, y - dy]);
    for (const spot of spots) {
      const at = this.cells.findIndex(({ points }) => isInside(spot, points));
      if (at >= 0) return at;
    }
    return -1;
  }

  /** Cells in rows from the top, each from the left. */
  #findRows() {
    const rows = new Map();
    const height = ROW_HEIGHT[this.shape] ?? ROW_HEIGHT.other;
    // The centers of every second column of hexagons are on the lines between rows.
    const shift = this.shape === "hexagons" ? 0.25 : 1e-6;
    this.cells.forEach(({ center }, at) => {
      const row = Math.floor((center[1] - this.bounds.y) / height + shift);
      if (!rows.has(row)) rows.set(row, []);
      rows.get(row).push(at);
    });
    const sorted = [...rows].sort(([one], [other]) => one - other).map(([, cells]) => cells);
    for (const row of sorted) row.sort((one, other) => this.cells[one].center[0] - this.cells[other].center[0]);
    return sorted;
  }

  #findTouching(edges = {}) {
    const touching = this.cells.map(() => []);
    for (const [kind, pairs] of Object.entries(edges)) {
      for (const [one, other] of pairs) {
        touching[one].push({ cell: other, kind });
        touching[other].push({ cell: one, kind });
      }
    }
    return touching;
  }

  /** The light squares of boards where only the dark squares are cells. */
  #findGround(data) {
    if (!this.isSquares || !data.cells.every(({ shade }) => shade === "dark")) return null;
    return this.bounds;
  }

  /** The labels of rows and columns, or null if the names of cells are not made from them. */
  #findAxes() {
    if (!this.isSquares || this.angle % 90) return null;
    const [across, down] = [new Map(), new Map()];
    for (const { name, center } of this.cells) {
      const [, letters, digits] = /^([a-z]+)(\d+)$/.exec(name) ?? [];
      if (!letters) return null;
      const [x, y] = center.map(Math.round);
      const isAcross = Math.abs(this.angle % 180) === 90;
      const [column, row] = isAcross ? [digits, letters] : [letters, digits];
      if ((across.get(x) ?? column) !== column || (down.get(y) ?? row) !== row) return null;
      across.set(x, column);
      down.set(y, row);
    }
    return { columns: [...across], rows: [...down] };
  }
}

function rotation(angle) {
  const exact = { 0: [1, 0], 90: [0, 1], 180: [-1, 0], 270: [0, -1] }[((angle % 360) + 360) % 360];
  const [cos, sin] = exact ?? [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return ([x, y]) => [(x * cos - y * sin) * SIDE, -(x * sin + y * cos) * SIDE];
}

function boundsOf(points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

function middleOf(points) {
  return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
}

function between([ax, ay], [bx, by], share) {
  return [ax + (bx - ax) * share, ay + (by - ay) * share];
}

function sidesOf(points) {
  return points.map((point, at) => [point, points[(at + 1) % points.length]]);
}

function distanceToSide([[ax, ay], [bx, by]], [x, y]) {
  return ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / Math.hypot(bx - ax, by - ay);
}

function innerRadius(points, center) {
  return Math.min(...sidesOf(points).map((side) => Math.abs(distanceToSide(side, center))));
}

function isInside(point, points) {
  const signs = sidesOf(points).map((side) => Math.sign(distanceToSide(side, point)));
  return signs.every((sign) => sign >= 0) || signs.every((sign) => sign <= 0);
}

function angleBetween(one, other) {
  const turn = one - other;
  return Math.atan2(Math.sin(turn), Math.cos(turn));
}

/** The labels of files and ranks at the rim of a board of hexagons, as in the pictures of the package. */
function rimLabels(cells, laidOut, turn) {
  // Places as seat 0 sees them, with y away from it.
  const centers = cells.map(({ outline }) => middleOf(outline));
  const groups = (key) => {
    const found = new Map();
    cells.forEach(({ name }, at) => found.set(key(name), [...(found.get(key(name)) ?? []), at]));
    return [...found];
  };
  const label = (text, at, direction) => {
    const [dx, dy] = turn(direction);
    const [x, y] = laidOut[at].center;
    const share = RIM_DISTANCE / SIDE;
    return { text, at: [x + dx * share, y + dy * share] };
  };
  const files = groups((name) => name[0]).map(([text, members]) => {
    const lowest = members.reduce((best, at) => (centers[at][1] < centers[best][1] ? at : best));
    return label(text, lowest, [0, -1]);
  });
  const isFree = ({ at: [x, y] }) => laidOut.every(({ center }) => Math.hypot(center[0] - x, center[1] - y) > SIDE);
  const ranks = groups((name) => name.slice(1)).map(([text, members]) => {
    const [first, next] = members.sort((one, other) => centers[one][0] - centers[other][0]);
    // The label continues the line of the rank if there is space.
    const rises = next !== undefined && centers[next][1] > centers[first][1];
    const heights = rises ? [-0.5, 0.5] : [0.5, -0.5];
    return heights.map((height) => label(text, first, [-0.866, height])).find(isFree);
  });
  return [...files, ...ranks.filter(Boolean)];
}

/** The corner, position and font size of a cell's name, as in the pictures of the package. */
function labelOf(shape, name, points, center, disc, hasNumberNames) {
  const indices = points.map((_, at) => at);
  const most = (value) => indices.reduce((best, at) => (value(points[at]) > value(points[best]) + 1e-6 ? at : best), 0);
  if (shape === "squares") {
    const corner = most(([x, y]) => y - x);
    const [x, y] = points[corner];
    return { corner, at: [x + 4, y - 5], anchor: "start", size: hasNumberNames ? 21 : 18 };
  }
  // Hexagons have their names at the rim.
  if (shape === "hexagons") return { corner: 0 };
  const size = name.length > 2 ? 15 : 17;
  if (shape === "triangles") {
    const corner = most(([, y]) => Math.abs(y - center[1]));
    const [x, y] = between(points[corner], center, 0.42);
    return { corner, at: [x, y + size * 0.36], anchor: "middle", size };
  }
  const half = [(size * 0.62 * name.length) / 2, size * 0.4];
  const tries = indices.flatMap((corner) =>
    [0.31, 0.26, 0.36, 0.21, 0.41].map((inward) => {
      const spot = between(points[corner], center, inward);
      return { corner, spot, room: roomAt(points, center, disc, spot, half) };
    }),
  );
  const free = tries.find(({ room }) => room > 0);
  const { corner, spot } = free ?? tries.reduce((best, one) => (one.room > best.room ? one : best));
  return { corner, at: [spot[0], spot[1] + size * 0.36], anchor: "middle", size };
}

/** The distance of a box from the sides of a cell and its disc. It is negative if they overlap. */
function roomAt(points, center, disc, [x, y], [wide, high]) {
  const corners = [[x - wide, y - high], [x + wide, y - high], [x + wide, y + high], [x - wide, y + high]];
  const toSides = sidesOf(points).flatMap((side) => {
    const sign = Math.sign(distanceToSide(side, center));
    return corners.map((corner) => sign * distanceToSide(side, corner));
  });
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
  const [nearX, nearY] = [clamp(center[0], x - wide, x + wide), clamp(center[1], y - high, y + high)];
  return Math.min(...toSides, Math.hypot(nearX - center[0], nearY - center[1]) - disc);
}
