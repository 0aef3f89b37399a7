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
from rewardproof.completions import said
from rewardproof.named import NamingError
from rewardproof.scorer import SignatureError, awaited
from rewardproof.tasks import TaskError, leaves

LEAKED = 12
"""The fewest characters of a right answer that is looked for in what an environment shows."""
FLOOR = ("floor", "broken", "flood")
"""Properties whose tries do nothing."""
CHEATS = (*FLOOR, "echo", "judge", "input", "constant", "roles", "wrong")
"""Properties whose tries cannot have done the work."""


class Measured(NamedTuple):
    """What a check measured, and what is wrong with it, if anything is."""

    values: dict[str, Any]
    fault: str = ""


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
    return _gap(it, it.most(("wrong",)), "canary_reward", "a canary is paid")


def _no_solution_leakage(it: Proved) -> Measured:
    leaks = []
    for number, row in enumerate(it.package.tasks):
        right = said(it.package.good(row))
        environment = it.package.environment()
        shown = awaited(environment.reset(**begins_with(environment, row)))
        seen = [*leaves(shown.model_dump()), *leaves(environment.state.model_dump())]
        if len(right) >= LEAKED and any(right in str(text) for text in seen):
            leaks.append(number)
    fault = f"the right answer of task {leaks[0]} is shown at the reset" if leaks else ""
    return Measured({"tasks_leaking": len(leaks)}, fault)


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
    paid = max((one.paid or 0.0 for one in cheats), default=it.most(CHEATS))
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
        """Measure it: fails without an oracle, or skips if it is not the oracle's check."""
        started = time.monotonic()
        try:
            measured = self.measure(proved(subject))
        except (PackageError, NamingError, TaskError, SignatureError, OSError) as error:
            failed = self.check_id == "semantic.oracle_max"
            return CheckResult(
                check_id=self.check_id,
                status=CheckStatus.FAIL if failed else CheckStatus.SKIP,
                evidence=[f"no right answers: {error}"],
                remediation=self.remediation if failed else None,
                duration_s=time.monotonic() - started,
            )
        return CheckResult(
            check_id=self.check_id,
            status=CheckStatus.FAIL if measured.fault else CheckStatus.PASS,
            measured=measured.values,
            evidence=[measured.fault or "holds"],
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
