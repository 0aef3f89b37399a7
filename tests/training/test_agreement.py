"""Two backends of a model, compared: what neither says counts for nothing."""

import json

import pytest

from desks import load
from training import agreement
from training.models.policies import Scripted

DESK = load("it_triage")


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (DESK.oracle, "same word for word, 2 with the same action; correct 2 by"),
        (lambda s: "Yes.", "same word for word, 0 with the same action; correct 0 by"),
    ],
)
def test_answers_that_cannot_be_read_take_no_action(monkeypatch, tmp_path, says, told):
    monkeypatch.setattr(agreement, "load_policy", lambda *_: Scripted("mine", DESK, says))
    assert told in agreement.compare_backends("it_triage", tmp_path, 2)


def test_answers_in_other_words_take_the_same_action(monkeypatch, tmp_path):
    def reworded(s):
        return json.dumps(json.loads(DESK.oracle(s)) | {"resolution": "Try this."})

    says = iter((DESK.oracle, reworded))
    monkeypatch.setattr(agreement, "load_policy", lambda *_: Scripted("mine", DESK, next(says)))
    told = agreement.compare_backends("it_triage", tmp_path, 2)
    assert "0 answers the same word for word, 2 with the same action; correct 2 by" in told
    assert "0 by transformers" in told
