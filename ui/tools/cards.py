"""Cards of the records that an episode's calls showed, with buttons while it is played.

Once the episode is over, those that apply to the ticket and those that were cited are marked.
"""

import re
from collections.abc import Collection

from envs.it_triage_tools.episode import Episode
from graders.it_triage_tools import Call
from ui import passages
from ui.drawing import escaped, pill
from ui.tools.records import ShownRecord, shown_records

_READ = {"KB": "get_article", "TKT": "get_ticket", "INC": "get_incident"}
_LABEL = re.compile(
    r"(?:^|(?<=\s))(Applies to|Symptom|Background|Sign|Cause|Fix|Check|Reported"
    r"|Solved with this advice|First seen|Ended by|Confirmed):"
)


def draw(episode: Episode, call: Call, one: ShownRecord) -> str:
    """A record as a card; while the episode is played, with its buttons."""
    pills = pill("new", "new") if one.id in call.found else pill("shown before")
    cited: Collection[str] = ()
    if episode.grade is not None:
        cited = episode.grade.action.citations if episode.grade.action else ()
        if one.id in episode.scenario.truth.gold:
            pills += pill("★ applies to the ticket", "good")
    links = f'<p class="hint">Names {", ".join(map(escaped, one.articles))}.</p>'
    below = _buttons(episode, one) if not episode.over else links if one.articles else ""
    return passages.card(one.id, one.title, f"{_labelled(one.text)}{below}", one.id in cited, pills)


def _labelled(text: str) -> str:
    """A record's text, with each labelled part on a line of its own."""
    lines = _LABEL.sub(lambda found: f"\n\0{found[0]}\0", text.replace("\0", ""))
    drawn = []
    for line in filter(str.strip, lines.split("\n")):
        _, label, rest = line.split("\0") if line.startswith("\0") else ("", "", line)
        bold = f"<b>{label}</b>" if label else ""
        drawn.append(f"<p>{bold}{escaped(rest)}</p>")
    return "".join(drawn)


def _buttons(episode: Episode, one: ShownRecord) -> str:
    """What a person may do with a record: read it, read what it names, cite it."""
    whole = {record.id for call in episode.calls for record in shown_records(call) if record.whole}
    reads = [(one.id, "Read it whole")] if one.id not in whole else []
    reads += [(article, f"Read {article}") for article in one.articles if article not in whole]
    buttons = "".join(
        f'<button type="button" data-tool="{_READ[record.partition("-")[0]]}" '
        f'data-said="{record}">{label}</button>'
        for record, label in reads
    )
    if one.citable:
        buttons += (
            f'<label class="chip"><input type="checkbox" data-cite="{one.id}"><span>Cite it</span>'
            "</label>"
        )
    return f'<p class="deeds">{buttons}</p>' if buttons else ""
