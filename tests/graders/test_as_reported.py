"""The reports' graders, rebuilt: what each pays, the exploit that its report tells of included."""

import json
import math
from collections.abc import Callable
from itertools import islice
from statistics import fmean
from typing import Any

import pytest

from desks import DESKS, TIERS, Desk, load
from desks.exec_assist.models import ExecScenario
from desks.it_triage.models import TriageScenario
from graders import as_reported, grade, grading
from graders.it_triage.as_reported import FLOOR
from graders.it_triage.policies import answer as resolved
from tests.completions import many

inbox, helpdesk = load("exec_assist"), load("it_triage")

POLITE = (
    "Dear colleague, thank you for your message, I appreciate it. I have looked at the calendar "
    "with care and would be glad to see you there in the course of the week. Kind regards"
)
STAR_WARS = """\
The history of cinema changed in May 1977. Star Wars, later called A New Hope, had been turned down
by two studios before 20th Century Fox took it on, and George Lucas gave up a part of his fee for
the rights to sequels and toys, which nobody at the studio wanted. The shooting in Tunisia began
with the first heavy rain there in fifty years. Miniatures were filmed by a camera under the control
of a computer, built for the purpose in a warehouse in Van Nuys, and the first cut was judged a
failure until it was edited again from the beginning. Forty theatres opened it, and within weeks
people queued around the block all over the country to see it again."""


# -- both ---


@pytest.fixture(params=[name for name in DESKS if grading(name).reported])
def desk(request: pytest.FixtureRequest) -> Desk:
    """The desks that a report tells of."""
    return load(request.param)


def test_the_contributions_are_the_total(desk: Desk) -> None:
    for scenario, text in many(desk, 900, seed=3):
        found = as_reported.grade(scenario, text)
        assert math.isclose(sum(found.contributions.values()), found.total, abs_tol=1e-12)
        assert 0.0 <= found.total <= 1.0 + 1e-12


def test_what_cannot_be_read_scores_nothing(desk: Desk) -> None:
    found = as_reported.grade(desk.scenario(0, "easy", "eval"), "I have booked it.")
    assert found.error
    assert found.total == 0.0


def test_the_parts_weigh_the_same_and_nothing_is_gated(desk: Desk) -> None:
    rubric = as_reported.rubric(desk.scenario(0, "easy", "eval"))
    weights = [part.weight for part in rubric.parts.values()]
    assert len(set(weights)) == 1
    assert math.isclose(sum(weights), 1.0)
    assert rubric.gate == 1.0


# -- ExecAssist ---


def exec_answer(s: ExecScenario, **change: Any) -> str:
    return json.dumps(json.loads(inbox.oracle(s)) | change)


def parts(s: ExecScenario, text: str) -> dict[str, float]:
    found = as_reported.grade(s, text)
    return {name: score.value for name, score in (found.parts | found.penalties).items()}


@pytest.mark.parametrize("tier", TIERS)
def test_one_response_scores_one_fifth_on_every_input(tier: str) -> None:
    """The collapse of the report: 0.200 whatever came in."""
    text = json.dumps(
        {
            "conflicts": [],
            "calendar_action": "none",
            "meeting_details": None,
            "proposed_slots": [],
            "reschedule": None,
            "email_reply": "The message was received and will be looked at in due course.",
        }
    )
    for seed in range(40):
        found = as_reported.grade(inbox.scenario(seed, tier, "eval"), text)
        assert found.total == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        (POLITE, 1.0),
        ("Thank you, thank you, please, kindly.", 1 / 3),
        ("Hi, no. Thanks", 1 / 3),
        ("word " * 25, 1 / 3),
        ("word " * 24, 0.0),
        ("", 0.0),
    ],
)
def test_email_quality_counts_markers(reply: str, value: float) -> None:
    s = inbox.scenario(0, "easy", "eval")
    assert parts(s, exec_answer(s, email_reply=reply))["email_quality"] == pytest.approx(value)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (
            "Hello Astrid, thank you.",
            "has a greeting and a closing; "
            "lacks two polite words (so far: thank), 25 words (so far: 4)",
        ),
        (
            "",
            "lacks two polite words (so far: none), a greeting and a closing (so far: neither), "
            "25 words (so far: 0)",
        ),
        (
            f"Dear Astrid, no. Regards. {'P.S. please, with love, ' * 8}",
            "has 25 words; lacks two polite words (so far: please), a greeting and a closing "
            "(so far: no closing in the last 60 characters)",
        ),
        (
            "Astrid, please, I am happy. Cheers",
            "has two polite words; lacks a greeting and a closing (so far: no greeting at the "
            "start), 25 words (so far: 6)",
        ),
    ],
)
def test_it_says_what_it_asks_for_and_how_much_is_there(reply: str, reason: str) -> None:
    s = inbox.scenario(0, "easy", "eval")
    found = as_reported.grade(s, exec_answer(s, email_reply=reply))
    assert found.parts["email_quality"].reason == reason


