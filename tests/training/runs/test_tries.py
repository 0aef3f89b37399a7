"""Tries side by side: what differs between them, and how each went."""

import json

import pytest

from training import tries
from training.rl.presets import read_preset
from training.runs.record import RecordError


def planted(folder, values, **settings):
    folder.mkdir()
    preset = read_preset("exec_assist_pocket", settings).model_dump(mode="json")
    config = {"settings": preset, "base_sha256": None}
    (folder / "config.json").write_text(json.dumps(config))
    lines = [
        {"step": n, "correct": value, "entropy": 0.5, "length": 100, "seconds": 2 * n}
        for n, value in enumerate(values, 1)
    ]
    (folder / "steps.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_only_the_settings_that_differ_are_shown(tmp_path):
    planted(tmp_path / "slow", [0.2] * 40, learning_rate="1e-5")
    planted(tmp_path / "fast", [n / 40 for n in range(40)], learning_rate="1e-3", steps="50")
    heads, _, *rows = tries.tries(tmp_path).splitlines()
    assert heads == (
        "| run | learning_rate | steps | seconds a step | correct | entropy | length | curve |"
    )
    fast, slow = ([cell.strip() for cell in row.split("|")[1:-1]] for row in rows)
    assert fast[:5] == ["fast", "0.001", "40", "41", "0.113 → 0.863"]
    assert slow[:5] == ["slow", "1e-05", "40", "41", "0.2 → 0.2"]
    assert fast[-1][0] == "▁"
    assert fast[-1][-1] == "█"
    assert len(set(slow[-1])) == 1


def test_bars_are_means_of_as_many_values():
    assert tries.bars([0.0, 1.0]) == "▁█"
    assert tries.bars([0.0] * 16 + [1.0] * 16) == "▁" * 8 + "█" * 8
    assert tries.bars([0.5]) == "▅"


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda folder: (folder / "config.json").unlink(), "no run in"),
        (lambda folder: (folder / "steps.jsonl").write_text('{"step": 1}\n'), "no correct was"),
        (lambda folder: (folder / "steps.jsonl").write_text(""), "no steps in"),
    ],
)
def test_what_cannot_be_shown_says_so(tmp_path, damage, complaint):
    planted(tmp_path / "one", [0.5])
    damage(tmp_path / "one")
    with pytest.raises(RecordError, match=complaint):
        tries.tries(tmp_path)


def test_the_command_prints_the_table(tmp_path, capsys):
    planted(tmp_path / "one", [0.5] * 4)
    assert tries.main([str(tmp_path)]) == 0
    assert "| one | 4 | 5 | 0.5 → 0.5 |" in capsys.readouterr().out
    assert tries.main([str(tmp_path / "none")]) == 1
