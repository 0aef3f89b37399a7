"""The text of HTML, as a reader sees it."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import groupby

_UNSEEN = frozenset("script style title template".split())
_OWN_LINE = frozenset(
    "p div br li tr table thead tbody tfoot caption ul ol dl dt dd blockquote pre hr section "
    "article header footer main nav aside figure figcaption details summary address form fieldset "
    "legend option body".split()
)
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_ENDS_ITSELF = frozenset("p li td th tr dt dd option title".split())
"""Elements whose end tag may be left out, or is often."""
_HEADINGS = {f"h{level}": "#" * level for level in range(1, 7)}
_CODE = frozenset("code kbd samp tt".split())
_HIDES = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_LONE = re.compile(r"<(?=[^<>]*(?:<|\Z))")
"""A bracket that begins no tag, which the parser would look for the end of, each anew."""


class _Reader(HTMLParser):
    """Takes down what is seen, in pieces, each with whether it is a block of code."""

    def __init__(self, marks: bool) -> None:
        super().__init__(convert_charrefs=True)
        self._marks = marks
        self._hidden, self._depth = "", 0
        """The element that is not seen, and how many of its kind are open."""
        self._missed: list[str] = []
        self._block, self._cells = False, 0
        self.said: list[tuple[str, bool]] = []

    def _say(self, text: str) -> None:
        self.said.append((text, self._block))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._hidden in _ENDS_ITSELF and (tag in _OWN_LINE or tag in _HEADINGS):
            self._hidden = ""
        if self._hidden:
            self._depth += tag == self._hidden
        elif tag in _UNSEEN or (tag not in _VOID and _is_hidden(dict(attrs))):
            self._hidden, self._depth, self._missed = tag, 1, []
        elif tag in _HEADINGS:
            self._say(f"\n{_HEADINGS[tag]} " if self._marks else "\n")
        elif tag in ("td", "th"):
            self._say(" | " if self._cells else "")
            self._cells += 1
        elif tag in _OWN_LINE:
            self._say("\n")
            self._cells = 0
            self._block |= tag == "pre" and self._marks
        elif tag in _CODE:
            self._quote()

    def handle_endtag(self, tag: str) -> None:
        if self._hidden:
            self._depth -= tag == self._hidden
            self._hidden = self._hidden if self._depth else ""
        elif tag in _OWN_LINE or tag in _HEADINGS:
            self._block &= tag != "pre"
            self._say("\n")
        elif tag in _CODE:
            self._quote()

    def _quote(self) -> None:
        if self._marks and not self._block:
            self._say("`")

    def handle_data(self, data: str) -> None:
        if self._hidden:
            self._missed.append(data)
        else:
            self._say(data)

    def close(self) -> None:
        """End the text; what was never ended to be unseen is seen."""
        super().close()
        if self._hidden and self._hidden not in ("script", "style"):
            self.said += [(text, False) for text in self._missed]


def _is_hidden(attributes: dict[str, str | None]) -> bool:
    return "hidden" in attributes or bool(_HIDES.search(attributes.get("style") or ""))


def text_from_html(html: str, headings: bool = False) -> str:
    """Lines of text; with `headings`, those and code are marked as in Markdown."""
    reader = _Reader(headings)
    reader.feed(_LONE.sub("&lt;", "".join(_uncommented(html))))
    reader.close()
    lines: list[str] = []
    for block, said in groupby(reader.said, key=lambda one: one[1]):
        text = "".join(piece for piece, _ in said)
        if block and text.strip():
            lines += ["```", *text.strip("\n").split("\n"), "```"]
        else:
            lines += (" ".join(line.split()) for line in text.split("\n"))
    kept = [line for n, line in enumerate(lines) if line or (n and lines[n - 1])]
    return "\n".join(kept).strip()


def _uncommented(html: str) -> Iterator[str]:
    """What stands before, between and after comments; one that does not end is text."""
    at = 0
    while (begins := html.find("<!--", at)) >= 0:
        ends = html.find("-->", begins + 4)
        if ends < 0:
            break
        yield html[at:begins]
        at = ends + 3
    yield html[at:]
