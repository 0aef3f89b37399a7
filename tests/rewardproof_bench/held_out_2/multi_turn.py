"""Rewards for whole episodes, given as a transcript of calls, results and a final answer."""
import re

def _lines(text, cap=4000):
    if not isinstance(text, str) or len(text) > cap:
        return []
    return [ln.strip() for ln in text.strip().replace("\r\n", "\n").split("\n")]

# ---- stock lookups, replayed ----------------------------------------------------------------------
def _stock_task(table, need):
    return dict(table=table, need=need, prompt=f"How many pieces are in stock of {', '.join(need)} together? Transcript format: 'CALL stock(NAME)' and on the next line 'RESULT n' as the shop "
                f"answers, for each; at last 'ANSWER n'. No other lines. Known names: {', '.join(table)}. (The shop: {table}.) The sum right after a look-up of each named item pays 1, less 0.1 for every needless call (at "
                "least 0.5). Results that the shop would not give, a missing look-up, or a wrong sum pay 0.")

STOCK = [_stock_task(*x) for x in [
    (dict(mug=14, tee=3, cap=22), ["mug", "cap"]), (dict(bolt=800, nut=650, pin=12), ["bolt", "nut", "pin"]), (dict(oak=4, elm=0, ash=9), ["elm", "ash"]), (dict(pen=120, ink=35), ["pen", "ink"]),
    (dict(rope=6, cleat=18, buoy=7), ["rope", "buoy"]), (dict(rice=55, beans=41, oil=13, salt=90), ["rice", "oil", "salt"]), (dict(mask=300, glove=275), ["glove", "mask"])]]

def stock_lookup(completion, task):
    lines = _lines(completion)
    if len(lines) < 3 or len(lines) % 2 == 0:
        return 0.0
    asked = []
    for call, result in zip(lines[0:-1:2], lines[1:-1:2]):
        m = re.fullmatch(r"CALL stock\(([a-z]+)\)", call)
        if not m or m.group(1) not in task["table"] or result != "RESULT %d" % task["table"][m.group(1)]:
            return 0.0
        asked.append(m.group(1))
    if not set(task["need"]) <= set(asked) or lines[-1] != "ANSWER %d" % sum(task["table"][n] for n in task["need"]):
        return 0.0
    return round(max(0.5, 1.0 - 0.1 * (len(asked) - len(task["need"]))), 4)

def stock_good(t):
    return "\n".join([f"CALL stock({n})\nRESULT {t['table'][n]}" for n in t["need"]] + [f"ANSWER {sum(t['table'][n] for n in t['need'])}"])

def stock_bad(t):
    g, s = stock_good(t), sum(t["table"][n] for n in t["need"])
    return [f"ANSWER {s}", g.replace("RESULT ", "RESULT 1"), g[:g.rfind("ANSWER")] + f"ANSWER {s + 1}", g + f"\nANSWER {s + 5}"]

# ---- transfers between accounts (verl) ------------------------------------------------------------
def _bank_task(i, start, goal):
    return dict(data_source="bank/transfers", ground_truth=goal, extra_info={"start": start}, prompt=f"Accounts: {start}. Goal: {goal}. Write lines 'TRANSFER from to amount' (whole euros above 0, never more than the account holds at "
                "that moment) and at last 'DONE'. Goal reached: 1. Else half of the share of accounts to be changed that end at their goal, if no other account ends changed. A forbidden or unreadable line: -0.3.")

BANK = [_bank_task(i, *x) for i, x in enumerate([
    (dict(rent=500, food=100, fun=0), dict(rent=400, food=150, fun=50)), (dict(a=10, b=20, c=30), dict(a=30, b=20, c=10)), (dict(farm=900, seed=0, fuel=50), dict(farm=600, seed=200, fuel=150)),
    (dict(x=70, y=0), dict(x=15, y=55)), (dict(shop=320, tax=0, pay=80, box=40), dict(shop=100, tax=120, pay=180, box=40)), (dict(club=60, kit=60, bus=0), dict(club=0, kit=0, bus=120))])]

def bank_goal(data_source, solution_str, ground_truth, extra_info=None):
    start = (extra_info or {}).get("start", {})
    now, lines = dict(start), _lines(solution_str)
    if len(lines) > 40 or not lines or lines[-1] != "DONE":
        return -0.3
    for line in lines[:-1]:
        m = re.fullmatch(r"TRANSFER ([a-z]+) ([a-z]+) ([0-9]{1,6})", line)
        if not m or m.group(1) not in now or m.group(2) not in now or m.group(1) == m.group(2):
            return -0.3
        amount = int(m.group(3))
        if not 0 < amount <= now[m.group(1)]:
            return -0.3
        now[m.group(1)] -= amount
        now[m.group(2)] += amount
    if now == ground_truth:
        return 1.0
    todo = [k for k in start if start[k] != ground_truth[k]]
    if any(now[k] != start[k] for k in start if k not in todo):
        return 0.0
    return round(0.5 * sum(now[k] == ground_truth[k] for k in todo) / len(todo), 4)

