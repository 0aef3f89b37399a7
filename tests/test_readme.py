"""What the README shows by example is so."""

import json
import re
from pathlib import Path

import yaml

from desks import load
from graders import grade, grading

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
OWN = (ROOT / "rewardproof" / "README.md").read_text(encoding="utf-8")


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


def test_the_action_takes_rewardproof_from_where_jobs_take_the_project():
    """Whoever uses it has no checkout of ours."""
    [told] = re.findall(r"```yaml\n(.*?)```", OWN, re.DOTALL)
    steps = yaml.safe_load(told)["jobs"]["rewardproof"]["steps"]
    [install] = [one["run"] for one in steps if one.get("run", "").startswith("pip install")]
    job = (ROOT / "training" / "grpo.py").read_text(encoding="utf-8")
    home = re.search(r"@ (git\+https://.*?)@", job)[1]
    assert install == f"pip install {home}#subdirectory=rewardproof"


def test_what_rewardproof_finds_is_told_as_in_its_own_readme():
    row = r"^\| rewardproof \| (\d+ of \d+) \| (\d+) of (\d+) \|"
    found, alarms, sound = re.search(row, OWN, re.MULTILINE).groups()
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
            assert (ROOT / link.partition("#")[0]).exists(), link
