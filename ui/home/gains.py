"""What training made of the pretrained model at a desk: how many unseen cases it does right as it
comes, after demonstrations and after reinforcement, beside the best script that does not do the
work. Everything is drawn from recorded evaluations.
"""

import json
from contextlib import suppress
from typing import NamedTuple

from desks import DESKS
from graders import grading
from training.models.policy import MODELS, PRETRAINED, TRAINED, WARM, ZERO_SHOT
from training.runs.record import RecordError
from training.runs.run import read_runs, window_means
from ui.drawing import escaped
from ui.runs.evaluation import Evaluation, Mean, Results, measured
from ui.runs.held_out import short_name
from ui.runs.records import RUNS, record

TRIES = RUNS.parent / "tries"
EVALUATION, GREEDY, ZERO = "evaluation.json", "greedy.json", "zero_shot.json"
"""The files beside a warm start: sampled, greedy, and of the model as it comes."""


class Row(NamedTuple):
    """Who did how many of the cases right."""

    who: str
    right: Mean
    is_model: bool = True


def draw(desk: str) -> str:
    """A figure of a desk; "" without a warm start that was evaluated."""
    warm = _read(desk, EVALUATION)
    if warm is None:
        return ""
    last = _learner(warm)
    rows = "".join(map(_row, _rows(desk, warm)))
    return (
        f'<figure class="home-chart"><figcaption><b>{DESKS[desk].workplace}</b>: how many '
        f"of {last.n:,} cases that it never saw a larger language model, SmolLM2 with 135 million "
        "parameters, gets right (thin line: 95 % interval)</figcaption>"
        f'<ul class="gains">{rows}</ul>{_tried(desk)}'
        f'<details><summary>How this was measured</summary><p class="hint">'
        f"{escaped(_how(desk, warm))}</p></details></figure>"
    )


def _rows(desk: str, warm: Evaluation) -> list[Row]:
    run = record(f"{desk}_smol").held_out
    found = []
    if run and (untrained := run.policies.get(ZERO_SHOT)):
        found.append(Row("as it comes", untrained.overall.correct))
    elif zero := _read(desk, ZERO):
        few = _learner(zero)
        found.append(Row(f"as it comes ({few.n} of these cases)", few.correct))
    found.append(Row("after being shown how (demonstrations)", _learner(warm).correct))
    if run:
        found.append(
            Row(
                "then paid for the work (reinforcement, GRPO)",
                run.policies[TRAINED].overall.correct,
            )
        )
    if best := warm.shortcut():
        name, right = best
        what = next((one.what for one in grading(desk).policies if one.name == name), "")
        found.append(
            Row(f"for comparison, a script that {what or short_name(name)}", right, is_model=False)
        )
    return found


def _tried(desk: str) -> str:
    """What became of GRPO where only a try of it is on record; "" if there is none."""
    with suppress(RecordError):
        if not record(f"{desk}_smol").held_out and (tries := read_runs(TRIES / f"{desk}_smol")):
            correct = tries[-1].curves["correct"]
            before, after = window_means(correct)
            return (
                f'<p class="hint">Paid for the work (reinforcement, GRPO), it was tried for '
                f"{len(correct)} steps: {before:.0%} of its answers in training were right at "
                f"first, {after:.0%} at the end.</p>"
            )
    return ""


def _row(one: Row) -> str:
    low, high = one.right.ends
    kind = "scale ours" if one.is_model else "scale"
    return (
        f'<li><p class="play-bar"><span>{escaped(one.who)}</span>'
        f'<b class="amount">{one.right.mean:.0%}</b></p><div class="{kind}" aria-hidden="true">'
        f'<i class="fill" style="--share:{one.right.mean:.4f}"></i>'
        f'<i class="bar-interval" style="--low:{low:.4f};--high:{high:.4f}"></i></div></li>'
    )


def _how(desk: str, warm: Evaluation) -> str:
    sampled, greedy = _learner(warm), _read(desk, GREEDY)
    tiers = ", ".join(
        f"{tier} {one.correct.mean:.0%}" for tier, one in warm.policies[warm.first].tiers.items()
    )
    said = (
        "SmolLM2-135M-Instruct, sampled at temperature 1; the intervals are at 95 %. After "
        f"demonstrations, by difficulty: {tiers}. A referee that no reward sees agrees: "
        f"{sampled.referee.mean:.0%}."
    )
    return f"{said} Greedily, {_learner(greedy).correct.mean:.0%}." if greedy else said


def _learner(found: Evaluation) -> Results:
    """The results of the model that was evaluated, over all tiers."""
    return found.policies[found.first].overall


def _read(desk: str, file: str) -> Evaluation | None:
    """An evaluation beside a desk's warm start; None if there is none, or it is damaged."""
    path = MODELS / desk / PRETRAINED / WARM / file
    try:
        found = measured(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return None
    return found if found.first in found.policies else None
