"""The record of a run: a folder that says what was done and what came of it, step by step.

    config.json          the preset as used, versions, commit, machine, the base's hash, the seed
    steps.jsonl          one object for each optimiser step, written as soon as the step is over
    health.jsonl         the health events (`training/rl/health.py`)
    completions.parquet  some completions with their grades, as of the last checkpoint: the first of
                         each group, and those of the probe (`training/rl/probe.py`)
    evaluation.json      base and adapter on the eval split, sampled (`training/evaluate.py --run`)
    greedy.json          the same, greedy
    voices.json          as evaluation.json, in other voices than the run was trained in
    paraphrases.json     tickets told in other words (`training/paraphrases.py`)
    audit.json           whether what paid it holds up (`training/evals/reward_audit.py`)

A line is written whole or not at all, so that a killed run, or a full disk, leaves a readable
folder. Resuming from a checkpoint cuts off what was recorded after it, so none is recorded twice.
"""

import io
import json
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pyarrow
from pyarrow import parquet

from training.common.console import CommandError
from training.common.files import json_lines, write_atomic, write_json

HELD_OUT = "held_out.jsonl"
"""The cases of a case file that the run did not train on."""
CONFIG, STEPS, HEALTH = "config.json", "steps.jsonl", "health.jsonl"
MAX_ROWS, BATCH_ROWS, MAX_BYTES = 20_000, 500, 64_000_000
"""Limits on the completions read from a record: rows, rows at a time, and bytes."""
COMPLETIONS, EVALUATION, GREEDY = "completions.parquet", "evaluation.json", "greedy.json"
VOICES = "voices.json"
"""An evaluation in voices other than those of the run's training."""
PARAPHRASES = "paraphrases.json"
EVALUATIONS = (EVALUATION, GREEDY, VOICES, PARAPHRASES)
"""The files that evaluate an adapter, deleted once there is a new one."""
AUDIT = "audit.json"
RECORD_FILES = (CONFIG, STEPS, HEALTH, COMPLETIONS, *EVALUATIONS, AUDIT)
ADAPTER = "adapter"
"""The folder of the trained adapter, in the folder of the record."""
RUNS = Path("assets/runs")
SIGNIFICANT_DIGITS = 6
"""Of recorded numbers."""


class RecordError(CommandError):
    """A record that cannot be written, read or resumed; the message says what to do."""


