"""The search: run every attack on every desk and tier, and see whether one breaks the bar."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from desks import Desk, Tier, load
from graders.attacks.search import ATTACKS, BAR, Exploit, attack
from graders.audit.finding import Grader, place
from graders.audit.table import table
from graders.exploits import case_of

TARGETS = 60
"""Default number of scenarios per tier that the attackers may try."""
BUDGET = 20_000
"""Default number of attempts per attack, desk and tier."""


def search(
    desks: Sequence[Desk],
    tiers: Sequence[Tier],
    grade: Grader,
    n: int = TARGETS,
    budget: int = BUDGET,
    seed: int = 0,
    progress: Callable[[str], None] = lambda line: None,
    jobs: int = 1,
) -> Iterator[Exploit]:
    """The best find of each attack, by desk and tier, on the first n eval seeds. With several
    `jobs`, the searches are spread over as many processes, and find the same; `grade` must then be
    a function of a module, and the desks registered."""
    asked = [
        (strategy.name, desk, tier) for desk in desks for tier in tiers for strategy in ATTACKS
    ]
    for found, seconds in _searched(asked, (grade, n, budget, seed), jobs):
        progress(
            f"{found.desk}, {found.tier}, {found.attack}: {found.relative_score:.2f} after "
            f"{found.attempts:,} attempts, {seconds:.1f} s"
        )
        yield found


def _searched(
    asked: Sequence[tuple[str, Desk, Tier]], how: tuple[Grader, int, int, int], jobs: int
) -> Iterator[tuple[Exploit, float]]:
    if jobs == 1:
        yield from (_search_one(*one, *how) for one in asked)
        return
    with ProcessPoolExecutor(jobs) as pool:
        begun = [
            pool.submit(_search_named, name, desk.name, *more, *how) for name, desk, *more in asked
        ]
        for one in begun:
            yield one.result()


def _search_named(attack_name: str, desk: str, *how: Any) -> tuple[Exploit, float]:
    return _search_one(attack_name, load(desk), *how)


def _search_one(
    attack_name: str, desk: Desk, tier: Tier, grade: Grader, n: int, budget: int, seed: int
) -> tuple[Exploit, float]:
    """The find of one attack, and the seconds that it took."""
    [strategy] = [one for one in ATTACKS if one.name == attack_name]
    scenarios = [desk.scenario(number, tier, "eval") for number in range(n)]
    started = time.perf_counter()
    found = attack(strategy, desk, tier, grade, scenarios, budget, seed)
    return found, time.perf_counter() - started


def report(found: Sequence[Exploit]) -> str:
    """The exploits as a table for a terminal: one row each, with the referee's reason and the
    shortest form below it, and then the best of each kind of attack."""
    heads = ("attack", "desk", "scenario", "score", "share", "correct", "referee", "transfer", "")
    rows = [
        (
            one.attack,
            one.desk,
            place(one.scenario),
            f"{one.total:.3f}",
            f"{one.relative_score:.3f}",
            "yes" if one.correct else "no",
            "rejects",
            f"{one.transfer:.3f}",
            f"BREAKS THE BAR ({one.exploits:,} times)" if one.breaks_the_bar else "",
        )
        for one in found
    ]
    notes = [f"referee: {visible(one.ruling)}\n{visible(one.shortest)}" for one in found]
    best = {one.attack: one for one in sorted(found, key=lambda one: one.relative_score)}
    lines = [
        f"  {name}: {one.relative_score:.3f} ({one.desk}, {place(one.scenario)})"
        for name, one in best.items()
    ]
    return "\n".join(
        [
            table(heads, rows, notes, lines_a_note=8),
            "",
            f"share: of the oracle's score, for the best that the referee rejects; bar {BAR:g}",
            "the best of each kind:",
            *lines,
        ]
    )


def visible(text: str) -> str:
    """A text with everything but printable ASCII escaped, so that homoglyphs show."""
    return "".join(
        one if one.isascii() and one.isprintable() else one.encode("unicode_escape").decode()
        for one in text
    )


def record(one: Exploit) -> dict[str, Any]:
    """An exploit as JSON-ready values, with its scenario by name."""
    return {
        "attack": one.attack,
        "desk": one.desk,
        "scenario": place(one.scenario),
        "situation": one.scenario.situation,
        "score": one.total,
        "share": one.relative_score,
        "breaks_the_bar": one.breaks_the_bar,
        "correct": one.correct,
        "verdict": one.verdict,
        "referee": one.ruling,
        "transfer": one.transfer,
        "attempts": one.attempts,
        "exploits": one.exploits,
        "found_done": one.honest_finds,
        "shortest": one.shortest,
        "completion": one.completion,
    }


def keep(one: Exploit, folder: Path) -> None:
    """Save an exploit, in its shortest form, as a case for `tests/exploits`."""
    why = f"{one.attack}: the referee says: {one.ruling}"
    case = case_of(one.scenario, one.shortest, why)
    name = "-".join([one.desk, *place(one.scenario).split("/"), *one.attack.split()])
    (folder / f"{name}.json").write_text(case.to_json(), encoding="utf-8")
