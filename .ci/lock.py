"""Lock every package that the project needs, by version and by the hash of each of its files.

    make lock

    locks/app.txt     what the page and training need: requirements.txt and all that comes with it
    locks/torch.txt   of that torch, and on Linux the libraries of CUDA that it comes with
    locks/cpu.txt     instead: torch built for CPUs alone, where pip finds such a build
    locks/test.txt    what the extras of pyproject.toml add

Versions stay as they are locked, where the pins allow it. The hashes are those that the package
index gives, for every platform.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCKS = ROOT / "locks"
TORCH = re.compile(r"(torch|triton)==|(nvidia|cuda)-")
Lock = dict[str, list[str]]
"""Each package as "name==version ; marker", with the hashes of its files."""


def read(text: str) -> Lock:
    """The packages of a lock."""
    packages = [
        line.strip().split(" --hash=") for line in text.replace(" \\\n   ", "").splitlines()
    ]
    return {package: [f"--hash={one}" for one in hashes] for package, *hashes in packages}


def written(lock: Lock) -> str:
    """A lock as pip reads it."""
    return "".join(" \\\n    ".join([package, *lock[package]]) + "\n" for package in sorted(lock))


def compiled(source: str, known: str, *extras: str) -> Lock:
    """All that a file of the project asks for; versions as in `known`, where that is allowed."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "lock"
        out.write_text(known, encoding="utf-8")
        how = "--universal --python-version 3.11 --generate-hashes --no-strip-extras --quiet"
        asked = [*how.split(), "--no-header", "--no-annotate", *extras, "-o", out, source]
        subprocess.run([Path(sys.executable).with_name("uv"), "pip", "compile", *asked], check=True)
        return read(out.read_text(encoding="utf-8"))


def for_cpus(torch: str, old: Lock) -> Lock:
    """The build of torch for CPUs alone that pip finds on this machine, or else the one locked."""
    asked = "-m pip install --dry-run --ignore-installed --no-deps --quiet --report -".split()
    told = subprocess.run([sys.executable, *asked, torch], stdout=subprocess.PIPE, check=True)
    [one] = json.loads(told.stdout)["install"]
    package = f"torch=={one['metadata']['version']}"
    if package == torch:
        return {one: old[one] for one in old if one.startswith(f"{torch}+")}
    return {package: [f"--hash=sha256:{one['download_info']['archive_info']['hashes']['sha256']}"]}


def main() -> None:
    """Write the locks."""
    old = "".join(path.read_text(encoding="utf-8") for path in sorted(LOCKS.glob("*.txt")))
    everything = compiled("pyproject.toml", old, "--extra", "test")
    app = compiled("requirements.txt", written(everything))
    [torch] = [package for package in app if package.startswith("torch==")]
    locks = {
        "app": {package: app[package] for package in app if not TORCH.match(package)},
        "torch": {package: app[package] for package in app if TORCH.match(package)},
        "cpu": for_cpus(torch, read(old)),
        "test": {package: everything[package] for package in everything.keys() - app.keys()},
    }
    LOCKS.mkdir(exist_ok=True)
    for name, lock in locks.items():
        (LOCKS / f"{name}.txt").write_text(written(lock), encoding="utf-8")


if __name__ == "__main__":
    main()
