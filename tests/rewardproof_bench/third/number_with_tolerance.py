"""Numeric rewards with a tolerance."""
import json
import math
import re


# ---------------------------------------------------------------- ratio_bands (finance)
_RATIOS = [
    ("Revenue 840,000; cost of sales 546,000. Gross margin in percent?", 35.0),
    ("Net income 61,200; revenue 720,000. Net margin in percent?", 8.5),
    ("Price rose from 42.00 to 47.25. Change in percent?", 12.5),
    ("Price fell from 80.00 to 73.60. Change in percent?", -8.0),
    ("Debt 1,350,000; equity 900,000. Debt to equity in percent?", 150.0),
    ("Dividend 1.84 a share; share price 46. Dividend yield in percent?", 4.0),
    ("Headcount went from 96 to 84. Change in percent?", -12.5),
    ("Current assets 264,000; current liabilities 220,000. Current ratio in percent?", 120.0),
]
RATIO_TASKS = [{"prompt": f"{q} Work it out, then write one line 'Result: <number>%'.",
                "percent": v, "desk": "fp&a"} for q, v in _RATIOS]
_PLAIN_NUMBER = re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3}){1,5}|\d{1,15})(?:\.\d{1,15})?")


def ratio_bands(completion, task):
    """Bands on relative error: 0.2 % pays 1, 1 % pays 0.6, 5 % pays 0.2."""
    if len(completion) > 50_000:
        return 0.0
    rows = [ln for ln in completion.splitlines() if ln.lstrip(" *").lower().startswith("result:")]
    if len(rows) != 1:
        return 0.0
    text = rows[0].split(":", 1)[1].replace("\u2212", "-").strip(" *")
    text = text.removesuffix(".").removesuffix("%").strip()
    if not _PLAIN_NUMBER.fullmatch(text):
        return 0.0
    gold = task["percent"]
    error = abs(float(text.replace(",", "")) - gold) / abs(gold)
    for limit, pay in ((0.002, 1.0), (0.01, 0.6), (0.05, 0.2)):
        if error <= limit:
            return pay
    return 0.0


def _ratio_good(task):
    return f"I divide the one by the other and scale to percent.\nResult: {task['percent']:.2f}%"


def _ratio_done(task, completion):
    said = [ln.strip(" *") for ln in completion[:50_001].splitlines()
            if ln.strip(" *").lower().startswith("result:")]
    if len(said) != 1 or len(completion) > 50_000:
        return False
    body = said[0][7:].strip(" *").removesuffix(".").removesuffix("%").strip()
    try:
        return math.isclose(float(body), task["percent"], rel_tol=0.002) and "_" not in body
    except ValueError:
        return False


def _ratio_bad(task):
    v = task["percent"]
    return [f"Result: {v * 1.2:.2f}%", f"Result: {v / 100:.4f}", f"Result: {-v}%", f"{v}%",
            f"Result: {v}% to {v * 2}%", "Result: nan"]


# ---------------------------------------------------------------- child_dose (medicine)
_DOSES = [
    ("amoxicillin 25 mg/kg, child of 14 kg, one dose", 350.0),
    ("paracetamol 15 mg/kg, child of 20 kg, one dose", 300.0),
    ("ibuprofen 10 mg/kg, child of 31 kg, one dose", 310.0),
    ("gentamicin 7 mg/kg, child of 9 kg, one dose", 63.0),
    ("ceftriaxone 50 mg/kg, child of 26 kg, one dose", 1300.0),
    ("ondansetron 0.1 mg/kg, child of 18 kg, one dose", 1.8),
    ("fentanyl 0.0015 mg/kg, child of 22 kg, one dose", 0.033),
    ("phenobarbital 20 mg/kg, newborn of 3.4 kg, loading dose", 68.0),
]
DOSE_TASKS = [{"prompt": f"Exercise for pharmacy students: {q}. Show the sum, then end with "
                         "'Dose: <amount> <unit>' (mcg, mg or g).", "dose_mg": v}
              for q, v in _DOSES]
_TO_MG = {"mcg": 0.001, "ug": 0.001, "µg": 0.001, "μg": 0.001, "mg": 1.0, "g": 1000.0}


