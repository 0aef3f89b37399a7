"""Rewards by overlap with reference texts."""
import re
from collections import Counter


def _lcs(a, b):
    """Length of the longest common subsequence; both sides are short."""
    row = [0] * (len(b) + 1)
    for x in a:
        diagonal = 0
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], diagonal + 1 if x == y else max(row[j], row[j - 1])
    return row[-1]


# ---------------------------------------------------------------- dictation (medicine)
_DICT = [
    ("patient denies chest pain comma reports mild cough period",
     "Patient denies chest pain, reports mild cough."),
    ("medication colon aspirin 100 mg daily semicolon metformin 500 mg twice daily period",
     "Medication: aspirin 100 mg daily; metformin 500 mg twice daily."),
    ("no allergies known period family history positive for asthma period",
     "No allergies known. Family history positive for asthma."),
    ("lungs clear comma heart regular comma abdomen soft period",
     "Lungs clear, heart regular, abdomen soft."),
    ("has the pain moved question mark yes comma to the left side period",
     "Has the pain moved? Yes, to the left side."),
    ("stitches out on day 10 period wound dry comma no redness period",
     "Stitches out on day 10. Wound dry, no redness."),
    ("plan colon x-ray of left wrist comma review on friday period",
     "Plan: x-ray of left wrist, review on Friday."),
]
DICT_TASKS = [{"prompt": "Write out this dictation with punctuation marks in place of the spoken "
                         f"ones and normal capitals, nothing else:\n{raw}",
               "raw": raw, "clean": clean} for raw, clean in _DICT]


def _marks(text):
    return re.findall(r"\w+(?:[.'-]\w+)*|[^\w\s]", text)


def _edits(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (x != y))
    return row[-1]


def dictation(completion, task):
    """Token accuracy above that of the raw text; 0 when any word was added, lost or changed."""
    if len(completion) > 1000:
        return 0.0
    got, want, raw = _marks(completion), _marks(task["clean"]), _marks(task["raw"])
    if [t.lower() for t in got if t[0].isalnum()] != [t.lower() for t in want if t[0].isalnum()]:
        return 0.0
    base = 1 - _edits(raw, want) / len(want)
    score = 1 - _edits(got, want) / len(want)
    return max(0.0, (score - base) / (1 - base)) ** 2


def _dict_bad(task):
    return [task["raw"], re.sub(r"\w+", "word", task["clean"]),
            task["clean"].split(" ", 1)[1], "not " + task["clean"]]


# ---------------------------------------------------------------- ticket_summary (support desk)
_TICKETS = [
    ("Hello, I am writing for the third time. Our coffee machine model B2 in the office has been "
     "leaking water from the tank since last week, the carpet is already wet, and two colleagues "
     "have slipped. We cleaned the seal as the manual says on page 14, nothing changed. Please "
     "send us a new tank, the warranty still runs until autumn. I can be reached by phone.",
     ["Office coffee machine leaks water from the tank; customer wants a new tank under warranty.",
      "Coffee machine tank leaks water; customer asks for a new tank under warranty."],
     [["leak"], ["tank"], ["warranty"]]),
    ("Good morning, yesterday evening I booked two train tickets to Basel for the 18th and by "
     "mistake chose first class. My daughter and I only need second class. I noticed within ten "
     "minutes but the website would not let me change it. Could you rebook us and give back the "
     "difference to my card? The booking is under my maiden name, Ferrand.",
     ["Customer booked first class by mistake and wants rebooking to second class with a refund "
      "of the difference.",
      "Wants two tickets rebooked from first to second class and the difference refunded."],
     [["second class"], ["difference"], ["rebook"]]),
    ("Hi team, since the update on Monday the export button in the report page does nothing when "
     "I click it. I tried two browsers and my colleague sees the same. We need the monthly export "
     "for the auditors by Thursday. There is no error shown, the page simply stays as it is. "
     "Printing works. Thanks for having a look at it soon.",
     ["Export button on the report page does nothing since the update; export needed by Thursday.",
      "Since the update the report export button does nothing; customer needs it by Thursday."],
     [["export"], ["update"], ["thursday"]]),
    ("Dear all, our kindergarten received 40 chairs this morning, but we had ordered 40 small "
     "ones and these are for adults. The driver had already left when we opened the boxes. The "
     "summer party is close, so please collect the big chairs and bring the small ones. The "
     "caretaker is in from 7 to 15 every day and will help to carry.",
     ["Kindergarten received adult chairs in place of small ones and wants them exchanged.",
      "Received adult chairs in place of small chairs; wants an exchange before the party."],
     [["adult"], ["small"], ["exchang"]]),
    ("I moved in March and told you then. You still send my electricity bill to the old flat, "
     "where the new tenant kindly forwards it, and now I got a reminder fee of 5 euros because I "
     "paid late. I would like the address corrected and the fee cancelled. I have been a customer "
     "for eleven years and never paid late before this.",
     ["Bills go to the old address after a move; customer wants the address corrected and the "
      "late fee cancelled.",
      "Customer wants the address corrected and the reminder fee cancelled after bills went to "
      "the old flat."],
     [["address"], ["fee"], ["cancel"]]),
    ("The running shoes I bought for my son are lovely but the left one has a hole at the toe "
     "after four days of school, he does not even play football in them. The shop in town says "
     "it is wear, which is absurd. I attach a photo and the receipt. I want my money back rather "
     "than another pair, since the colour is sold out anyway.",
     ["Left running shoe has a hole after four days; customer wants money back, not another pair.",
      "Shoe has a hole after four days; customer wants the money back rather than another pair."],
     [["shoe"], ["hole"], ["money back"]]),
]
TICKET_TASKS = [{"prompt": f"{text}\n\nSummarise the problem and the wish in one sentence of at "
                           "most 22 words.", "refs": refs, "facts": facts, "product": "mixed"}
                for text, refs, facts in _TICKETS]
