"""Rewards that compare one extracted answer with a key."""

import re
import unicodedata


# ---------------------------------------------------------------- room_key
def room_key(completion, task):
    """1.0 when the last line names the room the desk should hand out, else 0.0."""
    lines = [ln.strip().strip("*_` ") for ln in completion.splitlines() if ln.strip()]
    if not lines:
        return 0.0
    m = re.fullmatch(r"room:\s*(?:no\.?\s*)?(\d{1,4}[a-z]?)\.?", lines[-1], re.IGNORECASE)
    if not m:
        return 0.0
    return 1.0 if m.group(1).upper() == task["room"] else 0.0


_ROOMS = [
    ("Ms Okafor wants a sea-view double away from the bar. Free: 212 (sea, double, above the "
     "bar), 415 (sea, double, quiet), 309 (garden, double).", "415"),
    ("A family of four needs connecting rooms with a cot; give the room with the cot. Free: 118A "
     "(connects to 118B, cot fits), 118B (connects to 118A, no space), 120 (single).", "118A"),
    ("Mr Lind uses a wheelchair and the lift is out of order. Free: 7 (ground floor, step-free), "
     "9 (ground floor, two steps), 201 (step-free, second floor).", "7"),
    ("The guest booked the cheapest room with a bath. Free: 510 (bath, 140), 511 (shower, 95), "
     "512 (bath, 120), 513 (bath, 155).", "512"),
    ("A guest with a dog wants a terrace. Dogs are allowed on floor 1 only. Free: 104 (terrace), "
     "106 (no terrace), 304 (terrace).", "104"),
    ("Conference speaker, wants to be nearest to hall C, which is on floor 6. Free: 601 (by hall "
     "A), 633 (by hall C), 233 (above the lobby).", "633"),
    ("Late arrival, needs a twin, not a double. Free: 22 (double), 24 (twin), 26 (double), "
     "28 (single).", "24"),
]


def _room_tasks():
    tail = "\nThink briefly, then end with one line of the form 'Room: <number>'."
    return [{"prompt": p + tail, "room": r} for p, r in _ROOMS]


def _room_done(task, completion):
    head, sep, last = completion.rpartition("Room:")
    return bool(sep) and last.strip(" .*_`\n").upper() == task["room"]


def _room_bad(task):
    other = "999" if task["room"] != "999" else "998"
    return [f"Room: {other}", "Any of them would do.",
            f"It could be {task['room']}, but I would pick another.\nRoom: {other}"]


# ------------------------------------------------------------- vocab_card
def _fold(word):
    word = unicodedata.normalize("NFC", word).casefold().strip(" .!\"'*_`\u201c\u201d\t")
    return re.sub(r"\s+", " ", word)


def vocab_card(completion, task):
    """Full mark when the translation after the last 'Translation:' is on the teacher's list."""
    _, found, tail = completion.rpartition("Translation:")
    if not found:
        return 0.0
    given = _fold(tail.strip(" *\n"))
    return 1.0 if given in {_fold(w) for w in task["accepted"]} else 0.0


_VOCAB = [
    ("spoon", "Spanish", ["cuchara", "la cuchara"]),
    ("bridge", "French", ["pont", "le pont"]),
    ("bicycle", "German", ["Fahrrad", "das Fahrrad", "Rad", "das Rad"]),
    ("to forget", "Spanish", ["olvidar", "olvidarse"]),
    ("yesterday", "Italian", ["ieri"]),
    ("snow", "Swedish", ["snö", "snön"]),
    ("library", "French", ["bibliothèque", "la bibliothèque"]),
    ("key", "Portuguese", ["chave", "a chave"]),
]


def _vocab_tasks():
    return [{"prompt": f"Vocabulary card for year 8. Translate the English word '{w}' into "
                       f"{lang}. "
                       "You may add a remark first; finish with 'Translation: ' and the word.",
             "accepted": acc} for w, lang, acc in _VOCAB]


