"""Checkpoints that are whole: what was cut short, or changed since, is not gone on from."""

import shutil
from pathlib import Path

from training.base import file_hash
from training.files import write_whole

WHOLE = "whole"
"""The file that a checkpoint has when all of it is written, with the hash of each of its files."""


def seal(checkpoint: Path) -> None:
    """Say that all of a checkpoint is written."""
    write_whole(checkpoint / WHOLE, _sums(checkpoint))


def last_checkpoint(folder: Path) -> tuple[Path, int] | None:
    """The latest checkpoint that is as it was written, and its step; others are taken away."""
    found = []
    for path in folder.glob("checkpoint-*"):
        step, whole = path.name.partition("-")[2], path / WHOLE
        if step.isdecimal() and whole.exists() and whole.read_text("utf-8") == _sums(path):
            found.append((int(step), path))
        else:
            shutil.rmtree(path)
    return (max(found)[1], max(found)[0]) if found else None


def _sums(checkpoint: Path) -> str:
    """A line for each file of a checkpoint, with its hash."""
    files = sorted(path for path in checkpoint.rglob("*") if path.is_file() and path.name != WHOLE)
    return "".join(f"{path.relative_to(checkpoint)} {file_hash(path)}\n" for path in files)
