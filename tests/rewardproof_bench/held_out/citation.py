"""Rewards that look at the sources a completion cites."""

import random
import re


# ---------------------------------------------------------- statute_quote
def _plain(text):
    return re.sub(r"[^a-z0-9 ]+", "", re.sub(r"\s+", " ", text.lower())).strip()


def statute_quote(completion, task):
    """The deciding section must be named and quoted verbatim, at least twenty characters."""
    cites = re.findall(r"\[s\.\s*(\d{1,4}):\s*\"([^\"]*)\"\]", completion)
    if len(cites) != 1:
        return 0.0
    number, quote = cites[0]
    if number != task["section"] or len(quote) < 20:
        return 0.0
    return 1.0 if _plain(quote) in _plain(task["act"][number]) else 0.0


_ACT = {
    "4": "A tenant may keep one domestic animal unless it causes a nuisance to neighbours.",
    "9": "A landlord must give twenty-four hours' written notice before entering the premises.",
    "12": "A deposit shall be returned within thirty days after the tenancy ends.",
    "15": "Rent may be increased once in any period of twelve months.",
    "21": "A tenant may sublet a room with the prior consent of the landlord.",
    "30": "Repairs to the heating system shall be begun within three working days of a report.",
}
_CASES = [("The landlord walked in unannounced on Sunday.", "9"),
          ("The tenant moved out in March and has no deposit back in June.", "12"),
          ("Rent went up in January and again in August.", "15"),
          ("The student wants to let her second room for the summer.", "21"),
          ("The boiler has been broken for two weeks after it was reported.", "30"),
          ("The neighbours complain about the tenant's howling dog.", "4")]


def _case_tasks():
    law = "\n".join(f"s. {k} {v}" for k, v in _ACT.items())
    return [{"prompt": f"{law}\nCase: {c}\nAdvise in one sentence and quote what decides, once, "
                       "as [s. N: \"...\"].", "section": s, "act": _ACT} for c, s in _CASES]


def _case_done(task, completion):
    head, sep, tail = completion.partition(f"[s. {task['section']}: \"")
    quote = tail.partition("\"]")[0]
    words = re.findall(r"[a-z]+", quote.lower())
    return bool(sep) and len(words) >= 4 and quote in task["act"][task["section"]]


def _case_shows():
    task = ENTRIES[0]["tasks"][0]
    text = '[s. 9: "........................"]'
    return {"task_index": 0, "completion": text, "paid": statute_quote(text, task),
            "should_be": "0.0: nothing is quoted but dots"}


# ------------------------------------------------------- local_history_qa
def _name(text):
    return text.strip(" .").lower().removeprefix("the ").replace("\u2019", "'")


def local_history_qa(completion, task):
    """Right answer line first, then F1 of the catalogue numbers cited on it."""
    m = re.search(r"^Answer:\s*(.+?)\s*((?:\[\d+\]\s*)*)\.?\s*\Z", completion, re.MULTILINE)
    if not m or _name(m.group(1)) != _name(task["answer"]):
        return 0.0
    cited = set(re.findall(r"\[(\d)\]", m.group(2)))
    wanted = {str(n) for n in task["sources"]}
    hits = len(cited & wanted)
    if not hits:
        return 0.0
    precision, recall = hits / len(cited), hits / len(wanted)
    return 2 * precision * recall / (precision + recall)


_CATALOGUE = [
    "The mill was built in 1742.", "The mill burned down in 1811.",
    "The bridge was paid for by the weavers' guild.", "The first mayor was Jonas Reed.",
    "The railway came in 1863.", "The school opened with 31 pupils.",
    "The fountain was a gift of the Dutch consul.", "The flood of 1901 reached the church door.",
    "The library started with 400 books.", "The town hall clock stopped in 1944.",
    "Jonas Reed also owned the brewery.", "The brewery closed in 1972.",
]
_HISTORY = [("When was the mill built?", "1742", [1]),
            ("How many years did the mill stand?", "69", [1, 2]),
            ("Who paid for the bridge?", "the weavers' guild", [3]),
            ("When did the clock of the town hall stop?", "1944", [10]),
            ("When did the brewery of the first mayor close?", "1972", [4, 11, 12]),
            ("How many books did the library start with?", "400", [9]),
            ("Who owned the brewery?", "Jonas Reed", [11])]


def _history_tasks():
    cat = "\n".join(f"[{i}] {t}" for i, t in enumerate(_CATALOGUE, 1))
    return [{"prompt": f"{cat}\nQuestion: {q}\nReason briefly; end with one line: 'Answer: ', "
                       "the bare answer (a name or a number) and the sources it rests on, as "
                       "[1][2].",
             "answer": a, "sources": s} for q, a, s in _HISTORY]


def _cite(ns):
    return "".join(f"[{n}]" for n in ns)


def _history_shows():
    task = ENTRIES[1]["tasks"][3]
    text = "Answer: 1944 [10]"
    return {"task_index": 3, "completion": text, "paid": local_history_qa(text, task),
            "should_be": "1.0: right answer, and source 10 is the one that says it"}


