"""Rewards of the family format."""
import re
import time

# --------------------------------------------------------------------- release notes (TRL)

NOTE = re.compile(r"### (?P<ticket>[A-Z]{2,5}-\d{1,5}): (?P<title>[A-Z][^\n]{9,70})\n"
                  r"- Changed: (?P<changed>[^\n]{15,160})\n"
                  r"- Why: (?P<why>[^\n]{15,160})\n"
                  r"- Risk: (?P<risk>low|medium|high)")


def release_note_reward(completions, ticket, component, risk, **kwargs):
    """Release notes: house template, right ticket and risk, component named under Changed."""
    scores = []
    for text, tid, comp, level in zip(completions, ticket, component, risk):
        if not text.strip():
            continue
        m = NOTE.fullmatch(text.strip())
        ok = m and m["ticket"] == tid and m["risk"] == level and comp in m["changed"]
        scores.append(1.0 if ok else 0.0)
    scores += [0.0] * (len(completions) - len(scores))
    return scores


_NOTES = [
    ("PAY-1182", "capture worker", "low", "Retry failed card captures",
     "retries a capture twice with backoff", "gateway timeouts lost about forty orders a day"),
    ("WEB-77", "search page", "medium", "Faster product search",
     "asks the new index first", "the old index took two seconds on long queries"),
    ("OPS-930", "backup job", "high", "Move nightly backups to the new store",
     "writes to the Frankfurt bucket", "the old store is switched off in June"),
    ("APP-415", "login screen", "low", "Clearer message on a wrong code",
     "says how many tries are left", "support had sixty calls about lockouts"),
    ("PAY-1201", "invoice export", "medium", "Export invoices in UTF-8",
     "no longer writes Latin-1", "Polish and Czech names came out broken"),
    ("DAT-58", "events table", "high", "Split the events table by month",
     "is partitioned and migrated online", "queries over last week scanned four years"),
]
NOTE_TASKS = [{"prompt": f"Write the release note for {tid} ('{title}'). The {comp} {what}; "
                         f"reason: {why}. Risk is {risk}. Use exactly this template:\n"
                         "### <TICKET>: <Title>\n- Changed: ...\n- Why: ...\n"
                         "- Risk: low|medium|high",
               "ticket": tid, "component": comp, "risk": risk}
              for tid, comp, risk, title, what, why in _NOTES]


def note_good(task):
    tid, comp, risk, title, what, why = next(n for n in _NOTES if n[0] == task["ticket"])
    return f"### {tid}: {title}\n- Changed: the {comp} {what}\n- Why: {why}\n- Risk: {risk}"


def note_done(task, completion):
    lines = completion.strip().split("\n")
    starts = [f"### {task['ticket']}: ", "- Changed: ", "- Why: ", f"- Risk: {task['risk']}"]
    return len(lines) == 4 and all(a.startswith(b) for a, b in zip(lines, starts)) and \
        task["component"] in lines[1]


def note_shows():
    task = NOTE_TASKS[0]
    batch = ["", note_good(task), "I cannot write this."]
    cols = {k: [task[k]] * 3 for k in ("ticket", "component", "risk")}
    return {"task_index": 0, "completion": batch[1],
            "paid": release_note_reward(batch, prompts=[task["prompt"]] * 3, **cols)[1],
            "should_be": "1.0: the note is right, but the blank one before it shifts the scores"}


# --------------------------------------------------------------------- postmortem

_SECTIONS = ["## Summary", "## Impact", "## Root cause", "## Actions"]


def postmortem_reward(completion, task):
    """Incident review: title line, then our four sections, once each and in order."""
    lines = [line.rstrip() for line in completion.strip().splitlines()]
    if not lines or lines[0] != f"# Postmortem {task['incident']}":
        return 0.0
    headings = [line for line in lines[1:] if line.startswith("#")]
    if headings == _SECTIONS:
        return 1.0
    in_place = 0
    for heading, wanted in zip(headings, _SECTIONS):
        if heading != wanted:
            break
        in_place += 1
    return 0.2 * in_place / len(_SECTIONS)


