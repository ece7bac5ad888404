/** What the theme lacks for keyboards and screen readers. */
for (const caption of document.querySelectorAll(".sidebar-tree .caption[role=heading]")) caption.setAttribute("aria-level", "2");
for (const [name, label] of [["sidebar-drawer", "site"], ["toc-drawer", "page"]]) {
  document.querySelector(`aside.${name}`)?.setAttribute("aria-label", label);
}
// The corner of a table is no heading.
for (const head of document.querySelectorAll("article th")) {
  if (!head.textContent.trim()) head.replaceWith(document.createElement("td"));
}
// The page of the search has no heading.
if (!document.querySelector("h1")) {
  const heading = document.createElement("h1");
  heading.textContent = document.title.split(" - ")[0];
  document.querySelector("article").prepend(heading);
}
// Blocks that scroll can be reached with Tab.
for (const block of document.querySelectorAll("article :is(pre, .table-wrapper, .output)")) {
  if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
}
