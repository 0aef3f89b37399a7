"""Rewards for completions that are one action, or a list of actions, written as JSON."""

import json
import re
from decimal import Decimal, InvalidOperation


def _load(text):
    """The JSON value of a completion: bare, or alone in one code fence; None if there is none."""
    m = re.fullmatch(r"\s*```(?:json)?\s*\n(.*?)\n\s*```\s*", text, re.DOTALL)
    try:
        value = json.loads(m.group(1) if m else text)
        json.dumps([[[[[[value]]]]]], sort_keys=True)
        return value
    except (ValueError, RecursionError):
        return None


def _same(a, b):
    """Equal in JSON's sense: true is not 1, nested values included."""
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


# ---------------------------------------------------------- hotel_booking
def hotel_booking(completion, task):
    """Binary check of the booking call against the reference call."""
    call = _load(completion)
    if not isinstance(call, dict) or set(call) != {"action", "args"}:
        return 0.0
    if call["action"] != task["action"] or not isinstance(call["args"], dict):
        return 0.0
    ok = all(k in task["args"] and _same(task["args"][k], v) for k, v in call["args"].items())
    return 1.0 if ok else 0.0


_STAYS = [
    ("Book a double for Ana Ruiz, 3 nights from 2025-07-04.", "book",
     {"guest": "Ana Ruiz", "room": "double", "nights": 3, "from": "2025-07-04"}),
    ("Please cancel booking HX-2201, the guest is ill.", "cancel", {"booking": "HX-2201"}),
    ("Move booking HX-1187 to 2025-08-19.", "move", {"booking": "HX-1187", "to": "2025-08-19"}),
    ("Two singles for the Brandt party, 2 nights from 2025-09-30.", "book",
     {"guest": "Brandt", "room": "single", "nights": 2, "from": "2025-09-30", "count": 2}),
    ("Add breakfast and late checkout to HX-9034.", "extras",
     {"booking": "HX-9034", "items": ["breakfast", "late checkout"]}),
    ("Suite for Dr Osei, 5 nights from 2025-12-22.", "book",
     {"guest": "Dr Osei", "room": "suite", "nights": 5, "from": "2025-12-22"}),
    ("Cancel HX-3310 please.", "cancel", {"booking": "HX-3310"}),
]


def _stay_tasks():
    return [{"prompt": p + '\nAnswer with {"action": ..., "args": {...}} only. Actions: book, '
                           "cancel, move, extras.", "action": a, "args": g}
            for p, a, g in _STAYS]


def _stay_done(task, completion):
    try:
        call = json.loads(completion.strip().removeprefix("```json").removesuffix("```"))
    except ValueError:
        return False
    return call == {"action": task["action"], "args": task["args"]}


def _stay_shows():
    task = ENTRIES[0]["tasks"][0]
    text = '{"action": "book", "args": {}}'
    return {"task_index": 0, "completion": text, "paid": hotel_booking(text, task),
            "should_be": "0.0: no guest, room, date or length of stay is given"}


# ------------------------------------------------------------- irrigation
def irrigation(completion, task):
    """Share of the needed valve commands that the controller plan contains."""
    plan = _load(completion)
    if not isinstance(plan, list) or not plan:
        return 0.0
    issued = {json.dumps(step, sort_keys=True) for step in plan}
    needed = [json.dumps(step, sort_keys=True) for step in task["commands"]]
    hits = sum(1 for step in needed if step in issued)
    return round(hits / len(needed), 4)


_FIELDS = [
    ("North is dry, the rest is moist.", ["north"]),
    ("South and west are below 18 % moisture.", ["south", "west"]),
    ("Only the orchard was missed yesterday.", ["orchard"]),
    ("East and orchard need water, north is flooded.", ["east", "orchard"]),
    ("The greenhouse beds are dry; the fields had rain.", ["greenhouse"]),
    ("North, east and greenhouse are dry.", ["north", "east", "greenhouse"]),
    ("West is dry.", ["west"]),
]
_ALL_VALVES = ["north", "south", "east", "west", "orchard", "greenhouse"]


def _valves(names):
    return [{"valve": n, "set": "open"} for n in names]