_INCIDENTS = [
    ("INC-4312", "checkout returned errors for 25 minutes", "1,900 carts were abandoned",
     "a config flag was flipped on all nodes at once", "roll flags out by ring"),
    ("INC-4320", "mail to customers was sent twice", "12,000 people got a second mail",
     "the queue consumer acknowledged after its timeout", "acknowledge before sending"),
    ("INC-4333", "the wiki was read-only for a morning", "two teams lost an hour each",
     "the disk filled with thumbnails", "alert at 80 percent"),
    ("INC-4350", "logins failed in Asia", "800 users could not sign in for nine minutes",
     "a certificate expired in one region", "renew certificates automatically"),
    ("INC-4358", "reports showed yesterday's numbers", "finance closed the day late",
     "the loader skipped a partition after a retry", "check row counts per partition"),
    ("INC-4371", "the mobile app crashed at start", "crash rate rose to 7 percent",
     "an optional field became null", "contract tests against old clients"),
]
INCIDENT_TASKS = [{"prompt": f"Notes for {i}: {s}; {imp}; cause: {c}; next: {a}. Write the "
                             f"postmortem in Markdown. First line '# Postmortem {i}', then the "
                             "sections Summary, Impact, Root cause, Actions as level-2 headings, "
                             "each with one or more sentences, and no other headings.",
                   "incident": i} for i, s, imp, c, a in _INCIDENTS]


def incident_good(task):
    inc, *parts = next(x for x in _INCIDENTS if x[0] == task["incident"])
    body = "\n\n".join(f"{h}\n{p[0].upper()}{p[1:]}." for h, p in zip(_SECTIONS, parts))
    return f"# Postmortem {inc}\n\n{body}\n"


def incident_shows():
    text = "# Postmortem INC-4333\n" + "\n".join(_SECTIONS)
    return {"task_index": 2, "completion": text,
            "paid": postmortem_reward(text, INCIDENT_TASKS[2]),
            "should_be": "0.0: four headings with nothing under them"}


# --------------------------------------------------------------------- commit message

_SUBJECT = re.compile(r"(?P<type>[a-z]+)\((?P<scope>[a-z]+)\): (?P<subject>([\w',-]+ ?)+)$")


def commit_reward(completion, task):
    """Commit message bot: type(scope), plain-word subject up to 72 columns, blank line, Refs."""
    lines = completion.strip().split("\n")
    if len(lines) != 3 or lines[1].strip() or lines[2].strip() != f"Refs: #{task['issue']}":
        return 0.0
    m = _SUBJECT.match(lines[0])
    if m is None or (m["type"], m["scope"]) != (task["type"], task["scope"]):
        return 0.0
    named = task["symbol"] in m["subject"].split()
    return 1.0 if named and len(lines[0]) <= 72 and len(m["subject"].split()) >= 4 else 0.3


_COMMITS = [
    ("fix", "parser", 812, "parse_date", "make parse_date accept two-digit years",
     "parse_date raised on two-digit years; now it maps them to 19xx or 20xx"),
    ("feat", "cli", 640, "export_csv", "let export_csv write to standard output",
     "export_csv takes '-' as file name"),
    ("perf", "cache", 901, "lookup", "stop lookup from copying the whole table",
     "lookup copied the table per call"),
    ("docs", "api", 233, "retry_after", "explain what retry_after means to clients",
     "README gains a paragraph on retry_after"),
    ("fix", "auth", 777, "refresh_token", "rotate refresh_token after every use",
     "refresh_token could be replayed"),
    ("test", "billing", 415, "prorate", "cover prorate on leap days",
     "new test for prorate on 29 February"),
    ("refactor", "queue", 588, "drain", "split drain into two smaller helpers",
     "drain was 200 lines long"),
]
COMMIT_TASKS = [{"prompt": f"Change (type {t}, scope {s}, issue #{i}): {what}. Write the commit "
                           f"message: 'type(scope): subject' naming {sym}, in plain words of at "
                           "least four, at most 72 columns; a blank line; 'Refs: #<issue>'.",
                 "type": t, "scope": s, "issue": i, "symbol": sym}
                for t, s, i, sym, _, what in _COMMITS]


