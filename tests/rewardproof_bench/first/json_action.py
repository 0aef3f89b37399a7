"""Rewards for an action or a tool call written as JSON."""
import copy
import json
import re
from collections import Counter

FAMILY = "json_action"


def _columns(task):
    """The columns of one task, as a trainer passes them for a batch of one."""
    return {("prompts" if k == "prompt" else k): [v] for k, v in task.items()}


def _fenced(text):
    """The last fenced block of a text, or else the whole of it."""
    blocks = re.findall(r"```(?:json)?\s*\n(.*?)```", text, re.DOTALL)
    return blocks[-1] if blocks else text


def _fence(value):
    return "```json\n" + json.dumps(value, ensure_ascii=False) + "\n```"


# --- smart home: one tool call ----------------------------------------------------------------

_HOME = [
    ("Dim the bedroom lamp to 20 per cent.", "set_light", {"room": "bedroom", "level": 20}),
    ("Make it 21 degrees in the study from 7 in the morning.", "set_heating",
     {"room": "study", "celsius": 21, "start": "07:00"}),
    ("Lock the back door.", "lock", {"door": "back"}),
    ("Play the album Blue Train in the kitchen, quietly, at volume 3.", "play_music",
     {"room": "kitchen", "album": "Blue Train", "volume": 3}),
    ("Run the vacuum in the hall at half past nine.", "vacuum",
     {"room": "hall", "start": "09:30"}),
    ("Wake me at 6:45 on weekdays.", "set_alarm", {"time": "06:45", "repeat": "weekdays"}),
    ("Close the blinds in the nursery completely.", "set_blinds",
     {"room": "nursery", "closed_percent": 100}),
]
_HOME_ASK = ("You control a home with the tools set_light(room, level), set_heating(room, "
             "celsius, start), lock(door), play_music(room, album, volume), vacuum(room, start), "
             "set_alarm(time, repeat) and set_blinds(room, closed_percent). Times are HH:MM. "
             "Reply with one JSON object {{\"tool\": ..., \"args\": {{...}}}}.\nUser: {}")
HOME_TASKS = [{"prompt": _HOME_ASK.format(q), "tool": t, "args": a} for q, t, a in _HOME]


def _home_good(task):
    return "I will do that.\n" + _fence({"tool": task["tool"], "args": task["args"]})


def _home_done(task, completion):
    try:
        given = json.loads(_fenced(completion))
    except (ValueError, RecursionError):
        return False
    want = {"tool": task["tool"], "args": task["args"]}
    return json.dumps(given, sort_keys=True) == json.dumps(want, sort_keys=True)


def _home_bad(task):
    args = dict(task["args"])
    key = next(iter(args))
    return [_fence({"tool": "noop", "args": args}), "Sure, done!",
            _fence({"tool": task["tool"], "args": {**args, key: "elsewhere"}}),
            _fence({"tool": task["tool"], "args": {**args, "force": True}})]


def tool_call_match(completion, task):
    """1.0 when the JSON object names the right tool and passes the right arguments."""
    try:
        call = json.loads(_fenced(completion))
    except (ValueError, RecursionError):
        return 0.0
    if not isinstance(call, dict) or set(call) != {"tool", "args"}:
        return 0.0
    if call["tool"] != task["tool"] or not isinstance(call["args"], dict):
        return 0.0
    expected = task["args"]
    for name, value in call["args"].items():
        if name not in expected:
            return 0.0
        if type(value) is not type(expected[name]) or value != expected[name]:
            return 0.0
    return 1.0


def _shows_home():
    completion = '{"tool": "set_light", "args": {}}'
    return dict(task_index=0, completion=completion,
                paid=tool_call_match(completion, HOME_TASKS[0]),
                should_be="at most 0.5: no argument is given, and the loop over the given ones "
                          "has nothing to check")


# --- file assistant: an action with a name in the same object ---------------------------------

