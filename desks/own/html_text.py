"""The text of HTML, as a reader sees it."""

from html.parser import HTMLParser

_UNSEEN = {"script", "style", "head", "title", "template", "noscript"}
_OWN_LINE = {
    "p",
    "div",
    "br",
    "li",
    "tr",
    "table",
    "ul",
    "ol",
    "blockquote",
    "pre",
    "hr",
    "section",
}
_HEADINGS = {f"h{level}": "#" * level for level in range(1, 7)}


class _Reader(HTMLParser):
    def __init__(self, headings: bool) -> None:
        super().__init__(convert_charrefs=True)
        self._headings, self._unseen = headings, 0
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _UNSEEN:
            self._unseen += 1
        elif tag in _OWN_LINE:
            self.said.append("\n")
        elif tag in _HEADINGS:
            self.said.append(f"\n{_HEADINGS[tag]} " if self._headings else "\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        elif tag in _OWN_LINE or tag in _HEADINGS:
            self.said.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.said.append(data)


def text_from_html(html: str, headings: bool = False) -> str:
    """Lines of text; with `headings`, those are marked as in Markdown."""
    reader = _Reader(headings)
    reader.feed(html)
    reader.close()
    lines = [" ".join(line.split()) for line in "".join(reader.said).splitlines()]
    kept = [line for n, line in enumerate(lines) if line or (n and lines[n - 1])]
    return "\n".join(kept).strip()
