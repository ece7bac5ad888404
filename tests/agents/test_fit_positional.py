"""The fit of the weights of positional evaluations."""

import re
from pathlib import Path

import numpy as np
import pytest

import fit_positional
import plyground as pg

WEIGHTS = sorted(Path("src/games").glob("*/positional/weights/*.txt"))


@pytest.mark.parametrize("path", WEIGHTS, ids=lambda path: path.stem)
def test_a_file_of_weights_is_written_as_it_is_read(path: Path) -> None:
    names, weights = fit_positional.read_weights(path)
    sizes = [len(group) for group in weights]
    assert fit_positional.text_of(names, sizes, np.concatenate(weights)) == path.read_text(encoding="utf-8")


def test_the_fit_finds_the_weights_that_decide_the_results() -> None:
    rng = np.random.default_rng(0)
    number, planted = 20_000, np.array([[50.0, 50.0], [-100.0, 0.0], [0.0, 80.0]])
    counts, middlegame = rng.integers(-2, 3, (number, 3)), rng.random((number, 1))
    terms = np.hstack([middlegame * counts, (1 - middlegame) * counts])
    material = 100 * rng.integers(-3, 4, number).astype(float)
    chances = 1 / (1 + np.exp(-(material + terms @ planted.T.ravel()) / 200))
    positions = fit_positional.Positions(
        terms.astype(np.float32),
        material,
        value=2 * chances - 1,
        result=(rng.random(number) < chances).astype(float),
        game=np.arange(number),
    )
    found = fit_positional.fit(positions, [2, 1], np.zeros((3, 2)))
    assert np.abs(found - planted).max() < 15


def test_quiet_positions_have_the_terms_of_both_sides() -> None:
    positions = fit_positional.positions_of("chess", "ab:nodes=50", 2, seed=0, counts_steps=False)
    assert positions.terms.shape[1] == 2 * len(pg.game("chess").start().positional_terms(0)[0])  # type: ignore[index]
    assert set(positions.game) == {0, 1}
    assert (np.abs(positions.value) < fit_positional.DECIDED).all()
    assert set(positions.material % 100) == {0}


def test_a_command_writes_weights_that_can_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, kept = tmp_path / "weights.txt", tmp_path / "positions.npz"
    layout = Path("src/games/checkers/positional/weights/stax.txt")
    common = ["stax", str(layout), str(out), "--agent", "ab:nodes=50", "--positions", str(kept)]
    fit_positional.main([*common, "--games", "20"])
    assert fit_positional.read_weights(out)[0] == fit_positional.read_weights(layout)[0]
    fit_positional.main([*common, "--games", "10", "--seed", "1"])
    assert re.findall(r"positions of (\d+) games", capsys.readouterr().out) == ["20", "30"]


def test_wrong_arguments_write_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, layout = tmp_path / "weights.txt", "src/games/checkers/positional/weights/stax.txt"
    for game, games, reason in (
        ("stax", "0", "there are no positions"),
        ("chess", "1", "the positions must have the 74 terms"),
    ):
        with pytest.raises(SystemExit):
            fit_positional.main([game, layout, str(out), "--agent", "ab:nodes=10", "--games", games])
        assert reason in capsys.readouterr().err
    assert not out.exists()


def test_a_game_without_terms_is_refused() -> None:
    with pytest.raises(SystemExit, match="english-draughts has no positional evaluation"):
        fit_positional.positions_of("english-draughts", "ab:nodes=10", 1, seed=0, counts_steps=False)
