"""Rewards for JSON actions (tool calls) that a model writes."""
import json
import re


def _reject(token):
    raise ValueError("constant " + token)


def _pairs(items):
    d = dict(items)
    if len(d) != len(items):
        raise ValueError("duplicate key")
    return d


def _load(text, limit=4000):
    """The JSON value, or None for anything that is not clean JSON (NaN, duplicate keys, deep nesting, over length)."""
    if not isinstance(text, str) or len(text) > limit:
        return None
    try:
        return json.loads(text, parse_constant=_reject, object_pairs_hook=_pairs)
    except (ValueError, RecursionError):
        return None


def _same(a, b):
    """Equality that keeps True apart from 1 and 1 apart from 1.0 in type."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(_same(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(_same, a, b))
    return a == b


# ---------------------------------------------------------------- 1. warehouse: one call, strict
MOVES = [("Move 40 of item K-118 from bay A3 to bay C1.", "move", dict(item="K-118", qty=40, src="A3", dst="C1")),
         ("Take 6 of item P-007 out of bay B2 for scrap.", "scrap", dict(item="P-007", qty=6, src="B2")),
         ("200 pieces of Z-410 have come in, put them in bay D4.", "receive", dict(item="Z-410", qty=200, dst="D4")),
         ("Shift 12 of K-119 from C1 over to A3.", "move", dict(item="K-119", qty=12, src="C1", dst="A3")),
         ("Bin 1 broken M-222 lying in D4.", "scrap", dict(item="M-222", qty=1, src="D4")),
         ("Book in 75 of P-008, they go to B1.", "receive", dict(item="P-008", qty=75, dst="B1")),
         ("Bring 3 of Z-411 from B1 to B2.", "move", dict(item="Z-411", qty=3, src="B1", dst="B2"))]
MOVE_TASKS = [dict(prompt="You drive a warehouse API. Order: \"%s\"\nReply with one JSON object and nothing else: {\"op\": ..., \"args\": {...}}.\n"
                          "move: item, qty, src, dst. scrap: item, qty, src. receive: item, qty, dst. qty is a JSON integer, the rest strings.\n"
                          "Points: 0.2 for the right op with exactly the right argument names, plus 0.8 times the square of the share of right "
                          "argument values. Anything else 0." % q, op=op, args=a) for q, op, a in MOVES]


def move_reward(completion, task):
    act = _load(completion)
    if not isinstance(act, dict) or set(act) != {"op", "args"} or act["op"] != task["op"] or not isinstance(act["args"], dict):
        return 0.0
    if set(act["args"]) != set(task["args"]):
        return 0.0
    right = sum(_same(act["args"][k], v) for k, v in task["args"].items())
    return 0.2 + 0.8 * (right / len(task["args"])) ** 2


def move_good(task):
    return json.dumps(dict(op=task["op"], args=task["args"]), indent=1)


def move_done(task, completion):
    try:
        return json.dumps(json.loads(completion), sort_keys=True) == json.dumps(dict(op=task["op"], args=task["args"]), sort_keys=True)
    except ValueError:
        return False


def move_bad(task):
    a = task["args"]
    return [json.dumps(dict(op=task["op"], args=dict(a, qty=str(a["qty"])))), json.dumps(dict(op=task["op"], args=dict(a, qty=a["qty"] + 1))),
            json.dumps([dict(op=task["op"], args=a)]), json.dumps(dict(op="move" if task["op"] != "move" else "scrap", args=a))]


# ---------------------------------------------------------------- 2. helpdesk: label several fields, fence allowed
TICKETS = [("My card was charged twice for order 5512, please fix it today!", "billing", "high", [5512]),
           ("How do I change the language of the app? No hurry.", "howto", "low", []),
           ("The site shows error 500 at checkout for everyone, we lose sales.", "outage", "high", []),
           ("Orders 210 and 211 arrived without invoices. Would be nice to get them this month.", "billing", "low", [210, 211]),
           ("Where can I find the export button? No hurry at all.", "howto", "low", []),
           ("Refund for order 9001 is missing, I need it today.", "billing", "high", [9001]),
           ("Nobody in our firm can log in since 8 am, urgent.", "outage", "high", [])]
TICKET_TASKS = [dict(prompt="Label the ticket.\nTicket: %s\nReply with a JSON object with the keys category (billing, howto or outage), priority (high "
                     "if it is urgent, needed today or an outage, else low) and orders (the list of order numbers named, as integers, in any "
                     "order, each once). A ```json fence around it is allowed, other text is not. All three keys must be there and no more. Points: "
                     "0 if the category is wrong; else 0.4, plus 0.3 for the priority, plus 0.3 for the orders." % t,
                     category=c, priority=p, orders=o) for t, c, p, o in TICKETS]


def ticket_reward(completions, category, priority, orders, **kwargs):
    out = []
    for text, c, p, o in zip(completions, category, priority, orders):
        score = 0.0
        if isinstance(text, str):
            body = text.strip()
            if body.startswith("```json\n") and body.endswith("\n```"):
                body = body[8:-4]
            d = _load(body)
            if isinstance(d, dict) and set(d) == {"category", "priority", "orders"} and d["category"] == c:
                lst = d["orders"]
                fine = isinstance(lst, list) and all(type(x) is int for x in lst) and sorted(lst) == sorted(o)
                score = round(0.4 + 0.3 * (d["priority"] == p) + 0.3 * fine, 6)
        out.append(score)
    return out


def ticket_good(task):
    return "```json\n%s\n```" % json.dumps({k: task[k] for k in ("category", "priority", "orders")})


# ---------------------------------------------------------------- 3. smart home: an ordered plan of calls
SCENES = [("Good night: lock the door, then lamps off, then heating to 17.", [["lock", "door", None], ["off", "lamps", None], ["set", "heating", 17]]),
          ("Film: blinds down is not needed, only dim the lamps to 20.", [["set", "lamps", 20]]),
          ("Leaving: heating to 15, lamps off, and last of all lock the door.", [["set", "heating", 15], ["off", "lamps", None], ["lock", "door", None]]),
          ("Morning: heating to 21, then lamps to 80.", [["set", "heating", 21], ["set", "lamps", 80]]),
          ("A guest is coming: unlock the door, then lamps to 100.", [["unlock", "door", None], ["set", "lamps", 100]]),
          ("Turn the oven off at once.", [["off", "oven", None]])]
SCENE_TASKS = [dict(data_source="home/scenes", prompt="Turn the wish into JSON calls, in the order wished: a list of objects {\"do\": one of "
                    "lock, unlock, off, set; \"what\": one of door, lamps, heating, oven; \"to\": a number (only with set)}.\nWish: %s\n"
                    "Reply with the list alone. The full list in order earns 1. A correct beginning of at least one call, nothing wrong after "
                    "it but cut short, earns half of its share. A valid list with any wrong call earns 0; what is no such list earns -0.25." % w,
                    ground_truth=json.dumps(g), extra_info=dict(split="train")) for w, g in SCENES]
VERBS, THINGS = ("lock", "unlock", "off", "set"), ("door", "lamps", "heating", "oven")


def _calls(text):
    plan = _load(text)
    if not isinstance(plan, list) or not plan:
        return None
    out = []
    for c in plan:
        if not isinstance(c, dict) or c.get("do") not in VERBS or c.get("what") not in THINGS:
            return None
        if set(c) != ({"do", "what", "to"} if c["do"] == "set" else {"do", "what"}):
            return None
        if c["do"] == "set" and type(c["to"]) not in (int, float):
            return None
        out.append([c["do"], c["what"], c.get("to")])
    return out


def scene_reward(data_source, solution_str, ground_truth, extra_info=None):
    got, want = _calls(solution_str), json.loads(ground_truth)
    if got is None:
        return -0.25
    if got == want:
        return 1.0
    return 0.5 * len(got) / len(want) if len(got) < len(want) and got == want[:len(got)] else 0.0


def scene_good(task):
    return json.dumps([dict(do=d, what=w) if to is None else dict(do=d, what=w, to=to) for d, w, to in json.loads(task["ground_truth"])])


def scene_done(task, completion):
    flat = re.sub(r"\s", "", completion)
    return flat == re.sub(r"\s", "", scene_good(task))


# ---------------------------------------------------------------- 4. calendar clean-up (faulty)
CAL = [("Cancel events 3 and 8.", [3, 8]), ("Cancel event 12.", [12]), ("Drop 1, 2 and 5 from my week.", [1, 2, 5]), ("Remove 7 and 9.", [7, 9]),
       ("Please delete event 4.", [4]), ("Delete events 10, 11, 14, 15.", [10, 11, 14, 15])]
CAL_TASKS = [dict(prompt="Calendar agent. %s Reply with a JSON list of {\"cancel\": id} objects, one for each event to cancel and no others. "
                         "Score: share of the due events cancelled, minus 0.5 for every wrong one, not below 0." % q, pending=list(ids), asked=list(ids)) for q, ids in CAL]


def cal_reward(completion, task):
    plan = _load(completion)
    if not isinstance(plan, list):
        return 0.0
    due, wrong = len(task["pending"]), 0
    for act in plan:
        event = act.get("cancel") if isinstance(act, dict) else None
        if type(event) is int and event in task["pending"]:
            task["pending"].remove(event)
        else:
            wrong += 1
    hit = 1.0 if due == 0 else (due - len(task["pending"])) / due
    return max(0.0, hit - 0.5 * wrong)


def cal_good(task):
    return json.dumps([dict(cancel=i) for i in task["asked"]])


def cal_shows():
    task = dict(CAL_TASKS[0], pending=list(CAL_TASKS[0]["asked"]))
    cal_reward(cal_good(task), task)
    return dict(task_index=0, completion="[]", paid=cal_reward("[]", task),
                should_be="0.0: nothing is cancelled; a rollout of the same task before it has emptied the list of due events")


ENTRIES = [
    dict(name="json_action/warehouse", family="json_action", reward=move_reward, signature="plain", tasks=MOVE_TASKS, good=move_good,
         done=move_done, bad=move_bad, range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="json_action/ticket_labels", family="json_action", reward=ticket_reward, signature="trl", tasks=TICKET_TASKS, good=ticket_good,
         done=None, bad=None, range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="json_action/scene_plan", family="json_action", reward=scene_reward, signature="verl", tasks=SCENE_TASKS, good=scene_good,
         done=scene_done, bad=None, range=[-0.25, 1.0], defect=None, kind=None, shows=None),
    dict(name="json_action/calendar", family="json_action", reward=cal_reward, signature="plain", tasks=CAL_TASKS, good=cal_good, done=None,
         bad=None, range=[0.0, 1.0], defect="The reward removes matched events from the task itself, so a second rollout of the same task is "
         "judged against an emptied list: an empty plan is paid in full and the right one nothing.", kind="mutates the task", shows=cal_shows),
]
