"""The example of a desk, which is registered and nothing else: served, trained on, on the page.

But for training, each in a process of its own that REWARDDESK_DESKS tells of it, so that no other
test sees the desk.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
import yaml
from playwright.sync_api import Page, expect
from safetensors.torch import load_file

from desks import DESKS, TIERS
from envs.client import DeskClient
from envs.models import Completion, PromptObservation
from examples.expense_claims import DESK, answer
from examples.expense_claims.rubric import RUBRIC
from tests.envs.conftest import serving as serving_environments
from tests.training import taught_model
from tests.ui.conftest import browser, page, serving  # noqa: F401
from training import grpo
from training.runs.record import read_steps

ROOT = Path(__file__).parent.parent
NAMED = {"REWARDDESK_DESKS": "examples.expense_claims"}
PATIENT = 90_000


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | NAMED | {"OMP_NUM_THREADS": "1"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=env, capture_output=True, text=True
    )


@pytest.mark.slow
def test_its_own_tests_pass() -> None:
    done = run("-m", "pytest", "examples/expense_claims/tests")
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        "graders.check --desk expense_claims",
        "graders.audit --desk expense_claims --n 20",
        "envs.check expense_claims",
        "training.evaluate --desk expense_claims --policy scripted:oracle --n 5",
    ],
)
def test_the_commands_take_it(command: str) -> None:
    done = run("-m", *command.split())
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_cannot_be_graded_by_a_report_that_there_is_not() -> None:
    done = run("-m", *"graders.audit --desk expense_claims --grader as_reported --n 20".split())
    assert done.returncode == 2
    assert done.stderr.endswith("no report on expense_claims was rebuilt: grade it as ours\n")


class Client(DeskClient[Completion, PromptObservation]):
    """A session with an environment that has no client of its own."""

    OBSERVATION = PromptObservation


@pytest.mark.slow
def test_it_is_played_over_openenv(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with (
        serving_environments(log, **NAMED) as (url, _),
        Client(base_url=f"{url}/envs/{DESK.name}").sync() as env,
    ):
        for tier in TIERS:
            claim, other = (DESK.scenario(seed, tier, "eval") for seed in (0, 1))
            for text in (DESK.oracle(claim), DESK.oracle(other), "no JSON"):
                seen = env.reset(seed=0, tier=tier, split="eval").observation
                assert seen.messages == DESK.prompt(claim)
                last = env.step(Completion(completion=text))
                core = RUBRIC.grade(claim, text)
                assert (last.done, last.observation.correct) == (True, core.correct)
                assert last.reward == pytest.approx(core.total, abs=1e-9)
    assert "Traceback" not in log.read_text()


@pytest.mark.slow
def test_two_steps_of_grpo_move_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny model knows three answers by heart, which are paid differently."""
    claim = DESK.scenario(0, "easy", "train")
    refused = json.loads(answer(claim, "refuse", 0, ["1.1"]))
    known = refused, refused | {"reply": "We will wait."}, refused | {"decision": "wait"}
    monkeypatch.setitem(DESKS._known, DESK.name, DESK)
    monkeypatch.setitem(taught_model.ANSWERS, DESK.name, known)
    base, out = taught_model.taught(tmp_path / "base", DESK.name), tmp_path / "run"
    preset = {
        "desk": DESK.name,
        "base": str(base),
        "scenarios": 30,
        "voices": "all",
        "steps": 2,
        "prompts": 2,
        "generations": 4,
        "micro_batch": 8,
        "learning_rate": 1e-3,
        "beta": 0.0,
        "max_completion_length": 32,
        "lora_rank": 8,
        "lora_alpha": 16,
    }
    (tmp_path / "preset.yaml").write_text(yaml.safe_dump(preset))
    assert grpo.main(["--preset", str(tmp_path / "preset.yaml"), "--out", str(out)]) == 0

    steps = read_steps(out)
    assert [one["step"] for one in steps] == [1, 2]
    assert {"parts/amount", "parts/clauses", "parts/reply"} <= set(steps[0])
    assert any(one["reward_std"] > 0 for one in steps)
    weights = load_file(out / "adapter" / "adapter_model.safetensors")
    moved = [w.abs().max() for name, w in weights.items() if "lora_B" in name]  # 0 at the start
    assert moved
    assert all(torch.isfinite(one) and one > 0 for one in moved)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("app"), "app.py", **NAMED) as server:
        yield server.url


@pytest.mark.slow
def test_the_page_has_it_in_the_arena_and_to_break(page: Page) -> None:  # noqa: F811
    page.goto("?tab=arena")
    page.locator(f'#arena [data-desk="{DESK.name}"]').click(timeout=PATIENT)
    expect(page.locator("#arena .letter-head")).to_have_text(DESK.title, timeout=PATIENT)
    page.goto(
        f"?tab=arena&desk={DESK.name}&scenario=hard-eval-0"
        "&left=scripted:every_clause&right=scripted:oracle"
    )
    page.locator("#arena [data-run]").click(timeout=PATIENT)
    expect(page.locator('.duel[data-state="done"]')).to_be_visible(timeout=PATIENT)
    expect(page.locator(".duel-news")).to_contain_text(
        "B (honest answer) is right and the other is not"
    )

    page.goto("?tab=break")
    page.locator(".ladder .switch a", has_text=DESK.workplace).click(timeout=PATIENT)
    expect(page.locator(".game .letter-head")).to_have_text(DESK.title, timeout=PATIENT)
    expect(page.locator(".rungs a")).to_have_count(1)
    page.locator("[data-view=json]:visible").click()
    page.locator("#json-break").fill(answer(DESK.scenario(0, "easy", "eval"), "ask", 0, ["1.1"]))
    expect(page.locator(".meter.not-yet .lamps")).to_contain_text("was expected", timeout=PATIENT)
