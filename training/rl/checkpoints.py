"""Intact checkpoints: one that was only partly written, or changed since, is never resumed from.

Nor is it deleted at once: when a run resumes from an intact checkpoint, the damaged ones are put
aside until the run has reached their step again.
"""

import re
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from training.common.files import write_atomic
from training.models.base import file_hash
from training.runs.record import RecordError

COMPLETE = "whole"
"""The file that marks a checkpoint as complete; it holds the hash of each of its files."""
_SAVED, _ASIDE = re.compile(r"checkpoint-(\d{1,9})"), re.compile(r"damaged-(\d{1,9})-\d+")


def mark_complete(checkpoint: Path) -> None:
    """Mark a checkpoint as complete, and delete those put aside up to its step."""
    sums = _sums(checkpoint)
    write_atomic(checkpoint / COMPLETE, "".join(f"{name} {sums[name]}\n" for name in sums))
    reached = int(_SAVED.fullmatch(checkpoint.name)[1])
    for step, path in _numbered(checkpoint.parent, _ASIDE):
        if step <= reached:
            shutil.rmtree(path)


def last_checkpoint(folder: Path) -> tuple[Path, int] | None:
    """The latest intact checkpoint, and its step; None if there are none at all.

    RecordError, saying what is wrong with each, if none is intact. Nothing on disk is changed.
    """
    checkpoints = [(path, step, _wrong(path)) for step, path in _numbered(folder, _SAVED)]
    if good := [(path, step) for path, step, wrong in checkpoints if not wrong]:
        return good[-1]
    if checkpoints:
        raise RecordError(
            f"no checkpoint in {folder} can be gone on from: "
            f"{'; '.join(wrong for _, _, wrong in checkpoints)}. Nothing was changed: put back the "
            "files as they were written, or begin anew with another --out"
        )
    return None


def put_aside(folder: Path) -> Iterator[str]:
    """Rename the damaged checkpoints, so that none is resumed from; yields a sentence for each."""
    for step, path in _numbered(folder, _SAVED):
        if wrong := _wrong(path):
            names = (folder / f"damaged-{step}-{number}" for number in count(1))
            aside = next(name for name in names if not name.exists())
            path.rename(aside)
            yield f"{wrong}. It is kept as {aside.name} until the run has come as far again"


def _numbered(folder: Path, name: re.Pattern[str]) -> list[tuple[int, Path]]:
    """The (step, path) of everything with such a name, by step."""
    named = ((name.fullmatch(path.name), path) for path in folder.glob("*"))
    return sorted((int(match[1]), path) for match, path in named if match)


def _wrong(checkpoint: Path) -> str:
    """How a checkpoint differs from what was written, file by file; "" if it is intact."""
    try:
        lines = (checkpoint / COMPLETE).read_text("utf-8", errors="replace").splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return f"{checkpoint.name} was not written to its end"
    expected = {name: value for name, _, value in (line.rpartition(" ") for line in lines)}
    sums = _sums(checkpoint)
    faults = {
        "damaged": {name for name in expected.keys() & sums.keys() if expected[name] != sums[name]},
        "missing": expected.keys() - sums.keys(),
        "unknown": sums.keys() - expected.keys(),
    }
    named = [f"{', '.join(sorted(names))} {kind}" for kind, names in faults.items() if names]
    return f"{checkpoint.name}: {', '.join(named)}" if named else ""


def _sums(checkpoint: Path) -> dict[str, str]:
    """The hash of each of a checkpoint's files, by name."""
    paths = (path for path in checkpoint.rglob("*") if path.name != COMPLETE)
    files = sorted(path for path in paths if path.is_file())
    return {str(path.relative_to(checkpoint)): file_hash(path) for path in files}
