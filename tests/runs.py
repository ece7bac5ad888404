"""A run of learning as its folder has it, made without learning, which would take seconds to compile."""

import json
from pathlib import Path
from typing import Final

import plyground as pg
from plyground.learn import Settings, checkpoint, game_file
from plyground.learn.learner import Learner
from plyground.learn.lessons import taught
from plyground.learn.run import Run, begun

RULES: Final = pg.game("checkers", size=4)
SETTINGS: Final = Settings(size=(1, 4), games=2, max_steps=12, teacher="random", measure=0)


def made(folder: Path) -> Run:
    """A run of one generation, which a teacher played."""
    settings = json.loads(json.dumps(SETTINGS.told()))
    run = begun(folder, {"game": json.loads(RULES.to_json()), "fingerprint": RULES.fingerprint, "settings": settings})
    run.generation, run.played, run.seen, run.kept = 1, SETTINGS.games, 20, [1]
    run.rows = [{"generation": 1, "minutes": 0.5, "games": SETTINGS.games, "policy": 1.0, "value": 0.5}]
    game_file.save(run.games(1), taught(RULES, SETTINGS, 0, 1).games)
    run.save(checkpoint.to_arrays(Learner(RULES, SETTINGS).state))
    return run
