"""A warm start puts sentences otherwise: what they say stays, and the splits know none of them."""

import re
from random import Random

import pytest

from desks import TIERS, load
from desks.desk import SPLITS
from desks.exec_assist.phrasings import pools
from training.pocket.lessons.exec_assist.rephrasing import others, pattern, rephrased

DESK = load("exec_assist")
FILLED = {
    "topic": "lease timeline",
    "when": "on Tuesday 4 May for 60 minutes, 11:00 to 12:00 your time",
    "minutes": "90",
    "who": "Ann Lee and Bo Chan",
    "deadline": "Thursday 6 May, 15:00 my time",
}


@pytest.mark.parametrize("pool", others())
def test_a_sentence_is_found_whole_and_its_words_with_it(pool):
    for sentence in pools()[pool]["train"]:
        found = pattern(sentence).search(f"Before. {sentence.format(**FILLED)} After.")
        assert found, sentence
        assert found[0] == sentence.format(**FILLED)
        assert found.groupdict().items() <= FILLED.items()


@pytest.mark.parametrize("pool", others())
def test_the_splits_know_none_of_the_others_and_all_have_the_same_words_to_fill_in(pool):
    assert not set(others()[pool]) & {one for split in SPLITS for one in pools()[pool][split]}
    assert len(set(others()[pool])) == len(others()[pool])
    examined = set().union(*map(_runs, pools()[pool]["eval"]))
    assert not [one for one in others()[pool] if _runs(one) & examined]
    [asked] = {_fields(one) for one in pools()[pool]["train"]}
    assert {_fields(one) for one in others()[pool]} == {asked}


def _runs(sentence, length=4):
    """Every run of so many words."""
    words = re.findall(r"\{\w+\}|[a-z']+", sentence.lower())
    return {tuple(words[n : n + length]) for n in range(len(words) - length + 1)}


def _fields(sentence):
    return tuple(sorted(field for field in FILLED if f"{{{field}}}" in sentence))


def test_most_threads_are_put_otherwise_and_say_the_same():
    changed = 0
    for tier in TIERS:
        for seed in range(60):
            s = DESK.scenario(seed, tier, "train", "plain")
            other = rephrased(Random(seed), s)
            assert other.truth == s.truth
            before, after = (" ".join(e.body for e in one.thread) for one in (s, other))
            assert _clocks(after) == _clocks(before)
            assert (s.truth.topic in before) == (s.truth.topic in after)
            changed += before != after
    assert changed > 150


def _clocks(text):
    return sorted(word.strip(".,?!;:") for word in text.split() if word[:1].isdigit())
