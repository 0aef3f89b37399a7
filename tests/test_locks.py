"""The locks: of the pins as they stand, each package with version and hashes, no index named."""

import re
import tomllib
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
LOCKS = {path.stem: path for path in sorted((ROOT / "locks").glob("*.txt"))}
ENTRY = re.compile(
    r"(?P<asked>[a-z0-9][^\n\\]*==[^\n\\]*?)(?: \\\n    --hash=sha256:[0-9a-f]{64})+\n"
)


def locked(*names: str) -> dict[str, Version]:
    """The version of each package in these locks."""
    found = {}
    for name in names:
        for entry in ENTRY.finditer(LOCKS[name].read_text()):
            asked = Requirement(entry["asked"])
            [pin] = asked.specifier
            assert canonicalize_name(asked.name) not in found, f"{asked.name} is locked twice"
            found[canonicalize_name(asked.name)] = Version(pin.version)
    return found


@pytest.mark.parametrize("name", ["app", "torch", "cpu", "test"])
def test_every_package_is_locked_by_version_and_hash(name):
    text = LOCKS[name].read_text()
    assert locked(name)
    assert ENTRY.sub("", text) == "", "something stands there that is no package with its hashes"


@pytest.mark.parametrize(
    ("names", "extras"), [(("app", "torch"), ()), (("app", "torch", "test"), ("test", "train"))]
)
def test_every_pin_is_locked_at_its_version(names, extras):
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = (ROOT / "requirements.txt").read_text().splitlines()[1:]
    for extra in extras:
        asked += told["optional-dependencies"][extra]
    found = locked(*names)
    for wanted in map(Requirement, asked):
        if wanted.name != told["name"]:
            version = found[canonicalize_name(wanted.name)]
            assert version in wanted.specifier, f"{wanted}: make lock"


def test_the_torch_for_cpus_is_the_same_version():
    assert locked("cpu")["torch"].public == locked("torch")["torch"].public


def test_what_runs_here_is_what_is_locked():
    """Of what is installed; a machine may have no need of some."""
    here = {
        canonicalize_name(one.metadata["Name"]): Version(one.version) for one in distributions()
    }
    wanted = locked("app", "torch", "test")
    other = {
        name: (str(here[name]), str(wanted[name]))
        for name in here.keys() & wanted.keys()
        if here[name].public != wanted[name].public
    }
    assert not other
    assert len(here.keys() & wanted.keys()) > 150
