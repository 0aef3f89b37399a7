"""Rewards with a limit on length: headlines, wrapped text, short answers, filled time slots, briefings."""
import re
import textwrap
from itertools import combinations

# ---- cut a headline to a limit --------------------------------------------------------------------
def _cut_task(limit, text):
    return dict(text=text, limit=limit, prompt=f"Cut this headline to at most {limit} characters by dropping whole words from its end; keep as many "
                f"words as fit and change nothing else: {text}\nWrite the cut headline only. The best cut pays 1. A cut that drops too much pays half "
                "of the share of the words that could be kept. Anything else pays 0.")

CUT = [_cut_task(*x) for x in [
    (30, "Council votes to reopen the old harbour ferry before summer"), (42, "Wheat prices climb again as spring rain delays sowing in the south"),
    (25, "Home side wins cup after extra time and eleven penalties"), (50, "Researchers find that honey bees can learn to count landmarks on a route"),
    (36, "Court rejects appeal over parking fines issued during the road works"), (28, "Hospital adds night clinic for children with asthma"),
    (33, "Database outage traced to expired certificate on standby node")]]

def title_cut(completion, task):
    if not isinstance(completion, str) or len(completion) > 500:
        return 0.0
    words, best = task["text"].split(" "), 0
    for k in range(1, len(words) + 1):
        if len(" ".join(words[:k])) <= task["limit"]:
            best = k
    got = completion.strip().split(" ")
    if got != words[:len(got)] or len(got) > best:
        return 0.0
    return 1.0 if len(got) == best else round(0.5 * len(got) / best, 4)

def cut_good(t):
    room = t["text"][:t["limit"] + 1]
    return room[:room.rfind(" ")]

def cut_bad(t):
    g = cut_good(t)
    return [t["text"], t["text"][:t["limit"]].rstrip() + "...", g.rsplit(" ", 1)[0], "Headline: " + g]

# ---- wrap a text to a column width (verl) ---------------------------------------------------------
def _wrap_task(width, text):
    return dict(data_source="print/wrap", ground_truth=text, extra_info={"width": width}, prompt=f"Wrap this receipt text for a printer with {width} "
                f"columns: put as many words on each line as fit, break only at spaces, change no word.\n{text}\nOutput the lines only. All right pays 1; "
                "lines that all fit and hold the same words but break elsewhere pay half of the share of right lines; all else pays 0.")

WRAP = [_wrap_task(*x) for x in [
    (24, "Thank you for shopping with us. Goods can be returned within thirty days with this receipt."),
    (20, "Take one tablet twice a day with water. Do not drive if you feel drowsy."),
    (28, "Platform change: the train to the airport now leaves from track nine at quarter past six."),
    (32, "Parcel left with neighbour at number twelve. Please bring proof of identity when you collect it."),
    (18, "Table four: two soups, one steak rare, no onions, one lemonade."),
    (26, "Your library loan is due on Friday. Renew online or at the desk to avoid a late fee.")]]

def wrap_text(data_source, solution_str, ground_truth, extra_info=None):
    width = (extra_info or {}).get("width", 30)
    if not isinstance(solution_str, str) or len(solution_str) > 2000:
        return 0.0
    want, line = [], ""
    for word in ground_truth.split():
        if line and len(line) + 1 + len(word) > width:
            want.append(line)
            line = word
        else:
            line = (line + " " + word).strip()
    want.append(line)
    got = [ln.rstrip(" \r") for ln in solution_str.strip("\r\n ").split("\n")]
    if got == want:
        return 1.0
    if " ".join(got) != " ".join(want) or max(map(len, got)) > width:
        return 0.0
    return round(0.5 * sum(a == b for a, b in zip(got, want)) / max(len(got), len(want)), 4)

def wrap_done(t, c):
    lines = [x.rstrip() for x in c.strip().split("\n")]
    return lines == textwrap.wrap(t["ground_truth"], t["extra_info"]["width"], break_on_hyphens=False)

