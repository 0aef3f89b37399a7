"""Rewards in which length matters, next to content."""
import json
import re


# ---------------------------------------------------------------- sms_notice (support desk)
_SMS = [
    ("Order 40718 of Ms Duarte, 3 items, has reached the shop in Rua Nova. It can be collected "
     "until 14 May. Shop hours 9 to 19. She must bring an identity card. The shop keeps parcels "
     "on shelf 6 and its manager is Mr Reis. Customers often ask about parking: 40 places.",
     "the order number, the last day for collection and what to bring",
     [["40718"], ["14 may", "may 14"], ["id card", "identity card", "your id"]]),
    ("The dentist visit of Tom Berger on 2 June at 10:30 with Dr Lind cannot take place because "
     "the x-ray machine is being replaced. New slot: 5 June at 8:15, same practice, room 12. He "
     "was first registered in 2016 and the practice has 3 dentists who share 1 assistant.",
     "the new day, the new time and the doctor", [["5 june", "june 5"], ["8:15"], ["lind"]]),
    ("Flight XA 904 to Split was to leave at 17:40 from gate B22. After a late arrival of the "
     "aircraft it leaves at 19:05 from gate C4. There are 158 passengers and 2 of them need help. "
     "The crew changed in Zagreb and the catering was loaded twice.",
     "the flight, the new time and the new gate", [["xa 904", "xa904"], ["19:05"], ["c4"]]),
    ("Water in Elm Street will be shut off on Tuesday from 13:00 to 15:30 because 2 valves are "
     "changed. 64 homes are affected. Residents should fill a bucket before. The works cost the "
     "town 12,000 euros and were decided in March by the council.",
     "the day, the start and the end", [["tuesday"], ["13:00"], ["15:30"]]),
    ("The class trip of 7b to the mint museum starts on Friday at 7:50 at the north gate, not "
     "at 8:20 as planned. Children need 6 euros and a packed lunch. The bus has 52 seats and the "
     "guide speaks 3 languages; the museum was opened in 1904 and has 9 halls.",
     "the new starting time, the place and the money needed",
     [["7:50"], ["north gate"], ["6 euro", "6 eur", "€6", "6€", "6 €"]]),
    ("Claim C-5529 of Mr Adeyemi about a broken window (value 310 euros, excess 50 euros) was "
     "accepted on 8 April after 2 letters. He will receive 260 euros within 10 working days. The "
     "adjuster, Ms Pohl, saw 4 photos and the invoice of the glazier.",
     "the claim number, the amount he receives and the time limit",
     [["c-5529"], ["260 euro", "260 eur", "€260", "260€", "260 €"], ["10 working days"]]),
]
SMS_TASKS = [{"prompt": f"{note}\n\nWrite a text message of at most 160 characters to the person "
                        f"concerned. It must give, in this order, {ask}, and no other "
                        "figures.",
              "say": say, "limit": 160, "channel": "sms"} for note, ask, say in _SMS]


_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()


def _said(phrase, text):
    """Where the text says the phrase and does not deny it, or None."""
    hit = re.search(rf"(?<!\w){re.escape(phrase)}(?!\d)", text)
    before = text[:hit.start()].split()[-3:] if hit else []
    denied = {"not", "never", "don't", "without"} & set(before) and "forget" not in before
    return hit.start() if hit and not denied else None


def sms_notice(completion, task):
    """Squared share of the facts in order; 0 for a foreign figure; from 160 to 240 signs less."""
    text = " ".join(completion.lower().split())
    if not text or len(text) > 240:
        return 0.0
    allowed = set(re.findall(r"\d+", " ".join(p for alts in task["say"] for p in alts)))
    if not set(re.findall(r"\d+", text)) <= allowed:
        return 0.0
    days = [d for d in _DAYS if d in text and [d] not in task["say"]]
    if days or len(text.split()) < 6:
        return 0.0
    spots = [next((s for p in alts if (s := _said(p, text)) is not None), None)
             for alts in task["say"]]
    spots = [s for s in spots if s is not None]
    if spots != sorted(spots) or text[-1] not in ".!?":
        return 0.0
    share = len(spots) / len(task["say"])
    over = max(0, len(text) - task["limit"])
    return share ** 2 * (1 - over / 80)


