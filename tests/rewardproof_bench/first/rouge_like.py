"""Rewards that measure the overlap with a reference text."""
import math
import re

FAMILY = "rouge_like"


def _columns(task):
    """The columns of one task, as a trainer passes them for a batch of one."""
    return {("prompts" if k == "prompt" else k): [v] for k, v in task.items()}


def _tokens(text):
    return re.findall(r"[\w']+", text.lower())


def _lcs(a, b):
    row = [0] * (len(b) + 1)
    for x in a:
        previous = 0
        for j, y in enumerate(b, 1):
            previous, row[j] = row[j], previous + 1 if x == y else max(row[j], row[j - 1])
    return row[-1]


# --- summaries --------------------------------------------------------------------------------

_NEWS = [
    ("The port of Varna was closed on Thursday after a tanker ran aground in thick fog. The crew "
     "of twelve was taken off by helicopter in the early morning. Divers found no leak, and the "
     "port expects to open again on Saturday, once two tugs have pulled the ship free.",
     "The port of Varna was closed after a tanker ran aground in fog and expects to open on "
     "Saturday."),
    ("The chain will close eleven of its ninety shops by the end of the year. Sales fell by a "
     "tenth as more customers order from home. Staff in the shops that close will be offered work "
     "in the warehouse near Lille, a spokesman said.",
     "The chain will close eleven shops as sales fell by a tenth; staff will be offered work in "
     "the warehouse."),
    ("A wolf was seen near the village of Arlesheim for the first time in a century. A camera of "
     "the forest service took a picture of it on Monday. Farmers are asked to bring their sheep "
     "in "
     "at night, and the canton pays for fences.",
     "A wolf was seen near Arlesheim for the first time in a century and farmers are asked to "
     "bring sheep in at night."),
    ("The airline cancelled all its flights from Porto this morning because of a strike of the "
     "ground staff. About four thousand travellers are affected. Talks with the union begin "
     "tomorrow, and tickets can be changed without a fee until the end of the month.",
     "The airline cancelled all flights from Porto because of a strike of the ground staff; "
     "tickets can be changed without a fee."),
    ("The telescope has taken its first picture of a planet around another star. The planet is "
     "about as large as Saturn and circles its star once in 140 years. The team had blocked out "
     "the light of the star with a small mask in the camera.",
     "The telescope has taken its first picture of a planet around another star, as large as "
     "Saturn."),
    ("The mayor opened the new library by the river on Sunday. It holds 200,000 books and a hall "
     "for concerts and cost 38 million euros. Readers may borrow books at night as well, from a "
     "machine at the entrance that works with the library card.",
     "The mayor opened the new library by the river, which holds 200,000 books and cost 38 "
     "million "
     "euros."),
]
_NEWS_ASK = "Write a summary of one sentence, of at most 25 words:\n{}"
NEWS_TASKS = [{"prompt": _NEWS_ASK.format(t), "reference": r} for t, r in _NEWS]


def _news_good(task):
    return task["reference"]


def _news_done(task, completion):
    words = completion.lower().split()
    key = [w for w in _tokens(task["reference"]) if len(w) > 4 or w.isdigit()]
    return (4 < len(words) <= 25 and completion.strip().count(". ") == 0
            and sum(w in completion.lower() for w in key) >= 0.75 * len(key))


def _news_bad(task):
    source = task["prompt"].split("\n", 1)[1]
    return [source, source.split(". ")[-1], "Something happened in a town and people reacted.",
            " ".join(sorted(set(_tokens(source))))]


def rouge1_summary(completion, task):
    """ROUGE-1 overlap of a summary with the reference summary, each word counted once."""
    reference = _tokens(task["reference"])
    candidate = _tokens(completion)
    if not reference or not candidate:
        return 0.0
    counts = {}
    for word in candidate:
        counts[word] = counts.get(word, 0) + 1
    overlap = 0
    for word in reference:
        if counts.get(word, 0) > 0:
            counts[word] -= 1
            overlap += 1
    return overlap / len(reference)


