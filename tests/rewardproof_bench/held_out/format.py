"""Rewards for the form of an answer whose content is given or easily derived."""

import re


# -------------------------------------------------------- translator_tags
def translator_tags(completion, task):
    """Notes and translation in their tags, nothing around them, translation complete."""
    pattern = r"<notes>(.+)</notes>\s*<translation>(.+)</translation>"
    m = re.fullmatch(pattern, completion.strip())
    if not m or not m.group(1).strip():
        return 0.0
    words = re.findall(r"\w+", m.group(2).lower())
    return 1.0 if words == re.findall(r"\w+", task["translation"].lower()) else 0.0


_PHRASES = [("Wo ist der Bahnhof?", "Where is the station?"),
            ("Ich hätte gern die Rechnung.", "I would like the bill."),
            ("Bitte nicht stören.", "Please do not disturb."),
            ("Das Frühstück ist ab sieben Uhr.", "Breakfast is from seven o'clock."),
            ("Der Aufzug ist außer Betrieb.", "The lift is out of order."),
            ("Haben Sie ein Zimmer frei?", "Do you have a room available?")]


def _phrase_tasks():
    return [{"prompt": f"Translate the sign: {d}\nThe house rendering is: {e}\n"
                       "Write your remarks in <notes>...</notes> and then the "
                       "rendering in <translation>...</translation>, nothing else.",
             "translation": e} for d, e in _PHRASES]


def _phrase_shows():
    task = ENTRIES[0]["tasks"][0]
    text = ("<notes>A question.\n'Bahnhof' is a railway station.</notes>\n"
            f"<translation>{task['translation']}</translation>")
    return {"task_index": 0, "completion": text, "paid": translator_tags(text, task),
            "should_be": "1.0: both parts are there; the notes just have two lines"}


# ------------------------------------------------------------- menu_table
def menu_table(completion, task):
    """Menu as a Markdown table: header, rule and one row per dish, two columns."""
    columns = 2
    rows = len(task["dishes"]) + 2
    expected = rows * (columns + 1)
    body = completion.strip()
    if not body:
        return 0.0
    seen = body.count("|")
    return min(1.0, seen / expected)


_MENUS = [[["Onion soup", "6.50"], ["Trout", "17.00"]],
          [["Bruschetta", "5.80"], ["Risotto", "13.20"], ["Tiramisu", "6.00"]],
          [["Dal", "8.00"], ["Naan", "2.50"], ["Mango lassi", "3.20"], ["Thali", "14.00"]],
          [["Club sandwich", "11.50"]],
          [["Porridge", "4.20"], ["Eggs", "5.10"], ["Kippers", "7.75"]],
          [["Ramen", "12.00"], ["Gyoza", "6.40"]]]


def _menu_tasks():
    return [{"prompt": "Typeset the room-service menu as a Markdown table with the columns Dish "
                       "and Price: " + "; ".join(f"{d} at {p}" for d, p in m) + ".",
             "dishes": m} for m in _MENUS]


def _menu_good(task):
    rows = ["| Dish | Price |", "| --- | --- |"] + [f"| {d} | {p} |" for d, p in task["dishes"]]
    return "\n".join(rows)


def _menu_done(task, completion):
    rows = [[c.strip() for c in ln.strip().strip("|").split("|")]
            for ln in completion.strip().splitlines()]
    return len(rows) == len(task["dishes"]) + 2 and rows[2:] == task["dishes"]


def _menu_shows():
    task = ENTRIES[1]["tasks"][0]
    text = "|" * 40
    return {"task_index": 0, "completion": text, "paid": menu_table(text, task),
            "should_be": "0.0: there is no table and no dish"}


# -------------------------------------------------------------- timetable
def timetable(completions, lessons, **kwargs):
    """Share of timetable lines written 'HH:MM Subject', in order and with none to spare."""
    scores = []
    for text, want in zip(completions, lessons):
        lines = [ln.strip() for ln in text.splitlines() if ln.strip()]
        if not lines:
            continue
        hits = sum(a == b for a, b in zip(lines, want))
        scores.append(hits / max(len(lines), len(want)))
    return scores


