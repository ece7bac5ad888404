// Runs before the scripts of the page: records the traffic, and finds what tests ask for.
{
  const traffic = [];
  const original = window.fetch;
  window.fetch = async (url, init = {}) => {
    const entry = { method: init.method ?? "GET", url: String(url), body: init.body ?? null, status: null, text: null };
    traffic.push(entry);
    const response = await original(url, init);
    entry.text = await response.clone().text();
    entry.status = response.status;
    return response;
  };

  const openings = new Map();
  const lastOpening = (part) => {
    const entry = traffic.findLast(({ text }) => text?.startsWith('{"key"') || (part === "board" && text?.startsWith('{"board"')));
    if (!openings.has(entry)) openings.set(entry, JSON.parse(entry.text));
    return openings.get(entry)[part];
  };
  const board = () => lastOpening("board");
  const node = (cell) => document.querySelector(`[data-cell="${board().cells.findIndex(({ name }) => name === cell)}"]`);

  window.pgTest = {
    traffic,
    board,
    key: () => lastOpening("key"),
    /** The frame that is shown. */
    frame() {
      const version = document.getElementById("main").dataset.version;
      for (let at = traffic.length - 1; at >= 0; at -= 1) {
        if (!traffic[at].text?.includes('"frame"')) continue;
        const { frame } = JSON.parse(traffic[at].text);
        if (frame && String(frame.version) === version) return frame;
      }
      return null;
    },
    /** The number of responses with the frame of a version. */
    copies: (version) => traffic.filter(({ text }) => text?.includes('"frame"') && JSON.parse(text).frame?.version === version).length,
    /** What is shown: the frame, the status line, the scores of the seats and the pieces of each cell in words. */
    shown: () => ({
      frame: pgTest.frame(),
      status: document.querySelector(".pg-status-text")?.textContent,
      scores: [...document.querySelectorAll(".pg-players strong")].map((node) => Number(node.textContent)),
      cells: pgTest.cells(),
    }),
    /** Wait for a frame after a version in which a user is to act, or the game is over. Return what is shown. */
    async settle(version) {
      for (const end = performance.now() + 60000; performance.now() < end; ) {
        const shown = Number(document.getElementById("main").dataset.version ?? -1);
        const frame = shown > version ? pgTest.frame() : null;
        if (frame && (frame.hand_over !== null || frame.waits_for === null || frame.is_paused)) return JSON.stringify(pgTest.shown());
        await new Promise((done) => setTimeout(done, 5));
      }
      throw new Error(`nothing has happened since version ${version}: ${document.querySelector(".pg-note")?.textContent}`);
    },
    /** Wait until a condition holds. */
    async until(condition) {
      for (const end = performance.now() + 60000; !condition(); ) {
        if (performance.now() > end) throw new Error(`timed out waiting for ${condition}`);
        await new Promise((done) => setTimeout(done, 5));
      }
    },
    /** The middle of a cell in the window. */
    place(cell) {
      const polygon = node(cell);
      polygon.scrollIntoView({ block: "nearest" });
      const points = [...polygon.points];
      const mean = (key) => points.reduce((sum, point) => sum + point[key], 0) / points.length;
      const { x, y } = new DOMPoint(mean("x"), mean("y")).matrixTransform(polygon.getScreenCTM());
      return [x, y];
    },
    /** The arrow keys that lead from the focused cell to another one. */
    async keysTo(cell) {
      const { Geometry } = await import("/static/geometry.js");
      const geometry = new Geometry(board(), Number(document.querySelector("[aria-label='side at the bottom']").value));
      const keys = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      const start = Number(document.activeElement.dataset.cell);
      const paths = new Map([[start, []]]);
      for (const [at, path] of paths) {
        if (geometry.cells[at].name === cell) return path;
        for (const [key, [dx, dy]] of Object.entries(keys)) {
          const to = geometry.neighbor(at, dx, dy);
          if (!paths.has(to)) paths.set(to, [...path, key]);
        }
      }
      throw new Error(`arrow keys do not lead to ${cell}`);
    },
    /** The pieces of each cell in words. */
    cells(root = document) {
      const texts = [...root.querySelectorAll("[data-cell]")].map((one) => one.getAttribute("aria-label").split("; ")[0].split(/, (.*)/));
      return Object.fromEntries(texts.filter(([, text]) => text !== "empty"));
    },
  };
}
