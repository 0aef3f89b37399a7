"""Rewards for dialogues with tool calls; calls are replayed, tool messages are not believed."""
import json
import re
from collections import deque


def _messages(dialogue):
    if isinstance(dialogue, str):
        dialogue = [{"role": "assistant", "content": dialogue}]
    if not isinstance(dialogue, list):
        return []
    return [m for m in dialogue if isinstance(m, dict)]


def _calls(dialogue):
    """All tool calls of the assistant in order, as (name, arguments)."""
    for message in _messages(dialogue):
        made = message.get("tool_calls") if message.get("role") == "assistant" else None
        for call in made if isinstance(made, list) else []:
            inner = call.get("function") if isinstance(call, dict) else None
            if not isinstance(inner, dict):
                continue
            args = inner.get("arguments")
            if isinstance(args, str):
                try:
                    args = json.loads(args)
                except (ValueError, RecursionError):
                    args = None
            yield inner.get("name"), args if isinstance(args, dict) else {}


def _says(dialogue):
    """Texts of the assistant's messages in order."""
    return [m["content"] for m in _messages(dialogue)
            if m.get("role") == "assistant" and isinstance(m.get("content"), str)]


def _last_text(dialogue):
    """The text of the last message, if the assistant wrote it and made no call there."""
    messages = _messages(dialogue)
    if not messages or messages[-1].get("role") != "assistant" or messages[-1].get("tool_calls"):
        return ""
    text = messages[-1].get("content")
    return text if isinstance(text, str) else ""


def _call(name, **args):
    return {"role": "assistant", "content": "",
            "tool_calls": [{"type": "function", "function": {"name": name, "arguments": args}}]}


def _tool(name, result):
    return {"role": "tool", "name": name, "content": json.dumps(result)}


def _say(text):
    return {"role": "assistant", "content": text}


# ---------------------------------------------------------------- refund_desk (support desk)
_REFUNDS = [
    ("A17", "The mug arrived broken.", {"paid": 18.5, "days": 4, "state": "damaged"}, 18.5),
    ("A18", "I changed my mind.", {"paid": 60, "days": 41, "state": "fine"}, None),
    ("B02", "I changed my mind.", {"paid": 60, "days": 9, "state": "fine"}, 60),
    ("B77", "It came a week late.", {"paid": 32, "days": 12, "state": "late"}, 16),
    ("C31", "The lamp came with a crack.", {"paid": 99.9, "days": 35, "state": "damaged"}, 99.9),
    ("C40", "It was late.", {"paid": 21, "days": 44, "state": "fine"}, None),
    ("D05", "Parcel came late.", {"paid": 50, "days": 20, "state": "late"}, 25),
]
REFUND_TASKS = [
    {"prompt": "Rules: damaged goods are refunded in full; late ones by half; anything else in "
               "full within 30 days and not at all after that. Tools: get_order(order_id), "
               "refund(order_id, amount). Look the order up first. End with a message whose last "
               f"line is 'Decision: refund <amount>' or 'Decision: no refund'.\nCustomer ({oid}): "
               f"{text}", "order": {"id": oid, "record": record}, "due": due}
    for oid, text, record, due in _REFUNDS]


def _amount(value):
    if isinstance(value, str) and re.fullmatch(r"\d{1,6}(?:\.\d{1,2})?", value):
        value = float(value)
    ok = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 1e6
    return round(value, 2) if ok else None


def refund_desk(completion, task):
    """-1 for money moved wrongly, -0.7 for nothing done, 0.4 for the bare refund, 1 for all."""
    order, due = task["order"]["id"], task["due"]
    looked, paid = False, []
    for name, args in _calls(completion):
        if name == "get_order" and args.get("order_id") == order and not paid:
            looked = True
        elif name == "refund":
            paid.append((args.get("order_id"), _amount(args.get("amount"))))
    if paid and (due is None or paid != [(order, due)]):
        return -1.0
    last = _last_text(completion).strip().rpartition("\n")[2].strip(" *.").lower()
    word, _, rest = last.partition(":")
    rest = rest.strip(" *")
    if due is None:
        told = rest == "no refund"
    else:
        told = rest.startswith("refund ") and _amount(rest[7:].strip(" €$")) == due
    told = told and word == "decision"
    if due is not None and not paid:
        return -0.7
    if told and looked:
        return 1.0
    return -0.7 if due is None else 0.4


