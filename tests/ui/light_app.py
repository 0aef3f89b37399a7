"""The page without its models, which take seconds to load; a run may go unwatched for a moment.

python -m tests.ui.light_app
"""

import os

from ui import sessions

if __name__ == "__main__":
    sessions.LAG_SECONDS = 1.0
    import app

    app.inference.prepare = lambda desks: None
    app.serve(app.page, int(os.environ["PORT"]))
