"""The fault families, read from faults/*.yaml and validated, so that a mistake shows at once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from desks.it_triage.models import Case, Family
from desks.once import once
from desks.yaml_file import read_yaml

FOLDER = Path(__file__).parent / "faults"
MAX_PASSAGE_WORDS = 60


class FaultFileError(ValueError):
    """A fault file with invalid content; the message names the file, the family and the field."""


@once
def families() -> tuple[Family, ...]:
    """All fault families of this desk, sorted by name."""
    return read_families(FOLDER)


def read_families(folder: Path) -> tuple[Family, ...]:
    """The families in a folder of YAML files, a list per file; FaultFileError if one is invalid."""
    found: dict[str, Family] = {}
    for path in sorted(folder.glob("*.yaml")):
        for family in _read_file(path):
            if family.family in found:
                raise FaultFileError(f"{path.name}: family {family.family}: this name is taken")
            found[family.family] = family
    if not found:
        raise FaultFileError(f"no fault family in {folder}")
    for family, field, wrong in _problems_together(found):
        raise FaultFileError(
            f"{family.domain}.yaml: family {family.family}: field {field}: {wrong}"
        )
    return tuple(found[name] for name in sorted(found))


def passage(case: Case) -> str:
    """What retrieval shows of a case's article, at most 60 words."""
    return f"{case.product} {case.version}. Sign: {case.sign}. Fix: {case.fix}"


def _read_file(path: Path) -> list[Family]:
    try:
        listed = read_yaml(path)
    except ValueError as error:
        raise FaultFileError(f"{path.name}: not YAML: {error}") from None
    if not isinstance(listed, list):
        raise FaultFileError(f"{path.name}: a list of families was expected")
    return [_read_family(path.name, place, given) for place, given in enumerate(listed)]


def _read_family(file: str, place: int, given: Any) -> Family:
    name = given.get("family", place) if isinstance(given, dict) else place
    try:
        family = Family.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(map(str, first["loc"])) or "the family"
        raise FaultFileError(f"{file}: family {name}: field {field}: {first['msg']}") from None
    for field, wrong in _problems(family):
        raise FaultFileError(f"{file}: family {name}: field {field}: {wrong}")
    return family


def _problems(family: Family) -> Iterator[tuple[str, str]]:
    """(field, problem) for everything that would make a ticket about this family unfair."""
    if not 60 <= (length := _length(family.background)) <= 110:
        yield "background", f"has {length} words; 60 to 110 were expected"
    for number, case in enumerate(family.cases):
        for field, wrong in _case_problems(case):
            yield f"cases.{number}.{field}", wrong
        for symptom in family.symptoms:
            if any(_named(name, symptom) for name in (case.product, case.sign)):
                yield "symptoms", f"{symptom!r} names the product or the sign of case {number}"


def _case_problems(case: Case) -> Iterator[tuple[str, str]]:
    if not case.facts:
        yield "facts", "a case without a required fact cannot be graded"
    for fact in case.facts.values():
        for field, text in (("fix", case.fix), ("resolution", case.resolution)):
            if not _named(fact, text):
                yield field, f"does not hold the fact {fact!r}"
        if any(_named(fact, told) for told in case.told):
            yield "told", f"names the fact {fact!r}"
    if len(set(case.told)) != 2:
        yield "told", "two different ways of telling the sign were expected"
    for told in case.told:
        if _named(case.sign, told) or not told.endswith("."):
            yield "told", f"{told!r} quotes the sign, or is no sentence"
    if case.sign.endswith("."):
        yield "sign", "a full stop at the end would not be quoted"
    for field, texts, most in (
        ("fix", (case.fix,), 32),
        ("resolution", (case.resolution,), 45),
        ("told", case.told, 25),
        ("fix", (passage(case),), MAX_PASSAGE_WORDS),
    ):
        if (length := max(map(_length, texts), default=0)) > most:
            yield field, f"has {length} words; at most {most} were expected"


def _named(name: str, text: str) -> bool:
    return name.lower() in text.lower()


def _length(text: str) -> int:
    return len(text.split())


def _problems_together(found: dict[str, Family]) -> Iterator[tuple[Family, str, str]]:
    """(family, field, problem) for errors that only a comparison of all families reveals."""
    known = {(f.split, case.product, case.version) for f in found.values() for case in f.cases}
    taken: dict[tuple[str, str, str], str] = {}
    for family in found.values():
        for name in family.lookalikes:
            other = found.get(name)
            if other is None or (other.domain, other.split) != (family.domain, family.split):
                yield family, "lookalikes", f"{name} is no family of its domain and split"
        for number, case in enumerate(family.cases):
            marks = (case.product.lower(), case.version.lower(), case.sign.lower())
            if marks in taken:
                wrong = f"{taken[marks]} has the same product, version and sign"
                yield family, f"cases.{number}.sign", wrong
            taken[marks] = family.family
            for version in case.never_on:
                if version == case.version or (family.split, case.product, version) not in known:
                    wrong = f"{version} is no other version of {case.product} in this split"
                    yield family, f"cases.{number}.never_on", wrong
