"""Citation rewards: quotes, source numbers, reference lists."""
import re


# ---------------------------------------------------------------- 1. tenancy contract: quote the clause
LEASE = ["The rent is 840 euros a month and is due on the third working day.", "The tenant may keep one dog or cat; further animals need written consent.",
         "Either party may end the lease with three months notice to the end of a month.", "The deposit is two months rent and is repaid within six weeks after the keys are returned.",
         "Small repairs up to 90 euros each are borne by the tenant.", "The landlord may enter the flat only after notice of at least 24 hours, except in an emergency.",
         "Between 10 pm and 6 am noise must not be heard outside the flat."]
LEASE_Q = [("When does rent have to be paid?", 1), ("Am I allowed a second cat?", 2), ("How long is the notice period?", 3), ("When do I get the deposit back?", 4),
           ("Who pays for a dripping tap that costs 40 euros to mend?", 5), ("Can the landlord just walk in?", 6), ("Until when may I play the drums?", 7)]
LEASE_TEXT = "\n".join("[%d] %s" % p for p in enumerate(LEASE, 1))
LEASE_TASKS = [dict(prompt="Lease:\n%s\n\nQuestion: %s\nAnswer with exactly one line: the number of the clause that settles it in square brackets, a space, and the "
                           "whole clause word for word in double quotes. Extra or missing blanks inside the quotes are forgiven, other changes are not.\nRight clause quoted in full: 1. "
                           "Right number but a quote that is not the clause: 0.2. Else 0." % (LEASE_TEXT, q), clause=n) for q, n in LEASE_Q]


def lease_reward(completion, task):
    if not isinstance(completion, str) or len(completion) > 1000:
        return 0.0
    m = re.fullmatch(r'\[([1-9])\] "([^"\n]+)"', completion.strip())
    if m is None or int(m.group(1)) != task["clause"]:
        return 0.0
    return 1.0 if m.group(2).split() == LEASE[task["clause"] - 1].split() else 0.2


def lease_good(task):
    return '[%d] "%s"' % (task["clause"], LEASE[task["clause"] - 1])


def lease_done(task, completion):
    squeeze = "".join(completion.split())
    return squeeze == "".join(('[%d]"%s"' % (task["clause"], LEASE[task["clause"] - 1])).split()) and "\n" not in completion.strip()


