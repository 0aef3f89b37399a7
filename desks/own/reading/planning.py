"""What a thread asks for so far, and how each of its messages changes that."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from desks.own.mail_history import without_history
from desks.own.message import Message
from desks.own.reading.asked import asks_in, calls_off, is_dropped
from desks.own.reading.attending import changed
from desks.own.reading.clauses import Clause, Part, text_of
from desks.own.reading.cues import changes
from desks.own.reading.deadlines import Limit, limit_of
from desks.own.reading.durations import (
    ENDS,
    lasts_as_before,
    minutes_of,
    said_of,
    until_leaving,
)
from desks.own.reading.neighbours import clauses_of
from desks.own.reading.plan import Plan
from desks.own.reading.said.clocks import FRACTIONS, SHORT, Clock, span
from desks.own.reading.said.dates_meant import Calendar, is_month_first
from desks.own.reading.sentences import closing_of, own_text, sentences_of
from desks.own.reading.slots import Slot
from desks.own.reading.whose_clock import in_zone, whose, writers_zone, zone_of
from desks.own.reading.wishes import Wish, wish_of

MOST = 16_000
"""Characters of a message that are read."""
_EVENING = 17
"""From this hour on it is evening."""
_HOURS = {"": range(24), "morning": range(12), "evening": range(_EVENING, 24)}
_HOURS |= dict.fromkeys(("afternoon", "arvo"), range(12, 18))
"""Those of a part of the day."""
_RANKS = (
    ("first one 1 a former earlier", 0),
    ("second two 2 b", 1),
    ("third three 3 c", 2),
    ("fourth 4 d", 3),
    ("latter last later", -1),
)
_ORDER = {word: rank for words, rank in _RANKS for word in words.split()}
"""Which of several options a word means."""


def after(
    plan: Plan, message: Message, moment: datetime, ours: datetime, zone: str, me: str
) -> Plan:
    """What is asked for once this message is read as well, sent at that moment by its writer's
    clock, and by ours. What is past is so by both."""
    sent = moment.date()
    name = message.sender.name
    body = own_text(without_history(message).body, name)[:MOST]
    offered = tuple(one.day for one in plan.offers if one.day)
    calendar = Calendar(sent, is_month_first(zone), plan.usual_day, plan.day, offered)
    told = sentences_of(body, calendar, bool(plan.usual and plan.usual.start.hour >= _EVENING))
    clauses = clauses_of(told)
    writer = message.sender.email.casefold() or message.sender.name
    if there := writers_zone(told, closing_of(message.body, name)):
        plan = replace(plan, zones=plan.zones | {writer: there})
    wish = wish_of(clauses, min(moment, ours))
    is_off = calls_off(clauses, wish)
    asks_anew = asks_in(clauses, wish, message.subject)
    before = plan
    if is_off:
        plan = replace(plan, day=None, clock=None)
    plan = _with_times(plan, wish, clauses, body, writer, me, sent)
    plan = _with_minutes(plan, clauses, wish)
    people, known = changed(plan.people, body, plan.known)
    plan = replace(plan, people=people)
    keeps = writer == me or not is_dropped(clauses, wish) or _differs(plan, before)
    return replace(
        plan,
        asks=(asks_anew or (plan.asks and keeps)) and not is_off,
        known=known,
        deadline=_deadline(plan, limit_of(told, sent), body, writer, me, zone) or plan.deadline,
    )


def _deadline(
    plan: Plan, limit: Limit | None, body: str, writer: str, me: str, zone: str
) -> date | datetime | None:
    """By when it has to have been, by the reader's clock; None if it is unknown whose it is."""
    if not (limit and limit.clock):
        return limit.moment if limit else None
    there, is_known = zone_of(plan, limit.clock, limit.text, body, writer, me)
    if not (there and is_known):
        return limit.moment if is_known else None
    return in_zone(limit.moment, there, zone)


def _differs(plan: Plan, before: Plan) -> bool:
    """Whether a message has put anything in the plan that was not there before."""
    told = [(one.day, one.clock, one.minutes, one.people) for one in (plan, before)]
    return any(now and now != then for now, then in zip(*told, strict=True))


def _with_times(
    plan: Plan, wish: Wish, clauses: Sequence[Clause], body: str, writer: str, me: str, sent: date
) -> Plan:
    """With the day and the time that a message asks for."""
    text = text_of(clauses)
    weak = all(one.score < Part.NAMES.value or one.part is Part.FALLS_BACK for one in wish.slots)
    if weak and (plan.day or plan.clock) and plan.day not in wish.refused:
        wish = replace(wish, slot=None, offers=())
    slot = wish.slot
    if not slot or slot.score < Part.PLANS.value or not slot.day:
        slot = _from_offers(plan, wish, clauses) or slot
    if wish.offers:
        plan = replace(plan, offers=wish.offers)
        if not slot:
            slot = _not_refused(wish)
    if in_another := _in_another_week(plan, slot, body, sent):
        plan, slot, wish = in_another, None, replace(wish, offers=())
    if plan.day in wish.refused and not (slot and slot.day):
        plan = replace(plan, day=None)
    revokes = writer != me and changes.REVOKES.search(text)
    revokes = revokes and not changes.LATER_DAYS.search(text)
    if slot and not (revokes and slot.day == plan.day and slot.score < Part.ASKS.value):
        day = slot.day or plan.day
        clock = slot.clock or _kept_clock(plan, wish, slot, clauses)
        if slot.clock:
            plan = whose(plan, slot, body, writer, me)
        plan = replace(
            plan, day=day, clock=clock, usual=clock or plan.usual, usual_day=day or plan.usual_day
        )
    elif revokes:
        plan = replace(plan, day=None, clock=None)
    elif wish.offers or (plan.usual_day in wish.refused and not plan.day):
        keeps = changes.SAME_TIME.search(text)
        plan = replace(plan, day=None, clock=plan.clock if keeps else None)
    elif plan.clock and plan.clock.start in wish.refused_clocks:
        plan = replace(plan, clock=None)
    return _shifted(plan, clauses, slot)


