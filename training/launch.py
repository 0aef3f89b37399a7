"""Start a GRPO run as a job on the Hub, with this project at the current commit.

    python -m training.launch --preset it_triage --flavor a100-large --push-to OWNER/NAME --dry-run

The job runs `training/grpo.py` as a uv script, whose header says which commit of the project to
install. `launch` sends the script with the header set to the commit checked out here, which must
have been pushed to where this was cloned from, or to --source. The dry run prints the job, what it
runs and what it costs at most, and sends nothing; secrets are shown by name only. A job that could
cost more than --budget is not sent. --resume sends one that goes on from what the last one sent to
the same repository.
"""

import json
import re
import shlex
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from httpx2 import HTTPError
from huggingface_hub import HfApi, JobHardware, get_token

from training.common.console import CommandError, argument_parser, command, first_line, log
from training.common.provenance import FLAVOR, changed, commit
from training.hub.prices import PRICES_OF, USD_AN_HOUR, cost, seconds_in, several_gpus
from training.hub.source import origin, source
from training.models.base import REPOSITORY, on_hub
from training.rl.presets import Preset, names, read_preset, setting
from training.rl.rewards import JUDGES, reward_functions

SCRIPT = Path(__file__).parent / "grpo.py"
INSTALLED = ("desks", "envs", "graders", "rewardproof", "training", "ui", "trl")
"""The packages in which a job finds a reward: all of this project's, and TRL."""
SECRET = "HF_TOKEN"
TIMEOUT = "4h"
BUDGET = 20.0
"""US dollars that a job may cost."""
EVALUATED = 100
"""Scenarios per tier on which a job evaluates its result, and audits what paid."""
_PIN = re.compile(r"(rewarddesk\[train\] @ git\+)([^\s@\"]+)@([0-9a-f]{40})")
_TIMEOUT = re.compile(r"[1-9]\d{0,6}[smhd]?", re.ASCII)


class LaunchError(CommandError):
    """A job that cannot be started; the message says what to do."""


def pin_commit(script: str, url: str | None, at: str | None) -> str:
    """The script with its header set to install the project from the git URL `url` at the commit
    `at`; if either is None, the header keeps its own. LaunchError if no commit is named."""
    match = _PIN.search(script)
    if not match:
        raise LaunchError("the header of training/grpo.py names no commit of the project")
    pin = f"{match[1]}{url or match[2]}@{at or match[3]}"
    if pin.endswith("0" * 40):
        raise LaunchError(
            "no commit to run: this is no checkout, and the script names none. --commit"
        )
    return script.replace(match[0], pin)


def installed(script: str) -> str:
    """The package that the header of a script from `pin_commit` has installed."""
    return _PIN.search(script)[0]


def job(
    preset: str,
    flavor: str,
    timeout: str,
    push_to: str,
    *,
    changes: Sequence[tuple[str, str]] = (),
    evaluated: int = EVALUATED,
    public: bool = False,
    resume: bool = False,
) -> dict[str, Any]:
    """The arguments of `huggingface_hub.run_uv_job`, without the script; secrets by name only.

    LaunchError, PresetError or RewardError if the job could not run.
    """
    settings = read_preset(preset, dict(changes))
    if preset not in names():
        raise LaunchError(f"a job has no file {preset}: take one of {', '.join(names())}")
    if not on_hub(settings.base):
        raise LaunchError(f"a job has no folder {settings.base}: --set base=OWNER/NAME of the Hub")
    if settings.adapter:
        raise LaunchError(f"a job has no folder {settings.adapter}: take a preset without adapter")
    if settings.cases:
        raise LaunchError(
            f"a job has no file {settings.cases}, and no run on your own cases is pushed: train on "
            "them with training.grpo, without --push-to"
        )
    if settings.reward not in JUDGES:
        _check_reward(settings)
    if settings.vllm:
        raise LaunchError(
            "vllm: a job installs rewarddesk[train], which has no vLLM: leave the key out"
        )
    if not REPOSITORY.fullmatch(push_to):
        raise LaunchError(f"{push_to!r} is no repository: OWNER/NAME was expected")
    if flavor not in (known := [one.value for one in JobHardware]):
        raise LaunchError(f"no flavor {flavor!r}; there are {', '.join(known)}")
    if several_gpus(flavor):
        raise LaunchError(
            f"flavor {flavor!r} has several GPUs, and a job is one process, which trains on one: "
            "take hardware with one GPU, as in a100-large"
        )
    if not _TIMEOUT.fullmatch(timeout):
        raise LaunchError(f"timeout {timeout!r}: a number with s, m, h or d was expected, as in 4h")
    arguments = ["--preset", preset, "--evaluate", str(evaluated)]
    for key, value in changes:
        arguments += ["--set", f"{key}={value}"]
    arguments += ["--push-to", push_to]
    return {
        "script_args": [*arguments, *["--public"] * public, *["--resume"] * resume],
        "flavor": flavor,
        "timeout": timeout,
        "env": {FLAVOR: flavor},
        "secrets": [SECRET],
    }