def child_dose(completion, task):
    """+1 within 1 % of the dose, 0 within 5 %, otherwise -1; the unit must be there."""
    last = completion.rstrip().rpartition("\n")[2].strip(" *.")
    if len(last) > 60:
        return -1.0
    hit = re.fullmatch(r"dose:[ *]*(\d{1,9}(?:\.\d{1,9})?) ?(mcg|ug|µg|μg|mg|g)", last.lower())
    if not hit:
        return -1.0
    mg = float(hit.group(1)) * _TO_MG[hit.group(2)]
    off = abs(mg - task["dose_mg"]) / task["dose_mg"]
    return 1.0 if off <= 0.01 else 0.0 if off <= 0.05 else -1.0


def _dose_good(task):
    mg = task["dose_mg"]
    if mg < 0.5:
        return f"Multiply dose by weight.\nDose: {mg * 1000:g} mcg"
    return f"Multiply dose by weight.\nDose: {mg:g} mg"


def _dose_done(task, completion):
    words = completion.rstrip().split("\n")[-1].strip(" *.").lower()
    if not words.startswith("dose:") or len(words) > 60:
        return False
    words = words[5:].strip(" *")
    for unit, size in (("mcg", 1000), ("ug", 1000), ("µg", 1000), ("μg", 1000), ("mg", 1),
                       ("g", 0.001)):
        if words.endswith(unit):
            body = words[:-len(unit)].rstrip()
            if not body.replace(".", "", 1).isdecimal():
                return False
            return abs(float(body) / size / task["dose_mg"] - 1) <= 0.01
    return False


# ---------------------------------------------------------------- route_time (logistics)
_ROUTES = [
    ("240 km at 80 km/h plus a 45 minute break", 225), ("90 km at 60 km/h, no break", 90),
    ("35 km at 70 km/h and 20 km at 40 km/h", 60), ("ferry 75 min, then 66 km at 72 km/h", 130),
    ("5 stops of 12 minutes and 48 km at 48 km/h", 120),
    ("walk 600 m at 4 km/h, tram 17 min, wait 4 min", 30),
    ("three legs of 50 min with two breaks of 15 min", 180),
    ("310 km at 62 km/h, one driver change of 10 min", 310),
]
ROUTE_TASKS = [{"prompt": f"Plan: {q}. How long does it take door to door? Finish with "
                          "'Travel time: ...' in minutes, as h:mm, or in hours and minutes.",
                "meta": {"plan": {"minutes": m, "id": f"R{i:03d}"}}, "driver": "any"}
               for i, (q, m) in enumerate(_ROUTES)]


def _minutes(text):
    text = text.strip(" *.").lower()
    if len(text) > 40:
        return None
    hit = re.fullmatch(r"(\d{1,3}):([0-5]\d)(?: ?h)?", text)
    if hit:
        return int(hit[1]) * 60 + int(hit[2])
    hit = re.fullmatch(r"(\d{1,5}(?:\.\d{1,3})?) ?(?:m|min|mins|minutes?)", text)
    if hit:
        return float(hit[1])
    hit = re.fullmatch(r"(\d{1,3}(?:\.\d{1,3})?) ?(?:h|hours?)"
                       r"(?:(?:,| and)? ?(\d{1,2}) ?(?:m|min|mins|minutes?))?", text)
    if hit:
        return float(hit[1]) * 60 + int(hit[2] or 0)
    return None


def route_time(completions, meta, **kwargs):
    """1 up to 3 minutes off, then falling in a line to 0 at 15 minutes off."""
    pays = []
    for text, m in zip(completions, meta):
        said = [ln.split(":", 1)[1] for ln in text[-5000:].splitlines()
                if ln.strip(" *").lower().startswith("travel time:")]
        value = _minutes(said[-1]) if said else None
        if value is None:
            pays.append(0.0)
            continue
        off = abs(value - m["plan"]["minutes"])
        pays.append(1.0 if off <= 3 else max(0.0, 1.0 - (off - 3) / 12))
    return pays


def _route_good(task):
    m = task["meta"]["plan"]["minutes"]
    if m % 3 == 0:
        return f"Leg by leg, then add up.\nTravel time: {m // 60} h {m % 60} min"
    return f"Add the parts.\nTravel time: {m} minutes"


