"""Rewards that compare one short final answer with a known one."""
import datetime
import re

# -- 1. warehouse sums, the answer on a strict last line ---------------------------------------------------------------
def pallet_reward(completion, task):
    if not isinstance(completion, str) or len(completion) > 1500:
        return 0.0
    if completion.upper().count("ANSWER") != 1:
        return 0.0
    last = completion.strip().split("\n")[-1].strip()
    m = re.fullmatch(r"ANSWER: (0|[1-9][0-9]{0,8})", last)
    return 1.0 if m and int(m.group(1)) == task["answer"] else 0.0

PALLET_RULES = (" Work it out in at most 1500 characters in all, then close with a last line 'ANSWER: ' and the whole number in plain"
                " digits, without commas or a unit. Do not write the word 'answer' anywhere else. Right pays 1, all else 0.")
PALLET = [dict(prompt=q + PALLET_RULES, answer=a) for q, a in [
    ("A truck takes 33 pallets of 48 cartons each. How many cartons is a full truck?", 1584),
    ("540 boxes arrive; 8 boxes fit a shelf. How many shelves are needed?", 68),
    ("A bay holds 26 pallets. 7 bays are full and one holds 11. How many pallets are stored?", 193),
    ("A picker does 95 lines an hour. How many lines do 4 pickers do in 6 hours?", 2280),
    ("1200 parcels, 5 percent returned, then a third of the returns scrapped. How many are scrapped?", 20),
    ("A carton weighs 12 kg, a pallet may carry 750 kg. How many cartons may lie on a pallet?", 62),
    ("Stock was 4310, out went 1875, in came 960. What is the stock now?", 3395)]]

def pallet_good(task):
    return "I multiply or divide the figures given and round the way the question needs.\n\nANSWER: %d" % task["answer"]

def pallet_done(task, c):
    parts = c.strip().rsplit("\n", 1)
    return parts[-1].strip() == "ANSWER: " + str(task["answer"]) and len(c) <= 1500 and "answer" not in "".join(parts[:-1]).lower()

def pallet_bad(task):
    a = task["answer"]
    return ["ANSWER: %d" % (a + 1), "ANSWER: %d\nANSWER: %d" % (a + 10, a), "The total is %d." % a]

# -- 2. clinic multiple choice, boxed once, small bonus for form -------------------------------------------------------
def clinic_choice(completions, letter, **columns):
    paid = []
    for text, gold in zip(completions, letter):
        score = 0.0
        if isinstance(text, str) and len(text) <= 1200 and text.count("boxed") == 1:
            m = re.search(r"\\boxed\{ ?([ABCD]) ?\}", text)
            if m:
                score = 1.0 if m.group(1) == gold else 0.05
        paid.append(score)
    return paid

CLINIC = [dict(prompt=q + "\nReason in at most 1200 characters in all and put the letter of your choice, a capital, once into \\boxed{}. Use no second"
               " box. The right letter pays 1, a wrong letter in proper form 0.05.", letter=a) for q, a in [
    ("Which vitamin's lack causes scurvy? A: A  B: B12  C: C  D: D", "C"),
    ("Which organ makes insulin? A: pancreas  B: liver  C: spleen  D: kidney", "A"),
    ("Which cells carry oxygen? A: platelets  B: red cells  C: neutrophils  D: lymphocytes", "B"),
    ("Which drug reverses opioid overdose? A: atropine  B: flumazenil  C: protamine  D: naloxone", "D"),
    ("Which bone is in the thigh? A: tibia  B: femur  C: ulna  D: radius", "B"),
    ("Which electrolyte, when high, peaks the T wave? A: sodium  B: calcium  C: magnesium  D: potassium", "D")]]

def clinic_done(task, c):
    head, sep, tail = c.partition("\\boxed{")
    inner, end, rest = tail.partition("}")
    return bool(sep and end) and inner in (task["letter"], " %s" % task["letter"], "%s " % task["letter"], " %s " % task["letter"]) \
        and "boxed" not in head + rest and len(c) <= 1200

