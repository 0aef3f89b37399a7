"""Rewards that read a number and compare it with a key under a tolerance."""

import math
import re


# ------------------------------------------------------------ heifer_gain
_NUM = r"[-+\u2212]?\d{1,9}(?:\.\d{1,6})?"


def heifer_gain(completions, gain_kg, **kwargs):
    """Weight gain within 2 % of the scale's figure earns 1, within 10 % earns 0.3."""
    out = []
    for text, gold in zip(completions, gain_kg):
        hits = re.findall(r"gain:\s*(" + _NUM + r")\s*kg", text, re.IGNORECASE)
        if not hits:
            out.append(0.0)
            continue
        value = float(hits[-1].replace("\u2212", "-"))
        rel = abs(value - gold) / abs(gold)
        out.append(1.0 if rel <= 0.02 else 0.3 if rel <= 0.10 else 0.0)
    return out


_HERD = [("Bella", 312.0, 341.5), ("Dot", 298.5, 298.5), ("Ruby", 405.0, 396.0),
         ("Nell", 187.2, 231.0), ("Maple", 260.0, 277.4), ("Fern", 333.3, 333.3),
         ("Ivy", 151.0, 214.5)]


def _herd_tasks():
    return [{"prompt": f"{n} weighed {a} kg on 1 May and {b} kg on 1 June. How much did she gain? "
                       "A loss is negative. End with 'Gain: <number> kg'.",
             "gain_kg": round(b - a, 1)} for n, a, b in _HERD]


def _heifer_shows():
    task = ENTRIES[0]["tasks"][1]
    text = "Gain: 0.0 kg"
    try:
        paid = heifer_gain([text], gain_kg=[task["gain_kg"]], prompts=[task["prompt"]])[0]
    except ZeroDivisionError as exc:
        paid = f"ZeroDivisionError: {exc}"
    return {"task_index": 1, "completion": text, "paid": paid,
            "should_be": "1.0: the animal gained nothing and the answer says so"}


# -------------------------------------------------------------- pool_dose
def pool_dose(completion, task):
    """Score the chlorine dose for the hotel pool: right when within 3 % of the chart."""
    _, mark, tail = completion.rpartition("Dose:")
    if not mark:
        return 0.0
    words = tail.replace("**", "").split()
    if not words:
        return 0.0
    try:
        dose = float(words[0].rstrip(".,;g"))
    except ValueError:
        return 0.0
    if abs(dose - task["grams"]) > 0.03 * task["grams"]:
        return 0.0
    return 1.0


_POOLS = [(85, 1.2), (140, 0.8), (32, 2.5), (410, 0.5), (72.5, 1.6), (96, 3.0), (225, 1.4)]


def _pool_tasks():
    return [{"prompt": f"The pool holds {v} m3 and the free chlorine must rise by {c} mg/L. The "
                       "granules hold 56 % chlorine. How many grams are needed? Finish with "
                       "'Dose: <number> g'.", "grams": round(v * c / 0.56, 2)} for v, c in _POOLS]


def _pool_done(task, completion):
    hit = re.search(r"Dose:\s*(\d+(?:\.\d+)?)\s*g?\W*$", completion)
    return bool(hit) and math.isclose(float(hit.group(1)), task["grams"], rel_tol=0.03)


def _pool_shows():
    task = ENTRIES[1]["tasks"][0]
    text = "Dose: nan g"
    return {"task_index": 0, "completion": text, "paid": pool_dose(text, task),
            "should_be": "0.0: 'nan' is no dose"}


# --------------------------------------------------------- balance_change
def compute_score(data_source, solution_str, ground_truth, extra_info=None):
    """Final amount after '####' must agree with the ledger to the cent."""
    if "####" not in solution_str:
        return 0.0
    tail = solution_str.rsplit("####", 1)[1].strip()

    def amount(text):
        text = text.replace(",", "")
        m = re.search(r"(\d{1,12}(?:\.\d{1,2})?)(?![\d.]*\d)", text)
        return float(m.group(1)) if m else None

    got = amount(tail.splitlines()[0]) if tail else None
    if got is None:
        return 0.0
    return 1.0 if abs(got - amount(ground_truth)) < 0.005 else 0.0


_LEDGER = [("opened at 1,204.50; card -45.20; salary +1,900.00; rent -2,100.00", "-245.20"),
           ("opened at 88.00; transfer in +250.00; phone -19.99", "230.01"),
           ("opened at 5,010.10; car -4,800.00; refund +12.40", "-4787.60"),
           ("opened at 310.75; groceries -64.32; groceries -51.18", "-115.50"),
           ("opened at 0.00; deposit +15,000.00; fee -3.50", "14996.50"),
           ("opened at 940.00; dividend +33.10; standing order -120.00", "-86.90"),
           ("opened at 12.30; gift +100.00; taxi -18.45; taxi -17.05", "64.50")]


