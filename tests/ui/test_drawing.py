"""Text from outside keeps its characters and never becomes markup."""

import html
import re
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders import Evidence
from ui.drawing import MAX_SHOWN, Mark, as_given, clipped, escaped, marked, number_of
from ui.evidence import PromptEvidence, quotes

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
    assert html.unescape(escaped(text)) == seen


@given(st.text())
def test_shown_text_holds_no_markup_and_can_be_sent(text):
    drawn = escaped(text)
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


PROMPT = "free on Monday\n\nMonday it is"


@pytest.mark.parametrize(
    ("text", "start", "marks"),
    [
        ("free on Monday", 8, [("for", "Monday")]),
        ("Monday it is", 8, []),
        ("Monday it is", 16, [("for", "Monday")]),
        ("free on Monday", 16, []),
        ("free on Tuesday", 8, []),
        ("Monday", 8, [("for", "Monday")]),
        ("Monday", 16, [("for", "Monday")]),
    ],
)
def test_evidence_is_marked_where_it_stands_and_nowhere_else(text, start, marks):
    span = Evidence("prompt", "", start, start + len("Monday"), "for")
    evidence = PromptEvidence(PROMPT, (span,))
    drawn = evidence.marked(text)
    assert re.findall(r'<mark class="(\w+)" title="">(\w+)', drawn) == marks


@pytest.mark.parametrize(("says", "keyed"), [("unread", True), ("for", False), ("against", False)])
def test_the_sign_for_what_was_not_understood_is_explained_beside_it(says: str, keyed: bool):
    said = SimpleNamespace(email_reply='Monday, class="unread" and all')
    drawn = quotes([Evidence("completion", "email_reply", 0, 30, says)], said, "")
    assert ("counts neither for nor against" in drawn) == keyed


def test_of_one_there_is_no_plural():
    assert [number_of(many, "vote") for many in (0, 1, 2)] == ["0 votes", "1 vote", "2 votes"]
    ends = [clipped("x" * (MAX_SHOWN + more)).lstrip("x") for more in (0, 1, 1_000)]
    assert ends == ["", "\n… 1 more character", "\n… 1,000 more characters"]


@pytest.mark.parametrize("text", ["a\u200db\r\nc", '<b a="1">', "\ud83d"])
def test_what_comes_back_is_as_it_was_given(text: str):
    whole = text.encode("utf-8", "replace").decode()
    assert html.unescape(as_given(text)) == whole
    assert not {"<", '"'} & set(as_given(text))
