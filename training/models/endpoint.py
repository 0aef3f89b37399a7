"""A model behind an OpenAI-compatible endpoint, which is trusted with nothing.

Whatever comes back is bounded in size and time and parsed strictly. What is not an answer is an
error that says what to do, and never a completion that would be graded as the model's work. The key
is sent to this one address, and shown nowhere. Where a stranger named it, only a machine on the
public internet is asked.
"""

import json
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, Queue
from threading import Thread
from typing import Any

import httpx

from desks import Desk
from desks.desk import Message
from desks.strict_json import MAX_BYTES
from training.models.addresses import AddressError, completions, public_way
from training.models.policy import Policy, PolicyError, draw_key
from training.models.replies import events, field

MOST = 16 * MAX_BYTES
"""Bytes of an answer, with all that surrounds the completion."""
PATIENCE = {False: 180.0, True: 60.0}
"""Seconds for an answer, from the asking to its last byte, further tries with it: fewer where an
endpoint is `public`, and a stranger's."""
PULSE = 0.1
"""Seconds from one sign of life to the next while nothing comes."""
SILENCE = httpx.Timeout(60.0, connect=10.0)
PAUSES = (1.0, 4.0)
"""Seconds to wait before an endpoint that is busy is asked again."""
BUSY = frozenset({429, 502, 503, 504})
AT_ONCE = 4
LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
_ADVICE = {
    401: "it wants a key, or another one: name the environment variable that holds it (--key-from)",
    403: "the key may not use this model: look at the rights of the key",
    404: "no such path or model: the address mostly ends in /v1, the model's name must be exact",
    413: "the prompt is too long for it: take a model with a longer context",
    429: "too many requests: wait a while, or take a smaller --n",
}