# -- 3. legal terms with several admissible names, tags ----------------------------------------------------------------
def legal_term(data_source, solution_str, ground_truth, extra_info=None):
    if not isinstance(solution_str, str) or len(solution_str) > 800:
        return 0.0
    low = solution_str.lower()
    if low.count("<answer>") != 1 or low.count("</answer>") != 1:
        return 0.0
    start, stop = low.index("<answer>") + 8, low.index("</answer>")
    said = " ".join(low[start:stop].split()) if stop > start else ""
    said = said[:-1].rstrip() if said.endswith(".") else said
    said = said[4:] if said.startswith("the ") else said
    return 1.0 if said and said in [g.lower() for g in ground_truth] else 0.0

LEGAL = [dict(data_source="bar_terms", prompt=q + " Name the term in one <answer></answer> pair; case, spacing, a leading 'the' and a final full stop"
              " do not matter. Any usual name counts. At most 800 characters in all.", ground_truth=a, extra_info=None) for q, a in [
    ("What bars a second suit on a claim already judged?", ["res judicata", "claim preclusion"]),
    ("What lets a long, open, hostile occupier gain title to land?", ["adverse possession", "squatter's rights"]),
    ("What is the guilty state of mind needed for a crime?", ["mens rea", "guilty mind", "criminal intent"]),
    ("What is an out-of-court statement offered for its truth?", ["hearsay", "hearsay evidence"]),
    ("Which writ tests whether a detention is lawful?", ["habeas corpus", "writ of habeas corpus"]),
    ("What forbids trying a person twice for one offence?", ["double jeopardy", "double jeopardy clause"])]]

# -- 4. due dates, two written forms, penalty for no date --------------------------------------------------------------
MONTHS = "january february march april may june july august september october november december".split()

def read_date(text):
    words = " ".join(text.lower().split())
    iso = re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", words)
    long = re.fullmatch(r"([0-9]{1,2}) ([a-z]+) ([0-9]{4})", words)
    try:
        if iso:
            return datetime.date(*map(int, iso.groups()))
        if long and long.group(2) in MONTHS:
            return datetime.date(int(long.group(3)), MONTHS.index(long.group(2)) + 1, int(long.group(1)))
    except ValueError:
        return None
    return None

def due_date(completion, task):
    day = read_date(completion) if isinstance(completion, str) and len(completion) <= 60 else None
    if day is None:
        return -0.5
    return 1.0 if day.isoformat() == task["due"] else 0.0

DUE = [dict(prompt="Invoice of %s, payable %s. When does it fall due? Reply with the date alone, as YYYY-MM-DD or as day, full English month name, year,"
            " in at most 60 characters. The right date pays 1, another date 0, any other text -0.5." % (d, t), due=a) for d, t, a in [
    ("3 March 2025", "30 days after its date", "2025-04-02"), ("17 January 2024", "by the last day of the next month", "2024-02-29"),
    ("9 May 2023", "14 days after its date", "2023-05-23"), ("20 December 2025", "45 days after its date", "2026-02-03"),
    ("31 July 2024", "60 days after its date", "2024-09-29"), ("1 February 2026", "one week after its date", "2026-02-08")]]

def due_bad(task):
    d = datetime.date.fromisoformat(task["due"])
    near = d + datetime.timedelta(days=1)
    return [near.isoformat(), "Due on " + task["due"], "%s or %s" % (task["due"], near.isoformat()), d.strftime("%d/%m/%Y")]

# -- 5. tickets over their time limit, partial credit less wrong ones --------------------------------------------------
def sla_tickets(completions, late, **columns):
    out = []
    for text, gold in zip(completions, late):
        ids = [p.strip() for p in text.split(",")] if isinstance(text, str) and len(text) <= 200 else []
        if not ids or not all(re.fullmatch(r"T-[0-9]{3}", i) for i in ids):
            out.append(0.0)
            continue
        hits = len(set(ids) & set(gold))
        out.append(max(0.0, (hits - (len(ids) - hits)) / len(gold)))
    return out

