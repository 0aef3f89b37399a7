"""Exact-answer rewards: the reply is right or it is not."""
import re
import unicodedata


# ---------------------------------------------------------------- plate_number (logistics)
_GATE = [
    ("06:12 IN  dock 4  carrier Veldhuis  plate 47-BKT-9  reefer\n"
     "06:31 IN  dock 2  carrier Oost Cargo  plate 88-PLN-3  flatbed\n"
     "07:02 OUT dock 4  carrier Veldhuis  plate 47-BKT-9  reefer",
     "Which plate came in at dock 2?", "88PLN3"),
    ("Trailer pool, Gdansk\nWGM 4471K  empty  bay 1\nWGM 9920C  loaded (tiles)  bay 2\n"
     "GD 552HA  loaded (fish)  bay 3",
     "Which plate is on the trailer loaded with fish?", "GD552HA"),
    ("06:12 IN  dock 4  carrier Veldhuis  plate 47-BKT-9  reefer\n"
     "06:31 IN  dock 2  carrier Oost Cargo  plate 88-PLN-3  flatbed",
     "Which plate belongs to Oost Cargo?", "88PLN3"),
    ("Weighbridge slips\nslip 301: LX21 HTO gross 18,400 kg\nslip 302: BV70 ZRN gross 26,150 kg\n"
     "slip 303: KP19 EAD gross 7,980 kg",
     "Which plate had the heaviest load?", "BV70ZRN"),
    ("Damage book\n3 May  B-KL 2207  bent mirror\n4 May  M-TT 981  torn curtain\n"
     "4 May  HH-WS 45  cracked lamp",
     "Which plate had a torn curtain?", "MTT981"),
    ("Refused at gate\nIK-408-PR no appointment\nCV-112-ZA expired pass\nEE-930-MM wrong site",
     "Which plate was refused for an expired pass?", "CV112ZA"),
    ("Shuttle board\n9:00 JDK 310 to Ikea DC\n9:40 NRW 775 to port\n10:20 JDK 310 to port",
     "Which plate left for the port at 9:40?", "NRW775"),
    ("Fuel cards\ncard 11 - 5821 HJT - 212 L\ncard 12 - 0094 LMC - 188 L\n"
     "card 13 - 7730 BBD - 240 L",
     "Which plate took 188 litres?", "0094LMC"),
]
PLATE_TASKS = [
    {"prompt": f"{log}\n\n{ask} Think if you like, then give one line 'Plate: <plate>'.",
     "plate_key": key} for log, ask, key in _GATE]


def plate_number(completion, task):
    """1 when the only plate named on 'Plate:' lines is the one asked for."""
    named = set()
    if len(completion) > 100_000:
        return 0.0
    for line in completion.splitlines():
        head, colon, value = line.partition(":")
        if colon and head.strip(" \t*").lower() == "plate":
            named.add(re.sub(r"[\s\-.*`]", "", value).upper())
    return 1.0 if named == {task["plate_key"]} else 0.0


def _plate_good(task):
    return f"I looked through the list for the entry that fits.\nPlate: {task['plate_key']}"


def _plate_done(task, completion):
    if len(completion) > 100_000:
        return False
    said = re.findall(r"(?im)^[ \t*]*plate[ \t*]*:(.*)$", completion)
    flat = ["".join(c for c in s.upper() if c not in " -.*`\t\r") for s in said]
    return bool(flat) and all(s == task["plate_key"] for s in flat)


def _plate_bad(task):
    key = task["plate_key"]
    return [key, f"Plate: {key[::-1]}", f"Plate: {key} or AB12CD", f"Plate: {key}\nPlate: ZZ999Z"]


# ---------------------------------------------------------------- bar_choice (law)
_BAR = [
    ("A shop displays a coat in its window with a price tag. In classical contract law the "
     "display is usually", ["an offer", "an invitation to treat", "an acceptance",
                            "a unilateral contract"], "B", "contract"),
    ("A promise to pay for work that was finished before the promise was made usually fails for "
     "want of", ["writing", "capacity", "consideration", "privity"], "C", "contract"),
    ("Which element is NOT needed for the tort of negligence?",
     ["duty of care", "breach of duty", "damage", "intention to harm"], "D", "tort"),
    ("The 'but for' test is used to establish", ["causation", "duty", "remoteness", "consent"],
     "A", "tort"),
    ("The standard of proof in a criminal trial is", ["balance of probabilities",
     "clear and convincing evidence", "beyond reasonable doubt", "probable cause"], "C", "crime"),
    ("The mental element of a crime is called", ["actus reus", "mens rea", "res judicata",
                                                "obiter dictum"], "B", "crime"),
    ("A statement of law in a judgment that was not necessary for the decision is",
     ["ratio decidendi", "stare decisis", "obiter dictum", "ultra vires"], "C", "method"),
    ("Land held by two people with a right of survivorship is held as",
     ["joint tenants", "tenants in common", "licensees", "trustees for sale only"], "A", "land"),
]
BAR_TASKS = [
    {"prompt": f"{q}\n" + "\n".join(f"{x}) {o}" for x, o in zip("ABCD", opts))
     + "\nReason briefly. Close with a line 'Answer: <letter>', or 'Answer: skip' if unsure.",
     "metadata": {"key": key, "topic": topic}, "paper": f"mock-{i % 3 + 1}"}
    for i, (q, opts, key, topic) in enumerate(_BAR)]


