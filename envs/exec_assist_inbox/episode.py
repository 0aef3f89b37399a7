"""A morning's emails, answered one by one, while the agent's answers change the calendar.

    episode = Episode(generate(7, "hard", "eval"))
    episode.messages                    # the rules, and everything visible
    episode.answer("m3", completion)    # the result; `completion` is the desk's six-field JSON
    episode.observation                 # everything visible now
    episode.grade                       # a Grade, once all are answered or the steps are spent

A valid answer closes its email, right or wrong, and changes the calendar accordingly; the agent is
not told its grade. An invalid one leaves its email open.
"""

from functools import partial

from desks.desk import Message
from desks.exec_assist.models import Calendar, ExecScenario
from envs import episode
from envs.episode import EpisodeError
from envs.exec_assist_inbox.models import Mail, Morning
from envs.exec_assist_inbox.moment import apply, as_scenario
from envs.exec_assist_inbox.text import SYSTEM, render_changed_days, render_observation, short_label
from graders import grade
from graders.exec_assist_inbox import RUBRIC, AnsweredEmail, MorningReading
from graders.score import Grade

SPARE = 2
"""Steps beyond one per email."""


class Episode(episode.Episode):
    """One morning, from the first look to the last answer."""

    def __init__(self, morning: Morning, budget: int | None = None) -> None:
        super().__init__(len(morning.mails) + SPARE if budget is None else budget)
        self.morning = morning
        self.calendar: Calendar = morning.calendar
        """As it stands now."""
        self.answers: list[AnsweredEmail] = []
        """All valid answers, in order."""

    @property
    def waiting(self) -> tuple[Mail, ...]:
        """The unanswered mails, in order of arrival."""
        answered = {answer.email for answer in self.answers}
        return tuple(mail for mail in self.morning.mails if mail.id not in answered)

    @property
    def observation(self) -> str:
        """Everything visible now: the waiting mails, the calendar as it stands, the people."""
        return render_observation(self.morning, self.calendar, self.waiting)

    @property
    def opening(self) -> str:
        """What was visible at the start."""
        return render_observation(self.morning, self.morning.calendar, self.morning.mails)

    @property
    def messages(self) -> list[Message]:
        """What is visible now as chat messages: the rules and the schema, then the morning."""
        return [
            {"role": "system", "content": SYSTEM},
            {"role": "user", "content": self.observation},
        ]

    def scenario(self, email: str) -> ExecScenario:
        """A waiting mail as a single-turn scenario, as it would be judged now; includes the truth.

        EpisodeError: no such mail waits. No step is spent.
        """
        found = next((mail for mail in self.waiting if mail.id == email), None)
        if found is None:
            waiting = ", ".join(mail.id for mail in self.waiting)
            raise EpisodeError(f"email: one of {waiting} was expected, not {str(email)[:20]!r}")
        return as_scenario(self.morning, found, self.calendar, self.waiting)

    def answer(self, email: str, completion: str) -> str:
        """Answer a mail with the desk's JSON object and return the result.

        EpisodeError: the answer is invalid; a step is spent and the mail stays open. OverError: the
        episode has ended, and nothing happens.
        """
        return self._step(str(email)[:20], partial(self._answered, email, completion))

    def _answered(self, email: str, completion: str) -> str:
        scenario = self.scenario(email)
        if not isinstance(completion, str):
            raise EpisodeError(f"{email}: a string was expected, not {type(completion).__name__}")
        found = grade(scenario, completion)
        if found.error is not None:
            raise EpisodeError(f"{email}: {found.error}; the email is still open")
        mail = next(mail for mail in self.waiting if mail.id == email)
        before = self.calendar
        self.calendar, results = apply(self.morning, mail, before, found.action)
        self.answers.append(AnsweredEmail(email, scenario, found))
        days = render_changed_days(self.morning, before, self.calendar)
        return "\n".join([f"{email} is answered.", *results, *days])

    def _after_step(self) -> str:
        if self.waiting and self.steps_left:
            waiting = ", ".join(map(short_label, self.waiting))
            return f"Open: {waiting}. Steps left: {self.steps_left}."
        ended = "ran out of steps" if self.waiting else "has its last email answered"
        self.close(self._judged(), ended)
        return "No step is left." if self.waiting else "All emails are answered."

    def _judged(self) -> Grade:
        if not self.answers:
            return RUBRIC.unread(f"no email was answered in {self.budget} steps")
        reading = MorningReading(
            priorities={mail.id: mail.priority for mail in self.morning.mails},
            answers=tuple(self.answers),
            opening=self.morning.calendar,
            closing=self.calendar,
            failed=self.failed,
        )
        return RUBRIC.judge(reading, tuple(answer.grade.action for answer in self.answers))
