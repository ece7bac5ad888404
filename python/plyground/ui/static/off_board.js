// Draws what is not on the board: hands, cards, piles and graves, and the contents of a stack.

import { htmlNode, seatDot, svgNode } from "./layers.js";

/** Create the groups off the board. Empty groups share one line. */
export function offBoardGroups(groups, data, sprites) {
  const filled = groups.filter(({ items }) => items.length).map((group) => drawGroup(group, data, sprites));
  const empty = groups.filter(({ items }) => !items.length).map(({ title }) => title);
  if (empty.length) filled.push(htmlNode("p", { class: "pg-empty" }, `Empty: ${empty.join(", ")}`));
  return filled;
}

function drawGroup({ title, seat, items }, data, sprites) {
  const dot = seat === null ? [] : [seatDot(data.seats[seat]?.color)];
  const list = htmlNode("ul", { class: "pg-items" }, ...items.map((item) => drawItem(item, sprites)));
  // Short values, such as scores, stand next to their title.
  const isShort = items.every((item) => item.what === "word") && items.map(({ word }) => word).join("").length <= 16;
  const name = isShort ? "pg-group pg-inline" : `pg-group${items.length < 3 ? " pg-half" : ""}`;
  return htmlNode("div", { class: name }, htmlNode("div", { class: "pg-heading" }, ...dot, title), list);
}

function drawItem({ what, sprite, word, count, note, title }, sprites) {
  const item = htmlNode("li", { class: `pg-item pg-${what === "hidden" ? "hidden-card" : what}`, title });
  const picture = htmlNode("span", { class: "pg-picture", "aria-hidden": "true" });
  if (what === "word") picture.append(word);
  else if (what === "hidden") picture.append("?");
  else picture.append(sprites.picture(sprite, what === "piece" ? 130 : 112));
  if (count > 1) picture.append(htmlNode("span", { class: "pg-count" }, String(count)));
  item.append(picture);
  if (note) item.append(htmlNode("span", { class: "pg-item-note", "aria-hidden": "true" }, note));
  const text = count > 1 && !title.includes(String(count)) ? `${count} of ${title}` : title;
  item.append(htmlNode("span", { class: "pg-hidden" }, text));
  return item;
}

/** Create the line with all seats in their teams, for games of more than two seats. */
export function teamLine(data) {
  const teams = new Map();
  for (const seat of data.seats) teams.set(seat.team, [...(teams.get(seat.team) ?? []), seat]);
  const line = htmlNode("div", { class: "pg-teams" });
  if (data.seats.length < 3) return line;
  [...teams.values()].forEach((seats, at) => {
    if (at) line.append(htmlNode("span", { class: "pg-against" }, "against"));
    for (const seat of seats) line.append(htmlNode("span", { class: "pg-tag" }, seatDot(seat.color), seat.name));
  });
  return line;
}

/** A box next to a stack that lists its pieces from the top. */
export class StackBox {
  #timer = null;

  constructor() {
    this.root = htmlNode("div", { class: "pg-stack-box", "aria-hidden": "true" });
    this.root.hidden = true;
  }

  /**
   * Show a stack.
   *
   * @param {string} name the name of the cell
   * @param {string[]} names the sprites from the top
   * @param {{left: number, right: number, top: number, width: number, height: number}} place of the cell in the area, and its size
   */
  show(name, names, sprites, place) {
    clearTimeout(this.#timer);
    const rows = names.map((piece) => htmlNode("li", {}, sprites.picture(piece, 112), sprites.title(piece)));
    const heading = htmlNode("div", { class: "pg-heading" }, `${name}, from the top`);
    this.root.replaceChildren(heading, htmlNode("ul", {}, ...rows));
    this.root.hidden = false;
    const isLeft = place.left > place.width - place.right;
    Object.assign(this.root.style, isLeft ? { left: "", right: `${place.width - place.left}px` } : { left: `${place.right}px`, right: "" });
    const { offsetHeight } = this.root;
    const top = Math.max(0, Math.min(place.top - offsetHeight / 3, place.height - offsetHeight));
    this.root.style.top = `${top}px`;
  }

  /** Call a function later, unless the box is shown or hidden before. */
  later(milliseconds, show) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(show, milliseconds);
  }

  hide() {
    clearTimeout(this.#timer);
    this.root.hidden = true;
  }
}

/** Create the picture that follows the pointer while a piece is dragged. */
export function dragGhost(sprites, names, size) {
  const picture = svgNode("svg", { class: "pg-ghost", viewBox: "-150 -150 300 300", "aria-hidden": "true" }, sprites.stack(names, 100));
  Object.assign(picture.style, { width: `${size}px`, height: `${size}px` });
  return picture;
}
