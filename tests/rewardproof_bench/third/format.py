"""Rewards for texts in a fixed form; the form counts only around the right content."""
import csv
import io
import re
from itertools import combinations


# ---------------------------------------------------------------- commit_message (code review)
_COMMITS = [
    ("Invoices rounded VAT per line, which made totals differ by a cent. Now VAT is rounded once.",
     "fix", "billing", [["vat", "invoice"], ["round"]], "BILL-212"),
    ("Users can now export their contact list as a CSV file.",
     "feat", "contacts", [["export"], ["csv"]], "CRM-87"),
    ("The login page crashed when the password field was left empty. It shows a hint now.",
     "fix", "auth", [["crash", "empty"], ["password", "login"]], "SEC-14"),
    ("README explains how to run the worker under Docker.",
     "docs", "worker", [["docker"], ["readme", "run", "explain", "document"]], "OPS-305"),
    ("The search index is now built with a batch query instead of one query for each row.",
     "perf", "search", [["batch"], ["index", "quer"]], "SRCH-9"),
    ("Removed the unused v1 payment adapter.",
     "refactor", "payments", [["remove", "drop", "delete"], ["adapter"]], "PAY-550"),
    ("Added unit tests for the tariff calculator.",
     "test", "tariff", [["test"], ["calculator", "tariff"]], "NRG-61"),
]
COMMIT_TASKS = [
    {"prompt": f"Change ({ticket}, area {scope}): {text}\nWrite the commit message: a subject "
               "'type(area): summary' of at most 72 characters in lower case without a full stop, "
               "a blank line, a body of your choice, and a last line 'Refs: <ticket>'. Types: "
               "feat, fix, docs, perf, refactor, test.",
     "rules": {"type": kind, "area": scope, "about": about, "ticket": ticket}}
    for text, kind, scope, about, ticket in _COMMITS]


def commit_message(completion, task):
    """0 without a right subject line; 0.6 for it, 0.2 for the blank line, 0.2 for the footer."""
    rules, lines = task["rules"], completion.strip().split("\n")
    subject = lines[0].rstrip()
    start = f"{rules['type']}({rules['area']}): "
    summary = subject[len(start):]
    if not subject.startswith(start) or len(subject) > 72 or subject.endswith("."):
        return 0.0
    if summary != summary.lower() or len(summary.split()) < 3:
        return 0.0
    words = summary.split()
    if max(words.count(w) for w in words) > 2:
        return 0.0
    if not all(any(w.startswith(a) for a in alts for w in words) for alts in rules["about"]):
        return 0.0
    pay = 0.6
    if len(lines) > 2 and not lines[1].strip():
        pay += 0.2
    if len(lines) > 1 and lines[-1].strip() == f"Refs: {rules['ticket']}":
        pay += 0.2
    return round(pay, 6)


_SUBJECTS = {
    "BILL-212": "round vat once for each invoice", "CRM-87": "export the contact list as csv",
    "SEC-14": "avoid crash on empty password", "OPS-305": "explain how to run under docker",
    "SRCH-9": "build the index with a batch query", "PAY-550": "remove the unused v1 adapter",
    "NRG-61": "add unit tests for the calculator"}


def _commit_good(task):
    r = task["rules"]
    return (f"{r['type']}({r['area']}): {_SUBJECTS[r['ticket']]}\n\nSee the ticket for the "
            f"background.\n\nRefs: {r['ticket']}\n")


def _commit_bad(task):
    r = task["rules"]
    return [f"{r['type']}({r['area']}): update some more code\n\nRefs: {r['ticket']}",
            f"chore({r['area']}): {_SUBJECTS[r['ticket']]}\n\nRefs: {r['ticket']}",
            f"{r['type']}({r['area']}): " + "lorem ipsum " * 20, f"Refs: {r['ticket']}"]


