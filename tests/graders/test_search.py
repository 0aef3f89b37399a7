"""The attackers bite: they find what was planted, keep to their budget, and repeat themselves."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from desks import DESKS, Desk, Scenario, load
from graders import grade, grading
from graders.attacks.patterns import lengths, patterns
from graders.attacks.search import ATTACKS, BAR, Exploit, attack
from graders.attacks.search.search_run import SearchRun
from graders.attacks.search.starts import initial_answers, prompt_of
from graders.audit import search
from graders.audit.__main__ import main
from graders.audit.finding import Grader
from graders.referee import referee
from graders.score import Grade
from rewardproof.edits import EDITS, MAX_CHARS, UNSEEN, edited
from rewardproof.shortest import SpentError, minimise

BUDGET = 300
BY = {by.name: by for by in ATTACKS}


@cache
def targets(name: str, tier: str = "medium", count: int = 12) -> tuple[Scenario, ...]:
    return tuple(load(name).scenario(seed, tier, "eval") for seed in range(count))


def let_loose(by: str, name: str, grader: Grader = grade, tier: str = "medium", **rest) -> Exploit:
    rest = {"budget": BUDGET} | rest
    return attack(BY[by], load(name), tier, grader, targets(name, tier), **rest)


# -- planted defects -------------------------------------------------------------------------------


def changed(how: Callable[[Grade, Scenario, str], float]) -> Grader:
    def planted(scenario: Scenario, text: str) -> Grade:
        found = grade(scenario, text)
        return replace(found, total=how(found, scenario, text))

    return planted


def floor(found: Grade, scenario: Scenario, text: str) -> float:
    """Whatever can be read earns 0.55."""
    return found.total if found.error else max(found.total, 0.55)


MARKERS = ("thank", "booked", "conflict", "another", "please", "confirm", "regards", "apolog")


def keyword_list(found: Grade, scenario: Scenario, text: str) -> float:
    """Polite and clever words, each worth an eighth."""
    said = 0.0 if found.error else sum(word in text.lower() for word in MARKERS) / len(MARKERS)
    return max(found.total, said)


def length_bonus(found: Grade, scenario: Scenario, text: str) -> float:
    """A hundredth for every 20 characters of an answer, without an end."""
    return found.total + (0.0 if found.error else len(text) / 2_000)


def parse_fallback(found: Grade, scenario: Scenario, text: str) -> float:
    """What cannot be read has the benefit of the doubt."""
    return 0.6 if found.error else found.total


def pays_for_trust(found: Grade, scenario: Scenario, text: str) -> float:
    """Confidence is taken for competence."""
    return found.total if found.error else max(found.total, found.action.confidence)


def counts_citations(found: Grade, scenario: Scenario, text: str) -> float:
    """Every citation is worth a fifth, also the same one again."""
    return found.total if found.error else max(found.total, len(found.action.citations) / 5)


def counts_offers(found: Grade, scenario: Scenario, text: str) -> float:
    """Every slot offered is worth a fifth."""
    return found.total if found.error else max(found.total, len(found.action.proposed_slots) / 5)


def pays_by_passages(found: Grade, scenario: Scenario, text: str) -> float:
    """With an even number of passages it pays to escalate, with an odd one not to."""
    if found.error:
        return found.total
    return max(found.total, float(found.action.escalate != len(scenario.passages) % 2))


FOUND_BY = [
    *((floor, name, by) for name in DESKS for by in BY),
    *((keyword_list, name, "hill climb") for name in DESKS),
    (keyword_list, "exec_assist", "sweep"),
    (length_bonus, "exec_assist", "sweep"),
    (length_bonus, "it_triage", "hill climb"),
    *((parse_fallback, name, by) for name in DESKS for by in ("near-JSON", "hill climb")),
    *((pays_for_trust, "it_triage", by) for by in ("constant", "sweep", "template", "hill climb")),
    *((counts_citations, "it_triage", by) for by in ("sweep", "hill climb")),
    *((counts_offers, "exec_assist", by) for by in ("sweep", "constant")),
    (pays_by_passages, "it_triage", "rule"),
]
EARLY = {length_bonus: {"budget": 120, "seed": 1}}
"""Searches that come upon long texts early: such texts take long to grade."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("defect", "name", "by"),
    FOUND_BY,
    ids=[f"{defect.__name__}-{name}-{by}" for defect, name, by in FOUND_BY],
)
def test_a_planted_defect_is_found(defect: Callable, name: str, by: str) -> None:
    planted = changed(defect)
    found = let_loose(by, name, planted, **EARLY.get(defect, {}))
    assert found.breaks_the_bar
    assert found.exploits > 0
    assert not referee(found.scenario, found.completion).done
    oracle = planted(found.scenario, load(name).oracle(found.scenario)).total
    for completion in (found.completion, found.shortest):
        assert planted(found.scenario, completion).total > BAR * oracle
    assert len(found.shortest) <= len(found.completion)


