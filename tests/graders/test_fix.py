"""What is derived from the text of a fix, and what an answer surely says against it."""

import pytest

from graders.reading.it_triage.contradictions import contradictions, omissions
from graders.reading.it_triage.facts import Advice, mentions
from graders.reading.it_triage.fix import fix

SNAPMIRROR = (
    "Confirm that no data written during the test are needed, then run snapmirror resync "
    "-destination-path svm_dr:projects_dr on the destination cluster."
)
REPLICA = (
    "On the replica stop the SQL thread, set slave_parallel_type = LOGICAL_CLOCK and "
    "slave_parallel_workers = 8 also in my.cnf, and start it again."
)
OPENSSL = (
    "Until the appliance is updated, give this job alone an OPENSSL_CONF file with MinProtocol = "
    "TLSv1 and CipherString = DEFAULT@SECLEVEL=1; leave /etc/ssl/openssl.cnf alone."
)
SIGNING = (
    "Change the application to ldaps://dc01.corp.example:636 with the CA trusted; keep the policy "
    "LDAP server signing requirements at Require signing."
)
BLOCKER = (
    "Find the blocker by joining information_schema.INNODB_LOCK_WAITS to "
    "information_schema.INNODB_TRX, and KILL its trx_mysql_thread_id once the owner agrees."
)
STATE = "Back up the state object, run terraform init -migrate-state, and see with terraform plan."
MEMBERS = (
    "Resync the member by an initial sync, then set oplogMinRetentionHours: 48 under storage in "
    "/etc/mongod.conf and restart the members one at a time."
)
STARTTLS = (
    "Turn on StartTLS in the directory settings of the application; leave olcSecurity as it is."
)
SHARDS = "Delete old indices; until then raise cluster.max_shards_per_node to 1200."
DSA = "Create a new pair with ssh-keygen -t ed25519 and install it; do not re-enable DSA."
GRUB = (
    "Add systemd.unified_cgroup_hierarchy=0 to the kernel line in /etc/default/grub, run "
    "update-grub, and reboot the node in a maintenance window."
)

ADDED_DISK = (
    "Check the WWID with multipath -ll, run lvmdevices --adddev /dev/mapper/mpathc so that it "
    "enters system.devices, then activate with vgchange -ay."
)
EXPIRED = (
    "Once the account owner approves, run chage -E -1 jdoe to remove the expiry date from "
    "/etc/shadow."
)
PRINTER = (
    "Open the lid, pull the first ticket until the black mark is under the blue arrow, close the "
    "lid and press Advance twice."
)


def against(text: str, article: str) -> list[str]:
    said, told = Advice(text).parsed, fix(article, article, (article.lower(),))
    return [*contradictions(said, told), *omissions(said, told)]


@pytest.mark.parametrize(
    ("article", "text"),
    [
        (
            SNAPMIRROR,
            "Run snapmirror resync first. After that confirm that no data written are needed.",
        ),
        (
            MEMBERS,
            "First set oplogMinRetentionHours: 48, then resync the member by an initial sync.",
        ),
        (MEMBERS, "Resync by an initial sync, set it, then restart all members at the same time."),
        (REPLICA, "On the master set slave_parallel_type = LOGICAL_CLOCK and start it again."),
        (REPLICA, "On the replica set slave_parallel_workers to 4 in my.cnf."),
        (OPENSSL, "Set MinProtocol = TLSv1 in /etc/ssl/openssl.cnf."),
        (SIGNING, "Set the policy LDAP server signing requirements to None."),
        (BLOCKER, "Find the blocker and KILL its trx_mysql_thread_id."),
        (BLOCKER, "KILL its trx_mysql_thread_id at once, without asking the owner."),
        (STATE, "Run terraform init -migrate-state."),
        (STATE, "Run terraform init -migrate-state; no backup is needed."),
        (STARTTLS, "Please turn off StartTLS in the application."),
        (STARTTLS, "Turn on StartTLS, then delete olcSecurity."),
        (SHARDS, "Delete old indices and lower cluster.max_shards_per_node to 1200."),
        (DSA, "Create a new pair, and re-enable DSA until it is there."),
        (GRUB, "Add it, and reboot the node immediately."),
        (GRUB, "Add it and reboot the node; there is no need to wait for a maintenance window."),
        (GRUB, "Run update-grub in a maintenance window."),
        (MEMBERS, "Resync it by an initial sync and set it; then restart the members."),
    ],
)
def test_what_is_surely_said_against_a_fix(article: str, text: str) -> None:
    assert against(text, article)


