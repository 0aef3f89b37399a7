"""Rewards of the family rouge_like."""
import re
from collections import Counter

_TOKEN = re.compile(r"[a-z0-9]+(?:[.'%-][a-z0-9]+)*%?")


def _lcs(a, b):
    row = [0] * (len(b) + 1)
    for x in a:
        diagonal = 0
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], diagonal + 1 if x == y else max(row[j], row[j - 1])
    return row[-1]


def _lcs_f1(hyp, ref):
    if not hyp or not ref:
        return 0.0
    return 2 * _lcs(hyp, ref) / (len(hyp) + len(ref))


# --------------------------------------------------------------------- headlines


def _pairs(text):
    words = _TOKEN.findall(text.lower())
    return list(zip(words, words[1:]))


def headline_reward(completion, task):
    """Newsroom headlines: ROUGE-2 style F1 against the editor's own headline."""
    hyp, ref = _pairs(completion), _pairs(task["headline"])
    known = set(ref)
    hits = sum(1 for pair in hyp if pair in known)
    if hits == 0:
        return 0.0
    precision = hits / len(hyp)
    recall = min(1.0, hits / len(ref))
    return 2 * precision * recall / (precision + recall)


_NEWS = [
    ("The central bank lifted its key rate by a quarter point to 4.5 percent on Thursday, the "
     "third rise this year, and hinted that it may stop there.",
     "Central bank raises key rate to 4.5 percent and hints at pause"),
    ("Shares of carmaker Velta fell 11 percent after it recalled 300,000 vans over faulty brakes.",
     "Velta shares slump 11 percent as brake fault forces recall of 300,000 vans"),
    ("Grain exporter Morrow said on Monday that it had agreed to take over its competitor Castell. "
     "It pays 2.1 billion dollars, all of it in cash, and becomes the largest operator of silos "
     "in the region; regulators have yet to agree.",
     "Morrow to buy grain rival Castell for 2.1 billion dollars in cash"),
    ("Chip designer Ohm9 will shed 900 jobs, or one in ten, it told the exchange on Friday. The "
     "phone maker that brought in most of its sales had gone over to a rival in spring, and no "
     "replacement has been found so far.",
     "Ohm9 cuts a tenth of its staff after losing biggest customer"),
    ("Insurer Norrland said storm claims would wipe out its profit for the quarter.",
     "Storm claims to wipe out quarterly profit at insurer Norrland"),
    ("Airline Pelican raised its forecast for the year after record bookings for the summer.",
     "Record summer bookings lead Pelican airline to raise full-year forecast"),
]
NEWS_TASKS = [{"prompt": f"Write a one-line headline for: {text}", "headline": head}
              for text, head in _NEWS]


def news_good(task):
    return task["headline"]


def news_shows():
    half = " ".join(NEWS_TASKS[1]["headline"].split()[:6])
    text = f"{half} {half}"
    return {"task_index": 1, "completion": text, "paid": headline_reward(text, NEWS_TASKS[1]),
            "should_be": "0.55: half of the headline said twice is no better than said once"}


# --------------------------------------------------------------------- discharge notes

_FILLER = set("""a an the of in on at to for with without and or but is was were are be been has
had have no not nor any her his she he they patient this that by from as it""".split())


def _content(text):
    return [w for w in _TOKEN.findall(text.lower()) if w not in _FILLER]


def discharge_reward(completion, task):
    """Discharge summaries: LCS F1 on content words against the consultant's sentence."""
    return _lcs_f1(_content(completion), _content(task["summary"]))


