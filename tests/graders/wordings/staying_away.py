"""Wordings of who comes, and of why something is declined, for a letter that is right without them.

`{me}` and `{sir}` are the executive's first and full name, `{you}` the reader's first name. The
readers are both judges: of a right letter that books, and of one that offers times.
"""

from tests.graders.wordings.row import rows

#: What one sentence more says: the writer "stays away", the reader is "sent away" or told to let
#: the times be, or "nothing" of what is booked or offered.
COMING = rows("""
= stays away
{me} will not turn up at either of them, so please do not come.
{me} will not be there.
{me} won't be there, I am afraid.
I must add that {sir} will not attend.
{sir} is not coming.
{me} isn't going to show up.
{me} will not come to the meeting.
{me} will unfortunately not be present.
I shall not be there, though.
I'm not coming to it.
We will not show up.
{me} has decided not to come.
{me} has no intention of attending.
{me} will be absent.
{me} intends to stay away.
By the way: {me} will stay at home.
Nobody will be there.
No one is going to turn up.
Neither {me} nor anybody will be there.
There will be nobody there.
{me} himself will not appear at any of these times.
{me} refuses to come.
{me} will skip both.
{me} will be on a flight to Peru during each of these.
{me} is abroad at both times.
I will be on leave during both of these slots.
That said, I shall be at the beach on both days.
{me} will be asleep during both of them.
I am in bed at both times.
{me} will be travelling at either of these times.
I am out of the office for both.
{me} will be busy then.
I shall be busy elsewhere then.
Sadly {me} is double-booked.
I am double-booked at that time.
= sent away
So please do not come.
Please don't come.
Do not come to either of them.
Don't bother to come.
Please do not bother coming.
No need to come.
You need not come.
You should not come, {you}.
You had better not come.
I would rather you did not come.
I must ask you not to come.
Whatever you do, don't show up.
Please do not turn up.
Kindly do not attend the meeting.
Please stay away.
Stay at home, please.
There is no point in coming.
Please ignore these times.
Ignore both.
You may safely disregard these slots.
Kindly take no notice of these dates.
You are not welcome.
Please do not come, since {me} will not be there.
Please do not come unless you hear from us.
Could you please not come.
= nothing
Petra will not be at the meeting but {me} will.
Petra will be at the beach on both days.
I am not at the beach on either of them.
I am not away on either of these days.
I am at the beach on both days in the evening.
I will be on the boat for it.
We will be at the beach for it.
{me} is at the dentist on both days before that.
{me} will be busy until then.
I shall not be busy then.
Petra will be busy then.
{me} was double-booked last week.  # misheard: rubric_offer
My assistant is not coming.
The caterers will not be there.
Please do not come early.
Please do not come late.
Do not come by car, the yard is closed.
Please do not come empty-handed.
Please do not come alone if you are nervous.
Do not come to the old office, it is closed.
{me} will not be late.
{me} will not attend to his telephone meanwhile.
You need not bring anything.
You do not have to prepare anything.
No need to come with slides.
{me} will be there unless you hear from us.  # misheard: referee_offer
If you cannot come, tell us.
If you do not come, please let {me} know.
Should you not come, we will understand.
It will not come to any harm.
It will come as no surprise that {me} is curious.
{me} would not miss it.
It is not true that {me} will not be there.
You wrote: "Please do not come by the main gate."
Last week {me} was on a flight to Peru.
{me} is abroad next month.
Do not worry if you cannot turn up on the minute.
Please ignore the noise, they are building.  # misheard: referee_book, referee_offer
Please disregard my earlier message.  # misheard: referee_book, referee_offer
{me} will be travelling at both times and calls you by video.
You are not expected to prepare a thing.
Why not come by train?
Nobody else will be there.
The gentleman with the green ketch is not invited.
Please stay at home if you feel ill.
{me} will not be there in person but dials in by telephone.
""")

#: What a letter that declines says: "why" it does, or "nothing" of it. `{clash}` is an entry that
#: is in the way, `{other}` one that is not.
REASONS = rows("""
= why
There is a conflict with {clash}.
It clashes with {clash}.
I say so because of {clash}.
{clash} is in the way.
At that time I am already booked for {clash}.
Your time overlaps with {clash}, alas.
This is due to {clash}, which cannot be moved.
I have {clash} then.
I have to be at {clash}.
{clash} takes up that hour.
My calendar has {clash} in that slot, so I cannot come.
The reason is {clash}.
I am needed at {clash}, you see.
No slot is open before your deadline.
= nothing
I have my reasons.
It clashes with {other}.
I say so because of {other}.
{other} is in the way.
{clash} was fun last week.
There is no conflict with {clash}.
It does not clash with {clash}.
{clash} is not in the way.
It is nothing to do with {clash}.
Not because of {clash}, mind.
That is how it is.
Maybe another year.
""")