# ---- right answer within a budget of characters ---------------------------------------------------
BUDGET = [dict(prompt=f"{q} You may explain first. The last line must be 'ANSWER: n' (digits only) and there must be one such line. Right within {b} "
               f"characters in all pays 1; a longer right one loses evenly, down to 0.5 at {2 * b} characters and more; wrong pays 0.",
               answer=a, budget=b, why=w) for q, a, b, w in [
    ("A lorry takes 18 pallets a trip. How many trips for 200 pallets?", 12, 90, "200 / 18 is above 11, so 12 trips."),
    ("A field of 24 ha needs 150 kg of seed per ha. How many kg?", 3600, 80, "24 x 150 = 3600"),
    ("A loan of 5000 at 4 percent simple interest for 3 years costs how much interest?", 600, 100, "5000 x 0.04 = 200 a year, times 3."),
    ("A league of 10 teams plays everyone twice. How many matches?", 90, 80, "10 x 9 = 90"),
    ("A class of 28 splits in groups of 5; how many pupils are left over?", 3, 80, "5 x 5 = 25, 28 - 25 = 3"),
    ("A job runs every 15 minutes. How many runs in a week?", 672, 90, "4 x 24 x 7 = 672"),
    ("A recipe for 6 uses 450 g flour. How many g for 14?", 1050, 70, "75 g each, 14 x 75")]]

def budget_answer(completions, answer, budget, **kw):
    scores = []
    for text, a, b in zip(completions, answer, budget):
        score = 0.0
        if isinstance(text, str):
            marks = [ln for ln in text.strip().split("\n") if "ANSWER:" in ln.upper()]
            last = text.strip().split("\n")[-1].strip()
            if len(marks) == 1 and last == "ANSWER: %d" % a:
                score = 1.0 - 0.5 * min(1.0, max(0, len(text) - b) / b)
        scores.append(score)
    return scores

def budget_bad(t):
    return [f"ANSWER: {t['answer'] + 1}", f"{t['why']} So it is {t['answer']}", f"ANSWER: {t['answer']}\nANSWER: {t['answer'] + 1}",
            "Let me think. " * 40 + f"\nANSWER: {t['answer']}"]

# ---- fill an advertising break to the second ------------------------------------------------------
def _ad_task(total, spots):
    return dict(spots=spots, total=total, prompt="Radio spots (id: seconds): " + ", ".join(f"{k}: {v}" for k, v in spots.items()) + f". Choose different spots "
                f"that last exactly {total} seconds together. Write the ids only, separated by commas. Exact: 1. Too short: 0.6 times the share of the time "
                "that is filled. Too long, an id twice or unknown, or other text: -0.5.")

ADS = [_ad_task(*x) for x in [
    (60, dict(A=25, B=20, C=35, D=15, E=30)), (90, dict(P=40, Q=35, R=28, S=22, T=50)), (75, dict(K=18, L=32, M=25, N=44, O=21)),
    (45, dict(F=12, G=19, H=26, I=30, J=9)), (120, dict(U=55, V=48, W=33, X=39, Y=65)), (50, dict(A1=11, B2=23, C3=16, D4=39, E5=31))]]

def ad_break(completion, task):
    if not isinstance(completion, str) or len(completion) > 200:
        return -0.5
    ids = [x.strip() for x in completion.split(",")]
    if len(set(ids)) != len(ids) or any(x not in task["spots"] for x in ids):
        return -0.5
    used = sum(task["spots"][x] for x in ids)
    if used > task["total"]:
        return -0.5
    return 1.0 if used == task["total"] else round(0.6 * used / task["total"], 4)

def _ad_fits(t):
    return [c for k in range(1, 6) for c in combinations(t["spots"], k) if sum(t["spots"][i] for i in c) == t["total"]]

