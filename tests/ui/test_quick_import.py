"""Starting the app: Gradio does not renew its type stubs, and ours takes little longer than it."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def printed(code: str) -> list[str]:
    """What a fresh process prints for some code, in words."""
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()


@pytest.mark.slow
def test_no_component_of_gradio_is_parsed() -> None:
    code = "import ast, inspect; found, parse, getfile = [], ast.parse, inspect.getfile\n"
    code += "ast.parse = lambda *given, **named: found.append(1) or parse(*given, **named)\n"
    code += "import {}; print(len(found), inspect.getfile is getfile)"
    [usual, _], [quick, restored] = (printed(code.format(name)) for name in ("gradio", "app"))
    assert int(usual) > 120  # or else Gradio no longer does, and the module can go
    assert int(quick) < 40  # other libraries parse a little, too
    assert restored == "True"


@pytest.mark.slow
def test_the_app_takes_little_more_to_import_than_gradio() -> None:
    code = "from time import process_time as t; a = t(); import ui.quick_import; b = t(); "
    gradio, ours = map(float, printed(f"{code}import app; print(b - a, t() - b)"))
    assert ours < 2 * gradio
