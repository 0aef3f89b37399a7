"""The generator: from (seed, tier, split) to a scenario, the same one in any process.

A situation is dealt, stages are set until one offers it, and the solver has the last word: a
scenario is kept only if what its truth accepts is what was dealt.
"""

from datetime import date, datetime, time, timedelta
from functools import lru_cache
from random import Random

from desks.desk import Split, Tier, deal, stream
from desks.exec_assist import cast, phrasings
from desks.exec_assist.calendar import GRID, blocks, clashes, solve, to_zone
from desks.exec_assist.models import (
    Acceptable,
    Calendar,
    Email,
    Event,
    ExecScenario,
    FreeBusy,
    Interval,
    Person,
    Request,
    Series,
    Truth,
)
from desks.exec_assist.situations import DECKS, Ask, Stage

ATTEMPTS = 2_000
"""Stages tried before the generator gives up; the rarest situation takes some dozens."""

#: Every hard stage has the same decoys: a third day, series, shared calendars, often another zone.
_DAYS = {"easy": 2, "medium": 2, "hard": 3}
_EVENTS = {"easy": (2, 4), "medium": (3, 5), "hard": (3, 5)}
_LENGTHS = {"easy": (30, 60, 90), "medium": (30, 60, 90), "hard": (30, 45, 60, 90)}
_FIRST_DAY = date(2026, 1, 5)
_WEEKS = 150
_WEEKDAYS = ("MO", "TU", "WE", "TH", "FR")


@lru_cache(maxsize=8192)
def scenario(seed: int, tier: Tier, split: Split) -> ExecScenario:
    """The scenario of that seed; any integer seed of 0 or more."""
    rng = stream("exec_assist", split, tier, seed)
    situation, action = deal(DECKS[tier], seed, "exec_assist", split, tier)
    for _ in range(ATTEMPTS):
        stage, executive = _stage(rng, tier, split)
        ask = situation(rng, stage, action)
        if ask is None:
            continue
        ask = _with_decoys(rng, tier, stage, ask)
        topic = cast.topic(rng, split)
        request = _request(stage, ask, topic)
        acceptable = solve(stage.calendar, request)
        if not _as_dealt(acceptable, action):
            continue
        thread = _thread(rng, tier, split, stage, executive, ask, topic)
        people = [stage.sender, *stage.colleagues, *stage.others]
        rng.shuffle(people)
        return ExecScenario(
            seed=seed,
            tier=tier,
            split=split,
            situation=situation.__name__,
            executive=executive,
            now=thread[-1].sent + timedelta(minutes=5),
            thread=thread,
            calendar=stage.calendar,
            contacts=tuple(people),
            truth=Truth(
                topic=topic,
                request=request,
                conflicts=clashes(stage.taken, request.slot.start, request.slot.end)
                if request
                else (),
                acceptable=acceptable,
            ),
        )
    raise RuntimeError(f"no stage offers {situation.__name__} ({action}) at seed {seed}")


def _as_dealt(acceptable: tuple[Acceptable, ...], action: str) -> bool:
    found = {one.action for one in acceptable}
    expected = {action, "propose_alternatives"} if action == "reschedule" else {action}
    return found == expected


def _request(stage: Stage, ask: Ask, topic: str) -> Request | None:
    if not ask.request:
        return None
    return Request(
        topic=topic,
        slot=ask.slot,
        attendees=(stage.sender.email, *(p.email for p in ask.with_)),
        deadline=ask.deadline,
        important=stage.important,
    )


# -- the stage ---


def _stage(rng: Random, tier: Tier, split: Split) -> tuple[Stage, Person]:
    hard = tier == "hard"
    abroad = hard and rng.random() < 0.5
    home, away = rng.sample(cast.ZONES, 2) if abroad else [rng.choice(cast.ZONES)] * 2
    executive, sender, *contacts = cast.people(
        rng, split, 5 if hard else 3, cast.company(rng, split), away
    )
    executive = executive.model_copy(update={"zone": home})
    calendar = _calendar(rng, tier, split, [p.email for p in contacts[:2]] if hard else [])
    stage = Stage(
        calendar=calendar,
        home=home,
        sender=sender,
        colleagues=tuple(contacts[:2]) if hard else (),
        others=tuple(contacts[2:]) if hard else tuple(contacts),
        length=timedelta(minutes=rng.choice(_LENGTHS[tier])),
        important=rng.random() < 0.35,
        taken=blocks(calendar),
    )
    return stage, executive


