"""A Hub in trouble: nothing that was learned is lost, and nobody is told to begin anew."""

import errno
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.training.hub_stand_in import Trouble, go_there, stand_in
from training.common.console import CommandError
from training.hub import repository
from training.hub.repository import Hub

RUN = {"adapter_model.safetensors": b"w" * 9_000, "README.md": b"# A card"}
CHECKPOINT = {
    "last-checkpoint/trainer_state.json": b'{"global_step": 2}',
    "last-checkpoint/optimizer.pt": b"o" * 9_000,
    "record/config.json": b'{"preset": "mine"}',
    "record/steps.jsonl": b'{"step": 1}\n{"step": 2}\n',
}


@pytest.fixture(params=[True, False], ids=["lfs", "xet"])
def hub(request, monkeypatch):
    """A Hub that is sent large files by LFS, or asked as if it had Xet."""
    # Twice for each file, should they fail one after another and not at once.
    monkeypatch.setattr(repository, "WAITS", (0.0,) * 2 * len(CHECKPOINT))
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_DISABLE_XET", request.param)
    with stand_in((".safetensors", ".pt") if request.param else ()) as there:
        go_there(monkeypatch, there)
        yield there


def run_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run of which RUN is what is published."""

    def assemble(run: Path, to: Path, repository: str) -> None:
        for name, content in RUN.items():
            (to / name).write_bytes(content)

    monkeypatch.setattr(repository, "assemble", assemble)
    return folder


def at_first(trouble: Trouble, times: int, part: str) -> Callable[[str, str], Trouble]:
    """That trouble with requests whose path holds `part`, the first times that one is made."""
    made = Counter()

    def now(method: str, path: str) -> Trouble:
        made[method, path] += part in path
        return trouble if part in path and made[method, path] <= times else None

    return now


@pytest.mark.parametrize("trouble", [429, 500, "gone", "half"])
@pytest.mark.parametrize(
    ("part", "times"), [("create", 3), ("preupload", 3), ("objects", 8), ("/commit/", 3)]
)
def test_a_run_is_published_once_the_hub_takes_it(hub, trouble, part, times, tmp_path, monkeypatch):
    hub.trouble = at_first(trouble, times, part)
    Hub("me/run").publish(run_in(tmp_path, monkeypatch))
    assert hub.repositories["me/run"] == RUN


def test_who_may_not_write_is_told_at_once(hub, tmp_path, monkeypatch, capsys):
    hub.trouble = lambda method, path: 403
    with pytest.raises(CommandError, match="the Hub did not take me/run"):
        Hub("me/run").publish(run_in(tmp_path, monkeypatch))
    assert "again" not in capsys.readouterr().err


@pytest.mark.parametrize("trouble", [429, 500, "gone", "half"])
def test_a_checkpoint_that_cannot_be_sent_does_not_end_the_run(hub, trouble, tmp_path, capsys):
    (tmp_path / "checkpoint-2").mkdir()
    (tmp_path / "checkpoint-2" / "optimizer.pt").write_bytes(b"o" * 9_000)
    target = Hub("me/run")
    target.create()
    now = SimpleNamespace(output_dir=str(tmp_path)), SimpleNamespace(global_step=2), None
    hub.trouble = lambda method, path: trouble
    target.callback(tmp_path / "run").on_save(*now)
    assert "not sent, and the run goes on: " in capsys.readouterr().err
    hub.trouble = lambda method, path: None
    target.callback(tmp_path / "run").on_save(*now)
    assert hub.repositories["me/run"] == {"last-checkpoint/optimizer.pt": b"o" * 9_000}


def restored(folder: Path) -> dict[str, bytes]:
    Hub("me/run").restore(folder / "run", folder / "run" / "checkpoints")
    return {
        str(path.relative_to(folder / "run")): path.read_bytes()
        for path in sorted((folder / "run").rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("trouble", [429, 500, "gone", "half"])
@pytest.mark.parametrize("part", ["/api/", "/resolve/"])
def test_what_was_sent_comes_back_whole_once_the_hub_gives_it(hub, trouble, part, tmp_path):
    hub.repositories["me/run"] = dict(CHECKPOINT)
    hub.trouble = at_first(trouble, 2, part)
    assert restored(tmp_path) == {
        name.replace("last-checkpoint", "checkpoints/checkpoint-2").replace("record/", ""): content
        for name, content in CHECKPOINT.items()
    }


@pytest.mark.parametrize("trouble", [429, 500, "gone"])
def test_nobody_is_told_to_begin_anew_because_the_hub_is_down(hub, trouble, tmp_path):
    hub.repositories["me/run"] = dict(CHECKPOINT)
    hub.trouble = lambda method, path: trouble
    with pytest.raises(CommandError) as told:
        restored(tmp_path)
    assert "without --resume" not in str(told.value)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("local", [errno.ENOSPC, errno.EACCES, errno.EROFS])
def test_what_this_machine_lacks_is_not_blamed_on_the_hub(hub, local, tmp_path, monkeypatch):
    hub.repositories["me/run"] = dict(CHECKPOINT)
    tried = []

    def unwritable(*told: object, **named: object) -> None:
        tried.append(told)
        raise OSError(local, os.strerror(local))

    monkeypatch.setattr(repository, "snapshot_download", unwritable)
    with pytest.raises(OSError, match=os.strerror(local)):
        restored(tmp_path)
    assert len(tried) == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("gone", [None, "last-checkpoint/", "record/"])
def test_where_there_is_nothing_to_go_on_from_it_is_said_at_once(hub, gone, tmp_path):
    if gone:
        kept = {name: one for name, one in CHECKPOINT.items() if not name.startswith(gone)}
        hub.repositories["me/run"] = kept
    with pytest.raises(CommandError, match=r"holds no checkpoint to go on from.*without --resume"):
        restored(tmp_path)
    assert not (tmp_path / "run").exists()
