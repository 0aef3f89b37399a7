"""Imports only run down, and heavy libraries stay where they belong."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from desks import DESKS

ROOT = Path(__file__).parent.parent
FLOORS = ("app", "ui", "training", "envs", "graders", "desks", "rewardproof")
TABS = {"inbox", "help_desk"}
HEAVY = {"torch", "transformers", "trl", "peft"}


def modules() -> list[Path]:
    return [ROOT / "app.py", *(p for f in FLOORS[1:] for p in (ROOT / f).rglob("*.py"))]


def is_module(name: str) -> bool:
    place = ROOT.joinpath(*name.split("."))
    return place.is_dir() or place.with_suffix(".py").is_file()


def imported(path: Path) -> set[str]:
    """Dotted names of the modules that a module imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            found |= {name if is_module(name) else node.module for name in names}
    return found


def forbidden(module: str, names: set[str]) -> set[str]:
    """Those of the names that a module (its path, from the root) may not import."""
    floor, *rest = Path(module).with_suffix("").parts
    above = set(FLOORS[: FLOORS.index(floor)])
    if floor != "training" and module != "rewardproof/training.py":
        above |= HEAVY
    peers = {"desks": set(DESKS), "ui": TABS}.get(floor, set())
    others = (
        {f"{floor}.{peer}" for peer in peers - set(rest[:1])} if peers & set(rest[:1]) else set()
    )
    return {
        name
        for name in names
        if name.split(".")[0] in above or ".".join(name.split(".")[:2]) in others
    }


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_run_down(path: Path) -> None:
    assert not forbidden(str(path.relative_to(ROOT)), imported(path))


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Not even from within a function. The CycleError names the circle."""
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in modules()]
    paths = dict(zip((name.removesuffix(".__init__") for name in names), modules(), strict=True))
    graph = {name: imported(path) & paths.keys() - {name} for name, path in paths.items()}
    TopologicalSorter(graph).prepare()


@pytest.mark.parametrize(
    ("module", "name", "allowed"),
    [
        ("desks/exec_assist/models.py", "desks.it_triage.models", False),
        ("desks/exec_assist/models.py", "desks.exec_assist.calendar", True),
        ("desks/desk.py", "graders.score", False),
        ("graders/score.py", "desks.it_triage.models", True),
        ("graders/score.py", "ui.links", False),
        ("graders/score.py", "torch.nn", False),
        ("training/grpo.py", "torch.nn", True),
        ("training/grpo.py", "ui.links", False),
        ("ui/inbox/tab.py", "ui.help_desk", False),
        ("ui/inbox/tab.py", "ui.links", True),
        ("ui/links.py", "app", False),
        ("app.py", "ui.inbox.tab", True),
        ("graders/score.py", "rewardproof.shortest", True),
        ("rewardproof/shortest.py", "desks.desk", False),
        ("rewardproof/training.py", "transformers", True),
        ("rewardproof/shortest.py", "transformers", False),
    ],
)
def test_the_rules_tell_right_from_wrong(module: str, name: str, allowed: bool) -> None:
    assert bool(forbidden(module, {name})) != allowed


def test_the_rules_name_what_is_there() -> None:
    assert all(is_module(f"ui.{tab}") for tab in TABS)
    assert all((ROOT / "desks" / desk / "__init__.py").exists() for desk in DESKS)


def loaded_by(code: str) -> set[str]:
    """Which heavy libraries a program has imported at its end."""
    heavy = HEAVY | {"sklearn", "openenv", "openai"}
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; import sys; print(*{heavy} & set(sys.modules))"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.splitlines()[-1].split())


OPENING = (
    "import app",
    "from ui.runs import tab; [tab.opened(name) for name in tab.names()]",
    "from ui.game import blue; [blue.draw(desk) for desk in blue.DESKS]",
    "import training.models.policies, training.models.endpoints.keys",
)


@pytest.mark.slow
def test_the_page_opens_without_torch() -> None:
    assert loaded_by("; ".join(OPENING)) == set()


def test_no_module_is_long() -> None:
    lines = {p: len(p.read_text().splitlines()) for p in modules()}
    assert not {str(p.relative_to(ROOT)): n for p, n in lines.items() if n > 330}
