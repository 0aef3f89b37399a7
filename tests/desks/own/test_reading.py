"""What emails that people bring are understood to ask for.

`requests/` holds emails written freely, with what a careful assistant would understand: those in
`dev*.jsonl` were read by whoever wrote the rules, those in `sealed_*.jsonl` were not.
"""

import json
from datetime import date, datetime, time
from pathlib import Path

import pytest

from desks.own.mail_history import with_history
from desks.own.message import Address, Message
from desks.own.reading import Reading, read_request
from desks.own.reading.attending import changed, taking_part
from desks.own.reading.neighbours import clauses_of
from desks.own.reading.planning import MOST
from desks.own.reading.said.clocks import clocks
from desks.own.reading.said.dates import days
from desks.own.reading.said.dates_meant import Calendar
from desks.own.reading.said.lengths import lengths
from desks.own.reading.said.zones import said_zone
from desks.own.reading.sentences import parts_of, sentences_of
from tests.slowness import over, seconds

MONDAY = date(2026, 3, 9)
REQUESTS = Path(__file__).parent / "requests"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Thursday?", "2026-03-12"),
        ("this Monday", "2026-03-16"),
        ("next Tuesday at 3", "2026-03-17"),
        ("Tuesday week", "2026-03-17"),
        ("Wed next week", "2026-03-18"),
        ("a week on Monday", "2026-03-23"),
        ("a fortnight from today", "2026-03-23"),
        ("the 12th", "2026-03-12"),
        ("the 3rd", "2026-04-03"),
        ("12 March", "2026-03-12"),
        ("March 12th, 2027", "2027-03-12"),
        ("Thu 12 Mar", "2026-03-12"),
        ("the 16th of March, a Monday,", "2026-03-16"),
        ("08-Apr-2026 (Wednesday)", "2026-04-08"),
        ("the last Monday of this month", "2026-03-30"),
        ("the day 17 of this month", "2026-03-17"),
        ("12/3", "2026-03-12"),
        ("2026-03-12T10:00", "2026-03-12"),
        ("tmrw", "2026-03-10"),
        ("2026.03.17", "2026-03-17"),
        ("Monday fortnight", "2026-03-30"),
        ("Thursday in a week", "2026-03-19"),
        ("Two weeks from today", "2026-03-23"),
        ("Three days from now", "2026-03-12"),
        ("the last working day of this month", "2026-03-31"),
        ("Thursday the nineteenth of March", "2026-03-19"),
        ("at 10.15.", ""),
        ("the first working day of April", "2026-04-01"),
        ("the twenty first of March", "2026-03-21"),
        ("until 10.4. at the latest", "2026-04-10"),
        ("from 12.4. to 14.4.", "2026-04-12 2026-04-14"),
        ("the day after tomorrow", "2026-03-11"),
        ("mon 1pm", "2026-03-16"),
        ("at 3.30 on fri", "2026-03-13"),
        ("Thursday 4/6", "2026-06-04"),
        ("Wednesday 4/8", "2026-04-08"),
        ("tomorrow, that is Tuesday,", "2026-03-10"),
        ("the 12th, which is a Thursday,", "2026-03-12"),
        ("Thursday evening, the 12th", "2026-03-12"),
        ("Sorry to write on a Sunday.", ""),
        ("tomorrow, Wednesday the 11th,", "2026-03-11"),
        ("Thursday 12 noon till 1", "2026-03-12"),
        ("12-03-2026", "2026-03-12"),
        ("this very afternoon", "2026-03-09"),
        ("we sat down", ""),
        ("last Friday", ""),
        ("30 February", ""),
        ("18 January", ""),
        ("the 4th floor", ""),
        ("your letter of the 12th", ""),
        ("1/2 hour", ""),
    ],
)
def test_days(text, found):
    assert " ".join(day.date.isoformat() for day in days(text, Calendar(MONDAY))) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("at 3", "15:00"),
        ("8 in the morning", "08:00"),
        ("3.30pm", "15:30"),
        ("half past two", "14:30"),
        ("half two", "14:30"),
        ("quarter to four", "15:45"),
        ("quarter to one", "12:45"),
        ("ten to one, a quarter to one am", "12:50 00:45"),
        ("seven thirty in the evening", "19:30"),
        ("noon", "12:00"),
        ("at eleven", "11:00"),
        ("14h30", "14:30"),
        ("at 1430 hrs", "14:30"),
        ("from 3 to 4:30", "15:00-16:30"),
        ("11am-1pm", "11:00-13:00"),
        ("2-3:15 pm", "14:00-15:15"),
        ("dinner at 8", "20:00"),
        ("from ten to eleven", "10:00-11:00"),
        ("nine-ish", "09:00"),
        ("Is 5 all right?", "17:00"),
        ("10.30 to 12 noon", "10:30-12:00"),
        ("12:00 noon", "12:00"),
        ("9 am through 10:30 am", "09:00-10:30"),
        ("Nine?", "09:00"),
        ("so: nine on Thursday", "09:00"),
        ("does 3-4 on Thursday look good", "15:00-16:00"),
        ("after lunch, 1.30, if we may", "13:30"),
        ("4.30 would be ideal", "16:30"),
        ("worth 4.30 a piece", ""),
        ("until five, no longer", "17:00"),
        ("by 5 on Thursday", "17:00"),
        ("by 5 people", ""),
        ("8 to 9 tomorrow morning", "08:00-09:00"),
        ("between twelve and one", "12:00-13:00"),
        ("between two and three people", ""),
        ("the letter from 9 march", ""),
        ("11 to 12, the yard", "11:00-12:00"),
        ("at 14.30 and three quarters of an hour", "14:30"),
        ("at 2 in the night", "02:00"),
        ("10 in the night", "22:00"),
        ("nine on Friday night", "21:00"),
        ("before 4 your time", "16:00"),
        ("at 3 o’clock", "15:00"),
        ("twelve noon", "12:00"),
        ("half past eleven to twelve noon", "11:30-12:00"),
        ("after the midday break", ""),
        ("kl 9, please", "09:00"),
        ("h. 12.00 - 12.30", "12:00-12:30"),
        ("eleven hours of the morning", "11:00"),
        ("at 7 of the morning", "07:00"),
        ("ten in the forenoon", "10:00"),
        ("ten to eleven in the morning", "10:00-11:00"),
        ("at ten to eleven", "10:50"),
        ("quarter past nine, ten to four", "09:15 15:50"),
        ("from 17:00 up to 17:30", "17:00-17:30"),
        ("0930-1100", "09:30-11:00"),
        ("for the years 2019 to 2025", ""),
        ("Thursday at 15 h 30", "15:30"),
        ("ten minutes to three", "14:50"),
        ("be back by 1600", "16:00"),
        ("sold by 2030", ""),
        ("15:00 → 16:00", "15:00-16:00"),
        ("room 3.14", ""),
        ("about 20 people", ""),
        ("call +44 20 7946", ""),
        ("£30", ""),
        ("in 2026", ""),
        ("2-3 options", ""),
    ],
)
def test_times(text, found):
    said = [f"{c.start:%H:%M}" + (f"-{c.until:%H:%M}" if c.until else "") for c in clocks(text)]
    assert " ".join(said) == found


