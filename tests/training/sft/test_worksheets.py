"""Worksheets: true, short, left out by the reader of answers, and no help where there is none."""

import json
import re
from datetime import date, datetime, timedelta
from random import Random

import pytest

from desks import TIERS, load
from desks.exec_assist.calendar import to_zone
from graders import grade
from training.pocket.lessons.it_triage.light import CODE, light_renaming
from training.sft.worksheets import (
    copied,
    drill,
    reading_case,
    series_drill,
    simplest,
    what_ifs,
    with_worksheet,
    worksheet,
)

DESKS = ("exec_assist", "it_triage")
CASES = [
    load(desk).scenario(seed, tier, "train", "all")
    for desk in DESKS
    for tier in TIERS
    for seed in range(40)
]
VERDICT = (
    r"(, (fits|other (product|version|sign)): KB-\d{4}|^applies: (none|KB-\d{4}(, KB-\d{4})?))$"
)
PRIORITIES = ("low", "normal", "high")
LONGEST = 1_400
"""Characters: a small model reads and writes every one of them."""


def lines(scenario):
    """What stands before each colon, and behind it."""
    return dict(one.partition(": ")[::2] for one in worksheet(scenario).splitlines())


def test_an_answer_behind_its_worksheet_is_graded_as_without():
    for s in CASES:
        answer = load(s.desk).oracle(s)
        behind, bare = grade(s, with_worksheet(s, answer)), grade(s, answer)
        assert behind.total == bare.total
        assert behind.correct == bare.correct


def test_what_takes_least_to_work_out_is_as_right():
    desk = load("exec_assist")
    easier = [s for s in CASES if s.desk == "exec_assist" and simplest(s) != s]
    assert easier
    for s in easier:
        assert grade(s, desk.oracle(simplest(s))).correct
    assert all(simplest(s) == s for s in CASES if s.desk == "it_triage")


TICKETS = [s for s in CASES if s.desk == "it_triage"]
MAILS = [s for s in CASES if s.desk == "exec_assist"]


def test_a_copied_answer_is_right_and_has_no_word_of_its_own():
    for s in TICKETS:
        right = json.loads(copied(s))
        assert grade(s, copied(s)).correct
        if s.truth.answerable:
            needed = [p for p in s.passages if p.id in s.truth.gold]
            assert right["citations"] == [p.id for p in needed]
            assert right["resolution"] == " ".join(p.fix for p in needed)


def test_a_disguise_leaves_the_form_and_the_tickets_english_alone():
    for n, s in enumerate(TICKETS):
        rename = light_renaming(Random(n), s)
        told = rename(with_worksheet(s, copied(s)))
        assert re.sub(r"\d", "0", told.split(":")[0]) == "<think>\nsystem"
        thought, _, answer = told.partition("\n</think>\n")
        assert all(re.search(VERDICT, line) for line in thought.splitlines()[2:]), thought
        assert list(json.loads(answer)) == ["citations", "resolution", "confidence", "escalate"]
        code = " ".join(CODE.findall(" ".join(p.text for p in s.passages)))
        said = s.ticket.body.split()
        kept = [word for word in said if word.isalpha() and word.islower() and word not in code]
        assert sum(rename(word) == word for word in kept) >= 0.9 * len(kept)


def test_a_reading_case_has_an_empty_calendar_and_says_what_is_asked_for():
    for s in (s for s in CASES if s.desk == "exec_assist"):
        bare, read = reading_case(s)
        assert bare.thread == s.thread
        assert bare.calendar.events == bare.calendar.series == bare.calendar.pending == ()
        assert read.rstrip() in worksheet(s)
        assert re.match("here|theirs|asked: nothing", read.splitlines()[-1])


def test_worksheets_are_short():
    assert all(len(worksheet(s)) <= LONGEST for s in CASES)


@pytest.mark.parametrize("tier", TIERS)
def test_a_mails_worksheet_comes_to_what_is_true(tier):
    for s in (s for s in MAILS if s.tier == tier):
        found, request = lines(s), s.truth.request
        if request is None:
            assert found == {"asked": "nothing"}
            continue
        asked = request.slot
        assert found["here"].endswith(f"{asked.start:%Y-%m-%d %H:%M}-{asked.end:%H:%M}")
        assert found["asked"].endswith(f", {asked.minutes} min")
        until = f" = {request.deadline:%a %m-%d %H:%M}" if request.deadline else "any time"
        assert found["until"].endswith(until)
        guests = [one.name for one in s.contacts if one.email in request.attendees[1:]]
        assert found["with"] == (", ".join(guests) or "nobody else")
        marked = re.findall(r" clash (\w+)", found["that day"])
        marked += re.findall(r"^([epA-Z]\w+)[^:]*: .* clash\b", worksheet(s), re.M)
        known = [one for one in marked if re.fullmatch(r"[ep]\d+", one)]
        assert set(known) == set(s.truth.conflicts)
        names = {one.email: one.first_name for one in s.contacts}
        busy = {
            names[one.email]
            for one in s.calendar.colleagues
            if one.email in request.attendees
            and any(at.overlaps(asked.start, asked.end) for at in one.busy)
        }
        assert set(marked) - set(known) == busy
        free = s.truth.accepts("book") is not None
        assert (found["clash"] == "none") == free
        assert any(name.startswith("open ") for name in found) != free


