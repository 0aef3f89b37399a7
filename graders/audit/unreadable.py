"""Property 11: a completion that is not exactly one valid action earns nothing."""

import json
from collections.abc import Iterator

from desks import Desk
from graders.audit.finding import Finding, Grader, Sample, Trial, all_scenarios, worst_case


def malformed(answer: str) -> dict[str, str]:
    """A bare JSON answer, malformed in ways that a lenient parser would repair, by name."""
    action = json.loads(answer)
    first = next(iter(action))
    return {
        "prose around it": f"Here is my answer: {answer} I hope this helps.",
        "given twice": f"{answer}\n{answer}",
        "cut off": answer[:-1],
        "a comma too many": f"{answer[:-1]},}}",
        "in single quotes": repr(action),
        "a field twice": f'{{"{first}": {json.dumps(action[first])}, {answer[1:]}',
        "a field too many": json.dumps(action | {"score": 1}),
        "a field missing": json.dumps({k: v for k, v in action.items() if k != first}),
        "in a list": f"[{answer}]",
        "as a string": json.dumps(answer),
        "in an unclosed fence": f"```json\n{answer}",
    }


def unreadable_pays_nothing(desk: Desk, grade: Grader, sample: Sample) -> Iterator[Finding]:
    """The oracle's answer, once malformed, scores 0: parsers must not guess."""
    trials = [
        Trial(grade(s, text).total, name, s)
        for s in all_scenarios(sample)
        for name, text in malformed(desk.oracle(s)).items()
    ]
    note = f"{len(trials):,} completions"
    yield worst_case("11 unreadable pays nothing", "<=", 0.0, trials, note)
