"""Checkpoints: which is gone on from, what is said of the others, and that none is lost."""

from pathlib import Path

import pytest

from training.rl.checkpoints import last_checkpoint, mark_complete, put_aside
from training.runs.record import RecordError


def saved(folder: Path, step: int, **files: str) -> Path:
    """A checkpoint of that step, sealed."""
    checkpoint = folder / f"checkpoint-{step}"
    (checkpoint / "inner").mkdir(parents=True)
    for name, text in {"model": f"weights {step}", "inner/state": "{}", **files}.items():
        (checkpoint / name).write_text(text)
    mark_complete(checkpoint)
    return checkpoint


def listed(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_the_latest_that_is_good_is_gone_on_from(tmp_path):
    assert last_checkpoint(tmp_path) is None
    assert last_checkpoint(tmp_path / "none") is None
    for step in (2, 10, 9):
        saved(tmp_path, step)
    (tmp_path / "checkpoint-11-copy").mkdir()
    assert last_checkpoint(tmp_path) == (tmp_path / "checkpoint-10", 10)


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda it: (it / "model").write_text("other"), "checkpoint-3: model damaged"),
        (lambda it: (it / "inner/state").unlink(), "checkpoint-3: inner/state missing"),
        (lambda it: (it / "more").write_text("x"), "checkpoint-3: more unknown"),
        (lambda it: (it / "whole").unlink(), "checkpoint-3 was not written to its end"),
        (lambda it: (it / "whole").write_bytes(b""), "inner/state, model unknown"),
        (lambda it: (it / "whole").write_bytes(b"\xff\x00 \n"), "inner/state, model unknown"),
    ],
)
def test_with_none_good_it_says_what_is_wrong_and_leaves_all_as_it_is(tmp_path, damage, says):
    damage(saved(tmp_path, 3))
    before = listed(tmp_path)
    with pytest.raises(RecordError, match="Nothing was changed: put back") as error:
        last_checkpoint(tmp_path)
    assert says in str(error.value)
    assert listed(tmp_path) == before


def test_what_is_damaged_is_kept_aside_until_its_step_is_reached_again(tmp_path):
    for step in (2, 4, 6):
        saved(tmp_path, step)
    for step in (4, 6):
        (tmp_path / f"checkpoint-{step}" / "model").write_text("other")
    told = list(put_aside(tmp_path))
    assert [one.split(".")[0] for one in told] == [
        "checkpoint-4: model damaged",
        "checkpoint-6: model damaged",
    ]
    saved(tmp_path, 4, model="again")
    assert {path.name for path in tmp_path.iterdir()} == {
        "checkpoint-2",
        "checkpoint-4",
        "damaged-6-1",
    }
    saved(tmp_path, 6)
    assert not list(tmp_path.glob("damaged-*"))


def test_what_was_put_aside_before_is_not_written_over(tmp_path):
    """Damaged, then killed while it was written again."""
    for text in ("first", "second"):
        checkpoint = tmp_path / "checkpoint-5"
        checkpoint.mkdir()
        (checkpoint / "model").write_text(text)
        assert len(list(put_aside(tmp_path))) == 1
    kept = {path.name: (path / "model").read_text() for path in tmp_path.iterdir()}
    assert kept == {"damaged-5-1": "first", "damaged-5-2": "second"}
