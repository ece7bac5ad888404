/** A game: the board, the panel, and the screen between two people at one machine. */
import { Board } from "./board.js";
import { button, element } from "./elements.js";
import { Panel, seatLabel } from "./panel.js";

/** The view of one game. The host sends commands, and calls `show` with each new frame. */
export class GameView {
  /**
   * @param {Element} root
   * @param {object} opening `board`, `summary`, `formats` and the first `frame`.
   * @param {object} host Functions that return promises: command(command), analyze(command), load(text). Optional: leave().
   */
  constructor(root, opening, host) {
    this.root = root;
    this.host = host;
    this.open(opening);
  }

  /** Begin with a game, or continue with another one. */
  open(opening) {
    this.opening = opening;
    this.board?.destroy();
    this.board = null;
    this.version = -1;
    this.failure = null;
    delete this.root.dataset.version;
    this.angle = undefined;
    this.stage = element("div", { class: "pg-stage" });
    const side = element("aside", { class: "pg-panel", "aria-label": "game" });
    this.side = side;
    const title = element("h2", { class: "pg-title" }, opening.board.title);
    const rules = opening.summary
      ? [element("details", { class: "pg-rules" }, element("summary", {}, "How it is played"), element("p", {}, opening.summary))]
      : [];
    this.root.replaceChildren(title, ...rules, element("div", { class: "pg-game" }, this.stage, side));
    this.panel = new Panel(side, opening, {
      command: (name, more) => this.command({ do: name, ...more }),
      hint: (agent) => this.hint(agent),
      load: (text) => this.load(text),
      turn: (degrees) => this.turn(degrees),
      leave: this.host.leave,
    });
    this.show(opening.frame);
  }

  /** Show a frame, unless a later one is shown already. */
  show(frame) {
    if (!frame || frame.version < this.version || this.isLoading) return;
    // Each frame arrives twice: as the answer to a command, and as that to a waiting request. The second one must not
    // remove a selection that was made in the meantime.
    const isNew = frame.version !== this.version || (frame.failure ?? null) !== this.failure;
    if (!isNew) return;
    this.version = frame.version;
    this.failure = frame.failure ?? null;
    this.root.dataset.version = frame.version;
    if (frame.hand_over !== null) {
      this.askForSeat(frame.hand_over);
      return;
    }
    const isConfirmed = this.stage.contains(document.activeElement) && !this.board;
    if (!this.board) this.makeBoard(frame);
    this.side.hidden = false;
    this.board.setHeat(null);
    this.board.setHint(null);
    this.board.setFrame(frame);
    this.panel.update(frame);
    // The button that had the focus is gone.
    if (isConfirmed) this.board.focus();
  }

  makeBoard(frame) {
    const { seats } = this.opening.board;
    const users = frame.players.map((agent, seat) => (agent === null ? seat : -1)).filter((seat) => seat >= 0);
    const near = frame.seat ?? (users.length ? users[0] : 0);
    const angle = this.angle ?? seats[near].angle;
    this.stage.replaceChildren();
    this.board = new Board(this.stage, this.opening.board, {
      angle,
      onStep: (step) => this.command({ do: "step", step }),
      onEntry: (text) => this.command({ do: "enter", text }),
    });
    this.panel.angle.value = String(angle);
  }

  /** Hide everything until the user of a seat is at the screen. */
  askForSeat(seat) {
    this.board?.destroy();
    this.board = null;
    this.side.hidden = true;
    this.panel.clear();
    const name = seatLabel(this.opening.board, seat);
    const go = button(`Show the board to ${name}`, () => this.command({ do: "show", seat }), { class: "pg-primary" });
    this.stage.replaceChildren(
      element("div", { class: "pg-hand-over", role: "alert" }, element("p", {}, `It is the turn of ${name}. The others look away.`), go),
    );
    go.focus();
  }

  turn(degrees) {
    this.angle = degrees;
    this.board?.setAngle(degrees);
  }

  /** Send a command and show the frame of the reply. Returns the reply, or undefined after an error. */
  async command(command) {
    return this.attempt(async () => {
      const reply = await this.host.command(command);
      this.show(reply.frame);
      return reply;
    });
  }

  async hint(agent) {
    const { version } = this;
    return this.attempt(async () => {
      const found = await this.host.analyze({ agent });
      if (version !== this.version) return undefined;
      this.board?.setHeat(found.steps);
      this.board?.setHint(found);
      return found;
    });
  }

  async load(text) {
    await this.attempt(async () => {
      // Frames of the new game must not come before its board.
      this.isLoading = true;
      try {
        this.opening = await this.host.load(text);
      } finally {
        this.isLoading = false;
      }
      this.open(this.opening);
    });
  }

  async attempt(work) {
    try {
      return await work();
    } catch (error) {
      this.panel.tell(error.message);
      return undefined;
    }
  }

  destroy() {
    this.board?.destroy();
    delete this.root.dataset.version;
    this.root.replaceChildren();
  }
}