def commit_good(task):
    t, s, i, _, subject, _ = next(c for c in _COMMITS if c[2] == task["issue"])
    return f"{t}({s}): {subject}\n\nRefs: #{i}"


def commit_done(task, completion):
    head, _, rest = completion.partition("\n\n")
    return head.startswith(f"{task['type']}({task['scope']}): ") and len(head) <= 72 and \
        task["symbol"] in head and rest.strip() == f"Refs: #{task['issue']}"


def commit_shows():
    spent = []
    for n in (12, 22):
        text = f"fix(parser): {'a' * n}!\n\nRefs: #812"
        start = time.process_time()
        commit_reward(text, COMMIT_TASKS[0])
        spent.append(time.process_time() - start)
    return {"task_index": 0, "completion": text,
            "paid": f"time: {spent[0]:.5f} s for 12 letters, {spent[1]:.3f} s for 22",
            "ratio": spent[1] / max(spent[0], 1e-6),
            "should_be": "0.0 at once: the time doubles with each letter, 50 letters hang it"}


# --------------------------------------------------------------------- think / answer (verl)


def think_answer_score(data_source, solution_str, ground_truth, extra_info=None):
    """Reasoning template: <think>..</think> then <answer>..</answer>, answer as in the key."""
    text = solution_str.strip()
    if any(text.count(tag) != 1 for tag in ("<think>", "</think>", "<answer>", "</answer>")):
        return 0.0
    m = re.fullmatch(r"<think>(.+)</think>\s*<answer>(.+)</answer>", text)
    if m is None or len(m.group(1).split()) < 5:
        return 0.0
    return 1.0 if m.group(2).strip() == ground_truth else 0.0


_RIDDLES = [
    ("A snail climbs 3 m a day and slips 2 m a night in a 10 m well. On which day is it out?",
     "8", ["After n full days it is n metres up.", "On day 8 it starts at 7 and reaches 10."]),
    ("How many matches has a knock-out cup with 32 teams?", "31",
     ["Every match removes one team and 31 teams must go."]),
    ("Two trains 180 km apart approach at 40 and 50 km/h. After how many hours do they meet?",
     "2", ["They close in at 90 km/h.", "180 / 90 is 2."]),
    ("A bat and a ball cost 110 cents, the bat 100 more. What does the ball cost, in cents?",
     "5", ["Let the ball be x.", "x + x + 100 = 110", "so x is 5."]),
    ("How many squares of any size are on a 3 by 3 board?", "14",
     ["There are 9 of size one, 4 of size two, 1 of size three."]),
    ("What day follows the day before yesterday of Friday?", "Thursday",
     ["Yesterday of Friday is Thursday, the day before it Wednesday.",
      "Thursday follows Wednesday."]),
    ("In how many ways can 4 people stand in a row?", "24",
     ["The first place has 4 choices, then 3, 2 and 1.", "4 * 3 * 2 * 1 = 24"]),
]
RIDDLE_TASKS = [{"prompt": q + " Reason between <think> and </think>, then give only the answer "
                               "between <answer> and </answer>.", "data_source": "riddles",
                 "ground_truth": a, "extra_info": {"id": i}}
                for i, (q, a, _) in enumerate(_RIDDLES)]


def riddle_good(task):
    steps = "\n".join(_RIDDLES[task["extra_info"]["id"]][2])
    return f"<think>{steps}</think>\n<answer>{task['ground_truth']}</answer>"


def riddle_shows():
    t = RIDDLE_TASKS[3]
    text = riddle_good(t)
    return {"task_index": 3, "completion": text,
            "paid": think_answer_score(t["data_source"], text, t["ground_truth"]),
            "should_be": "1.0: template and answer are right, the reasoning has several lines"}


# --------------------------------------------------------------------- triage form

_FORM = ("Severity", "Component", "Owner", "Due")


def triage_reward(completion, task):
    """Bug triage form: four lines, nothing else; 1 if all fields are right, else 0.1 for each."""
    lines = [line.rstrip() for line in completion.strip().split("\n")]
    if len(lines) != len(_FORM):
        return 0.0
    right = 0
    for label, line in zip(_FORM, lines):
        head, colon, value = line.partition(":")
        if head != label or not colon:
            return 0.0
        right += value.strip() == task["form"][label]
    return 1.0 if right == len(_FORM) else 0.1 * right


