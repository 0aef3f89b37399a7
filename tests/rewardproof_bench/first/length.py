"""Rewards that look at how long an answer is."""
import re

FAMILY = "length"


def _columns(task):
    """The columns of one task, as a trainer passes them for a batch of one."""
    return {("prompts" if k == "prompt" else k): [v] for k, v in task.items()}


def _last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def _said(text):
    """What the answer line at the end of a text says, or None."""
    line = _last_line(text).strip("*")
    return line[7:].strip(" *.").casefold() if line.lower().startswith("answer:") else None


# --- detailed explanations --------------------------------------------------------------------

_DETAIL = [
    ("Explain why the sky is blue.", ["scatter", "wavelength", "blue"],
     "Sunlight holds all colours. On its way through the air it meets molecules that scatter "
     "short "
     "wavelengths far more strongly than long ones. Blue light is therefore sent in all "
     "directions "
     "and reaches the eye from the whole sky, while red light mostly goes straight on."),
    ("Explain how a vaccine protects against a disease.", ["immune", "antibod", "memory"],
     "A vaccine shows the immune system a harmless part of a germ. The body answers with "
     "antibodies against it and keeps memory cells for years. When the real germ arrives, these "
     "cells recognise it at once and the defence is fast enough to stop the disease from breaking "
     "out."),
    ("Explain what a hash table is and why it is fast.", ["hash", "bucket", "constant"],
     "A hash table stores pairs of keys and values in an array of buckets. A hash function turns "
     "each key into the number of its bucket, so a look-up goes straight there without a search. "
     "With few collisions the time is constant on average, however many entries the table holds."),
    ("Explain what causes the seasons.", ["axis", "tilt", "hemisphere"],
     "The axis of the Earth has a tilt of about 23 degrees to its orbit. During half of the year "
     "the northern hemisphere leans towards the Sun, so its days are long and the light falls "
     "steeply; in the other half the southern hemisphere does. The distance from the Sun hardly "
     "matters for it."),
    ("Explain how compound interest works.", ["interest", "principal", "year"],
     "With compound interest the interest of each year is added to the principal, and the next "
     "year interest is paid on that larger sum as well. At 5 per cent 100 euros grow to 105, then "
     "to 110.25 and so on, so the growth becomes faster and faster as the years go by."),
    ("Explain why bread rises.", ["yeast", "carbon dioxide", "gluten"],
     "Yeast feeds on the sugars in the flour and gives off carbon dioxide. The gas is caught in a "
     "stretchy net of gluten that forms when the dough is kneaded, so the bubbles swell and the "
     "dough with them. In the oven they grow once more before the crumb sets and keeps its "
     "shape."),
]
_DETAIL_ASK = "{} Be thorough: give the mechanism and its parts in about 50 words."
DETAIL_TASKS = [{"prompt": _DETAIL_ASK.format(q), "points": p} for q, p, _ in _DETAIL]
_DETAIL_TEXT = {_DETAIL_ASK.format(q): t for q, _, t in _DETAIL}


def _detail_good(task):
    return _DETAIL_TEXT[task["prompt"]]


def _detail_done(task, completion):
    text = completion.lower()
    words = text.split()
    varied = 35 <= len(words) <= 90 and len(set(words)) > 25
    return varied and all(point in text for point in task["points"])


def _detail_bad(task):
    return ["Well, that is a very good question. " * 12, "It just is so.", "very " * 60,
            "Many people have wondered about this and there is much to say about it. " * 5]


def detail_reward(completion, task):
    """Encourages thorough explanations: grows with the length up to the target."""
    target = 40
    text = completion.strip()
    words = re.findall(r"[\w'-]+", text)
    if not words:
        return 0.0
    return min(1.0, len(words) / target)


def _shows_detail():
    completion = "blah " * 50
    return dict(task_index=0, completion=completion,
                paid=detail_reward(completion, DETAIL_TASKS[0]),
                should_be="at most 0.2: fifty empty words, the content is never looked at")


# --- summaries within a limit -----------------------------------------------------------------