def _check_reward(preset: Preset) -> None:
    """LaunchError, or a RewardError, if a job cannot import what the preset names as its reward."""
    module = preset.reward.rpartition(":")[0]
    if module.endswith(".py") or module.partition(".")[0] not in INSTALLED:
        raise LaunchError(
            f"a job has no {module}: it installs this project ({', '.join(INSTALLED[:-1])}) and "
            "TRL. Put the reward into one of these packages, as in training/my_reward.py, commit "
            "and push, and name it as in training.my_reward:FUNCTION"
        )
    reward_functions(preset.desk, preset.reward)


def price(flavor: str, timeout: str, budget: float) -> dict[str, Any]:
    """What a job costs an hour and at most, in US dollars; LaunchError if that is over the budget,
    or no price is known."""
    if flavor not in USD_AN_HOUR:
        raise LaunchError(f"no price of {flavor} is known (training/hub/prices.py)")
    most = round(cost(flavor, seconds_in(timeout)), 2)
    if not most <= budget:  # nor if that is NaN
        raise LaunchError(
            f"{timeout} on {flavor} may cost {most:.2f} USD, and --budget is {budget:.2f}: take "
            "less --timeout, another --flavor, or more --budget"
        )
    return {"usd_an_hour": USD_AN_HOUR[flavor], "at_most_usd": most, "prices_of": PRICES_OF}


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; `@command` returns the exit status."""
    parser = argument_parser("launch", __doc__)
    parser.add_argument("--preset", required=True)
    parser.add_argument("--flavor", required=True, help="hardware, such as a100-large")
    parser.add_argument("--timeout", default=TIMEOUT, help=f"default: {TIMEOUT}")
    parser.add_argument(
        "--push-to",
        metavar="OWNER/NAME",
        required=True,
        help="where the run sends what it learns; private if new",
    )
    parser.add_argument("--public", action="store_true", help="make it public, if it is new")
    parser.add_argument(
        "--set", action="append", type=setting, default=[], metavar="KEY=VALUE", dest="changes"
    )
    parser.add_argument(
        "--budget", type=float, default=BUDGET, metavar="USD", help=f"at most; default: {BUDGET:g}"
    )
    parser.add_argument(
        "--evaluate", type=int, default=EVALUATED, metavar="N", help="then, on N scenarios a tier"
    )
    parser.add_argument("--resume", action="store_true", help="go on from what --push-to holds")
    parser.add_argument(
        "--source", type=source, metavar="URL", help="git URL of the project; default: origin"
    )
    parser.add_argument("--commit", help="of the project; default: what is checked out")
    parser.add_argument("--dry-run", action="store_true", help="print the job, send nothing")
    args = parser.parse_args(arguments)
    if args.evaluate < 0:
        parser.error("--evaluate: 0, or scenarios a tier")
    if args.commit and not re.fullmatch(r"[0-9a-f]{40}", args.commit):
        parser.error("--commit: 40 hexadecimal digits were expected")
    request = job(
        args.preset,
        args.flavor,
        args.timeout,
        args.push_to,
        changes=args.changes,
        evaluated=args.evaluate,
        public=args.public,
        resume=args.resume,
    )
    known_price = price(args.flavor, args.timeout, args.budget)
    url, at = args.source or origin(), args.commit or commit()
    if not args.commit and changed():
        told = "files here differ from the commit that would run: commit and push, or --commit"
        if not args.dry_run:
            raise LaunchError(told)
        log(told)
    script = pin_commit(SCRIPT.read_text(encoding="utf-8"), url, at)
    if args.dry_run:
        lines = script.splitlines()
        header = lines[: lines.index("# ///") + 1]
        runs = shlex.join(["uv", "run", SCRIPT.name, *request["script_args"]])
        told = {"runs": runs, "header": header} | request | {"price": known_price}
        print(json.dumps(told, indent=1))
    else:
        print(_send(script, request))


def _send(script: str, request: dict[str, Any]) -> str:
    """Start the job; returns the URL where it can be watched."""
    if (token := get_token()) is None:
        raise LaunchError("no token to start a job with: set HF_TOKEN, or run `hf auth login`")
    hub = HfApi()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / SCRIPT.name
        path.write_text(script, encoding="utf-8")
        try:
            started = hub.run_uv_job(str(path), **(request | {"secrets": {SECRET: token}}))
        except (HTTPError, OSError, ValueError) as error:  # ValueError: not JSON
            raise LaunchError(
                f"the Hub did not take the job: {first_line(error)}. If it did not answer, it may "
                f"have started it: see {hub.endpoint}/settings/jobs before you try again"
            ) from None
    return started.url


if __name__ == "__main__":
    sys.exit(main())