def ad_done(t, c):
    return tuple(sorted(c.replace(" ", "").replace("\n", "").split(","))) in [tuple(sorted(f)) for f in _ad_fits(t)]

# ---- a briefing of a least length -----------------------------------------------------------------
BRIEF = [dict(prompt="Write a safety briefing that tells all of this:\n" + "\n".join("- " + p for p in points) + f"\nUse at least {n} words.", points=points,
              least=n) for n, points in [
    (20, ["Wear a helmet and gloves in the yard at all times.", "Keep ten metres away from the moving crane.", "Report each spill to the foreman at once."]),
    (18, ["Wash your hands before each patient.", "Put needles in the yellow box only.", "Call the night nurse when a monitor beeps."]),
    (16, ["Lock the sluice gate before you grease the hinges.", "Never work alone on the weir.", "Wear a life vest."]),
    (18, ["Switch the saw off before you clear chips.", "Goggles are a must for everyone in the room.", "Tie long hair back."]),
    (16, ["Park the tractor with its fork down.", "Keep children out of the silo.", "Take the key with you at night."]),
    (16, ["Leave by the north stairs when the bell rings.", "Do not use the lift.", "Meet at the bike shed."])]]

def briefing(completion, task):
    if not isinstance(completion, str):
        return 0.0
    return min(1.0, len(completion.split()) / task["least"])

# ---- short answer, measured against the batch -----------------------------------------------------
SHORT = [dict(prompt=f"{q} Reply in the form 'It is X.' A right reply of at most 40 characters pays 1, a longer right one (other sentences may come before) "
              "0.5, a wrong one 0.", answer=a) for q, a in [
    ("Which gas do plants take in for photosynthesis?", "carbon dioxide"), ("Which court hears final appeals in the United States?", "the Supreme Court"),
    ("Which port does HTTPS use by default?", "443"), ("Which vitamin does skin make in sunlight?", "vitamin D"),
    ("What is the capital of Australia?", "Canberra"), ("How many players does a volleyball team have on court?", "6")]]

def short_reply(completions, answer, **kw):
    mean = sum(len(str(c)) for c in completions) / max(1, len(completions))
    out = []
    for c, a in zip(completions, answer):
        right = isinstance(c, str) and c.count("It is ") == 1 and c.strip().endswith(f"It is {a}.")
        out.append((1.0 if len(c) <= mean else 0.5) if right else 0.0)
    return out

def _short_shows():
    paid = short_reply(["It is carbon dioxide.", "It is O2."], [SHORT[0]["answer"]] * 2)[0]
    return dict(task_index=0, completion="It is carbon dioxide.", paid=paid, should_be="1.0, also when another completion of the batch is shorter")

# ---- list within a limit --------------------------------------------------------------------------
def _town_task(slack, least, towns):
    want = ", ".join(sorted(n for n, k in towns if k >= least))
    return dict(want=want, limit=len(want) + slack, prompt="Depots and their parcels a day: " + ", ".join(f"{n} {k}" for n, k in towns) + f". List the depots "
                f"with {least} or more, in alphabetical order, separated by a comma and a space, in at most {len(want) + slack} characters. Right pays 1, else 0.")

TOWNS = [_town_task(*x) for x in [
    (10, 500, [("Lund", 620), ("Arvika", 500), ("Kiruna", 140), ("Borlange", 910)]), (0, 300, [("Graz", 310), ("Linz", 299), ("Wels", 450)]),
    (5, 100, [("Perth", 180), ("Ayr", 90), ("Oban", 120)]), (8, 50, [("Bari", 51), ("Lecce", 49), ("Pisa", 77), ("Asti", 60)]),
    (0, 200, [("Brno", 200), ("Plzen", 380), ("Zlin", 150), ("Cheb", 240)]), (12, 80, [("Metz", 95), ("Brest", 80), ("Dax", 12)]),
    (6, 400, [("Vigo", 401), ("Leon", 399), ("Lugo", 505)])]]