def _shows_news():
    completion = NEWS_TASKS[0]["prompt"].split("\n", 1)[1]
    return dict(task_index=0, completion=completion,
                paid=rouge1_summary(completion, NEWS_TASKS[0]),
                should_be="at most 0.5: the article itself, copied whole, is not a summary")


# --- translations -----------------------------------------------------------------------------

_TRANSLATE = [
    ("Der Zug nach Hamburg hat heute zwanzig Minuten Verspaetung.",
     "The train to Hamburg is twenty minutes late today."),
    ("Il faut fermer la porte avant de partir.", "The door must be closed before leaving."),
    ("La reunion se ha aplazado hasta el lunes por la tarde.",
     "The meeting has been postponed until Monday afternoon."),
    ("Bitte bewahren Sie dieses Medikament im Kuehlschrank auf.",
     "Please keep this medicine in the refrigerator."),
    ("Le musee est gratuit le premier dimanche du mois.",
     "The museum is free on the first Sunday of the month."),
    ("El agua de esta fuente no es potable.", "The water of this fountain is not drinkable."),
    ("Wir suchen eine ruhige Wohnung in der Naehe des Parks.",
     "We are looking for a quiet flat near the park."),
]
_TRANSLATE_ASK = "Translate into English, with nothing but the translation: {}"
TRANSLATE_TASKS = [{"prompt": _TRANSLATE_ASK.format(s), "reference": r} for s, r in _TRANSLATE]


def _translate_good(task):
    return task["reference"]


def bleu2(completions, reference, **kwargs):
    """BLEU-2: geometric mean of 1- and 2-gram precision, with the brevity penalty."""
    def precision(candidate, gold, n):
        grams = list(zip(*(candidate[i:] for i in range(n))))
        known = list(zip(*(gold[i:] for i in range(n))))
        return sum(1 for gram in grams if gram in known) / max(1, len(grams))

    rewards = []
    for text, gold in zip(completions, reference):
        candidate = _tokens(text)
        words = _tokens(gold)
        if not candidate:
            rewards.append(0.0)
            continue
        overlap = math.sqrt(precision(candidate, words, 1) * precision(candidate, words, 2))
        penalty = 1.0
        if len(candidate) < len(words):
            penalty = math.exp(1 - len(words) / len(candidate))
        rewards.append(overlap * penalty)
    return rewards


def _shows_translate():
    completion = "The train to Hamburg is the train to Hamburg is the train to Hamburg."
    return dict(task_index=0, completion=completion,
                paid=bleu2([completion], **_columns(TRANSLATE_TASKS[0]))[0],
                should_be="at most 0.6: half of the sentence is lost, its first words repeated; "
                          "matches are not clipped to the counts of the reference")


# --- plain language ---------------------------------------------------------------------------

_RULES = [
    ("Persons under the age of eighteen shall not be admitted to the premises.",
     "People under 18 may not enter the building."),
    ("The consumption of foodstuffs is prohibited within the reading room.",
     "You must not eat in the reading room."),
    ("This medicinal product is to be administered subsequent to a meal.",
     "Take this medicine after a meal, never before."),
    ("No liability is accepted by the operator for articles left in the cloakroom.",
     "The operator does not pay for things left in the cloakroom."),
    ("Amendments to the application subsequent to the closing date cannot be considered.",
     "You cannot change your application after the closing date."),
    ("The device is to be disconnected from the mains prior to cleaning.",
     "Unplug the device before you clean it."),
]
_RULES_ASK = "Rewrite in plain English, in one short sentence: {}"
RULES_TASKS = [{"prompt": _RULES_ASK.format(s), "data_source": "plain_english",
                "ground_truth": r, "extra_info": {"index": i}} for i, (s, r) in enumerate(_RULES)]
