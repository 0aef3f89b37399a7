"""The seven tools as functions, for trainers and protocols that read signatures."""

from collections.abc import Callable
from functools import wraps

from envs.it_triage_tools.episode import Episode


def _tool(declared: Callable[..., str]) -> Callable[..., str]:
    """A tool with the name, signature and docstring of `declared`. It accepts any arguments, so
    that the episode judges the whole call."""

    @wraps(declared)
    def call(self: "Tools", /, **arguments: object) -> str:
        return self.episode.call_text(declared.__name__, arguments)

    return call


class Tools:
    """The tools of one episode. Each returns text, even if a call is invalid.

    Every public method is a tool: adding one gives it to the agent.
    """

    episode: Episode

    @_tool
    def search_kb(self, query: str) -> str:
        """
        Search the knowledge base; shows passages of the articles that match best.

        Args:
            query: Words of the ticket, such as the error message and the product.
        """

    @_tool
    def search_tickets(self, query: str) -> str:
        """
        Search past tickets; each names the article that solved it.

        Args:
            query: Words of the ticket.
        """

    @_tool
    def search_incidents(self, query: str) -> str:
        """
        Search past incidents; each names the article that came of it.

        Args:
            query: Words of the ticket.
        """

    @_tool
    def get_article(self, id: str) -> str:  # noqa: A002 (the name that the model writes)
        """
        Read a whole article of the knowledge base.

        Args:
            id: Of the article, such as KB-1234.
        """

    @_tool
    def get_ticket(self, id: str) -> str:  # noqa: A002
        """
        Read a past ticket.

        Args:
            id: Of the ticket, such as TKT-1234.
        """

    @_tool
    def get_incident(self, id: str) -> str:  # noqa: A002
        """
        Read a past incident.

        Args:
            id: Of the incident, such as INC-1234.
        """

    @_tool
    def submit_resolution(
        self, citations: list[str], resolution: str, confidence: float, escalate: bool
    ) -> str:
        """
        Answer the ticket and close it. This ends the work.

        Args:
            citations: Ids of exactly the articles that apply; empty where none does.
            resolution: What the reporter is told to do, or the product and version handed over.
            confidence: The probability, from 0 to 1, that this whole action is right.
            escalate: Whether the ticket is handed over, since no article applies.
        """
