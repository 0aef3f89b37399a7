"""`training.grpo`, which also saves the gradients of each step; several runs in the same processes.

python -m tests.training.rl.dumped_gradients FILE   # a JSON list of [FOLDER, ARGUMENTS]
"""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from safetensors.torch import save_file
from torch.optim import Optimizer
from torch.optim.optimizer import register_optimizer_step_pre_hook

from training.grpo import main


def dumping(folder: Path, asked: Sequence[str]) -> int:
    """Run the command; returns its exit status. Each process writes files of its own."""
    rank = os.environ.get("RANK", "0")
    folder.mkdir(exist_ok=True)

    def dump(optimizer: Optimizer, *_: object) -> None:
        gradients = [p.grad for group in optimizer.param_groups for p in group["params"]]
        step = len(list(folder.glob(f"*_of_{rank}"))) + 1
        save_file(
            {str(n): one.contiguous() for n, one in enumerate(gradients)},
            folder / f"{step}_of_{rank}",
        )

    hook = register_optimizer_step_pre_hook(dump)
    try:
        return main(asked)
    finally:
        hook.remove()


if __name__ == "__main__":
    for place, asked in json.loads(Path(sys.argv[1]).read_text()):
        if status := dumping(Path(place), asked):
            sys.exit(status)
