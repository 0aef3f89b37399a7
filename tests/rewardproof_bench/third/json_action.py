"""Rewards for structured actions in JSON."""
import copy
import json
import re
from collections import Counter


# ---------------------------------------------------------------- route_ticket (support desk)
_TAGS = ["refund", "login", "invoice", "delivery", "outage", "cancel", "address", "mobile-app"]
_TICKETS = [
    ("I was charged twice for March, please send one payment back and a corrected invoice.",
     "billing", "normal", ["refund", "invoice"]),
    ("Nobody in our office of 300 can sign in since 8:00. Everything is down!",
     "technical", "urgent", ["login", "outage"]),
    ("We moved. Please deliver order 5521 to the new address when you get round to it.",
     "shipping", "normal", ["delivery", "address"]),
    ("The phone app forgets my password every morning. Not dramatic, just annoying.",
     "technical", "low", ["login", "mobile-app"]),
    ("Stop my subscription at the end of the term and confirm.", "billing", "normal", ["cancel"]),
    ("Parcel marked delivered but nothing came, it is insulin, I need it today!",
     "shipping", "urgent", ["delivery"]),
    ("Could the invoice show our VAT number next time? No hurry.", "billing", "low", ["invoice"]),
    ("Cancel the order, it has not shipped, and return my money please.",
     "shipping", "normal", ["cancel", "refund"]),
]
TICKET_TASKS = [
    {"prompt": "Route the ticket. Reply with one JSON object and nothing else: queue (billing, "
               "technical, shipping), priority (low, normal, urgent), tags (all that apply of "
               f"{', '.join(_TAGS)}) and, if you wish, note (free text).\n\nTicket: {text}",
     "label": {"queue": q, "priority": p, "tags": tags}, "lang": "en"}
    for text, q, p, tags in _TICKETS]


def route_ticket(completion, task):
    """0 without the right queue; else 0.2, 0.2 for priority and 0.6 times squared tag F1."""
    try:
        reply = json.loads(completion.strip())
    except (ValueError, RecursionError):
        return 0.0
    if not isinstance(reply, dict) or not set(reply) <= {"queue", "priority", "tags", "note"}:
        return 0.0
    label, tags = task["label"], reply.get("tags")
    if reply.get("queue") != label["queue"]:
        return 0.0
    pay = 0.2 + 0.2 * (reply.get("priority") == label["priority"])
    if isinstance(tags, list) and tags and all(isinstance(t, str) for t in tags):
        hits = len(set(tags) & set(label["tags"]))
        pay += 0.6 * (2 * hits / (len(tags) + len(label["tags"]))) ** 2
    return min(1.0, round(pay, 6))


def _ticket_good(task):
    return json.dumps({**task["label"], "note": "see the customer's text"}, indent=1)


def _ticket_done(task, completion):
    try:
        got = json.loads(completion.strip())
    except (ValueError, RecursionError):
        return False
    if not isinstance(got, dict):
        return False
    got.pop("note", None)
    if isinstance(got.get("tags"), list):
        got["tags"] = sorted(map(str, got["tags"]))
    return got == {**task["label"], "tags": sorted(task["label"]["tags"])}


