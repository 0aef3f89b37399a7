"""A pytest fixture, and each kept finding as a test of its own.

def test_my_reward(rewardproof):
    rewardproof(reward, tasks, good="answer").holds()
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rewardproof.cases import SUFFIX, CaseError, read_case
from rewardproof.named import NamingError, load
from rewardproof.proof import prove
from rewardproof.report import Report


class Claim:
    """That a reward holds."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def holds(self) -> None:
        """Fail the test with the report, if the reward does not hold."""
        if not self.report.holds:
            pytest.fail(f"\n{self.report}", pytrace=False)


@pytest.fixture
def rewardproof() -> Callable[..., Claim]:
    """`prove`, whose report can be claimed to hold."""
    return lambda reward, tasks, good="answer", **more: Claim(prove(reward, tasks, good, **more))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "CaseFile | None":
    """Kept findings are tests."""
    if file_path.name.endswith(SUFFIX):
        return CaseFile.from_parent(parent, path=file_path)
    return None


class CaseFile(pytest.File):
    """A file with a case."""

    def collect(self) -> Iterator["CaseTest"]:
        yield CaseTest.from_parent(self, name="holds")


class CaseTest(pytest.Item):
    """A case: fails while the reward pays what it must not."""

    def runtest(self) -> None:
        case = read_case(self.path)
        if fault := case.fault(load(case.reward)):
            pytest.fail(fault, pytrace=False)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        if isinstance(excinfo.value, CaseError | NamingError | pytest.fail.Exception):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, self.path.name.removesuffix(SUFFIX)
