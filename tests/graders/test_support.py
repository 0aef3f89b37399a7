"""What a sentence rests on: near misses, and text that costs time."""

import pytest

from desks.strict_json import MAX_BYTES
from graders.support import MAX_SENTENCES, claims
from tests.slowness import least, over

FIX = "Fix: Run promtool check config --strict and set retention to 30d."
LIKE_IT = "Fix: Run promtool check rules --lint and set retention to 60d."
SHOWN = {
    "KB-1": f"Prometheus 3.0. Sign: the disk of the server is full. {FIX}",
    "KB-2": f"Prometheus 2.45. Sign: no sample is ingested any more. {LIKE_IT}",
    "TKT-1": "Our charts are empty. The host is lyo-pq-79.",
}
FACTS = ("promtool check config", "retention to 30d", "promtool check rules", "--lint")


@pytest.mark.parametrize(
    ("sentence", "rests_on", "why"),
    [
        (FIX, FIX, "word for word"),
        ("We ran promtool check config.", FIX, "one fact in other words"),
        ("PROMTOOL  CHECK CONFIG did it.", FIX, "the case and the white space of a fact"),
        ("We ran promtool check rules with --lint.", LIKE_IT, "two facts of the other article"),
        ("We ran promtool check configs.", None, "a longer word is no fact"),
        ("Do not run promtool check config.", None, "forbids what the source prescribes"),
        (f"Never follow this: {FIX}", None, "forbids it word for word"),
        ("The disk of your server is full.", "Sign: the disk of the server is full.", "similarity"),
        ("It was about the host lyo-pq-79.", "The host is lyo-pq-79.", "the ticket supports, too"),
        ("Bananas are rich in vitamins.", None, "from nowhere"),
        ("The.", None, "one small word"),
    ],
)
def test_a_sentence_rests_on_what_says_the_same(sentence, rests_on, why):
    (claim,) = claims(sentence, SHOWN, FACTS)
    source = claim.source
    assert (source and SHOWN[source.where][source.start : source.end]) == rests_on


def test_a_warning_rests_on_the_same_warning_alone():
    shown = {"KB-1": FIX, "KB-2": "Never run promtool check config."}
    assert claims("Do not run promtool check config.", shown, FACTS)[0].source.where == "KB-2"
    assert claims("Run promtool check config.", shown, FACTS)[0].source.where == "KB-1"


def test_sentences_are_numbered_and_stand_where_they_are_said_to():
    answer = f"  {FIX}\n\nBananas! ... The host is lyo-pq-79."
    found = claims(answer, SHOWN, FACTS)
    assert [answer[one.start : one.end] for one in found] == [
        FIX,
        "Bananas!",
        "The host is lyo-pq-79.",
    ]
    assert [one.number for one in found] == [1, 2, 3]
    assert [one.source and one.source.where for one in found] == ["KB-1", None, "TKT-1"]


def test_of_two_equals_the_text_named_first_supports():
    both = {"KB-1": FIX, "KB-2": FIX}
    assert claims(FIX, both, FACTS)[0].source.where == "KB-1"
    assert claims(FIX, dict(reversed(both.items())), FACTS)[0].source.where == "KB-2"


@pytest.mark.parametrize("answer", ["", " \n ", "...", "?!"])
def test_without_a_word_there_is_no_sentence(answer):
    assert claims(answer, SHOWN, FACTS) == []


@pytest.mark.parametrize("unit", ["a. ", "promtool check config ", "word ", "do not ", "\n", "1"])
def test_a_long_answer_is_looked_at_in_part_and_soon(unit):
    answer = unit * (MAX_BYTES // len(unit))
    assert len(claims(answer, SHOWN, FACTS)) <= MAX_SENTENCES
    assert not over(least(lambda: claims(answer, SHOWN, FACTS), 10), 1)