def test_the_words_that_it_pays_for_can_be_shown() -> None:
    s = next(s for n in range(40) if (s := inbox.scenario(n, "hard", "eval")).truth.conflicts)
    reply = "Dear Ann, thank you! I am BUSY then, regards to all. Please ask again, kindly.\nCheers"
    found = as_reported.grade(s, exec_answer(s, email_reply=reply))
    said = {
        name: sorted(reply[one.start : one.end] for one in found.evidence[name])
        for name in found.parts
    }
    words = ["Cheers", "Dear", "Please", "kind", "regards", "thank"]
    assert said == {"email_quality": words, "scheduling": [], "conflict_resolution": ["BUSY"]}


def moved(s: ExecScenario, start: str, end: str) -> str:
    answer = json.loads(inbox.oracle(s))
    day = answer["meeting_details"]["start"][:10]
    details = answer["meeting_details"] | {"start": f"{day}T{start}", "end": f"{day}T{end}"}
    return json.dumps(answer | {"meeting_details": details})


def test_scheduling_looks_at_the_slot_and_not_at_the_request() -> None:
    """Any free hour of the day is as good as the one asked for, whatever the reply says."""
    s = inbox.scenario(0, "easy", "eval")
    calendar = s.calendar.model_copy(update={"events": ()})
    empty = s.model_copy(update={"calendar": calendar})
    start, end = f"{s.calendar.opens:%H}:30", f"{s.calendar.opens.hour + 1:02}:30"
    right = as_reported.grade(empty, inbox.oracle(empty))
    wrong = as_reported.grade(empty, moved(empty, start, end))
    assert not grade(empty, moved(empty, start, end)).correct
    assert wrong.parts["scheduling"].value == 1.0
    assert wrong.total == right.total
    assert wrong.correct == right.correct


@pytest.mark.parametrize(
    ("start", "end", "value"),
    [("06:00", "07:00", 2 / 3), ("06:00", "06:05", 1 / 3), ("06:00", "05:00", 1 / 3)],
)
def test_scheduling_checks_hours_and_length(start: str, end: str, value: float) -> None:
    s = inbox.scenario(0, "easy", "eval")
    assert parts(s, moved(s, start, end))["scheduling"] == pytest.approx(value)


def test_scheduling_sees_a_double_booking() -> None:
    s = inbox.scenario(0, "easy", "eval")
    taken = s.calendar.events[0]
    slot = {"start": f"{taken.start:%Y-%m-%dT%H:%M}", "end": f"{taken.end:%Y-%m-%dT%H:%M}"}
    details = json.loads(inbox.oracle(s))["meeting_details"] | slot
    found = parts(s, exec_answer(s, meeting_details=details))
    assert found["scheduling"] == pytest.approx(2 / 3)


def clashing() -> ExecScenario:
    scenarios = (inbox.scenario(seed, "medium", "eval") for seed in range(50))
    return next(s for s in scenarios if s.situation == "fixed_event")


@pytest.mark.parametrize(
    ("reply", "offered", "value"),
    [
        ("There is a conflict.", True, 1.0),
        ("There is a conflict.", False, 0.5),
        ("How about these times?", True, 0.5),
        ("How about these times?", False, 0.0),
    ],
)
def test_conflict_resolution_wants_a_word_and_free_slots(
    reply: str, offered: bool, value: float
) -> None:
    s = clashing()
    change = {"email_reply": reply} | ({} if offered else {"proposed_slots": []})
    assert parts(s, exec_answer(s, **change))["conflict_resolution"] == value


@pytest.mark.parametrize(
    ("penalty", "change"),
    [
        ("short_email", {"email_reply": "Yes."}),
        ("too_long", {"email_reply": "word " * 201}),
        ("generic_phrasing", {"email_reply": POLITE + " Please do not hesitate."}),
        ("missing_details", {"meeting_details": None}),
    ],
)
def test_each_penalty_fires(penalty: str, change: dict[str, Any]) -> None:
    s = inbox.scenario(0, "easy", "eval")
    found = as_reported.grade(s, exec_answer(s, **change))
    assert found.penalties[penalty].value == 1.0
    assert found.penalties[penalty].contribution < 0
    assert as_reported.grade(s, inbox.oracle(s)).penalties[penalty].value == 0.0


# -- IT triage ---


