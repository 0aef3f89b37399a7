"""What a course shows a pretrained model: prompts, and what may be written after each of them.

On the desks of one turn that is an answer after its worksheet, and worksheets of what-ifs; with
tools, the turns of an episode.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from desks import Scenario, Tier
from desks.desk import Frozen, Message, stream
from envs import PLAYED, load
from training.rl.rewards import find
from training.sft.episodes import turns
from training.sft.worksheets import drill, letter, shown, what_ifs

WRITTEN = Path(__file__).parent / "written"
FIRST = 100_000
"""The first train-split seed that is demonstrated: GRPO draws from 0 on."""
SPARE = 200_000
"""The first train-split seed of which only the text is read."""
SURE = re.compile(r'("confidence": )[\d.]+')
"""The confidence that an answer states."""
END = "<|im_end|>"
COLUMNS = ("ids", "places", "segments", "labels", "sources")
"""A demonstration as one sequence; see `packed`."""


class Course(Frozen):
    """Everything that determines how a model is taught."""

    desk: str
    drills: int = 200
    """Made-up cases at the beginning, where the desk has some."""
    letters: int = 600
    """Cases of which only the text is read, after the drills, where the desk has some."""
    examples: int = 900
    tiers: tuple[Tier, ...] = ("easy", "medium", "medium", "hard")
    """Cycled through."""
    learning_rate: float = 1e-3
    batch: int = 1
    lora_rank: int = 32
    frozen: int = 10
    """Layers at the bottom that are not trained."""
    asked: int = 6
    """Questions per drill."""
    what_ifs: int = 2
    """Other questions per case, where the desk has some."""
    adapter: str = ""
    """A folder with the adapter to continue from; without one, a new one is begun."""
    seed: int = 0


class Demonstration(NamedTuple):
    """A prompt, and the texts that may follow it, each as (what is given, what is learned)."""

    prompt: list[Message]
    texts: list[tuple[str, str]]


def demonstrations(course: Course) -> Iterator[Demonstration]:
    """Drills first, then the course's examples in shuffled order: at most every fourth was written
    by a language model, the others are the oracle's. Each answer comes after its worksheet, and the
    same prompt is followed by worksheets of what-ifs as well.

    With tools, episodes, each turn of which is a text of its own. The stated confidence is drawn at
    random: it is for GRPO to teach, which can choose only among values that it sees.
    """
    desk = load(course.desk)
    rng = stream("teach", course.desk, course.seed)
    if course.desk in PLAYED:
        for scenario in _drawn(course, course.examples):
            if texts := turns(scenario, END, _sure(rng)):
                yield Demonstration(desk.prompt(scenario), texts)
        return
    for number in range(course.drills):
        drawn = desk.scenario(FIRST + course.examples + number, "hard", "train", "all")
        shown_, asked = drill(rng, drawn, course.asked)
        if asked:
            yield Demonstration([{"role": "user", "content": shown_}], _thought(asked))
    for scenario in _drawn(course, course.letters, SPARE):
        if read := letter(scenario):
            yield Demonstration(desk.prompt(read[0]), [("", f"<think>\n{read[1]}")])
    for scenario, answer in _answered(course, rng):
        sure = SURE.sub(rf"\g<1>{_sure(rng)}", answer)
        others = _thought(what_ifs(rng, scenario, course.what_ifs))
        yield Demonstration(desk.prompt(scenario), [("", f"{shown(scenario, sure)}{END}"), *others])


def _answered(course: Course, rng: Random) -> list[tuple[Scenario, str]]:
    lines = (WRITTEN / f"{course.desk}.jsonl").read_text(encoding="utf-8").splitlines()
    pairs = [(find(one["scenario"]), one["completion"]) for one in map(json.loads, lines)]
    rng.shuffle(pairs)
    pairs = pairs[: course.examples // 4]
    oracle = load(course.desk).oracle
    pairs += [(s, oracle(s)) for s in _drawn(course, course.examples - len(pairs))]
    rng.shuffle(pairs)
    return pairs


def _drawn(course: Course, count: int, first: int = FIRST) -> Iterator[Scenario]:
    desk = load(course.desk)
    for number in range(count):
        tier = course.tiers[number % len(course.tiers)]
        yield desk.scenario(first + number, tier, "train", "all")


def _sure(rng: Random) -> float:
    return rng.randrange(50, 101, 5) / 100


def _thought(asked: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(f"<think>\n{given}", f"{told}\n</think>\n") for given, told in asked]


def packed(one: Demonstration, tokenizer: Any) -> dict[str, list[int]]:
    """A demonstration as one sequence, in which each text sees the prompt and itself: token ids,
    positions, the lengths of prompt and texts; then labels, and the index that predicts each."""
    prompt = tokenizer.apply_chat_template(
        one.prompt, add_generation_prompt=True, return_dict=True
    )["input_ids"]
    ids, places, segments = list(prompt), list(range(len(prompt))), [len(prompt)]
    labels: list[int] = []
    sources: list[int] = []
    for given, told in one.texts:
        before, after = (
            tokenizer(part, add_special_tokens=False)["input_ids"] for part in (given, told)
        )
        text, at = before + after, len(ids)
        labels += after
        sources += [at + n - 1 if n else len(prompt) - 1 for n in range(len(before), len(text))]
        ids += text[:-1]
        places += range(len(prompt), len(prompt) + len(text) - 1)
        segments.append(len(text) - 1)
    return dict(zip(COLUMNS, (ids, places, segments, labels, sources), strict=True))
