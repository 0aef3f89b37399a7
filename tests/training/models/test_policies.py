"""Policies: what they write, that it repeats, and what they say when they cannot."""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
import torch
from peft import LoraConfig, PeftModel, get_peft_model
from safetensors.torch import load_file, save_file
from transformers import AutoModelForCausalLM, AutoTokenizer, GenerationConfig

import envs
from desks import DESKS, TIERS, load
from graders import grade
from tests.tiny_model import CONTEXT, save_tiny
from training.models import policy as policy_module
from training.models.base import base_hash, write_hashes
from training.models.policies import MAX_NEW_TOKENS, load_policy, scripts
from training.models.policy import PolicyError

ROOT = Path(__file__).parents[3]
DESK = load("exec_assist")
PROMPTS = [DESK.prompt(DESK.scenario(n, tier, "eval")) for n in range(2) for tier in TIERS][:4]


def policy_of(folder, limit=12):
    return load_policy(f"folder:{folder}", DESK, limit)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return save_tiny(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module")
def policy(tiny):
    return policy_of(tiny)


@pytest.fixture(scope="module")
def adapter(tiny, tmp_path_factory):
    folder = tmp_path_factory.mktemp("adapter")
    return save_adapter(folder, tiny)


def save_adapter(folder, base):
    torch.manual_seed(5)
    config = LoraConfig(r=4, target_modules=["q_proj", "v_proj"], init_lora_weights=False)
    model = get_peft_model(AutoModelForCausalLM.from_pretrained(base), config)
    model.save_pretrained(folder)
    write_hashes(folder, base)
    return folder


# -- writing ---


def generated(model, folder, prompt, limit=12):
    """What transformers' own greedy search writes, for one prompt without padding."""
    tokenizer = AutoTokenizer.from_pretrained(folder)
    inputs = tokenizer.apply_chat_template(
        prompt, add_generation_prompt=True, return_tensors="pt", return_dict=True
    )
    out = model.generate(**inputs, max_new_tokens=limit, do_sample=False)
    written = out[0, inputs["input_ids"].shape[1] :]
    return tokenizer.decode(written, skip_special_tokens=True)


def test_greedy_is_what_transformers_writes(policy, tiny):
    model = AutoModelForCausalLM.from_pretrained(tiny)
    assert policy.complete(PROMPTS, sample=False, seed=0) == [
        generated(model, tiny, prompt) for prompt in PROMPTS
    ]


@pytest.mark.parametrize("sample", [False, True])
def test_a_completion_depends_on_prompt_and_seed_and_not_on_its_batch(policy, sample):
    together = policy.complete(PROMPTS, sample, seed=3)
    assert together == policy.complete(PROMPTS, sample, seed=3)
    assert together == [policy.complete([prompt], sample, seed=3)[0] for prompt in PROMPTS]
    assert together[::-1] == policy.complete(PROMPTS[::-1], sample, seed=3)


def test_seeds_sample_differently_and_leave_torch_alone(policy):
    torch.manual_seed(11)
    expected = torch.rand(3)
    torch.manual_seed(11)
    written = {policy.complete(PROMPTS[:1], True, seed)[0] for seed in range(6)}
    assert len(written) == 6
    assert torch.equal(torch.rand(3), expected)


def test_sampling_is_from_the_whole_distribution_whatever_the_model_recommends(tmp_path):
    narrow = GenerationConfig(
        do_sample=True, top_k=1, temperature=0.1, repetition_penalty=3.0, eos_token_id=2
    )
    folder = save_tiny(tmp_path, seed=2, recommended=narrow)
    model, tokenizer = (
        AutoModelForCausalLM.from_pretrained(folder),
        AutoTokenizer.from_pretrained(folder),
    )
    prompt = [{"role": "user", "content": "Hi"}]
    ids = tokenizer.apply_chat_template(
        prompt, add_generation_prompt=True, return_tensors="pt", return_dict=True
    )
    with torch.no_grad():
        odds = model(**ids).logits[0, -1].softmax(-1)
    expected: Counter[str] = Counter()
    for token, share in enumerate(odds.tolist()):
        expected[tokenizer.decode([token], skip_special_tokens=True)] += share
    one, draws = policy_of(folder, limit=1), 200
    seen = Counter(one.complete([prompt], True, seed)[0] for seed in range(draws))
    common = expected.most_common(4)
    assert common[0][1] < 0.9
    for text, share in common:
        assert seen[text] / draws == pytest.approx(
            share, abs=4 * (share * (1 - share) / draws) ** 0.5
        )


def test_a_stream_grows_to_the_whole_completion(policy):
    for sample in (False, True):
        texts = list(policy.stream(PROMPTS[0], sample, seed=4))
        assert texts[-1] == policy.complete(PROMPTS[:1], sample, seed=4)[0]
        assert len(texts) > 3
        assert all(b.startswith(a) and len(b) > len(a) for a, b in pairwise(texts))


def test_a_stream_that_is_given_up_stops_the_model(tiny):
    endless = policy_of(tiny, limit=1_200)
    endless._stop_ids = set()
    passes = []
    endless._model.register_forward_hook(lambda *_: passes.append(1))
    assert sum(1 for _ in endless.stream(PROMPTS[0], True, 0)) > 300
    passes.clear()
    stream = endless.stream(PROMPTS[0], True, 0)
    next(stream)
    stream.close()
    assert 0 < len(passes) < 20


def test_it_stops_at_the_end_token(tiny, tmp_path):
    folder = shutil.copytree(tiny, tmp_path / "ends")
    greedy = policy_of(folder, limit=60)
    [before] = greedy.complete(PROMPTS[:1], False, 0)
    ids = greedy._tokenizer.encode(before)
    settings = json.loads((folder / "generation_config.json").read_text())
    end = Counter(ids).most_common()[-1][0]  # a token of its own answer, named an end as well
    (folder / "generation_config.json").write_text(
        json.dumps(settings | {"eos_token_id": [*settings["eos_token_id"], end]})
    )
    [after] = policy_of(folder, limit=60).complete(PROMPTS[:1], False, 0)
    assert before.startswith(after)
    assert len(after) < len(before)


def test_threads_stay_within_the_cores(policy):
    assert torch.get_num_threads() <= os.cpu_count()


def test_importing_policies_loads_no_torch():
    code = "import sys, training.models.policies as p; print('torch' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


# -- loading ---


def test_base_and_trained_are_found_by_name(tiny, adapter, tmp_path, monkeypatch):
    monkeypatch.setattr(policy_module, "MODELS", tmp_path)
    with pytest.raises(PolicyError, match="warm_start makes a base"):
        load_policy("pocket:base", DESK)
    shutil.copytree(tiny, tmp_path / DESK.name / "base")
    trained = shutil.copytree(adapter, tmp_path / DESK.name / "trained")
    change(trained / "adapter_config.json", base_model_name_or_path="where/it/was/trained")
    base = load_policy("pocket:base", DESK, 12).complete(PROMPTS, False, 0)
    better = load_policy("pocket:trained", DESK, 12).complete(PROMPTS, False, 0)
    assert base == policy_of(tiny).complete(PROMPTS, False, 0)
    assert better == policy_of(adapter).complete(PROMPTS, False, 0)
    assert base != better


def change(path, **fields):
    path.write_text(json.dumps(json.loads(path.read_text()) | fields))


def test_an_adapter_writes_as_peft_does_unmerged(tiny, adapter):
    model = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(tiny), adapter)
    assert policy_of(adapter).complete(PROMPTS, False, 0) == [
        generated(model, tiny, prompt) for prompt in PROMPTS
    ]


