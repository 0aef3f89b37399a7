"""Models of the Hub that visitors name: how much of this machine's disk they take."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.training.hub_stand_in import stand_in
from training.common import ROOT
from training.models.from_hub import KEPT

MOST = 300_000
"""Bytes of weights that a model may have here."""


def size(folder: Path) -> int:
    """Bytes of the files in a folder, each counted once."""
    return sum(
        one.lstat().st_size for one in folder.rglob("*") if one.is_file() and not one.is_symlink()
    )


def test_visitors_models_make_room_for_each_other(tmp_path):
    owners = tmp_path / "hf" / "hub" / "models--mine--dear" / "blobs"
    owners.mkdir(parents=True)
    (owners / "weights").write_bytes(b"x" * MOST)
    with stand_in() as hub:
        settings = {"HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path / "hf"), "HF_HUB_OFFLINE": "0"}
        for number in range(2 * KEPT):
            name = f"they/model-{number}"
            weights = bytes([number]) * (MOST - 10_000)
            hub.repositories[name] = {"config.json": b"{}", "model.safetensors": weights}
            command = [sys.executable, "-m", "training.models.from_hub", str(MOST), name]
            run = subprocess.run(
                command, cwd=ROOT, env=os.environ | settings, capture_output=True, check=True
            )
            (folder,) = json.loads(run.stdout)["folders"]
            assert (Path(folder) / "model.safetensors").read_bytes() == weights
            assert size(tmp_path / "hf" / "rewarddesk-guests") <= KEPT * MOST
    assert (owners / "weights").is_file()