@pytest.mark.parametrize(
    "text",
    [
        "So, ending at 4, starting from 2",
        "From 2, closing at 4.",
        "From 2, stopping at 4.",
        "2pm til 4",
        "at 2 in the hall, untill 4",
        "At 2, and we wrap at 4",
        "At 2, with an end at 4",
        "I shall come at 2 and be gone by 4.",
        "At 2, hard stop at 4",
        "At 2, finish 4",
    ],
)
def test_a_span_is_told_by_its_start_and_its_end(text):
    ((clock,),) = [one.clocks for one in sentences_of(text, Calendar(MONDAY))]
    assert (clock.start, clock.until) == (time(14), time(16))


def test_a_span_into_the_evening():
    ((clock,),) = [one.clocks for one in sentences_of("7 pm till 8:30", Calendar(MONDAY))]
    assert (clock.start, clock.until) == (time(19), time(20, 30))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("We open fri 13 mar. 9.30 as ever.", ["We open fri 13 mar 9.30 as ever."]),
        ("At 9.30 a.m. I shall knock.", ["At 9.30 a.m.", "I shall knock."]),
        ("At 9.30 a.m. Tuesday I shall knock.", ["At 9.30 am Tuesday I shall knock."]),
        ("No. 3: the tea. No. That is all.", ["No 3: the tea.", "No.", "That is all."]),
        ("r u in til 4?", ["r you in till 4?"]),
        (
            "A long word about the lorry and its papers on Thursday\nyou and me\n9.30, the yard",
            ["A long word about the lorry and its papers on Thursday you and me", "9.30, the yard"],
        ),
    ],
)
def test_sentences(text, parts):
    assert parts_of(text) == parts


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("half an hour", [30]),
        ("a half hour call", [30]),
        ("45m", [45]),
        ("1.5 hours", [90]),
        ("an hour and three quarters", [105]),
        ("twenty-five minutes", [25]),
        ("1 hour 30 minutes", [90]),
        ("an hour and ten", [70]),
        ("1h30", [90]),
        ("one hour and thirty minutes", [90]),
        ("one hour and thirty people", [60]),
        ("ten minutes to three", []),
        ("cut the two hours to one", [120]),
        ("it will last two hours", [120]),
        ("the last two hours", []),
        ("in an hour", []),
        ("an hour ago", []),
        ("at 10h", []),
        ("- ½ hour", [30]),
        ("a clear hour", [60]),
        ("1 1/2 hours", [90]),
        ("1/2 an hour", [30]),
        ("for 45', in the hall", [45]),
        ("let's say 45", [45]),
        ("the others say 45", []),
        ("a room for 40, with a view", []),
    ],
)
def test_lengths(text, found):
    assert [one.minutes for one in lengths(text)] == found


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("I'm in St. Gallen now.", "Europe/Zurich"),
        ("out here in St Petersburg", "Europe/Moscow"),
        ("3 pm Łódź time", "Europe/Warsaw"),
        ("Greetings from Łódź", "Europe/Warsaw"),
        ("I'm back in Leeds. Tom is here.", "Europe/London"),
        ("at 12 sharp, berlin time", "Europe/Berlin"),
        ("11.30 são paulo time", "America/Sao_Paulo"),
        ("at 3, nice time for tea", None),
        ("8pm here in lagos", "Africa/Lagos"),
        ("all in Lagos times", "Africa/Lagos"),
        ("7.30 to 9 a.m. new york time", "America/New_York"),
        ("5.30pm, MY time ie tokyo", "Asia/Tokyo"),
        ("that's my clock, New York", "America/New_York"),
        ("by my clock, which is in Tokyo's suburbs", "Asia/Tokyo"),
        ("3 pm by the Lagos clock", "Africa/Lagos"),
        ("3 pm local time in Lagos", "Africa/Lagos"),
        ("by our clocks in Lagos", "Africa/Lagos"),
        ("from 13h to 14h, hour of Berlin", "Europe/Berlin"),
        ("3 pm UTC+1", "Etc/GMT-1"),
        ("7 to 9 am new york time", "America/New_York"),
        ("The New York Times is late", None),
    ],
)
def test_zones(text, zone):
    assert said_zone(text) == zone


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Can we meet on Thursday at 3?", "ASKS"),
        ("I'm in Leeds on Thursday.", "IS_AWAY"),
        ("Thursday's no good.", "REFUSES"),
        ("We met on Thursday at 3.", "PAST"),
        ("Kim redecorated the hall on Thursday.", "PAST"),
        ("It is needed on Thursday.", "STATES"),
        ("It has to be done by Thursday.", "LIMITS"),
        ("Thursday would suit me best.", "PREFERS"),
        ("Thursday, 3 pm", "NAMES"),
        ("Not Tuesday but Thursday", "REFUSES ASKS"),
        ("The premiere remains on Thursday.", "HAPPENS"),
        ("I'm meeting Kim on Thursday.", "HAPPENS"),
        ("Thursday, at the same time as last week", "NAMES"),
        ("Kim's proposal went up on Thursday.", "PAST"),
        ("My proposal is Thursday.", "ASKS"),
        ("We begin at 3 on Thursday.", "PLANS"),
        ("I've got the small room on Thursday.", "PLANS"),
        ("I'm out of the office on Thursday.", "IS_AWAY"),
        ("Thursday I've nothing on.", "STATES"),
        ("You're expected on Thursday.", "ASKS"),
        ("Kim wonders if you could come on Thursday.", "ASKS"),
        ("If you can't come on Thursday, write.", "REFUSES"),
        ("I'd see you before, on Thursday.", "MEETS"),
        ("It has been fixed for Thursday at 3.", "PLANS"),
        ("We have to be off the phone by 5 on Thursday.", "LIMITS"),
        ("At 5 on Thursday, Leeds time, we must be through.", "LIMITS ASKS"),
        ("Before the rush, from 11 on Thursday.", "NAMES"),
        ("Thursday at 3 I pass by your house. Would that suit?", "ASKS ASKS"),
        ("The key hangs where it was: Thursday at 3.", "PAST NAMES"),
        ("Last night at 11 they say they had a better fish.", "PAST"),
        ("I had thought of Thursday.", "ASKS"),
        ("I thought of him on Thursday.", "STATES"),
        ("You may have heard the bells on Thursday.", "PAST"),
        ("Could you and I sit down on Thursday?", "ASKS"),
        ("Let me put it before you on Thursday.", "PLANS"),
        ("Shall we not meet on Thursday?", "ASKS"),
        ("I've noted Thursday.", "PLANS"),
        ("I come on Thursday and by 4 I'm gone again.", "PLANS IS_AWAY"),
        ("Call on Thursday. I'll be on the line from 3 to 4.", "MEETS OFFERS"),
        ("I'll be in a lecture on Thursday from 3 to 4.", "IS_AWAY"),
        ("You and I, Thursday, 3 pm, half an hour.", "NAMES"),
        ("The lorry comes on Thursday.", "HAPPENS"),
        ("The partners of both firms meet on Thursday.", "HAPPENS"),
        ("Be ready when I call you on Thursday.", "STATES MEETS"),
        ("On Thursday it is his birthday.", "HAPPENS"),
        ("I would ask for your counsel on Thursday.", "ASKS"),
        ("In the hall, which is Thursday, 3 pm.", "STATES"),
        ("Before the cheque clears, which is Thursday.", "HAPPENS LIMITS"),
        ("Thursday, in the hall, where you can't hear.", "NAMES HAPPENS"),
        ("The concert wraps at 5 on Thursday.", "HAPPENS"),
        ("I'll be at the gate on Thursday from 3 to 4.", "IS_AWAY"),
        ("I'll be at the gate from 3 to 4 on Thursday and I ask you for an hour.", "OFFERS ASKS"),
        ("Kim presents it to the board on Thursday.", "HAPPENS"),
        ("Our lawyers talk to theirs on Thursday.", "HAPPENS"),
        ("Last Friday at 2 I waited for you.", "PAST"),
        ("Friday at noon is when the court decides.", "HAPPENS HAPPENS"),
        ("Thursday at 3 I'm yours.", "PLANS"),
        ("You are hereby summoned to us on Thursday.", "ASKS"),
        ("The Director expects you on Thursday.", "ASKS"),
        ("The rest I'd put on Thursday.", "PLANS"),
        ("An interested reader on Thursday?", "OFFERS"),
    ],
)
def test_parts_of_clauses(text, parts):
    told = clauses_of(sentences_of(text, Calendar(MONDAY)))
    assert " ".join(one.part.name for one in told) == parts


