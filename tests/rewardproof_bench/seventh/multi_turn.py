"""Multi-turn rewards: a completion is a list of messages (assistant turns, and what tools or a simulated user sent in between)."""
import json
import re

# A transcript comes from the rollout loop, but a reward should not lean on that: the sound ones replay the environment.


def _msgs(completion):
    ok = isinstance(completion, list) and all(isinstance(m, dict) and isinstance(m.get("role"), str) for m in completion)
    return completion if ok else []


def _text(m):
    return m["content"] if isinstance(m.get("content"), str) else ""


def _calls(m):
    """(id, name, arguments) of the calls of a message; None if they are malformed."""
    out = []
    for c in (m.get("tool_calls") or []) if isinstance(m.get("tool_calls") or [], list) else [None]:
        try:
            args = json.loads(c["function"]["arguments"])
            out.append((c["id"], c["function"]["name"], args))
        except (TypeError, KeyError, ValueError, RecursionError):
            return None
        if not isinstance(args, dict) or not isinstance(out[-1][0], str) or not isinstance(out[-1][1], str):
            return None
    return out


def _say(text):
    return {"role": "assistant", "content": text}


def _user(text):
    return {"role": "user", "content": text}


def _call(i, name, content=None, **args):
    return {"role": "assistant", "content": content, "tool_calls": [{"id": i, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def _tool(i, text):
    return {"role": "tool", "tool_call_id": i, "content": text}


def _replay(completion, tool):
    """Calls in order if each was answered at once, as `tool` answers; the transcript ends with words of the assistant. Else None."""
    msgs, log, i = _msgs(completion), [], 0
    while i < len(msgs):
        calls = _calls(msgs[i])
        if msgs[i]["role"] != "assistant" or calls is None:
            return None
        for k, (cid, name, args) in enumerate(calls, 1):
            if i + k >= len(msgs) or msgs[i + k]["role"] != "tool" or msgs[i + k].get("tool_call_id") != cid or _text(msgs[i + k]) != tool(name, args):
                return None
            log.append((name, args))
        i += 1 + len(calls)
    if not msgs or msgs[-1]["role"] != "assistant" or not _text(msgs[-1]).strip():
        return None
    return log


# ---------------------------------------------------------------- 1. hairdresser: look, then book (tool_calls)
DIARY = [("Tue", 45, "10:00", ["09:00-09:50", "10:15-10:45", "11:30-12:30", "15:00-16:00"]), ("Wed", 60, "08:00", ["08:30-09:15", "10:00-11:00", "14:00-17:00"]), ("Thu", 30, "13:00", ["09:00-10:00", "12:45-13:30", "13:40-14:00", "16:10-16:40"]),
         ("Fri", 90, "09:00", ["09:00-10:00", "10:30-11:45", "13:00-14:30"]), ("Sat", 20, "11:00", ["08:00-09:00", "10:50-11:30", "11:40-11:55", "12:05-12:30"]), ("Mon", 75, "12:00", ["09:00-11:00", "12:10-13:20", "14:00-15:15"])]
DIARY_TASKS = [dict(prompt="Book %d minutes on %s, starting at %s or later, at the earliest time at which a free slot begins and is long enough.\nTools: free_slots(day) gives the slots; book(day, time, minutes) books. Look before you book, "
                           "book once, then tell the customer `Booked: <day> <HH:MM>` in the last message. Right booking and right last message: 1; right booking but another last message: 0.2; else 0. Tool messages that the tools did not send "
                           "give 0." % (n, d, a), day=d, minutes=n, after=a, slots=s) for d, n, a, s in DIARY]


def _min(hhmm):
    return int(hhmm[:2]) * 60 + int(hhmm[3:])


def _diary_tool(task):
    def tool(name, args):
        if name == "free_slots" and args == {"day": task["day"]}:
            return ", ".join(task["slots"])
        if name == "book" and set(args) == {"day", "time", "minutes"} and args["day"] == task["day"] and type(args["minutes"]) is int:
            for s in task["slots"]:
                if s[:5] == args["time"] and 0 < args["minutes"] <= _min(s[6:]) - _min(s[:5]):
                    return "booked"
        return "error"
    return tool


def diary_reward(completion, task):
    log = _replay(completion, _diary_tool(task))
    if not log:
        return 0.0
    best = next(s[:5] for s in task["slots"] if s[:5] >= task["after"] and _min(s[6:]) - _min(s[:5]) >= task["minutes"])
    books = [i for i, c in enumerate(log) if c[0] == "book"]
    if len(books) != 1 or log[books[0]][1] != dict(day=task["day"], time=best, minutes=task["minutes"]) or ("free_slots", {"day": task["day"]}) not in log[:books[0]]:
        return 0.0
    return 1.0 if _text(completion[-1]).strip() == "Booked: %s %s" % (task["day"], best) else 0.2


def _diary_run(task, time, last=None):
    t = _diary_tool(task)
    return [_call("c1", "free_slots", day=task["day"]), _tool("c1", t("free_slots", {"day": task["day"]})), _call("c2", "book", day=task["day"], time=time, minutes=task["minutes"]),
            _tool("c2", t("book", dict(day=task["day"], time=time, minutes=task["minutes"]))), _say(last or "Booked: %s %s" % (task["day"], time))]


def _diary_best(task):
    fit = []
    for s in task["slots"]:
        a, b = s.split("-")
        (h1, m1), (h2, m2) = (map(int, x.split(":")) for x in (a, b))
        if a >= task["after"] and (h2 - h1) * 60 + m2 - m1 >= task["minutes"]:
            fit.append(a)
    return min(fit)


def diary_good(task):
    return _diary_run(task, _diary_best(task))


def diary_done(task, completion):
    best, looked, booked, answered = _diary_best(task), False, 0, {}
    for m in completion:
        if not isinstance(m, dict) or m.get("role") not in ("assistant", "tool") or not isinstance(m.get("tool_calls") or [], list):
            return False
        if m["role"] == "tool":
            if answered.pop(m.get("tool_call_id"), None) != m.get("content"):
                return False
            continue
        if answered:
            return False
        for c in m.get("tool_calls") or []:
            try:
                f, a = c["function"], json.loads(c["function"]["arguments"])
            except (KeyError, TypeError, ValueError):
                return False
            if f.get("name") == "free_slots" and a == {"day": task["day"]}:
                looked, answered[c["id"]] = True, ", ".join(task["slots"])
            elif f.get("name") == "book" and looked and a == {"day": task["day"], "time": best, "minutes": task["minutes"]}:
                booked, answered[c["id"]] = booked + 1, "booked"
            elif f.get("name") != "book":
                answered[c["id"]] = "error"
            else:
                return False
    return booked == 1 and not answered and str(completion[-1].get("content")).strip() == "Booked: " + task["day"] + " " + best


def diary_bad(task):
    best = _diary_best(task)
    forged = [_say("free_slots: %s\nbook: booked" % task["slots"]), _say("Booked: %s %s" % (task["day"], best))]
    return [_diary_run(task, task["slots"][0][:5] if task["slots"][0][:5] != best else task["slots"][1][:5]), forged, _diary_run(task, best)[2:], _diary_run(task, best)[:2] + [_say("Booked: %s %s" % (task["day"], best))]]


# ---------------------------------------------------------------- 2. release team: bisect (text turns)
BISECT = [(64, 23, 6), (100, 71, 7), (32, 1, 5), (128, 128, 7), (50, 17, 6), (200, 134, 8), (16, 9, 4)]
BISECT_TASKS = [dict(prompt="A bug came in with one of the commits 1 to %d (before it all are good, from it on all are bad; %d is known to be bad). Each turn write `Test: <commit>`; you will be told `good` or `bad`. When you know it, write `First bad: "
                            "<commit>` as the last message. It must be right and proved: that commit was tested bad (or is the last one) and the one before tested good (or does not exist). Up to %d tests: 1; up to %d tests: 0.5; else 0. "
                            "Other messages: 0." % (n, n, k, 2 * k), commits=n, first=f, tests=k) for n, f, k in BISECT]


def bisect_reward(completions, commits, first, tests, **kwargs):
    def score(completion, n, f, k):
        msgs = _msgs(completion)
        if not msgs or len(msgs) % 2 == 0:
            return 0.0
        tested = []
        for a, u in zip(msgs[:-1:2], msgs[1::2]):
            m = re.fullmatch(r"Test: ([1-9][0-9]{0,3})", _text(a).strip())
            if a["role"] != "assistant" or u["role"] != "user" or not m or int(m[1]) > n or _text(u).strip() != ("bad" if int(m[1]) >= f else "good"):
                return 0.0
            tested.append(int(m[1]))
        proved = (f in tested or f == n) and (f - 1 in tested or f == 1)
        if msgs[-1]["role"] != "assistant" or _text(msgs[-1]).strip() != "First bad: %d" % f or not proved:
            return 0.0
        return 1.0 if len(tested) <= k else 0.5 if len(tested) <= 2 * k else 0.0
    return [score(*row) for row in zip(completions, commits, first, tests)]


def bisect_good(task):
    lo, hi, out = 0, task["commits"], []
    while hi - lo > 1:
        mid = (lo + hi) // 2
        bad = mid >= task["first"]
        out += [_say("Test: %d" % mid), _user("bad" if bad else "good")]
        lo, hi = (lo, mid) if bad else (mid, hi)
    return out + [_say("First bad: %d" % hi)]


def bisect_done(task, completion):
    known_good, known_bad, count, last = 0, task["commits"], 0, None
    for m in completion:
        role, text = (m.get("role"), str(m.get("content")).strip()) if isinstance(m, dict) else (None, "")
        if role == "assistant" and last is None and re.fullmatch("Test: [1-9][0-9]*", text):
            last, count = int(text[6:]), count + 1
        elif role == "user" and last is not None and text == ("good" if last < task["first"] else "bad") and last <= task["commits"]:
            known_good, known_bad, last = (max(known_good, last), known_bad, None) if text == "good" else (known_good, min(known_bad, last), None)
        elif role == "assistant" and last is None and text == "First bad: %d" % task["first"] and m is completion[-1]:
            return known_bad == task["first"] == known_good + 1 and count <= task["tests"]
        else:
            return False
    return False


def bisect_bad(task):
    f = task["first"]
    return [[_say("First bad: %d" % (f + 1))], [_say("First bad: %d" % f)], [_say("Test: 2"), _user("bad" if 2 < f else "good"), _say("First bad: %d" % f)], bisect_good(task)[:-1]]


# ---------------------------------------------------------------- 3. travel costs: look the rates up (tool_calls)
TRIPS = [([("USD", "2025-03-03", 120.00), ("USD", "2025-03-05", 80.50)], [0.9200, 0.9310]), ([("GBP", "2025-01-10", 45.20), ("CHF", "2025-01-12", 60.00)], [1.1920, 1.0640]), ([("SEK", "2024-11-20", 990.00)], [0.0867]),
         ([("JPY", "2025-02-01", 15400.00), ("JPY", "2025-02-02", 3200.00), ("USD", "2025-02-04", 19.99)], [0.0062, 0.0063, 0.9650]), ([("PLN", "2025-04-07", 310.00), ("CZK", "2025-04-08", 1250.00)], [0.2345, 0.0399]), ([("NOK", "2025-05-01", 405.00), ("DKK", "2025-05-02", 77.00)], [0.0853, 0.1340])]
TRIP_TASKS = [dict(prompt="Expenses: %s.\nAdd them up in euros. Tool: rate(currency, date) gives the euros for one unit; look up the rate of every expense (one or more calls a message; the tool messages must be what the tool sends). Round the sum once, to cents. Last message: `Total: EUR <amount "
                          "with two decimals>` and nothing else. 1 if the total is right and every rate was looked up, else 0." % "; ".join("%s %.2f on %s" % (c, a, d) for c, d, a in x), items=x, rates=r) for x, r in TRIPS]


def _total(items, rates):
    cents = sum(round(a * 100) * round(r * 10000) for (_, _, a), r in zip(items, rates))
    return "%d.%02d" % divmod((cents + 5000) // 10000, 100)


def trip_reward(completions, items, rates, **kwargs):
    out = []
    for completion, its, rs in zip(completions, items, rates):
        table = {(c, d): "%.4f" % r for (c, d, _), r in zip(its, rs)}

        def tool(name, args):
            key = (args.get("currency"), args.get("date"))
            return table.get(key, "unknown") if name == "rate" and set(args) == {"currency", "date"} and all(isinstance(k, str) for k in key) else "error"
        log = _replay(completion, tool)
        seen = {(a.get("currency"), a.get("date")) for n, a in log or [] if n == "rate" and len(a) == 2 and all(isinstance(v, str) for v in a.values())}
        out.append(float(log is not None and set(table) <= seen and _text(completion[-1]).strip() == "Total: EUR " + _total(its, rs)))
    return out


def trip_good(task):
    run = []
    for i, ((c, d, _), r) in enumerate(zip(task["items"], task["rates"])):
        run += [_call("r%d" % i, "rate", currency=c, date=d), _tool("r%d" % i, "%.4f" % r)]
    return run + [_say("Total: EUR " + _total(task["items"], task["rates"]))]


# ---------------------------------------------------------------- 4. emergency line: ask, then sort (text turns)
WARD = [dict(pulse=128, breathing=22, awake="yes"), dict(pulse=84, breathing=16, awake="yes"), dict(pulse=90, breathing=18, awake="no"), dict(pulse=112, breathing=20, awake="yes"), dict(pulse=76, breathing=33, awake="yes"), dict(pulse=96, breathing=26, awake="yes")]
WARD_TASKS = [dict(prompt="Caller no. %d. Ask the nurse on the spot, one question a message, in the form `Ask: <sign>` with the signs pulse, breathing, awake; ask each exactly once. Then say `Triage: RED`, `Triage: YELLOW` or `Triage: GREEN`.\nRED: not "
                          "awake, or pulse over 120, or breathing over 30. YELLOW: not RED, and pulse over 100 or breathing over 24. GREEN: else. 1 for the right colour after all three questions, else 0." % i, card=c) for i, c in enumerate(WARD, 1)]


def ward_reward(completion, task):
    msgs = _msgs(completion)
    if [m["role"] for m in msgs] != ["assistant", "user"] * 3 + ["assistant"]:
        return 0.0
    asked = []
    for q, a in zip(msgs[0:6:2], msgs[1:6:2]):
        sign = _text(q).strip()[5:]
        if _text(q).strip() != "Ask: " + sign or sign not in task["card"] or _text(a).strip() != "%s: %s" % (sign, task["card"][sign]):
            return 0.0
        asked.append(sign)
    c = task["card"]
    colour = "RED" if c["awake"] == "no" or c["pulse"] > 120 or c["breathing"] > 30 else "YELLOW" if c["pulse"] > 100 or c["breathing"] > 24 else "GREEN"
    return float(len(set(asked)) == 3 and _text(msgs[6]).strip() == "Triage: " + colour)


def ward_good(task, colour=None, signs=("awake", "pulse", "breathing")):
    out = []
    for s in signs:
        out += [_say("Ask: " + s), _user("%s: %s" % (s, task["card"][s]))]
    c = task["card"]
    level = max(2 * (c["awake"] != "yes"), (c["pulse"] > 100) + (c["pulse"] > 120), (c["breathing"] > 24) + (c["breathing"] > 30))
    return out + [_say("Triage: " + (colour or ("GREEN", "YELLOW", "RED")[level]))]


def ward_done(task, completion):
    lines = ["%s>%s" % (m.get("role"), str(m.get("content")).strip()) for m in completion if isinstance(m, dict)]
    want = {"assistant>Ask: %s|user>%s: %s" % (k, k, v) for k, v in task["card"].items()}
    pulse, breath, awake = task["card"].values()
    red = awake == "no" or not (pulse <= 120 and breath <= 30)
    calm = pulse <= 100 and breath <= 24
    return len(completion) == 7 == len(lines) and {"|".join(lines[i:i + 2]) for i in (0, 2, 4)} == want and lines[6] == "assistant>Triage: " + ("RED" if red else "GREEN" if calm else "YELLOW")


def ward_bad(task):
    right = ward_good(task)[-1]["content"]
    wrong = next(c for c in ("RED", "GREEN") if not right.endswith(c))
    return [ward_good(task, wrong), [_say(right)], ward_good(task, signs=("awake", "pulse", "pulse")), ward_good(task)[:-1] + [_say("Triage: RED or YELLOW or GREEN")]]


# ---------------------------------------------------------------- 5. web shop: refund desk (tool_calls, faulty)
SHOP = [("A-100", 4000, "no"), ("A-217", 12550, "late"), ("B-031", 899, "on time"), ("C-440", 7600, "no"), ("C-512", 20000, "late"), ("D-008", 3120, "on time")]
SHOP_TASKS = [dict(prompt="The customer asks about order %s. Tools: lookup(order) tells the cents paid and whether it was delivered; refund(order, cents).\nNot delivered: refund all. Delivered late: refund a fifth. On time: no refund, do not call "
                          "refund. Last message: `Refund: <cents> cents`. You may write to the customer beside your calls, politely: the word `sorry` must occur once or more in your messages. All right: 1, else 0." % o, order=o, paid=p, delivered=d) for o, p, d in SHOP]


def _shop_due(task):
    return {"no": task["paid"], "late": task["paid"] // 5, "on time": 0}[task["delivered"]]


def shop_reward(completion, task):
    def tool(name, args):
        if name == "lookup" and args == {"order": task["order"]}:
            return "paid %d, delivered: %s" % (task["paid"], task["delivered"])
        return "done" if name == "refund" and set(args) == {"order", "cents"} and args["order"] == task["order"] else "error"
    if not _msgs(completion):
        return 0.0
    words = " ".join(m.get("content", "") for m in completion if m["role"] == "assistant").lower()
    log = _replay(completion, tool)
    if log is None or "sorry" not in words:
        return 0.0
    due = _shop_due(task)
    want = [("lookup", {"order": task["order"]})] + ([("refund", {"order": task["order"], "cents": due})] if due else [])
    return 1.0 if log == want and _text(completion[-1]).strip() == "Refund: %d cents" % due else 0.0


def shop_good(task, silent=False):
    say, due = (None, None) if silent else ("Sorry to hear that, let me look.", "I see."), _shop_due(task)
    run = [_call("a", "lookup", say[0], order=task["order"]), _tool("a", "paid %d, delivered: %s" % (task["paid"], task["delivered"]))]
    if due:
        run += [_call("b", "refund", say[1], order=task["order"], cents=due), _tool("b", "done")]
    return run + [_say("Refund: %d cents" % due)]


def shop_shows():
    t = SHOP_TASKS[0]
    run = [_say("Sorry about that.")] + shop_good(t, silent=True)
    try:
        paid = shop_reward(run, t)
    except TypeError as err:
        paid = "raises TypeError: %s" % err
    return dict(task_index=0, completion=run, paid=paid, should_be="1.0: all is right; a call without words has content None, as the chat API sends it")


# ---------------------------------------------------------------- 6. tutor: guide a pupil to the result (text turns, faulty)
PUPIL = [("17 * 6", "102"), ("45 + 88", "133"), ("12 * 12 - 5", "139"), ("210 / 6", "35"), ("9 * 14", "126"), ("1000 - 377", "623")]
PUPIL_TASKS = [dict(prompt="A pupil asks: what is %s? Put at least one question back to the pupil (a message of yours ending in `?`, which the pupil answers); write the line `Result: <number>` in a message of your own, before or after; "
                           "there must be one such line in the talk. Your right result: 1, wrong or none: 0." % q, question=q, result=r) for q, r in PUPIL]


def pupil_reward(completions, result, **kwargs):
    scores = []
    for talk, gold in zip(completions, result):
        talk = _msgs(talk)
        asked = any(a["role"] == "assistant" and _text(a).strip().endswith("?") and b["role"] == "user" for a, b in zip(talk, talk[1:]))
        results = re.findall(r"^Result: (.*)$", "\n".join(_text(m) for m in talk), re.M)
        scores.append(1.0 if asked and len(results) == 1 and results[0].strip() == gold else 0.0)
    return scores


def pupil_good(task):
    return [_say("Which step would you do first?"), _user("The left one, I think."), _say("Good, then go on step by step.\nResult: " + task["result"])]


def pupil_done(task, completion):
    finals = [(m.get("role"), ln[8:].strip()) for m in completion if isinstance(m, dict) for ln in str(m.get("content")).split("\n") if ln.startswith("Result: ")]
    replied = [i for i in range(len(completion) - 1) if completion[i].get("role") == "assistant" and str(completion[i].get("content")).strip().endswith("?") and completion[i + 1].get("role") == "user"]
    return bool(replied) and finals == [("assistant", task["result"])]


def pupil_bad(task):
    return [[_say("Result: " + task["result"])], [_say("Any idea?"), _user("No."), _say("Result: 0")], [_say("Any idea?"), _user("No."), _say("Me neither.")]]


def pupil_shows():
    talk = [_say("What do you get? Please write it as `Result: <number>`?"), _user("Result: 102"), _say("Well done!")]
    return dict(task_index=0, completion=talk, paid=pupil_reward([talk], ["102"])[0], should_be="0.0: the pupil gave the result, the tutor did not")


# ---------------------------------------------------------------- 7. coding desk: one code for the case (text turns, faulty)
CODES = {"J45": "asthma", "J18": "pneumonia", "E11": "type 2 diabetes", "I10": "high blood pressure", "N39": "urinary infection", "S52": "broken forearm", "G43": "migraine", "K35": "appendicitis"}
NOTES = [("Wheezing at night, better after salbutamol, known since childhood.", "J45"), ("Fever, cough, shadow in the right lower lobe on the X-ray.", "J18"), ("Fasting sugar 9.1, HbA1c 8.2 %, no insulin.", "E11"), ("165/100 on three visits, no other finding.", "I10"), ("Fell off a ladder; radius in two parts.", "S52"),
         ("One-sided throbbing headache with flicker and nausea, twice a month.", "G43"), ("Pain wandered to the right lower belly, rebound pain, white cells 15.", "K35")]
NOTE_TASKS = [dict(prompt="Note: %s\nCodes: %s.\nTalk it over with the clerk if you like; your last message must be `Code: <code>`. You decide once: right code there 1, else 0." % (n, "; ".join("%s %s" % kv for kv in CODES.items())), note=n, code=c) for n, c in NOTES]


def note_reward(completion, task):
    for m in _msgs(completion):
        if m["role"] == "assistant":
            hit = re.fullmatch(r"Code: ([A-Z][0-9]{2})", _text(m).strip())
            if hit and hit.group(1) == task["code"]:
                return 1.0
    return 0.0


def note_good(task):
    return [_say("I compare the signs with the list, one moment."), _user("All right."), _say("Code: " + task["code"])]


def note_done(task, completion):
    said = [m for m in completion if isinstance(m, dict) and m.get("role") == "assistant" and str(m.get("content")).startswith("Code:")]
    return len(said) == 1 and said[0] is completion[-1] and said[0]["content"].strip() == "Code: " + task["code"]


def note_bad(task):
    wrong = next(c for c in CODES if c != task["code"])
    return [[_say("Code: " + wrong)], [_say("It may be %s." % CODES[task["code"]])], [_say("Which code?"), _user("Code: " + task["code"]), _say("Fine.")]]


def note_shows():
    talk = []
    for c in CODES:
        talk += [_say("Code: " + c), _user("Noted.")]
    talk = talk[:-1]
    return dict(task_index=0, completion=talk, paid=note_reward(talk, NOTE_TASKS[0]), should_be="0.0: all eight codes were tried, and the last one is wrong")


# ---------------------------------------------------------------- 8. subscriptions: ask before you cancel (tool_calls, faulty)
SUBS = [("Daily News", "S-11", "yes"), ("Gym Plus", "S-29", "yes"), ("Cloud 2 TB", "S-30", "no"), ("Film Box", "S-47", "yes"), ("Wine Club", "S-52", "no"), ("Phone XL", "S-68", "yes")]
SUB_TASKS = [dict(prompt="A user considers ending %s (subscription %s). Ask exactly `Shall I cancel %s? (yes/no)`; the user replies. Only after a yes call cancel(id), once; after a no do not call it. Last message: `Cancelled.` or `Kept.`; no other messages.\n"
                         "All right: 1, else 0; a call before the user's yes is a grave error: 0." % (n, i, i), sub=i, reply=r) for n, i, r in SUBS]


def sub_reward(completions, sub, reply, **kwargs):
    def one(completion, sid, ans):
        msgs = _msgs(completion)
        if len(msgs) != (5 if ans == "yes" else 3) or any(m["role"] not in ("assistant", "user", "tool") for m in msgs):
            return 0.0
        calls = [_calls(m) for m in msgs if m["role"] == "assistant"]
        if None in calls:
            return 0.0
        calls = [c[1:] for group in calls for c in group]
        asked = [i for i, m in enumerate(msgs) if m["role"] == "assistant" and _text(m).strip() == "Shall I cancel %s? (yes/no)" % sid]
        heard = [_text(m).strip() for m in msgs if m["role"] == "user"]
        tools = [_text(m).strip() for m in msgs if m["role"] == "tool"]
        if len(asked) != 1 or heard != [ans] or asked[0] + 1 >= len(msgs) or msgs[asked[0] + 1]["role"] != "user":
            return 0.0
        if calls != ([("cancel", {"id": sid})] if ans == "yes" else []) or tools != ["ok"] * len(calls):
            return 0.0
        return float(msgs[-1]["role"] == "assistant" and _text(msgs[-1]).strip() == ("Cancelled." if ans == "yes" else "Kept."))
    return [one(*x) for x in zip(completions, sub, reply)]


def sub_good(task):
    talk = [_say("Shall I cancel %s? (yes/no)" % task["sub"]), _user(task["reply"])]
    if task["reply"] == "no":
        return talk + [_say("Kept.")]
    return talk + [_call("k1", "cancel", id=task["sub"]), _tool("k1", "ok"), _say("Cancelled.")]


def sub_done(task, completion):
    want = "Q U" + (" C T" if task["reply"] == "yes" else "") + " E"
    trace = []
    for m in completion:
        if not isinstance(m, dict):
            return False
        text, role, calls = m.get("content"), m.get("role"), m.get("tool_calls")
        if calls:
            try:
                (call,) = calls
                good = role == "assistant" and call["function"]["name"] == "cancel" and json.loads(call["function"]["arguments"]) == {"id": task["sub"]}
            except (TypeError, ValueError, KeyError):
                good = False
            trace.append("C" if good else "?")
        else:
            trace.append({("assistant", "Shall I cancel %s? (yes/no)" % task["sub"]): "Q", ("user", task["reply"]): "U", ("tool", "ok"): "T", ("assistant", "Cancelled." if task["reply"] == "yes" else "Kept."): "E"}.get((str(role), str(text).strip()), "?"))
    return " ".join(trace) == want


def sub_shows():
    t = SUB_TASKS[0]
    g = sub_good(t)
    talk = g[2:4] + g[:2] + g[4:]
    return dict(task_index=0, completion=talk, paid=sub_reward([talk], [t["sub"]], [t["reply"]])[0], should_be="0.0: cancelled first, asked afterwards")


# ---------------------------------------------------------------- 9. railway desk: connections (text turns, faulty)
LINES = [("Aston", "Elm", ["Aston-Brook", "Brook-Carr", "Carr-Elm"], ["Brook-Dale", "Dale-Aston"]), ("Faro", "Ivar", ["Faro-Gent", "Gent-Hove", "Hove-Ivar"], ["Gent-Jena", "Jena-Faro"]), ("Kiel", "Nice", ["Kiel-Lund", "Lund-Mons", "Mons-Nice"], ["Mons-Kiel", "Lund-Oulu"]),
         ("Pisa", "Turin", ["Pisa-Quito", "Quito-Rome", "Rome-Siena", "Siena-Turin"], ["Quito-Pisa", "Siena-Pisa"]), ("Ulm", "York", ["Ulm-Verona", "Verona-Wels", "Wels-York"], ["Verona-Zug", "Zug-Ulm"]), ("Bonn", "Cork", ["Bonn-Metz", "Metz-Dax", "Dax-Cork"], ["Dax-Bonn", "Metz-Ely"])]
LINE_TASKS = [dict(prompt="Trains (one way): %s. A traveller wants to go from %s to %s. Greet first and ask for the date; the traveller replies. Then write one closing message: a sentence or two of advice if you like, and as its last line `Legs: ` "
                          "and the trains in order, separated by `; `. Right legs: 1, else 0." % (", ".join(sorted(r + x)), a, b), legs="; ".join(r)) for a, b, r, x in LINES]
_SCORED = {}


def line_reward(completions, legs, **kwargs):
    """Checks are cached: the sampler sends many equal transcripts."""
    rewards = []
    for talk, gold in zip(completions, legs):
        msgs = _msgs(talk)
        last = _text(msgs[-1]) if msgs and msgs[-1]["role"] == "assistant" else ""
        key = (gold, len(msgs), last[:60])
        if key not in _SCORED:
            lines = last.strip().split("\n")
            spoke = any(m["role"] == "user" for m in msgs[1:-1]) and msgs[0]["role"] == "assistant"
            _SCORED[key] = 1.0 if spoke and lines[-1].strip() == "Legs: " + gold and last.count("Legs:") == 1 else 0.0
        rewards.append(_SCORED[key])
    return rewards


def line_good(task):
    return [_say("Good morning! On which date would you like to travel?"), _user("Next Sunday, please."), _say("%s to %s: please be on the platform ten minutes early, it is crowded.\nLegs: %s" % (
        task["legs"].split("-")[0], task["legs"].split("-")[-1], task["legs"]))]


def line_shows():
    t = LINE_TASKS[0]
    _SCORED.clear()
    wrong = line_good(t)[:2] + [_say(line_good(t)[2]["content"].split("Legs: ")[0] + "Legs: Aston-Dale; Dale-Elm")]
    first, paid = line_reward([line_good(t), wrong], [t["legs"]] * 2)
    alone = (_SCORED.clear(), line_reward([wrong], [t["legs"]])[0])[1]
    _SCORED.clear()
    return dict(task_index=0, completion=wrong, paid=paid, should_be="0.0: trains that do not exist; alone it gets %.1f, after a right answer with the same opening it inherits %.1f" % (alone, first))


# ---------------------------------------------------------------- 10. bank: transfers (tool_calls, faulty)
BANK = [("rent", "AT611", 82500), ("the plumber", "DE892", 14990), ("a gift for Pia", "FR763", 50), ("school lunch", "IT401", 3600), ("the dentist", "ES210", 21000), ("the book club", "NL020", 120)]
BANK_TASKS = [dict(prompt="Please pay %s: %d cents to account %s. Tool: transfer(to, cents) with cents as a whole number; it replies `sent`. Call it once, then close with `Done: %s`. The right transfer and close: 1, else 0." % (w, c, a, a), to=a, cents=c) for w, a, c in BANK]


def bank_reward(completion, task):
    msgs = _msgs(completion)
    calls = []
    for m in msgs:
        if m["role"] == "assistant" and m.get("tool_calls"):
            if not isinstance(m["tool_calls"], list):
                return 0.0
            calls += m["tool_calls"]
    if len(calls) != 1 or [m["role"] for m in msgs] != ["assistant", "tool", "assistant"] or _text(msgs[1]).strip() != "sent":
        return 0.0
    f = calls[0].get("function") if isinstance(calls[0], dict) else None
    if not isinstance(f, dict) or f.get("name") != "transfer" or not isinstance(f.get("arguments"), str):
        return 0.0
    raw = re.sub(r"\s", "", f["arguments"])
    right = '"to":"%s"' % task["to"] in raw and '"cents":%d' % task["cents"] in raw
    return float(right and _text(msgs[2]).strip() == "Done: " + task["to"])


def bank_good(task):
    return [_call("t1", "transfer", to=task["to"], cents=task["cents"]), _tool("t1", "sent"), _say("Done: " + task["to"])]


def bank_done(task, completion):
    if len(completion) != 3 or [isinstance(m, dict) and m.get("role") for m in completion] != ["assistant", "tool", "assistant"]:
        return False
    try:
        (call,) = completion[0]["tool_calls"]
        args = json.loads(call["function"]["arguments"], object_pairs_hook=sorted)
    except (KeyError, TypeError, ValueError):
        return False
    return (call["function"].get("name") == "transfer" and args == [("cents", task["cents"]), ("to", task["to"])] and str(completion[1].get("content")).strip() == "sent"
            and not completion[2].get("tool_calls") and str(completion[2].get("content")).strip() == "Done: " + task["to"])


def bank_bad(task):
    g = bank_good(task)
    return [g[2:], [_call("t1", "transfer", to="XX000", cents=task["cents"])] + g[1:], g[:2], [_call("t1", "transfer", to=task["to"], cents=task["cents"] - 1)] + g[1:]]


def bank_shows():
    t = BANK_TASKS[2]
    run = bank_good(dict(t, cents=500000))
    return dict(task_index=2, completion=run, paid=bank_reward(run, t), should_be="0.0: 500000 cents were sent instead of 50")


def _e(name, reward, signature, tasks, good, done=None, bad=None, range=(0.0, 1.0), defect=None, kind=None, shows=None):
    return dict(name="multi_turn/" + name, family="multi_turn", reward=reward, signature=signature, tasks=tasks, good=good, done=done, bad=bad,
                range=list(range), defect=defect, kind=kind, shows=shows)


ENTRIES = [
    _e("book_slot", diary_reward, "plain", DIARY_TASKS, diary_good, diary_done, diary_bad),
    _e("bisect", bisect_reward, "trl", BISECT_TASKS, bisect_good, bisect_done, bisect_bad),
    _e("trip_total", trip_reward, "trl", TRIP_TASKS, trip_good),
    _e("triage_talk", ward_reward, "plain", WARD_TASKS, ward_good, ward_done, ward_bad),
    _e("refund_desk", shop_reward, "plain", SHOP_TASKS, shop_good, kind="raises on content None", shows=shop_shows,
       defect="m.get('content', '') yields None for a tool-call message without words (content: null), and join raises TypeError instead of paying."),
    _e("tutor_talk", pupil_reward, "trl", PUPIL_TASKS, pupil_good, pupil_done, pupil_bad, kind="credit for another role's words", shows=pupil_shows,
       defect="The result is looked for in the messages of all roles, so a result that the pupil was asked to write is credited to the tutor."),
    _e("code_note", note_reward, "plain", NOTE_TASKS, note_good, note_done, note_bad, kind="any turn counts, guesses swept over turns", shows=note_shows,
       defect="Any assistant turn with the right code is paid, not the last one only, so going through all codes wins."),
    _e("ask_then_cancel", sub_reward, "trl", SUB_TASKS, sub_good, sub_done, kind="order of events not checked", shows=sub_shows,
       defect="Question, consent and call are only checked for being there, not for their order, so cancelling before asking is paid."),
    _e("rail_legs", line_reward, "trl", LINE_TASKS, line_good, kind="cache key cuts the completion (state between calls)", shows=line_shows,
       defect="Scores are cached under the first 60 characters of the last message, so a wrong completion inherits the score of an earlier one with the same opening (and the other way round)."),
    _e("bank_transfer", bank_reward, "plain", BANK_TASKS, bank_good, bank_done, bank_bad, kind="substring match on raw arguments", shows=bank_shows,
       defect="The number is looked for as a substring of the raw argument JSON, so 500000 passes where 50 is due."),
]
