"""Whose request it is: behind a proxy the visitor it names, and never whom a visitor names."""

import pytest

from envs.address import address, trusted_proxies

PEER = "198.51.100.7"


def scope(*headers: str, peer: str | None = PEER) -> dict:
    """A connection from a peer, with these lines of X-Forwarded-For."""
    lines = [(b"x-forwarded-for", line.encode("latin-1")) for line in headers]
    lines = [(b"host", b"localhost"), *lines, (b"forwarded", b"for=192.0.2.60")]
    return {"type": "http", "client": peer and (peer, 40_000), "headers": lines}


@pytest.mark.parametrize(
    ("proxies", "headers", "expected"),
    [
        (0, [], PEER),
        (0, ["203.0.113.1"], PEER),
        (0, ["203.0.113.1, 203.0.113.2", "203.0.113.3"], PEER),
        (1, [], PEER),
        (1, ["203.0.113.1"], "203.0.113.1"),
        (1, ["192.0.2.1, 203.0.113.1"], "203.0.113.1"),
        (1, ["192.0.2.1", "203.0.113.1"], "203.0.113.1"),
        (1, ["203.0.113.1", "192.0.2.1,"], PEER),
        (2, ["192.0.2.1, 203.0.113.1, 203.0.113.2"], "203.0.113.1"),
        (2, ["203.0.113.2"], "203.0.113.2"),
        (2, ["unknown, 203.0.113.2"], "203.0.113.2"),
        (99, ["192.0.2.1, 203.0.113.1"], "192.0.2.1"),
    ],
)
def test_no_more_is_believed_than_our_proxies_have_added(
    proxies: int, headers: list[str], expected: str
) -> None:
    assert address(scope(*headers), proxies) == expected


@pytest.mark.parametrize(
    "said", ["", " ", "unknown", "203.0.113", "203.0.113.1.2", "1" * 9_999, "\xff\x00", "[", ":"]
)
def test_what_is_no_address_leaves_the_peer(said: str) -> None:
    assert address(scope(said), 1) == PEER


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("203.0.113.1:4711", "203.0.113.1"),
        ("  203.0.113.1 ", "203.0.113.1"),
        ("::ffff:203.0.113.1", "203.0.113.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
    ],
)
def test_an_address_is_told_in_one_way(said: str, expected: str) -> None:
    assert address(scope(said), 1) == expected
    assert address(scope(peer=said.strip()), 0) == expected


def test_who_comes_by_no_network_is_one_visitor() -> None:
    assert address(scope(peer=None), 0) == address(scope(peer=""), 1) == "unknown"


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, 0),
        ({"SPACE_ID": "owner/name"}, 1),
        ({"SPACE_ID": ""}, 0),
        ({"REWARDDESK_PROXIES": "2"}, 2),
        ({"SPACE_ID": "owner/name", "REWARDDESK_PROXIES": "0"}, 0),
    ],
)
def test_how_many_proxies_are_ours(settings: dict[str, str], expected: int) -> None:
    assert trusted_proxies(settings) == expected


@pytest.mark.parametrize("said", ["", "-1", "one", "1.0", "100", "\u00b2", " 1"])
def test_a_number_of_proxies_that_is_none_is_refused(said: str) -> None:
    with pytest.raises(ValueError, match=r"REWARDDESK_PROXIES: .*0 to 99, was expected"):
        trusted_proxies({"REWARDDESK_PROXIES": said})
