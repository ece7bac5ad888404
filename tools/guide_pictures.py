"""Draw the games of the guide to descriptions: ``python tools/guide_pictures.py`` writes their pictures.

The programs of ``docs/describing_a_game.md`` name each picture `picture`, and a link to its file follows.
"""

import re
from doctest import DocTestParser
from pathlib import Path
from typing import Any, Final

DOCS: Final = Path(__file__).parent.parent / "docs"
PAGE: Final = DOCS / "describing_a_game.md"
SCALE: Final = 0.6
"""The size of a picture, relative to that of `State.svg`."""

_PART = re.compile(
    r"^```python\n(.*?)^```$|!\[[^\]]*\]\((gallery/describing/step_\d+\.svg)\)", re.MULTILINE | re.DOTALL
)
_SIZE = re.compile(r' width="(\d+)" height="(\d+)"')


def draw() -> dict[Path, str]:
    """Return the pictures of the page by their paths."""
    names: dict[str, Any] = {}
    pictures = {}
    for program, link in _PART.findall(PAGE.read_text(encoding="utf-8")):
        if link:
            pictures[DOCS / link] = _SIZE.sub(_scaled, names.pop("picture"), count=1)
        for example in DocTestParser().get_examples(program):
            if example.exc_msg is None:
                exec(compile(example.source, PAGE.name, "exec"), names)
    return pictures


def _scaled(size: re.Match[str]) -> str:
    width, height = (round(SCALE * int(length)) for length in size.groups())
    return f' width="{width}" height="{height}"'


def main() -> None:
    """Write the pictures."""
    for path, picture in draw().items():
        path.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
