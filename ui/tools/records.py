"""What an episode's calls asked and showed, parsed back from their log."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from desks.it_triage.knowledge import PREFIXES, get
from desks.it_triage.models import Passage, TriageScenario
from envs.it_triage_tools.episode import Episode
from graders.it_triage_tools import Call

ARTICLE = PREFIXES["articles"]
_RECORD = re.compile(r"\[((?:KB|TKT|INC)-\d{4})\] (.*)")
_LINKS = re.compile(r"\s*\bArticle: (KB-\d{4}(?:, KB-\d{4})*)$")


@dataclass(frozen=True)
class ShownRecord:
    """An article, a past ticket or an incident, as far as a call showed it."""

    id: str
    title: str
    text: str
    articles: tuple[str, ...]
    """Ids of the articles that it names."""
    whole: bool
    """Whether all of it was shown, not just a search's excerpt."""

    @property
    def citable(self) -> bool:
        """Whether it is an article."""
        return self.id.startswith(ARTICLE)


def arguments(call: Call) -> dict[str, Any]:
    """A call's arguments, under an empty name if a model passed something other than an object."""
    given = json.loads(call.arguments)
    return given if isinstance(given, dict) else {"": given}


def shown_records(call: Call) -> list[ShownRecord]:
    """The records that a call showed, in order; none if it failed or found nothing."""
    if call.failed or call.tool == "submit_resolution":
        return []
    if call.tool.startswith("get_"):
        first, _, body = call.result.partition("\n")
        return [_record(first, body, whole=True)]
    return [_record(line, "", whole=False) for line in call.result.split("\n")[1:]]


def records_by_id(calls: Iterable[Call]) -> dict[str, ShownRecord]:
    """Every record shown, by id, in order of first appearance; in full if any call showed it so."""
    seen: dict[str, ShownRecord] = {}
    for call in calls:
        for one in shown_records(call):
            if one.id not in seen or one.whole:
                seen[one.id] = one
    return seen


def as_seen(episode: Episode) -> TriageScenario:
    """The scenario with every record that was shown as a passage: each may support an answer,
    though past tickets and incidents are never cited."""
    seen = records_by_id(episode.calls).values()
    passages = tuple(Passage(id=one.id, title=one.title, text=one.text) for one in seen)
    return episode.scenario.model_copy(update={"passages": passages})


def repeated(calls: Sequence[Call], at: int) -> int | None:
    """The number (from 1) of the first call identical to the one at index `at`; None if that one is
    the first."""
    same = (calls[at].tool, calls[at].arguments)
    first = next(n for n, call in enumerate(calls) if (call.tool, call.arguments) == same)
    return first + 1 if first < at else None


def _record(line: str, body: str, whole: bool) -> ShownRecord:
    named = _RECORD.match(line)
    if named is None:
        raise ValueError(f"no record: {line[:80]!r}")
    record_id, text = named.groups()
    kind = next(kind for kind, prefix in PREFIXES.items() if record_id.startswith(prefix))
    known = get(kind, record_id)
    called = known.title if known else record_id
    text = body if whole else text.removeprefix(f"{called}. ")
    links = _LINKS.search(text)
    if links:
        text = text[: links.start()]
    return ShownRecord(record_id, called, text, tuple(links[1].split(", ")) if links else (), whole)
