"""Steps in the answers of language models."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final

from .._core import IllegalStep, State
from ..truncate import truncated

KEYS: Final = ("step", "move", "action")
"""The names of a step in JSON and in a line such as ``step: e2e4``."""

_LINE: Final = re.compile(
    r"^(?:[^\w\n]|_){0,20}(?:" + "|".join(KEYS) + r")[*_`]*\s*[:=]\s*(?P<step>.+)$", re.IGNORECASE | re.MULTILINE
)
_OBJECT: Final = re.compile(r"\{[^{}]*\}")
_AROUND: Final = " \t\r\n*_`'\".,;!()[]{}<>$"
"""Characters around a step that do not belong to the step."""


class IllegalAnswer(ValueError):
    """An answer names no step, several steps, or a step that is not legal.

    Examples
    --------
    >>> import plyground as pg
    >>> try:
    ...     pg.arena.read_answer(pg.game("chess").start(), "step: e2e5")
    ... except pg.arena.IllegalAnswer as error:
    ...     print("not legal" in str(error))
    True
    """


def read_answer(state: State, text: str) -> str:
    r"""Return the legal step that an answer names.

    The answer is one of the following. The first that it contains is used, and the last one where it contains several:

    1. a step and nothing else;
    2. a JSON object with a step, such as ``{"step": "e2e4"}``;
    3. a line such as ``step: e2e4``;
    4. free text in which exactly one legal step occurs, or whose last line has exactly one.

    Steps can differ from the texts of `State.legal_steps` in case and in a hyphen between cells, if only one legal step fits.
    In ``chess`` and ``chess960`` Standard Algebraic Notation is accepted in the forms 1 to 3.

    Parameters
    ----------
    state : State
        The state in which a seat is to act.
    text : str
        The answer.

    Returns
    -------
    str
        The step, as `State.legal_steps` writes it.

    Raises
    ------
    IllegalAnswer
        If the answer names no step, several steps, or a step that is not legal.

    Examples
    --------
    >>> import plyground as pg
    >>> state = pg.game("chess").start()
    >>> read_answer(state, "The center matters.\nstep: **e2-e4**")
    'e2e4'
    >>> read_answer(state, '```json\n{"step": "Nf3"}\n```')
    'g1f3'
    """
    legal = state.legal_steps()
    text = well_formed(text)
    stated = _stated(text)
    if stated:
        return _legal_step(state, legal, stated)
    if (whole := text.strip(_AROUND)) and len(whole.split()) == 1:
        return _legal_step(state, legal, whole)
    lines = [line for line in text.splitlines() if line.strip()]
    named: list[str] = []
    for part in (text, *lines[-1:]):
        named = _named(part, legal)
        if len(named) == 1:
            return named[0]
    if named:
        raise IllegalAnswer(f"the answer names several legal steps: {truncated_list(named)}")
    raise IllegalAnswer(f"the answer names no legal step, got {truncated(text)}")


def well_formed(text: str) -> str:
    r"""Return a text that can be written as UTF-8: pairs of surrogates as one character, and the others as U+FFFD.

    >>> well_formed("\ud83d\ude00 e2\ud800e4") == "\U0001f600 e2\ufffde4"
    True
    """
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def truncated_list(steps: Sequence[str], most: int = 12) -> str:
    """Return steps as text, without the rest if there are many.

    >>> truncated_list(["e2e3", "e2e4", "g1f3"], most=2)
    'e2e3, e2e4 and 1 more'
    """
    shown = ", ".join(steps[:most])
    return f"{shown} and {len(steps) - most} more" if len(steps) > most else shown


def _stated(text: str) -> str | None:
    """Return the step in the last JSON object or line that has one, whichever is later."""
    found = [*_in_objects(text), *((match.start(), match["step"]) for match in _LINE.finditer(text))]
    return max(found)[1].strip(_AROUND) if found else None


def _in_objects(text: str) -> Iterator[tuple[int, str]]:
    for match in _OBJECT.finditer(text):
        try:
            content = json.loads(match[0])
        except (RecursionError, ValueError):
            continue
        for key in KEYS:
            if isinstance(step := content.get(key), str):
                # The end: a line in the object, such as `"step": "e2e4"`, is the same statement.
                # JSON can escape half of a pair of surrogates.
                yield match.end(), well_formed(step)
                break


def _legal_step(state: State, legal: Sequence[str], text: str) -> str:
    """Return the legal step that a text is."""
    if text in legal:
        return text
    plain = _plain(text)
    near = [step for step in legal if _plain(step) == plain]
    if len(near) == 1:
        return near[0]
    try:
        return state.parse_san(text)
    except ValueError:
        pass
    try:
        state.action_of(text)
    except IllegalStep as error:
        # The message of the core ends with legal steps, which a prompt may leave out.
        raise IllegalAnswer(str(error).partition("; legal: ")[0]) from error
    return text


def _plain(step: str) -> str:
    """Return a step without the case of letters and without a hyphen between cells that begin with letters."""
    return re.sub(r"(?<=\d)-(?=[a-z])", "", step.lower())


def _named(text: str, legal: Sequence[str]) -> list[str]:
    """Return the legal steps that occur in a text as words, each once."""
    words = dict.fromkeys(word.strip(_AROUND) for word in text.split())
    known = set(legal)
    return [word for word in words if word in known]
