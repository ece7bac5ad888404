/** The board in a notebook: the interface of anywidget. */
import { element } from "./elements.js";
import { GameView } from "./game_view.js";

/** Called by anywidget for each view of the model. */
function render({ model, el }) {
  const root = element("div", { class: "pg-view pg-playing" });
  el.append(root);
  const waiting = new Map();
  let numRequests = 0;

  /** Send a command to Python, and wait for the answer. */
  function ask(content) {
    const id = `${model.model_id ?? ""}-${Math.random()}-${(numRequests += 1)}`;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      model.send({ ...content, id });
    });
  }

  function onMessage(message) {
    const request = waiting.get(message.id);
    if (!request) return;
    waiting.delete(message.id);
    if (message.error !== undefined) request.reject(new Error(message.error));
    else request.resolve(message);
  }

  const opening = () => ({ ...model.get("_opening"), frame: model.get("_frame") });
  const view = new GameView(root, opening(), {
    command: ask,
    analyse: (command) => ask({ ...command, do: "analyse" }),
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
    view.destroy();
  };
}

export default { render };
