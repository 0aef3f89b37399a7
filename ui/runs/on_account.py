"""Train on one's own account: a job on the Hub, started from the page and followed there.

Visitors sign in with Hugging Face where the page runs with OAuth: on a Space whose README says
`hf_oauth: true`. Elsewhere the command to copy stands there. What a job costs at most is shown
first, and what is started is what was shown. The token stays in the visitor's session; each event
takes it from there, and only from a request that the page itself made.
"""

import os
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import gradio as gr

from envs.bounds import ConcurrencyLimit, LimitReachedError
from training.common.console import CommandError
from training.common.provenance import commit
from training.hub.jobs import Account, GoneError, JobError
from training.hub.prices import USD_AN_HOUR, seconds_in
from training.hub.source import origin
from training.launch import SCRIPT, LaunchError, installed, pin_commit
from ui.component import EACH, QUIET, Listener, html
from ui.drawing import escaped
from ui.events import int_of, refused, text_of
from ui.guard.throttle import RateLimiter
from ui.runs import choices, job_panel
from ui.runs.choices import Choices, chosen
from ui.runs.following import followed
from ui.workbench.bench import OPENING

OAUTH = "OAUTH_CLIENT_ID"
"""The variable that a Space with OAuth has; set elsewhere, Gradio signs everybody in as the owner
of this machine's token, to try the page out."""
SIGN_IN = "Sign in with Hugging Face"
ACCOUNTS = {"concurrency_limit": 8, "concurrency_id": "accounts"}
SPARE_SECONDS = 1_200
"""How much longer than the job's time limit the sign-in has to last."""
SECONDS_BETWEEN = 20.0
"""Between two jobs that one person starts, so that a double click starts one."""
MAX_FOLLOWED, MAX_OWN_FOLLOWED = 100, 4


def signing_in() -> bool:
    """Whether visitors can sign in."""
    return OAUTH in os.environ


def package() -> str:
    """What a job installs: the project at the commit that a published page names, or at the one
    checked out; refused if neither is known."""
    script = SCRIPT.read_text(encoding="utf-8")
    try:
        with suppress(LaunchError):
            return installed(pin_commit(script, None, None))
        return installed(pin_commit(script, origin(), commit()))
    except CommandError:
        raise refused("This page does not know which commit of the project to run.") from None


def offer(one: Choices, name: str | None) -> str:
    """What it costs, and how to start it, as HTML; `name` is who is signed in."""
    if not signing_in():
        how = (
            f'<div class="command"><pre tabindex="0">{escaped(one.command())}</pre>'
            '<button type="button" data-copy>Copy</button></div>'
            '<p class="hint">It needs a token (<code>hf auth login</code>); put your account for '
            f"{choices.OWNER}. With <code>--dry-run</code> it prints the job and sends nothing.</p>"
        )
    elif name is None:
        how = '<p class="hint">Sign in to start it. Your sign-in is kept in your browser’s session '
        how += (
            "and given to your job alone. It allows this page to run jobs and to create "
            "repositories, with no access to those that you have.</p>"
        )
    else:
        how = (
            f'<button type="button" class="primary" data-start data-most="{one.most}" '
            f'aria-disabled="{"true" if one.too_much else "false"}">'
            f"Start it for at most {one.most} USD</button>"
        )
    return choices.quote(one) + how


def _section(drawn: str, turn: int = 0) -> str:
    """Where an offer stands; `turn` is the number of the choice that it answers."""
    return f'<section class="offer" data-turn="{turn}">{drawn}</section>'


