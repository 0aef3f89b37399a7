"""How fast things are: `make bench` runs this alone, and keeps the JSON under `.benchmarks/`.

Grading is timed on completions that differ from call to call, parsing included, so that no cache of
whole answers helps.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any

import pytest
from rouge_score.rouge_scorer import RougeScorer

from desks import DESKS, TIERS, Desk, Scenario, load
from desks.it_triage.knowledge import search
from graders import as_reported, grade
from graders.it_triage.as_reported import TriageReading
from graders.referee import referee
from graders.text import rouge_l

ROOT = Path(__file__).parent.parent
A_BATCH = 200


def answers(desk: Desk) -> Iterator[tuple[Scenario, str]]:
    """Oracles of all tiers in turn, each with a remark of its own, without end."""
    drawn = [
        (s, json.loads(desk.oracle(s)))
        for seed in range(100)
        for tier in TIERS
        for s in [desk.scenario(seed, tier, "eval")]
    ]
    prose = "email_reply" if desk.name == "exec_assist" else "resolution"
    for number, (scenario, answer) in zip(count(), cycle(drawn), strict=False):
        yield scenario, json.dumps(answer | {prose: f"{answer[prose]} Ref. {number}."})


def graded(benchmark: Callable, desk: Desk, judge: Callable) -> None:
    stream = answers(desk)
    for _ in range(300):
        judge(*next(stream))

    def batch() -> None:
        for scenario, text in pairs:
            judge(scenario, text)

    def setup() -> None:
        nonlocal pairs
        pairs = [next(stream) for _ in range(A_BATCH)]

    pairs: list[tuple[Scenario, str]] = []
    benchmark.extra_info["per call"] = A_BATCH
    benchmark.pedantic(batch, setup=setup, rounds=20)


@pytest.mark.parametrize("name", list(DESKS))
@pytest.mark.parametrize("judge", [grade, as_reported.grade, referee], ids=lambda j: j.__module__)
def test_grades(benchmark: Callable, name: str, judge: Callable) -> None:
    graded(benchmark, load(name), judge)


class TrainedReading(TriageReading):
    """A reading whose ROUGE-L is that of the package most projects take."""

    SCORER = RougeScorer(["rougeL"])

    @cached_property
    def rouge(self) -> float:
        told, gold = self.action.resolution, self.scenario.truth.resolution
        return self.SCORER.score(gold, told)["rougeL"].fmeasure


def as_trained(scenario: Scenario, text: str) -> None:
    """The triage report's six reward functions, called one by one as its GRPO trainer did: each is
    given the completion alone and parses it. Two of them score ROUGE-L.

    The ExecAssist report tells of one reward in an environment, so there `as_reported` is it.
    """
    rubric = as_reported.rubric(scenario)
    for part in rubric.parts.values():
        part.grader(TrainedReading(scenario, rubric.parse(text), text))


def test_grades_as_trained(benchmark: Callable) -> None:
    desk = load("it_triage")
    graded(benchmark, desk, as_trained)
    pairs = list(islice(answers(desk), 1_000))
    benchmark.extra_info["ours is faster by"] = seconds(as_trained, pairs) / seconds(grade, pairs)


def seconds(judge: Callable, pairs: list[tuple[Scenario, str]]) -> float:
    """Processor time to judge them all."""
    began = time.process_time()
    for scenario, text in pairs:
        judge(scenario, text)
    return time.process_time() - began


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("name", list(DESKS))
def test_scenarios(benchmark: Callable, name: str, tier: str) -> None:
    desk, seeds = load(name), count(10_000)
    desk.scenario(next(seeds), tier, "train")
    benchmark(lambda: desk.scenario(next(seeds), tier, "train"))


def test_retrieval(benchmark: Callable) -> None:
    desk = load("it_triage")
    tickets = cycle([desk.scenario(seed, "hard", "eval").ticket for seed in range(100)])
    benchmark(lambda: search("articles", next(tickets).body, 5))


PAIRS = [
    (desk.scenario(seed, "hard", "eval").passages[0].text, desk.scenario(seed, "hard", "eval"))
    for desk in [load("it_triage")]
    for seed in range(100)
]


def test_rouge_l(benchmark: Callable) -> None:
    texts = cycle(PAIRS)

    def one() -> None:
        text, scenario = next(texts)
        rouge_l(text, scenario.truth.resolution)

    benchmark(one)


def test_rouge_l_of_the_reference_package(benchmark: Callable) -> None:
    texts, scorer = cycle(PAIRS), RougeScorer(["rougeL"])

    def one() -> None:
        text, scenario = next(texts)
        scorer.score(scenario.truth.resolution, text)

    benchmark(one)


@pytest.mark.parametrize("name", list(DESKS))
def test_a_slider_is_moved(benchmark: Callable, name: str) -> None:
    """Blue mode: every attack graded anew by the rubric that the sliders make."""
    from tests.ui.visits import said
    from ui.game import blue

    gates = cycle(["gate:gate:0.5", "gate:gate:0.4"])
    benchmark(lambda: blue.on_tune(said(desk=name, weights=next(gates), turn="1")))


def test_500_questions_to_a_service_that_fails_in_every_way(
    benchmark: Callable, capsys: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One that takes a second for an answer. At a fifth of that, connections and threads of this
    very machine weigh as much as all faults."""
    from tests.training.models.test_pace import answered_by_one_that_dies, in_step_with

    in_step_with(monkeypatch, 1.0)
    asked = partial(answered_by_one_that_dies, tmp_path / "log", 1.0)
    share = benchmark.pedantic(asked, rounds=1)
    benchmark.extra_info["of the ideal"] = round(share, 2)
    with capsys.disabled():
        print(f"\n{share:.2f} of the ideal")
    assert share <= 1.2


def test_the_page_is_imported(benchmark: Callable) -> None:
    def start() -> None:
        subprocess.run([sys.executable, "-c", "import app"], cwd=ROOT, check=True)

    benchmark.pedantic(start, rounds=3)


def test_rewardproof_is_imported(benchmark: Callable) -> None:
    def start() -> None:
        subprocess.run([sys.executable, "-c", "import rewardproof"], cwd=ROOT, check=True)

    benchmark.pedantic(start, rounds=5)


def test_two_thousand_tries_of_a_reward_that_takes_no_time(benchmark: Callable) -> None:
    from rewardproof import prove
    from tests.rewardproof import sums

    many = [one | {"prompt": f"{one['prompt']} Please."} for one in sums.TASKS * 2]
    benchmark.pedantic(
        lambda: prove(sums.strict, many, good=sums.GOOD, done=sums.done, budget=2_000), rounds=3
    )
