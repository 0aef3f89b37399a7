"""The page with a game that takes its time: a second for a meter, two for what is to be kept.

It has no models, and room for few episodes.

python -m tests.ui.slow_game
"""

import os
import time
from functools import partial

from ui.game import service
from ui.game.tab import Game
from ui.tools import episodes

EPISODES = 20
METER, KEEP = 1.0, 2.0


if __name__ == "__main__":
    meter, keep = Game.meter, service.keep

    def slow_meter(self: Game, *told: object) -> str:
        time.sleep(METER)
        return meter(self, *told)

    def slow_keep(*told: object) -> str:
        time.sleep(KEEP)
        return keep(*told)

    Game.meter, service.keep = slow_meter, slow_keep
    episodes.Episodes = partial(episodes.Episodes, EPISODES)
    import app

    app.inference.prepare = lambda desks: None
    app.serve(app.page, int(os.environ["PORT"]))
