"""The journal of answers: what was answered is not asked again, even after a SIGKILL."""

import json
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM

from desks import TIERS, Scenario, load
from desks.desk import Message
from tests.tiny_model import save_tiny
from tests.training.models.flaky_service import answer_to
from tests.training.models.services import Service
from training import evaluate as evaluating
from training.evals import journal
from training.evals.answers import answers
from training.evals.evaluation import evaluate
from training.evals.journal import JournalError, opened
from training.models import from_hub
from training.models.base import write_hashes
from training.models.policies import MAX_NEW_TOKENS, load_policy
from training.models.policy import Policy, PolicyError

ROOT = Path(__file__).parents[3]
DESK = load("it_triage")
SCENARIOS = [DESK.scenario(n, "easy", "eval") for n in range(3)]
KEY = "0" * 64


# -- killed ---


def command(service: Service, folder: Path) -> list[str]:
    spec = f"api:m@{service.address}"
    arguments = ["--desk", "it_triage", "--n", "40", "--policy", spec, "--concurrency", "4"]
    arguments += ["--resume", str(folder / "answers.jsonl"), "--json", str(folder / "found.json")]
    return [sys.executable, "-m", "training.evaluate", *arguments]


@pytest.mark.slow
def test_a_killed_evaluation_goes_on_where_it_was(tmp_path: Path) -> None:
    service = Service(tmp_path / "log", capacity=4, seconds=0.05)
    kept = tmp_path / "answers.jsonl"
    everything = [answer_to(DESK.prompt(s)) for s in cases()]
    try:
        running = subprocess.Popen(
            command(service, tmp_path), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        ends = time.monotonic() + 60
        while len(service.noted()) < 50 and time.monotonic() < ends:
            time.sleep(0.01)
        running.send_signal(signal.SIGKILL)
        running.communicate()
        had = [json.loads(line)["text"] for line in kept.read_text().splitlines()]
        assert 40 <= len(had) < 120
        with kept.open("a") as file:  # as if it had been killed while it wrote
            file.write('{"key": "12')
        done = subprocess.run(
            command(service, tmp_path), cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert f"{len(had)} of 120 were answered before" in done.stderr
        asked = [text for text in service.noted() if text != "left"]  # by the one that was killed
    finally:
        service.kill()
    assert set(asked) == set(everything)
    assert all(asked.count(text) == 1 for text in had)
    assert len(asked) <= 120 + 4  # those that were under way when it was killed
    lines = [json.loads(line) for line in kept.read_text().splitlines()]
    assert len({line["key"] for line in lines}) == len(lines) == 120
    # Nobody is there any more, and nobody is needed.
    again = subprocess.run(
        command(service, tmp_path), cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert again.stdout == done.stdout


def cases() -> list[Scenario]:
    return [DESK.scenario(n, tier, "eval") for tier, n in product(TIERS, range(40))]


@pytest.mark.slow
def test_a_service_that_fails_for_good_costs_nothing_that_was_answered(tmp_path, capsys) -> None:
    service = Service(tmp_path / "log", capacity=4, seconds=0.0)
    spec, path = f"api:m@{service.address}", tmp_path / "answers.jsonl"
    arguments = ["--desk", "it_triage", "--policy", spec, "--resume", str(path)]
    assert evaluating.main([*arguments, "--n", "2"]) == 0
    service.kill()
    assert evaluating.main([*arguments, "--n", "3"]) == 1
    told = capsys.readouterr().err
    assert f"{spec}: 6 of 9 were answered before" in told
    assert "error: " in told
    assert "is the address right, and is it up?" in told
    assert len(path.read_text().splitlines()) == 6


# -- every policy ---


class Counting(Policy):
    """Answers with how many it has answered."""

    asked = 0

    def complete(self, prompts: Sequence[list[Message]], sample: bool, seed: int) -> list[str]:
        self.asked += len(prompts)
        return [f"{n} \ud800 ü\n\u2028" for n in range(len(prompts))]

    def stream(self, prompt: list[Message], sample: bool, seed: int) -> Iterator[str]:
        raise NotImplementedError


def ask(policy: Policy, path: Path | None, scenarios=SCENARIOS, sample=False, seed=0):
    with opened(path) as kept:
        return answers(policy, scenarios, sample, seed, lambda line: None, kept)[0]


def test_what_has_changed_is_asked_anew_and_nothing_else_is(tmp_path, monkeypatch) -> None:
    path, policy = tmp_path / "answers.jsonl", Counting("one", DESK)
    first = ask(policy, path)
    assert ask(policy, path) == first
    assert policy.asked == 3
    assert ask(policy, path, scenarios=SCENARIOS[::-1]) == first[::-1]
    assert policy.asked == 3
    for number, how in enumerate(({"sample": True}, {"seed": 1}, {"sample": True, "seed": 1}), 2):
        ask(policy, path, **how)
        assert policy.asked == 3 * number
    policy.limit = 50
    ask(policy, path)
    assert policy.asked == 15
    other = Counting("two", DESK)
    ask(other, path)
    assert other.asked == 3
    reworded = [{"role": "user", "content": "reworded"}]
    policy.desk = replace(DESK, prompt=lambda s: reworded if s.seed == 1 else DESK.prompt(s))
    ask(policy, path)
    assert policy.asked == 16


def test_the_time_of_an_answer_is_told_only_if_one_was_asked_for(tmp_path) -> None:
    policy, told, seconds = Counting("one", DESK), [[], []], []
    for lines in told:
        with opened(tmp_path / "answers.jsonl") as kept:
            found = evaluate(DESK, [policy], n=1, progress=lines.append, journal=kept, sample=True)
        seconds.append(found["policies"]["one"]["seconds"])
    assert seconds[0] > 0
    assert seconds[1] is None
    assert told[0][-1].endswith(" s a completion")
    assert told[1] == ["one: 3 of 3 were answered before"]


def test_an_answer_that_never_comes_is_told_of() -> None:
    policy = Counting("one", DESK)
    policy.complete = lambda prompts, sample, seed: ["fine"] * (len(prompts) - 1)
    with pytest.raises(PolicyError, match="one did not answer 1 of 3 cases"):
        ask(policy, None)


def test_without_a_file_nothing_is_kept() -> None:
    policy = Counting("one", DESK)
    for _ in range(2):
        ask(policy, None)
    assert policy.asked == 6


@pytest.fixture
def keys(tmp_path) -> Iterator[Callable[[Policy], list[str]]]:
    with opened(tmp_path / "answers.jsonl") as kept:
        yield lambda policy: kept.keys(policy, SCENARIOS, sample=False, seed=0)


def test_a_limit_counts_whether_it_was_given_or_not(keys) -> None:
    spec = "api:m@http://localhost:1/v1"
    usual, given, other = (
        keys(load_policy(spec, DESK, limit)) for limit in (None, MAX_NEW_TOKENS, 50)
    )
    assert usual == given
    assert not set(usual) & set(other)


def test_a_model_on_this_machine_is_not_asked_again_until_its_files_change(tmp_path) -> None:
    model, path = save_tiny(tmp_path / "model"), tmp_path / "answers.jsonl"
    policy = load_policy(f"folder:{model}", DESK, 4)
    first = ask(policy, path)
    assert len(path.read_text().splitlines()) == 3
    policy.answer = None  # not to be called
    assert ask(policy, path) == first
    (model / "generation_config.json").write_text("{}")
    with pytest.raises(TypeError):
        ask(policy, path)


def test_a_model_on_the_hub_is_asked_again_once_it_has_changed(tmp_path, monkeypatch, keys) -> None:
    model = save_tiny(tmp_path / "model")
    monkeypatch.setattr(from_hub, "snapshot_download", lambda name, **_: str(model))
    policy = load_policy("hub:some/model", DESK, 4)
    before = keys(policy)
    assert keys(load_policy("hub:some/model", DESK, 4)) == before
    save_tiny(model, seed=1)
    assert not set(keys(load_policy("hub:some/model", DESK, 4))) & set(before)


@pytest.mark.parametrize("file", ["model/config.json", "adapter/chat_template.jinja"])
def test_an_adapters_answers_depend_on_its_base_and_its_template(tmp_path, keys, file) -> None:
    policy = load_policy(f"folder:{save_adapter(tmp_path)}", DESK, 4)
    before = keys(policy)
    assert keys(policy) == before
    with (tmp_path / file).open("a") as changed:
        changed.write(" ")
    assert not set(keys(policy)) & set(before)


def save_adapter(folder: Path) -> Path:
    base, adapter = save_tiny(folder / "model"), folder / "adapter"
    config = LoraConfig(r=2, target_modules=["q_proj"])
    get_peft_model(AutoModelForCausalLM.from_pretrained(base), config).save_pretrained(adapter)
    write_hashes(adapter, base)
    return adapter


# -- files ---


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"notes of mine", "line 1 does not begin"),
        (b'{"desk": "it_triage"}\n', "line 1: .* was expected"),
        (b"{}\n", "line 1: .* was expected"),
        (b"[1]\n", "line 1: .* was expected"),
        (b"\n", "line 1 is not one JSON value"),
        (b"\xff\n", "line 1 is not one JSON value"),
        (b"[" * 100_000 + b"\n", "line 1 is not one JSON value"),
        (json.dumps({"key": KEY, "text": 7}).encode() + b"\n", "line 1: .* was expected"),
        (json.dumps({"key": KEY[1:], "text": ""}).encode() + b"\n", "line 1: .* was expected"),
        (json.dumps({"key": KEY, "text": "", "more": 1}).encode() + b"\n", "line 1: "),
        (json.dumps({"key": KEY, "text": ""}).encode() + b"\n" + b"7\n", "line 2: "),
        (b'{"key": "0\n{"key": "', "line 1 is not one JSON value"),  # torn, but not at the end
        (b'{"key": "' + b"0" * journal.MAX_LINE_BYTES + b'"}\n', "or too long"),
    ],
)
def test_another_file_is_refused_and_stays_as_it_is(tmp_path, content, says) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(JournalError, match=says), opened(path):
        pass
    assert path.read_bytes() == content