def _ledger_tasks():
    return [{"prompt": f"An account {s}. By how much did the balance change? Give a signed amount "
                       "after '####'.", "data_source": "bank/ledger", "ground_truth": g,
             "extra_info": {"index": i}} for i, (s, g) in enumerate(_LEDGER)]


def _ledger_shows():
    task = ENTRIES[2]["tasks"][0]
    text = "#### 245.20"
    paid = compute_score(task["data_source"], text, task["ground_truth"], task["extra_info"])
    return {"task_index": 0, "completion": text, "paid": paid,
            "should_be": "0.0: the balance fell by 245.20, it did not rise"}


# --------------------------------------------------------------- molarity
def molarity(completion, task):
    """Concentration in mol/L, accepted when it agrees with the worked solution."""
    m = None
    pattern = r"c\s*=\s*(\d{1,6}(?:\.\d{1,9})?)(?:\s*[x×]\s*10\^?(-?\d{1,2}))?\s*(mol/l|m)\b"
    for m in re.finditer(pattern, completion, re.IGNORECASE):
        pass
    if m is None:
        return 0.0
    value = float(m.group(1)) * 10 ** int(m.group(2) or 0)
    return 1.0 if abs(value - task["mol_per_l"]) <= 0.01 else 0.0


_SOLUTIONS = [("0.585 g of NaCl (58.5 g/mol) in 2.50 L", 0.004),
              ("4.00 g of NaOH (40.0 g/mol) in 250 mL", 0.4),
              ("0.249 g of CuSO4.5H2O (249 g/mol) in 500 mL", 0.002),
              ("18.0 g of glucose (180 g/mol) in 80 mL", 1.25),
              ("0.0158 g of KMnO4 (158 g/mol) in 20.0 mL", 0.005),
              ("7.30 g of HCl (36.5 g/mol) in 320 mL", 0.625),
              ("14.2 g of Na2SO4 (142 g/mol) in 1.25 L", 0.08),
              ("0.170 g of AgNO3 (170 g/mol) in 125 mL", 0.008)]


def _molar_tasks():
    return [{"prompt": f"What is the concentration when dissolving {s} of solution? Write the "
                       "result as 'c = <number> mol/L', three significant figures.",
             "mol_per_l": g} for s, g in _SOLUTIONS]


def _molar_done(task, completion):
    tail = completion.rpartition("c = ")[2].split()
    try:
        value = float(tail[0])
    except (IndexError, ValueError):
        return False
    return abs(value - task["mol_per_l"]) <= 0.01 * task["mol_per_l"]


def _molar_shows():
    task = ENTRIES[3]["tasks"][0]
    text = "c = 0 mol/L"
    return {"task_index": 0, "completion": text, "paid": molarity(text, task),
            "should_be": "0.0: the concentration is 0.004 mol/L, an error of 100 %"}


# ----------------------------------------------------------- marathon_pace
def marathon_pace(completion, task):
    """Pace per kilometre: exact to a second pays 1, within four seconds pays 0.3."""
    hits = re.findall(r"^\W*pace:\s*(\d{1,2}):([0-5]\d)(?!\d)(?:\s*(?:min)?\s*(?:/|per )\s*km)?"
                      r"\W*$", completion, re.IGNORECASE | re.MULTILINE)
    if len(set(hits)) != 1:
        return 0.0
    minutes, seconds = hits[0]
    error = abs(int(minutes) * 60 + int(seconds) - task["pace_s"])
    if error <= 1:
        return 1.0
    return 0.3 if error <= 4 else 0.0


_RUNS = [("a marathon (42.195 km) in 3:30:00", 299), ("10 km in 44:10", 265),
         ("a half marathon (21.0975 km) in 1:52:30", 320), ("5 km in 19:35", 235),
         ("a marathon (42.195 km) in 4:15:00", 363), ("8 km in 37:20", 280),
         ("15 km in 1:28:45", 355), ("a 50 km ultra in 6:02:30", 435)]


def _pace_tasks():
    return [{"prompt": f"Lena ran {r}. What was her average pace per kilometre, to the nearest "
                       "second? End with a line 'Pace: m:ss per km'.", "pace_s": s}
            for r, s in _RUNS]


def _clock(s):
    return f"{s // 60}:{s % 60:02d}"


def _pace_done(task, completion):
    want = {_clock(task["pace_s"] + d) for d in (-1, 0, 1)}
    return completion.strip().rpartition("Pace: ")[2].split(" ")[0].strip("*.") in want


def _pace_bad(task):
    s = task["pace_s"]
    return [f"Pace: {_clock(s + 20)} per km", f"Pace: {s} s per km",
            "\n".join(f"Pace: {_clock(k)} per km" for k in range(s - 30, s + 31))]


