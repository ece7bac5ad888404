"""What the site is made from: the reference lists every name, games of the gallery are legal, and problems are found."""

import json
import re
from operator import attrgetter
from pathlib import Path

import pytest

import plyground as pg
import plyground.nets
from plyground import cli

pytest.importorskip("PIL", reason="the gallery needs the extra 'render'")
pytest.importorskip("resvg_py", reason="the gallery needs the extra 'render'")

import gallery_data
import gallery_library
import site_links
import site_reference
from gallery_games import AGENT, NUM_KEPT, read_games, result_of
from gallery_page import run_it, scores

MODULES = ("study", "learn", "nets", "envs", "pgn", "pdn", "golf", "arena")


def test_reference_has_every_public_name() -> None:
    names = [name for _, _, names in site_reference.PAGES.values() for name in names]
    assert len(names) == len(set(names))
    # Those of Stable-Baselines3 may not be installed.
    listed = [attrgetter(name)(pg) for name in names if not name.startswith("envs.Sb3")]
    public = [name for name in pg.__all__ if name not in ("__version__", *MODULES)]
    public += [f"{module}.{name}" for module in MODULES for name in attrgetter(module)(pg).__all__]
    # A name can be in several modules. It is listed once.
    assert [
        name for name in public if name not in names and not any(attrgetter(name)(pg) is one for one in listed)
    ] == []


def test_games_of_the_gallery() -> None:
    games = read_games()
    assert list(games) == list(pg.variants()), "make gallery plays the games of new variants"
    for id, game in games.items():
        state = pg.game(id).from_fen(game["start"])
        for step in game["steps"]:
            state.apply(step)
        assert 0 <= game["moment"] <= len(game["steps"]) == min(game["length"], NUM_KEPT)
        if game["length"] <= NUM_KEPT:
            assert result_of(state) == game["result"]
        assert game["agent"] == pg.agent(AGENT).resolve(state.game)


def test_random_figures_of_the_gallery() -> None:
    game = gallery_data.variants(["chess960"])[0].game
    [row] = pg.study.balance("chess960", measures=True, games=game["random"]["games"], seed=1).rows
    assert (round(row.mean_steps, 1), row.steps_p5) == (game["random"]["mean_steps"], game["random"]["steps_p5"])


def test_scores_of_games_with_simultaneous_choices_are_no_advantage_of_the_first_move() -> None:
    ids = ["stax", "two-move-chess", "synchronous-chess"]
    stax, two_move, synchronous = ("\n".join(scores(one)) for one in gallery_data.variants(ids))
    assert "simultaneously" not in stax
    assert "may be a figure of the agent" in two_move
    assert "the rules treat both alike" in synchronous


@pytest.mark.parametrize("id", ["stax", "cooperative-chess", "chess-golf-solo", "tri-chess-3", "glinski-chess"])
def test_programs_of_the_gallery(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    program = run_it(id).partition("```python\n")[2].partition("```")[0]
    exec(compile(program, id, "exec"), {})
    assert capsys.readouterr().out.startswith("(")
    commands = [line.removeprefix("$ plyground ").split() for line in run_it(id).splitlines() if line.startswith("$")]
    assert [cli.parser().parse_args(command).id for command in commands[:1]] == [id]
    assert cli.main([*commands[1][:-1], "20"]) == 0


def test_page_of_a_described_game() -> None:
    variant = gallery_library.described_variant("gardner-minichess")
    page, replay = gallery_library.page(variant, 0)
    assert "\n| cells | 25 squares |\n| kinds of pieces | 6 |\n| legal steps at the start | 7 |\n" in page
    text, _ = gallery_library.description_of("gardner-minichess")
    assert page.endswith(f"```toml\n{text.rstrip()}\n```\n")
    assert f"It has {variant.game['length']} steps. {variant.game['result']}" in page
    assert len(json.loads(replay.partition(" = ")[2].rstrip(";\n"))["steps"]) == variant.game["length"]
    assert variant.states()[-1].is_terminal


def test_every_game_of_the_library_names_its_source() -> None:
    for id in pg.variants(source="library"):
        _, keys = gallery_library.description_of(id)
        assert re.match("https?://", keys["source"]), id
        assert keys["summary"], id


def test_siblings_differ_in_one_option() -> None:
    [stax] = [one for one in gallery_data.variants() if one.id == "stax"]
    assert [(one.id, one.option, one.value) for one in stax.siblings] == [
        ("checkers", "game", "checkers"),
        ("stax-numbers", "numbers", "true"),
        ("cylindrical-stax", "topology", "cylindrical"),
        ("universal-stax", "topology", "universal"),
        ("queens", "game", "queens"),
        ("double-stax-cutthroat", "teams", "cutthroat"),
        ("double-stax-pairs", "teams", "pairs"),
    ]


def test_problems_of_links(tmp_path: Path) -> None:
    (tmp_path / "b.html").write_text('<h1 id="there">B</h1>')
    links = ["b.html", "b.html#there", "b.html#missing", "c.html", "https://example.org/", "#here"]
    text = "".join(f'<a href="{link}">x</a>' for link in links)
    (tmp_path / "a.html").write_text(f'<p id="here">{text}<img src="picture.png"></p>')
    assert site_links.problems_of(tmp_path) == [
        "a.html links to b.html#missing: the page has no such part",
        "a.html links to c.html: there is no such file",
        "a.html links to picture.png: there is no such file",
    ]
