"""Rewards for numeric answers that need only be close."""
import math
import re

FAMILY = "number_with_tolerance"


def _columns(task):
    """The columns of one task, as a trainer passes them for a batch of one."""
    return {("prompts" if k == "prompt" else k): [v] for k, v in task.items()}


_NUMBER = re.compile(r"[-+]?(?=\.?\d)(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d+)?"
                     r"(?:[eE][-+]?\d{1,4})?")


def _float_of(text):
    text = text.strip().strip("*").strip()
    if not _NUMBER.fullmatch(text):
        return None
    return float(text.replace(",", ""))


def _last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


# --- signed quantities ------------------------------------------------------------------------

_SIGNED = [
    ("A shop takes 18,400 in revenue and spends 21,150. What is its profit?", -2750.0,
     "18,400 - 21,150 is a loss of 2,750."),
    ("A stone falls for 3 s from rest with g = 9.81 m/s^2. How far, in metres, does it fall?",
     44.145, "Half of 9.81 times 3 squared is 44.145."),
    ("What is -40 degrees Celsius in degrees Fahrenheit?", -40.0, "-40 * 9/5 + 32 = -40."),
    ("A diverging lens has a power of -2.5 dioptres. What is its focal length in cm?", -40.0,
     "100 / -2.5 = -40."),
    ("A circle has a radius of 7 cm. What is its area in cm^2?", 153.938,
     "pi * 49 is about 153.94."),
    ("2,000 grow at 4 % a year for 5 years, compounded yearly. What is the sum at the end?",
     2433.31, "2000 * 1.04^5 is about 2433.31."),
    ("A share falls from 84 to 71.4. What is the change in per cent?", -15.0,
     "(71.4 - 84) / 84 = -0.15."),
]
_SIGNED_ASK = "{} Show the calculation, then end with a line 'Answer: <number>'."
SIGNED_TASKS = [{"prompt": _SIGNED_ASK.format(q), "target": v} for q, v, _ in _SIGNED]
_SIGNED_WORK = {_SIGNED_ASK.format(q): w for q, _, w in _SIGNED}


def _signed_good(task):
    return f"{_SIGNED_WORK[task['prompt']]}\nAnswer: {task['target']:g}"


def _signed_done(task, completion):
    _, mark, tail = completion.lower().strip().rpartition("answer:")
    try:
        value = float(tail.strip().replace(",", ""))
    except ValueError:
        return False
    return bool(mark) and math.isclose(value, task["target"], rel_tol=0.02)


def within_two_percent(completions, target, **kwargs):
    """1.0 when the number on the answer line is within 2 % of the target."""
    rewards = []
    for text, gold in zip(completions, target):
        line = _last_line(text)
        if not line.lower().startswith("answer:"):
            rewards.append(0.0)
            continue
        value = _float_of(line[7:])
        if value is None:
            rewards.append(0.0)
            continue
        tolerance = 0.02 * gold
        rewards.append(1.0 if abs(value - gold) <= tolerance + 1e-9 else 0.0)
    return rewards


def _shows_signed():
    completion = "18,400 - 21,150 = -2,748 or so.\nAnswer: -2748"
    return dict(task_index=0, completion=completion,
                paid=within_two_percent([completion], **_columns(SIGNED_TASKS[0]))[0],
                should_be="at least 1.0: -2748 is within 0.1 % of -2750, but the tolerance of a "
                          "negative target is negative")


# --- estimates graded by error ----------------------------------------------------------------

_ESTIMATE = [
    ("How many seconds are there in a leap year?", 31622400.0, "366 * 86,400 = 31,622,400."),
    ("Light travels at 299,792 km/s. How many minutes does it take from the Sun, 149.6 million "
     "km away?", 8.317, "149.6e6 / 299,792 is about 499 s, that is 8.32 minutes."),
    ("How many kWh does a 60 W lamp use in 30 days of 5 hours?", 9.0, "0.06 * 150 = 9."),
    ("What volume in litres has a sphere with a diameter of 40 cm?", 33.51,
     "4/3 * pi * 20^3 is 33,510 cm^3."),
    ("What is the monthly payment on 12,000 over 24 months at 0.5 % a month?", 531.85,
     "12,000 * 0.005 / (1 - 1.005^-24) is about 531.85."),
    ("At 23 people, what is the probability that two share a birthday?", 0.5073,
     "One minus 365/365 * 364/365 * ... * 343/365 is about 0.507."),
]
_ESTIMATE_ASK = "{} Write the result as a plain number in <answer></answer>."
ESTIMATE_TASKS = [{"prompt": _ESTIMATE_ASK.format(q), "data_source": "estimates",
                   "ground_truth": v, "extra_info": {"index": i}}
                  for i, (q, v, _) in enumerate(_ESTIMATE)]
