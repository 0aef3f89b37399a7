"""What words weigh: evidence for what a letter may have to tell, one piece of a sentence at a time.

Every phrase of the lexicon has a kind. A negation before it, in the same piece, turns it into the
kind that stands for its opposite; there is no grammar beyond that.
"""

import re
from collections import Counter
from dataclasses import dataclass

YES, FINE, SOFT, NO, BUSY, SORRY, OFFER, OPEN, ASIDE, MORE, BACK, MOVE, IF, PROMISE, RUDE, ASKED = (
    "yes fine soft no busy sorry offer open aside more back move if promise rude asked".split()
)
_DOES, _ROOM, _FREE, _NOT = "does room free not".split()

_LEXICON = {
    YES: """booked, granted, taken it, taken this, book, booking, confirm, confirmed,
        confirming, confirmation, scheduled, reserved, blocked, accept, accepted, it's a
        date, see you, see you then, see you there, sent you an, been sent, is sent, went
        out, is yours, it's yours, are yours, and yours, come by, do come, count me in,
        counted in, locked in, be there, will join, i'll join, i'll come, i will come, i'll
        come over, in my calendar, in the calendar, in our calendar, in my diary, on my
        calendar, to my calendar, put you in, put us down, put it in, down for, you down,
        set aside, all set, is set, set for, are set, we meet, will meet, we'll meet, let us
        meet, let's meet, we start, we begin, we'll talk, kept, have a date, on the books,
        you're in, you are in, penned in, pinned, consider it done, meeting with you, i've
        invited, invitation is on its way, will attend, i'll attend, we now have, you have
        the hour, you've got, we're on, you're on, expect you, looking forward to seeing
        you, let's take, let's do, let's go, fixed, scheduling, i have put, i've put, put
        in, put down, i put, arranged, organised, organized, sorted, taken care of, settled""",
    FINE: """works, work, suits, suit, perfect, convenient, gladly, done, can do, sure, yes, ok,
        okay, all clear, will do, absolutely, certainly, of course, agreed, added, same
        time, i have an hour, i have half an hour""",
    SOFT: """fine, happy to, glad to, delighted, pleased, pleasure, good, great, looking forward,
        look forward, it is, noted, comfortable, time for, enough""",
    SORRY: """sorry, unfortunately, regrettably, sadly, i'm afraid, i am afraid, apologies, i'd
        have liked, would have liked, would have loved, i'd have loved, my regrets""",
    MORE: "longer, later, better, late, beyond, more than, other than, anyone, earlier, early",
    PROMISE: """i'll send, i will send, we'll send, will send you, will cover, cover the cost, will
        pay, i'll pay, i'll prepare, i'll deliver, i'll revise, i'll arrange, i'll provide,
        i will prepare, i promise, i guarantee""",
    RUDE: """waste of time, takes you seriously, waste of my time, stupid, idiot, idiots,
        pathetic, ridiculous, incompetent, nobody cares, sick of, couldn't care less, don't
        care, shut up, leave me alone, annoying, nonsense""",
    NO: """decline, a miss, without me, declined, declining, have to pass, must pass, need to
        pass, pass on this, pass on that, to pass this, pass this time, i'll pass, i pass,
        impossible, unavailable, unable, regret, turn down, turn you down, turn this down,
        turn it down, turn the, let you down, keeps me from, prevents me, a no from me, out
        for me, is out, is off, skip this, leave it for now, sit this one out, refuse, beg
        off, bow out, rain check, say no""",
    BUSY: """busy, i'm booked, i am booked, am booked, calendar is blocked, is blocked at, diary
        is blocked, is taken, are taken, i'm taken, am taken, taken by, be taken, been
        taken, was taken, booked up, booked out, booked solid, fully booked, already booked,
        booked by, is full, are full, i'm full, am full, too full, full up, tied up,
        engaged, spoken for, occupied, gone, clash, clashes, conflict, conflicts, collides,
        overlap, overlaps, on a call, in a call, on the phone, in a meeting, in the way,
        another meeting, other meeting, standing meeting, another commitment, another
        appointment, i have something, have something else, has something else, have a call,
        have a meeting, prior, committed, not there, out of office, i'm away, am away, be
        away, double-booked, other plans, already have, already in, in another, blocked by,
        no luck, a little early, a little late, too early, too late, already blocked, have
        another, held by, in use, already promised, first request, goes first, asked for it
        before, asked for already, has asked for, asked before""",
    OFFER: """i can offer, can offer, could offer, i can do, i could do, could do, we could, could
        we, could i see, i could see, could meet, can meet, how about, what about, would you
        like, would suit, shall we, propose, suggest, would one, would any, does one, do any
        of, instead, alternatively, alternative, alternatives, options, option, another
        time, another slot, another day, other times, other slots, pick, choose, which would
        you, which do you, which one, which of, which slot, which suits, which works, which
        you prefer, would be, either, let me know which, i'm open, i am open, could you do,
        would work, do you prefer, let's meet, let's do, let's say""",
    OPEN: """might, perhaps, maybe, provisional, provisionally, tentative, tentatively, pencilled
        in, penciled in, pencilled it, penciled it, penciled you, pencilled you, pencil you,
        pencil it, pencil in, subject to, not certain, nothing is certain, of this is
        certain, may well, can't say, cannot say, loosely, hold it, whether i can, whether i
        come, whether it, whether this, whether that, only a suggestion, just a suggestion,
        a proposal so far, come back to you, get back to you, not sure, unsure, to be
        confirmed, tbc, if i can make, which would you prefer, which do you prefer, which
        one, would you prefer, pick one, choose one, pick another, please choose, another
        time, another slot, another day, other slots, alternatives, find a slot, yourself,
        you can switch, rather have it, much rather, would prefer another, i'd prefer
        another, until i have checked, think about it, let me check, need to check, have to
        check, i'll see if, not final, not fixed, open whether, remains to be seen, cannot
        promise, can't promise, will try to, i'll try to, hopefully i can, send me an
        invitation, send me the invitation, send me an invite, book it yourself, please
        book, could you book, don't count on, do not count on, could change, may change, let
        me know if you can switch, can you switch, could you switch, could we move, can we
        move, could we shift, could we make it""",
    ASIDE: """until, till, before, ahead of, deadline, limit, cut-off, cutoff, latest, wrap-up,
        hard stop, stop at, instead of, rather than, no longer, was, were, had, only
        tentative, cancelled, my day, working day, working hours, office hours, done by,
        finish, over by, be done, through by, from your first, first mail, original,
        originally, gives way, outside, in my office, leave, end, begins, starts, in time,
        due, wrap up, ends, by then, not as, in the office""",
    ASKED: """you asked, you suggested, you suggest, you proposed, you propose, you mentioned, you
        wanted, you want, you named, you wrote, you would like, you'd like, you wish, your
        request, as requested, asked for, your wish, your suggestion, your question, you
        need""",
    BACK: """scratch that, make it an hour, make it half an hour, rely on it, rely on this, rely
        on that, don't plan on, do not plan on, not plan on, leave this until, leave it
        until, on reflection, don't hold, do not hold, as if i had not written, consider it
        void, null and void, none of this, none of that, disregard, ignore, on second
        thoughts, second thought, strike that, forget it, forget this, forget that, forget
        what, come an hour, come half an hour, take that back, take it back, an hour earlier
        than that, an hour later than that, earlier than that, later than that, was a
        mistake, was an error, was a joke, just kidding, only joking, nothing of this,
        nothing of that, applies to you, changed my mind, no longer holds, does not hold,
        not true, not meant for you, make that an hour, arrive an hour, start an hour, begin
        an hour, i withdraw, cancel that, cancel this, cancel it""",
    MOVE: """i moved, i've moved, i have moved, i rescheduled, i've rescheduled, i have
        rescheduled, i shifted, i've shifted, i have shifted, i pushed, i've pushed, i
        postponed, i've postponed, i'm moving, i am moving, i'll move, i will move, i'll
        shift, i'll reschedule, i'll postpone, i cancelled, i've cancelled, i have
        cancelled, i swapped, moved my, moved the, moved our, has been moved""",
    IF: """if, once, when you, after you, as soon as, should it, should you, would it, let me
        know and, tell me and, and i'll, then i'll, i'll then, tell me which, just say,
        whichever, unless, for confirming, for the confirmation, to confirm, pick one and,
        hear, before i, thank you for, thanks for, i'd like to keep, i'd have liked, would
        have liked""",
    _DOES: """make, meet, attend, join, come, see you, do, manage, fit, accept, offer, squeeze,
        able, confirm, see, keep, commit, honour, happen, take place, go ahead""",
    _ROOM: "time, slot, gap, opening, room, hour, minutes, way, hours, place",
    _FREE: "free, available, possible, open",
    _NOT: """not, cannot, can't, don't, won't, isn't, aren't, doesn't, didn't, wasn't, haven't,
        hasn't, couldn't, wouldn't, never, no, without, nor, neither, nothing, nobody,
        hardly, none, unable""",
}
_TURNED = {
    YES: NO,
    FINE: NO,
    SOFT: NO,
    _DOES: NO,
    _ROOM: NO,
    _FREE: NO,
    NO: FINE,
    BUSY: FINE,
    OFFER: NO,
    MOVE: ASIDE,
}
_IDIOMS = """time to read, time to prepare, time to look, no problem, no worries,
    not be late, not late, no mistakes, not unsure, can't think of, cannot think of, no need,
    need not, not only, no doubt, not at all, can't wait, cannot wait, don't worry, do not
    worry, nothing else, not a problem, no trouble, why not, no longer than, cannot stay longer,
    can't stay longer, don't hesitate, do not hesitate, can't please, not keep, shouldn't keep,
    no more lost, not one for, isn't one for, won't take, no clash, no conflict, no rush, should
    not be a problem, stay longer, need longer, if anything changes, if anything, if you need,
    first request holds"""


