"""Connects a trainer to its record: every step is recorded, checked, and reported in a line."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from transformers import PrinterCallback, TrainerControl, TrainerState
from transformers.trainer_callback import TrainerCallback

from training.common.console import log
from training.rl.health import Event, Health
from training.rl.probe import PROBE_EVERY, Probe
from training.rl.processes import from_first
from training.rl.trainer import Trainer
from training.runs import progress
from training.runs.record import Record

METRIC_NAMES = {
    "reward": "reward",
    "reward_std": "reward_std",
    "kl": "kl",
    "entropy": "entropy",
    "completions/mean_length": "length",
    "completions/clipped_ratio": "clipped",
    "grad_norm": "grad_norm",
    "learning_rate": "learning_rate",
    "loss": "loss",
}
"""TRL's names of metrics -> their names in the record."""


class Recorder(TrainerCallback):
    """Writes each step to the record, checks its health, and stops the run if it must.

    The functions in `on_event` are called with each event. `ended` is the event that stopped the
    run, if one did. With `until`, the run stops after that many steps. Of several processes, only
    the first has a record; the others stop when it does.
    """

    def __init__(
        self,
        trainer: Trainer,
        record: Record | None,
        probe: Probe,
        stop_on_collapse: bool,
        on_event: Sequence[Callable[[Event], None]],
        until: int | None = None,
    ) -> None:
        self._trainer, self._record, self._probe, self._on_event = trainer, record, probe, on_event
        self._until = until
        self._stopping = {"fatal", "collapse"} if stop_on_collapse else {"fatal"}
        self.ended: Event | None = None
        self._health = Health(trainer.num_generations)
        for numbers in record.steps if record else ():
            self._health.step(numbers)
        self._started = 0.0

    def on_train_begin(self, args: Any, state: TrainerState, *_: Any, **__: Any) -> None:
        if state.global_step == 0:
            self._ask(0)

    def on_step_begin(self, *_: Any, **__: Any) -> None:
        self._started = time.perf_counter()

    def on_log(
        self,
        args: Any,
        state: TrainerState,
        control: TrainerControl,
        logs: dict[str, Any] | None = None,
        **_: Any,
    ) -> None:
        if "reward" not in (logs or {}):
            return  # the trainer's final log: totals of the whole run
        if self._record:
            self._write(self._record, state, logs)
        if state.global_step % PROBE_EVERY == 0:
            self._ask(state.global_step)
        if state.global_step == self._until:
            control.should_training_stop = True
        self.ended = from_first(self.ended)
        if self.ended:
            control.should_training_stop = True
            control.should_save = self.ended.kind != "fatal"

    def _write(self, record: Record, state: TrainerState, logs: Mapping[str, Any]) -> None:
        """Record and report a step, and say so if its health is bad."""
        metrics = {ours: logs[theirs] for theirs, ours in METRIC_NAMES.items() if theirs in logs}
        seconds = {"seconds": time.perf_counter() - self._started}
        step = record.add_step(
            {"step": state.global_step} | metrics | self._trainer.measured | seconds
        )
        record.add_completions({"step": state.global_step} | row for row in self._trainer.sampled)
        log(progress.written(step, self._until or state.max_steps))
        for event in self._health.step(step):
            record.add_event(event.as_json())
            for notify in self._on_event:
                notify(event)
            if event.kind in self._stopping:
                self.ended = event

    def _ask(self, step: int) -> None:
        rows = self._trainer.answer_probe(self._probe)  # by all, where each has a part of the model
        if self._record:
            self._record.add_completions({"step": step} | row for row in rows)

    def on_save(self, *_: Any, **__: Any) -> None:
        if self._record:
            self._record.save_completions()


def trackio_alert(event: Event) -> None:
    """Send an event to Trackio as an alert."""
    import trackio

    level = trackio.AlertLevel.WARN if event.kind == "warning" else trackio.AlertLevel.ERROR
    trackio.alert(f"{event.signal}, step {event.step}", event.sentence, level=level)


def make_recorder(
    trainer: Trainer,
    record: Record | None,
    probe: Probe,
    stop_on_collapse: bool,
    trackio: bool,
    until: int | None,
) -> Recorder:
    """The recorder of a trainer, which calls it from now on; it logs each event, and tells Trackio
    of it if asked to."""
    tell = [lambda event: log(f"{event.kind}: {event.sentence}")]
    if trackio:
        tell.append(trackio_alert)
    recorder = Recorder(trainer, record, probe, stop_on_collapse, tell, until)
    trainer.add_callback(recorder)
    trainer.remove_callback(PrinterCallback)  # the recorder reports instead
    return recorder