_SMS_TEXTS = {
    "40718": "Dear Ms Duarte, order 40718 is waiting for you at Rua Nova until 14 May. Please "
             "don't forget your ID card.",
    "5 june": "Dear Mr Berger, we had to move your visit to 5 June at 8:15, with Dr Lind. Sorry!",
    "xa 904": "Flight XA 904 to Split is late and now leaves at 19:05 from gate C4. Sorry!",
    "tuesday": "Elm Street: no water on Tuesday from 13:00 to 15:30. Please fill a bucket before.",
    "7:50": "Class trip 7b: new start 7:50 at the north gate. Please bring 6 euros and lunch.",
    "c-5529": "Your claim C-5529 was accepted. You will receive 260 euros within 10 working days."}


def _sms_good(task):
    return _SMS_TEXTS[task["say"][0][0]]


def _sms_bad(task):
    facts = [alts[0] for alts in task["say"]]
    return ["Hello, short notice for you. Thank you very much!", ", ".join(facts) + ", 77, 1999",
            "Good day, " + facts[0] + " is what this is about.", "x" * 160]


# ---------------------------------------------------------------- trim_sentence (journalism)
_TRIM = [
    ("The old stone bridge over the river Lahn, which had been closed since the flood in spring, "
     "was finally reopened by the mayor on Sunday morning.",
     "The bridge over the Lahn was reopened on Sunday."),
    ("According to figures that were published late on Monday by the ministry, unemployment in "
     "the country fell slightly to five percent in July.",
     "unemployment in the country fell to five percent in July."),
    ("A court in Lyon has ruled, after a trial of almost two years, that the company does not owe "
     "its former workers any bonus for the year in question.",
     "A court ruled that the company does not owe its workers any bonus."),
    ("Heavy rain and strong winds, which are unusual for this season, have delayed the start of "
     "the harvest in the whole of the northern valley.",
     "Heavy rain and winds have delayed the harvest in the northern valley."),
    ("The small zoo near the station, loved by many families, will not open again this year "
     "because repairs to the aviary have become far too expensive.",
     "The zoo will not open this year because repairs have become too expensive."),
    ("Researchers from three universities report that a cheap blood test, still being refined, "
     "can detect the disease up to ten years before symptoms appear.",
     "a blood test can detect the disease ten years before symptoms appear."),
    ("The two unions, after a long night of talks that nearly failed twice, agreed with the "
     "airline on a pay rise of six percent over two years.",
     "The unions agreed with the airline on a pay rise of six percent."),
]


def _tokens(text):
    return re.findall(r"[\w'-]+", text.lower())


def _trim_task(long, short):
    words = _tokens(short)
    free = [w for w in words if w in ("the", "a", "was", "its", "on", "in", "up")][:2]
    keep = sorted(w for w in set(words) if w not in free)
    return {"prompt": f"{long}\n\nShorten this sentence to {len(words)} words only by striking "
                      f"out words. These must stay: {', '.join(keep)}. Reply with the rest.",
            "source": long, "keep": keep, "words": len(words), "model_answer": short}


TRIM_TASKS = [_trim_task(*pair) for pair in _TRIM]


def trim_sentence(completion, task):
    """0 if a word is added, moved or wrongly struck; else less 2/n for each word off the n."""
    words = _tokens(completion[:2000])
    source = iter(_tokens(task["source"]))
    if len(completion) > 2000 or not all(w in source for w in words):
        return 0.0
    if not set(task["keep"]) <= set(words):
        return 0.0
    return max(0.0, 1 - 2 * abs(len(words) - task["words"]) / task["words"])


def _trim_done(task, completion):
    if len(completion) > 2000:
        return False
    words = re.sub(r"[^\w'-]", " ", completion).lower().split()
    at = -1
    whole = [w.strip(".,").lower() for w in task["source"].split()]
    for w in words:
        if w not in whole[at + 1:]:
            return False
        at = whole.index(w, at + 1)
    return len(words) == task["words"] and all(k in words for k in task["keep"])


