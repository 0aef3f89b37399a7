"""Length rewards, second set: routes, formulas, bounds."""
import re
from collections import deque
from fractions import Fraction
from typing import Any, Dict, List


# ---------------------------------------------------------------- 1. travel: shortest chain of stations
LINES = ["Arvik-Benna", "Benna-Corro", "Corro-Dalen", "Dalen-Elst", "Elst-Fossa", "Benna-Gavro", "Gavro-Hule", "Hule-Elst", "Arvik-Irra", "Irra-Jolen", "Jolen-Kasp", "Kasp-Fossa", "Gavro-Irra", "Kasp-Lumo", "Lumo-Dalen"]
NET: Dict[str, set] = {}
for _l in LINES:
    _a, _b = _l.split("-")
    NET.setdefault(_a, set()).add(_b)
    NET.setdefault(_b, set()).add(_a)
TRIPS = [("Arvik", "Fossa"), ("Corro", "Hule"), ("Lumo", "Benna"), ("Irra", "Elst"), ("Jolen", "Dalen"), ("Fossa", "Gavro"), ("Arvik", "Lumo")]
TRIP_TASKS = [dict(prompt="Direct trains run both ways between: %s.\nName a route from %s to %s with as few trains as possible: the stations in order, from the first to the last, joined by ' > ', on one line, nothing else (at most 500 characters). "
                          "A possible route with the fewest trains: 1. Every train more costs 0.4. An impossible route: 0." % (", ".join(LINES), a, b), start=a, goal=b) for a, b in TRIPS]


def _legs(a: str, b: str) -> int:
    seen, todo = {a: 0}, deque([a])
    while todo:
        here = todo.popleft()
        for there in NET[here]:
            if there not in seen:
                seen[there] = seen[here] + 1
                todo.append(there)
    return seen[b]


def trip_reward(completion: Any, task: Dict[str, Any]) -> float:
    if not isinstance(completion, str) or len(completion) > 500:
        return 0.0
    stops = completion.strip().split(" > ")
    if stops[0] != task["start"] or stops[-1] != task["goal"]:
        return 0.0
    for a, b in zip(stops, stops[1:]):
        if b not in NET.get(a, ()):
            return 0.0
    extra = len(stops) - 1 - _legs(task["start"], task["goal"])
    return max(0.0, 1.0 - 0.4 * extra)


def trip_good(task):
    best = {task["start"]: [task["start"]]}
    todo = [task["start"]]
    for here in todo:
        for there in sorted(NET[here]):
            if there not in best:
                best[there] = best[here] + [there]
                todo.append(there)
    return " > ".join(best[task["goal"]])


def trip_done(task, completion):
    if len(completion) > 500:
        return False
    stops = completion.strip().split(" > ")
    pairs = {frozenset(ln.split("-")) for ln in LINES}
    if stops[0] != task["start"] or stops[-1] != task["goal"]:
        return False
    if not all(frozenset(p) in pairs for p in zip(stops, stops[1:])):
        return False
    reach, steps = {task["start"]}, 0
    while task["goal"] not in reach:
        reach |= {x for p in pairs for x in p if p & reach}
        steps += 1
    return len(stops) == steps + 1


def trip_bad(task):
    good = trip_good(task)
    return [task["start"] + " > " + task["goal"], good.replace(" > ", ", "), " > ".join(good.split(" > ")[::-1]), good + " > Arvik"]


# ---------------------------------------------------------------- 2. code golf: formulas of one digit
GOLF = [(4, 20, "4*4+4"), (4, 15, "4*4-4/4"), (3, 37, "33+3+3/3"), (7, 56, "7*7+7"), (5, 130, "5*(5*5)+5"), (2, 26, "22+2+2"), (6, 7, "6+6/6"), (9, 90, "9*9+9")]
_GOLF_BEST = {(d, t): f for d, t, f in GOLF}
GOLF_TASKS = [dict(prompt="Write a formula for the number %d with no digit other than %d (it may be used often, and joined as in %d%d), the signs + - * / and round brackets, "
                          "no spaces, no sign in front of a number, usual precedence, exact division. Nothing else in the reply. A right formula of up to %d characters: 1; each character more costs 0.2. Wrong: 0."
                          % (t, d, d, d, len(f)), digit=d, target=t, chars=len(f)) for d, t, f in GOLF]


