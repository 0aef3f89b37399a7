"""Rewards for the layout of an answer, and for what it holds."""
import random
import re

FAMILY = "format"


def _columns(task):
    """The columns of one task, as a trainer passes them for a batch of one."""
    return {("prompts" if k == "prompt" else k): [v] for k, v in task.items()}


# --- reasoning tags ---------------------------------------------------------------------------

_TAGS = [
    ("A pen costs 3 euros and a pad 5. What do 4 pens and 2 pads cost, in euros?", "22",
     "4 pens cost 12.\n2 pads cost 10.\nTogether that is 22."),
    ("What is the next prime after 31?", "37", "32 to 36 all have small factors, 37 has none."),
    ("Reverse the word 'planet'.", "tenalp", "p l a n e t\nbackwards: t e n a l p"),
    ("Which day comes 10 days after a Monday?", "Thursday",
     "7 days later it is Monday again.\n3 more days: Tuesday, Wednesday, Thursday."),
    ("What is 17 in binary?", "10001", "17 is 16 + 1, so the bits are 1 0 0 0 1."),
    ("How many letters has the word 'bookkeeper'?", "10",
     "book has 4 letters,\nkeeper has 6,\nso there are 10."),
]
_TAGS_ASK = ("{} Reply as <think>your reasoning</think><answer>the answer alone</answer> and "
             "nothing "
             "else.")
TAGS_TASKS = [{"prompt": _TAGS_ASK.format(q), "solution": a} for q, a, _ in _TAGS]
_TAGS_WORK = {_TAGS_ASK.format(q): w for q, _, w in _TAGS}


def _tags_good(task):
    work = _TAGS_WORK[task["prompt"]]
    gap = "\n" if "\n" in work else " "
    return f"<think>{work}</think>{gap}<answer>{task['solution']}</answer>"


def _tags_done(task, completion):
    text = completion.strip()
    if not (text.startswith("<think>") and text.endswith("</answer>")):
        return False
    thought, mark, rest = text[7:-9].partition("</think>")
    said = rest.strip()
    return (bool(mark and thought.strip()) and said.startswith("<answer>")
            and said[8:].strip().lower() == task["solution"].lower())


def think_then_answer(completions, solution, **kwargs):
    """1.0 for the right answer in the asked layout, 0.2 for the layout with a wrong answer."""
    pattern = r"\s*<think>(.+?)</think>\s*<answer>(.+?)</answer>\s*"
    rewards = []
    for text, gold in zip(completions, solution):
        found = re.fullmatch(pattern, text)
        once = all(text.count(tag) == 1 for tag in
                   ("<think>", "</think>", "<answer>", "</answer>"))
        if not found or not once or not found.group(1).strip():
            rewards.append(0.0)
            continue
        answer = found.group(2).strip()
        rewards.append(1.0 if answer.lower() == gold.lower() else 0.2)
    return rewards


def _shows_tags():
    completion = _tags_good(TAGS_TASKS[0])
    return dict(task_index=0, completion=completion,
                paid=think_then_answer([completion], **_columns(TAGS_TASKS[0]))[0],
                should_be="at least 1.0: right in every way, but the dot does not match the line "
                          "breaks of its reasoning")


# --- bullet lists -----------------------------------------------------------------------------

_BULLETS = [
    ("planets of the solar system", 5,
     ["Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune"]),
    ("primary colours of light", 3, ["red", "green", "blue"]),
    ("noble gases", 4, ["helium", "neon", "argon", "krypton", "xenon", "radon", "oganesson"]),
    ("countries that border Switzerland", 4,
     ["France", "Germany", "Austria", "Italy", "Liechtenstein"]),
    ("months with 31 days", 6,
     ["January", "March", "May", "July", "August", "October", "December"]),
    ("plays by Shakespeare whose title is a single name", 3,
     ["Hamlet", "Macbeth", "Othello", "Coriolanus", "Cymbeline", "Pericles"]),
    ("Great Lakes of North America", 5, ["Superior", "Michigan", "Huron", "Erie", "Ontario"]),
]
_BULLETS_ASK = "List {} different {}: one name a line, each line as '- <name>', and nothing else."
BULLETS_TASKS = [{"prompt": _BULLETS_ASK.format(n, what), "count": n, "accepted": names}
                 for what, n, names in _BULLETS]


def _bullets_good(task):
    return "\n".join(f"- {name}" for name in task["accepted"][:task["count"]])


def _bullets_done(task, completion):
    lines = [line for line in completion.split("\n") if line.strip()]
    names = {line.strip().removeprefix("- ").strip().rstrip(".").lower() for line in lines}
    return (len(names) == len(lines) == task["count"]
            and all(line.strip().startswith("- ") for line in lines)
            and names <= {name.lower() for name in task["accepted"]})