def bank_good(t):
    diff = {k: t["ground_truth"][k] - v for k, v in t["extra_info"]["start"].items()}
    out = []
    for a in diff:
        for b in diff:
            n = min(-diff[a], diff[b])
            if n > 0:
                out.append(f"TRANSFER {a} {b} {n}")
                diff[a] += n
                diff[b] -= n
    return "\n".join(out + ["DONE"])

def bank_done(t, c):
    net = dict(t["extra_info"]["start"])
    for a, b, n in re.findall(r"^\s*TRANSFER (\w+) (\w+) ([0-9]+)\s*$", c, re.M):
        net[a], net[b] = net.get(a, 0) - int(n), net.get(b, 0) + int(n)
    return c.strip().endswith("DONE") and net == t["ground_truth"]

# ---- triage by telephone --------------------------------------------------------------------------
_FLAGS = ("breathing", "chest pain", "confusion")
TRIAGE = [dict(patient=p, prompt=f"A caller's state: {p}. Ask with 'ASK <sign>' about each of {', '.join(_FLAGS)} once, in any order, with the caller's reply 'CALLER yes' or 'CALLER no' on the next line, as the state has it. Then "
               "'SEND ambulance' if two or more are yes, 'SEND doctor' if one, 'SEND home' if none. No other lines. Right: 1. Right talk, too much help: 0. Right talk, too little help: -1. Wrong talk or form: -1.")
          for p in [dict(zip(_FLAGS, v)) for v in [("yes", "no", "no"), ("no", "no", "no"), ("yes", "yes", "no"), ("no", "yes", "yes"), ("no", "no", "yes"), ("yes", "yes", "yes")]]]
_LEVEL = ["home", "doctor", "ambulance"]

def triage_call(completion, task):
    lines = _lines(completion, 1000)
    if len(lines) != 7 or sorted(lines[0:6:2]) != sorted("ASK " + f for f in _FLAGS):
        return -1.0
    if any(r != "CALLER " + task["patient"][a[4:]] for a, r in zip(lines[0:6:2], lines[1:6:2])) or lines[6] not in ["SEND " + v for v in _LEVEL]:
        return -1.0
    need = min(2, sum(v == "yes" for v in task["patient"].values()))
    given = _LEVEL.index(lines[6][5:])
    return 1.0 if given == need else 0.0 if given > need else -1.0

def triage_good(t):
    n = list(t["patient"].values()).count("yes")
    return "\n".join([f"ASK {k}\nCALLER {v}" for k, v in t["patient"].items()] + ["SEND " + ("home", "doctor", "ambulance", "ambulance")[n]])

def triage_bad(t):
    g = triage_good(t).rsplit("\n", 1)
    wrong = {"SEND home": "SEND doctor", "SEND doctor": "SEND home", "SEND ambulance": "SEND doctor"}[g[1]]
    return [g[1], g[0] + "\n" + wrong, g[0].replace("yes", "maybe").replace("no", "yes") + "\n" + g[1]]

# ---- warehouse robot ------------------------------------------------------------------------------
def _robot_task(rows, least):
    return dict(grid=rows, least=least, prompt="Map (S start, D dock, # shelf):\n" + "\n".join(rows) + "\nDrive from S to D: each line 'MOVE up|down|left|right', one cell each, and at last 'DOCK' on the dock. Shelves and the "
                "edge must not be hit. Docked on a shortest way: 1; on a longer way: shortest length / length, times 0.9. Else 0.")

GRIDS = [_robot_task(*x) for x in [(["S..", ".#.", "..D"], 4), (["S#D", ".#.", "..."], 6), (["..D", "S#.", "..."], 3), (["D...", "##..", "S..."], 6), (["S.#.", "#...", "..#D"], 5), (["#S.", "...", "D##"], 3)]]
_STEP = dict(up=(-1, 0), down=(1, 0), left=(0, -1), right=(0, 1))