def _entries() -> dict[tuple[str, ...], frozenset[str]]:
    found: dict[tuple[str, ...], set[str]] = {}
    for kind, phrases in _LEXICON.items():
        for phrase in phrases.split(","):
            found.setdefault(tuple(phrase.split()), set()).add(kind)
    found |= {tuple(idiom.split()): set() for idiom in _IDIOMS.split(",")}
    return {words: frozenset(kinds) for words, kinds in found.items()}


_PHRASES = _entries()
_LONGEST = {}
for _words in _PHRASES:
    _LONGEST[_words[0]] = max(len(_words), _LONGEST.get(_words[0], 0))

_WORD = re.compile(r"[a-z][a-z'-]*|\d+|[,(:]|\n+|(?<![.!?;])[.!?;]++(?=\s|$)|\s-\s")
_BREAKS = frozenset("but so because since although though while whereas however only as".split())
_REACH, _NEAR = 6, 4
"""Words that a negation reaches; and nouns."""


@dataclass(frozen=True)
class Piece:
    """A piece of a sentence, and the evidence in it."""

    start: int
    end: int
    words: tuple[str, ...]
    votes: Counter[str]
    sentence: int
    asks: bool
    """Whether its sentence ends in a question mark."""

    def __contains__(self, kind: str) -> bool:
        return self.votes[kind] > 0


