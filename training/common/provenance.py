"""Where a run comes from: commit, package versions, machine. No names of hosts or people."""

import json
import os
import platform
import subprocess
from importlib import metadata
from typing import Any

from training.common import ROOT

FLAVOR = "REWARDDESK_FLAVOR"
"""The environment variable in which a job on the Hub is told its hardware."""
PACKAGES = ("torch", "transformers", "trl", "peft", "tokenizers", "datasets", "rewarddesk")


def machine() -> dict[str, Any]:
    """What a run is trained on: system, cores, processes and the threads and GPU of each; of a job
    on the Hub its flavor."""
    import torch

    gpu = torch.cuda.get_device_name() if torch.cuda.is_available() else None
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "processes": int(os.environ.get("WORLD_SIZE", "1")),
        "threads": torch.get_num_threads(),
        "gpu": gpu,
        "flavor": os.environ.get(FLAVOR),
    }


def versions() -> dict[str, str]:
    """The versions of Python and of the packages that affect a run."""
    installed = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            installed[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return installed


def changed() -> bool | None:
    """Whether a tracked file differs from the commit checked out; None if unknown. New files do not
    count, nor do the records and models that runs write: a record names its base by hash."""
    written = (":!assets/runs", ":!assets/models")
    status = _git("status", "--porcelain", "--untracked-files=no", "--", ".", *written)
    return None if status is None else bool(status)


def _git(*arguments: str) -> str | None:
    """A git command's output in this checkout; None if there is no checkout or git fails."""
    if not (ROOT / ".git").exists():
        return None
    command = ["git", "-C", str(ROOT), *arguments]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def commit() -> str | None:
    """The git commit of this project, from the checkout or the installation; None if unknown."""
    if checked_out := _git("rev-parse", "HEAD"):
        return checked_out
    try:
        source = metadata.distribution("rewarddesk").read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return None
    return json.loads(source).get("vcs_info", {}).get("commit_id") if source else None
