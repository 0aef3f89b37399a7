"""The Inbox tab: emails to answer, with the calendar and the contacts that they need."""

from desks.exec_assist.calendar import to_local
from desks.exec_assist.models import Email, ExecAction, ExecScenario, Person, Slot
from graders import Grade
from ui.drawing import answered, avatar, escaped, label_of, marked, pill
from ui.evidence import PromptEvidence, calendar_evidence, marks
from ui.inbox import calendar, clocks
from ui.inbox.email_form import BLANK, NAMES, form
from ui.links import Ref
from ui.own import mail
from ui.workbench.bench import Bench
from ui.workbench.browse import Row


def row(ref: Ref, scenario: ExecScenario) -> Row:
    """A line of the inbox: who wrote, what about, and how it begins."""
    last, sender = scenario.thread[-1], scenario.sender
    messages = f"{len(scenario.thread)} messages · " if len(scenario.thread) > 1 else ""
    everything = [sender.name, sender.email, *(f"{e.subject} {e.body}" for e in scenario.thread)]
    return Row(
        ref=ref,
        kind=scenario.situation,
        lead=avatar(sender.name),
        who=sender.name,
        subject=last.subject,
        body=last.body,
        note=f"{messages}{clocks.city(sender.zone)}",
        aside=f"{last.sent:%H:%M}",
        urgent=last.priority == "high",
        text=" ".join(everything).lower(),
    )


def case(scenario: ExecScenario, grade: Grade | None, evidence: PromptEvidence) -> str:
    """The thread, the calendar and the contacts; given a grade, also what the answer did."""
    action = grade.action if grade else None
    reply = _answered(scenario, grade) if grade and action else ""
    return (
        f"{_thread(scenario, evidence)}{_calendar(scenario, grade)}{reply}"
        f'<section class="block-section" data-folds="1"><h3>Contacts</h3>'
        f'<ul class="people">{"".join(_contact(p) for p in scenario.contacts)}</ul></section>'
        f"{_around(scenario)}"
    )


def outcome(scenario: ExecScenario, grade: Grade) -> str:
    """What an action does: the reply, and the calendar with its changes."""
    return f"{_answered(scenario, grade)}{_calendar(scenario, grade)}"


def _calendar(scenario: ExecScenario, grade: Grade | None) -> str:
    points = calendar_evidence(grade) if grade else {}
    action = grade.action if grade else None
    return (
        f'<section class="block-section"><h3>Calendar of {escaped(scenario.executive.name)}</h3>'
        f'<p class="hint">{clocks.now(scenario)}</p>'
        f"{calendar.draw(scenario, action, points)}</section>"
    )


def _around(scenario: ExecScenario) -> str:
    """The morning's other emails, collapsed; none of them asks for anything."""
    if not scenario.inbox:
        return ""
    rows = "".join(
        f"<details><summary>{avatar(mail.sender.name)}<span><b>{escaped(mail.subject)}</b>"
        f"<small>{escaped(mail.sender.name)}, {mail.sent:%a %H:%M}</small></span></summary>"
        f'<div class="body">{escaped(mail.body)}</div></details>'
        for mail in reversed(scenario.inbox)
    )
    return (
        '<section class="block-section around" data-folds="1"><h3>Also in the inbox</h3>'
        f'<p class="hint">None of these asks for the calendar.</p>{rows}</section>'
    )


def _thread(scenario: ExecScenario, evidence: PromptEvidence) -> str:
    last, to = scenario.thread[-1], scenario.executive
    messages = "".join(_message(e, e is last, to, evidence) for e in scenario.thread)
    urgent = pill("! high priority", "urgent") if last.priority == "high" else ""
    low = pill("low priority") if last.priority == "low" else ""
    count = pill(f"{len(scenario.thread)} messages") if len(scenario.thread) > 1 else ""
    return (
        '<article class="letter"><header class="letter-head">'
        f'<h2>{escaped(scenario.thread[0].subject)}</h2><p class="facts">{urgent}{low}{count}</p>'
        f"</header>{messages}</article>"
    )


def _message(email: Email, latest: bool, to: Person, evidence: PromptEvidence) -> str:
    who = email.sender
    kind = 'class="message latest"' if latest else 'class="message" data-folds="1"'
    return (
        f"<div {kind}>"
        f'<p class="from">{avatar(who.name)}'
        f"<span><b>{escaped(who.name)}</b> <small>{escaped(who.email)}</small>"
        f"<small>to {escaped(to.name)}</small></span>"
        f'<time datetime="{email.sent.isoformat()}">{email.sent:%a} {email.sent.day} '
        f"{email.sent:%b, %H:%M}</time></p>"
        f'<div class="body">{evidence.marked(email.body)}</div></div>'
    )


def _contact(person: Person) -> str:
    return (
        f"<li>{avatar(person.name)}<span><b>{escaped(person.name)}</b>"
        f"<small>{escaped(person.email)}</small><small>{clocks.city(person.zone)}</small></span></li>"
    )


def _answered(scenario: ExecScenario, grade: Grade) -> str:
    """What the action does, with its times as the calendar has them, and the reply with its
    evidence."""
    action: ExecAction = grade.action
    zone = scenario.executive.zone
    done = [f"<b>{label_of(action.calendar_action)}</b>"]
    if action.meeting_details:
        meeting = action.meeting_details
        who = ", ".join(meeting.attendees) or "nobody"
        done.append(f"{escaped(meeting.title)}, {_span(meeting, zone)}, with {escaped(who)}")
    done += [f"offers {_span(slot, zone)}" for slot in action.proposed_slots]
    if action.reschedule:
        where = _span(action.reschedule, zone)
        done.append(f"moves {escaped(action.reschedule.event_id)} to {where}")
    if action.conflicts:
        done.append(f"sees a clash with {escaped(', '.join(action.conflicts))}")
    said = marked(action.email_reply, marks(grade, "email_reply"))
    return answered("The answer", done, said)


def _span(slot: Slot, zone: str) -> str:
    start, end = to_local(slot.start, zone), to_local(slot.end, zone)
    same = start.date() == end.date()
    return f"{start:%a %d %b %H:%M}–{end:{'%H:%M' if same else '%a %d %b %H:%M'}}"


OPENS = Ref("hard", "eval", 47, "plain")
"""The case shown first: the report's grader pays a cheat on it, ours does not; an example, not an
average. If the scenarios change, a test suggests others."""

BENCH = Bench(
    tab="inbox",
    desk="exec_assist",
    kind="Kind of case",
    noun="emails",
    opens=OPENS,
    meets=Ref("medium", "eval", 6, "plain"),
    row=row,
    case=case,
    outcome=outcome,
    answered=_answered,
    form=form,
    blank=BLANK,
    names=NAMES,
    warning="Choosing one gives away what kind of case it is.",
    bring=mail.build,
)
