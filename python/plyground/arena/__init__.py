"""Games by text for language models.

- `TextGame`: a game in which seats answer questions in text.
- `seat_text`, `instructions`, `rules_summary`: what a seat may see, and what it is told about the game.
- `read_answer`, `IllegalAnswer`: the step that an answer names.
"""

from .answers import IllegalAnswer, read_answer
from .prompts import instructions, seat_text
from .rules_summary import rules_summary
from .text_game import Answer, Message, Question, TextGame

__all__ = [
    "Answer",
    "IllegalAnswer",
    "Message",
    "Question",
    "TextGame",
    "instructions",
    "read_answer",
    "rules_summary",
    "seat_text",
]
