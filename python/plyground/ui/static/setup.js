/** The form that starts a game. */
import { button, element } from "./elements.js";
import { AGENTS } from "./panel.js";

/** The form: a list of all variants with filters, the options of one variant, and its players. */
export class Setup {
  /**
   * @param {Element} root
   * @param {object} server
   * @param {(request: object) => Promise<void>} onStart Called with the body of a request for a new game.
   */
  constructor(root, server, onStart) {
    Object.assign(this, { root, server, onStart });
    // Users can type before the variants are here.
    this.variants = [];
    this.search = element("input", { type: "search", placeholder: "name, such as zombie", "aria-label": "search variants", oninput: () => this.list() });
    this.filters = {
      num_seats: this.filter("seats", "any number of seats"),
      board: this.filter("board", "any board"),
      has_hidden_information: this.filter("information", "hidden or not", { true: "hidden information", false: "nothing hidden" }),
      has_chance: this.filter("chance", "with chance or not", { true: "with chance", false: "without chance" }),
    };
    this.count = element("p", { class: "pg-note", role: "status" });
    this.results = element("ul", { class: "pg-variants", "aria-label": "variants" });
    this.form = element("section", { class: "pg-form", "aria-label": "new game" });
    const filters = element("div", { class: "pg-buttons" }, this.search, ...Object.values(this.filters).map((one) => one.select));
    root.replaceChildren(element("section", { class: "pg-choose", "aria-label": "variants" }, filters, this.count, this.results), this.form);
  }

  filter(label, all, words = {}) {
    const select = element("select", { "aria-label": label, onchange: () => this.list() }, element("option", { value: "" }, all));
    return { select, words };
  }

  async load() {
    this.variants = await this.server.get("variants");
    for (const [key, { select, words }] of Object.entries(this.filters)) {
      const values = [...new Set(this.variants.map((variant) => String(variant[key])))].sort();
      for (const value of values) select.append(element("option", { value }, words[value] ?? (key === "num_seats" ? `${value} seats` : value)));
    }
    this.list();
    const named = this.variants.find((variant) => variant.is_named);
    if (named && !this.id) await this.choose(named.id, { scrolls: false });
  }

  list() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.variants.filter(
      (variant) =>
        words.every((word) => `${variant.id} ${variant.title}`.toLowerCase().includes(word)) &&
        Object.entries(this.filters).every(([key, { select }]) => !select.value || String(variant[key]) === select.value),
    );
    this.count.textContent = `${found.length} of ${this.variants.length} variants`;
    this.results.replaceChildren(
      ...found.map((variant) =>
        element("li", {}, button(variant.title, () => this.choose(variant.id), { title: variant.id, "aria-pressed": String(variant.id === this.id) })),
      ),
    );
  }

  /** Show the options and the players of a variant. */
  async choose(id, { scrolls = true } = {}) {
    this.id = id;
    const variant = await this.server.get(`variants/${encodeURIComponent(id)}`);
    if (this.id !== id) return;
    this.list();
    this.options = variant.options.map((option) => ({ option, input: optionInput(option) }));
    this.players = variant.seats.map((seat, at) => agentInput(seat, at, variant.agents));
    this.seed = element("input", { type: "number", min: "0", value: String(Math.floor(Math.random() * 1e6)), id: "pg-seed" });
    this.start = element("textarea", { rows: "2", id: "pg-start", spellcheck: "false" });
    this.note = element("p", { class: "pg-note", role: "alert" });
    const go = element("button", { type: "submit", class: "pg-primary" }, "Play");
    const fields = this.options.map(({ option, input }) => field(option.name, input, option.description));
    const players = this.players.map(({ label, input }) => field(label, input));
    const more = element(
      "details",
      {},
      element("summary", {}, "Options, seed and start"),
      ...fields,
      field("seed", this.seed, "the seed of chance and agents"),
      field("start", this.start, "a position string, a saved game, PGN or PDN; empty for the usual start"),
    );
    const form = element("form", {}, element("h2", {}, variant.title), element("p", {}, variant.summary), ...players, more, element("div", { class: "pg-buttons" }, go), this.note);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.form.replaceChildren(form);
    if (scrolls) this.form.scrollIntoView({ block: "nearest" });
    go.focus({ preventScroll: true });
  }

  async submit() {
    const options = {};
    for (const { option, input } of this.options) {
      const value = readOption(option, input);
      if (value !== option.value) options[option.name] = value;
    }
    const players = this.players.map(({ input }) => input.value.trim() || null);
    try {
      await this.onStart({ id: this.id, options, players, seed: Number(this.seed.value), start: this.start.value });
    } catch (error) {
      this.note.textContent = error.message;
    }
  }
}

let numFields = 0;

function field(name, input, description) {
  input.id ||= `pg-field-${(numFields += 1)}`;
  const label = element("label", { for: input.id }, name);
  const parts = [label, input];
  if (description) {
    const help = element("small", { id: `${input.id}-help` }, description);
    input.setAttribute("aria-describedby", help.id);
    parts.push(help);
  }
  return element("div", { class: "pg-field" }, ...parts);
}

function optionInput(option) {
  if (option.kind === "flag") return element("input", { type: "checkbox", checked: option.value });
  if (option.choices.length) {
    const select = element("select");
    for (const choice of option.choices) select.append(element("option", { value: choice, selected: choice === option.value }, String(choice)));
    return select;
  }
  const isNumber = option.kind === "number";
  return element("input", { type: isNumber ? "number" : "text", min: option.min, max: option.max, value: String(option.value), title: option.valid_values });
}

function readOption(option, input) {
  if (option.kind === "flag") return input.checked;
  const isNumber = option.kind === "number" || typeof option.choices[0] === "number" || (option.kind === "number or word" && /^-?\d+$/.test(input.value));
  return isNumber ? Number(input.value) : input.value;
}

/** The choice of a player. The agents that were named at the start of the server come first, and others can be typed. */
function agentInput(seat, at, named) {
  const list = element("datalist", { id: `pg-agents-${at}` });
  for (const [spec, label] of [...named.map((spec) => [spec, spec]), ...AGENTS]) if (spec) list.append(element("option", { value: spec }, label));
  document.getElementById(list.id)?.remove();
  const input = element("input", {
    list: list.id,
    value: at === 0 ? "" : "strong",
    placeholder: "a person",
    spellcheck: "false",
    title: "empty for a person, or an agent such as strong, ab:3 or mcts:2000,cut=2",
  });
  document.body.append(list);
  return { label: `${seat.color} (seat ${at})`, input };
}