def test_people():
    text = (
        "Bring Thandeka and Mr. Govender along, and Dr. Li (li@example.com). Without Tom, he's on "
        "leave; Kari can't come. Not with the Müller correction, please."
    )
    together = {one.shown: comes for comes, one in taking_part(text)}
    assert [name for name, comes in together.items() if comes] == [
        "Thandeka",
        "Mr. Govender",
        "li@example.com",
    ]
    assert not together["Tom"]
    assert not together["Kari"]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Let's include Lena, and Tom from the lab, who runs it.", ["Lena", "Tom"]),
        ("Lena is ill, so Tom is taking her place.", ["Tom"]),
        ("Tom has hurt his back. His colleague Lena comes in his place.", ["Lena"]),
        ("Lena from the lab is driving down with me.", ["Lena"]),
        ("My foreman Tom will listen in but he won't say much.", ["Tom"]),
        ("Not without Lena, please.", ["Lena"]),
        ("Can we meet with Frida and Tom?", ["Frida", "Tom"]),
        ("Please substitute Tom for Lena.", ["Tom"]),
        ("Please replace Tom with Lena.", ["Lena"]),
        ("Three of us: you, me and Lena, who drew the plan last year.", ["Lena"]),
        ("I want you and Lena for it, last time we did it in pairs.", ["Lena"]),
        ("Lena, you, me, a short walk.", ["Lena"]),
        ("Lena must come because she signs, and Tom because he pays.", ["Lena", "Tom"]),
        ("Tom has to be there (it is his key), and Lena for the money.", ["Tom", "Lena"]),
        ("Lena has the map and Tom drew it, so both of them must come.", ["Lena", "Tom"]),
        ("First Lena sings, then Tom. I need both of them there.", ["Lena", "Tom"]),
        ("Lena found the leak and must be there.", ["Lena"]),
        ("Bring Lena, without her it's in vain.", ["Lena"]),
        ("Lena joins us and we won't start without her.", ["Lena"]),
        ("Tom knows the way, so he really must join us.", ["Tom"]),
        ("Lena and I have begun. Would you join the two of us?", ["Lena"]),
        ("Don't bring Tom. He wrote it.", []),
        ("Tom's staying out of it.", []),
        ("Tom wanted to join too, I told him no.", []),
        ("I cancelled my walk with Tom.", []),
        ("It is shown to Tom and I dread that.", []),
        ("The numbers got BETTER and I've better shoes.", []),
        ("Nobody else has to be there. Lena has to write to Tom, and the Danube is high.", []),
    ],
)
def test_who_is_to_come(text, people):
    assert [one.shown for one in changed((), text, ())[0]] == people


