"""Exact-answer rewards: one right answer (or a short list of admissible ones)."""
import re


# ---------------------------------------------------------------- 1. clinic: pick the code
CODES = {
    "E11.9": "type 2 diabetes without complications", "J45.909": "unspecified asthma, uncomplicated",
    "I10": "essential hypertension", "N39.0": "urinary tract infection, site not specified",
    "M54.5": "low back pain", "G43.909": "migraine, unspecified", "K21.9": "reflux disease without oesophagitis",
    "H66.90": "otitis media, unspecified",
}
NOTES = [
    ("Raised blood pressure at three visits, no organ damage, started on lisinopril.", "I10"),
    ("HbA1c 8.1 percent, on metformin, eyes, feet and kidneys normal.", "E11.9"),
    ("Wheeze after exercise, relieved by salbutamol, peak flow variable, no acute attack.", "J45.909"),
    ("Burning on urination for two days, nitrite positive, no flank pain.", "N39.0"),
    ("Throbbing one-sided headache with light sensitivity, twice a month.", "G43.909"),
    ("Pain in the lumbar area after lifting boxes, no leg symptoms.", "M54.5"),
    ("Earache and fever in a child, bulging red eardrum.", "H66.90"),
]


def _code_tasks():
    table = "\n".join("  %s  %s" % kv for kv in CODES.items())
    return [dict(prompt="Code this outpatient note for billing.\n\nNote: %s\n\nCode table:\n%s\n\nYou may reason first (at most 3000 "
                        "characters in all). The last line must read `Code: ` and then one code from the table, spelled exactly as "
                        "there. Write only one line that begins with `Code:`. Full marks for the right code, else nothing." % (n, table),
                 code=c) for n, c in NOTES]


def icd_reward(completion, task):
    if not isinstance(completion, str) or len(completion) > 3000:
        return 0.0
    lines = [ln.strip() for ln in completion.strip().split("\n")]
    marked = [ln for ln in lines if ln.lower().startswith("code:")]
    if len(marked) != 1 or lines[-1] != marked[0]:
        return 0.0
    return 1.0 if marked[0] == "Code: " + task["code"] else 0.0


def icd_good(task):
    return "The note describes %s, with no sign of another condition.\nCode: %s" % (CODES[task["code"]], task["code"])


def icd_bad(task):
    other = [c for c in CODES if c != task["code"]]
    return ["The findings are typical.\nCode: " + other[0], "Code: %s or %s" % (task["code"], other[1]),
            "Code: %s\nCode: %s" % (other[2], task["code"])]


# ---------------------------------------------------------------- 2. law school: the Latin term
LATIN = [
    ("the guilty mind, the mental element of a crime", ["mens rea"]),
    ("the guilty act, the physical element of a crime", ["actus reus"]),
    ("a matter already decided between the parties, which bars a second suit", ["res judicata", "res iudicata"]),
    ("'the thing speaks for itself', negligence inferred from the accident", ["res ipsa loquitur"]),
    ("let the decision stand: courts follow precedent", ["stare decisis"]),
    ("an agreement must be kept", ["pacta sunt servanda"]),
    ("a brief by someone who is not a party but advises the court (name the person, singular)", ["amicus curiae"]),
    ("an action by the government asking by what authority an office is held", ["quo warranto"]),
]
LATIN_TASKS = [dict(prompt="Law flash card. Which Latin term is meant: %s?\nThink aloud if you like, then give the term alone between "
                           "<answer> and </answer>, once. Upper or lower case, extra spaces and a closing full stop do not matter. "
                           "1 for the right term, 0 otherwise; two answers count as none." % q, accepted=a) for q, a in LATIN]


def latin_reward(completions, accepted, **kwargs):
    out = []
    for text, ok in zip(completions, accepted):
        score = 0.0
        if isinstance(text, str) and text.count("<answer>") == 1 and text.count("</answer>") == 1:
            head, _, rest = text.partition("<answer>")
            inner, closed, _ = rest.partition("</answer>")
            if closed:
                term = " ".join(inner.lower().split())
                if term.endswith("."):
                    term = term[:-1].rstrip()
                score = 1.0 if term in ok else 0.0
        out.append(score)
    return out


def latin_good(task):
    return "This is a standard maxim.\n<answer>%s</answer>" % task["accepted"][-1].capitalize()


def latin_done(task, completion):
    found = re.findall(r"<answer>([A-Za-z\s]+)\.?\s*</answer>", completion)
    return len(found) == 1 and any(re.fullmatch(r"\s*" + r"\s+".join(a.split()) + r"\s*", found[0], re.I) for a in task["accepted"])


