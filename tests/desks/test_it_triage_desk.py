"""The IT-triage desk: what its tickets say, what its passages give away, how its splits part."""

import itertools
import json
import re
from collections import Counter

import pytest

from desks import SPLITS, TIERS, load
from desks.desk import split_half
from desks.it_triage import people
from desks.it_triage.families import families
from desks.it_triage.knowledge import (
    FIRST_OPEN_TICKET,
    Article,
    articles,
    incidents,
    past_tickets,
)
from desks.it_triage.models import TriageScenario
from desks.it_triage.plain import IMPACT, SINCE, TEAMS
from desks.it_triage.retrieval import hits, share
from desks.it_triage.speakers import from_monitor, second_hand, tells_time
from desks.it_triage.telling import NOT_THERE, much_alike, quotations, short_name
from graders.reading.it_triage.facts import mentions

DESK = load("it_triage")
BY_ID = {article.id: article for article in articles()}
EVERY = list(itertools.product(TIERS, SPLITS))


def some(tier: str, split: str, count: int = 400, voices: str = "all") -> list[TriageScenario]:
    return [DESK.scenario(seed, tier, split, voices) for seed in range(count)]


def plain(tier: str, split: str, count: int = 400) -> list[TriageScenario]:
    """Tickets in plain words, whose sentences are known one by one."""
    return some(tier, split, count, "plain")


def shown(s: TriageScenario) -> list[Article]:
    return [BY_ID[passage.id] for passage in s.passages]


HERRING = re.compile("|".join(re.escape(one).replace(r"\{\}", ".{5,200}?") for one in NOT_THERE))


def reported(s: TriageScenario) -> str:
    """The ticket without the sentence about a sign that is not there."""
    return HERRING.sub("", f"{s.ticket.subject}\n{s.ticket.body}")


def tells(article: Article, text: str) -> bool:
    """Whether a text tells the article's sign: in full, in part or in other words."""
    told = (article.case.sign, *article.case.told, *quotations(article))
    return any(one in text or f'"{one.strip(".")}"' in text for one in told)


def fits(article: Article, s: TriageScenario) -> bool:
    """Whether a careful reader finds the article's product, version and sign in the ticket."""
    text, version = reported(s), re.escape(article.case.version)
    return (
        tells(article, text)
        and short_name(article.case.product) in text
        and bool(re.search(rf"(?<![\w.]){version}(?:\.x)?(?!\.?\w)", text))
    )


# -- the ticket and the truth ---------------------------------------------------------------------


@pytest.mark.parametrize(("tier", "split"), EVERY)
def test_exactly_the_gold_articles_fit_the_ticket(tier: str, split: str) -> None:
    for s in plain(tier, split):
        found = {article.id for article in shown(s) if fits(article, s)}
        if not s.situation.endswith("two_faults") and s.situation != "two_articles":
            assert found == set(s.truth.gold), (s.seed, s.situation)
        assert set(s.truth.gold) <= found


@pytest.mark.parametrize(("tier", "split"), EVERY)
def test_in_any_voice_the_gold_articles_fit_the_ticket(tier: str, split: str) -> None:
    for s in some(tier, split):
        assert set(s.truth.gold) <= {article.id for article in shown(s) if fits(article, s)}


@pytest.mark.parametrize(("tier", "split"), EVERY)
def test_an_unanswered_ticket_names_its_system_and_a_real_sign(tier: str, split: str) -> None:
    for s in some(tier, split):
        if not s.truth.answerable:
            assert all(fact in f"{s.ticket.subject}\n{s.ticket.body}" for fact in s.truth.facts)
            assert any(tells(article, reported(s)) for article in articles())
            assert all(fact in s.truth.resolution for fact in s.truth.facts)


