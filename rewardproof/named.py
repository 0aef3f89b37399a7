"""Functions named on a command line or in a file: MODULE:NAME or FILE.py:NAME."""

import importlib
import importlib.util
import sys
from pathlib import Path
from typing import Any


class NamingError(ValueError):
    """A name that leads nowhere: says which part, and why."""


def load(name: str) -> Any:
    """What is called so; modules are also looked for in the working directory."""
    path, colon, attribute = name.rpartition(":")
    if not colon:
        raise NamingError(f"{name}: MODULE:NAME or FILE.py:NAME was expected")
    found = module(path)
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise NamingError(f"{name}: {path} has no {part!r}")
        found = getattr(found, part)
    return found


def module(name: str) -> Any:
    """The module of that name, or in that file; NamingError."""
    if name.endswith(".py"):
        file = Path(name)
        spec = importlib.util.spec_from_file_location(file.stem, file)
        if not (spec and spec.loader and file.is_file()):
            raise NamingError(f"{name}: there is no such file")
        made = importlib.util.module_from_spec(spec)
        sys.modules.setdefault(file.stem, made)
        spec.loader.exec_module(made)
        return made
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise NamingError(f"{name}: {error}") from None
