"""The rules of a game, as far as the prompts of language models state them."""

from .._core import Game


def rules_summary(game: Game) -> str:
    """Return what a prompt states about the rules of a game: its name, its rule document and its options.

    Parameters
    ----------
    game : Game
        The game.

    Returns
    -------
    str
        A few lines of text.

    Examples
    --------
    >>> import plyground as pg
    >>> print(rules_summary(pg.game("stax", size=6)).splitlines()[0])
    Stax (stax), of the family adams_checkers; rules: docs/rules/adams_checkers.md, section 1. Variants
    """
    info = game.info
    lines = [f"{info.title} ({info.id}), of the family {info.family}"]
    if info.rules:
        lines[0] += f"; rules: docs/rules/{info.family}.md, section {info.rules}"
    lines += [
        f"- {spec.name} = {_value_text(info.options[spec.name])}: {spec.description}" for spec in info.option_specs
    ]
    return "\n".join(lines)


def _value_text(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