def _calendar(rng: Random, tier: Tier, split: Split, colleagues: list[str]) -> Calendar:
    hard = tier == "hard"
    opens = rng.choice((8, 9, 9, 10))
    closes = opens + rng.choice((8, 8, 9))
    days = _days(rng, _DAYS[tier])
    slots = [
        slot for day in days for slot in _busy(rng, day, opens, closes, rng.randint(*_EVENTS[tier]))
    ]
    events = [_event(rng, tier, split, f"e{n}", slot) for n, slot in enumerate(slots, 1)]
    repeating = _series(rng, days, opens, closes) if hard else []
    series = [
        Series(id=f"e{n}", title=cast.errand(rng, split), first=first, rule=rule)
        for n, (first, rule) in enumerate(repeating, len(events) + 1)
    ]
    return Calendar(
        days=tuple(days),
        opens=time(opens),
        closes=time(closes),
        events=tuple(events),
        series=tuple(series),
        last_week=tuple(_last_week(rng, days, opens, closes)) if hard else (),
        colleagues=tuple(
            FreeBusy(
                email=email,
                busy=tuple(s for d in days for s in _busy(rng, d, opens, closes, 2)),
            )
            for email in colleagues
        ),
    )


def _event(rng: Random, tier: Tier, split: Split, id_: str, slot: Interval) -> Event:
    status = "confirmed"
    if tier != "easy" and rng.random() < 0.25:
        status = rng.choice(("tentative", "cancelled"))
    return Event(
        id=id_,
        title=cast.errand(rng, split),
        start=slot.start,
        end=slot.end,
        status=status,
        movable=tier == "hard" and status == "confirmed" and rng.random() < 0.4,
    )


def _days(rng: Random, count: int) -> list[date]:
    """Working days of one week; a third of the time in the weeks between two changes of clocks."""
    monday = _FIRST_DAY + timedelta(weeks=rng.randrange(_WEEKS))
    if rng.random() < 0.33:
        month, day = rng.choice(((3, 8), (3, 15), (3, 22), (10, 24)))
        near = date(rng.choice((2026, 2027, 2028)), month, day)
        monday = near + timedelta(days=-near.weekday() + 7)
    return [monday + timedelta(days=n) for n in sorted(rng.sample(range(5), count))]


def _busy(rng: Random, day: date, opens: int, closes: int, count: int) -> list[Interval]:
    """`count` meetings (fewer where the day is full) that do not overlap, by start."""
    found: list[Interval] = []
    half_hours = (closes - opens) * 2
    for _ in range(count * 4):
        if len(found) == count:
            break
        length = rng.choice((1, 2, 2, 3))
        start = datetime.combine(day, time(opens)) + GRID * rng.randrange(half_hours - length + 1)
        if not any(one.overlaps(start, start + GRID * length) for one in found):
            found.append(Interval(start=start, end=start + GRID * length))
    return sorted(found, key=lambda one: one.start)


def _series(rng: Random, days: list[date], opens: int, closes: int) -> list[tuple[Interval, str]]:
    """One weekly meeting and one of every second week, begun some weeks ago."""
    found = []
    for every in (1, 2):
        day = rng.choice(days) - timedelta(weeks=rng.randint(3, 12))
        [slot] = _busy(rng, day, opens, closes, 1)
        interval = "" if every == 1 else "INTERVAL=2;"
        found.append((slot, f"FREQ=WEEKLY;{interval}BYDAY={_WEEKDAYS[day.weekday()]}"))
    rng.shuffle(found)
    return found


def _last_week(rng: Random, days: list[date], opens: int, closes: int) -> list[Interval]:
    return _busy(rng, rng.choice(days) - timedelta(weeks=1), opens, closes, 1)


