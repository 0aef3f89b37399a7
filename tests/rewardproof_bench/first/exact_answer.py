"""Rewards that compare one final answer with the reference."""
import ast
import re
import unicodedata
from fractions import Fraction

FAMILY = "exact_answer"


def _columns(task):
    """The columns of one task, as a trainer passes them for a batch of one."""
    return {("prompts" if k == "prompt" else k): [v] for k, v in task.items()}


# --- quiz -------------------------------------------------------------------------------------

_QUIZ = [
    ("What is the capital of Australia?", "Canberra", "Sydney",
     "Sydney and Melbourne are larger, but a new city was built as a compromise."),
    ("How many moons does Mars have?", "2", "12",
     "They are Phobos and Deimos, both small and irregular."),
    ("Which element has the chemical symbol K?", "potassium", "krypton",
     "The symbol comes from the Latin name kalium."),
    ("In what year did the Berlin Wall fall?", "1989", "1991",
     "The border was opened on the evening of 9 November."),
    ("Who wrote the novel Persuasion?", "Jane Austen", "Charlotte Bronte",
     "It appeared after the death of its author, together with Northanger Abbey."),
    ("What is the largest ocean on Earth?", "Pacific Ocean", "Atlantic Ocean",
     "It covers about a third of the surface of the planet."),
    ("Which gas makes up most of Earth's atmosphere?", "nitrogen", "oxygen",
     "It is about 78 % of dry air by volume."),
    ("How many strings does a standard violin have?", "4", "14",
     "They are tuned to G, D, A and E."),
]
_QUIZ_ASK = "{}\nThink briefly, then finish with a line of the form 'Answer: ...'."
QUIZ_TASKS = [{"prompt": _QUIZ_ASK.format(q), "answer": a} for q, a, _, _ in _QUIZ]
_QUIZ_INFO = {_QUIZ_ASK.format(q): (a, wrong, why) for q, a, wrong, why in _QUIZ}


def _quiz_good(task):
    answer, _, why = _QUIZ_INFO[task["prompt"]]
    return f"{why}\nAnswer: {answer}"


def _quiz_done(task, completion):
    lines = [line.strip().strip("*") for line in completion.splitlines() if line.strip()]
    if not lines or not lines[-1].lower().startswith("answer:"):
        return False
    return lines[-1][7:].strip().rstrip(".").casefold() == task["answer"].casefold()


def _quiz_bad(task):
    answer, wrong, _ = _QUIZ_INFO[task["prompt"]]
    return [f"Answer: {wrong}", f"Many would say {answer}, but that is a myth.\nAnswer: {wrong}",
            "I do not know."]


def quiz_answer(completion, task):
    """1.0 when the completion gives the reference answer, ignoring case, accents and spacing."""
    def plain(text):
        text = unicodedata.normalize("NFKD", text)
        text = "".join(ch for ch in text if not unicodedata.combining(ch))
        return " ".join(re.sub(r"[^\w\s.-]", " ", text.lower()).split())

    gold = plain(task["answer"])
    if not gold:
        return 0.0
    return 1.0 if gold in plain(completion) else 0.0


def _shows_quiz():
    completion = "It could be Sydney, Melbourne, Perth, Canberra or Hobart.\nAnswer: Sydney"
    return dict(task_index=0, completion=completion,
                paid=quiz_answer(completion, QUIZ_TASKS[0]),
                should_be="at most 0.0: the final answer is wrong, the name is merely mentioned")


# --- word problems ----------------------------------------------------------------------------

_GSM = [
    ("Mia buys 6 notebooks at 4 euros each and pays with a 50 euro note. How much change, in "
     "euros, does she get?", "26", "6 * 4 = 24 euros spent.\n50 - 24 = 26 euros left."),
    ("A bakery sells 48 rolls before noon and half as many after. How many rolls does it sell "
     "that day?", "72", "Half of 48 is 24.\n48 + 24 = 72 rolls."),
    ("A train covers 85 km each hour. How many km does it cover in 14 hours?", "1190",
     "85 * 14 = 85 * 10 + 85 * 4 = 850 + 340 = 1190."),
    ("Tom is 9 years older than Eva. In 5 years he will be 30. How old is Eva now?", "16",
     "Tom is 30 - 5 = 25 now.\nEva is 25 - 9 = 16."),
    ("A crate holds 12 rows of 15 oranges; 7 oranges are rotten. How many are good?", "173",
     "12 * 15 = 180 oranges.\n180 - 7 = 173 are good."),
    ("The temperature was 4 degrees at noon and fell by 11 degrees. What is it now, in degrees?",
     "-7", "4 - 11 = -7."),
    ("A printer makes 35 pages a minute. How many minutes does it need for 1260 pages?", "36",
     "1260 / 35 = 36."),
]
_GSM_ASK = "{} Work it out and end with a line '#### ' followed by the whole number."
GSM_TASKS = [{"prompt": _GSM_ASK.format(q), "answer": a} for q, a, _ in _GSM]
_GSM_WORK = {_GSM_ASK.format(q): work for q, _, work in _GSM}