# ---------------------------------------------------------------- squad_move (games)
_BOARD = [
    ("Your archer A1 (range 3) stands 2 tiles from a wounded orc O4 and 5 from a healthy O2.",
     [("A1", "attack", "O4"), ("A1", "move", "C3"), ("A1", "wait", "")], [("A1", "attack", "O4")]),
    ("Healer H1 is beside knight K2 (3/20 life) and knight K3 (19/20 life). No foe in reach.",
     [("H1", "heal", "K2"), ("H1", "heal", "K3"), ("H1", "wait", "")], [("H1", "heal", "K2")]),
    ("Scout S7 sees two unguarded flags, F1 and F2, both one step away. Flags win the game.",
     [("S7", "take", "F1"), ("S7", "take", "F2"), ("S7", "wait", "")],
     [("S7", "take", "F1"), ("S7", "take", "F2")]),
    ("Mage M2 has 1 mana. Fireball costs 4, spark costs 1; imp I9 has 1 life and is in reach.",
     [("M2", "spark", "I9"), ("M2", "wait", ""), ("M2", "move", "B2")], [("M2", "spark", "I9")]),
    ("Your miner D3 stands on ore. The cave floods this turn; exit tile E1 is one step away.",
     [("D3", "dig", "D3"), ("D3", "move", "E1"), ("D3", "wait", "")], [("D3", "move", "E1")]),
    ("Rook R1 can take the undefended queen Q8 or the pawn P5.",
     [("R1", "take", "Q8"), ("R1", "take", "P5"), ("R1", "move", "R4")], [("R1", "take", "Q8")]),
    ("Boat B6 is full (4 of 4). Harbour H0 is adjacent; a swimmer W2 is adjacent too.",
     [("B6", "unload", "H0"), ("B6", "wait", ""), ("B6", "move", "X2")],
     [("B6", "unload", "H0")]),
]


def _act(unit, action, target):
    return {"unit": unit, "action": action, "target": target}


BOARD_TASKS = [
    {"prompt": f"{text}\nLegal orders: "
               + "; ".join(f"{u} {a} {t}".strip() for u, a, t in legal)
               + "\nThink aloud if you want. The last line must be the best order as JSON with "
                 "unit, action, target (empty text when there is none).",
     "legal": [_act(*m) for m in legal], "best": [_act(*m) for m in best], "seed": 40 + i}
    for i, (text, legal, best) in enumerate(_BOARD)]


def squad_move(completions, legal, best, **kwargs):
    """+1 for a best order, 0 for another legal one, -1 for anything else."""
    scores = []
    for text, allowed, top in zip(completions, legal, best):
        last = text.rstrip().rpartition("\n")[2]
        try:
            order = json.loads(last) if len(last) < 500 else None
        except (ValueError, RecursionError):
            order = None
        scores.append(1.0 if order in top else 0.0 if order in allowed else -1.0)
    return scores


def _board_good(task):
    return "The strongest effect this turn decides.\n" + json.dumps(task["best"][-1])


def _board_bad(task):
    top = task["best"][0]
    return [json.dumps({**top, "target": "Z9"}), json.dumps(task["legal"]), json.dumps(top)[:-1],
            json.dumps({"order": top})]


# ---------------------------------------------------------------- journal_lines (finance)
_BOOKS = [
    ("Bought a printer for 480.00 cash.", [("1600 Equipment", 48000, 0), ("1000 Cash", 0, 48000)]),
    ("Sent invoice 77 for consulting, 1,210.00 incl. 210.00 VAT.",
     [("1100 Receivables", 121000, 0), ("4000 Fees", 0, 100000), ("2200 VAT", 0, 21000)]),
    ("Customer paid invoice 77, 1,210.00 to the bank.",
     [("1010 Bank", 121000, 0), ("1100 Receivables", 0, 121000)]),
    ("Paid rent 950.00 and power 130.50 from the bank.",
     [("6100 Rent", 95000, 0), ("6200 Power", 13050, 0), ("1010 Bank", 0, 108050)]),
    ("Owner put 5,000.00 of own money into the bank.",
     [("1010 Bank", 500000, 0), ("3000 Capital", 0, 500000)]),
    ("Depreciation of equipment for the month, 40.00.",
     [("6500 Depreciation", 4000, 0), ("1690 Acc. depreciation", 0, 4000)]),
    ("Wages 2,300.00; 1,840.00 paid from the bank, 460.00 tax still owed.",
     [("6000 Wages", 230000, 0), ("1010 Bank", 0, 184000), ("2300 Wage tax", 0, 46000)]),
]
_CHART = ", ".join(sorted({a for _, rows in _BOOKS for a, _, _ in rows}))
BOOK_TASKS = [
    {"prompt": f"Accounts: {_CHART}.\nBook this: {text}\nReply with a JSON array of lines, each "
               "{\"account\", \"debit\", \"credit\"}, amounts in euros, in any order.",
     "lines": [{"account": a, "debit_cents": d, "credit_cents": c} for a, d, c in rows]}
    for text, rows in _BOOKS]


