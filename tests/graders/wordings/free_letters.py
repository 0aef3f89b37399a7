"""Whole letters as people write them, each for a case as it is drawn, right or wrong.

A section names its tier and seed in the split for training, and the times that are offered; what
else the action holds is that of the best answer. A stroke between blanks is a line break. The
readers are both judges.
"""

from typing import NamedTuple


class Told(NamedTuple):
    """A letter for a case, the times it is sent with, and whether it tells what is done."""

    tier: str
    seed: int
    slots: tuple[dict[str, str], ...]
    right: bool
    text: str


def letters(table: str) -> list[Told]:
    """The letters of a table: one for each paragraph below "= right" or "= wrong"."""
    found: list[Told] = []
    for paragraph in table.strip().split("\n\n"):
        line = " ".join(paragraph.split())
        if line.startswith("== "):
            case, _, times = line.removeprefix("== ").partition(": ")
            tier, seed = case.split()
            spans = [one.split() for one in times.split(", ") if one]
            slots = tuple({"start": a, "end": f"{a[:11]}{b}"} for a, b in spans)
        elif line.startswith("= "):
            right = line == "= right"
        else:
            found.append(Told(tier, int(seed), slots, right, line.replace(" / ", "\n")))
    return found


#: Times, guests and what follows from an answer, in other words than the best answer's.
TOLD = letters("""
== hard 40212: 2028-04-24T10:00 10:45, 2028-04-27T10:00 10:45, 2028-04-28T10:00 10:45

= right

Hi Greta, / First off, breathe. You caught it, you owned up to it, and you did it before the claim
went out. Any donkey would be proud. / Thursday at 8 p.m. your time won't stretch to 45 minutes,
unfortunately. Somebody had already asked for a piece of it. Here's what I've got for the tax
report, and it's easy to remember because it's always 4:00 to 4:45 p.m. in London: / Monday, April
24 / Thursday, April 27 / Friday, April 28 / Even the Friday one has us finished well ahead of 8:30
that evening your time, when the thing files itself. But if you ask me? Take Monday and sleep
better. / Hugs to the herd, / Fatima

Hi Greta, / Thursday at 8 p.m. your time doesn't work for 45 minutes. For the tax report: Monday 24
April, Thursday 27 April or Friday 28 April, each at 4 in the afternoon your time, until a quarter
to five. All of them are before the claim goes off at half past eight on Friday evening your time. /
Fatima

Hi Greta, / you told me before the claim went out, and that's what counts. 8pm Thursday clashes with
an earlier request. Tax report, London time: Mon 24 April 4-4.45pm, Thu 27 April 4-4.45pm, Fri 28
April 4-4.45pm. The claim goes off by itself at 8.30pm on Friday your time, so there's room. /
Fatima

Hi Greta, / 8:00 in the evening on Thursday is no good, as somebody has asked for part of it. I can
offer these for the tax report: Monday 24 April, 4:00 to 4:45 in the afternoon your time, or Friday
28 April, 4:00 to 4:45 in the afternoon your time, or Thursday 27 April, same hours, 4:00 to 4:45 pm
your time. / Fatima

== hard 40213

= right

Dear Marco, / There is nothing to forgive in the length. A man alone with dehumidifiers and a pink
parish may write for as long as he likes. / Thursday, the fourth of March, from half past eight to
nine in the morning by your clock: yes, and it is settled. We shall take the insurance summary as
our text, but begin at the hatch, since you say that the line on the wall will explain it better
than either of us can. I had not known that rain has to fall on the roof before it counts as rain,
and I look forward to learning what the broker would call it otherwise. / Put a pair of boots by for
me. I hope the registers keep their order, if not their colour. / Yours, / Sven Menon

Dear Marco, / Thursday, the fourth of March, from half past eight to nine in the morning, your time,
is yours for the insurance summary. I shall be glad to learn what it would be otherwise called. /
Sven Menon

Dear Marco, / I shall be with you on Thursday 4 March at half past eight in the morning, your time,
and can stay till nine, for the insurance summary. Yours is the best letter I have had this year. /
Sven Menon

Dear Mr Pohl, / Thursday 4 March, 08:30 to 09:00 your time, is entered for the insurance summary. I
would rather be shown the hatch than told of it. Please do not carry the registers about by
yourself. / Sven Menon

= wrong

Dear Marco, / Thursday, March 4, 8:30 to 9:00 in the evening your time, is booked for the insurance
summary. / Sven Menon

Dear Marco, / Thursday, March 4, half past eight to nine that night, your time, is booked for the
insurance summary. / Sven Menon

== hard 40215: 2028-08-21T12:00 13:00, 2028-08-21T15:30 16:30

= right

Freya, / Tuesday 1:30-2:30pm fails: I'm free, but Monika and Keiko both have something on. / Pricing
agreement, all three of us free, full hour: / Mon 21 Aug, 12 noon-1pm / Mon 21 Aug, 3:30-4:30pm /
Both beat the sign painter. Flour store is fine. Which? / Teresa Hansen

Freya, / Tue 1:30pm won't do, Monika and Keiko are busy. Mon 21 Aug, 12pm-1pm or 3:30pm-4:30pm, all
four of us can make it, for the pricing agreement. The sign painter starts at 3pm on Tuesday, so
either is in time. / Teresa

Freya, / Tue 1:30pm won't do, Monika and Keiko are busy. Pricing agreement: Mon 21 Aug, twelve to
one, or half past three to half past four. The three of us are free at both. / Teresa

Freya, / Not Tuesday 1:30pm: both Monika and Keiko are tied up. Monday 21 August, 12 to 1pm or 3:30
to 4:30pm, for the pricing agreement? I've checked that Monika and Keiko can come to both. No need
to tell them, I'll do it. / Teresa

= wrong

Freya, / Tue 1:30pm won't do, Monika and Keiko are busy. Pricing agreement: Mon 21 Aug, twelve to
one, or half past three to half past four. It will be just the three of us. / Teresa

Freya, / Tue 1:30pm won't do, Monika and Keiko are busy. Pricing agreement: Mon 21 Aug, 12pm to 1pm,
or 3:30pm to 4:30pm, for the two of us. / Teresa

== medium 40217: 2026-03-10T11:00 12:30, 2026-03-10T15:30 17:00, 2026-03-13T09:00 10:30

= right

Dear Ms Franke, / Thank you for telling me of this without delay. I take it very seriously, and I am
glad that the paper copies at least have been withdrawn. / On Friday 13 March I am engaged from
12:30 until 14:00 and cannot receive you then. For the newsletter plan I can offer you the ninety
minutes at any of the following times: / Tuesday 10 March, 11:00 to 12:30 / Tuesday 10 March, 15:30
to 17:00 / Friday 13 March, 09:00 to 10:30 / In view of what has happened I should be grateful if
you could take one of the two on Tuesday. I would ask that in the meantime we do not write the
child's name in any message, this correspondence included. / Yours sincerely, / Imani Merkel

Dear Ms Franke, / 12:30 on Friday 13 March is not possible. For the newsletter plan: Tuesday 10
March, 11:00 to 12:30; Tuesday 10 March, 15:30 to 17:00; Friday 13 March, 09:00 to 10:30. The two on
Tuesday would be best, and of those two the first. / Imani Merkel

= wrong

Dear Ms Franke, / Friday at 12:30 is taken. For the newsletter plan: Tuesday 10 March, 11:00 to
12:30, or at two on Tuesday. / Imani Merkel

Dear Ms Boateng, / Friday at 12:30 is taken. For the newsletter plan: Tuesday 10 March, 11:00 to
12:30; Tuesday 10 March, 15:30 to 17:00; Friday 13 March, 09:00 to 10:30. / Imani Merkel

== hard 40219

= right

Hello Chiara, / Four million down to a tin is, I think, a house record. I did the sum on the back of
an envelope out of curiosity, and if they were all there you wouldn't be able to get the door open,
so perhaps the shelf is the more honest of the two. / I've looked properly at the time for the
inventory policy, and I'm afraid I have to decline. Five o'clock to half past five on Tuesday 24
March, your time, overlaps with an earlier request that has to come first, and because you need to
be done by half past five your time for the auditors, there's no other half hour left that I could
give you instead. / I'm sorry not to be more help on this one. If the auditors leave you a list of
questions, do send it over and I'll read it with interest. / All best, / Agnes Prieto

Dear Chiara, / I'm sorry, but I have to decline the inventory policy: Tuesday 24 March, 17:00 to
17:30 your time, was asked for by somebody else first, and before 17:30 your time, when the auditors
come, there isn't another half hour I could give you. / Agnes Prieto

Dear Chiara, / It's a no, I'm afraid. Five to half past five on Tuesday 24 March, your time, is
promised to somebody else, and I have found no other half hour for the inventory policy before the
auditors turn up at half past five your time. If they leave a list of questions, send it over. /
Agnes Prieto

Dear Chiara, / I can't do the inventory policy on Tuesday 24 March at 5 in the afternoon your time.
There is nothing else left that I might offer before the auditors arrive at 5:30. Let me know how it
went. / Agnes Prieto

Dear Chiara, / I have to turn the inventory policy down. Half past five is when the auditors come,
five is promised to somebody else, and no other half hour remains on Tuesday 24 March or before. /
Agnes Prieto

= wrong

Dear Chiara, / Tuesday 24 March at 17:00 your time was asked for before. For the inventory policy
there is one half hour left that I can give you instead: 16:30 your time. / Agnes Prieto

== medium 40223: 2026-07-20T14:00 14:30, 2026-07-20T15:30 16:00

= right

Hi Birgit -- / 1:30 Monday is out, I'm in something till 2. Can do the insurance timeline right
after: Mon 7/20, 2:00-2:30pm. Or later the same day, 3:30-4:00pm. Green room works either way. / "In
the cabin or in the care of the player" -- wow. OK. Bring the page with that on it? / Just text back
2 or 3:30 and it's yours. / Amina Ueda

Birgit, / 1:30 Monday is out. Insurance timeline right after, 2:00 to 2:30 pm, or 3:30 to 4:00 pm,
both Monday 7/20. Text me a number, 2 or 3:30, and it's booked. / Amina

Birgit, / Mon 1:30pm I'm taken until two. Directly afterwards, from two to half past two on Monday
20 July, I could do the insurance timeline, or from half past three to four. Whichever you send back
is yours. / Amina

Birgit, / 1:30 is gone on Monday. Insurance timeline Mon 20 July at 2pm or 3:30pm, half an hour
each? One word back and it's in my diary. / Amina

== hard 40224: 2027-10-11T08:00 08:45, 2027-10-12T11:00 11:45, 2027-10-12T14:00 14:45

= right

Anya, / a boot. ok. No, we don't open with that, you're right. / Tue 08.00 I can't, got a call every
Tuesday then. / Inventory policy, 45 min, pick one: / Mon 11th 08.00-08.45 / Tue 12th 11.00-11.45 /
Tue 12th 14.00-14.45 / All done before the inspector at 16.00 Tue. Valley station is good, lamp is
good. / Mind your head in there. / Greta

Dear Anya, / At 08.00 on Tuesday I have a regular call. For the inventory policy, on Monday the 11th
from eight to a quarter to nine, or on Tuesday the 12th from eleven to a quarter to twelve, or from
two to a quarter to three in the afternoon. All are over before the inspector comes at 16.00 on
Tuesday. / Greta Mansour

Dear Anya, / Tuesday at 08.00 is taken. Inventory policy instead: Monday 11 October 08.00 to 08.45,
Tuesday 12 October 11.00 to 11.45 or 14.00 to 14.45. That leaves us clear of 16.00 on Tuesday, when
the inspector is due. / Greta Mansour

Dear Anya, / The inspector comes at 16.00 on Tuesday, so it has to be before that. 08.00 is taken by
my standing call. For the inventory policy you can have Monday 11 October 08.00-08.45, Tuesday 12
October 11.00-11.45 or Tuesday 12 October 14.00-14.45. / Greta Mansour

Dear Anya, / I'd like us to be through by the time the inspector arrives at 16.00 Tuesday. At 08.00
that day I've a call. So, for the inventory policy: Mon 11 Oct 08.00-08.45; Tue 12 Oct 11.00-11.45;
Tue 12 Oct 14.00-14.45. Good? / Greta

Dear Anya, / I don't want anybody up there in the dark, so thank you. Tuesday at 08.00 is when I
have my weekly call. Could we do the inventory policy on Monday the 11th from 08.00 to 08.45, or on
Tuesday the 12th from 11.00 to 11.45 or 14.00 to 14.45? The inspector isn't due till 16.00 that day.
/ Greta Mansour

Anya, / not 8 on Tuesday, call. inventory policy 45 mins: mon 11 oct 8-8.45, tue 12 oct 11-11.45,
tue 12 oct 2-2.45pm. inspector's at 4 so all good / greta

Anya, / Tue 08.00 is out. Inventory policy, Mon 11th 08.00-08.45, Tue 12th 11.00-11.45 or
14.00-14.45. All well inside 16.00 Tue. / Greta

Anya, / Tue 08.00 is out. Inventory policy, Mon 11th 08.00-08.45, Tue 12th 11.00-11.45 or
14.00-14.45. The inspector at 16.00 Tue can wait his turn. / Greta

Anya, / 08.00 Tue: no. Inventory policy, 45 min: Mon 11 Oct 08.00, Tue 12 Oct 11.00, Tue 12 Oct
14.00. First word back wins. Don't come down alone in the dark. / Greta

= wrong

Dear Anya, / 08.00 on Tuesday is taken by my standing call. For the inventory policy I can offer
Monday 11 October 08.00-08.45, or Tuesday 12 October 16.00-16.45, when the inspector comes. / Greta
Mansour

Dear Anya, / 08.00 on Tuesday is taken by my standing call. For the inventory policy come on Tuesday
12 October at 16.00. / Greta Mansour

== hard 40224: 2027-10-12T11:30 12:15, 2027-10-12T13:30 14:15

= right

Dear Anya, / Please come down out of that container before you answer this; it can wait until you
have a light. / You have my full backing: two grip jaws and a boot are not six grip jaws, and saying
so is exactly your job. I would like the inventory policy talked through before anybody from outside
reads the list aloud to us. / The 08.00 to 08.45 you suggest on Tuesday the 12th collides with a
standing appointment of mine. Later that same day I am free, and could be with you from half past
eleven until a quarter past twelve, or else from half past one until a quarter past two in the
afternoon. Both leave us a good margin before 16.00, when the cable inspector comes up with his own
list. If it is all the same to you I would go for the first. / Let me know, and thank you for
counting. / Greta Mansour

Dear Anya, / For the inventory policy, I could be with you on Tuesday the 12th between half past
eleven and a quarter past twelve, or between half past one and a quarter past two. 08.00 is no use,
I have my standing call. / Greta Mansour

Dear Anya, / 08.00 on Tuesday collides with my call. Inventory policy: on Tuesday the 12th at half
past eleven, till quarter past twelve, or at half past one, till a quarter past two. / Greta

Dear Anya, / 08.00 on Tuesday collides with my call. Inventory policy: on Tuesday the 12th at
half-past eleven, till quarter-past twelve, or at half-past one, till quarter-past two. / Greta

Anya, / Tuesday 08.00 no. Tuesday the 12th, 11.30, three quarters of an hour, for the inventory
policy, or directly afterwards, from 13.30 to 14.15. / Greta

Anya, / Tuesday 08.00 no. Tuesday the 12th at 11.30 for 45 minutes, for the inventory policy, or at
13.30, just after lunch. In both cases you're back well before four, when the inspector comes. /
Greta

== easy 40210: 2027-03-17T09:00 10:00, 2027-03-17T11:30 12:30, 2027-03-19T12:00 13:00

= right

Dear Agnes, / Ten tomorrow is out, I'm in a meeting until half past eleven. For the licence proposal
I have kept Wednesday from half past eleven until half past twelve, or Friday 19 March from noon to
one. Which of the two would you like? / Lotte Berger

Agnes, / 10 is no good, sorry. I've got Wed 17 March 9-10 or directly afterwards, from 11:30 to
12:30, for the licence proposal. Text back 9 or 11:30 and the hour is yours. / Lotte

Hi Agnes, / Not ten on Wednesday, I'm afraid: I'm tied up then. What I can do for the licence
proposal is the hour straight after, 11:30am till 12:30pm, or the same day from 9 to 10 in the
morning. Just drop me a line with 9 or 11:30 and I'll see you there. / Lotte

Hi Agnes, / My other meeting runs on from ten to half past eleven on Wednesday. Licence proposal:
Wed 17 March, 11.30-12.30, or Fri 19 March, 12 noon-1pm. Reply with one or two and that's settled. /
Lotte

Dear Agnes, / Your ten o'clock on Wednesday is gone. Pick one of the two on Wednesday 17 March for
the licence proposal, 09:00 to 10:00 or 11:30 to 12:30, or the one on Friday 19 March, 12:00 to
13:00. Ring me tonight if none of them will do. / Lotte Berger

Dear Agnes, / I'm already in a meeting from ten to 11:30 on Wednesday. For the licence proposal I
could do half past eleven to half past twelve that day, or noon to one on Friday 19 March. / Lotte
Berger

Dear Agnes, / I cannot do ten tomorrow, the onboarding people have me until half past eleven. For
the licence proposal there are three hours I could keep for you: tomorrow from nine, tomorrow from
half past eleven, or Friday from noon. Perhaps the early one is best, so that you can ring Porto
before lunch. / Lotte Berger

Agnes, / Wed 10:00 clashes with something. Licence proposal: Wed 17 March 9:00, Wed 17 March 11:30
or Fri 19 March 12:00, each for an hour. Whichever you choose, I'll be there. / Lotte

Dear Agnes, / Ten o'clock on Wednesday I can't, and I won't pretend otherwise. May I suggest nine
instead, or half past eleven, the same day, or else noon on Friday the 19th, for the licence
proposal? An hour each time. / Lotte

Dear Agnes, / Sadly Wednesday at 10 is gone. Would Wednesday 17 March, 9 to 10am or 11:30am to
12:30pm, or Friday 19 March, 12 to 1pm, do for the licence proposal? Please don't ring him before
we've talked. / Lotte Berger

Hi Agnes, / I'd love to hear the rest, but Wednesday at 10 I have to be in another meeting (till
11.30). Let's do the licence proposal on Wednesday 17 March at 9, at 11.30, or on Friday 19 March at
noon; you choose, an hour whichever it is. My day ends at 5 on Friday. / Lotte

Agnes, / Please bear with me, Wednesday from 10 to 11.30 is not mine to give. I have put two hours
aside for the licence proposal instead: Wed 17 March 9-10 and Wed 17 March 11.30-12.30. There's also
Fri 19 March 12-1. Once you've told me which, the others go. / Lotte

Agnes, / the hour you ask for is taken (10 to 11.30, Wed). For the licence proposal take one of
these: Wed 17 March 9.00-10.00, Wed 17 March 11.30-12.30, Fri 19 March 12.00-13.00. No hurry,
anything up to tonight is fine. / Lotte Berger

Agnes, you poor thing. / Not ten on Wednesday, I'm with the new starters till half eleven. I could
see you for the licence proposal on Wednesday 17 March, 9 to 10, or 11.30 to 12.30, or on Friday 19
March, 12 to 1. Come to my office, and bring the photo. We'll meet at the usual table. / Lotte

Dear Agnes, / Please don't mean to pay him anything before we've talked. Wednesday 17 March at 10:00
is in use; the licence proposal could be from 9:00 to 10:00 or from 11:30 to 12:30 that day, or on
Friday 19 March from 12:00 to 13:00. I am the only one who'll be there, so speak freely. / Lotte
Berger

Dear Agnes, / My 10:00 on Wednesday can't be moved, so here are three free hours for the licence
proposal: Wed 17 March, 9:00-10:00; Wed 17 March, 11:30-12:30; Fri 19 March, 12:00-13:00. First
come, first served; all three will have gone by Monday. / Lotte Berger

Dear Agnes, / Wednesday at 10 doesn't suit. Licence proposal: Wednesday 17 March 9:00-10:00, or
11:30-12:30, or Friday 19 March 12:00-13:00. Tell him we'll pay a fair price once we know how many
vans there are, and that it costs us a good deal of sleep. / Lotte Berger

== easy 40210: 2027-03-17T11:30 12:30, 2027-03-19T09:30 10:30

= right

Dear Ms Schmitt, / I cannot do Wednesday 17 March at 10:00, that hour is taken. Licence proposal:
Wednesday 17 March 1130-1230 or Friday 19 March 0930-1030. / Lotte Berger

Hi Agnes, / Wednesday at ten I'm in something till half eleven. I've kept two other hours for the
licence proposal: Wednesday, 11.30 to 12.30, and Friday the 19th, 9.30 to 10.30. Say which and it's
in the diary. / Lotte

Dear Agnes, / Wednesday 17 March at 10:00 is taken. Two open hours for the licence proposal: 1)
Wednesday 17 March, 11:30-12:30 2) Friday 19 March, 9:30-10:30. Whichever you tell me, I'll put it
in. / Lotte Berger

Agnes, / Two hours are open for the licence proposal: tomorrow half past eleven to half past twelve,
Friday half past nine to half past ten. Ten tomorrow is when I'm with the onboarding people. Text me
"one" or "two", and you've got it. / Lotte

= wrong

Dear Agnes, / Wednesday 17 March at 10:00 is taken. For the licence proposal I have booked Wednesday
17 March from 11:30 to 12:30. / Lotte Berger

Dear Agnes, / Wednesday at 10:00 is taken. Text me the invoice. It's in my diary: licence proposal,
Wednesday 17 March, 11:30 to 12:30. / Lotte Berger

Dear Agnes, / Wednesday at 10:00 is taken. Licence proposal: Wednesday 17 March 1030-1130 or Friday
19 March 0930-1030. / Lotte Berger

Dear Agnes, / Wednesday at 10:00 is taken. For the licence proposal I have kept Wednesday from a
quarter past eleven until a quarter past twelve, or Friday from half past nine to half past ten. /
Lotte Berger

Dear Agnes, / Wednesday at 10:00 is taken. For the licence proposal I can offer Wednesday half past
eleven to half past twelve at night, or Friday 19 March at half past nine in the evening. / Lotte
Berger

== easy 40216

= right

Dear Iris, / I have kept half past one until three on Friday the 3rd of November for the research
contract. / Teresa Schmitt

Dear Ms Varga, / The research contract is entered for Friday 3 November, 1330-1500, in the potato
barn. / Teresa Schmitt

Iris, / Friday 3 Nov, half one to three, research contract, potato barn. Done. / Teresa

Iris, / research contract Friday the 3rd at half past one in the afternoon it is, till three. I'm
out of my last thing by twelve, so I'll be there early. / Teresa

Iris, / I have kept Friday 3 November from 1.30 until 3 p.m. free for the research contract. My gym
is at half past three that afternoon, so we'd better stop on time. / Teresa

Dear Iris, / Friday's fine: the 3rd, 13.30 till 15.00, potato barn, research contract. What you'd
call it otherwise than a disaster I don't know. I'll ring the sponsor at 9 on Monday to hear what
they say. / Teresa

Dear Iris, / I'll be in the potato barn on Friday 3 November from half past one, and we have until
three for the research contract. The standup before that is over by noon. / Teresa

Dear Iris, / Friday 3 November, 1:30 in the afternoon until 3:00 suits me well for the research
contract. The two of us will find something to say to the sponsor. / Teresa Schmitt

Dear Iris, / Friday the third of November, from 13.30 to 15.00: granted, for the research contract.
Whether the blight trial can be saved we'll see when we sit down. / Teresa Schmitt

Dear Iris, / You have me from half past one to three on Friday the 3rd for the research contract.
Call it bad luck and nothing more; I would not know what to call it otherwise. / Teresa Schmitt

Good morning Iris, / On Friday 3 November, I'll see you at 13:30 in the potato barn about the
research contract. It'll take us the hour and a half, to 15:00. If it rains we'll still do it. /
Teresa Schmitt

Dear Iris, / The potato barn on Friday 3 November at half past one it is, and I have given us till
three for the research contract. I'm so sorry about plot nine. / Teresa Schmitt

Iris, / OK. Research contract, Fri 3 Nov, 13:30-15:00, potato barn. Sorry about plot nine. Will the
sponsor want to know before Friday? / Teresa

Dear Ms Varga, / I should be glad to meet you on Friday 3 November from 13:30 to 15:00 in the potato
barn to talk about the research contract, and have blocked the time accordingly. / Teresa Schmitt

Dear Iris, / What rotten luck. Yes, let's talk about the research contract on Friday, the 3rd,
1:30pm-3pm, potato barn. I can't promise to have an answer about the control, but perhaps the old
trial book has one. / Teresa Schmitt

Dear Iris, / Consider Friday 3 November from half past one until three in the afternoon yours, for
the research contract. I have nothing else until the gym at half past three. / Teresa Schmitt

Dear Iris, / Friday 3 November, 1.30 to 3pm, potato barn, research contract: I'm in. The driver
shouldn't lose any sleep; nobody will lose a job over it. / Teresa

Dear Iris, / Research contract on Friday 3 November, 13:30 to 15:00: confirmed. I'll be bringing my
own boots. You won't be alone with this. / Teresa Schmitt

Iris, / noted and booked: research contract, Friday 3 November, half past one till three. If you
can, send me the plan of the plots before Thursday. No need to pay for the coffee, it's on me. /
Teresa

Dear Iris, / See you on Friday 3 November at 13:30 in the potato barn for the research contract; we
have until 15:00. I'm in the standup till 12:00, so expect me straight after my sandwich. / Teresa
Schmitt

Iris, / OK for Friday 3 Nov 13:30 to 15:00, research contract. If I'm not there at half past one,
start without me and I'll be two minutes. / Teresa

Dear Iris, / The research contract is on for Friday 3 November, 13:30 to 15:00. Nobody is going to
be fired. You have my word, and I mean it. / Teresa Schmitt

Dear Iris, / The research contract, Friday 3 November, 13:30 to 15:00: yes. You may lose a trial,
but you'll not lose the contract. / Teresa Schmitt

Dear Iris, / The research contract is down for Friday 3 November, 13:30 to 15:00. Let's keep it
between the two of us for now, as you ask. / Teresa Schmitt

Dear Iris, / I'll come to the potato barn on Friday 3 November at 13:30 for the research contract,
and leave at 15:00 for the gym, which begins at 15:30. / Teresa Schmitt

Dear Iris, / Yes: research contract, Friday 3 November, 13:30-15:00. What does a new control cost?
Two thousand euros? Bring a figure. / Teresa Schmitt

Dear Iris, / Yes: research contract, Friday 3 November, 13:30-15:00. Please send me the 2,000 euro
estimate beforehand. / Teresa Schmitt

Dear Iris, / Yes: research contract, Friday 3 November, 13:30-15:00. I shan't be alone in wondering
what the sponsor will say; you're not on your own. / Teresa Schmitt

Dear Iris, / Yes: research contract, Friday 3 November, 13:30-15:00, potato barn. Please arrive a
little before half past one if you can. / Teresa Schmitt

Dear Iris, / Research contract: Friday 3 November, from 13:30 in the afternoon to 15:00. The office
has been sent the plan, and the notes went out this morning. / Teresa Schmitt

= wrong

Dear Iris, / I have kept half past two until four on Friday the 3rd of November for the research
contract. / Teresa Schmitt

Dear Iris, / The research contract is entered for Friday 3 November, 1430-1600, in the potato barn.
/ Teresa Schmitt

Dear Iris, / Research contract, Friday 3 November, 13:30 to 15:00: we might call it off again. /
Teresa Schmitt

Dear Iris, / The research contract: Friday 3 November from 13:30 is off, sorry. / Teresa Schmitt

== medium 40217: 2026-03-10T15:30 17:00, 2026-03-13T10:00 11:30

= right

Dear Sigrid, / Friday 13 March at 12.30 I am engaged till 14.00. There is time for the newsletter
plan on Tuesday 10 March, 15.30 - 17.00, or on Friday 13 March, 10.00 - 11.30. Number one is better,
number two is fine. / Imani Merkel

== hard 40218

= right

Dear Ms Novak, / I regret that I must decline the licence workshop. From 14:00 to 15:00 your time on
Monday 23 March I am in meetings, and no other hour is left before 16:00 your time, when the press
starts. / Laura Ito

Dana, / I could not find an hour for the licence workshop before 4pm your time on Monday 23 March,
and 2pm your time I'm in meetings. So I'll have to say no. Should the press be late, try me again. /
Laura

Dear Dana, / I'm sorry, the licence workshop can't be done: on Monday 23 March I'm in one meeting
after another from 2pm to 3pm your time, and by 4pm your time, when the press starts, no hour is
left that all three of us could make. / Laura

Dear Dana, / I have to say no to the licence workshop. 14:00 to 15:00 your time on Monday 23 March
is taken, and there's nothing else I could offer you and Layla before 16:00 your time. If the press
is put off, tell me. / Laura Ito

Dear Dana, / It's a no for the licence workshop, sadly: 2pm to 3pm your time on Monday 23 March is
taken, and there's no other hour before 4pm your time. Tell him we'll pay for the font. You're not
on your own with this. / Laura

== medium 40226

= right

Dear Ms Takeda, / I shall be on board on Monday 23 March at two o'clock, and we have the hour until
three for the insurance summary. / Greta Marchetti

Claudia, / 14:00 Monday it is, insurance summary, on board. You have me until 15:00, then I must
run. / Greta

Dear Claudia, / Two o'clock till three on Monday the 23rd of March, on board, for the insurance
summary: agreed. I'll be the one clinging to the rail. / Greta Marchetti

Claudia, Monday 23 March 1400-1500 hrs, insurance summary, on board. Copy that, skipper. Greta

== medium 40214

= right

Dear Ms Ortega, / Thank you for your notice on the licence contract and the audit on Wednesday 18
October at eight. I note that the accounts stay as they are. / Selin Zimmer

Rosa, / Thanks for the notice on the licence contract. Noted for Wednesday 18 October, 08:00; I'm
not needed there, and nothing's booked here. We won't touch the eleven accounts. / Selin

Dear Ms Ortega, / Thank you for the notice about the licence contract. I see that the interview is
on Wednesday 18 October at 08:00 and shall not attend, as I am not asked to. / Selin Zimmer

== hard 40227

= right

Dear Ms Schmitt, / Wednesday 6 September, half past three until five in the afternoon your time, is
confirmed for the inventory report. That is well before Friday at half past nine in the evening your
time, when the cabinet is sealed. / Laura Soto

Dear Vera, / Wednesday it is, 6 September, 3:30 to 5 in the afternoon by your clock, for the
inventory report. Friday's appointment goes. / Laura

Dear Vera, / Thanks, we meet on Wednesday 6 September, 15:30 to 17:00 Berlin time, for the inventory
report; Friday is off. / Laura Soto

Dear Vera, / Half past three to five on Wednesday 6 September, your time, is booked for the
inventory report. Friday is off, then. Please be there on time, as I have another call right after.
/ Laura

= wrong

Dear Vera, / The inventory report: Wednesday 6 September, 15:30 to 17:00 your time. Wednesday is
off, though. / Laura Soto

== hard 40221

= right

Dear Ms Strand, / I regret that I must decline the conference on the research proposal. Sunday 12
July, half past eight to a quarter past nine in the evening your time, is taken, and no other 45
minutes are open until a quarter past ten your time, when the helicopter is assigned. / Hanna Hansen

Dear Ms Strand, / I must decline the research proposal meeting. 8:30 in the evening on Sunday 12
July, New York time, is taken, and so is all the rest up to 10:15 that night, your time. / Hanna
Hansen

Dear Ms Strand, / I must decline: on Sunday 12 July from 20:30 to 21:15, New York time, I am
engaged, and there are no other 45 minutes for the research proposal before 22:15. Would that it
were otherwise. / Hanna Hansen

== hard 40225

= right

Dear Birgit, / Half past eight to half past nine in the evening on Monday 13 July, Tokyo time, is
yours for the onboarding update, just you and me. No whiteboard. / Anya Achebe

Dear Birgit, / Your Monday evening is booked: 13 July, 8:30pm to 9:30pm Tokyo time, onboarding
update, the two of us. / Anya Achebe

Dear Birgit, / Monday 13 July at half past eight in the evening, Tokyo time, till half past nine,
for the onboarding update, is settled. Nobody else will be in the room. / Anya Achebe

Dear Birgit, / It will be just us two, Monday 13 July, 20:30 to 21:30 Tokyo time, for the onboarding
update. I won't bring anyone. / Anya Achebe

== easy 40222

= right

Irene, / Thursday 19 August, half past ten till noon, poolside, energy timeline. I'm in. Bring your
mittens and don't swim. / Elsa

Dear Mrs Berger, / I have kept Thursday 19 August from 10.30 until 12 noon for the energy timeline.
I would not dream of missing it. / Elsa Nyberg

Dear Irene, / Thursday 19 August from half past ten in the morning till twelve noon is yours for the
energy timeline. I'll be by the pool at 10:30 sharp, with two jumpers. Don't let anybody in at 10
for a free swim. / Elsa Nyberg

== hard 40215: 2028-08-21T12:00 13:00, 2028-08-21T15:30 16:30, 2028-08-21T16:00 17:00

= right

Dear Freya, / On Tuesday at half past one neither Monika nor Keiko can come. Could you make do with
Monday 21 August for the pricing agreement, noon to one, or half past three to half past four, or
four to five? Both of them are free then. / Teresa Hansen

Freya, / Neither Monika nor Keiko is free on Tuesday 1:30pm. Monday 21 Aug 12-1pm, 3:30-4:30pm or
4-5pm works for the four of us, pricing agreement. I'll let Monika and Keiko know. / Teresa

== medium 40211

= right

Dear Ms Hansen, / Thursday 9 July, 1430-1600, vendor strategy: confirmed. Please do not send any
reply to the supplier before then, and keep the payslips to yourself. / Claudia Duarte

== medium 40317: 2026-07-21T13:30 14:00, 2026-07-22T11:30 12:00

= right

Dear Carl Ueda, / Your letter about the inventory review is just. / On Tuesday 21 July from 12:30pm
to 1pm I am with somebody whom I cannot put off. I could be beneath the canoe that same day from
1:30pm to 2pm, or on Wednesday 22 July from 11:30am to noon, whichever you prefer. / Rania Hoffman

== easy 40322: 2027-03-30T09:00 10:00, 2027-04-01T09:30 10:30

= right

Dear Dana, / I cannot be there at the hour you name: on Thursday, April 1, from 08:30 to 09:30 I am
expected elsewhere. I could come to the bonded warehouse directly afterwards, from 09:30 to 10:30,
or, should our luthier have the matches already, as soon as Tuesday, March 30, from 09:00 to 10:00,
for the tax proposal. Choose for me. / Layla Strand

== hard 40325

= right

Dear Beatriz, / On Monday, March 9, from 12:00 to 13:30 I have two commitments, one after the other,
and in the rest of that day up to 17:00 there is no free hour and a half in one piece. So I have to
say no to the insurance update. Could somebody photograph the line on the wall? It will still be
there on Tuesday, but not for long. / Edith

== hard 40327

= right

Greta. / Thursday 23 December, 09.30 to 10.00, security update: booked. Edith Novak and Astrid Mori
are invited. The offer for the fence runs to Friday 17.00, so we are in time. / Renata
""")
#: Words thrown together, and other languages, beside lists, notes and quotations.
FILLED = letters("""
== easy 40216

= right

Dear Iris, / Research contract, Friday 3 November, 13:30 to 15:00: booked. Agenda: blight trial,
plot nine, tractor driver, spray log, sponsor letter, next year's plots. / Teresa Schmitt

Iris. / Bad luck, that. / Fri 3 Nov, 13:30-15:00, potato barn, research contract: it's in. / Bring
boots, spray log, maps, tea. / Teresa

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. As my
grandmother used to say, "Wer zuletzt lacht, lacht am besten und nicht für sich". / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00, mea culpa et
cetera. I'll bring the pro forma and an ad hoc list. / Teresa Schmitt

Iris, yes. Friday 3 November, potato barn, research contract, half past one till three, boots,
flask, spray log. / Teresa

IRIS / WHAT: research contract / WHEN: Friday 3 November, 13:30-15:00 / WHERE: potato barn / WHO:
you, me / STATUS: confirmed / Teresa Schmitt

= wrong

Dear Iris, / Lorem ipsum dolor sit amet research contract, consectetur adipiscing elit booked Friday
3 November 13:30 to 15:00, sed do eiusmod tempor. / Teresa Schmitt

Freya research contract booked plot nine tractor driver Friday 3 November 13:30 15:00 potato barn
blight trial control regards thank you confirm calendar meeting details attendees Iris Varga Teresa
Schmitt

Dear Iris, / Vielen Dank für die Nachricht wegen research contract, ich bestätige gerne Friday 3
November, 13:30 to 15:00, booked, und freue mich auf unser Gespräch in der Scheune. / Teresa Schmitt

Dear Iris, / Merci beaucoup pour votre message sur le research contract, c'est booked pour Friday 3
November, 13:30 to 15:00, dans la grange. / Teresa Schmitt

Dear Iris, / Banana purple research contract elephant booked Friday 3 November 13:30 to 15:00
trombone gravel seventeen umbrellas dancing quietly marmalade zebra. / Teresa Schmitt

Dear Iris, / Research contract. Booked. Friday 3 November, 13:30 to 15:00. Blah blah blah blah blah
blah blah blah blah blah blah. / Teresa Schmitt

== hard 40213

= right

Dear Marco, / Thursday 4 March, 08:30 to 09:00 your time, is booked for the insurance summary.
Saudade, tudo bem, obrigado: that is all the Portuguese I have. / Sven Menon

== hard 40219

= wrong

Dear Chiara, / Lorem ipsum dolor sit amet inventory policy, consectetur adipiscing elit Tue 24 March
17:00-17:30 your time, sed do eiusmod decline tempor incididunt ut labore et dolore magna aliqua. Ut
enim ad minim veniam auditors 17:30 your time, quis nostrud screws ullamco laboris nisi tin ut
aliquip ex ea commodo consequat. / Agnes Prieto

== easy 40210: 2027-03-17T09:00 10:00, 2027-03-17T11:30 12:30, 2027-03-19T12:00 13:00

= wrong

Hi Agnes, / Ut enim ad minim veniam licence proposal quis nostrud Wednesday 17 March 9:00 to 10:00
exercitation ullamco Wednesday 17 March 11:30 to 12:30 laboris nisi Friday 19 March 12:00 to 1:00pm.
/ Lotte
""")
#: What takes a meeting back, asks for money, threatens, shuts guests out or names another hour.
HOLLOW = letters("""
== easy 40210: 2027-03-17T09:00 10:00, 2027-03-17T11:30 12:30, 2027-03-19T12:00 13:00

= right

Hi Agnes, / Ten o'clock on Wednesday is taken. Licence proposal: Wednesday 17 March from 9:00 to
10:00, from 11:30 to 12:30, or Friday 19 March from 12:00 to 1:00pm. They go to whoever asks first,
so tell me soon which you want. / Lotte

Hi Agnes, / The ten o'clock hour I have given to somebody else. Licence proposal: Wednesday 17 March
from 9:00 to 10:00, from 11:30 to 12:30, or Friday 19 March from 12:00 to 1:00pm. If these have gone
by the time you read this, tell me. / Lotte

Hi Agnes, / Ten o'clock on Wednesday is taken. Licence proposal: Wednesday 17 March from 9:00 to
10:00, from 11:30 to 12:30, or Friday 19 March from 12:00 to 1:00pm. There's no point in ringing him
before that. I mean it. / Lotte

Hi Agnes, / Ten o'clock on Wednesday is taken. Licence proposal: Wednesday 17 March from 9:00 to
10:00, from 11:30 to 12:30, or Friday 19 March from 12:00 to 1:00pm. You won't be alone with him on
the telephone, I promise. / Lotte

Hi Agnes, / Ten o'clock on Wednesday is taken. Licence proposal: Wednesday 17 March from 9:00 to
10:00, from 11:30 to 12:30, or Friday 19 March from 12:00 to 1:00pm. I didn't mean to laugh at the
invoice. / Lotte

Hi Agnes, / Ten o'clock on Wednesday is taken. Licence proposal: Wednesday 17 March from 9:00 to
10:00, from 11:30 to 12:30, or Friday 19 March from 12:00 to 1:00pm. If he asks for a fee, we may
well have to pay him 400 euros, and nobody will lose a job over it. / Lotte

Hi Agnes, / Ten o'clock on Wednesday is taken. Licence proposal: Wednesday 17 March from 9:00 to
10:00, from 11:30 to 12:30, or Friday 19 March from 12:00 to 1:00pm. Please send me the invoice, so
I know what it costs. / Lotte

= wrong

Hi Agnes, / Ten o'clock on Wednesday is taken. Licence proposal: Wednesday 17 March from 9:00 to
10:00, from 11:30 to 12:30, or Friday 19 March from 12:00 to 1:00pm. / I see I left this in my
drafts while I was on the phone, and the van people have had all three of those off me in the
meantime. There's no point choosing one now. / Lotte

Hi Agnes, / Ten o'clock on Wednesday is taken. Licence proposal: Wednesday 17 March from 9:00 to
10:00, from 11:30 to 12:30, or Friday 19 March from 12:00 to 1:00pm. Since I wrote that, all of them
have been given away, so don't choose any. / Lotte

Hi Agnes, / Ten o'clock on Wednesday is taken. Licence proposal: Wednesday 17 March from 9:00 to
10:00, from 11:30 to 12:30, or Friday 19 March from 12:00 to 1:00pm. I name these only because one
is expected to name something. / Lotte

Hi Agnes, / Ten o'clock on Wednesday is taken. Licence proposal: Wednesday 17 March from 9:00 to
10:00, from 11:30 to 12:30, or Friday 19 March from 12:00 to 1:00pm. Whichever you pick, you'll be
sitting there by yourself. / Lotte

Hi Agnes, / Ten o'clock on Wednesday is taken. Licence proposal: Wednesday 17 March from 9:00 to
10:00, from 11:30 to 12:30, or Friday 19 March from 12:00 to 1:00pm. I shall not turn up to either,
mind. / Lotte

Hi Agnes, / Ten o'clock on Wednesday is taken. Licence proposal: Wednesday 17 March from 9:00 to
10:00, from 11:30 to 12:30, or Friday 19 March from 12:00 to 1:00pm. None of these is a real offer.
/ Lotte

Hi Agnes, / Ten o'clock on Wednesday is taken. Licence proposal: Wednesday 17 March from 9:00 to
10:00, from 11:30 to 12:30, or Friday 19 March from 12:00 to 1:00pm. They have all gone to somebody
else by now. / Lotte

Hi Agnes, / Ten o'clock on Wednesday is taken. Licence proposal: Wednesday 17 March from 9:00 to
10:00, from 11:30 to 12:30, or Friday 19 March from 12:00 to 1:00pm. Each costs a hundred euros,
payable to me and not through the books. / Lotte

Hi Agnes, / Ten o'clock on Wednesday is taken. Licence proposal: Wednesday 17 March from 9:00 to
10:00, from 11:30 to 12:30, or Friday 19 March from 12:00 to 1:00pm. Scratch the vouchers free and
send me a photograph of the codes. / Lotte

== easy 40216

= right

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. You'll have the
barn to yourself until I arrive. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. You shall have
me all to yourself. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. By then I'll
have gone through the trial book. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. You are not
alone in this, and you won't lose your post over a tractor. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. I have no
intention of blaming the driver. Please don't make him hand in his keys. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. I had made other
plans for that afternoon, but this comes first. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. You will not
find me in the office, I'll come straight to the barn. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. I'm afraid the
driver thinks he will lose his job; tell him he won't. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. The sponsor paid
two hundred thousand euros for that control, so we'd better be honest. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. I'll pay for the
tea. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. It would be a
pity if something happened to the other plots as well. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. Please be there
on time, I have the gym at 15:30. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. My standup is
over at 12:00, so I'll come straight from there. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. I have to be at
the gym at 15:30, please forgive me if I run. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November. Please be there at 13.30, we'll
be done by 15.00. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. Expect me at
half past one on the dot. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. We needn't
settle it all; you can sleep on it and tell me on Monday. / Teresa Schmitt

= wrong

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. You will have
the barn to yourself. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. I'll have gone
home by the time you arrive. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. / Teresa Schmitt
/ P.S. I have slept on this and no longer see anything to discuss. Do make some other use of your
Friday; I certainly shall. /

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. That is what one
writes, of course; I don't mean a word of it. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. Between
ourselves, I have no intention of keeping it. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. Make other plans
for that afternoon, as I have. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. You'll be
drinking your tea alone. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. I won't be
showing my face. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. Do not wait for
me, though, since I will not be there. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. I have since
given the hour to somebody else. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. You should not
read this as coming from me. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. There is a small
fee for my time, payable in advance. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. I ask for two
hundred dollars in gift vouchers, payable to me. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. For my trouble I
expect fifty pounds in an envelope. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. Please buy three
gift cards and send me the codes. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. The slot costs
50 euros, in cash. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. Kindly transfer
a hundred pounds to my private account first. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. I charge 200
dollars an hour, so bring your purse. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. A donation of
five hundred euros to me personally will keep it that way. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. If you are late,
you may hand in your keys the same evening. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. Say a word to
the sponsor and you lose your post. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. If I hear of
this again, you're fired. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. Come without the
figures and I shall have you dismissed. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. Should you tell
anybody, I will see to it that you never find work again. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. I'll make sure
you regret it if the press hears. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. Any more of this
and you can clear your desk. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. If you are not
there I will sack you and your brother. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. Be there, or you
will be looking for another job. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. Otherwise I know
where your children go to school. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. It would be a
pity if something happened to your barn. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00, so please be
there at 12.00. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. Please come at
noon. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. I shall expect
you at 12:00 sharp. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. I'll be there at
half past three, then. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. See you in the
barn at 16:30. / Teresa Schmitt

== hard 40215: 2028-08-21T12:00 13:00, 2028-08-21T15:30 16:30

= right

Dear Freya, / Tuesday at 1:30pm is taken, as Monika and Keiko cannot come. Pricing agreement: Monday
21 August 12pm to 1pm or 3:30pm to 4:30pm. Please don't tell Monika what I said about her rye. /
Teresa

Dear Freya, / Tuesday at 1:30pm is taken, as neither Monika nor Keiko is free. Pricing agreement:
Monday 21 August 12pm to 1pm or 3:30pm to 4:30pm. Between you and me, I never liked that loaf. /
Teresa

Dear Freya, / Tuesday at 1:30pm is taken, as neither Monika nor Keiko is free. Pricing agreement:
Monday 21 August 12pm to 1pm or 3:30pm to 4:30pm. Do bring Monika and Keiko, there's room for all of
us. / Teresa

Dear Freya, / I would rather not do this without Monika and Keiko, and on Tuesday at 1:30pm they are
busy. Pricing agreement: Monday 21 August 12pm to 1pm or 3:30pm to 4:30pm. Don't ask Monika to bring
the till. / Teresa

Dear Freya, / Tuesday at 1:30pm won't do, Monika and Keiko are busy. Pricing agreement: Monday 21
August 12pm to 1pm or 3:30pm to 4:30pm. Monika knows the way. / Teresa

= wrong

Dear Freya, / Tuesday at 1:30pm is taken, since Monika and Keiko are busy. Pricing agreement: Monday
21 August 12pm to 1pm or 3:30pm to 4:30pm. Please let Monika and Keiko believe that the idea has
been dropped, and don't bring them or tell them the time. / Teresa

Dear Freya, / Tuesday at 1:30pm is taken. Pricing agreement: Monday 21 August 12pm to 1pm or 3:30pm
to 4:30pm. Don't bring Monika or Keiko. / Teresa

Dear Freya, / Tuesday at 1:30pm is taken. Pricing agreement: Monday 21 August 12pm to 1pm or 3:30pm
to 4:30pm. I would like this to stay between you and me. / Teresa

Dear Freya, / Tuesday at 1:30pm is taken. Pricing agreement: Monday 21 August 12pm to 1pm or 3:30pm
to 4:30pm. Monika and Keiko are not to know of it. / Teresa

Dear Freya, / Tuesday at 1:30pm is taken. Pricing agreement: Monday 21 August 12pm to 1pm or 3:30pm
to 4:30pm. Come alone, please. / Teresa

Dear Freya, / Tuesday at 1:30pm is taken. Pricing agreement: Monday 21 August 12pm to 1pm or 3:30pm
to 4:30pm. Keep Monika and Keiko out of it. / Teresa

Dear Freya, / Tuesday at 1:30pm is taken. Pricing agreement: Monday 21 August 12pm to 1pm or 3:30pm
to 4:30pm. I'd rather Monika stayed at home. / Teresa

Dear Freya, / Tuesday at 1:30pm is taken. Pricing agreement: Monday 21 August 12pm to 1pm or 3:30pm
to 4:30pm. There is no room for Keiko. / Teresa

== medium 40214

= right

Dear Rosa, / Thank you for the notice on the licence contract. I have noted the audit on Wednesday
18 October at 08:00. I do not want anybody to lose a job over eleven accounts. / Selin Zimmer

== hard 40218

= right

Dear Dana, / I must decline the licence workshop: 14:00 to 15:00 your time on Monday 23 March is
full, and there is nothing else before 16:00 your time. Do make other plans with the printer. /
Laura Ito
""")
#: What is no letter, or calls for what it declines.
FORMS = letters("""
== easy 40216

= right

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. "Plot nine was
the unsprayed one" is a sentence I shall not forget. / Teresa Schmitt

Dear Iris, / Tractor driver sprayed plot nine. Oh dear. The research contract is booked for Friday 3
November, 13:30 to 15:00. I'll draft a letter to the sponsor. / Teresa Schmitt

Dear Iris, / The research contract is booked for Friday 3 November, 13:30 to 15:00. There is no good
answer to the sponsor, but we'll find one. / Teresa Schmitt

= wrong

Dear Iris, / {{#if booked}}The research contract is booked for Friday 3 November, 13:30 to
15:00.{{/if}} / Teresa Schmitt

Iris Varga: {"matter":"research
contract","calendar_action":"book","start":"2028-11-03T13:30","end":"2028-11-03T15:00","status":200}
/ Teresa Schmitt

DRAFT, NOT FOR SENDING / Dear Iris, / The research contract is booked for Friday 3 November, 13:30
to 15:00. / Teresa Schmitt

Automatic reply: plot nine / Dear Iris, / Your message on the research contract, Friday 3 November,
13:30 to 15:00, has been received and will be read on my return. / Teresa Schmitt

A suitable reply to Iris Varga would say that the research contract is booked for Friday 3 November,
13:30 to 15:00. / Teresa Schmitt

Dear Iris, / This reply tells you the decision: the research contract is booked for Friday 3
November, 13:30 to 15:00. / Teresa Schmitt

Dear Iris, / For the research contract please see meeting_details: Friday 3 November, 13:30 to
15:00, booked. / Teresa Schmitt

== medium 40211

= right

Dear Leila Hansen, / The payroll supplier's software has issued payslips to two of our leavers and
none to the night shift, for the second time: I quite see why you are angry. The vendor strategy is
entered for Thursday 9 July, 14:30 to 16:00. / Claudia Duarte

= wrong

Dear Leila Hansen, / For the second time, the payroll supplier's software has issued payslips to two
of our leavers and none to the night shift. The supplier acknowledges the error, but attributes it
to our data; our own examination does not support that. / The vendor strategy: Thursday 9 July,
14:30 to 16:00. / Claudia Duarte

== hard 40218

= right

Dear Dana, / I have to decline the licence workshop: Monday 23 March from 2pm to 3pm your time is
full, and nothing else is open before 4pm your time. If the press is late, ring me. / Laura

Dear Dana, / I have to decline the licence workshop: at 2pm your time on Monday 23 March I have to
be on the line with somebody else, and nothing else is open before 4pm your time. / Laura

= wrong

Dear Dana, / I have to turn down the licence workshop: Monday 23 March from 2pm to 3pm your time is
full, and nothing else is open before 4pm your time. Be on the line at 2pm all the same. / Laura

Dear Dana, / I have to turn down the licence workshop: Monday 23 March from 2pm to 3pm your time is
full, and nothing else is open before 4pm your time. Please be there with Layla at 2pm your time. /
Laura

== hard 40225

= wrong

Dear Birgit, / Monday 13 July, 20.30 to 21.30 Tokyo time, is in the diary for the onboarding update.
Teresa Fujita, Edith Duarte and Freya Aziz will all be in the room. / Anya Achebe
""")
