"""Format rewards: the form is a gate or a small bonus, the content is what pays."""
import json
import re
from datetime import date, timedelta
from decimal import Decimal


# ---------------------------------------------------------------- 1. paediatric ward: syrup doses in think/answer tags
DOSES = [("paracetamol", 18, 15, 24), ("ibuprofen", 22, 10, 20), ("amoxicillin", 14, 25, 50), ("cefuroxime", 30, 15, 25), ("azithromycin", 24, 10, 40),
         ("paracetamol", 9, 12, 24), ("trimethoprim", 35, 4, 10)]
DOSE_TASKS = [dict(prompt="A child weighs %d kg and gets %d mg of %s per kg and dose. The syrup holds %d mg per ml. How many ml is one dose?\n"
                          "Reply with <think>your working</think> and then <answer>number</answer>, nothing before, between (but white space) or after. The working has at least 20 "
                          "characters and no angle brackets, the number is plain digits with a decimal point if needed and no unit (4.5 and 4.50 are the same). "
                          "At most 1500 characters in all. Right number in this form: 1. This form with a wrong number: 0.1. Any other form: 0." % (w, d, drug, c),
                   weight=w, per_kg=d, strength=c) for drug, w, d, c in DOSES]
_DOSE_FORM = re.compile(r"\s*<think>([^<>]{20,})</think>\s*<answer>\s*([0-9]{1,4}(?:\.[0-9]{1,4})?)\s*</answer>\s*")


def dose_reward(completion, task):
    if not isinstance(completion, str) or len(completion) > 1500:
        return 0.0
    m = _DOSE_FORM.fullmatch(completion)
    if m is None or len(m.group(1).strip()) < 20:
        return 0.0
    right = Decimal(m.group(2)) * task["strength"] == Decimal(task["weight"] * task["per_kg"])
    return 1.0 if right else 0.1


def dose_good(task):
    mg = task["weight"] * task["per_kg"]
    return "<think>%d kg x %d mg/kg = %d mg; divided by %d mg/ml.</think>\n<answer>%g</answer>" % (task["weight"], task["per_kg"], mg, task["strength"], mg / task["strength"])


def dose_done(task, completion):
    if len(completion) > 1500:
        return False
    text = completion.strip()
    if completion.count("<") != 4 or completion.count(">") != 4 or not text.startswith("<think>") or not text.endswith("</answer>"):
        return False
    work, closing, rest = text[len("<think>"):-len("</answer>")].partition("</think>")
    rest = rest.strip()
    if not closing or len(work.strip()) < 20 or not rest.startswith("<answer>"):
        return False
    number = rest[len("<answer>"):].strip()
    whole, point, frac = number.partition(".")
    if not (set(whole) <= set("0123456789") and set(frac) <= set("0123456789")) or not 1 <= len(whole) <= 4 or len(frac) > 4 or (point and not frac):
        return False
    return abs(float(number) - task["weight"] * task["per_kg"] / task["strength"]) < 1e-7


def dose_bad(task):
    ml = "%g" % (task["weight"] * task["per_kg"] / task["strength"])
    return ["<answer>%s</answer>" % ml, "<think>weight times dose over strength</think><answer>%s1</answer>" % ml,
            "<think>weight times dose over strength</think><answer>%s ml</answer>" % ml,
            "<think>weight times dose over strength</think><answer>1</answer><answer>%s</answer>" % ml]


