"""Rewards for answers that must name their sources."""
import re

FAMILY = "citation"


def _columns(task):
    """The columns of one task, as a trainer passes them for a batch of one."""
    return {("prompts" if k == "prompt" else k): [v] for k, v in task.items()}


def _numbered(passages):
    return "\n".join(f"[{i}] {p}" for i, p in enumerate(passages, 1))


def _last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def _norm(text):
    words = re.sub(r"[^\w\s-]", " ", text.casefold()).split()
    return " ".join(w for w in words if w not in ("a", "an", "the", "lake"))


# Each: question, passages, answer, the passages that support it.
_CASES = [
    ("In which year was the Eiffel Tower completed?",
     ["The Eiffel Tower draws about six million paying visitors a year.",
      "Built for the world fair, the tower was completed in March 1889.",
      "Gustave Eiffel also worked on the frame of the Statue of Liberty.",
      "Work on the Sacre-Coeur basilica lasted until 1914."], "1889", ["2"]),
    ("Scurvy results from a lack of which substance?",
     ["Scurvy was common among sailors on long voyages.",
      "James Lind gave citrus fruit to sick sailors in 1747.",
      "Scurvy results from a lack of vitamin C over several weeks.",
      "Rickets, by contrast, follows from too little vitamin D.",
      "A body without vitamin C cannot make stable collagen, and scurvy sets in."],
     "vitamin C", ["3", "5"]),
    ("Which company first sold the Walkman?",
     ["The compact cassette was introduced by Philips in 1963.",
      "Sony put the first Walkman on sale in July 1979.",
      "By 1990 portable players were made by dozens of firms."], "Sony", ["2"]),
    ("Which lake is the deepest in the world?",
     ["Lake Baikal, at 1,642 metres, is the deepest lake on Earth.",
      "Lake Superior has the largest surface of any fresh water lake.",
      "Lake Tanganyika is the second deepest, after Baikal.",
      "The Caspian Sea is salty and has no outlet."], "Lake Baikal", ["1", "3"]),
    ("How many bones (just the number) does an adult human have?",
     ["A baby is born with about 300 bones, many of which fuse later.",
      "The femur is the longest bone of the body.",
      "The adult human skeleton consists of 206 bones."], "206", ["3"]),
    ("Who, with first and last name, discovered penicillin?",
     ["Florey and Chain turned penicillin into a drug during the war.",
      "In 1928 Alexander Fleming noticed that a mould killed his bacteria.",
      "Streptomycin was found in 1943 by Albert Schatz.",
      "The discovery of penicillin by Alexander Fleming earned him a share of the 1945 prize."],
     "Alexander Fleming", ["2", "4"]),
    ("Which metal is liquid at room temperature?",
     ["Gallium melts at about 30 degrees Celsius, just above a warm room.",
      "Mercury is the only metal that is liquid at room temperature.",
      "Lead melts at 327 degrees Celsius."], "mercury", ["2"]),
]


def _gold(task):
    for question, passages, answer, support in _CASES:
        if question in task["prompt"]:
            return passages, answer, support
    raise KeyError(task["prompt"])


# --- cited passages, batch --------------------------------------------------------------------

_CITE_ASK = ("Answer from the passages. End with one line 'Answer: <short answer> [n]' that names "
             "every supporting passage, as in [1] [4].\n{}\nQuestion: {}")
CITE_TASKS = [{"prompt": _CITE_ASK.format(_numbered(p), q), "answer": a, "support": s}
              for q, p, a, s in _CASES]


def _cite_good(task):
    _, answer, support = _gold(task)
    return ("The passages settle this.\nAnswer: " + answer + " "
            + " ".join(f"[{n}]" for n in support))


def _cite_done(task, completion):
    lines = completion.strip().splitlines()
    line = lines[-1].strip() if lines else ""
    cited = {part.split("]")[0].strip() for part in line.split("[")[1:]}
    said = line.split("[")[0].removeprefix("Answer:").strip()
    return (line.startswith("Answer:") and said.lower() == task["answer"].lower()
            and cited == set(task["support"]))


def cited_support(completions, answer, support, **kwargs):
    """F1 of the cited passages for a right answer, 0.0 for a wrong one."""
    rewards = []
    for text, gold, passages in zip(completions, answer, support):
        line = _last_line(text)
        cited = set(re.findall(r"\[(\d+)\]", line))
        if not line.startswith("Answer:") or not cited:
            continue
        said = _norm(re.sub(r"\[\d+\]", " ", line[7:]))
        if said != _norm(gold):
            rewards.append(0.0)
            continue
        hits = len(cited & set(passages))
        rewards.append(2 * hits / (len(cited) + len(passages)))
    return rewards


