"""Naming a fact: near misses of tokens. What is said of it: `test_it_triage_wordings`."""

import pytest

from graders.reading.it_triage.facts import Advice, mentions, undoes

FACT = "systemctl restart sshd"


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        ("1.5", "1.5."),
        ("1.5", "(1.5)"),
        ("1.5", "from 1.4 to 1.5, then on"),
        ("mtu 1400", "MTU  1400."),
        ("mtu 1400", "set mtu\n1400"),
        ("--ssl-mode=VERIFY_CA", "add --ssl-mode=VERIFY_CA, please"),
        ("vm.max_map_count", "sysctl -w vm.max_map_count=262144"),
        ("443", "port:443"),
        ("/etc/hosts", "edit /etc/hosts."),
        ("/etc/hosts", "edit `/etc/hosts`: add a line"),
        ("15", "15%"),
        ("sshd", "sshd's socket"),
        ("drop: [ALL]", "drop: [ALL] and"),
        ("KC_PROXY", "set kc_proxy"),
        ("SET x = '15min'", "run SET x = '15min' now"),
        ("_cat/allocation?v", "GET _cat/allocation?v"),
        ("C:\\Temp", "delete C:\\Temp\\x.log"),
        ("x.log", "delete C:\\Temp\\x.log"),
    ],
)
def test_named(fact: str, text: str) -> None:
    (found,) = mentions(fact, text)
    assert text[found.start : found.end].lower().split() == fact.lower().split()


@pytest.mark.parametrize(
    ("fact", "text", "named"),
    [
        ("mtu 1400", "set `mtu` `1400`.", "mtu` `1400"),
        ("mtu 1400", "set _mtu 1400_.", "mtu 1400"),
        ("mtu 1400", "set __mtu__ to **1400**.", "mtu__ to **1400"),
        ("mtu 1400", "set mtu: 1400", "mtu: 1400"),
        ("mtu 1400", "set mtu\u00a01400", "mtu\u00a01400"),
        ("mtu = 1400", "set mtu to 1400", "mtu to 1400"),
        ("--iops=1", "set \u2013\u2013iops=1 now", "\u2013\u2013iops=1"),
        ("--iops=1", "set \u2014iops=1 now", "\u2014iops=1"),
        ("--iops=1", "set --iops = 1 now", "--iops = 1"),
        ("re-run", "then re\u2011run it", "re\u2011run"),
        ("file", "the \ufb01le", "\ufb01le"),
        ("x = '15min'", "x = \u201915min\u2019", "x = \u201915min\u2019"),
        ("sshd", "\u017fshd", "\u017fshd"),
    ],
)
def test_named_in_other_typography(fact: str, text: str, named: str) -> None:
    (found,) = mentions(fact, text)
    assert text[found.start : found.end] == named


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        ("grubby --update-kernel=ALL", "/sbin/grubby -v --update-kernel=ALL"),
        ("--force", "-force"),
        ("systemctl restart sshd", "systemctl, restart, sshd"),
    ],
)
def test_a_foreign_fact_is_named_in_more_ways(fact: str, text: str) -> None:
    (found,) = Advice(text).foreign(fact, lambda start, end: False)
    assert found.prescribed


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        ("1.5", "11.50"),
        ("1.5", "11.5"),
        ("1.5", "1.50"),
        ("1.5", "1.5.2"),
        ("1.5", "v1.5"),
        ("1.5", "1,5"),
        ("15", "15,000"),
        ("15", "1,015"),
        ("30", "12:30"),
        ("12", "12:30"),
        ("mtu 1400", "mtu 14000"),
        ("mtu 1400", "mtu 1.400"),
        ("mtu 1400", "1400 mtu"),
        ("--force", "--force-with-lease"),
        ("--force", "---force"),
        ("force", "--force"),
        ("-f", "--f"),
        ("-f", "-fr"),
        ("/etc/hosts", "/etc/hosts.allow"),
        ("/etc/hosts", "/etc/hosts/x"),
        ("/etc/hosts", "/usr/etc/hosts"),
        ("hosts", "/etc/hosts"),
        ("C:\\Temp", "C:\\Temp\\x"),
        ("restart", "restarted"),
        ("restart", "pre-restart"),
        ("root", "root@db1"),
        ("sshd", "ssһd"),  # a Cyrillic letter
        (FACT, "systemctl restart the sshd"),
        (FACT, "restart sshd systemctl"),
        (FACT, ""),
    ],
)
def test_not_named(fact: str, text: str) -> None:
    assert mentions(fact, text) == []


def test_a_fact_that_is_shouted_is_no_advice() -> None:
    assert {found.stance for found in mentions(FACT, f"{FACT} " * 41)} == {"open"}


def test_what_the_answer_undoes_may_be_undone() -> None:
    (found,) = Advice(f"Remove {FACT}.").required(FACT)
    assert found.stance == "forbidden"
    assert undoes(f"Delete {FACT}.", (FACT,))
    (found,) = Advice(f"Remove {FACT}.").required(FACT, undone=True)
    assert found.prescribed