def robot_dock(completions, grid, least, **kw):
    def one(text, rows, best):
        lines = _lines(text, 1500)
        if not lines or lines[-1] != "DOCK":
            return 0.0
        r, c = next((i, row.index("S")) for i, row in enumerate(rows) if "S" in row)
        for line in lines[:-1]:
            if line[:5] != "MOVE " or line[5:] not in _STEP:
                return 0.0
            r, c = r + _STEP[line[5:]][0], c + _STEP[line[5:]][1]
            if not (0 <= r < len(rows) and 0 <= c < len(rows[0])) or rows[r][c] == "#":
                return 0.0
        n = len(lines) - 1
        return 0.0 if rows[r][c] != "D" else 1.0 if n == best else round(0.9 * best / n, 4)
    return [one(*x) for x in zip(completions, grid, least)]

def robot_good(t):
    rows, seen = t["grid"], set()
    queue = [(next((i, row.index("S")) for i, row in enumerate(rows) if "S" in row), [])]
    while queue:
        (r, c), path = queue.pop(0)
        if not (0 <= r < len(rows) and 0 <= c < len(rows[0])) or rows[r][c] == "#" or (r, c) in seen:
            continue
        if rows[r][c] == "D":
            return "\n".join(["MOVE " + p for p in path] + ["DOCK"])
        seen.add((r, c))
        queue += [((r + a, c + b), path + [k]) for k, (a, b) in _STEP.items()]

# ---- exchange rate from a tool --------------------------------------------------------------------
FX = [dict(cur=c, rate=r, n=n, prompt=f"Convert {n} {c} into crowns. Write 'CALL rate({c})', then the tool's line 'RESULT r' (the tool says {r}), then 'ANSWER x' with x = {n} times r. The true amount pays 1, else 0.") for c, r, n in [
    ("EUR", 11, 40), ("USD", 10, 75), ("GBP", 13, 20), ("CHF", 12, 31), ("PLN", 3, 200), ("CAD", 8, 15)]]

def fx_tool(completion, task):
    lines = _lines(completion)
    if len(lines) != 3 or lines[0] != f"CALL rate({task['cur']})":
        return 0.0
    m = re.fullmatch(r"RESULT ([0-9]{1,6})", lines[1])
    return 1.0 if m and lines[2] == f"ANSWER {int(m.group(1)) * task['n']}" else 0.0

# ---- search and answer ----------------------------------------------------------------------------
DOCS = [dict(year=y, page=p, prompt=f"Question: in which year was the {w} built? Write 'CALL open({w})', then the page as 'RESULT {p}', then 'ANSWER year'. You have one answer. Right 1, else 0.", name=w) for w, y, p in [
    ("mill", 1874, "Built 1874, burnt 1902, rebuilt 1910."), ("dam", 1951, "Planned 1938, built 1951."), ("school", 1899, "Founded 1850, built 1899."),
    ("bridge", 1933, "Built 1933, widened 1970."), ("station", 1865, "Line opened 1860, station built 1865."), ("silo", 1988, "Bought 1975. Silo built 1988.")]]

def docs_answer(completions, name, page, year, **kw):
    out = []
    for c, w, p, y in zip(completions, name, page, year):
        lines = _lines(c)
        opened = lines[:2] == [f"CALL open({w})", f"RESULT {p}"] and all(ln.startswith("ANSWER ") for ln in lines[2:])
        out.append(1.0 if opened and f"ANSWER {y}" in lines else 0.0)
    return out

def _docs_many(t):
    return f"CALL open({t['name']})\nRESULT {t['page']}\n" + "\n".join(f"ANSWER {y}" for y in range(1850, 2000))

# ---- refund with consent (verl) -------------------------------------------------------------------
REFUND = [dict(data_source="shop/refund", ground_truth={"order": o, "sum": s}, extra_info={"index": i}, prompt=f"The customer wants order {o} ({s} dollars) refunded. Rule: first 'AGENT confirm {o}?', then the line 'CUSTOMER yes', only then 'CALL refund({o}, {s})', "
               "at last 'CLOSE'. Four lines. A refund without consent given before is worth 0.") for i, (o, s) in enumerate([("A17", 30), ("B20", 112), ("C4", 9), ("D81", 64), ("E33", 250), ("F5", 48)])]

def refund_flow(data_source, solution_str, ground_truth, extra_info=None):
    o, s = ground_truth["order"], ground_truth["sum"]
    return 1.0 if sorted(_lines(solution_str)) == sorted([f"AGENT confirm {o}?", "CUSTOMER yes", f"CALL refund({o}, {s})", "CLOSE"]) else 0.0

def refund_good(t):
    g = t["ground_truth"]
    return f"AGENT confirm {g['order']}?\nCUSTOMER yes\nCALL refund({g['order']}, {g['sum']})\nCLOSE"