def _field_tasks():
    return [{"prompt": s + ' Water what is dry and nothing else. Reply with a JSON list of '
                           '{"valve": name, "set": "open"} for valves among '
                           + ", ".join(_ALL_VALVES) + ".", "commands": _valves(v)}
            for s, v in _FIELDS]


def _field_shows():
    task = ENTRIES[1]["tasks"][0]
    text = json.dumps(_valves(_ALL_VALVES))
    return {"task_index": 0, "completion": text, "paid": irrigation(text, task),
            "should_be": "well below 1.0: five valves were opened on moist ground"}


# ----------------------------------------------------------- library_loan
def library_loan(completions, call, **kwargs):
    """1.0 when the desk command equals the reference command, else 0.0."""
    rewards = []
    for text, gold in zip(completions, call):
        got = _load(text)
        if not isinstance(got, dict):
            rewards.append(0.0)
            continue
        rewards.append(1.0 if json.dumps(got) == json.dumps(gold) else 0.0)
    return rewards


_LOANS = [
    ("Member 4471 borrows item B-220.", {"op": "lend", "member": 4471, "item": "B-220"}),
    ("Item B-107 comes back, spine torn.", {"op": "return", "item": "B-107", "damaged": True}),
    ("Renew C-15 for member 902 by 14 days.",
     {"op": "renew", "member": 902, "item": "C-15", "days": 14}),
    ("Hold D-88 for member 31.", {"op": "hold", "member": 31, "item": "D-88"}),
    ("Item A-002 comes back in good state.", {"op": "return", "item": "A-002", "damaged": False}),
    ("Member 5120 borrows DVD V-9.", {"op": "lend", "member": 5120, "item": "V-9"}),
    ("Renew M-301 for member 77 by 7 days.",
     {"op": "renew", "member": 77, "item": "M-301", "days": 7}),
]


def _loan_tasks():
    return [{"prompt": p + " Write the desk command as one JSON object with 'op' (lend, return, "
                           "renew, hold) and, where they apply, 'member' (number), 'item', 'days' "
                           "(number), 'damaged' (true or false).", "call": c} for p, c in _LOANS]


def _loan_done(task, completion):
    try:
        return json.loads(completion) == task["call"]
    except (ValueError, RecursionError):
        return False


def _loan_shows():
    task = ENTRIES[2]["tasks"][0]
    text = '{"item": "B-220", "member": 4471, "op": "lend"}'
    paid = library_loan([text], call=[task["call"]], prompts=[task["prompt"]])[0]
    return {"task_index": 0, "completion": text, "paid": paid,
            "should_be": "1.0: the same object, its keys in another order"}


# ---------------------------------------------------------- glossary_edit
_ABSENT = object()


def compute_score(data_source, solution_str, ground_truth, extra_info=None):
    """Terminology edit for the translation memory: every field right and none left over."""
    edit = _load(solution_str)
    if not isinstance(edit, dict):
        return 0.0
    want = ground_truth["edit"]
    for key, value in edit.items():
        expected = want.pop(key, _ABSENT)
        if expected is _ABSENT or not _same(expected, value):
            return 0.0
    return 0.0 if want else 1.0


_EDITS = [
    ("Replace German 'Handy' by 'Mobiltelefon' for 'mobile phone'.",
     {"op": "replace", "source": "mobile phone", "lang": "de", "target": "Mobiltelefon"}),
    ("Add French 'courriel' for 'e-mail'.",
     {"op": "add", "source": "e-mail", "lang": "fr", "target": "courriel"}),
    ("Delete the Spanish entry of 'invoice'.",
     {"op": "delete", "source": "invoice", "lang": "es"}),
    ("Mark 'cloud' in Polish as do-not-translate.",
     {"op": "lock", "source": "cloud", "lang": "pl"}),
    ("Add Italian 'bolletta' for 'utility bill'.",
     {"op": "add", "source": "utility bill", "lang": "it", "target": "bolletta"}),
    ("Replace Dutch 'computer' by 'rekenmachine' for 'calculator'.",
     {"op": "replace", "source": "calculator", "lang": "nl", "target": "rekenmachine"}),
]


