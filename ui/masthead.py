"""The page header: the way past it, what the project is, and its main comparison, measured at
start-up."""

from statistics import fmean

from desks import load
from graders import as_reported, grade, grading
from ui.drawing import escaped
from ui.links import Ref, href, tab_href

SAMPLE_SIZE = 40
"""Scenarios in each mean: hard emails of the eval split, seeds 0 to 39."""
CHEAT = "keyword_stuffer"

MARK = (
    '<svg class="logo" viewBox="0 0 40 40" aria-hidden="true">'
    '<rect x="2" y="2" width="36" height="36" rx="8" fill="currentColor"/>'
    '<path d="M9 27h22M12 27v5M28 27v5" stroke="var(--paper)" stroke-width="2.6" '
    'stroke-linecap="round" fill="none"/>'
    '<path d="M13 17l5 5 10-12" stroke="var(--paper)" stroke-width="3.2" stroke-linecap="round" '
    'stroke-linejoin="round" fill="none"/></svg>'
)


def draw(example: Ref) -> str:
    """The name, one sentence, and the comparison, whose rows link to the example."""
    return (
        '<a class="skip" href="#content" data-skip>Skip to the content</a>'
        f'<header class="masthead">{MARK}<div class="name"><h1>RewardDesk</h1>'
        "<p>Two office desks to train small language models on, with rewards that are hard to "
        f'game: <a href="{tab_href("break")}">try it</a>.</p></div>{_contrast(example)}</header>'
    )


def means() -> dict[str, tuple[float, float]]:
    """Mean scores (the report's grader, ours) of the honest answer and of the cheat."""
    desk = load("exec_assist")
    cheat = next(policy.act for policy in grading("exec_assist").policies if policy.name == CHEAT)
    sample = [desk.scenario(seed=n, tier="hard", split="eval") for n in range(SAMPLE_SIZE)]
    return {
        name: tuple(
            fmean(judge(scenario, act(scenario)).total for scenario in sample)
            for judge in (as_reported.grade, grade)
        )
        for name, act in (("oracle", desk.oracle), (CHEAT, cheat))
    }


def _contrast(example: Ref) -> str:
    found = means()
    rows = "".join(
        f'<tr><th scope="row"><a href="{escaped(href("inbox", example, run))}">{label}</a></th>'
        f"{_cell(theirs, 'theirs')}{_cell(ours, 'ours')}</tr>"
        for label, run in (("An honest answer", "oracle"), ("A list of keywords", CHEAT))
        for theirs, ours in [found[run]]
    )
    return (
        f'<table class="hook"><thead><tr><th scope="col">{SAMPLE_SIZE} hard emails, mean score</th>'
        '<th scope="col">The published grader, rebuilt</th>'
        '<th scope="col">RewardDesk</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _cell(total: float, whose: str) -> str:
    return (
        f'<td class="{whose}"><span class="hook-bar" aria-hidden="true">'
        f'<i style="--share:{total:.4f}"></i></span><b>{total:.2f}</b></td>'
    )