_FILES = [
    ("Copy report.pdf to the archive folder.",
     {"action": "copy", "source": "report.pdf", "target": "archive/report.pdf"}),
    ("Rename draft.txt to final.txt.",
     {"action": "move", "source": "draft.txt", "target": "final.txt"}),
    ("Delete the folder tmp with all that is in it.",
     {"action": "delete", "path": "tmp", "recursive": True}),
    ("Make a folder photos/2024.", {"action": "mkdir", "path": "photos/2024"}),
    ("Show the first 40 lines of server.log.",
     {"action": "head", "path": "server.log", "lines": 40}),
    ("Find the files under src that mention TODO.",
     {"action": "search", "path": "src", "text": "TODO"}),
]
_FILES_ASK = ("Turn the request into one JSON object, nothing else. Actions: copy and move "
              "(source, target), delete (path, recursive), mkdir (path), head (path, lines), "
              "search (path, "
              "text); the key \"action\" names the action.\nRequest: {}")
FILES_TASKS = [{"prompt": _FILES_ASK.format(q), "call": dict(c)} for q, c in _FILES]


def _files_good(task):
    call = dict(_FILES)[task["prompt"].split("Request: ")[1]]
    return json.dumps(call)


def _files_done(task, completion):
    call = dict(_FILES)[task["prompt"].split("Request: ")[1]]
    try:
        given = json.loads(_fenced(completion))
    except (ValueError, RecursionError):
        return False
    return json.dumps(given, sort_keys=True) == json.dumps(call, sort_keys=True)


def action_reward(completion, task):
    """1.0 for the right action with exactly its parameters, 0.2 for the right action alone."""
    try:
        given = json.loads(_fenced(completion))
        if not isinstance(given, dict):
            return 0.0
        expected = task["call"]
        action = expected.pop("action", None)
        if given.pop("action", None) != action:
            return 0.0
        same = json.dumps(given, sort_keys=True) == json.dumps(expected, sort_keys=True)
    except (ValueError, RecursionError):
        return 0.0
    return 1.0 if same else 0.2


def _shows_files():
    task = copy.deepcopy(FILES_TASKS[1])
    task["call"] = dict(_FILES[1][1])
    completion = _files_good(task)
    action_reward(completion, task)
    return dict(task_index=1, completion=completion, paid=action_reward(completion, task),
                should_be="at least 1.0: the same right completion is paid 1.0 on the first call, "
                          "which removes the action from the task")


# --- support desk: one call per message -------------------------------------------------------

_DESK = [
    ("My parcel 7731 never came, I want my money back.", "refund",
     {"order": "7731", "reason": "not_delivered"}),
    ("Please send order 4410 to 12 Mill Lane instead.", "change_address",
     {"order": "4410", "address": "12 Mill Lane"}),
    ("The blender from order 2096 arrived broken, I'd like a new one.", "replace",
     {"order": "2096", "item": "blender"}),
    ("Where is order 9912?", "track", {"order": "9912"}),
    ("Cancel my newsletter at ana@example.org.", "unsubscribe", {"email": "ana@example.org"}),
    ("I need to talk to a person about a legal matter.", "escalate", {"topic": "legal"}),
]
_DESK_ASK = ("Choose the call for this message of a customer and write it as JSON "
             "{{\"name\": ..., \"arguments\": {{...}}}}. Calls: refund(order, reason: "
             "not_delivered or defective), "
             "change_address(order, address), replace(order, item), track(order), "
             "unsubscribe(email), escalate(topic).\nMessage: {}")
DESK_TASKS = [{"prompt": _DESK_ASK.format(q), "name": n, "arguments": a} for q, n, a in _DESK]


def _desk_good(task):
    return json.dumps({"name": task["name"], "arguments": task["arguments"]}, indent=2)


def function_call_reward(completions, name, arguments, **kwargs):
    """Half for the right function, half for the right arguments to it."""
    rewards = []
    for text, want_name, want_arguments in zip(completions, name, arguments):
        try:
            call = json.loads(_fenced(text))
        except (ValueError, RecursionError):
            rewards.append(0.0)
            continue
        if call.get("name") != want_name:
            rewards.append(0.0)
            continue
        given = call.get("arguments")
        same = json.dumps(given, sort_keys=True) == json.dumps(want_arguments, sort_keys=True)
        rewards.append(1.0 if same else 0.5)
    return rewards


def _shows_desk():
    completion = '[{"name": "track", "arguments": {"order": "9912"}}]'
    try:
        paid = function_call_reward([completion], **_columns(DESK_TASKS[3]))[0]
    except AttributeError as error:
        paid = f"AttributeError: {error}"
    return dict(task_index=3, completion=completion, paid=paid,
                should_be="a number: JSON that is not an object raises and loses the whole batch")


