"""What the best cheat is paid is a line on the reward chart of a real GRPO run."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from datasets import Dataset
from trl import GRPOConfig, GRPOTrainer

from rewardproof import prove
from rewardproof.training import LINE, best_cheat, draw_cheat_line
from tests.rewardproof import sums
from tests.tiny_model import save_tiny


def any_letter(completions: Sequence[str], **columns: Any) -> list[float]:
    """Pays for a letter anywhere: an untrained model earns what the best cheat does."""
    return [float(any(one.isalpha() for one in text)) for text in completions]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tiny")
    save_tiny(folder)
    return folder


def trainer_of(model: Path, out: Path) -> GRPOTrainer:
    return GRPOTrainer(
        model=str(model),
        reward_funcs=any_letter,
        train_dataset=Dataset.from_list(sums.TASKS),
        args=GRPOConfig(
            output_dir=str(out),
            max_steps=2,
            logging_steps=1,
            per_device_train_batch_size=4,
            num_generations=4,
            max_completion_length=24,
            report_to="none",
            save_strategy="no",
            use_cpu=True,
        ),
    )


def test_the_line_is_logged_and_crossed(model: Path, tmp_path: Path) -> None:
    report = prove(any_letter, sums.TASKS, good=sums.GOOD)
    assert best_cheat(report) == 1
    trainer = trainer_of(model, tmp_path)
    draw_cheat_line(trainer, report)
    with pytest.warns(UserWarning, match="reached what the best cheat found is paid, 1: read"):
        trainer.train()
    logged = [log for log in trainer.state.log_history if "reward" in log]
    assert len(logged) == 2
    assert all(log[LINE] == 1 for log in logged)


def test_a_reward_that_holds_has_no_line() -> None:
    report = prove(sums.strict, sums.TASKS, good=sums.GOOD)
    assert best_cheat(report) is None
