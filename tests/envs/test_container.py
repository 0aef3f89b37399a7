"""The container's image holds all that the environments import, of ours and of others."""

import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent.parent
DOCKERFILE = (ROOT / "envs" / "Dockerfile").read_text()
PLAYED = """
import sys

class Missing:
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in MISSING:
            raise ModuleNotFoundError(name)

sys.meta_path = [Missing, *(one for one in sys.meta_path if "editable" not in repr(one).lower())]
sys.path = [one for one in sys.path if one != ROOT]

from envs.guard import Limits
from envs.server import Environments, environment, names

Environments(Limits()).prepare()
for name in names():
    environment(name)().reset(seed=0)
    print(name)
"""


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def installed() -> set[str]:
    """What pip installs by the Dockerfile: the packages that it names, and what these require."""
    [named] = re.findall(r"-c constraints\.txt \\\n +(.+)", DOCKERFILE)
    found, to_do = set(), [Requirement(one) for one in named.split()]
    while to_do:
        asked = to_do.pop()
        for extra in ("", *asked.extras):
            if (one := (_plain(asked.name), extra)) not in found:
                found.add(one)
                needs = map(Requirement, metadata.requires(asked.name) or ())
                to_do += [
                    it for it in needs if not it.marker or it.marker.evaluate({"extra": extra})
                ]
    return {name for name, _ in found}


@pytest.mark.slow
def test_every_environment_starts_from_what_the_image_holds(tmp_path: Path):
    for folder in re.findall(r"^COPY (\w+) \1$", DOCKERFILE, re.MULTILINE):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    there = installed()
    missing = {
        package
        for package, homes in metadata.packages_distributions().items()
        if not {_plain(home) for home in homes} & (there | {"rewarddesk"})
    }
    code = f"ROOT, MISSING = {str(ROOT)!r}, {missing!r}\n{PLAYED}"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert {"exec_assist", "it_triage_tools"} <= set(done.stdout.split())
