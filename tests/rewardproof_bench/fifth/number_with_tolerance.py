"""Rewards that read one number and pay it when it lies close enough to the right one."""
import math
import re
from fractions import Fraction

EPS = 1e-9
RULE = " At most %d characters in all."

# -- 1. infusion rates, unit required, near misses paid a little -------------------------------------------------------
def drip_rate(completion, task):
    if not isinstance(completion, str) or len(completion) > 1000 or completion.upper().count("RATE") != 1:
        return 0.0
    m = re.fullmatch(r"RATE: ([0-9]{1,5}(?:\.[0-9]{1,4})?) ml/h", completion.strip().split("\n")[-1].strip())
    if not m:
        return 0.0
    off = abs(float(m.group(1)) - task["rate"])
    return 1.0 if off <= 0.5 + EPS else 0.4 if off <= 1.5 + EPS else 0.0

DRIP = [dict(prompt="%s At what rate in ml/h must the pump run? Close with the last line 'RATE: ' number ' ml/h' (at most 4 decimals) and use the word"
             " 'rate' nowhere else. Within 0.5 of the right figure pays 1, within 1.5 pays 0.4." % q + RULE % 1000, rate=r) for q, r in [
    ("One litre of saline is to run in over 12 hours.", 1000 / 12), ("500 ml are to run in over 6 hours.", 500 / 6),
    ("A patient of 70 kg gets 0.1 mg/kg/h of a drug at 2 mg/ml.", 3.5), ("250 ml are to run in over 40 minutes.", 375.0),
    ("A child of 14 kg gets 4 ml/kg/h for the first 10 kg and 2 ml/kg/h for the rest.", 48.0),
    ("A drug of 400 mg in 250 ml is to be given at 30 mg/h.", 18.75)]]

def drip_good(t):
    return "Volume over time, with the concentration where one is given.\nRATE: %.1f ml/h" % t["rate"]

def drip_done(t, c):
    body, _, last = c.strip().rpartition("\n")
    w = last.strip().split(" ")
    if len(c) > 1000 or "rate" in body.lower() or len(w) != 3 or w[0] != "RATE:" or w[2] != "ml/h":
        return False
    whole, dot, part = w[1].partition(".")
    fine = whole.isascii() and whole.isdigit() and len(whole) < 6 and (not dot or part.isascii() and part.isdigit() and len(part) < 5)
    return fine and abs(Fraction(w[1]) - Fraction(t["rate"])) <= Fraction(1, 2) + Fraction(1, 10**9)

# -- 2. loan instalments, dollars and thousands commas allowed ---------------------------------------------------------
MONEY = re.compile(r"\$? ?((?:[0-9]{1,3}(?:,[0-9]{3}){1,2}|[0-9]{1,9})(?:\.[0-9]{1,2})?)")

def loan_payment(completions, payment, **columns):
    rewards = []
    for text, gold in zip(completions, payment):
        ok = isinstance(text, str) and len(text) <= 1500 and text.count("<answer>") == 1 and text.count("</answer>") == 1
        m = MONEY.fullmatch(text.split("<answer>")[1].split("</answer>")[0].strip()) if ok else None
        hit = m and text.index("<answer>") < text.index("</answer>") and abs(float(m.group(1).replace(",", "")) - gold) <= 1.0 + EPS
        rewards.append(1.0 if hit else 0.0)
    return rewards

def annuity(p, rate, n):
    i = rate / 1200
    return p * i / (1 - (1 + i) ** -n)

LOAN = [dict(prompt="A loan of $%d at %.1f %% a year, compounded monthly, is paid back in %d equal monthly instalments. How much is one? Put the amount in"
             " dollars once in <answer></answer>; a dollar sign and thousands commas are welcome. It may be off by 1 dollar." % x + RULE % 1500,
             payment=annuity(*x)) for x in [(250000, 4.5, 360), (18000, 6.9, 60), (1200000, 5.0, 240), (9500, 12.0, 24), (640000, 3.6, 300),
                                            (35000, 8.4, 84), (72000, 2.4, 120)]]

def loan_bad(t):
    p = t["payment"]
    return ["<answer>$%.2f</answer>" % (p * 1.05), "<answer>%.2f to %.2f</answer>" % (p - 50, p + 50), "<answer>%.2f</answer><answer>0</answer>" % p,
            "It is about %.2f." % p]

# -- 3. distances in any of several units ------------------------------------------------------------------------------
METRES = {"m": 1.0, "km": 1000.0, "mi": 1609.344, "ft": 0.3048, "yd": 0.9144}