def _bar_pick(text):
    lines = [ln for ln in text.splitlines() if ln.strip()]
    last = lines[-1].strip(" *._") if lines else ""
    if len(last) > 60:
        return None
    hit = re.fullmatch(r"(?:final )?answer:?[ *]*\(?([a-d]|skip)\)?", last, re.I)
    return hit.group(1).upper() if hit else None


def bar_choice(completions, metadata, **kwargs):
    """Negative marking: +1 for the right letter, 0 for 'skip', -1 for anything else."""
    out = []
    for text, meta in zip(completions, metadata):
        pick = _bar_pick(text)
        out.append(1.0 if pick == meta["key"] else 0.0 if pick == "SKIP" else -1.0)
    return out


def _bar_good(task):
    return ("Going through the options, only one fits the rule.\n"
            f"Answer: {task['metadata']['key']}")


# ---------------------------------------------------------------- capital_alias (teaching)
_GEO = [
    ("What is the seat of government of the Netherlands?", ["The Hague", "Den Haag",
                                                            "'s-Gravenhage"]),
    ("What is the capital of Ukraine?", ["Kyiv", "Kiev"]),
    ("What is the largest city of Turkey called today?", ["Istanbul", "İstanbul"]),
    ("Which river flows through Vienna, Budapest and Belgrade?", ["Danube", "the Danube",
                                                                  "River Danube", "Donau"]),
    ("Name the highest mountain on Earth.", ["Mount Everest", "Everest", "Sagarmatha",
                                             "Qomolangma", "Chomolungma"]),
    ("What is the capital of Brazil?", ["Brasília", "Brasilia"]),
    ("Which country was formerly called Burma?", ["Myanmar"]),
    ("Which country is called Myanmar in its own official name, in its older English form?",
     ["Burma"]),
    ("Name the strait between Spain and Morocco.", ["Strait of Gibraltar", "Gibraltar Strait",
                                                    "Straits of Gibraltar", "Gibraltar"]),
]
GEO_TASKS = [{"prompt": f"{q} Put the name in <answer></answer> tags or alone on the last line.",
              "accepted": names} for q, names in _GEO]


def _plain_name(s):
    s = unicodedata.normalize("NFKD", s[:200])
    s = "".join(c for c in s if not unicodedata.combining(c)).casefold()
    words = re.sub(r"[^\w ]+", " ", s).split()
    return " ".join(words[1:] if words[:1] == ["the"] else words)


def capital_alias(completion, task):
    """1 when the tagged name, or else the last line, is one of the accepted names."""
    end = completion.rfind("</answer>")
    start = completion.rfind("<answer>", 0, max(end, 0))
    if end >= 0 and start >= 0:
        given = completion[start + 8:end]
    else:
        given = completion.strip().rpartition("\n")[2]
        given = re.sub(r"(?i)^\W{0,3}(?:final )?answer:", "", given)
    given = given.strip()
    if not given or len(given) > 60:
        return 0.0
    return float(_plain_name(given) in {_plain_name(a) for a in task["accepted"]})


def _geo_good(task):
    return f"I recall this from the atlas.\n<answer>{task['accepted'][0]}</answer>"


def _geo_bad(task):
    return ["<answer>Atlantis</answer>", f"It is not {task['accepted'][0]}.",
            f"<answer>{task['accepted'][0]} or Paris</answer>"]


