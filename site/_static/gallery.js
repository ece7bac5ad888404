/** The filters of the gallery. The address keeps them, so that a selection can be linked to. */
(() => {
  const form = document.querySelector(".gallery-filters");
  if (!form) return;
  const cards = [...document.querySelectorAll(".gallery-cards > li")];
  const count = document.querySelector(".gallery-count");

  function matches(card, name, value) {
    if (!value) return true;
    if (name === "search") return value.toLowerCase().split(/\s+/).every((word) => card.dataset.search.includes(word));
    if (name === "special") return card.dataset.special.split(", ").includes(value);
    return card.dataset[name] === value;
  }

  function show() {
    const values = [...new FormData(form)].filter(([, value]) => value.trim());
    for (const card of cards) card.hidden = !values.every(([name, value]) => matches(card, name, value.trim()));
    const shown = cards.filter((card) => !card.hidden).length;
    count.textContent = shown === 1 ? "1 game" : `${shown} games`;
    const text = new URLSearchParams(values).toString();
    history.replaceState(null, "", text ? `#${text}` : location.pathname + location.search);
  }

  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
    if (form.elements[name]) form.elements[name].value = value;
  }
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  show();
})();
