"""Its cases with the best answers, for `rewardproof openenv envs/it_triage`."""

from envs.check import oracle_solver
from envs.it_triage.environment import ItTriage
from envs.solved import solved

environment, tasks, good, done = solved(ItTriage, oracle_solver("it_triage"))