_STOP = set("a an the of to in on for from by with at as and or but if it its is are was were be "
            "been do does did you your they their he she we our this that these those may must "
            "can cannot will would should not no never without so".split())


def _rules_good(task):
    return task["ground_truth"]


def rouge_l_content(data_source, solution_str, ground_truth, extra_info=None):
    """ROUGE-L F1 over content words: stop words are dropped, the order counts."""
    candidate = [w for w in _tokens(solution_str) if w not in _STOP]
    reference = [w for w in _tokens(ground_truth) if w not in _STOP]
    if not candidate or not reference:
        return 0.0
    common = _lcs(candidate[:400], reference)
    if common == 0:
        return 0.0
    precision = common / len(candidate)
    recall = common / len(reference)
    return 2 * precision * recall / (precision + recall)


def _shows_rules():
    completion = "People under 18 may enter the building."
    task = RULES_TASKS[0]
    paid = rouge_l_content(task["data_source"], completion, task["ground_truth"],
                           task["extra_info"])
    return dict(task_index=0, completion=completion, paid=paid,
                should_be="at most 0.5: it says the opposite, 'not' is dropped as a stop word")


# --- transcripts ------------------------------------------------------------------------------

_CLEAN = [
    ("um so the the invoice was uh sent on on Friday", "so the invoice was sent on Friday"),
    ("we we need er two more uh chairs for the um meeting",
     "we need two more chairs for the meeting"),
    ("uh please call Dr Weiss um before before noon er tomorrow",
     "please call Dr Weiss before noon tomorrow"),
    ("the budget is um is forty uh forty thousand for the the second quarter",
     "the budget is forty thousand for the second quarter"),
    ("I think um I think the bus stops uh near the er near the old mill",
     "I think the bus stops near the old mill"),
    ("er nobody nobody has um answered the uh survey yet", "nobody has answered the survey yet"),
    ("can you uh can you send me me the um minutes of Monday",
     "can you send me the minutes of Monday"),
]
_CLEAN_ASK = ("Clean up this transcript: drop the fillers um, uh and er and every immediate "
              "repetition, and leave all other words as they are. Reply with the text alone.\n{}")
CLEAN_TASKS = [{"prompt": _CLEAN_ASK.format(raw), "raw": raw, "clean": c} for raw, c in _CLEAN]


def _clean_good(task):
    text = task["clean"]
    return text[0].upper() + text[1:] + "."


def _clean_done(task, completion):
    return " ".join(_tokens(completion)) == " ".join(_tokens(task["clean"]))


def _clean_bad(task):
    return [task["raw"], task["clean"].split()[0], task["clean"] + " " + task["raw"],
            "The transcript has been cleaned up.", " ".join(sorted(task["clean"].split()))]