# ---------------------------------------------------------------- 2. travel desk: booking request to strict JSON
REQUESTS = [
    ("Hi, please get Ms Duarte from Lisbon to Munich on 4 March 2025. She travels with her two sons, all in economy.", ("Lisbon", "Munich", "2025-03-04", 3, "economy")),
    ("I need to be in Warsaw on 19 June 2025, flying out of Bristol the same day. Business please, just me.", ("Bristol", "Warsaw", "2025-06-19", 1, "business")),
    ("Our board (seven people) flies on 2 October 2025. Destination is Oslo this time, not Bergen. We start from Vienna as always. First class.", ("Vienna", "Oslo", "2025-10-02", 7, "first")),
    ("My wife and I would like to leave Nantes for Palermo on 30 August 2025, economy will do.", ("Nantes", "Palermo", "2025-08-30", 2, "economy")),
    ("Four engineers must get to Gdansk. They leave from Leeds on 11 November 2025; the client pays for business.", ("Leeds", "Gdansk", "2025-11-11", 4, "business")),
    ("The choir, 26 singers and a conductor, goes by economy to Riga, 8 May 2025, from Turin.", ("Turin", "Riga", "2025-05-08", 27, "economy")),
]
BOOK_KEYS = ("from", "to", "date", "passengers", "class")
BOOK_TASKS = [dict(data_source="travel/booking", prompt="Request: %s\n\nTurn the request into one JSON object and nothing else (no code fence) with exactly the keys from, to, date, passengers, class, each once. "
                   "date is a string YYYY-MM-DD, passengers an integer, class one of \"economy\", \"business\", \"first\"; towns are spelt as in the request. "
                   "All five values right: 1. Exactly one value wrong: 0.3. Otherwise, or if it is not such an object, or over 600 characters: 0." % text,
                   ground_truth=json.dumps(dict(zip(BOOK_KEYS, gold))), extra_info={"desk": "north"}) for text, gold in REQUESTS]


class _Twice(ValueError):
    pass


def _no_twice(pairs):
    if len({k for k, _ in pairs}) != len(pairs):
        raise _Twice("key given twice")
    return dict(pairs)


def booking_score(data_source, solution_str, ground_truth, extra_info=None):
    if not isinstance(solution_str, str) or len(solution_str) > 600:
        return 0.0
    try:
        got = json.loads(solution_str.strip(" \t\r\n"), object_pairs_hook=_no_twice)
    except (ValueError, RecursionError):
        return 0.0
    gold = json.loads(ground_truth)
    if not isinstance(got, dict) or got.keys() != gold.keys():
        return 0.0
    wrong = sum(1 for k in gold if type(got[k]) is not type(gold[k]) or got[k] != gold[k])
    return {0: 1.0, 1: 0.3}.get(wrong, 0.0)


def booking_good(task):
    g = json.loads(task["ground_truth"])
    return json.dumps({k: g[k] for k in reversed(BOOK_KEYS)}, indent=1)


def booking_bad(task):
    g = json.loads(task["ground_truth"])
    return [json.dumps({**g, "passengers": str(g["passengers"]), "class": "any"}), json.dumps({k: g[k] for k in BOOK_KEYS[:4]}),
            "```json\n%s\n```" % task["ground_truth"], json.dumps([g])]


# ---------------------------------------------------------------- 3. canteen kitchen: scaled recipe as a table
RECIPES = [
    ("pancakes", 4, 10, [("flour", "250", "g"), ("milk", "480", "ml"), ("eggs", "2", "pcs"), ("salt", "3", "g")]),
    ("lentil soup", 6, 15, [("red lentils", "300", "g"), ("stock", "1.2", "l"), ("onion", "2", "pcs"), ("cumin", "6", "g")]),
    ("scones", 8, 12, [("flour", "450", "g"), ("butter", "80", "g"), ("buttermilk", "260", "ml")]),
    ("tomato sauce", 5, 30, [("tomatoes", "1.4", "kg"), ("garlic", "3", "cloves"), ("olive oil", "45", "ml"), ("sugar", "5", "g")]),
    ("rice pudding", 4, 3, [("round rice", "120", "g"), ("milk", "0.8", "l"), ("sugar", "60", "g")]),
    ("vinaigrette", 2, 25, [("olive oil", "30", "ml"), ("vinegar", "10", "ml"), ("mustard", "4", "g")]),
]
RECIPE_TASKS = [dict(prompt="Recipe for %s, for %d people:\n%s\nScale it to %d people. Give a Markdown table and nothing else: the header row | ingredient | amount | unit |, a rule row of three cells of dashes "
                            "(three or more), then one row per ingredient in the order of the recipe, each row beginning and ending with a bar. Amounts are exact plain decimals; names and units stay. "
                            "At most 1200 characters. A table with every row right: 1. A table of this form with the right number of rows but not all right: 0.4 times the share of right rows. Else 0."
                            % (dish, a, "\n".join("- %s %s %s" % (q, u, i) for i, q, u in rows), b),
                     rows=[[i, q, u] for i, q, u in rows], people=[a, b]) for dish, a, b, rows in RECIPES]