def _in_another_week(plan: Plan, slot: Slot | None, body: str, sent: date) -> Plan | None:
    """With its weekday in this week or the next, if a message says that and asks for no other."""
    found = changes.SAME_DAY.search(body.lower())
    anew = slot and slot.score >= Part.ASKS.value and slot.day != plan.day
    if not (found and plan.usual_day) or anew:
        return None
    later = 7 if "next" in (found["which"], found["before"]) else 0
    day = sent + timedelta(days=later + plan.usual_day.weekday() - sent.weekday())
    return replace(plan, day=day, usual_day=day, clock=plan.clock or plan.usual)


def _kept_clock(plan: Plan, wish: Wish, slot: Slot, clauses: Sequence[Clause]) -> Clock | None:
    """The time of a day that is named without one: that of an offer, or the one so far."""
    mine = [one for one in clauses if one.sentence is slot.where and one.part.value > 0]
    part = changes.PART_OF_DAY.search(text_of(mine))
    said = part[0] if part else ""
    offered = [one.clock for one in plan.offers if one.clock and one.day == slot.day]
    offered = [one for one in offered if _fits(one, said)]
    if len(offered) == 1:
        return offered[0]
    text = text_of(clauses)
    if changes.SAME_TIME.search(text):
        told = (wish.spoken, plan.clock, plan.usual, wish.spoken)
        return next(filter(None, told if changes.CORRECTS.search(text) else told[1:]), None)
    if plan.clock and (plan.clock.start in wish.refused_clocks or not _fits(plan.clock, said)):
        return None
    return plan.clock


def _fits(clock: Clock, part_of_day: str) -> bool:
    """Whether a time is in a part of the day."""
    return clock.start.hour in _HOURS.get(part_of_day, ())


def _from_offers(plan: Plan, wish: Wish, clauses: Sequence[Clause]) -> Slot | None:
    """The one of several offers that a message chooses: "the second"."""
    if not plan.offers or wish.offers:
        return None
    for one in clauses:
        chosen = changes.CHOSEN.search(one.text)
        if chosen and one.part.value > Part.FALLS_BACK.value:
            number = _ORDER.get(chosen["which"], 99)
            return plan.offers[number] if number < len(plan.offers) else None
        clocks = {clock.start for clock in one.clocks} if one.part.value > 0 else set()
        same = [s for s in plan.offers if s.clock and s.clock.start in clocks and not one.days]
        if len(same) == 1:
            return same[0]
    return None


def _not_refused(wish: Wish) -> Slot | None:
    """The only one of several offers whose day is not refused, if there is one."""
    left = [one for one in wish.offers if one.day not in wish.refused]
    return left[0] if len(left) == 1 else None


def _with_minutes(plan: Plan, clauses: Sequence[Clause], wish: Wish) -> Plan:
    """With the length that a message asks for."""
    clock = wish.slot.clock if wish.slot else None
    minutes = minutes_of(clauses, wish.slot, plan.minutes, plan.spoken)
    left = until_leaving(clauses, plan.clock) if plan.clock and not minutes else None
    if left and (not plan.minutes or left < plan.minutes):
        minutes = left
    minutes = minutes or plan.minutes
    if not minutes and lasts_as_before(clauses):
        minutes = plan.spoken
    spoken = said_of(clauses) or plan.spoken
    plan = replace(plan, minutes=minutes, spoken=spoken)
    if not (clock and clock.until):
        return plan
    wide = minutes and span(clock) >= 2 * minutes
    is_open = span(clock) > SHORT and changes.OPEN.search(text_of(clauses))
    is_open = is_open and "from" not in wish.slot.where.text.lower()
    return replace(plan, clock=None) if wide or is_open else plan


def _shifted(plan: Plan, clauses: Sequence[Clause], slot: Slot | None) -> Plan:
    """Later or earlier than it was, where a message says no more than that."""
    text = text_of(clauses)
    lone = None if changes.UNTIL_PAST.search(text) else changes.PAST_THE_HOUR.search(text)
    if lone and plan.clock and not (slot and slot.clock and slot not in plan.offers):
        start = plan.clock.start.replace(minute=FRACTIONS[lone[1]])
        plan = replace(plan, clock=plan.clock._replace(start=start))
        if plan.clock.until and plan.minutes is None:
            plan = replace(plan, minutes=span(plan.clock))
    for one in clauses:
        for length in one.lengths:
            at = plan.clock or plan.usual
            if length.shift and at and not ENDS.search(one.text) and not (slot and slot.clock):
                start = _moved(at.start, length.shift * length.minutes)
                until = _moved(at.until, length.shift * length.minutes) if at.until else None
                plan = replace(plan, clock=at._replace(start=start, until=until))
        moves = changes.LATER_DAYS.search(one.text)
        before = plan.day or plan.usual_day
        if moves and before and not (slot and slot.day):
            by = 7 if re.search(r"\bweek\b", moves[0]) else 1
            back = "earlier" in moves[0] or "forward" in moves[0]
            plan = replace(plan, day=before + timedelta(days=-by if back else by))
            plan = replace(plan, usual_day=plan.day, clock=plan.clock or plan.usual)
    return plan


def _moved(at: time, minutes: int) -> time:
    return (datetime.combine(date(2026, 1, 1), at) + timedelta(minutes=minutes)).time()