_ESTIMATE_WORK = {_ESTIMATE_ASK.format(q): w for q, _, w in _ESTIMATE}


def _estimate_good(task):
    return f"{_ESTIMATE_WORK[task['prompt']]}\n<answer>{task['ground_truth']:.10g}</answer>"


def relative_error_score(data_source, solution_str, ground_truth, extra_info=None):
    """Full marks within 1 % of the truth, half within 5 %, nothing beyond."""
    blocks = re.findall(r"<answer>(.*?)</answer>", solution_str, re.DOTALL)
    if not blocks:
        return 0.0
    try:
        value = float(blocks[-1].replace(",", "").strip())
    except ValueError:
        return 0.0
    truth = float(ground_truth)
    error = abs(value - truth) / abs(truth)
    if error > 0.05:
        return 0.0
    if error > 0.01:
        return 0.5
    return 1.0


def _shows_estimate():
    completion = "<answer>nan</answer>"
    task = ESTIMATE_TASKS[0]
    paid = relative_error_score(task["data_source"], completion, task["ground_truth"],
                                task["extra_info"])
    return dict(task_index=0, completion=completion, paid=paid,
                should_be="at most 0.0: nan is no answer, but no comparison with it is true")


# --- quantities with a unit -------------------------------------------------------------------

_QUANTITY = [
    ("A cyclist rides at 18 km/h for 40 minutes. How far does she get, in km?", 12.0, "km",
     "18 * 40/60 = 12."),
    ("A 1,500 W kettle runs for 4 minutes. How much energy does it use, in kJ?", 360.0, "kJ",
     "1.5 kW * 240 s = 360 kJ."),
    ("The dose is 15 mg per kg for a child of 22 kg. How much is it, in mg?", 330.0, "mg",
     "15 * 22 = 330."),
    ("A 30 cm by 20 cm by 15 cm tank is full of water. How much does it hold, in L?", 9.0, "L",
     "30 * 20 * 15 = 9000 cm^3, which is 9 litres."),
    ("A resistor of 220 ohm lies across 5 V. What current flows, in mA?", 22.7, "mA",
     "5 / 220 = 0.0227 A."),
    ("A plot is 250 m by 160 m. What is its area, in ha?", 4.0, "ha",
     "250 * 160 = 40,000 m^2, and a hectare is 10,000 m^2."),
    ("A download of 4.5 GB runs at 12 MB/s. How long does it take, in s?", 375.0, "s",
     "4,500 / 12 = 375."),
]
_QUANTITY_ASK = "{} Finish with 'Answer: <value> <unit>' in the unit asked for."
QUANTITY_TASKS = [{"prompt": _QUANTITY_ASK.format(q), "value": v, "unit": u}
                  for q, v, u, _ in _QUANTITY]
_QUANTITY_WORK = {_QUANTITY_ASK.format(q): w for q, _, _, w in _QUANTITY}


def _quantity_good(task):
    work = _QUANTITY_WORK[task["prompt"]]
    return f"{work}\nAnswer: {task['value']:g} {task['unit']}"


def _quantity_done(task, completion):
    words = completion.split("Answer:")[-1].strip().strip("*.").split()
    if "Answer:" not in completion or len(words) != 2 or words[1] != task["unit"]:
        return False
    try:
        return abs(float(words[0].replace(",", "")) / task["value"] - 1) <= 0.01
    except ValueError:
        return False


def _quantity_bad(task):
    value, unit = task["value"], task["unit"]
    return [f"Answer: {value * 10:g} {unit}", f"Answer: {value:g} parsecs", "Answer: unknown",
            f"About {value:g} {unit}, I think."]


