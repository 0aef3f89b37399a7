"""OpenEnv's checks on rewards (RFC 008), which OpenEnv 0.10 names and does not implement.

Each is a grader of its protocol, named in the entry points `openenv.validation.graders`. As nothing
in OpenEnv loads those, `rewardproof openenv FOLDER` runs them (`openenv_report.py`).
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from openenv.validation import CheckResult, CheckStatus, Level, NormalizedManifest, Subject

from rewardproof.adapters.openenv import begins_with
from rewardproof.adapters.openenv_package import PackageError, Proved, proved
from rewardproof.completions import Completion, json_in
from rewardproof.named import NamingError
from rewardproof.scorer import SignatureError, awaited
from rewardproof.signatures import recognise
from rewardproof.tasks import Task, TaskError, content_of, leaves

LEAKED = 12
"""The fewest characters of a right answer that is looked for in what an environment shows."""
FLOOR = ("floor", "broken", "flood")
"""Properties whose tries do nothing."""
CHEATS = (*FLOOR, "echo", "judge", "input", "constant", "roles")
"""Properties whose tries cannot have done the work."""


class Measured(NamedTuple):
    """What a check measured, and what is wrong with it, if anything is."""

    values: dict[str, Any]
    fault: str = ""
    skipped: str = ""
    """Why nothing could be measured, if nothing could."""


def _oracle_max(it: Proved) -> Measured:
    least = min((-1e9 if one is None else one) for one in it.report.right)
    tolerance = it.manifest.reward.oracle_tolerance
    values = {"oracle_reward": least, "declared_tolerance": tolerance}
    missed = least < it.top - tolerance - 1e-9
    return Measured(values, "a right answer is not paid the most" if missed else "")


def _gap(it: Proved, paid: float, name: str, told: str) -> Measured:
    gap, margin = it.top - paid, it.manifest.reward.floor_margin
    values = {name: paid, "gap": gap, "declared_margin": margin}
    return Measured(values, told if gap < margin - 1e-9 else "")


def _floor_gap(it: Proved) -> Measured:
    return _gap(it, it.most(FLOOR), "measured_floor", "doing nothing is paid")


def _canary_floor(it: Proved) -> Measured:
    rows = [(it.package.tasks[task].row, wrong) for task, wrong in it.package.canaries]
    paid = recognise(it.package.environment, it.package.tasks, "openenv").score(rows)
    most = max((one for one in paid if one is not None), default=it.bottom)
    return _gap(it, most, "canary_reward", "a canary is paid")


def _no_solution_leakage(it: Proved) -> Measured:
    leaking, looked_for = [], 0
    for task, right in zip(it.package.tasks, it.package.good, strict=True):
        secrets = _secrets(right[0], task)
        looked_for += len(secrets)
        shown = _shown(it.package.environment, task)
        if any(one in text for one in secrets for text in shown):
            leaking.append(task.number)
    values = {"texts_looked_for": looked_for, "tasks_leaking": len(leaking)}
    if not looked_for:
        why = f"no right answer has {LEAKED} characters that are not in its prompt"
        return Measured(values, skipped=why)
    fault = f"the right answer of task {leaking[0]} is shown at the reset" if leaking else ""
    return Measured(values, fault)


def _secrets(right: Completion, task: Task) -> list[str]:
    """A right answer, and the texts in it that the prompt does not have, if they are long."""
    texts = [right] if isinstance(right, str) else [content_of(one) for one in right]
    inner = [leaf for answer in map(json_in, texts) if answer for leaf in leaves(answer.value)]
    found = [*texts, *(leaf for leaf in inner if leaf not in task.prompt)]
    return [one for one in dict.fromkeys(found) if len(one) >= LEAKED]


def _shown(kind: Any, task: Task) -> list[str]:
    """All texts of an environment's first observation and state."""
    environment = kind()
    seen = awaited(environment.reset(**begins_with(environment, task.row)))
    texts = [*leaves(seen.model_dump()), *leaves(environment.state.model_dump())]
    environment.close()
    return texts


