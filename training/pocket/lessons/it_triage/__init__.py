"""The IT-triage lesson."""

from collections.abc import Callable
from random import Random

from desks import load
from desks.it_triage.models import TriageScenario
from training.pocket.demonstrations.it_triage import GOOD, MIXED
from training.pocket.lessons import BASICS, Exercise, ExerciseForm, Lesson, Shares, demonstrate
from training.pocket.lessons.it_triage import labels, pointers
from training.pocket.lessons.it_triage.drills import drill
from training.pocket.lessons.it_triage.layout import layout_of
from training.pocket.lessons.it_triage.light import light_renaming
from training.pocket.lessons.it_triage.renaming import renaming
from training.pocket.tokens import END

TWO = 0.45
"""Share of hard exercises redrawn to have two articles that apply, since few do by chance."""


def exercise(
    rng: Random,
    s: TriageScenario,
    render: Callable[[list[dict[str, str]]], str],
    shares: Shares,
    form: ExerciseForm,
) -> Exercise:
    """A demonstration on a ticket with invented words and numbers."""
    if s.tier == "hard" and rng.random() < TWO:
        s = with_two(s)
    if form == "drill":
        s = drill(rng, s)
    rename = renaming(rng, s)
    *_, user = load("it_triage").prompt(s)
    prompt = render([user | {"content": rename(user["content"])}])
    completion = rename(demonstrate(rng, s, shares)) + END
    layout = layout_of(s, prompt, rename)
    answer = list(pointers.in_answer(s, prompt + completion, layout, len(prompt)))
    return Exercise(
        prompt=prompt,
        completion=completion,
        labels=list(labels.in_prompt(s, prompt, layout)),
        pointers=[*pointers.in_prompt(prompt, layout), *answer],
        decision_end=max(completion.find('"resolution"'), 0),
    )


def with_two(s: TriageScenario) -> TriageScenario:
    """The next ticket, by seed, with two faults that articles answer."""
    seed = s.seed
    while s.situation != "two_articles":
        seed += 1
        s = load("it_triage").scenario(seed, s.tier, s.split, s.voices)
    return s


LESSON = Lesson(
    questions=labels.QUESTIONS,
    heads=pointers.HEADS,
    good=GOOD,
    mixed=MIXED,
    planner=lambda scenarios: (),
    rename=renaming,
    light_rename=light_renaming,
    exercise=exercise,
    case_insensitive=True,
    blockwise_attention=True,
    tiers=(BASICS, (0.10, 0.25, 0.65)),
)
