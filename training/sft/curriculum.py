"""What a pretrained model is shown: prompts, and the texts that may follow each of them.

On single-turn desks these are an answer after its worksheet, and worksheets of what-ifs; with
tools, the turns of an episode.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import count, cycle, islice
from pathlib import Path
from random import Random
from typing import Annotated, Any, NamedTuple

from pydantic import Field, model_validator

from desks import Scenario, Tier
from desks.desk import Frozen, Message, seeded_rng
from desks.own.ticket_case import OWN
from envs import MULTI_TURN_DESKS, load
from training.models.policies import load_policy
from training.models.policy import PRETRAINED
from training.models.tool_calls import END_OF_TURN
from training.pocket import lessons
from training.pocket.lessons.disguise import disguised
from training.rl.rewards import get_scenario
from training.sft import worksheets
from training.sft.emails import answered_emails
from training.sft.episodes import turns
from training.sft.own_answers import STATED_CONFIDENCE, answered, reassessed
from training.sft.runbooks import answered_tickets
from training.sft.worksheets import THOUGHT, THOUGHT_ENDS

LESSONS = {"it_triage_tools": "it_triage"}
"""Desks that take the names of another's disguise."""
WRITTEN = Path(__file__).parent / "written"
FREELY_WRITTEN = {
    "exec_assist": (answered_emails, "exec_assist_emails.jsonl"),
    "it_triage": (answered_tickets, "it_triage_runbooks.jsonl"),
}
"""Cases that language models wrote freely, by desk: what reads them, and their file."""
STATES_CONFIDENCE = ("it_triage",)
"""Desks whose answers state one."""
FIRST_SEED = 100_000
"""The first train-split seed that is demonstrated; GRPO uses those from 0 on."""
SEEDS_APART = 10_000
"""How far apart the scenarios of curricula with different seeds begin."""
MAX_TRIED = 1_000
"""Seeds that are tried for a case of one situation."""
FIRST_READING_SEED = 200_000
"""The first train-split seed of which only the text is read."""
FIRST_OWN_SEED = 300_000
"""The first train-split seed that the model itself answers."""
ANSWERS_EACH = 4
"""Its answers to each."""
COLUMNS = ("ids", "places", "segments", "labels", "sources")
"""A demonstration as one sequence; see `pack`."""


class Curriculum(Frozen):
    """Everything that determines how a model is taught."""

    desk: str
    drills: int = 200
    """Made-up cases at the beginning, if the desk has some."""
    reading_cases: int = 600
    """Cases of which only the text is read, after the drills, if the desk has some."""
    examples: int = 900
    tiers: tuple[Tier, ...] = ("easy", "medium", "medium", "hard")
    """Cycled through."""
    situations: tuple[str, ...] = ()
    """Cycled through as well in the examples, if there are any, so that rare ones are shown more
    often: every tier must have each of them."""
    learning_rate: float = 1e-3
    batch: int = 1
    lora_rank: int = 24
    """At 32 the file is above the 10 MiB that a Space takes without LFS."""
    frozen: int = 10
    """Layers at the bottom that are not trained."""
    asked: int = 6
    """Questions per drill."""
    own_cases: int = 0
    """Cases that the model answers as its adapter has taught it so far, at the end, to learn how
    sure it may be: `own_answers.py`."""
    what_ifs: int = 2
    """Other questions per case, if the desk has some."""
    freely_written: bool = False
    """Whether cases that were written freely are mixed among disguised ones, besides the number of
    examples; they are the same for every seed."""
    disguised: bool = False
    """Whether cases have invented names, and answers copy what they can from the prompt; what the
    train split says is soon known by heart, and other splits say something else."""
    adapter: str = ""
    """A folder with the adapter to continue from; without one, a new one is begun."""
    seed: Annotated[int, Field(ge=0, lt=10)] = 0
    """Of the order and the scenarios: a curriculum that goes on from an adapter needs another one,
    or it shows the same cases again."""

    @model_validator(mode="after")
    def _the_desk_has_what_is_asked_for(self) -> "Curriculum":
        if self.freely_written and not (self.disguised and self.desk in FREELY_WRITTEN):
            raise ValueError(
                f"freely_written: only among disguised cases of {' or '.join(FREELY_WRITTEN)}"
            )
        if self.own_cases and not (self.adapter and self.desk in STATES_CONFIDENCE):
            raise ValueError(
                f"own_cases: of an adapter of {' or '.join(STATES_CONFIDENCE)}, to go on from"
            )
        return self


class Demonstration(NamedTuple):
    """A prompt, and the texts that may follow it, each as (what is given, what is learned)."""

    prompt: list[Message]
    texts: list[tuple[str, str]]


