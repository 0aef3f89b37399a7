"""Fetch a model's files from the Hub: only those needed, and a stranger's only if small enough.

    python -m training.models.from_hub BYTES OWNER/NAME [OWNER/ADAPTER]

prints their folders as JSON, or what is wrong with them. `fetch_in_process` runs this command as a
subprocess, so that it can stop a slow download.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from httpx2 import HTTPError
from huggingface_hub import HfApi, scan_cache_dir, snapshot_download
from huggingface_hub.constants import HF_HOME
from huggingface_hub.errors import CacheNotFound, HfHubHTTPError
from huggingface_hub.utils import disable_progress_bars, filter_repo_objects

from training.common import ROOT
from training.common.console import first_line
from training.models.base import BaseError, file_hash
from training.models.pretrained import SOURCES, model_folder

FETCH_SECONDS = 300
"""Seconds in which a visitor's model must be checked and fetched."""
GUEST_CACHE = Path(HF_HOME) / "rewarddesk-guests"
"""Where visitors' models are kept, apart from those of this machine's owner."""
CACHED_MODELS = 3
"""Visitors' models may take up as much room as this many of the largest size allowed; the least
recently used are deleted."""
_SETTINGS = (
    *("config.json", "generation_config.json", "adapter_config.json", "tokenizer_config.json"),
    *("special_tokens_map.json", "added_tokens.json", "chat_template.jinja", "chat_template.json"),
    "model.safetensors.index.json",
)
_VOCABULARY = ("tokenizer.json", "vocab.json", "vocab.txt", "merges.txt")
MAX_FILE_BYTES = dict.fromkeys(_SETTINGS, 8_000_000) | dict.fromkeys(_VOCABULARY, 64_000_000)
_WEIGHTS = ("model.safetensors", "model-*-of-*.safetensors", "adapter_model.safetensors")
NEEDED = [*MAX_FILE_BYTES, *_WEIGHTS]
"""The files that are fetched; `MAX_FILE_BYTES` limits those other than weights."""
_ABSENT = (HfHubHTTPError, HTTPError, OSError, ValueError)  # ValueError: bad name, or not JSON


def fetch(name: str, max_bytes: float | None = None) -> Path:
    """The local folder of a model or an adapter on the Hub, fetched if necessary. Raises BaseError.

    `max_bytes` (of weights) is for a model that a stranger named: sizes are checked before anything
    is fetched, at the same commit that is then fetched, and without this machine's token.
    """
    try:
        if max_bytes is None and name in SOURCES:
            return model_folder(name)
        if max_bytes is None:
            return Path(snapshot_download(name, allow_patterns=NEEDED))
        known = HfApi(token=False).model_info(name, files_metadata=True)
        files = {file.rfilename: file.size for file in known.siblings or []}
        sizes = {file: files[file] for file in filter_repo_objects(files, allow_patterns=NEEDED)}
        _check_sizes(name, sizes, max_bytes)
        make_room(CACHED_MODELS * max_bytes - sum(map(int, sizes.values())))
        folder = snapshot_download(
            name, revision=known.sha, allow_patterns=list(sizes), token=False, cache_dir=GUEST_CACHE
        )
    except BaseError:
        raise
    except _ABSENT as error:
        raise BaseError(f"cannot load {name}: {first_line(error)}") from None
    return Path(folder)


def fetch_verified(name: str, revision: str) -> Path:
    """The local folder of a model on the Hub at a revision, fetched if necessary, its large files
    checked against the Hub's hashes. Raises BaseError."""
    try:
        known = HfApi().model_info(name, revision=revision, files_metadata=True)
        folder = Path(snapshot_download(name, revision=known.sha, allow_patterns=NEEDED))
    except _ABSENT as error:
        raise BaseError(
            f"{name} cannot be had from the Hub: {first_line(error)}. Is the name right, the "
            "network up, HF_ENDPOINT (if set) a Hub, and the token (if it is gated) allowed?"
        ) from None
    for file in known.siblings or []:
        path = folder / file.rfilename
        if file.lfs and path.exists() and file_hash(path) != file.lfs.sha256:
            raise BaseError(
                f"{path} is damaged: its hash is not the one the Hub gives. Delete it and start "
                "again"
            )
    return folder


def make_room(room: float) -> None:
    """Delete the least recently used of visitors' models until the rest fit in `room` bytes."""
    try:
        cache = scan_cache_dir(GUEST_CACHE)
    except CacheNotFound:
        return
    gone = []
    for repository in sorted(cache.repos, key=lambda repo: repo.last_accessed, reverse=True):
        room -= repository.size_on_disk
        if room < 0:
            gone += [revision.commit_hash for revision in repository.revisions]
    cache.delete_revisions(*gone).execute()


def fetch_in_process(names: Sequence[str], max_bytes: float) -> list[Path]:
    """Fetch what a visitor named within `FETCH_SECONDS`; returns the folders. Raises BaseError."""
    command = [sys.executable, "-m", "training.models.from_hub", str(max_bytes), *names]
    try:
        run = subprocess.run(
            command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            timeout=FETCH_SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise BaseError(
            f"{names[0]} takes over {FETCH_SECONDS} s to fetch: take a smaller one"
        ) from None
    if run.returncode:
        raise BaseError(f"{names[0]} could not be fetched: try again")
    result = json.loads(run.stdout)
    if "error" in result:
        raise BaseError(result["error"])
    return [Path(folder) for folder in result["folders"]]


def _check_sizes(name: str, sizes: dict[str, int | None], max_bytes: float) -> None:
    """BaseError unless there are weights, and no file is larger than it may be."""
    weights = sum(size or 0 for file, size in sizes.items() if file not in MAX_FILE_BYTES)
    if not 0 < weights <= max_bytes:
        raise BaseError(
            f"{name} has {weights / 1e9:.1f} GB of safetensors; here a model has some, and at most "
            f"{max_bytes / 1e9:.0f} GB. Take a smaller one, or an endpoint"
        )
    for file, size in sizes.items():
        if size is None:
            raise BaseError(f"{name}: the Hub does not say how many bytes {file} has")
        if size > (allowed := MAX_FILE_BYTES.get(file, max_bytes)):
            raise BaseError(f"{name}: {file} has {size:,} bytes, and at most {allowed:,} are read")


def main() -> int:
    """Fetch what the command line names."""
    disable_progress_bars()
    max_bytes, *names = sys.argv[1:]
    try:
        result = {"folders": [str(fetch(name, float(max_bytes))) for name in names]}
    except BaseError as error:
        result = {"error": str(error)}
    print(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
