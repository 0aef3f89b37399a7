"""The page with the recorded runs of a folder.

python -m tests.ui.runs_app FOLDER
"""

import os
import sys
from pathlib import Path

from ui.runs import records as run_records

if __name__ == "__main__":
    run_records.RUNS = Path(sys.argv[1])
    import app

    app.inference.prepare = lambda desks: None
    app.serve(app.page, int(os.environ["PORT"]))
