"""HTTP to an endpoint: controls what is sent, where it goes, and how much may come back."""

import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2

from desks.strict_json import MAX_BYTES
from training.models.endpoints.addresses import to_public_address
from training.models.policy import PolicyError

MAX_RESPONSE_BYTES = 16 * MAX_BYTES
"""Maximum bytes of a response, including everything around the completion."""
TIMEOUT = httpx2.Timeout(60.0, connect=10.0)
RETRY_AFTER = "retry_after"
"""The extension of a response that holds the seconds a service asks to be left alone."""
MAX_RETRY_AFTER = 60.0
"""As many seconds as are granted."""
_SECONDS = re.compile(r"\d{1,9}(\.\d{1,9})?", re.ASCII)


class Transport(httpx2.BaseTransport):
    """Sends a request's body and the key, but none of the openai client's own headers, which would
    reveal this machine and the contents of its OPENAI_... variables.

    Of a response it passes on the status and at most `MAX_RESPONSE_BYTES`, not decompressed. Its
    headers are dropped, so an endpoint cannot influence how it is parsed or when the openai client
    retries; a Retry-After in seconds becomes the extension `RETRY_AFTER`, a bounded number. If the
    endpoint is `public`, its host is resolved and checked on every request, bypassing this
    machine's proxies. `trust` says whose certificates are believed.
    """

    def __init__(self, key: str, public: bool, trust: ssl.SSLContext) -> None:
        headers = {"Accept-Encoding": "identity", "Content-Type": "application/json"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        own = httpx2.HTTPTransport(verify=trust) if public else None
        self._web = httpx2.Client(headers=headers, timeout=TIMEOUT, transport=own, verify=trust)
        self._public = public

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        outgoing = self._web.build_request(
            "POST", request.url, content=request.read(), extensions={"trace": self._on_event}
        )
        if self._public:
            to_public_address(outgoing)
        with _not_asked_again():
            response = self._web.send(outgoing, stream=True)
        if response.is_success and "html" in response.headers.get("content-type", ""):
            raise PolicyError(
                "a web page came back and not JSON: the address of an API was expected, which "
                "mostly ends in /v1"
            )
        asked = _SECONDS.fullmatch(response.headers.get("retry-after", "").strip())
        return httpx2.Response(
            response.status_code,
            headers={"Content-Type": "application/json"},
            content=self._read(response),
            extensions={RETRY_AFTER: min(float(asked[0]), MAX_RETRY_AFTER) if asked else 0.0},
        )

    def close(self) -> None:
        self._web.close()

    def _on_event(self, name: str, info: object) -> None:
        # Otherwise a request that was abandoned while connecting would still be sent.
        if name == "http11.send_request_headers.started" and self._web.is_closed:
            raise ConnectionError("given up")

    def _read(self, response: httpx2.Response) -> Iterator[bytes]:
        size = 0
        with _not_asked_again():
            for piece in response.iter_raw():
                size += len(piece)
                if size > MAX_RESPONSE_BYTES:
                    raise PolicyError(
                        f"the answer is over {MAX_RESPONSE_BYTES:,} bytes: is the address right?"
                    )
                yield piece


@contextmanager
def _not_asked_again() -> Iterator[None]:
    """Turn HTTPX errors into built-in ones, which are reported at once: the openai client would
    retry HTTPX's, as it does busy services."""
    try:
        yield
    except httpx2.TimeoutException as error:
        raise TimeoutError from error
    except (httpx2.HTTPError, UnicodeError) as error:  # UnicodeError: not a host name
        raise ConnectionError(str(error)) from error