def _shows_cite():
    two = CITE_TASKS[:2]
    columns = {k: [t[k] for t in two] for k in ("answer", "support")}
    pair = ["I am not sure.", _cite_good(two[1])]
    rewards = cited_support(pair, prompts=[t["prompt"] for t in two], **columns)
    return dict(task_index=0, completion=pair[0], paid=rewards[0],
                should_be=f"at most 0.0: two completions got {len(rewards)} reward, and the first "
                          "is paid what the second earned")


# --- answer with a quotation ------------------------------------------------------------------

_QUOTE_ASK = ("Read the passages and answer in two lines: 'Answer: <short answer>' and then "
              "'Quote: \"<words copied from the passage that proves it>\" [n]'.\n{}\nQuestion: {}")
QUOTE_TASKS = [{"prompt": _QUOTE_ASK.format(_numbered(p), q), "answer": a, "passages": p,
                "support": s} for q, p, a, s in _CASES]


def _quote_good(task):
    passages, answer, support = _gold(task)
    return f"Answer: {answer}\nQuote: \"{passages[int(support[0]) - 1]}\" [{support[0]}]"


def quoted_answer(completion, task):
    """1.0 for a right answer whose quotation is found in a supporting passage."""
    lines = [line.strip() for line in completion.splitlines() if line.strip()]
    if len(lines) != 2 or not lines[0].startswith("Answer:"):
        return 0.0
    if _norm(lines[0][7:]) != _norm(task["answer"]):
        return 0.0
    found = re.fullmatch(r"Quote:\s*[\"“](.*)[\"”]\s*\[([0-9]{1,3})\]", lines[1])
    if not found or found[2] not in task["support"]:
        return 0.0
    passage = _norm(task["passages"][int(found[2]) - 1])
    return 1.0 if _norm(found[1]) in passage else 0.0


def _shows_quote():
    completion = 'Answer: 1889\nQuote: "..." [2]'
    return dict(task_index=0, completion=completion,
                paid=quoted_answer(completion, QUOTE_TASKS[0]),
                should_be="at most 0.5: nothing is quoted, and the empty string is in every text")


# --- citation lists ---------------------------------------------------------------------------

_LIST_ASK = ("Use only these passages.\n{}\nQuestion: {}\nClose with 'Answer: <short answer>' and "
             "the numbers of all the passages that support it in square brackets, like [2], or "
             "[2, 5] for several.")
LIST_TASKS = [{"prompt": _LIST_ASK.format(_numbered(p), q), "data_source": "cited_qa",
               "ground_truth": {"answer": a, "support": [int(n) for n in s]},
               "extra_info": {"index": i}} for i, (q, p, a, s) in enumerate(_CASES)]


def _list_good(task):
    truth = task["ground_truth"]
    return ("Let me check the passages.\n"
            f"Answer: {truth['answer']} [{', '.join(map(str, truth['support']))}]")


def _list_done(task, completion):
    said, bracket, cited = _last_line(completion).partition("[")
    truth = task["ground_truth"]
    if not bracket or not said.startswith("Answer:"):
        return False
    numbers = sorted({int(n) for n in re.findall(r"[0-9]{1,3}", cited)})
    return (said[7:].strip().lower() == truth["answer"].lower()
            and numbers == sorted(truth["support"]))


def cited_numbers(data_source, solution_str, ground_truth, extra_info=None):
    """1.0 for the right answer with the right passages, 0.3 for the right answer alone."""
    line = _last_line(solution_str)
    if not line.startswith("Answer:"):
        return 0.0
    said = _norm(line[7:].split("[")[0])
    if said != _norm(ground_truth["answer"]):
        return 0.0
    cited = {int(n) for n in re.findall(r"\[([0-9]{1,3})\]", line)}
    return 1.0 if cited == set(ground_truth["support"]) else 0.3


def _shows_list():
    task = LIST_TASKS[1]
    completion = "Answer: vitamin C [3, 5]"
    paid = cited_numbers(task["data_source"], completion, task["ground_truth"],
                         task["extra_info"])
    return dict(task_index=1, completion=completion, paid=paid,
                should_be="at least 1.0: [3, 5] is the form the prompt asks for, but only single "
                          "numbers in brackets are read")