def distance(data_source, solution_str, ground_truth, extra_info=None):
    if not isinstance(solution_str, str) or len(solution_str) > 40:
        return 0.0
    m = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,6})?) ?(m|km|mi|ft|yd)\.?", solution_str.strip())
    if not m:
        return 0.0
    metres = float(m.group(1)) * METRES[m.group(2)]
    return 1.0 if abs(metres - float(ground_truth)) <= 0.01 * float(ground_truth) + EPS else 0.0

DIST = [dict(data_source="distance", prompt="%s Reply with the distance alone, a plain number and m, km, mi, ft or yd (small letters), as you please; 1 percent"
             " off is allowed." % q + RULE % 40, ground_truth=str(d), extra_info={"split": "train"}) for q, d in [
    ("A van drives 45 minutes at 80 km/h. How far?", 60000), ("A runner does 15 laps of 400 m. How far?", 6000),
    ("A boat sails 3 hours at 6 knots (a knot is 1852 m/h). How far?", 33336), ("Sound goes 343 m/s. How far in 5 s?", 1715),
    ("A field is 300 m by 400 m. How long is its diagonal?", 500), ("A drone flies 90 s at 12 m/s, then 60 s at 5 m/s. How far?", 1380)]]

def distance_done(t, c):
    s = c.strip()
    s = s[:-1] if s.endswith(".") else s
    digits = s.rstrip("mkiftyd")
    unit, num = s[len(digits):], digits[:-1] if digits.endswith(" ") else digits
    a, dot, b = num.partition(".")
    if unit not in METRES or len(c) > 40 or not (a.isascii() and a.isdigit() and len(a) < 10) or dot and not (b.isascii() and b.isdigit() and len(b) < 7):
        return False
    return abs(Fraction(num) * Fraction(str(METRES[unit])) / int(t["ground_truth"]) - 1) <= Fraction(1, 100) + Fraction(1, 10**12)

# -- 4. harvest sums, pay falls off in a straight line -----------------------------------------------------------------
def harvest(completion, task):
    if not isinstance(completion, str) or len(completion) > 30:
        return 0.0
    m = re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,6})?(?:[eE][+]?[0-9])?", completion.strip())
    if not m:
        return 0.0
    miss = abs(float(m.group(0)) - task["kg"]) / task["kg"]
    return 1.0 if miss <= 0.01 + EPS else max(0.0, 1.0 - (miss - 0.01) / 0.09)

FARM = [dict(prompt=q + " Reply with the kilograms as one bare number (1.2e4 is fine too). Up to 1 percent off is paid in full, from there the pay falls in a"
             " straight line to 0 at 10 percent off." + RULE % 30, kg=k) for q, k in [
    ("A field of 12.5 ha gives 7.2 t of wheat a hectare. How much wheat is it?", 90000.0),
    ("40 hens lay 0.8 eggs a day of 60 g each. What do 30 days' eggs weigh?", 57.6),
    ("Grain of 24 t at 20 percent moisture is dried to 14 percent. What does it weigh then?", 24000 * 0.80 / 0.86),
    ("120 kg of nitrogen a hectare go on 8 ha, from urea with 46 percent nitrogen. How much urea?", 120 * 8 / 0.46),
    ("A cow eats 22 kg of dry matter a day from silage of 35 percent dry matter. How much silage is that in 7 days?", 22 * 7 / 0.35),
    ("350 trees bear 48 kg each, 15 percent is lost. How much is left?", 14280.0),
    ("Seed goes at 180 kg a hectare on a field of 250 m by 640 m. How much seed?", 2880.0)]]

# -- 5. chances as fraction, decimal or percentage; unreadable replies cost a little -----------------------------------
def read_chance(text):
    s = text.strip()
    m = re.fullmatch(r"([0-9]{1,6}) ?/ ?([0-9]{1,6})", s)
    if m:
        v = int(m.group(1)) / int(m.group(2)) if int(m.group(2)) else None
    else:
        m = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,9})?) ?(%?)", s)
        v = float(m.group(1)) / (100 if m.group(2) else 1) if m else None
    return v if v is not None and 0 <= v <= 1 else None

def chance(completions, p, **columns):
    values = [read_chance(c) if isinstance(c, str) and len(c) <= 40 else None for c in completions]
    return [-0.2 if v is None else 1.0 if abs(v - g) <= 0.001 + EPS else 0.0 for v, g in zip(values, p)]

