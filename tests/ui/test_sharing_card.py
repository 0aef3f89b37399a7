"""The picture of an attempt, and the words on it: whatever a player wrote, it is drawn and fits."""

import asyncio
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from ui.game.attempts import StoredAttempt
from ui.game.told import MAX_WORDS, Told, told
from ui.sharing import card, pictures
from ui.sharing.card import png
from ui.sharing.pictures import Pictures
from ui.wording import MISSING, drawable, plain, wrapped

TOLD = Told(
    won=True,
    paid=0.83,
    what="for an answer that does not do the work",
    place="Inbox, level 1 of 5",
    title="A letter of the right words",
    words="Hello Astrid, thank you.",
    ours=0.05,
    verdict="should have booked, but declined",
)
HOSTILE = {
    "control characters": "a\x00b\x07c\x1b[31m\x7f\x85d",
    "turned around": "\u202eevil\u202c \u2066left\u2069 \u200f\u061c",
    "one long word": "W" * 5_000,
    "emoji": "\U0001f600\U0001f468\u200d\U0001f469\u200d\U0001f467\U0001f3fd ok",
    "other scripts": "中文字 مرحبا שלום नमस्ते",
    "piled marks": "z" + "\u0334\u0301" * 400,
    "half a character": "a\ud83db",
    "not a character": "\uffff\ufdd0\U0010ffff\ue000",
    "no spaces that end": "\u2028\u2029\u3000\t\r\n" * 300,
    "markup": '</text><img src=x onerror="x">&amp;',
    "nothing": "",
}


def opened(drawn: bytes) -> Image.Image:
    """The picture, which has to be a PNG of the size that previews are told."""
    image = Image.open(BytesIO(drawn))
    assert (image.format, image.size) == ("PNG", (1200, 630))
    assert len(drawn) < 200_000
    return image.convert("RGB")


def changed(first: Told, second: Told) -> tuple[int, int, int, int] | None:
    """Where the pictures of two attempts differ: left, top, right, bottom."""
    return ImageChops.difference(*(opened(png(one)) for one in (first, second))).getbbox()


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_any_text_is_drawn_inside_its_box(monkeypatch: pytest.MonkeyPatch, text: str):
    # With all its colours a picture is the same wherever nothing else is drawn.
    monkeypatch.setattr(Image.Image, "quantize", lambda image, colours: image)
    left, top, right, bottom = changed(TOLD, TOLD._replace(words=plain(text, 200)))
    assert card.LEFT < left < right < card.RIGHT
    assert 300 < top < bottom < 472


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_what_a_desk_says_is_drawn_too(text: str):
    opened(png(TOLD._replace(title=text[:900], verdict=text[:900], what=text[:900])))


def test_what_was_paid_and_what_for_are_on_it():
    for other in ({"paid": 0.84}, {"place": "x"}, {"title": "x"}, {"ours": 0.06}, {"verdict": "x"}):
        assert changed(TOLD, TOLD._replace(**other)) is not None
    lost = opened(png(TOLD._replace(won=False)))
    assert lost.getpixel((600, 3)) != opened(png(TOLD)).getpixel((600, 3))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  two\n\twords ", "two words"),
        ("\u202eevil\u202c", "evil"),
        ("a\x00b", "ab"),
        ("a\ud83db", "a?b"),
        ("e\u0301", "é"),
        ("one two three four", "one two…"),
        ("x" * 40, "x" * 9 + "…"),
        ("one two th", "one two th"),
        ("one two thr four", "one two…"),
    ],
)
def test_a_text_becomes_one_plain_line(text: str, line: str):
    assert plain(text, 10) == line


@pytest.mark.parametrize(
    ("line", "shown"),
    [("abc", "abc"), ("aЖЖb", f"a{MISSING}b"), ("Ж Ж", f"{MISSING} {MISSING}"), ("a\u0334", "a")],
)
def test_what_a_font_lacks_is_one_sign(line: str, shown: str):
    assert drawable(line, str.isascii) == shown


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("", [""]),
        ("one two", ["one", "two"]),
        ("a b c d e f", ["a b c", "d e f"]),
        ("abcdefgh", ["abcde", "fgh"]),
        ("a b c d e f g h", ["a b c", "d e…"]),
        ("x" * 90, ["xxxxx", "xxxx…"]),
    ],
)
def test_lines_fit_and_say_what_they_leave_out(line: str, lines: list[str]):
    assert wrapped(line, 5, 2, len) == lines


# --- who may ask for pictures ---


async def _asked(many: Pictures, count: int) -> list[object]:
    found = []
    for number in range(count):
        try:
            found.append(await many.of(f"{number:012}", "198.51.100.7"))
        except pictures.RefusedError as error:
            found.append(error.status)
    return found


def test_pictures_are_limited_kept_and_forgotten(monkeypatch: pytest.MonkeyPatch):
    drawn = []
    monkeypatch.setattr(pictures, "_drawn", lambda id_: drawn.append(id_) or id_.encode())
    monkeypatch.setattr(pictures, "MAX_KEPT", 5)
    many = Pictures()
    found = asyncio.run(_asked(many, 30))
    assert found[:20] == [f"{n:012}".encode() for n in range(20)]
    assert set(found[20:]) == {429}
    assert len(many._kept) == 5
    kept = asyncio.run(many.of(f"{19:012}", "198.51.100.7"))
    assert kept == found[19], "what is kept is not limited"
    assert len(drawn) == 20


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_an_attempt_that_is_no_answer_is_told_and_drawn_too(text: str):
    one = StoredAttempt(
        id="abcdefghij_-",
        made=0.0,
        desk="exec_assist",
        level="keywords",
        grader="0123456789",
        scenario="medium-eval-2",
        completion=text.encode("utf-8", "replace").decode(),
        score=0.0,
        won=False,
        player="",
    )
    found = told(one)
    assert found.headline == "0.00 for an answer that does not break the level"
    assert found.ours == 0.0
    assert len(found.words) <= MAX_WORDS
    opened(png(found))