def test_a_mails_worksheet_quotes_its_emails():
    for s in MAILS:
        found, told = lines(s), " ".join(email.body for email in s.thread)
        if "says" not in found or found["says"].startswith("last week, "):
            continue
        until, _, _ = found["until"].partition(" = ")
        assert (until == "any time") == (s.truth.request.deadline is None)
        told_until = re.sub(r", [\d.]+[+-].*|^any time$", "", until)
        for said in (found["says"], told_until):
            passages = [said] if said in told else re.split(r"[;,] ", said)
            assert all(one in told for one in passages), (said, told)


def test_a_time_that_an_email_does_not_say_is_an_error():
    [s] = [s for s in MAILS if s.tier == "easy" and s.seed == 0]
    [email] = s.thread
    silent = s.model_copy(update={"thread": (email.model_copy(update={"body": "Call me."}),)})
    with pytest.raises(ValueError, match="easy 0: no email of the thread says the time"):
        worksheet(silent)


@pytest.mark.parametrize("own_clock", [False, True])
def test_the_senders_clock_is_told_and_reckoned_with(own_clock):
    abroad = [s for s in MAILS if s.executive.zone != s.sender.zone and s.truth.request]
    found = [(s, one) for s in abroad if ("theirs" not in (one := lines(s))) == own_clock]
    assert found
    for s, one in found:
        slot = s.truth.request.slot
        there = to_zone(slot.start, s.executive.zone, s.sender.zone)
        if own_clock:
            assert one["asked"].startswith(f"{there:%a %H:%M}-")
        else:
            assert one["theirs"].rpartition(", ")[2].startswith(f"{there:%a %H:%M}-")
        sums = one["here" if own_clock else "theirs"].split(", ")[:2]
        if own_clock and s.truth.request.deadline:
            sums.append(one["until"].split(", ")[-1].rpartition(" = ")[0])
        for sum_ in sums:
            reckoned, result = sum_.split(" = ")
            assert sum(map(float, re.findall(r"[+-]?[\d.]+", reckoned))) == float(result)
        ends = [to_zone(at, s.executive.zone, s.sender.zone) for at in (slot.start, slot.end)]
        clocks = [*zip(ends, (slot.start, slot.end), strict=True)]
        for sum_, (theirs, ours) in zip(sums, clocks, strict=False):
            was, now = (theirs, ours) if own_clock else (ours, theirs)
            assert re.match(r"[\d.]+", sum_)[0] == f"{was.hour + was.minute / 60:g}"
            assert sum_.endswith(f" = {now.hour + now.minute / 60:g}")


def is_counted(line: str, first: date, days: list[date], weeks: int) -> bool:
    """Checks what a worksheet says of a series; whether it counts the days that lead there."""
    counted, _, weekdays = line.rpartition("; ")
    every = timedelta(weeks=weeks)
    on = {f"{day:%a}" for day in days if (day - first) % every == timedelta()}
    assert set(weekdays.split(", ")) == (on or {"none"})
    if counted:
        between, _, sums = counted.partition(": ")
        same = max(day for day in days if day.weekday() == first.weekday())
        assert between == f"{first:%b} {first.day} to {same:%a %b} {same.day} {same.year}"
        *months, parity = sums.split(", ")
        total, at = 0, first
        for one in months:
            month, days_there, reached = re.fullmatch(r"(\w{3}) (\S+) = (\d+)", one).groups()
            assert month == f"{at:%b}"
            ends, _, began = days_there.lstrip("+").partition("-")
            total += int(ends) - int(began or 0)
            assert int(reached) == total
            at = at.replace(day=int(ends))
            assert at == same or (at + timedelta(days=1)).day == 1
            at += timedelta(days=1)
        assert total == (same - first).days
        assert parity == ("odd" if weekdays == "none" else "even")
    return bool(counted)


def test_a_fortnightly_series_is_counted_to_the_days_shown():
    counted = 0
    for s in (s for s in MAILS if s.tier == "hard" and s.truth.request):
        found = lines(s)
        for one in s.calendar.series:
            weeks = 2 if "INTERVAL=2" in one.rule else 1
            first = one.first.start.date()
            counted += is_counted(found[one.id], first, [*s.calendar.days], weeks)
    assert counted > 20