def quantity_match(completion, task):
    """1.0 when the stated quantity is within 1 % of the right one, else 0.0."""
    line = _last_line(completion).strip("*")
    found = re.fullmatch(r"Answer:\s*(\S+)\s*([A-Za-z/%°µ^0-9 ]+?)\.?", line)
    if not found:
        return 0.0
    value = _float_of(found.group(1))
    if value is None:
        return 0.0
    expected = task["value"]
    return 1.0 if abs(value - expected) <= 0.01 * abs(expected) else 0.0


def _shows_quantity():
    completion = "18 * 40/60 = 12.\nAnswer: 12 m"
    return dict(task_index=0, completion=completion,
                paid=quantity_match(completion, QUANTITY_TASKS[0]),
                should_be="at most 0.0: twelve metres is off by a factor of a thousand")


# --- constants of all sizes -------------------------------------------------------------------

_CONSTANT = [
    ("What is the elementary charge in coulombs?", 1.602e-19, "It is fixed by the SI."),
    ("What is the mean radius of the Earth in metres?", 6.371e6, "About 6,371 km."),
    ("What is the speed of sound in air at 20 degrees Celsius, in m/s?", 343.0,
     "331.3 + 0.606 * 20 is about 343."),
    ("What is the diameter of a human hair, 70 micrometres, in metres?", 7e-05,
     "70 * 10^-6."),
    ("What is the density of gold in kg/m^3?", 19300.0, "19.3 g per cubic centimetre."),
    ("What is the thermal expansion coefficient of steel per kelvin?", 1.2e-05,
     "Roughly 12 parts per million."),
    ("What is the golden ratio, to three decimals?", 1.618, "(1 + sqrt 5) / 2."),
]
_CONSTANT_ASK = "{} End with 'Answer: <number>'; scientific notation such as 2.5e-3 is fine."
CONSTANT_TASKS = [{"prompt": _CONSTANT_ASK.format(q), "target": v} for q, v, _ in _CONSTANT]
_CONSTANT_WORK = {_CONSTANT_ASK.format(q): w for q, _, w in _CONSTANT}


def _constant_good(task):
    return f"{_CONSTANT_WORK[task['prompt']]}\nAnswer: {task['target']:g}"


def closeness(completion, task):
    """Smooth reward: 1.0 for the exact constant, decaying with the distance from it."""
    line = _last_line(completion)
    if not line.lower().startswith("answer:"):
        return 0.0
    value = _float_of(line[7:])
    if value is None:
        return 0.0
    error = abs(value - task["target"])
    return math.exp(-error)


def _shows_constant():
    completion = "Answer: 0"
    return dict(task_index=3, completion=completion,
                paid=closeness(completion, CONSTANT_TASKS[3]),
                should_be="at most 0.1: zero is no estimate of 70 micrometres, the error is not "
                          "taken relative to the target")


# --- tolerances per task ----------------------------------------------------------------------

_CLOSE = [
    ("Integrate sin(x) from 0 to 2*pi.", 0.0, 0.0, 0.001,
     "The two halves of the period cancel."),
    ("Estimate the natural logarithm of 50 to two decimals.", 3.912, 0.002, 0.0,
     "ln 50 = ln 100 - ln 2 = 4.605 - 0.693."),
    ("A pendulum is 2 m long. What is its period in seconds, with g = 9.81?", 2.837, 0.005, 0.0,
     "2 * pi * sqrt(2 / 9.81)."),
    ("What is the boiling point of nitrogen in degrees Celsius?", -195.8, 0.005, 0.0,
     "77.4 K less 273.15."),
    ("About how many hydrogen atoms are there in 1 g of hydrogen?", 5.975e23, 0.01, 0.0,
     "6.022e23 / 1.008."),
    ("A fund falls by 20 % and then rises by 20 %. What is the total change in per cent?", -4.0,
     0.0, 0.01, "0.8 * 1.2 = 0.96."),
    ("What is the wavelength of a 100 MHz radio wave, in metres?", 2.998, 0.005, 0.0,
     "2.998e8 / 1e8."),
    ("What is the population density of a town of 48,600 on 32.4 km^2, per km^2?", 1500.0, 0.001,
     0.0, "48,600 / 32.4 = 1,500."),
]
_CLOSE_ASK = "{} Explain briefly. The last line must read 'Answer: <number>', without a unit."
CLOSE_TASKS = [{"prompt": _CLOSE_ASK.format(q), "target": v, "rel_tol": r, "abs_tol": a}
               for q, v, r, a, _ in _CLOSE]