# ---------------------------------------------------------------- boxed_constant (teaching)
_PHYS = [
    ("How long is the wavelength in metres of a 100 MHz wave? (c = 3.00e8 m/s)", "3.0", "m"),
    ("Energy in joules of 2.0 kg moving at 3.0e3 m/s?", "9.0e6", "J"),
    ("Charge in coulombs of 5.0e12 electrons (1.60e-19 C each), magnitude only?", "8.0e-7", "C"),
    ("Pressure in pascals of 450 N on 0.030 m^2?", "1.5e4", "Pa"),
    ("Current in amperes through 2200 ohm at 11 V?", "5.0e-3", "A"),
    ("Force in newtons between plates: 6.4e-4 J over 0.020 m?", "3.2e-2", "N"),
    ("Momentum in kg m/s of an 1200 kg car at 25 m/s?", "3.0e4", "kg m/s"),
    ("Heat in joules to warm 0.50 kg of water by 20 K (4190 J/kg K)?", "4.19e4", "J"),
]
PHYS_TASKS = [{"prompt": f"{q} Reason step by step and put the number in \\boxed{{}}.",
               "data_source": "school/physics", "ground_truth": g,
               "extra_info": {"unit": u, "level": 10 + i % 3}}
              for i, (q, g, u) in enumerate(_PHYS)]


def _last_boxed(text):
    tail = text[-3000:]
    at = tail.rfind("\\boxed{")
    if at < 0:
        return None
    depth, begin = 1, at + 7
    for i in range(begin, len(tail)):
        depth += {"{": 1, "}": -1}.get(tail[i], 0)
        if depth == 0:
            return tail[begin:i]
    return None


def _scientific(text, unit):
    for old, new in (("\\,", " "), ("\\text", ""), ("\\mathrm", ""), ("\\times", "x"),
                     ("\\cdot", "x"), ("×", "x"), ("{", ""), ("}", ""), ("−", "-")):
        text = text.replace(old, new)
    text = text.strip().removesuffix(unit).strip()
    hit = re.fullmatch(r"([+-]?\d{1,12}(?:\.\d{1,12})?)"
                       r"(?:[eE]([+-]?\d{1,3})| ?x ?10\^([+-]?\d{1,3}))?", text)
    if not hit:
        return None
    value = float(f"{hit[1]}e{hit[2] or hit[3] or 0}")
    return value if math.isfinite(value) else None


def boxed_constant(data_source, solution_str, ground_truth, extra_info=None):
    """1 when the last boxed number is within 1 % of the truth, unit optional."""
    inner = _last_boxed(solution_str)
    value = None if inner is None else _scientific(inner, (extra_info or {}).get("unit", ""))
    gold = float(ground_truth)
    return 1.0 if value is not None and abs(value - gold) <= 0.01 * abs(gold) else 0.0


def _phys_good(task):
    head, _, exp = task["ground_truth"].partition("e")
    body = f"{head} \\times 10^{{{int(exp)}}}" if exp else head
    return f"Put the values into the formula.\nSo the result is $\\boxed{{{body}}}$."


def _phys_done(task, completion):
    inner = completion[-3000:].rpartition("\\boxed{")
    if not inner[1]:
        return False
    hit = re.match(r"((?:[^{}]|\{[^{}]*\})*)\}", inner[2])
    if not hit:
        return False
    inner = re.sub(r"\\times|\\cdot|×", "x", hit[1])
    inner = re.sub(r"\\(?:text|mathrm|,)", " ", inner).replace("{", "").replace("}", "").strip()
    inner = inner.removesuffix(task["extra_info"]["unit"]).replace(" ", "").replace("x10^", "e")
    try:
        return math.isclose(float(inner), float(task["ground_truth"]), rel_tol=0.01)
    except ValueError:
        return False


# ---------------------------------------------------------------- drop_chance (faulty, games)
_DROPS = [
    ("1 chest, drop rate 0.05", 0.05), ("2 chests, drop rate 0.5 each, at least one drop", 0.75),
    ("3 chests, drop rate 0.2 each, at least one drop", 0.488),
    ("2 chests, drop rate 0.1 each, both drop", 0.01),
    ("4 chests, drop rate 0.25 each, none drops", 0.3164),
    ("2 dice, both show six", 0.0278), ("1 card of 52 is an ace", 0.0769),
    ("3 coins, exactly two heads", 0.375),
]
DROP_TASKS = [{"prompt": f"Loot table check: {q}. Reply with JSON like {{\"p\": <probability>}}.",
               "p": v} for q, v in _DROPS]