class _Formula:
    """sum := product (+|- product)*; product := atom (*|/ atom)*; atom := number | ( sum )"""

    def __init__(self, text):
        self.text, self.pos = text, 0

    def peek(self):
        return self.text[self.pos] if self.pos < len(self.text) else ""

    def take(self):
        c = self.peek()
        self.pos += 1
        return c

    def sum(self):
        value = self.product()
        while self.peek() in ("+", "-"):
            value = value + self.product() if self.take() == "+" else value - self.product()
        return value

    def product(self):
        value = self.atom()
        while self.peek() in ("*", "/"):
            value = value * self.atom() if self.take() == "*" else value / self.atom()
        return value

    def atom(self):
        if self.peek() == "(":
            self.take()
            value = self.sum()
            if self.take() != ")":
                raise ValueError("bracket")
            return value
        m = re.compile("[0-9]+").match(self.text, self.pos)
        if not m:
            raise ValueError("number")
        self.pos = m.end()
        return Fraction(int(m.group()))


def golf_reward(completions, digit, target, chars, **kwargs) -> List[float]:
    out = []
    for text, d, t, n in zip(completions, digit, target, chars):
        pay = 0.0
        if isinstance(text, str) and len(text.strip()) <= 60:
            text = text.strip()
            if set(text) <= set("+-*/()" + str(d)):
                try:
                    formula = _Formula(text)
                    value = formula.sum()
                    if formula.pos == len(text) and value == t:
                        pay = max(0.0, 1.0 - 0.2 * max(0, len(text) - n))
                except (ValueError, ZeroDivisionError):
                    pay = 0.0
        out.append(pay)
    return out


def golf_good(task):
    return _GOLF_BEST[task["digit"], task["target"]]


def golf_done(task, completion):
    text = completion.strip()
    d = str(task["digit"])
    if not text or len(text) > task["chars"] or re.sub(r"[-+*/()]", "", text).strip(d):
        return False
    if "**" in text or "//" in text or re.search(r"(^|[-+*/(])[-+]", text) or re.search(r"\d\(|\)\d|\)\(|\(\)", text):
        return False
    try:
        value = eval(re.sub(r"(\d+)", r"Fraction(\1)", text), {"__builtins__": {}, "Fraction": Fraction})
    except (SyntaxError, ZeroDivisionError, TypeError):
        return False
    return value == task["target"]


def golf_bad(task):
    return [str(task["target"]), str(task["digit"]), "+".join([str(task["digit"])] * 9), golf_good(task) + "+" + str(task["digit"])]


# ---------------------------------------------------------------- 3. school science: mnemonic within a length band
BAG = "apes bears bring cold cats dance daily every early eat fat foxes funny green goats ginger hens hold iguanas jolly kings lions like many merry mice new nine nuts old owls often please pigs quiet red run some seven slow tall tigers under very warm wolves yellow zebras".split()
SERIES = [("the rainbow", "rogbiv", 20, 34), ("the inner planets", "mvem", 15, 22), ("the cell cycle", "gsgm", 17, 23), ("the strings of a guitar", "eadgbe", 24, 33), ("the taxonomic ranks", "kpcofgs", 28, 38), ("the noble gases", "hnakr", 16, 26)]
BAND_TASKS = [dict(prompt="Make a mnemonic for %s out of this bag of words: %s.\nThe first letters must be, in order: %s. Use every word at most once. One line of lower-case words with one space between them and a full stop at the end, "
                          "nothing else. Length counted with spaces and full stop: %d to %d characters pay 1, each character outside this band costs 0.2. If anything else is wrong: 0."
                          % (what, " ".join(BAG), " ".join(s), lo, hi), initials=s, low=lo, high=hi) for what, s, lo, hi in SERIES]


