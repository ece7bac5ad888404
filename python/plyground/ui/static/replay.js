/** A game to step through. */
import { Board } from "./board.js";
import { button, element } from "./elements.js";
import { drawMoves } from "./move_list.js";

const SPEEDS = [[1500, "slow"], [800, "normal"], [300, "fast"]];

/** Return the complete frames of a replay: see `plyground.ui.replay.expand`. */
export function expandFrames(replay) {
  const frames = [];
  let frame = { pieces: {}, marks: {} };
  for (const changed of replay.frames) {
    frame = { ...frame, ...changed, pieces: merged(frame.pieces, changed.pieces), marks: merged(frame.marks, changed.marks) };
    const marks = Object.fromEntries(Object.entries(frame.marks).map(([cell, there]) => [cell, there.map((index) => replay.marks[index])]));
    const off_board = frame.off_board.map((index) => replay.off_board[index]);
    frames.push({ ...frame, marks, off_board, sprites: replay.sprites, choices: [], version: frames.length, hand_over: null });
  }
  return frames;
}

/** Return a dict by cell with its changes. Null removes a cell. */
function merged(before, changes) {
  const after = { ...before, ...changes };
  for (const [cell, value] of Object.entries(after)) if (value === null) delete after[cell];
  return after;
}

/** The view of a replay. Pages with a heading of their own leave out that of the replay. */
export class ReplayView {
  constructor(root, replay, { heading = true } = {}) {
    this.replay = replay;
    this.frames = expandFrames(replay);
    this.at = 0;
    this.timer = null;
    const { seats } = replay.board;
    const stage = element("div", { class: "pg-stage" });
    this.moves = element("div", { class: "pg-move-box", tabindex: "0", role: "region", "aria-label": "moves" });
    this.slider = element("input", {
      type: "range", min: "0", max: String(this.frames.length - 1), value: "0", "aria-label": "position", class: "pg-slider",
      oninput: () => this.stopAt(Number(this.slider.value)),
    });
    this.playButton = button("Play", () => this.toggle());
    this.speed = element("select", { "aria-label": "speed", onchange: () => this.timer && this.schedule() });
    for (const [milliseconds, label] of SPEEDS) this.speed.append(element("option", { value: milliseconds, selected: label === "normal" }, label));
    this.angle = element("select", { "aria-label": "side at the bottom", onchange: () => this.board.setAngle(Number(this.angle.value)) });
    seats.forEach((seat) => this.angle.append(element("option", { value: seat.angle }, `${seat.name} at the bottom`)));
    const step = (label, name, move) => button(label, () => this.stopAt(move()), { "aria-label": name });
    const side = element(
      "aside",
      { class: "pg-panel", "aria-label": "replay" },
      element(
        "div",
        { class: "pg-buttons" },
        step("|◀", "first position", () => 0),
        step("◀", "back", () => this.at - 1),
        this.playButton,
        step("▶", "forward", () => this.at + 1),
        step("▶|", "last position", () => this.frames.length - 1),
      ),
      this.slider,
      element("div", { class: "pg-buttons" }, this.speed, this.angle),
      this.moves,
    );
    root.replaceChildren(element("div", { class: "pg-game" }, stage, side));
    if (heading) root.prepend(element("h1", { class: "pg-title" }, replay.title));
    const near = seats[replay.seat ?? 0].angle;
    this.angle.value = String(near);
    this.board = new Board(stage, replay.board, { interactive: false, angle: near });
    // The document: keys also work before anything has the focus.
    root.ownerDocument.addEventListener("keydown", (event) => this.onKey(event));
    this.list = replay.steps.map((text, at) => ({ node: at + 1, parent: at, text }));
    this.stopAt(0);
  }

  /** Show a position. Steps forward by one are animated. */
  show(at) {
    this.at = Math.max(0, Math.min(this.frames.length - 1, at));
    this.board.setFrame(this.frames[this.at]);
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", `${this.at} of ${this.frames.length - 1}`);
    drawMoves(this.moves, { moves: this.list, node: this.at }, (node) => this.stopAt(node));
    if (this.at === this.frames.length - 1) this.pause();
  }

  stopAt(at) {
    this.pause();
    this.show(at);
  }

  toggle() {
    if (this.timer) {
      this.pause();
      return;
    }
    if (this.at === this.frames.length - 1) this.show(0);
    this.schedule();
  }

  schedule() {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.show(this.at + 1), Number(this.speed.value));
    this.playButton.textContent = "Pause";
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.playButton.textContent = "Play";
  }

  onKey(event) {
    if (event.target.closest("input, select, textarea, .pg-board") || event.altKey || event.ctrlKey || event.metaKey) return;
    const moves = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.frames.length - 1 };
    if (!(event.key in moves)) return;
    event.preventDefault();
    this.stopAt(moves[event.key]);
  }
}
