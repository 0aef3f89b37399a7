"""The page without its models, which take seconds to load; a run may go unwatched for a moment.

python -m tests.ui.light_app [SECONDS]

It has so many seconds of patience with a request, and with who reads nothing.
"""

import os
import sys

from envs import connections
from ui.guard import sessions

if __name__ == "__main__":
    for told in sys.argv[1:]:
        connections.REQUEST_TIMEOUT = connections.WRITE_TIMEOUT = float(told)
    sessions.LAG_SECONDS = 1.0
    import app

    app.inference.prepare = lambda desks: None
    app.serve(app.page, int(os.environ["PORT"]))
