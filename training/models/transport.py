"""The way to an endpoint: what it is sent, where it may be, and how much may come back."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx2

from desks.strict_json import MAX_BYTES
from training.models.addresses import to_public_address
from training.models.policy import PolicyError

MOST = 16 * MAX_BYTES
"""Bytes of an answer, with all that surrounds the completion."""
SILENCE = httpx2.Timeout(60.0, connect=10.0)


class Transport(httpx2.BaseTransport):
    """Passes on a request's body, with the key and no other header: the openai client would tell
    of this machine, and of what its variables (OPENAI_...) hold.

    Of an answer it gives the status and at most `MOST` bytes, unpacked by nobody. Its headers stay
    here, so an endpoint has no say in how it is read or when it is asked again. Where it is
    `public`, its name is looked up as it is asked, past the proxies of this machine's settings.
    """

    def __init__(self, key: str, public: bool) -> None:
        headers = {"Accept-Encoding": "identity", "Content-Type": "application/json"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        own = httpx2.HTTPTransport() if public else None
        self._web = httpx2.Client(headers=headers, timeout=SILENCE, transport=own)
        self._public = public

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        asked = self._web.build_request(
            "POST", request.url, content=request.read(), extensions={"trace": self._on_event}
        )
        if self._public:
            to_public_address(asked)
        with _not_asked_again():
            response = self._web.send(asked, stream=True)
        if response.is_success and "html" in response.headers.get("content-type", ""):
            raise PolicyError(
                "a web page came back and not JSON: the address of an API was expected, which "
                "mostly ends in /v1"
            )
        json = {"Content-Type": "application/json"}
        return httpx2.Response(response.status_code, headers=json, content=self._read(response))

    def close(self) -> None:
        self._web.close()

    def _on_event(self, name: str, info: object) -> None:
        # A connection that was given up while it was made would live on.
        if name == "http11.send_request_headers.started" and self._web.is_closed:
            raise ConnectionError("given up")

    def _read(self, response: httpx2.Response) -> Iterator[bytes]:
        size = 0
        with _not_asked_again():
            for piece in response.iter_raw():
                size += len(piece)
                if size > MOST:
                    raise PolicyError(f"the answer is over {MOST:,} bytes: is the address right?")
                yield piece


@contextmanager
def _not_asked_again() -> Iterator[None]:
    """The openai client asks again where a service is busy, and after errors of HTTPX: as other
    errors they are told at once."""
    try:
        yield
    except httpx2.TimeoutException as error:
        raise TimeoutError from error
    except (httpx2.HTTPError, UnicodeError) as error:  # UnicodeError: no name of a host
        raise ConnectionError(str(error)) from error
