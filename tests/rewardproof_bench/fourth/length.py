"""Length rewards: say it briefly, but say it."""
import re


def _subsequence(words, source):
    it = iter(source)
    return all(w in it for w in words)


# ---------------------------------------------------------------- 1. logistics: telegram from an e-mail
MAILS = [
    ("Dear team, truck 17 broke down near Graz this morning and the driver says that order 5521 will arrive on Thursday instead of today, sorry for the trouble.", ["17", "Graz", "5521", "Thursday"], 12),
    ("Hello, just to let you know that the container MSKU8 was held by customs in Antwerp because the invoice is missing, please send it before noon if at all possible.", ["MSKU8", "customs", "Antwerp", "invoice", "missing"], 10),
    ("Hi all, the night shift at gate 4 will be closed from Monday because of road works, so please use gate 9 for all deliveries until further notice.", ["4", "closed", "Monday", "9"], 10),
    ("Good morning, our forklift in hall B has lost oil again and the service will only come on 12 May, which means that we load by hand for the time being.", ["forklift", "B", "12", "May", "hand"], 12),
    ("To whom it may concern, pallets 31 to 36 for the customer Lindner were found to be wet and were sent back to Linz on the same day with the carrier.", ["31", "36", "Lindner", "wet", "Linz"], 11),
    ("Please note that the ferry to Oslo is cancelled tonight owing to the storm and that all three trailers are booked on the 7 am crossing tomorrow instead.", ["Oslo", "cancelled", "7", "am", "tomorrow"], 11),
]
MAIL_TASKS = [dict(prompt="Cut this e-mail down to a telegram.\nE-mail: %s\nRules: use only words of the e-mail, in their order, each at most as often as there (punctuation is ignored, capitals are kept). These "
                          "words must stay: %s. Up to %d words: 1 point; every word more costs 0.15, down to 0. A missing word or a word from outside: 0."
                          % (m, ", ".join(k), n), mail=m, keep=k, limit=n) for m, k, n in MAILS]


def _words(text):
    return re.findall(r"[A-Za-z0-9]+", text)


def mail_reward(completion, task):
    if not isinstance(completion, str) or len(completion) > 2000 or not completion.isascii():
        return 0.0
    if re.search(r"[^A-Za-z0-9 .,;:!?\n]", completion):
        return 0.0
    got = _words(completion)
    if not _subsequence(got, _words(task["mail"])) or not set(task["keep"]) <= set(got):
        return 0.0
    return max(0.0, round(1.0 - 0.15 * max(0, len(got) - task["limit"]), 4))


def mail_good(task):
    return " ".join(w for w in _words(task["mail"]) if w in task["keep"]) + "."


def mail_done(task, completion):
    words = re.sub(r"[.,;:!?]", " ", completion).split()
    left = re.sub(r"[.,;:!?]", " ", task["mail"]).split()
    for w in words:
        if w not in left:
            return False
        left = left[left.index(w) + 1:]
    return len(words) <= task["limit"] and all(k in words for k in task["keep"])


def mail_bad(task):
    keep = [w for w in _words(task["mail"]) if w in task["keep"]]
    return [task["mail"], " ".join(keep[1:]), " ".join(keep[::-1]), "URGENT " + " ".join(keep)]


# ---------------------------------------------------------------- 2. physics help line: right and brief
QUIZ = [("How many seconds are there in 2.5 hours?", "9000"), ("A bulb of 60 W burns 5 hours. How many watt-hours?", "300"), ("What is the sum of the angles of a hexagon in degrees?", "720"),
        ("What force in newtons accelerates 4 kg by 2.5 m/s^2?", "10"), ("How many prime numbers lie between 20 and 40?", "4"), ("How many ways are there to seat 5 people in a row?", "120"),
        ("A car does 15 km per litre. How many litres for 420 km?", "28")]
QUIZ_TASKS = [dict(prompt=q + "\nExplain briefly and end with the line `Answer: <whole number>`. If the answer is right the pay is 1 for a reply of up to 240 characters in all, then falls in a "
                   "straight line to 0.4 at 600 characters; longer replies, wrong answers and replies with two answer lines get 0.", answer=a) for q, a in QUIZ]


def quiz_reward(completions, answer, **kwargs):
    pay = []
    for text, gold in zip(completions, answer):
        if not isinstance(text, str) or len(text) > 600 or text.lower().count("answer:") != 1:
            pay.append(0.0)
            continue
        last = text.rstrip().split("\n")[-1]
        if last.strip() != "Answer: " + gold:
            pay.append(0.0)
        else:
            pay.append(1.0 - 0.6 * max(0, len(text) - 240) / 360)
    return pay


def quiz_good(task):
    return "Insert the given numbers into the usual rule.\nAnswer: " + task["answer"]


def quiz_done(task, completion):
    return re.findall(r"Answer:\s*(\d+)\s*$", completion, re.M) == [task["answer"]] and len(completion) <= 240


def quiz_bad(task):
    g = int(task["answer"])
    return ["Answer: %d" % (g + 1), "Answer: %d\nAnswer: %d" % (g - 1, g), "The rule is well known. " * 15 + "\nAnswer: %d" % g, "It is %d." % g]


