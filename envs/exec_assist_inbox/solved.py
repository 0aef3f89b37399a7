"""Its mornings with the best answers, for `rewardproof openenv envs/exec_assist_inbox`."""

from desks.exec_assist import DESK
from envs.exec_assist_inbox.environment import ExecAssistInbox
from envs.exec_assist_inbox.morning import generate
from envs.exec_assist_inbox.oracle import play
from envs.solved import solved


def _answers(seed: int, tier: str, split: str) -> list[dict]:
    answers = play(generate(seed, tier, split, "all")).answers
    return [{"email": one.email, "completion": DESK.oracle(one.scenario)} for one in answers]


environment, tasks, good, done = solved(ExecAssistInbox, _answers)
