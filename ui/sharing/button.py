"""The button that sends a link to others; `assets/share.js` copies the link and says so."""

from ui.links import GameRef, game_href


def share_attempt(game: GameRef, attempt: str) -> str:
    """The button that shares a kept attempt."""
    link = game_href(game, attempt)
    return (
        f'<button type="button" class="share" data-share="{link}" title="Share a link to this '
        'answer" aria-label="Share a link to this answer">Share</button>'
    )
