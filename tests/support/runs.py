"""A run in a folder, made without training, which would take seconds to compile."""

import json
from pathlib import Path
from typing import Final

import plyground as pg
from plyground.learn import Settings, checkpoint, game_file
from plyground.learn.learner import Learner
from plyground.learn.run import Run, create_run
from plyground.learn.teacher import play_teacher_games

RULES: Final = pg.game("checkers", size=4)
SETTINGS: Final = Settings(size=(1, 4), games_per_generation=2, max_steps=12, teacher="random", eval_games=0)


def make_run(folder: Path) -> Run:
    """Make a run of one generation, which a teacher played."""
    settings = json.loads(json.dumps(SETTINGS.to_dict()))
    run = create_run(
        folder, {"game": json.loads(RULES.to_json()), "fingerprint": RULES.fingerprint, "settings": settings}
    )
    run.generation, run.games_played, run.positions_seen = 1, SETTINGS.games_per_generation, 20
    run.buffered_generations = [1]
    run.rows = [{"generation": 1, "minutes": 0.5, "total_games": 2, "policy_loss": 1.0, "value_loss": 0.5}]
    game_file.save(run.games(1), play_teacher_games(RULES, SETTINGS, 0, 1).games)
    run.save(checkpoint.to_arrays(Learner(RULES, SETTINGS).state))
    return run