def _cells(line):
    line = line.strip()
    if len(line) < 2 or line[0] != "|" or line[-1] != "|":
        return None
    return [c.strip() for c in line[1:-1].split("|")]


def recipe_reward(completions, rows, people, **kwargs):
    """TRL-style: one float per completion."""

    def one(text, recipe, scale):
        if not isinstance(text, str) or len(text) > 1200:
            return 0.0
        table = [_cells(ln) for ln in text.strip().split("\n")]
        if len(table) != len(recipe) + 2 or any(r is None or len(r) != 3 for r in table):
            return 0.0
        if table[0] != ["ingredient", "amount", "unit"] or not all(re.fullmatch("-{3,}", c) for c in table[1]):
            return 0.0
        hits = 0
        for (name, amount, unit), (want, base, want_unit) in zip(table[2:], recipe):
            if name == want and unit == want_unit and re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", amount):
                hits += Decimal(amount) * scale[0] == Decimal(base) * scale[1]
        return 1.0 if hits == len(recipe) else 0.4 * hits / len(recipe)

    return [one(t, r, p) for t, r, p in zip(completions, rows, people)]


def recipe_good(task):
    a, b = task["people"]
    out = ["| ingredient | amount | unit |", "|---|---|---|"]
    for i, q, u in task["rows"]:
        out.append("| %s | %s | %s |" % (i, (Decimal(q) * b / a).normalize().__format__("f"), u))
    return "\n".join(out)


def recipe_done(task, completion):
    if len(completion) > 1200:
        return False
    lines = [re.sub(r"\s*\|\s*", "|", ln.strip()) for ln in completion.strip().split("\n")]
    if len(lines) < 2 or lines[0] != "|ingredient|amount|unit|" or not re.match(r"^\|---+\|---+\|---+\|$", lines[1]):
        return False
    a, b = task["people"]
    body = lines[2:]
    if len(body) != len(task["rows"]):
        return False
    for line, (i, q, u) in zip(body, task["rows"]):
        m = re.match(r"^\|%s\|([0-9]+(?:\.[0-9]+)?)\|%s\|$" % (re.escape(i), re.escape(u)), line)
        if not m or len(m.group(1)) > 12 or abs(float(m.group(1)) - float(q) * b / a) > 1e-6:
            return False
    return True


# ---------------------------------------------------------------- 4. law office: deadlines as a dated list
TERMS = [
    [("2025-01-15", 14), ("2025-01-31", 30), ("2025-02-10", 5)],
    [("2024-02-20", 10), ("2024-12-20", 14), ("2024-06-03", 60)],
    [("2025-03-28", 8), ("2025-05-02", 21), ("2025-07-14", 90)],
    [("2023-02-25", 7), ("2023-11-11", 49), ("2023-08-01", 3)],
    [("2026-01-02", 28), ("2026-04-30", 15), ("2026-09-09", 45)],
    [("2028-02-27", 2), ("2028-03-01", 365), ("2028-12-24", 10)],
]
TERM_TASKS = [dict(prompt="Compute three deadlines. Each runs the given number of calendar days after the date of service; a deadline that falls on a Saturday or Sunday moves to the next Monday (no holidays).\n"
                          "%s\nReply with a list of three lines in this order, each being a dash, a space and the date as YYYY-MM-DD, and nothing else. "
                          "All three right: 1. In this form with fewer right: 0.15 for each right one. Any other form: 0."
                          % "\n".join("%d. served %s, %d days" % (k + 1, d, n) for k, (d, n) in enumerate(t)), terms=[list(x) for x in t]) for t in TERMS]


