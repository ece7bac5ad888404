// The script with the replay of a page comes before this one. `tools/gallery_replay.py` describes it.
const root = document.querySelector(".pg-replay");
if (root) {
  const replay = globalThis.plygroundReplay;
  const { cells, corners } = replay.board;
  for (const cell of cells) cell.outline = cell.outline.map((at) => corners[at]);
  for (const group of replay.off_board) group.items = group.items.map((at) => replay.items[at]);
  new ReplayView(root, replay, { heading: false });
}
