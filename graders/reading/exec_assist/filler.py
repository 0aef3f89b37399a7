"""Whether a reply is filler around the names and times that it has to give.

Words without grammar ("trombone gravel umbrellas dancing") and other languages: English needs a
function word every few words. Names, numbers, days and what stands in quotation marks are passed
over; a new line, a full stop or a colon begins afresh, so that lists and notes may be terse.
"""

import re

from graders.reading.exec_assist.action import Reading
from graders.reading.exec_assist.time_expressions import DAYS, MONTHS

HEAP = 8
"""This many words in a row that nothing joins are no sentence."""
ITEM = 3
"""The most words between the commas of a list, which may be of any length."""
STRANGE = 4
"""This many words of other languages are no English letter."""
_QUOTED = re.compile(r"\d[:.]\d|[\"\u201c\u201d][^\"\u201c\u201d\n]{0,200}[\"\u201c\u201d]")
_TOKEN = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*|[.!?;:\n(),]|\s-\s")
_BESIDE_TIMES = frozenset(
    "to till until and or am pm half quarter past noon midday morning afternoon evening time "
    "hours minutes two three four five six seven eight nine ten eleven twelve fifteen twenty "
    "thirty forty sixty ninety hundred".split()
)
"""Words for times, and between them, that neither go on with a run nor end it."""
_GRAMMAR = frozenset(
    "a about above after again against all almost already also although always am an and "
    "another any anybody anyone anything are around as at away back be because been before "
    "being below better between both but by can cannot could did do does doing done down during "
    "each either else enough even ever every everybody everyone everything far few fine first "
    "for from get gets give given gives go goes going good got had has have having he her here "
    "hers him his how i if in instead into is it its itself just last least less let like made "
    "make makes many may maybe me might mine more most much must my myself near need never next "
    "no nobody none nor not nothing now of off often ok okay on once one ones only onto or "
    "other others ought our ours out over own perhaps please put quite rather really right say "
    "see seen shall she should since so some somebody somehow someone something soon sorry "
    "still such sure take taken tell than thank thanks that the their them then there these "
    "they this those though through thus till to together tomorrow too two under unless until "
    "up upon us very via was we well were what whatever when where whether which while who "
    "whole whom whose why will with within without would yes yet you your yours yourself".split()
)
_STRANGE = frozenset(
    "lorem ipsum dolor amet consectetur adipiscing elit sed eiusmod tempor incididunt ut et magna "
    "aliqua enim ad minim veniam quis nostrud "  # the printers' filler
    "und der ich nicht mit auf wir ist oder bei zum zur wegen vom sehr vielen dank "
    "je vous nous pour avec dans les est sur votre notre bonjour merci beaucoup "
    "el los las para con una por gracias usted muy que como "
    "il della che sono grazie per non "
    "het een voor niet ik op wij och det inte jag att som "
    "na nie jest dla oraz".split()
)

_SHORT = frozenset(word[:3] for word in (*DAYS, *MONTHS))


def filler(reading: Reading) -> str | None:
    """The words of a reply that are no English sentence, or None."""
    text = _QUOTED.sub(" ", reading.reply.text)
    names = frozenset({*DAYS, *MONTHS}).union(*reading.context.people)
    run: list[str] = []
    item = 0  # where in the run the words since the last comma begin
    strange: list[str] = []
    for token in _TOKEN.findall(text):
        word = token.lower()
        if not word[0].isalpha():
            listed = word == "," and len(run) - item > ITEM
            run, item = (run, len(run)) if listed else ([], 0)
            continue
        if word in names or (word[:3] in _SHORT and len(word) < 5):
            continue
        if word in _STRANGE:
            strange.append(word)
        if word in _BESIDE_TIMES:
            continue
        if word in _GRAMMAR or "'" in word:
            run, item = [], 0
        elif len(word) > 1:
            run.append(word)
        if len(run) >= HEAP:
            return " ".join(run)
    return " ".join(strange[:STRANGE]) if len({*strange}) >= STRANGE else None
