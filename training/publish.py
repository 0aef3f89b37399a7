"""Publish to the Hub: a run (its adapter, tokenizer and record, with a card made from the record),
or the page as a Space.

    python -m training.publish --run exec_assist_pocket --to OWNER/NAME
    python -m training.publish --space OWNER/NAME
    python -m training.publish --run exec_assist_pocket --to OWNER/NAME --dry-run FOLDER

A dry run writes what would be uploaded to a folder, and sends nothing.
"""

import errno
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from httpx2 import HTTPError
from huggingface_hub import HfApi, get_token, snapshot_download
from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

from training.common.console import CommandError, argument_parser, command, first_line, log
from training.common.provenance import changed
from training.hub import space
from training.hub.run_card import RECORD_FOLDER, card
from training.hub.source import source
from training.models.base import REPOSITORY, is_adapter
from training.runs.record import (
    ADAPTER,
    CONFIG,
    RECORD_FILES,
    RUNS,
    read_completions,
    read_config,
    read_object,
)
from training.runs.run import read_run

CARD_FILE = "README.md"
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
                        _copy_record(run, Path(folder) / RECORD_FOLDER)
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


def commit_message(run: Path) -> str:
    """The commit message for a run."""
    return f"The run {run.name}, its adapter and its record"


def assemble(run: Path, to: Path, repository: str) -> None:
    """Copy what is published of a run, at OWNER/NAME, into an empty folder; CommandError if any is
    missing."""
    if (read_object(run / CONFIG).get("settings") or {}).get("cases"):
        raise CommandError(f"{run} holds answers to your own cases: it is not published")
    if not is_adapter(run / ADAPTER):
        raise CommandError(
            f"no adapter in {run}: the run is not over, or was stopped as it broke. --resume ends "
            "it"
        )
    shutil.copytree(run / ADAPTER, to, dirs_exist_ok=True)
    _copy_record(run, to / RECORD_FOLDER)
    try:
        text = card(read_run(run), read_completions(run), repository)
    except (CommandError, KeyError) as error:
        raise CommandError(f"{run} has no whole record: {error}") from None
    (to / CARD_FILE).write_text(text, encoding="utf-8")


def _copy_record(run: Path, to: Path) -> None:
    to.mkdir(parents=True)
    for name in RECORD_FILES:
        if (run / name).exists():
            shutil.copy(run / name, to / name)


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; `@command` returns the exit status."""
    parser = argument_parser("publish", __doc__)
    parser.add_argument("--run", help="a name in assets/runs, or a folder")
    parser.add_argument("--to", metavar="OWNER/NAME", help="where it goes; private if new")
    parser.add_argument("--public", action="store_true", help=PUBLIC)
    parser.add_argument("--space", metavar="OWNER/NAME", help="instead: where the page goes")
    parser.add_argument(
        "--source", type=source, metavar="URL", help="git URL for the page's jobs; default: origin"
    )
    parser.add_argument("--dry-run", type=Path, metavar="FOLDER", help="put it there, send nothing")
    args = parser.parse_args(arguments)
    if bool(args.space) == bool(args.run or args.to) or bool(args.run) != bool(args.to):
        parser.error("either --run and --to, or --space")
    if args.source and not args.space:
        parser.error("--source goes with --space")
    to = args.space or args.to
    if args.dry_run and args.dry_run.exists() and any(args.dry_run.iterdir()):
        raise CommandError(f"{args.dry_run} is not empty: name a new folder")
    hub = None if args.dry_run else Hub(to, "space" if args.space else "model", args.public)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder)
        if args.space:
            message = f"The page, {space.assemble(made, args.source)} files"
            if changed():
                log("files here are not committed: the page has them, the jobs it starts have not")
        else:
            run = RUNS / args.run if (RUNS / args.run).is_dir() else Path(args.run)
            assemble(run, made, to)
            message = commit_message(run)
        if hub is None:
            shutil.copytree(made, args.dry_run, dirs_exist_ok=True)
            print(f"nothing was sent; {args.dry_run} holds what {to} would get")
        else:
            hub.create()
            hub.send(made, message)
            print(f"{message}: at {to}")


if __name__ == "__main__":
    sys.exit(main())
