"""Training in several turns: the tools reach the model, its calls reach the desk, and what the desk
says is not learned."""

import json
from dataclasses import replace

import pytest
import torch
from safetensors.torch import load_file
from transformers import AutoTokenizer, Qwen2ForCausalLM
from transformers.utils import get_json_schema

from envs import grade, load, outcome
from envs.it_triage_tools.episode import TOOLS
from envs.it_triage_tools.tools import Tools
from tests.training.taught_model import taught
from training.grpo import main
from training.rl.rewards import answers, get_scenario
from training.rl.tool_environment import ToolEnvironment
from training.rl.trainer import Trainer
from training.runs.record import read_completions, read_steps
from training.sft.episodes import render_call

SMALL = (
    "scenarios=6",
    "prompts=1",
    "generations=4",
    "micro_batch=4",
    "max_completion_length=800",
    "max_turn_length=24",
    "max_turns=4",
    "warmup_steps=0",
    "learning_rate=1e-2",
)

SHARED = ("share_prompts=true", "spare_prompts=0", "max_completion_length=2000")


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return taught(tmp_path_factory.mktemp("base"), "it_triage_tools")


def run(base, out, steps="2"):
    sets = [part for one in (f"base={base}", *SMALL) for part in ("--set", one)]
    return main(["--preset", "it_triage_tools", "--steps", steps, "--out", str(out), *sets])


@pytest.fixture
def watched(monkeypatch):
    """What reaches `generate`, and every batch that is learned from with the episodes behind it."""
    seen = {"prompts": [], "batches": [], "answers": []}
    generate, score = Qwen2ForCausalLM.generate, Trainer._generate_and_score_completions

    def generating(self, input_ids=None, attention_mask=None, **others):
        assert others["generation_config"].max_new_tokens == 24, "as long as a turn, no more"
        rows = zip(input_ids, attention_mask.bool(), strict=True)
        seen["prompts"].append([ids[mask].tolist() for ids, mask in rows])
        return generate(self, input_ids=input_ids, attention_mask=attention_mask, **others)

    def scoring(self, inputs):
        turns = len(seen["prompts"])
        batch = score(self, inputs)
        episodes = [environment.episode for environment in self.environments]
        seen["batches"].append((inputs, seen["prompts"][turns], batch, episodes))
        seen["answers"] += self._answers
        return batch

    monkeypatch.setattr(Qwen2ForCausalLM, "generate", generating)
    monkeypatch.setattr(Trainer, "_generate_and_score_completions", scoring)
    return seen


def check(base, seen):
    """That the schemas reached the model, a call changed the desk, and results are not learned."""
    tokenizer = AutoTokenizer.from_pretrained(base)
    tools = [get_json_schema(getattr(Tools, name)) for name in sorted(TOOLS)]
    assert seen["batches"]
    for inputs, first, batch, episodes in seen["batches"]:
        expected = [
            tokenizer.apply_chat_template(
                load("it_triage_tools").prompt(get_scenario(one["scenario"])),
                tools=tools,
                add_generation_prompt=True,
                return_dict=True,
            )["input_ids"]
            for one in inputs
        ]
        assert first == expected, "the prompt with the tools' schemas"
        assert any(episode.seen for episode in episodes), "a search showed something"
        ids, mine = batch["completion_ids"], batch["tool_mask"].bool()
        written = batch["completion_mask"].bool()
        theirs = tokenizer.decode(ids[written & ~mine])
        ours = tokenizer.decode(ids[written & mine])
        assert "Articles found" in theirs
        assert "Articles found" not in ours
        assert "search_kb" in ours
        assert batch["num_items_in_batch"] == (written & mine).sum()


def check_moved(out):
    """That two steps moved the weights and left a record that holds."""
    weights = load_file(out / "adapter" / "adapter_model.safetensors")
    moved = [value for name, value in weights.items() if "lora_B" in name]
    assert moved
    assert all(torch.isfinite(value).all() for value in moved)
    assert any(value.any() for value in moved), "every B begins at 0"
    steps = read_steps(out)
    assert [one["step"] for one in steps] == [1, 2]
    for step in steps:
        shares = sum(v for name, v in step.items() if name.startswith("parts/"))
        assert shares == pytest.approx(step["total"], abs=1e-4)
    for row in read_completions(out):
        found = grade(get_scenario(row["scenario"]), row["text"])
        assert found.total == pytest.approx(row["total"], abs=1e-9)


def whole(found):
    """A grade with its evidence, to be compared."""
    scores = {name: score._replace(find_evidence=None) for name, score in found.scores.items()}
    return replace(found, parts=scores, penalties={}), found.evidence