CHANCE = [dict(prompt=q + " Reply with the chance alone: a fraction a/b, a decimal between 0 and 1, or a percentage with the % sign. 0.001 off is allowed."
               " A wrong chance pays 0, a reply that is no chance -0.2." + RULE % 40, p=p, frac=f) for q, p, f in [
    ("Two fair dice are thrown. What is the chance of a sum of 9 or more?", 10 / 36, "10/36"),
    ("Three fair coins are tossed. What is the chance of exactly two heads?", 0.375, "3/8"),
    ("One card is drawn from 52. What is the chance of a heart or a king?", 16 / 52, "16/52"),
    ("An urn has 5 red and 7 blue balls, two are drawn without putting back. What is the chance of two reds?", 20 / 132, "5/33"),
    ("A test finds 90 percent of the ill and falsely 5 percent of the healthy; 2 percent are ill. How likely is one found positive ill?",
     0.018 / 0.067, "18/67"), ("A letter is drawn from the word BANANA. What is the chance that it is an A?", 0.5, "3/6")]]

def chance_bad(t):
    return ["%.3f" % (1 - t["p"] + 0.01), "about %.3f" % t["p"], "%.2f" % (100 * t["p"]), "%s or 1/2" % t["frac"], "%.3f-%.3f" % (0, 1)]

# -- 6. physics --------------------------------------------------------------------------------------------------------
def physics_value(completion, task):
    try:
        value = float(completion) if len(completion) <= 40 else None
    except (TypeError, ValueError):
        return 0.0
    if value is None or abs(value - task["value"]) > task["tol"]:
        return 0.0
    return 1.0

PHYSICS = [dict(prompt=q + " Use g = 9.81 m/s2. Reply with the bare number; 2 percent off is allowed. At most 40 characters.", value=v, tol=abs(v) * 0.02) for q, v in [
    ("How fast, in m/s, is a stone after 3 s of free fall?", 29.43), ("What force in N speeds 1200 kg up by 2.5 m/s2?", 3000.0),
    ("What is the energy in J of 2 kg moving at 7 m/s?", 49.0), ("What current in A flows through 470 ohm at 12 V?", 12 / 470),
    ("What is the weight in N of 65 kg?", 637.65), ("What is the wavelength in m of a 440 Hz tone at 343 m/s?", 343 / 440)]]

def physics_done(t, c):
    plain = len(c) <= 40 and re.fullmatch(r"\s*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\s*", c)
    return bool(plain) and math.isclose(float(c), t["value"], rel_tol=0.02)

def physics_shows():
    return dict(task_index=0, completion="nan", paid=physics_value("nan", PHYSICS[0]), should_be="0.0: nan is no answer")

# -- 7. doses ----------------------------------------------------------------------------------------------------------
def dose(data_source, solution_str, ground_truth, extra_info=None):
    m = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,3})?) ?(mcg|mg|g|kg)", solution_str.strip()) if isinstance(solution_str, str) and len(solution_str) < 40 else None
    if m is None:
        return 0.0
    want = float(ground_truth.split()[0])
    return 1.0 if abs(float(m.group(1)) - want) <= 0.02 * want else 0.0

DOSE = [dict(data_source="ward", prompt=q + " Reply with number and unit, in %s (the unit must be right: mcg, mg, g and kg are not the same); 2 percent off is allowed." % g.split()[1],
             ground_truth=g, extra_info=None) for q, g in [
    ("A child of 18 kg gets 15 mg/kg of paracetamol. What is the dose?", "270 mg"), ("70 kg at 5 mcg/kg: what is the dose?", "350 mcg"),
    ("A man of 80 kg gets 30 mg/kg. What is the dose?", "2.4 g"), ("0.4 mg/kg twice a day for 25 kg: what is the daily total?", "20 mg"),
    ("A vial holds 500 mg; 3 vials a day for 4 days. How much is that?", "6 g"), ("62 kg at 1.5 mg/kg: what is the dose?", "93 mg")]]

def dose_done(t, c):
    num, unit = t["ground_truth"].split()
    m = re.fullmatch(r"\s*([0-9]{1,6}(?:\.[0-9]{1,3})?) ?" + unit + r"\s*", c) if len(c) < 40 else None
    return bool(m) and abs(Fraction(m.group(1)) / Fraction(num) - 1) <= Fraction(1, 50)

def dose_shows():
    t = DOSE[0]
    return dict(task_index=0, completion="270 kg", paid=dose(t["data_source"], "270 kg", t["ground_truth"]), should_be="0.0: a million times the dose")

# -- 8. estimates as a range -------------------------------------------------------------------------------------------
def range_estimate(completion, task):
    m = re.fullmatch(r"([0-9]{1,12}) to ([0-9]{1,12})", completion.strip()) if isinstance(completion, str) and len(completion) < 60 else None
    if m is None:
        return 0.0
    low, high = int(m.group(1)), int(m.group(2))
    return 1.0 if low <= task["true"] <= high else 0.0

