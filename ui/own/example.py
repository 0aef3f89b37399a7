"""The filled examples of the panels for one's own email and runbooks."""

_MAIL = """\
From: Tim Berg <tim.berg@northwind.example>
To: Ada Stone <ada@firm.example>
Date: Tue, 3 Mar 2026 09:12:00 +0000
Subject: Budget for the second half

Hi Ada,

could we go through the budget on Thursday at 14:30 your time? Forty-five minutes should do. Please
bring Lena Fox (lena@firm.example), she has the numbers. It has to be before Monday.

Thanks
Tim
"""
_CALENDAR = """\
BEGIN:VCALENDAR
BEGIN:VEVENT
UID:1
DTSTART;TZID=Europe/Berlin:20260305T140000
DTEND;TZID=Europe/Berlin:20260305T150000
SUMMARY:Supplier call
END:VEVENT
BEGIN:VEVENT
UID:2
DTSTART;TZID=Europe/Berlin:20260105T093000
DTEND;TZID=Europe/Berlin:20260105T100000
RRULE:FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR
SUMMARY:Stand-up
END:VEVENT
BEGIN:VEVENT
UID:3
DTSTART;TZID=Europe/Berlin:20260306T110000
DTEND;TZID=Europe/Berlin:20260306T123000
SUMMARY:Interview, perhaps
STATUS:TENTATIVE
END:VEVENT
END:VCALENDAR
"""
EXAMPLE = {
    "mail": _MAIL,
    "me": "Ada Stone <ada@firm.example>",
    "zone": "Europe/Berlin",
    "opens": "09:00",
    "closes": "17:00",
    "now": "",
    "calendars": [["ada.ics", _CALENDAR]],
}
"""The panel's fields, and the calendars as pairs of name and text."""
RUNBOOKS = [
    [
        "disk.md",
        "# Disk full on a web server\n\n## Symptom\n\nAlert `DiskAlmostFull`; uploads fail with "
        "`No space left on device`.\n\n## Fix\n\nMostly old logs. Keep the last week:\n\n"
        "```sh\njournalctl --vacuum-time=7d\n```\n\nIf `/var/lib/docker` is the largest folder, "
        "run `docker image prune --all` instead, and tell the owners of the images.\n",
    ],
    [
        "mail.md",
        "# Outgoing mail is stuck\n\n## Fix\n\nLook at the queue with `mailq`. Flush it with "
        "`postqueue -f` once the relay answers again; never delete it.\n",
    ],
    [
        "certificates.md",
        "# A certificate has expired\n\n## Fix\n\nRenew it with `certbot renew --cert-name portal` "
        "and reload nginx with `systemctl reload nginx`.\n",
    ],
]
"""Runbooks, as pairs of name and text."""
TICKET = {
    "subject": "Nobody can upload anything",
    "body": "Since this morning every upload to web-3 ends with 'No space left on device'. "
    "Somebody said it is the logs again.",
}
"""A ticket that one of them answers."""