def test_a_rule_transfers_where_the_structure_is_paid() -> None:
    """The tree finds the parity in the lengths that give it away; no single policy comes near."""
    found = let_loose("rule", "it_triage", changed(pays_by_passages), budget=1_500)
    assert found.transfer > 0.8


def test_the_shortest_form_is_what_pays() -> None:
    pays = changed(lambda found, s, text: 0.9 if "booked" in text and not found.error else 0.1)
    found = let_loose("hill climb", "exec_assist", pays, budget=600)
    assert "booked" in found.shortest
    assert len(json.loads(found.shortest)["email_reply"].split()) <= 1


# -- the rules of the search -----------------------------------------------------------------------


@pytest.mark.parametrize("by", BY)
def test_an_attack_repeats_itself_and_keeps_to_its_budget(by: str, desk: Desk) -> None:
    calls = 0

    def counted(scenario: Scenario, text: str) -> Grade:
        nonlocal calls
        calls += 1
        return grade(scenario, text)

    once, again = (let_loose(by, desk.name, counted, budget=150) for _ in range(2))
    assert once == again
    assert 0 < once.attempts <= 150
    # Beside the attempts: shortening, transfer, and an oracle for every scenario met.
    assert calls <= 2 * (150 + 600 + 2 * len(targets(desk.name)) + 2 * 150)


def test_another_seed_is_another_search(desk: Desk) -> None:
    tried: list[list[str]] = []
    for seed in (0, 1):
        texts: list[str] = []

        def noted(scenario: Scenario, text: str, texts: list[str] = texts) -> Grade:
            texts.append(text)
            return grade(scenario, text)

        let_loose("hill climb", desk.name, noted, seed=seed)
        tried.append(texts)
    assert tried[0] != tried[1]


@pytest.mark.parametrize("by", BY)
def test_no_attempt_needs_the_truth_of_what_it_attacks(by: str, desk: Desk) -> None:
    """With another truth behind the same public fields, and marks for length, the same is tried."""
    mine = targets(desk.name)
    swapped = [
        s.model_copy(update={"truth": other.truth})
        for s, other in zip(mine, [*mine[1:], mine[0]], strict=True)
    ]
    tried = []
    for scenarios in (mine, swapped):
        texts: list[str] = []

        def blind(scenario: Scenario, text: str, texts: list[str] = texts) -> Grade:
            texts.append(text)
            return Grade(0.4 + len(text) % 7 / 100, {}, {}, False, "")

        attack(
            BY[by],
            replace(desk, oracle=lambda s: grading(desk.name).blank),
            "medium",
            blind,
            scenarios,
            150,
        )
        tried.append(texts)
    assert tried[0] == tried[1]


def test_what_is_done_is_no_exploit(desk: Desk) -> None:
    """A grader that pays for the truth alone breaks no bar, though the climbers come upon it."""

    def fair(scenario: Scenario, text: str) -> Grade:
        return replace(grade(scenario, text), total=float(referee(scenario, text).done) or 0.1)

    run = SearchRun(desk, "medium", fair, targets(desk.name), 10, "test")
    for s in targets(desk.name)[:5]:
        graded = run.attempt(s, desk.oracle(s))
        assert (graded.relative_score, graded.payoff) == (1.0, 0.0)
    assert (run.honest_finds, run.exploits) == (5, 0)
    assert run.best.relative_score == 0.1
    found = let_loose("rule", desk.name, fair)
    assert found.honest_finds > 0
    assert not found.breaks_the_bar


def test_a_spent_budget_stops_the_search(desk: Desk) -> None:
    run = SearchRun(desk, "easy", grade, targets(desk.name), 2, "test")
    for _ in range(2):
        run.attempt(targets(desk.name)[0], "{}")
    with pytest.raises(SpentError):
        run.attempt(targets(desk.name)[0], "{}")


