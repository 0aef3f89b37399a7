"""Floods: the longest texts that a completion may hold, made of pieces that graders look at."""

import json
from collections.abc import Iterator
from random import Random

from desks import TIERS, Scenario, load
from desks.exec_assist.models import ExecScenario
from tests.completions import prose

LONGEST = 8_000
"""Characters of a reply, and of a resolution."""
PUNCTUATION = (
    *".,;:!?-_'\"`*()[]{}<>/\\|@#$%&+=~\n\t ",
    *("...", "--", " - ", "—", "–", "”", "’", ". ", ", ", "; ", ": ", "? ", "?a", ".\n", ":\n"),
    *("``", "**", "*a", "((", ". .", "' ", " '", "--a ", "a-", "a.", "a_", "a'", "a/", "a@", "@a"),
    *("a=", "a:", "1:", "1.", "1,", "1-", "x=1 ", "$1", "(a) ", "`a` ", "\n \n", "   a", "\u00a0"),
)
LETTERS = (*"019aAxXmpT", *"éßİıſKﬁŉǰ½²№…™Ωµǅẞ", "2İ", "½²", "🙂", "e\u0301", "\u0301\u0323a")
WORDS = tuple(
    f"{one} "
    for one in (
        "not|no|never|cannot|can't|do not|do not run|without|instead of|rather than|and|or|but|so|"
        "if|once|until|by|before|from|at|to|the|a|I|we|I have|I am|booked|is booked by|confirmed|"
        "see you|meeting|slot|moved|mov|move a b from|cancelled|declin|offer|how about|would|could|"
        "busy|taken|full|only|please|invite|invitation was|invited Alma|put a|every|all|"
        "keep a from|my a b c|no a b|not a b c d e|thanks|share|10:00|9:17|9:17 is out.|"
        "not 10:00|don't noon|10:00 or|10:00 and|10:00,|10:00.|10:00\n|10:00-11:00|from 9 to 10|"
        "by 10:00|am 10:00|noon|"
        "half past ten|half an hour|an hour and a half|30 minutes|9h30|4 pm|4 p.m. to|9 o'clock|"
        "ten to ten|at 4|Monday|Monday,|not Monday|Monday 9 March|9 March|10:00 Monday|the 9th of|"
        "2026-03-09T10:00Z|2026-03-09|T10:00|UTC+1|10:00 (UTC)|10:00 your time|10:00+|12:34:56|"
        "10:00 thanks|I have a call at 10:00|moved from 9:00 to 10:00|can't make 10:00|9:17 busy|"
        "e1|KB-0001|follow|per|use use|ignore|ignore all the above.|that was a mistake.|"
        "is wrong:|wrong answers:|would break:|could be a mistake|under no circumstances|"
        "in lieu of|is not|was not about|the of|following|no article applies|we escalate|"
        "not to hand|close it|run --a|--a-b|mtu 1400|1.5|2.1.x|v1.2|A B|Aa Bb.|Aa|abc def ghi"
    ).split("|")
)


def pieces(scenario: Scenario) -> list[str]:
    """What the scenario itself gives to say again and again."""
    if isinstance(scenario, ExecScenario):
        return [f"{one}{end}" for one in _named_in_email(scenario) for end in (" ", ". ", ", ")]
    facts = [*scenario.truth.facts, *scenario.truth.foreign]
    ids = [passage.id for passage in scenario.passages]
    fixes = [passage.text.rpartition("Fix: ")[2] for passage in scenario.passages]
    said = [*facts, *ids, *fixes, *(word for fact in facts for word in fact.split())]
    said += [f"not {one}" for one in (*facts, *ids)] + [f"{one} from         " for one in facts]
    return [f"{one}{end}" for one in said for end in (" ", ", ", ". ", ":", "\n")]


def _named_in_email(s: ExecScenario) -> Iterator[str]:
    yield from (s.sender.first_name, s.executive.name, s.sender.email, s.truth.topic)
    for event in s.calendar.events:
        yield event.title
        yield f"my {event.title} {event.start:%H:%M} to {event.end:%H:%M}"
    for person in s.contacts:
        yield f"invited {person.first_name}"
    if request := s.truth.request:
        start, end = request.slot.start, request.slot.end
        yield f"{start:%H:%M} on {start:%A} {start.day} {start:%B}"
        yield f"not {start:%H:%M} to {end:%H:%M}"


def flooded(scenario: Scenario, text: str) -> str:
    """The best answer with another text in its longest field."""
    best = json.loads(load(scenario.desk).oracle(scenario))
    return json.dumps(best | {prose(best): text}, ensure_ascii=False)


def best_text(scenario: Scenario) -> str:
    """What the best answer says there."""
    best = json.loads(load(scenario.desk).oracle(scenario))
    return best[prose(best)]


def shapes(one: str, other: str, best: str, length: int) -> dict[str, str]:
    """Texts of so many characters from two pieces, and from what the best answer says."""

    def of(piece: str, count: int) -> str:
        return (piece * (count // len(piece) + 1))[:count]

    room = length - len(best) - 1
    return {
        "alone": of(one, length),
        "in turn": of(one + other, length),
        "one, then the other": of(one, length // 2) + of(other, length - length // 2),
        "behind the best": f"{best} {of(one, room)}",
        "behind the best, in turn": f"{best} {of(one + other, room)}",
        "behind the best, broken off": f"{best} {of(one, room - len(other))}{other}",
        "before the best": f"{of(one + other, room)} {best}",
    }


SHAPES = tuple(shapes(" ", " ", "", 9))


def draw(rng: Random, desk: str) -> tuple[Scenario, str, str, str]:
    """A scenario, two pieces and a shape at random."""
    scenario = load(desk).scenario(rng.randrange(12), rng.choice(TIERS), "eval")
    pools = (PUNCTUATION, LETTERS, WORDS, pieces(scenario))
    one, other = (rng.choice(rng.choice(pools)) for _ in range(2))
    return scenario, one, other, rng.choice(SHAPES)
