"""What is published of a run: its adapter with the tokenizer, its record, a card made of that."""

import shutil
from pathlib import Path

from training.common.console import CommandError
from training.hub.run_card import RECORD_FOLDER, card
from training.models.base import is_adapter
from training.runs.record import (
    ADAPTER,
    CONFIG,
    RECORD_FILES,
    read_completions,
    read_object,
)
from training.runs.run import read_run

CARD_FILE = "README.md"


def commit_message(run: Path) -> str:
    """The commit message for a run."""
    return f"The run {run.name}, its adapter and its record"


def assemble(run: Path, to: Path, repository: str) -> None:
    """Copy what is published of a run, at OWNER/NAME, into an empty folder; CommandError if any is
    missing."""
    if (read_object(run / CONFIG).get("settings") or {}).get("cases"):
        raise CommandError(f"{run} holds answers to your own cases: it is not published")
    if not is_adapter(run / ADAPTER):
        raise CommandError(
            f"no adapter in {run}: the run is not over, or was stopped as it broke. --resume ends "
            "it"
        )
    shutil.copytree(run / ADAPTER, to, dirs_exist_ok=True)
    copy_record(run, to / RECORD_FOLDER)
    try:
        text = card(read_run(run), read_completions(run), repository)
    except (CommandError, KeyError) as error:
        raise CommandError(f"{run} has no whole record: {error}") from None
    (to / CARD_FILE).write_text(text, encoding="utf-8")


def copy_record(run: Path, to: Path) -> None:
    """Copy the files of a run's record that there are into a new folder."""
    to.mkdir(parents=True)
    for name in RECORD_FILES:
        if (run / name).exists():
            shutil.copy(run / name, to / name)
