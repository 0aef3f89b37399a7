"""What stands above an attempt that was opened by its link."""

import time

from ui.drawing import escaped
from ui.game.attempts import StoredAttempt
from ui.game.ladder import game_of, share_attempt
from ui.game.told import told


def notice(one: StoredAttempt, today: str) -> str:
    """Who made an attempt and when, what it says and what it is paid; `today` is the graders'
    current version."""
    said = told(one)
    day = time.strftime("%-d %B %Y", time.gmtime(one.made))
    who = escaped(one.player) or "somebody without a name"
    older = (
        ""
        if one.grader == today
        else " The graders have changed since: that is what they paid then, and the meter says "
        "what they pay today."
    )
    return (
        f'<section class="notice calm"><p>An attempt by <b>{who}</b>, {day}. '
        f"{share_attempt(game_of(one), one.id)}</p><blockquote>{escaped(said.words)}</blockquote>"
        f"<p><b>{said.paid:.2f}</b> {said.what}, from {said.place[0].lower()}{said.place[1:]}. "
        f"RewardDesk pays <b>{said.ours:.2f}</b>: {escaped(said.verdict)}.{older}</p></section>"
    )
