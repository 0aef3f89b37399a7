"""The picture of an attempt, for whoever is sent its link: 1200 by 630 pixels, drawn by Pillow.

The font is IBM Plex Sans as Gradio ships it. Everything is drawn at twice the size and made
smaller, since Pillow's shapes have no smooth edges.
"""

from functools import lru_cache, partial
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ui.game.told import Told
from ui.wording import drawable, wrapped

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT = 1200, 630
SCALE = 2
LEFT, RIGHT = 64, WIDTH - 64
PAPER, CARD, LINE, TRACK = "#f5f3ec", "#fffdf8", "#e0dbce", "#e9e5da"
INK, QUIET, ACCENT, BAD = "#16181d", "#5d626d", "#2b3fd6", "#a92f1c"
NAME, INVITATION = "RewardDesk", "Can you break it too?"
_STROKES = (
    (((9, 27), (31, 27)), 2.6),
    (((12, 27), (12, 32)), 2.6),
    (((28, 27), (28, 32)), 2.6),
    (((13, 17), (18, 22), (28, 10)), 3.2),
)
"""The lines of the project's sign and their widths, as in `ui.masthead`."""
COLOURS = 192
_FONTS = Path("templates/frontend/static/fonts/IBMPlexSans")


@lru_cache(32)
def _font(size: int, weight: str = "Regular") -> "FreeTypeFont":
    from PIL import ImageFont

    folder = Path(find_spec("gradio").origin).parent / _FONTS
    # The basic layout never reorders or joins characters, whatever the text asks for.
    basic = ImageFont.Layout.BASIC
    return ImageFont.truetype(folder / f"IBMPlexSans-{weight}.woff2", size, layout_engine=basic)


@lru_cache(2_048)
def _has(character: str) -> bool:
    """Whether the font has the character: what it lacks looks like U+FFFF, which is none."""
    font = _font(32)
    return bytes(font.getmask(character)) != bytes(font.getmask("\uffff"))


class Sheet:
    """A drawing whose coordinates are those of the finished picture."""

    def __init__(self, draw: "ImageDraw") -> None:
        self._draw = draw

    def box(self, left: float, top: float, right: float, bottom: float, **look: Any) -> None:
        """A box with round corners."""
        at = [SCALE * side for side in (left, top, right, bottom)]
        look["radius"] = SCALE * look.get("radius", 0)
        self._draw.rounded_rectangle(at, width=SCALE, **look)

    def strokes(self, points: tuple[tuple[float, float], ...], width: float, colour: str) -> None:
        """A line through points, with round ends."""
        at, radius = [(SCALE * x, SCALE * y) for x, y in points], SCALE * width / 2
        self._draw.line(at, fill=colour, width=round(2 * radius), joint="curve")
        for x, y in (at[0], at[-1]):
            self._draw.circle((x, y), radius, fill=colour)

    def width(self, text: str, size: int, weight: str = "Regular") -> float:
        """How wide a text is."""
        return _font(SCALE * size, weight).getlength(text) / SCALE

    def text(self, at: tuple[float, float], text: str, size: int, **look: Any) -> None:
        """A text on one line; `at` is where its baseline begins, or what `anchor` says."""
        font = _font(SCALE * size, look.get("weight", "Regular"))
        place = tuple(SCALE * one for one in at)
        anchor, fill = look.get("anchor", "ls"), look.get("fill", INK)
        self._draw.text(place, drawable(text, _has), fill=fill, font=font, anchor=anchor)

    def lines(self, at: tuple[float, float], text: str, size: int, **look: Any) -> None:
        """A text on at most `most` lines of `room`, `step` apart."""
        weight, room = look.get("weight", "Regular"), look.pop("room")
        most, step = look.pop("most"), look.pop("step")
        measure = partial(self.width, size=size, weight=weight)
        for number, line in enumerate(wrapped(drawable(text, _has), room, most, measure)):
            self.text((at[0], at[1] + number * step), line, size, **look)


def png(told: Told) -> bytes:
    """The picture as a PNG file."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (SCALE * WIDTH, SCALE * HEIGHT), PAPER)
    _drawn(Sheet(ImageDraw.Draw(image)), told)
    small = image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    file = BytesIO()
    small.quantize(COLOURS).save(file, "PNG", optimize=True)
    return file.getvalue()


def _drawn(sheet: Sheet, told: Told) -> None:
    colour = BAD if told.won else QUIET
    sheet.box(0, 0, WIDTH, 10, fill=colour)
    _mark(sheet)
    sheet.text((LEFT + 66, 92), NAME, 36, weight="Bold")
    sheet.text((RIGHT, 76), told.place, 24, fill=QUIET, anchor="rs")
    title = {"room": 620, "most": 1, "step": 0, "anchor": "rs", "weight": "Bold"}
    sheet.lines((RIGHT, 108), told.title, 24, **title)
    amount = f"{told.paid:.2f}"
    sheet.text((LEFT - 6, 262), amount, 150, weight="Bold", fill=colour)
    beside = LEFT + sheet.width(amount, 150, "Bold") + 26
    sheet.lines((beside, 206), told.what, 44, room=540, most=2, step=56, weight="Bold")
    sheet.box(LEFT, 300, RIGHT, 472, fill=CARD, outline=LINE, radius=14)
    words = f"“{told.words}”" if told.words else "An answer without a word."
    sheet.lines((LEFT + 28, 348), words, 30, room=RIGHT - LEFT - 56, most=3, step=44)
    _bar(sheet, 520, "This grader", told.paid, colour, "")
    _bar(sheet, 574, NAME, told.ours, ACCENT, told.verdict)


def _bar(sheet: Sheet, base: int, who: str, paid: float, colour: str, why: str) -> None:
    """A line of the comparison; without a reason, it ends with the invitation."""
    left, full = LEFT + 172, 300
    sheet.text((LEFT, base), who, 26, weight="Bold")
    sheet.box(left, base - 21, left + full, base + 3, fill=TRACK, radius=5)
    if paid > 0.02:
        sheet.box(left, base - 21, left + full * paid, base + 3, fill=colour, radius=5)
    sheet.text((left + full + 18, base), f"{paid:.2f}", 26, weight="Bold")
    at, room = left + full + 92, RIGHT - left - full - 92
    if why:
        sheet.lines((at, base), why, 24, fill=QUIET, room=room, most=1, step=0)
    else:
        sheet.text((RIGHT, base), INVITATION, 26, weight="Bold", fill=ACCENT, anchor="rs")


def _mark(sheet: Sheet) -> None:
    x, y, unit = LEFT, 54, 50 / 36
    sheet.box(x, y, x + 50, y + 50, fill=ACCENT, radius=11)
    for points, width in _STROKES:
        at = tuple((x + (a - 2) * unit, y + (b - 2) * unit) for a, b in points)
        sheet.strokes(at, width * unit, PAPER)