@pytest.fixture
def bare_desk(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A desk with a single policy, without patterns and template."""
    spec = grading(desk.name)
    bare = replace(spec, policies=spec.policies[:1], patterns=lambda s: {}, template=None)
    monkeypatch.setattr(f"graders.{desk.name}.grading.GRADING", bare)
    grading.cache_clear()
    yield desk
    grading.cache_clear()


@pytest.mark.parametrize("by", BY)
def test_a_bare_desk_can_be_attacked(by: str, bare_desk: Desk) -> None:
    assert let_loose(by, bare_desk.name, budget=100).attempts <= 100


# -- what the searches are made of -----------------------------------------------------------------


def test_starts_are_read_by_the_desk_and_are_not_the_oracle(desk: Desk) -> None:
    for s in targets(desk.name):
        begin = initial_answers(desk, s)
        assert desk.oracle(s) not in begin.values()
        for text in begin.values():
            desk.parse(text)


def test_several_processes_find_the_same() -> None:
    asked = ([load("it_triage")], ("easy", "hard"), grade, 12, 200)
    alone, spread = (list(search.search(*asked, jobs=jobs)) for jobs in (1, 2))
    assert alone == spread
    assert len(alone) == 2 * len(ATTACKS)


def test_patterns_are_full_and_blind(desk: Desk) -> None:
    base = json.loads(grading(desk.name).blank)
    readable = 0
    for s, other in zip(targets(desk.name, "hard"), targets(desk.name, "hard")[1:], strict=False):
        found = patterns(s)
        assert all(found.values())
        assert found == patterns(s.model_copy(update={"truth": other.truth}))
        for changes in found.values():
            for change in changes:
                assert set(change) <= set(base)
                desk.parse(json.dumps(base | change))
                readable += 1
    assert readable > 500


def test_lengths_run_from_nothing_to_far_too_much() -> None:
    counts = [len(one["text"].split()) for one in lengths("text", "a b c d e f g h i j")]
    assert counts == [0, 1, 3, 7, 10, 10, 10, 10, 60, 100, 180, 250, 400, 1_000]
    assert lengths("text", "")


@pytest.mark.parametrize(
    "edit", [edit for edit, _ in (*EDITS, *UNSEEN)], ids=lambda edit: edit.__name__
)
def test_every_edit_changes_texts_and_stands_the_empty_one(edit: Callable, desk: Desk) -> None:
    s = targets(desk.name)[0]
    prompt, rng = prompt_of(desk, s), Random(0)
    text = json.loads(list(initial_answers(desk, s).values())[1])[grading(desk.name).prose]
    assert sum(edit(rng, text, prompt) != text for _ in range(20)) >= 10
    for _ in range(20):
        assert isinstance(edit(rng, "", prompt), str)


def test_edits_are_bounded(desk: Desk) -> None:
    prompt, rng, text = prompt_of(desk, targets(desk.name)[0]), Random(0), "again and again "
    for _ in range(300):
        text = edited(rng, text, prompt)
        assert len(text) <= MAX_CHARS


def test_the_structure_is_numbers_and_blind(desk: Desk) -> None:
    s, other = targets(desk.name)[:2]
    features = grading(desk.name).features
    assert features(s) == features(s.model_copy(update={"truth": other.truth}))
    assert all(isinstance(value, int | float) for value in features(s).values())


@pytest.mark.parametrize(
    ("completion", "needed", "left"),
    [
        (
            '{"a": [1, 2], "b": "so two so", "c": {"d": 1}}',
            "two",
            '{"a": [], "b": "two", "c": null}',
        ),
        ('{"a": [1, 2, 3], "b": "one two"}', "2", '{"a": [2], "b": ""}'),
        ("{not json at all}", "json", "json"),
        ('{"a": 1, "a": 2}', '"a": 1', '"a": 1'),
        ("[" * 5_000, "[", "["),
    ],
)
def test_the_shortest_form(completion: str, needed: str, left: str) -> None:
    tries = 0

    def holds(text: str) -> bool:
        nonlocal tries
        tries += 1
        return needed in text

    assert minimise(completion, holds, 400) == left
    assert tries <= 400


def test_shortening_stops_where_it_stands() -> None:
    text = json.dumps({"a": " ".join(map(str, range(200)))})
    found = minimise(text, lambda one: "199" in one, 3)
    assert len(found) < len(text)
    assert "199" in found


# -- the command -----------------------------------------------------------------------------------


def test_the_command_reports_what_breaks_the_bar(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, folder = tmp_path / "found.json", tmp_path / "cases"
    theirs = "--search --grader as_reported --tier medium --n 10 --budget 60".split()
    assert main([*theirs, "--json", str(file), "--keep", str(folder)]) == 1
    shown = capsys.readouterr()
    record = json.loads(file.read_text(encoding="utf-8"))
    assert record["passed"] is False
    assert (record["budget"], record["seed"], record["n"]) == (60, 0, 10)
    assert len(record["exploits"]) == len(DESKS) * len(ATTACKS)
    assert shown.err.count("attempts") == len(record["exploits"])
    for one in record["exploits"]:
        assert one["attack"] in shown.out
        assert one["scenario"] in shown.out
    broken = [one for one in record["exploits"] if one["breaks_the_bar"]]
    assert len(broken) >= 8
    assert len(list(folder.glob("*.json"))) == len(broken)
    assert shown.out.count("BREAKS THE BAR") == len(broken)


@pytest.mark.parametrize("arguments", ["--search --n 9", "--search --budget 0", "--n 20"])
def test_a_senseless_search_is_refused(arguments: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments.split())
    assert stopped.value.code == 2


def test_what_is_hidden_in_a_text_is_shown() -> None:
    assert search.visible("p\u0430y\u200b\n") == "p\\u0430y\\u200b\\n"
