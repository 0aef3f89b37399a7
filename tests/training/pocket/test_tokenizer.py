"""The pocket model's tokenizer: nothing is lost, what is copied is whole, rules stay out."""

import re

import pytest

from desks import TIERS, load
from training.pocket.lessons.exec_assist.labels import QUARTERS
from training.pocket.recipes import Recipe
from training.pocket.tokenizer import structure
from training.pocket.tokens import ASSISTANT, PLAN
from training.warm_start import learn_tokenizer


@pytest.fixture(scope="module")
def tokenizer():
    return learn_tokenizer(Recipe(corpus=60))


def scenarios(split, n=100):
    desk = load("exec_assist")
    return [desk.scenario(seed, tier, split, "plain") for seed in range(n) for tier in TIERS]


@pytest.mark.parametrize("split", ["train", "eval"])
def test_prompts_and_oracles_survive_the_round_trip(tokenizer, split):
    desk = load("exec_assist")
    for s in scenarios(split):
        for text in (desk.prompt(s)[-1]["content"], desk.oracle(s)):
            assert tokenizer.decode(tokenizer(text).input_ids) == text


def test_text_that_it_never_saw_survives_the_round_trip(tokenizer):
    for text in ("Zoë → 会議, 09:07?", 'a\\b "c"\t\n', "e1e2 12:345 2026-13-45T", "🙂" * 3):
        assert tokenizer.decode(tokenizer(text).input_ids) == text


def test_times_and_dates_are_one_token_wherever_they_stand(tokenizer):
    desk = load("exec_assist")
    for s in scenarios("eval", 20):
        text = desk.oracle(s)
        tokens = [tokenizer.decode([token]) for token in tokenizer(text).input_ids]
        for whole in re.findall(r"\d{4}-\d\d-\d\d|\b\d\d:(?:00|15|30|45)\b", text):
            assert whole in tokens
    assert len(tokenizer("10:30").input_ids) == 1
    assert QUARTERS == 96


def test_a_completion_costs_few_tokens(tokenizer):
    desk = load("exec_assist")
    lengths = [len(tokenizer(desk.oracle(s)).input_ids) for s in scenarios("eval", 30)]
    assert max(lengths) < 200


def test_structure_is_everything_but_the_values():
    text = '{"a": "x", "b": [1.5, "y"], "c": null, "d": ""}'
    assert "".join(structure(text)) == '{"a": "", "b": [, ""], "c": null, "d": ""}'


def test_the_template_leaves_out_the_rules_and_ends_with_the_planner(tokenizer):
    desk = load("exec_assist")
    ends = set()
    for s in scenarios("eval", 5):
        system, user = desk.prompt(s)
        text = tokenizer.apply_chat_template(
            [system, user], add_generation_prompt=True, tokenize=False
        )
        assert system["content"][:60] not in text
        assert user["content"] in text
        assert text.endswith(ASSISTANT)
        ends.add(text[text.index(PLAN) :])
    assert len(ends) == 1, "the planner says something about the case"


def test_an_answered_chat_is_the_prompt_and_the_answer(tokenizer):
    desk = load("exec_assist")
    s = desk.scenario(1, "easy", "eval", "plain")
    asked = tokenizer.apply_chat_template(
        desk.prompt(s), add_generation_prompt=True, tokenize=False
    )
    answered = tokenizer.apply_chat_template(
        [*desk.prompt(s), {"role": "assistant", "content": desk.oracle(s)}], tokenize=False
    )
    assert answered == asked + desk.oracle(s) + tokenizer.eos_token
