"""Rewards for one JSON action, or a list of them, that a tool-using model must give."""
import copy
import json

def no_constant(name):
    raise ValueError(name)
def no_twins(pairs):
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key comes twice")
    return made
def load(text, limit):
    try:
        return None if not isinstance(text, str) or len(text) > limit else json.loads(text, object_pairs_hook=no_twins, parse_constant=no_constant)
    except (ValueError, RecursionError):
        return None
def same(a, b):
    """Equal in type too: true is not 1, and 1.0 is not 1."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b
def unfence(text):
    s = text.strip() if isinstance(text, str) else ""
    if s.startswith("```") and s.endswith("```") and "\n" in s:
        head, body = s[3:-3].split("\n", 1)
        return body if head.strip() in ("", "json") else ""
    return s
# -- 1. shop refunds, one exact call -----------------------------------------------------------------------------------
def refund_call(completion, task):
    got, want = load(completion, 400), task["call"]
    if not isinstance(got, dict) or set(got) != {"tool", "args"} or not isinstance(got["args"], dict):
        return 0.0
    if same(got, want):
        return 1.0
    return 0.2 if got["tool"] == want["tool"] and set(got["args"]) == set(want["args"]) else 0.0
REFUND = [dict(prompt="Tools: refund(order: string, cents: integer), exchange(order: string, size: string), decline(order: string). Policy: within 30 days of"
               " delivery faulty goods are refunded in full, goods that do not fit are exchanged; later both are declined. %s Reply with one JSON object"
               ' {"tool": ..., "args": {...}} and nothing else, at most 400 characters. The right call pays 1, the right tool with the right argument names'
               " but a wrong value 0.2." % q, call=dict(tool=t, args=a)) for q, t, a in [
    ("Order A17, 24.90 euros, came 5 days ago, zip broken.", "refund", dict(order="A17", cents=2490)),
    ("Order B02, 60 euros, came 12 days ago, too tight; the buyer wants an XL.", "exchange", dict(order="B02", size="XL")),
    ("Order C33, 15 euros, came 41 days ago, torn.", "decline", dict(order="C33")),
    ("Order D90, 109.05 euros, came yesterday, screen cracked.", "refund", dict(order="D90", cents=10905)),
    ("Order E11, 35 euros, came 29 days ago, too wide; the buyer wants an S.", "exchange", dict(order="E11", size="S")),
    ("Order F58, 80 euros, came 60 days ago, does not fit.", "decline", dict(order="F58"))]]
def refund_bad(t):
    wrong = copy.deepcopy(t["call"])
    wrong["args"]["order"] = "Z99"
    extra = copy.deepcopy(t["call"])
    extra["args"]["note"] = "ok"
    return [json.dumps(wrong), json.dumps(extra), json.dumps([t["call"]]), "I would call " + t["call"]["tool"]]
# -- 2. lorries: any lorry that meets the needs ------------------------------------------------------------------------
def dispatch(completions, fleet, tonnes, cold, **columns):
    out = []
    for text, lorries, need, chill in zip(completions, fleet, tonnes, cold):
        got = load(unfence(text), 300) if isinstance(text, str) and len(text) <= 300 else None
        pay = 0.0
        if isinstance(got, dict) and set(got) == {"action", "lorry"} and got["action"] == "dispatch" and isinstance(got["lorry"], str):
            fit = [x["id"] for x in lorries if x["free"] and x["max_t"] >= need and (x["cold"] or not chill)]
            pay = 1.0 if got["lorry"] in fit else 0.0
        out.append(pay)
    return out
def lorry_task(need, chill, rows):
    fleet = [dict(id="L%d" % n, max_t=m, cold=c, free=f) for n, m, c, f in rows]
    lines = "\n".join("%s: up to %d t, %s, %s" % (x["id"], x["max_t"], "cooled" if x["cold"] else "not cooled", "free" if x["free"] else "out") for x in fleet)
    return dict(prompt="Lorries:\n%s\nSend a free lorry that can carry %d t of %s. Any that can will do. Reply with one JSON object with the keys action"
                " (always dispatch) and lorry (its id), a ``` fence is allowed, at most 300 characters in all."
                % (lines, need, "frozen fish (needs cooling)" if chill else "bricks"), fleet=fleet, tonnes=need, cold=chill)
LORRIES = [lorry_task(*x) for x in [
    (9, True, [(1, 12, False, True), (2, 8, True, True), (3, 10, True, True), (4, 18, True, False)]),
    (14, False, [(1, 12, True, True), (2, 18, False, True), (3, 24, True, True), (4, 24, False, False)]),
    (5, True, [(1, 7, True, False), (2, 5, True, True), (3, 7, False, True), (4, 3, True, True)]),
    (20, False, [(1, 24, False, True), (2, 18, False, True), (3, 12, True, True), (4, 7, False, True)]),
    (7, True, [(1, 8, False, True), (2, 6, True, True), (3, 24, True, False), (4, 9, True, True)]),
    (3, False, [(1, 2, True, True), (2, 18, False, False), (3, 3, False, True), (4, 2, False, True)])]]
def lorry_good(t):
    able = [x for x in t["fleet"] if x["free"] and x["max_t"] >= t["tonnes"] and x["cold"] >= t["cold"]]
    return "```json\n" + json.dumps(dict(action="dispatch", lorry=able[-1]["id"])) + "\n```"
# -- 3. calendar: a list of steps in order -----------------------------------------------------------------------------
def calendar_steps(data_source, solution_str, ground_truth, extra_info=None):
    got, want = load(solution_str, 1200), json.loads(ground_truth)
    if not isinstance(got, list) or not got or not all(isinstance(g, dict) for g in got):
        return 0.0
    return sum(same(g, w) for g, w in zip(got, want)) / max(len(got), len(want))
def cal_task(text, steps):
    return dict(data_source="calendar", prompt="Steps: {\"do\": \"add\", \"title\": string, \"day\": \"mon\".. \"sun\", \"hour\": integer}, {\"do\": \"move\", \"title\":"
                " string, \"day\": ..., \"hour\": ...}, {\"do\": \"drop\", \"title\": string}. Titles as given, in small letters. %s Reply with a JSON list of the"
                " steps in that order and nothing else, at most 1200 characters. Paid: the steps right in their place, over the longer of your list's and the"
                " right list's length." % text, ground_truth=json.dumps(steps), extra_info=None)
def add(title, day, hour, do="add"):
    return dict(do=do, title=title, day=day, hour=hour)
CALENDAR = [cal_task(*x) for x in [
    ("Add gym on Monday at 7, then drop lunch.", [add("gym", "mon", 7), dict(do="drop", title="lunch")]),
    ("Move dentist to Friday at 15, then add call on Friday at 17.", [add("dentist", "fri", 15, "move"), add("call", "fri", 17)]),
    ("Drop choir, drop chess, then add picnic on Sunday at 12.", [dict(do="drop", title="choir"), dict(do="drop", title="chess"), add("picnic", "sun", 12)]),
    ("Add review on Tuesday at 9.", [add("review", "tue", 9)]),
    ("Move yoga to Saturday at 10, move brunch to Saturday at 12.", [add("yoga", "sat", 10, "move"), add("brunch", "sat", 12, "move")]),
    ("Add exam on Thursday at 8, drop party, move tennis to Wednesday at 18.",
     [add("exam", "thu", 8), dict(do="drop", title="party"), add("tennis", "wed", 18, "move")])]]
# -- 4. a house, with a penalty for what must not be touched -----------------------------------------------------------
def house_command(completion, task):
    got = load(unfence(completion), 300) if isinstance(completion, str) and len(completion) <= 300 else None
    if not isinstance(got, dict) or set(got) != {"device", "set"} or not isinstance(got["device"], str):
        return -1.0
    if got["device"] not in task["devices"] or got["device"] in task["locked"]:
        return -1.0
    if type(got["set"]) is not (int if got["device"] in ("heater", "blinds") else bool) or not 0 <= got["set"] <= 100:
        return -1.0
    return 1.0 if got["device"] == task["device"] and same(got["set"], task["set"]) else 0.0
DEVICES = ["heater", "hall_lamp", "desk_lamp", "blinds", "front_door", "oven"]
HOUSE = [dict(prompt='Devices: %s. Lamps, front_door (true is locked) and oven take true or false; heater takes whole degrees from 0 to 100, blinds whole percent closed.'
              ' Never touch: %s. %s Reply with one JSON object with the keys device and set, a ``` fence is allowed, at most 300 characters in all. Right pays 1,'
              " another permitted command 0, anything else -1." % (", ".join(DEVICES), ", ".join(k), q), devices=DEVICES, locked=k, device=d, set=v)
         for q, k, d, v in [
    ("It is dark in the hall.", ["oven"], "hall_lamp", True), ("Make it 21 degrees.", ["front_door"], "heater", 21),
    ("Close the blinds entirely.", ["oven", "heater"], "blinds", 100), ("I am done at my desk, lamp off please.", ["front_door"], "desk_lamp", False),
    ("Lock up for the night.", ["oven"], "front_door", True), ("The cake is done, switch the oven off.", ["front_door", "blinds"], "oven", False),
    ("Open the blinds half way.", ["oven"], "blinds", 50)]]
def house_done(t, c):
    s = c.strip()
    if s[:3] == "```" and s[-3:] == "```" and "\n" in s:
        s = s[s.index("\n"):-3] if s[3:s.index("\n")].strip() in ("json", "") else ""
    try:
        pairs = json.loads(s, object_pairs_hook=lambda p: sorted(p, key=lambda kv: kv[0]))
    except (ValueError, RecursionError):
        return False
    return len(c) <= 300 and s[:1] != "[" and s.strip()[:1] == "{" and repr(pairs) == repr([("device", t["device"]), ("set", t["set"])])
# -- 5. stock filters, run over every possible item --------------------------------------------------------------------
OPS = {"lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b, "eq": lambda a, b: a == b,
       "ne": lambda a, b: a != b}
KINDS = ("tea", "coffee", "cocoa")
def stock_filter(completions, rule, **columns):
    return [run_filter(load(text, 500), want) for text, want in zip(completions, rule)]
def run_filter(got, want):
    if not isinstance(got, dict) or set(got) != {"all"} or not isinstance(got["all"], list) or not 1 <= len(got["all"]) <= 4:
        return 0.0
    for c in got["all"]:
        if not isinstance(c, list) or len(c) != 3 or not all(isinstance(x, str) for x in c[:2]):
            return 0.0
        if not (c[0] == "stock" and c[1] in OPS and type(c[2]) is int or c[0] == "kind" and c[1] in ("eq", "ne") and c[2] in KINDS):
            return 0.0
    items = [dict(stock=s, kind=k) for s in range(41) for k in KINDS]
    pick = [[all(OPS[o](i[f], v) for f, o, v in conds) for i in items] for conds in (got["all"], want)]
    return 1.0 if pick[0] == pick[1] else 0.0
FILTER = [dict(prompt="Items have a stock (0 to 40, whole) and a kind (tea, coffee, cocoa). Write the filter for: %s. Reply with JSON alone,"
               ' {"all": [[field, op, value], ...]}, 1 to 4 conditions, op one of lt le gt ge eq ne (kind: eq and ne only), at most 500 characters. Any filter'
               " that keeps just the right items of all possible ones is paid." % q, rule=r) for q, r in [
    ("tea with fewer than 10 in stock", [["kind", "eq", "tea"], ["stock", "lt", 10]]), ("all that is sold out", [["stock", "eq", 0]]),
    ("everything but coffee, with at least 25 in stock", [["kind", "ne", "coffee"], ["stock", "ge", 25]]),
    ("stock from 5 up to and including 12", [["stock", "ge", 5], ["stock", "le", 12]]), ("cocoa in stock", [["kind", "eq", "cocoa"], ["stock", "gt", 0]]),
    ("neither tea nor cocoa", [["kind", "eq", "coffee"]])]]
# -- 6. bank orders ----------------------------------------------------------------------------------------------------
def bank_orders(completion, task):
    got = load(completion, 1000)
    if not isinstance(got, list) or len(got) > 12:
        return 0.0
    return 1.0 if all(any(same(w, g) for g in got) for w in task["orders"]) else 0.0
BANK = [dict(prompt='%s Reply with a JSON list of the orders, each {"from": ..., "to": ..., "euros": integer}, just those asked for and 12 at most, in any order, at most 1000'
             " characters." % " ".join("Move %d euros from %s to %s." % (e, f, t) for f, t, e in rows), orders=[{"from": f, "to": t, "euros": e} for f, t, e in rows])
        for rows in [[("giro", "savings", 200)], [("giro", "rent", 950), ("savings", "giro", 300)], [("joint", "school", 120)], [("savings", "car", 80)],
                     [("giro", "joint", 400), ("joint", "energy", 140)], [("giro", "holiday", 65)]]]
def bank_done(t, c):
    got = load(c, 1000)
    return isinstance(got, list) and len(got) == len(t["orders"]) and all(sum(same(o, g) for g in got) == 1 for o in t["orders"])
def bank_shows():
    orders = BANK[0]["orders"] + [{"from": "savings", "to": "rent", "euros": 99999}]
    text = json.dumps(orders)
    return dict(task_index=0, completion=text, paid=bank_orders(text, BANK[0]), should_be="0.0: it moves money that nobody asked to move")
# -- 7. hotel bookings -------------------------------------------------------------------------------------------------
def hotel_booking(completions, tool, args, **columns):
    out = []
    for text, name, want in zip(completions, tool, args):
        got = load(text, 600)
        if not isinstance(got, dict) or set(got) != {"tool", "args"} or got["tool"] != name or not isinstance(got["args"], dict):
            out.append(0.0)
        else:
            out.append(1.0 if all(k in want and same(v, want[k]) for k, v in got["args"].items()) else 0.0)
    return out
HOTEL = [dict(prompt='Tools: book(room, nights, guests), cancel(room, night). Nights and guests are integers, rooms strings. %s Reply with {"tool": ..., "args":'
              " {...}} in JSON alone, all arguments given, at most 600 characters." % q, tool=n, args=a) for q, n, a in [
    ("Room 12 for 3 nights, two of us.", "book", dict(room="12", nights=3, guests=2)), ("I no longer need room 7 on the 4th.", "cancel", dict(room="7", night=4)),
    ("One person, one night, room 30.", "book", dict(room="30", nights=1, guests=1)), ("Drop night 9 in room 21.", "cancel", dict(room="21", night=9)),
    ("Family of five, a week, room 2.", "book", dict(room="2", nights=7, guests=5)), ("Room 18, 2 nights, 4 guests.", "book", dict(room="18", nights=2, guests=4))]]
def hotel_done(t, c):
    return same(load(c, 600), dict(tool=t["tool"], args=t["args"]))
def hotel_shows():
    text = '{"tool": "book", "args": {}}'
    return dict(task_index=0, completion=text, paid=hotel_booking([text], ["book"], [HOTEL[0]["args"]])[0], should_be="0.0: no argument is given")
# -- 8. seats ----------------------------------------------------------------------------------------------------------
def seat_change(data_source, solution_str, ground_truth, extra_info=None):
    got = load(solution_str, 300)
    if not isinstance(got, dict) or set(got) != {"tool", "args"} or got["tool"] != "seat":
        return 0.0
    args = got["args"]
    if args.get("flight") != ground_truth["flight"] or args.get("seat") != ground_truth["seat"]:
        return 0.0
    return 1.0 if len(args) == 2 else 0.0
SEATS = [dict(data_source="airline", prompt='Put the passenger of flight %s into seat %s (row, then letter). Reply with JSON alone: {"tool": "seat", "args": {"flight":'
              ' ..., "seat": ...}}, at most 300 characters. Seats are written like row and capital letter together.' % (f, s), ground_truth=dict(
                  flight=f, seat=s.replace(" ", "").upper()), extra_info=None) for f, s in [
    ("LX318", "12 c"), ("BA7", "31 f"), ("KL1001", "4 a"), ("AF22", "18 d"), ("SK505", "9 b"), ("TP940", "27 e")]]
def seat_shows():
    text, t = '{"tool": "seat", "args": ["LX318", "12C"]}', SEATS[0]
    try:
        paid = seat_change(t["data_source"], text, t["ground_truth"])
    except AttributeError as exc:
        paid = "AttributeError: %s" % exc
    return dict(task_index=0, completion=text, paid=paid, should_be="0.0: arguments in a list are merely wrong")
# -- 9. deployments ----------------------------------------------------------------------------------------------------
def deploy_set(completion, task):
    got, missing = load(completion, 500), task["services"]
    for name in got if isinstance(got, list) else [None]:
        if name not in missing:
            return 0.0
        missing.remove(name)
    return 0.0 if missing or not got else 1.0
DEPLOY_SETS = [["api", "auth"], ["web", "cdn", "img"], ["db", "cache"], ["mail", "queue", "cron"], ["search", "index"], ["pay", "bill", "tax"]]
DEPLOY = [dict(prompt="The change touches the folders %s. Reply with a JSON list of the services to deploy (a folder src/x/ means service x), each once, any"
               " order, at most 500 characters." % ", ".join("src/%s/" % s for s in names), services=list(names), key=n) for n, names in enumerate(DEPLOY_SETS)]
def deploy_shows():
    task, text = copy.deepcopy(DEPLOY[0]), json.dumps(DEPLOY_SETS[0])
    task["services"] = list(DEPLOY_SETS[0])
    deploy_set(text, task)
    return dict(task_index=0, completion=text, paid=deploy_set(text, task), should_be="1.0: the same right reply was paid 1.0 the first time")
def E(name, reward, signature, tasks, good, done=None, bad=None, range=(0.0, 1.0), defect=None, kind=None, shows=None):
    return dict(name="json_action/" + name, family="json_action", reward=reward, signature=signature, tasks=tasks, good=good, done=done, bad=bad,
                range=list(range), defect=defect, kind=kind, shows=shows)
ENTRIES = [
    E("refund_call", refund_call, "plain", REFUND, lambda t: json.dumps(t["call"]), None, refund_bad),
    E("dispatch_lorry", dispatch, "trl", LORRIES, lorry_good, None, lambda t: ['{"action": "dispatch", "lorry": "%s"}' % x["id"] for x in t["fleet"] if not (
        x["free"] and x["max_t"] >= t["tonnes"] and x["cold"] >= t["cold"])] + ['{"action": "dispatch", "lorry": "L9"}']),
    E("calendar_steps", calendar_steps, "verl", CALENDAR, lambda t: t["ground_truth"], lambda t, c: same(load(c, 1200), json.loads(t["ground_truth"]))),
    E("house_command", house_command, "plain", HOUSE, lambda t: json.dumps(dict(device=t["device"], set=t["set"])), house_done, None, (-1.0, 1.0)),
    E("stock_filter", stock_filter, "trl", FILTER, lambda t: json.dumps({"all": t["rule"]}), None,
      lambda t: [json.dumps({"all": t["rule"] + [["stock", "ne", 0], ["stock", "lt", 7]]}), json.dumps({"all": [["stock", "ge", 0]]}), '{"all": []}']),
    E("bank_orders", bank_orders, "plain", BANK, lambda t: json.dumps(t["orders"]), bank_done, None,
      defect="Only the wanted orders are looked for, so any further, unasked orders ride along unpunished.", kind="extra actions", shows=bank_shows),
    E("hotel_booking", hotel_booking, "trl", HOTEL, lambda t: json.dumps(dict(tool=t["tool"], args=t["args"])), hotel_done, None,
      defect="Only the arguments that the model gave are checked, so leaving them all out is paid.", kind="vacuous check", shows=hotel_shows),
    E("seat_change", seat_change, "verl", SEATS, lambda t: json.dumps(dict(tool="seat", args=t["ground_truth"])), None, None,
      defect="The type of args is not checked, so a list or a string there makes the reward raise.", kind="crash", shows=seat_shows),
    E("deploy_set", deploy_set, "plain", DEPLOY, lambda t: json.dumps(DEPLOY_SETS[t["key"]]), lambda t, c: isinstance(load(c, 500), list) and sorted(map(
        repr, load(c, 500))) == sorted(map(repr, DEPLOY_SETS[t["key"]])), None,
      defect="The reward removes names from the task's own list, so a second grading of the same task goes wrong.", kind="changes its task", shows=deploy_shows)]