def tickets(answerable: bool, count: int) -> list[TriageScenario]:
    """Tickets with three passages."""
    scenarios = (helpdesk.scenario(seed, "easy", "eval") for seed in range(400))
    fitting = (s for s in scenarios if s.truth.answerable == answerable and len(s.passages) == 3)
    return list(islice(fitting, count))


def ticket(answerable: bool) -> TriageScenario:
    return tickets(answerable, 1)[0]


Cites = Callable[[TriageScenario], list[str]]


def everything(s: TriageScenario) -> list[str]:
    return [passage.id for passage in s.passages]


def a_distractor(s: TriageScenario) -> list[str]:
    return [passage.id for passage in s.passages if passage.id not in s.truth.gold][:1]


@pytest.mark.parametrize(
    ("answerable", "cites", "value"),
    [
        (True, lambda s: list(s.truth.gold), 1.0),
        (True, a_distractor, FLOOR),
        (True, everything, FLOOR + 0.7 * 0.5),
        (True, lambda s: ["KB-0000"], 0.0),
        (True, lambda s: [], 0.0),
        (False, lambda s: [], 1.0),
        (False, everything, 0.0),
    ],
)
def test_citation_grounding_has_a_floor(answerable: bool, cites: Cites, value: float) -> None:
    s = ticket(answerable)
    found = as_reported.grade(s, resolved(cites(s), "Restart it.", 0.2, False))
    assert found.parts["citation_grounding"].value == pytest.approx(value)


def test_citing_everything_pays_what_the_log_shows() -> None:
    """.548 over a set in which 16 % have no answer, and .708 with nothing cited there."""
    answered, unanswered = tickets(True, 42), tickets(False, 8)

    def paid(s: TriageScenario, cites: Cites) -> float:
        found = as_reported.grade(s, resolved(cites(s), "Restart it.", 0.2, False))
        return found.parts["citation_grounding"].value

    everywhere = [paid(s, everything) for s in (*answered, *unanswered)]
    with_the_hint = everywhere[: len(answered)] + [paid(s, lambda s: []) for s in unanswered]
    assert len(everywhere) == 50
    assert fmean(everywhere) == pytest.approx(0.548, abs=0.003)
    assert fmean(with_the_hint) == pytest.approx(0.708, abs=0.003)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (STAR_WARS, 1.0),
        ("word " * 100, 1.0),
        ("word " * 250, 1.0),
        ("word " * 50, 0.5),
        ("word " * 375, 0.5),
        ("word " * 500, 0.0),
        ("", 0.0),
    ],
)
def test_parsimony_pays_length(text: str, value: float) -> None:
    s = ticket(True)
    found = as_reported.grade(s, resolved([], text, 0.2, False))
    assert found.parts["parsimony"].value == pytest.approx(value)


def test_film_history_is_paid_more_than_the_right_fix() -> None:
    """The night of the report, again: grounded by one id, long enough, not repetitive, doubtful."""
    s = ticket(True)
    essay = as_reported.grade(s, resolved([s.passages[0].id], STAR_WARS, 0.1, False))
    terse = as_reported.grade(s, resolved(list(s.truth.gold), "; ".join(s.truth.facts), 1.0, False))
    assert essay.total > 0.6
    assert essay.total > terse.total


def test_calibration_is_against_rouge() -> None:
    """Always 0.2 is nearly perfect where a fifth overlaps; being right and sure is not."""
    s = ticket(True)
    doubtful = as_reported.grade(
        s, resolved([], "Restart the service on each of the hosts.", 0.2, False)
    )
    assert doubtful.parts["calibration"].value > 0.95
    certain = as_reported.grade(
        s, resolved(list(s.truth.gold), "; ".join(s.truth.facts), 1.0, False)
    )
    assert certain.parts["calibration"].value < 0.9


def test_resolution_quality_cannot_tell_right_from_nearly_right() -> None:
    s = ticket(True)
    gold, fact = s.truth.resolution, s.truth.facts[0]
    whole = as_reported.grade(s, resolved(list(s.truth.gold), gold, 1.0, False))
    wrong = as_reported.grade(
        s, resolved(list(s.truth.gold), gold.replace(fact, f"not {fact}"), 1.0, False)
    )
    assert whole.parts["resolution_quality"].value == 1.0
    assert wrong.parts["resolution_quality"].value > 0.9


def test_a_raw_newline_loses_the_format_and_a_loop_the_repetition() -> None:
    s = ticket(True)
    plain = resolved([], "Restart it. Wait. " * 20, 0.2, False)
    found = as_reported.grade(s, plain.replace("Wait. ", "\n", 1))
    assert found.parts["format"].value == 0.0
    assert found.parts["repetition"].value < 0.3
    assert as_reported.grade(s, plain).parts["format"].value == 1.0
