"""Cases told in many voices: every frame holds what its case needs, and plain words stay as they
were."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
import yaml

from desks import SPLITS, TIERS, Desk, load
from desks.exec_assist import voices as emails
from desks.exec_assist.calendar import to_zone
from desks.it_triage import voices as tickets
from desks.it_triage.families import FaultFileError, families
from desks.it_triage.prompt import opening

PLAIN = {
    "exec_assist": "46a1f7173507344e0ea0d234e510c23d768aa45a3a4f16229f1bebfdb41e26e2",
    "it_triage": "5a627ab013c3d1a24d7455f69512b4ee97d78d6c65799ce779bc828711a2e810",
}
"""What the words of 60 plain cases a tier and split came to when the pocket models learned to
read them: the inbox's user messages, and the tickets, whose articles may be corrected."""
_WORDS = re.compile(r"[^\W\d_]+")


@pytest.mark.parametrize("desk", PLAIN)
def test_plain_words_are_the_same_byte_for_byte(desk: str) -> None:
    seen = hashlib.sha256()
    for split in SPLITS:
        for tier in TIERS:
            for seed in range(60):
                case = load(desk).scenario(seed, tier, split, "plain")
                user = load(desk).prompt(case)[1]["content"]
                told = opening(case) if desk == "it_triage" else user
                seen.update(told.encode())
    assert seen.hexdigest() == PLAIN[desk]


def test_voices_that_there_are_not_are_refused(desk: Desk) -> None:
    with pytest.raises(ValueError, match="unknown voices 'loud'; expected one of all, plain"):
        desk.scenario(0, "easy", "eval", "loud")


def sentences(text: str) -> Iterator[str]:
    """Those of at least eight words, the gaps aside: shorter ones are stock phrases."""
    for one in re.split(r"[.!?\n\[\]|]", text):
        words = [word.lower() for word in _WORDS.findall(re.sub(r"\{\w+\}", " ", one))]
        if len(words) >= 8:
            yield " ".join(words)


# --- emails ---


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("kind", get_args(emails.Kind))
def test_there_are_enough_emails_of_each_kind_in_all_voices(kind: str, split: str) -> None:
    found = emails.frames()[kind, split]
    assert len({frame.text for frame in found}) >= emails.MIN_FRAMES
    assert set(Counter(frame.voice for frame in found)) == set(get_args(emails.Voice))


def test_the_splits_share_no_sentence_of_an_email() -> None:
    said = {
        split: {
            sentence
            for kind in get_args(emails.Kind)
            for frame in emails.frames()[kind, split]
            for sentence in sentences(frame.text)
        }
        for split in SPLITS
    }
    assert not said["train"] & said["eval"]


def test_an_easy_inbox_holds_more_than_one_situation_and_two_right_actions() -> None:
    cases = [load("exec_assist").scenario(seed, "easy", "eval") for seed in range(60)]
    actions = Counter(one.truth.acceptable[0].action for one in cases)
    assert len({one.situation for one in cases}) > 1
    assert len(actions) >= 2
    assert max(actions.values()) <= 0.6 * len(cases)


@pytest.mark.parametrize("tier", TIERS)
def test_an_email_reads_like_one(tier: str) -> None:
    for seed in range(150):
        case = load("exec_assist").scenario(seed, tier, "eval")
        for email in case.thread:
            assert not re.search(r"[{}\[\]|]|  | [,.?!]|\n\n\n", email.body), email.body
            assert case.sender.first_name in email.body + email.subject or len(email.body) < 400


def test_nobody_asks_for_a_meeting_in_their_night() -> None:
    for seed in range(200):
        case = load("exec_assist").scenario(seed, "hard", "eval")
        if request := case.truth.request:
            start = to_zone(request.slot.start, case.executive.zone, case.sender.zone)
            assert 7 <= start.hour < 21


FRAME = {"voice": "curt", "subject": "{Topic}", "times": "24", "days": "long"}
BROKEN_EMAILS = {
    "no start": (
        "request",
        "{name}, {topic} {day} for {minutes}[who| {who}][deadline| {deadline}]",
    ),
    "no length": ("request", "{topic} {day} {start}[who| {who}][deadline| {deadline}]"),
    "a part is missing": ("request", "{topic} {day} {start} to {end}[who| {who}]"),
    "a part is empty": (
        "request",
        "{topic} {day} {start} to {end}[who| all][deadline| {deadline}]",
    ),
    "a gap of another kind": ("again", "{topic} {day}[who| {who}][deadline| {deadline}]"),
    "a gap that is none": ("nudge", "{topic} {weather}"),
    "a stray brace": ("nudge", "{topic} {"),
    "a stray bracket": ("nudge", "{topic} [soon]"),
}