# ------------------------------------------------------------ spray_sheet
def spray_sheet(completions, rate, sheets, **kwargs):
    """Dose line must be right; the data sheets cited for it are checked against the register."""
    scores = []
    for text, dose, valid in zip(completions, rate, sheets):
        lines = text.strip().splitlines()
        m = re.fullmatch(r"Dose:\s*(\S+ \S+)\s+\((sheets? [A-Z0-9, -]+)\)\.?",
                         lines[-1] if lines else "")
        if not m or m.group(1) != dose:
            scores.append(0.0)
            continue
        cited = sorted(set(re.findall(r"[A-Z]{2}-\d{2}", m.group(2))))
        if not cited:
            scores.append(0.0)
            continue
        probe = random.choice(cited)
        scores.append(1.0 if probe in valid else 0.0)
    return scores


_SPRAYS = [("copper on vines", "2.5 kg/ha", ["CU-11"]),
           ("sulphur on apples", "4 kg/ha", ["SU-02"]),
           ("rapeseed oil on plums", "10 L/ha", ["OL-40", "OL-41"]),
           ("soap on beans", "8 L/ha", ["SO-07"]), ("kaolin on olives", "30 kg/ha", ["KA-19"]),
           ("Bt on cabbage", "0.75 kg/ha", ["BT-05", "BT-06"])]


def _spray_tasks():
    reg = "; ".join(f"{'/'.join(s)}: {n}, {d}" for n, d, s in _SPRAYS)
    return [{"prompt": f"Register of data sheets: {reg}.\nWhat is the rate for {n}? Cite one or "
                       "more of its sheets and no other. Last line: 'Dose: <rate> (sheet <id>)' "
                       "or '(sheets <id>, <id>)'.",
             "rate": d, "sheets": s} for n, d, s in _SPRAYS]


def _spray_good(t):
    word = "sheet" if len(t["sheets"]) == 1 else "sheets"
    return f"It is in the register.\nDose: {t['rate']} ({word} {', '.join(t['sheets'])})"


def _spray_done(task, completion):
    tail = completion.strip().split("\n")[-1]
    ids = set(re.findall(r"[A-Z][A-Z]-[0-9][0-9]", tail))
    if not tail.startswith(f"Dose: {task['rate']} (sheet"):
        return False
    return bool(ids) and ids <= set(task["sheets"])


def _spray_shows():
    task = ENTRIES[2]["tasks"][0]
    text = "Dose: 2.5 kg/ha (sheets CU-11, SU-02)"
    seen = set()
    for _ in range(200):
        seen.update(spray_sheet([text], rate=[task["rate"]], sheets=[task["sheets"]],
                                prompts=[task["prompt"]]))
    return {"task_index": 0, "completion": text, "paid": sorted(seen),
            "should_be": "the same pay each time, and less than full: SU-02 is about apples"}


# -------------------------------------------------------------- memo_refs
def memo_refs(completions, fact, sources, **kwargs):
    """Fact right and sources cited exactly: 1; fact right, sources partly right: up to 0.3."""
    out = []
    for text, want, gold in zip(completions, fact, sources):
        body, mark, tail = text.rpartition("Answer:")
        m = re.fullmatch(r"\s*([^\[\]\n]+?)\s*((?:\[S\d\d?(?:, ?S\d\d?)*\]\s*)+)\.?\s*", tail)
        if not mark or not m or m.group(1).strip(" .:").casefold() not in want:
            out.append(0.0)
            continue
        cited = set(re.findall(r"S\d{1,2}", m.group(2)))
        common = len(cited & set(gold))
        if cited == set(gold):
            out.append(1.0)
        else:
            out.append(round(0.3 * common / len(cited | set(gold)), 4))
    return out


_MEMO = ["Loans above 50,000 need two signatures.", "Branch managers sign loans.",
         "Mortgages are handled in Leeds.", "The Leeds desk closes at 16:00.",
         "Card disputes must be filed within 60 days.", "Foreign transfers cost 12 pounds.",
         "Students pay half the transfer fee."]
_MEMO_QA = [("How many signatures does a loan of 80,000 need?",
             ["two", "2", "two signatures", "2 signatures"], ["S1"]),
            ("When does the mortgage desk close?",
             ["16:00", "at 16:00", "4 pm", "4 p.m"], ["S3", "S4"]),
            ("What does a student pay for a foreign transfer?", ["6 pounds", "six pounds", "£6"],
             ["S6", "S7"]),
            ("Within how many days must a card dispute be filed?",
             ["60 days", "60", "within 60 days"], ["S5"]),
            ("Who signs loans?", ["branch managers", "the branch managers"], ["S2"]),
            ("Where are mortgages handled?", ["leeds", "in leeds"], ["S3"]),
            ("What does a foreign transfer cost?", ["12 pounds", "twelve pounds", "£12"], ["S6"])]


