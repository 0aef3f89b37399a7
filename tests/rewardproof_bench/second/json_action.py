"""Rewards of the family json_action."""
import json
import re
from datetime import datetime


def _strip_fence(text):
    m = re.fullmatch(r"```(?:json)?[ \t]*\n(.*)\n```", text.strip(), re.S)
    return m.group(1) if m else text


# --------------------------------------------------------------------- helpdesk router


def ticket_action_reward(completion, task):
    """Helpdesk agent: the tool must be right, then the share of arguments that are right."""
    want = task["action"]
    try:
        call = json.loads(_strip_fence(completion))
    except (ValueError, RecursionError):
        return 0.0
    if not isinstance(call, dict) or call.get("tool") != want["tool"]:
        return 0.0
    args = call.get("arguments")
    if not isinstance(args, dict) or not args:
        return 0.0
    right = sum(1 for key, value in args.items()
                if key in want["arguments"] and want["arguments"][key] == value)
    return right / len(args)


_TICKETS = [
    ("Printer on floor 3 prints blank pages since Monday; two people wait for it.",
     "create_ticket", {"queue": "hardware", "priority": "P3", "asset": "printer-3F"}),
    ("Maria Olsen (m.olsen) forgot her password and has a client call in ten minutes.",
     "reset_password", {"user": "m.olsen", "notify": "sms", "priority": "P2"}),
    ("The whole Ghent office has lost the network.", "page_oncall",
     {"team": "network", "site": "ghent", "priority": "P1"}),
    ("Please give Tomas (t.rek) read access to the sales share until 30 June.",
     "grant_access", {"user": "t.rek", "share": "sales", "level": "read",
                      "until": "2025-06-30"}),
    ("Laptop LT-2291 was stolen from a train.", "lock_device",
     {"asset": "LT-2291", "wipe": "yes", "reason": "stolen"}),
    ("New starter Ines (i.sousa) begins on 2 May and needs the design bundle.",
     "create_account", {"user": "i.sousa", "bundle": "design", "start": "2025-05-02"}),
    ("Outlook says the mailbox of p.grau is full; she wants 20 GB more.", "set_quota",
     {"user": "p.grau", "service": "mail", "add": "20GB"}),
    ("VPN drops every hour for remote staff, not urgent, ask network to look.",
     "create_ticket", {"queue": "network", "priority": "P4", "asset": "vpn"}),
]
TICKET_TASKS = [{"prompt": f"Request: {text}\nReply with one JSON object: a \"tool\" and its "
                           f"\"arguments\" ({', '.join(args)}).",
                 "action": {"tool": tool, "arguments": args}} for text, tool, args in _TICKETS]


def ticket_good(task):
    return json.dumps(task["action"])


def ticket_done(task, completion):
    try:
        return json.loads(completion) == task["action"]
    except ValueError:
        return False


def ticket_bad(task):
    args = task["action"]["arguments"]
    first = next(iter(args))
    return [json.dumps({"tool": task["action"]["tool"], "arguments": {first: args[first]}}),
            json.dumps({"tool": "close_ticket", "arguments": args}),
            json.dumps({"tool": task["action"]["tool"], "arguments": {}}), "Sure, on it!"]


def ticket_shows():
    t = TICKET_TASKS[3]
    text = json.dumps({"tool": "grant_access", "arguments": {"user": "t.rek"}})
    return {"task_index": 3, "completion": text, "paid": ticket_action_reward(text, t),
            "should_be": "0.25: one of four needed arguments is there"}


# --------------------------------------------------------------------- warehouse robot


def plan_reward(completion, task):
    """Picking robot: the JSON list of steps has to follow the reference route."""
    try:
        plan = json.loads(_strip_fence(completion))
    except (ValueError, RecursionError):
        return 0.0
    if not isinstance(plan, list):
        return 0.0
    follows = all(step == want for step, want in zip(plan, task["route"]))
    return 1.0 if follows else 0.0


_ORDERS = [(["A3"], "OUT1"), (["B7", "B9"], "OUT2"), (["C1"], "OUT2"), (["A1", "D4"], "OUT1"),
           (["D2", "D3", "D8"], "OUT3"), (["F5"], "OUT3"), (["E1", "E6"], "OUT1")]


def _route(bins, dock):
    steps = []
    for name in bins:
        steps += [{"do": "goto", "at": name}, {"do": "pick", "at": name}]
    return steps + [{"do": "goto", "at": dock}, {"do": "drop", "at": dock}]


PLAN_TASKS = [{"prompt": f"Bring one item from each of {', '.join(bins)} (in that order) to dock "
                         f"{dock}. Reply with a JSON list of steps, each {{\"do\": "
                         "goto|pick|drop, \"at\": place}; go to a place before you pick or drop "
                         "there, and drop once at the end.",
               "bins": bins, "dock": dock, "route": _route(bins, dock)} for bins, dock in _ORDERS]


