"""Options of games: declared values are accepted, and an error message names an invalid value."""

from typing import Any

import pytest

import plyground as pg
from plyground.envs import OpponentPool, SeatVector


def test_every_option_is_declared_and_has_a_valid_value() -> None:
    for id in pg.variants():
        info = pg.info(id)
        assert sorted(spec.name for spec in info.option_specs) == list(info.options)
        for spec in info.option_specs:
            value = info.options[spec.name]
            assert spec.description
            match spec.kind:
                case "flag":
                    assert isinstance(value, bool)
                case "word":
                    assert value in spec.choices
                case "number" if not spec.choices:
                    assert within(spec, value)
                case "number":
                    assert value in spec.choices
                    assert within(spec, value)
                case "number or word":
                    assert value in spec.choices or within(spec, value)


def within(spec: pg.OptionSpec, value: bool | int | str) -> bool:
    assert isinstance(value, int)
    assert spec.min is not None
    assert spec.max is not None
    return spec.min <= value <= spec.max


def test_undeclared_values_are_rejected() -> None:
    for id in ("chess", "chess960", "masquerade-chess", "stax", "tri-stax-2", "english-draughts"):
        for spec in pg.info(id).option_specs:
            wrong: list[Any] = ["nonsense", ""]
            if spec.min is not None and spec.max is not None:
                wrong += [spec.min - 1, spec.max + 1, True, str(spec.min)]
            elif spec.kind == "flag":
                wrong += [0, 1, "true"]
            for value in wrong:
                with pytest.raises(pg.BadOption) as refusal:
                    pg.game(id, **{spec.name: value})
                shown = f"'{value}'" if isinstance(value, str) else str(value).lower()
                assert str(refusal.value) == f"{id}: {spec.name} must be {spec.valid_values}, got {shown}"


def test_errors_about_keyword_arguments_name_the_arguments_and_the_options() -> None:
    for game in ("stax", pg.game("stax")):
        message = (
            r"stax has no option 'num_threads', and there is no such argument \(did you mean threads\?\); "
            r"its options: game, topology, .*; the arguments: num_games, row_per, max_steps, threads$"
        )
        with pytest.raises(pg.BadOption, match=message):
            SeatVector(game, 2, num_threads=2)
        with pytest.raises(pg.BadOption, match=r"'seeds', and there is no such argument \(did you mean seed\?\)"):
            pg.arena.TextGame(game, seeds=[1, 2, 3])
        with pytest.raises(pg.BadOption, match="'full', and there is no such argument; its options"):
            OpponentPool(game, full=0.25)
    with pytest.raises(pg.BadOption, match="its options: none; the arguments: num_games"):
        SeatVector("masquerade-chess", 2, size=6)
    assert SeatVector("stax", 2, size=6, frame="board").game == pg.game("stax", size=6, frame="board")


def test_options_are_those_of_the_game() -> None:
    with pytest.raises(pg.BadOption, match="chess has no option 'position'; its options: castling, castling_from"):
        pg.game("chess", position=518)
    with pytest.raises(pg.BadOption, match="masquerade-chess has no option 'castling'; it has no options"):
        pg.game("masquerade-chess", castling=False)
    with pytest.raises(
        pg.BadOption, match=r"no option 'tpology' \(did you mean topology\?\); its options: game, topology"
    ):
        pg.game("stax", tpology="flat")
    with pytest.raises(pg.BadOption, match="need double=true"):
        pg.game("chess", teams="pairs")
    assert pg.game("chess", cylinder=False) == pg.game("chess")


def test_variants_of_chess_are_options_of_chess() -> None:
    assert pg.game("chess", cylinder=True) == pg.game("cylindrical-chess")
    assert pg.game("chess", shadow=True) == pg.game("shadow-chess")
    assert pg.game("shadow-chess", cylinder=True) == pg.game("cylindrical-shadow-chess")
    plain = pg.game("cylindrical-shadow-chess", castling=False).start()
    assert plain.fen == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 -"


def test_the_options_of_another_id_open_it() -> None:
    for id, other in (
        ("queens", "universal-stax-numbers"),
        ("tri-chek-2", "tri-queens-6-trios"),
        ("italian-draughts", "russian-giveaway"),
        ("chess", "cylindrical-shadow-double-chess-cutthroat"),
        ("double-chess-pairs", "chess"),
    ):
        options: dict[str, Any] = {**pg.info(other).options}
        assert pg.game(id, **options) == pg.game(other)


def test_option_specs_compare_by_value() -> None:
    one, other = pg.info("stax").option_specs, pg.info("double-queens-pairs").option_specs
    assert one == other
    assert hash(one) == hash(other)
    assert repr(one[1]) == "OptionSpec('topology', flat, cylindrical or universal)"


def test_studies_take_options_as_games_are_made_with_them() -> None:
    small: dict[str, Any] = {"size": 6}
    quick: dict[str, Any] = {"games": 4, "seed": 3}
    rules = pg.game("stax", **small)
    both: dict[str, Any] = {"agents": ["greedy", "random"]}
    studies: list[tuple[Any, dict[str, Any]]] = [
        (pg.study.balance, quick),
        (pg.study.strength, quick | both),
        (pg.study.piece_values, quick | {"games": 300}),
        (pg.study.match, quick | both),
        (pg.study.atlas, quick | {"agents": ["random"]}),
    ]
    for asked, more in studies:
        report = asked("stax", **more, **small)
        assert report == asked(rules, **more), asked
        assert report != asked("stax", **more), asked
        with pytest.raises(TypeError, match="a Game has its options already: size cannot be changed"):
            asked(rules, **more, **small)
        with pytest.raises(pg.BadOption, match=r"stax has no option 'sise' \(did you mean size\?\)"):
            asked("stax", **more, sise=6)
        with pytest.raises(TypeError, match="game must be an id or a Game, got int"):
            asked(8, **more)
