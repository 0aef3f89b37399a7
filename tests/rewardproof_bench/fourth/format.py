"""Format rewards: the content is given or easy, the form has to be right."""
import re
from datetime import date


# ---------------------------------------------------------------- 1. school office: a markdown table
CLASSES = [
    [("Ana", 14, "B"), ("Cem", 15, "A"), ("Bo", 13, "C")], [("Udo", 12, "A"), ("Ines", 11, "D"), ("Olaf", 13, "B")],
    [("Kim", 16, "C"), ("Lea", 15, "B")], [("Max", 10, "B"), ("Eva", 12, "A"), ("Tom", 11, "C"), ("Zoe", 13, "D")],
    [("Ruth", 17, "A"), ("Paul", 16, "D"), ("Nils", 18, "B")], [("Yara", 9, "C"), ("Jan", 8, "A")],
]
HEAD = ["Name", "Age", "Grade"]
TABLE_TASKS = [dict(prompt="Pupils: %s.\nMake a markdown table with the header Name, Age, Grade, then a separator row of dashes, then one row per pupil, sorted by name. "
                           "Every row begins and ends with a pipe; padding inside cells is free. Nothing but the table.\nA perfect table gives 1. If header, separator and "
                           "number of rows are right, each right row earns its share of 0.6. Otherwise 0."
                           % "; ".join("%s is %d and has grade %s" % r for r in rows), rows=[[n, str(a), g] for n, a, g in sorted(rows)]) for rows in CLASSES]


def _cells(line):
    line = line.strip()
    if len(line) < 2 or line[0] != "|" or line[-1] != "|":
        return None
    return [c.strip() for c in line[1:-1].split("|")]


def table_reward(completion, task):
    if not isinstance(completion, str) or len(completion) > 4000:
        return 0.0
    grid = [_cells(ln) for ln in completion.strip().split("\n")]
    if len(grid) != len(task["rows"]) + 2 or grid[0] != HEAD or grid[1] is None or len(grid[1]) != 3:
        return 0.0
    if not all(re.fullmatch(r":?-{3,}:?", c) for c in grid[1]):
        return 0.0
    right = sum(a == b for a, b in zip(grid[2:], task["rows"]))
    return 1.0 if right == len(task["rows"]) else 0.6 * right / len(task["rows"])


def table_good(task):
    return "\n".join("| " + " | ".join(r) + " |" for r in [HEAD, ["---"] * 3] + task["rows"])


def table_done(task, completion):
    flat = re.sub(r"[ \t]", "", completion).strip().replace(":", "")
    want = "|Name\\|Age\\|Grade\\|\n\\|-{3,}\\|-{3,}\\|-{3,}\\|\n".replace("|Name", "\\|Name", 1)
    return re.fullmatch(want + "\n".join(re.escape("|%s|%s|%s|" % tuple(r)) for r in task["rows"]), flat) is not None


def table_bad(task):
    rows = [HEAD, ["---"] * 3] + task["rows"]
    draw = lambda rs: "\n".join("| " + " | ".join(r) + " |" for r in rs)
    return [draw(rows[:2] + rows[:1:-1]), draw(rows[:-1]), "\n".join(", ".join(r) for r in rows), draw(rows) + "\n| | | |"]


# ---------------------------------------------------------------- 2. think / answer tags with a small bonus
SUMS = [("A pool of 12 servers runs 7 pods each; 5 pods crash. How many run?", 79), ("A backup takes 14 GB a night. How many GB in 30 nights?", 420),
        ("Of 256 addresses 2 are reserved and 199 used. How many are free?", 55), ("A job runs every 6 hours. How often in 9 days?", 36),
        ("Latency rose from 80 ms to 200 ms. By how many percent?", 150), ("3 racks hold 42 units each, 17 units are empty. How many are filled?", 109),
        ("A queue of 950 messages drains 25 a second. After how many seconds is it empty?", 38)]
SUM_TASKS = [dict(prompt=q + "\nReply as <think>your reasoning, at least 20 characters, no < or > in it</think> and then <answer>a whole number</answer>; only white space may stand "
                  "outside the tags, and each tag is used once. This form alone earns 0.05; with the right number it earns 1.", number=n) for q, n in SUMS]
FORM = re.compile(r"\s*<think>([^<>]{20,20000})</think>\s*<answer>\s*(-?[0-9]{1,12})\s*</answer>\s*")


def tags_reward(completions, number, **kwargs):
    out = []
    for text, gold in zip(completions, number):
        m = FORM.fullmatch(text) if isinstance(text, str) and len(text) <= 21000 else None
        if m is None or len(m.group(1).strip()) < 20:
            out.append(0.0)
        else:
            out.append(1.0 if int(m.group(2)) == gold else 0.05)
    return out


def tags_good(task):
    return "<think>\nI take the numbers from the text,\ncompute step by step and check the unit.\n</think>\n<answer>%d</answer>" % task["number"]


