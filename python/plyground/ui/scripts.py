"""The scripts and styles of the page as single texts, for the widget and for replays in one file."""

import re
from functools import cache
from importlib import resources

__all__ = ["bundle", "read_static", "styles"]

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([a-z_]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=class|const|function|async|let)", re.MULTILINE)


@cache
def read_static(name: str) -> str:
    """Return a file of the folder ``static``."""
    return (resources.files(__package__) / "static" / name).read_text(encoding="utf-8")


@cache
def bundle(name: str, *, exports: bool = False) -> str:
    """Return a script with all that it imports, as one module.

    Parameters
    ----------
    name : str
        The file in ``static``.
    exports : bool, default False
        Whether what the script itself exports is still exported.

    Returns
    -------
    str
        The text of a module without imports.
    """
    parts: dict[str, str] = {}
    _add(name, parts)
    if exports:
        parts[name] = _IMPORT.sub("", read_static(name))
    return "".join(parts.values())


def _add(name: str, parts: dict[str, str]) -> None:
    """Add a script after all that it imports."""
    if name in parts:
        return
    text = read_static(name)
    for imported in _IMPORT.findall(text):
        _add(imported, parts)
    parts[name] = _EXPORT.sub("", _IMPORT.sub("", text))


@cache
def styles() -> str:
    """Return the styles of the board and of the panel."""
    return read_static("style.css") + read_static("page.css")