def _gsm_good(task):
    return f"{_GSM_WORK[task['prompt']]}\n#### {task['answer']}"


def _gsm_done(task, completion):
    marked = [line.strip()[4:].strip() for line in completion.splitlines()
              if line.strip().startswith("####")]
    return bool(marked) and marked[-1].replace(",", "") == task["answer"]


def final_number(completions, answer, **kwargs):
    """GSM8K style: 1.0 when the whole number on the last #### line is the reference answer."""
    pattern = re.compile(r"^\s*####\s*(.*?)\s*$", re.MULTILINE)
    rewards = []
    for text in completions:
        marked = pattern.findall(text)
        if not marked:
            rewards.append(0.0)
            continue
        predicted = marked[-1].replace(",", "").removeprefix("+")
        rewards.append(1.0 if predicted in answer else 0.0)
    return rewards


def _shows_gsm():
    two = GSM_TASKS[:2]
    completion = "#### 72"
    paid = final_number([completion, _gsm_good(two[1])], prompts=[t["prompt"] for t in two],
                        answer=[t["answer"] for t in two])[0]
    return dict(task_index=0, completion=completion, paid=paid,
                should_be="at most 0.0: 72 answers the other question of the batch, not this one")


# --- boxed results, against a reference solution ----------------------------------------------

_MATH = [
    ("An urn holds 3 red and 5 blue balls. What is the probability of drawing a red one?",
     r"There are 8 balls and 3 of them are red, so \boxed{\frac{3}{8}}."),
    ("Solve 2x + 7 = 31 for x.", r"Then 2x = 24, hence x = \boxed{12}."),
    ("Compute 1/2 + 1/3.", r"With denominator 6 this is 3/6 + 2/6 = \boxed{\frac{5}{6}}."),
    ("What is the slope of the line through (1, 2) and (5, -1)?",
     r"It is (-1 - 2)/(5 - 1), that is \boxed{-\frac{3}{4}}."),
    ("What is the area of a triangle with base 7 and height 5?",
     r"Half of 7 times 5 gives \boxed{\frac{35}{2}}."),
    ("How many diagonals has a convex octagon?", r"There are 8 * 5 / 2 = \boxed{20} of them."),
    ("A right triangle has legs 2 and 3. How long is the hypotenuse?",
     r"By Pythagoras the square is 4 + 9, so it is \boxed{\sqrt{13}}."),
    ("What is the expected value of a fair die?",
     r"The mean of 1 to 6 is 21/6 = \boxed{\frac{7}{2}}."),
]
_MATH_ASK = ("{} Give the exact value, fractions in lowest terms as \\frac{{a}}{{b}}, "
             "inside \\boxed{{}}.")
MATH_TASKS = [{"prompt": _MATH_ASK.format(q), "data_source": "math_short", "ground_truth": s,
               "extra_info": {"index": i}} for i, (q, s) in enumerate(_MATH)]


def _math_good(task):
    return "Let me work through it.\n" + task["ground_truth"]


def boxed_match(data_source, solution_str, ground_truth, extra_info=None):
    """1.0 when the last boxed result equals that of the reference solution, spaces aside."""
    def boxed(text):
        found = re.findall(r"\\boxed\{(.*?)\}", text, re.DOTALL)
        if not found:
            return None
        result = found[-1].replace("\\dfrac", "\\frac").replace("\\tfrac", "\\frac")
        return re.sub(r"\s+|\\[,;!]", "", result)

    predicted = boxed(solution_str)
    expected = boxed(ground_truth)
    if predicted is None or not predicted:
        return 0.0
    return 1.0 if predicted == expected else 0.0


