"""Games by text: what a seat reads, what it can answer, and how a game goes on after illegal answers."""

import hashlib
import json
import random
import re
import sys
from typing import Any

import pytest

import plyground as pg
from plyground.arena import IllegalAnswer, TextGame, instructions, read_answer, seat_text
from plyground.arena.prompts import PROMPT_FORMAT
from plyground.arena.seat_view import seat_name, seat_view, step_actors
from plyground.game_descriptions import game_from_dict
from repository import FAKE_ENGINE
from selection import info, selected_variants

HIDDEN = [id for id in pg.variants() if info(id).has_hidden_information]


def reached(id: str, steps: int, seed: int = 0) -> pg.State:
    """Return a state after random steps in which a seat is to act."""
    state = pg.game(id).start(seed)
    while (len(state.actions) < steps or state.current_player < 0) and not state.is_terminal:
        state.play_random(seed + len(state.actions), max_steps=1)
    return state


def play(game: TextGame, seed: int = 0) -> TextGame:
    """Answer all questions of a game with random legal steps."""
    rng = random.Random(seed)
    while game.question is not None:
        assert game.answer(f"step: {rng.choice(game.state.legal_steps())}").error is None
    return game


@pytest.mark.parametrize("family", sorted({info(id).family for id in pg.variants()}))
def test_every_variant_is_played_by_text(family: str) -> None:
    rng = random.Random(1)
    for id in selected_variants():
        info = pg.info(id)
        if info.family != family:
            continue
        game = TextGame(id, seed=2, max_steps=6)
        while (question := game.question) is not None:
            state = game.state
            assert question.seat == state.current_player
            assert f"You are seat {question.seat}: {seat_name(info, question.seat)}." in question.instructions
            assert info.title in question.instructions
            listed = question.text.partition(" legal step")[2]
            assert set(state.legal_steps()) <= set(listed.split()), id
            assert game.answer(rng.choice(state.legal_steps())).error is None
        assert game.reason == "cut-off" or game.state.is_terminal
        assert len(game.returns) == info.num_seats


@pytest.mark.parametrize("id", HIDDEN)
def test_texts_do_not_depend_on_hidden_information(id: str) -> None:
    for steps in (1, 6, 17):
        state = reached(id, steps)
        if state.is_terminal:
            continue
        for seat in range(state.game.num_seats):
            for seed in range(3):
                other = state.resample_from_observation(seat, seed)
                ours, theirs = seat_view(state, seat), seat_view(other, seat)
                # The record of the other state starts there, so that it has no last steps.
                board = re.sub(r"^last: .*\n", "", ours.board, flags=re.MULTILINE)
                assert (board, ours.position, ours.legal_steps_text) == (
                    theirs.board,
                    theirs.position,
                    theirs.legal_steps_text,
                )
                seen = {*state.observation_history(seat)[1::2]}
                last = re.search(r"^last: (.*)$", ours.board, re.MULTILINE)
                assert last is None or set(last[1].split()) <= seen


def test_simultaneous_choices_are_hidden_until_all_have_chosen() -> None:
    prompts = set()
    for step in ("e2e4", "d2d4"):
        game = TextGame("synchronous-chess")
        assert game.question is not None
        assert "simultaneously now" in game.question.text
        game.answer(step)
        assert game.question.seat == 1
        prompts.add(game.question.prompt)
        game.answer("e7e5")
        assert step in game.question.text
    assert len(prompts) == 1


def test_steps_since_the_last_own_step() -> None:
    state = pg.game("english-draughts").start()
    assert seat_text(state, 0).startswith("Steps since the start: none\n")
    for step in ("11-15", "22-18", "15x22", "25x18"):
        state.apply(step)
    assert step_actors(state) == [0, 1, 0, 1]
    assert seat_text(state, 0).startswith("Steps since your last step:\nwhite: 25x18\n\n")
    everything = seat_text(state, 0, history="all")
    assert everything.startswith("Steps since the start:\nblack: 11-15\nwhite: 22-18\nblack: 15x22\nwhite: 25x18\n\n")
    assert "legal step" not in seat_text(state, 0, legal_steps=False)
    assert "legal step" not in seat_text(state, 1)
    opened = TextGame("english-draughts", start=state, history="all")
    assert opened.question is not None
    assert opened.question.text == everything