def band_reward(completion, task):
    if not isinstance(completion, str):
        return 0.0
    line = completion.strip()
    if not line.endswith(".") or len(line) > 200:
        return 0.0
    words = line[:-1].split(" ")
    if len(words) != len(task["initials"]) or len(set(words)) < len(words):
        return 0.0
    for w, c in zip(words, task["initials"]):
        if w not in BAG or w[0] != c:
            return 0.0
    off = max(task["low"] - len(line), len(line) - task["high"], 0)
    return max(0.0, 1.0 - off / 5)


def band_good(task):
    def go(k, used):
        if k == len(task["initials"]):
            line = " ".join(used) + "."
            return line if task["low"] <= len(line) <= task["high"] else None
        for w in BAG:
            if w[0] == task["initials"][k] and w not in used:
                found = go(k + 1, used + [w])
                if found:
                    return found
        return None
    return go(0, [])


def band_done(task, completion):
    line = completion.strip()
    if not task["low"] <= len(line) <= task["high"] or not re.fullmatch(r"[a-z]+( [a-z]+)*\.", line):
        return False
    words = re.findall("[a-z]+", line)
    return "".join(w[0] for w in words) == task["initials"] and all(BAG.count(w) >= words.count(w) for w in words)


# ---------------------------------------------------------------- 4. tenancy law: copy the sentences that bind the tenant
LEASES = [
    (["The flat has three rooms.", "The tenant must clear snow from the front steps.", "The landlord pays for the roof.", "A bicycle cellar is available.", "The tenant must air the rooms daily.", "Heating costs are listed in annex 2."], "25", "the tenant"),
    (["The lender hands over the car on Monday.", "The borrower must refill the tank.", "The car is insured for Europe.", "The car is blue.", "The lender must show the papers.", "The borrower must not smoke in the car."], "26", "the borrower"),
    (["The employee must report sick leave by nine.", "The firm provides a laptop.", "The office opens at seven.", "The employee must return all keys on the last day.", "The firm must pay by the 28th."], "14", "the employee"),
    (["Deliveries arrive at dock 3.", "The supplier must label each pallet.", "The buyer must check the goods within two days.", "The supplier must keep the cold chain.", "Prices are net.", "The supplier must take back empty crates."], "246", "the supplier"),
    (["The club has 80 members.", "Members must wear helmets.", "Guests must sign the book.", "The hut sleeps twelve.", "Keys hang behind the door.", "The warden must sweep the hut."], "3", "guests"),
    (["The patient must fast from midnight.", "The clinic must call the patient by noon.", "The ward has four beds.", "The patient must bring the blue form.", "Visits end at eight."], "14", "the patient"),
]
LEASE_TASKS = [dict(data_source="law/duties", prompt="Text: %s\nCopy, word for word, every sentence that says what %s must or must not do, one sentence per line, nothing else (at most 2000 characters). If one of these is missing, or a line is no sentence of the text, or a line is there "
                    "twice: 0. Otherwise 1, less 0.4 for every needless sentence, down to 0." % (" ".join(s), who), ground_truth=want, extra_info=dict(sentences=list(s), who=who)) for s, want, who in LEASES]


def lease_score(data_source, solution_str, ground_truth, extra_info=None):
    sentences = (extra_info or {}).get("sentences", [])
    if not isinstance(solution_str, str) or len(solution_str) > 2000:
        return 0.0
    lines = [ln.strip() for ln in solution_str.strip().split("\n")]
    if len(set(lines)) != len(lines) or not set(lines) <= set(sentences):
        return 0.0
    required = {sentences[int(c) - 1] for c in ground_truth}
    if required - set(lines):
        return 0.0
    return max(0.0, round(1.0 - 0.4 * (len(lines) - len(required)), 6))


def lease_good(task):
    return "\n".join(task["extra_info"]["sentences"][int(c) - 1] for c in task["ground_truth"])