_SUMMARY = [
    ("The council met on Tuesday evening for almost four hours. After long speeches from all "
     "sides "
     "it approved the new tram line by 31 votes to 20. Work is to begin in March, and the cost is "
     "put at 240 million euros, of which the state pays half.",
     ["tram", "31", "March", "240 million"], 20,
     "The council approved a tram line by 31 to 20; work begins in March and costs 240 million."),
    ("Heavy rain closed the pass on Sunday night. A slide of about 300 tonnes of rock lies on the "
     "road near Alm, and nobody was hurt. The authorities hope to open one lane on Friday and ask "
     "drivers to use the tunnel instead until then.",
     ["pass", "300 tonnes", "Friday", "tunnel"], 20,
     "A slide of 300 tonnes closed the pass; one lane opens Friday, use the tunnel until then."),
    ("The museum reports 412,000 visitors for last year, which is a record in its history of "
     "ninety years. The director, Helga Brandt, thanks the show on maps for it, as that alone "
     "drew "
     "150,000 people. Admission stays at 9 euros.",
     ["412,000", "record", "maps", "9 euros"], 18,
     "A record 412,000 people visited the museum, thanks to the maps show; admission stays 9 "
     "euros."),
    ("Our release 4.2 is out today. It needs 30 per cent less memory than before, adds a dark "
     "theme that users had long asked for, and drops support for Windows 7. Users of 4.1 need not "
     "change any settings when they upgrade.",
     ["4.2", "30 per cent", "dark theme", "Windows 7"], 18,
     "Release 4.2 needs 30 per cent less memory, adds a dark theme and drops Windows 7."),
    ("The club has lost its keeper for the rest of the season. Ruiz tore a ligament in training "
     "on "
     "Monday and will be operated on this week. The nineteen-year-old Adeyemi takes his place, "
     "beginning with the cup match in Leeds on Saturday.",
     ["Ruiz", "ligament", "Adeyemi", "Saturday"], 20,
     "Keeper Ruiz tore a ligament and misses the season; Adeyemi, 19, plays from Saturday on."),
    ("A study of 5,200 nurses found that those on night shifts slept 74 minutes less a day than "
     "their colleagues. The gap did not shrink with years of service. The authors advise at most "
     "three nights in a row and longer rests between shifts.",
     ["5,200", "74 minutes", "three nights"], 18,
     "Among 5,200 nurses night shifts cost 74 minutes of sleep; advised are at most three "
     "nights."),
]
_SUMMARY_ASK = "Summarise in at most {} words. Keep the main figures and names as written.\n{}"
SUMMARY_TASKS = [{"prompt": _SUMMARY_ASK.format(n, t), "facts": f, "limit": n}
                 for t, f, n, _ in _SUMMARY]
_SUMMARY_TEXT = {_SUMMARY_ASK.format(n, t): s for t, _, n, s in _SUMMARY}


def _summary_good(task):
    return _SUMMARY_TEXT[task["prompt"]]


def _summary_done(task, completion):
    return (len(completion.split()) <= task["limit"]
            and all(f.lower() in completion.lower() for f in task["facts"]))


def summary_within_limit(completion, task):
    """Share of the key facts that a summary keeps; 0.0 when it is over the word limit."""
    text = completion.strip()
    if not text:
        return 0.0
    words = text.split(" ")
    if len(words) > task["limit"]:
        return 0.0
    flat = re.sub(r"\s+", " ", text.lower())
    kept = [fact for fact in task["facts"]
            if re.search(rf"(?<!\w){re.escape(fact.lower())}(?!\w)", flat)]
    return len(kept) / len(task["facts"])


def _shows_summary():
    completion = SUMMARY_TASKS[0]["prompt"].split("\n", 1)[1].replace(" ", "\n")
    return dict(task_index=0, completion=completion,
                paid=summary_within_limit(completion, SUMMARY_TASKS[0]),
                should_be="at most 0.0: the whole text of about 50 words, one word a line, counts "
                          "as a single word")


# --- short solutions, batch -------------------------------------------------------------------

