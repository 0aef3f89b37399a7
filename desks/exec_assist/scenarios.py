"""The generator: (seed, tier, split) -> scenario, deterministic across processes.

A situation and its right action are dealt, then stages are drawn until one can offer them. The
solver has the last word: a scenario is kept only if what it accepts matches the action dealt.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from desks.desk import Split, Tier, Voices, deal, seeded_rng
from desks.exec_assist import cast
from desks.exec_assist.calendar import GRID, clashes, solve
from desks.exec_assist.models import (
    Acceptable,
    CalendarAction,
    ExecScenario,
    Request,
    Truth,
)
from desks.exec_assist.situations import DECKS, EASY, Intent, awake
from desks.exec_assist.stage import Stage, set_stage
from desks.exec_assist.thread import other_emails, thread

MAX_STAGES = 2_000
"""Stages tried before the generator gives up; the rarest situation takes a few dozen."""


def scenario(seed: int, tier: Tier, split: Split, voices: Voices = "all") -> ExecScenario:
    """The email for that seed; the same arguments give the same scenario in any process."""
    plain = voices == "plain"
    key = ("exec_assist", *(() if plain else (voices,)), split, tier)
    rng = seeded_rng(*key, seed)
    deck = DECKS[tier] if plain or tier != "easy" else EASY
    situation, action = deal(deck, seed, *key)
    for _ in range(MAX_STAGES):
        stage = set_stage(rng, tier, split)
        intent = situation(rng, stage, action)
        if intent is None or not (plain or awake(stage, intent.slot.start)):
            continue
        if tier == "hard":
            intent = add_decoys(rng, stage, intent, deadline=0.8, guests=0.3)
        topic = _topic(rng, split, stage)
        truth = _truth(stage, intent, topic)
        if not as_dealt(truth.acceptable, action):
            continue
        emails = thread(rng, tier, split, stage, intent, topic, voices)
        people = [stage.sender, *stage.colleagues, *stage.others]
        rng.shuffle(people)
        return ExecScenario(
            seed=seed,
            tier=tier,
            split=split,
            situation=situation.__name__,
            voices=voices,
            executive=stage.executive,
            now=emails[-1].sent + timedelta(minutes=5),
            thread=emails,
            inbox=other_emails(rng, split, stage, emails[-1].sent),
            calendar=stage.calendar,
            contacts=tuple(people),
            truth=truth,
        )
    raise RuntimeError(f"no stage offers {situation.__name__} ({action}) at seed {seed}")


def add_decoys(rng: Random, stage: Stage, intent: Intent, deadline: float, guests: float) -> Intent:
    """Add distractors at these probabilities: a deadline that the wish meets, and more guests."""
    if intent.is_request and intent.deadline is None and rng.random() < deadline:
        intent = _add_deadline(rng, stage, intent)
    if intent.is_request and not intent.guests and rng.random() < guests:
        intent = replace(intent, guests=stage.others)
    return intent


def _add_deadline(rng: Random, stage: Stage, intent: Intent) -> Intent:
    """The same wish with a deadline that it meets, late on one of the days shown, if one fits."""
    wishes = [intent.slot, intent.first_slot or intent.slot]
    last = max(wish.end for wish in wishes)
    later = [
        datetime.combine(day, stage.calendar.closes) - GRID * rng.randrange(8)
        for day in stage.calendar.days
    ]
    fitting = [at for at in later if at >= last]
    return replace(intent, deadline=rng.choice(fitting)) if fitting else intent


def _topic(rng: Random, split: Split, stage: Stage) -> str:
    """A topic for the email that is not in the calendar already."""
    there = {one.title for one in (*stage.calendar.events, *stage.calendar.series)}
    while True:
        found = cast.topic(rng, split)
        if found.capitalize() not in there:
            return found


def request_from(stage: Stage, intent: Intent, topic: str) -> Request | None:
    """The request as a careful reader understands it; None if nothing is asked for."""
    if not intent.is_request:
        return None
    return Request(
        topic=topic,
        slot=intent.slot,
        attendees=(stage.sender.email, *(guest.email for guest in intent.guests)),
        deadline=intent.deadline,
        priority=stage.priority,
    )


def _truth(stage: Stage, intent: Intent, topic: str) -> Truth:
    request = request_from(stage, intent, topic)
    return Truth(
        topic=topic,
        request=request,
        conflicts=clashes(stage.taken, intent.slot.start, intent.slot.end) if request else (),
        acceptable=solve(stage.calendar, request),
    )


def as_dealt(acceptable: tuple[Acceptable, ...], action: CalendarAction) -> bool:
    """Whether the solver accepts just the dealt action; with reschedule, proposing as well."""
    found = {one.action for one in acceptable}
    expected = {action, "propose_alternatives"} if action == "reschedule" else {action}
    return found == expected