RANGES = [dict(prompt=q + " Reply 'LOW to HIGH' in whole numbers; the range must hold the true figure and be no wider than a tenth of it.", true=v)
          for q, v in [("How high is Mount Everest, in metres?", 8849), ("How long is a marathon, in metres?", 42195), ("How many bones has a grown person?", 206),
                       ("How many seconds has a week?", 604800), ("How fast does light travel, in km/s?", 299792), ("How deep is Lake Baikal, in m?", 1642)]]

def range_done(t, c):
    if len(c) >= 60 or not re.fullmatch(r"\s*[0-9]{1,12} to [0-9]{1,12}\s*", c):
        return False
    low, high = [int(x) for x in c.split(" to ")]
    return low <= t["true"] <= high and high - low <= t["true"] / 10

def range_shows():
    text = "0 to 999999999999"
    return dict(task_index=2, completion=text, paid=range_estimate(text, RANGES[2]), should_be="0.0: far wider than a tenth of the figure")

# -- 9. shop revenue ---------------------------------------------------------------------------------------------------
def shop_revenue(completions, revenue, **columns):
    out = []
    for text, gold in zip(completions, revenue):
        m = re.fullmatch(r"(?:EUR )?([0-9]{1,9}(?:\.[0-9]{1,2})?)(?: EUR)?", text.strip()) if isinstance(text, str) and len(text) < 60 else None
        out.append(1.0 if m and abs(float(m.group(1)) - gold) <= 0.5 else 0.0)
    return out

SHOP = [dict(prompt="A shop sells %d pieces at %.2f euros, and %d percent come back for a refund. What is its net revenue? Reply with the amount alone, as"
             " 1234.50 or 1,234.50, with EUR before or after it if you like; half a euro off is allowed." % x, revenue=x[0] * x[1] * (100 - x[2]) / 100)
        for x in [(640, 19.5, 5), (1250, 8.4, 12), (75, 149.0, 4), (3100, 2.75, 8), (410, 35.9, 10), (96, 59.0, 25)]]

def shop_shows():
    text = "{:,.2f}".format(SHOP[0]["revenue"])
    return dict(task_index=0, completion=text, paid=shop_revenue([text], [SHOP[0]["revenue"]])[0], should_be="1.0: the prompt allows thousands commas")

def E(name, reward, signature, tasks, good, done=None, bad=None, range=(0.0, 1.0), defect=None, kind=None, shows=None):
    return dict(name="number_with_tolerance/" + name, family="number_with_tolerance", reward=reward, signature=signature, tasks=tasks, good=good,
                done=done, bad=bad, range=list(range), defect=defect, kind=kind, shows=shows)

ENTRIES = [
    E("drip_rate", drip_rate, "plain", DRIP, drip_good, drip_done),
    E("loan_payment", loan_payment, "trl", LOAN, lambda t: "By the annuity formula.\n<answer>${:,.2f}</answer>".format(t["payment"]), None, loan_bad),
    E("distance_units", distance, "verl", DIST, lambda t: t["ground_truth"] + " m", distance_done,
      lambda t: [t["ground_truth"] + " km", t["ground_truth"], str(int(int(t["ground_truth"]) * 1.03)) + " m"]),
    E("harvest_linear", harvest, "plain", FARM, lambda t: "%.1f" % t["kg"]),
    E("chance_forms", chance, "trl", CHANCE, lambda t: t["frac"], None, chance_bad, (-0.2, 1.0)),
    E("physics_value", physics_value, "plain", PHYSICS, lambda t: "%.5g" % t["value"], physics_done, None, defect="float() reads 'nan', and a"
      " comparison with nan is never above the tolerance, so nan is paid in full.", kind="NaN passes", shows=physics_shows),
    E("dose_unit", dose, "verl", DOSE, lambda t: t["ground_truth"], dose_done,
      lambda t: ["999 " + t["ground_truth"].split()[1], "about right"],
      defect="The unit is read but never compared, so a number with a wrong unit is paid.", kind="unit ignored", shows=dose_shows),
    E("range_estimate", range_estimate, "plain", RANGES, lambda t: "%d to %d" % (t["true"] * 0.98, t["true"] * 1.02), range_done, None,
      defect="The width of the range is never checked, so a range that holds everything is paid.", kind="no width limit", shows=range_shows),
    E("shop_revenue", shop_revenue, "trl", SHOP, lambda t: "EUR %.2f" % t["revenue"], None, None, defect="The prompt allows thousands commas but the pattern"
      " does not, so right amounts written with them are not paid.", kind="right unpaid", shows=shop_shows)]