def _shows_math():
    completion = r"Three red against five blue, so the probability is \boxed{\frac{3}{5}}."
    task = MATH_TASKS[0]
    paid = boxed_match(task["data_source"], completion, task["ground_truth"], task["extra_info"])
    return dict(task_index=0, completion=completion, paid=paid,
                should_be="at most 0.0: 3/5 is not 3/8, yet both are cut at the first brace")


# --- countdown --------------------------------------------------------------------------------

_COUNTDOWN = [
    ([3, 7, 25, 50], 178, "(50 - 25) * 7 + 3"),
    ([2, 4, 6, 75], 288, "75 * 4 - 6 * 2"),
    ([1, 5, 9, 100], 144, "100 + 9 * 5 - 1"),
    ([3, 8, 10], 77, "8 * 10 - 3"),
    ([6, 6, 12, 25], 156, "25 * 6 + 12 - 6"),
    ([2, 4, 9, 11, 20], 83, "(20 - 11) * 9 + 4 / 2"),
    ([7, 13, 50], 337, "50 * 7 - 13"),
]
_COUNTDOWN_ASK = ("Using each of the numbers {} exactly once, with + - * / and brackets, write an "
                  "expression worth {}. Put the expression alone in <answer></answer>.")
COUNTDOWN_TASKS = [{"prompt": _COUNTDOWN_ASK.format(n, t), "numbers": n, "target": t}
                   for n, t, _ in _COUNTDOWN]
_COUNTDOWN_EXPR = {_COUNTDOWN_ASK.format(n, t): e for n, t, e in _COUNTDOWN}


def _countdown_good(task):
    return ("I try to get close with a product, then adjust.\n"
            f"<answer>{_COUNTDOWN_EXPR[task['prompt']]}</answer>")


def _countdown_done(task, completion):
    used = []

    def value(node):
        if isinstance(node, ast.Expression):
            return value(node.body)
        if isinstance(node, ast.Constant) and type(node.value) is int:
            used.append(node.value)
            return Fraction(node.value)
        if isinstance(node, ast.BinOp):
            a, b = value(node.left), value(node.right)
            if isinstance(node.op, ast.Add):
                return a + b
            if isinstance(node.op, ast.Sub):
                return a - b
            if isinstance(node.op, ast.Mult):
                return a * b
            if isinstance(node.op, ast.Div):
                return a / b
        raise ValueError("not arithmetic")

    parts = completion.rpartition("<answer>")
    if not parts[1] or "</answer>" not in parts[2]:
        return False
    try:
        result = value(ast.parse(parts[2].split("</answer>")[0].strip(), mode="eval"))
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
        return False
    return result == task["target"] and sorted(used) == sorted(task["numbers"])


def countdown_expression(completion, task):
    """1.0 when the answer uses every number once and comes to the target."""
    blocks = re.findall(r"<answer>(.*?)</answer>", completion, re.DOTALL)
    if not blocks:
        return 0.0
    expression = blocks[-1].strip()
    try:
        used = sorted(int(n) for n in re.findall(r"\d+", expression))
        if used != sorted(task["numbers"]):
            return 0.0
        result = eval(expression)
        return 1.0 if abs(result - task["target"]) < 1e-6 else 0.0
    except Exception:
        return 0.0


def _shows_countdown():
    completion = '<answer>task["target"] if 3 + 7 + 25 + 50 else None</answer>'
    return dict(task_index=0, completion=completion,
                paid=countdown_expression(completion, COUNTDOWN_TASKS[0]),
                should_be="at most 0.0: the text is run as code and reads the target itself")


# --- boxed results, normalised ----------------------------------------------------------------

_EXACT = [
    ("What is 15 % of 40, minus 1/2?", r"\frac{11}{2}", "15 % of 40 is 6, and 6 - 1/2 = 11/2."),
    ("Find f(-2) for f(x) = 3x^2 - 4x - 35.", "-15", "3 * 4 + 8 - 35 = -15."),
    ("At which point do y = 2x - 9 and y = -x meet? Answer as (x, y).", "(3,-3)",
     "2x - 9 = -x gives x = 3 and y = -3."),
    ("Write the square root of 12 in simplest radical form.", r"2\sqrt{3}",
     "12 = 4 * 3 and the root of 4 is 2."),
    ("How many positive divisors has 3600?", "45",
     "3600 = 2^4 * 3^2 * 5^2, so (4 + 1)(2 + 1)(2 + 1) = 45."),
    ("What is the sum of the first 60 positive odd numbers?", "3600", "It is 60^2 = 3600."),
    ("Two fair coins are tossed. What is the probability of at least one head?", r"\frac{3}{4}",
     "Only one of the four outcomes has no head."),
    ("What is 0.125 as a fraction in lowest terms?", r"\frac{1}{8}", "125/1000 = 1/8."),
]
_EXACT_ASK = "{} Reason step by step and put the final result, without units, in \\boxed{{}}."
EXACT_TASKS = [{"prompt": _EXACT_ASK.format(q), "data_source": "math_exact", "ground_truth": a,
                "extra_info": {"split": "train", "index": i}}
               for i, (q, a, _) in enumerate(_EXACT)]
