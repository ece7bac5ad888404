"""Write the table of all keys of descriptions into its page, from the keys that the reader of descriptions knows."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from plyground import _core

PAGE = Path(__file__).resolve().parent.parent / "docs" / "describing_a_game.md"
HEADER = "| key | value | meaning |\n|---|---|---|\n"


def rows(keys: list[dict[str, Any]], path: str = "") -> Iterator[str]:
    """Yield a row for each key, tables before their keys."""
    for key in keys:
        name = f"{path}{key['name']}"
        kind, detail = (key["holds"], []) if isinstance(key["holds"], str) else next(iter(key["holds"].items()))
        yield f"| `{name}` | {value(kind, detail)} | {key['meaning']} |\n"
        inner = {"table": f"{name}.", "tables": f"{name}[].", "by-letter": f"{name}.P."}
        if kind in inner:
            yield from rows(detail, inner[kind])


def value(kind: str, detail: Any) -> str:
    """Return what a key holds, in words."""
    words = {
        "text": "a text",
        "texts": "a list of texts",
        "flag": "`true` or `false`",
        "table": "a table",
        "tables": "a list of tables",
        "by-letter": "a table for each kind",
        "by-color": "for each color, a table of texts",
        "text-by-color": "for each color, a text",
        "variants": "by name, tables with the keys of a description",
    }
    if kind == "word":
        return ", ".join(f"`{word}`" for word in detail)
    if kind in ("integer", "number"):
        return f"{'a whole number' if kind == 'integer' else 'a number'} from {detail[0]:g} to {detail[1]:g}"
    if kind == "integers":
        return f"a list of whole numbers from {detail[0]} to {detail[1]}"
    return words[kind]


def reference() -> str:
    """Return the table of all keys."""
    return HEADER + "".join(rows(json.loads(_core._description_keys())))


def main() -> None:
    """Replace the table of the page."""
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(text[: text.index(HEADER)] + reference(), encoding="utf-8")


if __name__ == "__main__":
    main()