def test_a_file_is_not_read_beyond_a_size(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(journal, "MAX_FILE_BYTES", 10)
    (tmp_path / "file").write_bytes(b"x" * 11)
    with pytest.raises(JournalError, match="has 11 bytes; at most 10 are read"):
        ask(Counting("one", DESK), tmp_path / "file")


@pytest.mark.parametrize("left", range(0, 90, 7))
def test_wherever_the_last_line_is_torn_the_others_count(tmp_path, left) -> None:
    path, policy = tmp_path / "answers.jsonl", Counting("one", DESK)
    first = ask(policy, path)
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]) + lines[-1][:left])
    assert ask(policy, path) == [*first[:-1], "0 \ud800 ü\n\u2028"]
    assert policy.asked == 4
    assert len(path.read_bytes().splitlines()) == 3
    assert ask(policy, path)
    assert policy.asked == 4


def test_two_evaluations_do_not_share_a_file(tmp_path, capsys) -> None:
    path = tmp_path / "answers.jsonl"
    arguments = ["--desk", "it_triage", "--policy", "scripted:hurried", "--n", "1"]
    with opened(path):
        assert evaluating.main([*arguments, "--resume", str(path)]) == 1
    assert "in use by another evaluation" in capsys.readouterr().err
    assert evaluating.main([*arguments, "--resume", str(path)]) == 0
    assert path.read_bytes() == b""  # scripts are not kept
    assert evaluating.main([*arguments, "--resume", str(tmp_path / "none" / "file")]) == 1


def test_a_full_disk_ends_it_and_what_was_written_counts(tmp_path) -> None:
    service = Service(tmp_path / "log", capacity=4, seconds=0.0)
    try:
        full = subprocess.run(
            command(service, tmp_path),
            cwd=ROOT,
            capture_output=True,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4_000, 4_000)),
        )
    finally:
        service.kill()
    assert full.returncode == 1
    assert "error: " in full.stderr
    assert "Traceback" not in full.stderr
    whole = (tmp_path / "answers.jsonl").read_bytes().count(b"\n")
    with opened(tmp_path / "answers.jsonl"):
        pass
    assert (tmp_path / "answers.jsonl").read_bytes().count(b"\n") == whole > 10
