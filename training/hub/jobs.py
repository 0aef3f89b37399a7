"""Jobs on the Hub in somebody's own account: started, followed and cancelled with their token.

The token is held in memory alone, is never part of a message, and is given to the job as a secret,
with which it sends what it has learned. What a job prints is untrusted: `Account.log` bounds it.
"""

import json
import re
from collections.abc import AsyncIterable, AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import httpx2
from huggingface_hub import HfApi, JobInfo, get_async_session
from huggingface_hub.utils import hf_raise_for_status

from training.common.console import CommandError, first_line
from training.launch import SECRET
from training.models.base import REPOSITORY

ENDED = {"COMPLETED": "done", "CANCELED": "cancelled", "ERROR": "failed", "DELETED": "failed"}
"""The stages in which a job is over, with our words for them."""
MAX_LOG_BYTES = 2_000_000
MAX_EVENT_BYTES = 16_384
"""A longer event of the log is left out."""
MAX_LINE = 500
"""Characters of a line; the rest of a longer one is left out."""
PATIENCE_SECONDS = 15.0
SILENCE_SECONDS = 120.0
"""How long a log may say nothing; the Hub sends a sign of life every 30 seconds."""
_ERRORS = (httpx2.HTTPError, OSError, ValueError, LookupError, TypeError, AttributeError)
"""What a refusal, a broken connection, or an answer of another form raises."""
_UNANSWERED = {None, 502, 504}
"""None, or the statuses of a gateway that got no answer."""
_ID = re.compile(r"[\w-]{1,64}", re.ASCII)
_EMPTY = {".gitattributes"}
"""The files of a new repository."""


class JobError(CommandError):
    """What the Hub refused or did not answer, in a sentence."""


class GoneError(JobError):
    """There is no such thing in the account."""


@dataclass(frozen=True)
class Job:
    """A job as the Hub describes it; all text is untrusted."""

    id: str
    url: str
    stage: str
    message: str
    flavor: str
    repository: str
    """Where it sends what it learns: OWNER/NAME, or "" if it does not say."""
    seconds: float
    """How long it has been running."""

    @property
    def state(self) -> str:
        """running (or still waiting for hardware), done, cancelled or failed."""
        return ENDED.get(self.stage, "running")


