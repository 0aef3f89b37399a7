"""What a run was made with: the commit, the versions, the machine. No names of hosts or people."""

import json
import os
import platform
import subprocess
from importlib import metadata
from typing import Any

from training.common import ROOT

PACKAGES = ("torch", "transformers", "trl", "peft", "tokenizers", "datasets", "rewarddesk")


def machine() -> dict[str, Any]:
    """What this process runs on."""
    import torch

    gpu = torch.cuda.get_device_name() if torch.cuda.is_available() else None
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "threads": torch.get_num_threads(),
        "gpu": gpu,
    }


def versions() -> dict[str, str]:
    """The versions of Python and of all that decides what a run does."""
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def changed() -> bool:
    """Whether a file of the checkout is not as its commit has it; new files do not count, nor does
    what runs write: records, and models, of which a record names the base by its hash."""
    written = (":!assets/runs", ":!assets/models")
    return bool(_git("status", "--porcelain", "--untracked-files=no", "--", ".", *written))


def _git(*asked: str) -> str | None:
    """What git says of this checkout, or None where it has nothing to say."""
    if not (ROOT / ".git").exists():
        return None
    command = ["git", "-C", str(ROOT), *asked]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def commit() -> str | None:
    """The git commit of this project: of the checkout, or the one that it was installed from."""
    if found := _git("rev-parse", "HEAD"):
        return found
    try:
        told = metadata.distribution("rewarddesk").read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return None
    return json.loads(told).get("vcs_info", {}).get("commit_id") if told else None
