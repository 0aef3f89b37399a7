"""The IT-triage desk: what its tickets say, what its passages give away, how its splits part."""

import itertools
import json
import re
import time
from collections import Counter
from collections.abc import Callable

import pytest
from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeClassifier

from desks import SPLITS, TIERS, load
from desks.it_triage import people, reporters
from desks.it_triage.families import families
from desks.it_triage.knowledge import FIRST_OPEN_TICKET, Article, articles
from desks.it_triage.models import TriageScenario
from graders.reading.facts import mentions

DESK = load("it_triage")
BY_ID = {article.id: article for article in articles()}
EVERY = list(itertools.product(TIERS, SPLITS))


def some(tier: str, split: str, count: int = 400) -> list[TriageScenario]:
    return [DESK.scenario(seed, tier, split) for seed in range(count)]


def shown(s: TriageScenario) -> list[Article]:
    return [BY_ID[passage.id] for passage in s.passages]


def fits(article: Article, s: TriageScenario) -> bool:
    """Whether a careful reader finds the article's product, version and sign in the ticket."""
    case = article.case
    if case.sign not in s.ticket.body:
        return False
    version = re.escape(case.version)
    near = rf"{re.escape(case.product)}\W+(?:on )?(?:Version:? )?{version}(?![\w.]\w)"
    turned = rf"version {version} of {re.escape(case.product)}"
    listed = rf"\bVersion: {version}(?=$|\.?\s)"
    return any(re.search(p, s.ticket.body, re.IGNORECASE) for p in (near, turned, listed))


# -- the ticket and the truth ---------------------------------------------------------------------


@pytest.mark.parametrize(("tier", "split"), EVERY)
def test_exactly_the_gold_articles_fit_the_ticket(tier: str, split: str) -> None:
    for s in some(tier, split):
        found = {article.id for article in shown(s) if fits(article, s)}
        if not s.situation.endswith("two_faults") and s.situation != "two_articles":
            assert found == set(s.truth.gold), (s.seed, s.situation)
        assert set(s.truth.gold) <= found


@pytest.mark.parametrize(("tier", "split"), EVERY)
def test_an_unanswered_ticket_names_its_system_and_a_real_sign(tier: str, split: str) -> None:
    signs = {article.case.sign for article in articles()}
    for s in some(tier, split):
        if not s.truth.answerable:
            assert all(fact in s.ticket.body for fact in s.truth.facts)
            assert any(sign in s.ticket.body for sign in signs)
            assert all(fact in s.truth.resolution for fact in s.truth.facts)


@pytest.mark.parametrize(("tier", "split"), EVERY)
def test_a_ticket_is_short_and_a_passage_too(tier: str, split: str) -> None:
    for s in some(tier, split):
        two = s.situation in ("two_articles", "no_article_two_faults")
        assert len(s.ticket.body.split()) <= (110 if two else 75)
        assert int(s.ticket.id[-4:]) >= FIRST_OPEN_TICKET
        assert 3 <= len(s.passages) <= 6
        assert len({passage.id for passage in s.passages}) == len(s.passages)
        for passage in s.passages:
            assert len(passage.text.split()) <= 60


@pytest.mark.parametrize(("tier", "split"), EVERY)
def test_foreign_facts_are_neither_of_the_answer_nor_of_the_ticket(tier: str, split: str) -> None:
    for s in some(tier, split):
        gold = [BY_ID[one] for one in s.truth.gold]
        ours = [s.truth.resolution, s.ticket.body, *(a.case.fix for a in gold)]
        assert s.truth.foreign
        assert not [f for f in s.truth.foreign for text in ours if f.lower() in text.lower()]
        theirs = {fact for a in shown(s) if a not in gold for fact in a.case.facts.values()}
        assert set(s.truth.foreign) <= theirs


def test_two_faults_come_from_two_families_and_need_both_fixes() -> None:
    found = [s for s in some("hard", "eval", 800) if s.situation == "two_articles"]
    assert 0.12 <= len(found) / 800 <= 0.18
    for s in found:
        one, two = (BY_ID[one] for one in s.truth.gold)
        assert one.family is not two.family
        assert {*one.case.facts.values(), *two.case.facts.values()} == set(s.truth.facts)
        assert one.case.resolution in s.truth.resolution
        assert two.case.resolution in s.truth.resolution


