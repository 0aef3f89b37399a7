"""A step's line: read back as it was written, and nothing else is taken for one."""

import pytest

from training.runs.progress import Progress, read, written

STEP = {"step": 12, "reward": 0.5125, "correct": 0.25, "kl": None, "length": 61, "seconds": 30.0}
GOOD = "step 12/270: reward 0.512 correct 0.250 length 61.000 (30.0 s, 129 min left)"


def test_what_is_written_is_read():
    assert written(STEP, 270) == GOOD
    values = {"reward": 0.512, "correct": 0.25, "length": 61.0}
    assert read(GOOD) == Progress(12, 270, values, 129)


@pytest.mark.parametrize("odd", ["nan", "inf", "-inf"])
def test_a_metric_without_a_number_is_left_out(odd):
    line = written(STEP | {"reward": float(odd)}, 270)
    assert odd in line
    assert read(line).values == {"correct": 0.25, "length": 61.0}


@pytest.mark.parametrize(
    "line",
    [
        "",
        f" {GOOD}",
        f"{GOOD}\n",
        f"{GOOD} and more",
        GOOD.replace("step 12", "step 271"),
        GOOD.replace("step 12", "step 0"),
        GOOD.replace("step 12", "step -1"),
        GOOD.replace("step 12", "step ١٢"),
        GOOD.replace("270", "9" * 8),
        GOOD.replace("0.512", "0.5125"),
        GOOD.replace("0.512", "9" * 10 + ".000"),
        GOOD.replace("0.512", "1e308"),
        GOOD.replace("reward", "<b>"),
        GOOD.replace("reward", "reward_std"),
        GOOD.replace("(30.0 s", "(soon"),
        GOOD.replace(" length 61.000", " kl 0.000" * 40),
    ],
)
def test_what_is_no_such_line_is_not_read(line):
    assert read(line) is None