def pieces(text: str) -> list[Piece]:
    """The pieces of a text in small letters, each with what its words weigh."""
    found: list[Piece] = []
    words: list[str] = []
    start = fresh = 0

    def close(end: int) -> None:
        if words:
            found.append(Piece(start, end, tuple(words), _votes(words), fresh, False))
            words.clear()

    for token in _WORD.finditer(text):
        said = token[0]
        ends = said[0] in ".!?;\n"
        if ends or said[0] == " " or (said in _BREAKS and len(words) > 1):
            close(token.start())
            start = token.end()
            if ends:
                if "?" in said:
                    found[fresh:] = [
                        Piece(p.start, p.end, p.words, p.votes, fresh, True) for p in found[fresh:]
                    ]
                fresh = len(found)
        if not ends and said[0] != " ":
            words.append(said)
    close(len(text))
    return found


def _votes(words: list[str]) -> Counter[str]:
    votes: Counter[str] = Counter()
    at, denied = 0, -_REACH - 1
    while at < len(words):
        word = words[at]
        if word in ",(":
            votes[NO] += denied == at - 1  # "eight does not, I am afraid"
            denied = -_REACH - 1
        length = _LONGEST.get(word, 0)
        while length and tuple(words[at : at + length]) not in _PHRASES:
            length -= 1
        if not length:
            denied = at if word.endswith("n't") else denied
            at += 1
            continue
        kinds = _PHRASES[tuple(words[at : at + length])]
        turned = at - denied <= _REACH
        for kind in kinds:
            if kind == _NOT:
                denied = at
            elif turned and kind in _TURNED and (kind != _ROOM or at - denied <= _NEAR):
                votes[_TURNED[kind]] += 1
            elif kind not in (_DOES, _ROOM):
                votes[SOFT if kind == _FREE else kind] += 1
        if turned and not kinds <= {_NOT, ASIDE, IF}:
            denied = -_REACH - 1
        at += length
    votes[NO] += denied == len(words) - 1 and words[-2:-1] != ["or"]
    return votes