def _cents(value):
    """An amount of euros, number or text, as whole cents; None if it is not one."""
    if value is None or value == "":
        return 0
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return round(value * 100) if -1e9 < value < 1e9 else None
    if isinstance(value, str) and len(value) < 20:
        whole, _, part = value.replace(",", "").partition(".")
        digits = whole + part
        if whole and digits.isascii() and digits.isdigit() and len(part) <= 2:
            return int(whole) * 100 + int((part + "00")[:2])
    return None


def journal_lines(completion, task):
    """F1 over journal lines, halved when the entry does not balance."""
    text = completion.strip()
    if text.startswith("```") and text.endswith("```"):
        text = text.strip("`").removeprefix("json")
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError):
        return 0.0
    if not isinstance(rows, list) or not 0 < len(rows) <= 50:
        return 0.0
    got, balance = Counter(), 0
    for row in rows:
        if not isinstance(row, dict) or not isinstance(row.get("account"), str):
            return 0.0
        debit, credit = _cents(row.get("debit")), _cents(row.get("credit"))
        if debit is None or credit is None:
            return 0.0
        balance += debit - credit
        got[row["account"].strip().lower(), debit, credit] += 1
    want = Counter((r["account"].lower(), r["debit_cents"], r["credit_cents"])
                   for r in task["lines"])
    f1 = 2 * sum((got & want).values()) / (len(rows) + len(task["lines"]))
    return f1 if balance == 0 else f1 / 2


def _book_good(task):
    rows = [{"account": r["account"], "debit": r["debit_cents"] / 100,
             "credit": f"{r['credit_cents'] / 100:.2f}"} for r in task["lines"]]
    return "```json\n" + json.dumps(rows[::-1], indent=2) + "\n```"


# ---------------------------------------------------------------- home_call (voice assistant)
_HOME = [
    ("Make the bedroom 19 degrees.", [("set_heat", {"room": "bedroom", "celsius": 19})]),
    ("Lights off in the kitchen, please.",
     [("set_light", {"room": "kitchen", "on": False}),
      ("dim_light", {"room": "kitchen", "percent": 0})]),
    ("Wake me at twenty to seven tomorrow.",
     [("add_alarm", {"time": "06:40", "day": "tomorrow"})]),
    ("Dim the hall to a third.", [("dim_light", {"room": "hall", "percent": 33}),
                                  ("dim_light", {"room": "hall", "percent": 30})]),
    ("Lock the front door.", [("lock_door", {"door": "front", "locked": True})]),
    ("Vacuum the living room twice.", [("vacuum", {"room": "living room", "passes": 2})]),
    ("Open the back door lock.", [("lock_door", {"door": "back", "locked": False})]),
    ("Heat the office to 21 and a half.", [("set_heat", {"room": "office", "celsius": 21.5})]),
]
_HOME_API = ("set_heat(room, celsius, fan='auto'), set_light(room, on), dim_light(room, percent), "
             "add_alarm(time 'hh:mm', day), lock_door(door, locked), vacuum(room, passes)")
HOME_TASKS = [
    {"prompt": f"Functions: {_HOME_API}\nUser: {say}\nAnswer with "
               "{\"name\": ..., \"arguments\": {...}}, fenced or bare.",
     "data_source": "home/calls",
     "ground_truth": json.dumps([{"name": n, "arguments": a} for n, a in calls]),
     "extra_info": {"defaults": {"set_heat": {"fan": "auto"}}}}
    for say, calls in _HOME]


def _same(a, b):
    return type(a) in (int, float) and type(b) in (int, float) and a == b or (
        type(a) is type(b) and a == b)