_CLOSE_WORK = {_CLOSE_ASK.format(q): w for q, _, _, _, w in _CLOSE}


def _close_good(task):
    return f"{_CLOSE_WORK[task['prompt']]}\nAnswer: {task['target']:g}"


def _close_bad(task):
    gold = task["target"]
    return [f"Answer: {gold + 1 + abs(gold):g}", "Answer: nan", "Answer: inf", "Answer: -1e999",
            f"Answer: {gold:g} or {gold + 2:g}", f"It is close to {gold:g}.",
            f"Answer: {gold:g}\nAnswer: {2 * gold + 7:g}"]


def _scientific(text):
    text = text.strip().strip("*$ ").replace("\u2212", "-")
    text = re.sub(r"\s*(?:×|x|\*|\\times)\s*10\^\{?([-+]?[0-9]{1,3})\}?$", r"e\1", text)
    form = r"[-+]?([0-9]{1,3}(,[0-9]{3})+|[0-9]+)?(\.[0-9]+)?([eE][-+]?[0-9]{1,3})?"
    if not re.fullmatch(form, text) or not re.match(r"[-+]?\.?[0-9]", text):
        return None
    return float(text.replace(",", ""))


def numeric_close(completion, task):
    """Full marks within the tolerance of the task, a quarter within three times it."""
    line = _last_line(completion).lstrip("*")
    if not line.lower().startswith("answer:"):
        return 0.0
    value = _scientific(line[7:])
    if value is None or not math.isfinite(value):
        return 0.0
    slack = max(task["rel_tol"] * abs(task["target"]), task["abs_tol"])
    error = abs(value - task["target"])
    if error <= slack * (1 + 1e-9):
        return 1.0
    return 0.25 if error <= 3 * slack else 0.0


# --- any unit of the right dimension ----------------------------------------------------------

_UNITS = {
    "mm": ("length", 1e-3), "cm": ("length", 1e-2), "m": ("length", 1.0), "km": ("length", 1e3),
    "s": ("time", 1.0), "min": ("time", 60.0), "h": ("time", 3600.0), "d": ("time", 86400.0),
    "mg": ("mass", 1e-6), "g": ("mass", 1e-3), "kg": ("mass", 1.0), "t": ("mass", 1e3),
    "J": ("energy", 1.0), "kJ": ("energy", 1e3), "Wh": ("energy", 3600.0),
    "kWh": ("energy", 3.6e6), "m/s": ("speed", 1.0), "km/h": ("speed", 1 / 3.6),
    "Pa": ("pressure", 1.0), "kPa": ("pressure", 1e3), "bar": ("pressure", 1e5),
}
_SI = [
    ("A car covers 180 km in 2.5 h. What is its mean speed?", 72.0, "km/h", "180 / 2.5 = 72."),
    ("A heater of 2 kW runs for 45 minutes. How much energy does it use?", 1.5, "kWh",
     "2 * 0.75 = 1.5."),
    ("A board of 2.4 m is cut into 8 equal parts. How long is each?", 30.0, "cm",
     "240 / 8 = 30."),
    ("A tap fills 9 L a minute. How long does it take to fill 135 L?", 15.0, "min",
     "135 / 9 = 15."),
    ("What pressure does 10 m of water exert, with g = 9.81 m/s^2?", 98.1, "kPa",
     "1000 * 9.81 * 10 = 98,100 Pa."),
    ("A pallet carries 40 sacks of 25 kg. What do they weigh together?", 1.0, "t",
     "40 * 25 = 1000 kg."),
    ("A snail moves 1 mm/s. How far does it get in 2 h?", 7.2, "m", "7,200 s at 1 mm/s."),
]
_SI_ASK = ("{} End with 'Answer: <value> <unit>' on a line of its own, with one of the symbols "
           + " ".join(_UNITS) + ".")
SI_TASKS = [{"prompt": _SI_ASK.format(q), "value": v, "unit": u} for q, v, u, _ in _SI]
_SI_WORK = {_SI_ASK.format(q): w for q, _, _, w in _SI}


