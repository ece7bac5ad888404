"""The first page of the gallery: a card for each variant and each game of the library, with filters."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from gallery_data import Variant
from game_texts import FAMILIES

LIBRARY: Final = "described"
"""The family of the games of the library."""


def index(variants: Sequence[Variant], library: Sequence[Variant] = ()) -> str:
    """Return the page as Markdown. The games of the library are listed apart."""
    every = [*variants, *library]
    return f"""# Gallery

{len(variants)} variants. Each has a page with pictures, facts, the score of the first seat, and a game to step through.
[The library](#the-library) below has {len(library)} more games. The filters select from both.

```{{raw}} html
<form class="gallery-filters" role="search" aria-label="variants">
{_field("search", '<input type="search" id="gallery-search" name="search" autocomplete="off">')}
{_select("seats", sorted({str(one.info.num_seats) for one in every}))}
{_select("board", sorted({one.info.board for one in every}))}
{_select("family", [*FAMILIES, LIBRARY], [*(title for title, _, _ in FAMILIES.values()), "The library"])}
{_select("special", ["none", "hidden information", "simultaneous choices", "chance"])}
</form>
<p class="gallery-count" role="status"></p>
{_cards(variants)}
```

## The library

{len(library)} well-known games that are [described](../describing_a_game.md) as a text. Each page shows the text.

```{{raw}} html
{_cards(library)}
```
"""


def _cards(variants: Iterable[Variant]) -> str:
    cards = "\n".join(map(_card, variants))
    return f'<ul class="gallery-cards">\n{cards}\n</ul>'


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
    picture = "start" if info.family == LIBRARY else "middle"
    return (
        f'<li data-seats="{info.num_seats}" data-board="{info.board}" data-family="{info.family}" '
        f'data-special="{special or "none"}" data-search="{escape(f"{info.id} {info.title}".lower())}">'
        f'<a href="{info.id}.html"><img src="pictures/{info.id}-{picture}.webp" alt="" loading="lazy" width="180" height="180">'
        f"<strong>{escape(info.title)}</strong></a>"
        f"<span>{about}</span>" + (f"<span>{special}</span>" if special else "") + "</li>"
    )