# --- whole threads ---

ME = "ada@example.com"


def asked(*bodies: str, subject: str = "Plan") -> Reading:
    thread = [
        Message(
            sender=Address(name="Bob Hope", email="bob@example.org"),
            to=(Address(name="Ada Byron", email=ME),),
            sent=datetime(2026, 3, 9, 9),
            subject=subject,
            body=body,
        )
        for body in bodies
    ]
    return read_request(thread, ME, "Europe/London", datetime(2026, 3, 9, 10))


FIRST = "Can we meet on Thursday at 3 pm for an hour, with Tom?"


@pytest.mark.parametrize(
    ("bodies", "day", "start", "minutes", "people"),
    [
        ([FIRST], 12, time(15), 60, ("Tom",)),
        (["Not Tuesday, I'm in Leeds. How about Friday, 9.30?"], 13, time(9, 30), None, ()),
        (["Are you free on Friday afternoon?"], 13, None, None, ()),
        (["Friday at 2 pm? Forty-five minutes. Bring Lena."], 13, time(14), 45, ("Lena",)),
        ([FIRST, "Sorry, could we make it an hour later?"], 12, time(16), 60, ("Tom",)),
        ([FIRST, "Friday instead, same time, but without Tom."], 13, time(15), 60, ()),
        (["Call on Thursday, 10 am Chicago time, 30 mins?"], 12, time(15), 30, ()),
        (["Call on Thursday at 10 am our time, 30 mins?"], 12, None, 30, ()),
        (["Thursday at 10 am your time (11 here), please."], 12, time(10), None, ()),
        ([FIRST, "Wednesday, not Thursday, same time. Tom can't come."], 11, time(15), 60, ()),
        ([FIRST, "Can't do it any more. You'll hear from me."], None, None, 60, ("Tom",)),
        ([FIRST, "Thursday's taken. Could you suggest another day?"], None, None, 60, ("Tom",)),
        ([FIRST, "I have to leave at 3:45."], 12, time(15), 45, ("Tom",)),
        (["Can we meet on Thursday at 3? It'll take until 4."], 12, time(15), 60, ()),
        (["Can we meet on Thursday at 3? We'd be done at 4."], 12, time(15), 60, ()),
        (["Please come on Thursday.\n- start: 3 pm\n- end: 4.30"], 12, time(15), 90, ()),
        (["Please come on Thursday. 3 pm start, 4.30 pm finish."], 12, time(15), 90, ()),
        (["Please come on Thursday at 3. I'd let you go at 4."], 12, time(15), 60, ()),
        (["Please come on Thursday at 3, and by four we are finished."], 12, time(15), 60, ()),
        (["Please come on Thursday at 3. At 4 you're free again."], 12, time(15), 60, ()),
        (["Please come on Thursday. At 3 I'm free."], 12, time(15), None, ()),
        (["Please come on Thursday at 3. School is out at 4."], 12, time(15), None, ()),
        (["Thursday at 3? It has to be over by 5 pm on Thursday."], 12, time(15), None, ()),
        (["Thursday? I'm free from 3 to 4."], 12, time(15), 60, ()),
        (["Thursday (not Tuesday!), 3 pm, please."], 12, time(15), None, ()),
        (["It's Thursday at 3 or never."], 12, time(15), None, ()),
        (["Please note Thursday, 3 pm, in your book."], 12, time(15), None, ()),
        (["On the 2nd the lamp failed. Call me? Thursday, 3 pm."], 12, time(15), None, ()),
        (["May I come by on Thursday at 3? Not longer than half past."], 12, time(15), 30, ()),
        (["Can we meet on Thursday between 3 and 4?"], 12, time(15), 60, ()),
        (["Can we meet on Thursday between 3 and 6?"], 12, None, None, ()),
        (["Can we meet on Thursday, any time between 3 and 4?"], 12, None, None, ()),
        (["Thursday, 3 to 4, please. You tell me what to bring."], 12, time(15), 60, ()),
        (["Thursday, 3 to 4, please. I was on hold for 20 minutes."], 12, time(15), 60, ()),
        (["Thursday at 3, an hour? The fire began at 6 this morning."], 12, time(15), 60, ()),
        (
            ["Could I see you on Thursday? 3 pm. I'm in Leeds until the 14th."],
            12,
            time(15),
            None,
            (),
        ),
        (["They want it by the 20th. Call me? Friday, 3 pm."], 13, time(15), None, ()),
        (["Thursday at 3? Can't explain it in writing."], 12, time(15), None, ()),
        (["Can you give me Thursday at 3? I've cancelled my 4 pm."], 12, time(15), None, ()),
        (["Thursday at 10 am my time (Lagos, where it rains)?"], 12, time(9), None, ()),
        (["Thursday at 10 am my time (lagos)?"], 12, time(9), None, ()),
        (["Thursday at 10 am (mine, Lagos)?"], 12, time(9), None, ()),
        (["Thursday at 10 am where I am, that is Lagos?"], 12, time(9), None, ()),
        (["Thursday at 10 am? (My time, so Lagos.)"], 12, time(9), None, ()),
        (["I'm in Lagos now. Thursday at 10 am for me?"], 12, time(9), None, ()),
        (["Thursday at 10 am suits me. I'm in Lagos now."], 12, time(10), None, ()),
        (["Thursday at 11 in Lagos, so 10 with you?"], 12, time(10), None, ()),
        (["Thursday at 10 am by my watch? I'm in Lagos."], 12, time(9), None, ()),
        (["Thursday at 10 am my time, which is Lagos?"], 12, time(9), None, ()),
        (["I shall wait at the gate on Thursday, 3 to 4 pm."], 12, time(15), 60, ()),
        (["After work, when we've packed up, Thursday 3 to 4 pm."], 12, time(15), 60, ()),
        (["3 pm on Thursday, takes half an hour, soup included"], 12, time(15), 30, ()),
        (["I've blocked Thursday, 3 to 4 pm, for us. I'm away on Friday."], 12, time(15), 60, ()),
        (["I have you both down for Thursday, 3 to 4 pm."], 12, time(15), 60, ()),
        (["May I stop by the yard on Thursday, 3-4 pm?"], 12, time(15), 60, ()),
        (["Could we do Thursday? 3 to 4."], 12, time(15), 60, ()),
        (["May I come on Thursday at 3? By half past I'm gone."], 12, time(15), 30, ()),
        (["May I come on Thursday at 3? We'll be talking until 4."], 12, time(15), 60, ()),
        (["Tonight I'm out. So Thursday, 10 o'clock, please."], 12, time(10), None, ()),
        (["Thursday at 3, please, here in the shed."], 12, time(15), None, ()),
        (["Thursday at 10 am my time = Lagos?"], 12, time(9), None, ()),
        (["Everything here is in my time (Lagos): Thursday, 10 am?"], 12, time(9), None, ()),
        (["Please come on Thursday at 3. We shall rise at 4."], 12, time(15), 60, ()),
        (["Please come on Thursday at 3. Keep yourself free until 4."], 12, time(15), 60, ()),
        (["Thursday in my shed? 3 pm, and at 4 you are out again."], 12, time(15), 60, ()),
        (["Our talk has been fixed for Thursday at 3 for an hour."], 12, time(15), 60, ()),
        (["Please come, you and I, Thursday at 3, alone if need be."], 12, time(15), None, ()),
        (["Before I go, this: the shed, Thursday, 3 to 4 pm?"], 12, time(15), 60, ()),
        (["Please come on Thursday at 3. Kim is not expected back."], 12, time(15), None, ()),
        (["Good Friday to you. Could we meet, Thursday at 3?"], 12, time(15), None, ()),
        (["Thursday at 3, and bring the cat not the dog."], 12, time(15), None, ()),
        (["You are to be heard on Thursday at 3."], 12, time(15), None, ()),
        (
            ["Thursday, 3 to 4 pm? He has had five minutes! One counts on two hours."],
            12,
            time(15),
            60,
            (),
        ),
        (["Thursday, 1330, half an hour, please."], 12, time(13, 30), 30, ()),
        (["An hour should be enough, from 3 pm on Thursday."], 12, time(15), 60, ()),
        (
            ["Thursday, 10 am, an hour. All times are mine. That is Lagos time."],
            12,
            time(9),
            60,
            (),
        ),
        (["Please come on Thursday.\nFrom: 3 pm\nTo: 4 pm"], 12, time(15), 60, ()),
        (["Please come on Thursday.\nStart 3 pm.\nStop 4 pm."], 12, time(15), 60, ()),
        (["Please give me an hour on Thursday, 3 pm onwards."], 12, time(15), 60, ()),
        (
            ["Could you spare Thursday (I saw that you are in, and that it rains), from 3 pm?"],
            12,
            time(15),
            None,
            (),
        ),
        (["No call on Friday. So we meet on Thursday at 3."], 12, time(15), None, ()),
        (
            [
                "On Friday at 9 the offer lapses, so by that moment we must have talked. "
                "Thursday at 3?"
            ],
            12,
            time(15),
            None,
            (),
        ),
        (
            ["They have cancelled their class. Could you come on Thursday at 3?"],
            12,
            time(15),
            None,
            (),
        ),
        (["Thursday at 3? I must be out the door by 4."], 12, time(15), 60, ()),
        (["Thursday at 3? It shouldn't take us past 4."], 12, time(15), 60, ()),
        (["Thursday at 3? I have the room till 4."], 12, time(15), 60, ()),
        (["Thursday at 3? Then at 4 you can go home."], 12, time(15), 60, ()),
        (["Got an hour on Thursday? 3 pm works on my end."], 12, time(15), 60, ()),
        (["Might we meet on Thursday at 3, until 4 at the latest?"], 12, time(15), 60, ()),
        (["On Thursday at 3 I come to you and at 4 I go again."], 12, time(15), 60, ()),
        (["Thursday at 3? I can give you until 4, then I'm off."], 12, time(15), 60, ()),
        (["Please come on Thursday at 3, you'll be back at your desk by 4."], 12, time(15), 60, ()),
        (["Please come on Thursday at 3, go at 4."], 12, time(15), 60, ()),
        (["We need an hour before that, Thursday at 3."], 12, time(15), None, ()),
        (
            [
                "I come on Thursday with the train which arrives at 2, and would like to see you "
                "from 3 to 4."
            ],
            12,
            time(15),
            60,
            (),
        ),
        (["Thursday, Two works best for me."], 12, time(14), None, ()),
        (["Can we meet on THURSDAY, TWO?"], 12, time(14), None, ()),
        (
            ["Can we meet on Thursday at a Quarter to One, till Half past One?"],
            12,
            time(12, 45),
            45,
            (),
        ),
        (["Thursday at 3, I mean 3.30, please."], 12, time(15, 30), None, ()),
        (["Thursday at 3 - no, sorry, 3.30 - please?"], 12, time(15, 30), None, ()),
        (["Could we have Thursday's budget meeting at 3 pm?"], 12, time(15), None, ()),
        (["Please come on Thursday at 3. I'll want the room back by 5."], 12, time(15), None, ()),
        ([FIRST, "Please ring twice, the bell is broken."], 12, time(15), 60, ("Tom",)),
        ([FIRST, "Could we do Thursday 26 instead?"], 26, time(15), 60, ("Tom",)),
        ([FIRST, "Please come on Thursday 26 at 3 pm."], 26, time(15), 60, ("Tom",)),
        ([FIRST, "Sorry, I'll have to come alone."], 12, time(15), 60, ()),
        ([FIRST, "I'm travelling to you on my own."], 12, time(15), 60, ()),
        ([FIRST, "Let's push our weekly call by a week."], 19, time(15), 60, ("Tom",)),
        ([FIRST, "Could we put it back by a day?"], 13, time(15), 60, ("Tom",)),
        ([FIRST, "Friday at 2 pm instead? There is no call that day."], 13, time(14), 60, ("Tom",)),
        ([FIRST, "Failing that, Friday at 10."], 12, time(15), 60, ("Tom",)),
        (
            ["Tuesday 17th at 9 or the 18th at 1? The Tuesday suits me better."],
            17,
            time(9),
            None,
            (),
        ),
        (["Thursday at 3 or Friday at 2? And I can't do Thursday."], 13, time(14), None, ()),
        (["Thursday at 4 or Friday at 10, both the same to me."], 12, time(16), None, ()),
        (["Either Thursday at 4 or Friday at 10? I'd prefer the Friday."], 13, time(10), None, ()),
    ],
)
def test_what_is_asked_for(bodies, day, start, minutes, people):
    found = asked(*bodies)
    assert (found.asks, found.day and found.day.day, found.start) == (True, day, start)
    assert (found.minutes, found.people) == (minutes, people)