def test_a_turn_of_several_steps_continues() -> None:
    game = pg.game("english-draughts")
    found = TextGame(game, start=game.from_fen("W:W22:B11,18 - 0 0 -"))
    assert found.question is not None
    assert "Your turn continues" not in found.question.text
    found.answer("22x15")
    assert "Your turn continues" in found.question.text
    assert found.question.text.startswith("Steps since your last step: none\n")


def test_the_texts_have_a_version() -> None:
    """After a change of the wording, raise PROMPT_FORMAT and enter the new checksum."""
    texts = [seat_text(reached(id, 8, seed=3), 0) for id in ("stax", "chess", "masquerade-chess")]
    checksum = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]
    assert (PROMPT_FORMAT, checksum) == (1, "b2d595f67c5bc26a")


def test_goals_and_partners() -> None:
    assert "Your partners are white 2." in instructions(pg.game("crowded-house"), 0)
    assert "a loss -0.5" in instructions(pg.game("tri-stax-3"), 2)
    assert "the same score, from -1 to 5" in instructions(pg.game("cooperative-chess"), 0)
    assert "The number of strokes is from 9 to 99" in instructions(pg.game("chess-golf-solo"), 0)


@pytest.mark.parametrize(
    ("answer", "step"),
    [
        ("e2e4", "e2e4"),
        ("  `E2-E4`.\n", "e2e4"),
        ("Nf3", "g1f3"),
        ("I prefer e2e4 to d2d4.\nSo:\n**Step:** `d2d4`.", "d2d4"),
        ("step: e2e4\nNo, better:\nmove = d2d4", "d2d4"),
        ('{"reason": "center", "step": "d2d4"}', "d2d4"),
        ('```json\n{\n  "move": "d2d4"\n}\n```', "d2d4"),
        ('step: e2e4\n{"step": "d2d4"}', "d2d4"),
        ('{"step": "e2e4"}\nstep: d2d4', "d2d4"),
        ("After some thought I play (d2d4), a good step.", "d2d4"),
        ("e2e4 loses a tempo.\nI play d2d4", "d2d4"),
        ("__Action__: d2d4", "d2d4"),
        ("Good \ud83d\ude00\ud800.\nstep: d2d4", "d2d4"),
        ('{"step": "e2e4"}' + '{"step":' + "[" * 100_000 + "}", "e2e4"),
    ],
)
def test_steps_are_found_in_answers(answer: str, step: str) -> None:
    assert read_answer(pg.game("chess").start(), answer) == step


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("", "names no legal step, got ''"),
        ("I resign.", "names no legal step"),
        ("step: e2e5", "the pawn on e2 cannot move to e5"),
        ("e2e5", "the pawn on e2 cannot move to e5"),
        ('{"step": "O-O"}', "'O-O' is not legal"),
        ("e2e4 or d2d4", "names several legal steps: e2e4, d2d4"),
        ("I play d2d4.\nstep: d2d5", "the pawn on d2 cannot move to d5"),
        ('The step: {"step":' + "[" * 100_000 + "}", "names no legal step"),
        ('The step: {"step": ' + "9" * 5_000 + "}", "names no legal step"),
        ("step: e2\ud800e4", "'e2\ufffde4' is not legal"),
        ('{"step": "\\ud800"}', "'\ufffd' is not legal"),
        ("step: e2\0e4", "is not legal"),
        ("\n" * 50_000 + "{" * 50_000 + "_" * 50_000, "names no legal step"),
    ],
)
def test_illegal_answers_have_reasons(answer: str, message: str) -> None:
    with pytest.raises(IllegalAnswer) as error:
        read_answer(pg.game("chess").start(), answer)
    assert message in str(error.value)
    assert "legal: a2a3" not in str(error.value), "the setting legal_steps=False must hide the list"