# ---------------------------------------------------------------- soap_note (medicine)
_SOAP = [
    (["sore throat for three days", "no cough"], ["temperature 38.6", "tonsils swollen"],
     ["probable tonsillitis"], ["throat swab", "review in two days"]),
    (["lower back pain since lifting a box"], ["straight leg raise negative", "no red flags"],
     ["acute lumbar strain"], ["keep moving", "naproxen for five days"]),
    (["itchy rash after gardening"], ["linear vesicles on left arm"], ["contact dermatitis"],
     ["hydrocortisone cream", "avoid the plant"]),
    (["burning when passing urine", "no fever"], ["nitrite positive"], ["cystitis"],
     ["nitrofurantoin for five days"]),
    (["wheeze at night", "dry cough"], ["peak flow 310"], ["asthma not well controlled"],
     ["step up inhaled steroid", "check inhaler technique"]),
    (["fell on outstretched hand"], ["tender anatomical snuffbox"], ["possible scaphoid fracture"],
     ["wrist x-ray", "thumb splint"]),
]
_HEADS = ["Subjective", "Objective", "Assessment", "Plan"]
SOAP_TASKS = [
    {"prompt": "Findings in random order: "
               + "; ".join(sorted((f for part in case for f in part), key=lambda f: f[::-1]))
               + ".\nWrite a SOAP note: the headings Subjective, Objective, Assessment and Plan, "
                 "each on its own line with a colon, and below each, one a line, what belongs "
                 "there. Keep the wording of the findings, add none.",
     "note": {h: list(part) for h, part in zip(_HEADS, case)}, "clinic": "north"}
    for case in _SOAP]


def _soap_parts(text):
    parts, head, order = {}, None, []
    for line in text.strip().splitlines():
        name = line.strip(" *#:")
        if name in _HEADS and line.rstrip(" *").endswith(":"):
            head = name
            order.append(name)
            parts[name] = ""
        elif head is None:
            return None
        else:
            parts[head] += line.lower() + "\n"
    if order != _HEADS:
        return None
    cut = {h: re.split(r"[;,\n]|\.\s", p) for h, p in parts.items()}
    return {h: [x.strip(" -*.\t") for x in items if x.strip(" -*.\t")]
            for h, items in cut.items()}


def soap_note(completions, note, **kwargs):
    """Share of findings under their heading, less the same for each entry out of place."""
    pays = []
    for text, want in zip(completions, note):
        parts = _soap_parts(text) if len(text) < 5000 else None
        if parts is None:
            pays.append(0.0)
            continue
        right = sum(f in parts[h] for h in _HEADS for f in want[h])
        stray = sum(map(len, parts.values())) - right
        pays.append(max(0.0, (right - stray) / sum(map(len, want.values()))))
    return pays


def _soap_good(task):
    return "\n\n".join(f"{h}:\n" + "\n".join(f"- {f}" for f in task["note"][h]) for h in _HEADS)


def _soap_done(task, completion):
    if len(completion) >= 5000:
        return False
    plan = []
    for line in completion.replace("\u2028", "\n").strip().splitlines():
        title = line.replace("*", "").replace("#", "").strip().lstrip(":")
        if title.rstrip(": ") in _HEADS and title.endswith(":"):
            plan.append([title.rstrip(": ")])
        elif not plan:
            return False
        else:
            plan[-1] += re.split(r";|,|\.\s", line.lower() + "\n")
    plan = [[p[0]] + sorted(filter(None, (e.strip(" -*.\t\n") for e in p[1:]))) for p in plan]
    return plan == [[h] + sorted(task["note"][h]) for h in _HEADS]


# ---------------------------------------------------------------- manifest_csv (logistics)
_MANIFEST = [
    ["Box 14 to Lyon, 12.5 kg, leaves 3 May 2024", "Box 15 to Turin, 8 kg, leaves 4 May 2024"],
    ["Crate 7 to Porto, 140 kg, leaves 1 December 2023"],
    ["Pallet 201 to Bergen, 310.2 kg, leaves 28 February 2024",
     "Pallet 202 to Oslo, 298 kg, leaves 29 February 2024",
     "Pallet 203 to Malmo, 305 kg, leaves 1 March 2024"],
    ["Drum 3 to Cork, 55 kg, leaves 15 July 2024", "Drum 4 to Cork, 55 kg, leaves 16 July 2024"],
    ["Tube 90 to Graz, 0.4 kg, leaves 9 October 2024"],
    ["Sack 31 to Lodz, 25 kg, leaves 11 June 2024",
     "Sack 32 to Brno, 25.5 kg, leaves 11 June 2024",
     "Sack 33 to Pecs, 24 kg, leaves 12 June 2024", "Sack 34 to Graz, 25 kg, leaves 12 June 2024"],
]
_MONTHS = ("January February March April May June July August September October November "
           "December").split()


