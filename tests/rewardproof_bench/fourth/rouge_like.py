"""Overlap rewards: longest common subsequence and bigrams against a reference."""
import re
from collections import Counter


def lcs(a, b):
    row = [0] * (len(b) + 1)
    for x in a:
        prev = 0
        for j, y in enumerate(b, 1):
            prev, row[j] = row[j], prev + 1 if x == y else max(row[j], row[j - 1])
    return row[-1]


def lcs_f1(a, b):
    return 2.0 * lcs(a, b) / (len(a) + len(b)) if a and b else 0.0


def tokens(text):
    """Lower-case words; commas, full stops and the like at their ends are dropped."""
    return [t for t in (w.strip(".,;:!?\"'").lower() for w in text.split()) if t]


# ---------------------------------------------------------------- 1. court reporter: take the fillers out
SPOKEN = [
    "Um so I uh parked the um car at uh nine and um walked to the uh bank.", "Uh he told me um that the um contract was uh signed on uh Friday.",
    "The um light was uh green when um I uh crossed um the street.", "Um I uh never um saw the uh letter before um the trial.",
    "We uh paid um the deposit uh in cash um and uh got no receipt.", "Uh my um brother was uh at home um all uh evening.", "She um asked uh for um the keys uh twice.",
]
FILLERS = ("um", "uh")
SPOKEN_TASKS = [dict(prompt="Clean this line of a court transcript: take out every `um` and `uh` and change nothing else.\nLine: %s\nReply with the clean line only. The pay is the longest-common-"
                            "subsequence F1 with the clean line, rescaled so that the line as it stands gets 0 and a perfect one 1; capitals and punctuation do not count." % s,
                     line=s) for s in SPOKEN]


def _clean(line):
    return [t for t in tokens(line) if t not in FILLERS]


def spoken_reward(completion, task):
    if not isinstance(completion, str) or len(completion) > 1000:
        return 0.0
    got, want = tokens(completion), _clean(task["line"])
    if len(got) > 3 * len(want):
        return 0.0
    base = lcs_f1(tokens(task["line"]), want)
    return max(0.0, (lcs_f1(got, want) - base) / (1.0 - base))


def spoken_good(task):
    text = " ".join(w for w in task["line"].rstrip(".").split() if w.lower() not in FILLERS) + "."
    return text[0].upper() + text[1:]


def spoken_done(task, completion):
    kept = re.sub(r"\b(um|uh)\b", " ", task["line"].lower())
    return re.findall(r"[a-z]+", completion.lower()) == re.findall(r"[a-z]+", kept)


def spoken_bad(task):
    good = spoken_good(task).split()
    return [task["line"], " ".join(good[:-2]), " ".join(good[::-1]), " ".join(good) + " And that is all I know."]


# ---------------------------------------------------------------- 2. product manual: find the sentence
MANUAL = ["Charge the drill for four hours before first use.", "Never charge it below five degrees.", "To change the bit, hold the collar and turn the chuck to the left.",
          "A red lamp means that the battery is too hot.", "Oil the gearbox once a year with two drops.", "The guarantee ends after thirty months.", "Store the drill dry and out of reach of children."]
MANUAL_Q = [("How long must it charge at the start?", 0), ("Is it fine to charge it in an icy garage?", 1), ("How do I swap the bit?", 2), ("Why does a red lamp glow?", 3),
            ("How often does it need oil?", 4), ("How long is the guarantee?", 5), ("Where should I keep it?", 6)]
MANUAL_TASKS = [dict(prompt="Manual: %s\nQuestion: %s\nCopy the one sentence of the manual that answers it, and nothing else. Pay is ROUGE-L F1 with that sentence (capitals and punctuation at "
                     "word ends do not count), or 0 where it is under 0.7." % (" ".join(MANUAL), q), sentence=MANUAL[i]) for q, i in MANUAL_Q]


def manual_reward(completions, sentence, **kwargs):
    out = []
    for text, ref in zip(completions, sentence):
        f = 0.0
        if isinstance(text, str) and len(text) <= 500:
            f = lcs_f1(tokens(text), tokens(ref))
        out.append(f if f >= 0.7 else 0.0)
    return out


def manual_good(task):
    return task["sentence"]


def manual_bad(task):
    w = task["sentence"].split()
    return [" ".join(MANUAL), " ".join(s for s in MANUAL if s != task["sentence"]), " ".join(w[:-2]), " ".join(w[::-1])]