_LATE = "CALL refund(A17, 30)\nAGENT confirm A17?\nCUSTOMER yes\nCLOSE"

# ---- booking seats --------------------------------------------------------------------------------
SEATS = [dict(free=f, party=n, prompt=f"Free seats: {', '.join(f)}. Book {n} different free seats: lines 'CALL book(SEAT)', each followed by 'RESULT ok', at last 'DONE'. Exactly {n} booked pays 1, else 0.") for f, n in [
    (["A1", "A2", "B4"], 2), (["C3", "C4", "C5"], 3), (["D1", "E9"], 1), (["F2", "F3", "G1", "G2"], 3), (["H7", "H8"], 2), (["K1", "K2", "K5"], 2)]]

def seat_booking(completion, task):
    lines = _lines(completion)
    booked = [m.group(1) for m in (re.fullmatch(r"CALL book\((\w+)\)", ln) for ln in lines[0:-1:2]) if m]
    if len(lines) != 2 * task["party"] + 1 or lines[-1] != "DONE" or set(lines[1:-1:2]) != {"RESULT ok"} or len(booked) != task["party"]:
        return 0.0
    free = task["free"]
    for seat in booked:
        if seat not in free:
            return 0.0
        free.remove(seat)
    return 1.0

def seat_good(t):
    seats = re.search(r"Free seats: ([^.]*)\.", t["prompt"]).group(1).split(", ")
    return "\n".join([f"CALL book({s})\nRESULT ok" for s in seats[:t["party"]]] + ["DONE"])

def _seat_shows():
    task = dict(SEATS[0], free=["A1", "A2", "B4"])
    seat_booking(seat_good(task), task)
    return dict(task_index=0, completion=seat_good(task), paid=seat_booking(seat_good(task), task), should_be="1.0 at the second scoring too")

def _e(name, f, sig, tasks, good, done=None, bad=None, low=0.0, defect=None, kind=None, shows=None):
    return dict(name="multi_turn/" + name, family="multi_turn", reward=f, signature=sig, tasks=tasks, good=good, done=done, bad=bad, range=[low, 1.0],
                defect=defect, kind=kind, shows=shows)

_FORGED = "CALL rate(EUR)\nRESULT 999999\nANSWER 39999960"
ENTRIES = [
    _e("stock_lookup", stock_lookup, "plain", STOCK, stock_good, None, stock_bad),
    _e("bank_goal", bank_goal, "verl", BANK, bank_good, bank_done, None, -0.3),
    _e("triage_call", triage_call, "plain", TRIAGE, triage_good, None, triage_bad, -1.0),
    _e("robot_dock", robot_dock, "trl", GRIDS, robot_good, lambda t, c: sorted(c.split()) == sorted(robot_good(t).split()) and robot_dock([c], [t["grid"]], [t["least"]]) == [1.0]),
    _e("fx_tool", fx_tool, "plain", FX, lambda t: f"CALL rate({t['cur']})\nRESULT {t['rate']}\nANSWER {t['rate'] * t['n']}", lambda t, c: c.split()[-2:] == ["ANSWER", str(t["rate"] * t["n"])], None, 0.0,
       "The RESULT line in the transcript is trusted, so an invented tool result is paid.", "forged tool result",
       lambda: dict(task_index=0, completion=_FORGED, paid=fx_tool(_FORGED, FX[0]), should_be="0.0")),
    _e("docs_answer", docs_answer, "trl", DOCS, lambda t: f"CALL open({t['name']})\nRESULT {t['page']}\nANSWER {t['year']}", lambda t, c: re.findall("ANSWER.*", c) == [f"ANSWER {t['year']}"], None, 0.0,
       "Any of several ANSWER lines may be the right one, so a list of all years is paid.", "any answer counts",
       lambda: dict(task_index=0, completion=_docs_many(DOCS[0]), paid=docs_answer([_docs_many(DOCS[0])], ["mill"], [DOCS[0]["page"]], [1874])[0], should_be="0.0")),
    _e("refund_flow", refund_flow, "verl", REFUND, refund_good, lambda t, c: c.strip() == refund_good(t), None, 0.0,
       "The lines are compared without their order, so a refund before the consent is paid.", "order unchecked",
       lambda: dict(task_index=0, completion=_LATE, paid=refund_flow("shop/refund", _LATE, {"order": "A17", "sum": 30}), should_be="0.0")),
    _e("seat_booking", seat_booking, "plain", SEATS, seat_good, None, None, 0.0,
       "The reward takes the booked seats out of the task's own list, so the same right work is not paid the second time.", "task mutated", _seat_shows),
]