def lease_done(task, completion):
    who = task["extra_info"]["who"]
    want = [s for s in task["extra_info"]["sentences"] if s.lower().startswith(who + " must")]
    return sorted(x.strip() for x in completion.strip().split("\n")) == sorted(want) and len(completion) <= 2000


# ---------------------------------------------------------------- 5. help desk: right and short (faulty)
DESK = [("How many days of leave are left of 28 after taking 5, 3 and 6 days?", "14"), ("A meeting starts at 13:50 and lasts 85 minutes. When does it end (HH:MM)?", "15:15"), ("Which quarter of the year is November in? Give the digit.", "4"),
        ("Room 2 seats 14, room 5 seats 22, room 7 seats 18. Which room is the smallest that seats 16? Give its digit.", "7"), ("A parcel of 3.2 kg costs 4 euros plus 2 euros per started kg. How many euros?", "12"),
        ("How many sheets are in 6 reams of 500?", "3000")]
DESK_TASKS = [dict(prompt=q + "\nExplain if you like; the last line must be 'Answer: ' and the answer alone, and the word 'Answer' comes only once. A right answer pays 1 up to 100 characters in all, then falls evenly to 0.5 at 500 characters "
                   "and is 0.5 beyond; over 2000 characters or a wrong answer: 0.", answer=a) for q, a in DESK]


def desk_reward(completions, answer, **kwargs):
    sizes = [len(c) if isinstance(c, str) else 0 for c in completions]
    right = []
    for c, a in zip(completions, answer):
        ok = isinstance(c, str) and len(c) <= 2000 and c.lower().count("answer") == 1
        right.append(ok and c.rstrip().split("\n")[-1].strip() == "Answer: " + a)
    usable = [n for n, ok in zip(sizes, right) if ok]
    if not usable:
        return [0.0] * len(right)
    shortest, span = min(usable), max(usable) - min(usable)
    out = []
    for n, ok in zip(sizes, right):
        if not ok:
            out.append(0.0)
        elif span == 0:
            out.append(1.0)
        else:
            out.append(1.0 - 0.5 * (n - shortest) / span)
    return out


def desk_good(task):
    return "Answer: " + task["answer"]


def desk_done(task, completion):
    return re.search(r"(?:\A|\n)\s*Answer: %s\s*\Z" % re.escape(task["answer"]), completion) is not None and len(re.findall("answer", completion, re.I)) == 1 and len(completion) <= 100


def desk_bad(task):
    return ["Answer: ", "Answer: 99", "It is %s" % task["answer"], "Answer: 1\nAnswer: %s" % task["answer"]]


def desk_shows():
    t = DESK_TASKS[0]
    text = "Taken: 14 days. 28 - 14 = 14.\nAnswer: 14"
    paid = desk_reward([text, "Answer: 14"], answer=["14", "14"])[0]
    return dict(task_index=0, completion=text, paid=paid, should_be="1.0: right and far under 100 characters (and it is paid %.1f when it is alone in the batch)" % desk_reward([text], answer=["14"])[0])


# ---------------------------------------------------------------- 6. chemistry tutor: soft and hard limit (faulty)
TUTOR = [("What is the molar mass of water in g/mol, rounded to a whole number?", 18), ("How many electrons has a neutral atom of oxygen?", 8), ("How many grams of NaCl (58.5 g/mol) are 2 mol?", 117), ("What is the pH of 0.001 mol/l HCl?", 3),
         ("How many hydrogen atoms are in a molecule of propane?", 8), ("How many ml of a 2 mol/l solution hold 0.3 mol?", 150), ("What is the atomic number of iron?", 26)]
SOFT, HARD = 300, 600
TUTOR_TASKS = [dict(prompt="%s\nWrite your working, then as the last line #### and the whole number, as in '#### 5'. Only one line of the reply may hold ####. A right result pays 1. Up to %d characters nothing is taken off; "
                           "from there to %d characters up to 1 is taken off evenly, and whatever is longer gets nothing. A wrong result pays 0." % (q, SOFT, HARD), number=n) for q, n in TUTOR]