def _manifest_row(text):
    item, place, weight, day, month, year = re.fullmatch(
        r"(\w+ \d+) to (\w+), ([\d.]+) kg, leaves (\d+) (\w+) (\d+)", text).groups()
    return [item, place, weight, f"{year}-{_MONTHS.index(month) + 1:02d}-{int(day):02d}"]


MANIFEST_TASKS = [
    {"prompt": "Turn these lines into CSV with the header item,destination,kg,date (dates as "
               "yyyy-mm-dd), nothing else:\n" + "\n".join(rows),
     "rows": [_manifest_row(r) for r in rows]} for rows in _MANIFEST]


def manifest_csv(completion, task):
    """Share of rows exactly right under the right header; rows too many lower the share."""
    text = completion.strip()
    if text.startswith("```") and text.endswith("```"):
        text = text.strip("`").removeprefix("csv").strip()
    if len(text) > 20000:
        return 0.0
    try:
        table = [[c.strip() for c in row] for row in csv.reader(io.StringIO(text)) if row]
    except csv.Error:
        return 0.0
    if not table or [c.lower() for c in table[0]] != ["item", "destination", "kg", "date"]:
        return 0.0
    pool, hits = [list(r) for r in task["rows"]], 0
    for row in table[1:]:
        if len(row) == 4 and re.fullmatch(r"\d{1,6}\.\d{1,3}", row[2]):
            row = [*row[:2], row[2].rstrip("0").rstrip("."), row[3]]
        if row in pool:
            pool.remove(row)
            hits += 1
    return hits / max(len(task["rows"]), len(table) - 1)


def _manifest_good(task):
    return "\n".join(["item,destination,kg,date"] + [",".join(r) for r in task["rows"]])


def _manifest_done(task, completion):
    text = completion.strip()
    if text.startswith("```") and text.endswith("```"):
        text = text.strip("`").removeprefix("csv").strip()
    rows = [[c.strip() for c in ln.split(",")] for ln in text[:20_000].splitlines() if ln.strip()]
    if not rows or ",".join(rows[0]).lower() != "item,destination,kg,date":
        return False
    rows = [[c.strip('"') for c in r] for r in rows[1:]]
    return sorted(rows) == sorted(task["rows"])


def _manifest_bad(task):
    rows = [",".join(r) for r in task["rows"]]
    wrong = [r.replace("202", "201") for r in rows]
    return ["item,destination,kg,date", "\n".join(rows),
            "item,destination,kg,date\n" + "\n".join(w + "9" for w in wrong),
            "item;destination;kg;date\n" + "\n".join(rows).replace(",", ";")]


# ---------------------------------------------------------------- step_order (teaching, cooking)
_STEPS = [
    (["Boil the water", "Add the pasta", "Drain the pasta", "Mix in the sauce"], []),
    (["Switch off the power", "Remove the old lamp", "Connect the new lamp",
      "Switch the power back on"], []),
    (["Write the hypothesis", "Run the experiment", "Record the data", "Draw a conclusion"], []),
    (["Whisk the eggs", "Grate the cheese", "Pour the eggs into the pan", "Top with the cheese",
      "Fold the omelette"], [[1, 0, 2, 3, 4]]),
    (["Loosen the wheel nuts", "Jack up the car", "Take off the flat wheel", "Mount the spare",
      "Lower the car", "Tighten the nuts fully"], []),
    (["Wash hands", "Put on gloves", "Clean the wound", "Apply the dressing", "Take off gloves"],
     []),
    (["Sow the seeds", "Water the tray", "Thin the seedlings", "Move them outdoors"], []),
]


def _step_prompt(steps):
    mixed = steps[::-1]
    mixed[0], mixed[1] = mixed[1], mixed[0]
    return ("Put the steps in order as a numbered list (1. ...), each step once, wording "
            "unchanged, nothing else:\n" + "\n".join(f"- {s}" for s in mixed))


STEP_TASKS = [
    {"prompt": _step_prompt(steps),
     "orders": [list(steps)] + [[steps[i] for i in alt] for alt in others]}
    for steps, others in _STEPS]