def test_a_gain_is_put_in_place_in_the_precision_of_the_weights(monkeypatch):
    """It is trained and stored in float32; on a GPU, weights are loaded in bfloat16."""
    monkeypatch.setattr("training.models.loading.precision", lambda: torch.bfloat16)
    trained = load_policy("pocket:trained", DESK, 3)
    assert {weights.dtype for weights in trained._model.parameters()} == {torch.bfloat16}
    assert len(trained.complete(PROMPTS[:1], sample=False, seed=0)) == 1


def test_an_adapter_of_another_base_is_refused(adapter, tmp_path):
    other = save_tiny(tmp_path / "other", seed=1)
    moved = shutil.copytree(adapter, tmp_path / "moved")
    change(moved / "adapter_config.json", base_model_name_or_path=str(other))
    with pytest.raises(PolicyError, match="trained on another base"):
        policy_of(moved)


@pytest.mark.parametrize("file", ["model.safetensors", "tokenizer.json", "chat_template.jinja"])
def test_the_hash_covers_all_that_a_base_writes_with(tiny, tmp_path, file):
    copy = shutil.copytree(tiny, tmp_path / "copy")
    assert base_hash(copy) == base_hash(tiny)
    (copy / file).write_bytes((copy / file).read_bytes() + b" ")
    assert base_hash(copy) != base_hash(tiny)


@pytest.mark.parametrize(
    ("named", "says"),
    [(None, "base.json is missing"), ("[]", "was expected"), ("{}", "was expected")],
)
def test_an_adapter_that_names_no_base_is_refused(adapter, tmp_path, named, says):
    copy = shutil.copytree(adapter, tmp_path / "copy")
    (copy / "base.json").unlink()
    if named is not None:
        (copy / "base.json").write_text(named)
    with pytest.raises(PolicyError, match=says):
        policy_of(copy)


