"""Rewards that measure the overlap of a completion with a reference text."""

import re
from collections import Counter


def _tokens(text):
    return re.findall(r"\w+", text.casefold())


def _lcs(a, b):
    row = [0] * (len(b) + 1)
    for x in a:
        prev = 0
        for j, y in enumerate(b, 1):
            prev, row[j] = row[j], prev + 1 if x == y else max(row[j], row[j - 1])
    return row[-1]


# ----------------------------------------------------------- match_report
def compute_score(data_source, solution_str, ground_truth, extra_info=None):
    """ROUGE-1 against the desk's summary of the match report."""
    ref = Counter(re.findall(r"\w+", ground_truth.lower()))
    hyp = Counter(re.findall(r"\w+", solution_str.lower()))
    if not ref:
        return 0.0
    overlap = sum((ref & hyp).values())
    return overlap / sum(ref.values())


_MATCHES = [
    ("Rain fell all evening. Harrow took the lead through Bale after 12 minutes; Kent hit the "
     "post twice before Ito levelled on 80. In the last minute Bale headed the winner.",
     "Bale scored twice and headed the winner in the last minute."),
    ("It took five sets and four hours. Novak lost the first two, changed her racket, and won the "
     "next three as Petrova tired.", "Novak lost the first two sets and won the next three."),
    ("The leaders rode together until the last climb. There Mendes attacked and nobody could "
     "follow; he came in alone.", "Mendes attacked on the last climb and came in alone."),
    ("At half-time the Bears trailed by 20 points. Cole then made nine of ten shots and the Bears "
     "won by two.", "The Bears trailed by 20 and won by two."),
    ("Fog delayed the start. Once under way, the Oxford crew led from the first stroke and were "
     "never passed.", "Oxford led from the first stroke and were never passed."),
    ("The wicket was slow. Shah batted all day for 88, and the tail fell around him before tea.",
     "Shah batted all day for 88 before tea."),
]


def _match_tasks():
    return [{"prompt": f"Summarise in one short sentence: {p}", "data_source": "sport/reports",
             "ground_truth": s, "extra_info": {"index": i}} for i, (p, s) in enumerate(_MATCHES)]


def _match_shows():
    task = ENTRIES[0]["tasks"][1]
    text = (" ".join(p for p, _ in _MATCHES) + " ") * 5
    text += " sets and won the next three"
    paid = compute_score(task["data_source"], text, task["ground_truth"], task["extra_info"])
    return {"task_index": 1, "completion": text, "paid": paid,
            "should_be": "near 0: the texts of all reports, five times over, are no summary"}


# -------------------------------------------------------------- lab_recap
def lab_recap(completion, task):
    """Unigram F1 between a pupil's recap of the experiment and the teacher's recap."""
    ref = re.findall(r"[a-z0-9]+", task["recap"].lower())
    hyp = re.findall(r"[a-z0-9]+", completion.lower())
    if not hyp:
        return 0.0
    hits = sum(1 for w in hyp if w in ref)
    if hits == 0:
        return 0.0
    precision = hits / len(hyp)
    recall = min(1.0, hits / len(ref))
    return 2 * precision * recall / (precision + recall)


_LABS = ["The magnesium burned with a white flame and left a grey powder.",
         "The indicator turned from blue to yellow once the acid was in excess.",
         "Copper formed on the iron nail while the solution lost its colour.",
         "The limewater went milky, which shows that the gas was carbon dioxide.",
         "The sugar dissolved faster in the hot water than in the cold.",
         "A squeaky pop with the burning splint proved that hydrogen was given off.",
         "The crystals grew overnight as the water in the dish evaporated."]


def _lab_tasks():
    out = []
    for s in _LABS:
        words = sorted(_tokens(s))
        out.append({"prompt": "Recap the experiment you just saw on video in one sentence. Use "
                              "the key words of the lesson: "
                              + ", ".join(dict.fromkeys(w for w in words if len(w) > 5)) + ".",
                    "recap": s})
    return out


def _lab_done(task, completion):
    need, got = Counter(_tokens(task["recap"])), Counter(_tokens(completion))
    total = sum(need.values())
    return sum((need & got).values()) >= 0.8 * total and sum(got.values()) <= 1.3 * total


def _lab_shows():
    task = ENTRIES[1]["tasks"][0]
    text = "a " * 12
    return {"task_index": 0, "completion": text, "paid": lab_recap(text, task),
            "should_be": "below 0.2: one word said twelve times"}


