"""Runs one of our modules in a process that ends with its parent, however that ended.

    python -m ui.runs.leash training.grpo --preset ...

Standard input is a pipe that the parent holds open and writes nothing to. Once it is closed, this
process and all that it started get SIGTERM, then SIGKILL.
"""

import os
import runpy
import signal
import sys
import time
from threading import Thread

GRACE = 5.0
"""Seconds from SIGTERM to SIGKILL."""


def main() -> None:
    """Run the module that the command line names, with the arguments that follow."""
    Thread(target=_watch, args=(sys.stdin.fileno(),), daemon=True).start()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


def _watch(pipe: int) -> None:
    while os.read(pipe, 1):
        pass
    for number in (signal.SIGTERM, signal.SIGKILL):
        os.killpg(os.getpgrp(), number)
        time.sleep(GRACE)


if __name__ == "__main__":
    main()
