// Turns clicks on cells and buttons into steps. Only the choices of the frame say what is legal.

import { htmlNode } from "./layers.js";

// More choices than this get a filter field.
const MANY = 12;
const DRAG_DISTANCE = 6;

/** The choices of a frame and what is selected so far. */
export class ChoiceModel {
  /** @param {{step: string, cells: string[], words: string}[]} choices */
  constructor(choices) {
    this.placed = choices.filter(({ cells }) => cells.length);
    this.unplaced = choices.filter(({ cells }) => !cells.length);
    this.groups = new Map();
    for (const choice of this.placed.filter(({ cells }) => cells.length === 1)) {
      const key = withoutCell(choice.step, choice.cells[0]);
      if (!this.groups.has(key)) this.groups.set(key, []);
      this.groups.get(key).push(choice);
    }
    this.clear();
  }

  /** Forget what is selected. */
  clear() {
    this.prefix = [];
    this.group = null;
  }

  /** Only offer the choices of a group of steps that name one cell. */
  selectGroup(key) {
    this.prefix = [];
    this.group = this.group === key ? null : key;
  }

  get isStarted() {
    return this.prefix.length > 0 || this.group !== null;
  }

  get #pool() {
    return this.group === null ? this.placed : this.groups.get(this.group);
  }

  /** The choices that begin with the selected cells. */
  get candidates() {
    return this.#pool.filter(({ cells }) => this.prefix.every((cell, at) => cells[at] === cell));
  }

  /** The choices that the selected cells name completely, if more is needed to tell them apart. */
  get options() {
    return this.prefix.length ? this.candidates.filter(({ cells }) => cells.length === this.prefix.length) : [];
  }

  get starts() {
    return new Set(this.#pool.map(({ cells }) => cells[0]));
  }

  /** The cells that continue the selection. */
  get targets() {
    if (!this.prefix.length) return this.group === null ? new Set() : this.starts;
    return new Set(this.candidates.flatMap(({ cells }) => cells.slice(this.prefix.length, this.prefix.length + 1)));
  }

  /** Select a cell. Return the choice that this completes, or null. */
  click(cell) {
    if (this.prefix.length) {
      if (this.targets.has(cell)) {
        this.prefix.push(cell);
        return this.#complete();
      }
      const ending = this.candidates.filter(({ cells }) => cells.length > this.prefix.length && cells.at(-1) === cell);
      if (ending.length === 1) return ending[0];
      if (cell === this.prefix.at(-1)) {
        this.clear();
        return null;
      }
    }
    this.prefix = this.starts.has(cell) ? [cell] : [];
    if (!this.prefix.length) this.group = null;
    return this.#complete();
  }

  #complete() {
    const { candidates } = this;
    const isNamed = candidates.length === 1 && candidates[0].cells.length === this.prefix.length;
    return this.prefix.length && isNamed ? candidates[0] : null;
  }
}

/** Replace the last mention of a cell in a step. */
function withoutCell(step, cell) {
  const at = step.lastIndexOf(cell);
  return at < 0 ? step : `${step.slice(0, at)}·${step.slice(at + cell.length)}`;
}

/** Return what differs between texts that are split into parts. */
function differences(texts, separator) {
  const parts = texts.map((text) => text.split(separator));
  const least = Math.min(...parts.map(({ length }) => length));
  const isCommon = (pick) => parts.every((one) => pick(one) === pick(parts[0]));
  let [first, last] = [0, 0];
  while (first < least && isCommon((one) => one[first])) first += 1;
  while (last < least - first && isCommon((one) => one.at(-1 - last))) last += 1;
  return parts.map((one) => one.slice(first, one.length - last).join(separator));
}

/** Return short labels that tell choices with the same cells apart, each with an explanation. */
export function optionLabels(options, cells) {
  const steps = options.map(({ step }) => step);
  if (options.length === 1) {
    // What is left without the cells, such as "raise" in "raise:d3".
    const rest = cells.reduce(withoutCell, steps[0]).replace(/[·:@x-]+/g, " ").trim();
    return [{ label: rest || steps[0], note: "" }];
  }
  const labels = differences(steps, "");
  const words = differences(options.map((option) => option.words), " ");
  return labels.map((label, at) => {
    const note = words[at].length <= 28 ? words[at] : "";
    return { label: label || steps[at], note: note === label ? "" : note };
  });
}

/** Return choices without cells by kind: the part of their text before a colon. */
function byKind(choices) {
  const kinds = new Map();
  for (const choice of choices) {
    const [, kind = "", label = choice.step] = /^([^:]+):(.+)$/.exec(choice.step) ?? [];
    if (!kinds.has(kind)) kinds.set(kind, []);
    kinds.get(kind).push({ label, choice });
  }
  return kinds;
}

function labeledButton(label, title, onClick) {
  const node = htmlNode("button", { type: "button", class: "pg-button", title }, htmlNode("b", {}, label));
  node.addEventListener("click", onClick);
  return node;
}

function choiceButton(choice, label, note, onChoose) {
  const node = labeledButton(label, choice.words, () => onChoose(choice));
  if (note) node.append(" ", htmlNode("span", {}, note));
  Object.assign(node.dataset, { step: choice.step, words: choice.words });
  return node;
}

/** The buttons for choices that cells do not name. */
export class ChoiceButtons {
  #onChoose;
  #onGroup;

