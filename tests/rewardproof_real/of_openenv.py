"""OpenEnv's environment to start from, which echoes, as `openenv init` writes it."""

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp

from tests.rewardproof_real.entry import Real

NAME = "parrot"
ASKED = (
    *("Say hello to the new colleague.", "Repeat the order number 4471.", "Name the room."),
    *("Greet the visitors in French.", "Tell the time.", "Read out the first line."),
)
SAID = (
    *("Hello, and welcome to the team!", "The order number is 4471.", "It is the blue room."),
    *("Bonjour et bienvenue!", "It is a quarter past nine.", "Call me Ishmael."),
)


def rewards() -> Iterator[Real]:
    """One."""
    folder = mkdtemp()
    make = ("-m", "openenv.cli", "init", NAME, "--output-dir", folder)
    subprocess.run([sys.executable, *make], check=True, stdout=subprocess.DEVNULL)
    sys.path.insert(0, str(Path(folder)))
    module = import_module(f"{NAME}.server.{NAME}_environment")
    rows = [{"prompt": asked, "answer": answer} for asked, answer in zip(ASKED, SAID, strict=True)]
    yield Real("the echo environment", module.ParrotEnvironment, rows, "answer")
