"""Rewards for answers that must name or quote their sources."""
import re

_QUOTES = str.maketrans({"\u201c": '"', "\u201d": '"', "\u2018": "'", "\u2019": "'"})


def _flat(text):
    return " ".join(text.translate(_QUOTES).split()).lower()


# ---------------------------------------------------------------- clause_quote (law)
_LEASE = {
    "3.1": "The Tenant shall pay the rent on or before the fifth day of each month. Payment by "
           "standing order is preferred but not required.",
    "3.4": "Late rent bears interest at four percent a year from the due date until payment. The "
           "Landlord may waive interest in hardship cases.",
    "5.2": "The Tenant may keep one small pet with the written consent of the Landlord. Consent "
           "may be withdrawn after two documented complaints.",
    "7.1": "Either party may end the lease by giving three months' written notice to the end of a "
           "calendar month.",
    "7.3": "The Landlord may end the lease without notice if rent is unpaid for more than sixty "
           "days.",
    "9.2": "The deposit equals two months' rent and is returned within forty days of the handover "
           "of all keys.",
}
_NDA = {
    "2": "Confidential Information excludes anything that was lawfully known to the Recipient "
         "before disclosure.",
    "4": "The Recipient shall return or destroy all copies within ten business days of a written "
         "request.",
    "6": "The duties under this Agreement last for five years after the last disclosure. Trade "
         "secrets stay protected for as long as they are secret.",
    "8": "The courts of Leuven have exclusive jurisdiction over any dispute under this Agreement.",
}
_CLAUSE = [
    (_LEASE, "By which day must rent be paid?", ["3.1"], "fifth day of each month"),
    (_LEASE, "What interest does late rent bear?", ["3.4"], "four percent a year"),
    (_LEASE, "How long must notice of termination be in the ordinary case?", ["7.1"],
     "three months' written notice"),
    (_LEASE, "When does the deposit come back?", ["9.2"], "within forty days of the handover"),
    (_LEASE, "What may make the landlord take back consent to a pet?", ["5.2"],
     "after two documented complaints"),
    (_NDA, "How quickly must copies be destroyed after a request?", ["4"],
     "within ten business days"),
    (_NDA, "How long do the ordinary duties of secrecy last?", ["6"], "five years after"),
    (_NDA, "Which courts decide a dispute?", ["8"], "courts of leuven"),
]
CLAUSE_TASKS = [
    {"prompt": "\n".join(f"[{k}] {v}" for k, v in doc.items())
               + f"\n\n{q} Explain if you like, then on two lines give 'Section: <number>' and "
                 "'Quote: \"<words of that section>\"' (at most 18 words).",
     "sections": doc, "gold": {"section": sec, "phrase": phrase}}
    for doc, q, sec, phrase in _CLAUSE]


def clause_quote(completion, task):
    """1 for the right section with a short true quote that answers; 0.2 for the section alone."""
    found = {"section": [], "quote": []}
    if len(completion) > 50_000:
        return 0.0
    for line in completion.splitlines():
        name, colon, rest = line.strip(" *").partition(":")
        if colon and name.strip(" *").lower() in found:
            found[name.strip(" *").lower()].append(rest.strip(" *"))
    if len(found["section"]) != 1:
        return 0.0
    section = found["section"][0].strip("[]§ .")
    if section not in task["gold"]["section"]:
        return 0.0
    if len(found["quote"]) != 1:
        return 0.2
    quote = _flat(found["quote"][0])
    quote = quote.strip('"').strip().rstrip(".")
    good = (len(quote.split()) <= 18 and quote in _flat(task["sections"][section])
            and task["gold"]["phrase"] in quote)
    return 1.0 if good else 0.2


def _clause_good(task):
    sec, phrase = task["gold"]["section"][0], task["gold"]["phrase"]
    body = task["sections"][sec]
    at = body.lower().index(phrase)
    begin = body.rfind(" ", 0, max(at - 1, 0)) + 1
    return (f"The text says so directly: {phrase}.\nSection: {sec}\n"
            f"Quote: \"{body[begin:at + len(phrase)]}\"")


def _clause_bad(task):
    sec, phrase = task["gold"]["section"][0], task["gold"]["phrase"]
    other = next(s for s in task["sections"] if s != sec)
    return [f"Section: {other}\nQuote: \"{phrase}\"", f"Section: {sec}\nQuote: \"\"",
            f"Section: {sec}\nQuote: \"{phrase} or later\"",
            "Section: " + ", ".join(task["sections"])]