def _edit_tasks():
    return [{"prompt": p + " Reply with one JSON object: op (add, replace, delete, lock), source, "
                           "lang, and target if any.", "data_source": "tm/edits",
             "ground_truth": {"edit": dict(e)}, "extra_info": {"index": i}}
            for i, (p, e) in enumerate(_EDITS)]


def _edit_shows():
    task = json.loads(json.dumps(ENTRIES[3]["tasks"][1]))
    text = json.dumps(_EDITS[1][1])
    args = (task["data_source"], text, task["ground_truth"], task["extra_info"])
    paid = [compute_score(*args), compute_score(*args)]
    return {"task_index": 1, "completion": text, "paid": paid[1],
            "should_be": f"{paid[0]}: what the same call was paid the first time"}


# --------------------------------------------------------------- transfer
def transfer(completion, task):
    """Payment instruction: 1.0 for exactly the order, 0.2 if only the memo is off."""
    order = _load(completion)
    if not isinstance(order, dict):
        return 0.0
    want = task["order"]
    if set(order) != set(want):
        return 0.0
    try:
        if isinstance(order["amount"], bool):
            return 0.0
        amount = Decimal(str(order["amount"]))
        if not amount.is_finite() or amount != Decimal(want["amount"]):
            return 0.0
    except InvalidOperation:
        return 0.0
    if order["to"] != want["to"] or order["currency"] != want["currency"]:
        return 0.0
    return 1.0 if order["memo"] == want["memo"] else 0.2


_ORDERS = [
    ("Send 250 euros to DE12 for rent, memo 'rent May'.", "250.00", "EUR", "DE12", "rent May"),
    ("Pay 1,099.95 dollars to US77, memo 'INV 8841'.", "1099.95", "USD", "US77", "INV 8841"),
    ("Transfer 40 pounds to GB05, memo 'cinema'.", "40.00", "GBP", "GB05", "cinema"),
    ("Pay twelve euros fifty to FR31, memo 'lunch'.", "12.50", "EUR", "FR31", "lunch"),
    ("Send 3 thousand francs to CH90, memo 'deposit'.", "3000.00", "CHF", "CH90", "deposit"),
    ("Pay 0.99 dollars to US12, memo 'app'.", "0.99", "USD", "US12", "app"),
    ("Send 730 euros to ES44, memo 'school fees'.", "730.00", "EUR", "ES44", "school fees"),
]


def _order_tasks():
    return [{"prompt": p + " Write one JSON object with to, amount, currency (ISO code) and memo.",
             "order": {"to": to, "amount": a, "currency": c, "memo": m}}
            for p, a, c, to, m in _ORDERS]


def _order_good(task):
    order = dict(task["order"], amount=float(task["order"]["amount"]))
    return "```json\n" + json.dumps(order) + "\n```"


def _order_done(task, completion):
    body = completion.replace("```json", "").replace("```", "")
    try:
        got = json.loads(body)
    except (ValueError, RecursionError):
        return False
    if not isinstance(got, dict) or isinstance(got.get("amount"), bool):
        return False
    want = dict(task["order"], amount=float(task["order"]["amount"]))
    return all(str(got.get(k)) == str(v) for k, v in want.items()) and len(got) == 4


def _order_bad(task):
    o = task["order"]
    return [json.dumps(dict(o, amount="7777.00")),
            json.dumps(dict(o, to="XX00")), json.dumps([o, o]), json.dumps({}),
            json.dumps(dict(o, extra=1)), json.dumps(dict(o, amount=True))]


# ----------------------------------------------------------- review_label
def review_label(completions, finding, **kwargs):
    """Code-review finding as JSON: all right 1.0; line off by one 0.3; otherwise 0."""
    out = []
    for text, gold in zip(completions, finding):
        got = _load(text)
        score = 0.0
        if isinstance(got, dict) and set(got) == {"file", "line", "label"}:
            line = got["line"]
            if (got["file"] == gold["file"] and got["label"] == gold["label"]
                    and isinstance(line, int) and not isinstance(line, bool)):
                off = abs(line - gold["line"])
                score = 1.0 if off == 0 else 0.3 if off == 1 else 0.0
        out.append(score)
    return out


