"""What the README shows by example is so."""

import json
import re
from pathlib import Path

from desks import load
from graders import grade, grading

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def block(language: str, after: str) -> str:
    """The first code block in that language after a heading."""
    start = README.index(f"\n## {after}\n")
    return re.search(rf"```{language}\n(.*?)```", README[start:], re.DOTALL)[1]


def test_the_answers_to_the_case_earn_what_it_says():
    desk = load("exec_assist")
    case = desk.scenario(seed=3, tier="easy", split="eval")
    shown = block("text", after="A case").removesuffix("...\n")
    assert shown in desk.prompt(case)[-1]["content"]
    best = json.loads(block("json", after="A case"))
    assert best == json.loads(desk.oracle(case))
    told = re.findall(
        r"^\| the (?:one|same).*?(\".*\"|above) \| (.*) \| (.*) \|$", README, re.MULTILINE
    )
    assert len(told) == 3
    for says, ours, theirs in told:
        answer = dict(best)
        if says != "above":
            answer["email_reply"] = f"Dear Ben,\n{says[1:-1]}\nBest regards,\nKenji Rivas"
        text = json.dumps(answer)
        reported = grading("exec_assist").reported.grade(case, text)
        paid = [f"{one.total:.2f}".removeprefix("0") for one in (grade(case, text), reported)]
        assert paid == [ours, theirs]


def test_the_code_runs(capsys):
    exec(block("python", after="In code"), {})
    assert "resolution_quality 1.0 0.35" in capsys.readouterr().out


def test_what_rewardproof_finds_is_told_as_in_its_own_readme():
    own = (Path(__file__).parents[1] / "rewardproof" / "README.md").read_text(encoding="utf-8")
    row = r"^\| rewardproof \| (\d+ of \d+) \| (\d+) of (\d+) \|"
    found, alarms, sound = re.search(row, own, re.MULTILINE).groups()
    told = " ".join(README.split())
    assert f"finds {found} planted faults, with {alarms} false alarms on {sound} sound" in told


def test_every_file_and_heading_that_it_links_to_is_there():
    headings = {
        re.sub(r"[^a-z0-9 -]", "", line.lower()).strip().replace(" ", "-")
        for line in re.findall(r"^#+ (.*)$", README, re.MULTILINE)
    }
    for link in re.findall(r"\]\(([^)]*)\)", README):
        if link.startswith("#"):
            assert link[1:] in headings
        elif not link.startswith("https://"):
            assert (Path(__file__).parents[1] / link.partition("#")[0]).exists(), link