def demonstrations(curriculum: Curriculum) -> Iterator[Demonstration]:
    """Drills first, then reading cases, then the examples: at most a quarter were written by
    language models, the others by the oracle, in shuffled order. Each answer comes after its
    worksheet, and the same prompt is followed by worksheets of what-ifs as well. Disguised ones are
    all scripted, but for tickets on runbooks, which keep their names. Last come the model's own
    answers.

    With tools, episodes, each turn of which is a text of its own. The stated confidence is drawn at
    random: calibration is left to GRPO, which can only choose among values that get sampled.
    """
    desk = load(curriculum.desk)
    rng = seeded_rng("teach", curriculum.desk, curriculum.seed)
    light_rename = lessons.load(LESSONS.get(curriculum.desk, curriculum.desk)).light_rename
    if curriculum.desk in MULTI_TURN_DESKS:
        for scenario in _examples(curriculum, curriculum.examples):
            if played := turns(scenario, END_OF_TURN, _random_confidence(rng)):
                texts, seen = played
                shown = Demonstration(desk.prompt(scenario), texts)
                yield _renamed(shown, light_rename(rng, seen)) if curriculum.disguised else shown
        return
    for number in range(curriculum.drills):
        scenario = desk.scenario(FIRST_SEED + curriculum.examples + number, "hard", "train", "all")
        case, questions = worksheets.drill(rng, scenario, curriculum.asked)
        if questions:
            yield Demonstration([{"role": "user", "content": case}], _thoughts(questions))
    for scenario in _scenarios(curriculum, curriculum.reading_cases, FIRST_READING_SEED):
        if read := worksheets.reading_case(scenario):
            bare, lines = read
            others = _thoughts(worksheets.what_ifs(rng, bare, curriculum.what_ifs))
            shown = Demonstration(desk.prompt(bare), [("", f"{THOUGHT}{lines}"), *others])
            yield _renamed(shown, light_rename(rng, scenario)) if curriculum.disguised else shown
    for scenario, answer in _answers(curriculum, rng):
        confident = STATED_CONFIDENCE.sub(rf"\g<1>{_random_confidence(rng)}", answer)
        others = _thoughts(worksheets.what_ifs(rng, scenario, curriculum.what_ifs))
        text = f"{worksheets.with_worksheet(scenario, confident)}{END_OF_TURN}"
        shown = Demonstration(desk.prompt(scenario), [("", text), *others])
        keeps_names = not curriculum.disguised or scenario.situation == OWN
        yield shown if keeps_names else _renamed(shown, light_rename(rng, scenario))
    if curriculum.own_cases:
        yield from _own_demonstrations(curriculum)


def _own_demonstrations(curriculum: Curriculum) -> Iterator[Demonstration]:
    desk = load(curriculum.desk)
    policy = load_policy(f"{PRETRAINED}:{curriculum.adapter}", desk)
    cases = map(disguised, _scenarios(curriculum, curriculum.own_cases, FIRST_OWN_SEED))
    for case, texts in reassessed(list(answered(policy, list(cases), ANSWERS_EACH))):
        if texts:
            ended = [(given, f"{learned}{END_OF_TURN}") for given, learned in texts]
            yield Demonstration(desk.prompt(case), ended)


def _renamed(shown: Demonstration, rename: Callable[[str], str]) -> Demonstration:
    *before, user = shown.prompt
    texts = [(rename(given), rename(learned)) for given, learned in shown.texts]
    return Demonstration([*before, user | {"content": rename(user["content"])}], texts)


def _answers(curriculum: Curriculum, rng: Random) -> list[tuple[Scenario, str]]:
    if curriculum.disguised:
        pairs = [(s, worksheets.copied(s)) for s in _examples(curriculum, curriculum.examples)]
        if curriculum.freely_written:
            read, file = FREELY_WRITTEN[curriculum.desk]
            pairs += read(WRITTEN / file)
            rng.shuffle(pairs)
        return pairs
    lines = (WRITTEN / f"{curriculum.desk}.jsonl").read_text(encoding="utf-8").splitlines()
    pairs = [(get_scenario(row["scenario"]), row["completion"]) for row in map(json.loads, lines)]
    rng.shuffle(pairs)
    pairs = pairs[: curriculum.examples // 4]
    oracle = load(curriculum.desk).oracle
    pairs += [
        (s, oracle(worksheets.simplest(s)))
        for s in _examples(curriculum, curriculum.examples - len(pairs))
    ]
    rng.shuffle(pairs)
    return pairs


def _scenarios(
    curriculum: Curriculum, number: int, first: int = FIRST_SEED, situations: Sequence[str] = ()
) -> Iterator[Scenario]:
    """So many cases, each the next one of its tier and, if some are named, of its situation.
    ValueError if its tier has none of that."""
    desk, seeds = load(curriculum.desk), count(first + SEEDS_APART * curriculum.seed)
    kinds = zip(cycle(curriculum.tiers), cycle(situations or [None]), strict=False)
    for tier, situation in islice(kinds, number):
        tried = (desk.scenario(n, tier, "train", "all") for n in islice(seeds, MAX_TRIED))
        found = next((s for s in tried if situation in (None, s.situation)), None)
        if found is None:
            raise ValueError(f"situations: {curriculum.desk} has no {tier} case of {situation!r}")
        yield found


def _examples(curriculum: Curriculum, number: int) -> Iterator[Scenario]:
    return _scenarios(curriculum, number, situations=curriculum.situations)


def _random_confidence(rng: Random) -> float:
    return rng.randrange(50, 101, 5) / 100


def _thoughts(questions: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(f"{THOUGHT}{given}", f"{learned}{THOUGHT_ENDS}") for given, learned in questions]


def pack(demonstration: Demonstration, tokenizer: Any) -> dict[str, list[int]]:
    """A demonstration as one sequence, in which each text sees only the prompt and itself: token
    ids, positions, the lengths of prompt and texts; then labels, and the index that predicts each.
    """
    prompt = tokenizer.apply_chat_template(
        demonstration.prompt, add_generation_prompt=True, return_dict=True
    )["input_ids"]
    ids, positions, segments = list(prompt), list(range(len(prompt))), [len(prompt)]
    labels: list[int] = []
    sources: list[int] = []
    for given, learned in demonstration.texts:
        before, after = (
            tokenizer(part, add_special_tokens=False)["input_ids"] for part in (given, learned)
        )
        text, at = before + after, len(ids)
        labels += after
        sources += [at + n - 1 if n else len(prompt) - 1 for n in range(len(before), len(text))]
        ids += text[:-1]
        positions += range(len(prompt), len(prompt) + len(text) - 1)
        segments.append(len(text) - 1)
    return dict(zip(COLUMNS, (ids, positions, segments, labels, sources), strict=True))
