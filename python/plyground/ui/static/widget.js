/** The board in a notebook: the interface of anywidget. */
import { element } from "./elements.js";
import { GameView } from "./game_view.js";

const WAIT = 4000;
const WAITING = "waiting for Python. If no cell is running, run the cell of the board again.";

/** Called by anywidget for each view of the model. */
function render({ model, el }) {
  const root = element("div", { class: "pg-view pg-playing" });
  // JupyterLab has shortcuts for plain keys outside of text fields: two times d deletes a cell.
  root.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  });
  el.append(root);
  const stopFollowing = followTheme(root);
  const waiting = new Map();
  let numRequests = 0;

  /** Send a command to Python, and wait for the answer. */
  function ask(content) {
    const id = `${model.model_id ?? ""}-${Math.random()}-${(numRequests += 1)}`;
    return new Promise((resolve, reject) => {
      const isSearch = content.do === "analyze";
      const timer = setTimeout(() => isSearch || view.panel.tell(WAITING), WAIT);
      waiting.set(id, { resolve, reject, timer });
      model.send({ ...content, id });
    });
  }

  function onMessage(message) {
    const request = waiting.get(message.id);
    if (!request) return;
    waiting.delete(message.id);
    clearTimeout(request.timer);
    if (message.error !== undefined) request.reject(new Error(message.error));
    else request.resolve(message);
  }

  const opening = () => ({ ...model.get("_opening"), frame: model.get("_frame") });
  const view = new GameView(root, opening(), {
    command: ask,
    analyze: (command) => ask({ ...command, do: "analyze" }),
    load: async (text) => {
      await ask({ do: "load", text });
      return opening();
    },
  });
  const onFrame = () => view.show(model.get("_frame"));
  const onOpening = () => view.open(opening());
  model.on("change:_frame", onFrame);
  model.on("change:_opening", onOpening);
  model.on("msg:custom", onMessage);
  return () => {
    model.off("change:_frame", onFrame);
    model.off("change:_opening", onOpening);
    model.off("msg:custom", onMessage);
    stopFollowing();
    view.destroy();
  };
}

/** Keep the theme of an element that of the notebook around it. Return a function that ends this. */
function followTheme(root) {
  const update = () => {
    const isDark = isDarkAround(root);
    if (isDark === null) delete root.dataset.theme;
    else root.dataset.theme = isDark ? "dark" : "light";
  };
  // The element gets its place after this call. Notebooks tell their theme by attributes of the page, and load styles later.
  const observer = new MutationObserver(() => {
    update();
    setTimeout(update, 500);
  });
  for (const node of [document.documentElement, document.body]) observer.observe(node, { attributes: true });
  requestAnimationFrame(update);
  const timer = setTimeout(update, 500);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}

/** Whether the background around an element is dark. Null if there is none. */
function isDarkAround(root) {
  for (let node = root.parentNode; node; node = node.parentNode ?? node.host) {
    if (!(node instanceof Element)) continue;
    const [red, green, blue, alpha = 1] = (getComputedStyle(node).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
    if (alpha > 0.5) return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
  }
  return null;
}

export default { render };
