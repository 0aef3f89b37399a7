"""A model behind an OpenAI-compatible endpoint, which is not trusted.

Whatever comes back is bounded in size and time and parsed strictly. Anything but an answer becomes
an error that says what to do, and never a completion that would be graded as the model's work. The
key is sent to this one address and never shown. An endpoint that a stranger named must be on the
public internet.
"""

import json
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, Queue
from threading import Thread
from typing import Any

import httpx2
import openai

from desks import Desk, Scenario
from desks.desk import Message
from desks.strict_json import MAX_BYTES
from training.models.endpoints.addresses import completions
from training.models.endpoints.keys import is_key
from training.models.endpoints.pace import PassingError, ask_all
from training.models.endpoints.transport import RETRY_AFTER, Transport
from training.models.policy import CONCURRENT_REQUESTS, Policy, PolicyError, draw_key

ANSWER_SECONDS = {False: 180.0, True: 60.0}
"""Seconds for an answer, from the request to its last byte, retries included; fewer for an endpoint
that is `public`, that is, named by a stranger."""
PULSE_SECONDS = 0.1
"""Seconds between heartbeats while nothing arrives."""
MAX_RETRIES = 4
"""How often a busy endpoint is asked again: after half a second, then one, two and four."""
_PASSING = frozenset({408, 425, 429})
"""Statuses under 500 that may be other ones in a while."""
_BUSY = frozenset({429, 503})
LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
_UNREACHED = (httpx2.ConnectError, httpx2.ConnectTimeout, UnicodeError)
"""What is behind an error if no connection came about."""
_ADVICE = {
    401: "it wants a key, or another one: name the environment variable that holds it (--key-from)",
    403: "the key may not use this model: look at the rights of the key",
    404: "no such path or model: the address mostly ends in /v1, the model's name must be exact",
    413: "the prompt is too long for it: take a model with a longer context",
    429: "too many requests: wait, or take a smaller --concurrency",
}


