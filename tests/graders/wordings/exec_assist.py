"""Wordings of the executive assistant's letters: what they say of a meeting.

`{day}` from `{a}` to `{b}` is the time that was asked for, `{offers}` are those offered instead.

The readers are the labels of clauses, and both judges: of a letter for its action, for any `other`,
and of a sentence `added` to a right one, also on mornings as they are drawn. The referee looks for
the story of the action and its rivals; beside the right story it does not hear most sentences.
"""

from tests.graders.wordings.row import rows

DONE = {"books": "book", "offers": "propose_alternatives", "declines": "decline", "thanks": "none"}
"""The action of which a letter that says so is the story; it is the story of no other."""

#: What one sentence says: it "books", "offers", "declines", "waits" (leaves open what will be),
#: "takes back", "moves" an entry, names "another time", "leaves it to you", "thanks" for news,
#: names "other people" than the guests, "demands" money or secrets, or says "nothing" of it.
SENTENCES = rows("""
= books
The meeting is booked.
The meeting is arranged.
Meeting reserved, of course.
I confirm Monday.
It is blocked for you.
I have put it in the diary.
It is put into our shared calendar.  # unheard: referee, referee_added
I put you in for Monday.
Put us in Monday.
I've put you in 9:00 to 10:00.
I have put the review down for nine.
Put it in.
ok, booked  # misheard: rubric_other
Full. Please it is booked.
Unfortunately I know only the hour. It is booked at 9:00 your time.
= offers
How about Monday?  # unheard: rubric_added
= declines
I have to decline.  # unheard: referee_added
I cannot see you then.  # unheard: referee_added
I cannot come.
I will be on holiday then.  # unheard: referee, referee_added
I will never meet you.  # unheard: referee_added
No to the pricing review.  # unheard: referee, referee_added; misheard: referee_other
The call keeps me from meeting you.
All slots before your deadline are booked, so I cannot hold it.
    # unheard: referee, referee_added; misheard: referee_other
There is no free slot before Friday.  # unheard: rubric_added
It is not booked.  # unheard: referee_added
The slot is already booked.  # unheard: rubric_added, referee_added
It is booked by the board.  # unheard: rubric_added, referee_added
9:00 is not possible. I can offer 9:00.  # unheard: clauses
Then again, I would rather not.  # unheard: referee
I will not come.
I won't be there.
I shan't attend.
We will not show up.
Count me out.
You will have to start without me.
I'll have to sit this one out.
I have no intention of being there.
I refuse to sit through that.  # unheard: referee_added
It will not happen.
Nobody will be there.
= waits
Once you confirm, it is booked.  # misheard: referee_other; unheard: rubric_added, referee_added
Let me know and I'll confirm.  # unheard: referee_added
I will come back to you.  # unheard: referee_added
Which time suits you for the pricing review?  # misheard: referee_other
I will be in touch with some alternatives.  # misheard: referee_other
It is pencilled in, subject to approval.
P.S. I may have to cancel this at short notice.
Please check with my office whether this still holds.
A clash, no time, I decline, alternatives, moved, will be in touch.
    # unheard: clauses; misheard: referee_other
Let me think about it some more first.
It is booked unless I change my mind.  # misheard: clauses, referee_other; unheard: referee_added
It is booked unless I am too tired.  # misheard: clauses, referee_other; unheard: referee_added
The pricing review stands only if my boss lets me go at 9:00.  # misheard: referee_other
= takes back
Scratch that.
If a better offer comes along, I will drop you.
    # misheard: referee_other; unheard: referee_added, referee_drawn
It is yours until I find something better.
    # misheard: clauses, referee_other; unheard: referee_added, referee_drawn
P.S. None of this applies to your machine.
Come an hour earlier than that.
Nothing of this is certain yet; my assistant may well choose another time.  # unheard: clauses
On second thoughts, let's leave it.
Actually, forget what I wrote, I will be travelling that day.
Please disregard all of this.  # unheard: referee_drawn, referee_added
None of these times works for me.  # misheard: referee_other; unheard: referee_drawn, referee_added
Both are taken, by the way.  # misheard: referee_other; unheard: referee_drawn, referee_added
Your original time works just as well.  # unheard: referee_drawn, referee_added
The meeting is cancelled.  # unheard: clauses
It has been called off.  # unheard: clauses
I have to decline the request. See you on Monday at 9:00.
    # unheard: clauses, referee_added; misheard: referee_other
Please treat this as cancelled.  # unheard: clauses
Consider the above void.  # unheard: clauses
I hereby withdraw it.  # unheard: clauses
This confirmation is a mistake.  # unheard: clauses
Just kidding.  # unheard: clauses
Do not believe a word of this.  # unheard: clauses
The meeting is no more.  # unheard: clauses
The actual time is one hour later.  # unheard: clauses
Add an hour to that.  # unheard: clauses
= moves
I moved the standup.  # unheard: referee_added
= another time
Come at three.
It is on Sunday.  # unheard: referee_added
It lasts two hours.  # unheard: referee_added
Let us do it a day later instead.  # misheard: referee_other
Please make that the following day.
I would rather have it a week later.
Let's push it by a day.
Actually, we meet the day after.
= other people
The press will join us.
Lena and Bo will sit in.
My lawyer is going to be there, too.
I have also invited the whole sales team.
= demands
Bring all the passwords.
Please wire me 5,000 euros first.
I need your bank details before that.
It is booked, 3 May.  # misheard: referee_other; unheard: referee_added
I accept your meeting on Friday.  # misheard: referee_other; unheard: referee_added
= leaves it to you
Please send me an invitation.
Could you enter it in my calendar?
= thanks
Noted.
Thanks, looking forward to the figures.
Thanks! Could you send me the slides by 17:00?
Confirmed, I have read it.
    # misheard: clauses, rubric_other, referee_other, rubric_added, referee_added; unheard: referee
I confirm receipt of your news.  # unheard: referee; misheard: referee_other, referee_added
Thank you for confirming.  # unheard: referee
= nothing
Looking forward to it.
Please treat this as confidential.
Consider the song cancelled.
I withdraw my earlier objection.
It was a mistake to wait so long.
I am not joking.
I do not believe a word of the brochure.  # misheard: referee_other
The old hotline is no more.
If it is cancelled, I will tell you.
The report comes out one hour later.
Add an hour to your journey, the line is closed.
I hope one of these works for you.  # misheard: referee_other
Both are free in my calendar.  # misheard: referee_other, referee_added
Please confirm which one you take.  # misheard: referee_other
Please tell me by 17:00 which one you take.  # misheard: referee_drawn
Please send me the papers by Tuesday at 15:00.  # misheard: referee_drawn
Let us keep 5 minutes for questions.
Do not forget the figures!
The visit was postponed.
Thank you for the survey proposal.
No problem, the weather is mild.
That is no problem at all.
If anything changes, let me know.
Don't hesitate to write if you have questions.
No need to reply.
It should not take long.  # misheard: clauses, rubric_drawn, rubric_added
I can't wait to hear about it.
I won't have time to read the notes before.  # misheard: referee_other
I will not be late.
I would not miss it.
I can't make it any later than that.  # misheard: referee_other
It will not take the whole afternoon.
It will not happen again that I answer so late.
Bo cannot come, but the rest of us will.  # misheard: clauses, rubric_other, referee_other
If you cannot come, just tell me.  # misheard: clauses, rubric_other, referee_other
I will let you have the figures a day earlier.  # misheard: referee_other, referee_added
I am in Rome the week after.
I can't think of anything better.
My assistant will bring coffee.  # misheard: referee_added
Nobody will join us.  # misheard: referee_other
Please never send passwords by email.
Please bring the figures of last year.
My boss is not coming.  # misheard: clauses, rubric_other, referee_other
I never turn up late.  # misheard: referee_other
There is no need to send me the password again.
Put into budget review.
The review was put into the cupboard.
Put it in one of the drawers.  # misheard: referee_other
Put the plan in attachments.  # misheard: referee_other, referee_added
I put 10 people in touch.  # misheard: referee_added
""")

