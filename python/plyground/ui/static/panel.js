/** The panel next to the board: players, values, moves and commands. */
import { button, element, saveFile } from "./elements.js";
import { drawMoves } from "./move_list.js";

/** The agents that the page offers, from weak to strong. */
export const AGENTS = [
  ["", "a person"],
  ["random", "random steps"],
  ["greedy", "greedy"],
  ["ab:2", "alpha-beta, depth 2"],
  ["ab:3", "alpha-beta, depth 3"],
  ["ab:4", "alpha-beta, depth 4"],
  ["mcts:200,cut=2", "tree search, 200 simulations"],
  ["mcts:2000,cut=2", "tree search, 2,000 simulations"],
  ["mcts:20000,cut=2", "tree search, 20,000 simulations"],
  ["strong", "the strongest, 0.1 seconds"],
  ["strong:ms=1000", "the strongest, 1 second"],
];

/** The panel of a game. */
export class Panel {
  /**
   * @param {Element} root
   * @param {object} opening The board data and the export formats.
   * @param {object} actions Functions: command(do, more), hint(agent), load(text), turn(degrees), leave().
   */
  constructor(root, opening, actions) {
    this.opening = opening;
    this.actions = actions;
    const { board } = opening;
    this.players = element("ul", { class: "pg-players", "aria-label": "players" });
    this.moves = element("div", { class: "pg-move-box", tabindex: "0", role: "region", "aria-label": "moves" });
    this.note = element("p", { class: "pg-note", role: "status" });
    const run = (name) => () => actions.command(name);
    this.buttons = {
      undo: button("Undo", run("undo")),
      redo: button("Redo", run("redo")),
      resume: button("Continue from here", run("resume")),
      hint: button("Hint", () => this.askHint()),
    };
    this.agent = element("input", { value: "strong", "aria-label": "agent for hints", spellcheck: "false" });
    this.angle = element("select", { "aria-label": "side at the bottom", onchange: () => actions.turn(Number(this.angle.value)) });
    board.seats.forEach((seat, at) => this.angle.append(element("option", { value: seat.angle }, `${seatLabel(board, at)} at the bottom`)));
    root.replaceChildren(
      this.players,
      element("div", { class: "pg-buttons" }, this.buttons.undo, this.buttons.redo, this.buttons.resume),
      element("div", { class: "pg-buttons" }, this.buttons.hint, this.agent),
      this.note,
      this.moves,
      element("div", { class: "pg-buttons" }, this.angle),
      this.records(),
      ...(actions.leave ? [element("div", { class: "pg-buttons" }, button("New game", actions.leave))] : []),
    );
  }

  /** The part that writes and reads records. */
  records() {
    const { formats } = this.opening;
    this.exports = formats.map((format) =>
      button(format === "position" ? "Copy position" : `Save ${format.toUpperCase()}`, () => this.export(format)),
    );
    const text = element("textarea", { rows: "3", "aria-label": "position string, saved game, PGN or PDN", spellcheck: "false" });
    const load = button("Load", () => this.actions.load(text.value));
    return element(
      "details",
      { class: "pg-records" },
      element("summary", {}, "Positions and records"),
      element("div", { class: "pg-buttons" }, ...this.exports),
      text,
      element("div", { class: "pg-buttons" }, load),
    );
  }

  /** Show a frame. */
  update(frame) {
    const { board } = this.opening;
    this.buttons.undo.disabled = !frame.can_undo;
    this.buttons.redo.disabled = !frame.can_redo;
    this.buttons.resume.hidden = !frame.is_paused;
    this.buttons.hint.disabled = frame.choices.length === 0;
    for (const one of this.exports) one.disabled = !frame.can_export;
    const rows = board.seats.map((seat, at) => {
      const acts = frame.current_player === at;
      const thinks = frame.waits_for === at && !frame.is_paused;
      const agent = frame.players[at] ?? "a person";
      const row = element(
        "li",
        { class: acts ? "pg-acts" : undefined },
        element("span", { class: `pg-dot pg-${seat.color}`, "aria-hidden": "true" }),
        `${seatLabel(board, at)}: ${agent}${thinks ? " is thinking …" : ""}`,
      );
      if (frame.returns) row.append(element("strong", {}, ` ${frame.returns[at] > 0 ? "+" : ""}${frame.returns[at]}`));
      row.append(element("span", { class: "pg-value-slot" }));
      return row;
    });
    this.players.replaceChildren(...rows);
    drawMoves(this.moves, frame, frame.can_undo || frame.can_redo ? (node) => this.actions.command("go_to", { node }) : undefined);
    this.note.textContent = frame.failure ? `The game has stopped: ${frame.failure}` : "";
  }

  /** Remove what belongs to the view of a seat. */
  clear() {
    for (const part of [this.players, this.moves, this.note]) part.replaceChildren();
  }

  /** Show the expected share of each seat as a bar. */
  showPercentages(percentages) {
    percentages.forEach((percent, seat) => {
      const bar = element("meter", { min: "0", max: "100", value: percent, "aria-label": `expected score: ${percent} %` });
      this.players.children[seat]?.querySelector(".pg-value-slot").replaceChildren(bar, ` ${percent} %`);
    });
  }

  /** Show a message. */
  tell(message) {
    this.note.textContent = message;
  }

  async askHint() {
    this.tell(`${this.agent.value} is thinking …`);
    const found = await this.actions.hint(this.agent.value);
    if (!found) return;
    this.tell(`${found.agent} would play ${found.step}`);
    this.showPercentages(found.percentages);
  }

  async export(format) {
    const reply = await this.actions.command("export", { format });
    if (!reply?.text) return;
    if (format !== "position") saveFile(reply.name, reply.text);
    else if (navigator.clipboard) {
      await navigator.clipboard.writeText(reply.text).catch(() => {});
      this.tell(reply.text);
    } else this.tell(reply.text);
  }
}

/** The name of a seat. */
export function seatLabel(board, seat) {
  return board.seats[seat].name;
}
