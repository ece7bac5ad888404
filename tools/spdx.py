"""License expressions (SPDX), as far as the policy and the notices need them."""

import re
from itertools import product

_TOKEN = re.compile(r"[()]|[^\s()]+")


def alternatives(expression: str) -> list[frozenset[str]]:
    """Expand a license expression into the sets of licenses that satisfy it.

    Parameters
    ----------
    expression : str
        An SPDX expression. The old notation of Cargo, which separates alternatives with a slash, is accepted as well.

    Returns
    -------
    list of frozenset of str
        One set for each way to comply. An exception belongs to the name: ``"Apache-2.0 WITH LLVM-exception"``.

    Raises
    ------
    ValueError
        If the expression is malformed.

    Examples
    --------
    >>> [sorted(licenses) for licenses in alternatives("(MIT OR Apache-2.0) AND Unicode-3.0")]
    [['MIT', 'Unicode-3.0'], ['Apache-2.0', 'Unicode-3.0']]
    """
    tokens = _TOKEN.findall(expression.replace("/", " OR "))
    found = _any_of(tokens)
    if tokens:
        raise ValueError(f"license expression {expression!r} is malformed at {tokens[0]!r}")
    return found


def is_satisfied(expression: str, allowed: frozenset[str]) -> bool:
    """Return whether the allowed licenses suffice for an expression.

    Examples
    --------
    >>> is_satisfied("MIT/GPL-3.0-only", frozenset({"MIT"}))
    True
    """
    return any(licenses <= allowed for licenses in alternatives(expression))


def _any_of(tokens: list[str]) -> list[frozenset[str]]:
    found = _all_of(tokens)
    while tokens[:1] == ["OR"]:
        tokens.pop(0)
        found += _all_of(tokens)
    return found


def _all_of(tokens: list[str]) -> list[frozenset[str]]:
    found = _one(tokens)
    while tokens[:1] == ["AND"]:
        tokens.pop(0)
        found = [left | right for left, right in product(found, _one(tokens))]
    return found


def _one(tokens: list[str]) -> list[frozenset[str]]:
    match tokens:
        case ["(", *_]:
            tokens.pop(0)
            found = _any_of(tokens)
            if tokens[:1] != [")"]:
                raise ValueError("a license expression lacks a closing parenthesis")
            tokens.pop(0)
            return found
        case [name, "WITH", exception, *_] if name[0].isalnum():
            del tokens[:3]
            return [frozenset({f"{name} WITH {exception}"})]
        case [name, *_] if name[0].isalnum() and name not in {"AND", "OR", "WITH"}:
            tokens.pop(0)
            return [frozenset({name})]
    raise ValueError(f"a license expression lacks a name before {' '.join(tokens) or 'its end'!r}")