# --- which document ---------------------------------------------------------------------------

_DOCS = [
    ("Which RFC defines the Internet Protocol, version 4?", "www.rfc-editor.org/rfc/",
     "https://www.rfc-editor.org/rfc/rfc791", "https://www.rfc-editor.org/rfc/rfc7914"),
    ("Which RFC defines the User Datagram Protocol?", "www.rfc-editor.org/rfc/",
     "https://www.rfc-editor.org/rfc/rfc768", "https://www.rfc-editor.org/rfc/rfc7685"),
    ("Which RFC is the current standard of the JSON format?", "www.rfc-editor.org/rfc/",
     "https://www.rfc-editor.org/rfc/rfc8259", "https://www.rfc-editor.org/rfc/rfc7159"),
    ("Which RFC defines the ICMP protocol for IPv4?", "www.rfc-editor.org/rfc/",
     "https://www.rfc-editor.org/rfc/rfc792", "https://www.rfc-editor.org/rfc/rfc7923"),
    ("Which arXiv paper introduced the Transformer?", "arxiv.org/abs/",
     "https://arxiv.org/abs/1706.03762", "https://arxiv.org/abs/1810.04805"),
    ("Which page of the Python manual is on the module json?", "docs.python.org/3/library/",
     "https://docs.python.org/3/library/json.html",
     "https://docs.python.org/3/library/pickle.html"),
    ("Which PEP is the style guide for Python code?", "peps.python.org/",
     "https://peps.python.org/pep-0008", "https://peps.python.org/pep-0257"),
]
_DOCS_ASK = ("{} Answer in a sentence or two, then give its address under https://{} on a last "
             "line 'Source: <url>'. A #fragment or a query is welcome.")
DOCS_TASKS = [{"prompt": _DOCS_ASK.format(q, s), "page": u} for q, s, u, _ in _DOCS]
_DOCS_WRONG = {_DOCS_ASK.format(q, s): w for q, s, _, w in _DOCS}


def _docs_good(task):
    return f"The document below is the one to read.\nSource: {task['page']}"


def _docs_done(task, completion):
    line = completion.strip().split("\n")[-1].strip().lower()
    if not line.startswith("source:"):
        return False
    url = line.removeprefix("source:").strip().rstrip(".").replace("http://", "https://")
    page = task["page"].lower()
    bare = re.split(r"[?#]", url)[0].rstrip("/")
    return bare in (page, page + ".html", page + ".txt")


def _docs_bad(task):
    return [f"Source: {_DOCS_WRONG[task['prompt']]}", "Source: https://example.com/",
            f"It is not {task['page']}.\nSource: unknown", "I cannot say."]


def source_url(completion, task):
    """1.0 when the source line links to the right page, at any fragment or query of it."""
    line = _last_line(completion)
    found = re.fullmatch(r"Source:\s*<?(https?://[^\s<>]+?)>?\.?", line, re.IGNORECASE)
    if not found:
        return 0.0
    url = found[1].replace("http://", "https://", 1)
    page = task["page"]
    if url.lower().startswith(page.lower()):
        return 1.0
    return 0.0


def _shows_docs():
    completion = "IPv4 is specified here.\nSource: https://www.rfc-editor.org/rfc/rfc7914"
    return dict(task_index=0, completion=completion, paid=source_url(completion, DOCS_TASKS[0]),
                should_be="at most 0.0: RFC 7914 is about scrypt, its address merely begins like "
                          "that of RFC 791")


# --- supporting passages ----------------------------------------------------------------------