# ---------------------------------------------------------------- sanction_screen (finance)
_SCREEN = [
    ("Rule: alert when name and birth year both match the list.\nList: Anton Kareli, 1961.\n"
     "Client: Anton Kareli, 1961, baker.", "yes"),
    ("Rule: alert when name and birth year both match the list.\nList: Anton Kareli, 1961.\n"
     "Client: Anton Kareli, 1994, student.", "no"),
    ("Rule: cash over 10,000 EUR in one day needs a report.\nDeposits today: 4,000 and 6,500 EUR.",
     "yes"),
    ("Rule: cash over 10,000 EUR in one day needs a report.\nDeposits today: 9,900 EUR.", "no"),
    ("Rule: dormant means no movement for 24 months.\nLast movement: 7 months ago. Is it dormant?",
     "no"),
    ("Rule: a politically exposed person needs sign-off by a director.\n"
     "Client is a sitting minister; a teller signed. Is sign-off missing?", "yes"),
    ("Rule: KYC file expires after 3 years.\nFile date: 2019-02-01. Today: 2024-05-11. Expired?",
     "yes"),
    ("Rule: wire to a country on list C is blocked.\nList C: Arvania, Belgor.\n"
     "Wire to: Portugal. Is it blocked?", "no"),
]
SCREEN_TASKS = [
    {"prompt": f"{case}\nShould the flag be raised? Explain, then write 'Verdict: yes' or "
               "'Verdict: no' on a line of its own.",
     "data_source": "compliance/screening", "ground_truth": gold,
     "extra_info": {"split": "train", "index": i}} for i, (case, gold) in enumerate(_SCREEN)]


def sanction_screen(data_source, solution_str, ground_truth, extra_info=None):
    """1 when every verdict line says the right word; no verdict or a mixed one pays 0."""
    verdicts = []
    if len(solution_str) > 200_000:
        return 0.0
    for line in solution_str.split("\n"):
        line = line.strip(" \r\t*.").lower()
        if line.startswith("verdict:"):
            verdicts.append(line[8:].strip(" *"))
    if not verdicts:
        return 0.0
    return 1.0 if all(v == ground_truth for v in verdicts) else 0.0


def _screen_good(task):
    return f"I compare the case with the rule word by word.\n\nVerdict: {task['ground_truth']}"


def _screen_done(task, completion):
    rows = [r.strip(" \r\t*.").lower() for r in completion[:200_001].split("\n")]
    ends = {r.split(":", 1)[1].strip(" *") for r in rows if r.startswith("verdict:")}
    return ends == {task["ground_truth"]} and len(completion) <= 200_000


# ---------------------------------------------------------------- part_code (faulty)
_PARTS = [
    ("front brake pad, 2016 city bike", "BP-2016-F"), ("rear light, cargo bike", "RL-CB-02"),
    ("chain, 8 speed", "CH-08-116"), ("inner tube, 28 inch", "IT-28-SV"),
    ("saddle, gel, wide", "SD-GEL-W"), ("crank arm, left, 170 mm", "CA-L-170"),
    ("bell, brass", "BL-BR-1"), ("mudguard set, 26 inch", "MG-26-SET"),
]
_CATALOGUE = "\n".join(f"{c}: {n}" for n, c in sorted(_PARTS, key=lambda p: p[1]))
PART_TASKS = [{"prompt": f"Catalogue:\n{_CATALOGUE}\n\nA customer wants: {name}. Reply with the "
                         "part code only.", "answer": code, "store": "Utrecht"}
              for name, code in _PARTS]


def part_code(completions, answer, **kwargs):
    """1 when the reply is exactly the part code, case and outer blanks aside."""
    want = answer[0].lower()
    return [1.0 if text.strip().lower() == want else 0.0 for text in completions]


def _part_shows():
    pair = PART_TASKS[:2]
    paid = part_code([t["answer"] for t in pair], answer=[t["answer"] for t in pair],
                     prompts=[t["prompt"] for t in pair])
    return dict(task_index=1, completion=PART_TASKS[1]["answer"], paid=paid[1],
                should_be="1.0: the right code for the second row, scored in a batch of two rows")


ENTRIES = [
    dict(name="exact_answer/plate_number", family="exact_answer", reward=plate_number,
         signature="plain", tasks=PLATE_TASKS, good=_plate_good, done=_plate_done,
         bad=_plate_bad, range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="exact_answer/bar_choice", family="exact_answer", reward=bar_choice,
         signature="trl", tasks=BAR_TASKS, good=_bar_good, done=None, bad=None,
         range=[-1.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="exact_answer/capital_alias", family="exact_answer", reward=capital_alias,
         signature="plain", tasks=GEO_TASKS, good=_geo_good, done=None, bad=_geo_bad,
         range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="exact_answer/sanction_screen", family="exact_answer", reward=sanction_screen,
         signature="verl", tasks=SCREEN_TASKS, good=_screen_good, done=_screen_done, bad=None,
         range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="exact_answer/part_code", family="exact_answer", reward=part_code,
         signature="trl", tasks=PART_TASKS, good=lambda t: t["answer"],
         done=lambda t, c: c.strip().upper() == t["answer"], bad=None, range=[0.0, 1.0],
         defect="Every row of the batch is compared with the first row's answer.",
         kind="batch dependence", shows=_part_shows),
]