class Account:
    """A person's account on the Hub, with a token to act for them."""

    def __init__(self, name: str, token: str) -> None:
        if not REPOSITORY.fullmatch(f"{name}/x"):
            raise JobError("the Hub gave a name for you that this page cannot use")
        self.name, self._token = name, token
        self._api = HfApi(token=token)

    def usd_an_hour(self, flavor: str) -> float:
        """What hardware costs today, to the cent; JobError if the Hub does not say."""
        with self._told(f"The Hub did not say what {flavor} costs"):
            known = {one.name: one for one in self._api.list_jobs_hardware()}
            if known[flavor].unit_label != "minute":
                raise ValueError(f"by the {known[flavor].unit_label}")
            return round(known[flavor].unit_cost_micro_usd * 60 / 1e6, 2)

    def start(self, request: dict[str, Any], package: str) -> str:
        """Start what `training.launch.job` describes, with that package installed; returns the
        job's id. The repository that it sends to is created first, private, so that a job that
        could not send anything never runs. JobError if the Hub refuses.
        """
        arguments = request["script_args"]
        self._create(_after("--push-to", arguments))
        unanswered = (
            "The Hub did not answer, and may have started it: see "
            f"{self._api.endpoint}/settings/jobs before you start another"
        )
        with self._told("The Hub did not start the job", unanswered):
            started = self._api.run_uv_job(
                "python",
                **request
                | {
                    "script_args": ["-m", "training.grpo", *arguments],
                    "dependencies": [package],
                    "secrets": {SECRET: self._token},
                    "namespace": self.name,
                    "name": f"rewarddesk-{_after('--preset', arguments)}",
                },
            )
            return _checked(started.id)

    def _create(self, repository: str) -> None:
        with self._told(f"{repository} could not be created"):
            self._api.create_repo(repository, private=True, exist_ok=True)
            there = set(self._api.list_repo_files(repository)) - _EMPTY
        if there:
            raise JobError(f"{repository} holds files already: choose a name that is not in use")

    def cancel(self, job: str) -> None:
        """End a job; JobError if the Hub refuses."""
        with self._told("The Hub did not cancel the job"):
            self._api.cancel_job(job_id=_checked(job), namespace=self.name)

    async def look(self, job: str) -> Job:
        """How a job stands; GoneError if it is not the account's, JobError if the Hub does not
        answer."""
        with self._told("The Hub did not say how the job stands"):
            async with get_async_session() as client:
                answer = await client.get(
                    self._address(job), headers=self._headers(), timeout=PATIENCE_SECONDS
                )
            hf_raise_for_status(answer)
            told = JobInfo(**answer.json(), endpoint=self._api.endpoint)
            command = [one for one in told.command or () if isinstance(one, str)]
            where = _after("--push-to", command)
            return Job(
                id=_checked(job),
                url=f"{self._api.endpoint}/jobs/{self.name}/{job}",
                stage=str(told.status.stage),
                message=str(told.status.message or ""),
                flavor=str(told.flavor or ""),
                repository=where if REPOSITORY.fullmatch(where) else "",
                seconds=float((told.durations and told.durations.running_secs) or 0),
            )

    async def log(self, job: str) -> AsyncIterator[str]:
        """The lines that a job prints, from its first on, until it ends; JobError if there is no
        log (yet). Too long a log ends early."""
        with self._told("The job has no log yet"):
            async with (
                get_async_session() as client,
                client.stream(
                    "GET",
                    f"{self._address(job)}/logs",
                    headers=self._headers() | {"accept-encoding": "identity"},
                    timeout=SILENCE_SECONDS,
                ) as answer,
            ):
                hf_raise_for_status(answer)
                async for line in _events(answer.aiter_raw()):
                    yield line

    def link(self, repository: str) -> str:
        """The address of a repository."""
        return f"{self._api.endpoint}/{repository}"

    def _address(self, job: str) -> str:
        return f"{self._api.endpoint}/api/jobs/{self.name}/{_checked(job)}"

    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self._token}"}

    @contextmanager
    def _told(self, what: str, unanswered: str = "") -> Iterator[None]:
        """Turn what goes wrong into a JobError, without the token; it begins with `what` or, if
        there was no answer, with `unanswered`."""
        try:
            yield
        except JobError:
            raise
        except _ERRORS as error:
            why = str(getattr(error, "server_message", None) or first_line(error))
            status = getattr(getattr(error, "response", None), "status_code", None)
            kind = GoneError if status == 404 else JobError
            what = unanswered if unanswered and status in _UNANSWERED else what
            raise kind(f"{what}: {why.replace(self._token, '…')[:MAX_LINE]}") from None


def _checked(job: str) -> str:
    if not _ID.fullmatch(job):
        raise GoneError("this is no job’s id")
    return job


def _after(option: str, arguments: list[str]) -> str:
    """The argument after an option; "" if it is not given."""
    return dict(pairwise(arguments)).get(option, "")


async def _events(chunks: AsyncIterable[bytes]) -> AsyncIterator[str]:
    """The lines in a stream of server-sent events. What is no line of a log is left out."""
    held, taken, skipping = b"", 0, False
    async for chunk in chunks:
        taken += len(chunk)
        *events, held = (held + chunk).split(b"\n")
        for event in events:
            if not skipping and (line := _line(event)) is not None:
                yield line
            skipping = False
        if len(held) > MAX_EVENT_BYTES:
            held, skipping = b"", True
        if taken > MAX_LOG_BYTES:
            return


def _line(event: bytes) -> str | None:
    if not event.startswith(b"data: {"):
        return None
    try:
        line = json.loads(event.removeprefix(b"data: "))["data"]
    except (ValueError, RecursionError, KeyError):
        return None
    return line[:MAX_LINE].rstrip() if isinstance(line, str) else None
