"""Functions named on a command line or in a file: MODULE:NAME or FILE.py:NAME."""

import importlib
import importlib.util
import sys
import zlib
from functools import lru_cache
from pathlib import Path
from typing import Any


class NamingError(ValueError):
    """A name that leads nowhere, or to code that fails: says which part, and why."""


def load(name: str) -> Any:
    """What is called so; modules are also looked for in the working directory. A file is run again
    only if it has changed. NamingError."""
    path, _, attribute = name.rpartition(":")
    if not (path and attribute):
        raise NamingError(f"{name}: MODULE:NAME or FILE.py:NAME was expected")
    found = module(path, anew=False)
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise NamingError(f"{name}: {path} has no {part!r}")
        found = getattr(found, part)
    return found


def module(name: str, anew: bool = True) -> Any:
    """The module of that name, or in that file, which may import its neighbours; NamingError.
    A file is run `anew`, or else only if it has changed since it last was."""
    file = Path(name).resolve()
    if name.endswith(".py") and not file.is_file():
        raise NamingError(f"{name}: there is no such file")
    try:
        if not name.endswith(".py"):
            return _imported(name)
        return _run(file) if anew else _run_once(file, file.stat().st_mtime_ns)
    except (Exception, SystemExit) as error:  # whatever its code raises
        raise NamingError(f"{name}: {type(error).__name__}: {error}") from error


def _run(file: Path) -> Any:
    unique = f"{file.stem}_{zlib.crc32(str(file).encode()):x}"
    spec = importlib.util.spec_from_file_location(unique, file)
    for folder in (Path.cwd(), file.parent):
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
    sys.modules[unique] = made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@lru_cache
def _run_once(file: Path, changed: int) -> Any:
    return _run(file)


def _imported(name: str) -> Any:
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    return importlib.import_module(name)
