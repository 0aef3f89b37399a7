"""Its cases with the best answers, for `rewardproof openenv envs/exec_assist`."""

from envs.check import oracle_solver
from envs.exec_assist.environment import ExecAssist
from envs.solved import solved

environment, tasks, good, done = solved(ExecAssist, oracle_solver("exec_assist"))
