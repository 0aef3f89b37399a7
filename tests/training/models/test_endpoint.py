"""The endpoint policy, against a real model server and against servers that answer anything."""

import gzip
import json
import os
import socket
import ssl
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import groupby
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlsplit

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from desks import load
from tests.tiny_model import save_tiny
from training import inference
from training.models.endpoints import addresses, endpoint
from training.models.endpoints.endpoint import Endpoint
from training.models.endpoints.keys import key_in
from training.models.policies import load_policy
from training.models.policy import PolicyError

DESK = load("exec_assist")
PROMPT = DESK.prompt(DESK.scenario(0, "easy", "eval"))
STARTING = 120
"""Seconds that the model server may take to come up, on a busy machine."""


# -- a server of models, as people run it ---


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return save_tiny(tmp_path_factory.mktemp("served"))


@pytest.fixture(scope="module")
def served(tiny: Path) -> Iterator[str]:
    """`transformers serve` with a tiny model; yields its base URL."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [Path(sys.executable).parent / "transformers", "serve", str(tiny)]
    options = ["--host", "127.0.0.1", "--port", str(port), "--device", "cpu"]
    log = tiny / "serve.log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            [*command, *options],
            stdout=output,
            stderr=subprocess.STDOUT,
            env=os.environ | {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"},
        )
    try:
        deadline = time.monotonic() + STARTING
        while True:
            assert server.poll() is None, log.read_text()
            assert time.monotonic() < deadline, f"not up in time: {log.read_text()}"
            try:
                httpx2.get(f"http://127.0.0.1:{port}/health", timeout=2).raise_for_status()
                break
            except httpx2.HTTPError:
                time.sleep(0.5)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        server.terminate()
        server.wait(20)


@pytest.mark.slow
def test_a_served_model_answers_as_it_does_in_this_process(served, tiny):
    here = load_policy(f"folder:{tiny}", DESK, 12)
    there = load_policy(f"api:{tiny}@{served}", DESK, 12)
    prompts = [DESK.prompt(DESK.scenario(n, "easy", "eval")) for n in range(3)]
    expected = [text.strip() for text in here.complete(prompts, sample=False, seed=0)]
    # The server takes white space from an answer's ends.
    assert there.complete(prompts, sample=False, seed=0) == expected
    texts = list(there.stream(prompts[0], sample=False, seed=0))
    assert texts[-1].strip() == expected[0]
    assert len(texts) > 1


@pytest.mark.slow
def test_the_baseline_runs_on_a_served_model(served, tiny, capsys):
    spec = f"api:{tiny}@{served}"
    assert inference.main(["--policy", spec, "--desk", "exec_assist", "--n", "1"]) == 0
    *lines, mean = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["easy/0", "medium/0", "hard/0"]
    assert mean.startswith("mean 0.000 over 3 scenarios")  # a random model writes no JSON


# -- servers that answer anything ---


def chat(content) -> bytes:
    return json.dumps({"choices": [{"message": {"content": content}}]}).encode()


def events(*data: str) -> bytes:
    return "".join(f"data: {one}\n\n" for one in data).encode()


def delta(text) -> str:
    return json.dumps({"choices": [{"delta": {"content": text}}]})


ODD = (
    *("7", "null", "[]", '"choices"', "{}", '{"choices": {}}', '{"choices": [7]}'),
    *(
        '{"choices": [{"delta": null}]}',
        '{"choices": [{"delta": "content"}]}',
        delta(None),
        delta(7),
    ),
)
"""Events that tell nothing."""


class Anything(BaseHTTPRequestHandler):
    """Answers by the first word of the path: status, content type, body; or misbehaves."""

    ANSWERS: ClassVar = {
        "fine": (200, "application/json", chat('{"a": 1}')),
        "html": (200, "text/html; charset=utf-8", b"<html><body>Welcome</body></html>"),
        "error": (500, "application/json", b'{"error": "out of memory"}'),
        "denied": (401, "application/json", b'{"error": "bad key sk-secret-1"}'),
        "absent": (404, "text/plain", b"not found"),
        "moved": (302, "text/plain", b"elsewhere"),
        "moved for good": (308, "text/plain", b"elsewhere"),
        "nothing": (204, "application/json", b""),
        "packed": (200, "application/json", gzip.compress(chat('{"a": 1}'))),
        "charset": (500, "text/plain; charset=zlib", zlib.compress(b"x" * 100_000_000)),
        "commanding": (400, "text/plain", b"ask again"),
        "garbage": (200, "application/json", b"\xff\xfe{]"),
        "deep": (200, "application/json", b"[" * 100_000),
        "digits": (200, "application/json", b"9" * 5_000),
        "crowded": (200, "application/json", b'{"choices": [' + b"{}," * 300_000 + b"{}]}"),
        "list": (200, "application/json", b"[1, 2]"),
        "null": (200, "application/json", chat(None)),
        "number": (200, "application/json", chat(7)),
        "told": (200, "application/json", b'{"error": {"message": "no such model"}}'),
        "long": (200, "application/json", chat("x" * 70_000)),
        "busy": (429, "text/plain", b"later"),
        "streamed": (200, "text/event-stream", events(delta('{"a"'), delta(": 1}"), "[DONE]")),
        "unfinished": (200, "text/event-stream", events(delta("abc"))),
        "counted": (200, "text/event-stream", events(delta("abc"), '{"choices": []}', "[DONE]")),
        "broken": (200, "text/event-stream", events(delta("abc"), '{"error": "out of memory"}')),
        "no event": (200, "text/event-stream", events("{]")),
        "silent": (200, "text/event-stream", events("[DONE]")),
        "deep event": (200, "text/event-stream", events(f'{{"error": {"[" * 300}{"]" * 300}}}')),
        "no UTF-8": (200, "text/event-stream", b"data: \xff\n\n"),
        "of threads": (200, "text/event-stream", b"event: thread.run\n" + events(delta("abc"))),
        "odd": (200, "text/event-stream", events(*ODD, delta("abc"), "[DONE]")),
        "flood": (200, "text/event-stream", events(*[delta("x" * 7_000)] * 10)),
    }
    HEADERS: ClassVar = {
        "moved": ("Location", "/fine/chat/completions"),
        "moved for good": ("Location", "/fine/chat/completions"),
        "packed": ("Content-Encoding", "gzip"),
        "commanding": ("X-Should-Retry", "true"),
        "busy": ("Retry-After", "100"),
    }
    asked: ClassVar[list[dict]] = []
    headers_sent: ClassVar[list[dict[str, str]]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append(body)
        self.headers_sent.append(dict(self.headers))
        kind = urlsplit(self.path).path.split("/")[1].replace("%20", " ")
        if kind == "recovers":
            kind = "busy" if len(self.asked) < 3 else "fine"
        if kind == "hangs up":
            return
        if kind == "broken header":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nbad key sk-secret-1\r\n\r\n")
            return
        endless = kind in ("endless", "drips", "endless events")
        status, media, answer = self.ANSWERS.get(kind, (200, "application/json", b" "))
        self.send_response(status)
        self.send_header("Content-Type", media)
        if kind in self.HEADERS:
            self.send_header(*self.HEADERS[kind])
        if not endless:
            self.send_header("Content-Length", str(len(answer)))
        while kind == "drips headers":
            self.send_header("X-More", "1")
            try:
                self.flush_headers()
            except OSError:
                return
            time.sleep(0.05)
        self.end_headers()
        while endless:
            try:
                self.wfile.write(b" " * 65_536 if kind != "drips" else b" ")
            except OSError:
                return
            time.sleep(0.05 if kind == "drips" else 0)
        self.wfile.write(answer)

    def log_message(self, *arguments: object) -> None:
        """Quiet."""


@pytest.fixture(scope="module")
def anything() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Anything)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.01)
    monkeypatch.setattr(endpoint, "ANSWER_SECONDS", {False: 120.0, True: 120.0})
    Anything.asked.clear()
    Anything.headers_sent.clear()


def whole(address: str, key_from: str | None = None) -> str:
    policy = load_policy(f"api:some/model@{address}", DESK, 50, key_in(key_from))
    return policy.complete([PROMPT], sample=True, seed=3)[0]


def streamed(address: str) -> list[str]:
    policy = load_policy(f"api:some/model@{address}", DESK, 50)
    return [text for text, _ in groupby(policy.stream(PROMPT, sample=False, seed=3)) if text]


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("html", "a web page came back and not JSON.*ends in /v1"),
        ("error", "status 500.*out of memory"),
        ("denied", "status 401, it wants a key.*--key-from"),
        ("absent", "status 404, no such path or model"),
        ("moved", "status 302"),
        ("moved for good", "status 308"),
        ("nothing", "not JSON"),
        ("packed", "not JSON"),
        ("charset", "status 500"),
        ("commanding", "status 400"),
        ("digits", "not JSON"),
        ("crowded", r"no choices\[0\].message.content"),
        ("garbage", "not JSON"),
        ("deep", "not JSON"),
        ("list", r"no choices\[0\].message.content"),
        ("null", r"no choices\[0\].message.content"),
        ("number", r"no choices\[0\].message.content"),
        ("told", "no such model"),
        ("long", "over 65,536 characters"),
        ("busy", "status 429, too many requests"),
        ("endless", "over 1,048,576 bytes"),
        ("hangs up", "no connection"),
        ("broken header", "no connection"),
        ("streamed", "not JSON"),
    ],
)
def test_what_is_no_answer_is_an_error_that_says_what_to_do(anything, kind, says):
    with pytest.raises(PolicyError, match=says) as error:
        whole(f"{anything}/{kind}")
    assert str(error.value).startswith(f"{anything}/{kind.replace(' ', '%20')}")
    assert len(str(error.value)) < 500
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("html", "a web page"),
        ("error", "status 500"),
        ("fine", "streamed no text"),
        ("broken", "it broke off.*out of memory"),
        ("no event", "not JSON"),
        ("silent", "streamed no text"),
        ("flood", "over 65,536 characters"),
        ("endless events", "over 1,048,576 bytes"),
        ("deep event", "it broke off"),
        ("no UTF-8", "not JSON"),
        ("of threads", "streamed no text"),
    ],
)
def test_a_stream_that_goes_wrong_says_so(anything, kind, says):
    with pytest.raises(PolicyError, match=says):
        streamed(f"{anything}/{kind}")


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        ("streamed", ['{"a"', '{"a": 1}']),
        ("unfinished", ["abc"]),  # some services just close
        ("counted", ["abc"]),
        ("odd", ["abc"]),
    ],
)
def test_a_stream_grows(anything, kind, texts):
    assert streamed(f"{anything}/{kind}") == texts


def test_while_nothing_comes_a_stream_is_heard_of_and_may_be_left(anything):
    policy = load_policy(f"api:some/model@{anything}/drips%20headers", DESK, 50)
    began = time.monotonic()
    with closing(policy.stream(PROMPT, sample=False, seed=3)) as stream:
        assert [next(stream) for _ in range(3)] == [""] * 3
    assert time.monotonic() - began < 10


def asking() -> list[threading.Thread]:
    return [one for one in threading.enumerate() if Endpoint._send.__name__ in one.name]


def test_of_answers_that_are_given_up_nothing_stays(anything, monkeypatch):
    monkeypatch.setattr(endpoint, "ANSWER_SECONDS", {False: 0.5, True: 0.5})
    policy = load_policy(f"api:some/model@{anything}/drips", DESK, 50)
    for _ in range(3):
        with pytest.raises(PolicyError, match="takes over"):
            policy.complete([PROMPT] * endpoint.CONCURRENT_REQUESTS, True, 3)
    ends = time.monotonic() + 20
    while asking() and time.monotonic() < ends:
        time.sleep(0.1)
    assert not asking()


def test_of_what_is_given_up_while_it_connects_nothing_stays(anything, monkeypatch):
    real = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **k: time.sleep(1) or real(*a, **k))
    policy = load_policy(f"api:some/model@{anything}/drips%20headers", DESK, 50)
    with closing(policy.stream(PROMPT, sample=False, seed=3)) as stream:
        next(stream)
    assert asking()
    ends = time.monotonic() + 20
    while asking() and time.monotonic() < ends:
        time.sleep(0.1)
    assert not asking()


@pytest.mark.parametrize("ask", [whole, streamed])
@pytest.mark.parametrize("kind", ["drips", "drips%20headers"])
def test_an_answer_that_drips_is_not_waited_for(anything, monkeypatch, kind, ask):
    monkeypatch.setattr(endpoint, "ANSWER_SECONDS", {False: 0.3})
    started = time.monotonic()
    with pytest.raises(PolicyError, match="takes over"):
        ask(f"{anything}/{kind}")
    assert time.monotonic() - started < 10


def test_nobody_there_says_so():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with pytest.raises(PolicyError, match=r"no connection.*is the address right"):
        whole(f"http://127.0.0.1:{port}/v1")


@pytest.mark.parametrize("address", ["/fine", "/fine/", "/fine/chat/completions", "/fine/a%2Fb"])
def test_what_is_asked_is_the_whole_distribution(anything, address):
    assert whole(f"{anything}{address}") == '{"a": 1}'
    [asked] = Anything.asked
    assert asked["messages"] == PROMPT
    assert (asked["model"], asked["max_tokens"]) == ("some/model", 50)
    assert (asked["temperature"], asked["top_p"], asked["stream"]) == (1.0, 1.0, False)
    assert whole(f"{anything}/fine")
    assert Anything.asked[1]["seed"] == asked["seed"]


def test_a_busy_service_is_asked_again(anything):
    assert whole(f"{anything}/recovers") == '{"a": 1}'
    assert len(Anything.asked) == 3


@pytest.mark.parametrize(("kind", "times"), [("busy", 5), ("commanding", 1), ("moved", 1)])
def test_how_often_and_when_it_is_asked_the_service_does_not_say(anything, kind, times):
    began = time.monotonic()
    with pytest.raises(PolicyError, match="status"):
        whole(f"{anything}/{kind}")
    assert len(Anything.asked) == times
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("ask", [whole, streamed])
def test_who_waits_at_the_page_is_told_at_once_that_it_hung_up(anything, ask):
    with pytest.raises(PolicyError, match="no connection"):
        ask(f"{anything}/hangs%20up")
    assert len(Anything.asked) == 1


# -- keys ---


def test_a_key_goes_where_it_belongs_and_nowhere_else(anything, monkeypatch):
    monkeypatch.setenv("A_KEY", "sk-secret-1")
    whole(f"{anything}/fine", "A_KEY")
    whole(f"{anything}/fine")
    keys = [sent.get("Authorization") for sent in Anything.headers_sent]
    assert keys == ["Bearer sk-secret-1", None]
    for kind in ("denied", "broken header"):
        with pytest.raises(PolicyError, match="bad key \\[key\\]"):
            whole(f"{anything}/{kind}", "A_KEY")


def test_what_the_client_finds_on_this_machine_it_keeps(anything, monkeypatch):
    for name in ("API_KEY", "ADMIN_KEY", "ORG_ID", "PROJECT_ID"):
        monkeypatch.setenv(f"OPENAI_{name}", "sk-other")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Other: sk-other\nAuthorization: sk-other")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    assert whole(f"{anything}/fine") == '{"a": 1}'
    [sent] = Anything.headers_sent
    assert set(sent) - {"Host", "Accept", "User-Agent", "Connection", "Content-Length"} == {
        "Accept-Encoding",
        "Content-Type",
    }
    assert "sk-other" not in str(sent)


@pytest.mark.parametrize("value", [None, "", " ", "a\nb", "schlüssel"])
def test_a_variable_without_a_key_is_named(anything, monkeypatch, value):
    if value is None:
        monkeypatch.delenv("A_KEY", raising=False)
    else:
        monkeypatch.setenv("A_KEY", value)
    with pytest.raises(PolicyError, match="A_KEY holds no key") as error:
        whole(f"{anything}/fine", "A_KEY")
    assert "schl" not in str(error.value)


@pytest.mark.parametrize(
    "address",
    [
        *(
            "",
            "localhost",
            "ftp://h/v1",
            "http:///v1",
            "http:",
            "http://[::1/v1",
            "http://h:port/v1",
        ),
        f"http://h/{'v' * 65_520}",  # too long with what is added
    ],
)
def test_what_is_no_address_is_not_asked(address):
    with pytest.raises(PolicyError, match="MODEL@BASE_URL was expected"):
        load_policy(f"api:m@{address}", DESK)


@pytest.mark.parametrize("host", ["x..y", "a" * 300])
def test_a_host_that_can_have_no_address_is_told_of(host):
    with pytest.raises(PolicyError, match=r"no connection|MODEL@BASE_URL"):
        whole(f"http://{host}")


def test_no_key_is_sent_in_the_clear():
    with pytest.raises(PolicyError, match="over https only"):
        load_policy("api:m@http://models.example/v1", DESK, key="sk-secret-1")


@pytest.mark.parametrize("key", ["schl\u00fcssel", "two\nlines", "nul\x00"])
def test_what_cannot_be_a_key_is_not_sent(key):
    with pytest.raises(PolicyError, match="printable ASCII") as error:
        load_policy("api:m@https://models.example/v1", DESK, key=key)
    assert key not in str(error.value)


# -- endpoints that a stranger named ---

STRANGE = "models.example"
ELSEWHERE = "93.184.215.14"
"""An address on the public internet, which is never called here."""


@pytest.fixture
def resolver(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Sets what names lead to, one time after the other; gives the list of what was looked up."""

    def told(**leads: list[str]) -> list[str]:
        seen: list[str] = []
        real = socket.getaddrinfo

        def getaddrinfo(host, port, *others, **named):
            name = host.decode() if isinstance(host, bytes) else host
            seen.append(name)
            if name == ELSEWHERE:
                raise socket.gaierror(-2, "nobody is called from here")
            left = leads.get(name.replace(".", "_"))
            if left is None:
                return real(host, port, *others, **named)
            to = left.pop(0) if len(left) > 1 else left[0]
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (to, port))]

        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
        return seen

    return told


