"""A warm start of a few steps: it learns, it can be killed, and it goes on as it was."""

import json

import pytest
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from desks import DESKS, load
from training import reading, warm_start
from training.common.console import CommandError
from training.models.policy import BASE, MODELS
from training.pocket.batches import Demonstrations
from training.pocket.card import card
from training.pocket.learner import Learner
from training.pocket.model import build
from training.pocket.recipes import Recipe

TINY = Recipe(
    drills=1, basics=2, reading=3, steps=4, briefs=2, rows=1, corpus=20, vocabulary=600, warm_up=2
)


@pytest.fixture(scope="module")
def tokenizer():
    return warm_start.learn_tokenizer(TINY)


def weights(learner):
    return {name: value.clone() for name, value in learner.model.state_dict().items()}


def same(one, other):
    return all(torch.equal(one[name], other[name]) for name in one)


@pytest.mark.slow
def test_a_killed_run_goes_on_to_the_same_weights(tokenizer, tmp_path):
    straight = Learner(TINY, tokenizer)
    before = weights(straight)
    assert warm_start.train(straight, tmp_path / "straight.pt", minutes=None)
    assert not same(before, weights(straight))

    killed = Learner(TINY, tokenizer)
    shown = Demonstrations(TINY, tokenizer)
    for step in range(2):
        killed.learn(shown[step])
    killed.save(tmp_path / "killed.pt")
    killed.learn(shown[2])  # what came after the checkpoint is lost with the process

    again = Learner.restored(tmp_path / "killed.pt", TINY)
    assert again.step == 2
    assert warm_start.train(again, tmp_path / "killed.pt", minutes=None)
    assert same(weights(straight), weights(again))


@pytest.mark.slow
def test_minutes_stop_it_and_resume_goes_on(tokenizer, tmp_path):
    learner = Learner(TINY, tokenizer)
    assert not warm_start.train(learner, tmp_path / "run.pt", minutes=0)
    assert Learner.restored(tmp_path / "run.pt", TINY).step == learner.step == 1


def test_a_command_that_cannot_go_on_says_why(tmp_path, capsys):
    none = ["--desk", "exec_assist", "--out", str(tmp_path / "none")]
    assert warm_start.main([*none, "--resume"]) == 1
    assert "start without --resume" in capsys.readouterr().err
    assert reading.main([str(tmp_path), "--desk", "exec_assist"]) == 1
    assert "error: cannot load" in capsys.readouterr().err


def test_a_checkpoint_of_another_recipe_is_refused(tokenizer, tmp_path):
    Learner(TINY, tokenizer).save(tmp_path / "run.pt")
    with pytest.raises(CommandError, match="another recipe"):
        Learner.restored(tmp_path / "run.pt", Recipe(rows=1))
    with pytest.raises(CommandError, match="without --resume"):
        Learner.restored(tmp_path / "none.pt", TINY)


@pytest.mark.slow
def test_the_loss_falls(tokenizer):
    recipe = Recipe(drills=40, basics=41, reading=42, steps=43, rows=1, warm_up=2)
    learner = Learner(recipe, tokenizer)
    shown = Demonstrations(recipe, tokenizer)
    losses = [learner.learn(shown[step])["answer"] for step in range(15)]
    assert sum(losses[-5:]) < 0.5 * sum(losses[:5])


def test_the_same_seed_draws_the_same_model(tokenizer):
    torch.manual_seed(1)
    one = build(tokenizer).state_dict()
    torch.manual_seed(1)
    assert same(one, build(tokenizer).state_dict())


def test_a_finished_run_leaves_a_model_that_loads_and_a_card_from_the_record(
    tokenizer, tmp_path, monkeypatch
):
    monkeypatch.setattr(reading, "MAX_NEW_TOKENS", 8)
    out, before = tmp_path / "base", torch.get_num_threads()
    torch.set_num_threads(2)
    warm_start.finish(Learner(TINY, tokenizer), out, n=2)
    torch.set_num_threads(before)

    record = json.loads((out / "record.json").read_text())
    assert record["threads"] == 2
    assert (out / "README.md").read_text() == card(record)
    assert "not a pretrained model" in card(record)
    assert max(path.stat().st_size for path in out.iterdir()) < 10_000_000

    model = AutoModelForCausalLM.from_pretrained(out)
    loaded = AutoTokenizer.from_pretrained(out)
    desk = load("exec_assist")
    prompt = desk.prompt(desk.scenario(0, "hard", "eval", "plain"))
    ids = loaded.apply_chat_template(prompt, add_generation_prompt=True, return_tensors="pt")
    ids = ids["input_ids"]
    written = model.generate(ids, max_new_tokens=4, do_sample=False)
    assert written.shape[1] <= ids.shape[1] + 4


@pytest.mark.parametrize("desk", DESKS)
def test_the_shipped_base_has_the_card_of_its_record(desk):
    base = MODELS / desk / BASE
    assert (base / "README.md").read_text() == card(json.loads((base / "record.json").read_text()))