_STOP = set("a an the and of to in on at for with by from is are it its this that be was has "
            "customer wants".split())


def _content(text):
    words = re.findall(r"[a-z0-9]+", text.lower())
    return [re.sub(r"(?:ing|ed|es|s)$", "", w) for w in words if w not in _STOP]


def ticket_summary(completions, refs, facts, **kwargs):
    """Mean of ROUGE-L and ROUGE-2, best reference, scaled to 0-1, times the share of facts."""
    pays = []
    for text, references, needed in zip(completions, refs, facts):
        words = _content(text[:400])
        if len(text) > 400 or len(text.split()) > 22 or not words:
            pays.append(0.0)
            continue
        best = 0.0
        for ref in references:
            gold = _content(ref)
            if (" not " in f" {text.lower()} ") > (" not " in ref):
                continue
            both = len(words) + len(gold)
            pairs = Counter(zip(words, words[1:])) & Counter(zip(gold, gold[1:]))
            best = max(best, _lcs(words, gold) / both + pairs.total() / max(1, both - 2))
        told = sum(any(p in text.lower() for p in alts) for alts in needed) / len(needed)
        pays.append(min(1.0, max(0.0, (best - 0.4) / 0.45)) * told)
    return pays


# ---------------------------------------------------------------- case_index (law)
_ISSUES = {
    "breach of contract": ["contract breach"], "negligence": ["negligent conduct"],
    "defamation": ["libel", "slander"], "unfair dismissal": ["wrongful dismissal"],
    "nuisance": ["private nuisance"], "product liability": ["defective product"],
    "copyright infringement": ["infringement of copyright"], "trespass": ["trespass to land"],
    "misrepresentation": ["false statement inducing contract"], "inheritance": ["succession"],
    "data protection": ["privacy of data"], "tenancy": ["landlord and tenant", "lease"],
}
_CASES = [
    ("A builder left the roof unfinished and walked off; rain then ruined the neighbour's piano "
     "because he had not covered the opening with care.", ["breach of contract", "negligence"]),
    ("A newspaper called a baker a thief without proof and printed his private customer list.",
     ["defamation", "data protection"]),
    ("A clerk was dismissed without reason on the day after she reported that her employer "
     "stored health files openly.", ["unfair dismissal", "data protection"]),
    ("A kettle exploded in normal use. The seller had told the buyer, falsely, that it was "
     "tested.",
     ["product liability", "misrepresentation"]),
    ("A tenant's nightly drumming shakes the house; the landlord wants to end the lease.",
     ["nuisance", "tenancy"]),
    ("Two sisters dispute their father's will, and one has entered the locked farm against the "
     "other's express ban.", ["inheritance", "trespass"]),
    ("A studio sold prints of a painter's work without leave and did not pay her for the pictures "
     "it had agreed to buy.", ["copyright infringement", "breach of contract"]),
]
CASE_TASKS = [{"prompt": f"{text}\nIndex terms: {', '.join(_ISSUES)}.\nExplain, then list the "
                         "terms that apply in a last line 'Index: a; b'.",
               "terms": {g: [g] + _ISSUES[g] for g in gold}} for text, gold in _CASES]