@pytest.mark.parametrize(
    "body",
    [
        "Just to let you know that the report is done. It goes out on Friday at 10.",
        "We don't need the call on Thursday at 3 after all, all settled.",
        "Thank you for your time on Tuesday!",
        "A courtesy note: on Thursday at 3 pm Tom and I go over the plan.",
        "There'll be a meeting on Thursday at 3 pm. Nobody wants a word from you, so lean back.",
        "The hall is locked on Thursday from 10 am to 3 pm, says the caretaker.",
        "As of Thursday at 8 am the gate is open. Zero action items for you.",
        "The pilots have their meeting on Thursday. From your side nothing is needed.",
        "Neither your presence nor your signature is required on Thursday at 3.",
        "It applies from Thursday, so there is nothing left for us to do in this meeting.",
        "Looping you in: on Thursday at 3 pm they seal the gate.",
        "The lorry arrives on Thursday between 10 and 11 am and the porter unloads it.",
        "The team will meet on Thursday at 3 without us.",
        "The choir sings on Thursday at 3 pm for an hour.",
    ],
)
def test_nothing_is_asked_for(body):
    assert asked(body) == Reading(asks=False)


@pytest.mark.parametrize(
    "answer",
    [
        "The landlord has given in, so you are rid of me.",
        "Kim found the form in a drawer. Sorry to have bothered you!",
        "We can spare ourselves Thursday.",
        "I don't think we need that call any more.",
        "It didn't work out, so we won't be going ahead.",
        "We don't need that call, see you in May.",
        "We won't need this meeting, see you in May.",
        "No need for that meeting, all is as planned.",
        "No meeting on Thursday, see you in May.",
        "There is nothing to discuss, see you in May.",
        "I have to cancel, see you in May.",
        "Cancel that please.",
        "Let's cancel Thursday.",
        "Our review is cancelled.",
        "The workshop is cancelled.",
        "We have to cancel our weekly call, the train is late.",
    ],
)
def test_what_was_asked_for_is_no_more(answer):
    assert asked(FIRST, answer) == Reading(asks=False)