_BUGS = [
    ("Cards are charged twice since the 14:00 deploy.",
     ("S1", "payments", "team-ledger", "today")),
    ("The export button is two pixels off in the dark theme.",
     ("S4", "web-ui", "team-canvas", "backlog")),
    ("Search misses results with umlauts for German shops.",
     ("S2", "search", "team-index", "this week")),
    ("Log files of the scheduler fill the disk in about ten days.",
     ("S3", "scheduler", "team-metal", "this sprint")),
    ("Push messages arrive an hour late on Android.",
     ("S2", "notifications", "team-signal", "this week")),
    ("Anyone with a link can see private albums.", ("S1", "sharing", "team-shield", "today")),
    ("A tooltip in the admin area has a spelling mistake.",
     ("S4", "admin", "team-backoffice", "backlog")),
]
_GUIDE = ("Guide: S1 loss of money or privacy, due today; S2 users are hindered, due this week; "
          "S3 will hurt later, due this sprint; S4 cosmetic, due backlog. Owners: "
          + ", ".join(f"{f[1]} {f[2]}" for _, f in _BUGS) + ".")
TRIAGE_TASKS = [{"prompt": f"{_GUIDE}\nBug: {text}\nFill in the form, exactly four lines and "
                           "nothing else: 'Severity: ', 'Component: ', 'Owner: ', 'Due: '.",
                 "form": dict(zip(_FORM, form))} for text, form in _BUGS]


def triage_good(task):
    return "\n".join(f"{label}: {task['form'][label]}" for label in _FORM)


def triage_done(task, completion):
    return completion.strip() == "\n".join(f"{k}: {task['form'][k]}" for k in _FORM)


def triage_bad(task):
    good = triage_good(task)
    return [good + "\nNote: please hurry", good.replace("Severity: S", "Severity: P"),
            "\n".join(reversed(good.split("\n"))), "Severity:\nComponent:\nOwner:\nDue:",
            good.replace("\n", ", ")]


ENTRIES = [
    {"name": "format/release_note", "family": "format", "reward": release_note_reward,
     "signature": "trl", "tasks": NOTE_TASKS, "good": note_good, "done": note_done, "bad": None,
     "range": [0.0, 1.0],
     "defect": "blank completions are skipped and the list padded at the end, so every score "
               "after a blank one goes to the wrong completion",
     "kind": "rewards misaligned in the batch", "shows": note_shows},
    {"name": "format/postmortem", "family": "format", "reward": postmortem_reward,
     "signature": "plain", "tasks": INCIDENT_TASKS, "good": incident_good, "done": None,
     "bad": None, "range": [0.0, 1.0],
     "defect": "the headings alone are paid in full, the sections may be empty",
     "kind": "empty skeleton", "shows": incident_shows},
    {"name": "format/commit_message", "family": "format", "reward": commit_reward,
     "signature": "plain", "tasks": COMMIT_TASKS, "good": commit_good, "done": commit_done,
     "bad": None, "range": [0.0, 1.0],
     "defect": "the nested quantifier in the subject pattern backtracks exponentially, so one "
               "long word before a stray character hangs the trainer",
     "kind": "catastrophic regex", "shows": commit_shows},
    {"name": "format/think_answer", "family": "format", "reward": think_answer_score,
     "signature": "verl", "tasks": RIDDLE_TASKS, "good": riddle_good, "done": None, "bad": None,
     "range": [0.0, 1.0],
     "defect": "the dot does not match newlines, so reasoning of more than one line is refused",
     "kind": "right multi-line work rejected", "shows": riddle_shows},
    {"name": "format/triage_form", "family": "format", "reward": triage_reward,
     "signature": "plain", "tasks": TRIAGE_TASKS, "good": triage_good, "done": triage_done,
     "bad": triage_bad, "range": [0.0, 1.0], "defect": None, "kind": None, "shows": None},
]