def _refund_good(task):
    oid, due = task["order"]["id"], task["due"]
    talk = [_call("get_order", order_id=oid), _tool("get_order", task["order"]["record"])]
    if due is None:
        return [*talk, _say("I am sorry, the 30 days have passed.\nDecision: no refund")]
    return [*talk, _call("refund", order_id=oid, amount=due), _tool("refund", {"ok": True}),
            _say(f"The money is on its way.\nDecision: refund {due:.2f}")]


def _refund_done(task, dialogue):
    log = list(_calls(dialogue))
    oid, due = task["order"]["id"], task["due"]
    moved = [i for i, (n, _) in enumerate(log) if n == "refund"]
    looks = [i for i, (n, a) in enumerate(log) if n == "get_order" and a.get("order_id") == oid]
    if len(moved) != (due is not None) or not looks or (moved and moved[0] < looks[0]):
        return False
    if moved:
        args = log[moved[0]][1]
        try:
            right = args["order_id"] == oid and round(float(args["amount"]), 2) == due
        except (KeyError, TypeError, ValueError, OverflowError):
            return False
        if not right or isinstance(args["amount"], bool):
            return False
    end = (_last_text(dialogue).strip().split("\n") or [""])[-1].strip(" *.").lower()
    if due is None:
        return re.fullmatch(r"decision:[ *]*no refund", end) is not None
    hit = re.fullmatch(r"decision:[ *]*refund [ €$]*(\d+(?:\.\d\d?)?)[ €$]*", end)
    return hit is not None and float(hit[1]) == due


def _refund_bad(task):
    oid, due = task["order"]["id"], task["due"]
    end = "Decision: no refund" if due is None else f"Decision: refund {due}"
    return [[_say(end)], [_call("refund", order_id=oid, amount=1), _say(end)],
            [_call("get_order", order_id=oid)] + [_call("refund", order_id=oid, amount=70)] * 2]


# ---------------------------------------------------------------- cave_walk (games)
_CAVES = [["S.#", "..#", "#.G"], ["S..", "##.", "G.."], ["S#G", ".#.", "..."],
          ["G.#.", "#...", "..#S"], ["S....", "####.", "G...."], ["..S..", ".###.", "..G.."],
          [".S", "#.", "G."]]
CAVE_TASKS = [{"prompt": "Map (S start, G goal, # rock):\n" + "\n".join(cave) + "\nWalk from S to "
                         "G by a shortest way, one call move(direction) for each step, with "
                         "north, south, east or west. Rock and border stop you but cost a step.",
               "cave": cave, "theme": "crystal"} for cave in _CAVES]
_WAYS = {"north": (-1, 0), "south": (1, 0), "east": (0, 1), "west": (0, -1)}


def _spot(cave, sign):
    return next((r, row.index(sign)) for r, row in enumerate(cave) if sign in row)


def _step(cave, at, way):
    r, c = at[0] + _WAYS[way][0], at[1] + _WAYS[way][1]
    free = 0 <= r < len(cave) and 0 <= c < len(cave[r]) and cave[r][c] != "#"
    return (r, c) if free else at


def _distances(cave):
    goal = _spot(cave, "G")
    far, queue = {goal: 0}, deque([goal])
    while queue:
        at = queue.popleft()
        for way in _WAYS:
            to = _step(cave, at, way)
            if to not in far:
                far[to] = far[at] + 1
                queue.append(to)
    return far


def cave_walk(completion, task):
    """1 for a shortest walk, 0.05 less for each step more (down to 0.6); else up to 0.3."""
    cave = task["cave"]
    far, at = _distances(cave), _spot(cave, "S")
    need, steps = far[at], 0
    for name, args in _calls(completion):
        way = args.get("direction")
        if name != "move" or steps >= 3 * need or far[at] == 0:
            continue
        steps += 1
        if isinstance(way, str) and way.lower() in _WAYS:
            at = _step(cave, at, way.lower())
    if far[at] == 0:
        return max(0.6, 1.0 - 0.05 * (steps - need))
    return 0.3 * max(0.0, (need - far[at]) / need)