# ---------------------------------------------------------------- trial_support (medicine)
_TRIALS = [
    ("Drug A lowers blood pressure in adults over 60.",
     [("30110021", "Drug A vs placebo, adults 61-80: systolic pressure fell by 9 mmHg.", 1),
      ("30110544", "Drug A in children: no effect on pressure.", 0),
      ("30220917", "Drug B, adults over 60: pressure fell.", 0),
      ("30991200", "Drug A, mean age 72: fewer hypertensive crises and lower pressure.", 1)]),
    ("Night shifts raise the risk of falls among nurses.",
     [("28450001", "Nurses on night shift fell 1.8 times as often as day staff.", 1),
      ("28450377", "Patient falls by ward and season.", 0),
      ("28777310", "Night work and sleep quality among drivers.", 0)]),
    ("Zinc lozenges shorten a common cold.",
     [("25510090", "Zinc lozenges: colds lasted 2.1 days less.", 1),
      ("25514412", "Zinc lozenges vs sugar pill: duration 33 % lower.", 1),
      ("25518833", "Vitamin C and colds: no difference.", 0),
      ("25520147", "Zinc deficiency and growth.", 0),
      ("25560702", "Zinc lozenge trial: median two days shorter.", 1)]),
    ("Early walking after hip surgery shortens the hospital stay.",
     [("31004455", "Walking on day 1 after hip surgery: stay 1.4 days shorter.", 1),
      ("31009871", "Knee surgery and pain pumps.", 0),
      ("31012300", "Hip surgery: choice of implant.", 0)]),
    ("Test T misses few cases of appendicitis.",
     [("27100318", "Test T for appendicitis: sensitivity 97 %.", 1),
      ("27100999", "Test T in gallstones: sensitivity 60 %.", 0),
      ("27155020", "Cost of appendectomy in three countries.", 0),
      ("27180441", "Appendicitis, test T: 2 of 110 cases missed.", 1)]),
    ("Reminder texts raise vaccination rates.",
     [("29900712", "Texts to parents: vaccination up by 7 points.", 1),
      ("29901135", "Reminder texts and clinic no-shows.", 0),
      ("29944008", "Letter campaigns in 1998 and vaccination.", 0)]),
]
TRIAL_TASKS = [
    {"prompt": f"Claim: {claim}\n" + "\n".join(f"PMID {i}: {t}" for i, t, _ in rows)
               + "\nYou may discuss them. List only the studies that support the claim in a last "
                 "line 'Cite: <ids, comma-separated>'.",
     "studies": {"listed": [i for i, _, _ in rows], "support": [i for i, _, ok in rows if ok]},
     "year": 2015 + n} for n, (claim, rows) in enumerate(_TRIALS)]


def trial_support(completions, studies, **kwargs):
    """(right - wrong) / number of supporting studies, from -1 up; no or invented ids: -1."""
    scores = []
    for text, case in zip(completions, studies):
        last = text.rstrip().rpartition("\n")[2].strip(" *")
        if not last.lower().startswith("cite:") or len(last) > 400:
            scores.append(-1.0)
            continue
        ids = re.findall(r"[^\s,;*]+", re.sub(r"(?i)pmid:?", " ", last[5:]).strip(" *."))
        if not set(ids) <= set(case["listed"]):
            scores.append(-1.0)
            continue
        right = len(set(ids) & set(case["support"]))
        wrong = len(ids) - right
        scores.append(max(-1.0, (right - wrong) / len(case["support"])) if right else -1.0)
    return scores


def _trial_good(task):
    return ("Only studies on the same treatment, group and outcome count.\nCite: "
            + ", ".join(f"PMID {i}" for i in task["studies"]["support"]))


def _trial_done(task, completion):
    lines = completion.rstrip().splitlines() or [""]
    last = lines[-1].strip(" *")
    if last[:5].lower() != "cite:":
        return False
    parts = [p.strip(" .*") for p in re.split(r"[,; ]+", last[5:]) if p.strip(" .*")]
    parts = [p for p in parts if p.lower().rstrip(":") != "pmid"]
    return sorted(parts) == sorted(task["studies"]["support"])


