"""A search for what pays although fixed attacks found nothing.

With a check of the work it climbs: from what was paid most without the work being done, by edits
that know JSON, sentences and words, keeping what is paid more. Without one it puts together a
constant, piece by piece: a text that is paid on most tasks has not read any.
"""

from collections.abc import Iterator, Sequence
from random import Random

from rewardproof.completions import (
    SENTENCE_END,
    Completion,
    json_in,
    only_saying,
    places_in,
    said,
    saying,
    with_place,
)
from rewardproof.edits import EDITS, Prompt, edited
from rewardproof.judge import HALF, Judged, Scale
from rewardproof.meter import Meter
from rewardproof.report import Finding
from rewardproof.subject import Subject
from rewardproof.tasks import words_of
from rewardproof.tries.no_work import ORDERS

ROUND = 16
"""Edits tried at once."""
PIECES = 12
"""Pieces tried at once, of a constant."""
JUDGES = 6
"""Tasks that a constant is tried on."""
FULL = 0.95
"""The share that no answer may be paid which has not done all of the work."""
LONGEST = 2_000
"""Characters of what is tried."""
KEPT = 360
"""Calls that are left for shortening what was found."""


def searched(
    subject: Subject, meter: Meter, scale: Scale, judged: Sequence[Judged], seed: int
) -> Iterator[Finding]:
    """What the search finds; nothing where work that was not done is known to be paid in full."""
    if subject.done:
        if not any(one.done is False and one.share > FULL for one in judged):
            yield from _climb(subject, meter, scale, judged, Random(seed))
    elif len(subject.tasks) > 2:
        yield from _constant(subject, meter, scale, Random(seed))


def _climb(
    subject: Subject, meter: Meter, scale: Scale, judged: Sequence[Judged], rng: Random
) -> Iterator[Finding]:
    best: dict[int, tuple[float, Completion]] = {}
    for one in judged:
        place = one.tried.place
        if one.done is False and one.share > best.get(place, (-1.0, ""))[0]:
            best[place] = one.share, one.tried.completion
    copied = {place: _prompt(subject, place) for place in best}
    while meter.left > KEPT and best:
        for place in list(best):
            share, current = best[place]
            made = [_edited(rng, subject, place, current, copied[place]) for _ in range(ROUND)]
            paid = meter.pay_all([(place, one) for one in made])
            for completion, pay in zip(made, paid, strict=True):
                found = scale.share(place, pay.value)
                if found >= share and subject.is_done(place, completion) is False:
                    share, current = found, completion
            best[place] = share, current
            if share > FULL:
                value = meter.pay(place, current).value
                told = "work that was not done is paid in full"
                top = scale.tops[place]
                most = scale.value(place, FULL)
                yield Finding(
                    *("search", "error", told, "a search", place, current, value, top),
                    at_most=most,
                )
                return


def _edited(
    rng: Random, subject: Subject, place: int, completion: Completion, copied: Prompt
) -> Completion:
    text = said(completion)
    answer = json_in(text)
    if answer and rng.random() < 0.6:
        leaves = [path for path, _ in places_in(answer.value)]
        donor = json_in(said(rng.choice(subject.good)[0]))
        if leaves and donor:
            path = rng.choice(leaves)
            given = [v for p, v in places_in(donor.value) if p == path]
            value = rng.choice([*given, *words_of(subject.tasks[place].prompt)[:40], 0, True, None])
            return saying(completion, answer.with_value(with_place(answer.value, path, value)))
    return saying(completion, edited(rng, text, copied, EDITS)[:LONGEST])


def _prompt(subject: Subject, place: int) -> Prompt:
    """What can be copied into an answer: the prompt, all answers, what this one stands by."""
    sentences = [part for some in subject.good for part in SENTENCE_END.split(said(some[0]))]
    tokens = [one.token for one in subject.bearing[place]]
    return Prompt(subject.tasks[place].prompt, (*sentences, *tokens, *ORDERS))


def _constant(subject: Subject, meter: Meter, scale: Scale, rng: Random) -> Iterator[Finding]:
    """Put together from what is right for one half of the tasks, and paid on the other half: so it
    is no list of all that might be right; where it is itself the right answer does not count."""
    every = list(range(len(subject.tasks)))
    places = [at for at in every[1::2] if scale.tops[at]][:JUDGES]
    like, pieces = subject.good[0][0], _pieces(subject, every[::2])
    best, share = "", 0.0

    def mean(text: str) -> float:
        paid = meter.pay_all([(place, only_saying(like, text)) for place in places])
        shares = [
            scale.share(at, one.value)
            for at, one in zip(places, paid, strict=True)
            if not subject.says_what_is_right(at, only_saying(like, text))
        ]
        return sum(shares) / len(shares) if shares else 0.0

    while places and pieces and meter.left > KEPT + PIECES * len(places):
        before = share
        for piece in rng.sample(pieces, min(PIECES, len(pieces))):
            for text in {f"{best}\n{piece}".strip(), piece}:
                if len(text) <= LONGEST and (found := mean(text)) > share:
                    best, share = text, found
        if share == before:
            break
    if share > HALF:
        constant = only_saying(like, best)
        place = max(places, key=lambda at: scale.share(at, meter.pay(at, constant).value))
        value, top = meter.pay(place, constant).value, scale.tops[place]
        told = f"one text for all tasks is paid {share:.0%} of what right answers are"
        found_there = Finding(
            *("constant", "error", told, "a search", place, constant, value, top),
            at_most=scale.value(place, HALF),
        )
        yield found_there.seen(len(places), len(places))


def _pieces(subject: Subject, places: Sequence[int]) -> list[str]:
    """Some tasks' right answers, their sentences and what they stand or fall with."""
    answers = [said(subject.good[at][0]) for at in places]
    sentences = [one.strip() for text in answers for one in SENTENCE_END.split(text)]
    tokens = [one.token for at in places for one in subject.bearing[at]]
    found = [one for one in (*answers, *sentences, *tokens) if one]
    return list(dict.fromkeys(found))
