"""What a link says of itself where it is posted: a title, a description and a picture.

Networks read them from the head of the page, without running it, and see the address's query only.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from ui.drawing import escaped
from ui.game import service
from ui.game.claims.record import NO_REASON, Claim
from ui.game.told import place, told
from ui.links import TABS, LinkError, Ref, game_href, href, parse_query
from ui.sharing import card
from ui.sharing.pictures import GENERAL, PATH
from ui.wording import plain
from ui.workbench.bench import Bench

GAME = "break"
NAME = card.NAME
MAX_TITLE, MAX_DESCRIPTION = 100, 300
GENERAL_SIZE = (1280, 1180)


@dataclass(frozen=True)
class Preview:
    """A link's preview, as plain text."""

    title: str
    description: str
    link: str = ""
    """The query that the link should have."""
    picture: str = GENERAL
    shows: str = "One model trained on two graders: the second is paid more, and does less"
    """What the picture shows, for whoever does not see it."""
    size: tuple[int, int] = GENERAL_SIZE

    def tags(self, origin: str) -> str:
        """The tags for the head of the page at this address."""
        title, said = plain(self.title, MAX_TITLE), plain(self.description, MAX_DESCRIPTION)
        picture = f"{origin}{PATH}/{quote(self.picture)}.png"
        width, height = self.size
        graph = {
            "type": "website",
            "site_name": NAME,
            "title": title,
            "description": said,
            "url": f"{origin}/{self.link}",
            "image": picture,
            "image:type": "image/png",
            "image:width": str(width),
            "image:height": str(height),
            "image:alt": self.shows,
        }
        twitter = {
            "card": "summary_large_image",
            "title": title,
            "description": said,
            "image": picture,
            "image:alt": self.shows,
        }
        return (
            f"<title>{escaped(title)}</title>"
            + _meta("name", {"description": said})
            + _meta("property", {f"og:{name}": value for name, value in graph.items()})
            + _meta("name", {f"twitter:{name}": value for name, value in twitter.items()})
        )


WHOLE_PAGE = Preview(
    f"{NAME}: office work with rewards that are hard to game",
    "One model trained twice: paid for the work, it learns it; paid by a checklist, it learns to "
    "please the checklist. Break the graders yourself, level by level.",
)


def _meta(kind: str, values: Mapping[str, str]) -> str:
    return "".join(
        f'<meta {kind}="{name}" content="{escaped(value)}">' for name, value in values.items()
    )


def preview(query: Mapping[str, str], benches: Sequence[Bench]) -> Preview:
    """What the address with this query shows; what names nothing is the whole page."""
    tab = query.get("tab", "")
    try:
        if tab == GAME and "at" in query:
            return _of_game(query["at"], query.get("attempt", ""), benches)
        for bench in benches:
            if bench.tab == tab and (ref := parse_query(query, tab)[0]):
                return _of_case(bench, ref, TABS.get(tab, tab), href(tab, ref))
    except LinkError:
        pass
    return WHOLE_PAGE


def _of_game(at: str, attempt: str, benches: Sequence[Bench]) -> Preview:
    """The preview of an attempt, or of a level with its case."""
    game, one = service.resolve(at, attempt)
    if isinstance(one, Claim):
        return Preview(
            "Is this answer right? A person calls it wrong, the graders do not",
            f"{place(game)}: {plain(one.why or NO_REASON, MAX_DESCRIPTION)}. Read it, and vote.",
            game_href(game, one.id),
        )
    if one is None:
        bench = next(bench for bench in benches if bench.desk == game.desk)
        case = _of_case(bench, game.ref, "", game_href(game))
        return Preview(
            f"Can you break this grader? {game.level.title}",
            f"{place(game)}: get paid for work that is not done. {case.description}",
            case.link,
        )
    said = told(one)
    return Preview(
        said.headline,
        f"{said.place}: {said.title}. {NAME} pays the same answer {said.ours:.2f}. {said.words}",
        game_href(game, one.id),
        one.id,
        f"{said.headline}. {said.place}: {said.title}",
        (card.WIDTH, card.HEIGHT),
    )


def _of_case(bench: Bench, ref: Ref, where: str, link: str) -> Preview:
    row = bench.row(ref, bench.scenario(ref))
    return Preview(f"{where}: {row.subject}", f"{row.who}: {row.body}", link)
