"""The page with the models of a folder; at the help desk a slow one that writes hostile text.

python -m tests.ui.live_app FOLDER
"""

import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from training.models import policies, policy

HOSTILE = (
    "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>"
    "${window.hacked = 1}{{constructor.constructor('window.hacked = 1')()}}`</pre>\"'&lt;\u202e"
)
PIECES, PAUSE = 60, 0.05


class Slow(policy.Policy):
    """Takes three seconds for a text that a page must not run."""

    def complete(self, prompts: Sequence, sample: bool, seed: int) -> list[str]:
        return [HOSTILE] * len(prompts)

    def stream(self, prompt: Sequence, sample: bool, seed: int) -> Iterator[str]:
        for n in range(1, PIECES + 1):
            time.sleep(PAUSE)
            yield HOSTILE[: n * len(HOSTILE) // PIECES]


if __name__ == "__main__":
    load, policy.MODELS = policies.load_policy, Path(sys.argv[1])
    policies.load_policy = lambda spec, desk: (
        Slow(spec, desk) if desk.name == "it_triage" else load(spec, desk)
    )
    import app

    app.serve(app.page, int(os.environ["PORT"]))