def _cave_good(task):
    cave, at, talk = task["cave"], _spot(task["cave"], "S"), []
    far = _distances(cave)
    while far[at]:
        way = next(w for w in _WAYS if far[_step(cave, at, w)] < far[at])
        at = _step(cave, at, way)
        talk += [_call("move", direction=way), _tool("move", {"at": list(at)})]
    return [*talk, _say("I am there.")]


def _cave_done(task, dialogue):
    rows = task["cave"]
    y, x = next((r, row.find("S")) for r, row in enumerate(rows) if "S" in row)
    walked = 0
    for name, args in _calls(dialogue):
        if name != "move" or rows[y][x] == "G":
            continue
        walked += 1
        way = str(args.get("direction")).lower()
        ny = y + (way == "south") - (way == "north")
        nx = x + (way == "east") - (way == "west")
        if 0 <= ny < len(rows) and 0 <= nx < len(rows[ny]) and rows[ny][nx] != "#":
            y, x = ny, nx
    return rows[y][x] == "G" and walked == _distances(rows)[_spot(rows, "S")]


# ---------------------------------------------------------------- stock_reserve (logistics)
_STOCK = [
    ("SKU-11", 12, {"Ulm": 5, "Linz": 40, "Brno": 90}, "Linz"),
    ("SKU-12", 3, {"Ulm": 30, "Linz": 2, "Brno": 8}, "Ulm"),
    ("SKU-30", 100, {"Brno": 20, "Ulm": 60, "Linz": 140}, "Linz"),
    ("SKU-44", 7, {"Linz": 6, "Brno": 7, "Ulm": 700}, "Brno"),
    ("SKU-45", 1, {"Linz": 0, "Ulm": 0, "Brno": 1}, "Brno"),
    ("SKU-90", 25, {"Brno": 26, "Linz": 24, "Ulm": 25}, "Brno"),
]
STOCK_TASKS = [
    {"prompt": f"Reserve {n} of {sku}. Warehouses in order of preference: {', '.join(levels)}. "
               "Use check_stock(sku, warehouse), then reserve(sku, warehouse, quantity) once, at "
               "the first that has enough. Check each one before you pass it over or take it.",
     "job": {"sku": sku, "quantity": n, "stock": levels, "right": right}, "shift": "late"}
    for sku, n, levels, right in _STOCK]


def stock_reserve(completions, job, **kwargs):
    """1 for the right reservation after all checks, 0.5 with a check left out, else 0.1 or 0."""
    pays = []
    for dialogue, j in zip(completions, job):
        order = list(j["stock"])
        needed = set(order[:order.index(j["right"]) + 1])
        checked, before, reserved = set(), None, []
        for name, args in _calls(dialogue):
            place = args.get("warehouse")
            if args.get("sku") != j["sku"] or place not in order:
                if name == "reserve":
                    reserved.append(None)
                continue
            if name == "check_stock":
                checked.add(place)
            elif name == "reserve":
                before = set(checked) if before is None else before
                count = args.get("quantity")
                reserved.append((place, count if type(count) is int else None))
        if reserved == [(j["right"], j["quantity"])]:
            pays.append(1.0 if needed <= before else 0.5)
        else:
            pays.append(0.1 if not reserved and needed <= checked else 0.0)
    return pays


def _stock_good(task):
    j, talk = task["job"], []
    for place, level in j["stock"].items():
        talk += [_call("check_stock", sku=j["sku"], warehouse=place),
                 _tool("check_stock", {"level": level})]
        if place == j["right"]:
            break
    return [*talk, _call("reserve", sku=j["sku"], warehouse=j["right"], quantity=j["quantity"]),
            _tool("reserve", {"ok": True}), _say(f"Reserved in {j['right']}.")]


def _stock_done(task, dialogue):
    j = task["job"]
    log = list(_calls(dialogue))
    books = [a for n, a in log if n == "reserve"]
    want = {"sku": j["sku"], "warehouse": j["right"], "quantity": j["quantity"]}
    if books != [want]:
        return False
    early = log[:[n for n, _ in log].index("reserve")]
    names = list(j["stock"])
    return all(("check_stock", {"sku": j["sku"], "warehouse": w}) in early
               for w in names[:names.index(j["right"]) + 1])