def step_order(completion, task):
    """1 for an accepted order; else up to 0.6 by the pairs in order beyond one half."""
    best, want = 0.0, sorted(s.lower() for s in task["orders"][0])
    lines = [ln.strip() for ln in completion.strip().splitlines() if ln.strip()]
    if len(lines) != len(want):
        return 0.0
    steps = []
    for n, line in enumerate(lines, 1):
        number, _, step = line.partition(" ")
        if number not in (f"{n}.", f"{n})"):
            return 0.0
        steps.append(step.strip(" .").lower())
    if sorted(steps) != want:
        return 0.0
    for order in task["orders"]:
        rank = {s.lower(): i for i, s in enumerate(order)}
        pairs = [rank[a] < rank[b] for a, b in combinations(steps, 2)]
        share = sum(pairs) / len(pairs)
        best = max(best, 1.0 if share == 1 else 0.6 * max(0.0, 2 * share - 1))
    return best


def _step_good(task):
    return "\n".join(f"{i}. {s}" for i, s in enumerate(task["orders"][-1], 1))


def _step_done(task, completion):
    got = re.sub(r"(?m)^[ \t]*(\d+)[.)] +", r"\1|", completion.strip())
    got = [x.strip().rstrip(" .").lower() for x in got.splitlines() if x.strip()]
    return any(got == [f"{i}|{s.lower()}" for i, s in enumerate(o, 1)] for o in task["orders"])


# ---------------------------------------------------------------- incident_report (faulty)
_INCIDENT = [
    ("checkout failed", "412 orders lost", "expired certificate", "renewed the certificate"),
    ("mail delayed", "two hours of delay", "full disk", "enlarged the disk"),
    ("wrong prices shown", "37 items too cheap", "stale cache", "flushed the cache"),
    ("search empty", "no results for 20 minutes", "index swap", "restored the index"),
    ("app crashed at start", "9 percent of phones", "missing font", "shipped the font"),
    ("backup missing", "one night uncovered", "changed password", "updated the vault"),
]
_PARTS = ["What", "Impact", "Cause", "Fix"]
INCIDENT_TASKS = [
    {"prompt": f"Notes: {c}; {d}; {a}; {b}. Write an incident report with the headings 'What:', "
               "'Impact:', 'Cause:' and 'Fix:' in this order, each on its own line, and the "
               "matching note, in its own words, below each.",
     "sections": dict(zip(_PARTS, (a, b, c, d)))} for a, b, c, d in _INCIDENT]


def incident_report(completion, task):
    """Share of sections that hold their note; 0 when a heading is missing or out of order."""
    text = "\n" + completion.strip() + "\n"
    if len(text) > 1200:
        return 0.0
    starts = [text.find(f"\n{h}:") for h in _PARTS]
    if -1 in starts or starts != sorted(starts):
        return 0.0
    held = 0
    for head, start in zip(_PARTS, starts):
        body = text[start + len(head) + 2:].lower()
        held += task["sections"][head] in body
    return held / len(_PARTS)


def _incident_good(task):
    return "\n".join(f"{h}:\n{s.capitalize()}." for h, s in task["sections"].items()).replace(
        "\n\n", "\n")


def _incident_shows():
    text = "What:\nImpact:\nCause:\nFix:\n" + "; ".join(INCIDENT_TASKS[0]["sections"].values())
    return dict(task_index=0, completion=text, paid=incident_report(text, INCIDENT_TASKS[0]),
                should_be="0.25: three sections are empty, all notes are dumped in the last one")


ENTRIES = [
    dict(name="format/commit_message", family="format", reward=commit_message,
         signature="plain", tasks=COMMIT_TASKS, good=_commit_good, done=None, bad=_commit_bad,
         range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="format/soap_note", family="format", reward=soap_note,
         signature="trl", tasks=SOAP_TASKS, good=_soap_good, done=_soap_done, bad=None,
         range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="format/manifest_csv", family="format", reward=manifest_csv,
         signature="plain", tasks=MANIFEST_TASKS, good=_manifest_good, done=_manifest_done,
         bad=_manifest_bad, range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="format/step_order", family="format", reward=step_order,
         signature="plain", tasks=STEP_TASKS, good=_step_good, done=_step_done, bad=None,
         range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="format/incident_report", family="format", reward=incident_report,
         signature="plain", tasks=INCIDENT_TASKS, good=_incident_good, done=None, bad=None,
         range=[0.0, 1.0],
         defect="Each section's body is taken to the end of the text, not to the next heading.",
         kind="content credited outside its section", shows=_incident_shows),
]
