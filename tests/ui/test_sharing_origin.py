"""The page's own address is what the trusted proxies were asked for, and valid whatever is sent."""

import pytest

from ui.sharing.origin import origin

HERE = "http://desk.example:7860"


def asked(proxies: int = 0, root_path: str = "", **headers: str) -> str:
    sent = {"host": "desk.example:7860"} | {k.replace("_", "-"): v for k, v in headers.items()}
    scope = {
        "type": "http",
        "scheme": "http",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in sent.items()],
    }
    return origin(scope, root_path, proxies)


FORWARDED = {"x_forwarded_proto": "https", "x_forwarded_host": "ada-desk.hf.space"}


def test_without_proxies_only_the_host_counts():
    assert asked() == HERE
    assert asked(**FORWARDED) == HERE


def test_a_proxy_says_what_it_was_asked_for():
    assert asked(1, **FORWARDED) == "https://ada-desk.hf.space"
    assert asked(1, x_forwarded_proto="https") == "https://desk.example:7860"


def test_what_a_visitor_sends_ahead_of_the_proxies_does_not_count():
    forged = {"x_forwarded_host": "evil.example, ada.example", "x_forwarded_proto": "ftp, https"}
    assert asked(1, **forged) == "https://ada.example"
    assert asked(2, x_forwarded_host="a.example, b.example") == "http://a.example"


@pytest.mark.parametrize(
    "wrong", ['"><script>', "a b", "x/../y", "é.example", "a" * 300, "h:999999"]
)
def test_what_is_no_host_is_passed_over(wrong: str):
    assert asked(1, x_forwarded_host=wrong) == HERE
    assert asked(host=wrong) == "http://localhost"


@pytest.mark.parametrize(
    ("root_path", "found"),
    [
        ("/desk/", f"{HERE}/desk"),
        ("https://desk.example/a/", "https://desk.example/a"),
        ('/"><b>', HERE),
    ],
)
def test_where_it_is_mounted(root_path: str, found: str):
    assert asked(root_path=root_path) == found