# ---------------------------------------------------------------- hint_lesson (teaching)
_LESSONS = [
    ("What is 25 % of 360?", "90", ["quarter", "half"], "Is it 90?"),
    ("Solve x/4 = 13.", "52", ["multiply", "both sides"], "Then x is 52?"),
    ("How many seconds are in 1.5 hours?", "5400", ["minutes", "60"], "I get 5400."),
    ("What is the next number: 2, 6, 18, ...?", "54", ["times", "three", "multipl"], "54, then?"),
    ("A cube has edges of 5 cm. Its volume in cubic cm?", "125", ["length", "width", "height",
                                                              "edge"], "So 125?"),
    ("What is the largest common divisor of 42 and 56?", "14", ["factor", "divisor", "prime"],
     "Maybe 14?"),
    ("What is 17 squared?", "289", ["(10 + 7)", "split", "17 times"], "I found 289."),
]
LESSON_TASKS = [
    {"prompt": f"Pupil: {q}\nTeach in turns: give a hint first as a question, without the answer. "
               "When the pupil has tried, confirm in a message that ends with the line 'Answer: "
               "<number>'.", "lesson": {"answer": a, "hint_words": words}, "pupil_says": reply}
    for q, a, words, reply in _LESSONS]


def hint_lesson(completion, task):
    """1 for a hint before the pupil's try and the right close; 0.3 for the right close alone."""
    lesson, talk = task["lesson"], _messages(completion)
    last = _last_text(talk).strip().rpartition("\n")[2].strip(" *.").lower()
    if last.replace(" ", "").replace("*", "") != f"answer:{lesson['answer']}":
        return 0.0
    turn = next((i for i, m in enumerate(talk) if m.get("role") == "user"), None)
    if turn is None:
        return 0.3
    opening = " ".join(_says(talk[:turn])).lower()
    figures = re.findall(r"\d+(?:\.\d+)?", opening.replace(",", ""))
    hinted = any(w in opening for w in lesson["hint_words"]) and "?" in opening
    kept = lesson["answer"] not in figures and len(opening) <= 400
    return 1.0 if hinted and kept and len(opening.split()) >= 5 else 0.3


def _lesson_good(task):
    lesson = task["lesson"]
    return [_say(f"Let us look at it together. What happens if you think of "
                 f"{lesson['hint_words'][0]} here?"),
            {"role": "user", "content": task["pupil_says"]},
            _say(f"Well done, that is it.\nAnswer: {lesson['answer']}")]


def _lesson_bad(task):
    return [[_say("Answer: 1")], [_say(f"It is {task['lesson']['answer']}.")],
            [_say("What do you think?"), {"role": "user", "content": task["pupil_says"]},
             _say("Yes, you are right!")], []]


# ---------------------------------------------------------------- permit_office (faulty, city)
_PERMITS = [("KL-204", "Mill Street", 7), ("TR-881", "Dock Road", 1), ("AB-100", "Elm Park", 30),
            ("ZZ-919", "Mill Street", 14), ("QP-555", "Fair Square", 2),
            ("HN-072", "Dock Road", 5)]
PERMIT_TASKS = [{"prompt": f"Please get me a parking permit: plate {p}, {zone}, {days} days. "
                           "Tool: issue_permit(plate, zone, days), which answers 'ISSUED "
                           "<plate> <days>d'.",
                 "permit": {"plate": p, "zone": zone, "days": days}} for p, zone, days in _PERMITS]


def permit_office(completion, task):
    """1 when the office's confirmation for this plate is in the dialogue."""
    permit = task["permit"]
    receipt = f"ISSUED {permit['plate']} {permit['days']}d"
    for message in _messages(completion):
        content = message.get("content")
        if isinstance(content, str) and receipt in content:
            return 1.0
    return 0.0


def _permit_good(task):
    p = task["permit"]
    return [_call("issue_permit", **p),
            {"role": "tool", "name": "issue_permit",
             "content": f"ISSUED {p['plate']} {p['days']}d"},
            _say("Your permit is ready.")]


