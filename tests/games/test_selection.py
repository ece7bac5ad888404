"""The set of variants that tests play covers what variants differ in."""

import plyground as pg
from selection import covering, covering_variants, features


def test_a_covering_set_has_all_features() -> None:
    features_of = {"a": frozenset([1]), "b": frozenset([1, 2, 3]), "c": frozenset([4]), "d": frozenset([2, 4])}
    assert covering(features_of) == ("b", "c")


def test_selected_variants_have_every_family_board_option_and_mechanism() -> None:
    chosen = covering_variants()
    assert len(chosen) < len(pg.variants()) / 3
    for feature in frozenset[object]().union(*map(features, pg.variants())):
        assert any(feature in features(id) for id in chosen), feature
    for kind in (
        lambda info: info.family,
        lambda info: (info.family, info.board, len(info.cells), info.num_seats),
        lambda info: info.seat_teams,
    ):
        assert {kind(pg.info(id)) for id in chosen} == {kind(pg.info(id)) for id in pg.variants()}
