"""Nothing that a seat must not see reaches the page, in any response and in any element."""

import json
import random
from typing import Any

import pytest

pytest.importorskip("playwright", reason="tests of the page need playwright")

import plyground as pg
from page_driver import Driver, Open
from plyground.player_ids import CHANCE
from plyground.ui.session import Session

MAX_STEPS = 12


class FixedAgent:
    """Makes the steps of a list."""

    spec = "fixed"

    def __init__(self, steps: list[str]) -> None:
        self._steps = iter(steps)

    def choose(self, state: pg.State, _: int) -> int:
        """Return the next step."""
        return int(state.action_of(next(self._steps)))


class FixedChance(random.Random):
    """Makes the outcomes of a list."""

    def __init__(self, steps: list[str]) -> None:
        super().__init__(0)
        self._steps = iter(steps)

    def choices(self, *_: object, **__: object) -> list[Any]:
        """Return the next outcome."""
        return [next(self._steps)]


def pair(id: str, beginnings: tuple[list[str], list[str]], seat: int, starts: tuple[str, ...]) -> list[pg.State]:
    """Return two games that look the same to a seat, up to and without the step that makes the difference visible.

    The steps after the given ones are the same in both.
    """
    rules, rng = pg.game(id), random.Random(0)
    states = [rules.from_fen(starts[at]) if starts else rules.start(1) for at in (0, 1)]
    for state, steps in zip(states, beginnings, strict=True):
        for step in steps:
            state.apply(step)
    for _ in range(MAX_STEPS):
        one, other = states
        if one.is_terminal or one.current_player != other.current_player or not look_same(states, seat):
            break
        common = sorted(set(one.legal_steps()) & set(other.legal_steps()))
        if not common:
            break
        step = rng.choice(common)
        for state in states:
            state.apply(step)
    # The last steps may have shown the difference.
    while not look_same(states, seat):
        for state in states:
            state.undo()
    return states


def look_same(states: list[pg.State], seat: int) -> bool:
    """Return whether a seat sees no difference, and has the same legal steps."""
    one, other = states
    return (
        one.observation_string(seat) == other.observation_string(seat)
        and one.observation_history(seat) == other.observation_history(seat)
        and one.is_terminal == other.is_terminal
        and (one.current_player != seat or one.legal_steps() == other.legal_steps())
    )


def received(driver: Driver, state: pg.State, seat: int) -> dict[str, str]:
    """Play a game on the page as the user of one seat, up to the user's last step. Return what the page received.

    The keys are the versions of frames, and the requests with other responses.
    """
    after, steps = state.game.from_fen(state.start_fen), dict[int, list[str]]()
    for step in state.steps:
        steps.setdefault(after.current_player, []).append(step)
        after.apply(step)
    players: Any = [None if at == seat else FixedAgent(steps.get(at, [])) for at in range(state.game.num_seats)]
    session = Session(state.game.from_fen(state.start_fen), players)
    session._rng = FixedChance(steps.get(CHANCE, []))
    turns = [driver.start_session(session)["version"]]
    for step in steps.get(seat, [])[:-1]:
        driver.by_entry(step)
        turns.append(driver.settle(turns[-1])["version"])
    found, key = {}, driver.key
    for entry in driver.traffic:
        if entry["text"] is None:
            continue
        frame = json.loads(entry["text"]).get("frame") if entry["url"].startswith("/api/games/") else None
        name = f"frame {frame['version']}" if frame else f"{entry['method']} {entry['url']} {entry['body']}"
        if entry["url"].endswith("/wait") and not frame:
            continue
        found[name.replace(key, "KEY")] = entry["text"].replace(key, "KEY")
    assert {f"frame {version}" for version in turns[1:]} <= found.keys()
    return found


MASKS = (["mask:BKNQR", "mask:QNBKR"], ["mask:BKNQR", "mask:RQNKB"])
DRAWN = ["a2a3", "card:P", "draw:B", "a7a5", "card:R"]
GRAVES = tuple(f"4k3/8/1p6/3N4/8/8/8/4K3 w - - - {buried} - d5,e8 move - - - 0" for buried in ("d5P", "e8P"))

# For each game: the seat of the user, two beginnings that it cannot tell apart, and perhaps two starts.
PAIRS: list[tuple[str, int, tuple[list[str], list[str]], tuple[str, ...]]] = [
    ("masquerade-chess", 0, MASKS, ()),
    ("synchronous-chess", 1, (["a2a3"], ["b2b3"]), ()),
    ("cooperative-chess", 0, ([*DRAWN, "draw:N"], [*DRAWN, "draw:P"]), ()),
    ("zombie-chess", 0, ([], []), GRAVES),
]


@pytest.mark.parametrize(("id", "seat", "beginnings", "starts"), PAIRS, ids=[pair[0] for pair in PAIRS])
def test_traffic_does_not_depend_on_what_is_hidden(
    open_page: Open, id: str, seat: int, beginnings: tuple[list[str], list[str]], starts: tuple[str, ...]
) -> None:
    """Until the rules show the difference, two games that differ in what is hidden look the same to the page."""
    states = pair(id, beginnings, seat, starts)
    assert states[0] != states[1]
    one, other = (received(open_page(), state, seat) for state in states)
    # Requests that wait may skip versions.
    for name in one.keys() & other.keys():
        assert one[name] == other[name], name
    assert {name for name in one.keys() ^ other.keys() if not name.startswith("frame")} == set()


def test_hand_over(driver: Driver) -> None:
    """Until a user confirms to be at the screen, neither the elements nor the traffic contain a view."""
    page, frame = driver.page, driver.start("masquerade-chess")
    state = pg.game("masquerade-chess").start(1)
    masks = {0: "BKNQR", 1: "RQNKB"}
    for step in ("mask:BKNQR", "mask:RQNKB", "a2a3", "b7b6", "a3a4"):
        seat, num_entries = state.current_player, len(driver.traffic)
        assert frame["hand_over"] == seat
        assert frame.keys() == {"version", "players", "hand_over", "failure"}
        content = page.content()
        for text in ("data-cell", "data-step", *masks.values()):
            assert text not in content
        assert page.locator(".pg-moves li").count() == 0
        frame = driver.confirm(frame)
        assert frame["seat"] == seat
        assert page.locator(".pg-hand-over").count() == 0
        driver.check_shows(state, seat)
        if state.steps[2:]:
            told = [entry["text"] or "" for entry in driver.traffic[num_entries:]]
            assert not any(masks[1 - seat] in text for text in told)
        driver.by_entry(step)
        frame = driver.settle(frame["version"])
        state.apply(step)


def test_no_other_requests(driver: Driver) -> None:
    """The page asks its own server only, for its files and for the game."""
    urls: list[str] = []
    driver.page.on("request", lambda request: urls.append(request.url))
    driver.page.reload()
    driver.start("zombie-chess", ["", "random"])
    driver.by_mouse("e2e4")
    driver.settle(driver.frame["version"])
    assert urls
    assert {url for url in urls if not url.startswith((f"{driver.site.url}static/", f"{driver.site.url}api/"))} <= {
        driver.site.url
    }
    recorded = [entry["url"] for entry in driver.traffic]
    assert all(url.removeprefix(driver.site.url[:-1]) in recorded for url in urls if "/api/" in url)
    assert not any(driver.site.token in url for url in urls)
