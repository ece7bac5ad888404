/** The playing page: the form for new games, and one game. */
import { GameView } from "./game_view.js";
import { Setup } from "./setup.js";
import { Server } from "./transport.js";

const server = new Server();
const main = document.getElementById("main");
let leaveGame = () => {};

async function showSetup() {
  leaveGame();
  document.title = "plyground";
  main.className = "pg-setup";
  const setup = new Setup(main, server, startGame);
  try {
    await setup.load();
  } catch (error) {
    main.textContent = error.message;
  }
}

async function startGame(request) {
  const { key, ...opening } = await server.post("games", request);
  const path = `games/${key}`;
  const abort = new AbortController();
  main.className = "pg-playing";
  main.replaceChildren();
  document.title = `${opening.board.title} – plyground`;
  const view = new GameView(main, opening, {
    command: (command) => server.post(path, command),
    analyze: (command) => server.post(`${path}/analyze`, command),
    load: (text) => server.post(`${path}/load`, { id: opening.board.id, options: opening.board.options, start: text, players: undefined }),
    leave: showSetup,
  });
  const close = () => server.request("DELETE", path, undefined, { keepalive: true }).catch(() => {});
  addEventListener("pagehide", close);
  leaveGame = () => {
    leaveGame = () => {};
    removeEventListener("pagehide", close);
    abort.abort();
    view.destroy();
    close();
  };
  follow(view, path, abort.signal);
}

/** Show each new frame until the game is left. */
async function follow(view, path, signal) {
  for (let pause = 500; !signal.aborted; ) {
    try {
      const { frame } = await server.post(`${path}/wait`, { version: view.version }, { signal });
      view.show(frame);
      pause = 500;
    } catch (error) {
      if (signal.aborted) return;
      view.panel.tell(`no connection to plyground serve: ${error.message}`);
      await new Promise((done) => setTimeout(done, pause));
      pause = Math.min(2 * pause, 10000);
    }
  }
}

function switchTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
}

document.getElementById("theme").addEventListener("click", switchTheme);
document.getElementById("home").addEventListener("click", (event) => {
  event.preventDefault();
  showSetup();
});
showSetup();