_EXACT_WORK = {_EXACT_ASK.format(q): work for q, _, work in _EXACT}


def _exact_good(task):
    return f"{_EXACT_WORK[task['prompt']]}\nThe result is $\\boxed{{{task['ground_truth']}}}$."


def _exact_bad(task):
    truth = task["ground_truth"]
    return [f"The result is {truth}.", f"\\boxed{{{truth}}} or rather \\boxed{{17}}",
            f"\\boxed{{{truth}, 17}}", f"\\boxed{{{truth}", "\\boxed{}"]


def _last_boxed(text):
    start = text.rfind("\\boxed{")
    if start < 0:
        return None
    depth = 0
    for i in range(start + 6, len(text)):
        depth += (text[i] == "{") - (text[i] == "}")
        if depth == 0:
            return text[start + 7:i]
    return None


def _canonical(latex):
    s = re.sub(r"\\[dt]frac", r"\\frac", latex)
    s = re.sub(r"\\left|\\right|\\[,;! ]|\$|\s", "", s).removesuffix(".")
    s = re.sub(r"\\frac(\d)(\d)", r"\\frac{\1}{\2}", s)
    s = re.sub(r"\\sqrt(\d)", r"\\sqrt{\1}", s)
    s = re.sub(r"^(?:[a-z]|[a-z]\([^=]*\)|\([a-z],[a-z]\))=", "", s)
    number = s.replace(",", "") if re.fullmatch(r"-?[0-9]{1,3}(,[0-9]{3})+", s) else s
    parts = re.fullmatch(r"(-?)\\frac\{(-?[0-9]{1,18})\}\{([0-9]{1,18})\}", number)
    if parts:
        number = f"{parts[1]}{parts[2]}/{parts[3]}".replace("--", "")
    if re.fullmatch(r"-?[0-9]{1,18}(\.[0-9]{1,18}|/[0-9]*[1-9][0-9]*)?", number):
        return Fraction(number)
    return s


def boxed_exact(data_source, solution_str, ground_truth, extra_info=None):
    """1.0 when the last boxed result equals the truth, as a number or as normalised LaTeX."""
    result = _last_boxed(solution_str)
    if result is None or len(result) > 200:
        return 0.0
    return 1.0 if _canonical(result) == _canonical(ground_truth) else 0.0


# --- multiple choice --------------------------------------------------------------------------

_CHOICE = [
    ("Which planet has the shortest year?", ["Venus", "Mercury", "Mars", "Earth"], "B",
     "The closer to the Sun, the faster the orbit."),
    ("Which of these is a noble gas?", ["argon", "chlorine", "hydrogen", "fluorine"], "A",
     "Chlorine and fluorine are halogens and hydrogen is reactive."),
    ("Which data structure serves its items first in, first out?",
     ["stack", "heap", "queue", "trie"], "C", "A stack is last in, first out."),
    ("Which organ makes insulin?", ["liver", "kidney", "spleen", "pancreas"], "D",
     "The beta cells of the islets release it."),
    ("Which river flows through Budapest?", ["Rhine", "Danube", "Elbe", "Vistula"], "B",
     "It divides Buda from Pest."),
    ("Which HTTP status means that a resource was not found?", ["200", "301", "404", "500"], "C",
     "The 4xx codes are client errors."),
    ("Who painted The Night Watch?", ["Rembrandt", "Vermeer", "Hals", "Rubens"], "A",
     "It hangs in the Rijksmuseum and dates from 1642."),
]
_CHOICE_ASK = ("{}\n{}\nExplain in a sentence, then end with one line 'Answer: <letter>) <text>' "
               "that repeats the option you choose.")


def _choice_task(question, options, answer):
    listed = "\n".join(f"{letter}) {text}" for letter, text in zip("ABCD", options))
    return {"prompt": _CHOICE_ASK.format(question, listed), "answer": answer,
            "options": dict(zip("ABCD", options))}