# -- the tiers ------------------------------------------------------------------------------------


def test_easy_shows_a_family_once_and_medium_and_hard_show_siblings() -> None:
    for s in some("easy", "eval"):
        assert len({article.family.family for article in shown(s)}) == len(s.passages)
    for s in some("medium", "eval") + some("hard", "eval"):
        assert len({article.family.family for article in shown(s)}) == 2
        assert len({article.family.domain for article in shown(s)}) == 1


def test_hard_shows_look_alikes_and_cases_that_only_the_sign_tells_apart() -> None:
    twins = 0
    for s in some("hard", "eval"):
        one, two = {article.family.family: article.family for article in shown(s)}.values()
        assert one.family in two.lookalikes or two.family in one.lookalikes
        twins += len({article.system for article in shown(s)}) < len(s.passages)
    assert twins > 200
    assert any(
        len({article.case.product for article in shown(s)}) < len(s.passages)
        for s in some("easy", "eval")
    )


@pytest.mark.parametrize("tier", ["medium", "hard"])
def test_without_an_answer_there_is_a_near_miss(tier: str) -> None:
    kinds = Counter()
    for s in some(tier, "eval", 1000):
        if not s.truth.answerable:
            kinds[s.situation] += 1
            near = {article.case.product for article in shown(s)} & set(s.truth.facts)
            same_sign = any(article.case.sign in s.ticket.body for article in shown(s))
            assert near or same_sign or s.situation == "no_article_same_symptom"
    assert "no_article_other_fault" not in kinds
    assert all(kinds[name] >= 20 for name in ("no_article_other_version", "no_article_other_sign"))


def test_no_ticket_names_a_version_that_the_shown_one_covers() -> None:
    """RHEL 7.9 is RHEL 7: an article about 7 would answer."""
    for s in some("hard", "eval", 1000) + some("medium", "train", 1000):
        if s.situation == "no_article_other_version":
            _, version = s.truth.facts
            signed = [a.case for a in shown(s) if a.case.sign in s.ticket.body]
            assert signed
            for case in signed:
                assert not f"{version}.".startswith(f"{case.version}.")
                assert not f"{case.version}.".startswith(f"{version}.")


# -- what is given away ---------------------------------------------------------------------------


@pytest.mark.parametrize(("tier", "split"), EVERY)
def test_a_fifth_of_any_50_seeds_has_no_answer(tier: str, split: str) -> None:
    without = [not s.truth.answerable for s in some(tier, split, 300)]
    for start in range(250):
        assert 9 <= sum(without[start : start + 50]) <= 11


@pytest.mark.parametrize(("tier", "split"), EVERY)
def test_every_article_answers_now_and_then(tier: str, split: str) -> None:
    gold = {one for s in some(tier, split, 2000) for one in s.truth.gold}
    assert gold == {a.id for a in articles() if a.family.split == split}


def features(s: TriageScenario) -> list[float]:
    def of(measure: Callable) -> list[float]:
        values = [measure(passage) for passage in s.passages]
        padded = (values + [-1] * 6)[:6]
        return [*padded, min(values), max(values), sum(values), values.index(max(values))]

    return [
        len(s.passages),
        len(s.ticket.subject),
        len(s.ticket.body.split()),
        int(s.ticket.id[-4:]),
        len(DESK.prompt(s)[1]["content"]),
        *of(lambda p: len(p.text)),
        *of(lambda p: len(p.text.split())),
        *of(lambda p: len(p.title)),
        *of(lambda p: int(p.id[-4:])),
        *of(lambda p: sum(p.title == other.title for other in s.passages)),
        *of(lambda p: sum(p.text[:12] == other.text[:12] for other in s.passages)),
    ]


