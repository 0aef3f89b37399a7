"""The package stands alone: one wheel, the standard library, nothing else."""

import pkgutil
import re
import subprocess
import sys
import venv
from importlib import import_module
from pathlib import Path

import pytest

import rewardproof
import rewardproof.tries

TRIES = rewardproof.tries.__path__
ROOT = Path(__file__).parents[2]
EXAMPLE = """
from rewardproof import prove
tasks = [{"prompt": f"What is {n} + {n}?", "answer": str(2 * n)} for n in range(10, 16)]
report = prove(lambda completion, answer: float(answer in completion), tasks, good="answer")
print(report.holds, *{one.property for one in report.findings})
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the package and nothing else."""
    folder = tmp_path_factory.mktemp("alone")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    wheel = (*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder))
    source = folder / "source"
    copy = ("git", "-C", str(ROOT), "ls-files", "--others", "--cached", "--exclude-standard")
    files = subprocess.run((*copy, "rewardproof"), check=True, capture_output=True, text=True)
    for name in files.stdout.split():
        target = source / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
    subprocess.run((*wheel, str(source / "rewardproof")), check=True)
    venv.create(folder / "venv", with_pip=False)
    inside = folder / "venv" / "bin" / "python"
    [made] = folder.glob("*.whl")
    install = (*pip, "--python", str(inside), "install", "--no-index", str(made))
    subprocess.run(install, check=True)
    return inside


def said_by(python: Path, *arguments: str) -> str:
    done = subprocess.run([python, "-I", *arguments], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_the_example_finds_the_hole(python: Path) -> None:
    found = said_by(python, "-c", EXAMPLE).split()
    assert found[0] == "False"
    assert "constant" in found


def test_nothing_else_is_installed(python: Path) -> None:
    code = "from importlib.metadata import distributions as d; print(*(x.name for x in d()))"
    assert said_by(python, "-c", code).split() == ["rewardproof"]


def test_only_the_standard_library_is_imported(python: Path) -> None:
    code = (
        "import sys; import rewardproof.__main__, rewardproof.cases; "
        "print(*{m.partition('.')[0] for m in sys.modules} - sys.stdlib_module_names)"
    )
    assert set(said_by(python, "-c", code).split()) <= {"rewardproof", "__main__", "__mp_main__"}


def test_no_pattern_needs_a_newer_python_than_is_named() -> None:
    """Python 3.10 knows neither possessive repeats nor atomic groups."""
    names = [one.name for one in pkgutil.iter_modules(rewardproof.__path__)]
    modules = [import_module(f"rewardproof.{name}") for name in names if name != "pytest_plugin"]
    tries = [import_module(f"rewardproof.tries.{one.name}") for one in pkgutil.iter_modules(TRIES)]
    patterns = {
        value.pattern
        for one in (*modules, *tries)
        for value in vars(one).values()
        if isinstance(value, re.Pattern)
    }
    assert len(patterns) > 15
    newer = [p for p in patterns if re.search("POSSESSIVE|ATOMIC", repr(re._parser.parse(p)))]
    assert newer == []


def test_it_names_its_command(python: Path) -> None:
    assert "MODULE:NAME or FILE.py:NAME" in said_by(python, "-m", "rewardproof", "--help")
