"""What a record says of the code that made it."""

import subprocess

from training.common import provenance


def test_a_checkout_names_its_commit_and_whether_it_was_changed(tmp_path, monkeypatch):
    monkeypatch.setattr(provenance, "ROOT", tmp_path)
    for asked in (
        ["init", "-q"],
        [
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b.example",
            "commit",
            "-qm",
            "a",
            "--allow-empty",
        ],
    ):
        subprocess.run(["git", "-C", str(tmp_path), *asked], check=True)
    (tmp_path / "new").write_text("of no commit")
    assert len(provenance.commit()) == 40
    assert provenance.changed() is False
    (tmp_path / "assets" / "runs").mkdir(parents=True)
    (tmp_path / "assets" / "runs" / "steps.jsonl").write_text("a record")
    subprocess.run(["git", "-C", str(tmp_path), "add", "assets"], check=True)
    assert provenance.changed() is False
    subprocess.run(["git", "-C", str(tmp_path), "add", "new"], check=True)
    assert provenance.changed()


def test_without_a_checkout_or_git_there_is_nothing_to_say(tmp_path, monkeypatch):
    monkeypatch.setattr(provenance, "ROOT", tmp_path)
    assert provenance.changed() is None
    (tmp_path / ".git").mkdir()
    monkeypatch.setenv("PATH", "")
    assert provenance.changed() is None