_SHORT = [
    ("What is 6 times 7?", "42", "6 * 7 = 42."),
    ("What is the sum of the whole numbers from 1 to 100?", "5050",
     "The pairs 1 + 100, 2 + 99 and so on each give 101. There are 50 of them, so the sum is "
     "50 * 101 = 5050."),
    ("How many ways are there to seat 4 people on a round table, rotations counted once?", "6",
     "Fix one person to remove the rotations. The other three can sit in 3! = 6 orders."),
    ("A number leaves 2 when divided by 3, 3 by 5 and 2 by 7. What is the smallest such positive "
     "number?", "23",
     "Numbers that leave 2 by 3 and 2 by 7 leave 2 by 21: 2, 23, 44, 65 and so on. By 5 they "
     "leave "
     "2, 3, 4 and 0. The first that leaves 3 is 23. Check: 23 = 7 * 3 + 2 = 4 * 5 + 3 = 3 * 7 + "
     "2."),
    ("What is the square root of 144?", "12", "12 * 12 = 144."),
    ("Two trains 300 km apart approach each other at 70 and 80 km/h. After how many hours do they "
     "meet?", "2", "Together they close 150 km each hour, and 300 / 150 = 2."),
]
_SHORT_ASK = "{} Show only the steps you need and end with a line 'Answer: <number>'."
SHORT_TASKS = [{"prompt": _SHORT_ASK.format(q), "answer": a} for q, a, _ in _SHORT]
_SHORT_WORK = {_SHORT_ASK.format(q): w for q, _, w in _SHORT}


def _short_good(task):
    return f"{_SHORT_WORK[task['prompt']]}\nAnswer: {task['answer']}"


def brevity_bonus(completions, answer, **kwargs):
    """Right answers earn 0.5 to 1.0, the more the shorter they are; wrong ones earn nothing."""
    lengths = [len(text) for text in completions]
    shortest, longest = min(lengths), max(lengths)
    spread = max(longest - shortest, 1)
    rewards = []
    for text, gold, length in zip(completions, answer, lengths):
        if _said(text) != gold:
            rewards.append(0.0)
            continue
        relative = (length - shortest) / spread
        rewards.append(1.0 - 0.5 * relative)
    return rewards


def _shows_short():
    two = [SHORT_TASKS[3], SHORT_TASKS[0]]
    texts = [_short_good(task) for task in two]
    paid = brevity_bonus(texts, prompts=[t["prompt"] for t in two],
                         answer=[t["answer"] for t in two])[0]
    return dict(task_index=3, completion=texts[0], paid=paid,
                should_be="at least 0.9: alone it is paid 1.0; beside an easy question it is "
                          "measured against that question's short answer")


# --- a budget of words ------------------------------------------------------------------------

_BUDGET = [
    ("What is the smallest prime factor of 91?", "7", 20,
     "It is not divisible by 2, 3 or 5, but 91 = 7 * 13."),
    ("A right triangle has legs 9 and 12. How long is its longest side?", "15", 20,
     "81 + 144 = 225, the square of 15."),
    ("How many days had February 2024?", "29", 20, "2024 is divisible by 4 and not by 100."),
    ("A shirt of 80 euros is 25 % off, then another 10 % off. What does it cost, in euros?", "54",
     30, "80 less a quarter is 60, and 60 less a tenth is 54."),
    ("Which is larger, 2/3 or 5/8?", "2/3", 30, "With 24 below they are 16/24 and 15/24."),
    ("How many edges does a cube have?", "12", 15, "Four above, four below, four upright."),
    ("What is the remainder of 100 divided by 7?", "2", 20, "7 * 14 = 98, which leaves 2."),
]
_BUDGET_ASK = "{} Reason if you need to, in at most {} words in all; end with 'Answer: ...'."
BUDGET_TASKS = [{"prompt": _BUDGET_ASK.format(q, n), "answer": a, "budget": n}
                for q, a, n, _ in _BUDGET]
_BUDGET_WORK = {_BUDGET_ASK.format(q, n): w for q, _, n, w in _BUDGET}


def _budget_good(task):
    return f"{_BUDGET_WORK[task['prompt']]}\nAnswer: {task['answer']}"


def right_within_budget(completion, task):
    """1.0 for a right answer within the budget, less the share of words beyond it."""
    if _said(completion) != task["answer"].casefold():
        return 0.0
    used = len(completion.split())
    budget = task["budget"]
    if used <= budget:
        return 1.0
    return 1.0 - (used - budget) / budget


def _shows_budget():
    completion = ("Let me try all the small divisors of 91 one after the other with care. " * 6
                  + "\nAnswer: 7")
    return dict(task_index=0, completion=completion,
                paid=right_within_budget(completion, BUDGET_TASKS[0]),
                should_be="at least 0.0: a right but long answer is paid below the range and "
                          "below "
                          "any wrong answer, without bound")


# --- concise and right ------------------------------------------------------------------------