@pytest.mark.parametrize(
    "aside",
    [
        "By the way, I couldn't open your attachment.",
        "Parking isn't free there, so take the tram.",
        "I've already sent you the slides.",
        "Please note I don't eat fish.",
        "The lift isn't working, so take the stairs.",
        "We are going away for a week in May.",
        "You don't need to book anything.",
        "Unfortunately the lift is broken.",
        "Sorry, I forgot the attachment.",
        "I can't come by car, so I'll take the train.",
        "The bell isn't working, so call me from downstairs.",
        "The café no longer takes cards.",
        "I'm not sure where exactly we meet.",
        "As a fallback, Friday at 10 or Monday at 9.",
        "I have no meeting that day, so take as long as you like.",
        "The price was reduced, nothing to discuss there.",
        "The train is cancelled, I'll drive.",
        "All trains are cancelled, I'll drive.",
        "Could we cancel the room? My office will do.",
        "Please cancel the pizza, not the meeting.",
        "Let's push the launch by a week.",
        "I'll leave the draft alone until then.",
    ],
)
def test_an_aside_changes_nothing(aside):
    assert asked(FIRST, aside) == asked(FIRST)


@pytest.mark.parametrize(
    "aside",
    [
        "I just wanted to say how good the soup was.",
        "As planned, the barn comes down on the 20th.",
        "Never mind the smell in the hall.",
        "I've cancelled my swimming for this.",
        "The soup is an hour on the fire, by the way.",
        "The lamp lasts 40 minutes.",
        "The painters come on the 17th at 9.",
        "I'll ring Kim on Wednesday at 9 about the rest.",
        "It must be over by 5 pm on Friday.",
        "On Friday at 5 pm we must be through.",
        "It mustn't drag on beyond Friday, 4 pm.",
        "We have to be through by then.",
        "She rang at 6.30 this morning.",
        "The council sits on the 19th at 10.",
        "I want to tell Kim on Wednesday.",
        "Would you bring the key that I gave you on the 2nd?",
        "I'll bring the drawings, even the ones of the 2nd.",
        "The walk from the bus is 20 minutes.",
        "It takes me 10 minutes to set up.",
        "Friday's paper says that it was free.",
        "The tide turns on the 20th at 9, give or take 15 minutes.",
        "Nobody has to write anything, in writing or else.",
    ],
)
def test_an_aside_beside_a_request_changes_nothing(aside):
    request = "Thursday, 3 to 4 pm, at mine."
    told = [asked(f"{request} {aside}"), asked(f"{aside} {request}")]
    assert {(one.asks, one.day and one.day.day, one.start, one.minutes) for one in told} == {
        (True, 12, time(15), 60)
    }