def test_questions_and_transcripts_hold_any_answer() -> None:
    game = TextGame("chess", retries=3)
    answers = ["e2\ud800e4", "one\u2028two\x85three\0", "\ud83d\ude00"]
    for answer in answers:
        assert game.answer(answer).error is not None
    assert game.question is not None
    sent = [message["content"] for message in game.question.messages if message["role"] == "assistant"]
    assert sent == ["e2\ufffde4", answers[1], "\U0001f600"]
    events = [json.loads(line) for line in game.transcript().splitlines()]
    assert [event["answer"] for event in events[1:]] == sent


def test_letters_of_cards_keep_their_case() -> None:
    state = reached("tar-pit-chess", 1)
    both = [step for step in state.legal_steps() if step.swapcase().replace("CARD", "card") in state.legal_steps()]
    for step in both:
        assert read_answer(state, f"step: {step}") == step
    # The hyphen of draughts is between numbers, where it matters.
    with pytest.raises(IllegalAnswer):
        read_answer(pg.game("english-draughts").start(), "step: 1115")


def test_retries_then_forfeit() -> None:
    game = TextGame("chess", [None, "random"], retries=1)
    first = game.question
    assert first is not None
    assert (first.retries_left, first.illegal) == (1, ())
    answer = game.answer("step: e2e5")
    assert answer.step is None
    assert answer.error is not None
    assert not answer.failed
    again = game.question
    assert again is not None
    assert again.text == first.text
    assert again.prompt.startswith(first.prompt)
    assert f"The answer is not valid: {answer.error}. " in again.prompt
    assert [message["role"] for message in again.messages] == ["system", "user", "assistant", "user"]
    assert game.answer("step: e2e5").failed
    assert (game.question, game.reason, game.forfeited_by, game.returns) == (None, "forfeit", 0, (-1.0, 1.0))
    with pytest.raises(ValueError, match="the game is over: forfeit"):
        game.answer("e2e4")


def test_retries_are_counted_anew_for_each_position() -> None:
    game = TextGame("chess", retries=1)
    for step in ("e2e4", "e7e5", "g1f3"):
        game.answer("hm")
        game.answer(step)
    assert game.question is not None
    assert (game.question.seat, game.question.retries_left, game.state.steps) == (1, 1, ["e2e4", "e7e5", "g1f3"])


def test_failures_can_play_a_random_step() -> None:
    games = [TextGame("chess", retries=0, on_failure="random", seed=seed, max_steps=20) for seed in (5, 5, 6)]
    for game in games:
        while game.question is not None:
            answer = game.answer("no idea")
            assert answer.failed
            assert answer.step in game.state.steps
    lines = [game.state.steps for game in games]
    assert lines[0] == lines[1] != lines[2]
    assert len(lines[0]) == 20
    assert (games[0].reason, games[0].returns) == ("cut-off", (0.0, 0.0))


@pytest.mark.parametrize(
    ("id", "returns"),
    [
        ("chess", (-1.0, 1.0)),
        ("tri-stax-3", (-0.5, 0.0, 0.0)),
        ("crowded-house", (-1.0, 1.0, -1.0, 1.0)),
        ("cooperative-chess", (-1.0, -1.0)),
        ("chess-golf-solo", (-99.0,)),
    ],
)
def test_returns_after_resignation(id: str, returns: tuple[float, ...]) -> None:
    game = TextGame(id)
    game.resign()
    assert (game.returns, game.reason, game.forfeited_by) == (returns, "forfeit", 0)


def test_a_forfeit_leaves_out_teams_that_are_out() -> None:
    state = reached("tri-chek-3", 0)
    rng = random.Random(0)
    while not state.is_terminal and all(map(state.is_active, range(3))):
        state.apply(rng.choice(state.legal_steps()))
    assert not state.is_terminal
    game = TextGame(state.game, start=state)
    seat = state.current_player
    game.resign()
    out = next(each for each in range(3) if not state.is_active(each))
    assert game.returns[seat] == game.returns[out] == -0.5
    assert sum(game.returns) == 0


