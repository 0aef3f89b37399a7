"""Imports only run down, and heavy libraries stay where they belong."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = ("app", "ui", "training", "envs", "graders", "desks")
HEAVY = {"torch", "transformers", "trl", "peft"}


def modules() -> list[Path]:
    return [ROOT / "app.py", *(p for f in FLOORS[1:] for p in (ROOT / f).rglob("*.py"))]


def imported(path: Path) -> set[str]:
    """Dotted names of all that a module imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_run_down(path: Path) -> None:
    parts = path.relative_to(ROOT).with_suffix("").parts
    above = FLOORS[: FLOORS.index(parts[0])]
    names = imported(path)
    assert not {n for n in names if n.split(".")[0] in above}
    if parts[0] != "training":
        assert not {n for n in names if n.split(".")[0] in HEAVY}
    if parts[0] == "desks" and len(parts) > 2:
        other = {"exec_assist", "it_triage"} - {parts[1]}
        assert not {n for n in names if n.startswith("desks.") and n.split(".")[1] in other}


def test_importing_the_page_loads_no_torch() -> None:
    code = f"import app, sys; print({HEAVY | {'sklearn', 'openenv'}} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "set()"


def test_no_module_is_long() -> None:
    lines = {p: len(p.read_text().splitlines()) for p in modules()}
    assert not {str(p.relative_to(ROOT)): n for p, n in lines.items() if n > 330}