def tutor_overlong(n):
    penalty = 0.0
    if SOFT < n <= HARD:
        penalty = (n - SOFT) / (HARD - SOFT)
    return penalty


def tutor_reward(completion, task):
    if not isinstance(completion, str) or completion.count("####") != 1:
        return 0.0
    m = re.search(r"(?:^|\n)[ \t]*####\s*([0-9]{1,6})\s*\Z", completion)
    if m is None or int(m.group(1)) != task["number"]:
        return 0.0
    return 1.0 - tutor_overlong(len(completion))


def tutor_good(task):
    return "We look up the values and combine them.\n#### %d" % task["number"]


def tutor_shows():
    text = "Let me think again. " * 400 + "\n#### 18"
    return dict(task_index=0, completion=text, paid=tutor_reward(text, TUTOR_TASKS[0]), should_be="0.0: 8008 characters are far over the hard limit of 600")


# ---------------------------------------------------------------- 7. museum labels (faulty)
LABELS = [("Bronze mirror, Etruria, about 300 BC, found at Vulci in 1828, gift of Countess Orlo", ["mirror", "Etruria", "300 BC"], 8), ("Oak chest with iron bands, Lubeck, 1572, from the town hall, restored 1991", ["chest", "Lubeck", "1572"], 7),
          ("Silk kimono with cranes, Kyoto, 1880, worn at weddings, bought 1923", ["kimono", "Kyoto", "1880"], 6), ("Sextant by Ramsden, London, 1788, used on the voyage of the Aurora", ["Sextant", "Ramsden", "1788"], 7),
          ("Clay tablet with a receipt for barley, Uruk, about 3100 BC, broken in two", ["tablet", "Uruk", "3100 BC"], 8), ("Glass beaker, Cologne, 4th century, found in a grave in 1902", ["beaker", "Cologne", "4th century"], 8)]
LABEL_TASKS = [dict(prompt="Card: %s\nShorten the card to a label. Use only words of the card, each at most as often as there, in their order (commas may go or stay). It must hold %s. Up to %d words pay 1; with more words the pay is %d divided by the number of words. "
                           "If a rule is broken: 0." % (card, ", ".join("'%s'" % k for k in keep), n, n), card=card, keep=keep, words=n) for card, keep, n in LABELS]


def label_reward(completion, task):
    if not isinstance(completion, str) or not re.fullmatch(r"[A-Za-z0-9, ]{1,200}", completion.strip()):
        return 0.0
    words = completion.replace(",", " ").split()
    source = iter(task["card"].replace(",", " ").split())
    if not words or not all(any(w == s for s in source) for w in words):
        return 0.0
    flat = " %s " % " ".join(words)
    if any(" %s " % k not in flat for k in task["keep"]):
        return 0.0
    return task["words"] / len(words)


def label_good(task):
    card = task["card"].replace(",", " ").split()
    must = " ".join(task["keep"]).split()
    spare = task["words"] - len(must)
    out = []
    for w in card:
        if w in must:
            must.remove(w)
            out.append(w)
        elif spare > 0:
            spare -= 1
            out.append(w)
    return " ".join(out)


def label_done(task, completion):
    words = re.findall(r"[A-Za-z0-9]+", completion)
    card = re.findall(r"[A-Za-z0-9]+", task["card"])
    at = 0
    for w in words:
        while at < len(card) and card[at] != w:
            at += 1
        if at == len(card):
            return False
        at += 1
    return re.search(r"[^A-Za-z0-9, ]", completion.strip()) is None and len(words) <= task["words"] and all(re.search(r"\b%s\b" % k, " ".join(words)) for k in task["keep"])


def label_bad(task):
    return [" and ".join(task["keep"]), " ".join(task["keep"][1:]), " ".join(reversed(task["keep"])), "A fine piece: " + ", ".join(task["keep"])]


def label_shows():
    text = "Sextant Ramsden 1788"
    return dict(task_index=3, completion=text, paid=label_reward(text, LABEL_TASKS[3]), should_be="1.0: up to 7 words pay 1, and the range of the reward ends at 1")