def test_a_name_that_leads_elsewhere_a_moment_later_is_not_followed_there(resolver):
    with socket.create_server(("127.0.0.1", 0)) as within:
        within.settimeout(2)
        port = within.getsockname()[1]
        seen = resolver(models_example=[ELSEWHERE, "127.0.0.1"])
        policy = load_policy(f"api:m@https://{STRANGE}:{port}/v1", DESK, public=True)
        with pytest.raises(PolicyError, match="no connection"):
            policy.complete([PROMPT], True, 3)
        assert seen == [STRANGE, ELSEWHERE]
        with pytest.raises(TimeoutError):
            within.accept()


def test_of_this_machines_proxies_strangers_endpoints_get_none(resolver, anything, monkeypatch):
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.setenv(name, anything)
    assert whole(f"http://{STRANGE}/fine") == '{"a": 1}'
    resolver(models_example=[ELSEWHERE])
    with pytest.raises(PolicyError, match="no connection"):
        load_policy(f"api:m@https://{STRANGE}/v1", DESK, public=True).complete([PROMPT], True, 3)


WITHIN = """
    127.0.0.1 169.254.169.254 10.0.0.8 ::1 64:ff9b:1::7f00:1 ::ffff:0:7f00:1 192.0.0.8 192.88.99.1
    3fff::1 5f00::1 168.63.129.16
""".split()