def damaged(tiny, folder, how):
    copy = shutil.copytree(tiny, folder / "damaged")
    weights = copy / "model.safetensors"
    if how == "cut":
        weights.write_bytes(weights.read_bytes()[:1_000])
    elif how == "a weight is missing":
        kept = load_file(weights)
        kept.pop("model.layers.0.mlp.up_proj.weight")
        save_file(kept, weights, metadata={"format": "pt"})
    elif how == "another width":
        change(copy / "config.json", hidden_size=16)
    elif how == "no weights":
        weights.unlink()
    elif how == "config is no JSON":
        (copy / "config.json").write_text("{")
    elif how == "no chat template":
        (copy / "chat_template.jinja").unlink()
    return copy


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("cut", "cannot load"),
        ("a weight is missing", "not whole: 1 weights are missing"),
        ("another width", "cannot load"),
        ("no weights", "cannot load"),
        ("config is no JSON", "cannot load"),
        ("no chat template", "no chat template"),
    ],
)
def test_a_damaged_base_is_refused(tiny, tmp_path, how, says):
    with pytest.raises(PolicyError, match=says):
        policy_of(damaged(tiny, tmp_path, how))


@pytest.mark.parametrize("desk", DESKS)
def test_what_is_shipped_has_room_to_read_and_answer_the_longest_cases(desk):
    made = load(desk)
    policy, longest = load_policy("pocket:base", made), 0
    for seed in range(300):
        s = made.scenario(seed, "hard", "eval", "plain")
        policy.tokens(made.prompt(s))  # raises where there is no room for an answer
        longest = max(longest, len(policy._tokenizer(made.oracle(s))["input_ids"]))
    assert longest < MAX_NEW_TOKENS


def test_a_scenario_longer_than_the_context_is_refused(tiny, policy):
    long = [{"role": "user", "content": "one more meeting " * 600}]
    with pytest.raises(PolicyError, match=rf"too long .* reads {CONTEXT:,} in all"):
        policy.complete([*PROMPTS, long], False, 0)
    with pytest.raises(PolicyError, match="too long"):
        next(policy.stream(long, False, 0))
    with pytest.raises(PolicyError, match="200,000 are read"):
        policy.complete([[{"role": "user", "content": "a" * 200_001}]], False, 0)
    with pytest.raises(PolicyError, match="too long"):
        policy_of(tiny, limit=CONTEXT).complete(PROMPTS[:1], False, 0)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("", "there are pretrained:base"),
        ("base", "there are pretrained:base"),
        ("pocket:", "there are pretrained:base"),
        ("magic:x", "there are pretrained:base"),
        ("folder:/nowhere", "no model in /nowhere"),
        ("hub:qwen", "no OWNER/NAME"),
        ("hub:../../etc", "no OWNER/NAME"),
        ("hub:a/b+", "no OWNER/NAME"),
        ("hub:a/b+c", "no OWNER/NAME"),
        ("scripted:nobody", "there are oracle, best_constant"),
        ("api:qwen", "MODEL@BASE_URL was expected"),
        ("api:@http://localhost/v1", "MODEL@BASE_URL was expected"),
        ("api:m@ftp://localhost/v1", "MODEL@BASE_URL was expected"),
        ("api:m@file:///etc/passwd", "MODEL@BASE_URL was expected"),
        ("api:m@http://user:secret@localhost/v1", "MODEL@BASE_URL|leave keys out"),
        ("api:m@http://localhost/v1?key=secret", "leave keys out"),
    ],
)
def test_a_name_that_is_none_says_what_there_is(spec, says):
    with pytest.raises(PolicyError, match=says):
        load_policy(spec, DESK)


@pytest.mark.parametrize("spec", ["api:m@http://localhost/v1", "pretrained:warm,json"])
def test_who_gives_one_answer_plays_no_episode(spec):
    with pytest.raises(PolicyError, match="it_triage_tools is of several turns"):
        load_policy(spec, envs.load("it_triage_tools"))


def test_a_hub_model_without_the_hub_says_so(monkeypatch):
    """HF_HUB_OFFLINE stands for no network, no token and no such repository alike."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(PolicyError, match="cannot load nobody/nothing-at-all: "):
        load_policy("hub:nobody/nothing-at-all", DESK)


# -- scripts ---


@pytest.mark.parametrize("name", ["exec_assist", "it_triage"])
def test_scripts_answer_scenarios(name):
    desk = load(name)
    scenarios = [desk.scenario(n, "hard", "eval") for n in range(3)]
    oracle = load_policy("scripted:oracle", desk)
    assert all(
        grade(s, text).correct
        for s, text in zip(scenarios, oracle.answer(scenarios, False, 0), strict=True)
    )
    fixed = load_policy("scripted:best_constant", desk).answer(scenarios, False, 0)
    assert len(set(fixed)) == 1
    desk.parse(fixed[0])
    assert "copier" in scripts(desk)


def test_scripts_cannot_answer_a_prompt():
    oracle = load_policy("scripted:oracle", DESK)
    with pytest.raises(PolicyError, match="use answer"):
        oracle.complete(PROMPTS, False, 0)
    with pytest.raises(PolicyError, match="use answer"):
        oracle.stream(PROMPTS[0], False, 0)
