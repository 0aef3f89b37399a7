"""The page's endpoints for programs, over HTTP and as tools over MCP.

    from gradio_client import Client
    desk = Client("OWNER/rewarddesk")
    case = desk.predict("exec_assist", "hard", 47, api_name="/scenario")
    desk.predict("exec_assist", "hard", 47, COMPLETION, api_name="/grade")

Arguments are untrusted: an invalid one raises an error that says what was expected. A case's hidden
truth shows only in the graders' reasons and in the answer of `scripted:oracle`.
"""

from typing import Any

import gradio as gr

import graders
from desks import DESKS, TIERS, Scenario, load
from desks.strict_json import MAX_BYTES
from graders.audit import MIN_SCENARIOS, eval_sample
from graders.audit import audit as audited
from graders.referee import referee
from training.models.policy import PolicyError
from ui import inference
from ui.arena.contenders import SHIPPED, Contender
from ui.events import one_of, refused, refusing
from ui.links import MAX_SEED, Ref
from ui.tools import endpoints
from ui.workbench.bench import GRADING

MAX_AUDITED = 30
AUDITING = {"concurrency_limit": 1, "concurrency_id": "audits"}
WEIGHED = ("value", "contribution", "reason")
MEASURED = ("property", "bound", "measured", "passed")


def scenario(desk: str, tier: str = "easy", seed: int = 0) -> dict[str, Any]:
    """A case of the eval split: its desk, tier and seed, and the chat messages for a model.

    Args:
        desk: exec_assist (an inbox with a calendar) or it_triage (a help desk with articles).
        tier: easy, medium or hard.
        seed: which case, from 0 to 999999.
    """
    found = _case(desk, tier, seed)
    return {"desk": desk, "tier": tier, "seed": seed, "messages": load(desk).prompt(found)}


def grade(desk: str, tier: str, seed: int, completion: str) -> dict[str, Any]:
    """Grade a completion: what each part earns and the grader's reason, and whether an independent
    referee finds that the work is done.

    Args:
        desk: exec_assist or it_triage.
        tier: easy, medium or hard.
        seed: which case, as in scenario.
        completion: one JSON action, as the case's messages ask for it; at most 64 KiB.
    """
    found = _case(desk, tier, seed)
    if not isinstance(completion, str) or len(completion.encode("utf-8", "replace")) > MAX_BYTES:
        raise refused(f"completion: text of at most {MAX_BYTES:,} bytes was expected.")
    return _graded_result(found, completion)


def run(
    desk: str, tier: str, seed: int, policy: str = "pocket:trained", draw: int = 0
) -> dict[str, Any]:
    """Let a model or a script answer a case, sampled at temperature 1, and grade what it writes.

    Args:
        desk: exec_assist or it_triage.
        tier: easy, medium or hard.
        seed: which case, as in scenario.
        policy: pretrained:base|warm|trained, pocket:base|trained, or scripted:NAME (e.g. oracle).
        draw: the sampling seed, from 0 to 999999; the same seed gives the same completion.
    """
    found = _case(desk, tier, seed)
    if not isinstance(policy, str) or policy.partition(":")[0] not in (*SHIPPED, "scripted"):
        raise refused("policy: pretrained:trained, pocket:trained or scripted:NAME was expected.")
    try:
        answerer = Contender.parse(policy, desk).policy()
        [completion] = answerer.answer([found], sample=True, seed=_number(draw, "draw"))
    except PolicyError as error:
        raise refused(f"policy: {error}.") from None
    return {"policy": policy, "completion": completion} | _graded_result(found, completion)


def audit(desk: str, tier: str = "easy", n: int = MIN_SCENARIOS) -> list[dict[str, Any]]:
    """Measure the properties that keep a desk's reward sound, on the first n cases of a tier: a row
    per property with its bound, the measured value, and what came closest to breaking it.

    Args:
        desk: exec_assist or it_triage.
        tier: easy, medium or hard.
        n: number of cases, from 10 to 30.
    """
    chosen = one_of(tier, TIERS, "tier")
    desk_ = load(one_of(desk, tuple(DESKS), "desk"))
    if not MIN_SCENARIOS <= _number(n, "n") <= MAX_AUDITED:
        raise refused(f"n: a number from {MIN_SCENARIOS} to {MAX_AUDITED} was expected.")
    return [
        {name: getattr(one, name) for name in MEASURED} | {"closest": one.worst_policy}
        for one in audited(desk_, graders.grade, eval_sample(desk_, n, (chosen,)))
    ]


def _case(desk: str, tier: str, seed: int) -> Scenario:
    one_of(desk, tuple(DESKS), "desk")
    one_of(tier, TIERS, "tier")
    with refusing():
        ref = Ref.parse(f"{tier}-eval-{_number(seed, 'seed')}")
    return ref.scenario(desk)


def _number(value: Any, name: str) -> int:
    if type(value) is not int or not 0 <= value <= MAX_SEED:
        raise refused(f"{name}: a whole number from 0 to {MAX_SEED} was expected.")
    return value


def _graded_result(case: Scenario, completion: str) -> dict[str, Any]:
    found, ruling = graders.grade(case, completion), referee(case, completion)
    scores = {
        kind: {name: {key: getattr(one, key) for key in WEIGHED} for name, one in graded.items()}
        for kind, graded in (("parts", found.parts), ("penalties", found.penalties))
    }
    return {
        "total": found.total,
        "correct": found.correct,
        "verdict": found.verdict,
        **scores,
        "referee": {"done": ruling.done, "reason": ruling.reason},
    }


def build() -> None:
    """Register the public endpoints."""
    gr.api(scenario, api_name="scenario", **GRADING)
    gr.api(grade, api_name="grade", **GRADING)
    gr.api(run, api_name="run", **inference.WRITING)
    gr.api(audit, api_name="audit", **AUDITING)
    endpoints.build()