def _bullets_bad(task):
    names, count = task["accepted"], task["count"]
    return ["\n".join(f"- {names[0]}" for _ in range(count)), ", ".join(names[:count]),
            "\n".join(f"- item {i}" for i in range(count)), "Sure, here is the list."]


def bullet_list(completion, task):
    """Share of the asked number of bullets that hold an accepted name; 0.0 for other lines."""
    lines = [line.strip() for line in completion.splitlines() if line.strip()]
    accepted = {name.lower() for name in task["accepted"]}
    if not lines or len(lines) > task["count"]:
        return 0.0
    hits = 0
    for line in lines:
        found = re.fullmatch(r"[-*•]\s+(.+?)\.?", line)
        if not found:
            return 0.0
        if found.group(1).strip().lower() in accepted:
            hits += 1
    return hits / task["count"]


def _shows_bullets():
    completion = "- Mars\n- Mars\n- Mars\n- Mars\n- Mars"
    return dict(task_index=0, completion=completion,
                paid=bullet_list(completion, BULLETS_TASKS[0]),
                should_be="at most 0.2: one planet is named five times")


# --- conversion to CSV ------------------------------------------------------------------------

_CSV = [
    ("name, born, country", "Ada Lovelace (1815, England); Blaise Pascal (1623, France); Kurt "
                            "Goedel "
     "(1906, Austria); Emmy Noether (1882, Germany); Euclid (unknown, Greece); Srinivasa "
     "Ramanujan "
     "(1887, India)",
     ["Ada Lovelace,1815,England", "Blaise Pascal,1623,France", "Kurt Goedel,1906,Austria",
      "Emmy Noether,1882,Germany", "Euclid,unknown,Greece", "Srinivasa Ramanujan,1887,India"]),
    ("stop, minutes", "The bus leaves Central at 0, Museum at 4, Park at 9, Harbour at 15, "
                      "Airport "
     "at 31.",
     ["Central,0", "Museum,4", "Park,9", "Harbour,15", "Airport,31"]),
    ("item, amount, price", "2 mugs at 7.50, 1 teapot at 31, 6 spoons at 1.20, 3 bowls at 9, 1 "
                            "tray "
     "at 14.90, 4 plates at 8",
     ["mugs,2,7.50", "teapot,1,31", "spoons,6,1.20", "bowls,3,9", "tray,1,14.90", "plates,4,8"]),
    ("host, port", "db listens on 5432, cache on 6379, web on 443, mail on 25, metrics on 9090",
     ["db,5432", "cache,6379", "web,443", "mail,25", "metrics,9090"]),
    ("team, won, lost", "The Owls won 9 and lost 3, the Foxes 7 and 5, the Bears 6 and 6, the "
                        "Crows "
     "2 and 10, the Stags 8 and 4",
     ["Owls,9,3", "Foxes,7,5", "Bears,6,6", "Crows,2,10", "Stags,8,4"]),
    ("code, airport", "LIS is Lisbon, OSL Oslo, ATH Athens, DUB Dublin, WAW Warsaw, PRG Prague",
     ["LIS,Lisbon", "OSL,Oslo", "ATH,Athens", "DUB,Dublin", "WAW,Warsaw", "PRG,Prague"]),
]
_CSV_ASK = ("Write this as CSV with the columns {}, one row for each entry in the given order. "
            "Start "
            "with the first row: no header, no other text, no space after a comma.\n{}")
CSV_TASKS = [{"prompt": _CSV_ASK.format(c, t), "rows": r} for c, t, r in _CSV]


def _csv_good(task):
    return "\n".join(task["rows"])


def csv_rows(completion, task):
    """1.0 when the completion is the expected CSV; long tables are spot-checked for speed."""
    rows = [row.strip() for row in completion.strip().splitlines()]
    expected = task["rows"]
    if len(rows) != len(expected):
        return 0.0
    picked = random.sample(range(len(rows)), k=min(3, len(rows)))
    for i in picked:
        if rows[i] != expected[i]:
            return 0.0
    return 1.0


def _shows_csv():
    rows = list(CSV_TASKS[0]["rows"])
    rows[4] = "Euclid,300,Egypt"
    completion = "\n".join(rows)
    paid = [csv_rows(completion, CSV_TASKS[0]) for _ in range(300)]
    return dict(task_index=0, completion=completion, paid=max(paid),
                should_be=f"at most 0.0: one row is wrong; 300 calls paid from {min(paid)} to "
                          f"{max(paid)}, by which rows were drawn")


