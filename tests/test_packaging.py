"""An installed copy, as a job has one, holds every file that the code reads."""

import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOT_NEEDED = {"envs/Dockerfile"}
"""It builds from a checkout."""


def test_every_file_beside_the_code_is_installed_with_it():
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    folders = [one.removesuffix("*") for one in told["packages"]["find"]["include"]]
    asked = ["git", "ls-files", "-z", "--", *folders]
    try:
        listed = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no git checkout")
    tracked = {name for name in listed.split("\0") if name and not name.endswith(".py")}
    installed = {
        str(path.relative_to(ROOT))
        for package, patterns in told["package-data"].items()
        for pattern in patterns
        for path in ROOT.joinpath(*package.split(".")).glob(pattern)
    }
    assert tracked - installed == NOT_NEEDED