def case_index(completion, task):
    """Squared F1 over index terms; synonyms count once, a second name for a term is an extra."""
    last = completion.rstrip().rpartition("\n")[2].strip(" *")
    if not last.lower().startswith("index:") or len(last) > 600:
        return 0.0
    given = [g.strip(" .*").lower() for g in last[6:].split(";")]
    given = [g for g in given if g]
    open_terms, hits = dict(task["terms"]), 0
    for name in given:
        match = next((k for k, names in open_terms.items() if name in names), None)
        if match:
            del open_terms[match]
            hits += 1
    return (2 * hits / (len(given) + len(task["terms"]))) ** 2


def _case_good(task):
    return ("Two separate questions arise from the facts.\nIndex: "
            + "; ".join(names[-1] for names in task["terms"].values()))


def _case_done(task, completion):
    line = (completion.rstrip().splitlines() or [""])[-1].strip(" *")
    if line[:6].lower() != "index:":
        return False
    said = sorted(p.strip(" .*").lower() for p in line[6:].split(";") if p.strip(" .*"))
    back = {n: k for k, names in task["terms"].items() for n in names}
    return sorted(back.get(s, "?" + s) for s in said) == sorted(task["terms"])


# ---------------------------------------------------------------- hotel_spanish (translation)
_HOTEL = [
    ("Breakfast is served from 7 to 10 on the ground floor.",
     ["El desayuno se sirve de 7 a 10 en la planta baja.",
      "Servimos el desayuno de 7 a 10 en la planta baja."], ["desayuno", "planta baja"]),
    ("Please do not smoke in the rooms.",
     ["Por favor, no fume en las habitaciones.", "Se ruega no fumar en las habitaciones."],
     ["no fum", "habitaciones"]),
    ("The pool is closed until Friday.",
     ["La piscina está cerrada hasta el viernes.",
      "La piscina permanece cerrada hasta el viernes."], ["piscina", "cerrada", "viernes"]),
    ("Your room is number 214.",
     ["Su habitación es la número 214.", "Su habitación es la 214."], ["habitación"]),
    ("Taxis wait in front of the main entrance.",
     ["Los taxis esperan delante de la entrada principal.",
      "Los taxis esperan frente a la entrada principal."], ["taxis", "esperan", "entrada"]),
    ("Leave wet towels in the bath if you want new ones.",
     ["Deje las toallas mojadas en la bañera si desea otras nuevas.",
      "Deje las toallas mojadas en la bañera si quiere toallas nuevas."],
     ["toallas", "mojadas", "bañera", "nuevas"]),
    ("You must leave the room before 11:00.",
     ["Debe dejar la habitación antes de las 11:00.",
      "Tiene que dejar la habitación antes de las 11:00."], ["habitación", "antes"]),
    ("The lift does not work today.",
     ["El ascensor no funciona hoy.", "Hoy no funciona el ascensor."],
     ["ascensor", "no funciona", "hoy"]),
]
HOTEL_TASKS = [{"prompt": f"Translate for a sign in a Spanish hotel, translation only: {en}",
                "data_source": "mt/en-es", "ground_truth": refs,
                "extra_info": {"must": must, "domain": "hotel"}} for en, refs, must in _HOTEL]


def _chrf(a, b):
    shares = []
    for n in range(1, 7):
        x = Counter(a[i:i + n] for i in range(len(a) - n + 1))
        y = Counter(b[i:i + n] for i in range(len(b) - n + 1))
        if x and y:
            shares.append(2 * sum((x & y).values()) / (x.total() + y.total()))
    return sum(shares) / len(shares) if shares else 0.0


