"""Whether what paid a run holds up, measured by the code that ran it and kept with its record."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from desks import DESKS, load
from graders.audit import GRADERS, MIN_SCENARIOS, audit, eval_sample
from training.common.files import write_json
from training.common.provenance import commit
from training.rl.presets import Preset
from training.rl.rewards import OURS, REPORTED
from training.runs.record import AUDIT

AUDITED = {OURS: "ours", REPORTED: "as_reported"}
"""What a preset calls a reward -> what the audit does."""


def audit_reward(folder: Path, preset: Preset, n: int, progress: Callable[[str], None]) -> None:
    """Audit the graders that a run was paid by, on n scenarios a tier of the eval split, at least
    as many as an audit needs, and write its audit.json: `grader`, `n`, `commit`, and `findings` as
    `graders.audit` gives them. A function of somebody's own, and a desk of several turns, is not
    audited, and nothing is written."""
    grader = AUDITED.get(preset.reward)
    if grader is None or preset.desk not in DESKS:
        return
    n, desk = max(n, MIN_SCENARIOS), load(preset.desk)
    found = audit(desk, GRADERS[grader], eval_sample(desk, n), progress)
    told = {"grader": grader, "n": n, "commit": commit(), "findings": list(map(asdict, found))}
    write_json(folder / AUDIT, told)
