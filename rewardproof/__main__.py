"""Find what a reward pays for without the work being done.

    rewardproof my_rewards:score --tasks tasks.jsonl --good answer
    rewardproof my_rewards.py:score --tasks tasks.jsonl --good 'The answer is {answer}.' --html FILE

    rewardproof openenv FOLDER        # a package of OpenEnv; --help says more

The reward is imported and called as it is: f(completion, task), f(completion, answer), TRL's
f(completions, **columns), verl's compute_score. Exit status: 0 it holds, 1 it does not, 2 it could
not be asked.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from rewardproof.cases import keep
from rewardproof.named import NamingError, load
from rewardproof.page import page
from rewardproof.proof import prove
from rewardproof.scorer import SignatureError
from rewardproof.signatures import FORMS
from rewardproof.tasks import TaskError, read_tasks


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["openenv"]:
        return _openenv(given[1:])
    parser = argparse.ArgumentParser(
        prog="rewardproof",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("reward", help="MODULE:NAME or FILE.py:NAME")
    parser.add_argument("--tasks", type=Path, required=True, help="one JSON object a line")
    parser.add_argument(
        "--good",
        required=True,
        help="right completions: a column, a text with {COLUMN}s, or MODULE:NAME",
    )
    parser.add_argument("--bad", help="wrong completions, given like the right ones")
    parser.add_argument("--done", help="MODULE:NAME of f(task, completion): was the work done?")
    parser.add_argument("--as", dest="form", choices=FORMS, default="", help="the reward's form")
    parser.add_argument("--budget", type=int, default=2_000, help="calls of the reward (2000)")
    parser.add_argument("--seed", type=int, default=0, help="of the search")
    parser.add_argument("--timeout", type=float, default=10.0, help="seconds for a call (10)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report here as well")
    parser.add_argument("--html", type=Path, metavar="FILE", help="as a page to send to somebody")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="findings as cases for pytest")
    asked = parser.parse_args(given)
    if asked.budget < 1 or asked.timeout <= 0:
        parser.error("--budget and --timeout must be above 0")
    is_watched = sys.stderr.isatty()
    try:
        reward = load(asked.reward)
        tasks = read_tasks(asked.tasks)
        for file in filter(None, (asked.json, asked.html)):
            file.open("a").close()  # It can be written, which is too late to know after the proof.
        if asked.keep:
            asked.keep.mkdir(parents=True, exist_ok=True)
        report = prove(
            reward,
            [one.row for one in tasks],
            good=_source(asked.good),
            bad=_source(asked.bad),
            done=load(asked.done) if asked.done else None,
            budget=asked.budget,
            seed=asked.seed,
            form=asked.form,
            timeout=asked.timeout,
            progress=_progress(time.monotonic()) if is_watched else lambda made, of: None,
        )
    except (TaskError, SignatureError, NamingError, OSError) as error:
        parser.error(str(error))
    if is_watched:
        print(file=sys.stderr)  # Ends the line of the progress.
    print(report)
    if asked.json:
        asked.json.write_text(report.to_json(), encoding="utf-8")
    if asked.html:
        asked.html.write_text(page(report, asked.reward), encoding="utf-8")
    if asked.keep:
        kept = keep(report, asked.reward, asked.keep, asked.form, asked.timeout)
        print(f"{len(kept)} cases kept in {asked.keep}")
    return 0 if report.holds else 1


def _openenv(arguments: Sequence[str]) -> int:
    try:
        from rewardproof.adapters.openenv_report import main as validate
    except ModuleNotFoundError as error:
        print(f"rewardproof openenv needs the package openenv, 0.10 or later: {error}")
        return 2
    return validate(arguments)


def _source(told: str | None) -> object:
    if told and ":" in told and "{" not in told and " " not in told:
        return load(told)
    return told


def _progress(started: float) -> Callable[[int, int], None]:
    """Says how many calls were made, and about how long the rest will take, on one line."""

    def told(made: int, of: int) -> None:
        left = (time.monotonic() - started) / max(made, 1) * (of - made)
        line = f"\r{made:,} of {of:,} calls, about {left:.0f} s left "
        print(line, end="", file=sys.stderr, flush=True)

    return told


if __name__ == "__main__":
    sys.exit(main())