@pytest.mark.parametrize("to", WITHIN)
def test_a_name_that_leads_within_is_not_asked(resolver, to):
    resolver(models_example=[to])
    policy = load_policy(f"api:m@https://{STRANGE}/v1", DESK, public=True)
    with pytest.raises(PolicyError, match="not on the public internet"):
        list(policy.stream(PROMPT, True, 3))


def test_what_is_called_by_its_address_is_known_by_its_name(resolver, monkeypatch, tmp_path):
    monkeypatch.setattr(addresses, "is_public", lambda address: True)
    resolver(models_example=["127.0.0.1"])
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(tmp_path, STRANGE))
    named: list[str] = []
    context.sni_callback = lambda _, name, __: named.append(name)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Anything)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "models.pem"))
    try:
        spec = f"api:m@https://{STRANGE}:{server.server_port}/fine"
        policy = load_policy(spec, DESK, public=True, key="sk-secret-1")
        assert policy.complete([PROMPT], True, 3) == ['{"a": 1}']
        assert named == [STRANGE]
        [sent] = Anything.headers_sent
        assert sent["Host"] == f"{STRANGE}:{server.server_port}"
        assert sent["Authorization"] == "Bearer sk-secret-1"
        other = load_policy(spec.replace(STRANGE, "localhost"), DESK, public=True)
        with pytest.raises(PolicyError, match=r"no connection.*certificate"):
            other.complete([PROMPT], True, 3)
    finally:
        server.shutdown()
        server.server_close()


