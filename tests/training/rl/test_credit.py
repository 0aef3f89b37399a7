"""A confidence is credited by itself: whatever the answer that it stands beside is worth."""

import json
from functools import partial
from statistics import fmean

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from desks import load
from graders import grade
from training.rl.credit import (
    counterfactual,
    number_span,
    token_advantages,
    token_slice,
    without_gains,
)

DESK = load("it_triage")
TICKET = DESK.scenario(3, "easy", "train")
JUDGE = partial(grade, TICKET)
RIGHT = json.loads(DESK.oracle(TICKET))
WRONG = RIGHT | {"resolution": "Please restart it and try again."}


def answer(action, confidence):
    return json.dumps(action | {"confidence": confidence})


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ('{"confidence": 0.85, "escalate": false}', "0.85"),
        ('{"confidence":1}', "1"),
        ('{"confidence" : 1e-1}', "1e-1"),
        (r'{"resolution": "\"confidence\": 3", "confidence": 0.5}', "0.5"),
        (r'{"resolution": "\"confidence\": 3"}', None),
        ('{"confidence": "high"}', None),
        ("{", None),
    ],
)
def test_where_the_number_stands(text, number):
    span = number_span(text, "confidence")
    assert (text[slice(*span)] if span else None) == number


def test_a_gain_is_what_another_confidence_would_have_cost():
    stated = (0.9, 0.9, 0.5, 0.1)
    texts = [answer(RIGHT, 0.9), answer(WRONG, 0.9), answer(WRONG, 0.5), answer(WRONG, 0.1)]
    assert [JUDGE(text).correct for text in texts] == [True, False, False, False]
    gains = counterfactual(JUDGE, texts, "confidence")
    for gain, action, own in zip(gains, (RIGHT, WRONG, WRONG, WRONG), stated, strict=True):
        mean = fmean(JUDGE(answer(action, other)).total for other in stated)
        assert gain == pytest.approx(JUDGE(answer(action, own)).total - mean)
    sure_and_right, sure_and_wrong, _, unsure_and_wrong = gains
    assert sure_and_right > 0 > sure_and_wrong  # the same number, by the answer beside it
    assert unsure_and_wrong > 0  # though the completion is as bad as its neighbours


def test_what_cannot_be_read_gains_nothing_and_lends_nothing():
    texts = [answer(RIGHT, 0.9), '{"confidence": 0.1', answer(RIGHT, 1.5), "no JSON", ""]
    assert counterfactual(JUDGE, texts, "confidence") == [0.0, None, None, None, None]


@pytest.mark.slow
@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_gains_of_answers_alike_cancel_out(group):
    texts = [answer(RIGHT, stated) for stated in group]
    assert sum(counterfactual(JUDGE, texts, "confidence")) == pytest.approx(0, abs=1e-9)


@pytest.fixture(scope="module")
def byte_level():
    """Pieces of a few bytes, some of which end inside a character."""
    bpe = Tokenizer(models.BPE())
    bpe.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=280, initial_alphabet=alphabet, show_progress=False)
    bpe.train_from_iterator([answer(RIGHT, 0.25)] * 3, trainer)
    return bpe


@given(resolution=st.text(max_size=20), stated=st.floats(0, 1))
def test_tokens_of_a_span_write_it_whole_and_little_more(byte_level, resolution, stated):
    text = json.dumps({"resolution": resolution, "confidence": stated}, ensure_ascii=False)
    ids = byte_level.encode(text).ids
    span = number_span(text, "confidence")
    found = token_slice(span, ids, byte_level.decode)
    assert text[slice(*span)] in byte_level.decode(ids[found])
    assert text[slice(*span)] not in byte_level.decode(ids[found.start + 1 : found.stop])
    assert text[slice(*span)] not in byte_level.decode(ids[found.start : found.stop - 1])


def test_only_the_tokens_of_the_number_have_its_gain(byte_level):
    texts = [answer(RIGHT, 0.9), answer(WRONG, 0.9), "no JSON"]
    rows = [byte_level.encode(text).ids for text in texts]
    longest = max(map(len, rows))
    ids = torch.tensor([row + [0] * (longest - len(row)) for row in rows])
    own = [0.03, -0.04, None]
    credited = token_advantages(
        torch.tensor([1.0, -1.0, -1.0]), own, texts, ids, "confidence", byte_level.decode
    )
    for row, (advantage, gain) in enumerate(zip((1.0, -1.0, -1.0), own, strict=True)):
        changed = [n for n in range(longest) if credited[row, n] != advantage]
        assert ("0.9" in byte_level.decode(ids[row, changed].tolist())) == (gain is not None)
        assert len(changed) <= 3
    gains = credited[:2][credited[:2].abs() != 1].unique().tolist()
    assert gains == pytest.approx([-0.04 / 0.0353553, 0.03 / 0.0353553], rel=1e-4)


def test_gains_are_as_large_as_the_advantages_around_them(byte_level):
    texts = [answer(RIGHT, 0.9), answer(RIGHT, 0.8)]
    rows = [byte_level.encode(text).ids for text in texts]
    assert len(rows[0]) == len(rows[1])
    advantages = torch.tensor([0.5, -0.5])
    credited = token_advantages(
        advantages, [0.03, -0.03], texts, torch.tensor(rows), "confidence", byte_level.decode, 0.2
    )
    assert credited.abs().unique().tolist() == pytest.approx([0.2, 0.5])


def test_right_answers_with_other_numbers_are_worth_the_same_but_for_the_number():
    texts = [answer(RIGHT, 0.9), answer(RIGHT, 0.6), answer(RIGHT, 0.7), answer(WRONG, 0.9)]
    totals = torch.tensor([JUDGE(text).total for text in texts])
    gains = counterfactual(JUDGE, texts, "confidence")
    rest = without_gains(totals - totals.mean(), gains, size=4)
    assert totals[:3].unique().numel() == 3
    assert rest[:3].tolist() == pytest.approx([rest[0].item()] * 3, abs=1e-6)
    assert rest[3] < rest[0]
    assert rest.sum().item() == pytest.approx(0, abs=1e-6)
    unread = without_gains(torch.tensor([0.5, -0.5]), [None, None], size=2)
    assert unread.tolist() == [0.5, -0.5]


def test_a_batch_without_gains_keeps_its_advantages(byte_level):
    ids, texts = torch.tensor([[5, 6]]), ["no JSON"]
    credited = token_advantages(
        torch.tensor([0.5]), [None], texts, ids, "confidence", byte_level.decode
    )
    assert credited.tolist() == [[0.5, 0.5]]