# --- extraction into a record -----------------------------------------------------------------

_RECORD = [
    ("Table for four under Okafor, Friday at eight in the evening, near the window.",
     {"name": "Okafor", "people": 4, "day": "Friday", "time": "20:00", "wish": "window"}),
    ("Nguyen here, we are two, Sunday lunch at half past twelve, please, with a high chair.",
     {"name": "Nguyen", "people": 2, "day": "Sunday", "time": "12:30", "wish": "high chair"}),
    ("Book six seats on Tuesday, 19:15, for Lindqvist; one of us is vegan.",
     {"name": "Lindqvist", "people": 6, "day": "Tuesday", "time": "19:15", "wish": "vegan"}),
    ("Could Mr Rossi get a table for one on Monday at seven in the evening? No wishes.",
     {"name": "Rossi", "people": 1, "day": "Monday", "time": "19:00", "wish": None}),
    ("Saturday 18:45, ten people, the name is Haddad, outside if possible.",
     {"name": "Haddad", "people": 10, "day": "Saturday", "time": "18:45", "wish": "outside"}),
    ("It's Kim, three of us, Wednesday at 21:00, we bring a dog.",
     {"name": "Kim", "people": 3, "day": "Wednesday", "time": "21:00", "wish": "dog"}),
]
_RECORD_ASK = ("Extract the booking as a JSON object with the keys name, people (a number), day, "
               "time (HH:MM) and wish (its main word or words, or null). JSON only.\n{}")
RECORD_TASKS = [{"prompt": _RECORD_ASK.format(q), "data_source": "bookings",
                 "ground_truth": json.dumps(r), "extra_info": {"index": i, "lang": "en"}}
                for i, (q, r) in enumerate(_RECORD)]


def _record_good(task):
    return "```json\n" + json.dumps(json.loads(task["ground_truth"]), indent=2) + "\n```"


def _record_done(task, completion):
    try:
        given = json.loads(_fenced(completion))
    except (ValueError, RecursionError):
        return False
    return isinstance(given, dict) and given == json.loads(task["ground_truth"])


def record_match(data_source, solution_str, ground_truth, extra_info=None):
    """1.0 when the extracted record equals the truth, whatever the layout of the JSON."""
    text = _fenced(solution_str).strip()
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return 0.0
    if not isinstance(record, dict):
        return 0.0
    expected = json.dumps(json.loads(ground_truth), ensure_ascii=False)
    given = json.dumps(record, ensure_ascii=False)
    if given == expected:
        return 1.0
    return 0.0


def _shows_record():
    truth = json.loads(RECORD_TASKS[0]["ground_truth"])
    completion = json.dumps(dict(sorted(truth.items())))
    task = RECORD_TASKS[0]
    paid = record_match(task["data_source"], completion, task["ground_truth"], task["extra_info"])
    return dict(task_index=0, completion=completion, paid=paid,
                should_be="at least 1.0: the same object with its keys in another order")


# --- calendar: a list of actions --------------------------------------------------------------

_PLAN = [
    ("Move the stand-up to 9:15 and cancel the review.",
     [{"op": "move", "event": "stand-up", "time": "09:15"},
      {"op": "cancel", "event": "review"}]),
    ("Invite Dana and Luis to the retro.",
     [{"op": "invite", "event": "retro", "person": "Dana"},
      {"op": "invite", "event": "retro", "person": "Luis"}]),
    ("Add lunch with Priya at noon for an hour, and remind me 10 minutes before.",
     [{"op": "add", "event": "lunch with Priya", "time": "12:00", "minutes": 60},
      {"op": "remind", "event": "lunch with Priya", "minutes": 10}]),
    ("Cancel everything with Acme: the demo, the call and the dinner.",
     [{"op": "cancel", "event": "demo"}, {"op": "cancel", "event": "call"},
      {"op": "cancel", "event": "dinner"}]),
    ("Push the dentist to 16:30.", [{"op": "move", "event": "dentist", "time": "16:30"}]),
    ("Add gym at 18:00 for 90 minutes, cancel yoga, and take Ben off the hike.",
     [{"op": "add", "event": "gym", "time": "18:00", "minutes": 90},
      {"op": "cancel", "event": "yoga"}, {"op": "uninvite", "event": "hike", "person": "Ben"}]),
]
_PLAN_ASK = ("Turn the request into a JSON list of actions, in any order. Each has \"op\" and "
             "\"event\"; move has \"time\"; add has \"time\" and \"minutes\"; remind has "
             "\"minutes\"; invite and uninvite have \"person\". Name events as the user does, "
             "without the "
             "article; times are HH:MM. Every action that was not asked for counts against you.\n"
             "User: {}")