@pytest.mark.parametrize(("tier", "split"), EVERY)
def test_a_ticket_is_short_and_a_passage_too(tier: str, split: str) -> None:
    for s in some(tier, split):
        two = s.situation in ("two_articles", "no_article_two_faults")
        assert len(s.ticket.body.split()) <= (280 if two else 230)
        assert len(DESK.prompt(s)[1]["content"].split()) <= 500
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
            near = {short_name(a.case.product) for a in shown(s)} & set(s.truth.facts)
            same_sign = any(tells(article, reported(s)) for article in shown(s))
            assert near or same_sign or s.situation == "no_article_same_symptom"
    assert "no_article_other_fault" not in kinds
    assert all(kinds[name] >= 20 for name in ("no_article_other_version", "no_article_other_sign"))


def test_no_ticket_names_a_version_that_the_shown_one_covers() -> None:
    """RHEL 7.9 is RHEL 7: an article about 7 would answer."""
    for s in plain("hard", "eval", 1000) + plain("medium", "train", 1000):
        if s.situation == "no_article_other_version":
            _, version = s.truth.facts
            signed = [a.case for a in shown(s) if tells(a, reported(s))]
            assert signed
            for case in signed:
                assert not f"{version}.".startswith(f"{case.version}.")
                assert not f"{case.version}.".startswith(f"{version}.")


@pytest.mark.parametrize("tier", ["medium", "hard"])
def test_no_ticket_names_a_version_that_cannot_show_its_sign(tier: str) -> None:
    checked = 0
    for s in plain(tier, "train", 1000) + plain(tier, "eval", 1000):
        if s.situation == "no_article_other_version":
            _, version = s.truth.facts
            for article in shown(s):
                if tells(article, reported(s)):
                    assert version not in article.case.never_on, s.seed
                    checked += bool(article.case.never_on)
    assert checked > 5


def test_no_resolution_claims_that_the_work_is_done() -> None:
    """Who triages a ticket has run nothing yet."""
    done = re.compile(r"\bwe (?!need)(?:\w+ed|ran|gave|found|took|made|wrote|sent|built)\b", re.I)
    for article in articles():
        assert not done.search(article.case.resolution), article.case.resolution


def test_easy_quotes_the_sign_and_hard_never_does() -> None:
    kinds = Counter()
    for tier in TIERS:
        for s in plain(tier, "eval"):
            for article in shown(s):
                text = reported(s)
                if article.id in s.truth.gold:
                    case = article.case
                    kind = (
                        "whole"
                        if case.sign in text
                        else "told"
                        if any(told in text for told in case.told)
                        else "part"
                    )
                    kinds[tier, kind] += 1
    assert {kind for tier, kind in kinds if tier == "easy"} == {"whole"}
    assert {kind for tier, kind in kinds if tier == "medium"} == {"part", "told"}
    assert kinds["medium", "part"] > kinds["medium", "told"] > 50
    assert {kind for tier, kind in kinds if tier == "hard"} == {"told"}


def test_what_is_left_of_a_sign_fits_no_other_case_nearby() -> None:
    for article in articles():
        names = {article.family.family, *article.family.lookalikes}
        near = [one for one in articles() if one.family.family in names]
        for one in near:
            if one.case.sign != article.case.sign:
                assert not {*article.case.told} & {*one.case.told} or one.system != article.system
                assert not any(piece in one.case.sign for piece in quotations(article))


def test_a_hard_ticket_mostly_names_a_sign_that_is_not_there() -> None:
    given = plain("hard", "eval")
    named = [s for s in given if HERRING.search(s.ticket.body)]
    assert 0.75 <= len(named) / len(given) <= 0.95
    for s in named:
        said = HERRING.search(s.ticket.body)[0]
        for article in shown(s):
            if article.id in s.truth.gold:
                assert article.case.sign not in said
    for answerable in (True, False):
        shares = [
            bool(HERRING.search(s.ticket.body)) for s in given if s.truth.answerable == answerable
        ]
        assert abs(sum(shares) / len(shares) - len(named) / len(given)) < 0.1


def test_only_signs_that_differ_are_said_not_to_be_there() -> None:
    assert much_alike("nlockmgr on port 41872", "nlockmgr on port 38215")
    assert not much_alike("nlockmgr on port 41872", "access denied by server")