# ---------------------------------------------------------------- help_centre (support desk)
_HELP = [
    (["A reset link works for 30 minutes.", "A link can be used only once.",
      "Accounts lock after 5 wrong passwords.", "Locked accounts open again after 2 hours."],
     "How long is my reset link good, and when does a locked account open again?",
     [("30 minutes", 1), ("2 hours", 4)]),
    (["Parcels to islands take 6 days.", "Express parcels take 1 day.",
      "Furniture arrives after 21 days.", "Returns are free within 45 days."],
     "How long until my sofa comes, and how long are returns free?",
     [("21 days", 3), ("45 days", 4)]),
    (["The free plan keeps 3 projects.", "The team plan keeps 50 projects.",
      "Exports are made as CSV or XLSX."], "How many projects does the team plan keep?",
     [("50 projects", 2)]),
    (["Card refunds take 4 working days.", "Voucher refunds are instant.",
      "Cash refunds need the paper receipt.", "Gift wrapping is not refunded."],
     "How long does money take to my card, and what do I need for cash?",
     [("4 working days", 1), ("receipt", 3, "voucher", "card")]),
    (["The router light is green when online.", "Orange means the firmware is loading.",
      "Red means no signal from the street.", "Hold reset for 12 seconds to restore it."],
     "What does an orange light mean, and how long do I hold reset?",
     [("firmware", 2, "signal", "online"), ("12 seconds", 4)]),
    (["Under-12s travel free.", "Students get 25 percent off.", "Dogs need a 3 euro ticket.",
      "Bikes are allowed after 9:00."],
     "What does my dog cost and from when may I bring a bike?",
     [("3 euro", 3), ("9:00", 4)]),
]
HELP_TASKS = [
    {"prompt": "\n".join(f"Article {i}: {a}" for i, a in enumerate(arts, 1))
               + f"\n\nCustomer: {q}\nAnswer with one short sentence for each point, each "
                 "followed by its article number in square brackets, and nothing else.",
     "facts": [{"say": s, "article": n, "unlike": u} for s, n, *u in facts], "texts": arts}
    for arts, q, facts in _HELP]
_NEGATE = re.compile(r"\b(?:not|never|no|isn't|don't|doesn't|won't|cannot|can't|neither|nor)\b")


def _states(said, fact, article):
    if re.search(r"[.!?] ", said) or any(w in said for w in fact["unlike"]):
        return False
    if not set(re.findall(r"\d+", said)) <= set(re.findall(r"\d+", article)):
        return False
    return bool(re.search(r"(?<![\w.:])" + re.escape(fact["say"]), said))


def help_centre(completion, task):
    """Share of facts said and cited rightly, minus 0.3 for each sentence that has no business."""
    if len(completion) > 1500:
        return 0.0
    parts = re.split(r"((?:\[\d{1,2}\][ ,.]*)+)", _flat(completion))
    claims = [(parts[i].strip(" .,"), re.findall(r"\d+", parts[i + 1]))
              for i in range(0, len(parts) - 1, 2)]
    if parts[-1].strip(" .,*"):
        claims.append((parts[-1], []))
    left, credit, idle = list(task["facts"]), 0.0, 0
    for said, cites in claims:
        hit = None
        if not _NEGATE.search(said) and 3 <= len(said.split()) <= 30:
            hit = next((f for f in left if cites == [str(f["article"])]
                        and _states(said, f, task["texts"][f["article"] - 1])), None)
        if hit:
            left.remove(hit)
            credit += 1.0
        else:
            idle += 1
    return max(0.0, credit / len(task["facts"]) - 0.3 * idle)


def _help_good(task):
    return " ".join(f"{task['texts'][f['article'] - 1].rstrip('.')} [{f['article']}]."
                    for f in task["facts"])


# ---------------------------------------------------------------- news_sources (journalism)
_NEWS = [
    (["The bridge reopened on 4 June after eight months of work.", "Traffic on the ring rose.",
      "Mayor Ilves: 'The bridge has been open since 4 June.'"],
     "On what date did the bridge reopen?", ["4 June", "June 4"], [1, 3]),
    (["The club sold striker Vane.", "Vane moved for 12 million euros, the club confirmed.",
      "Fans protested at the gate."], "For how many million euros was Vane sold?",
     ["12", "12 million", "12 million euros"], [2]),
    (["Turnout was 61 percent.", "The Greens won 14 seats.", "Official count: Greens 14 seats, "
      "Centre 22 seats."], "How many seats did the Greens win?", ["14", "fourteen", "14 seats"],
     [2, 3]),
    (["The quake struck at 03:12.", "Its magnitude was 5.8, said the institute.",
      "Schools stayed closed."], "What was the magnitude?", ["5.8"], [2]),
    (["Writer Una Brandt won the prize.", "The jury met in Oslo.", "The prize went to Una Brandt "
      "for 'Salt'."], "Who won the prize?", ["Una Brandt", "Brandt"], [1, 3]),
    (["The strike ends on Friday.", "Unions: work resumes on Friday night.", "Trams are old."],
     "On which weekday does the strike end?", ["Friday"], [1, 2]),
    (["A heron was seen at the pond.", "The pond was drained in March.",
      "Workers drained the pond in March to repair the dam."],
     "In which month was the pond drained?", ["March"], [2, 3]),
]
NEWS_TASKS = [
    {"prompt": "\n".join(f"({i}) {s}" for i, s in enumerate(docs, 1))
               + f"\n\n{q} Close with 'Answer: ...' and, below it, 'Sources: ...' with the "
                 "numbers of all the notes that state it.",
     "data_source": "newsroom", "ground_truth": {"answers": ans, "sources": src},
     "extra_info": None} for docs, q, ans, src in _NEWS]


