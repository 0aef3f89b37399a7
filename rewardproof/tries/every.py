"""All that is tried on a task."""

import re
from collections.abc import Iterator

from rewardproof.completions import said
from rewardproof.judge import AT_ONCE
from rewardproof.subject import Subject
from rewardproof.tries import (
    Attack,
    Try,
    chats,
    corrupted,
    free_text,
    hostile,
    no_work,
    own_words,
    reworded,
    several,
    unseen,
)

_WORD, _NUMBER = re.compile(r"\w+"), re.compile(r"-?\d+(?:\.\d+)?")
ATTACKS: tuple[Attack, ...] = (
    no_work.blank,
    no_work.noise,
    no_work.echo,
    no_work.given,
    no_work.far_behind,
    no_work.form_alone,
    no_work.anothers,
    no_work.everything,
    no_work.known_wrong,
    no_work.words_to_a_judge,
    own_words.own_words,
    own_words.placeholders,
    corrupted.values,
    corrupted.fields,
    corrupted.lists,
    corrupted.mentions,
    several.several,
    free_text.texts,
    free_text.lines,
    free_text.quotations,
    free_text.rows,
    corrupted.ladder,
    reworded.layouts,
    reworded.pairs,
    reworded.sound_variants,
    reworded.respelled,
    reworded.longer,
    reworded.ever_longer,
    unseen.look_alikes,
    chats.chats,
    hostile.broken,
    hostile.code,
    hostile.near_json,
    hostile.floods,
)


def tries_on(subject: Subject, place: int) -> Iterator[Try]:
    """Every attack's tries, but for those that are right on this very task; of one that ends with
    the right value by chance, only `done` can say whether it is."""
    for attack in ATTACKS:
        for one in attack(subject, place):
            if not _is_right(subject, one):
                yield one._replace(sure=one.sure and not _may_be_right(subject, one))


def _is_right(subject: Subject, one: Try) -> bool:
    """Whether a try is a right answer of its task, and so no cheat, unless `done` refuses it."""
    place, completion = one.place, one.completion
    if one.expected == "nothing":
        is_right = subject.says_what_is_right(place, completion)
    else:
        is_right = one.expected == "less" and completion in subject.good[place]
    return is_right and subject.is_done(place, completion) is not False


def _may_be_right(subject: Subject, one: Try) -> bool:
    """Whether the last word or number of a try, which one task is enough to judge, is the value
    that is right here."""
    if one.expected != "nothing" or one.property not in AT_ONCE:
        return False
    text = said(one.completion)
    last = {*_WORD.findall(text)[-1:], *_NUMBER.findall(text)[-1:]}
    return any(bears.token in last for bears in subject.bearing[one.place])