_WARD = [
    ("72 y, admitted with cough. X-ray: no consolidation. Temp 36.8, 36.6, 36.9 since Monday. "
     "Sats 97 on air, slept well, eats. Salbutamol prn. Taxi ordered for 11.",
     "No pneumonia on chest film, afebrile for two days, discharged home with inhaler."),
    ("TKR Monday, left. Mobilises on zimmer. Dressing clean. Apixaban stopped for good, GI bleed "
     "2022. Hb 118. Son brings shoes. Physio seen twice.",
     "Knee replacement without complication, walks with frame, not anticoagulated after "
     "earlier gastrointestinal bleed."),
    ("54 y, tight feeling behind sternum on stairs, 20 min. 12-lead sinus 72, no ST change. hsTnT "
     "6 then 7 ng/l. Treadmill on the 14th. Smokes 10 a day, leaflet given.",
     "Chest pain with normal ECG and troponins, no infarction, stress test booked."),
    ("T2DM, hole under left big toe, surgeon cleaned it Tuesday. Swab sterile at 48 h, so "
     "flucloxacillin ended after 3 d. Orthotics fitted; HbA1c 61. Review in the clinic.",
     "Foot ulcer debrided, cultures not positive, antibiotics stopped on day three."),
    ("81 y, tripped over the cat. CT head: nil acute. On her own; Sarah moves in with her. DVLA "
     "leaflet, keys handed over until mid month. BP 141/80, stitches x3 to brow.",
     "Fall without intracranial bleeding, daughter will stay, not to drive for four weeks."),
    ("Keyhole op Wed for biliary colic. Cholangiogram clear. Toast at six, tea at eight. Clips to "
     "come off on the 21st at the surgery. Paracetamol only. Wife informed.",
     "Laparoscopic cholecystectomy, no stones in duct, eating, staples out in ten days."),
]
WARD_TASKS = [{"prompt": f"Ward notes: {notes} Summarise for the GP in one sentence.",
               "summary": s} for notes, s in _WARD]


def ward_good(task):
    return task["summary"]


def ward_bad(task):
    flipped = re.sub(r"\b[Nn]ot? ", "", task["summary"]).replace("without", "with")
    return [flipped, "The patient was seen on the ward.", ""]


def ward_shows():
    text = "Chest pain with normal ECG and troponins, infarction, stress test booked."
    return {"task_index": 2, "completion": text, "paid": discharge_reward(text, WARD_TASKS[2]),
            "should_be": "0.0: it reports an infarction where the summary rules one out"}


# --------------------------------------------------------------------- case summaries (TRL)


def case_summary_reward(completions, summary, judgment, **kwargs):
    """Case digests: ROUGE-L F1 against whichever accepted text is closest."""
    rewards = []
    for text, *accepted in zip(completions, summary, judgment):
        hyp = _TOKEN.findall(text.lower())
        rewards.append(max(_lcs_f1(hyp, _TOKEN.findall(ref.lower())) for ref in accepted))
    return rewards


_DIGESTS = [
    ("The claimant rented a van from the defendant. The brakes failed on the second day. The "
     "court below held that the exclusion in clause nine barred the claim. We disagree. A term "
     "that excludes liability for unroadworthy vehicles is unfair to a consumer and of no "
     "effect. The appeal is allowed and the matter remitted for assessment of damages.",
     "Exclusion of liability for an unroadworthy rental van is unfair to consumers; appeal "
     "allowed, damages to be assessed."),
    ("The council refused planning consent for six flats on the ground of parking. The inspector "
     "had found that parking was sufficient. The council gave no reasons for departing from that "
     "finding. A bare assertion is not a reason. The refusal is quashed.",
     "Refusal of consent quashed because the council gave no reasons for rejecting the "
     "inspector's finding on parking."),
    ("A nurse was dismissed for a post on a private page. The tribunal found that no patient "
     "could be identified and that the trust had no policy on private pages. Dismissal fell "
     "outside the band of reasonable responses. The appeal of the trust fails.",
     "Dismissing a nurse over an anonymous private post was unreasonable; the trust's appeal "
     "fails."),
    ("The parties lived together for nine years but did not marry. The house was bought in his "
     "name; she paid half of the mortgage. Their conduct shows a common intention to share. She "
     "holds a half share in equity.",
     "An unmarried partner who paid half the mortgage holds a half share of the house by common "
     "intention."),
    ("The seller described the painting as by a pupil of Hals. The buyer was himself a dealer "
     "and did not rely on the words. There was therefore no sale by description. The claim for "
     "the price difference is dismissed.",
     "No sale by description where an expert buyer did not rely on the attribution; claim "
     "dismissed."),
    ("The carrier delivered the grain without asking for the bill of lading. That a guarantee "
     "was given by the receiver does not excuse it as against the bank that holds the bill. "
     "Judgment for the bank.",
     "A carrier that delivers without the bill of lading is liable to the bank holding it."),
]
DIGEST_TASKS = [{"prompt": f"Judgment: {full}\n\nState the holding in one sentence.",
                 "judgment": full, "summary": s} for full, s in _DIGESTS]