def _si_good(task):
    return f"{_SI_WORK[task['prompt']]}\nAnswer: {task['value']:g} {task['unit']}"


def _si_done(task, completion):
    line = completion.strip().split("\n")[-1].strip().strip("*.")
    words = re.sub(r"(?<=[0-9])(?=[A-Za-z])", " ", line).split()
    if len(words) != 3 or words[0].lower() != "answer:" or words[2] not in _UNITS:
        return False
    (kind, factor), (want_kind, want_factor) = _UNITS[words[2]], _UNITS[task["unit"]]
    try:
        ratio = float(words[1].replace(",", "")) * factor / (task["value"] * want_factor)
    except ValueError:
        return False
    return kind == want_kind and 0.99 <= ratio <= 1.01


def quantity_any_unit(completions, value, unit, **kwargs):
    """1.0 within 1 % of the quantity in any unit of its dimension, 0.3 within 5 %."""
    rewards = []
    for text, expected, symbol in zip(completions, value, unit):
        line = _last_line(text).strip("*").strip()
        found = re.fullmatch(r"(?i:answer):\s*([-+0-9.,eE]+)\s*([A-Za-z/]+)\.?", line)
        number = _float_of(found[1]) if found else None
        if number is None or found[2] not in _UNITS:
            rewards.append(0.0)
            continue
        kind, factor = _UNITS[found[2]]
        want_kind, want_factor = _UNITS[symbol]
        truth = expected * want_factor
        error = abs(number * factor - truth) / abs(truth)
        if kind != want_kind or not math.isfinite(error):
            rewards.append(0.0)
        else:
            rewards.append(1.0 if error <= 0.01 + 1e-9 else 0.3 if error <= 0.05 else 0.0)
    return rewards


ENTRIES = [
    {"name": "number_with_tolerance/within_two_percent", "family": FAMILY,
     "reward": within_two_percent, "signature": "trl", "tasks": SIGNED_TASKS,
     "good": _signed_good, "done": _signed_done, "bad": None, "range": [0.0, 1.0],
     "defect": "The tolerance is a share of the signed target, so for a negative target it is "
               "negative and no answer, not even the exact one, is paid.",
     "kind": "negative-tolerance", "shows": _shows_signed},
    {"name": "number_with_tolerance/relative_error_score", "family": FAMILY,
     "reward": relative_error_score, "signature": "verl", "tasks": ESTIMATE_TASKS,
     "good": _estimate_good, "done": None, "bad": None, "range": [0.0, 1.0],
     "defect": "float() accepts 'nan', every comparison with it is false, and the last return "
               "pays it in full on any task.",
     "kind": "nan-passes", "shows": _shows_estimate},
    {"name": "number_with_tolerance/quantity_match", "family": FAMILY,
     "reward": quantity_match, "signature": "plain", "tasks": QUANTITY_TASKS,
     "good": _quantity_good, "done": _quantity_done, "bad": _quantity_bad, "range": [0.0, 1.0],
     "defect": "The unit is parsed but never compared with the one asked for, so the right number "
               "with any unit is paid.",
     "kind": "requirement-not-checked", "shows": _shows_quantity},
    {"name": "number_with_tolerance/closeness", "family": FAMILY, "reward": closeness,
     "signature": "plain", "tasks": CONSTANT_TASKS, "good": _constant_good, "done": None,
     "bad": None, "range": [0.0, 1.0],
     "defect": "The error is absolute although targets range over 25 orders of magnitude, so "
               "answering 0 wins small targets and tiny errors lose large ones.",
     "kind": "scale-blind-partial-credit", "shows": _shows_constant},
    {"name": "number_with_tolerance/numeric_close", "family": FAMILY, "reward": numeric_close,
     "signature": "plain", "tasks": CLOSE_TASKS, "good": _close_good, "done": None,
     "bad": _close_bad, "range": [0.0, 1.0], "defect": None, "kind": None, "shows": None},
    {"name": "number_with_tolerance/quantity_any_unit", "family": FAMILY,
     "reward": quantity_any_unit, "signature": "trl", "tasks": SI_TASKS, "good": _si_good,
     "done": _si_done, "bad": None, "range": [0.0, 1.0], "defect": None, "kind": None,
     "shows": None},
]