@pytest.mark.parametrize(
    "body",
    [
        "Could you spare me Thursday, 3 pm?",
        "Could you spare Thursday afternoon for a meeting?",
        "How about Thursday at 3 pm? No other day works for me.",
        "Thursday at 3 pm, please. We can't do it without you.",
    ],
)
def test_a_request_is_no_cancellation(body):
    found = asked(body)
    assert (found.asks, found.day) == (True, date(2026, 3, 12))


@pytest.mark.parametrize(
    "words", ["Tom from the office and ", "Tom, ", "Tom, and ", "at 3 ", "for my 2½ "]
)
def test_a_flood_of_words_is_read_within_seconds(words):
    assert not over(seconds(lambda: asked((words * MOST)[:MOST]), 60), 10)


def test_a_deadline_is_not_the_day_that_is_asked_for():
    found = asked("We must have talked by noon on Thursday 19 March. You name the day, 20 minutes.")
    assert (found.day, found.deadline) == (None, datetime(2026, 3, 19, 12))


FRIDAY = datetime(2026, 3, 13, 15)


@pytest.mark.parametrize(
    ("text", "deadline"),
    [
        ("The call has to be over by 3 pm on Friday.", FRIDAY),
        ("It must be behind us by Friday 13 March, 3 pm.", FRIDAY),
        ("We need to have hung up by Friday at 15:00.", FRIDAY),
        ("On Friday at 3 pm everything must be finished.", FRIDAY),
        ("Everything done before 3 pm on Friday (yours), please.", FRIDAY),
        ("It can't run past 3 pm on Friday.", FRIDAY),
        ("Friday, 3 pm your time, is the very last moment for our talk.", FRIDAY),
        ("The last moment at which we may talk is Friday at 3 pm.", FRIDAY),
        ("They ring at 3 pm on Friday, and we must have talked by then.", FRIDAY),
        ("The lift stops on Friday at 3 pm. We have to be out by that time.", FRIDAY),
        ("It has to be over by 4 pm on Friday, Berlin time.", FRIDAY),
        ("It has to be over by 4 pm on Friday, my time (Berlin).", FRIDAY),
        ("It has to be over by 4 pm on Friday, my time.", None),
        ("We have to have met before Friday.", datetime(2026, 3, 13)),
        ("We have to have met by Friday.", date(2026, 3, 13)),
        ("We have to have met by the end of the week.", date(2026, 3, 13)),
        ("The form should be back by Friday.", None),
        ("They want it signed by the 20th.", None),
        ("I can't do it sooner, I'm in Leeds until Friday.", None),
    ],
)
def test_deadlines(text, deadline):
    assert asked(f"Can we talk on Thursday at 10 am for an hour? {text}").deadline == deadline


