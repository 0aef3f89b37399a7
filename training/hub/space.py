"""The contents of the Space: the tracked files that the page needs, and every package that they
need, pinned."""

import shutil
import subprocess
from pathlib import Path

from training.common import ROOT
from training.common.console import CommandError
from training.common.provenance import commit
from training.hub.source import origin
from training.launch import SCRIPT, pin_commit

REQUIREMENTS = "requirements.txt"
PUBLISHED_PATHS = (
    "README.md",
    "app.py",
    "assets",
    "desks",
    "envs",
    "graders",
    REQUIREMENTS,
    "rewardproof",
    "training",
    "ui",
)
"""What is copied; tests and the like stay behind."""
LOCKS = (ROOT / "locks" / "app.txt", ROOT / "locks" / "torch.txt")


def assemble(to: Path, url: str | None = None) -> int:
    """Copy the Space's files into an empty folder; returns how many. Files that git does not track
    are left out, so that no stray key, store or checkpoint is ever sent. The script of a job names
    this commit there, since a Space has no checkout, at the git `url` or else `origin`, which
    may raise CommandError."""
    command = ["git", "ls-files", "-z", "--", *PUBLISHED_PATHS]
    try:
        text = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise CommandError(f"{ROOT} is no git checkout: publish the Space from a clone") from None
    names = [name for name in text.split("\0") if name]
    for name in names:
        source = ROOT / name
        if not source.is_file() or source.is_symlink():
            raise CommandError(f"{name} is in git, and no file here: restore it with git checkout")
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, to / name)
    (to / REQUIREMENTS).write_text(pinned_requirements(), encoding="utf-8")
    script = to / SCRIPT.relative_to(ROOT)
    pinned = pin_commit(script.read_text(encoding="utf-8"), url or origin(), commit())
    script.write_text(pinned, encoding="utf-8")
    return len(names)


def pinned_requirements() -> str:
    """The packages locked for the page, one per line. Without hashes: a Space adds requirements of
    its own, and pip wants hashes for all packages or for none."""
    lines = [line for lock in LOCKS for line in lock.read_text(encoding="utf-8").splitlines()]
    return "".join(line.removesuffix(" \\") + "\n" for line in lines if line[0] != " ")
