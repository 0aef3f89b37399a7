"""What a run was made with: the commit, the versions, the machine. No names of hosts or people."""

import json
import os
import platform
import subprocess
from importlib import metadata
from pathlib import Path
from typing import Any

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


def commit() -> str | None:
    """The git commit of this project: of the checkout, or the one that it was installed from."""
    home = Path(__file__).parent.parent
    if (home / ".git").exists():
        asked = ["git", "-C", str(home), "rev-parse", "HEAD"]
        try:
            return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            return None
    try:
        told = metadata.distribution("rewarddesk").read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return None
    return json.loads(told).get("vcs_info", {}).get("commit_id") if told else None
