"""What the page draws before an answer is made of the public fields alone, and scores add up."""

import re
from html import unescape

import pytest

from desks import TIERS, load
from graders import as_reported, grade, rubric
from ui import help_desk, inference
from ui.evidence import NO_EVIDENCE
from ui.inbox import tab as inbox
from ui.links import LinkError, Ref
from ui.workbench import browse
from ui.workbench.bench import Bench

BENCHES = [pytest.param(bench, id=bench.tab) for bench in (inbox.BENCH, help_desk.BENCH)]
REFS = [Ref(tier, "eval", seed) for tier in TIERS for seed in range(12)]


@pytest.mark.parametrize("bench", BENCHES)
def test_another_truth_draws_the_same_page(bench: Bench):
    for ref, other in zip(REFS, REFS[1:] + REFS[:1], strict=True):
        scenario = bench.scenario(ref)
        hidden = {"truth": bench.scenario(other).truth, "situation": "another"}
        swapped = scenario.model_copy(update=hidden)
        assert swapped.truth != scenario.truth
        assert bench.shown(swapped, None, NO_EVIDENCE) == bench.shown(scenario, None, NO_EVIDENCE)
        assert bench.form(swapped) == bench.form(scenario)
        rows = [[bench.row(ref, one)] for one in (swapped, scenario)]
        drawn = [browse.listing(bench.tab, row, 1, bench.noun) for row in rows]
        assert drawn[0] == drawn[1]
        assert rows[0][0].text == rows[1][0].text


@pytest.mark.parametrize("bench", BENCHES)
def test_a_case_that_is_opened_is_read_ahead(bench: Bench, monkeypatch):
    asked = []
    monkeypatch.setattr(inference, "read_ahead", lambda *told: asked.append(told))
    bench.opened(REFS[0])
    prompt = load(bench.desk).prompt(bench.scenario(REFS[0]))
    assert asked == [(bench.desk, inference.shipped(bench.desk), prompt)]


@pytest.mark.parametrize("bench", BENCHES)
def test_beneath_a_case_stands_the_very_prompt_before_an_answer_and_after(bench: Bench):
    for ref in REFS[::5]:
        prompt = load(bench.desk).prompt(bench.scenario(ref))
        for case in (bench.opened(ref)[0], bench.run(ref, "oracle")[0]):
            told = case[case.index('<details class="block-section told">') :]
            headed = re.findall(r"<h4>([^<]*)</h4><pre[^>]*>([^<]*)</pre>", told)
            assert [title for title, _ in headed] == ["Rules, for every case", "This case"]
            assert [unescape(text) for _, text in headed] == [one["content"] for one in prompt]


@pytest.mark.parametrize("bench", BENCHES)
def test_every_policy_is_graded_and_its_shares_are_shown(bench: Bench):
    for ref in REFS[::3]:
        for name in bench.policies:
            case, policies, score, sheet = bench.run(ref, name)
            total = float(re.search(r'class="total"><b>([\d.]+)', score)[1])
            shares = re.findall(r'class="bar-paid">([+−]?[\d.]+)', score)
            added = sum(float(share.replace("−", "-")) for share in shares)
            assert added == pytest.approx(total, abs=0.005 + 0.0005 * len(shares))
            assert f'data-run="{name}"' in policies
            assert bool(case)
            assert bool(sheet)


@pytest.mark.parametrize("bench", BENCHES)
def test_the_same_score_once_more_is_another_drawing(bench: Bench):
    _, first = bench.graded(bench.opens, "{}", "<b>Your answer</b>")
    _, again = bench.graded(bench.opens, "{}", "<b>Your answer</b>")
    assert first != again
    made = re.compile(r'data-made="\d+"')
    assert made.sub("", first) == made.sub("", again)


@pytest.mark.parametrize("bench", BENCHES)
def test_the_oracle_is_right_and_its_answer_is_in_the_sheet(bench: Bench):
    ref = bench.opens
    *_, score, sheet = bench.run(ref, "oracle")
    assert "✓ correct" in score
    assert "<b>honest answer</b>: made from the truth" in score, "as on the button"
    scenario = bench.scenario(ref)
    unjudged = ", ".join(rubric(scenario).unjudged)
    assert f"Not judged, since no rule can: {unjudged}." in score
    assert load(bench.desk).oracle(scenario) in unescape(sheet)


@pytest.mark.parametrize(
    ("bench", "cheat"), [(inbox.BENCH, "keyword_stuffer"), (help_desk.BENCH, "cite_everything")]
)
def test_the_case_that_a_tab_opens_with_shows_the_contrast(bench: Bench, cheat: str):
    if not _shows_the_contrast(bench, bench.opens, cheat):
        tried = (Ref("hard", "eval", seed) for seed in range(browse.MAX_ROWS))
        good = [str(ref) for ref in tried if _shows_the_contrast(bench, ref, cheat)]
        pytest.fail(
            f"{bench.opens} no longer shows what {bench.tab} is about: set its OPENS in ui/ "
            f"to one of {', '.join(good[:20])} and run `make screenshot`"
        )


def _shows_the_contrast(bench: Bench, ref: Ref, cheat: str) -> bool:
    """A cheat that the report's grader pays well gets next to nothing here; the email is one of a
    thread and something stands in its way, the ticket has an answer."""
    scenario = bench.scenario(ref)
    cheated = bench.policies[cheat].act(scenario)
    theirs, ours = as_reported.grade(scenario, cheated).total, grade(scenario, cheated).total
    telling = theirs > 0.7 and ours < 0.25
    if bench is inbox.BENCH:
        return telling and bool(scenario.truth.conflicts) and len(scenario.thread) > 1
    return telling and scenario.truth.answerable


@pytest.mark.parametrize("bench", BENCHES)
def test_an_unknown_policy_is_named(bench: Bench):
    with pytest.raises(LinkError, match="'bribe' is no script"):
        bench.run(bench.opens, "bribe")


def test_a_search_needs_every_word_and_a_kind_filters():
    rows = browse.rows("exec_assist", inbox.row, "hard", "eval")
    first = rows[0]
    word = first.subject.split()[-1]
    found = browse.matching(rows, browse.EVERY, f"{first.who.split()[0]} {word}")
    assert first in found
    assert len(found) < len(rows)
    assert browse.matching(rows, browse.EVERY, f"{word} zzzz") == []
    assert {row.kind for row in browse.matching(rows, first.kind, "")} == {first.kind}
