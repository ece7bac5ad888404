"""The first page of the gallery: a card for each variant, with filters."""

from collections.abc import Iterable, Sequence
from html import escape

from gallery_data import Variant
from game_texts import FAMILIES


def index(variants: Sequence[Variant]) -> str:
    """Return the page as Markdown."""
    cards = "\n".join(map(_card, variants))
    return f"""# Gallery

{len(variants)} variants. Each has a page with pictures, facts, the score of the first seat, and a game to step through.

```{{raw}} html
<form class="gallery-filters" role="search" aria-label="variants">
{_field("search", '<input type="search" id="gallery-search" name="search" autocomplete="off">')}
{_select("seats", sorted({str(one.info.num_seats) for one in variants}))}
{_select("board", sorted({one.info.board for one in variants}))}
{_select("family", list(FAMILIES), [FAMILIES[name][0] for name in FAMILIES])}
{_select("special", ["none", "hidden information", "simultaneous choices", "chance"])}
</form>
<p class="gallery-count" role="status"></p>
<ul class="gallery-cards">
{cards}
</ul>
```
"""


def _field(name: str, control: str) -> str:
    return f'<label for="gallery-{name}"><span>{name}</span>{control}</label>'


def _select(name: str, values: Iterable[str], texts: Iterable[str] | None = None) -> str:
    values = list(values)
    options = "".join(
        f'<option value="{escape(value)}">{escape(text)}</option>'
        for value, text in zip(values, values if texts is None else texts, strict=True)
    )
    return _field(name, f'<select id="gallery-{name}" name="{name}"><option value="">any</option>{options}</select>')


def _card(variant: Variant) -> str:
    info = variant.info
    special = ", ".join(variant.special)
    about = f"{info.num_seats} {'seat' if info.num_seats == 1 else 'seats'}, {variant.board}"
    return (
        f'<li data-seats="{info.num_seats}" data-board="{info.board}" data-family="{info.family}" '
        f'data-special="{special or "none"}" data-search="{escape(f"{info.id} {info.title}".lower())}">'
        f'<a href="{info.id}.html"><img src="pictures/{info.id}-middle.webp" alt="" loading="lazy" width="180" height="180">'
        f"<strong>{escape(info.title)}</strong></a>"
        f"<span>{about}</span>" + (f"<span>{special}</span>" if special else "") + "</li>"
    )
