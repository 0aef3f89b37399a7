"""The desks, for the suites that hold every desk to the same contract; what is so for all tests."""

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import settings

import training  # noqa: F401  (says how OpenMP waits, before torch is loaded)
from desks import DESKS, Desk, load

os.environ.setdefault("OMP_NUM_THREADS", "1")  # a second thread mostly waits for the first

settings.register_profile("busy", deadline=None)  # time is measured by `make bench`
settings.load_profile("busy")

# A job installs the project over https from where it was cloned: let git say so of any clone.
asked = ["git", "-C", str(Path(__file__).parent), "remote", "get-url", "origin"]
cloned_from = subprocess.run(asked, capture_output=True, text=True).stdout.strip()
if cloned_from and not cloned_from.startswith("https://"):
    os.environ["GIT_CONFIG_COUNT"] = "1"
    os.environ["GIT_CONFIG_KEY_0"] = "url.https://example.org/o/r.insteadOf"
    os.environ["GIT_CONFIG_VALUE_0"] = cloned_from

LONGEST = ("ui", "training", "envs", "test_example_desk.py", "graders")
"""Folders and files that take longest: they come first, so that all workers end together."""


@pytest.fixture(params=list(DESKS), scope="session")
def desk(request: pytest.FixtureRequest) -> Desk:
    return load(request.param)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: [one in item.path.parts for one in LONGEST], reverse=True)
