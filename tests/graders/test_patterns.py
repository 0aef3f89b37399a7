"""No pattern takes much longer over a longer text than in proportion, whatever the text.

The patterns are collected from the modules and fuzzed with what they are made of.
"""

import pkgutil
import re
from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import graders
from desks import TIERS, load
from graders.reading import tokens
from graders.reading.exec_assist import time_zones
from graders.reading.exec_assist.context import reply_context
from graders.reading.it_triage import fact_patterns
from tests.patterns import Asked, Flood, floods, made_on_the_way, standing
from tests.slowness import least, over, seconds

MODULES = [
    "desks.strict_json",
    *(
        found.name
        for found in pkgutil.walk_packages(graders.__path__, "graders.")
        if not found.name.endswith("__main__")
    ),
]
STANDING = standing(MODULES)
LENGTH, FAR = 8_000, 32_000
A_CHARACTER = 1e-6
"""Seconds that a character may take without a second look."""
SLOW = 0.1
"""Seconds that `LENGTH` characters may take."""
GROWTH = 9
"""Between the two lengths: 4 in proportion, 16 with the square."""
A_PATTERN = 60
"""Floods that each is tried on."""

MADE = {
    "desks.strict_json": set(),
    "graders.exec_assist.as_reported": {"_said"},
    "graders.exec_assist.policies": {"_days"},
    "graders.it_triage.variants": {"_replaced"},
    "graders.reading.it_triage.fact_patterns": {"fact_pattern"},
    "graders.reading.exec_assist.phrases": {"_lexicon"},
    "graders.reading.exec_assist.time_zones": {"_marked"},
    "graders.referee.filler": {"form_or_echo"},
    "graders.referee.people": {"mask"},
}
"""The functions that make patterns: of facts, titles, names, clock words and words paid for."""


def ask(pattern: re.Pattern[str], way: str, text: str) -> Callable[[], object]:
    """What the code asks of a pattern: every match, or one at the beginning."""
    if way == "search":
        return lambda: sum(1 for _ in pattern.finditer(text))
    return lambda: getattr(pattern, way)(text)


def slow_on(asked: Asked, flood: Flood) -> str | None:
    """What is wrong with the time that a pattern takes over a flood, or None."""
    for way in asked.ways:
        near, far = (ask(asked.pattern, way, flood.of(length)) for length in (LENGTH, FAR))
        if seconds(near, SLOW) < LENGTH * A_CHARACTER:
            continue
        took = least(near, 3 * SLOW)
        if over(took, SLOW):
            return f"{asked.name}, {way} over {flood}: over {SLOW} s"
        most = max(GROWTH * took, FAR * A_CHARACTER)
        if least(far, 2 * most) > most:
            return f"{asked.name}, {way} over {flood}: {took:.3f} s, then over {most:.3f} s"
    return None


def slow(asked: Asked, most: int) -> str | None:
    """The first flood that a pattern is slow on, or None."""
    made = floods(asked.pattern, Random(asked.pattern.pattern), most)
    return next((why for flood in made if (why := slow_on(asked, flood))), None)


# -- the fuzzer itself ---

RUN_AWAY = {
    "a run without a letter": r"[^\s,;\"`*()]*[^\W_][^\s,;\"`*()]*",  # as it once stood in tokens
    "an address": r"[ap]\.m\b|\S*@\S*|[^\W\d_]+",
    "digits before a word": r"\d+[ -]min",
    "what is not closed": r'"(?:[^"\\]|\\.)*"',
    "space at the end": r"\s+$",
    "two loops side by side": r"^\w*\d\w*,",
    "a loop in a loop": r"^(?:a+)+$",
    "two ways to say the same": r"(?:a|aa)+$",
    "anything up to a word": r"\bnot\b.*\bbut\b",
    "three loops": r"x*y*.*x*y*z",
}
RUN_ON = {
    "a word": r"\w+",
    "a run that is read once": r"(?<!\S)\S*\d\S*",
    "a bounded window": r"not.{0,40}but",
    "possessive": r'"(?:[^"\\]|\\.)*+"?',
    "a choice": r"\b(?:one|two|three)\s(?:more|less)\b",
}