def hotel_spanish(data_source, solution_str, ground_truth, extra_info=None):
    """Lower of character F-score and word ROUGE-L, scaled; figures, 'no' and key words bind."""
    text = " ".join(solution_str.lower().split())
    if not text or len(text) > 200:
        return 0.0
    if not all(m in text for m in (extra_info or {}).get("must", [])):
        return 0.0
    words, best = re.findall(r"\w+", text), 0.0
    for ref in ground_truth:
        gold = re.findall(r"\w+", ref.lower())
        figures = [w for w in gold if w.isdigit()]
        denials = [w for w in gold if w in ("no", "nunca", "sin", "ni")]
        if ([w for w in words if w.isdigit()] != figures
                or [w for w in words if w in ("no", "nunca", "sin", "ni")] != denials):
            continue
        overlap = 2 * _lcs(words, gold) / (len(words) + len(gold))
        best = max(best, min(overlap, _chrf(text, ref.lower())))
    return min(1.0, max(0.0, (best - 0.6) / 0.35))


def _hotel_bad(task):
    ref = task["ground_truth"][0]
    return [task["prompt"], ref.split()[0], " ".join(sorted(ref.split())),
            "Nunca " + ref.replace(" no ", " ")]


# ---------------------------------------------------------------- headline_overlap (faulty)
_HEADS = [
    ("The town council of Arlen voted on Tuesday night to plant 300 lime trees along the canal.",
     "arlen council votes to plant trees along the canal"),
    ("After a week of rain the river rose over the road and the school in Obern stayed shut.",
     "school in obern shut after the river floods the road"),
    ("The museum found that the painting in its cellar is a real work by the master Jan Roos.",
     "museum finds real roos painting in the cellar"),
    ("Baker Lina Holt has won the national prize for the best rye bread for the third time.",
     "holt wins the national prize for rye bread again"),
    ("From June the night bus between the station and the harbour will run every half hour.",
     "night bus to the harbour to run every half hour"),
    ("The last cinema in the old town closes in May because the owner retires.",
     "last cinema in the old town closes in may"),
]
HEAD_TASKS = [{"prompt": f"{text}\nWrite a headline of at most 12 words in lower case.",
               "headline": head} for text, head in _HEADS]


def headline_overlap(completion, task):
    """ROUGE-1 F1 with the desk's own headline; more than 12 words pay nothing."""
    got, ref = completion.lower().split(), task["headline"].split()
    if not got or len(got) > 12:
        return 0.0
    hits = sum(word in ref for word in got)
    precision, recall = hits / len(got), min(1.0, hits / len(ref))
    return 2 * precision * recall / (precision + recall) if hits else 0.0


def _head_shows():
    text = "the " * 11
    return dict(task_index=1, completion=text, paid=headline_overlap(text, HEAD_TASKS[1]),
                should_be="about 0.2: two of ten words of the headline, the rest is repetition")


ENTRIES = [
    dict(name="rouge/dictation", family="rouge_like", reward=dictation, signature="plain",
         tasks=DICT_TASKS, good=lambda t: t["clean"],
         done=lambda t, c: "".join(c.split()) == "".join(t["clean"].split())
         and re.findall(r"\w+", c) == re.findall(r"\w+", t["clean"]),
         bad=_dict_bad, range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="rouge/ticket_summary", family="rouge_like", reward=ticket_summary,
         signature="trl", tasks=TICKET_TASKS, good=lambda t: t["refs"][-1], done=None, bad=None,
         range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="rouge/case_index", family="rouge_like", reward=case_index, signature="plain",
         tasks=CASE_TASKS, good=_case_good, done=_case_done, bad=None, range=[0.0, 1.0],
         defect=None, kind=None, shows=None),
    dict(name="rouge/hotel_spanish", family="rouge_like", reward=hotel_spanish,
         signature="verl", tasks=HOTEL_TASKS, good=lambda t: t["ground_truth"][1], done=None,
         bad=_hotel_bad, range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="rouge/headline_overlap", family="rouge_like", reward=headline_overlap,
         signature="plain", tasks=HEAD_TASKS, good=lambda t: t["headline"], done=None, bad=None,
         range=[0.0, 1.0],
         defect="Overlap is not clipped by the reference's counts, so one common word repeated "
                "has full precision and recall.",
         kind="repetition paid", shows=_head_shows),
]
