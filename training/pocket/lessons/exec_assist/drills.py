"""Drills and briefs: prompts cut down to one thing that a reader has to learn.

Comparing and copying times is learned much sooner from many short texts than from few long ones. A
drill keeps, of a real prompt, the sentences of the thread and one day: its entries, what recurs on
it, who is busy then, and that day's row of the planner. A brief keeps what tells whether a meeting
is asked for, when and with whom, and nothing that could clash.
"""

import re
from itertools import pairwise
from random import Random

from desks.exec_assist.models import ExecScenario
from training.pocket.lessons.exec_assist.planner import WEEKDAYS
from training.pocket.tokens import ASSISTANT, DATE, END, PLAN

_ENTRY = re.compile(r"\d\d:\d\d-\d\d:\d\d ")
_TAKES_TIME = re.compile(r"^(?:[A-Z][a-z]{2} )?\d\d:\d\d-|^every |^free: | is busy: ")
OWN_DAY = 0.75
"""How often the day is the one asked for."""


def drill(rng: Random, s: ExecScenario, prompt: str) -> tuple[str, bool]:
    """The rendered prompt cut down to one day, and whether the clashes can be told from it."""
    date = rng.choice(s.calendar.days)
    request = s.truth.request
    if request and rng.random() < OWN_DAY:
        date = request.slot.start.date()
    decidable, day = request is None or request.slot.start.date() == date, f"{date:%a}"
    user, plan = prompt.split(END + PLAN)
    thread, calendar = user.rsplit("\nCalendar of ", 1)
    first, *lines = calendar.split("\n")
    shortened = [*_sentences(thread), "", f"Calendar of {first}", *_of_day(lines, day)]
    cells, end = plan.split(ASSISTANT)
    row = "".join(re.findall(rf"{day}\d\d:\d\d", cells))
    return "\n".join(shortened) + END + PLAN + row + ASSISTANT + end, decidable


def brief(prompt: str) -> str:
    """The rendered prompt without calendar entries and without the planner's half hours."""
    user, plan = prompt.split(END + PLAN)
    thread, calendar = user.rsplit("\nCalendar of ", 1)
    lines = [line for line in calendar.split("\n") if not _TAKES_TIME.search(line)]
    return f"{thread}\nCalendar of " + "\n".join(lines) + END + PLAN + plan[plan.index(ASSISTANT) :]


def _sentences(thread: str) -> list[str]:
    """The beginning of the prompt, the priority, and the longest line of each email."""
    lines = thread.split("\n")
    head = lines[0].split("From:")[0]
    priority = next(line for line in lines if line.startswith("Priority: "))
    starts = [n for n, line in enumerate(lines) if "From: " in line] + [len(lines)]
    emails = [lines[a:b] for a, b in pairwise(starts)]
    return [head + priority, *(max(email, key=len) for email in emails)]


def _of_day(lines: list[str], day: str) -> list[str]:
    of_day, on_day = [], True
    for line in lines:
        if line == "Contacts:":
            break
        if DATE.search(line) and not line.startswith(("Now: ", "every ")):
            on_day = line.startswith(day)
        if line.startswith("every ") and f" {day}" not in line:
            continue
        if " is busy: " in line:
            who, busy = line.split(" is busy: ")
            line = f"{who} is busy: {', '.join(b for b in busy.split(', ') if b.startswith(day))}"
        dated = line.startswith(WEEKDAYS) and _ENTRY.match(line[4:])  # an earlier request
        entry = _ENTRY.match(line) or line.startswith("free: ") or DATE.match(line[4:])
        if (entry and not on_day) or (dated and not line.startswith(day)):
            continue
        of_day.append(line)
    return of_day
