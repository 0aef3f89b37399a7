"""A reward's own words, put beside a wrong answer: they must not make it right."""

from collections.abc import Iterator
from itertools import islice

from rewardproof.completions import only_saying, said, saying
from rewardproof.subject import Subject
from rewardproof.tries import Try

PLACES = 4
"""Tasks on which they are tried."""


def own_words(subject: Subject, place: int) -> Iterator[Try]:
    """Before and after another task's answer, one by one and all at once."""
    if place >= PLACES:
        return
    for other in islice(subject.others(place), 1):
        wrong = subject.good[other][0]
        texts = {repr(one[:40]): one for one in subject.words}
        texts["all of its words"] = " ".join(subject.words)
        for name, text in texts.items() if subject.words else ():
            beside = {"before": f"{text}\n{said(wrong)}", "after": f"{said(wrong)}\n{text}"}
            for where, told in beside.items():
                what = f"{name}, of the reward's own code, {where} a wrong answer"
                yield Try("judge", what, place, saying(wrong, told), "much less")


def placeholders(subject: Subject, place: int) -> Iterator[Try]:
    """A template's placeholder as the completion: a reward that fills it in later puts the right
    answer there itself."""
    names = [str(name) for name in subject.tasks[place].row]
    for one in dict.fromkeys([*subject.placeholders, *(f"{{{name}}}" for name in names)]):
        told = only_saying(subject.good[place][0], one)
        yield Try("judge", f"the placeholder {one}", place, told, "nothing")
