"""The filled example of the panel for one's own email."""

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