# ---------------------------------------------------------------- 3. operations: cron expression
CRON = [
    ("every day at 03:30", "30 3 * * *"), ("every fifteen minutes, all day, every day", "*/15 * * * *"),
    ("at 09:00 from Monday to Friday", "0 9 * * 1-5"), ("at midnight on the first day of every month", "0 0 1 * *"),
    ("every Sunday at 22:45", "45 22 * * 0"), ("at minute 5 of every second hour, beginning with hour 0", "5 */2 * * *"),
    ("at noon on the 1st of January, April, July and October", "0 12 1 1,4,7,10 *"),
    ("at 06:10 on Saturdays and Sundays", "10 6 * * 0,6"),
]
LIMITS = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 6))
CRON_TASKS = [dict(data_source="ops/cron", prompt="Write the crontab schedule (five fields, no command) for a job that runs %s. Use digits "
                   "and the signs * , - / only; Sunday is 0. Reply with the expression alone; a code fence around it is allowed. An "
                   "equivalent expression is as good. Right: 1. A valid but other schedule: 0. Anything else: -0.2." % q,
                   ground_truth=g, extra_info=dict(index=i)) for i, (q, g) in enumerate(CRON)]


def _field(text, lo, hi):
    values = set()
    for part in text.split(","):
        m = re.fullmatch(r"(?:(\*)|([0-9]{1,2})(?:-([0-9]{1,2}))?)(?:/([0-9]{1,2}))?", part)
        if not m:
            return None
        star, a, b, step = m.groups()
        if star:
            a, b = lo, hi
        elif b is None and step:
            return None
        else:
            a = int(a)
            b = a if b is None else int(b)
        step = int(step) if step else 1
        if not (lo <= a <= b <= hi) or step < 1:
            return None
        values.update(range(a, b + 1, step))
    return frozenset(values), text.startswith("*")


def _cron(text):
    fields = text.split()
    if len(fields) != 5:
        return None
    parsed = [_field(f, lo, hi) for f, (lo, hi) in zip(fields, LIMITS)]
    if None in parsed:
        return None
    return tuple(p[0] for p in parsed), parsed[2][1], parsed[4][1]


def cron_reward(data_source, solution_str, ground_truth, extra_info=None):
    if not isinstance(solution_str, str) or len(solution_str) > 200:
        return -0.2
    text = solution_str.strip()
    m = re.fullmatch(r"```(?:cron|text|bash)?\n(.*)\n```", text)
    if m:
        text = m.group(1).strip()
    if "\n" in text:
        return -0.2
    got = _cron(text)
    if got is None:
        return -0.2
    return 1.0 if got == _cron(ground_truth) else 0.0


def cron_good(task):
    return "```\n%s\n```" % task["ground_truth"]


# ---------------------------------------------------------------- 4. chemistry homework (faulty)
IONS = [("iron(III) ion", "Fe^3+"), ("sulfide ion", "S^2-"), ("copper(II) ion", "Cu^2+"), ("nitride ion", "N^3-"),
        ("oxide ion", "O^2-"), ("aluminium ion", "Al^3+"), ("sodium ion", "Na^+")]
ION_TASKS = [dict(prompt="Write the formula of the %s with its charge, in the style X^2+ . End with a line `Answer: <formula>`. Only the "
                         "right symbol with the right charge and sign gets the point." % n, formula=f) for n, f in IONS]


def _norm(s):
    return re.sub(r"[^A-Za-z0-9]", "", s)


def ion_reward(completion, task):
    if not isinstance(completion, str):
        return 0.0
    lines = [ln.strip() for ln in completion.strip().split("\n")]
    if sum(ln.startswith("Answer:") for ln in lines) != 1 or not lines[-1].startswith("Answer:"):
        return 0.0
    return 1.0 if _norm(lines[-1][len("Answer:"):]) == _norm(task["formula"]) else 0.0


def ion_good(task):
    return "The charge follows from the group or the Roman numeral.\nAnswer: " + task["formula"]


def ion_done(task, completion):
    return completion.rstrip().split("Answer:")[-1].strip() == task["formula"]


def ion_shows():
    text = "Answer: Fe^3-"
    return dict(task_index=0, completion=text, paid=ion_reward(text, ION_TASKS[0]), should_be="0.0: the charge has the wrong sign")


ENTRIES = [
    dict(name="exact_answer/icd_code", family="exact_answer", reward=icd_reward, signature="plain", tasks=_code_tasks(), good=icd_good,
         done=None, bad=icd_bad, range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="exact_answer/latin_term", family="exact_answer", reward=latin_reward, signature="trl", tasks=LATIN_TASKS, good=latin_good,
         done=latin_done, bad=None, range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="exact_answer/cron", family="exact_answer", reward=cron_reward, signature="verl", tasks=CRON_TASKS, good=cron_good,
         done=None, bad=None, range=[-0.2, 1.0], defect=None, kind=None, shows=None),
    dict(name="exact_answer/ion_formula", family="exact_answer", reward=ion_reward, signature="plain", tasks=ION_TASKS, good=ion_good,
         done=ion_done, bad=None, range=[0.0, 1.0],
         defect="The normaliser strips every sign from the formula, so an ion with the opposite or a missing charge sign is paid as right.",
         kind="over-normalised compare", shows=ion_shows),
]
