"""The games that the page offers."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from .._core import Info, _library, _names, variants
from .._core import game as open_game
from .._core import info as info_of
from ..truncate import truncated

__all__ = ["form_data", "named_games", "offered_games"]


def named_games(ids: Sequence[str]) -> list[str]:
    """Return the ids of games that the user has named, without the modules before ``:``, which are imported.

    Raises
    ------
    TypeError, ValueError
        If an id is not valid.
    """
    if isinstance(ids, str):
        raise TypeError(f"games must be a sequence of ids, such as ['stax'], got the text {truncated(ids)}")
    for id in ids:
        open_game(id)
    return list(dict.fromkeys(id.rpartition(":")[2] for id in ids))


def offered_games(named: Sequence[str]) -> list[dict[str, Any]]:
    """Return a dict for each game: those that the user has named, those that are registered in this process, and all variants."""
    built_in = _built_in_games()
    ids = dict.fromkeys((*named, *_names(), *built_in))
    return [{**(built_in.get(id) or _list_entry(id)), "is_named": id in named} for id in ids]


@cache
def _built_in_games() -> dict[str, dict[str, Any]]:
    return {id: _list_entry(id) for id in (*variants(), *_library())}


def _list_entry(id: str) -> dict[str, Any]:
    info = info_of(id)
    keys = ("family", "num_seats", "board", "has_hidden_information", "has_chance")
    title = info.title if info.id == id else f"{id} ({info.title})"
    return {"id": id, "title": title, **{key: getattr(info, key) for key in keys}}


def form_data(info: Info) -> dict[str, Any]:
    """Return what the form for a new game shows: the title, the summary, the options with their values, and the seats."""
    options = [
        {
            "name": spec.name,
            "kind": spec.kind,
            "choices": list(spec.choices),
            "min": spec.min,
            "max": spec.max,
            "valid_values": spec.valid_values,
            "description": spec.description,
            "value": info.options[spec.name],
        }
        for spec in info.option_specs
    ]
    seats = [{"color": color, "team": team} for color, team in zip(info.seat_colors, info.seat_teams, strict=True)]
    return {"id": info.id, "title": info.title, "summary": info.summary, "options": options, "seats": seats}
