"""Text from outside keeps its characters and never becomes markup."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.drawing import Mark, marked, quoted, shown

TAG = re.compile(r"<[^>]*>")


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a < b & c", "a < b & c"),
        ("\u202egnp.exe", "‹U+202E›gnp.exe"),
        ("zero\u200bwidth", "zero‹U+200B›width"),
        ("lone \ud800 surrogate", "lone ‹U+D800› surrogate"),
        ("bell \x07", "bell ‹U+0007›"),
        ("two\nlines", "two\nlines"),
    ],
)
def test_hidden_characters_are_named(text, seen):
    assert html.unescape(shown(text)) == seen


@given(st.text())
def test_shown_text_holds_no_markup_and_can_be_sent(text):
    drawn = shown(text)
    assert not set("<>\"'") & set(drawn)
    drawn.encode()


@given(
    st.text(alphabet="ab<&", max_size=20),
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20))),
)
def test_marks_add_tags_and_no_text(text, pairs):
    drawn = marked(text, [Mark(start, end, "for", "<i>") for start, end in pairs])
    plain = TAG.sub("", re.sub(r'<span class="unseen">.*?</span>', "", drawn))
    assert html.unescape(plain) == text


def test_where_marks_overlap_what_speaks_against_wins():
    drawn = marked("abcd", [Mark(0, 3, "for"), Mark(2, 4, "against")])
    assert re.findall(r'<mark class="(\w+)" title="">(\w+)', drawn) == [
        ("for", "ab"),
        ("against", "c"),
        ("against", "d"),
    ]


def test_a_quote_that_is_not_there_marks_nothing():
    assert quoted("free on Monday", [("Tuesday", "for")]) == "free on Monday"