def term_reward(completion, task) -> float:
    if not isinstance(completion, str):
        return 0.0
    found = re.fullmatch(r"- (\d{4}-\d\d-\d\d)\n- (\d{4}-\d\d-\d\d)\n- (\d{4}-\d\d-\d\d)", completion.strip(" \n"), re.ASCII)
    if not found:
        return 0.0
    ok = 0
    for got, (served, days) in zip(found.groups(), task["terms"]):
        due = date.fromisoformat(served) + timedelta(days=days)
        while due.weekday() >= 5:
            due += timedelta(days=1)
        ok += got == due.isoformat()
    return 1.0 if ok == 3 else 0.15 * ok


def term_good(task):
    out = []
    for served, days in task["terms"]:
        due = date.fromisoformat(served) + timedelta(days=days)
        out.append("- %s" % (due + timedelta(days={5: 2, 6: 1}.get(due.weekday(), 0))))
    return "\n".join(out)


def _next_day(y, m, d):
    leap = y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)
    last = [31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1]
    if d < last:
        return y, m, d + 1
    return (y, m + 1, 1) if m < 12 else (y + 1, 1, 1)


def _sakamoto(y, m, d):
    t = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
    y -= m < 3
    return (y + y // 4 - y // 100 + y // 400 + t[m - 1] + d) % 7      # 0 is Sunday


def term_done(task, completion):
    want = []
    for served, days in task["terms"]:
        now = tuple(int(x) for x in served.split("-"))
        for _ in range(days):
            now = _next_day(*now)
        while _sakamoto(*now) in (0, 6):
            now = _next_day(*now)
        want.append("- %04d-%02d-%02d" % now)
    return completion.strip(" \n") == "\n".join(want)


def term_bad(task):
    raw = [date.fromisoformat(s) + timedelta(days=n + 1) for s, n in task["terms"]]
    good = term_good(task)
    return ["\n".join("- %s" % d for d in raw), good.replace("- ", ""), good + "\n" + good.split("\n")[0], "- 0000-00-00\n- 0000-00-00\n- 0000-00-00"]


# ---------------------------------------------------------------- 5. court registry: header block (faulty)
LETTERS = [
    ("To the district court. In the matter of Hollis v. Brandt (file 4 C 118/24) I act for the defendant and apply for an extension. Dr. Ines Maurer, attorney, 6 May 2024", dict(file="4 C 118/24", sender="Ines Maurer", party="defendant", request="extension")),
    ("File 12 O 7/23. For the plaintiff, Kolb Bau GmbH, we request inspection of the file. Signed Peter Aldous", dict(file="12 O 7/23", sender="Peter Aldous", party="plaintiff", request="inspection")),
    ("My client, the defendant in 9 S 41/25, asks for an adjournment since she is in hospital. Ruth Okafor, solicitor", dict(file="9 S 41/25", sender="Ruth Okafor", party="defendant", request="adjournment")),
    ("Re 2 T 300/22: on behalf of the witness Mr Lund I seek reimbursement of travel costs. Anna Kessel", dict(file="2 T 300/22", sender="Anna Kessel", party="witness", request="reimbursement")),
    ("I hereby lodge an appeal against the judgment in 17 C 5/24 in the name of the plaintiff. Theo Varga, attorney at law", dict(file="17 C 5/24", sender="Theo Varga", party="plaintiff", request="appeal")),
    ("As counsel of the defendant (1 K 66/24), I move for dismissal. Kind regards, Salma Haddad", dict(file="1 K 66/24", sender="Salma Haddad", party="defendant", request="dismissal")),
]
HEAD_TASKS = [dict(prompt="Letter: %s\nWrite the registry header for this letter and nothing else: a line ---, then the four keys file, sender (first and last name, no title), party (plaintiff, defendant or witness) "
                          "and request (one word from the letter) as `key: value`, each on its own line and each once, in any order, then a line ---. At most 800 characters. All four right: 1, else 0." % text, header=h) for text, h in LETTERS]


def head_reward(completion, task):
    if not isinstance(completion, str) or len(completion) > 800:
        return 0.0
    lines = completion.strip().split("\n")
    if len(lines) < 3 or lines[0].strip() != "---" or lines[-1].strip() != "---":
        return 0.0
    fields = []
    for line in lines[1:-1]:
        key, colon, value = line.partition(":")
        if not colon:
            return 0.0
        fields.append((key.strip(), value.strip()))
    return float(fields == list(task["header"].items()))


def head_good(task):
    return "---\n%s\n---" % "\n".join("%s: %s" % kv for kv in task["header"].items())


def head_done(task, completion):
    m = re.fullmatch(r"\s*---[^\S\n]*\n(.*)\n[^\S\n]*---\s*", completion, re.S)
    if not m or len(completion) > 800:
        return False
    want = {"%s:%s" % kv for kv in task["header"].items()}
    got = [re.sub(r"\s*:\s*", ":", ln.strip(), count=1) for ln in m.group(1).split("\n")]
    return len(got) == len(want) and set(got) == want


def head_bad(task):
    h = task["header"]
    return ["\n".join("%s: %s" % kv for kv in h.items()), "---\n%s\n---" % "\n".join("%s: %s" % (k, h[k]) for k in ("file", "sender", "party")),
            "---\nfile: %s\nsender: unknown\nparty: plaintiff\nrequest: letter\n---" % h["file"]]


def head_shows():
    t = HEAD_TASKS[0]
    text = "---\n%s\n---" % "\n".join("%s: %s" % kv for kv in sorted(t["header"].items(), reverse=True))
    return dict(task_index=0, completion=text, paid=head_reward(text, t), should_be="1.0: all four fields are right, and the prompt allows any order of the keys")


# ---------------------------------------------------------------- 6. physics lab: value and unit in JSON (faulty)
MEASURES = [("A stone falls freely for 3 s from rest (g = 9.81 m/s^2). How far does it fall?", 44.145, "m"), ("A 2.2 kohm resistor is on 11 V. Which current flows, in mA?", 5.0, "mA"),
            ("How much heat in kJ warms 0.75 kg of water by 40 K (c = 4.19 kJ/(kg K))?", 125.7, "kJ"), ("What is the period of a 50 Hz mains voltage in ms?", 20.0, "ms"),
            ("A gas of 2.0 l at 150 kPa is pressed to 0.8 l at the same temperature. What is its pressure in kPa?", 375.0, "kPa"),
            ("How much kinetic energy in J has a ball of 0.16 kg at 25 m/s?", 50.0, "J"), ("A lens has a focal length of 0.25 m. What is its power in dpt?", 4.0, "dpt")]
LAB_TASKS = [dict(prompt=q + '\nReply with a JSON object only: {"value": <number>, "unit": "<unit>"}. With the unit of the question (metres: m) and a value within 1% of the true one: 1, else 0. At most 200 characters.',
                  value=v, unit=u) for q, v, u in MEASURES]


def lab_reward(completions, value, unit, **_):
    scores = []
    for raw, gold, gold_unit in zip(completions, value, unit):
        scores.append(0.0)
        if not isinstance(raw, str) or len(raw) > 200:
            continue
        try:
            obj = json.loads(raw, object_pairs_hook=_no_twice)
        except (ValueError, RecursionError):
            continue
        if not isinstance(obj, dict) or set(obj) != {"value", "unit"} or obj["unit"] != gold_unit:
            continue
        v = obj["value"]
        if isinstance(v, bool) or not isinstance(v, (int, float)):
            continue
        if abs(v - gold) > 0.01 * abs(gold):
            continue
        scores[-1] = 1.0
    return scores


def lab_good(task):
    return json.dumps({"value": task["value"], "unit": task["unit"]})


def _no_constant(name):
    raise ValueError(name)


def lab_done(task, completion):
    if len(completion) > 200:
        return False
    try:
        pairs = json.loads(completion, parse_constant=_no_constant, object_pairs_hook=list)
    except (ValueError, RecursionError):
        return False
    if not isinstance(pairs, list) or len(pairs) != 2 or any(not isinstance(p, tuple) for p in pairs):
        return False
    (k1, v1), (k2, v2) = sorted(pairs, key=lambda p: p[0], reverse=True)      # value, unit
    if (k1, k2) != ("value", "unit") or type(v1) not in (int, float):
        return False
    return v2 == task["unit"] and 0.99 * task["value"] <= v1 <= 1.01 * task["value"]


def lab_bad(task):
    return [json.dumps({"value": task["value"] * 1.05, "unit": task["unit"]}), json.dumps({"value": str(task["value"]), "unit": task["unit"]}), json.dumps({"value": task["value"]})]


def lab_shows():
    t = LAB_TASKS[2]
    text = '{"value": NaN, "unit": "kJ"}'
    return dict(task_index=2, completion=text, paid=lab_reward([text], value=[t["value"]], unit=[t["unit"]])[0], should_be="0.0: NaN is no value, let alone within 1% of 125.7")


# ---------------------------------------------------------------- 7. flight search: csv in a code fence (faulty)
FLIGHTS = [("AX101", "Rome", 129), ("BQ220", "Cairo", 310), ("CL008", "Malta", 88), ("DN415", "Tunis", 205), ("EK930", "Porto", 149), ("FV077", "Athens", 240), ("GT512", "Izmir", 199), ("HU303", "Nice", 97)]
_ALL = "\n".join("%s %s %d EUR" % f for f in FLIGHTS)
FARE_TASKS = [dict(data_source="flights", prompt="Flights:\n%s\n\nList all flights %s EUR, in order of price, cheapest first. Reply with one ```csv code block only: the header line flight,town,price and then one line per flight, "
                   "price without currency. The complete and right list: 1. A missing, needless or wrong line: 0." % (_ALL, say),
                   ground_truth="%d-%d" % (lo, hi), extra_info=None)
              for say, lo, hi in [("up to 150", 0, 150), ("from 200 to 250", 200, 250), ("up to 200", 0, 200), ("from 100 to 240", 100, 240), ("from 90 to 199", 90, 199), ("above 140", 141, 9999)]]


def fare_score(data_source, solution_str, ground_truth, extra_info=None):
    block = re.fullmatch(r"\s*```csv\n(.*?)\n```\s*", solution_str, re.S) if isinstance(solution_str, str) else None
    if block is None or len(solution_str) > 1000:
        return 0.0
    header, *rows = [ln.strip() for ln in block.group(1).split("\n")]
    if header != "flight,town,price" or not rows:
        return 0.0
    lo, hi = [int(x) for x in ground_truth.split("-")]
    expected = sorted((f for f in FLIGHTS if lo <= f[2] <= hi), key=lambda f: f[2])
    if len(rows) > len(expected):
        return 0.0
    for row, exp in zip(rows, expected):
        if row != "%s,%s,%d" % exp:
            return 0.0
    return 1.0


def fare_good(task):
    lo, hi = map(int, task["ground_truth"].split("-"))
    return "```csv\nflight,town,price\n%s\n```" % "\n".join("%s,%s,%d" % f for f in sorted(FLIGHTS, key=lambda f: f[2]) if lo <= f[2] <= hi)


def fare_shows():
    t = FARE_TASKS[0]
    text = "```csv\nflight,town,price\nCL008,Malta,88\n```"
    return dict(task_index=0, completion=text, paid=fare_score(t["data_source"], text, t["ground_truth"], t["extra_info"]), should_be="0.0: three of the four flights up to 150 EUR are missing")


# ---------------------------------------------------------------- 8. bookkeeping: worked steps in tags (faulty)
SUMS = [("An invoice of 840 euros gets 5% discount, then 20% VAT. What is to be paid, in cents?", 95760), ("Three chairs at 119 euros and a desk at 385 euros are bought. What is the total in euros?", 742),
        ("A machine of 18000 euros is written off evenly over 8 years. What is its book value in euros after 3 years?", 11250), ("Stock was 412, 95 came in, 138 went out, 7 broke. How many are left?", 362),
        ("A clerk works 7.5 hours on 21 days at 24 euros an hour. What is the pay in euros?", 3780), ("Rent of 930 euros rises by 4% and then by 25 euros. What is it now, in cents?", 99220),
        ("A loan of 6000 euros at 3.5% simple interest runs 4 years. How much interest in euros?", 840)]
SUM_TASKS = [dict(prompt=q + "\nReply with steps, each as <step>...</step> with at least five characters in it, and then <result>whole number</result>; only white space elsewhere, at most 1500 characters. "
                  "The right result pays 0.8. Every step pays 0.05, for four steps at the most (0.2). Any other form pays 0.", result=r) for q, r in SUMS]


def sum_reward(completion, task):
    if not isinstance(completion, str) or len(completion) > 1500:
        return 0.0
    whole = re.fullmatch(r"\s*((?:<step>[^<>]{5,}</step>\s*)*)<result>\s*([0-9]{1,9})\s*</result>\s*", completion)
    if not whole:
        return 0.0
    steps = re.findall(r"<step>([^<>]*)</step>", whole.group(1))
    score = 0.05 * sum(1 for s in steps if len(s.strip()) >= 5)
    if int(whole.group(2)) == task["result"]:
        score += 0.8
    return min(score, 1.0)


def sum_good(task):
    return "".join("<step>%s</step>\n" % s for s in ("List the given amounts.", "Apply the first change.", "Apply the second change.", "Add up what is left.")) + "<result>%d</result>" % task["result"]


def sum_done(task, completion):
    tail = completion.rstrip()
    at = tail.rfind("<result>")
    if at < 0 or completion.count("<result>") != 1 or not tail.endswith("</result>"):
        return False
    number = tail[at + 8:-9].strip()
    for piece in tail[:at].split("</step>"):
        head, opening, body = piece.partition("<step>")
        if head.strip() or (opening and (len(body.strip()) < 5 or "<" in body or ">" in body)):
            return False
    if tail[:at].count("<step>") != tail[:at].count("</step>") or len(completion) > 1500 or len(number) > 9:
        return False
    return number.isascii() and number.isdigit() and number.lstrip("0") == str(task["result"])


def sum_shows():
    text = "<step>think</step>" * 20 + "<result>0</result>"
    return dict(task_index=1, completion=text, paid=sum_reward(text, SUM_TASKS[1]), should_be="0.2 at the most: the result is wrong and only four steps count")


def _e(name, reward, signature, tasks, good, done=None, bad=None, range=(0.0, 1.0), defect=None, kind=None, shows=None):
    return dict(name="format/" + name, family="format", reward=reward, signature=signature, tasks=tasks, good=good, done=done, bad=bad,
                range=list(range), defect=defect, kind=kind, shows=shows)


ENTRIES = [
    _e("syrup_dose", dose_reward, "plain", DOSE_TASKS, dose_good, dose_done, dose_bad),
    _e("booking_json", booking_score, "verl", BOOK_TASKS, booking_good, None, booking_bad),
    _e("recipe_table", recipe_reward, "trl", RECIPE_TASKS, recipe_good, recipe_done),
    _e("deadline_list", term_reward, "plain", TERM_TASKS, term_good, term_done, term_bad),
    _e("registry_header", head_reward, "plain", HEAD_TASKS, head_good, head_done, head_bad, kind="right answers refused", shows=head_shows,
       defect="The header fields are compared as an ordered list of pairs although the prompt allows any order of the keys, so right headers in another order are paid 0."),
    _e("lab_value", lab_reward, "trl", LAB_TASKS, lab_good, lab_done, lab_bad, kind="NaN slips through a tolerance test", shows=lab_shows,
       defect="json.loads accepts NaN and the tolerance is tested as 'error > 1% -> wrong', which is false for NaN, so the value NaN is paid in full."),
    _e("fare_csv", fare_score, "verl", FARE_TASKS, fare_good, kind="zip stops at the shorter list", shows=fare_shows,
       defect="Rows are compared with zip and only too many rows are refused, so the first right row alone is paid like the complete list."),
    _e("worked_steps", sum_reward, "plain", SUM_TASKS, sum_good, sum_done, kind="form bonus piles up", shows=sum_shows,
       defect="The bonus for steps is not capped at 0.2, only the sum is capped at 1, so twenty empty-handed steps earn full pay with a wrong result."),
]
