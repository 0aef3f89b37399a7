"""What a pretrained model is shown: prompts, and the texts that may follow each of them.

On single-turn desks these are an answer after its worksheet, and worksheets of what-ifs; with
tools, the turns of an episode.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, cycle, islice, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from desks import Scenario
from desks.desk import Message, seeded_rng
from desks.own import OWN
from envs import MULTI_TURN_DESKS, load
from training.common.console import CommandError
from training.common.files import read_json_lines
from training.models.tool_calls import END_OF_TURN
from training.pocket import lessons
from training.pocket.lessons.disguise import disguised
from training.rl.rewards import get_scenario
from training.sft import emails, runbooks, tickets, worksheets
from training.sft.curriculum import LESSONS, Curriculum
from training.sft.episodes import turns
from training.sft.own_answers import STATED_CONFIDENCE, kept_answers, reassessed
from training.sft.worksheets import THOUGHT, THOUGHT_ENDS

WRITTEN = Path(__file__).parent / "written"
TICKETS = "it_triage_tickets.jsonl"
READERS = {
    "exec_assist": {"exec_assist_emails.jsonl": emails.answered},
    "it_triage": {"it_triage_runbooks.jsonl": runbooks.answered, TICKETS: tickets.answered},
    "it_triage_tools": {TICKETS: tickets.answered},
}
"""What reads the cases that were written freely, by desk and file in `written/`."""
EXAMPLES, READING, SELF_ASSESSED, DRILLS, SERIES = range(100_000, 600_000, 100_000)
"""The first train-split seed of each kind; GRPO uses those from 0 on."""
SEEDS_APART = 10_000
"""The seeds of a curriculum; one with the next `seed` begins so much later."""
COLUMNS = ("ids", "places", "segments", "labels", "sources", "weights")
"""A demonstration as one sequence; see `pack`."""


class Demonstration(NamedTuple):
    """A prompt, and the texts that may follow it, each as (what is given, what is learned)."""

    prompt: list[Message]
    texts: list[tuple[str, str]]
    per_text: bool = False
    """Whether the loss is a mean over texts; else it is one over all their tokens."""

    def renamed(self, rename: Callable[[str], str]) -> "Demonstration":
        """The same in other words, but for the system message."""
        *before, user = self.prompt
        texts = [(rename(given), rename(learned)) for given, learned in self.texts]
        prompt = [*before, user | {"content": rename(user["content"])}]
        return self._replace(prompt=prompt, texts=texts)


def demonstrations(
    curriculum: Curriculum, own_answers: Path | None = None
) -> Iterator[Demonstration]:
    """Drills first, then reading cases, then examples, in shuffled order, or all of them shuffled;
    or the model's own answers, which are kept in that file. CommandError if the desk has too few
    such cases, ValueError if such answers are to be shown and no file is named."""
    rng = seeded_rng("teach", curriculum.desk, curriculum.seed)
    if curriculum.desk in MULTI_TURN_DESKS:
        yield from _episodes(curriculum, rng)
        return
    kinds = (_drills, _reading_cases, _examples)
    shown = chain.from_iterable(kind(curriculum, rng) for kind in kinds)
    if curriculum.mixed:
        shown = list(shown)
        rng.shuffle(shown)
    yield from shown
    if curriculum.self_assessed:
        if own_answers is None:
            raise ValueError(
                "self_assessed: a file to keep the model's own answers in was expected"
            )
        yield from _own_answers(curriculum, own_answers, rng)


def _episodes(curriculum: Curriculum, rng: Random) -> Iterator[Demonstration]:
    """Episodes with tools, each turn of which is a text of its own."""
    desk = load(curriculum.desk)
    told = [*_scenarios(curriculum, curriculum.examples, EXAMPLES, curriculum.situations)]
    if written := [s for s, _ in _freely_written(curriculum)]:
        told += written
        rng.shuffle(told)
    for s in told:
        if played := turns(s, _random_confidence(rng)):
            texts, seen = played
            yield _disguised(curriculum, rng, Demonstration(desk.prompt(s), texts), seen)


def _drills(curriculum: Curriculum, rng: Random) -> Iterator[Demonstration]:
    """Small made-up cases with nothing to read."""
    kinds = (
        (worksheets.drill, curriculum.drills, DRILLS),
        (worksheets.series_drill, curriculum.series_drills, SERIES),
    )
    for drill, number, first in kinds:
        for s in _scenarios(curriculum, number, first):
            case, questions = drill(rng, s, curriculum.asked)
            if questions:
                yield Demonstration([{"role": "user", "content": case}], _thoughts(questions))


def _reading_cases(curriculum: Curriculum, rng: Random) -> Iterator[Demonstration]:
    """Cases with the first lines of their worksheet, and what-ifs."""
    desk = load(curriculum.desk)
    for s in _scenarios(curriculum, curriculum.reading_cases, READING):
        if read := worksheets.reading_case(s):
            bare, lines = read
            others = _thoughts(worksheets.what_ifs(rng, bare, curriculum.what_ifs))
            shown = Demonstration(desk.prompt(bare), [("", f"{THOUGHT}{lines}"), *others])
            yield _disguised(curriculum, rng, shown, s)


def _examples(curriculum: Curriculum, rng: Random) -> Iterator[Demonstration]:
    """Cases with an answer after its worksheet, and what-ifs. The stated confidence is drawn at
    random: GRPO can only choose among values that get sampled."""
    desk = load(curriculum.desk)
    for s, answer in _answers(curriculum, rng):
        confident = STATED_CONFIDENCE.sub(rf"\g<1>{_random_confidence(rng)}", answer)
        others = _thoughts(worksheets.what_ifs(rng, s, curriculum.what_ifs))
        text = f"{worksheets.with_worksheet(s, confident)}{END_OF_TURN}"
        shown = Demonstration(desk.prompt(s), [("", text), *others])
        yield shown if s.situation == OWN else _disguised(curriculum, rng, shown, s)


def _answers(curriculum: Curriculum, rng: Random) -> list[tuple[Scenario, str]]:
    """Cases with right answers: copied ones to disguised cases and to those written freely; else a
    quarter written by language models, the others by the oracle."""
    desk, written = curriculum.desk, []
    if not curriculum.disguised:
        rows = read_json_lines(WRITTEN / f"{desk}.jsonl")
        written = [(get_scenario(row["scenario"]), row["completion"]) for row in rows]
        rng.shuffle(written)
        written = written[: curriculum.examples // 4]
    count = curriculum.examples - len(written)
    scenarios = _scenarios(curriculum, count, EXAMPLES, curriculum.situations)
    if not curriculum.disguised:
        oracle = load(desk).oracle
        written += [(s, oracle(worksheets.simplest(s))) for s in scenarios]
    else:
        written += [(s, worksheets.copied(s)) for s in scenarios]
    written += _freely_written(curriculum)
    rng.shuffle(written)
    return written


def _freely_written(curriculum: Curriculum) -> Iterator[tuple[Scenario, str]]:
    """Cases that were written freely, with right answers, if the curriculum wants them."""
    if curriculum.freely_written:
        for name, answered in READERS[curriculum.desk].items():
            yield from answered(WRITTEN / name)


def _own_answers(curriculum: Curriculum, file: Path, rng: Random) -> Iterator[Demonstration]:
    """Cases with the model's own answers, and how sure it may be of each, in shuffled order, as
    often as there are passes."""
    desk = load(curriculum.desk)
    cases = [disguised(s) for s in _scenarios(curriculum, curriculum.self_assessed, SELF_ASSESSED)]
    told = [*reassessed(kept_answers(file, desk, curriculum.adapter, cases))]
    for _ in range(curriculum.passes):
        rng.shuffle(told)
        for case, texts in told:
            yield Demonstration(desk.prompt(case), texts, per_text=True)


def _scenarios(
    curriculum: Curriculum, number: int, first: int, situations: Sequence[str] = ()
) -> Iterator[Scenario]:
    """So many cases, each the next one of its tier and, if some are named, of its situation.
    CommandError if the curriculum's seeds have too few."""
    desk, begin = load(curriculum.desk), first + SEEDS_APART * curriculum.seed
    seeds = iter(range(begin, begin + SEEDS_APART))
    kinds = cycle(product(curriculum.tiers, situations or [None]))
    for tier, situation in islice(kinds, number):
        drawn = (desk.scenario(seed, tier, "train", "all") for seed in seeds)
        found = next((s for s in drawn if situation in (None, s.situation)), None)
        if found is None:
            what = f"{tier} cases of {situation!r}" if situation else f"{tier} cases"
            raise CommandError(f"{curriculum.desk} has too few {what} for {number} examples")
        yield found