# ----------------------------------------------------------- class_average
def class_average(completions, average, **kwargs):
    """Mean mark of the class: full score inside 0.05, a quarter for a correctly rounded mean."""
    scores = []
    for text, gold in zip(completions, average):
        lines = [ln.strip(" *_.") for ln in text.strip().splitlines()]
        m = re.fullmatch(r"average\s*[:=]\s*([0-9]{1,3}(?:[.,][0-9]{1,4})?)",
                         lines[-1] if lines else "", re.IGNORECASE)
        if m is None:
            scores.append(0.0)
            continue
        raw = m.group(1).replace(",", ".")
        if math.fabs(float(raw) - gold) <= 0.05 + 1e-9:
            scores.append(1.0)
        elif "." not in raw and math.fabs(float(raw) - gold) <= 0.5:
            scores.append(0.25)
        else:
            scores.append(0.0)
    return scores


_MARKS = [[12, 15, 9, 18, 14], [71, 64, 88, 93, 55, 79, 60], [3.5, 4, 2.5, 5], [0, 0, 0, 0, 1, 0],
          [55, 55, 55], [81, 42, 67, 90, 38, 75, 66, 59, 71], [16, 17, 11, 13, 20, 8, 15]]


def _class_tasks():
    return [{"prompt": "Marks of the class: " + ", ".join(str(m) for m in marks)
                       + ". What is the average, to two decimals? Last line: 'Average: <number>'.",
             "average": round(sum(marks) / len(marks), 4)} for marks in _MARKS]


ENTRIES = [
    {"name": "number_with_tolerance/heifer_gain", "family": "number_with_tolerance",
     "reward": heifer_gain, "signature": "trl", "tasks": _herd_tasks(),
     "good": lambda t: f"Subtract the first from the second.\nGain: {t['gain_kg']} kg",
     "done": None, "bad": None, "range": [0.0, 1.0],
     "defect": "The relative error divides by the key, so a task whose right answer is 0 kg "
               "raises ZeroDivisionError and takes the whole batch with it.",
     "kind": "crash on a legitimate key", "shows": _heifer_shows},
    {"name": "number_with_tolerance/pool_dose", "family": "number_with_tolerance",
     "reward": pool_dose, "signature": "plain", "tasks": _pool_tasks(),
     "good": lambda t: f"Volume times rise, over the strength.\nDose: {t['grams']} g",
     "done": _pool_done,
     "bad": lambda t: [f"Dose: {t['grams'] * 2:.1f} g", "Dose: plenty", "Dose: inf g"],
     "range": [0.0, 1.0],
     "defect": "float() reads 'nan', and since no comparison with NaN is true, the rejection test "
               "never fires: 'Dose: nan' is paid in full on every task.",
     "kind": "NaN passes", "shows": _pool_shows},
    {"name": "number_with_tolerance/balance_change", "family": "number_with_tolerance",
     "reward": compute_score, "signature": "verl", "tasks": _ledger_tasks(),
     "good": lambda t: f"Sum the entries without the opening balance.\n#### {t['ground_truth']}",
     "done": None, "bad": None, "range": [0.0, 1.0],
     "defect": "The pattern for the amount leaves the sign out on both sides, so a gain is paid "
               "where the key is a loss of the same size.",
     "kind": "sign lost", "shows": _ledger_shows},
    {"name": "number_with_tolerance/molarity", "family": "number_with_tolerance",
     "reward": molarity, "signature": "plain", "tasks": _molar_tasks(),
     "good": lambda t: f"Moles over litres.\nc = {t['mol_per_l']:.3g} mol/L",
     "done": _molar_done, "bad": None, "range": [0.0, 1.0],
     "defect": "The tolerance is an absolute 0.01 mol/L, larger than several of the keys, so '0' "
               "is paid for any dilute solution.",
     "kind": "tolerance out of scale", "shows": _molar_shows},
    {"name": "number_with_tolerance/marathon_pace", "family": "number_with_tolerance",
     "reward": marathon_pace, "signature": "plain", "tasks": _pace_tasks(),
     "good": lambda t: f"Time over distance.\nPace: {_clock(t['pace_s'])} per km",
     "done": _pace_done, "bad": _pace_bad, "range": [0.0, 1.0],
     "defect": None, "kind": None, "shows": None},
    {"name": "number_with_tolerance/class_average", "family": "number_with_tolerance",
     "reward": class_average, "signature": "trl", "tasks": _class_tasks(),
     "good": lambda t: f"Sum over count.\nAverage: {t['average']:.2f}",
     "done": None, "bad": None, "range": [0.0, 1.0],
     "defect": None, "kind": None, "shows": None},
]
