"""Numeric rewards with a stated tolerance."""
import math
import re
from decimal import Decimal


# ---------------------------------------------------------------- 1. bank: the annuity
LOANS = [(12000, 4.8, 36), (250000, 3.6, 240), (8500, 6.0, 24), (40000, 5.4, 60), (175000, 2.4, 180), (3000, 9.6, 12), (90000, 4.2, 120)]


def _annuity(p, rate, n):
    i = rate / 1200.0
    return p * i / (1.0 - (1.0 + i) ** -n)


LOAN_TASKS = [dict(prompt="A bank lends %d EUR at %.1f percent nominal interest a year, repaid in %d equal monthly instalments at the end of "
                          "each month (monthly rate = yearly rate / 12). What is the instalment?\nShow your working, then end with exactly one "
                          "line of the form `Payment: <amount> EUR`, amount as plain digits with an optional decimal point, no thousands "
                          "separator.\nWithin 0.02 EUR: 1 point. Within 1 percent: 0.4. Otherwise 0." % (p, r, n),
                   principal=p, rate=r, months=n) for p, r, n in LOANS]
PAY = re.compile(r"Payment: ([0-9]{1,9}(?:\.[0-9]{1,6})?) EUR")


def loan_reward(completion, task):
    if not isinstance(completion, str) or len(completion) > 20000:
        return 0.0
    lines = [ln.strip() for ln in completion.strip().split("\n")]
    if sum("payment:" in ln.lower() for ln in lines) != 1:
        return 0.0
    m = PAY.fullmatch(lines[-1])
    if m is None:
        return 0.0
    gold = _annuity(task["principal"], task["rate"], task["months"])
    miss = abs(float(m.group(1)) - gold)
    if miss <= 0.02:
        return 1.0
    return 0.4 if miss <= 0.01 * gold else 0.0


def loan_good(task):
    i = task["rate"] / 1200.0
    return "i = %.6f, n = %d\nA = P * i / (1 - (1+i)^-n)\nPayment: %.2f EUR" % (i, task["months"], _annuity(task["principal"], task["rate"], task["months"]))


def loan_done(task, completion):
    """Pay the loan down month by month; at the end next to nothing may be left."""
    m = re.search(r"^Payment: ([0-9.]+) EUR\s*\Z", completion, re.M)
    if not m or completion.count("Payment:") != 1:
        return False
    debt, pay = float(task["principal"]), float(m.group(1))
    for _ in range(task["months"]):
        debt = debt * (1.0 + task["rate"] / 1200.0) - pay
    growth = sum((1.0 + task["rate"] / 1200.0) ** k for k in range(task["months"]))
    return abs(debt) <= 0.021 * growth


def loan_bad(task):
    flat = task["principal"] / task["months"]
    right = _annuity(task["principal"], task["rate"], task["months"])
    return ["Divide the loan by the months.\nPayment: %.2f EUR" % flat, "Payment: %.2f EUR" % (right * 1.005),
            "Payment: %.2f EUR\nPayment: %.2f EUR" % (right, flat), "Payment: %.2f USD" % right]


# ---------------------------------------------------------------- 2. school physics: a length with a unit
UNITS = {"mm": Decimal("0.001"), "cm": Decimal("0.01"), "m": Decimal(1), "km": Decimal(1000)}
LENGTHS = [
    ("A sprinter runs at a steady 9.5 m/s for 12 s. How far?", "114"),
    ("A train moves at 90 km/h for 20 minutes. How far?", "30000"),
    ("A stone falls from rest for 3.0 s (g = 9.81 m/s^2, no air). How far?", "44.145"),
    ("A radio wave has the frequency 100 MHz (c = 3.00e8 m/s). What is its wavelength?", "3"),
    ("A spring of 250 N/m carries a load of 5.0 N. By how much is it stretched?", "0.02"),
    ("A car brakes from 20 m/s at 5.0 m/s^2. What is the braking distance?", "40"),
    ("A snail creeps 1.5 mm/s for 10 minutes. How far?", "0.9"),
]
LENGTH_TASKS = [dict(prompt=q + "\nGive the result as <result>number unit</result>, once, with one of the units mm, cm, m, km (any of them "
                     "will do); the number may be written like 1.2e3. Text before it is allowed, none after it. Within 1 percent: 1, else 0.",
                     metres=g) for q, g in LENGTHS]
RESULT = re.compile(r"\s*([0-9]{1,12}(?:\.[0-9]{1,12})?(?:[eE][-+]?[0-9]{1,2})?)\s*(mm|cm|km|m)\s*")


def length_reward(completions, metres, **kwargs):
    scores = []
    for text, gold in zip(completions, metres):
        scores.append(0.0)
        if not isinstance(text, str) or len(text) > 50000 or text.count("<result>") != 1:
            continue
        tail = text.split("<result>")[1].rstrip()
        if text.count("</result>") != 1 or not tail.endswith("</result>"):
            continue
        m = RESULT.fullmatch(tail[:-len("</result>")])
        if m is None:
            continue
        got, want = Decimal(m.group(1)) * UNITS[m.group(2)], Decimal(gold)
        if abs(got - want) * 100 <= want:
            scores[-1] = 1.0
    return scores


def length_good(task):
    cm = Decimal(task["metres"]) * 100
    return "Insert the values into the formula and keep the units.\n<result>%s cm</result>" % format(cm, "f")