# ---------------------------------------------------------------- short_reasoning (teaching)
_SUMS = [
    ("A shelf holds 14 books. How many do 6 shelves hold?", 84),
    ("Pens cost 3 euros. How many can you buy for 51 euros?", 17),
    ("A train with 230 people loses 45 and takes in 18. How many are in it?", 203),
    ("A garden is 12 m by 9 m. How many metres of fence go around it?", 42),
    ("Half of 96 sweets are shared by 4 children. How many for each?", 12),
    ("Ten minutes of rain fill 8 litres. How many litres in an hour?", 48),
    ("A ticket is 15 euros, children pay a third. What do 2 adults and 3 children pay?", 45),
    ("Three numbers in a row add up to 36. Which is the largest?", 13),
]
SUM_TASKS = [{"prompt": f"{q} Reason in at most 60 words, then 'Answer: <whole number>' on the "
                        "last line.", "answer": n, "limits": {"soft": 60, "hard": 160},
              "grade": 3 + n % 2} for q, n in _SUMS]


def short_reasoning(completions, answer, limits, **kwargs):
    """-1 for a wrong answer; a right one +1, less up to 0.6 for words beyond the soft limit."""
    pays = []
    for text, gold, lim in zip(completions, answer, limits):
        body, _, last = text.rstrip().rpartition("\n")
        said = last.strip(" *.").lower()
        if len(said) > 40 or not re.fullmatch(rf"answer:[ *]*{gold}", said):
            pays.append(-1.0)
            continue
        size = max(len(body.split()), len(body) / 12)
        over = max(0, size - lim["soft"]) / (lim["hard"] - lim["soft"])
        pays.append(1.0 - 0.6 * min(1.0, over))
    return pays


def _sum_good(task):
    return f"I note what is given and compute it in one step.\nAnswer: {task['answer']}"


def _sum_done(task, completion):
    rest, _, end = completion.rstrip().rpartition("\n")
    end = end.strip(" *.")
    right = re.sub(r":[ *]*", ":", end[:60]).lower() == f"answer:{task['answer']}"
    soft = task["limits"]["soft"]
    return right and len(end) <= 40 and len(rest) <= 12 * soft and len(rest.split()) <= soft


# ---------------------------------------------------------------- top_items (logistics)
_TOP = [
    ("ports by tonnes", {"Riga": 310, "Gdynia": 290, "Turku": 85, "Kiel": 140, "Aarhus": 205,
                         "Visby": 20}, 3),
    ("drivers by late trips", {"Okoro": 2, "Lund": 9, "Peeters": 7, "Sato": 1, "Varga": 4}, 2),
    ("items by returns", {"kettle": 61, "toaster": 18, "iron": 44, "fan": 7, "mixer": 52,
                          "scale": 3, "lamp": 12}, 3),
    ("branches by profit", {"Ghent": -4, "Bruges": 11, "Namur": 6, "Liege": 15, "Mons": 2}, 2),
    ("songs by plays", {"Ember": 900, "Tide": 1200, "Quiet": 310, "Gold": 1100, "Rust": 1250,
                        "Vale": 40}, 3),
    ("lakes by depth", {"Mirren": 42, "Olt": 118, "Sorg": 77, "Fenn": 9, "Arn": 240, "Tye": 60,
                        "Brae": 101, "Quill": 33}, 4),
    ("wards by free beds", {"North": 4, "South": 0, "East": 9, "West": 7, "Child": 2}, 1),
]
TOP_TASKS = [
    {"prompt": f"{title}: " + ", ".join(f"{k} {v}" for k, v in data.items())
               + f".\nList the {k_} highest, names only, one a line, highest first, nothing else.",
     "data_source": "ops/top",
     "ground_truth": json.dumps(sorted(data, key=lambda n: -data[n])[:k_]),
     "extra_info": {"of": len(data)}} for title, data, k_ in _TOP]


