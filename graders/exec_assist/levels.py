"""The levels of ExecAssist: from the keyword email score to the calendar itself."""

from dataclasses import replace

from graders.as_reported import NO_GATE, equal, success
from graders.exec_assist import as_reported as theirs
from graders.exec_assist import rubric as ours
from graders.levels import Level, mixed

_LETTER = equal(email_quality=theirs.email_quality)

LEVELS = (
    Level(
        "keywords",
        "A letter of the right words",
        "Two polite words, a greeting and a closing, and twenty-five words in all.",
        "It reads words, not what they say. Must the letter be about this request?",
        "constant",
        replace(theirs.RUBRIC, parts=_LETTER, penalties={}, verdict=success(_LETTER)),
    ),
    Level(
        "as_reported",
        "The published graders",
        "Times must be free, in working hours and sensibly long; a clash wants a word for it.",
        "Any free time will do. Whoever names none cannot book twice.",
        "keyword_stuffer",
        theirs.RUBRIC,
    ),
    Level(
        "true_letter",
        "The letter must be true",
        "The reply must take up the matter and say with its times what the action does.",
        "The letter agrees with the action. Does the action agree with the request?",
        "earliest_slots",
        mixed(
            theirs.RUBRIC,
            ours.RUBRIC,
            {"email_quality": 0.30, "scheduling": 0.40, "conflict_resolution": 0.30},
            from_ours=("email_quality",),
        ),
    ),
    Level(
        "right_calendar",
        "The calendar that was asked for",
        "The calendar afterwards is compared with those that are right, and clashes by their ids.",
        "Parts are paid one by one. What is nearly right earns nearly everything.",
        None,
        replace(ours.RUBRIC, penalties={}, gate=NO_GATE),
    ),
    Level(
        "gate",
        "First the work, then its shape",
        "A wrong answer keeps at most a fifth of its score, and four bad habits cost.",
        "No script here breaks it. A win is an open exploit: keep it.",
        None,
        ours.RUBRIC,
    ),
)
