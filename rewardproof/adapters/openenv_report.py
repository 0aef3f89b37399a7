"""`rewardproof openenv FOLDER`: an OpenEnv package's rewards, in a report of OpenEnv's own schema.

rewardproof openenv my_env              # the checks that an author can turn green
rewardproof openenv my_env --hub        # and the statistical ones
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from openenv.validation import (
    GraderRegistry,
    Lane,
    Level,
    SignatureError,
    Subject,
    UnsupportedPackageError,
    ValidationReport,
    Verdict,
    apply_policy,
    load_policy,
    run_validation,
    write_report,
)
from openenv.validation.runtime.scheduler import execute_graders

from rewardproof.adapters.openenv_checks import CHECKS


def validate(folder: Path, lane: Lane = Lane.LOCAL) -> ValidationReport:
    """OpenEnv's static report on a package with these checks in it; the statistical ones only in
    the lane of a hub. Errors as `openenv.validation.run_validation`."""
    policy = load_policy("v2")
    static = run_validation(folder, max_level=Level.STATIC, policy=policy)
    if static.manifest is None:
        return static
    registry = GraderRegistry()
    for one in CHECKS:
        registry.register(one)
    highest = Level.STATISTICAL if lane is Lane.HUB else Level.SEMANTIC
    subject = Subject(folder, static.manifest, None, None, folder / "outputs")
    results = execute_graders(registry.select(static.manifest, highest), subject)
    every = [*static.results, *results]
    levels = sorted({*static.levels_run, *(one.level for one in CHECKS if one.level <= highest)})
    update = {"results": every, "levels_run": levels, "lane": lane}
    return static.model_copy(update=update | {"verdict": apply_policy(every, policy, lane)})


def lines(report: ValidationReport) -> list[str]:
    """For a terminal."""
    told = []
    for one in report.results:
        what = f"{'; '.join(one.evidence)}{_numbers(one.measured)}"
        told.append(f"{one.status.value.upper():5} {one.check_id}: {what}")
    return [*told, report.verdict.value.upper()]


def _numbers(measured: Mapping[str, Any]) -> str:
    shown = [f"{k} {v:.3g}" for k, v in measured.items() if isinstance(v, int | float)]
    return f" ({', '.join(shown)})" if shown else ""


def main(arguments: Sequence[str]) -> int:
    """Run the command: 0 if nothing failed, 1 if something did, 2 if there is no package."""
    parser = argparse.ArgumentParser(prog="rewardproof openenv", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, help="with an openenv.yaml that names its oracle")
    parser.add_argument("--hub", action="store_true", help="the statistical checks as well")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report here as well")
    asked = parser.parse_args(arguments)
    if not asked.folder.is_dir():
        parser.error(f"{asked.folder}: a folder was expected")
    try:
        report = validate(asked.folder, Lane.HUB if asked.hub else Lane.LOCAL)
    except (SignatureError, UnsupportedPackageError) as error:
        parser.error(str(error))
    print("\n".join(lines(report)))
    if asked.json:
        write_report(report, asked.json)
    return 1 if report.verdict is Verdict.FAIL else 0
