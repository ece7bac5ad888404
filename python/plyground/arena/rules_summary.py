"""The rules of a game, as far as the prompts of language models state them."""

from .._core import Game


def rules_summary(game: Game) -> str:
    """Return what a prompt states about the rules of a game: its name, how it is played, and its options.

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
    >>> print(rules_summary(pg.game("chess"))[:75])
    Chess (chess). Checkmate the enemy king on the 8x8 board, from the usual st
    """
    info = game.info
    lines = [f"{info.title} ({info.id}). {info.summary}".rstrip()]
    lines += [
        f"- {spec.name} = {_value_text(info.options[spec.name])}: {spec.description}" for spec in info.option_specs
    ]
    return "\n".join(lines)


def _value_text(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