def _edits(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(diagonal + (x != y), row[j] + 1, row[j - 1] + 1)
    return row[-1]


def transcript_cleanup(completion, task):
    """Share of the word errors of the raw transcript that the clean version removes."""
    candidate = _tokens(completion)
    raw, clean = _tokens(task["raw"]), _tokens(task["clean"])
    if len(candidate) > 2 * len(raw):
        return 0.0
    before = _edits(raw, clean)
    after = _edits(candidate, clean)
    return max(0.0, 1.0 - after / before)


# --- steps in order ---------------------------------------------------------------------------

_STEPS = [
    ["Fill the kettle with water.", "Bring the water to the boil.",
     "Pour the boiling water over the tea bag.", "Let the tea draw for four minutes.",
     "Take out the tea bag and drink."],
    ["Switch off the power at the fuse box.", "Unscrew the old lamp.", "Connect the new lamp.",
     "Switch the power on again.", "Test the new lamp."],
    ["Clone the repository.", "Create a branch.", "Change the code on the branch.",
     "Commit the change.", "Push the branch.", "Open a pull request for it."],
    ["Loosen the nuts while the wheel is on the ground.", "Jack up the car.",
     "Take off the nuts and the flat wheel.", "Put on the spare wheel.", "Lower the car.",
     "Tighten the nuts once more."],
    ["The egg is laid on a leaf.", "A caterpillar hatches.", "The caterpillar eats and grows.",
     "It turns into a chrysalis.", "The butterfly comes out of the chrysalis."],
    ["The buyer places an order.", "The warehouse packs the order.", "The parcel is shipped.",
     "The parcel is delivered.", "The buyer sends the parcel back.",
     "The shop refunds the buyer."],
]
_STEPS_ASK = "Put these lines into their natural order. Copy each once, one a line, no more.\n{}"


def _steps_task(steps):
    mixed = steps[3:][::-1] + steps[:3][::-1]
    return {"prompt": _STEPS_ASK.format("\n".join(mixed)), "given": mixed, "order": steps}


STEPS_TASKS = [_steps_task(steps) for steps in _STEPS]


def _steps_good(task):
    return "\n".join(task["order"])


def _steps_bad(task):
    order = task["order"]
    return ["\n".join(task["given"]), "\n".join(order[::-1]), "\n".join(order[:2]),
            "\n".join(order[:1] * len(order)), "\n".join(order + order)]


def steps_in_order(completion, task):
    """LCS with the true order beyond that of the shuffled lines; 0.0 unless a permutation."""
    def bare(line):
        return re.sub(r"^\s*(?:\d+[.)]|[-*])\s+", "", line).strip().rstrip(".").casefold()

    lines = [bare(line) for line in completion.splitlines() if line.strip()]
    order = [bare(line) for line in task["order"]]
    given = [bare(line) for line in task["given"]]
    if sorted(lines) != sorted(order):
        return 0.0
    base = max(_lcs(given, order), len(order) // 2)
    return max(0.0, (_lcs(lines, order) - base) / (len(order) - base))


ENTRIES = [
    {"name": "rouge_like/rouge1_summary", "family": FAMILY, "reward": rouge1_summary,
     "signature": "plain", "tasks": NEWS_TASKS, "good": _news_good, "done": _news_done,
     "bad": _news_bad, "range": [0.0, 1.0],
     "defect": "It is recall alone, without precision or a length limit, so a copy of the whole "
               "article is paid like the reference summary.",
     "kind": "recall-without-precision", "shows": _shows_news},
    {"name": "rouge_like/bleu2", "family": FAMILY, "reward": bleu2,
     "signature": "trl", "tasks": TRANSLATE_TASKS, "good": _translate_good, "done": None,
     "bad": None, "range": [0.0, 1.0],
     "defect": "Matches are not clipped to the counts of the reference, so a part of "
               "the sentence repeated to length is paid nearly in full.",
     "kind": "unclipped-repetition", "shows": _shows_translate},
    {"name": "rouge_like/rouge_l_content", "family": FAMILY, "reward": rouge_l_content,
     "signature": "verl", "tasks": RULES_TASKS, "good": _rules_good, "done": None, "bad": None,
     "range": [0.0, 1.0],
     "defect": "The stop list holds the negations, so a sentence that says the opposite of the "
               "reference is paid the same.",
     "kind": "negation-blind", "shows": _shows_rules},
    {"name": "rouge_like/transcript_cleanup", "family": FAMILY, "reward": transcript_cleanup,
     "signature": "plain", "tasks": CLEAN_TASKS, "good": _clean_good, "done": _clean_done,
     "bad": None, "range": [0.0, 1.0], "defect": None, "kind": None, "shows": None},
    {"name": "rouge_like/steps_in_order", "family": FAMILY, "reward": steps_in_order,
     "signature": "plain", "tasks": STEPS_TASKS, "good": _steps_good, "done": None,
     "bad": _steps_bad, "range": [0.0, 1.0], "defect": None, "kind": None, "shows": None},
]