_DAYS = [[("8", "Maths"), ("9.15", "Art"), ("11", "PE")],
         [("8.30", "French"), ("10", "Biology")],
         [("7.45", "Choir"), ("9", "History"), ("10.20", "Physics"), ("12.05", "Latin")],
         [("13", "Chess club"), ("14.30", "Drama")],
         [("9.50", "Chemistry"), ("11.40", "Geography"), ("13.10", "Music")],
         [("8.05", "English"), ("9.35", "Computing"), ("14", "Swimming")]]


def _hhmm(s):
    hour, _, minute = s.partition(".")
    return f"{int(hour):02d}:{minute or '00'}"


def _day_tasks():
    return [{"prompt": "Write the day's lessons one per line as 'HH:MM Subject' (24 h): "
                       + ", ".join(f"{s} at {h}" for h, s in d) + ".",
             "lessons": [f"{_hhmm(h)} {s}" for h, s in d]} for d in _DAYS]


def _day_shows():
    a, b, c = ENTRIES[2]["tasks"][:3]
    texts = ["\n".join(a["lessons"]), "", "\n".join(c["lessons"])]
    paid = timetable(texts, lessons=[t["lessons"] for t in (a, b, c)],
                     prompts=[t["prompt"] for t in (a, b, c)])
    return {"task_index": 1, "completion": "", "paid": paid,
            "should_be": "[1.0, 0.0, 1.0]: one reward for each of the three completions"}


# --------------------------------------------------------------- fixtures
def compute_score(data_source, solution_str, ground_truth, extra_info=None):
    """Fixture list as 'YYYY-MM-DD | Home | Away': 1 if perfect, else 0.3 x share right."""
    want = ground_truth.split("\n")
    text = solution_str.strip()
    m = re.fullmatch(r"```\w*\n(.*)\n```", text, re.DOTALL)
    got = [re.sub(r"\s*\|\s*", " | ", ln.strip())
           for ln in (m.group(1) if m else text).splitlines() if ln.strip()]
    if got == want:
        return 1.0
    right = sum(1 for line in want if got.count(line) == 1)
    return 0.3 * right / max(len(got), len(want))


_MONTHS = {"January": 1, "March": 3, "April": 4, "August": 8, "October": 10, "December": 12}
_FIXTURES = [
    [("2 March 2025", "Rovers", "Athletic"), ("9 March 2025", "Athletic", "United")],
    [("30 August 2025", "Lynx", "Hawks"), ("1 October 2025", "Hawks", "Bears"),
     ("11 October 2025", "Bears", "Lynx")],
    [("5 January 2026", "Ajax B", "Sparta")],
    [("24 April 2025", "Kings", "Queens"), ("25 April 2025", "Knights", "Kings")],
    [("12 December 2025", "Oslo", "Bergen"), ("19 December 2025", "Bergen", "Tromso"),
     ("28 December 2025", "Tromso", "Oslo")],
    [("8 August 2025", "Reds", "Blues"), ("15 August 2025", "Blues", "Greens")],
    [("31 March 2025", "City", "Town"), ("7 April 2025", "Town", "County")],
]


def _iso(d):
    day, month, year = d.split()
    return f"{year}-{_MONTHS[month]:02d}-{int(day):02d}"


def _fixture_tasks():
    return [{"prompt": "Rewrite as one line per match, 'YYYY-MM-DD | Home | Away': "
                       + "; ".join(f"{h} host {a} on {d}" for d, h, a in fx),
             "data_source": "sport/fixtures",
             "ground_truth": "\n".join(f"{_iso(d)} | {h} | {a}" for d, h, a in fx),
             "extra_info": {"index": i}} for i, fx in enumerate(_FIXTURES)]