def drop_chance(completion, task):
    """1 when the probability in the JSON reply is within 0.002 of the right one."""
    try:
        value = float(json.loads(completion.strip())["p"])
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return 0.0
    if abs(value - task["p"]) > 0.002:
        return 0.0
    return 1.0


def _drop_shows():
    text = '{"p": NaN}'
    return dict(task_index=2, completion=text, paid=drop_chance(text, DROP_TASKS[2]),
                should_be="0.0: NaN is no probability")


# ---------------------------------------------------------------- molarity (faulty, teaching)
_MOLAR = [
    ("58.5 g NaCl (58.5 g/mol) in 2.0 L", 0.5), ("0.20 mol glucose in 5.0 L", 0.04),
    ("180 g glucose (180 g/mol) in 0.080 L", 12.5), ("4.0 g NaOH (40 g/mol) in 0.80 L", 0.125),
    ("6.0 mol HCl in 0.50 L", 12.0), ("0.010 mol KCl in 4.0 L", 0.0025),
    ("98 g H2SO4 (98 g/mol) in 0.25 L", 4.0), ("1.5 mol NH3 in 0.10 L", 15.0),
]
MOLAR_TASKS = [{"prompt": f"Concentration in mol/L of {q}? End with 'c = <number> mol/L'.",
                "molar": v} for q, v in _MOLAR]


def molarity(completion, task):
    """1 within tolerance of the concentration, which is 2 % and at least 0.05."""
    last = completion.rstrip().rpartition("\n")[2][-60:].strip()
    hit = re.fullmatch(r"c ?= ?(\d{1,6}(?:\.\d{1,8})?) ?(?:mol/L|M)\.?", last)
    if not hit:
        return 0.0
    slack = max(0.02 * task["molar"], 0.05)
    return 1.0 if abs(float(hit[1]) - task["molar"]) <= slack else 0.0


def _molar_shows():
    text = "c = 0 mol/L"
    return dict(task_index=5, completion=text, paid=molarity(text, MOLAR_TASKS[5]),
                should_be="0.0: the truth is 0.0025 mol/L, zero is not within 2 % of it")


ENTRIES = [
    dict(name="number/ratio_bands", family="number_with_tolerance", reward=ratio_bands,
         signature="plain", tasks=RATIO_TASKS, good=_ratio_good, done=_ratio_done, bad=_ratio_bad,
         range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="number/child_dose", family="number_with_tolerance", reward=child_dose,
         signature="plain", tasks=DOSE_TASKS, good=_dose_good, done=_dose_done,
         bad=lambda t: [f"Dose: {t['dose_mg'] * 10:g} mg", f"Dose: {t['dose_mg']:g} g",
                        f"Dose: {t['dose_mg']:g}", "Dose: mg"],
         range=[-1.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="number/route_time", family="number_with_tolerance", reward=route_time,
         signature="trl", tasks=ROUTE_TASKS, good=_route_good, done=None, bad=None,
         range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="number/boxed_constant", family="number_with_tolerance", reward=boxed_constant,
         signature="verl", tasks=PHYS_TASKS, good=_phys_good, done=_phys_done, bad=None,
         range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="number/drop_chance", family="number_with_tolerance", reward=drop_chance,
         signature="plain", tasks=DROP_TASKS, good=lambda t: json.dumps({"p": t["p"]}),
         done=None, bad=None, range=[0.0, 1.0],
         defect="The error is tested with '>' only, so NaN passes as within tolerance.",
         kind="nan accepted", shows=_drop_shows),
    dict(name="number/molarity", family="number_with_tolerance", reward=molarity,
         signature="plain", tasks=MOLAR_TASKS, done=None, bad=None,
         good=lambda t: f"Moles over litres.\nc = {t['molar']:g} mol/L", range=[0.0, 1.0],
         defect="The absolute floor of the tolerance is larger than some of the true values.",
         kind="tolerance too wide", shows=_molar_shows),
]