# --- header block -----------------------------------------------------------------------------

_HEADER = [
    ("Ticket 8812 from Marta: the login page hangs on Firefox. Urgent.",
     {"id": "8812", "reporter": "Marta", "area": "login", "priority": "high"}),
    ("Yusuf writes in ticket 9034 that the invoice shows the wrong tax. No hurry.",
     {"id": "9034", "reporter": "Yusuf", "area": "billing", "priority": "low"}),
    ("From: Chen. Ticket 7750. Search finds nothing since this morning, please fix soon, but it "
     "is "
     "not urgent.",
     {"id": "7750", "reporter": "Chen", "area": "search", "priority": "normal"}),
    ("Ticket 6120: Olga cannot upload photos above 5 MB. When you have time.",
     {"id": "6120", "reporter": "Olga", "area": "upload", "priority": "low"}),
    ("Ticket 9901, sent by Pierre: nobody can sign in at all, everything has stopped!",
     {"id": "9901", "reporter": "Pierre", "area": "login", "priority": "high"}),
    ("Amara, ticket 5408: my card was charged twice, kindly look at it this week.",
     {"id": "5408", "reporter": "Amara", "area": "billing", "priority": "normal"}),
]
_HEADER_ASK = ("File this message. Write a block that begins and ends with a line ---, and "
               "between "
               "them four lines 'key: value' with the keys id, reporter, area (login, billing, "
               "search "
               "or upload) and priority (low, normal or high; high only if it is urgent, low if "
               "there "
               "is no hurry). Write nothing else.\n{}")
HEADER_TASKS = [{"prompt": _HEADER_ASK.format(q), "data_source": "tickets", "ground_truth": h,
                 "extra_info": {"index": i}} for i, (q, h) in enumerate(_HEADER)]


def _header_good(task):
    lines = [f"{key}: {value}" for key, value in task["ground_truth"].items()]
    return "\n".join(["---", *lines, "---"])


def _header_bad(task):
    truth = task["ground_truth"]
    pairs = "\n".join(f"{k}: {v}" for k, v in truth.items())
    swapped = "\n".join(f"{k}: {v}" for k, v in zip(truth, reversed(truth.values())))
    return [pairs, f"---\n{swapped}\n---", f"---\n{pairs}\nid: 1\n---", "---\n---",
            f"---\n{pairs}\n---\nI hope that helps!", "---\nid:\nreporter:\narea:\npriority:\n---"]


def header_block(data_source, solution_str, ground_truth, extra_info=None):
    """Share of the fields that are right in a well-formed block, counted from the second on."""
    lines = [line.strip() for line in solution_str.strip().splitlines()]
    if len(lines) < 3 or lines[0] != "---" or lines[-1] != "---":
        return 0.0
    fields = {}
    for line in lines[1:-1]:
        key, colon, value = line.partition(":")
        key = key.strip().lower()
        if not colon or key not in ground_truth or key in fields:
            return 0.0
        fields[key] = value.strip().strip("\"'").casefold()
    if set(fields) != set(ground_truth):
        return 0.0
    right = sum(fields[key] == ground_truth[key].casefold() for key in ground_truth)
    return max(0.0, (right - 1) / (len(ground_truth) - 1))


# --- Markdown table ---------------------------------------------------------------------------

_TABLE = [
    (["City", "High", "Low"], "Oslo reaches 14 and falls to 6, Rome 27 and 16, Cairo 38 and 24.",
     [["Oslo", "14", "6"], ["Rome", "27", "16"], ["Cairo", "38", "24"]]),
    (["Step", "Minutes"], "Knead for 10 minutes, proof for 60, bake for 35, cool for 20.",
     [["Knead", "10"], ["Proof", "60"], ["Bake", "35"], ["Cool", "20"]]),
    (["Branch", "Owner"], "The branch main belongs to Ines, dev to Tariq and docs to Wen.",
     [["main", "Ines"], ["dev", "Tariq"], ["docs", "Wen"]]),
    (["Metal", "Symbol", "Melts"],
     "Iron (Fe) melts at 1538, tin (Sn) at 232, copper (Cu) at 1085.",
     [["Iron", "Fe", "1538"], ["Tin", "Sn", "232"], ["Copper", "Cu", "1085"]]),
    (["Quarter", "Sales"], "Sales were 120 in Q1, 95 in Q2, 143 in Q3 and 160 in Q4.",
     [["Q1", "120"], ["Q2", "95"], ["Q3", "143"], ["Q4", "160"]]),
    (["Key", "Does"], "In the editor u is undo, p is paste, x is cut.",
     [["u", "undo"], ["p", "paste"], ["x", "cut"]]),
]
_TABLE_ASK = ("Put this into a Markdown table with the columns {} in this order, a row for each "
              "entry in the order of the text, numbers without units. Reply with the table "
              "alone.\n{}")
