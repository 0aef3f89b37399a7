"""Measures of text: equal to their sources, and quick."""

import random

import pytest
from rouge_score.rouge_scorer import RougeScorer

from desks import load
from graders.text import lcs_f1, repetition, rouge_l, sentences, words
from tests.slowness import least, over

ODD = (
    "",
    "   ",
    "...",
    "One",
    "one ONE one",
    "Déjà vu at 10:00 — naïve café",
    "ΑΒΓ привет 你好",
    "run `systemctl restart sshd`; then --force=1.5_x",
    "a\nb\tc  d",
    "x" * 2000,
    "the the the the the",
    "1.5 11.50 1 5",
    "İstanbul Kelvin ſtreet",
)


def pairs() -> list[tuple[str, str]]:
    """200 pairs: odd ones against each other, resolutions against each other, shuffled words."""
    draw = random.Random(7)
    desk = load("it_triage")
    real = [desk.scenario(seed, "hard", "train").truth.resolution for seed in range(60)]
    found = [(a, b) for a in ODD for b in (*ODD[:4], real[0])]
    while len(found) < 200:
        one, other = draw.choice(real), draw.choice(real)
        shuffled = one.split()
        draw.shuffle(shuffled)
        found += [(one, other), (" ".join(shuffled), one), (f"{one} {other}", other), (one, one)]
    return found[:200]


def test_rouge_l_equals_the_package() -> None:
    scorer = RougeScorer(["rougeL"], use_stemmer=False)
    values = []
    for text, reference in pairs():
        theirs = scorer.score(reference, text)["rougeL"].fmeasure
        assert rouge_l(text, reference) == pytest.approx(theirs, abs=1e-9), (text, reference)
        values.append(theirs)
    assert len({round(value, 3) for value in values}) > 50, "the pairs are not varied"


def test_words_that_may_not_match_still_count_for_the_length() -> None:
    assert lcs_f1(["a", "b"], 2, ("a", "b")) == 1.0
    assert lcs_f1(["a", "b"], 6, ("a", "b")) == 0.5
    assert lcs_f1([], 6, ("a", "b")) == 0.0
    assert lcs_f1(["a"], 1, ()) == 0.0


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", []),
        ("One", ["One"]),
        ("One. Two!", ["One. ", "Two!"]),
        ("Upgrade to 1.5.2 now. Then reboot", ["Upgrade to 1.5.2 now. ", "Then reboot"]),
        ("Edit /etc/a.conf, v2.0", ["Edit /etc/a.conf, v2.0"]),
        ('He said "go." Then left.', ['He said "go." ', "Then left."]),
        ("One\nTwo\n\nThree", ["One\n", "Two\n\n", "Three"]),
        ("Really?! Yes.", ["Really?! ", "Yes."]),
    ],
)
def test_sentences_are_the_whole_text_in_order(text: str, pieces: list[str]) -> None:
    assert [text[start:end] for start, end in sentences(text) if start < end] == pieces


@pytest.mark.parametrize("flood", ["." * 60_000, "?!" * 30_000, ".'" * 30_000, "\n" * 60_000])
def test_a_flood_is_cut_into_sentences_at_once(flood: str) -> None:
    assert not over(least(lambda: sentences(flood), 1), 0.1)


def test_words_are_those_that_rouge_counts() -> None:
    assert words("Don't use --force=1.5 (naïve)") == "don t use force 1 5 na ve".split()


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("", 0.0),
        ("only three words", 0.0),
        ("a b c d e f g h", 0.0),
        ("a b c d a b c d", 0.2),  # five 4-grams, the last stood before
        ("a a a a a a a", 0.75),
        ("do it. " * 100, 0.98985),
    ],
)
def test_repetition_is_the_share_of_4_grams_seen_before(text: str, share: float) -> None:
    assert repetition(text) == pytest.approx(share, abs=1e-4)