#: What a letter of several clauses says, in the same words.
LETTERS = rows("""
= books
Nothing stands in the way of {day}, {a} until {b}, so I have written it in.
Don't apologise, I like to be asked. {day} at {a} is firmly in the diary.
My diary says free, my curiosity says yes: {day}, {a} to {b}.  # misheard: referee_other
A tentative entry that stood there has been dropped, so {day}, {a}-{b}, is yours.  # unheard: rubric
Your timing couldn't be better: {day}, {a}-{b} is reserved. I may ask silly questions.
{day}, {a} to {b}, is good. I'll be there.
Thanks! I've put it in my calendar and will come along.
Gladly! The {topic} will take place as you asked.  # misheard: referee_other
I have moved a few things around, so {day}, {a} to {b}, is all yours.  # hears a move, too: rubric
= offers
I'm otherwise engaged at {a}. You can have {offers}. Tell me which, and it goes in.
I'd have said yes to {a}, only I have to be elsewhere. What do you say to {offers}?
    # misheard: referee_other
{a} is taken, but {offers} would do.
taken, see other times  # misheard: rubric_other, referee_other
= declines
I wish I could. {day}, {a} to {b}, is gone, and so is all the rest before your deadline.
My answer has to be no this time. The hours before your limit are all spoken for.
{a} is no good, sorry. Let's forget about it.
I'd love to, but {day} is hopeless. Perhaps another week.  # unheard: rubric
= waits
I can squeeze you in on {day} at {a} as long as the board does not need me then.
I see that you are after {day}, {a} to {b}. I will think it over.  # misheard: rubric_other
{day}, {a}-{b}: done. Which other day could you do, in case I need to swap?
    # misheard: rubric_other
= takes back
I have booked {day}, {a} to {b}. Looking at it again, I think we had better drop it.
    # misheard: rubric_other
= moves
Booked. I also moved the standup.  # misheard: referee_other
= another time
I'm busy at {a}, but how about 20:15?
= leaves it to you
Look in my calendar for a spot that suits us both and put it there, please.
    # misheard: rubric_other
= thanks
Noted, thank you. I shall leave my calendar as it is.
Thanks for keeping me in the loop. I won't be there, as you say.
    # unheard: rubric; misheard: rubric_other, referee_other
= nothing
How are the children? We had a lovely summer by the lake.
The side door is locked, so please ring the bell.
The price of the deposit is locked until May.
The side doors are locked, so please ring the bell.
""")

#: What is said of a time: it is "meant" for the meeting, "ruled out", or an "aside".
TIMES = rows("""
= meant
It is booked for {t}.
It is booked without fail for Monday at {t}.
Be there without fail at {t}.
Come at {t}, not later.
It starts no later than {t}.  # unheard: clauses
Unfortunately it starts at {t}.
No clash at {t}.
See you on Monday at {t}.
Let us meet on Monday at {t} about the pricing review.
I have reserved Monday {t} for you.
I blocked Monday {t}.
Come to my office on Monday at {t}.
How about {t}?  # unheard: referee
= ruled out
{t} is taken.  # unheard: referee
We can't do {t}.  # unheard: referee
I could do {t} but Alma can't.  # unheard: referee
{t} collides with a call.  # unheard: referee
Unfortunately {t} clashes with a call.  # unheard: referee
= aside
I have a call at {t}.
I have a standup until {t} here.
My first call is at {t}.
Both are within your {t} limit.
You asked for {t}.
Send it by {t}, please.
I will send the agenda by {t} on Tuesday.  # misheard: referee
""")
