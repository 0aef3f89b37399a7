"""The record: whole lines, no gap, no step twice, and nothing half-written."""

import resource
import subprocess
import sys
from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet

from training.runs.record import (
    COMPLETIONS,
    HEALTH,
    STEPS,
    Record,
    RecordError,
    read_completions,
    read_config,
    read_steps,
)

ROOT = Path(__file__).parents[3]
SETTINGS = {"steps": 9, "beta": 0.1, "schedule": "constant_with_warmup"}
CONFIG = {"preset": "tiny", "base_sha256": "ab", "settings": SETTINGS, "seed": 0}


def begun(folder, steps=5, config=CONFIG):
    record = Record(folder, config)
    for step in range(1, steps + 1):
        record.add_step({"step": step, "reward": step / 3, "loss": float("nan")})
        record.add_event({"step": step, "signal": "kl", "sentence": "far"})
        record.add_completions([{"step": step, "text": f"answer {step}\n", "total": step / 3}])
    record.save_completions()
    return record


def test_what_is_written_is_read(tmp_path):
    begun(tmp_path / "run")
    steps = read_steps(tmp_path / "run")
    assert [one["step"] for one in steps] == [1, 2, 3, 4, 5]
    assert steps[0]["reward"] == 0.333333
    assert steps[0]["loss"] == "nan"
    assert read_config(tmp_path / "run") == CONFIG
    assert [one["text"] for one in read_completions(tmp_path / "run")][-1] == "answer 5\n"


@pytest.mark.parametrize("checkpoint", [0, 3, 5])
def test_it_goes_on_from_a_checkpoint_without_a_gap_or_a_step_twice(tmp_path, checkpoint):
    run = tmp_path / "run"
    begun(run)
    again = Record(run, CONFIG | {"settings": SETTINGS | {"steps": 20}}, resume=checkpoint)
    assert [one["step"] for one in again.steps] == list(range(1, checkpoint + 1))
    for step in range(checkpoint + 1, 8):
        again.add_step({"step": step, "reward": 0.0})
        again.add_completions([{"step": step, "text": "later", "total": 0.0}])
    again.save_completions()
    assert [one["step"] for one in read_steps(run)] == list(range(1, 8))
    assert [one["step"] for one in read_completions(run)] == list(range(1, 8))
    assert len((run / HEALTH).read_text().splitlines()) == checkpoint
    assert read_config(run)["settings"]["steps"] == 20


def test_a_line_that_was_cut_off_is_not_read_and_goes_when_it_goes_on(tmp_path):
    run = tmp_path / "run"
    begun(run)
    with (run / STEPS).open("a") as file:
        file.write('{"step": 6, "rew')
    assert len(read_steps(run)) == 5
    Record(run, CONFIG, resume=5).add_step({"step": 6})
    assert [one["step"] for one in read_steps(run)] == [1, 2, 3, 4, 5, 6]


def test_what_would_spoil_a_record_is_refused(tmp_path):
    run = tmp_path / "run"
    record = begun(run)
    with pytest.raises(RecordError, match="--resume goes on with it"):
        Record(run, CONFIG)
    for step in (5, 7):
        with pytest.raises(RecordError, match=f"step {step} was done where step 6 was due"):
            record.add_step({"step": step})
    with pytest.raises(RecordError, match=r"begun with beta 0\.1, and now it is 0"):
        Record(run, CONFIG | {"settings": SETTINGS | {"beta": 0}}, resume=5)
    falling = CONFIG | {"settings": SETTINGS | {"schedule": "linear"}}
    begun(tmp_path / "falling", config=falling)
    longer = {"settings": falling["settings"] | {"steps": 20}}  # its rate would have been another
    with pytest.raises(RecordError, match="begun with steps 9, and now it is 20"):
        Record(tmp_path / "falling", falling | longer, resume=5)
    with pytest.raises(RecordError, match="with base_sha256 ab, not cd"):
        Record(run, CONFIG | {"base_sha256": "cd"}, resume=5)
    with pytest.raises(RecordError, match="does not hold every step up to 6"):
        Record(run, CONFIG, resume=6)
    with pytest.raises(RecordError, match="no run in"):
        read_config(tmp_path / "elsewhere")
    assert len(read_steps(run)) == 5


@pytest.mark.parametrize(
    ("name", "content"),
    [(STEPS, "no json\n"), (STEPS, '{"reward": 1}\n'), (STEPS, "[1]\n"), (COMPLETIONS, "PAR0")],
)
def test_a_damaged_record_is_named(tmp_path, name, content):
    begun(tmp_path / "run")
    (tmp_path / "run" / name).write_text(content)
    with pytest.raises(RecordError, match=name):
        Record(tmp_path / "run", CONFIG, resume=0)


FILLS = """
import resource
from pathlib import Path
from tests.training.runs.test_record import CONFIG
from training.runs.record import Record, RecordError

record = Record(Path("run"), CONFIG)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))  # no file may grow beyond
try:
    for step in range(1, 100):
        record.add_completions([{"step": step, "text": str(step) * 50}])
        record.add_step({"step": step, "reward": 1 / step, "name": "x" * 37})
except RecordError as error:
    print(step, error)
try:
    record.add_completions([{"step": step, "text": str(n) * 50} for n in range(1000)])
    record.save_completions()
except RecordError as error:
    print(error)
"""


def test_a_full_disk_leaves_whole_lines_and_says_what_to_do(tmp_path):
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
    done = subprocess.run(
        [sys.executable, "-c", FILLS],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    first, second = done.stdout.splitlines()
    failed = int(first.split()[0])
    assert "make room, then go on with --resume" in first
    assert COMPLETIONS in second
    run = tmp_path / "run"
    assert [one["step"] for one in read_steps(run)] == list(range(1, failed))
    assert (run / STEPS).read_bytes().endswith(b"\n")
    assert {path.name for path in run.iterdir()} == {"config.json", STEPS, HEALTH}


def test_a_small_file_of_many_completions_is_not_read_whole(tmp_path):
    rows = {"step": list(range(50_000)), "text": ["x" * 1_500] * 50_000}
    parquet.write_table(pyarrow.table(rows), tmp_path / COMPLETIONS, compression="zstd")
    assert (tmp_path / COMPLETIONS).stat().st_size < 500_000
    with pytest.raises(RecordError, match="more than 20,000 completions or 64,000,000 bytes"):
        read_completions(tmp_path)