def share_right(pattern: str) -> dict[str, float]:
    """The share of the emails in which a field is read as a careful assistant would, and all four
    of day, start, minutes and people are; and of the first three fields that are not, the share of
    which the reader says that it found nothing."""
    right: dict[str, list[bool]] = {}
    for path in sorted(REQUESTS.glob(pattern)):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            found, truth = _read(case), case["truth"]
            told = {
                "asks": found.asks == truth["asks"],
                "day": found.day == (truth["day"] and date.fromisoformat(truth["day"])),
                "start": found.start == (truth["start"] and time.fromisoformat(truth["start"])),
                "minutes": found.minutes == truth["minutes"],
                "people": {one.casefold() for one in found.people}
                == {one.casefold() for one in truth["people"]},
            }
            told["all four"] = all(told[name] for name in ("day", "start", "minutes", "people"))
            for name, is_right in told.items():
                right.setdefault(name, []).append(is_right)
            missed = [name for name in ("day", "start", "minutes") if not told[name]]
            right.setdefault("not found", []).extend(getattr(found, n) is None for n in missed)
    return {name: sum(those) / len(those) for name, those in right.items()}


def _read(case: dict) -> Reading:
    me = case["me"]
    thread = [
        Message(
            sender=Address(name=one["from"].get("name", ""), email=one["from"].get("email", "")),
            to=(Address(name=me["name"], email=me["email"]),),
            sent=datetime.fromisoformat(one["sent"]),
            subject=one["subject"],
            body=one["body"],
        )
        for one in case["messages"]
    ]
    if len(thread) == 1:
        thread = with_history(thread[0])
    return read_request(thread, me["email"], me["zone"], datetime.fromisoformat(case["now"]))


UNSEEN = {"asks": 0.94, "day": 0.83, "start": 0.85, "minutes": 0.91, "people": 0.79}
UNSEEN |= {"all four": 0.62, "not found": 0.48}
"""What the README says of them."""


def test_emails_of_unknown_writers_are_read_as_well_as_the_readme_says():
    assert share_right("sealed_*.jsonl") == pytest.approx(UNSEEN, abs=0.005)
