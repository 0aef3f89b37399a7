"""A temporary folder for this process, removed when it ends.

The folder of a process that was killed stays until another process removes it. Each process holds a
lock on its folder, so that none in use is removed.
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
    """The folder; on first use, those of dead processes are removed."""
    home = Path(tempfile.gettempdir())
    for left in home.glob(f"{PREFIX}*"):
        _remove_if_abandoned(left)
    while (made := _locked(home)) is None:
        pass
    return made


@atexit.register
def remove() -> None:
    """Remove this process's folder; in a process forked from it, do nothing."""
    if folder.cache_info().currsize and os.getpid() == _PROCESS:
        shutil.rmtree(folder(), ignore_errors=True)


def _locked(home: Path) -> Path | None:
    """A new, locked folder; None if another process took it for abandoned and removed it."""
    made = Path(tempfile.mkdtemp(prefix=PREFIX, dir=home)).resolve()
    try:
        lock = os.open(made, os.O_RDONLY)
    except FileNotFoundError:
        return None
    fcntl.flock(lock, fcntl.LOCK_EX)
    if made.is_dir():
        return made  # the lock is held until the process ends
    os.close(lock)
    return None


def _remove_if_abandoned(left: Path) -> None:
    """Remove a folder that no living process holds, unless another user owns it."""
    try:
        held = os.open(left, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return
    try:
        if os.fstat(held).st_uid == os.getuid():
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(left, ignore_errors=True)
    except BlockingIOError:
        pass  # its process is alive
    finally:
        os.close(held)