def _disguised(
    curriculum: Curriculum, rng: Random, shown: Demonstration, s: Scenario
) -> Demonstration:
    """With invented names, if the curriculum wants that."""
    if not curriculum.disguised:
        return shown
    lesson = lessons.load(LESSONS.get(curriculum.desk, curriculum.desk))
    return shown.renamed(lesson.light_rename(rng, s))


def _random_confidence(rng: Random) -> float:
    return rng.randrange(50, 101, 5) / 100


def _thoughts(questions: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(f"{THOUGHT}{given}", f"{learned}{THOUGHT_ENDS}") for given, learned in questions]


def pack(demonstration: Demonstration, tokenizer: Any) -> dict[str, list[int] | list[float]]:
    """A demonstration as one sequence, in which each text sees only the prompt and itself: token
    ids, positions, the lengths of prompt and texts; then labels, the index that predicts each, and
    the weight of each in the loss, 1 in the mean."""
    prompt = tokenizer.apply_chat_template(
        demonstration.prompt, add_generation_prompt=True, return_dict=True
    )["input_ids"]
    ids, positions, segments = list(prompt), list(range(len(prompt))), [len(prompt)]
    labels: list[int] = []
    sources: list[int] = []
    weights: list[float] = []
    for given, learned in demonstration.texts:
        before, after = (
            tokenizer(part, add_special_tokens=False)["input_ids"] for part in (given, learned)
        )
        text, at = before + after, len(ids)
        labels += after
        weights += [1 / len(after) if demonstration.per_text else 1.0] * len(after)
        sources += [at + n - 1 if n else len(prompt) - 1 for n in range(len(before), len(text))]
        ids += text[:-1]
        positions += range(len(prompt), len(prompt) + len(text) - 1)
        segments.append(len(text) - 1)
    weights = [one * len(weights) / sum(weights) for one in weights]
    columns = ids, positions, segments, labels, sources, weights
    return dict(zip(COLUMNS, columns, strict=True))
