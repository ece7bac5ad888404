"""Steps as users type them: in any case, in SAN, in PDN, with or without separators."""

import difflib
import re
from contextlib import suppress

from .._core import IllegalStep, State

__all__ = ["near_steps", "read_steps", "short_reason"]

MAX_NEAR = 6
"""The most steps that `near_steps` returns."""

_SEPARATORS = r"\-x:=+#!? "
"""The characters without meaning for `read_steps`, for a set in a regular expression."""


def read_steps(state: State, text: str) -> list[int]:
    """Return the actions of a step or a turn.

    These forms are tried in order, and the first that fits is taken:

    1. a step, as in `State.legal_steps`;
    2. a move of chess in SAN;
    3. a turn as in `State.apply_turn`, which includes PDN, unless the game has hidden information;
    4. a step or SAN with other letter case or separators, if exactly one legal step fits;
    5. several steps of one turn with spaces between them, unless the game has hidden information.

    Parameters
    ----------
    state : State
        The state. It does not change.
    text : str
        What the user typed.

    Returns
    -------
    list of int
        The actions, more than one for a turn of several steps.

    Raises
    ------
    IllegalStep
        If no legal step fits, or several.

    Examples
    --------
    >>> import plyground as pg
    >>> state = pg.game("chess").start()
    >>> [state.step_of(read_steps(state, text)[0]) for text in ("e2e4", "E2-E4", "Nf3", "nf3")]
    ['e2e4', 'e2e4', 'g1f3', 'g1f3']
    """
    try:
        return [state.action_of(text)]
    except IllegalStep as error:
        illegal = error
    try:
        return [state.action_of(state.parse_san(text))]
    except ValueError:
        pass
    if not state.game.info.has_hidden_information:
        after = state.copy()
        with suppress(ValueError):
            after.apply_turn(text)
            return _actions_after(after, len(state.actions))
    fitting = [step for step, names in _names(state).items() if _squashed(text) in map(_squashed, names)]
    if len(fitting) == 1:
        return [state.action_of(fitting[0])]
    if fitting:
        raise IllegalStep(f"{text!a} is ambiguous: {' or '.join(_with_san(state, step) for step in fitting)}")
    if " " in text and not state.game.info.has_hidden_information:
        return _read_words(state.copy(), text.split())
    raise illegal


def _read_words(state: State, words: list[str]) -> list[int]:
    """Return the actions of several steps of one turn. The state changes."""
    seat, first = state.current_player, len(state.actions)
    for word in words:
        if len(state.actions) > first and (state.current_player != seat or not state.is_mid_turn):
            raise IllegalStep(f"the turn is over before {word!a}")
        for action in read_steps(state, word):
            state.apply(action)
    return _actions_after(state, first)


def _actions_after(state: State, number: int) -> list[int]:
    """Return the actions after the first ones."""
    actions: list[int] = state.actions[number:].tolist()
    return actions


def near_steps(state: State, text: str) -> list[str]:
    """Return the legal steps that are spelled most like a text.

    Steps that begin on the same cell come first.

    Parameters
    ----------
    state : State
        The state.
    text : str
        What the user typed.

    Returns
    -------
    list of str
        At most six steps.

    Examples
    --------
    >>> import plyground as pg
    >>> near_steps(pg.game("chess").start(), "e2e5")
    ['e2e4', 'e2e3']
    """
    names = _names(state)
    spelled = {_squashed(name): step for step, alternatives in names.items() for name in alternatives}
    wanted = _squashed(text)
    similar = [spelled[name] for name in difflib.get_close_matches(wanted, spelled, len(spelled), cutoff=0.6)]
    first = state.game.step_cells(text.lower())[:1]
    from_cell = {step for step in names if first and state.game.step_cells(step)[:1] == first}
    from_cell_similar = [step for step in similar if step in from_cell]
    return list(dict.fromkeys([*from_cell_similar, *sorted(from_cell), *similar]))[:MAX_NEAR]


def short_reason(error: Exception) -> str:
    """Return why a step is not legal, without the list of legal steps."""
    return str(error).partition("; legal:")[0]


def _names(state: State) -> dict[str, list[str]]:
    """Return the texts of each legal step: the step, and SAN if the game has it."""
    steps = state.legal_steps()
    try:
        return {step: [step, state.san(step)] for step in steps}
    except ValueError:
        return {step: [step] for step in steps}


def _with_san(state: State, step: str) -> str:
    """Return a step with its SAN, if the game has it."""
    try:
        return f"{state.san(step)} ({step})"
    except ValueError:
        return step


def _squashed(text: str) -> str:
    """Return a text in lower case without separators and marks of captures and checks, and castling with letters.

    Between two numbers one separator remains: 1-12 is not 11-2.
    """
    if re.fullmatch(r"[0oO](-?[0oO]){1,2}[+#]?", text):
        text = text.replace("0", "o")
    joined = re.sub(rf"(?<=\d)[{_SEPARATORS}]+(?=\d)", "_", text.lower())
    return re.sub(f"[{_SEPARATORS}]", "", joined)