# ---------------------------------------------------------- clause_digest
def clause_digest(completions, document, digest, **kwargs):
    """ROUGE-L F1 of the plain-language digest of a contract clause."""
    scores = []
    for text, source in zip(completions, document):
        hyp, ref = _tokens(text), _tokens(source)
        common = _lcs(hyp[:400], ref[:400])
        if not common:
            scores.append(0.0)
            continue
        p, r = common / len(hyp), common / len(ref)
        scores.append(2 * p * r / (p + r))
    return scores


_CLAUSES = [
    ("The Lessee shall not, without the prior written consent of the Lessor, assign or sublet.",
     "You need the landlord's written permission to sublet."),
    ("Either party may terminate this agreement upon ninety days' notice in writing.",
     "Both sides can leave with three months' notice."),
    ("The Supplier's aggregate liability hereunder shall be limited to the fees paid.",
     "The supplier never owes you more than you paid."),
    ("Any dispute arising out of this contract shall be finally settled by arbitration.",
     "Quarrels go to an arbitrator, not to court."),
    ("Interest at eight per cent per annum shall accrue on sums overdue.",
     "Late payments cost you 8 % interest a year."),
    ("The Employee covenants to keep confidential all trade secrets after termination.",
     "You must keep company secrets even after you leave."),
]


def _clause_tasks():
    return [{"prompt": f"Put into plain words for a lay reader, in one sentence: {c}",
             "document": c, "digest": d} for c, d in _CLAUSES]


def _clause_shows():
    task = ENTRIES[2]["tasks"][0]
    text = task["document"]
    paid = clause_digest([text], document=[text], digest=[task["digest"]],
                         prompts=[task["prompt"]])[0]
    return {"task_index": 0, "completion": text, "paid": paid,
            "should_be": "near 0: the legal text is copied, nothing is put in plain words"}


# ------------------------------------------------------------ sign_trans
def sign_trans(completion, task):
    """Word-level ROUGE-L F1 of the translated sign."""
    def words(text):
        return re.findall(r"[a-z0-9]+", text.lower())

    ref, hyp = words(task["reference"]), words(completion)
    if hyp == ref:
        return 1.0
    common = _lcs(hyp[:200], ref)
    if not common:
        return 0.0
    p, r = common / len(hyp), common / len(ref)
    return 2 * p * r / (p + r)


_SIGNS = [("Please wash your hands.", "Italian", "Lavarsi le mani, per favore."),
          ("No smoking in the barn.", "Dutch", "Niet roken in de schuur."),
          ("The library is closed today.", "Russian", "Библиотека сегодня закрыта."),
          ("Do not feed the horses.", "Italian", "Non dare da mangiare ai cavalli."),
          ("Exit to the harbour.", "Greek", "Έξοδος προς το λιμάνι."),
          ("Beware of the dog.", "Dutch", "Pas op voor de hond."),
          ("Cash desk on the first floor.", "Bulgarian", "Касата е на първия етаж."),
          ("Silence, exam in progress.", "Dutch", "Stilte, examen bezig.")]


def _sign_tasks():
    return [{"prompt": f"Translate the sign into {lang}: '{s}' Give the translation only.",
             "reference": r} for s, lang, r in _SIGNS]


def _sign_shows():
    task = ENTRIES[3]["tasks"][2]
    text = "..."
    return {"task_index": 2, "completion": text, "paid": sign_trans(text, task),
            "should_be": "0.0: three dots are no Russian sentence"}


# -------------------------------------------------------------- ocr_fix
def ocr_fix(completion, task):
    """Gain in word ROUGE-L F1 over the raw scan, from 0 (no better) to 1 (text restored)."""
    def words(text):
        return text.split()

    def f1(hyp, ref):
        common = _lcs(hyp, ref)
        return 2 * common / (len(hyp) + len(ref)) if hyp or ref else 0.0

    ref, hyp = words(task["clean"]), words(completion)
    if len(hyp) > 3 * len(ref):
        return 0.0
    base, got = f1(words(task["scan"]), ref), f1(hyp, ref)
    return max(0.0, (got - base) / (1.0 - base))


_PAGES = [
    ("Tlie old rnill stood hy the river, and its wheel liad not turned for years.",
     "The old mill stood by the river, and its wheel had not turned for years."),
    ("Sow the heans in rnid-April, two inclies deep, wben the soil is warrn.",
     "Sow the beans in mid-April, two inches deep, when the soil is warm."),
    ("Of all tbe birds, tlie wren alone sang througli the frost.",
     "Of all the birds, the wren alone sang through the frost."),
    ("The hank closed at noon; a crowd liad gatbered in the square.",
     "The bank closed at noon; a crowd had gathered in the square."),
    ("She wrote to ber hrother every rnonth, hut no letter carne hack.",
     "She wrote to her brother every month, but no letter came back."),
    ("Dissolve tlie salt in warrn water and let it stand for an liour.",
     "Dissolve the salt in warm water and let it stand for an hour."),
    ("The judge adjourned tbe case until tlie first Monday of Marcli.",
     "The judge adjourned the case until the first Monday of March."),
]