  constructor({ onChoose, onGroup }) {
    this.#onChoose = onChoose;
    this.#onGroup = onGroup;
    /** Below the board: choices with the same cells. */
    this.options = htmlNode("div", { class: "pg-options", role: "group", "aria-label": "choose one" });
    /** Next to the board: choices without cells. */
    this.root = htmlNode("div", { class: "pg-choices" });
  }

  /** Show the choices of a new frame. */
  setModel(model) {
    this.model = model;
    const kinds = [...byKind(model.unplaced)].map(([kind, items]) => this.#kind(kind, items));
    this.groups = new Map();
    // One group needs no button: a click on a cell is enough.
    if (model.groups.size > 1) {
      for (const [key, choices] of model.groups) {
        const [{ label }] = optionLabels([choices[0]], choices[0].cells);
        const title = withoutCell(choices[0].words, choices[0].cells[0]).replace("·", "…");
        this.groups.set(key, labeledButton(label, title, () => this.#onGroup(key)));
      }
      kinds.unshift(section("then choose a cell", htmlNode("div", { class: "pg-buttons" }, ...this.groups.values())));
    }
    this.root.replaceChildren(...kinds);
    this.update();
  }

  /** Show what is selected. */
  update() {
    const { model } = this;
    for (const [key, node] of this.groups) node.setAttribute("aria-pressed", String(model.group === key));
    const { options } = model;
    const labels = options.length ? optionLabels(options, model.prefix) : [];
    this.options.replaceChildren(
      ...options.map((option, at) => choiceButton(option, labels[at].label, labels[at].note, this.#onChoose)),
    );
  }

  /** Show the visits of steps on their buttons. */
  setVisits(visits) {
    const most = Math.max(1, ...visits.values());
    for (const node of this.root.querySelectorAll("[data-step]")) {
      const count = visits.get(node.dataset.step) ?? 0;
      node.style.setProperty("--pg-share", String(count / most));
      node.title = count ? `${node.dataset.words}; ${count} visits` : node.dataset.words;
    }
  }

  /** Mark the button of a step as the hint. */
  setHint(step) {
    for (const node of this.root.querySelectorAll("[data-step]")) {
      node.classList.toggle("pg-hinted", node.dataset.step === step);
    }
  }

  #kind(kind, items) {
    const buttons = items.map(({ label, choice }) => choiceButton(choice, label, "", this.#onChoose));
    const box = htmlNode("div", { class: "pg-buttons" }, ...buttons);
    if (items.length <= MANY) return section(kind, box);
    const filter = htmlNode("input", { type: "search", class: "pg-filter", placeholder: `filter ${items.length} choices` });
    filter.setAttribute("aria-label", `filter ${kind || "choices"}`);
    filter.addEventListener("input", () => {
      const text = filter.value.toLowerCase();
      items.forEach(({ choice }, at) => {
        buttons[at].hidden = !`${choice.step} ${choice.words}`.toLowerCase().includes(text);
      });
    });
    box.classList.add("pg-many");
    return section(kind, filter, box);
  }
}

function section(title, ...children) {
  const node = htmlNode("div", { class: "pg-section", role: "group", "aria-label": title || "choices" });
  if (title) node.append(htmlNode("div", { class: "pg-heading" }, title));
  node.append(...children);
  return node;
}

/** Lets users drag pieces from cell to cell. */
export class Dragging {
  #drag = null;
  #isClickDue = false;

  /**
   * @param {SVGElement} svg
   * @param {object} handlers `cellOf(event)`, `cellAt(event)`, `canDrag(cell)`, `onStart(cell)`, `onDrop(cell, from)`,
   *   `onEnd()`, `ghost(cell)` and `move(ghost, event)`
   * @param {AbortSignal} signal removes the listeners
   */
  constructor(svg, handlers, signal) {
    this.handlers = handlers;
    const listen = (name, listener) => svg.addEventListener(name, listener, { signal });
    listen("pointerdown", (event) => this.#onDown(event));
    listen("pointermove", (event) => this.#onMove(event));
    listen("pointerup", (event) => this.#onUp(event));
    listen("pointercancel", () => this.cancel());
  }

  /** Whether the click that follows belongs to a drag. It is asked once for each click. */
  takesClick() {
    const isTaken = this.#isClickDue;
    this.#isClickDue = false;
    return isTaken;
  }

  /** End the drag without a drop. */
  cancel() {
    if (this.#drag?.ghost) {
      this.#drag.ghost.remove();
      this.handlers.onEnd();
    }
    this.#drag = null;
  }

  #onDown(event) {
    this.cancel();
    this.#isClickDue = false;
    const cell = this.handlers.cellOf(event);
    if (event.button !== 0 || !event.isPrimary || cell < 0 || !this.handlers.canDrag(cell)) return;
    this.#drag = { cell, x: event.clientX, y: event.clientY, ghost: null };
  }

  #onMove(event) {
    const drag = this.#drag;
    if (!drag || !event.isPrimary) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_DISTANCE) return;
      event.target.setPointerCapture?.(event.pointerId);
      drag.ghost = this.handlers.ghost(drag.cell);
      this.handlers.onStart(drag.cell);
    }
    this.handlers.move(drag.ghost, event);
  }

  #onUp(event) {
    const drag = this.#drag;
    if (!drag || !event.isPrimary) return;
    this.cancel();
    if (!drag.ghost) return;
    this.#isClickDue = true;
    this.handlers.onDrop(this.handlers.cellAt(event), drag.cell);
  }
}
