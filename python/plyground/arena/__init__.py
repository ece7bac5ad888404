"""Games by text for language models, and their evaluation.

- `TextGame`: a game in which seats answer questions in text.
- `evaluate`: games between a model and agents, with scores, intervals and the rate of illegal answers.
- `seat_text`, `instructions`, `rules_summary`: what a seat may see, and what it is told about the game.
- `read_answer`, `IllegalAnswer`: the step that an answer names.
"""

from .answers import IllegalAnswer, read_answer
from .evaluation import evaluate
from .evaluation_report import Evaluation, EvaluationRow
from .game_results import GameResult
from .prompts import instructions, seat_text
from .rules_summary import rules_summary
from .text_game import Answer, Message, Question, TextGame

__all__ = [
    "Answer",
    "Evaluation",
    "EvaluationRow",
    "GameResult",
    "IllegalAnswer",
    "Message",
    "Question",
    "TextGame",
    "evaluate",
    "instructions",
    "read_answer",
    "rules_summary",
    "seat_text",
]
