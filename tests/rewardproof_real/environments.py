"""Environments with a real library each: made once, in a cache folder, of pinned versions."""

import os
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


class Pins(NamedTuple):
    """What an environment has."""

    packages: tuple[str, ...]
    alone: tuple[str, ...] = ()
    """Packages without what they depend on, where a reward needs none of it."""


ENVIRONMENTS: Mapping[str, Pins] = {
    "trl": Pins(("math-verify==0.9.0", "packaging==26.4"), alone=("trl==1.16.0",)),
    "verifiers": Pins(("verifiers==0.3.1", "reasoning-gym==0.1.25")),
    "inspect": Pins(("inspect-ai==0.3.285",)),
    "openenv": Pins(("openenv==0.10.0",)),
    "gym": Pins(("reasoning-gym==0.1.25",)),
    "tools": Pins(("rewardlint==0.1.0", "rl-envdoctor==0.1.0", "falsepass==0.11.0")),
}
"""verifiers: the last version that has rubrics beside the newer tasks."""


def cache() -> Path:
    """Where environments are kept."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "rewardproof_real"


def python_of(name: str) -> Path:
    """The interpreter of an environment, which is made if there is none, or one of other pins."""
    folder, pins = cache() / name, ENVIRONMENTS[name]
    python, made = folder / "bin" / "python", folder / "pins"
    if made.exists() and made.read_text(encoding="utf-8") == repr(pins):
        return python
    print(f"making {folder}: {', '.join(pins.packages + pins.alone)}", file=sys.stderr)
    venv.create(folder, clear=True, with_pip=True)
    pip = (str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    subprocess.run((*pip, *pins.packages), check=True)
    if pins.alone:
        subprocess.run((*pip, "--no-deps", *pins.alone), check=True)
    made.write_text(repr(pins), encoding="utf-8")
    return python


def inside(python: Path, *arguments: str) -> str:
    """What a module of this repository prints, run by an environment's interpreter."""
    settings = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [python, "-m", *arguments], cwd=ROOT, env=settings, stdout=subprocess.PIPE, check=True
    )
    return done.stdout.decode()
