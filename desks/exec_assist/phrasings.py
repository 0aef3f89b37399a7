"""How people put things: sentences for the emails, none of them shared by the splits.

Every pool is (train, eval). `{when}` is a time expression, `{topic}` what it is about, `{who}` the
names of further people, `{deadline}` a moment.
"""

from random import Random

from desks.desk import Split, half

Pool = tuple[tuple[str, ...], tuple[str, ...]]

ASK: Pool = (
    (
        "Could we meet {when} to go over the {topic}?",
        "I would like to see you {when} about the {topic}, if that suits you.",
        "Can you put me down for a meeting {when}? It is about the {topic}.",
        "Please find room for the {topic} {when}.",
        "Let us talk about the {topic}, and my proposal is to meet {when}.",
        "Are you available {when} for the {topic}?",
        "We should settle the {topic}. Can we meet {when}?",
        "For the {topic} I thought that we meet {when}. All right with you?",
    ),
    (
        "Would it suit you to talk about the {topic} {when}?",
        "I need you for the {topic}; could we do it {when}?",
        "Shall we sit down over the {topic} {when}?",
        "Do you have time {when}? I want to discuss the {topic}.",
        "May I book you {when} for the {topic}?",
        "Regarding the {topic}: I suggest that we meet {when}.",
        "How about meeting {when} for the {topic}?",
        "The {topic} wants a proper discussion. Can we have it {when}?",
    ),
)

AGAIN: Pool = (
    (
        "Could we meet again about the {topic}, same day and time as last week?",
        "For the {topic} let us take the slot that we had last week, same weekday, same length.",
        "Can we repeat last week's meeting, same day, same time, this time about the {topic}?",
    ),
    (
        "I would like to discuss the {topic} at the hour and on the weekday of our last meeting.",
        "Same weekday and same time as last week for the {topic}, please, and just as long.",
        "Shall we do the {topic} exactly when we met last week, only one week later?",
    ),
)

# As long as ASK, so that the length of an email does not tell what it wants.
INFORM: Pool = (
    (
        "Just so that you know: the {topic} was settled {when}.",
        "The {topic} is done. We presented it {when}.",
        "As for the {topic}: our team went through it {when} without you, as agreed.",
        "For your records, the {topic} was signed {when}.",
        "Our people met {when} and closed the {topic}. That is all.",
        "The {topic} goes out {when} as planned. You need not do anything.",
        "We met {when} and the {topic} is off the list.",
        "The {topic} was on the table {when}, and everyone agreed.",
    ),
    (
        "Quick update: we finished the {topic} {when}.",
        "Our side approved the {topic} {when}, as you wished.",
        "Good news: the {topic} was handed over {when}.",
        "The {topic} took place {when} without you.",
        "Note for the file: the {topic} went out {when}.",
        "Our committee had the {topic} {when}. It passed.",
        "The {topic} was shown {when} and went down well.",
        "We discussed the {topic} {when}. No reply is needed.",
    ),
)

HEADS_UP: Pool = (
    (
        "I will come to you shortly about the {topic}; we are still sorting out the details.",
        "The {topic} is moving. I will write again as soon as I know when we can talk.",
        "A word ahead: we shall need an appointment for the {topic}. Times follow.",
    ),
    (
        "We are getting ready for the {topic} and I will send you a suggestion soon.",
        "Expect a second message from me about the {topic} once our side has agreed.",
        "The {topic} is coming up, and I will need a moment of yours. More later.",
    ),
)

STANDS: Pool = (
    (
        "I have added the agenda. What I asked for this morning stays as it is.",
        "The slides follow tonight. Nothing else has changed since my first message.",
        "One more colleague has read the draft. My request from before still holds.",
    ),
    (
        "The papers are nearly ready. Please go by my earlier message, it remains valid.",
        "I talked to the team and we keep to what I wrote before.",
        "I forgot the attachment. The rest of my first message stands.",
    ),
)

LENGTH_CHANGE: Pool = (
    (
        "I misjudged how much there is to say: please make it {minutes} minutes, same start.",
        "Let us change the length to {minutes} minutes and begin at the same time.",
        "On second thoughts we want {minutes} minutes. The start does not change.",
    ),
    (
        "Could you plan {minutes} minutes instead? We begin when I said.",
        "I counted wrongly. {minutes} minutes, please, from the same hour.",
        "Small correction: the meeting should last {minutes} minutes, starting as agreed.",
    ),
)

TIME_CHANGE: Pool = (
    (
        "Something came up here. Can we make it {when} instead?",
        "Please forget the time that I gave; let us meet {when}.",
        "I got the time wrong. It should have been {when}.",
    ),
    (
        "Our plans shifted, so I would now ask you to meet us {when}.",
        "Not at the time I wrote, please, but {when}.",
        "Change of plan: we would now like to meet {when}.",
    ),
)

INCLUDE: Pool = (
    (
        "Please invite {who} as well.",
        "{who} should be there too.",
        "I want {who} to take part.",
    ),
    (
        "Do add {who} to the invitation.",
        "We also need {who} in the room.",
        "Kindly bring in {who}.",
    ),
)

DEADLINE: Pool = (
    (
        "It has to be over by {deadline}.",
        "We cannot go beyond {deadline} with this.",
        "After {deadline} it would be too late for us.",
    ),
    (
        "The latest possible end is {deadline}.",
        "We must be through with it by {deadline}.",
        "Anything that ends later than {deadline} is of no use.",
    ),
)

COLOUR: Pool = (
    (
        "The draft is attached.",
        "Our finance team is waiting for an answer.",
        "I will bring the figures.",
        "It should not take much preparation.",
        "The board has asked about it twice.",
        "Any room is fine.",
        "I look forward to your answer.",
        "We have new numbers.",
    ),
    (
        "I am sending the notes along.",
        "Our customers keep asking.",
        "You will find the details in the shared folder.",
        "A video call is fine.",
        "There is some movement on our side.",
        "Let me know what you think.",
        "I have prepared a page or two.",
        "My manager takes an interest in this.",
    ),
)

GREET: Pool = (
    ("Hi {name},", "Hello {name},", "Dear {name},"),
    ("Good morning {name},", "Hi there {name},", "{name},"),
)

SIGN: Pool = (
    ("Best,\n{name}", "Thanks,\n{name}", "{name}"),
    ("Kind regards,\n{name}", "Many thanks,\n{name}", "Cheers,\n{name}"),
)


def say(rng: Random, split: Split, pool: Pool, **words: object) -> str:
    """One of the split's sentences, filled in."""
    [sentences] = half(pool, split)
    return rng.choice(sentences).format(**words)
