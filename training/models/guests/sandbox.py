"""Limit the files that a process may read, enforced by the kernel: Landlock, Linux 5.13 or later.

Source: docs.kernel.org/userspace-api/landlock.html
"""

import ctypes
import os
import stat
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

from training.common import ROOT

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_PATH_BENEATH, _NO_NEW_PRIVILEGES = 1, 38
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_HANDLED = (1 << 13) - 1
"""All file access rights of Landlock's first version, creating and removing included."""
CODE = ("desks", "envs", "graders", "rewardproof", "training")
SYSTEM = ("/usr", "/lib", "/lib64", "/etc", "/sys", "/dev", "/proc/self", "/proc/cpuinfo")


def libraries() -> list[Path]:
    """The folders of Python, its packages, this project's code and the system's libraries."""
    prefixes = {Path(sys.prefix), Path(sys.base_prefix)}
    return [*prefixes, *(ROOT / one for one in CODE), *map(Path, SYSTEM)]


def confine(readable: Iterable[Path]) -> bool:
    """Irrevocably let this process and its children read only below these paths, and write only to
    /dev. False, with no restriction, if the system has no Landlock."""
    if sys.platform != "linux":
        return False
    system = ctypes.CDLL(None, use_errno=True).syscall
    told = struct.pack("Q", _HANDLED)
    rules = system(_CREATE_RULESET, told, len(told), 0)
    if rules < 0:
        return False
    try:
        for path in readable:
            if path.exists():
                _allow(system, rules, path)
        ctypes.CDLL(None).prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        return system(_RESTRICT_SELF, rules, 0) == 0
    finally:
        os.close(rules)


def _allow(system: ctypes._CFuncPtr, rules: int, path: Path) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rights = _EXECUTE | _READ_FILE
        if path == Path("/dev"):
            rights |= _WRITE_FILE
        if stat.S_ISDIR(os.fstat(place).st_mode):
            rights |= _READ_DIR
        system(_ADD_RULE, rules, _PATH_BENEATH, struct.pack("=Qi", rights, place), 0)
    finally:
        os.close(place)
