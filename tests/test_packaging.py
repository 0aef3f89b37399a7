"""What is shipped: an installed copy holds every file that the code reads, a Space takes each."""

import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOT_NEEDED = {
    "envs/Dockerfile",
    "envs/SCALE.md",
    "rewardproof/README.md",
    "rewardproof/pyproject.toml",
    "training/RESULTS.md",
}
"""What builds from a checkout, or is read there."""
MAX_BYTES = 10 * 2**20
"""What the Hub takes of a file without LFS."""


def tracked(*folders: str) -> list[str]:
    asked = ["git", "ls-files", "-z", "--", *folders]
    try:
        listed = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no git checkout")
    return [name for name in listed.split("\0") if name]


def test_a_space_takes_every_file_without_lfs():
    assert not [name for name in tracked() if (ROOT / name).stat().st_size > MAX_BYTES]


def test_every_file_beside_the_code_is_installed_with_it():
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    folders = [one.removesuffix("*") for one in told["packages"]["find"]["include"]]
    found = {name for name in tracked(*folders) if not name.endswith(".py")}
    installed = {
        str(path.relative_to(ROOT))
        for package, patterns in told["package-data"].items()
        for pattern in patterns
        for path in ROOT.joinpath(*package.split(".")).glob(pattern)
    }
    assert found - installed == NOT_NEEDED