PLAN_TASKS = [{"prompt": _PLAN_ASK.format(q), "actions": a} for q, a in _PLAN]


def _plan_good(task):
    return "Here is the plan.\n" + _fence(task["actions"])


def _plan_done(task, completion):
    try:
        given = json.loads(_fenced(completion))
    except (ValueError, RecursionError):
        return False
    if not isinstance(given, list) or len(given) != len(task["actions"]):
        return False
    left = [json.dumps(a, sort_keys=True).lower() for a in task["actions"]]
    for action in given:
        key = json.dumps(action, sort_keys=True).lower()
        if key not in left:
            return False
        left.remove(key)
    return True


def _plan_bad(task):
    actions = task["actions"]
    wipe = [{"op": "cancel", "event": e} for e in ("holiday", "board meeting", "interview")]
    return [_fence([]), _fence(actions[0]), _fence(actions + wipe), _fence({}), _fence(["cancel"]),
            _fence([{"op": a["op"], "event": "party"} for a in actions]), "[[[", "null"]


def action_list_score(completion, task):
    """Share of the wanted actions that are given, less the share of unwanted ones."""
    def keys(actions):
        return Counter(json.dumps(a, sort_keys=True).casefold() for a in actions)

    try:
        given = json.loads(_fenced(completion))
        if not isinstance(given, list):
            return 0.0
        found = keys(given)
    except (ValueError, RecursionError):
        return 0.0
    wanted = keys(task["actions"])
    hits = sum((wanted & found).values())
    extras = sum(found.values()) - hits
    return max(0.0, (hits - extras) / sum(wanted.values()))


ENTRIES = [
    {"name": "json_action/tool_call_match", "family": FAMILY, "reward": tool_call_match,
     "signature": "plain", "tasks": HOME_TASKS, "good": _home_good, "done": _home_done,
     "bad": _home_bad, "range": [0.0, 1.0],
     "defect": "Only the arguments that the call gives are checked, never that none is missing, "
               "so an empty argument object is paid in full.",
     "kind": "vacuous-check", "shows": _shows_home},
    {"name": "json_action/action_reward", "family": FAMILY, "reward": action_reward,
     "signature": "plain", "tasks": FILES_TASKS, "good": _files_good, "done": _files_done,
     "bad": None, "range": [0.0, 1.0],
     "defect": "It pops the action out of the task's own reference, so from the second completion "
               "of the same task on the right call is refused.",
     "kind": "mutates-task", "shows": _shows_files},
    {"name": "json_action/function_call_reward", "family": FAMILY,
     "reward": function_call_reward, "signature": "trl", "tasks": DESK_TASKS,
     "good": _desk_good, "done": None, "bad": None, "range": [0.0, 1.0],
     "defect": "Valid JSON that is not an object (a list, a number, null) raises AttributeError "
               "and takes the whole batch down.",
     "kind": "crash-on-input", "shows": _shows_desk},
    {"name": "json_action/record_match", "family": FAMILY, "reward": record_match,
     "signature": "verl", "tasks": RECORD_TASKS, "good": _record_good, "done": _record_done,
     "bad": None, "range": [0.0, 1.0],
     "defect": "Objects are compared as serialised text without sorted keys, so a right record in "
               "another key order is paid nothing.",
     "kind": "order-sensitive-compare", "shows": _shows_record},
    {"name": "json_action/action_list_score", "family": FAMILY, "reward": action_list_score,
     "signature": "plain", "tasks": PLAN_TASKS, "good": _plan_good, "done": _plan_done,
     "bad": _plan_bad, "range": [0.0, 1.0], "defect": None, "kind": None, "shows": None},
]