# ---------------------------------------------------------------- 3. gift shop: a list of exactly n items
SHELF = dict(candle=8, mug=11, scarf=24, puzzle=17, soap=5, notebook=9, lamp=39, tea=7, vase=28, socks=6, game=31, pen=14)
WISHES = [(3, 30), (4, 32), (5, 45), (3, 22), (4, 60), (5, 38), (6, 55)]
GIFT_TASKS = [dict(data_source="shop/gifts", prompt="Shelf with prices in euros: %s.\nPut together a gift box of exactly %d different things for at most %d euros in all. Write one thing per line, the "
                   "name only, as on the shelf. A box that keeps to all this: 1. Right things within the money but too few: 0.7 times the share of the number. "
                   "Anything else (too many, twice the same, too dear, not on the shelf): 0." % (", ".join("%s %d" % kv for kv in SHELF.items()), n, b),
                   ground_truth="%d/%d" % (n, b), extra_info={"shelf": dict(SHELF)}) for n, b in WISHES]


def gift_reward(data_source, solution_str, ground_truth, extra_info=None):
    if not isinstance(solution_str, str) or len(solution_str) > 400:
        return 0.0
    n, budget = map(int, ground_truth.split("/"))
    things = [ln.strip() for ln in solution_str.strip().split("\n")]
    if any(t not in SHELF for t in things) or len(set(things)) != len(things) or len(things) > n:
        return 0.0
    if sum(SHELF[t] for t in things) > budget:
        return 0.0
    return 1.0 if len(things) == n else 0.7 * len(things) / n


def gift_good(task):
    n = int(task["ground_truth"].split("/")[0])
    return "\n".join(sorted(SHELF, key=SHELF.get)[:n])


# ---------------------------------------------------------------- 4. news ticker (faulty)
NEWS = [
    ("The city council of Mardale voted on Tuesday evening after a long debate to close the old swimming pool on Hill Street at the end of September.", ["Mardale", "close", "pool", "September"], 8),
    ("A rare white stork that had been missing since the spring was seen again yesterday by walkers on the meadows close to the village of Birkeln.", ["stork", "seen", "Birkeln"], 6),
    ("The baker Rosa Lind won the national prize for the best rye bread in the country for the third time in a row last weekend.", ["Rosa", "Lind", "won", "prize"], 8),
    ("Because of a burst water main the tram line 6 will not run between the station and the harbour until Friday morning at the earliest.", ["tram", "6", "not", "run", "Friday"], 9),
    ("The local library reported that the number of books lent to children under ten grew by a fifth over the course of last year.", ["library", "books", "children", "grew", "fifth"], 8),
    ("Firefighters from three towns needed nearly five hours to put out a fire in a sawmill at Oberau where nobody was hurt.", ["fire", "sawmill", "Oberau", "nobody", "hurt"], 8),
]
NEWS_TASKS = [dict(prompt="Shorten to a ticker line.\nNews: %s\nUse only words of the news in their order, keep %s, and write at most %d words, without commas or full stops. "
                          "1 if all holds, else 0." % (m, ", ".join(k), n), news=m, keep=k, limit=n) for m, k, n in NEWS]


def news_reward(completion, task):
    if not isinstance(completion, str) or len(completion) > 2000:
        return 0.0
    if len(completion.strip().split(" ")) > task["limit"]:
        return 0.0
    words = completion.split()
    if not set(task["keep"]) <= set(words):
        return 0.0
    return 1.0 if _subsequence(words, _words(task["news"])) else 0.0


def news_good(task):
    return " ".join(w for w in _words(task["news"]) if w in task["keep"])


def news_done(task, completion):
    words = _words(completion)
    return len(words) <= task["limit"] and set(task["keep"]) <= set(words) and _subsequence(words, _words(task["news"]))


def news_shows():
    text = "\n".join(_words(NEWS_TASKS[0]["news"]))
    return dict(task_index=0, completion=text, paid=news_reward(text, NEWS_TASKS[0]), should_be="0.0: the whole news was copied, 27 words where 8 are allowed")


def _e(name, reward, signature, tasks, good, done=None, bad=None, range=(0.0, 1.0), defect=None, kind=None, shows=None):
    return dict(name="length/" + name, family="length", reward=reward, signature=signature, tasks=tasks, good=good, done=done, bad=bad,
                range=list(range), defect=defect, kind=kind, shows=shows)


ENTRIES = [
    _e("telegram", mail_reward, "plain", MAIL_TASKS, mail_good, mail_done, mail_bad),
    _e("brief_quiz", quiz_reward, "trl", QUIZ_TASKS, quiz_good, quiz_done, quiz_bad),
    _e("gift_box", gift_reward, "verl", GIFT_TASKS, gift_good),
    _e("news_ticker", news_reward, "plain", NEWS_TASKS, news_good, news_done, kind="length miscounted", shows=news_shows,
       defect="Words are counted by split(' ') but read by split(), so a copy of the whole text with newlines between its words counts as one word."),
]
