"""The page that takes its time: a second for a meter, two for a grade and for what is to be kept.

It has no models, and room for few episodes.

python -m tests.ui.slow_game
"""

import os
import time
from functools import partial

from ui.game import service
from ui.game.tab import Game
from ui.tools import episodes
from ui.workbench.bench import Bench

EPISODES = 20
METER, GRADE, KEEP = 1.0, 2.0, 2.0


if __name__ == "__main__":
    meter, graded, keep = Game.meter, Bench.graded, service.keep

    def slow_meter(self: Game, *told: object) -> str:
        time.sleep(METER)
        return meter(self, *told)

    def slow_graded(self: Bench, *told: object) -> tuple[str, str]:
        time.sleep(GRADE)
        return graded(self, *told)

    def slow_keep(*told: object) -> str:
        time.sleep(KEEP)
        return keep(*told)

    Game.meter, Bench.graded, service.keep = slow_meter, slow_graded, slow_keep
    episodes.Episodes = partial(episodes.Episodes, EPISODES)
    import app

    app.inference.prepare = lambda desks: None
    app.serve(app.page, int(os.environ["PORT"]))
