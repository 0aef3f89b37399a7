"""A preset's training cases as tasks for `rewardproof`, to be asked before a model is trained: what
does a reward of one's own pay for without the work being done?

    python -m training.tasks --preset exec_assist_pocket > tasks.jsonl
    python -m rewardproof examples.right_action:right_action --tasks tasks.jsonl --good oracle

Each line has a case's `prompt` and `scenario`, which the reward gets in training as well, and
`oracle`, the best answer, which it does not get there.
"""

import json
import sys
from collections.abc import Iterator, Sequence

from envs import MULTI_TURN_DESKS, load
from training.common.console import CommandError, argument_parser, command
from training.rl.presets import Preset, names, read_preset
from training.rl.prompts import schedule
from training.rl.rewards import get_scenario

COUNT = 12


def tasks(preset: Preset, count: int) -> Iterator[dict[str, object]]:
    """The first cases of a run, as rows. CommandError if its answers are not single texts, or its
    cases are found by their ids in that run alone."""
    if preset.desk in MULTI_TURN_DESKS:
        raise CommandError(f"desk: rewardproof tries single answers, not turns as of {preset.desk}")
    if preset.cases:
        raise CommandError("cases: those of a file are known by their ids in a run alone")
    desk = load(preset.desk)
    for name in list(dict.fromkeys(schedule(preset)))[:count]:
        case = get_scenario(name)
        yield {"prompt": desk.prompt(case), "scenario": name, "oracle": desk.oracle(case)}


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; `@command` returns the exit status."""
    parser = argument_parser("tasks", __doc__)
    parser.add_argument("--preset", required=True, help=f"{', '.join(names())}; or a .yaml file")
    parser.add_argument("--n", type=int, default=COUNT, help=f"how many cases; default: {COUNT}")
    args = parser.parse_args(arguments)
    if args.n < 1:
        parser.error("--n: 1 or more")
    for row in tasks(read_preset(args.preset), args.n):
        print(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    sys.exit(main())