class OnAccount:
    """A part of the Training tab."""

    def __init__(self) -> None:
        self._starts = RateLimiter(1, SECONDS_BETWEEN)
        self._followed = ConcurrencyLimit(MAX_FOLLOWED, MAX_OWN_FOLLOWED)

    # --- events ---

    def on_load(self, request: gr.Request, profile: gr.OAuthProfile | None) -> Any:
        """The form, the offer, the button and a place for a job, if somebody is signed in."""
        if (name := _name(request, profile)) is None:
            return gr.skip()
        place = job_panel.PLACE
        drawn = _section(offer(choices.first(), name))
        return choices.form(True, name), drawn, f"Log out ({name})", place

    def on_choose(
        self, event: gr.EventData, request: gr.Request, profile: gr.OAuthProfile | None
    ) -> str:
        """What the choice costs, or what is wrong with it."""
        turn = int_of(event, "turn")
        try:
            return _section(offer(chosen(event), _name(request, profile)), turn)
        except gr.Error as error:
            return _section(choices.notice(error.message), turn)

    def on_start(
        self,
        event: gr.EventData,
        request: gr.Request,
        profile: gr.OAuthProfile | None,
        token: gr.OAuthToken | None,
    ) -> str:
        """Start the job, if it costs what the visitor was shown, within their limit and today."""
        account = _account(request, profile, token)
        one = chosen(event)
        if text_of(event, "most") != one.most:
            raise refused(f"It may cost {one.most} USD, which is not what was shown. Look again.")
        if one.too_much:
            raise refused(one.too_much)
        if token.expires_at - time.time() < seconds_in(one.time) + SPARE_SECONDS:
            raise refused(
                "Your sign-in ends before the job would, which could then not send its model. "
                "Log out and sign in again, or choose less time."
            )
        asked, what = one.request(account.name), package()
        if wait := self._starts.wait(account.name):
            raise refused(f"One start at a time. Wait {wait} s before you try another.")
        try:
            if account.usd_an_hour(one.flavor) > USD_AN_HOUR[one.flavor]:
                raise refused(f"{one.flavor} costs more today than this page knows: see the Hub.")
            job = account.start(asked, what)
        except JobError as error:
            raise refused(f"{error}.") from None
        return job_panel.started(job)

    async def on_follow(
        self,
        event: gr.EventData,
        request: gr.Request,
        profile: gr.OAuthProfile | None,
        token: gr.OAuthToken | None,
    ) -> AsyncIterator[str]:
        """Yield the panel of a job of the visitor's, for a minute or until it is over."""
        account, job = _account(request, profile, token), text_of(event, "job")
        try:
            with self._followed.slot(account.name):
                async for one in followed(account, job):
                    yield one
        except GoneError as error:
            yield job_panel.lost(str(error))
        except JobError as error:
            yield job_panel.unseen(job, str(error))
        except LimitReachedError as error:
            raise refused(str(error)) from None

    def on_cancel(
        self,
        event: gr.EventData,
        request: gr.Request,
        profile: gr.OAuthProfile | None,
        token: gr.OAuthToken | None,
    ) -> None:
        try:
            _account(request, profile, token).cancel(text_of(event, "job"))
        except JobError as error:
            raise refused(f"{error}.") from None

    # --- components ---

    def build(self, first_opened: Listener) -> None:
        """The components and their events."""
        first = _section(offer(choices.first(), None))
        with gr.Column(elem_classes="account", min_width=0):
            form = html("newest.js", "account_form.js", drawn=choices.form(False, choices.OWNER))
            if not signing_in():
                shown = html("copy.js", "late.js", "account_offer.js", drawn=first)
                form.choose(self.on_choose, None, shown, **EACH)
                return
            shown = html("late.js", "account_offer.js", "account_start.js", drawn=first)
            login = gr.LoginButton(SIGN_IN, size="md", elem_classes="login")
            login.load_event_to_attach = None  # it would be a public endpoint; `on_load` does it
            panel = html("remember.js", "job.js")
        first_opened(self.on_load, None, [form, shown, login, panel], **QUIET, **OPENING)
        form.choose(self.on_choose, None, shown, **EACH)
        shown.start(self.on_start, None, panel, **QUIET, **ACCOUNTS)
        panel.follow(self.on_follow, None, panel, concurrency_limit=None, **EACH)
        panel.cancel(self.on_cancel, None, None, **QUIET, **ACCOUNTS)


def _asked_here(request: gr.Request) -> bool:
    """Whether the page itself made a request, and not another site in the visitor's browser, which
    sends the session along too, and may read the answer."""
    hosts = {request.headers.get("host"), *os.environ.get("SPACE_HOST", "").split(",")} - {""}
    return urlsplit(request.headers.get("origin", "")).netloc in hosts


def _name(request: gr.Request, profile: gr.OAuthProfile | None) -> str | None:
    """Who is signed in; None if nobody is, or if another site asks."""
    return profile.username if profile and _asked_here(request) else None


def _account(
    request: gr.Request, profile: gr.OAuthProfile | None, token: gr.OAuthToken | None
) -> Account:
    """Whoever is signed in. Refused if nobody is, or if another site asks: what is started costs
    money."""
    if profile is None or token is None:
        raise refused("Sign in with Hugging Face first: a job runs in your own account.")
    if not _asked_here(request):
        raise refused("This has to be asked for on the page itself.")
    try:
        return Account(profile.username, token.token)
    except CommandError as error:
        raise refused(f"{error}.") from None