def plan_good(task):
    return json.dumps(task["route"], indent=1)


def plan_done(task, completion):
    try:
        plan = json.loads(completion)
        at, held = None, []
        for step in plan:
            if step["do"] == "goto":
                at = step["at"]
            elif step["at"] != at:
                return False
            elif step["do"] == "pick":
                held.append(at)
        return held == task["bins"] and plan[-1] == {"do": "drop", "at": task["dock"]}
    except (ValueError, KeyError, TypeError, IndexError):
        return False


def plan_shows():
    return {"task_index": 1, "completion": "[]", "paid": plan_reward("[]", PLAN_TASKS[1]),
            "should_be": "0.0: an empty plan brings nothing"}


# --------------------------------------------------------------------- home assistant (TRL)


def device_call_reward(completions, expected, **kwargs):
    """Home assistant: the device must match, and so must its settings."""
    rewards = []
    for text, want in zip(completions, expected):
        try:
            got = json.loads(text)
        except (ValueError, RecursionError):
            rewards.append(0.0)
            continue
        if not isinstance(got, dict):
            rewards.append(0.0)
            continue
        same_device = got.pop("device", None) == want.pop("device", None)
        rewards.append(1.0 if same_device and got == want else 0.0)
    return rewards


_HOME = [
    ("Make the bedroom a cosy 19 degrees.", {"device": "bedroom_heating", "celsius": 19}),
    ("Dim the kitchen lights to 30 percent.", {"device": "kitchen_lights", "percent": 30}),
    ("Close the blinds in the study.", {"device": "study_blinds", "state": "closed"}),
    ("Play jazz in the living room at volume 25.",
     {"device": "living_room_speaker", "genre": "jazz", "volume": 25}),
    ("Start the robot vacuum in the hall on quiet.",
     {"device": "vacuum", "room": "hall", "mode": "quiet"}),
    ("Wake me at 06:45 on the bedside clock.", {"device": "bedside_clock", "alarm": "06:45"}),
    ("Lock the front door.", {"device": "front_door", "state": "locked"}),
    ("Set the porch light to green.", {"device": "porch_light", "colour": "green"}),
]
HOME_TASKS = [{"prompt": f"User: {said}\nAnswer with one JSON object with \"device\" and the "
                         f"settings {', '.join(k for k in want if k != 'device')}.",
               "expected": want} for said, want in _HOME]
_HOME_GOOD = {t["prompt"]: json.dumps(t["expected"]) for t in HOME_TASKS}


def home_good(task):
    return _HOME_GOOD[task["prompt"]]


def home_shows():
    task = json.loads(json.dumps(HOME_TASKS[3]))
    text = home_good(task)
    paid = device_call_reward([text, text], expected=[task["expected"]] * 2,
                              prompts=[task["prompt"]] * 2)
    return {"task_index": 3, "completion": text, "paid": paid,
            "should_be": "[1.0, 1.0]: the same right call twice in one group"}


# --------------------------------------------------------------------- strategy game (verl)


def order_score(data_source, solution_str, ground_truth, extra_info=None):
    """Strategy game: 1 for the right order; for the right unit, a little for each right field."""
    want = json.loads(ground_truth)
    try:
        order = json.loads(_strip_fence(solution_str))
    except (ValueError, RecursionError):
        return 0.5
    if not isinstance(order, dict) or order.get("unit") != want["unit"]:
        return 0.0
    if order == want:
        return 1.0
    right = sum(1 for key in want if key != "unit" and key in order and order[key] == want[key])
    return 0.3 * right / len(set(want) | set(order))


_MOVES = [
    ("Enemy cavalry nears the bridge; our pikes (u7) stand beside it.",
     {"unit": "u7", "order": "hold", "tile": "bridge", "stance": "brace"}),
    ("Scout u2 sees fog to the north-east and nothing else.",
     {"unit": "u2", "order": "move", "tile": "n4", "stance": "stealth"}),
    ("The worker u11 is idle next to unmined gold at d6.",
     {"unit": "u11", "order": "mine", "tile": "d6", "stance": "none"}),
    ("Archers u5 are on the hill, an enemy mage is at e3 in range.",
     {"unit": "u5", "order": "attack", "tile": "e3", "stance": "volley"}),
    ("Medic u9 is free; the badly hurt knight is at c2.",
     {"unit": "u9", "order": "heal", "tile": "c2", "stance": "none"}),
    ("The fleet u14 must leave the burning harbour for the strait at h8.",
     {"unit": "u14", "order": "move", "tile": "h8", "stance": "retreat"}),
    ("Siege engine u3 faces the east gate at k5.",
     {"unit": "u3", "order": "bombard", "tile": "k5", "stance": "none"}),
]
MOVE_TASKS = [{"prompt": f"{text} Give the best order as JSON with unit, order, tile, stance "
                         "(stance is none where it does not apply).",
               "data_source": "skirmish", "ground_truth": json.dumps(want),
               "extra_info": {"turn": 3 + i}} for i, (text, want) in enumerate(_MOVES)]