BROKEN_EMAILS = {name: (kind, [text], "frame 0: ") for name, (kind, text) in BROKEN_EMAILS.items()}
BROKEN_EMAILS["only one voice"] = ("nudge", ["{topic}"] * emails.MIN_FRAMES, "no frame in .*phone")


@pytest.mark.parametrize("name", BROKEN_EMAILS)
def test_a_broken_frame_is_named(name: str, tmp_path: Path, monkeypatch) -> None:
    kind, texts, problem = BROKEN_EMAILS[name]
    listed = [FRAME | {"text": text} for text in texts]
    (tmp_path / "eval").mkdir()
    (tmp_path / "eval" / f"{kind}.yaml").write_text(yaml.safe_dump(listed))
    monkeypatch.setattr(emails, "FOLDER", tmp_path)
    with pytest.raises(emails.FrameError, match=rf"eval/{kind}\.yaml: {problem}"):
        emails._read(kind, "eval")


# --- tickets ---


@pytest.mark.parametrize("family", families(), ids=lambda family: family.family)
def test_the_frames_of_a_family_fit_each_of_its_cases(family) -> None:
    found = tickets.frames()[family.family]
    assert set(Counter(frame.voice for frame in found.tickets)) == set(get_args(emails.Voice))
    assert len({frame.text for frame in (*found.tickets, *found.also)}) >= 16
    for frame in (*found.tickets, *found.also):
        text = frame.text.lower() + frame.subject.lower()
        assert not re.search(r"\d", text), text
        for case in family.cases:
            assert case.product.lower() not in text
            for fact in case.facts.values():
                assert fact.lower() not in text, (fact, text)


def test_the_splits_share_no_sentence_of_a_ticket() -> None:
    said: dict[str, set[str]] = {split: set() for split in SPLITS}
    for family in families():
        found = tickets.frames()[family.family]
        for frame in (*found.tickets, *found.also):
            said[family.split] |= set(sentences(frame.text))
    assert not said["train"] & said["eval"]


@pytest.mark.parametrize("tier", TIERS)
def test_a_ticket_reads_like_one(tier: str) -> None:
    for seed in range(150):
        case = load("it_triage").scenario(seed, tier, "eval")
        body = case.ticket.body
        assert not re.search(r"\{[a-z_]+\}|\[(?:quoted|told|vain)\||\n\n\n", body), body


TICKET = {
    "voice": "curt",
    "subject": "Down",
    "text": "{product} {version}[quoted| {sign}][told| {told}]",
}
BROKEN_TICKETS = {
    "no product": {"text": "{version}[quoted| {sign}][told| {told}]"},
    "no sign": {"text": "{product} {version}[told| {told}]"},
    "the sign is not told": {"text": "{product} {version}[quoted| this][told| {told}]"},
    "a gap that is none": {"text": "{product} {version} {cause}[quoted| {sign}][told| {told}]"},
    "no subject": {"subject": ""},
    "a voice that is none": {"voice": "shouting"},
}


@pytest.mark.parametrize("name", BROKEN_TICKETS)
def test_a_broken_ticket_is_named(name: str, tmp_path: Path, monkeypatch) -> None:
    also = [{"voice": "curt", "text": TICKET["text"]}] * 4
    found = {"some": {"tickets": [TICKET] * 11 + [TICKET | BROKEN_TICKETS[name]], "also": also}}
    (tmp_path / "all.yaml").write_text(yaml.safe_dump(found))
    monkeypatch.setattr(tickets, "FOLDER", tmp_path)
    with pytest.raises(FaultFileError, match=r"(?s)all\.yaml: .*some"):
        tickets.frames.__wrapped__()


def test_a_family_in_two_files_is_named(tmp_path: Path, monkeypatch) -> None:
    also, rest = {"voice": "curt", "text": TICKET["text"]}, {"details": ["So."] * 8}
    some = rest | {"tickets": [TICKET] * 12, "also": [also] * 4, "hosts": ["web"] * 6}
    for name in ("one", "two"):
        (tmp_path / f"{name}.yaml").write_text(yaml.safe_dump({"some": some}))
    monkeypatch.setattr(tickets, "FOLDER", tmp_path)
    with pytest.raises(FaultFileError, match=r"two\.yaml: family some: this name is taken"):
        tickets.frames.__wrapped__()
