"""A board of hexagons on the page: its cells, the labels at its rim, and arrow keys."""

import json
import math
from typing import Any

import pytest

pytest.importorskip("playwright", reason="tests of the page need playwright")

from page_driver import Open
from page_site import Site

HEIGHT = math.sqrt(3) / 2
"""Half of the height of a hexagon with side 1."""

# Draws a board from one side. Returns its rows and labels, the shades of cells, and the way of two arrow keys.
SHOW = """async ([text, angle]) => {
  const [{ Geometry }, { Layers }] = [await import("/static/geometry.js"), await import("/static/layers.js")];
  const data = JSON.parse(text);
  const geometry = new Geometry(data, angle);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const layers = new Layers(svg, "hexagons", data);
  layers.setGeometry(geometry);
  layers.setWidth(700);
  const names = (cells) => cells.map((at) => data.cells[at].name).join(" ");
  const way = (name, dx, dy) => {
    const cells = [geometry.numbers.get(name)];
    while (cells.length < 30) cells.push(geometry.neighbor(cells.at(-1), dx, dy));
    return names([...new Set(cells)]);
  };
  return JSON.stringify({
    rows: geometry.rows.map(names),
    labels: [...svg.querySelectorAll("text")].map((node) => node.textContent),
    shades: [...svg.querySelectorAll(".pg-cells polygon")].map((node) => node.getAttribute("class")),
    right: way("a1", 1, 0),
    up: way("b1", 0, -1),
  });
}"""


def hexagons(edge: int) -> dict[str, Any]:
    """Return the data of a regular board with the names of Gliński's chess."""
    reach = edge - 1
    spots = [(file, row) for row in range(-reach, edge) for file in range(-reach, edge) if abs(file + row) <= reach]
    corners = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]
    cells = []
    for file, row in spots:
        x, y = 1.5 * file, HEIGHT * (2 * row + file)
        name = f"{'abcdefghikl'[file + reach]}{row - max(-reach, -reach - file) + 1}"
        outline = [[round(x + dx / 2, 4), round(y + dy * HEIGHT, 4)] for dx, dy in corners]
        cells.append({"name": name, "outline": outline, "shade": ("medium", "dark", "light")[(file - row) % 3]})
    sides = [(0, 1), (1, 0), (1, -1)]
    pairs = [((file, row), (file + df, row + da)) for file, row in spots for df, da in sides]
    edges = sorted(sorted((spots.index(one), spots.index(to))) for one, to in pairs if to in spots)
    return {"shape": "hexagons", "cells": cells, "edges": {"side": edges}}


def test_hexagons_on_the_page(open_page: Open, site: Site) -> None:
    page = open_page(address=site.url + "static/none").page
    shown = json.loads(page.evaluate(SHOW, [json.dumps(hexagons(3)), 0]))
    assert shown["rows"] == ["c5", "a3 b4 c4 d4 e3", "a2 b3 c3 d3 e2", "a1 b2 c2 d2 e1", "b1 c1 d1"]
    assert sorted(shown["labels"]) == ["1", "2", "3", "4", "5", "a", "b", "c", "d", "e"]
    counts = {shade: shown["shades"].count(f"pg-{shade}") for shade in ("light", "medium", "dark")}
    assert counts == {"light": 6, "medium": 7, "dark": 6}
    assert shown["right"] == "a1 b2 c2 d2 e1"
    assert shown["up"] == "b1 b2 b3 b4 c5"
    turned = json.loads(page.evaluate(SHOW, [json.dumps(hexagons(3)), 180]))
    assert turned["up"] == "b1 c1"
    assert sorted(turned["labels"]) == sorted(shown["labels"])
