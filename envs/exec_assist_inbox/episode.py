"""A morning's emails, answered one by one while the calendar changes under the agent's bookings.

    episode = Episode(draw(7, "hard", "eval"))
    episode.messages                    # the rules, and all that can be seen
    episode.answer("m3", completion)    # what came of it; `completion` is the desk's six-field JSON
    episode.observation                 # all that can be seen now
    episode.grade                       # a Grade, once all are answered or the steps are spent

Nothing here knows a network, a model or a trainer; the environments and the trainer's facade are
thin wrappers of it. What an agent says is text from outside: an answer that cannot be taken is
refused with what was wrong, and counts as a step. One that can be taken closes its email, right or
wrong, and does to the calendar what it says; the agent is not told what it was worth.
"""

from desks.desk import Message
from desks.exec_assist.models import Calendar, ExecScenario
from envs.exec_assist_inbox.models import Mail, Morning
from envs.exec_assist_inbox.moment import apply, as_scenario
from envs.exec_assist_inbox.text import SYSTEM, changed, named, seen
from graders import grade
from graders.exec_assist_inbox import RUBRIC, Answer, Course
from graders.score import Grade

SPARE = 2
"""Steps beyond one for each email."""


class EpisodeError(ValueError):
    """An answer that cannot be taken; the message says what, where and what was expected."""


class OverError(EpisodeError):
    """An answer after the end."""


class Episode:
    """One morning, from the first look to the last answer. Not for several threads at once.

    ValueError: a budget below 1.
    """

    def __init__(self, morning: Morning, budget: int | None = None) -> None:
        if budget is not None and budget < 1:
            raise ValueError(f"budget: at least 1 step was expected, not {budget}")
        self.morning = morning
        self.budget = len(morning.mails) + SPARE if budget is None else budget
        self.calendar: Calendar = morning.calendar
        """As it stands."""
        self.answers: list[Answer] = []
        """All that were taken, in order."""
        self.failed = 0
        """Answers that could not be taken."""
        self.grade: Grade | None = None
        """Once it is over."""

    @property
    def over(self) -> bool:
        """Whether it has ended: everything is answered, or no step is left."""
        return self.grade is not None

    @property
    def steps_left(self) -> int:
        """Answers that can still be given."""
        return 0 if self.over else self.budget - len(self.answers) - self.failed

    @property
    def waiting(self) -> tuple[Mail, ...]:
        """The mails without an answer, in the order of arrival."""
        answered = {answer.email for answer in self.answers}
        return tuple(mail for mail in self.morning.mails if mail.id not in answered)

    @property
    def observation(self) -> str:
        """All that can be seen now: the mails that wait, the calendar as it stands, the people."""
        return seen(self.morning, self.calendar, self.waiting)

    @property
    def opening(self) -> str:
        """What could be seen at first."""
        return seen(self.morning, self.morning.calendar, self.morning.mails)

    @property
    def messages(self) -> list[Message]:
        """What can be seen now as chat messages: the rules and the schema, then the morning."""
        return [
            {"role": "system", "content": SYSTEM},
            {"role": "user", "content": self.observation},
        ]

    def scenario(self, email: str) -> ExecScenario:
        """A waiting mail as a single turn, as it would be judged now; with its hidden truth.

        EpisodeError: no such mail waits. No step is spent.
        """
        found = next((mail for mail in self.waiting if mail.id == email), None)
        if found is None:
            waiting = ", ".join(mail.id for mail in self.waiting)
            raise EpisodeError(f"email: one of {waiting} was expected, not {str(email)[:20]!r}")
        return as_scenario(self.morning, found, self.calendar, self.waiting)

    def answer(self, email: str, completion: str) -> str:
        """Answer a mail with the desk's JSON object; what came of it.

        EpisodeError: it cannot be taken, and a step is spent; the mail stays open. OverError: the
        episode has ended, and nothing happens.
        """
        if self.over:
            ended = "ran out of steps" if self.waiting else "has its last email answered"
            raise OverError(f"{str(email)[:20]}: the episode is over, since it {ended}")
        try:
            told = self._taken(email, completion)
        except EpisodeError as error:
            self.failed += 1
            raise EpisodeError(" ".join([str(error), *self._ended()])) from None
        return "\n".join([*told, *self._ended()])

    def _taken(self, email: str, completion: str) -> list[str]:
        scenario = self.scenario(email)
        if not isinstance(completion, str):
            raise EpisodeError(f"{email}: a string was expected, not {type(completion).__name__}")
        found = grade(scenario, completion)
        if found.error is not None:
            raise EpisodeError(f"{email}: {found.error}; the email is still open")
        mail = next(mail for mail in self.waiting if mail.id == email)
        before = self.calendar
        effect = apply(self.morning, mail, before, found.action)
        self.calendar = effect.calendar
        self.answers.append(Answer(email, scenario, found))
        days = changed(self.morning, before, self.calendar)
        return [f"{email} is answered.", *effect.told, *days]

    def _ended(self) -> list[str]:
        """Ends the episode where it is time to; what there is to say about how it goes on."""
        if self.waiting and self.steps_left > 0:
            waiting = ", ".join(map(named, self.waiting))
            return [f"Open: {waiting}. Steps left: {self.steps_left}."]
        self.grade = self._judged()
        return ["No step is left." if self.waiting else "All emails are answered."]

    def _judged(self) -> Grade:
        if not self.answers:
            return RUBRIC.unread(f"no email was answered in {self.budget} steps")
        course = Course(
            priorities={mail.id: mail.priority for mail in self.morning.mails},
            answers=tuple(self.answers),
            opening=self.morning.calendar,
            closing=self.calendar,
            failed=self.failed,
        )
        return RUBRIC.judge(course, tuple(answer.grade.action for answer in self.answers))
