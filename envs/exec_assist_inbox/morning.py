"""The generator: (seed, tier, split) -> morning, deterministic across processes.

Roles and a stage are drawn, and the mails are made in the order in which a careful assistant would
answer them, each on the calendar that the previous answers leave. The solver has the last word: a
morning is kept only if, in that order, every mail's truth accepts the action drawn for it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, time, timedelta
from random import Random

from desks.desk import Split, Tier, Voices, seeded_rng, validated_and_cached
from desks.exec_assist import DESK, cast
from desks.exec_assist.calendar import blocks, solve
from desks.exec_assist.models import Calendar, Email, Person, Request
from desks.exec_assist.scenarios import add_decoys, as_dealt, request_from
from desks.exec_assist.situations import Intent, awake, same_as_last_week, several_people
from desks.exec_assist.stage import STAGE_SPECS, Stage, set_stage
from desks.exec_assist.thread import thread
from envs.exec_assist_inbox.models import BOOKED, Mail, MailTruth, Morning
from envs.exec_assist_inbox.moment import apply, as_scenario
from envs.exec_assist_inbox.roles import ScheduledRole, schedule_roles

MAX_ORDERS, MAX_STAGES = 60, 50
"""Orders of arrival tried before the generator gives up, and stages tried for each."""
MAX_TRIES = 12
"""Lengths and wishes tried for each mail before the stage is given up."""


@validated_and_cached
def generate(seed: int, tier: Tier, split: Split, voices: Voices) -> Morning:
    """The morning for that seed; the same arguments give the same one in any process.

    ValueError: a negative seed, or an unknown tier, split or voices.
    """
    key = () if voices == "plain" else (voices,)
    rng = seeded_rng("exec_assist_inbox", *key, split, tier, seed)
    for _ in range(MAX_ORDERS):
        roles = schedule_roles(rng, seed, tier, split)
        for _ in range(MAX_STAGES):
            stage = set_stage(rng, tier, split)
            if stage.calendar.days[0].weekday() == 0:
                continue  # the morning would be on a Sunday
            company = stage.colleagues + stage.others if tier == "hard" else ()
            # Seat 0: the stage's sender, who alone has colleagues. Seat 1: the one met last week.
            senders = [stage.sender, *_strangers(rng, stage, tier, split, company, len(roles) - 1)]
            people = [*senders, *company]
            rng.shuffle(people)
            eve = stage.calendar.days[0] - timedelta(days=1)
            bare = Morning(
                seed=seed,
                tier=tier,
                split=split,
                voices=voices,
                executive=stage.executive,
                now=datetime.combine(eve, time(9, 5)),
                mails=(),
                calendar=stage.calendar.model_copy(update={"pending": (), "last_week": ()}),
                contacts=tuple(people),
            )
            topics = list(_topics(rng, split, len(roles), stage.calendar))
            if mails := _mails(rng, bare, stage, roles, senders, topics):
                return bare.model_copy(update={"mails": mails})
    raise RuntimeError(f"no stage offers a morning at seed {seed} ({tier}, {split})")


def _strangers(
    rng: Random, stage: Stage, tier: Tier, split: Split, company: Iterable[Person], count: int
) -> Iterator[Person]:
    """People from different companies, with first names that nobody has yet, who live abroad as
    often as in a single turn."""
    known = {one.first_name for one in (stage.executive, stage.sender, *company)}
    abroad, home = STAGE_SPECS[tier].abroad, stage.executive.zone
    size = len(known) + count
    while len(known) < size:
        theirs = cast.company(rng, split)
        zone = rng.choice(cast.ZONES) if rng.random() < abroad else home
        [one] = cast.people(rng, split, 1, theirs, zone)
        if one.first_name not in known:
            known.add(one.first_name)
            yield one


def _topics(rng: Random, split: Split, count: int, calendar: Calendar) -> Iterator[str]:
    """The topics of the mails: no two begin alike, and none is in the calendar already."""
    there = {one.title.lower() for one in (*calendar.events, *calendar.series)}
    begun: set[str] = set()
    while len(begun) < count:
        found = cast.topic(rng, split)
        if found not in there and found.split()[0] not in begun:
            begun.add(found.split()[0])
            yield found


# -- the mails, most urgent first ---


def _mails(
    rng: Random,
    bare: Morning,
    stage: Stage,
    roles: list[ScheduledRole],
    senders: list[Person],
    topics: list[str],
) -> tuple[Mail, ...]:
    """The mails in order of arrival; empty if the stage cannot offer one of the roles."""
    ago = rng.sample(range(5, 125), len(roles))
    sent = sorted(bare.now - timedelta(minutes=minutes) for minutes in ago)
    who = _seats(rng, roles)
    calendar = bare.calendar
    mails: dict[int, Mail] = {}
    for role in sorted(roles, key=lambda role: role.precedence):
        seat = who[role.number]
        last_week = stage.calendar.last_week if seat == 1 else ()
        here = replace(
            stage,
            sender=senders[seat],
            colleagues=stage.colleagues if seat == 0 else (),
            others=stage.others if seat == 0 and bare.tier == "hard" else (),
            priority=role.priority,
            calendar=calendar.model_copy(update={"last_week": last_week}),
            taken=blocks(calendar),
        )
        mail = _mail(rng, bare, here, role, topics[seat], sent[role.number - 1])
        if mail is None:
            return ()
        mails[role.number] = mail
        best = DESK.parse(DESK.oracle(as_scenario(bare, mail, calendar)))
        calendar, _ = apply(bare, mail, calendar, best)
    return tuple(mails[number] for number in sorted(mails))


def _seats(rng: Random, roles: list[ScheduledRole]) -> dict[int, int]:
    """Each role's index into the senders, by the role's number: 0 for `several_people`, 1 for
    `same_as_last_week`, the remaining ones at random."""
    free = list(range(len(roles)))
    rng.shuffle(free)
    found = {}
    for situation, seat in ((several_people, 0), (same_as_last_week, 1)):
        for role in roles:
            if role.situation is situation:
                found[role.number] = seat
                free.remove(seat)
    rest = (role.number for role in roles if role.number not in found)
    return found | dict(zip(rest, free, strict=True))


def _mail(
    rng: Random, bare: Morning, stage: Stage, role: ScheduledRole, topic: str, sent: datetime
) -> Mail | None:
    """A mail for that role, or None if the stage offers none."""
    for _ in range(MAX_TRIES):
        length = timedelta(minutes=rng.choice(STAGE_SPECS[bare.tier].lengths))
        stage = replace(stage, length=length)
        action = rng.choice(role.actions)
        intent = role.situation(rng, stage, action)
        if intent is None or not (bare.voices == "plain" or awake(stage, intent.slot.start)):
            continue
        if bare.tier == "hard":
            intent = _add_decoys(rng, stage, intent)
        request = request_from(stage, intent, topic)
        if not as_dealt(solve(stage.calendar, request), action):
            continue
        if role.contests and not _contests(bare, stage, role, request):
            continue
        return Mail(
            id=f"m{role.number}",
            thread=_thread(rng, bare, stage, intent, topic, sent),
            last_week=stage.calendar.last_week,
            situation=role.situation.__name__,
            truth=MailTruth(topic=topic, request=request),
        )
    return None


def _add_decoys(rng: Random, stage: Stage, intent: Intent) -> Intent:
    """Add distractors at random: a deadline, guests, times by the sender's clock."""
    intent = add_decoys(rng, stage, intent, deadline=0.4, guests=0.5)
    abroad = stage.has_two_clocks and not intent.as_last_week
    if abroad and awake(stage, intent.slot.start) and rng.random() < 0.5:
        intent = replace(intent, own_clock=True)
    return intent


def _contests(bare: Morning, stage: Stage, role: ScheduledRole, request: Request) -> bool:
    """Whether the slot was open at first and, in medium and hard, is now taken only by mails that
    came later, so that the order of arrival misleads."""
    if not as_dealt(solve(bare.calendar, request), "book"):
        return False
    met = stage.overlapping(request.slot.start, stage.taken)
    later = all(int(block.id.removeprefix(BOOKED)) > role.number for block in met)
    return later or bare.tier == "easy"


def _thread(
    rng: Random, bare: Morning, stage: Stage, intent: Intent, topic: str, sent: datetime
) -> tuple[Email, ...]:
    """One email; two if the second changes a request, and sometimes if it only recalls one."""
    changes = intent.first_slot is not None
    two = bare.tier == "hard" and (changes or (rng.random() < 0.2 and intent.is_request))
    found = thread(rng, "hard" if two else "medium", bare.split, stage, intent, topic, bare.voices)
    hours = timedelta(hours=len(found) - 1)
    return tuple(
        email.model_copy(update={"sent": sent - hours + timedelta(hours=n)})
        for n, email in enumerate(found)
    )
