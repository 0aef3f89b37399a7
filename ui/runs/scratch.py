"""Where this process puts files for a while: a folder of its own, which goes with it.

Of a process that was killed it stays; the next one takes it away. Each holds a lock on its folder
while it lives, so that nobody takes away what is still in use.
"""

import atexit
import fcntl
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

PREFIX = "rewarddesk-"
_PROCESS = os.getpid()


@cache
def folder() -> Path:
    """The folder; what dead processes left is gone then."""
    home = Path(tempfile.gettempdir())
    for left in home.glob(f"{PREFIX}*"):
        _take_away(left)
    made = _locked(home)
    while made is None:
        made = _locked(home)
    return made


@atexit.register
def remove() -> None:
    """Take this process's folder away; in a process forked from it, nothing."""
    if folder.cache_info().currsize and os.getpid() == _PROCESS:
        shutil.rmtree(folder(), ignore_errors=True)


def _locked(home: Path) -> Path | None:
    """A new folder; None where another process has taken it for one that was left."""
    made = Path(tempfile.mkdtemp(prefix=PREFIX, dir=home)).resolve()
    try:
        lock = os.open(made, os.O_RDONLY)
    except FileNotFoundError:
        return None
    fcntl.flock(lock, fcntl.LOCK_EX)
    if made.is_dir():
        return made  # and the lock is held until the process ends
    os.close(lock)
    return None


def _take_away(left: Path) -> None:
    """Remove a folder that no living process holds; what is not ours stays."""
    try:
        held = os.open(left, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return
    try:
        if os.fstat(held).st_uid == os.getuid():
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(left, ignore_errors=True)
    except BlockingIOError:
        pass  # its process lives
    finally:
        os.close(held)