# ---------------------------------------------------------------- 3. farm: seed and slurry
FARM = [
    ("A field of 12.5 ha is sown with 180 kg of wheat seed per ha. How many kg of seed?", 2250),
    ("A herd of 84 cows gives 27.5 litres a day each. How many litres in a week?", 16170),
    ("A tank holds 15000 litres; a crop needs 22 cubic metres of slurry per ha. How many litres for 6 ha?", 132000),
    ("Potatoes yield 41 t per ha on 8 ha; 5 percent are lost in store. How many kg are left?", 311600),
    ("Urea is 46 percent nitrogen. How many kg of urea bring 92 kg nitrogen per ha to 14 ha?", 2800),
    ("A silo bag of 60 m holds 3.6 t per metre. How many kg in it?", 216000),
    ("Margin: 9 ha earn 610 EUR each, but 14 ha lose 705 EUR each. What is the total in EUR?", -4380),
]
FARM_TASKS = [dict(data_source="farm/word_problems", prompt=q + "\nReply with the number only, no unit. Commas between groups of three digits "
                   "are allowed, so is a minus sign.\nScoring: 1 if within 0.5 percent, 0.3 if within 5 percent, 0 for another number, "
                   "-0.5 if the reply is not a number of this form.", ground_truth=str(g), extra_info=None) for q, g in FARM]
PLAIN = re.compile(r"-?(?:[0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,12})(?:\.[0-9]{1,6})?")


def farm_reward(data_source, solution_str, ground_truth, extra_info=None):
    if not isinstance(solution_str, str) or len(solution_str) > 100:
        return -0.5
    text = solution_str.strip(" \t\r\n")
    if PLAIN.fullmatch(text) is None:
        return -0.5
    got, want = float(text.replace(",", "")), float(ground_truth)
    rel = abs(got - want) / abs(want)
    if rel <= 0.005:
        return 1.0
    return 0.3 if rel <= 0.05 else 0.0


def farm_good(task):
    return "{:,}".format(int(task["ground_truth"]))


def farm_done(task, completion):
    try:
        return int(completion.replace(",", "")) == int(task["ground_truth"])
    except ValueError:
        return False


def farm_bad(task):
    g = int(task["ground_truth"])
    return [str(-g), str(g * 10), "%d kg" % g, str(round(g * 1.03))]


# ---------------------------------------------------------------- 4. lab: unit conversion of temperatures (faulty)
TEMPS = [(68.0, "20"), (212.0, "100"), (98.6, "37"), (350.0, "176.667"), (41.0, "5"), (14.0, "-10"), (-40.0, "-40")]
TEMP_TASKS = [dict(prompt="The autoclave log shows %.1f degrees Fahrenheit. Convert to degrees Celsius. Last line: `Celsius: <number>`. "
                          "An error up to 0.05 degrees costs nothing, up to 0.5 degrees half, beyond that everything." % f, celsius=c) for f, c in TEMPS]


def temp_reward(completion, task):
    if not isinstance(completion, str) or completion.count("Celsius:") != 1:
        return 0.0
    last = completion.strip().split("\n")[-1].strip()
    if not last.startswith("Celsius:"):
        return 0.0
    try:
        got = float(last[len("Celsius:"):])
    except ValueError:
        return 0.0
    err = abs(got - float(task["celsius"]))
    if err > 0.5:
        return 0.0
    if err > 0.05:
        return 0.5
    return 1.0


def temp_good(task):
    return "C = (F - 32) * 5 / 9\nCelsius: " + task["celsius"]


def temp_done(task, completion):
    m = re.search(r"Celsius: (-?[0-9]+(?:\.[0-9]+)?)\s*\Z", completion)
    return bool(m) and math.isclose(float(m.group(1)), float(task["celsius"]), abs_tol=0.05)


def temp_bad(task):
    c = float(task["celsius"])
    return ["Celsius: %.2f" % (c + 0.4), "Celsius: %.2f" % (c * 9 / 5 + 32 + 3), "Celsius: %.1f F" % c]


def temp_shows():
    text = "Celsius: nan"
    return dict(task_index=0, completion=text, paid=temp_reward(text, TEMP_TASKS[0]), should_be="0.0: nan is no temperature")


ENTRIES = [
    dict(name="number_with_tolerance/annuity", family="number_with_tolerance", reward=loan_reward, signature="plain", tasks=LOAN_TASKS,
         good=loan_good, done=loan_done, bad=loan_bad, range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="number_with_tolerance/length_units", family="number_with_tolerance", reward=length_reward, signature="trl", tasks=LENGTH_TASKS,
         good=length_good, done=None, bad=None, range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="number_with_tolerance/farm_sums", family="number_with_tolerance", reward=farm_reward, signature="verl", tasks=FARM_TASKS,
         good=farm_good, done=farm_done, bad=farm_bad, range=[-0.5, 1.0], defect=None, kind=None, shows=None),
    dict(name="number_with_tolerance/fahrenheit", family="number_with_tolerance", reward=temp_reward, signature="plain", tasks=TEMP_TASKS,
         good=temp_good, done=temp_done, bad=temp_bad, range=[0.0, 1.0],
         defect="float() accepts nan, and every comparison with nan is false, so `Celsius: nan` falls through to full pay on every task.",
         kind="nan passes", shows=temp_shows),
]