def move_good(task):
    return "```json\n" + json.dumps(json.loads(task["ground_truth"]), indent=2) + "\n```"


def move_shows():
    t = MOVE_TASKS[0]
    return {"task_index": 0, "completion": "pass",
            "paid": order_score(t["data_source"], "pass", t["ground_truth"], t["extra_info"]),
            "should_be": "0.0: not JSON at all, yet paid more than a nearly right order"}


# --------------------------------------------------------------------- refund desk


def _no_duplicates(pairs):
    if len({k for k, _ in pairs}) != len(pairs):
        raise ValueError("duplicate key")
    return dict(pairs)


def _no_constants(name):
    raise ValueError(f"{name} is not JSON")


def _equal(a, b):
    """JSON equality: numbers by value, but never a boolean for a number."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return a == b
    return type(a) is type(b) and a == b


def refund_call_reward(completion, task):
    """Refund desk API: 1 for exactly the right call, up to 0.3 for the right tool with slips."""
    try:
        call = json.loads(_strip_fence(completion), object_pairs_hook=_no_duplicates,
                          parse_constant=_no_constants)
    except (ValueError, RecursionError):
        return 0.0
    if not isinstance(call, dict) or set(call) != {"tool", "arguments"}:
        return 0.0
    args, want = call["arguments"], task["arguments"]
    if call["tool"] != task["tool"] or not isinstance(args, dict):
        return 0.0
    right = sum(1 for k in want if k in args and _equal(args[k], want[k]))
    if right == len(want) == len(args):
        return 1.0
    return 0.3 * right / len(set(want) | set(args))


_REFUNDS = [
    ("Order 88120 arrived broken; give back the full 49.90 EUR to the card.", "refund",
     {"order": 88120, "amount": 49.9, "currency": "EUR", "to": "card"}),
    ("Order 77031: one of two mugs is missing, 12 GBP each, customer wants store credit.",
     "refund", {"order": 77031, "amount": 12, "currency": "GBP", "to": "credit"}),
    ("Order 90017 has not shipped; the customer wants to cancel it and be told by mail.",
     "cancel", {"order": 90017, "notify": True}),
    ("Order 65544: wrong size (M); send size L, no charge.", "exchange",
     {"order": 65544, "size": "L", "charge": False}),
    ("Order 71200 is lost in the post; send it again by express.", "resend",
     {"order": 71200, "service": "express"}),
    ("Order 34343: goodwill of 5 USD to the card for the late delivery.", "refund",
     {"order": 34343, "amount": 5, "currency": "USD", "to": "card"}),
    ("Order 52001: cancel it quietly, it is a duplicate.", "cancel",
     {"order": 52001, "notify": False}),
    ("Order 20499: the customer will post the lamp back, make a label for 3.2 kg.", "label",
     {"order": 20499, "weight_kg": 3.2}),
]
REFUND_TASKS = [{"prompt": f"{text}\nReply with only a JSON object with keys tool and "
                           f"arguments; the arguments are {', '.join(args)} (numbers as "
                           "numbers, yes/no as booleans).",
                 "tool": tool, "arguments": args} for text, tool, args in _REFUNDS]


def refund_good(task):
    return json.dumps({"tool": task["tool"], "arguments": task["arguments"]}, indent=2)


def refund_done(task, completion):
    try:
        got = json.loads(completion)
    except ValueError:
        return False
    return json.dumps(got, sort_keys=True) == json.dumps(
        {"tool": task["tool"], "arguments": task["arguments"]}, sort_keys=True)


def refund_bad(task):
    args = task["arguments"]
    return [json.dumps({"tool": task["tool"], "arguments": {**args, "order": 1}}),
            json.dumps({"tool": task["tool"], "arguments": {**args, "override": True}}),
            json.dumps({"tool": "noop", "arguments": args}),
            json.dumps({"tool": task["tool"], "arguments": {"order": args["order"]}}), "{}"]


# --------------------------------------------------------------------- calendar (TRL)


def _when(text):
    try:
        return datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None


def _names(value):
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        return None
    return sorted(v.strip().casefold() for v in value)


def _is_int(value):
    return isinstance(value, int) and not isinstance(value, bool)


def calendar_reward(completions, event, **kwargs):
    """Meeting scheduler: 1 for the right booking, at most 0.3 when the start is right only."""
    rewards = []
    for completion, want in zip(completions, event):
        try:
            got = json.loads(_strip_fence(completion))
        except (ValueError, RecursionError):
            got = None
        if not isinstance(got, dict) or set(got) != set(want) or \
                _when(got["start"]) != datetime.fromisoformat(want["start"]):
            rewards.append(0.0)
            continue
        checks = [_names(got["attendees"]) == _names(want["attendees"]),
                  _is_int(got["minutes"]) and got["minutes"] == want["minutes"],
                  isinstance(got["room"], str) and got["room"].casefold() == want["room"]]
        rewards.append(1.0 if all(checks) else 0.1 * (1 + sum(checks)))
    return rewards


_MEETINGS = [
    ("Anna and Bo, half an hour on 3 March 2025 at nine, room Oak.",
     "2025-03-03T09:00", ["anna", "bo"], 30, "oak"),
    ("A one-hour review with Carla, Dev and Eli, 4 March 2025, 14:30, room Birch.",
     "2025-03-04T14:30", ["carla", "dev", "eli"], 60, "birch"),
    ("Quarter of an hour with Finn on 5 March 2025 at 8:15, room Oak.",
     "2025-03-05T08:15", ["finn"], 15, "oak"),
    ("All afternoon (240 minutes) on 6 March 2025 from one o'clock, Gus, Hana, Ivo, room Elm.",
     "2025-03-06T13:00", ["gus", "hana", "ivo"], 240, "elm"),
    ("45 minutes with Jo and Kim at noon on 10 March 2025, room Ash.",
     "2025-03-10T12:00", ["jo", "kim"], 45, "ash"),
    ("Interview with Lea and Max, 11 March 2025, 16:00, 50 minutes, room Birch.",
     "2025-03-11T16:00", ["lea", "max"], 50, "birch"),
]
MEETING_TASKS = [{"prompt": f"Book this: {text} Reply with JSON: start (ISO, local time), "
                            "attendees (list of first names), minutes (integer), room.",
                  "event": {"start": s, "attendees": who, "minutes": n, "room": room}}
                 for text, s, who, n, room in _MEETINGS]


def meeting_good(task):
    e = task["event"]
    return json.dumps({"start": e["start"] + ":00", "room": e["room"].title(),
                       "minutes": e["minutes"],
                       "attendees": [n.title() for n in reversed(e["attendees"])]})


ENTRIES = [
    {"name": "json_action/ticket_router", "family": "json_action",
     "reward": ticket_action_reward, "signature": "plain", "tasks": TICKET_TASKS,
     "good": ticket_good, "done": ticket_done, "bad": ticket_bad, "range": [0.0, 1.0],
     "defect": "the score divides by the number of arguments given, not the number needed, so "
               "one right argument alone gets full marks",
     "kind": "denominator chosen by the model", "shows": ticket_shows},
    {"name": "json_action/warehouse_plan", "family": "json_action", "reward": plan_reward,
     "signature": "plain", "tasks": PLAN_TASKS, "good": plan_good, "done": plan_done,
     "bad": None, "range": [0.0, 1.0],
     "defect": "zip stops at the shorter list, so an empty or cut-off plan (or one with extra "
               "steps) passes",
     "kind": "vacuous pass through zip", "shows": plan_shows},
    {"name": "json_action/home_assistant", "family": "json_action",
     "reward": device_call_reward, "signature": "trl", "tasks": HOME_TASKS, "good": home_good,
     "done": None, "bad": None, "range": [0.0, 1.0],
     "defect": "it pops the device from the reference itself, so from the second completion of "
               "a group on the right call is refused and one without a device is paid",
     "kind": "mutates the reference", "shows": home_shows},
    {"name": "json_action/game_order", "family": "json_action", "reward": order_score,
     "signature": "verl", "tasks": MOVE_TASKS, "good": move_good, "done": None, "bad": None,
     "range": [0.0, 1.0],
     "defect": "unparsable output is paid 0.5, more than any honest but imperfect order",
     "kind": "parse failure beats an attempt", "shows": move_shows},
    {"name": "json_action/refund_call", "family": "json_action", "reward": refund_call_reward,
     "signature": "plain", "tasks": REFUND_TASKS, "good": refund_good, "done": refund_done,
     "bad": refund_bad, "range": [0.0, 1.0], "defect": None, "kind": None, "shows": None},
    {"name": "json_action/calendar", "family": "json_action", "reward": calendar_reward,
     "signature": "trl", "tasks": MEETING_TASKS, "good": meeting_good, "done": None, "bad": None,
     "range": [0.0, 1.0], "defect": None, "kind": None, "shows": None},
]