def certificate(folder: Path, name: str) -> Path:
    """A key and a certificate of that name, which is its own authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    day = timedelta(days=1)
    signed = (
        x509.CertificateBuilder(who, who, key.public_key(), x509.random_serial_number())
        .not_valid_before(datetime.now(UTC) - day)
        .not_valid_after(datetime.now(UTC) + day)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path = folder / "models.pem"
    path.write_bytes(secret + signed.public_bytes(Encoding.PEM))
    return path


def test_an_event_in_very_many_pieces_takes_time_in_proportion(monkeypatch):
    """Of bytes that come one by one the work may be quadratic: 25 s of 400,000."""
    told = json.loads(delta("abc")) | {"more": "x" * 400_000}
    answer = events(json.dumps(told))
    pieces = httpx2.MockTransport(
        lambda request: httpx2.Response(200, content=(bytes([one]) for one in answer))
    )
    monkeypatch.setattr(endpoint, "Transport", lambda *_: pieces)
    began = time.process_time()
    assert streamed("http://localhost/v1") == ["abc"]
    assert time.process_time() - began < 5


def test_an_answer_of_very_many_parts_is_read_in_no_time(anything):
    """As objects of the client's models they took 5 s."""
    began = time.process_time()
    with pytest.raises(PolicyError):
        whole(f"{anything}/crowded")
    assert time.process_time() - began < 2