@pytest.mark.parametrize(("tier", "split"), EVERY)
def test_a_shallow_tree_learns_nothing_from_the_structure(tier: str, split: str) -> None:
    given = some(tier, split, 1000)
    places = [
        (s, next(n for n, p in enumerate(s.passages) if p.id in s.truth.gold))
        for s in given
        if s.truth.answerable and len(s.truth.gold) == 1
    ]
    for rows, answers in (
        ([features(s) for s in given], [s.truth.answerable for s in given]),
        ([features(s) for s, _ in places], [place for _, place in places]),
    ):
        assert len(rows) >= 600
        tree = DecisionTreeClassifier(max_depth=3, random_state=0)
        right = cross_val_score(tree, rows, answers, cv=5).mean()
        majority = Counter(answers).most_common(1)[0][1] / len(answers)
        assert right <= majority + 0.05


def test_the_passages_are_drawn_alike_with_and_without_an_answer() -> None:
    for tier in TIERS:
        given = some(tier, "train", 2000)
        counts = {
            answerable: Counter(len(s.passages) for s in given if s.truth.answerable == answerable)
            for answerable in (True, False)
        }
        for number in counts[True]:
            shares = [counts[a][number] / counts[a].total() for a in (True, False)]
            assert abs(shares[0] - shares[1]) < 0.1


def test_ids_tell_nothing_of_family_domain_or_split() -> None:
    in_order = sorted(articles(), key=lambda article: article.id)
    for label in (
        lambda a: a.family.family,
        lambda a: a.family.domain,
        lambda a: a.family.split,
    ):
        labels = [label(article) for article in in_order]
        neighbours = sum(a == b for a, b in itertools.pairwise(labels))
        shares = [count / len(labels) for count in Counter(labels).values()]
        expected = sum(share**2 for share in shares) * len(labels)
        assert abs(neighbours - expected) < 4 * expected**0.5 + 4


# -- the splits, and what is only colour ----------------------------------------------------------


def test_the_splits_share_no_article_family_person_or_place() -> None:
    parts = {}
    for split in SPLITS:
        given = [s for tier in TIERS for s in some(tier, split)]
        parts[split] = {
            "articles": {passage.id for s in given for passage in s.passages},
            "families": {article.family.family for s in given for article in shown(s)},
            "people": {name for s in given for name in s.ticket.reporter.split()},
            "bodies": {s.ticket.body for s in given},
        }
    for what in parts["train"]:
        assert not parts["train"][what] & parts["eval"][what], what
    assert not set(people.half(people.SITES, "train")) & set(people.half(people.SITES, "eval"))
    for names in (people.FIRST_NAMES, people.LAST_NAMES, people.SITES):
        assert len(names) == len(set(names))
    assert all(
        len(people.half(people.FIRST_NAMES, split)) * len(people.half(people.LAST_NAMES, split))
        > 3000
        for split in SPLITS
    )


def test_colour_never_looks_like_a_fact() -> None:
    facts = {fact for family in families() for case in family.cases for fact in case.facts.values()}
    fixed = [*reporters.TEAMS, *reporters.SINCE, *reporters.IMPACT]
    drawn = [*people.FIRST_NAMES, *people.LAST_NAMES, *people.SITES, "fra-ab-42, fra-ab-10"]
    colour = ". ".join([*fixed, *drawn])
    assert not [fact for fact in facts if mentions(fact, colour)]


# -- the prompt, and how quick it is --------------------------------------------------------------


def test_the_prompt_shows_the_schema_in_the_order_of_the_fields() -> None:
    s = DESK.scenario(0, "easy", "eval")
    system, user = DESK.prompt(s)
    schema = json.loads(system["content"].rpartition("JSON schema: ")[2])
    order = ["citations", "resolution", "confidence", "escalate"]
    assert list(schema["properties"]) == order == list(json.loads(DESK.oracle(s)))
    assert schema["required"] == order
    assert s.ticket.body in user["content"]
    assert all(f"[{passage.id}] {passage.text}" in user["content"] for passage in s.passages)


def test_the_families_are_as_many_as_promised() -> None:
    found = families()
    assert len(found) >= 24
    assert len({family.domain for family in found}) == 8
    assert Counter(family.split for family in found)["eval"] * 2 == len(found)


def test_an_unknown_split_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="train, eval"):
        DESK.scenario(0, "easy", "test")


def test_300_scenarios_a_second() -> None:
    some("hard", "train", 20)
    began = time.process_time()
    some("hard", "train", 300)
    assert time.process_time() - began < 1