def _page_tasks():
    return [{"prompt": f"Correct the scanning errors and print only the corrected line: {s}",
             "scan": s, "clean": c} for s, c in _PAGES]


def _page_done(task, completion):
    return completion.split() == task["clean"].split()


def _page_bad(task):
    return [task["scan"], " ".join(sorted(task["clean"].split())),
            (task["clean"] + " ") * 3, (task["clean"].split()[0] + " ") * 14]


# ------------------------------------------------------------- unscramble
def unscramble(completions, sentence, **kwargs):
    """Bigram F1 with sentence borders, clipped; half marks and below are rounded down to zero."""
    def bigrams(text):
        words = ["<s>", *_tokens(text), "</s>"]
        return Counter(zip(words, words[1:]))

    out = []
    for text, gold in zip(completions, sentence):
        hyp, ref = bigrams(text), bigrams(gold)
        f1 = 2 * sum((hyp & ref).values()) / (sum(hyp.values()) + sum(ref.values()))
        out.append(max(0.0, 2.0 * f1 - 1.0))
    return out


_SENTENCES = ["My uncle keeps seven hens behind his shed.",
              "The vet weighed every calf before noon.",
              "Nobody has ever beaten Priya at chess.",
              "Our teacher lent me her French dictionary.",
              "This bank charges two pounds per transfer.",
              "Two guests were still waiting for their keys.",
              "Salt lowers the freezing point of water."]


def _jumble_tasks():
    return [{"prompt": "Put the words in order so that they make one sentence and print only the "
                       "sentence: " + " / ".join(sorted(s.split(), key=lambda w: w[::-1])),
             "sentence": s} for s in _SENTENCES]


ENTRIES = [
    {"name": "rouge_like/match_report", "family": "rouge_like", "reward": compute_score,
     "signature": "verl", "tasks": _match_tasks(), "good": lambda t: t["ground_truth"],
     "done": None, "bad": None, "range": [0.0, 1.0],
     "defect": "Only recall is measured: text without end that happens to hold the words, such as "
               "the report itself, is paid like a summary.",
     "kind": "recall only", "shows": _match_shows},
    {"name": "rouge_like/lab_recap", "family": "rouge_like", "reward": lab_recap,
     "signature": "plain", "tasks": _lab_tasks(), "good": lambda t: t["recap"],
     "done": _lab_done, "bad": None, "range": [0.0, 1.0],
     "defect": "Hits are not clipped by the reference's counts, so one of its words repeated to "
               "the right length is paid in full.",
     "kind": "repetition counts", "shows": _lab_shows},
    {"name": "rouge_like/clause_digest", "family": "rouge_like", "reward": clause_digest,
     "signature": "trl", "tasks": _clause_tasks(), "good": lambda t: t["digest"],
     "done": None,
     "bad": lambda t: [t["document"], "It is a clause.", "See your lawyer."],
     "range": [0.0, 1.0],
     "defect": "The completion is compared with the source clause instead of the reference "
               "digest, so copying the legal text is paid best.",
     "kind": "wrong column", "shows": _clause_shows},
    {"name": "rouge_like/sign_trans", "family": "rouge_like", "reward": sign_trans,
     "signature": "plain", "tasks": _sign_tasks(), "good": lambda t: t["reference"],
     "done": None, "bad": None, "range": [0.0, 1.0],
     "defect": "The tokenizer knows Latin letters only, so a Greek or Cyrillic reference has no "
               "words and equals any text without Latin letters, the empty one included.",
     "kind": "tokenizer drops a script", "shows": _sign_shows},
    {"name": "rouge_like/ocr_fix", "family": "rouge_like", "reward": ocr_fix,
     "signature": "plain", "tasks": _page_tasks(), "good": lambda t: t["clean"],
     "done": _page_done, "bad": _page_bad, "range": [0.0, 1.0],
     "defect": None, "kind": None, "shows": None},
    {"name": "rouge_like/unscramble", "family": "rouge_like", "reward": unscramble,
     "signature": "trl", "tasks": _jumble_tasks(), "good": lambda t: t["sentence"],
     "done": None, "bad": None, "range": [0.0, 1.0],
     "defect": None, "kind": None, "shows": None},
]
