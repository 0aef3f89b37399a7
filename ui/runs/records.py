"""Reads the recorded runs, strictly; the page reports what is wrong with one.

A record is untrusted, and may be read while it is still being written, so it is read again whenever
one of its files has changed.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from envs import load
from training.models.base import on_hub
from training.models.policy import TRAINED
from training.rl.health import Event
from training.rl.presets import Preset, PresetError, recorded
from training.rl.rewards import OURS, REPORTED
from training.runs.record import (
    CONFIG,
    EVALUATION,
    GREEDY,
    HEALTH,
    STEPS,
    VOICES,
    RecordError,
)
from training.runs.run import Run, read_run
from ui.drawing import humanized
from ui.runs.evaluation import Evaluation, parsed

RUNS = Path(__file__).parents[2] / "assets" / "runs"
FILES = (CONFIG, STEPS, HEALTH, EVALUATION, GREEDY, VOICES)
COLLAPSE = "_collapse"
"""The suffix of presets whose learning rate makes the optimiser collapse."""
LAST_STEP = 10_000_000
_FOLDER = re.compile(r"[A-Za-z0-9][\w.-]{0,80}", re.ASCII)


@dataclass(frozen=True)
class Record:
    """A run's record, as far as it is valid; `wrong` says in sentences what is not."""

    name: str
    run: Run | None
    preset: Preset | None
    held_out: Evaluation | None
    greedy: Evaluation | None
    voices: Evaluation | None
    wrong: tuple[str, ...]

    @property
    def title(self) -> str:
        """The run in words: its desk, story and seed; its folder if it is damaged."""
        if self.preset is None:
            return humanized(self.name)
        model = f", {self.model}" if self.model else ""
        return f"{self.workplace}{model}{self._story}, seed {self.preset.seed}"

    @property
    def workplace(self) -> str:
        """Where it learned to work; it has a preset."""
        return load(self.preset.desk).workplace

    @property
    def model(self) -> str:
        """The Hub's name of what was trained, "" for a pocket model; it has a preset."""
        base = self.preset.base
        return base.rpartition("/")[2] if on_hub(base) else ""

    @property
    def _story(self) -> str:
        """How it differs from a sound run."""
        if self.collapses:
            return ": the optimiser’s collapse"
        return f", paid by {self.payer}" if self.is_twin else ""

    @property
    def payer(self) -> str:
        """What scores its answers; it has a preset."""
        if not self.is_twin:
            return "our grader"
        if self.preset.reward != REPORTED:
            return f"the homemade reward {self.preset.reward.rpartition(':')[2]}()"
        alone = [name for name, weight in self.preset.reward_weights.items() if weight]
        part = f"’s {humanized(' and '.join(alone))} alone" if alone else ""
        return f"the published grader{part}"

    @property
    def preset_name(self) -> str:
        """The name of its preset, "" if the record does not have it."""
        name = self.run.config.get("preset") if self.run else None
        return name if isinstance(name, str) else ""

    @property
    def collapses(self) -> bool:
        """Whether its optimiser is set to collapse."""
        return self.preset_name.endswith(COLLAPSE)

    @property
    def is_twin(self) -> bool:
        """Whether it is paid by a reward other than the rubric."""
        return self.preset is not None and self.preset.reward != OURS

    @property
    def divergence(self) -> Event | None:
        """The first health event saying that the reward rises while the work does not."""
        events = self.run.events if self.run else []
        return next((one for one in events if one.signal == "parted"), None)

    @property
    def steps(self) -> int:
        """The last recorded step, 0 if there is none."""
        return max(curve[-1][0] for curve in self.run.curves.values()) if self.run else 0

    @property
    def unfinished(self) -> bool:
        """Whether it has fewer steps than its preset."""
        return self.preset is not None and self.steps < self.preset.steps

    @property
    def collapse(self) -> Event | None:
        """The first health event about a collapse, if there is one."""
        events = self.run.events if self.run else []
        return next((one for one in events if one.kind == "collapse"), None)


def names() -> tuple[str, ...]:
    """The folders with a run: cheating twins first, collapses last; by desk, twins by what
    their work came to in the end, the least first, then preset and seed."""
    found = {path.parent.name for file in (CONFIG, STEPS) for path in RUNS.glob(f"*/{file}")}
    return tuple(sorted(filter(_FOLDER.fullmatch, found), key=_sort_key))


def _sort_key(name: str) -> tuple[int, str, float, str, int, str]:
    one = record(name)
    if one.preset is None:
        return (3, "", 0.0, "", 0, name)
    order = 2 if one.collapses else 1 - one.is_twin
    after = one.held_out.policies[TRAINED].overall.total.mean if one.held_out else 1.0
    work = after if one.is_twin else 0.0
    return (order, one.preset.desk, work, one.preset_name, one.preset.seed, name)


def record(name: str) -> Record:
    """The run in the folder of that name, one of `names()`."""
    folder = RUNS / name
    return _read(folder, tuple(file_version(folder / file) for file in FILES))


def alike(one: Record) -> list[Record]:
    """The runs with its preset, whatever their seed, itself included."""
    like = one.preset
    return [
        other
        for other in map(record, names())
        if other.run
        and other.preset
        and other.preset.model_copy(update={"seed": like.seed}) == like
    ]


def sound_sibling(one: Record) -> Record | None:
    """The sound run with a twin's or a collapse's desk, base and seed, if there is one."""
    if one.preset is None or not (one.is_twin or one.collapses):
        return None
    wanted = (one.preset.desk, one.preset.base, one.preset.seed)
    for other in map(record, names()):
        preset = other.preset
        if preset is None or other.is_twin or other.collapses:
            continue
        if (preset.desk, preset.base, preset.seed) == wanted:
            return other
    return None


# --- reading ---


def file_version(path: Path) -> tuple[int, int] | None:
    """A file's modification time and size, to tell whether it has changed; None if there is
    none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=64)
def _read(folder: Path, versions: tuple[tuple[int, int] | None, ...]) -> Record:
    try:
        run = read_run(folder)
        _check(run)
    except (OSError, RecordError) as error:
        return Record(folder.name, None, None, None, None, None, (in_a_sentence(error, folder),))
    wrong, preset = [], None
    try:
        preset = recorded(run.config)
    except PresetError:
        wrong.append(f"{CONFIG} is missing, or not as this version writes it.")
    evaluated = []
    for file, raw in {EVALUATION: run.evaluation, GREEDY: run.greedy, VOICES: run.voices}.items():
        try:
            evaluated.append(parsed(raw) if raw else None)
        except ValueError as error:
            evaluated.append(None)
            wrong.append(f"{file} is damaged: {error}.")
    return Record(folder.name, run, preset, *evaluated, tuple(wrong))


def _check(run: Run) -> None:
    if "reward" not in run.curves:
        raise RecordError(f"{STEPS} tells no reward")
    steps = [step for curve in run.curves.values() for step in (curve[0][0], curve[-1][0])]
    if not 0 <= min(steps) <= max(steps) <= LAST_STEP:
        raise RecordError(f"{STEPS} has a step that is none from 0 to {LAST_STEP:,}")


def in_a_sentence(error: Exception, folder: Path) -> str:
    """The error in at most 200 characters, without the path of the runs on this machine."""
    text = str(error).replace(f"{folder}/", "").replace(str(folder), folder.name).strip(".")
    return f"{text[:200]}."
