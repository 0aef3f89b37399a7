"""Publish a run on the Hub: the adapter, its tokenizer, the record and a card made from the record.

    python -m training.publish --run exec_assist_embedded --to OWNER/NAME
    python -m training.publish --run exec_assist_embedded --to OWNER/NAME --dry-run FOLDER

The dry run puts in a folder what would be sent, and sends nothing.
"""

import argparse
import math
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean, pvariance
from typing import Any

from huggingface_hub import HfApi, get_token
from huggingface_hub.errors import HfHubHTTPError

from training import report
from training.record import COMPLETIONS, CONFIG, EVALUATION, GREEDY, HEALTH, STEPS, RecordError
from training.report import Run

RUNS = Path("assets/runs")
ADAPTER, RECORD, CARD = "adapter", "record", "README.md"
RECORDED = (CONFIG, STEPS, HEALTH, COMPLETIONS, EVALUATION, GREEDY)
MEASURES = ("parts/", "penalties/", "tiers/")
HEADLINES = ("reward", "correct", "referee", "valid", "input_dependence")
LAST = "last-checkpoint"
_REPOSITORY = re.compile(r"[\w.-]{1,96}/[\w.-]{1,96}")


class PublishError(ValueError):
    """What cannot be published; the message says what to do."""


class Hub:
    """A model repository on the Hub to which a run is sent."""

    def __init__(self, to: str) -> None:
        """PublishError where that is no OWNER/NAME, or there is no token to write with."""
        if not _REPOSITORY.fullmatch(to):
            raise PublishError(f"{to!r} is no repository: OWNER/NAME was expected")
        if get_token() is None:
            raise PublishError(
                f"no token to write to {to} with: set HF_TOKEN, or run `hf auth login`"
            )
        self.to = to
        self._api = HfApi()

    def create(self) -> None:
        """Make the repository, if there is none, so that a run without leave ends at once."""
        try:
            self._api.create_repo(self.to, exist_ok=True)
        except (HfHubHTTPError, OSError, ValueError) as error:  # ValueError: an answer without JSON
            raise self._refused(error) from None

    def send(self, folder: Path, message: str, under: str | None = None) -> None:
        """Send all that is in a folder, as one commit."""
        try:
            self._api.upload_folder(
                repo_id=self.to, folder_path=folder, path_in_repo=under, commit_message=message
            )
        except (HfHubHTTPError, OSError, ValueError) as error:
            raise self._refused(error) from None

    def publish(self, run: Path) -> None:
        """Create the repository and send the run."""
        with tempfile.TemporaryDirectory() as folder:
            assemble(run, Path(folder))
            self.create()
            self.send(Path(folder), f"The run {run.name}, its adapter and its record")

    def callback(self, run: Path) -> Any:
        """A TrainerCallback that sends every checkpoint and the record so far. A failure is told
        and does not stop the run."""
        from transformers import TrainerCallback

        hub = self

        class Sender(TrainerCallback):
            def on_save(self, args: Any, state: Any, control: Any, **_: Any) -> None:
                checkpoint = Path(args.output_dir) / f"checkpoint-{state.global_step}"
                try:
                    with tempfile.TemporaryDirectory() as folder:
                        _copy_record(run, Path(folder) / RECORD)
                        shutil.copytree(checkpoint, Path(folder) / LAST)
                        hub.send(Path(folder), f"Step {state.global_step}")
                except (PublishError, OSError) as error:
                    print(f"not sent, and the run goes on: {error}", file=sys.stderr)

        return Sender()

    def _refused(self, error: Exception) -> PublishError:
        first = (str(error).strip().splitlines() or [type(error).__name__])[0][:300]
        return PublishError(
            f"the Hub did not take {self.to}: {first}. Is it yours, may the token write, and is "
            "HF_ENDPOINT (if set) a Hub?"
        )


def assemble(run: Path, to: Path) -> None:
    """Put in an empty folder all that is published of a run; PublishError where some is missing."""
    if not (run / ADAPTER / "adapter_config.json").is_file():
        raise PublishError(
            f"no adapter in {run}: the run is not over, or was stopped as it broke. --resume ends "
            "it"
        )
    shutil.copytree(run / ADAPTER, to, dirs_exist_ok=True)
    _copy_record(run, to / RECORD)
    try:
        text = card(report.read(run))
    except (RecordError, KeyError) as error:
        raise PublishError(f"{run} has no whole record: {error}") from None
    (to / CARD).write_text(text, encoding="utf-8")


def _copy_record(run: Path, to: Path) -> None:
    to.mkdir(parents=True)
    for name in RECORDED:
        if (run / name).exists():
            shutil.copy(run / name, to / name)


