"""The ExecAssist lesson."""

from collections.abc import Callable
from random import Random

from desks import load
from desks.exec_assist.models import ExecScenario
from training.pocket.demonstrations.exec_assist import GOOD, MIXED
from training.pocket.lessons import (
    RENAMED_SHARE,
    Exercise,
    ExerciseForm,
    Lesson,
    Shares,
    demonstrate,
)
from training.pocket.lessons.exec_assist import labels, pointers
from training.pocket.lessons.exec_assist.drills import brief, drill
from training.pocket.lessons.exec_assist.planner import planner
from training.pocket.lessons.exec_assist.renaming import (
    NOISE,
    add_noise,
    light_renaming,
    noisy_text,
    renaming,
)
from training.pocket.lessons.exec_assist.rephrasing import rephrased
from training.pocket.tokens import END, PLAN

AFTER_DECISION = '", "meeting_details'
"""What a completion writes right after its clashes and its action."""
BRIEF_NOISE = (0.0, 0.2)
"""Noise levels of a brief, whose every word may count."""


def exercise(
    rng: Random,
    s: ExecScenario,
    render: Callable[[list[dict[str, str]]], str],
    shares: Shares,
    form: ExerciseForm,
) -> Exercise:
    """A demonstration on a rephrased thread, with some words replaced by noise."""
    s = rephrased(rng, s)
    rename = renaming(rng, s) if rng.random() < RENAMED_SHARE else str
    *_, user = load("exec_assist").prompt(s)
    thread, calendar = user["content"].rsplit("\nCalendar of ", 1)
    noise = BRIEF_NOISE if form == "brief" else NOISE
    said = rename(f"{noisy_text(rng, s, thread, noise)}\nCalendar of {calendar}")
    prompt = render([user | {"content": said}])
    completion = rename(demonstrate(rng, s, shares)) + END
    decision_end = max(completion.find(AFTER_DECISION), 0)
    if form == "brief":
        prompt, completion, decision_end = brief(prompt), "", 0
    if form == "drill":
        prompt, decidable = drill(rng, s, prompt)
        # What a drill leaves out cannot be copied.
        decision_end = decision_end if decidable else 0
        completion = completion[:decision_end]
    plan = prompt.rindex(PLAN)
    return Exercise(
        prompt=prompt,
        completion=completion,
        labels=labels.in_prompt(s, prompt, plan),
        pointers=[
            *pointers.in_prompt(s, prompt, plan),
            *pointers.in_answer(s, prompt + completion, plan, len(prompt)),
        ],
        decision_end=decision_end,
    )


LESSON = Lesson(
    questions=labels.QUESTIONS,
    heads=pointers.HEADS,
    good=GOOD,
    mixed=MIXED,
    planner=planner,
    rename=renaming,
    exercise=exercise,
    light_rename=light_renaming,
    rephrase=rephrased,
    add_noise=add_noise,
)
