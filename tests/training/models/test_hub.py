"""Models of the Hub that visitors name: how much of this machine's disk they take."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from httpx2 import ConnectError

from tests.training.hub_stand_in import stand_in
from training.common import ROOT
from training.models.base import BaseError
from training.models.from_hub import CACHED_MODELS, HfApi, _check_sizes, fetch_verified

MOST = 300_000
"""Bytes of weights that a model may have here."""


def size(folder: Path) -> int:
    """Bytes of the files in a folder, each counted once."""
    return sum(
        one.lstat().st_size for one in folder.rglob("*") if one.is_file() and not one.is_symlink()
    )


@pytest.mark.slow
def test_visitors_models_make_room_for_each_other(tmp_path):
    owners = tmp_path / "hf" / "hub" / "models--mine--dear" / "blobs"
    owners.mkdir(parents=True)
    (owners / "weights").write_bytes(b"x" * MOST)
    with stand_in() as hub:
        settings = {"HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path / "hf"), "HF_HUB_OFFLINE": "0"}
        for number in range(2 * CACHED_MODELS):
            name = f"they/model-{number}"
            weights = bytes([number]) * (MOST - 10_000)
            hub.repositories[name] = {"config.json": b"{}", "model.safetensors": weights}
            command = [sys.executable, "-m", "training.models.from_hub", str(MOST), name]
            run = subprocess.run(
                command, cwd=ROOT, env=os.environ | settings, capture_output=True, check=True
            )
            (folder,) = json.loads(run.stdout)["folders"]
            assert (Path(folder) / "model.safetensors").read_bytes() == weights
            assert size(tmp_path / "hf" / "rewarddesk-guests") <= CACHED_MODELS * MOST
    assert (owners / "weights").is_file()


@pytest.mark.parametrize(
    ("sizes", "told"),
    [
        (
            {"model-1-of-2.safetensors": 9, "model-2-of-2.safetensors": None},
            "many bytes model-2",
        ),
        ({"model.safetensors": 9, "config.json": None}, "how many bytes config.json"),
        ({"model.safetensors": 9, "config.json": 9_000_000}, "9,000,000 bytes, and at most 8,000,"),
        ({"model.safetensors": 2 * MOST}, "of safetensors; here a model has some"),
        ({"config.json": 9}, "0.0 GB of safetensors"),
    ],
)
def test_a_model_of_unknown_or_excessive_size_is_refused(sizes, told):
    with pytest.raises(BaseError, match=told):
        _check_sizes("they/odd", sizes, MOST)


def test_a_base_that_cannot_be_fetched_for_want_of_a_network_is_told_of(monkeypatch):
    def cut_off(*_, **__):
        raise ConnectError("no route to the Hub")

    monkeypatch.setattr(HfApi, "model_info", cut_off)
    with pytest.raises(BaseError, match="they/base cannot be had from the Hub: no route to"):
        fetch_verified("they/base", "main")