def _fixture_done(task, completion):
    rows = [tuple(p.strip() for p in r.split("|")) for r in completion.strip().split("\n")]
    return rows == [tuple(r.split(" | ")) for r in task["ground_truth"].split("\n")]


# ------------------------------------------------------------ shelf_label
def shelf_label(completion, task):
    """Spine label of exactly three lines; each line pays a part, all three pay 1.0."""
    lines = [ln.strip() for ln in completion.strip().splitlines()]
    if len(lines) != 3:
        return 0.0
    want = [task["class_no"], task["author"][:3].upper(), str(task["year"])]
    right = sum(a == b for a, b in zip(lines, want))
    return {3: 1.0, 2: 0.3, 1: 0.1, 0: 0.0}[right]


_BOOKS = [("Silent Spring", "Carson", 1962, "632.95"), ("Cosmos", "Sagan", 1980, "520"),
          ("The Selfish Gene", "Dawkins", 1976, "576.8"), ("Emma", "Austen", 1815, "823.7"),
          ("SPQR", "Beard", 2015, "937"), ("Walden", "Thoreau", 1854, "818.3"),
          ("On Food and Cooking", "McGee", 1984, "641.5")]


def _label_tasks():
    return [{"prompt": f"Spine label for '{t}' by {a}, published in {y}, class number {c}: three "
                       "lines holding the class number, the first three letters of the author in "
                       "capitals, the year. Print only the label.",
             "class_no": c, "author": a, "year": y} for t, a, y, c in _BOOKS]


def _label_good(task):
    return f"{task['class_no']}\n{task['author'][:3].upper()}\n{task['year']}"


def _label_bad(task):
    return [f"{task['class_no']} {task['author'][:3].upper()} {task['year']}",
            f"{task['class_no']}\n{task['author']}\n{task['year']}",
            "\n".join([_label_good(task)] * 3), "000\nAAA\n1900"]


ENTRIES = [
    {"name": "format/translator_tags", "family": "format", "reward": translator_tags,
     "signature": "plain", "tasks": _phrase_tasks(),
     "good": lambda t: "<notes>A set phrase.</notes>\n<translation>" + t["translation"]
                       + "</translation>",
     "done": None, "bad": None, "range": [0.0, 1.0],
     "defect": "The dot of the pattern does not match a line break, so an answer whose notes run "
               "over two lines is paid nothing.",
     "kind": "pattern stops at line breaks", "shows": _phrase_shows},
    {"name": "format/menu_table", "family": "format", "reward": menu_table,
     "signature": "plain", "tasks": _menu_tasks(), "good": _menu_good,
     "done": _menu_done, "bad": None, "range": [0.0, 1.0],
     "defect": "It counts vertical bars instead of looking at the table: a run of bars is paid in "
               "full.",
     "kind": "proxy instead of the thing", "shows": _menu_shows},
    {"name": "format/timetable", "family": "format", "reward": timetable,
     "signature": "trl", "tasks": _day_tasks(), "good": lambda t: "\n".join(t["lessons"]),
     "done": None, "bad": None, "range": [0.0, 1.0],
     "defect": "An empty completion is skipped without a reward, so the list is too short and "
               "later rewards go to the wrong completions.",
     "kind": "rewards out of step", "shows": _day_shows},
    {"name": "format/fixtures", "family": "format", "reward": compute_score,
     "signature": "verl", "tasks": _fixture_tasks(), "good": lambda t: t["ground_truth"],
     "done": _fixture_done, "bad": None, "range": [0.0, 1.0],
     "defect": None, "kind": None, "shows": None},
    {"name": "format/shelf_label", "family": "format", "reward": shelf_label,
     "signature": "plain", "tasks": _label_tasks(), "good": _label_good,
     "done": None, "bad": _label_bad, "range": [0.0, 1.0],
     "defect": None, "kind": None, "shows": None},
]
