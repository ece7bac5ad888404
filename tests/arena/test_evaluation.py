"""Evaluation of language models, with scripted models."""

import json
import re
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.arena import Evaluation, Message, evaluate
from plyground.study.statistics.intervals import score_interval


def legal_steps(prompt: str) -> list[str]:
    """Read the legal steps of a prompt."""
    listed = re.split(r"\d+ legal steps?:\n", prompt)[-1]
    lines = [line for line in re.split(r"\n\n", listed)[0].splitlines() if " means: " not in line]
    return [word for line in lines for word in line.partition(": ")[2 * (": " in line)].split()]


def first_step(prompt: str) -> str:
    """A model that plays the first legal step."""
    return f"step: {legal_steps(prompt)[0]}"


def searches(prompt: str) -> str:
    """A model that reads the position of a prompt, and searches it."""
    position = re.findall(r"^position string: (.*)$", prompt, re.MULTILINE)[0]
    state = pg.game("checkers").from_fen(position)
    assert state.legal_steps() == sorted(legal_steps(prompt))
    return f"The position is {position}.\nstep: {state.step_of(pg.agent('ab:2').choose(state))}"


class Unreliable:
    """A model whose answers are illegal in turns."""

    def __init__(self, every: int) -> None:
        self.every = every
        self.calls = 0

    def __call__(self, prompt: str) -> str:
        """Answer, with an illegal step at every few calls."""
        self.calls += 1
        return "step: a1-a1" if self.calls % self.every == 0 else first_step(prompt)


def test_every_kind_of_game() -> None:
    games = ["checkers", "tri-stax-3", "crowded-house", "cooperative-chess", "chess-golf-solo", "synchronous-chess"]
    report = evaluate(first_step, games, games_per_seat=2, max_steps=40, seed=1)
    assert [row.games for row in report.rows] == [4, 6, 4, 2, 2, 4]
    assert [row.even_score for row in report.rows] == [1 / 2, 1 / 3, 1 / 2, None, None, 1 / 2]
    assert [row.kind for row in report.rows] == ["win", "win", "win", "shared", "strokes", "win"]
    assert {row.illegal_rate for row in report.rows} == {0.0}
    seats = {game: [result.seats for result in report.results if result.game == game] for game in games}
    assert seats["tri-stax-3"] == [(0,), (1,), (2,)] * 2
    assert seats["crowded-house"] == [(0, 2), (1, 3)] * 2
    assert seats["cooperative-chess"] == [(0, 1)] * 2
    by_game = {row.game: row for row in report.rows}
    assert by_game["cooperative-chess"].score == -1.0, "cut off"
    assert by_game["chess-golf-solo"].score == 99.0, "cut off"
    for row in report.rows:
        assert row.score_low <= row.score <= row.score_high
        assert row.mean_steps <= 40


def test_the_total_gives_each_game_the_same_weight() -> None:
    # Some games end by forfeits, and others are cut off.
    model = Unreliable(every=40)
    report = evaluate(model, ["checkers", "tri-stax-3"], games_per_seat=3, seed=2, retries=0, max_steps=50)
    assert 0 < sum(result.reason == "forfeit" for result in report.results) < 15
    assert report.total is not None
    assert report.total.games == 6 + 9
    assert report.total.score == pytest.approx(np.mean([row.score for row in report.rows]))
    assert report.total.even_score == pytest.approx((1 / 2 + 1 / 3) / 2)
    scores = {
        name: [result.score for result in report.results if result.game == name] for name in ("checkers", "tri-stax-3")
    }
    rounds = [np.mean(np.reshape(scores["checkers"], (3, 2)), 1), np.mean(np.reshape(scores["tri-stax-3"], (3, 3)), 1)]
    expected = score_interval(np.concatenate(rounds))
    assert (report.total.score_low, report.total.score_high) == (expected.low, expected.high)
    assert report.rows[1].score_low == score_interval(scores["tri-stax-3"], games_per_round=3).low


def test_a_model_that_reads_the_position_beats_random() -> None:
    report = evaluate(searches, "checkers", games_per_seat=6, seed=3)
    row = report.rows[0]
    assert row.illegal_rate == 0
    assert row.score_low > 0.5
    weak = evaluate(lambda _: "step: none", "checkers", games_per_seat=4, seed=3)
    assert weak.rows[0].score == 0
    assert weak.rows[0].forfeits == 8