class Endpoint(Policy):
    """A chat-completions endpoint; at most `concurrency` prompts are sent at a time.

    `complete` and `stream` soon give up on a service that fails, since somebody waits; `each` is
    patient, and sends fewer at a time to a busy one (`training/models/endpoints/pace.py`).

    The seed is sent along, but whether answers are reproducible is up to the service. While nothing
    arrives, a stream repeats the text so far. An endpoint that a stranger named (`public`) must use
    https, and its host is resolved and checked on every request.
    """

    def __init__(
        self,
        name: str,
        desk: Desk,
        model: str,
        address: str,
        limit: int,
        key: str,
        public: bool = False,
        concurrency: int = CONCURRENT_REQUESTS,
    ) -> None:
        super().__init__(name, desk, limit)
        self._concurrency, self._trust = concurrency, httpx2.create_ssl_context()
        self._model, self._public = model, public
        self._url, host = completions(name, model, address)
        https = self._url.startswith("https:")
        if public and not https:
            raise PolicyError("an endpoint is asked over https here: api:MODEL@https://HOST/v1")
        self._key = key.strip()
        if self._key and not is_key(self._key):
            raise PolicyError(f"{name}: a key has printable ASCII characters alone")
        if self._key and not https and host not in LOCAL:
            raise PolicyError(f"{name}: a key is sent over https only, or to this machine")

    def complete(self, prompts: Sequence[list[Message]], sample: bool, seed: int) -> list[str]:
        with ThreadPoolExecutor(max_workers=self._concurrency) as threads:
            answers = threads.map(lambda prompt: list(self._ask(prompt, sample, seed)), prompts)
            return ["".join(pieces) for pieces in answers]

    def each(
        self, scenarios: Sequence[Scenario], sample: bool, seed: int
    ) -> Iterator[tuple[int, str]]:
        prompts = [self.desk.prompt(s) for s in scenarios]
        yield from ask_all(
            lambda prompt: self._ask(prompt, sample, seed, retries=0), prompts, self._concurrency
        )

    def stream(self, prompt: list[Message], sample: bool, seed: int) -> Iterator[str]:
        text = ""
        for piece in self._ask(prompt, sample, seed, streamed=True):
            text += piece
            yield text

    def _ask(
        self,
        prompt: list[Message],
        sample: bool,
        seed: int,
        streamed: bool = False,
        retries: int = MAX_RETRIES,
    ) -> Iterator[str]:
        """The completion, piece by piece; PolicyError if there is none, or too much.

        The request runs in a thread of its own, so that an answer that trickles in cannot outlast
        the deadline; while nothing arrives, there is an empty piece every `PULSE_SECONDS`. Once the
        answer is complete or abandoned, the connection is closed.
        """
        body = {
            "model": self._model,
            "messages": prompt,
            "max_tokens": self.limit,
            "temperature": 1.0 if sample else 0.0,
            "top_p": 1.0,
            "seed": draw_key(prompt, seed),
            "stream": streamed,
        }
        pieces: Queue[str | PolicyError | None] = Queue()
        patience = ANSWER_SECONDS[self._public]
        ends = time.monotonic() + patience
        with openai.OpenAI(
            api_key="sent by the transport",
            base_url=self._url,
            max_retries=retries,
            http_client=httpx2.Client(transport=Transport(self._key, self._public, self._trust)),
        ) as client:
            Thread(target=self._send, args=(client, body, pieces), daemon=True).start()
            while True:
                try:
                    piece = pieces.get(timeout=PULSE_SECONDS)
                except Empty:
                    piece = ""
                if piece is None:
                    return
                if isinstance(piece, PolicyError):
                    raise piece
                if time.monotonic() > ends:
                    raise PassingError(
                        f"{self._url}: the answer takes over {patience:.0f} s: take a faster model"
                    )
                yield piece

    def _send(
        self, client: openai.OpenAI, body: dict[str, Any], pieces: "Queue[str | PolicyError | None]"
    ) -> None:
        """Put the pieces of the completion into a queue, then None; or the error."""
        try:
            for piece in self._pieces(client, body):
                pieces.put(piece)
            pieces.put(None)
        except Exception as error:
            pieces.put(self._told(error))

    def _pieces(self, client: openai.OpenAI, body: dict[str, Any]) -> Iterator[str]:
        streamed = body["stream"]
        # As plain JSON: building the client's own objects from a megabyte takes seconds.
        response = client.post(self._url, body=body, cast_to=object, stream=streamed)
        size = 0
        for event in response if streamed else [response]:
            try:
                text = event["choices"][0]["delta" if streamed else "message"]["content"]
            except (KeyError, IndexError, TypeError):
                text = None
            if isinstance(text, str):
                size += len(text)
                yield text
            elif not streamed:
                raise PolicyError(
                    "its JSON has no choices[0].message.content with a text: is it a chat model, "
                    f"and an OpenAI-compatible API? It says {self._excerpt(json.dumps(response))}"
                )
            if size > MAX_BYTES:
                raise PolicyError(f"the completion is over {MAX_BYTES:,} characters")
        if streamed and not size:
            raise PolicyError("it streamed no text: ask it with curl, or without streaming")

    def _told(self, error: Exception) -> PolicyError:
        """What went wrong, to be shown; a PassingError if it may pass."""
        said = f"{self._url}: {self._why(error)}"
        match error:
            case openai.APIStatusError(status_code=status, response=response):
                if status in _PASSING or status >= 500:
                    wait = response.extensions[RETRY_AFTER]
                    return PassingError(said, busy=status in _BUSY, wait=wait)
            case TimeoutError() | ConnectionError():
                reached = not isinstance(error.__cause__, _UNREACHED)
                return PassingError(said, isinstance(error, TimeoutError), reached)
        return PolicyError(said)

    def _why(self, error: Exception) -> str:
        match error:
            case PolicyError():
                return str(error)
            case openai.APIStatusError(status_code=status, response=response):
                advice = _ADVICE.get(status, "look at the service's own log or status")
                return f"status {status}, {advice}. It says {self._excerpt(response.text)}"
            case openai.APIError(body=body):
                return f"it broke off: {self._excerpt(json.dumps(body))}"
            case TimeoutError():
                return "no answer in time: is it up, and is the model loaded?"
            case ValueError() | RecursionError():
                said = self._excerpt(str(getattr(error, "doc", error)))
                return f"what came back is not JSON ({said}): is it an OpenAI-compatible API?"
        return f"no connection ({self._excerpt(str(error))}): is the address right, and is it up?"

    def _excerpt(self, text: str) -> str:
        """The start of what a service said, safe to show and without the key."""
        hidden = text
        for form in filter(None, (self._key, json.dumps(self._key)[1:-1])):
            hidden = hidden.replace(form, "[key]")
        return ascii(hidden)[:160]