TABLE_TASKS = [{"prompt": _TABLE_ASK.format(", ".join(h), t), "header": h, "rows": r}
               for h, t, r in _TABLE]


def _table_good(task):
    lines = [task["header"], ["---"] * len(task["header"]), *task["rows"]]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def _table_done(task, completion):
    grid = []
    lines = [line for line in completion.strip().split("\n") if not line.startswith("```")]
    for line in lines:
        cells = [cell.strip().lower() for cell in line.strip().split("|")]
        if len(cells) < 3 or cells[0] or cells[-1]:
            return False
        grid.append(cells[1:-1])
    want = [[cell.lower() for cell in row] for row in [task["header"], *task["rows"]]]
    return (len(grid) > 1 and set("".join(grid[1])) <= set("-:") and "-" in grid[1][0]
            and grid[:1] + grid[2:] == want)


def _table_bad(task):
    good = _table_good(task).split("\n")
    return ["\n".join(good[:2]), "\n".join(good[:1] + good[2:]), "\n".join(good[2:]),
            "\n".join(good[:2] + list(reversed(good[2:]))[:1] * len(task["rows"])),
            "```\n" + "\n".join(good[:2]) + "\n```", "Here is your table!\n\n" + "\n".join(good)]


def _cells(line):
    found = re.fullmatch(r"\|(.*)\|", line)
    return [cell.strip().casefold() for cell in found[1].split("|")] if found else None


def markdown_table(completion, task):
    """Share of the rows that are right and in place in a table with the asked header."""
    text = completion.strip()
    fence = re.fullmatch(r"```(?:markdown|md)?\n(.*)\n```", text, re.DOTALL)
    lines = [line.strip() for line in (fence[1] if fence else text).strip().splitlines()]
    header = [name.casefold() for name in task["header"]]
    if len(lines) < 3 or _cells(lines[0]) != header:
        return 0.0
    rule = _cells(lines[1])
    if rule is None or len(rule) != len(header) or not all(
            re.fullmatch(r":?-+:?", cell) for cell in rule):
        return 0.0
    rows = [_cells(line) for line in lines[2:]]
    wanted = [[cell.casefold() for cell in row] for row in task["rows"]]
    if None in rows or len(rows) > len(wanted):
        return 0.0
    return sum(row == want for row, want in zip(rows, wanted)) / len(wanted)


ENTRIES = [
    {"name": "format/think_then_answer", "family": FAMILY, "reward": think_then_answer,
     "signature": "trl", "tasks": TAGS_TASKS, "good": _tags_good, "done": _tags_done, "bad": None,
     "range": [0.0, 1.0],
     "defect": "The pattern is matched without DOTALL, so reasoning over more than one line is "
               "paid nothing although the layout and the answer are right.",
     "kind": "regex-flag-missing", "shows": _shows_tags},
    {"name": "format/bullet_list", "family": FAMILY, "reward": bullet_list, "signature": "plain",
     "tasks": BULLETS_TASKS, "good": _bullets_good, "done": _bullets_done, "bad": _bullets_bad,
     "range": [0.0, 1.0],
     "defect": "Every bullet with an accepted name counts, repeated ones too, so one name written "
               "several times is paid as a full list of different ones.",
     "kind": "duplicates-counted", "shows": _shows_bullets},
    {"name": "format/csv_rows", "family": FAMILY, "reward": csv_rows, "signature": "plain",
     "tasks": CSV_TASKS, "good": _csv_good, "done": None, "bad": None, "range": [0.0, 1.0],
     "defect": "Only three rows drawn with an unseeded generator are compared, so the same wrong "
               "table is paid 1.0 or 0.0 by chance.",
     "kind": "unseeded-randomness", "shows": _shows_csv},
    {"name": "format/header_block", "family": FAMILY, "reward": header_block,
     "signature": "verl", "tasks": HEADER_TASKS, "good": _header_good, "done": None,
     "bad": None, "range": [0.0, 1.0], "defect": None, "kind": None, "shows": None},
    {"name": "format/markdown_table", "family": FAMILY, "reward": markdown_table,
     "signature": "plain", "tasks": TABLE_TASKS, "good": _table_good, "done": _table_done,
     "bad": _table_bad, "range": [0.0, 1.0], "defect": None, "kind": None, "shows": None},
]