def _verifier_determinism(it: Proved) -> Measured:
    found = [
        one
        for one in it.report.findings
        if one.property in ("determinism", "independence") and one.severity == "error"
    ]
    return Measured({"unstable": len(found)}, found[0].said if found else "")


def _adversarial_floor(it: Proved) -> Measured:
    told = "an answer that cannot have done the work is paid"
    return _gap(it, it.most(CHEATS), "adversarial_reward", told)


def _gameability_gap(it: Proved) -> Measured:
    cheats = [one for one in it.report.findings if one.is_overpaid]
    paid = max((one.paid for one in cheats), default=it.most(CHEATS))
    values = {"best_cheat": paid, "gap": it.top - paid, "cheats": len(cheats)}
    return Measured(values, f"{cheats[0].property}: {cheats[0].said}" if cheats else "")


@dataclass(frozen=True)
class RewardCheck:
    """One check, as a grader of OpenEnv's protocol."""

    check_id: str
    measure: Callable[[Proved], Measured]
    remediation: str
    level: Level = Level.SEMANTIC
    requires_capabilities: ClassVar[frozenset[str]] = frozenset()
    requires_provider: ClassVar[frozenset[Any]] = frozenset()
    depends_on: ClassVar[tuple[str, ...]] = ()

    def applies_to(self, manifest: NormalizedManifest) -> bool:
        """To packages whose reward is served; canaries, where there are some."""
        told = manifest.capabilities
        return told.verifier.kind == "reward_channel" and (
            self.check_id != "semantic.canary_floor" or told.canaries is not None
        )

    def run(self, subject: Subject) -> CheckResult:
        """Measure it. Without right answers the oracle's check fails and the others are skipped."""
        started = time.monotonic()
        try:
            found = proved(subject)
        except (PackageError, NamingError, TaskError, SignatureError, OSError) as error:
            why = f"no right answers: {error}"
            is_oracles = self.check_id == "semantic.oracle_max"
            measured = Measured({}, why) if is_oracles else Measured({}, skipped=why)
        else:
            measured = self.measure(found)
        status = CheckStatus.FAIL if measured.fault else CheckStatus.PASS
        return CheckResult(
            check_id=self.check_id,
            status=CheckStatus.SKIP if measured.skipped else status,
            measured=measured.values,
            evidence=[measured.fault or measured.skipped or "holds"],
            remediation=self.remediation if measured.fault else None,
            duration_s=time.monotonic() - started,
        )


ORACLE_MAX = RewardCheck(
    "semantic.oracle_max", _oracle_max, "declare an oracle whose answers earn the most"
)
FLOOR_GAP = RewardCheck("semantic.floor_gap", _floor_gap, "pay nothing for an empty answer")
CANARY_FLOOR = RewardCheck("semantic.canary_floor", _canary_floor, "pay nothing for the canaries")
NO_SOLUTION_LEAKAGE = RewardCheck(
    "semantic.no_solution_leakage", _no_solution_leakage, "keep the key out of what is shown"
)
VERIFIER_DETERMINISM = RewardCheck(
    "semantic.verifier_determinism", _verifier_determinism, "pay the same for the same"
)
ADVERSARIAL_FLOOR = RewardCheck(
    "statistical.adversarial_floor", _adversarial_floor, "look at the findings", Level.STATISTICAL
)
GAMEABILITY_GAP = RewardCheck(
    "statistical.gameability_gap", _gameability_gap, "look at the findings", Level.STATISTICAL
)
CHECKS = (
    *(ORACLE_MAX, FLOOR_GAP, CANARY_FLOOR, NO_SOLUTION_LEAKAGE, VERIFIER_DETERMINISM),
    *(ADVERSARIAL_FLOOR, GAMEABILITY_GAP),
)