# ------------------------------------------------------------ offside_call
def offside_call(completion, task):
    """Check the assistant referee's decision on the last line against the panel's ruling."""
    decision = None
    for line in completion.splitlines():
        m = re.match(r"\W*decision\s*:\s*(.+)", line, re.IGNORECASE)
        if m:
            decision = m.group(1)
    if decision is None:
        return 0.0
    decision = re.sub(r"\s+", " ", decision.strip(" .*_").lower())
    return 1.0 if task["ruling"] in decision else 0.0


_OFFSIDE = [
    ("The striker is a metre past the last defender when the through ball is played.", "offside"),
    ("The winger receives the ball directly from a throw-in behind all defenders.", "not offside"),
    ("The attacker is level with the second-last opponent when the pass is made.", "not offside"),
    ("The forward is beyond the last defender and blocks the keeper's view as a team-mate "
     "shoots.", "offside"),
    ("The attacker stands in her own half when the long ball is struck.", "not offside"),
    ("The striker, beyond the defence, taps in the rebound of a team-mate's shot off the post.",
     "offside"),
    ("The attacker is ahead of the defence but behind the ball when it is cut back.",
     "not offside"),
    ("A substitute forward beyond the defence plays the ball from a team-mate's free kick.",
     "offside"),
]


def _offside_tasks():
    return [{"prompt": f"{p}\nGive the call, then a line starting with 'Decision:' that holds "
                       "either of the two calls used in the laws of the game.", "ruling": r}
            for p, r in _OFFSIDE]


def _offside_done(task, completion):
    tail = completion.lower().split("decision:")[-1].strip(" .*_\n")
    return "decision:" in completion.lower() and tail == task["ruling"]


def _offside_shows():
    task = ENTRIES[2]["tasks"][0]
    text = "The striker was in time.\nDecision: not offside"
    return {"task_index": 0, "completion": text, "paid": offside_call(text, task),
            "should_be": "0.0: the ruling is offside and the answer says the opposite"}


# ---------------------------------------------------------- formula_symbol
_SUBS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def compute_score(data_source, solution_str, ground_truth, extra_info=None):
    """Compare the boxed chemical symbol or formula with the key after light normalisation."""
    start = solution_str.rfind("\\boxed{")
    if start < 0:
        return 0.0
    inner = solution_str[start + len("\\boxed{"):]
    end = inner.rfind("}")
    if end < 0:
        return 0.0
    inner = re.sub(r"\\(?:mathrm|text|ce)\b", "", inner[:end])

    def norm(s):
        s = s.translate(_SUBS)
        s = re.sub(r"[{}$_\s]", "", s)
        return s.lower()

    return float(norm(inner) == norm(ground_truth))


_FORMULAS = [
    ("What is the symbol of cobalt?", "Co"),
    ("Which toxic gas forms when carbon burns with too little oxygen? Give its formula.", "CO"),
    ("Give the formula of water.", "H2O"),
    ("What is the symbol of hafnium?", "Hf"),
    ("Give the formula of the gas that etches glass when dissolved in water.", "HF"),
    ("Give the symbol of nobelium.", "No"),
    ("Which nitrogen oxide with one oxygen atom signals in blood vessels? Formula.", "NO"),
    ("Give the formula of sulfuric acid.", "H2SO4"),
]


def _formula_tasks():
    return [{"prompt": q + " Put the final answer in \\boxed{}.", "data_source": "chem/symbols",
             "ground_truth": g, "extra_info": {"index": i, "split": "train"}}
            for i, (q, g) in enumerate(_FORMULAS)]


def _formula_shows():
    task = ENTRIES[3]["tasks"][0]
    text = "Cobalt is written \\boxed{CO}"
    paid = compute_score(task["data_source"], text, task["ground_truth"], task["extra_info"])
    return {"task_index": 0, "completion": text, "paid": paid,
            "should_be": "0.0: CO is carbon monoxide, the symbol of cobalt is Co"}


# ------------------------------------------------------------- branch_code
def branch_code(completions, sort_code, **kwargs):
    """1 for the branch's sort code on a line of its own after 'Sort code:', 0 otherwise."""
    gold = re.sub(r"\D", "", sort_code[0])
    scores = []
    for text in completions:
        found = re.findall(r"^\W*sort code:\s*(\d\d[- ]?\d\d[- ]?\d\d)\W*$", text,
                           re.IGNORECASE | re.MULTILINE)
        if not found:
            scores.append(0.0)
            continue
        scores.append(1.0 if re.sub(r"\D", "", found[-1]) == gold else 0.0)
    return scores