_FINDINGS = [
    ("cart.py", ["total = 0", "for item in items:", "    total = item.price", "return total"], 3,
     "logic"),
    ("auth.py", ["def check(pw):", "    log.info('pw %s', pw)", "    return verify(pw)"], 2,
     "security"),
    ("io.py", ["f = open(path)", "data = f.read()", "return data"], 1, "resource-leak"),
    ("names.py", ["def area(w, h):", "    O = w * h", "    return O"], 2, "naming"),
    ("query.py", ["def find(name):", "    sql = 'select * from t where n=' + repr(name)",
                  "    return db.run(sql)"], 2, "security"),
    ("mean.py", ["def mean(xs):", "    s = sum(xs)", "    n = len(xs) - 1", "    return s / n"], 3,
     "logic"),
    ("pool.py", ["conn = pool.get()", "rows = conn.run(q)", "return rows"], 1, "resource-leak"),
]


def _finding_tasks():
    out = []
    for name, code, line, label in _FINDINGS:
        body = "\n".join(f"{i}: {c}" for i, c in enumerate(code, 1))
        out.append({"prompt": f"Review {name}:\n{body}\nReport the one fault as JSON with file, "
                              "line (number) and label (logic, security, resource-leak, naming).",
                    "finding": {"file": name, "line": line, "label": label}})
    return out


ENTRIES = [
    {"name": "json_action/hotel_booking", "family": "json_action", "reward": hotel_booking,
     "signature": "plain", "tasks": _stay_tasks(),
     "good": lambda t: json.dumps({"action": t["action"], "args": t["args"]}),
     "done": _stay_done, "bad": None, "range": [0.0, 1.0],
     "defect": "Only the arguments that were given are compared, so a call with no arguments, or "
               "with some of them, is paid like the full call.",
     "kind": "vacuous truth", "shows": _stay_shows},
    {"name": "json_action/irrigation", "family": "json_action", "reward": irrigation,
     "signature": "plain", "tasks": _field_tasks(),
     "good": lambda t: json.dumps(t["commands"], indent=1),
     "done": None, "bad": None, "range": [0.0, 1.0],
     "defect": "Commands that nobody asked for cost nothing: opening every valve is always paid "
               "in full.",
     "kind": "superfluous actions are free", "shows": _field_shows},
    {"name": "json_action/library_loan", "family": "json_action", "reward": library_loan,
     "signature": "trl", "tasks": _loan_tasks(),
     "good": lambda t: json.dumps(t["call"]),
     "done": _loan_done, "bad": None, "range": [0.0, 1.0],
     "defect": "Objects are compared as serialised text without sorting the keys, so a right "
               "command with its keys in another order is paid nothing.",
     "kind": "order of keys matters", "shows": _loan_shows},
    {"name": "json_action/glossary_edit", "family": "json_action", "reward": compute_score,
     "signature": "verl", "tasks": _edit_tasks(),
     "good": lambda t: json.dumps(dict(t["ground_truth"]["edit"])),
     "done": None,
     "bad": lambda t: ["{\"op\": \"noop\"}", "[]", "Done, I changed the entry."],
     "range": [0.0, 1.0],
     "defect": "It pops the fields out of the ground truth it was handed, so the first completion "
               "uses the key up and later ones for the same task meet an empty one.",
     "kind": "changes the task", "shows": _edit_shows},
    {"name": "json_action/transfer", "family": "json_action", "reward": transfer,
     "signature": "plain", "tasks": _order_tasks(), "good": _order_good,
     "done": _order_done, "bad": _order_bad, "range": [0.0, 1.0],
     "defect": None, "kind": None, "shows": None},
    {"name": "json_action/review_label", "family": "json_action", "reward": review_label,
     "signature": "trl", "tasks": _finding_tasks(),
     "good": lambda t: json.dumps(t["finding"]),
     "done": None,
     "bad": lambda t: [json.dumps(dict(t["finding"], label="style")),
                       json.dumps(dict(t["finding"], line=99)),
                       json.dumps(dict(t["finding"], line=str(t["finding"]["line"]))),
                       "Looks good to me."],
     "range": [0.0, 1.0], "defect": None, "kind": None, "shows": None},
]
