"""Addresses come from outside: what names a scenario opens it, and nothing else does."""

import pytest

from ui.links import LinkError, Ref, href, parse_query, tab_href


@pytest.mark.parametrize("name", ["easy-train-0", "hard-eval-7", "medium-train-999999"])
def test_a_name_reads_back(name):
    assert str(Ref.parse(name)) == name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "nothing"),
        ("hard-eval", "no seed"),
        ("hard-eval-", "an empty seed"),
        ("hard-eval-07", "two names for one scenario"),
        ("hard-eval--1", "a negative seed"),
        ("hard-eval-1000000", "a seed over six digits"),
        ("hard-eval-٧", "a digit that is not ASCII"),
        ("hard-eval-7 ", "a blank after it"),
        ("hard-eval-7\n", "a newline after it"),
        ("HARD-eval-7", "capitals"),
        ("expert-eval-7", "no such tier"),
        ("hard-test-7", "no such split"),
        ("<script>", "markup"),
        (None, "no text"),
        (7, "a number"),
        (["hard-eval-7"], "a list"),
    ],
)
def test_anything_else_is_refused(name, why):
    with pytest.raises(LinkError, match="a name looks like"):
        Ref.parse(name)


def test_an_address_opens_what_it_was_made_of():
    ref = Ref("hard", "eval", 7)
    query = dict(pair.split("=") for pair in href("inbox", ref, "hurried")[1:].split("&"))
    assert parse_query(query, "inbox") == (ref, "hurried")
    assert parse_query(query, "helpdesk") == (None, None)


def test_an_address_without_a_scenario_asks_nothing():
    assert parse_query({}, "inbox") == (None, None)
    assert parse_query({"tab": "inbox"}, "inbox") == (None, None)


def test_a_tabs_address_has_what_it_opens_and_no_more():
    assert tab_href("arena", desk="it_triage", scenario=None, run="") == "?tab=arena&desk=it_triage"
    with pytest.raises(LinkError, match="'cellar' is no tab"):
        tab_href("cellar")
