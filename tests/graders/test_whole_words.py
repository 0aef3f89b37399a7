"""Names, topics and lengths count where they stand as words of their own, for both judges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desks.exec_assist.models import ExecScenario
from graders.text import begins, whole
from tests.graders.morning import FREE, action, letter, meeting
from tests.graders.wordings.row import judged

TIME = "Monday 9 March, 9:00 to 10:00 your time"
RIGHT = f"The pricing review is booked for {TIME}."
FRIDAYS = "I was away on Friday, as on the Friday before it, and the Friday before that Friday."
BOTH = pytest.mark.parametrize("judge", ["rubric", "referee"])


def world(**renamed: str) -> ExecScenario:
    """The free morning with other names: `dana="ida"`."""
    text = FREE.model_dump_json()
    for old, new in renamed.items():
        text = text.replace(old, new).replace(old.title(), new.title())
    return ExecScenario.model_validate_json(text)


def booked(words: str, **rest: str) -> str:
    return action("book", letter(words), meeting_details=meeting(**rest))


@BOTH
@pytest.mark.parametrize("name", ["ida", "fri", "day"])
def test_a_day_names_nobody(judge: str, name: str) -> None:
    case = world(dana=name)
    text = booked(f"{RIGHT} {FRIDAYS}").replace("Dear Dana", f"Dear {name.title()}")
    text = text.replace("dana@", f"{name}@")
    found, why = judged(judge, case, text)
    assert found, why


@BOTH
def test_a_verb_names_no_guest(judge: str) -> None:
    case = world(omar="ed")
    request = case.truth.request.model_copy(update={"attendees": ("dana@acme.example",)})
    truth = case.truth.model_copy(update={"request": request})
    case = case.model_copy(update={"truth": truth})
    text = booked(f"{RIGHT} It is booked and I will be there.")
    text = text.replace(', "omar@acme.example"', "")
    found, why = judged(judge, case, text)
    assert found, why


@BOTH
def test_another_matter_is_not_hidden_by_a_word_that_holds_the_topic(judge: str) -> None:
    case = world(pricing="lease")
    text = booked(f"Please note the time for the budget review: it is booked for {TIME}.")
    assert not judged(judge, case, text)[0]
    right = booked(f"The lease review is booked for {TIME}.")
    assert judged(judge, case, right)[0]


@BOTH
@pytest.mark.parametrize(
    "length", ["1 hour 30 minutes", "an hour and 30 minutes", "one hour and a half", "1 1/2 hours"]
)
def test_a_length_of_hours_and_minutes_is_one(judge: str, length: str) -> None:
    text = FREE.model_dump_json().replace("2026-03-09T15:00", "2026-03-09T15:30")
    case = ExecScenario.model_validate_json(text)
    words = f"The pricing review is booked for Monday 9 March at 9:00 your time, for {length}."
    found, why = judged(judge, case, booked(words, end="15:30"))
    assert found, why


@BOTH
@pytest.mark.parametrize("length", ["1 hour 30 minutes", "an hour and 30 minutes", "90 minutes"])
def test_a_longer_time_than_is_booked_is_wrong(judge: str, length: str) -> None:
    words = f"The pricing review is booked for Monday 9 March at 9:00 your time, for {length}."
    assert not judged(judge, FREE, booked(words))[0]


@given(st.text("ab c.", max_size=12), st.text("ab", min_size=1, max_size=3))
def test_words_are_found_where_they_stand_alone(text: str, word: str) -> None:
    spaced = text.replace(".", " ").split(" ")
    assert len(whole(word, text)) == spaced.count(word)
    assert len(begins(word, text)) == sum(one.startswith(word) for one in spaced)
    assert all(text[at:].startswith(word) for at in begins(word, text))