@pytest.mark.parametrize("id", ["tar-pit-chess", "synchronous-chess", "crowded-house", "chess-golf"])
def test_the_seed_and_the_answers_determine_the_game(id: str) -> None:
    players: list[str | None] = [None, *["random"] * (pg.info(id).num_seats - 1)]
    same = [play(TextGame(id, players, seed=4, max_steps=60)).transcript() for _ in range(2)]
    assert same[0] == same[1]
    assert play(TextGame(id, players, seed=5, max_steps=60)).transcript() != same[0]


@pytest.mark.parametrize("id", ["stax", "cooperative-chess"])
def test_transcripts_repeat_the_game(id: str) -> None:
    game = TextGame(id, seed=9, max_steps=400)
    game.answer("what?")
    play(game)
    events: list[dict[str, Any]] = [json.loads(line) for line in game.transcript().splitlines()]
    start, end = events[0], events[-1]
    assert [start["event"], end["event"]] == ["start", "end"]
    state = game_from_dict(start["game"]).from_fen(start["start"])
    for event in events[1:-1]:
        if "error" in event:
            assert (event["answer"], "step" in event) == ("what?", False)
            continue
        assert state.current_player == event["seat"]
        if event["event"] == "answer":
            assert event["position"] == seat_text(state, event["seat"])
        state.apply(event["step"])
    assert state == game.state
    assert (end["record"], end["steps"]) == (state.steps, len(state.steps))
    assert end["returns"] == list(game.returns)


def test_invalid_settings() -> None:
    for arguments, message in (
        ({"players": ["random"]}, "one entry for each of the 2 seats of chess"),
        ({"players": "random"}, "one entry for each"),
        ({"retries": -1}, "retries must be a non-negative integer, got -1"),
        ({"on_failure": "stop"}, "on_failure must be 'forfeit' or 'random', got 'stop'"),
        ({"history": "none"}, "history must be 'new' or 'all', got 'none'"),
        ({"max_steps": 0}, "max_steps must be a positive integer, got 0"),
        ({"start": pg.game("stax").start()}, "start must be a state of Game\\('chess'\\), got one of Game\\('stax'\\)"),
    ):
        with pytest.raises(ValueError, match=message):
            TextGame("chess", **arguments)
    with pytest.raises(TypeError, match="an answer must be a text, got int"):
        TextGame("chess").answer(3)  # type: ignore[arg-type]
    over = TextGame("chess", start=reached("chess", 10_000))
    assert over.question is None
    assert over.returns == over.state.returns


def test_a_failing_engine_changes_nothing() -> None:
    arguments = ("-S", str(FAKE_ENGINE), "hub-illegal")
    engine = ",".join([f"hub:{sys.executable}", "nodes=5", *(f"arg={text}" for text in arguments)])
    game = TextGame("international-draughts", [None, engine])
    question = game.question
    with pytest.raises(pg.EngineFailure, match="which is not a legal move"):
        game.answer("32-28")
    assert game.question is question
    assert (game.state.steps, game.num_steps, len(game.events)) == ([], 0, 1)


def test_a_search_that_is_stopped_by_an_exception_changes_nothing() -> None:
    def should_stop() -> bool:
        raise TimeoutError

    game = TextGame("chess", [None, "ab:ms=600000"], should_stop=should_stop)
    question = game.question
    with pytest.raises(TimeoutError):
        game.answer("e2e4")
    assert (game.question, game.state.steps, len(game.events)) == (question, [], 1)


def test_agents_play_all_seats() -> None:
    game = TextGame("checkers", ["greedy", "random"], seed=1)
    assert game.question is None
    assert [event["event"] for event in game.events[:2]] == ["start", "step"]
    assert game.num_steps == len(game.state.steps)