def check_replayed(told):
    """That each answer, played from its text alone, comes to the very same."""
    assert told
    for one in told:
        assert whole(one.episode.grade) == whole(grade(get_scenario(one.name), one.text))
        assert one.episode.outcome == outcome(get_scenario(one.name), one.text)


@pytest.mark.slow
def test_the_schemas_reach_the_model_and_its_calls_the_desk(base, watched, tmp_path):
    assert run(base, tmp_path / "run") == 0
    check(base, watched)
    check_moved(tmp_path / "run")
    check_replayed(watched["answers"])


def test_without_schemas_that_fails(base, watched, tmp_path, monkeypatch):
    tokenize = Trainer._tokenize_prompts

    def stripped(self, prompts):
        self._env_tools = {None: []}
        return tokenize(self, prompts)

    monkeypatch.setattr(Trainer, "_tokenize_prompts", stripped)
    run(base, tmp_path / "run", steps="1")
    with pytest.raises(AssertionError, match="schemas"):
        check(base, watched)


def test_an_episode_that_the_tools_have_ended_takes_no_further_turn(base, tmp_path, monkeypatch):
    tokenizer, asked, learned = AutoTokenizer.from_pretrained(base), [], []
    look, solve = (
        tokenizer(render_call(*call) + tokenizer.eos_token)["input_ids"] for call in (LOOK, SOLVE)
    )

    def write(self, prompts):
        asked.append(len(prompts))
        first = [look, solve, solve, solve] if len(asked) == 2 else [solve]
        return [look] * len(prompts) if len(asked) == 1 else first

    def loss(self, model, inputs):
        learned.append(inputs)
        return score(self, model, inputs)

    def weigh(self, *others, **more):
        found = weighed(self, *others, **more)
        told.append(found[0])
        return found

    told, score = [], Trainer._compute_loss
    weighed = Trainer._get_per_token_logps_and_entropies
    monkeypatch.setattr(Trainer, "_get_per_token_logps_and_entropies", weigh)
    monkeypatch.setattr(Trainer, "_write", write)
    monkeypatch.setattr(Trainer, "_compute_loss", loss)
    sets = [part for one in (f"base={base}", *SMALL, *SHARED) for part in ("--set", one)]
    argv = ["--preset", "it_triage_tools", "--steps", "1", "--out", str(tmp_path / "run"), *sets]
    assert main(argv) == 0
    assert asked == [4, 4, 1], "turn by turn, the episodes that still ran"
    [batch] = learned
    mine = [len(solve) + len(look)] * 3 + [len(solve) + 2 * len(look)]
    own = batch["tool_mask"] * batch["completion_mask"]
    assert sorted(own.sum(1).tolist()) == mine
    assert torch.equal(told[-1] != 0, own.bool()), "the model's own tokens, and no others"


# -- graded as it was played ---

CASE = "it_triage_tools/medium/3"
TICKET = get_scenario(CASE)
LOOK = ("search_kb", {"query": TICKET.ticket.body})
SOLVE = ("submit_resolution", json.loads(load("it_triage").oracle(TICKET)))


@pytest.mark.parametrize(
    ("calls", "unmade", "said", "as_played"),
    [
        ([LOOK, SOLVE], 0, "", True),
        ([LOOK, LOOK, ("get_article", {"id": "KB-0000"}), SOLVE], 0, "", True),
        ([LOOK, SOLVE, LOOK], 0, "It is done.", True),
        ([LOOK], 0, "I give up.", True),
        ([], 0, "I give up.", True),
        ([LOOK] * 30, 0, "", True),
        ([LOOK, ("search_kb", {"q": "disk", "self": 1}), SOLVE], 0, "", True),
        ([LOOK, SOLVE], 1, "", True),  # TRL makes no call after the last turn
        ([LOOK, ("open_door", {}), SOLVE], 0, "", False),  # nor one of no tool
        ([LOOK, ("search_kb", "disk"), SOLVE], 0, "", False),
        ([LOOK, ("search_kb", {"query": "\ud800"}), SOLVE], 0, "", False),  # which is no JSON
    ],
)
def test_a_replay_gives_exactly_the_grade_of_what_was_played(calls, unmade, said, as_played):
    environment = ToolEnvironment()
    environment.reset(CASE)
    for tool, arguments in calls[: len(calls) - unmade]:
        if hasattr(environment, tool) and isinstance(arguments, dict):
            getattr(environment, tool)(**arguments)
    asked = [{"function": {"name": tool, "arguments": given}} for tool, given in calls]
    turns = [{"role": "assistant", "tool_calls": [one]} for one in asked]
    completion = [*turns, {"role": "assistant", "content": said}]
    [one] = answers([CASE], [completion], [environment])
    assert (one.episode is environment.episode) == as_played
    check_replayed([one])
