"""How a ticket gives the system and the sign: verbatim, in part, or in the reporter's words.

Easy tickets quote the sign. Medium ones quote a piece of it, cut off or with a gap, or describe it.
Hard ones describe it, may shorten the product's name, and mostly quote another sign that was looked
for in vain. Whatever is left out, what remains fits no other case of the family or its look-alikes,
so that a careful reader can still decide.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from desks.desk import Tier
from desks.it_triage.knowledge import Article, articles
from desks.it_triage.plain import Report, quoted

LOOSE_RATE = 0.7
"""The share of hard faults whose system is mentioned in passing."""
RULED_OUT_RATE = 0.9
"""The share of hard tickets that mention a sign which was looked for in vain."""
#: Short product names, each contained in the full one, so that the full name counts as naming it.
_SHORT = {
    "Apple macOS": "macOS",
    "Cisco Catalyst 9800-CL": "Catalyst 9800-CL",
    "Cisco IOS XE": "IOS XE",
    "Fortinet FortiOS": "FortiOS",
    "GNU Mailman": "Mailman",
    "HashiCorp Terraform": "Terraform",
    "IBM Spectrum Protect": "Spectrum Protect",
    "ISC BIND": "BIND",
    "Juniper Junos": "Junos",
    "Kubernetes ingress-nginx": "ingress-nginx",
    "Kubernetes kubectl": "kubectl",
    "MariaDB Galera Cluster": "Galera Cluster",
    "Microsoft AD FS": "AD FS",
    "Microsoft Azure CLI": "Azure CLI",
    "Microsoft Configuration Manager": "Configuration Manager",
    "Microsoft Defender Antivirus": "Defender Antivirus",
    "Microsoft Hyper-V": "Hyper-V",
    "Microsoft Office LTSC": "Office LTSC",
    "Microsoft SQL Server": "SQL Server",
    "Microsoft Windows 10": "Windows 10",
    "Microsoft Windows 11": "Windows 11",
    "Microsoft Windows Server": "Windows Server",
    "NLnet Labs Unbound": "Unbound",
    "NetApp ONTAP": "ONTAP",
    "OWASP Core Rule Set": "Core Rule Set",
    "Oracle Database": "Oracle",
    "Red Hat Enterprise Linux": "Enterprise Linux",
    "Red Hat OpenShift": "OpenShift",
    "Tenable Nessus": "Nessus",
    "VMware ESXi": "ESXi",
    "VMware vSphere": "vSphere",
}
#: Products whose versions have only two numbers, so that nobody writes "9.4.x".
_TWO_NUMBERS = (
    "Juniper Junos", "NetApp ONTAP", "OpenSSH", "PuTTY", "Red Hat Enterprise Linux",
)  # fmt: skip

#: How people say that they looked for a sign in vain.
NOT_THERE = (
    "We looked for {} and did not find it.",
    "A colleague suspected {}, but there is nothing of the kind.",
    "Last year it was {}, this time it is not.",
    "No trace of {}, I checked.",
    "It is not the old story with {}.",
    "First line asked for {}; that we do not have.",
)


def report(
    rng: Random,
    article: Article,
    version: str,
    other_articles: Sequence[Article],
    tier: Tier,
    brief: bool,
) -> Report:
    """The article's fault under that version, in a reporter's words.

    The signs of `other_articles` may be mentioned as ruled out. `brief`: use one of the short
    symptoms.
    """
    product = article.case.product
    loose = tier == "hard" and rng.random() < LOOSE_RATE
    if loose:
        product = short_name(product)
        version = told_version(rng, article, version)
    sign, literal = told_sign(rng, article, tier)
    if tier == "hard" and rng.random() < RULED_OUT_RATE:
        other = ruled_out_sign(rng, article, other_articles)
        parts = [sign, rng.choice(NOT_THERE).format(quoted(other)) if other else ""]
        rng.shuffle(parts)
        sign = " ".join(parts).strip()
    symptoms = article.family.symptoms
    if brief:
        symptoms = sorted(symptoms, key=lambda symptom: len(symptom.split()))[:4]
    return Report(product, version, sign, literal, rng.choice(symptoms), loose)


def short_name(product: str) -> str:
    """The product without its vendor, as people call it at work."""
    return _SHORT.get(product, product)


def told_sign(rng: Random, article: Article, tier: Tier) -> tuple[str, bool]:
    """(the sign as a ticket of this tier tells it, whether that is a quotation)."""
    if tier == "easy":
        return article.case.sign, True
    pieces = quotations(article)
    if tier == "medium" and pieces and rng.random() < 0.75:
        return rng.choice(pieces), True
    return rng.choice(article.case.told), False


def ruled_out_sign(rng: Random, article: Article, shown: Sequence[Article]) -> str:
    """The sign of another shown article, whole or without its first or last word; "" if every other
    sign could be mistaken for this one."""
    others = [one for one in shown if not much_alike(one.case.sign, article.case.sign)]
    akin = [one for one in others if one.family.family == article.family.family]
    if not others:
        return ""
    left_out = rng.choice(("nothing", "the first word", "the last word"))
    sign = rng.choice(akin or others).case.sign
    if left_out == "the first word":
        return f"...{_bare(sign.split()[1:])}"
    return f"{_bare(sign.split()[:-1])}..." if left_out == "the last word" else sign


def much_alike(sign: str, other: str) -> bool:
    """Whether one sign could pass for the other: they share over a quarter of their words."""
    one, two = _words(sign), _words(other)
    return len(one & two) > len(one | two) / 4


@cache
def quotations(article: Article) -> tuple[str, ...]:
    """Quotable pieces of the sign that no other sign of the family or its look-alikes contains."""
    sign, near = article.case.sign, {article.family.family, *article.family.lookalikes}
    nearby = {other.case.sign for other in articles() if other.family.family in near} - {sign}
    others = [_words(other) for other in nearby]
    return tuple(
        piece
        for piece in dict.fromkeys(_pieces(sign))
        if not any(_words(piece) <= other for other in others)
    )


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text.lower()))


def _pieces(sign: str) -> Iterator[str]:
    words = sign.replace('"', "").split()
    if len(words) < 4:
        return
    size = max(3, (3 * len(words)) // 5)
    for start in range(len(words) - size + 1):
        before = "..." if start else ""
        after = "..." if start + size < len(words) else ""
        yield f"{before}{_bare(words[start : start + size])}{after}"
    if len(words) >= 7:
        edge = len(words) // 3
        yield f"{_bare(words[:edge])} [...] {_bare(words[-edge:])}"


def _bare(words: Sequence[str]) -> str:
    return " ".join(words).strip(" ,.:;")


def told_version(rng: Random, article: Article, version: str) -> str:
    """The version, or at times its series: "7.17.x" for 7.17, unless an article has a 7.17.y."""
    if article.case.product in _TWO_NUMBERS:
        return version
    narrower = any(
        other.case.version.startswith(f"{version}.")
        for other in articles()
        if other.case.product == article.case.product
    )
    if re.fullmatch(r"\d+\.\d+", version) and not narrower and rng.random() < 0.5:
        return f"{version}.x"
    return version