class Endpoint(Policy):
    """A chat-completions endpoint; several prompts are asked at a time.

    The seed is sent along; whether an answer repeats is up to the service. While nothing comes, a
    stream gives again what it has. One that a stranger named (`public`) is asked over https, and
    where its name leads to is looked up as it is asked.
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
    ) -> None:
        super().__init__(name, desk)
        self._model, self._limit, self._public = model, limit, public
        self._url, host = completions(name, model, address)
        if public and not self._url.startswith("https:"):
            raise PolicyError("an endpoint is asked over https here: api:MODEL@https://HOST/v1")
        # Unpacked by nobody, an answer cannot grow beyond what was counted.
        headers = {"Accept-Encoding": "identity"}
        self._key = key.strip()
        if self._key:
            if not _is_key(self._key):
                raise PolicyError(f"{name}: a key has printable ASCII characters alone")
            if not self._url.startswith("https:") and host not in LOCAL:
                raise PolicyError(f"{name}: a key is sent over https only, or to this machine")
            headers["Authorization"] = f"Bearer {self._key}"
        self._headers = headers

    def complete(self, prompts: Sequence[list[Message]], sample: bool, seed: int) -> list[str]:
        with ThreadPoolExecutor(max_workers=AT_ONCE) as threads:
            return list(threads.map(lambda prompt: self._whole(prompt, sample, seed), prompts))

    def stream(self, prompt: list[Message], sample: bool, seed: int) -> Iterator[str]:
        text = ""
        for event in events(self._ask(prompt, sample, seed, streamed=True)):
            if event is None:
                yield text
                continue
            if event == "[DONE]":
                break
            told = self._decoded(event)
            if isinstance(told, dict) and told.get("error"):
                raise self._failed(f"it broke off: {self._excerpt(json.dumps(told['error']))}")
            # The last piece of some services counts tokens and has no choices.
            if isinstance(told, dict) and told.get("choices") == []:
                continue
            piece = field(told, "choices", 0, "delta", "content")
            if isinstance(piece, str) and piece:
                text = self._bounded(text + piece)
                yield text
        if not text:
            raise self._failed("it streamed no text: ask it with curl, or without streaming")

    def _whole(self, prompt: list[Message], sample: bool, seed: int) -> str:
        body = b"".join(self._ask(prompt, sample, seed, streamed=False))
        told = self._decoded(body.decode("utf-8", "replace"))
        text = field(told, "choices", 0, "message", "content")
        if not isinstance(text, str):
            raise self._failed(
                "its JSON has no choices[0].message.content with a text: is it a chat model, and "
                f"an OpenAI-compatible API? It says {self._excerpt(json.dumps(told))}"
            )
        return self._bounded(text)

    def _ask(
        self, prompt: list[Message], sample: bool, seed: int, streamed: bool
    ) -> Iterator[bytes]:
        """The answer's body, piece by piece; PolicyError where there is none, or too much.

        It is read in a thread of its own, so that nothing that trickles in keeps it past its time;
        while nothing does, there is an empty piece every `PULSE` seconds. Over or given up early,
        its connection is closed.
        """
        asked = {
            "model": self._model,
            "messages": prompt,
            "max_tokens": self._limit,
            "temperature": 1.0 if sample else 0.0,
            "top_p": 1.0,
            "seed": draw_key(prompt, seed),
            "stream": streamed,
        }
        client = self._connected()
        told: Queue[bytes | PolicyError | None] = Queue()
        Thread(target=self._send, args=(client, asked, told), daemon=True).start()
        patience = PATIENCE[self._public]
        ends = time.monotonic() + patience
        try:
            while True:
                try:
                    piece = told.get(timeout=PULSE)
                except Empty:
                    piece = b""
                if piece is None:
                    return
                if isinstance(piece, PolicyError):
                    raise piece
                if time.monotonic() > ends:
                    raise self._failed(
                        f"the answer takes over {patience:.0f} s: take a faster model"
                    )
                yield piece
        finally:
            client.close()

    def _send(
        self,
        client: httpx.Client,
        asked: dict[str, Any],
        told: "Queue[bytes | PolicyError | None]",
    ) -> None:
        """Put the answer's body into a queue: its pieces, then None; or what went wrong."""
        try:
            way = public_way(self._url) if self._public else {"url": self._url}
            for pause in (*PAUSES, None):
                with client.stream("POST", json=asked, **way) as response:
                    if response.status_code not in BUSY or pause is None:
                        for piece in self._body(response):
                            told.put(piece)
                        told.put(None)
                        return
                time.sleep(pause)
        except PolicyError as error:
            told.put(error)
        except AddressError as error:
            told.put(self._failed(str(error)))
        except httpx.TimeoutException:
            told.put(self._failed("no answer in time: is it up, and is the model loaded?"))
        except (httpx.HTTPError, OSError, RuntimeError, UnicodeError) as error:
            # OSError, RuntimeError: it was closed meanwhile; UnicodeError: no name of a host
            why = f"no connection ({self._excerpt(str(error))})"
            told.put(self._failed(f"{why}: is the address right, and is it up?"))

    def _connected(self) -> httpx.Client:
        # With a transport of its own it asks no proxy that this machine's settings name.
        own = httpx.HTTPTransport() if self._public else None
        return httpx.Client(headers=self._headers, timeout=SILENCE, transport=own)

    def _body(self, response: httpx.Response) -> Iterator[bytes]:
        read = self._read(response)
        if response.status_code != 200:
            start = next(read, b"").decode("utf-8", "replace")
            advice = _ADVICE.get(response.status_code, "look at the service's own log or status")
            raise self._failed(
                f"status {response.status_code}, {advice}. It says {self._excerpt(start)}"
            )
        if "html" in response.headers.get("content-type", ""):
            raise self._failed(
                "a web page came back and not JSON: the address of an API was expected, which "
                "mostly ends in /v1"
            )
        yield from read

    def _read(self, response: httpx.Response) -> Iterator[bytes]:
        size = 0
        for piece in response.iter_raw():
            size += len(piece)
            if size > MOST:
                raise self._failed(f"the answer is over {MOST:,} bytes: is the address right?")
            yield piece

    def _decoded(self, text: str) -> Any:
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise self._failed(
                "what came back is not JSON: is it an OpenAI-compatible API? It says "
                f"{self._excerpt(text)}"
            ) from None

    def _bounded(self, text: str) -> str:
        if len(text) > MAX_BYTES:
            raise self._failed(f"the completion is over {MAX_BYTES:,} characters")
        return text

    def _failed(self, why: str) -> PolicyError:
        return PolicyError(f"{self._url}: {why}")

    def _excerpt(self, text: str) -> str:
        """The start of what a service said, harmless to show, and without the key."""
        hidden = text
        for form in filter(None, (self._key, json.dumps(self._key)[1:-1])):
            hidden = hidden.replace(form, "[key]")
        return ascii(hidden[:160])


def key_in(variable: str | None) -> str:
    """The key that an environment variable holds, "" where none is named; PolicyError where it is
    empty."""
    key = os.environ.get(variable, "").strip() if variable else ""
    if variable and not _is_key(key):
        raise PolicyError(
            f"the environment variable {variable} holds no key: set it, or leave it out"
        )
    return key


def _is_key(text: str) -> bool:
    return bool(text) and text.isascii() and text.isprintable()
