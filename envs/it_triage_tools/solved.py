"""Its cases with the calls that solve them, for `rewardproof openenv envs/it_triage_tools`."""

import json

from envs.it_triage_tools.desk import DESK, replay
from envs.it_triage_tools.environment import ItTriageTools
from envs.solved import solved


def _calls(seed: int, tier: str, split: str) -> list[dict]:
    scenario = DESK.scenario(seed, tier, split)
    made = replay(scenario, DESK.oracle(scenario)).calls
    return [{"tool": one.tool, "arguments": json.loads(one.arguments)} for one in made]


environment, tasks, good, done = solved(ItTriageTools, _calls)
