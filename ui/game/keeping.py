"""Keeps players' attempts in the store; one that wins also adds its minimised exploit.

Exploits are told apart by their signatures, and exported as cases of `tests/exploits/`.
"""

from functools import lru_cache

from desks.once import once
from graders.exploits import Case, case_of, minimised, signature
from graders.levels import attempt, version
from ui.game import ladder
from ui.game.attempts import Exploit, Kept, Told
from ui.game.store import MOST_EXPLOITS, Store, StoreError
from ui.links import LinkError, Place


@once
def store() -> Store:
    """The store, opened on first use; StoreError if it cannot be."""
    return Store()


def keep(place: Place, text: str, player: str) -> str:
    """Keep an attempt, and its exploit if it wins; the board's message about it, as HTML.

    An attempt that was kept before is neither minimised nor stored again.
    """
    tried = attempt(place.rung, place.scenario, text)
    told = Told(
        desk=place.desk,
        level=place.level,
        grader=version(),
        scenario=str(place.ref),
        completion=text,
        score=min(max(tried.grade.total, 0.0), 1.0),
        won=tried.won,
        player=player,
    )
    try:
        if one := store().known(told):
            exploit = store().exploit_of(one.id)
            return ladder.known(one, exploit and _case(exploit).to_json())
        exploit = _exploit(place, text) if tried.won else None
        one, first = store().keep(told, exploit)
    except StoreError as error:
        return ladder.not_kept(f"{error}. Try again in a minute.")
    return ladder.kept(one, exploit and _case(exploit).to_json(), first)


def _exploit(place: Place, text: str) -> Exploit:
    """The exploit of a winning completion, minimised; its signature and reason are of that form."""
    short = minimised(place.rung, place.scenario, text)
    tried = attempt(place.rung, place.scenario, short)
    return Exploit(
        signature=signature(place.rung, place.scenario, tried),
        desk=place.desk,
        level=place.level,
        scenario=str(place.ref),
        completion=short,
        why=tried.ruling.reason,
    )


@lru_cache(maxsize=MOST_EXPLOITS)
def _case(exploit: Exploit) -> Case:
    place = ladder.place_of(exploit)
    return case_of(place.scenario, exploit.completion, exploit.why)


def exported() -> tuple[int, str]:
    """The number of exploits of today's graders, and all of them as JSONL, each a case of
    `tests/exploits/`. StoreError if the store cannot be read."""
    cases = [_case(exploit) for exploit in store().exploits(version())]
    return len(cases), "".join(case.to_json_line() for case in cases)


def wanted(at: str, attempt_id: str) -> tuple[Place, Kept | None]:
    """The place and the attempt of that id ("" for none); an attempt's own place overrides `at`.

    LinkError if there is no such place or attempt, or the store cannot be read.
    """
    place = Place.parse(at)
    if not attempt_id:
        return place, None
    try:
        one = store().attempt(attempt_id)
    except StoreError as error:
        raise LinkError(str(error)) from None
    if one is None:
        raise LinkError(f"{attempt_id[:40]!r} is no attempt that was kept, or it had to make room")
    return ladder.place_of(one), one
