// The board of a game on a page: drawing, choosing, and what is around the board.

import { CellLayer, announcement, cellText, pieceList, statusText } from "./accessibility.js";
import { Animation, isMotionReduced, newSteps } from "./animation.js";
import { ChoiceButtons, ChoiceModel, Dragging } from "./choosing.js";
import { Geometry } from "./geometry.js";
import { Layers, htmlNode, seatDot, svgNode } from "./layers.js";
import { StackBox, dragGhost, offBoardGroups, teamLine } from "./off_board.js";

/** Return a prefix for ids. Each widget in a notebook is a module of its own, so a counter would repeat. */
function newPrefix() {
  return `pg-board-${Math.random().toString(36).slice(2, 10)}`;
}

/** A board that shows frames and reports the steps that its user chooses. */
export class Board {
  #abort = new AbortController();
  #data;
  #options;
  #frame = null;
  #model = new ChoiceModel([]);
  #heat = null;
  #hint = null;
  #touch = null;

  /**
   * @param {Element} root the element that the board is put into
   * @param {object} data the result of `board_data`
   * @param {object} options
   * @param {function(string)} [options.onStep] called with the text of a chosen step
   * @param {function(string)} [options.onEntry] called with a typed text: a step or a whole turn
   * @param {boolean} [options.interactive] whether steps can be chosen
   * @param {number} [options.angle] degrees clockwise of the side that is at the bottom
   */
  constructor(root, data, options = {}) {
    this.#data = data;
    this.#options = { interactive: true, angle: 0, ...options };
    this.prefix = newPrefix();
    this.#build();
    root.append(this.root);
    const { signal } = this.#abort;
    const handlers = {
      onChoose: (cell, byKey) => this.#choose(cell, byKey),
      onClear: () => this.#clear(),
      onFocus: (cell, isVisible) => this.#point(cell, isVisible ? 0 : null),
    };
    this.cells = new CellLayer(this.svg, data, handlers, signal);
    this.dragging = new Dragging(this.svg, this.#dragHandlers(), signal);
    this.#listen(signal);
    this.setAngle(this.#options.angle);
    this.observer = new ResizeObserver(() => this.#resize());
    this.observer.observe(this.area);
  }

  // Building.

  #build() {
    const { interactive, onEntry } = this.#options;
    this.status = htmlNode("div", { class: "pg-status" });
    this.svg = svgNode("svg", { class: "pg-svg" });
    this.layers = new Layers(this.svg, this.prefix, this.#data);
    this.animation = new Animation(this.layers);
    this.stackBox = new StackBox();
    this.area = htmlNode("div", { class: "pg-area" }, this.svg, this.stackBox.root);
    this.readout = htmlNode("div", { class: "pg-readout", "aria-hidden": "true" });
    this.buttons = new ChoiceButtons({
      onChoose: (choice) => this.#play(choice),
      onGroup: (key) => this.#selectGroup(key),
    });
    this.offBoard = htmlNode("div", { class: "pg-off-board" });
    this.list = htmlNode("ul", {});
    this.live = htmlNode("div", { class: "pg-hidden", role: "status", "aria-live": "polite" });
    const pieces = htmlNode("details", { class: "pg-list" }, htmlNode("summary", {}, "Pieces as text"), this.list);
    const below = htmlNode("div", { class: "pg-below" }, this.buttons.options, this.readout);
    const main = htmlNode("div", { class: "pg-main" }, this.area, below);
    const side = htmlNode("div", { class: "pg-side" }, this.buttons.root, this.offBoard);
    if (interactive && onEntry) side.append(this.#entryForm());
    side.append(pieces);
    const layout = htmlNode("div", { class: "pg-layout" }, main, side);
    this.root = htmlNode("div", { class: "pg-board" }, this.status, teamLine(this.#data), layout, this.live);
  }

  #entryForm() {
    const id = `${this.prefix}-entry`;
    this.entry = htmlNode("input", { id, type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    const send = htmlNode("button", { type: "submit", class: "pg-button" }, "Play");
    const line = htmlNode("div", { class: "pg-line" }, this.entry, send);
    const form = htmlNode("form", { class: "pg-entry" }, htmlNode("label", { for: id }, "Step or turn"), line);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.entry.value.trim();
      if (text) this.#options.onEntry(text);
    });
    return form;
  }

  #listen(signal) {
    const listen = (node, name, listener) => node.addEventListener(name, listener, { signal });
    listen(this.svg, "click", (event) => {
      const cell = this.cells.cellOf(event);
      if (this.dragging.takesClick() || this.#touch?.isLong) return;
      this.stackBox.hide();
      // Clicks of the keyboard have no position.
      this.#choose(cell < 0 ? this.layers.geometry.cellAt(this.#pointOf(event)) : cell, false);
    });
    listen(this.svg, "pointerover", (event) => {
      if (event.pointerType === "mouse" && !event.buttons) this.#point(this.cells.cellOf(event), 250);
    });
    listen(this.svg, "pointerleave", () => this.#point(-1, null));
    listen(this.svg, "pointerdown", (event) => this.#onTouch(event));
    listen(this.svg, "pointermove", (event) => {
      const touch = this.#touch;
      if (touch && Math.hypot(event.clientX - touch.x, event.clientY - touch.y) > 8) this.#endTouch();
    });
    listen(this.svg, "pointercancel", () => this.#endTouch());
    listen(this.svg, "contextmenu", (event) => {
      if (this.#touch) event.preventDefault();
    });
    listen(this.root, "keydown", (event) => {
      if (event.key !== "Escape") return;
      this.stackBox.hide();
      if (this.#model.isStarted) this.#clear(this.buttons.options.contains(event.target));
    });
  }

  /** A long touch shows the pieces of a stack. */
  #onTouch(event) {
    this.#touch = null;
    this.stackBox.hide();
    if (event.pointerType === "mouse") return;
    const cell = this.cells.cellOf(event);
    if (cell < 0 || this.#stackAt(cell).length < 2) return;
    const touch = { x: event.clientX, y: event.clientY, isLong: false };
    this.#touch = touch;
    this.stackBox.later(450, () => {
      touch.isLong = true;
      this.dragging.cancel();
      this.#showStack(cell);
    });
  }

  #endTouch() {
    if (this.#touch && !this.#touch.isLong) this.stackBox.hide();
    this.#touch = null;
  }

  #dragHandlers() {
    return {
      cellOf: (event) => this.cells.cellOf(event),
      cellAt: (event) => this.layers.geometry.cellAt(this.#pointOf(event)),
      canDrag: (cell) => this.#draggable().has(cell),
      onStart: (cell) => {
        this.stackBox.hide();
        if (this.#model.prefix.join() !== this.#name(cell)) {
          this.#model.clear();
          this.#model.click(this.#name(cell));
        }
        this.#showChoice();
      },
      onDrop: (cell, from) => {
        if (cell === from) return;
        if (cell >= 0 && this.#canContinue(cell)) this.#choose(cell, false);
        else this.#clear();
      },
      ghost: (cell) => {
        const size = this.#pixels() * this.layers.geometry.cells[cell].disc * 3;
        const ghost = dragGhost(this.layers.sprites, this.#stackAt(cell), size);
        this.layers.dim(cell);
        this.area.append(ghost);
        return ghost;
      },
      move: (ghost, event) => {
        const box = this.area.getBoundingClientRect();
        ghost.style.transform = `translate(${event.clientX - box.left}px, ${event.clientY - box.top}px) translate(-50%, -50%)`;
      },
      onEnd: () => this.layers.dim(null),
    };
  }

  // Positions.

  #pointOf(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return [NaN, NaN];
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [x, y];
  }

  /** The number of pixels in a picture unit. */
  #pixels() {
    return this.svg.getScreenCTM()?.a ?? 1;
  }

  #name(cell) {
    return this.#data.cells[cell].name;
  }

  #numbers(names) {
    const { numbers } = this.layers.geometry;
    return [...names].map((name) => numbers.get(name)).filter((cell) => cell !== undefined);
  }

  #stackAt(cell) {
    return this.#frame?.pieces?.[this.#name(cell)] ?? [];
  }

  #resize() {
    const width = this.svg.clientWidth || this.area.clientWidth;
    if (!width) return;
    const [, , wide, high] = this.layers.setWidth(width);
    this.root.style.setProperty("--pg-aspect", (wide / high).toFixed(4));
  }

  // Showing.

  /**
   * Show a frame.
   *
   * @param {object} frame
   * @param {{animate?: boolean}} [options] whether moves since the last frame are animated
   */
  setFrame(frame, { animate = true } = {}) {
    const before = this.#frame;
    this.animation.finish();
    this.dragging.cancel();
    this.stackBox.hide();
    const isSame = before && before.ply === frame.ply && before.position === frame.position;
    this.#frame = frame;
    this.layers.draw(frame);
    const hadFocus = this.#hasFocusIn(this.buttons.root) || this.#hasFocusIn(this.buttons.options);
    this.#model = new ChoiceModel(this.#options.interactive ? (frame.choices ?? []) : []);
    this.buttons.setModel(this.#model);
    if (!isSame) {
      [this.#heat, this.#hint] = [null, null];
      if (this.entry) this.entry.value = "";
    }
    this.#showHelp();
    this.#showStatus();
    this.offBoard.replaceChildren(...offBoardGroups(frame.off_board ?? [], this.#data, this.layers.sprites));
    this.list.replaceChildren(...pieceList(frame, this.layers.geometry, this.layers.sprites));
    this.#showChoice();
    const steps = newSteps(before, frame);
    if (before && !isSame) this.live.textContent = announcement(frame, steps, this.#data);
    if (animate && steps.length && !isMotionReduced()) this.animation.start(before, frame, steps);
    // The buttons of the last frame are gone.
    if (hadFocus) this.cells.focus();
  }

  /** Turn the board: the side at this angle, in degrees clockwise, is at the bottom. */
  setAngle(degrees) {
    this.animation.finish();
    const geometry = new Geometry(this.#data, degrees);
    this.layers.setGeometry(geometry);
    this.cells.setGeometry(geometry);
    this.#resize();
    if (this.#frame) this.layers.draw(this.#frame);
    this.#showHelp();
    this.#showChoice();
  }

  /** Shade cells by the visits of steps, or remove the shades. Each item has `cells`, `visits` and perhaps `step`. */
  setHeat(steps) {
    this.#heat = steps;
    this.#showHelp();
    this.#showChoice();
  }

  /** Show an arrow for a step, or remove it. The step has `cells` and perhaps `step`. */
  setHint(step) {
    this.#hint = step;
    this.#showHelp();
  }

  /** Move the focus to the board. */
  focus() {
    this.cells.focus();
  }

  /** Remove the board and its listeners. */
  destroy() {
    this.animation.finish();
    this.dragging.cancel();
    this.stackBox.hide();
    this.observer.disconnect();
    this.#abort.abort();
    this.root.remove();
  }

  #hasFocusIn(node) {
    return node.contains(this.root.getRootNode().activeElement ?? null);
  }

  #showHelp() {
    const steps = (this.#heat ?? []).map((step) => ({ ...step, cells: this.#numbers(step.cells) }));
    this.layers.drawHeat(steps);
    this.layers.drawHint(this.#numbers(this.#hint?.cells ?? []));
    this.buttons.setVisits(new Map(steps.map(({ step, visits }) => [step, visits])));
    this.buttons.setHint(this.#hint?.step ?? null);
  }

  #showStatus() {
    const frame = this.#frame;
    const seat = frame.status?.seat ?? frame.hand_over;
    const dot = seat === null || seat === undefined ? [] : [seatDot(this.#data.seats[seat]?.color)];
    const text = htmlNode("span", { class: "pg-status-text" }, statusText(frame, this.#data));
    const step = frame.last?.at(-1)?.step;
    const last = step ? [htmlNode("span", { class: "pg-last-step" }, `last: ${step}`)] : [];
    this.status.replaceChildren(...dot, text, ...last);
  }

  /** Show a cell in words, and its stack after a delay. */
  #point(cell, delay) {
    this.pointed = cell;
    this.#showReadout();
    this.stackBox.hide();
    if (cell < 0 || delay === null || this.#stackAt(cell).length < 2) return;
    this.stackBox.later(delay, () => this.#showStack(cell));
  }

  #showReadout() {
    this.readout.textContent = this.names?.[this.pointed] ?? "";
  }

  #showStack(cell) {
    if (this.#abort.signal.aborted) return;
    const [box, area] = [this.cells.nodes[cell].getBoundingClientRect(), this.area.getBoundingClientRect()];
    const place = {
      left: box.left - area.left,
      right: box.right - area.left,
      top: box.top - area.top,
      width: area.width,
      height: area.height,
    };
    this.stackBox.show(this.#name(cell), this.#stackAt(cell), this.layers.sprites, place);
  }

  // Choosing.

  #draggable() {
    const pieces = this.#frame?.pieces ?? {};
    const long = this.#model.group === null ? this.#model.placed.filter(({ cells }) => cells.length > 1) : [];
    return new Set(this.#numbers(long.map(({ cells }) => cells[0]).filter((name) => pieces[name])));
  }

  #canContinue(cell) {
    const name = this.#name(cell);
    return this.#model.targets.has(name) || this.#model.candidates.some(({ cells }) => cells.at(-1) === name);
  }

  #choose(cell, byKey) {
    if (cell < 0 || !this.#model.placed.length) return;
    this.animation.finish();
    const choice = this.#model.click(this.#name(cell));
    if (choice) {
      this.#play(choice);
      return;
    }
    this.#showChoice();
    const { options, targets, prefix } = this.#model;
    if (byKey && options.length && !targets.size) this.buttons.options.firstElementChild.focus();
    else if (byKey && prefix.length) this.live.textContent = `${prefix.join(" ")}: ${targets.size} targets`;
  }

  #play(choice) {
    this.#model.clear();
    this.#showChoice();
    this.#options.onStep?.(choice.step);
  }

  #selectGroup(key) {
    this.#model.selectGroup(key);
    this.#showChoice();
  }

  #clear(moveFocus = false) {
    const [cell] = this.#numbers(this.#model.prefix);
    this.#model.clear();
    this.#showChoice();
    if (moveFocus) this.cells.focus(cell);
  }

  /** Show what can be chosen and what is selected. */
  #showChoice() {
    if (!this.#frame) return;
    const hadFocus = this.#hasFocusIn(this.buttons.options);
    const model = this.#model;
    const targets = this.#numbers(model.targets);
    const starts = this.#numbers(model.starts);
    const selected = this.#numbers(model.prefix);
    this.layers.drawTargets({ starts: model.isStarted ? [] : starts, selected, targets });
    this.buttons.update();
    this.cells.setStates({
      choosable: new Set([...starts, ...targets]),
      draggable: this.#draggable(),
      selected,
    });
    this.#nameCells(new Set(starts), new Set(targets), selected);
    if (hadFocus) this.cells.focus();
  }

  #nameCells(starts, targets, selected) {
    const [visits, total] = this.#visits();
    const titles = [];
    this.names = this.#data.cells.map(({ name }, cell) => {
      const parts = [cellText(name, this.#frame, this.layers.sprites)];
      if (selected.includes(cell)) parts.push("selected");
      else if (targets.has(cell)) parts.push("legal target");
      else if (starts.has(cell) && !this.#model.isStarted) parts.push("can be chosen");
      const count = visits.get(cell);
      if (count) titles[cell] = `${count} visits (${Math.round((100 * count) / total)} %)`;
      return [...parts, ...(count ? [titles[cell]] : [])].join("; ");
    });
    this.cells.setNames(this.names, titles);
    this.#showReadout();
  }

  /** The visits of each cell as a target, and of all steps. */
  #visits() {
    const visits = new Map();
    let total = 0;
    for (const { cells, visits: count } of this.#heat ?? []) {
      total += count;
      const [target] = this.#numbers(cells.slice(-1));
      if (target !== undefined) visits.set(target, (visits.get(target) ?? 0) + count);
    }
    return [visits, Math.max(total, 1)];
  }
}
