"""Keeps players' attempts in the store; one that wins also adds its minimised exploit.

Exploits are identified by their signatures, and exported as cases for `tests/exploits/`.
"""

from functools import lru_cache

from desks.once import once
from graders.exploits import Case, case_of, minimised, signature
from graders.levels import attempt, version
from ui.game import ladder
from ui.game.attempts import Exploit, StoredAttempt, Submission
from ui.game.claims import book
from ui.game.claims.record import Claim
from ui.game.store import MAX_EXPLOITS, Store
from ui.links import GameRef, LinkError
from ui.store import StoreError

KEEPING = {"concurrency_limit": None, "concurrency_id": "keeping", "trigger_mode": "multiple"}
"""Settings of events that keep attempts. No limit in Gradio: the tab's `JobQueue` decides who
waits, and who is turned away."""


@once
def store() -> Store:
    """The store, opened on first use; StoreError if it cannot be opened."""
    return Store()


def keep(game: GameRef, text: str, player: str) -> str:
    """Keep an attempt, and its exploit if it wins; return the board's message, as HTML.

    An attempt that was kept before is neither minimised nor stored again.
    """
    tried = attempt(game.level, game.scenario, text)
    submission = Submission(
        desk=game.desk,
        level=game.level_name,
        grader=version(),
        scenario=str(game.ref),
        completion=text,
        score=min(max(tried.grade.total, 0.0), 1.0),
        won=tried.won,
        player=player,
    )
    try:
        if one := store().known(submission):
            exploit = store().exploit_of(one.id)
            return ladder.known(one, exploit and _case(exploit).to_json())
        exploit = _exploit(game, text) if tried.won else None
        one, first = store().keep(submission, exploit)
    except StoreError as error:
        return ladder.not_kept(f"{error}. Try again in a minute.")
    return ladder.kept(one, exploit and _case(exploit).to_json(), first)


def _exploit(game: GameRef, text: str) -> Exploit:
    """The minimised exploit of a winning completion; signature and reason are of that form too."""
    short = minimised(game.level, game.scenario, text)
    tried = attempt(game.level, game.scenario, short)
    return Exploit(
        signature=signature(game.level, game.scenario, tried),
        desk=game.desk,
        level=game.level_name,
        scenario=str(game.ref),
        completion=short,
        why=tried.ruling.reason,
    )


@lru_cache(maxsize=MAX_EXPLOITS)
def _case(exploit: Exploit) -> Case:
    game = ladder.game_of(exploit)
    return case_of(game.scenario, exploit.completion, exploit.why)


def export_exploits() -> tuple[int, str]:
    """The number of exploits of the current graders, and all of them as JSONL, each a case for
    `tests/exploits/`. StoreError if the store cannot be read."""
    cases = [_case(exploit) for exploit in store().exploits(version())]
    return len(cases), "".join(case.to_json_line() for case in cases)


def resolve(at: str, attempt_id: str) -> tuple[GameRef, StoredAttempt | Claim | None]:
    """The game and the attempt or the claim of that id ("" for none); its own game overrides `at`.

    LinkError if there is no such game or attempt, or the store cannot be read.
    """
    game = GameRef.parse(at)
    if not attempt_id:
        return game, None
    try:
        one = store().attempt(attempt_id) or book.shown(store(), attempt_id)
    except StoreError as error:
        raise LinkError(str(error)) from None
    if one is None:
        raise LinkError(f"{attempt_id[:40]!r} is no attempt that was kept, or it had to make room")
    return ladder.game_of(one), one
