"""A job in a visitor's own account, followed: its panel is drawn anew as it changes."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress

from training.hub.jobs import Account, JobError
from ui.runs import job_panel
from ui.runs.job_panel import Log

ROUND_SECONDS = 60.0
"""How long a job is followed until the page has to ask again, which it does while it is open."""
POLL_SECONDS = 2.0
DRAIN_SECONDS = 5.0
"""How long the rest of a log is waited for once its job is over."""


async def followed(account: Account, job: str) -> AsyncIterator[str]:
    """The panel of a job, again and again."""
    log, shown, ends = Log(), "", time.monotonic() + ROUND_SECONDS
    reading = asyncio.create_task(_read(account, job, log))
    try:
        await asyncio.wait({reading}, timeout=POLL_SECONDS)
        while True:
            one = await account.look(job)
            if one.state != "running":
                await asyncio.wait({reading}, timeout=DRAIN_SECONDS)
            over = one.state != "running" or time.monotonic() >= ends
            trouble = str(reading.exception() or "") if reading.done() else ""
            if (drawn := job_panel.draw(one, log, account, over, trouble)) != shown:
                yield drawn
            shown = drawn
            if over:
                return
            if reading.done() and not log.lines:  # it began too early
                reading = asyncio.create_task(_read(account, job, log))
            await asyncio.sleep(POLL_SECONDS)
    finally:
        reading.cancel()
        with suppress(JobError, asyncio.CancelledError):
            await reading


async def _read(account: Account, job: str, log: Log) -> None:
    async for line in account.log(job):
        log.add(line)
