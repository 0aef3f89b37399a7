"""Where a job on the Hub installs this project from: a git URL over https, without a key in it."""

import re
import subprocess
from argparse import ArgumentTypeError

from training.common import ROOT
from training.common.console import CommandError

_URL = re.compile(r"https://[\w.-]+(:\d+)?/[\w./~-]+")
_SSH = re.compile(r"(?:ssh://git@([\w.-]+)/|git@([\w.-]+):/?)(.*)")


def source(text: str) -> str:
    """A git URL that a job can install from; a `type` for argparse."""
    if not _URL.fullmatch(text):
        raise ArgumentTypeError("https://HOST/PATH was expected, without a name or a key in it")
    return text


def origin() -> str | None:
    """The URL that this checkout was cloned from, with https for SSH; None if it was not cloned.
    CommandError if a job cannot install from there."""
    url = _remote()
    if url and (match := _SSH.fullmatch(url)):
        url = f"https://{match[1] or match[2]}/{match[3]}"
    if url and not _URL.fullmatch(url):
        raise CommandError(
            "a job cannot install the project from where this checkout was cloned: say from where, "
            "with --source https://HOST/PATH"
        )
    return url


def _remote() -> str | None:
    command = ["git", "-C", str(ROOT), "remote", "get-url", "origin"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