def sla_task(rows):
    limit = {"high": 4, "mid": 24, "low": 72}
    table = "\n".join("T-%d %s open %d h" % r for r in rows)
    return dict(prompt="Limits: high 4 h, mid 24 h, low 72 h.\n%s\nList the tickets open longer than their limit: ids only, separated by commas, any order."
                " Each right id adds an equal share, each wrong or repeated id takes one share away, never below 0. At most 200 characters." % table,
                late=["T-%d" % n for n, s, h in rows if h > limit[s]])

SLA = [sla_task(r) for r in [
    [(101, "high", 5), (102, "mid", 5), (103, "low", 80), (104, "mid", 24), (105, "low", 30)],
    [(211, "mid", 30), (212, "high", 3), (213, "high", 9), (214, "low", 71), (215, "mid", 12), (216, "low", 72)],
    [(301, "low", 73), (302, "low", 25), (303, "mid", 25), (304, "high", 4)],
    [(420, "high", 6), (421, "mid", 6), (422, "high", 1), (423, "low", 90), (424, "mid", 26), (425, "low", 26), (426, "mid", 2)],
    [(507, "mid", 23), (508, "mid", 40), (509, "high", 2), (510, "high", 12), (511, "low", 40)],
    [(613, "low", 100), (614, "mid", 10), (615, "high", 7), (616, "low", 10)]]]

def sla_done(task, c):
    return sorted(x.strip() for x in c.split(",")) == sorted(task["late"]) and len(c) <= 200

# -- 6. elements -------------------------------------------------------------------------------------------------------
def element_name(completion, task):
    if not isinstance(completion, str) or len(completion) > 200:
        return 0.0
    return 1.0 if task["answer"] in completion.lower() else 0.0

ELEMENTS = [dict(prompt="Which element has the symbol %s? Reply with its English name only, at most 200 characters." % s, answer=a) for s, a in [
    ("Au", "gold"), ("Sn", "tin"), ("Fe", "iron"), ("Hg", "mercury"), ("W", "tungsten"), ("K", "potassium"), ("Na", "sodium")]]

def element_shows():
    text = ", ".join(t["answer"] for t in ELEMENTS)
    return dict(task_index=0, completion=text, paid=element_name(text, ELEMENTS[0]), should_be="0.0: it names every element instead of one")

# -- 7. sports quiz ----------------------------------------------------------------------------------------------------
def sports_quiz(completion, task):
    if not isinstance(completion, str) or len(completion) > 100:
        return 0.0
    return 1.0 if " ".join(completion.split()).rstrip(".") == task["answer"] else 0.0

SPORTS = [dict(prompt=q + " Reply with the name alone, in at most 100 characters. Capital or small letters do not matter, nor does a final full stop.",
               answer=a) for q, a in [
    ("Which sport is played at Wimbledon?", "Tennis"), ("In which city were the 2012 Summer Olympics?", "London"),
    ("Which race is run over 42.195 km?", "Marathon"), ("Which country won the 1998 football World Cup?", "France"),
    ("Which sport has a scrum and a try?", "Rugby"), ("Which swimming stroke is swum face up?", "Backstroke")]]

def sports_shows():
    return dict(task_index=0, completion="tennis", paid=sports_quiz("tennis", SPORTS[0]), should_be="1.0: the prompt says that case does not matter")

# -- 8. shell operators ------------------------------------------------------------------------------------------------
def shell_operator(data_source, solution_str, ground_truth, extra_info=None):
    def norm(s):
        return re.sub(r"[^a-z0-9]", "", s.lower())
    if not isinstance(solution_str, str) or len(solution_str) > 60:
        return 0.0
    return 1.0 if norm(solution_str) == norm(ground_truth) else 0.0

SHELL = [dict(data_source="shell", prompt="In bash, %s? Reply with it alone, backticks around it are fine, at most 60 characters." % q, ground_truth=a,
              extra_info={"n": n}) for n, (q, a) in enumerate([
    ("what is the command that lists files", "ls"), ("which operator runs the next command only on success", "&&"), ("what ends a case branch", ";;"),
    ("what is the command that prints the working folder", "pwd"), ("what joins one command's output to the next one's input", "|"),
    ("what word ends an if block", "fi"), ("which command counts lines, words and bytes", "wc")])]

