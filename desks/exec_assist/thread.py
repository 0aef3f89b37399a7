"""A case's thread, in many voices or in plain words, and the other emails of that morning."""

from datetime import date, datetime, time, timedelta
from random import Random

from desks.desk import Split, Tier, Voices
from desks.exec_assist import cast, plain
from desks.exec_assist.models import Calendar, Email
from desks.exec_assist.phrasings import pools
from desks.exec_assist.situations import Intent
from desks.exec_assist.stage import Stage
from desks.exec_assist.voices import Writer


def thread(
    rng: Random, tier: Tier, split: Split, stage: Stage, intent: Intent, topic: str, voices: Voices
) -> tuple[Email, ...]:
    """One email, or up to two in the hard tier; the last is to be answered."""
    writer = Writer if voices == "all" else plain.Writer
    emails = writer(rng, split, stage, intent, topic).emails(tier)
    sent = datetime.combine(_eve(stage.calendar), time(7, rng.randrange(60)))
    return tuple(
        Email(
            sender=stage.sender,
            sent=sent + timedelta(hours=2 * number),
            subject=f"Re: {emails[0][0]}" if number else subject,
            body=body,
            priority=stage.priority,
        )
        for number, (subject, body) in enumerate(emails)
    )


def _eve(calendar: Calendar) -> date:
    """The day before the first day shown. For a Monday that is Friday, or Sunday where emails
    mention last week, which must be over by then."""
    first = calendar.days[0]
    friday = first.weekday() == 0 and not calendar.last_week
    return first - timedelta(days=3 if friday else 1)


def other_emails(rng: Random, split: Split, stage: Stage, before: datetime) -> tuple[Email, ...]:
    """Three to eight other emails of that morning, oldest first; none concerns the calendar."""
    mails = rng.sample(pools()["other"][split], rng.randint(3, 8))
    writers = cast.people(rng, split, len(mails), cast.company(rng, split), stage.executive.zone)
    sent = sorted(before - timedelta(minutes=rng.randrange(5, 90)) for _ in mails)
    return tuple(
        Email(
            sender=writer,
            sent=at,
            subject=subject,
            body=body.format(name=stage.executive.first_name, sender=writer.first_name),
            priority=rng.choice(("normal", "normal", "low")),
        )
        for writer, at, (subject, body) in zip(writers, sent, mails, strict=True)
    )