def news_sources(data_source, solution_str, ground_truth, extra_info=None):
    """Right answer 0.3; plus the share of its sources, if no wrong one is listed."""
    rows = solution_str.rstrip().rsplit("\n", 2)[-2:]
    if len(rows) != 2 or max(map(len, rows)) > 200:
        return 0.0
    first, second = (r.strip(" *\r") for r in rows)
    if first[:7].lower() != "answer:" or second[:8].lower() != "sources:":
        return 0.0
    said = first[7:].strip(" *.").casefold()
    if said not in [a.casefold() for a in ground_truth["answers"]]:
        return 0.0
    listed = [p.strip(" ()[]*.") for p in second[8:].split(",")]
    gold = {str(n) for n in ground_truth["sources"]}
    if len(listed) != len(set(listed)) or not set(listed) <= gold:
        return 0.3
    return 1.0 if set(listed) == gold else 0.3 + 0.5 * len(listed) / len(gold)


def _news_good(task):
    gold = task["ground_truth"]
    return (f"The notes agree.\nAnswer: {gold['answers'][-1]}\n"
            f"Sources: {', '.join(map(str, gold['sources']))}")


def _news_done(task, completion):
    lines = [x.strip(" *\r") for x in completion.rstrip().split("\n")]
    if len(lines) < 2 or not lines[-1].lower().startswith("sources:"):
        return False
    if not lines[-2].lower().startswith("answer:"):
        return False
    nums = sorted(x.strip(" ()[]*.") for x in lines[-1].split(":", 1)[1].split(","))
    name = lines[-2].split(":", 1)[1].strip(" *.").casefold()
    return (name in {a.casefold() for a in task["ground_truth"]["answers"]}
            and nums == sorted(map(str, task["ground_truth"]["sources"])))


# ---------------------------------------------------------------- guideline_quote (faulty)
_GUIDE = {
    "G1": "Offer influenza vaccine to all adults over 65 each autumn.",
    "G2": "Do not prescribe antibiotics for a sore throat without signs of bacterial infection.",
    "G3": "Check kidney function before starting metformin and once a year after that.",
    "G4": "Refer any child with a limp and fever to hospital on the same day.",
    "G5": "Repeat a raised blood pressure reading at home for seven days before diagnosis.",
    "G6": "Advise folic acid from before conception until week twelve.",
}
_GUIDE_Q = [("a patient of 70 asks what to get in October", "G1"),
            ("a viral sore throat", "G2"), ("a plan to start metformin", "G3"),
            ("a limping child with fever", "G4"), ("one raised reading in the clinic", "G5"),
            ("a woman who wants to become pregnant", "G6")]
GUIDE_TASKS = [
    {"prompt": "\n".join(f"{k}: {v}" for k, v in _GUIDE.items())
               + f"\n\nWhich guideline governs {case}? Reply 'Source: <id>' and below it 'Quote: "
                 "<its words>' (at least the decisive part, verbatim).",
     "guides": _GUIDE, "source": src} for case, src in _GUIDE_Q]


def guideline_quote(completion, task):
    """0.2 for the right source, 1 when a verbatim quote from it comes along."""
    rows = [r.strip() for r in completion.strip().split("\n") if r.strip()]
    if len(rows) != 2 or not rows[0].startswith("Source:") or not rows[1].startswith("Quote:"):
        return 0.0
    if rows[0][7:].strip() != task["source"]:
        return 0.0
    quote = _flat(rows[1][6:]).strip(' ".')
    return 1.0 if quote in _flat(task["guides"][task["source"]]) else 0.2


def _guide_shows():
    text = "Source: G3\nQuote: \"\""
    return dict(task_index=2, completion=text, paid=guideline_quote(text, GUIDE_TASKS[2]),
                should_be="0.2: nothing was quoted")


ENTRIES = [
    dict(name="citation/clause_quote", family="citation", reward=clause_quote,
         signature="plain", tasks=CLAUSE_TASKS, good=_clause_good, done=None, bad=_clause_bad,
         range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="citation/trial_support", family="citation", reward=trial_support,
         signature="trl", tasks=TRIAL_TASKS, good=_trial_good, done=_trial_done, bad=None,
         range=[-1.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="citation/help_centre", family="citation", reward=help_centre,
         signature="plain", tasks=HELP_TASKS, good=_help_good, done=None, bad=None,
         range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="citation/news_sources", family="citation", reward=news_sources,
         signature="verl", tasks=NEWS_TASKS, good=_news_good, done=_news_done, bad=None,
         range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="citation/guideline_quote", family="citation", reward=guideline_quote,
         signature="plain", tasks=GUIDE_TASKS, done=None, bad=None, range=[0.0, 1.0],
         good=lambda t: f"Source: {t['source']}\nQuote: \"{t['guides'][t['source']]}\"",
         defect="An empty or one-letter quote is a substring of the text and passes as verbatim.",
         kind="empty match", shows=_guide_shows),
]