# ---------------------------------------------------------------- 8. dispatch: dense reports (faulty)
CALLS = [("fire", ["Elm Street 9", "second floor", "two persons"]), ("crash", ["A7 km 112", "lorry", "diesel leak"]), ("cardiac arrest", ["Pine Court 3", "male 61", "CPR running"]), ("flood", ["Weir Lane", "cellar", "power off"]),
         ("gas smell", ["school", "Dorn Road 40", "evacuated"]), ("fall", ["building site Nord", "4 metres", "conscious"])]
CALL_TASKS = [dict(prompt="Write the radio message for this call. Event: %s. Facts: %s.\nName the event, then all the facts in the order given, separated by commas, as spelt here. You may add other words between the commas, after the facts. The pay is the share of the "
                          "characters (letters and digits) of the message that belong to the event and the facts, so 1 if there is nothing else. If event or a fact is missing or out of order: 0." % (e, "; ".join(f)), event=e, facts=f) for e, f in CALLS]


def call_reward(completions, event, facts, **kwargs):
    def letters(s):
        return len(re.findall("[^\\W_]", s))

    scores = []
    for text, ev, fs in zip(completions, event, facts):
        text = text if isinstance(text, str) else ""
        parts = [p.strip().rstrip(".") for p in text[:3000].split(",")]
        wanted, useful = [ev] + fs, 0
        for p in parts:
            if wanted and p.startswith(wanted[0]) and not p[len(wanted[0]):][:1].isalnum():
                useful += letters(wanted.pop(0))
        density = useful / letters(text)
        scores.append(0.0 if wanted else density)
    return scores


def call_good(task):
    return ", ".join([task["event"]] + task["facts"]) + "."


def call_shows():
    t = CALL_TASKS[0]
    try:
        paid = call_reward(["..."], event=[t["event"]], facts=[t["facts"]])[0]
    except ZeroDivisionError as exc:
        paid = "raises ZeroDivisionError: %s" % exc
    return dict(task_index=0, completion="...", paid=paid, should_be="0.0: a reply without letters is worth nothing, but must not bring the run down")


def _e(name, reward, signature, tasks, good, done=None, bad=None, range=(0.0, 1.0), defect=None, kind=None, shows=None):
    return dict(name="length/" + name, family="length", reward=reward, signature=signature, tasks=tasks, good=good, done=done, bad=bad,
                range=list(range), defect=defect, kind=kind, shows=shows)


ENTRIES = [
    _e("train_route", trip_reward, "plain", TRIP_TASKS, trip_good, trip_done, trip_bad),
    _e("digit_golf", golf_reward, "trl", GOLF_TASKS, golf_good, golf_done, golf_bad),
    _e("mnemonic_band", band_reward, "plain", BAND_TASKS, band_good, band_done),
    _e("duty_sentences", lease_score, "verl", LEASE_TASKS, lease_good, lease_done),
    _e("help_desk", desk_reward, "trl", DESK_TASKS, desk_good, desk_done, desk_bad, kind="depends on the rest of the batch", shows=desk_shows,
       defect="Brevity is measured against the shortest and longest right reply of the batch instead of the 100 and 500 characters of the prompt, so the pay for a reply hangs on its neighbours."),
    _e("chem_tutor", tutor_reward, "plain", TUTOR_TASKS, tutor_good, kind="missing branch beyond the hard limit", shows=tutor_shows,
       defect="The overlong penalty is only set between the soft and the hard limit; beyond the hard limit it falls back to zero, so very long replies are paid in full."),
    _e("museum_label", label_reward, "plain", LABEL_TASKS, label_good, label_done, label_bad, kind="pay is not bounded", shows=label_shows,
       defect="The factor limit/words is not capped at 1, so labels shorter than the limit earn more than the maximum of 1."),
    _e("radio_message", call_reward, "trl", CALL_TASKS, call_good, kind="raises on an odd completion", shows=call_shows,
       defect="The density divides by the number of letters and digits of the reply, so an empty reply or one without any raises ZeroDivisionError and takes the whole batch with it."),
]