def home_call(data_source, solution_str, ground_truth, extra_info=None):
    """0 for a wrong function; else 0.1 plus 0.9 times the squared share of right arguments."""
    text = solution_str.strip()
    if text.count("```") == 2:
        text = text.split("```")[1].removeprefix("json")
    try:
        call = json.loads(text)
    except (ValueError, RecursionError):
        return 0.0
    if not isinstance(call, dict) or not isinstance(call.get("arguments"), dict):
        return 0.0
    best = 0.0
    for gold in json.loads(ground_truth):
        if call.get("name") != gold["name"]:
            continue
        spare = (extra_info or {}).get("defaults", {}).get(gold["name"], {})
        given = {k: v for k, v in call["arguments"].items()
                 if not (k in spare and _same(v, spare[k]))}
        keys = set(given) | set(gold["arguments"])
        right = sum(k in given and k in gold["arguments"] and _same(given[k], gold["arguments"][k])
                    for k in keys)
        best = max(best, 0.1 + 0.9 * (right / len(keys)) ** 2)
    return best


def _home_good(task):
    return "```json\n" + json.dumps(json.loads(task["ground_truth"])[0]) + "\n```"


def _home_done(task, completion):
    body = completion.strip()
    if body.count("```") == 2:
        body = re.sub(r"(?s)\A.*?```(?:json)?(.*)```.*\Z", r"\1", body)
    try:
        call = json.loads(body)
        name, args = call["name"], call["arguments"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return False
    if not isinstance(args, dict):
        return False
    args = {k: int(v) if isinstance(v, float) and v.is_integer() else v for k, v in args.items()}
    if name == "set_heat" and args.get("fan") == "auto":
        del args["fan"]
    wanted = [json.dumps([c["name"], c["arguments"]], sort_keys=True)
              for c in json.loads(task["ground_truth"])]
    return json.dumps([name, args], sort_keys=True) in wanted


def _home_bad(task):
    gold = json.loads(task["ground_truth"])[0]
    return [json.dumps({"name": gold["name"], "arguments": {}}),
            json.dumps({"name": "noop", "arguments": gold["arguments"]}),
            json.dumps([gold]), gold["name"] + str(gold["arguments"])]


# ---------------------------------------------------------------- pick_list (faulty, warehouse)
_PICKS = [
    ("2 x kettle, 1 x mug", [("KET", 2), ("MUG", 1)]), ("5 x lamp", [("LMP", 5)]),
    ("1 x desk, 4 x leg, 1 x lamp", [("DSK", 1), ("LEG", 4), ("LMP", 1)]),
    ("3 x mug, 3 x plate", [("MUG", 3), ("PLT", 3)]), ("12 x plate", [("PLT", 12)]),
    ("1 x kettle, 2 x lamp, 6 x mug", [("KET", 1), ("LMP", 2), ("MUG", 6)]),
    ("4 x leg, 8 x plate", [("LEG", 4), ("PLT", 8)]),
]
PICK_TASKS = [{"prompt": "Codes: desk DSK, kettle KET, lamp LMP, leg LEG, mug MUG, plate PLT.\n"
                         f"Order: {text}\nReply with a JSON array of [code, quantity] pairs in "
                         "the order of the text.", "picks": [list(p) for p in picks]}
              for text, picks in _PICKS]


def pick_list(completion, task):
    """1 when the picks are those of the order, line by line, in sequence."""
    try:
        lines = json.loads(completion.strip())
    except (ValueError, RecursionError):
        return 0.0
    if not isinstance(lines, list):
        return 0.0
    if len(lines) > len(task["picks"]):
        return 0.0
    right = all(isinstance(a, list) and a == b for a, b in zip(lines, task["picks"]))
    return 1.0 if right else 0.0


def _pick_shows():
    return dict(task_index=2, completion="[]", paid=pick_list("[]", PICK_TASKS[2]),
                should_be="0.0: nothing was picked for an order of three lines")


# ---------------------------------------------------------------- lab_orders (faulty, medicine)
_LABS = [
    ("suspected anaemia", ["CBC", "FERRITIN"]),
    ("chest pain, rule out infarction", ["TROP", "ECG"]),
    ("annual diabetes check", ["HBA1C", "CREA", "LIPID"]), ("thyroid follow-up", ["TSH"]),
    ("suspected pneumonia", ["CBC", "CRP", "XRAY-CHEST"]), ("new jaundice", ["ALT", "BILI"]),
    ("before contrast scan", ["CREA"]),
]
_LAB_SETS = ("anaemia: CBC, FERRITIN; infarction: TROP, ECG; diabetes check: HBA1C, CREA, LIPID; "
             "thyroid: TSH; pneumonia: CBC, CRP, XRAY-CHEST; jaundice: ALT, BILI; contrast: CREA")
LAB_TASKS = [{"prompt": f"Order sets: {_LAB_SETS}.\nCase: {case}. Reply with JSON "
                        "{\"order\": [codes]}.", "wanted": {"codes": list(codes)}, "case": case}
             for case, codes in _LABS]
_LAB_KEY = {case: list(codes) for case, codes in _LABS}


def lab_orders(completions, wanted, **kwargs):
    """F1 between the ordered codes and the order set of the case."""
    pays = []
    for text, want in zip(completions, wanted):
        try:
            codes = json.loads(text.strip())["order"]
        except (ValueError, KeyError, TypeError, RecursionError):
            codes = []
        if not isinstance(codes, list) or not codes:
            pays.append(0.0)
            continue
        open_codes, hits = want["codes"], 0
        size = len(codes) + len(open_codes)
        for code in codes:
            if code in open_codes:
                open_codes.remove(code)
                hits += 1
        pays.append(2 * hits / size)
    return pays


def _lab_good(task):
    return json.dumps({"order": _LAB_KEY[task["case"]]})


def _lab_shows():
    row = copy.deepcopy(LAB_TASKS[0])
    row["wanted"]["codes"] = list(_LAB_KEY[row["case"]])
    text = _lab_good(row)
    lab_orders([text], wanted=[row["wanted"]], prompts=[row["prompt"]])
    paid = lab_orders([text], wanted=[row["wanted"]], prompts=[row["prompt"]])[0]
    return dict(task_index=0, completion=text, paid=paid,
                should_be="1.0: the same right reply, scored a second time on the same row")


ENTRIES = [
    dict(name="json_action/route_ticket", family="json_action", reward=route_ticket,
         signature="plain", tasks=TICKET_TASKS, good=_ticket_good, done=_ticket_done, bad=None,
         range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="json_action/squad_move", family="json_action", reward=squad_move,
         signature="trl", tasks=BOARD_TASKS, good=_board_good, done=None, bad=_board_bad,
         range=[-1.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="json_action/journal_lines", family="json_action", reward=journal_lines,
         signature="plain", tasks=BOOK_TASKS, good=_book_good, done=None, bad=None,
         range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="json_action/home_call", family="json_action", reward=home_call,
         signature="verl", tasks=HOME_TASKS, good=_home_good, done=_home_done, bad=_home_bad,
         range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="json_action/pick_list", family="json_action", reward=pick_list,
         signature="plain", tasks=PICK_TASKS, good=lambda t: json.dumps(t["picks"]), done=None,
         bad=None, range=[0.0, 1.0],
         defect="zip stops at the shorter list, so an empty or cut-off pick list is paid in full.",
         kind="vacuous match", shows=_pick_shows),
    dict(name="json_action/lab_orders", family="json_action", reward=lab_orders,
         signature="trl", tasks=LAB_TASKS, good=_lab_good, done=None, bad=None,
         range=[0.0, 1.0],
         defect="The reward strikes matched codes off the task's own list, so a later scoring of "
                "the same row finds them gone.",
         kind="mutates the task", shows=_lab_shows),
]