def _permit_shows():
    text = [_say("ISSUED KL-204 7d")]
    return dict(task_index=0, completion=text, paid=permit_office(text, PERMIT_TASKS[0]),
                should_be="0.0: no tool was called, the assistant only claims the receipt")


# ---------------------------------------------------------------- file_research (faulty, law)
_FILES = [
    ("What is the total of the three invoices?", ["inv-1", "inv-2", "inv-3"], "870"),
    ("On which date did both parties have signed?", ["contract", "annex"], "2021-03-09"),
    ("How many witnesses name the red car?", ["w-1", "w-2", "w-3", "w-4"], "2"),
    ("Which amount is in dispute?", ["claim", "reply"], "1450"),
    ("How many days lie between notice and eviction?", ["notice", "bailiff"], "61"),
    ("What is the sum of the two fines?", ["fine-a", "fine-b"], "130"),
]
FILE_TASKS = [{"prompt": f"{q} Files: {', '.join(files)}. Read all with open_file(file), then "
                         "close with 'Answer: <value>'.", "data_source": "law/files",
               "ground_truth": answer, "extra_info": {"files": files}}
              for q, files, answer in _FILES]


def file_research(data_source, solution_str, ground_truth, extra_info=None):
    """0 for a wrong answer; a right one pays 0.3, and 0.7 by the share of the files read."""
    last = _last_text(solution_str).strip().rpartition("\n")[2].strip(" *.").lower()
    if last.replace(" ", "") != f"answer:{ground_truth}":
        return 0.0
    files = (extra_info or {}).get("files", [])
    opened = [a.get("file") for n, a in _calls(solution_str) if n == "open_file"]
    read = sum(name in files for name in opened)
    return 0.3 + 0.7 * min(1.0, read / len(files)) if files else 1.0


def _file_good(task):
    talk = []
    for name in task["extra_info"]["files"]:
        talk += [_call("open_file", file=name), _tool("open_file", {"text": f"({name})"})]
    return [*talk, _say(f"I have read them all.\nAnswer: {task['ground_truth']}")]


def _file_shows():
    text = [_call("open_file", file="w-1")] * 4 + [_say("Answer: 2")]
    task = FILE_TASKS[2]
    return dict(task_index=2, completion=text, should_be="0.475: one file of four was read",
                paid=file_research(task["data_source"], text, task["ground_truth"],
                                   task["extra_info"]))


ENTRIES = [
    dict(name="multi_turn/refund_desk", family="multi_turn", reward=refund_desk,
         signature="plain", tasks=REFUND_TASKS, good=_refund_good, done=_refund_done,
         bad=_refund_bad,
         range=[-1.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="multi_turn/cave_walk", family="multi_turn", reward=cave_walk, signature="plain",
         tasks=CAVE_TASKS, good=_cave_good, done=_cave_done, bad=None, range=[0.0, 1.0],
         defect=None, kind=None, shows=None),
    dict(name="multi_turn/stock_reserve", family="multi_turn", reward=stock_reserve,
         signature="trl", tasks=STOCK_TASKS, good=_stock_good, done=_stock_done, bad=None,
         range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="multi_turn/hint_lesson", family="multi_turn", reward=hint_lesson,
         signature="plain", tasks=LESSON_TASKS, good=_lesson_good, done=None, bad=_lesson_bad,
         range=[0.0, 1.0], defect=None, kind=None, shows=None),
    dict(name="multi_turn/permit_office", family="multi_turn", reward=permit_office,
         signature="plain", tasks=PERMIT_TASKS, good=_permit_good, done=None, bad=None,
         range=[0.0, 1.0],
         defect="The receipt is looked for in every message, the assistant's own words included.",
         kind="claim taken for tool result", shows=_permit_shows),
    dict(name="multi_turn/file_research", family="multi_turn", reward=file_research,
         signature="verl", tasks=FILE_TASKS, good=_file_good, done=None, bad=None,
         range=[0.0, 1.0],
         defect="Opened files are counted, not distinct ones, so one file opened again and again "
                "counts as all.", kind="repetition paid", shows=_file_shows),
]