_CLAIMS = [
    ("Does the warranty cover water damage: yes or no?",
     ["The warranty lasts two years from the day of purchase.",
      "Damage by water or other liquids is not covered.",
      "Repairs are made at an authorised workshop."],
     ["no", "not covered", "no it is not covered", "no it does not"], [2]),
    ("May tenants keep a cat: yes, no or with consent?",
     ["Rent is due on the third working day.",
      "Small animals may be kept without consent.",
      "Cats and dogs need the written consent of the landlord.",
      "Consent for cats is deemed given if the landlord does not reply in four weeks."],
     ["with consent", "only with consent", "with written consent", "yes with consent"], [3, 4]),
    ("Until what age, in years, do children travel free?",
     ["Children under 6 travel free of charge.",
      "Children from 6 to 14 pay half the fare.",
      "Bicycles need a ticket of their own.",
      "No ticket is needed for a child until its sixth birthday."],
     ["6", "six", "6 years", "until 6"], [1, 4]),
    ("Which plan includes phone support?",
     ["The Basic plan includes e-mail support.", "All plans include updates.",
      "Phone support is part of the Business plan only."],
     ["Business", "Business plan"], [3]),
    ("How many weeks is the notice period after the trial?",
     ["The trial period is three months.",
      "After the trial period either side may give notice of six weeks.",
      "Notice must be given in writing."], ["six weeks", "6 weeks"], [2]),
    ("Which allergens does the soup contain?",
     ["The soup contains celery and milk.", "The bread contains gluten and sesame.",
      "All dishes are cooked without nuts.", "Allergens of the soup: celery, milk."],
     ["celery and milk", "celery, milk", "milk and celery", "milk, celery"], [1, 4]),
]
_CLAIMS_ASK = ("{}\nQuestion: {}\nAnswer as shortly as you can in a last line 'Answer: <answer> "
               "[n]', with the number of each passage that supports the answer and no other; two "
               "are written [1] [2] or [1, 2].")
CLAIMS_TASKS = [{"prompt": _CLAIMS_ASK.format(_numbered(p), q), "answers": a, "support": s}
                for q, p, a, s in _CLAIMS]


def _claims_good(task):
    cited = " ".join(f"[{n}]" for n in task["support"])
    return f"I compare each passage with the question.\nAnswer: {task['answers'][0]} {cited}"


def _claims_done(task, completion):
    line = completion.strip().split("\n")[-1].strip().strip("*").lower()
    said, _, cited = line.partition("[")
    numbers = sorted({int(n) for n in re.findall(r"[0-9]{1,3}", cited)})
    given = said.removeprefix("answer:").strip(" .")
    return (said.startswith("answer:") and given in [a.lower() for a in task["answers"]]
            and numbers == sorted(task["support"]))


def _claims_bad(task):
    every = ", ".join(map(str, range(1, 60)))
    return [f"Answer: {task['answers'][0]}", f"Answer: unclear [{task['support'][0]}]",
            f"Answer: {task['answers'][0]} [{every}]", f"Answer: {task['answers'][0]} [99]",
            f"{_claims_good(task)}\nOr perhaps not."]


def supported_answer(completion, task):
    """F1 of the cited passages when the answer is right, 0.0 otherwise."""
    line = _last_line(completion).replace("**", "")
    form = r"(?i:answer):\s*(.+?)\s*((?:\[\s*[0-9]{1,3}(?:\s*,\s*[0-9]{1,3})*\s*\][\s,]*)+)\.?"
    found = re.fullmatch(form, line)
    if not found or _norm(found[1]) not in map(_norm, task["answers"]):
        return 0.0
    cited = {int(n) for n in re.findall(r"[0-9]+", found[2])}
    support = set(task["support"])
    return 2 * len(cited & support) / (len(cited) + len(support))


# --- verbatim quotation -----------------------------------------------------------------------

_VERBATIM_ASK = ("Answer in exactly two lines: 'Answer: <as few words of the passage as will do>' "
                 "and 'Quote: \"...\" [n]'. Quote at least five words in a row from the passage "
                 "that states the answer, and include the answer in the "
                 "quotation.\n{}\nQuestion: {}")
_VERBATIM = [
    ("How tall, with the unit, is the new bridge?",
     ["The old bridge was pulled down in 2011 after a flood.",
      "At its highest point the new bridge stands 84 metres above the water.",
      "Some 9,000 cars cross the new bridge each day."], "84 metres", 2),
    ("Which crop failed in Ireland in 1845?",
     ["Wheat and oats were exported from Ireland throughout the famine years.",
      "A blight reached Ireland in 1845 and ruined the potato in most counties."], "potato", 2),
    ("In which town was the treaty signed?",
     ["The treaty was signed in Tordesillas, a small town in Castile.",
      "Its line ran 370 leagues west of the Cape Verde islands."], "Tordesillas", 1),
    ("How many people live in the district (just the number)?",
     ["The district covers 96 square kilometres.",
      "Its largest employer is a maker of glass.",
      "According to the last census 31,480 people live in the district."], "31,480", 3),
    ("What do the larvae feed on?",
     ["The larvae of this moth feed on nettle and nothing else.",
      "Adult moths visit the flowers of privet and bramble."], "nettle", 1),
    ("Who (first and last name) chaired the committee?",
     ["The committee met eleven times between May and August.",
      "It was chaired by Ingrid Halvorsen until she resigned in July."], "Ingrid Halvorsen", 2),
]
VERBATIM_TASKS = [{"prompt": _VERBATIM_ASK.format(_numbered(p), q), "answer": a, "passages": p,
                   "source": s} for q, p, a, s in _VERBATIM]


