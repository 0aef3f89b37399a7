"""A run's tables as JSONL downloads: files that this process serves from one folder."""

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import gradio as gr

from desks.once import once
from training.common.files import json_lines, write_atomic
from training.runs.record import COMPLETIONS, STEPS, read_completions, read_steps
from ui.runs import records as run_records
from ui.runs import scratch
from ui.runs.records import Record, file_version

SERVED = "gradio_api/file="


class Table(NamedTuple):
    """A table that can be downloaded: its file in a record, and what its link says."""

    name: str
    file: str
    read: Callable[[Path], list[dict[str, Any]]]
    label: str
    rows: str
    about: str


TABLES = (
    Table("steps", STEPS, read_steps, "Curves of", "steps", "what was measured at each step"),
    Table(
        "completions",
        COMPLETIONS,
        read_completions,
        "Its",
        "answers, graded",
        "the answers kept from training, each with its case and its grade",
    ),
)


@once
def folder() -> Path:
    """The folder of the files; everything in it is public."""
    made = scratch.folder() / "served"
    made.mkdir()
    gr.set_static_paths(made)
    return made


def links(one: Record) -> str:
    """A download link for each readable table of a run."""
    home = run_records.RUNS / one.name
    return "".join(_link(home, table, file_version(home / table.file)) for table in TABLES)


@lru_cache(maxsize=64)
def _link(home: Path, table: Table, version: tuple[int, int] | None) -> str:
    """The link to one table; a new `version` misses the cache, so a changed table is written
    again."""
    rows, text = [], ""
    with suppress(OSError, TypeError, ValueError):
        rows = table.read(home)
        text = json_lines(rows)
    if not text:
        return ""
    path = folder() / f"{home.name}-{table.name}.jsonl"
    write_atomic(path, text)
    return (
        f'<a class="table-link" href="{SERVED}{path}" download="{path.name}" '
        f'title="Download {table.about}, a line of JSON each">↓ {table.label} {len(rows):,} '
        f"{table.rows}</a>"
    )