# -- the card ---


def card(run: Run) -> str:
    """The model card of a run, as Markdown with front matter, from its record and nothing else."""
    return "\n".join(_lines(run)) + "\n"


def _lines(run: Run) -> Iterator[str]:
    told = run.config
    used = told["settings"]
    on_hub = used["base"].count("/") == 1 and not used["base"].startswith("assets/")
    yield from ("---", "library_name: peft", "pipeline_tag: text-generation")
    if on_hub:
        yield f"base_model: {used['base']}"
    yield from (f"tags: [rewarddesk, grpo, lora, {told['desk']}]", "---", "")
    yield f"# {run.name}: a LoRA adapter for the `{told['desk']}` desk, by GRPO"
    yield ""
    yield (
        f"Trained with [RewardDesk](https://github.com/rewarddesk/rewarddesk) from `{used['base']}`"
        f" (hash `{told['base_sha256'][:12]}`): preset `{told['preset']}`, seed {told['seed']}, "
        f"{len(run.curves['reward'])} steps of {used['prompts']} prompts x "
        f"{used['generations']} completions, learning rate {used['learning_rate']:g}, "
        f"KL weight {used['beta']:g}, LoRA rank {used['lora_rank']}. Commit `{told['commit']}`."
    )
    yield ""
    yield (
        "The rewards are programs, one for each part of the rubric; prompts are of the train split."
    )
    yield ""
    yield "## What changed while it trained"
    yield ""
    yield from _table(run)
    yield ""
    yield "## What did not improve"
    yield ""
    yield from _unimproved(run)
    yield ""
    yield "## Held out"
    yield ""
    held_out = report.evaluated(run)
    if not held_out:
        yield "Not evaluated yet: the figures above are of training prompts."
    for tier, who, total in held_out:
        yield f"- {tier}, {who}: {total['mean']:.3f} [{total['low']:.3f}, {total['high']:.3f}]"
    yield ""
    yield "## Health"
    yield ""
    if not run.events:
        yield "Nothing was noticed."
    for event in run.events:
        yield f"- step {event['step']}, {event['kind']}: {event['sentence']}"
    yield ""
    yield (
        f"`{RECORD}/` holds every step's numbers, sampled completions with their grades, the "
        "settings and the versions."
    )


def _measured(run: Run) -> list[str]:
    return [name for name in run.curves if name in HEADLINES or name.startswith(MEASURES)]


def _table(run: Run) -> Iterator[str]:
    yield from ("| mean over the batch | first steps | last steps | change |", "|---|---|---|---|")
    for name in _measured(run):
        first, last = report.windows(run.curves[name])
        yield f"| {name} | {first:.3f} | {last:.3f} | {last - first:+.3f} |"


def _unimproved(run: Run) -> Iterator[str]:
    """Measures whose last window is not above the first by two standard errors of their gap."""
    found = [name for name in _measured(run) if not _improved([v for _, v in run.curves[name]])]
    if not found:
        yield "All that is in the table did, by more than two standard errors."
        return
    yield "Not higher at the end by two standard errors, so that it may be chance or a loss:"
    yield ""
    for name in found:
        first, last = report.windows(run.curves[name])
        yield f"- {name}: {first:.3f}, then {last:.3f}"


def _improved(values: Sequence[float]) -> bool:
    size = max(1, min(report.WINDOW, len(values) // 4))
    first, last = values[:size], values[-size:]
    error = math.sqrt((pvariance(first) + pvariance(last)) / size)
    return fmean(last) > fmean(first) + 2 * error


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m training.publish", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--run", required=True, help="a name in assets/runs, or a folder")
    parser.add_argument("--to", required=True, metavar="OWNER/NAME")
    parser.add_argument("--dry-run", type=Path, metavar="FOLDER", help="put it there, send nothing")
    asked = parser.parse_args(arguments)
    run = RUNS / asked.run if (RUNS / asked.run).is_dir() else Path(asked.run)
    try:
        if asked.dry_run:
            if asked.dry_run.exists() and any(asked.dry_run.iterdir()):
                raise PublishError(f"{asked.dry_run} is not empty: name a new folder")
            with tempfile.TemporaryDirectory() as folder:
                assemble(run, Path(folder))
                shutil.copytree(folder, asked.dry_run, dirs_exist_ok=True)
            print(f"nothing was sent; {asked.dry_run} holds what {asked.to} would get")
        else:
            Hub(asked.to).publish(run)
            print(f"{run.name} is at {asked.to}")
    except (PublishError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