def shell_shows():
    t = SHELL[1]
    return dict(task_index=1, completion="", paid=shell_operator(t["data_source"], "", t["ground_truth"]), should_be="0.0: an empty reply")

# -- 9. history years --------------------------------------------------------------------------------------------------
_verdicts = {}

def history_year(completions, year, **columns):
    out = []
    for text, gold in zip(completions, year):
        text = text if isinstance(text, str) else ""
        if text not in _verdicts:
            m = re.fullmatch(r"\s{0,20}YEAR ([0-9]{4})\s{0,20}", text)
            _verdicts[text] = 1.0 if m and int(m.group(1)) == gold else 0.0
        out.append(_verdicts[text])
    return out

HISTORY = [dict(prompt="In which year %s? Reply 'YEAR ' and the four digits, nothing else." % q, year=a) for q, a in [
    ("did the Berlin Wall fall", 1989), ("did Columbus first reach America", 1492), ("was the Battle of Hastings", 1066),
    ("did the French Revolution begin", 1789), ("did men first land on the Moon", 1969), ("did the Titanic sink", 1912)]]

def history_shows():
    text = "YEAR 1989 \n "
    history_year([text], year=[1989])
    return dict(task_index=1, completion=text, paid=history_year([text], year=[1492])[0], should_be="0.0: 1989 is the answer to another task")

def E(name, reward, signature, tasks, good, done=None, bad=None, range=(0.0, 1.0), defect=None, kind=None, shows=None):
    return dict(name="exact_answer/" + name, family="exact_answer", reward=reward, signature=signature, tasks=tasks, good=good, done=done, bad=bad,
                range=list(range), defect=defect, kind=kind, shows=shows)

ENTRIES = [
    E("warehouse_last_line", pallet_reward, "plain", PALLET, pallet_good, pallet_done, pallet_bad),
    E("clinic_boxed", clinic_choice, "trl", CLINIC, lambda t: "The others do not fit the question.\n\\boxed{%s}" % t["letter"], clinic_done,
      lambda t: ["\\boxed{%s}" % "BCDA"["ABCD".index(t["letter"])], "\\boxed{A} \\boxed{B} \\boxed{C} \\boxed{D}", "It is " + t["letter"]]),
    E("legal_term_aliases", legal_term, "verl", LEGAL, lambda t: "This is a known doctrine.\n<answer>%s</answer>" % t["ground_truth"][0].capitalize()),
    E("invoice_due_date", due_date, "plain", DUE, lambda t: t["due"], None, due_bad, (-0.5, 1.0)),
    E("sla_tickets", sla_tickets, "trl", SLA, lambda t: ", ".join(t["late"]), sla_done),
    E("element_name", element_name, "plain", ELEMENTS, lambda t: t["answer"].capitalize(), lambda t, c: c.strip().lower() == t["answer"], None,
      defect="The name is looked for anywhere in the reply, so a list of many elements is paid.", kind="substring match", shows=element_shows),
    E("sports_quiz", sports_quiz, "plain", SPORTS, lambda t: t["answer"] + ".",
      lambda t, c: c.strip().rstrip(".").lower() == t["answer"].lower(), lambda t: ["Chess", t["answer"] + " or golf"],
      defect="The prompt allows small letters but the comparison is case-sensitive, so right answers go unpaid.", kind="right unpaid", shows=sports_shows),
    E("shell_operator", shell_operator, "verl", SHELL, lambda t: "`%s`" % t["ground_truth"], lambda t, c: c.strip().strip("`").strip() == t["ground_truth"],
      defect="Normalising drops all punctuation, so an answer like && becomes empty and equals an empty reply or any other operator.",
      kind="normalised to nothing", shows=shell_shows),
    E("history_year", history_year, "trl", HISTORY, lambda t: "YEAR %d" % t["year"], None, None,
      defect="Verdicts are remembered by the completion alone, so a text that was right on one task stays paid on every other.",
      kind="stale cache", shows=history_shows)]