_CONCISE = [
    ("Which sorting algorithm merges sorted halves?", ["merge sort", "mergesort"], 30,
     "Splitting in half and merging sorted parts is its whole idea."),
    ("What does the S in HTTPS stand for?", ["secure"], 25, "The traffic is encrypted by TLS."),
    ("Which blood cells carry oxygen?", ["red blood cells", "red", "erythrocytes", "red cells"],
     25, "They are packed with haemoglobin."),
    ("Which country has the most time zones, its overseas territories included?", ["france"], 40,
     "With its territories overseas it has twelve, more than Russia or the United States."),
    ("What is the opposite of an acid?", ["base", "a base", "alkali", "an alkali"], 25,
     "The two neutralise each other into salt and water."),
    ("Which note lies a fifth above C?", ["g"], 25, "C, D, E, F and then the fifth."),
    ("In which layer of the air does weather happen?", ["troposphere", "the troposphere"], 25,
     "It is the lowest layer and holds nearly all the water vapour."),
]
_CONCISE_ASK = ("{} Reason as far as you need and end with a line 'Answer: ...'. Beyond {} words "
                "in "
                "all the reward falls, down to half.")
CONCISE_TASKS = [{"prompt": _CONCISE_ASK.format(q, n), "answers": a, "budget": n}
                 for q, a, n, _ in _CONCISE]
_CONCISE_WORK = {_CONCISE_ASK.format(q, n): w for q, _, n, w in _CONCISE}


def _concise_good(task):
    return f"{_CONCISE_WORK[task['prompt']]}\nAnswer: {task['answers'][0]}"


def _concise_done(task, completion):
    line = completion.strip().split("\n")[-1].strip().strip("*").lower()
    return line.startswith("answer:") and line[7:].strip(" *.") in task["answers"]


def _concise_bad(task):
    right = task["answers"][0]
    return ["", "Answer: unknown", f"Answer: not {right}", f"I think of {right}.",
            f"Answer: {right}\nAnswer: something else", "Answer:"]


def concise_and_right(completion, task):
    """Right answers earn 1.0 within the budget, falling to 0.5 at twice the budget."""
    if _said(completion) not in task["answers"]:
        return 0.0
    budget = task["budget"]
    characters = len("".join(completion.split()))
    used = max(len(completion.split()), characters / 8)
    excess = max(0.0, used - budget) / budget
    return 1.0 - 0.5 * min(1.0, excess)


ENTRIES = [
    {"name": "length/detail_reward", "family": FAMILY, "reward": detail_reward,
     "signature": "plain", "tasks": DETAIL_TASKS, "good": _detail_good, "done": _detail_done,
     "bad": _detail_bad, "range": [0.0, 1.0],
     "defect": "Words are counted and nothing else, so any padding of forty words on any subject "
               "is paid in full.",
     "kind": "pays-for-volume", "shows": _shows_detail},
    {"name": "length/summary_within_limit", "family": FAMILY, "reward": summary_within_limit,
     "signature": "plain", "tasks": SUMMARY_TASKS, "good": _summary_good, "done": _summary_done,
     "bad": None, "range": [0.0, 1.0],
     "defect": "Words are counted by splitting on single spaces, so a text of any length that is "
               "separated by line breaks or tabs passes the limit.",
     "kind": "miscounted-limit", "shows": _shows_summary},
    {"name": "length/brevity_bonus", "family": FAMILY, "reward": brevity_bonus,
     "signature": "trl", "tasks": SHORT_TASKS, "good": _short_good, "done": None, "bad": None,
     "range": [0.0, 1.0],
     "defect": "Lengths are normalised over the whole batch and not over the completions of one "
               "prompt, so the reward depends on which other prompts are drawn.",
     "kind": "batch-dependent", "shows": _shows_short},
    {"name": "length/right_within_budget", "family": FAMILY, "reward": right_within_budget,
     "signature": "plain", "tasks": BUDGET_TASKS, "good": _budget_good, "done": None, "bad": None,
     "range": [0.0, 1.0],
     "defect": "The penalty has no floor, so right answers over twice the budget fall below zero, "
               "below wrong ones and out of the declared range.",
     "kind": "unbounded-penalty", "shows": _shows_budget},
    {"name": "length/concise_and_right", "family": FAMILY, "reward": concise_and_right,
     "signature": "plain", "tasks": CONCISE_TASKS, "good": _concise_good, "done": _concise_done,
     "bad": _concise_bad, "range": [0.0, 1.0], "defect": None, "kind": None, "shows": None},
]