def test_illegal_answers_are_counted() -> None:
    model = Unreliable(every=3)
    report = evaluate(model, "checkers", retries=1, games_per_seat=2, max_steps=30)
    row = report.rows[0]
    assert row.forfeits == row.failures == 0, "the answer after an illegal one is legal"
    assert row.retries == model.calls // 3
    assert row.illegal_rate == pytest.approx(model.calls // 3 / model.calls)
    assert row.positions + row.retries == model.calls
    assert sum(result.answers for result in report.results) == model.calls

    strict = evaluate(Unreliable(every=3), "checkers", retries=0, games_per_seat=2, max_steps=30)
    assert [result.reason for result in strict.results] == ["forfeit"] * 4
    assert [(result.positions, result.illegal, result.failures) for result in strict.results] == [(3, 1, 1)] * 4

    tolerant = evaluate(Unreliable(every=3), "checkers", retries=0, on_failure="random", games_per_seat=2, max_steps=30)
    assert tolerant.rows[0].forfeits == 0
    assert tolerant.rows[0].failures == round(tolerant.rows[0].illegal_rate * tolerant.rows[0].positions) > 4


def test_messages_and_names() -> None:
    seen: list[list[Message]] = []

    def model(messages: list[Message]) -> str:
        seen.append(messages)
        return "hm" if len(messages) == 2 else first_step(messages[1]["content"])

    report = evaluate(model, "checkers", takes="messages", name="my-model", max_steps=6)
    assert repr(report) == "<Evaluation of my-model: 2 games of 1 variants>"
    assert {len(messages) for messages in seen} == {2, 4}
    assert seen[0][0]["role"] == "system"
    assert report.rows[0].illegal_rate == 0.5
    # With one game the total says nothing more.
    assert str(report).splitlines()[0] == "my-model against random"
    assert len(str(report).splitlines()) == 3


def test_results_do_not_depend_on_threads() -> None:
    lock = threading.Lock()
    calls = []

    def model(prompt: str) -> str:
        with lock:
            calls.append(threading.get_ident())
        return first_step(prompt)

    games = ["checkers", "stax"]
    one, three = (evaluate(model, games, seed=4, max_steps=40, threads=threads) for threads in (1, 3))
    assert (one.rows, one.results) == (three.rows, three.results)
    assert len(set(calls)) > 1


def test_partners_can_be_agents() -> None:
    report = evaluate(first_step, "crowded-house", partners="greedy", opponents="greedy", max_steps=12)
    assert [result.seats for result in report.results] == [(0,), (1,), (2,), (3,)]
    assert report.settings["partners"] == "greedy"
    assert report.rows[0].even_score == 0.5


def test_random_turns_differ_between_rounds(tmp_path: Path) -> None:
    evaluate(first_step, "checkers", games_per_seat=2, random_turns=3, max_steps=2, transcripts=tmp_path)
    openings = [json.loads(path.read_text().splitlines()[1])["opening"] for path in sorted(tmp_path.iterdir())]
    assert [len(opening) for opening in openings] == [3] * 4
    assert openings[0] == openings[1] != openings[2] == openings[3]


def test_transcripts_continue_an_evaluation(tmp_path: Path) -> None:
    calls = 0

    def model(prompt: str) -> str:
        nonlocal calls
        calls += 1
        if calls == 40:
            raise ConnectionError("the service does not answer")
        return first_step(prompt)

    def run(**settings: Any) -> Evaluation:
        return evaluate(
            model, ["checkers", pg.game("checkers", size=6)], max_steps=30, transcripts=tmp_path, **settings
        )

    with pytest.raises(ConnectionError):
        run()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "checkers-round0-seat0.jsonl",
        "checkers-round0-seat1.jsonl",
    ]
    report = run()
    assert len(list(tmp_path.iterdir())) == 4
    played = calls
    again = run()
    assert calls == played
    assert (again.rows, again.total, again.results) == (report.rows, report.total, report.results)
    with pytest.raises(ValueError, match="is a game with other settings; use another folder"):
        run(retries=5)
    (tmp_path / "checkers-round0-seat0.jsonl").write_text("not JSON")
    with pytest.raises(ValueError, match="is not a transcript"):
        run()


def test_any_answer_can_be_stored(tmp_path: Path) -> None:
    answers = ("e2\ud800e4", "one\u2028two", '{"step":' + "[" * 100_000 + "}")
    calls = 0

    def model(prompt: str) -> str:
        nonlocal calls
        calls += 1
        prompt.encode()
        return answers[calls % 3]

    first, again = (evaluate(model, "checkers", transcripts=tmp_path) for _ in range(2))
    assert calls == 2 * 3
    assert first.rows == again.rows
    assert first.rows[0].illegal_rate == 1


def test_tables_and_json(tmp_path: Path) -> None:
    report = evaluate(first_step, ["checkers", "chess-golf-solo", "stax"], max_steps=10)
    frame = report.to_pandas()
    assert list(frame.index) == ["checkers", "chess-golf-solo", "stax", "all"]
    assert list(report.to_pandas(per_game=True)["game"]) == ["checkers"] * 2 + ["chess-golf-solo"] + ["stax"] * 2
    lines = str(report).splitlines()
    assert lines[1].split()[0] == "game"
    assert "chess-golf-solo (few strokes)" in lines[3]
    assert lines[-1].startswith("all ")
    report.save(tmp_path / "report.json")
    content = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert content["settings"]["model"] == "first_step"
    assert content["rows"][1]["even_score"] is None
    assert len(content["results"]) == 5
    assert content["machine"]["plyground"] == pg.__version__
    assert "<table" in report._repr_html_()


def test_invalid_arguments() -> None:
    for arguments, error, message in (
        ({"games": []}, ValueError, "games must have at least one game"),
        ({"games": ["chess", pg.game("chess")]}, ValueError, "games must be different, got 'chess' twice"),
        ({"games": ["ches"]}, pg.UnknownVariant, "there is no variant 'ches'"),
        ({"games_per_seat": 0}, ValueError, "games_per_seat must be an integer of at least 1, got 0"),
        ({"threads": 0}, ValueError, "threads must be an integer of at least 1, got 0"),
        ({"random_turns": -1}, ValueError, "random_turns must be an integer of at least 0, got -1"),
        ({"takes": "text"}, ValueError, "takes must be 'prompt' or 'messages', got 'text'"),
        ({"confidence": 2}, ValueError, "confidence must be a number between 0 and 1, got 2"),
        ({"opponents": "best"}, ValueError, "best"),
        ({"opponents": "uci:stockfish,nodes=5", "games": ["checkers"]}, ValueError, "plays only"),
        ({"model": "gpt"}, TypeError, "model must be a function from a prompt to an answer, got str"),
        ({"model": lambda _: None}, TypeError, "an answer must be a text, got NoneType"),
    ):
        given: dict[str, Any] = {"model": first_step, "games": ["chess"], **arguments}
        with pytest.raises(error, match=message):
            evaluate(given.pop("model"), given.pop("games"), **given)
