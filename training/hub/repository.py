"""A repository of the Hub to which a run or the page is sent, and from which a run is fetched."""

import errno
import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from httpx2 import HTTPError
from huggingface_hub import HfApi, get_token, snapshot_download
from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

from training.common.console import CommandError, first_line, log
from training.hub.run_card import RECORD_FOLDER
from training.hub.run_folder import assemble, commit_message, copy_record
from training.models.base import REPOSITORY
from training.runs.record import read_config

WAITS = (10, 30, 60, 120, 240, 480)
"""Seconds between attempts to send a run that is over, or to fetch one: a quarter of an hour."""
_BUSY = {408, 429, 500, 502, 503, 504}
_LOCAL = {errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EROFS}
_ERRORS = (HfHubHTTPError, HTTPError, OSError, RuntimeError, ValueError)
"""What huggingface_hub raises: HTTPError if there is no connection, ValueError if the answer is not
JSON, RuntimeError if a large file cannot be sent."""
LAST_CHECKPOINT = "last-checkpoint"

PUBLIC = "make the repository of the run public, if it is new"
"""What --public does, in the help of a command."""


class BusyError(CommandError):
    """The Hub cannot be reached, or asks to be left alone: later it may do what was asked."""


class Hub:
    """A Hub repository to upload to: a model, which is private unless it is to be `public`, or, by
    `kind`, a Space."""

    def __init__(
        self, to: str, kind: Literal["model", "space"] = "model", public: bool = False
    ) -> None:
        """CommandError if `to` is not OWNER/NAME, or there is no token to write with."""
        if not REPOSITORY.fullmatch(to):
            raise CommandError(f"{to!r} is no repository: OWNER/NAME was expected")
        if get_token() is None:
            raise CommandError(
                f"no token to write to {to} with: set HF_TOKEN, or run `hf auth login`"
            )
        self.to, self._kind, self._public = to, kind, public
        self._api = HfApi()

    def create(self) -> None:
        """Create the repository if needed, so that a run without write access fails early."""
        more = {"space_sdk": "gradio"} if self._kind == "space" else {"private": not self._public}
        with self._accepted():
            self._api.create_repo(self.to, repo_type=self._kind, exist_ok=True, **more)

    def send(self, folder: Path, message: str) -> None:
        """Upload a folder as one commit."""
        with self._accepted():
            self._api.upload_folder(
                repo_id=self.to, repo_type=self._kind, folder_path=folder, commit_message=message
            )

    def restore(self, run: Path, checkpoints: Path) -> None:
        """Download a run's record and last checkpoint into place, since a job's disk is lost when
        the job ends. CommandError if there are none, or the Hub does not give them."""
        with tempfile.TemporaryDirectory() as folder:
            _patiently(lambda: self._fetch(folder))
            record, checkpoint = Path(folder) / RECORD_FOLDER, Path(folder) / LAST_CHECKPOINT
            try:
                read_config(record)
                state = (checkpoint / "trainer_state.json").read_text(encoding="utf-8")
                step = int(json.loads(state)["global_step"])
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise self._nothing(error) from None
            shutil.copytree(checkpoint, checkpoints / f"checkpoint-{step}")
            shutil.copytree(record, run, dirs_exist_ok=True)

    def _fetch(self, folder: str) -> None:
        wanted = [f"{RECORD_FOLDER}/*", f"{LAST_CHECKPOINT}/*"]
        try:
            snapshot_download(self.to, allow_patterns=wanted, local_dir=folder)
        except _ERRORS as error:
            if _is_local(error):
                raise
            if not _passing(error):
                raise self._nothing(error) from None
            raise BusyError(
                f"the Hub does not give what {self.to} holds: {first_line(error)}. Nothing was "
                "changed: try again later"
            ) from None

    def _nothing(self, error: Exception) -> CommandError:
        return CommandError(
            f"{self.to} holds no checkpoint to go on from: {first_line(error)}. Start without "
            "--resume"
        )

    def publish(self, run: Path) -> None:
        """Create the repository and send the run, for as long as it takes: what a job has learned
        is lost with its disk."""
        with tempfile.TemporaryDirectory() as folder:
            assemble(run, Path(folder), self.to)
            _patiently(self.create)
            _patiently(lambda: self.send(Path(folder), commit_message(run)))

    def callback(self, run: Path) -> Any:
        """A TrainerCallback that sends every checkpoint with the record so far. A failure is
        reported and does not stop the run."""
        from transformers import TrainerCallback

        hub = self

        class Sender(TrainerCallback):
            def on_save(self, args: Any, state: Any, control: Any, **_: Any) -> None:
                checkpoint = Path(args.output_dir) / f"checkpoint-{state.global_step}"
                try:
                    with tempfile.TemporaryDirectory() as folder:
                        copy_record(run, Path(folder) / RECORD_FOLDER)
                        shutil.copytree(checkpoint, Path(folder) / LAST_CHECKPOINT)
                        hub.send(Path(folder), f"Step {state.global_step}")
                except (CommandError, OSError) as error:
                    log(f"not sent, and the run goes on: {error}")

        return Sender()

    @contextmanager
    def _accepted(self) -> Iterator[None]:
        """Turn the Hub's errors into a CommandError, a BusyError where they may pass."""
        try:
            yield
        except _ERRORS as error:
            if _is_local(error):
                raise
            raise (BusyError if _passing(error) else CommandError)(
                f"the Hub did not take {self.to}: {first_line(error)}. Is it yours, may the token "
                "write, and is HF_ENDPOINT (if set) a Hub?"
            ) from None


def _is_local(error: Exception) -> bool:
    """Whether it is this machine that lacks room or permission."""
    return isinstance(error, OSError) and error.errno in _LOCAL


def _passing(error: Exception) -> bool:
    """Whether what the Hub could not do it may do later."""
    if response := getattr(error, "response", None):
        return response.status_code in _BUSY
    missing = isinstance(error, FileNotFoundError) and not isinstance(
        error, LocalEntryNotFoundError
    )
    return not missing and not isinstance(error, ValueError)


def _patiently(attempt: Callable[[], None]) -> None:
    """Do something at the Hub, again after each of `WAITS` while it is busy."""
    for wait in WAITS:
        try:
            return attempt()
        except BusyError as error:
            log(f"{error} Trying again in {wait} s")
            time.sleep(wait)
    return attempt()