def digest_good(task):
    return task["summary"]


def digest_done(task, completion):
    words = set(re.findall(r"[a-z]+", task["summary"].lower()))
    said = re.findall(r"[a-z]+", completion.lower())
    return len(said) <= 30 and len(words & set(said)) >= 0.6 * len(words)


def digest_shows():
    t = DIGEST_TASKS[0]
    paid = case_summary_reward([t["judgment"]], summary=[t["summary"]],
                               judgment=[t["judgment"]], prompts=[t["prompt"]])[0]
    return {"task_index": 0, "completion": t["judgment"], "paid": paid,
            "should_be": "0.2: it copies the judgment instead of stating the holding"}


# --------------------------------------------------------------------- change digest (verl)


def _bigrams(text):
    words = _TOKEN.findall(text.lower())
    return Counter(zip(words, words[1:]))


def digest_score(data_source, solution_str, ground_truth, extra_info=None):
    """Change digests: clipped ROUGE-2 F1 against the reviewer's one-line description."""
    hyp, ref = _bigrams(solution_str), _bigrams(ground_truth)
    overlap = sum((hyp & ref).values())
    precision = overlap / sum(hyp.values())
    recall = overlap / sum(ref.values())
    if overlap == 0:
        return 0.0
    return 2 * precision * recall / (precision + recall)


_DIFFS = [
    ("-    return cache[key]\n+    return cache.get(key)",
     "Return None instead of raising when the key is not cached"),
    ("-timeout = 5\n+timeout = float(os.environ.get('TIMEOUT', 5))",
     "Make the timeout configurable through an environment variable"),
    ("-for row in rows: insert(row)\n+insert_many(rows)",
     "Insert all rows in one batch rather than one by one"),
    ("-if user.age > 18:\n+if user.age >= 18:",
     "Fix off-by-one error that kept out users who are exactly eighteen"),
    ("-log.info(password)\n", "Stop writing the password to the log"),
    ("+    with lock:\n     counter += 1", "Guard the shared counter with a lock"),
]
DIFF_TASKS = [{"prompt": f"Describe this change in one line:\n{diff}", "data_source": "diffs",
               "ground_truth": line, "extra_info": {"n": i}}
              for i, (diff, line) in enumerate(_DIFFS)]


def diff_good(task):
    return task["ground_truth"] + "."


def diff_shows():
    try:
        paid = digest_score("diffs", "Refactoring.", DIFF_TASKS[0]["ground_truth"])
    except ZeroDivisionError as error:
        paid = f"ZeroDivisionError: {error}"
    return {"task_index": 0, "completion": "Refactoring.", "paid": paid,
            "should_be": "0.0: a one-word (or empty) completion has no bigram and crashes it"}


# --------------------------------------------------------------------- OCR correction


def _word_distance(a, b):
    previous = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        current = [i]
        for j, y in enumerate(b, 1):
            current.append(min(previous[j] + 1, current[-1] + 1, previous[j - 1] + (x != y)))
        previous = current
    return previous[-1]