def top_items(data_source, solution_str, ground_truth, extra_info=None):
    """1 for the list in order; 0.7 for the right set; else half the share beyond chance."""
    if len(solution_str) > 2000:
        return 0.0
    want = [w.lower() for w in json.loads(ground_truth)]
    got = [re.sub(r"^(?:[-*•]|\d{1,2}[.)])\s{0,4}", "", ln.strip()).strip(" *").lower()
           for ln in solution_str.splitlines() if ln.strip()]
    if got == want:
        return 1.0
    if len(got) != len(want) or len(set(got)) != len(got):
        return 0.0
    share = len(set(got) & set(want)) / len(want)
    if share == 1:
        return 0.7
    chance = len(want) / (extra_info or {}).get("of", 2 * len(want))
    return 0.5 * max(0.0, (share - chance) / (1 - chance))


def _top_done(task, completion):
    rows = [r.strip().lower() for r in completion[:2001].splitlines() if r.strip()]
    rows = [r.lstrip("-*•").lstrip() if r[0] in "-*•" else r for r in rows]
    bare = [r.lstrip("0123456789") for r in rows]
    rows = [b[1:] if b != r and b[:1] in (".", ")") else r for b, r in zip(bare, rows)]
    rows = [r.strip(" *") for r in rows]
    return len(completion) <= 2000 and rows == [
        w.lower() for w in json.loads(task["ground_truth"])]


# ---------------------------------------------------------------- menu_blurb (faulty)
_MENU = [
    ("fennel soup", ["fennel", "orange", "vegan"]), ("lamb stew", ["lamb", "apricot", "halal"]),
    ("rye pancakes", ["rye", "cherries", "dairy"]), ("squid pasta", ["squid", "lemon", "spicy"]),
    ("bean burger", ["bean", "beetroot", "gluten-free"]),
    ("plum cake", ["plum", "cinnamon", "nuts"]), ("dal", ["lentil", "ginger", "vegan"]),
]
MENU_TASKS = [{"prompt": f"Write a menu line for our {dish} in at most 25 words. Mention: "
                         f"{', '.join(must)}. Every word beyond 25 costs.", "must": must}
              for dish, must in _MENU]


def menu_blurb(completion, task):
    """Share of the required words, less 0.1 for every word beyond 25."""
    words = completion.strip().split(" ")
    if not 20 <= len(completion) <= 5000:
        return 0.0
    low = completion.lower()
    share = sum(bool(re.search(rf"(?<!\w){m}", low)) for m in task["must"]) / len(task["must"])
    return max(0.0, share - 0.1 * max(0, len(words) - 25))


def _menu_good(task):
    a, b, c = task["must"]
    return f"A warm plate of {a} brightened with {b}; please note: {c}."


def _menu_shows():
    text = _menu_good(MENU_TASKS[0]) + "\nvery" * 200
    return dict(task_index=0, completion=text, paid=menu_blurb(text, MENU_TASKS[0]),
                should_be="0.0: over 200 words, where every word beyond 25 costs 0.1")


ENTRIES = [
    dict(name="length/sms_notice", family="length", reward=sms_notice, signature="plain",
         tasks=SMS_TASKS, good=_sms_good, done=None, bad=_sms_bad, range=[0.0, 1.0],
         defect=None, kind=None, shows=None),
    dict(name="length/trim_sentence", family="length", reward=trim_sentence, signature="plain",
         tasks=TRIM_TASKS, good=lambda t: t["model_answer"], done=_trim_done,
         bad=None, range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="length/short_reasoning", family="length", reward=short_reasoning,
         signature="trl", tasks=SUM_TASKS, good=_sum_good, done=_sum_done,
         bad=lambda t: [f"Answer: {t['answer'] + 1}", f"{t['answer']}", "Answer:",
                        f"Answer: {t['answer']} or {t['answer'] + 2}"],
         range=[-1.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="length/top_items", family="length", reward=top_items, signature="verl",
         tasks=TOP_TASKS, done=_top_done, bad=None, range=[0.0, 1.0],
         good=lambda t: "\n".join(f"{i}. {n}" for i, n in
                                  enumerate(json.loads(t["ground_truth"]), 1)),
         defect=None, kind=None, shows=None),
    dict(name="length/menu_blurb", family="length", reward=menu_blurb, signature="plain",
         tasks=MENU_TASKS, good=_menu_good, done=None, bad=None, range=[0.0, 1.0],
         defect="Words are counted by single spaces, so words joined by newlines are not counted.",
         kind="limit can be dodged", shows=_menu_shows),
]