CHOICE_TASKS = [_choice_task(q, o, a) for q, o, a, _ in _CHOICE]
_CHOICE_WHY = {_choice_task(q, o, a)["prompt"]: why for q, o, a, why in _CHOICE}


def _choice_good(task):
    letter = task["answer"]
    return f"{_CHOICE_WHY[task['prompt']]}\nAnswer: {letter}) {task['options'][letter]}"


def _choice_done(task, completion):
    last = completion.strip().splitlines()[-1:] or [""]
    want = f"answer: {task['answer']}) {task['options'][task['answer']]}".lower()
    given = last[0].replace("*", "").replace("(", "", 1).strip().rstrip(".").lower()
    return given == want and completion.lower().count("answer:") == 1


def _choice_bad(task):
    right = task["answer"]
    wrong = "ABCD"["DCBA".index(right)]
    options = task["options"]
    every = "\n".join(f"Answer: {k}) {v}" for k, v in options.items() if k != right)
    return [f"Answer: {wrong}) {options[wrong]}", f"Answer: {wrong}) {options[right]}",
            f"{every}\nAnswer: {right}) {options[right]}", f"Answer: {', '.join(options)}"]


def choice_line(completion, task):
    """1.0 when the closing answer line is the only one and repeats the right option."""
    lines = [line.strip().strip("*").strip() for line in completion.splitlines()]
    lines = [line for line in lines if line]
    marked = [line for line in lines if line.lower().startswith("answer:")]
    if len(marked) != 1 or lines[-1] != marked[0]:
        return 0.0
    found = re.fullmatch(r"\(?([A-Za-z])\)[\s*]*(.+?)\.?", marked[0][7:].strip(" *"))
    if not found:
        return 0.0
    letter, text = found[1].upper(), found[2].strip(" *").casefold()
    right = task["answer"]
    return 1.0 if letter == right and text == task["options"][right].casefold() else 0.0


ENTRIES = [
    {"name": "exact_answer/quiz_answer", "family": FAMILY, "reward": quiz_answer,
     "signature": "plain", "tasks": QUIZ_TASKS, "good": _quiz_good, "done": _quiz_done,
     "bad": _quiz_bad, "range": [0.0, 1.0],
     "defect": "The reference answer is looked for as a substring anywhere in the completion, so "
               "mentions, denials, lists of guesses and longer numbers are paid.",
     "kind": "substring-match", "shows": _shows_quiz},
    {"name": "exact_answer/final_number", "family": FAMILY, "reward": final_number,
     "signature": "trl", "tasks": GSM_TASKS, "good": _gsm_good, "done": _gsm_done,
     "bad": None, "range": [0.0, 1.0],
     "defect": "The prediction is tested for membership in the whole answer column, so the answer "
               "to any other prompt of the batch is paid.",
     "kind": "cross-sample-leak", "shows": _shows_gsm},
    {"name": "exact_answer/boxed_match", "family": FAMILY, "reward": boxed_match,
     "signature": "verl", "tasks": MATH_TASKS, "good": _math_good, "done": None,
     "bad": None, "range": [0.0, 1.0],
     "defect": "The boxed content is cut at the first closing brace on both sides, so fractions "
               "with the same numerator are taken as equal.",
     "kind": "truncated-extraction", "shows": _shows_math},
    {"name": "exact_answer/countdown_expression", "family": FAMILY,
     "reward": countdown_expression, "signature": "plain", "tasks": COUNTDOWN_TASKS,
     "good": _countdown_good, "done": _countdown_done, "bad": None, "range": [0.0, 1.0],
     "defect": "The model's text is passed to eval with the task in scope, so it can read the "
               "target, use any operator, run any code or hang the trainer.",
     "kind": "executes-model-text", "shows": _shows_countdown},
    {"name": "exact_answer/boxed_exact", "family": FAMILY, "reward": boxed_exact,
     "signature": "verl", "tasks": EXACT_TASKS, "good": _exact_good, "done": None,
     "bad": _exact_bad, "range": [0.0, 1.0], "defect": None, "kind": None, "shows": None},
    {"name": "exact_answer/choice_line", "family": FAMILY, "reward": choice_line,
     "signature": "plain", "tasks": CHOICE_TASKS, "good": _choice_good, "done": _choice_done,
     "bad": None, "range": [0.0, 1.0], "defect": None, "kind": None, "shows": None},
]