def test_what_may_fall_on_that_day_has_a_line_that_says_whether_it_does():
    there = []
    for s in (s for s in MAILS if s.tier == "hard" and s.truth.request):
        said, day = worksheet(s), s.truth.request.slot.start.date()
        on_the_day = [one for one in s.calendar.pending if one.start.date() == day]
        on_the_day += [
            at
            for one in s.calendar.colleagues
            for at in one.busy
            if at.start.date() == day and one.email in s.truth.request.attendees
        ]
        names = [one.id for one in (*s.calendar.series, *s.calendar.pending)]
        names += [
            one.first_name
            for one in s.contacts
            if one.email in s.truth.request.attendees
            and one.email in {busy.email for busy in s.calendar.colleagues}
        ]
        for name in names:
            [verdict] = re.findall(rf"^{name}\b[^:]*: (no|\d\d:\d\d-.*)$", said, re.M)
            spans = re.findall(r"(\S+-\S+) (?:before|clash|after)", verdict)
            assert (verdict == "no") == (not spans)
            there += spans
            if name.startswith("e"):
                weekday = f"{day:%a}" in lines(s)[name].rpartition("; ")[2]
                assert weekday == (verdict != "no")
            else:
                assert set(spans) <= {one.hours for one in on_the_day}
    assert len(there) > 20


def test_an_earlier_request_blocks_unless_its_priority_is_lower():
    for s in (s for s in MAILS if s.tier == "hard" and s.truth.request):
        for one in s.calendar.pending:
            [told] = re.findall(rf"^{one.id} (.*): ", worksheet(s), re.M)
            theirs, ours = (
                PRIORITIES.index(one.priority),
                PRIORITIES.index(s.truth.request.priority),
            )
            sign = "<" if theirs < ours else ">" if theirs > ours else "="
            what = f"{one.start:%a}, {one.priority} {sign} {s.truth.request.priority}"
            assert told == what + ", blocks" * (theirs >= ours)


def test_an_answer_offers_what_its_worksheet_lists():
    for s in MAILS:
        action = json.loads(copied(s))
        offered = [*action["proposed_slots"], *filter(None, [action["reschedule"]])]
        opened = re.findall(r"^open (\w{3}): (.*)$", worksheet(s), re.M)
        ranges = [
            (day, *one.split()[0].split("-"))
            for day, row in opened
            for one in row.split(", ")
            if "-" in one and not one.endswith(" short")
        ]
        for _, row in opened:
            for begins, ends, minutes in re.findall(r"([\d:]+)-([\d:]+) (\d+)", row):
                span = datetime.strptime(ends, "%H:%M") - datetime.strptime(begins, "%H:%M")
                assert span == timedelta(minutes=int(minutes))
        for slot in offered:
            start, end = (datetime.fromisoformat(slot[name]) for name in ("start", "end"))
            on, begins, ends = f"{start:%a}", f"{start:%H:%M}", f"{end:%H:%M}"
            assert any(on == day and first <= begins < ends <= last for day, first, last in ranges)
        if opened and not offered:
            assert action["calendar_action"] == "decline"
            assert not ranges


@pytest.mark.parametrize("tier", TIERS)
def test_a_tickets_worksheet_comes_to_what_is_true(tier):
    for s in (s for s in CASES if s.desk == "it_triage" and s.tier == tier):
        told = worksheet(s).splitlines()
        fits = [one.partition(", fits: ")[2] for one in told if ", fits: " in one]
        assert fits == [one.id for one in s.passages if one.id in s.truth.gold]
        assert told[-1] == f"applies: {', '.join(fits) or 'none'}"
        assert [one.split()[-1] for one in told[1:-1]] == [one.id for one in s.passages]


@pytest.mark.slow
def test_what_was_written_by_others_was_right_and_is_of_the_train_split():
    from training.rl.rewards import get_scenario
    from training.sft.demonstrations import WRITTEN

    for desk in DESKS:
        rows = (WRITTEN / f"{desk}.jsonl").read_text(encoding="utf-8").splitlines()
        assert len(rows) >= 400
        cases = [
            (get_scenario(one["scenario"]), one["completion"]) for one in map(json.loads, rows)
        ]
        assert {s.split for s, _ in cases} == {"train"}
        assert sum(grade(s, text).correct for s, text in cases) >= 0.9 * len(cases)


def test_two_faults_that_share_a_product_or_a_version_are_told():
    desk = load("it_triage")
    cases = [desk.scenario(seed, "hard", "train", "all") for seed in range(100_000, 100_400)]
    shared = [s for s in cases if not s.truth.answerable and len(s.truth.facts) % 2]
    assert shared
    for s in shared:
        systems = worksheet(s).splitlines()[0].removeprefix("system: ").split("; ")
        assert len(systems) == 2
        assert set(" ".join(systems).split()) >= set(" ".join(s.truth.facts).split())