# ---------------------------------------------------------------- 3. shop: clean an import file
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
STOCK = [
    [("ab 12", date(2024, 3, 5), 1999), ("cd-7", date(2024, 11, 30), 50)], [("q 1", date(2023, 1, 9), 120000), ("q 22", date(2023, 2, 28), 705), ("r 5", date(2022, 12, 1), 10)],
    [("lamp 3", date(2025, 6, 17), 4500)], [("x-100", date(2020, 2, 29), 330), ("y 9", date(2021, 10, 10), 9900)],
    [("tea 4", date(2024, 8, 2), 275), ("tea 5", date(2024, 8, 3), 280), ("tea 6", date(2024, 8, 4), 1000)], [("m 77", date(2019, 5, 31), 6), ("n 1", date(2019, 4, 1), 100001)],
]


def _stock_task(rows):
    raw = "\n".join("%s , %d %s %d , %s EUR" % (s, d.day, MONTHS[d.month - 1], d.year, ("%d,%02d" % divmod(c, 100))) for s, d, c in rows)
    gold = "\n".join("%s;%s;%d.%02d" % (re.sub("[ -]", "", s).upper(), d.isoformat(), *divmod(c, 100)) for s, d, c in rows)
    return dict(data_source="shop/import", prompt="Clean these lines (SKU, date, price with decimal comma):\n%s\nWrite each as SKU;date;price with the SKU in capitals without blanks "
                "and hyphens, the date as YYYY-MM-DD, the price with a decimal point, two decimals and no currency. Same order, one line each, nothing else (a final newline is "
                "fine).\nPay is the share of right lines, or -0.1 if no line is right or the number of lines is wrong." % raw, ground_truth=gold, extra_info=None)


STOCK_TASKS = [_stock_task(r) for r in STOCK]


def stock_reward(data_source, solution_str, ground_truth, extra_info=None):
    if not isinstance(solution_str, str) or len(solution_str) > 2000:
        return -0.1
    want, got = ground_truth.split("\n"), solution_str.strip().split("\n")
    if len(want) != len(got):
        return -0.1
    right = sum(w == g.rstrip() for w, g in zip(want, got))
    return right / len(want) if right else -0.1


def stock_good(task):
    return task["ground_truth"] + "\n"


def stock_done(task, completion):
    return [ln.split(";") for ln in completion.split()] == [ln.split(";") for ln in task["ground_truth"].split()]


# ---------------------------------------------------------------- 4. sports desk (faulty)
GAMES = [("Rovers", "City", "Rovers scored in minutes 3 and 50, City in minute 88.", "2-1"), ("Lions", "Bears", "Bears scored twice before the break, Lions once after it.", "1-2"),
         ("North", "South", "No goal was seen.", "0-0"), ("Union", "Stars", "Union scored three, Stars answered with a late one.", "3-1"),
         ("Hawks", "Foxes", "Each side scored two penalties.", "2-2"), ("Reds", "Blues", "Blues won by a single own goal of the Reds.", "0-1")]
GAME_TASKS = [dict(prompt="%s (home) against %s (away). %s\nThink inside <reasoning> ... </reasoning>, over as many lines as you need, then give the final score as "
                          "<score>home-away</score>. Form and score right: 1, else 0." % g[:3], score=g[3]) for g in GAMES]


def game_reward(completion, task):
    if not isinstance(completion, str) or len(completion) > 20000:
        return 0.0
    m = re.fullmatch(r"<reasoning>(.+)</reasoning>\s*<score>([0-9]{1,2}-[0-9]{1,2})</score>", completion.strip())
    return 1.0 if m and m.group(2) == task["score"] else 0.0


def game_good(task):
    return "<reasoning>Count the goals of each side, home first.</reasoning>\n<score>%s</score>" % task["score"]


def game_shows():
    text = "<reasoning>\nRovers: minutes 3 and 50, two goals.\nCity: one goal.\n</reasoning>\n<score>2-1</score>"
    return dict(task_index=0, completion=text, paid=game_reward(text, GAME_TASKS[0]), should_be="1.0: the prompt allows reasoning over several lines")


def _e(name, reward, signature, tasks, good, done=None, bad=None, range=(0.0, 1.0), defect=None, kind=None, shows=None):
    return dict(name="format/" + name, family="format", reward=reward, signature=signature, tasks=tasks, good=good, done=done, bad=bad,
                range=list(range), defect=defect, kind=kind, shows=shows)


ENTRIES = [
    _e("pupil_table", table_reward, "plain", TABLE_TASKS, table_good, table_done, table_bad),
    _e("think_answer", tags_reward, "trl", SUM_TASKS, tags_good),
    _e("stock_lines", stock_reward, "verl", STOCK_TASKS, stock_good, stock_done, None, (-0.1, 1.0)),
    _e("match_score", game_reward, "plain", GAME_TASKS, game_good, kind="right work unpaid", shows=game_shows,
       defect="The pattern lacks re.DOTALL, so a right answer whose reasoning runs over several lines, as the prompt invites, is paid nothing."),
]