def _with_decoys(rng: Random, tier: Tier, stage: Stage, ask: Ask) -> Ask:
    """Deadlines and further guests also where they do not decide."""
    if tier != "hard":
        return ask
    changes: dict[str, object] = {}
    if ask.deadline is None and rng.random() < 0.8:
        later = [
            datetime.combine(day, stage.calendar.closes) - GRID * rng.randrange(8)
            for day in stage.calendar.days
        ]
        if fitting := [at for at in later if at >= ask.slot.end]:
            changes["deadline"] = rng.choice(fitting)
    if not ask.with_ and rng.random() < 0.3:
        changes["with_"] = stage.others
    return Ask(**{**ask.__dict__, **changes})


# -- the words ---


def _thread(
    rng: Random,
    tier: Tier,
    split: Split,
    stage: Stage,
    executive: Person,
    ask: Ask,
    topic: str,
) -> tuple[Email, ...]:
    """One email, or two in the hard tier, the last of which is to be answered."""

    def say(pool: phrasings.Pool, **words: object) -> str:
        return phrasings.say(rng, split, pool, **words)

    def clock(at: datetime) -> datetime:
        return to_zone(at, executive.zone, stage.sender.zone) if ask.own_clock else at

    same_zone = stage.sender.zone == executive.zone
    whose = "" if same_zone else " my time" if ask.own_clock else " your time"

    def when(slot: Interval) -> str:
        return _when(rng, clock(slot.start), clock(slot.end)) + whose

    def body(*sentences: str) -> str:
        lines = [say(phrasings.GREET, name=executive.first_name), " ".join(sentences)]
        return "\n".join([*lines, say(phrasings.SIGN, name=stage.sender.first_name)])

    if ask.as_last_week:
        asking = say(phrasings.AGAIN, topic=topic)
    else:
        pool = phrasings.ASK if ask.request else phrasings.INFORM
        asking = say(pool, when=when(ask.first_slot or ask.slot), topic=topic)
    wish = [asking]
    if ask.with_:
        wish.append(say(phrasings.INCLUDE, who=" and ".join(p.name for p in ask.with_)))
    if ask.deadline:
        until = clock(ask.deadline)
        wish.append(say(phrasings.DEADLINE, deadline=f"{_day(until)}, {until:%H:%M}{whose}"))
    wish.append(say(phrasings.COLOUR))

    if tier != "hard":
        bodies = [body(*wish)]
    elif ask.first_slot:
        if ask.first_slot.start == ask.slot.start:
            change = say(phrasings.LENGTH_CHANGE, minutes=ask.slot.minutes)
        else:
            change = say(phrasings.TIME_CHANGE, when=when(ask.slot))
        bodies = [body(*wish), body(change, say(phrasings.COLOUR))]
    elif rng.random() < 0.5:
        bodies = [body(say(phrasings.HEADS_UP, topic=topic), say(phrasings.COLOUR)), body(*wish)]
    else:
        bodies = [body(*wish), body(say(phrasings.STANDS), say(phrasings.COLOUR))]

    first_day = stage.calendar.days[0]
    eve = first_day - timedelta(days=3 if first_day.weekday() == 0 else 1)
    sent = datetime.combine(eve, time(7, rng.randrange(60)))
    priority = "high" if stage.important else rng.choice(("normal", "normal", "low"))
    return tuple(
        Email(
            sender=stage.sender,
            sent=sent + timedelta(hours=2 * number),
            subject=topic.capitalize() if number == 0 else f"Re: {topic.capitalize()}",
            body=text,
            priority=priority,
        )
        for number, text in enumerate(bodies)
    )


def _day(at: datetime) -> str:
    return f"{at:%A} {at.day} {at:%B}"


def _when(rng: Random, start: datetime, end: datetime) -> str:
    """A slot in words."""
    minutes = int((end - start).total_seconds()) // 60
    return rng.choice(
        (
            f"on {_day(start)}, {start:%H:%M} to {end:%H:%M}",
            f"on {_day(start)} from {start:%H:%M} to {end:%H:%M}",
            f"on {_day(start)} for {minutes} minutes, {start:%H:%M} to {end:%H:%M}",
        )
    )