def depot_list(completion, task):
    if not isinstance(completion, str):
        return 0.0
    text = completion.strip()
    return 1.0 if len(text) < task["limit"] and text == task["want"] else 0.0

# ---- short and right (verl) -----------------------------------------------------------------------
UNIT = [dict(data_source="lab/units", ground_truth=str(v), extra_info={"index": i}, prompt=f"{q} End with 'Result: n' (digits only). A wrong result pays 0. A right "
             "one pays 0.4, and up to 0.6 more for being short (all of it up to 60 characters, none from 160 on).") for i, (q, v) in enumerate([
    ("How many millilitres are 3.25 litres?", 3250), ("How many grams are 0.48 kilograms?", 480), ("How many minutes are 5.5 hours?", 330),
    ("How many metres are 12.7 kilometres?", 12700), ("How many cents are 19.95 euros?", 1995), ("How many hours are 9 days?", 216)])]

def unit_short(data_source, solution_str, ground_truth, extra_info=None):
    text = solution_str.strip() if isinstance(solution_str, str) else "x" * 999
    m = re.search(r"Result: ([0-9]{1,12})\Z", text)
    right = m is not None and m.group(1) == ground_truth and text.count("Result:") == 1
    brief = min(1.0, max(0.0, (160 - len(text)) / 100))
    return round(0.4 * right + 0.6 * brief, 4)

def _e(name, f, sig, tasks, good, done=None, bad=None, low=0.0, defect=None, kind=None, shows=None):
    return dict(name="length/" + name, family="length", reward=f, signature=sig, tasks=tasks, good=good, done=done, bad=bad, range=[low, 1.0],
                defect=defect, kind=kind, shows=shows)

ENTRIES = [
    _e("title_cut", title_cut, "plain", CUT, cut_good, lambda t, c: c.strip() == cut_good(t), cut_bad),
    _e("wrap_text", wrap_text, "verl", WRAP, lambda t: textwrap.fill(t["ground_truth"], t["extra_info"]["width"], break_on_hyphens=False), wrap_done),
    _e("budget_answer", budget_answer, "trl", BUDGET, lambda t: f"{t['why']}\nANSWER: {t['answer']}", None, budget_bad),
    _e("ad_break", ad_break, "plain", ADS, lambda t: ", ".join(_ad_fits(t)[0]), ad_done, None, -0.5),
    _e("briefing", briefing, "plain", BRIEF, lambda t: " ".join(t["points"]), lambda t, c: all(p in c for p in t["points"]), None, 0.0,
       "Only the number of words is measured, so one word repeated is paid in full.", "padding",
       lambda: dict(task_index=0, completion="safe " * 20, paid=briefing("safe " * 20, BRIEF[0]), should_be="0.0, none of the points is told")),
    _e("short_reply", short_reply, "trl", SHORT, lambda t: f"It is {t['answer']}.", None, None, 0.0,
       "Short means not longer than the mean of the batch, so the pay depends on the other completions.", "batch dependence", _short_shows),
    _e("depot_list", depot_list, "plain", TOWNS, lambda t: t["want"], lambda t, c: c.strip() == t["want"], None, 0.0,
       "At most N characters is checked as fewer than N, so right work of exactly the permitted length is not paid.", "off by one",
       lambda: dict(task_index=1, completion=TOWNS[1]["want"], paid=depot_list(TOWNS[1]["want"], TOWNS[1]), should_be="1.0")),
    _e("unit_short", unit_short, "verl", UNIT, lambda t: f"Result: {t['ground_truth']}", lambda t, c: c.strip().endswith("Result: " + t["ground_truth"]), None, 0.0,
       "The bonus for being short is paid to wrong and empty answers too, more than a right long answer gets.", "ungated bonus",
       lambda: dict(task_index=0, completion="", paid=unit_short("lab/units", "", "3250", {"index": 0}), should_be="0.0")),
]