_BRANCHES = [("Harbour Street", "20-45-77", "Mill Lane", "20-46-12"),
             ("Mill Lane", "20-46-12", "Station Road", "20-47-90"),
             ("Station Road", "20-47-90", "Harbour Street", "20-45-77"),
             ("Castle Square", "31-08-15", "Castle Gate", "31-08-51"),
             ("Castle Gate", "31-08-51", "Castle Square", "31-08-15"),
             ("Northfields", "40-11-62", "Southfields", "40-11-26"),
             ("Southfields", "40-11-26", "Northfields", "40-11-62")]


def _branch_tasks():
    return [{"prompt": f"Directory (name, code):\n{b2}, {g2}\n{b}, {g}\nWhich code does a "
                       f"payment to the {b} branch need? Finish with a line "
                       "'Sort code: NN-NN-NN'.", "sort_code": g}
            for b, g, b2, g2 in _BRANCHES]


def _branch_done(task, completion):
    last = completion.strip().splitlines()[-1:] or [""]
    return last[0].strip(" *.") == "Sort code: " + task["sort_code"]


def _branch_shows():
    a, b = ENTRIES[4]["tasks"][:2]
    texts = ["Sort code: " + a["sort_code"], "Sort code: " + b["sort_code"]]
    paid = branch_code(texts, sort_code=[a["sort_code"], b["sort_code"]],
                       prompts=[a["prompt"], b["prompt"]])
    return {"task_index": 1, "completion": texts[1], "paid": paid[1],
            "should_be": "1.0: right for its own row, in a batch whose first row is task 0"}


ENTRIES = [
    {"name": "exact_answer/room_key", "family": "exact_answer", "reward": room_key,
     "signature": "plain", "tasks": _room_tasks(),
     "good": lambda t: f"That room meets every wish.\nRoom: {t['room']}",
     "done": _room_done, "bad": _room_bad, "range": [0.0, 1.0],
     "defect": None, "kind": None, "shows": None},
    {"name": "exact_answer/vocab_card", "family": "exact_answer", "reward": vocab_card,
     "signature": "plain", "tasks": _vocab_tasks(),
     "good": lambda t: f"A common word, worth learning.\nTranslation: {t['accepted'][-1]}",
     "done": None, "bad": None, "range": [0.0, 1.0],
     "defect": None, "kind": None, "shows": None},
    {"name": "exact_answer/offside_call", "family": "exact_answer", "reward": offside_call,
     "signature": "plain", "tasks": _offside_tasks(),
     "good": lambda t: f"By law 11 this is clear.\nDecision: {t['ruling']}",
     "done": _offside_done, "bad": None, "range": [0.0, 1.0],
     "defect": "The key is looked for as a substring of the decision, so 'not offside' is paid "
               "where the ruling is 'offside'.",
     "kind": "substring match", "shows": _offside_shows},
    {"name": "exact_answer/formula_symbol", "family": "exact_answer", "reward": compute_score,
     "signature": "verl", "tasks": _formula_tasks(),
     "good": lambda t: f"The answer is \\boxed{{{t['ground_truth']}}}.",
     "done": None,
     "bad": lambda t: ["\\boxed{Xx}", "I am not sure.",
                       "\\boxed{" + t["ground_truth"].swapcase() + "}"],
     "range": [0.0, 1.0],
     "defect": "Letter case is folded, though in chemistry it carries meaning: CO is paid for Co "
               "and No for NO.",
     "kind": "normalisation merges different answers", "shows": _formula_shows},
    {"name": "exact_answer/branch_code", "family": "exact_answer", "reward": branch_code,
     "signature": "trl", "tasks": _branch_tasks(),
     "good": lambda t: f"The directory lists it.\nSort code: {t['sort_code']}",
     "done": _branch_done, "bad": None, "range": [0.0, 1.0],
     "defect": "Every completion of a batch is compared with the key of the batch's first row.",
     "kind": "wrong row of the batch", "shows": _branch_shows},
]