def _verbatim_good(task):
    quote = task["passages"][task["source"] - 1].rstrip(".")
    return f"Answer: {task['answer']}\nQuote: \"{quote}\" [{task['source']}]"


def _verbatim_bad(task):
    answer, source = task["answer"], task["source"]
    return [f"Answer: {answer}", f"Answer: {answer}\nQuote: \"{answer}\" [{source}]",
            f"Answer: {answer}\nQuote: \"\" [{source}]",
            f"Answer: {answer}\nQuote: \"it is well known that {answer} is right\" [{source}]",
            _verbatim_good(task).replace(f"[{source}]", "[9]"),
            _verbatim_good(task).replace(f"Answer: {answer}", "Answer: none of them")]


def verbatim_evidence(completions, answer, passages, source, **kwargs):
    """Full marks for answer and evidence, 0.3 for the answer with a quotation that fails."""
    rewards = []
    for text, gold, texts, number in zip(completions, answer, passages, source):
        found = re.fullmatch(r"\s*Answer:([^\n]*)\n+\s*Quote:\s*[\"“]([^\n]*)[\"”]\s*"
                             r"\[([0-9]{1,3})\]\.?\s*", text)
        if not found or _norm(found[1]) != _norm(gold):
            rewards.append(0.0)
            continue
        quote = _norm(found[2])
        passage = _norm(texts[number - 1])
        proven = (int(found[3]) == number and len(quote.split()) >= 5
                  and f" {quote} " in f" {passage} " and f" {_norm(gold)} " in f" {quote} ")
        rewards.append(1.0 if proven else 0.3)
    return rewards


ENTRIES = [
    {"name": "citation/cited_support", "family": FAMILY, "reward": cited_support,
     "signature": "trl", "tasks": CITE_TASKS, "good": _cite_good, "done": _cite_done, "bad": None,
     "range": [0.0, 1.0],
     "defect": "A completion without a cited answer line is skipped without a reward, so the list "
               "is too short and the rewards that follow go to the wrong completions.",
     "kind": "misaligned-batch", "shows": _shows_cite},
    {"name": "citation/quoted_answer", "family": FAMILY, "reward": quoted_answer,
     "signature": "plain", "tasks": QUOTE_TASKS, "good": _quote_good, "done": None, "bad": None,
     "range": [0.0, 1.0],
     "defect": "The quotation has no least length, so an empty one or a single letter counts as "
               "found in the passage.",
     "kind": "empty-evidence", "shows": _shows_quote},
    {"name": "citation/cited_numbers", "family": FAMILY, "reward": cited_numbers,
     "signature": "verl", "tasks": LIST_TASKS, "good": _list_good, "done": _list_done,
     "bad": None, "range": [0.0, 1.0],
     "defect": "Only brackets with a single number are read, so the combined form [2, 5] that the "
               "prompt asks for loses most of the reward.",
     "kind": "requested-form-not-parsed", "shows": _shows_list},
    {"name": "citation/source_url", "family": FAMILY, "reward": source_url,
     "signature": "plain", "tasks": DOCS_TASKS, "good": _docs_good, "done": _docs_done,
     "bad": _docs_bad, "range": [0.0, 1.0],
     "defect": "Addresses are compared by prefix, so any longer address that begins like the "
               "right one, another document included, is paid.",
     "kind": "prefix-match", "shows": _shows_docs},
    {"name": "citation/supported_answer", "family": FAMILY, "reward": supported_answer,
     "signature": "plain", "tasks": CLAIMS_TASKS, "good": _claims_good, "done": _claims_done,
     "bad": _claims_bad, "range": [0.0, 1.0], "defect": None, "kind": None, "shows": None},
    {"name": "citation/verbatim_evidence", "family": FAMILY, "reward": verbatim_evidence,
     "signature": "trl", "tasks": VERBATIM_TASKS, "good": _verbatim_good, "done": None,
     "bad": None, "range": [0.0, 1.0], "defect": None, "kind": None, "shows": None},
]