def alone(pattern: str) -> Asked:
    return Asked(pattern, re.compile(pattern), frozenset({"search"}))


@pytest.mark.slow
@pytest.mark.parametrize("pattern", RUN_AWAY.values(), ids=RUN_AWAY)
def test_the_fuzzer_finds_what_runs_away(pattern: str) -> None:
    assert slow(alone(pattern), 200)


@pytest.mark.parametrize("pattern", RUN_ON.values(), ids=RUN_ON)
def test_the_fuzzer_lets_pass_what_is_in_proportion(pattern: str) -> None:
    assert not slow(alone(pattern), 200)


def test_the_way_in_which_a_pattern_is_asked_is_known() -> None:
    ways = {asked.name: asked.ways for asked in STANDING}
    assert ways["desks.strict_json._FENCE"] == {"fullmatch"}
    assert ways["desks.strict_json.JSON_STRING"] == {"search"}
    assert ways["graders.reading.it_triage.stance._DENIED"] == {"match"}
    assert ways["graders.reading.exec_assist.replies.BREAK"] == {"search"}


# -- the patterns ---


def test_all_patterns_are_in_sight() -> None:
    """Those that functions make on the way are known, and all others stand in a module."""
    assert len(STANDING) > 170
    made = {module: found for module in MODULES if (found := made_on_the_way(module))}
    assert made == {module: names for module, names in MADE.items() if names}


@pytest.mark.slow
@pytest.mark.parametrize("package", sorted({".".join(one.split(".")[:2]) for one in MODULES}))
def test_patterns_take_time_in_proportion(package: str) -> None:
    here = [one for one in STANDING if one.name.startswith(f"{package}.")]
    assert not [why for one in here if (why := slow(one, A_PATTERN))]


FOUND = {
    "graders.reading.it_triage.foreign._FOLLOW": Flood("", "per.", ""),
    "graders.reading.exec_assist.replies.BREAK": Flood("", "?", "\0"),
    "graders.reading.it_triage.stance._ORDER_NOT": Flood("", "will  break;", "/"),
    "graders.reading.it_triage.stance._NEXT_TO": Flood("other \nthan ", "to  ", "\0"),
    "graders.reading.it_triage.stance._DENIED": Flood(" article  from  \n", "  ", "y"),
    "graders.referee.people._SIGNED": Flood("\n", " \n ", "5"),
}
"""What only longer searches find, of what was once slow."""


@pytest.mark.parametrize("name", FOUND)
def test_what_was_slow_is_not_slow_again(name: str) -> None:
    here = [one for one in STANDING if one.name == name]
    assert here
    assert not [why for one in here if (why := slow_on(one, FOUND[name]))]


def made_of(desk: str) -> Iterator[Asked]:
    """The patterns that are made of scenarios: one scenario of each tier."""
    for tier in TIERS:
        scenario = load(desk).scenario(2, tier, "eval")
        if desk == "exec_assist":
            marks = tuple(reply_context(scenario).marks) or ("utc",)
            yield Asked("time_zones._marked", time_zones._marked(marks)[0], frozenset({"match"}))
            continue
        for fact in (*scenario.truth.facts, *scenario.truth.foreign):
            for loose in (True, False):
                pattern = fact_patterns.fact_pattern(fact, loose).pattern
                yield Asked(f"fact_pattern {fact!r}", pattern, frozenset({"search"}))


@pytest.mark.parametrize("desk", ["exec_assist", "it_triage"])
def test_patterns_made_of_a_scenario_take_time_in_proportion(desk: str) -> None:
    assert not [why for one in made_of(desk) if (why := slow(one, A_PATTERN))]


# -- the pattern that was worst finds what it found ---

RUNS = st.text(alphabet='ab1_é.:,;-`"*() \n=/', max_size=40)


@settings(max_examples=1_000)
@given(text=RUNS)
def test_tokens_are_what_they_were(text: str) -> None:
    before = re.compile(RUN_AWAY["a run without a letter"])
    assert [m.span() for m in tokens._TOKEN.finditer(text)] == [
        m.span() for m in before.finditer(text)
    ]