def test_a_plain_search_is_led_astray_in_hard_and_never_far() -> None:
    found = {tier: hits(tier, "eval", 150, "plain") for tier in TIERS}
    first = {tier: share([(h.family, h.first) for h in found[tier]]) for tier in TIERS}
    among = {tier: share([(h.family, h.among) for h in found[tier]]) for tier in TIERS}
    assert first["hard"].mean <= 0.75 < first["medium"].mean
    assert first["easy"].mean >= 0.9
    assert all(one.mean >= 0.9 for one in among.values())
    for one in (*first.values(), *among.values()):
        assert one.low <= one.mean <= one.high
    lookalikes = [h.lookalike for h in found["hard"] if not h.first]
    assert sum(lookalikes) / len(lookalikes) > 0.9


@pytest.mark.parametrize("tier", TIERS)
def test_in_any_voice_a_plain_search_shows_what_answers(tier: str) -> None:
    found = hits(tier, "eval", 150)
    assert share([(h.family, h.among) for h in found]).mean >= 0.8


def test_the_world_is_as_large_as_promised() -> None:
    assert len(families()) >= 60
    assert len(articles()) >= 200
    assert len(past_tickets()) >= 120
    assert len(incidents()) >= 60
    for split, least in (("train", 500), ("eval", 600)):
        assert len({s.ticket.body for tier in TIERS for s in some(tier, split)}) >= 1.9 * least


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
    assert not set(split_half(people.SITES, "train")) & set(split_half(people.SITES, "eval"))
    for names in (people.FIRST_NAMES, people.LAST_NAMES, people.SITES):
        assert len(names) == len(set(names))
    for split in SPLITS:
        first, last = (split_half(n, split) for n in (people.FIRST_NAMES, people.LAST_NAMES))
        assert len(first) * len(last) > 3000


def test_colour_never_looks_like_a_fact() -> None:
    facts = {fact for family in families() for case in family.cases for fact in case.facts.values()}
    fixed = [*TEAMS, *SINCE, *IMPACT]
    drawn = [*people.FIRST_NAMES, *people.LAST_NAMES, *people.SITES, "fra-ab-42, fra-ab-10"]
    colour = ". ".join([*fixed, *drawn])
    assert not [fact for fact in facts if mentions(fact, colour)]


@pytest.mark.parametrize(("tier", "split"), EVERY)
def test_a_monitor_neither_says_hello_nor_calls(tier: str, split: str) -> None:
    alerts = [s.ticket.body for s in plain(tier, split) if "ALERT" in s.ticket.body]
    assert len(alerts) > 10
    for text in alerts:
        assert not text.startswith(("Hi", "Hello", "Good morning", "Taken", "Forwarded")), text


@pytest.mark.parametrize(("tier", "split"), EVERY)
def test_a_fault_that_tells_its_time_is_given_no_other(tier: str, split: str) -> None:
    symptoms = [one for family in families() for one in family.symptoms if tells_time(one)]
    held = 0
    for s in plain(tier, split):
        for symptom in symptoms:
            if symptom in s.ticket.body and "two" not in s.situation:
                told = f"{s.ticket.subject} {reported(s)}".replace(symptom, "")
                assert not [since for since in SINCE if f" {since}" in told], s.seed
                held += 1
    assert held > 50


def test_voices() -> None:
    alerts = "ALERT login-probe: a test", "Host check: no volume", "DISK WARNING: five percent"
    told = "Caller says no", "A developer is locked out", "Two colleagues say so"
    own = "I restarted my PC", "SSH denied for the account", "Our web shop fails at peak", "Why me?"
    assert [from_monitor(one) for one in (*alerts, *told, *own)] == [True] * 3 + [False] * 7
    assert [second_hand(one) for one in (*told, *own)] == [True] * 3 + [False] * 4
    timed = "down since Monday", "for two weeks", "it does not open"
    assert [tells_time(one) for one in timed] == [True, True, False]


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
    assert len(found) >= 60
    assert len({family.domain for family in found}) == 8
    assert Counter(family.split for family in found)["eval"] * 2 == len(found)


def test_an_unknown_split_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="train, eval"):
        DESK.scenario(0, "easy", "test")