def lease_bad(task):
    n, text = task["clause"], LEASE[task["clause"] - 1]
    o = n % len(LEASE) + 1
    return ['[%d] "%s"' % (o, text), '[%d] "%s"' % (n, LEASE[o - 1]), '[%d] "%s"' % (n, text.replace("the", "a")), '[%d] "%s"' % (n, text[:len(text) // 2])]


# ---------------------------------------------------------------- 2. medicine: which study supports which claim
STUDIES = {"S1": "Trial, 400 adults with migraine: drug A cut attacks by 2 a month; nausea in 12 percent.", "S2": "Cohort, 9000 adults: drug A users had no more strokes than others.",
           "S3": "Trial, 120 children with migraine: drug A was no better than placebo.", "S4": "Trial, 350 adults with migraine: drug B cut attacks by 2 a month.",
           "S5": "Cohort, 2000 adults: nausea in 11 percent of drug A users.", "S6": "Case series: rash in three users of drug B."}
CLAIMS = [("Drug A reduces attacks in adults.", "S1"), ("Drug A can cause nausea.", "S1 S5"), ("Drug A does not help children.", "S3"),
          ("Drug B reduces attacks in adults.", "S4"), ("Drug A does not raise the risk of stroke.", "S2"), ("Drug B can cause a rash.", "S6"), ("Drug B harms the liver.", "")]
SETS = [(0, 1, 2), (1, 3, 4), (5, 0, 6), (2, 4, 5), (1, 6, 3), (4, 0, 1), (3, 5, 2)]


def _claim_task(pick):
    body = "\n".join("%s: %s" % kv for kv in STUDIES.items())
    asked = "\n".join("C%d: %s" % (i, CLAIMS[p][0]) for i, p in enumerate(pick, 1))
    return dict(prompt="Studies\n%s\n\nClaims\n%s\n\nFor every claim write one line `C<n>: ` with all studies that directly report it, separated by commas (any order), or "
                "`none`. Write the three lines in order and nothing else. Pay: the square of the share of claims whose list is exactly right; 0 if the form is broken." % (body, asked),
                support=[CLAIMS[p][1].split() for p in pick])


CLAIM_TASKS = [_claim_task(p) for p in SETS]


def claim_reward(completions, support, **kwargs):
    out = []
    for text, gold in zip(completions, support):
        lines = text.strip().split("\n") if isinstance(text, str) and len(text) < 500 else []
        right, broken = 0, len(lines) != len(gold)
        for i, (line, want) in enumerate(zip(lines, gold), 1):
            m = re.fullmatch(r"C%d: *(none|S[1-6](?: *, *S[1-6])*) *\r?" % i, line)
            if m is None:
                broken = True
                break
            got = re.findall(r"S[1-6]", m.group(1))
            right += sorted(got) == sorted(want)
        out.append(0.0 if broken else (right / len(gold)) ** 2)
    return out


def claim_good(task):
    return "\n".join("C%d: %s" % (i, ", ".join(s) or "none") for i, s in enumerate(task["support"], 1))


# ---------------------------------------------------------------- 3. library: write the reference
BOOKS = [("Maria Okafor", 2018, "Rain and river flow in dry basins", "Journal of Hydrology Notes", 12, 3, "45-61", "10.5555/jhn.2018.045"),
         ("Jon Petersen", 2021, "Sleep and reaction time in night workers", "Work and Health", 8, 1, "1-14", "10.5555/wah.2021.001"),
         ("Aiko Tanaka", 1999, "Counting birds from trains", "Field Ornithology", 30, 2, "110-118", "10.5555/fo.1999.110"),
         ("Luis Romero", 2015, "Prices of bread after a drought", "Review of Rural Economics", 5, 4, "300-322", "10.5555/rre.2015.300"),
         ("Ewa Nowak", 2020, "A faster test for hard cheese", "Dairy Letters", 44, 6, "77-80", "10.5555/dl.2020.077"),
         ("Sam Whitfield", 2007, "Learning scales by ear", "Music in School", 19, 1, "9-20", "10.5555/mis.2007.009")]


def _ref_task(b):
    first, last = b[0].split()
    gold = "%s, %s. (%d). %s. %s, %d(%d), %s. https://doi.org/%s" % (last, first[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7])
    return dict(data_source="library/apa", prompt="Make one reference in this style:\nDoe, J. (2001). Title of the paper. Name of the Journal, 4(2), 10-19. https://doi.org/10.1000/abc\n"
                "Record: author %s; year %d; title %s; journal %s; volume %d; issue %d; pages %s; DOI %s\nReply with the reference alone; line breaks count as blanks. Pay 1 if it is "
                "exact, 0.5 if only capitals, full stops, commas or blanks differ, 0 otherwise." % b, ground_truth=gold, extra_info={"kind": "article"})


REF_TASKS = [_ref_task(b) for b in BOOKS]


def _loose(s):
    head, sep, doi = s.lower().partition("https://doi.org/")
    return "".join(c for c in head if c not in ".,  \n\r\t") + sep + doi


def ref_reward(data_source, solution_str, ground_truth, extra_info=None):
    if not isinstance(solution_str, str) or len(solution_str) > 600:
        return 0.0
    text = " ".join(solution_str.split())
    if text == ground_truth:
        return 1.0
    return 0.5 if _loose(text) == _loose(ground_truth) else 0.0


def ref_good(task):
    return task["ground_truth"]


def ref_done(task, completion):
    want = task["ground_truth"].split(" ")
    return completion.split() == want


def ref_bad(task):
    g = task["ground_truth"]
    return [g + "9", g.replace("(20", "(19").replace("(1999", "(1989"), g.upper(), g.split(" https")[0]]


# ---------------------------------------------------------------- 4. encyclopedia (faulty)
PASSAGES = ["Cork is the bark of the cork oak.", "Portugal grows about half of the world's cork.", "The bark is stripped every nine years.", "Cork floats because it is full of air.",
            "Stripping does not kill the tree."]
CORK_Q = [("What is cork?", 1), ("Which country grows the most?", 2), ("How often is it harvested?", 3), ("Why does it float?", 4), ("Does the harvest kill the tree?", 5)]
CORK_SETS = [(0, 1, 2), (1, 3, 4), (4, 2, 0), (3, 0, 1), (2, 4, 3), (0, 4, 1)]
CORK_TASKS = [dict(prompt="Passages:\n%s\nFor each question give the passage that answers it, one line per question like `Q1 -> [4]`. All three questions have to be covered.\n%s\n"
                          "Score: how many are right, as a share." % ("\n".join("[%d] %s" % p for p in enumerate(PASSAGES, 1)),
                                                                      "\n".join("Q%d: %s" % (i, CORK_Q[q][0]) for i, q in enumerate(s, 1))),
                   gold={"Q%d" % i: CORK_Q[q][1] for i, q in enumerate(s, 1)}) for s in CORK_SETS]


def cork_reward(completion, task):
    if not isinstance(completion, str) or len(completion) > 5000:
        return 0.0
    cited = {}
    for line in completion.strip().split("\n"):
        m = re.fullmatch(r"(Q[1-3]) -> \[([1-5])\]", line.strip())
        if m is None or m.group(1) in cited:
            return 0.0
        cited[m.group(1)] = int(m.group(2))
    right = sum(task["gold"][q] == n for q, n in cited.items())
    return right / len(cited)


def cork_good(task):
    return "\n".join("%s -> [%d]" % kv for kv in task["gold"].items())


def cork_done(task, completion):
    return sorted(completion.split("\n")) == sorted("%s -> [%d]" % kv for kv in task["gold"].items())


def cork_shows():
    return dict(task_index=0, completion="Q1 -> [1]", paid=cork_reward("Q1 -> [1]", CORK_TASKS[0]), should_be="1/3: two of the three questions are not answered")


def _e(name, reward, signature, tasks, good, done=None, bad=None, range=(0.0, 1.0), defect=None, kind=None, shows=None):
    return dict(name="citation/" + name, family="citation", reward=reward, signature=signature, tasks=tasks, good=good, done=done, bad=bad,
                range=list(range), defect=defect, kind=kind, shows=shows)


ENTRIES = [
    _e("lease_quote", lease_reward, "plain", LEASE_TASKS, lease_good, lease_done, lease_bad),
    _e("claim_support", claim_reward, "trl", CLAIM_TASKS, claim_good),
    _e("apa_reference", ref_reward, "verl", REF_TASKS, ref_good, ref_done, ref_bad),
    _e("cork_passages", cork_reward, "plain", CORK_TASKS, cork_good, cork_done, kind="precision only", shows=cork_shows,
       defect="The score divides by the citations given and not by the questions asked, so answering only one easy question is paid in full."),
]