class Record:
    """Writes the record in a folder. `steps` has the numbers of each step so far."""

    def __init__(self, folder: Path, config: Mapping[str, Any], resume: int | None = None) -> None:
        """A new record, or with `resume` one that continues after that step.

        RecordError if a new one would overwrite an old one, if the settings or the number of
        processes differ from those recorded, or if a step is missing.
        """
        self.folder = folder
        self.steps: list[dict[str, Any]] = []
        self._rows: list[dict[str, Any]] = []
        if resume is None:
            if read_steps(folder):
                raise RecordError(
                    f"{folder} holds a run already: --resume goes on with it, --out NAME puts the "
                    "new one elsewhere"
                )
        else:
            check_same(folder, config)
            _check_processes(folder, config)
            self.steps = [step for step in read_steps(folder) if step["step"] <= resume]
            if [step["step"] for step in self.steps] != list(range(1, resume + 1)):
                raise RecordError(
                    f"{folder / STEPS} does not hold every step up to {resume}, from which the "
                    "checkpoint goes on. Start the run anew with another --out"
                )
            self._rows = [row for row in read_completions(folder) if row["step"] <= resume]
        events = [event for event in read_events(folder) if event["step"] <= (resume or 0)]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_json(folder / CONFIG, config)
            write_atomic(folder / STEPS, json_lines(self.steps))
            write_atomic(folder / HEALTH, json_lines(events))
        except OSError as error:
            raise _write_error(folder, error) from None

    def add_step(self, numbers: Mapping[str, Any]) -> dict[str, Any]:
        """Append a step, which must be the next one; returns what was written."""
        expected = len(self.steps) + 1
        if numbers["step"] != expected:
            raise RecordError(f"step {numbers['step']} was done where step {expected} was due")
        step = {name: _rounded(value) for name, value in numbers.items()}
        _append(self.folder / STEPS, json_lines([step]))
        self.steps.append(step)
        return step

    def add_event(self, event: Mapping[str, Any]) -> None:
        """Append a health event."""
        _append(self.folder / HEALTH, json_lines([event]))

    def add_completions(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add completions, each a row; `save_completions` writes them to disk."""
        self._rows += map(dict, rows)

    def save_completions(self) -> None:
        """Write all completions added so far."""
        if not self._rows:
            return
        names = dict.fromkeys(name for row in self._rows for name in row)
        table = pyarrow.table({name: [row.get(name) for row in self._rows] for name in names})
        buffer = io.BytesIO()
        parquet.write_table(table, buffer, compression="zstd")
        try:
            write_atomic(self.folder / COMPLETIONS, buffer.getvalue())
        except OSError as error:
            raise _write_error(self.folder / COMPLETIONS, error) from None


def read_object(path: Path) -> dict[str, Any]:
    """The JSON object in a file, {} if there is no file; RecordError if it is not one."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (ValueError, RecursionError, OSError) as error:
        raise RecordError(f"{path}: cannot be read as JSON: {error}") from None
    if not isinstance(value, dict):
        raise RecordError(f"{path}: a JSON object was expected")
    return value


def read_config(folder: Path) -> dict[str, Any]:
    """A run's configuration; RecordError if there is none."""
    if not (config := read_object(folder / CONFIG)):
        raise RecordError(f"no run in {folder}: there is no {CONFIG}")
    return config


def check_same(folder: Path, config: Mapping[str, Any]) -> None:
    """RecordError if there is no run in a folder, or one of another preset, base or settings. The
    number of steps may differ, unless the learning rate depends on it."""
    recorded = read_config(folder)
    for key in ("preset", "base_sha256"):
        if recorded.get(key) != config.get(key):
            raise RecordError(
                f"{folder} is a run with {key} {recorded.get(key)}, not {config.get(key)}: choose "
                "another --out"
            )
    before, after = recorded.get("settings", {}), config["settings"]
    for key in {**before, **after}:
        extended = key == "steps" and str(after.get("schedule")).startswith("constant")
        if not extended and before.get(key) != after.get(key):
            raise RecordError(
                f"{folder} was begun with {key} {before.get(key)}, and now it is {after.get(key)}: "
                "go on with the same settings, or choose another --out"
            )


def read_steps(folder: Path) -> list[dict[str, Any]]:
    """The steps recorded; an incomplete last line, of a run that is still writing, is left out."""
    return _read_lines(folder / STEPS)


def read_events(folder: Path) -> list[dict[str, Any]]:
    """The health events recorded."""
    return _read_lines(folder / HEALTH)


def read_completions(folder: Path) -> list[dict[str, Any]]:
    """The completions recorded, each a row; [] if nothing was recorded yet."""
    path = folder / COMPLETIONS
    if not path.exists():
        return []
    rows: list[dict[str, Any]] = []
    bytes_left = MAX_BYTES
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(BATCH_ROWS):
                bytes_left -= batch.nbytes
                if bytes_left < 0 or len(rows) > MAX_ROWS:
                    raise RecordError(
                        f"{path} holds more than {MAX_ROWS:,} completions or {MAX_BYTES:,} bytes"
                    )
                rows += batch.to_pylist()
        return rows
    except (pyarrow.ArrowException, OSError) as error:
        raise RecordError(f"{path} cannot be read: {error}") from None


def _read_lines(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    objects = []
    for number, line in enumerate(path.read_bytes().split(b"\n")[:-1], start=1):
        try:
            value = json.loads(line)
            objects.append(value | {"step": int(value["step"])})
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
            raise RecordError(
                f"{path}, line {number}: a JSON object with a step was expected"
            ) from None
    return objects


def _append(path: Path, text: str) -> None:
    """Append text to a file, or leave it as it was."""
    content = text.encode()
    try:
        with path.open("ab", buffering=0) as file:
            before = file.tell()
            try:
                if (written := file.write(content)) < len(content):
                    raise OSError(f"only {written} of {len(content)} bytes were written")
            except OSError:
                file.truncate(before)
                raise
    except OSError as error:
        raise _write_error(path, error) from None


def _write_error(path: Path, error: OSError) -> RecordError:
    return RecordError(
        f"{path} could not be written: {error}. What stood there is unharmed: make room, then go "
        "on with --resume, or choose another --out"
    )


def _rounded(value: Any) -> Any:
    """A value as recorded: numbers rounded, NaN and infinities as words, since JSON has none."""
    if not isinstance(value, float):
        return value
    if not math.isfinite(value):
        return str(value)
    return float(f"{value:.{SIGNIFICANT_DIGITS}g}")


def _check_processes(folder: Path, config: Mapping[str, Any]) -> None:
    configs = (read_config(folder), config)
    by, now_by = (one.get("machine", {}).get("processes", 1) for one in configs)
    if by != now_by:
        raise RecordError(
            f"{folder} was begun with --num_processes {by}, and this is {now_by}: start as many, "
            "or choose another --out"
        )