def ocr_reward(completion, task):
    """OCR repair: the share of the scanner's word errors that the corrected text removes."""
    clean, noisy = task["clean"].split(), task["noisy"].split()
    words = completion.split()
    if not words or len(words) > 3 * len(clean):
        return 0.0
    left = _word_distance(words, clean)
    return max(0.0, 1.0 - left / _word_distance(noisy, clean))


_SCANS = [
    ("Tbe deed of sa1e was signcd before the notary on the thlrd of May.",
     "The deed of sale was signed before the notary on the third of May."),
    ("Item: two si1ver candlestlcks, one oak che5t, and a c1ock that does not run.",
     "Item: two silver candlesticks, one oak chest, and a clock that does not run."),
    ("Weather fa1r, wind frorn the nortb-east, rnade sixty mi1es since noon.",
     "Weather fair, wind from the north-east, made sixty miles since noon."),
    ("Pald to the rnason for the repalr of the chape1 roof, four pounds.",
     "Paid to the mason for the repair of the chapel roof, four pounds."),
    ("I was bom in the parish of St. Ann and bave lived bere a1l my days.",
     "I was born in the parish of St. Ann and have lived here all my days."),
    ("Tne jury flnds the accused not gui1ty and tbe court discharges hirn.",
     "The jury finds the accused not guilty and the court discharges him."),
    ("0rdered that the bridge he closed to carts unti1 tne arch is rnended.",
     "Ordered that the bridge be closed to carts until the arch is mended."),
]
SCAN_TASKS = [{"prompt": "Correct the scanning errors in this line and reply with the corrected "
                         f"line only, changing nothing else:\n{noisy}",
               "noisy": noisy, "clean": clean} for noisy, clean in _SCANS]


def scan_good(task):
    return task["clean"]


def scan_done(task, completion):
    return " ".join(completion.split()) == task["clean"]


def scan_bad(task):
    return [task["noisy"], "The line is unreadable.", task["noisy"].upper(),
            task["clean"] + " " + task["clean"]]


ENTRIES = [
    {"name": "rouge_like/headline", "family": "rouge_like", "reward": headline_reward,
     "signature": "plain", "tasks": NEWS_TASKS, "good": news_good, "done": None, "bad": None,
     "range": [0.0, 1.0],
     "defect": "bigram hits are not clipped to their count in the reference, so repeating a "
               "known fragment raises the score",
     "kind": "repetition is paid", "shows": news_shows},
    {"name": "rouge_like/discharge_note", "family": "rouge_like", "reward": discharge_reward,
     "signature": "plain", "tasks": WARD_TASKS, "good": ward_good, "done": None,
     "bad": ward_bad, "range": [0.0, 1.0],
     "defect": "the stop words include no, not and without, so a summary that says the opposite "
               "is paid in full",
     "kind": "negation ignored", "shows": ward_shows},
    {"name": "rouge_like/case_digest", "family": "rouge_like", "reward": case_summary_reward,
     "signature": "trl", "tasks": DIGEST_TASKS, "good": digest_good, "done": digest_done,
     "bad": None, "range": [0.0, 1.0],
     "defect": "the source text is among the references, so copying the judgment is paid in full",
     "kind": "copying the source is paid", "shows": digest_shows},
    {"name": "rouge_like/change_digest", "family": "rouge_like", "reward": digest_score,
     "signature": "verl", "tasks": DIFF_TASKS, "good": diff_good, "done": None, "bad": None,
     "range": [0.0, 1.0],
     "defect": "it divides by the number of bigrams of the completion, so an empty or one-word "
               "completion raises ZeroDivisionError",
     "kind": "crash on short output", "shows": diff_shows},
    {"name": "rouge_like/ocr_repair", "family": "rouge_like", "reward": ocr_reward,
     "signature": "plain", "tasks": SCAN_TASKS, "good": scan_good, "done": scan_done,
     "bad": scan_bad, "range": [0.0, 1.0], "defect": None, "kind": None, "shows": None},
]
