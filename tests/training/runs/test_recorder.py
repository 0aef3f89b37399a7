"""The callback: a planted collapse, played through it step by step as a trainer would."""

import json
from types import SimpleNamespace

import pytest
from transformers import TrainerControl, TrainerState

from tests.training.rl.test_health import GENERATIONS, fell, floor, rising, run
from training.runs.record import Record, read_completions, read_events, read_steps
from training.runs.recorder import METRIC_NAMES, Recorder

STEPS = 120
PROBE = "exec_assist/easy/3000"


def played(folder, numbers, stop_on_collapse=False):
    """Put the numbers of a run through the callback until it asks to stop: (recorder, told)."""
    trainer = SimpleNamespace(num_generations=GENERATIONS, measured={}, sampled=[])
    trainer.answer_probe = lambda probe: [{"scenario": probe, "text": "{}", "probe": True}]
    told = []
    record = Record(folder, {"settings": {}})
    recorder = Recorder(trainer, record, PROBE, stop_on_collapse, [told.append])
    recorder.on_train_begin(None, TrainerState(global_step=0), TrainerControl())
    for one in numbers:
        state = TrainerState(global_step=one["step"], max_steps=len(numbers))
        control = TrainerControl()
        recorder.on_step_begin(None, state, control)
        trainer.measured = {k: v for k, v in one.items() if k not in METRIC_NAMES.values()}
        trainer.sampled = [{"scenario": "exec_assist/easy/0", "text": "{}", "total": one["total"]}]
        logs = {theirs: one[ours] for theirs, ours in METRIC_NAMES.items() if ours in one}
        recorder.on_log(None, state, control, logs=logs)
        if control.should_training_stop:
            break
    recorder.on_log(None, state, control, logs={"train_runtime": 1.0})  # the trainer's last words
    record.save_completions()
    return recorder, told


def test_a_planted_collapse_is_recorded_told_and_not_stopped(tmp_path, capsys):
    numbers = run(floor, 0, STEPS)
    recorder, told = played(tmp_path / "run", numbers)
    assert recorder.ended is None
    assert [one["step"] for one in read_steps(tmp_path / "run")] == list(range(1, STEPS + 1))
    collapse = next(one for one in told if one.kind == "collapse")
    assert collapse.step <= fell(numbers) + 20
    assert read_events(tmp_path / "run") == [one.as_json() for one in told]
    kept = read_completions(tmp_path / "run")
    assert [one["step"] for one in kept if not one["probe"]] == list(range(1, STEPS + 1))
    probed = [(one["scenario"], one["step"]) for one in kept if one["probe"]]
    assert probed == [(PROBE, step) for step in range(0, STEPS + 1, 10)]
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == STEPS
    assert lines[0].startswith(f"step 1/{STEPS}: reward 0.")


def test_asked_to_it_stops_at_a_collapse_and_asks_for_a_checkpoint(tmp_path):
    recorder, told = played(tmp_path / "run", run(floor, 0, STEPS), stop_on_collapse=True)
    assert recorder.ended == told[-1]
    assert recorder.ended.kind == "collapse"
    assert len(read_steps(tmp_path / "run")) == recorder.ended.step < STEPS


@pytest.mark.parametrize("stop_on_collapse", [False, True])
def test_what_is_no_number_stops_it_always(tmp_path, stop_on_collapse):
    numbers = run(rising, 1, 20)
    numbers[11]["loss"] = float("nan")
    recorder, _ = played(tmp_path / "run", numbers, stop_on_collapse)
    assert (recorder.ended.kind, recorder.ended.step) == ("fatal", 12)
    steps = (tmp_path / "run" / "steps.jsonl").read_text().splitlines()
    assert json.loads(steps[-1])["loss"] == "nan"  # JSON has no NaN


def test_a_sound_run_is_not_stopped(tmp_path):
    recorder, told = played(tmp_path / "run", run(rising, 2, STEPS), stop_on_collapse=True)
    assert recorder.ended is None
    assert len(told) <= 1