def test_two_systems_are_told_in_the_order_of_the_ticket_and_as_it_calls_them():
    desk, two = load("it_triage"), 0
    for seed in range(100_000, 100_300):
        s = desk.scenario(seed, "hard", "train", "all")
        text = f"{s.ticket.subject}\n{s.ticket.body}"
        told = worksheet(s).splitlines()[0].removeprefix("system: ").split("; ")
        products, versions = zip(*(one.rsplit(" ", 1) for one in told), strict=True)
        named = products if len(set(products)) == len(products) else versions
        at = [text.find(one) for one in named]
        assert at == sorted(at), (seed, told)
        assert min(at) >= 0
        two += len(told) == 2
    assert two > 30


def test_what_is_offered_is_right_in_what_ifs_too():
    desk, offers = load("exec_assist"), 0
    for seed in range(100_000, 100_300):
        s = desk.scenario(seed, "hard", "train", "all")
        assert grade(s, copied(s)).correct, seed
        for given, rest in what_ifs(Random(seed), s, 2):
            zone = s.executive.zone != s.sender.zone
            for day, start, end in re.findall(r"^offer: (\w{3}) (\S+)-(\S+) = ", rest, re.M):
                offers += zone
                [ranges] = re.findall(rf"^open {day}: (.*)$", rest, re.M)
                spans = [one.split()[0].split("-") for one in ranges.split(", ")]
                assert any(first <= start < end <= last for first, last in spans), (
                    seed,
                    given,
                    rest,
                )
                assert start[3:] in ("00", "30")
    assert offers > 20


def test_what_ifs_are_of_the_same_calendar_and_every_other_one_clashes():
    for s in (s for s in CASES if s.desk == "exec_assist"):
        told = what_ifs(Random(s.seed), s, 4)
        assert len(told) == 4
        for number, (given, rest) in enumerate(told):
            assert given.splitlines()[-1].startswith("says: ")
            assert re.match(r"\nasked: \w{3} [\d:]+-[\d:]+, \d+ min\nhere: ", rest)
            assert bool(re.search(r" clash\b", rest)) >= bool(number % 2)


def test_a_drill_is_of_one_day_and_has_no_email():
    for s in (s for s in CASES if s.desk == "exec_assist"):
        told, asked = drill(Random(s.seed), s, 6)
        days = re.findall(r"^(\w{3} \d{4}-\d\d-\d\d)", told, re.M)
        assert len(days) == 1
        assert s.thread[-1].body not in told
        entries = dict(re.findall(r"^(\S+) (e\d+) .*\w$", told, re.M))
        assert asked
        for _, rest in asked:
            assert f" {days[0]} " in rest.split("\nthat day: ")[0]
            listed = re.findall(r"(\S+) (?:before|clash|after) (e\d+);", rest)
            assert dict(listed) == entries


def test_a_drill_of_series_counts_up_to_the_days_shown():
    for s in (s for s in CASES if s.desk == "exec_assist"):
        told, [(given, counts)] = series_drill(Random(s.seed), s, 6)
        assert given == ""
        assert s.thread[-1].body not in told
        assert not re.search(r"^\d\d:\d\d-", told, re.M)
        listed = re.findall(r"^\w{3} (\d{4}-\d\d-\d\d)", told, re.M)
        days = [date.fromisoformat(one) for one in listed]
        since = re.findall(r"(e\d+) .*\(since ([\d-]+)\)", told)
        assert len(since) == len(counts.splitlines()) == 6
        for (name, first), line in zip(since, counts.splitlines(), strict=True):
            assert line.startswith(f"{name}: ")
            count = line.removeprefix(f"{name}: ")
            assert is_counted(count, date.fromisoformat(first), days, weeks=2)


def test_no_questions_make_no_drill():
    cases = [s for s in CASES if s.desk == "exec_assist"]
    for make in (drill, series_drill):
        assert not any(make(Random(s.seed), s, 0)[1] for s in cases)


def test_a_desk_without_what_ifs_has_none():
    assert what_ifs(Random(0), CASES[-1], 4) == []
    assert drill(Random(0), CASES[-1], 4) == series_drill(Random(0), CASES[-1], 4) == ("", [])


def test_a_ticket_that_no_article_answers_is_handed_over_with_every_system():
    desk, two = load("it_triage"), 0
    for seed in range(570_000, 570_600):
        s = desk.scenario(seed, "hard", "train", "all")
        if not s.truth.answerable:
            assert grade(s, copied(s)).correct, seed
            two += s.situation == "no_article_two_faults"
    assert two > 10