@pytest.mark.parametrize(
    ("article", "text"),
    [
        *((article, article) for article in (SNAPMIRROR, REPLICA, OPENSSL, SIGNING, BLOCKER)),
        *((article, article) for article in (STATE, MEMBERS, STARTTLS, SHARDS, DSA, GRUB, PRINTER)),
        (
            SNAPMIRROR,
            "On the destination run snapmirror resync once it is clear that no data are needed.",
        ),
        (
            SNAPMIRROR,
            "Run snapmirror resync. Before that, confirm on the target that no data are needed.",
        ),
        (
            SNAPMIRROR,
            "Time to run snapmirror resync? Confirm first that the target's data can go.",
        ),
        (
            MEMBERS,
            "1. Resync it by an initial sync.\n2. Only then set oplogMinRetentionHours: 48.\n"
            "3. Restart one by one.",
        ),
        (
            REPLICA,
            "With slave_parallel_workers = 8 the replica works side by side; the source is fine.",
        ),
        (REPLICA, "STOP SLAVE SQL_THREAD;\nSET GLOBAL slave_parallel_type = 'LOGICAL_CLOCK';"),
        (
            OPENSSL,
            "Do not edit /etc/ssl/openssl.cnf; MinProtocol = TLSv1 goes into a file of its own.",
        ),
        (
            SIGNING,
            "Leave LDAP server signing requirements at Require signing; lowering it is unsafe.",
        ),
        (
            BLOCKER,
            "Talk to the owner of the session and, with a yes, KILL its trx_mysql_thread_id.",
        ),
        (STATE, "Take a copy of the state, then run terraform init -migrate-state."),
        (STARTTLS, "We should not turn StartTLS off again. Turn it on in the application."),
        (SHARDS, "Remove old ones, raise cluster.max_shards_per_node to 1200, lower it later."),
        (DSA, "DSA was switched off for good reason, so please do not re-enable DSA."),
        (GRUB, "Reboot the node in a window, not immediately."),
        (
            ADDED_DISK,
            "See the WWID with multipath -ll, add it with lvmdevices --adddev /dev/mapper/mpathc, "
            "which enters it in system.devices, and activate with vgchange -ay. On the other host "
            "one runs mpathconf, unmounts the single path, runs multipath, and mounts it again.",
        ),
        (
            EXPIRED,
            "With a yes of the account owner run chage -E -1 jdoe, and the expiry date is gone "
            "from /etc/shadow.",
        ),
    ],
)
def test_what_is_not_certain_is_no_contradiction(article: str, text: str) -> None:
    assert not against(text, article)


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        ("General, Device Management", "Open Settings > General > Device Management."),
        ("General, Device Management", "Open Settings -> General -> Device Management."),
        ("TCP 135", "open TCP port 135 between the sites"),
        ("4444/tcp", "open TCP port 4444"),
        ("4444/tcp", "open port 4444/tcp"),
        ("COMPATIBILITY_LEVEL = 110", "SET COMPATIBILITY_LEVEL=110;"),
        ("sc.exe config RemoteRegistry start= demand", "sc config RemoteRegistry start= demand"),
        ("usermod -a -G winbindd_priv freerad", "usermod -aG winbindd_priv freerad"),
        ("eksctl x --cluster prod --approve", "eksctl x --approve --cluster prod"),
        ("-Enabled $true", "Set-VM -Enabled:$true"),
        ("--iops=1", "with **--iops=1** for it"),
    ],
)
def test_the_same_written_differently_is_the_same(fact: str, text: str) -> None:
    assert [mention.prescribed for mention in mentions(fact, text)] == [True]


@pytest.mark.parametrize(
    "text",
    [
        "Run chkdsk /f. Scratch that.",
        "Run chkdsk /f.\n\nP.S. None of this applies to your machine.",
        "Run chkdsk /f. Nothing of this is certain yet.",
        "The article says to run chkdsk /f, but I would not do that here.",
        "You may be told to run chkdsk /f. I'd advise **against** that: it takes hours.",
        "You may find the advice to run chkdsk /f. Please leave that one out.",
        "KB-1 names chkdsk /f. I advise you not to do that.",
        "The article would have you run chkdsk /f. I wouldn't.",
        "You may find advice to run chkdsk /f. Better not: it takes hours.",
        "Run chkdsk /f. I'd keep my hands off it, though.",
    ],
)
def test_what_is_named_only_to_advise_against_it_is_not_prescribed(text: str) -> None:
    assert not any(found.prescribed for found in Advice(text).required("chkdsk /f"))


def test_second_thoughts_are_about_what_the_fix_is_about() -> None:
    ours = frozenset(("disk", "check"))
    text = "Run chkdsk /f.\n\nOn reflection, leave the {} alone."
    assert not any(
        m.prescribed for m in Advice(text.format("disk"), (), ours).required("chkdsk /f")
    )
    assert all(m.prescribed for m in Advice(text.format("cat"), (), ours).required("chkdsk /f"))


@pytest.mark.parametrize(
    "text",
    [
        "Run chkdsk /f. Don't skip that.",
        "Run chkdsk /f. Older ones ignore it, this release does not.",
        "Run chkdsk /f. It is the disk after all.",
        "Let it finish before you run chkdsk /f, and do not switch it off.",
    ],
)
def test_what_takes_nothing_back(text: str) -> None:
    assert all(found.prescribed for found in Advice(text).required("chkdsk /f"))


def test_what_is_said_of_another_article_takes_nothing_back() -> None:
    text = "Run chkdsk /f. KB-2 is for 8.0, so leave that out."
    assert all(found.prescribed for found in Advice(text, ("kb-2",)).required("chkdsk /f"))