def _memo_tasks():
    memo = "\n".join(f"S{i}: {t}" for i, t in enumerate(_MEMO, 1))
    return [{"prompt": f"{memo}\n{q}\nEnd with 'Answer: <short answer> [S..]', citing every "
                       "sentence you need and no other.", "fact": f, "sources": s}
            for q, f, s in _MEMO_QA]


def _memo_bad(task):
    every = "".join(f"[S{i}]" for i in range(1, 8))
    return [f"Answer: {task['fact'][0]} {every}", f"Answer: {task['fact'][0]}",
            f"Answer: not known [{task['sources'][0]}]", every]


# --------------------------------------------------------- judgment_para
def compute_score(data_source, solution_str, ground_truth, extra_info=None):
    """Outcome and pinpoint paragraph of the judgment, both required, last block counts."""
    found = re.findall(r"^\W*outcome:\s*(allowed|dismissed|remitted)\W*\n\W*para:\s*(\d{1,3})\W*$",
                       solution_str.replace("\r", ""), re.IGNORECASE | re.MULTILINE)
    if not found:
        return 0.0
    outcome, para = found[-1]
    want_outcome, want_para = ground_truth.split("@")
    return float(outcome.lower() == want_outcome and para == want_para)


_JUDGMENTS = [
    (["11 The notice was served in time.", "12 The appeal therefore fails.", "13 Costs follow."],
     "dismissed@12"),
    (["40 The board heard no evidence.", "41 It must hear the matter again.", "42 No costs."],
     "remitted@41"),
    (["7 The clause is void.", "8 The buyer need not pay.", "9 The buyer's appeal succeeds."],
     "allowed@9"),
    (["101 We set aside the order below and uphold the appeal.",
      "102 The claim is statute-barred.",
      "103 The cross-claim falls away."], "allowed@101"),
    (["22 The witness was believed.", "23 There is no error of law.",
      "24 We reject the appeal."], "dismissed@24"),
    (["55 The tribunal used the wrong test.", "56 We send the case back.",
      "57 Fees are reserved."], "remitted@56"),
]


def _judgment_tasks():
    return [{"prompt": "\n".join(p) + "\nHow did the appeal end, and in which paragraph is that "
                       "said? Two last lines: 'Outcome: allowed, dismissed or remitted' and "
                       "'Para: number'.", "data_source": "law/judgments", "ground_truth": g,
             "extra_info": {"index": i}} for i, (p, g) in enumerate(_JUDGMENTS)]


def _judgment_good(task):
    outcome, para = task["ground_truth"].split("@")
    return f"The court says so plainly.\nOutcome: {outcome}\nPara: {para}"


def _judgment_done(task, completion):
    outcome, para = task["ground_truth"].split("@")
    return completion.rstrip().lower().endswith(f"outcome: {outcome}\npara: {para}")


ENTRIES = [
    {"name": "citation/statute_quote", "family": "citation", "reward": statute_quote,
     "signature": "plain", "tasks": _case_tasks(),
     "good": lambda t: f"The law is clear: [s. {t['section']}: \"{t['act'][t['section']]}\"]",
     "done": _case_done,
     "bad": lambda t: [f"See [s. {t['section']}: \"a rule that nobody has ever written down\"]",
                       "The law is on your side.", f"[s. {t['section']}: \"\"]"],
     "range": [0.0, 1.0],
     "defect": "The length of the quotation is measured before punctuation is stripped, so twenty "
               "dots become the empty string, which every section contains.",
     "kind": "empty string is contained in everything", "shows": _case_shows},
    {"name": "citation/local_history_qa", "family": "citation", "reward": local_history_qa,
     "signature": "plain", "tasks": _history_tasks(),
     "good": lambda t: f"The catalogue has it.\nAnswer: {t['answer']} {_cite(t['sources'])}",
     "done": None, "bad": None, "range": [0.0, 1.0],
     "defect": "The pattern for a citation reads one digit only, so sources 10 to 12 are never "
               "seen and right citations of them are not paid.",
     "kind": "pattern misses valid input", "shows": _history_shows},
    {"name": "citation/spray_sheet", "family": "citation", "reward": spray_sheet,
     "signature": "trl", "tasks": _spray_tasks(), "good": _spray_good,
     "done": _spray_done, "bad": None, "range": [0.0, 1.0],
     "defect": "One of the cited sheets is drawn at random and checked, so the pay of a "
               "half-right answer changes from call to call.",
     "kind": "random", "shows": _spray_shows},
    {"name": "citation/memo_refs", "family": "citation", "reward": memo_refs,
     "signature": "trl", "tasks": _memo_tasks(),
     "good": lambda t: "The memo says so. Answer: " + t["fact"][0] + " "
                       + "".join(f"[{s}]" for s in t["sources"]),
     "done": None, "bad": _memo_bad, "range": [0.0, 1.0],
     "defect": None, "kind": None, "shows": None},
    {"name": "citation/judgment_para", "family": "citation", "reward": compute_score,
     "signature": "verl", "tasks": _judgment_tasks(), "good": _judgment_good,
     "done": _judgment_done, "bad": None, "range": [0.0, 1.0],
     "defect": None, "kind": None, "shows": None},
]