# ---------------------------------------------------------------- 3. kitchen: order the steps, bigram overlap
DISHES = [
    ("tea", "C A D B", "A pour hot water on the leaves; B drink; C boil water; D let it draw for three minutes"), ("toast", "B D A C", "A spread butter on it; B cut a slice; C eat; D put it in the toaster until brown"),
    ("boiled egg", "D B A C", "A peel it; B cool it in cold water; C salt and eat it; D cook it for seven minutes"),
    ("pasta", "B E A D C", "A put the pasta into the boiling water; B fill a pot with water; C serve; D drain it when it is soft; E bring the water to the boil"),
    ("salad", "C A B D", "A dry the washed leaves; B toss the dry leaves with dressing; C wash the leaves; D serve the dressed salad"),
    ("bread", "E C A D B", "A shape the risen dough; B let the baked loaf cool; C let the dough rise; D bake the shaped loaf; E knead flour and water into dough"),
]
DISH_TASKS = [dict(data_source="kitchen/order", prompt="Steps for %s, shuffled: %s.\nWrite the letters in the right order, with blanks between, on one line; every letter once. Pay: F1 of the pairs of neighbours "
                   "(with start and end as neighbours too) against the right order. A reply that is not such a line gets 0." % (d, s), ground_truth=g, extra_info=None) for d, g, s in DISHES]


def _bigrams(seq):
    seq = ["^"] + seq + ["$"]
    return Counter(zip(seq, seq[1:]))


def dish_reward(data_source, solution_str, ground_truth, extra_info=None):
    if not isinstance(solution_str, str) or len(solution_str) > 60 or "\n" in solution_str.strip():
        return 0.0
    got, want = solution_str.split(), ground_truth.split()
    if sorted(got) != sorted(want):
        return 0.0
    a, b = _bigrams(got), _bigrams(want)
    return 2.0 * sum((a & b).values()) / (sum(a.values()) + sum(b.values()))


def dish_good(task):
    return task["ground_truth"]


def dish_done(task, completion):
    return completion.replace(" ", "").strip() == task["ground_truth"].replace(" ", "")


# ---------------------------------------------------------------- 4. insurance desk (faulty)
POLICY = ["Glass is covered without an excess.", "Theft must be reported to the police within two days.", "Damage by martens is covered up to 3000 euros.", "The policy is void if the car is used in races.",
          "Premiums are due on the first of January.", "Drivers under 23 pay an excess of 500 euros."]
POLICY_Q = [("Do I pay anything when a window breaks?", 0), ("My car was stolen, how fast must I act?", 1), ("Cables were bitten through, what is paid?", 2), ("May I take it to a race track?", 3),
            ("When do I have to pay?", 4), ("My son is 20, what is his excess?", 5)]
POLICY_TASKS = [dict(prompt="Policy: %s\nQuestion from a customer: %s\nReply with the sentence of the policy that answers it and with nothing else." % (" ".join(POLICY), q), sentence=POLICY[i])
                for q, i in POLICY_Q]


def policy_reward(completion, task):
    if not isinstance(completion, str) or len(completion) > 4000:
        return 0.0
    want = tokens(task["sentence"])
    share = lcs(tokens(completion), want) / len(want)
    return share if share >= 0.8 else 0.0


def policy_good(task):
    return task["sentence"]


def policy_done(task, completion):
    return completion.strip().strip('"') == task["sentence"]


def policy_shows():
    text = " ".join(POLICY)
    return dict(task_index=0, completion=text, paid=policy_reward(text, POLICY_TASKS[0]), should_be="0.0: the whole policy was copied instead of one sentence")


def _e(name, reward, signature, tasks, good, done=None, bad=None, range=(0.0, 1.0), defect=None, kind=None, shows=None):
    return dict(name="rouge_like/" + name, family="rouge_like", reward=reward, signature=signature, tasks=tasks, good=good, done=done, bad=bad,
                range=list(range), defect=defect, kind=kind, shows=shows)


ENTRIES = [
    _e("court_fillers", spoken_reward, "plain", SPOKEN_TASKS, spoken_good, spoken_done, spoken_bad),
    _e("manual_sentence", manual_reward, "trl", MANUAL_TASKS, manual_good, None, manual_bad),
    _e("kitchen_order", dish_reward, "verl", DISH_TASKS, dish_good, dish_done),
    _e("policy_sentence", policy_reward, "plain", POLICY_TASKS, policy_good, policy_done, kind="recall only", shows=policy_shows,
       defect="Only recall of the reference is measured, never precision, so copying the whole policy is paid in full for every question."),
]
