"""Check the pages of the site: links, parts that they load, and sizes."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

MAX_PAGE: Final = 150_000
"""The most bytes of a page of the gallery with its pictures and replay. Scripts and styles of all pages do not count."""

_TARGET = re.compile(r'<(?:a|link|img|script|source|use)\b[^>]*?\s(?:href|src)="([^"]*)"')
_ANCHOR = re.compile(r'\s(?:id|name)="([^"]*)"')


def problems_of(site: Path) -> list[str]:
    """Return what is wrong with the pages of a site: links to nothing, and pages of the gallery that are too large."""
    pages = {path: path.read_text(encoding="utf-8") for path in sorted(site.rglob("*.html"))}
    anchors = {path: {unescape(name) for name in _ANCHOR.findall(text)} for path, text in pages.items()}
    problems = []
    for path, text in pages.items():
        for target in dict.fromkeys(_TARGET.findall(text)):
            problem = _problem(path, unescape(target), anchors)
            if problem:
                problems.append(f"{path.relative_to(site)} links to {target}: {problem}")
    problems += [
        f"{path.relative_to(site)} has {size:,} bytes, more than {MAX_PAGE:,}"
        for path, size in gallery_sizes(site)
        if size > MAX_PAGE
    ]
    return problems


def gallery_sizes(site: Path) -> Iterator[tuple[Path, int]]:
    """Return the pages of variants with their sizes in bytes, pictures and replays included."""
    for path in sorted((site / "gallery").glob("*.html")):
        if path.stem != "index":
            parts = (
                f"replays/{path.stem}.js",
                f"pictures/{path.stem}-start.webp",
                f"pictures/{path.stem}-middle.webp",
            )
            yield path, path.stat().st_size + sum((path.parent / part).stat().st_size for part in parts)


def _problem(path: Path, target: str, anchors: dict[Path, set[str]]) -> str | None:
    """Return why a link does not work, or None if it does. Links to other sites are not followed."""
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        return None
    file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not file.is_file():
        return "there is no such file"
    if parts.fragment and file in anchors and unquote(parts.fragment) not in anchors[file]:
        # The gallery keeps its filters there.
        return None if "=" in parts.fragment else "the page has no such part"
    return None
